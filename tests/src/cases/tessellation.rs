//! Hull and domain shaders: control points and patch constants of both phases, factors, domains, topologies.

use super::draws::{FULL, HALF, Triangle, close};
use crate::case::{Case, List, pipeline};
use ash::vk::{CullModeFlags, Format};

/// Registers the cases.
pub fn register(list: &mut List) {
    for (hull, domain) in [("", ""), ("", ".od"), (".od", ""), (".od", ".od")] {
        let names = [
            format!("tess/triangle_hull{hull}"),
            format!("tess/triangle_domain{domain}"),
        ];
        for mode in 0..5 {
            let [hull, domain] = names.clone();
            list.add(&format!("{} (shows {mode})", names.join(" ")), move || {
                triangle(&hull, &domain, mode)
            });
        }
    }
    list.add("tess/triangle_hull (second row)", || {
        constants(triangle_of("tess/triangle_hull", "tess/triangle_domain"), 3, 1)
            .target(Format::R32G32B32A32_SFLOAT)
            .pixels(|_, _| close([2.0, 1.0, 1.0, 2.0]))
    });
    list.add("tess/quad_hull", || quad("tess/quad_hull", 4));
    list.add("tess/quad_hull.one", || quad("tess/quad_hull.one", 1));
    list.add("tess/quad_hull.many", || quad("tess/quad_hull.many", 32));
    for mode in 1..3 {
        list.add(&format!("tess/quad_hull (factors {mode})"), move || {
            quad_factors(mode)
        });
    }
    for (hull, front) in [("tess/quad_hull", true), ("tess/quad_hull.ccw", false)] {
        list.add(&format!("{hull} (front faces)"), move || {
            facing(hull, CullModeFlags::BACK, front)
        });
        list.add(&format!("{hull} (back faces)"), move || {
            facing(hull, CullModeFlags::FRONT, !front)
        });
    }
    list.add("tess/line_hull", lines);
    list.add("tess/cull_hull", culled);
    list.add("tess/pass_hull", pass);
    list.add("tess/pass_hull (constants)", pass_constants);
    for hull in ["tess/flow_hull", "tess/flow_hull.od"] {
        for (row, value, last) in [(17, 1113.0, 1700.0), (22, 3002.0, 1233.0), (31, 1035.0, 310.0)] {
            list.add(&format!("{hull} tess/flow_domain (row {row})"), move || {
                flow(hull, row, [value, 3105.0, last, 1.0])
            });
        }
    }
    list.add("tess/cull_hull.points", points);
    list.add("tess/cull_hull tess/push", pushed);
    list.add("tess/max_hull", || {
        quad_of("tess/max_hull", 4)
            .cbuffer("b0,space2", [1u32, 0, 0, 0])
            .target(Format::R32G32B32A32_SFLOAT)
            .pixels(|_, _| close([1.0, 3.0, 4.0, 4.0]))
    });
    list.add("tess/max_hull (inside)", || {
        quad_of("tess/max_hull", 4)
            .cbuffer("b0,space2", [2u32, 0, 0, 0])
            .target(Format::R32G32B32A32_SFLOAT)
            .pixels(|_, _| close([4.0, 2.0, 0.0, 0.0]))
    });
    for (mode, wanted) in [(1u32, [1.0, 3.0, 3.0, 3.0]), (2, [3.0, 2.0, 0.0, 0.0])] {
        list.add(&format!("tess/max_hull (at most 3, shows {mode})"), move || {
            let case = quad_of("tess/max_hull", 4)
                .cbuffer("b0,space2", [mode, 0, 0, 0])
                .target(Format::R32G32B32A32_SFLOAT)
                .pixels(move |_, _| close(wanted));
            super::workarounds::with(case, |w| w.largest_tessellation_factor = Some(3))
        });
    }
    for (hull, domain) in [
        ("tess/half_hull", "tess/half_hull.ds"),
        ("tess/half_hull.min", "tess/half_hull.min_ds"),
    ] {
        for (mode, wanted) in [(0u32, [1.5, 2.5, 3.5, 4.5]), (1, [6.0, 2.5, 8.0, 2.5])] {
            list.add(&format!("{hull} {domain} (shows {mode})"), move || {
                quad_to(hull, domain, 4)
                    .cbuffer("b0,space2", [mode, 0, 0, 0])
                    .target(Format::R32G32B32A32_SFLOAT)
                    .pixels(move |_, _| close(wanted))
            });
        }
    }
    for (hull, domain, count, made) in [
        ("tess/points_hull", "tess/points_hull.to", 1, 32),
        ("tess/points_hull.few", "tess/points_hull.few_to", 32, 1),
        ("tess/points_hull.odd", "tess/points_hull.odd_to", 5, 7),
    ] {
        list.add(&format!("{hull} {domain}"), move || {
            points_between(hull, domain, count, made)
        });
    }
    list.add("tess/wave_hull", waves);
    list.add("tess/wave_hull (constants)", wave_constants);
}

