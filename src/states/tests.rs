//! The table of access facts row by row, and the tables against the specifications' own rules; [`shaders`]: committed
//! shaders from one end to the other.

mod shaders;

use super::d3d12::{
    BarrierAccess as Access, BarrierLayout, BarrierLayouts, BarrierSync as Sync, ResourceStates,
};
use super::vulkan::{AccessFlags, ImageLayout, PipelineStages};
use super::*;
use crate::ir::AtomicOp;
use crate::reflection::{CommutativeAtomic, DescriptorType, ResourceBinding, ResourceReflection};
use crate::shader::{ResourceClass, ResourceKind, Stage};

fn resource(class: ResourceClass, kind: ResourceKind, descriptor_type: DescriptorType) -> ResourceReflection {
    let json = serde_json::json!({
        "class": class, "kind": kind, "name": "", "space": 0, "register": 0, "count": 1, "stride": 0,
        "d3d12": null,
        "vulkan": { "strategy": "descriptor", "set": 0, "binding": 0, "descriptor_type": descriptor_type },
    });
    serde_json::from_value(json).unwrap()
}

fn read(mut resource: ResourceReflection) -> ResourceReflection {
    resource.access.read = true;
    resource
}

fn written(mut resource: ResourceReflection) -> ResourceReflection {
    resource.access.write = true;
    resource
}

fn cbv() -> ResourceReflection {
    read(resource(
        ResourceClass::Cbv,
        ResourceKind::CBuffer,
        DescriptorType::UniformBuffer,
    ))
}

fn texture() -> ResourceReflection {
    read(resource(
        ResourceClass::Srv,
        ResourceKind::Texture2D,
        DescriptorType::SampledImage,
    ))
}

fn raw_srv() -> ResourceReflection {
    read(resource(
        ResourceClass::Srv,
        ResourceKind::RawBuffer,
        DescriptorType::StorageBuffer,
    ))
}

fn raw_uav() -> ResourceReflection {
    resource(
        ResourceClass::Uav,
        ResourceKind::RawBuffer,
        DescriptorType::StorageBuffer,
    )
}

fn image_uav() -> ResourceReflection {
    resource(
        ResourceClass::Uav,
        ResourceKind::Texture2D,
        DescriptorType::StorageImage,
    )
}

fn acceleration_structure() -> ResourceReflection {
    // Of no descriptor type that counts: the kind decides.
    read(resource(
        ResourceClass::Srv,
        ResourceKind::RTAccelerationStructure,
        DescriptorType::Sampler,
    ))
}

fn unit(resource: &ResourceReflection, stage: Stage) -> Unit {
    needs(resource, stage).unwrap().data.unwrap()
}

// ----- the rows -----

#[test]
fn constant_buffers_are_read_as_they_are_lowered() {
    let unit = unit(&cbv(), Stage::Vertex);
    assert_eq!(unit.d3d12.access, Access::CONSTANT_BUFFER);
    assert_eq!(unit.d3d12.sync, Sync::VERTEX_SHADING);
    assert_eq!(unit.d3d12.states, ResourceStates::VERTEX_AND_CONSTANT_BUFFER);
    assert_eq!((unit.d3d12.layout, unit.vulkan.layout), (None, None));
    assert_eq!(unit.vulkan.access, AccessFlags::UNIFORM_READ);
    assert_eq!(unit.vulkan.stages, PipelineStages::VERTEX_SHADER);

    let storage = resource(
        ResourceClass::Cbv,
        ResourceKind::CBuffer,
        DescriptorType::StorageBuffer,
    );
    let unit = super::tests::unit(&read(storage), Stage::Pixel);
    assert_eq!(unit.d3d12.access, Access::CONSTANT_BUFFER);
    assert_eq!(unit.vulkan.access, AccessFlags::SHADER_STORAGE_READ);
}

