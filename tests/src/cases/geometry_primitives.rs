//! Geometry shaders once more: every kind of primitive in, strips out, instances, built-ins of either side.

use super::draws::{FULL, Triangle, close};
use crate::case::{Case, Element, List, Wants, any, pipeline};
use ash::vk::{Format, PrimitiveTopology};

/// Registers the cases.
pub fn register(list: &mut List) {
    for mode in 0..2 {
        for name in ["geometry/triangle", "geometry/triangle.od"] {
            list.add(&format!("{name} (from {mode})"), move || triangle(name, mode));
        }
    }
    list.add("geometry/triangle (second of the draw)", second_triangle);
    list.add("geometry/strips", strips);
    list.add("geometry/adjacency", adjacency);
    list.add("geometry/line_adjacency", line_adjacency);
    for (name, points) in [
        ("geometry/patches.p1", 1),
        ("geometry/patches.p2", 2),
        ("geometry/patches.p3", 3),
        ("geometry/patches", 4),
        ("geometry/patches.p6", 6),
    ] {
        list.add(name, move || patches(name, points));
    }
    list.add("geometry/instances", instances);
    list.add("geometry/viewports", viewports);
    list.add("geometry/clip_in", clip_in);
    list.each("geometry/then_cut", &["od"], then_cut);
    list.add("geometry/four_streams", four_streams);
    list.add("geometry/primitive_ids", primitive_ids);
}

const SIZE: [u32; 2] = [16, 16];
const SHOWN: Format = Format::R32G32B32A32_SFLOAT;
const IDS: Format = Format::R32G32_UINT;

/// Vertex n has the value `(n + 1, 2 n)`.
fn of(geometry: &str, topology: PrimitiveTopology, positions: &[[f32; 4]]) -> Case {
    let values: Vec<_> = (0..positions.len())
        .map(|n| [n as f32 + 1.0, 2.0 * n as f32])
        .collect();
    pipeline(&["geometry/points", geometry, "geometry/show_ids"])
        .with_draw(|draw| draw.topology = topology)
        .vertex_count(positions.len() as u32)
        .vertices("POSITION", Format::R32G32B32A32_SFLOAT, positions.to_vec())
        .vertices("VALUE", Format::R32G32_SFLOAT, values)
}

fn triangle(name: &str, mode: u32) -> Case {
    of(name, PrimitiveTopology::TRIANGLE_LIST, &FULL)
        .cbuffer("b0,space2", [mode, 0, 0, 0])
        .target(SHOWN)
        .pixels(move |x, y| {
            let next = |i: usize| (i + 1 + mode as usize) % 3;
            let values = std::array::from_fn(|i| {
                let (a, b) = (i as f32, next(i) as f32);
                [a + 1.0, 2.0 * a, b + 1.0, 2.0 * b]
            });
            close(Triangle::new(FULL, SIZE).pixel(x, y).smooth(values))
        })
        .target(IDS)
        .pixels(|_, _| [0u32, 2])
}

/// The first of two triangles is out of sight.
fn second_triangle() -> Case {
    let mut positions = vec![[9.0f32, 9.0, 0.5, 1.0]; 3];
    positions.extend(FULL);
    of("geometry/triangle", PrimitiveTopology::TRIANGLE_LIST, &positions)
        .cbuffer("b0,space2", [0u32; 4])
        .target(SHOWN)
        .target(IDS)
        .pixels(|_, _| [10u32, 5])
}

fn strips() -> Case {
    of("geometry/strips", PrimitiveTopology::POINT_LIST, &[[0.0; 4]; 4])
        .target(SHOWN)
        .pixels(|x, y| {
            let point = x / 4;
            let value = [point as f32 + 1.0, 2.0 * point as f32];
            close(match y {
                0..8 => [value[0], value[1], 1.0, 0.0],
                12..16 if value[0] > 2.0 => [value[0], value[1], 2.0, 0.0],
                _ => [0.0; 4],
            })
        })
        .target(IDS)
        .pixels(|x, y| {
            let point = x / 4;
            match y {
                0..8 => [point + 100, point],
                12..16 if point >= 2 => [point + 200, 7],
                _ => [0u32; 2],
            }
        })
}

