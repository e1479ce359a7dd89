//! Entry points that are refused, and those of a library.

use crate::error::ErrorKind;
use crate::pipeline::{Request, Shader};
use crate::shader::Stage;

/// Shaders of stages that are not translated are refused by name, whatever they contain.
#[test]
fn stages_that_are_not_translated_are_named() {
    let shaders: [(&[u8], &[&str]); 6] = [
        (include_bytes!("../../../testdata/metadata/nodes.dxil"), &["node"]),
        (
            include_bytes!("../../../testdata/metadata/rays.dxil"),
            &[
                "raygeneration",
                "intersection",
                "anyhit",
                "closesthit",
                "miss",
                "callable",
            ],
        ),
        (
            include_bytes!("../../../testdata/metadata/tessellation.hull.dxil"),
            &["hull"],
        ),
        (
            include_bytes!("../../../testdata/metadata/tessellation.domain.dxil"),
            &["domain"],
        ),
        (
            include_bytes!("../../../testdata/metadata/mesh.mesh.dxil"),
            &["mesh"],
        ),
        (
            include_bytes!("../../../testdata/metadata/mesh.amplification.dxil"),
            &["amplification"],
        ),
    ];
    for (bytes, stages) in shaders {
        let shader = Shader::parse(bytes).unwrap();
        let mut found = Vec::new();
        for entry in &shader.program().entry_points {
            if matches!(
                entry.stage,
                Stage::Compute | Stage::Vertex | Stage::Geometry | Stage::Pixel
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
