//! Draws with shaders the size of real ones, against the same computed here in doubles.

use super::draws::Triangle;
use crate::case::{Case, Element, List, Sampler, Texture, Want, draw, within};
use ash::vk::Format;
use std::array::from_fn;

const RGBA32F: Format = Format::R32G32B32A32_SFLOAT;

/// Registers the cases.
pub fn register(list: &mut List) {
    for (variant, name) in [
        ("", "big/uber_material.tables"),
        (".od", "big/uber_material.tables_od"),
    ] {
        for debug in 0..4 {
            let label = match debug {
                0 => format!("big/uber_material{variant}"),
                _ => format!("big/uber_material{variant} (debug {debug})"),
            };
            list.add(&label, move || uber_material(name, debug));
        }
    }
    list.add("big/edge_blur", edge_blur);
    for variant in ["", ".od"] {
        let name = format!("big/skinning{variant}");
        for (flags, label) in [(0, "matrices"), (1, "dual quaternions"), (3, "wind")] {
            let name = name.clone();
            list.add(&format!("{name} ({label})"), move || skinning(&name, flags));
        }
    }
}

type V3 = [f64; 3];
type V4 = [f64; 4];

fn dot<const N: usize>(a: [f64; N], b: [f64; N]) -> f64 {
    (0..N).map(|k| a[k] * b[k]).sum()
}
fn cross(a: V3, b: V3) -> V3 {
    from_fn(|k| a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3])
}
fn add<const N: usize>(a: [f64; N], b: [f64; N]) -> [f64; N] {
    from_fn(|k| a[k] + b[k])
}
fn subtract<const N: usize>(a: [f64; N], b: [f64; N]) -> [f64; N] {
    from_fn(|k| a[k] - b[k])
}
fn scale<const N: usize>(a: [f64; N], by: f64) -> [f64; N] {
    a.map(|v| v * by)
}
fn normalize<const N: usize>(a: [f64; N]) -> [f64; N] {
    scale(a, 1.0 / dot(a, a).sqrt())
}
fn lerp<const N: usize>(a: [f64; N], b: [f64; N], t: f64) -> [f64; N] {
    from_fn(|k| a[k] + (b[k] - a[k]) * t)
}
fn saturate(v: f64) -> f64 {
    v.clamp(0.0, 1.0)
}
fn xyz([x, y, z, _]: V4) -> V3 {
    [x, y, z]
}
fn with_w([x, y, z]: V3, w: f64) -> V4 {
    [x, y, z, w]
}

/// Values within a thousandth.
fn close<const N: usize>(values: [f64; N]) -> [Want; N] {
    values.map(|v| within(v as f32, 1e-3, 2e-3))
}

// The uber shader: each of sixteen columns, four pixels wide, has a material of its own.

const COLUMNS: u32 = 16;
const HEIGHT: u32 = 16;

/// `Params` in the shader.
#[derive(Clone, Copy)]
struct Material {
    a: V4,
    b: V4,
    c: V4,
    textures: [u32; 4],
    graph: u32,
    flags: u32,
    scale: [f64; 2],
}

fn material(column: u32) -> Material {
    let plain = Material {
        a: [0.5, 0.75, 0.25, 1.0],
        b: [0.3, 0.6, 0.9, 0.4],
        c: [0.8, 0.1, 0.7, 0.6],
        textures: [0, 1, 2, 3],
        graph: column,
        flags: 0,
        scale: [1.0, 2.0],
    };
    match column {
        // Parallax goes far to the side, and is discarded there.
        2 => Material {
            b: [2.0, 0.0, 0.0, 0.4],
            flags: 1,
            ..plain
        },
        // Five rounds, one of them skipped.
        9 => Material {
            flags: 5 << 8,
            textures: [2, 4, 1, 3],
            ..plain
        },
        // The same until the sum is large enough.
        13 => Material {
            graph: 9,
            flags: 200 << 8,
            textures: [0, 3, 3, 3],
            ..plain
        },
        14 => Material {
            graph: 8,
            flags: 2,
            scale: [5.0, 3.0],
            ..plain
        },
        // Everything is discarded.
        15 => Material {
            graph: 10,
            b: [0.95, 0.0, 0.0, 0.0],
            textures: [1, 0, 0, 0],
            ..plain
        },
        _ => plain,
    }
}

