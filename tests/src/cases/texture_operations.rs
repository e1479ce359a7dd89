//! Texture operations of shader models 6.7 and 6.8: offsets that the shader computes, raw gathers, comparisons with a level
//! or gradients, multisampled textures that are written.

use crate::case::{Case, Element, List, Need, Sampler, Texel, Texture, Want, any, compute, draw, one_of};
use ash::vk::{CompareOp, Format};

/// Registers the cases.
pub fn register(list: &mut List) {
    list.add("textures/offsets", || offsets(8));
    list.add("textures/offsets (operand)", || operand(offsets(8)));
    // Sizes that are no powers of two.
    list.add("textures/offsets (six texels)", || offsets(12));
    list.add("textures/offsets_draw", offsets_draw);
    list.add("textures/offsets_draw (operand)", || operand(offsets_draw()));
    list.add("textures/gather_raw", gather_raw);
    list.add("textures/gather_raw_plain", gather_raw_plain);
    list.add("textures/cmp_levels", cmp_levels);
    list.add("textures/rw_multisampled", rw_multisampled);
}

const RGBA32F: Format = Format::R32G32B32A32_SFLOAT;
const OUT: &str = "u0,space1";

/// On a device whose samples take the offsets.
fn operand(case: Case) -> Case {
    case.needs(Need::SampleOffsets)
        .options(|options| options.sample_offsets = true)
}

/// What D3D12 takes of an offset.
fn low_four(offset: i32) -> i32 {
    (offset & 15) - if offset & 8 != 0 { 16 } else { 0 }
}

/// A number that tells a texel from all others.
fn number(t: Texel) -> f32 {
    (1 + t.x + 16 * t.y + 256 * t.z + 4096 * t.mip + 32_768 * t.layer) as f32
}

fn texel(t: Texel) -> [f32; 4] {
    [0.0, 0.25, 0.5, 0.75].map(|c| number(t) + c)
}

/// Two depths in no order.
fn depth(t: Texel) -> f32 {
    match (t.x * 5 + t.y * 3 + t.mip + t.x * t.y) % 3 {
        0 => 0.25,
        _ => 0.75,
    }
}

/// A place in a texture, with coordinates that wrap or are held inside.
fn place(texture: &Texture, [x, y, z]: [i32; 3], layer: u32, mip: u32, wrap: bool) -> Texel {
    let [width, height, depth] = texture.mip_size(mip).map(|size| size as i32);
    let inside = |v: i32, size: i32| match wrap {
        true => v.rem_euclid(size) as u32,
        false => v.clamp(0, size - 1) as u32,
    };
    Texel {
        x: inside(x, width),
        y: inside(y, height),
        z: inside(z, depth),
        mip,
        layer,
        sample: 0,
    }
}

