//! Libraries beside each other: how long parsing and translating takes through the compatible interface.
//!
//! `cargo bench -p dxil2spirv-capi --bench beside -- LIBRARY...` loads shared libraries with that interface, dxil-spirv's or other
//! builds of this one, beside the one that was just built, in one process. All translate the same shaders in turns: the committed
//! ones, or those of the folder in the environment variable `SHADERS`; those that one of them refuses, or that end its process,
//! are left out. A table has for each size of shaders (of their bitcode) microseconds a shader, and how many times as fast the
//! built library is, all of it and parsing alone: medians of five repetitions, of the fastest of four rounds over all shaders of
//! that size (fewer where they take longer than ten seconds). The machine has to be quiet.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod layer;

use dxil2spirv::container::ShaderInput;
use dxil2spirv_capi::compat::types::result;
use dxil2spirv_fuzz::corpus;
use layer::Interface;
use libloading::{Library, Symbol};
use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::ptr::null_mut;
use std::time::{Duration, Instant};

const REPETITIONS: usize = 5;
const ROUNDS: usize = 4;

/// Bytes of bitcode of shaders that count as small, and those from which on they are large.
const SMALL: usize = 2 << 10;
const LARGE: usize = 8 << 10;

/// The functions of a library, which must outlive them.
fn interface(library: &Library) -> Result<Interface, Box<dyn Error>> {
    /// A function of the type that the place for it has.
    ///
    /// # Safety
    /// The library's function of that name has this type.
    unsafe fn find<T: Copy>(library: &Library, name: &str) -> Result<T, libloading::Error> {
        // SAFETY: the caller vouches for the type.
        let found: Symbol<'_, T> = unsafe { library.get(format!("dxil_spv_{name}").as_bytes()) }?;
        Ok(*found)
    }
    // SAFETY: all that have this interface have these functions, of these types.
    unsafe {
        Ok(Interface {
            begin: find(library, "begin_thread_allocator_context")?,
            end: find(library, "end_thread_allocator_context")?,
            set_log: find(library, "set_thread_log_callback")?,
            parse: find(library, "parse_dxil_blob")?,
            free_blob: find(library, "parsed_blob_free")?,
            create: find(library, "create_converter")?,
            free: find(library, "converter_free")?,
            add_option: find(library, "converter_add_option")?,
            add_parameter: find(library, "converter_add_root_parameter_mapping")?,
            set_srvs: find(library, "converter_set_srv_remapper")?,
            set_uavs: find(library, "converter_set_uav_remapper")?,
            set_cbvs: find(library, "converter_set_cbv_remapper")?,
            set_samplers: find(library, "converter_set_sampler_remapper")?,
            set_attributes: find(library, "converter_set_vertex_input_remapper")?,
            set_inputs: find(library, "converter_set_stage_input_remapper")?,
            set_outputs: find(library, "converter_set_stage_output_remapper")?,
            set_words: find(library, "converter_set_root_constant_word_count")?,
            run: find(library, "converter_run")?,
            get: find(library, "converter_get_compiled_spirv")?,
        })
    }
}

/// The library that was built for this bench.
fn built() -> Result<PathBuf, Box<dyn Error>> {
    let program = std::env::current_exe()?;
    let folder = program.parent().ok_or("a program without a folder")?;
    Ok(folder.join(libloading::library_filename("dxil2spirv_capi")))
}

fn shaders() -> Vec<Vec<u8>> {
    let named = match std::env::var_os("SHADERS") {
        Some(folder) => corpus::below(Path::new(&folder), "dxil"),
        None => corpus::shaders(),
    };
    named.into_iter().map(|(_, bytes)| bytes).collect()
}

/// Bytes of a shader's bitcode.
fn size(shader: &[u8]) -> usize {
    let input = ShaderInput::detect(shader);
    input
        .and_then(|input| Ok(input.bitcode()?.len()))
        .unwrap_or(shader.len())
}

/// Environment variables of a process that tries shaders: the library, and the number of the first one.
const TRIED: &str = "DXIL2SPIRV_BESIDE_TRIED";
const FROM: &str = "DXIL2SPIRV_BESIDE_FROM";

/// Says of each shader from the first one on whether the library translates it.
fn tell(library: &Path) -> Result<(), Box<dyn Error>> {
    let first: usize = std::env::var(FROM)?.parse()?;
    let library = open(library)?;
    let interface = interface(&library)?;
    let mut out = std::io::stdout();
    for shader in shaders().iter().skip(first) {
        let translated = interface.translate(shader, &mut |_| ());
        out.write_all(if translated { b"y" } else { b"n" })?;
        out.flush()?;
    }
    Ok(())
}

/// Of each of `count` shaders whether the library translates it. Others do it in processes of their own, as some end them.
fn translated(library: &Path, count: usize) -> Result<Vec<bool>, Box<dyn Error>> {
    let mut found = Vec::new();
    while found.len() < count {
        let output = Command::new(std::env::current_exe()?)
            .env(TRIED, library)
            .env(FROM, found.len().to_string())
            .output()?;
        found.extend(output.stdout.iter().map(|&told| told == b'y'));
        match output.status.code() {
            Some(0) => break,
            Some(1) => return Err(String::from_utf8_lossy(&output.stderr).into()),
            _ => found.push(false),
        }
    }
    Ok(found)
}

