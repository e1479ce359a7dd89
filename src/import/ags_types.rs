//! What AMD's matrices of waves are: formats of elements, roles in products, shapes.
//!
//! Facts: `AmdExtD3DShaderIntrinsicsMatrixOps.hlsl`, for words, shapes and elements.

use super::calls_of_vendors::FRAGMENT_WORDS;
use super::matrix_types::{Component, MatrixType, Scope};
use crate::ir::Value;
use crate::numbered_enum;

/// Lanes of a wave.
pub const LANES: u32 = 32;
/// Rows of A, columns of B and of accumulators.
pub const SIDE: u32 = 16;

/// Words of a matrix in a lane.
pub type Words = [Value; FRAGMENT_WORDS];

numbered_enum! {
    /// What an element is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Format {
        I4 = 0,
        U4 = 1,
        I8 = 2,
        U8 = 3,
        F16 = 4,
        Bf16 = 5,
        F32 = 6,
        I32 = 7,
        U32 = 8,
        /// 5 bits of exponent.
        Bf8 = 9,
        /// 4 bits of exponent.
        Fp8 = 10,
    }
}

impl Format {
    /// Bits of an element.
    pub fn bits(self) -> u32 {
        match self {
            Self::I4 | Self::U4 => 4,
            _ => self.component().bits(),
        }
    }
    /// A component that has all of its numbers: its own, but for those of 4 bits.
    pub fn component(self) -> Component {
        match self {
            Self::I4 | Self::I8 => Component::I8,
            Self::U4 | Self::U8 => Component::U8,
            Self::F16 => Component::F16,
            Self::Bf16 => Component::Bf16,
            Self::F32 => Component::F32,
            Self::I32 => Component::I32,
            Self::U32 => Component::U32,
            Self::Bf8 => Component::F8E5M2,
            Self::Fp8 => Component::F8E4M3,
        }
    }
    /// The one whose elements are such components.
    pub fn of_component(component: Component) -> Option<Self> {
        let mut all = (0..).map_while(Self::from_number);
        all.find(|format| format.component() == component && format.bits() == component.bits())
    }
    /// Whether it is a float.
    pub fn is_float(self) -> bool {
        self.component().is_float()
    }
    /// The largest float.
    pub fn largest(self) -> f64 {
        match self {
            Self::F16 => 65504.0,
            Self::Bf16 => f64::from(f32::from_bits(0x7f7f_0000)),
            Self::Bf8 => 57344.0,
            Self::Fp8 => 448.0,
            _ => f64::from(f32::MAX),
        }
    }
}

numbered_enum! {
    /// What a matrix is in a product.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Role {
        A = 0,
        B = 1,
        Accumulator = 2,
    }
}

/// A matrix, as calls describe it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fragment {
    pub format: Format,
    pub role: Role,
    pub rows: u32,
    pub columns: u32,
    /// Whether it lies column by column, in memory.
    pub by_columns: bool,
}

impl Fragment {
    /// One of 16 lines or more.
    pub fn new(format: Format, role: Role, [rows, columns]: [u32; 2]) -> Self {
        Self {
            format,
            role,
            rows,
            columns,
            by_columns: false,
        }
    }

    /// What the bits of a description say; none if they say nothing that is known.
    pub fn read(bits: u32) -> Option<Self> {
        let shape = match bits >> 8 & 7 {
            0 => [16, 16],
            1 => [32, 16],
            2 => [16, 32],
            3 => [64, 16],
            _ => return None,
        };
        let fragment = Self {
            by_columns: bits & 0x80 != 0,
            ..Self::new(
                Format::from_number(bits & 15)?,
                Role::from_number(bits >> 4 & 7)?,
                shape,
            )
        };
        let across = match fragment.role {
            Role::A => fragment.rows,
            Role::B => fragment.columns,
            Role::Accumulator => fragment.columns.max(fragment.rows),
        };
        let known = bits >> 11 == 0 && across == SIDE && fragment.words() <= FRAGMENT_WORDS as u32;
        known.then_some(fragment)
    }

    /// What products with such results sum up.
    pub fn sum(self) -> Component {
        match self.format.is_float() {
            true => Component::F32,
            false => Component::I32,
        }
    }
    /// It, as a matrix of linear algebra: elements of 4 bits are bytes there.
    pub fn matrix(self) -> MatrixType {
        MatrixType {
            component: self.format.component(),
            rows: self.rows,
            columns: self.columns,
            scope: Scope::Wave,
        }
    }
    /// Elements in a lane.
    pub fn len(self) -> u32 {
        self.rows * self.columns / LANES
    }
    /// Words in a lane.
    pub fn words(self) -> u32 {
        self.len() * self.format.bits() / 32
    }
    /// Elements by the header's count: those of less than 16 bits come by the word.
    pub fn parts(self) -> u32 {
        match self.format.bits() {
            16 => self.len(),
            _ => self.words(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Format, Fragment, Role};

    /// A description.
    fn bits(format: Format, role: Role, shape: u32, by_columns: bool) -> u32 {
        format as u32 | (role as u32) << 4 | u32::from(by_columns) << 7 | shape << 8
    }

    #[test]
    fn descriptions() {
        let read = |format, role, shape| Fragment::read(bits(format, role, shape, false));
        let half = read(Format::F16, Role::A, 0).unwrap();
        assert_eq!(
            (half.rows, half.columns, half.len(), half.words(), half.parts()),
            (16, 16, 8, 4, 8)
        );
        let wide = read(Format::U4, Role::A, 2).unwrap();
        assert_eq!(
            (wide.rows, wide.columns, wide.len(), wide.words(), wide.parts()),
            (16, 32, 16, 2, 2)
        );
        let high = read(Format::I4, Role::B, 1).unwrap();
        assert_eq!((high.rows, high.columns, high.words()), (32, 16, 2));
        let byte = Fragment::read(bits(Format::Fp8, Role::Accumulator, 0, true)).unwrap();
        assert!(byte.by_columns);
        assert_eq!((byte.len(), byte.words(), byte.parts()), (8, 2, 2));
        assert_eq!(read(Format::F32, Role::Accumulator, 0).unwrap().words(), 8);
    }

    #[test]
    fn what_says_nothing() {
        let known = bits(Format::F16, Role::A, 0, false);
        // Formats, roles and shapes that are none; bits beyond.
        for wrong in [
            11,
            15,
            known | 3 << 4,
            known | 7 << 4,
            known | 4 << 8,
            known | 1 << 11,
            known | 1 << 15,
        ] {
            assert_eq!(Fragment::read(wrong), None, "{wrong:#x}");
        }
        let read = |format, role, shape| Fragment::read(bits(format, role, shape, false));
        // Of 32 rows there is no A; of 32 columns no B; an accumulator is square.
        assert_eq!(read(Format::F16, Role::A, 1), None);
        assert_eq!(read(Format::F16, Role::B, 2), None);
        assert_eq!(read(Format::F16, Role::Accumulator, 1), None);
        // More than eight words.
        assert_eq!(read(Format::F32, Role::A, 2), None);
        assert_eq!(read(Format::F16, Role::B, 3), None);
    }
}
