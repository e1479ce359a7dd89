//! Pixel shaders at pixel rate: system values, interpolation, targets, depth and stencil, discard, derivatives, UAVs.
//!
//! Lavapipe (25.0) lacks what these shaders need, so that nothing draws with them: `pixel/barycentrics`
//! (fragmentShaderBarycentric), `pixel/rasterizer_ordered` (fragmentShaderPixelInterlock) and `pixel/inner_coverage`
//! (fullyCoveredFragmentShaderInputVariable).

use super::draws::{FULL, HALF, PERSPECTIVE, Place, Triangle};
use crate::case::{Case, Element, List, Sampler, Texture, Want, any, draw, near_abs, one_of, within};
use ash::vk::{CompareOp, Format, PrimitiveTopology};
use dxil2spirv::options::{MinPrecision, TargetEnv};

const RGBA32F: Format = Format::R32G32B32A32_SFLOAT;

/// Registers the cases.
pub fn register(list: &mut List) {
    list.add("pixel/position", position);
    list.add("pixel/interpolation", interpolation);
    list.add("pixel/front_face", front_face);
    list.add("pixel/front_face_uint", front_face_uint);
    list.add("pixel/primitive_id", primitive_id);
    list.add("pixel/stencil_ref", stencil_ref);
    list.add("pixel/stencil_ref (strip)", stencil_ref_strip);
    list.add("pixel/by_input", by_input);
    list.add("pixel/depth", depth);
    list.add("pixel/depth_greater_equal", depth_greater_equal);
    list.add("pixel/depth_less_equal", depth_less_equal);
    list.add("pixel/multiple_targets", multiple_targets);
    list.each("pixel/target_array", &["od"], target_array);
    list.add("pixel/dual_source", dual_source);
    list.add("pixel/multiple_targets (dual source)", || {
        draw("vertex/fullscreen_triangle", "pixel/multiple_targets")
            .options(|options| options.dual_source_blending = true)
            .target(RGBA32F)
            .pixels(|x, y| [(x as f32 + 0.5) / 64.0, (y as f32 + 0.5) / 64.0, 0.0, 1.0])
    });
    list.add("pixel/empty", empty);
    list.each("pixel/discard", &["od"], discard);
    list.add("pixel/helper_lane", helper_lane);
    list.add("pixel/discard_uav", discard_uav);
    list.add("pixel/discard_atomics", discard_atomics);
    list.each("pixel/discard_derivatives", &["od"], discard_derivatives);
    list.add("pixel/clip", clip);
    list.each("control-flow/pixel_discard_loop", &["od"], discard_loop);
    list.each("pixel/derivatives", &["native16"], derivatives);
    list.add("pixel/fine_coarse", fine_coarse);
    list.add("pixel/early_depth", early_depth);
    list.add("atomics/pixel_counter", || pixel_counter(None));
    list.add("atomics/pixel_counter (occluded)", || {
        pixel_counter(Some(CompareOp::NEVER))
    });
    list.add("pixel/min_precision", min_precision);
    list.add("pixel/min_precision (native 16-bit)", || {
        min_precision().options(|o| o.min_precision = MinPrecision::Native16)
    });
    list.add("pixel/view_id", view_id);
    // What SPIR-V 1.6 has in core is an extension before it.
    list.add("pixel/discard (vulkan1.1)", || {
        discard("pixel/discard").options(|o| o.target_env = TargetEnv::Vulkan1_1)
    });
    list.add("pixel/interpolation (vulkan1.1)", || {
        interpolation().options(|o| o.target_env = TargetEnv::Vulkan1_1)
    });
}

/// The triangle `clip` on a 16 x 16 target, looked at a pixel's centre.
fn place(clip: [[f32; 4]; 3], x: u32, y: u32) -> Place {
    Triangle::new(clip, [16, 16]).pixel(x, y)
}

/// Floats within what interpolation leaves open.
fn close<const N: usize>(values: [f32; N]) -> [Want; N] {
    values.map(|v| within(v, 1e-4, 1e-4))
}

fn exact<T: Element, const N: usize>(values: [T; N]) -> [Want; N] {
    values.map(Element::want)
}

fn position() -> Case {
    draw("vertex/colour", "pixel/position")
        .vertices("POSITION", RGBA32F, PERSPECTIVE.to_vec())
        .vertices("COLOR", RGBA32F, PERSPECTIVE.to_vec())
        .target(RGBA32F)
        .pixels(|x, y| {
            let place = place(PERSPECTIVE, x, y);
            close([x as f32 + 0.5, y as f32 + 0.5, place.depth as f32, place.w as f32])
        })
}

