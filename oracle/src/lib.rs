//! An oracle for control flow: programs with any graph of branches, and an interpreter that says what they do.
//!
//! The structurizer may change how a function gets from block to block, never what it does. So a program is made
//! ([`graph`], [`statements`], [`extreme`] make graphs; [`program`] fills them with values), run before and after
//! ([`interpret`]), and the traces are compared ([`mod@compare`]). What fails is made small ([`mod@shrink`]) and printed as
//! IR text, ready for a test.
//!
//! The tests of this package run a fixed set; `tests/src/bin/structure.rs` runs any number and validates the
//! SPIR-V; the fuzz target `structure` lets a fuzzer choose; `tests/` executes divergent programs on a device.

pub mod case;
pub mod compare;
pub mod extreme;
pub mod graph;
pub mod interpret;
pub mod program;
pub mod random;
pub mod shader;
pub mod shrink;
pub mod size;
pub mod statements;

pub use compare::{Sizes, compare};
pub use graph::Graph;
pub use random::Random;
pub use shrink::shrink;