#[test]
fn shader_resources_are_sampled_or_storage() {
    for (resource, access) in [
        (texture(), AccessFlags::SHADER_SAMPLED_READ),
        (raw_srv(), AccessFlags::SHADER_STORAGE_READ),
    ] {
        let image = resource.kind == ResourceKind::Texture2D;
        let pixel = unit(&resource, Stage::Pixel);
        assert_eq!(pixel.d3d12.access, Access::SHADER_RESOURCE);
        assert_eq!(pixel.d3d12.states, ResourceStates::PIXEL_SHADER_RESOURCE);
        assert_eq!(pixel.vulkan.access, access);
        assert_eq!(
            pixel.vulkan.layout,
            image.then_some(ImageLayout::SHADER_READ_ONLY_OPTIMAL)
        );
        assert_eq!(
            pixel.d3d12.layout,
            image.then_some(BarrierLayout::SHADER_RESOURCE)
        );
        let compute = unit(&resource, Stage::Compute);
        assert_eq!(compute.d3d12.states, ResourceStates::NON_PIXEL_SHADER_RESOURCE);
    }
    let layouts = unit(&texture(), Stage::Pixel).d3d12.layouts;
    assert!(layouts.has(BarrierLayout::COMMON) && layouts.has(BarrierLayout::GENERIC_READ));
    assert!(layouts.has(BarrierLayout::DIRECT_QUEUE_COMMON) && !layouts.has(BarrierLayout::UNORDERED_ACCESS));
}

#[test]
fn an_unordered_access_view_that_is_never_written() {
    let unit = unit(&read(image_uav()), Stage::Compute);
    assert_eq!(unit.d3d12.access, Access::UNORDERED_ACCESS);
    assert_eq!(unit.d3d12.layout, Some(BarrierLayout::UNORDERED_ACCESS));
    assert!(!unit.d3d12.layouts.has(BarrierLayout::COMMON));
    assert!(unit.d3d12.layouts.has(BarrierLayout::COMPUTE_QUEUE_COMMON));
    assert_eq!(unit.vulkan.access, AccessFlags::SHADER_STORAGE_READ);
    assert_eq!(unit.vulkan.layout, Some(ImageLayout::GENERAL));
    assert!(unit.hazards.read_only_uav && !unit.hazards.write_only_uav);
    assert_eq!(barrier(&unit, &unit, BarrierOptions::default()), None);
}

#[test]
fn an_unordered_access_view_that_is_never_read() {
    let unit = unit(&written(raw_uav()), Stage::Compute);
    assert_eq!(unit.vulkan.access, AccessFlags::SHADER_STORAGE_WRITE);
    assert!(unit.hazards.write_only_uav && !unit.hazards.read_only_uav);
    assert_eq!((unit.reads, unit.writes), (Stages::NONE, Stages::COMPUTE));
    // Write after write.
    let barrier = barrier(&unit, &unit, BarrierOptions::default()).unwrap();
    assert_eq!(barrier.legacy, Some(LegacyBarrier::Uav));
    let d3d12 = barrier.d3d12.unwrap();
    assert_eq!(
        (d3d12.access_before, d3d12.access_after),
        (Access::UNORDERED_ACCESS, Access::UNORDERED_ACCESS)
    );
    assert_eq!((d3d12.sync_before, d3d12.layouts), (Sync::COMPUTE_SHADING, None));
    let vulkan = barrier.vulkan.unwrap();
    assert_eq!(vulkan.src_access, AccessFlags::SHADER_STORAGE_WRITE);
    assert_eq!(vulkan.dst_access, AccessFlags::SHADER_STORAGE_WRITE);
}

fn atomic(op: Option<AtomicOp>) -> Unit {
    let mut resource = read(written(raw_uav()));
    resource.access.atomic = true;
    resource.access.atomic_only = true;
    resource.access.commutes = op.map(|op| CommutativeAtomic { op, bits: 32 });
    unit(&resource, Stage::Compute)
}