/// All modes at one sample, where all of them look at the centre.
fn interpolation() -> Case {
    let v = [[1.0f32, -0.5], [0.25, 2.0], [3.0, 1.0]];
    let h = [5u32, 100, 200];
    let i = [[-7i32, 9], [70, 80], [90, 60]];
    draw("vertex/interpolation", "pixel/interpolation")
        .vertices("POSITION", RGBA32F, HALF.to_vec())
        .vertices("V", Format::R32G32_SFLOAT, v.to_vec())
        .vertices("H", Format::R32_UINT, h)
        .vertices("I", Format::R32G32_SINT, i.to_vec())
        .target(RGBA32F)
        .some_pixels(move |x, y| {
            let place = place(HALF, x, y);
            if place.inside() < 0.01 {
                return None;
            }
            let (p, s) = (place.smooth(v), place.noperspective(v));
            // a + 2 b and e - f in x and y, c + d and g * h + i in z and w.
            let low = [0, 1].map(|k| p[k] * (1.0 + 2.0 * 4.0) + s[k] * (256.0 - 1024.0));
            let high =
                [0, 1].map(|k| p[k] * 16.0 + s[k] * 64.0 + v[0][k] * 8.0 * h[0] as f32 + i[0][k] as f32);
            Some([low[0], low[1], high[0], high[1]].map(|v| within(v, 1e-4, 0.02)))
        })
}

/// A clockwise triangle in the upper left half, then a counterclockwise one in the other.
fn two_sides() -> Vec<[f32; 4]> {
    vec![
        [-1.0, 1.0, 0.0, 1.0],
        [1.0, 1.0, 0.0, 1.0],
        [-1.0, -1.0, 0.0, 1.0],
        [1.0, 1.0, 0.0, 1.0],
        [-1.0, -1.0, 0.0, 1.0],
        [1.0, -1.0, 0.0, 1.0],
    ]
}

fn front_face() -> Case {
    draw("vertex/passthrough", "pixel/front_face")
        .vertex_count(6)
        .vertices("POSITION", RGBA32F, two_sides())
        .vertices("COLOR", RGBA32F, vec![[1.0f32, 2.0, 3.0, 4.0]; 6])
        .vertices("TEXCOORD", Format::R32G32_SFLOAT, vec![[0.0f32; 2]; 6])
        .target(RGBA32F)
        .some_pixels(|x, y| match x + y {
            0..15 => Some(close([2.0, 2.0, 3.0, 4.0])),
            15 => None,
            _ => Some(close([4.0, 3.0, 2.0, 1.0])),
        })
}

fn front_face_uint() -> Case {
    draw("vertex/colour", "pixel/front_face_uint")
        .vertex_count(6)
        .vertices("POSITION", RGBA32F, two_sides())
        .vertices("COLOR", RGBA32F, vec![[0.0f32; 4]; 6])
        .target(RGBA32F)
        .some_pixels(|x, y| match x + y {
            0..15 => Some([1.0f32, 0.0, 0.0, 1.0]),
            15 => None,
            _ => Some([0.0, 1.0, 0.0, 1.0]),
        })
}

/// The left and the right half of a strip of 4 x 16 pixels at column `k`, as two triangles.
fn column(k: u32) -> [[f32; 4]; 6] {
    let left = k as f32 * 0.5 - 1.0;
    let right = left + 0.5;
    [
        [left, 1.0, 0.5, 1.0],
        [right, 1.0, 0.5, 1.0],
        [left, -1.0, 0.5, 1.0],
        [left, -1.0, 0.5, 1.0],
        [right, 1.0, 0.5, 1.0],
        [right, -1.0, 0.5, 1.0],
    ]
}

/// Eight triangles over four columns, twice: the ids of the second instance start anew.
fn primitive_id() -> Case {
    draw("vertex/colour", "pixel/primitive_id")
        .vertex_count(24)
        .instances(2)
        .vertices("POSITION", RGBA32F, (0..4).flat_map(column).collect::<Vec<_>>())
        .vertices("COLOR", RGBA32F, vec![[0.0f32; 4]; 24])
        .target(RGBA32F)
        .some_pixels(|x, y| {
            // The diagonal of a column falls 16 pixels over 4.
            let across = (x % 4 * 2 + 1) * 4 + (y * 2 + 1);
            if across == 32 {
                return None;
            }
            let id = x / 4 * 2 + u32::from(across > 32);
            Some([(id & 1) as f32, (id >> 1 & 1) as f32, 0.0, 1.0])
        })
}

