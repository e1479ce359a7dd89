//! What DXIL adds to LLVM: the dx.op table, entry points, resources, signatures.
//!
//! In: a typed bitcode module. Out: plain data in D3D12's terms. Nothing here knows what it is translated to.
//!
//! | file | concern |
//! |---|---|
//! | `ops` | the table of operations: facts, operand names, function names |
//! | `call` | which operation a call instruction is |
//! | `call_types` | whether the callee's types are those of the operation |
//! | `program` | what the metadata says: shaders as plain data, and where in the module they are |
//! | `metadata` | a module's metadata to that |
//! | `resource_properties` | the constants that describe handles since SM 6.6 |
//! | `attributes` | string attributes of functions |

pub mod attributes;
pub mod call;
pub mod call_types;
pub mod metadata;
pub mod ops;
pub mod program;
pub mod resource_properties;

pub use metadata::read_program;
