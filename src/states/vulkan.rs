//! What an access needs in Vulkan's terms: pipeline stages, access masks, image layout.
//!
//! In: how the translated shader reaches the resource, what it does there, in which stage. Out: bits with the numbers
//! of `VkPipelineStageFlagBits2`, `VkAccessFlagBits2` and `VkImageLayout`. Spec: Vulkan, "Supported access types" and
//! the descriptions of the bits.

use super::shape::{Shape, Stages};
use crate::container::names::{flag_set, open_enum};
use crate::reflection::{DescriptorType, ResourceBinding};
use crate::shader::{ResourceClass, ResourceKind, Stage};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

flag_set! {
    /// `VkPipelineStageFlags2`, the stages of shaders.
    pub struct PipelineStages(u64) {
        VERTEX_SHADER = 0x8, "vertex_shader";
        TESSELLATION_CONTROL_SHADER = 0x10, "tessellation_control_shader";
        TESSELLATION_EVALUATION_SHADER = 0x20, "tessellation_evaluation_shader";
        GEOMETRY_SHADER = 0x40, "geometry_shader";
        FRAGMENT_SHADER = 0x80, "fragment_shader";
        COMPUTE_SHADER = 0x800, "compute_shader";
        TASK_SHADER = 0x8_0000, "task_shader";
        MESH_SHADER = 0x10_0000, "mesh_shader";
        RAY_TRACING_SHADER = 0x20_0000, "ray_tracing_shader";
    }
}

flag_set! {
    /// `VkAccessFlags2`, the accesses of shaders.
    pub struct AccessFlags(u64) {
        UNIFORM_READ = 0x8, "uniform_read";
        INPUT_ATTACHMENT_READ = 0x10, "input_attachment_read";
        ACCELERATION_STRUCTURE_READ = 0x20_0000, "acceleration_structure_read";
        SHADER_SAMPLED_READ = 0x1_0000_0000, "shader_sampled_read";
        SHADER_STORAGE_READ = 0x2_0000_0000, "shader_storage_read";
        SHADER_STORAGE_WRITE = 0x4_0000_0000, "shader_storage_write";
    }
}

impl AccessFlags {
    /// The writes among them.
    pub fn writes(self) -> Self {
        Self(self.0 & Self::SHADER_STORAGE_WRITE.0)
    }
}

open_enum! {
    /// `VkImageLayout`, those of images that shaders access.
    pub struct ImageLayout(u32) {
        GENERAL = 1, "general";
        SHADER_READ_ONLY_OPTIMAL = 5, "shader_read_only_optimal";
    }
}

/// What an access needs of its resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct VulkanNeeds {
    /// Stages.
    pub stages: PipelineStages,
    /// Accesses.
    pub access: AccessFlags,
    /// Layout of the image; `null` for buffers. `GENERAL` does in its place, and for depth and stencil images
    /// their read-only layouts do in place of `SHADER_READ_ONLY_OPTIMAL`.
    pub layout: Option<ImageLayout>,
}

/// The stage bit of each stage; libraries, of no stage, have all.
const STAGES: [(Stage, PipelineStages); 16] = [
    (Stage::Vertex, PipelineStages::VERTEX_SHADER),
    (Stage::Hull, PipelineStages::TESSELLATION_CONTROL_SHADER),
    (Stage::Domain, PipelineStages::TESSELLATION_EVALUATION_SHADER),
    (Stage::Geometry, PipelineStages::GEOMETRY_SHADER),
    (Stage::Amplification, PipelineStages::TASK_SHADER),
    (Stage::Mesh, PipelineStages::MESH_SHADER),
    (Stage::Pixel, PipelineStages::FRAGMENT_SHADER),
    (Stage::Compute, PipelineStages::COMPUTE_SHADER),
    (Stage::Node, PipelineStages::COMPUTE_SHADER),
    (Stage::RayGeneration, PipelineStages::RAY_TRACING_SHADER),
    (Stage::Intersection, PipelineStages::RAY_TRACING_SHADER),
    (Stage::AnyHit, PipelineStages::RAY_TRACING_SHADER),
    (Stage::ClosestHit, PipelineStages::RAY_TRACING_SHADER),
    (Stage::Miss, PipelineStages::RAY_TRACING_SHADER),
    (Stage::Callable, PipelineStages::RAY_TRACING_SHADER),
    (Stage::Library, PipelineStages::KNOWN),
];