/// Textures of one colour each.
const COLOURS: [V4; 5] = [
    [0.9, 0.8, 0.7, 0.7],
    [0.6, 0.4, 0.9, 0.5],
    [0.2, 0.5, 0.8, 0.25],
    [0.1, 0.9, 0.3, 1.0],
    [0.7, 0.7, 0.7, 0.0],
];

const EYE: V3 = [3.0, 2.0, 6.0];
const TIME: f64 = 1.25;
const FOG: V4 = [0.4, 0.5, 0.6, 0.05];

/// World, normal and coordinates at a place in pixels.
fn surface_at(x: f64, y: f64) -> (V3, V3, [f64; 2]) {
    let (u, v) = (x / f64::from(COLUMNS * 4), y / f64::from(HEIGHT));
    (
        [u * 4.0, 1.0 - v, 0.5 * u + v],
        [0.2 - u * 0.5, 0.3, 1.0 - v * 0.25],
        [u * 0.75 + 0.1, v * 0.8 + 0.1],
    )
}

fn uber_material(name: &str, debug: u32) -> Case {
    let corners = [[0, 0], [1, 0], [0, 1], [0, 1], [1, 0], [1, 1]];
    let (mut positions, mut worlds, mut normals, mut uvs, mut numbers) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for column in 0..COLUMNS {
        for [right, down] in corners {
            let (x, y) = (f64::from((column + right) * 4), f64::from(down * HEIGHT));
            let (world, normal, uv) = surface_at(x, y);
            positions.push([
                (x / f64::from(COLUMNS * 2) - 1.0) as f32,
                (1.0 - y / f64::from(HEIGHT / 2)) as f32,
                0.5,
                1.0,
            ]);
            worlds.push(world.map(|v| v as f32));
            normals.push(normal.map(|v| v as f32));
            uvs.push(uv.map(|v| v as f32));
            numbers.push(column);
        }
    }
    let mut table: Vec<u32> = Vec::new();
    for column in 0..COLUMNS {
        let m = material(column);
        table.extend([m.a, m.b, m.c].concat().iter().map(|&v| (v as f32).to_bits()));
        table.extend(m.textures);
        table.extend([m.graph, m.flags]);
        table.extend(m.scale.map(|v| (v as f32).to_bits()));
    }
    let mut frame: Vec<u32> = [&EYE[..], &[TIME], &FOG[..]]
        .concat()
        .iter()
        .map(|&v| (v as f32).to_bits())
        .collect();
    frame.extend([debug, 0, 0, 0]);
    let mut case = draw("vertex/material", name)
        .size(COLUMNS * 4, HEIGHT)
        .vertex_count(COLUMNS * 6)
        .vertices("POSITION", RGBA32F, positions)
        .vertices("WORLD", Format::R32G32B32_SFLOAT, worlds)
        .vertices("NORMAL", Format::R32G32B32_SFLOAT, normals)
        .vertices("TEXCOORD", Format::R32G32_SFLOAT, uvs)
        .vertices("MATERIAL", Format::R32_UINT, numbers)
        .raw("t0", table)
        .cbuffer("b0,space2", frame)
        .sampler("s0,space3", Sampler::linear().wrap());
    for (number, colour) in COLOURS.into_iter().enumerate() {
        case = case.texture(
            &format!("t{number},space10"),
            Texture::d2(RGBA32F, 4, 4).fill(|_| colour.map(|v| v as f32)),
        );
    }
    for target in 0..3 {
        case = case
            .target(RGBA32F)
            .clear([-9.0; 4])
            .some_pixels(move |x, y| match shade(x, y, debug) {
                Shaded::Unclear => None,
                Shaded::Discarded => Some([-9.0f32; 4].map(Element::want)),
                Shaded::Colours(colours) => Some(close(colours[target])),
            });
    }
    case
}

/// What becomes of a pixel.
enum Shaded {
    /// It is so near to a decision that either is right.
    Unclear,
    Discarded,
    Colours([V4; 3]),
}

