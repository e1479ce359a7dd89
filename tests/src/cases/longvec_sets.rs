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

/// The name of a set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Set {
    Default1,
    Default2,
    Default3,
    Zero,
    NoZero,
    SelectCond,
    AllOnes,
    RangeOne,
    RangeHalfPi,
    Positive,
    FloatSpecial,
    SplitDouble,
    BitShiftRhs,
    Bitwise,
    WaveMultiPrefixBitwise,
}

/// That of truths.
///
/// # Panics
/// Where they have none.
pub fn truths(set: Set) -> Vec<bool> {
    let text = match set {
        Set::Default1 => "0100001111",
        Set::Default2 => "1000011100",
        Set::Default3 => "1010111101",
        Set::Zero => "0",
        Set::NoZero => "1",
        Set::SelectCond => "01",
        _ => panic!("truths have no {set:?}"),
    };
    text.chars().map(|c| c == '1').collect()
}

/// That of a type of integers.
///
/// # Panics
/// Where it has none.
pub fn ints_of(set: Set, bits: u32, signed: bool) -> Vec<i128> {
    let of = ints(bits, signed);
    let all = if signed { -1 } else { (1 << bits) - 1 };
    match set {
        Set::Default1 => of.defaults[0].to_vec(),
        Set::Default2 => of.defaults[1].to_vec(),
        Set::Default3 => of.defaults[2].to_vec(),
        Set::Zero => vec![0],
        Set::NoZero | Set::AllOnes => vec![1],
        Set::SelectCond => vec![0, 1],
        // The tenth is there for an array's sake.
        Set::BitShiftRhs => of.shifts[..if bits == 16 { 10 } else { 9 }].to_vec(),
        Set::Bitwise => of.bitwise.to_vec(),
        Set::WaveMultiPrefixBitwise if signed || bits == 16 => vec![0, 1, 3, 4, 0x10, 0x12, 0xf, all],
        Set::WaveMultiPrefixBitwise => vec![0, 1, 3, 4, 0xa, 0xc, 0xf, all],
        _ => panic!("integers have no {set:?}"),
    }
}

/// That of a type of integers of minimum precision, in 32 bits.
pub fn ints_of_minimum_precision(set: Set, signed: bool) -> Vec<i128> {
    match (set, signed) {
        (Set::Default1, false) => vec![3, 7, 3, 5, 5, 10, 4, 8, 9, 10],
        (Set::Default2, false) => vec![2, 6, 3, 4, 5, 9, 3, 8, 9, 10],
        (Set::Default3, false) => vec![4, 5, 4, 5, 3, 7, 3, 1, 11, 9],
        (Set::BitShiftRhs, true) => vec![1, 6, 3, 0, 9, 3, 12, 11, 11, 14],
        (Set::BitShiftRhs, false) => vec![1, 6, 3, 0, 9, 3, 8, 8, 8, 8],
        (Set::WaveMultiPrefixBitwise, false) => vec![0, 1, 3, 4, 0x10, 0x12, 0xf, 0x7fff],
        (set, _) => ints_of(set, 16, signed),
    }
}

/// That of a type of floats, by its size.
///
/// # Panics
/// Where it has none.
pub fn floats_of(set: Set, bytes: u8) -> Vec<f64> {
    let of = match bytes {
        2 => HALVES,
        4 => SINGLES,
        _ => DOUBLES,
    };
    match set {
        Set::Default1 => of.defaults[0].to_vec(),
        Set::Default2 => of.defaults[1].to_vec(),
        Set::Default3 => of.defaults[2].to_vec(),
        Set::RangeOne => of.one.to_vec(),
        Set::RangeHalfPi => of.half_pi.to_vec(),
        Set::Positive => of.positive.to_vec(),
        Set::FloatSpecial => special(),
        Set::SplitDouble => vec![
            0.0,
            -1.0,
            1.0,
            -1.0,
            12_345_678.876_543_21,
            -1.0,
            1.0,
            -1.0,
            1.0,
            -1.0,
        ],
        set => simple(set),
    }
}

/// That of the type of floats of minimum precision: all are halves.
pub fn floats_of_minimum_precision(set: Set) -> Vec<f64> {
    let small = -0.03125;
    match set {
        Set::Default1 => vec![-1.0, -1.0, 1.0, small, 1.0, small, 1.0, small, 1.0, small],
        Set::Default2 => SIGNS.to_vec(),
        Set::Default3 => OTHER_SIGNS.to_vec(),
        Set::RangeHalfPi => vec![
            -1.0625, 0.046875, -1.046875, 0.3125, 1.4375, -0.875, 1.375, -0.71875, -0.8125, 0.5625,
        ],
        Set::RangeOne => vec![
            0.328125, 0.71875, -0.953125, 0.671875, -0.03125, 0.5, 0.84375, -0.671875, -0.6875, -0.90625,
        ],
        Set::Positive => vec![
            1.0, 1.0, 342.0, 0.03125, 5504.0, 0.03125, 1.0, 0.03125, 331.25, 3250.0,
        ],
        set => simple(set),
    }
}

fn simple(set: Set) -> Vec<f64> {
    match set {
        Set::Zero => vec![0.0],
        Set::AllOnes => vec![1.0],
        Set::SelectCond => vec![0.0, 1.0],
        _ => panic!("floats have no {set:?}"),
    }
}

/// `FloatSpecial`, of 32-bit floats.
fn special() -> Vec<f64> {
    let (least, most) = (f64::from(f32::MIN_POSITIVE), f64::from(f32::MAX));
    let denormal = f64::from(f32::from_bits(1));
    vec![
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        -f64::NAN,
        f64::NAN,
        -f64::NAN,
        0.0,
        -0.0,
        least,
        most,
        -least,
        -most,
        denormal,
        denormal * 10.0,
        1.0 / 3.0,
    ]
}
