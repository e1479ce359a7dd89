//! What is known of the source, from the bitcode to structured IR.

use crate::bitcode::debug::DebugNode;
use crate::bitcode::module::Metadata;
use crate::bitcode::{self, module as bc};
use crate::container::ShaderInput;
use crate::ir::debug::{DebugInfo, NO_SOURCE};
use crate::ir::parse::parse_module;
use crate::ir::print::{PrintOptions, print_module};
use crate::ir::{Module, Op, Terminator, ValueRef};
use crate::options::Options;
use crate::pipeline::{IrStage, Request, Shader};

const OPTIMIZED: &[u8] = include_bytes!("../../testdata/shaders/misc/debug_lines.dxil");
const UNOPTIMIZED: &[u8] = include_bytes!("../../testdata/shaders/misc/debug_lines.od.dxil");
const CALLS: &[u8] = include_bytes!("../../testdata/shaders/misc/debug_calls.dxil");
const TYPES: &[u8] = include_bytes!("../../testdata/shaders/debug/types.dxil");
const TYPES_UNOPTIMIZED: &[u8] = include_bytes!("../../testdata/shaders/debug/types.od.dxil");
const PIXEL: &[u8] = include_bytes!("../../testdata/shaders/misc/debug_pixel.dxil");
const STAGES: [IrStage; 3] = [IrStage::Imported, IrStage::Lowered, IrStage::Structured];

fn ir(bytes: &[u8], stage: IrStage) -> Module {
    let shader = Shader::parse_with_debug_info(bytes).unwrap();
    shader.to_ir(Request::new(), stage).unwrap()
}

/// The lines of a chain, innermost first.
fn lines(debug: &DebugInfo, source: u32) -> Vec<u32> {
    let location = debug.location(source);
    let chain = location.map(|location| debug.chain(location).map(|(_, data)| data.line).collect());
    chain.unwrap_or_default()
}

/// The instructions of the entry point with `op`, in the layout's order, and their lines.
fn lines_of(module: &Module, op: Op) -> Vec<Vec<u32>> {
    let function = &module.functions[module.entry];
    let mut found = Vec::new();
    for &block in &function.layout {
        let insts = function.blocks[block].insts.iter();
        let data = insts
            .map(|&inst| function.insts[inst])
            .filter(|data| data.op == op);
        found.extend(data.map(|data| lines(&module.debug, data.source)));
    }
    found
}

/// The operations that only computations of the source become.
const ARITHMETIC: [Op; 4] = [Op::FMul, Op::FAdd, Op::FOGt, Op::Sqrt];

#[test]
fn every_computation_knows_its_line_and_its_callers() {
    for (name, bytes) in [("optimized", OPTIMIZED), ("unoptimized", UNOPTIMIZED)] {
        for stage in STAGES {
            let module = ir(bytes, stage);
            let debug = &module.debug;
            let products = lines_of(&module, Op::FMul);
            let expected = [vec![9, 14, 21], vec![9, 14, 21], vec![9, 15, 21]];
            assert_eq!(products, expected, "{name} {stage:?}");
            assert_eq!(lines_of(&module, Op::Sqrt), [vec![15, 21]], "{name} {stage:?}");
            let mut seen = 0;
            let function = &module.functions[module.entry];
            for &block in &function.layout {
                let data = &function.blocks[block];
                for &inst in &data.insts {
                    let data = function.insts[inst];
                    if ARITHMETIC.contains(&data.op) {
                        seen += 1;
                        assert!(!lines(debug, data.source).is_empty(), "{name} {stage:?} {inst}");
                    }
                }
                // Each branch of the source is at the loop, and so is each way through it.
                match data.terminator {
                    Terminator::CondBranch { .. } => {
                        assert_eq!(lines(debug, data.source), [22], "{name} {stage:?} {block}");
                    }
                    Terminator::Return(_) => {
                        assert_eq!(lines(debug, data.source), [26], "{name} {stage:?} {block}");
                    }
                    _ => assert_ne!(data.source, NO_SOURCE, "{name} {stage:?} {block}"),
                }
            }
            assert!(seen >= 7, "{name} {stage:?}: {seen}");
        }
    }
}

#[test]
fn locations_have_functions_and_files() {
    let module = ir(OPTIMIZED, IrStage::Structured);
    let debug = &module.debug;
    let function = &module.functions[module.entry];
    let product = function.insts.iter().find(|(_, data)| data.op == Op::FMul);
    let location = debug.location(product.unwrap().1.source).unwrap();
    let functions: Vec<&str> = debug
        .chain(location)
        .map(|(_, data)| debug.function_of(data.scope.unwrap()).unwrap().name.as_str())
        .collect();
    assert_eq!(functions, ["Square", "Length", "main"]);
    assert!(
        debug
            .file_of(location)
            .unwrap()
            .name
            .ends_with("debug_lines.hlsl")
    );
    let column = debug.locations[location].column;
    assert_eq!(column, 23, "of the product");
}

