//! The fuzz bodies over damaged test data, a bounded number of cases on stable Rust.
//!
//! `cargo run --release -p dxil2spirv-fuzz --bin mutate -- --count 200000` runs many more, with memory and time
//! limited.

use dxil2spirv_fuzz::corpus;
use dxil2spirv_fuzz::mutate::damaged;
use dxil2spirv_fuzz::{BODIES, Body};
use std::time::{Duration, Instant};

/// Unoptimised, on a busy machine; the runner holds optimised code to two seconds.
const LIMIT: Duration = Duration::from_secs(20);

fn body(name: &str) -> Body {
    BODIES
        .iter()
        .find(|(body, _)| *body == name)
        .expect("the body exists")
        .1
}

fn over(name: &str, inputs: &[Vec<u8>], count: u64) {
    let body = body(name);
    for case in 0..count {
        let (_, bytes) = damaged(inputs, 1, case);
        let start = Instant::now();
        let outcome = std::panic::catch_unwind(|| body(&bytes));
        assert!(
            outcome.is_ok(),
            "case {case} of `{name}` panics: `mutate --body {name} --seed 1 --case {case}`"
        );
        assert!(
            start.elapsed() < LIMIT,
            "case {case} of `{name}` takes {:?}",
            start.elapsed()
        );
    }
}

fn contents(seeds: Vec<(String, Vec<u8>)>) -> Vec<Vec<u8>> {
    seeds.into_iter().map(|(_, bytes)| bytes).collect()
}

/// Shaders small enough to be translated often.
fn small_shaders() -> Vec<Vec<u8>> {
    contents(corpus::shaders())
        .into_iter()
        .filter(|bytes| bytes.len() < 12 << 10)
        .collect()
}

#[test]
fn containers() {
    over("container", &small_shaders(), 6000);
}

#[test]
fn bitcode() {
    over("bitcode", &small_shaders(), 2000);
}

#[test]
fn translation() {
    over("translate", &small_shaders(), 3000);
}

#[test]
fn ir_text() {
    over("ir", &contents(corpus::ir_texts()), 3000);
}

#[test]
fn root_signatures() {
    over("root-signature", &contents(corpus::root_signatures()), 20_000);
}

#[test]
fn control_flow() {
    over("structure", &small_shaders(), 1000);
}

#[test]
fn undamaged_shaders_pass_every_body() {
    for bytes in small_shaders() {
        BODIES.iter().for_each(|(_, body)| body(&bytes));
    }
}
