//! Where a shader knows that a ray query has committed a hit.
//!
//! In D3D12 a shader may ask for what is known of a hit that there is not, and finds something undefined: `q.CommittedStatus() != 0 ?
//! q.CommittedInstanceID() : 0` always asks in HLSL before 2021. In Vulkan such a question has no meaning, and drivers follow
//! the address of an instance that is none. So a question is asked where there is a hit alone, unless each way to it tells: it
//! goes along an edge of a branch on the query's status, and no ray begins behind that.
//!
//! A ray does not begin behind it where each beginning dominates the question for the status: what follows the last beginning, behind a
//! way to where that is first reached, is a way of its own to the block, and the edge that it goes along is behind the beginning.

use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::entity::EntityId;
use crate::ir::{Block, Function, Inst, Module, Op, RayQueryValue, Terminator, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Pairs of a status and a beginning up to which they are looked at.
const MOST_PAIRS: usize = 1 << 16;
/// Queries of which something is known: two bits each.
const MOST_QUERIES: usize = 32;
/// Parts of a condition that are looked at.
const MOST_PARTS: usize = 16;
/// Times that all blocks are gone through; after more nothing is known.
const MOST_ROUNDS: usize = 16;
/// The status of a triangle that was hit.
const TRIANGLE: u64 = 1;

/// The operations on ray queries of each block that has some, in order, with their places among its instructions.
pub type Places = Vec<(Block, Vec<(usize, Inst)>)>;

/// What a question needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Needs {
    /// That there is a hit.
    Hit,
    /// That a triangle is hit.
    Triangle,
}

/// What an operation asks of a committed hit, if it does so.
pub fn asks_of_hit(function: &Function, inst: Inst) -> Option<Needs> {
    use RayQueryValue as V;
    let data = &function.insts[inst];
    match RayQueryValue::from_imm(data.imm) {
        Some((value, true)) if data.op == Op::RayQueryGet => match value {
            V::Kind | V::T => None,
            V::TrianglePositions => Some(Needs::Triangle),
            _ => Some(Needs::Hit),
        },
        _ => None,
    }
}

fn is_status(function: &Function, inst: Inst) -> bool {
    let data = &function.insts[inst];
    (data.op, data.imm) == (Op::RayQueryGet, RayQueryValue::Kind.imm(true))
}

/// The condition that an instruction passes on, an older one, and whether as its opposite.
pub fn passed_on((function, module): (&Function, &Module), inst: Inst) -> Option<(Value, bool)> {
    let args = function.args(inst);
    let constant = args.get(1).and_then(|&value| module.const_bits(value));
    let flips = match (function.insts[inst].op, constant) {
        (Op::Not, _) => true,
        (Op::INe | Op::Xor, Some(bits)) => bits & 1 != 0,
        (Op::IEq, Some(bits)) => bits & 1 == 0,
        _ => return None,
    };
    let passed = *args.first()?;
    let is_older = passed.as_inst().is_none_or(|passed| passed < inst);
    (is_older && module.value_type(function, passed) == Type::BOOL).then_some((passed, flips))
}

/// What is known of hits: of the query of each number that there is one, and, in the bit above, that it is of a triangle.
type Known = u64;

fn hit(number: usize) -> Known {
    1 << (2 * number)
}

fn triangle(number: usize) -> Known {
    3 << (2 * number)
}

