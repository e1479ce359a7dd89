//! Optimisations that know nothing of bindings: a file each, a function of the same name.

pub mod aligned;
pub mod cse;
pub mod dce;
pub mod divide;
pub mod ends;
pub mod locals;
pub mod roll;
pub mod selects;
pub mod stores;
pub mod told;
pub mod truths;
mod vectors;
