//! What each operation asks of its operands, result and immediate. [`table`] has a row for each, in an exhaustive
//! match, so that a new operation asks for its row; the rules that rows name are in [`rules`], those with code of their
//! own in the file of their family.

mod image;
mod matrices;
mod memory;
mod rays;
mod row;
mod rules;
mod table;
mod values;

use crate::ir::{Function, InstData, Module, Op, Type};
use row::{Check, Row};
use table::Rule;
pub(super) use table::{Quick, quick_rows};

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

impl Row<'_> {
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
            Rule::Missing => Err("the operation has no row in the verifier's table".into()),
        }
    }
}
