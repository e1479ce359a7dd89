//! Comparisons that hold where a branch goes one way: that of its condition, or of both of `a && b`, which may ask for `b` only
//! where `a` holds. Its block then has a parameter, that is true by one of its ways alone:
//!
//! ```text
//!   %2 = ine %1, i32 0
//!   condbr %2, bb1, bb2(i1 false)
//! bb1:
//!   %3 = ugt %0, i32 9
//!   br bb2(%3)
//! bb2(%4: i1):
//!   condbr %4, bb3, bb4            in bb3 both hold
//! ```

use super::combine::opposite;
use super::state::Pass;
use crate::ir::{Block, Op, Terminator, Type, Value};
use smallvec::SmallVec;

/// Dominators of a block that are looked at.
const MOST_DOMINATORS: usize = 16;
/// Comparisons that are looked at for a block.
pub const MOST_COMPARISONS: usize = 8;
/// Conditions that are looked at for those of one branch.
const MOST_CONDITIONS: usize = 32;

/// A comparison of two `i32` that holds.
#[derive(Clone, Copy)]
pub struct Comparison {
    /// One that compares.
    pub op: Op,
    /// The first of the numbers.
    pub a: Value,
    /// The second one.
    pub b: Value,
}

impl Pass<'_> {
    /// The comparisons that hold in `block`, by the branches that lead to it and to its dominators, below `above` where that is
    /// given.
    pub fn comparisons_before(
        &self,
        block: Block,
        above: Option<Block>,
        found: &mut SmallVec<[Comparison; MOST_COMPARISONS]>,
    ) {
        let mut next = Some(block);
        for _ in 0..MOST_DOMINATORS {
            let Some(at) = next.filter(|_| next != above) else {
                break;
            };
            // What goes back to a loop's start has been through it: the one other way leads past the branch.
            let mut ways = self
                .cfg
                .preds(at)
                .iter()
                .copied()
                .filter(|&pred| !self.dominators.dominates(at, pred));
            if let (Some(pred), None) = (ways.next(), ways.next()) {
                self.comparisons_between(pred, at, found);
            }
            next = self.dominators.idom(at);
        }
    }

    /// The comparisons that hold where the branch of `pred` goes to `to`.
    pub fn comparisons_between(
        &self,
        pred: Block,
        to: Block,
        found: &mut SmallVec<[Comparison; MOST_COMPARISONS]>,
    ) {
        let mut conditions = SmallVec::<[(Block, Value, bool); MOST_COMPARISONS]>::new();
        let towards = |pred, to| {
            let found = self.condition_towards(pred, to);
            found.map(|(condition, truth)| (pred, condition, truth))
        };
        conditions.extend(towards(pred, to));
        for _ in 0..MOST_CONDITIONS {
            let Some((at, condition, truth)) = conditions.pop() else {
                break;
            };
            let Some(inst) = self.replaced.resolve(condition).as_inst() else {
                continue;
            };
            if let Some(position) = self.function.blocks[at].params.iter().position(|&p| p == inst) {
                if let Some((way, given)) = self.one_way(at, position, truth) {
                    conditions.push((way, given, truth));
                    if let &[before] = self.cfg.preds(way) {
                        conditions.extend(towards(before, way));
                    }
                }
                continue;
            }
            let op = self.function.insts[inst].op;
            let both = matches!((op, truth), (Op::And, true) | (Op::Or, false));
            match *self.function.args(inst) {
                [a] if op == Op::Not => conditions.push((at, a, !truth)),
                [a, b] if both && conditions.len() + 2 <= MOST_COMPARISONS => {
                    conditions.extend([(at, a, truth), (at, b, truth)]);
                }
                [a, b] if self.module.value_type(self.function, a) == Type::I32 => {
                    let op = if truth { Some(op) } else { opposite(op) };
                    if let Some(op) = op
                        && found.len() < MOST_COMPARISONS
                    {
                        let (a, b) = (self.replaced.resolve(a), self.replaced.resolve(b));
                        found.push(Comparison { op, a, b });
                    }
                }
                _ => {}
            }
        }
    }

    /// The one way into `block` by which its parameter, an `i1`, may be `truth`, and what that gives: the others give the
    /// opposite, as `a && b` does that asks for `b` only where `a` holds. None that leads back, behind which all may be of
    /// an earlier round.
    fn one_way(&self, block: Block, position: usize, truth: bool) -> Option<(Block, Value)> {
        let mut found = None;
        for &pred in self.cfg.preds(block) {
            for given in self.given_by(pred, block, position) {
                let given = self.replaced.resolve(given?);
                if self.module.const_bits(given) == Some(u64::from(!truth)) {
                    continue;
                }
                if found.replace((pred, given)).is_some() {
                    return None;
                }
            }
        }
        found.filter(|&(pred, _)| !self.dominators.dominates(block, pred))
    }

    /// What each edge from `pred` gives a parameter of `block`.
    pub fn given_by(&self, pred: Block, block: Block, position: usize) -> SmallVec<[Option<Value>; 2]> {
        let mut given = SmallVec::new();
        self.function.blocks[pred].terminator.for_each_edge(|edge| {
            if edge.block == block {
                given.push(edge.args.of(&self.function.pool).get(position).copied());
            }
        });
        given
    }

    /// The condition of `block`'s branch, and what it is where that goes to `to`, one of its two ways.
    fn condition_towards(&self, block: Block, to: Block) -> Option<(Value, bool)> {
        let Terminator::CondBranch {
            condition,
            if_true,
            if_false,
        } = self.function.blocks[block].terminator
        else {
            return None;
        };
        (if_true.block != if_false.block).then_some((condition, if_true.block == to))
    }
}

/// The comparison with its operands in the other order.
pub fn swapped(op: Op) -> Option<Op> {
    Some(match op {
        Op::IEq | Op::INe => op,
        Op::ULt => Op::UGt,
        Op::UGt => Op::ULt,
        Op::ULe => Op::UGe,
        Op::UGe => Op::ULe,
        Op::SLt => Op::SGt,
        Op::SGt => Op::SLt,
        Op::SLe => Op::SGe,
        Op::SGe => Op::SLe,
        _ => return None,
    })
}
