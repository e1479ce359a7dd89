//! Walks the blocks of a function and inlines the functions that it calls.
//!
//! Blocks are visited in reverse post-order, so that every operand but those of phis has been imported when
//! it is used. Phis become block parameters; edges and terminators are made when the whole function is
//! imported and all values are known.

use super::Importer;
use super::debug::next_source;
use super::forms::Forms;
use super::frame::{Continuation, Frame, Returns, Search, nothing};
use super::members::{Aggregates, Members};
use crate::bitcode::module as bc;
use crate::error::{Error, Result};
use crate::ir::{Block, Edge, Flags, Op, Terminator, Type, Value};
use crate::limits;
use rustc_hash::FxHashMap;

/// An argument of a call.
enum Argument {
    Value(Value),
    Struct(Members),
}

impl<'a> Importer<'a> {
    /// Imports `body` as the entry point that gets `arguments`, with everything that it calls.
    pub fn run(&mut self, body: &'a bc::Body, arguments: Vec<Value>) -> Result<()> {
        let entry = self.func.add_block();
        self.cursor.block = entry;
        let arguments = arguments.into_iter().map(Argument::Value).collect();
        self.push_frame(body, entry, arguments, None)?;
        self.walk()
    }

    /// Imports `body`, which takes and returns nothing, from block `entry` on; its returns lead to `after`.
    pub fn phase(&mut self, body: &'a bc::Body, entry: Block, after: Block) -> Result<()> {
        let continuation = Continuation {
            block: after,
            returns: Returns::Nothing,
        };
        self.push_frame(body, entry, Vec::new(), Some(continuation))?;
        self.walk()
    }

