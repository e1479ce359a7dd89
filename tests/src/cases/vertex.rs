//! Vertex shaders: ids, attributes, outputs of every shape, distances, layers; pixel shaders that show them.

use super::draws::{FULL, HALF, PERSPECTIVE, Place, Triangle};
use crate::case::{Case, Element, List, Want, Wants, any, draw, near_abs, one_of, within};
use crate::gpu::device::device;
use ash::vk::{Format, PrimitiveTopology};
use half::f16;

/// Registers the cases.
pub fn register(list: &mut List) {
    list.add("vertex/fullscreen_triangle", fullscreen);
    list.add("vertex/fullscreen_triangle (first vertex 101)", || {
        fullscreen().with_draw(|draw| draw.base_vertex = 101)
    });
    list.add("vertex/fullscreen_triangle (base vertex 7)", || {
        fullscreen()
            .indices(&[0, 1, 2])
            .with_draw(|draw| draw.base_vertex = 7)
    });
    list.add("vertex/instanced", || instanced(0));
    list.add("vertex/instanced (first instance 5)", || instanced(5));
    list.add("vertex/starts", || starts(0, 0));
    list.add("vertex/starts (7 and 3)", || starts(7, 3));
    list.add("vertex/passthrough", passthrough);
    list.add("vertex/passthrough (short attributes)", short_attributes);
    list.add("vertex/passthrough (points)", points);
    list.add("vertex/arbitrary_names", arbitrary_names);
    for (vertex, pixel) in [("", ""), ("", ".od"), (".od", ""), (".od", ".od")] {
        let names = [
            format!("vertex/dynamic_rows{vertex}"),
            format!("pixel/dynamic_rows{pixel}"),
        ];
        list.add(&names.join(" "), move || dynamic_rows(&names[0], &names[1]));
    }
    list.add("vertex/pull", pull);
    list.add("vertex/clip_cull", clip_cull);
    list.add("vertex/clip_array", clip_array);
    list.add("vertex/cull_two", cull_two);
    list.add("vertex/distances", distances);
    list.add("vertex/double_input", double_input);
    list.add("vertex/input_dynamic_row", input_dynamic_row);
    list.add("vertex/input_types", input_types);
    list.add("vertex/input_types (native 16-bit)", || {
        input_types().options(|o| o.min_precision = dxil2spirv::options::MinPrecision::Native16)
    });
    list.add("vertex/input_native16", input_native16);
    list.add("vertex/layer_viewport", layer_viewport);
    list.each("vertex/matrix_and_array_io", &["od"], matrix_and_array_io);
    list.add("vertex/packed_outputs", packed_outputs);
    list.add("vertex/packed_outputs (stream output)", packed_streams);
    list.add("vertex/matrix_and_array_io (stream output)", array_stream);
    list.each("vertex/transform", &["od"], transform);
    list.add("vertex/uav_write", uav_write);
    list.add("vertex/view_id", view_id);
    list.add("binding/graphics", graphics_root_signature);
}

const SIZE: [u32; 2] = [16, 16];

/// The triangle `clip` on the default target, looked at a pixel's centre.
fn place(clip: [[f32; 4]; 3], x: u32, y: u32) -> Place {
    Triangle::new(clip, SIZE).pixel(x, y)
}

/// Floats within what interpolation leaves open.
fn close<const N: usize>(values: [f32; N]) -> [Want; N] {
    values.map(|v| within(v, 1e-4, 1e-4))
}

/// What pixel/position shows of the triangle `clip`.
fn position(clip: [[f32; 4]; 3], x: u32, y: u32) -> [Want; 4] {
    let place = place(clip, x, y);
    close([x as f32 + 0.5, y as f32 + 0.5, place.depth as f32, place.w as f32])
}

fn fullscreen() -> Case {
    draw("vertex/fullscreen_triangle", "pixel/uv_colour")
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(|x, y| {
            let [u, v] = [x, y].map(|c| (c as f32 + 0.5) / 16.0);
            close([u, v, (x as f32 + 0.5) / 64.0, 1.0])
        })
}

