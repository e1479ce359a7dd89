//! The C libraries, laid out by what translating the test shaders does: profile-guided optimization.
//!
//! ```text
//! build that counts ─ translates the test shaders ─ counts merged ─ build that uses them
//! ```
//!
//! Rust's counts are merged by the `llvm-profdata` of the same toolchain (`rustup component add llvm-tools`).

use crate::dist::fresh;
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
        &[],
    )?;
    train(&training, &out.join("report"))?;
    run(Command::new(merge)
        .arg("merge")
        .arg("-o")
        .arg(&merged)
        .arg(&counts))?;
    // Laid out in one piece with all that the program has besides, it takes many times as long to build.
    build(&out, &format!("-Cprofile-use={}", merged.display()), &["--lib"])?;
    println!("{}", out.join("release").display());
    Ok(())
}

/// Builds program and libraries into `target`, or what else `kinds` says, with more flags of the compiler than it is told
/// anyway. Counts are known by names that depend on which packages are built at once.
pub fn build(target: &Path, flags: &str, kinds: &[&str]) -> Result<(), String> {
    let given = std::env::var("RUSTFLAGS").unwrap_or_default();
    run(cargo()
        .env("RUSTFLAGS", format!("{given} {flags}").trim())
        .env("CARGO_TARGET_DIR", target)
        .args(["build", "--release", "--package", "dxil2spirv-cli"])
        .args(["--package", "dxil2spirv-capi"])
        .args(kinds))
}

/// Translates the test shaders, of which some are refused.
fn train(target: &Path, report: &Path) -> Result<(), String> {
    /// The program's code for a batch in which shaders have failed.
    const SOME_FAILED: i32 = 8;
    let program = target
        .join("release/dxil2spirv")
        .with_extension(std::env::consts::EXE_EXTENSION);
    println!("==> {} batch testdata/shaders", program.display());
    let done = Command::new(&program)
        .args(["batch", "--quiet", "--again", "--emit", "none", "--output"])
        .arg(report)
        .arg(crate::root().join("testdata/shaders"))
        .status();
    match done.map(|status| status.code()) {
        Ok(Some(0 | SOME_FAILED)) => Ok(()),
        Ok(code) => Err(format!("training failed: {code:?}")),
        Err(error) => Err(format!("{} did not start: {error}", program.display())),
    }
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