/// The pixel shader.
fn shade(x: u32, y: u32, debug: u32) -> Shaded {
    let (px, py) = (f64::from(x) + 0.5, f64::from(y) + 0.5);
    let m = material(x / 4);
    let (world, normal, given) = surface_at(px, py);
    let step = |dx: f64, dy: f64| {
        let (w, _, t) = surface_at(px + dx, py + dy);
        (subtract(w, world), [0, 1].map(|k| (t[k] - given[k]) * m.scale[k]))
    };
    let ((dp1, du1), (dp2, du2)) = (step(1.0, 0.0), step(0.0, 1.0));
    let uv = [given[0] * m.scale[0], given[1] * m.scale[1]];
    let mut n = normalize(normal);
    let view = normalize(subtract(EYE, world));
    let mut albedo = m.a;
    let mut bump = [0.0, 0.0, 1.0];
    let mut surface = [1.0, m.b[3], m.c[3], 0.0];
    let texel = |k: usize| COLOURS[m.textures[k] as usize];
    let times = |a: V4, b: V4| from_fn::<f64, 4, _>(|k| a[k] * b[k]);
    let unpacked = |t: V4| xyz(t).map(|v| v * 2.0 - 1.0);
    match m.graph {
        0 => albedo = times(albedo, texel(0)),
        1 => {
            albedo = times(albedo, texel(0));
            bump = unpacked(texel(1));
        }
        2 => {
            let step = [view[0], view[1]].map(|v| v / view[2].abs().max(0.2) * m.b[0] / 24.0);
            let height = 1.0 - texel(0)[3];
            let mut depth = 0.0;
            let mut q = uv;
            // 0.3 is reached after eight steps; all heights are the same, so that none is taken back.
            while depth < height && depth < 1.0 {
                q = subtract(q, step);
                depth += 1.0 / 24.0;
            }
            if q.iter().any(|v| v.abs() < 1e-3 || (v - 1.0).abs() < 1e-3) {
                return Shaded::Unclear;
            }
            if m.flags & 1 != 0 && q.iter().any(|&v| v != saturate(v)) {
                return Shaded::Discarded;
            }
            albedo = times(albedo, texel(0));
            bump = unpacked(texel(1));
            let [r, g, b, a] = times(surface, texel(2));
            surface = [r, g, b, if a == 0.0 { surface[3] } else { a }];
        }
        3 => {
            let mut weights = n.map(|v| v.abs().powi(4));
            weights = scale(weights, 1.0 / weights.iter().sum::<f64>());
            if weights.iter().any(|w| (w - 0.01).abs() < 1e-4) {
                return Shaded::Unclear;
            }
            let total: f64 = weights.iter().filter(|&&w| w > 0.01).sum();
            albedo = times(albedo, scale(texel(0), total));
            let second = scale(texel(1), total);
            surface = [
                surface[0] * second[0],
                surface[1] * second[1],
                surface[2],
                surface[3],
            ];
        }
        4 => {
            let mask = texel(3);
            let h: V3 = from_fn(|k| texel(k)[3] + mask[k]);
            let top = h.into_iter().fold(f64::NEG_INFINITY, f64::max) - 0.2;
            let w = h.map(|v| (v - top).max(0.0));
            let mut sum = [0.0; 4];
            (0..3).for_each(|k| sum = add(sum, scale(texel(k), w[k])));
            albedo = times(albedo, scale(sum, 1.0 / w.iter().sum::<f64>()));
        }
        5 | 6 => {
            let mut wave = 0.0;
            for k in 0..4 {
                let k = f64::from(k);
                let d = [(k * 1.3).cos(), (k * 1.7).sin()];
                let phase = dot(d, [world[0], world[2]]) * (k + 1.0) + TIME * (1.0 + k * 0.3);
                wave += phase.sin() / (k + 1.0);
                bump[0] += d[0] * phase.cos() * 0.1;
                bump[1] += d[1] * phase.cos() * 0.1;
            }
            let (other, t) = if m.graph == 6 {
                surface[3] = saturate(wave - 0.8);
                (m.b, saturate(wave))
            } else {
                (m.c, (1.0 - saturate(dot(n, view))).powi(5))
            };
            albedo = with_w(lerp(xyz(m.a), xyz(other), t), albedo[3]);
        }
        7 => {
            let (sine, cosine) = (TIME + world[1]).sin_cos();
            let (c, k) = (xyz(texel(0)), [0.57735; 3]);
            let turned = add(
                add(scale(c, cosine), scale(cross(k, c), sine)),
                scale(k, dot(k, c) * (1.0 - cosine)),
            );
            albedo = with_w(turned, albedo[3]);
        }
        8 => {
            if uv.iter().any(|v| (v - v.round()).abs() < 1e-3) {
                return Shaded::Unclear;
            }
            let odd = (uv[0].floor() as i32 ^ uv[1].floor() as i32) & 1 != 0;
            albedo = if odd { m.b } else { m.c };
            if !odd && m.flags & 2 != 0 {
                surface[1] = 0.1;
            }
        }
        9 => {
            let (mut sum, mut total) = ([0.0; 4], 0.0);
            for k in 0..m.flags >> 8 {
                let t = texel((k & 3) as usize);
                if t[3] < 0.01 {
                    continue;
                }
                sum = add(sum, scale(t, t[3]));
                total += t[3];
                if total > 2.0 {
                    break;
                }
            }
            albedo = times(albedo, scale(sum, 1.0 / f64::max(total, 0.01)));
        }
        10 | 11 => {
            if m.graph == 10 {
                albedo = texel(0);
                if albedo[3] < m.b[0] {
                    return Shaded::Discarded;
                }
                surface[3] = texel(1)[0];
            }
            for (channel, speed) in albedo.iter_mut().zip(xyz(m.c)) {
                *channel *= 1.0 + 0.5 * (TIME * speed).sin();
            }
        }
        _ => albedo = [1.0, 0.0, 1.0, 1.0],
    }
    match debug {
        1 => albedo = with_w(n.map(|v| v * 0.5 + 0.5), 1.0),
        2 => albedo = surface,
        3 => albedo = [uv[0].fract(), uv[1].fract(), 0.0, 1.0],
        _ => {}
    }
    let (p2, p1) = (cross(dp2, n), cross(n, dp1));
    let t = add(scale(p2, du1[0]), scale(p1, du2[0]));
    let b = add(scale(p2, du1[1]), scale(p1, du2[1]));
    let inverse = 1.0 / dot(t, t).max(dot(b, b)).max(1e-8).sqrt();
    n = normalize(add(
        add(scale(t, inverse * bump[0]), scale(b, inverse * bump[1])),
        scale(n, bump[2]),
    ));
    let away = subtract(EYE, world);
    let fog = 1.0 - (-dot(away, away).sqrt() * FOG[3]).exp();
    Shaded::Colours([
        with_w(lerp(xyz(albedo), xyz(FOG), fog), albedo[3]),
        with_w(n.map(|v| v * 0.5 + 0.5), 1.0),
        surface,
    ])
}