#[test]
fn atomics_overlap_where_the_caller_allows_it() {
    let [add, max, old] = [Some(AtomicOp::Add), Some(AtomicOp::UMax), None].map(atomic);
    let needed = |a: &Unit, b: &Unit, overlap| {
        let options = BarrierOptions {
            overlap,
            ..BarrierOptions::default()
        };
        barrier(a, b, options).is_some()
    };
    assert!(needed(&add, &add, Overlap::Never));
    assert!(!needed(&add, &add, Overlap::Commuting) && needed(&add, &max, Overlap::Commuting));
    assert!(needed(&add, &old, Overlap::Commuting) && needed(&old, &old, Overlap::Commuting));
    assert!(!needed(&add, &max, Overlap::Atomics) && !needed(&old, &old, Overlap::Atomics));
    let store = unit(&written(raw_uav()), Stage::Compute);
    assert!(needed(&add, &store, Overlap::Atomics) && needed(&store, &add, Overlap::Atomics));
    // The same address with another width.
    let mut wide = add;
    wide.hazards.commutes = Some(CommutativeAtomic {
        op: AtomicOp::Add,
        bits: 64,
    });
    assert!(needed(&add, &wide, Overlap::Commuting));
}

#[test]
fn counters_are_units_of_their_own() {
    let mut resource = written(raw_uav());
    resource.access.counter = true;
    let needs = needs(&resource, Stage::Compute).unwrap();
    let (data, counter) = (needs.data.unwrap(), needs.counter.unwrap());
    assert!(data.reads.is_empty() && !data.hazards.atomic_only);
    assert_eq!(counter.d3d12.access, Access::UNORDERED_ACCESS);
    assert!(counter.hazards.atomic_only && counter.hazards.commutes.is_none());
    assert_eq!(
        counter.vulkan.access,
        AccessFlags::SHADER_STORAGE_READ | AccessFlags::SHADER_STORAGE_WRITE
    );
    // The counter alone; and a later use of the data alone has nothing to do with it.
    resource.access.write = false;
    let alone = super::needs(&resource, Stage::Compute).unwrap();
    assert!(alone.data.is_none() && alone.counter.is_some());
    let options = BarrierOptions::default();
    let [data, counter] = needs.barriers(&alone, options);
    assert!(data.is_none() && counter.is_some());
    let reader = super::needs(&read(raw_uav()), Stage::Compute).unwrap();
    let [data, counter] = needs.barriers(&reader, options);
    assert!(data.is_some() && counter.is_none());
}

#[test]
fn coherence_and_order_inside_a_dispatch_replace_no_barrier() {
    let mut resource = read(written(image_uav()));
    resource.access.coherent = true;
    resource.access.rasterizer_ordered = true;
    let unit = unit(&resource, Stage::Pixel);
    assert!(unit.hazards.coherent && unit.hazards.rasterizer_ordered);
    assert_eq!(unit.d3d12.access, Access::UNORDERED_ACCESS);
    assert!(barrier(&unit, &unit, BarrierOptions::default()).is_some());
}

#[test]
fn acceleration_structures() {
    let rays = unit(&acceleration_structure(), Stage::RayGeneration);
    assert_eq!(rays.d3d12.access, Access::RAYTRACING_ACCELERATION_STRUCTURE_READ);
    assert_eq!(rays.d3d12.sync, Sync::RAYTRACING);
    assert_eq!(
        rays.d3d12.states,
        ResourceStates::RAYTRACING_ACCELERATION_STRUCTURE
    );
    assert_eq!((rays.d3d12.layout, rays.vulkan.layout), (None, None));
    assert_eq!(rays.vulkan.access, AccessFlags::ACCELERATION_STRUCTURE_READ);
    assert_eq!(rays.vulkan.stages, PipelineStages::RAY_TRACING_SHADER);
    // Inline ray tracing: the scope of compute names the access, those of draws do not.
    let sync = |stage| unit(&acceleration_structure(), stage).d3d12.sync;
    assert_eq!(sync(Stage::Compute), Sync::COMPUTE_SHADING);
    assert_eq!(sync(Stage::Pixel), Sync::ALL_SHADING);
    assert_eq!(sync(Stage::Mesh), Sync::ALL_SHADING);
}

