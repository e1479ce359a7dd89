//! Textures in pixel and vertex shaders: levels of detail from gradients, bias, minimum, comparison, gathers.
//!
//! Sixteen pixels stand for a unit of the coordinates, a little off, so that no centre comes near a texel's border at any
//! level: a texture of 32 texels shows level 1 at its texel of the pixel's number. Texels tell their place, samplers
//! take points, so that all but the levels themselves is exact.
//!
//! Lavapipe (25.0) has no `shaderResourceMinLod` and passes over `MinLod`: where a shader has a minimum, the level of
//! detail is not below it here. It reads the residency of images that are not sparse through a null pointer, and
//! has no sparse images of several samples.

use super::draws::{FULL, Triangle};
use crate::case::{Case, Element, List, Sampler, Texel, Texture, Want, draw, near_abs, one_of};
use ash::vk::{CompareOp, Format};

const RGBA32F: Format = Format::R32G32B32A32_SFLOAT;

/// Registers the cases.
pub fn register(list: &mut List) {
    list.add("textures/sample", sample);
    list.add("textures/sample_bias", sample_bias);
    list.add("textures/sample_clamp", sample_clamp);
    list.add("textures/sample_cmp", sample_cmp);
    list.add("textures/sample_grad_kinds", sample_grad_kinds);
    list.add("textures/sample_level_kinds", sample_level_kinds);
    list.add("textures/gather_kinds", gather_kinds);
    list.each("textures/half_results", &["native16"], half_results);
    list.add("misc/quad_handles", quad_handles);
    list.add("textures/lod", lod);
    list.add("textures/array_unbounded.tables", array_unbounded);
    list.add("textures/feedback_free_quad", feedback_free_quad);
    list.add("textures/status_draw", status);
    list.each("misc/debug_pixel", &["slim"], debug_pixel);
}

/// Coordinates are this much more than pixels / 16.
const SHIFT: f32 = 1.0 / 128.0;

/// The first coordinate of a pixel.
fn coordinate(pixel: u32) -> f32 {
    (pixel as f32 + 0.5) / 16.0 + SHIFT
}

/// Coordinates of the vertices: u and v by pixels, then the same for all.
fn coordinates(z: f32, w: f32) -> Vec<[f32; 4]> {
    [[0.0f32, 0.0], [2.0, 0.0], [0.0, 2.0]]
        .map(|[u, v]| [u + SHIFT, v + SHIFT, z, w])
        .to_vec()
}

/// A draw over the whole target with coordinates.
fn textured(vertex: &str, pixel: &str, z: f32, w: f32) -> Case {
    draw(vertex, pixel)
        .vertices("POSITION", RGBA32F, FULL.to_vec())
        .vertices("TEXCOORD", RGBA32F, coordinates(z, w))
}

/// The texel at a place.
fn code(t: Texel, weight: f32) -> [f32; 4] {
    let n = (t.x + 40 * t.y + 1000 * t.layer + 3000 * t.z + 20_000 * t.mip) as f32;
    [n * weight, (n + 0.25) * weight, -n * weight, weight]
}

/// A texture whose texels tell their place, times `weight`.
fn coded(texture: Texture, weight: f32) -> Texture {
    texture.fill(|t| code(t, weight))
}

/// Which texel a point sample of `texture` takes, by its clamped address, at a level.
fn texel(texture: &Texture, uvw: [f32; 3], offset: [i32; 3], layer: u32, mip: u32) -> Texel {
    let size = texture.mip_size(mip);
    let [x, y, z] = std::array::from_fn(|k| {
        let at = (uvw[k] * size[k] as f32).floor() as i32 + offset[k];
        at.clamp(0, size[k] as i32 - 1) as u32
    });
    Texel {
        x,
        y,
        z,
        mip,
        layer,
        sample: 0,
    }
}

/// Where the direction (x, y, z) with the greatest part in z looks on a cube, with the face's number.
fn on_cube([x, y, z]: [f32; 3]) -> ([f32; 3], u32) {
    let (s, face) = if z > 0.0 { (x, 4) } else { (-x, 5) };
    ([(s / z.abs() + 1.0) * 0.5, (1.0 - y / z.abs()) * 0.5, 0.0], face)
}

