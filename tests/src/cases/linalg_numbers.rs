//! Components of linear algebra's matrices: their types, numbers that they are, and bytes that hold them. They know nothing of how
//! the translation keeps any of this.

use crate::case::Want;
use half::{bf16, f16};

/// A type of components.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F16,
    Bf16,
    F32,
    F64,
    E4M3,
    E5M2,
}

/// A number that a component is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    Int(i128),
    Float(f64),
}

impl Kind {
    pub fn bytes(self) -> usize {
        match self {
            Self::I8 | Self::U8 | Self::E4M3 | Self::E5M2 => 1,
            Self::I16 | Self::U16 | Self::F16 | Self::Bf16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::I64 | Self::U64 | Self::F64 => 8,
        }
    }
    pub fn signed(self) -> bool {
        matches!(self, Self::I8 | Self::I16 | Self::I32 | Self::I64)
    }
    pub fn is_int(self) -> bool {
        self.signed() || matches!(self, Self::U8 | Self::U16 | Self::U32 | Self::U64)
    }
    /// The least and the greatest integer.
    pub fn range(self) -> (i128, i128) {
        let bits = self.bytes() * 8;
        match self.signed() {
            true => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            false => (0, (1 << bits) - 1),
        }
    }
    /// The float of eight bits, by its fields.
    pub fn of_byte(self, byte: u8) -> f64 {
        let (mantissa_bits, bias) = if self == Self::E4M3 { (3, 7) } else { (2, 15) };
        let mantissa = f64::from(byte & ((1 << mantissa_bits) - 1)) / f64::from(1 << mantissa_bits);
        let exponent = i32::from(byte & 0x7f) >> mantissa_bits;
        let magnitude = match (self, exponent) {
            (Self::E4M3, 15) if byte & 0x7f == 0x7f => f64::NAN,
            (Self::E5M2, 31) if mantissa == 0.0 => f64::INFINITY,
            (Self::E5M2, 31) => f64::NAN,
            (_, 0) => mantissa * f64::from(1 - bias).exp2(),
            _ => (1.0 + mantissa) * f64::from(exponent - bias).exp2(),
        };
        if byte >> 7 == 0 { magnitude } else { -magnitude }
    }
    /// The nearest float of eight bits, of two the even one; the largest where there is nothing larger.
    pub fn to_byte(self, value: f64) -> u8 {
        let sign = u8::from(value.is_sign_negative()) << 7;
        let value = value.abs();
        let largest = if self == Self::E4M3 { 0x7e } else { 0x7b };
        if value.is_nan() {
            return 0x7f;
        }
        if self == Self::E4M3 && value > 448.0 {
            return sign | largest;
        }
        // Half-way to what would come next.
        if self == Self::E5M2 && value >= 61440.0 {
            return sign | 0x7c;
        }
        let distance = |byte: u8| (self.of_byte(byte) - value).abs();
        let nearest = (0..=largest).min_by(|&a, &b| {
            let order = distance(a).total_cmp(&distance(b));
            order.then((a & 1).cmp(&(b & 1)))
        });
        sign | nearest.unwrap_or(0)
    }
    pub fn encode(self, number: Number) -> Vec<u8> {
        match (self, number) {
            (Self::F16, Number::Float(x)) => f16::from_f64(x).to_le_bytes().to_vec(),
            (Self::Bf16, Number::Float(x)) => bf16::from_f64(x).to_le_bytes().to_vec(),
            (Self::F32, Number::Float(x)) => (x as f32).to_le_bytes().to_vec(),
            (Self::F64, Number::Float(x)) => x.to_le_bytes().to_vec(),
            (Self::E4M3 | Self::E5M2, Number::Float(x)) => vec![self.to_byte(x)],
            (_, Number::Int(x)) if self.is_int() => x.to_le_bytes()[..self.bytes()].to_vec(),
            _ => panic!("{number:?} is no {self:?}"),
        }
    }
    pub fn decode(self, bytes: &[u8]) -> Number {
        let bits = bytes
            .iter()
            .rev()
            .fold(0u64, |all, &byte| all << 8 | u64::from(byte));
        match self {
            Self::F16 => Number::Float(f16::from_bits(bits as u16).to_f64()),
            Self::Bf16 => Number::Float(bf16::from_bits(bits as u16).to_f64()),
            Self::F32 => Number::Float(f64::from(f32::from_bits(bits as u32))),
            Self::F64 => Number::Float(f64::from_bits(bits)),
            Self::E4M3 | Self::E5M2 => Number::Float(self.of_byte(bits as u8)),
            _ => {
                let (_, most) = self.range();
                let value = i128::from(bits);
                Number::Int(if value > most {
                    value - (1 << (self.bytes() * 8))
                } else {
                    value
                })
            }
        }
    }
    /// A number as one of this type, by the rules of linear algebra.
    pub fn converted(self, number: Number) -> Number {
        let (least, most) = if self.is_int() { self.range() } else { (0, 0) };
        let number = match (number, self.is_int()) {
            (Number::Int(x), true) => return Number::Int(x.clamp(least, most)),
            (Number::Float(x), true) if x.is_nan() => return Number::Int(0),
            (Number::Float(x), true) => {
                let whole = x.round_ties_even().clamp(-1e30, 1e30);
                return Number::Int((whole as i128).clamp(least, most));
            }
            (Number::Int(x), false) => Number::Float(x as f64),
            (Number::Float(x), false) => Number::Float(x),
        };
        self.decode(&self.encode(number))
    }
    pub fn of(self, value: i128) -> Number {
        match self.is_int() {
            true => Number::Int(value),
            false => Number::Float(value as f64),
        }
    }
    /// What a component must be, as it is stored.
    pub fn want(self, number: Number) -> Want {
        let bits = |bytes: &[u8]| Want::Bits {
            bits: bytes
                .iter()
                .rev()
                .fold(0u64, |all, &byte| all << 8 | u64::from(byte)),
            bytes: self.bytes() as u8,
        };
        match number {
            Number::Float(x) if x.is_nan() => match self {
                Self::E4M3 => Want::OneOf([0x7f, 0xff].map(|byte| bits(&[byte])).to_vec()),
                Self::E5M2 => {
                    let all = [0x7d, 0x7e, 0x7f, 0xfd, 0xfe, 0xff];
                    Want::OneOf(all.map(|byte| bits(&[byte])).to_vec())
                }
                Self::Bf16 => {
                    let all = (0x7f81..=0x7fffu16).chain(0xff81..=0xffff);
                    Want::OneOf(all.map(|half| bits(&half.to_le_bytes())).collect())
                }
                _ => Want::Float {
                    value: x,
                    bytes: self.bytes() as u8,
                    tolerance: crate::case::Tolerance::EXACT,
                },
            },
            _ => bits(&self.encode(number)),
        }
    }
}

