//! Samples, gathers and comparisons of every kind of texture.

use crate::case::List;

/// Registers the cases.
pub fn register(_: &mut List) {}