    /// Imports the functions that have begun, with everything that they call.
    fn walk(&mut self) -> Result<()> {
        'frames: while let Some(frame) = self.frames.last_mut() {
            let Some(&block) = frame.order.get(frame.cursor) else {
                self.finish_frame()?;
                continue;
            };
            let body = frame.body;
            let range = body.blocks.get(block as usize).cloned().unwrap_or(0..0);
            let start = match frame.next {
                Some(index) => index,
                None => {
                    if let Some(start) = frame.starts[block as usize] {
                        self.cursor.block = start;
                        // Most instructions become one.
                        let count = range.end.saturating_sub(range.start) as usize;
                        let insts = &mut self.func.blocks[start].insts;
                        if insts.capacity() == 0 {
                            *insts = self.memory.ir.list();
                        }
                        insts.reserve(count);
                    }
                    range.start
                }
            };
            // The terminator is the last instruction; it is made when the frame finishes.
            let end = range.end.saturating_sub(1).max(start);
            let depth = self.frames.len();
            self.note_origin(body, start, next_source(self.cursor.source));
            let insts = body.insts.get(start as usize..end as usize).unwrap_or(&[]);
            // What is made of phis comes behind all of them.
            let mut begins = start == range.start;
            if begins && self.extensions.is_some() {
                self.come_to_block(block);
            }
            for (index, inst) in (start..).zip(insts) {
                if begins && !matches!(inst.kind, bc::InstKind::Phi { .. }) {
                    self.keep_shares_at(block)?;
                    begins = false;
                }
                self.charge(1)?;
                self.cursor.source = next_source(self.cursor.source);
                self.note_location(body, index);
                self.instruction(body, index, inst)
                    .map_err(|e| self.locate(e, body, block, index, inst))?;
                // A call is gone into, and then come back from.
                if self.frames.len() != depth {
                    self.follows = (body.function.0, index + 1);
                    if let Some(frame) = self.frames.get_mut(depth - 1) {
                        frame.next = Some(index + 1);
                    }
                    continue 'frames;
                }
            }
            if begins {
                self.keep_shares_at(block)?;
            }
            self.follows = (body.function.0, end.wrapping_add(1));
            self.cursor.source = next_source(self.cursor.source);
            if let Some(frame) = self.frames.last_mut() {
                frame.ends[block as usize] = Some((self.cursor.block, self.cursor.source));
                frame.cursor += 1;
                frame.next = None;
            }
            self.note_location(body, end);
        }
        Ok(())
    }

    /// Counts instructions, or work that takes as long.
    pub fn charge(&mut self, instructions: usize) -> Result<()> {
        self.budget = self.budget.checked_sub(instructions).ok_or_else(|| {
            Error::limit(format!(
                "more than {} instructions after inlining",
                limits::MAX_INSTRUCTIONS
            ))
        })?;
        Ok(())
    }

    #[cold]
    fn locate(&self, error: Error, body: &bc::Body, block: u32, index: u32, inst: &bc::Inst) -> Error {
        let function = self
            .llvm
            .functions
            .get(body.function)
            .map_or("", |f| self.llvm.text(f.name));
        error
            .in_part("DXIL")
            .at_bit(u64::from(inst.bit_offset))
            .in_function(function)
            .in_block(block)
            .at_instruction(self.describe(inst, index))
            .listed_at(body.function.0, index)
    }

    #[cold]
    fn describe(&self, inst: &bc::Inst, index: u32) -> String {
        match inst.kind {
            bc::InstKind::Call { callee, .. } => {
                let name = self.llvm.functions.get(callee);
                let name = name.map_or("?", |f| self.llvm.text(f.name));
                format!("call {name} #{index}")
            }
            kind => {
                let text = format!("{kind:?}");
                let end = text.find([' ', '{', '(']).unwrap_or(text.len());
                format!("{} #{index}", text.get(..end).unwrap_or_default().to_lowercase())
            }
        }
    }

    /// Starts inlining `callee`; instructions go on in its entry block.
    pub fn call(&mut self, callee: bc::FuncId, args: &[bc::ValueId], inst: &bc::Inst) -> Result<()> {
        let llvm = self.llvm;
        let name = llvm.functions.get(callee).map_or("", |f| llvm.text(f.name));
        let body = llvm
            .functions
            .get(callee)
            .and_then(|f| llvm.bodies.get(f.body? as usize))
            .ok_or_else(|| Error::unsupported(format!("call of external function {name}")))?;
        if self.frames.iter().any(|frame| frame.body.function == callee) {
            return Err(Error::unsupported(format!(
                "recursion: {name} is called while it runs"
            )));
        }
        if self.frames.len() >= limits::MAX_CALL_NESTING {
            return Err(
                Error::limit(format!("levels of calls, down to {name}")).beyond(limits::MAX_CALL_NESTING)
            );
        }
        if body.arguments as usize != args.len() {
            return Err(Error::malformed(format!(
                "call of {name} with a wrong number of arguments"
            )));
        }
        let mut values = Vec::with_capacity(args.len());
        for &arg in args {
            values.push(match self.struct_members(self.llvm_value_ty(arg)?)? {
                Some(_) if !self.is_one_value(arg) => Argument::Struct(self.members(arg)?),
                _ => Argument::Value(self.value_or_pointer(arg)?),
            });
        }
        let entry = self.func.add_block();
        let after = self.func.add_block();
        self.terminate(Terminator::Branch(Edge::to(entry)));
        let returns = if let Some(types) = self.struct_members(inst.ty)? {
            let members = self.each_member(inst, types, |this, _, ty| this.params(after, ty))?;
            self.define_members(inst, &members);
            Returns::Struct(self.used_members(inst))
        } else {
            let ty = self.ty(inst.ty)?;
            if ty == Type::VOID {
                Returns::Nothing
            } else {
                let param = self.params(after, inst.ty)?;
                let before = std::mem::replace(&mut self.cursor.block, after);
                let value = self.of_token(inst.ty, param)?;
                self.cursor.block = before;
                self.define(inst, value);
                Returns::Value
            }
        };
        for index in 0..self.func.blocks[after].params.len() {
            let param = self.func.blocks[after].params[index];
            self.func.insts[param].source = self.cursor.source;
        }
        let continuation = Continuation {
            block: after,
            returns,
        };
        self.push_frame(body, entry, values, Some(continuation))
    }

    fn push_frame(
        &mut self,
        body: &'a bc::Body,
        entry: Block,
        args: Vec<Argument>,
        continuation: Option<Continuation>,
    ) -> Result<()> {
        // A body that is called often is looked through as often, what nothing in it reaches included.
        self.charge((body.insts.len() + body.values.len()) >> 4)?;
        let result_used = match continuation.map(|c| c.returns) {
            Some(Returns::Struct(used)) => used,
            _ => 0,
        };
        let lists = self.memory.lists.pop().unwrap_or_default();
        let mut aggregates = Aggregates::new(self.llvm, body, result_used, lists.aggregates);
        let order = reverse_post_order(body, lists.order, &mut self.memory.search);
        let mut values = nothing(lists.values, body.values.len());
        for (local, arg) in args.into_iter().enumerate() {
            match arg {
                Argument::Value(value) => {
                    if let Some(slot) = values.get_mut(local) {
                        *slot = Some(value);
                    }
                }
                Argument::Struct(members) => aggregates.define(local as u32, &members),
            }
        }
        let mut starts = nothing(lists.starts, body.blocks.len());
        for (position, &block) in order.iter().enumerate() {
            // A block that is branched to may not be the entry block of an IR function: it has no edges.
            let start = if position == 0 {
                entry
            } else {
                self.func.add_block()
            };
            starts[block as usize] = Some(start);
        }
        // What becomes of the body as a rule: few instructions more, with two operands each.
        let count = body.insts.len();
        self.func.insts.reserve(count + count / 4 + 16);
        self.func.pool.reserve(count * 2 + 32);
        let has_edges_to_entry = order.iter().any(|&b| {
            let mut found = false;
            successors(body, b, |s| found |= s == 0);
            found
        });
        if has_edges_to_entry {
            return Err(Error::malformed("a branch to the entry block"));
        }
        let forms = match self.device_waves() {
            Some(_) => self.matrix_forms(body, &order)?,
            None => Forms::default(),
        };
        let tiles = self.add_phi_params(body, &order, &starts, &mut values, &mut aggregates, &forms)?;
        let ends = nothing(lists.ends, body.blocks.len());
        let straight = match self.extensions.is_some() {
            true => straight_blocks(body, &order),
            false => Vec::new(),
        };
        let called_at = continuation.and_then(|_| self.module.debug.location(self.cursor.source));
        self.frames.push(Frame {
            body,
            values,
            aggregates,
            order,
            cursor: 0,
            next: None,
            starts,
            ends,
            called_at,
            continuation,
            forms,
            tiles,
            words: FxHashMap::default(),
            straight,
        });
        Ok(())
    }

    /// Records the value of an instruction's result.
    #[inline]
    pub fn define(&mut self, inst: &bc::Inst, value: Value) {
        if let Some(frame) = self.frames.last_mut()
            && let Some(result) = inst.result
            && let Some(slot) = result
                .0
                .checked_sub(frame.body.first_value)
                .and_then(|local| frame.values.get_mut(local as usize))
        {
            *slot = Some(value);
        }
    }

    /// Whether instruction `index` carries metadata `name`.
    pub fn has_attachment(&self, body: &bc::Body, index: u32, name: &str) -> bool {
        if body.attachments.is_empty() {
            return false;
        }
        let start = body.attachments.partition_point(|a| a.0 < index);
        body.attachments
            .get(start..)
            .unwrap_or(&[])
            .iter()
            .take_while(|a| a.0 == index)
            .any(|a| self.llvm.metadata_kind(a.1) == Some(name))
    }

    /// Ends the current block, by the instruction being imported.
    pub fn terminate(&mut self, terminator: Terminator) {
        let block = &mut self.func.blocks[self.cursor.block];
        block.terminator = terminator;
        block.source = self.cursor.source;
    }

    /// Ends the current block with a conditional jump around `then`, which `fill` fills.
    pub fn conditional(&mut self, condition: Value, fill: impl FnOnce(&mut Self)) {
        let then = self.func.add_block();
        let after = self.func.add_block();
        self.terminate(Terminator::CondBranch {
            condition,
            if_true: Edge::to(then),
            if_false: Edge::to(after),
        });
        self.cursor.block = then;
        fill(self);
        self.terminate(Terminator::Branch(Edge::to(after)));
        self.cursor.block = after;
    }

    /// `condition ? bits : 0` of an integer type.
    pub fn bool_to_int(&mut self, condition: Value, ty: Type, bits: u64) -> Value {
        let scalar = self.module.types.scalar(ty);
        let one = self.module.scalar(scalar, bits);
        let (one, zero) = (self.splat(one, ty), self.module.null(ty));
        self.emit(Op::Select, Flags::NONE, ty, &[condition, one, zero])
    }
}

