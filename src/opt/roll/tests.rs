//! Programs of long vectors, run before the pass and after it.

use super::roll;
use crate::ir::parse::parse_module;
use crate::ir::{Edge, Function, Inst, Module, Op, Terminator, TypeData, Value, ValueRef};
use crate::verify::{Invariants, verify};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// What a program leaves in `@0`, which is groupshared, and how many instructions it ran.
fn run(module: &Module) -> (Vec<u32>, usize) {
    let function = &module.functions[module.entry];
    let mut memory: Vec<Vec<u32>> = module
        .globals
        .values()
        .map(|global| match module.types.get(global.ty) {
            TypeData::Array { len, .. } => (0..*len).map(|at| at.wrapping_mul(0x9e37_79b9) >> 7).collect(),
            _ => vec![0],
        })
        .collect();
    // Pointers are the variable and the index.
    let mut values: FxHashMap<Inst, (u32, u32)> = FxHashMap::default();
    let mut block = function.layout[0];
    let mut steps = 0;
    loop {
        for &inst in &function.blocks[block].insts {
            steps += 1;
            let args: Vec<(u32, u32)> = function
                .args(inst)
                .iter()
                .map(|&value| get(module, &values, value))
                .collect();
            let (a, b) = (args[0].0, args.get(1).map_or(0, |arg| arg.0));
            let result = match function.insts[inst].op {
                Op::AccessChain => (a, b),
                Op::Load => (memory[a as usize][args[0].1 as usize], 0),
                Op::Store => {
                    memory[a as usize][args[0].1 as usize] = b;
                    continue;
                }
                Op::IAdd => (a.wrapping_add(b), 0),
                Op::IMul => (a.wrapping_mul(b), 0),
                Op::Xor => (a ^ b, 0),
                Op::ULt => (u32::from(a < b), 0),
                Op::IEq => (u32::from(a == b), 0),
                Op::Select => (if a != 0 { b } else { args[2].0 }, 0),
                op => panic!("{op:?}"),
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
                if get(module, &values, *condition).0 != 0 {
                    *if_true
                } else {
                    *if_false
                }
            }
            Terminator::Return(_) => return (memory.swap_remove(0), steps),
            other => panic!("{other:?}"),
        };
        give(module, function, &mut values, edge);
        block = edge.block;
    }
}

fn get(module: &Module, values: &FxHashMap<Inst, (u32, u32)>, value: Value) -> (u32, u32) {
    match value.get() {
        ValueRef::Inst(inst) => values[&inst],
        ValueRef::Const(_) => (module.const_bits(value).unwrap() as u32, 0),
        ValueRef::Global(global) => (global.0, 0),
    }
}

fn give(module: &Module, function: &Function, values: &mut FxHashMap<Inst, (u32, u32)>, edge: Edge) {
    let args = function.edge_args(&edge).iter();
    let args: Vec<_> = args.map(|&value| get(module, values, value)).collect();
    values.extend(function.blocks[edge.block].params.iter().copied().zip(args));
}

/// Rolls the program; it has to do the same. How many instructions it had and has.
fn rolled(text: &str) -> [usize; 2] {
    let mut module = parse_module(text).unwrap();
    verify(&module, Invariants::Lowered).unwrap_or_else(|broken| panic!("{broken:?}\n{text}"));
    let before = run(&module).0;
    let size = |module: &Module| super::size(&module.functions[module.entry]);
    let was = size(&module);
    let entry = module.entry;
    roll(&mut module, entry);
    verify(&module, Invariants::Lowered).unwrap_or_else(|broken| panic!("{broken:?}\n{text}\n{module}"));
    assert_eq!(run(&module).0, before, "{text}\n{module}");
    [was, size(&module)]
}

/// Makes programs, as text.
struct Program {
    text: String,
    values: usize,
    blocks: usize,
    random: u64,
    len: usize,
    /// Variables that have been written.
    written: Vec<usize>,
    vectors: Vec<Vec<String>>,
    scalars: Vec<String>,
}

const VARIABLES: usize = 4;

