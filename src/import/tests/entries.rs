//! Entry points that are refused, and those of a library.

use crate::bitcode::module::{FuncId, InstKind};
use crate::bitcode::read_module;
use crate::dxil::program::EntryCode;
use crate::error::ErrorKind;
use crate::import::{ModuleContext, import};
use crate::ir::print::{PrintOptions, print_module};
use crate::options::Options;
use crate::pipeline::{Request, Shader};
use crate::shader::{EntryPoint, NodeProperties, Stage};

/// The import of node `Spread`, with other properties.
fn node(change: impl FnOnce(&mut EntryPoint)) -> crate::error::Result<()> {
    let bytes = include_bytes!("../../../testdata/shaders/workgraphs/fan.dxil");
    let shader = Shader::parse(bytes)?;
    let mut entry = shader.entry_point(Some("Spread"))?.clone();
    change(&mut entry);
    let program = shader.program();
    let mut entries = program.entry_points.iter();
    let index = entries.position(|entry| entry.name == "Spread").unwrap_or(0);
    let context = ModuleContext::new(shader.module());
    let options = Options::default();
    import(
        shader.module(),
        &context,
        &entry,
        &program.code[index],
        &options,
        &mut Default::default(),
    )
    .map(|_| ())
}

/// What the metadata says of a node is checked before anything goes by it.
#[test]
fn nodes_whose_metadata_is_damaged_are_refused() {
    fn state(entry: &mut EntryPoint) -> &mut NodeProperties {
        entry.properties.node.as_mut().unwrap()
    }
    type Damage = fn(&mut EntryPoint);
    let damages: [(&str, ErrorKind, Damage); 11] = [
        ("without its properties", ErrorKind::Malformed, |entry| {
            entry.properties.node = None
        }),
        ("node launch 5", ErrorKind::Unsupported, |entry| {
            state(entry).launch = 5
        }),
        ("node launch 4 in a", ErrorKind::Malformed, |entry| {
            state(entry).launch = 4
        }),
        ("a mesh node that sends records", ErrorKind::Malformed, |entry| {
            state(entry).launch = 4;
            entry.stage = Stage::Mesh;
            entry.properties.num_threads = Some([1; 3]);
        }),
        ("a node with 2 inputs", ErrorKind::Unsupported, |entry| {
            let input = state(entry).inputs[0].clone();
            state(entry).inputs.push(input);
        }),
        ("records of 4294967295 bytes", ErrorKind::Malformed, |entry| {
            state(entry).outputs[1].record_size = u32::MAX;
        }),
        ("component type 9", ErrorKind::Unsupported, |entry| {
            state(entry).inputs[0].dispatch_grid = Some([4, 9, 3]);
        }),
        ("outside of its record", ErrorKind::Malformed, |entry| {
            state(entry).inputs[0].dispatch_grid = Some([u32::MAX - 3, 5, u32::MAX]);
        }),
        (
            "node output 2 is not in the metadata",
            ErrorKind::Malformed,
            |entry| {
                state(entry).outputs.truncate(2);
            },
        ),
        ("room for empty records", ErrorKind::Malformed, |entry| {
            state(entry).outputs[0].record_size = 0;
        }),
        ("a thread group of 0 threads", ErrorKind::Malformed, |entry| {
            entry.properties.num_threads = None;
        }),
    ];
    node(|_| {}).unwrap();
    for (says, kind, damage) in damages {
        let error = node(damage).unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
        assert!(error.message().contains(says), "{error}");
    }
}

/// All nodes of a library with nodes of every kind are translated.
#[test]
fn nodes_of_every_kind_are_translated() {
    let shader = Shader::parse(include_bytes!("../../../testdata/metadata/nodes.dxil")).unwrap();
    let nodes = shader.program().entry_points.iter();
    let mut count = 0;
    for node in nodes.filter(|entry| entry.stage == Stage::Node) {
        let request = Request::new().entry(node.name.as_str());
        let reflection = shader.translate(request).unwrap().reflection;
        let found = reflection.node.unwrap();
        let properties = node.properties.node.as_ref().unwrap();
        assert_eq!(found.outputs.len(), properties.outputs.len());
        assert_eq!(Some(found.launch), properties.launch_kind());
        assert_eq!(reflection.push_constants.size, 64);
        count += 1;
    }
    assert!(count >= 2);
}

/// Memory that threads of a group share is refused where threads come in no groups: modules that were not validated have it.
#[test]
fn groupshared_memory_is_refused_without_groups() {
    let bytes = include_bytes!("../../../testdata/shaders/groupshared/reduction.dxil");
    let shader = Shader::parse(bytes).unwrap();
    let code = &shader.program().code[0];
    let context = ModuleContext::new(shader.module());
    let import_as = |stage| {
        let mut entry = shader.program().entry_points[0].clone();
        entry.stage = stage;
        import(
            shader.module(),
            &context,
            &entry,
            code,
            &Options::default(),
            &mut Default::default(),
        )
        .map(|_| ())
    };
    import_as(Stage::Compute).unwrap();
    for stage in [Stage::Pixel, Stage::Vertex, Stage::Domain, Stage::RayGeneration] {
        let error = import_as(stage).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Malformed, "{error}");
        let says = format!("groupshared memory in a {stage} shader");
        assert!(error.message().contains(&says), "{error}");
    }
}

