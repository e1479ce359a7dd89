//! Bounds of the parameters of blocks: of what all edges give them, where none leads back, and of the counters of loops.
//!
//! A counter begins with a number, and each round adds a constant, or multiplies by one, and goes back only where a comparison
//! holds, at the loop's end or wherever each round comes by, alone or as one of several: of the sum, of the counter itself, or of
//! a constant more than the counter. By induction it stays between its beginning and what the comparison lets through, if no sum
//! can leave the numbers that the comparison knows. What it begins with may be known by a branch that leads to the loop alone. A
//! test for what it is not asks for a number that no round changes, above the beginning by what is known of it everywhere or by
//! branches that lead to the loop. Where the counter must be so large to go on that each sum begins anew at 0, what compilers
//! make of a test against the step itself, sums are less than the step. Where it begins below zero, all are signed numbers. One
//! that each round divides or shifts down is never more than its beginning, whatever the loop tests.
//!
//! ```text
//! bb1(%3: i32):                    from 0
//!   %4 = iadd %3, i32 1
//!   %5 = ult %4, i32 12            %3 is 0 to 11
//!   condbr %5, bb1(%4), bb2
//! ```

use super::bounds::{MOST_SIGNED, UNKNOWN, signed};
use super::conditions::{Comparison, MOST_COMPARISONS, swapped};
use super::state::Pass;
use crate::analysis::cfg::Cfg;
use crate::ir::{Block, Inst, Op, Type, Value};
use smallvec::SmallVec;

/// What a round makes of a counter.
#[derive(Clone, Copy)]
enum Step {
    /// A constant is added.
    Add(u32),
    /// It is multiplied by a constant of at least 1.
    Times(u32),
    /// It is as large as before, or smaller, as an unsigned number of at most so much.
    Shrinks(u32),
}

impl Step {
    /// A counter that grows, a round later.
    fn of(self, number: i64) -> Option<i64> {
        match self {
            Self::Add(step) => Some(number + i64::from(step)),
            Self::Times(factor) => number.checked_mul(i64::from(factor)).filter(|_| number >= 0),
            Self::Shrinks(_) => None,
        }
    }
}

/// What a counter is compared with, where the loop goes on.
#[derive(Clone, Copy)]
struct Test {
    /// `counter + ahead op bound`
    op: Op,
    ahead: u32,
    bound: Value,
    /// Whether the sum is compared, not what was added to.
    of_sum: bool,
}

impl Test {
    fn is_signed(self) -> bool {
        matches!(self.op, Op::SLt | Op::SLe | Op::SGt | Op::SGe)
    }
}

