//! Reciprocals of 64-bit integers: what numbers are multiplied by in place of being divided.
//!
//! T. Granlund, P. Montgomery, *Division by Invariant Integers using Multiplication* (1994), sections 4 and 5.

/// How to divide by a number that is no power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reciprocal {
    /// What is multiplied by; the upper 64 bits of the 128 count.
    pub factor: u64,
    /// By how many bits less of the product is the quotient.
    pub shift: u32,
    /// Whether the reciprocal has one bit more than the factor has room for.
    pub long: bool,
}

impl Reciprocal {
    /// That of `divisor`, which is no power of two.
    pub fn of(divisor: u64) -> Self {
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