/// The seven kinds of texture that a sampler takes, without contents; sixteen pixels to 32 texels each.
fn shapes() -> [Texture; 7] {
    [
        Texture::d1(RGBA32F, 32),
        Texture::d1(RGBA32F, 32).layers(3),
        Texture::d2(RGBA32F, 32, 32),
        Texture::d2(RGBA32F, 32, 32).layers(3),
        Texture::d3(RGBA32F, 32, 32, 8),
        // The direction's x and y are twice the face's coordinates.
        Texture::cube(RGBA32F, 64),
        Texture::cube(RGBA32F, 64).layers(12),
    ]
    .map(|texture| texture.mips(4))
}

/// The same, weighted 1 to 7.
fn kinds() -> [Texture; 7] {
    let mut weight = 0.0;
    shapes().map(|texture| {
        weight += 1.0;
        coded(texture, weight)
    })
}

/// A sum of texels.
#[derive(Default)]
struct Sum([f32; 4]);

impl Sum {
    fn add(&mut self, texel: [f32; 4]) {
        (0..4).for_each(|k| self.0[k] += texel[k]);
    }
}

/// Adds the texels of [`kinds`] at the coordinates of `textures/sample` and its like. The kinds are numbered as there.
struct Lookups {
    kinds: [Texture; 7],
    uv: [f32; 4],
    sum: Sum,
}

impl Lookups {
    fn new(x: u32, y: u32, z: f32, w: f32) -> Self {
        Self {
            kinds: shapes(),
            uv: [coordinate(x), coordinate(y), z, w],
            sum: Sum::default(),
        }
    }

    /// Adds a texel of kind `kind` at a level.
    fn add(&mut self, kind: usize, mip: u32, offset: [i32; 3]) {
        let texture = &self.kinds[kind];
        let [u, v, w, last] = self.uv;
        let layer = |slice: f32, layers: u32| slice.round_ties_even().clamp(0.0, layers as f32 - 1.0) as u32;
        let (uvw, layer) = match kind {
            0 => ([u, 0.0, 0.0], 0),
            1 => ([u, 0.0, 0.0], layer(v, 3)),
            2 => ([u, v, 0.0], 0),
            3 => ([u, v, 0.0], layer(w, 3)),
            4 => ([u, v, w], 0),
            5 => on_cube([u, v, w]),
            _ => {
                let (uvw, face) = on_cube([u, v, w]);
                (uvw, face + 6 * layer(last, 2))
            }
        };
        let texel = texel(texture, uvw, offset, layer, mip);
        self.sum.add(code(texel, kind as f32 + 1.0));
    }
}

/// Binds [`kinds`] to t0 and on, and a point sampler.
fn with_kinds(case: Case) -> Case {
    let mut case = case.sampler("s0,space3", Sampler::point());
    for (number, texture) in kinds().into_iter().enumerate() {
        case = case.texture(&format!("t{number}"), texture);
    }
    case
}

fn sample() -> Case {
    let (z, w) = (1.1, 1.0);
    with_kinds(textured("vertex/texcoord", "textures/sample", z, w))
        .target(RGBA32F)
        .pixels(move |x, y| {
            let mut lookups = Lookups::new(x, y, z, w);
            (0..7).for_each(|kind| lookups.add(kind, 1, [0; 3]));
            lookups.add(0, 1, [-8, 0, 0]);
            lookups.add(1, 1, [7, 0, 0]);
            lookups.add(2, 1, [-3, 5, 0]);
            lookups.add(3, 1, [1, -1, 0]);
            lookups.add(4, 1, [1, 2, -4]);
            lookups.sum.0
        })
}

/// The bias takes level 1 to 2; -1.5 takes it to -0.5, which is 0.
fn sample_bias() -> Case {
    let (z, w) = (1.1, 1.0);
    with_kinds(textured("vertex/texcoord.bias", "textures/sample_bias", z, w))
        .vertices("BIAS", Format::R32_SFLOAT, [1.0f32; 3])
        .target(RGBA32F)
        .pixels(move |x, y| {
            let mut lookups = Lookups::new(x, y, z, w);
            for kind in [0, 1, 4, 5, 6] {
                lookups.add(kind, 2, [0; 3]);
            }
            lookups.add(2, 0, [0; 3]);
            lookups.add(3, 2, [2, 3, 0]);
            lookups.add(2, 2, [-1, 0, 0]);
            lookups.sum.0
        })
}

