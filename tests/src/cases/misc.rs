//! Compute shaders on their own: constant tables, globals, local arrays, debug information, thread ids, `precise` chains.

use super::inputs;
use crate::case::{Case, Element, List, Sampler, Texture, Want, compute, near_abs, one_of};
use ash::vk::Format;
use dxil2spirv::options::SourceInformation;

const OUT: &str = "u0,space1";

/// Registers the cases.
pub fn register(list: &mut List) {
    list.each("misc/compute_derivatives", &["linear"], compute_derivatives);
    list.each("misc/const_arrays", &["od"], const_arrays);
    list.add("misc/debug_calls", debug_calls);
    list.each("misc/debug_info", &["od"], debug_info);
    list.each("debug/types", &["od", "apart"], debug_types);
    list.each("debug/parts", &["od", "long"], debug_parts);
    for level in [SourceInformation::Lines, SourceInformation::Full] {
        for name in ["debug/parts", "debug/parts.od", "debug/parts.long"] {
            list.add(&format!("{name} (debug info {})", level.name()), move || {
                debug_parts(name).options(|options| options.source_information = level)
            });
        }
        for name in ["debug/types", "debug/types.od"] {
            list.add(&format!("{name} (debug info {})", level.name()), move || {
                debug_types(name).options(|options| options.source_information = level)
            });
        }
    }
    list.each("misc/debug_lines", &["od"], debug_lines);
    list.add("misc/empty_compute", || {
        compute("misc/empty_compute").groups(2, 2, 2)
    });
    list.each("misc/globals", &["od"], globals);
    list.each("misc/handles", &["od"], handles);
    list.each("misc/kept_matrices", &["od", "half"], kept_matrices);
    list.each("misc/local_arrays", &["od"], local_arrays);
    list.add("misc/precise_chain", precise_chain);
    list.each("misc/random_walk", &["od"], random_walk);
    list.add("misc/stripped", stripped);
    list.add("misc/thread_ids", thread_ids);
    list.each("misc/undefined_folds", &["min"], undefined_folds);
    list.each("misc/unused_resources", &["all"], unused_resources);
    list.add("misc/wave_free_ballot", wave_free_ballot);
}

/// Values that debug information has no word for, or may not speak of.
fn debug_parts(name: &str) -> Case {
    let column = [1.5f32, 2.0, 4.0, 3.0];
    let (count, number) = (40, 0xbeefu16);
    let bits = column.map(f32::to_bits);
    let input = bits.into_iter().chain([9, count, number.into(), 0]);
    let [sum, fourth, third] = [column[0] + column[1] * column[3], 3.0, column[2] + 1.0].map(f32::to_bits);
    let out = vec![
        sum,
        fourth,
        count,
        third,
        number.into(),
        number.reverse_bits().into(),
    ];
    // Of the last two, shaders of halves store the lower half alone.
    compute(name)
        .raw("t0", input.collect::<Vec<u32>>())
        .raw("u0,space1", vec![0; out.len()])
        .expect("u0,space1", out)
}

/// Small whole numbers, which halves have too.
fn kept_matrices(name: &str) -> Case {
    let input: Vec<f32> = (1..=32u8).map(f32::from).collect();
    let rows = (0..16usize).flat_map(|i| {
        let mut m = [0, 1, 2].map(|row| [0, 1, 2].map(|column| input[3 * row + column]));
        if i % 2 == 1 {
            m = [0, 1, 2].map(|row| [0, 1, 2].map(|column| m[column][row]));
        }
        m[i % 3][(i >> 2) % 3] += i as f32;
        let [x, y, z] = m[i % 3];
        let wide = [m[0][2], m[1][1]].map(|number| number * (2 + i) as f32);
        let chosen = [1, 2, 3].map(|part| input[4 * (i * 3 % 4) + part + i]);
        let [a, b, c] = chosen;
        [x, y, z, wide[0], wide[1], a, b, c].map(f32::to_bits)
    });
    compute(name)
        .raw("t0", input.clone())
        .output(OUT, rows.collect::<Vec<u32>>())
}

/// 64 integers, edges among them.
fn numbers() -> Vec<u32> {
    inputs::integers::<1>(64).concat()
}

