//! A fixed part of the generated cases; `cargo run --release -p dxil2spirv-tests --bin structure` runs any number
//! and validates the modules too.

use dxil2spirv::structurize;
use dxil2spirv_oracle::case::{Scale, case};
use dxil2spirv_oracle::compare::Effort;
use dxil2spirv_oracle::program::{Filling, fill};
use dxil2spirv_oracle::size::{MOST_DEPTH, MOST_GROWTH};
use dxil2spirv_oracle::{Random, compare, extreme, shrink, size};

fn over(numbers: impl Iterator<Item = u64>, scale: Scale) {
    for number in numbers {
        let case = case(number, scale);
        let tried = |module: &_| {
            std::panic::catch_unwind(|| compare(module, case.effort, case.seed))
                .unwrap_or_else(|_| Err("panic".to_owned()))
        };
        match tried(&case.module) {
            Ok((_, sizes)) => {
                let growth = sizes.after as f64 / sizes.before as f64;
                assert!(
                    growth <= MOST_GROWTH,
                    "case {number} ({}) grows {growth:.2} times",
                    case.kind
                );
                assert!(
                    sizes.depth <= MOST_DEPTH,
                    "case {number} ({}) nests {} deep",
                    case.kind,
                    sizes.depth
                );
            }
            Err(message) => {
                let small = shrink(&case.module, &|module| tried(module).is_err());
                panic!("case {number} ({}): {message}\n{small}", case.kind);
            }
        }
    }
}

#[test]
fn small_0() {
    over((0..1200).step_by(2), Scale::Small);
}

#[test]
fn small_1() {
    over((0..1200).skip(1).step_by(2), Scale::Small);
}

#[test]
fn large() {
    over(0..8, Scale::Large);
}

/// Selections that nest deeper than SPIR-V allows follow each other instead.
#[test]
fn deep_selections() {
    for wanted in ["nested selections", "nested switches", "short circuits"] {
        let (_, maker) = (extreme::ALL.iter())
            .find(|(name, _)| *name == wanted)
            .expect("it is one of them");
        let module = fill(&mut Random::new(3), &maker(4_200), Filling::default());
        let effort = Effort {
            runs: 2,
            ..Effort::default()
        };
        let (_, sizes) = compare(&module, effort, 1).expect("same effects");
        assert!(sizes.depth <= MOST_DEPTH, "{wanted}: {}", sizes.depth);
        assert!(sizes.depth > 500, "{wanted}: {}", sizes.depth);
    }
}

/// The functions that the bench times; no time is spent on running them.
#[test]
fn growth_of_extremes() {
    for (name, maker) in extreme::ALL {
        // The growth of these depends on the size most.
        let grows = ["switch with fallthrough", "nested loops left at once"].contains(&name);
        for blocks in [500, if grows { 10_000 } else { 2_000 }] {
            let mut module = fill(&mut Random::new(7), &maker(blocks), Filling::default());
            let entry = module.entry;
            let before = size::instructions(&module.functions[entry]);
            structurize::run(&mut module, entry).expect("any graph can be structured");
            let growth = size::instructions(&module.functions[entry]) as f64 / before as f64;
            assert!(
                growth <= MOST_GROWTH,
                "{name} of {blocks} blocks grows {growth:.3} times"
            );
        }
    }
}
