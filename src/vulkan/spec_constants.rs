//! Specialization constants.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// The `SpecId` of the render target's sample count.
pub const SAMPLE_COUNT_SPEC_ID: u32 = 0;

/// The `SpecId` of the resource heap's size.
pub const RESOURCE_HEAP_SIZE_SPEC_ID: u32 = 1;

/// The `SpecId` of the sampler heap's size.
pub const SAMPLER_HEAP_SIZE_SPEC_ID: u32 = 2;

/// What a specialization constant is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
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
    /// Of a thread node: threads of a group.
    NodeGroupSize,
    /// Of a node: 1 where records follow each other with a stride, 0 where their offsets are listed.
    NodeIsEntry,
    /// Of a node whose records follow each other: 1 where their start and stride lie at addresses.
    NodeIndirectRecords,
    /// Of a broadcasting node: 1 where each record says its grid, 0 where all have the one of the constants.
    NodeGridIsUpperBound,
    /// Of a broadcasting node: 1 where the groups of the dispatch are the grid of one record.
    NodeStaticRecord,
    /// Of a broadcasting node: groups of the grid in x.
    NodeGridX,
    /// Likewise in y.
    NodeGridY,
    /// Likewise in z.
    NodeGridZ,
    /// The number of the node that an output leads to, the first of an array; all bits set for none.
    NodeOutput,
    /// How many nodes the array has that an output leads to, of which the shader does not say it; those that are missing
    /// before its last count too.
    NodeOutputCount,
}

/// A specialization constant that the shader uses and the pipeline should set: a 32-bit unsigned integer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SpecConstant {
    /// Its `SpecId`, `VkSpecializationMapEntry::constantID`.
    pub id: u32,
    /// What it is.
    pub kind: SpecConstantKind,
    /// Its value where the pipeline sets none.
    pub default: u32,
}
