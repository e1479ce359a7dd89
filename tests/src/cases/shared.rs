//! Groupshared memory, atomics and barriers.

use super::inputs::{self, reduced};
use crate::case::{Case, Element, List, Texture, Want, compute, one_of};
use ash::vk::Format;
use dxil2spirv::options::OutOfBounds;
use half::f16;

/// Registers the cases.
pub fn register(list: &mut List) {
    let od = &["od"];
    list.each("groupshared/atomics", &[], atomics);
    list.each("groupshared/atomics64", &[], atomics64);
    list.each("groupshared/compare_exchange", od, compare_exchange);
    list.each("groupshared/compare_store", &[], compare_store);
    list.each("groupshared/half16", &[], half16);
    list.each("groupshared/histogram", &[], histogram);
    list.each("groupshared/lone_scalar", &[], |name| {
        compute(name).output("u0,space1", [2016u32])
    });
    list.each("groupshared/reduction", od, reduction);
    list.each("groupshared/scalar_flag", &[], scalar_flag);
    list.each("groupshared/structs", od, structs);
    list.each("groupshared/transpose", &[], transpose);
    list.each("groupshared/float3_quads", &[], float3_quads);
    list.each("groupshared/two_buffers_select", od, two_buffers_select);
    list.each("groupshared/wide64", &[], wide64);
    list.each("groupshared/views_counts", &[], views_counts);
    list.each("groupshared/views_tile", &[], views_tile);
    list.each("groupshared/views_order", &[], views_order);
    list.each("groupshared/views_types", &[], views_types);
    list.each("groupshared/views_beyond", &[], views_beyond);
    list.each("atomics/byte_address", &[], byte_address);
    list.each("atomics/float_by_cas", od, float_by_cas);
    list.each("atomics/int64_buffers", &[], int64_buffers);
    list.each("atomics/old_values", &[], old_values);
    list.each("atomics/structured", &[], structured);
    list.each("atomics/texture1d", &[], texture1d);
    list.each("atomics/texture2d", &[], texture2d);
    list.each("atomics/texture3d", &[], texture3d);
    list.each("atomics/typed_buffer", &[], typed_buffer);
    list.each("barriers/all", &[], barriers);
    list.each("barriers/device_exchange", &[], device_exchange);
    list.each("barriers/globally_coherent", &[], globally_coherent);
    list.each(
        "barriers/chained_scan",
        &["parted", "texels", "image", "heap"],
        chained_scan,
    );
}

fn words() -> Vec<u32> {
    inputs::integers::<1>(64).concat()
}

