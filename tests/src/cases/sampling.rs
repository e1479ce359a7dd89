//! Samples, gathers and comparisons of every kind of texture, in compute shaders.
//!
//! Texels tell their place, samplers take points, and coordinates keep away from the borders between texels, so that all
//! results are exact.

use crate::case::{Case, Element, List, Sampler, Texel, Texture, Want, any, compute, one_of};
use crate::gpu::device::device;
use ash::vk::{CompareOp, Format};
use std::array::from_fn;

const RGBA32F: Format = Format::R32G32B32A32_SFLOAT;
const OUT: &str = "u0,space1";

/// Registers the cases.
pub fn register(list: &mut List) {
    list.each("textures/level_kinds", &[], levels);
    list.each("textures/gradient_kinds", &[], gradients);
    list.each("textures/compare_kinds", &[], comparisons);
    list.each("textures/gather_more", &[], gathers);
    list.add("textures/status_compute all mapped", || status(&[]));
    list.add("textures/status_compute holes", || {
        status(&[[1, 0, 0], [0, 1, 0]])
    });
}

/// The first component of a texel.
fn number(t: Texel) -> f32 {
    (1 + t.x + 16 * t.y + 256 * t.z + 4096 * t.mip + 32_768 * t.layer) as f32
}

fn texel(t: Texel) -> [f32; 4] {
    [0.0, 0.25, 0.5, 0.75].map(|c| number(t) + c)
}

/// A place with coordinates held inside the mip level.
fn clamped(texture: &Texture, [x, y, z]: [i32; 3], layer: u32, mip: u32) -> Texel {
    let [width, height, depth] = texture.mip_size(mip).map(|s| s as i32);
    let clamp = |v: i32, size: i32| v.clamp(0, size - 1) as u32;
    Texel {
        x: clamp(x, width),
        y: clamp(y, height),
        z: clamp(z, depth),
        mip,
        layer,
        sample: 0,
    }
}

/// The texel that a point sample at `uv` shows, `offset` texels further.
fn point(texture: &Texture, uv: [f32; 3], offset: [i32; 3], layer: u32, mip: u32) -> Texel {
    let size = texture.mip_size(mip);
    let at = from_fn(|k| (uv[k] * size[k] as f32).floor() as i32 + offset[k]);
    clamped(texture, at, layer, mip)
}

/// The layer that a slice coordinate means: rounded, to even at halves, and clamped.
fn layer(slice: f32, layers: u32) -> u32 {
    slice.round_ties_even().clamp(0.0, (layers - 1) as f32) as u32
}

/// The direction to (s, t), 0 to 1, on a cube's face, and its largest component's axis.
fn direction(face: u32, s: f32, t: f32, length: f32) -> ([f32; 3], usize) {
    let (s, t) = (2.0 * s - 1.0, 2.0 * t - 1.0);
    let (direction, axis) = match face {
        0 => ([1.0, -t, -s], 0),
        1 => ([-1.0, -t, s], 0),
        2 => ([s, 1.0, t], 1),
        3 => ([s, -1.0, -t], 1),
        4 => ([s, -t, 1.0], 2),
        _ => ([-s, -t, -1.0], 2),
    };
    (direction.map(|c| c * length), axis)
}

/// The seven kinds of texture that can be sampled: 1D, 1D array, 2D, 2D array, 3D, cube, cube array.
fn kinds(width: u32, mips: u32) -> [Texture; 7] {
    [
        Texture::d1(RGBA32F, width),
        Texture::d1(RGBA32F, width).layers(3),
        Texture::d2(RGBA32F, width, width),
        Texture::d2(RGBA32F, width, width).layers(3),
        Texture::d3(RGBA32F, width, width, width),
        Texture::cube(RGBA32F, width),
        Texture::cube(RGBA32F, width).layers(12),
    ]
    .map(|texture| texture.mips(mips))
}

const SLICES: [f32; 8] = [-1.0, 0.0, 0.4, 1.0, 1.3, 1.8, 2.0, 7.0];
const CUBES: [f32; 5] = [0.0, 1.0, 0.3, -2.0, 5.0];
const FORWARD: [i32; 3] = [0; 3];

