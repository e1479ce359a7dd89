//! What the type of a matrix (SM 6.10) says: components, size, use and scope.
//!
//! DXC writes it into the name of the type: `dx.types.LinAlgMatrixC8M16N4U0S1` is a matrix of halves (8) with 16 rows and 4
//! columns, used as A (0), of a wave (1). Plain data, and what the import knows of a shader's matrices; `matrices` says how one is kept.

use crate::bitcode::module as bc;
use crate::error::{Error, Result};
use crate::ir::{MatrixUse, Type, Value};
use crate::numbered_enum;
use crate::options::{CooperativeMatrices, CooperativeShape, CooperativeVectors, MatrixComponent, Options};
use rustc_hash::{FxHashMap, FxHashSet};

/// What the names of these types begin with.
const PREFIX: &str = "dx.types.LinAlgMatrix";

/// Rows or columns that a matrix may have.
const MAX_DIMENSION: u32 = 1024;

numbered_enum! {
    /// What a component is: DXIL's `ComponentType`, as far as matrices have them.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Component {
        I16 = 2,
        U16 = 3,
        I32 = 4,
        U32 = 5,
        I64 = 6,
        U64 = 7,
        F16 = 8,
        F32 = 9,
        F64 = 10,
        I8 = 19,
        U8 = 20,
        /// 4 bits of exponent, 3 of mantissa, no infinity.
        F8E4M3 = 21,
        /// 5 bits of exponent, 2 of mantissa: the upper half of a half.
        F8E5M2 = 22,
        /// The upper half of an `f32`.
        Bf16 = 23,
    }
}

impl Component {
    /// The component of DXIL's number.
    pub fn read(number: u32) -> Result<Self> {
        Self::from_number(number)
            .ok_or_else(|| Error::malformed(format!("matrices have no components of type {number}")))
    }
    /// Bits in memory.
    pub fn bits(self) -> u32 {
        match self {
            Self::I8 | Self::U8 | Self::F8E4M3 | Self::F8E5M2 => 8,
            Self::I16 | Self::U16 | Self::F16 | Self::Bf16 => 16,
            Self::I32 | Self::U32 | Self::F32 => 32,
            Self::I64 | Self::U64 | Self::F64 => 64,
        }
    }
    /// Bytes in memory.
    pub fn bytes(self) -> u32 {
        self.bits() / 8
    }
    /// Whether it is a float.
    pub fn is_float(self) -> bool {
        matches!(
            self,
            Self::F16 | Self::F32 | Self::F64 | Self::F8E4M3 | Self::F8E5M2 | Self::Bf16
        )
    }
    /// Whether it may be negative.
    pub fn is_signed(self) -> bool {
        self.is_float() || matches!(self, Self::I8 | Self::I16 | Self::I32 | Self::I64)
    }
    /// What the device calls such a component.
    pub fn of_device(self) -> MatrixComponent {
        match self {
            Self::F16 => MatrixComponent::F16,
            Self::F32 => MatrixComponent::F32,
            Self::F64 => MatrixComponent::F64,
            Self::I8 => MatrixComponent::S8,
            Self::I16 => MatrixComponent::S16,
            Self::I32 => MatrixComponent::S32,
            Self::I64 => MatrixComponent::S64,
            Self::U8 => MatrixComponent::U8,
            Self::U16 => MatrixComponent::U16,
            Self::U32 => MatrixComponent::U32,
            Self::U64 => MatrixComponent::U64,
            Self::Bf16 => MatrixComponent::Bf16,
            Self::F8E4M3 => MatrixComponent::E4M3,
            Self::F8E5M2 => MatrixComponent::E5M2,
        }
    }
    /// The type of values that are such a component: all of its numbers are exact in it.
    pub fn held(self) -> Type {
        match (self.is_float(), self.bits()) {
            (true, 64) => Type::F64,
            (true, _) => Type::F32,
            (false, 64) => Type::I64,
            (false, _) => Type::I32,
        }
    }
    /// The component whose numbers the scalars of type `ty` are.
    pub fn of_scalar(ty: Type, signed: bool) -> Option<Self> {
        Some(match (ty, signed) {
            (Type::F16, _) => Self::F16,
            (Type::F32, _) => Self::F32,
            (Type::F64, _) => Self::F64,
            (Type::I16, true) => Self::I16,
            (Type::I16, false) => Self::U16,
            (Type::I32, true) => Self::I32,
            (Type::I32, false) => Self::U32,
            (Type::I64, true) => Self::I64,
            (Type::I64, false) => Self::U64,
            _ => return None,
        })
    }
    /// In which products of two factors are summed up from `start` on, or from zero, where `result` comes out.
    pub fn of_sum(factors: [Self; 2], start: Option<Self>, result: Self) -> Self {
        let added = || factors.into_iter().chain(start);
        let all = || added().chain([result]);
        if all().any(Self::is_float) {
            // Without a double among them, integers of 64 bits don't make one.
            return match all().any(|component| component == Self::F64) {
                true => Self::F64,
                false => Self::F32,
            };
        }
        let signed = added().any(Self::is_signed);
        // Beside numbers below zero, unsigned ones of 32 bits need more.
        let mixed = signed && added().any(|component| component == Self::U32);
        match (signed, mixed || all().any(|component| component.bits() == 64)) {
            (true, true) => Self::I64,
            (true, false) => Self::I32,
            (false, true) => Self::U64,
            (false, false) => Self::U32,
        }
    }
}

