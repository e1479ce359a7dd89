//! Pixel shaders over four samples: where inputs are interpolated, coverage in and out, attributes evaluated elsewhere.
//!
//! All vertices have w = 1 here: lavapipe (25.0) divides attributes by the w of the pixel's centre, wherever in the pixel they
//! are interpolated. (`pixel/interpolation` tells perspective from screen space, at one sample.)

use super::draws::{FULL, SAMPLES, Triangle};
use crate::case::{Case, Element, List, Texture, Want, draw, near_abs, one_of, within};
use crate::gpu::device::device;
use ash::vk::Format;

const RGBA32F: Format = Format::R32G32B32A32_SFLOAT;

/// The upper left half.
const HALF: [[f32; 4]; 3] = [
    [-1.0, 1.0, 0.25, 1.0],
    [1.0, 1.0, 0.75, 1.0],
    [-1.0, -1.0, 0.5, 1.0],
];

/// Registers the cases.
pub fn register(list: &mut List) {
    list.add("pixel/sample_positions", sample_positions);
    list.add("pixel/centroid", centroid);
    list.add("pixel/sample_index", sample_index);
    list.each(
        "pixel/position_per_sample",
        &["sample", "input"],
        position_per_sample,
    );
    list.add("pixel/sample_rate", sample_rate);
    list.each("pixel/sample_unread", &["index"], sample_unread);
    list.add("pixel/mask_output", mask_output);
    list.add("pixel/coverage_output", coverage_output);
    list.add("pixel/evaluate", evaluate);
    list.add("textures/sample_position", || sample_position(Some(4)));
}

/// What is wanted in the place of a word that nothing wrote.
fn untouched() -> Want {
    0xdead_beef_u32.want()
}

/// Whether a sample is inside [`HALF`], whose long edge goes through none.
fn covered(x: u32, y: u32, sample: usize) -> bool {
    let [sx, sy] = SAMPLES[sample];
    f64::from(x + y) + sx + sy < 16.0
}

fn uv() -> [[f32; 2]; 3] {
    [[0.0, 1.0], [8.0, 0.0], [3.0, 5.0]]
}

fn close(value: f32) -> Want {
    within(value, 1e-4, 1e-4)
}

/// A value that may be taken at any of some places.
fn at_one_of(values: impl IntoIterator<Item = f32>) -> Want {
    Want::OneOf(values.into_iter().map(close).collect())
}

fn sample_positions() -> Case {
    let triangle = Triangle::new(HALF, [16, 16]);
    let mut log = Vec::new();
    for at in 0..256u32 {
        let (x, y) = (at % 16, at / 16);
        let all = (0..4).all(|sample| covered(x, y, sample));
        for (sample, [sx, sy]) in SAMPLES.into_iter().enumerate() {
            if !covered(x, y, sample) {
                log.extend(std::array::from_fn::<_, 8, _>(|_| untouched()));
                continue;
            }
            let place = triangle.at(f64::from(x) + sx, f64::from(y) + sy);
            let (centre, smooth) = (triangle.pixel(x, y).smooth(uv()), place.smooth(uv()));
            log.extend([(f64::from(x) + sx) as f32, (f64::from(y) + sy) as f32].map(close));
            log.extend(smooth.map(close));
            // In a shader that runs for each sample the centroid is the centre or the sample.
            log.extend((0..2).map(|k| {
                if all {
                    at_one_of([centre[k], smooth[k]])
                } else {
                    at_one_of(covered_values(&triangle, x, y, k))
                }
            }));
            log.extend(place.noperspective(uv()).map(close));
        }
    }
    multisampled("vertex/sample_positions", "pixel/sample_positions").output("u1", log)
}

/// Component `k` of uv at the covered samples of a pixel, and at its centre where that is inside.
fn covered_values(triangle: &Triangle, x: u32, y: u32, k: usize) -> Vec<f32> {
    let mut values: Vec<f32> = (0..4)
        .filter(|&sample| covered(x, y, sample))
        .map(|sample| {
            let [sx, sy] = SAMPLES[sample];
            triangle.at(f64::from(x) + sx, f64::from(y) + sy).smooth(uv())[k]
        })
        .collect();
    let centre = triangle.pixel(x, y);
    if centre.inside() > 1e-6 {
        values.push(centre.smooth(uv())[k]);
    }
    values
}

