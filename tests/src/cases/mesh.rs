//! Mesh and amplification shaders: outputs of vertices and primitives, counts, culling, payloads.

use super::draws::close;
use crate::case::{Case, Element, List, Need, Sampler, Texture, near_abs, pipeline};
use ash::vk::Format;
use dxil2spirv::reflection::Reflection;
use dxil2spirv::shader::Stage;

/// Registers the cases.
pub fn register(list: &mut List) {
    list.add("mesh/triangles", triangles);
    list.add("mesh/culled", culled);
    list.add("mesh/lines", lines);
    list.add("mesh/payload", payload);
    list.add("mesh/none", none);
    list.add("mesh/payload_local", payload_local);
    for name in ["mesh/payload_large", "mesh/payload_large.narrow"] {
        list.add(name, move || payload_large(name));
    }
    list.add("mesh/payload_empty", payload_empty);
    list.each("mesh/dispatch_flow", &["od", "branch", "debug"], dispatch_flow);
    list.add("mesh/layers", layers);
    list.add("mesh/distances", distances);
    list.add("mesh/halves", halves);
    list.add("mesh/most", most);
    list.add("mesh/plain", plain);
    list.add("mesh/shared", shared);
    list.add("mesh/lod", || lod(&["mesh/lod", "mesh/show"]));
    list.add("mesh/lod.as", || {
        lod(&["mesh/lod.as", "mesh/quads.none", "mesh/show"])
    });
    list.add("mesh/lod (the device's derivatives)", || {
        lod(&["mesh/lod", "mesh/show"])
            .needs(Need::MeshDerivatives)
            .options(|options| options.mesh_derivatives = true)
    });
    list.add("mesh/quads", || quads(&["mesh/quads", "mesh/show"]));
    list.add("mesh/quads.as", || {
        quads(&["mesh/quads.as", "mesh/quads.none", "mesh/show"])
    });
    list.add("mesh/quads (the device's derivatives)", || {
        quads(&["mesh/quads", "mesh/show"])
            .needs(Need::MeshDerivatives)
            .options(|options| options.mesh_derivatives = true)
    });
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

/// The payload of the first thread, whatever the others have.
fn payload_local() -> Case {
    pipeline(&["mesh/payload_local", "mesh/payload.ms", "mesh/show"])
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

/// What the shaders of [`payload_large`] ask of a device.
fn asked(reflection: &Reflection) -> Result<(), String> {
    let wanted = match reflection.stage {
        Stage::Amplification => Some([16384, 16384, 0, 0]),
        // A position and a float4; a number and an id.
        Stage::Mesh => Some([16384, 0, 32, 8]),
        _ => None,
    };
    let found = reflection.mesh_shading.map(|mesh| {
        [
            mesh.payload_bytes,
            mesh.shared_bytes,
            mesh.vertex_bytes,
            mesh.primitive_bytes,
        ]
    });
    if found == wanted {
        Ok(())
    } else {
        Err(format!("expected {wanted:?} of mesh shading, got {found:?}"))
    }
}

/// A column of one pixel for each mesh group, whose numbers come from all over the payload.
fn payload_large(name: &str) -> Case {
    pipeline(&[name, "mesh/payload_large.ms", "mesh/show"])
        .reflected(asked)
        .with_draw(|draw| draw.groups = [2, 1, 1])
        .target(SHOWN)
        .pixels(|x, _| {
            let group = x / 8;
            let word = |i: u32| (i * 2 + group) as f32;
            close([word(x * 257 % 4095), word(4094 - x), word(x), group as f32])
        })
        .target(IDS)
        .some_pixels(|x, y| {
            let (u, v) = (0.5, (y as f32 + 0.5) / 16.0);
            ((u + v - 1.0f32).abs() > 0.01).then(|| [u32::from(u + v > 1.0), x])
        })
}

fn payload_empty() -> Case {
    pipeline(&["mesh/payload_empty", "mesh/payload_empty.ms", "mesh/show"])
        .with_draw(|draw| draw.groups = [2, 1, 1])
        .target(SHOWN)
        .pixels(|x, y| close([(x / 4) as f32, (y / 8) as f32, 0.0, 7.0]))
        .target(IDS)
        .some_pixels(|x, y| {
            let (u, v) = ((x % 4) as f32 + 0.5, ((y % 8) as f32 + 0.5) / 2.0);
            ((u + v - 4.0).abs() > 0.01).then(|| [u32::from(u + v > 4.0), x / 4 + y / 8 * 4])
        })
}

/// Columns 0 to 3: group 0 makes the first, group 1 two more, group 2 the last, group 3 none.
fn dispatch_flow(name: &str) -> Case {
    // Five steps of `left = left * 2 % 7` from 3 on are four, as group 2 does them.
    let left = (0..4).fold(3, |left, _| left * 2 % 7) as f32;
    pipeline(&[name, "mesh/payload.ms", "mesh/show"])
        .with_draw(|draw| draw.groups = [4, 1, 1])
        .output(
            "u0,space1",
            [100u32, 101, 102, 103]
                .into_iter()
                .map(Element::want)
                .chain([0xdead_beef_u32; 3].map(Element::want))
                .chain([if name.ends_with("branch") {
                    5u32
                } else {
                    0xdead_beef
                }
                .want()])
                .collect::<Vec<_>>(),
        )
        .target(SHOWN)
        .pixels(move |x, _| {
            let column = (x / 4) as f32;
            close(match x / 4 {
                0 => [10.0, 20.0, 30.0, 40.0],
                3 => [left + column, column * column, 2.0, 1.0],
                _ => [5.0 + column, 5.0 + column * column, 5.0, 5.0],
            })
        })
        .target(IDS)
        .some_pixels(|x, y| {
            let (u, v) = ((x % 4) as f32 + 0.5, (y as f32 + 0.5) / 4.0);
            ((u + v - 4.0).abs() > 0.01).then(|| [u32::from(u + v > 4.0), x / 4])
        })
}

fn layers() -> Case {
    pipeline(&["mesh/layers", "pixel/layer_viewport"])
        .size(16, 8)
        .with_draw(|draw| {
            draw.layers = 2;
            draw.viewports = vec![[0, 0, 8, 8], [8, 0, 8, 8]];
        })
        .target(SHOWN)
        .clear([-1.0; 4])
        .pixels(|x, y| [(y / 8) as f32, (x / 8) as f32, 0.0, 1.0])
}

/// The upper right quarter is inside both distances.
fn distances() -> Case {
    of("mesh/distances", [1, 1, 1])
        .target(SHOWN)
        .pixels(|x, y| close(if x >= 8 && y < 8 { [2.0; 4] } else { [0.0; 4] }))
        .target(IDS)
        .pixels(|x, y| if x >= 8 && y < 8 { [1u32, 6] } else { [0, 0] })
}

fn halves() -> Case {
    pipeline(&["mesh/halves", "mesh/halves.ps"])
        .target(SHOWN)
        .some_pixels(|x, y| {
            let [u, v] = [x, y].map(|c| (c as f32 + 0.5) / 16.0);
            (x + y != 15).then(|| [u + 0.5, v + 2.25, 1.5, 2.0].map(|wanted| near_abs(wanted, 0.01)))
        })
        .target(Format::R32G32B32A32_UINT)
        .some_pixels(|x, y| {
            let second = u32::from(x + y > 15);
            (x + y != 15).then_some([60000, 13, 50000 + second, 77 + second])
        })
}

/// A triangle on each side of the middle, which cover the target.
fn plain() -> Case {
    pipeline(&["mesh/plain", "mesh/plain.ps"])
        .target(Format::R32G32B32A32_UINT)
        .pixels(|x, _| {
            let side = u32::from(x > 7);
            [7 + side, 9 + side, 11 + side, 1].map(Element::want)
        })
}

/// Eight rows of 15 quads, each two pixels high.
fn most() -> Case {
    of("mesh/most", [1, 1, 1])
        .target(SHOWN)
        .pixels(|_, y| close([(y / 2) as f32, 1.0, 2.0, 3.0]))
        .target(IDS)
        .some_pixels(|x, y| {
            // Quads are 16/15 pixels wide.
            let at = (x as f32 + 0.5) * 15.0 / 16.0;
            let (quad, u, v) = (at as u32, at.fract(), ((y % 2) as f32 + 0.5) / 2.0);
            let number = (y / 2 * 15 + quad) * 2 + u32::from(u + v > 1.0);
            ((u + v - 1.0).abs() > 0.02 && u > 0.02 && u < 0.98).then_some([number, y / 2])
        })
}

/// Rows of quads of 1, 2, 3 and 4 pixels, two pixels high, one for each of four groups.
fn shared() -> Case {
    let quad = |x: u32| [0, 1, 1, 2, 2, 2, 3, 3, 3, 3].get(x as usize).copied();
    let drawn = move |x: u32, y: u32| quad(x).filter(|_| y % 4 < 2);
    of("mesh/shared", [4, 1, 1])
        .target(SHOWN)
        .pixels(move |x, y| {
            close(match drawn(x, y) {
                Some(quad) => [
                    quad as f32,
                    (y / 4) as f32,
                    [0.0, 1.0, 3.0, 6.0][quad as usize],
                    1.0,
                ],
                None => [0.0; 4],
            })
        })
        .target(IDS)
        .pixels(move |x, y| drawn(x, y).map_or([0u32; 2], |quad| [y / 4, quad]))
}

fn quads(stages: &[&str]) -> Case {
    let value = |x: u32, y: u32| (x * x * 3 + y * 10) as f32;
    let mut wanted = Vec::new();
    for (y, x) in (0..4).flat_map(|y| (0..4).map(move |x| (y, x))) {
        let number = |x: u32, y: u32| y * 4 + x;
        let (left, up) = (x & !1, y & !1);
        wanted.extend([number(x ^ 1, y), number(x ^ 1, y ^ 1)]);
        wanted.push((value(left + 1, y) - value(left, y)).to_bits());
        wanted.push((value(x, up + 1) - value(x, up)).to_bits());
    }
    pipeline(stages).output("u0,space1", wanted)
}

/// Four texels from thread to thread, two from row to row: level 2. Each level has its number in it.
fn lod(stages: &[&str]) -> Case {
    let texture = Texture::d2(SHOWN, 32, 32).mips(6);
    let wanted = [200.0f32, 300.0, 2.0, -1.0].map(|wanted| near_abs(wanted, 0.05));
    pipeline(stages)
        .texture("t0", texture.fill(|texel| [texel.mip as f32 * 100.0; 4]))
        .sampler("s0,space3", Sampler::point())
        .output("u0,space1", vec![wanted; 16].concat())
}
