//! Which component of an element or built-in is meant.

use crate::ir::Value;

/// Which component of an element or built-in.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Path {
    /// Vertex or primitive, where the variable is an array over them.
    pub vertex: Option<Value>,
    /// Row, where there are several.
    pub row: Option<Value>,
    /// Column.
    pub column: u32,
}

impl Path {
    /// A column of the only row.
    pub fn column(column: u32) -> Self {
        Self {
            column,
            ..Self::default()
        }
    }
}
