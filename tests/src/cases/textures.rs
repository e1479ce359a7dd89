//! Textures: loads, samples, gathers, storage images, dimensions, arrays of descriptors.

use super::inputs;
use crate::case::{Case, List, Sampler, Texel, Texture, Want, compute, draw, near_abs};
use ash::vk::{CompareOp, Format};

const RGBA32F: Format = Format::R32G32B32A32_SFLOAT;

/// Registers the cases.
pub fn register(list: &mut List) {
    list.each("textures/load", &[], load);
    list.each("textures/float_coordinates", &[], float_coordinates);
    list.each("textures/load_kinds", &[], load_kinds);
    list.each("textures/read_back", &[], read_back);
    list.each("textures/sample_level", &[], sample_level_point);
    list.add("textures/sample_level linear", sample_level_linear);
    list.each("textures/sample_grad", &[], sample_grad);
    list.each("textures/sample_cmp_level_zero", &[], sample_cmp_level_zero);
    list.each("textures/gather", &[], gather);
    list.each("textures/int_textures", &[], int_textures);
    list.add("textures/int_textures.native16", int_textures_16);
    list.each("textures/rw_kinds", &[], rw_kinds);
    list.each("textures/rw_read_modify", &[], rw_read_modify);
    list.add("textures/dimensions", || dimensions(1, [8, 4, 4]));
    list.add("textures/dimensions last mip", || dimensions(3, [2, 1, 4]));
    list.add("textures/dimensions mip out of range", || {
        dimensions(4, [0, 0, 4])
    });
    list.each("textures/dimensions_kinds", &[], dimensions_kinds);
    list.each("textures/array_nonuniform", &[], array_nonuniform);
    list.each("textures/array_of_rw", &[], array_of_rw);
    list.each("textures/array_formats", &[], array_formats);
    list.each("textures/downsample", &[], downsample);
    list.each("textures/select_handles", &[], select_handles);
}

/// A texel that tells its place.
fn place(t: Texel) -> [f32; 4] {
    [
        t.x as f32 + 10.0 * t.layer as f32,
        t.y as f32 + 100.0 * t.sample as f32,
        t.z as f32,
        1.0 + t.mip as f32,
    ]
}

/// [`place`] of a texel of a 2D texture.
fn at(x: u32, y: u32, mip: u32) -> [f32; 4] {
    let [z, layer, sample] = [0; 3];
    place(Texel {
        x,
        y,
        z,
        mip,
        layer,
        sample,
    })
}

fn load(name: &str) -> Case {
    let size = 4i32;
    let input: Vec<[i32; 3]> = (0..64)
        .map(|i| match i {
            0..48 => [i % 4, i / 4 % 4, i / 16],
            48..56 => [i % 8 - 2, i % 3, i % 2],
            56..60 => [0, 0, i - 55],
            60 => [i32::MIN, 0, 0],
            61 => [0, i32::MAX, 0],
            62 => [0, 0, -1],
            _ => [0, 4, 0],
        })
        .collect();
    let texel = |x: i32, y: i32, mip: i32| {
        let inside = (0..3).contains(&mip) && {
            let size = (size >> mip).max(1);
            (0..size).contains(&x) && (0..size).contains(&y)
        };
        if inside {
            at(x as u32, y as u32, mip as u32)
        } else {
            [0.0; 4]
        }
    };
    let expected: Vec<[f32; 4]> = input
        .iter()
        .flat_map(|&[x, y, mip]| [texel(x, y, mip), texel(x.wrapping_add(1), y.wrapping_sub(1), mip)])
        .collect();
    compute(name)
        .texture("t0", Texture::d2(RGBA32F, 4, 4).mips(3).fill(place))
        .raw("t1", input)
        .output("u0,space1", expected)
}

