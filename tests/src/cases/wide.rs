//! Arithmetic of other widths: half, 16-bit integers, double, 64-bit integers, minimum precision.

use super::alu::{bits, order};
use super::inputs;
use crate::case::{Case, Element, List, Tolerance, Want, any, compute, near, one_of, within};
use ash::vk::Format;
use dxil2spirv::options::MinPrecision;
use half::f16;

/// Registers the cases.
pub fn register(list: &mut List) {
    list.each("alu-half/binary", &[], half_binary);
    list.each("alu-half/compare_classify", &[], half_compare);
    list.each("alu-half/dot2add", &[], dot2add);
    list.each("alu-half/int16", &["od"], int16);
    list.each("alu-half/math", &[], half_math);
    list.each("alu-half/roundtrip", &[], roundtrip);
    list.each("alu-double/binary", &[], double_binary);
    list.each("alu-double/compare_convert", &[], double_compare);
    list.each("alu-double/loop_sum", &["od"], double_sum);
    list.each("alu-int64/binary", &["od"], int64);
    list.each("alu-int64/compare_convert", &[], int64_compare);
    list.each("alu-int64/multiply_high", &[], multiply_high);
    list.each("alu-int64/divide", &["od"], divide);
    list.add("alu-int64/constant_divisors", constant_divisors);
    list.each("alu-int64/one_bit", &["od"], one_bit);
    list.each("alu-int64/switch_hash", &[], switch_hash);
    list.each("alu-minprec/float16", &["sm62"], min_float);
    list.each("alu-minprec/int16", &[], min_int);
    list.each("alu-minprec/mixed", &[], min_mixed);
    list.each("alu-minprec/uint16", &[], min_uint);
    for shader in ["alu-minprec/upper_halves", "alu-minprec/upper_halves.od"] {
        list.add(shader, move || upper_halves(shader));
        list.add(&format!("{shader} (native)"), move || {
            upper_halves(shader).options(|options| options.min_precision = MinPrecision::Native16)
        });
    }
}

