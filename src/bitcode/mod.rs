//! LLVM 3.7 bitcode: records to a typed module.
//!
//! In: a bitstream (raw or wrapped). Out: a [`module::Module`] in which every id has been checked. What holds
//! is said at `read_module`. Format: LLVM 3.7 "Bitcode File Format", section "LLVM IR Encoding", and what
//! LLVM 3.7's writer produces, whose operand layouts differ from those of later versions.
//!
//! A file for each kind of block: `types`, `attributes`, `globals`, `constants`, `metadata`,
//! `symbols`, `text`; `function` drives the instruction readers `inst_*`. `rules` has LLVM's typing rules.
//! `debug` reads debug nodes when someone asks.

mod attributes;
mod codes;
mod constants;
pub mod debug;
mod function;
mod globals;
mod inst_control;
mod inst_memory;
mod inst_values;
mod metadata;
pub mod module;
mod operands;
mod phis;
mod print;
mod reader;
mod rules;
mod symbols;
#[cfg(test)]
mod tests;
pub mod text;
mod types;

pub use print::{Listing, Place};
pub use reader::{Memory, read_module, read_module_into};
