//! Operations on memory: rows of constant buffers, loads, stores, pointers, atomics.

use super::row::{Check, Row, fail};
use crate::ir::{StorageClass, Type, TypeData};

impl Row<'_> {
    /// A row of a constant buffer.
    pub(super) fn cbv_row(&self) -> Check {
        self.operands("hi")?;
        let bits = self.scalar(self.ty).scalar_bits() * self.components(self.ty);
        // Minimum-precision values held in 16 bits take 32 in memory.
        let widened = bits == 64 && self.components(self.ty) == 4;
        self.want(bits == 128 || widened, "the result is a vector of 16 bytes")
    }

    /// `(handle, coord0, coord1, coord2, compare, value)`
    pub(super) fn compare_exchange(&self) -> Check {
        self.operands("hiii..")?;
        self.result(self.arg(4))?;
        self.result(self.arg(5))?;
        self.scalar_number_result()
    }

    /// Class and pointee of an operand that is a pointer.
    pub(super) fn pointer(&self, index: usize) -> Result<(StorageClass, Type), String> {
        self.module
            .types
            .pointee(self.arg(index))
            .ok_or_else(|| format!("operand {index} is not a pointer"))
    }

    /// `(pointer)`
    pub(super) fn load(&self) -> Check {
        self.count(1)?;
        self.access(self.ty)
    }

    /// `(pointer, value)`
    pub(super) fn store(&self) -> Check {
        self.count(2)?;
        self.result(Type::VOID)?;
        self.access(self.arg(1))
    }

    /// Operand 0 points to `value`, and the alignment is given where it must be.
    fn access(&self, value: Type) -> Check {
        let (class, pointee) = self.pointer(0)?;
        self.equal(pointee, value, "what is pointed to and the value")?;
        self.want(
            !matches!(self.module.types.get(value), TypeData::RuntimeArray { .. }),
            "the value has a size",
        )?;
        self.alignment(self.imm)?;
        self.want(
            class != StorageClass::PhysicalStorageBuffer || self.imm != 0,
            "an access of physical memory has an alignment",
        )
    }

    pub(super) fn access_chain(&self) -> Check {
        self.want(self.args.len() > 1, "there is a base and an index")?;
        let types = &self.module.types;
        let (class, mut ty) = self.pointer(0)?;
        for (index, &value) in self.args.iter().enumerate().skip(1) {
            self.int_scalars(index..index + 1)?;
            let part = match types.get(ty) {
                TypeData::Matrix { column: element, .. }
                | TypeData::Vector { element, .. }
                | TypeData::Array { element, .. }
                | TypeData::RuntimeArray { element, .. } => Some(*element),
                TypeData::Struct(data) => self
                    .module
                    .const_bits(value)
                    .and_then(|bits| data.members.get(usize::try_from(bits).ok()?))
                    .map(|member| member.ty),
                _ => None,
            };
            match part {
                Some(part) => ty = part,
                None => return fail(format!("operand {index} selects nothing in `{}`", self.name(ty))),
            }
        }
        if types.pointee(self.ty) == Some((class, ty)) {
            Ok(())
        } else {
            fail(format!(
                "the result is `{}`, not `ptr {class:?} {}`",
                self.name(self.ty),
                self.name(ty)
            ))
        }
    }

    /// A 64-bit address to a pointer.
    pub(super) fn address_to_pointer(&self) -> Check {
        self.count(1)?;
        self.address(0)?;
        let class = self.module.types.pointee(self.ty).map(|(class, _)| class);
        self.want(
            class == Some(StorageClass::PhysicalStorageBuffer),
            "the result is a pointer in physical memory",
        )
    }

    /// Operand `index` is a 64-bit address.
    pub(super) fn address(&self, index: usize) -> Check {
        let address = self.arg(index);
        let pair = self.scalar(address) == Type::I32 && self.components(address) == 2;
        self.want(
            address == Type::I64 || pair,
            "the operand is `i64` or `<2 x i32>`",
        )
    }

    /// A pointer to a struct with a runtime array.
    pub(super) fn array_length(&self) -> Check {
        self.count(1)?;
        let (_, pointee) = self.pointer(0)?;
        let TypeData::Struct(data) = self.module.types.get(pointee) else {
            return fail("the operand points to a struct");
        };
        let member = data.members.get(self.imm as usize);
        self.want(
            member.is_some_and(|member| {
                matches!(self.module.types.get(member.ty), TypeData::RuntimeArray { .. })
            }),
            "the immediate names a runtime array of the struct",
        )?;
        self.result(Type::I32)
    }

    /// An atomic on integers.
    pub(super) fn atomic_integer(&self) -> Check {
        self.want(self.ty.is_int_scalar(), "the result is an integer")?;
        self.atomic(1)
    }

    /// An atomic on any number.
    pub(super) fn atomic_exchange(&self) -> Check {
        self.want(
            self.ty.is_int_scalar() || self.ty.is_float_scalar(),
            "the result is a number",
        )?;
        self.atomic(1)
    }

    /// An atomic on a float of 32 bits.
    pub(super) fn atomic_float(&self) -> Check {
        self.want(self.ty == Type::F32, "the result is an f32")?;
        self.atomic(1)
    }

    /// `(pointer, value, comparator)`
    pub(super) fn atomic_compare_exchange(&self) -> Check {
        self.want(self.ty.is_int_scalar(), "the result is an integer")?;
        self.atomic(2)
    }

    /// A pointer and `values` operands of the type that it points to, as the result.
    fn atomic(&self, values: usize) -> Check {
        self.count(1 + values)?;
        let (_, pointee) = self.pointer(0)?;
        self.equal(pointee, self.ty, "what is pointed to and the result")?;
        self.want(
            self.types.iter().skip(1).all(|&ty| ty == self.ty),
            "the values have the type that is pointed to",
        )
    }
}