/// A whole number between -8 and 8, or 0 and 8 where the type has no sign.
pub fn small(kind: Kind, at: usize, which: usize) -> Number {
    let mut x = (at * 131 + which * 71 + 5) as u32;
    for _ in 0..3 {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
    }
    let value = i128::from(x % 17) - 8;
    kind.of(match kind.is_int() && !kind.signed() {
        true => value.abs(),
        false => value,
    })
}

pub fn sum(a: Number, b: Number) -> Number {
    match (a, b) {
        (Number::Int(a), Number::Int(b)) => Number::Int(a + b),
        (Number::Float(a), Number::Float(b)) => Number::Float(a + b),
        _ => panic!("a sum of {a:?} and {b:?}"),
    }
}

pub fn product(a: Number, b: Number) -> Number {
    match (a, b) {
        (Number::Int(a), Number::Int(b)) => Number::Int(a * b),
        (Number::Float(a), Number::Float(b)) => Number::Float(a * b),
        _ => panic!("a product of {a:?} and {b:?}"),
    }
}

pub fn bytes_of(kind: Kind, numbers: impl IntoIterator<Item = Number>) -> Vec<u8> {
    numbers
        .into_iter()
        .flat_map(|number| kind.encode(number))
        .collect()
}

/// Bytes of a matrix of which `at` gives the components, in lines of `line` bytes.
pub fn laid_out(
    kind: Kind,
    (m, n): (usize, usize),
    layout: usize,
    line: usize,
    at: impl Fn(usize, usize) -> Vec<u8>,
) -> Vec<(usize, Vec<u8>)> {
    let mut all = Vec::new();
    for row in 0..m {
        for column in 0..n {
            let offset = match layout {
                0 => row * line + column * kind.bytes(),
                _ => column * line + row * kind.bytes(),
            };
            all.push((offset, at(row, column)));
        }
    }
    all
}

