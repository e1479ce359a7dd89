//! 32-bit arithmetic: integers and floats.

use super::inputs;
use crate::case::{Case, Element, List, Want, any, compute, near, one_of, within};
use crate::gpu::device::device;

/// Registers the cases.
pub fn register(list: &mut List) {
    list.each("alu-int/binary", &["od"], int_binary);
    list.each("alu-int/bool_logic", &["od"], bool_logic);
    list.each("alu-int/compare", &[], int_compare);
    list.each("alu-int/divide", &["od"], divide);
    list.each("alu-int/magnitudes", &["od"], magnitudes);
    list.each("alu-int/multiply_add", &[], multiply_add);
    list.each("alu-int/shifts", &["od"], shifts);
    list.each("alu-float/binary", &["od"], float_binary);
    list.each("alu-float/bit_preserving", &["denorm"], bit_preserving);
    list.each("alu-float/compare", &["od", "ieee"], float_compare);
    for mode in ["any", "ftz", "preserve"] {
        let name = format!("alu-float/denorm_modes.{mode}");
        list.add(&name.clone(), move || denorm_modes(&name));
    }
    list.each("alu-float/denorm_compare", &[], denorm_compare);
    list.each("alu-float/denorm_rounding", &["ftz"], denorm_rounding);
    list.each("alu-float/dot", &[], dot);
    list.each("alu-float/helpers", &[], helpers);
    list.each("alu-float/matrix", &[], matrix);
    list.each("alu-float/precise_mad", &["ieee"], precise_mad);
    list.each("alu-float/precise_specials", &["ieee"], precise_specials);
    list.each("alu-float/saturate_clamp", &[], saturate_clamp);
    list.each("alu-float/vector_geometry", &[], vector_geometry);
}

