//! LLVM 3.7 bitcode: records to a typed module.

pub mod module;
