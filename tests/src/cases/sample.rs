//! The sample of docs/binding.md, drawn.

use crate::case::{Case, List, Sampler, Texture, Want, draw, near_abs};
use ash::vk::Format;
use dxil2spirv::options::Preset;

/// Registers the cases.
pub fn register(list: &mut List) {
    for preset in Preset::ALL {
        let name = format!("binding/sample ({})", preset.name());
        list.add(&name, move || sample(preset));
    }
}

/// Two triangles side by side, each with the texture of its index.
fn sample(preset: Preset) -> Case {
    let tint = [0.5f32, 2.0, 1.0, 0.25];
    let offset = [0.125f32, 0.0, -0.5, 1.0];
    let colour = |texture: u32| [texture as f32, texture as f32 * 0.5, 3.0, 0.5];
    // In clip space: everything left of the middle, then everything right of it.
    let corners = [[-1.0f32, -1.0], [0.0, -1.0], [-1.0, 3.0]];
    let right = [[1.0f32, -1.0], [1.0, 3.0], [0.0, -1.0]];
    let mut case = draw("binding/sample_vs", "binding/sample")
        .size(8, 8)
        .vertex_count(6)
        .vertices("POSITION", Format::R32G32_SFLOAT, [corners, right].concat())
        .vertices("INDEX", Format::R32_UINT, vec![1u32, 1, 1, 2, 2, 2])
        .constants("b0", [3u32, 99, 99, 99])
        .cbuffer("b1", tint)
        .cbuffer("b2", offset)
        .sampler("s30", Sampler::point())
        .target(Format::R32G32B32A32_SFLOAT)
        .options(move |options| {
            options.binding.preset = preset;
            options.binding.shifts.srv = 100;
            options.binding.shifts.sampler = 10;
        });
    for texture in 0..6 {
        let image = Texture::d2(Format::R32G32B32A32_SFLOAT, 1, 1).fill(move |_| colour(texture));
        case = case.texture(&format!("t{}", 40 + texture), image);
    }
    case.some_pixels(move |x, y| {
        // The slanted edges are left out: the bottom rows are well within.
        if y < 6 || x == 3 || x == 4 {
            return None;
        }
        let texel = colour(3 + if x < 4 { 1 } else { 2 });
        Some(std::array::from_fn::<Want, 4, _>(|k| {
            near_abs(texel[k] * tint[k] + offset[k], 1e-5)
        }))
    })
}
