//! Conversion of `f32` to half-precision bits, round to nearest even.

/// The bits of the half nearest to `value`; NaN stays NaN, overflow gives infinity.
pub fn f32_to_f16_bits(value: f32) -> u16 {
    let bits = value.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let magnitude = bits & 0x7fff_ffff;
    if magnitude >= 0x7f80_0000 {
        let nan = if magnitude > 0x7f80_0000 {
            0x200 | (magnitude >> 13 & 0x3ff) as u16
        } else {
            0
        };
        return sign | 0x7c00 | nan;
    }
    // 65520 is halfway to the first value that does not fit.
    if magnitude >= 0x477f_f000 {
        return sign | 0x7c00;
    }
    let (mantissa, shift) = if magnitude >= 0x3880_0000 {
        (magnitude - 0x3800_0000, 13)
    } else {
        // Denormal half: shift the mantissa with its hidden bit into place.
        let exponent = magnitude >> 23;
        if exponent < 102 {
            return sign;
        }
        (magnitude & 0x7f_ffff | 0x80_0000, 126 - exponent)
    };
    let floor = mantissa >> shift;
    let rest = mantissa & ((1 << shift) - 1);
    let half = 1 << (shift - 1);
    let round = rest > half || rest == half && floor & 1 == 1;
    sign | (floor + u32::from(round)) as u16
}

/// The value of half-precision `bits`.
pub fn f16_bits_to_f32(bits: u16) -> f32 {
    let sign = u32::from(bits & 0x8000) << 16;
    let exponent = u32::from(bits >> 10 & 0x1f);
    let mantissa = u32::from(bits & 0x3ff);
    let magnitude = match exponent {
        0 => (mantissa as f32 * f32::from_bits(0x3380_0000)).to_bits(),
        31 => 0x7f80_0000 | mantissa << 13,
        _ => (exponent + 112) << 23 | mantissa << 13,
    };
    f32::from_bits(sign | magnitude)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_survives_the_round_trip() {
        for bits in 0..=u16::MAX {
            let value = f16_bits_to_f32(bits);
            if value.is_nan() {
                assert!(f16_bits_to_f32(f32_to_f16_bits(value)).is_nan());
            } else {
                assert_eq!(f32_to_f16_bits(value), bits, "{bits:#06x}");
            }
        }
    }

    #[test]
    fn ties_go_to_even() {
        assert_eq!(f32_to_f16_bits(2049.0), 0x6800);
        assert_eq!(f32_to_f16_bits(2051.0), 0x6802);
        assert_eq!(f32_to_f16_bits(65519.0), 0x7bff);
        assert_eq!(f32_to_f16_bits(65520.0), 0x7c00);
        assert_eq!(f32_to_f16_bits(2.0f32.powi(-25)), 0);
        assert_eq!(f32_to_f16_bits(2.0f32.powi(-25) * 1.5), 1);
    }
}
