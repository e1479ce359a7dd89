//! Floats of 32 bits between which others a value is known to be: then it is no NaN, and clamps, tests and saturating
//! conversions are cut that would not change it.
//!
//! Bounds hold whatever way a device rounds: what is not exact is rounded outward. Of denormals a device may make 0.

use super::bounds::{from_signed, plain, signed};
use crate::ir::{Flags, InstData, Op};

/// The least and the greatest number, infinities included.
pub type Span = [f32; 2];

/// The floats around what lies between `low` and `high`.
fn around(low: f64, high: f64) -> Option<Span> {
    if low.is_nan() || high.is_nan() {
        return None;
    }
    let (mut least, mut most) = (low as f32, high as f32);
    if f64::from(least) > low {
        least = least.next_down();
    }
    if f64::from(most) < high {
        most = most.next_up();
    }
    Some(flushed([least, most]))
}

/// The bounds where denormals may be 0.
fn flushed([least, most]: Span) -> Span {
    let is_tiny = |number: f32| number != 0.0 && number.abs() < f32::MIN_POSITIVE;
    [
        if least > 0.0 && is_tiny(least) { 0.0 } else { least },
        if most < 0.0 && is_tiny(most) { 0.0 } else { most },
    ]
}

fn is_finite(span: Span) -> bool {
    span[0].is_finite() && span[1].is_finite()
}

/// Least and greatest of what `f` makes of two spans' ends; it says whether that is exact.
fn ends(a: Span, b: Span, f: impl Fn(f64, f64) -> (f64, bool)) -> Option<Span> {
    let mut least = f64::INFINITY;
    let mut most = f64::NEG_INFINITY;
    for x in a {
        for y in b {
            let (number, exact) = f(f64::from(x), f64::from(y));
            let (low, high) = match exact {
                true => (number, number),
                false => (number.next_down(), number.next_up()),
            };
            (least, most) = (least.min(low), most.max(high));
        }
    }
    around(least, most)
}

fn sum(x: f64, y: f64) -> (f64, bool) {
    let sum = x + y;
    (sum, sum - x == y && sum - y == x)
}

/// 48 bits, exact.
fn product(x: f64, y: f64) -> (f64, bool) {
    (x * y, true)
}

/// What is known of a result of type `f32`, of the operands that `of` tells, or `integer` of one that is an `i32`: from which
/// number on, and up to which.
pub fn span_of(
    data: &InstData,
    of: impl Fn(usize) -> Option<Span>,
    integer: impl FnOnce() -> Option<[u32; 2]>,
) -> Option<Span> {
    // With 16 bits, what is not exact is rounded further away.
    if data.flags.has(Flags::RELAXED) {
        return None;
    }
    match data.op {
        Op::NClamp => {
            let (low, high) = (of(1)?, of(2)?);
            (low[0] <= high[1]).then_some([low[0], high[1]])
        }
        Op::NMin => match (of(0), of(1)) {
            (Some(a), Some(b)) => Some([a[0].min(b[0]), a[1].min(b[1])]),
            (Some(one), None) | (None, Some(one)) => Some([f32::NEG_INFINITY, one[1]]),
            _ => None,
        },
        Op::NMax => match (of(0), of(1)) {
            (Some(a), Some(b)) => Some([a[0].max(b[0]), a[1].max(b[1])]),
            (Some(one), None) | (None, Some(one)) => Some([one[0], f32::INFINITY]),
            _ => None,
        },
        Op::UToF | Op::SToF => {
            let bounds = integer()?;
            let [least, most] = match data.op {
                Op::SToF => signed(bounds).map(|number| number as f64),
                _ => plain(bounds).map(f64::from),
            };
            around(least, most)
        }
        Op::FAdd | Op::FSub | Op::FMul => {
            let (a, b) = (of(0)?, of(1)?);
            if !is_finite(a) || !is_finite(b) {
                return None;
            }
            match data.op {
                Op::FAdd => ends(a, b, sum),
                Op::FSub => ends(a, b, |x, y| sum(x, -y)),
                _ => ends(a, b, product),
            }
        }
        Op::Fma => {
            let (a, b, c) = (of(0)?, of(1)?, of(2)?);
            if ![a, b, c].into_iter().all(is_finite) {
                return None;
            }
            // Rounded outward, which holds if it is rounded at all.
            let product = ends(a, b, product).filter(|&span| is_finite(span))?;
            ends(product, c, sum)
        }
        Op::FNeg => of(0).map(|[least, most]| [-most, -least]),
        Op::FAbs => of(0).map(|[least, most]| {
            let great = least.abs().max(most.abs());
            let small = if least <= 0.0 && most >= 0.0 {
                0.0
            } else {
                least.abs().min(most.abs())
            };
            [small, great]
        }),
        Op::Floor => of(0).map(|span| span.map(f32::floor)),
        Op::Ceil => of(0).map(|span| span.map(f32::ceil)),
        Op::Trunc => of(0).map(|span| span.map(f32::trunc)),
        Op::RoundEven => of(0).map(|span| span.map(f32::round_ties_even)),
        Op::Fract => of(0).filter(|&span| is_finite(span)).map(|_| [0.0, 1.0]),
        Op::Select => {
            let (a, b) = (of(1)?, of(2)?);
            Some([a[0].min(b[0]), a[1].max(b[1])])
        }
        _ => None,
    }
}

