//! Stage 5: definitions dominate uses again.
//!
//! On entry: each use of a value was dominated by its definition before edges were sent through common blocks. On
//! exit: it is again, in the graph as it is now. Blocks where paths with and without the definition meet get a
//! parameter; paths that do not come from the definition pass undef, since a use after them is never reached.
//! Only blocks between definition and use get parameters. A value that would need many goes through a variable
//! instead, one store and a load in each block that uses it: so repair adds in proportion to definitions and uses.
//!
//! ```text
//! bb1: %1 = ..; br bb9(5)           bb1: %1 = ..; br bb9(5, %1)
//! bb2: br bb9(6)               ==>  bb2: br bb9(6, undef)
//! bb9(%s): condbr %s == 5, bb5, bb6 bb9(%s, %2): condbr %s == 5, bb5, bb6
//! bb5: use %1                       bb5: use %2
//! ```
//! Pointers to logical memory, images and samplers cannot be parameters: the few instructions that make them are
//! repeated where they are used.
//!
//! A path from a definition to a use that goes through a back edge either meets the definition again or cannot
//! be taken, because without the common blocks the definition dominates the use. So back edges pass undef, and
//! one walk in reverse post-order settles every block.

use super::values::{Places, is_phi_type, selectable};
use crate::analysis::cfg::{Cfg, UNREACHABLE};
use crate::analysis::dominators::{Dominators, Graph};
use crate::entity::{EntityId, IdVec, ListRef};
use crate::error::Error;
use crate::ir::{Block, Flags, Function, Inst, Module, Op, StorageClass, Type, TypeData, Value};
use rustc_hash::FxHashMap;

/// Where an operand stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// Argument number of an instruction.
    Inst(Inst, u32),
    /// The terminator's own operand.
    Terminator,
    /// Argument number of the terminator's edge number.
    Edge(u32, u32),
}

/// A use that its definition does not dominate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Use {
    value: Inst,
    block: Block,
    place: Place,
}

struct Repair<'a> {
    module: &'a mut Module,
    function: &'a mut Function,
    cfg: Cfg,
    dominators: Dominators,
    /// The block of each instruction and parameter.
    block_of: IdVec<Inst, Option<Block>>,
    uses: Vec<Use>,
    /// What stands at the operands of `uses` that are settled.
    settled: Vec<(Use, Value)>,
    /// Per block, parameters to add and for each the argument of each predecessor.
    added: FxHashMap<Block, Vec<(Inst, Vec<Value>)>>,
    /// Stores to put behind definitions: the definition's block, the definition, the store.
    stores: Vec<(Block, Inst, Inst)>,
    /// Loads to put at the start of blocks.
    loads: Vec<(Block, Inst)>,
}

/// A value goes through a variable when it needs more parameters than this, and more than twice the blocks
/// that use it.
const MAX_PARAMS: usize = 3;
/// How many blocks between definition and use are looked at before it does, for each parameter that it may have.
const BLOCKS_PER_PARAM: usize = 64;

/// Makes definitions dominate their uses. Returns where values are made, if that is known.
pub fn run(module: &mut Module, function: &mut Function) -> Result<Option<Places>, Error> {
    let (cfg, dominators, block_of) = Places::of_graph(Graph::new(function)).into_parts(function);
    let mut repair = Repair {
        module,
        function,
        cfg,
        dominators,
        block_of,
        uses: Vec::new(),
        settled: Vec::new(),
        added: FxHashMap::default(),
        stores: Vec::new(),
        loads: Vec::new(),
    };
    repair.find_uses();
    if repair.uses.is_empty() {
        let Repair {
            cfg,
            dominators,
            block_of,
            ..
        } = repair;
        return Ok(Some((cfg, dominators, block_of).into()));
    }
    repair.repeat_addresses()?;
    repair.rebuild();
    repair.write();
    Ok(None)
}

