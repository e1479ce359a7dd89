//! Static samplers: `D3D12_STATIC_SAMPLER_DESC1` and the sets of values that it uses.
//!
//! Unknown values of filters, address modes, comparison functions and border colours are kept: they say
//! nothing about the layout of the file, and whoever makes a Vulkan sampler of them reports them better.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use super::flags::ShaderVisibility;
use crate::container::names::{flag_set, open_enum};

/// A 32-bit float held as its bits, so that it hashes, compares and survives JSON as NaN or infinity.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct FloatBits(pub u32);

impl FloatBits {
    /// The float.
    pub fn get(self) -> f32 {
        f32::from_bits(self.0)
    }
}

impl From<f32> for FloatBits {
    fn from(value: f32) -> Self {
        Self(value.to_bits())
    }
}

impl std::fmt::Debug for FloatBits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.get())
    }
}

/// How one of minification, magnification and mip selection filters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FilterMode {
    /// Nearest.
    Point,
    /// Linear.
    Linear,
}

/// `D3D12_FILTER_REDUCTION_TYPE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FilterReduction {
    /// Weighted average.
    Standard,
    /// Comparison, then weighted average.
    Comparison,
    /// Minimum of the texels.
    Minimum,
    /// Maximum of the texels.
    Maximum,
}

open_enum! {
    /// `D3D12_FILTER`: bit fields, of which the accessors give the parts.
    pub struct Filter(u32) {
        MIN_MAG_MIP_POINT = 0x0, "min_mag_mip_point";
        MIN_MAG_POINT_MIP_LINEAR = 0x1, "min_mag_point_mip_linear";
        MIN_POINT_MAG_LINEAR_MIP_POINT = 0x4, "min_point_mag_linear_mip_point";
        MIN_POINT_MAG_MIP_LINEAR = 0x5, "min_point_mag_mip_linear";
        MIN_LINEAR_MAG_MIP_POINT = 0x10, "min_linear_mag_mip_point";
        MIN_LINEAR_MAG_POINT_MIP_LINEAR = 0x11, "min_linear_mag_point_mip_linear";
        MIN_MAG_LINEAR_MIP_POINT = 0x14, "min_mag_linear_mip_point";
        MIN_MAG_MIP_LINEAR = 0x15, "min_mag_mip_linear";
        MIN_MAG_ANISOTROPIC_MIP_POINT = 0x54, "min_mag_anisotropic_mip_point";
        ANISOTROPIC = 0x55, "anisotropic";
        COMPARISON_MIN_MAG_MIP_POINT = 0x80, "comparison_min_mag_mip_point";
        COMPARISON_MIN_MAG_POINT_MIP_LINEAR = 0x81, "comparison_min_mag_point_mip_linear";
        COMPARISON_MIN_POINT_MAG_LINEAR_MIP_POINT = 0x84, "comparison_min_point_mag_linear_mip_point";
        COMPARISON_MIN_POINT_MAG_MIP_LINEAR = 0x85, "comparison_min_point_mag_mip_linear";
        COMPARISON_MIN_LINEAR_MAG_MIP_POINT = 0x90, "comparison_min_linear_mag_mip_point";
        COMPARISON_MIN_LINEAR_MAG_POINT_MIP_LINEAR = 0x91, "comparison_min_linear_mag_point_mip_linear";
        COMPARISON_MIN_MAG_LINEAR_MIP_POINT = 0x94, "comparison_min_mag_linear_mip_point";
        COMPARISON_MIN_MAG_MIP_LINEAR = 0x95, "comparison_min_mag_mip_linear";
        COMPARISON_MIN_MAG_ANISOTROPIC_MIP_POINT = 0xd4, "comparison_min_mag_anisotropic_mip_point";
        COMPARISON_ANISOTROPIC = 0xd5, "comparison_anisotropic";
        MINIMUM_MIN_MAG_MIP_POINT = 0x100, "minimum_min_mag_mip_point";
        MINIMUM_MIN_MAG_POINT_MIP_LINEAR = 0x101, "minimum_min_mag_point_mip_linear";
        MINIMUM_MIN_POINT_MAG_LINEAR_MIP_POINT = 0x104, "minimum_min_point_mag_linear_mip_point";
        MINIMUM_MIN_POINT_MAG_MIP_LINEAR = 0x105, "minimum_min_point_mag_mip_linear";
        MINIMUM_MIN_LINEAR_MAG_MIP_POINT = 0x110, "minimum_min_linear_mag_mip_point";
        MINIMUM_MIN_LINEAR_MAG_POINT_MIP_LINEAR = 0x111, "minimum_min_linear_mag_point_mip_linear";
        MINIMUM_MIN_MAG_LINEAR_MIP_POINT = 0x114, "minimum_min_mag_linear_mip_point";
        MINIMUM_MIN_MAG_MIP_LINEAR = 0x115, "minimum_min_mag_mip_linear";
        MINIMUM_MIN_MAG_ANISOTROPIC_MIP_POINT = 0x154, "minimum_min_mag_anisotropic_mip_point";
        MINIMUM_ANISOTROPIC = 0x155, "minimum_anisotropic";
        MAXIMUM_MIN_MAG_MIP_POINT = 0x180, "maximum_min_mag_mip_point";
        MAXIMUM_MIN_MAG_POINT_MIP_LINEAR = 0x181, "maximum_min_mag_point_mip_linear";
        MAXIMUM_MIN_POINT_MAG_LINEAR_MIP_POINT = 0x184, "maximum_min_point_mag_linear_mip_point";
        MAXIMUM_MIN_POINT_MAG_MIP_LINEAR = 0x185, "maximum_min_point_mag_mip_linear";
        MAXIMUM_MIN_LINEAR_MAG_MIP_POINT = 0x190, "maximum_min_linear_mag_mip_point";
        MAXIMUM_MIN_LINEAR_MAG_POINT_MIP_LINEAR = 0x191, "maximum_min_linear_mag_point_mip_linear";
        MAXIMUM_MIN_MAG_LINEAR_MIP_POINT = 0x194, "maximum_min_mag_linear_mip_point";
        MAXIMUM_MIN_MAG_MIP_LINEAR = 0x195, "maximum_min_mag_mip_linear";
        MAXIMUM_MIN_MAG_ANISOTROPIC_MIP_POINT = 0x1d4, "maximum_min_mag_anisotropic_mip_point";
        MAXIMUM_ANISOTROPIC = 0x1d5, "maximum_anisotropic";
    }
}

