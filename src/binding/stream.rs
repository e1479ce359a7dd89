//! Stream output: where transform feedback writes the outputs of a vertex.
//!
//! In: output elements, what a binder or the options say of them. Out: a place for each element that is written, or for
//! each piece of one that is written in pieces. What holds: pieces are in the order of elements, rows and components, within
//! the stride, which is one for each buffer, and beside each other; SPIR-V's decorations say no less ("Xfb" in its
//! "Decoration" table, and Vulkan's "Transform Feedback").

use super::plan::{Binder, CapturedPiece};
use crate::error::{Error, ErrorKind, Result};
use crate::options::{Options, StreamOutput};
use crate::shader::{SignatureElement, Stage};
use crate::vulkan::Capture;

/// Transform feedback buffers, as many as D3D12 has output slots.
const BUFFERS: u32 = 4;

/// Where stream output writes `outputs` of a shader of `stage`: whole elements, by element, and pieces of others; empty where
/// it writes none.
///
/// # Errors
/// `InvalidOptions` for entries that name no output or no components of it, or the same twice, or do not fit their vertex; for
/// outputs that share bytes, or a buffer with another stride.
pub fn captures(
    mut binder: Option<&mut dyn Binder>,
    stage: Stage,
    outputs: &[SignatureElement],
    options: &Options,
) -> Result<(Vec<Option<Capture>>, Vec<CapturedPiece>)> {
    if !matches!(stage, Stage::Vertex | Stage::Domain | Stage::Geometry) {
        return Ok((Vec::new(), Vec::new()));
    }
    let entries = options.stream_outputs.as_slice();
    let named = |entry: &StreamOutput| outputs.iter().any(|element| row_of(element, entry).is_some());
    if let Some(entry) = entries.iter().find(|entry| !named(entry)) {
        return Err(refused(entry, "the shader has no such output"));
    }
    let mut places = vec![None; outputs.len()];
    let mut pieces = Vec::new();
    for (place, element) in places.iter_mut().zip(outputs) {
        if let Some(binder) = &mut binder {
            *place = binder.capture(stage, element)?;
        }
        if place.is_none() {
            let found = of_entries(element, entries)?;
            *place = whole(element, &found);
            if place.is_none() {
                pieces.extend(found);
            }
        }
    }
    let all = places.iter().zip(outputs).filter_map(|(place, element)| {
        let index = element.indices.first().copied().unwrap_or(0);
        let bytes = element.rows.saturating_mul(element.cols).saturating_mul(4);
        Some(Written {
            element,
            index,
            bytes,
            place: (*place)?,
        })
    });
    let parts = pieces.iter().filter_map(|piece: &CapturedPiece| {
        let element = outputs.iter().find(|element| element.id == piece.element)?;
        Some(Written {
            element,
            index: element.indices.get(piece.row as usize).copied()?,
            bytes: piece.count * 4,
            place: piece.place,
        })
    });
    check_together(all.chain(parts).collect())?;
    if places.iter().all(Option::is_none) {
        places.clear();
    }
    Ok((places, pieces))
}

/// Bytes that are written together.
struct Written<'e> {
    element: &'e SignatureElement,
    /// Semantic index.
    index: u32,
    bytes: u32,
    place: Capture,
}

/// The row of `element` that `entry` names. Semantic names are the same whatever their case.
fn row_of(element: &SignatureElement, entry: &StreamOutput) -> Option<usize> {
    if element.stream != entry.stream || !element.name.eq_ignore_ascii_case(&entry.semantic) {
        return None;
    }
    element.indices.iter().position(|&index| index == entry.index)
}

/// What the entries say of an element, in the order of rows and components.
fn of_entries(element: &SignatureElement, entries: &[StreamOutput]) -> Result<Vec<CapturedPiece>> {
    let mut found: Vec<(CapturedPiece, &StreamOutput)> = Vec::new();
    for entry in entries {
        let Some(row) = row_of(element, entry) else {
            continue;
        };
        let [first, count] = entry.components.unwrap_or([0, element.cols]);
        if count == 0 || first.saturating_add(count) > element.cols {
            return Err(refused(entry, "it has no such components"));
        }
        let piece = CapturedPiece {
            element: element.id,
            row: row as u32,
            first,
            count,
            place: entry.place,
        };
        found.push((piece, entry));
    }
    found.sort_by_key(|(piece, _)| (piece.row, piece.first));
    for pair in found.windows(2) {
        if let &[(before, entry), (piece, _)] = pair
            && before.row == piece.row
            && before.first + before.count > piece.first
        {
            return Err(refused(entry, "it is there twice"));
        }
    }
    Ok(found.into_iter().map(|(piece, _)| piece).collect())
}

/// The place of an element whose pieces are all of its rows, one behind the other.
fn whole(element: &SignatureElement, pieces: &[CapturedPiece]) -> Option<Capture> {
    let start = pieces.first()?.place;
    let together = |(row, piece): (u32, &CapturedPiece)| {
        let before = row.saturating_mul(element.cols.saturating_mul(4));
        let place = Capture {
            offset: start.offset.saturating_add(before),
            ..start
        };
        (piece.row, piece.count, piece.place) == (row, element.cols, place)
    };
    (pieces.len() == element.indices.len() && (0..).zip(pieces).all(together)).then_some(start)
}

