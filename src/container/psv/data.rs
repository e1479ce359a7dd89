//! What PSV0 holds, as plain data.

use super::runtime_info::RuntimeInfo;
use crate::container::kinds::{ComponentType, InterpolationMode, ResourceKind, SemanticKind};
use crate::container::names::{flag_set, open_enum};
#[cfg(feature = "serde")]
use serde::Serialize;

open_enum! {
    /// `PSVResourceType`: class and form of a resource in one.
    pub struct PsvResourceType(u32) {
        INVALID = 0, "invalid";
        SAMPLER = 1, "sampler";
        CBV = 2, "cbv";
        SRV_TYPED = 3, "srv_typed";
        SRV_RAW = 4, "srv_raw";
        SRV_STRUCTURED = 5, "srv_structured";
        UAV_TYPED = 6, "uav_typed";
        UAV_RAW = 7, "uav_raw";
        UAV_STRUCTURED = 8, "uav_structured";
        UAV_STRUCTURED_WITH_COUNTER = 9, "uav_structured_with_counter";
    }
}

flag_set! {
    /// `PSVResourceFlag`.
    pub struct PsvResourceFlags(u32) {
        USED_BY_ATOMIC64 = 0x1, "used_by_atomic64";
    }
}

/// `PSVResourceBindInfo1`: a resource range of the shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub struct PsvResource {
    /// Class and form.
    pub resource_type: PsvResourceType,
    /// Register space.
    pub space: u32,
    /// First register.
    pub lower_bound: u32,
    /// Last register; `u32::MAX` for an unbounded range.
    pub upper_bound: u32,
    /// Kind and flags, from version 2 on.
    pub kind: Option<(ResourceKind, PsvResourceFlags)>,
}

/// `PSVSignatureElement0`: an element of a signature, arrays whole.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub struct PsvSignatureElement<'a> {
    /// Semantic name; empty for system values.
    pub semantic_name: &'a str,
    /// Semantic index of each row.
    pub semantic_indices: Vec<u32>,
    /// Number of columns.
    pub cols: u8,
    /// Row and column of its place in the packed signature, if it has one.
    pub start: Option<(u8, u8)>,
    /// Semantic kind.
    pub semantic_kind: SemanticKind,
    /// Type of the components.
    pub component_type: ComponentType,
    /// Interpolation mode.
    pub interpolation: InterpolationMode,
    /// Components indexed dynamically, bit 0 is x.
    pub dynamic_index_mask: u8,
    /// Stream of a geometry shader's output.
    pub output_stream: u8,
}

/// Which outputs depend on which inputs and on the view id, as bit masks with a bit per component. A mask of
/// `n` rows has `(n + 7) / 8` words; a table has one mask per input component. Empty if absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub struct DependencyMasks {
    /// Outputs of each stream that depend on the view id.
    pub view_id_outputs: [Vec<u32>; 4],
    /// Patch constants or primitive outputs that depend on the view id.
    pub view_id_patch_constants: Vec<u32>,
    /// For each input component, the outputs of each stream that depend on it.
    pub input_to_output: [Vec<u32>; 4],
    /// For each input component, the patch constants that depend on it (hull shaders).
    pub input_to_patch_constant: Vec<u32>,
    /// For each patch constant component, the outputs that depend on it (domain shaders).
    pub patch_constant_to_output: Vec<u32>,
}

/// The contents of part PSV0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub struct PipelineStateValidation<'a> {
    /// Version of the runtime info, by its size: 0 to 4.
    pub version: u8,
    /// Facts about the shader.
    pub info: RuntimeInfo<'a>,
    /// Resource ranges.
    pub resources: Vec<PsvResource>,
    /// Input signature, from version 1 on.
    pub inputs: Vec<PsvSignatureElement<'a>>,
    /// Output signature, from version 1 on.
    pub outputs: Vec<PsvSignatureElement<'a>>,
    /// Patch constant or primitive signature, from version 1 on.
    pub patch_constants: Vec<PsvSignatureElement<'a>>,
    /// Dependencies, from version 1 on.
    pub dependencies: DependencyMasks,
}