#[test]
fn sampler_feedback_is_unordered_access() {
    let mut resource = resource(
        ResourceClass::Uav,
        ResourceKind::FeedbackTexture2D,
        DescriptorType::StorageImage,
    );
    resource.access.write = true;
    resource.access.feedback = true;
    let unit = unit(&resource, Stage::Pixel);
    assert!(unit.hazards.feedback);
    assert_eq!(unit.d3d12.access, Access::UNORDERED_ACCESS);
    assert_eq!(unit.d3d12.layout, Some(BarrierLayout::UNORDERED_ACCESS));
    assert_eq!(unit.vulkan.layout, Some(ImageLayout::GENERAL));
}

#[test]
fn what_is_no_memory_needs_nothing() {
    let mut queried = texture();
    queried.access.read = false;
    queried.access.query = true;
    assert_eq!(needs(&queried, Stage::Compute), None);
    let sampler = resource(
        ResourceClass::Sampler,
        ResourceKind::Sampler,
        DescriptorType::Sampler,
    );
    assert_eq!(needs(&read(sampler), Stage::Pixel), None);
    let mut sampler = cbv();
    sampler.vulkan = ResourceBinding::StaticSampler {
        set: 0,
        binding: 0,
        index: 0,
        local: false,
    };
    assert_eq!(needs(&sampler, Stage::Pixel), None);
}

// ----- scopes -----

#[test]
fn scopes_of_stages() {
    let sync = |stage| unit(&raw_srv(), stage).d3d12.sync;
    for stage in Stage::all() {
        let expected = match stage {
            Stage::Pixel => Sync::PIXEL_SHADING,
            Stage::Compute | Stage::Node => Sync::COMPUTE_SHADING,
            Stage::Vertex
            | Stage::Hull
            | Stage::Domain
            | Stage::Geometry
            | Stage::Mesh
            | Stage::Amplification => Sync::VERTEX_SHADING,
            Stage::Library => Sync::ALL_SHADING,
            _ => Sync::RAYTRACING,
        };
        assert_eq!(sync(stage), expected, "{stage:?}");
        let vulkan = unit(&raw_srv(), stage).vulkan.stages;
        assert_eq!(
            vulkan.names().count(),
            if stage == Stage::Library { 9 } else { 1 },
            "{stage:?}"
        );
    }
    let hull = unit(&raw_srv(), Stage::Hull).vulkan.stages;
    assert_eq!(hull, PipelineStages::TESSELLATION_CONTROL_SHADER);
}

#[test]
fn constant_buffers_of_ray_tracing_need_all_shading() {
    let sync = |resource: &ResourceReflection| unit(resource, Stage::ClosestHit).d3d12.sync;
    assert_eq!(sync(&cbv()), Sync::ALL_SHADING);
    assert_eq!(sync(&texture()), Sync::RAYTRACING);
    assert_eq!(sync(&written(raw_uav())), Sync::RAYTRACING);
}

