//! Contents: bytes that go in, and what is wanted of the bytes that come out.

use half::f16;
use std::fmt;

/// A value that buffers and textures are made of.
pub trait Element: Copy {
    /// Appends its bytes, little-endian.
    fn append(self, bytes: &mut Vec<u8>);
    /// This value, exactly; a float NaN stands for any NaN.
    fn want(self) -> Want;
}

macro_rules! elements {
    ($($ty:ty: $value:ident => $want:expr;)*) => {$(
        impl Element for $ty {
            fn append(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }
            fn want(self) -> Want {
                let $value = self;
                $want
            }
        }
    )*};
}

elements! {
    u8: x => Want::Bits { bits: u64::from(x), bytes: 1 };
    i8: x => Want::Bits { bits: u64::from(x as u8), bytes: 1 };
    u16: x => Want::Bits { bits: u64::from(x), bytes: 2 };
    i16: x => Want::Bits { bits: u64::from(x as u16), bytes: 2 };
    u32: x => Want::Bits { bits: u64::from(x), bytes: 4 };
    i32: x => Want::Bits { bits: u64::from(x as u32), bytes: 4 };
    u64: x => Want::Bits { bits: x, bytes: 8 };
    i64: x => Want::Bits { bits: x as u64, bytes: 8 };
    f16: x => Want::Float { value: x.to_f64(), bytes: 2, tolerance: Tolerance::EXACT };
    f32: x => Want::Float { value: f64::from(x), bytes: 4, tolerance: Tolerance::EXACT };
    f64: x => Want::Float { value: x, bytes: 8, tolerance: Tolerance::EXACT };
}

/// Bytes of a resource.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bytes(pub Vec<u8>);

impl<T: Element> From<&[T]> for Bytes {
    fn from(values: &[T]) -> Self {
        let mut bytes = Vec::with_capacity(size_of_val(values));
        values.iter().for_each(|value| value.append(&mut bytes));
        Self(bytes)
    }
}
impl<T: Element> From<&Vec<T>> for Bytes {
    fn from(values: &Vec<T>) -> Self {
        values.as_slice().into()
    }
}
impl<T: Element> From<Vec<T>> for Bytes {
    fn from(values: Vec<T>) -> Self {
        values.as_slice().into()
    }
}
impl<T: Element, const N: usize> From<[T; N]> for Bytes {
    fn from(values: [T; N]) -> Self {
        values.as_slice().into()
    }
}
impl<T: Element, const N: usize> From<&[T; N]> for Bytes {
    fn from(values: &[T; N]) -> Self {
        values.as_slice().into()
    }
}
impl<T: Element, const N: usize> From<Vec<[T; N]>> for Bytes {
    fn from(values: Vec<[T; N]>) -> Self {
        values.concat().into()
    }
}

/// How far a float may be from the value wanted: within `abs`, or within `rel` times the value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// Absolute.
    pub abs: f64,
    /// Relative.
    pub rel: f64,
}

impl Tolerance {
    /// The same value with the same sign of zero, or both NaN.
    pub const EXACT: Self = Self { abs: 0.0, rel: 0.0 };

    fn accepts(self, want: f64, got: f64) -> bool {
        if want.is_nan() || got.is_nan() {
            return want.is_nan() && got.is_nan();
        }
        if self == Self::EXACT {
            return want == got && want.is_sign_negative() == got.is_sign_negative();
        }
        want == got || want.is_finite() && (want - got).abs() <= self.abs.max(self.rel * want.abs())
    }
}

/// What is wanted of one value of a resource.
#[derive(Clone, Debug, PartialEq)]
pub enum Want {
    /// These bits.
    Bits {
        /// The bits.
        bits: u64,
        /// Size.
        bytes: u8,
    },
    /// A float.
    Float {
        /// Its value; NaN stands for any NaN.
        value: f64,
        /// Size.
        bytes: u8,
        /// How close.
        tolerance: Tolerance,
    },
    /// One of several, all of one size.
    OneOf(Vec<Want>),
    /// Anything.
    Any {
        /// Size.
        bytes: u8,
    },
}