/// The import of a hull shader, with another state and other functions.
fn hull(change: impl FnOnce(&mut EntryPoint, &mut EntryCode)) -> crate::error::Result<String> {
    let bytes = include_bytes!("../../../testdata/shaders/tess/pass_hull.dxil");
    let shader = Shader::parse(bytes)?;
    let program = shader.program();
    let (mut entry, mut code) = (program.entry_points[0].clone(), program.code[0].clone());
    change(&mut entry, &mut code);
    let llvm = shader.module();
    let context = ModuleContext::new(llvm);
    let module = import(
        llvm,
        &context,
        &entry,
        &code,
        &Options::default(),
        &mut Default::default(),
    )?;
    crate::verify::check(&module, crate::verify::Invariants::Imported, "import")?;
    Ok(print_module(&module, PrintOptions::default()))
}

#[test]
fn hull_shaders_without_a_function_pass_control_points_through() {
    let own = hull(|_, _| {}).unwrap();
    let passed = hull(|_, code| code.function = None).unwrap();
    let count = |text: &str, what: &str| text.matches(what).count();
    for what in ["= input.load ", "output.store ", "patch_constant.store "] {
        assert_eq!(count(&own, what), count(&passed, what), "{what}\n{passed}");
    }
    assert!(passed.contains("output.store i32 0, %1, %0\n"), "{passed}");
    // Without control points there is nothing to run the function for.
    let none = hull(|entry, _| {
        let properties = entry.properties.hull.as_mut().unwrap();
        properties.output_control_points = 0;
    });
    assert_eq!(count(&none.unwrap(), "output.store "), 0);
}

#[test]
fn hull_shaders_that_make_no_sense_are_refused() {
    let refused = |message: &str, change: &dyn Fn(&mut EntryPoint, &mut EntryCode)| {
        let error = hull(|entry, code| change(entry, code)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Malformed, "{error}");
        assert!(error.message().contains(message), "{error}");
    };
    refused("no patch-constant function", &|_, code| {
        code.patch_constant = None
    });
    refused("has no body", &|_, code| {
        code.patch_constant = Some(FuncId(99_999))
    });
    refused("has no body", &|_, code| code.function = Some(FuncId(99_999)));
    refused("other control points than it takes", &|entry, code| {
        code.function = None;
        entry.properties.hull = Some(crate::shader::HullProperties {
            output_control_points: 4,
            ..Default::default()
        });
    });
    refused("is no input", &|entry, code| {
        code.function = None;
        entry.outputs[1].name = "OTHER".to_owned();
    });
    // The functions the other way round.
    refused("in the control points", &|_, code| {
        std::mem::swap(&mut code.function, &mut code.patch_constant);
    });
    refused("in the patch constants", &|_, code| {
        code.patch_constant = code.function.take();
    });
}

/// What the entry points of a library share does not show in what they become.
#[test]
fn entry_points_of_a_library_do_not_see_each_other() {
    let bytes = include_bytes!("../../../testdata/metadata/entries.dxil");
    let shared = Shader::parse(bytes).unwrap();
    let names: Vec<_> = shared
        .program()
        .entry_points
        .iter()
        .map(|e| e.name.clone())
        .collect();
    assert_eq!(names.len(), 12);
    for name in names.iter().chain(names.iter().rev()).step_by(5) {
        let alone = Shader::parse(bytes).unwrap();
        let alone = alone.translate(Request::new().entry(name.as_str())).unwrap();
        assert_eq!(
            shared
                .translate(Request::new().entry(name.as_str()))
                .unwrap()
                .words,
            alone.words,
            "{name}"
        );
    }
}

/// Such a library is told as what it is.
#[test]
fn libraries_without_entry_points() {
    let bytes = include_bytes!("../../../testdata/metadata/functions.dxil");
    let shader = Shader::parse(bytes).unwrap();
    assert!(shader.program().entry_points.is_empty());
    let error = shader.translate(Request::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Rejected);
    let error = error.to_string();
    let told =
        error.contains("a library without entry points: its functions are there to be linked with others");
    assert!(
        told && error.contains("twice") && error.contains("mixed"),
        "{error}"
    );
}

/// HLSL has none: a call of a function by another becomes one of the entry point.
#[test]
fn recursion_is_refused_by_name() {
    let bytes = include_bytes!("../../../testdata/shaders/misc/handles.dxil");
    let shader = Shader::parse(bytes).unwrap();
    let mut module = read_module(shader.input().bitcode().unwrap()).unwrap();
    let code = &shader.program().code[0];
    let entry = code.function.unwrap();
    let defined: Vec<bool> = module
        .functions
        .values()
        .map(|function| function.body.is_some())
        .collect();
    let calls = module.bodies.iter_mut().flat_map(|body| &mut body.insts);
    let mut changed = 0;
    for inst in calls {
        if let InstKind::Call { callee, .. } = &mut inst.kind
            && defined[callee.0 as usize]
        {
            *callee = entry;
            changed += 1;
        }
    }
    assert!(changed > 0);
    let context = ModuleContext::new(&module);
    let of_entry = &shader.program().entry_points[0];
    let error = import(
        &module,
        &context,
        of_entry,
        code,
        &Options::default(),
        &mut Default::default(),
    )
    .map(|_| ());
    let error = error.expect_err("a function that calls itself");
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    let name = module.text(module.functions[entry].name);
    let wanted = format!("recursion: {name} is called while it runs");
    assert!(error.to_string().contains(&wanted), "{error}");
}
