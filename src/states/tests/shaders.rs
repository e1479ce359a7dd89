//! Committed shaders, from DXIL to what they need.

use crate::ir::AtomicOp;
use crate::pipeline::{Request, Shader};
use crate::reflection::{CommutativeAtomic, Reflection};
use crate::shader::ResourceClass;
use crate::states::d3d12::BarrierSync as Sync;
use crate::states::vulkan::{AccessFlags, PipelineStages};
use crate::states::{BarrierOptions, Needs, Shape, Unit, barrier, reflection_needs};

fn reflection(name: &str) -> Reflection {
    let path = format!("{}/testdata/shaders/{name}.dxil", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let shader = Shader::parse(&bytes).unwrap();
    let result = shader.translate(Request::new());
    result
        .unwrap_or_else(|error| panic!("{name}: {error}"))
        .reflection
}

/// The needs of the resource at this register and space of a committed shader.
fn shader_needs(name: &str, class: ResourceClass, register: u32, space: u32) -> Option<Needs> {
    let reflection = reflection(name);
    let all = reflection_needs(&reflection);
    let index = reflection
        .resources
        .iter()
        .position(|r| (r.class, r.register, r.space) == (class, register, space))?;
    all.into_iter().find(|(i, _)| *i == index).map(|(_, needs)| needs)
}

fn shader_unit(name: &str, class: ResourceClass, register: u32, space: u32) -> Unit {
    let needs = shader_needs(name, class, register, space);
    needs
        .and_then(|needs| needs.data)
        .unwrap_or_else(|| panic!("{name}"))
}

#[test]
fn a_drawing_pair() {
    use ResourceClass::{Cbv, Sampler, Srv};
    let transform = shader_unit("binding/graphics_vs", Cbv, 0, 0);
    assert_eq!(transform.d3d12.sync, Sync::VERTEX_SHADING);
    // A root descriptor is an address.
    assert_eq!(transform.vulkan.access, AccessFlags::SHADER_STORAGE_READ);
    let colours = shader_unit("binding/graphics_ps", Srv, 0, 0);
    assert_eq!(colours.d3d12.sync, Sync::PIXEL_SHADING);
    assert_eq!(colours.vulkan.access, AccessFlags::SHADER_SAMPLED_READ);
    // Root constants and static samplers are no memory.
    assert_eq!(shader_needs("binding/graphics_ps", Cbv, 0, 0), None);
    assert_eq!(shader_needs("binding/graphics_ps", Sampler, 0, 0), None);
    assert_eq!(
        shader_unit("cbuffer/scalars", Cbv, 0, 2).vulkan.access,
        AccessFlags::UNIFORM_READ
    );
}

#[test]
fn a_texture_that_is_only_asked_for_its_size() {
    let needs = |class, register, space| shader_needs("textures/dimensions", class, register, space);
    assert_eq!(needs(ResourceClass::Srv, 0, 0), None);
    assert!(needs(ResourceClass::Uav, 0, 1).is_some());
}

#[test]
fn reads_and_writes_of_unordered_access_views() {
    let stored = shader_unit("textures/rw_kinds", ResourceClass::Uav, 0, 1);
    assert!(stored.hazards.write_only_uav && stored.reads.is_empty());
    assert_eq!(stored.vulkan.access, AccessFlags::SHADER_STORAGE_WRITE);
    let both = shader_unit("buffers/typed_read_write", ResourceClass::Uav, 0, 1);
    assert!(!both.hazards.write_only_uav && !both.hazards.read_only_uav);
    assert_eq!(
        both.vulkan.access,
        AccessFlags::SHADER_STORAGE_READ | AccessFlags::SHADER_STORAGE_WRITE
    );
    let loaded = shader_unit("textures/status_draw", ResourceClass::Uav, 4, 1);
    assert!(loaded.hazards.read_only_uav);
    assert_eq!(loaded.vulkan.access, AccessFlags::SHADER_STORAGE_READ);
    assert_eq!(barrier(&loaded, &loaded, BarrierOptions::default()), None);
}

#[test]
fn atomics_of_committed_shaders() {
    let ticket = shader_unit("binding/root_uav_atomics", ResourceClass::Uav, 0, 0);
    assert!(ticket.hazards.atomic_only && ticket.hazards.commutes.is_none());
    let highest = shader_unit("binding/root_uav_atomics", ResourceClass::Uav, 1, 0);
    let umax = CommutativeAtomic {
        op: AtomicOp::UMax,
        bits: 32,
    };
    assert_eq!(highest.hazards.commutes, Some(umax));
    let wide = shader_unit("atomics/int64_buffers", ResourceClass::Uav, 1, 1);
    let add = CommutativeAtomic {
        op: AtomicOp::Add,
        bits: 64,
    };
    assert_eq!(wide.hazards.commutes, Some(add));
    let mixed = shader_unit("vertex/uav_write", ResourceClass::Uav, 0, 0);
    assert!(!mixed.hazards.atomic_only);
    assert_eq!(mixed.vulkan.stages, PipelineStages::VERTEX_SHADER);
}

#[test]
fn appending_and_consuming() {
    let consumed = shader_needs("buffers/append_consume", ResourceClass::Uav, 0, 1).unwrap();
    assert!(consumed.data.unwrap().hazards.read_only_uav);
    let appended = shader_needs("buffers/append_consume", ResourceClass::Uav, 1, 1).unwrap();
    assert!(appended.data.unwrap().hazards.write_only_uav);
    for needs in [consumed, appended] {
        assert!(needs.counter.unwrap().hazards.atomic_only);
    }
    // Two consumers: the data is not in the way, the counter is.
    let [data, counter] = consumed.barriers(&consumed, BarrierOptions::default());
    assert!(data.is_none() && counter.is_some());
}

#[test]
fn ordered_and_coherent_views_of_committed_shaders() {
    let ordered = shader_unit("pixel/rasterizer_ordered", ResourceClass::Uav, 1, 0);
    assert!(ordered.hazards.rasterizer_ordered && ordered.written());
    let reflection = reflection("barriers/globally_coherent");
    let coherent = reflection_needs(&reflection);
    assert!(
        coherent
            .iter()
            .any(|(_, needs)| needs.data.is_some_and(|unit| unit.hazards.coherent))
    );
}

#[test]
fn status_and_clamps_of_committed_shaders() {
    let status = reflection("textures/status_draw");
    assert!(status.resources.iter().any(|r| r.access.residency_status));
    let clamped = |name: &str| -> Vec<bool> {
        let reflection = reflection(name);
        let textures = reflection
            .resources
            .iter()
            .filter(|r| r.class == ResourceClass::Srv);
        textures.map(|r| r.access.min_lod).collect()
    };
    assert_eq!(clamped("textures/sample_clamp"), [true, true, true]);
    assert_eq!(clamped("textures/sample_grad"), [false, false]);
}

#[test]
fn dynamic_and_heap_indices_leave_the_identity_open() {
    let arrays = shader_unit("binding/table_offsets", ResourceClass::Srv, 0, 0);
    assert!(arrays.hazards.dynamic_identity);
    let single = shader_unit("binding/table_offsets", ResourceClass::Srv, 10, 2);
    assert!(!single.hazards.dynamic_identity);
}

#[test]
fn every_committed_shader_has_needs_that_hold_together() {
    let folders = ["binding", "atomics", "buffers", "textures", "pixel", "vertex"];
    for folder in folders {
        let path = format!("{}/testdata/shaders/{folder}", env!("CARGO_MANIFEST_DIR"));
        for entry in std::fs::read_dir(path).unwrap() {
            let file = entry.unwrap().file_name().into_string().unwrap();
            let Some(name) = file.strip_suffix(".dxil") else {
                continue;
            };
            let reflection = reflection(&format!("{folder}/{name}"));
            for (index, needs) in reflection_needs(&reflection) {
                let resource = &reflection.resources[index];
                for unit in [needs.data, needs.counter].into_iter().flatten() {
                    let at = format!("{folder}/{name} {index}: {unit}");
                    assert!(
                        !unit.vulkan.access.is_empty() && !unit.vulkan.stages.is_empty(),
                        "{at}"
                    );
                    assert_eq!(unit.vulkan.access.writes().is_empty(), !unit.written(), "{at}");
                    assert_eq!(unit.d3d12.layout.is_some(), unit.shape == Shape::Texture, "{at}");
                    assert_eq!(unit.vulkan.layout.is_some(), unit.shape == Shape::Texture, "{at}");
                    assert!(unit.d3d12.states.combinable(), "{at}");
                    if resource.class != ResourceClass::Uav {
                        assert!(!unit.written(), "{at}");
                    }
                }
            }
        }
    }
}
