//! What a translation costs behind other work: a layer's shaders come one at a time, each behind a driver's compiler that
//! has driven this library's code and tables from the processor's caches.
//!
//! `cargo bench --bench cold` prints, for committed shaders by size, microseconds a shader (medians of each, added up): one
//! behind the other, and each behind a walk over as many MiB as the environment variable `WALK` says (48 if it says nothing;
//! it should be more than the last cache). `SHADERS` names another folder.
#![allow(clippy::print_stdout)]

mod corpus;

use dxil2spirv::pipeline::{Context, Request, Shader};
use std::time::{Duration, Instant};

/// Times that each shader is translated, an odd number.
const ROUNDS: usize = 7;
/// As far as a line of the processor's caches goes, in bytes.
const LINE: usize = 64;

/// Of how many shaders one is measured.
const STEP: usize = 6;

/// Sizes of bitcode in bytes, and what they are called.
const GROUPS: [(&str, std::ops::Range<usize>); 2] = [("less than 2 kB", 0..2048), ("2 to 8 kB", 2048..8192)];

/// Parses and translates, as the C interfaces do.
fn translate(bytes: &[u8], context: &mut Context) -> bool {
    let request = Request::new().without_hash().without_lists();
    let Ok(shader) = context.parse(bytes) else {
        return false;
    };
    let made = shader.translate_in(request, context);
    std::hint::black_box(&made).is_ok()
}

fn main() {
    let walk = std::env::var("WALK").ok().and_then(|mib| mib.parse().ok());
    let mut memory = vec![1u8; walk.unwrap_or(48usize) << 20];
    let shaders: Vec<Vec<u8>> = corpus::shaders()
        .iter()
        .map(|path| std::fs::read(path).expect("the shader is readable"))
        .filter(|bytes| Shader::parse(bytes).is_ok())
        .collect();
    for (name, sizes) in GROUPS {
        let group = shaders
            .iter()
            .filter(|bytes| sizes.contains(&corpus::bitcode(bytes).len()));
        let mut context = Context::new();
        let group: Vec<_> = group
            .step_by(STEP)
            .filter(|bytes| translate(bytes, &mut context))
            .collect();
        let mut times = vec![[[Duration::ZERO; ROUNDS]; 2]; group.len()];
        for round in 0..ROUNDS {
            for (bytes, times) in group.iter().zip(&mut times) {
                let start = Instant::now();
                translate(bytes, &mut context);
                times[0][round] = start.elapsed();
            }
            for (bytes, times) in group.iter().zip(&mut times) {
                memory
                    .chunks_mut(LINE)
                    .for_each(|line| line[0] = line[0].wrapping_add(1));
                let start = Instant::now();
                translate(bytes, &mut context);
                times[1][round] = start.elapsed();
            }
        }
        let [together, behind] = [0, 1].map(|way| {
            let medians = times.iter_mut().map(|times| {
                times[way].sort_unstable();
                times[way][ROUNDS / 2]
            });
            medians.sum::<Duration>().as_secs_f64() * 1e6 / group.len().max(1) as f64
        });
        println!(
            "{name}: {} shaders, {together:.1} us one behind the other, {behind:.1} us behind other work, {:.2} times",
            group.len(),
            behind / together
        );
    }
}
