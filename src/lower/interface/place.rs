//! What a signature element is in Vulkan, by stage, signature and semantic.
//!
//! An element has a semantic kind other than `Arbitrary` only where the semantic has a meaning at that point
//! of the pipeline; [`built_ins`] repeats that, so that a kind without a meaning is an ordinary element.

use crate::error::{Error, Result};
use crate::shader::{Interpolation, SemanticKind, SignatureElement, SignatureKind, Stage};
use crate::vulkan::built_ins::{self, Shape, SystemValueFacts};
use ::spirv::{Decoration, ExecutionMode};

/// What an element is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// A variable at this location.
    Location(u32),
    /// A part of a built-in that several elements make together: the clip or cull distances.
    Part(&'static SystemValueFacts),
    /// A built-in, and the execution modes that writing it takes.
    BuiltIn(&'static SystemValueFacts, &'static [ExecutionMode]),
}

/// What `element` of a stage is.
pub(super) fn place_of(stage: Stage, signature: SignatureKind, element: &SignatureElement) -> Result<Place> {
    if !matches!(stage, Stage::Vertex | Stage::Pixel) {
        return Err(Error::unsupported(format!("signatures of a {stage:?} shader")));
    }
    if let Some((facts, place)) = built_ins::of_element(stage, signature, element) {
        return Ok(match facts.shape {
            Shape::Parts(_) => Place::Part(facts),
            _ => Place::BuiltIn(facts, place.modes),
        });
    }
    match (stage, signature, element.kind) {
        // Render targets are numbered by semantic index.
        (Stage::Pixel, SignatureKind::Output, SemanticKind::Target) => {
            Ok(Place::Location(element.indices.first().copied().unwrap_or(0)))
        }
        (Stage::Pixel, SignatureKind::Output, _) => {
            let name = &element.name;
            Err(Error::unsupported(format!("output {name} of a pixel shader")))
        }
        _ => register(element),
    }
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
