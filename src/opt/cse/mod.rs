//! What is computed once is not computed again: common subexpressions, loads included, and what ranges of numbers make
//! superfluous.
//!
//! Expects any valid function. Guarantees that of two instructions that give the same value, one of them in a place that
//! the other dominates, one is left; the other's uses are uses of it. What is not used any more is left behind for
//! [`dce`](super::dce). Keeps the blocks but for those that are never reached.
//!
//! ```text
//! %3 = umin %2, i32 1000          %3 = umin %2, i32 1000
//! %4 = shl %3, i32 2              %4 = shl %3, i32 2
//! %5 = umin %2, i32 1000    =>    %9 = iadd %4, %4
//! %6 = shl %5, i32 2
//! %9 = iadd %4, %6
//! ```
//!
//! One walk in reverse post-order: operands come before their uses, whatever dominates a block comes before it. A table
//! holds the last instruction of each kind; one that does not dominate its equal gives way to it. So the time is that of
//! the walk, and what is missed is at most an expression of two branches that a third block behind both of them computes.
//!
//! | file | concern |
//! |---|---|
//! | this one | the walk |
//! | `table` | which instruction gives the same value |
//! | `memory` | loads: what may have changed since the last one; loads of components that become one of a vector |
//! | `state` | what the walk keeps |
//! | `simplify` | instructions that are one of their operands, or a constant |
//! | `combine` | instructions that become cheaper ones |
//! | `bounds` | from which number on, and up to which, one may be |
//! | `range` | the least and the largest number that a value may be |
//! | `floats` | likewise of floats |
//! | `tables` | likewise of what is loaded from arrays of constants |
//! | `induction` | likewise of block parameters, counters of loops among them |
//! | `branches` | likewise in the blocks that one way of a branch alone leads to |
//! | `conditions` | the comparisons that hold where a branch goes one way |
//! | `facts` | what is known there |

mod bounds;
mod branches;
mod combine;
mod conditions;
mod facts;
mod floats;
mod induction;
mod memory;
mod range;
mod simplify;
mod state;
mod table;
mod tables;
#[cfg(test)]
mod tests;

use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Graph;
use crate::analysis::params::Incoming;
use crate::effects::Memory;
use crate::entity::{EntityId, ListRef};
use crate::ir::{
    Block, Flags, Func, Function, Inst, Module, Op, Replacements, Terminator, Type, Value, effects_of,
    loaded_from,
};
use facts::Facts;
use range::Ranges;
use rustc_hash::{FxHashMap, FxHasher};
use simplify::Rules;
use state::{Loads, NOT_YET, Pass, Prefix, UNCHANGED};
use std::hash::Hasher;
use table::Table;

/// What the pass has found out of a function.
#[derive(Debug, Default)]
pub struct Left {
    /// The graph, if it is known.
    pub graph: Option<Graph>,
    /// Whether there may be stores to components that may be of the whole vector.
    pub wide_stores: bool,
}

/// Runs the pass. `graph` is that of the function, if it is known.
pub fn cse(module: &mut Module, func: Func, graph: Option<Graph>) -> Left {
    let mut function = std::mem::take(&mut module.functions[func]);
    let left = run(module, &mut function, graph);
    module.functions[func] = function;
    left
}

fn run(module: &mut Module, function: &mut Function, graph: Option<Graph>) -> Left {
    if function.layout.is_empty() {
        return Left::default();
    }
    debug_assert!(graph.as_ref().is_none_or(|graph| graph.is_of(function)));
    let (cfg, dominators) = graph.unwrap_or_else(|| Graph::new(function)).into_parts();
    let count = function.insts.len();
    let mut pass = Pass {
        ranges: Ranges::new(module),
        incoming: Incoming::of(function, &cfg),
        facts: Facts::default(),
        module,
        function,
        cfg: &cfg,
        dominators,
        replaced: Replacements::with_capacity(count),
        place: vec![NOT_YET; count],
        table: Table::with_capacity(count),
        loads: Loads::new(cfg.block_count()),
        folded: false,
        turned: false,
        wide_stores: false,
    };
    for &block in cfg.order() {
        pass.block(block);
    }
    let (folded, turned) = (pass.folded, pass.turned);
    let all = cfg.order().len() == pass.function.layout.len();
    let wide_stores = pass.wide_stores || !all;
    let prefixes = pass.loads.take_prefixes();
    let (mut replaced, dominators) = (pass.replaced, pass.dominators);
    // The walk looks at uses after their definitions, so at all of them in blocks that it comes to.
    if all {
        replaced.apply_to_debug_values(function);
    } else {
        replaced.apply(function);
    }
    memory::insert(function, &prefixes);
    if folded {
        let cfg = Cfg::new(function);
        function.layout.retain(|&block| cfg.is_reachable(block));
    }
    Left {
        graph: (!folded && !turned).then(|| (cfg, dominators).into()),
        wide_stores,
    }
}

