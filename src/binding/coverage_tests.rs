//! What the errors say of resources that a root signature does not cover or forbids.

use super::Plan;
use crate::container::RootSignature;
use crate::error::ErrorKind;
use crate::options::BindingOptions;
use crate::shader::ShaderFlags;
use crate::shader::{EntryPoint, EntryProperties, Resource, ResourceClass, ResourceKind, Stage};

fn resource(class: ResourceClass, space: u32, lower: u32, count: Option<u32>) -> Resource {
    Resource {
        class,
        kind: match class {
            ResourceClass::Srv => ResourceKind::Texture2D,
            ResourceClass::Uav => ResourceKind::RawBuffer,
            ResourceClass::Cbv => ResourceKind::CBuffer,
            ResourceClass::Sampler => ResourceKind::Sampler,
        },
        name: "it".to_owned(),
        space,
        lower,
        count,
        ..Resource::default()
    }
}

/// What a root signature says to a shader of `stage`; empty when nothing is wrong.
fn message(root_signature: &str, stage: Stage, flags: ShaderFlags, resources: Vec<Resource>) -> String {
    let root_signature = RootSignature::from_hlsl(root_signature).unwrap();
    let entry = EntryPoint {
        stage,
        resources: std::sync::Arc::new(resources),
        properties: EntryProperties {
            flags: flags.0,
            ..EntryProperties::default()
        },
        ..EntryPoint::default()
    };
    match Plan::new(Some(&root_signature), &entry, &BindingOptions::default()) {
        Ok(_) => String::new(),
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::RootSignature);
            error.message().to_owned()
        }
    }
}

#[test]
fn the_nearest_registers_and_why_not() {
    use ResourceClass::{Cbv, Sampler, Srv, Uav};
    for (root_signature, resource, expected) in [
        (
            "DescriptorTable(SRV(t0, numDescriptors=8, space=1)), DescriptorTable(SRV(t3, space=9))",
            resource(Srv, 0, 3, Some(1)),
            "register t3, space 0 (it) is not covered by the root signature for the pixel stage; the nearest SRV \
             is t0-t7, space 1 (root parameter 0, range 0): another space",
        ),
        (
            "DescriptorTable(SRV(t9)), DescriptorTable(SRV(t0, numDescriptors=8), visibility=SHADER_VISIBILITY_VERTEX)",
            resource(Srv, 0, 3, Some(1)),
            "register t3, space 0 (it) is not covered by the root signature for the pixel stage; the nearest SRV \
             is t0-t7, space 0 (root parameter 1, range 0): visible to the vertex stage only",
        ),
        (
            "DescriptorTable(CBV(b0), UAV(u2, numDescriptors=3))",
            resource(Uav, 0, 3, Some(4)),
            "register u3-u6, space 0 (it) is not covered by the root signature for the pixel stage; the nearest UAV \
             is u2-u4, space 0 (root parameter 0, range 1): too short by 2 (u5-u6)",
        ),
        (
            "DescriptorTable(SRV(t0, numDescriptors=100))",
            resource(Srv, 0, 0, None),
            "register t0 and up, space 0 (it) is not covered by the root signature for the pixel stage; the \
             nearest SRV is t0-t99, space 0 (root parameter 0, range 0): bounded, and the shader's array is not",
        ),
        (
            "CBV(b2), RootConstants(b0, num32BitConstants=4)",
            resource(Cbv, 0, 0, Some(2)),
            "register b0-b1, space 0 (it) is not covered by the root signature for the pixel stage; the nearest CBV \
             is b0, space 0 (root parameter 1, root constants): one register, and the shader has an array",
        ),
        (
            "CBV(b0), DescriptorTable(SRV(t0))",
            resource(Sampler, 0, 0, Some(1)),
            "register s0, space 0 (it) is not covered by the root signature for the pixel stage; it has no sampler",
        ),
        (
            "DescriptorTable(Sampler(s7)), StaticSampler(s2)",
            resource(Sampler, 0, 3, Some(1)),
            "register s3, space 0 (it) is not covered by the root signature for the pixel stage; the nearest \
             sampler is s2, space 0 (static sampler 0)",
        ),
        (
            "DescriptorTable(SRV(t10, numDescriptors=unbounded), SRV(t0, numDescriptors=4, offset=0))",
            resource(Srv, 0, 9, Some(1)),
            "register t9, space 0 (it) is not covered by the root signature for the pixel stage; the nearest SRV \
             is t10 and up, space 0 (root parameter 0, range 0)",
        ),
    ] {
        let text = message(
            root_signature,
            Stage::Pixel,
            ShaderFlags::default(),
            vec![resource],
        );
        assert_eq!(text, expected, "{root_signature}");
    }
}

#[test]
fn a_denied_stage_uses_nothing_of_the_root_signature() {
    let denied = "RootFlags(DENY_VERTEX_SHADER_ROOT_ACCESS), CBV(b0), StaticSampler(s1)";
    let cbv = || vec![resource(ResourceClass::Cbv, 0, 0, Some(1))];
    let none = ShaderFlags::default();
    assert_eq!(
        message(denied, Stage::Vertex, none, cbv()),
        "register b0, space 0 (it) is used by the vertex stage, which the root signature denies access with its flag \
         DENY_VERTEX_SHADER_ROOT_ACCESS"
    );
    let sampler = vec![resource(ResourceClass::Sampler, 0, 1, Some(1))];
    assert!(message(denied, Stage::Vertex, none, sampler).contains("s1, space 0"));
    assert_eq!(message(denied, Stage::Pixel, none, cbv()), "");
    assert_eq!(message(denied, Stage::Compute, none, cbv()), "");
    assert_eq!(message(denied, Stage::Vertex, none, Vec::new()), "");
}

#[test]
fn heaps_are_indexed_where_the_flag_allows_it() {
    let both = ShaderFlags::RESOURCE_DESCRIPTOR_HEAP_INDEXING | ShaderFlags::SAMPLER_DESCRIPTOR_HEAP_INDEXING;
    let says = |root_signature| message(root_signature, Stage::Compute, both, Vec::new());
    assert_eq!(
        says("CBV(b0)"),
        "the compute stage indexes ResourceDescriptorHeap itself, and the root signature does not have the flag \
         CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED"
    );
    assert_eq!(
        says("RootFlags(CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED)"),
        "the compute stage indexes SamplerDescriptorHeap itself, and the root signature does not have the flag \
         SAMPLER_HEAP_DIRECTLY_INDEXED"
    );
    assert_eq!(
        says("RootFlags(CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED | SAMPLER_HEAP_DIRECTLY_INDEXED)"),
        ""
    );
}
