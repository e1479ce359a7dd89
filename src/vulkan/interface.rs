//! What goes in and out of a stage.

use crate::shader::ComponentType;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// An input or output that the shader accesses.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
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
    pub component_type: ComponentType,
    /// Location of the first row, `null` for a built-in: the element's register; of render targets the semantic index. A
    /// built-in has one where it is an ordinary output too, for a hull or geometry shader behind it
    /// (`Options::next_stage`).
    pub location: Option<u32>,
    /// First component in the location; of clip and cull distances, the first element in their array.
    pub component: u32,
    /// SPIR-V's name of the built-in, `null` for an element with a location.
    pub builtin: Option<String>,
    /// Whether it is a patch constant: one for all control points. Locations of patch constants are their own, so that
    /// others have the same numbers.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    pub patch: bool,
    /// Whether it is the same for a primitive: outputs of mesh shaders, and inputs of pixel shaders that
    /// `Options::inputs_from` or a binder says so of.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    pub per_primitive: bool,
    /// Whether it belongs to a stream of a geometry shader that is not rasterized: no input of a next stage meets it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    pub unrasterized: bool,
    /// Where transform feedback puts it, of outputs that it takes.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub capture: Option<Capture>,
}

impl IoElement {
    /// An element of one row and one component, without a place: for those who describe shaders that were not translated.
    pub fn new(semantic: impl Into<String>, component_type: ComponentType) -> Self {
        Self {
            semantic: semantic.into(),
            index: 0,
            rows: 1,
            cols: 1,
            component_type,
            location: None,
            component: 0,
            builtin: None,
            patch: false,
            per_primitive: false,
            unrasterized: false,
            capture: None,
        }
    }
}

/// Where transform feedback puts an output: what a stream output of D3D12 becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Capture {
    /// Number of the buffer, D3D12's output slot: 0 to 3.
    pub buffer: u32,
    /// Bytes from one vertex to the next in it, a multiple of 4.
    pub stride: u32,
    /// Byte offset of the output's first component in a vertex, a multiple of 4.
    pub offset: u32,
}
