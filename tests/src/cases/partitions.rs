//! Waves in parts (SM 6.5): lanes with the same value, prefixes over the lanes of a mask; in all lanes, in divergent flow, and in
//! pixel shaders, where helper lanes are in no part.

use super::inputs;
use super::wave::{lanes_of, numbers, words};
use crate::case::{Case, Element, List, Want, compute, draw, one_of};
use ash::vk::Format;
use dxil2spirv::options::{MaximalReconvergence, TargetEnv};

/// Registers the cases.
pub fn register(list: &mut List) {
    list.add("wave/match", || matches("wave/match"));
    list.add("wave/match_wide", match_wide);
    list.add("wave/match_min", match_min);
    list.each("wave/multi_prefix", &["od"], multi_prefix);
    list.add("wave/multi_prefix_wide", multi_prefix_wide);
    list.each("wave/match_loop", &["od"], match_loop);
    list.add("wave/match_loop (maximal)", || {
        match_loop("wave/match_loop")
            .options(|options| options.maximal_reconvergence = MaximalReconvergence::Always)
    });
    list.add("wave/pixel_match", pixel_match);
    // Before SPIR-V 1.4, conditions of selections have as many components as what is selected.
    for (name, case) in [
        ("match", matches as fn(&str) -> Case),
        ("multi_prefix", multi_prefix),
    ] {
        list.add(&format!("wave/{name} (vulkan1.1)"), move || {
            case(&format!("wave/{name}")).options(|options| options.target_env = TargetEnv::Vulkan1_1)
        });
    }
}

/// The mask of the lanes that have the same as the one at `place`.
fn mask<T: Copy, K: PartialEq>(wave: &[(usize, T)], place: usize, key: impl Fn(T) -> K) -> [u32; 4] {
    let mut words = [0; 4];
    let own = key(wave[place].1);
    for &(lane, _) in wave.iter().filter(|(_, value)| key(*value) == own) {
        words[lane / 32] |= 1 << (lane % 32);
    }
    words
}

/// What the lanes before the one at `place` have that have the same key.
fn before<T: Copy, K: PartialEq>(wave: &[(usize, T)], place: usize, key: impl Fn(usize, T) -> K) -> Vec<T> {
    let own = key(wave[place].0, wave[place].1);
    let part = wave[..place]
        .iter()
        .filter(|&&(lane, value)| key(lane, value) == own);
    part.map(|&(_, value)| value).collect()
}

/// Numbers of which many have bits in common, and some are the same.
fn repeating() -> Vec<u32> {
    let mut numbers = numbers();
    for place in (0..64).step_by(5) {
        numbers[place] = numbers[place / 2];
    }
    numbers
}

fn matches(name: &str) -> Case {
    let input = repeating();
    let row = |wave: &[(usize, u32)], place: usize| -> [Want; 20] {
        let masks = [
            mask(wave, place, |x| x & 3),
            mask(wave, place, |x| if x & 4 != 0 { 4 } else { x & 2 }),
            mask(wave, place, |x| x & 8),
            mask(wave, place, |x| x & 6),
            mask(wave, place, |x| x),
        ];
        let masks = masks.concat();
        words(std::array::from_fn(|k| masks[k]))
    };
    let mut expected = lanes_of(&input, |_| true, row);
    expected.extend(lanes_of(&input, |x| x & 1 != 0, row));
    compute(name)
        .raw("t0", input)
        .raw("u0,space1", [0u32; 2 * 64 * 20])
        .expect("u0,space1", expected)
}

/// Wide numbers of which some are the same, and some in one half only.
fn wide() -> Vec<u64> {
    let mut numbers = inputs::wide_integers::<1>(64).concat();
    for place in (1..64).step_by(3) {
        let other = numbers[place / 2];
        numbers[place] = match place % 4 {
            0 => other ^ 1 << 40,
            1 => other ^ 0x10,
            2 => other ^ 0x8000_0000_0000_0000,
            _ => other,
        };
    }
    numbers
}

fn match_wide() -> Case {
    let input = wide();
    let expected = lanes_of(
        &input,
        |_| true,
        |wave, place| {
            let masks = [
                mask(wave, place, |x| x),
                mask(wave, place, |x| x >> 32 & 3),
                mask(wave, place, |x| x as u16),
                mask(wave, place, |x| x & 7),
            ];
            let masks = masks.concat();
            words::<16>(std::array::from_fn(|k| masks[k]))
        },
    );
    compute("wave/match_wide")
        .raw("t0", input)
        .output("u0,space1", expected)
}

fn match_min() -> Case {
    let input: Vec<u32> = (0..64u32)
        .map(|i| i.wrapping_mul(0x9e37_0000) ^ (i * 37 % 23))
        .collect();
    let expected = lanes_of(
        &input,
        |_| true,
        |wave, place| {
            let same = mask(wave, place, |x| x as u16);
            let equal = mask(wave, place, |x| x & 7);
            let before = before(wave, place, |_, x| x & 3);
            let sum: u32 = before.iter().map(|x| x & 255).sum();
            let half_sum: u32 = before.iter().map(|x| x & 7).sum();
            words([
                same[0],
                same[1],
                sum,
                (half_sum as f32).to_bits(),
                equal[0],
                equal[1],
                0,
                0,
            ])
        },
    );
    compute("wave/match_min")
        .raw("t0", input)
        .output("u0,space1", expected)
}

