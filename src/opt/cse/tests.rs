//! Programs that hold numbers behind branches, run before the pass and after it.

use super::cse;
use crate::ir::parse::parse_module;
use crate::ir::{Inst, Module, Op, Terminator, Value, ValueRef};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// What a program stores to `@1` where `@0` is `input`.
fn run(module: &Module, input: u32) -> Vec<u32> {
    let function = &module.functions[module.entry];
    let mut values: FxHashMap<Inst, u32> = FxHashMap::default();
    let get = |values: &FxHashMap<Inst, u32>, value: Value| match value.get() {
        ValueRef::Inst(inst) => values[&inst],
        ValueRef::Const(_) => module.const_bits(value).unwrap() as u32,
        ValueRef::Global(global) => global.0,
    };
    let mut stored = Vec::new();
    let mut block = function.layout[0];
    loop {
        for &inst in &function.blocks[block].insts {
            let args = function.args(inst).iter();
            let args: Vec<u32> = args.map(|&value| get(&values, value)).collect();
            let (a, b) = (args[0], args.get(1).copied().unwrap_or(0));
            let result = match function.insts[inst].op {
                Op::Load => input,
                Op::Store => {
                    stored.push(b);
                    continue;
                }
                op => computed(op, a, b),
            };
            values.insert(inst, result);
        }
        let edge = match &function.blocks[block].terminator {
            Terminator::Branch(edge) => *edge,
            Terminator::CondBranch {
                condition,
                if_true,
                if_false,
            } => {
                let truth = get(&values, *condition) != 0;
                if truth { *if_true } else { *if_false }
            }
            Terminator::Return(_) => return stored,
            other => panic!("{other:?}"),
        };
        let args = function.edge_args(&edge).iter();
        let args: Vec<u32> = args.map(|&value| get(&values, value)).collect();
        let params = function.blocks[edge.block].params.iter();
        values.extend(params.copied().zip(args));
        block = edge.block;
    }
}

fn computed(op: Op, a: u32, b: u32) -> u32 {
    let (x, y) = (a as i32, b as i32);
    match op {
        Op::IAdd => a.wrapping_add(b),
        Op::ISub => a.wrapping_sub(b),
        Op::IMul => a.wrapping_mul(b),
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Shl => a << b,
        Op::LShr => a >> b,
        Op::UMin => a.min(b),
        Op::UMax => a.max(b),
        Op::SMin => x.min(y) as u32,
        Op::SMax => x.max(y) as u32,
        Op::Not => 1 - a,
        Op::IEq => u32::from(a == b),
        Op::INe => u32::from(a != b),
        Op::ULt => u32::from(a < b),
        Op::ULe => u32::from(a <= b),
        Op::UGt => u32::from(a > b),
        Op::UGe => u32::from(a >= b),
        Op::SLt => u32::from(x < y),
        Op::SLe => u32::from(x <= y),
        Op::SGt => u32::from(x > y),
        Op::SGe => u32::from(x >= y),
        op => panic!("{op:?}"),
    }
}

/// Numbers that look like chance.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % limit
    }
    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }
}

/// A program under way.
struct Program {
    chance: Chance,
    text: String,
    /// The number of the next value.
    next: usize,
    /// Numbers that there are here.
    numbers: Vec<usize>,
    /// What some were compared with.
    compared: Vec<(usize, i64)>,
}

impl Program {
    /// The beginning of one, and what it loads.
    fn new(seed: u64) -> (Self, usize) {
        let mut program = Self {
            chance: Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
            text: String::new(),
            next: 0,
            numbers: Vec::new(),
            compared: Vec::new(),
        };
        program.text.push_str(
            "shader \"main\" Compute 6.0\nnum_threads 64, 1, 1\nglobal @0 Private i32\nglobal @1 Private i32\n\
             function func0 \"main\" void {\nbb0:\n",
        );
        let input = program.add("i32", "load @0");
        (program, input)
    }

    fn add(&mut self, ty: &str, what: &str) -> usize {
        let number = self.next;
        self.next += 1;
        writeln!(self.text, "  %{number}: {ty} = {what}").unwrap();
        number
    }

    fn number(&mut self) -> usize {
        let made = self.numbers.clone();
        self.chance.of(&made)
    }

