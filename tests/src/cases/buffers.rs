//! Buffers of every kind, read and written in and out of bounds.

use super::inputs;
use crate::case::{Case, Element, List, Want, compute, one_of, within};
use ash::vk::Format;
use half::f16;

/// Registers the cases.
pub fn register(list: &mut List) {
    list.each("buffers/aliased_views", &[], aliased_views);
    list.each("buffers/append_consume", &[], append_consume);
    list.each("buffers/byte_address", &["sm62"], byte_address);
    list.each("buffers/byte_address_double", &["sm60"], byte_address_double);
    list.each("buffers/byte_address_small_types", &[], small_types);
    list.each("buffers/byte_address_store_oob", &[], store_out_of_bounds);
    list.each("buffers/byte_address_templated", &[], templated);
    list.each("buffers/copy_unaligned", &[], copy_unaligned);
    list.each("buffers/counter", &[], counter);
    list.each("buffers/dimensions", &[], dimensions);
    list.each("buffers/read_back", &["sm62"], read_back);
    for name in ["buffers/read_back", "buffers/read_back.sm62"] {
        // What is only read is constant, and no other than what is written.
        list.add(&format!("{name} (distinct)"), move || {
            read_back(name).options(|options| options.distinct_uavs = true)
        });
    }
    // Not `buffers/status`: lavapipe (25.0) crashes on sparse reads of texel buffers. `textures/status` runs.
    list.each("buffers/structured_arrays", &["od"], structured_arrays);
    list.each("buffers/structured_bool", &[], structured_bool);
    list.each("buffers/structured_matrices", &["rowmajor"], matrices);
    list.each("buffers/structured_mixed_widths", &[], mixed_widths);
    list.each("buffers/structured_oob", &[], structured_out_of_bounds);
    list.each("buffers/structured_strides", &["sm62"], strides);
    list.each("buffers/structured_write_members", &[], write_members);
    list.each("buffers/typed_formats", &[], typed_formats);
    list.each("buffers/typed_half_and_minprec", &["native16"], typed_half);
    list.each("buffers/typed_read_write", &[], typed_read_write);
    list.each("buffers/typed_store", &[], typed_store);
    list.each("buffers/typed_wide", &[], typed_wide);
}

fn aliased_views(name: &str) -> Case {
    let input: Vec<u32> = inputs::integers::<1>(64)
        .iter()
        .map(|v| if v[0] >> 16 == 0xffff { 7 } else { v[0] })
        .collect();
    let expected: Vec<u32> = input.iter().map(|x| x.rotate_left(16) + 1).collect();
    compute(name)
        .raw("u0,space1", input)
        .expect("u0,space1", expected)
}

fn append_consume(name: &str) -> Case {
    let input: Vec<u32> = (0..64).map(|i| i * 5).collect();
    let even: Vec<u32> = input.iter().copied().filter(|x| x % 2 == 0).collect();
    let wanted: Vec<Want> = even.iter().map(|_| one_of(even.clone())).collect();
    compute(name)
        .counted("u0,space1", input, 64)
        .expect_counter("u0,space1", 0)
        .counted("u1,space1", [0u32; 64], 0)
        .expect("u1,space1", wanted)
        .expect_counter("u1,space1", even.len() as u32)
}

fn byte_address(name: &str) -> Case {
    let input = inputs::integers::<1>(64).concat();
    let word = |k: usize| input.get(k).copied().unwrap_or(0);
    let expected: Vec<[u32; 10]> = (0..64)
        .map(|i| {
            let w = |k: usize| word(i + k);
            [w(0), w(0), w(1), w(0), w(1), w(2), w(0), w(1), w(2), w(3)]
        })
        .collect();
    compute(name)
        .raw("t0", input.clone())
        .output("u0,space1", expected)
}

fn byte_address_double(name: &str) -> Case {
    let input: Vec<f64> = inputs::range::<1>(32, -1e3, 1e3)
        .iter()
        .map(|v| f64::from(v[0]) / 3.0)
        .collect();
    let doubled: Vec<[f64; 2]> = input
        .chunks(2)
        .map(|pair| [pair[0] * 2.0, pair[1] + 1.0])
        .collect();
    let bits: Vec<u64> = input.iter().map(|x| x.to_bits() + 1).collect();
    compute(name)
        .raw("t0", input)
        .output("u0,space1", doubled)
        .output("u1,space1", bits)
}

