//! What can be said about a function without changing it. Each analysis is a plain value, computed on request
//! and valid until the graph changes.
//!
//! In: a [`Function`](crate::ir::Function). Out: [`cfg::Cfg`], [`dominators::Dominators`], [`loops::Loops`],
//! [`multiples::Multiples`].
//! Of a whole module at the D3D12 level: [`access`] says what it does to each resource, [`usage`] what else, [`wave_sizes`] which
//! sizes of waves it seems to be written for. [`dot`] draws control flow and constructs.
//! All of them are iterative and near-linear in instructions, blocks and edges.

pub mod access;
pub mod cfg;
pub mod constructs;
pub mod dominators;
pub mod dot;
pub mod loops;
pub mod multiples;
pub mod params;
pub mod usage;
pub mod wave_sizes;

#[cfg(test)]
mod tests;