    /// One more number, of what there is.
    fn compute(&mut self) {
        let a = self.number();
        let small = self.chance.below(20);
        let what = match self.chance.below(12) {
            0 => format!("iadd %{a}, i32 {small}"),
            1 => format!("iadd %{a}, i32 -{}", small + 1),
            2 => format!("and %{a}, i32 {}", self.chance.below(64)),
            3 => format!("lshr %{a}, i32 {}", small % 6),
            4 => format!("shl %{a}, i32 {}", small % 4),
            5 => format!("imul %{a}, i32 {small}"),
            6 => format!("umin %{a}, i32 {}", self.chance.below(200)),
            7 => format!("smax %{a}, i32 {}", small / 4),
            at => {
                let b = self.number();
                format!("{} %{a}, %{b}", ["or", "xor", "iadd", "isub"][at as usize - 8])
            }
        };
        let made = self.add("i32", &what);
        self.numbers.push(made);
    }

    /// A comparison, or two.
    fn condition(&mut self) -> usize {
        let mut one = || {
            let a = self.number();
            let a = match self.chance.below(3) {
                0 => {
                    let mask = self.chance.of(&[1, 3, 7, 12, 15]);
                    self.add("i32", &format!("and %{a}, i32 {mask}"))
                }
                _ => a,
            };
            let limit = self.chance.of(&[-1_i64, 0, 1, 3, 8, 16, 60, 64, 100, 128]);
            let ops = [
                "ieq", "ine", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge",
            ];
            let op = self.chance.of(&ops);
            self.compared.push((a, limit));
            let operands = match self.chance.below(8) {
                0 => format!("i32 {limit}, %{a}"),
                1 => format!("%{a}, %{}", self.number()),
                _ => format!("%{a}, i32 {limit}"),
            };
            self.add("i1", &format!("{op} {operands}"))
        };
        let first = one();
        match self.chance.below(4) {
            0 => {
                let second = {
                    let a = self.number();
                    self.add("i1", &format!("ult %{a}, i32 64"))
                };
                let op = self.chance.of(&["and", "or"]);
                self.add("i1", &format!("{op} %{first}, %{second}"))
            }
            1 => self.add("i1", &format!("not %{first}")),
            _ => first,
        }
    }
}

impl Program {
    /// A condition and another one that is asked for, in `block`, where the first tells nothing. It is told in the block behind.
    fn with_another(&mut self, condition: usize, block: u64) -> usize {
        let behind = block + 1;
        let [asks, knows] = [format!("bb{block}"), format!("bb{behind}")];
        let ways = match self.chance.below(2) {
            0 => format!("{asks}, {knows}(i1 false)"),
            _ => format!("{knows}(i1 true), {asks}"),
        };
        writeln!(self.text, "  condbr %{condition}, {ways}\n{asks}:").unwrap();
        // What is computed there is not for blocks behind.
        let compared = self.compared.clone();
        let other = self.condition();
        self.compared = compared;
        let given = self.next;
        self.next += 1;
        writeln!(self.text, "  br {knows}(%{other})\n{knows}(%{given}: i1):").unwrap();
        given
    }

    /// Ends a loop that goes `back` by `test`, alone or with another one, or leaves it for block 9, and the program.
    fn goes_on(&mut self, test: usize, input: usize, back: &str) {
        let ways = match self.chance.below(4) {
            0 => format!("bb9, {back}"),
            _ => format!("{back}, bb9"),
        };
        let end = match self.chance.below(5) {
            // Both tests, or one of them.
            0 => {
                let limit = self.chance.of(&[60, 128, 255]);
                let other = self.add("i1", &format!("ult %{input}, i32 {limit}"));
                let op = self.chance.of(&["and", "and", "or"]);
                let both = self.add("i1", &format!("{op} %{test}, %{other}"));
                format!("  condbr %{both}, {ways}\n")
            }
            // The other one is asked for where the first tells nothing.
            1 => {
                self.numbers = vec![input];
                let given = self.with_another(test, 4);
                format!("  condbr %{given}, {ways}\n")
            }
            // It is followed by more of the loop.
            2 => {
                let ways = self.chance.of(&["bb4, bb9", "bb4, bb9", "bb9, bb4"]);
                format!("  condbr %{test}, {ways}\nbb4:\n  store @1, i32 5\n  br {back}\n")
            }
            _ => format!("  condbr %{test}, {ways}\n"),
        };
        write!(self.text, "{end}bb9:\n  ret\n}}\n").unwrap();
    }
}

