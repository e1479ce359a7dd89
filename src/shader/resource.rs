//! Resources of a shader: ranges of registers, and what a shader takes from the heap by itself (SM 6.6).

use crate::{entity_id, numbered_enum};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

entity_id! {
    /// A resource range of an entry point.
    #[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
    pub struct ResourceId = "res"
}

numbered_enum! {
    /// Resource class: which kind of register a range has.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
    #[allow(missing_docs)]
    pub enum ResourceClass {
        Srv = 0,
        Uav = 1,
        Cbv = 2,
        Sampler = 3,
    }
}

impl ResourceClass {
    /// The register letter: `t`, `u`, `b` or `s`.
    pub fn letter(self) -> char {
        match self {
            Self::Srv => 't',
            Self::Uav => 'u',
            Self::Cbv => 'b',
            Self::Sampler => 's',
        }
    }

    /// D3D12's word for it: `SRV`, `UAV`, `CBV` or `sampler`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Srv => "SRV",
            Self::Uav => "UAV",
            Self::Cbv => "CBV",
            Self::Sampler => "sampler",
        }
    }
}

numbered_enum! {
    /// Resource kind ("Resource kinds"), numbered as DXIL's.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
    #[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
    #[allow(missing_docs)]
    pub enum ResourceKind {
        #[default]
        Invalid = 0,
        #[cfg_attr(feature = "serde", serde(rename = "texture1d"))]
        Texture1D = 1,
        #[cfg_attr(feature = "serde", serde(rename = "texture2d"))]
        Texture2D = 2,
        #[cfg_attr(feature = "serde", serde(rename = "texture2dms"))]
        Texture2DMS = 3,
        #[cfg_attr(feature = "serde", serde(rename = "texture3d"))]
        Texture3D = 4,
        TextureCube = 5,
        #[cfg_attr(feature = "serde", serde(rename = "texture1d_array"))]
        Texture1DArray = 6,
        #[cfg_attr(feature = "serde", serde(rename = "texture2d_array"))]
        Texture2DArray = 7,
        #[cfg_attr(feature = "serde", serde(rename = "texture2dms_array"))]
        Texture2DMSArray = 8,
        TextureCubeArray = 9,
        TypedBuffer = 10,
        RawBuffer = 11,
        StructuredBuffer = 12,
        #[cfg_attr(feature = "serde", serde(rename = "cbuffer"))]
        CBuffer = 13,
        Sampler = 14,
        #[cfg_attr(feature = "serde", serde(rename = "tbuffer"))]
        TBuffer = 15,
        #[cfg_attr(feature = "serde", serde(rename = "rt_acceleration_structure"))]
        RTAccelerationStructure = 16,
        #[cfg_attr(feature = "serde", serde(rename = "feedback_texture2d"))]
        FeedbackTexture2D = 17,
        #[cfg_attr(feature = "serde", serde(rename = "feedback_texture2d_array"))]
        FeedbackTexture2DArray = 18,
    }
}

impl ResourceKind {
    /// Whether it is a texture that is loaded or sampled (feedback textures are not).
    pub fn is_texture(self) -> bool {
        (Self::Texture1D as u32..=Self::TextureCubeArray as u32).contains(&(self as u32))
    }

    /// Whether it is a buffer that is loaded and stored: a typed, a raw or a structured one.
    pub fn is_buffer(self) -> bool {
        self == Self::TypedBuffer || self.is_untyped_buffer()
    }

    /// Whether it is a raw or a structured buffer.
    pub fn is_untyped_buffer(self) -> bool {
        matches!(self, Self::RawBuffer | Self::StructuredBuffer)
    }
}

numbered_enum! {
    /// Component type ("Component types"), numbered as DXIL's `CompType`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
    #[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
    #[allow(missing_docs)]
    pub enum ComponentType {
        #[default]
        Invalid = 0,
        I1 = 1,
        I16 = 2,
        U16 = 3,
        I32 = 4,
        U32 = 5,
        I64 = 6,
        U64 = 7,
        F16 = 8,
        F32 = 9,
        F64 = 10,
        #[cfg_attr(feature = "serde", serde(rename = "snorm_f16"))]
        SNormF16 = 11,
        #[cfg_attr(feature = "serde", serde(rename = "unorm_f16"))]
        UNormF16 = 12,
        #[cfg_attr(feature = "serde", serde(rename = "snorm_f32"))]
        SNormF32 = 13,
        #[cfg_attr(feature = "serde", serde(rename = "unorm_f32"))]
        UNormF32 = 14,
        #[cfg_attr(feature = "serde", serde(rename = "snorm_f64"))]
        SNormF64 = 15,
        #[cfg_attr(feature = "serde", serde(rename = "unorm_f64"))]
        UNormF64 = 16,
        #[cfg_attr(feature = "serde", serde(rename = "packed_s8x32"))]
        PackedS8x32 = 17,
        #[cfg_attr(feature = "serde", serde(rename = "packed_u8x32"))]
        PackedU8x32 = 18,
    }
}