/// Textures of `size` texels in place of 8; the shader's coordinates are in eighths.
fn offsets(size: u32) -> Case {
    let t = Texture::d2(RGBA32F, size, size).mips(3);
    let ta1 = Texture::d1(RGBA32F, size).layers(3).mips(2);
    let ta = Texture::d2(RGBA32F, size, size).layers(3);
    let t3 = Texture::d3(RGBA32F, size, size, size).mips(2);
    let d = Texture::d2(Format::D32_SFLOAT, size, size).mips(2);
    let input: Vec<[i32; 4]> = (0..64)
        .map(|i| [i - 20, i * 5 % 23 - 11, i % 4, i / 4 % 4])
        .collect();
    let expected: Vec<[Want; 44]> = input
        .iter()
        .map(|&[ox, oy, x, y]| {
            let [wx, wy] = [ox, oy].map(low_four);
            // The texel at the middle of an eighth or a fourth.
            let eighth = |v: i32| ((v as f32 + 0.5) / 8.0 * size as f32).floor() as i32;
            let fourth = |v: i32| ((v as f32 + 0.5) / 4.0 * (size / 2) as f32).floor() as i32;
            let (ex, ey, fx, fy) = (eighth(x), eighth(y), fourth(x), fourth(y));
            // A step of a fourth is so many levels.
            let steep = (size as f32 / 4.0).log2().round() as u32;
            let [gx, gy] = [x, y].map(|v| ((v as f32 + 0.5) / 4.0 * (size >> steep) as f32).floor() as i32);
            let loaded = |texture: &Texture, x: i32, y: i32, layer: u32, mip: u32| {
                let size = (size >> mip) as i32;
                let inside = (0..size).contains(&x) && (0..size).contains(&y);
                let at = place(texture, [x, y, 0], layer, mip, false);
                if inside { texel(at) } else { [0.0; 4] }
            };
            let compared = |at: Texel| if depth(at) >= 0.5 { 1.0f32 } else { 0.0 };
            let corner = |v: i32| ((v as f32 + 1.0) / 8.0 * size as f32 - 0.5).floor() as i32;
            let gathered = [(0, 1), (1, 1), (1, 0), (0, 0)].map(|(dx, dy)| {
                let at = [corner(x) + dx + ox % 32, corner(y) + dy + oy % 32, 0];
                texel(place(&t, at, 0, 0, true))[1]
            });
            let parts = [
                texel(place(&t, [ex + wx, ey + wy, 0], 0, 0, true)),
                texel(place(&t, [fx + wx, fy + wy, 0], 0, 1, false)),
                texel(place(&t, [gx + wx, gy + wy, 0], 0, steep, false)),
                texel(place(&ta1, [fx + wx, 0, 0], 2, 1, false)),
                texel(place(&ta, [ex + wx, ey + wy, 0], 1, 0, true)),
                texel(place(
                    &t3,
                    [fx + wx, fy + wy, (size * 3 / 16) as i32 + wy],
                    0,
                    1,
                    true,
                )),
                [
                    compared(place(&d, [ex + wx, ey + wy, 0], 0, 0, false)),
                    compared(place(&d, [fx + wx, fy + wy, 0], 0, 1, false)),
                    0.0,
                    1.0,
                ],
                texel(place(&t, [ex + wx, ey - 2, 0], 0, 0, false)),
                gathered,
                loaded(&t, x + wx, y + wy, 0, 1),
                loaded(&ta, x + wx, y + wy, 2, 0),
            ];
            // Other sizes have no texels whose corners the coordinates are.
            std::array::from_fn(|i| match (size, i / 4) {
                (other, 8) if other != 8 => any(),
                _ => parts[i / 4][i % 4].want(),
            })
        })
        .collect();
    compute("textures/offsets")
        .texture("t0", t.clone().fill(texel))
        .texture("t1", ta1.fill(texel))
        .texture("t2", ta.fill(texel))
        .texture("t3", t3.fill(texel))
        .texture("t4", d.fill(|t| [depth(t)]))
        .raw("t5", input)
        .sampler("s0,space3", Sampler::point().wrap())
        .sampler("s1,space3", Sampler::point())
        .sampler("s2,space3", Sampler::point().compare(CompareOp::LESS_OR_EQUAL))
        .output(OUT, expected)
}

fn offsets_draw() -> Case {
    let t = Texture::d2(RGBA32F, 16, 16).mips(5);
    let d = Texture::d2(Format::D32_SFLOAT, 16, 16).mips(5);
    let (shape, depths) = (t.clone(), d.clone());
    draw("vertex/fullscreen_triangle", "textures/offsets_draw")
        .texture("t0", t.fill(texel))
        .texture("t1", d.fill(|t| [depth(t)]))
        .sampler("s0,space3", Sampler::point().wrap())
        .sampler(
            "s1,space3",
            Sampler::point().wrap().compare(CompareOp::LESS_OR_EQUAL),
        )
        .target(RGBA32F)
        .pixels(move |x, y| {
            let offset = [x as i32 % 11 - 5, y as i32 % 7 - 3];
            let at = |mip: u32, more: i32| {
                let size = (16u32 >> mip) as f32;
                let [u, v] = [x, y].map(|c| ((c as f32 + 0.5) / 8.0 + 0.02) * size);
                let at = [
                    u.floor() as i32 + offset[0] + more,
                    v.floor() as i32 + offset[1],
                    0,
                ];
                place(&shape, at, 0, mip, true)
            };
            let compared = |at: Texel| {
                let at = place(&depths, [at.x as i32, at.y as i32, 0], 0, at.mip, true);
                if depth(at) >= 0.5 { 1.0f32 } else { 0.0 }
            };
            match x % 4 {
                0 => texel(at(1, 0)),
                1 => texel(at(2, 0)),
                2 => texel(at(0, 0)),
                _ => [compared(at(1, 0)), compared(at(1, 1)), 0.0, 1.0],
            }
        })
}