impl Program {
    fn new(seed: u64, len: usize) -> Self {
        let mut text = format!("global @0 Workgroup [{} x i32]\n", len + 8);
        for variable in 1..=VARIABLES {
            writeln!(text, "global @{variable} Function [{} x i32]", len + 8).unwrap();
        }
        text.push_str("function func0 void {\n  locals @1, @2, @3, @4\nbb0:\n");
        Self {
            text,
            values: 0,
            blocks: 1,
            random: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
            len,
            written: vec![0],
            vectors: Vec::new(),
            scalars: vec!["i32 77".to_owned()],
        }
    }
    fn below(&mut self, count: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 11) as usize % count
    }
    fn value(&mut self, of: &str) -> String {
        let name = format!("%{}", self.values);
        self.values += 1;
        writeln!(self.text, "  {name}: {of}").unwrap();
        name
    }
    /// Pointers to the elements of a variable from one on.
    fn pointers(&mut self, variable: usize, from: usize, len: usize) -> Vec<String> {
        let class = if variable == 0 { "Workgroup" } else { "Function" };
        let of = |at: usize| format!("ptr {class} i32 = access_chain @{variable}, i32 {at}");
        (from..from + len).map(|at| self.value(&of(at))).collect()
    }
    fn load(&mut self, variable: usize, from: usize) -> Vec<String> {
        let pointers = self.pointers(variable, from, self.len);
        pointers
            .iter()
            .map(|pointer| self.value(&format!("i32 = load {pointer}")))
            .collect()
    }
    fn store(&mut self, variable: usize, from: usize, vector: &[String]) {
        let pointers = self.pointers(variable, from, vector.len());
        for (pointer, value) in pointers.iter().zip(vector) {
            writeln!(self.text, "  store {pointer}, {value}").unwrap();
        }
    }
    fn scalar(&mut self) -> String {
        let at = self.below(self.scalars.len());
        self.scalars[at].clone()
    }
    /// One that has been written.
    fn variable(&mut self) -> usize {
        let at = self.below(self.written.len());
        self.written[at]
    }
    fn vector(&mut self) -> Vec<String> {
        match self.below(self.vectors.len() + 1) {
            at if at < self.vectors.len() => self.vectors[at].clone(),
            _ => {
                let (variable, from) = (self.variable(), self.below(8));
                self.load(variable, from)
            }
        }
    }
    /// An operand for each component.
    fn operand(&mut self) -> Vec<String> {
        match self.below(5) {
            0 => {
                let scalar = self.scalar();
                vec![scalar; self.len]
            }
            1 => {
                let (first, step) = (self.below(1000), self.below(9));
                (0..self.len)
                    .map(|at| format!("i32 {}", first + at * step))
                    .collect()
            }
            _ => self.vector(),
        }
    }
    fn computed(&mut self) -> Vec<String> {
        let (a, b) = (self.vector(), self.operand());
        let op = ["iadd", "imul", "xor"][self.below(3)];
        let all = a.iter().zip(&b);
        match self.below(8) {
            // A sum from one component to the next.
            0 => {
                let mut sum = self.scalar();
                let of = |(a, sum): (&String, &String)| format!("i32 = {op} {a}, {sum}");
                a.iter()
                    .map(|a| {
                        sum = self.value(&of((a, &sum)));
                        sum.clone()
                    })
                    .collect()
            }
            1 => {
                let flags: Vec<String> = all
                    .map(|(a, b)| self.value(&format!("i1 = ult {a}, {b}")))
                    .collect();
                let all = flags.iter().zip(a.iter().zip(&b));
                all.map(|(flag, (a, b))| self.value(&format!("i32 = select {flag}, {a}, {b}")))
                    .collect()
            }
            // Folded where it is known.
            2 => {
                let odd = self.below(self.len);
                all.enumerate()
                    .map(|(at, (a, b))| {
                        if at == odd {
                            a.clone()
                        } else {
                            self.value(&format!("i32 = {op} {a}, {b}"))
                        }
                    })
                    .collect()
            }
            _ => all
                .map(|(a, b)| self.value(&format!("i32 = {op} {a}, {b}")))
                .collect(),
        }
    }
    fn statement(&mut self) {
        match self.below(10) {
            0..=3 => {
                let vector = self.computed();
                self.vectors.push(vector);
            }
            4..=6 => {
                let vector = self.computed();
                let variable = self.below(VARIABLES + 1);
                // Others than a variable's first writer may leave parts as they are.
                let from = if self.written.contains(&variable) {
                    self.below(8)
                } else {
                    0
                };
                self.store(variable, from, &vector);
                if !self.written.contains(&variable) {
                    let rest: Vec<String> = (0..8).map(|at| format!("i32 {at}")).collect();
                    self.store(variable, self.len, &rest);
                    self.written.push(variable);
                }
            }
            7 => {
                let (vector, at) = (self.vector(), self.below(self.len));
                self.scalars.push(vector[at].clone());
            }
            8 => self.next_block(),
            _ => self.diamond(),
        }
    }
    fn next_block(&mut self) {
        writeln!(self.text, "  br bb{0}\nbb{0}:", self.blocks).unwrap();
        self.blocks += 1;
    }
    /// Two ways, each with a vector that goes on.
    fn diamond(&mut self) {
        let scalar = self.scalar();
        let limit = self.below(1 << 25);
        let flag = self.value(&format!("i1 = ult {scalar}, i32 {limit}"));
        let [yes, no, join] = [0, 1, 2].map(|at| self.blocks + at);
        self.blocks += 3;
        writeln!(self.text, "  condbr {flag}, bb{yes}, bb{no}").unwrap();
        for block in [yes, no] {
            writeln!(self.text, "bb{block}:").unwrap();
            let (vectors, scalars) = (self.vectors.len(), self.scalars.len());
            let vector = self.computed();
            writeln!(self.text, "  br bb{join}({})", vector.join(", ")).unwrap();
            self.vectors.truncate(vectors);
            self.scalars.truncate(scalars);
        }
        let params: Vec<String> = (0..self.len).map(|at| format!("%{}", self.values + at)).collect();
        self.values += self.len;
        writeln!(self.text, "bb{join}({}: i32):", params.join(": i32, ")).unwrap();
        self.vectors.push(params);
    }
    /// The same a few times, with a vector that changes.
    fn repeated(&mut self) {
        let start = self.vector();
        let [header, exit] = [0, 1].map(|at| self.blocks + at);
        self.blocks += 2;
        writeln!(self.text, "  br bb{header}(i32 0, {})", start.join(", ")).unwrap();
        let params: Vec<String> = (0..=self.len)
            .map(|at| format!("%{}", self.values + at))
            .collect();
        self.values += params.len();
        writeln!(self.text, "bb{header}({}: i32):", params.join(": i32, ")).unwrap();
        self.vectors.push(params[1..].to_vec());
        let next = self.computed();
        let vector = self.computed();
        self.store(0, 3, &vector);
        let count = self.value(&format!("i32 = iadd {}, i32 1", params[0]));
        let done = self.value(&format!("i1 = ieq {count}, i32 3"));
        writeln!(
            self.text,
            "  condbr {done}, bb{exit}, bb{header}({count}, {})\nbb{exit}:",
            next.join(", ")
        )
        .unwrap();
        self.vectors.push(next);
    }
    fn end(mut self) -> String {
        let vector = self.computed();
        self.store(0, 0, &vector);
        self.text.push_str("  ret\n}\n");
        self.text
    }
}