// Skinning.

/// `Bone` in the shader: rows of a matrix, and a dual quaternion that says something else.
#[derive(Clone, Copy)]
struct Bone {
    rows: [V4; 3],
    real: V4,
    dual: V4,
}

/// A bone near the identity.
fn bone(number: usize, before: bool) -> Bone {
    let k = number as f64 + if before { 0.5 } else { 0.0 };
    let (sine, cosine) = (0.05 * k).sin_cos();
    // A turn about y by 0.1 k, the quaternions of odd bones on the other side.
    let sign = if number & 1 == 1 { -1.0 } else { 1.0 };
    let real = [0.0, sine, 0.0, cosine].map(|v| v * sign);
    let dual = [0.02 * k, 0.01, 0.005 * k, -0.01].map(|v| v * sign);
    Bone {
        rows: [
            [1.0 + 0.02 * k, 0.01 * k, 0.0, 0.05 * k],
            [-0.01 * k, 1.0, 0.02, 0.02 * k],
            [0.0, 0.015 * k, 1.0 - 0.01 * k, -0.03],
        ],
        real,
        dual,
    }
}

/// The matrix that the bones of a vertex blend to.
fn blend(bones: [usize; 4], weights: V4, before: bool, dual: bool) -> [V4; 3] {
    let bones = bones.map(|number| bone(number, before));
    if !dual {
        let mut rows = [[0.0; 4]; 3];
        for (bone, weight) in bones.iter().zip(weights) {
            (0..3).for_each(|k| rows[k] = add(rows[k], scale(bone.rows[k], weight)));
        }
        return rows;
    }
    let (mut real, mut dual) = ([0.0; 4], [0.0; 4]);
    for (bone, weight) in bones.iter().zip(weights) {
        let weight = if dot(bones[0].real, bone.real) < 0.0 {
            -weight
        } else {
            weight
        };
        real = add(real, scale(bone.real, weight));
        dual = add(dual, scale(bone.dual, weight));
    }
    let length = dot(real, real).sqrt();
    let ([x, y, z, w], d) = (scale(real, 1.0 / length), scale(dual, 1.0 / length));
    let t = scale(
        add(
            subtract(scale(xyz(d), w), scale([x, y, z], d[3])),
            cross([x, y, z], xyz(d)),
        ),
        2.0,
    );
    [
        [
            1.0 - 2.0 * (y * y + z * z),
            2.0 * (x * y - w * z),
            2.0 * (x * z + w * y),
            t[0],
        ],
        [
            2.0 * (x * y + w * z),
            1.0 - 2.0 * (x * x + z * z),
            2.0 * (y * z - w * x),
            t[1],
        ],
        [
            2.0 * (x * z - w * y),
            2.0 * (y * z + w * x),
            1.0 - 2.0 * (x * x + y * y),
            t[2],
        ],
    ]
}