/// Levels at or above the minimum: 2.
fn sample_clamp() -> Case {
    let (z, w) = (0.9, 1.5);
    // The cube's direction has z = 0.9; its gradients are z and z.
    let flat = Texture::d2(RGBA32F, 64, 64).mips(5);
    let cube = Texture::cube(RGBA32F, 128).mips(5);
    let shadow = Texture::d2(Format::D32_SFLOAT, 64, 64).mips(5);
    textured("vertex/texcoord", "textures/sample_clamp", z, w)
        .texture("t0", coded(flat.clone(), 1.0))
        // The gradient term's level is whatever uv.x and uv.y make of it: texels of the cube are all the same.
        .texture("t1", cube.fill(|_| [5.0f32, 6.0, 7.0, 8.0]))
        .texture("t2", shadow.fill(|t| [if t.mip == 2 { 1.0f32 } else { 0.0 }]))
        .sampler("s0,space3", Sampler::point())
        .sampler("s1,space3", Sampler::point().compare(CompareOp::LESS))
        .target(RGBA32F)
        .pixels(move |x, y| {
            let uvw = [coordinate(x), coordinate(y), 0.0];
            let mut sum = Sum::default();
            for offset in [[0; 3], [0; 3], [1, 0, 0]] {
                sum.add(code(texel(&flat, uvw, offset, 0, 2), 1.0));
            }
            sum.add([5.0, 6.0, 7.0, 8.0]);
            sum.add([5.0, 6.0, 7.0, 8.0]);
            sum.add([1.0; 4]);
            sum.0
        })
}

/// Depths above and below the reference, 0.5, without pattern.
fn shadow(t: Texel) -> f32 {
    let mixed = (t.x * 7 + t.y * 13 + t.mip * 5 + t.layer * 3)
        .wrapping_mul(0x9e37_79b9)
        .wrapping_add(t.x * t.y);
    if mixed >> 28 & 1 == 0 { 0.25 } else { 0.75 }
}

fn sample_cmp() -> Case {
    let format = Format::D32_SFLOAT;
    // T2 has a sample with a minimum of 1.5: its level is 2.
    let textures = [
        Texture::d1(format, 32),
        Texture::d1(format, 32).layers(3),
        Texture::d2(format, 64, 64),
        Texture::d2(format, 32, 32).layers(3),
        Texture::cube(format, 64),
        Texture::cube(format, 64).layers(12),
    ]
    .map(|texture| texture.mips(4).fill(|t| [shadow(t)]));
    let (z, w) = (1.1, 1.0);
    let mut case = textured("vertex/texcoord.depth", "textures/sample_cmp", z, w)
        .vertices("DEPTH", Format::R32_SFLOAT, [0.5f32; 3])
        .sampler("s0,space3", Sampler::point().compare(CompareOp::LESS));
    for (number, texture) in textures.iter().enumerate() {
        case = case.texture(&format!("t{number}"), texture.clone());
    }
    case.target(RGBA32F).pixels(move |x, y| {
        let [u, v] = [x, y].map(coordinate);
        let (uvw, face) = on_cube([u, v, z]);
        let row = v.round_ties_even() as u32;
        // 0.5 is less than the texel.
        let compare = |number: usize, uvw: [f32; 3], offset: [i32; 3], layer: u32, mip: u32| {
            f32::from(u8::from(
                shadow(texel(&textures[number], uvw, offset, layer, mip)) > 0.5,
            ))
        };
        let all = |offset: [i32; 3], mip: u32, mip_of_2: u32| {
            compare(0, [u, 0.0, 0.0], [0; 3], 0, mip)
                + compare(1, [u, 0.0, 0.0], [0; 3], row, mip)
                + compare(2, [u, v, 0.0], offset, 0, mip_of_2)
                + compare(3, [u, v, 0.0], [0; 3], 1, mip)
                + compare(4, uvw, [0; 3], face, mip)
                + compare(5, uvw, [0; 3], face + 6, mip)
        };
        let c = compare(2, [u, v, 0.0], [3, 3, 0], 0, 2) + compare(2, [u, v, 0.0], [0; 3], 0, 2);
        [all([0; 3], 1, 2), all([1, -2, 0], 0, 0), c, 1.0]
    })
}

