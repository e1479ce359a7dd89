//! Which numbers a value may be where a condition holds.
//!
//! In: conditions. Out: of one that compares a value with constants, the value and the [`Set`] of numbers for which it holds;
//! and of a set, the one comparison that tells whether a value is in it. A sum with a constant, and the upper bits of a value,
//! tell of the value itself.

use crate::ir::{Cursor, Flags, Function, Inst, Module, Op, Replacements, Type, TypeData, Value};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// Ranges of a set.
const MOST_RANGES: usize = 16;

/// Conditions within conditions, and sums within sums, that are looked through.
const MOST_STEPS: u32 = 8;

/// A set of numbers of as many bits as a value has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// From the least to the greatest of each, in order; between two is at least one number that is not in the set.
    ranges: SmallVec<[(u64, u64); 4]>,
    /// The greatest number that there is.
    most: u64,
}

impl Set {
    fn of(least: u64, greatest: u64, most: u64) -> Self {
        let ranges = match least <= greatest {
            true => smallvec![(least, greatest)],
            false => SmallVec::new(),
        };
        Self { ranges, most }
    }

    /// All other numbers.
    pub fn others(&self) -> Self {
        let mut ranges = SmallVec::new();
        let mut next = Some(0);
        for &(least, greatest) in &self.ranges {
            if let Some(first) = next.filter(|&first| first < least) {
                ranges.push((first, least - 1));
            }
            next = (greatest < self.most).then(|| greatest + 1);
        }
        ranges.extend(next.map(|first| (first, self.most)));
        Self {
            ranges,
            most: self.most,
        }
    }

    /// What is in both sets.
    pub fn and(&self, other: &Self) -> Self {
        let mut ranges = SmallVec::new();
        let (mut a, mut b) = (self.ranges.iter().peekable(), other.ranges.iter().peekable());
        while let (Some(&&x), Some(&&y)) = (a.peek(), b.peek()) {
            let (least, greatest) = (x.0.max(y.0), x.1.min(y.1));
            if least <= greatest {
                ranges.push((least, greatest));
            }
            match x.1 < y.1 {
                true => a.next(),
                false => b.next(),
            };
        }
        Self {
            ranges,
            most: self.most,
        }
    }

    /// What is in any of them.
    pub fn or(&self, other: &Self) -> Self {
        self.others().and(&other.others()).others()
    }

    /// Whether all of it is in `other`.
    pub fn within(&self, other: &Self) -> bool {
        self.and(other) == *self
    }

    /// Whether something is in both.
    pub fn meets(&self, other: &Self) -> bool {
        !self.and(other).ranges.is_empty()
    }

    /// Its numbers less `by`, without a carry.
    fn less(&self, by: u64) -> Self {
        let moved = |number: u64| number.wrapping_sub(by) & self.most;
        let mut all = Self::of(1, 0, self.most);
        for &(least, greatest) in &self.ranges {
            let (least, greatest) = (moved(least), moved(greatest));
            let range = match least <= greatest {
                true => Self::of(least, greatest, self.most),
                false => Self::of(0, greatest, self.most).or(&Self::of(least, self.most, self.most)),
            };
            all = all.or(&range);
        }
        all
    }

    /// The numbers that are in it once their bits `low` are 0.
    fn with_low_bits(&self, low: u64) -> Self {
        let mut all = Self::of(1, 0, self.most);
        for &(least, greatest) in &self.ranges {
            // The first multiple that is no less, if there is one.
            if let Some(least) = least.checked_add(low).map(|least| least & !low)
                && least <= self.most
            {
                all = all.or(&Self::of(least, greatest | low, self.most));
            }
        }
        all
    }

