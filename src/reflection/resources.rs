//! Resources, and what a shader may do with them.

use crate::ir::AtomicOp;
use crate::shader::{ResourceClass, ResourceKind};
use crate::vulkan::{CounterBinding, OffsetView, ResourceBinding, RootBinding};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// First and last, both included, of a range of registers, or of descriptors of the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IndexRange {
    /// First.
    pub first: u32,
    /// Last.
    pub last: u32,
}

/// An atomic operation that commutes with itself: the order of several does not matter where no result is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CommutativeAtomic {
    /// Operation.
    pub op: AtomicOp,
    /// Width of the word in bits, 32 or 64: a carry makes atomics of different widths depend on their order.
    pub bits: u32,
}

/// What the shader may do with a resource. The facts over-approximate the code that can be reached from the entry
/// point: what is false never happens, what is true may. All false where the resource is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
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
    #[cfg_attr(feature = "serde", serde(default))]
    pub commutes: Option<CommutativeAtomic>,
    /// The UAV counter is changed (apart from data).
    pub counter: bool,
    /// Accessed as `globallycoherent` or `reordercoherent`: visible inside the dispatch or draw, which replaces no
    /// barrier between two.
    pub coherent: bool,
    /// Accessed as a rasterizer-ordered view, which fragment interlock orders.
    pub rasterizer_ordered: bool,
    /// Sampler feedback is written.
    #[cfg_attr(feature = "serde", serde(default))]
    pub feedback: bool,
    /// Residency status of reads is used (`CheckAccessFullyMapped`): sparse residency, tiled resources tier 2.
    pub residency_status: bool,
    /// Sampled with the level of detail clamped from below (`shaderResourceMinLod`).
    #[cfg_attr(feature = "serde", serde(default))]
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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
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
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none", default))]
    pub counter: Option<CounterBinding>,
    /// Where its view starts within its descriptor; absent: where the descriptor starts.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none", default))]
    pub offset_view: Option<OffsetView>,
    /// What the shader may do with it.
    #[cfg_attr(feature = "serde", serde(default))]
    pub access: ResourceAccess,
    /// Alignment in bytes, a power of two, that the shader's accesses assume of where it starts. At an address it is the
    /// most that one of them says of its own (`Aligned`), those of several components included: not above what D3D12
    /// guarantees, or `raw_address_alignment` says, and what the option `max_alignment` allows. Of descriptors it is the
    /// alignment of the vectors by which a buffer is accessed. `null` where it is not accessed, or accesses assume none
    /// but that of words.
    #[cfg_attr(feature = "serde", serde(default))]
    pub alignment_assumed: Option<u32>,
}

impl ResourceReflection {
    /// A resource of one register, reached as `vulkan` says, about which nothing else is known: for those who describe
    /// shaders that were not translated.
    pub fn new(class: ResourceClass, kind: ResourceKind, vulkan: ResourceBinding) -> Self {
        Self {
            class,
            kind,
            name: String::new(),
            space: 0,
            register: 0,
            count: Some(1),
            stride: 0,
            d3d12: None,
            vulkan,
            counter: None,
            offset_view: None,
            access: ResourceAccess::default(),
            alignment_assumed: None,
        }
    }
}
