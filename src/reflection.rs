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

use crate::container::root_signature::ShaderVisibility;
use crate::dxil::program::{ResourceClass, ResourceKind, ShaderModel, Stage};
use crate::ir::AtomicOp;
use serde::{Deserialize, Serialize};

/// The name of the JSON form, [`Reflection::schema`].
pub const SCHEMA: &str = "dxil2spirv-reflection/1";

/// Vulkan's descriptor types, those that a translated shader may use: `VkDescriptorType` in lower case, without its
/// prefix. Samplers and images are never combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// `VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK`. The shader reads it as it reads a uniform buffer, so that the
    /// layout may have one of these instead.
    InlineUniformBlock,
    /// `VK_DESCRIPTOR_TYPE_MUTABLE_EXT`: any of the types that are listed beside it.
    Mutable,
    /// An attachment of the pass, see [`ResourceBinding::InputAttachment`].
    InputAttachment,
}

/// What the descriptors of a binding are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BindingRole {
    /// Resources and samplers of the shader.
    #[default]
    Resources,
    /// UAV counters, see [`CounterBinding`]: descriptors parallel to those of the resources, or one storage buffer
    /// with their addresses.
    UavCounters,
    /// A storage buffer of starts and sizes of views, see [`OffsetView`].
    OffsetBuffer,
    /// Root parameters that are not in the push constants, see [`InlineUniformBlock`].
    RootParameters,
    /// A storage buffer with the sizes of the heaps, see [`HeapSize`].
    HeapSize,
    /// Descriptor QA: a storage buffer that says what the heap holds, see [`DescriptorQa`].
    DescriptorQaHeap,
    /// Descriptor QA: the storage buffer that takes the report.
    DescriptorQaReport,
}

/// One binding of a descriptor set layout: `VkDescriptorSetLayoutBinding`, visible to the stage of the shader.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SetBinding {
    /// Binding number.
    pub binding: u32,
    /// Descriptor type.
    pub descriptor_type: DescriptorType,
    /// Number of descriptors; of an inline uniform block, its size in bytes. `null` for an array without bound, in
    /// which any descriptor of a heap may be indexed: the layout's count is then the size of the heap, with
    /// `PARTIALLY_BOUND` and, where it is the last of its set, `VARIABLE_DESCRIPTOR_COUNT`.
    pub count: Option<u32>,
    /// What it is for.
    #[serde(default)]
    pub role: BindingRole,
    /// The types that descriptors of a mutable binding may have: `VkMutableDescriptorTypeListEXT`. Absent for
    /// others.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub mutable_types: Vec<DescriptorType>,
    /// Index, in the root signature's list, of the static sampler that is this binding's immutable sampler.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub static_sampler: Option<u32>,
}

/// What a shader needs of a descriptor set layout. The layout may have more, for other shaders of the pipeline:
/// bindings of the same number agree where they follow one root signature and the same options.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DescriptorSet {
    /// Set number.
    pub set: u32,
    /// Bindings by number. Two of one number but different types are what no layout allows; the translation warns of
    /// them.
    pub bindings: Vec<SetBinding>,
}

/// The block that a root parameter is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RootStorage {
    /// The push constants.
    #[default]
    PushConstants,
    /// The [`InlineUniformBlock`].
    InlineUniformBlock,
}

/// Where a root parameter, or a part of one, lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RootPlace {
    /// In which block.
    #[serde(default)]
    pub storage: RootStorage,
    /// Byte offset in it.
    pub offset: u32,
}

