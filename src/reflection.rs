//! What a caller needs to know about a translated shader to use it: pure data, serialisable.
//!
//! The JSON form is `--emit json`, with the keys in the order of the fields here. Enough to build
//! `VkDescriptorSetLayout`s and push-constant ranges from: `docs/reflection.md` says how, and
//! `docs/reflection.schema.json` is its JSON Schema, made of this file by `cargo xtask schema`; descriptions in it
//! are the comments here.
//!
//! The form grows by new fields, which readers ignore and older texts lack; any other change is a new number in
//! [`SCHEMA`].

mod print;

use crate::ir::AtomicOp;
use crate::shader::{ResourceClass, ResourceKind, ShaderModel, Stage};
use serde::{Deserialize, Serialize};

pub use crate::vulkan::{
    BindingRole, Capture, CounterBinding, DescriptorQa, DescriptorSet, DescriptorType, HeapSize,
    InlineUniformBlock, IoElement, OffsetView, PushConstantKind, PushConstantMember, PushConstants,
    RESOURCE_HEAP_SIZE_SPEC_ID, ResourceBinding, RootBinding, RootPlace, RootStorage, SAMPLE_COUNT_SPEC_ID,
    SAMPLER_HEAP_SIZE_SPEC_ID, SetBinding, SpecConstant, SpecConstantKind,
};

/// The name of the JSON form, [`Reflection::schema`].
pub const SCHEMA: &str = "dxil2spirv-reflection/1";

/// First and last, both included, of a range of registers, or of descriptors of the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IndexRange {
    /// First.
    pub first: u32,
    /// Last.
    pub last: u32,
}

/// An atomic operation that commutes with itself: the order of several does not matter where no result is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CommutativeAtomic {
    /// Operation.
    pub op: AtomicOp,
    /// Width of the word in bits, 32 or 64: a carry makes atomics of different widths depend on their order.
    pub bits: u32,
}

/// What the shader may do with a resource. The facts over-approximate the code that can be reached from the entry
/// point: what is false never happens, what is true may. All false where the resource is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ResourceAccess {
    /// Data is read, by atomics too; samplers: used. Asking for dimensions is no read.
    pub read: bool,
    /// Data is written, by atomics too.
    pub write: bool,
    /// Atomics on data.
    pub atomic: bool,
    /// All accesses to data are atomics.
    pub atomic_only: bool,
    /// All accesses to data are atomics of this operation, which commutes with itself, and no result is used: such
    /// accesses may overlap. `null` otherwise.
    #[serde(default)]
    pub commutes: Option<CommutativeAtomic>,
    /// The UAV counter is changed (apart from data).
    pub counter: bool,
    /// Accessed as `globallycoherent` or `reordercoherent`: visible inside the dispatch or draw, which replaces no
    /// barrier between two.
    pub coherent: bool,
    /// Accessed as a rasterizer-ordered view, which fragment interlock orders.
    pub rasterizer_ordered: bool,
    /// Sampler feedback is written.
    #[serde(default)]
    pub feedback: bool,
    /// Residency status of reads is used (`CheckAccessFullyMapped`): sparse residency, tiled resources tier 2.
    pub residency_status: bool,
    /// Sampled with the level of detail clamped from below (`shaderResourceMinLod`).
    #[serde(default)]
    pub min_lod: bool,
    /// Dimensions, sample positions or the level of detail are asked for; touches no data.
    pub query: bool,
    /// Read with a sampler; samplers: used.
    pub sampled: bool,
    /// Texels or typed elements are read without a sampler.
    pub fetched: bool,
    /// Accessed as raw or structured memory: `ByteAddressBuffer`, `StructuredBuffer` and their read-write forms.
    pub raw: bool,
    /// An index is no constant, so which of the descriptors is accessed is not known.
    pub dynamic_index: bool,
    /// A dynamic index may differ between lanes of a wave.
    pub non_uniform_index: bool,
    /// Indexed in the heap (SM 6.6).
    pub heap_index: bool,
    /// First and last index where all are constants: registers, or descriptors of the heap. `null` where one is not,
    /// or there is none.
    pub static_indices: Option<IndexRange>,
}

/// A resource of the shader: a range of registers, or what it takes from the heap by itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ResourceReflection {
    /// Class.
    pub class: ResourceClass,
    /// Kind.
    pub kind: ResourceKind,
    /// HLSL name, empty where the shader was stripped of it.
    pub name: String,
    /// Register space.
    pub space: u32,
    /// First register. This and the space say nothing where [`ResourceAccess::heap_index`] is true.
    pub register: u32,
    /// Number of registers, `null` when unbounded.
    pub count: Option<u32>,
    /// Structured buffer stride in bytes, else 0.
    pub stride: u32,
    /// What covers it in the root signature; `null` without one, and for static samplers and what the shader takes
    /// from the heap by itself.
    pub d3d12: Option<RootBinding>,
    /// How it is reached.
    pub vulkan: ResourceBinding,
    /// Its UAV counter, absent where it has none. It is reached only where [`ResourceAccess::counter`] is true.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub counter: Option<CounterBinding>,
    /// Where its view starts within its descriptor; absent: where the descriptor starts.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub offset_view: Option<OffsetView>,
    /// What the shader may do with it.
    #[serde(default)]
    pub access: ResourceAccess,
    /// Alignment in bytes, a power of two, that the shader assumes of its address: not above what D3D12 guarantees
    /// and what the option `max_alignment` allows. `null` where it assumes none: it is reached through a descriptor.
    #[serde(default)]
    pub alignment_assumed: Option<u32>,
}