#[test]
fn programs_do_the_same() {
    let mut sizes = [0, 0];
    for seed in 1..=120u64 {
        let mut program = Program::new(seed, [64, 256, 257, 300][seed as usize % 4]);
        // Now and then more for each component than there are blocks and variables.
        let more = if seed % 24 == 0 { 60 } else { 0 };
        for _ in 0..program.below(12) + 2 + more {
            program.statement();
        }
        if seed % 3 == 0 {
            program.repeated();
            program.statement();
        }
        let size = rolled(&program.end());
        sizes = [sizes[0] + size[0], sizes[1] + size[1]];
    }
    // Much of it becomes loops.
    assert!(sizes[1] * 2 < sizes[0], "{sizes:?}");
}

/// Every component goes one further, in place: what is loaded must not be what was stored before.
#[test]
fn components_that_move_keep_their_order() {
    let mut program = Program::new(1, 300);
    let vector = program.load(0, 0);
    program.store(0, 1, &vector);
    let [was, is] = rolled(&{
        program.text.push_str("  ret\n}\n");
        program.text
    });
    assert!(was == 1200 && is < 20, "{was} {is}");
}

/// An array is in use up to its last access, wherever the pointer was made.
#[test]
fn arrays_are_in_use_where_pointers_are() {
    let mut program = Program::new(1, 256);
    let vector = program.load(0, 0);
    program.store(1, 0, &vector);
    // In a block with little in it, whose pointers are not made again.
    program.next_block();
    let early = program.value("ptr Function i32 = access_chain @1, i32 5");
    program.next_block();
    let other = program.load(0, 1);
    program.store(2, 0, &other);
    program.next_block();
    let again = program.load(2, 0);
    program.store(0, 0, &again);
    program.next_block();
    let late = program.value(&format!("i32 = load {early}"));
    program.store(0, 7, &[late]);
    program.text.push_str("  ret\n}\n");
    let [was, is] = rolled(&program.text);
    assert!(is * 5 < was, "{was} {is}");
}

