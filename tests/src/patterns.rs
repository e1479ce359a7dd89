//! Generated programs that load and store words of buffers in random patterns, and what each thread finds: a buffer that is
//! read, raw or structured, and one that is read and written, of which each thread has a part of its own.
//!
//! A program is run here one thread after the other, word by word, as D3D12 has it: raw buffers end by the word, structured
//! ones by the element.

use dxil2spirv_oracle::Random;
use std::fmt::Write;

/// Threads of a program.
pub const THREADS: u32 = 32;

/// Words of the buffers of a program whose buffers are at addresses.
const WORDS_AT_ADDRESSES: u32 = 1 << 13;

/// A buffer: raw without a stride.
#[derive(Clone, Copy, Debug)]
struct Shape {
    stride: Option<u32>,
    /// Elements, or words of a raw one.
    size: u32,
}

/// An operand: a constant or an earlier value.
#[derive(Clone, Copy, Debug)]
enum Operand {
    Constant(u32),
    Value(usize),
}

#[derive(Clone, Debug)]
enum Statement {
    /// A new value.
    Make(&'static str, Operand, Operand),
    /// New values: words of a buffer from an index and an offset on.
    Load {
        own: bool,
        index: Operand,
        offset: u32,
        count: u32,
    },
    Store {
        index: Operand,
        offset: u32,
        words: Vec<Operand>,
    },
    /// Runs where a value is even.
    If(usize, Vec<Statement>),
}

/// A program.
#[derive(Clone, Debug)]
pub struct Pattern {
    read: Shape,
    own: Shape,
    statements: Vec<Statement>,
    /// What the buffer that is read holds.
    pub input: Vec<u32>,
}

struct Maker<'r> {
    random: &'r mut Random,
    read: Shape,
    own: Shape,
    /// Bytes of the part of a thread, in a raw buffer.
    part: u32,
    /// How many values there are; the first is the number of the thread.
    values: usize,
    /// Those that are known here.
    known: Vec<usize>,
}

const STRIDES: [u32; 9] = [4, 8, 12, 16, 20, 24, 32, 48, 64];

impl Maker<'_> {
    fn number(&mut self, bound: u32) -> u32 {
        self.random.below(bound as usize) as u32
    }

    fn operand(&mut self) -> Operand {
        if self.random.percent(20) {
            Operand::Constant(self.number(1000))
        } else {
            Operand::Value(self.any())
        }
    }

    fn any(&mut self) -> usize {
        self.known[self.random.below(self.known.len())]
    }

    fn made(&mut self, count: u32) {
        let first = self.values;
        self.values += count as usize;
        self.known.extend(first..self.values);
    }

    fn make(&mut self, into: &mut Vec<Statement>, op: &'static str, a: Operand, b: u32) -> Operand {
        into.push(Statement::Make(op, a, Operand::Constant(b)));
        self.made(1);
        Operand::Value(self.values - 1)
    }

    /// Where to read: an index and an offset in the element, or an offset in bytes of a raw buffer.
    fn place(&mut self, into: &mut Vec<Statement>, count: u32) -> (Operand, u32) {
        let value = Operand::Value(self.any());
        let Some(stride) = self.read.stride else {
            let unit = [4, 8, 12, 16, 32][self.random.below(5)];
            let more = self.number(8) * 4;
            let masked = match self.random.percent(50) {
                true => self.make(into, "and", value, 31),
                false => Operand::Value(0),
            };
            let scaled = self.make(into, "imul", masked, unit);
            return (self.make(into, "iadd", scaled, more), 0);
        };
        let index = match self.random.below(5) {
            0 => Operand::Constant(self.number(self.read.size + 2)),
            1 => value,
            2 => self.make(into, "and", value, 31),
            _ => Operand::Value(0),
        };
        (index, self.number((stride / 4).saturating_sub(count) + 1) * 4)
    }

    /// Where a thread has its part: likewise.
    fn part(&mut self, into: &mut Vec<Statement>, count: u32) -> (Operand, u32) {
        let words = self.own.stride.unwrap_or(self.part) / 4;
        let offset = self.number(words.saturating_sub(count) + 1) * 4;
        if self.own.stride.is_some() {
            return (Operand::Value(0), offset);
        }
        let start = self.make(into, "imul", Operand::Value(0), self.part);
        (self.make(into, "iadd", start, offset), 0)
    }

    fn statements(&mut self, count: usize, depth: u32) -> Vec<Statement> {
        let mut all = Vec::new();
        for _ in 0..count {
            match self.random.below(10) {
                0 => {
                    let (a, b) = (self.operand(), self.operand());
                    let op = ["iadd", "xor", "isub"][self.random.below(3)];
                    all.push(Statement::Make(op, a, b));
                    self.made(1);
                }
                1 if depth < 2 => {
                    let condition = self.any();
                    let known = self.known.len();
                    let count = 1 + self.random.below(6);
                    let body = self.statements(count, depth + 1);
                    self.known.truncate(known);
                    all.push(Statement::If(condition, body));
                }
                2..=5 => {
                    let own = self.random.percent(25);
                    let stride = if own {
                        self.own.stride.unwrap_or(self.part)
                    } else {
                        self.read.stride.unwrap_or(16)
                    };
                    let count = 1 + self.number(4.min(stride / 4));
                    let (index, offset) = if own {
                        self.part(&mut all, count)
                    } else {
                        self.place(&mut all, count)
                    };
                    all.push(Statement::Load {
                        own,
                        index,
                        offset,
                        count,
                    });
                    self.made(count);
                }
                _ => {
                    let words = self.own.stride.unwrap_or(self.part) / 4;
                    let count = 1 + self.number(4.min(words));
                    let words = (0..count).map(|_| self.operand()).collect();
                    let (index, offset) = self.part(&mut all, count);
                    all.push(Statement::Store { index, offset, words });
                }
            }
        }
        all
    }
}

