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
/// Bytes of a name in a container part (mangled names of library functions are the longest).
pub const MAX_NAME_BYTES: usize = 4 << 10;
/// Elements of a signature (D3D12 has 32 rows of 4 components in each of 4 streams).
pub const MAX_SIGNATURE_ELEMENTS: usize = 1024;
/// Descriptor ranges of a root signature, in all tables together.
pub const MAX_ROOT_RANGES: usize = 1 << 16;
/// Records of one table of runtime data.
pub const MAX_RUNTIME_RECORDS: usize = 1 << 16;
/// Resources that a PSV0 part may list.
pub const MAX_PSV_RESOURCES: usize = 1 << 16;
/// Rows of a signature element.
pub const MAX_SIGNATURE_ROWS: u32 = 32;
/// Entry points of a library.
pub const MAX_ENTRY_POINTS: usize = 1 << 14;
/// Signature elements, resources and node records of all entry points together (a library's resources count once
/// for each of its entry points).
pub const MAX_PROGRAM_ITEMS: usize = 1 << 18;
/// Bytes of names and other text in the same (metadata may name one string many times).
pub const MAX_PROGRAM_TEXT: usize = 32 << 20;
/// Instructions that one entry point may have after inlining (the largest real shaders have a few hundred
/// thousand).
pub const MAX_INSTRUCTIONS: usize = 1 << 20;
/// Instructions of the IR that those may become.
pub const MAX_IR_INSTRUCTIONS: usize = 1 << 22;
/// Scopes of the source within each other, and functions inlined into each other, that debug information tells of.
pub const MAX_DEBUG_NESTING: usize = 256;
/// Source files whose text is kept; further ones have none.
pub const MAX_SOURCE_FILES: usize = 4096;
/// Members of structures and parameters of functions that debug information may have; further ones are left out.
pub const MAX_DEBUG_PARTS: usize = 1 << 16;
/// Places in the source that are told apart; further ones are left out.
pub const MAX_LOCATIONS: usize = 1 << 20;
/// Nesting of calls (HLSL has no recursion).
pub const MAX_CALL_NESTING: usize = 64;
/// Steps from a pointer back to its variable.
pub const MAX_POINTER_STEPS: usize = 64;