fn small_types(name: &str) -> Case {
    // Halves that are numbers, so that negating and swapping them is plain.
    let input: Vec<u16> = inputs::range::<1>(64, -50.0, 50.0)
        .iter()
        .map(|v| f16::from_f32(v[0]).to_bits())
        .collect();
    let sums: Vec<u16> = (0..64).map(|i| input[i].wrapping_add(input[63 - i])).collect();
    let pairs: Vec<[u16; 2]> = input.chunks(2).map(|pair| [pair[1], pair[0]]).collect();
    let quads: Vec<u16> = input.iter().map(|x| x ^ 0x8000).collect();
    compute(name)
        .raw("t0", input)
        .output("u0,space1", sums)
        .output("u1,space1", pairs)
        .output("u2,space1", quads)
}

fn store_out_of_bounds(name: &str) -> Case {
    let offsets = [0u32, 52, 16, 0x1_0000];
    let mut expected = [0u32; 16];
    for (thread, offset) in offsets.iter().enumerate() {
        for component in 0..4 {
            if let Some(word) = expected.get_mut(*offset as usize / 4 + component) {
                *word = (thread as u32 + 1) * (component as u32 + 1);
            }
        }
    }
    compute(name)
        .raw("t0", offsets)
        .raw("u0,space1", [0u32; 16])
        .expect("u0,space1", expected)
}