#[test]
fn functions_inlined_by_the_importer_add_their_calls() {
    for stage in STAGES {
        let module = ir(CALLS, stage);
        let products = lines_of(&module, Op::IMul);
        assert_eq!(products, [vec![13, 20], vec![8, 14, 20]], "{stage:?}");
    }
}

/// The names of variables, and the operation that computes what each holds; "-" for constants and "?" for nothing.
fn held(module: &Module) -> Vec<(&str, String)> {
    let function = &module.functions[module.entry];
    let values = function.live_debug_values();
    let named = values.iter().map(|value| {
        let what = match value.value.map(|value| value.get()) {
            Some(ValueRef::Inst(inst)) => function.insts[inst].op.to_string(),
            Some(ValueRef::Const(_)) => "-".to_owned(),
            Some(ValueRef::Global(_)) => "memory".to_owned(),
            None => "?".to_owned(),
        };
        (module.debug.variables[value.variable].name.as_str(), what)
    });
    named.collect()
}

#[test]
fn variables_keep_their_values() {
    for (name, bytes) in [("optimized", OPTIMIZED), ("unoptimized", UNOPTIMIZED)] {
        for stage in STAGES {
            let module = ir(bytes, stage);
            let held = held(&module);
            for (variable, what, times) in [("product", "fmul", 3), ("sum", "fadd", 1), ("len", "sqrt", 1)] {
                let found = held.iter().filter(|(name, op)| *name == variable && op == what);
                assert!(found.count() >= times, "{name} {stage:?}: {variable} in {held:?}");
            }
            // The counter starts at a constant, and is a parameter or a sum later.
            assert!(
                held.iter().any(|(name, op)| *name == "k" && op == "-"),
                "{name} {stage:?}: {held:?}"
            );
            let function = &module.functions[module.entry];
            for value in function.live_debug_values() {
                assert_ne!(lines(&module.debug, value.source), [] as [u32; 0]);
                let variable = &module.debug.variables[value.variable];
                let scope = module.debug.function_of(variable.scope.unwrap()).unwrap();
                let expected = match variable.name.as_str() {
                    "x" | "product" => "Square",
                    "sum" => "Length",
                    "len" | "k" | "i" => "main",
                    _ => continue,
                };
                assert_eq!(scope.name, expected, "{name} {stage:?}: {}", variable.name);
            }
        }
    }
}

#[test]
fn parts_of_vectors_are_told_apart() {
    let module = ir(OPTIMIZED, IrStage::Structured);
    let function = &module.functions[module.entry];
    let mut parts: Vec<_> = function
        .live_debug_values()
        .iter()
        .filter(|value| {
            let variable = &module.debug.variables[value.variable];
            variable.name == "v" && variable.argument == 0
        })
        .map(|value| (value.part, value.value.is_some()))
        .collect();
    parts.sort_unstable();
    parts.dedup();
    assert_eq!(
        parts,
        [
            (Some((0, 32)), true),
            (Some((32, 32)), true),
            (Some((64, 32)), true)
        ]
    );
}