    /// Tells by one comparison whether `value` is in the set, if that can be.
    pub fn test(
        &self,
        module: &mut Module,
        function: &mut Function,
        cursor: &mut Cursor,
        value: Value,
    ) -> Option<Value> {
        let others = self.others();
        let (set, is_in) = match (&self.ranges[..], &others.ranges[..]) {
            ([_], _) => (self, true),
            (_, [_]) => (&others, false),
            _ => return None,
        };
        let (least, greatest) = set.ranges[0];
        let ty = module.value_type(function, value);
        let (op, tested, number) = match (least, greatest) {
            _ if least == greatest && is_in => (Op::IEq, value, least),
            _ if least == greatest => (Op::INe, value, least),
            (0, _) if greatest == self.most => return None,
            (0, _) if is_in => (Op::ULt, value, greatest + 1),
            (0, _) => (Op::UGt, value, greatest),
            _ if greatest == self.most && is_in => (Op::UGt, value, least - 1),
            _ if greatest == self.most => (Op::ULt, value, least),
            _ => {
                let by = module.scalar(ty, least.wrapping_neg() & self.most);
                let moved = cursor.emit(function, Op::IAdd, Flags::NONE, ty, &[value, by], 0);
                let op = if is_in { Op::ULt } else { Op::UGt };
                (op, moved, greatest - least + u64::from(is_in))
            }
        };
        let number = module.scalar(ty, number);
        Some(cursor.emit(function, op, Flags::NONE, Type::BOOL, &[tested, number], 0))
    }
}

/// What conditions compare.
#[derive(Default)]
pub struct Conditions {
    known: FxHashMap<Inst, Option<(Value, Set)>>,
}

/// What conditions are looked for in.
#[derive(Clone, Copy)]
pub struct Code<'c> {
    pub module: &'c Module,
    pub function: &'c Function,
    pub replacements: &'c Replacements,
}

impl Conditions {
    /// The value that `condition` compares with constants, and the numbers for which it holds.
    pub fn of(&mut self, code: Code<'_>, condition: Value) -> Option<(Value, Set)> {
        let (value, set) = self.within(code, condition, MOST_STEPS)?;
        Some((code.replacements.resolve(value), set))
    }

    /// Says so of a condition that has been made.
    pub fn tell(&mut self, condition: Value, value: Value, set: Set) {
        if let Some(inst) = condition.as_inst() {
            self.known.insert(inst, Some((value, set)));
        }
    }

    fn within(&mut self, code: Code<'_>, condition: Value, steps: u32) -> Option<(Value, Set)> {
        let inst = code.replacements.resolve(condition).as_inst()?;
        if let Some(known) = self.known.get(&inst) {
            return known.clone();
        }
        let found = match steps {
            0 => None,
            _ => self.find(code, inst, steps - 1),
        };
        let found = found.filter(|(_, set)| set.ranges.len() <= MOST_RANGES);
        self.known.insert(inst, found.clone());
        found
    }

    fn find(&mut self, code: Code<'_>, inst: Inst, steps: u32) -> Option<(Value, Set)> {
        let data = &code.function.insts[inst];
        if data.ty != Type::BOOL {
            return None;
        }
        match (data.op, code.function.args(inst)) {
            (Op::Not, &[inner]) => {
                let (value, set) = self.within(code, inner, steps)?;
                Some((value, set.others()))
            }
            (op @ (Op::And | Op::Or), &[a, b]) => {
                let (a, b) = (self.within(code, a, steps)?, self.within(code, b, steps)?);
                let both = if op == Op::And {
                    a.1.and(&b.1)
                } else {
                    a.1.or(&b.1)
                };
                (a.0 == b.0).then_some((a.0, both))
            }
            (op, &[value, number]) => compared(code, op, value, number),
            _ => None,
        }
    }
}

