//! What pipelines and devices depend on: features, wave sizes, execution modes.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// `[WaveSize]` (SM 6.6, ranges SM 6.8): what the shader asks of the wave's size, in lanes. One size only where `min`
/// and `max` are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WaveSize {
    /// Smallest, a power of two.
    pub min: u32,
    /// Largest, a power of two.
    pub max: u32,
    /// Preferred, `null` if none is.
    pub preferred: Option<u32>,
}

/// Sizes of waves that a shader without `[WaveSize]` seems to be written for, by what shaders do that were tried on some
/// devices only; never something that it asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LikelyWaveSizes {
    /// At least so many lanes, `null` if nothing says so.
    pub min: Option<u32>,
    /// At most so many lanes, `null` if nothing says so.
    pub max: Option<u32>,
}

impl LikelyWaveSizes {
    /// Of a smallest and a largest size; `None` where neither is known.
    pub fn new(min: Option<u32>, max: Option<u32>) -> Option<Self> {
        (min.is_some() || max.is_some()).then_some(Self { min, max })
    }
}

/// What the translated shader does, as far as pipelines and devices depend on it: what is false never happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ShaderFeatures {
    /// Depth is written (`SV_Depth` and its conservative forms).
    pub writes_depth: bool,
    /// The stencil reference is written (`SV_StencilRef`, `VK_EXT_shader_stencil_export`).
    pub writes_stencil: bool,
    /// The sample mask is written (`SV_Coverage`).
    pub writes_sample_mask: bool,
    /// A viewport index is written (`SV_ViewportArrayIndex`).
    pub writes_viewport_index: bool,
    /// A layer is written (`SV_RenderTargetArrayIndex`).
    pub writes_layer: bool,
    /// Runs once a sample (`sampleRateShading`).
    pub sample_rate_shading: bool,
    /// Depth and stencil tests come before the shader (`EarlyFragmentTests`).
    pub early_depth_stencil: bool,
    /// Invocations may be discarded (`discard`, `clip`).
    pub discards: bool,
    /// Uses derivatives, implicit ones of samples too.
    pub derivatives: bool,
    /// Uses wave or quad operations.
    pub wave_ops: bool,
    /// Reads the lane index or the wave's size.
    pub wave_properties: bool,
    /// Accesses rasterizer-ordered views (`VK_EXT_fragment_shader_interlock`); no variable-rate shading then.
    pub rasterizer_ordered_views: bool,
    /// Needs 16-bit floats in arithmetic, or 16-bit types in memory; 16-bit integers alone do not count.
    pub native_16bit: bool,
    /// Needs 64-bit floats (`shaderFloat64`).
    pub fp64: bool,
    /// Needs 64-bit integers (`shaderInt64`).
    pub int64: bool,
    /// Needs 64-bit atomics on buffers or shared memory.
    pub int64_atomics: bool,
    /// Needs 64-bit atomics on images (`shaderImageInt64Atomics`).
    pub int64_image_atomics: bool,
    /// Uses the residency status of sparse resources (`shaderResourceResidency`).
    pub sparse_residency: bool,
    /// Clamps the level of detail from below (`shaderResourceMinLod`).
    pub min_lod: bool,
    /// Reads barycentric coordinates or the attributes of single vertices.
    #[cfg_attr(feature = "serde", serde(default))]
    pub barycentrics: bool,
    /// Reads `SV_InnerCoverage`: whether the pixel is fully covered.
    #[cfg_attr(feature = "serde", serde(default))]
    pub inner_coverage: bool,
    /// Reads `SV_ViewID`: depends on view instancing, which is multiview in Vulkan.
    #[cfg_attr(feature = "serde", serde(default))]
    pub view_id: bool,
    /// Writes a viewport index or a layer in a vertex or domain shader, which needs `shaderOutputViewportIndex` and
    /// `shaderOutputLayer`.
    #[cfg_attr(feature = "serde", serde(default))]
    pub viewport_or_layer_from_vertex: bool,
    /// Reads or writes storage images whose format the shader does not give.
    #[cfg_attr(feature = "serde", serde(default))]
    pub storage_image_without_format: bool,
}

/// An execution mode of the entry point.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExecutionMode {
    /// Its name in the SPIR-V specification.
    pub mode: String,
    /// Its literals in order, none for most; of `FPFastMathDefault` the width of the floats and the value of the mode.
    pub operands: Vec<u32>,
}

/// What the groups of a mesh or amplification shader ask of a device: to compare with
/// `VkPhysicalDeviceMeshShaderPropertiesEXT`, whose limits beyond D3D12's minima differ. How many vertices and primitives a
/// group gives at most is in the execution modes, its threads are in the reflection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MeshShading {
    /// Bytes of the payload that an amplification shader gives (`maxTaskPayloadSize`) or a mesh shader takes; 0 for none.
    pub payload_bytes: u32,
    /// Bytes of groupshared memory (`maxTaskSharedMemorySize`, `maxMeshSharedMemorySize`; with the payload,
    /// `maxTaskPayloadAndSharedMemorySize`, `maxMeshPayloadAndSharedMemorySize`).
    pub shared_bytes: u32,
    /// Bytes of the outputs of a vertex that a mesh shader writes, four for each component of up to 32 bits, built-ins
    /// included: times the vertices, and with those of primitives, `maxMeshOutputMemorySize`; by fours,
    /// `maxMeshOutputComponents`. 0 for amplification shaders.
    pub vertex_bytes: u32,
    /// The same of a primitive, its indices left out.
    pub primitive_bytes: u32,
}
