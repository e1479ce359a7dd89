//! Branches by what numbers are, in rows and otherwise: the passes that make selections and single tests of them change nothing of what
//! a program does.

use dxil2spirv::analysis::cfg::Cfg;
use dxil2spirv::analysis::dominators::Dominators;
use dxil2spirv::ir::{Block, Flags, Function, Module, Op, Terminator, Type, Value};
use dxil2spirv::verify::{self, Invariants};
use dxil2spirv::{opt, structurize};
use dxil2spirv_oracle::compare::{Effort, same_effects};
use dxil2spirv_oracle::graph::{self, Graph, function_of};
use dxil2spirv_oracle::interpret::{DRAW, TRACE};
use dxil2spirv_oracle::program::shell;
use dxil2spirv_oracle::statements::{Style, write};
use dxil2spirv_oracle::{Random, shrink};

/// Programs that are tried.
const MOST: u64 = 1_500;

/// What makes a program of a graph.
struct Filler<'r> {
    random: &'r mut Random,
    module: Module,
    function: Function,
    dominators: Dominators,
    /// Numbers of each block.
    numbers: Vec<Vec<Value>>,
    /// Conditions of each block.
    conditions: Vec<Vec<Value>>,
}

impl Filler<'_> {
    fn append(&mut self, block: Block, op: Op, ty: Type, args: &[Value]) -> Value {
        self.function.append(block, op, Flags::NONE, ty, args, 0).into()
    }

    fn constant(&mut self, below: usize) -> Value {
        let number = self.random.below(below) as u32;
        self.module.i32(number)
    }

    /// A block that dominates this one, or itself.
    fn above(&mut self, mut block: Block) -> Block {
        for _ in 0..self.random.below(8) {
            block = self.dominators.idom(block).unwrap_or(block);
        }
        block
    }

    fn number(&mut self, block: Block) -> Value {
        let from = match self.random.percent(50) {
            true => Block(0),
            false => self.above(block),
        };
        let known = self.numbers[from.0 as usize].clone();
        match known.len() {
            0 => self.constant(3),
            count => known[self.random.below(count)],
        }
    }

    /// What an edge gives: often the same as others.
    fn given(&mut self, block: Block) -> Value {
        match self.random.percent(60) {
            true => self.constant(2),
            false => self.number(block),
        }
    }

    fn condition(&mut self, block: Block) -> Value {
        let from = self.above(block);
        let known = self.conditions[from.0 as usize].clone();
        if known.len() > 1 && self.random.percent(20) {
            let [a, b] = [0, 1].map(|_| known[self.random.below(known.len())]);
            let op = [Op::And, Op::Or][self.random.below(2)];
            return self.append(block, op, Type::BOOL, &[a, b]);
        }
        let mut value = self.number(block);
        if self.random.percent(15) {
            let by = self.constant(5);
            value = self.append(block, Op::IAdd, Type::I32, &[value, by]);
        }
        if self.random.percent(10) {
            let mask = self.module.i32(!1);
            value = self.append(block, Op::And, Type::I32, &[value, mask]);
        }
        let ops = [Op::IEq, Op::IEq, Op::INe, Op::ULt, Op::ULe, Op::UGt, Op::UGe];
        let op = ops[self.random.below(ops.len())];
        let number = self.constant(9);
        let condition = self.append(block, op, Type::BOOL, &[value, number]);
        match self.random.percent(10) {
            true => self.append(block, Op::Not, Type::BOOL, &[condition]),
            false => condition,
        }
    }

    /// `again`: whether it may be come to from itself, which can be seen then.
    fn fill_block(&mut self, block: Block, again: bool) {
        let at = block.0 as usize;
        // What edges give is seen.
        for param in self.function.blocks[block].params.clone() {
            if self.random.percent(70) {
                self.append(block, Op::Store, Type::VOID, &[TRACE.into(), param.into()]);
            }
        }
        if again || self.random.percent(25) {
            let value = self.number(block);
            self.append(block, Op::Store, Type::VOID, &[TRACE.into(), value]);
        }
        if self.random.percent(30) {
            let [a, b] = [0, 1].map(|_| self.number(block));
            let value = match self.random.percent(50) {
                true => self.append(block, Op::IAdd, Type::I32, &[a, b]),
                false => {
                    let condition = self.condition(block);
                    self.append(block, Op::Select, Type::I32, &[condition, a, b])
                }
            };
            self.numbers[at].push(value);
        }
        let operand = match self.function.blocks[block].terminator {
            Terminator::CondBranch { .. } => {
                let condition = self.condition(block);
                self.conditions[at].push(condition);
                condition
            }
            _ => self.number(block),
        };
        if let Some(value) = self.function.blocks[block].terminator.operand_mut() {
            *value = operand;
        }
    }
}

