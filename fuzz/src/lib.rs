//! The bodies of the fuzz targets: each takes any bytes, and must return.
//!
//! They run in three places: under cargo-fuzz (`fuzz_targets/`), over damaged test data in the test suite, and in
//! the runner `mutate` of this package, which limits memory and time. What they check: no panic, and that what
//! was read can be written and read again. [`mutate`](mod@mutate) makes the damage, [`corpus`] has the seeds.

pub mod corpus;
pub mod mutate;
mod records;

use dxil2spirv::container::{RootSignature, ShaderInput};
use dxil2spirv::options::{MinPrecision, Options, TargetEnv};
use dxil2spirv::pipeline::RootSignatureSource;

/// A body by name.
pub type Body = fn(&[u8]);

/// All bodies.
pub const BODIES: [(&str, Body); 5] = [
    ("container", container),
    ("bitcode", bitcode),
    ("translate", translate),
    ("ir", ir),
    ("root-signature", root_signature),
];

/// Reads every part of a container.
pub fn container(data: &[u8]) {
    let Ok(input) = ShaderInput::detect(data) else {
        return;
    };
    let _ = (input.hash(), input.bitcode().is_ok());
    if let Some(container) = &input.container {
        let _ = (
            container.check_parts(),
            container.digest_status(),
            container.describe_parts(),
        );
    }
}

/// Reads bitcode, in a container or bare, and DXIL's metadata from it; prints what it read.
pub fn bitcode(data: &[u8]) {
    let Ok(input) = ShaderInput::detect(data) else {
        return;
    };
    let Ok(bitcode) = input.bitcode() else { return };
    let Ok(module) = dxil2spirv::bitcode::read_module(bitcode) else {
        return;
    };
    let _ = dxil2spirv::dxil::metadata::read_program(&module);
    // Text can be far longer than what it prints: of large inputs, the beginning says enough.
    if bitcode.len() < 16 << 10 {
        let _ = module.to_string();
    }
}

/// Translates; the length chooses among the options, so that all of them see damage.
pub fn translate(data: &[u8]) {
    let options = Options {
        target_env: TargetEnv::ALL[data.len() / 4 % 4],
        min_precision: if (data.len() / 16).is_multiple_of(2) {
            MinPrecision::Relaxed
        } else {
            MinPrecision::Native16
        },
        ..Options::default()
    };
    let _ = dxil2spirv::pipeline::translate(data, None, RootSignatureSource::Embedded, &options);
}

/// Reads IR text; what it reads prints to text that reads to the same.
///
/// # Panics
/// When it does not.
pub fn ir(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let Ok(module) = dxil2spirv::ir::parse::parse_module(text) else {
        return;
    };
    let printed = module.to_string();
    match dxil2spirv::ir::parse::parse_module(&printed) {
        Ok(again) => assert_eq!(
            printed,
            again.to_string(),
            "IR text does not survive printing and parsing"
        ),
        Err(error) => panic!("printed IR does not parse: {error}\n{printed}"),
    }
}

/// Reads a root signature; what it reads is written to bytes that read to the same.
///
/// # Panics
/// When it is not.
pub fn root_signature(data: &[u8]) {
    for signature in [RootSignature::from_bytes(data), RootSignature::from_raw(data)]
        .into_iter()
        .flatten()
    {
        let again = RootSignature::from_raw(&signature.to_raw());
        assert_eq!(
            again.as_ref().ok(),
            Some(&signature),
            "a root signature does not survive writing and reading"
        );
    }
}