/// Gradients of an eighth, twice the screen's: level 2.
fn sample_grad_kinds() -> Case {
    let (z, w) = (1.1, 1.0);
    with_kinds(textured(
        "vertex/texcoord.grad",
        "textures/sample_grad_kinds",
        z,
        w,
    ))
    .vertices("DX", Format::R32G32B32_SFLOAT, vec![[0.125f32, 0.0, 0.0]; 3])
    .vertices("DY", Format::R32G32B32_SFLOAT, vec![[0.0f32, 0.125, 0.0]; 3])
    .target(RGBA32F)
    .pixels(move |x, y| {
        let mut lookups = Lookups::new(x, y, z, w);
        for kind in [0, 3, 4, 5, 6, 2] {
            lookups.add(kind, 2, [0; 3]);
        }
        lookups.add(1, 2, [3, 0, 0]);
        lookups.add(2, 2, [1, 2, 0]);
        lookups.sum.0
    })
}

/// Samples at given levels decide positions: all of them 0 but for one component of one vertex.
fn sample_level_kinds() -> Case {
    // Weights are such that a wrong level or texel moves the triangle; what is added is taken off again by T1.
    let (z, w) = (1.1f32, 1.0f32);
    let textures = kinds();
    let uv: Vec<[f32; 4]> = vec![[0.3, 0.4, z, w], [0.6, 0.2, z, w], [0.9, 0.7, z, w]];
    let layer = |slice: f32| slice.round_ties_even() as u32;
    let mut first = Vec::new();
    for (corner, [u, v, ..]) in uv.iter().enumerate().map(|(k, uv)| (k, *uv)) {
        let (cube, face) = on_cube([u, v, z]);
        let mut sum = Sum::default();
        let mut add = |kind: usize, uvw: [f32; 3], offset: [i32; 3], layer: u32, mip: u32| {
            sum.add(code(
                texel(&textures[kind], uvw, offset, layer, mip),
                kind as f32 + 1.0,
            ));
        };
        add(1, [u, 0.0, 0.0], [0; 3], layer(v), 1);
        add(2, [u, v, 0.0], [-3, 5, 0], 0, 1);
        // 2.5 rounds to 2 or 3; all of that texture's levels hold the same.
        add(4, [u, v, z], [1, 2, -4], 0, 1);
        add(5, cube, [0; 3], face, 1);
        // The level is u.
        add(6, cube, [0; 3], face + 6, u.round() as u32);
        first.push((corner, sum.0));
    }
    let same = [1.0f32, 2.0, 3.0, 4.0];
    let t1 = Texture::d1(RGBA32F, 32).mips(4).fill(move |t| {
        let at = uv_texels().iter().position(|&x| x == t.x && t.mip == 0);
        match at.and_then(|corner| first.iter().find(|(k, _)| *k == corner)) {
            Some((corner, sum)) => std::array::from_fn(|k| FULL[*corner][k] - same[k] - sum[k]),
            None => [77.0; 4],
        }
    });
    let mut case = draw("textures/sample_level_kinds", "pixel/position")
        .vertices("TEXCOORD", RGBA32F, uv)
        .sampler("s0,space3", Sampler::point())
        .texture("t0", t1)
        .target(RGBA32F)
        .pixels(|x, y| {
            let place = Triangle::new(FULL, [16, 16]).pixel(x, y);
            [x as f32 + 0.5, y as f32 + 0.5, place.depth as f32, place.w as f32].map(|v| near_abs(v, 0.02))
        });
    for (number, texture) in kinds().into_iter().enumerate().skip(1) {
        let texture = if number == 3 {
            texture.fill(|_| same)
        } else {
            texture
        };
        case = case.texture(&format!("t{number}"), texture);
    }
    case
}

/// Texels of T1 at the three vertices of [`sample_level_kinds`].
fn uv_texels() -> [u32; 3] {
    [0.3f32, 0.6, 0.9].map(|u| (u * 32.0) as u32)
}

