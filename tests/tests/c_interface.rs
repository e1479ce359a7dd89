//! The execution cases once more, their shaders translated through the C interface that layers link with: callbacks
//! answer with the bindings that the case has otherwise. Cases whose bindings the interface cannot express pass.

use dxil2spirv_tests::{cases, gpu};
use libtest_mimic::{Arguments, Failed, Trial};
use std::process::ExitCode;

fn main() -> ExitCode {
    gpu::choose_driver();
    let arguments = Arguments::from_args();
    let cases = cases::all().into_cases();
    let trials = cases.into_iter().map(|(name, case)| {
        Trial::test(name, move || {
            let mut case = case();
            case.by_c = true;
            gpu::run(&case).map_err(Failed::from)
        })
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}
