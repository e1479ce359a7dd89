//! Every atomic on every kind of memory, and memory shared within a group.

use super::inputs::{self, reduced};
use crate::case::{Case, Element, List, Need, Texture, Want, compute, one_of};
use ash::vk::Format;

/// Registers the cases.
pub fn register(list: &mut List) {
    list.each("groupshared/atomics64_all", &[], groupshared64);
    list.each("atomics/int64_all", &[], int64);
    list.each("atomics/texture_all", &[], texture);
    list.each("atomics/texture64", &[], texture64);
    list.each("atomics/structured_all", &[], structured);
    list.each("atomics/typed_float", &[], typed_float);
    list.each("atomics/float_exchange", &[], float_exchange);
    list.add("atomics/int64_heap", int64_heap);
    list.add("atomics/int64_heap.texels", int64_heap_texels);
    list.each("barriers/texture_exchange", &[], exchange);
    list.each("barriers/by_memory_type", &["handle"], by_memory_type);
    list.each("barriers/scopes", &[], scopes);
}

fn wide() -> Vec<u64> {
    inputs::wide_integers::<1>(64).concat()
}

fn texture64(name: &str) -> Case {
    let input = wide();
    let [sum, _, _, odd, least, _, signed_least, signed_most] = reduced(&input);
    compute(name)
        .needs(Need::ImageAtomics64)
        .raw("t0", input)
        .texture(
            "u0,space1",
            Texture::d2(Format::R64_UINT, 2, 2).data([0, 0, u64::MAX, 7]),
        )
        .typed("u1,space1", Format::R64_SINT, [0u64; 2])
        .expect("u0,space1", [sum, odd, least, 1 << 40])
        .expect(
            "u1,space1",
            [(signed_least as i64).min(0), (signed_most as i64).max(0)],
        )
}

