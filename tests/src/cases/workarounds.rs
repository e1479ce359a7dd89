//! Workarounds: shaders that rely on more than D3D12 promises, run as they count on.
//!
//! What changes no result on a device that is without fault (barriers, fused products, biases) is shown by the snapshots of the
//! same shaders, and here only to be no worse.

use super::draws::close;
use super::inputs;
use crate::case::{
    Case, Element, List, Sampler, Texture, Want, any, compute, draw, near_abs, one_of, pipeline,
};
use ash::vk::Format;
use dxil2spirv::options::{GradientsAsBias, UavBarriers, Workarounds};

const OUT: &str = "u0,space1";
const RGBA32F: Format = Format::R32G32B32A32_SFLOAT;

/// Registers the cases.
pub fn register(list: &mut List) {
    list.add("workarounds/cube_levels", || cube_levels(5));
    list.add("workarounds/cube_levels (held)", || {
        with(cube_levels(2), |w| w.cube_levels_from_8x8 = true)
    });
    list.add("workarounds/roots (finite)", roots);
    list.add("workarounds/quad_lanes (0)", quad_lanes);
    list.add("workarounds/loop_values (defined)", loop_values);
    list.add("workarounds/one_wave (waits)", one_wave);
    list.add("workarounds/mesh_counts (checked)", mesh_counts);
    list.add("workarounds/gradients", || gradients(GradientsAsBias::Never));
    list.add("workarounds/gradients (one factor)", || {
        gradients(GradientsAsBias::OneFactor)
    });
    list.add("workarounds/gradients (any factors)", || {
        gradients(GradientsAsBias::AnyFactors)
    });
    for (name, kind) in [
        ("where one is", UavBarriers::WhereOneIs),
        ("always", UavBarriers::Always),
    ] {
        for shader in ["workarounds/barriers", "workarounds/barriers.uavs"] {
            list.add(&format!("{shader} ({name})"), move || barriers(shader, kind));
        }
    }
    list.add("workarounds/mad (fused)", mad);
    list.add("workarounds/mad.lanes (one wave)", lanes);
    list.add("workarounds/shading_rate (ignored)", shading_rate);
}

/// The case with workarounds.
pub(super) fn with(case: Case, set: impl FnOnce(&mut Workarounds)) -> Case {
    case.options(|options| set(&mut options.workarounds))
}

/// Levels of a chain from 32 x 32 texels to one, which stop at `last`.
fn cube_levels(last: u32) -> Case {
    let expected: Vec<f32> = (0..6u32).map(|level| level.min(last) as f32).collect();
    let texture = Texture::cube(Format::R32_SFLOAT, 32)
        .mips(6)
        .fill(|texel| [texel.mip as f32]);
    compute("workarounds/cube_levels")
        .texture("t0", texture)
        .sampler("s0,space3", Sampler::point())
        .output(OUT, expected)
}

fn roots() -> Case {
    let mut input: Vec<f32> = inputs::range::<1>(64, 0.01, 100.0).iter().map(|&[x]| x).collect();
    (input[3], input[17]) = (0.0, 0.0);
    let expected: Vec<Want> = input
        .iter()
        .flat_map(|&x| match x {
            0.0 => [f32::MAX.want(), one_of([0.0f32, -0.0]), f32::INFINITY.want()],
            x => [
                near_abs(x.sqrt().recip(), f64::from(1e-4 / x.sqrt())),
                one_of([0.0f32, -0.0]),
                near_abs(3.0 / x.sqrt(), f64::from(3e-4 / x.sqrt())),
            ],
        })
        .collect();
    with(
        compute("workarounds/roots")
            .raw("t0", input)
            .output(OUT, expected),
        |w| w.finite_reciprocal_roots = true,
    )
}

fn quad_lanes() -> Case {
    let words: Vec<u32> = inputs::below::<1>(64, 1000).iter().map(|&[w]| w).collect();
    let on = |lane: usize| words[lane] & 1 != 0;
    let mut expected = Vec::new();
    for lane in 0..64 {
        let value = |of: usize| if on(of) { 100 + of as u32 } else { 0 };
        let quad = lane & !3;
        // Down the quad, which of one row of threads is two on; where lanes of it are missing nothing is promised.
        let slope = match (quad..quad + 4).all(on) {
            true => 2.0f32.to_bits().want(),
            false => any(),
        };
        expected.extend(match on(lane) {
            true => [
                value(quad).want(),
                value(quad + 1).want(),
                value(lane ^ 1).want(),
                value(lane ^ 3).want(),
                slope,
            ],
            false => [0xaaaa_aaaau32; 5].map(|word| word.want()),
        });
    }
    with(
        compute("workarounds/quad_lanes")
            .raw("t0", words)
            .output(OUT, expected),
        |w| w.inactive_quad_lanes_read_0 = true,
    )
}