/// Numbers that look like chance.
fn scattered(at: u64) -> u64 {
    (at + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

fn divide(name: &str) -> Case {
    // No zero, by which DXC takes division for undefined.
    let mut numbers = vec![1, 2, 3, 4, u64::MAX, u64::MAX - 1];
    // Around each power that a step of the division has to do with.
    for bit in [15, 16, 31, 32, 33, 47, 48, 62, 63] {
        numbers.extend([(1 << bit) - 1, 1 << bit, (1 << bit) + 1]);
    }
    // Digits of ones, which make the first guess of a quotient too large.
    numbers.extend([
        0xffff_0000,
        0xffff_ffff_0000,
        0x8000_0000_ffff_ffff,
        0xffff_ffff_0000_0001,
        0x7fff_8000_0000_0000,
    ]);
    while numbers.len() < 64 {
        let at = numbers.len() as u64;
        numbers.push(scattered(at) >> (at % 5 * 12));
    }
    let pairs = || numbers.iter().flat_map(|&a| numbers.iter().map(move |&b| (a, b)));
    let results: Vec<[u64; 4]> = pairs()
        .map(|(a, b)| {
            let (c, d) = (a as i64, b as i64);
            let signed = match d {
                -1 => [0, 0],
                _ => [(c / d) as u64, (c % d) as u64],
            };
            [a / b, a % b, signed[0], signed[1]]
        })
        .collect();
    const LOW: u64 = u32::MAX as u64;
    let more: Vec<[u64; 4]> = pairs()
        .map(|(a, b)| {
            [(a, b & LOW, b), (b, a >> 32, a), (a >> 32, b, b), (b & LOW, a, a)]
                .map(|(row, by, other)| (row / (by | 1)).wrapping_add(other))
        })
        .collect();
    compute(name)
        .raw("t0", numbers.clone())
        .output("u0", results)
        .output("u1", more)
        .groups(64, 1, 1)
}

fn constant_divisors() -> Case {
    const DIVISORS: [u64; 28] = [
        3,
        4,
        5,
        6,
        7,
        9,
        10,
        11,
        12,
        14,
        25,
        100,
        125,
        625,
        641,
        1000,
        65537,
        0xffff_ffff,
        0x1_0000_0001,
        238_662_282_706_945,
        1_000_000_000_000,
        u64::MAX >> 1,
        1 << 63,
        (1 << 63) + 1,
        -2i64 as u64,
        -17i64 as u64,
        -1000i64 as u64,
        2,
    ];
    // Edges, then what is at a multiple of each and just below it.
    let mut numbers = vec![0, 1, 2, u64::MAX, u64::MAX - 1, 1 << 63, (1 << 63) - 1, 1 << 32];
    for divisor in DIVISORS {
        let multiple = u64::MAX / 7 * 5 / divisor * divisor;
        numbers.extend([multiple, multiple.wrapping_sub(1)]);
    }
    let results: Vec<[u64; 4]> = numbers
        .iter()
        .flat_map(|&a| {
            DIVISORS.map(|d| {
                let (b, e) = (a as i64, d as i64);
                [a / d, a % d, b.wrapping_div(e) as u64, b.wrapping_rem(e) as u64]
            })
        })
        .collect();
    let rows: Vec<[u64; 8]> = (0..64u64)
        .map(|row| std::array::from_fn(|at| scattered(row * 8 + at as u64) >> (row % 40)))
        .collect();
    let sums: Vec<[u64; 8]> = rows
        .iter()
        .map(|row| {
            let divisors = [1001, 238_662_282_706_945, 257, 4_294_967_295];
            let moduli = [63, 4_294_967_297, 10, 123_456_789];
            std::array::from_fn(|at| match at {
                0..4 => ((row[at] | 5) / divisors[at]).wrapping_add(row[at + 4]),
                _ => row[at] % moduli[at - 4],
            })
        })
        .collect();
    compute("alu-int64/constant_divisors")
        .raw("t0", numbers)
        .output("u0", results)
        .raw("t1", rows)
        .output("u1", sums)
        .groups(2, 1, 1)
}

/// Halves: edges, then others of moderate size.
fn halves<const N: usize>(count: usize) -> Vec<[f16; N]> {
    let edges = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        2048.0,
        2049.0,
        65504.0,
        6e-8,
        1e-4,
        -7.25,
        0.1,
        f32::INFINITY,
        f32::NAN,
    ];
    let values = inputs::with_edges(&edges, 40, inputs::range::<N>(count, -60.0, 60.0));
    values.iter().map(|row| row.map(f16::from_f32)).collect()
}

/// A half within `ulps` units in the last place of `x`, which may have been flushed when it is denormal.
fn near_half(x: f64, ulps: f64) -> Want {
    let unit = if x.abs() < 6.104e-5 {
        5.97e-8
    } else {
        2f64.powf(x.abs().log2().floor() - 10.0)
    };
    if x.is_nan() || x.is_infinite() {
        return Want::Float {
            value: x,
            bytes: 2,
            tolerance: Tolerance::EXACT,
        };
    }
    if x.abs() >= 65520.0 {
        return one_of([f16::INFINITY, f16::MAX].map(|h| if x < 0.0 { -h } else { h }));
    }
    Want::Float {
        value: x,
        bytes: 2,
        tolerance: Tolerance {
            abs: ulps * unit,
            rel: 0.0,
        },
    }
}

#[expect(clippy::manual_clamp, reason = "saturate makes 0 of a NaN, clamp keeps it")]
fn half_binary(name: &str) -> Case {
    let input = halves::<2>(64);
    let expected: Vec<[Want; 8]> = input
        .iter()
        .map(|&[ha, hb]| {
            let (a, b) = (ha.to_f64(), hb.to_f64());
            // Denormals of halves are kept, on devices that can.
            let flushed = |h: f16| {
                if h.is_normal() || h.is_nan() || h.is_infinite() {
                    h.want()
                } else {
                    any_half()
                }
            };
            let rounded = |x: f64| {
                if x == 0.0 {
                    one_of([f16::ZERO, f16::NEG_ZERO])
                } else {
                    near_half(x, 0.51)
                }
            };
            let picked = |p: f64, q: f64, min: bool| {
                if p == 0.0 && q == 0.0 {
                    one_of([f16::ZERO, f16::NEG_ZERO])
                } else {
                    flushed(f16::from_f64(if min { p.min(q) } else { p.max(q) }))
                }
            };
            [
                rounded(a + b),
                rounded(a - b),
                rounded(a * b),
                if b == 0.0 || !(a / b).is_finite() {
                    f16::from_f64(a / b).want()
                } else {
                    near_half(a / b, 1.5)
                },
                picked(a, b, true),
                picked(a, b, false),
                if a > 0.0 && a < 6.2e-5 {
                    any_half()
                } else {
                    near_half(a.max(0.0).min(1.0), 0.0).positive_zero()
                },
                (-ha).want(),
            ]
        })
        .collect();
    let bytes: Vec<f16> = input.concat();
    compute(name).raw("t0", bytes).output("u0,space1", expected)
}

fn any_half() -> Want {
    Want::Any { bytes: 2 }
}

trait PositiveZero {
    fn positive_zero(self) -> Want;
}

impl PositiveZero for Want {
    /// A zero of either sign where zero is wanted.
    fn positive_zero(self) -> Want {
        match self {
            Want::Float {
                value: 0.0, bytes: 2, ..
            } => one_of([f16::ZERO, f16::NEG_ZERO]),
            other => other,
        }
    }
}

fn half_compare(name: &str) -> Case {
    let mut input = halves::<2>(64);
    input[0] = [f16::NAN, f16::ONE];
    input[1] = [f16::INFINITY, f16::INFINITY];
    input[2] = [f16::ZERO, f16::NEG_ZERO];
    let expected: Vec<u32> = input
        .iter()
        .map(|&[a, b]| {
            [
                a < b,
                a <= b,
                a > b,
                a >= b,
                a == b,
                a != b,
                a.is_nan(),
                a.is_infinite(),
                a.is_finite(),
            ]
            .iter()
            .enumerate()
            .map(|(bit, &flag)| u32::from(flag) << bit)
            .sum()
        })
        .collect();
    compute(name)
        .raw("t0", input.concat())
        .output("u0,space1", expected)
}

fn int16(name: &str) -> Case {
    let input: Vec<[u16; 2]> = inputs::integers::<2>(64)
        .iter()
        .map(|v| v.map(|x| x as u16))
        .collect();
    let expected: Vec<[Want; 16]> = input
        .iter()
        .map(|&[a, b]| {
            let (sa, sb) = (a as i16, b as i16);
            let by = u32::from(b);
            [
                a.wrapping_add(b).want(),
                a.wrapping_sub(b).want(),
                a.wrapping_mul(b).want(),
                a.checked_div(b).unwrap_or(u16::MAX).want(),
                a.checked_rem(b).unwrap_or(u16::MAX).want(),
                a.wrapping_shl(by).want(),
                a.wrapping_shr(by).want(),
                sa.wrapping_shr(by).want(),
                a.min(b).want(),
                a.max(b).want(),
                sa.min(sb).want(),
                sa.max(sb).want(),
                (a & b).want(),
                (a ^ b).want(),
                (!a).want(),
                if b == 0 || sb == -1 {
                    any_half()
                } else {
                    (sa / sb).want()
                },
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

/// The products and their sum come first: what is small beside the accumulator counts.
fn dot2add(name: &str) -> Case {
    let halves = inputs::whole::<4>(64);
    let accumulators = inputs::whole::<1>(64).concat();
    let input: Vec<([f32; 4], f32)> = halves
        .iter()
        .zip(&accumulators)
        .enumerate()
        .map(|(k, (&v, &c))| match k {
            0 => ([1.0; 4], 16_777_216.0),
            1 => ([1.0, 1.0, -1.0, -1.0], -16_777_216.0),
            2 => ([1.0, 1.0, 32768.0, 32768.0], 1.0),
            _ => (v, c),
        })
        .collect();
    let expected: Vec<Want> = input
        .iter()
        .map(|&([ax, ay, bx, by], c)| match c + (ax * bx + ay * by) {
            0.0 => one_of([0.0f32, -0.0]),
            sum => sum.want(),
        })
        .collect();
    let words: Vec<[u32; 3]> = input
        .iter()
        .map(|&(v, c)| {
            let [ax, ay, bx, by] = v.map(|x| u32::from(f16::from_f32(x).to_bits()));
            [ax | ay << 16, bx | by << 16, c.to_bits()]
        })
        .collect();
    compute(name).raw("t0", words).output("u0,space1", expected)
}

/// Floats that went through a half have its precision and range.
fn roundtrip(name: &str) -> Case {
    let mut input = inputs::range::<1>(64, -3000.0, 3000.0).concat();
    let edges = [
        0.0,
        -0.0,
        2048.625,
        2049.0,
        2051.0,
        -4098.0,
        0.1,
        -1e-5,
        // Denormal halves, halfway cases among them.
        3e-8,
        2.980_232_2e-8,
        8.940_697e-8,
        -6e-8,
        1e-9,
        -1e-9,
        6.1e-5,
        // The ends.
        65504.0,
        65519.99,
        65520.0,
        -1e5,
        5e34,
        1e38,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
    ];
    input[..edges.len()].copy_from_slice(&edges);
    let through = |x: f32| f16::from_f32(x).to_f32();
    let expected: Vec<[f32; 4]> = input
        .iter()
        .enumerate()
        .map(|(k, &x)| {
            let chosen = if k % 2 == 1 { x * 2.0 } else { x };
            [through(x), through(x), through(chosen), -through(x)]
        })
        .collect();
    let texels: Vec<f32> = input.iter().map(|&x| through(x)).collect();
    compute(name)
        .raw("t0", input)
        .output("u0,space1", expected)
        .typed("u1,space1", Format::R32_SFLOAT, [0.0f32; 64])
        .expect("u1,space1", texels)
}

fn half_math(name: &str) -> Case {
    let input: Vec<f16> = inputs::range::<1>(64, -6.0, 6.0)
        .iter()
        .map(|v| f16::from_f32(v[0]))
        .collect();
    let expected: Vec<[Want; 16]> = input
        .iter()
        .map(|h| {
            let x = h.to_f64();
            let sign = if x > 0.0 {
                1.0
            } else {
                -f64::from(u8::from(x < 0.0))
            };
            let exact = |v: f64| near_half(v, 0.0).positive_zero();
            [
                exact(x.abs()),
                exact(x.floor()),
                exact(x.ceil()),
                exact(x.trunc()),
                exact(x.round_ties_even()),
                near_half(x - x.floor(), 1.0),
                near_half(x.sqrt(), 2.0),
                near_half(1.0 / x.sqrt(), 2.0),
                near_half(x.exp2(), 8.0),
                Want::Float {
                    value: x.log2(),
                    bytes: 2,
                    tolerance: Tolerance { abs: 8e-3, rel: 4e-3 },
                },
                Want::Float {
                    value: x.sin(),
                    bytes: 2,
                    tolerance: Tolerance { abs: 4e-3, rel: 4e-3 },
                },
                Want::Float {
                    value: x.cos(),
                    bytes: 2,
                    tolerance: Tolerance { abs: 4e-3, rel: 4e-3 },
                },
                near_half(x * x + x, 2.0).loosened(x * x),
                near_half(x * x + x, 2.0).loosened(x * x),
                near_half(x + 0.5 * (1.0 - x), 2.0).loosened(x),
                exact(sign),
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

trait Loosened {
    fn loosened(self, term: f64) -> Want;
}

impl Loosened for Want {
    /// Allows the rounding of an intermediate result of the size of `term`.
    fn loosened(self, term: f64) -> Want {
        match self {
            Want::Float {
                value,
                bytes,
                tolerance,
            } => {
                let abs = tolerance.abs + term.abs() * 2e-3;
                Want::Float {
                    value,
                    bytes,
                    tolerance: Tolerance { abs, ..tolerance },
                }
            }
            other => other,
        }
    }
}

/// Doubles: edges, then others.
fn doubles<const N: usize>(count: usize) -> Vec<[f64; N]> {
    let edges = [
        0.0,
        -0.0,
        1.0,
        0.1,
        1e300,
        -1e-300,
        f64::INFINITY,
        f64::NAN,
        4e9,
        -3e9,
        1.0 + f64::EPSILON,
        2.5,
    ];
    let plain = inputs::range::<N>(count, -1e6, 1e6);
    let thirds = plain.iter().map(|row| row.map(|x| f64::from(x) / 3.0)).collect();
    inputs::with_edges(&edges, 30, thirds)
}

fn double_binary(name: &str) -> Case {
    let mut input = doubles::<3>(32);
    let one = 1.0 + f64::EPSILON;
    input[0] = [one, one, -1.0];
    input[1] = [one, one, -(one * one)];
    let expected: Vec<[Want; 8]> = input
        .iter()
        .map(|&[a, b, c]| {
            let zero = |x: f64| if x == 0.0 { one_of([0.0, -0.0]) } else { x.want() };
            let normal = |x: f64| {
                if x.is_subnormal() {
                    Want::Any { bytes: 8 }
                } else {
                    zero(x)
                }
            };
            [
                zero(a + b),
                zero(a - b),
                normal(a * b),
                normal(a / b),
                zero(a.min(b)),
                zero(a.max(b)),
                // Fused where the device can: lavapipe rounds twice.
                if (a * b).is_subnormal() || a.mul_add(b, c) == a * b + c {
                    normal(a * b + c)
                } else {
                    one_of([a.mul_add(b, c), a * b + c])
                },
                (a.to_bits() ^ 1 << 63).want(),
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn double_compare(name: &str) -> Case {
    let mut input = doubles::<2>(32);
    input[0] = [f64::NAN, 1.0];
    input[1] = [3.5, 3.5];
    input[2] = [-1.5, 4e9];
    let expected: Vec<[Want; 6]> = input
        .iter()
        .map(|&[a, b]| {
            let flags = [a < b, a <= b, a > b, a >= b, a == b, a != b];
            let bits: u32 = flags
                .iter()
                .enumerate()
                .map(|(bit, &flag)| u32::from(flag) << bit)
                .sum();
            let back = f64::from(a.to_bits() as u32 as i32).to_bits();
            let single = a as f32;
            [
                bits.want(),
                if single.is_infinite() && a.is_finite() || single == 0.0 {
                    any()
                } else {
                    near(single, 1e-7)
                },
                (a as i32).want(),
                (a as u32).want(),
                (back as u32).want(),
                ((back >> 32) as u32).want(),
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn double_sum(name: &str) -> Case {
    let input: Vec<f64> = inputs::range::<1>(64, -1e3, 1e3)
        .iter()
        .map(|v| f64::from(v[0]) / 3.0)
        .collect();
    let expected: Vec<f64> = input
        .iter()
        .scan(0.0, |sum, x| {
            *sum += x;
            Some(*sum)
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn int64(name: &str) -> Case {
    let input = inputs::wide_integers::<2>(64);
    let expected: Vec<[u64; 16]> = input
        .iter()
        .map(|&[a, b]| {
            let (sa, sb) = (a as i64, b as i64);
            let by = b as u32;
            [
                a.wrapping_add(b),
                a.wrapping_sub(b),
                a.wrapping_mul(b),
                a.checked_div(b).unwrap_or(u64::MAX),
                a.checked_rem(b).unwrap_or(u64::MAX),
                a & b,
                a | b,
                a ^ b,
                a.wrapping_shl(by),
                a.wrapping_shr(by),
                sa.wrapping_shr(by) as u64,
                a.min(b),
                a.max(b),
                sa.min(sb) as u64,
                sa.max(sb) as u64,
                !a,
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn int64_compare(name: &str) -> Case {
    let mut input = inputs::wide_integers::<2>(64);
    input.iter_mut().step_by(7).for_each(|pair| pair[1] = pair[0]);
    let expected: Vec<[Want; 8]> = input
        .iter()
        .map(|&[a, b]| {
            let (sa, sb) = (a as i64, b as i64);
            let extended = i64::from(a as u32 as i32);
            [
                bits(&[&order(a, b)[..], &order(sa, sb), &[a == b]].concat()).want(),
                near(a as f32, 1.2e-7),
                near(sa as f32, 1.2e-7),
                (a as u32).want(),
                ((a >> 32) as u32).want(),
                (extended as u32).want(),
                ((extended >> 32) as u32).want(),
                u32::from(a > 1 << 32).want(),
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn multiply_high(name: &str) -> Case {
    let input = inputs::integers::<2>(64);
    let expected: Vec<[u32; 4]> = input
        .iter()
        .map(|&[a, b]| {
            let wide = u64::from(a) * u64::from(b);
            let signed = i64::from(a as i32) * i64::from(b as i32);
            [
                (wide >> 32) as u32,
                wide as u32,
                (signed >> 32) as u32,
                signed as u32,
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn one_bit(name: &str) -> Case {
    let input = inputs::wide_integers::<1>(64).concat();
    let odd = |x: u64| if x & 1 == 1 { x } else { !x };
    let expected = input.iter().map(|&x| [odd(x), x & !0xff_ffff]);
    compute(name)
        .raw("t0", input.clone())
        .output("u0,space1", expected.collect::<Vec<[u64; 2]>>().concat())
}

fn switch_hash(name: &str) -> Case {
    let mut input = inputs::wide_integers::<1>(64).concat();
    input[..3].copy_from_slice(&[0, 1 << 32, (1 << 40) + 5]);
    let expected: Vec<u64> = input
        .iter()
        .map(|&x| {
            let hash = x.to_le_bytes().iter().fold(0xcbf2_9ce4_8422_2325u64, |h, &byte| {
                (h ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
            });
            let extra = match x {
                0 => 1,
                0x1_0000_0000 => 2,
                0x100_0000_0005 => 3,
                _ => 0,
            };
            hash.wrapping_add(extra)
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn min_float(name: &str) -> Case {
    let input: Vec<[f32; 2]> = inputs::whole::<2>(64)
        .iter()
        .map(|v| v.map(|x| x * 0.25))
        .collect();
    let expected: Vec<[Want; 6]> = input
        .iter()
        .map(|&[a, b]| {
            let close = |x: f32| within(x, 1e-3, 1e-6);
            [
                close(a + b),
                close(a * b),
                close(a.min(b)),
                close(a.max(b)),
                close(a.clamp(0.0, 1.0)),
                (if a < b { 1.0f32 } else { 2.0 }).want(),
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn min_int(name: &str) -> Case {
    let input: Vec<[i32; 2]> = inputs::below::<2>(64, 255)
        .iter()
        .map(|v| v.map(|x| x as i32 - 127))
        .collect();
    let expected: Vec<[i32; 8]> = input
        .iter()
        .map(|&[a, b]| {
            [
                a + b,
                a - b,
                a * b,
                a >> 1,
                a.min(b),
                a.max(b),
                i32::from(a < b),
                a & b,
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn min_mixed(name: &str) -> Case {
    let x: Vec<f32> = inputs::whole::<1>(64).iter().map(|v| v[0] * 1.25).collect();
    let n: Vec<i32> = inputs::below::<1>(64, 1999)
        .iter()
        .map(|v| v[0] as i32 - 999)
        .collect();
    let input: Vec<[u32; 2]> = x.iter().zip(&n).map(|(x, &n)| [x.to_bits(), n as u32]).collect();
    let expected: Vec<[Want; 4]> = x
        .iter()
        .zip(&n)
        .map(|(&x, &n)| {
            let sign = if x > 0.0 { n } else { -n };
            [
                within(x * 2.0, 1e-3, 1e-6),
                near(n as f32, 1e-3),
                (x as i32).want(),
                sign.want(),
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

/// `-4 + (i & 3)` as a signed and an unsigned integer of 16 bits, in texels, words and the comparisons of a wave.
fn upper_halves(name: &str) -> Case {
    let input: Vec<i32> = (0..64).map(|i| i & 3).collect();
    // Every four lanes have all four values, so a wave of any size has its minimum in an even one.
    let signed: Vec<[i32; 3]> = input.iter().map(|x| [x - 4, -4, -10]).collect();
    let unsigned: Vec<[u32; 2]> = input.iter().map(|&x| [65532 + x as u32, 65535]).collect();
    compute(name)
        .raw("t0", input)
        .typed("u0,space1", Format::R32_SINT, [0i32; 192])
        .expect("u0,space1", signed.clone())
        .typed("u1,space1", Format::R32_UINT, [0u32; 128])
        .expect("u1,space1", unsigned.clone())
        .output("u2,space1", signed)
        .output("u3,space1", unsigned)
        .output("u4,space1", [7u32; 64])
}

fn min_uint(name: &str) -> Case {
    let input: Vec<[u32; 2]> = inputs::below::<2>(64, 255)
        .iter()
        .map(|v| [v[0], v[1] + 1])
        .collect();
    let expected: Vec<[u32; 6]> = input
        .iter()
        .map(|&[a, b]| [a + b, a * b, a / b, a % b, a << 2, a >> 1])
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}
