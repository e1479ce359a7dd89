mod cases;
mod generate;
mod interp;
mod repair;
mod rules;

use super::{check, run};
use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::entity::IdVec;
use crate::ir::print::{PrintOptions, print_module};
use crate::ir::{Block, Function, Inst, Module};
use generate::{Graph, Random, Structured, populate, random_graph};

fn text(module: &Module) -> String {
    print_module(module, PrintOptions::default())
}

/// Definitions dominate uses, each instruction is in one place.
fn verify(function: &Function) -> Result<(), String> {
    let cfg = Cfg::new(function);
    let dominators = Dominators::new(&cfg);
    let mut at: IdVec<Inst, Option<(Block, usize)>> = IdVec::filled(None, function.insts.len());
    for &block in cfg.order() {
        let data = &function.blocks[block];
        for (index, &inst) in data.params.iter().chain(&data.insts).enumerate() {
            if at[inst].replace((block, index)).is_some() {
                return Err(format!("{inst} is in two places"));
            }
        }
    }
    for &block in cfg.order() {
        let data = &function.blocks[block];
        let check = |value: crate::ir::Value, index: usize| {
            let Some(inst) = value.as_inst() else {
                return Ok(());
            };
            let ok = at[inst].is_some_and(|(defined, place)| {
                if defined == block {
                    place < index
                } else {
                    dominators.dominates(defined, block)
                }
            });
            if ok {
                Ok(())
            } else {
                Err(format!("{inst} does not dominate its use in {block}"))
            }
        };
        for (index, &inst) in data.insts.iter().enumerate() {
            for &value in function.args(inst) {
                check(value, data.params.len() + index)?;
            }
        }
        let mut result = data
            .terminator
            .operand()
            .map_or(Ok(()), |value| check(value, usize::MAX));
        data.terminator.for_each_edge(|edge| {
            for &value in function.edge_args(edge) {
                if result.is_ok() {
                    result = check(value, usize::MAX);
                }
            }
        });
        result?;
    }
    Ok(())
}

/// Structures the function of a graph and compares what it does with what it did.
fn try_graph(graph: &Graph, seed: u64) -> Result<(usize, usize), String> {
    let mut random = Random(seed);
    let before = populate(&mut random, graph);
    verify(&before.functions[before.entry]).map_err(|e| format!("generator: {e}"))?;
    let mut after = before.clone();
    let entry = after.entry;
    run(&mut after, entry).map_err(|e| e.to_string())?;
    let (old, new) = (&before.functions[entry], &after.functions[entry]);
    check(&after, new)?;
    verify(new)?;
    for trial in 0..6 {
        let seed = seed.wrapping_add(trial * 77);
        let expected = interp::run(&before, old, seed, 3000, 4000);
        let actual = interp::run(&after, new, seed, 60_000, expected.events.len().max(1));
        let same = expected.events.iter().zip(&actual.events).all(|(a, b)| a == b);
        let complete = actual.events.len() >= expected.events.len() || actual.steps > 60_000;
        if !same || !complete || (expected.finished && actual.events.len() != expected.events.len()) {
            let at = expected
                .events
                .iter()
                .zip(&actual.events)
                .position(|(a, b)| a != b);
            return Err(format!(
                "traces differ at event {at:?} of {}: {:?} / {:?}",
                expected.events.len(),
                at.map(|at| expected.events[at]),
                at.map(|at| actual.events[at]),
            ));
        }
    }
    let reachable = Cfg::new(old).order().len();
    Ok((reachable, new.layout.len()))
}

/// Drops edges from a failing graph as long as it fails, and reports it.
fn shrink(mut graph: Graph, seed: u64, error: String) -> ! {
    let mut error = error;
    loop {
        let mut smaller = false;
        for block in 0..graph.len() {
            let mut slot = 0;
            while slot < graph[block].len() {
                let edge = graph[block].remove(slot);
                match std::panic::catch_unwind(|| try_graph(&graph, seed)) {
                    Ok(Ok(_)) => {
                        graph[block].insert(slot, edge);
                        slot += 1;
                    }
                    Ok(Err(message)) => {
                        error = message;
                        smaller = true;
                    }
                    Err(_) => {
                        error = "panic".into();
                        smaller = true;
                    }
                }
            }
        }
        // Skip blocks that only forward.
        for block in 1..graph.len() as u32 {
            let [next] = graph[block as usize][..] else {
                continue;
            };
            let mut other = graph.clone();
            other
                .iter_mut()
                .flatten()
                .for_each(|b| *b = if *b == block { next } else { *b });
            other[block as usize].clear();
            if next != block
                && other != graph
                && !matches!(std::panic::catch_unwind(|| try_graph(&other, seed)), Ok(Ok(_)))
            {
                graph = other;
                smaller = true;
            }
        }
        if !smaller {
            break;
        }
    }
    let mut module = populate(&mut Random(seed), &graph);
    let before = text(&module);
    let entry = module.entry;
    let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run(&mut module, entry)));
    panic!(
        "{error}\n{graph:?} seed {seed}\n{before}\nbecomes\n{}",
        text(&module)
    );
}

fn try_many(count: u64, make: impl Fn(&mut Random) -> Graph) {
    let (mut before, mut after) = (0, 0);
    for seed in 0..count {
        let graph = make(&mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        let result = std::panic::catch_unwind(|| try_graph(&graph, seed)).unwrap_or(Err("panic".into()));
        match result {
            Ok((old, new)) => {
                before += old;
                after += new;
            }
            Err(error) => shrink(graph, seed, error),
        }
    }
    let growth = after as f64 / before as f64;
    assert!(growth < 2.5, "{before} blocks became {after} ({growth:.2})");
}

#[test]
fn random_reducible() {
    try_many(1000, |random| {
        let count = 5 + random.below(40);
        random_graph(random, count, true)
    });
}

#[test]
fn random_irreducible() {
    try_many(700, |random| {
        let count = 5 + random.below(40);
        random_graph(random, count, false)
    });
}

#[test]
fn random_structured() {
    try_many(1000, |random| {
        let budget = 5 + random.below(60);
        Structured::graph(random, budget)
    });
}

#[test]
fn random_larger() {
    try_many(20, |random| random_graph(random, 200, true));
    try_many(20, |random| random_graph(random, 150, false));
    try_many(20, |random| Structured::graph(random, 200));
}