/// The reference is the first vertex's number.
fn stencil_ref() -> Case {
    let ids: Vec<u32> = (0..24u32).map(|k| 0x100 + (k / 6) * 50 + k % 6 % 3).collect();
    draw("vertex/flat_number", "pixel/stencil_ref")
        .vertex_count(24)
        .vertices("POSITION", RGBA32F, (0..4).flat_map(column).collect::<Vec<_>>())
        .vertices("ID", Format::R32_UINT, ids)
        .target(Format::R8G8B8A8_UNORM)
        .depth(Format::D32_SFLOAT_S8_UINT, 1.0, CompareOp::LESS)
        .stencil(0, CompareOp::ALWAYS, 77)
        .stencils(|x, _| (x / 4 * 50) as u8)
}

/// A triangle of a strip takes its number from the first of its vertices in the strip.
fn stencil_ref_strip() -> Case {
    let strip = [
        [-1.0f32, 1.0, 0.5, 1.0],
        [-1.0, -1.0, 0.5, 1.0],
        [1.0, 1.0, 0.5, 1.0],
        [1.0, -1.0, 0.5, 1.0],
    ];
    draw("vertex/flat_number", "pixel/stencil_ref")
        .vertex_count(4)
        .size(7, 7)
        .with_draw(|draw| draw.topology = PrimitiveTopology::TRIANGLE_STRIP)
        .vertices("POSITION", RGBA32F, strip.to_vec())
        .vertices("ID", Format::R32_UINT, [11u32, 22, 33, 44])
        .target(Format::R8G8B8A8_UNORM)
        .depth(Format::D32_SFLOAT_S8_UINT, 1.0, CompareOp::LESS)
        .stencil(0, CompareOp::ALWAYS, 77)
        // The diagonal goes through centres, which the rule for top and left edges gives to the second triangle.
        .stencils(|x, y| if x + y < 6 { 11 } else { 22 })
}

fn depth() -> Case {
    draw("vertex/fullscreen_triangle", "pixel/depth")
        .target(RGBA32F)
        .pixels(|x, _| if x < 8 { [1.0f32, 0.0, 0.0, 1.0] } else { [0.0; 4] })
        .depth(Format::D32_SFLOAT, 0.125, CompareOp::LESS)
        .depths(|x, _| [if x < 8 { (x as f32 + 0.5) / 64.0 } else { 0.125 }])
}

/// The vertices of the depth cases: depth 0.25 to 0.75.
fn depth_greater_equal() -> Case {
    let push = [[-0.5f32], [0.5], [-0.25]];
    let outcome = move |x, y| {
        let place = place(PERSPECTIVE, x, y);
        let [push] = place.smooth(push);
        (place.depth as f32 + push.abs(), push)
    };
    // No centre comes near the threshold.
    let threshold = 0.6151f32;
    draw("vertex/push", "pixel/depth_greater_equal")
        .vertices("POSITION", RGBA32F, PERSPECTIVE.to_vec())
        .vertices("PUSH", Format::R32_SFLOAT, push.concat())
        .target(RGBA32F)
        .clear([9.0; 4])
        .some_pixels(move |x, y| {
            let (depth, push) = outcome(x, y);
            if (depth - threshold).abs() < 1e-4 {
                return None;
            }
            Some(close([if depth < threshold { push } else { 9.0 }; 4]))
        })
        .depth(Format::D32_SFLOAT, threshold, CompareOp::LESS)
        .depths(move |x, y| [near_abs(outcome(x, y).0.min(threshold), 2e-4)])
}

fn by_input() -> Case {
    let color = |n: u32| [1, 2, 3, 4].map(|part| (10 * n + part) as f32);
    let mut case = draw("vertex/unwritten", "pixel/by_input").vertex_count(3);
    for n in 0..4 {
        let block = color(n).into_iter().chain([0.0; 4]);
        case = case.cbuffer(&format!("b{n},space2"), block.collect::<Vec<f32>>());
    }
    case.target(RGBA32F).pixels(move |x, _| color(x & 3))
}

