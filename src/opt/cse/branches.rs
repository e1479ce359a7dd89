//! Bounds that hold in some blocks alone: what branches tell.
//!
//! Behind one way of a branch, in the blocks that no other way leads to, its comparison holds, and so do the bounds of what is
//! computed from what it compares:
//!
//! ```text
//!   %3 = ult %2, i32 64            %2 is the number of a thread, of 128
//!   condbr %3, bb1, bb2
//! bb1:
//!   %4 = iadd %2, i32 64           here 127 at most
//!   %5 = umin %4, i32 127          so this is %4
//! ```
//!
//! A value is the same at the branch, where it is used, and where another one is computed from it: between these nothing leads back
//! to where it comes from that does not lead past the branch again, as each dominates the next. What edges give parameters is not
//! looked at, as it may be of an earlier round.
//!
//! A comparison of `x + 4` tells of `x` too, as long as no number between the bounds goes round.
//!
//! It is asked for only where an index is held within something, and looks at so many dominators, conditions and operands at
//! most.

use super::bounds::{MOST_SIGNED, UNKNOWN, plain};
use super::conditions::{Comparison, MOST_COMPARISONS, swapped};
use super::facts::Known;
use super::state::Pass;
use crate::ir::{Block, Inst, Op, Type, Value};
use smallvec::SmallVec;

/// Numbers that one comparison tells of.
const MOST_TOLD: usize = 8;
/// Operations between a value and what a comparison tells of.
const MOST_STEPS: u32 = 12;
/// Values that are looked at to find out the bounds of one.
const MOST_VALUES: u32 = 64;

