//! RTS0: serialised root signatures, as plain owned data.
//!
//! In: the payload of an RTS0 part, versions 1.0, 1.1 and 1.2 (version words 1, 2 and 3), or a container that
//! holds one; HLSL's string form; JSON. Out: [`RootSignature`], which hashes, compares and serialises, is checked
//! by D3D12's rules ([`RootSignature::check`]), and is written in each form again, or as another version
//! ([`RootSignature::to_version`]); [`synthesize`] makes one that covers given shaders. What holds: values keep
//! what the file says (an appended range keeps its APPEND offset; flags that version 1.0 doesn't have are empty),
//! and helpers give the resolved meaning.
//!
//! Spec: D3D12 "Serialized Root Signatures" and `D3D12_ROOT_SIGNATURE_DESC` to `_DESC2`; layout in DXC's
//! `DxilRootSignature.h`.

mod check;
mod convert;
mod json;
mod read;
mod sampler;
mod synthesize;
mod text;
mod write;

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use super::names::flag_set;
use super::program::ShaderKind;
use crate::error::{Error, ErrorKind, Result};

pub use check::{Place, Problem};
pub use sampler::{
    BorderColor, ComparisonFunc, Filter, FilterMode, FilterReduction, FloatBits, SamplerFlags, StaticSampler,
    TextureAddressMode,
};
pub use synthesize::{ResourceNeeds, ShaderNeeds, synthesize};

/// The version of the serialised form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum RootSignatureVersion {
    /// 1.0: no flags on descriptors; everything is volatile.
    #[serde(rename = "1.0")]
    V1_0,
    /// 1.1: flags on ranges and root descriptors.
    #[serde(rename = "1.1")]
    V1_1,
    /// 1.2: flags on static samplers.
    #[serde(rename = "1.2")]
    V1_2,
}

impl RootSignatureVersion {
    /// The version word of the serialised form.
    pub fn to_raw(self) -> u32 {
        match self {
            Self::V1_0 => 1,
            Self::V1_1 => 2,
            Self::V1_2 => 3,
        }
    }
    /// The version that a version word stands for.
    pub fn from_raw(raw: u32) -> Option<Self> {
        match raw {
            1 => Some(Self::V1_0),
            2 => Some(Self::V1_1),
            3 => Some(Self::V1_2),
            _ => None,
        }
    }
}

impl std::fmt::Display for RootSignatureVersion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::V1_0 => "1.0",
            Self::V1_1 => "1.1",
            Self::V1_2 => "1.2",
        })
    }
}

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
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

/// `D3D12_DESCRIPTOR_RANGE_TYPE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DescriptorRangeType {
    /// Shader resource views, registers `t`.
    Srv,
    /// Unordered access views, registers `u`.
    Uav,
    /// Constant buffer views, registers `b`.
    Cbv,
    /// Samplers, registers `s`.
    Sampler,
}

impl DescriptorRangeType {
    /// The letter of its registers: `t`, `u`, `b` or `s`.
    pub fn letter(self) -> char {
        match self {
            Self::Srv => 't',
            Self::Uav => 'u',
            Self::Cbv => 'b',
            Self::Sampler => 's',
        }
    }
    /// The number in the serialised form.
    pub fn to_raw(self) -> u32 {
        self as u32
    }
    /// The type that a number stands for.
    pub fn from_raw(raw: u32) -> Option<Self> {
        Some(match raw {
            0 => Self::Srv,
            1 => Self::Uav,
            2 => Self::Cbv,
            3 => Self::Sampler,
            _ => return None,
        })
    }
}

/// `D3D12_DESCRIPTOR_RANGE1`: registers of one type that follow each other in a descriptor table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DescriptorRange {
    /// Which registers.
    pub range_type: DescriptorRangeType,
    /// How many descriptors; [`UNBOUNDED`](Self::UNBOUNDED) for an unbounded array.
    pub num_descriptors: u32,
    /// First register.
    pub base_shader_register: u32,
    /// Register space.
    pub register_space: u32,
    /// Volatility; empty in version 1.0 (see [`RootSignature::range_flags`]).
    pub flags: DescriptorRangeFlags,
    /// Distance from the table's start in descriptors, or [`APPEND`](Self::APPEND): directly behind the
    /// range before. [`DescriptorTable::resolved_offsets`] gives the numbers.
    pub offset_in_descriptors_from_table_start: u32,
}

