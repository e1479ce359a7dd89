//! Plans of hand-made root signatures and resources.

use super::*;
use crate::container::RootSignature;
use crate::container::root_signature::{
    DescriptorRange, DescriptorRangeFlags, DescriptorRangeType, DescriptorTable, RootConstants,
    RootDescriptor, RootDescriptorFlags, RootParameter, RootParameterKind, RootSignatureFlags,
    RootSignatureVersion, ShaderVisibility,
};
use crate::error::ErrorKind;
use crate::options::BindingOptions;
use crate::shader::{EntryPoint, Resource, ResourceClass, ResourceKind, Stage};
use crate::vulkan::{CounterBinding, DescriptorType, PushConstantKind, ResourceBinding, RootPlace};

fn range(range_type: DescriptorRangeType, count: u32, base: u32, space: u32, offset: u32) -> DescriptorRange {
    DescriptorRange {
        range_type,
        num_descriptors: count,
        base_shader_register: base,
        register_space: space,
        flags: DescriptorRangeFlags::default(),
        offset_in_descriptors_from_table_start: offset,
    }
}

fn table(ranges: Vec<DescriptorRange>) -> RootParameterKind {
    RootParameterKind::DescriptorTable(DescriptorTable { ranges })
}

fn constants(register: u32, count: u32) -> RootParameterKind {
    RootParameterKind::Constants(RootConstants {
        shader_register: register,
        register_space: 0,
        num_32bit_values: count,
    })
}

fn descriptor(register: u32) -> RootDescriptor {
    RootDescriptor {
        shader_register: register,
        register_space: 0,
        flags: RootDescriptorFlags::default(),
    }
}

fn signature(kinds: Vec<(ShaderVisibility, RootParameterKind)>) -> RootSignature {
    RootSignature {
        version: RootSignatureVersion::V1_1,
        flags: RootSignatureFlags::default(),
        parameters: kinds
            .into_iter()
            .map(|(visibility, kind)| RootParameter { visibility, kind })
            .collect(),
        static_samplers: Vec::new(),
    }
}

fn resource(class: ResourceClass, kind: ResourceKind, lower: u32, count: Option<u32>) -> Resource {
    Resource {
        class,
        kind,
        lower,
        count,
        ..Resource::default()
    }
}

fn entry(resources: Vec<Resource>) -> EntryPoint {
    EntryPoint {
        stage: Stage::Pixel,
        resources: std::sync::Arc::new(resources),
        ..EntryPoint::default()
    }
}

#[test]
fn addresses_come_before_tables_before_constants() {
    let all = ShaderVisibility::All;
    let root = signature(vec![
        (all, constants(0, 3)),
        (all, table(vec![range(DescriptorRangeType::Srv, 1, 0, 0, 0)])),
        (all, RootParameterKind::Uav(descriptor(0))),
        (all, constants(1, 1)),
        (all, RootParameterKind::Cbv(descriptor(2))),
    ]);
    let plan = Plan::new(Some(&root), &entry(Vec::new()), &BindingOptions::default()).unwrap();
    let members: Vec<_> = plan
        .layout
        .push_constants
        .members
        .iter()
        .map(|m| (m.offset, m.size, m.root_parameter))
        .collect();
    assert_eq!(
        members,
        [
            (0, 8, Some(2)),
            (8, 8, Some(4)),
            (16, 4, Some(1)),
            (20, 12, Some(0)),
            (32, 4, Some(3))
        ]
    );
    assert_eq!(
        plan.layout.push_constants.members[2].kind,
        PushConstantKind::TableOffset
    );
    assert_eq!(plan.layout.push_constants.size, 36);
}

#[test]
fn appended_ranges_and_registers_inside_them_add_up() {
    let root = signature(vec![(
        ShaderVisibility::Pixel,
        table(vec![
            range(DescriptorRangeType::Srv, 4, 10, 0, 2),
            range(DescriptorRangeType::Srv, 8, 20, 1, DescriptorRange::APPEND),
        ]),
    )]);
    let mut inside = resource(ResourceClass::Srv, ResourceKind::Texture2D, 23, Some(2));
    inside.space = 1;
    let plan = Plan::new(Some(&root), &entry(vec![inside]), &BindingOptions::default()).unwrap();
    assert_eq!(
        plan.resources[0].binding,
        ResourceBinding::Heap {
            set: 0,
            binding: 0,
            descriptor_type: DescriptorType::SampledImage,
            table: Some(RootPlace::default()),
            offset: 2 + 4 + 3,
        }
    );
}

