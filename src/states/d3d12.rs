//! What an access needs in D3D12's terms: enhanced barriers' sync, access and layout, and legacy resource states.
//!
//! In: kind of view, stage, shape. Out: bits with the numbers of `d3d12.h`. Spec: "D3D12 Enhanced Barriers",
//! sections "Layout Access Compatibility", "Access Bits Barrier Sync Compatibility" and "Equivalent
//! D3D12_BARRIER_... for each D3D12_RESOURCE_STATES bit". Only what a shader may need is here: copies, render
//! targets, depth and video are the concern of who records them.

use super::shape::{Shape, Stages};
use crate::container::names::{flag_set, open_enum};
use crate::shader::{ResourceClass, ResourceKind, Stage};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

flag_set! {
    /// `D3D12_BARRIER_SYNC`.
    pub struct BarrierSync(u32) {
        ALL = 0x1, "all";
        DRAW = 0x2, "draw";
        INDEX_INPUT = 0x4, "index_input";
        VERTEX_SHADING = 0x8, "vertex_shading";
        PIXEL_SHADING = 0x10, "pixel_shading";
        DEPTH_STENCIL = 0x20, "depth_stencil";
        RENDER_TARGET = 0x40, "render_target";
        COMPUTE_SHADING = 0x80, "compute_shading";
        RAYTRACING = 0x100, "raytracing";
        COPY = 0x200, "copy";
        RESOLVE = 0x400, "resolve";
        EXECUTE_INDIRECT = 0x800, "execute_indirect";
        ALL_SHADING = 0x1000, "all_shading";
        NON_PIXEL_SHADING = 0x2000, "non_pixel_shading";
        EMIT_RAYTRACING_ACCELERATION_STRUCTURE_POSTBUILD_INFO = 0x4000,
            "emit_raytracing_acceleration_structure_postbuild_info";
        CLEAR_UNORDERED_ACCESS_VIEW = 0x8000, "clear_unordered_access_view";
        VIDEO_DECODE = 0x10_0000, "video_decode";
        VIDEO_PROCESS = 0x20_0000, "video_process";
        VIDEO_ENCODE = 0x40_0000, "video_encode";
        BUILD_RAYTRACING_ACCELERATION_STRUCTURE = 0x80_0000, "build_raytracing_acceleration_structure";
        COPY_RAYTRACING_ACCELERATION_STRUCTURE = 0x100_0000, "copy_raytracing_acceleration_structure";
        SPLIT = 0x8000_0000, "split";
    }
}

flag_set! {
    /// `D3D12_BARRIER_ACCESS`.
    pub struct BarrierAccess(u32) {
        VERTEX_BUFFER = 0x1, "vertex_buffer";
        CONSTANT_BUFFER = 0x2, "constant_buffer";
        INDEX_BUFFER = 0x4, "index_buffer";
        RENDER_TARGET = 0x8, "render_target";
        UNORDERED_ACCESS = 0x10, "unordered_access";
        DEPTH_STENCIL_WRITE = 0x20, "depth_stencil_write";
        DEPTH_STENCIL_READ = 0x40, "depth_stencil_read";
        SHADER_RESOURCE = 0x80, "shader_resource";
        STREAM_OUTPUT = 0x100, "stream_output";
        INDIRECT_ARGUMENT = 0x200, "indirect_argument";
        COPY_DEST = 0x400, "copy_dest";
        COPY_SOURCE = 0x800, "copy_source";
        RESOLVE_DEST = 0x1000, "resolve_dest";
        RESOLVE_SOURCE = 0x2000, "resolve_source";
        RAYTRACING_ACCELERATION_STRUCTURE_READ = 0x4000, "raytracing_acceleration_structure_read";
        RAYTRACING_ACCELERATION_STRUCTURE_WRITE = 0x8000, "raytracing_acceleration_structure_write";
        SHADING_RATE_SOURCE = 0x1_0000, "shading_rate_source";
        NO_ACCESS = 0x8000_0000, "no_access";
    }
}