fn instanced(base: u32) -> Case {
    let palette = [
        [255, 0, 0, 255],
        [0, 255, 0, 255],
        [0, 0, 255, 255],
        [255, 255, 255, 255u8],
    ];
    draw("vertex/instanced", "pixel/flat_id")
        .vertex_count(6)
        .instances(4)
        .with_draw(|draw| draw.base_instance = base)
        .target(Format::R8G8B8A8_UNORM)
        .pixels(move |x, y| palette[(x / 8 + y / 8 * 2) as usize])
}

fn starts(vertex: u32, instance: u32) -> Case {
    draw("vertex/starts", "pixel/starts")
        .with_draw(|draw| {
            draw.base_vertex = vertex as i32;
            draw.base_instance = instance;
        })
        .target(Format::R32G32_SINT)
        .pixels(move |_, _| [vertex, instance])
}

fn passthrough() -> Case {
    let colour = [
        [1.0f32, 0.0, 0.5, 1.0],
        [0.0, 1.0, 0.25, 0.5],
        [0.5, 2.0, 1.0, 0.25],
    ];
    let uv = [[0.0f32, 1.0], [8.0, 0.0], [3.0, 5.0]];
    draw("vertex/passthrough", "pixel/colour_uv")
        .vertices("POSITION", Format::R32G32B32A32_SFLOAT, PERSPECTIVE.to_vec())
        .vertices("COLOR", Format::R32G32B32A32_SFLOAT, colour.to_vec())
        .vertices("TEXCOORD", Format::R32G32_SFLOAT, uv.to_vec())
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(move |x, y| {
            let place = place(PERSPECTIVE, x, y);
            let ([r, g, b, a], [u, v]) = (place.smooth(colour), place.smooth(uv));
            close([r * u, g * v, b, a])
        })
}

/// Vertices fetched by hand, over a buffer of 16-bit indices that starts with others.
fn pull() -> Case {
    let colour = [
        [1.0f32, 0.0, 0.5, 1.0],
        [0.0, 1.0, 0.25, 0.5],
        [0.5, 2.0, 1.0, 0.25],
    ];
    // Vertices 4, 1 and 2 of the buffer make the triangle, in this order.
    let mut vertices = vec![[9.0f32; 6]; 5];
    for (corner, slot) in [4, 1, 2].into_iter().enumerate() {
        let ([x, y, ..], [r, g, b, a]) = (FULL[corner], colour[corner]);
        vertices[slot] = [x, y, r, g, b, a];
    }
    draw("vertex/pull", "pixel/colour_uv")
        .raw("t0", vertices)
        .raw("t1", [4u16, 1, 2, 0])
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(move |x, y| {
            let place = place(FULL, x, y);
            let ([r, g, b, a], [u, v, ..]) = (place.smooth(colour), place.smooth(FULL));
            close([r * u, g * v, b, a])
        })
}

const WHITE: [u8; 4] = [255; 4];
const BLACK: [u8; 4] = [0; 4];

fn clip_cull() -> Case {
    draw("vertex/clip_cull", "pixel/flat_white")
        .target(Format::R8G8B8A8_UNORM)
        .pixels(|x, _| if x < 8 { WHITE } else { BLACK })
}

/// Four planes keep a rectangle.
fn clip_array() -> Case {
    let planes = [
        [1.0f32, 0.0, 0.0, 0.5],
        [-1.0, 0.0, 0.0, 0.75],
        [0.0, 1.0, 0.0, 0.25],
        [0.0, -1.0, 0.0, 0.5],
    ];
    draw("vertex/clip_array", "pixel/flat_white")
        .cbuffer("b0", planes.to_vec())
        .vertices("POSITION", Format::R32G32B32A32_SFLOAT, PERSPECTIVE.to_vec())
        .target(Format::R8G8B8A8_UNORM)
        .pixels(|x, y| {
            // x / w from -0.5 to 0.75, y / w from -0.25 to 0.5, of 16 pixels.
            let inside = (4..14).contains(&x) && (4..10).contains(&y);
            if inside { WHITE } else { BLACK }
        })
}