impl Pattern {
    /// Program number `seed`.
    pub fn new(seed: u64) -> Self {
        let random = &mut Random::new(seed);
        let stride =
            |random: &mut Random| (!random.percent(40)).then(|| STRIDES[random.below(STRIDES.len())]);
        let (read, own) = (stride(random), stride(random));
        let part = [16, 32, 48, 20][random.below(4)];
        let read = Shape {
            stride: read,
            size: 1 + random.below(if read.is_some() { 40 } else { 300 }) as u32,
        };
        // Some parts lie beyond the end, or across it.
        let all = if own.is_some() {
            THREADS
        } else {
            THREADS * part / 4
        };
        let most = if random.percent(50) { 1 } else { all as usize / 3 };
        let own = Shape {
            stride: own,
            size: all - random.below(most) as u32,
        };
        let words = (read.size * read.stride.unwrap_or(4) / 4) as usize;
        let input = (0..words).map(|_| random.below(1 << 32) as u32).collect();
        let count = 4 + random.below(24);
        let mut maker = Maker {
            random,
            read,
            own,
            part,
            values: 1,
            known: vec![0],
        };
        let statements = maker.statements(count, 0);
        let mut pattern = Self {
            read,
            own,
            statements,
            input,
        };
        // Lavapipe takes a word beyond the end for what was stored there, whatever the module does.
        if pattern.ran(0).1 == Reach::ReadBack {
            pattern.own.size = all;
        }
        pattern
    }

    /// Words of the buffer that is written.
    pub fn words(&self) -> usize {
        (self.own.size * self.own.stride.unwrap_or(4) / 4) as usize
    }

    /// Whether the buffer that is read is structured, and whether the other is.
    pub fn structured(&self) -> (bool, bool) {
        (self.read.stride.is_some(), self.own.stride.is_some())
    }

    /// The strides, where they are.
    pub fn strides(&self) -> (u32, u32) {
        (self.read.stride.unwrap_or(0), self.own.stride.unwrap_or(0))
    }

    /// As text of the IR: `t0` is read, `u0` of space 1 written.
    pub fn text(&self) -> String {
        let resource = |shape: Shape| match shape.stride {
            Some(stride) => format!("StructuredBuffer \"\" stride {stride}"),
            None => "RawBuffer \"\"".to_owned(),
        };
        let own = match self.own.stride {
            Some(stride) => format!("StructuredBuffer \"\" space 1 stride {stride}"),
            None => "RawBuffer \"\" space 1".to_owned(),
        };
        let mut printer = Printer {
            text: format!(
                "shader \"main\" Compute 6.0\nshader_flags 0x10\nnum_threads {THREADS}, 1, 1\n\
                 resource res0 Srv {}\nresource res1 Uav {own}\nfunction func0 \"main\" void {{\nbb0:\n\
                 %0: handle = handle i32 0\n%1: handle = handle i32 0 #1\n%2: i32 = system_value\n",
                resource(self.read)
            ),
            insts: 3,
            blocks: 1,
            values: vec![2],
            raw: [self.read.stride.is_none(), self.own.stride.is_none()],
        };
        printer.statements(&self.statements);
        printer.text + "ret\n}\n"
    }