open_enum! {
    /// `D3D12_BARRIER_LAYOUT`, those that a shader may access.
    pub struct BarrierLayout(u32) {
        COMMON = 0, "common";
        GENERIC_READ = 1, "generic_read";
        UNORDERED_ACCESS = 3, "unordered_access";
        SHADER_RESOURCE = 6, "shader_resource";
        DIRECT_QUEUE_COMMON = 18, "direct_queue_common";
        DIRECT_QUEUE_GENERIC_READ = 19, "direct_queue_generic_read";
        DIRECT_QUEUE_UNORDERED_ACCESS = 20, "direct_queue_unordered_access";
        DIRECT_QUEUE_SHADER_RESOURCE = 21, "direct_queue_shader_resource";
        COMPUTE_QUEUE_COMMON = 24, "compute_queue_common";
        COMPUTE_QUEUE_GENERIC_READ = 25, "compute_queue_generic_read";
        COMPUTE_QUEUE_UNORDERED_ACCESS = 26, "compute_queue_unordered_access";
        COMPUTE_QUEUE_SHADER_RESOURCE = 27, "compute_queue_shader_resource";
        DIRECT_QUEUE_GENERIC_READ_COMPUTE_QUEUE_ACCESSIBLE = 31,
            "direct_queue_generic_read_compute_queue_accessible";
    }
}

flag_set! {
    /// A set of [`BarrierLayout`]s: bit `n` is layout `n`.
    pub struct BarrierLayouts(u32) {
        COMMON = 0x1, "common";
        GENERIC_READ = 0x2, "generic_read";
        UNORDERED_ACCESS = 0x8, "unordered_access";
        SHADER_RESOURCE = 0x40, "shader_resource";
        DIRECT_QUEUE_COMMON = 0x4_0000, "direct_queue_common";
        DIRECT_QUEUE_GENERIC_READ = 0x8_0000, "direct_queue_generic_read";
        DIRECT_QUEUE_UNORDERED_ACCESS = 0x10_0000, "direct_queue_unordered_access";
        DIRECT_QUEUE_SHADER_RESOURCE = 0x20_0000, "direct_queue_shader_resource";
        COMPUTE_QUEUE_COMMON = 0x100_0000, "compute_queue_common";
        COMPUTE_QUEUE_GENERIC_READ = 0x200_0000, "compute_queue_generic_read";
        COMPUTE_QUEUE_UNORDERED_ACCESS = 0x400_0000, "compute_queue_unordered_access";
        COMPUTE_QUEUE_SHADER_RESOURCE = 0x800_0000, "compute_queue_shader_resource";
        DIRECT_QUEUE_GENERIC_READ_COMPUTE_QUEUE_ACCESSIBLE = 0x8000_0000,
            "direct_queue_generic_read_compute_queue_accessible";
    }
}

impl BarrierLayouts {
    /// Whether `layout` is one of them.
    pub fn has(self, layout: BarrierLayout) -> bool {
        self.contains(Self::of(layout))
    }
    /// The set of one; empty for layouts that no shader may access.
    pub(super) fn of(layout: BarrierLayout) -> Self {
        Self(1u32.checked_shl(layout.0).unwrap_or(0) & Self::KNOWN.0)
    }
}

flag_set! {
    /// `D3D12_RESOURCE_STATES`, those of shaders.
    pub struct ResourceStates(u32) {
        VERTEX_AND_CONSTANT_BUFFER = 0x1, "vertex_and_constant_buffer";
        UNORDERED_ACCESS = 0x8, "unordered_access";
        NON_PIXEL_SHADER_RESOURCE = 0x40, "non_pixel_shader_resource";
        PIXEL_SHADER_RESOURCE = 0x80, "pixel_shader_resource";
        RAYTRACING_ACCELERATION_STRUCTURE = 0x40_0000, "raytracing_acceleration_structure";
    }
}

