//! Tests of PSV0.

use super::*;
use crate::container::kinds::{
    MeshOutputTopology, ResourceKind, SemanticKind, TessellatorDomain, TessellatorOutputPrimitive,
};
use crate::container::tests::{fixture, fixture_part};
use crate::container::{Container, FourCc, ShaderKind};

fn with_psv<T>(name: &str, check: impl FnOnce(&PipelineStateValidation<'_>) -> T) -> T {
    let bytes = fixture(name);
    let container = Container::parse(&bytes).unwrap();
    check(&container.pipeline_state_validation().unwrap().unwrap())
}

#[test]
fn each_version_adds_its_facts() {
    for (name, version) in [
        ("compute.psv0", 0),
        ("compute.psv1", 1),
        ("compute.psv2", 2),
        ("compute.psv3", 3),
        ("compute", 4),
    ] {
        with_psv(name, |psv| {
            assert_eq!(psv.version, version);
            assert_eq!(psv.info.kind, Some(ShaderKind::Compute));
            assert_eq!((psv.info.min_wave_lanes, psv.info.max_wave_lanes), (0, u32::MAX));
            assert_eq!(psv.info.num_threads, (version >= 2).then_some([8, 4, 2]));
            assert_eq!(psv.info.entry_name, (version >= 3).then_some("main"));
            assert_eq!(psv.info.group_shared_bytes, (version >= 4).then_some(256));
            let resource = |resource_type, space, register, kind| PsvResource {
                resource_type,
                space,
                lower_bound: register,
                upper_bound: register,
                kind: (version >= 2).then_some((kind, PsvResourceFlags::NONE)),
            };
            assert_eq!(
                psv.resources,
                [
                    resource(PsvResourceType::SRV_RAW, 0, 3, ResourceKind::RAW_BUFFER),
                    resource(
                        PsvResourceType::UAV_STRUCTURED,
                        1,
                        2,
                        ResourceKind::STRUCTURED_BUFFER
                    ),
                ]
            );
        });
    }
}

#[test]
fn hull() {
    with_psv("hull", |psv| {
        let stage = StageInfo::Hull {
            input_control_points: 3,
            output_control_points: 3,
            domain: TessellatorDomain::TRI,
            output_primitive: TessellatorOutputPrimitive::TRIANGLE_CW,
        };
        assert_eq!(psv.info.stage, stage);
        assert!(psv.info.uses_view_id);
        assert_eq!(
            (psv.info.input_vectors, psv.info.output_vectors),
            (2, [2, 0, 0, 0])
        );
        assert_eq!(psv.info.patch_constant_vectors, 4);
        let names: Vec<_> = psv.inputs.iter().map(|element| element.semantic_name).collect();
        assert_eq!(names, ["POSITION", "NORMAL"]);
        let edge = &psv.patch_constants[0];
        assert_eq!(edge.semantic_kind, SemanticKind::TESS_FACTOR);
        assert_eq!(
            (edge.semantic_indices.as_slice(), edge.cols, edge.start),
            (&[0, 1, 2][..], 1, Some((0, 3)))
        );
        // Only the x of the first output row depends on the view id.
        assert_eq!(psv.dependencies.view_id_outputs[0], [1]);
        assert_eq!(psv.dependencies.view_id_patch_constants, [0]);
        assert_eq!(psv.dependencies.input_to_output[0].len(), 8);
        assert_eq!(psv.dependencies.input_to_patch_constant.len(), 8);
        assert!(psv.dependencies.patch_constant_to_output.is_empty());
    });
}

#[test]
fn domain_geometry_and_mesh() {
    with_psv("domain", |psv| {
        let stage = StageInfo::Domain {
            input_control_points: 3,
            output_position_present: true,
            domain: TessellatorDomain::TRI,
        };
        assert_eq!(psv.info.stage, stage);
        // The patch constant EXTRA is copied to the second output row: of its row 0, x to 4 and y to 5.
        let table = &psv.dependencies.patch_constant_to_output;
        assert_eq!(table.len(), 16);
        assert_eq!(table[..2], [1 << 4, 1 << 5]);
    });
    with_psv("geometry", |psv| {
        let StageInfo::Geometry {
            output_stream_mask: 3,
            max_vertex_count: 3,
            ..
        } = psv.info.stage
        else {
            panic!("{:?}", psv.info.stage);
        };
        assert_eq!(psv.info.output_vectors, [2, 10, 0, 0]);
        assert_eq!(psv.dependencies.view_id_outputs[1].len(), 2);
        assert_eq!(psv.dependencies.input_to_output[1].len(), 2 * 8);
        assert_eq!(
            psv.outputs
                .iter()
                .filter(|element| element.output_stream == 1)
                .count(),
            2
        );
    });
    with_psv("mesh", |psv| {
        let StageInfo::Mesh {
            max_output_vertices: 3,
            max_output_primitives: 1,
            output_topology,
            ..
        } = psv.info.stage
        else {
            panic!("{:?}", psv.info.stage);
        };
        assert_eq!(output_topology, MeshOutputTopology::TRIANGLE);
        assert_eq!(psv.info.patch_constant_vectors, 1);
        assert_eq!(psv.patch_constants[0].semantic_name, "MAT");
    });
}

#[test]
fn the_reader_reaches_the_end() {
    // A part short of its last word is an error, so the masks were found where they are.
    for name in [
        "domain",
        "geometry",
        "hull",
        "mesh",
        "compute.psv1",
        "compute.psv3",
        "root_signature.v1_1",
    ] {
        let payload = fixture_part(name, FourCc::PSV0);
        for length in 0..payload.len() {
            assert!(
                PipelineStateValidation::parse(&payload[..length], None).is_err(),
                "{name} {length}"
            );
        }
    }
}

#[test]
fn longer_records_are_read_as_far_as_known() {
    let mut words = vec![64u32];
    words.extend([0; 4]);
    // Wave lanes, then stage 5 (compute), no view id, no signatures.
    words.extend([4, 64, 5, 0, 0]);
    words.extend([8, 1, 1, 0, 128, 0xdead, 0xbeef]);
    words.extend([1, 28, 2, 7, 8, 9, 13, 1, 0xdead]);
    words.extend([4, u32::from_le_bytes(*b"cs\0\0"), 0]);
    let payload: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let psv = PipelineStateValidation::parse(&payload, None).unwrap();
    assert_eq!(psv.version, 4);
    assert_eq!(psv.info.entry_name, Some("cs"));
    assert_eq!(psv.info.group_shared_bytes, Some(128));
    assert_eq!(psv.resources[0].upper_bound, 9);
    assert_eq!(
        psv.resources[0].kind,
        Some((ResourceKind::CBUFFER, PsvResourceFlags::USED_BY_ATOMIC64))
    );
}
