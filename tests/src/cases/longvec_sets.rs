//! Numbers that DXC's execution tests of long vectors (`LongVectorTestData.h`, of August 2026) have as inputs, set by set.
//! A vector has as many as it is long, from the first on again where they are fewer.

/// Sets of floats, of which three are the inputs of operations.
pub struct Floats {
    /// `Default1` to `Default3`.
    pub defaults: [[f64; 10]; 3],
    /// `RangeHalfPi`.
    pub half_pi: [f64; 10],
    /// `RangeOne`.
    pub one: [f64; 10],
    /// `Positive`.
    pub positive: [f64; 10],
}

const SIGNS: [f64; 10] = [1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0];
const OTHER_SIGNS: [f64; 10] = [-1.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0];

pub const HALVES: Floats = Floats {
    defaults: [
        [-1.0, -1.0, 1.0, -0.01, 1.0, -0.01, 1.0, -0.01, 1.0, -0.01],
        SIGNS,
        OTHER_SIGNS,
    ],
    half_pi: [
        -1.073, 0.044, -1.047, 0.313, 1.447, -0.865, 1.364, -0.715, -0.800, 0.541,
    ],
    one: [
        0.331, 0.727, -0.957, 0.677, -0.025, 0.495, 0.855, -0.673, -0.678, -0.905,
    ],
    positive: [1.0, 1.0, 342.0, 0.01, 5531.0, 0.01, 1.0, 0.01, 331.2330, 3250.01],
};

pub const SINGLES: Floats = Floats {
    defaults: [SIGNS, SIGNS, OTHER_SIGNS],
    half_pi: [
        0.315, -0.316, 1.409, -0.09, -1.569, 1.302, -0.326, 0.781, -1.235, 0.623,
    ],
    one: [
        0.727, 0.331, -0.957, 0.677, -0.025, 0.495, 0.855, -0.673, -0.678, -0.905,
    ],
    positive: [
        1.0, 1.0, 65535.0, 0.01, 5531.0, 0.01, 1.0, 0.01, 331.2330, 3250.01,
    ],
};

pub const DOUBLES: Floats = Floats {
    defaults: [SIGNS, SIGNS, OTHER_SIGNS],
    half_pi: [
        0.807, 0.605, 1.317, 0.188, 1.566, -1.507, 0.67, -1.553, 0.194, -0.883,
    ],
    one: [
        0.331, 0.277, -0.957, 0.677, -0.025, 0.495, 0.855, -0.673, -0.678, -0.905,
    ],
    positive: [
        1.0, 1.0, 65535.0, 0.01, 5531.0, 0.01, 1.0, 0.01, 331.2330, 3250.01,
    ],
};

/// Sets of integers.
pub struct Ints {
    /// `Default1` to `Default3`.
    pub defaults: [[i128; 10]; 3],
    /// `Bitwise`.
    pub bitwise: [i128; 10],
    /// `BitShiftRhs`.
    pub shifts: [i128; 10],
}

/// Those of a type of so many bits.
pub fn ints(bits: u32, signed: bool) -> Ints {
    let pattern = |byte: u8| -> i128 {
        let all = u64::from_le_bytes([byte; 8]) >> (64 - bits);
        match signed && byte >= 0x80 {
            true => i128::from(all) - (1 << bits),
            false => i128::from(all),
        }
    };
    let last = i128::from(bits);
    let shifts = match bits {
        16 => [1, 6, 3, 0, 9, 3, 12, 13, 14, 15],
        // Nine of them; the first again.
        _ => [1, 6, 3, 0, 9, 3, last - 2, last - 1, last, 1],
    };
    let (low, high) = (pattern(0x55), pattern(0xaa));
    let top = 1i128 << (bits - 1);
    match signed {
        true => Ints {
            defaults: match bits {
                64 => [
                    [-6, 11, 7, 3, 8, 4, -3, 8, 8, -2],
                    [5, -1337, -3, -2, 9, 3, 1, -3, 501, 2],
                    [-5, 1337, 3, 2, -9, -3, -1, 3, -501, -2],
                ],
                _ => [
                    [-6, 1, 7, 3, 8, 4, -3, 8, 8, -2],
                    [5, -6, -3, -2, 9, 3, 1, -3, -7, 2],
                    [-5, 6, 3, 2, -9, -3, -1, 3, 7, -2],
                ],
            },
            bitwise: [-top, -1, 0, 1, 3, 6, 9, low, high, top - 1],
            shifts,
        },
        false => Ints {
            defaults: match bits {
                16 => [
                    [1, 699, 3, 1023, 5, 6, 0, 8, 9, 10],
                    [2, 111, 3, 4, 5, 9, 21, 8, 9, 10],
                    [4, 112, 4, 5, 3, 7, 21, 1, 11, 9],
                ],
                32 => [
                    [1, 2, 3, 4, 5, 0, 7, 8, 9, 10],
                    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
                    [10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
                ],
                _ => [
                    [1, 2, 3, 4, 5, 0, 7, 1000, 9, 10],
                    [1, 2, 1337, 4, 5, 6, 7, 8, 9, 10],
                    [10, 20, 1338, 40, 50, 60, 70, 80, 90, 11],
                ],
            },
            bitwise: [0, 1, 3, 6, 9, low, high, top, 127, 2 * top - 1],
            shifts,
        },
    }
}
