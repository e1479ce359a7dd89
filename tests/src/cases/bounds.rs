//! Accesses out of bounds, and the sizes that shaders ask for, of every kind of resource.

use crate::case::List;

/// Registers the cases.
pub fn register(_: &mut List) {}
