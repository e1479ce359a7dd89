//! What a signature element is in Vulkan, by stage, direction and semantic.
//!
//! An element has a semantic kind other than `Arbitrary` only where the semantic has a meaning at that point
//! of the pipeline; the table below repeats that ("Semantic Interpretations" in `docs/DXIL.rst`), so that a
//! kind without a meaning is an ordinary element.

use super::Direction;
use crate::error::{Error, Result};
use crate::shader::{Interpolation, SemanticKind, SignatureElement, Stage};
use ::spirv::{BuiltIn, Decoration};

/// What an element is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A variable at this location.
    Location(u32),
    /// A part of the clip or cull distances.
    Distances(BuiltIn),
    /// A built-in.
    BuiltIn(BuiltIn),
}

/// What `element` of a stage is.
pub(super) fn place_of(stage: Stage, direction: Direction, element: &SignatureElement) -> Result<Place> {
    use SemanticKind as Kind;
    let builtin = match (stage, direction) {
        (Stage::Vertex, Direction::Input) => match element.kind {
            Kind::VertexId => BuiltIn::VertexIndex,
            Kind::InstanceId => BuiltIn::InstanceIndex,
            Kind::ViewId => BuiltIn::ViewIndex,
            Kind::StartVertexLocation => BuiltIn::BaseVertex,
            Kind::StartInstanceLocation => BuiltIn::BaseInstance,
            _ => return register(element),
        },
        (Stage::Vertex, Direction::Output) => match element.kind {
            Kind::Position => BuiltIn::Position,
            Kind::ClipDistance => return Ok(Place::Distances(BuiltIn::ClipDistance)),
            Kind::CullDistance => return Ok(Place::Distances(BuiltIn::CullDistance)),
            Kind::RenderTargetArrayIndex => BuiltIn::Layer,
            Kind::ViewPortArrayIndex => BuiltIn::ViewportIndex,
            Kind::ShadingRate => BuiltIn::PrimitiveShadingRateKHR,
            _ => return register(element),
        },
        (Stage::Pixel, Direction::Input) => match element.kind {
            Kind::Position => BuiltIn::FragCoord,
            Kind::ClipDistance => return Ok(Place::Distances(BuiltIn::ClipDistance)),
            Kind::CullDistance => return Ok(Place::Distances(BuiltIn::CullDistance)),
            Kind::RenderTargetArrayIndex => BuiltIn::Layer,
            Kind::ViewPortArrayIndex => BuiltIn::ViewportIndex,
            Kind::ShadingRate => BuiltIn::ShadingRateKHR,
            Kind::IsFrontFace => BuiltIn::FrontFacing,
            Kind::PrimitiveId => BuiltIn::PrimitiveId,
            Kind::SampleIndex => BuiltIn::SampleId,
            Kind::Coverage => BuiltIn::SampleMask,
            Kind::InnerCoverage => BuiltIn::FullyCoveredEXT,
            Kind::ViewId => BuiltIn::ViewIndex,
            Kind::Barycentrics if is_noperspective(element.interpolation) => BuiltIn::BaryCoordNoPerspKHR,
            Kind::Barycentrics => BuiltIn::BaryCoordKHR,
            _ => return register(element),
        },
        (Stage::Pixel, Direction::Output) => match element.kind {
            // Render targets are numbered by semantic index.
            Kind::Target => return Ok(Place::Location(element.indices.first().copied().unwrap_or(0))),
            Kind::Depth | Kind::DepthGreaterEqual | Kind::DepthLessEqual => BuiltIn::FragDepth,
            Kind::StencilRef => BuiltIn::FragStencilRefEXT,
            Kind::Coverage => BuiltIn::SampleMask,
            _ => {
                let name = &element.name;
                return Err(Error::unsupported(format!("output {name} of a pixel shader")));
            }
        },
        _ => return Err(Error::unsupported(format!("signatures of a {stage:?} shader"))),
    };
    Ok(Place::BuiltIn(builtin))
}

/// The location of an ordinary element: its first register.
fn register(element: &SignatureElement) -> Result<Place> {
    let row = element.start_row.ok_or_else(|| {
        let name = &element.name;
        Error::malformed(format!(
            "signature element {name} is accessed but has no register"
        ))
    })?;
    Ok(Place::Location(row))
}

/// The decoration of the position in the pixel that a mode interpolates at, if it is not the centre.
pub(super) fn auxiliary(mode: Interpolation) -> Option<Decoration> {
    match mode {
        Interpolation::LinearCentroid | Interpolation::LinearNoperspectiveCentroid => {
            Some(Decoration::Centroid)
        }
        Interpolation::LinearSample | Interpolation::LinearNoperspectiveSample => Some(Decoration::Sample),
        _ => None,
    }
}

/// Whether a mode interpolates linearly in screen space.
pub(super) fn is_noperspective(mode: Interpolation) -> bool {
    matches!(
        mode,
        Interpolation::LinearNoperspective
            | Interpolation::LinearNoperspectiveCentroid
            | Interpolation::LinearNoperspectiveSample
    )
}
