//! What a caller needs to know about a translated shader to use it: pure data, serialisable.
//!
//! The JSON form is `--emit json`. Enough to build `VkDescriptorSetLayout`s and push-constant ranges from.

mod print;

use crate::container::root_signature::ShaderVisibility;
use crate::dxil::program::{ResourceClass, ResourceKind, ShaderModel, Stage};
use crate::ir::AtomicOp;
use serde::{Deserialize, Serialize};

/// Vulkan's descriptor types, those that a translated shader may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum DescriptorType {
    Sampler,
    SampledImage,
    StorageImage,
    UniformTexelBuffer,
    StorageTexelBuffer,
    UniformBuffer,
    StorageBuffer,
    InlineUniformBlock,
    /// `VK_DESCRIPTOR_TYPE_MUTABLE_EXT`: any of the types that are listed beside it.
    Mutable,
}

/// What the descriptors of a binding are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BindingRole {
    /// Resources and samplers of the shader.
    #[default]
    Resources,
    /// UAV counters, parallel to the resources; or one buffer with their addresses.
    UavCounters,
    /// Starts and sizes of views, see [`OffsetView`].
    OffsetBuffer,
    /// Root parameters that are not in the push constants, see [`InlineUniformBlock`].
    RootParameters,
    /// Sizes of the heaps, see [`HeapSize`].
    HeapSize,
    /// Descriptor QA: what the heap holds.
    DescriptorQaHeap,
    /// Descriptor QA: the report.
    DescriptorQaReport,
}

/// One binding of a descriptor set layout.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SetBinding {
    /// Binding number.
    pub binding: u32,
    /// Descriptor type.
    pub descriptor_type: DescriptorType,
    /// Number of descriptors, `null` for an unbounded array; of an inline uniform block, its bytes.
    pub count: Option<u32>,
    /// What it is for.
    #[serde(default)]
    pub role: BindingRole,
    /// The types that descriptors of a mutable binding may have.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub mutable_types: Vec<DescriptorType>,
    /// Index of the root signature's static sampler that is this binding's immutable sampler.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub static_sampler: Option<u32>,
}

/// A descriptor set layout.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DescriptorSet {
    /// Set number.
    pub set: u32,
    /// Bindings in order.
    pub bindings: Vec<SetBinding>,
}

/// The block that a root parameter is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RootStorage {
    /// The push constants.
    #[default]
    PushConstants,
    /// The [`InlineUniformBlock`].
    InlineUniformBlock,
}

/// Where a root parameter lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RootPlace {
    /// In which block.
    #[serde(default)]
    pub storage: RootStorage,
    /// Byte offset in it.
    pub offset: u32,
}

/// How a shader reaches a resource.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "strategy", rename_all = "snake_case", deny_unknown_fields)]
pub enum ResourceBinding {
    /// A descriptor: array element `element + (register index - first register)` of the binding.
    Descriptor {
        /// Set.
        set: u32,
        /// Binding.
        binding: u32,
        /// Descriptor type.
        descriptor_type: DescriptorType,
        /// Array element of the first register.
        #[serde(default)]
        element: u32,
    },
    /// A descriptor in a bindless heap: element `table offset + offset + (register index - first register)`.
    Heap {
        /// Set.
        set: u32,
        /// Binding.
        binding: u32,
        /// Descriptor type.
        descriptor_type: DescriptorType,
        /// Where the word lies that holds the table's offset into the heap, in descriptors; `null` when the
        /// shader indexes the heap itself (SM 6.6).
        #[serde(default)]
        table: Option<RootPlace>,
        /// Descriptors between the table's start and the resource's first register.
        #[serde(default)]
        offset: u32,
    },
    /// Root constants.
    RootConstants {
        /// Where they lie.
        place: RootPlace,
        /// Bytes.
        size: u32,
    },
    /// A root descriptor: a 64-bit address.
    Address {
        /// Where the address lies.
        place: RootPlace,
        /// Alignment in bytes that the shader assumes of the address.
        alignment: u32,
    },
    /// A static sampler.
    StaticSampler {
        /// Set.
        set: u32,
        /// Binding.
        binding: u32,
        /// Index in the root signature's list.
        index: u32,
    },
}

