//! What the rasterizer tells pixel shaders and what they tell it: barycentrics, coverage, ordered views, shading rates.

use super::draws::{FULL, HALF, PERSPECTIVE, SAMPLES, Triangle, close};
use crate::case::{Case, Element, List, Need, Want, Wants, any, draw, near_abs, pipeline};
use ash::vk::{CompareOp, Format, PrimitiveTopology};

/// Registers the cases.
pub fn register(list: &mut List) {
    for mode in ["", ".noperspective"] {
        list.add(&format!("raster/barycentrics{mode}"), move || barycentrics(mode));
    }
    list.add("raster/barycentrics.both", both_barycentrics);
    list.add("raster/barycentrics.sample", barycentrics_at_samples);
    list.add("raster/barycentrics.centroid", barycentrics_at_centroids);
    list.add("raster/barycentrics (strip)", barycentrics_of_strip);
    list.add("raster/barycentrics.evaluate", evaluated_barycentrics);
    list.add("pixel/inner_coverage", inner_coverage);
    for mode in ["", ".branch", ".loop", ".left", ".later", ".sample"] {
        list.add(&format!("raster/ordered{mode}"), move || ordered(mode));
    }
    list.add("raster/rate", || {
        rates(&["raster/rate.vs", "raster/rate"], Need::PrimitiveRates)
    });
    list.add("raster/rate.gs", || {
        let stages = ["raster/rate.plain", "raster/rate.gs", "raster/rate"];
        rates(&stages, Need::PrimitiveRates)
    });
    list.add("raster/rate.ms", || {
        rates(&["raster/rate.ms", "raster/rate"], Need::MeshRates)
    });
    for mode in ["", ".greater", ".less"] {
        list.add(&format!("raster/depth{mode}"), move || depths(mode));
    }
    list.add("raster/dual", dual);
    list.add("raster/coverage", || coverage("raster/coverage"));
    list.add("raster/coverage.early", || coverage("raster/coverage.early"));
}

const RGBA32F: Format = Format::R32G32B32A32_SFLOAT;
const SIZE: [u32; 2] = [16, 16];
/// What the vertices of a triangle have.
const VALUES: [[f32; 3]; 3] = [[1.0, 20.0, 300.0], [2.0, 40.0, 600.0], [5.0, 70.0, 800.0]];

fn triangle_of(pixel: &str, clip: [[f32; 4]; 3]) -> Case {
    draw("raster/barycentrics.vs", pixel)
        .needs(Need::Barycentrics)
        .vertices("POSITION", RGBA32F, clip.to_vec())
        .vertices("VALUE", Format::R32G32B32_SFLOAT, VALUES.to_vec())
}

/// What the second target has where the vertices have these weights.
fn of_vertices(weights: [f64; 3]) -> [f32; 4] {
    let sum: f64 = (0..3).map(|k| weights[k] * f64::from(VALUES[k][0])).sum();
    [VALUES[0][0], VALUES[1][1], VALUES[2][2], sum as f32]
}

fn barycentrics(mode: &str) -> Case {
    let noperspective = mode == ".noperspective";
    let weights = move |x, y| {
        let place = Triangle::new(PERSPECTIVE, SIZE).pixel(x, y);
        match noperspective {
            true => place.screen,
            false => place.space,
        }
    };
    triangle_of(&format!("raster/barycentrics{mode}"), PERSPECTIVE)
        .target(RGBA32F)
        .pixels(move |x, y| {
            let [a, b, c] = weights(x, y).map(|weight| weight as f32);
            close([a, b, c, VALUES[0][1]])
        })
        .target(RGBA32F)
        .pixels(move |x, y| close(of_vertices(weights(x, y))))
}

fn both_barycentrics() -> Case {
    triangle_of("raster/barycentrics.both", PERSPECTIVE)
        .target(RGBA32F)
        .pixels(|x, y| {
            let place = Triangle::new(PERSPECTIVE, SIZE).pixel(x, y);
            let [a, b, _] = place.space.map(|weight| weight as f32);
            let [c, d, _] = place.screen.map(|weight| weight as f32);
            close([a, b, c, d])
        })
        .target(Format::R32G32B32A32_UINT)
        .pixels(|_, _| [0u32, 10, 2, 0])
}

