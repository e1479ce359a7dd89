//! Root signatures: root constants, root descriptors, tables, static samplers.
//!
//! Some shaders run with the root signature of another shader as well, so that one register is reached in two ways.

use super::inputs;
use crate::case::{Case, Element, List, Sampler, Texture, Want, compute, draw, near_abs, one_of};
use ash::vk::Format;
use half::f16;

/// Registers the cases.
pub fn register(list: &mut List) {
    list.each("binding/root_constants", &[], root_constants);
    list.add("binding/root_constants as a root CBV", || {
        let case = affine("binding/root_constants", 0x0101_0101, 9);
        case.root_signature("binding/flags_1_1.dxil")
            .cbuffer("b0", [0x0101_0101u32, 9, 77, 88])
    });
    list.each("binding/root_constants_dynamic", &[], root_constants_dynamic);
    list.add(
        "cbuffer/components.constants",
        super::cbuffer::components_in_constants,
    );
    list.each("binding/root_constants_two", &[], root_constants_two);
    list.each("binding/root_descriptors", &[], root_descriptors);
    list.add("binding/root_descriptors in tables", || {
        root_descriptors("binding/root_descriptors").root_signature("binding/tables.dxil")
    });
    list.each("binding/root_uav_atomics", &[], root_uav_atomics);
    list.add("binding/root_uav_atomics in tables", || {
        root_uav_atomics("binding/root_uav_atomics").root_signature("binding/tables.dxil")
    });
    list.add("binding/root_uav_atomics without root signature", || {
        root_uav_atomics("binding/root_uav_atomics").no_root_signature()
    });
    list.each("binding/root_16_64", &[], root_16_64);
    list.add("binding/root_16_64 in tables", || {
        root_16_64("binding/root_16_64").root_signature("binding/tables.dxil")
    });
    list.each("binding/version_1_0", &[], version_1_0);
    list.add("binding/version_1_0 without root signature", || {
        version_1_0("binding/version_1_0").no_root_signature()
    });
    list.each("binding/flags_1_1", &[], flags_1_1);
    for which in [0, 5, 7] {
        let name = format!("binding/dynamic_uniform_index {which}");
        list.add(&name, move || dynamic_uniform_index(which));
    }
    list.each("binding/table_offsets", &[], table_offsets);
    list.each("binding/tables", &[], tables);
    list.each("binding/unbounded_tables", &[], unbounded_tables);
    list.each("binding/nonuniform_tables", &[], nonuniform_tables);
    list.each("binding/samplers", &[], samplers);
    list.each("binding/append_counter_table", &[], append_counter_table);
    list.add("binding/graphics", graphics);
}

/// 64 words `x * i + y`, then 77 and 88.
fn affine(name: &str, x: u32, y: u32) -> Case {
    let mut expected: Vec<u32> = (0..64u32).map(|i| x.wrapping_mul(i).wrapping_add(y)).collect();
    expected.extend([77, 88]);
    compute(name).output("u0", expected)
}

fn root_constants(name: &str) -> Case {
    affine(name, 0x8000_0003, 5).constants("b0", [0x8000_0003u32, 5, 77, 88])
}

fn root_constants_two(name: &str) -> Case {
    let a = [1.5f32, -2.5, 3e20].map(f32::to_bits);
    compute(name)
        .constants("b0", a)
        .constants("b1,space1", [7u32, 8])
        .constants("b2", [-9i32])
        .output("u0", [a[0], a[1], a[2], 7, 8, (-9i32) as u32])
}

