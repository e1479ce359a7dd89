//! Alignment: which of an integer's lowest bits are known, so where in a vector of 16 bytes an offset leads.
//!
//! In: a function, and the values of which it is asked. Out: [`Multiples`]. `thread * 48 + 8` is 8 behind a multiple of 16,
//! whatever the thread is.
//!
//! What is known of a value is a set of bits with their values. Of block parameters it is what all edges have in common,
//! by a fixpoint: edges that have not been looked at yet say nothing against it. Each walk over the blocks can only take
//! bits away, so there are few; if there are more than `MAX_WALKS`, nothing is known of any parameter.

use super::cfg::Cfg;
use super::params::Params;
use crate::entity::EntityId;
use crate::ir::{Function, Inst, Module, Op, Value};

/// Bits that are looked at: of offsets in bytes, those within 16.
const BITS: u32 = 4;
const MASK: u8 = (1 << BITS) - 1;
/// Walks over a function with loops before parameters are given up.
const MAX_WALKS: u32 = 6;

/// What is known of the lowest bits of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Low {
    /// Which of them are known.
    known: u8,
    /// Their values; 0 where not known.
    bits: u8,
}

impl Low {
    /// Nothing.
    pub const UNKNOWN: Self = Self { known: 0, bits: 0 };
    /// What parameters are before an edge has said anything: no bit beyond those that are looked at is ever known.
    const UNSAID: Self = Self { known: 0, bits: 0x80 };

    /// A number that is known.
    pub fn constant(number: u64) -> Self {
        Self {
            known: MASK,
            bits: number as u8 & MASK,
        }
    }
    /// The remainder by `unit`, a power of two up to 16.
    pub fn remainder(self, unit: u32) -> Option<u32> {
        let mask = unit.wrapping_sub(1) as u8 & MASK;
        (self.known & mask == mask).then_some(u32::from(self.bits & mask))
    }
    /// How many bits are known from the lowest on.
    fn count(self) -> u32 {
        self.known.trailing_ones().min(BITS)
    }
    /// How many of them are known to be 0.
    fn zeros(self) -> u32 {
        (self.known & !self.bits).trailing_ones().min(BITS)
    }
    /// What a byte that is so many behind this one, an offset from a multiple of 16, is a multiple of: 16 at most.
    pub fn behind(self, bytes: u32) -> u32 {
        1 << self.plus(Self::constant(u64::from(bytes))).zeros()
    }
    fn of(count: u32, bits: u32) -> Self {
        let known = ((1u32 << count.min(BITS)) - 1) as u8;
        Self {
            known,
            bits: bits as u8 & known,
        }
    }
    /// What is known of a sum.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let sum = u32::from(self.bits) + u32::from(other.bits);
        Self::of(self.count().min(other.count()), sum)
    }
    fn minus(self, other: Self) -> Self {
        let difference = u32::from(self.bits).wrapping_sub(u32::from(other.bits));
        Self::of(self.count().min(other.count()), difference)
    }
    /// What is known of a product: `(a + 2^i x)(b + 2^j y)`.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        let product = u32::from(self.bits) * u32::from(other.bits);
        let count = (self.count() + other.zeros()).min(other.count() + self.zeros());
        Self::of(count, product)
    }
    fn and(self, other: Self) -> Self {
        let zero = self.known & !self.bits | other.known & !other.bits;
        let one = self.bits & other.bits;
        Self {
            known: zero | one,
            bits: one,
        }
    }
    fn or(self, other: Self) -> Self {
        let zero = self.known & !self.bits & other.known & !other.bits;
        let one = self.bits | other.bits;
        Self {
            known: zero | one,
            bits: one,
        }
    }
    fn xor(self, other: Self) -> Self {
        let known = self.known & other.known;
        Self {
            known,
            bits: (self.bits ^ other.bits) & known,
        }
    }
    /// What is known of a value that is one or the other.
    fn either(self, other: Self) -> Self {
        let known = self.known & other.known & !(self.bits ^ other.bits);
        Self {
            known,
            bits: self.bits & known,
        }
    }
}