fn parse(interface: &Interface, shader: &[u8]) {
    let mut blob = null_mut();
    // SAFETY: the shader outlives the blob, which is freed once if there is one.
    unsafe {
        (interface.begin)();
        if (interface.parse)(shader.as_ptr().cast(), shader.len(), &mut blob) == result::SUCCESS {
            (interface.free_blob)(blob);
        }
        (interface.end)();
    }
}

fn translate(interface: &Interface, shader: &[u8]) {
    interface.translate(shader, &mut |words| {
        std::hint::black_box(words);
    });
}

/// After so long no further round begins: some shaders take a library seconds.
const LONG: Duration = Duration::from_secs(10);

/// The fastest round over the shaders of each library.
fn fastest(interfaces: &[Interface], shaders: &[&[u8]], work: fn(&Interface, &[u8])) -> Vec<Duration> {
    let mut best = vec![Duration::MAX; interfaces.len()];
    let begun = Instant::now();
    for round in 0..ROUNDS {
        if round > 0 && begun.elapsed() > LONG {
            break;
        }
        for (interface, best) in interfaces.iter().zip(&mut best) {
            let start = Instant::now();
            for shader in shaders {
                work(interface, shader);
            }
            *best = start.elapsed().min(*best);
        }
    }
    best
}

/// Of each library, the median of several repetitions, in microseconds.
fn medians(interfaces: &[Interface], shaders: &[&[u8]], work: fn(&Interface, &[u8])) -> Vec<f64> {
    let repetitions: Vec<Vec<Duration>> = (0..REPETITIONS)
        .map(|_| fastest(interfaces, shaders, work))
        .collect();
    (0..interfaces.len())
        .map(|library| {
            let mut times: Vec<Duration> = repetitions.iter().map(|times| times[library]).collect();
            times.sort_unstable();
            times[REPETITIONS / 2].as_secs_f64() * 1e6
        })
        .collect()
}

/// What some shaders take, all together, by library.
struct Times {
    count: usize,
    all: Vec<f64>,
    parsing: Vec<f64>,
}

impl Times {
    fn of(interfaces: &[Interface], shaders: &[&[u8]]) -> Self {
        Self {
            count: shaders.len(),
            all: medians(interfaces, shaders, translate),
            parsing: medians(interfaces, shaders, parse),
        }
    }

    fn add(&mut self, more: &Self) {
        self.count += more.count;
        self.all
            .iter_mut()
            .zip(&more.all)
            .for_each(|(sum, time)| *sum += time);
        self.parsing
            .iter_mut()
            .zip(&more.parsing)
            .for_each(|(sum, time)| *sum += time);
    }

    fn print(&self, name: &str) {
        let each = |library: usize| self.all[library] / self.count.max(1) as f64;
        print!("| {name} | {} | {:.1} |", self.count, each(0));
        for library in 1..self.all.len() {
            let [ratio, of_parsing] = [&self.all, &self.parsing].map(|times| times[library] / times[0]);
            print!(" {:.1} | {ratio:.2} ({of_parsing:.2}) |", each(library));
        }
        println!();
    }
}

fn open(path: &Path) -> Result<Library, String> {
    // SAFETY: what such a library does when it is loaded is nothing that this program relies on.
    unsafe { Library::new(path) }.map_err(|error| format!("{}: {error}", path.display()))
}

fn run(paths: &[PathBuf]) -> Result<(), Box<dyn Error>> {
    let mut all = vec![built()?];
    all.extend_from_slice(paths);
    let libraries = all.iter().map(|path| open(path)).collect::<Result<Vec<_>, _>>()?;
    let interfaces = libraries.iter().map(interface).collect::<Result<Vec<_>, _>>()?;
    let mut shaders = shaders();
    let found = shaders.len();
    let told = all.iter().map(|path| translated(path, found));
    let told = told.collect::<Result<Vec<_>, _>>()?;
    let mut numbers = 0..found;
    shaders.retain(|_| {
        numbers
            .next()
            .is_some_and(|number| told.iter().all(|told| told.get(number) == Some(&true)))
    });
    println!("{} of {found} shaders, which all translate\n", shaders.len());
    print!("| shaders | how many | built |");
    for path in paths {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        print!(" {name} | by built (parsing) |");
    }
    println!("\n|{}", "---|".repeat(3 + 2 * paths.len()));
    let mut sum: Option<Times> = None;
    for (name, within) in [
        ("less than 2 kB", 0..SMALL),
        ("2 to 8 kB", SMALL..LARGE),
        ("8 kB and more", LARGE..usize::MAX),
    ] {
        let chosen = shaders.iter().filter(|shader| within.contains(&size(shader)));
        let chosen: Vec<&[u8]> = chosen.map(Vec::as_slice).collect();
        if chosen.is_empty() {
            continue;
        }
        let times = Times::of(&interfaces, &chosen);
        times.print(name);
        match &mut sum {
            Some(sum) => sum.add(&times),
            None => sum = Some(times),
        }
    }
    if let Some(sum) = sum {
        sum.print("all");
    }
    Ok(())
}

fn main() -> ExitCode {
    if let Some(library) = std::env::var_os(TRIED) {
        return match tell(Path::new(&library)) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{error}");
                ExitCode::FAILURE
            }
        };
    }
    // What cargo says of how to run benches begins with a dash.
    let arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let paths: Vec<PathBuf> = arguments
        .filter(|path| !path.to_string_lossy().starts_with('-'))
        .collect();
    if paths.is_empty() {
        println!("cargo bench -p dxil2spirv-capi --bench beside -- LIBRARY...");
        return ExitCode::SUCCESS;
    }
    match run(&paths) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}