/// Whether places make sense, each by itself and all beside each other.
fn check_together(mut written: Vec<Written<'_>>) -> Result<()> {
    for one in &written {
        let place = one.place;
        if place.buffer >= BUFFERS {
            return Err(one.refused("there are four buffers"));
        } else if !place.offset.is_multiple_of(4) || !place.stride.is_multiple_of(4) {
            return Err(one.refused("offset and stride must be multiples of 4"));
        } else if place.offset.saturating_add(one.bytes) > place.stride {
            return Err(one.refused("it does not fit the stride"));
        }
    }
    written.sort_by_key(|one| (one.place.buffer, one.place.offset));
    for pair in written.windows(2) {
        let [before, one] = pair else {
            continue;
        };
        let (first, second) = (before.place, one.place);
        if first.buffer != second.buffer {
            continue;
        }
        if first.stride != second.stride {
            return Err(one.refused("its buffer has another stride too"));
        }
        if first.offset.saturating_add(before.bytes) > second.offset {
            return Err(one.refused("another output is there"));
        }
    }
    Ok(())
}

impl Written<'_> {
    fn refused(&self, what: &str) -> Error {
        let message = format!("stream output of {}{}: {what}", self.element.name, self.index);
        Error::new(ErrorKind::InvalidOptions, message)
    }
}

fn refused(entry: &StreamOutput, what: &str) -> Error {
    let message = format!("stream output of {}{}: {what}", entry.semantic, entry.index);
    Error::new(ErrorKind::InvalidOptions, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn element(name: &str, indices: &[u32], cols: u32) -> SignatureElement {
        SignatureElement {
            name: name.to_owned(),
            indices: indices.to_vec(),
            rows: indices.len() as u32,
            cols,
            id: [0, 1, 2][["SV_Position", "TEXCOORD", "N"]
                .iter()
                .position(|known| *known == name)
                .unwrap_or(0)],
            ..SignatureElement::default()
        }
    }

    fn outputs() -> [SignatureElement; 3] {
        [
            element("SV_Position", &[0], 4),
            element("TEXCOORD", &[1, 2], 2),
            element("N", &[0], 3),
        ]
    }

    fn entry(semantic: &str, index: u32, buffer: u32, offset: u32, stride: u32) -> StreamOutput {
        StreamOutput {
            semantic: semantic.to_owned(),
            index,
            stream: 0,
            components: None,
            place: Capture {
                buffer,
                offset,
                stride,
            },
        }
    }

    fn places(entries: Vec<StreamOutput>) -> Result<(Vec<Option<Capture>>, Vec<CapturedPiece>)> {
        let options = Options {
            stream_outputs: entries,
            ..Options::default()
        };
        captures(None, Stage::Vertex, &outputs(), &options)
    }

    #[test]
    fn entries_find_whole_elements() {
        assert_eq!(places(Vec::new()), Ok((Vec::new(), Vec::new())));
        let found = places(vec![
            entry("texcoord", 1, 1, 4, 20),
            entry("TEXCOORD", 2, 1, 12, 20),
            entry("sv_position", 0, 0, 0, 16),
        ]);
        let place = |buffer, offset, stride| {
            Some(Capture {
                buffer,
                offset,
                stride,
            })
        };
        assert_eq!(
            found,
            Ok((vec![place(0, 0, 16), place(1, 4, 20), None], Vec::new()))
        );
    }

    #[test]
    fn entries_find_rows_and_components() {
        let mut middle = entry("SV_Position", 0, 1, 8, 16);
        middle.components = Some([1, 2]);
        let second = entry("TEXCOORD", 2, 0, 4, 12);
        let piece = |element, row, first, count, entry: &StreamOutput| CapturedPiece {
            element,
            row,
            first,
            count,
            place: entry.place,
        };
        let wanted = vec![piece(0, 0, 1, 2, &middle), piece(1, 1, 0, 2, &second)];
        assert_eq!(places(vec![second, middle]), Ok((Vec::new(), wanted)));
    }

    #[test]
    fn other_stages_have_none() {
        let options = Options {
            stream_outputs: vec![entry("N", 0, 0, 0, 12)],
            ..Options::default()
        };
        let places = captures(None, Stage::Pixel, &outputs(), &options);
        assert_eq!(places, Ok((Vec::new(), Vec::new())));
    }

    #[test]
    fn what_cannot_be_is_named() {
        for (entries, text) in [
            (vec![entry("N", 1, 0, 0, 12)], "N1: the shader has no such output"),
            (vec![entry("N", 0, 4, 0, 12)], "N0: there are four buffers"),
            (
                vec![entry("N", 0, 0, 2, 16)],
                "N0: offset and stride must be multiples of 4",
            ),
            (vec![entry("N", 0, 0, 4, 12)], "N0: it does not fit the stride"),
            (
                vec![StreamOutput {
                    components: Some([1, 2]),
                    ..entry("TEXCOORD", 1, 0, 0, 32)
                }],
                "TEXCOORD1: it has no such components",
            ),
            (
                vec![entry("TEXCOORD", 1, 0, 0, 32), entry("TEXCOORD", 2, 0, 4, 32)],
                "TEXCOORD2: another output is there",
            ),
            (
                vec![entry("N", 0, 0, 0, 12), entry("n", 0, 1, 0, 12)],
                "N0: it is there twice",
            ),
            (
                vec![entry("N", 0, 0, 0, 32), entry("SV_Position", 0, 0, 16, 36)],
                "SV_Position0: its buffer has another stride too",
            ),
            (
                vec![entry("N", 0, 0, 8, 32), entry("SV_Position", 0, 0, 16, 32)],
                "SV_Position0: another output is there",
            ),
            (
                vec![entry("N", 0, 0, u32::MAX - 3, u32::MAX - 3)],
                "N0: it does not fit the stride",
            ),
        ] {
            let message = places(entries).map_err(|error| error.to_string());
            assert!(message.as_ref().is_err_and(|m| m.contains(text)), "{message:?}");
        }
    }
}