/// `[WaveSize]` (SM 6.6, ranges SM 6.8): what the shader asks of the wave's size, in lanes. One size only where `min`
/// and `max` are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WaveSize {
    /// Smallest, a power of two.
    pub min: u32,
    /// Largest, a power of two.
    pub max: u32,
    /// Preferred, `null` if none is.
    pub preferred: Option<u32>,
}

/// What the translated shader does, as far as pipelines and devices depend on it: what is false never happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShaderFeatures {
    /// Depth is written (`SV_Depth` and its conservative forms).
    pub writes_depth: bool,
    /// The stencil reference is written (`SV_StencilRef`, `VK_EXT_shader_stencil_export`).
    pub writes_stencil: bool,
    /// The sample mask is written (`SV_Coverage`).
    pub writes_sample_mask: bool,
    /// A viewport index is written (`SV_ViewportArrayIndex`).
    pub writes_viewport_index: bool,
    /// A layer is written (`SV_RenderTargetArrayIndex`).
    pub writes_layer: bool,
    /// Runs once a sample (`sampleRateShading`).
    pub sample_rate_shading: bool,
    /// Depth and stencil tests come before the shader (`EarlyFragmentTests`).
    pub early_depth_stencil: bool,
    /// Invocations may be discarded (`discard`, `clip`).
    pub discards: bool,
    /// Uses derivatives, implicit ones of samples too.
    pub derivatives: bool,
    /// Uses wave or quad operations.
    pub wave_ops: bool,
    /// Reads the lane index or the wave's size.
    pub wave_properties: bool,
    /// Accesses rasterizer-ordered views (`VK_EXT_fragment_shader_interlock`); no variable-rate shading then.
    pub rasterizer_ordered_views: bool,
    /// Needs 16-bit floats in arithmetic, or 16-bit types in memory; 16-bit integers alone do not count.
    pub native_16bit: bool,
    /// Needs 64-bit floats (`shaderFloat64`).
    pub fp64: bool,
    /// Needs 64-bit integers (`shaderInt64`).
    pub int64: bool,
    /// Needs 64-bit atomics on buffers or shared memory.
    pub int64_atomics: bool,
    /// Needs 64-bit atomics on images (`shaderImageInt64Atomics`).
    pub int64_image_atomics: bool,
    /// Uses the residency status of sparse resources (`shaderResourceResidency`).
    pub sparse_residency: bool,
    /// Clamps the level of detail from below (`shaderResourceMinLod`).
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExecutionMode {
    /// Its name in the SPIR-V specification.
    pub mode: String,
    /// Its literals in order, none for most.
    pub operands: Vec<u32>,
}

/// Everything about a translated entry point that a caller needs to use it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reflection {
    /// Schema of this JSON, [`SCHEMA`].
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: String,
    /// FNV-1 64-bit hash of the whole input as 16 hex digits: the name that vkd3d-proton dumps it by.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9a-f]{16}$")))]
    pub hash: String,
    /// Name of the entry point, in DXIL and in SPIR-V.
    pub entry: String,
    /// [`CODEGEN_REVISION`](crate::CODEGEN_REVISION) of the translator: part of the key of a cache.
    #[serde(default)]
    pub codegen_revision: u32,
    /// Stage of the entry point.
    pub stage: Stage,
    /// Shader model that DXIL declares.
    pub shader_model: ShaderModel,
    /// Threads of a workgroup in x, y and z (`[numthreads]`), `null` for stages without.
    pub workgroup_size: Option<[u32; 3]>,
    /// The largest subgroup size, up to 128, that `workgroup_size[0]` is a multiple of: with this size or a smaller
    /// one, `VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT` may be set.
    #[serde(default)]
    pub full_subgroups_up_to: Option<u32>,
    /// Inputs that the shader reads, in the order of the signature.
    pub inputs: Vec<IoElement>,
    /// Outputs that the shader writes, in the order of the signature.
    pub outputs: Vec<IoElement>,
    /// Resources, in the order of the metadata; behind them what the shader takes from the heap by itself. Those that
    /// the metadata has and the code does not use are in it.
    pub resources: Vec<ResourceReflection>,
    /// The push-constant block.
    pub push_constants: PushConstants,
    /// Root parameters outside the push constants; absent where these hold all.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub inline_uniform_block: Option<InlineUniformBlock>,
    /// Where the sizes of the heaps come from; absent without the option for it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub heap_size: Option<HeapSize>,
    /// The buffers of descriptor QA; absent without the option for it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub descriptor_qa: Option<DescriptorQa>,
    /// Descriptor sets by number, those that the shader needs something of. Binding a set of another number is not
    /// wrong; the layouts between are empty ones.
    pub descriptor_sets: Vec<DescriptorSet>,
    /// Specialization constants that the shader uses, in the order of their ids.
    #[serde(default)]
    pub spec_constants: Vec<SpecConstant>,
    /// What the shader asks of the wave's size; `null` where it asks nothing.
    #[serde(default)]
    pub wave_size: Option<WaveSize>,
    /// What DXIL declares: names of the shader flags in bit order, `bit N` for one without a name. See "Shader flags"
    /// in DXC's `docs/DXIL.rst`; [`ShaderFlags`](crate::shader::ShaderFlags) has the names.
    #[serde(default)]
    pub shader_flags: Vec<String>,
    /// What the translated shader does, whatever DXIL declares.
    #[serde(default)]
    pub features: ShaderFeatures,
    /// SPIR-V execution modes of the entry point, in the order of the module.
    #[serde(default)]
    pub execution_modes: Vec<ExecutionMode>,
    /// SPIR-V capabilities that the module declares: names, in the order of their numbers.
    pub capabilities: Vec<String>,
    /// SPIR-V extensions that the module declares: names, in alphabetical order.
    pub extensions: Vec<String>,
}

#[cfg(test)]
#[path = "reflection_tests.rs"]
mod tests;
