//! How `f32tof16` is done.

use crate::options::{DenormIndependence, Options};

/// How floats are packed to halves.
#[derive(Clone, Copy, Debug)]
pub enum HalfPacking {
    /// Rounded to zero by integers.
    Emulated,
    /// As the device rounds, which keeps denormal halves, and a step toward zero where that is beyond the float.
    Stepped,
    /// As the device rounds.
    Native,
    /// By a conversion, with a mode that rounds to zero, where the shader takes no halves apart.
    ToZero {
        /// Whether it is known that it takes none.
        decided: bool,
    },
}

impl HalfPacking {
    /// What `options` say for a shader that has halves in registers, or has not.
    pub fn of(options: &Options, has_halves: bool) -> Self {
        let keeps_denormals =
            options.denorm_preserve_16 && options.denorm_independence != DenormIndependence::None;
        if options.native_half_rounding {
            Self::Native
        } else if options.half_rounding_to_zero && !has_halves && keeps_denormals {
            Self::ToZero { decided: false }
        } else if keeps_denormals {
            Self::Stepped
        } else {
            Self::Emulated
        }
    }
}