/// Gathers over textures of as many texels as pixels: their footprint starts at the pixel's texel, or the one before.
fn gather_kinds() -> Case {
    let (z, w) = (1.1f32, 1.0f32);
    let offset = [[-2i32, 3], [9, 9], [9, 9]];
    let depth = Format::D32_SFLOAT;
    let size = |format| Texture::d2(format, 16, 16);
    let integers = |t: Texel| {
        [
            t.x + 20 * t.y + 400 * t.layer,
            t.x * 3 + t.y * 50 + 7 * t.layer,
            1,
            2,
        ]
    };
    let textures = [
        coded(size(RGBA32F), 1.0),
        coded(size(RGBA32F).layers(3), 2.0),
        coded(Texture::cube(RGBA32F, 32), 3.0),
        coded(Texture::cube(RGBA32F, 32).layers(12), 4.0),
        size(Format::R32G32B32A32_UINT).fill(integers),
        size(Format::R32G32B32A32_SINT)
            .layers(3)
            .fill(move |t| integers(t).map(|v| -(v as i32))),
        size(depth).fill(|t| [shadow(t)]),
        size(depth).layers(3).fill(|t| [shadow(t)]),
        Texture::cube(depth, 32).fill(|t| [shadow(t)]),
        Texture::cube(depth, 32).layers(12).fill(|t| [shadow(t)]),
    ];
    let mut case = textured("vertex/texcoord.offset", "textures/gather_kinds", z, w)
        .vertices("DEPTH", Format::R32_SFLOAT, [0.5f32; 3])
        .vertices("OFFSET", Format::R32G32_SINT, offset.to_vec())
        .sampler("s0,space3", Sampler::point())
        .sampler("s1,space3", Sampler::point().compare(CompareOp::LESS));
    for (number, texture) in textures.iter().enumerate() {
        case = case.texture(&format!("t{number}"), texture.clone());
    }
    case.target(RGBA32F).pixels(move |x, y| {
        let [u, v] = [x, y].map(coordinate);
        let (cube, face) = on_cube([u, v, z]);
        let mut sum = Sum::default();
        // The four texels in D3D12's order: (-, +), (+, +), (+, -), (-, -).
        let footprint = |number: usize, uv: [f32; 3], offset: [i32; 2], layer: u32| -> [Texel; 4] {
            let texture = &textures[number];
            [[0, 1], [1, 1], [1, 0], [0, 0]].map(|[dx, dy]: [i32; 2]| {
                let [width, height, _] = texture.size;
                let half = [uv[0] - 0.5 / width as f32, uv[1] - 0.5 / height as f32, 0.0];
                texel(texture, half, [offset[0] + dx, offset[1] + dy, 0], layer, 0)
            })
        };
        let coded = |texels: [Texel; 4], weight: f32, k: usize| texels.map(|t| code(t, weight)[k]);
        let compared = |texels: [Texel; 4]| texels.map(|t| f32::from(u8::from(shadow(t) > 0.5)));
        let plane = [u, v, 0.0];
        sum.add(coded(footprint(1, plane, [0, 0], 1), 2.0, 1));
        sum.add(coded(footprint(2, cube, [0, 0], face), 3.0, 2));
        sum.add(coded(footprint(3, cube, [0, 0], face + 6), 4.0, 3));
        sum.add(coded(footprint(0, plane, offset[0], 0), 1.0, 0));
        // Each offset gives the component of its number.
        let mut four = [0.0; 4];
        for (k, offset) in [[0, 1], [2, 3], [4, 5], [-8, 7]].into_iter().enumerate() {
            four[k] = coded(footprint(0, plane, offset, 0), 1.0, 1)[k];
        }
        sum.add(four);
        sum.add(footprint(4, plane, [0, 0], 0).map(|t| integers(t)[0] as f32));
        sum.add(footprint(5, plane, [0, 0], 1).map(|t| -(integers(t)[1] as f32)));
        sum.add(compared(footprint(6, plane, [0, 0], 0)));
        sum.add(compared(footprint(7, plane, [0, 0], 1)));
        sum.add(compared(footprint(8, cube, [0, 0], face)));
        sum.add(compared(footprint(9, cube, [0, 0], face + 6)));
        sum.add(compared(footprint(6, plane, [1, 1], 0)));
        sum.add(compared(footprint(6, plane, offset[0], 0)));
        sum.0
    })
}

