//! Root signatures as plain data: parameters, tables, ranges, static samplers.

use super::flags::{DescriptorRangeFlags, RootDescriptorFlags, RootSignatureFlags, ShaderVisibility};
use super::sampler::StaticSampler;
use crate::container::program::ShaderKind;
use crate::error::{Error, ErrorKind, Result};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// The version of the serialised form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum RootSignatureVersion {
    /// 1.0: no flags on descriptors; everything is volatile.
    #[cfg_attr(feature = "serde", serde(rename = "1.0"))]
    V1_0,
    /// 1.1: flags on ranges and root descriptors.
    #[cfg_attr(feature = "serde", serde(rename = "1.1"))]
    V1_1,
    /// 1.2: flags on static samplers.
    #[cfg_attr(feature = "serde", serde(rename = "1.2"))]
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

/// `D3D12_DESCRIPTOR_RANGE_TYPE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct RootConstants {
    /// Register `b`.
    pub shader_register: u32,
    /// Register space.
    pub register_space: u32,
    /// Number of 32-bit values.
    pub num_32bit_values: u32,
}

/// `D3D12_ROOT_DESCRIPTOR1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct RootDescriptor {
    /// Register.
    pub shader_register: u32,
    /// Register space.
    pub register_space: u32,
    /// Volatility; empty in version 1.0 (see [`RootSignature::descriptor_flags`]).
    pub flags: RootDescriptorFlags,
}

/// What a root parameter is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct RootParameter {
    /// Which stages see it.
    pub visibility: ShaderVisibility,
    /// What it is.
    pub kind: RootParameterKind,
}

/// `D3D12_VERSIONED_ROOT_SIGNATURE_DESC`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
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