/// A quarter of the target for each of four triangles, with distances of their own.
fn cull_two() -> Case {
    let quarter = |k: u32| {
        let (left, top) = ((k & 1) as f32 - 1.0, 1.0 - (k >> 1) as f32);
        [
            [left, top, 0.0, 1.0f32],
            [left + 1.0, top, 0.0, 1.0],
            [left, top - 1.0, 0.0, 1.0],
        ]
    };
    let distances: [[[f32; 3]; 3]; 4] = [
        // Each distance is kept by some vertex.
        [[-1.0, 1.0, 1.0], [1.0, -1.0, 1.0], [1.0, 1.0, -1.0]],
        [[-1.0, 1.0, 1.0], [-2.0, 1.0, 1.0], [-0.5, 1.0, 1.0]],
        [[1.0, -1.0, 1.0], [1.0, -2.0, 1.0], [1.0, -0.5, 1.0]],
        [[1.0, 1.0, -1.0], [1.0, 1.0, -2.0], [1.0, 1.0, -0.5]],
    ];
    draw("vertex/cull_two", "pixel/flat_white")
        .vertex_count(12)
        .vertices(
            "POSITION",
            Format::R32G32B32A32_SFLOAT,
            (0..4).flat_map(quarter).collect::<Vec<_>>(),
        )
        .vertices("CULL", Format::R32G32B32_SFLOAT, distances.concat())
        .target(Format::R8G8B8A8_UNORM)
        .some_pixels(|x, y| {
            let white = x < 8 && y < 8 && x + y < 7;
            // The diagonal of the first quarter is left out.
            let edge = x < 8 && y < 8 && x + y == 7;
            (!edge).then_some(if white { WHITE } else { BLACK })
        })
}

fn distances() -> Case {
    let clip = [[1.0f32, 2.0, -1.0], [1.0, 3.0, 7.0], [2.0, 4.0, 7.0]];
    let cull = [[1.0f32, -2.0], [1.0, 3.0], [2.0, 5.0]];
    draw("vertex/distances", "pixel/clip_distance_input")
        .vertices("POSITION", Format::R32G32B32A32_SFLOAT, PERSPECTIVE.to_vec())
        .vertices("CLIP", Format::R32G32B32_SFLOAT, clip.to_vec())
        .vertices("CULL", Format::R32G32_SFLOAT, cull.to_vec())
        .target(Format::R32G32B32A32_SFLOAT)
        .clear([-9.0; 4])
        .some_pixels(move |x, y| {
            let at = |x, y| {
                let place = place(PERSPECTIVE, x, y);
                let ([a, _, c], [_, e]) = (place.smooth(clip), place.smooth(cull));
                [a, c, e, 1.0]
            };
            let here @ [_, c, ..] = at(x, y);
            if c.abs() < 0.1 {
                return None;
            }
            if c < 0.0 {
                return Some([-9.0f32; 4].map(Element::want));
            }
            // The clipped triangle's new vertices lie on the device's grid of parts of a pixel.
            let bits = device().map_or(8, |device| device.limits.sub_pixel_precision_bits);
            let step = 0.5f64.powi(bits.min(8) as i32);
            let (right, below) = (at(x + 1, y), at(x, y + 1));
            Some(std::array::from_fn(|k| {
                let slope = (right[k] - here[k]).abs().max((below[k] - here[k]).abs());
                within(here[k], 1e-4, 1e-4 + step * f64::from(slope))
            }))
        })
}