fn depth_less_equal() -> Case {
    let threshold = 0.2503f32;
    draw("vertex/colour", "pixel/depth_less_equal")
        .vertices("POSITION", RGBA32F, PERSPECTIVE.to_vec())
        .vertices("COLOR", RGBA32F, PERSPECTIVE.to_vec())
        .target(RGBA32F)
        .clear([9.0; 4])
        .some_pixels(move |x, y| {
            let place = place(PERSPECTIVE, x, y);
            let depth = place.depth as f32 * 0.5;
            if (depth - threshold).abs() < 1e-4 {
                return None;
            }
            Some(close([if depth > threshold { place.w as f32 } else { 9.0 }; 4]))
        })
        .depth(Format::D32_SFLOAT, threshold, CompareOp::GREATER)
        .depths(move |x, y| {
            let depth = place(PERSPECTIVE, x, y).depth as f32 * 0.5;
            [near_abs(depth.max(threshold), 2e-4)]
        })
}

fn multiple_targets() -> Case {
    draw("vertex/fullscreen_triangle", "pixel/multiple_targets")
        .target(RGBA32F)
        .pixels(|x, y| [(x as f32 + 0.5) / 64.0, (y as f32 + 0.5) / 64.0, 0.0, 1.0])
        .target(Format::R32G32B32A32_UINT)
        .pixels(|x, y| [x, y, x, y])
        .target(Format::R16G16_SINT)
        .pixels(|x, y| [-(x as i16), -(y as i16)])
        .target(Format::R8G8B8A8_UNORM)
        .target(Format::R8G8B8A8_UNORM)
        .target(Format::R32G32_SFLOAT)
        .pixels(|x, y| [y as f32 + 0.5, x as f32 + 0.5])
}

fn target_array(name: &str) -> Case {
    let mut case = draw("vertex/fullscreen_triangle", name)
        .target(Format::R32_SFLOAT)
        .pixels(|x, _| [x as f32]);
    for k in 0..3 {
        case = case
            .target(RGBA32F)
            .pixels(move |x, y| [x as f32, y as f32, k as f32, 1.0]);
    }
    case
}

/// Without blending, two targets.
fn dual_source() -> Case {
    let colour = [
        [1.0f32, 2.0, 3.0, -1.0],
        [1.0, 2.0, 3.0, 3.0],
        [1.0, 2.0, 3.0, 1.0],
    ];
    draw("vertex/colour", "pixel/dual_source")
        .vertices("POSITION", RGBA32F, FULL.to_vec())
        .vertices("COLOR", RGBA32F, colour.to_vec())
        .target(RGBA32F)
        .pixels(move |x, y| close(place(FULL, x, y).smooth(colour)))
        .target(RGBA32F)
        .pixels(move |x, y| close([place(FULL, x, y).smooth(colour)[3].max(0.0); 4]))
}

fn empty() -> Case {
    draw("vertex/colour", "pixel/empty")
        .vertices("POSITION", RGBA32F, PERSPECTIVE.to_vec())
        .vertices("COLOR", RGBA32F, PERSPECTIVE.to_vec())
        .depth(Format::D32_SFLOAT, 1.0, CompareOp::LESS)
        .depths(|x, y| [near_abs(place(PERSPECTIVE, x, y).depth as f32, 1e-5)])
}

fn discard(name: &str) -> Case {
    let kept = |x: u32, y: u32| (x / 4 + y / 4).is_multiple_of(2);
    draw("vertex/fullscreen_triangle", name)
        .target(RGBA32F)
        .clear([0.5; 4])
        .pixels(move |x, y| [if kept(x, y) { 1.0f32 } else { 0.5 }; 4])
        .depth(Format::D32_SFLOAT, 1.0, CompareOp::LESS)
        .depths(move |x, y| [if kept(x, y) { 0.5f32 } else { 1.0 }])
}

fn helper_lane() -> Case {
    // Not the triangle over all: drivers may clip it, and there are helpers along the cut.
    draw("vertex/colour", "pixel/helper_lane")
        .vertices("POSITION", RGBA32F, HALF.to_vec())
        .vertices("COLOR", RGBA32F, vec![[0.0f32; 4]; 3])
        .target(RGBA32F)
        .some_pixels(|x, y| {
            let corners = [(x & !1, y & !1), (x | 1, y & !1), (x & !1, y | 1), (x | 1, y | 1)];
            let whole = corners.iter().all(|&(x, y)| place(HALF, x, y).inside() > 0.01);
            let discarded = |x: u32, y: u32| f32::from(u8::from(x & y & 1 != 0));
            whole.then(|| match x & y & 1 {
                0 => [0.0, 0.0, discarded(x ^ 1, y), discarded(x ^ 1, y ^ 1)],
                _ => [0.0f32; 4],
            })
        })
}