fn fill(random: &mut Random, graph: &Graph) -> Module {
    let function = function_of(graph);
    let cfg = Cfg::new(&function);
    let mut filler = Filler {
        random,
        module: shell(),
        dominators: Dominators::new(&cfg),
        numbers: vec![Vec::new(); graph.len()],
        conditions: vec![Vec::new(); graph.len()],
        function,
    };
    let most = filler.module.i32(7);
    for _ in 0..2 {
        let drawn = filler.append(Block(0), Op::Load, Type::I32, &[DRAW.into()]);
        let number = filler.append(Block(0), Op::And, Type::I32, &[drawn, most]);
        filler.numbers[0].push(number);
    }
    for block in filler.function.layout.clone().into_iter().skip(1) {
        if cfg.preds(block).len() > 1 {
            for _ in 0..filler.random.below(5) {
                let param = filler.function.add_param(block, Type::I32);
                filler.numbers[block.0 as usize].push(param.into());
            }
        }
    }
    for &block in cfg.order() {
        let again = |&before: &Block| cfg.position(before) >= cfg.position(block);
        filler.fill_block(block, cfg.preds(block).iter().any(again));
    }
    for &block in cfg.order() {
        let mut terminator = std::mem::replace(
            &mut filler.function.blocks[block].terminator,
            Terminator::Unreachable,
        );
        terminator.for_each_edge_mut(|edge| {
            let count = filler.function.blocks[edge.block].params.len();
            let args: Vec<Value> = (0..count).map(|_| filler.given(block)).collect();
            *edge = filler.function.edge(edge.block, &args);
        });
        filler.function.blocks[block].terminator = terminator;
    }
    // What is not reached has no values.
    filler.function.layout.retain(|&block| cfg.is_reachable(block));
    let mut module = filler.module;
    module.entry = module.functions.push(filler.function);
    module
}

/// Tests in a row, rows in rows, that all lead to one block, of which the number comes later; returns the first.
fn row(random: &mut Random, graph: &mut Graph, depth: usize) -> u32 {
    let mut next = END;
    for _ in 0..1 + random.below(6) {
        let arm = match random.below(8) {
            0 | 1 => END,
            2 if depth > 0 => row(random, graph, depth - 1),
            _ => {
                graph.push(vec![END]);
                graph.len() as u32 - 1
            }
        };
        graph.push(match random.percent(50) {
            true => vec![arm, next],
            false => vec![next, arm],
        });
        next = graph.len() as u32 - 1;
    }
    next
}

/// The block that rows lead to.
const END: u32 = u32::MAX;

fn rows(random: &mut Random) -> Graph {
    let mut graph: Graph = vec![Vec::new()];
    let first = row(random, &mut graph, 2);
    graph[0].push(first);
    graph.push(Vec::new());
    let end = graph.len() as u32 - 1;
    for next in graph.iter_mut().flatten() {
        *next = if *next == END { end } else { *next };
    }
    graph
}

fn program(number: u64) -> Module {
    let random = &mut Random::new(number);
    let budget = 6 + random.below(30);
    let graph = match number % 4 {
        0 => {
            let reducible = random.percent(70);
            graph::random(random, budget, reducible)
        }
        1 | 2 => rows(random),
        _ => {
            let style = Style {
                budget,
                depth: 3 + random.below(6),
                jumps: random.percent(30),
            };
            write(random, style)
        }
    };
    fill(random, &graph)
}

/// Returns how many blocks have gone.
fn tried(before: &Module, seed: u32) -> Result<usize, String> {
    let check = |module: &Module, level: Invariants, pass: &str| {
        verify::check(module, level, pass).map_err(|error| error.to_string())
    };
    check(before, Invariants::Lowered, "the generator")?;
    let effort = Effort {
        runs: 24,
        waves: 0,
        steps: 300,
    };
    let mut after = before.clone();
    let entry = after.entry;
    opt::selects::selects(&mut after, entry, &mut None);
    check(&after, Invariants::Lowered, "selects")?;
    same_effects(before, &after, effort, seed)?;
    let [blocks, left] = [before, &after].map(|module| module.functions[entry].layout.len());
    structurize::run(&mut after, entry).map_err(|error| error.to_string())?;
    opt::truths::truths(&mut after, entry);
    check(&after, Invariants::Structured, "truths")?;
    structurize::check(&after, &after.functions[entry])?;
    same_effects(before, &after, effort, seed)?;
    Ok(blocks.saturating_sub(left))
}

#[test]
fn tests_in_rows_do_the_same_in_fewer_blocks() {
    let mut gone = 0;
    for number in 0..MOST {
        let module = program(number);
        let tried = |module: &Module| {
            std::panic::catch_unwind(|| tried(module, number as u32))
                .unwrap_or_else(|_| Err("panic".to_owned()))
        };
        match tried(&module) {
            Ok(blocks) => gone += blocks,
            Err(message) => {
                let small = shrink(&module, &|module| tried(module).is_err());
                panic!("program {number}: {message}\n{small}");
            }
        }
    }
    assert!(gone as u64 > MOST / 2, "{gone} blocks in {MOST} programs");
}
