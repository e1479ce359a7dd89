//! The blocks that root parameters lie in.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// What a member of a block of root parameters is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum PushConstantKind {
    /// 64-bit address of a root descriptor, the lower word first.
    RootDescriptor,
    /// Offset of a descriptor table in its heap, in descriptors: a 32-bit word.
    TableOffset,
    /// Root constants: 32-bit words.
    RootConstants,
    /// What a scheduler gives a dispatch of a work graph's node, [`NodeDispatch`](super::NodeDispatch).
    NodeDispatch,
}

/// A member of a block of root parameters: the push constants or the [`InlineUniformBlock`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
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
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PushConstants {
    /// Size in bytes, 0 for none: `VkPushConstantRange` from offset 0.
    pub size: u32,
    /// Members by offset.
    pub members: Vec<PushConstantMember>,
}

/// A uniform block with the root parameters that the push constants have no room for: an inline one, or an ordinary
/// uniform buffer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
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

/// The block of local root parameters in a shader record, `ShaderRecordBufferKHR`: what stands behind the handle of the
/// shader group in a row of the shader binding table. It is laid out as in D3D12, where 32 bytes of identifier stand in
/// front: constants at multiples of 4 bytes, addresses and tables at multiples of 8.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShaderRecord {
    /// Size in bytes, without the handle.
    pub size: u32,
    /// Members by offset. A table has 8 bytes, a handle of the descriptor heap: its low word, shifted right, is the table's
    /// offset in the heap, in descriptors.
    pub members: Vec<PushConstantMember>,
    /// By how many bits handles of the resource heap are shifted.
    #[cfg_attr(feature = "serde", serde(default))]
    pub resource_handle_shift: u32,
    /// By how many bits handles of the sampler heap are shifted.
    #[cfg_attr(feature = "serde", serde(default))]
    pub sampler_handle_shift: u32,
    /// Alignment in bytes that a translated shader's accesses assume of where the block starts: that of the vectors that its
    /// constants are loaded by, not above D3D12's 32 and the option `max_alignment`. `null` where they assume none but that
    /// of the members.
    #[cfg_attr(feature = "serde", serde(default))]
    pub alignment_assumed: Option<u32>,
}