/// A draw of [`HALF`] over four samples.
fn multisampled(vertex: &str, pixel: &str) -> Case {
    draw(vertex, pixel)
        .samples(4)
        .vertices("POSITION", RGBA32F, HALF.to_vec())
        .vertices("UV", Format::R32G32_SFLOAT, uv().to_vec())
        .target(RGBA32F)
        .pixels(|x, y| {
            let count = (0..4).filter(|&sample| covered(x, y, sample)).count();
            [count as f32 / 4.0; 4]
        })
}

fn centroid() -> Case {
    let triangle = Triangle::new(HALF, [16, 16]);
    let mut log = Vec::new();
    for at in 0..256u32 {
        let (x, y) = (at % 16, at / 16);
        let mask = (0..4).fold(0u32, |mask, sample| {
            mask | u32::from(covered(x, y, sample)) << sample
        });
        match mask {
            0 => log.extend(std::array::from_fn::<_, 4, _>(|_| untouched())),
            0xf => {
                log.extend(triangle.pixel(x, y).smooth(uv()).map(close));
                log.extend([mask, 1].map(Element::want));
            }
            _ => {
                log.extend((0..2).map(|k| at_one_of(covered_values(&triangle, x, y, k))));
                log.extend([mask, 1].map(Element::want));
            }
        }
    }
    multisampled("vertex/centroid", "pixel/centroid").output("u1", log)
}

fn sample_index() -> Case {
    draw("vertex/fullscreen_triangle", "pixel/sample_index")
        .samples(4)
        .target(RGBA32F)
        .pixels(|_, _| [15.0f32 / 4.0, 1.0, 0.0, 1.0])
}

/// The averages of the samples' distances from the centre, if the position goes by them, else 0.
fn position_per_sample(name: &str) -> Case {
    let at_samples = name.ends_with("sample.sample");
    let distance = |axis: usize| -> f32 {
        let sum: f64 = SAMPLES.iter().map(|place| (place[axis] - 0.5).abs()).sum();
        if at_samples { (sum / 4.0) as f32 } else { 0.0 }
    };
    let wanted = [distance(0), distance(1), 0.0, 1.0];
    let case = if name.ends_with("input") {
        draw("vertex/colour", name)
            .vertices("POSITION", RGBA32F, FULL.to_vec())
            .vertices(
                "COLOR",
                RGBA32F,
                vec![
                    [0.0f32, 0.0, 0.0, 1.0],
                    [32.0, 0.0, 0.0, 1.0],
                    [0.0, 32.0, 0.0, 1.0],
                ],
            )
    } else {
        draw("vertex/fullscreen_triangle", name)
    };
    case.samples(4)
        .target(RGBA32F)
        .pixels(move |_, _| wanted.map(|v| near_abs(v, 1e-4)))
}

/// Samples 0 and 1 are masked out. D3D12 has the coverage of the whole pixel also at sample rate, Vulkan has no more than
/// the sample's own bit.
fn sample_rate() -> Case {
    draw("vertex/fullscreen_triangle", "pixel/sample_rate")
        .samples(4)
        .target(RGBA32F)
        .pixels(|_, _| {
            [
                near_abs((2.0 + 10.0) / 16.0 / 4.0, 1e-5),
                near_abs((10.0 + 14.0) / 16.0 / 4.0, 1e-5),
                ((2.0f32 + 3.0) / 4.0).want(),
                one_of([(4.0f32 + 4.0) / 4.0, (1.0 + 1.0) / 4.0]),
            ]
        })
}

fn sample_unread(name: &str) -> Case {
    draw("vertex/colour", name)
        .vertices("POSITION", RGBA32F, FULL.to_vec())
        .vertices("COLOR", RGBA32F, vec![[0.5f32; 4]; 3])
        .samples(4)
        .target(RGBA32F)
        .pixels(|_, _| [1.0f32; 4])
        .raw("u1", [0u32])
        .expect("u1", [16 * 16 * 4u32])
}

fn mask_output() -> Case {
    draw("vertex/fullscreen_triangle", "pixel/mask_output")
        .samples(4)
        .target(Format::R32_SFLOAT)
        .pixels(|x, _| [if x & 1 == 0 { 0.5f32 } else { 0.75 }])
        // Integers resolve to sample 0; NVIDIA's driver (580) takes another.
        .target(Format::R32_UINT)
        .pixels(|x, _| {
            let other_samples = device().is_ok_and(|device| !device.is_lavapipe());
            [match x & 1 {
                _ if other_samples => one_of([0u32, 9]),
                0 => 9u32.want(),
                _ => 0u32.want(),
            }]
        })
}

