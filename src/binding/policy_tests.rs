//! Presets, policies and maps, on hand-made root signatures.

use super::{Plan, SignatureLayout};
use crate::container::RootSignature;
use crate::error::ErrorKind;
use crate::options::{
    BindingMap, BindingOptions, ConstantBufferPolicy, CounterPolicy, OffsetBuffers, Preset,
    RootDescriptorPolicy, UntypedBufferPolicy,
};
use crate::shader::{EntryPoint, Resource, ResourceClass, ResourceKind, Stage};
use crate::vulkan::{BindingRole, CounterBinding, DescriptorType, ResourceBinding, RootPlace, RootStorage};

fn resource(class: ResourceClass, kind: ResourceKind, lower: u32, count: Option<u32>) -> Resource {
    Resource {
        class,
        kind,
        lower,
        count,
        ..Resource::default()
    }
}

fn structured(class: ResourceClass, lower: u32, stride: u32) -> Resource {
    Resource {
        stride,
        ..resource(class, ResourceKind::StructuredBuffer, lower, Some(1))
    }
}

fn plan(signature: &str, resources: Vec<Resource>, options: &BindingOptions) -> Plan {
    try_plan(signature, resources, options).unwrap_or_else(|error| panic!("{error}"))
}

fn try_plan(
    signature: &str,
    resources: Vec<Resource>,
    options: &BindingOptions,
) -> crate::error::Result<Plan> {
    let signature = RootSignature::from_hlsl(signature).unwrap();
    let entry = EntryPoint {
        stage: Stage::Compute,
        resources: std::sync::Arc::new(resources),
        ..EntryPoint::default()
    };
    Plan::new(Some(&signature), &entry, options)
}

#[test]
fn what_exceeds_the_budget_goes_to_the_inline_uniform_block() {
    let options = BindingOptions {
        push_constant_budget: 16,
        ..BindingOptions::default()
    };
    let signature = "RootConstants(num32BitConstants=3, b0), CBV(b1), RootConstants(num32BitConstants=1, b2), \
                     RootConstants(num32BitConstants=2, b3)";
    let cbv = |register| resource(ResourceClass::Cbv, ResourceKind::CBuffer, register, Some(1));
    let plan = plan(signature, (0..4).map(cbv).collect(), &options);
    let places: Vec<RootPlace> = plan
        .resources
        .iter()
        .map(|r| match r.binding {
            ResourceBinding::RootConstants { place, .. } | ResourceBinding::Address { place, .. } => place,
            ref other => panic!("{other:?}"),
        })
        .collect();
    let push = |offset| RootPlace {
        storage: RootStorage::PushConstants,
        offset,
    };
    let block = |offset| RootPlace {
        storage: RootStorage::InlineUniformBlock,
        offset,
    };
    // The address first; b0 does not fit any more, b2 does, b3 does not.
    assert_eq!(places, [block(0), push(0), push(8), block(12)]);
    assert_eq!(plan.layout.push_constants.size, 12);
    let described = plan.layout.inline_uniform_block.as_ref().unwrap();
    assert_eq!((described.set, described.binding, described.size), (7, 0, 20));
    let sets = plan.descriptor_sets();
    let binding = &sets[0].bindings[0];
    assert_eq!(binding.descriptor_type, DescriptorType::InlineUniformBlock);
    assert_eq!(
        (binding.count, binding.role),
        (Some(20), BindingRole::RootParameters)
    );
}

