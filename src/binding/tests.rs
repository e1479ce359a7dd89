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
use crate::vulkan::{BoundBy, CounterBinding, DescriptorType, PushConstantKind, ResourceBinding, RootPlace};

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

/// Every register that could be of interest, of every class, with a counter where there can be one.
fn many_resources() -> Vec<Resource> {
    let classes = [
        (ResourceClass::Cbv, ResourceKind::CBuffer),
        (ResourceClass::Srv, ResourceKind::Texture2D),
        (ResourceClass::Uav, ResourceKind::StructuredBuffer),
        (ResourceClass::Sampler, ResourceKind::Sampler),
    ];
    let registers = (0..64).chain([99, 1000, 65_535, 700_000_000]);
    let mut all = Vec::new();
    for lower in registers {
        for space in [0, 1, 2, 7, 1000, 4_000_000_000] {
            for (class, kind) in classes {
                for count in [Some(1), Some(5), None] {
                    all.push(Resource {
                        space,
                        has_counter: class == ResourceClass::Uav,
                        ..resource(class, kind, lower, count)
                    });
                }
            }
        }
    }
    // Resources of libraries that their compiler left without a register.
    for id in 0..50 {
        for (class, kind) in classes {
            all.push(Resource {
                id,
                space: u32::MAX,
                has_counter: class == ResourceClass::Uav,
                ..resource(class, kind, u32::MAX, Some(1))
            });
        }
    }
    all
}

#[test]
fn without_a_root_signature_nothing_shares_a_binding() {
    let options = BindingOptions::default();
    let all = many_resources();
    let plan = Plan::new(None, &entry(all.clone()), &options).unwrap();
    assert_eq!(plan.layout.bound_by, BoundBy::Registers);
    assert_eq!(plan.conflicts(&all), []);
    let mut taken = std::collections::HashMap::new();
    let mut take = |place: (u32, u32), what: String| {
        let before = taken.insert(place, what.clone());
        // The same registers as arrays of several lengths are one resource here.
        assert!(before.is_none_or(|before| before == what), "{place:?}: {what}");
    };
    for (resource, plan) in all.iter().zip(&plan.resources) {
        let without = resource.lower == u32::MAX;
        let number = if without { resource.id } else { resource.lower };
        let name = format!("{}{number}, {}", resource.class.letter(), resource.space);
        let ResourceBinding::Descriptor { set, binding, .. } = plan.binding else {
            panic!("{:?}", plan.binding);
        };
        assert_eq!(set, if without { 0 } else { resource.space });
        assert_eq!(plan.count, resource.count);
        take((set, binding), name.clone());
        match plan.counter {
            Some(CounterBinding::Descriptor { set, binding, .. }) => {
                take((set, binding), format!("{name}, counter"));
            }
            ref other => assert!(other.is_none(), "{other:?}"),
        }
    }
    // What no register names: heaps, side buffers, what replaces root parameters.
    let only_heaps = false;
    let places = places::Places::new(&options, places::Registers::Apart { only_heaps }, 3).unwrap();
    for heap in places::HEAP_TYPES {
        take(places.heap(heap), format!("heap {heap:?}"));
    }
    for kind in [DescriptorType::Sampler, DescriptorType::AccelerationStructure] {
        take(places.heap(kind), format!("heap {kind:?}"));
    }
    for number in 0..50 {
        take(places.root(number), format!("root {number}"));
        take(
            places.local_static_sampler(number, 9),
            format!("static sampler {number}"),
        );
    }
    let options = BindingOptions {
        heap_size: Some(crate::options::HeapSizePolicy::Buffer),
        descriptor_qa: true,
        ..BindingOptions::default()
    };
    let places = places::Places::new(&options, places::Registers::Apart { only_heaps }, 0).unwrap();
    let layout = places.layout();
    let qa = layout.descriptor_qa.unwrap();
    take((qa.heap_set, qa.heap_binding), "QA heap".to_owned());
    take((qa.report_set, qa.report_binding), "QA report".to_owned());
    match layout.heap_size {
        Some(crate::vulkan::HeapSize::Buffer { set, binding }) => take((set, binding), "sizes".to_owned()),
        other => panic!("{other:?}"),
    }
}