/// What `op`, a comparison of `value` with the constant `number`, tells of `value`, or of what that is computed from.
fn compared(code: Code<'_>, op: Op, value: Value, number: Value) -> Option<(Value, Set)> {
    let number = code.module.const_bits(number)?;
    let ty = code.module.value_type(code.function, value);
    if !matches!(code.module.types.get(ty), TypeData::Int(_)) {
        return None;
    }
    let most = u64::MAX >> (64 - ty.scalar_bits());
    // Signed numbers are in the order of unsigned ones once half of all are added.
    let half = match op {
        Op::SLt | Op::SLe | Op::SGt | Op::SGe => most / 2 + 1,
        _ => 0,
    };
    let number = number.wrapping_add(half) & most;
    let up_to = Set::of(0, number, most);
    let below = match number {
        0 => Set::of(1, 0, most),
        _ => Set::of(0, number - 1, most),
    };
    let set = match op {
        Op::IEq => Set::of(number, number, most),
        Op::INe => Set::of(number, number, most).others(),
        Op::ULt | Op::SLt => below,
        Op::ULe | Op::SLe => up_to,
        Op::UGt | Op::SGt => up_to.others(),
        Op::UGe | Op::SGe => below.others(),
        _ => return None,
    };
    let (mut value, mut set) = (code.replacements.resolve(value), set.less(half));
    for _ in 0..MOST_STEPS {
        let Some(inst) = value.as_inst() else {
            break;
        };
        let &[inner, by] = code.function.args(inst) else {
            break;
        };
        let Some(by) = code.module.const_bits(by) else {
            break;
        };
        let low = !by & most;
        set = match code.function.insts[inst].op {
            Op::IAdd => set.less(by),
            Op::And if low & low.wrapping_add(1) == 0 => set.with_low_bits(low),
            _ => break,
        };
        value = code.replacements.resolve(inner);
    }
    Some((value, set))
}

#[cfg(test)]
mod tests {
    use super::Set;

    const MOST: u64 = 255;

    fn numbers(set: &Set) -> Vec<u64> {
        let within = |number: &u64| {
            set.ranges
                .iter()
                .any(|&(least, greatest)| (least..=greatest).contains(number))
        };
        (0..=MOST).filter(within).collect()
    }

    /// Ranges are in order, and what is not in the set is between them.
    fn is_in_order(set: &Set) -> bool {
        set.ranges.iter().all(|(least, greatest)| least <= greatest)
            && set.ranges.windows(2).all(|pair| pair[0].1 + 1 < pair[1].0)
    }

    fn some() -> Vec<Set> {
        let bounds = [0, 1, 2, 7, 8, 15, 16, 127, 128, 200, 254, 255];
        let mut all = vec![Set::of(1, 0, MOST)];
        for least in bounds {
            for greatest in bounds {
                all.push(Set::of(least, greatest, MOST));
            }
        }
        let pairs: Vec<Set> = all
            .iter()
            .zip(all.iter().rev().step_by(3))
            .map(|(a, b)| a.or(b))
            .collect();
        all.extend(pairs);
        all
    }

    #[test]
    fn sets_are_those_of_their_numbers() {
        for a in some() {
            assert!(is_in_order(&a));
            let others = a.others();
            let expected: Vec<u64> = (0..=MOST).filter(|n| !numbers(&a).contains(n)).collect();
            assert!(is_in_order(&others));
            assert_eq!(numbers(&others), expected);
            for by in [0, 1, 100, 128, 255] {
                let less = a.less(by);
                let mut expected: Vec<u64> = numbers(&a).iter().map(|n| n.wrapping_sub(by) & MOST).collect();
                expected.sort_unstable();
                assert!(is_in_order(&less));
                assert_eq!(numbers(&less), expected);
            }
            for low in [0, 1, 15, 255] {
                let with = a.with_low_bits(low);
                let expected: Vec<u64> = (0..=MOST).filter(|n| numbers(&a).contains(&(n & !low))).collect();
                assert!(is_in_order(&with));
                assert_eq!(numbers(&with), expected, "{a:?} {low}");
            }
        }
    }

    #[test]
    fn what_is_in_both_sets_is_in_each() {
        for a in some() {
            for b in some().iter().step_by(5) {
                let both = a.and(b);
                let expected: Vec<u64> = numbers(&a)
                    .into_iter()
                    .filter(|n| numbers(b).contains(n))
                    .collect();
                assert!(is_in_order(&both));
                assert_eq!(numbers(&both), expected);
                assert_eq!(a.within(b), expected == numbers(&a));
                assert_eq!(a.meets(b), !expected.is_empty());
            }
        }
    }
}