fn levels(name: &str) -> Case {
    let kinds = kinds(8, 3);
    let [t1, t1a, t2, t2a, t3, tc, tca] = &kinds;
    let mut input: Vec<[f32; 12]> = Vec::new();
    let mut expected: Vec<[f32; 4]> = Vec::new();
    for i in 0..64u32 {
        let uv = [i % 13, i * 5 % 11, i * 3 % 12].map(|v| (v as f32 - 1.7) / 8.0);
        let level = [0.0f32, 0.3, 1.0, 1.4, 0.7, 2.0, 9.0, -3.0][(i / 5 % 8) as usize];
        let mip = level.round().clamp(0.0, 2.0) as u32;
        let face = i % 6;
        let (s, t) = ((i % 8) as f32 + 0.4, (i * 3 / 8 % 8) as f32 + 0.4);
        let (s, t) = (s / 8.0, t / 8.0);
        let (d, _) = direction(face, s, t, 0.5 + i as f32);
        let (slice, cube) = (SLICES[(i / 3 % 8) as usize], CUBES[(i / 7 % 5) as usize]);
        input.push([
            uv[0], uv[1], uv[2], level, d[0], d[1], d[2], cube, slice, 0.0, 0.0, 0.0,
        ]);
        let array = layer(slice, 3);
        let cubes = 6 * layer(cube, 2);
        expected.extend(
            [
                point(t1, uv, FORWARD, 0, mip),
                point(t1a, uv, FORWARD, array, mip),
                point(t2, uv, FORWARD, 0, mip),
                point(t2a, uv, FORWARD, array, mip),
                point(t3, uv, FORWARD, 0, mip),
                point(tc, [s, t, 0.0], FORWARD, face, mip),
                point(tca, [s, t, 0.0], FORWARD, cubes + face, mip),
                point(t1, uv, [-8, 0, 0], 0, mip),
                point(t1a, uv, [7, 0, 0], array, mip),
                point(t2, uv, [-3, 5, 0], 0, mip),
                point(t2a, uv, [1, -1, 0], array, mip),
                point(t3, uv, [1, 2, -4], 0, mip),
            ]
            .map(texel),
        );
    }
    let mut case = compute(name)
        .sampler("s0,space3", Sampler::point())
        .raw("t7", input)
        .output(OUT, expected);
    for (k, texture) in kinds.into_iter().enumerate() {
        case = case.texture(&format!("t{k}"), texture.fill(texel));
    }
    case
}

