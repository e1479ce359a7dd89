//! Phis, edges and terminators: made of a function once all of its values are known.
//!
//! In: the phis of a body before its instructions, the body's terminators after them. Out: block parameters, a
//! column for each phi (for each used member of one that is a struct), and the edges that fill them.

use super::Importer;
use super::forms::Forms;
use super::frame::{Continuation, Frame, Lists, Returns};
use super::members::{Aggregates, Members};
use crate::bitcode::module as bc;
use crate::entity::ListRef;
use crate::error::{Error, Result};
use crate::ir::{Block, Edge, Function, Terminator, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The edges of a body, as blocks of the IR.
struct Edges {
    /// Where each reachable block starts.
    starts: Vec<Option<Block>>,
    /// The arguments of every edge to a block with phis, by (predecessor, block).
    arguments: FxHashMap<(u32, u32), ListRef>,
}

impl Edges {
    fn to(&self, function: &Function, from: u32, to: u32) -> Result<Edge> {
        let block = self.starts.get(to as usize).copied().flatten();
        let block = block.ok_or_else(|| Error::internal("edge to an unreachable block"))?;
        let args = self.arguments.get(&(from, to)).copied();
        let args = args.unwrap_or(ListRef::EMPTY);
        if args.len as usize != function.blocks[block].params.len() {
            return Err(Error::malformed(format!(
                "block {to}: a phi lacks a value for block {from}"
            )));
        }
        Ok(Edge { block, args })
    }
}

fn phis(body: &bc::Body, block: u32) -> impl Iterator<Item = (&bc::Inst, &[bc::ValueId], &[u64])> {
    body.block(block as usize)
        .iter()
        .map_while(|inst| match inst.kind {
            bc::InstKind::Phi { values, blocks } => {
                Some((inst, values.of(&body.operands), blocks.of(&body.words)))
            }
            _ => None,
        })
}

impl<'a> Importer<'a> {
    /// Makes parameters of the phis of every block in `order`, before the body's frame is there; those that are AMD's matrices, by
    /// their first words.
    pub fn add_phi_params(
        &mut self,
        body: &'a bc::Body,
        order: &[u32],
        starts: &[Option<Block>],
        values: &mut [Option<Value>],
        aggregates: &mut Aggregates,
        forms: &Forms,
    ) -> Result<FxHashMap<bc::ValueId, Value>> {
        let mut matrices = FxHashMap::default();
        for &block in order {
            let Some(start) = starts.get(block as usize).copied().flatten() else {
                continue;
            };
            for (inst, ..) in phis(body, block) {
                let Some(local) = inst.result.and_then(|id| id.0.checked_sub(body.first_value)) else {
                    continue;
                };
                if let Some(types) = self.struct_members(inst.ty)? {
                    let used = aggregates.used(local);
                    let mut members = Members::new();
                    for (index, &ty) in types.iter().enumerate() {
                        members.push(match used >> index & 1 {
                            0 => None,
                            _ => Some(self.params(start, ty)?),
                        });
                    }
                    aggregates.define(local, &members);
                    continue;
                }
                if let Some(id) = inst.result.filter(|id| forms.phi_words.contains(id)) {
                    if let Some(fragment) = forms.fragments.get(&id) {
                        let ty = self.tile_type(fragment.tiles)?;
                        matrices.insert(id, self.func.add_param(start, ty).into());
                    }
                    // Where words are wanted, they are made.
                    if let Some(slot) = values.get_mut(local as usize) {
                        *slot = Some(self.module.undef(Type::I32));
                    }
                    continue;
                }
                let tiles = inst.result.and_then(|id| forms.tiles.get(&id));
                let value = if let Some(&tiles) = tiles {
                    let ty = self.tiles_memory(tiles)?;
                    self.func.add_param(start, ty).into()
                } else if self.is_pointer(inst.ty)? {
                    let [which, offset] = [(); 2].map(|()| self.func.add_param(start, Type::I32).into());
                    self.roaming_phi(which, offset)
                } else {
                    self.params(start, inst.ty)?
                };
                if let Some(slot) = values.get_mut(local as usize) {
                    *slot = Some(value);
                }
            }
        }
        Ok(matrices)
    }

    /// Makes the edges and terminators of the innermost function, and returns to its caller.
    pub fn finish_frame(&mut self) -> Result<()> {
        let Some(frame) = self.frames.last_mut() else {
            return Ok(());
        };
        let Frame {
            body, continuation, ..
        } = *frame;
        let order = std::mem::take(&mut frame.order);
        let mut ends = std::mem::take(&mut frame.ends);
        let edges = Edges {
            starts: std::mem::take(&mut frame.starts),
            arguments: FxHashMap::default(),
        };
        let edges = self.edge_arguments(body, &order, &mut ends, edges)?;
        let last_source = self.cursor.source;
        for &block in &order {
            let end = ends.get(block as usize).copied().flatten();
            let (Some(inst), Some((end, source))) = (body.block(block as usize).last(), end) else {
                continue;
            };
            self.cursor.block = end;
            self.cursor.source = source;
            self.words_in_block(block, false)?;
            let terminator = self.terminator(body, block, inst, &edges, continuation)?;
            self.hints(body, block, &terminator, end);
            self.terminate(terminator);
        }
        self.cursor.source = last_source;
        let mark = match self.extensions {
            Some(_) => self.leave_blocks(body, &order)?,
            None => None,
        };
        if self.names {
            self.keep_names();
        }
        if let Some(frame) = self.frames.pop() {
            self.memory.lists.push(Lists {
                values: frame.values,
                aggregates: frame.aggregates,
                order,
                starts: edges.starts,
                ends,
            });
        }
        if let Some(continuation) = continuation {
            self.cursor.block = continuation.block;
        }
        if let Some(mark) = mark {
            self.return_mark(continuation, mark);
        }
        Ok(())
    }

    fn terminator(
        &mut self,
        body: &bc::Body,
        from: u32,
        inst: &bc::Inst,
        edges: &Edges,
        continuation: Option<Continuation>,
    ) -> Result<Terminator> {
        Ok(match inst.kind {
            bc::InstKind::Br { target } => Terminator::Branch(edges.to(&self.func, from, target)?),
            bc::InstKind::CondBr {
                condition,
                if_true,
                if_false,
            } => {
                let condition = self.value(condition)?;
                if self.value_ty(condition) != Type::BOOL {
                    return Err(Error::malformed("branch on a value that is no i1"));
                }
                Terminator::CondBranch {
                    condition,
                    if_true: edges.to(&self.func, from, if_true)?,
                    if_false: edges.to(&self.func, from, if_false)?,
                }
            }
            bc::InstKind::Switch {
                value,
                default,
                cases,
            } => {
                let (value, mask) = self.switch_value(value)?;
                let mut seen = FxHashSet::default();
                let mut list = Vec::with_capacity(cases.len as usize / 2);
                for pair in cases.of(&body.words).chunks_exact(2) {
                    if let &[bits, target] = pair
                        && seen.insert(bits & mask)
                    {
                        list.push((bits & mask, edges.to(&self.func, from, target as u32)?));
                    }
                }
                Terminator::Switch {
                    value,
                    default: edges.to(&self.func, from, default)?,
                    cases: list,
                }
            }
            bc::InstKind::Ret { value } => self.returned(value, continuation)?,
            bc::InstKind::Unreachable => Terminator::Unreachable,
            other => return Err(Error::malformed(format!("block {from} ends in {other:?}"))),
        })
    }

    /// What a switch is on, and which of its bits count.
    fn switch_value(&mut self, id: bc::ValueId) -> Result<(Value, u64)> {
        let bits = self.int_bits(self.llvm_value_ty(id)?);
        let value = self.value(id)?;
        Ok(match bits {
            Some(1) => (self.bool_to_int(value, Type::I32, 1), u64::MAX),
            Some(16) if !self.keep_half => (self.zext16(value), 0xffff),
            _ => (value, u64::MAX),
        })
    }

    fn returned(
        &mut self,
        value: Option<bc::ValueId>,
        continuation: Option<Continuation>,
    ) -> Result<Terminator> {
        let Some(Continuation { block, returns }) = continuation else {
            return Ok(Terminator::Return(None));
        };
        let value = || value.ok_or_else(|| Error::malformed("return without a value"));
        Ok(match returns {
            Returns::Nothing => Terminator::Branch(Edge::to(block)),
            Returns::Value => {
                let value = self.value(value()?)?;
                let value = self.token_of(value)?;
                let lanes = self.lanes(value);
                Terminator::Branch(self.func.edge(block, &lanes))
            }
            Returns::Struct(used) => {
                let mut list = Vec::new();
                for (index, member) in self.members(value()?)?.iter().enumerate() {
                    if used >> index & 1 != 0
                        && let Some(member) = *member
                    {
                        list.extend(self.lanes(member));
                    }
                }
                Terminator::Branch(self.func.edge(block, &list))
            }
        })
    }

    /// Fills in the arguments of the edges. The phis of a block name the same predecessors (the reader checks it).
    fn edge_arguments(
        &mut self,
        body: &'a bc::Body,
        order: &[u32],
        ends: &mut [Option<(Block, u32)>],
        mut edges: Edges,
    ) -> Result<Edges> {
        for &block in order {
            let start = edges.starts.get(block as usize).copied().flatten();
            let count = start.map_or(0, |start| self.func.blocks[start].params.len());
            if phis(body, block).next().is_none() {
                continue;
            }
            let mut column = 0;
            for (inst, values, blocks) in phis(body, block) {
                let used = self.struct_members(inst.ty)?.map(|_| self.used_members(inst));
                let pointer = self.is_pointer(inst.ty)?;
                let matrix = match self.phi_of_matrix(inst) {
                    Some(false) => continue,
                    found => found.is_some(),
                };
                let width = match used {
                    _ if matrix => 1,
                    None if pointer => 2,
                    None => self.param_count(inst.ty),
                    Some(used) => self.phi_width(inst, used),
                };
                self.charge(values.len() * width.saturating_sub(2))?;
                for (&id, &from) in values.iter().zip(blocks) {
                    let from = from as u32;
                    if edges.starts.get(from as usize).copied().flatten().is_none() {
                        continue;
                    }
                    let pool = &mut self.func.pool;
                    let list = *edges.arguments.entry((from, block)).or_insert_with(|| {
                        let start = pool.len() as u32;
                        // Every column is filled: the reader has checked that the phis name the same blocks.
                        pool.resize(pool.len() + count, Value::from(crate::ir::Inst(0)));
                        ListRef {
                            start,
                            len: count as u32,
                        }
                    });
                    let at = list.start as usize + column;
                    self.words_in_block(from, false)?;
                    // What makes an argument of a value stands at the end of the block that it comes from.
                    if let Some(Some((end, source))) = ends.get(from as usize) {
                        (self.cursor.block, self.cursor.source) = (*end, *source);
                    }
                    match used {
                        _ if matrix => {
                            let phi = inst.result.unwrap_or(id);
                            self.func.pool[at] = self.tile_for_phi(phi, id)?;
                        }
                        None if pointer => {
                            let phi = inst
                                .result
                                .ok_or_else(|| Error::internal("a phi without a result"))?;
                            let phi = self.value(phi)?;
                            let (which, offset) = self.pointer_arguments(phi, id)?;
                            (self.func.pool[at], self.func.pool[at + 1]) = (which, offset);
                        }
                        None => {
                            let value = self.value(id)?;
                            let value = match self.shares.found {
                                true => self.for_phi(inst, value)?,
                                false => value,
                            };
                            let value = self.token_of(value)?;
                            self.fill(value, at);
                            // Loops that make it go on in another block.
                            if let Some(Some((end, _))) = ends.get_mut(from as usize) {
                                *end = self.cursor.block;
                            }
                        }
                        Some(used) => self.struct_arguments(id, used, at)?,
                    }
                }
                column += width;
            }
        }
        Ok(edges)
    }

    /// Whether a phi is one of words of AMD's matrices that are the device's: false for those that no parameter stands for, as one does
    /// for the matrix.
    fn phi_of_matrix(&self, phi: &bc::Inst) -> Option<bool> {
        let forms = &self.frames.last()?.forms;
        let id = phi.result.filter(|id| forms.phi_words.contains(id))?;
        Some(forms.fragments.contains_key(&id))
    }

    /// How many parameters stand for a phi of structs.
    fn phi_width(&self, inst: &bc::Inst, used: super::aggregate::Used) -> usize {
        let members = match self.llvm.types.get(inst.ty) {
            Some(bc::Type::Struct { members, .. }) => self.llvm.type_list(*members),
            _ => &[],
        };
        let members = members
            .iter()
            .enumerate()
            .filter(|(index, _)| used >> index & 1 != 0);
        members.map(|(_, &ty)| self.param_count(ty)).sum()
    }

    /// Fills in a value, or the components of a vector, from `at` in the pool; returns how many.
    fn fill(&mut self, value: Value, at: usize) -> usize {
        let lanes = self.lanes(value);
        if let Some(slots) = self.func.pool.get_mut(at..at + lanes.len()) {
            slots.copy_from_slice(&lanes);
        }
        lanes.len()
    }

    /// Fills in what a phi of structs gets of the struct `id`, from `at` in the pool.
    fn struct_arguments(&mut self, id: bc::ValueId, used: super::aggregate::Used, at: usize) -> Result<()> {
        let mut at = at;
        if used == 0 {
            return Ok(());
        }
        for (index, member) in self.members(id)?.into_iter().enumerate() {
            if used >> index & 1 != 0 {
                let member = member.ok_or_else(|| Error::internal("a member that is used has no value"))?;
                at += self.fill(member, at);
            }
        }
        Ok(())
    }
}