/// From which integer on, and up to which, a conversion of a float in `span` gives one, where it is defined.
pub fn converted(op: Op, [least, most]: Span) -> Option<[u32; 2]> {
    // The largest float below 2^32, and below 2^31.
    if op == Op::FToU {
        return (least >= 0.0 && most <= 4_294_967_040.0).then_some([least as u32, most as u32]);
    }
    let fits = least >= -2_147_483_648.0 && most <= 2_147_483_520.0;
    from_signed([least as i64, most as i64]).filter(|_| fits)
}

/// What a comparison of numbers, or of one with itself, gives.
pub fn compared(op: Op, same: bool, [a_least, a_most]: Span, [b_least, b_most]: Span) -> Option<bool> {
    // What is 0 to the device may be a denormal here.
    let ends = [a_least, a_most, b_least, b_most];
    if ends.iter().any(|end| end.is_subnormal()) {
        return None;
    }
    let (sure, never) = match op {
        Op::FOEq | Op::FUEq => (same, a_most < b_least || b_most < a_least),
        Op::FONe | Op::FUNe => (a_most < b_least || b_most < a_least, same),
        Op::FOLt | Op::FULt => (a_most < b_least, same || a_least >= b_most),
        Op::FOLe | Op::FULe => (same || a_most <= b_least, a_least > b_most),
        Op::FOGt | Op::FUGt => (a_least > b_most, same || a_most <= b_least),
        Op::FOGe | Op::FUGe => (same || a_least >= b_most, a_most < b_least),
        _ => return None,
    };
    (sure || never).then_some(sure)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_hold_for_what_is_rounded_either_way() {
        // saturate(x) * 255 + 0.5
        let scaled = ends([0.0, 1.0], [255.0; 2], product).unwrap();
        let moved = ends(scaled, [0.5; 2], sum).unwrap();
        assert_eq!([scaled, moved], [[0.0, 255.0], [0.5, 255.5]]);
        assert_eq!(converted(Op::FToU, moved), Some([0, 255]));
        // What is no float lies between the two beside it.
        let [least, most] = ends([0.1; 2], [3.0; 2], product).unwrap();
        assert!(f64::from(least) < f64::from(0.1f32) * 3.0 && f64::from(0.1f32) * 3.0 < f64::from(most));
        assert_eq!(least.next_up(), most);
        let [least, most] = ends([1e38; 2], [10.0; 2], product).unwrap();
        assert!(least == f32::MAX && most == f32::INFINITY);
        // Lost in the double, too.
        let [least, most] = ends([1e30; 2], [-1e-30; 2], sum).unwrap();
        assert!(least < 1e30 && most >= 1e30);
        // Denormals may be 0.
        let [least, _] = ends([1e-30; 2], [1e-10; 2], product).unwrap();
        assert_eq!(least, 0.0);
    }

    #[test]
    fn comparisons_are_known_only_where_bounds_tell() {
        assert_eq!(compared(Op::FOGt, false, [0.0, 1.0], [1.0, 1.0]), Some(false));
        assert_eq!(compared(Op::FOGt, false, [0.0, 1.5], [1.0, 1.0]), None);
        assert_eq!(compared(Op::FOEq, true, [0.0, 1.0], [0.0, 1.0]), Some(true));
        assert_eq!(compared(Op::FOEq, false, [0.0, 1.0], [0.0, 1.0]), None);
        assert_eq!(compared(Op::FOGt, false, [0.0, 1.0], [-1e-40, -1e-40]), None);
        assert_eq!(converted(Op::FToU, [-1.0, 3.0]), None);
        assert_eq!(converted(Op::FToS, [-1.5, 3.0]), Some([u32::MAX, 3]));
        assert_eq!(converted(Op::FToS, [0.0, 2_147_483_648.0]), None);
    }
}
