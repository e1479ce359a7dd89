//! The execution gate: every case of `tests/src/cases` on a Vulkan device, a named test for each.

use dxil2spirv_tests::{cases, gpu};
use libtest_mimic::{Arguments, Failed, Trial};
use std::process::ExitCode;

fn main() -> ExitCode {
    gpu::choose_driver();
    let arguments = Arguments::from_args();
    let trials = cases::all()
        .into_cases()
        .into_iter()
        .map(|(name, case)| Trial::test(name, move || gpu::run(&case()).map_err(Failed::from)))
        .collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}
