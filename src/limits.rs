//! Every bound on hostile input, in one place. Each is far above what a real shader needs.

/// Bytes of a container or bitcode module: offsets in both formats are 32-bit.
pub const MAX_INPUT_BYTES: usize = 256 << 20;
/// Parts of a container.
pub const MAX_PARTS: usize = 256;
/// Nesting of bitstream blocks (LLVM 3.7 modules nest 4 deep).
pub const MAX_BLOCK_NESTING: usize = 16;
/// Abbreviations that one block may define.
pub const MAX_ABBREVIATIONS: usize = 1024;
/// Operands that one abbreviation may define.
pub const MAX_ABBREVIATION_FIELDS: usize = 256;
/// Operands that all records of a module may have, for each byte of input (real modules average under 1).
pub const OPERANDS_PER_BYTE: usize = 8;
/// Nesting of types (array of struct of ...).
pub const MAX_TYPE_NESTING: usize = 64;
/// Nesting of constants (aggregates and constant expressions).
pub const MAX_CONSTANT_NESTING: usize = 64;
/// Elements that one constant may hold after expansion (a zeroinitializer names millions in four bytes).
pub const MAX_CONSTANT_ELEMENTS: usize = 1 << 16;