/// What the vertex shader makes of a vertex.
#[derive(Clone, Copy)]
struct Skinned {
    world: V3,
    normal: V3,
    tangent: V4,
    now: V4,
    before: V4,
}

const POSITIONS: [V3; 3] = [[-1.25, 1.25, 0.5], [1.5, 1.0, 0.25], [-1.0, -1.5, 0.75]];
const NORMALS: [V4; 3] = [[0.0, 0.0, 1.0, 9.0], [0.5, 0.0, 1.0, 9.0], [0.0, -0.5, 1.0, 9.0]];
const TANGENTS: [V4; 3] = [[1.0, 0.0, 0.0, 1.0], [1.0, 0.5, 0.0, -1.0], [2.0, 0.0, 0.5, 1.0]];
const BONES: [[usize; 4]; 3] = [[0, 1, 2, 3], [3, 2, 1, 0], [2, 2, 0, 4]];
const WEIGHTS: [V4; 3] = [
    [0.5, 0.25, 0.125, 0.125],
    [0.25, 0.25, 0.25, 0.25],
    [0.75, 0.0, 0.125, 0.125],
];
const VERTEX_COLOURS: [V4; 3] = [[1.0, 0.0, 0.0, 0.1], [0.0, 1.0, 0.0, 0.2], [0.0, 0.0, 1.0, 0.3]];
const UVS: [[f64; 2]; 3] = [[0.0, 1.0], [2.0, 0.0], [1.0, 3.0]];
/// Positions, then normals, of two morph targets; the one between them has weight 0.
const MORPHS: [f64; 3] = [0.5, 0.0, -0.25];
const WIND: V4 = [0.75, 0.5, 0.25, 1.0];
const WIND_FIELD: V4 = [0.1, 0.2, 0.5, 0.4];

/// Moves of morph target `k` for vertex `id`.
fn morph(k: usize, id: usize) -> [f64; 6] {
    from_fn(|c| ((k * 7 + id * 3 + c) % 5) as f64 * 0.05 - 0.1)
}

/// By rows: w is 1 + z / 4.
const VIEW_PROJECTION: [V4; 4] = [
    [0.9, 0.05, 0.0, 0.05],
    [0.0, 0.95, 0.05, -0.05],
    [0.05, 0.0, 0.25, 0.25],
    [0.0, 0.0, 0.25, 1.0],
];
const PREVIOUS_VIEW_PROJECTION: [V4; 4] = [
    [1.1, 0.0, 0.1, 0.0],
    [0.2, 0.9, 0.0, 0.3],
    [0.0, 0.1, 0.5, 0.1],
    [0.1, 0.0, 0.0, 2.0],
];

