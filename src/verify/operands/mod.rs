//! What each operation asks of its operands, result and immediate. [`table`] has a row for each, in an exhaustive
//! match, so that a new operation asks for its row; the rules that rows name are in [`rules`], those with code of their
//! own in the file of their family.

mod image;
mod memory;
mod rules;
mod table;
mod values;

use crate::ir::print::print_type;
use crate::ir::{Flags, Function, InstData, Module, Op, Type, Value};
use smallvec::SmallVec;
use table::Rule;
pub(super) use table::{Quick, quick};

type Check = Result<(), String>;

/// Checks one instruction of `function`, all of whose ids are in range.
pub(super) fn check(module: &Module, function: &Function, data: &InstData) -> Check {
    let args = data.args.of(&function.pool);
    let row = Row {
        module,
        ty: data.ty,
        flags: data.flags,
        imm: data.imm,
        args,
        types: args
            .iter()
            .map(|&value| module.value_type(function, value))
            .collect(),
    };
    row.check(data.op)
}

struct Row<'a> {
    module: &'a Module,
    /// Result type.
    ty: Type,
    flags: Flags,
    imm: u32,
    args: &'a [Value],
    /// Types of `args`.
    types: SmallVec<[Type; 12]>,
}

#[cold]
fn fail(message: impl Into<String>) -> Check {
    Err(message.into())
}

impl<'m> Row<'m> {
    fn check(&self, op: Op) -> Check {
        let (imm, rule) = table::row(op);
        self.immediate(imm)?;
        match rule {
            Rule::Takes(letters, gives) => {
                self.operands(letters)?;
                self.gives(gives)
            }
            Rule::Stores(letters, first) => {
                self.operands(letters)?;
                self.stored(first)
            }
            Rule::Same(count, class) => self.same(count, class),
            Rule::Compare(class) => self.compare(class),
            Rule::Convert(from, to, width) => self.convert(from, to, width),
            Rule::Barrier(letters) => {
                self.operands(letters)?;
                self.constants()?;
                self.result(Type::VOID)
            }
            Rule::Code(check) => check(self),
        }
    }

    /// Type of operand `index`; void when there is none (the count is checked first).
    fn arg(&self, index: usize) -> Type {
        self.types.get(index).copied().unwrap_or(Type::VOID)
    }

    fn scalar(&self, ty: Type) -> Type {
        self.module.types.scalar(ty)
    }

    fn components(&self, ty: Type) -> u32 {
        self.module.types.components(ty)
    }

    fn is_scalar(&self, ty: Type) -> bool {
        ty.scalar_bits() != 0
    }

    fn name(&self, ty: Type) -> String {
        print_type(self.module, ty)
    }
}
