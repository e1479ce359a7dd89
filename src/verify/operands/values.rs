//! Operations on values alone: arithmetic with rules of its own, composites, lanes, calls.

use super::row::{Check, Row, fail};
use crate::ir::Class;
use crate::ir::{Func, StorageClass, Type, TypeData};

impl Row<'_> {
    /// Two float vectors of one type, whose component the result is.
    pub(super) fn dot(&self) -> Check {
        self.count(2)?;
        self.class(self.arg(0), Class::Float, "the first operand")?;
        self.want(self.components(self.arg(0)) > 1, "the operands are vectors")?;
        self.equal(self.arg(0), self.arg(1), "the operands")?;
        self.result(self.scalar(self.arg(0)))
    }

    /// `(base, offset, count)`
    pub(super) fn bit_field_extract(&self) -> Check {
        self.count(3)?;
        self.class(self.ty, Class::I32, "the result")?;
        self.equal(self.arg(0), self.ty, "base and result")?;
        self.int_scalars(1..3)
    }

    /// `(base, insert, offset, count)`
    pub(super) fn bit_field_insert(&self) -> Check {
        self.count(4)?;
        self.class(self.ty, Class::I32, "the result")?;
        self.equal(self.arg(0), self.ty, "base and result")?;
        self.equal(self.arg(1), self.ty, "insert and result")?;
        self.int_scalars(2..4)
    }

    /// A struct of two of the operands' type, which is an integer one.
    pub(super) fn extended(&self) -> Check {
        self.count(2)?;
        self.class(self.arg(0), Class::Int, "the first operand")?;
        self.equal(self.arg(0), self.arg(1), "the operands")?;
        self.tuple_result([self.arg(0), self.arg(0)])
    }

    /// An `i1` for each component of a float operand.
    pub(super) fn classify(&self) -> Check {
        self.count(1)?;
        self.class(self.arg(0), Class::Float, "the operand")?;
        self.bool_result(self.arg(0))
    }

    /// A condition for the whole or for each component.
    pub(super) fn select(&self) -> Check {
        self.count(3)?;
        self.equal(self.arg(1), self.ty, "second operand and result")?;
        self.equal(self.arg(2), self.ty, "third operand and result")?;
        if self.arg(0) == Type::BOOL {
            return self.want(self.ty != Type::VOID, "the result is not void");
        }
        self.class(self.arg(0), Class::Bool, "the condition")?;
        self.same_components(self.arg(0), self.ty)
    }

    /// An `i1` of a vector of it.
    pub(super) fn reduce(&self) -> Check {
        self.count(1)?;
        self.class(self.arg(0), Class::Bool, "the operand")?;
        self.want(self.components(self.arg(0)) > 1, "the operand is a vector")?;
        self.result(Type::BOOL)
    }

    /// Operand and result of one size.
    pub(super) fn bitcast(&self) -> Check {
        self.count(1)?;
        let bits = |ty| match self.module.types.get(ty) {
            TypeData::Pointer {
                class: StorageClass::PhysicalStorageBuffer,
                ..
            } => 64,
            _ if self.scalar(ty) == Type::BOOL => 0,
            _ => self.scalar(ty).scalar_bits() * self.components(ty),
        };
        self.want(
            bits(self.ty) != 0 && bits(self.ty) == bits(self.arg(0)),
            "operand and result have one size, and are scalars, vectors or physical pointers",
        )
    }

    pub(super) fn construct(&self) -> Check {
        let parts: Vec<Type> = match self.module.types.get(self.ty) {
            TypeData::Vector { element, len } => {
                let total: u64 = self.types.iter().map(|&ty| u64::from(self.components(ty))).sum();
                self.want(
                    self.types.iter().all(|&ty| self.scalar(ty) == *element),
                    "the parts have the vector's component type",
                )?;
                return self.want(total == u64::from(*len), "the parts fill the vector");
            }
            TypeData::Array { element, len, .. } => {
                self.want(self.args.len() == *len as usize, "the parts fill the array")?;
                vec![*element; self.args.len()]
            }
            TypeData::Struct(data) => data.members.iter().map(|member| member.ty).collect(),
            TypeData::Matrix { column, columns } => vec![*column; *columns as usize],
            TypeData::CooperativeVector { component, len } => vec![*component; *len as usize],
            _ => return fail("the result is a vector, matrix, array or struct"),
        };
        self.want(
            parts[..] == self.types[..],
            "the parts are those of the result's type",
        )
    }

    /// Part `imm` of the operand.
    pub(super) fn extract(&self) -> Check {
        self.count(1)?;
        self.part(self.arg(0), self.ty)
    }

    /// A composite with another part `imm`.
    pub(super) fn insert(&self) -> Check {
        self.count(2)?;
        self.equal(self.arg(0), self.ty, "composite and result")?;
        self.part(self.arg(0), self.arg(1))
    }

    /// Part `imm` of `composite` has type `part`.
    fn part(&self, composite: Type, part: Type) -> Check {
        let found = match self.module.types.get(composite) {
            TypeData::RuntimeArray { .. } => None,
            _ => self.module.types.element(composite, self.imm),
        };
        match found {
            Some(found) => self.equal(found, part, "part and value"),
            None => fail(format!("`{}` has no part {}", self.name(composite), self.imm)),
        }
    }

    /// `(vector, index)`
    pub(super) fn extract_dynamic(&self) -> Check {
        self.count(2)?;
        self.want(self.components(self.arg(0)) > 1, "the first operand is a vector")?;
        self.int_scalars(1..2)?;
        self.result(self.scalar(self.arg(0)))
    }

    /// `(vector, value, index)`
    pub(super) fn insert_dynamic(&self) -> Check {
        self.count(3)?;
        self.want(self.components(self.ty) > 1, "the result is a vector")?;
        self.equal(self.arg(0), self.ty, "vector and result")?;
        self.equal(self.arg(1), self.scalar(self.ty), "value and component")?;
        self.int_scalars(2..3)
    }

    /// `(value, lane)`
    pub(super) fn lane(&self) -> Check {
        self.count(2)?;
        self.class(self.ty, Class::Any, "the result")?;
        self.equal(self.arg(0), self.ty, "value and result")?;
        self.equal(self.arg(1), Type::I32, "lane and `i32`")
    }

    /// A value of the result's type, a mask, and whether it counts.
    pub(super) fn multi_prefix(&self) -> Check {
        self.count(3)?;
        self.class(self.ty, Class::Any, "the result")?;
        self.equal(self.arg(0), self.ty, "value and result")?;
        self.equal(self.arg(2), Type::BOOL, "the last operand and `i1`")?;
        self.want(
            self.components(self.arg(1)) == 4 && self.scalar(self.arg(1)) == Type::I32,
            "the mask is a `<4 x i32>`",
        )
    }

    /// An `i1` of any value.
    pub(super) fn all_equal(&self) -> Check {
        self.count(1)?;
        self.class(self.arg(0), Class::Any, "the operand")?;
        self.result(Type::BOOL)
    }

    pub(super) fn call(&self) -> Check {
        let Some(callee) = self.module.functions.get(Func(self.imm)) else {
            return fail("the immediate names no function");
        };
        self.result(callee.ret)?;
        let params = callee
            .blocks
            .values()
            .next()
            .map_or(&[][..], |block| &block.params[..]);
        self.count(params.len())?;
        for (index, &param) in params.iter().enumerate() {
            let expected = callee.insts.get(param).map(|data| data.ty);
            if expected != Some(self.arg(index)) {
                return fail(format!("operand {index} is not of the type of parameter {param}"));
            }
        }
        Ok(())
    }
}