/// Which of several resources a handle means, thread by thread.
fn handles(name: &str) -> Case {
    let buffer = |b: u32| -> Vec<u32> { (0..64).map(|i| (b + 1) * 1000 + i * i).collect() };
    let at = |b: u32, i: u32| buffer(b)[i as usize];
    let mut wanted = Vec::new();
    for t in 0..32u32 {
        let list = [0, if t & 2 != 0 { 2 } else { 1 }, 2];
        let weighed: u32 = (0..3)
            .map(|k| (k + 1) * at(list[((k + t) % 3) as usize], t))
            .sum();
        let (mut x, mut y, mut walked) = (0, 1, 0u32);
        for i in 0..t & 3 {
            walked = walked * 3 + at(x, i);
            (x, y) = (y, x);
        }
        wanted.extend([at(t & 1, t), weighed, walked, at(x, t + 1)]);
    }
    let written = |second: bool| -> Vec<u32> {
        let mine = |t: u32| (t & 4 != 0) == second;
        (0..32)
            .map(|t| if mine(t) { 1000 + t } else { 0xdead_beef })
            .collect()
    };
    let format = Format::R32_UINT;
    compute(name)
        .typed("t0", format, buffer(0))
        .typed("t1", format, buffer(1))
        .typed("t2", format, buffer(2))
        .output(OUT, wanted)
        .output("u1,space1", written(false))
        .output("u2,space1", written(true))
}

/// Quads are 2x2 threads, or four consecutive ones of a group of one dimension.
fn compute_derivatives(name: &str) -> Case {
    let linear = name.ends_with("linear");
    let f = |x: u32, y: u32| ((3 * x + 5 * y + 1) * (3 * x + 5 * y + 1)) as f32;
    let expected: Vec<Want> = (0..64u32)
        .flat_map(|i| {
            let (x, y) = if linear {
                let (lane, quad) = (i % 4, i / 4);
                (quad % 4 * 2 + lane % 2, quad / 4 * 2 + lane / 2)
            } else {
                (i % 8, i / 8)
            };
            let (left, right, upper, lower) = (x & !1, x | 1, y & !1, y | 1);
            let ddx = |y| f(right, y) - f(left, y);
            let ddy = |x| f(x, lower) - f(x, upper);
            [
                one_of([ddx(y)]),
                one_of([ddy(x)]),
                one_of([ddx(upper), ddx(lower)]),
                one_of([ddy(left), ddy(right)]),
                near_abs(2.0, 0.0),
                near_abs(2.0, 0.01),
            ]
        })
        .collect();
    let texture = Texture::d2(Format::R32_SFLOAT, 64, 64).mips(7);
    compute(name)
        .texture("t0", texture.fill(|texel| [texel.mip as f32]))
        .sampler("s0,space3", Sampler::point())
        .output(OUT, expected)
}

fn const_arrays(name: &str) -> Case {
    let primes = [2u32, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53];
    let curve = [0.0f32, 0.1, 0.3, 0.7, 1.5, 3.1, 6.3, -1.0 / 3.0];
    let matrix = [[0i32, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, -5]];
    let wide = [0x1234_5678u32, 0xfedc_ba98];
    let input: Vec<u32> = (0..64).rev().collect();
    let expected: Vec<[u32; 4]> = input
        .iter()
        .map(|&k| {
            let k = k as usize;
            [
                primes[k & 15],
                curve[k & 7].to_bits(),
                matrix[k & 3][k >> 2 & 3] as u32,
                wide[k & 1],
            ]
        })
        .collect();
    compute(name).raw("t0", input).output(OUT, expected)
}

/// D3D12 promises one number from 17 to 272, and all that follows of it; the translator takes the first.
fn undefined_folds(name: &str) -> Case {
    let number = 17i32;
    let (bits, real) = (number as u32, number as f32);
    let mut expected = vec![bits, bits / 3, bits % 3, bits >> 3];
    expected.extend([bits / 5, bits % 5, bits >> 2, (-number / 7) as u32]);
    expected.extend([
        real.to_bits(),
        (-real).to_bits(),
        (real + 1.5) as u32,
        (real * 0.5) as u32,
    ]);
    let native = !name.ends_with(".min");
    let divided = if native { bits / 3 } else { bits * 3 };
    expected.extend([
        (real * 0.25 - 3.0).to_bits(),
        (real * 1.5).to_bits(),
        divided,
        bits,
    ]);
    if native {
        // 17.0 as a half is 1.0625 * 2^4.
        let half = (15 + 4) << 10 | 1 << 6;
        let wide = f64::from(real) * 2.5;
        expected.extend([(wide as f32).to_bits(), wide as u32, bits >> 2, half + 1]);
    }
    compute(name).output(OUT, expected)
}