/// A loop, in whose rounds numbers are held within limits behind some branches.
fn program(seed: u64) -> String {
    let (mut program, input) = Program::new(seed);
    let start = program.add("i32", &format!("and %{input}, i32 255"));
    program.numbers = vec![start];
    program.compute();
    let (counter, carried) = (program.next, program.next + 1);
    program.next += 2;
    let first = program.number();
    writeln!(
        program.text,
        "  br bb1(i32 0, %{first})\nbb1(%{counter}: i32, %{carried}: i32):"
    )
    .unwrap();
    program.numbers.extend([counter, carried]);
    let branches = 1 + program.chance.below(3);
    for branch in 0..branches {
        for _ in 0..program.chance.below(3) {
            program.compute();
        }
        let mut condition = program.condition();
        if program.chance.below(3) == 0 {
            condition = program.with_another(condition, 20 + 2 * branch);
        }
        let next = branch + 2;
        let (yes, no) = match program.chance.below(2) {
            0 => (next, 9),
            _ => (9, next),
        };
        writeln!(program.text, "  condbr %{condition}, bb{yes}, bb{no}\nbb{next}:").unwrap();
    }
    let outside = program.numbers.clone();
    for _ in 0..3 {
        program.compute();
        let (mut held, mut limit) = (program.number(), program.chance.of(&[7, 15, 63, 127, 255]));
        if program.chance.below(2) == 0 {
            let compared = program.compared.clone();
            (held, limit) = program.chance.of(&compared);
            limit += program.chance.of(&[-1, 0, 1]);
            let by = program.chance.of(&[0, 1, 5, -1, -3]);
            if by != 0 {
                (held, limit) = (program.add("i32", &format!("iadd %{held}, i32 {by}")), limit + by);
            }
        }
        let held = program.add("i32", &format!("umin %{held}, i32 {limit}"));
        writeln!(program.text, "  store @1, %{held}").unwrap();
    }
    program.text.push_str("  br bb9\nbb9:\n");
    program.numbers = outside.into_iter().filter(|&number| number <= carried).collect();
    let again = program.number();
    let counted = program.add("i32", &format!("iadd %{counter}, i32 1"));
    // Of the sum, or of what is ahead of the counter.
    let ahead = program.chance.below(4);
    let compared = match ahead {
        0 => counted,
        _ => program.add("i32", &format!("iadd %{counter}, i32 {ahead}")),
    };
    let test = program.chance.of(&["ult", "ine"]);
    let goes_on = program.add("i1", &format!("{test} %{compared}, i32 {}", 3 + ahead.max(1)));
    writeln!(
        program.text,
        "  condbr %{goes_on}, bb1(%{counted}, %{again}), bb10\nbb10:\n  ret\n}}"
    )
    .unwrap();
    program.text
}

