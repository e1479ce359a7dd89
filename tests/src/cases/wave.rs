//! Wave and quad operations of shader model 6.0, with all lanes active, in divergent flow, and in pixel shaders, where
//! helper lanes do not take part.
//!
//! What is expected depends on the number of lanes in a wave, which the device is asked for: 8 or more.

use super::draws::PERSPECTIVE;
use super::draws::Triangle;
use super::inputs;
use crate::case::{Case, Element, List, Need, Want, compute, draw, one_of, within};
use crate::gpu::lanes;
use ash::vk::Format;
use dxil2spirv::options::{MaximalReconvergence, TargetEnv};
use std::collections::BTreeSet;

/// Registers the cases.
pub fn register(list: &mut List) {
    list.add("wave/lanes", numbers_of_lanes);
    list.each("wave/reduce", &["od"], reduce);
    list.add("wave/prefix", prefix);
    list.add("wave/read", read);
    list.add("wave/turn", turn);
    list.add("wave/wide", wide);
    list.add("wave/read_wide", read_wide);
    list.add("wave/reduce_wide", reduce_wide);
    list.add("wave/quad", quad);
    list.each("wave/loops", &["od"], loops);
    list.each("wave/branches", &["od"], branches);
    list.each("wave/meet", &["od"], meet);
    list.add("wave/compact", compact);
    list.add("wave/pixel_alone", pixel_alone);
    list.add("wave/pixel_discarded", pixel_discarded);
    list.add("wave/pixel_quad", pixel_quad);
    list.each(
        "wave/pixel_turns",
        &["least", "elect", "bit", "match"],
        pixel_turns,
    );
    list.add("wave/pixel_left", || pixel_left(false));
    list.add("wave/pixel_left.included (quad control)", || pixel_left(true));
    list.add("wave/vertex_sum", vertex_sum);
    // Before SPIR-V 1.5, lane numbers of broadcasts are constants.
    list.add("wave/read (vulkan1.1)", || before_1_5(read()));
    list.add("wave/quad (vulkan1.1)", || before_1_5(quad()));
    list.add("wave/meet (maximal)", || maximal(meet("wave/meet")));
    list.add("wave/meet.od (maximal)", || maximal(meet("wave/meet.od")));
    list.add("wave/loops (vulkan1.1)", || before_1_5(loops("wave/loops")));
    list.add("wave/pixel_alone (vulkan1.1)", || before_1_5(pixel_alone()));
}

/// Lanes whose numbers differ from the own in some bits.
fn turn() -> Case {
    let expected: Vec<[u32; 4]> = (0..64).map(|i| [i + 1, i + 2, i + 3, i + 4]).collect();
    compute("wave/turn")
        .raw("t0", [2u32])
        .output("u0,space1", expected)
}

/// For devices with maximal reconvergence.
fn maximal(case: Case) -> Case {
    case.options(|options| options.maximal_reconvergence = MaximalReconvergence::Always)
}

/// For SPIR-V 1.3.
fn before_1_5(case: Case) -> Case {
    case.options(|options| options.target_env = TargetEnv::Vulkan1_1)
}

/// Inputs: waves of edge values and random ones, and one whose lanes are all equal.
pub(super) fn numbers() -> Vec<u32> {
    let mut numbers = inputs::integers::<1>(64).concat();
    // Where there are several waves.
    let lanes = lanes();
    if let Some(wave) = numbers.chunks_exact_mut(lanes).nth(1) {
        wave.fill(0x8000_0005);
    }
    numbers
}

/// Results of each of 64 lanes: those of `lane` where `active`, zeroes elsewhere. `lane` gets the active lanes of the wave
/// as (number, value), and its own place among them.
pub(super) fn lanes_of<T: Copy, const N: usize>(
    values: &[T],
    active: impl Fn(T) -> bool,
    lane: impl Fn(&[(usize, T)], usize) -> [Want; N],
) -> Vec<[Want; N]> {
    let mut results = Vec::new();
    for wave in values.chunks(lanes()) {
        let taking_part: Vec<(usize, T)> = wave
            .iter()
            .copied()
            .enumerate()
            .filter(|&(_, value)| active(value))
            .collect();
        for number in 0..wave.len() {
            results.push(match taking_part.iter().position(|&(n, _)| n == number) {
                Some(place) => lane(&taking_part, place),
                None => std::array::from_fn(|_| 0u32.want()),
            });
        }
    }
    results
}