fn int_binary(name: &str) -> Case {
    let input = inputs::integers::<2>(64);
    let expected: Vec<[u32; 12]> = input
        .iter()
        .map(|&[a, b]| {
            let (sa, sb) = (a as i32, b as i32);
            [
                a.wrapping_add(b),
                a.wrapping_sub(b),
                a.wrapping_mul(b),
                a & b,
                a | b,
                a ^ b,
                a.min(b),
                a.max(b),
                sa.min(sb) as u32,
                sa.max(sb) as u32,
                !a,
                a.wrapping_neg(),
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn bool_logic(name: &str) -> Case {
    let input: Vec<[u32; 3]> = inputs::below::<3>(64, 3);
    let expected: Vec<[u32; 4]> = input
        .iter()
        .map(|v| {
            let [x, y, z] = v.map(|v| v != 0);
            let n = u32::from(x) + u32::from(y) + u32::from(z);
            let odd = (x != y) != z;
            let chain = match (x, y, z) {
                (true, true, _) => 1,
                (true, false, _) => 2,
                (false, _, true) => 3,
                (false, _, false) => 4,
            };
            [
                n | if odd { 0x100 } else { 0 },
                u32::from(x && y && z),
                u32::from(x || y || z),
                chain,
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

/// Whether one is less than the other, less or equal, greater, greater or equal.
pub fn order<T: PartialOrd>(a: T, b: T) -> [bool; 4] {
    [a < b, a <= b, a > b, a >= b]
}

/// Bits in order from bit 0.
pub fn bits(flags: &[bool]) -> u32 {
    flags
        .iter()
        .enumerate()
        .map(|(bit, &flag)| u32::from(flag) << bit)
        .sum()
}

fn int_compare(name: &str) -> Case {
    let mut input = inputs::integers::<2>(64);
    input.iter_mut().step_by(5).for_each(|pair| pair[1] = pair[0]);
    let expected: Vec<u32> = input
        .iter()
        .map(|&[a, b]| {
            let (sa, sb) = (a as i32, b as i32);
            let (p, q) = (a != 0, b != 0);
            let rest = [a == b, a != b, p && q, p || q, !p];
            bits(&[&order(a, b)[..], &order(sa, sb), &rest].concat())
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn divide(name: &str) -> Case {
    let mut input = inputs::integers::<2>(64);
    input[0] = [7, 0];
    input[1] = [(-7i32) as u32, 3];
    input[2] = [7, (-3i32) as u32];
    input[3] = [0, 0];
    let expected: Vec<[Want; 6]> = input
        .iter()
        .map(|&[a, b]| {
            let (sa, sb) = (a as i32, b as i32);
            let undefined = b == 0 || (sa == i32::MIN && sb == -1);
            let signed = |x: i32| if undefined { any() } else { x.want() };
            [
                a.checked_div(b).unwrap_or(u32::MAX).want(),
                a.checked_rem(b).unwrap_or(u32::MAX).want(),
                (a / 7).want(),
                (a % 16).want(),
                signed(sa.checked_div(sb).unwrap_or(0)),
                signed(sa.checked_rem(sb).unwrap_or(0)),
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn magnitudes(name: &str) -> Case {
    let mut input = inputs::integers::<2>(64);
    input[0] = [-40i32 as u32, 0x99f8_50f8];
    input[1] = [0x8000_0000, 0x8000_0000];
    input[2] = [0x8000_0000, 0];
    let expected: Vec<[u32; 10]> = input
        .iter()
        .map(|&[y, x]| {
            let (y, x) = (y as i32, x as i32);
            let half = (x >> 1).abs();
            let most = y.max(half);
            let wide = (i64::from(y) << 32 | i64::from(x as u32)).wrapping_abs();
            let (short_y, short_x) = (y as i16, x as i16);
            [
                x.wrapping_abs() as u32,
                most as u32,
                y.min(half) as u32,
                half.max(y.wrapping_neg()) as u32,
                (most | x) as u32,
                most.wrapping_neg() as u32,
                wide as u32,
                (wide >> 32) as u32,
                short_x.wrapping_abs() as u32,
                short_y.max((short_x >> 1).abs()) as u32,
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn multiply_add(name: &str) -> Case {
    let input = inputs::integers::<3>(64);
    let expected: Vec<[u32; 6]> = input
        .iter()
        .map(|&[a, b, c]| {
            let mad = a.wrapping_mul(b).wrapping_add(c);
            let wide = (u64::from(b) << 32 | u64::from(a)).wrapping_add(u64::from(a) << 32 | u64::from(c));
            let s = a as i32;
            [
                mad,
                mad,
                wide as u32,
                (wide >> 32) as u32,
                s.wrapping_abs() as u32,
                s.signum() as u32,
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn shifts(name: &str) -> Case {
    let mut input = inputs::integers::<2>(64);
    input[0] = [1, 259];
    input[1] = [0x8000_0001, 32];
    let expected: Vec<[u32; 4]> = input
        .iter()
        .map(|&[a, n]| {
            [
                a.wrapping_shl(n),
                a.wrapping_shr(n),
                (a as i32).wrapping_shr(n) as u32,
                1u32.wrapping_shl(n),
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

/// A zero of either sign.
pub fn zero() -> Want {
    one_of([0.0f32, -0.0])
}

/// The smaller of two: a NaN loses, zeroes of both signs are equal.
pub fn min(a: f32, b: f32) -> Want {
    if a == 0.0 && b == 0.0 {
        one_of([a, b])
    } else {
        a.min(b).want()
    }
}

/// The larger of two, likewise.
pub fn max(a: f32, b: f32) -> Want {
    if a == 0.0 && b == 0.0 {
        one_of([a, b])
    } else {
        a.max(b).want()
    }
}

/// A float that may have been flushed on the way.
fn normal(x: f32) -> Want {
    if x.is_subnormal() { any() } else { x.want() }
}

/// A quotient: 2.5 ULP.
fn quotient(a: f32, b: f32) -> Want {
    let q = a / b;
    if q.is_subnormal() || b.abs() > 8e37 && b.is_finite() {
        any()
    } else if q == 0.0 || !q.is_finite() {
        q.want()
    } else {
        near(q, 3e-7)
    }
}

/// What is left of a division, which Vulkan derives from the quotient: a quotient within 2.5 ULP of a whole number may be
/// taken for the one below it or that number itself, which makes a difference of the divisor.
fn remainder(a: f32, b: f32) -> Want {
    let close = |value: f32| within(value, 0.0, f64::from(a.abs()) * 1e-5);
    let (quotient, left) = (f64::from(a) / f64::from(b), a % b);
    if (quotient - quotient.round()).abs() <= 3e-7 * quotient.abs() {
        Want::OneOf([left, left + b, left - b].map(close).into())
    } else {
        close(left)
    }
}

fn float_binary(name: &str) -> Case {
    let input = inputs::floats::<2>(64);
    let expected: Vec<[Want; 8]> = input
        .iter()
        .map(|&[a, b]| {
            // Far quotients leave nothing of the remainder, tiny ones may be flushed. Vulkan promises nothing of quotients by divisors so great
            // that their inverse is a denormal.
            let remainder = if (a / b).abs() < 1000.0 && (a / b).is_normal() && b.abs() < 8e37 {
                remainder(a, b)
            } else {
                any()
            };
            [
                normal(a + b),
                normal(a - b),
                normal(a * b),
                quotient(a, b),
                min(a, b),
                max(a, b),
                remainder,
                // The sign bit of everything; a NaN stays one, in any pattern.
                (-a).want(),
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn bit_preserving(name: &str) -> Case {
    let mut input: Vec<u32> = inputs::integers::<1>(65).concat();
    input[..8].copy_from_slice(&[
        0x7fc0_0001,
        0xffc1_2345,
        0x7f80_0001,
        0x0000_0001,
        0x8000_0000,
        0x007f_ffff,
        0xff80_0000,
        0x7fff_ffff,
    ]);
    input[64] = 0;
    let expected: Vec<[u32; 4]> = input[..64].iter().map(|&x| [x; 4]).collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn float_compare(name: &str) -> Case {
    let mut input = inputs::floats::<2>(64);
    input[0] = [f32::NAN, 1.0];
    input[1] = [1.0, f32::NAN];
    input[2] = [f32::NAN, f32::NAN];
    input[3] = [0.0, -0.0];
    input[4] = [2.0, 2.0];
    // Elsewhere DXC assumes that nothing is a NaN, and folds.
    let ieee = name.ends_with(".ieee") || name.ends_with(".od");
    let expected: Vec<u32> = input
        .iter()
        .map(|&[a, b]| {
            let order = a.partial_cmp(&b);
            use std::cmp::Ordering::{Equal, Greater, Less};
            let (lt, gt, eq) = (order == Some(Less), order == Some(Greater), order == Some(Equal));
            let (le, ge) = (lt || eq, gt || eq);
            bits(&[
                lt,
                le,
                gt,
                ge,
                eq,
                !eq,
                !lt,
                !le,
                !gt,
                !ge,
                !eq,
                ieee && a.is_nan(),
            ])
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn denorm_modes(name: &str) -> Case {
    let mut input = inputs::range::<2>(64, -4.0, 4.0);
    input[0] = [1e-40, 1.0];
    input[1] = [1e-30, 1e-15];
    input[2] = [-1e-40, 1.0];
    input[3] = [1e-38, -0.99e-38];
    input[4] = [1e-40, 0.0];
    let preserve = name.ends_with(".preserve");
    // A device without the mode may do as it likes, as under `any`.
    let flush = name.ends_with(".ftz") && device().is_ok_and(|device| device.flushes_denormals);
    let flushed = |x: f32| if x.is_subnormal() { 0.0f32.copysign(x) } else { x };
    let expected: Vec<[Want; 4]> = input
        .iter()
        .map(|&[a, b]| {
            if preserve {
                return [
                    (a * b).want(),
                    (a + b).want(),
                    u32::from(a == 0.0).want(),
                    a.max(b).want(),
                ];
            }
            if !flush {
                let result = |x: f32| {
                    if x.is_subnormal() {
                        one_of([x, flushed(x)])
                    } else {
                        x.want()
                    }
                };
                let zero = if a.is_subnormal() {
                    one_of([0u32, 1])
                } else {
                    u32::from(a == 0.0).want()
                };
                let sum = if [a, b].iter().any(|x| x.is_subnormal()) {
                    any()
                } else {
                    result(a + b)
                };
                return [
                    result(a * b),
                    sum,
                    zero,
                    if b == 0.0 { any() } else { result(a.max(b)) },
                ];
            }
            let (fa, fb) = (flushed(a), flushed(b));
            let zero_of_any_sign = |x: f32| if x == 0.0 { zero() } else { x.want() };
            [
                zero_of_any_sign(flushed(fa * fb)),
                zero_of_any_sign(flushed(fa + fb)),
                u32::from(fa == 0.0).want(),
                // What is compared is flushed, what comes out may be (functional spec 22.10.10).
                if fa == fb {
                    one_of([fa, a, fb, b, 0.0, -0.0])
                } else {
                    one_of([fa.max(fb), a.max(b)])
                },
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

/// Comparisons see no denormals under `ftz`, whatever the device does with results.
fn denorm_compare(name: &str) -> Case {
    let values = [0.0f32, -0.0, 1e-40, -1e-40, 2e-40, 1.2e-38, -1.2e-38, 1.0];
    let input: Vec<[f32; 2]> = (0..64).map(|k| [values[k / 8], values[k % 8]]).collect();
    let flushed = |x: f32| if x.is_subnormal() { 0.0 } else { x };
    let expected: Vec<u32> = input
        .iter()
        .map(|pair| {
            let [a, b] = pair.map(flushed);
            let bits = [a == b, a != b, a < b, a <= b, a > b, a >= b, a != 0.0, a > 0.0];
            bits.iter().enumerate().map(|(k, &bit)| u32::from(bit) << k).sum()
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

/// Where nobody asks for denormals, rounding takes them for 0 as the rest of the arithmetic does.
fn denorm_rounding(name: &str) -> Case {
    let mut input = inputs::range::<1>(64, -4.0, 4.0).concat();
    input[..6].copy_from_slice(&[1e-40, -1e-40, 1e-44, -1.1e-38, 0.0, -0.0]);
    input[63] = 1.0;
    let expected: Vec<[Want; 4]> = input
        .iter()
        .map(|&x| {
            let exact = |x: f32| if x == 0.0 { zero() } else { x.want() };
            if !x.is_subnormal() {
                return [x.floor(), x.ceil(), x - x.floor(), x].map(exact);
            }
            // A device without the mode may do as it likes with the product.
            [zero(), zero(), zero(), one_of([0.0, -0.0, x])]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn dot(name: &str) -> Case {
    let input = inputs::whole::<8>(64);
    let expected: Vec<[Want; 4]> = input
        .iter()
        .map(|v| {
            let sum = |n: usize| (0..n).map(|k| v[k] * v[k + 4]).sum::<f32>() + 0.0;
            let length = (0..3).map(|k| v[k] * v[k]).sum::<f32>().sqrt();
            let zero = |x: f32| if x == 0.0 { zero() } else { x.want() };
            [zero(sum(2)), zero(sum(3)), zero(sum(4)), near(length, 1e-6)]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn helpers(name: &str) -> Case {
    let mut input = inputs::range::<3>(64, -3.0, 3.0);
    input[0] = [0.0, 1.0, 0.5];
    input[1] = [-0.0, 2.0, 0.25];
    let expected: Vec<[Want; 8]> = input
        .iter()
        .map(|&[a, b, t]| {
            let step = ((t - a) / (b - a)).clamp(0.0, 1.0);
            let sign = if a > 0.0 { 1i32 } else { -i32::from(a < 0.0) };
            [
                within(a + t * (b - a), 1e-5, 1e-5),
                (if b >= a { 1.0f32 } else { 0.0 }).want(),
                within(step * step * (3.0 - 2.0 * step), 1e-4, 1e-5),
                sign.want(),
                if a == 0.0 {
                    (1.0 / a).want()
                } else {
                    near(1.0 / a, 1e-6)
                },
                within(a.to_degrees(), 1e-5, 0.0),
                within(a.to_radians(), 1e-5, 0.0),
                within(a * 8.0, 1e-5, 0.0),
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn matrix(name: &str) -> Case {
    let input = inputs::whole::<20>(16);
    let expected: Vec<[Want; 13]> = input
        .iter()
        .map(|m| {
            let at = |row: usize, column: usize| m[row * 4 + column];
            let v = &m[16..];
            let by_row: Vec<f32> = (0..4).map(|r| (0..4).map(|c| at(r, c) * v[c]).sum()).collect();
            let by_column: Vec<f32> = (0..4).map(|c| (0..4).map(|r| at(r, c) * v[r]).sum()).collect();
            let minor = |a: usize, b: usize| at(1, a) * at(2, b) - at(1, b) * at(2, a);
            let determinant = at(0, 0) * minor(1, 2) - at(0, 1) * minor(0, 2) + at(0, 2) * minor(0, 1);
            let mut all = by_row;
            all.extend(by_column);
            all.extend((0..4).map(|r| at(r, 1)));
            all.push(determinant);
            std::array::from_fn(|k| if all[k] == 0.0 { zero() } else { all[k].want() })
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn precise_mad(name: &str) -> Case {
    let mut input = inputs::range::<3>(64, -100.0, 100.0);
    // The product minus its rounding: 0 unless fused.
    for row in input.iter_mut().step_by(2) {
        row[2] = -(row[0] * row[1]);
    }
    input[1] = [1e8, 1.25, 0.0];
    let expected: Vec<[Want; 4]> = input
        .iter()
        .map(|&[a, b, c]| {
            let sum = a + b;
            let virtual_b = sum - a;
            let error = (a - (sum - virtual_b)) + (b - virtual_b);
            let zero = |x: f32| if x == 0.0 { zero() } else { x.want() };
            [zero(a * b + c), zero((a + b) - a), zero(error), zero(a * b + c)]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

#[expect(
    clippy::eq_op,
    clippy::neg_cmp_op_on_partial_ord,
    reason = "what is precise is computed, and NaN is among the numbers"
)]
fn precise_specials(name: &str) -> Case {
    const SPECIAL: [f32; 8] = [
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        0.0,
        -0.0,
        -3.5,
        1e30,
        0.75,
    ];
    let input: Vec<[f32; 2]> = (0..64).map(|i| [SPECIAL[i % 8], SPECIAL[i / 8]]).collect();
    let expected: Vec<[Want; 8]> = input
        .iter()
        .map(|&[x, y]| {
            let order = [x >= y, !(x < y), !(x <= y), x == 0.75];
            let order = (0..4).fold(0, |bits, k| bits | u32::from(order[k]) << k);
            let sum = x * y + 2.0 * x;
            // What is not precise need not be so where it is no number, nor have a zero's sign.
            let fast = if sum.is_finite() {
                within(sum, 1e-5, 1e-5)
            } else {
                any()
            };
            // Lavapipe (25.0) leaves a 0 out of sums whatever modules say, as zeros' signs show.
            let unsigned = |x: f32| if x == 0.0 { zero() } else { x.want() };
            [
                (x * 0.0).want(),
                (x - x).want(),
                unsigned(x + 0.0),
                (x / x).want(),
                unsigned(0.0 - x),
                (x * y - y * x).want(),
                order.want(),
                fast,
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

#[expect(clippy::manual_clamp, reason = "saturate makes 0 of a NaN, clamp keeps it")]
fn saturate_clamp(name: &str) -> Case {
    let mut input = inputs::floats::<3>(64);
    input[0] = [f32::NAN, 5.0, 3.0];
    input[1] = [4.0, 5.0, 3.0];
    input[2] = [f32::INFINITY, 0.0, 1.0];
    let saturate = |x: f32| {
        if x == 0.0 || x.is_subnormal() {
            one_of([0.0f32, -0.0, x])
        } else {
            x.max(0.0).min(1.0).want()
        }
    };
    let expected: Vec<[Want; 4]> = input
        .iter()
        .map(|&[x, lo, hi]| {
            let upper = x.max(lo);
            let clamped = upper.min(hi);
            let clamped = if clamped == 0.0 { zero() } else { clamped.want() };
            [saturate(x), clamped, saturate(x * lo), x.abs().want()]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn vector_geometry(name: &str) -> Case {
    let mut input = inputs::range::<6>(64, -2.0, 2.0);
    // Unit vectors, for refract: incoming against the normal, and total reflection does not happen at 0.5.
    for row in &mut input {
        for v in [0, 3] {
            let length = (0..3).map(|k| row[v + k] * row[v + k]).sum::<f32>().sqrt();
            (0..3).for_each(|k| row[v + k] /= length);
        }
    }
    let expected: Vec<[Want; 12]> = input
        .iter()
        .map(|v| {
            let (a, b) = ([v[0], v[1], v[2]], [v[3], v[4], v[5]]);
            let dot = |p: [f32; 3], q: [f32; 3]| (0..3).map(|k| p[k] * q[k]).sum::<f32>();
            let cross = [
                a[1] * b[2] - a[2] * b[1],
                a[2] * b[0] - a[0] * b[2],
                a[0] * b[1] - a[1] * b[0],
            ];
            let d = dot(b, a);
            let reflect: [f32; 3] = std::array::from_fn(|k| a[k] - 2.0 * d * b[k]);
            let length = dot(a, a).sqrt();
            let eta = 0.5;
            let k = 1.0 - eta * eta * (1.0 - d * d);
            let refract: [f32; 3] = std::array::from_fn(|n| {
                if k < 0.0 {
                    0.0
                } else {
                    eta * a[n] - (eta * d + k.sqrt()) * b[n]
                }
            });
            let all = [cross, reflect, a.map(|x| x / length), refract].concat();
            std::array::from_fn(|k| within(all[k], 1e-4, 1e-5))
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}
