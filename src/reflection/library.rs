//! What a library says of an entry point and of the state object that it is meant for.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// What the runtime data of a library (part RDAT) says of an entry point: the facts of the export, and the subobjects that
/// are associated with it. What creates the state object may say otherwise; its word comes first.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LibraryExport {
    /// Symbol, mangled, without the byte 1 that stands before it in the file: `?Hit@@YAXUPayload@@@Z`. `entry` has the name
    /// as HLSL has it.
    pub symbol: String,
    /// Bytes of the payload, or of a callable shader's data; 0 for shaders that get none.
    pub payload_bytes: u32,
    /// Bytes of the hit attributes; 0 for shaders that get none.
    pub attribute_bytes: u32,
    /// Symbols of functions that it calls and the library does not have.
    #[cfg_attr(feature = "serde", serde(default))]
    pub dependencies: Vec<String>,
    /// Name of the global root signature, which `embedded` as a source of root signatures means.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none", default))]
    pub global_root_signature: Option<String>,
    /// Name of the local root signature, likewise.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none", default))]
    pub local_root_signature: Option<String>,
    /// Sizes that all shaders share.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none", default))]
    pub shader_config: Option<ShaderConfig>,
    /// Limits and flags of the pipeline.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none", default))]
    pub pipeline_config: Option<PipelineConfig>,
    /// Flags of the state object (`D3D12_STATE_OBJECT_FLAGS`), by name.
    #[cfg_attr(feature = "serde", serde(default))]
    pub state_object_flags: Vec<String>,
    /// The hit groups that it is in.
    #[cfg_attr(feature = "serde", serde(default))]
    pub hit_groups: Vec<HitGroup>,
}

/// `D3D12_RAYTRACING_SHADER_CONFIG`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShaderConfig {
    /// Name of the subobject.
    pub name: String,
    /// Bytes of the largest payload, or data of a callable shader.
    pub max_payload_bytes: u32,
    /// Bytes of the largest hit attributes.
    pub max_attribute_bytes: u32,
}

/// `D3D12_RAYTRACING_PIPELINE_CONFIG1`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PipelineConfig {
    /// Name of the subobject.
    pub name: String,
    /// Deepest recursion of rays: `maxPipelineRayRecursionDepth`.
    pub max_trace_recursion_depth: u32,
    /// Flags by name: `skip_triangles` and `skip_procedural_primitives` are
    /// `VK_PIPELINE_CREATE_RAY_TRACING_SKIP_TRIANGLES_BIT_KHR` and `..._SKIP_AABBS_BIT_KHR`, `allow_opacity_micromaps` is
    /// `VK_PIPELINE_CREATE_RAY_TRACING_OPACITY_MICROMAP_BIT_EXT`. A shader's own ray flags do not show them.
    #[cfg_attr(feature = "serde", serde(default))]
    pub flags: Vec<String>,
}

/// Shaders that handle a hit together.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HitGroup {
    /// Name of the hit group, an export itself.
    pub name: String,
    /// `triangles` or `procedural_primitive`.
    pub kind: String,
    /// Name of the any hit shader, empty without one.
    pub any_hit: String,
    /// Name of the closest hit shader, empty without one.
    pub closest_hit: String,
    /// Name of the intersection shader, empty without one.
    pub intersection: String,
}