/// The weights at each sample of a pixel that the triangle covers; nothing where it is close.
fn covered(clip: [[f32; 4]; 3], x: u32, y: u32) -> Option<Vec<[f64; 3]>> {
    let triangle = Triangle::new(clip, SIZE);
    let places = SAMPLES.map(|[dx, dy]| triangle.at(f64::from(x) + dx, f64::from(y) + dy));
    let clear = places.iter().all(|place| place.inside().abs() > 0.01);
    let inside = places.iter().filter(|place| place.inside() > 0.0);
    clear.then(|| inside.map(|place| place.space).collect())
}

fn barycentrics_at_samples() -> Case {
    triangle_of("raster/barycentrics.sample", HALF)
        .samples(4)
        .target(RGBA32F)
        .some_pixels(|x, y| {
            let samples = covered(HALF, x, y)?;
            let mean = |k: usize| samples.iter().map(|weights| weights[k] as f32).sum::<f32>() / 4.0;
            let flat = VALUES[0][1] * samples.len() as f32 / 4.0;
            Some(close([mean(0), mean(1), mean(2), flat]))
        })
        .target(RGBA32F)
}

/// At sample 2, and an eighth of a pixel to the left and three eighths down of the centre.
fn evaluated_barycentrics() -> Case {
    let at = |x: u32, y: u32, [dx, dy]: [f64; 2]| {
        Triangle::new(PERSPECTIVE, SIZE).at(f64::from(x) + dx, f64::from(y) + dy)
    };
    triangle_of("raster/barycentrics.evaluate", PERSPECTIVE)
        .samples(4)
        .target(RGBA32F)
        .pixels(move |x, y| {
            let [a, b, c] = at(x, y, SAMPLES[2]).space.map(|weight| weight as f32);
            let [centroid, ..] = at(x, y, [0.5, 0.5]).space.map(|weight| weight as f32);
            close([a, b, c, centroid])
        })
        .target(RGBA32F)
        .pixels(move |x, y| {
            let place = at(x, y, [0.375, 0.875]);
            let [a, b, _] = place.space.map(|weight| weight as f32);
            let [c, d, _] = place.screen.map(|weight| weight as f32);
            close([a, b, c, d])
        })
}

/// Where the centre is outside, what is inside has no negative weight.
fn barycentrics_at_centroids() -> Case {
    triangle_of("raster/barycentrics.centroid", HALF)
        .samples(4)
        .target(RGBA32F)
        .some_pixels(|x, y| {
            let samples = covered(HALF, x, y)?;
            let part = samples.len() as f32 / 4.0;
            let centre = Triangle::new(HALF, SIZE).pixel(x, y);
            let flat = near_abs(VALUES[0][1] * part, 1e-3);
            Some(match samples.len() {
                4 => {
                    let [a, b, c] = centre.space.map(|weight| near_abs(weight as f32, 1e-3));
                    [a, b, c, flat]
                }
                _ => {
                    let inside = || near_abs(part / 2.0, f64::from(part) / 2.0 + 1e-3);
                    [inside(), inside(), inside(), flat]
                }
            })
        })
        .target(RGBA32F)
}