/// A 32-bit float within `rel` of `value`, relative.
pub fn near(value: f32, rel: f64) -> Want {
    within(value, rel, 0.0)
}

/// A 32-bit float within `abs` of `value`, absolute.
pub fn near_abs(value: f32, abs: f64) -> Want {
    within(value, 0.0, abs)
}

/// A 32-bit float within `rel` (relative) or `abs` (absolute) of `value`, whichever is more.
pub fn within(value: f32, rel: f64, abs: f64) -> Want {
    Want::Float {
        value: f64::from(value),
        bytes: 4,
        tolerance: Tolerance { abs, rel },
    }
}

/// Any 32-bit word.
pub fn any() -> Want {
    Want::Any { bytes: 4 }
}

/// One of several values.
pub fn one_of<T: Element>(values: impl IntoIterator<Item = T>) -> Want {
    Want::OneOf(values.into_iter().map(Element::want).collect())
}

impl Want {
    /// Size in bytes.
    pub fn size(&self) -> usize {
        match self {
            Self::Bits { bytes, .. } | Self::Float { bytes, .. } | Self::Any { bytes } => usize::from(*bytes),
            Self::OneOf(wants) => wants.first().map_or(4, Self::size),
        }
    }

    /// Whether `bytes` (of [`Self::size`]) are wanted.
    pub fn accepts(&self, bytes: &[u8]) -> bool {
        match self {
            Self::Bits { bits, .. } => bits_of(bytes) == *bits,
            Self::Float { value, tolerance, .. } => tolerance.accepts(*value, float_of(bytes)),
            Self::OneOf(wants) => wants.iter().any(|want| want.accepts(bytes)),
            Self::Any { .. } => true,
        }
    }
}

impl fmt::Display for Want {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bits { bits, bytes } => f.write_str(&describe(&bits.to_le_bytes()[..usize::from(*bytes)])),
            Self::Float {
                value,
                bytes,
                tolerance,
            } => {
                let mut exact = Vec::new();
                match bytes {
                    2 => f16::from_f64(*value).append(&mut exact),
                    4 => (*value as f32).append(&mut exact),
                    _ => value.append(&mut exact),
                }
                f.write_str(&describe(&exact))?;
                if *tolerance != Tolerance::EXACT {
                    write!(f, " within {:e} relative or {:e}", tolerance.rel, tolerance.abs)?;
                }
                Ok(())
            }
            Self::OneOf(wants) => {
                for (index, want) in wants.iter().enumerate() {
                    write!(f, "{}{want}", if index == 0 { "" } else { ", or " })?;
                }
                Ok(())
            }
            Self::Any { .. } => f.write_str("anything"),
        }
    }
}

/// Wanted contents, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wants(pub Vec<Want>);

impl From<Vec<Want>> for Wants {
    fn from(wants: Vec<Want>) -> Self {
        Self(wants)
    }
}
impl From<&[Want]> for Wants {
    fn from(wants: &[Want]) -> Self {
        Self(wants.to_vec())
    }
}
impl<const N: usize> From<[Want; N]> for Wants {
    fn from(wants: [Want; N]) -> Self {
        Self(wants.to_vec())
    }
}
impl<const N: usize> From<Vec<[Want; N]>> for Wants {
    fn from(wants: Vec<[Want; N]>) -> Self {
        Self(wants.concat())
    }
}
impl<T: Element> From<&[T]> for Wants {
    fn from(values: &[T]) -> Self {
        Self(values.iter().map(|value| value.want()).collect())
    }
}
impl<T: Element> From<Vec<T>> for Wants {
    fn from(values: Vec<T>) -> Self {
        values.as_slice().into()
    }
}
impl<T: Element> From<&Vec<T>> for Wants {
    fn from(values: &Vec<T>) -> Self {
        values.as_slice().into()
    }
}
impl<T: Element, const N: usize> From<[T; N]> for Wants {
    fn from(values: [T; N]) -> Self {
        values.as_slice().into()
    }
}
impl<T: Element, const N: usize> From<&[T; N]> for Wants {
    fn from(values: &[T; N]) -> Self {
        values.as_slice().into()
    }
}
impl<T: Element, const N: usize> From<Vec<[T; N]>> for Wants {
    fn from(values: Vec<[T; N]>) -> Self {
        values.concat().into()
    }
}