/// Bits that are a component without doubt: whatever is read and written again is the same.
pub fn pattern(kind: Kind, at: usize) -> Vec<u8> {
    let mut bytes: Vec<u8> = (0..kind.bytes())
        .map(|byte| (at * 37 + byte * 101 + 13) as u8)
        .collect();
    // No infinities and nothing that is no number, of which payloads may change.
    if !kind.is_int() {
        let last = bytes.len() - 1;
        bytes[last] &= 0xbf;
    }
    bytes
}

pub fn put(to: &mut [u8], at: usize, parts: Vec<(usize, Vec<u8>)>) {
    for (offset, bytes) in parts {
        to[at + offset..at + offset + bytes.len()].copy_from_slice(&bytes);
    }
}

/// Numbers where a conversion may go wrong.
pub fn edges(from: Kind, count: usize) -> Vec<Number> {
    if matches!(from, Kind::E4M3 | Kind::E5M2) {
        return (0..count).map(|at| from.decode(&[at as u8])).collect();
    }
    if from.is_int() {
        let (least, most) = from.range();
        let all = [
            0,
            1,
            -1,
            2,
            100,
            127,
            128,
            -128,
            -129,
            255,
            256,
            -2,
            300,
            32767,
            32768,
            -32768,
            -32769,
            65535,
            65536,
            2049,
            2051,
            65519,
            65520,
            70000,
            16_777_217,
            16_777_219,
            33_554_435,
            2_147_483_647,
            2_147_483_648,
            -2_147_483_648,
            -2_147_483_649,
            4_294_967_295,
            4_294_967_296,
            4_294_967_169,
            most,
            least,
            most - 1,
            least + 1,
            most / 2,
            least / 2,
        ];
        let held = all.iter().map(|&x| Number::Int(x.clamp(least, most)));
        return held.cycle().take(count).collect();
    }
    let tiny = |exponent: i32| f64::from(exponent).exp2();
    let all = [
        0.0,
        1.0,
        -1.0,
        0.5,
        1.5,
        2.5,
        -0.5,
        -1.5,
        126.5,
        127.5,
        128.0,
        -128.5,
        -129.0,
        255.5,
        300.0,
        1e5,
        3e9,
        5e9,
        -3e9,
        -1e10,
        448.0,
        449.0,
        463.0,
        464.0,
        465.0,
        500.0,
        57344.0,
        61439.0,
        61440.0,
        65504.0,
        65519.0,
        65520.0,
        tiny(-9),
        1.5 * tiny(-10),
        -1.0625 * tiny(-7),
        tiny(-16),
        1.5 * tiny(-17),
        tiny(-24),
        1.5 * tiny(-24),
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        1.0 / 3.0,
        -1.0625,
        1.1875,
        1.003_906_25,
        1.011_718_75,
        3.3e38,
        1.15625,
        -1.21875,
        2.3125,
        5.625,
        -13.25,
    ];
    let held = all.iter().map(|&x| from.converted(Number::Float(x)));
    held.cycle().take(count).collect()
}

/// To whole words, and some more.
pub fn padded(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.resize(bytes.len().next_multiple_of(16) + 16, 0);
    bytes
}
