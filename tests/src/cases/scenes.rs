//! Scenes that ray tracing cases share, and rays whose way through them leaves no doubt.

use crate::case::{Geometry, Instance, Scene, Transform, instance_flag, moved};
use crate::rays::Ray;
use dxil2spirv_fuzz::mutate::Random;

/// Two triangles that face who looks along z, at `z`, from (-1, -1) to (1, 1): the first is the lower left one.
pub fn quad(z: f32) -> Geometry {
    let corners = [[-1.0, -1.0, z], [-1.0, 1.0, z], [1.0, -1.0, z], [1.0, 1.0, z]];
    Geometry::indexed(corners, [0, 1, 2, 3, 2, 1])
}

/// Turned about z, by the sine and cosine of the angle, scaled and moved.
pub fn turned([sine, cosine]: [f32; 2], scale: [f32; 3], to: [f32; 3]) -> Transform {
    [
        [cosine * scale[0], -sine * scale[1], 0.0, to[0]],
        [sine * scale[0], cosine * scale[1], 0.0, to[1]],
        [0.0, 0.0, scale[2], to[2]],
    ]
}

/// Triangles of several geometries, instances turned, scaled and mirrored, with ids, masks and contributions of their own.
pub fn triangles() -> Scene {
    let slanted = [
        [-1.0, -1.0, 0.0],
        [0.0, 1.0, 0.5],
        [1.0, -1.0, 1.0],
        [-0.5, 0.0, -1.0],
        [0.5, 0.75, -1.5],
        [0.75, -0.5, -1.25],
    ];
    let bottoms = [
        vec![quad(0.0), quad(0.0).transform(moved(0.5, 0.25, 1.0))],
        vec![Geometry::triangles(slanted)],
    ];
    let instances = [
        Instance::of(0)
            .at(moved(-1.5, -1.5, 6.0))
            .id(100)
            .mask(1)
            .hit_group(7),
        Instance::of(1)
            .at(turned([0.6, 0.8], [1.5, 1.0, 1.0], [1.5, 1.0, 5.0]))
            .id(0xff_fff0)
            .mask(2)
            .hit_group(0xff_ffff),
        Instance::of(0)
            .at(turned([-0.8, 0.6], [-1.0, 1.25, 2.0], [1.0, -1.5, 8.0]))
            .id(300)
            .mask(4)
            .hit_group(20),
        Instance::of(1)
            .at(turned([0.0, 1.0], [2.0, 2.0, 3.0], [-1.0, 1.0, 12.0]))
            .id(7)
            .mask(0x80)
            .hit_group(1),
        // Behind all else, a wall.
        Instance::of(0)
            .at(turned([0.0, 1.0], [2.5, 2.5, 1.0], [0.5, 0.0, 20.0]))
            .id(42)
            .mask(0xff),
    ];
    Scene::new(bottoms, instances)
}

/// The same with instances that turn faces around, or are not culled, or have an opacity of their own.
pub fn flagged() -> Scene {
    let mut scene = triangles();
    for (instance, flags) in scene.instances.iter_mut().zip([
        instance_flag::TRIANGLE_FRONT_COUNTERCLOCKWISE,
        instance_flag::FORCE_NON_OPAQUE,
        instance_flag::TRIANGLE_CULL_DISABLE,
        instance_flag::FORCE_OPAQUE | instance_flag::TRIANGLE_FRONT_COUNTERCLOCKWISE,
        0,
    ]) {
        instance.flags = flags;
    }
    scene.bottoms[1][0].opaque = false;
    scene.bottoms[0][1].opaque = false;
    scene
}

/// Boxes around the unit spheres at 0 and 3 on x, opaque and then not.
fn boxes() -> Vec<Geometry> {
    let pair = [
        [[-1.0, -1.0, -1.0], [1.0, 1.0, 1.0]],
        [[2.0, -1.0, -1.0], [4.0, 1.0, 1.0]],
    ];
    let lifted = [[[-1.0, -1.0, -1.0], [1.0, 1.0, 1.0]]];
    vec![Geometry::boxes(pair), Geometry::boxes(lifted).non_opaque()]
}

/// Triangles and boxes of all kinds of opacity.
pub fn mixed() -> Scene {
    let mut scene = flagged();
    scene.bottoms.push(boxes());
    scene.instances.extend([
        Instance::of(2)
            .at(turned([0.6, 0.8], [0.75, 0.75, 0.75], [-1.5, 0.5, 9.0]))
            .id(60)
            .mask(0x10)
            .hit_group(11),
        Instance::of(2)
            .at(turned([-0.28, 0.96], [1.0, 0.5, 1.5], [0.5, -1.0, 15.0]))
            .id(61)
            .mask(0x21)
            .hit_group(12)
            .flags(instance_flag::FORCE_NON_OPAQUE),
    ]);
    scene
}

/// Rays through a scene at z 0 and behind, from both sides, none of which comes near an edge.
pub fn rays(scene: &Scene, count: usize) -> Vec<Ray> {
    let mut random = Random::new(20, 0);
    let mut number = |low: f32, high: f32| {
        let unit = (random.next() >> 40) as f32 / (1u32 << 24) as f32;
        low + (high - low) * unit
    };
    let mut rays = Vec::new();
    while rays.len() < count {
        let back = rays.len() % 4 == 3;
        let target = [number(-3.5, 3.5), number(-3.5, 3.5), 10.0];
        let origin = [
            number(-1.0, 1.0),
            number(-1.0, 1.0),
            if back { 30.0 } else { -2.0 },
        ];
        let ray = Ray {
            t_min: 0.125,
            t_max: if rays.len() % 8 == 5 { 0.9 } else { 40.0 },
            ..Ray::new(origin, std::array::from_fn(|k| (target[k] - origin[k]) * 0.5))
        };
        if is_clear(scene, &ray) {
            rays.push(ray);
        }
    }
    rays
}

/// Whether rays beside this one meet the same primitives in the same order.
fn is_clear(scene: &Scene, ray: &Ray) -> bool {
    const STEP: f32 = 0.004;
    let path = |ray: &Ray| -> Vec<_> {
        let hits = scene.hits(ray, 0, 0xff);
        hits.iter()
            .map(|hit| (hit.instance, hit.geometry, hit.primitive))
            .collect()
    };
    let own = path(ray);
    let apart = scene
        .hits(ray, 0, 0xff)
        .windows(2)
        .all(|pair| pair[1].t - pair[0].t > 0.02);
    let ends = [ray.t_min, ray.t_max].map(f64::from);
    let hits = scene.hits(ray, 0, 0xff);
    let inside = hits
        .iter()
        .all(|hit| ends.iter().all(|end| (hit.t - end).abs() > 0.01));
    apart
        && inside
        && [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]]
            .iter()
            .all(|[x, y]| {
                let mut beside = *ray;
                beside.origin[0] += x * STEP;
                beside.origin[1] += y * STEP;
                path(&beside) == own
            })
}