fn templated(name: &str) -> Case {
    let item = |i: u32, doubled: bool| {
        let scale = if doubled { 2.0 } else { 1.0 };
        let f = i as f32;
        let c = (u64::from(i) << 33) + u64::from(u32::MAX) + if doubled { 1 << 32 } else { 0 };
        let (d, e) = if doubled { (f * 3.0, f) } else { (f, f * 3.0) };
        [
            (f * scale).to_bits(),
            ((f + 0.5) * scale).to_bits(),
            ((-f) * scale).to_bits(),
            i * 7 + u32::from(doubled),
            c as u32,
            (c >> 32) as u32,
            d.to_bits(),
            e.to_bits(),
        ]
    };
    let input: Vec<[u32; 8]> = (1..17).map(|i| item(i, false)).collect();
    let expected: Vec<[u32; 8]> = (1..17).map(|i| item(i, true)).collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn copy_unaligned(name: &str) -> Case {
    let input = inputs::integers::<1>(65).concat();
    let expected: Vec<[u32; 4]> = (0..64)
        .map(|i| std::array::from_fn(|k| input.get(i + (i & 1) + k).copied().unwrap_or(0)))
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn counter(name: &str) -> Case {
    let expected: Vec<[Want; 2]> = (0..64u32).map(|k| [k.want(), one_of(0..64u32)]).collect();
    compute(name)
        .counted("u0,space1", [0u32; 128], 0)
        .expect("u0,space1", expected)
        .expect_counter("u0,space1", 64)
        .counted("u1,space1", [0u32; 64], 64)
        .expect("u1,space1", [1u32; 64])
        .expect_counter("u1,space1", 0)
}

fn dimensions(name: &str) -> Case {
    compute(name)
        .raw("t0", [0u8; 400])
        .raw("t1", [0u8; 84])
        .typed("t2", Format::R32_SFLOAT, [0f32; 33])
        .output("u0,space1", [400u32, 7, 12, 33, 32, 5, 24, 21])
        .raw("u1,space1", [0u8; 120])
        .typed("u2,space1", Format::R32_UINT, [0u32; 21])
}

fn structured_arrays(name: &str) -> Case {
    let whole = inputs::whole::<18>(8);
    let numbers = inputs::below::<1>(8, 100);
    let mut bytes = Vec::new();
    let mut expected = Vec::new();
    for (item, &[n]) in whole.iter().zip(&numbers) {
        item.iter().for_each(|x| x.append(&mut bytes));
        [n, 0, 0, 0].iter().for_each(|x| x.append(&mut bytes));
        let weight = |k: usize| item[(n as usize + k) % 6];
        let sum: [Want; 4] = std::array::from_fn(|c| {
            let sum: f32 = (0..3).map(|k| item[6 + k * 4 + c] * weight(k)).sum();
            if sum == 0.0 {
                one_of([0.0f32, -0.0])
            } else {
                sum.want()
            }
        });
        expected.push(sum);
    }
    compute(name).raw("t0", bytes).output("u0,space1", expected)
}

fn structured_bool(name: &str) -> Case {
    let input: Vec<[u32; 3]> = inputs::below::<3>(16, 2)
        .iter()
        .map(|v| v.map(|x| if x == 0 { 0 } else { 0x8000_0000 }))
        .collect();
    let expected: Vec<[u32; 2]> = input
        .iter()
        .map(|v| {
            [
                u32::from(v.iter().all(|&x| x != 0)),
                u32::from(v.iter().any(|&x| x != 0)),
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn matrices(name: &str) -> Case {
    let row_major = name.ends_with(".rowmajor");
    let matrices = inputs::whole::<16>(4);
    let vectors = inputs::whole::<4>(4);
    let at = |m: &[f32; 16], row: usize, column: usize| {
        if row_major {
            m[row * 4 + column]
        } else {
            m[column * 4 + row]
        }
    };
    let products: Vec<[Want; 4]> = matrices
        .iter()
        .zip(&vectors)
        .map(|(m, v)| {
            std::array::from_fn(|row| {
                let sum: f32 = (0..4).map(|column| at(m, row, column) * v[column]).sum();
                if sum == 0.0 {
                    one_of([0.0f32, -0.0])
                } else {
                    sum.want()
                }
            })
        })
        .collect();
    let parts: Vec<[f32; 6]> = matrices
        .iter()
        .map(|m| std::array::from_fn(|k| at(m, 1 + k / 3, 1 + k % 3)))
        .collect();
    compute(name)
        .raw("t0", matrices)
        .raw("t1", vectors)
        .output("u0,space1", products)
        .output("u1,space1", parts)
}

fn mixed_widths(name: &str) -> Case {
    let h = |x: f32| f16::from_f32(x).to_bits();
    let item = |i: u16, after: bool| {
        let f = f32::from(i);
        let mut bytes = Vec::new();
        let mut halves = |values: &[u16]| values.iter().for_each(|x| x.append(&mut bytes));
        if after {
            halves(&[h(f + 1.0), h(f * 3.0), h(f * 2.0), h(f), i * 2, 0]);
            (-f).append(&mut bytes);
            (f64::from(i) * 0.05).append(&mut bytes);
            (u64::from(u32::MAX) + u64::from(i) + 1).append(&mut bytes);
            [h(f - 9.0), h(f + 0.5), 0, 0]
                .iter()
                .for_each(|x| x.append(&mut bytes));
        } else {
            halves(&[h(f), h(f), h(f * 2.0), h(f * 3.0), i, 0]);
            f.append(&mut bytes);
            (f64::from(i) * 0.1).append(&mut bytes);
            (u64::from(u32::MAX) + u64::from(i)).append(&mut bytes);
            [h(f + 0.5), h(f - 9.0), 0, 0]
                .iter()
                .for_each(|x| x.append(&mut bytes));
        }
        bytes
    };
    let input: Vec<u8> = (1..17).flat_map(|i| item(i, false)).collect();
    // Padding is left alone.
    let expected: Vec<Want> = (1..17)
        .flat_map(|i| item(i, true))
        .enumerate()
        .map(|(at, byte)| {
            if matches!(at % 40, 10 | 11 | 36..40) {
                Want::Any { bytes: 1 }
            } else {
                byte.want()
            }
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn structured_out_of_bounds(name: &str) -> Case {
    let indexes = [
        3u32,
        8,
        0x1000_0000,
        0x4000_0000,
        7,
        u32::MAX,
        0,
        0x2000_0001,
        1,
        9,
        0x8000_0003,
        100,
        5,
        0x0fff_ffff,
        6,
        12,
    ];
    let input = inputs::integers::<4>(8);
    let mut written = [[0u32; 4]; 8];
    let read: Vec<[u32; 4]> = indexes
        .iter()
        .enumerate()
        .map(|(i, &index)| {
            if let Some(element) = written.get_mut(index as usize) {
                *element = [i as u32 + 1; 4];
            }
            input.get(index as usize).copied().unwrap_or_default()
        })
        .collect();
    compute(name)
        .raw("t0", indexes)
        .raw("t1", input)
        .raw("u0,space1", [0u32; 32])
        .expect("u0,space1", written.to_vec())
        .output("u1,space1", read)
}

fn strides(name: &str) -> Case {
    let strides = [4u32, 8, 12, 20, 36, 64];
    let indexes = [
        0u32,
        15,
        16,
        3,
        7,
        1,
        2,
        14,
        100,
        0x4000_0000,
        8,
        9,
        10,
        11,
        12,
        u32::MAX,
    ];
    let word = |buffer: usize, index: u32, word: u32| {
        if index < 16 {
            buffer as u32 * 1000 + index * strides[buffer] / 4 + word
        } else {
            0
        }
    };
    let expected: Vec<[u32; 8]> = indexes
        .iter()
        .map(|&k| {
            [
                word(0, k, 0),
                word(1, k, 1),
                word(2, k, 0),
                word(2, k, 1),
                word(2, k, 2),
                word(3, k, 4),
                // Column major: row 1, column 2.
                word(4, k, 2 * 3 + 1),
                word(5, k, 15),
            ]
        })
        .collect();
    let mut case = compute(name).raw("t6", indexes).output("u0,space1", expected);
    for (buffer, stride) in strides.iter().enumerate() {
        let words: Vec<u32> = (0..16 * stride / 4).map(|k| buffer as u32 * 1000 + k).collect();
        case = case.raw(&format!("t{buffer}"), words);
    }
    case
}

fn write_members(name: &str) -> Case {
    let old = u32::MAX;
    let expected: Vec<[u32; 7]> = (0..16u32)
        .map(|i| [i, old, (i as f32).to_bits(), old, old, i * 2, old])
        .collect();
    compute(name)
        .raw("u0,space1", [old; 112])
        .expect("u0,space1", expected)
}

fn typed_formats(name: &str) -> Case {
    let floats = inputs::range::<4>(64, -9.0, 9.0);
    let uints = inputs::integers::<1>(64).concat();
    let sints: Vec<[i16; 2]> = inputs::integers::<2>(64)
        .iter()
        .map(|v| v.map(|x| x as i16))
        .collect();
    let norms: Vec<[u8; 4]> = inputs::integers::<4>(64)
        .iter()
        .map(|v| v.map(|x| x as u8))
        .collect();
    let pairs = inputs::range::<2>(64, -5.0, 5.0);
    let indexes: Vec<u32> = (0..64)
        .map(|i| match i {
            10 => 64,
            20 => u32::MAX,
            30 => 0x4000_0000,
            _ => i * 7 % 64,
        })
        .collect();
    let expected: Vec<[Want; 12]> = indexes
        .iter()
        .map(|&index| {
            let k = index as usize;
            if k >= 64 {
                // All that a format lacks reads as (0, 0, 0, 1), which shows in no component here.
                return std::array::from_fn(|_| 0u32.want());
            }
            let f = floats[k];
            let n = norms[k].map(|x| within(f32::from(x) / 255.0, 1e-6, 0.0));
            let [s0, s1] = sints[k].map(|x| i32::from(x).want());
            let [n0, n1, n2, n3] = n;
            [
                f[0].want(),
                f[1].want(),
                f[2].want(),
                f[3].want(),
                uints[k].want(),
                s0,
                s1,
                n0,
                n1,
                n2,
                n3,
                pairs[k][1].want(),
            ]
        })
        .collect();
    compute(name)
        .typed("t0", Format::R32G32B32A32_SFLOAT, floats)
        .typed("t1", Format::R32_UINT, uints)
        .typed("t2", Format::R16G16_SINT, sints)
        .typed("t3", Format::R8G8B8A8_UNORM, norms)
        .typed("t4", Format::R32G32_SFLOAT, pairs)
        .raw("t5", indexes)
        .output("u0,space1", expected)
}

fn typed_half(name: &str) -> Case {
    let input: Vec<[f16; 4]> = inputs::whole::<4>(64)
        .iter()
        .map(|v| v.map(f16::from_f32))
        .collect();
    let expected: Vec<[Want; 4]> = input
        .iter()
        .map(|v| {
            [v[0] + v[1], v[2] + v[3], v[0], v[3]].map(|x| {
                if x == f16::ZERO {
                    one_of([f16::ZERO, f16::NEG_ZERO])
                } else {
                    x.want()
                }
            })
        })
        .collect();
    compute(name)
        .typed("t0", Format::R16G16B16A16_SFLOAT, input)
        .typed_output("u0,space1", Format::R16G16B16A16_SFLOAT, expected)
}

fn typed_read_write(name: &str) -> Case {
    let a = inputs::range::<1>(64, -5.0, 5.0).concat();
    let b = inputs::below::<4>(64, 1000);
    let c: Vec<i32> = inputs::below::<1>(64, 1000)
        .iter()
        .map(|v| v[0] as i32 - 500)
        .collect();
    let doubled: Vec<f32> = a.iter().map(|x| x * 2.0).collect();
    let replaced: Vec<[u32; 4]> = b.iter().map(|v| [v[0], v[1], v[0] + v[1], v[3]]).collect();
    let negated: Vec<i32> = c.iter().map(|x| -x).collect();
    compute(name)
        .typed("u0,space1", Format::R32_SFLOAT, a)
        .expect("u0,space1", doubled)
        .typed("u1,space1", Format::R32G32B32A32_UINT, b)
        .expect("u1,space1", replaced)
        .typed("u2,space1", Format::R32_SINT, c)
        .expect("u2,space1", negated)
}

fn typed_store(name: &str) -> Case {
    let mut input = inputs::range::<4>(64, -0.5, 1.5);
    input[5] = [300.0, -200.0, 0.25, 0.75];
    let bits: Vec<u32> = input.iter().map(|v| v[0].to_bits()).collect();
    let norms: Vec<[Want; 4]> = input
        .iter()
        .map(|v| {
            v.map(|x| {
                let scaled = x.clamp(0.0, 1.0) * 255.0;
                one_of([scaled.floor() as u8, scaled.ceil() as u8])
            })
        })
        .collect();
    let sints: Vec<[i16; 2]> = input.iter().map(|v| [v[0] as i16, v[1] as i16]).collect();
    compute(name)
        .raw("t0", input.clone())
        .typed_output("u0,space1", Format::R32G32B32A32_SFLOAT, input)
        .typed_output("u1,space1", Format::R32_UINT, bits)
        .typed_output("u2,space1", Format::R8G8B8A8_UNORM, norms)
        .typed_output("u3,space1", Format::R16G16_SINT, sints)
}

fn typed_wide(name: &str) -> Case {
    let input: Vec<f64> = inputs::range::<1>(32, -9.0, 9.0)
        .iter()
        .map(|v| f64::from(v[0]) / 7.0)
        .collect();
    let expected: Vec<f64> = input.iter().map(|x| x * 2.0).collect();
    compute(name)
        .typed("t0", Format::R32G32_UINT, input)
        .typed_output("u0,space1", Format::R32G32_UINT, expected)
}

/// What a thread reads of what it has just written, beside what nobody writes.
fn read_back(name: &str) -> Case {
    let halves = name.ends_with("sm62");
    let input = |k: usize| -> Vec<u32> {
        let words = inputs::integers::<1>(512).concat();
        words[k * 128..][..128].iter().map(|x| x & 0xffff).collect()
    };
    let written = |read: &[u32]| -> Vec<u32> {
        let pairs = read.chunks(2).flat_map(|pair| {
            let first = pair[0].wrapping_add(1);
            [first, pair[1].wrapping_add(first)]
        });
        pairs.collect()
    };
    let bytes = |words: Vec<u32>| -> Vec<u8> {
        match halves {
            true => words.iter().flat_map(|&x| (x as u16).to_le_bytes()).collect(),
            false => words.iter().flat_map(|x| x.to_le_bytes()).collect(),
        }
    };
    let [a, b, c, d] = [0, 1, 2, 3].map(input);
    let typed: Vec<u32> = c.clone();
    let before = || bytes(vec![0x7777; 128]);
    compute(name)
        .raw("t0", bytes(a.clone()))
        .raw("t1", bytes(b.clone()))
        .typed("t2", Format::R32_UINT, typed)
        .raw("u3,space1", bytes(d.clone()))
        .raw("u0,space1", before())
        .expect("u0,space1", bytes(written(&a)))
        .raw("u1,space1", before())
        .expect("u1,space1", bytes(written(&b)))
        .typed("u2,space1", Format::R32_UINT, vec![0x7777u32; 128])
        .expect("u2,space1", written(&c))
        .raw("u4,space1", before())
        .expect("u4,space1", bytes(written(&d)))
}
