//! What a library of fifty entry points costs against its bodies in libraries of their own: prints both times and their
//! ratio, each the fastest of many rounds. Figures of one run compare with each other.
#![allow(clippy::print_stdout)]

use dxil2spirv::pipeline::{Request, Shader};
use std::path::Path;
use std::time::{Duration, Instant};

/// Rounds of each; the two take turns.
const ROUNDS: usize = 40;

fn library(variant: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("testdata/metadata/fifty{variant}.dxil"));
    std::fs::read(path).expect("the library is committed")
}

/// Translates every entry point of a library, parsed once; how many there are.
fn translate(bytes: &[u8]) -> usize {
    let library = Shader::parse(bytes).expect("valid");
    let entries = &library.program().entry_points;
    for entry in entries {
        let request = Request::new().entry(entry.name.as_str());
        std::hint::black_box(library.translate(request).expect("translates"));
    }
    entries.len()
}

fn main() {
    let whole = library("");
    let parts = [".generate", ".hit", ".any", ".miss", ".call"].map(library);
    let count = translate(&whole);
    assert_eq!(count, 10 * parts.len());
    let [mut together, mut apart] = [Duration::MAX; 2];
    for _ in 0..ROUNDS {
        let start = Instant::now();
        translate(&whole);
        together = together.min(start.elapsed());
        let start = Instant::now();
        for part in &parts {
            (0..10).for_each(|_| assert_eq!(translate(part), 1));
        }
        apart = apart.min(start.elapsed());
    }
    let ratio = together.as_secs_f64() / apart.as_secs_f64();
    println!(
        "{count} entry points of one library: {together:?}; of libraries with one each: {apart:?}; ratio {ratio:.2}"
    );
}