numbered_enum! {
    /// Who has a matrix.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Scope {
        /// Each thread one of its own.
        Thread = 0,
        /// The lanes of a wave together.
        Wave = 1,
        /// The threads of a group together.
        Group = 2,
    }
}

/// The type of a matrix. Its use (A, B or accumulator) is of no concern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MatrixType {
    pub component: Component,
    pub rows: u32,
    pub columns: u32,
    pub scope: Scope,
}

impl MatrixType {
    /// Whether a struct of this name is a matrix.
    pub fn is_name(name: &str) -> bool {
        name.starts_with(PREFIX)
    }

    /// The type of this name; none where it is no matrix.
    pub fn read(name: &str) -> Result<Option<Self>> {
        let Some(mut rest) = name.strip_prefix(PREFIX) else {
            return Ok(None);
        };
        let wrong = || Error::malformed(format!("{name} is no type of matrices"));
        let mut numbers = [0u32; 5];
        for (number, letter) in numbers.iter_mut().zip("CMNUS".chars()) {
            rest = rest.strip_prefix(letter).ok_or_else(wrong)?;
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let (digits, behind) = rest.split_at(end);
            *number = digits.parse().map_err(|_| wrong())?;
            rest = behind;
        }
        let [component, rows, columns, use_, scope] = numbers;
        let size = 1..=MAX_DIMENSION;
        if !rest.is_empty() || use_ > 2 || !size.contains(&rows) || !size.contains(&columns) {
            return Err(wrong());
        }
        Ok(Some(Self {
            component: Component::read(component)?,
            rows,
            columns,
            scope: Scope::from_number(scope).ok_or_else(wrong)?,
        }))
    }

    /// Whether the sizes and scopes of A, B, C and a result are those of a product.
    pub fn multiply([a, b]: [Self; 2], c: Option<Self>, result: Self) -> bool {
        let size = |of: Self| (of.rows, of.columns, of.scope);
        a.columns == b.rows
            && (a.rows, b.columns) == (result.rows, result.columns)
            && [a, b].iter().all(|of| of.scope == result.scope)
            && c.is_none_or(|c| size(c) == size(result))
    }

    /// Components.
    pub fn len(self) -> u32 {
        self.rows * self.columns
    }
}

/// A matrix that is an operand, in its variable.
#[derive(Clone, Copy)]
pub struct Operand {
    pub of: MatrixType,
    pub variable: Value,
}

/// A product as the device makes it.
#[derive(Clone, Copy, Debug)]
pub struct Tiled {
    /// Who has the matrices.
    pub scope: Scope,
    pub shape: CooperativeShape,
    /// What is summed up.
    pub sum: Component,
    /// Rows, columns of A and columns of the result, in whole tiles.
    pub size: [u32; 3],
}

/// A matrix of a wave or a group as the device has it: tiles of its own, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tiles {
    pub scope: Scope,
    pub of: MatrixUse,
    pub component: Component,
    /// Rows and columns of a tile.
    pub tile: [u32; 2],
    /// Rows and columns of tiles.
    pub grid: [u32; 2],
}

impl Tiles {
    /// One of them.
    pub fn one(self) -> Self {
        Self { grid: [1; 2], ..self }
    }
    /// How many tiles.
    pub fn count(self) -> u32 {
        let [rows, columns] = self.grid;
        rows.saturating_mul(columns)
    }
    /// Rows and columns in whole tiles.
    pub fn size(self) -> [u32; 2] {
        let ([high, wide], [rows, columns]) = (self.tile, self.grid);
        [high * rows, wide * columns]
    }
}