impl Pass<'_> {
    /// What `inst` of `block`, which holds a number within a constant, is by what branches before it tell.
    pub fn told_by_branches(&mut self, block: Block, inst: Inst) -> Option<Value> {
        let &[value, limit] = self.function.args(inst) else {
            return None;
        };
        let limit = self.module.const_bits(limit)? as u32;
        if self.module.value_type(self.function, value) != Type::I32 {
            return None;
        }
        self.look_back(block);
        if self.facts.known.is_empty() {
            return None;
        }
        let (known, _) = self.known_here(value, MOST_STEPS, &mut { MOST_VALUES });
        (known.most <= limit).then_some(value)
    }

    /// The bounds at the start of the loop `header` of a number that no round of it changes.
    pub fn bounds_around(&mut self, header: Block, value: Value) -> Option<[u32; 2]> {
        if !self.is_before(value, header) {
            return None;
        }
        self.look_back(header);
        Some(
            self.known_here(value, MOST_STEPS, &mut { MOST_VALUES })
                .0
                .bounds(),
        )
    }

    /// Finds out what branches tell in `block`.
    fn look_back(&mut self, block: Block) {
        if self.facts.block.replace(block) == Some(block) {
            return;
        }
        self.facts.known.clear();
        let mut comparisons = SmallVec::<[Comparison; MOST_COMPARISONS]>::new();
        self.comparisons_before(block, None, &mut comparisons);
        for &comparison in &comparisons {
            self.learn(comparison);
        }
        // Those may rest on what others tell of the sign of a number.
        let signed = |op| matches!(op, Op::SLt | Op::SLe | Op::SGt | Op::SGe);
        for &comparison in comparisons.iter().filter(|comparison| signed(comparison.op)) {
            self.learn(comparison);
        }
    }

    /// Notes what a comparison tells of its two numbers.
    fn learn(&mut self, Comparison { op, a, b }: Comparison) {
        let (mut x, mut y) = (self.known_of(a).bounds(), self.known_of(b).bounds());
        // What is not below zero is less than that, which so is not either.
        let less = matches!(op, Op::SLt | Op::SLe) && x[1] <= MOST_SIGNED && y == UNKNOWN;
        let greater = matches!(op, Op::SGt | Op::SGe) && y[1] <= MOST_SIGNED && x == UNKNOWN;
        if less && let Some(most) = self.most_signed(b) {
            y = [0, most];
        }
        if greater && let Some(most) = self.most_signed(a) {
            x = [0, most];
        }
        if let Some(bounds) = compared(op, x, y) {
            self.tell(a, Known::within(bounds));
        }
        if let Some(bounds) = swapped(op).and_then(|op| compared(op, y, x)) {
            self.tell(b, Known::within(bounds));
        }
        if op == Op::IEq && y[0] == y[1] {
            self.learn_bits(a, y[0]);
        }
    }

    /// Notes what a number has of bits where those that `masked` takes of it are `bits`.
    fn learn_bits(&mut self, masked: Value, bits: u32) {
        if let Some(inst) = masked.as_inst()
            && let (Op::And, &[number, mask]) = (self.function.insts[inst].op, self.function.args(inst))
            && let Some(mask) = self.module.const_bits(mask)
        {
            let bits = !(mask as u32) | bits;
            let (least, most) = (0, u32::MAX);
            self.tell(number, Known { least, most, bits });
        }
    }

    /// Notes what is known of a number, and of those that it is computed from: neither `x` nor `y` is above `x | y`, as which
    /// compilers ask whether both are below a power of two.
    fn tell(&mut self, value: Value, known: Known) {
        let mut told = SmallVec::<[(Value, Known); MOST_TOLD]>::from_elem((value, known), 1);
        let mut next = 0;
        while let Some(&(value, known)) = told.get(next) {
            next += 1;
            self.facts.note(value, known);
            let Some(inst) = value.as_inst() else { continue };
            let &[a, b] = self.function.args(inst) else {
                continue;
            };
            if told.len() + 2 > MOST_TOLD {
                continue;
            }
            match self.function.insts[inst].op {
                Op::IAdd => {
                    let constant = |value| self.module.const_bits(value);
                    let (number, added) = match (constant(a), constant(b)) {
                        (_, Some(added)) => (a, added),
                        (Some(added), None) => (b, added),
                        (None, None) => continue,
                    };
                    // None but where they go round.
                    let [least, most] = [known.least, known.most].map(|end| end.wrapping_sub(added as u32));
                    if least <= most {
                        told.push((number, Known::within([least, most])));
                    }
                }
                Op::Or => {
                    let most = known.most.min(known.bits);
                    let below = Known {
                        least: 0,
                        most,
                        ..known
                    };
                    told.extend([(a, below), (b, below)]);
                }
                Op::UMax => {
                    let below = Known::within([0, known.most]);
                    told.extend([(a, below), (b, below)]);
                }
                Op::And | Op::UMin => {
                    let above = Known::within([known.least, u32::MAX]);
                    told.extend([(a, above), (b, above)]);
                }
                Op::LShr => {
                    let Some(count @ 0..32) = self.module.const_bits(b) else {
                        continue;
                    };
                    let all = |number: u32| u64::from(number) << count;
                    let most = all(known.most.min(known.bits)) | (all(1) - 1);
                    if let (Ok(least), Ok(most)) = (all(known.least).try_into(), most.try_into()) {
                        told.push((a, Known::within([least, most])));
                    }
                }
                _ => {}
            }
        }
    }

    /// What is known of `value`, an `i32`, in the block that was asked for, whatever it is computed from.
    fn known_of(&mut self, value: Value) -> Known {
        let known = Known::within(self.bounds(value));
        self.facts.narrowed(value, known)
    }

    /// What is known of `value`, an `i32`, in the block that was asked for, by way of so many operations and `values` at most,
    /// and whether that is more than is known everywhere.
    fn known_here(&mut self, value: Value, steps: u32, values: &mut u32) -> (Known, bool) {
        let everywhere = Known::within(self.bounds(value));
        let mut known = self.facts.narrowed(value, everywhere);
        if let Some(found) = self.known_by_operands(value, steps, values) {
            known = known.and(found);
        }
        (known, known != everywhere)
    }

    /// What operands tell of `value`, if more is known of one in the block than everywhere.
    fn known_by_operands(&mut self, value: Value, steps: u32, values: &mut u32) -> Option<Known> {
        let inst = value.as_inst().filter(|_| steps != 0 && *values != 0)?;
        let args = match self.function.args(inst) {
            args @ ([_] | [_, _] | [_, _, _]) => SmallVec::<[Value; 3]>::from_slice(args),
            _ => return None,
        };
        *values -= 1;
        let mut operands = [Known::within(UNKNOWN); 3];
        let mut around = [UNKNOWN; 3];
        let mut narrower = false;
        for ((operand, around), arg) in operands.iter_mut().zip(&mut around).zip(args) {
            if self.module.value_type(self.function, arg) == Type::I32 {
                let more;
                (*operand, more) = self.known_here(arg, steps - 1, values);
                // What is known everywhere may be on both sides of 0.
                *around = match more {
                    true => operand.bounds(),
                    false => self.ranges.around(self.module, arg),
                };
                narrower |= more;
            }
        }
        if !narrower {
            return None;
        }
        let of = |index: usize| around.get(index).copied().unwrap_or(UNKNOWN);
        let bounds = self.ranges.bounds_of(self.module, self.function, inst, of);
        let mut found = Known::within(plain(bounds.unwrap_or(UNKNOWN)));
        let [a, b, _] = operands.map(|known| known.bits);
        let count = operands[1].least.min(31);
        let by_constant = operands[1].least == operands[1].most && operands[1].most < 32;
        found.bits &= match self.function.insts[inst].op {
            Op::And => a & b,
            Op::Or | Op::Xor => a | b,
            Op::Shl if by_constant => a << count,
            Op::LShr if by_constant => a >> count,
            _ => u32::MAX,
        };
        found.most = found.most.min(found.bits);
        Some(found)
    }
}

/// The bounds of a number within `x` that compares so with one within `y`; none where that tells nothing.
fn compared(op: Op, x: [u32; 2], y: [u32; 2]) -> Option<[u32; 2]> {
    let positive = |bounds: [u32; 2]| bounds[1] <= MOST_SIGNED;
    let op = match op {
        // Not below a number that is not below zero, or above -1.
        Op::SGe if positive(y) => return Some([y[0], MOST_SIGNED]),
        Op::SGt if positive(y) => return Some([y[0].checked_add(1)?, MOST_SIGNED]),
        Op::SGt if y == [u32::MAX; 2] => return Some([0, MOST_SIGNED]),
        Op::SLt if positive(x) && positive(y) => Op::ULt,
        Op::SLe if positive(x) && positive(y) => Op::ULe,
        op => op,
    };
    match op {
        Op::IEq => Some(y),
        Op::INe if y[0] == y[1] && x[0] == y[0] => Some([x[0].checked_add(1)?, x[1]]),
        Op::INe if y[0] == y[1] && x[1] == y[0] => Some([x[0], x[1].checked_sub(1)?]),
        Op::ULt => Some([0, y[1].checked_sub(1)?]),
        Op::ULe => Some([0, y[1]]),
        Op::UGt => Some([y[0].checked_add(1)?, u32::MAX]),
        Op::UGe => Some([y[0], u32::MAX]),
        _ => None,
    }
}
