//! Instructions that name, read and write memory.

use super::function::BodyReader;
use super::module::{InstKind, Type, TypeId, Value, ValueId};
use super::operands::Operands;
use super::rules;
use crate::entity::ListRef;
use crate::error::Result;

/// Flags in the alignment operand of `alloca`.
const ALLOCA_EXPLICIT_TYPE: u64 = 1 << 6;
const ALLOCA_ALIGNMENT: u64 = (1 << 5) - 1;

impl BodyReader<'_> {
    /// The next operand as a pointer: its value, type, pointee and address space.
    #[inline(always)]
    fn pointer(&mut self, ops: &mut Operands<'_>) -> Result<(ValueId, TypeId, u32)> {
        let (pointer, ty) = self.value(ops)?;
        match *self.types.of(ty) {
            Type::Pointer { pointee, space } => Ok((pointer, pointee, space)),
            _ => Err(ops.malformed("expected a pointer")),
        }
    }

    /// The next operand as a pointer to a value that can be loaded and stored.
    #[inline(always)]
    fn address(&mut self, ops: &mut Operands<'_>) -> Result<(ValueId, TypeId)> {
        let (pointer, pointee, _) = self.pointer(ops)?;
        if !self.types.is_value(pointee) {
            return Err(ops.malformed("expected a pointer to a value"));
        }
        Ok((pointer, pointee))
    }

    /// `[inbounds, type, base, index...]`
    pub(super) fn gep(&mut self, mut ops: Operands<'_>) -> Result<()> {
        let inbounds = ops.next()? != 0;
        let source = self.types.next(&mut ops)?;
        self.gep_of(ops, inbounds, Some(source))
    }

    /// `[base, index...]`
    pub(super) fn gep_old(&mut self, ops: Operands<'_>, inbounds: bool) -> Result<()> {
        self.gep_of(ops, inbounds, None)
    }

    fn gep_of(&mut self, mut ops: Operands<'_>, inbounds: bool, explicit: Option<TypeId>) -> Result<()> {
        let (base, source, space) = self.pointer(&mut ops)?;
        if explicit.is_some_and(|explicit| explicit != source) {
            return Err(ops.malformed("expected a pointer to the type given"));
        }
        let start = self.body.operands.len() as u32;
        let mut ty = source;
        while ops.left() > 0 {
            let (index, index_ty) = self.value(&mut ops)?;
            self.expect_int(index_ty, &ops)?;
            // The first index steps over whole objects.
            if self.body.operands.len() as u32 > start {
                let constant = || self.body.value(self.module, index).and_then(Value::int);
                ty = match rules::gep_step(self.types, ty, constant) {
                    Some(part) => part,
                    None => return Err(ops.malformed(format!("index {index} names no part of the type"))),
                };
            }
            self.body.operands.push(index);
        }
        let len = self.body.operands.len() as u32 - start;
        if len == 0 {
            return Err(ops.malformed("expected indices"));
        }
        let ty = self.types.pointer(ty, space);
        self.push(
            InstKind::Gep {
                source,
                base,
                indices: ListRef { start, len },
                inbounds,
            },
            ty,
            &ops,
        )
    }

    /// `[type, count type, count, alignment and flags]`, the count an absolute number
    #[inline(never)]
    pub(super) fn alloca(&mut self, mut ops: Operands<'_>) -> Result<()> {
        let mut ty = self.types.next(&mut ops)?;
        let count_ty = self.types.next(&mut ops)?;
        let count = ValueId(ops.next_u32()?);
        self.expect(count, count_ty, &ops)?;
        self.expect_int(count_ty, &ops)?;
        let flags = ops.next()?;
        let align = ops.decode_alignment(flags & ALLOCA_ALIGNMENT)?;
        if flags & ALLOCA_EXPLICIT_TYPE == 0 {
            let &Type::Pointer { pointee, .. } = self.types.of(ty) else {
                return Err(ops.malformed("expected a pointer type"));
            };
            ty = pointee;
        }
        if !self.types.is_value(ty) {
            return Err(ops.malformed("expected the type of a value"));
        }
        let pointer = self.types.pointer(ty, 0);
        self.push(InstKind::Alloca { ty, count, align }, pointer, &ops)
    }

    /// `[pointer, type?, alignment, volatile]`, atomic: `[..., ordering, scope]`
    pub(super) fn load(&mut self, mut ops: Operands<'_>, atomic: bool) -> Result<()> {
        let (pointer, ty) = self.address(&mut ops)?;
        let fixed = if atomic { 4 } else { 2 };
        if ops.left() == fixed + 1 {
            let explicit = self.types.next(&mut ops)?;
            if explicit != ty {
                return Err(ops.malformed("expected a pointer to the type given"));
            }
        }
        if ops.left() != fixed {
            return Err(ops.malformed("unexpected count of operands"));
        }
        let align = ops.alignment()?;
        let volatile = ops.next()? != 0;
        self.push(
            InstKind::Load {
                pointer,
                align,
                volatile,
            },
            ty,
            &ops,
        )
    }

    /// `[pointer, value, alignment, volatile]`, atomic: `[..., ordering, scope]`; `typed` if a value that is
    /// not yet defined has its type
    pub(super) fn store(&mut self, mut ops: Operands<'_>, typed: bool, atomic: bool) -> Result<()> {
        let (pointer, ty) = self.address(&mut ops)?;
        let value = if typed {
            self.typed_value(&mut ops, ty)?
        } else {
            self.value_of(&mut ops, ty)?
        };
        if ops.left() != if atomic { 4 } else { 2 } {
            return Err(ops.malformed("unexpected count of operands"));
        }
        let align = ops.alignment()?;
        let volatile = ops.next()? != 0;
        self.push(
            InstKind::Store {
                pointer,
                value,
                align,
                volatile,
            },
            self.void,
            &ops,
        )
    }

    /// The next operand as a value that must have type `ty`.
    #[inline(always)]
    fn typed_value(&mut self, ops: &mut Operands<'_>, ty: TypeId) -> Result<ValueId> {
        let (value, found) = self.value(ops)?;
        if found != ty {
            return Err(ops.malformed("expected a value of the type pointed to"));
        }
        Ok(value)
    }

    /// `[pointer, value, operation, volatile, ordering, scope]`
    #[inline(never)]
    pub(super) fn atomic_rmw(&mut self, mut ops: Operands<'_>) -> Result<()> {
        let (pointer, ty) = self.address(&mut ops)?;
        let value = self.value_of(&mut ops, ty)?;
        self.expect_int(ty, &ops)?;
        let code = ops.next()?;
        let Some(op) = rules::rmw_op(code) else {
            return Err(ops.malformed(format!("operation {code}")));
        };
        let volatile = ops.next()? != 0;
        self.body.atomics.push(self.body.insts.len() as u32);
        self.push(
            InstKind::AtomicRmw {
                op,
                pointer,
                value,
                volatile,
            },
            ty,
            &ops,
        )
    }

    /// `[pointer, compare, new, volatile, ordering, scope, failure ordering, weak]`. Without the last, as LLVM wrote it before 3.5
    /// and Mesa writes DXIL, the result is the old value alone.
    pub(super) fn cmpxchg(&mut self, mut ops: Operands<'_>, typed: bool) -> Result<()> {
        let (pointer, ty) = self.address(&mut ops)?;
        let compare = if typed {
            self.typed_value(&mut ops, ty)?
        } else {
            self.value_of(&mut ops, ty)?
        };
        let value = self.value_of(&mut ops, ty)?;
        self.expect_int(ty, &ops)?;
        let volatile = ops.next()? != 0;
        let result = match ops.left() {
            ..4 => ty,
            _ => self.types.pair(ty, self.bool),
        };
        self.body.atomics.push(self.body.insts.len() as u32);
        self.push(
            InstKind::CmpXchg {
                pointer,
                compare,
                value,
                volatile,
            },
            result,
            &ops,
        )
    }
}
