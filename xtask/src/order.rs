//! Where functions lie in the C library: a linker script by which those that most shaders go through lie together.
//!
//! ```text
//! build that notes first calls ─ translates some test shaders, each in a process ─ functions that many call ┐
//! plain build ─ functions that are left of these ────────────────────────────────────────────────────────────┴ script ┐
//! build by this script ─ what of them most shaders run (`layout.rs`) ─────────────────────────────────────────────────┴ capi/functions.ld
//! ```
//!
//! Those that many shaders call come first, and of these the one that is called first: what follows in time lies close by, so that
//! fewer pages are touched, and a processor that fetches the next line fetches what is run next.
//!
//! The library's build script hands it to the linker (`docs/performance.md`). Names are those that the compiler gave, less the
//! hashes in them: of another compiler, or of functions that are gone, they match nothing and do no harm.

use crate::dist::fresh;
use crate::layout::{Layout, sample, symbols};
use crate::output;
use crate::pgo::{Kinds, Trainer, Ways, build, tool};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// Of a function, by the shaders that call it.
#[derive(Default)]
struct Calls {
    /// How many these are.
    shaders: usize,
    /// The sum of when each first does, between 0 and 1.
    places: f64,
}

/// Shaders that are translated, of all.
const SAMPLE: usize = 150;
/// Percent of these that call a function, from the most on: what fewer call stays where it is.
const SHARES: [usize; 5] = [90, 50, 25, 12, 8];
/// What is called but not counted, since it comes with the compiler.
const STANDARD: [&str; 7] = [
    "_R*12thread_local*",
    "_R*3ffi5c_str*",
    "_R*4core3str*",
    "_R*4sync*4Once*",
    "_R*5alloc6string*",
    "_R*___rust_*alloc*",
    "_ZN5alloc7raw_vec*",
];

/// `order [DIR]`
pub fn order(args: &[String]) -> Result<(), String> {
    let out = crate::root().join(crate::folder("order", args, "target/order")?);
    let profdata = tool("llvm-profdata")?;
    let counts = out.join("counts");
    let training = out.join("training");
    // When functions are first called is noted, and nothing is inlined before that is.
    let flags = "-Cllvm-args=-pgo-temporal-instrumentation -Cllvm-args=-disable-preinline";
    let flags = format!("-Cprofile-generate={} {flags}", counts.display());
    build(&training, &flags, Kinds::All)?;
    let trainer = Trainer::of(&training)?;
    let shaders = sample(SAMPLE)?;
    let mut seen: BTreeMap<String, Calls> = BTreeMap::new();
    for shader in &shaders {
        fresh(&counts)?;
        let raw = counts.join("raw");
        trainer.run(Ways::Layer, std::slice::from_ref(shader), &raw)?;
        let called = called(&profdata, &raw)?;
        let count = called.len().max(1) as f64;
        for (place, function) in called.into_iter().enumerate() {
            let calls = seen.entry(function).or_default();
            calls.shaders += 1;
            calls.places += place as f64 / count;
        }
    }
    build(&out, "", Kinds::All)?;
    let mut ordered: Vec<(usize, f64, String)> = Vec::new();
    for function in functions_of(&out.join("release/libdxil2spirv_capi.so"))? {
        let Some(calls) = seen.get(&function) else {
            continue;
        };
        let percent = calls.shaders * 100 / shaders.len().max(1);
        let share = SHARES.iter().position(|&share| percent >= share);
        ordered.extend(share.map(|share| (share, calls.places / calls.shaders as f64, function)));
    }
    ordered.sort_by(|(share, place, _), (other, behind, _)| share.cmp(other).then(place.total_cmp(behind)));
    let script = crate::root().join("capi/functions.ld");
    let most = ordered.partition_point(|&(share, ..)| share == 0);
    let (first, others) = ordered.split_at(most);
    let first = first.iter().map(|(.., function)| function.as_str());
    let others = others.iter().map(|(.., function)| function.as_str());
    let layout = Layout::of(first.chain(STANDARD).chain(others));
    layout.write(&script, &[])?;
    measure_again(&layout, &out, &script)
}

/// `ahead [DIR]`
pub fn ahead(args: &[String]) -> Result<(), String> {
    let out = crate::root().join(crate::folder("ahead", args, "target/order")?);
    let script = crate::root().join("capi/functions.ld");
    measure_again(&Layout::read(&script)?, &out, &script)
}

/// What most shaders run of the functions of the plain library.
fn measure_again(layout: &Layout, out: &Path, script: &Path) -> Result<(), String> {
    build(out, "", Kinds::All)?;
    layout.write(script, &layout.measure(out)?)
}

/// The functions that were called, by when they first were.
fn called(profdata: &Path, raw: &Path) -> Result<Vec<String>, String> {
    let merged = raw.with_extension("profdata");
    output(
        Command::new(profdata)
            .args(["merge", "--temporal-profile-max-trace-length=1000000"])
            .arg(raw)
            .arg("-o")
            .arg(&merged),
    )?;
    let shown = output(
        Command::new(profdata)
            .args(["show", "--temporal-profile-traces"])
            .arg(merged),
    )?;
    // What is said of the trace ends with its heading.
    let mut lines = shown.lines().map(str::trim);
    lines
        .find(|line| line.starts_with("Temporal Profile Trace 0 "))
        .ok_or("no trace of first calls")?;
    let mut before = BTreeSet::new();
    // Those of one unit alone have its name before theirs; several of one generic function are one.
    let names = lines.filter_map(|line| line.rsplit(';').next().map(without_hashes));
    Ok(names.filter(|name| before.insert(name.clone())).collect())
}

/// The functions of a library, by their names less hashes.
fn functions_of(library: &Path) -> Result<BTreeSet<String>, String> {
    let function = |line: &str| {
        let (name, rest) = line.split_once(' ')?;
        rest.starts_with(['t', 'T', 'w', 'W'])
            .then(|| without_hashes(name))
    };
    Ok(symbols(library)?.lines().filter_map(function).collect())
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