/// Sums in doubles: the origin takes away what a float cannot hold beside the position.
fn double_input() -> Case {
    let origin = [16_777_217.0f64, -33_554_434.5, 5.0];
    let high = [16_777_216.0f32, -33_554_432.0, 4.0];
    let low = FULL.map(|[x, y, z, _]| {
        let at = [x, y, z].map(f64::from);
        std::array::from_fn::<f32, 3, _>(|k| (at[k] + origin[k] - f64::from(high[k])) as f32)
    });
    draw("vertex/double_input", "pixel/position")
        .cbuffer("b0", origin)
        .vertices("HIGH", Format::R32G32B32_SFLOAT, vec![high; 3])
        .vertices("LOW", Format::R32G32B32_SFLOAT, low.to_vec())
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(|x, y| position(FULL, x, y))
}

fn input_dynamic_row() -> Case {
    let which = [3u32, 0, 5];
    let third = [0.5f32, -0.25, 0.125, 0.0];
    let row = |row: u32| -> Vec<[f32; 4]> {
        (0..3)
            .map(|vertex| {
                if row == 2 {
                    third
                } else if which[vertex] & 3 == row {
                    std::array::from_fn(|k| PERSPECTIVE[vertex][k] - third[k])
                } else {
                    [7.0; 4]
                }
            })
            .collect()
    };
    let mut case = draw("vertex/input_dynamic_row", "pixel/position")
        .vertices("WHICH", Format::R32_UINT, which)
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(|x, y| position(PERSPECTIVE, x, y));
    for number in 0..4 {
        case = case.vertices(&format!("ROWS{number}"), Format::R32G32B32A32_SFLOAT, row(number));
    }
    case
}

/// Every type of attribute adds to the position; D makes up for it.
fn input_types() -> Case {
    let a = [0.5f32, -1.0, 2.0];
    let b = [[0.25f32, 1.0], [3.0, -1.0], [0.5, 0.75]];
    let c = [[1.0f32, -2.0, 0.5], [0.25, 0.5, 1.0], [-1.0, 2.0, 4.0]];
    let e = [-5i32, 3, -100];
    let f = [[1i32, -2, 3], [-4, 5, 6], [7, -8, -9]];
    let g = [2u32, 1, 4];
    let h = [[1u32, 2, 3, 4], [5, 6, 7, 8], [1, 0, 1, 0]];
    let i = [1u32, 7, 0];
    let j = [[0.5f32, -0.5], [1.0, 2.0], [-4.0, 0.25]];
    let k = [-3i16, 12, -7];
    let l = [[1u16, 2, 3], [4, 5, 40], [6, 7, 8]];
    let d: Vec<[f32; 4]> = (0..3)
        .map(|n| {
            let (b, c, f) = (b[n], c[n], f[n].map(|v| v as f32));
            let (b, c) = ([b[0], b[1], b[0], b[1]], [c[0], c[1], c[2], c[2]]);
            let f = [f[0], f[1], f[2], 0.0];
            let j = [j[n][0], j[n][1], f32::from(k[n]), f32::from(l[n][2])];
            // The last vertex is multiplied by its number, 2.
            let scale = if i[n] != 0 { 1.0 } else { 2.0 };
            std::array::from_fn(|m| {
                let others = a[n] + b[m] + c[m] + e[n] as f32 + f[m] + g[n] as f32 + h[n][m] as f32 + j[m];
                PERSPECTIVE[n][m] / scale - others
            })
        })
        .collect();
    draw("vertex/input_types", "pixel/position")
        .vertices("A", Format::R32_SFLOAT, a)
        .vertices("B", Format::R32G32_SFLOAT, b.to_vec())
        .vertices("C", Format::R32G32B32_SFLOAT, c.to_vec())
        .vertices("D", Format::R32G32B32A32_SFLOAT, d)
        .vertices("E", Format::R32_SINT, e)
        .vertices("F", Format::R32G32B32_SINT, f.to_vec())
        .vertices("G", Format::R32_UINT, g)
        .vertices("H", Format::R32G32B32A32_UINT, h.to_vec())
        .vertices("I", Format::R32_UINT, i)
        .vertices("J", Format::R32G32_SFLOAT, j.to_vec())
        .vertices("K", Format::R16_SINT, k)
        // Three 16-bit components have no attribute format: the last one is not read.
        .vertices(
            "L",
            Format::R16G16B16A16_UINT,
            l.map(|[x, y, z]| [x, y, z, 999]).to_vec(),
        )
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(|x, y| position(PERSPECTIVE, x, y))
}

