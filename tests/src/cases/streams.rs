//! Stream output: the stream that is rasterized, rows and components of an output apart from each other.

use crate::case::{Case, Element, List, Need, Want, Wants, any, pipeline};
use ash::vk::{Format, PrimitiveTopology};
use dxil2spirv::options::NO_RASTERIZED_STREAM;

/// Registers the cases.
pub fn register(list: &mut List) {
    list.add("geometry/rasterized", || rasterized(None));
    for stream in 0..3 {
        list.add(&format!("geometry/rasterized (stream {stream})"), move || {
            rasterized(Some(stream)).options(|options| options.stream_select = false)
        });
        list.add(
            &format!("geometry/rasterized (stream {stream}, selected)"),
            move || {
                rasterized(Some(stream))
                    .needs(Need::StreamSelect)
                    .with_draw(|draw| draw.rasterized_stream = stream)
            },
        );
    }
    list.add("geometry/rasterized (none)", || {
        rasterized(Some(NO_RASTERIZED_STREAM)).with_draw(|draw| draw.discarded = true)
    });
    list.add("geometry/rasterized (stream 4)", || {
        rasterized(Some(4)).refused("output stream 4: there are four")
    });
    list.add("geometry/rows.vs", || rows(&["vs", "ps"]));
    list.add("geometry/rows.gs", || rows(&["vs", "gs", "ps"]));
    list.add("geometry/rows.vs (linked)", || rows(&["vs", "ps"]).linked());
    list.add("geometry/rows.gs (linked)", || rows(&["vs", "gs", "ps"]).linked());
}

const RGBA32F: Format = Format::R32G32B32A32_SFLOAT;

/// Clip space of the centre of a pixel, w = 1.
fn centre([x, y]: [u32; 2]) -> [f32; 4] {
    [
        (x as f32 + 0.5) / 8.0 - 1.0,
        1.0 - (y as f32 + 0.5) / 8.0,
        0.5,
        1.0,
    ]
}

/// Each stream writes a buffer of its own, whichever is drawn.
fn rasterized(stream: Option<u32>) -> Case {
    const POINTS: [[u32; 2]; 2] = [[1, 3], [2, 9]];
    let drawn = stream.unwrap_or(0);
    let colour = |point: [u32; 2], stream: u32| {
        let [x, y, ..] = centre(point);
        [stream as f32, x, y, 1.0]
    };
    let captured = |stream: u32| {
        let wants = POINTS.iter().flat_map(move |&point| {
            let own: Vec<Want> = colour(point, stream).map(Element::want).to_vec();
            let [_, x, y, _] = colour(point, stream);
            let more = [y * 2.0, x * 2.0].map(Element::want).to_vec();
            [own, if stream == 1 { more } else { Vec::new() }].concat()
        });
        Wants(wants.collect())
    };
    let stages = [
        "geometry/rasterized.vs",
        "geometry/rasterized",
        "geometry/rasterized.ps",
    ];
    pipeline(&stages)
        .options(|options| options.rasterized_stream = stream)
        .with_draw(|draw| {
            draw.topology = PrimitiveTopology::POINT_LIST;
            draw.layers = 2;
        })
        .vertex_count(2)
        .vertices("POSITION", RGBA32F, POINTS.map(centre).to_vec())
        .streamed_from(0, "COLOR", 0, 0, 16)
        .streamed_from(1, "COLOR", 1, 0, 24)
        .streamed_from(1, "MORE", 1, 16, 24)
        .streamed_from(2, "COLOR", 2, 0, 16)
        .stream(captured(0))
        .stream(captured(1))
        .stream(captured(2))
        .target(RGBA32F)
        .pixels(move |x, y| {
            let layer = u32::from(drawn == 2);
            let at = |point: &[u32; 2]| drawn < 3 && [point[0] + 4 * drawn, point[1] + 16 * layer] == [x, y];
            POINTS
                .iter()
                .find(|&point| at(point))
                .map_or([0.0; 4], |&point| colour(point, drawn))
        })
}

/// Of four rows the first goes to one buffer, the third and a part of the last to another, the second nowhere.
fn rows(stages: &[&str]) -> Case {
    const POINTS: [[u32; 2]; 3] = [[1, 3], [4, 9], [11, 2]];
    let geometry = stages.len() == 3;
    // What vertices have, by point.
    let vertices = move |id: u32| {
        let [x, ..] = centre(POINTS[id as usize]);
        let mut rows: [[f32; 3]; 4] = std::array::from_fn(|i| [id as f32, i as f32, x]);
        rows[id as usize % 4][1] = 100.0;
        if !geometry {
            return vec![rows];
        }
        rows[2][2] = 50.0;
        let first = rows;
        rows[id as usize % 4] = [7.0, 8.0, 9.0];
        rows[1] = rows[1].map(|value| value + 1.0);
        vec![first, rows]
    };
    let all: Vec<[[f32; 3]; 4]> = (0..3).flat_map(vertices).collect();
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for rows in &all {
        first.push(any());
        first.extend(rows[0].map(Element::want));
        first.push(any());
        second.extend([rows[3][1], rows[3][2]].map(Element::want));
        second.push(any());
        second.extend(rows[2].map(Element::want));
    }
    let names: Vec<String> = stages
        .iter()
        .map(|stage| format!("geometry/rows.{stage}"))
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    pipeline(&names)
        .with_draw(|draw| draw.topology = PrimitiveTopology::POINT_LIST)
        .vertex_count(3)
        .vertices("POSITION", RGBA32F, POINTS.map(centre).to_vec())
        .streamed("ROWS0", 0, 4, 20)
        .streamed("ROWS2", 1, 12, 24)
        .streamed_part(0, "ROWS3", Some([1, 2]), [1, 0, 24])
        .stream(Wants(first))
        .stream(Wants(second))
        .target(RGBA32F)
        .pixels(move |x, y| {
            let point = (0..3u32).find(|&id| POINTS[id as usize] == [x, y]);
            let rows = point.and_then(|id| vertices(id).pop());
            rows.map_or([0.0; 4], |rows| {
                let sum = |k: usize| rows.iter().map(|row| row[k]).sum::<f32>();
                [sum(0), sum(1), sum(2), 1.0]
            })
        })
}
