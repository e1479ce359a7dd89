//! Inputs that follow the outputs of the stage before, by semantic.
//!
//! In: an element, and the outputs that the reflection of the stage before lists. Out: its place, or those of its rows.
//! D3D12 links most stages by register, and so do locations; between mesh and pixel shaders, whose vertices and
//! primitives have registers of their own each, it goes by semantic. Of streams it is the one that is rasterized. What holds:
//! no input is where the stage before writes nothing, or more components wide than what is written there.

use super::plan::{ElementPlace, InputPiece, Linked, LinkedInput};
use crate::shader::SignatureElement;
use crate::vulkan::IoElement;
use smallvec::SmallVec;

/// The place of `element`, an input that would be at `own`, behind a stage with these outputs. Those that the stage before
/// does not write lie behind all of its, where nothing meets them.
pub fn linked(outputs: &[IoElement], element: &SignatureElement, own: ElementPlace) -> ElementPlace {
    let place = |output: &IoElement| {
        if output.patch {
            return None;
        }
        let row = row_of(output, element, first_index(element))?;
        Some(ElementPlace {
            location: output.location?.saturating_add(row),
            component: output.component,
            per_primitive: output.per_primitive,
        })
    };
    outputs.iter().find_map(place).unwrap_or_else(|| {
        let ends = outputs
            .iter()
            .filter_map(|output| Some(output.location?.saturating_add(output.rows)));
        let behind = ends.max().unwrap_or(0);
        ElementPlace {
            location: own.location.saturating_add(behind),
            ..own
        }
    })
}

/// What all inputs share behind a stage with these outputs; [`link`] adds the elements.
pub fn links(outputs: &[IoElement]) -> Linked {
    let scalars = |built_in: &str| {
        let parts = outputs
            .iter()
            .filter(|output| output.builtin.as_deref() == Some(built_in) && !output.unrasterized);
        parts.fold(0u32, |sum, output| {
            sum.saturating_add(output.rows.saturating_mul(output.cols))
        })
    };
    Linked {
        distances: [scalars("ClipDistance"), scalars("CullDistance")],
        inputs: Vec::new(),
    }
}

/// Links `element`, number `id` of the inputs or, with `patch`, of the patch constants; `distance` says that it is a part
/// of the clip or cull distances. Gives its place, where all of it is together; else lists its pieces in `links`.
pub fn link(
    links: &mut Linked,
    outputs: &[IoElement],
    element: &SignatureElement,
    id: u32,
    [patch, distance]: [bool; 2],
) -> Option<ElementPlace> {
    // Each with the number of the output that it is of.
    let mut pieces: SmallVec<[(usize, InputPiece); 4]> = SmallVec::new();
    for (number, &index) in (0..).zip(&element.indices) {
        let found = outputs.iter().enumerate().filter_map(|(output_number, output)| {
            let meant = output.patch == patch && output.location.is_some() != distance;
            let row = row_of(output, element, index).filter(|_| meant)?;
            Some((output_number, output, row))
        });
        // Of an output that transform feedback takes a part of there are several, each with its own components.
        let mut found: SmallVec<[_; 4]> = found.collect();
        found.sort_by_key(|(_, output, _)| output.component);
        let start = found.first().map_or(0, |(_, output, _)| output.component);
        for (output_number, output, row) in found {
            let first = output.component - start;
            let Some(left) = element.cols.checked_sub(first).filter(|&left| left != 0) else {
                continue;
            };
            let piece = InputPiece {
                row: number,
                first,
                count: output.cols.min(left),
                place: ElementPlace {
                    location: output.location.unwrap_or(0).saturating_add(row),
                    component: match distance {
                        true => output.component.saturating_add(row.saturating_mul(output.cols)),
                        false => output.component,
                    },
                    per_primitive: output.per_primitive,
                },
            };
            pieces.push((output_number, piece));
        }
    }
    let whole = pieces.first().filter(|(first_output, first)| {
        let mut rows = (0..).zip(&pieces);
        let is_next = |(row, (output, piece)): (u32, &(usize, InputPiece))| {
            (output, piece.row, piece.count) == (first_output, row, element.cols)
                && first.place.location.checked_add(row) == Some(piece.place.location)
        };
        !distance && pieces.len() == element.indices.len() && rows.all(is_next)
    });
    if let Some((_, whole)) = whole {
        return Some(whole.place);
    }
    links.inputs.push(LinkedInput {
        patch,
        element: id,
        pieces: pieces.into_iter().map(|(_, piece)| piece).collect(),
    });
    None
}

/// Whether `element` is one of the outputs that are the same for a primitive.
pub fn is_per_primitive(outputs: &[IoElement], element: &SignatureElement) -> bool {
    let mut outputs = outputs.iter();
    outputs.any(|output| output.per_primitive && row_of(output, element, first_index(element)).is_some())
}

/// Whether `element` is one of the outputs that have a location.
pub fn is_given(outputs: &[IoElement], element: &SignatureElement) -> bool {
    let mut outputs = outputs.iter();
    outputs.any(|output| output.location.is_some() && row_of(output, element, first_index(element)).is_some())
}

fn first_index(element: &SignatureElement) -> u32 {
    element.indices.first().copied().unwrap_or(0)
}