fn adjacency() -> Case {
    // The triangle's own vertices are 0, 2 and 4.
    let mut positions = [[7.0f32; 4]; 6];
    for (i, position) in FULL.into_iter().enumerate() {
        positions[2 * i] = position;
    }
    of(
        "geometry/adjacency",
        PrimitiveTopology::TRIANGLE_LIST_WITH_ADJACENCY,
        &positions,
    )
    .target(SHOWN)
    .pixels(|x, y| {
        let [own] = Triangle::new(FULL, SIZE)
            .pixel(x, y)
            .smooth([[1.0], [3.0], [5.0]]);
        close([2.0, 4.0, 6.0, own])
    })
    .target(IDS)
    .pixels(|_, _| [3u32, 135])
}

fn line_adjacency() -> Case {
    of(
        "geometry/line_adjacency",
        PrimitiveTopology::LINE_LIST_WITH_ADJACENCY,
        &[[0.0; 4]; 4],
    )
    .target(SHOWN)
    .pixels(|_, _| close([1.0, 2.0, 3.0, 4.0]))
    .target(IDS)
    .pixels(|_, _| [9u32, 3])
}

/// Patches without tessellation, in a list of primitives of as many vertices.
fn patches(name: &str, points: u32) -> Case {
    let topology = match points {
        1 => PrimitiveTopology::POINT_LIST,
        2 => PrimitiveTopology::LINE_LIST,
        3 => PrimitiveTopology::TRIANGLE_LIST,
        4 => PrimitiveTopology::LINE_LIST_WITH_ADJACENCY,
        _ => PrimitiveTopology::TRIANGLE_LIST_WITH_ADJACENCY,
    };
    let sum = move |first: u32| (0..points).fold(0, |sum, point| sum * 10 + first + point + 1);
    of(name, topology, &vec![[0.0; 4]; 2 * points as usize])
        .target(SHOWN)
        .pixels(move |x, _| {
            let patch = x / 8;
            let first = patch * points;
            close([sum(first), first + points - 1, patch, points].map(|number| number as f32))
        })
        .target(IDS)
        .pixels(move |x, _| [40 + x / 8, x / 8 * points])
}

fn instances() -> Case {
    // Which quarter of which layer a pixel lies in; layer 1 is below layer 0.
    let instance = |x: u32, y: u32| {
        let quarter = x / 8 + y % 16 / 8 * 2;
        (quarter & 1 == y / 16).then_some(quarter)
    };
    of("geometry/instances", PrimitiveTopology::POINT_LIST, &[[0.0; 4]])
        .with_draw(|draw| draw.layers = 2)
        .target(SHOWN)
        .pixels(move |x, y| {
            close(match instance(x, y) {
                Some(quarter) => [quarter as f32, 1.0, 0.0, (x as f32 + 0.5) / 8.0],
                None => [0.0; 4],
            })
        })
        .target(IDS)
        .pixels(move |x, y| match instance(x, y) {
            Some(quarter) => [5, quarter],
            None => [0u32; 2],
        })
}

fn viewports() -> Case {
    of("geometry/viewports", PrimitiveTopology::TRIANGLE_LIST, &FULL)
        .with_draw(|draw| draw.viewports = vec![[0, 0, 16, 8], [0, 8, 16, 8]])
        .target(SHOWN)
        .some_pixels(|x, y| {
            let second = y >= 8;
            let cut = second && x >= 8;
            (!cut).then(|| {
                let place = Triangle::new(FULL, [16, 8]).pixel(x, y % 8);
                let [a, b] = place.smooth([[1.0, 0.0], [2.0, 2.0], [3.0, 4.0]]);
                close([f32::from(u8::from(second)), a, b, 0.0])
            })
        })
        .target(IDS)
        .pixels(|x, y| match (y >= 8, x >= 8) {
            (false, _) => [0, 40],
            (true, false) => [1, 41],
            (true, true) => [0u32, 0],
        })
}

fn clip_in() -> Case {
    let clip = [[4.0f32, 1.0], [5.0, 2.0], [6.0, 3.0]];
    pipeline(&["geometry/clip_in.vs", "geometry/clip_in", "geometry/show_ids"])
        .vertices("POSITION", Format::R32G32B32A32_SFLOAT, FULL.to_vec())
        .vertices("VALUE", Format::R32G32_SFLOAT, clip.to_vec())
        .target(SHOWN)
        .pixels(move |x, y| {
            let values = std::array::from_fn(|i| {
                let [px, py, ..] = FULL[(i + 1) % 3];
                [clip[i][0], clip[i][1], px, py]
            });
            close(Triangle::new(FULL, SIZE).pixel(x, y).smooth(values))
        })
        .target(IDS)
        .pixels(|_, _| [2u32, 1])
}