/// What an array in groupshared memory for matrices is known by: element, length, role.
pub type StagedKey = (Type, u32, u32);

/// Memory of a group.
#[derive(Clone, Copy)]
pub struct Shared {
    /// A pointer to the first scalar.
    pub pointer: Value,
    /// The LLVM type behind the pointer.
    pub pointee: bc::TypeId,
    /// Whether a scalar is a component, rather than a word of packed ones.
    pub alike: bool,
}

/// What is found out about who has the matrices, once a shader.
#[derive(Debug, Default)]
pub struct Shares {
    /// Whether there are matrices at all.
    pub found: bool,
    /// How many lanes of the wave run.
    pub lanes: Option<Value>,
    /// Groupshared memory through which a group hands lines of matrices round, by what it holds.
    pub lines: FxHashMap<(Type, u32, bool), Value>,
    /// What the device has of products of matrices with vectors.
    pub vectors: Option<CooperativeVectors>,
    /// What the device has of matrices.
    pub cooperative: Option<CooperativeMatrices>,
    /// Whether the device accesses matrices in buffers by itself: not where accesses are watched.
    pub by_device: bool,
    /// Groupshared memory through which a wave's products go, by type of the elements, length and role, and its bytes.
    pub staged: FxHashMap<StagedKey, Value>,
    pub staged_bytes: u32,
    /// Bytes of the shader's own groupshared memory, once known.
    pub own_bytes: Option<u32>,
    /// Such memory that products to come have been promised, which its bytes count.
    pub promised: FxHashSet<StagedKey>,
    /// The shares of matrices that are tiles too, by the variables of both.
    pub copies: FxHashMap<Value, Value>,
    /// The lock of additions to groupshared memory that no atomic operation does.
    pub lock: Option<Value>,
}

impl Shares {
    /// Of a shader for the device that `options` say.
    pub fn of(options: &Options) -> Self {
        Self {
            cooperative: options.cooperative_matrices.clone(),
            by_device: options.binding.instrumentation.is_none(),
            // The extension needs SPIR-V 1.6.
            vectors: match options.target_env.spirv_version() >= 0x0001_0600 {
                true => options.cooperative_vectors.clone(),
                false => None,
            },
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Component, MatrixType, Scope};

    #[test]
    fn names() {
        let read = |name: &str| MatrixType::read(&format!("dx.types.LinAlgMatrix{name}"));
        let half = MatrixType {
            component: Component::F16,
            rows: 16,
            columns: 4,
            scope: Scope::Wave,
        };
        assert_eq!(read("C8M16N4U0S1").unwrap(), Some(half));
        assert_eq!(half.len(), 64);
        assert!(MatrixType::read("dx.types.Handle").unwrap().is_none());
        for wrong in [
            "",
            "C8M16N4U0",
            "C8M16N4U0S3",
            "C8M16N4U3S1",
            "C8M0N4U0S1",
            "C8M1025N4U0S1",
            "C1M16N4U0S1",
            "C8M16N4U0S1x",
            "C8M-1N4U0S1",
            "C8M99999999999N4U0S1",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sums() {
        use Component::*;
        let sum = |a, b, result| Component::of_sum([a, b], None, result);
        assert_eq!(sum(F16, F16, F16), F32);
        assert_eq!(sum(I8, U8, F32), F32);
        assert_eq!(sum(F64, F32, F32), F64);
        assert_eq!(sum(I64, I64, F16), F32);
        assert_eq!(sum(I8, U8, U32), I32);
        assert_eq!(sum(U8, U8, I32), U32);
        assert_eq!(sum(I16, I16, I64), I64);
        assert_eq!(sum(U32, I8, I32), I64);
        let from = |a, b, start, result| Component::of_sum([a, b], Some(start), result);
        assert_eq!(from(U8, U8, I32, I32), I32);
        assert_eq!(from(U8, U8, U32, I32), U32);
        assert_eq!(from(U32, U32, I32, I32), I64);
        assert_eq!(from(I8, I8, U32, U32), I64);
        assert_eq!(from(U64, U64, I8, U64), I64);
        assert_eq!(from(F16, F16, F32, F16), F32);
    }
}