fn root_constants_dynamic(name: &str) -> Case {
    let q = 0xffff_ffffu64;
    let mut constants: Vec<u32> = (0..12u32).map(|k| 0x8000_0000 + k).collect();
    constants.extend([q as u32, 0]);
    let halves = [1.5f32, -2.0, 65504.0, 0.25];
    let h = halves.map(|x| u32::from(f16::from_f32(x).to_bits()));
    constants.extend([h[1] << 16 | h[0], h[3] << 16 | h[2]]);
    constants.extend([7.5f32, -8.25].map(f32::to_bits));
    let mut expected: Vec<u32> = (0..64u32)
        .map(|i| 0x8000_0000 + (i >> 2) % 3 * 4 + (i & 3))
        .collect();
    expected.extend([(q + 1) as u32, 1]);
    expected.extend(halves.map(f32::to_bits));
    expected.extend([7.5f32, -8.25].map(f32::to_bits));
    compute(name).constants("b0", constants).output("u0", expected)
}

pub(super) fn root_descriptors(name: &str) -> Case {
    let constants = inputs::integers::<4>(4);
    let triples = inputs::integers::<3>(64);
    let words = inputs::integers::<1>(64).concat();
    let expected: Vec<[u32; 2]> = (0..64)
        .map(|i| [triples[i][2].wrapping_add(words[i]), constants[i & 3][1]])
        .collect();
    compute(name)
        .cbuffer("b0", constants)
        .raw("t0", triples)
        .raw("t1", words)
        .output("u0", expected)
}

fn root_uav_atomics(name: &str) -> Case {
    compute(name)
        .raw("u0", [0u32, 5])
        .expect("u0", [128u32, 5])
        .raw("u1", [0u32, 6])
        .expect("u1", [127u32, 6])
        .groups(2, 1, 1)
}

fn root_16_64(name: &str) -> Case {
    let (s, t) = ([1.0f32, 2.0, -3.0, 0.5], 1u64 << 33);
    let halves = inputs::whole::<4>(64);
    let item = |i: usize, after: bool| {
        let mut bytes = Vec::new();
        let value = f64::from(i as u32) / 7.0;
        // Never 0, whose sign addition does not keep.
        let at = |k: usize| halves[i][k] + 0.25;
        for (k, s) in s.iter().enumerate() {
            let x = if after { at(3 - k) + s } else { at(k) };
            f16::from_f32(x).append(&mut bytes);
        }
        let value = if after { value * 2.0 + t as f64 } else { value };
        value.append(&mut bytes);
        bytes
    };
    let mut constants = Vec::new();
    s.iter().for_each(|&x| f16::from_f32(x).append(&mut constants));
    t.append(&mut constants);
    let input: Vec<u8> = (0..64).flat_map(|i| item(i, false)).collect();
    let expected: Vec<u8> = (0..64).flat_map(|i| item(i, true)).collect();
    compute(name)
        .cbuffer("b0", constants)
        .raw("t0", input)
        .output("u0", expected)
}

fn version_1_0(name: &str) -> Case {
    let k = 0x1234_5677u32;
    let expected: Vec<u32> = (0..64u32).map(|i| i.wrapping_mul(k)).collect();
    compute(name).cbuffer("b3", [k, 0, 0, 0]).output("u2", expected)
}

fn flags_1_1(name: &str) -> Case {
    let input = inputs::integers::<1>(64).concat();
    let expected: Vec<u32> = input.iter().map(|x| x.wrapping_mul(7)).collect();
    compute(name)
        .cbuffer("b0", [7u32, 0, 0, 0])
        .raw("t0", input)
        .output("u0", expected)
}

/// Words that tell the buffer and the place.
fn numbered(buffer: u32) -> Vec<u32> {
    (0..64).map(|i| buffer * 1000 + i).collect()
}

fn dynamic_uniform_index(which: u32) -> Case {
    let mut case = compute("binding/dynamic_uniform_index")
        .constants("b0", [which])
        .output("u0", numbered(which + 1));
    for k in 0..8 {
        case = case.raw(&format!("t{}", 4 + k), numbered(k + 1));
    }
    case
}

fn table_offsets(name: &str) -> Case {
    let expected: Vec<u32> = (0..64).map(|i| (i & 3) * 1000 + i + 9000 + i).collect();
    let mut case = compute(name)
        .raw("t10,space2", numbered(9))
        .output("u0", expected);
    for k in 0..4 {
        case = case.raw(&format!("t{k}"), numbered(k));
    }
    case
}