impl DescriptorRange {
    /// `D3D12_DESCRIPTOR_RANGE_OFFSET_APPEND`.
    pub const APPEND: u32 = u32::MAX;
    /// The number of descriptors of an unbounded range.
    pub const UNBOUNDED: u32 = u32::MAX;

    /// Whether the range has no upper bound.
    pub fn is_unbounded(&self) -> bool {
        self.num_descriptors == Self::UNBOUNDED
    }
    /// Whether the range covers `register` of `space` (of its own type).
    pub fn covers(&self, space: u32, register: u32) -> bool {
        self.register_space == space
            && register
                .checked_sub(self.base_shader_register)
                .is_some_and(|index| self.is_unbounded() || index < self.num_descriptors)
    }
}

/// `D3D12_ROOT_DESCRIPTOR_TABLE1`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DescriptorTable {
    /// The ranges, in file order.
    pub ranges: Vec<DescriptorRange>,
}

impl DescriptorTable {
    /// The offset of every range from the table's start in descriptors, with APPEND resolved.
    ///
    /// # Errors
    /// If a range is appended to an unbounded one, or an offset exceeds 32 bits: D3D12 forbids both.
    pub fn resolved_offsets(&self) -> Result<Vec<u32>> {
        let mut end = Some(0u32);
        let mut offsets = Vec::with_capacity(self.ranges.len());
        for (index, range) in self.ranges.iter().enumerate() {
            let start = match range.offset_in_descriptors_from_table_start {
                DescriptorRange::APPEND => end.ok_or_else(|| {
                    Error::new(
                        ErrorKind::RootSignature,
                        format!("range {index} of a descriptor table is appended to a range without end"),
                    )
                })?,
                offset => offset,
            };
            offsets.push(start);
            end = if range.is_unbounded() {
                None
            } else {
                start.checked_add(range.num_descriptors)
            };
        }
        Ok(offsets)
    }
}

/// `D3D12_ROOT_CONSTANTS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RootConstants {
    /// Register `b`.
    pub shader_register: u32,
    /// Register space.
    pub register_space: u32,
    /// Number of 32-bit values.
    pub num_32bit_values: u32,
}

/// `D3D12_ROOT_DESCRIPTOR1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RootDescriptor {
    /// Register.
    pub shader_register: u32,
    /// Register space.
    pub register_space: u32,
    /// Volatility; empty in version 1.0 (see [`RootSignature::descriptor_flags`]).
    pub flags: RootDescriptorFlags,
}

/// What a root parameter is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RootParameterKind {
    /// A table of descriptors, given as an offset into the bound heap.
    DescriptorTable(DescriptorTable),
    /// Constants in the root itself, seen by the shader as a constant buffer.
    Constants(RootConstants),
    /// The address of a constant buffer.
    Cbv(RootDescriptor),
    /// The address of a buffer to read.
    Srv(RootDescriptor),
    /// The address of a buffer to read and write.
    Uav(RootDescriptor),
}

impl RootParameterKind {
    /// `D3D12_ROOT_PARAMETER_TYPE`.
    pub fn to_raw(&self) -> u32 {
        match self {
            Self::DescriptorTable(_) => 0,
            Self::Constants(_) => 1,
            Self::Cbv(_) => 2,
            Self::Srv(_) => 3,
            Self::Uav(_) => 4,
        }
    }
    /// Cost in 32-bit words of the 64 that a root signature may hold.
    pub fn dword_cost(&self) -> u32 {
        match self {
            Self::DescriptorTable(_) => 1,
            Self::Constants(constants) => constants.num_32bit_values,
            Self::Cbv(_) | Self::Srv(_) | Self::Uav(_) => 2,
        }
    }
}