#[test]
fn stages_that_read_narrow_a_coarse_scope() {
    let vertex_and_pixel = unit(&texture(), Stage::Vertex).merge(&unit(&texture(), Stage::Pixel));
    assert_eq!(vertex_and_pixel.reads, Stages::VERTEX | Stages::PIXEL);
    let draws = Sync::VERTEX_SHADING | Sync::PIXEL_SHADING;
    assert_eq!(vertex_and_pixel.narrow(Sync::ALL_SHADING), draws);
    assert_eq!(
        vertex_and_pixel.narrow(Sync::NON_PIXEL_SHADING),
        Sync::VERTEX_SHADING
    );
    assert_eq!(
        vertex_and_pixel.narrow(Sync::ALL_SHADING | Sync::COPY),
        draws | Sync::COPY
    );
    assert_eq!(vertex_and_pixel.narrow(Sync::COMPUTE_SHADING), Sync::NONE);
    assert_eq!(vertex_and_pixel.narrow(Sync::PIXEL_SHADING), Sync::PIXEL_SHADING);
    assert_eq!(vertex_and_pixel.narrow(Sync::ALL), Sync::ALL);
    let rays = unit(&cbv(), Stage::Miss);
    assert_eq!(rays.narrow(Sync::ALL_SHADING), Sync::ALL_SHADING);
    let scope = d3d12::scope(Stages::PIXEL | Stages::MISS, Access::CONSTANT_BUFFER);
    assert_eq!(scope, Sync::ALL_SHADING);
    let scope = d3d12::scope(Stages::PIXEL | Stages::MISS, Access::SHADER_RESOURCE);
    assert_eq!(scope, Sync::PIXEL_SHADING | Sync::RAYTRACING);
}

// ----- merging -----

#[test]
fn merging_is_associative_and_commutative() {
    let units = [
        unit(&texture(), Stage::Pixel),
        unit(&texture(), Stage::Compute),
        unit(&read(image_uav()), Stage::Compute),
        unit(&written(image_uav()), Stage::Miss),
        unit(&acceleration_structure(), Stage::Pixel),
        atomic(Some(AtomicOp::Add)),
        atomic(Some(AtomicOp::Or)),
        atomic(None),
    ];
    for a in &units {
        assert_eq!(a.merge(a), *a);
        for b in units.iter().filter(|b| b.shape == a.shape) {
            assert_eq!(a.merge(b), b.merge(a));
            for c in units.iter().filter(|c| c.shape == a.shape) {
                assert_eq!(a.merge(b).merge(c), a.merge(&b.merge(c)));
            }
        }
    }
}

#[test]
fn merging_reads_of_two_stages() {
    let both = unit(&texture(), Stage::Pixel).merge(&unit(&texture(), Stage::Compute));
    assert_eq!(both.d3d12.sync, Sync::PIXEL_SHADING | Sync::COMPUTE_SHADING);
    assert_eq!(
        both.d3d12.states,
        ResourceStates::PIXEL_SHADER_RESOURCE | ResourceStates::NON_PIXEL_SHADER_RESOURCE
    );
    assert!(both.d3d12.states.combinable());
    assert_eq!(both.d3d12.layout, Some(BarrierLayout::SHADER_RESOURCE));
    assert_eq!(
        both.vulkan.stages,
        PipelineStages::FRAGMENT_SHADER | PipelineStages::COMPUTE_SHADER
    );
}

#[test]
fn merging_a_read_with_a_write_leaves_what_d3d12_allows() {
    let both = unit(&texture(), Stage::Pixel).merge(&unit(&written(image_uav()), Stage::Pixel));
    assert!(!both.d3d12.states.combinable());
    assert_eq!(both.d3d12.layout, None);
    assert_eq!(
        both.d3d12.layouts,
        BarrierLayouts::DIRECT_QUEUE_COMMON | BarrierLayouts::COMPUTE_QUEUE_COMMON
    );
    assert_eq!(both.vulkan.layout, Some(ImageLayout::GENERAL));
    // One reads and one writes: neither of these any more.
    assert!(!both.hazards.read_only_uav && !both.hazards.write_only_uav);
}

#[test]
fn merging_needs_keeps_counters_apart() {
    let mut counted = written(raw_uav());
    counted.access.counter = true;
    let all = [
        needs(&counted, Stage::Compute).unwrap(),
        needs(&read(raw_uav()), Stage::Pixel).unwrap(),
    ];
    let merged = Needs::merge_all(&all).unwrap();
    let (data, counter) = (merged.data.unwrap(), merged.counter.unwrap());
    assert_eq!((data.reads, data.writes), (Stages::PIXEL, Stages::COMPUTE));
    assert_eq!(counter.writes, Stages::COMPUTE);
    assert_eq!(Needs::merge_all(&[]), None);
}

