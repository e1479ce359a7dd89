//! What options of a translation change that is seen in results, beyond bindings.

use super::draws::FULL;
use super::inputs;
use crate::case::{Case, Element, List, Want, compute, draw, near_abs, one_of};
use ash::vk::Format;

const RGBA32F: Format = Format::R32G32B32A32_SFLOAT;

/// Registers the cases.
pub fn register(list: &mut List) {
    list.add("options/cancel", || cancel(false));
    list.add("options/cancel (precise)", || cancel(true));
    list.add("options/cancel_position", || cancel_position(false));
    list.add("options/cancel_position (invariant)", || cancel_position(true));
    list.add("options/lanes (forced)", lanes);
    list.add("options/rows (bounded)", || {
        rows().options(|options| options.binding.bounded_root_constant_buffers = true)
    });
    list.add("options/uv", uv);
    list.add("pixel/dual_source (blended)", dual_source);
    list.add("pixel/multiple_targets (swizzled)", swizzled);
    list.add("textures/sample_position (constant 7)", sample_position);
}

/// Sums whose second term is rounded away, or in part; without `precise`, the device may see through it.
fn cancel(precise: bool) -> Case {
    let input: Vec<[f32; 2]> = inputs::range::<2>(64, 0.0, 1.0)
        .iter()
        .map(|&[a, b]| [1e7 * (a + 1.0), 0.1 + b])
        .collect();
    let expected: Vec<Want> = input
        .iter()
        .map(|&[a, b]| match precise {
            true => ((a + b) - a).want(),
            false => one_of([(a + b) - a, b]),
        })
        .collect();
    compute("options/cancel")
        .options(|options| options.force_precise = precise)
        .raw("t0", input)
        .output("u0,space1", expected)
}

/// Without invariance, a device may leave x as it is; with it, all vertices are in one plane and nothing is drawn.
fn cancel_position(invariant: bool) -> Case {
    let case = draw("options/cancel_position", "pixel/flat_white")
        .options(|options| options.invariant_position = invariant)
        .vertices("POSITION", RGBA32F, FULL.to_vec())
        .vertices("LARGE", Format::R32_SFLOAT, [1e9f32; 3])
        .target(RGBA32F)
        .clear([0.25; 4]);
    match invariant {
        true => case.pixels(|_, _| [0.25f32; 4]),
        false => case.pixels(|_, _| [0; 4].map(|_: u32| one_of([0.25f32, 1.0]))),
    }
}

/// Coordinates over the whole target, no matter where they lie between the stages.
pub(super) fn uv() -> Case {
    draw("options/uv.vs", "options/uv.ps")
        .vertices("POSITION", RGBA32F, FULL.to_vec())
        .vertices(
            "TEXCOORD",
            Format::R32G32_SFLOAT,
            [[0.0f32, 0.0], [2.0, 0.0], [0.0, 2.0]].to_vec(),
        )
        .target(RGBA32F)
        .pixels(|x, y| {
            let [u, v] = [x, y].map(|at| (at as f32 + 0.5) / 16.0);
            [near_abs(u, 1e-4), near_abs(v, 1e-4), 0.0f32.want(), 1.0f32.want()]
        })
}

/// The second target weighs the first against what is there.
fn dual_source() -> Case {
    let colour = [1.0f32, 2.0, 4.0, 0.75];
    let clear = [8.0f32, 16.0, 32.0, 1.0];
    draw("vertex/colour", "pixel/dual_source")
        .options(|options| options.dual_source_blending = true)
        .dual_source_blending()
        .vertices("POSITION", RGBA32F, FULL.to_vec())
        .vertices("COLOR", RGBA32F, [colour; 3].to_vec())
        .target(RGBA32F)
        .clear(clear)
        .pixels(move |_, _| {
            let blended: [Want; 4] =
                std::array::from_fn(|k| near_abs(0.75 * colour[k] + 0.25 * clear[k], 1e-4));
            blended
        })
}

/// Components change places in two of the targets.
fn swizzled() -> Case {
    // Blue, green, red, alpha; as they are; green, red, blue, alpha.
    let swizzles = vec![0b11_00_01_10, 0b11_10_01_00, 0b11_10_00_01];
    draw("vertex/fullscreen_triangle", "pixel/multiple_targets")
        .options(move |options| options.output_swizzles = swizzles)
        .target(RGBA32F)
        .pixels(|x, y| [0.0, (y as f32 + 0.5) / 64.0, (x as f32 + 0.5) / 64.0, 1.0])
        .target(Format::R32G32B32A32_UINT)
        .pixels(|x, y| [x, y, x, y])
        .target(Format::R16G16_SINT)
        .pixels(|x, y| [-(y as i16), -(x as i16)])
        .target(Format::R8G8B8A8_UNORM)
        .target(Format::R8G8B8A8_UNORM)
        .target(Format::R32G32_SFLOAT)
        .pixels(|x, y| [y as f32 + 0.5, x as f32 + 0.5])
}

/// The number of samples is a specialization constant with another number.
fn sample_position() -> Case {
    super::multisample::sample_position(None).options(|options| options.sample_count_spec_id = 7)
}

/// Rows of the largest constant buffer, and rows behind it.
pub(super) fn rows() -> Case {
    let asked = [0u32, 1, 4095, 4096, 5000, 0x1000_0000, u32::MAX, 2];
    let words: Vec<u32> = (0..4 * 4096).map(|k| k + 1).collect();
    let expected: Vec<[u32; 4]> = asked
        .iter()
        .map(|&row| match row {
            0..4096 => std::array::from_fn(|k| 4 * row + k as u32 + 1),
            _ => [0; 4],
        })
        .collect();
    compute("options/rows")
        .cbuffer("b0", words)
        .raw("t0", asked)
        .output("u0,space1", expected)
}

/// Waves have another size on every device that tests run on.
fn lanes() -> Case {
    compute("options/lanes")
        .output("u0,space1", [2u32; 4])
        .options(|options| options.lane_count = Some(2))
}
