//! What a shader knows of the descriptor heaps: their sizes, and the buffers of descriptor QA.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Where the sizes of the heaps come from, in descriptors. A heap has one descriptor more, a null descriptor,
/// which indices beyond its size are led to (samplers, of which there are no null ones: any sampler), those of
/// descriptor tables too. `source` names the way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(tag = "source", rename_all = "snake_case"))]
pub enum HeapSize {
    /// They are these.
    Constant {
        /// Descriptors of the resource heap.
        resources: u32,
        /// Descriptors of the sampler heap.
        samplers: u32,
    },
    /// Specialization constants, those of `Reflection::spec_constants`.
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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
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
    /// `Reflection::hash`.
    #[cfg_attr(feature = "serde", serde(with = "hex64"))]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "String", regex(pattern = "^[0-9a-f]{16}$"))
    )]
    pub shader_hash: u64,
}

/// Sixteen hex digits: JSON numbers of 64 bits are beyond many readers.
#[cfg(feature = "serde")]
pub(super) mod hex64 {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(value: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{value:016x}"))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        u64::from_str_radix(&text, 16).map_err(|_| D::Error::custom("a hash is 16 hex digits"))
    }
}