/// Two squares of 4 x 4 pixels, 8 apart; a strip of both would fill what is between them.
fn then_cut(name: &str) -> Case {
    pipeline(&["geometry/points", name, "tess/show"])
        .with_draw(|draw| draw.topology = PrimitiveTopology::POINT_LIST)
        .vertex_count(1)
        .vertices("POSITION", SHOWN, vec![[0.0f32, 0.0, 0.5, 1.0]])
        .vertices("VALUE", Format::R32G32_SFLOAT, vec![[2.0f32, 5.0]])
        .target(SHOWN)
        .pixels(|x, y| {
            let inside = (2..14).contains(&x) && (x - 2) % 8 < 4 && (5..9).contains(&y);
            close(if inside {
                [((x - 2) / 8) as f32, 2.0, 5.0, 1.0]
            } else {
                [0.0; 4]
            })
        })
}

/// Each stream writes what the case places, in the order of the points; the rest of the buffers stays.
fn four_streams() -> Case {
    let colours = [[1.0f32, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]];
    let (mut a, mut b, mut c, mut d) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (primitive, colour) in (0u32..).zip(colours) {
        a.extend(colour.map(Element::want));
        a.push(any());
        for i in 0..2 {
            b.push(any());
            b.extend([primitive as f32, i as f32, colour[0], colour[1]].map(Element::want));
        }
        for k in 0..3 {
            c.extend([any(), any(), colour[2].want(), any()]);
            c.extend([primitive, k, 9].map(Element::want));
            d.push((primitive as i32 * -10 - k as i32).want());
        }
    }
    pipeline(&["vertex/colour", "geometry/four_streams", "geometry/colour_only"])
        .vertex_count(2)
        .with_draw(|draw| draw.topology = PrimitiveTopology::POINT_LIST)
        .vertices(
            "POSITION",
            SHOWN,
            vec![[-0.9375f32, 0.9375, 0.5, 1.0], [0.0625, 0.0625, 0.5, 1.0]],
        )
        .vertices("COLOR", SHOWN, colours.to_vec())
        .streamed("COLOR", 0, 0, 20)
        .streamed_from(1, "PAIR0", 1, 4, 20)
        .streamed_from(1, "PAIR1", 1, 12, 20)
        .streamed_from(2, "ONE", 2, 8, 28)
        .streamed_from(2, "THREE", 2, 16, 28)
        .streamed_from(3, "LAST", 3, 0, 4)
        .stream(Wants(a))
        .stream(Wants(b))
        .stream(Wants(c))
        .stream(Wants(d))
        .target(SHOWN)
        .pixels(move |x, y| match (x, y) {
            (0, 0) => colours[0],
            (8, 7) => colours[1],
            _ => [0.0; 4],
        })
}

fn primitive_ids() -> Case {
    let corner = |x: f32, y: f32| [x / 8.0 - 1.0, 1.0 - y / 8.0, 0.5, 1.0];
    let places = [corner(0.0, 0.0), corner(8.0, 2.0), corner(3.0, 10.0)];
    pipeline(&[
        "geometry/points",
        "geometry/primitive_ids",
        "geometry/primitive_ids.ps",
    ])
    .with_draw(|draw| draw.topology = PrimitiveTopology::POINT_LIST)
    .vertex_count(3)
    .vertices("POSITION", SHOWN, places.to_vec())
    .vertices(
        "VALUE",
        Format::R32G32_SFLOAT,
        vec![[3.0f32, 4.0], [5.0, 6.0], [7.0, 8.0]],
    )
    .target(Format::R32G32B32A32_UINT)
    .pixels(|x, y| {
        let starts = [(0, 0), (8, 2), (3, 10)];
        let square = starts
            .iter()
            .position(|&(left, top)| (left..left + 4).contains(&x) && (top..top + 4).contains(&y));
        square.map_or([0u32; 4], |k| {
            let k = k as u32;
            [1000 + k * 7, 3 + 2 * k, 4 + 2 * k, 1]
        })
    })
}
