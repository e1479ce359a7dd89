//! What DXIL adds to LLVM: the dx.op table, entry points, resources, signatures.

pub mod ops;
pub mod program;
