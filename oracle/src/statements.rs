//! Random graphs of structured programs: statements, with breaks and continues of several levels, returns, falling
//! from case to case, and jumps out of statements to the ends of others.
//!
//! Blocks are numbered in the order of the source: those of a statement in one piece, a loop's step last in it,
//! what follows after it. Threads that wait for those in earlier blocks then meet where the source has them meet.

use crate::graph::Graph;
use crate::random::Random;

/// What may occur.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// About so many blocks.
    pub budget: usize,
    /// Statements nest so deep.
    pub depth: usize,
    /// Breaks and continues of outer loops, jumps to ends of outer statements.
    pub jumps: bool,
}

/// A loop or switch that can be left.
#[derive(Clone, Copy)]
struct Target {
    end: u32,
    next: Option<u32>,
}

struct Writer<'r> {
    random: &'r mut Random,
    style: Style,
    graph: Graph,
    budget: usize,
    /// Blocks in the order of the source.
    order: Vec<u32>,
    targets: Vec<Target>,
    /// Ends of statements around, to jump to.
    labels: Vec<u32>,
}

/// Writes a program.
pub fn write(random: &mut Random, style: Style) -> Graph {
    let mut writer = Writer {
        random,
        style,
        graph: Vec::new(),
        budget: style.budget,
        order: Vec::new(),
        targets: Vec::new(),
        labels: Vec::new(),
    };
    let entry = writer.block();
    writer.place(entry);
    writer.statements(entry, 0);
    writer.renumbered()
}

impl Writer<'_> {
    fn renumbered(self) -> Graph {
        let mut number = vec![0; self.graph.len()];
        for (new, &old) in self.order.iter().enumerate() {
            number[old as usize] = new as u32;
        }
        let of = |old: &u32| {
            let succs = &self.graph[*old as usize];
            succs.iter().map(|&succ| number[succ as usize]).collect()
        };
        self.order.iter().map(of).collect()
    }
    fn block(&mut self) -> u32 {
        self.graph.push(Vec::new());
        self.budget = self.budget.saturating_sub(1);
        self.graph.len() as u32 - 1
    }
    /// The next block of the source.
    fn place(&mut self, block: u32) {
        self.order.push(block);
    }
    fn edge(&mut self, from: u32, to: u32) {
        self.graph[from as usize].push(to);
    }

    /// Statements from `at` on. Returns where they end, unless nothing comes there.
    fn statements(&mut self, mut at: u32, depth: usize) -> Option<u32> {
        let length = if depth == 0 {
            usize::MAX
        } else {
            1 + self.random.below(4)
        };
        for _ in 0..length {
            if self.budget == 0 {
                break;
            }
            at = self.statement(at, depth)?;
        }
        Some(at)
    }

    /// Statements that `first` begins and `end` follows.
    fn nested(&mut self, first: u32, depth: usize, end: u32) {
        self.place(first);
        self.labels.push(end);
        if let Some(last) = self.statements(first, depth + 1) {
            self.edge(last, end);
        }
        self.labels.pop();
    }

    fn statement(&mut self, at: u32, depth: usize) -> Option<u32> {
        let kind = if depth >= self.style.depth {
            0
        } else {
            self.random.below(16)
        };
        match kind {
            1..=3 => {
                let (then, end) = (self.block(), self.block());
                self.edge(at, then);
                self.edge(at, end);
                self.nested(then, depth, end);
                self.place(end);
                Some(end)
            }
            4..=5 => {
                let (then, other, end) = (self.block(), self.block(), self.block());
                self.edge(at, then);
                self.edge(at, other);
                self.nested(then, depth, end);
                self.nested(other, depth, end);
                self.place(end);
                Some(end)
            }
            6..=8 => Some(self.repetition(at, depth)),
            9..=10 => Some(self.switch(at, depth)),
            11..=14 if depth > 0 => self.jump(at, kind),
            _ => {
                let next = self.block();
                self.edge(at, next);
                self.place(next);
                Some(next)
            }
        }
    }

    /// A loop tested at the top, at the bottom, at both or nowhere.
    fn repetition(&mut self, at: u32, depth: usize) -> u32 {
        let (header, body, next, end) = (self.block(), self.block(), self.block(), self.block());
        self.edge(at, header);
        self.place(header);
        self.edge(header, body);
        let top = self.random.percent(60);
        if top {
            self.edge(header, end);
        }
        self.targets.push(Target {
            end,
            next: Some(next),
        });
        let labels = std::mem::take(&mut self.labels);
        if self.style.jumps {
            self.labels = labels.clone();
        }
        self.place(body);
        if let Some(last) = self.statements(body, depth + 1) {
            self.edge(last, next);
        }
        self.labels = labels;
        self.targets.pop();
        self.place(next);
        self.edge(next, header);
        if !top || self.random.percent(30) {
            self.edge(next, end);
        }
        self.place(end);
        end
    }

    fn switch(&mut self, at: u32, depth: usize) -> u32 {
        let end = self.block();
        let count = 2 + self.random.below(4);
        let cases: Vec<u32> = (0..count).map(|_| self.block()).collect();
        if self.random.percent(50) {
            // No default: that is the end.
            self.edge(at, end);
        }
        for &case in &cases {
            self.edge(at, case);
            if self.random.percent(20) {
                self.edge(at, case);
            }
        }
        self.targets.push(Target { end, next: None });
        for (index, &case) in cases.iter().enumerate() {
            let falls = index + 1 < count && self.random.percent(25);
            self.nested(case, depth, if falls { cases[index + 1] } else { end });
        }
        self.targets.pop();
        self.place(end);
        end
    }

    /// Break, continue, goto or return, mostly under a condition.
    fn jump(&mut self, at: u32, kind: usize) -> Option<u32> {
        let levels = if self.style.jumps { 3 } else { 1 };
        let target = match kind {
            11 | 12 if !self.targets.is_empty() => {
                let level = self.random.below(self.targets.len().min(levels));
                let Target { end, next } = self.targets[self.targets.len() - 1 - level];
                Some(next.filter(|_| self.random.percent(40)).unwrap_or(end))
            }
            13 if self.style.jumps && !self.labels.is_empty() => {
                Some(self.labels[self.random.below(self.labels.len())])
            }
            14 if self.random.percent(50) => {
                let end = self.block();
                self.place(end);
                Some(end)
            }
            _ => None,
        };
        let Some(target) = target else {
            return Some(at);
        };
        self.edge(at, target);
        if self.random.percent(15) {
            return None;
        }
        let rest = self.block();
        self.edge(at, rest);
        self.place(rest);
        Some(rest)
    }
}
