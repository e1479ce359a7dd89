//! The execution gate: every case of `tests/src/cases` on a Vulkan device, a named test for each, and those of
//! shaders that are compiled at shader model 6.9 too once more with these.

use dxil2spirv_tests::{cases, gpu};
use libtest_mimic::{Arguments, Failed, Trial};
use std::process::ExitCode;

fn main() -> ExitCode {
    gpu::choose_driver();
    let arguments = Arguments::from_args();
    let trials = [cases::all(), cases::at_6_9()]
        .into_iter()
        .flat_map(|list| list.into_cases())
        .map(|(name, case)| Trial::test(name, move || gpu::run(&case()).map_err(Failed::from)))
        .collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}