impl Pass<'_> {
    /// Notes the bounds of the parameters of `block`, whose edges from earlier blocks have been walked
    /// over.
    pub fn bound_params(&mut self, cfg: &Cfg, block: Block) {
        let count = self.function.blocks[block].params.len();
        if count == 0 {
            return;
        }
        let later = |pred: &Block| cfg.position(*pred) >= cfg.position(block);
        let mut back = cfg.preds(block).iter().copied().filter(later);
        let (latch, None) = (back.next(), back.next()) else {
            return;
        };
        for position in 0..count {
            let param = self.function.blocks[block].params[position];
            if self.function.insts[param].ty != Type::I32
                || self.replaced.resolve(param.into()) != param.into()
            {
                continue;
            }
            let bounds = match latch {
                Some(latch) => self.counted(cfg, (block, latch), position),
                None => self.given_earlier(cfg, block, position, None),
            };
            if let Some(bounds) = bounds {
                self.ranges.set(self.function, param, bounds);
            }
        }
    }

    /// What the edges but those from `latch` give a parameter.
    fn given_earlier(
        &mut self,
        cfg: &Cfg,
        block: Block,
        position: usize,
        latch: Option<Block>,
    ) -> Option<[u32; 2]> {
        let mut given = SmallVec::<[Option<Value>; 2]>::new();
        for &pred in cfg.preds(block).iter().filter(|&&pred| Some(pred) != latch) {
            given.extend(self.given_by(pred, block, position));
        }
        let mut all: Option<[u32; 2]> = None;
        for value in given {
            let [least, most] = self.bounds(self.replaced.resolve(value?));
            if [least, most] == UNKNOWN {
                return None;
            }
            all = Some(all.map_or([least, most], |known| [known[0].min(least), known[1].max(most)]));
        }
        all
    }

    /// The bounds of a parameter of the loop header `block`.
    fn counted(&mut self, cfg: &Cfg, (block, latch): (Block, Block), position: usize) -> Option<[u32; 2]> {
        let param: Value = self.function.blocks[block].params[position].into();
        let &[Some(sum)] = self.given_by(latch, block, position).as_slice() else {
            return None;
        };
        let step = self.step(param, sum.as_inst()?)?;
        if let Step::Shrinks(limit) = step {
            let [_, most] = self.given_earlier(cfg, block, position, Some(latch))?;
            return (most <= limit).then_some([0, most]);
        }
        let tests = self.tests((block, latch), param, sum);
        if tests.is_empty() {
            return None;
        }
        let given = self.beginning(cfg, (block, latch), position)?;
        tests.into_iter().find_map(|test| {
            let bound = match test.op {
                // Meeting it takes one that stays.
                Op::INe => self.bounds_around(block, test.bound)?,
                // What is not below zero is compared with it.
                Op::SLt | Op::SLe => [0, self.most_signed(test.bound)?],
                _ => self.bounds(test.bound),
            };
            match step {
                Step::Add(step) if step > MOST_SIGNED => {
                    counted_down(step.wrapping_neg(), test, given, bound)
                }
                _ => counted_up(step, test, given, bound),
            }
        })
    }

    /// What a counter begins with: as it is known everywhere, or by branches that lead to the loop where that says little.
    fn beginning(&mut self, cfg: &Cfg, (block, latch): (Block, Block), position: usize) -> Option<[u32; 2]> {
        let everywhere = self.given_earlier(cfg, block, position, Some(latch));
        if everywhere.is_some_and(|[_, most]| most < MOST_SIGNED) {
            return everywhere;
        }
        let mut others = cfg.preds(block).iter().copied().filter(|&pred| pred != latch);
        let (Some(pred), None) = (others.next(), others.next()) else {
            return everywhere;
        };
        let &[Some(value)] = self.given_by(pred, block, position).as_slice() else {
            return everywhere;
        };
        let value = self.replaced.resolve(value);
        self.bounds_around(block, value).or(everywhere)
    }

    /// What `sum` makes of `param`.
    fn step(&self, param: Value, sum: Inst) -> Option<Step> {
        let &[a, b] = self.function.args(sum) else {
            return None;
        };
        let [a, b] = [a, b].map(|value| self.replaced.resolve(value));
        let op = self.function.insts[sum].op;
        let other = match (a == param, b == param) {
            (true, _) => b,
            (_, true) if matches!(op, Op::IAdd | Op::IMul | Op::And | Op::UMin) => a,
            _ => return None,
        };
        let constant = self.module.const_bits(other).map(|bits| bits as u32);
        Some(match (op, constant) {
            (Op::And | Op::UMin | Op::LShr, _) => Step::Shrinks(u32::MAX),
            (Op::UDiv | Op::UMod, Some(1..)) => Step::Shrinks(u32::MAX),
            // Those keep the sign of what is below zero.
            (Op::AShr, _) | (Op::SDiv, Some(1..=MOST_SIGNED)) => Step::Shrinks(MOST_SIGNED),
            (Op::IAdd, Some(step)) => Step::Add(step),
            (Op::IMul, Some(factor @ 1..)) => Step::Times(factor),
            (Op::Shl, Some(count @ 0..32)) => Step::Times(1 << count),
            _ => return None,
        })
    }

    /// How far a value is ahead of `counter`.
    fn ahead(&self, value: Value, counter: Value) -> Option<u32> {
        let value = self.replaced.resolve(value);
        if value == counter {
            return Some(0);
        }
        match self.step(counter, value.as_inst()?)? {
            Step::Add(constant) if constant <= MOST_SIGNED => Some(constant),
            _ => None,
        }
    }

    /// The comparison as one of `counter`, or of a constant more.
    fn test_of(&self, Comparison { op, a, b }: Comparison, counter: Value) -> Option<Test> {
        let (op, ahead, bound) = match (self.ahead(a, counter), self.ahead(b, counter)) {
            (Some(ahead), _) => (op, ahead, b),
            (_, Some(ahead)) => (swapped(op)?, ahead, a),
            _ => return None,
        };
        Some(Test {
            op,
            ahead,
            bound,
            of_sum: false,
        })
    }

    /// The comparisons of the counter or the sum that hold in each round that is followed by another: at the end of the loop, and
    /// at the branches of which one way alone leads there.
    fn tests(
        &self,
        (block, latch): (Block, Block),
        param: Value,
        sum: Value,
    ) -> SmallVec<[Test; MOST_COMPARISONS]> {
        let mut comparisons = SmallVec::new();
        self.comparisons_between(latch, block, &mut comparisons);
        self.comparisons_before(latch, Some(block), &mut comparisons);
        let of = |comparison: Comparison| match self.test_of(comparison, sum) {
            Some(test) if test.ahead == 0 => Some(Test { of_sum: true, ..test }),
            _ => self.test_of(comparison, param),
        };
        comparisons.into_iter().filter_map(of).collect()
    }
}