pub(super) fn words<const N: usize>(values: [u32; N]) -> [Want; N] {
    values.map(Element::want)
}

fn numbers_of_lanes() -> Case {
    let count = lanes() as u32;
    let expected: Vec<[u32; 4]> = (0..128)
        .map(|i| {
            // Groups have 64.
            let lane = i % 64 % count;
            [lane, count, u32::from(lane == 0), u32::from(lane == 1)]
        })
        .collect();
    compute("wave/lanes")
        .groups(2, 1, 1)
        .output("u0,space1", expected)
}

fn reduce(name: &str) -> Case {
    let input = numbers();
    let row = |wave: &[(usize, u32)], _: usize| {
        let all = || wave.iter().map(|&(_, x)| x);
        let signed = || all().map(|x| x as i32);
        let low = || all().map(|x| (x & 255) as f32);
        words([
            all().fold(0, u32::wrapping_add),
            all().fold(1, u32::wrapping_mul),
            signed().min().unwrap_or_default() as u32,
            all().min().unwrap_or_default(),
            signed().max().unwrap_or_default() as u32,
            all().max().unwrap_or_default(),
            all().fold(u32::MAX, |a, b| a & b),
            all().fold(0, |a, b| a | b),
            all().fold(0, |a, b| a ^ b),
            all().filter(|x| x & 2 != 0).count() as u32,
            u32::from(all().collect::<BTreeSet<_>>().len() == 1),
            u32::from(all().any(|x| x > 0x8000_0000)),
            u32::from(all().all(|x| x > 0x8000_0000)),
            low().sum::<f32>().to_bits(),
            low().fold(f32::INFINITY, f32::min).to_bits(),
            low().fold(f32::NEG_INFINITY, f32::max).to_bits(),
        ])
    };
    let mut expected = lanes_of(&input, |_| true, row);
    expected.extend(lanes_of(&input, |x| x & 1 != 0, row));
    compute(name)
        .raw("t0", input)
        .raw("u0,space1", [0u32; 2 * 64 * 16])
        .expect("u0,space1", expected)
}

fn prefix() -> Case {
    let input = numbers();
    let row = |wave: &[(usize, u32)], place: usize| {
        let before = || wave[..place].iter().map(|&(_, x)| x);
        words([
            before().fold(0, u32::wrapping_add),
            before().fold(1, u32::wrapping_mul),
            before().filter(|x| x & 2 != 0).count() as u32,
            // Starting from 0: an empty sum of floats is -0 in Rust.
            before().fold(0.0, |sum, x| sum + (x & 255) as f32).to_bits(),
        ])
    };
    let mut expected = lanes_of(&input, |_| true, row);
    expected.extend(lanes_of(&input, |x| x & 1 != 0, row));
    compute("wave/prefix")
        .raw("t0", input)
        .raw("u0,space1", [0u32; 2 * 64 * 4])
        .expect("u0,space1", expected)
}

fn read() -> Case {
    let input = numbers();
    let expected = lanes_of(
        &input,
        |_| true,
        |wave, place| {
            let (lane, x) = wave[place];
            let odd = wave.iter().filter(|(_, x)| x & 1 != 0);
            let ballot = odd.clone().fold(0u64, |ballot, (n, _)| ballot | 1 << n);
            words([
                wave[0].1,
                wave[3].1,
                wave[7usize.wrapping_sub(lane) & 7].1,
                wave[(x & 7) as usize].1,
                wave[0].1 & 1,
                ballot as u32,
                (ballot >> 32) as u32,
                odd.clone().next().filter(|_| x & 1 != 0).map_or(0, |&(_, x)| x),
            ])
        },
    );
    compute("wave/read")
        .raw("t0", input)
        .output("u0,space1", expected)
}

