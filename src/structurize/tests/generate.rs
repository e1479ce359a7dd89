//! Random control flow: graphs, and functions that have them.

use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::entity::EntityId;
use crate::ir::{Block, Edge, Flags, Func, Function, Module, Op, StorageClass, Terminator, Type, Value};

/// A deterministic generator (PCG, output of the upper half).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % bound.max(1)
    }
    /// True in `percent` of all cases.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// Successors of each block. Block 0 is the entry and has no predecessor; more than one edge to a block is fine.
pub type Graph = Vec<Vec<u32>>;

/// A random graph: forward edges first, then edges back. When `reducible`, these go to dominators only.
// The blocks are numbers first of all, and indices by the way.
#[allow(clippy::needless_range_loop)]
pub fn random_graph(random: &mut Random, count: usize, reducible: bool) -> Graph {
    let mut graph: Graph = vec![Vec::new(); count];
    let spread = 1 + random.below(12);
    for block in 1..count {
        let mut from = block - 1 - random.below(spread.min(block));
        while graph[from].len() >= 4 {
            from = block - 1 - random.below(block);
        }
        graph[from].push(block as u32);
    }
    let forward = random.below(80);
    for block in 0..count - 1 {
        if random.percent(forward) && graph[block].len() < 5 {
            let distance = 1 + random.below(spread.min(count - 1 - block));
            graph[block].push((block + distance) as u32);
        }
    }
    let back = random.below(30);
    if count < 2 {
        return graph;
    }
    if !reducible {
        for block in 1..count {
            if random.percent(back) {
                let target = 1 + random.below(count - 1);
                graph[block].push(target as u32);
            }
        }
        return graph;
    }
    let shape = function_of(&graph);
    let dominators = Dominators::new(&Cfg::new(&shape));
    for block in 1..count {
        while random.percent(back) && graph[block].len() < 6 {
            let mut target = Block(block as u32);
            for _ in 0..random.below(8) {
                target = dominators.idom(target).unwrap_or(target);
            }
            if target != Block(0) {
                graph[block].push(target.0);
            }
        }
    }
    graph
}

/// Statements with breaks and continues of several levels, and jumps out of statements to the ends of others.
pub struct Structured<'a> {
    pub random: &'a mut Random,
    pub graph: Graph,
    pub budget: usize,
    /// (break target, continue target) of the loops around.
    loops: Vec<(u32, Option<u32>)>,
    /// Ends of statements around, to jump to.
    labels: Vec<u32>,
}