const SIZE: [u32; 2] = [16, 16];

/// Values of the three vertices of [`triangle_of`].
const VALUES: [[f32; 2]; 3] = [[1.0, 2.0], [3.0, 5.0], [8.0, 13.0]];

/// What tess/triangle_hull makes of them: twice the value, plus the point's number and the next vertex's id.
fn doubled() -> [[f32; 2]; 3] {
    std::array::from_fn(|i| {
        [
            2.0 * VALUES[i][0] + i as f32,
            2.0 * VALUES[i][1] + ((i + 1) % 3) as f32,
        ]
    })
}

fn triangle_of(hull: &str, domain: &str) -> Case {
    pipeline(&["tess/control", hull, domain, "tess/show"])
        .vertices("POSITION", Format::R32G32B32A32_SFLOAT, FULL.to_vec())
        .vertices("VALUE", Format::R32G32_SFLOAT, VALUES.to_vec())
}

/// Tells the domain shader what to show.
fn constants(case: Case, mode: u32, row: u32) -> Case {
    case.cbuffer("b0,space2", [mode, row, 0, 0])
}

fn triangle(hull: &str, domain: &str, mode: u32) -> Case {
    let sums = VALUES.iter().map(|v| v[0]).sum::<f32>();
    let points = doubled();
    let doubled_sum = points.iter().map(|v| v[0]).sum::<f32>();
    constants(triangle_of(hull, domain), mode, 2)
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(move |x, y| {
            let place = Triangle::new(FULL, SIZE).pixel(x, y);
            let [u, v] = place.smooth(points);
            close(match mode {
                0 => [u, v, 0.0, 1.0],
                1 => [1.0, 2.0, 3.0, 4.0],
                2 => [doubled_sum, sums, points[2][1], 0.0],
                3 => [2.0, 1.0, 2.0, 3.0],
                _ => {
                    let [a, b, c] = place.space.map(|w| w as f32);
                    [a, b, c, points[2][0]]
                }
            })
        })
}

/// Vertices of quads whose positions nobody looks at: x counts them, y is 0.5 for all.
fn quad_of(hull: &str, count: u32) -> Case {
    quad_to(hull, "tess/quad_domain", count)
}

/// The same to another domain shader.
fn quad_to(hull: &str, domain: &str, count: u32) -> Case {
    let values: Vec<[f32; 2]> = (0..count).map(|i| [i as f32, 0.5 + (i % 4) as f32]).collect();
    pipeline(&["tess/control", hull, domain, "tess/show"])
        .with_draw(|draw| draw.control_points = count)
        .vertex_count(count)
        .vertices(
            "POSITION",
            Format::R32G32B32A32_SFLOAT,
            vec![[0.0f32; 4]; count as usize],
        )
        .vertices("VALUE", Format::R32G32_SFLOAT, values)
}

fn quad(hull: &str, count: u32) -> Case {
    let corner = move |i: u32| 0.5 + (i % count % 4) as f32;
    let total = (0..count).map(|i| i as f32).sum::<f32>() + (0..4).map(corner).sum::<f32>() * 100.0;
    quad_of(hull, count)
        .cbuffer("b0,space2", [0u32; 4])
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(move |x, y| {
            let [u, v] = [x, y].map(|c| (c as f32 + 0.5) / 16.0);
            let row = |a: u32| corner(a) + (corner(a + 1) - corner(a)) * u;
            close([u, v, total, row(0) + (row(2) - row(0)) * v])
        })
}