fn wide() -> Case {
    let input = inputs::wide_integers::<1>(64).concat();
    let split = |v: u64| [v as u32, (v >> 32) as u32];
    let expected = lanes_of(
        &input,
        |_| true,
        |wave, place| {
            let all = || wave.iter().map(|&(_, x)| x);
            let double: f64 = all().map(|x| (x & 255) as f64).sum();
            let pairs = [
                all().fold(0, u64::wrapping_add),
                all().map(|x| x as i64).max().unwrap_or_default() as u64,
                all().min().unwrap_or_default(),
                all().fold(u64::MAX, |a, b| a & b),
                all().take(place).fold(0, u64::wrapping_add),
                double.to_bits(),
            ];
            let mut row = pairs.map(split).concat();
            row.extend([
                u32::from(all().fold(0, |sum: u16, x| sum.wrapping_add(x as u16))),
                i32::from(all().map(|x| x as i16).min().unwrap_or_default()) as u32,
                all().map(|x| (x & 15) as f32).sum::<f32>().to_bits(),
                (wave[0].1 >> 32) as u32,
            ]);
            let row: [u32; 16] = std::array::from_fn(|k| row[k]);
            words(row)
        },
    );
    compute("wave/wide")
        .raw("t0", input)
        .output("u0,space1", expected)
}

fn read_wide() -> Case {
    let input = inputs::wide_integers::<1>(64).concat();
    let pair = |v: u64| [v as u32, (v >> 32) as u32];
    let expected = lanes_of(
        &input,
        |_| true,
        |wave, place| {
            let of = |lane: u64| wave[(lane & 7) as usize].1;
            let x = wave[place].1;
            let (low, high) = (x & 7, x >> 32 & 7);
            let equal = wave.iter().all(|(_, other)| *other == wave[0].1);
            let half = (of(low) & 1023) as f32;
            let row = [
                pair(of(low)),
                pair(of(5)),
                pair(f64::from(of(high) as u32).to_bits()),
                pair(of(3)),
                [half.to_bits(), of(low) as u32 & 0xffff],
                [(of(high) >> 32) as u32 & 1, (of(0) >> 32) as u32 & 0xffff],
                pair(f64::from((of(0) >> 32) as u32).to_bits()),
                [u32::from(equal), 1],
            ];
            let row = row.concat();
            words::<16>(std::array::from_fn(|k| row[k]))
        },
    );
    compute("wave/read_wide")
        .raw("t0", input)
        .output("u0,space1", expected)
}

fn reduce_wide() -> Case {
    let input = inputs::wide_integers::<1>(64).concat();
    let pair = |v: u64| [v as u32, (v >> 32) as u32];
    let expected = lanes_of(
        &input,
        |_| true,
        |wave, place| {
            let all = || wave.iter().map(|&(_, x)| x);
            let before = || all().take(place);
            let doubles = || all().map(|x| f64::from(x as i32));
            let short = || all().map(|x| x as u16);
            let halves = || all().map(|x| (x & 1023) as f32);
            let twos = |values: &mut dyn Iterator<Item = u64>| {
                let odd = values.filter(|x| x & 1 != 0).count();
                2f64.powi(odd as i32).to_bits()
            };
            let sixteenths = wave.iter().filter(|(lane, _)| lane % 16 == 0).count();
            let pairs = [
                all().fold(1, u64::wrapping_mul),
                all().max().unwrap_or_default(),
                all().map(|x| x as i64).min().unwrap_or_default() as u64,
                all().fold(0, |a, b| a | b),
                all().fold(0, |a, b| a ^ b),
                before().fold(1, u64::wrapping_mul),
                twos(&mut all()),
                doubles().fold(f64::INFINITY, f64::min).to_bits(),
                doubles().fold(f64::NEG_INFINITY, f64::max).to_bits(),
                // Starting from 0: an empty sum of floats is -0 in Rust.
                before().fold(0.0, |sum, x| sum + (x & 255) as f64).to_bits(),
                twos(&mut before()),
            ];
            let mut row = pairs.map(pair).concat();
            row.extend([
                u32::from(short().fold(1, u16::wrapping_mul)),
                u32::from(short().min().unwrap_or_default()),
                u32::from(short().max().unwrap_or_default()),
                i32::from(short().map(|x| x as i16).max().unwrap_or_default()) as u32,
                all().fold(u32::MAX, |a, b| a & b as u32),
                all().fold(0, |a, b| a | (b >> 32) as u32),
                u32::from(before().fold(0, |sum: u16, x| sum.wrapping_add(x as u16))),
                halves().fold(f32::INFINITY, f32::min).to_bits(),
                halves().fold(f32::NEG_INFINITY, f32::max).to_bits(),
                2f32.powi(sixteenths as i32).to_bits(),
            ]);
            words::<32>(std::array::from_fn(|k| row[k]))
        },
    );
    compute("wave/reduce_wide")
        .raw("t0", input)
        .output("u0,space1", expected)
}

