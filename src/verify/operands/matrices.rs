//! Operations on matrices of a wave, and products of matrices in memory with vectors.

use super::row::{Check, Row, fail};
use crate::ir::{CooperativeMatrix, MATRIX_ROBUST, MatrixUse, StorageClass, Type, TypeData};

impl Row<'_> {
    fn cooperative(&self, ty: Type) -> Option<CooperativeMatrix> {
        match self.module.types.get(ty) {
            TypeData::Cooperative(matrix) => Some(*matrix),
            _ => None,
        }
    }

    /// `(scalar)`
    pub(super) fn matrix_fill(&self) -> Check {
        self.count(1)?;
        match self.cooperative(self.ty) {
            Some(matrix) => self.equal(matrix.component, self.arg(0), "component and value"),
            None => fail("the result is a matrix of the wave"),
        }
    }

    /// `(pointer, stride)`
    pub(super) fn matrix_load(&self) -> Check {
        self.count(2)?;
        self.matrix_access(self.ty, 1)
    }

    /// `(pointer, matrix, stride)`
    pub(super) fn matrix_store(&self) -> Check {
        self.count(3)?;
        self.result(Type::VOID)?;
        self.matrix_access(self.arg(1), 2)
    }

    /// Operand 0 points to components of a matrix, operand `stride` is an `i32`.
    fn matrix_access(&self, matrix: Type, stride: usize) -> Check {
        let (class, pointee) = self.pointer(0)?;
        self.equal(self.arg(stride), Type::I32, "the stride and an i32")?;
        self.want(
            matches!(
                class,
                StorageClass::Workgroup | StorageClass::StorageBuffer | StorageClass::PhysicalStorageBuffer
            ),
            "a matrix is in groupshared memory or in a buffer",
        )?;
        self.matrix_layout(class == StorageClass::PhysicalStorageBuffer)?;
        match self.cooperative(matrix) {
            Some(matrix) => match self.module.types.scalar(pointee) {
                Type::I32 => Ok(()),
                scalar => self.equal(matrix.component, scalar, "component and what is pointed to"),
            },
            None => fail("what is loaded or stored is a matrix of the wave"),
        }
    }

    /// The immediate is 0 or 1, and an alignment in bytes above the lowest byte, if it is wanted.
    fn matrix_layout(&self, aligned: bool) -> Check {
        let (layout, alignment) = (self.imm & 0xff, self.imm >> 8);
        self.want(layout < 2, "lines of a matrix are rows or columns")?;
        let known = alignment.is_power_of_two() || alignment == 0 && !aligned;
        self.want(known, "the alignment is a power of two")
    }

    /// `(handle, offset, bytes)`
    pub(super) fn matrix_is_there(&self) -> Check {
        self.count(3)?;
        self.result(Type::BOOL)?;
        self.buffer_place()?;
        let alignment = self.imm & !MATRIX_ROBUST;
        self.want(
            alignment.is_power_of_two() && alignment <= 256,
            "the alignment is a power of two up to 256",
        )
    }

    /// A handle, and two `i32` behind it.
    fn buffer_place(&self) -> Check {
        self.equal(self.arg(0), Type::HANDLE, "the first operand and a handle")?;
        for index in [1, 2] {
            self.equal(self.arg(index), Type::I32, "the operand and an i32")?;
        }
        Ok(())
    }

    /// `(handle, offset, stride)`
    pub(super) fn buffer_matrix_load(&self) -> Check {
        self.count(3)?;
        self.buffer_matrix(self.ty)
    }

    /// `(handle, offset, stride, matrix)`
    pub(super) fn buffer_matrix_store(&self) -> Check {
        self.count(4)?;
        self.result(Type::VOID)?;
        self.buffer_matrix(self.arg(3))
    }

    fn buffer_matrix(&self, matrix: Type) -> Check {
        self.buffer_place()?;
        self.matrix_layout(true)?;
        let is_matrix = self.cooperative(matrix).is_some();
        self.want(is_matrix, "what is loaded or stored is a matrix of the wave")
    }

    /// `(a, b)`
    pub(super) fn matrix_sum(&self) -> Check {
        self.count(2)?;
        let matrix = self.cooperative(self.ty);
        self.want(matrix.is_some(), "the result is a matrix of the wave")?;
        self.want(
            matrix.is_some_and(|matrix| matrix.numbers.kept_in().is_none()),
            "matrices of floats that are kept in integers are multiplied alone",
        )?;
        self.equal(self.arg(0), self.ty, "the first operand and the result")?;
        self.equal(self.arg(1), self.ty, "the second operand and the result")
    }

    /// `(a, b, sum)`
    pub(super) fn matrix_multiply(&self) -> Check {
        self.count(3)?;
        self.equal(self.arg(2), self.ty, "what is added and the result")?;
        let all = [self.arg(0), self.arg(1), self.ty].map(|ty| self.cooperative(ty));
        let [Some(a), Some(b), Some(sum)] = all else {
            return fail("operands and result are matrices of the wave");
        };
        let uses = [a.of, b.of, sum.of] == [MatrixUse::A, MatrixUse::B, MatrixUse::Sum];
        self.want(uses, "the matrices are for what they are used for")?;
        let scopes = a.group == sum.group && b.group == sum.group;
        self.want(scopes, "the same lanes have all matrices")?;
        let sizes = a.columns == b.rows && (a.rows, b.columns) == (sum.rows, sum.columns);
        self.want(sizes, "the sizes of the matrices fit")
    }

    /// `(pointer to an array, ...)`, see [`vector_product`](Self::vector_product).
    pub(super) fn vector_product_in_memory(&self) -> Check {
        let (class, pointee) = self.pointer(0)?;
        self.want(
            matches!(
                class,
                StorageClass::StorageBuffer | StorageClass::PhysicalStorageBuffer
            ),
            "the matrix is in a buffer",
        )?;
        let array = self.module.types.get(pointee);
        self.want(
            matches!(array, TypeData::RuntimeArray { .. }),
            "the pointer leads to an array without a length",
        )?;
        self.vector_product(self.arg(0))
    }

    /// `(matrix, offset, stride, layout, components, two interpretations, i1, vector)`
    pub(super) fn vector_product(&self, matrix: Type) -> Check {
        self.count(9)?;
        self.equal(self.arg(0), matrix, "the matrix and where it may be")?;
        for index in 1..7 {
            self.equal(self.arg(index), Type::I32, "the operand and an i32")?;
        }
        self.equal(self.arg(7), Type::BOOL, "the operand and an i1")?;
        let constants = self.args.get(3..8).unwrap_or_default();
        self.want(
            constants.iter().all(|value| value.as_const().is_some()),
            "layout, size and interpretations are constants",
        )?;
        let vectors = [self.ty, self.arg(8)].map(|ty| self.module.types.get(ty));
        self.want(
            vectors
                .iter()
                .all(|data| matches!(data, TypeData::CooperativeVector { .. })),
            "operand and result are cooperative vectors",
        )
    }
}