/// Calls `f` with each successor of a block.
pub fn successors(body: &bc::Body, block: u32, mut f: impl FnMut(u32)) {
    match body.block(block as usize).last().map(|i| i.kind) {
        Some(bc::InstKind::Br { target }) => f(target),
        Some(bc::InstKind::CondBr {
            if_true, if_false, ..
        }) => {
            f(if_true);
            f(if_false);
        }
        Some(bc::InstKind::Switch { default, cases, .. }) => {
            f(default);
            for pair in cases.of(&body.words).chunks_exact(2) {
                f(pair[1] as u32);
            }
        }
        _ => {}
    }
}

/// The blocks that the entry reaches, in reverse post-order, in the memory of a list.
fn reverse_post_order(body: &bc::Body, mut order: Vec<u32>, search: &mut Search) -> Vec<u32> {
    order.clear();
    if body.blocks.len() == 1 {
        order.push(0);
        return order;
    }
    let Search { visited, stack } = search;
    visited.clear();
    visited.resize(body.blocks.len(), false);
    order.reserve(body.blocks.len());
    // A block is pushed twice: to be entered, and to be left after its successors.
    stack.clear();
    stack.push((0, false));
    while let Some((block, leave)) = stack.pop() {
        if leave {
            order.push(block);
            continue;
        }
        match visited.get_mut(block as usize) {
            Some(seen) if !*seen => *seen = true,
            _ => continue,
        }
        stack.push((block, true));
        successors(body, block, |s| stack.push((s, false)));
    }
    order.reverse();
    order
}