/// Where a UAV's counter is: a word that atomics change.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "strategy", rename_all = "snake_case", deny_unknown_fields)]
pub enum CounterBinding {
    /// The first word of a buffer of its own: an array parallel to the resource's heap or array.
    Descriptor {
        /// Set.
        set: u32,
        /// Binding.
        binding: u32,
        /// Storage buffer or storage texel buffer.
        descriptor_type: DescriptorType,
    },
    /// At a 64-bit address, 0 for none, that lies at byte `offset + stride * element` of a storage buffer,
    /// where `element` is the array element of the resource.
    Address {
        /// Set.
        set: u32,
        /// Binding.
        binding: u32,
        /// Bytes from one address to the next.
        stride: u32,
        /// Byte offset of the address of element 0.
        offset: u32,
    },
}

/// Where the start and size of a buffer view are, within a descriptor that may begin before it: two words at byte
/// `offset + stride * element` of a storage buffer, where `element` is the resource's array element. They count
/// bytes for raw and structured buffers, also where these are texel buffers, and elements for typed ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OffsetView {
    /// Set.
    pub set: u32,
    /// Binding.
    pub binding: u32,
    /// Byte offset of the first word of element 0.
    pub offset: u32,
    /// Bytes from one element to the next.
    pub stride: u32,
}

/// The root parameter that holds a resource, in D3D12's words.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RootBinding {
    /// Index of the root parameter.
    pub parameter: u32,
    /// Index of the range, in a descriptor table.
    pub range: Option<u32>,
    /// Stages that see it.
    pub visibility: ShaderVisibility,
    /// Flags of the range or descriptor, by the names of HLSL's root signatures. Root signatures of version 1.0
    /// mean `DATA_VOLATILE`, and of ranges `DESCRIPTORS_VOLATILE`.
    pub flags: Vec<String>,
}

/// First and last of a range of registers, or of descriptors of the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct IndexRange {
    /// First.
    pub first: u32,
    /// Last.
    pub last: u32,
}

/// An atomic operation that commutes with itself: the order of several does not matter where no result is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CommutativeAtomic {
    /// Operation.
    pub op: AtomicOp,
    /// Width of the word in bits: a carry makes atomics of different widths depend on their order.
    pub bits: u32,
}

/// What the shader may do with a resource: what is false never happens. All false where it is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct ResourceAccess {
    /// Data is read, by atomics too; samplers: used.
    pub read: bool,
    /// Data is written, by atomics too.
    pub write: bool,
    /// Atomics on data.
    pub atomic: bool,
    /// All accesses to data are atomics.
    pub atomic_only: bool,
    /// All accesses to data are atomics of this operation, which commutes with itself, and no result is used.
    #[serde(default)]
    pub commutes: Option<CommutativeAtomic>,
    /// The UAV counter is changed (apart from data).
    pub counter: bool,
    /// Accessed as `globallycoherent` or `reordercoherent`.
    pub coherent: bool,
    /// Accessed as a rasterizer-ordered view.
    pub rasterizer_ordered: bool,
    /// Sampler feedback is written.
    #[serde(default)]
    pub feedback: bool,
    /// Residency status of reads is used.
    pub residency_status: bool,
    /// Sampled with the level of detail clamped from below.
    #[serde(default)]
    pub min_lod: bool,
    /// Dimensions, sample positions or the level of detail are asked for; touches no data.
    pub query: bool,
    /// Read with a sampler; samplers: used.
    pub sampled: bool,
    /// Texels or typed elements read without a sampler.
    pub fetched: bool,
    /// Accessed as raw or structured memory.
    pub raw: bool,
    /// An index is no constant.
    pub dynamic_index: bool,
    /// A dynamic index may differ between lanes of a wave.
    pub non_uniform_index: bool,
    /// Indexed in the heap (SM 6.6).
    pub heap_index: bool,
    /// First and last index where all are constants: registers, or descriptors of the heap.
    pub static_indices: Option<IndexRange>,
}

