//! Branches whose arms only compute become selections.
//!
//! Expects any valid function without constructs, and leaves one. What moves in front of a branch has no effect, costs
//! little, and is defined whichever way the branch goes. Branches that are said to stay do.
//!
//! ```text
//! bb0: condbr %1, bb1, bb2(i32 7)
//! bb1:                                   bb0:
//!   %2 = iadd %0, i32 1            =>      %2 = iadd %0, i32 1
//!   br bb2(%2)                             %4 = select %1, %2, i32 7
//! bb2(%3):                                 store @0, %4
//!   store @0, %3
//! ```
//!
//! Of a value that is chosen by what a number equals, nothing is selected again: `select (%0 == 3), %7, (select (%0 == 4), %8, %7)`
//! is what stands behind it.
//!
//! DXC does that to scalars by itself, and not to vectors: so it is of use from shader model 6.9 on. A branch is taken
//! behind those that it leads to, so that a row of tests, each in the arm of the one before, goes from its end.

use crate::analysis::cfg::Cfg;
use crate::effects::Memory;
use crate::entity::EntityId;
use crate::ir::{
    Block, Cursor, Edge, Flags, Function, Hint, Inst, Module, Op, Replacements, StorageClass, Terminator,
    Type, TypeData, Value, ValueRef, effects_of, op_table,
};
use smallvec::SmallVec;

/// What the arms of one branch may cost; an addition costs 1.
const MOST: u32 = 8;

/// Instructions of the arms of one branch, those that cost nothing included.
const MOST_INSTRUCTIONS: usize = 96;

/// Selections that are looked through for what a value is.
const MOST_TESTS: usize = 16;

/// Runs the pass on a function of the module; returns whether it changed anything.
pub fn selects(module: &mut Module, func: crate::ir::Func) -> bool {
    if module.functions[func].layout.len() < 2 {
        return false;
    }
    let mut function = std::mem::take(&mut module.functions[func]);
    let cfg = Cfg::new(&function);
    let blocks = function.blocks.len();
    let mut entries = vec![0u32; blocks];
    for &block in &function.layout {
        function.blocks[block]
            .terminator
            .for_each_edge(|edge| entries[edge.block.index()] += 1);
    }
    let mut pass = Pass {
        module,
        function: &mut function,
        entries,
        replacements: Replacements::new(),
        gone: Vec::new(),
        joined: vec![None; blocks],
    };
    for &block in cfg.order().iter().rev() {
        while pass.select(block) {
            while pass.join(block) {}
        }
    }
    let Pass {
        mut replacements,
        gone,
        mut joined,
        ..
    } = pass;
    let changed = !gone.is_empty() || !replacements.is_empty();
    replacements.apply(&mut function);
    if !gone.is_empty() {
        let mut out = vec![false; blocks];
        for &block in &gone {
            out[block.index()] = true;
        }
        function.layout.retain(|block| !out[block.index()]);
        for &block in cfg.order() {
            let into = joined[block.index()];
            joined[block.index()] = into.map(|into| joined[into.index()].unwrap_or(into));
        }
        for debug in &mut function.debug_values {
            debug.block = joined[debug.block.index()].unwrap_or(debug.block);
        }
    }
    module.functions[func] = function;
    changed
}

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

/// A way from a branch: the block between, if there is one, and the edge behind it.
#[derive(Clone, Copy)]
struct Way {
    arm: Option<Block>,
    end: Edge,
}

struct Pass<'p> {
    module: &'p mut Module,
    function: &'p mut Function,
    /// Edges to each block, from those out of reach too.
    entries: Vec<u32>,
    replacements: Replacements,
    /// Blocks that have become part of others.
    gone: Vec<Block>,
    /// By block, which it was joined to, whole: it may have been joined in turn, to one before.
    joined: Vec<Option<Block>>,
}

