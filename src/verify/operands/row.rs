//! An instruction as its row of the table sees it.

use crate::ir::print::print_type;
use crate::ir::{Flags, Module, Type, Value};
use smallvec::SmallVec;

pub(super) type Check = Result<(), String>;

pub(super) struct Row<'a> {
    pub(super) module: &'a Module,
    /// Result type.
    pub(super) ty: Type,
    pub(super) flags: Flags,
    pub(super) imm: u32,
    pub(super) args: &'a [Value],
    /// Types of `args`.
    pub(super) types: SmallVec<[Type; 12]>,
}

#[cold]
pub(super) fn fail(message: impl Into<String>) -> Check {
    Err(message.into())
}

impl Row<'_> {
    /// Type of operand `index`; void when there is none (the count is checked first).
    pub(super) fn arg(&self, index: usize) -> Type {
        self.types.get(index).copied().unwrap_or(Type::VOID)
    }

    pub(super) fn scalar(&self, ty: Type) -> Type {
        self.module.types.scalar(ty)
    }

    pub(super) fn components(&self, ty: Type) -> u32 {
        self.module.types.components(ty)
    }

    pub(super) fn is_scalar(&self, ty: Type) -> bool {
        ty.scalar_bits() != 0
    }

    pub(super) fn name(&self, ty: Type) -> String {
        print_type(self.module, ty)
    }
}
