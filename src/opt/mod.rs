//! Optimisations that know nothing of bindings: a file each, a function of the same name.

pub mod dce;