fn coverage_output() -> Case {
    let colour = [
        [0.0f32, 1.0, 2.0, 3.0],
        [2.0, 3.0, 4.0, 5.0],
        [0.0, 3.0, 1.0, 1.0],
    ];
    let wanted = move |x, y| {
        let colour = Triangle::new(FULL, [16, 16]).pixel(x, y).smooth(colour);
        let part = if colour[0] > 0.5 { 0.5 } else { 1.0 };
        colour.map(|v| v * part)
    };
    draw("vertex/colour", "pixel/coverage_output")
        .samples(4)
        .vertices("POSITION", RGBA32F, FULL.to_vec())
        .vertices("COLOR", RGBA32F, colour.to_vec())
        .target(RGBA32F)
        .pixels(move |x, y| wanted(x, y).map(close))
        .target(RGBA32F)
        .pixels(move |x, y| {
            let [a, b, c, d] = wanted(x, y);
            [d, c, b, a].map(close)
        })
}

/// The average over a pixel's samples, in pixels that are covered whole. A sixteenth of a pixel is 0.02 to 0.04.
fn evaluate() -> Case {
    let v = [
        [0.0f32, 1.0, 2.0, 3.0],
        [8.0, 1.0, 9.0, 3.0],
        [0.0, 9.0, 2.0, -6.0],
    ];
    let n = [[0.0f32, 1.0], [8.0, 0.0], [1.0, 9.0]];
    let offset = [[5i32, -8], [9, 9], [9, 9]];
    draw("vertex/evaluate", "pixel/evaluate")
        .samples(4)
        .vertices("POSITION", RGBA32F, HALF.to_vec())
        .vertices("V", RGBA32F, v.to_vec())
        .vertices("N", Format::R32G32_SFLOAT, n.to_vec())
        .vertices("OFFSET", Format::R32G32_SINT, offset.to_vec())
        .target(RGBA32F)
        .some_pixels(move |x, y| {
            if !(0..4).all(|sample| covered(x, y, sample)) {
                return None;
            }
            let triangle = Triangle::new(HALF, [16, 16]);
            let at = |dx: f64, dy: f64| triangle.at(f64::from(x) + dx, f64::from(y) + dy);
            let snapped = |[dx, dy]: [i32; 2]| at(0.5 + f64::from(dx) / 16.0, 0.5 + f64::from(dy) / 16.0);
            let [second_x, second_y] = SAMPLES[2];
            let mut sum = [0.0f32; 4];
            let mut add = |values: [f32; 4], part: f32| {
                (0..4).for_each(|k| sum[k] += values[k] * part);
            };
            add(at(0.5, 0.5).smooth(v), 1.0);
            for [sx, sy] in SAMPLES {
                add(at(sx, sy).smooth(v), 0.25);
            }
            add(at(second_x, second_y).smooth(v), 1.0);
            add(snapped([-8, 7]).smooth(v), 1.0);
            add(snapped(offset[0]).smooth(v), 1.0);
            for place in [snapped([3, -1]), at(0.5, 0.5)] {
                let [a, b] = place.noperspective(n);
                add([a, b, 0.0, 0.0], 1.0);
            }
            Some(sum.map(|v| near_abs(v, 0.01)))
        })
}

/// The positions of the samples average to the centre; what stays is sample 3 of the second texture, and the count.
pub(super) fn sample_position(count: Option<u32>) -> Case {
    let texture = || Texture::d2(RGBA32F, 4, 4).samples(4).fill(|_| [0.0f32; 4]);
    let [x, y] = SAMPLES[3].map(|v| v as f32 - 0.5);
    draw("vertex/fullscreen_triangle", "textures/sample_position")
        .options(move |options| options.sample_count = count)
        .samples(4)
        .texture("t0", texture())
        .texture("t1", texture().layers(2).fill(|_| [0.0f32; 4]))
        .target(RGBA32F)
        .pixels(move |_, _| [4.0 + x, 4.0 + y, 4.0, 4.0].map(|v| near_abs(v, 1e-5)))
}
