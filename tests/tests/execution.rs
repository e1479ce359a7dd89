//! The execution gate: every case of `tests/src/cases` on a Vulkan device, a named test for each, and those of
//! shaders that are compiled at shader model 6.9 too once more with these.
//!
//! Variants of cases, whose names have `(…)`, and those whose programs are long run behind the others in a process of their own:
//! lavapipe compiles them without LLVM's optimizations, since nearly all of the time goes there. On a device that was asked for,
//! all run in one.

use dxil2spirv_tests::{cases, gpu};
use libtest_mimic::{Arguments, Failed, Trial};
use std::process::{Command, ExitCode};

/// Set in the process of those that are compiled quickly.
const QUICK: &str = "DXIL2SPIRV_TEST_QUICK";

/// Topics of vectors of up to 1,024 components and of matrices, whose programs are long.
const LONG: [&str; 4] = ["extensions/ags", "lengths/", "linalg/", "longvec/"];

/// Whether a case is compiled quickly.
fn is_quick(name: &str) -> bool {
    name.contains(" (") || LONG.iter().any(|topic| name.starts_with(topic))
}

fn main() -> ExitCode {
    gpu::choose_driver();
    let arguments = Arguments::from_args();
    let apart = !gpu::is_device_chosen();
    let quick = std::env::var_os(QUICK).is_some();
    if quick {
        gpu::compile_quickly();
    }
    let trials = [cases::all(), cases::at_6_9()]
        .into_iter()
        .flat_map(|list| list.into_cases())
        .filter(|(name, _)| !apart || is_quick(name) == quick)
        .map(|(name, case)| Trial::test(name, move || gpu::run(&case()).map_err(Failed::from)))
        .collect();
    let passed = !libtest_mimic::run(&arguments, trials).has_failed();
    let passed = passed & (quick || !apart || others_pass());
    if passed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Runs those that are compiled quickly, with the arguments of this process, and says whether they pass.
fn others_pass() -> bool {
    let program = std::env::current_exe().expect("the program of this test");
    let status = Command::new(program)
        .args(std::env::args_os().skip(1))
        .env(QUICK, "1")
        .status();
    status.expect("the process of the others starts").success()
}
