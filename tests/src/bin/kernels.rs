//! Times kernels on the device against the same written by hand, with vectors, and against what other translators make:
//! `kernels [MODULES...]`, folders with a `NAME.spv` for each kernel, resources at their space (the set) and register (the
//! binding). Each kernel is run by 4,194,240 threads, a translation after the other, 21 times; medians count.
//!
//! The kernels are `testdata/shaders/vector/NAME.dxil`, by hand `testdata/kernels/NAME.comp`, made into modules by
//! `glslangValidator -V --target-env vulkan1.3`.
#![allow(clippy::print_stdout)]

use dxil2spirv::options::{Options, Preset};
use dxil2spirv::pipeline::{Request, translate};
use dxil2spirv_tests::gpu::timing::Place;
use dxil2spirv_tests::gpu::{self, timing};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const GROUPS: u32 = 65_535;
const BYTES: u64 = 256 << 20;
const ROUNDS: usize = 21;

const T0: Place = Place {
    set: 0,
    binding: 0,
    uniform: false,
};
const T1: Place = Place {
    set: 0,
    binding: 1,
    uniform: false,
};
const U0: Place = Place {
    set: 1,
    binding: 0,
    uniform: false,
};
const B0: Place = Place {
    set: 2,
    binding: 0,
    uniform: true,
};

/// Kernels and their buffers.
const KERNELS: [(&str, &[Place]); 13] = [
    ("raw_copy", &[T0, U0]),
    ("float4_copy", &[T0, U0]),
    ("float3_copy", &[T0, U0]),
    ("struct32", &[T0, U0]),
    ("particle", &[U0]),
    ("halves", &[T0, U0]),
    ("matrices", &[T0, T1, U0]),
    ("shared_sum", &[T0, U0]),
    ("shared_rows", &[T0, U0]),
    ("cbuffer_matrices", &[T0, U0, B0]),
    ("gather", &[T0, T1, U0]),
    ("arithmetic", &[T0, U0]),
    ("local_array", &[T0, U0]),
];

fn main() -> ExitCode {
    gpu::choose_driver();
    let folders: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    match run(&folders) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            println!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(folders: &[PathBuf]) -> Result<(), String> {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata");
    let (name, raw_access_chains) = timing::capable()?;
    println!("{name}, raw access chains: {raw_access_chains}; microseconds, and ours by each\n");
    let mut head = "| kernel | ours | without raw access chains | by hand |".to_owned();
    for folder in folders {
        head += &format!(" {} |", folder.file_name().unwrap_or_default().to_string_lossy());
    }
    println!("{head}\n|{}", "---|".repeat(4 + folders.len()));
    for (kernel, places) in KERNELS {
        let path = testdata.join(format!("shaders/vector/{kernel}.dxil"));
        let dxil = std::fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let ours = |raw_access_chains| {
            let mut options = Options::default();
            // As the modules written by hand are bound.
            options.binding.preset = Preset::Direct;
            options.scalar_block_layout = true;
            options.raw_access_chains = raw_access_chains;
            let made = translate(&dxil, Request::new().options(&options));
            made.map(|made| made.words).map_err(|e| format!("{kernel}: {e}"))
        };
        let mut modules = vec![ours(raw_access_chains)?, ours(false)?];
        modules.push(module(&testdata.join(format!("kernels/{kernel}.spv")))?);
        for folder in folders {
            modules.push(module(&folder.join(format!("{kernel}.spv")))?);
        }
        let times = timing::times(&modules, places, BYTES, GROUPS, ROUNDS)?;
        let medians: Vec<f64> = times.into_iter().map(median).collect();
        let own = medians.first().copied().unwrap_or(0.0);
        let others: String = medians[1..]
            .iter()
            .map(|time| format!(" {time:.1} ({:.3}) |", own / time))
            .collect();
        println!("| {kernel} | {own:.1} |{others}");
    }
    Ok(())
}

fn module(path: &Path) -> Result<Vec<u32>, String> {
    let bytes = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let words = bytes.chunks_exact(4);
    Ok(words
        .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
        .collect())
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(0.0)
}
