use super::*;
use crate::bitcode::module::{Body, Constant, InstKind, Metadata, MetadataId, Type, ValueId};
use crate::bitcode::read_module;
use crate::container::ShaderInput;
use crate::dxil::attributes::{DenormMode, f32_denorm_mode, waveops_include_helper_lanes};
use crate::dxil::flags::ShaderFlags;
use crate::dxil::ops::{DxOp, check_symbol, is_symbol, view};
use crate::dxil::program::*;
use crate::dxil::resource_properties::{ResBind, ResourceProperties};
use crate::entity::ListRef;
use crate::error::ErrorKind;
use std::path::{Path, PathBuf};

fn load(bytes: &[u8]) -> Module {
    let input = ShaderInput::detect(bytes).unwrap();
    read_module(input.bitcode().unwrap()).unwrap()
}

/// A committed shader of `testdata/metadata`.
macro_rules! shader {
    ($name:literal) => {{
        let module = load(include_bytes!(concat!(
            "../../../testdata/metadata/",
            $name,
            ".dxil"
        )));
        let program = read_program(&module).unwrap();
        (module, program)
    }};
}

fn only(program: &Program) -> &EntryPoint {
    assert_eq!(program.entry_points.len(), 1);
    &program.entry_points[0]
}

/// Every compiled shader of the test data.
fn corpus() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    let mut folders = vec![root.join("shaders"), root.join("metadata")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "dxil") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The opcode, symbol and arguments of each dx.op call of `body`.
fn dx_calls<'a>(module: &'a Module, body: &'a Body) -> Vec<(DxOp, &'a str, &'a [ValueId])> {
    let mut calls = Vec::new();
    for inst in &body.insts {
        if let InstKind::Call { callee, args, .. } = inst.kind {
            let name = module.functions[callee].name.as_str();
            if !is_symbol(name) {
                continue;
            }
            let args = args.of(&body.operands);
            let ValueKind::Constant(Constant::Int(number)) = body.value(module, args[0]).unwrap().kind else {
                panic!("{name}: opcode is no constant");
            };
            calls.push((DxOp::try_from(number as u32).unwrap(), name, args));
        }
    }
    calls
}

#[test]
fn the_whole_corpus_reads_and_agrees_with_the_table() {
    let files = corpus();
    assert!(files.len() > 100);
    for file in files {
        let module = load(&std::fs::read(&file).unwrap());
        let program = read_program(&module).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert!(!program.entry_points.is_empty(), "{}", file.display());
        for entry in &program.entry_points {
            assert_eq!(entry.shader_model, program.shader_model);
            assert!(module.functions.get(entry.function.unwrap()).is_some());
        }
        for body in &module.bodies {
            for (op, symbol, args) in dx_calls(&module, body) {
                assert!(check_symbol(op, symbol), "{}: {op} in {symbol}", file.display());
                op.check_arguments(args.len()).unwrap();
                assert!(
                    op.min_shader_model() <= program.shader_model,
                    "{}: {op}",
                    file.display()
                );
                let here = |entry: &EntryPoint| op.stages().contains(entry.stage);
                assert!(
                    program.stage == Stage::Library || program.entry_points.iter().all(here),
                    "{}: {op}",
                    file.display()
                );
            }
        }
    }
}