fn input_native16() -> Case {
    let a = [
        [-1.0f32, 1.0, 0.5, 1.0],
        [3.0, 1.0, 0.5, 1.0],
        [-1.0, -3.0, 0.5, 1.0],
    ];
    let b = [[-7i16, 100], [1, 2], [3, 4]];
    let c = [60_000u16, 1, 2];
    draw("vertex/input_native16", "pixel/native16_inputs")
        .vertices(
            "A",
            Format::R16G16B16A16_SFLOAT,
            a.map(|v| v.map(f16::from_f32)).to_vec(),
        )
        .vertices("B", Format::R16G16_SINT, b.to_vec())
        .vertices("C", Format::R16_UINT, c)
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(move |x, y| {
            let [r, g, b, _] = place(FULL, x, y).smooth(a);
            // The flat integers of the first vertex: b * 3 = (-21, 300). Halves have 11 bits.
            let half = |v: f32| near_abs(v * 0.5 * -21.0 + 300.0, 0.5);
            [half(r), half(g), half(b), 60_000.0f32.want()]
        })
}

fn layer_viewport() -> Case {
    draw("vertex/layer_viewport", "pixel/layer_viewport")
        .size(16, 8)
        .instances(4)
        .vertices("POSITION", Format::R32G32B32A32_SFLOAT, FULL.to_vec())
        .with_draw(|draw| {
            draw.layers = 2;
            draw.viewports = vec![[0, 0, 8, 8], [8, 0, 8, 8]];
        })
        .target(Format::R32G32B32A32_SFLOAT)
        .clear([-1.0; 4])
        .pixels(|x, y| [(y / 8) as f32, (x / 8) as f32, 0.0, 1.0])
}

fn matrix_and_array_io(name: &str) -> Case {
    // By rows; a row of the signature is a column of the matrix.
    let world: [[f32; 3]; 4] = [
        [1.0, 0.5, -0.25],
        [0.0, 2.0, 0.125],
        [0.25, -1.0, 1.0],
        [3.0, 0.75, 0.5],
    ];
    // mul(weights[0], world) is the position; these three weights give the corners of FULL.
    let weights = FULL.map(|target| solve(&world, [target[0], target[1], target[2]]));
    let second = [
        [0.5f32, 4.0, 9.0, 9.0],
        [1.5, 5.0, 9.0, 9.0],
        [2.5, 6.0, 9.0, 9.0],
    ];
    let bone = [[4u32, 1, 0, 0], [4, 3, 0, 0], [1, 5, 0, 0]];
    let fragment = "pixel/input_arrays";
    let mut case = draw(name, fragment)
        .vertices("WEIGHTS0", Format::R32G32B32A32_SFLOAT, weights.to_vec())
        .vertices("WEIGHTS1", Format::R32G32B32A32_SFLOAT, second.to_vec())
        .vertices("BONE", Format::R32G32B32A32_UINT, bone.to_vec())
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(move |x, y| {
            // The list is (0, 0), (1, 1), (2, 2) with entry 1 replaced.
            let k = (x % 3) as usize;
            let list = if k == 1 {
                place(FULL, x, y).smooth(second.map(|v| [v[0], v[1]]))
            } else {
                [k as f32; 2]
            };
            close([list[0], list[1], world[k][0], world[k][1]])
        });
    for number in 0..3 {
        let column = world.map(|row| row[number]);
        case = case.vertices(
            &format!("WORLD{number}"),
            Format::R32G32B32A32_SFLOAT,
            vec![column; 3],
        );
    }
    case
}

