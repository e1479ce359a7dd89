//! System values from stage to stage.

use super::draws::{FULL, Triangle, close};
use crate::case::{Case, List, pipeline};
use ash::vk::Format;

const RGBA32F: Format = Format::R32G32B32A32_SFLOAT;

/// Registers the cases.
pub fn register(list: &mut List) {
    for middle in [&[][..], &["gs"], &["hs", "ds"], &["hs", "ds", "gs"]] {
        list.add(&format!("system/distances {}", middle.join(" ")), || {
            distances(middle)
        });
    }
    for (middle, values) in [(&["gs"][..], [40, 50, 7]), (&["hs", "ds", "gs"], [41, 52, 7])] {
        let name = format!("system/handed_on {}", middle.join(" "));
        list.add(&name, move || handed_on("vs", middle, values));
        list.add(&format!("{name} (by semantic)"), move || {
            handed_on("vs", middle, values).linked()
        });
    }
    list.add("system/handed_on gsrate (by semantic)", || {
        handed_on("rate", &["gsrate"], [40, 50, 507]).linked()
    });
    list.add("tess/cull_hull (stream output)", streamed);
}

fn stages(folder: &str, first: &str, middle: &[&str]) -> Case {
    let stages = [&[first][..], middle, &["ps"]].concat();
    let names: Vec<String> = stages
        .iter()
        .map(|stage| format!("system/{folder}.{stage}"))
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    pipeline(&names).vertices("POSITION", RGBA32F, FULL.to_vec())
}

/// The second vertex is cut off by a distance, which is in the second row at first.
fn distances(middle: &[&str]) -> Case {
    let swapped = middle.len() % 2 == 1;
    let doubled = middle.iter().filter(|stage| **stage != "ds").count();
    let scale = (1 << doubled) as f32;
    let place = |x, y| Triangle::new(FULL, [16; 2]).pixel(x, y);
    let drawn = move |x, y| {
        let [_, second, _] = place(x, y).space;
        let inside = 0.5 - second;
        (inside.abs() > 0.05).then_some(inside > 0.0)
    };
    stages("distances", "vs", middle)
        .target(RGBA32F)
        .some_pixels(move |x, y| {
            let [a, b, c, d] =
                place(x, y).smooth([[1.0, 2.0, 1.0, 3.0], [1.0, 3.0, -1.0, 3.0], [1.0, 4.0, 1.0, 3.0]]);
            let rows = if swapped { [c, d, a, b] } else { [a, b, c, d] };
            Some(close(if drawn(x, y)? { rows } else { [0.0; 4] }))
        })
        .target(RGBA32F)
        .some_pixels(move |x, y| {
            let [first] = place(x, y).smooth([[1.0], [2.0], [3.0]]);
            let cull = [first * scale, 5.0 * scale, 6.0 * scale, 1.0];
            Some(close(if drawn(x, y)? { cull } else { [0.0; 4] }))
        })
}

fn handed_on(first: &str, middle: &[&str], [layer, viewport, more]: [u32; 3]) -> Case {
    stages("handed_on", first, middle)
        .target(Format::R32G32B32A32_UINT)
        .pixels(move |_, _| [layer, viewport, more, 1])
}

/// Vertices of two patches, as the domain shader gives them: those of a patch are all the same.
fn streamed() -> Case {
    let patches = [[4.0f32, 1.0], [6.0, 1.0]];
    let values: Vec<[f32; 2]> = patches.iter().flat_map(|patch| [*patch; 3]).collect();
    let wanted: Vec<[f32; 4]> = (0..6)
        .map(|k| [patches[k / 3][0], 1.0, (k / 3) as f32, 1.0])
        .collect();
    pipeline(&[
        "tess/control",
        "tess/cull_hull",
        "tess/triangle_domain",
        "tess/show",
    ])
    .vertex_count(6)
    .vertices("POSITION", RGBA32F, [FULL, FULL].concat())
    .vertices("VALUE", Format::R32G32_SFLOAT, values)
    .cbuffer("b0,space2", [0u32; 4])
    .target(RGBA32F)
    .streamed("SHOWN0", 0, 0, 16)
    .stream(wanted)
}