/// The values are the places, so that their sums by weight are the pixel's, in the second triangle too.
fn barycentrics_of_strip() -> Case {
    let strip = [[-1.0f32, 1.0], [-1.0, -1.0], [1.0, 1.0], [1.0, -1.0]];
    let clip: Vec<[f32; 4]> = strip.iter().map(|&[x, y]| [x, y, 0.5, 1.0]).collect();
    let values: Vec<[f32; 3]> = (0..4).map(|k| [strip[k][0], k as f32, 7.0]).collect();
    draw("raster/barycentrics.vs", "raster/barycentrics")
        .needs(Need::Barycentrics)
        .vertex_count(4)
        .with_draw(|draw| draw.topology = PrimitiveTopology::TRIANGLE_STRIP)
        .vertices("POSITION", RGBA32F, clip)
        .vertices("VALUE", Format::R32G32B32_SFLOAT, values)
        .target(RGBA32F)
        // The first vertex of each triangle.
        .some_pixels(|x, y| {
            let first = if x + y < 15 { 0.0f32 } else { 1.0 };
            (x + y != 15).then(|| [any(), any(), any(), Element::want(first)])
        })
        .target(RGBA32F)
        .some_pixels(|x, y| {
            // Of the second triangle, the vertices are 1, 3, 2 or 1, 2, 3.
            let place = near_abs((x as f32 + 0.5) / 8.0 - 1.0, 1e-3);
            (x + y != 15).then(|| [near_abs(-1.0, 1e-3), any(), near_abs(7.0, 1e-3), place])
        })
}

/// Pixels count as covered in part where some place of theirs is well inside and some corner well outside.
fn inner_coverage() -> Case {
    const PLACES: [[f32; 2]; 3] = [[1.3, 1.2], [14.6, 3.1], [4.2, 14.7]];
    let clip = PLACES.map(|[x, y]| [x / 8.0 - 1.0, 1.0 - y / 8.0, 0.5, 1.0]);
    let inside = move |x: f64, y: f64| Triangle::new(clip, SIZE).at(x, y).inside();
    draw("vertex/colour", "pixel/inner_coverage")
        .needs(Need::FullyCovered)
        .conservative()
        .vertices("POSITION", RGBA32F, clip.to_vec())
        .vertices("COLOR", RGBA32F, vec![[0.0f32; 4]; 3])
        .target(RGBA32F)
        .clear([-1.0; 4])
        .some_pixels(move |x, y| {
            // From a quarter of a pixel outside on.
            let steps = || (-2..=10).flat_map(|i| (-2..=10).map(move |j| (i, j)));
            let at = |i: i32, j: i32| {
                inside(
                    f64::from(x) + f64::from(i) / 8.0,
                    f64::from(y) + f64::from(j) / 8.0,
                )
            };
            let within = |(i, j): &(i32, i32)| (0..=8).contains(i) && (0..=8).contains(j);
            let most = |own: bool| {
                let places = steps().filter(|step| !own || within(step));
                places.map(|(i, j)| at(i, j)).fold(f64::MIN, f64::max)
            };
            let corners = [(0, 0), (8, 0), (0, 8), (8, 8)].map(|(i, j)| at(i, j));
            let least = corners.into_iter().fold(f64::MAX, f64::min);
            if least > 0.01 {
                Some([1.0f32; 4])
            } else if most(true) > 0.01 && least < -0.01 {
                Some([0.25; 4])
            } else if most(false) < -0.01 {
                Some([-1.0; 4])
            } else {
                None
            }
        })
}

const TRIANGLES: u32 = 30;

/// What a triangle adds, in order, and whether it gets to the end.
fn added(mode: &str, number: u32) -> (Vec<u32>, bool) {
    match mode {
        ".branch" if number & 1 == 0 && number.is_multiple_of(3) => (vec![number + 100], true),
        ".branch" if number & 1 == 0 => (Vec::new(), true),
        ".loop" => {
            let steps = (0..number % 4).filter(|&i| i != 2);
            (steps.map(|i| number + i).collect(), true)
        }
        ".left" if number % 5 == 2 => (Vec::new(), false),
        ".later" if number & 2 == 0 => (Vec::new(), true),
        _ => (vec![number], true),
    }
}

fn ordered(mode: &'static str) -> Case {
    let samples = if mode == ".sample" { 4 } else { 1 };
    let all = (0..TRIANGLES).flat_map(|number| added(mode, number).0);
    let seen = all.fold(0u32, |seen, number| seen.wrapping_mul(3).wrapping_add(number));
    let ended: u32 = (0..TRIANGLES).filter(|&number| added(mode, number).1).sum();
    let invocations = 256 * samples;
    draw("raster/ordered.vs", &format!("raster/ordered{mode}"))
        .needs(Need::Interlock)
        .vertex_count(3 * TRIANGLES)
        .vertices("POSITION", RGBA32F, FULL.repeat(TRIANGLES as usize))
        .samples(samples)
        .raw("u1", vec![0u32; invocations as usize])
        .expect("u1", vec![seen; invocations as usize])
        .raw("u2", [0u32; 2])
        .expect("u2", [TRIANGLES * invocations, ended * invocations])
        // For the samples.
        .target(Format::R8G8B8A8_UNORM)
}