pub(super) fn tables(name: &str) -> Case {
    let pairs = inputs::integers::<2>(64);
    let expected: Vec<u32> = (0..64u32)
        .map(|i| (1000 + i + 2000 + i + 40_000).wrapping_add(pairs[i as usize][1]))
        .collect();
    compute(name)
        .raw("t0", numbered(1))
        .typed("t1", Format::R32_UINT, numbered(2))
        .raw("t3,space1", pairs)
        .cbuffer("b0", [40_000u32, 0, 0, 0])
        .output("u0", expected)
        .output("u1", (0..64).collect::<Vec<u32>>())
}

pub(super) fn unbounded_tables(name: &str) -> Case {
    let expected: Vec<u32> = (0..64).map(|i| (i % 5) * 1000 + (i % 5) * 3 + 1).collect();
    let mut case = compute(name).constants("b0", [5u32]).output("u0", expected);
    for k in 0..5u32 {
        let texture = Texture::d2(Format::R32G32B32A32_SFLOAT, 1, 1);
        let texture = texture.fill(|_| [k as f32 * 3.0 + 1.0, -1.0, -1.0, -1.0]);
        case = case
            .raw(&format!("t{k},space1"), numbered(k))
            .texture(&format!("t{k},space2"), texture);
    }
    case
}

pub(super) fn nonuniform_tables(name: &str) -> Case {
    let input = inputs::below::<1>(64, 64).concat();
    let mut cells = [0u32; 4];
    let mut marks = [[0u32; 16]; 4];
    let expected: Vec<u32> = input
        .iter()
        .enumerate()
        .map(|(i, &k)| {
            let few = k & 3;
            cells[few as usize] += 1;
            marks[few as usize][((k >> 2 & 3) + 4 * (k >> 4 & 3)) as usize] += 1;
            let constant = 100_000 * (few + 1);
            let sampled = 10_000_000 * (few + 1);
            constant + (k & 7) * 1000 + i as u32 + (few + 50) * 1000 + i as u32 + sampled
        })
        .collect();
    let mut case = compute(name)
        .raw("t0", input.clone())
        .output("u0", expected)
        .sampler("s0,space1", Sampler::point())
        .sampler("s1,space1", Sampler::point().wrap());
    for k in 0..8u32 {
        case = case.raw(&format!("t{},space1", 3 + k), numbered(k));
    }
    for k in 0..4u32 {
        let place = k as usize;
        let mine: Vec<u32> = (0..64u32).filter(|&i| input[i as usize] & 3 == k).collect();
        let slots: Vec<Want> = mine.iter().map(|_| one_of(mine.clone())).collect();
        let image = Texture::d2(Format::R32G32B32A32_SFLOAT, 2, 2);
        let image = image.fill(|t| {
            let here = t.x == 1 && t.y == 0;
            [
                if here { 10_000_000.0 * (k + 1) as f32 } else { 5.0 },
                0.0,
                0.0,
                0.0,
            ]
        });
        let counted = format!("u{},space1", 1 + k);
        let (cell, mark) = (format!("u{k},space2"), format!("u{k},space3"));
        case = case
            .cbuffer(&format!("b{},space1", 2 + k), [0, 0, 100_000 * (k + 1), 0])
            .typed(&format!("t{k},space2"), Format::R32_UINT, numbered(50 + k))
            .texture(&format!("t{k},space3"), image)
            .counted(&counted, [0u32; 64], 0)
            .expect(&counted, slots)
            .expect_counter(&counted, mine.len() as u32)
            .typed(&cell, Format::R32_UINT, [0u32, 9])
            .expect(&cell, [cells[place], 9])
            .texture(&mark, Texture::d2(Format::R32_UINT, 4, 4))
            .expect(&mark, marks[place]);
    }
    case
}