/// The bits of the texels of raw gathers.
fn raw_texel(t: Texel) -> [u32; 2] {
    let low = (t.x + 256 * t.y + 40_000 * t.layer).wrapping_mul(0x9e37_79b1);
    [low, low.wrapping_mul(0x85eb_ca6b) ^ t.x]
}

/// The four places of a gather, in D3D12's order.
fn footprint([x, y]: [i32; 2], offset: [i32; 2], size: i32, wrap: bool) -> [[u32; 2]; 4] {
    [[0, 1], [1, 1], [1, 0], [0, 0]].map(|[dx, dy]| {
        [x + dx + offset[0], y + dy + offset[1]].map(|v| match wrap {
            true => v.rem_euclid(size) as u32,
            false => v.clamp(0, size - 1) as u32,
        })
    })
}

fn at([x, y]: [u32; 2], layer: u32) -> Texel {
    Texel {
        x,
        y,
        z: 0,
        mip: 0,
        layer,
        sample: 0,
    }
}

fn gather_raw() -> Case {
    let input: Vec<[i32; 4]> = (0..16)
        .map(|i| {
            [
                i * 9 % 128,
                56 + i,
                i % 5 * 7 - 15,
                [-3, 0, 4, 31, -32][i as usize % 5],
            ]
        })
        .collect();
    // The lower half of the 64-bit texels is not there: tiles are 128 by 64.
    let missing = |[_, y]: [u32; 2]| y >= 64;
    let shape = Texture::d2(Format::D32_SFLOAT, 128, 128);
    let expected: Vec<[Want; 28]> = input
        .iter()
        .map(|&[x, y, ox, oy]| {
            let places = footprint([x, y], [ox, oy], 128, true);
            let mut all = [0u32; 28];
            for (k, place) in places.into_iter().enumerate() {
                let [low, high] = raw_texel(at(place, 0));
                all[k] = low;
                all[4 + k] = low & 0xffff;
                (all[8 + 2 * k], all[9 + 2 * k]) = (low, high);
                [all[16 + k], _] = raw_texel(at(place, 1));
            }
            let found = u32::from(!places.into_iter().any(missing));
            all[20..24].copy_from_slice(&[1, 1, found, 1]);
            let compared = |dx: i32, dy: i32| {
                let at = place(&shape, [x + dx, y + dy, 0], 0, 0, true);
                let passes = depth(at) >= 0.5;
                if passes { 1.0f32.to_bits() } else { 0 }
            };
            all[24..].copy_from_slice(&[compared(0, 0), compared(0, 0), 3, 0]);
            // Lavapipe (25.0) gathers what was there before, and says of comparisons that their texels are missing.
            std::array::from_fn(|i| match i {
                8..16 if missing(places[(i - 8) / 2]) => any(),
                26 => one_of([3, 0]),
                _ => all[i].want(),
            })
        })
        .collect();
    let words = Texture::d2(Format::R32_UINT, 128, 128);
    compute("textures/gather_raw")
        .texture("t0", words.clone().fill(|t| [raw_texel(t)[0]]).holes(&[]))
        .texture(
            "t1",
            Texture::d2(Format::R16_UINT, 128, 128)
                .fill(|t| [raw_texel(t)[0] as u16])
                .holes(&[]),
        )
        .texture(
            "t2",
            Texture::d2(Format::R32G32_UINT, 128, 128)
                .fill(raw_texel)
                .holes(&[[0, 1, 0]]),
        )
        .texture("t3", words.layers(2).fill(|t| [raw_texel(t)[0]]).holes(&[]))
        .texture("t5", shape.clone().fill(|t| [depth(t)]).holes(&[]))
        .raw("t4", input)
        .sampler("s0,space3", Sampler::point().wrap())
        .sampler("s1,space3", Sampler::point().compare(CompareOp::LESS_OR_EQUAL))
        .output(OUT, expected)
}