impl Pass<'_> {
    fn block(&mut self, block: Block) {
        let cfg = self.cfg;
        self.loads.enter(cfg, block);
        self.params(block);
        self.bound_params(cfg, block);
        let mut insts = std::mem::take(&mut self.function.blocks[block].insts);
        let mut kept = 0;
        for at in 0..insts.len() {
            let inst = insts[at];
            if !self.instruction(block, inst) {
                insts[kept] = inst;
                kept += 1;
            }
        }
        insts.truncate(kept);
        let data = &mut self.function.blocks[block];
        data.insts = insts;
        self.loads.leave(block);
        if let Some(value) = data.terminator.operand_mut() {
            *value = self.replaced.resolve(*value);
        }
        let Self {
            function, replaced, ..
        } = self;
        let Function { blocks, pool, .. } = &mut **function;
        blocks[block].terminator.for_each_edge(|edge| {
            if let Some(args) = pool.get_mut(edge.args.range()) {
                for value in args {
                    *value = replaced.resolve(*value);
                }
            }
        });
        self.fold_branch(block);
    }

    /// Parameters that every edge gives the same value are that value.
    fn params(&mut self, block: Block) {
        for position in 0..self.function.blocks[block].params.len() {
            let param = self.function.blocks[block].params[position];
            self.place[param.index()] = block;
            let mut only = None;
            let mut several = false;
            for list in self.incoming.of_block(block) {
                let Some(&value) = list.of(&self.function.pool).get(position) else {
                    return;
                };
                let value = self.replaced.resolve(value);
                if value != param.into() && only.replace(value).is_some_and(|other| other != value) {
                    several = true;
                    break;
                }
            }
            if let (Some(value), false) = (only, several)
                && self.is_before(value, block)
            {
                self.replaced.insert(param, value);
            }
        }
        self.equal_params(block);
    }

    /// A parameter that every edge gives what it gives an earlier one is that one.
    fn equal_params(&mut self, block: Block) {
        let count = self.function.blocks[block].params.len();
        // The arguments of a function come from no edge.
        if count < 2 || self.incoming.of_block(block).is_empty() {
            return;
        }
        let resolved = |this: &Self, list: ListRef, position: usize| {
            let value = list.of(&this.function.pool).get(position);
            value.map(|&value| this.replaced.resolve(value))
        };
        let mut first: FxHashMap<u64, usize> = FxHashMap::default();
        for position in 0..count {
            let param = self.function.blocks[block].params[position];
            if self.replaced.resolve(param.into()) != param.into() {
                continue;
            }
            let mut hasher = FxHasher::default();
            for &list in self.incoming.of_block(block) {
                hasher.write_u32(resolved(self, list, position).map_or(u32::MAX, Value::bits));
            }
            let earlier = *first.entry(hasher.finish()).or_insert(position);
            let same = |list: ListRef| resolved(self, list, position) == resolved(self, list, earlier);
            let before = self.function.blocks[block].params[earlier];
            if earlier != position
                && self.function.insts[before].ty == self.function.insts[param].ty
                && self.incoming.of_block(block).iter().all(|&list| same(list))
            {
                self.replaced.insert(param, before.into());
            }
        }
    }

    /// Whether `value` is known in all of `block`.
    pub fn is_before(&self, value: Value, block: Block) -> bool {
        value.as_inst().is_none_or(|inst| {
            let place = self.place.get(inst.index());
            place.is_some_and(|&place| {
                place != NOT_YET && place != block && self.dominators.dominates(place, block)
            })
        })
    }

    /// Looks at an instruction; returns whether another value stands for it.
    ///
    /// Nine of ten are done with here: each list is looked up once, and no more than one table asked of the operation.
    #[inline]
    fn instruction(&mut self, block: Block, inst: Inst) -> bool {
        let Self {
            module,
            function,
            dominators,
            replaced,
            place,
            table,
            ..
        } = self;
        let Function { insts, pool, .. } = &mut **function;
        let (insts, pool) = (insts.as_slice(), pool.as_mut_slice());
        let (Some(at), Some(data)) = (place.get_mut(inst.index()), insts.get(inst.index())) else {
            return false;
        };
        *at = block;
        // Most have one or two.
        match pool.get_mut(data.args.range()) {
            Some([a]) => *a = replaced.resolve(*a),
            Some([a, b]) => (*a, *b) = (replaced.resolve(*a), replaced.resolve(*b)),
            Some(all) => all.iter_mut().for_each(|value| *value = replaced.resolve(*value)),
            None => return false,
        }
        let args = data.args.of(pool);
        let may_have_rule = match simplify::rules(data.op) {
            Rules::Effects => return self.with_effects(block, inst),
            _ if data.ty == Type::VOID => return self.with_effects(block, inst),
            Rules::None => false,
            rules => simplify::may_have_rule(module, (insts, pool), rules, (data.ty, args)),
        };
        if may_have_rule {
            return self.simplified(block, inst);
        }
        let dominates = |leader: Inst| {
            let place = place[leader.index()];
            place == block || dominators.dominates(place, block)
        };
        let leader = table.leader((insts, pool), inst, (data, args), dominates);
        if let Some(leader) = leader {
            replaced.insert(inst, leader.into());
        }
        leader.is_some()
    }

    /// Looks at an instruction for whose operation there are rules.
    #[inline(never)]
    fn simplified(&mut self, block: Block, inst: Inst) -> bool {
        let data = &mut self.function.insts[inst];
        if data.op == Op::And && data.flags.has(Flags::HELD) {
            // Before it becomes something else; then it is one like others.
            data.flags = data.flags.without(Flags::HELD);
            if let Some(value) = self.told_by_branches(block, inst) {
                self.replaced.insert(inst, value);
                return true;
            }
        }
        if let Some(value) = simplify::simplified(self, inst) {
            self.replaced.insert(inst, value);
            return true;
        }
        if self.numbered(block, inst) {
            return true;
        }
        let told = match self.function.insts[inst].op {
            Op::UMin => self.told_by_branches(block, inst),
            _ => None,
        };
        if let Some(value) = told {
            self.replaced.insert(inst, value);
        }
        told.is_some()
    }

    /// Looks at an instruction that does more than compute its result.
    #[inline(never)]
    fn with_effects(&mut self, block: Block, inst: Inst) -> bool {
        let data = &self.function.insts[inst];
        let (op, ty) = (data.op, data.ty);
        self.wide_stores |= op == Op::Store && data.flags.has(Flags::WIDE);
        if op == Op::Load {
            let reads = loaded_from(self.module, self.function, inst);
            if data.flags.has(Flags::VOLATILE) || !reads.within(Memory::FIXED) {
                return self.changing_load(block, inst, reads);
            }
        } else if simplify::rules(op) == Rules::Effects {
            let effects = effects_of(self.module, self.function, inst);
            if !effects.movable() {
                if !effects.writes.is_empty() || !effects.reads.is_empty() {
                    self.loads.changed(effects);
                    self.stored(block, inst);
                }
                return false;
            }
        }
        if ty == Type::VOID {
            return false;
        }
        // What has an equal is in no place: the first load of a vector has to be one that stays.
        self.numbered(block, inst) || op == Op::Load && self.vector_load(block, inst, UNCHANGED)
    }

    /// Looks for an instruction that gives the same as `inst`.
    #[inline]
    fn numbered(&mut self, block: Block, inst: Inst) -> bool {
        let leader = self.leader(block, inst);
        if let Some(leader) = leader {
            self.replaced.insert(inst, leader.into());
        }
        leader.is_some()
    }

    /// An instruction that gives the same as `inst` and dominates `block`; without one, `inst` is it from now on.
    #[inline]
    fn leader(&mut self, block: Block, inst: Inst) -> Option<Inst> {
        let Self {
            table,
            function,
            place,
            dominators,
            ..
        } = self;
        let dominates = |leader: Inst| dominators.dominates(place[leader.index()], block);
        table.leader_in(function, inst, dominates)
    }

    /// What `op`, a pure operation, makes of `args`, of type `ty`, where `inst` is: an equal that is there already, or a new
    /// instruction before `inst`, which has to stay.
    fn before(&mut self, inst: Inst, op: Op, ty: Type, args: &[Value]) -> Value {
        let block = self.place[inst.index()];
        let made = self.function.make_inst(op, Flags::NONE, ty, args, 0);
        self.function.insts[made].source = self.function.insts[inst].source;
        self.place.resize(self.function.insts.len(), block);
        if let Some(leader) = self.leader(block, made) {
            return leader.into();
        }
        self.loads.prefixes.push(Prefix {
            block,
            before: inst,
            made: smallvec::smallvec![made],
        });
        made.into()
    }

    /// A branch on a constant goes one way, and so does one whose ways are the same; one on what is not so is one on what is.
    fn fold_branch(&mut self, block: Block) {
        if let Terminator::CondBranch {
            condition,
            if_true,
            if_false,
        } = &mut self.function.blocks[block].terminator
        {
            while let Some(inst) = condition.as_inst()
                && self.function.insts[inst].op == Op::Not
                && let Some(&inner) = self.function.insts[inst].args.of(&self.function.pool).first()
            {
                *condition = inner;
                std::mem::swap(if_true, if_false);
                self.turned = true;
            }
            let pool = &self.function.pool;
            if if_true.block == if_false.block && if_true.args.of(pool) == if_false.args.of(pool) {
                let only = *if_true;
                self.function.blocks[block].terminator = Terminator::Branch(only);
                self.folded = true;
                return;
            }
        }
        let taken = match &self.function.blocks[block].terminator {
            Terminator::CondBranch {
                condition,
                if_true,
                if_false,
            } => match self.module.const_bits(*condition) {
                Some(0) => *if_false,
                Some(_) => *if_true,
                None => return,
            },
            Terminator::Switch {
                value,
                default,
                cases,
            } => {
                let Some(bits) = self.module.const_bits(*value) else {
                    return;
                };
                let case = cases.iter().find(|(number, _)| *number == bits);
                case.map_or(*default, |(_, edge)| *edge)
            }
            _ => return,
        };
        self.function.blocks[block].terminator = Terminator::Branch(taken);
        self.folded = true;
    }
}