/// Instructions that a question leads to: most of a function has nothing to do with offsets.
struct Needed {
    /// By instruction; empty where there are none.
    insts: Vec<bool>,
    /// Those that are block parameters.
    params: Vec<Inst>,
}

impl Needed {
    /// `roots` and what they are computed from, as far as anything is known of that.
    fn of(function: &Function, roots: impl IntoIterator<Item = Value>) -> Self {
        let mut needed = Self {
            insts: Vec::new(),
            params: Vec::new(),
        };
        let mut work: Vec<Inst> = Vec::new();
        for root in roots.into_iter().filter(|root| root.as_inst().is_some()) {
            if needed.insts.is_empty() {
                needed.insts.resize(function.insts.len(), false);
            }
            needed.add(root, &mut work);
        }
        let mut params = None;
        while let Some(inst) = work.pop() {
            let data = &function.insts[inst];
            if !data.ty.is_int_scalar() {
                continue;
            }
            if data.op == Op::Param {
                needed.params.push(inst);
                let params = params.get_or_insert_with(|| Params::of(function, |_| {}));
                let Some((block, position)) = params.place(inst) else {
                    continue;
                };
                for list in params.lists(block) {
                    if let Some(&value) = list.of(&function.pool).get(position) {
                        needed.add(value, &mut work);
                    }
                }
            } else if is_known(data.op) {
                for &value in data.args.of(&function.pool) {
                    needed.add(value, &mut work);
                }
            }
        }
        needed
    }

    /// What edges give to the parameters, in the order of the blocks that they are from.
    fn given(&self, function: &Function, cfg: &Cfg) -> Vec<Given> {
        let mut given = Vec::new();
        if self.params.is_empty() {
            return given;
        }
        for (from, &block) in (0..).zip(cfg.order()) {
            function.blocks[block].terminator.for_each_edge(|edge| {
                let back = cfg.position(edge.block) <= from;
                let params = &function.blocks[edge.block].params;
                for (&param, &value) in params.iter().zip(function.edge_args(edge)) {
                    if self.insts[param.index()] {
                        given.push(Given {
                            from,
                            back,
                            param,
                            value,
                        });
                    }
                }
            });
        }
        given
    }

    fn add(&mut self, value: Value, work: &mut Vec<Inst>) {
        if let Some(inst) = value.as_inst()
            && let Some(needed) = self.insts.get_mut(inst.index())
            && !std::mem::replace(needed, true)
        {
            work.push(inst);
        }
    }
}

/// What an edge gives to a parameter that is needed.
struct Given {
    /// The position of the block that the edge is from, in reverse post-order.
    from: u32,
    /// Whether it leads back.
    back: bool,
    param: Inst,
    value: Value,
}

/// Whether something may be known of what an operation gives.
fn is_known(op: Op) -> bool {
    matches!(
        op,
        Op::IAdd
            | Op::ISub
            | Op::IMul
            | Op::Shl
            | Op::LShr
            | Op::And
            | Op::Or
            | Op::Xor
            | Op::UMod
            | Op::UMin
            | Op::UMax
            | Op::SMin
            | Op::SMax
            | Op::Select
            | Op::ZExt
            | Op::SExt
            | Op::ITrunc
    )
}

/// What is known of values of a function.
#[derive(Clone, Debug, Default)]
pub struct Multiples {
    /// By instruction; nothing is known of one before it has been looked at. Empty where nothing is asked.
    values: Vec<Low>,
}