fn skin(id: usize, flags: u32) -> Skinned {
    let (mut position, mut normal) = (POSITIONS[id], xyz(NORMALS[id]));
    for (k, weight) in MORPHS.into_iter().enumerate() {
        let [a, b, c, d, e, f] = morph(k, id);
        position = add(position, scale([a, b, c], weight));
        normal = add(normal, scale([d, e, f], weight));
    }
    let rows = |before| blend(BONES[id], WEIGHTS[id], before, flags & 1 != 0);
    let (now, before) = (rows(false), rows(true));
    let moved = |m: [V4; 3]| m.map(|row| dot(row, with_w(position, 1.0)));
    let turned = |m: [V4; 3], v: V3| m.map(|row| dot(xyz(row), v));
    let (mut world, mut old) = (moved(now), moved(before));
    if flags & 2 != 0 {
        let bend = VERTEX_COLOURS[id][3] * WIND_FIELD[2];
        world = add(world, scale(xyz(WIND).map(|v| v * 2.0 - 1.0), bend));
        old = add(old, scale(xyz(WIND), bend));
        // Instance 0, wherever instances start.
        world[1] += (TIME * 3.0 + dot(world, [1.0, 2.0, 3.0])).sin() * bend * WIND_FIELD[3];
    }
    let project = |m: [V4; 4], v: V3| m.map(|row| dot(row, with_w(v, 1.0)));
    Skinned {
        world,
        normal: normalize(turned(now, normal)),
        tangent: with_w(normalize(turned(now, xyz(TANGENTS[id]))), TANGENTS[id][3]),
        now: project(VIEW_PROJECTION, world),
        before: project(PREVIOUS_VIEW_PROJECTION, old),
    }
}

fn singles<const N: usize>(values: [f64; N]) -> [f32; N] {
    values.map(|v| v as f32)
}

fn skinning(name: &str, flags: u32) -> Case {
    let skinned: [Skinned; 3] = from_fn(|id| skin(id, flags));
    let triangle = Triangle::new(skinned.map(|v| singles(v.now)), [16, 16]);
    let bones = |before: bool| -> Vec<f32> {
        (0..5)
            .flat_map(|number| {
                let bone = bone(number, before);
                [bone.rows.concat(), bone.real.to_vec(), bone.dual.to_vec()].concat()
            })
            .map(|v| v as f32)
            .collect()
    };
    // Matrices lie in the buffer by columns.
    let columns = |m: [V4; 4]| -> Vec<f64> { (0..16).map(|k| m[k & 3][k >> 2]).collect() };
    let mut object: Vec<u32> = [columns(VIEW_PROJECTION), columns(PREVIOUS_VIEW_PROJECTION)]
        .concat()
        .into_iter()
        .chain(MORPHS)
        .chain([0.0; 13])
        .map(|v| (v as f32).to_bits())
        .collect();
    object.extend([3, 3, flags]);
    object.extend([TIME].iter().chain(&WIND_FIELD).map(|&v| (v as f32).to_bits()));
    let morphs: Vec<f32> = (0..9)
        .flat_map(|at| morph(at / 3, at % 3))
        .map(|v| v as f32)
        .collect();
    let rows: [fn(&Skinned, usize) -> V4; 6] = [
        |v, id| with_w(v.world, UVS[id][0]),
        |v, id| with_w(v.normal, UVS[id][1]),
        |v, _| v.tangent,
        |_, id| VERTEX_COLOURS[id],
        |v, _| v.now,
        |v, _| v.before,
    ];
    let mut case = draw(name, "pixel/skinned")
        .with_draw(|draw| draw.base_instance = 3)
        .vertices(
            "POSITION",
            Format::R32G32B32_SFLOAT,
            POSITIONS.map(singles).to_vec(),
        )
        .vertices("NORMAL", RGBA32F, NORMALS.map(singles).to_vec())
        .vertices("TANGENT", RGBA32F, TANGENTS.map(singles).to_vec())
        .vertices(
            "BONES",
            Format::R8G8B8A8_UINT,
            BONES.map(|b| b.map(|b| b as u8)).to_vec(),
        )
        .vertices("WEIGHTS", RGBA32F, WEIGHTS.map(singles).to_vec())
        .vertices("COLOR", RGBA32F, VERTEX_COLOURS.map(singles).to_vec())
        .vertices("TEXCOORD", Format::R32G32_SFLOAT, UVS.map(singles).to_vec())
        .raw("t0", bones(false))
        .raw("t1", bones(true))
        .raw("t2", morphs)
        .texture("t3", Texture::d2(RGBA32F, 4, 4).fill(|_| WIND.map(|v| v as f32)))
        .sampler("s0,space3", Sampler::linear().wrap())
        .cbuffer("b0,space2", object);
    for row in rows {
        let values = from_fn(|id| singles(row(&skinned[id], id)));
        case = case.target(RGBA32F).clear([-9.0; 4]).some_pixels(move |x, y| {
            let place = triangle.pixel(x, y);
            let inside = place.inside();
            if inside.abs() < 0.02 {
                None
            } else if inside > 0.0 {
                Some(close(place.smooth(values).map(f64::from)))
            } else {
                Some([-9.0f32; 4].map(Element::want))
            }
        });
    }
    case
}