impl Filter {
    fn mode(self, shift: u32) -> FilterMode {
        if (self.0 >> shift) & 3 == 0 {
            FilterMode::Point
        } else {
            FilterMode::Linear
        }
    }
    /// Between mip levels.
    pub fn mip(self) -> FilterMode {
        self.mode(0)
    }
    /// Magnification.
    pub fn mag(self) -> FilterMode {
        self.mode(2)
    }
    /// Minification.
    pub fn min(self) -> FilterMode {
        self.mode(4)
    }
    /// Whether anisotropic filtering is on.
    pub fn is_anisotropic(self) -> bool {
        self.0 & 0x40 != 0
    }
    /// How texels are reduced to one value.
    pub fn reduction(self) -> FilterReduction {
        match (self.0 >> 7) & 3 {
            0 => FilterReduction::Standard,
            1 => FilterReduction::Comparison,
            2 => FilterReduction::Minimum,
            _ => FilterReduction::Maximum,
        }
    }
}

open_enum! {
    /// `D3D12_TEXTURE_ADDRESS_MODE`.
    pub struct TextureAddressMode(u32) {
        WRAP = 1, "wrap";
        MIRROR = 2, "mirror";
        CLAMP = 3, "clamp";
        BORDER = 4, "border";
        MIRROR_ONCE = 5, "mirror_once";
    }
}

open_enum! {
    /// `D3D12_COMPARISON_FUNC`.
    pub struct ComparisonFunc(u32) {
        NONE = 0, "none";
        NEVER = 1, "never";
        LESS = 2, "less";
        EQUAL = 3, "equal";
        LESS_EQUAL = 4, "less_equal";
        GREATER = 5, "greater";
        NOT_EQUAL = 6, "not_equal";
        GREATER_EQUAL = 7, "greater_equal";
        ALWAYS = 8, "always";
    }
}

open_enum! {
    /// `D3D12_STATIC_BORDER_COLOR`.
    pub struct BorderColor(u32) {
        TRANSPARENT_BLACK = 0, "transparent_black";
        OPAQUE_BLACK = 1, "opaque_black";
        OPAQUE_WHITE = 2, "opaque_white";
        OPAQUE_BLACK_UINT = 3, "opaque_black_uint";
        OPAQUE_WHITE_UINT = 4, "opaque_white_uint";
    }
}

flag_set! {
    /// `D3D12_SAMPLER_FLAGS`, from version 1.2 on.
    pub struct SamplerFlags(u32) {
        UINT_BORDER_COLOR = 0x1, "uint_border_color";
        NON_NORMALIZED_COORDINATES = 0x2, "non_normalized_coordinates";
    }
}

/// `D3D12_STATIC_SAMPLER_DESC1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct StaticSampler {
    /// Filter.
    pub filter: Filter,
    /// Address mode for u.
    pub address_u: TextureAddressMode,
    /// Address mode for v.
    pub address_v: TextureAddressMode,
    /// Address mode for w.
    pub address_w: TextureAddressMode,
    /// Added to the computed level of detail.
    pub mip_lod_bias: FloatBits,
    /// Highest anisotropy, 1 to 16.
    pub max_anisotropy: u32,
    /// Comparison of a comparison filter.
    pub comparison_func: ComparisonFunc,
    /// Border colour.
    pub border_color: BorderColor,
    /// Lowest level of detail.
    pub min_lod: FloatBits,
    /// Highest level of detail.
    pub max_lod: FloatBits,
    /// Register `s`.
    pub shader_register: u32,
    /// Register space.
    pub register_space: u32,
    /// Which stages see it.
    pub visibility: ShaderVisibility,
    /// Flags; empty before version 1.2.
    #[cfg_attr(feature = "serde", serde(default))]
    pub flags: SamplerFlags,
}
