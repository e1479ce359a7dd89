//! Divisions and remainders of 64-bit integers by constants, as products with reciprocals and shifts.
//!
//! Compilers of devices, none of which divide 64-bit integers themselves, do likewise, but not all do it right, or well: NVIDIA's
//! (580.159, H100) gave several divisions by different constants the last one's quotient, in 256 of 3,600 modules of 240 shaders with
//! little else, and took three times as long. Products of the lower and the upper halves are all that is asked of them so.
//!
//! ```text
//! %2 = udiv %1, i64 10    =>    %2 = lshr (the upper 64 of the 128 bits of %1 * 0xcccccccccccccccd), i64 3
//! ```
//!
//! T. Granlund, P. Montgomery, *Division by Invariant Integers using Multiplication* (1994), sections 4 and 5.

use super::Importer;
use crate::bitcode::module::BinaryOp;
use crate::ir::{Flags, Op, Type, Value};

/// How to divide by a number that is no power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reciprocal {
    /// What is multiplied by; the upper 64 bits of the 128 count.
    factor: u64,
    shift: u32,
    /// Whether the reciprocal has one bit more than the factor has room for.
    long: bool,
}

impl Reciprocal {
    /// That of `divisor`, which is no power of two.
    fn of(divisor: u64) -> Self {
        let shift = u64::BITS - 1 - divisor.leading_zeros();
        let wide = u128::from(divisor);
        // Between 2^63 and 2^64, rounded up.
        let factor = (1u128 << (64 + shift)) / wide + 1;
        if factor * wide - (1u128 << (64 + shift)) <= 1 << shift {
            return Self {
                factor: factor as u64,
                shift,
                long: false,
            };
        }
        // 2^64 less than the reciprocal with one bit more, rounded up.
        let above = (1u128 << (shift + 1)) - wide;
        Self {
            factor: ((above << 64) / wide + 1) as u64,
            shift,
            long: true,
        }
    }
}

impl Importer<'_> {
    /// `op`, a division or a remainder, of `a` by `divisor`, both of 64 bits; `None` for other operations and a divisor of zero.
    pub fn divided_by(&mut self, op: BinaryOp, a: Value, divisor: u64) -> Option<Value> {
        use BinaryOp as B;
        let signed = match op {
            B::UDiv | B::URem => false,
            B::SDiv | B::SRem => true,
            _ => return None,
        };
        if divisor == 0 {
            return None;
        }
        let quotient = match signed {
            true => self.signed_quotient(a, divisor as i64),
            false => self.unsigned_quotient(a, divisor),
        };
        Some(match op {
            B::UDiv | B::SDiv => quotient,
            // A power of two leaves the low bits.
            B::URem if divisor.is_power_of_two() => self.with_constant(Op::And, a, divisor - 1),
            _ => {
                let product = self.with_constant(Op::IMul, quotient, divisor);
                self.long_op(Op::ISub, &[a, product])
            }
        })
    }

    fn long_op(&mut self, op: Op, args: &[Value]) -> Value {
        self.emit(op, Flags::NONE, Type::I64, args)
    }

    fn with_constant(&mut self, op: Op, a: Value, constant: u64) -> Value {
        let constant = self.int_const(Type::I64, constant);
        self.long_op(op, &[a, constant])
    }

    fn unsigned_quotient(&mut self, a: Value, divisor: u64) -> Value {
        if divisor.is_power_of_two() {
            return self.with_constant(Op::LShr, a, u64::from(divisor.trailing_zeros()));
        }
        let by = Reciprocal::of(divisor);
        let mut quotient = self.upper_product(a, by.factor);
        if by.long {
            // The sum with what the factor lacks, 2^64 times `a`, halved, which has room for it.
            let rest = self.long_op(Op::ISub, &[a, quotient]);
            let half = self.with_constant(Op::LShr, rest, 1);
            quotient = self.long_op(Op::IAdd, &[half, quotient]);
        }
        self.with_constant(Op::LShr, quotient, u64::from(by.shift))
    }

    /// The quotient of the magnitudes, with the sign of the product.
    fn signed_quotient(&mut self, a: Value, divisor: i64) -> Value {
        let sign = self.with_constant(Op::AShr, a, 63);
        let magnitude = self.with_sign(a, sign);
        let quotient = self.unsigned_quotient(magnitude, divisor.unsigned_abs());
        let sign = match divisor < 0 {
            true => self.with_constant(Op::Xor, sign, u64::MAX),
            false => sign,
        };
        self.with_sign(quotient, sign)
    }

    /// `a`, or 0 less it where `sign` is -1 in place of 0.
    fn with_sign(&mut self, a: Value, sign: Value) -> Value {
        let turned = self.long_op(Op::Xor, &[a, sign]);
        self.long_op(Op::ISub, &[turned, sign])
    }

    /// The upper 64 bits of a product of two unsigned numbers.
    fn upper_product(&mut self, a: Value, factor: u64) -> Value {
        const LOW: u64 = u32::MAX as u64;
        let (low, high) = (
            self.with_constant(Op::And, a, LOW),
            self.with_constant(Op::LShr, a, 32),
        );
        let (factor_low, factor_high) = (factor & LOW, factor >> 32);
        // No sum of these is more than 64 bits.
        let first = self.with_constant(Op::IMul, low, factor_low);
        let carry = self.with_constant(Op::LShr, first, 32);
        let second = self.with_constant(Op::IMul, high, factor_low);
        let second = self.long_op(Op::IAdd, &[second, carry]);
        let second_low = self.with_constant(Op::And, second, LOW);
        let third = self.with_constant(Op::IMul, low, factor_high);
        let third = self.long_op(Op::IAdd, &[third, second_low]);
        let fourth = self.with_constant(Op::IMul, high, factor_high);
        let (carry, more) = (
            self.with_constant(Op::LShr, second, 32),
            self.with_constant(Op::LShr, third, 32),
        );
        let sum = self.long_op(Op::IAdd, &[fourth, carry]);
        self.long_op(Op::IAdd, &[sum, more])
    }
}

#[cfg(test)]
mod tests {
    use super::Reciprocal;

    fn quotient(a: u64, by: Reciprocal) -> u64 {
        let upper = ((u128::from(a) * u128::from(by.factor)) >> 64) as u64;
        let sum = match by.long {
            true => upper + ((a - upper) >> 1),
            false => upper,
        };
        sum >> by.shift
    }

    #[test]
    fn reciprocals_divide() {
        let near = |x: u64| [x.wrapping_sub(1), x, x.wrapping_add(1)];
        let powers = (0..64).flat_map(|bit| near(1 << bit));
        let mut random = 1u64;
        let others = (0..400).map(|at| {
            random = random
                .wrapping_mul(0x5851_f42d_4c95_7f2d)
                .wrapping_add(0x1405_7b7e_f767_814f);
            random >> (at % 61)
        });
        let numbers: Vec<u64> = powers.chain(others).chain([1001, 257, 641, u64::MAX]).collect();
        let mut long = 0;
        for &divisor in numbers.iter().filter(|&&x| x != 0 && !x.is_power_of_two()) {
            let by = Reciprocal::of(divisor);
            long += usize::from(by.long);
            // What is just below a multiple, and at it, is where an inexact reciprocal shows.
            let largest = u64::MAX / divisor * divisor;
            let edges = near(largest)
                .into_iter()
                .chain(near(divisor))
                .chain(near(largest - divisor));
            for a in numbers.iter().copied().chain(edges) {
                assert_eq!(quotient(a, by), a / divisor, "{a} / {divisor} by {by:?}");
            }
        }
        assert!(long > 50);
    }
}