impl ResourceStates {
    /// The states that no other may be combined with.
    const EXCLUSIVE: Self = Self(Self::UNORDERED_ACCESS.0 | Self::RAYTRACING_ACCELERATION_STRUCTURE.0);

    /// Whether a resource can be in all of them at once.
    pub fn combinable(self) -> bool {
        self.0 & Self::EXCLUSIVE.0 == 0 || self.0.count_ones() == 1
    }
}

/// The queue that a barrier is recorded for, and all later accesses to the resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Queue {
    /// Not known, or both kinds.
    #[default]
    Any,
    /// Direct queues only.
    Direct,
    /// Compute queues only.
    Compute,
}

/// What an access needs of its resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct D3d12Needs {
    /// Scope.
    pub sync: BarrierSync,
    /// Access.
    pub access: BarrierAccess,
    /// The layout to prefer where nothing is known of queues and other accesses; `null` where no layout does, and for
    /// buffers, which have none.
    pub layout: Option<BarrierLayout>,
    /// All layouts that do.
    pub layouts: BarrierLayouts,
    /// Legacy states; see [`ResourceStates::combinable`].
    pub states: ResourceStates,
}

/// A kind of view, and what it needs.
struct ViewRow {
    class: ResourceClass,
    /// The kind it is for; any without.
    kind: Option<ResourceKind>,
    access: BarrierAccess,
    pixel: ResourceStates,
    non_pixel: ResourceStates,
}

/// The first row that fits holds. Samplers have none: they are no memory.
const VIEWS: [ViewRow; 4] = [
    ViewRow {
        class: ResourceClass::Cbv,
        kind: None,
        access: BarrierAccess::CONSTANT_BUFFER,
        pixel: ResourceStates::VERTEX_AND_CONSTANT_BUFFER,
        non_pixel: ResourceStates::VERTEX_AND_CONSTANT_BUFFER,
    },
    ViewRow {
        class: ResourceClass::Srv,
        kind: Some(ResourceKind::RTAccelerationStructure),
        access: BarrierAccess::RAYTRACING_ACCELERATION_STRUCTURE_READ,
        pixel: ResourceStates::RAYTRACING_ACCELERATION_STRUCTURE,
        non_pixel: ResourceStates::RAYTRACING_ACCELERATION_STRUCTURE,
    },
    ViewRow {
        class: ResourceClass::Srv,
        kind: None,
        access: BarrierAccess::SHADER_RESOURCE,
        pixel: ResourceStates::PIXEL_SHADER_RESOURCE,
        non_pixel: ResourceStates::NON_PIXEL_SHADER_RESOURCE,
    },
    ViewRow {
        class: ResourceClass::Uav,
        kind: None,
        access: BarrierAccess::UNORDERED_ACCESS,
        pixel: ResourceStates::UNORDERED_ACCESS,
        non_pixel: ResourceStates::UNORDERED_ACCESS,
    },
];

/// The scope that each stage runs in. Libraries, of no stage, run anywhere.
const SCOPES: [(Stage, BarrierSync); 16] = [
    (Stage::Vertex, BarrierSync::VERTEX_SHADING),
    (Stage::Hull, BarrierSync::VERTEX_SHADING),
    (Stage::Domain, BarrierSync::VERTEX_SHADING),
    (Stage::Geometry, BarrierSync::VERTEX_SHADING),
    (Stage::Amplification, BarrierSync::VERTEX_SHADING),
    (Stage::Mesh, BarrierSync::VERTEX_SHADING),
    (Stage::Pixel, BarrierSync::PIXEL_SHADING),
    (Stage::Compute, BarrierSync::COMPUTE_SHADING),
    (Stage::Node, BarrierSync::COMPUTE_SHADING),
    (Stage::RayGeneration, BarrierSync::RAYTRACING),
    (Stage::Intersection, BarrierSync::RAYTRACING),
    (Stage::AnyHit, BarrierSync::RAYTRACING),
    (Stage::ClosestHit, BarrierSync::RAYTRACING),
    (Stage::Miss, BarrierSync::RAYTRACING),
    (Stage::Callable, BarrierSync::RAYTRACING),
    (Stage::Library, BarrierSync::ALL_SHADING),
];

