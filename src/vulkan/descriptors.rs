//! Descriptor set layouts.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Vulkan's descriptor types, those that a translated shader may use: `VkDescriptorType` in lower case, without its
/// prefix. Samplers and images are never combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[allow(missing_docs)]
#[non_exhaustive]
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
    /// An attachment of the pass, see [`ResourceBinding::InputAttachment`](super::ResourceBinding::InputAttachment).
    InputAttachment,
    /// `VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR`.
    AccelerationStructure,
}

/// What decided how a shader's resources are reached, where no map of the user's says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum BoundBy {
    /// A binder of the embedder's.
    #[default]
    Binder,
    /// A root signature.
    RootSignature,
    /// Registers, each class with bindings of its own: set = space; binding = 6 * register for b, and 1 for t, 2 for u, 3
    /// for s, 4 for the UAV counter of u more. A range of registers has the binding of its first. Heaps, side buffers and
    /// resources without a register (of libraries) have the bindings 5, 11, 17 and so on of the set of space 0.
    Registers,
    /// Registers as bindings: set = space, binding = register, each with the shift that the options have.
    Direct,
}

impl BoundBy {
    /// A sentence on it for people, without a full stop.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Binder => "bound by the embedder",
            Self::RootSignature => "bound by a root signature",
            Self::Registers => {
                "bound by registers: set = space, binding = 6 * register (b), + 1 (t), + 2 (u), + 3 (s), + 4 (counter of u)"
            }
            Self::Direct => "bound by registers: set = space, binding = register, each with its shift",
        }
    }
}

/// What the descriptors of a binding are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum BindingRole {
    /// Resources and samplers of the shader.
    #[default]
    Resources,
    /// UAV counters, see [`CounterBinding`](super::CounterBinding): descriptors parallel to those of the resources, or one
    /// storage buffer with their addresses, or a uniform buffer with the address of such a buffer.
    UavCounters,
    /// A storage buffer of starts and sizes of views, see [`OffsetView`](super::OffsetView).
    OffsetBuffer,
    /// Root parameters that are not in the push constants, see [`InlineUniformBlock`](super::InlineUniformBlock).
    RootParameters,
    /// A storage buffer with the addresses of the heap's acceleration structures, see
    /// [`ResourceBinding::AddressHeap`](super::ResourceBinding::AddressHeap).
    AccelerationStructures,
    /// A storage buffer with the sizes of the heaps, see [`HeapSize`](super::HeapSize).
    HeapSize,
    /// Descriptor QA: a storage buffer that says what the heap holds, see [`DescriptorQa`](super::DescriptorQa).
    DescriptorQaHeap,
    /// Descriptor QA: the storage buffer that takes the report.
    DescriptorQaReport,
    /// A uniform buffer with the view of a draw, see `Options::view_instancing`.
    View,
    /// A uniform buffer with a bit for each view that is drawn, see `Options::view_mask`.
    ViewMask,
    /// Instrumentation: the storage buffer that says which entries of the payload are taken, see
    /// [`Instrumentation`](super::Instrumentation).
    InstrumentationControl,
    /// Instrumentation: the storage buffer that takes the reports.
    InstrumentationPayload,
}

/// One binding of a descriptor set layout: `VkDescriptorSetLayoutBinding`, visible to the stage of the shader.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
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
    #[cfg_attr(feature = "serde", serde(default))]
    pub role: BindingRole,
    /// The types that descriptors of a mutable binding may have: `VkMutableDescriptorTypeListEXT`. Absent for
    /// others.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty", default))]
    pub mutable_types: Vec<DescriptorType>,
    /// Index, in the root signature's list, of the static sampler that is this binding's immutable sampler; in the local
    /// root signature's list where [`local`](Self::local) says so.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none", default))]
    pub static_sampler: Option<u32>,
    /// Whether the static sampler is one of the local root signature.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    pub local: bool,
}

/// What a shader needs of a descriptor set layout. The layout may have more, for other shaders of the pipeline:
/// bindings of the same number agree where they follow one root signature and the same options.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DescriptorSet {
    /// Set number.
    pub set: u32,
    /// Bindings by number. Two of one number but different types are what no layout allows; the translation warns of
    /// them.
    pub bindings: Vec<SetBinding>,
}
