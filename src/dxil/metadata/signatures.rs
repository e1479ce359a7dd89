//! Signatures: a list of element nodes to elements in id order ("Signature element").

use super::node::{Budget, Node};
use crate::error::{Error, Result};
use crate::limits;
use crate::shader::{ComponentType, Interpolation, SemanticKind, SignatureElement};

/// Reads a signature. `validator_version` says what a missing usage mask means.
pub(super) fn read(
    list: Node<'_>,
    validator_version: (u32, u32),
    budget: &mut Budget,
) -> Result<Vec<SignatureElement>> {
    if list.len() > limits::MAX_SIGNATURE_ELEMENTS {
        return Err(Error::limit(format!(
            "a signature with {} elements: at most {} are read",
            list.len(),
            limits::MAX_SIGNATURE_ELEMENTS
        )));
    }
    let mut elements = Vec::with_capacity(list.len());
    for node in list.children("signature element") {
        budget.item()?;
        elements.push(element(node?, validator_version, budget)?);
    }
    elements.sort_by_key(|element| element.id);
    for (index, element) in elements.iter().enumerate() {
        if element.id as usize != index {
            return Err(list.malformed(format_args!(
                "element ids must be 0 to {}, each once; element {} {:?} breaks this",
                elements.len() - 1,
                element.id,
                element.name
            )));
        }
    }
    Ok(elements)
}

/// `!{id, name, component type, semantic kind, indices, interpolation, rows, columns, first row, first column,
/// extended properties}`
fn element(node: Node<'_>, validator_version: (u32, u32), budget: &mut Budget) -> Result<SignatureElement> {
    let name = node.string(1)?;
    let unknown = |what: &str, number: u32| {
        node.unsupported(format_args!("{what} {number} of element {name:?} is not known"))
    };
    let component = node.u8(2)?;
    let kind = node.u8(3)?;
    let interpolation = node.u8(5)?;
    let rows = node.u32(6)?;
    let cols = node.u8(7)?;
    let start_row = node.u32(8)? as i32;
    let start_col = node.u8(9)? as u8 as i8;
    if !(1..=limits::MAX_SIGNATURE_ROWS).contains(&rows) || !(1..=4).contains(&cols) {
        return Err(node.malformed(format_args!(
            "element {name:?} has {rows} rows of {cols} columns; 1 to {} and 1 to 4 are possible",
            limits::MAX_SIGNATURE_ROWS
        )));
    }
    let packed = start_row >= 0;
    let (start_row, start_col) = if packed {
        if start_row as u32 + rows > 256 || !(0..=4 - cols as i32).contains(&i32::from(start_col)) {
            return Err(node.malformed(format_args!(
                "element {name:?} of {rows} rows and {cols} columns cannot start at row {start_row}, \
                 column {start_col}"
            )));
        }
        (Some(start_row as u32), start_col as u32)
    } else {
        (None, 0)
    };
    let all = (1 << cols) - 1;
    let mut element = SignatureElement {
        id: node.u32(0)?,
        name: budget.text(name)?,
        kind: SemanticKind::from_number(kind).ok_or_else(|| unknown("semantic kind", kind))?,
        indices: indices(node, rows)?,
        component: ComponentType::from_number(component)
            .ok_or_else(|| unknown("component type", component))?,
        interpolation: Interpolation::from_number(interpolation)
            .ok_or_else(|| unknown("interpolation mode", interpolation))?,
        rows,
        cols,
        start_row,
        start_col,
        stream: 0,
        // Validator 1.5 and later (and 0.0, which stands for the newest) write every mask that is not empty.
        usage_mask: match validator_version {
            (0, 0) | (1, 5..) | (2.., _) => 0,
            _ => all,
        },
        dynamic_mask: 0,
    };
    if let Some(extended) = node.node(10, "signature element")? {
        for tag in extended.tags()? {
            let (tag, at) = tag?;
            match tag {
                0 => element.stream = extended.u32(at)?,
                // The variable in the compiler's own intermediate form.
                1 => {}
                2 => element.dynamic_mask = extended.u32(at)? & all,
                3 => element.usage_mask = extended.u32(at)? & all,
                _ => return Err(unknown("extended property", tag)),
            }
        }
    }
    if element.stream > 3 {
        return Err(node.malformed(format_args!(
            "element {:?} is in stream {}, there are 4",
            element.name, element.stream
        )));
    }
    Ok(element)
}

/// The semantic index of each row. System values may come without; missing ones count on.
///
/// A mesh shader's output whose parameter has the semantic itself (`out vertices float4 positions[4] : SV_Position`)
/// comes with an index for each vertex or primitive, though its rows are those of one of them: the first count.
fn indices(element: Node<'_>, rows: u32) -> Result<Vec<u32>> {
    let mut indices = Vec::with_capacity(rows as usize);
    if let Some(list) = element.node(4, "semantic indices")? {
        for index in 0..list.len().min(rows as usize) {
            indices.push(list.u32(index)?);
        }
    }
    while indices.len() < rows as usize {
        indices.push(indices.last().map_or(0, |last: &u32| last.wrapping_add(1)));
    }
    Ok(indices)
}
