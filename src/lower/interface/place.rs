//! What a signature element is in Vulkan, by stage, signature and semantic.
//!
//! An element has a semantic kind other than `Arbitrary` only where the semantic has a meaning at that point
//! of the pipeline; [`built_ins`] repeats that, so that a kind without a meaning is an ordinary element.

use crate::error::{Error, Result};
use crate::shader::{EntryPoint, Interpolation, SemanticKind, SignatureElement, SignatureKind, Stage};
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
///
/// Outputs of a geometry shader's stream that is not rasterized only go to memory: they are no built-ins, and their
/// locations lie behind those of the streams before, each of which has registers of its own in D3D12. So have the
/// primitives of a mesh shader, whose locations lie behind those of its vertices.
pub(super) fn place_of(
    shader: &EntryPoint,
    signature: SignatureKind,
    element: &SignatureElement,
) -> Result<Place> {
    let stage = shader.stage;
    if !matches!(
        stage,
        Stage::Vertex | Stage::Hull | Stage::Domain | Stage::Geometry | Stage::Mesh | Stage::Pixel
    ) {
        return Err(Error::unsupported(format!("signatures of a {stage:?} shader")));
    }
    let rasterized = shader.rasterized_stream();
    if (stage, signature) == (Stage::Geometry, SignatureKind::Output) && element.stream != rasterized {
        let before = streams_before(shader, element.stream, rasterized);
        return Ok(Place::Location(register(element)? + before));
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
        (_, SignatureKind::Primitive, _) => {
            let behind = registers(shader.outputs.iter());
            Ok(Place::Location(register(element)?.saturating_add(behind)))
        }
        _ => Ok(Place::Location(register(element)?)),
    }
}

/// The location of an ordinary element: its first register.
pub(super) fn register(element: &SignatureElement) -> Result<u32> {
    element.start_row.ok_or_else(|| {
        let name = &element.name;
        Error::malformed(format!(
            "signature element {name} is accessed but has no register"
        ))
    })
}

/// How many registers the output streams have whose locations come before those of `stream`: first those of the one that
/// is rasterized, which keep their numbers.
fn streams_before(shader: &EntryPoint, stream: u32, rasterized: u32) -> u32 {
    let extent = |stream| {
        let elements = shader.outputs.iter();
        registers(elements.filter(|element| element.stream == stream))
    };
    let before = (0..stream).filter(|&other| other != rasterized);
    extent(rasterized) + before.map(extent).sum::<u32>()
}

/// How many registers elements take, up to the last.
fn registers<'a>(elements: impl Iterator<Item = &'a SignatureElement>) -> u32 {
    let ends = elements.filter_map(|element| Some(element.start_row?.saturating_add(element.rows)));
    ends.max().unwrap_or(0)
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