fn gradients(name: &str) -> Case {
    let kinds = kinds(16, 4);
    let [t1, t1a, t2, t2a, t3, tc, tca] = &kinds;
    // Levels that round to the same whole number with up to a half more: a device may take a gradient's length for that
    // of the square around it (Vulkan 1.3, 16.5.6, equation for the scale factor). Two are beyond the range.
    let wanted = [-0.2f32, 0.9, 1.8, 1.7, 2.9, -2.0, 5.0];
    // The level of gradients of which the texture has so many components, each along one axis.
    let level = |dx: &[f32], dy: &[f32]| {
        let largest = dx.iter().chain(dy).fold(0.0f32, |a, &b| a.max(b.abs()));
        (largest * 16.0).log2().round().clamp(0.0, 3.0) as u32
    };
    let mut input: Vec<[f32; 24]> = Vec::new();
    let mut expected: Vec<[Want; 4]> = Vec::new();
    // NVIDIA's driver (580) takes a gradient on a cube that leads beyond the face for a shorter one.
    let takes_all = device().is_ok_and(|device| device.is_lavapipe());
    for i in 0..64u32 {
        let uv = [i % 16, i * 5 % 16, i * 3 % 16].map(|v| (v as f32 + 0.3) / 16.0);
        let one = |step: u32| wanted[(i / step % 7) as usize].exp2() / 16.0;
        let (mut dx, mut dy) = ([0.0f32; 3], [0.0f32; 3]);
        dx[(i % 3) as usize] = one(1);
        dy[(i / 3 % 3) as usize] = -one(3);
        let face = i % 6;
        let (s, t) = ((i % 16) as f32 + 0.4, (i * 3 / 8 % 16) as f32 + 0.4);
        let (s, t) = (s / 16.0, t / 16.0);
        let length = 0.5 + (i % 5) as f32;
        let (d, axis) = direction(face, s, t, length);
        // Along the face; a face spans twice the length.
        let (mut ddx, mut ddy) = ([0.0f32; 3], [0.0f32; 3]);
        ddx[(axis + 1) % 3] = 2.0 * length * one(1);
        ddy[(axis + 2) % 3] = 2.0 * length * one(3);
        let (slice, cube) = (SLICES[(i / 3 % 8) as usize], CUBES[(i / 7 % 5) as usize]);
        input.push([
            uv[0], uv[1], uv[2], slice, d[0], d[1], d[2], cube, dx[0], dx[1], dx[2], 0.0, dy[0], dy[1],
            dy[2], 0.0, ddx[0], ddx[1], ddx[2], 0.0, ddy[0], ddy[1], ddy[2], 0.0,
        ]);
        let array = layer(slice, 3);
        let cubes = 6 * layer(cube, 2);
        let [m1, m2, m3] = [1, 2, 3].map(|n| level(&dx[..n], &dy[..n]));
        let mc = level(&[one(1)], &[one(3)]);
        expected.extend(
            [
                point(t1, uv, FORWARD, 0, m1),
                point(t1a, uv, FORWARD, array, m1),
                point(t2, uv, FORWARD, 0, m2),
                point(t2a, uv, FORWARD, array, m2),
                point(t3, uv, FORWARD, 0, m3),
                point(t2, uv, [1, 2, 0], 0, m2),
            ]
            .map(|t| texel(t).map(Element::want)),
        );
        let beyond = [(s, one(1)), (t, one(3))]
            .iter()
            .any(|(at, step)| at - step < 0.0 || at + step > 1.0);
        let cube = |texture: &Texture, layer: u32| {
            let mips = if beyond && !takes_all { 0..=3 } else { mc..=mc };
            let shown: Vec<_> = mips
                .map(|mip| texel(point(texture, [s, t, 0.0], FORWARD, layer, mip)))
                .collect();
            from_fn(|k| one_of(shown.iter().map(|values| values[k])))
        };
        let last = expected.len() - 1;
        expected.splice(last..last, [cube(tc, face), cube(tca, cubes + face)]);
    }
    let mut case = compute(name)
        .sampler("s0,space3", Sampler::point())
        .raw("t7", input)
        .output(OUT, expected);
    for (k, texture) in kinds.into_iter().enumerate() {
        case = case.texture(&format!("t{k}"), texture.fill(texel));
    }
    case
}

/// Inputs of gathers and comparisons: the lower of the four texels' coordinates on a 8 x 8 texture (-1 to 8) and on a face
/// (0 to 6), face, slice, cube, offset.
struct Corner {
    at: [i32; 2],
    on_face: [i32; 2],
    face: u32,
    slice: f32,
    cube: f32,
    offset: [i32; 2],
}

impl Corner {
    fn new(i: u32) -> Self {
        let n = i as i32;
        Self {
            at: [n % 10 - 1, n * 3 / 10 % 10 - 1],
            on_face: [n % 7, n / 7 % 7],
            face: i % 6,
            slice: SLICES[(i / 3 % 8) as usize],
            cube: CUBES[(i / 7 % 5) as usize],
            offset: [n * 7 % 16 - 8, n * 5 % 16 - 8],
        }
    }
    /// Coordinates nearer to the upper texels, so that points show these.
    fn uv(&self) -> [f32; 2] {
        self.at.map(|v| (v as f32 + 1.2) / 8.0)
    }
    fn direction(&self) -> [f32; 3] {
        let [s, t] = self.on_face.map(|v| (v as f32 + 1.2) / 8.0);
        direction(self.face, s, t, 3.0).0
    }
    /// Twelve words with a fourth component of the coordinates.
    fn words(&self, fourth: f32) -> [u32; 12] {
        let ([u, v], d) = (self.uv(), self.direction());
        let [x, y] = self.offset.map(|v| v as u32);
        let f = f32::to_bits;
        [
            f(u),
            f(v),
            f(self.slice),
            f(fourth),
            f(d[0]),
            f(d[1]),
            f(d[2]),
            f(self.cube),
            x,
            y,
            0,
            0,
        ]
    }
}

/// The texels of a gather, in order.
fn gathered(texture: &Texture, [x, y]: [i32; 2], layer: u32) -> [Texel; 4] {
    [(0, 1), (1, 1), (1, 0), (0, 0)].map(|(dx, dy)| clamped(texture, [x + dx, y + dy, 0], layer, 0))
}