fn multi_prefix(name: &str) -> Case {
    let input = numbers();
    let row = |wave: &[(usize, u32)], place: usize| {
        let part = before(wave, place, |_, x| x & 6);
        let other = before(wave, place, |lane, _| lane & 1);
        let count = |values: &[u32], bit: u32| values.iter().filter(|x| *x & bit != 0).count() as u32;
        let product = |values: &[u32]| values.iter().fold(1, |product: u32, x| product.wrapping_mul(*x));
        let sum = |values: &[u32]| values.iter().fold(0, |sum: u32, x| sum.wrapping_add(*x));
        words([
            sum(&part),
            product(&part),
            part.iter().fold(u32::MAX, |all, x| all & x),
            part.iter().fold(0, |all, x| all | x),
            part.iter().fold(0, |all, x| all ^ x),
            count(&part, 8),
            // Starting from 0: an empty sum of floats is -0 in Rust.
            part.iter().fold(0.0, |sum, x| sum + (x & 255) as f32).to_bits(),
            part.iter()
                .map(|x| (x & 1) as f32 + 1.0)
                .product::<f32>()
                .to_bits(),
            sum(&other),
            product(&other),
            count(&other, 2),
            0,
        ])
    };
    let mut expected = lanes_of(&input, |_| true, row);
    expected.extend(lanes_of(&input, |x| x & 1 != 0, row));
    compute(name)
        .raw("t0", input)
        .raw("u0,space1", [0u32; 2 * 64 * 12])
        .expect("u0,space1", expected)
}

fn multi_prefix_wide() -> Case {
    let input = wide();
    let split = |v: u64| [v as u32, (v >> 32) as u32];
    let expected = lanes_of(
        &input,
        |_| true,
        |wave, place| {
            let part = before(wave, place, |_, x| x & 3);
            let double = part.iter().fold(0.0, |sum, x| sum + (x & 255) as f64);
            let pairs = [
                part.iter().fold(0, |sum: u64, x| sum.wrapping_add(*x)),
                part.iter().fold(1, |product: u64, x| product.wrapping_mul(*x)),
                part.iter().fold(u64::MAX, |all, x| all & x),
                part.iter().fold(0, |all, x| all | x),
                part.iter().fold(0, |all, x| all ^ x),
                double.to_bits(),
            ];
            let mut row = pairs.map(split).concat();
            let product = part
                .iter()
                .fold(1, |product: i16, x| product.wrapping_mul(*x as i16));
            row.extend([
                u32::from(part.iter().fold(0, |sum: u16, x| sum.wrapping_add(*x as u16))),
                u32::from(part.iter().fold(u16::MAX, |all, x| all & *x as u16)),
                part.iter().fold(0.0, |sum, x| sum + (x & 7) as f32).to_bits(),
                i32::from(product) as u32,
            ]);
            words::<16>(std::array::from_fn(|k| row[k]))
        },
    );
    compute("wave/multi_prefix_wide")
        .raw("t0", input)
        .output("u0,space1", expected)
}

fn match_loop(name: &str) -> Case {
    let input = numbers();
    let expected = lanes_of(
        &input,
        |_| true,
        |wave, place| {
            let values: Vec<u32> = wave.iter().map(|&(_, x)| x).collect();
            let mut a = vec![0u32; values.len()];
            for k in 0..7 {
                let there: Vec<usize> = (0..values.len()).filter(|&n| values[n] & 7 > k).collect();
                for &n in &there {
                    let same = |&&other: &&usize| values[other] >> k & 3 == values[n] >> k & 3;
                    let count = there.iter().filter(same).count() as u32;
                    let before = there.iter().filter(same).filter(|&&other| other < n);
                    let sum: u32 = before.map(|&other| values[other] & 15).sum();
                    a[n] = a[n].wrapping_mul(9).wrapping_add(count + sum);
                }
            }
            let x = values[place];
            let there = |low: u32| values.iter().filter(move |other| *other & 3 == low);
            let b = match x & 3 {
                0 => there(0).filter(|other| *other & 4 == x & 4).count(),
                1 => values[..place].iter().filter(|other| *other & 3 == 1).count(),
                _ => 100,
            };
            let same = a.iter().filter(|other| *other & 3 == a[place] & 3).count();
            words([a[place], b as u32, same as u32])
        },
    );
    compute(name).raw("t0", input).output("u0,space1", expected)
}

/// Which of two pixels in a column has the lower lane is not said.
fn pixel_match() -> Case {
    let mut expected: Vec<Want> = Vec::new();
    for (column, prefixes) in [(2u32, vec![0, 7]), (1, vec![0]), (2, vec![0, 6])] {
        expected.extend([column.want(), 3u32.want(), one_of(prefixes), one_of([0u32, 1, 2])]);
    }
    draw("vertex/fullscreen_triangle", "wave/pixel_match")
        .output("u1", expected)
        .target(Format::R8G8B8A8_UNORM)
        .pixels(|x, y| {
            [if [(4, 6), (5, 6), (4, 7)].contains(&(x, y)) {
                255u8
            } else {
                0
            }; 4]
        })
}