impl<'a> Structured<'a> {
    pub fn graph(random: &'a mut Random, budget: usize) -> Graph {
        let mut this = Self {
            random,
            graph: vec![Vec::new()],
            budget,
            loops: Vec::new(),
            labels: Vec::new(),
        };
        this.statements(0, 0);
        this.graph
    }
    fn block(&mut self) -> u32 {
        self.graph.push(Vec::new());
        self.budget = self.budget.saturating_sub(1);
        self.graph.len() as u32 - 1
    }
    fn edge(&mut self, from: u32, to: u32) {
        self.graph[from as usize].push(to);
    }
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
    fn nested(&mut self, at: u32, depth: usize, end: u32) {
        self.labels.push(end);
        if let Some(last) = self.statements(at, depth + 1) {
            self.edge(last, end);
        }
        self.labels.pop();
    }
    fn statement(&mut self, at: u32, depth: usize) -> Option<u32> {
        let kind = if depth > 8 { 0 } else { self.random.below(16) };
        match kind {
            1..=3 => {
                let (then, end) = (self.block(), self.block());
                self.edge(at, then);
                self.edge(at, end);
                self.nested(then, depth, end);
                Some(end)
            }
            4..=5 => {
                let (then, other, end) = (self.block(), self.block(), self.block());
                self.edge(at, then);
                self.edge(at, other);
                self.nested(then, depth, end);
                self.nested(other, depth, end);
                Some(end)
            }
            6..=8 => {
                // Tested at the top, at the bottom, or nowhere; `next` may be the header itself.
                let (header, body, end) = (self.block(), self.block(), self.block());
                let next = if self.random.percent(50) {
                    self.block()
                } else {
                    header
                };
                self.edge(at, header);
                self.edge(header, body);
                if self.random.percent(60) {
                    self.edge(header, end);
                }
                if next != header {
                    self.edge(next, header);
                    if self.random.percent(50) {
                        self.edge(next, end);
                    }
                }
                self.loops.push((end, Some(next)));
                let labels = std::mem::take(&mut self.labels);
                if let Some(last) = self.statements(body, depth + 1) {
                    self.edge(last, next);
                }
                self.labels = labels;
                self.loops.pop();
                Some(end)
            }
            9..=10 => {
                let end = self.block();
                let count = 2 + self.random.below(4);
                let cases: Vec<u32> = (0..count).map(|_| self.block()).collect();
                for &case in &cases {
                    self.edge(at, case);
                    if self.random.percent(20) {
                        self.edge(at, case);
                    }
                }
                if self.random.percent(50) {
                    self.edge(at, end);
                }
                self.loops.push((end, None));
                for (index, &case) in cases.iter().enumerate() {
                    let falls = index + 1 < count && self.random.percent(20);
                    self.nested(case, depth, if falls { cases[index + 1] } else { end });
                }
                self.loops.pop();
                Some(end)
            }
            11..=14 if depth > 0 => {
                // Jumps, mostly guarded.
                let target = match kind {
                    11 | 12 if !self.loops.is_empty() => {
                        let level = self.random.below(self.loops.len().min(3));
                        let (end, next) = self.loops[self.loops.len() - 1 - level];
                        Some(next.filter(|_| self.random.percent(40)).unwrap_or(end))
                    }
                    13 if !self.labels.is_empty() => Some(self.labels[self.random.below(self.labels.len())]),
                    14 => {
                        let end = self.block();
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
                Some(rest)
            }
            _ => {
                let next = self.block();
                self.edge(at, next);
                Some(next)
            }
        }
    }
}

/// A function without values that has this graph.
fn function_of(graph: &Graph) -> Function {
    let mut function = Function::new("shape", Type::VOID);
    for succs in graph {
        let block = function.add_block();
        let value = Value::from(crate::ir::Const(0));
        let edges: Vec<Edge> = succs.iter().map(|&succ| Edge::to(Block(succ))).collect();
        function.blocks[block].terminator = terminator(&edges, value);
    }
    function
}

fn terminator(edges: &[Edge], value: Value) -> Terminator {
    match *edges {
        [] => Terminator::Return(None),
        [edge] => Terminator::Branch(edge),
        [if_true, if_false] => Terminator::CondBranch {
            condition: value,
            if_true,
            if_false,
        },
        [default, ref cases @ ..] => Terminator::Switch {
            value,
            default,
            cases: (cases.iter().enumerate())
                .map(|(index, &edge)| (index as u64, edge))
                .collect(),
        },
    }
}

/// A module with a function that has this graph, with values, parameters, loads and stores at random.
pub fn populate(random: &mut Random, graph: &Graph) -> Module {
    let mut module = Module::default();
    let memory = module.add_global("memory", StorageClass::Private, Type::I32);
    let mut function = function_of(graph);
    let cfg = Cfg::new(&function);
    let dominators = Dominators::new(&cfg);
    // Values of each block, all i32.
    let mut values: Vec<Vec<Value>> = vec![Vec::new(); graph.len()];
    for block in function.blocks.ids().skip(1) {
        if cfg.preds(block).len() > 1 {
            for _ in 0..random.below(3) {
                let param = function.add_param(block, Type::I32);
                values[block.index()].push(param.into());
            }
        }
    }
    let any = |random: &mut Random, module: &mut Module, values: &[Vec<Value>], block: Block| {
        let mut at = block;
        for _ in 0..random.below(6) {
            at = dominators.idom(at).unwrap_or(at);
        }
        match values[at.index()].len() {
            0 => module.i32(random.below(100) as u32),
            count => values[at.index()][random.below(count)],
        }
    };
    // Dominators first, so that their values are there.
    let unreachable: Vec<Block> = function.blocks.ids().filter(|&b| !cfg.is_reachable(b)).collect();
    let order: Vec<Block> = cfg.order().iter().copied().chain(unreachable).collect();
    for &block in &order {
        for _ in 0..random.below(3) {
            let value: Value = if random.percent(30) {
                function
                    .append(block, Op::Load, Flags::NONE, Type::I32, &[memory.into()], 0)
                    .into()
            } else {
                let args = [0, 1].map(|_| any(random, &mut module, &values, block));
                let op = if random.percent(50) { Op::IAdd } else { Op::Xor };
                function
                    .append(block, op, Flags::NONE, Type::I32, &args, 0)
                    .into()
            };
            values[block.index()].push(value);
        }
        if random.percent(80) {
            let value = any(random, &mut module, &values, block);
            function.append(
                block,
                Op::Store,
                Flags::NONE,
                Type::VOID,
                &[memory.into(), value],
                0,
            );
        }
        if graph[block.index()].len() > 1 {
            let load = function.append(block, Op::Load, Flags::NONE, Type::I32, &[memory.into()], 0);
            let mask = module.i32(if graph[block.index()].len() == 2 { 1 } else { 7 });
            let mut value = function.append(block, Op::And, Flags::NONE, Type::I32, &[load.into(), mask], 0);
            if graph[block.index()].len() == 2 {
                let zero = module.i32(0);
                value = function.append(block, Op::IEq, Flags::NONE, Type::BOOL, &[value.into(), zero], 0);
            }
            if let Some(operand) = function.blocks[block].terminator.operand_mut() {
                *operand = value.into();
            }
        }
    }
    for block in order {
        let mut terminator =
            std::mem::replace(&mut function.blocks[block].terminator, Terminator::Unreachable);
        terminator.for_each_edge_mut(|edge| {
            let args: Vec<Value> = (0..function.blocks[edge.block].params.len())
                .map(|_| any(random, &mut module, &values, block))
                .collect();
            *edge = function.edge(edge.block, &args);
        });
        if let Terminator::Return(_) = terminator
            && random.percent(10)
        {
            terminator = Terminator::Unreachable;
        }
        function.blocks[block].terminator = terminator;
    }
    module.entry = module.functions.push(function);
    debug_assert_eq!(module.entry, Func(0));
    module
}