/// Of the operations on ray queries at `places` those that ask for what is known of a committed hit where there is one. `which` is the query
/// of an operation, `may_be` whether two may be the same.
pub fn told<Q: Copy + PartialEq>(
    (function, module): (&Function, &Module),
    places: &Places,
    which: impl Fn(Inst) -> Option<Q>,
    may_be: impl Fn(Q, Q) -> bool,
) -> FxHashSet<Inst> {
    let (mut statuses, mut beginnings, mut questions) = (Vec::new(), Vec::new(), Vec::new());
    for &(block, ref insts) in places {
        for &(at, inst) in insts {
            if let Some(needs) = asks_of_hit(function, inst) {
                questions.push((inst, needs, block));
            } else if is_status(function, inst) {
                statuses.extend(which(inst).map(|query| (inst, query, (block, at))));
            } else if function.insts[inst].op == Op::RayQueryInitialize {
                beginnings.push(((block, at), which(inst)));
            }
        }
    }
    let pairs = statuses.len().saturating_mul(beginnings.len());
    if questions.is_empty() || statuses.is_empty() || function.layout.len() == 1 || pairs > MOST_PAIRS {
        return FxHashSet::default();
    }
    let cfg = Cfg::new(function);
    let dominators = Dominators::new(&cfg);
    let before = |(a, at): (Block, usize), (b, behind): (Block, usize)| match a == b {
        true => at < behind,
        false => dominators.dominates(a, b),
    };
    let mut queries: Vec<Q> = Vec::new();
    let mut numbers = FxHashMap::default();
    for (inst, query, home) in statuses {
        let may_begin = |other: Option<Q>| other.is_none_or(|other| may_be(query, other));
        let mut all = beginnings.iter();
        if all.any(|&(begins, other)| may_begin(other) && !before(begins, home)) {
            continue;
        }
        let number = queries.iter().position(|&known| known == query);
        let number = number.unwrap_or(queries.len());
        if number < MOST_QUERIES {
            numbers.insert(inst, number);
            if number == queries.len() {
                queries.push(query);
            }
        }
    }
    let ways = Ways {
        function,
        module,
        numbers,
    };
    let Some(known) = ways.known(&cfg) else {
        return FxHashSet::default();
    };
    let is_told = |&(inst, needs, block): &(Inst, Needs, Block)| {
        let number = queries.iter().position(|&query| which(inst) == Some(query));
        let wanted = number.map(|number| match needs {
            Needs::Hit => hit(number),
            Needs::Triangle => triangle(number),
        });
        cfg.is_reachable(block) && wanted.is_some_and(|wanted| known[block.index()] & wanted == wanted)
    };
    questions.retain(is_told);
    questions.into_iter().map(|(inst, ..)| inst).collect()
}

/// What is known along the ways through a function.
struct Ways<'a> {
    function: &'a Function,
    module: &'a Module,
    /// The number of the query that a status is of.
    numbers: FxHashMap<Inst, usize>,
}