impl Multiples {
    /// Of `roots` and of what they are computed from.
    pub fn new(
        module: &Module,
        function: &Function,
        cfg: &Cfg,
        roots: impl IntoIterator<Item = Value>,
    ) -> Self {
        let needed = Needed::of(function, roots);
        if needed.insts.is_empty() {
            return Self::default();
        }
        let mut found = Self {
            values: vec![Low::UNKNOWN; function.insts.len()],
        };
        let loops = !needed.params.is_empty();
        for param in &needed.params {
            found.values[param.index()] = Low::UNSAID;
        }
        let given = needed.given(function, cfg);
        // The instructions of which something may be known, and where those of each block end: the first walk finds them.
        let mut integers: Vec<Inst> = Vec::new();
        let mut ends: Vec<usize> = Vec::new();
        let mut behind = given.as_slice();
        for (position, &block) in (0..).zip(cfg.order()) {
            for &inst in &function.blocks[block].insts {
                if needed.insts[inst.index()]
                    && let Some(low) = found.result(module, function, inst)
                {
                    found.values[inst.index()] = low;
                    if loops {
                        integers.push(inst);
                    }
                }
            }
            if loops {
                ends.push(integers.len());
                behind = found.pass_on(module, position, behind);
            }
        }
        if !loops || !found.contradicted(module, &given) {
            return found;
        }
        for walk in 1..=MAX_WALKS {
            let give_up = walk == MAX_WALKS;
            let mut start = 0;
            let mut behind = given.as_slice();
            for ((position, &block), &end) in (0..).zip(cfg.order()).zip(&ends) {
                if give_up {
                    for &param in &function.blocks[block].params {
                        found.values[param.index()] = Low::UNKNOWN;
                    }
                }
                for &inst in integers.get(start..end).unwrap_or(&[]) {
                    found.values[inst.index()] = found.result(module, function, inst).unwrap_or(Low::UNKNOWN);
                }
                start = end;
                if !give_up {
                    behind = found.pass_on(module, position, behind);
                }
            }
            if give_up || !found.contradicted(module, &given) {
                break;
            }
        }
        found
    }

    /// What is known of `value`.
    #[inline]
    pub fn of(&self, module: &Module, value: Value) -> Low {
        match self.values.get(value.slot()) {
            Some(&Low::UNSAID) => Low::UNKNOWN,
            Some(&known) => known,
            None => module.const_bits(value).map_or(Low::UNKNOWN, Low::constant),
        }
    }