/// So many control points made of `count`; the values count them.
fn points_between(hull: &str, domain: &str, count: u32, made: u32) -> Case {
    let first: u32 = (0..count).map(|i| i * (i + 1)).sum();
    let value = move |i: u32| (i * 3 % count) as f32 + i as f32 * 0.5;
    let second: f32 = (0..made).map(|i| value(i) + (i * i) as f32).sum();
    let third: f32 = (0..made).map(|i| value(i) * (i + 1) as f32).sum();
    let fourth: u32 = (0..made).map(|i| i * i).sum();
    quad_to(hull, domain, count)
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(move |_, _| close([first as f32, second, third, fourth as f32]))
}

fn quad_factors(mode: u32) -> Case {
    let wanted = if mode == 1 {
        [2.0, 3.0, 4.0, 5.0]
    } else {
        [6.0, 7.0, 0.0, 0.0]
    };
    quad_of("tess/quad_hull", 4)
        .cbuffer("b0,space2", [mode, 0, 0, 0])
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(move |_, _| close(wanted))
}

/// Triangles of a quad face the viewer or do not.
fn facing(hull: &'static str, cull: CullModeFlags, drawn: bool) -> Case {
    quad_of(hull, 4)
        .with_draw(|draw| draw.cull = cull)
        .cbuffer("b0,space2", [1u32, 0, 0, 0])
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(move |_, _| close(if drawn { [2.0, 3.0, 4.0, 5.0] } else { [0.0; 4] }))
}

fn lines() -> Case {
    pipeline(&["tess/control", "tess/line_hull", "tess/line_domain", "tess/show"])
        .with_draw(|draw| draw.control_points = 2)
        .vertex_count(2)
        .vertices(
            "POSITION",
            Format::R32G32B32A32_SFLOAT,
            vec![[-1.0f32, 0.0, 0.5, 1.0], [1.0, 0.0, 0.5, 1.0]],
        )
        .vertices("VALUE", Format::R32G32_SFLOAT, vec![[0.0f32; 2]; 2])
        .target(Format::R32G32B32A32_SFLOAT)
        .some_pixels(|x, y| {
            // The ends of lines are the rasterizer's.
            let inner = (1..15).contains(&x);
            let drawn = y % 4 == 2;
            let u = (x as f32 + 0.5) / 16.0;
            inner.then(|| {
                close(if drawn {
                    [u, (y / 4) as f32 / 4.0, 4.0, 8.0]
                } else {
                    [0.0; 4]
                })
            })
        })
}

/// Four patches, each a half of the target by turns: only those whose factor is above 0 are drawn.
fn culled() -> Case {
    let factors = [0.0f32, f32::NAN, -3.0, 1.0];
    let mut positions = Vec::new();
    let mut values = Vec::new();
    for (k, factor) in factors.into_iter().enumerate() {
        let left = k as f32 * 0.5 - 1.0;
        positions.extend([
            [left, 1.0, 0.5, 1.0f32],
            [left + 0.5, 1.0, 0.5, 1.0],
            [left, -3.0, 0.5, 1.0],
        ]);
        values.extend([[k as f32 + 1.0, factor]; 3]);
    }
    let shown = positions.clone();
    constants(
        pipeline(&[
            "tess/control",
            "tess/cull_hull",
            "tess/triangle_domain",
            "tess/show",
        ])
        .vertex_count(12)
        .vertices("POSITION", Format::R32G32B32A32_SFLOAT, positions)
        .vertices("VALUE", Format::R32G32_SFLOAT, values),
        0,
        0,
    )
    .target(Format::R32G32B32A32_SFLOAT)
    .some_pixels(move |x, y| {
        let last = [shown[9], shown[10], shown[11]];
        let inside = Triangle::new(last, SIZE).pixel(x, y).inside();
        (inside.abs() > 1e-3).then(|| {
            close(if inside > 0.0 {
                [4.0, 1.0, 3.0, 1.0]
            } else {
                [0.0; 4]
            })
        })
    })
}