/// Weights (a, b, c, 0) with a * m0 + b * m1 + c * m2 = target.
fn solve(m: &[[f32; 3]; 4], target: [f32; 3]) -> [f32; 4] {
    let det = |a: [f32; 3], b: [f32; 3], c: [f32; 3]| {
        a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
    };
    let all = det(m[0], m[1], m[2]);
    [
        det(target, m[1], m[2]) / all,
        det(m[0], target, m[2]) / all,
        det(m[0], m[1], target) / all,
        0.0,
    ]
}

/// Part of [`packed_outputs`]'s vertices in two buffers, with gaps; names of semantics in another case.
fn packed_streams() -> Case {
    let mut case = packed_outputs();
    for (semantic, buffer, offset, stride) in [
        ("sv_position", 0, 0, 36),
        ("A", 0, 16, 36),
        ("c", 0, 28, 36),
        ("G", 1, 0, 32),
        ("h", 1, 8, 32),
        ("D", 1, 20, 32),
    ] {
        case = case.streamed(semantic, buffer, offset, stride);
    }
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for (v, n) in HALF.into_iter().zip(INTEGERS) {
        first.extend(v.map(Element::want));
        first.extend([v[0].want(), v[1].want(), any(), v[3].want(), any()]);
        second.extend([v[0].want(), v[2].want(), n[0].want(), n[1].want(), any()]);
        second.extend([v[2].want(), v[1].want(), v[0].want()]);
    }
    case.stream(Wants(first)).stream(Wants(second))
}

/// The rows of LIST of [`matrix_and_array_io`], behind a gap.
fn array_stream() -> Case {
    let mut case = matrix_and_array_io("vertex/matrix_and_array_io");
    for row in 0..3 {
        case = case.streamed(&format!("LIST{row}"), 0, 4 + 8 * row, 28);
    }
    let list = [0.5f32, 1.5, 2.5].map(|x| [0.0, 0.0, x, x + 3.5, 2.0, 2.0]);
    let wants = list
        .into_iter()
        .flat_map(|list| std::iter::once(any()).chain(list.map(Element::want)));
    case.stream(Wants(wants.collect()))
}

const INTEGERS: [[i32; 2]; 3] = [[-3, 40], [5, 6], [7, 8]];

/// Each attribute of the pixel shader's sum, in perspective.
fn packed_outputs() -> Case {
    let n = INTEGERS;
    draw("vertex/packed_outputs", "pixel/packed_inputs")
        .vertices("POSITION", Format::R32G32B32A32_SFLOAT, HALF.to_vec())
        .vertices("N", Format::R32G32_SINT, n.to_vec())
        .target(Format::R32G32B32A32_SFLOAT)
        .some_pixels(move |x, y| {
            let place = place(HALF, x, y);
            if place.inside() < 0.01 {
                return None;
            }
            let [vx, vy, vz, vw] = place.smooth(HALF);
            let screen = place.noperspective(HALF);
            // F and H are those of the first vertex.
            Some(close([
                vx + vz,
                vw + vy,
                -vx + HALF[0][1],
                screen[2] + n[0][0] as f32 + vw,
            ]))
        })
}