fn samplers(name: &str) -> Case {
    let texel = |x: i32, y: i32| [0.125f32, 0.75, 0.375, 1.0][((x + y * 3) & 3) as usize];
    let clamped = |x: i32, y: i32| texel(x.clamp(0, 3), y.clamp(0, 3));
    // At a quarter and three quarters of each texel.
    let expected: Vec<Want> = (0..64)
        .map(|i| {
            let (x, y) = (i % 8, i / 8);
            let nearest = texel(x / 2, y / 2);
            let bilinear = |value: &dyn Fn(i32, i32) -> f32| {
                let corner = |v: i32| (v + 1) / 2 - 1;
                let weight = |v: i32| if v % 2 == 0 { 0.75 } else { 0.25 };
                let (x0, y0, wx, wy) = (corner(x), corner(y), weight(x), weight(y));
                let row = |y: i32| value(x0, y) * (1.0 - wx) + value(x0 + 1, y) * wx;
                row(y0) * (1.0 - wy) + row(y0 + 1) * wy
            };
            let compared = |x: i32, y: i32| {
                let inside = (0..4).contains(&x) && (0..4).contains(&y);
                let depth = if inside { texel(x, y) } else { 1.0 };
                f32::from(u8::from(0.5 <= depth))
            };
            near_abs(bilinear(&clamped) + 2.0 * nearest + bilinear(&compared), 0.02)
        })
        .collect();
    compute(name)
        .texture(
            "t0",
            Texture::d2(Format::D32_SFLOAT, 4, 4).fill(|t| [texel(t.x as i32, t.y as i32)]),
        )
        .sampler("s0", Sampler::linear())
        .sampler("s1", Sampler::point().wrap())
        .output("u0", expected)
}

pub(super) fn append_counter_table(name: &str) -> Case {
    let input = inputs::integers::<1>(64).concat();
    let odd: Vec<u32> = input.iter().copied().filter(|x| x & 1 != 0).collect();
    let wanted: Vec<Want> = odd.iter().map(|_| one_of(odd.clone())).collect();
    let count = odd.len() as u32;
    compute(name)
        .raw("t0", input)
        .counted("u0", [0u32; 64], 0)
        .expect("u0", wanted)
        .expect_counter("u0", count)
}

/// Register b0 is a root CBV for the vertex shader and root constants for the pixel shader.
fn graphics() -> Case {
    // Turned by 90 degrees: (x, y) to (-y, x); y is up.
    let matrix = [
        [0.0f32, 1.0, 0.0, 0.0],
        [-1.0, 0.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0],
        [0.0, 0.0, 0.0, 1.0],
    ];
    let tint = [0.5f32, 2.0, 1.0, 0.25];
    draw("binding/graphics_vs", "binding/graphics_ps")
        .size(8, 8)
        .vertices(
            "POSITION",
            Format::R32G32B32_SFLOAT,
            vec![[-1.0f32, -1.0, 0.5], [3.0, -1.0, 0.5], [-1.0, 3.0, 0.5]],
        )
        .vertices(
            "TEXCOORD",
            Format::R32G32_SFLOAT,
            vec![[0.0f32, 0.0], [2.0, 0.0], [0.0, 2.0]],
        )
        .cbuffer("b0", matrix.concat())
        .constants("b0", tint)
        .texture(
            "t0",
            Texture::d2(Format::R32G32B32A32_SFLOAT, 8, 8)
                .fill(|t| [t.x as f32 + 1.0, t.y as f32 + 1.0, 3.0, 4.0]),
        )
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(move |x, y| {
            // Corner (-1, -1) with uv (0, 0) goes to (1, -1), the lower right; u grows upwards, v to the left. The
            // triangle covers u + v < 2, which is everything.
            let (u, v) = (7 - y, 7 - x);
            let texel = [u as f32 + 1.0, v as f32 + 1.0, 3.0, 4.0];
            std::array::from_fn::<Want, 4, _>(|k| near_abs(texel[k] * tint[k], 0.02))
        })
}