fn float_coordinates(name: &str) -> Case {
    let odd = [
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        4_294_967_040.0,
        4_294_967_296.0,
        2_147_483_520.0,
        2_147_483_648.0,
        -2_147_483_648.0,
        -3e9,
        -0.75,
        -1.0,
        3.99,
        4.0,
        1e-40,
        1e38,
        2.5,
    ];
    let input: Vec<[f32; 2]> = (0..64)
        .map(|i| match i {
            0..16 => [i as f32 % 4.0 + 0.5, (i / 4) as f32 + 0.25],
            16..32 => [odd[i - 16], 1.0],
            32..48 => [2.0, odd[i - 32]],
            _ => [odd[i - 48], odd[(i * 7) % 16]],
        })
        .collect();
    let texel = |[x, y]: [i64; 2]| {
        let inside = (0..4).contains(&x) && (0..4).contains(&y);
        match inside {
            true => at(x as u32, y as u32, 0),
            false => [0.0; 4],
        }
    };
    // Rust's conversions saturate, and NaN gives 0, as D3D12's.
    let expected: Vec<[[f32; 4]; 3]> = input
        .iter()
        .map(|&v| {
            let unsigned = v.map(|x| x as u32);
            let further = [unsigned[0].wrapping_add(1) as i32, unsigned[1] as i32];
            [
                texel(unsigned.map(i64::from)),
                texel(v.map(|x| i64::from(x as i32))),
                texel(further.map(i64::from)),
            ]
        })
        .collect();
    let mut written = [0u32; 16];
    for v in &input {
        let [y, x] = v.map(|x| x as u32);
        if x < 4 && y < 4 {
            written[(y * 4 + x) as usize] = 7;
        }
    }
    let target = Texture::d2(Format::R32_UINT, 4, 4).fill(|_| [0u32]);
    compute(name)
        .raw("t0", input)
        .texture("t1", Texture::d2(RGBA32F, 4, 4).fill(place))
        .texture("u2", target)
        .raw("u0,space1", vec![[[7f32; 4]; 3]; 64].concat())
        .expect("u0,space1", expected.concat())
        .expect("u2", written)
}

fn load_kinds(name: &str) -> Case {
    // Small integers, so that the sum is exact in any order.
    let float = |t: Texel| place(t).map(|v| v + 1.0);
    let int = |t: Texel| place(t).map(|v| v as i32 - 3);
    let uint = |t: Texel| place(t).map(|v| v as u32 + 2);
    let t1 = Texture::d1(RGBA32F, 8).mips(2);
    let t1a = Texture::d1(RGBA32F, 8).layers(3);
    let t2 = Texture::d2(Format::R32G32B32A32_UINT, 8, 8).mips(3);
    let t2a = Texture::d2(Format::R32G32B32A32_SINT, 16, 16).layers(3).mips(4);
    let t3 = Texture::d3(RGBA32F, 8, 8, 8).mips(2);
    let tm = Texture::d2(RGBA32F, 8, 8).samples(4);
    let tma = Texture::d2(RGBA32F, 8, 8).samples(4).layers(2);
    let tm4 = Texture::d2(Format::R32G32B32A32_UINT, 8, 8).samples(4);
    let expected: Vec<[f32; 4]> = (0..64)
        .map(|i| {
            // What is outside is 0.
            let get = |texture: &Texture, x: u32, y: u32, z: u32, layer: u32, mip: u32, sample: u32| {
                let [width, height, depth] = texture.mip_size(mip);
                let inside = x < width && y < height && z < depth && layer < texture.layers;
                (inside && mip < texture.mips).then_some(Texel {
                    x,
                    y,
                    z,
                    mip,
                    layer,
                    sample,
                })
            };
            let f = |t: Option<Texel>| t.map_or([0.0; 4], float);
            let s = |t: Option<Texel>| t.map_or([0.0; 4], |t| int(t).map(|v| v as f32));
            let u = |t: Option<Texel>| t.map_or([0.0; 4], |t| uint(t).map(|v| v as f32));
            let pick = |v: [f32; 4], order: [usize; 4]| order.map(|i| v[i]);
            let parts = [
                pick(f(get(&t1, i, 0, 0, 0, 1, 0)), [0; 4]),
                pick(f(get(&t1a, i, 0, 0, 2, 0, 0)), [0, 1, 1, 0]),
                u(get(&t2, i, i, 0, 0, 1, 0)),
                pick(s(get(&t2a, i, 1, 0, 2, 3, 0)), [0, 1, 2, 0]),
                f(get(&t3, i, 2, 3, 0, 1, 0)),
                f(get(&tm, i, 3, 0, 0, 0, 1)),
                f(get(&tma, i, 3, 0, 1, 0, 2)),
                pick(u(get(&tm4, i + 1, 2, 0, 0, 0, 3)), [0, 1, 0, 1]),
                f(get(&tm, i, 1, 0, 0, 0, 2)),
                pick(f(get(&t1, i, 0, 0, 0, 0, 0)), [0; 4]),
                pick(f(get(&t1a, i, 0, 0, 1, 0, 0)), [0, 1, 0, 1]),
                u(get(&t2, i, 5, 0, 0, 2, 0)),
                f(get(&t3, i, 1, 2, 0, 0, 0)),
                f(get(&t3, i + 1, 4, 0, 0, 1, 0)),
            ];
            let mut sum = [0.0f32; 4];
            for part in parts {
                for (sum, part) in sum.iter_mut().zip(part) {
                    *sum += part;
                }
            }
            sum
        })
        .collect();
    compute(name)
        .texture("t0", t1.fill(float))
        .texture("t1", t1a.fill(float))
        .texture("t2", t2.fill(uint))
        .texture("t3", t2a.fill(int))
        .texture("t4", t3.fill(float))
        .texture("t5", tm.fill(float))
        .texture("t6", tma.fill(float))
        .texture("t7", tm4.fill(uint))
        .output("u0,space1", expected)
}

