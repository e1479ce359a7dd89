//! Instrumentation: what a shader looks for while it runs, and the buffers that it tells of it in.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// What is looked for. `docs/instrumentation.md` says what one does with each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum InstrumentationKind {
    /// Every float that is NaN or infinite, where it comes to be.
    NonFinite,
    /// Those that outputs or memory get.
    NonFiniteWrites,
    /// Nothing: every float that is NaN becomes 0.
    FlushNan,
    /// What the shader must keep to and Vulkan does not check: bounds of its own arrays and of root constant buffers, indices
    /// of resources that are the same in a wave, counts of mesh shaders, quads that are whole where derivatives are taken, byte
    /// offsets in raw and structured buffers that 32 bits hold.
    Assumptions,
    /// Accesses of several invocations to the same bytes of buffers, of which one at least writes, with nothing in between that
    /// orders them. Of buffers at root addresses, and of those in heaps where [`Instrumentation::addresses`] tells of them.
    Synchronization,
}

impl InstrumentationKind {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::NonFinite,
        Self::NonFiniteWrites,
        Self::FlushNan,
        Self::Assumptions,
        Self::Synchronization,
    ];
    /// Its name, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::NonFinite => "non_finite",
            Self::NonFiniteWrites => "non_finite_writes",
            Self::FlushNan => "flush_nan",
            Self::Assumptions => "assumptions",
            Self::Synchronization => "synchronization",
        }
    }
    /// Whether it reports, in two storage buffers.
    pub fn reports(self) -> bool {
        self != Self::FlushNan
    }
}

/// Where the addresses of the buffers in a heap are: a storage buffer that is indexed like the heap. Two words for each
/// descriptor: the low one of the address; the 16 high bits of the address and, above, the bytes of an element of a typed
/// buffer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapAddresses {
    /// Set.
    pub set: u32,
    /// Binding.
    pub binding: u32,
    /// Bytes from one descriptor's words to the next.
    pub stride: u32,
    /// Byte offset of the first.
    pub offset: u32,
}

/// What a report of assumptions says was broken: the numbers by which vkd3d-proton knows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum Assumption {
    /// All four lanes of a quad take part in a derivative or quad operation.
    WholeQuad = 1_234_000_001,
    /// A mesh shader has no more vertices than declared.
    MeshVertices,
    /// A mesh shader has no more primitives than declared.
    MeshPrimitives,
    /// The index of a sampler is below the size of its heap.
    SamplerInHeap,
    /// The index of a resource is below the size of its heap.
    ResourceInHeap,
    /// The index of a resource is the same in the wave.
    UniformIndex,
    /// The row of a root constant buffer is one that it can have.
    RootRow,
    /// An index into groupshared memory is inside.
    GroupsharedIndex,
    /// An index into a table of constants is inside.
    ConstantIndex,
    /// An index into a local array is inside.
    LocalIndex,
    /// What is accessed of a raw buffer ends at a byte offset of 2^32 at most.
    RawOffset,
    /// The element of a structured buffer that is accessed does.
    StructuredOffset,
}

/// Instrumentation, and its storage buffers, laid out as version 2 of vkd3d-proton's interface. Shaders write them, so a
/// device needs `vertexPipelineStoresAndAtomics` and `fragmentStoresAndAtomics`.
///
/// The payload is an array of a power of two of entries of four words: hash of the shader (low, high), number of the site,
/// value. An invocation reports once, at entry `h & (entries - 1)`, where `h` is the number of the site times 97, exclusive or
/// both halves of the hash, and of assumptions and synchronization exclusive or 51329 times the number of the work. Word `entry / 16` of the control
/// buffer has bit `entry % 16` set by who has the entry, and bit `16 + entry % 16` once it is written; the reader clears
/// them. The last word but one is the number of the work, which the caller counts.
///
/// The value is the float's bits (as a float of 32 bits), of assumptions the number of the rule ([`Assumption`]), of
/// synchronization the number of the work. Sites are numbered from 1 on, in the order of the code.
///
/// Of synchronization the control buffer has more in front of its last two words: `2^n` times two words, which the reader
/// clears with each barrier; in all `2^n + 1` pairs of words and those for the entries, an even number of words, fewer than
/// `2^(n + 1)`. The last word counts invocations.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Instrumentation {
    /// What is looked for.
    pub kind: InstrumentationKind,
    /// Set of the control buffer.
    pub control_set: u32,
    /// Its binding.
    pub control_binding: u32,
    /// Set of the payload.
    pub payload_set: u32,
    /// Its binding.
    pub payload_binding: u32,
    /// The shader's hash, as the payload has it; in JSON 16 hex digits. Unless the plan says otherwise it is
    /// `Reflection::hash`.
    #[cfg_attr(feature = "serde", serde(with = "super::hex64"))]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "String", regex(pattern = "^[0-9a-f]{16}$"))
    )]
    pub shader_hash: u64,
    /// Where the addresses of the heap's buffers are, of [`Synchronization`](InstrumentationKind::Synchronization) alone.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub addresses: Option<HeapAddresses>,
}