    /// What the buffer holds at the end, where every word was `before`.
    pub fn run(&self, before: u32) -> Vec<u32> {
        self.ran(before).0
    }

    /// The same, and how far the accesses went.
    fn ran(&self, before: u32) -> (Vec<u32>, Reach) {
        let mut memory = vec![before; self.words()];
        let mut reach = Reach::Inside;
        for thread in 0..THREADS {
            let mut run = Run {
                pattern: self,
                memory: &mut memory,
                values: vec![thread],
                reach: Reach::Inside,
                lost: Vec::new(),
            };
            run.statements(&self.statements);
            reach = reach.max(run.reach);
        }
        (memory, reach)
    }

    /// The program with buffers so large that nothing is beyond them, as it has to be where they are at addresses; none where
    /// it reaches too far.
    pub fn at_addresses(mut self, before: u32) -> Option<Self> {
        for shape in [&mut self.read, &mut self.own] {
            shape.size = WORDS_AT_ADDRESSES / (shape.stride.unwrap_or(4) / 4);
        }
        let words = self.read.size * self.read.stride.unwrap_or(4) / 4;
        let mut next = 0x9e37_79b9_u32;
        self.input.resize_with(words as usize, || {
            next = next.wrapping_mul(0x0019_660d).wrapping_add(0x3c6e_f35f);
            next
        });
        (self.ran(before).1 == Reach::Inside).then_some(self)
    }
}

struct Printer {
    text: String,
    insts: usize,
    blocks: usize,
    /// The instruction of each value.
    values: Vec<usize>,
    raw: [bool; 2],
}

impl Printer {
    fn line(&mut self, ty: &str, rest: &str) -> usize {
        let _ = writeln!(self.text, "%{}: {ty} = {rest}", self.insts);
        self.insts += 1;
        self.insts - 1
    }

    fn operand(&self, operand: Operand) -> String {
        match operand {
            Operand::Constant(number) => format!("i32 {number}"),
            Operand::Value(value) => format!("%{}", self.values[value]),
        }
    }

    fn offset(&self, own: bool, offset: u32) -> String {
        match self.raw[usize::from(own)] {
            true => "i32 undef".to_owned(),
            false => format!("i32 {offset}"),
        }
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            match statement {
                Statement::Make(op, a, b) => {
                    let text = format!("{op} {}, {}", self.operand(*a), self.operand(*b));
                    let made = self.line("i32", &text);
                    self.values.push(made);
                }
                Statement::Load {
                    own,
                    index,
                    offset,
                    count,
                } => {
                    let (index, offset) = (self.operand(*index), self.offset(*own, *offset));
                    let text = format!(
                        "raw.load %{}, {index}, {offset} #{}",
                        u32::from(*own),
                        count | 4 << 8
                    );
                    if *count == 1 {
                        let made = self.line("i32", &text);
                        self.values.push(made);
                        continue;
                    }
                    let vector = self.line(&format!("<{count} x i32>"), &text);
                    for component in 0..*count {
                        let part = if component == 0 {
                            format!("extract %{vector}")
                        } else {
                            format!("extract %{vector} #{component}")
                        };
                        let made = self.line("i32", &part);
                        self.values.push(made);
                    }
                }
                Statement::Store { index, offset, words } => {
                    let (index, offset) = (self.operand(*index), self.offset(true, *offset));
                    let mut values: Vec<String> = words.iter().map(|&word| self.operand(word)).collect();
                    values.resize(4, "i32 undef".to_owned());
                    let imm = ((1 << words.len()) - 1) | 4 << 8;
                    let _ = writeln!(
                        self.text,
                        "raw.store %1, {index}, {offset}, {} #{imm}",
                        values.join(", ")
                    );
                }
                Statement::If(condition, body) => {
                    let bit = format!("and %{}, i32 1", self.values[*condition]);
                    let bit = self.line("i32", &bit);
                    let even = self.line("i1", &format!("ieq %{bit}, i32 0"));
                    let (then, behind) = (self.blocks, self.blocks + 1);
                    self.blocks += 2;
                    let _ = writeln!(self.text, "condbr %{even}, bb{then}, bb{behind}\nbb{then}:");
                    self.statements(body);
                    let _ = writeln!(self.text, "br bb{behind}\nbb{behind}:");
                }
            }
        }
    }
}