/// A resource of the shader.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ResourceReflection {
    /// Class.
    pub class: ResourceClass,
    /// Kind.
    pub kind: ResourceKind,
    /// HLSL name.
    pub name: String,
    /// Register space.
    pub space: u32,
    /// First register.
    pub register: u32,
    /// Registers, `null` when unbounded.
    pub count: Option<u32>,
    /// Structured buffer stride in bytes, else 0.
    pub stride: u32,
    /// What covers it in the root signature, if one does.
    pub d3d12: Option<RootBinding>,
    /// How it is reached.
    pub vulkan: ResourceBinding,
    /// Its UAV counter.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub counter: Option<CounterBinding>,
    /// Where its view starts within its descriptor, `null` where the descriptor starts.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub offset_view: Option<OffsetView>,
    /// What the shader may do with it.
    #[serde(default)]
    pub access: ResourceAccess,
    /// Alignment in bytes that the shader assumes of its address, `null` where it assumes none: it is reached
    /// through a descriptor.
    #[serde(default)]
    pub alignment_assumed: Option<u32>,
}

/// What a member of the push-constant block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PushConstantKind {
    /// 64-bit address of a root descriptor.
    RootDescriptor,
    /// Offset of a descriptor table in its heap, in descriptors.
    TableOffset,
    /// Root constants.
    RootConstants,
}

/// A member of the push-constant block.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PushConstantMember {
    /// Byte offset.
    pub offset: u32,
    /// Bytes.
    pub size: u32,
    /// What it is.
    pub kind: PushConstantKind,
    /// Root parameter that it carries, with a root signature.
    pub root_parameter: Option<u32>,
}

/// The push-constant block.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct PushConstants {
    /// Bytes, 0 for none.
    pub size: u32,
    /// Members by offset.
    pub members: Vec<PushConstantMember>,
}

/// A uniform block (an inline one, or an ordinary uniform buffer) with the root parameters that the push constants
/// have no room for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct InlineUniformBlock {
    /// Set.
    pub set: u32,
    /// Binding.
    pub binding: u32,
    /// Bytes.
    pub size: u32,
    /// Members by offset.
    pub members: Vec<PushConstantMember>,
}

/// Where the sizes of the heaps come from, in descriptors. A heap has one descriptor more, a null descriptor,
/// which indices beyond its size are led to (samplers, of which there are no null ones: any sampler). Only indices
/// that the shader computes are compared.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "source", rename_all = "snake_case")]
pub enum HeapSize {
    /// They are these.
    Constant {
        /// Descriptors of the resource heap.
        resources: u32,
        /// Descriptors of the sampler heap.
        samplers: u32,
    },
    /// Specialization constants.
    SpecConstant,
    /// The first two words of a storage buffer: resources, samplers.
    Buffer {
        /// Set.
        set: u32,
        /// Binding.
        binding: u32,
    },
}

