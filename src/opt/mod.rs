//! Optimisations that know nothing of bindings: a file each, a function of the same name.

pub mod cse;
pub mod dce;
pub mod ends;
pub mod stores;
mod vectors;