fn groupshared64(name: &str) -> Case {
    let input = wide();
    let mut expected: Vec<Want> = reduced(&input).iter().map(|x| x.want()).collect();
    expected.push(one_of(input.clone()));
    expected.push(1u64.want());
    expected.push((0x2_0000_0001u64 * 64).want());
    expected.push(70u64.want());
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn int64(name: &str) -> Case {
    let input = wide();
    let mut after = reduced(&input).to_vec();
    after.extend([input[3], 1 << 40]);
    let before = [
        0,
        u64::MAX,
        0,
        0,
        u64::MAX,
        0,
        i64::MAX as u64,
        i64::MIN as u64,
        77,
        5,
    ];
    let items: Vec<[u64; 3]> = (0..2)
        .map(|k| {
            let mine: Vec<u64> = input.iter().skip(k).step_by(2).copied().collect();
            let [sum, _, _, _, _, most, ..] = reduced(&mine);
            [0, sum, most]
        })
        .collect();
    compute(name)
        .raw("t0", input)
        .raw("u0,space1", before)
        .expect("u0,space1", after)
        .raw("u1,space1", [0u64; 6])
        .expect("u1,space1", items)
        .output("u2,space1", [77u64, 5, 1 << 40])
}

fn words() -> (Vec<u32>, [u32; 8]) {
    let input = inputs::integers::<1>(64).concat();
    let all = |f: fn(u32, u32) -> u32| input.iter().copied().reduce(f).unwrap_or(0);
    let reduced = [
        all(u32::wrapping_add),
        all(|a, b| a & b),
        all(|a, b| a | b),
        all(|a, b| a ^ b),
        all(u32::min),
        all(u32::max),
        all(|a, b| (a as i32).min(b as i32) as u32),
        all(|a, b| (a as i32).max(b as i32) as u32),
    ];
    (input, reduced)
}

fn texture(name: &str) -> Case {
    let (input, [_, and, or, xor, umin, umax, imin, imax]) = words();
    let third = input[3];
    let unsigned = Texture::d2(Format::R32_UINT, 4, 2);
    let signed = Texture::d2(Format::R32_SINT, 2, 1).layers(2);
    compute(name)
        .raw("t0", input)
        .texture(
            "u0,space1",
            unsigned.data([u32::MAX, 0, 0, u32::MAX, 0, 77, 5, 5]),
        )
        .expect("u0,space1", [and, or, xor, umin, umax, third, 50, 60])
        .texture("u1,space1", signed.data([9, 9, i32::MAX, i32::MIN]))
        .expect("u1,space1", [9 + 64, 9 + 128, imin as i32, imax as i32])
        .output("u2,space1", [77u32, 5, 50])
}

fn structured(name: &str) -> Case {
    let (input, _) = words();
    let expected: Vec<[u32; 9]> = (0..2)
        .map(|k| {
            let mine: Vec<u32> = input.iter().skip(k).step_by(2).copied().collect();
            let all = |f: fn(u32, u32) -> u32| mine.iter().copied().reduce(f).unwrap_or(0);
            [
                all(|a, b| a & b),
                all(|a, b| a | b),
                all(|a, b| a ^ b),
                all(u32::min),
                all(u32::max),
                input[2 + k],
                50,
                60,
                9,
            ]
        })
        .collect();
    compute(name)
        .raw("t0", input)
        .raw("u0,space1", vec![[u32::MAX, 0, 0, u32::MAX, 0, 77, 5, 5, 9]; 2])
        .expect("u0,space1", expected)
        .output("u1,space1", [77u32, 5, 50, 77, 5, 50])
}

/// Floats are compared by their bits: -0 is not 0, and a NaN is itself.
fn typed_float(name: &str) -> Case {
    let nan = 0x7fc0_0001u32;
    let minus = (-0.0f32).to_bits();
    let bits = f32::to_bits;
    compute(name)
        .needs(Need::FloatsAsWords)
        .typed("u0,space1", Format::R32_SFLOAT, [0, nan, minus, bits(1.5)])
        .expect("u0,space1", [bits(2.0), bits(6.0), minus, bits(7.0)])
        .texture(
            "u1,space1",
            Texture::d2(Format::R32_SFLOAT, 2, 1).data([0.0f32, 8.0]),
        )
        .expect("u1,space1", [0.0f32, 9.0])
        .output("u2,space1", [minus, nan, bits(1.5), bits(8.0)])
}

fn float_exchange(name: &str) -> Case {
    let nan = 0x7fc0_0001u32;
    let bits = f32::to_bits;
    let before = [bits(1.0), bits(-0.0), nan, bits(2.0)];
    let after = [bits(5.0), bits(-0.0), bits(7.0), bits(8.0)];
    let seen = [bits(1.0), bits(-0.0), nan, bits(8.0)];
    compute(name)
        .raw("u0,space1", before)
        .raw("u1,space1", before.map(|value| [9, value]).to_vec())
        .expect("u0,space1", after)
        .expect("u1,space1", after.map(|value| [9, value]).to_vec())
        .output("u2,space1", vec![seen; 3])
}

fn int64_heap() -> Case {
    let input = wide();
    let [sum, _, _, odd, _, most, ..] = reduced(&input);
    let items: Vec<[u64; 2]> = (0..2)
        .map(|k| {
            let mine: Vec<u64> = input.iter().skip(k).step_by(2).copied().collect();
            let [_, all, _, _, _, _, least, _] = reduced(&mine);
            [all, least]
        })
        .collect();
    compute("atomics/int64_heap")
        .raw("t0", input)
        .raw("u1,heap", [0u64, 0, 0, 7])
        .raw("u2,heap", vec![[u64::MAX, i64::MAX as u64]; 2])
        .expect("u1,heap", [sum, odd, most, 1 << 40])
        .expect("u2,heap", items)
}

fn int64_heap_texels() -> Case {
    let input = wide();
    let [sum, _, any, .., most] = reduced(&input);
    compute("atomics/int64_heap.texels")
        .needs(Need::ImageAtomics64)
        .raw("t0", input.clone())
        .typed("u3,heap", Format::R64_UINT, [0u64; 2])
        .texture(
            "u4,heap",
            Texture::d2(Format::R64_SINT, 2, 1).data([i64::MIN as u64, 0]),
        )
        .expect("u3,heap", [any, input[9]])
        .expect("u4,heap", [most, sum])
}

fn by_memory_type(name: &str) -> Case {
    let input = inputs::integers::<1>(128).concat();
    let written: Vec<u32> = input.iter().map(|x| x.wrapping_mul(3)).collect();
    let expected: Vec<u32> = (0..128)
        .map(|i: usize| input[i / 64 * 64 + 63 - i % 64].wrapping_add(written[i ^ 1]))
        .collect();
    compute(name)
        .groups(2, 1, 1)
        .raw("t0", input)
        .output("u0,space1", expected)
        .output("u1,space1", written)
}

fn scopes(name: &str) -> Case {
    let input = inputs::integers::<1>(128).concat();
    // What the thread of the group that `of` names has, times a factor.
    let theirs = |x: &[u32], of: &dyn Fn(usize) -> usize, factor: u32| -> Vec<u32> {
        (0..128)
            .map(|i| x[i / 64 * 64 + of(i % 64)].wrapping_mul(factor))
            .collect()
    };
    let plus =
        |x: &[u32], y: Vec<u32>| -> Vec<u32> { x.iter().zip(y).map(|(x, y)| x.wrapping_add(y)).collect() };
    let mut x: Vec<u32> = input.clone();
    x = plus(&x, theirs(&x, &|t| 63 - t, 3));
    x = plus(&x, theirs(&x, &|t| (t + 1) & 63, 5));
    x = plus(&x, theirs(&x, &|t| t ^ 32, 7));
    let (one, other) = (theirs(&x, &|t| (t + 17) & 63, 1), theirs(&x, &|t| t ^ 5, 3));
    x = plus(&plus(&x, one), other);
    let (one, other) = (theirs(&x, &|t| (t + 40) & 63, 1), theirs(&x, &|t| t ^ 63, 5));
    x = plus(&plus(&x, one), other);
    let texels = x.clone();
    x = plus(&x, theirs(&x, &|t| (t + 3) & 63, 9));
    let expected = plus(&x, theirs(&x, &|t| t ^ 9, 11));
    compute(name)
        .groups(2, 1, 1)
        .raw("t0", input)
        .output("u0,space1", expected)
        .output("u1,space1", x)
        .typed_output("u2,space1", Format::R32_UINT, texels)
}

fn exchange(name: &str) -> Case {
    let expected: Vec<u32> = (0..128)
        .map(|i| {
            let (g, n) = (i / 64, i % 64);
            let m = n / 8 + n % 8 * 8;
            3 * m + 600 * g
        })
        .collect();
    compute(name)
        .texture("u0,space1", Texture::d2(Format::R32_UINT, 16, 8))
        .texture("u1,space1", Texture::d3(Format::R32_UINT, 8, 8, 2))
        .typed("u2,space1", Format::R32_UINT, [0u32; 128])
        .output("u3,space1", expected)
        .groups(2, 1, 1)
}
