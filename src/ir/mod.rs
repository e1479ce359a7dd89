//! The intermediate representation between DXIL and SPIR-V.
//!
//! A [`Module`] holds one entry point: interned [`types`] and constants, global variables, functions.
//! A [`Function`] holds instructions in blocks. Values are instruction results, block parameters (there
//! are no phis), constants and the addresses of globals. What the operations mean stands in [`op`].
//!
//! What holds ([`verify`](crate::verify) checks it):
//! - An instruction's operands dominate it; a block's terminator passes one argument of the right type for
//!   each parameter of the target; the entry block is never a target.
//! - Vector operations have operands of one type; comparisons give `i1` or a vector of it.
//! - After `lower`: no D3D12 operation and no handle is left.
//! - After `structurize`: every block that ends in a conditional branch or switch, and every loop header,
//!   names its merge block, and the nesting obeys SPIR-V's structural rules. Only a conditional branch between
//!   leaving the innermost loop and going round it again has none.

pub mod constant;
mod cursor;
pub mod debug;
mod effects;
pub mod function;
pub mod half;
mod interface;
mod memory;
pub mod module;
pub mod op;
pub mod parse;
pub mod print;
pub mod types;
mod uses;

pub use constant::{Const, ConstData};
pub use cursor::{Builder, Cursor};
pub use effects::{effects_of, loaded_from};
pub use function::{
    Block, BlockData, DebugValue, Edge, Func, Function, Global, Hint, Inst, InstData, Merge, Terminator,
    Value, ValueRef,
};
pub use interface::Component;
pub use memory::Memory;
pub use module::{Decoration, Denormals, GlobalData, Module, Origin};
pub(crate) use op::op_table;
pub use op::{AtomicOp, Class, Flags, HitObjectValue, MATRIX_ROBUST, Op, RayQueryValue};
pub use types::{
    CooperativeMatrix, ImageType, LONG_VECTOR, MAX_ATTRIBUTE_WORDS, MAX_VECTOR, MatrixNumbers, MatrixUse,
    Member, MemberAccess, Object, StorageClass, StructType, Type, TypeData, Types, packed_size,
};
pub use uses::{Replacements, User, Uses, for_each_use};

#[cfg(test)]
pub(crate) mod tests;
