//! Bounds of an `i32`: from which number on, and up to which, it may be. Where the first is larger than the second, that is through
//! the largest number on to 0: from below zero, to a signed look at it.

/// Nothing is known: any number. As bits of floats, NaN.
pub const UNKNOWN: [u32; 2] = [0, u32::MAX];
/// The largest number that is none below zero to a signed comparison.
pub const MOST_SIGNED: u32 = i32::MAX as u32;

/// The least and the largest signed number of those from `least` on up to `most`.
pub fn signed([least, most]: [u32; 2]) -> [i64; 2] {
    let ends = [least, most].map(|number| i64::from(number as i32));
    // From below 2^31 up to beyond it.
    if ends[0] > ends[1] {
        [i64::from(i32::MIN), i64::from(i32::MAX)]
    } else {
        ends
    }
}

/// The numbers between two signed ones, if all of them are numbers of 32 bits.
pub fn from_signed([least, most]: [i64; 2]) -> Option<[u32; 2]> {
    Some([
        i32::try_from(least).ok()? as u32,
        i32::try_from(most).ok()? as u32,
    ])
}

/// The sum of numbers from `a` on up to `b`, and from others; none where it may be any.
pub fn sum([a_least, a_most]: [u32; 2], [b_least, b_most]: [u32; 2]) -> Option<[u32; 2]> {
    let (a_width, b_width) = (a_most.wrapping_sub(a_least), b_most.wrapping_sub(b_least));
    a_width.checked_add(b_width)?;
    Some([a_least.wrapping_add(b_least), a_most.wrapping_add(b_most)])
}

/// The least and the largest of products of signed numbers.
pub fn product([a_least, a_most]: [i64; 2], [b_least, b_most]: [i64; 2]) -> [i64; 2] {
    let [a, b, c, d] = [
        a_least * b_least,
        a_least * b_most,
        a_most * b_least,
        a_most * b_most,
    ];
    [a.min(b).min(c.min(d)), a.max(b).max(c.max(d))]
}

/// Bounds where there is nothing above the largest number.
#[inline]
pub fn plain(bounds: [u32; 2]) -> [u32; 2] {
    if bounds[0] <= bounds[1] { bounds } else { UNKNOWN }
}

/// Bounds as they are kept: where all numbers but two may be is nothing known, unless these are at the ends.
pub fn kept(bounds: [u32; 2]) -> [u32; 2] {
    let few = bounds[1].wrapping_sub(bounds[0]) < u32::MAX - 2;
    if few { bounds } else { plain(bounds) }
}
