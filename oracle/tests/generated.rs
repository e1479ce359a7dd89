//! A fixed part of the generated cases; `cargo run --release -p dxil2spirv-tests --bin structure` runs any number
//! and validates the modules too.

use dxil2spirv_oracle::case::{Scale, case};
use dxil2spirv_oracle::{compare, shrink};

/// Instructions after, for each before: no case may exceed it.
const MOST_GROWTH: f64 = 2.0;

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