fn atomics(name: &str) -> Case {
    let input = words();
    let mut expected: Vec<Want> = reduced(&input).iter().map(|x| x.want()).collect();
    expected.push(1u32.want());
    expected.push(one_of(input.clone()));
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn atomics64(name: &str) -> Case {
    let input = inputs::wide_integers::<1>(64).concat();
    let expected = [
        input.iter().fold(0u64, |a, &b| a.wrapping_add(b)),
        input.iter().copied().max().unwrap_or(0),
        input.iter().fold(0, |a, b| a ^ b),
    ];
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn compare_exchange(name: &str) -> Case {
    let input: Vec<u32> = inputs::below::<1>(64, 40).iter().map(|v| v[0] + 1).collect();
    let mut distinct = input.clone();
    distinct.sort_unstable();
    distinct.dedup();
    // Which of two keys takes a cell depends on the run; every key is in one of the cells, so each word is one of them.
    let cells: Vec<Want> = (0..128)
        .map(|_| one_of(distinct.iter().copied().chain([0])))
        .collect();
    compute(name)
        .raw("t0", input)
        .output("u0,space1", cells)
        .output("u1,space1", [distinct.len() as u32])
}

fn compare_store(name: &str) -> Case {
    let input = inputs::below::<1>(64, 8).concat();
    let expected: Vec<u32> = input
        .iter()
        .enumerate()
        .map(|(t, &x)| (if x == 5 { 50 } else { x }) + if t % 2 == 0 { 1000 } else { 0 })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn half16(name: &str) -> Case {
    let input: Vec<f16> = inputs::range::<1>(128, -9.0, 9.0)
        .iter()
        .map(|v| f16::from_f32(v[0]))
        .collect();
    let reversed: Vec<f16> = input.iter().rev().copied().collect();
    let ints: Vec<u16> = (0..64u16).map(|t| ((63 - t) * 3).wrapping_mul(1000)).collect();
    compute(name)
        .raw("t0", input)
        .output("u0,space1", reversed)
        .output("u1,space1", ints)
}

pub fn histogram(name: &str) -> Case {
    let input = inputs::integers::<1>(256).concat();
    let mut bins = [0u32; 16];
    input.iter().for_each(|x| bins[(x & 15) as usize] += 1);
    compute(name)
        .raw("t0", input)
        .raw("u0,space1", [0u32; 16])
        .expect("u0,space1", bins)
        .groups(4, 1, 1)
}

fn reduction(name: &str) -> Case {
    let input = inputs::whole::<1>(1024).concat();
    let expected: Vec<[f32; 2]> = input
        .chunks(256)
        .map(|group| {
            [
                group.iter().sum::<f32>() + 0.0,
                group.iter().copied().fold(f32::MIN, f32::max),
            ]
        })
        .collect();
    compute(name)
        .raw("t0", input)
        .output("u0,space1", expected)
        .groups(4, 1, 1)
}

fn scalar_flag(name: &str) -> Case {
    let mut input: Vec<u32> = inputs::integers::<1>(256).iter().map(|v| v[0] & !1).collect();
    input[64 + 17] |= 1;
    input[192 + 63] |= 1;
    compute(name)
        .raw("t0", input)
        .output("u0,space1", [0u32, 1, 0, 1])
        .groups(4, 1, 1)
}

fn structs(name: &str) -> Case {
    let input = words();
    let expected: Vec<u32> = (0..64)
        .map(|t| {
            let y = input[63 - t] & 0xffff;
            y * 2 + y + (y & 1) + y + ((t as u32 + 1) & 3)
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

/// Sums of the quads of 16 x 16 texels, in reverse order, times 2.
fn float3_quads(name: &str) -> Case {
    let input = inputs::whole::<3>(256);
    let expected: Vec<[f32; 3]> = (0..64)
        .map(|number| {
            let (x, y) = ((7 - number % 8) * 2, (7 - number / 8) * 2);
            let texels = [0, 1, 16, 17].map(|further| input[y * 16 + x + further]);
            std::array::from_fn(|k| texels.iter().map(|texel| texel[k] * 2.0).sum())
        })
        .collect();
    compute(name)
        .raw("t0", input)
        .raw("u0,space1", vec![[7f32; 3]; 64])
        .expect("u0,space1", expected)
}

fn transpose(name: &str) -> Case {
    let at = |row: usize, column: usize| [row as f32, column as f32, 7.0, -1.5];
    let input: Vec<[f32; 4]> = (0..1024).map(|k| at(k / 32, k % 32)).collect();
    let expected: Vec<[f32; 4]> = (0..1024).map(|k| at(k % 32, k / 32)).collect();
    compute(name)
        .raw("t0", input)
        .output("u0,space1", expected)
        .groups(2, 2, 1)
}

fn two_buffers_select(name: &str) -> Case {
    let input = words();
    let expected: Vec<u32> = (0..64).map(|t| input[t ^ 1].wrapping_add(input[t] & 1)).collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn wide64(name: &str) -> Case {
    let input = inputs::wide_integers::<1>(64).concat();
    let sums: Vec<u64> = input
        .iter()
        .scan(0u64, |sum, &x| {
            *sum = sum.wrapping_add(x);
            Some(*sum)
        })
        .collect();
    let doubles: Vec<f64> = input.iter().rev().map(|&x| f64::from(x as u32)).collect();
    compute(name)
        .raw("t0", input)
        .output("u0,space1", sums)
        .output("u1,space1", doubles)
}

fn byte_address(name: &str) -> Case {
    let input = words();
    let [sum, and, or, xor, umin, umax, imin, imax] = reduced(&input);
    let before = [
        0,
        u32::MAX,
        0,
        0,
        u32::MAX,
        0,
        0x7fff_ffff,
        0x8000_0000,
        77,
        5,
        5,
        0,
    ];
    let after = [sum, and, or, xor, umin, umax, imin, imax, input[3], 50, 60, 0];
    compute(name)
        .raw("t0", input)
        .raw("u0,space1", before)
        .expect("u0,space1", after)
        .raw("u1,space1", [0u32; 4])
        .expect("u1,space1", [77u32, 5, 50])
}

fn float_by_cas(name: &str) -> Case {
    let input = inputs::whole::<1>(128).concat();
    let sum: f32 = input.iter().sum();
    compute(name)
        .raw("t0", input)
        .raw("u0,space1", [0u32])
        .expect("u0,space1", [sum])
        .groups(2, 1, 1)
}

fn int64_buffers(name: &str) -> Case {
    let input = inputs::wide_integers::<1>(64).concat();
    let sum = input.iter().fold(0u64, |a, &b| a.wrapping_add(b));
    let (max, min) = (
        input.iter().copied().max().unwrap_or(0),
        input.iter().copied().min().unwrap_or(0),
    );
    compute(name)
        .raw("t0", input)
        .raw("u0,space1", [0, 0, u64::MAX])
        .expect("u0,space1", [sum, max, min])
        .raw("u1,space1", [0u64])
        .expect("u1,space1", [sum])
}

fn old_values(name: &str) -> Case {
    compute(name)
        .raw("u0,space1", [0u32])
        .expect("u0,space1", [128u32])
        .raw("u1,space1", [0u32; 128])
        .expect("u1,space1", [1u32; 128])
        .groups(2, 1, 1)
}

fn structured(name: &str) -> Case {
    let input = words();
    let expected: Vec<[u32; 4]> = (0..4)
        .map(|k| {
            let mine: Vec<u32> = input.iter().skip(k).step_by(4).copied().collect();
            let [sum, _, _, _, umin, ..] = reduced(&mine);
            let imax = mine.iter().map(|&x| x as i32).max().unwrap_or(0).max(0);
            [sum, imax as u32, umin, k as u32]
        })
        .collect();
    compute(name)
        .raw("t0", input)
        .raw("u0,space1", vec![[0, 0, u32::MAX, 9]; 4])
        .expect("u0,space1", expected)
}

fn texture1d(name: &str) -> Case {
    let input = words();
    let mut counts = [0u32; 8];
    let mut largest = [0i32; 16];
    for (t, &x) in input.iter().enumerate() {
        counts[(x & 7) as usize] += 1;
        let cell = &mut largest[(t & 1) * 8 + (x & 7) as usize];
        *cell = (*cell).max(x as i32);
    }
    compute(name)
        .raw("t0", input)
        .texture("u0,space1", Texture::d1(Format::R32_UINT, 8))
        .expect("u0,space1", counts)
        .texture("u1,space1", Texture::d1(Format::R32_SINT, 8).layers(2))
        .expect("u1,space1", largest)
}

fn texture2d(name: &str) -> Case {
    let lowest = |layer: u32, x: u32, y: u32| y * 8 + x + 4 * layer;
    let expected: Vec<u32> = (0..2)
        .flat_map(|layer| (0..16).map(move |p| lowest(layer, p % 4, p / 4)))
        .collect();
    let filled = Texture::d2(Format::R32_UINT, 4, 4).layers(2).fill(|_| [u32::MAX]);
    compute(name)
        .texture("u0,space1", Texture::d2(Format::R32_UINT, 4, 4))
        .expect("u0,space1", [15u32; 16])
        .texture("u1,space1", filled)
        .expect("u1,space1", expected)
}

fn texture3d(name: &str) -> Case {
    let mut sums = [0u32; 8];
    for t in 0..64u32 {
        let (x, y, z) = (t % 4, t / 4 % 4, t / 16);
        sums[((z >> 1) * 4 + (y >> 1) * 2 + (x >> 1)) as usize] += t;
    }
    let olds: Vec<Want> = (0..64)
        .map(|_| one_of(std::iter::once(-1i32).chain(0..64)))
        .collect();
    compute(name)
        .texture("u0,space1", Texture::d3(Format::R32_UINT, 2, 2, 2))
        .expect("u0,space1", sums)
        .output("u1,space1", olds)
        .texture(
            "u2,space1",
            Texture::d3(Format::R32_SINT, 1, 1, 1).fill(|_| [-1i32]),
        )
        .expect("u2,space1", vec![one_of(0..64i32)])
}

fn typed_buffer(name: &str) -> Case {
    let input = words();
    let [sum, and, or, xor, umin, umax, imin, imax] = reduced(&input);
    compute(name)
        .raw("t0", input)
        .typed(
            "u0,space1",
            Format::R32_UINT,
            [0, u32::MAX, 0, 0, u32::MAX, 0, 5, 5],
        )
        .expect("u0,space1", [sum, and, or, xor, umin, umax, 50, 8])
        .typed("u1,space1", Format::R32_SINT, [i32::MAX, i32::MIN])
        .expect("u1,space1", [imin, imax])
}

fn barriers(name: &str) -> Case {
    let expected: Vec<u32> = (0..64).map(|i| 6 * (i ^ 1) + 15).collect();
    compute(name).output("u0,space1", expected)
}

fn device_exchange(name: &str) -> Case {
    let expected: Vec<u32> = (0..128).map(|i| (i ^ 63) * 7).collect();
    compute(name)
        .raw("u0,space1", [0u32; 128])
        .output("u1,space1", expected)
        .groups(2, 1, 1)
}

fn globally_coherent(name: &str) -> Case {
    let input = inputs::integers::<1>(512).concat();
    let sum = input.iter().fold(0u32, |a, &b| a.wrapping_add(b));
    compute(name)
        .raw("t0", input)
        .raw("u0,space1", [0u32; 8])
        .raw("u1,space1", [0u32; 2])
        .expect("u1,space1", [8, sum])
        .groups(8, 1, 1)
}

/// More groups than a device runs at a time, mostly.
fn chained_scan(name: &str) -> Case {
    let groups = 200;
    let input: Vec<u32> = inputs::integers::<1>(64 * groups).concat();
    let input: Vec<u32> = input.iter().map(|x| x & 0xffff).collect();
    let sums = input.iter().scan(0, |sum, x| {
        *sum += x;
        Some(*sum)
    });
    let sums: Vec<u32> = sums.collect();
    let told = vec![0u32; groups];
    let case = compute(name)
        .raw("t0", input)
        .output("u0,space1", sums)
        .raw("u3,space1", [0u32])
        .expect("u3,space1", [groups as u32])
        .groups(groups as u32, 1, 1);
    match name.rsplit_once('.') {
        Some((_, "texels")) => case.typed("u1,space1", Format::R32_UINT, told),
        Some((_, "image")) => case.texture("u1,space1", Texture::d1(Format::R32_UINT, groups as u32)),
        Some((_, "heap")) => case.raw("u1,heap", told).raw("u2,heap", vec![0u32; 2 * groups]),
        Some((_, "parted")) => case
            .raw("u1,space1", told)
            .raw("u2,space1", vec![0u32; 2 * groups]),
        _ => case.raw("u1,space1", told),
    }
}

fn views_counts(name: &str) -> Case {
    let input = inputs::integers::<1>(256).concat();
    let up_to = |n: u32| input.iter().filter(|&x| x & 255 <= n).count() as u32;
    let all: Vec<u32> = (0..256).map(up_to).collect();
    let found: Vec<u32> = input.iter().step_by(4).map(|x| up_to(x & 255)).collect();
    compute(name)
        .raw("t0", input)
        .output("u0,space1", all)
        .output("u1,space1", found)
}

fn views_tile(name: &str) -> Case {
    let input = inputs::whole::<1>(256).concat();
    let sums: Vec<f32> = (0..256usize)
        .map(|at| input[at.max(1) - 1] + input[at] + input[(at + 1).min(255)])
        .collect();
    compute(name).raw("t0", input).output("u0,space1", sums)
}

fn views_order(name: &str) -> Case {
    let input = inputs::below::<1>(64, 64).concat();
    let (mut fours, mut twos) = (vec![[0u32; 4]; 128], vec![[0u32; 2]; 128]);
    for (thread, &x) in input.iter().enumerate() {
        let mut words = [x, x + 1, x + 2, x + 3, x * 2, x * 3];
        let chosen = |bit: u32, x: u32, all: u32| match all & bit {
            0 => 4 + (x & 1) as usize,
            _ => (x & 3) as usize,
        };
        words[chosen(16, x, x)] = 1000 + x;
        let [a, b, c, d, e, f] = words;
        (fours[thread], twos[thread]) = ([a, b, c, d], [e, f]);
        words[chosen(32, x >> 2, x)] += 7;
        let [a, b, c, d, e, f] = words;
        (fours[64 + thread], twos[64 + thread]) = ([a, b, c, d], [e, f]);
    }
    compute(name)
        .raw("t0", input)
        .output("u0,space1", fours.concat())
        .output("u1,space1", twos.concat())
}

fn views_types(name: &str) -> Case {
    let input = words();
    let half = |at: usize| f16::from_f32(((input[at / 4] & 255) + (at % 4) as u32) as f32);
    let mut halves = Vec::new();
    let mut pairs: Vec<u64> = Vec::new();
    let wide = |t: usize| u64::from(input[t]) << 32 | t as u64;
    for (t, &x) in input.iter().enumerate() {
        let other = 4 * (63 - t);
        halves.extend([
            half(other),
            half((x & 255) as usize),
            half(other + 2),
            half(other + 3),
        ]);
        pairs.extend([wide((x & 63) as usize), !wide(t ^ 1)]);
    }
    compute(name)
        .raw("t0", input)
        .output("u0,space1", halves)
        .output("u1,space1", pairs)
}

/// Numbers of fours of words in 64, those far beyond them too. One that is beyond the numbers of 32 bits in bytes, or in
/// words, leads to where the shader's own arithmetic wraps around to: 0x4000_0001 to the second four.
fn views_beyond(name: &str) -> Case {
    let mut input = inputs::below::<1>(64, 32).concat();
    for x in &mut input {
        *x = if *x == 1 { 17 } else { *x };
    }
    input[5] = 0x4000_0001;
    input[6] = 0x1000_0000;
    input[7] = 0xffff_ffff;
    let mut words = [0u32; 64];
    for &x in &input {
        for c in 0..4 {
            if let Some(word) = words.get_mut(x.wrapping_mul(4).wrapping_add(c) as usize) {
                *word = x.wrapping_add(c);
            }
        }
    }
    let at = |index: u32| words.get(index as usize).copied().unwrap_or(0);
    let fours: Vec<u32> = input
        .iter()
        .flat_map(|x| (0..4).map(move |c| at(x.wrapping_mul(4).wrapping_add(c))))
        .collect();
    let ones: Vec<u32> = input.iter().map(|&x| at(x)).collect();
    compute(name)
        .raw("t0", input)
        .output("u0,space1", fours)
        .output("u1,space1", ones)
        .options(|options| options.array_bounds.groupshared = OutOfBounds::Zero)
}