fn moved([x, y]: [i32; 2], [dx, dy]: [i32; 2]) -> [i32; 2] {
    [x + dx, y + dy]
}

fn comparisons(name: &str) -> Case {
    let format = Format::D32_SFLOAT;
    let t1 = Texture::d1(format, 8);
    let t1a = Texture::d1(format, 8).layers(3);
    let t2 = Texture::d2(format, 8, 8);
    let t2a = Texture::d2(format, 8, 8).layers(3);
    let tc = Texture::cube(format, 8);
    let tca = Texture::cube(format, 8).layers(12);
    let depth = |t: Texel| ((t.x + 3 * t.y + 5 * t.layer) % 8) as f32 / 8.0;
    let mut input = Vec::new();
    let mut expected: Vec<f32> = Vec::new();
    for i in 0..64u32 {
        let corner = Corner::new(i);
        let reference = [0.0f32, 0.1, 0.3, 0.5, 0.625, 0.9, 1.0][(i / 2 % 7) as usize];
        input.push(corner.words(reference));
        let passes = |t: Texel| f32::from(u8::from(reference <= depth(t)));
        let [x, y] = corner.at;
        let [s, t] = corner.on_face;
        let at = |texture: &Texture, x: i32, y: i32, layer: u32| {
            passes(clamped(texture, [x + 1, y + 1, 0], layer, 0))
        };
        let array = layer(corner.slice, 3);
        let face = corner.face;
        let cube_face = 6 * layer(corner.cube, 2) + face;
        expected.extend([
            at(&t1, x, -1, 0),
            at(&t1a, x, -1, array),
            at(&t2, x, y, 0),
            at(&t2a, x, y, array),
            at(&tc, s, t, face),
            at(&tca, s, t, cube_face),
            at(&t2, x + 1, y - 2, 0),
            0.0,
        ]);
        expected.extend(gathered(&t2, corner.at, 0).map(passes));
        expected.extend(gathered(&t2a, corner.at, array).map(passes));
        expected.extend(gathered(&tc, corner.on_face, face).map(passes));
        expected.extend(gathered(&tca, corner.on_face, cube_face).map(passes));
        expected.extend(gathered(&t2, moved(corner.at, [1, 1]), 0).map(passes));
        expected.extend(gathered(&t2, moved(corner.at, corner.offset), 0).map(passes));
    }
    compute(name)
        .texture("t0", t1.fill(|t| [depth(t)]))
        .texture("t1", t1a.fill(|t| [depth(t)]))
        .texture("t2", t2.fill(|t| [depth(t)]))
        .texture("t3", t2a.fill(|t| [depth(t)]))
        .texture("t4", tc.fill(|t| [depth(t)]))
        .texture("t5", tca.fill(|t| [depth(t)]))
        .sampler("s0,space3", Sampler::point().compare(CompareOp::LESS_OR_EQUAL))
        .raw("t6", input)
        .output(OUT, expected)
}

