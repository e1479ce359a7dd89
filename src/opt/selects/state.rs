//! What the pass keeps, and what it asks of branches and of values.

use super::sets::{Code, Conditions, Set};
use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::analysis::loops::{Loop, Loops};
use crate::effects::Memory;
use crate::entity::EntityId;
use crate::ir::{
    Block, Edge, Function, Hint, Inst, Module, Op, Replacements, StorageClass, Terminator, Type, TypeData,
    Value, ValueRef, effects_of, op_table,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::OnceCell;

/// What the arms of one branch may cost; an addition costs 1.
const MOST: u32 = 8;

/// Instructions of the arms of one branch, those that cost nothing included.
const MOST_INSTRUCTIONS: usize = 96;

/// Selections that are looked through for what a value is.
const MOST_TESTS: usize = 16;

/// Which operations may be done without need: their results are no worse than undefined, whatever the operands.
fn is_harmless(op: Op) -> bool {
    op_table!(|op| {
        let effects = op.effects();
        let pure = effects.reads.within(Memory::NONE) && effects.writes.within(Memory::NONE);
        let fails = matches!(
            op,
            Op::Param
                | Op::UDiv
                | Op::SDiv
                | Op::UMod
                | Op::SRem
                | Op::ExtractDynamic
                | Op::InsertDynamic
                | Op::AccessChain
        );
        pure && !effects.convergent && !op.is_d3d12() && !fails
    })[op as usize]
}

/// What an operation costs.
fn cost(op: Op, ty: Type) -> u32 {
    match op {
        Op::Select | Op::Extract | Op::Construct | Op::Bitcast | Op::Not | Op::AccessChain => 0,
        Op::And | Op::Or | Op::Xor if ty == Type::BOOL => 0,
        _ if ty == Type::BOOL => 0,
        Op::UToF | Op::SToF | Op::FToU | Op::FToS | Op::FConvert | Op::ZExt | Op::SExt | Op::ITrunc => 0,
        Op::Load => 0,
        Op::FDiv
        | Op::FRem
        | Op::Sin
        | Op::Cos
        | Op::Tan
        | Op::Asin
        | Op::Acos
        | Op::Atan
        | Op::Sinh
        | Op::Cosh
        | Op::Tanh
        | Op::Exp2
        | Op::Log2
        | Op::Sqrt
        | Op::InverseSqrt => 4,
        _ => 1,
    }
}

/// Branches in front of one that are looked at for what they tell.
const MOST_BEFORE: usize = 16;

/// A branch by a condition that may be left out.
#[derive(Clone, Copy)]
pub struct Branch {
    pub condition: Value,
    pub if_true: Edge,
    pub if_false: Edge,
}

/// A way from a branch: the block between, if there is one, and the edge behind it.
#[derive(Clone, Copy)]
pub struct Way {
    pub arm: Option<Block>,
    pub end: Edge,
}

/// What holds: conditions that do or do not, and the numbers of which a value is one.
#[derive(Clone, Default)]
pub struct Known {
    pub conditions: SmallVec<[(Value, bool); 2]>,
    pub number: Option<(Value, Set)>,
}

impl Known {
    /// What holds where both do.
    pub fn and(mut self, other: &Self) -> Self {
        self.conditions.extend_from_slice(&other.conditions);
        self.number = match (self.number, &other.number) {
            (Some((value, a)), Some((same, b))) if value == *same => Some((value, a.and(b))),
            (a, b) => a.or_else(|| b.clone()),
        };
        self
    }
}

/// The function, and what is done to it.
pub struct Pass<'p> {
    pub module: &'p mut Module,
    pub function: &'p mut Function,
    /// The graph as it was.
    pub cfg: &'p Cfg,
    /// Edges to each block, from those out of reach too.
    pub entries: Vec<u32>,
    pub replacements: Replacements,
    /// Blocks that have become part of others.
    pub gone: Vec<Block>,
    /// By block, which it was joined to, whole: it may have been joined in turn, to one before.
    pub joined: Vec<Option<Block>>,
    pub conditions: Conditions,
    /// Blocks that have been made, of a test that follows another, and where it leads to if it fails.
    pub followed: FxHashMap<Block, Block>,
    /// Once that has been asked: by block of the graph, the loop that it is in.
    pub loops: OnceCell<Vec<Option<Loop>>>,
}

