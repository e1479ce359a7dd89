//! The program `dxil2spirv`.

use std::process::ExitCode;

fn main() -> ExitCode {
    dxil2spirv_cli::main()
}
