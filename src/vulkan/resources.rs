//! How a shader reaches a resource, its counter and the start of its view.

use super::descriptors::DescriptorType;
use crate::container::root_signature::ShaderVisibility;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// The block that a root parameter is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum RootStorage {
    /// The push constants.
    #[default]
    PushConstants,
    /// The [`InlineUniformBlock`](super::InlineUniformBlock).
    InlineUniformBlock,
    /// The [`ShaderRecord`](super::ShaderRecord).
    ShaderRecord,
}

/// Where a root parameter, or a part of one, lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct RootPlace {
    /// In which block.
    #[cfg_attr(feature = "serde", serde(default))]
    pub storage: RootStorage,
    /// Byte offset in it.
    pub offset: u32,
}

/// How a shader reaches a resource: `strategy` names the way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "serde",
    serde(tag = "strategy", rename_all = "snake_case", deny_unknown_fields)
)]
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
        #[cfg_attr(feature = "serde", serde(default))]
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
        /// Where the 32-bit word lies that holds the table's offset into the heap, in descriptors (in a shader record, the
        /// low word of a handle, see [`ShaderRecord`](super::ShaderRecord)); `null` when the shader indexes the heap itself
        /// (`ResourceDescriptorHeap`, SM 6.6): its index is the element.
        #[cfg_attr(feature = "serde", serde(default))]
        table: Option<RootPlace>,
        /// Descriptors between the table's start and the resource's first register.
        #[cfg_attr(feature = "serde", serde(default))]
        offset: u32,
    },
    /// The 64-bit address of an acceleration structure, in a storage buffer beside the heap: at byte
    /// `first + stride * element`, where `element` is what it is of a [`Heap`](Self::Heap). 0 is a null descriptor's.
    AddressHeap {
        /// Set.
        set: u32,
        /// Binding.
        binding: u32,
        /// Bytes from one address to the next, a multiple of 8.
        stride: u32,
        /// Byte offset of the address of element 0, a multiple of 8.
        first: u32,
        /// Where the table's offset into the heap lies; as that of a heap.
        #[cfg_attr(feature = "serde", serde(default))]
        table: Option<RootPlace>,
        /// Descriptors between the table's start and the resource's first register.
        #[cfg_attr(feature = "serde", serde(default))]
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
        /// Whether it is the local root signature's list.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
        local: bool,
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
        #[cfg_attr(feature = "serde", serde(default))]
        index: Option<u32>,
    },
}

/// Where a UAV's counter is: a 32-bit word that atomics change. `strategy` names the way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "serde",
    serde(tag = "strategy", rename_all = "snake_case", deny_unknown_fields)
)]
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
        /// Whether the buffer is not a storage buffer at that set and binding but at an address, which a uniform buffer there
        /// begins with.
        #[cfg_attr(feature = "serde", serde(default))]
        through_uniform: bool,
    },
}

/// Where the start and size of a buffer view are, within a descriptor that may begin before it: two 32-bit words,
/// the start and then the size, at byte `offset + stride * element` of a storage buffer, where `element` is the
/// resource's array element. They count bytes for raw and structured buffers, also where these are texel buffers, and
/// elements for typed ones. What lies beyond the size is out of bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
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
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    pub words: bool,
}

/// The root parameter that holds a resource, in D3D12's words.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RootBinding {
    /// Whether it is of the local root signature.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    pub local: bool,
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