impl Wants {
    /// Size in bytes.
    pub fn size(&self) -> usize {
        self.0.iter().map(Want::size).sum()
    }

    /// Compares with what was read back; the message lists the first differences with their places, which `place`
    /// words from the index of the value.
    ///
    /// # Errors
    /// Says where they differ.
    pub fn check(&self, what: &str, got: &[u8], place: impl Fn(usize) -> String) -> Result<(), String> {
        const SHOWN: usize = 12;
        if self.size() > got.len() {
            return Err(format!(
                "{what}: {} bytes are wanted, it has {}",
                self.size(),
                got.len()
            ));
        }
        let (mut offset, mut wrong, mut message) = (0, 0, String::new());
        for (index, want) in self.0.iter().enumerate() {
            let bytes = &got[offset..offset + want.size()];
            if !want.accepts(bytes) {
                wrong += 1;
                if wrong <= SHOWN {
                    message += &format!("\n  {}: expected {want}, got {}", place(index), describe(bytes));
                }
            }
            offset += want.size();
        }
        if wrong == 0 {
            return Ok(());
        }
        if wrong > SHOWN {
            message += &format!("\n  and {} more", wrong - SHOWN);
        }
        Err(format!(
            "{what}: {wrong} of {} values differ{message}",
            self.0.len()
        ))
    }
}

fn bits_of(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .rev()
        .fold(0, |bits, &byte| bits << 8 | u64::from(byte))
}

fn float_of(bytes: &[u8]) -> f64 {
    let bits = bits_of(bytes);
    match bytes.len() {
        2 => f16::from_bits(bits as u16).to_f64(),
        4 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    }
}

/// A value in every way one may want to read it.
fn describe(bytes: &[u8]) -> String {
    let bits = bits_of(bytes);
    match bytes.len() {
        1 => format!("{bits:#04x} ({bits})"),
        2 => format!("{bits:#06x} ({bits}, {}, half {})", bits as i16, float_of(bytes)),
        4 => format!(
            "{bits:#010x} ({bits}, {}, {:?})",
            bits as i32,
            float_of(bytes) as f32
        ),
        _ => format!("{bits:#018x} ({bits}, {}, {:?})", bits as i64, float_of(bytes)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_floats_keep_the_sign_of_zero_and_any_nan() {
        assert!(f32::NAN.want().accepts(&0xffc0_0001u32.to_le_bytes()));
        assert!(!0.0f32.want().accepts(&(-0.0f32).to_le_bytes()));
        assert!(1.5f32.want().accepts(&1.5f32.to_le_bytes()));
        assert!(!f32::NAN.want().accepts(&1.5f32.to_le_bytes()));
    }

    #[test]
    fn tolerance_is_relative_or_absolute() {
        assert!(near(100.0, 1e-2).accepts(&100.5f32.to_le_bytes()));
        assert!(!near(100.0, 1e-3).accepts(&100.5f32.to_le_bytes()));
        assert!(near_abs(0.0, 1e-3).accepts(&(-0.0005f32).to_le_bytes()));
        assert!(near(f32::INFINITY, 1e-3).accepts(&f32::INFINITY.to_le_bytes()));
        assert!(!near(f32::INFINITY, 1e-3).accepts(&f32::MAX.to_le_bytes()));
    }

    #[test]
    fn differences_are_reported_with_place_hex_and_float() {
        let wants = Wants::from([1u32, 2]);
        let message = wants
            .check("u0", &[1, 0, 0, 0, 0, 0, 128, 63], |i| format!("[{i}]"))
            .unwrap_err();
        assert!(message.contains("[1]: expected 0x00000002"), "{message}");
        assert!(
            message.contains("0x3f800000 (1065353216, 1065353216, 1.0)"),
            "{message}"
        );
    }
}