fn transform(name: &str) -> Case {
    // Column-major in the buffer; World scales and moves, ViewProjection takes it back and makes w of z.
    let world = [
        [2.0f32, 0.0, 0.0, 0.0],
        [0.0, 4.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0],
        [1.0, -2.0, 0.5, 1.0],
    ];
    let view_projection = [
        [0.5f32, 0.0, 0.0, 0.0],
        [0.0, 0.25, 0.0, 0.0],
        [0.0, 0.0, 0.5, 1.0],
        [-0.5, 0.5, 0.0, -0.5],
    ];
    let eye = [1.0f32, 2.0, 3.0];
    let time = 0.25f32;
    let mut bytes: Vec<f32> = [view_projection, world].concat().concat();
    bytes.extend(eye);
    bytes.push(time);
    // position = (x, y, z / 2 + 0.25, z): the z of a vertex is the w of PERSPECTIVE.
    let object = PERSPECTIVE.map(|[x, y, _, w]| [x, y, w]);
    let clip = PERSPECTIVE.map(|[x, y, _, w]| [x, y, (w + 0.5) * 0.5, w]);
    let normal = [[1.0f32, 0.0, 0.0], [0.0, -3.0, 0.0], [1.0, 1.0, 1.0]];
    let uv = [[0.0f32, 0.5], [4.0, 1.0], [2.0, 3.0]];
    let turned = normal.map(|[x, y, z]| {
        let v = [x * 2.0, y * 4.0, z];
        let length = v.iter().map(|c| c * c).sum::<f32>().sqrt();
        v.map(|c| c / length)
    });
    let view = object.map(|[x, y, z]| {
        let at = [x * 2.0 + 1.0, y * 4.0 - 2.0, z + 0.5];
        std::array::from_fn::<f32, 3, _>(|k| eye[k] - at[k])
    });
    draw(name, "pixel/transformed")
        .cbuffer("b0,space2", bytes)
        .vertices("POSITION", Format::R32G32B32_SFLOAT, object.to_vec())
        .vertices("NORMAL", Format::R32G32B32_SFLOAT, normal.to_vec())
        .vertices("TEXCOORD", Format::R32G32_SFLOAT, uv.to_vec())
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(move |x, y| {
            let place = place(clip, x, y);
            let ([a, b, c], [u, _]) = (place.smooth(turned), place.smooth(uv));
            close([a, b, c, u + time])
        })
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(move |x, y| {
            let place = place(clip, x, y);
            let ([a, b, c], [_, v]) = (place.smooth(view), place.smooth(uv));
            close([a, b, c, v])
        })
}

/// The order of the three vertices is open.
fn uav_write() -> Case {
    let log = [
        12u32.want(),
        one_of([0u32, 1, 2]),
        one_of([0u32, 1, 2]),
        one_of([0u32, 1, 2]),
        0xeeu32.want(),
    ];
    draw("vertex/uav_write", "pixel/position")
        .vertices("POSITION", Format::R32G32B32A32_SFLOAT, PERSPECTIVE.to_vec())
        .raw("u0", [0u32, 0xff, 0xff, 0xff, 0xee])
        .expect("u0", log)
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(|x, y| position(PERSPECTIVE, x, y))
}

/// One view: its id is 0.
fn view_id() -> Case {
    let identity =
        |scale: f32| -> Vec<f32> { (0..16).map(|k| if k % 5 == 0 { scale } else { 0.0 }).collect() };
    draw("vertex/view_id", "pixel/position")
        .cbuffer("b0", [identity(1.0), identity(0.0)].concat())
        .vertices("POSITION", Format::R32G32B32A32_SFLOAT, PERSPECTIVE.to_vec())
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(|x, y| position(PERSPECTIVE, x, y))
}

/// The vertex stage's b0 is a buffer, the pixel stage's b0 root constants: a register with two parameters cannot be
/// told apart by this harness, so that the constants are those that the push constants hold for both.
fn graphics_root_signature() -> Case {
    let m: Vec<f32> = (0..16).map(|k| if k % 5 == 0 { 1.0 } else { 0.0 }).collect();
    let uv = [[0.0f32, 0.0], [2.0, 0.0], [0.0, 2.0]];
    let tint = [2.0f32, 3.0, 4.0, 5.0];
    let position = FULL.map(|[x, y, z, _]| [x, y, z]);
    draw("binding/graphics_vs", "binding/graphics_ps")
        .cbuffer("b0", m)
        .constants("b0", tint)
        .vertices("POSITION", Format::R32G32B32_SFLOAT, position.to_vec())
        .vertices("TEXCOORD", Format::R32G32_SFLOAT, uv.to_vec())
        .texture(
            "t0",
            crate::case::Texture::d2(Format::R32G32B32A32_SFLOAT, 16, 16)
                .fill(|t| [t.x as f32, t.y as f32, 1.0, 0.5]),
        )
        .with_draw(|draw| draw.topology = PrimitiveTopology::TRIANGLE_STRIP)
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(move |x, y| close([x as f32 * 2.0, y as f32 * 3.0, 4.0, 2.5]))
}