fn debug_info(name: &str) -> Case {
    let input = numbers();
    let expected: Vec<u32> = input.iter().map(|x| x.count_ones()).collect();
    compute(name).raw("t0", input).output(OUT, expected)
}

fn debug_calls() -> Case {
    compute("misc/debug_calls").output(OUT, (0..64u32).map(|i| 9 * i * i + 3).collect::<Vec<_>>())
}

/// Small whole numbers and halves, so that every sum is exact.
fn debug_types(name: &str) -> Case {
    struct Item {
        color: [f32; 3],
        kind: i32,
        falloff: [[f32; 4]; 2],
        transform: [[f32; 4]; 3],
        tint: [[f32; 2]; 2],
        id: u64,
        flags: [u16; 2],
    }
    let number = |seed: usize| ((seed * 7 + seed / 5) % 5) as f32 - 2.0;
    let items: Vec<Item> = (0..8)
        .map(|i| Item {
            color: [0, 1, 2].map(|c| number(i + c)),
            kind: i as i32 % 4,
            falloff: [0, 1].map(|j| [0, 1, 2, 3].map(|c| number(3 * i + 4 * j + c))),
            transform: [0, 1, 2].map(|j| [0, 1, 2, 3].map(|c| number(5 * i + 4 * j + c))),
            tint: [0, 1].map(|j| [0, 1].map(|c| number(11 * i + 2 * j + c + 1))),
            id: (0x1_0000_0001 * i as u64) ^ 2,
            flags: [7, 100 + i as u16],
        })
        .collect();
    let mut bytes = Vec::new();
    for item in &items {
        bytes.extend(item.color.iter().flat_map(|x| x.to_le_bytes()));
        bytes.extend(item.kind.to_le_bytes());
        bytes.extend(item.falloff.iter().flatten().flat_map(|x| x.to_le_bytes()));
        bytes.extend(item.transform.iter().flatten().flat_map(|x| x.to_le_bytes()));
        // By columns.
        let [[a, b], [c, d]] = item.tint;
        bytes.extend([a, c, b, d].iter().flat_map(|x| x.to_le_bytes()));
        bytes.extend(item.id.to_le_bytes());
        bytes.extend(item.flags.iter().flat_map(|x| x.to_le_bytes()));
        bytes.extend([0; 4]);
    }
    let brightness = |item: &Item| {
        let mut sum = 0.0;
        for (falloff, weight) in item.falloff.iter().zip([0.25, 0.5]) {
            let dot = |a: &[f32; 4], b: &[f32; 4]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
            let [x, y, z] = [0, 1, 2].map(|row| dot(&item.transform[row], falloff));
            sum += dot(&[x, y, z, 1.0], falloff) * weight;
        }
        match item.kind {
            2.. => f32::min(sum, 4.0),
            _ => sum + item.color[1],
        }
    };
    let shared: Vec<f32> = items
        .iter()
        .enumerate()
        .map(|(i, item)| {
            let k = i & 3;
            brightness(item) + item.falloff[k & 1][k] * item.tint[1][0]
        })
        .collect();
    let expected: Vec<u32> = items
        .iter()
        .enumerate()
        .map(|(i, item)| {
            let wide = f64::from(shared[(i + 7) & 7]) + (item.id & 3) as f64;
            (wide as f32 + f32::from(item.flags[1])).to_bits()
        })
        .collect();
    compute(name).raw("t0", bytes).output(OUT, expected)
}

fn debug_lines(name: &str) -> Case {
    // Lengths a tenth away from where a step ends the loop.
    let lengths: Vec<f32> = (0..64u8).map(|i| 1.85 + 0.25 * f32::from(i % 24)).collect();
    let input: Vec<[f32; 4]> = lengths
        .iter()
        .map(|length| [length * 2.0 / 3.0, length / 3.0, length * -2.0 / 3.0, 9.0])
        .collect();
    let expected: Vec<Want> = lengths
        .iter()
        .zip(0u32..)
        .map(|(&length, i)| {
            let steps = ((length - 2.0) / 0.25).ceil().max(0.0) as u32;
            near_abs(length - 0.25 * steps.min(i) as f32, 1e-5)
        })
        .collect();
    compute(name).raw("t0", input).output(OUT, expected)
}

