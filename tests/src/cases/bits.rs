//! Bit operations and conversions.

use super::inputs;
use crate::case::{Case, Element, List, Need, Want, compute, near, one_of};
use half::f16;

/// Registers the cases.
pub fn register(list: &mut List) {
    list.each("bits/count_find", &["od"], count_find);
    list.each("bits/count_find_16", &[], count_find_16);
    list.each("bits/count_find_64", &[], count_find_64);
    list.each("bits/fields", &[], fields);
    list.each("bits/shifts_back", &["od"], shifts_back);
    list.each("bits/msad", &[], msad);
    list.each("bits/pack_bytes", &["native16"], pack_bytes);
    list.add("bits/pack4x8", || pack4x8("bits/pack4x8", 32));
    list.add("bits/pack4x8_16", || pack4x8("bits/pack4x8_16", 16));
    list.each("bits/dot4add", &[], dot4add);
    list.each("convert/bitcasts", &[], bitcasts);
    list.each("convert/double_words", &[], double_words);
    list.each("convert/float_to_int", &["od"], float_to_int);
    for name in ["convert/float_to_int", "convert/float_to_int.od"] {
        list.add(&format!("{name} (the device's)"), move || {
            float_to_int(name)
                .options(|options| options.saturating_conversions = true)
                .needs(Need::SaturatingConversions)
        });
    }
    list.each("convert/half_saturating", &[], half_to_int);
    list.each("convert/int_by_float", &[], int_by_float);
    list.add("convert/int_by_float (the device's)", || {
        int_by_float("convert/int_by_float")
            .options(|options| options.saturating_conversions = true)
            .needs(Need::SaturatingConversions)
    });
    list.each("convert/int_to_float", &[], int_to_float);
    list.each("convert/legacy_half", &[], |name| legacy_half(name, false));
    list.add("convert/legacy_half (native rounding)", || {
        legacy_half("convert/legacy_half", true).options(|options| options.native_half_rounding = true)
    });
    list.each("convert/half_words", &[], half_words);
    list.add("convert/half_words (kept)", || {
        kept(half_words("convert/half_words"))
    });
    list.add("convert/legacy_half (kept)", || {
        kept(legacy_half("convert/legacy_half", false))
    });
    list.add("convert/half_to_zero", half_to_zero);
    list.add("convert/half_to_zero (rounding mode)", || {
        half_to_zero()
            .options(|options| options.half_rounding_to_zero = true)
            .needs(Need::HalfRounding)
    });
    // There and back: the option changes nothing.
    list.add("convert/legacy_half (rounding mode)", || {
        legacy_half("convert/legacy_half", false).options(|options| options.half_rounding_to_zero = true)
    });
    list.each("convert/width_mix", &[], width_mix);
}