/// How a shader reaches a resource: `strategy` names the way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "strategy", rename_all = "snake_case", deny_unknown_fields)]
pub enum ResourceBinding {
    /// A descriptor: array element `element + (register index - first register)` of the binding, where the first
    /// register is the resource's.
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
    /// A descriptor in a bindless heap, in whose array a D3D12 heap index is the element: element
    /// `table offset + offset + (register index - first register)`, modulo 2^32.
    Heap {
        /// Set.
        set: u32,
        /// Binding.
        binding: u32,
        /// Descriptor type.
        descriptor_type: DescriptorType,
        /// Where the 32-bit word lies that holds the table's offset into the heap, in descriptors; `null` when the
        /// shader indexes the heap itself (`ResourceDescriptorHeap`, SM 6.6): its index is the element.
        #[serde(default)]
        table: Option<RootPlace>,
        /// Descriptors between the table's start and the resource's first register.
        #[serde(default)]
        offset: u32,
    },
    /// Root constants, 32-bit words: a constant buffer that needs no descriptor.
    RootConstants {
        /// Where they lie.
        place: RootPlace,
        /// Size in bytes.
        size: u32,
    },
    /// A root descriptor: a 64-bit address (`VkDeviceAddress`), which has no size: nothing checks bounds.
    Address {
        /// Where the address lies: two words, the lower first.
        place: RootPlace,
        /// Alignment in bytes, a power of two, that the shader assumes of the address.
        alignment: u32,
    },
    /// A static sampler: an immutable sampler of the layout.
    StaticSampler {
        /// Set.
        set: u32,
        /// Binding.
        binding: u32,
        /// Index in the root signature's list of static samplers.
        index: u32,
    },
    /// An input attachment: a `Texture2D` or `Texture2DMS`, one register, of a pixel shader that only loads from it.
    /// A load reads the texel of the pixel (of a `Texture2DMS`, the sample it names), whatever its coordinates are:
    /// the shader must mean them to be the pixel's own.
    InputAttachment {
        /// Set.
        set: u32,
        /// Binding.
        binding: u32,
        /// Number of the attachment among the pass's input attachments; `null` for none, as
        /// `VK_KHR_dynamic_rendering_local_read` allows for the depth and stencil attachments.
        #[serde(default)]
        index: Option<u32>,
    },
}

/// Where a UAV's counter is: a 32-bit word that atomics change. `strategy` names the way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "strategy", rename_all = "snake_case", deny_unknown_fields)]
pub enum CounterBinding {
    /// The first word of a buffer of its own, in an array parallel to the resource's heap or array: the element is
    /// that of the resource.
    Descriptor {
        /// Set.
        set: u32,
        /// Binding.
        binding: u32,
        /// Storage buffer, or storage texel buffer of format `R32_UINT`.
        descriptor_type: DescriptorType,
    },
    /// At a 64-bit address, 0 for no counter, that lies at byte `offset + stride * element` of a storage buffer,
    /// where `element` is the array element of the resource. Both are multiples of 8.
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

/// Where the start and size of a buffer view are, within a descriptor that may begin before it: two 32-bit words,
/// the start and then the size, at byte `offset + stride * element` of a storage buffer, where `element` is the
/// resource's array element. They count bytes for raw and structured buffers, also where these are texel buffers, and
/// elements for typed ones. What lies beyond the size is out of bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// Whether raw and structured buffers are counted in words of 4 bytes instead of bytes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub words: bool,
}

/// The root parameter that holds a resource, in D3D12's words.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RootBinding {
    /// Index of the root parameter in the root signature.
    pub parameter: u32,
    /// Index of the range in a descriptor table, `null` for other parameters.
    pub range: Option<u32>,
    /// Stages that see the parameter.
    pub visibility: ShaderVisibility,
    /// Flags of the range or root descriptor, in the snake case of HLSL's names (`data_static`), with the defaults of
    /// the root signature's version filled in: those of version 1.0 mean `data_volatile`, and of ranges
    /// `descriptors_volatile` too; version 1.1 has `data_static_while_set_at_execute` for what is not written, and
    /// `data_volatile` for UAVs. Empty for root constants.
    pub flags: Vec<String>,
}

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

/// What a member of a block of root parameters is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PushConstantKind {
    /// 64-bit address of a root descriptor, the lower word first.
    RootDescriptor,
    /// Offset of a descriptor table in its heap, in descriptors: a 32-bit word.
    TableOffset,
    /// Root constants: 32-bit words.
    RootConstants,
}

/// A member of a block of root parameters: the push constants or the [`InlineUniformBlock`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PushConstantMember {
    /// Byte offset in the block.
    pub offset: u32,
    /// Size in bytes.
    pub size: u32,
    /// What it is.
    pub kind: PushConstantKind,
    /// Index of the root parameter that it carries; `null` where a binding map made it.
    pub root_parameter: Option<u32>,
}

/// The push-constant block, whole: all shaders of a pipeline, which share a root signature, have the same one, whether
/// they read all of it or not.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PushConstants {
    /// Size in bytes, 0 for none: `VkPushConstantRange` from offset 0.
    pub size: u32,
    /// Members by offset.
    pub members: Vec<PushConstantMember>,
}

/// A uniform block with the root parameters that the push constants have no room for: an inline one, or an ordinary
/// uniform buffer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InlineUniformBlock {
    /// Set.
    pub set: u32,
    /// Binding.
    pub binding: u32,
    /// Size in bytes.
    pub size: u32,
    /// Members by offset.
    pub members: Vec<PushConstantMember>,
}