/// The counter goes through a float, which holds it exactly.
fn globals(name: &str) -> Case {
    let input = numbers();
    let expected: Vec<u32> = input.iter().map(|x| 10 + (x & 0xffff) * 6).collect();
    compute(name).raw("t0", input).output(OUT, expected)
}

fn local_arrays(name: &str) -> Case {
    let input = numbers();
    let expected: Vec<u32> = input.iter().map(|&x| hash_of_updates(x)).collect();
    compute(name).raw("t0", input).output(OUT, expected)
}

fn hash_of_updates(x: u32) -> u32 {
    let mut slots = [(0u32, 0u32); 8];
    let mut v = [[0u32; 4]; 4];
    for k in 0..8u32 {
        slots[k as usize] = (x.wrapping_add(k), k);
        v[(k & 3) as usize] = [k, x, k * 3, 1];
    }
    for k in 0..32u32 {
        let at = (x >> (k & 15)) & 7;
        let other = slots[((at + k) & 7) as usize].0;
        let slot = &mut slots[at as usize];
        slot.0 = slot.0.wrapping_mul(5).wrapping_add(other);
        slot.1 += 1;
        v[(at & 3) as usize][(k & 3) as usize] ^= slot.0.wrapping_add(slot.1);
    }
    (0..8).fold(0u32, |h, k| {
        h.wrapping_mul(31)
            .wrapping_add(slots[k].0)
            .wrapping_add(slots[k].1)
            .wrapping_add(v[k & 3][k >> 1 & 3])
    })
}

/// Each operation rounds for itself, in the order written.
fn precise_chain() -> Case {
    let mut input = inputs::range::<4>(64, -1000.0, 1000.0);
    input[0] = [1.0, 1e-8, 1e-8, -1.0];
    input[1] = [16_777_216.0, 1.0, 1.0, 1.0];
    input[2] = [1e20, 1.0, -1e20, 1.0];
    let expected: Vec<[u32; 2]> = input
        .iter()
        .map(|v| {
            let (mut sum, mut c) = (0.0f32, 0.0f32);
            for &value in v {
                let y = value - c;
                let t = sum + y;
                c = (t - sum) - y;
                sum = t;
            }
            [sum.to_bits(), c.to_bits()]
        })
        .collect();
    compute("misc/precise_chain")
        .raw("t0", input)
        .output(OUT, expected)
}

fn random_walk(name: &str) -> Case {
    let input = numbers();
    let expected: Vec<[u32; 2]> = input
        .iter()
        .map(|&seed| {
            let state = seed.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
            let word = ((state >> ((state >> 28) + 4)) ^ state).wrapping_mul(277_803_737);
            let hash = (word >> 22) ^ word;
            let (mut x, mut at) = (hash | 1, 0i32);
            for _ in 0..100 {
                x ^= x << 13;
                x ^= x >> 17;
                x ^= x << 5;
                at += if x & 1 != 0 { 1 } else { -1 };
            }
            [hash, at as u32]
        })
        .collect();
    compute(name).raw("t0", input).output(OUT, expected)
}

fn stripped() -> Case {
    let input = numbers();
    let expected: Vec<u32> = input.iter().map(|x| x.wrapping_add(1)).collect();
    compute("misc/stripped").raw("t0", input).output(OUT, expected)
}

fn thread_ids() -> Case {
    let ([nx, ny, nz], [gx, gy, gz]) = ([4u32, 2, 3], [2u32, 3, 2]);
    let mut expected = Vec::new();
    for group in 0..gx * gy * gz {
        let g = [group % gx, group / gx % gy, group / gx / gy];
        for index in 0..nx * ny * nz {
            let t = [index % nx, index / nx % ny, index / nx / ny];
            let size = [nx, ny, nz];
            expected.extend((0..3).map(|k| g[k] * size[k] + t[k]));
            expected.extend(g);
            expected.extend(t);
            expected.push(index);
        }
    }
    compute("misc/thread_ids")
        .groups(gx, gy, gz)
        .output(OUT, expected)
}

fn unused_resources(name: &str) -> Case {
    compute(name).output(OUT, (0..64u32).collect::<Vec<_>>())
}

fn wave_free_ballot() -> Case {
    let input = numbers();
    let expected: Vec<u32> = input
        .chunks(32)
        .map(|words| (0..32).fold(0, |mask, bit| mask | (words[bit as usize] & 1) << bit))
        .collect();
    compute("misc/wave_free_ballot")
        .raw("t0", input)
        .output(OUT, expected.iter().map(|word| word.want()).collect::<Vec<_>>())
}
