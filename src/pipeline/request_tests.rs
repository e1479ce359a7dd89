//! What a request leaves out.

use super::{Request, translate};
use crate::reflection::Reflection;
use std::path::Path;

/// Of several stages, with resources of several classes, signatures and push constants.
const SHADERS: [&str; 6] = [
    "binding/graphics_vs",
    "binding/root_constants",
    "control-flow/nested_loops",
    "mesh/payload",
    "pixel/depth",
    "pixel/rasterizer_ordered",
];

#[test]
fn lists_that_are_left_out_cost_nothing_else() {
    let mut ordered = 0;
    for name in SHADERS {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("testdata/shaders/{name}.dxil"));
        let bytes = std::fs::read(path).unwrap();
        let whole = translate(&bytes, Request::new()).unwrap();
        let short = translate(&bytes, Request::new().without_lists()).unwrap();
        assert!(short.words == whole.words, "{name}");
        assert_eq!(short.warnings, whole.warnings, "{name}");
        assert_eq!(short.buffers, whole.buffers, "{name}");
        assert!(!whole.reflection.capabilities.is_empty(), "{name}");
        let mut expected = Reflection {
            inputs: Vec::new(),
            outputs: Vec::new(),
            resources: Vec::new(),
            descriptor_sets: Vec::new(),
            shader_flags: Vec::new(),
            capabilities: Vec::new(),
            extensions: Vec::new(),
            ..whole.reflection
        };
        ordered += usize::from(expected.features.rasterizer_ordered_views);
        expected.features.rasterizer_ordered_views = false;
        assert_eq!(short.reflection, expected, "{name}");
    }
    assert_eq!(ordered, 1);
}