/// Stages of a pipeline share their sets.
#[test]
fn without_a_root_signature_a_binding_depends_on_its_register_alone() {
    let options = BindingOptions::default();
    let all = many_resources();
    let together = Plan::new(None, &entry(all.clone()), &options).unwrap();
    for (index, resource) in all.into_iter().enumerate().step_by(7) {
        let alone = Plan::new(None, &entry(vec![resource]), &options).unwrap();
        assert_eq!(alone.resources[0], together.resources[index]);
    }
    // Heaps are where they are beside registers, too.
    let heap = Resource {
        heap: true,
        ..resource(ResourceClass::Srv, ResourceKind::Texture2D, 0, None)
    };
    let register = resource(ResourceClass::Cbv, ResourceKind::CBuffer, 0, Some(1));
    let alone = Plan::new(None, &entry(vec![heap.clone()]), &options).unwrap();
    let beside = Plan::new(None, &entry(vec![register, heap]), &options).unwrap();
    assert_eq!(alone.resources[0], beside.resources[1]);
}

#[test]
fn a_binding_beyond_32_bits_is_refused() {
    let cases = [
        (715_827_881, u32::MAX, true),
        (715_827_883, 0, false),
        (u32::MAX, 102_261_110, true),
        (u32::MAX, 102_261_111, false),
        (u32::MAX, u32::MAX, false),
    ];
    for (lower, id, good) in cases {
        let mut far = resource(ResourceClass::Sampler, ResourceKind::Sampler, lower, Some(1));
        far.id = id;
        let plan = Plan::new(None, &entry(vec![far]), &BindingOptions::default());
        assert_eq!(plan.is_ok(), good, "{plan:?}");
    }
    let mut options = BindingOptions::default();
    options.shifts.set = 1;
    let mut far = resource(ResourceClass::Sampler, ResourceKind::Sampler, 0, Some(1));
    far.space = u32::MAX;
    let error = Plan::new(None, &entry(vec![far]), &options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::RootSignature);
    assert!(error.message().contains("s0, space 4294967295"), "{error}");
    // Where registers are bindings, likewise.
    let mut options = BindingOptions::direct();
    options.shifts.srv = u32::MAX;
    let buffer = resource(ResourceClass::Srv, ResourceKind::RawBuffer, 1, Some(1));
    let error = Plan::new(None, &entry(vec![buffer]), &options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOptions);
    assert!(error.message().contains("t1, space 0, is shifted"), "{error}");
}

/// What no register names has bindings of its own too.
#[test]
fn bindings_for_two_things_are_told_of() {
    let buffer = resource(ResourceClass::Srv, ResourceKind::RawBuffer, 3, Some(1));
    let all = vec![buffer];
    let mut plan = Plan::new(None, &entry(all.clone()), &BindingOptions::direct()).unwrap();
    let word = |binding| Some(crate::options::UniformWord { set: 0, binding });
    plan.layout.views = [word(4), word(5)];
    assert_eq!(plan.conflicts(&all), []);
    plan.layout.views = [word(3), word(3)];
    let warnings = plan.conflicts(&all);
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    assert!(
        warnings[1]
            .message()
            .contains("set 0 binding 3 is for Resources and for ViewMask"),
        "{warnings:?}"
    );
}

/// `set = space, binding = register` is there by name, and where a class is shifted.
#[test]
fn registers_are_bindings_where_that_is_asked_for() {
    let cbv = resource(ResourceClass::Cbv, ResourceKind::CBuffer, 2, Some(1));
    let raw = |class| resource(class, ResourceKind::RawBuffer, 2, Some(1));
    let all = vec![cbv, raw(ResourceClass::Srv), raw(ResourceClass::Uav)];
    let options = BindingOptions::direct();
    let plan = Plan::new(None, &entry(all.clone()), &options).unwrap();
    assert_eq!(plan.layout.bound_by, BoundBy::Direct);
    // The constant buffer is of another type, the two others would be one buffer.
    let warnings = plan.conflicts(&all);
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    let plan = Plan::new(None, &entry(all[1..].to_vec()), &options).unwrap();
    let warnings = plan.conflicts(&all[1..]);
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(
        warnings[0].message().contains("the same resource"),
        "{warnings:?}"
    );

    let mut options = BindingOptions::default();
    options.shifts.srv = 10;
    options.shifts.uav = 20;
    let plan = Plan::new(None, &entry(all.clone()), &options).unwrap();
    assert_eq!(plan.layout.bound_by, BoundBy::Direct);
    assert_eq!(plan.conflicts(&all), []);
    assert!(matches!(
        plan.resources[2].binding,
        ResourceBinding::Descriptor {
            set: 0,
            binding: 22,
            ..
        }
    ));
}

#[test]
fn where_registers_are_bindings_counters_take_free_ones() {
    let options = BindingOptions::direct();
    let mut appended = resource(ResourceClass::Uav, ResourceKind::StructuredBuffer, 3, Some(1));
    appended.has_counter = true;
    let other = resource(ResourceClass::Srv, ResourceKind::Texture2D, 7, Some(2));
    let plan = Plan::new(None, &entry(vec![appended, other]), &options).unwrap();
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