#[test]
fn debug_information_survives_as_text() {
    for bytes in [OPTIMIZED, UNOPTIMIZED, CALLS, PIXEL, TYPES, TYPES_UNOPTIMIZED] {
        for stage in STAGES {
            let module = ir(bytes, stage);
            let text = print_module(&module, PrintOptions { sources: true });
            assert!(text.contains("\n  debug_"), "{text}");
            let again = parse_module(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(print_module(&again, PrintOptions { sources: true }), text);
            assert_eq!(again.debug, module.debug);
            let (function, other) = (&module.functions[module.entry], &again.functions[again.entry]);
            assert_eq!(function.live_debug_values().len(), other.debug_values.len());
            for &block in &function.layout {
                assert_eq!(function.blocks[block].source, other.blocks[block].source);
            }
        }
    }
}

#[test]
fn debug_information_changes_no_code() {
    for bytes in [OPTIMIZED, UNOPTIMIZED, CALLS, PIXEL] {
        // Names of values are another thing that the part without debug information lacks.
        let options = Options {
            names: false,
            ..Options::default()
        };
        let translate = |shader: Shader<'_>| shader.translate(Request::new().options(&options)).unwrap();
        let with = translate(Shader::parse_with_debug_info(bytes).unwrap());
        let without = translate(Shader::parse(bytes).unwrap());
        assert_eq!(with.words, without.words);
        // The part that is translated has none, and so nothing of it is kept.
        let module = crate::pipeline::translate_to_ir(bytes, Request::new(), IrStage::Structured).unwrap();
        assert_eq!(module.debug, DebugInfo::default());
        assert!(module.functions[module.entry].debug_values.is_empty());
    }
}

/// The module with debug information, after `change` to the operands of each debug node.
fn damaged(change: impl Fn(bc::MetadataId, DebugNode<'_>, &mut [u64])) -> bc::Module {
    let input = ShaderInput::detect(UNOPTIMIZED).unwrap();
    let mut module = bitcode::read_module(input.debug_bitcode().unwrap()).unwrap();
    let before = module.clone();
    for (id, entry) in before.metadata.iter() {
        if let Metadata::Debug { operands, .. } = entry
            && let Some(node) = before.debug_node(id)
        {
            change(id, node, &mut module.words[operands.range()]);
        }
    }
    module
}

#[test]
fn damaged_debug_information_is_left_out() {
    let import = |module: &bc::Module| {
        let program = crate::dxil::read_program(module).unwrap();
        let entry = &program.entry_points[0];
        let context = super::ModuleContext::new(module);
        super::import(
            module,
            &context,
            entry,
            &program.code[0],
            &Options::default(),
            &mut Default::default(),
        )
        .unwrap()
    };
    let whole = import(&damaged(|_, _, _| {}));
    // Every location inlined at itself, every scope and type in itself.
    let circles = import(&damaged(|id, node, words| match node {
        DebugNode::Location { .. } => words[4] = u64::from(id.0) + 1,
        DebugNode::Subprogram { .. } | DebugNode::LexicalBlock { .. } => words[1] = u64::from(id.0) + 1,
        DebugNode::LocalVariable { .. } => words[2] = u64::from(id.0) + 1,
        _ => {}
    }));
    assert_eq!(lines_of(&circles, Op::Sqrt).len(), 1);
    let function = &circles.functions[circles.entry];
    let longest = (function.insts.values())
        .map(|data| lines(&circles.debug, data.source).len())
        .max();
    assert!(longest.unwrap() <= crate::limits::MAX_DEBUG_NESTING + 1);
    // Every operand something else, and far away.
    for value in [0, 1, 5, u64::from(u32::MAX), u64::MAX] {
        let module = import(&damaged(|_, _, words| words.fill(value)));
        let insts = |module: &Module| module.functions[module.entry].insts.len();
        assert_eq!(insts(&module), insts(&whole), "{value}");
        print_module(&module, PrintOptions { sources: true });
    }
}

#[test]
fn numbers_find_their_locations() {
    let mut debug = DebugInfo::default();
    let data = crate::ir::debug::LocationData {
        line: 1,
        column: 2,
        scope: None,
        inlined_at: None,
    };
    let location = debug.locations.push(data);
    assert!(debug.set_location(1, None) && debug.is_empty());
    assert!(debug.set_location(3, Some(location)) && debug.set_location(4, Some(location)));
    assert!(debug.set_location(7, None));
    assert!(!debug.set_location(6, Some(location)));
    let found = [0, 2, 3, 6, 7, 100, NO_SOURCE].map(|source| debug.location(source).is_some());
    assert_eq!(found, [false, false, true, true, false, false, false]);
    assert_eq!(debug.runs().len(), 2);
    assert_eq!(debug.describe(location), "1:2");
}

/// The path to each part of 8 bits of `name`'s variable, as names and indices.
fn paths(debug: &DebugInfo, name: &str, parts: &[(u32, u32)]) -> Vec<Option<Vec<u32>>> {
    let variable = debug
        .variables
        .values()
        .find(|variable| variable.name == name)
        .unwrap();
    let ty = variable.ty.unwrap();
    parts
        .iter()
        .map(|&(offset, size)| debug.path(ty, offset, size))
        .collect()
}

#[test]
fn parts_of_variables_are_found_by_their_types() {
    let module = ir(TYPES, IrStage::Imported);
    let debug = &module.debug;
    // light.color.y, light.kind, light.falloff[1].z, transform[2][3], tint[1][0], id, flags.y, and all of light.
    let parts = [
        (32, 32),
        (96, 32),
        (128 + 128 + 64, 32),
        (384 + 11 * 32, 32),
        (768 + 64, 32),
        (896, 64),
        (976, 16),
        (0, 384),
    ];
    let expected: [&[u32]; 8] = [
        &[0, 0, 1],
        &[0, 1],
        &[0, 2, 1, 2],
        &[1, 2, 3],
        &[2, 1, 0],
        &[3],
        &[4, 1],
        &[0],
    ];
    let found = paths(debug, "item", &parts);
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(found.as_deref(), Some(expected));
    }
    // Beyond the variable, and across members.
    assert_eq!(paths(debug, "item", &[(1024, 32), (4096, 8)]), [None, None]);
    assert_eq!(paths(debug, "history", &[(96, 32)]), [Some(vec![3])]);
    // The text is there, and the global variables.
    let main = debug.main.unwrap();
    assert!(debug.files[main].text.contains("groupshared float Shared[8];"));
    for name in ["Items", "Out", "Shared", "Weights"] {
        let global = debug.variables.values().find(|variable| variable.name == name);
        assert!(
            global.is_some_and(|global| global.scope.is_none() && global.ty.is_some()),
            "{name}"
        );
    }
    let brightness = debug
        .scopes
        .values()
        .find(|scope| scope.name == "Brightness")
        .unwrap();
    let types: Vec<&str> = brightness
        .signature
        .iter()
        .map(|ty| debug.types[ty.unwrap()].name.as_str())
        .collect();
    assert_eq!(types, ["float", "Light", "matrix<float, 3, 4>"]);
}