#[test]
fn mutable_heaps_share_a_binding() {
    let options = BindingOptions {
        preset: Preset::Mutable,
        ..BindingOptions::default()
    };
    let signature = "DescriptorTable(SRV(t0, numDescriptors=2), CBV(b0)), DescriptorTable(Sampler(s0)), StaticSampler(s1)";
    let texture = resource(ResourceClass::Srv, ResourceKind::Texture2D, 0, Some(1));
    let buffer = resource(ResourceClass::Srv, ResourceKind::RawBuffer, 1, Some(1));
    let cbv = resource(ResourceClass::Cbv, ResourceKind::CBuffer, 0, Some(1));
    let sampler = |register| resource(ResourceClass::Sampler, ResourceKind::Sampler, register, Some(1));
    let plan = plan(
        signature,
        vec![texture, buffer, cbv, sampler(0), sampler(1)],
        &options,
    );
    let sets = plan.descriptor_sets();
    let all: Vec<_> = sets
        .iter()
        .flat_map(|s| {
            s.bindings
                .iter()
                .map(|b| (s.set, b.binding, b.descriptor_type, b.count))
        })
        .collect();
    assert_eq!(
        all,
        [
            (0, 0, DescriptorType::Mutable, None),
            (1, 0, DescriptorType::Sampler, None),
            (2, 0, DescriptorType::Sampler, Some(1)),
        ]
    );
    assert_eq!(sets[0].bindings[0].mutable_types.len(), 6);
}

#[test]
fn direct_takes_arrays_as_the_ranges_declare_them() {
    let mut options = BindingOptions {
        preset: Preset::Direct,
        root_descriptors: RootDescriptorPolicy::Descriptor,
        ..BindingOptions::default()
    };
    options.shifts.srv = 10;
    options.shifts.set = 1;
    let signature = "SRV(t9), DescriptorTable(SRV(t4, numDescriptors=6), UAV(u0, numDescriptors=2, space=2))";
    let inside = resource(ResourceClass::Srv, ResourceKind::Texture2D, 6, Some(2));
    let root = resource(ResourceClass::Srv, ResourceKind::RawBuffer, 9, Some(1));
    let mut appended = structured(ResourceClass::Uav, 1, 4);
    appended.has_counter = true;
    appended.space = 2;
    let plan = plan(signature, vec![inside, root, appended], &options);
    let place = |index: usize| match plan.resources[index].binding {
        ResourceBinding::Descriptor {
            set,
            binding,
            element,
            ..
        } => (set, binding, element),
        ref other => panic!("{other:?}"),
    };
    assert_eq!((place(0), plan.resources[0].count), ((1, 14, 2), Some(6)));
    assert_eq!(place(1), (1, 19, 0));
    assert_eq!((place(2), plan.resources[2].count), ((3, 0, 1), Some(2)));
    // Counters are an array like that of the UAVs, in the first set that is free.
    assert!(matches!(
        plan.resources[2].counter,
        Some(CounterBinding::Descriptor { set: 4, .. })
    ));
    assert!(plan.layout.push_constants.members.is_empty());
}