// ----- barriers -----

#[test]
fn reads_after_reads_need_nothing() {
    let options = BarrierOptions::default();
    for resource in [cbv(), texture(), raw_srv(), acceleration_structure()] {
        let unit = unit(&resource, Stage::Pixel);
        assert_eq!(barrier(&unit, &unit, options), None);
    }
    // Of a buffer, as something else too.
    let (a, b) = (unit(&cbv(), Stage::Vertex), unit(&raw_srv(), Stage::Compute));
    assert_eq!(barrier(&a, &b, options), None);
}

#[test]
fn another_stage_reads_a_texture_that_has_only_a_legacy_state_for_it() {
    let (a, b) = (unit(&texture(), Stage::Pixel), unit(&texture(), Stage::Compute));
    let barrier = barrier(&a, &b, BarrierOptions::default()).unwrap();
    assert_eq!((barrier.d3d12, barrier.vulkan), (None, None));
    assert_eq!(
        barrier.legacy,
        Some(LegacyBarrier::Transition {
            before: ResourceStates::PIXEL_SHADER_RESOURCE,
            after: ResourceStates::NON_PIXEL_SHADER_RESOURCE,
        })
    );
    // In both states from the start, nothing.
    let both = a.merge(&b);
    assert_eq!(super::barrier(&both, &b, BarrierOptions::default()), None);
}

#[test]
fn a_write_before_a_sample() {
    let write = unit(&written(image_uav()), Stage::Compute);
    let sample = unit(&texture(), Stage::Pixel);
    let barrier = barrier(&write, &sample, BarrierOptions::default()).unwrap();
    assert_eq!(
        barrier.d3d12,
        Some(D3d12Barrier {
            sync_before: Sync::COMPUTE_SHADING,
            sync_after: Sync::PIXEL_SHADING,
            access_before: Access::UNORDERED_ACCESS,
            access_after: Access::SHADER_RESOURCE,
            layouts: Some([BarrierLayout::UNORDERED_ACCESS, BarrierLayout::SHADER_RESOURCE]),
        })
    );
    assert_eq!(
        barrier.legacy,
        Some(LegacyBarrier::Transition {
            before: ResourceStates::UNORDERED_ACCESS,
            after: ResourceStates::PIXEL_SHADER_RESOURCE,
        })
    );
    assert_eq!(
        barrier.vulkan,
        Some(VulkanBarrier {
            src_stages: PipelineStages::COMPUTE_SHADER,
            src_access: AccessFlags::SHADER_STORAGE_WRITE,
            dst_stages: PipelineStages::FRAGMENT_SHADER,
            dst_access: AccessFlags::SHADER_SAMPLED_READ,
            layouts: Some([ImageLayout::GENERAL, ImageLayout::SHADER_READ_ONLY_OPTIMAL]),
        })
    );
}

#[test]
fn a_write_after_a_read_waits_without_touching_memory() {
    let (read, write) = (
        unit(&raw_srv(), Stage::Vertex),
        unit(&written(raw_uav()), Stage::Compute),
    );
    let barrier = barrier(&read, &write, BarrierOptions::default()).unwrap();
    let vulkan = barrier.vulkan.unwrap();
    assert_eq!(
        (vulkan.src_access, vulkan.dst_access),
        (AccessFlags::NONE, AccessFlags::NONE)
    );
    assert_eq!(vulkan.src_stages, PipelineStages::VERTEX_SHADER);
    assert_eq!(vulkan.dst_stages, PipelineStages::COMPUTE_SHADER);
    assert!(barrier.d3d12.is_some());
    assert!(matches!(barrier.legacy, Some(LegacyBarrier::Transition { .. })));
}