impl Ways<'_> {
    /// What is known in each block, by its number: what all edges to it tell.
    fn known(&self, cfg: &Cfg) -> Option<Vec<Known>> {
        let mut known = vec![Known::MAX; cfg.block_count()];
        for _ in 0..MOST_ROUNDS {
            let mut changes = false;
            for &block in cfg.order() {
                let edges = cfg.preds(block).iter().map(|&from| {
                    let terminator = &self.function.blocks[from].terminator;
                    known[from.index()] | self.told_by(terminator, block)
                });
                let is_entry = cfg.position(block) == 0;
                let all = edges.fold(if is_entry { 0 } else { Known::MAX }, |all, edge| all & edge);
                changes |= known[block.index()] != all;
                known[block.index()] = all;
            }
            if !changes {
                return Some(known);
            }
        }
        None
    }

    /// What it tells of hits that a terminator goes to `block`.
    fn told_by(&self, terminator: &Terminator, block: Block) -> Known {
        match terminator {
            Terminator::CondBranch {
                condition,
                if_true,
                if_false,
            } if if_true.block != if_false.block => {
                self.told_by_condition(*condition, if_true.block == block)
            }
            Terminator::Switch {
                value,
                default,
                cases,
            } => {
                let Some(number) = self.status(*value) else {
                    return 0;
                };
                let here = || cases.iter().filter(|case| case.1.block == block);
                let others = default.block == block;
                let may_be_none = match others {
                    true => !cases.iter().any(|case| case.0 == 0 && case.1.block != block),
                    false => here().any(|case| case.0 == 0),
                };
                match may_be_none {
                    true => 0,
                    false if !others && here().all(|case| case.0 == TRIANGLE) => triangle(number),
                    false => hit(number),
                }
            }
            _ => 0,
        }
    }

    /// What it tells that a condition is true, or that it is false.
    fn told_by_condition(&self, condition: Value, truth: bool) -> Known {
        let mut known = 0;
        let mut work = vec![(condition, truth)];
        for _ in 0..MOST_PARTS {
            let Some((value, truth)) = work.pop() else { break };
            let Some(inst) = value.as_inst() else { continue };
            if let Some((passed, flips)) = passed_on((self.function, self.module), inst) {
                work.push((passed, truth ^ flips));
                continue;
            }
            let args = self.function.args(inst);
            match (self.function.insts[inst].op, truth) {
                (Op::And, true) | (Op::Or, false) => work.extend(args.iter().map(|&arg| (arg, truth))),
                (op @ (Op::IEq | Op::INe), _) => {
                    let &[a, b] = args else { continue };
                    let (Some(number), Some(bits)) = (self.status(a), self.module.const_bits(b)) else {
                        continue;
                    };
                    let equal = truth == (op == Op::IEq);
                    known |= match (equal, bits) {
                        (true, TRIANGLE) => triangle(number),
                        (true, 1..) | (false, 0) => hit(number),
                        _ => 0,
                    };
                }
                _ => {}
            }
        }
        known
    }

    /// The number of the query of which a value is the status.
    fn status(&self, value: Value) -> Option<usize> {
        self.numbers.get(&value.as_inst()?).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::{Places, asks_of_hit, told};
    use crate::ir::parse::parse_module;
    use crate::ir::{Inst, ValueRef};

    /// A ray begins, of the query behind this.
    const BEGIN: &str = "ray_query.initialize";
    /// What follows the query.
    const RAY: &str = "i32 0, i32 0, i32 255, i32 0, f32 0.0, i32 0, f32 1.0";

    /// Which questions of a function, in order, are known to have an answer.
    fn known(body: &str) -> Vec<bool> {
        let head = "global @0 Function ray_query\nglobal @1 Function ray_query\nfunction func0 void {\n";
        let module = parse_module(&format!("{head}{body}\n}}\n")).unwrap();
        let function = module.functions.values().next().unwrap();
        let is_used = |inst: Inst| function.insts[inst].op.name().starts_with("ray_query");
        let places: Places = function
            .layout
            .iter()
            .map(|&block| {
                let insts = function.blocks[block].insts.iter().copied().enumerate();
                (block, insts.filter(|&(_, inst)| is_used(inst)).collect())
            })
            .collect();
        let which = |inst| match function.args(inst).first()?.get() {
            ValueRef::Global(global) => Some(global),
            _ => None,
        };
        let told = told((function, &module), &places, which, |a, b| a == b);
        let all = places.iter().flat_map(|(_, insts)| insts);
        let questions = all.filter(|&&(_, inst)| asks_of_hit(function, inst).is_some());
        questions.map(|(_, inst)| told.contains(inst)).collect()
    }

    /// What is known where a condition on the status `%1` is true, and where it is false: of a hit, of a triangle, of another query.
    fn known_by(condition: &str) -> [Vec<bool>; 2] {
        let ask = |first: u32| {
            let [hit, triangle, other] = [first, first + 1, first + 2];
            format!(
                "  %{hit}: i32 = ray_query.get @0 #5\n  %{triangle}: i32 = ray_query.get @0 #27\n  \
                 %{other}: i32 = ray_query.get @1 #5\n  ret\n"
            )
        };
        let known = known(&format!(
            "bb0(%0: i1):\n  {BEGIN} @0, {RAY}\n  %1: i32 = ray_query.get @0 #1\n  {condition}\n  condbr %9, bb1, bb2\n\
             bb1:\n{}bb2:\n{}",
            ask(10),
            ask(13)
        ));
        [known[..3].to_vec(), known[3..].to_vec()]
    }

    #[test]
    fn branches_on_the_status_tell() {
        const NOTHING: [bool; 3] = [false; 3];
        const HIT: [bool; 3] = [true, false, false];
        const TRIANGLE: [bool; 3] = [true, true, false];
        for (condition, if_true, if_false) in [
            ("%9: i1 = ieq %1, i32 1", TRIANGLE, NOTHING),
            ("%9: i1 = ieq %1, i32 2", HIT, NOTHING),
            ("%9: i1 = ieq %1, i32 0", NOTHING, HIT),
            ("%9: i1 = ine %1, i32 0", HIT, NOTHING),
            ("%9: i1 = ine %1, i32 1", NOTHING, TRIANGLE),
            ("%2: i1 = ieq %1, i32 0\n  %9: i1 = not %2", HIT, NOTHING),
            ("%2: i1 = ieq %1, i32 0\n  %9: i1 = xor %2, i1 true", HIT, NOTHING),
            ("%2: i1 = ieq %1, i32 1\n  %9: i1 = and %2, %0", TRIANGLE, NOTHING),
            ("%2: i1 = ieq %1, i32 1\n  %9: i1 = or %2, %0", NOTHING, NOTHING),
            ("%2: i1 = ieq %1, i32 0\n  %9: i1 = or %0, %2", NOTHING, HIT),
            (
                "%2: i32 = ray_query.get @0 #0\n  %9: i1 = ieq %2, i32 1",
                NOTHING,
                NOTHING,
            ),
            (
                "%2: i32 = iadd %1, i32 1\n  %9: i1 = ieq %2, i32 1",
                NOTHING,
                NOTHING,
            ),
        ] {
            assert_eq!(known_by(condition), [if_true, if_false], "{condition}");
        }
        let begun = format!("%9: i1 = ieq %1, i32 1\n  {BEGIN} @0, {RAY}");
        assert_eq!(known_by(&begun), [NOTHING, NOTHING]);
        let begun = format!("%9: i1 = ieq %1, i32 1\n  {BEGIN} @1, {RAY}");
        assert_eq!(known_by(&begun), [TRIANGLE, NOTHING]);
    }

    #[test]
    fn switches_on_the_status_tell() {
        let ask = "= ray_query.get @0 #5";
        for (cases, told) in [
            ("bb3 [0: bb1, 1: bb2]", [false, true, true]),
            ("bb1 [1: bb2, 2: bb3]", [false, true, true]),
            ("bb1 [1: bb2, 0: bb3]", [true, true, false]),
            ("bb1 [1: bb2, 2: bb2, 0: bb3]", [true, true, false]),
            ("bb1 [1: bb2, 0: bb2, 2: bb3]", [true, false, true]),
            ("bb1 [1: bb2, 0: bb1, 2: bb3]", [false, true, true]),
        ] {
            let known = known(&format!(
                "bb0:\n  {BEGIN} @0, {RAY}\n  %1: i32 = ray_query.get @0 #1\n  switch %1, {cases}\nbb1:\n  %2: i32 {ask}\n  ret\n\
                 bb2:\n  %3: i32 {ask}\n  ret\nbb3:\n  %4: i32 {ask}\n  ret"
            ));
            assert_eq!(known, told, "{cases}");
        }
    }

    /// The status is asked for in one turn, a ray begins behind it, and another turn asks; the ray that begins before the status does
    /// no harm. Where two ways meet, nothing is known.
    #[test]
    fn rays_that_begin_anew_forget() {
        let turns = |before: &str, behind: &str| {
            known(&format!(
                "bb0(%0: i1):\n  {BEGIN} @0, {RAY}\n  br bb1\n\
                 bb1:\n{before}  %1: i32 = ray_query.get @0 #1\n  %2: i1 = ine %1, i32 0\n  condbr %2, bb2, bb3\n\
                 bb2:\n  %3: i32 = ray_query.get @0 #5\n{behind}  br bb3\n\
                 bb3:\n  %4: i32 = ray_query.get @0 #5\n  condbr %0, bb1, bb4\nbb4:\n  ret"
            ))
        };
        let begin = format!("  {BEGIN} @0, {RAY}\n");
        assert_eq!(turns("", ""), [true, false]);
        assert_eq!(turns(&begin, ""), [true, false]);
        assert_eq!(turns("", &begin), [false, false]);
    }

    #[test]
    fn all_ways_to_a_block_tell() {
        let joined = |second: &str| {
            known(&format!(
                "bb0:\n  {BEGIN} @0, {RAY}\n  %1: i32 = ray_query.get @0 #1\n  %2: i1 = ieq %1, i32 2\n  condbr %2, bb2, bb1\n\
                 bb1:\n  %3: i1 = {second}\n  condbr %3, bb3, bb2\nbb2:\n  %4: i32 = ray_query.get @0 #5\n  br bb3\nbb3:\n  ret"
            ))
        };
        assert_eq!(joined("ieq %1, i32 0"), [true]);
        assert_eq!(joined("ieq %1, i32 1"), [false]);
    }
}