/// The row of `output` that is the one of `element` with a semantic index. Semantic names are the same whatever their
/// case.
fn row_of(output: &IoElement, element: &SignatureElement, index: u32) -> Option<u32> {
    let row = index.checked_sub(output.index)?;
    let same = !output.unrasterized && output.semantic.eq_ignore_ascii_case(&element.name);
    (same && row < output.rows).then_some(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shader::ComponentType;

    fn output(semantic: &str, index: u32, rows: u32, location: Option<u32>) -> IoElement {
        IoElement {
            semantic: semantic.to_owned(),
            index,
            rows,
            cols: 2,
            component_type: ComponentType::F32,
            location,
            component: 1,
            builtin: None,
            patch: false,
            per_primitive: semantic == "COLOR",
            unrasterized: false,
            capture: None,
        }
    }

    #[test]
    fn inputs_go_where_their_semantic_is() {
        let outputs = [
            output("SV_Position", 0, 1, None),
            IoElement {
                unrasterized: true,
                ..output("UV", 1, 3, Some(0))
            },
            output("UV", 1, 3, Some(4)),
            output("COLOR", 0, 1, Some(7)),
        ];
        let place = |name: &str, index| {
            let element = SignatureElement {
                name: name.to_owned(),
                indices: vec![index],
                ..SignatureElement::default()
            };
            let own = ElementPlace {
                location: 2,
                ..ElementPlace::default()
            };
            let place = linked(&outputs, &element, own);
            assert_eq!(
                place.per_primitive,
                is_per_primitive(&outputs, &element),
                "{name}"
            );
            (place.location, place.component)
        };
        assert_eq!(place("uv", 2), (5, 1));
        assert_eq!(place("Color", 0), (7, 1));
        for missing in [("UV", 0), ("UV", 4), ("FOG", 0), ("SV_Position", 0)] {
            assert_eq!(place(missing.0, missing.1), (10, 0), "{missing:?}");
        }
    }

    #[test]
    fn rows_go_where_each_of_them_is() {
        let outputs = [
            IoElement {
                unrasterized: true,
                ..output("UV", 0, 2, Some(1))
            },
            IoElement {
                builtin: Some("ClipDistance".to_owned()),
                unrasterized: true,
                ..output("SV_ClipDistance", 1, 1, None)
            },
            output("UV", 0, 2, Some(4)),
            output("UV", 2, 1, Some(6)),
            output("N", 0, 1, Some(9)),
            IoElement {
                builtin: Some("ClipDistance".to_owned()),
                component: 3,
                ..output("SV_ClipDistance", 1, 2, None)
            },
            IoElement {
                patch: true,
                ..output("UV", 3, 1, Some(1))
            },
            // What stream output takes apart.
            output("PARTS", 0, 1, Some(11)),
            IoElement {
                component: 0,
                cols: 1,
                ..output("PARTS", 0, 1, Some(11))
            },
        ];
        let element = |name: &str, first: u32, rows: u32, cols| SignatureElement {
            name: name.to_owned(),
            indices: (first..first + rows).collect(),
            rows,
            cols,
            ..SignatureElement::default()
        };
        let piece = |row, first, (location, component), count| InputPiece {
            row,
            first,
            count,
            place: ElementPlace {
                location,
                component,
                per_primitive: false,
            },
        };
        let linked = |element: SignatureElement, kind| {
            let mut made = links(&outputs);
            assert_eq!(made.distances, [4, 0]);
            let place = link(&mut made, &outputs, &element, 7, kind);
            let rows = made.inputs.pop().map(|input| input.pieces);
            (place.map(|place| (place.location, place.component)), rows)
        };
        let ordinary = [false, false];
        assert_eq!(linked(element("uv", 0, 2, 2), ordinary), (Some((4, 1)), None));
        assert_eq!(linked(element("uv", 1, 1, 1), ordinary), (Some((5, 1)), None));
        // Of two elements, though the locations follow each other.
        let two = vec![piece(0, 0, (5, 1), 2), piece(1, 0, (6, 1), 2)];
        assert_eq!(linked(element("UV", 1, 2, 2), ordinary), (None, Some(two)));
        // Narrower than what is read, and not there.
        let narrow = vec![piece(0, 0, (9, 1), 2)];
        assert_eq!(linked(element("N", 0, 1, 3), ordinary), (None, Some(narrow)));
        let missing = vec![piece(0, 0, (6, 1), 2)];
        assert_eq!(linked(element("UV", 2, 2, 2), ordinary), (None, Some(missing)));
        let both = vec![piece(0, 0, (11, 0), 1), piece(0, 1, (11, 1), 1)];
        assert_eq!(linked(element("PARTS", 0, 1, 2), ordinary), (None, Some(both)));
        assert_eq!(linked(element("PARTS", 0, 1, 1), ordinary), (Some((11, 0)), None));
        assert_eq!(
            linked(element("UV", 3, 1, 2), [true, false]),
            (Some((1, 1)), None)
        );
        let parts = vec![piece(0, 0, (0, 3), 1), piece(1, 0, (1, 5), 1)];
        let found = linked(element("SV_ClipDistance", 1, 2, 1), [false, true]);
        assert_eq!(found, (None, Some(parts)));
        assert_eq!(linked(element("SV_ClipDistance", 1, 1, 1), ordinary).0, None);
    }
}
