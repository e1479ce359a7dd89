//! The C libraries, led by what translating the test shaders does: profile-guided optimization.
//!
//! ```text
//! build that counts ─ translates the test shaders, as C programs do ─ counts merged ─ build that uses them ┐
//!                             what most shaders run of each function (`layout.rs`) ─ linker script ─ build ┘
//! ```
//!
//! Rust's counts are merged by the `llvm-profdata` of the same toolchain (`rustup component add llvm-tools`).

use crate::dist::{copy, fresh};
use crate::layout::Layout;
use crate::{cargo, output, run};
use std::path::{Path, PathBuf};
use std::process::Command;

/// `pgo [DIR]`
pub fn pgo(args: &[String]) -> Result<(), String> {
    let out = crate::root().join(crate::folder("pgo", args, "target/pgo")?);
    let merge = tool("llvm-profdata")?;
    let (counts, merged) = (out.join("counts"), out.join("merged.profdata"));
    fresh(&counts)?;
    let training = out.join("training");
    build(
        &training,
        &format!("-Cprofile-generate={}", counts.display()),
        Kinds::C,
    )?;
    let trainer = Trainer::of(&training)?;
    let said = trainer.run(Ways::Both, &test_shaders()?, &counts.join("%p.profraw"))?;
    println!("{}", said.trim_end());
    run(Command::new(merge)
        .arg("merge")
        .arg("-o")
        .arg(&merged)
        .arg(&counts))?;
    let by_profile = format!("-Cprofile-use={}", merged.display());
    build(&out, &by_profile, Kinds::C)?;
    let layout = Layout::read(&crate::root().join("capi/functions.ld"))?;
    if cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        // Functions are other ones than in plain builds, and so is what of them most shaders run.
        let measured = layout.measure(&out)?;
        let script = out.join("functions.ld");
        layout.write(&script, &measured)?;
        build_by(Some(&script), &out, &by_profile, Kinds::C)?;
    }
    println!("{}", out.join("release").display());
    Ok(())
}

/// What is built of the C interfaces.
#[derive(Clone, Copy)]
pub enum Kinds {
    /// The libraries for C alone. What is for Rust too is not optimized over all crates (`lto`); by profiles, these are faster so.
    C,
    /// All that `cargo build` makes, as most build it.
    All,
}

/// Builds the libraries into `target`, with more flags of the compiler than it is told anyway.
pub fn build(target: &Path, flags: &str, kinds: Kinds) -> Result<(), String> {
    build_by(None, target, flags, kinds)
}

/// The same, laid out by another script than `capi/functions.ld`.
fn build_by(script: Option<&Path>, target: &Path, flags: &str, kinds: Kinds) -> Result<(), String> {
    let given = std::env::var("RUSTFLAGS").unwrap_or_default();
    let mut cargo = cargo();
    cargo
        .env("RUSTFLAGS", format!("{given} {flags}").trim())
        .env("CARGO_TARGET_DIR", target)
        .args(match kinds {
            Kinds::C => ["rustc", "--crate-type=cdylib,staticlib"].as_slice(),
            Kinds::All => &["build"],
        })
        .args(["--release", "--package", "dxil2spirv-capi", "--lib"]);
    if let Some(script) = script {
        cargo.env("DXIL2SPIRV_LAYOUT", script);
    }
    run(&mut cargo)
}

/// The interfaces that shaders are translated by.
#[derive(Clone, Copy)]
pub enum Ways {
    /// dxil-spirv's, as layers call it.
    Layer,
    /// The library's own, too.
    Both,
    /// dxil-spirv's, instruction by instruction: then it says what of the code is run.
    Steps,
}

/// A program that translates shaders by a library that counts: `capi/packaging/train.c`.
pub struct Trainer {
    program: PathBuf,
    list: PathBuf,
}

impl Trainer {
    /// With the library that was built into `target`. It takes a C compiler, `cc` or what the variable `CC` names.
    pub fn of(target: &Path) -> Result<Self, String> {
        // The library knows itself by another name than cargo gives it.
        let (built, name) = match cfg!(target_os = "macos") {
            true => ("libdxil2spirv_capi.dylib", "libdxil2spirv.0.dylib"),
            false => ("libdxil2spirv_capi.so", "libdxil2spirv.so.0"),
        };
        let folder = target.join("trainer");
        let library = folder.join(name);
        copy(&target.join("release").join(built), &library)?;
        let sources = crate::root().join("capi");
        let program = folder.join("train");
        run(
            Command::new(std::env::var_os("CC").unwrap_or_else(|| "cc".into()))
                .arg("-O1")
                .arg("-I")
                .arg(sources.join("include"))
                .arg(sources.join("packaging/train.c"))
                .arg(&library)
                .arg(format!("-Wl,-rpath,{}", folder.display()))
                // Where what finds a library by an address is not the C library's own.
                .args(cfg!(target_os = "linux").then_some("-ldl"))
                .arg("-o")
                .arg(&program),
        )?;
        let list = folder.join("list");
        Ok(Self { program, list })
    }

    /// Translates `shaders` in one process, which leaves its counts where `counts` says; what the process says, of how many that were
    /// first.
    pub fn run(&self, ways: Ways, shaders: &[PathBuf], counts: &Path) -> Result<String, String> {
        let lines: String = shaders
            .iter()
            .map(|path| format!("{}\n", path.display()))
            .collect();
        std::fs::write(&self.list, lines).map_err(|error| format!("{}: {error}", self.list.display()))?;
        let ways = match ways {
            Ways::Layer => "layer",
            Ways::Both => "both",
            Ways::Steps => "steps",
        };
        let mut program = Command::new(&self.program);
        program.arg(ways).arg(&self.list).env("LLVM_PROFILE_FILE", counts);
        output(&mut program)
    }
}

/// The test shaders, of all parts of the folder, in order.
pub fn test_shaders() -> Result<Vec<PathBuf>, String> {
    let mut shaders = Vec::new();
    let mut folders = vec![crate::root().join("testdata/shaders")];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            match path.extension() {
                _ if path.is_dir() => folders.push(path),
                Some(extension) if extension == "dxil" => shaders.push(path),
                _ => {}
            }
        }
    }
    shaders.sort();
    Ok(shaders)
}

/// A program of LLVM that the toolchain has; `LLVM_PROFDATA`, say, names another.
pub fn tool(name: &str) -> Result<PathBuf, String> {
    let variable = name.to_uppercase().replace('-', "_");
    if let Some(named) = std::env::var_os(variable) {
        return Ok(named.into());
    }
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let libraries = output(
        Command::new(rustc)
            .args(["--print", "target-libdir"])
            .current_dir(crate::root()),
    )?;
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let found = Path::new(&libraries).parent().map(|of| of.join("bin").join(file));
    found
        .filter(|path| path.is_file())
        .ok_or_else(|| format!("there is no {name}: `rustup component add llvm-tools`"))
}