fn quad() -> Case {
    let input = numbers();
    let expected: Vec<[u32; 8]> = (0..64)
        .map(|i| {
            let x = input[i];
            let quad = &input[i & !3..][..4];
            let other = |mask: usize| quad[(i & 3) ^ mask];
            [
                other(1),
                other(2),
                other(3),
                quad[2],
                quad[(x & 3) as usize],
                ((other(1) & 255) as f32).to_bits(),
                other(2) & 1,
                quad.iter().copied().fold(0, u32::wrapping_add),
            ]
        })
        .collect();
    compute("wave/quad")
        .raw("t0", input)
        .output("u0,space1", expected)
}

fn loops(name: &str) -> Case {
    let input = numbers();
    let expected = lanes_of(
        &input,
        |_| true,
        |wave, place| {
            let last = |x: u32| (x & 7).min(5);
            let (_, x) = wave[place];
            let sum = (0..=last(x))
                .map(|round| round * wave.iter().filter(|(_, x)| last(*x) >= round).count() as u32)
                .sum::<u32>();
            let mut seen = Vec::new();
            for (_, x) in wave {
                if !seen.contains(&(x & 3)) {
                    seen.push(x & 3);
                }
            }
            let order = seen.iter().position(|&v| v == x & 3).unwrap_or_default();
            let same = wave.iter().filter(|(_, other)| other & 3 == x & 3);
            words([
                sum,
                wave.len() as u32,
                order as u32,
                same.fold(0u32, |sum, (_, x)| sum.wrapping_add(*x)),
            ])
        },
    );
    compute(name).raw("t0", input).output("u0,space1", expected)
}

/// `FromLoop` of the shader.
fn from_loop(x: u32) -> u32 {
    for k in 0..5 {
        if x >> k & 1 != 0 {
            return k * 3 + 1;
        }
        if x >> k & 6 == 4 {
            break;
        }
    }
    50
}

/// `FromSwitch` of the shader, where the first word of the input is `first`.
fn from_switch(x: u32, first: u32) -> u32 {
    match x & 3 {
        0 => return first.wrapping_add(7),
        1 if x & 8 != 0 => return x,
        1 => return x.wrapping_add(1),
        2 if x & 4 != 0 && x & 16 != 0 => return x.wrapping_mul(3),
        2 if x & 4 != 0 => return (x.wrapping_add(4) ^ 5).wrapping_add(1),
        _ => {}
    }
    (x ^ 5).wrapping_add(1)
}

