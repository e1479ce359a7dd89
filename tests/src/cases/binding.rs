//! Root signatures: root constants, root descriptors, tables, static samplers.

use crate::case::List;

/// Registers the cases.
pub fn register(_: &mut List) {}