/// Attributes of fewer components than the shader reads end in (0, 0, 1); bytes are fractions.
fn short_attributes() -> Case {
    let colour = [[0u8, 255], [255, 0], [51, 102]];
    let uv = [[0.5f32], [4.0], [2.0]];
    let position = FULL.map(|[x, y, ..]| [x, y]);
    draw("vertex/passthrough", "pixel/colour_uv")
        .vertices("POSITION", Format::R32G32_SFLOAT, position.to_vec())
        .vertices("COLOR", Format::R8G8_UNORM, colour.to_vec())
        .vertices("TEXCOORD", Format::R32_SFLOAT, uv.concat())
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(move |x, y| {
            let place = place(FULL, x, y);
            let [r, _] = place.smooth(colour.map(|c| c.map(|c| f32::from(c) / 255.0)));
            let [u] = place.smooth(uv);
            // uv is (u, 0), colour (r, g, 0, 1).
            close([r * u, 0.0, 0.0, 1.0])
        })
}

/// Points are one pixel each.
fn points() -> Case {
    let at = |x: u32, y: u32| {
        let unit = |c: u32| (c as f32 + 0.5) / 8.0 - 1.0;
        [unit(x), -unit(y), 0.5, 1.0]
    };
    let places = [(0, 0), (5, 3), (15, 15), (9, 12)];
    let colours = [
        [1.0f32, 0.0, 0.0, 1.0],
        [0.0, 2.0, 0.0, 1.0],
        [0.0, 0.0, 3.0, 1.0],
        [4.0; 4],
    ];
    draw("vertex/passthrough", "pixel/colour_uv")
        .vertex_count(4)
        .with_draw(|draw| draw.topology = PrimitiveTopology::POINT_LIST)
        .vertices(
            "POSITION",
            Format::R32G32B32A32_SFLOAT,
            places.map(|(x, y)| at(x, y)).to_vec(),
        )
        .vertices("COLOR", Format::R32G32B32A32_SFLOAT, colours.to_vec())
        .vertices("TEXCOORD", Format::R32G32_SFLOAT, vec![[1.0f32; 2]; 4])
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(move |x, y| {
            places
                .iter()
                .position(|&place| place == (x, y))
                .map_or([0.0; 4], |k| colours[k])
        })
}

fn arbitrary_names() -> Case {
    draw("vertex/arbitrary_names", "pixel/arbitrary_names")
        .with_draw(|draw| {
            draw.base_vertex = 0;
            draw.base_instance = 2;
        })
        .vertices("SV_Position", Format::R32G32B32A32_SFLOAT, FULL.to_vec())
        .vertices("NUMBER", Format::R32_UINT, [7u32, 0, 0])
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(|_, _| [40.0f32, 20.0, 3.0, 1.0])
}

fn dynamic_rows(vertex: &str, pixel: &str) -> Case {
    let v = [[1.0f32, -2.0], [3.0, 0.5], [0.25, 4.0]];
    let n = [5u32, 6, 7];
    draw(vertex, pixel)
        .vertices("POSITION", Format::R32G32B32A32_SFLOAT, HALF.to_vec())
        .vertices("V", Format::R32G32_SFLOAT, v.to_vec())
        .vertices("N", Format::R32_UINT, n)
        .target(Format::R32G32B32A32_SFLOAT)
        .some_pixels(move |x, y| {
            let place = place(HALF, x, y);
            if place.inside() < 0.01 {
                return None;
            }
            let factor = (x % 3 + 1) as f32;
            let [a, b] = place.smooth(v);
            let [tail] = place.smooth(v.map(|[a, b]| [a * b]));
            Some(close([a * factor, b * factor, -((y % 4 + n[0]) as f32), tail]))
        })
}