impl ComponentType {
    /// Width of a component in bits, 0 when unknown.
    pub fn bits(self) -> u32 {
        use ComponentType::*;
        match self {
            Invalid => 0,
            I1 => 1,
            I16 | U16 | F16 | SNormF16 | UNormF16 => 16,
            I32 | U32 | F32 | SNormF32 | UNormF32 | PackedS8x32 | PackedU8x32 => 32,
            I64 | U64 | F64 | SNormF64 | UNormF64 => 64,
        }
    }
    /// Whether it is a float, normalised ones included.
    pub fn is_float(self) -> bool {
        use ComponentType::*;
        matches!(
            self,
            F16 | F32 | F64 | SNormF16 | UNormF16 | SNormF32 | UNormF32 | SNormF64 | UNormF64
        )
    }
    /// Whether it is a signed integer.
    pub fn is_signed_int(self) -> bool {
        matches!(self, Self::I16 | Self::I32 | Self::I64)
    }
}

/// A resource range of a shader ("Shader resources"; SM 6.6: also what `annotateHandle` tells of a heap entry).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// Class.
    pub class: ResourceClass,
    /// Range id within its class, as in the metadata; `u32::MAX` for synthesised heap entries.
    pub id: u32,
    /// HLSL name, may be empty.
    pub name: String,
    /// Register space.
    pub space: u32,
    /// First register.
    pub lower: u32,
    /// Number of registers, `None` when unbounded.
    pub count: Option<u32>,
    /// Kind (samplers: [`ResourceKind::Sampler`], constant buffers: [`ResourceKind::CBuffer`]).
    pub kind: ResourceKind,
    /// Component type of typed resources, and of structured buffers of minimum-precision integers where their
    /// declaration tells; else `Invalid`.
    pub component: ComponentType,
    /// Components of a typed resource's element type as declared in HLSL, 4 when unknown.
    pub components: u32,
    /// Stride of structured buffers in bytes, else 0.
    pub stride: u32,
    /// Sample count of multisampled textures, 0 when unknown.
    pub samples: u32,
    /// Size of a constant buffer in bytes (of a `tbuffer` where it is known), else 0.
    pub cbuffer_size: u32,
    /// `globallycoherent` UAV.
    pub globally_coherent: bool,
    /// `reordercoherent` UAV (SM 6.9).
    pub reorder_coherent: bool,
    /// UAV with a counter.
    pub has_counter: bool,
    /// Rasterizer-ordered view.
    pub rasterizer_ordered: bool,
    /// Comparison sampler.
    pub comparison_sampler: bool,
    /// Sampler feedback type (0 min mip, 1 mip region used), for feedback textures.
    pub feedback: Option<u32>,
    /// Whether 64-bit atomics are used on it.
    pub atomic64: bool,
    /// Whether it is reached through the SM 6.6 heap.
    pub heap: bool,
}

impl Resource {
    /// Its first register: for messages.
    pub(crate) fn register(&self) -> String {
        format!(
            "register {}{}, space {}",
            self.class.letter(),
            self.lower,
            self.space
        )
    }

    /// Its name, if it has one, and its register: for messages.
    pub(crate) fn described(&self) -> String {
        match self.name.as_str() {
            "" => self.register(),
            name => format!("{name} ({})", self.register()),
        }
    }
}

impl Default for Resource {
    fn default() -> Self {
        Self {
            class: ResourceClass::Srv,
            id: 0,
            name: String::new(),
            space: 0,
            lower: 0,
            count: Some(1),
            kind: ResourceKind::Invalid,
            component: ComponentType::Invalid,
            components: 4,
            stride: 0,
            samples: 0,
            cbuffer_size: 0,
            globally_coherent: false,
            reorder_coherent: false,
            has_counter: false,
            rasterizer_ordered: false,
            comparison_sampler: false,
            feedback: None,
            atomic64: false,
            heap: false,
        }
    }
}