/// Texels are whole numbers and halves that half floats hold.
fn half_results(name: &str) -> Case {
    let z = 1.0f32;
    let value = |t: Texel| {
        [
            t.x as f32,
            t.y as f32 + 0.5,
            (t.x + t.y) as f32,
            (32 * t.mip) as f32,
        ]
    };
    let texture = Texture::d2(RGBA32F, 32, 32).mips(3).fill(value);
    let shadows = Texture::d2(Format::D32_SFLOAT, 32, 32)
        .mips(3)
        .fill(|t| [if t.mip == 1 { 2.0f32 } else { 0.5 }]);
    textured("vertex/texcoord", name, z, 0.0)
        .texture("t0", texture.clone())
        .texture("t1", shadows)
        .sampler("s0,space3", Sampler::point())
        .sampler("s1,space3", Sampler::point().compare(CompareOp::LESS))
        .target(RGBA32F)
        .pixels(move |x, y| {
            let uvw = [coordinate(x), coordinate(y), 0.0];
            let mut sum = Sum::default();
            sum.add(value(texel(&texture, uvw, [0; 3], 0, 1)).map(|v| v * 0.5));
            let half = uvw.map(|c| c - 0.5 / 32.0);
            sum.add(
                [[0, 1, 0], [1, 1, 0], [1, 0, 0], [0, 0, 0]]
                    .map(|offset| value(texel(&texture, half, offset, 0, 0))[1]),
            );
            // Loads texel (int)uv of level (int)z.
            sum.add(value(Texel {
                x: uvw[0] as u32,
                y: uvw[1] as u32,
                z: 0,
                mip: 1,
                layer: 0,
                sample: 0,
            }));
            sum.add([1.0; 4]);
            sum.add(value(texel(&texture, uvw, [0; 3], 0, 0)));
            sum.0
        })
}

fn lod() -> Case {
    let texture = |texture: Texture, mips: u32| texture.mips(mips).fill(|_| [0.0f32; 4]);
    draw("vertex/texcoord.three", "textures/lod")
        .vertices("POSITION", RGBA32F, FULL.to_vec())
        .vertices(
            "TEXCOORD",
            Format::R32G32B32_SFLOAT,
            coordinates(1.1, 0.0)
                .into_iter()
                .map(|[u, v, w, _]| [u, v, w])
                .collect::<Vec<_>>(),
        )
        .texture(
            "t0",
            Texture::d1(Format::R32_SFLOAT, 256).mips(2).fill(|_| [0.0f32]),
        )
        .texture("t1", texture(Texture::d2(RGBA32F, 4, 4), 3))
        .texture("t2", texture(Texture::d2(RGBA32F, 64, 64).layers(2), 6))
        .texture("t3", texture(Texture::d3(RGBA32F, 32, 32, 8), 4))
        .texture("t4", texture(Texture::cube(RGBA32F, 64), 4))
        .texture("t5", texture(Texture::cube(RGBA32F, 256).layers(12), 2))
        .sampler("s0,space3", Sampler::linear())
        .target(RGBA32F)
        // Four texels to sixteen pixels are level -2. The cubes' directions have z = 1.1, a little less than their level.
        .pixels(|_, _| {
            let cube = 1.0 / 1.1f32;
            [
                near_abs(0.0, 0.01),
                near_abs(-2.0, 0.05),
                near_abs(1.0 + 2.0, 0.05),
                near_abs(1.0 + (2.0 * cube).log2() + (8.0 * cube).log2(), 0.3),
            ]
        })
}

/// The material is the first vertex's, the others are uniform.
fn array_unbounded() -> Case {
    let (z, w) = (1.1f32, 0.3f32);
    let flat = Texture::d2(RGBA32F, 32, 32).mips(3);
    let cube = Texture::cube(RGBA32F, 64).mips(3);
    let volume = |number: u32| {
        Texture::d3(Format::R32_UINT, 4, 4, 4).fill(move |t| [t.x + 10 * t.y + 100 * t.z + 1000 * number])
    };
    // Two triangles with materials of their own.
    let positions = vec![
        [-1.0f32, 1.0, 0.5, 1.0],
        [1.0, 1.0, 0.5, 1.0],
        [-1.0, -1.0, 0.5, 1.0],
        [1.0, -1.0, 0.5, 1.0],
        [-1.0, -1.0, 0.5, 1.0],
        [1.0, 1.0, 0.5, 1.0],
    ];
    let uv = [
        [0.0f32, 0.0],
        [1.0, 0.0],
        [0.0, 1.0],
        [1.0, 1.0],
        [0.0, 1.0],
        [1.0, 0.0],
    ]
    .map(|[u, v]| [u + SHIFT, v + SHIFT, z, w]);
    let mut case = draw("vertex/texcoord.material", "textures/array_unbounded.tables")
        .vertex_count(6)
        .vertices("POSITION", RGBA32F, positions)
        .vertices("TEXCOORD", RGBA32F, uv.to_vec())
        .vertices("MATERIAL", Format::R32_UINT, [1u32, 9, 9, 2, 9, 9])
        .cbuffer("b0,space2", [1u32, 0, 0, 0]);
    for number in 0..4u32 {
        case = case
            .texture(
                &format!("t{number},space10"),
                coded(flat.clone(), number as f32 + 1.0),
            )
            .texture(
                &format!("t{number},space11"),
                coded(cube.clone(), number as f32 + 10.0),
            )
            .texture(&format!("t{},space12", number + 5), volume(number));
    }
    for number in 0..3 {
        case = case.sampler(&format!("s{number},space13"), Sampler::point());
    }
    case.target(RGBA32F).some_pixels(move |x, y| {
        let material = match x + y {
            0..15 => 1,
            15 => return None,
            _ => 2,
        };
        let [u, v] = [x, y].map(coordinate);
        let (at, face) = on_cube([u, v, z]);
        let mut sum = Sum::default();
        sum.add(code(
            texel(&flat, [u, v, 0.0], [0; 3], 0, 1),
            material as f32 + 1.0,
        ));
        sum.add(code(texel(&cube, at, [0; 3], face, 1), 11.0));
        // Texel (int)(u, v, z) of level (int)w, 0.
        sum.add([(u as u32 + 10 * (v as u32) + 100 + 1000 * material) as f32; 4]);
        // The coordinates are constant: level 0.
        sum.add(code(texel(&flat, [z, w, 0.0], [0; 3], 0, 0), 4.0));
        Some(sum.0)
    })
}