fn sample_level_point(name: &str) -> Case {
    let input: Vec<[f32; 3]> = (0..64)
        .map(|i| {
            let (x, y) = (i % 8, i / 8);
            [
                (x as f32 - 1.5) / 5.0,
                (y as f32 - 1.5) / 5.0,
                (i % 7) as f32 / 2.0 - 0.6,
            ]
        })
        .collect();
    let expected: Vec<[f32; 4]> = input
        .iter()
        .map(|&[u, v, level]| {
            let mip = level.round().clamp(0.0, 2.0) as u32;
            let size = (4 >> mip) as f32;
            let texel = |c: f32| (c * size).floor().clamp(0.0, size - 1.0) as u32;
            at(texel(u), texel(v), mip)
        })
        .collect();
    compute(name)
        .texture("t0", Texture::d2(RGBA32F, 4, 4).mips(3).fill(place))
        .sampler("s0,space3", Sampler::point())
        .raw("t1", input)
        .output("u0,space1", expected)
}

fn sample_level_linear() -> Case {
    let input: Vec<[f32; 3]> = (0..64)
        .map(|i| [(i % 8) as f32 / 7.0, (i / 8) as f32 / 7.0, (i % 5) as f32 / 2.0])
        .collect();
    let expected: Vec<[Want; 4]> = input
        .iter()
        .map(|&[u, v, level]| {
            let mip = |mip: u32| {
                let size = (4 >> mip) as f32;
                let c = |c: f32| (c * size - 0.5).clamp(0.0, size - 1.0);
                [c(u), c(v), 0.0, 1.0 + mip as f32]
            };
            let (low, high) = (mip(level as u32), mip((level as u32 + 1).min(2)));
            let weight = level.fract();
            std::array::from_fn(|i| near_abs(low[i] + (high[i] - low[i]) * weight, 2e-2))
        })
        .collect();
    compute("textures/sample_level")
        .texture("t0", Texture::d2(RGBA32F, 4, 4).mips(3).fill(place))
        .sampler("s0,space3", Sampler::linear())
        .raw("t1", input)
        .output("u0,space1", expected)
}

fn sample_grad(name: &str) -> Case {
    let input: Vec<[f32; 3]> = (0..64)
        .map(|i| {
            let g = [0.05, 0.125, 0.16, 0.25, 0.3, 0.5, 1.0, 2.0][i % 8];
            [0.3, 0.7, g]
        })
        .collect();
    let expected: Vec<f32> = input
        .iter()
        .map(|&[_, _, g]| (8.0 * g).log2().round().clamp(0.0, 3.0))
        .collect();
    compute(name)
        .texture(
            "t0",
            Texture::d2(RGBA32F, 8, 8)
                .mips(4)
                .fill(|t| [t.mip as f32, -1.0, -2.0, -3.0]),
        )
        .sampler("s0,space3", Sampler::point())
        .raw("t1", input)
        .output("u0,space1", expected)
}

fn sample_cmp_level_zero(name: &str) -> Case {
    let depth = |x: u32, y: u32| (x + 4 * y) as f32 / 16.0;
    let references = [0.0, 0.2, 0.25, 0.5, 0.75, 1.0, 0.3125, 0.9];
    let input: Vec<[f32; 3]> = (0..64)
        .map(|i| {
            let (x, y) = (i % 4, i / 4 % 4);
            let reference = references[(i / 8) as usize];
            [(x as f32 + 0.5) / 4.0, (y as f32 + 0.5) / 4.0, reference]
        })
        .collect();
    let expected: Vec<f32> = (0..64)
        .map(|i| {
            let inside = references[(i / 8) as usize] <= depth(i % 4, i / 4 % 4);
            f32::from(u8::from(inside))
        })
        .collect();
    compute(name)
        .texture(
            "t0",
            Texture::d2(Format::D32_SFLOAT, 4, 4).fill(|t| [depth(t.x, t.y)]),
        )
        .sampler("s0,space3", Sampler::point().compare(CompareOp::LESS_OR_EQUAL))
        .raw("t1", input)
        .output("u0,space1", expected)
}