fn rates(stages: &[&str], need: Need) -> Case {
    let left = [
        [-1.0f32, 1.0, 0.5, 1.0],
        [0.0, 1.0, 0.5, 1.0],
        [-1.0, -1.0, 0.5, 1.0],
    ];
    let right = left.map(|[x, y, z, w]| [x + 1.0, y, z, w]);
    let case = pipeline(stages).needs(need).primitive_rates();
    let case = match need {
        Need::MeshRates => case,
        _ => case
            .vertex_count(6)
            .vertices("POSITION", RGBA32F, [left, right].concat()),
    };
    case.target(Format::R32G32_UINT).some_pixels(move |x, y| {
        let within = |clip| Triangle::new(clip, SIZE).pixel(x, y).inside() > 0.02;
        if within(left) {
            Some([0u32, 0])
        } else if within(right) {
            Some([1, 5])
        } else {
            None
        }
    })
}

/// By pixel the masks of the near triangle and of the far one; early tests leave out what is hidden whole.
fn coverage(pixel: &str) -> Case {
    let near = [
        [-1.0f32, 1.0, 0.25, 1.0],
        [1.0, 1.0, 0.25, 1.0],
        [-1.0, -1.0, 0.25, 1.0],
    ];
    let far = FULL.map(|[x, y, _, w]| [x, y, 0.75, w]);
    let early = pixel.ends_with("early");
    let mut wants: Vec<Want> = Vec::new();
    for (y, x) in (0..16u32).flat_map(|y| (0..16u32).map(move |x| (y, x))) {
        let triangle = Triangle::new(near, SIZE);
        let places = SAMPLES.map(|[dx, dy]| triangle.at(f64::from(x) + dx, f64::from(y) + dy).inside());
        let clear = places.iter().all(|inside| inside.abs() > 0.001);
        let mask = (0..4u32)
            .filter(|&k| places[k as usize] > 0.0)
            .map(|k| 1 << k)
            .sum::<u32>();
        let hidden = early && mask == 0xf;
        match clear {
            true => wants.extend([mask, if hidden { 0 } else { 0xf }].map(Element::want)),
            false => wants.extend([any(), any()]),
        }
    }
    draw("raster/coverage.vs", pixel)
        .vertex_count(6)
        .samples(4)
        .vertices("POSITION", RGBA32F, [near, far].concat())
        .depth(Format::D32_SFLOAT, 1.0, CompareOp::LESS)
        .raw("u1", vec![0u32; 512])
        .expect("u1", Wants(wants))
        .target(RGBA32F)
}

/// The near two of four samples stay in front of what comes behind.
fn depths(mode: &str) -> Case {
    let own = if mode == ".less" { 0.9 } else { 0.1 };
    let triangle = FULL.map(|[x, y, _, w]| [x, y, own, w]);
    draw("raster/depth.vs", &format!("raster/depth{mode}"))
        .vertex_count(6)
        .samples(4)
        .vertices("POSITION", RGBA32F, [triangle; 2].concat())
        .depth(Format::D32_SFLOAT, 1.0, CompareOp::LESS)
        .target(RGBA32F)
        .pixels(|_, _| close([0.5, 0.75, 0.0, 1.0]))
}

fn dual() -> Case {
    draw("vertex/fullscreen_triangle", "raster/dual")
        .options(|options| options.dual_source_blending = true)
        .dual_source_blending()
        .target(RGBA32F)
        .clear([8.0, 16.0, 32.0, 64.0])
        .pixels(|x, _| {
            close(if x < 8 {
                [7.0, 12.0, 16.0, 64.0]
            } else {
                [8.0, 16.0, 32.0, 64.0]
            })
        })
}