/// Sums of samples along a diagonal, each 1 in w: five of nine are taken, or all of three.
fn feedback_free_quad() -> Case {
    let texture = Texture::d2(RGBA32F, 32, 32).mips(3);
    let full = FULL.to_vec();
    draw("vertex/texcoord.count", "textures/feedback_free_quad")
        .vertices("POSITION", RGBA32F, full)
        .vertices(
            "TEXCOORD",
            Format::R32G32_SFLOAT,
            coordinates(0.0, 0.0)
                .into_iter()
                .map(|[u, v, ..]| [u, v])
                .collect::<Vec<_>>(),
        )
        .vertices("COUNT", Format::R32_UINT, [9u32, 1, 2])
        .texture("t0", coded(texture.clone(), 1.0))
        .sampler("s0,space3", Sampler::point())
        .target(RGBA32F)
        .some_pixels(move |x, y| {
            let mut sum = Sum::default();
            for k in 0..5 {
                let uvw = [coordinate(x), coordinate(y), 0.0].map(|c| c + k as f32 * 0.1);
                // Too near to a texel's border to say.
                if uvw[..2].iter().any(|c| {
                    let part = (c * 16.0).fract();
                    !(0.001..0.999).contains(&part)
                }) {
                    return None;
                }
                sum.add(code(texel(&texture, uvw, [0; 3], 0, 1), 1.0));
            }
            Some(sum.0)
        })
}

/// Everything is resident. Lavapipe (25.0) denies it for comparison samples, bits 4 and 5, and for levels other than the
/// largest: the textures have one level.
fn status() -> Case {
    let (z, w) = (0.75f32, 0.0f32);
    let flat = coded(Texture::d2(RGBA32F, 32, 32).sparse(), 1.0);
    let shadows = Texture::d2(Format::D32_SFLOAT, 32, 32)
        .sparse()
        .fill(|_| [0.875f32]);
    let integers = |t: Texel| [t.x + t.layer * 10, t.y, 3, 4];
    textured("vertex/texcoord", "textures/status_draw", z, w)
        .texture("t0", flat.clone())
        .texture("t1", shadows)
        .texture(
            "t2",
            Texture::d2(Format::R32G32B32A32_UINT, 4, 4)
                .layers(2)
                .sparse()
                .fill(integers),
        )
        .texture("t3", coded(Texture::d3(RGBA32F, 4, 4, 4).sparse(), 100.0))
        .texture("u4,space1", coded(Texture::d2(RGBA32F, 4, 4).sparse(), 1000.0))
        .sampler("s0,space3", Sampler::point())
        .sampler("s1,space3", Sampler::point().compare(CompareOp::LESS))
        .target(RGBA32F)
        .pixels(move |x, y| {
            let uvw = [coordinate(x), coordinate(y), 0.0];
            let mut sum = Sum::default();
            for offset in [[0; 3], [1, 1, 0], [0; 3], [0; 3]] {
                sum.add(code(texel(&flat, uvw, offset, 0, 0), 1.0));
            }
            sum.add([1.0; 4]);
            sum.add([1.0; 4]);
            let half = uvw.map(|c| c - 0.5 / 32.0);
            sum.add(
                [[0, 1, 0], [1, 1, 0], [1, 0, 0], [0, 0, 0]]
                    .map(|offset| code(texel(&flat, half, offset, 0, 0), 1.0)[0]),
            );
            sum.add([1.0; 4]);
            // Loads at a quarter of the pixel's number, slice or depth 0.
            let place = Texel {
                x: x / 4,
                y: y / 4,
                z: 0,
                mip: 0,
                layer: 0,
                sample: 0,
            };
            sum.add(integers(place).map(|v| v as f32));
            sum.add(code(place, 100.0));
            sum.add(code(place, 1000.0));
            sum.0
        })
        .target(Format::R32_UINT)
        .pixels(|_, _| [one_of([0x7ffu32, 0x7ff & !0x30])])
}

