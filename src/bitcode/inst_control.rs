//! Instructions that move control: branches, phis, calls and returns.

use super::constants::{mask, sign_rotated};
use super::function::{BodyReader, other_type};
use super::module::{InstKind, MetadataId, Type, Value, ValueId, ValueKind};
use super::operands::Operands;
use crate::entity::{EntityId, ListRef};
use crate::error::Result;

/// The flag in a call's calling convention that says that the function's type follows.
const CALL_EXPLICIT_TYPE: u64 = 1 << 15;
/// What the first operand of a `switch` on ranges holds in its upper half.
const SWITCH_RANGES: u64 = 0x4b5;

impl BodyReader<'_> {
    /// `[]` or `[value]`
    pub(super) fn ret(&mut self, mut ops: Operands<'_>) -> Result<()> {
        let value = if ops.left() == 0 {
            if self.ret != self.void {
                return Err(ops.malformed("expected a value"));
            }
            None
        } else {
            let (value, ty) = self.value(&mut ops)?;
            if ty != self.ret {
                return Err(ops.malformed("expected a value of the function's return type"));
            }
            Some(value)
        };
        self.end_block(InstKind::Ret { value }, &ops)
    }

    /// `[block]` or `[block, block, condition]`
    pub(super) fn br(&mut self, mut ops: Operands<'_>) -> Result<()> {
        let first = ops.next()?;
        let if_true = self.block(first, &ops)?;
        if ops.left() == 0 {
            return self.end_block(InstKind::Br { target: if_true }, &ops);
        }
        let second = ops.next()?;
        let if_false = self.block(second, &ops)?;
        let condition = self.value_of(&mut ops, self.bool)?;
        self.end_block(
            InstKind::CondBr {
                condition,
                if_true,
                if_false,
            },
            &ops,
        )
    }

    /// `[type, value, default, (case, block)...]`, cases as absolute value numbers
    #[inline(never)]
    pub(super) fn switch(&mut self, mut ops: Operands<'_>) -> Result<()> {
        let raw = ops.next()?;
        if raw >> 16 == SWITCH_RANGES {
            return Err(ops.unsupported("the form with ranges of LLVM 3.3"));
        }
        let ty = self.types.get(raw, &ops)?;
        let &Type::Int(width) = self.types.of(ty) else {
            return Err(ops.malformed("expected an integer type"));
        };
        let value = self.value_of(&mut ops, ty)?;
        let default = ops.next()?;
        let default = self.block(default, &ops)?;
        if !ops.left().is_multiple_of(2) {
            return Err(ops.malformed("expected a block for each case"));
        }
        let start = self.body.words.len() as u32;
        self.scratch.clear();
        while ops.left() > 0 {
            let case = ValueId(ops.next_u32()?);
            self.expect(case, ty, &ops)?;
            let Some(bits) = self.body.value(self.module, case).and_then(Value::int) else {
                return Err(ops.malformed(format!("expected case {case} to be a constant")));
            };
            let bits = bits as u64 & mask(width);
            let block = ops.next()?;
            let block = self.block(block, &ops)?;
            self.body.words.extend([bits, u64::from(block)]);
            self.scratch.push(bits);
        }
        self.scratch.sort_unstable();
        if self.scratch.windows(2).any(|pair| pair.first() == pair.last()) {
            return Err(ops.malformed("a case value occurs twice"));
        }
        let len = self.body.words.len() as u32 - start;
        self.end_block(
            InstKind::Switch {
                value,
                default,
                cases: ListRef { start, len },
            },
            &ops,
        )
    }

    /// `[type, (value, block)...]`, values relative and signed
    pub(super) fn phi(&mut self, mut ops: Operands<'_>) -> Result<()> {
        let ty = self.types.next(&mut ops)?;
        if !self.types.is_value(ty) || !ops.left().is_multiple_of(2) {
            return Err(ops.malformed("expected the type of a value, then pairs of value and block"));
        }
        if self.body.insts.len() as u32 > self.block_start
            && !matches!(
                self.body.insts.last().map(|inst| inst.kind),
                Some(InstKind::Phi { .. })
            )
        {
            return Err(ops.malformed("expected all phis at the start of the block"));
        }
        let values = ListRef {
            start: self.body.operands.len() as u32,
            len: ops.left() as u32 / 2,
        };
        let blocks = ListRef {
            start: self.body.words.len() as u32,
            ..values
        };
        while ops.left() > 0 {
            let delta = sign_rotated(ops.next()?);
            let value = ValueId(self.next.wrapping_sub(delta as u32));
            self.expect(value, ty, &ops)?;
            self.body.operands.push(value);
            let block = ops.next()?;
            let block = self.block(block, &ops)?;
            self.body.words.push(u64::from(block));
        }
        self.has_phis = true;
        self.push(InstKind::Phi { values, blocks }, ty, &ops)
    }

    /// The arguments of a call of a function that takes metadata.
    #[inline(never)]
    fn arguments_with_metadata(&mut self, params: ListRef, mut ops: Operands<'_>) -> Result<()> {
        for place in params.range() {
            let Some(&param) = self.types.refs.get(place) else {
                return Err(crate::error::Error::internal("parameter of a function type"));
            };
            // Metadata arguments are those of debug intrinsics. Damaged ones name nothing.
            if matches!(self.types.of(param), Type::Metadata) {
                let number = u32::try_from(ops.next()?).ok();
                let id = number.map(|number| MetadataId(self.next.wrapping_sub(number)));
                let inst = self.body.insts.len() as u32;
                self.body.metadata_arguments.push((inst, id));
                continue;
            }
            let argument = self.value_of(&mut ops, param)?;
            self.body.operands.push(argument);
        }
        Ok(())
    }

    /// `[attributes, convention and flags, type?, callee, argument...]`
    pub(super) fn call(&mut self, mut ops: Operands<'_>) -> Result<()> {
        let _attributes = ops.next()?;
        let convention = ops.next()?;
        let explicit = if convention & CALL_EXPLICIT_TYPE != 0 {
            Some(self.types.next(&mut ops)?)
        } else {
            None
        };
        let (callee, _) = self.value(&mut ops)?;
        let Some(&ValueKind::Function(callee)) = self.module.values.get(callee).map(|value| &value.kind)
        else {
            return Err(ops.unsupported("indirect call"));
        };
        let ty = self.module.functions.get(callee).map(|function| function.ty);
        if explicit.is_some() && explicit != ty {
            return Err(ops.malformed("expected the type of the function called"));
        }
        let Some(&Type::Function { ret, params, vararg }) = ty.map(|ty| self.types.of(ty)) else {
            return Err(ops.malformed("expected a function"));
        };
        if vararg {
            return Err(ops.unsupported("function with variable arguments"));
        }
        if ops.left() != params.len as usize {
            let found = ops.left();
            return Err(ops.malformed(format!("expected {} arguments, found {found}", params.len)));
        }
        let start = self.body.operands.len() as u32;
        if ty.is_some_and(|ty| self.types.takes_metadata(ty)) {
            self.arguments_with_metadata(params, ops)?;
        } else {
            let (next, known, forward) = (self.next, self.value_types.as_slice(), &mut self.forward);
            let mut wrong = None;
            let at = ops.at();
            let values = params.of(&self.types.refs).iter().zip(ops.rest());
            self.body.operands.extend(values.map(|(&param, &number)| {
                let argument = ValueId(next.wrapping_sub(number as u32));
                match known.get(argument.index()) {
                    Some(&found) if found == param && number >> 32 == 0 => {}
                    None if number >> 32 == 0 => forward.push((argument, param, at)),
                    _ => {
                        wrong.get_or_insert((argument, number));
                    }
                }
                argument
            }));
            if let Some((argument, number)) = wrong {
                ops.in_32_bits(number)?;
                return Err(other_type(argument, ops));
            }
        }
        let args = ListRef {
            start,
            len: self.body.operands.len() as u32 - start,
        };
        self.push(
            InstKind::Call {
                callee,
                args,
                fast: 0,
            },
            ret,
            &ops,
        )
    }
}