fn gather(name: &str) -> Case {
    let texel = |t: Texel| [0.0, 100.0, 200.0, 300.0].map(|c| c + (t.x + 8 * t.y) as f32);
    let clamp = |v: i32| v.clamp(0, 7) as u32;
    // The corner between texels (x, y) and (x + 1, y + 1), some beyond the edges.
    let corners: Vec<[i32; 2]> = (0..64).map(|i| [i % 8, i / 8]).collect();
    let input: Vec<[f32; 2]> = corners
        .iter()
        .map(|c| c.map(|v| (v as f32 + 1.0) / 8.0))
        .collect();
    let expected: Vec<[f32; 20]> = corners
        .iter()
        .map(|&[x, y]| {
            let mut all = [0.0; 20];
            for (i, value) in all.iter_mut().enumerate() {
                let (dx, dy) = [(0, 1), (1, 1), (1, 0), (0, 0)][i % 4];
                let (ox, oy) = if i >= 16 { (1, -1) } else { (0, 0) };
                let base = (i / 4 % 4 * 100) as f32;
                *value = base + (clamp(x + dx + ox) + 8 * clamp(y + dy + oy)) as f32;
            }
            all
        })
        .collect();
    compute(name)
        .texture("t0", Texture::d2(RGBA32F, 8, 8).fill(texel))
        .sampler("s0,space3", Sampler::point())
        .raw("t1", input)
        .output("u0,space1", expected)
}

fn int_texel(t: Texel) -> [u32; 4] {
    [t.x, t.y, t.x ^ t.y, t.x * t.y].map(|v| v.wrapping_mul(0x1234_5679).wrapping_sub(1))
}

fn int_textures(name: &str) -> Case {
    let signed = |t: Texel| [t.x as i32 - 4, t.y as i32 * 1000 - 3];
    let plain = Texture::d2(Format::R32G32B32A32_UINT, 8, 8);
    let (mut first, mut second) = (Vec::new(), Vec::new());
    plain.for_each(|t| {
        let [x, y, z, w] = int_texel(t).map(|v| v.wrapping_add(1));
        first.push([w, z, y, x]);
        let [a, b] = signed(t);
        second.push(a * b);
    });
    compute(name)
        .texture("t0", plain.clone().fill(int_texel))
        .texture("t1", Texture::d2(Format::R32G32_SINT, 8, 8).fill(signed))
        .texture("u0,space1", plain)
        .texture("u1,space1", Texture::d2(Format::R32_SINT, 8, 8))
        .expect("u0,space1", first)
        .expect("u1,space1", second)
}

fn int_textures_16() -> Case {
    let texel = |t: Texel| int_texel(t).map(|v| v as u16);
    let signed = |t: Texel| [t.x as i16 - 4, t.y as i16 * 1000 - 3];
    let plain = Texture::d2(Format::R16G16B16A16_UINT, 8, 8);
    let (mut first, mut second) = (Vec::new(), Vec::new());
    plain.for_each(|t| {
        let [x, y, z, w] = texel(t).map(|v| v.wrapping_add(1));
        first.push([w, z, y, x]);
        let [a, b] = signed(t);
        second.push(a.wrapping_mul(b));
    });
    compute("textures/int_textures.native16")
        .texture("t0", plain.clone().fill(texel))
        .texture("t1", Texture::d2(Format::R16G16_SINT, 8, 8).fill(signed))
        .texture("u0,space1", plain)
        .texture("u1,space1", Texture::d2(Format::R16_SINT, 8, 8))
        .expect("u0,space1", first)
        .expect("u1,space1", second)
}