#[test]
fn a_read_only_view_still_changes_the_layout() {
    let (uav, srv) = (
        unit(&read(image_uav()), Stage::Compute),
        unit(&texture(), Stage::Compute),
    );
    let barrier = barrier(&uav, &srv, BarrierOptions::default()).unwrap();
    assert!(barrier.d3d12.unwrap().layouts.is_some());
    let vulkan = barrier.vulkan.unwrap();
    assert_eq!(vulkan.src_access, AccessFlags::NONE);
    assert_eq!(vulkan.dst_access, AccessFlags::SHADER_SAMPLED_READ);
}

#[test]
fn simultaneous_access_has_no_layouts() {
    let (write, sample) = (
        unit(&written(image_uav()), Stage::Compute),
        unit(&texture(), Stage::Pixel),
    );
    let options = BarrierOptions {
        simultaneous_access: true,
        ..BarrierOptions::default()
    };
    let needed = barrier(&write, &sample, options).unwrap();
    assert_eq!(needed.d3d12.unwrap().layouts, None);
    assert_eq!(needed.vulkan.unwrap().layouts, None);
    let reader = unit(&read(image_uav()), Stage::Pixel);
    let between_reads = barrier(&reader, &sample, options).unwrap();
    assert_eq!((between_reads.d3d12, between_reads.vulkan), (None, None));
}

#[test]
fn queues_have_layouts_of_their_own() {
    let (write, sample) = (
        unit(&written(image_uav()), Stage::Compute),
        unit(&texture(), Stage::Compute),
    );
    let layouts = |queue| {
        let options = BarrierOptions {
            queue,
            ..BarrierOptions::default()
        };
        barrier(&write, &sample, options).unwrap().d3d12.unwrap().layouts
    };
    assert_eq!(
        layouts(Queue::Direct),
        Some([
            BarrierLayout::DIRECT_QUEUE_UNORDERED_ACCESS,
            BarrierLayout::DIRECT_QUEUE_SHADER_RESOURCE
        ])
    );
    assert_eq!(
        layouts(Queue::Compute),
        Some([
            BarrierLayout::COMPUTE_QUEUE_UNORDERED_ACCESS,
            BarrierLayout::COMPUTE_QUEUE_SHADER_RESOURCE
        ])
    );
}

// ----- data -----

#[test]
fn layouts_and_their_sets_have_the_same_names() {
    let names: Vec<_> = (0..32).filter_map(|n| BarrierLayout(n).name()).collect();
    let sets: Vec<_> = BarrierLayouts::KNOWN.names().collect();
    assert_eq!(names, sets);
    for n in (0..32).filter(|n| BarrierLayout(*n).name().is_some()) {
        assert!(BarrierLayouts(1 << n).has(BarrierLayout(n)));
    }
    assert!(BarrierLayouts::of(BarrierLayout(0xffff_ffff)).is_empty());
}

#[test]
fn stages_have_the_bits_of_their_numbers() {
    for stage in Stage::all() {
        let set = Stages::of(stage);
        assert_eq!(set.0, 1 << stage.to_raw());
        let name = set.names().next().unwrap().replace('_', "");
        assert_eq!(name, stage.name().replace('_', ""));
    }
}

#[test]
fn needs_print_and_serialise() {
    let needs = needs(&texture(), Stage::Pixel).unwrap();
    assert_eq!(
        needs.to_string(),
        "read by pixel, written by none; d3d12 sync pixel_shading, access shader_resource, layout shader_resource, \
         states pixel_shader_resource; vulkan stages fragment_shader, access shader_sampled_read, layout \
         shader_read_only_optimal"
    );
    let json = serde_json::to_value(needs).unwrap();
    assert_eq!(
        json["data"]["d3d12"]["access"],
        serde_json::json!(["shader_resource"])
    );
    assert_eq!(json["data"]["vulkan"]["layout"], "shader_read_only_optimal");
    assert_eq!(serde_json::from_value::<Needs>(json).unwrap(), needs);
}