/// Position of the highest bit that differs from the sign, or all ones.
fn high_signed(x: i64, width: u32) -> u32 {
    high(if x < 0 { !x as u64 & mask(width) } else { x as u64 })
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

fn high(x: u64) -> u32 {
    if x == 0 { u32::MAX } else { 63 - x.leading_zeros() }
}

fn low(x: u64) -> u32 {
    if x == 0 { u32::MAX } else { x.trailing_zeros() }
}

fn count_find(name: &str) -> Case {
    let mut input = inputs::integers::<1>(64).concat();
    input[..4].copy_from_slice(&[0, u32::MAX, 1, 0x8000_0000]);
    let expected: Vec<[u32; 5]> = input
        .iter()
        .map(|&x| {
            let wide = u64::from(x);
            [
                x.count_ones(),
                x.reverse_bits(),
                low(wide),
                high(wide),
                high_signed(i64::from(x as i32), 32),
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn count_find_16(name: &str) -> Case {
    let mut input: Vec<u16> = inputs::integers::<1>(64).iter().map(|v| v[0] as u16).collect();
    input[..4].copy_from_slice(&[0, u16::MAX, 1, 0x8000]);
    let expected: Vec<[u32; 5]> = input
        .iter()
        .map(|&x| {
            let wide = u64::from(x);
            let signed = high_signed(i64::from(x as i16), 16);
            [
                x.count_ones(),
                u32::from(x.reverse_bits()),
                low(wide),
                high(wide),
                signed,
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn count_find_64(name: &str) -> Case {
    let mut input = inputs::wide_integers::<1>(64).concat();
    input[..5].copy_from_slice(&[0, u64::MAX, 1 << 40, 1 << 63, 0x8000_0000]);
    let expected: Vec<[u32; 6]> = input
        .iter()
        .map(|&x| {
            let reversed = x.reverse_bits();
            [
                x.count_ones(),
                low(x),
                high(x),
                high_signed(x as i64, 64),
                reversed as u32,
                (reversed >> 32) as u32,
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn shifts_back(name: &str) -> Case {
    let input = inputs::wide_integers::<1>(64).concat();
    let expected: Vec<[u32; 10]> = input
        .iter()
        .map(|&wide| {
            let (word, narrow) = (wide as u32, wide as u16);
            let [least, most] = [wide << 3 >> 3, wide << 40 >> 40];
            [
                u32::from(narrow << 3 >> 3),
                u32::from(narrow << 11 >> 11),
                word << 3 >> 3,
                word << 11 >> 11,
                least as u32,
                (least >> 32) as u32,
                most as u32,
                (most >> 32) as u32,
                u32::from(narrow.wrapping_mul(32) >> 5),
                word.wrapping_mul(32) >> 5,
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn fields(name: &str) -> Case {
    let mut input = inputs::integers::<4>(64);
    input[0] = [0xdead_beef, 0, 31, 5];
    input[1] = [0xdead_beef, 0x1234_5678, 32, 3];
    input[2] = [0xdead_beef, 0x1234_5678, 8, 28];
    let expected: Vec<[u32; 4]> = input
        .iter()
        .map(|&[x, y, w, o]| {
            let (w, o) = (w & 31, o & 31);
            let mask = (1u32 << w) - 1;
            let field = (x >> o) & mask;
            let extended = if w == 0 {
                0
            } else {
                ((field << (32 - w)) as i32 >> (32 - w)) as u32
            };
            [
                field,
                extended,
                (y & !(mask << o)) | ((x & mask) << o),
                x.rotate_left(o),
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn msad(name: &str) -> Case {
    let mut input = inputs::integers::<7>(64);
    // The sums stay small: whether they saturate is open.
    for row in &mut input {
        row[3..].iter_mut().for_each(|sum| *sum &= 0xffff);
    }
    input[0][..3].copy_from_slice(&[0x00ff_0011, 0xff00_2233, 0x0102_0304]);
    let expected: Vec<[u32; 4]> = input
        .iter()
        .map(|v| {
            let source = u64::from(v[2]) << 32 | u64::from(v[1]);
            std::array::from_fn(|k| {
                let reference = v[0].to_le_bytes();
                let bytes = ((source >> (8 * k)) as u32).to_le_bytes();
                let sum: u32 = (0..4)
                    .filter(|&byte| reference[byte] != 0)
                    .map(|byte| u32::from(reference[byte].abs_diff(bytes[byte])))
                    .sum();
                v[3 + k] + sum
            })
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn pack_bytes(name: &str) -> Case {
    let input = inputs::integers::<1>(64).concat();
    let expected: Vec<[Want; 2]> = input
        .iter()
        .map(|&x| {
            let sum: u32 = x.to_le_bytes().iter().map(|&byte| u32::from(byte)).sum();
            [x.swap_bytes().want(), near(sum as f32 / 255.0, 1e-6)]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

/// Packs four numbers of so many bits.
fn pack4x8(name: &str, bits: u32) -> Case {
    let mut input = inputs::integers::<4>(64);
    // Around the bounds of bytes, where clamping shows.
    for (row, x) in input.iter_mut().step_by(2).enumerate() {
        let near = [0i32, 127, 128, 255, 256, -1, -128, -129, 300, -300];
        *x = std::array::from_fn(|k| near[(row + k * 3) % near.len()] as u32);
    }
    let expected: Vec<[u32; 12]> = input
        .iter()
        .map(|&x| {
            let signed = x.map(|x| if bits == 16 { i32::from(x as i16) } else { x as i32 });
            let bytes = signed.map(|x| x as u8);
            let pack = u32::from_le_bytes;
            let unpacked = x[0].to_le_bytes();
            let mut row = [0; 12];
            row[0] = pack(bytes);
            row[1] = pack(bytes);
            row[2] = pack(signed.map(|x| x.clamp(0, 255) as u8));
            row[3] = pack(signed.map(|x| x.clamp(-128, 127) as u8));
            for (k, byte) in unpacked.into_iter().enumerate() {
                row[4 + k] = u32::from(byte);
                row[8 + k] = i32::from(byte as i8) as u32;
            }
            row
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn dot4add(name: &str) -> Case {
    let mut input = inputs::integers::<3>(64);
    // Sums that go over.
    input[0] = [0xffff_ffff, 0xffff_ffff, 0xffff_fff0];
    input[1] = [0x8080_8080, 0x8080_8080, 0x7fff_ffff];
    let expected: Vec<[u32; 2]> = input
        .iter()
        .map(|&[a, b, sum]| {
            let products = a.to_le_bytes().into_iter().zip(b.to_le_bytes());
            let unsigned = products.clone().map(|(a, b)| u32::from(a) * u32::from(b));
            let signed = products.map(|(a, b)| i32::from(a as i8) * i32::from(b as i8));
            [
                unsigned.fold(sum, u32::wrapping_add),
                signed.fold(sum as i32, i32::wrapping_add) as u32,
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn bitcasts(name: &str) -> Case {
    let input = inputs::integers::<1>(64).concat();
    // Of a NaN whose sign changes, Vulkan does not promise the bits: only that it is one.
    let expected: Vec<[Want; 4]> = input
        .iter()
        .map(|&x| {
            [
                (-f32::from_bits(x)).want(),
                (-f16::from_bits(x as u16)).want(),
                0u16.want(),
                (x & 0xffff).want(),
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn double_words(name: &str) -> Case {
    let input: Vec<f64> = inputs::range::<1>(32, -1e6, 1e6)
        .iter()
        .map(|v| f64::from(v[0]) / 3.0)
        .collect();
    let expected: Vec<[Want; 6]> = input
        .iter()
        .map(|&d| {
            let (bits, single) = (d.to_bits(), d as f32);
            // Either rounding to single.
            let singles = [single, f32::from_bits(single.to_bits() - 1)];
            let back = singles.map(|f| f64::from(f).to_bits());
            [
                (bits as u32).want(),
                ((bits >> 32) as u32).want(),
                one_of(singles),
                one_of(back.map(|b| b as u32)),
                one_of(back.map(|b| (b >> 32) as u32)),
                (d as i32).want(),
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

pub fn float_to_int(name: &str) -> Case {
    let mut input = inputs::floats::<1>(64).concat();
    let edges = [
        3e9,
        -3e9,
        f32::NAN,
        -1.0,
        -0.5,
        4_294_967_040.0,
        5e9,
        2_147_483_648.0,
        1.99,
        -1.99,
        -7.0,
    ];
    input[..11].copy_from_slice(&edges);
    let expected: Vec<[u32; 4]> = input
        .iter()
        .map(|&x| {
            [
                x as i32 as u32,
                x as u32,
                x.floor() as i32 as u32,
                u32::from(x != 0.0),
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

/// Integers that become floats and integers again: what floats round is not what it was, and the largest ones saturate.
fn int_by_float(name: &str) -> Case {
    let input: Vec<u32> = (0..64u32)
        .map(|i| match i {
            0..32 => (1u32 << i).wrapping_sub(i % 3),
            32..48 => 0u32.wrapping_sub(1 << (i - 16)).wrapping_add(i % 5),
            48..56 => u32::MAX - (i - 48) * 43,
            _ => (i32::MAX as u32 - 130).wrapping_add((i - 56) * 37),
        })
        .collect();
    let expected: Vec<[u32; 6]> = input
        .iter()
        .map(|&u| {
            let s = u as i32;
            // Rust's conversions saturate, as D3D12's.
            let (of_u, of_s) = (u as f32, s as f32);
            let half = |x: f32| f16::from_f32(x).to_f32();
            [
                of_u as u32,
                of_u as i32 as u32,
                of_s as u32,
                of_s as i32 as u32,
                half(of_u) as u32,
                half(of_s) as i32 as u32,
            ]
        })
        .collect();
    compute(name)
        .raw("t0", input)
        .raw("u0,space1", vec![[7u32; 6]; 64])
        .expect("u0,space1", expected)
}

fn half_to_int(name: &str) -> Case {
    let mut input: Vec<f16> = inputs::range::<1>(64, 0.0, 30_000.0)
        .iter()
        .map(|v| f16::from_f32(v[0]))
        .collect();
    for (k, x) in input.iter_mut().enumerate().skip(32) {
        *x = f16::from_f32((k as f32 - 31.0) * 1.3);
    }
    input[0] = f16::NAN;
    let padded: Vec<[f16; 2]> = input.iter().map(|&h| [h, f16::ZERO]).collect();
    let expected: Vec<[u32; 4]> = input.iter().map(|h| [h.to_f32() as u32; 4]).collect();
    compute(name).raw("t0", padded).output("u0,space1", expected)
}

fn int_to_float(name: &str) -> Case {
    let mut input = inputs::integers::<1>(64).concat();
    input[..3].copy_from_slice(&[0x0100_0001, 0x0100_0003, 0xffff_ff80]);
    let expected: Vec<[Want; 4]> = input
        .iter()
        .map(|&x| {
            let greater = if x > 7 {
                (-1.0f32).want()
            } else {
                one_of([0.0f32, -0.0])
            };
            [
                (x as i32 as f32).want(),
                (x as f32).want(),
                (if x != 0 { 1.0f32 } else { 0.0 }).want(),
                greater,
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

/// Half bits of `x` rounded to zero; overflow gives the largest finite half.
fn half_toward_zero(x: f32) -> u32 {
    let nearest = f16::from_f32(x);
    let bits = nearest.to_bits();
    if x.is_infinite() || x.is_nan() {
        return u32::from(bits);
    }
    if nearest.is_infinite() {
        return u32::from(bits) & 0x8000 | 0x7bff;
    }
    u32::from(bits) - u32::from(nearest.to_f32().abs() > x.abs())
}

/// What a device may make of `x` by itself: either neighbour, 0 for a denormal, infinity beyond the largest half.
fn halves_around(x: f32) -> Vec<u32> {
    let nearest = u32::from(f16::from_f32(x).to_bits());
    let mut all = vec![half_toward_zero(x), nearest];
    if nearest & 0x7c00 == 0 {
        all.push(nearest & 0x8000);
    }
    all
}

/// Floats of which conversions to halves make something else each way of rounding.
fn floats_for_halves() -> Vec<f32> {
    let mut input = inputs::range::<1>(64, -70_000.0, 70_000.0).concat();
    for (k, x) in input.iter_mut().enumerate().skip(20) {
        *x = if k % 2 == 0 {
            k as f32 / 77.0
        } else {
            1e-4 / k as f32
        };
    }
    let edges = [
        65520.0,
        1.0009,
        f32::INFINITY,
        -65520.0,
        0.0,
        -0.0,
        3e-8,
        65504.0,
        f32::NEG_INFINITY,
        1e30,
    ];
    input[..10].copy_from_slice(&edges);
    input
}

/// Conversions to halves that nothing comes back from.
fn half_to_zero() -> Case {
    let input = floats_for_halves();
    let expected: Vec<[u32; 2]> = input
        .iter()
        .map(|&x| {
            let half = half_toward_zero(x);
            [half, half | half_toward_zero(-x) << 16]
        })
        .collect();
    compute("convert/half_to_zero")
        .raw("t0", input)
        .output("u0,space1", expected)
}

/// On devices that keep denormal halves without being asked, of which all that are known saturate.
fn kept(case: Case) -> Case {
    case.options(|options| {
        options.half_denormals_kept = true;
        options.saturating_conversions = true;
    })
    .needs(Need::SaturatingConversions)
}

pub fn half_words(name: &str) -> Case {
    let input = floats_for_halves();
    let expected: Vec<[u32; 8]> = input
        .iter()
        .enumerate()
        .map(|(k, &x)| {
            let bits = |x: f32| u32::from(f16::from_f32(x).to_bits());
            let half = f16::from_f32(x).to_f32();
            let (one, two) = (bits(x), bits(half * 2.0));
            let chosen = if k % 2 == 1 { one } else { bits(0.25) };
            let upper = half_toward_zero(half.max(0.3));
            [
                one,
                bits(half.min(1.5)),
                upper,
                chosen,
                two,
                one | two << 16,
                half_toward_zero(x) | one << 16,
                half.to_bits(),
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

pub fn legacy_half(name: &str, native: bool) -> Case {
    let input = floats_for_halves();
    let halves: Vec<u32> = inputs::integers::<1>(64)
        .concat()
        .iter()
        .enumerate()
        .map(|(k, h)| match k {
            0 => 1,
            1 => 0xffff_3c00,
            2 => 0x8001,
            _ => h & 0xffff_7bff,
        })
        .collect();
    let rows: Vec<[u32; 2]> = input
        .iter()
        .zip(&halves)
        .map(|(x, &h)| [x.to_bits(), h])
        .collect();
    let expected: Vec<[Want; 4]> = rows
        .iter()
        .map(|&[x, h]| {
            let x = f32::from_bits(x);
            let (half, negative) = (half_toward_zero(x), half_toward_zero(-x));
            let widened = |h: u32| f16::from_bits(h as u16).to_f32();
            let widen = |h: u32| widened(h).want();
            if native {
                let (halves, negative) = (halves_around(x), halves_around(-x));
                // A driver may take what goes there and back for itself.
                let back = halves.iter().map(|&h| widened(h)).chain([x]);
                let packed = halves
                    .iter()
                    .flat_map(|&low| negative.iter().map(move |&high| low | high << 16));
                return [
                    one_of(halves.iter().copied()),
                    widen(h),
                    one_of(back),
                    one_of(packed),
                ];
            }
            [half.want(), widen(h), widen(half), (half | negative << 16).want()]
        })
        .collect();
    compute(name).raw("t0", rows).output("u0,space1", expected)
}

fn width_mix(name: &str) -> Case {
    let input = inputs::integers::<1>(64).concat();
    let expected: Vec<[Want; 10]> = input
        .iter()
        .map(|&x| {
            let signed = i64::from(x as i16);
            let small = (x & 2047) as f32;
            let double = (signed as f64).to_bits();
            [
                (signed as i32).want(),
                (x & 0xffff).want(),
                small.want(),
                u32::from(f16::from_f32(small).to_bits()).want(),
                (x & 2047).want(),
                (signed as u32).want(),
                ((signed >> 32) as u32).want(),
                (double as u32).want(),
                ((double >> 32) as u32).want(),
                if x == 0 {
                    0.0f32.want()
                } else {
                    near((u64::from(x) << 8) as f32, 1.2e-7)
                },
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}