/// How memory is reached, for its access bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Path {
    Uniform,
    Sampled,
    Storage,
    InputAttachment,
    AccelerationStructure,
}

/// The path of each descriptor type that names memory.
const DESCRIPTORS: [(DescriptorType, Path); 6] = [
    (DescriptorType::UniformBuffer, Path::Uniform),
    (DescriptorType::SampledImage, Path::Sampled),
    (DescriptorType::UniformTexelBuffer, Path::Sampled),
    (DescriptorType::StorageImage, Path::Storage),
    (DescriptorType::StorageTexelBuffer, Path::Storage),
    (DescriptorType::StorageBuffer, Path::Storage),
];

/// Accesses of reads and of writes.
const PATHS: [(Path, AccessFlags, AccessFlags); 5] = [
    (Path::Uniform, AccessFlags::UNIFORM_READ, AccessFlags::NONE),
    (Path::Sampled, AccessFlags::SHADER_SAMPLED_READ, AccessFlags::NONE),
    (
        Path::Storage,
        AccessFlags::SHADER_STORAGE_READ,
        AccessFlags::SHADER_STORAGE_WRITE,
    ),
    (
        Path::InputAttachment,
        AccessFlags::INPUT_ATTACHMENT_READ,
        AccessFlags::NONE,
    ),
    (
        Path::AccelerationStructure,
        AccessFlags::ACCELERATION_STRUCTURE_READ,
        AccessFlags::NONE,
    ),
];

/// How the shader reaches a resource, `None` where that is no memory that barriers are for: samplers, root constants.
pub(super) fn path(class: ResourceClass, kind: ResourceKind, binding: &ResourceBinding) -> Option<Path> {
    if kind == ResourceKind::RTAccelerationStructure {
        return Some(Path::AccelerationStructure);
    }
    match binding {
        ResourceBinding::Descriptor { descriptor_type, .. }
        | ResourceBinding::Heap { descriptor_type, .. } => DESCRIPTORS
            .iter()
            .find(|(of, _)| of == descriptor_type)
            .map(|(_, path)| *path),
        ResourceBinding::InputAttachment { .. } => Some(Path::InputAttachment),
        // Through physical addresses, constant buffers too.
        ResourceBinding::Address { .. } if class != ResourceClass::Sampler => Some(Path::Storage),
        _ => None,
    }
}

/// What reads and writes along `path` need in `stage`.
pub(super) fn needs(path: Path, stage: Stage, shape: Shape, read: bool, write: bool) -> VulkanNeeds {
    let mut access = AccessFlags::NONE;
    for (of, reads, writes) in PATHS {
        if of == path {
            access |= if read { reads } else { AccessFlags::NONE };
            access |= if write { writes } else { AccessFlags::NONE };
        }
    }
    let layout = match (shape, path) {
        (Shape::Texture, Path::Sampled) => Some(ImageLayout::SHADER_READ_ONLY_OPTIMAL),
        (Shape::Texture, _) => Some(ImageLayout::GENERAL),
        _ => None,
    };
    VulkanNeeds {
        stages: stage_bits(Stages::of(stage)),
        access,
        layout,
    }
}

/// The stage bits of `stages`.
pub fn stage_bits(stages: Stages) -> PipelineStages {
    STAGES
        .iter()
        .filter(|(stage, _)| stages.contains(Stages::of(*stage)))
        .fold(PipelineStages::NONE, |all, (_, bits)| all | *bits)
}

/// The layout that serves both.
pub(super) fn shared_layout(a: Option<ImageLayout>, b: Option<ImageLayout>) -> Option<ImageLayout> {
    match (a, b) {
        (Some(a), Some(b)) if a != b => Some(ImageLayout::GENERAL),
        (a, b) => a.or(b),
    }
}