    /// Parameters behind the edges of the block at `position`, the first of `given`: forward edges, as far as they have been
    /// walked. What is left of `given` is of later blocks.
    fn pass_on<'g>(&mut self, module: &Module, position: u32, given: &'g [Given]) -> &'g [Given] {
        let mut rest = given;
        while let Some((edge, behind)) = rest.split_first()
            && edge.from == position
        {
            rest = behind;
            if edge.back {
                continue;
            }
            let given = self.of(module, edge.value);
            let known = &mut self.values[edge.param.index()];
            *known = match *known {
                Low::UNSAID => given,
                known => known.either(given),
            };
        }
        rest
    }

    /// Takes from parameters what edges back say against them; whether there was anything.
    fn contradicted(&mut self, module: &Module, given: &[Given]) -> bool {
        let mut any = false;
        for edge in given.iter().filter(|edge| edge.back) {
            let given = self.of(module, edge.value);
            let known = match self.values[edge.param.index()] {
                Low::UNSAID => given,
                known => known,
            };
            let both = known.either(given);
            any |= both != known;
            self.values[edge.param.index()] = both;
        }
        any
    }

    /// None where nothing ever is.
    #[inline]
    fn result(&self, module: &Module, function: &Function, inst: Inst) -> Option<Low> {
        let data = &function.insts[inst];
        if !data.ty.is_int_scalar() {
            return None;
        }
        let args = function.args(inst);
        let low = |index: usize| {
            let value = args.get(index);
            value.map_or(Low::UNKNOWN, |&value| self.of(module, value))
        };
        let constant = |index: usize| args.get(index).and_then(|&value| module.const_bits(value));
        Some(match data.op {
            Op::IAdd => low(0).plus(low(1)),
            Op::ISub => low(0).minus(low(1)),
            Op::IMul => low(0).times(low(1)),
            Op::Shl => match constant(1) {
                Some(count @ 0..32) => {
                    let a = low(0);
                    Low::of(
                        a.count() + count as u32,
                        u32::from(a.bits).checked_shl(count as u32).unwrap_or(0),
                    )
                }
                _ => Low::UNKNOWN,
            },
            Op::LShr => match constant(1) {
                Some(count @ 0..=3) => {
                    let a = low(0);
                    Low {
                        known: a.known >> count,
                        bits: a.bits >> count,
                    }
                }
                _ => Low::UNKNOWN,
            },
            Op::And => low(0).and(low(1)),
            Op::Or => low(0).or(low(1)),
            Op::Xor => low(0).xor(low(1)),
            Op::UMod => match constant(1) {
                Some(divisor) if divisor.is_power_of_two() => low(0).and(Low::constant(divisor - 1)),
                _ => Low::UNKNOWN,
            },
            Op::UMin | Op::UMax | Op::SMin | Op::SMax => low(0).either(low(1)),
            Op::Select => low(1).either(low(2)),
            Op::ZExt | Op::SExt | Op::ITrunc => low(0),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Cfg, Low, Multiples};
    use crate::ir::Inst;
    use crate::ir::parse::parse_module;

    #[test]
    fn what_is_known_holds_for_every_number() {
        // Every way to know some of four bits, against every number that it is true of.
        let all: Vec<Low> = (0..16u8)
            .flat_map(|known| {
                (0..16u8)
                    .filter(move |bits| bits & !known == 0)
                    .map(move |bits| Low { known, bits })
            })
            .collect();
        let fits = |low: Low, number: u32| (number ^ u32::from(low.bits)) & u32::from(low.known) == 0;
        for &a in &all {
            for &b in &all {
                let of = |low: Low| (0..32u32).filter(move |&n| fits(low, n));
                for (x, y) in of(a).flat_map(|x| of(b).map(move |y| (x, y))) {
                    assert!(
                        fits(a.plus(b), x + y) && fits(a.times(b), x * y),
                        "{a:?} {x} {b:?} {y}"
                    );
                    assert!(fits(a.minus(b), x.wrapping_sub(y)) && fits(a.xor(b), x ^ y));
                    assert!(fits(a.and(b), x & y) && fits(a.or(b), x | y));
                    assert!(fits(a.either(b), x) && fits(a.either(b), y));
                }
            }
        }
    }

    #[test]
    fn offsets_keep_their_remainder_in_loops() {
        let module = parse_module(
            "global @0 Private i32\nfunction func0 void {\nbb0:\n\
             %0: i32 = load @0\n\
             %1: i32 = imul %0, i32 48\n\
             %2: i32 = iadd %1, i32 8\n\
             br bb1(%2, %2)\n\
             bb1(%3: i32, %4: i32):\n\
             %5: i32 = iadd %3, i32 16\n\
             %6: i32 = iadd %4, i32 4\n\
             %7: i1 = ult %5, %0\n\
             condbr %7, bb1(%5, %6), bb2\n\
             bb2:\n\
             ret\n}\n",
        )
        .unwrap();
        let function = &module.functions[module.entry];
        let roots = (0..7).map(|inst| Inst(inst).into());
        let found = Multiples::new(&module, function, &Cfg::new(function), roots);
        let of = |inst: u32, unit| found.of(&module, Inst(inst).into()).remainder(unit);
        assert_eq!([of(0, 2), of(1, 16), of(2, 16)], [None, Some(0), Some(8)]);
        assert_eq!([of(3, 16), of(5, 8)], [Some(8), Some(0)]);
        assert_eq!(
            [of(4, 16), of(4, 8), of(4, 4), of(6, 4)],
            [None, None, Some(0), Some(0)]
        );
    }
}
