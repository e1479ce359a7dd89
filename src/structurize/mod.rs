//! structurize
