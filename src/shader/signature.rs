//! Signatures: the elements that a stage takes and gives.

use super::resource::ComponentType;
use crate::numbered_enum;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

numbered_enum! {
    /// Semantic kind ("Semantic kinds"), numbered as DXIL's `SemanticKind`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
    #[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
    #[allow(missing_docs)]
    pub enum SemanticKind {
        #[default]
        Arbitrary = 0,
        VertexId = 1,
        InstanceId = 2,
        Position = 3,
        RenderTargetArrayIndex = 4,
        ViewPortArrayIndex = 5,
        ClipDistance = 6,
        CullDistance = 7,
        OutputControlPointId = 8,
        DomainLocation = 9,
        PrimitiveId = 10,
        GsInstanceId = 11,
        SampleIndex = 12,
        IsFrontFace = 13,
        Coverage = 14,
        InnerCoverage = 15,
        Target = 16,
        Depth = 17,
        DepthLessEqual = 18,
        DepthGreaterEqual = 19,
        StencilRef = 20,
        DispatchThreadId = 21,
        GroupId = 22,
        GroupIndex = 23,
        GroupThreadId = 24,
        TessFactor = 25,
        InsideTessFactor = 26,
        ViewId = 27,
        Barycentrics = 28,
        ShadingRate = 29,
        CullPrimitive = 30,
        StartVertexLocation = 31,
        StartInstanceLocation = 32,
    }
}

numbered_enum! {
    /// Interpolation mode, numbered as DXIL's.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
    #[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
    #[allow(missing_docs)]
    pub enum Interpolation {
        #[default]
        Undefined = 0,
        Constant = 1,
        Linear = 2,
        LinearCentroid = 3,
        LinearNoperspective = 4,
        LinearNoperspectiveCentroid = 5,
        LinearSample = 6,
        LinearNoperspectiveSample = 7,
    }
}

/// An element of a signature ("Signature element").
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SignatureElement {
    /// Id: what `loadInput` and `storeOutput` name. Elements are stored in id order.
    pub id: u32,
    /// Semantic name without index.
    pub name: String,
    /// Semantic kind.
    pub kind: SemanticKind,
    /// Semantic index of each row.
    pub indices: Vec<u32>,
    /// Component type.
    pub component: ComponentType,
    /// Interpolation mode.
    pub interpolation: Interpolation,
    /// Rows.
    pub rows: u32,
    /// Columns.
    pub cols: u32,
    /// First register row, `None` when not packed into a register.
    pub start_row: Option<u32>,
    /// First column.
    pub start_col: u32,
    /// Geometry shader output stream.
    pub stream: u32,
    /// Components used, by bit (bit 0 is the element's first component); all of them when unknown.
    pub usage_mask: u32,
    /// Components indexed dynamically, by bit.
    pub dynamic_mask: u32,
}