// Anti-aliasing by edges.

/// Width and height of the image and the target.
const SIZE: u32 = 48;

/// Shapes with steep and flat edges, and a little of everything.
fn image(x: i32, y: i32) -> V4 {
    let (x, y) = (x.clamp(0, SIZE as i32 - 1), y.clamp(0, SIZE as i32 - 1));
    let (fx, fy) = (f64::from(x), f64::from(y));
    let inside = (fx - 20.0).powi(2) + (fy - 18.0).powi(2) < 150.0;
    let (slope, wall) = (fy > 34.0 + fx / 7.0, x == 40 && y > 5);
    let base = 0.1 + f64::from((x * 7 + y * 13) % 5) * 0.003;
    let level = base + f64::from(u8::from(inside)) * 0.6 + f64::from(u8::from(slope)) * 0.3;
    let level = if wall { 0.95 } else { level };
    [level, level * 0.9, level * 0.8 + 0.05, 0.25 + fx / 100.0]
}

/// A bilinear sample.
fn bilinear(u: f64, v: f64) -> V4 {
    let (x, y) = (u * f64::from(SIZE) - 0.5, v * f64::from(SIZE) - 0.5);
    let (x0, y0) = (x.floor(), y.floor());
    let at = |dx: i32, dy: i32| image(x0 as i32 + dx, y0 as i32 + dy);
    lerp(
        lerp(at(0, 0), at(1, 0), x - x0),
        lerp(at(0, 1), at(1, 1), x - x0),
        y - y0,
    )
}

fn luma(u: f64, v: f64) -> f64 {
    dot(xyz(bilinear(u, v)), [0.299, 0.587, 0.114])
}

/// Decisions, with whether one was too close to call.
#[derive(Default)]
struct Decisions {
    unclear: bool,
}

impl Decisions {
    fn less(&mut self, a: f64, b: f64) -> bool {
        self.unclear |= (a - b).abs() < 2e-5;
        a < b
    }
}

/// Threshold, least threshold, amount of sub-pixel blur.
const EDGES: V3 = [0.125, 0.05, 0.75];