/// By block, whether it goes on only where the one before it in `order` ends.
fn straight_blocks(body: &bc::Body, order: &[u32]) -> Vec<bool> {
    let mut edges = vec![0u32; body.blocks.len()];
    for &block in order {
        successors(body, block, |next| {
            if let Some(count) = edges.get_mut(next as usize) {
                *count += 1;
            }
        });
    }
    let mut straight = vec![false; body.blocks.len()];
    for pair in order.windows(2) {
        let &[before, block] = pair else { continue };
        let last = body.block(before as usize).last().map(|inst| inst.kind);
        let goes_on = matches!(last, Some(bc::InstKind::Br { target }) if target == block);
        if let (Some(straight), Some(1)) = (straight.get_mut(block as usize), edges.get(block as usize)) {
            *straight = goes_on;
        }
    }
    straight
}

/// The one return of a function, where it has one that its last block is.
pub fn only_return(body: &bc::Body, order: &[u32]) -> Option<Option<bc::ValueId>> {
    let returns = |&block: &u32| match body.block(block as usize).last()?.kind {
        bc::InstKind::Ret { value } => Some(value),
        _ => None,
    };
    let (last, before) = order.split_last()?;
    let value = returns(last)?;
    before
        .iter()
        .all(|block| returns(block).is_none())
        .then_some(value)
}