/// A counter: what it begins with, what of it is compared with what before the loop and to go on, and what each round adds are
/// random; so many rounds at most.
fn counter(seed: u64) -> String {
    let (mut program, input) = Program::new(seed);
    let any = program.add("i32", &format!("imul %{input}, i32 -1640531527"));
    let small = program.add("i32", &format!("lshr %{any}, i32 27"));
    let few = program.chance.of(&[1, 7, 16, 31]);
    let begin = match program.chance.below(6) {
        0 => program.add("i32", &format!("and %{input}, i32 {few}")),
        1 => program.add("i32", &format!("smax %{any}, i32 0")),
        2 => program.add("i32", &format!("iadd %{small}, i32 -3")),
        3 => program.add("i32", &format!("smin %{small}, i32 {few}")),
        4 => any,
        _ => small,
    };
    let step = program.chance.of(&[1_i64, 1, 1, 2, 16, 64, -1, -3]);
    let bound = match program.chance.below(5) {
        0 => format!("%{}", program.add("i32", &format!("smin %{any}, i32 {few}"))),
        1 => format!("%{}", program.add("i32", &format!("umin %{small}, i32 {few}"))),
        // Of what compilers make of a test against the step.
        2 => format!("i32 {}", -1 - step + program.chance.of(&[-1, 0, 0, 1])),
        3 => format!("i32 {}", program.chance.of(&[-1, 0, 5])),
        _ => format!("i32 {few}"),
    };
    let ops = ["ine", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"];
    match program.chance.below(3) {
        0 => program.text.push_str("  br bb1\nbb1:\n"),
        _ => {
            let op = program.chance.of(&ops);
            let enters = program.add("i1", &format!("{op} %{begin}, {bound}"));
            let ways = program.chance.of(&["bb1, bb9", "bb9, bb1"]);
            writeln!(program.text, "  condbr %{enters}, {ways}\nbb1:").unwrap();
        }
    }
    let (number, round) = (program.next, program.next + 1);
    program.next += 2;
    writeln!(
        program.text,
        "  br bb2(%{begin}, i32 0)\nbb2(%{number}: i32, %{round}: i32):"
    )
    .unwrap();
    let goes_on = program.add("i1", &format!("ult %{round}, i32 20"));
    writeln!(program.text, "  condbr %{goes_on}, bb3, bb9\nbb3:").unwrap();
    for limit in [1, 7, 15, 31, 63] {
        let held = program.add("i32", &format!("umin %{number}, i32 {limit}"));
        writeln!(program.text, "  store @1, %{held}").unwrap();
    }
    let sum = program.add("i32", &format!("iadd %{number}, i32 {step}"));
    let next = program.add("i32", &format!("iadd %{round}, i32 1"));
    let compared = program.chance.of(&[sum, number]);
    let op = program.chance.of(&ops);
    let test = program.add("i1", &format!("{op} %{compared}, {bound}"));
    let back = format!("bb2(%{sum}, %{next})");
    program.goes_on(test, input, &back);
    program.text
}

/// How many numbers are held within limits.
fn limits(module: &Module) -> usize {
    let function = &module.functions[module.entry];
    let insts = function
        .layout
        .iter()
        .flat_map(|&block| &function.blocks[block].insts);
    insts.filter(|&&inst| function.insts[inst].op == Op::UMin).count()
}

/// Runs so many programs before the pass and behind it; returns how many limits there are then.
fn compare(programs: u32, program: fn(u64) -> String) -> (usize, usize) {
    let (mut before, mut after) = (0, 0);
    for seed in 0..programs {
        let text = program(u64::from(seed));
        let inputs = (0..64).map(|at| at * 4 + seed % 4);
        let mut module = parse_module(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let expected: Vec<Vec<u32>> = inputs.clone().map(|input| run(&module, input)).collect();
        before += limits(&module);
        let entry = module.entry;
        cse(&mut module, entry, None);
        after += limits(&module);
        for (input, expected) in inputs.zip(expected) {
            assert_eq!(run(&module, input), expected, "of {input}, seed {seed}\n{text}");
        }
    }
    (before, after)
}

#[test]
fn what_branches_tell_changes_no_number() {
    let (before, after) = compare(1_500, program);
    // Most are held by what nobody can tell.
    assert!(after * 5 < before * 2, "{after} of {before} limits are left");
}

#[test]
fn bounds_of_counters_change_no_number() {
    let (before, after) = compare(1_500, counter);
    assert!(after * 8 < before * 7, "{after} of {before} limits are left");
}

#[test]
fn masks_of_bits_that_are_0() {
    // Sums of a multiple of 16 and one of 4: in order, the mask takes nothing, leaves nothing, and takes what may be there. The last
    // is what a mask takes out.
    let text = "shader \"main\" Compute 6.0\nnum_threads 64, 1, 1\nglobal @0 Private i32\nglobal @1 Private i32\n\
                function func0 \"main\" void {\nbb0:\n  %0: i32 = load @0\n  %1: i32 = shl %0, i32 4\n  \
                %2: i32 = imul %0, i32 12\n  %3: i32 = iadd %1, %2\n  %4: i32 = and %3, i32 -4\n  \
                %5: i32 = and %3, i32 3\n  %6: i32 = and %3, i32 -8\n  %7: i32 = and %3, i32 7\n  \
                %8: i32 = and %3, i32 -6\n  %9: i32 = and %0, i32 -32\n  %10: i32 = isub %0, %9\n  \
                store @1, %4\n  store @1, %5\n  store @1, %6\n  store @1, %7\n  store @1, %8\n  \
                store @1, %10\n  ret\n}\n";
    let mut module = parse_module(text).unwrap();
    let expected = [0, 1, 2, 3, 0x1234_5677].map(|input| run(&module, input));
    let entry = module.entry;
    cse(&mut module, entry, None);
    for (input, expected) in [0, 1, 2, 3, 0x1234_5677].into_iter().zip(expected) {
        assert_eq!(run(&module, input), expected, "of {input}");
    }
    let function = &module.functions[entry];
    let insts = &function.blocks[function.layout[0]].insts;
    let stored = insts.iter().filter(|&&inst| function.insts[inst].op == Op::Store);
    let stored: Vec<Value> = stored.map(|&inst| function.args(inst)[1]).collect();
    let op = |value: Value| value.as_inst().map(|inst| function.insts[inst].op);
    assert_eq!(op(stored[0]), Some(Op::IAdd));
    assert_eq!(module.const_bits(stored[1]), Some(0));
    assert!(stored[2..].iter().all(|&value| op(value) == Some(Op::And)));
}
