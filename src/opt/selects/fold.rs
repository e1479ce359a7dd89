//! Two tests in a row that lead to one block become one test.
//!
//! Of the second, nothing but a cheap computation is in front; the ways to the block that both lead to may have cheap arms.
//!
//! ```text
//! bb0: condbr %1, bb4(%5), bb1          bb0:
//! bb1:                                    %2 = ult %0, i32 9
//!   %2 = ult %0, i32 9                    %7 = not %1
//!   condbr %2, bb2, bb4(i32 7)      =>    %8 = and %7, %2
//! bb2:                                    %9 = select %1, %5, i32 7
//!   ...                                   condbr %8, bb2, bb4(%9)
//! ```
//!
//! Where both compare one value with constants, so does the one that is left, if that can be. And where what is behind the test
//! gives what is known to be selected on the other way, it gives what is selected, so that both ways give the same.
//!
//! If what is on the way past the second test cannot be done without need, one test follows the other, where less has to be given
//! then; a way past both may go to the second test, too:
//!
//! ```text
//! bb0: condbr %1, bb1, bb2              bb0: condbr %1, bb1, bb5(%5, i32 7)
//! bb1: ...                              bb1: ...
//!   br bb4(%3, i32 7)                     br bb5(%3, i32 7)
//! bb2: condbr %2, bb3, bb4(%5, i32 7)   bb5(%8, %9):    (%9 is i32 7)
//! bb3: ...                         =>     %10 = and (not %1), %2
//!   br bb4(%4, i32 7)                     condbr %10, bb3, bb4(%8, %9)
//!                                       bb3: ...
//!                                         br bb4(%4, %9)
//! ```
//!
//! DXC leaves such rows of tests from shader model 6.9 on where one arm of many cannot be done without need: it makes `else if` of
//! tests that exclude each other before it looks for selections.

use super::state::{Branch, Known, Pass, Way};
use crate::entity::EntityId;
use crate::ir::{Block, Cursor, Edge, Flags, Hint, Inst, Op, Terminator, Type, Value};
use smallvec::SmallVec;

/// Selections that are made where the block with the other tests does not lead on to where both meet: each way there could have
/// given its own value for less.
const MOST_CHOSEN: usize = 2;

/// Values that are given but once when one test follows the other: with fewer, the second test is not worth it.
const LEAST_SHARED: usize = 2;

/// Blocks behind a test that are looked through for what they give.
const MOST_BLOCKS: usize = 16;

/// Two tests in a row.
#[derive(Clone, Copy)]
struct Row {
    outer: Branch,
    /// Whether the outer condition has to hold for the inner test to be reached.
    inner_if: bool,
    /// The edge to the inner test.
    to_inner: Edge,
    /// The way past it.
    past: Way,
    inner: Branch,
    /// Whether the inner condition has to hold to go on.
    on_if: bool,
    /// The edge on.
    on: Edge,
    /// The way to where the other goes, too.
    off: Way,
    /// Whether the arm of the way past stays where it is.
    apart: bool,
}

/// A condition, and whether it has to hold to go on.
#[derive(Clone, Copy)]
struct Test {
    condition: Value,
    on_if: bool,
}

/// What holds on the ways of a row.
struct Told {
    /// Past the inner test.
    passed: Known,
    /// From the inner test to where both meet.
    left: Known,
    /// Behind both.
    goes_on: Known,
}

impl Row {
    /// The edges that lead past the inner test, and from it to where these lead.
    fn edges_aside(&self) -> [Edge; 2] {
        let Self { outer, inner, .. } = self;
        [
            if self.inner_if {
                outer.if_false
            } else {
                outer.if_true
            },
            if self.on_if { inner.if_false } else { inner.if_true },
        ]
    }
}

