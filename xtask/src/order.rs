//! Where functions lie in the C library: a linker script by which those that most shaders go through lie together.
//!
//! ```text
//! build that counts ─ translates some test shaders, each in a process ─ functions that many of these call ┐
//! plain build ─ functions that are left of these ──────────────────────────────────────────────────────────┴ capi/functions.ld
//! ```
//!
//! The library's build script hands it to the linker (`docs/performance.md`). Names are those that the compiler gave, less the
//! hashes in them: of another compiler, or of functions that are gone, they match nothing and do no harm.

use crate::dist::fresh;
use crate::output;
use crate::pgo::{build, program, tool};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Shaders that are translated, of all.
const SAMPLE: usize = 150;
/// Steps of how many of these call a function; what is below the first step stays where it is.
const TIERS: usize = 12;
/// What the program does not call, but layers do by the C interface: its own functions, contexts that are kept, C's strings.
const INTERFACE: [&str; 20] = [
    "_R*12thread_local*",
    "_R*3ffi5c_str*",
    "_R*4core3str*",
    "_R*4sync*4Once*",
    "_R*5alloc6string*",
    "_R*___rust_*alloc*",
    "_ZN*$LT$dxil2spirv..options..Options$u20$as$u20$core..clone*",
    "_ZN*$LT$dxil2spirv_capi..compat..*",
    "_ZN*$LT$dxil2spirv_capi..pools..*",
    "_ZN*6Memory4keep17h*",
    "_ZN*pipeline..context..Context*",
    "_ZN10dxil2spirv8pipeline6places17h*",
    "_ZN10dxil2spirv9bitstream6reader*",
    "_ZN15dxil2spirv_capi5owned*",
    "_ZN15dxil2spirv_capi5pools*",
    "_ZN15dxil2spirv_capi6compat*",
    "_ZN15dxil2spirv_capi8pointers*",
    "_ZN4core3ptr*drop_in_place$LT$*dxil2spirv_capi*",
    "_ZN5alloc7raw_vec*",
    "dxil_spv_*",
];

/// `order [DIR]`
pub fn order(args: &[String]) -> Result<(), String> {
    let out = crate::root().join(crate::folder("order", args, "target/order")?);
    let (profdata, nm) = (tool("llvm-profdata")?, tool("llvm-nm")?);
    let counts = out.join("counts");
    let training = out.join("training");
    // The first number of a function is how often it was called, and nothing is inlined before it is counted.
    let flags = "-Cllvm-args=-pgo-instrument-entry -Cllvm-args=-disable-preinline";
    build(
        &training,
        &format!("-Cprofile-generate={} {flags}", counts.display()),
        &[],
    )?;
    let shaders = sample(&crate::root().join("testdata/shaders"))?;
    let mut callers: BTreeMap<String, usize> = BTreeMap::new();
    for shader in &shaders {
        fresh(&counts)?;
        let raw = counts.join("raw");
        translate(&program(&training), shader, &raw)?;
        for function in called(&profdata, &raw)? {
            *callers.entry(function).or_default() += 1;
        }
    }
    build(&out, "", &["--lib"])?;
    // By the share of the shaders that call them, those of most first.
    let mut tiers: [Vec<String>; TIERS] = Default::default();
    for function in functions_of(&nm, &out.join("release/libdxil2spirv_capi.so"))? {
        let callers = callers.get(&function).copied().unwrap_or(0);
        let tier = (callers * TIERS / shaders.len().max(1)).min(TIERS);
        if let Some(tier) = tier.checked_sub(1) {
            tiers[TIERS - 1 - tier].push(function);
        }
    }
    let script = crate::root().join("capi/functions.ld");
    let functions = tiers.iter().flatten().map(String::as_str);
    std::fs::write(&script, text(INTERFACE.into_iter().chain(functions)))
        .map_err(|error| format!("{}: {error}", script.display()))?;
    println!("{}", script.display());
    Ok(())
}

/// The linker script. Behind what is inserted, the linker's own layout goes on.
fn text<'a>(functions: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::from(
        "/* Functions that most shaders go through, which lie together so that the first shader of a process touches few pages.\n   \
         Written by `cargo xtask order`. */\nSECTIONS {\n  .text.first : {\n",
    );
    for function in functions {
        // `.text.unlikely`, `.text.hot`: what is cold among many shaders is run for the first of a process too.
        let _ = writeln!(text, "    *(.text.{function} .text.*.{function})");
    }
    text.push_str("  }\n} INSERT BEFORE .text;\n");
    text
}

/// Translates a shader, or refuses it, by a program that counts into `raw`.
fn translate(program: &Path, shader: &Path, raw: &Path) -> Result<(), String> {
    let translated = Command::new(program)
        .arg(shader)
        .args(["--emit", "spv", "--output", "-"])
        .env("LLVM_PROFILE_FILE", raw)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    match translated {
        Ok(_) => Ok(()),
        Err(error) => Err(format!("{} did not start: {error}", program.display())),
    }
}

/// The functions that were called, by counts.
fn called(profdata: &Path, raw: &Path) -> Result<BTreeSet<String>, String> {
    let merged = raw.with_extension("profdata");
    output(
        Command::new(profdata)
            .arg("merge")
            .arg(raw)
            .arg("-o")
            .arg(&merged),
    )?;
    let shown = output(
        Command::new(profdata)
            .args(["show", "--all-functions", "--counts"])
            .arg(merged),
    )?;
    let mut called = BTreeSet::new();
    let mut function = None;
    for line in shown.lines().map(str::trim) {
        if let Some(counts) = line.strip_prefix("Block counts: [") {
            let calls = counts.split([',', ']']).next();
            called.extend(
                function
                    .take()
                    .filter(|_| calls.is_some_and(|calls| calls != "0")),
            );
        } else if let Some(name) = line.strip_suffix(':')
            && !name.contains(' ')
        {
            // Those of one unit alone have its name before theirs.
            function = name.rsplit(';').next().map(without_hashes);
        }
    }
    Ok(called)
}

/// The functions of a library, by their names less hashes.
fn functions_of(nm: &Path, library: &Path) -> Result<BTreeSet<String>, String> {
    let listed = output(
        Command::new(nm)
            .args(["--defined-only", "--format=posix"])
            .arg(library),
    )?;
    let function = |line: &str| {
        let (name, rest) = line.split_once(' ')?;
        rest.starts_with(['t', 'T', 'w', 'W'])
            .then(|| without_hashes(name))
    };
    Ok(listed.lines().filter_map(function).collect())
}

/// A pattern for a function whatever its crates' and its own hashes are.
fn without_hashes(name: &str) -> String {
    const HASH: usize = "17h0123456789abcdefE".len();
    let legacy = name.len().checked_sub(HASH);
    if let Some((path, hash)) = legacy.and_then(|at| name.split_at_checked(at))
        && hash.starts_with("17h")
    {
        return format!("{path}17h*");
    }
    // `Cs7dN1yR_4core`: a crate.
    let mut parts = name.split("Cs");
    let mut pattern = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        pattern.push_str("Cs");
        match part.split_once('_') {
            Some((hash, rest)) if hash.chars().all(|c| c.is_ascii_alphanumeric()) => {
                pattern.push_str("*_");
                pattern.push_str(rest);
            }
            _ => pattern.push_str(part),
        }
    }
    pattern
}

/// Some of the shaders in a folder, of all its parts.
fn sample(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut shaders = Vec::new();
    let mut folders = vec![folder.to_owned()];
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
    let step = shaders.len().div_ceil(SAMPLE).max(1);
    Ok(shaders.into_iter().step_by(step).collect())
}