struct Run<'p> {
    pattern: &'p Pattern,
    memory: &'p mut Vec<u32>,
    values: Vec<u32>,
    reach: Reach,
    /// Places of words beyond the end that were stored to: index, offset and word.
    lost: Vec<(u32, u32)>,
}

/// How far accesses go.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    /// All are within the buffers.
    Inside,
    /// Some are beyond an end.
    Beyond,
    /// And a thread loads beyond the end what it has stored there.
    ReadBack,
}

impl Run<'_> {
    fn operand(&self, operand: Operand) -> u32 {
        match operand {
            Operand::Constant(number) => number,
            Operand::Value(value) => self.values[value],
        }
    }

    /// Which word of a buffer `word` words behind a place is, if that is in it.
    fn word(&self, own: bool, index: u32, offset: u32, word: u32) -> Option<usize> {
        let shape = if own { self.pattern.own } else { self.pattern.read };
        match shape.stride {
            Some(stride) if index < shape.size => Some((index * stride / 4 + offset / 4 + word) as usize),
            Some(_) => None,
            None => {
                let at = u64::from(index / 4) + u64::from(word);
                (at < u64::from(shape.size)).then_some(at as usize)
            }
        }
    }

    /// What tells a word of the own buffer from others, beyond the end too.
    fn name(&self, index: u32, offset: u32, word: u32) -> (u32, u32) {
        match self.pattern.own.stride {
            Some(_) => (index, offset / 4 + word),
            None => (0, (index / 4).wrapping_add(word)),
        }
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            match statement {
                Statement::Make(op, a, b) => {
                    let (a, b) = (self.operand(*a), self.operand(*b));
                    self.values.push(match *op {
                        "iadd" => a.wrapping_add(b),
                        "isub" => a.wrapping_sub(b),
                        "imul" => a.wrapping_mul(b),
                        "and" => a & b,
                        _ => a ^ b,
                    });
                }
                Statement::Load {
                    own,
                    index,
                    offset,
                    count,
                } => {
                    let index = self.operand(*index);
                    for word in 0..*count {
                        let at = self.word(*own, index, *offset, word);
                        if at.is_none() {
                            let back = *own && self.lost.contains(&self.name(index, *offset, word));
                            let reach = if back { Reach::ReadBack } else { Reach::Beyond };
                            self.reach = self.reach.max(reach);
                        }
                        let memory = if *own { &*self.memory } else { &self.pattern.input };
                        let value = at.and_then(|at| memory.get(at)).copied().unwrap_or(0);
                        self.values.push(value);
                    }
                }
                Statement::Store { index, offset, words } => {
                    let index = self.operand(*index);
                    for (word, &value) in (0..).zip(words) {
                        let value = self.operand(value);
                        let at = self.word(true, index, *offset, word);
                        if at.is_none() {
                            self.reach = self.reach.max(Reach::Beyond);
                            let name = self.name(index, *offset, word);
                            self.lost.push(name);
                        }
                        if let Some(at) = at
                            && let Some(slot) = self.memory.get_mut(at)
                        {
                            *slot = value;
                        }
                    }
                }
                Statement::If(condition, body) => {
                    if self.values[*condition].is_multiple_of(2) {
                        self.statements(body);
                    } else {
                        self.values.resize(self.values.len() + made(body), 0);
                    }
                }
            }
        }
    }
}

/// How many values statements make.
fn made(statements: &[Statement]) -> usize {
    statements
        .iter()
        .map(|statement| match statement {
            Statement::Make(..) => 1,
            Statement::Load { count, .. } => *count as usize,
            Statement::Store { .. } => 0,
            Statement::If(_, body) => made(body),
        })
        .sum()
}
