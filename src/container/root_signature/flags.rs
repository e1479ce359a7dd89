//! Flags of root signatures, ranges and root descriptors, and who sees a parameter.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::container::names::flag_set;
use crate::container::program::ShaderKind;

flag_set! {
    /// `D3D12_ROOT_SIGNATURE_FLAGS`.
    pub struct RootSignatureFlags(u32) {
        ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT = 0x1, "allow_input_assembler_input_layout";
        DENY_VERTEX_SHADER_ROOT_ACCESS = 0x2, "deny_vertex_shader_root_access";
        DENY_HULL_SHADER_ROOT_ACCESS = 0x4, "deny_hull_shader_root_access";
        DENY_DOMAIN_SHADER_ROOT_ACCESS = 0x8, "deny_domain_shader_root_access";
        DENY_GEOMETRY_SHADER_ROOT_ACCESS = 0x10, "deny_geometry_shader_root_access";
        DENY_PIXEL_SHADER_ROOT_ACCESS = 0x20, "deny_pixel_shader_root_access";
        ALLOW_STREAM_OUTPUT = 0x40, "allow_stream_output";
        LOCAL_ROOT_SIGNATURE = 0x80, "local_root_signature";
        DENY_AMPLIFICATION_SHADER_ROOT_ACCESS = 0x100, "deny_amplification_shader_root_access";
        DENY_MESH_SHADER_ROOT_ACCESS = 0x200, "deny_mesh_shader_root_access";
        CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED = 0x400, "cbv_srv_uav_heap_directly_indexed";
        SAMPLER_HEAP_DIRECTLY_INDEXED = 0x800, "sampler_heap_directly_indexed";
        ALLOW_LOW_TIER_RESERVED_HW_CB_LIMIT = 0x8000_0000, "allow_low_tier_reserved_hw_cb_limit";
    }
}

flag_set! {
    /// `D3D12_DESCRIPTOR_RANGE_FLAGS`.
    pub struct DescriptorRangeFlags(u32) {
        DESCRIPTORS_VOLATILE = 0x1, "descriptors_volatile";
        DATA_VOLATILE = 0x2, "data_volatile";
        DATA_STATIC_WHILE_SET_AT_EXECUTE = 0x4, "data_static_while_set_at_execute";
        DATA_STATIC = 0x8, "data_static";
        DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS = 0x1_0000,
            "descriptors_static_keeping_buffer_bounds_checks";
    }
}

flag_set! {
    /// `D3D12_ROOT_DESCRIPTOR_FLAGS`.
    pub struct RootDescriptorFlags(u32) {
        DATA_VOLATILE = 0x2, "data_volatile";
        DATA_STATIC_WHILE_SET_AT_EXECUTE = 0x4, "data_static_while_set_at_execute";
        DATA_STATIC = 0x8, "data_static";
    }
}

/// `D3D12_SHADER_VISIBILITY`: which stages see a root parameter or static sampler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum ShaderVisibility {
    /// Every stage; the only value that compute uses.
    #[default]
    All,
    /// Vertex stage only.
    Vertex,
    /// Hull stage only.
    Hull,
    /// Domain stage only.
    Domain,
    /// Geometry stage only.
    Geometry,
    /// Pixel stage only.
    Pixel,
    /// Amplification stage only.
    Amplification,
    /// Mesh stage only.
    Mesh,
}

impl ShaderVisibility {
    /// The number in the serialised form.
    pub fn to_raw(self) -> u32 {
        self as u32
    }
    /// The visibility that a number stands for.
    pub fn from_raw(raw: u32) -> Option<Self> {
        Some(match raw {
            0 => Self::All,
            1 => Self::Vertex,
            2 => Self::Hull,
            3 => Self::Domain,
            4 => Self::Geometry,
            5 => Self::Pixel,
            6 => Self::Amplification,
            7 => Self::Mesh,
            _ => return None,
        })
    }
    /// The narrowest visibility that a shader of `kind` sees: its stage's own, or all where it has none.
    pub fn of_stage(kind: ShaderKind) -> Self {
        match kind {
            ShaderKind::Vertex => Self::Vertex,
            ShaderKind::Hull => Self::Hull,
            ShaderKind::Domain => Self::Domain,
            ShaderKind::Geometry => Self::Geometry,
            ShaderKind::Pixel => Self::Pixel,
            ShaderKind::Amplification => Self::Amplification,
            ShaderKind::Mesh => Self::Mesh,
            _ => Self::All,
        }
    }
    /// Whether a shader of `kind` sees what has this visibility. Compute, ray tracing and work graphs see
    /// only what all stages see.
    pub fn includes(self, kind: ShaderKind) -> bool {
        self == Self::All || self == Self::of_stage(kind)
    }
}
