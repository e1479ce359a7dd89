//! Stream output: where transform feedback writes the outputs of a vertex.
//!
//! In: output elements, what a binder or the options say of them. Out: a place for each element that is written.
//! What holds: elements are written whole, row after row, within the stride, which is one for each buffer, and beside
//! each other; SPIR-V's decorations say no less ("Xfb" in its "Decoration" table, and Vulkan's "Transform Feedback").

use super::plan::Binder;
use crate::error::{Error, ErrorKind, Result};
use crate::options::{Options, StreamOutput};
use crate::shader::{SignatureElement, Stage};
use crate::vulkan::Capture;

/// Transform feedback buffers, as many as D3D12 has output slots.
const BUFFERS: u32 = 4;

/// Where stream output writes `outputs` of a shader of `stage`, by element; empty where it writes none.
///
/// # Errors
/// `InvalidOptions` for entries that name no output, or one twice, cut one into pieces, or do not fit their vertex; for
/// outputs that share bytes, or a buffer with another stride.
pub fn captures(
    mut binder: Option<&mut dyn Binder>,
    stage: Stage,
    outputs: &[SignatureElement],
    options: &Options,
) -> Result<Vec<Option<Capture>>> {
    if !matches!(stage, Stage::Vertex | Stage::Domain | Stage::Geometry) {
        return Ok(Vec::new());
    }
    let entries = options.stream_outputs.as_slice();
    let named = |entry: &StreamOutput| outputs.iter().any(|element| row_of(element, entry).is_some());
    if let Some(entry) = entries.iter().find(|entry| !named(entry)) {
        return Err(refused(entry, "the shader has no such output"));
    }
    let mut places = vec![None; outputs.len()];
    for (place, element) in places.iter_mut().zip(outputs) {
        if let Some(binder) = &mut binder {
            *place = binder.capture(stage, element)?;
        }
        if place.is_none() {
            *place = of_entries(element, entries)?;
        }
        if let Some(place) = *place {
            check(element, place)?;
        }
    }
    if places.iter().all(Option::is_none) {
        places.clear();
    }
    check_together(outputs, &places)?;
    Ok(places)
}

/// The row of `element` that `entry` names. Semantic names are the same whatever their case.
fn row_of(element: &SignatureElement, entry: &StreamOutput) -> Option<usize> {
    if element.stream != entry.stream || !element.name.eq_ignore_ascii_case(&entry.semantic) {
        return None;
    }
    element.indices.iter().position(|&index| index == entry.index)
}

/// What the entries say of an element: all of its rows, one behind the other, or nothing.
fn of_entries(element: &SignatureElement, entries: &[StreamOutput]) -> Result<Option<Capture>> {
    let mut first: Option<Capture> = None;
    let mut rows = 0;
    for row in 0..element.indices.len() {
        let mut of_row = entries.iter().filter(|entry| row_of(element, entry) == Some(row));
        let Some(entry) = of_row.next() else {
            continue;
        };
        if of_row.next().is_some() {
            return Err(refused(entry, "it is there twice"));
        }
        let place = entry.place;
        let before = (row as u32).saturating_mul(element.cols.saturating_mul(4));
        let start = *first.get_or_insert(place);
        let expected = Capture {
            offset: start.offset.saturating_add(before),
            ..start
        };
        if row != rows || place != expected {
            return Err(refused(
                entry,
                "the rows of one output must be written together, in order",
            ));
        }
        rows += 1;
    }
    match (
        first,
        entries.iter().find(|entry| row_of(element, entry).is_some()),
    ) {
        (Some(_), Some(entry)) if rows != element.indices.len() => {
            Err(refused(entry, "all rows of an output are written, or none"))
        }
        _ => Ok(first),
    }
}

/// Bytes of an element.
fn size(element: &SignatureElement) -> u32 {
    element.rows.saturating_mul(element.cols).saturating_mul(4)
}

/// Whether a place makes sense.
fn check(element: &SignatureElement, place: Capture) -> Result<()> {
    let what = if place.buffer >= BUFFERS {
        "there are four buffers"
    } else if !place.offset.is_multiple_of(4) || !place.stride.is_multiple_of(4) {
        "offset and stride must be multiples of 4"
    } else if place.offset.saturating_add(size(element)) > place.stride {
        "it does not fit the stride"
    } else {
        return Ok(());
    };
    Err(refused_element(element, what))
}

/// Whether places, each of which makes sense, do so beside each other.
fn check_together(outputs: &[SignatureElement], places: &[Option<Capture>]) -> Result<()> {
    let pairs = outputs.iter().zip(places);
    let mut written: Vec<(&SignatureElement, Capture)> = pairs
        .filter_map(|(element, place)| Some((element, (*place)?)))
        .collect();
    written.sort_by_key(|(_, place)| (place.buffer, place.offset));
    for pair in written.windows(2) {
        let &[(before, first), (element, second)] = pair else {
            continue;
        };
        if first.buffer != second.buffer {
            continue;
        }
        if first.stride != second.stride {
            return Err(refused_element(element, "its buffer has another stride too"));
        }
        if first.offset.saturating_add(size(before)) > second.offset {
            return Err(refused_element(element, "another output is there"));
        }
    }
    Ok(())
}

fn refused_element(element: &SignatureElement, what: &str) -> Error {
    let index = element.indices.first().copied().unwrap_or(0);
    let message = format!("stream output of {}{index}: {what}", element.name);
    Error::new(ErrorKind::InvalidOptions, message)
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
            place: Capture {
                buffer,
                offset,
                stride,
            },
        }
    }

    fn places(entries: Vec<StreamOutput>) -> Result<Vec<Option<Capture>>> {
        let options = Options {
            stream_outputs: entries,
            ..Options::default()
        };
        captures(None, Stage::Vertex, &outputs(), &options)
    }

    #[test]
    fn entries_find_whole_elements() {
        assert_eq!(places(Vec::new()), Ok(Vec::new()));
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
        assert_eq!(found, Ok(vec![place(0, 0, 16), place(1, 4, 20), None]));
    }

    #[test]
    fn other_stages_have_none() {
        let options = Options {
            stream_outputs: vec![entry("N", 0, 0, 0, 12)],
            ..Options::default()
        };
        let places = captures(None, Stage::Pixel, &outputs(), &options);
        assert_eq!(places, Ok(Vec::new()));
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
                vec![entry("TEXCOORD", 1, 0, 0, 32)],
                "TEXCOORD1: all rows of an output are written, or none",
            ),
            (
                vec![entry("TEXCOORD", 2, 0, 0, 32)],
                "TEXCOORD2: the rows of one output must be written together, in order",
            ),
            (
                vec![entry("TEXCOORD", 1, 0, 0, 32), entry("TEXCOORD", 2, 1, 8, 32)],
                "TEXCOORD2: the rows of one output must be written together, in order",
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