/// The storage buffers of descriptor QA, laid out as version 2 of vkd3d-proton's interface. Shaders write the report,
/// so a device needs `vertexPipelineStoresAndAtomics` and `fragmentStoresAndAtomics`.
///
/// | QA heap: byte | holds | | report: byte | holds |
/// |---|---|---|---|---|
/// | 0 | descriptors of the heap, `count` | | 0, 4 | hash of the shader |
/// | 4 | number of the heap | | 8 | index asked for |
/// | 8 + 12 i | cookie of descriptor i | | 12 | number of the heap |
/// | 12 + 12 i | its timestamp | | 16 | cookie found |
/// | 16 + 12 i | mask of its types | | 20 | faults so far; the caller clears it |
/// | | | | 24 | site |
/// | | | | 28, 32 | mask wanted, mask found |
/// | | | | 36 | fault, written last |
/// | | | | 40 | timestamp of the submission |
/// | | | | 44 + 4 i | bits of the cookies from 32 i on: set where the resource is alive |
///
/// A mask is the sum of 1 (sampled image), 2 (storage image), 4 (uniform buffer), 8 (storage buffer), 0x10 (uniform
/// texel buffer), 0x20 (storage texel buffer), 0x100 (UAV counter). A fault is the sum of 1 (index not below `count`),
/// 2 (the descriptor lacks a wanted type), 4 (resource destroyed), 8 (timestamp later than the submission's). Of an
/// index beyond the heap nothing is looked at: cookie and mask found are 0, and the fault is 1. The site is the
/// number of the check in the shader, from 1 on, in the order of its code.
///
/// Accesses at fault get the descriptor at index `count`, which the caller makes a null descriptor (in a heap of
/// mutable type one that is null for every type; with addresses of UAV counters, 0 is at its place).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DescriptorQa {
    /// Set of the buffer that says what the heap holds.
    pub heap_set: u32,
    /// Its binding.
    pub heap_binding: u32,
    /// Set of the buffer that takes the report.
    pub report_set: u32,
    /// Its binding.
    pub report_binding: u32,
    /// The shader's hash, as the report names it.
    pub shader_hash: u64,
}

/// An input or output.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct IoElement {
    /// Semantic name without index.
    pub semantic: String,
    /// Semantic index of the first row.
    pub index: u32,
    /// Rows.
    pub rows: u32,
    /// Components.
    pub cols: u32,
    /// Component type.
    pub component_type: crate::dxil::program::ComponentType,
    /// Location of the first row, unless it is a built-in.
    pub location: Option<u32>,
    /// First component in the location.
    pub component: u32,
    /// SPIR-V built-in name.
    pub builtin: Option<String>,
}

/// The `SpecId` of the render target's sample count.
pub const SAMPLE_COUNT_SPEC_ID: u32 = 0;
/// The `SpecId` of the resource heap's size.
pub const RESOURCE_HEAP_SIZE_SPEC_ID: u32 = 1;
/// The `SpecId` of the sampler heap's size.
pub const SAMPLER_HEAP_SIZE_SPEC_ID: u32 = 2;

/// What a specialization constant is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpecConstantKind {
    /// Sample count of the render targets of the pipeline.
    SampleCount,
    /// Descriptors of the resource heap.
    ResourceHeapSize,
    /// Descriptors of the sampler heap.
    SamplerHeapSize,
}

/// A specialization constant that the pipeline should set.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SpecConstant {
    /// Its `SpecId`.
    pub id: u32,
    /// What it is.
    pub kind: SpecConstantKind,
    /// Its value where the pipeline sets none.
    pub default: u32,
}

/// `[WaveSize]`: what the shader asks of the wave's size. One size only where `min` and `max` are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WaveSize {
    /// Smallest.
    pub min: u32,
    /// Largest.
    pub max: u32,
    /// Preferred, if one is.
    pub preferred: Option<u32>,
}