#[test]
fn a_root_descriptor_promises_the_lowest_set_bit_of_the_stride() {
    let root = signature(vec![
        (ShaderVisibility::All, RootParameterKind::Srv(descriptor(0))),
        (ShaderVisibility::All, RootParameterKind::Srv(descriptor(1))),
    ]);
    let mut structured = resource(ResourceClass::Srv, ResourceKind::StructuredBuffer, 0, Some(1));
    structured.stride = 24;
    let raw = resource(ResourceClass::Srv, ResourceKind::RawBuffer, 1, Some(1));
    let plan = Plan::new(
        Some(&root),
        &entry(vec![structured, raw]),
        &BindingOptions::default(),
    )
    .unwrap();
    let address = |index: usize| match plan.resources[index].binding {
        ResourceBinding::Address { place, alignment } => (place.offset, alignment),
        ref other => panic!("{other:?}"),
    };
    assert_eq!(address(0), (0, 8));
    assert_eq!(address(1), (8, 4));
}

#[test]
fn what_is_not_covered_names_the_nearest_range() {
    let root = signature(vec![
        (
            ShaderVisibility::All,
            table(vec![range(DescriptorRangeType::Srv, 4, 0, 0, 0)]),
        ),
        (
            ShaderVisibility::Vertex,
            table(vec![range(DescriptorRangeType::Srv, 4, 8, 0, 0)]),
        ),
    ]);
    let missing = resource(ResourceClass::Srv, ResourceKind::Texture2D, 9, Some(1));
    let error = Plan::new(Some(&root), &entry(vec![missing]), &BindingOptions::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::RootSignature);
    for part in [
        "t9",
        "space 0",
        "pixel",
        "root parameter 1",
        "t8-t11",
        "vertex stage only",
    ] {
        assert!(error.message().contains(part), "{part} in {}", error.message());
    }
    // A range that ends inside the resource does not cover it.
    let too_long = resource(ResourceClass::Srv, ResourceKind::Texture2D, 2, Some(3));
    assert!(Plan::new(Some(&root), &entry(vec![too_long]), &BindingOptions::default()).is_err());
    // Nor does a bounded range an unbounded array.
    let unbounded = resource(ResourceClass::Srv, ResourceKind::Texture2D, 0, None);
    assert!(Plan::new(Some(&root), &entry(vec![unbounded]), &BindingOptions::default()).is_err());
}

#[test]
fn textures_do_not_fit_into_root_descriptors() {
    let root = signature(vec![(
        ShaderVisibility::All,
        RootParameterKind::Srv(descriptor(0)),
    )]);
    let texture = resource(ResourceClass::Srv, ResourceKind::Texture2D, 0, Some(1));
    let error = Plan::new(Some(&root), &entry(vec![texture]), &BindingOptions::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::RootSignature);
}

#[test]
fn without_a_root_signature_counters_take_free_bindings() {
    let mut appended = resource(ResourceClass::Uav, ResourceKind::StructuredBuffer, 3, Some(1));
    appended.has_counter = true;
    let other = resource(ResourceClass::Srv, ResourceKind::Texture2D, 7, Some(2));
    let plan = Plan::new(None, &entry(vec![appended, other]), &BindingOptions::default()).unwrap();
    assert_eq!(
        plan.resources[0].counter,
        Some(CounterBinding::Descriptor {
            set: 0,
            binding: 8,
            descriptor_type: DescriptorType::StorageBuffer
        })
    );
    let sets = plan.descriptor_sets();
    let bindings: Vec<_> = sets[0].bindings.iter().map(|b| (b.binding, b.count)).collect();
    assert_eq!(bindings, [(3, Some(1)), (7, Some(2)), (8, Some(1))]);
}
