//! What the reflection says of committed shaders, against what their HLSL says.

use super::{Reflection, ResourceAccess};
use crate::options::{MinPrecision, Options};
use crate::pipeline::{Request, Shader};
use crate::shader::{ResourceClass, Stage};

fn translated(name: &str, options: &Options) -> Reflection {
    let path = format!("{}/testdata/shaders/{name}.dxil", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let shader = Shader::parse(&bytes).unwrap();
    let result = shader.translate(Request::new().options(options));
    result
        .unwrap_or_else(|error| panic!("{name}: {error}"))
        .reflection
}

fn reflection(name: &str) -> Reflection {
    translated(name, &Options::default())
}

/// The names of the features that are true.
fn features(reflection: &Reflection) -> Vec<String> {
    let json = serde_json::to_value(reflection.features).unwrap();
    let fields = json.as_object().unwrap();
    let set = fields.iter().filter(|(_, value)| value.as_bool() == Some(true));
    set.map(|(name, _)| name.clone()).collect()
}

fn access(reflection: &Reflection, class: ResourceClass, register: u32) -> ResourceAccess {
    let mut resources = reflection.resources.iter();
    let found = resources.find(|r| r.class == class && r.register == register);
    found.unwrap_or_else(|| panic!("{class:?} {register}")).access
}

#[test]
fn features_of_shaders() {
    let expected: &[(&str, &[&str])] = &[
        ("pixel/flat_white", &[]),
        ("pixel/depth", &["writes_depth"]),
        ("pixel/depth_less_equal", &["writes_depth"]),
        ("pixel/stencil_ref", &["writes_stencil"]),
        ("pixel/coverage_output", &["writes_sample_mask"]),
        (
            "pixel/sample_rate",
            &["writes_sample_mask", "sample_rate_shading"],
        ),
        ("pixel/sample_index", &["sample_rate_shading"]),
        ("pixel/early_depth", &["early_depth_stencil"]),
        ("pixel/discard", &["discards"]),
        ("pixel/clip", &["discards", "derivatives"]),
        ("pixel/derivatives", &["derivatives"]),
        ("pixel/discard_derivatives", &["discards", "derivatives"]),
        ("textures/sample", &["derivatives"]),
        ("textures/sample_level", &[]),
        ("textures/lod", &["derivatives"]),
        ("textures/sample_clamp", &["derivatives", "min_lod"]),
        (
            "textures/status_draw",
            &["derivatives", "sparse_residency", "storage_image_without_format"],
        ),
        ("pixel/barycentrics", &["barycentrics"]),
        ("pixel/inner_coverage", &["inner_coverage"]),
        ("pixel/view_id", &["view_id"]),
        ("vertex/view_id", &["view_id"]),
        ("pixel/layer_viewport", &[]),
        (
            "vertex/layer_viewport",
            &[
                "writes_viewport_index",
                "writes_layer",
                "viewport_or_layer_from_vertex",
            ],
        ),
        (
            "pixel/rasterizer_ordered",
            &["rasterizer_ordered_views", "storage_image_without_format"],
        ),
        ("wave/lanes", &["wave_ops", "wave_properties"]),
        ("wave/reduce", &["wave_ops"]),
        ("alu-int/binary", &[]),
        ("alu-half/int16", &["native_16bit"]),
        ("alu-half/math", &["native_16bit"]),
        ("alu-minprec/int16", &[]),
        ("alu-double/binary", &["fp64"]),
        ("alu-int64/binary", &["int64"]),
        ("atomics/int64_buffers", &["int64", "int64_atomics"]),
        (
            "atomics/texture64",
            &["int64", "int64_atomics", "int64_image_atomics"],
        ),
        ("atomics/byte_address", &[]),
    ];
    for (name, expected) in expected {
        let mut expected: Vec<_> = expected.to_vec();
        let mut found = features(&reflection(name));
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn minimum_precision_counts_where_it_is_native() {
    let options = Options {
        min_precision: MinPrecision::Native16,
        ..Options::default()
    };
    assert!(!reflection("alu-minprec/float16").features.native_16bit);
    assert!(translated("alu-minprec/float16", &options).features.native_16bit);
}

#[test]
fn workgroups_and_the_subgroups_that_fill_them() {
    for (name, size, full) in [
        ("alu-int/binary", Some([64, 1, 1]), Some(64)),
        ("textures/rw_kinds", Some([4, 4, 4]), Some(4)),
        ("textures/dimensions", Some([1, 1, 1]), Some(1)),
        ("pixel/flat_white", None, None),
    ] {
        let reflection = reflection(name);
        assert_eq!(reflection.workgroup_size, size, "{name}");
        assert_eq!(reflection.full_subgroups_up_to, full, "{name}");
    }
    assert_eq!(crate::pipeline::full_subgroups_up_to([96, 3, 1]), 32);
    assert_eq!(crate::pipeline::full_subgroups_up_to([1024, 1, 1]), 128);
}

#[test]
fn what_the_shader_asks_of_the_wave() {
    assert_eq!(reflection("wave/lanes").wave_size, None);
    let size = |words| super::WaveSize::new(words);
    let one = size([32, 0, 0]);
    assert_eq!((one.min, one.max, one.preferred), (32, 32, None));
    let range = size([16, 64, 32]);
    assert_eq!((range.min, range.max, range.preferred), (16, 64, Some(32)));
}

#[test]
fn flags_and_execution_modes() {
    let early = reflection("pixel/early_depth");
    assert!(
        early
            .shader_flags
            .iter()
            .any(|flag| flag == "early_depth_stencil"),
        "{early:?}"
    );
    let modes = |r: &Reflection| -> Vec<(String, Vec<u32>)> {
        let modes = r.execution_modes.iter();
        modes
            .map(|mode| (mode.mode.clone(), mode.operands.clone()))
            .collect()
    };
    let has = |name: &str, mode: &str| modes(&reflection(name)).iter().any(|(found, _)| found == mode);
    assert!(has("pixel/early_depth", "EarlyFragmentTests") && has("pixel/depth", "DepthReplacing"));
    assert!(has("pixel/depth_less_equal", "DepthLess") && !has("pixel/flat_white", "DepthReplacing"));
    assert!(has("pixel/stencil_ref", "StencilRefReplacingEXT"));
    let compute = modes(&reflection("textures/rw_kinds"));
    assert!(
        compute.contains(&("LocalSize".to_owned(), vec![4, 4, 4])),
        "{compute:?}"
    );
}

#[test]
fn accesses_of_shaders() {
    use ResourceClass::{Cbv, Sampler, Srv, Uav};
    let drawn = reflection("binding/graphics_ps");
    assert_eq!(drawn.stage, Stage::Pixel);
    let texture = access(&drawn, Srv, 0);
    assert!(texture.read && texture.sampled && !texture.fetched && !texture.write);
    assert!(access(&drawn, Cbv, 0).read && access(&drawn, Sampler, 0).sampled);

    let roots = reflection("binding/root_descriptors");
    let (raw, output) = (access(&roots, Srv, 1), access(&roots, Uav, 0));
    assert!(raw.raw && raw.read && !raw.write && output.write && !output.read && !output.atomic);
    assert!(roots.resources.iter().all(|r| r.alignment_assumed.is_some()));

    let tables = reflection("binding/table_offsets");
    let array = access(&tables, Srv, 0);
    assert!(array.dynamic_index && array.non_uniform_index && array.static_indices.is_none());
    let single = access(&tables, Srv, 10).static_indices.unwrap();
    assert_eq!((single.first, single.last), (10, 10));

    let counted = reflection("buffers/append_consume");
    assert!(access(&counted, Uav, 0).counter && !access(&counted, Uav, 0).write);
    let sizes = reflection("textures/dimensions");
    assert!(access(&sizes, Srv, 0).query && !access(&sizes, Srv, 0).read);
}

#[test]
fn json_round_trips_and_reads_older_forms() {
    let reflection = reflection("textures/status_draw");
    assert_eq!(reflection.codegen_revision, crate::CODEGEN_REVISION);
    let mut json = serde_json::to_value(&reflection).unwrap();
    assert_eq!(
        serde_json::from_value::<Reflection>(json.clone()).unwrap(),
        reflection
    );
    // Without what came later.
    let fields = json.as_object_mut().unwrap();
    for name in ["codegen_revision", "full_subgroups_up_to"] {
        assert!(fields.remove(name).is_some(), "{name}");
    }
    let features = fields["features"].as_object_mut().unwrap();
    for name in [
        "barycentrics",
        "inner_coverage",
        "view_id",
        "viewport_or_layer_from_vertex",
    ] {
        assert!(features.remove(name).is_some(), "{name}");
    }
    let older: Reflection = serde_json::from_value(json).unwrap();
    assert_eq!((older.codegen_revision, older.features), (0, reflection.features));
}