impl Pass<'_> {
    /// The branch at the end of `block`, if it may become something else.
    pub fn branch(&self, block: Block) -> Option<Branch> {
        let data = &self.function.blocks[block];
        match data.terminator {
            Terminator::CondBranch {
                condition,
                if_true,
                if_false,
            } if matches!(data.hint, Hint::None | Hint::Flatten) && data.merge.is_none() => Some(Branch {
                condition: self.replacements.resolve(condition),
                if_true,
                if_false,
            }),
            _ => None,
        }
    }

    /// Where a block is in the graph; of one that has been made, where what it leads to is.
    pub fn position(&self, mut block: Block) -> u32 {
        while let Some(&next) = self.followed.get(&block) {
            block = next;
        }
        self.cfg.position(block)
    }

    /// Whether no loop is left or gone into from one block to another.
    pub fn is_within_loop(&self, from: Block, mut to: Block) -> bool {
        while let Some(&next) = self.followed.get(&to) {
            to = next;
        }
        let find = || Loops::new(self.cfg, &Dominators::new(self.cfg)).innermost;
        let loops = self.loops.get_or_init(find);
        loops.get(from.index()) == loops.get(to.index())
    }

    /// The way on through a block that nothing else leads to and that is behind `block`.
    pub fn through(&self, block: Block, edge: Edge) -> Option<Way> {
        let data = &self.function.blocks[edge.block];
        match data.terminator {
            Terminator::Branch(end)
                if self.entries[edge.block.index()] == 1
                    && edge.block != block
                    && end.block != edge.block
                    && data.merge.is_none() =>
            {
                Some(Way {
                    arm: Some(edge.block),
                    end,
                })
            }
            _ => None,
        }
    }

    /// Whether all that `blocks` do may be done without need.
    pub fn is_cheap(&self, blocks: impl IntoIterator<Item = Block>) -> bool {
        let (mut cost, mut count) = (0, 0);
        for block in blocks {
            let insts = &self.function.blocks[block].insts;
            count += insts.len();
            if count > MOST_INSTRUCTIONS {
                return false;
            }
            for &inst in insts {
                match self.cost_of(inst) {
                    Some(more) => cost += more,
                    None => return false,
                }
            }
        }
        cost <= MOST
    }

    /// The parameters of the block where `ways` meet, if these can be chosen by selections.
    pub fn chosen(&self, ways: [Way; 2]) -> Option<Vec<Inst>> {
        let params = &self.function.blocks[ways[0].end.block].params;
        let types = &self.module.types;
        let is_value = |&param: &Inst| {
            let ty = self.function.insts[param].ty;
            matches!(
                types.get(types.scalar(ty)),
                TypeData::Bool | TypeData::Int(_) | TypeData::Float(_)
            )
        };
        let fits = |way: Way| way.end.args.of(&self.function.pool).len() == params.len();
        (ways.into_iter().all(fits) && params.iter().all(is_value)).then(|| params.clone())
    }

    /// What the way gives to the parameter at this position.
    pub fn given(&self, way: Way, position: usize) -> Value {
        self.replacements
            .resolve(way.end.args.of(&self.function.pool)[position])
    }

    /// Moves what `next`, which one edge with these arguments leads to, does to the end of `block`.
    pub fn take(&mut self, block: Block, edge: Edge, next: Block) {
        let data = std::mem::take(&mut self.function.blocks[next]);
        for (&param, &value) in data.params.iter().zip(edge.args.of(&self.function.pool)) {
            let value = self.replacements.resolve(value);
            self.replacements.insert(param, value);
        }
        self.function.blocks[block].insts.extend(data.insts);
        self.gone.push(next);
    }

    /// What is compared by `condition`, and with what.
    pub fn numbers(&mut self, condition: Value) -> Option<(Value, Set)> {
        let code = Code {
            module: self.module,
            function: self.function,
            replacements: &self.replacements,
        };
        self.conditions.of(code, condition)
    }

    /// What holds at the end of `block` where `condition` does, or where it does not.
    pub fn where_is(&mut self, block: Block, condition: Value, holds: bool) -> Known {
        let number = self.numbers(condition);
        let number = number.map(|(value, set)| (value, if holds { set } else { set.others() }));
        Known {
            conditions: SmallVec::from_slice(&[(condition, holds)]),
            number: number.map(|(value, set)| match self.before(block, value) {
                Some(before) => (value, set.and(&before)),
                None => (value, set),
            }),
        }
    }

    /// The numbers of which `value` is one in `block`, as the branches tell that alone lead to it. (They come later in the
    /// walk, and are as they were.)
    pub fn before(&mut self, mut block: Block, value: Value) -> Option<Set> {
        let mut found: Option<Set> = None;
        for _ in 0..MOST_BEFORE {
            let &[before] = self.cfg.preds(block) else {
                break;
            };
            if self.cfg.position(before) >= self.cfg.position(block) {
                break;
            }
            if let Terminator::CondBranch {
                condition,
                if_true,
                if_false,
            } = self.function.blocks[before].terminator
                && if_true.block != if_false.block
                && let Some((tested, set)) = self.numbers(condition)
                && tested == value
            {
                let set = if if_true.block == block { set } else { set.others() };
                found = Some(found.map_or(set.clone(), |known| known.and(&set)));
            }
            block = before;
        }
        found
    }

    /// What `value` is there, as far as selections tell.
    pub fn value_where(&mut self, known: &Known, mut value: Value) -> Value {
        for _ in 0..MOST_TESTS {
            let Some(inst) = value.as_inst() else {
                break;
            };
            let &[test, a, b] = self.function.args(inst) else {
                break;
            };
            if self.function.insts[inst].op != Op::Select {
                break;
            }
            value = match self.holds(known, test) {
                Some(true) => self.replacements.resolve(a),
                Some(false) => self.replacements.resolve(b),
                None => break,
            };
        }
        value
    }

    /// Whether `test` holds there, if that is known.
    pub fn holds(&mut self, known: &Known, test: Value) -> Option<bool> {
        let test = self.replacements.resolve(test);
        if let Some(&(_, holds)) = known.conditions.iter().find(|(condition, _)| *condition == test) {
            return Some(holds);
        }
        let (value, there) = known.number.as_ref()?;
        let (tested, set) = self.numbers(test)?;
        match tested == *value {
            true if there.within(&set) => Some(true),
            true if !there.meets(&set) => Some(false),
            _ => None,
        }
    }

    /// What is `a` in one case and `b` in the other, if one value is both: what holds in each case is known.
    pub fn either(&mut self, [a, b]: [Value; 2], [where_a, where_b]: [&Known; 2]) -> Option<Value> {
        if a == b || self.module.is_undef(b) {
            return Some(a);
        }
        if self.module.is_undef(a) || self.value_where(where_a, b) == a {
            return Some(b);
        }
        (self.value_where(where_b, a) == b).then_some(a)
    }

    /// What an instruction costs; none where it may not be done without need.
    fn cost_of(&self, inst: Inst) -> Option<u32> {
        let data = &self.function.insts[inst];
        let fixed = || {
            let effects = effects_of(self.module, self.function, inst);
            effects.reads.within(Memory::INPUT) && effects.writes.is_empty()
        };
        let may = match data.op {
            Op::Load => fixed(),
            Op::AccessChain => self.is_of_input(inst),
            op => is_harmless(op),
        };
        may.then(|| cost(data.op, data.ty))
    }

    /// Whether an access chain leads to a part of an input that is there.
    fn is_of_input(&self, inst: Inst) -> bool {
        let (_, path) = match self.function.args(inst).split_first() {
            Some((base, path)) if matches!(base.get(), ValueRef::Global(_)) => (base, path),
            _ => return false,
        };
        let class = self.module.types.pointee(self.function.insts[inst].ty);
        class.is_some_and(|(class, _)| class == StorageClass::Input)
            && path.iter().all(|index| index.as_const().is_some())
    }
}
