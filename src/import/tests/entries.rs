//! Entry points that are refused, and those of a library.

use crate::bitcode::module::FuncId;
use crate::dxil::program::EntryCode;
use crate::error::ErrorKind;
use crate::import::{ModuleContext, import};
use crate::ir::print::{PrintOptions, print_module};
use crate::options::Options;
use crate::pipeline::{Request, Shader};
use crate::shader::{EntryPoint, Stage};

/// Shaders of stages that are not translated are refused by name, whatever they contain.
#[test]
fn stages_that_are_not_translated_are_named() {
    let shaders: [(&[u8], &[&str]); 1] =
        [(include_bytes!("../../../testdata/metadata/nodes.dxil"), &["node"])];
    for (bytes, stages) in shaders {
        let shader = Shader::parse(bytes).unwrap();
        let mut found = Vec::new();
        for entry in &shader.program().entry_points {
            if matches!(
                entry.stage,
                Stage::Compute
                    | Stage::Vertex
                    | Stage::Hull
                    | Stage::Domain
                    | Stage::Geometry
                    | Stage::Pixel
                    | Stage::Mesh
                    | Stage::Amplification
            ) {
                continue;
            }
            let error = shader
                .translate(Request::new().entry(entry.name.as_str()))
                .unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Unsupported, "{error}");
            let text = format!("{} is a {} shader", entry.name, entry.stage);
            assert!(error.message().starts_with(&text), "{error}");
            found.push(entry.stage.to_string());
        }
        for stage in stages {
            assert!(
                found.iter().any(|found| found == stage),
                "{stage} among {found:?}"
            );
        }
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
    let module = import(llvm, &context, &entry, &code, &Options::default())?;
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