fn loop_values() -> Case {
    let words: Vec<u32> = inputs::below::<1>(64, 8).iter().map(|&[w]| w).collect();
    let expected: Vec<u32> = words
        .iter()
        .map(|&w| if w < 4 { words[w as usize] + 7 } else { 0 })
        .collect();
    with(
        compute("workarounds/loop_values")
            .raw("t0", words)
            .output(OUT, expected),
        |w| w.defined_loop_values = true,
    )
}

fn one_wave() -> Case {
    let words: Vec<u32> = inputs::below::<1>(16, 1000).iter().map(|&[w]| w).collect();
    let mut expected = Vec::new();
    for group in words.chunks(4) {
        let sum = group[0] + group[1];
        for (i, &w) in group.iter().enumerate() {
            expected.push(group[3 - i] + sum + (w & 1));
        }
    }
    with(
        compute("workarounds/one_wave")
            .groups(4, 1, 1)
            .raw("t0", words)
            .output(OUT, expected),
        |w| w.groupshared_waits = true,
    )
}

/// Of four groups, the second asks for too many vertices, the last for too many primitives.
fn mesh_counts() -> Case {
    let case = pipeline(&["workarounds/mesh_counts", "mesh/show"])
        .with_draw(|draw| draw.groups = [4, 1, 1])
        .cbuffer("b0,space2", [3u32, 4, 3, 3, 1, 1, 1, 2])
        .target(RGBA32F)
        .some_pixels(|x, y| {
            // Triangles reach beyond their column's width at the top, and end on a slope.
            (x % 4 == 0 && y < 8).then(|| {
                let column = x / 4;
                close(match column % 2 {
                    0 => [column as f32, 1.0, 2.0, 3.0],
                    _ => [column as f32 - 1.0, 1.0, 2.0, 3.0],
                })
            })
        })
        .target(Format::R32G32_UINT)
        .some_pixels(|_, _| None::<[u32; 2]>);
    with(case, |w| w.checked_mesh_outputs = true)
}

fn gradients(kind: GradientsAsBias) -> Case {
    let texture = Texture::d2(Format::R32_SFLOAT, 64, 64)
        .mips(7)
        .fill(|texel| [texel.mip as f32]);
    let case = draw("vertex/fullscreen_triangle", "workarounds/gradients")
        .texture("t0", texture)
        .sampler("s0,space3", Sampler::point())
        // A pixel is four texels; twice, four times and a quarter of it.
        .cbuffer("b0,space2", [2.0f32, 8.0, 0.25, 0.0])
        .target(RGBA32F)
        .pixels(move |_, _| {
            // Where both directions have a factor of their own, the bias knows of the smaller one only.
            let second = match kind {
                GradientsAsBias::AnyFactors => 3.0,
                _ => 5.0,
            };
            close([3.0, second, 4.0, 0.0])
        });
    with(case, |w| w.gradients_as_bias = kind)
}

fn barriers(shader: &str, kind: UavBarriers) -> Case {
    let words: Vec<u32> = inputs::below::<1>(64, 1000).iter().map(|&[w]| w).collect();
    let both = shader.ends_with("uavs");
    let expected: Vec<u32> = (0..64)
        .map(|i: usize| words[i] + words[i ^ 32] + if both { words[i ^ 32] + 1 } else { 0 })
        .collect();
    let between: Vec<u32> = words.iter().map(|w| w + 1).collect();
    with(
        compute(shader)
            .raw("t0", words)
            .output(OUT, expected)
            .output("u1,space1", between),
        |w| w.uav_barriers = kind,
    )
}

/// What is left of a square where it is rounded once; a device that rounds twice leaves nothing.
fn mad() -> Case {
    let input: Vec<[f32; 2]> = inputs::range::<1>(64, 1.0, 2.0)
        .iter()
        .map(|&[x]| [x, x * x])
        .collect();
    let expected: Vec<Want> = input
        .iter()
        .map(|&[x, y]| one_of([0.0, x.mul_add(x, -y)]))
        .collect();
    with(
        compute("workarounds/mad").raw("t0", input).output(OUT, expected),
        |w| w.fused_precise_mad = true,
    )
}

fn lanes() -> Case {
    let expected: Vec<Want> = (0..32).map(|_| one_of([4u32, 8, 16, 32])).collect();
    with(compute("workarounds/mad.lanes").output(OUT, expected), |w| {
        w.lane_count_at_most_group_of_32 = true;
    })
}

fn shading_rate() -> Case {
    let case = draw("workarounds/shading_rate.vs", "workarounds/shading_rate.ps")
        .target(RGBA32F)
        .pixels(|_, _| close([0.0, 1.0, 2.0, 3.0]));
    with(case, |w| w.ignored_shading_rate = true)
}