fn rw_kinds(name: &str) -> Case {
    let u1 = Texture::d1(Format::R32_SFLOAT, 4);
    let u1a = Texture::d1(Format::R32_SFLOAT, 4).layers(4);
    let u2 = Texture::d2(RGBA32F, 4, 4);
    let u2a = Texture::d2(Format::R32_UINT, 4, 4).layers(4);
    let u3 = Texture::d3(Format::R32G32_SFLOAT, 4, 4, 4);
    let f = |v: u32| v as f32;
    let (mut w1, mut w1a, mut w2, mut w2a, mut w3) = (vec![], vec![], vec![], vec![], vec![]);
    u1.for_each(|t| w1.push(f(t.x)));
    u1a.for_each(|t| w1a.push(f(t.x) + 10.0 * f(t.layer)));
    u2.for_each(|t| w2.push([f(t.x), f(t.y), f(t.x + t.y), 1.0]));
    u2a.for_each(|t| w2a.push(t.x + 4 * t.y + 16 * t.layer));
    u3.for_each(|t| w3.push([f(t.x + t.y), f(t.z)]));
    compute(name)
        .texture("u0,space1", u1)
        .texture("u1,space1", u1a)
        .texture("u2,space1", u2)
        .texture("u3,space1", u2a)
        .texture("u4,space1", u3)
        .expect("u0,space1", w1)
        .expect("u1,space1", w1a)
        .expect("u2,space1", w2)
        .expect("u3,space1", w2a)
        .expect("u4,space1", w3)
}

fn rw_read_modify(name: &str) -> Case {
    let a = Texture::d2(RGBA32F, 8, 8);
    let b = Texture::d2(Format::R32_UINT, 8, 8);
    let word = |t: Texel| (t.x + 8 * t.y).wrapping_mul(0x9e37_79b9);
    let (mut wa, mut wb) = (vec![], vec![]);
    a.for_each(|t| {
        let [x, y, z, w] = place(t).map(|v| v * 2.0);
        wa.push([z, y, x, w]);
        wb.push(word(t) ^ word(t) >> 16);
    });
    compute(name)
        .texture("u0,space1", a.fill(place))
        .texture("u1,space1", b.fill(|t| [word(t)]))
        .expect("u0,space1", wa)
        .expect("u1,space1", wb)
}

fn dimensions(mip: u32, wanted: [u32; 3]) -> Case {
    let [w, h, n] = wanted;
    compute("textures/dimensions")
        .texture("t0", Texture::d2(RGBA32F, 16, 8).mips(4))
        .texture("t1", Texture::d2(RGBA32F, 4, 4).layers(3))
        .texture("t2", Texture::d3(RGBA32F, 4, 5, 6))
        .cbuffer("b0,space2", [mip, 0, 0, 0])
        .output("u0,space1", [w, h, n, 4, 4, 3, 4, 5, 6, 16, 8])
}

fn dimensions_kinds(name: &str) -> Case {
    let format = Format::R32_SFLOAT;
    // One group: mip 0.
    let mut expected = vec![7u32, 3];
    expected.extend([6, 5, 2]);
    expected.extend([9, 4, 3, 4]);
    expected.extend([8, 6, 4, 3]);
    expected.extend([16, 16, 5]);
    expected.extend([8, 8, 2, 1]);
    expected.extend([5, 6, 4]);
    expected.extend([7, 8, 2, 4]);
    expected.push(11);
    expected.extend([12, 3]);
    expected.extend([13.0f32, 2.0].map(f32::to_bits));
    expected.extend([5, 4, 3]);
    expected.extend([6, 7, 8]);
    compute(name)
        .texture("t0", Texture::d1(format, 7).mips(3))
        .texture("t1", Texture::d1(format, 6).layers(5).mips(2))
        .texture("t2", Texture::d2(format, 9, 4).layers(3).mips(4))
        .texture("t3", Texture::d3(format, 8, 6, 4).mips(3))
        .texture("t4", Texture::cube(format, 16).mips(5))
        .texture("t5", Texture::cube(format, 8).layers(12))
        .texture("t6", Texture::d2(format, 5, 6).samples(4))
        .texture("t7", Texture::d2(format, 7, 8).samples(4).layers(2))
        .texture("u1,space1", Texture::d1(format, 11))
        .texture("u2,space1", Texture::d1(format, 12).layers(3))
        .texture("u3,space1", Texture::d2(format, 13, 2))
        .texture("u4,space1", Texture::d2(format, 5, 4).layers(3))
        .texture("u5,space1", Texture::d3(format, 6, 7, 8))
        .output("u0,space1", expected)
}

fn array_nonuniform(name: &str) -> Case {
    let input: Vec<[u32; 1]> = inputs::below::<1>(64, 8);
    let color = |k: u32| [1.0, 10.0, 100.0, 1000.0].map(|v| v * (k + 1) as f32);
    let expected: Vec<[f32; 4]> = input.iter().map(|&[k]| color(k).map(|v| v * 2.0)).collect();
    let mut case = compute(name).raw("t8", input);
    for k in 0..8 {
        let texture = Texture::d2(RGBA32F, 1, 1).fill(|_| color(k));
        case = case.texture(&format!("t{k}"), texture);
    }
    case.sampler("s0,space3", Sampler::point())
        .sampler("s1,space3", Sampler::point().wrap())
        .output("u0,space1", expected)
}

