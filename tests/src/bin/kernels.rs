//! Times kernels on the device against the same written by hand, with vectors, and against what other translators make:
//! `kernels [MODULES...] [NAMES...]`, folders with `NAME.spv` for kernels, resources at their space (the set) and register (the
//! binding), and which kernels, where not all. Each kernel is run by 4,194,240 threads, a translation after the other, 21 times;
//! medians count, of times and of the ratios in each round.
//!
//! The kernels are `testdata/shaders/{vector,kernels}/NAME.dxil`, by hand `testdata/kernels/NAME.comp`, made into modules by
//! `glslangValidator -V --target-env vulkan1.3`. What modules leave in the last buffer is compared: lines behind the table say
//! where more than roundings differ.
#![allow(clippy::print_stdout)]

use dxil2spirv::options::{Options, Preset};
use dxil2spirv::pipeline::{Request, translate};
use dxil2spirv_tests::case::cooperative_matrices;
use dxil2spirv_tests::gpu::timing::{Kind, Place};
use dxil2spirv_tests::gpu::{self, timing};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const GROUPS: u32 = 65_535;
const BYTES: u64 = 256 << 20;
const ROUNDS: usize = 21;

/// Resources at a register of a class, whose space is the set.
const fn place(set: u32, binding: u32, kind: Kind) -> Place {
    Place { set, binding, kind }
}

const T0: Place = place(0, 0, Kind::Storage);
const T1: Place = place(0, 1, Kind::Storage);
const U0: Place = place(1, 0, Kind::Storage);
const B0: Place = place(2, 0, Kind::Uniform);
const S0: Place = place(3, 0, Kind::Sampler);
/// A root descriptor.
const ROOT: Place = place(0, 0, Kind::Address);

const fn textures(count: u32) -> Place {
    place(0, 0, Kind::Textures(count))
}

/// Kernels and their resources.
const KERNELS: [(&str, &[Place]); 31] = [
    ("vector/raw_copy", &[T0, U0]),
    ("vector/float4_copy", &[T0, U0]),
    ("vector/float3_copy", &[T0, U0]),
    ("vector/struct32", &[T0, U0]),
    ("vector/particle", &[U0]),
    ("vector/halves", &[T0, U0]),
    ("vector/matrices", &[T0, T1, U0]),
    ("vector/shared_sum", &[T0, U0]),
    ("vector/shared_rows", &[T0, U0]),
    ("vector/cbuffer_matrices", &[T0, B0, U0]),
    ("vector/gather", &[T0, T1, U0]),
    ("vector/arithmetic", &[T0, U0]),
    ("vector/local_array", &[T0, U0]),
    ("kernels/root_raw", &[ROOT, ROOT]),
    ("kernels/root_struct", &[ROOT, ROOT]),
    ("kernels/root_gather", &[ROOT, ROOT, ROOT]),
    ("kernels/root_scatter", &[ROOT, ROOT, ROOT]),
    ("kernels/mesh_fetch", &[T0, T1, U0]),
    ("kernels/half_filter", &[T0, U0]),
    ("kernels/half_pack", &[T0, U0]),
    ("kernels/lights", &[B0, T0, U0]),
    ("kernels/matmul", &[T0, T1, U0]),
    ("kernels/tile_filter", &[textures(1), U0]),
    ("kernels/taps", &[textures(1), S0, U0]),
    ("kernels/bindless", &[textures(16), S0, U0]),
    ("kernels/waves", &[T0, U0]),
    ("kernels/hash", &[T0, U0]),
    ("kernels/histogram", &[T0, U0]),
    ("kernels/local_index", &[T0, U0]),
    ("kernels/wave_matmul", &[T0, T1, U0]),
    ("kernels/shared_matmul", &[T0, T1, U0]),
];

fn main() -> ExitCode {
    gpu::choose_driver();
    let args = std::env::args_os().skip(1).map(PathBuf::from);
    let (folders, names): (Vec<_>, Vec<_>) = args.partition(|arg| arg.is_dir());
    match run(&folders, &names) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            println!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(folders: &[PathBuf], names: &[PathBuf]) -> Result<(), String> {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata");
    let (name, raw_access_chains, half_rounding) = timing::capable()?;
    println!("{name}, raw access chains: {raw_access_chains}; microseconds, and ours by each\n");
    let mut head = "| kernel | ours | without raw access chains, told of addresses | by hand |".to_owned();
    for folder in folders {
        head += &format!(" {} |", folder.file_name().unwrap_or_default().to_string_lossy());
    }
    println!("{head}\n|{}", "---|".repeat(4 + folders.len()));
    let mut notes = String::new();
    for (path, places) in KERNELS {
        let kernel = path.split('/').next_back().unwrap_or(path);
        if !names.is_empty() && !names.iter().any(|name| name == Path::new(kernel)) {
            continue;
        }
        let path = testdata.join(format!("shaders/{path}.dxil"));
        let dxil = std::fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let ours = |raw_access_chains, told| {
            let mut options = Options::default();
            // As the modules written by hand are bound.
            options.binding.preset = Preset::Direct;
            options.scalar_block_layout = true;
            options.raw_access_chains = raw_access_chains;
            options.half_rounding_to_zero = half_rounding;
            options.cooperative_matrices = Some(cooperative_matrices());
            // As other translators take for granted.
            options.binding.raw_address_alignment = if told { 16 } else { 4 };
            let made = translate(&dxil, Request::new().options(&options));
            made.map(|made| made.words).map_err(|e| format!("{kernel}: {e}"))
        };
        let mut modules = vec![ours(raw_access_chains, false)?, ours(false, true)?];
        modules.push(module(&testdata.join(format!("kernels/{kernel}.spv")))?);
        let paths = folders.iter().map(|folder| folder.join(format!("{kernel}.spv")));
        let paths: Vec<PathBuf> = paths.collect();
        for path in paths.iter().filter(|path| path.exists()) {
            modules.push(module(path)?);
        }
        let timings = timing::times(&modules, places, BYTES, GROUPS, ROUNDS)?;
        let own = timings.first().cloned().unwrap_or_default();
        let own_time = median(own.times.clone());
        let mut line = format!("| {kernel} | {own_time:.1} |");
        let mut timings = timings.into_iter().skip(1);
        let made = [true, true]
            .into_iter()
            .chain(paths.iter().map(|path| path.exists()));
        for (number, made) in made.enumerate() {
            let Some(timing) = made.then(|| timings.next()).flatten() else {
                line += " – |";
                continue;
            };
            // By round, since the device's clock changes between them.
            let ratios = own.times.iter().zip(&timing.times).map(|(own, time)| own / time);
            let ratio = median(ratios.collect());
            line += &format!(" {:.1} ({ratio:.3}) |", median(timing.times));
            let differing = differing(&own.result, &timing.result);
            if differing != 0 {
                notes += &format!("{kernel}: {differing} words of column {} differ\n", number + 2);
            }
        }
        println!("{line}");
    }
    println!("\n{notes}");
    Ok(())
}

/// Words that are neither equal nor floats nearly so.
fn differing(a: &[u8], b: &[u8]) -> usize {
    let words = |bytes: &[u8]| -> Vec<u32> {
        let words = bytes.chunks_exact(4);
        words
            .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
            .collect()
    };
    let near = |a: f32, b: f32| (a - b).abs() <= 1e-3 * a.abs().max(b.abs()).max(1.0);
    let same = |&(a, b): &(u32, u32)| a == b || near(f32::from_bits(a), f32::from_bits(b));
    let pairs = words(a).into_iter().zip(words(b));
    pairs.filter(|pair| !same(pair)).count()
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
