//! What a translation allocates.
//!
//! `cargo bench --bench memory` prints, for each of some shaders, how often and how much is allocated, grown and freed,
//! and the most bytes that are there at a time ("max alloc"): of parsing, and of the whole translation. Times are those
//! of the counting allocator: `--bench translate` has the real ones.

use divan::{AllocProfiler, Bencher};
use dxil2spirv::pipeline::{Request, Shader, translate};
use std::path::Path;

#[global_allocator]
static COUNTING: AllocProfiler = AllocProfiler::system();

/// From a shader of a few instructions to one of 50,000.
const SHADERS: [&str; 6] = [
    "pixel/flat_white",
    "buffers/read_back",
    "control-flow/nested_loops",
    "pixel/derivatives",
    "big/scale_1k",
    "big/scale_50k",
];

fn main() {
    divan::main();
}

fn shader(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("testdata/shaders")
        .join(name)
        .with_extension("dxil");
    std::fs::read(path).expect("the shader is committed")
}

#[divan::bench(args = SHADERS, sample_count = 10)]
fn parse(bencher: Bencher, name: &str) {
    let bytes = shader(name);
    bencher.bench(|| Shader::parse(&bytes).expect("a valid shader"));
}

#[divan::bench(args = SHADERS, sample_count = 10)]
fn whole_translation(bencher: Bencher, name: &str) {
    let bytes = shader(name);
    bencher.bench(|| translate(&bytes, Request::new()).expect("translates"));
}