fn array_of_rw(name: &str) -> Case {
    let input: Vec<[u32; 1]> = inputs::below::<1>(64, 64);
    let mut counts = [[0u32; 16]; 4];
    for &[k] in &input {
        let texel = (k >> 2 & 3) + 4 * (k >> 4 & 3);
        counts[(k & 3) as usize][texel as usize] += 1;
    }
    let mut case = compute(name).raw("t0", input);
    for (image, counts) in counts.iter().enumerate() {
        let register = format!("u{image},space1");
        let texture = Texture::d2(Format::R32_UINT, 4, 4).fill(|_| [0u32]);
        case = case.texture(&register, texture).expect(&register, counts);
    }
    case
}

fn array_formats(name: &str) -> Case {
    let image = |format: Format| Texture::d2(format, 8, 8);
    let sevenfold = |t: Texel| 7 * (t.x + 8 * t.y);
    let sums: Vec<u8> = (0..64u32).map(|i| (7 * i + i) as u8).collect();
    let mut counts = [0u32; 64];
    counts[0] = 64;
    compute(name)
        .texture("u0,space1", image(Format::R32_UINT).fill(|_| [0u32]))
        .texture("u1,space1", image(Format::R8_UINT).fill(|_| [1u8]))
        .texture(
            "u2,space1",
            image(Format::R16_UINT).fill(move |t| [sevenfold(t) as u16]),
        )
        .expect("u0,space1", counts)
        .expect("u1,space1", sums)
}

fn downsample(name: &str) -> Case {
    let mean = |x: u32, y: u32, n: u32| {
        let mut sum = [0.0f32; 4];
        for i in 0..n * n {
            let texel = at(x * n + i % n, y * n + i / n, 0);
            for (sum, part) in sum.iter_mut().zip(texel) {
                *sum += part / (n * n) as f32;
            }
        }
        sum
    };
    let half: Vec<[f32; 4]> = (0..64).map(|i| mean(i % 8, i / 8, 2)).collect();
    let quarter: Vec<[f32; 4]> = (0..16).map(|i| mean(i % 4, i / 4, 4)).collect();
    compute(name)
        .texture("t0", Texture::d2(RGBA32F, 16, 16).fill(place))
        .texture("u0,space1", Texture::d2(RGBA32F, 8, 8))
        .texture("u1,space1", Texture::d2(RGBA32F, 4, 4))
        .expect("u0,space1", half)
        .expect("u1,space1", quarter)
}

/// One texel for each pixel: the implicit level is 0.
fn select_handles(name: &str) -> Case {
    let texture = |scale: f32| {
        Texture::d2(RGBA32F, 16, 16)
            .mips(2)
            .fill(move |t| place(t).map(|v| v * scale))
    };
    draw("vertex/fullscreen_triangle", name)
        .texture("t0", texture(1.0))
        .texture("t1", texture(0.5))
        .sampler("s0,space3", Sampler::point())
        .cbuffer("b0,space2", [7u32, 0, 0, 0])
        .target(RGBA32F)
        .pixels(|x, y| {
            let (a, b) = (at(x, y, 0), at(y / 2, x / 2, 1));
            std::array::from_fn::<f32, 4, _>(|i| a[i] * 0.5 * (b[i] * 0.5))
        })
}

/// What a thread reads of what it has just written, beside what nobody writes.
fn read_back(name: &str) -> Case {
    let texture = || Texture::d2(Format::R32_UINT, 8, 8);
    let words = inputs::integers::<2>(64);
    let written = |plane: usize| -> Vec<u32> {
        let pairs = words.chunks(2).flat_map(|pair| {
            let first = pair[0][plane].wrapping_add(1);
            [first, pair[1][plane].wrapping_add(first)]
        });
        pairs.collect()
    };
    let read = |plane: usize| -> Vec<u32> { words.iter().map(|texel| texel[plane]).collect() };
    compute(name)
        .texture("t0", texture().data(read(0)))
        .texture("u0,space1", texture().data(read(1)))
        .texture("u1,space1", texture().fill(|_| [0x7777u32]))
        .expect("u1,space1", written(0))
        .texture("u2,space1", texture().fill(|_| [0x7777u32]))
        .expect("u2,space1", written(1))
}