/// Where the sizes of the heaps come from, in descriptors. A heap has one descriptor more, a null descriptor,
/// which indices beyond its size are led to (samplers, of which there are no null ones: any sampler). Only indices
/// that the shader computes are compared. `source` names the way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "source", rename_all = "snake_case")]
pub enum HeapSize {
    /// They are these.
    Constant {
        /// Descriptors of the resource heap.
        resources: u32,
        /// Descriptors of the sampler heap.
        samplers: u32,
    },
    /// Specialization constants, those of [`Reflection::spec_constants`].
    SpecConstant,
    /// The first two 32-bit words of a storage buffer: resources, samplers.
    Buffer {
        /// Set.
        set: u32,
        /// Binding.
        binding: u32,
    },
    /// The first 32-bit word of a uniform buffer: resources. Samplers are led to the last of 2048.
    UniformBuffer {
        /// Set.
        set: u32,
        /// Binding.
        binding: u32,
    },
    /// The size of a storage buffer that shows the resource heap's memory, of which nothing is read. Samplers are led to
    /// the last of 2048.
    HeapView {
        /// Set.
        set: u32,
        /// Binding.
        binding: u32,
        /// Bytes of a descriptor.
        stride: u32,
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DescriptorQa {
    /// Set of the buffer that says what the heap holds.
    pub heap_set: u32,
    /// Its binding.
    pub heap_binding: u32,
    /// Set of the buffer that takes the report.
    pub report_set: u32,
    /// Its binding.
    pub report_binding: u32,
    /// The shader's hash, as the report names it; in JSON 16 hex digits. Unless the plan says otherwise it is
    /// [`Reflection::hash`].
    #[serde(with = "hex64")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "String", regex(pattern = "^[0-9a-f]{16}$"))
    )]
    pub shader_hash: u64,
}

/// An input or output that the shader accesses.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IoElement {
    /// Semantic name without index, as the signature spells it.
    pub semantic: String,
    /// Semantic index of the first row.
    pub index: u32,
    /// Number of rows: locations, each a semantic index of its own.
    pub rows: u32,
    /// Number of components in a row.
    pub cols: u32,
    /// Component type, as DXIL's signature has it. Variables hold 32-bit components, of 16-bit ones too.
    pub component_type: crate::dxil::program::ComponentType,
    /// Location of the first row, `null` for a built-in: the element's register; of render targets the semantic index.
    pub location: Option<u32>,
    /// First component in the location; of clip and cull distances, the first element in their array.
    pub component: u32,
    /// SPIR-V's name of the built-in, `null` for an element with a location.
    pub builtin: Option<String>,
    /// Where transform feedback puts it, of outputs that it takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capture: Option<Capture>,
}

/// Where transform feedback puts an output: what a stream output of D3D12 becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Capture {
    /// Number of the buffer, D3D12's output slot: 0 to 3.
    pub buffer: u32,
    /// Bytes from one vertex to the next in it, a multiple of 4.
    pub stride: u32,
    /// Byte offset of the output's first component in a vertex, a multiple of 4.
    pub offset: u32,
}

/// The `SpecId` of the render target's sample count.
pub const SAMPLE_COUNT_SPEC_ID: u32 = 0;
/// The `SpecId` of the resource heap's size.
pub const RESOURCE_HEAP_SIZE_SPEC_ID: u32 = 1;
/// The `SpecId` of the sampler heap's size.
pub const SAMPLER_HEAP_SIZE_SPEC_ID: u32 = 2;

/// What a specialization constant is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SpecConstantKind {
    /// Sample count of the render targets of the pipeline: what `GetRenderTargetSampleCount` gives.
    SampleCount,
    /// Descriptors of the resource heap.
    ResourceHeapSize,
    /// Descriptors of the sampler heap.
    SamplerHeapSize,
    /// The view of each layer of the render target, two bits each: `D3D12_VIEW_INSTANCE_LOCATION` turned round.
    Views,
    /// The viewport of each view, eight bits each.
    Viewports,
}

/// A specialization constant that the shader uses and the pipeline should set: a 32-bit unsigned integer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SpecConstant {
    /// Its `SpecId`, `VkSpecializationMapEntry::constantID`.
    pub id: u32,
    /// What it is.
    pub kind: SpecConstantKind,
    /// Its value where the pipeline sets none.
    pub default: u32,
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

/// Sixteen hex digits: JSON numbers of 64 bits are beyond many readers.
mod hex64 {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(value: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{value:016x}"))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        u64::from_str_radix(&text, 16).map_err(|_| D::Error::custom("a hash is 16 hex digits"))
    }
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
    /// in DXC's `docs/DXIL.rst`; [`ShaderFlags`](crate::dxil::flags::ShaderFlags) has the names.
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