fn debug_pixel(name: &str) -> Case {
    let materials: Vec<[f32; 4]> = (0..4)
        .map(|k| {
            let k = k as f32;
            [k, k + 0.5, -k, 0.25 * k]
        })
        .collect();
    let mut constants: Vec<u32> = materials.concat().into_iter().map(f32::to_bits).collect();
    constants.extend([2, 0, 0, 0]);
    let texture = Texture::d2(RGBA32F, 32, 32).mips(3);
    draw("vertex/texcoord.id", name)
        .cbuffer("b0,space2", constants)
        .vertices("POSITION", RGBA32F, FULL.to_vec())
        .vertices(
            "TEXCOORD",
            Format::R32G32_SFLOAT,
            coordinates(0.0, 0.0)
                .into_iter()
                .map(|[u, v, ..]| [u, v])
                .collect::<Vec<_>>(),
        )
        // Held to the count, 2.
        .vertices("ID", Format::R32_UINT, [3u32, 0, 0])
        .texture("t0", coded(texture.clone(), 1.0))
        .sampler("s0,space3", Sampler::point())
        .target(RGBA32F)
        .pixels(move |x, y| {
            let uvw = [coordinate(x), coordinate(y), 0.0];
            let texel = code(texel(&texture, uvw, [0; 3], 0, 1), 1.0);
            let [a, b, c, roughness] = materials[2];
            let albedo = [a, b, c];
            let mut colour: [Want; 4] = std::array::from_fn(|_| texel[3].want());
            for k in 0..3 {
                colour[k] = near_abs(albedo[k] + (texel[k] - albedo[k]) * roughness, 0.01);
            }
            colour
        })
}

/// Which texture and which sampler a sample means differs in a quad.
fn quad_handles() -> Case {
    let sizes = [64u32, 32, 16];
    let coded = |number: u32| {
        Texture::d2(RGBA32F, sizes[number as usize], sizes[number as usize])
            .mips(4)
            .fill(move |texel| [10.0 * number as f32 + texel.mip as f32; 4])
    };
    // Light where the comparison passes: in level 2 of the one, and everywhere but in level 1 of the other.
    let depth = |number: u32| {
        let lit = move |mip: u32| (mip == 2 - number) != (number == 1);
        Texture::d2(Format::D32_SFLOAT, sizes[number as usize], sizes[number as usize])
            .mips(4)
            .fill(move |texel| [if lit(texel.mip) { 0.75f32 } else { 0.25 }])
    };
    let number = |x: u32, y: u32| (x + y * 2) % 3;
    draw("vertex/fullscreen_triangle", "misc/quad_handles")
        .texture("t0", coded(0))
        .texture("t1", coded(1))
        .texture("t2", coded(2))
        .texture("t3", depth(0))
        .texture("t4", depth(1))
        .sampler("s0,space3", Sampler::point())
        .sampler("s1,space3", Sampler::point().lod(0.0, 1.0))
        .sampler("s2,space3", Sampler::point().compare(CompareOp::LESS))
        .target(RGBA32F)
        .pixels(move |x, y| {
            let number = number(x, y);
            let (first, level) = (10.0 * number as f32, 2.0 - number as f32);
            let compared = if y & 1 == 0 { 1.0 } else { 0.0 };
            [first + level, first + level + 1.0, first + 3.0, compared]
        })
        .target(RGBA32F)
        .pixels(move |x, y| {
            let number = number(x, y);
            let (first, level) = (10.0 * number as f32, 2.0 - number as f32);
            let held = if x & 1 == 0 { level } else { level.min(1.0) };
            [first + held, level, level - 2.0, held].map(|wanted| near_abs(wanted, 0.05))
        })
}