fn meet(name: &str) -> Case {
    let input = numbers();
    let words_in = input.clone();
    let sum = |values: &mut dyn Iterator<Item = u32>| values.fold(0u32, u32::wrapping_add);
    let expected = lanes_of(
        &input,
        |_| true,
        |wave, place| {
            let (_, x) = wave[place];
            let each = || wave.iter().map(|&(_, x)| x);
            let after_if = sum(&mut each().map(|x| match x & 3 {
                3 => words_in[1],
                1 => x.wrapping_add(2),
                _ => x,
            }));
            let mut in_round = 0u32;
            for k in 0..x & 7 {
                let lanes = each().filter(|x| x & 7 > k).count() as u32;
                in_round = in_round.wrapping_mul(9).wrapping_add(lanes);
                if x >> k & 1 == 0 {
                    in_round = in_round.wrapping_add(words_in[k as usize & 3] & 15);
                    if x >> k & 6 != 2 {
                        in_round ^= 3;
                    }
                }
            }
            let search = |x: u32| {
                let mut places = (0..4).flat_map(|a| (0..4).map(move |b| (a, b)));
                places.find(|(a, b)| a * b + a == x & 15)
            };
            let found = each().filter(|&x| search(x).is_some()).count() as u32;
            let mut ends = each().map(|x| search(x).map_or(4 * 16 + 4, |(a, b)| (a + 1) * 16 + b));
            let after_two = sum(&mut ends) * 16 + found;
            let after_return = sum(&mut each().map(from_loop));
            let after_switch =
                sum(&mut each().map(|x| from_switch(x, words_in[0]))) ^ (wave.len() as u32) << 28;
            let mut inner = 0u32;
            let mut all: Vec<u32> = each().collect();
            for m in 0..3 {
                for z in &mut all {
                    while *z & 1 != 0 {
                        *z >>= 1;
                        if *z & 6 == 6 {
                            break;
                        }
                    }
                }
                inner = (inner.wrapping_mul(3)).wrapping_add(all.iter().map(|z| z & 0xff).sum());
                all.iter_mut()
                    .for_each(|z| *z = z.wrapping_mul(5).wrapping_add(m));
            }
            words([after_if, in_round, after_two, after_return, after_switch, inner])
        },
    );
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn branches(name: &str) -> Case {
    let input = numbers();
    let expected = lanes_of(
        &input,
        |_| true,
        |wave, place| {
            let (_, x) = wave[place];
            let count = |keep: &dyn Fn(u32) -> bool| wave.iter().filter(|(_, x)| keep(*x)).count() as u32;
            let outer: u32 = wave
                .iter()
                .filter(|(_, x)| x & 4 != 0)
                .map(|&(lane, _)| lane as u32)
                .sum();
            words([
                count(&|other| other & 3 == x & 3) + (x & 3) * 100,
                wave.len() as u32,
                if x & 12 == 12 { count(&|x| x & 12 == 12) } else { 0 },
                if x & 4 != 0 { outer } else { 0 },
            ])
        },
    );
    compute(name).raw("t0", input).output("u0,space1", expected)
}

/// Waves come in any order: what is told of a place is that an odd number is there, and how many there are.
fn compact() -> Case {
    let input = numbers();
    let odd: Vec<u32> = input.iter().copied().filter(|x| x & 1 != 0).collect();
    let mut expected = vec![(odd.len() as u32).want()];
    expected.extend(odd.iter().map(|_| one_of(odd.clone())));
    expected.extend((odd.len()..64).map(|_| 0u32.want()));
    compute("wave/compact")
        .raw("t0", input)
        .raw("u0,space1", [0u32; 65])
        .expect("u0,space1", expected)
}

/// A triangle over the centre of the pixel (5, 6) and no other.
fn one_pixel() -> [[f32; 4]; 3] {
    let at = |x: f32, y: f32| [x / 8.0 - 1.0, 1.0 - y / 8.0, 0.5, 1.0];
    [at(5.25, 6.25), at(6.0, 6.375), at(5.375, 7.0)]
}

fn pixel_alone() -> Case {
    let y = 6.5f32.to_bits();
    draw("vertex/colour", "wave/pixel_alone")
        .vertices("POSITION", Format::R32G32B32A32_SFLOAT, one_pixel().to_vec())
        .vertices("COLOR", Format::R32G32B32A32_SFLOAT, vec![[0.0f32; 4]; 3])
        .output(
            "u1",
            [
                1,
                3,
                -95i32 as u32,
                -95i32 as u32,
                5,
                5,
                5,
                5,
                5,
                1,
                1,
                0,
                0,
                1,
                0,
                1,
                1,
                5,
                y,
                y,
            ],
        )
        .target(Format::R8G8B8A8_UNORM)
        .pixels(|x, y| [if (x, y) == (5, 6) { 255u8 } else { 0 }; 4])
}

fn pixel_discarded() -> Case {
    draw("vertex/fullscreen_triangle", "wave/pixel_discarded")
        .output("u1", [1u32, 5, 5, 1, 1, 1, 6, 1])
        .target(Format::R8G8B8A8_UNORM)
        .pixels(|x, y| [if (x, y) == (5, 6) { 255u8 } else { 0 }; 4])
}

fn pixel_quad() -> Case {
    draw("vertex/fullscreen_triangle", "wave/pixel_quad")
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(|x, y| {
            let number = |x: u32, y: u32| (x + 100 * y) as f32;
            [
                (x ^ 1) as f32,
                (y ^ 1) as f32,
                number(x ^ 1, y ^ 1),
                number(x | 1, y | 1),
            ]
        })
}

/// The upper left half, whose long edge parts the quads that it crosses.
const HALF: [[f32; 4]; 3] = [
    [-1.0, 1.0, 0.5, 1.0],
    [0.9, 1.0, 0.5, 1.0],
    [-1.0, -0.9, 0.5, 1.0],
];

fn pixel_turns(name: &str) -> Case {
    let table: Vec<u32> = (0..256).map(|n| 7 * n).collect();
    draw("vertex/colour", name)
        .needs(Need::HelperLanes)
        .vertices("POSITION", Format::R32G32B32A32_SFLOAT, HALF.to_vec())
        .vertices("COLOR", Format::R32G32B32A32_SFLOAT, vec![[0.0f32; 4]; 3])
        .raw("t0", table)
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(|x, y| {
            // In pixels, the corners are at 0 and 15.2.
            let covered = f64::from(x + y) + 1.0 < 15.2;
            match covered {
                true => [7.0, 7.0 * 16.0, 1.0, (x + 16 * y) as f32],
                false => [0.0f32; 4],
            }
        })
}

/// As D3D12's drivers have it (vkd3d-proton's tests say so): where only helpers are left, the first lane has 0, and what is
/// asked of all is true. With helpers taking part in waves, the first lane is any of the three values that are left.
fn pixel_left(included: bool) -> Case {
    let values = [4.0f32, 5.0, 6.0, -100.0, 40.0, 50.0, 60.0, 70.0];
    let name = if included {
        "wave/pixel_left.included"
    } else {
        "wave/pixel_left"
    };
    let case = draw("vertex/fullscreen_triangle", name)
        .needs(Need::HelperLanes)
        .raw("t0", values)
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(move |x, y| {
            if x & y & 1 == 0 {
                return [0.0f32; 4].map(Element::want);
            }
            let with = |place: usize| {
                let first: &[f32] = if included { &values[..3] } else { &[0.0] };
                one_of(
                    first
                        .iter()
                        .map(|first| values[place] + first + values[place + 4]),
                )
            };
            [values[3].want(), with(2), with(1), with(0)]
        });
    if !included {
        return case;
    }
    case.needs(Need::QuadControl).options(|options| {
        options.quad_control = true;
        options.maximal_reconvergence = MaximalReconvergence::WhereAsked;
    })
}

fn vertex_sum() -> Case {
    draw("wave/vertex_sum", "pixel/position")
        .vertices("POSITION", Format::R32G32B32A32_SFLOAT, PERSPECTIVE.to_vec())
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(|x, y| {
            let place = Triangle::new(PERSPECTIVE, [16, 16]).pixel(x, y);
            [x as f32 + 0.5, y as f32 + 0.5, place.depth as f32, place.w as f32]
                .map(|v| within(v, 1e-4, 1e-4))
        })
}
