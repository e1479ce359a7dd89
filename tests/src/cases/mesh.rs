//! Mesh and amplification shaders: outputs of vertices and primitives, counts, culling, payloads.

use super::draws::close;
use crate::case::{Case, Element, List, pipeline};
use ash::vk::Format;

/// Registers the cases.
pub fn register(list: &mut List) {
    list.add("mesh/triangles", triangles);
    list.add("mesh/culled", culled);
    list.add("mesh/lines", lines);
    list.add("mesh/payload", payload);
    list.add("mesh/none", none);
}

const SHOWN: Format = Format::R32G32B32A32_SFLOAT;
const IDS: Format = Format::R32G32_UINT;

fn of(mesh: &str, groups: [u32; 3]) -> Case {
    pipeline(&[mesh, "mesh/show"]).with_draw(|draw| draw.groups = groups)
}

fn triangles() -> Case {
    of("mesh/triangles", [2, 2, 1])
        .target(SHOWN)
        .pixels(|x, y| {
            let at = [x, y].map(|c| (c as f32 + 0.5) / 8.0);
            close([at[0], at[1], (x / 8) as f32, (y / 8) as f32])
        })
        .target(IDS)
        .some_pixels(|x, y| {
            // The diagonal belongs to either triangle.
            let (u, v) = (x % 8, y % 8);
            (u + v != 7).then(|| [if u + v < 7 { 50 } else { 51 }, x / 8 * 10 + y / 8])
        })
}

fn culled() -> Case {
    let column = |x: u32| x / 2;
    let drawn = move |x: u32| column(x) < 6 && column(x) % 2 == 0;
    of("mesh/culled", [1, 1, 1])
        .target(SHOWN)
        .pixels(move |x, y| {
            close(if drawn(x) {
                [
                    (x as f32 + 0.5) / 16.0,
                    (y as f32 + 0.5) / 16.0,
                    column(x) as f32,
                    0.0,
                ]
            } else {
                [0.0; 4]
            })
        })
        .target(IDS)
        .some_pixels(move |x, y| {
            if !drawn(x) {
                return Some([0u32; 2].map(Element::want));
            }
            // Which of its two triangles a pixel lies in: below the falling diagonal is the second.
            let (u, v) = ((x % 2) as f32 * 0.5 + 0.25, (y as f32 + 0.5) / 16.0);
            let number = 2 * column(x) + u32::from(u + v > 1.0);
            ((u + v - 1.0).abs() > 0.01).then(|| [column(x), number].map(Element::want))
        })
}

fn lines() -> Case {
    of("mesh/lines", [1, 1, 1])
        .target(SHOWN)
        .some_pixels(|x, y| {
            // The ends of lines are the rasterizer's.
            (1..15).contains(&x).then(|| {
                close(if y % 4 == 2 {
                    [(y / 4) as f32, 1.0, 2.0, 3.0]
                } else {
                    [0.0; 4]
                })
            })
        })
        .target(IDS)
        .some_pixels(|x, y| {
            (1..15)
                .contains(&x)
                .then_some(if y % 4 == 2 { [7, y / 4] } else { [0u32; 2] })
        })
}

/// Two amplification groups of two mesh groups each, each a column of a quarter of the target's width.
fn payload() -> Case {
    pipeline(&["mesh/payload", "mesh/payload.ms", "mesh/show"])
        .with_draw(|draw| draw.groups = [2, 1, 1])
        .target(SHOWN)
        .pixels(|x, _| {
            let column = (x / 4) as f32;
            close([column, column * column, (x / 8) as f32, 1.0])
        })
        .target(IDS)
        .some_pixels(|x, y| {
            let (u, v) = ((x % 4) as f32 + 0.5, (y as f32 + 0.5) / 4.0);
            ((u + v - 4.0).abs() > 0.01).then(|| [u32::from(u + v > 4.0), x / 4])
        })
}

fn none() -> Case {
    of("mesh/none", [3, 1, 1])
        .target(SHOWN)
        .pixels(|_, _| close([2.0; 4]))
        .target(IDS)
        .pixels(|_, _| [2u32, 2])
}