impl Repair<'_> {
    fn is_broken(&self, value: Value, block: Block) -> Option<Inst> {
        let inst = value.as_inst()?;
        let defined = self.block_of[inst]?;
        (defined != block && !self.dominators.dominates(defined, block)).then_some(inst)
    }

    fn find_uses(&mut self) {
        let mut uses = Vec::new();
        for &block in self.cfg.order() {
            let data = &self.function.blocks[block];
            let mut check = |value: Value, place: Place| {
                if let Some(value) = self.is_broken(value, block) {
                    uses.push(Use { value, block, place });
                }
            };
            for &inst in &data.insts {
                for (index, &value) in self.function.args(inst).iter().enumerate() {
                    check(value, Place::Inst(inst, index as u32));
                }
            }
            if let Some(value) = data.terminator.operand() {
                check(value, Place::Terminator);
            }
            let mut slot = 0;
            data.terminator.for_each_edge(|edge| {
                for (index, &value) in self.function.edge_args(edge).iter().enumerate() {
                    check(value, Place::Edge(slot, index as u32));
                }
                slot += 1;
            });
        }
        self.uses = uses;
    }

    /// Repeats, in the blocks that use them, the instructions whose results cannot be parameters.
    fn repeat_addresses(&mut self) -> Result<(), Error> {
        let mut work = std::mem::take(&mut self.uses);
        work.reverse();
        // The copy of each instruction in each block.
        let mut copies: FxHashMap<(Inst, Block), Inst> = FxHashMap::default();
        // Copies to put at the start of each block; operands come after the copies that use them.
        let mut starts: FxHashMap<Block, Vec<Inst>> = FxHashMap::default();
        while let Some(item) = work.pop() {
            let data = self.function.insts[item.value];
            let is_phi = is_phi_type(self.module, data.ty);
            if is_phi && !(self.is_pointer(item.value) && may_repeat(data.op, true)) {
                self.uses.push(item);
                continue;
            }
            if !may_repeat(data.op, self.is_pointer(item.value)) {
                return Err(Error::unsupported(format!(
                    "control flow that needs a phi of a resource or logical pointer ({})",
                    data.op
                ))
                .in_function(self.function.name.clone())
                .in_block(item.block.0));
            }
            let copy = if let Some(&copy) = copies.get(&(item.value, item.block)) {
                copy
            } else {
                let args = self.function.args(item.value).to_vec();
                let copy = self
                    .function
                    .make_inst(data.op, data.flags, data.ty, &args, data.imm);
                self.function.insts[copy].source = data.source;
                let made = self.block_of.push(Some(item.block));
                debug_assert_eq!(made, copy);
                copies.insert((item.value, item.block), copy);
                starts.entry(item.block).or_default().push(copy);
                for (index, &arg) in args.iter().enumerate() {
                    if let Some(value) = self.is_broken(arg, item.block) {
                        let place = Place::Inst(copy, index as u32);
                        let block = item.block;
                        work.push(Use { value, block, place });
                    }
                }
                copy
            };
            self.settled.push((item, copy.into()));
        }
        let mut operands: FxHashMap<Inst, Vec<Inst>> = FxHashMap::default();
        for (item, value) in &self.settled {
            if let (Place::Inst(user, _), Some(copy)) = (item.place, value.as_inst()) {
                operands.entry(user).or_default().push(copy);
            }
        }
        // In no particular order, but each block on its own.
        for (block, copies) in starts {
            let mut insts = in_operand_order(&copies, &operands);
            insts.append(&mut self.function.blocks[block].insts);
            self.function.blocks[block].insts = insts;
        }
        Ok(())
    }

    fn is_pointer(&self, inst: Inst) -> bool {
        let ty = self.function.insts[inst].ty;
        matches!(self.module.types.get(ty), TypeData::Pointer { .. })
    }

    /// Finds for each broken use what to use instead, and the parameters that this needs.
    fn rebuild(&mut self) {
        let mut uses = std::mem::take(&mut self.uses);
        uses.sort();
        let count = self.cfg.block_count();
        // The value at the start of a block, where `known_for` is the current definition (plus one).
        let mut value_at: Vec<Option<Value>> = vec![None; count];
        let mut known_for = vec![0u32; count];
        let mut between: Vec<Block> = Vec::new();
        // Parameters that the current definition needs, with the argument of each predecessor.
        let mut new: Vec<(Block, Inst, Vec<Value>)> = Vec::new();
        for uses in uses.chunk_by(|a, b| a.value == b.value) {
            let inst = uses[0].value;
            let Some(defined) = self.block_of[inst] else {
                continue;
            };
            let from = self.cfg.position(defined);
            let stamp = inst.0 + 1;
            between.clear();
            let mut visit = |block: Block, between: &mut Vec<Block>| {
                let position = self.cfg.position(block);
                if position > from
                    && position != UNREACHABLE
                    && known_for[block.index()] != stamp
                    && !self.dominators.dominates(defined, block)
                {
                    known_for[block.index()] = stamp;
                    value_at[block.index()] = None;
                    between.push(block);
                }
            };
            for item in uses {
                visit(item.block, &mut between);
            }
            let use_blocks = between.len();
            let most = MAX_PARAMS.max(2 * use_blocks);
            let storable = selectable(self.module, self.function.insts[inst].ty);
            let mut next = 0;
            while let Some(&block) = between.get(next) {
                next += 1;
                if storable && next > use_blocks + most * BLOCKS_PER_PARAM {
                    break;
                }
                for &pred in self.cfg.preds(block) {
                    if self.cfg.position(pred) < self.cfg.position(block) {
                        visit(pred, &mut between);
                    }
                }
            }
            let mut complete = next == between.len();
            if complete {
                between.sort_by_key(|&block| self.cfg.position(block));
                new.clear();
                for &block in &between {
                    value_at[block.index()] = self.meet(inst, defined, block, &mut new, |pred| {
                        (known_for[pred.index()] == stamp).then(|| value_at[pred.index()])?
                    });
                    if storable && new.len() > most {
                        complete = false;
                        break;
                    }
                }
            }
            if !complete {
                self.through_variable(inst, defined, uses);
                continue;
            }
            for (block, param, args) in new.drain(..) {
                self.added.entry(block).or_default().push((param, args));
            }
            let undef = self.module.undef(self.function.insts[inst].ty);
            for item in uses {
                let value = (known_for[item.block.index()] == stamp)
                    .then(|| value_at[item.block.index()])
                    .flatten();
                self.settled.push((*item, value.unwrap_or(undef)));
            }
        }
    }

    /// The value of `inst` at the start of `block`, which its definition does not dominate; a new parameter when
    /// values meet there. `None` for undef.
    fn meet(
        &mut self,
        inst: Inst,
        defined: Block,
        block: Block,
        new: &mut Vec<(Block, Inst, Vec<Value>)>,
        value_at: impl Fn(Block) -> Option<Value>,
    ) -> Option<Value> {
        let at_end = |pred: Block| {
            if self.cfg.position(pred) >= self.cfg.position(block) {
                None
            } else if self.dominators.dominates(defined, pred) {
                Some(Value::from(inst))
            } else {
                value_at(pred)
            }
        };
        let mut only = None;
        let mut several = false;
        for &pred in self.cfg.preds(block) {
            if let Some(value) = at_end(pred) {
                several |= only.is_some_and(|only| only != value);
                only = Some(value);
            }
        }
        let only = only?;
        let made_at = only.as_inst().and_then(|inst| self.block_of[inst]);
        if !several && made_at.is_some_and(|made_at| self.dominators.dominates(made_at, block)) {
            return Some(only);
        }
        let ty = self.function.insts[inst].ty;
        let undef = self.module.undef(ty);
        let args = (self.cfg.preds(block).iter())
            .map(|&pred| at_end(pred).unwrap_or(undef))
            .collect();
        // Not a parameter of the block yet: the arguments of all are written at once.
        let param = self.function.make_inst(Op::Param, Flags::NONE, ty, &[], 0);
        self.function.insts[param].source = self.function.insts[inst].source;
        self.block_of.push(Some(block));
        new.push((block, param, args));
        Some(param.into())
    }

    /// Gives a value a variable: stored where it is defined, loaded in each block that uses it. Between the two,
    /// its definition is not executed again, or the use would mean the later one.
    fn through_variable(&mut self, inst: Inst, defined: Block, uses: &[Use]) {
        let ty = self.function.insts[inst].ty;
        let variable = self.module.add_global("", StorageClass::Function, ty);
        self.function.locals.push(variable);
        let operands = [variable.into(), inst.into()];
        let store = self
            .function
            .make_inst(Op::Store, Flags::NONE, Type::VOID, &operands, 0);
        self.function.insts[store].source = self.function.insts[inst].source;
        self.block_of.push(Some(defined));
        self.stores.push((defined, inst, store));
        for uses in uses.chunk_by(|a, b| a.block == b.block) {
            let block = uses[0].block;
            let load = self
                .function
                .make_inst(Op::Load, Flags::NONE, ty, &[variable.into()], 0);
            self.function.insts[load].source = self.function.insts[inst].source;
            self.block_of.push(Some(block));
            self.loads.push((block, load));
            self.settled.extend(uses.iter().map(|&item| (item, load.into())));
        }
    }

    /// Writes operands, parameters and arguments.
    fn write(&mut self) {
        // Operand lists may be shared between instructions or edges: each changed one becomes its own.
        let mut owned: FxHashMap<(Block, Option<Inst>, u32), ()> = FxHashMap::default();
        let mut on_edges: Vec<(Block, u32, u32, Value)> = Vec::new();
        for &(item, value) in &self.settled {
            match item.place {
                Place::Terminator => {
                    if let Some(operand) = self.function.blocks[item.block].terminator.operand_mut() {
                        *operand = value;
                    }
                }
                Place::Inst(inst, index) => {
                    if owned.insert((item.block, Some(inst), 0), ()).is_none() {
                        let args = self.function.args(inst).to_vec();
                        self.function.insts[inst].args = ListRef::append(&mut self.function.pool, args);
                    }
                    self.function.args_mut(inst)[index as usize] = value;
                }
                Place::Edge(slot, index) => on_edges.push((item.block, slot, index, value)),
            }
        }
        on_edges.sort_unstable();
        let Function { blocks, pool, .. } = &mut *self.function;
        for changes in on_edges.chunk_by(|a, b| a.0 == b.0) {
            let mut changes = changes.iter().peekable();
            let mut number = 0;
            blocks[changes.peek().map_or(Block(0), |change| change.0)]
                .terminator
                .for_each_edge_mut(|edge| {
                    if changes.peek().is_some_and(|change| change.1 == number) {
                        let args = edge.args.of(pool).to_vec();
                        edge.args = ListRef::append(pool, args);
                    }
                    while let Some(&(_, _, index, value)) = changes.next_if(|change| change.1 == number) {
                        pool[edge.args.range()][index as usize] = value;
                    }
                    number += 1;
                });
        }
        self.write_params();
        self.write_variables();
    }

    /// Adds the new parameters to blocks, and their arguments to edges.
    fn write_params(&mut self) {
        if self.added.is_empty() {
            return;
        }
        let Function { blocks, pool, .. } = &mut *self.function;
        for &block in self.cfg.order() {
            blocks[block].terminator.for_each_edge_mut(|edge| {
                let Some(params) = self.added.get(&edge.block) else {
                    return;
                };
                // Predecessors are listed in this order.
                let position = |pred: &Block| self.cfg.position(*pred);
                let preds = self.cfg.preds(edge.block);
                let index = preds.partition_point(|pred| position(pred) < position(&block));
                let mut args = edge.args.of(pool).to_vec();
                args.extend(params.iter().filter_map(|(_, values)| values.get(index)));
                edge.args = ListRef::append(pool, args);
            });
        }
        for (&block, params) in &self.added {
            blocks[block]
                .params
                .extend(params.iter().map(|(param, _)| *param));
        }
    }

    /// Puts stores behind definitions and loads at the start of blocks.
    fn write_variables(&mut self) {
        self.stores.sort_unstable();
        for stores in self.stores.chunk_by(|a, b| a.0 == b.0) {
            let store_of: FxHashMap<Inst, Inst> =
                stores.iter().map(|&(_, inst, store)| (inst, store)).collect();
            let data = &mut self.function.blocks[stores[0].0];
            let mut insts = Vec::with_capacity(data.insts.len() + stores.len());
            insts.extend(data.params.iter().filter_map(|param| store_of.get(param)));
            for &inst in &data.insts {
                insts.push(inst);
                insts.extend(store_of.get(&inst));
            }
            data.insts = insts;
        }
        self.loads.sort_unstable();
        for loads in self.loads.chunk_by(|a, b| a.0 == b.0) {
            let data = &mut self.function.blocks[loads[0].0];
            let mut insts: Vec<Inst> = loads.iter().map(|&(_, load)| load).collect();
            insts.append(&mut data.insts);
            data.insts = insts;
        }
    }
}

