//! What an instruction costs in each stage, against one of a compute shader.
//!
//! `cargo bench --bench stages` prints for each stage the DXIL instructions of `big/stages`, the same work beside what goes
//! in and out of the stage, and the time of its translation for each of them, as a ratio to the compute shader's. Rounds go
//! over all stages by turns and the shortest of each counts, so that a machine that is busy at times says the same as one
//! that is not.

use dxil2spirv::pipeline::{Request, Shader, translate};
use std::path::Path;
use std::time::{Duration, Instant};

/// Variants of the shader: the stage, and how its file ends.
const STAGES: [(&str, &str); 8] = [
    ("compute", ""),
    ("vertex", ".vs"),
    ("hull", ".hs"),
    ("domain", ".ds"),
    ("geometry", ".gs"),
    ("pixel", ".ps"),
    ("amplification", ".as"),
    ("mesh", ".ms"),
];

/// Rounds over all stages, and translations of each in one.
const ROUNDS: u32 = 40;
const IN_A_ROUND: u32 = 5;

struct Stage {
    name: &'static str,
    bytes: Vec<u8>,
    instructions: usize,
    shortest: Duration,
}

fn stage(&(name, variant): &(&'static str, &str)) -> Stage {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("testdata/shaders/big/stages{variant}.dxil"));
    let bytes = std::fs::read(path).expect("the shader is committed");
    let shader = Shader::parse(&bytes).expect("valid");
    let instructions = shader.module().bodies.iter().map(|body| body.insts.len()).sum();
    Stage {
        name,
        bytes,
        instructions,
        shortest: Duration::MAX,
    }
}

#[allow(clippy::print_stdout)]
fn main() {
    let mut stages: Vec<Stage> = STAGES.iter().map(stage).collect();
    for _ in 0..ROUNDS {
        for stage in &mut stages {
            let start = Instant::now();
            for _ in 0..IN_A_ROUND {
                std::hint::black_box(translate(&stage.bytes, Request::new()).expect("translates"));
            }
            stage.shortest = stage.shortest.min(start.elapsed() / IN_A_ROUND);
        }
    }
    let each = |stage: &Stage| stage.shortest.as_secs_f64() / stage.instructions as f64;
    let compute = stages.first().map_or(1.0, each);
    println!("{:<14}{:>13}{:>10}", "stage", "instructions", "ratio");
    for stage in &stages {
        let ratio = each(stage) / compute;
        println!("{:<14}{:>13}{:>10.2}", stage.name, stage.instructions, ratio);
    }
}
