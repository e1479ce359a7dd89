//! What indices into arrays have in common, by their arithmetic, before common subexpressions are found.

use crate::analysis::cfg::Cfg;
use crate::analysis::multiples::Multiples;
use crate::entity::EntityId;
use crate::ir::{Function, Global, Inst, Module, Op, Type, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Additions that an index is looked through.
const DEPTH: u32 = 8;

/// An operation on values, as far as it computes the same of the same.
type Computation = (Op, Type, u32, SmallVec<[Value; 3]>);

/// For each instruction the first of those that compute the same, itself where there is no other: integer arithmetic, and
/// the numbers of threads. Import makes an index anew for each access.
pub fn leaders(func: &Function, cfg: &Cfg) -> Vec<Option<Inst>> {
    let mut leaders: Vec<Option<Inst>> = vec![None; func.insts.len()];
    let mut known: FxHashMap<Computation, Inst> = FxHashMap::default();
    for &block in cfg.order() {
        for &inst in &func.blocks[block].insts {
            let data = &func.insts[inst];
            let computes = matches!(
                data.op,
                Op::IAdd
                    | Op::ISub
                    | Op::IMul
                    | Op::Shl
                    | Op::LShr
                    | Op::And
                    | Op::Or
                    | Op::Xor
                    | Op::UMod
                    | Op::UDiv
                    | Op::ZExt
                    | Op::SExt
                    | Op::ITrunc
                    | Op::SystemValue
            );
            if !computes || !data.ty.is_int_scalar() {
                continue;
            }
            let args = func.args(inst).iter();
            let args = args.map(|&arg| lead(&leaders, arg)).collect();
            leaders[inst.index()] = Some(*known.entry((data.op, data.ty, data.imm, args)).or_insert(inst));
        }
    }
    leaders
}

/// The value that stands for all that compute the same as `value`.
pub fn lead(leaders: &[Option<Inst>], value: Value) -> Value {
    let leader = value
        .as_inst()
        .and_then(|inst| leaders.get(inst.index()).copied().flatten());
    leader.map_or(value, Value::from)
}

/// An index into vectors of components.
pub struct Index {
    /// What the number of the vector is counted from: none for the start of the array.
    pub base: Option<Value>,
    /// The component that the base leads to, or the constant that the index is.
    pub within: u32,
    /// The constants that are added to it.
    constant: u32,
}

impl Index {
    /// Takes `index` apart, if it is known which component of vectors of `width` it leads to. What constants do to high bits by
    /// `|` is taken for a sum.
    pub fn of(
        module: &Module,
        func: &Function,
        multiples: &Multiples,
        index: Value,
        width: u32,
    ) -> Option<Self> {
        let remainder = |value| multiples.of(module, value).remainder(width);
        let (mut base, mut constant) = (index, 0u32);
        for _ in 0..DEPTH {
            let Some(inst) = base.as_inst() else { break };
            let &[x, y] = func.args(inst) else { break };
            let (value, more) = match (module.const_bits(x), module.const_bits(y)) {
                (_, Some(more)) => (x, more as u32),
                (Some(more), _) => (y, more as u32),
                _ => break,
            };
            let adds = match func.insts[inst].op {
                Op::IAdd => true,
                Op::Or => remainder(value).is_some_and(|low| low & more == 0),
                _ => false,
            };
            if !adds {
                break;
            }
            (base, constant) = (value, constant.wrapping_add(more));
        }
        let (base, within) = match module.const_bits(base) {
            Some(bits) => (None, bits as u32),
            None => (Some(base), remainder(base)?),
        };
        Some(Self {
            base,
            within,
            constant,
        })
    }

    /// Components behind the base's vector.
    pub fn offset(&self) -> u32 {
        self.constant.wrapping_add(self.within)
    }

    /// The vector of `width` that it leads to in an array, and the component.
    pub fn vector(&self, global: Global, leaders: &[Option<Inst>], width: u32) -> (Vector, u32) {
        let vector = Vector {
            global,
            base: self.base.map(|base| lead(leaders, base)),
            number: self.offset() / width,
        };
        (vector, self.offset() % width)
    }
}

/// A vector of an array, as far as the arithmetic of indices tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Vector {
    /// The array.
    pub global: Global,
    /// What the number of the vector is counted from: none for the start of the array.
    pub base: Option<Value>,
    /// How far it is from there.
    pub number: u32,
}