/// `copies` in an order in which operands come first, without recursion.
fn in_operand_order(copies: &[Inst], operands: &FxHashMap<Inst, Vec<Inst>>) -> Vec<Inst> {
    let mut done: FxHashMap<Inst, bool> = FxHashMap::default();
    let mut result = Vec::with_capacity(copies.len());
    let mut stack: Vec<Inst> = copies.iter().rev().copied().collect();
    while let Some(&inst) = stack.last() {
        match done.get(&inst) {
            None => {
                done.insert(inst, false);
                let before = operands.get(&inst).map_or(&[][..], Vec::as_slice);
                stack.extend(before.iter().filter(|operand| !done.contains_key(operand)));
            }
            Some(false) => {
                done.insert(inst, true);
                result.push(inst);
                stack.pop();
            }
            Some(true) => {
                stack.pop();
            }
        }
    }
    result
}

/// Whether an instruction that makes an address or resource may be repeated where its operands are available.
/// Resources are loaded from descriptors, which do not change; pointers may be loaded from memory that does.
fn may_repeat(op: Op, is_pointer: bool) -> bool {
    use Op::*;
    match op {
        AccessChain | AddressToPointer | SampledImage | ImageTexelPointer | Handle | HeapHandle => true,
        Load => !is_pointer,
        _ => false,
    }
}