/// The shader scopes that each access may be named with. `ALL_SHADING` goes with all of them: constant buffers are
/// not named in the scope of ray tracing, nor acceleration structures in those of draws.
const ACCESS_SCOPES: [(BarrierAccess, BarrierSync); 4] = [
    (
        BarrierAccess::CONSTANT_BUFFER,
        BarrierSync(
            BarrierSync::VERTEX_SHADING.0 | BarrierSync::PIXEL_SHADING.0 | BarrierSync::COMPUTE_SHADING.0,
        ),
    ),
    (BarrierAccess::SHADER_RESOURCE, SHADER_SCOPES),
    (BarrierAccess::UNORDERED_ACCESS, SHADER_SCOPES),
    (
        BarrierAccess::RAYTRACING_ACCELERATION_STRUCTURE_READ,
        BarrierSync(BarrierSync::COMPUTE_SHADING.0 | BarrierSync::RAYTRACING.0),
    ),
];

/// The scopes that `ALL_SHADING` is made of.
const SHADER_SCOPES: BarrierSync = BarrierSync(
    BarrierSync::VERTEX_SHADING.0
        | BarrierSync::PIXEL_SHADING.0
        | BarrierSync::COMPUTE_SHADING.0
        | BarrierSync::RAYTRACING.0,
);

/// The shader scopes that the coarser ones stand for.
const AGGREGATES: [(BarrierSync, BarrierSync); 2] = [
    (BarrierSync::ALL_SHADING, SHADER_SCOPES),
    (
        BarrierSync::NON_PIXEL_SHADING,
        BarrierSync(SHADER_SCOPES.0 & !BarrierSync::PIXEL_SHADING.0),
    ),
];

const READ_AND_UAV: BarrierAccess =
    BarrierAccess(BarrierAccess::SHADER_RESOURCE.0 | BarrierAccess::UNORDERED_ACCESS.0);

/// The accesses by shaders that each layout allows, and the queues that may access it; those to prefer first.
const LAYOUTS: [(BarrierLayout, BarrierAccess, Queue); 13] = [
    (
        BarrierLayout::SHADER_RESOURCE,
        BarrierAccess::SHADER_RESOURCE,
        Queue::Any,
    ),
    (
        BarrierLayout::UNORDERED_ACCESS,
        BarrierAccess::UNORDERED_ACCESS,
        Queue::Any,
    ),
    (
        BarrierLayout::GENERIC_READ,
        BarrierAccess::SHADER_RESOURCE,
        Queue::Any,
    ),
    (BarrierLayout::COMMON, BarrierAccess::SHADER_RESOURCE, Queue::Any),
    (
        BarrierLayout::DIRECT_QUEUE_GENERIC_READ_COMPUTE_QUEUE_ACCESSIBLE,
        BarrierAccess::SHADER_RESOURCE,
        Queue::Any,
    ),
    (
        BarrierLayout::DIRECT_QUEUE_SHADER_RESOURCE,
        BarrierAccess::SHADER_RESOURCE,
        Queue::Direct,
    ),
    (
        BarrierLayout::DIRECT_QUEUE_UNORDERED_ACCESS,
        BarrierAccess::UNORDERED_ACCESS,
        Queue::Direct,
    ),
    (
        BarrierLayout::DIRECT_QUEUE_GENERIC_READ,
        BarrierAccess::SHADER_RESOURCE,
        Queue::Direct,
    ),
    (BarrierLayout::DIRECT_QUEUE_COMMON, READ_AND_UAV, Queue::Direct),
    (
        BarrierLayout::COMPUTE_QUEUE_SHADER_RESOURCE,
        BarrierAccess::SHADER_RESOURCE,
        Queue::Compute,
    ),
    (
        BarrierLayout::COMPUTE_QUEUE_UNORDERED_ACCESS,
        BarrierAccess::UNORDERED_ACCESS,
        Queue::Compute,
    ),
    (
        BarrierLayout::COMPUTE_QUEUE_GENERIC_READ,
        BarrierAccess::SHADER_RESOURCE,
        Queue::Compute,
    ),
    (BarrierLayout::COMPUTE_QUEUE_COMMON, READ_AND_UAV, Queue::Compute),
];