/// What the translated shader does, as far as pipelines and devices depend on it: what is false never happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct ShaderFeatures {
    /// Depth is written.
    pub writes_depth: bool,
    /// The stencil reference is written.
    pub writes_stencil: bool,
    /// The sample mask is written.
    pub writes_sample_mask: bool,
    /// A viewport index is written.
    pub writes_viewport_index: bool,
    /// A layer is written.
    pub writes_layer: bool,
    /// Runs once a sample.
    pub sample_rate_shading: bool,
    /// Depth and stencil tests come before the shader.
    pub early_depth_stencil: bool,
    /// Invocations may be discarded.
    pub discards: bool,
    /// Uses derivatives, implicit ones of samples too.
    pub derivatives: bool,
    /// Uses wave or quad operations.
    pub wave_ops: bool,
    /// Reads the lane index or the wave's size.
    pub wave_properties: bool,
    /// Accesses rasterizer-ordered views.
    pub rasterizer_ordered_views: bool,
    /// Needs 16-bit floats in arithmetic, or 16-bit types in memory; 16-bit integers alone do not count.
    pub native_16bit: bool,
    /// Needs 64-bit floats.
    pub fp64: bool,
    /// Needs 64-bit integers.
    pub int64: bool,
    /// Needs 64-bit atomics on buffers or shared memory.
    pub int64_atomics: bool,
    /// Needs 64-bit atomics on images.
    pub int64_image_atomics: bool,
    /// Uses the residency status of sparse resources.
    pub sparse_residency: bool,
    /// Clamps the level of detail from below.
    pub min_lod: bool,
    /// Reads barycentric coordinates or the attributes of single vertices.
    #[serde(default)]
    pub barycentrics: bool,
    /// Reads `SV_InnerCoverage`: whether the pixel is fully covered.
    #[serde(default)]
    pub inner_coverage: bool,
    /// Reads `SV_ViewID`: depends on view instancing, which is multiview in Vulkan.
    #[serde(default)]
    pub view_id: bool,
    /// Writes a viewport index or a layer in a vertex or domain shader, which needs `shaderOutputViewportIndex` and
    /// `shaderOutputLayer`.
    #[serde(default)]
    pub viewport_or_layer_from_vertex: bool,
    /// Reads or writes storage images whose format the shader does not give.
    #[serde(default)]
    pub storage_image_without_format: bool,
}

/// An execution mode of the entry point.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ExecutionMode {
    /// Its SPIR-V name.
    pub mode: String,
    /// Its literals.
    pub operands: Vec<u32>,
}

/// Everything about a translated entry point.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Reflection {
    /// Schema of this JSON, `dxil2spirv-reflection/1`.
    pub schema: String,
    /// FNV-1 64-bit hash of the input as 16 hex digits.
    pub hash: String,
    /// Entry point name.
    pub entry: String,
    /// [`CODEGEN_REVISION`](crate::CODEGEN_REVISION) of the translator: part of the key of a cache.
    #[serde(default)]
    pub codegen_revision: u32,
    /// Stage.
    pub stage: Stage,
    /// Shader model.
    pub shader_model: ShaderModel,
    /// Threads of a workgroup.
    pub workgroup_size: Option<[u32; 3]>,
    /// The largest subgroup size, up to 128, that `workgroup_size[0]` is a multiple of: with this size or a smaller
    /// one, `VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT` may be set.
    #[serde(default)]
    pub full_subgroups_up_to: Option<u32>,
    /// Inputs.
    pub inputs: Vec<IoElement>,
    /// Outputs.
    pub outputs: Vec<IoElement>,
    /// Resources, in the order of the metadata.
    pub resources: Vec<ResourceReflection>,
    /// Push constants.
    pub push_constants: PushConstants,
    /// Root parameters outside the push constants.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub inline_uniform_block: Option<InlineUniformBlock>,
    /// Where the sizes of the heaps come from, with the option for it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub heap_size: Option<HeapSize>,
    /// Descriptor QA, with the option for it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub descriptor_qa: Option<DescriptorQa>,
    /// Descriptor sets in order.
    pub descriptor_sets: Vec<DescriptorSet>,
    /// Specialization constants that the pipeline should set.
    #[serde(default)]
    pub spec_constants: Vec<SpecConstant>,
    /// What the shader asks of the wave's size.
    #[serde(default)]
    pub wave_size: Option<WaveSize>,
    /// What DXIL declares: names of the shader flags, in bit order.
    #[serde(default)]
    pub shader_flags: Vec<String>,
    /// What the translated shader does.
    #[serde(default)]
    pub features: ShaderFeatures,
    /// SPIR-V execution modes, in order.
    #[serde(default)]
    pub execution_modes: Vec<ExecutionMode>,
    /// SPIR-V capabilities, by name.
    pub capabilities: Vec<String>,
    /// SPIR-V extensions.
    pub extensions: Vec<String>,
}

#[cfg(test)]
#[path = "reflection_tests.rs"]
mod tests;
