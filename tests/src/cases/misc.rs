//! TBD

use crate::case::List;

/// Registers the cases.
pub fn register(_: &mut List) {}