fn discard_uav() -> Case {
    let log: Vec<u32> = (0..64 * 4).map(|at| if at & 1 == 0 { 1 } else { 3 }).collect();
    draw("vertex/fullscreen_triangle", "pixel/discard_uav")
        .size(64, 4)
        .output("u1", log)
        .target(Format::R8G8B8A8_UNORM)
        .pixels(|x, _| [if x & 1 == 0 { 255u8 } else { 0 }; 4])
}

fn discard_atomics() -> Case {
    let image: Vec<u32> = (0..256).map(|at| if at & 1 == 0 { 7 } else { 0 }).collect();
    draw("vertex/fullscreen_triangle", "pixel/discard_atomics")
        .raw("u1", [0u32; 3])
        .expect("u1", [256u32, 128, 0])
        .texture("u2", Texture::d2(Format::R32_UINT, 16, 16).data([0u32; 256]))
        .expect("u2", image)
        .target(Format::R8G8B8A8_UNORM)
        .pixels(|x, _| [if x & 1 == 0 { 255u8 } else { 0 }; 4])
}

fn discard_derivatives(name: &str) -> Case {
    let step = |c: u32| (c | 1).pow(2) as f32 - (c & !1).pow(2) as f32;
    draw("vertex/fullscreen_triangle", name)
        .target(RGBA32F)
        .clear([-5.0; 4])
        .pixels(move |x, y| {
            if (x + y) & 1 == 0 {
                [step(x), step(y), step(x), step(y)]
            } else {
                [-5.0; 4]
            }
        })
}

/// Discarded where v.z is less than 0.25, an odd number of columns; the level of detail is 1 everywhere.
fn clip() -> Case {
    let v = [[1.0f32, 1.0, 0.04], [1.0, 1.0, 2.04], [1.0, 1.0, 0.04]];
    let uv = [[0.0f32, 0.0], [2.0, 0.0], [0.0, 2.0]];
    draw("vertex/clip_inputs", "pixel/clip")
        .vertices("POSITION", RGBA32F, FULL.to_vec())
        .vertices("V", Format::R32G32B32_SFLOAT, v.to_vec())
        .vertices("TEXCOORD", Format::R32G32_SFLOAT, uv.to_vec())
        .texture(
            "t0",
            Texture::d2(RGBA32F, 32, 32)
                .mips(6)
                .fill(|t| [t.mip as f32 + 1.0, 10.0, 20.0, 30.0]),
        )
        .sampler("s0,space3", Sampler::linear())
        .target(RGBA32F)
        .clear([-5.0; 4])
        .pixels(|x, _| {
            let step = 1.0 / 16.0;
            if x >= 3 {
                [2.0 + step, 10.0 + step, 20.0 + step, 30.0 + step].map(|v| near_abs(v, 0.02))
            } else {
                exact([-5.0f32; 4])
            }
        })
}

fn discard_loop(name: &str) -> Case {
    let thresholds = [
        [1.0f32, 0.0, 0.0, -0.2],
        [0.0, 0.0, 0.0, 1.0],
        [20.0, 0.0, 0.0, -9.0],
        [0.0, -1.0, 0.0, 0.8],
        [0.0, 0.0, 0.0, 1.0],
        [0.0; 4],
        [0.0; 4],
        [0.0; 4],
    ];
    let count = 5;
    let mut constants: Vec<u32> = thresholds.concat().into_iter().map(f32::to_bits).collect();
    constants.extend([count, 0, 0, 0]);
    let uv = [
        [0.0f32, 0.0, 0.0, 1.0],
        [2.0, 0.0, 0.0, 1.0],
        [0.0, 2.0, 2.0, 1.0],
    ];
    draw("vertex/texcoord", name)
        .cbuffer("b0", constants)
        .vertices("POSITION", RGBA32F, FULL.to_vec())
        .vertices("TEXCOORD", RGBA32F, uv.to_vec())
        .target(RGBA32F)
        .clear([-5.0; 4])
        .pixels(move |x, y| {
            let uv = place(FULL, x, y).smooth(uv);
            let mut hits = 0;
            for row in &thresholds[..count as usize] {
                let d: f32 = (0..4).map(|k| row[k] * uv[k]).sum();
                if d < 0.0 {
                    if uv[2] > 0.5 {
                        return exact([-5.0f32; 4]);
                    }
                    break;
                }
                if d > 10.0 {
                    return exact([-5.0f32; 4]);
                }
                hits += 1;
            }
            close([hits as f32 / 8.0, 1.0 / 16.0, 1.0 / 16.0, 1.0])
        })
}