impl Pass<'_> {
    /// Makes selections of the branch at the end of `block`, if it may be.
    fn select(&mut self, block: Block) -> bool {
        let data = &self.function.blocks[block];
        let Terminator::CondBranch {
            condition,
            if_true,
            if_false,
        } = data.terminator
        else {
            return false;
        };
        if data.hint != Hint::None && data.hint != Hint::Flatten || data.merge.is_some() {
            return false;
        }
        let Some([a, b]) = self.ways(block, if_true, if_false) else {
            return false;
        };
        let join = a.end.block;
        let params = self.function.blocks[join].params.clone();
        let types = &self.module.types;
        let is_value = |&param: &Inst| {
            let ty = self.function.insts[param].ty;
            matches!(
                types.get(types.scalar(ty)),
                TypeData::Bool | TypeData::Int(_) | TypeData::Float(_)
            )
        };
        let fits = params.len() == a.end.args.of(&self.function.pool).len()
            && params.len() == b.end.args.of(&self.function.pool).len();
        if !fits || !params.iter().all(is_value) {
            return false;
        }
        for (edge, way) in [(if_true, a), (if_false, b)] {
            let Some(arm) = way.arm else {
                continue;
            };
            let data = std::mem::take(&mut self.function.blocks[arm]);
            for (&param, &value) in data.params.iter().zip(edge.args.of(&self.function.pool)) {
                let value = self.replacements.resolve(value);
                self.replacements.insert(param, value);
            }
            self.function.blocks[block].insts.extend(data.insts);
            self.gone.push(arm);
        }
        let mut cursor = Cursor::behind(self.function, block);
        let mut values: SmallVec<[Value; 8]> = SmallVec::new();
        for (at, &param) in params.iter().enumerate() {
            let [a, b] = [a, b].map(|way| {
                let value = way.end.args.of(&self.function.pool)[at];
                self.replacements.resolve(value)
            });
            let value = match a == b || self.module.is_undef(b) {
                true => a,
                false if self.module.is_undef(a) || self.value_where(condition, b) == a => b,
                false => {
                    let ty = self.function.insts[param].ty;
                    cursor.emit(self.function, Op::Select, Flags::NONE, ty, &[condition, a, b], 0)
                }
            };
            values.push(value);
        }
        let edge = self.function.edge(join, &values);
        let data = &mut self.function.blocks[block];
        data.terminator = Terminator::Branch(edge);
        data.hint = Hint::None;
        self.entries[join.index()] -= 1;
        true
    }

    /// What `value` is where `condition` holds, as far as selections by other values of what `condition` compares tell.
    fn value_where(&self, condition: Value, mut value: Value) -> Value {
        let Some((tested, number)) = self.equality(condition) else {
            return value;
        };
        for _ in 0..MOST_TESTS {
            let Some(inst) = value.as_inst() else {
                break;
            };
            let &[test, a, b] = self.function.args(inst) else {
                break;
            };
            match self.equality(test) {
                Some((other, case)) if self.function.insts[inst].op == Op::Select && other == tested => {
                    value = if case == number { a } else { b };
                }
                _ => break,
            }
        }
        value
    }

    /// What `condition` compares with which constant, if it is whether they are equal.
    fn equality(&self, condition: Value) -> Option<(Value, u64)> {
        let inst = condition.as_inst()?;
        match *self.function.args(inst) {
            [value, number] if self.function.insts[inst].op == Op::IEq => {
                let number = self.module.const_bits(number)?;
                Some((self.replacements.resolve(value), number))
            }
            _ => None,
        }
    }

    /// The ways that a branch goes, where both meet at once and what is between may be done in front of it.
    fn ways(&self, block: Block, if_true: Edge, if_false: Edge) -> Option<[Way; 2]> {
        let direct = |edge: Edge| Way { arm: None, end: edge };
        let through = |edge: Edge| {
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
        };
        let (a, b) = (through(if_true), through(if_false));
        let meet = |a: Way, b: Way| (a.end.block == b.end.block).then_some([a, b]);
        let found = None
            .or_else(|| meet(direct(if_true), direct(if_false)))
            .or_else(|| meet(a?, b?))
            .or_else(|| meet(a?, direct(if_false)))
            .or_else(|| meet(direct(if_true), b?))?;
        // A loop of one block, and one around an arm.
        if found[0].end.block == block || found.iter().any(|way| way.arm == Some(found[0].end.block)) {
            return None;
        }
        let (mut cost, mut count) = (0, 0);
        for arm in found.iter().filter_map(|way| way.arm) {
            let insts = &self.function.blocks[arm].insts;
            count += insts.len();
            if count > MOST_INSTRUCTIONS {
                return None;
            }
            for &inst in insts {
                cost += self.cost_of(inst)?;
            }
        }
        (cost <= MOST).then_some(found)
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

    /// Joins the block that alone follows `block`, and nothing else, to it.
    fn join(&mut self, block: Block) -> bool {
        let Terminator::Branch(edge) = self.function.blocks[block].terminator else {
            return false;
        };
        let next = edge.block;
        if next == block
            || self.entries[next.index()] != 1
            || !self.replacements.join(self.function, block, edge)
        {
            return false;
        }
        self.joined[next.index()] = Some(block);
        self.gone.push(next);
        true
    }
}