#[test]
fn descriptor_types_follow_the_policies() {
    let options = BindingOptions {
        constant_buffers: ConstantBufferPolicy::StorageBuffer,
        srv_buffers: UntypedBufferPolicy::TexelBuffer,
        ..BindingOptions::default()
    };
    let signature = "DescriptorTable(CBV(b0), SRV(t0), UAV(u0))";
    let all = vec![
        resource(ResourceClass::Cbv, ResourceKind::CBuffer, 0, Some(1)),
        resource(ResourceClass::Srv, ResourceKind::RawBuffer, 0, Some(1)),
        resource(ResourceClass::Uav, ResourceKind::RawBuffer, 0, Some(1)),
    ];
    let plan = plan(signature, all, &options);
    let types: Vec<_> = plan
        .resources
        .iter()
        .map(|r| match r.binding {
            ResourceBinding::Heap {
                set, descriptor_type, ..
            } => (set, descriptor_type),
            ref other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        types,
        [
            (4, DescriptorType::StorageBuffer),
            (1, DescriptorType::UniformTexelBuffer),
            (4, DescriptorType::StorageBuffer),
        ]
    );
}

#[test]
fn views_take_offsets_where_their_alignment_is_too_small() {
    let offsets = OffsetBuffers {
        min_alignment: 16,
        ..OffsetBuffers::default()
    };
    let mut options = BindingOptions {
        offset_buffers: Some(offsets),
        ..BindingOptions::default()
    };
    let all = || {
        vec![
            structured(ResourceClass::Srv, 0, 12),
            structured(ResourceClass::Srv, 1, 32),
            resource(ResourceClass::Srv, ResourceKind::RawBuffer, 2, Some(1)),
            resource(ResourceClass::Srv, ResourceKind::TypedBuffer, 3, Some(1)),
        ]
    };
    let has = |options: &BindingOptions| -> Vec<Option<u32>> {
        let plan = plan("DescriptorTable(SRV(t0, numDescriptors=4))", all(), options);
        plan.resources
            .iter()
            .map(|r| r.offset_view.map(|v| v.offset))
            .collect()
    };
    // Raw views start at multiples of 16 in D3D12.
    assert_eq!(has(&options), [Some(0), None, None, None]);
    options.offset_buffers = Some(OffsetBuffers {
        min_alignment: 64,
        typed: true,
        ..offsets
    });
    assert_eq!(has(&options), [Some(0), Some(0), Some(0), Some(8)]);
}

#[test]
fn the_cap_lowers_alignments() {
    let mut options = BindingOptions::default();
    let signature = "CBV(b0), SRV(t0), SRV(t1)";
    let alignments = |options: &BindingOptions| -> Vec<u32> {
        let all = vec![
            resource(ResourceClass::Cbv, ResourceKind::CBuffer, 0, Some(1)),
            structured(ResourceClass::Srv, 0, 24),
            structured(ResourceClass::Srv, 1, 12),
        ];
        let plan = plan(signature, all, options);
        plan.resources
            .iter()
            .map(|r| match r.binding {
                ResourceBinding::Address { alignment, .. } => alignment,
                ref other => panic!("{other:?}"),
            })
            .collect()
    };
    assert_eq!(alignments(&options), [16, 8, 4]);
    options.max_alignment = 4;
    assert_eq!(alignments(&options), [4, 4, 4]);
}

#[test]
fn who_knows_more_of_raw_addresses_says_it() {
    let mut options = BindingOptions::default();
    let alignment = |options: &BindingOptions| {
        let raw = resource(ResourceClass::Srv, ResourceKind::RawBuffer, 0, Some(1));
        match plan("SRV(t0)", vec![raw], options).resources[0].binding {
            ResourceBinding::Address { alignment, .. } => alignment,
            ref other => panic!("{other:?}"),
        }
    };
    assert_eq!(alignment(&options), 4);
    options.raw_address_alignment = 256;
    assert_eq!(alignment(&options), 16);
    options.max_alignment = 8;
    assert_eq!(alignment(&options), 8);
}

#[test]
fn a_counter_is_missing_where_the_policy_has_none() {
    let options = BindingOptions {
        uav_counters: CounterPolicy::None,
        ..BindingOptions::default()
    };
    let mut appended = structured(ResourceClass::Uav, 0, 4);
    appended.has_counter = true;
    assert_eq!(
        plan("DescriptorTable(UAV(u0))", vec![appended], &options).resources[0].counter,
        None
    );
}

#[test]
fn a_map_goes_first() {
    let map = r#"{
        "resources": [
            {"class": "srv", "register": 4, "count": 4, "stage": "compute", "vulkan":
                {"strategy": "descriptor", "set": 9, "binding": 8, "descriptor_type": "storage_buffer", "element": 2}},
            {"class": "srv", "register": 0, "count": null, "space": 1, "vulkan":
                {"strategy": "heap", "set": 5, "binding": 1, "descriptor_type": "sampled_image",
                 "table": {"offset": 32}, "offset": 7}}
        ],
        "heaps": [{"descriptor_type": "storage_buffer", "set": 11, "binding": 3}],
        "sides": [{"role": "uav_counters", "set": 12, "binding": 4}]
    }"#;
    let options = BindingOptions {
        map: BindingMap::from_json(map).unwrap(),
        ..BindingOptions::default()
    };
    let mut unbounded = resource(ResourceClass::Srv, ResourceKind::Texture2D, 3, None);
    unbounded.space = 1;
    let mut appended = structured(ResourceClass::Uav, 0, 4);
    appended.has_counter = true;
    let all = vec![
        resource(ResourceClass::Srv, ResourceKind::RawBuffer, 6, Some(2)),
        unbounded,
        appended,
    ];
    let plan = plan("DescriptorTable(UAV(u0))", all, &options);
    assert_eq!(
        plan.resources[0].binding,
        ResourceBinding::Descriptor {
            set: 9,
            binding: 8,
            descriptor_type: DescriptorType::StorageBuffer,
            element: 4,
        }
    );
    assert_eq!(plan.resources[0].count, Some(6));
    assert!(matches!(
        plan.resources[1].binding,
        ResourceBinding::Heap {
            set: 5,
            offset: 10,
            table: Some(RootPlace { offset: 32, .. }),
            ..
        }
    ));
    assert!(matches!(
        plan.resources[2].binding,
        ResourceBinding::Heap {
            set: 11,
            binding: 3,
            ..
        }
    ));
    assert!(matches!(
        plan.resources[2].counter,
        Some(CounterBinding::Descriptor {
            set: 12,
            binding: 4,
            ..
        })
    ));
    // The word of the table of the map, behind that of the root signature.
    assert_eq!(plan.layout.push_constants.size, 36);
}

