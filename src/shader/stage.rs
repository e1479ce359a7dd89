//! Shader stages and shader models.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::fmt;

/// A shader model, for example 6.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub struct ShaderModel {
    pub major: u32,
    pub minor: u32,
}

/// A shader stage, numbered as `DXIL::ShaderKind`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[allow(missing_docs)]
#[repr(u32)]
#[non_exhaustive]
pub enum Stage {
    Pixel,
    Vertex,
    Geometry,
    Hull,
    Domain,
    #[default]
    Compute,
    /// A library: entry points of several kinds.
    Library,
    RayGeneration,
    Intersection,
    AnyHit,
    ClosestHit,
    Miss,
    Callable,
    Mesh,
    Amplification,
    Node,
}

impl Stage {
    const ALL: [(Self, &'static str, &'static str); 16] = [
        (Self::Pixel, "pixel", "ps"),
        (Self::Vertex, "vertex", "vs"),
        (Self::Geometry, "geometry", "gs"),
        (Self::Hull, "hull", "hs"),
        (Self::Domain, "domain", "ds"),
        (Self::Compute, "compute", "cs"),
        (Self::Library, "library", "lib"),
        (Self::RayGeneration, "raygeneration", "rgs"),
        (Self::Intersection, "intersection", "is"),
        (Self::AnyHit, "anyhit", "ahs"),
        (Self::ClosestHit, "closesthit", "chs"),
        (Self::Miss, "miss", "mss"),
        (Self::Callable, "callable", "cls"),
        (Self::Mesh, "mesh", "ms"),
        (Self::Amplification, "amplification", "as"),
        (Self::Node, "node", "node"),
    ];

    /// Every kind.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().map(|(kind, ..)| kind)
    }

    /// The kind that a number of `DXIL::ShaderKind` stands for.
    pub fn from_raw(raw: u32) -> Option<Self> {
        Self::ALL.get(raw as usize).map(|(kind, ..)| *kind)
    }
    /// Whether its shaders are in ray tracing pipelines.
    pub fn is_traced(self) -> bool {
        matches!(
            self,
            Self::RayGeneration
                | Self::Intersection
                | Self::AnyHit
                | Self::ClosestHit
                | Self::Miss
                | Self::Callable
        )
    }
    /// Whether its threads come in groups, which share memory.
    pub fn has_groups(self) -> bool {
        matches!(
            self,
            Self::Compute | Self::Mesh | Self::Amplification | Self::Node
        )
    }
    /// The number in `DXIL::ShaderKind`.
    pub fn to_raw(self) -> u32 {
        self as u32
    }
    /// The name that HLSL's attribute `[shader("...")]` uses.
    pub fn name(self) -> &'static str {
        Self::ALL.get(self as usize).map_or("", |(_, name, _)| name)
    }
    /// The abbreviation that profiles and `!dx.shaderModel` use, for example `ps`.
    pub fn abbreviation(self) -> &'static str {
        Self::ALL
            .get(self as usize)
            .map_or("", |(.., abbreviation)| abbreviation)
    }
    /// The kind with this abbreviation.
    pub fn from_abbreviation(text: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .find(|(.., abbreviation)| *abbreviation == text)
            .map(|(kind, ..)| *kind)
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