/// `D3D12_ROOT_PARAMETER1`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RootParameter {
    /// Which stages see it.
    pub visibility: ShaderVisibility,
    /// What it is.
    pub kind: RootParameterKind,
}

/// `D3D12_VERSIONED_ROOT_SIGNATURE_DESC`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RootSignature {
    /// Version of the serialised form.
    pub version: RootSignatureVersion,
    /// Flags of the whole.
    pub flags: RootSignatureFlags,
    /// The parameters: their index is the root parameter index.
    pub parameters: Vec<RootParameter>,
    /// The static samplers.
    pub static_samplers: Vec<StaticSampler>,
}

impl RootSignature {
    /// The flags of a range with the defaults of its version filled in: in version 1.0 descriptors and data
    /// are volatile; later, data of SRVs and CBVs without a flag is static while set at execute, that of UAVs
    /// is volatile.
    pub fn range_flags(&self, range: &DescriptorRange) -> DescriptorRangeFlags {
        use DescriptorRangeFlags as Flags;
        let sampler = range.range_type == DescriptorRangeType::Sampler;
        if self.version == RootSignatureVersion::V1_0 {
            let data = if sampler {
                Flags::NONE
            } else {
                Flags::DATA_VOLATILE
            };
            return Flags::DESCRIPTORS_VOLATILE | data;
        }
        let data = Flags::DATA_VOLATILE | Flags::DATA_STATIC_WHILE_SET_AT_EXECUTE | Flags::DATA_STATIC;
        if sampler || range.flags.0 & data.0 != 0 {
            range.flags
        } else if range.range_type == DescriptorRangeType::Uav {
            range.flags | Flags::DATA_VOLATILE
        } else {
            range.flags | Flags::DATA_STATIC_WHILE_SET_AT_EXECUTE
        }
    }

    /// The flags of a root descriptor with the defaults of its version filled in, as for
    /// [`range_flags`](Self::range_flags). `uav` says whether it is a root UAV.
    pub fn descriptor_flags(&self, descriptor: &RootDescriptor, uav: bool) -> RootDescriptorFlags {
        if self.version == RootSignatureVersion::V1_0 {
            RootDescriptorFlags::DATA_VOLATILE
        } else if !descriptor.flags.is_empty() {
            descriptor.flags
        } else if uav {
            RootDescriptorFlags::DATA_VOLATILE
        } else {
            RootDescriptorFlags::DATA_STATIC_WHILE_SET_AT_EXECUTE
        }
    }

    /// Cost of all parameters in 32-bit words; D3D12 allows 64.
    pub fn dword_cost(&self) -> u32 {
        self.parameters.iter().fold(0u32, |sum, parameter| {
            sum.saturating_add(parameter.kind.dword_cost())
        })
    }

    /// The flag that denies shaders of `kind` access to the root signature; compute and ray tracing have none.
    pub fn deny_flag(kind: ShaderKind) -> Option<RootSignatureFlags> {
        Some(match kind {
            ShaderKind::Vertex => RootSignatureFlags::DENY_VERTEX_SHADER_ROOT_ACCESS,
            ShaderKind::Hull => RootSignatureFlags::DENY_HULL_SHADER_ROOT_ACCESS,
            ShaderKind::Domain => RootSignatureFlags::DENY_DOMAIN_SHADER_ROOT_ACCESS,
            ShaderKind::Geometry => RootSignatureFlags::DENY_GEOMETRY_SHADER_ROOT_ACCESS,
            ShaderKind::Pixel => RootSignatureFlags::DENY_PIXEL_SHADER_ROOT_ACCESS,
            ShaderKind::Amplification => RootSignatureFlags::DENY_AMPLIFICATION_SHADER_ROOT_ACCESS,
            ShaderKind::Mesh => RootSignatureFlags::DENY_MESH_SHADER_ROOT_ACCESS,
            _ => return None,
        })
    }

    /// Whether the flags allow shaders of `kind` to use root parameters at all.
    pub fn allows(&self, kind: ShaderKind) -> bool {
        !Self::deny_flag(kind).is_some_and(|flag| self.flags.contains(flag))
    }
}
