//! Literal numbers as `spirv-dis` prints them: normal floats in decimal with enough digits to be exact, halves
//! and special floats in hexadecimal.

use rspirv::dr::{Instruction, Operand};
use std::fmt::Write;

/// The type of a literal number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NumberType {
    /// Width in bits.
    pub width: u32,
    /// What the bits mean.
    pub kind: NumberKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberKind {
    Unsigned,
    Signed,
    Float,
}

impl NumberType {
    /// The number type that an instruction declares.
    pub fn declared_by(instruction: &Instruction) -> Option<Self> {
        match (instruction.class.opcode, instruction.operands.as_slice()) {
            (::spirv::Op::TypeInt, [Operand::LiteralBit32(width), Operand::LiteralBit32(sign)]) => {
                Some(Self {
                    width: *width,
                    kind: if *sign == 0 {
                        NumberKind::Unsigned
                    } else {
                        NumberKind::Signed
                    },
                })
            }
            (::spirv::Op::TypeFloat, [Operand::LiteralBit32(width), ..]) => Some(Self {
                width: *width,
                kind: NumberKind::Float,
            }),
            _ => None,
        }
    }
}

/// Appends a literal; one of no known type is an unsigned number.
pub(super) fn write(text: &mut String, ty: Option<NumberType>, bits: u64) {
    let Some(ty) = ty else {
        let _ = write!(text, "{bits}");
        return;
    };
    let _ = match (ty.kind, ty.width) {
        (NumberKind::Unsigned, _) => write!(text, "{bits}"),
        (NumberKind::Signed, 64) => write!(text, "{}", bits as i64),
        // Narrower ones are sign-extended to the word.
        (NumberKind::Signed, _) => write!(text, "{}", bits as u32 as i32),
        (NumberKind::Float, 64) => {
            let value = f64::from_bits(bits);
            if value == 0.0 || value.is_normal() {
                return general(text, value, 17);
            }
            return hex_float(text, bits, 11, 52);
        }
        (NumberKind::Float, 32) => {
            let value = f32::from_bits(bits as u32);
            if value == 0.0 || value.is_normal() {
                return general(text, f64::from(value), 9);
            }
            return hex_float(text, bits & 0xffff_ffff, 8, 23);
        }
        (NumberKind::Float, _) => return hex_float(text, bits & 0xffff, 5, 10),
    };
}

/// `%g` of C with `precision` significant digits.
fn general(text: &mut String, value: f64, precision: usize) {
    if value == 0.0 {
        text.push_str(if value.is_sign_negative() { "-0" } else { "0" });
        return;
    }
    let scientific = format!("{value:.*e}", precision - 1);
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trim = |number: &str| -> String {
        match number.contains('.') {
            true => number.trim_end_matches('0').trim_end_matches('.').to_owned(),
            false => number.to_owned(),
        }
    };
    if exponent < -4 || exponent >= precision as i32 {
        let sign = if exponent < 0 { '-' } else { '+' };
        let _ = write!(text, "{}e{sign}{:02}", trim(digits), exponent.abs());
    } else {
        let decimals = (precision as i32 - 1 - exponent).max(0) as usize;
        text.push_str(&trim(&format!("{value:.decimals$}")));
    }
}

/// A hexadecimal float: sign, hidden bit, fraction without trailing zeros, binary exponent.
fn hex_float(text: &mut String, bits: u64, exponent_bits: u32, fraction_bits: u32) {
    let bias = (1i64 << (exponent_bits - 1)) - 1;
    let mut fraction = bits & ((1 << fraction_bits) - 1);
    let biased = (bits >> fraction_bits & ((1 << exponent_bits) - 1)) as i64;
    if bits >> (exponent_bits + fraction_bits) & 1 != 0 {
        text.push('-');
    }
    let mut exponent = biased - bias;
    let mut integer = 1;
    if biased == 0 {
        if fraction == 0 {
            integer = 0;
            exponent = 0;
        } else {
            // A denormal is printed normalised.
            exponent = 1 - bias;
            while fraction >> fraction_bits == 0 {
                fraction <<= 1;
                exponent -= 1;
            }
            fraction &= (1 << fraction_bits) - 1;
        }
    }
    let _ = write!(text, "0x{integer}");
    let digits = fraction_bits.div_ceil(4);
    let aligned = fraction << (digits * 4 - fraction_bits);
    if aligned != 0 {
        let hex = format!("{aligned:0width$x}", width = digits as usize);
        let _ = write!(text, ".{}", hex.trim_end_matches('0'));
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    let _ = write!(text, "p{sign}{}", exponent.abs());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(width: u32, bits: u64) -> String {
        let mut text = String::new();
        let kind = NumberKind::Float;
        write(&mut text, Some(NumberType { width, kind }), bits);
        text
    }

    #[test]
    fn halves_print_in_hexadecimal() {
        assert_eq!(float(16, 0x3c00), "0x1p+0");
        assert_eq!(float(16, 0xc100), "-0x1.4p+1");
        assert_eq!(float(16, 0), "0x0p+0");
        assert_eq!(float(16, 1), "0x1p-24");
        assert_eq!(float(16, 0x7bff), "0x1.ffcp+15");
        assert_eq!(float(16, 0x7c00), "0x1p+16");
    }

    #[test]
    fn floats_print_in_decimal_where_normal() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (0.1, "0.100000001"),
            (-2.5, "-2.5"),
            (16777216.0, "16777216"),
            (1e9, "1e+09"),
            (123456789.0, "123456792"),
            (1e-5, "9.99999975e-06"),
            (0.0001, "9.99999975e-05"),
            (0.001, "0.00100000005"),
        ] {
            assert_eq!(float(32, u64::from(f32::to_bits(value))), text);
        }
        assert_eq!(float(64, 0.1f64.to_bits()), "0.10000000000000001");
        assert_eq!(float(64, 1e300f64.to_bits()), "1.0000000000000001e+300");
        assert_eq!(float(32, 0x7f80_0000), "0x1p+128");
        assert_eq!(float(32, 0x7fc0_0000), "0x1.8p+128");
        assert_eq!(float(32, 1), "0x1p-149");
    }
}
