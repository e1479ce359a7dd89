//! Transcendental functions, rounding, classes of floats.

use super::alu::zero;
use super::inputs;
use crate::case::{Case, Element, List, Want, any, compute, near, within};

/// Registers the cases.
pub fn register(list: &mut List) {
    list.each("math/binary", &[], binary);
    list.each("math/classify", &["ieee"], classify);
    list.add("math/normal", normal);
    list.each("math/colour_curves", &[], colour_curves);
    list.each("math/identities", &[], identities);
    list.each("math/rounding", &[], rounding);
    list.each("math/unary", &[], unary);
}

fn binary(name: &str) -> Case {
    let input: Vec<[f32; 2]> = inputs::range::<2>(64, 0.0, 1.0)
        .iter()
        .map(|v| [0.05 + v[0] * 8.0, v[1] * 6.0 - 3.0])
        .collect();
    let expected: Vec<[Want; 8]> = input
        .iter()
        .map(|&[x, y]| {
            let exponent = x.log2().floor() + 1.0;
            let mantissa = x / exponent.exp2();
            [
                within(x.powf(y), 1e-4, 1e-6),
                near(x.atan2(y), 1e-4),
                within(x % y, 0.0, 1e-4 * f64::from(x.max(1.0))),
                near(x * y.trunc().exp2(), 1e-5),
                near(mantissa, 1e-6),
                near(exponent, 1e-6),
                within(x.fract(), 0.0, 1e-6),
                near(x.trunc(), 0.0),
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn identities(name: &str) -> Case {
    let mut input = inputs::range::<1>(64, -20.0, 20.0).concat();
    input[..4].copy_from_slice(&[1.0, -1.0, 0.1, -3.7]);
    let expected: Vec<[Want; 8]> = input
        .iter()
        .map(|&x| {
            // The component is 1, or -1, less what rounding takes.
            let root = if x < 0.0 { 2.0f32.sqrt() } else { 0.0 };
            [
                near(x, 0.0),
                near(x, 0.0),
                near(x, 0.0),
                within((-x).log2().exp2(), 1e-4, 0.0),
                within(-x, 1e-4, 1e-4),
                within(root, 1e-3, 2e-3),
                within(0.0, 0.0, 2e-3),
                within((1.0 - x).sqrt(), 1e-5, 0.0),
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn normal() -> Case {
    let mut input: Vec<u32> = inputs::integers::<1>(64).concat();
    let edges = [
        0.0f32,
        -0.0,
        f32::MIN_POSITIVE,
        f32::INFINITY,
        f32::NAN,
        f32::MAX,
        -1.0,
    ]
    .map(f32::to_bits);
    input[..7].copy_from_slice(&edges);
    // The largest denormal, a negative one, and the negative infinity.
    input[7..10].copy_from_slice(&[0x007f_ffff, 0x8000_0001, 0xff80_0000]);
    let expected: Vec<u32> = input
        .iter()
        .map(|&x| f32::from_bits(x).is_normal().into())
        .collect();
    compute("math/normal")
        .raw("t0", input)
        .output("u0,space1", expected)
}

fn classify(name: &str) -> Case {
    let mut input = inputs::floats::<1>(64).concat();
    input[..6].copy_from_slice(&[f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 3e38, f32::MAX, -0.0]);
    let expected: Vec<u32> = input
        .iter()
        .map(|&x| {
            [
                x.is_nan(),
                x.is_infinite(),
                x.is_finite(),
                // x - x.
                !x.is_finite(),
                (x * 2.0).is_finite(),
            ]
            .iter()
            .enumerate()
            .map(|(bit, &flag)| u32::from(flag) << bit)
            .sum()
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn colour_curves(name: &str) -> Case {
    let input = inputs::range::<3>(64, 0.0, 1.0);
    let encode = |c: f64| {
        if c <= 0.003_130_8 {
            c * 12.92
        } else {
            1.055 * c.powf(1.0 / 2.4) - 0.055
        }
    };
    let decode = |c: f64| {
        if c <= 0.04045 {
            c / 12.92
        } else {
            ((c + 0.055) / 1.055).powf(2.4)
        }
    };
    let pq = |c: f64| {
        let p = c.powf(0.159_301_757_812_5);
        ((0.835_937_5 + 18.851_562_5 * p) / (1.0 + 18.6875 * p)).powf(78.84375)
    };
    let expected: Vec<[Want; 9]> = input
        .iter()
        .map(|c| {
            std::array::from_fn(|k| {
                let x = f64::from(c[k % 3]);
                let value = [encode(x), decode(x), pq(x)][k / 3];
                within(value as f32, 5e-4, 1e-5)
            })
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn rounding(name: &str) -> Case {
    let mut input = inputs::range::<1>(64, -100.0, 100.0).concat();
    let edges = [
        0.5,
        1.5,
        2.5,
        -0.5,
        -1.5,
        -0.4,
        0.0,
        -0.0,
        8_388_607.5,
        16_777_216.0,
        -3.0,
        1e20,
    ];
    input[..12].copy_from_slice(&edges);
    let expected: Vec<[Want; 6]> = input
        .iter()
        .map(|&x| {
            let zero = |v: f32| if v == 0.0 { zero() } else { v.want() };
            [
                x.round_ties_even().want(),
                x.floor().want(),
                x.ceil().want(),
                x.trunc().want(),
                zero(x - x.floor()),
                zero(x - x.floor()),
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn unary(name: &str) -> Case {
    let mut input = inputs::range::<1>(64, -3.0, 3.0).concat();
    for (k, x) in input.iter_mut().enumerate().skip(32) {
        *x = (k as f32 - 47.5) / 17.0;
    }
    input[0] = 0.0;
    input[1] = 4.0;
    input[2] = 1.0;
    input[3] = f32::INFINITY;
    input[4] = 10.25;
    let expected: Vec<[Want; 16]> = input
        .iter()
        .map(|&x| {
            let d = f64::from(x);
            let close = |v: f64, rel: f64, abs: f64| within(v as f32, rel, abs);
            let trigonometric = |v: f64| {
                if x.is_finite() {
                    close(v, 1e-3, 1e-3)
                } else {
                    f32::NAN.want()
                }
            };
            let inverse = |v: f64| {
                if x.abs() <= 1.0 {
                    close(v, 1e-3, 1e-3)
                } else {
                    any()
                }
            };
            // Hyperbolic functions are made of exponentials, which overflow early.
            let hyperbolic = |v: f64| {
                if x.is_finite() {
                    close(v, 1e-4, 1e-4)
                } else {
                    any()
                }
            };
            let tangent = if d.cos().abs() < 0.1 || !x.is_finite() {
                any()
            } else {
                close(d.tan(), 2e-3, 2e-3)
            };
            [
                trigonometric(d.sin()),
                trigonometric(d.cos()),
                tangent,
                inverse(d.asin()),
                inverse(d.acos()),
                close(d.atan(), 1e-3, 1e-4),
                hyperbolic(d.sinh()),
                hyperbolic(d.cosh()),
                hyperbolic(d.tanh()),
                close(d.exp(), 1e-5, 0.0),
                close(d.exp2(), 1e-5, 0.0),
                close(d.ln(), 1e-5, 1e-6),
                close(d.log2(), 1e-5, 1e-6),
                close(d.log10(), 1e-5, 1e-6),
                close(d.sqrt(), 1e-6, 0.0),
                close(1.0 / d.sqrt(), 1e-6, 0.0),
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}
