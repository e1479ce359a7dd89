//! What can be said about a function without changing it. Each analysis is a plain value, computed on request
//! and valid until the graph changes.
//!
//! In: a [`Function`](crate::ir::Function). Out: [`cfg::Cfg`], [`dominators::Dominators`], [`loops::Loops`].
//! All of them are iterative and near-linear in blocks and edges.

pub mod cfg;
pub mod dominators;
pub mod loops;

#[cfg(test)]
mod tests;