impl Pass<'_> {
    /// Makes one test of that at the end of `block` and one behind it, or two that follow each other, if that may be.
    pub fn fold(&mut self, block: Block) -> bool {
        let Some((row, params)) = self.row(block) else {
            return false;
        };
        let [past, off] = row.edges_aside();
        if let (Some(arm), false) = (row.past.arm, row.apart) {
            self.take(block, past, arm);
        }
        self.take(block, row.to_inner, row.to_inner.block);
        if let Some(arm) = row.off.arm {
            self.take(block, off, arm);
        }
        let outer = row.outer.condition;
        let inner = self.replacements.resolve(row.inner.condition);
        let known = Told {
            passed: self.where_is(block, outer, !row.inner_if),
            left: self.where_is(block, inner, !row.on_if),
            goes_on: self.where_is(block, inner, row.on_if),
        };
        let reached = self.where_is(block, outer, row.inner_if);
        let known = Told {
            left: known.left.and(&reached),
            goes_on: known.goes_on.and(&reached),
            ..known
        };
        let mut cursor = Cursor::behind(self.function, block);
        let (condition, on_if) = self.condition(block, &mut cursor, &row, [outer, inner]);
        let test = Test { condition, on_if };
        match row.apart {
            true => self.follow(block, &row, &params, test, &known),
            false => self.merge(block, &mut cursor, &row, &params, test, &known),
        }
        true
    }

    /// Ends `block` with the one test of the row.
    fn merge(
        &mut self,
        block: Block,
        cursor: &mut Cursor,
        row: &Row,
        params: &[Inst],
        test: Test,
        known: &Told,
    ) {
        let meet = row.off.end.block;
        let mut values: SmallVec<[Value; 8]> = SmallVec::new();
        for (position, &param) in params.iter().enumerate() {
            let (a, b) = (self.given(row.past, position), self.given(row.off, position));
            let value = self.either([a, b], [&known.passed, &known.left]);
            let value = value.unwrap_or_else(|| {
                let ty = self.function.insts[param].ty;
                let (a, b) = if row.inner_if { (b, a) } else { (a, b) };
                let args = [row.outer.condition, a, b];
                cursor.emit(self.function, Op::Select, Flags::NONE, ty, &args, 0)
            });
            values.push(value);
        }
        // The way past may have led to where a second test leads on to.
        self.entries[row.past.end.block.index()] -= 1;
        self.unify(row.on, meet, &known.goes_on, &values, &values);
        let edge = self.function.edge(meet, &values);
        self.end(block, test, row.on, edge);
    }

    /// Ends `block` with the outer test of the row, and has the other follow it.
    fn follow(&mut self, block: Block, row: &Row, params: &[Inst], test: Test, known: &Told) {
        let Some(arm) = row.past.arm else {
            return;
        };
        let meet = row.off.end.block;
        let second = self.function.add_block();
        self.function.blocks[second].source = self.function.blocks[block].source;
        let (mut values, mut names) = (SmallVec::<[Value; 8]>::new(), SmallVec::<[Value; 8]>::new());
        let mut shared: SmallVec<[Value; 8]> = SmallVec::new();
        for (position, &param) in params.iter().enumerate() {
            let (a, b) = (self.given(row.past, position), self.given(row.off, position));
            shared.push(if self.value_where(&known.passed, b) == a {
                b
            } else {
                a
            });
            values.push(b);
            let ty = self.function.insts[param].ty;
            names.push(self.function.add_param(second, ty).into());
        }
        self.entries[meet.index()] -= 1;
        self.entries.push(2);
        self.joined.push(None);
        self.unify(row.on, meet, &known.goes_on, &values, &names);
        let edge = self.function.edge(second, &shared);
        self.function.blocks[arm].terminator = Terminator::Branch(edge);
        let edge = self.function.edge(meet, &names);
        self.end(second, test, row.on, edge);
        let edge = self.function.edge(second, &values);
        let [past, _] = row.edges_aside();
        let outer = Test {
            condition: row.outer.condition,
            on_if: row.inner_if,
        };
        self.end(block, outer, edge, past);
        self.followed.insert(second, meet);
    }

    /// Has `block` end with a test that leads `on` or to `other`.
    fn end(&mut self, block: Block, test: Test, on: Edge, other: Edge) {
        let (if_true, if_false) = if test.on_if { (on, other) } else { (other, on) };
        let data = &mut self.function.blocks[block];
        data.terminator = Terminator::CondBranch {
            condition: test.condition,
            if_true,
            if_false,
        };
        data.hint = Hint::None;
    }

    /// The tests at the end of `block` and behind it, and the parameters of the block where they meet.
    fn row(&mut self, block: Block) -> Option<(Row, Vec<Inst>)> {
        let outer = self.branch(block)?;
        for inner_if in [true, false] {
            let (to_inner, past) = match inner_if {
                true => (outer.if_true, outer.if_false),
                false => (outer.if_false, outer.if_true),
            };
            let second = to_inner.block;
            if second == block || self.entries[second.index()] != 1 {
                continue;
            }
            let Some(inner) = self.branch(second) else {
                continue;
            };
            let passed = self.where_is(block, outer.condition, !inner_if);
            for on_if in [true, false] {
                let (on, off) = match on_if {
                    true => (inner.if_true, inner.if_false),
                    false => (inner.if_false, inner.if_true),
                };
                let Some([past, off]) = self.meeting([block, second], [past, off], &passed) else {
                    continue;
                };
                let row = Row {
                    outer,
                    inner_if,
                    to_inner,
                    past,
                    inner,
                    on_if,
                    on,
                    off,
                    apart: false,
                };
                if let Some(params) = self.may_merge(block, &row) {
                    return Some((row, params));
                }
                let row = Row { apart: true, ..row };
                if let Some(params) = self.may_follow(block, &row, &passed) {
                    return Some((row, params));
                }
            }
        }
        None
    }

    /// The ways from two blocks to one, each directly or by an arm; the second way may lead there by a test that follows others,
    /// if that fails where `passed` holds.
    fn meeting(&mut self, blocks: [Block; 2], edges: [Edge; 2], passed: &Known) -> Option<[Way; 2]> {
        let direct = |edge: Edge| Way { arm: None, end: edge };
        let [a, b] = [0, 1].map(|at| [Some(direct(edges[at])), self.through(blocks[at], edges[at])]);
        for a in a.into_iter().flatten() {
            for b in b.into_iter().flatten() {
                if a.end.block == b.end.block {
                    return Some([a, b]);
                }
                if self.followed.get(&b.end.block) == Some(&a.end.block)
                    && let Terminator::CondBranch {
                        condition, if_true, ..
                    } = self.function.blocks[b.end.block].terminator
                    && self.holds(passed, condition) == Some(if_true.block == a.end.block)
                {
                    return Some([a, b]);
                }
            }
        }
        None
    }

    /// Whether what is on both sides of a row is apart from it and behind it.
    fn is_forward(&self, block: Block, row: &Row) -> bool {
        let meet = row.off.end.block;
        let arms = [row.past.arm, row.off.arm];
        let second = row.to_inner.block;
        let others = [meet, row.past.end.block, row.on.block, second];
        self.position(meet) > self.position(block)
            && row.on.block != meet
            && row.on.block != second
            && !others.iter().any(|&other| arms.contains(&Some(other)))
    }

    /// Whether a row may become one test; the parameters of the block where it meets.
    fn may_merge(&self, block: Block, row: &Row) -> Option<Vec<Inst>> {
        let meet = row.off.end.block;
        let done = [row.past.arm, Some(row.to_inner.block), row.off.arm];
        if !self.is_forward(block, row) || !self.is_cheap(done.into_iter().flatten()) {
            return None;
        }
        let params = self.chosen([row.past, row.off])?;
        let leads_on = self
            .through(block, row.on)
            .is_some_and(|way| way.end.block == meet);
        let differ = |&position: &usize| self.given(row.past, position) != self.given(row.off, position);
        let few = || (0..params.len()).filter(differ).count() <= MOST_CHOSEN;
        (leads_on || self.is_within_loop(block, meet) || few()).then_some(params)
    }

    /// Whether the tests of a row may follow each other; the parameters of the block where it meets.
    fn may_follow(&mut self, block: Block, row: &Row, passed: &Known) -> Option<Vec<Inst>> {
        let meet = row.off.end.block;
        let done = [Some(row.to_inner.block), row.off.arm];
        if row.past.arm.is_none()
            || row.past.end.block != meet
            || !self.is_forward(block, row)
            || self.position(row.on.block) <= self.position(block)
            || !self.is_within_loop(block, meet)
            || !self.is_cheap(done.into_iter().flatten())
        {
            return None;
        }
        let params = self.chosen([row.past, row.off])?;
        let mut shared = 0;
        for position in 0..params.len() {
            let (a, b) = (self.given(row.past, position), self.given(row.off, position));
            shared += usize::from(self.value_where(passed, b) == a);
        }
        (shared >= LEAST_SHARED).then_some(params)
    }

    /// The condition of a row to go on, and whether it has to hold for that.
    fn condition(
        &mut self,
        block: Block,
        cursor: &mut Cursor,
        row: &Row,
        conditions: [Value; 2],
    ) -> (Value, bool) {
        let [outer, inner] = conditions;
        let mut exact = None;
        if let [Some((value, a)), Some((other, b))] = conditions.map(|condition| self.numbers(condition))
            && value == other
        {
            let a = if row.inner_if { a } else { a.others() };
            let b = if row.on_if { b } else { b.others() };
            // Numbers that it is not here may be in the set or not.
            let here = self.before(block, value).unwrap_or_else(|| a.or(&a.others()));
            let set = a.and(&b);
            let there = set.and(&here);
            for (condition, holds, alone) in [(inner, row.on_if, &b), (outer, row.inner_if, &a)] {
                if alone.and(&here) == there {
                    return (condition, holds);
                }
            }
            let wider = set.or(&here.others());
            for set in [&set, &there, &wider] {
                if let Some(test) = set.test(self.module, self.function, cursor, value) {
                    self.conditions.tell(test, value, set.clone());
                    return (test, true);
                }
            }
            exact = Some((value, set));
        }
        let mut emit =
            |op: Op, args: &[Value]| cursor.emit(self.function, op, Flags::NONE, Type::BOOL, args, 0);
        let (condition, holds) = match (row.inner_if, row.on_if) {
            (true, true) => (emit(Op::And, &[outer, inner]), true),
            (false, false) => (emit(Op::Or, &[outer, inner]), false),
            (false, true) => {
                let outer = emit(Op::Not, &[outer]);
                (emit(Op::And, &[outer, inner]), true)
            }
            (true, false) => {
                let inner = emit(Op::Not, &[inner]);
                (emit(Op::And, &[outer, inner]), true)
            }
        };
        if let Some((value, set)) = exact {
            let set = if holds { set } else { set.others() };
            self.conditions.tell(condition, value, set);
        }
        (condition, holds)
    }

    /// Has the blocks behind `on` give `meet` those of `names` that stand for `values`, where they give the same values already.
    /// Only where nothing but one way more leads to `meet`.
    fn unify(&mut self, on: Edge, meet: Block, goes_on: &Known, values: &[Value], names: &[Value]) {
        let Some(blocks) = self.behind(on, meet) else {
            return;
        };
        for block in blocks {
            let mut terminator = std::mem::replace(
                &mut self.function.blocks[block].terminator,
                Terminator::Unreachable,
            );
            terminator.for_each_edge_mut(|edge| {
                let mut given: SmallVec<[Value; 8]> = SmallVec::from_slice(edge.args.of(&self.function.pool));
                if edge.block != meet || given.len() != values.len() {
                    return;
                }
                for (given, (&value, &name)) in given.iter_mut().zip(values.iter().zip(names)) {
                    if self.value_where(goes_on, value) == self.replacements.resolve(*given) {
                        *given = name;
                    }
                }
                *edge = self.function.edge(meet, &given);
            });
            self.function.blocks[block].terminator = terminator;
        }
    }

    /// The blocks behind `on` up to `meet`, if nothing else leads to any of them.
    fn behind(&self, on: Edge, meet: Block) -> Option<Vec<Block>> {
        let mut blocks = vec![on.block];
        let mut entries: Vec<u32> = vec![1];
        let mut ends = 0;
        let mut at = 0;
        while let Some(&block) = blocks.get(at) {
            self.function.blocks[block].terminator.for_each_edge(|edge| {
                if edge.block == meet {
                    ends += 1;
                } else if let Some(known) = blocks.iter().position(|&block| block == edge.block) {
                    entries[known] += 1;
                } else {
                    blocks.push(edge.block);
                    entries.push(1);
                }
            });
            at += 1;
            if blocks.len() > MOST_BLOCKS {
                return None;
            }
        }
        let alone = |(block, &entries): (&Block, &u32)| self.entries[block.index()] == entries;
        let all = blocks.iter().zip(&entries).all(alone) && self.entries[meet.index()] == ends + 1;
        all.then_some(blocks)
    }
}