/// The second vertex is cut off by a clip distance; two constants and a row of a control point.
fn flow(hull: &str, row: u32, wanted: [f32; 4]) -> Case {
    let values = vec![[1.0f32, 2.0], [-1.0, 5.0], [1.0, 13.0]];
    constants(
        pipeline(&["tess/control", hull, "tess/flow_domain", "tess/show"])
            .vertices("POSITION", Format::R32G32B32A32_SFLOAT, FULL.to_vec())
            .vertices("VALUE", Format::R32G32_SFLOAT, values),
        0,
        row,
    )
    .target(Format::R32G32B32A32_SFLOAT)
    .some_pixels(move |x, y| {
        let [_, second, _] = Triangle::new(FULL, SIZE).pixel(x, y).space;
        let inside = 0.5 - second;
        (inside.abs() > 0.05).then(|| close(if inside > 0.0 { wanted } else { [0.0; 4] }))
    })
}

/// Points at the corners of a triangle that is not divided.
fn points() -> Case {
    let corners = [[2u32, 3], [12, 5], [6, 13]];
    let place = |[x, y]: [u32; 2]| {
        [
            (x as f32 + 0.5) / 8.0 - 1.0,
            1.0 - (y as f32 + 0.5) / 8.0,
            0.5,
            1.0f32,
        ]
    };
    constants(
        pipeline(&[
            "tess/control",
            "tess/cull_hull.points",
            "tess/triangle_domain",
            "tess/show",
        ])
        .vertices(
            "POSITION",
            Format::R32G32B32A32_SFLOAT,
            corners.map(place).to_vec(),
        )
        .vertices(
            "VALUE",
            Format::R32G32_SFLOAT,
            vec![[4.0f32, 1.0], [5.0, 1.0], [6.0, 1.0]],
        ),
        0,
        0,
    )
    .target(Format::R32G32B32A32_SFLOAT)
    .pixels(move |x, y| {
        let corner = corners.iter().position(|&corner| corner == [x, y]);
        close(corner.map_or([0.0; 4], |corner| [4.0 + corner as f32, 1.0, 0.0, 1.0]))
    })
}

/// A geometry shader after tessellation: all triangles of a patch have its number.
fn pushed() -> Case {
    constants(
        pipeline(&[
            "tess/control",
            "tess/cull_hull",
            "tess/triangle_domain",
            "tess/push",
            "tess/show",
        ])
        .vertex_count(6)
        .vertices(
            "POSITION",
            Format::R32G32B32A32_SFLOAT,
            [FULL.to_vec(), FULL.to_vec()].concat(),
        )
        .vertices("VALUE", Format::R32G32_SFLOAT, vec![[4.0f32, 1.0]; 6]),
        0,
        0,
    )
    .target(Format::R32G32B32A32_SFLOAT)
    .pixels(|_, _| close([4.0, 1.0, 1.0, 101.0]))
}

fn pass_of() -> Case {
    pipeline(&[
        "tess/control",
        "tess/pass_hull",
        "tess/triangle_domain",
        "tess/show",
    ])
    .vertices("POSITION", Format::R32G32B32A32_SFLOAT, HALF.to_vec())
    .vertices("VALUE", Format::R32G32_SFLOAT, VALUES.to_vec())
}

fn pass() -> Case {
    constants(pass_of(), 0, 0)
        .target(Format::R32G32B32A32_SFLOAT)
        .some_pixels(|x, y| {
            let place = Triangle::new(HALF, SIZE).pixel(x, y);
            let [u, v] = place.smooth(VALUES);
            (place.inside().abs() > 1e-3).then(|| {
                close(if place.inside() > 0.0 {
                    [u, v, 0.0, 1.0]
                } else {
                    [0.0; 4]
                })
            })
        })
}

fn pass_constants() -> Case {
    constants(pass_of(), 2, 0)
        .target(Format::R32G32B32A32_SFLOAT)
        .some_pixels(|x, y| {
            let inside = Triangle::new(HALF, SIZE).pixel(x, y).inside();
            (inside.abs() > 1e-3).then(|| {
                close(if inside > 0.0 {
                    [1.0, 3.0, 8.0, 0.0]
                } else {
                    [0.0; 4]
                })
            })
        })
}

fn waves() -> Case {
    constants(triangle_of("tess/wave_hull", "tess/triangle_domain"), 0, 0)
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(|_, _| close([0.0, 2.0, 0.0, 1.0]))
}

fn wave_constants() -> Case {
    constants(triangle_of("tess/wave_hull", "tess/triangle_domain"), 2, 0)
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(|_, _| close([0.0, 1.0, 1.0, 0.0]))
}
