//! The execution gate: every case of `tests/src/cases` on a Vulkan device, a named test for each, and those of
//! shaders that are compiled at shader model 6.9 too once more with these.
//!
//! Variants of cases, whose names have `(…)`, run behind the others in a process of their own: lavapipe compiles those without
//! LLVM's optimizations, since nearly all of the time goes there. On a device that was asked for, all run in one.

use dxil2spirv_tests::{cases, gpu};
use libtest_mimic::{Arguments, Failed, Trial};
use std::process::{Command, ExitCode};

/// Set in the process for variants.
const VARIANTS: &str = "DXIL2SPIRV_TEST_VARIANTS";

fn main() -> ExitCode {
    gpu::choose_driver();
    let arguments = Arguments::from_args();
    let apart = !gpu::is_device_chosen();
    let variants = std::env::var_os(VARIANTS).is_some();
    if variants {
        gpu::compile_quickly();
    }
    let trials = [cases::all(), cases::at_6_9()]
        .into_iter()
        .flat_map(|list| list.into_cases())
        .filter(|(name, _)| !apart || name.contains(" (") == variants)
        .map(|(name, case)| Trial::test(name, move || gpu::run(&case()).map_err(Failed::from)))
        .collect();
    let passed = !libtest_mimic::run(&arguments, trials).has_failed();
    let passed = passed & (variants || !apart || variants_pass());
    if passed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Runs the variants, with the arguments of this process, and says whether they pass.
fn variants_pass() -> bool {
    let program = std::env::current_exe().expect("the program of this test");
    let status = Command::new(program)
        .args(std::env::args_os().skip(1))
        .env(VARIANTS, "1")
        .status();
    status.expect("the variants' process starts").success()
}