/// The pixel shader; `None` where it is too close to call.
fn edge_blur_at(x: u32, y: u32) -> Option<V4> {
    let texel = 1.0 / f64::from(SIZE);
    let uv = [x, y].map(|c| (f64::from(c) + 0.5) * texel);
    let at = |dx: f64, dy: f64| luma(uv[0] + dx * texel, uv[1] + dy * texel);
    let mut decisions = Decisions::default();
    let centre = bilinear(uv[0], uv[1]);
    let m = at(0.0, 0.0);
    let (n, s, e, w) = (at(0.0, -1.0), at(0.0, 1.0), at(1.0, 0.0), at(-1.0, 0.0));
    let all = [m, n, s, e, w];
    let (hi, lo) = (
        all.into_iter().fold(f64::NEG_INFINITY, f64::max),
        all.into_iter().fold(f64::INFINITY, f64::min),
    );
    let contrast = hi - lo;
    if decisions.less(contrast, EDGES[1].max(hi * EDGES[0])) {
        return (!decisions.unclear).then_some(centre);
    }
    let (nw, se, ne, sw) = (at(-1.0, -1.0), at(1.0, 1.0), at(1.0, -1.0), at(-1.0, 1.0));
    let filter = saturate(((2.0 * (n + s + e + w) + ne + nw + se + sw) / 12.0 - m).abs() / contrast);
    let sub = filter * filter * (3.0 - 2.0 * filter);
    let sub = sub * sub * EDGES[2];
    let across = (n + s - 2.0 * m).abs() * 2.0 + (ne + se - 2.0 * e).abs() + (nw + sw - 2.0 * w).abs();
    let along = (e + w - 2.0 * m).abs() * 2.0 + (ne + nw - 2.0 * n).abs() + (se + sw - 2.0 * s).abs();
    let horizontal = !decisions.less(across, along);
    let (first, second) = if horizontal { (n, s) } else { (w, e) };
    let (g1, g2) = ((first - m).abs(), (second - m).abs());
    let toward_first = !decisions.less(g1, g2);
    let step = if toward_first { -texel } else { texel };
    let edge = (if toward_first { first } else { second }) * 0.5 + m * 0.5;
    let gradient = g1.max(g2) * 0.25;
    let (across_axis, along_axis) = if horizontal { (1, 0) } else { (0, 1) };
    let mut places = [uv; 2];
    places.iter_mut().for_each(|p| p[across_axis] += step * 0.5);
    let (mut ends, mut done) = ([0.0; 2], [false; 2]);
    for size in [1.0, 1.0, 1.0, 1.0, 1.5, 2.0, 2.0, 2.0, 4.0, 8.0] {
        for side in 0..2 {
            if !done[side] {
                let sign = if side == 0 { -texel } else { texel };
                places[side][along_axis] += sign * size;
                ends[side] = luma(places[side][0], places[side][1]) - edge;
                done[side] = !decisions.less(ends[side].abs(), gradient);
            }
        }
        if done == [true; 2] {
            break;
        }
    }
    let da = uv[along_axis] - places[0][along_axis];
    let db = places[1][along_axis] - uv[along_axis];
    // Equal distances are equal in floats too only by chance.
    decisions.unclear |= (da - db).abs() < 1e-4 && (ends[0] < 0.0) != (ends[1] < 0.0);
    let end = if da < db { ends[0] } else { ends[1] };
    let good = decisions.less(end, 0.0) != decisions.less(m, edge);
    let shift = if good { 0.5 - da.min(db) / (da + db) } else { 0.0 };
    let shift = shift.max(sub);
    let mut q = uv;
    q[across_axis] += shift * step;
    (!decisions.unclear).then(|| with_w(xyz(bilinear(q[0], q[1])), centre[3]))
}

/// Pixels that are too close to call are few.
fn edge_blur() -> Case {
    let texel = 1.0 / SIZE as f32;
    let wanted: Vec<Option<V4>> = (0..SIZE * SIZE)
        .map(|at| edge_blur_at(at % SIZE, at / SIZE))
        .collect();
    let unclear = wanted.iter().filter(|w| w.is_none()).count();
    assert!(unclear * 10 < wanted.len(), "{unclear} pixels are unclear");
    let constants = [texel, texel, EDGES[0] as f32, EDGES[1] as f32, EDGES[2] as f32];
    draw("vertex/position_uv", "big/edge_blur")
        .size(SIZE, SIZE)
        .cbuffer("b0,space2", constants)
        .texture(
            "t0",
            Texture::d2(RGBA32F, SIZE, SIZE).fill(|t| singles(image(t.x as i32, t.y as i32))),
        )
        .sampler("s0,space3", Sampler::linear())
        .target(RGBA32F)
        .some_pixels(move |x, y| wanted[(y * SIZE + x) as usize].map(close))
}