fn derivatives(name: &str) -> Case {
    draw("vertex/fullscreen_triangle", name)
        .target(RGBA32F)
        .pixels(|_, _| [0.25f32; 4])
}

/// Coarse derivatives take either row or column of the quad.
fn fine_coarse() -> Case {
    draw("vertex/fullscreen_triangle", "pixel/fine_coarse")
        .target(RGBA32F)
        .pixels(|x, y| {
            [
                (y as f32).want(),
                (x as f32).want(),
                one_of([(y & !1) as f32, (y | 1) as f32]),
                one_of([(x & !1) as f32, (x | 1) as f32]),
            ]
        })
}

/// Only the pixels that pass the depth test count.
fn early_depth() -> Case {
    let threshold = 0.4503f32;
    let passes = move |x, y| (place(PERSPECTIVE, x, y).depth as f32) < threshold;
    let count = (0..256).filter(|at| passes(at % 16, at / 16)).count() as u32;
    draw("vertex/colour", "pixel/early_depth")
        .vertices("POSITION", RGBA32F, PERSPECTIVE.to_vec())
        .vertices("COLOR", RGBA32F, PERSPECTIVE.to_vec())
        .raw("u1", [0u32])
        .expect("u1", [count])
        .target(RGBA32F)
        .clear([9.0; 4])
        .pixels(move |x, y| {
            let depth = place(PERSPECTIVE, x, y).depth as f32;
            close([if depth < threshold { depth } else { 9.0 }; 4])
        })
        .depth(Format::D32_SFLOAT, threshold, CompareOp::LESS)
}

/// Pixels count once each, and also where the depth test fails: the tests come after a shader with a UAV.
fn pixel_counter(compare: Option<CompareOp>) -> Case {
    let ids: Vec<u32> = (0..256).map(|at| at % 16 / 8 + at / 128 * 2).collect();
    let case = draw("vertex/instanced", "atomics/pixel_counter")
        .vertex_count(6)
        .instances(4)
        .raw("u1", [0u32])
        .expect("u1", [256u32])
        .texture("u2", Texture::d2(Format::R32_UINT, 16, 16).data([0u32; 256]))
        .expect("u2", ids)
        .target(RGBA32F);
    match compare {
        None => case.pixels(|_, _| [any(), 0.0f32.want(), 0.0f32.want(), 1.0f32.want()]),
        Some(compare) => case
            .pixels(|_, _| [0.0f32; 4])
            .depth(Format::D32_SFLOAT, 1.0, compare),
    }
}

fn min_precision() -> Case {
    let a = [
        [1.0f32, -2.0, 0.5, 3.0],
        [3.0, 2.0, 1.5, 1.0],
        [1.0, 1.0, 4.0, 0.25],
    ];
    let b = [-5i16, 10, 20];
    let c = [[1u16, 40], [2, 5], [3, 6]];
    draw("vertex/min_precision", "pixel/min_precision")
        .vertices("POSITION", RGBA32F, FULL.to_vec())
        .vertices("A", RGBA32F, a.to_vec())
        .vertices("B", Format::R16_SINT, b)
        .vertices("C", Format::R16G16_UINT, c.to_vec())
        .target(RGBA32F)
        .pixels(move |x, y| {
            // Ten bits of mantissa, and what the square makes of the interpolation's.
            place(FULL, x, y)
                .smooth(a)
                .map(|v| near_abs(v * v - 5.0 + 40.0, 0.08))
        })
}

fn view_id() -> Case {
    let tint = [[0.25f32, 0.5, 0.75, 1.0], [9.0; 4], [9.0; 4], [9.0; 4]];
    draw("vertex/fullscreen_triangle", "pixel/view_id")
        .cbuffer("b0", tint.to_vec())
        .target(RGBA32F)
        .pixels(move |_, _| tint[0])
}