/// The bounds of a counter that begins within `given` and counts down by `down`, to what the comparison lets through.
fn counted_down(
    down: u32,
    test: Test,
    [least, most]: [u32; 2],
    [bound_least, bound_most]: [u32; 2],
) -> Option<[u32; 2]> {
    let signed = test.is_signed();
    if signed && bound_most > MOST_SIGNED && (test.op != Op::SGt || bound_least != u32::MAX) {
        return None;
    }
    let last = match test.op {
        // Greater than -1.
        Op::SGt if bound_least == u32::MAX => 0,
        Op::SGt | Op::UGt if bound_least < MOST_SIGNED => bound_least + 1,
        Op::SGe | Op::UGe if bound_least <= MOST_SIGNED => bound_least,
        Op::INe if bound_most == 0 && down == 1 => 1,
        _ => return None,
    };
    if !test.of_sum {
        // What is compared is large enough to count down once more.
        let lowest = last.checked_sub(down).filter(|_| test.ahead == 0)?;
        return (!signed || most <= MOST_SIGNED).then_some([least.min(lowest), most]);
    }
    let lowest = least.min(last);
    let stays = match signed {
        true => most <= MOST_SIGNED && down <= MOST_SIGNED,
        false => lowest >= down,
    };
    stays.then_some([lowest, most])
}

/// The bounds of a counter that begins within `given` and counts up.
fn counted_up(step: Step, test: Test, given: [u32; 2], bound: [u32; 2]) -> Option<[u32; 2]> {
    if let (Op::UGt, Step::Add(step), false, 0) = (test.op, step, test.of_sum, test.ahead) {
        // Each sum of what goes on begins anew at 0.
        let (lowest, true) = bound[0].checked_add(1)?.overflowing_add(step) else {
            return None;
        };
        return Some([given[0].min(lowest), given[1].max(step.checked_sub(1)?)]);
    }
    // What begins below zero and goes on until it meets a number is as good as signed.
    let as_signed = test.is_signed() || test.op == Op::INe && given[0] > MOST_SIGNED;
    let limit = if as_signed {
        i64::from(i32::MAX)
    } else {
        i64::from(u32::MAX)
    };
    let numbers = |bounds: [u32; 2]| {
        if as_signed {
            signed(bounds)
        } else {
            bounds.map(i64::from)
        }
    };
    let ([least, most], [bound_least, bound_most]) = (numbers(given), numbers(bound));
    let ahead = i64::from(test.ahead);
    // The largest number that goes on.
    let last = match test.op {
        Op::ULt | Op::SLt => bound_most - 1,
        Op::ULe | Op::SLe => bound_most,
        // It meets the bound by ones, from below.
        Op::INe if matches!(step, Step::Add(1)) && most + ahead < bound_least => bound_most - 1,
        _ => return None,
    } - ahead;
    let highest = match test.of_sum {
        true => most.max(last),
        false => most.max(step.of(last)?),
    };
    // What goes on is `last` at most when it is compared, so the sum is in bounds where the addition was.
    let before = if test.of_sum { highest } else { last };
    // Nothing that is compared has left the numbers; what is below zero grows by sums alone.
    let stays = highest + ahead <= limit && step.of(before)? <= limit && step.of(least).is_some();
    stays.then_some([least as u32, highest as u32])
}