/// What a view of this class and kind needs in `stage`, `None` where it is no view of memory.
pub(super) fn view(
    class: ResourceClass,
    kind: ResourceKind,
    stage: Stage,
    shape: Shape,
) -> Option<D3d12Needs> {
    let row = VIEWS
        .iter()
        .find(|row| row.class == class && row.kind.is_none_or(|only| only == kind))?;
    let states = match stage {
        Stage::Pixel => row.pixel,
        Stage::Library => row.pixel | row.non_pixel,
        _ => row.non_pixel,
    };
    let layouts = layouts(row.access, shape);
    Some(D3d12Needs {
        sync: scope(Stages::of(stage), row.access),
        access: row.access,
        layout: preferred(layouts, Queue::Any),
        layouts,
        states,
    })
}

/// The scope in which shaders of `stages` do `access`: as narrow as the specification lets it be named.
pub fn scope(stages: Stages, access: BarrierAccess) -> BarrierSync {
    let mut sync = BarrierSync::NONE;
    for (stage, scope) in SCOPES {
        if stages.contains(Stages::of(stage)) {
            sync |= scope;
        }
    }
    for (bit, scopes) in ACCESS_SCOPES {
        if access.contains(bit) && !scopes.contains(sync) {
            return BarrierSync::ALL_SHADING;
        }
    }
    sync
}

/// The union of two scopes, without what `ALL_SHADING` stands for where that is in it.
pub(super) fn union(a: BarrierSync, b: BarrierSync) -> BarrierSync {
    let both = a | b;
    if both.contains(BarrierSync::ALL_SHADING) {
        BarrierSync(both.0 & !SHADER_SCOPES.0)
    } else {
        both
    }
}

/// `coarse` without the shader scopes that `used` is not in: what remains of a barrier once it is known which stages
/// access the resource. Other scopes stay, `ALL` and `DRAW` too, since they are of more than shaders.
pub(super) fn narrow(coarse: BarrierSync, used: BarrierSync) -> BarrierSync {
    if used.contains(BarrierSync::ALL_SHADING) {
        return coarse;
    }
    let mut rest = coarse;
    let mut scopes = BarrierSync(coarse.0 & SHADER_SCOPES.0);
    for (aggregate, parts) in AGGREGATES {
        if coarse.contains(aggregate) {
            scopes |= parts;
            rest = BarrierSync(rest.0 & !aggregate.0);
        }
    }
    BarrierSync(rest.0 & !SHADER_SCOPES.0 | scopes.0 & used.0)
}

/// The layouts that allow all of `access`; none for what has no layout.
pub(super) fn layouts(access: BarrierAccess, shape: Shape) -> BarrierLayouts {
    if shape != Shape::Texture {
        return BarrierLayouts::NONE;
    }
    LAYOUTS
        .iter()
        .filter(|(_, allowed, _)| allowed.contains(access))
        .fold(BarrierLayouts::NONE, |set, (layout, ..)| {
            set | BarrierLayouts::of(*layout)
        })
}

/// The best of `layouts` for accesses on `queue`: the specification recommends those of the queue's own wherever
/// all accesses are there.
pub(super) fn preferred(layouts: BarrierLayouts, queue: Queue) -> Option<BarrierLayout> {
    let first = |wanted: Queue| {
        LAYOUTS
            .iter()
            .find(|(layout, _, of)| *of == wanted && layouts.has(*layout))
            .map(|(layout, ..)| *layout)
    };
    match queue {
        Queue::Any => first(Queue::Any),
        queue => first(queue).or_else(|| first(Queue::Any)),
    }
}
