//! Random graphs without a plan behind them: reducible or not, local or all over the place.

use crate::random::Random;
use dxil2spirv::analysis::cfg::Cfg;
use dxil2spirv::analysis::dominators::Dominators;
use dxil2spirv::ir::{Block, Edge, Function, Terminator, Type, Value};

/// Successors of each block. Block 0 is the entry and has no predecessor; several edges to one block are fine. A
/// block without successors ends the function.
pub type Graph = Vec<Vec<u32>>;

/// A random graph: forward edges first, so that all is reachable, then edges back. When `reducible`, these go to
/// dominators only.
// The blocks are numbers first of all, and indices by the way.
#[allow(clippy::needless_range_loop)]
pub fn random(random: &mut Random, count: usize, reducible: bool) -> Graph {
    let mut graph: Graph = vec![Vec::new(); count];
    if count < 2 {
        return graph;
    }
    // How far edges go: mostly a little, sometimes anywhere.
    let spread = if random.percent(15) {
        count
    } else {
        1 + random.below(12)
    };
    for block in 1..count {
        let mut from = block - 1 - random.below(spread.min(block));
        let mut tries = 0;
        while graph[from].len() >= 4 && tries < 8 {
            from = block - 1 - random.below(block);
            tries += 1;
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
        let mut tries = 0;
        while random.percent(back) && graph[block].len() < 6 && tries < 6 {
            let mut target = Block(block as u32);
            for _ in 0..random.below(8) {
                target = dominators.idom(target).unwrap_or(target);
            }
            if target != Block(0) {
                graph[block].push(target.0);
            }
            tries += 1;
        }
    }
    graph
}

/// Sprinkles `count` edges between any blocks into a graph: gotos.
pub fn sprinkle(random: &mut Random, graph: &mut Graph, count: usize) {
    if graph.len() < 2 {
        return;
    }
    for _ in 0..count {
        let from = random.below(graph.len());
        let to = 1 + random.below(graph.len() - 1);
        if graph[from].len() < 6 {
            graph[from].push(to as u32);
        }
    }
}

/// A function without values that has this graph.
pub fn function_of(graph: &Graph) -> Function {
    let mut function = Function::new("main", Type::VOID);
    for succs in graph {
        let block = function.add_block();
        let value = Value::from(dxil2spirv::ir::Const(0));
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
