//! Instructions that compute values: arithmetic, conversions, comparisons, selections, vectors, aggregates.

use super::function::BodyReader;
use super::module::{InstKind, Type, TypeId};
use super::operands::Operands;
use super::rules::{self, Scalar, Shape};
use crate::entity::ListRef;
use crate::error::Result;

impl BodyReader<'_> {
    /// `[lhs, rhs, operation, flags?]`
    pub(super) fn binary(&mut self, mut ops: Operands<'_>) -> Result<()> {
        let (lhs, ty) = self.value(&mut ops)?;
        let rhs = self.value_of(&mut ops, ty)?;
        let code = ops.next()?;
        let flags = ops.optional().unwrap_or(0);
        let shape = Shape::of(self.types, ty);
        let Some(op) = rules::binary_op(code, shape) else {
            return Err(ops.malformed(format!("operation {code} of this type")));
        };
        // Of integers, the flags say that nothing wraps or is cut off, which no use is made of.
        let fast = if matches!(shape.scalar, Scalar::Float(_)) {
            flags as u8 & 31
        } else {
            0
        };
        self.push(InstKind::Binary { op, lhs, rhs, fast }, ty, &ops)
    }

    /// `[value, type, cast]`
    pub(super) fn cast(&mut self, mut ops: Operands<'_>) -> Result<()> {
        let (value, from) = self.value(&mut ops)?;
        let to = self.types.next(&mut ops)?;
        let code = ops.next()?;
        let (from, shape) = (Shape::of(self.types, from), Shape::of(self.types, to));
        match rules::cast_op(code) {
            Some(op) if rules::can_cast(op, from, shape) => self.push(InstKind::Cast { op, value }, to, &ops),
            _ => Err(ops.malformed(format!("cast {code} between these types"))),
        }
    }

    /// `[lhs, rhs, predicate, flags?]`
    pub(super) fn compare(&mut self, mut ops: Operands<'_>) -> Result<()> {
        let (lhs, ty) = self.value(&mut ops)?;
        let rhs = self.value_of(&mut ops, ty)?;
        let code = ops.next()?;
        let fast = ops.optional().unwrap_or(0) as u8 & 31;
        let shape = Shape::of(self.types, ty);
        let Some(predicate) = rules::predicate(code, shape) else {
            return Err(ops.malformed(format!("predicate {code} of this type")));
        };
        let ty = if shape.lanes == 0 {
            self.bool
        } else {
            rules::comparison_type(self.types, shape)
        };
        self.push(
            InstKind::Compare {
                predicate,
                lhs,
                rhs,
                fast,
            },
            ty,
            &ops,
        )
    }

    /// `[if true, if false, condition]`, the condition an `i1`
    pub(super) fn select(&mut self, mut ops: Operands<'_>) -> Result<()> {
        let (if_true, ty) = self.value(&mut ops)?;
        let if_false = self.value_of(&mut ops, ty)?;
        let condition = self.value_of(&mut ops, self.bool)?;
        self.push(
            InstKind::Select {
                condition,
                if_true,
                if_false,
            },
            ty,
            &ops,
        )
    }

    /// `[if true, if false, condition]`, the condition with its type
    pub(super) fn vselect(&mut self, mut ops: Operands<'_>) -> Result<()> {
        let (if_true, ty) = self.value(&mut ops)?;
        let if_false = self.value_of(&mut ops, ty)?;
        let (condition, condition_ty) = self.value(&mut ops)?;
        if condition_ty != self.bool {
            let shape = Shape::of(self.types, condition_ty);
            if shape.scalar != Scalar::Int(1) || shape.lanes != Shape::of(self.types, ty).lanes {
                return Err(
                    ops.malformed("expected the condition to be i1, or a vector of i1 like the values")
                );
            }
        }
        self.push(
            InstKind::Select {
                condition,
                if_true,
                if_false,
            },
            ty,
            &ops,
        )
    }

    /// The lane type of a vector.
    #[inline(always)]
    fn lane(&self, vector: TypeId, ops: &Operands<'_>) -> Result<TypeId> {
        match self.types.of(vector) {
            Type::Vector { element, .. } => Ok(*element),
            _ => Err(ops.malformed("expected a vector")),
        }
    }

    /// `[vector, index]`
    pub(super) fn extract_element(&mut self, mut ops: Operands<'_>) -> Result<()> {
        let (vector, ty) = self.value(&mut ops)?;
        let lane = self.lane(ty, &ops)?;
        let (index, index_ty) = self.value(&mut ops)?;
        self.expect_int(index_ty, &ops)?;
        self.push(InstKind::ExtractElement { vector, index }, lane, &ops)
    }

    /// `[vector, value, index]`
    #[inline(never)]
    pub(super) fn insert_element(&mut self, mut ops: Operands<'_>) -> Result<()> {
        let (vector, ty) = self.value(&mut ops)?;
        let lane = self.lane(ty, &ops)?;
        let value = self.value_of(&mut ops, lane)?;
        let (index, index_ty) = self.value(&mut ops)?;
        self.expect_int(index_ty, &ops)?;
        self.push(InstKind::InsertElement { vector, value, index }, ty, &ops)
    }

    /// `[vector, vector, mask]`
    #[inline(never)]
    pub(super) fn shuffle_vector(&mut self, mut ops: Operands<'_>) -> Result<()> {
        let (a, ty) = self.value(&mut ops)?;
        let lane = self.lane(ty, &ops)?;
        let b = self.value_of(&mut ops, ty)?;
        let (mask, mask_ty) = self.value(&mut ops)?;
        match *self.types.of(mask_ty) {
            Type::Vector { element, len } if *self.types.of(element) == Type::Int(32) => {
                let ty = self.types.vector(lane, len);
                self.push(InstKind::ShuffleVector { a, b, mask }, ty, &ops)
            }
            _ => Err(ops.malformed("expected a mask of i32")),
        }
    }

    /// Checks that a type is an integer.
    #[inline(always)]
    pub(super) fn expect_int(&self, ty: TypeId, ops: &Operands<'_>) -> Result<()> {
        match self.types.of(ty) {
            Type::Int(_) => Ok(()),
            _ => Err(ops.malformed("expected an integer")),
        }
    }

    /// The indices left in `ops`, and the type of the part of `ty` that they name.
    fn indices(&mut self, mut ops: Operands<'_>, mut ty: TypeId) -> Result<(ListRef, TypeId)> {
        let indices = ops.rest();
        if indices.is_empty() {
            return Err(ops.malformed("expected indices"));
        }
        for &index in indices {
            ty = match rules::part(self.types, ty, index) {
                Some(part) => part,
                None => return Err(ops.malformed(format!("index {index} names no part of this type"))),
            };
        }
        Ok((ListRef::append(&mut self.body.words, indices.iter().copied()), ty))
    }

    /// `[aggregate, index...]`
    pub(super) fn extract_value(&mut self, mut ops: Operands<'_>) -> Result<()> {
        let (aggregate, ty) = self.value(&mut ops)?;
        let (indices, part) = self.indices(ops, ty)?;
        self.push(InstKind::ExtractValue { aggregate, indices }, part, &ops)
    }

    /// `[aggregate, value, index...]`
    pub(super) fn insert_value(&mut self, mut ops: Operands<'_>) -> Result<()> {
        let (aggregate, ty) = self.value(&mut ops)?;
        let (value, value_ty) = self.value(&mut ops)?;
        let (indices, part) = self.indices(ops, ty)?;
        if part != value_ty {
            return Err(ops.malformed("expected a value of the member's type"));
        }
        self.push(
            InstKind::InsertValue {
                aggregate,
                value,
                indices,
            },
            ty,
            &ops,
        )
    }
}