fn gathers(name: &str) -> Case {
    let t2 = Texture::d2(RGBA32F, 8, 8);
    let t2a = Texture::d2(RGBA32F, 8, 8).layers(3);
    let tc = Texture::cube(RGBA32F, 8);
    let tca = Texture::cube(RGBA32F, 8).layers(12);
    let tu = Texture::d2(Format::R32G32B32A32_UINT, 8, 8);
    let ti = Texture::d2(Format::R32G32B32A32_SINT, 8, 8).layers(3);
    let unsigned = |t: Texel| [0x8000_0000 + number(t) as u32, 1, 2, 3];
    let signed = |t: Texel| [1, -(number(t) as i32), 2, 3];
    let mut input = Vec::new();
    let mut expected: Vec<Want> = Vec::new();
    for i in 0..64u32 {
        let corner = Corner::new(i);
        let mut words = corner.words(0.0);
        // Six bits of an offset count.
        words[8] = words[8].wrapping_add(64 * (i % 3));
        words[9] = words[9].wrapping_sub(128 * (i & 1));
        input.push(words);
        let array = layer(corner.slice, 3);
        let cube_face = 6 * layer(corner.cube, 2) + corner.face;
        let floats = |texels: [Texel; 4], channel: usize| texels.map(|t| texel(t)[channel].want());
        let shown = |offset: [i32; 2]| gathered(&t2, moved(corner.at, offset), 0);
        expected.extend(floats(gathered(&t2a, corner.at, array), 1));
        expected.extend(floats(gathered(&tc, corner.on_face, corner.face), 2));
        expected.extend(floats(gathered(&tca, corner.on_face, cube_face), 3));
        expected.extend(floats(shown(corner.offset), 0));
        // Component k comes from the gather with offset k.
        let offsets = [[0, 1], [2, 3], [4, 5], [-8, 7]];
        let four: [Texel; 4] = from_fn(|k| shown(offsets[k])[k]);
        expected.extend(floats(four, 1));
        expected.extend(gathered(&tu, corner.at, 0).map(|t| unsigned(t)[0].want()));
        expected.extend(gathered(&ti, moved(corner.at, [-1, 2]), array).map(|t| signed(t)[1].want()));
        expected.extend(floats(shown([-8, 7]), 0));
    }
    compute(name)
        .texture("t0", t2.clone().fill(texel))
        .texture("t1", t2a.fill(texel))
        .texture("t2", tc.fill(texel))
        .texture("t3", tca.fill(texel))
        .texture("t4", tu.fill(unsigned))
        .texture("t5", ti.fill(signed))
        .sampler("s0,space3", Sampler::point())
        .raw("t6", input)
        .output(OUT, expected)
}

/// Sparse textures, whose sizes are whole tiles of any shape that Vulkan calls standard, of which `holes` are tiles of t0 without memory, 64 x 64 texels each. What these show is 0 only on
/// devices with residencyNonResidentStrict.
///
/// Lavapipe (25.0) calls the texels of `OpImageSparseSampleDref*` (bit 3) not mapped in any texture, and crashes on
/// sparse operations on textures that are not sparse.
fn status(holes: &[[u32; 3]]) -> Case {
    let t = Texture::d2(RGBA32F, 128, 128);
    let depth = |t: Texel| ((t.x / 32 + 3 * (t.y / 32)) % 8) as f32 / 8.0;
    let array = |t: Texel| [number(t) as u32, 0, 0, 0];
    let doubled = |t: Texel| texel(t).map(|v| v * 2.0);
    let expected: Vec<[Want; 12]> = (0..16)
        .map(|i| {
            let (x, y) = (i % 4 * 32, i / 4 * 32);
            let mapped = !holes.contains(&[x / 64, y / 64, 0]);
            let [at_x, at_y] = [x as i32, y as i32];
            let place = |z: u32, layer: u32| Texel {
                z,
                ..clamped(&t, [at_x, at_y, 0], layer, 0)
            };
            let here = place(0, 0);
            let f = |t: Texel| number(t).want();
            let shown = if mapped { f(here) } else { any() };
            let passes = |t: Texel| u32::from(0.5 <= depth(t));
            let compared = gathered(&t, [at_x, at_y], 0);
            // All but the two samples, the gather and the load of t0.
            let status = if mapped { 0x1ffu32 } else { 0x1d8 };
            [
                one_of([status, status & !8]),
                shown.clone(),
                shown.clone(),
                shown.clone(),
                (passes(here) as f32).want(),
                shown,
                (number(place(0, 1)) as u32).want(),
                f(place(2, 0)),
                (number(here) * 2.0).want(),
                (0..4).map(|k| passes(compared[k]) << k).sum::<u32>().want(),
                0u32.want(),
                0u32.want(),
            ]
        })
        .collect();
    let uints = Texture::d2(Format::R32G32B32A32_UINT, 128, 128).layers(2);
    compute("textures/status_compute")
        .texture("t0", t.clone().fill(texel).holes(holes))
        .texture(
            "t1",
            Texture::d2(Format::D32_SFLOAT, 128, 128)
                .fill(|t| [depth(t)])
                .holes(&[]),
        )
        .texture("t2", uints.fill(array).holes(&[]))
        .texture("t3", Texture::d3(RGBA32F, 128, 128, 16).fill(texel).holes(&[]))
        .texture("u1,space1", t.fill(doubled).holes(&[]))
        .sampler("s0,space3", Sampler::point())
        .sampler("s1,space3", Sampler::point().compare(CompareOp::LESS_OR_EQUAL))
        .output(OUT, expected)
}