/// What lanes do together in a function of its own touches no variable of who calls it: loads come to stand with the calls, and the
/// sum, which two places want, is no array.
#[test]
fn calls_are_what_their_functions_do() {
    let sum = |called: &str| {
        let mut program = Program::new(1, 256);
        let vector = program.load(0, 0);
        program.store(1, 0, &vector);
        let vector = program.load(1, 0);
        let called_with: Vec<String> = vector
            .iter()
            .map(|a| program.value(&format!("i32 = call {a} #1")))
            .collect();
        let sum = called_with
            .into_iter()
            .reduce(|sum, a| program.value(&format!("i32 = xor {sum}, {a}")))
            .unwrap();
        for at in [0, 1] {
            let other = program.value(&format!("i32 = xor {sum}, i32 {at}"));
            program.store(0, at, &[other]);
        }
        let text =
            program.text + "  ret\n}\nfunction func1 i32 {\nbb0(%0: i32):\n" + called + "  ret %1\n}\n";
        let mut module = parse_module(&text).unwrap();
        verify(&module, Invariants::Lowered).unwrap_or_else(|broken| panic!("{broken:?}\n{text}"));
        let (entry, before) = (module.entry, module.globals.len());
        roll(&mut module, entry);
        verify(&module, Invariants::Lowered).unwrap_or_else(|broken| panic!("{broken:?}\n{module}"));
        let written = parse_module(&module.to_string()).unwrap();
        let apart = written.functions.values().map(|function| function.apart);
        (
            super::size(&module.functions[entry]),
            module.globals.len() - before,
            apart.collect::<Vec<_>>(),
        )
    };
    let (size, arrays, apart) = sum("  %1: i32 = wave.shuffle_xor %0, i32 1\n");
    assert!(size < 64 && arrays == 0, "{size} {arrays}");
    // One of several blocks stays a function.
    assert_eq!(apart, [false, false]);
    let (.., apart) = sum("  br bb1\nbb1:\n  %1: i32 = wave.shuffle_xor %0, i32 1\n");
    assert_eq!(apart, [false, true]);
    // One that writes for others to see stays where it is, behind the loads before it: its results are kept, to be summed up.
    let (_, arrays, _) =
        sum("  %2: ptr Workgroup i32 = access_chain @0, i32 9\n  store %2, %0\n  %1: i32 = iadd %0, i32 1\n");
    assert_eq!(arrays, 1);
}

/// What one user wants is an array no longer than what uses it; arrays that are not in use together are one.
#[test]
fn arrays_share_memory() {
    let mut program = Program::new(1, 256);
    for variable in 1..=VARIABLES {
        let vector = program.load(0, 0);
        let twice: Vec<String> = vector
            .iter()
            .map(|a| program.value(&format!("i32 = imul {a}, {a}")))
            .collect();
        program.next_block();
        program.store(variable, 0, &twice);
        program.next_block();
        let there = program.load(variable, 0);
        program.store(0, 0, &there);
    }
    program.text.push_str("  ret\n}\n");
    let mut module = parse_module(&program.text).unwrap();
    let entry = module.entry;
    assert!(roll(&mut module, entry));
    let function = &module.functions[entry];
    let mut used: Vec<u32> = function
        .layout
        .iter()
        .flat_map(|&block| &function.blocks[block].insts)
        .flat_map(|&inst| function.args(inst))
        .filter_map(|value| match value.get() {
            ValueRef::Global(global) if global.0 != 0 => Some(global.0),
            _ => None,
        })
        .collect();
    used.sort_unstable();
    used.dedup();
    assert!(used.len() <= 3, "{used:?}\n{module}");
    rolled(&program.text);
}

/// Both are of one shape, as an extract's type does not tell what it takes apart.
#[test]
fn what_is_taken_apart_first_may_be_of_another_type_than_what_is_later() {
    let mut text = "global @0 Workgroup [400 x i32]\nglobal @1 Workgroup [400 x <2 x i32>]\n\
        global @2 Workgroup <4 x i32>\nfunction func0 void {\nbb0:\n  %0: <4 x i32> = load @2\n"
        .to_owned();
    for (time, taken) in (0..300).map(|time| (time, time * 4)) {
        let [part, to, from, next] = std::array::from_fn(|at| taken + 1 + at);
        write!(
            text,
            "  %{part}: i32 = extract %{taken}\n\
             \x20 %{to}: ptr Workgroup i32 = access_chain @0, i32 {time}\n\
             \x20 store %{to}, %{part}\n\
             \x20 %{from}: ptr Workgroup <2 x i32> = access_chain @1, i32 {time}\n\
             \x20 %{next}: <2 x i32> = load %{from}\n"
        )
        .unwrap();
    }
    text.push_str("  ret\n}\n");
    let mut module = parse_module(&text).unwrap();
    let func = module.entry;
    assert!(roll(&mut module, func), "{module}");
    verify(&module, Invariants::Lowered).unwrap_or_else(|broken| panic!("{broken:?}\n{module}"));
}
