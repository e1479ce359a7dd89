//! Time per block of the structurizer by size, for each kind of graph.
//!
//! `cargo bench -p dxil2spirv-oracle` prints microseconds per block at 500, 5,000 and 10,000 blocks (best of some runs),
//! and how much a function of 10,000 blocks grows in instructions. The time per block at 10,000 should be at most
//! twice that at 500, and no graph of 5,000 blocks should take a second. An argument chooses kinds by name.
//!
//! Graphs that nest are there twice: in pieces of 500 blocks, and as one nest. Of more than a thousand levels, which
//! SPIR-V does not have, that becomes something else than of 250 levels, so only 5,000 and 10,000 blocks compare.
#![allow(clippy::print_stdout)]

use dxil2spirv::structurize;
use dxil2spirv_oracle::program::{Filling, fill};
use dxil2spirv_oracle::statements::{Style, write};
use dxil2spirv_oracle::{Graph, Random, extreme, graph, size};
use std::time::{Duration, Instant};

const SIZES: [usize; 3] = [500, 5_000, 10_000];

type Maker = Box<dyn Fn(usize) -> Graph>;

fn kinds() -> Vec<(String, Maker)> {
    let mut kinds: Vec<(String, Maker)> = Vec::new();
    for seed in 1..=3 {
        for reducible in [true, false] {
            let name = format!(
                "random {} {seed}",
                if reducible { "reducible" } else { "irreducible" }
            );
            kinds.push((
                name,
                Box::new(move |count| graph::random(&mut Random::new(seed), count, reducible)),
            ));
        }
        for gotos in [0, 20] {
            let maker = move |count| {
                let mut random = Random::new(seed);
                let style = Style {
                    budget: count,
                    depth: 9,
                    jumps: true,
                };
                let mut graph = write(&mut random, style);
                let extra = graph.len() * gotos / 1000;
                graph::sprinkle(&mut random, &mut graph, extra);
                graph
            };
            let name = format!("structured{} {seed}", if gotos == 0 { "" } else { " with gotos" });
            kinds.push((name, Box::new(maker)));
        }
    }
    for (name, maker) in extreme::ALL {
        if name.contains("nested") || name == "short circuits" {
            let pieces = move |count| extreme::in_pieces(maker, count, 500);
            kinds.push((format!("{name}, in pieces"), Box::new(pieces)));
        }
        kinds.push((name.to_owned(), Box::new(maker)));
    }
    kinds
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    println!(
        "{:34} {:>8} {:>8} {:>8} {:>7} {:>10} {:>7}",
        "us/block at", SIZES[0], SIZES[1], SIZES[2], "ratio", "ms at 5000", "growth"
    );
    let mut kinds = kinds();
    kinds.retain(|(name, _)| wanted.is_empty() || wanted.iter().any(|wanted| name.contains(wanted)));
    for (name, maker) in kinds {
        let mut times = Vec::new();
        let mut middle = Duration::ZERO;
        let mut growth = 0.0;
        for size in SIZES {
            let module = fill(&mut Random::new(7), &maker(size), Filling::default());
            let blocks = size::blocks(&module.functions[module.entry]);
            let mut best = Duration::MAX;
            let runs = if size == SIZES[0] { 20 } else { 4 };
            for _ in 0..runs {
                let mut copy = module.clone();
                let entry = copy.entry;
                let start = Instant::now();
                let result = structurize::run(&mut copy, entry);
                best = best.min(start.elapsed());
                assert!(result.is_ok(), "{name}: {result:?}");
                let after = size::instructions(&copy.functions[entry]);
                growth = after as f64 / size::instructions(&module.functions[entry]) as f64;
                if start.elapsed() > Duration::from_secs(2) {
                    break;
                }
            }
            if size == SIZES[1] {
                middle = best;
            }
            times.push(best.as_secs_f64() * 1e6 / blocks as f64);
        }
        println!(
            "{name:34} {:8.2} {:8.2} {:8.2} {:7.2} {:10.1} {growth:7.2}",
            times[0],
            times[1],
            times[2],
            times[2] / times[0],
            middle.as_secs_f64() * 1e3
        );
    }
}