#[test]
fn a_map_that_makes_no_sense_is_refused() {
    let refused = |vulkan: &str, resource: Resource| {
        let class = match resource.class {
            ResourceClass::Srv => "srv",
            ResourceClass::Uav => "uav",
            ResourceClass::Cbv => "cbv",
            ResourceClass::Sampler => "sampler",
        };
        let map = format!(
            r#"{{"resources": [{{"class": "{class}", "register": 0, "count": 4, "vulkan": {vulkan}}}]}}"#
        );
        let options = BindingOptions {
            map: BindingMap::from_json(&map).unwrap(),
            ..BindingOptions::default()
        };
        let error = try_plan("CBV(b9)", vec![resource], &options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOptions, "{error}");
        error.message().to_owned()
    };
    let raw = || resource(ResourceClass::Srv, ResourceKind::RawBuffer, 0, Some(1));
    let image = r#"{"strategy": "descriptor", "set": 0, "binding": 0, "descriptor_type": "sampled_image"}"#;
    assert!(refused(image, raw()).contains("RawBuffer"));
    let constants = r#"{"strategy": "root_constants", "place": {"offset": 32}, "size": 16}"#;
    assert!(refused(constants, raw()).contains("root constants"));
    let address = r#"{"strategy": "address", "place": {"offset": 32}, "alignment": 4}"#;
    let texture = resource(ResourceClass::Srv, ResourceKind::Texture2D, 0, Some(1));
    assert!(refused(address, texture).contains("root descriptors"));
    let array = resource(ResourceClass::Cbv, ResourceKind::CBuffer, 0, Some(2));
    assert!(refused(address, array).contains("one of many"));
    // Byte 4 is in the middle of the address of b9.
    let overlapping = r#"{"strategy": "root_constants", "place": {"offset": 4}, "size": 16}"#;
    let cbv = resource(ResourceClass::Cbv, ResourceKind::CBuffer, 0, Some(1));
    assert!(refused(overlapping, cbv).contains("two uses"));
}

#[test]
fn a_plan_is_data() {
    let signature =
        "CBV(b0), DescriptorTable(SRV(t0, numDescriptors=unbounded)), DescriptorTable(Sampler(s0))";
    let options = BindingOptions::default();
    let all = vec![
        resource(ResourceClass::Cbv, ResourceKind::CBuffer, 0, Some(1)),
        resource(ResourceClass::Srv, ResourceKind::Texture2D, 0, None),
    ];
    let plan = plan(signature, all, &options);
    let json = serde_json::to_string(&plan).unwrap();
    assert_eq!(serde_json::from_str::<Plan>(&json).unwrap(), plan);
    let text = plan.to_string();
    assert!(
        text.contains("resource 0: address at push constants + 0"),
        "{text}"
    );
    let json = serde_json::to_string(&options).unwrap();
    assert_eq!(serde_json::from_str::<BindingOptions>(&json).unwrap(), options);

    let signature = RootSignature::from_hlsl(signature).unwrap();
    let layout = SignatureLayout::new(&signature, &options).unwrap();
    // A row for each kind of resource: one CBV, four kinds of SRV, one sampler.
    assert_eq!(layout.rows.len(), 6);
    assert_eq!(layout.layout, plan.layout);
}
