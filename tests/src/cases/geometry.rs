//! Geometry shaders: every input primitive, instances, streams, layers, distances.

use super::draws::FULL;
use crate::case::{Case, Element, List, Wants, any, pipeline};
use ash::vk::{Format, PrimitiveTopology};

/// Registers the cases.
pub fn register(list: &mut List) {
    list.add("geometry/facing", facing);
    list.add("geometry/quads", || quads("geometry/quads"));
    list.add("geometry/quads.od", || quads("geometry/quads.od"));
    let all = [
        (
            "geometry/vertices",
            6,
            PrimitiveTopology::TRIANGLE_LIST_WITH_ADJACENCY,
        ),
        (
            "geometry/vertices.lineadj",
            4,
            PrimitiveTopology::LINE_LIST_WITH_ADJACENCY,
        ),
        ("geometry/vertices.triangle", 3, PrimitiveTopology::TRIANGLE_LIST),
        ("geometry/vertices.line", 2, PrimitiveTopology::LINE_LIST),
    ];
    for (name, count, topology) in all {
        list.add(name, move || vertices(name, count, topology));
    }
    list.add("geometry/streams", streams);
    list.add("geometry/layers", layers);
    list.add("geometry/distances", distances);
}

const COLOURS: Format = Format::R32G32B32A32_SFLOAT;

/// Clip space of a place on a target of 16 x 16 pixels.
fn facing() -> Case {
    pipeline(&[
        "vertex/fullscreen_triangle",
        "geometry/facing",
        "geometry/facing.ps",
    ])
    .linked()
    .target(Format::R32_SFLOAT)
    .pixels(|x, _| [if x < 8 { 1.0f32 } else { 2.0 }])
}

fn clip(x: f32, y: f32) -> [f32; 4] {
    [x / 8.0 - 1.0, 1.0 - y / 8.0, 0.5, 1.0]
}

/// Points k from the left upper corners of quads on; the second quad 4 pixels to the right, the second instance 8 below.
fn quads(name: &str) -> Case {
    let places = (0..4u8).map(|k| clip(f32::from(k % 2 * 8), f32::from(k / 2 * 4)));
    let colours = (0..4u8).map(|k| [f32::from(k + 1), 0.0, 5.0, 1.0]);
    pipeline(&["vertex/colour", name, "geometry/show"])
        .vertex_count(4)
        .with_draw(|draw| draw.topology = PrimitiveTopology::POINT_LIST)
        .vertices("POSITION", COLOURS, places.collect::<Vec<_>>())
        .vertices("COLOR", COLOURS, colours.collect::<Vec<_>>())
        .target(COLOURS)
        .clear([-1.0; 4])
        .pixels(|x, y| {
            let (point, quad, instance) = (x / 8 + y / 4 % 2 * 2, x / 4 % 2, y / 8);
            if x % 4 < 2 && y % 4 < 2 && (point, instance) != (2, 1) {
                [point + 1, 5 + quad, point * 10 + instance, 1].map(|v| v as f32)
            } else {
                [-1.0; 4]
            }
        })
}

/// Two primitives of `count` vertices, below each other.
fn vertices(name: &str, count: u32, topology: PrimitiveTopology) -> Case {
    let numbers = || (0..2).flat_map(move |primitive| (0..count).map(move |v| (primitive, v)));
    let places = numbers().map(|(primitive, v)| clip((2 * v) as f32 + 1.5, (7 * primitive) as f32 + 2.5));
    let colours = numbers().map(|(primitive, v)| [primitive as f32, v as f32 + 0.5, 3.0, 1.0]);
    pipeline(&["vertex/colour", name, "geometry/colour_only"])
        .vertex_count(2 * count)
        .with_draw(|draw| draw.topology = topology)
        .vertices("POSITION", COLOURS, places.collect::<Vec<_>>())
        .vertices("COLOR", COLOURS, colours.collect::<Vec<_>>())
        .target(COLOURS)
        .clear([-1.0; 4])
        .pixels(move |x, y| {
            let (primitive, vertex) = (y / 7, x / 2);
            if x % 2 == 1 && y % 7 == 2 && y < 14 && vertex < count {
                let next = (vertex + 1) % count;
                [primitive as f32, next as f32 + 0.5, 3.0, 1.0]
            } else {
                [-1.0; 4]
            }
        })
}

fn streams() -> Case {
    let places = [[3.0f32, 2.0], [9.0, 5.0], [12.0, 14.0]].map(|[x, y]| clip(x + 0.5, y + 0.5));
    let colours = [
        [1.0f32, 0.25, 2.0, 1.0],
        [3.0, 0.5, 4.0, 1.0],
        [5.0, 0.75, 6.0, 1.0],
    ];
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for (k, (place, colour)) in (0u32..).zip(places.iter().zip(&colours)) {
        first.push(any());
        first.extend(colour.map(Element::want));
        first.extend([any(), any()]);
        for i in 0..=k % 2 {
            second.extend(place.map(Element::want));
            second.push(any());
            second.extend([k, i].map(Element::want));
            second.push(colour[1].want());
        }
    }
    pipeline(&["vertex/colour", "geometry/streams", "geometry/colour_only"])
        .vertex_count(3)
        .with_draw(|draw| draw.topology = PrimitiveTopology::POINT_LIST)
        .vertices("POSITION", COLOURS, places.to_vec())
        .vertices("COLOR", COLOURS, colours.to_vec())
        .streamed("COLOR", 0, 4, 28)
        .streamed_from(1, "PLACE", 1, 0, 32)
        .streamed_from(1, "NUMBER", 1, 20, 32)
        .streamed_from(1, "LAST", 1, 28, 32)
        .stream(Wants(first))
        .stream(Wants(second))
        .target(COLOURS)
        .pixels(move |x, y| {
            let points = [(3, 2), (9, 5), (12, 14)];
            let point = points.iter().position(|&point| point == (x, y));
            point.map_or([0.0; 4], |k| colours[k])
        })
}

fn layers() -> Case {
    pipeline(&["vertex/colour", "geometry/layers", "pixel/layer_viewport"])
        .size(16, 8)
        .vertices("POSITION", COLOURS, FULL.to_vec())
        .vertices("COLOR", COLOURS, vec![[0.0f32; 4]; 3])
        .with_draw(|draw| {
            draw.layers = 2;
            draw.viewports = vec![[0, 0, 8, 8], [8, 0, 8, 8]];
        })
        .target(COLOURS)
        .clear([-1.0; 4])
        .pixels(|x, y| [(y / 8) as f32, (x / 8) as f32, 0.0, 1.0])
}

/// What is left is the upper left quarter: y not negative, x not positive.
fn distances() -> Case {
    pipeline(&["geometry/distances.vs", "geometry/distances", "pixel/flat_white"])
        .vertices("POSITION", COLOURS, FULL.to_vec())
        .target(COLOURS)
        .clear([-1.0; 4])
        .pixels(|x, y| if x < 8 && y < 8 { [1.0f32; 4] } else { [-1.0; 4] })
}
