//! Inputs of the cases: values where mistakes show, then pseudo-random ones.

use dxil2spirv_fuzz::mutate::Random;
use std::ops::{BitAnd, BitOr, BitXor};

/// Integers at the edges.
const EDGES: [u32; 24] = [
    0,
    1,
    2,
    3,
    5,
    7,
    15,
    16,
    31,
    32,
    33,
    63,
    255,
    259,
    0x7fff,
    0x8000,
    0xffff,
    0x1_0000,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0xffff_fff9,
    0xffff_fffe,
    0xffff_ffff,
];

/// Floats at the edges, without denormals.
const FLOAT_EDGES: [f32; 26] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    1.5,
    2.5,
    -2.5,
    3.0,
    -7.25,
    0.1,
    1.0 / 3.0,
    100.7,
    255.0,
    65504.0,
    -65520.0,
    16_777_216.0,
    1e-20,
    -1e-20,
    1e20,
    3e38,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
    1e-30,
];

/// `count` rows of `N` integers, edges and others mixed.
pub fn integers<const N: usize>(count: usize) -> Vec<[u32; N]> {
    let mut random = Random::new(7, N as u64);
    (0..count)
        .map(|_| {
            std::array::from_fn(|_| match random.below(3) {
                0 => random.next() as u32,
                _ => EDGES[random.below(EDGES.len())],
            })
        })
        .collect()
}

/// `count` rows of `N` 64-bit integers.
pub fn wide_integers<const N: usize>(count: usize) -> Vec<[u64; N]> {
    let edges = [
        0,
        1,
        1 << 32,
        (1 << 40) + 5,
        u64::from(u32::MAX),
        1 << 63,
        u64::MAX,
        u64::MAX - 6,
        63,
        64,
        67,
    ];
    let mut random = Random::new(8, N as u64);
    (0..count)
        .map(|_| {
            std::array::from_fn(|_| match random.below(3) {
                0 => random.next(),
                1 => random.next() >> random.below(64),
                _ => edges[random.below(edges.len())],
            })
        })
        .collect()
}

/// `count` rows of `N` integers below `bound`.
pub fn below<const N: usize>(count: usize, bound: u32) -> Vec<[u32; N]> {
    let mut random = Random::new(u64::from(bound), N as u64);
    (0..count)
        .map(|_| std::array::from_fn(|_| random.below(bound as usize) as u32))
        .collect()
}

/// `count` rows of `N` floats, edges and others mixed, no denormals.
pub fn floats<const N: usize>(count: usize) -> Vec<[f32; N]> {
    let mut random = Random::new(9, N as u64);
    (0..count)
        .map(|_| {
            std::array::from_fn(|_| match random.below(3) {
                0 => FLOAT_EDGES[random.below(FLOAT_EDGES.len())],
                _ => uniform(&mut random, -100.0, 100.0),
            })
        })
        .collect()
}

/// `count` rows of `N` floats in a range.
pub fn range<const N: usize>(count: usize, low: f32, high: f32) -> Vec<[f32; N]> {
    let mut random = Random::new(10, N as u64);
    (0..count)
        .map(|_| std::array::from_fn(|_| uniform(&mut random, low, high)))
        .collect()
}

/// `count` rows of `N` small whole floats, -8 to 8.
pub fn whole<const N: usize>(count: usize) -> Vec<[f32; N]> {
    let mut random = Random::new(11, N as u64);
    (0..count)
        .map(|_| std::array::from_fn(|_| random.below(17) as f32 - 8.0))
        .collect()
}

/// The rows of `plain` with about one value in `one_in` for each of `edges` replaced by it.
pub fn with_edges<T: Copy, const N: usize>(edges: &[T], one_in: u32, mut plain: Vec<[T; N]>) -> Vec<[T; N]> {
    let picks = below::<N>(plain.len(), one_in);
    for (value, pick) in plain.iter_mut().flatten().zip(picks.iter().flatten()) {
        if let Some(&edge) = edges.get(*pick as usize) {
            *value = edge;
        }
    }
    plain
}

/// Integers that atomics work on.
pub trait Whole:
    Copy + Ord + Default + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// The sum, without what does not fit.
    fn plus(self, other: Self) -> Self;
    /// Its value as a signed integer.
    fn signed(self) -> i64;
}

impl Whole for u32 {
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }
    fn signed(self) -> i64 {
        i64::from(self as i32)
    }
}

impl Whole for u64 {
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }
    fn signed(self) -> i64 {
        self as i64
    }
}

/// Sum, and, or, xor, unsigned minimum and maximum, signed minimum and maximum.
pub fn reduced<T: Whole>(input: &[T]) -> [T; 8] {
    let all = |f: fn(T, T) -> T| input.iter().copied().reduce(f).unwrap_or_default();
    [
        all(T::plus),
        all(|a, b| a & b),
        all(|a, b| a | b),
        all(|a, b| a ^ b),
        all(T::min),
        all(T::max),
        all(|a, b| if b.signed() < a.signed() { b } else { a }),
        all(|a, b| if b.signed() > a.signed() { b } else { a }),
    ]
}

fn uniform(random: &mut Random, low: f32, high: f32) -> f32 {
    low + (high - low) * (random.next() >> 40) as f32 / (1 << 24) as f32
}
