//! Writes the shaders of `testdata/shaders/links`, which `testdata/regenerate links` compiles.
#![allow(clippy::print_stderr)]

use dxil2spirv_tests::{links, shaders};
use std::process::ExitCode;

fn main() -> ExitCode {
    let folder = shaders::folder().join("links");
    let written = std::fs::create_dir_all(&folder).and_then(|()| {
        links::variants().iter().try_for_each(|variant| {
            let path = folder.join(format!("{}.hlsl", variant.name));
            std::fs::write(path, links::text(variant))
        })
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error}", folder.display());
            ExitCode::FAILURE
        }
    }
}