fn gather_raw_plain() -> Case {
    let input: Vec<[f32; 2]> = (0..64).map(|i| [(i % 8) as f32, (i / 8) as f32]).collect();
    let expected: Vec<[u32; 16]> = (0..64)
        .map(|i| {
            let corner = [i % 8, i / 8];
            let mut all = [0; 16];
            for k in 0..4 {
                let place = |offset| footprint(corner, offset, 8, false)[k];
                [all[k], _] = raw_texel(at(place([0, 0]), 0));
                all[4 + k] = raw_texel(at(place([-1, 2]), 1))[0] & 0xffff;
                [all[8 + 2 * k], all[9 + 2 * k]] = raw_texel(at(place([3, -2]), 0));
            }
            all
        })
        .collect();
    compute("textures/gather_raw_plain")
        .texture(
            "t0",
            Texture::d2(Format::R32_UINT, 8, 8).fill(|t| [raw_texel(t)[0]]),
        )
        .texture(
            "t1",
            Texture::d2(Format::R16_UINT, 8, 8)
                .layers(2)
                .fill(|t| [raw_texel(t)[0] as u16]),
        )
        .texture("t2", Texture::d2(Format::R32G32_UINT, 8, 8).fill(raw_texel))
        .raw(
            "t3",
            input.iter().map(|v| v.map(|v| v as u32)).collect::<Vec<_>>(),
        )
        .sampler("s0,space3", Sampler::point())
        .output(OUT, expected)
}

fn cmp_levels() -> Case {
    let depth = |t: Texel| {
        if (t.x + t.y) % 2 == 1 {
            1.0
        } else {
            (t.mip + 4 * t.layer) as f32 / 32.0
        }
    };
    let t = Texture::d2(Format::D32_SFLOAT, 16, 16).mips(4);
    let ta = t.clone().layers(3);
    let mut tc = Texture::cube(Format::D32_SFLOAT, 16);
    tc.mips = 4;
    let input: Vec<[f32; 4]> = (0..64u32)
        .map(|i| {
            let level = i % 4;
            let size = 16 >> level;
            let reference = [0.5, 2.5, 1.5, 8.5, 4.5, 33.0][i as usize % 6] / 32.0;
            [
                (i * 7 % size) as f32,
                (i * 3 % size) as f32,
                level as f32,
                reference,
            ]
        })
        .collect();
    let expected: Vec<[f32; 8]> = input
        .iter()
        .map(|&[x, y, level, reference]| {
            let (mip, size) = (level as u32, 16 / (1 << level as u32));
            let compared = |texture: &Texture, dx: i32, dy: i32, layer: u32| {
                let at = place(texture, [x as i32 + dx, y as i32 + dy, 0], layer, mip, false);
                if reference <= depth(at) { 1.0f32 } else { 0.0 }
            };
            let held = [x, y].map(|v| ((v + 0.5) / size as f32 * 4.0).floor() as i32);
            let held = place(&t, [held[0], held[1], 0], 0, 2, false);
            [
                compared(&t, 0, 0, 0),
                compared(&t, 1, 0, 0),
                compared(&ta, 0, 0, 2),
                compared(&tc, 0, 0, 0),
                compared(&t, 0, 0, 0),
                compared(&t, 0, 1, 0),
                compared(&ta, 0, 0, 1),
                if reference <= depth(held) { 1.0 } else { 0.0 },
            ]
        })
        .collect();
    compute("textures/cmp_levels")
        .texture("t0", t.clone().fill(|t| [depth(t)]))
        .texture("t1", ta.clone().fill(|t| [depth(t)]))
        .texture("t2", tc.fill(|t| [depth(t)]))
        .raw("t3", input)
        .sampler("s0,space3", Sampler::point().compare(CompareOp::LESS_OR_EQUAL))
        .output(OUT, expected)
}

fn rw_multisampled() -> Case {
    let a = Texture::d2(RGBA32F, 8, 8).samples(4);
    let b = Texture::d2(Format::R32_UINT, 8, 8).samples(4).layers(2);
    let expected: Vec<[u32; 12]> = (0..64u32)
        .map(|i| {
            let other = 63 - i;
            let [x, y] = [other % 8, other / 8];
            let texel = |sample: u32| [x, y, sample, other + 100].map(|v| (v as f32).to_bits());
            let mut all = [0; 12];
            all[..4].copy_from_slice(&texel(3));
            all[4..8].copy_from_slice(&texel(0));
            let layered = |sample: u32, layer: u32| other * 16 + sample + 4 * layer;
            all[8..].copy_from_slice(&[layered(1, 1), layered(2, 1), layered(3, 0), 4 * 256 + 64]);
            all
        })
        .collect();
    compute("textures/rw_multisampled")
        .texture("u1,space1", a.fill(|_| [0f32; 4]))
        .texture("u2,space1", b.fill(|_| [0u32]))
        .output(OUT, expected)
}
