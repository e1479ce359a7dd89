//! Ray queries in the stages that are no compute, vertex, mesh or pixel shaders, and rays that are none.

use super::rayquery::{instance_of, point_ray, ray_words};
use super::scenes::{rays, triangles};
use crate::case::{Case, Element, Geometry, HitGroup, List, Scene, Want, any, compute, pipeline, tracing};
use crate::rays::{Ray, ray_flag};
use ash::vk::{Format, PrimitiveTopology};

/// Registers the cases.
pub fn register(list: &mut List) {
    list.each("rayquery/stages", &["od"], stages);
    list.add("rayquery/geometry", geometry);
    list.add("rayquery/amplification", amplification);
    list.add("rayquery/hull", hull);
    list.add("rayquery/nan", not_a_number);
    list.add("tracing/nan", traced_not_a_number);
}

/// A box that every second ray meets.
fn box_at_four() -> Scene {
    Scene::single([Geometry::boxes([[[0.0, 0.0, 4.0], [1.0, 1.0, 8.0]]]).non_opaque()])
}

fn stages(name: &str) -> Case {
    let asked = triangles();
    let rays = rays(&asked, 16);
    let wants = rays.iter().enumerate().flat_map(|(number, ray)| {
        let found = |mask| instance_of(&asked, ray, mask);
        let (hit, missed) = ([found(1), found(2), found(4), 0], [0, 0, 0, found(0x80)]);
        let [a, b, c, d] = if number % 2 == 0 { hit } else { missed };
        [found(0xff), a, b, c, d, found(3)]
    });
    let wants: Vec<u32> = wants.collect();
    let group = HitGroup::closest("Hit").any("Any").intersection("Box");
    tracing(name, "Generate")
        .miss("Miss")
        .hit(group)
        .callable("Call")
        .grid(16, 1, 1)
        .scene("t0", box_at_four())
        .scene("t1", asked)
        .raw("t2", ray_words(&rays))
        .output("u0,space1", wants)
}

/// A row of pixels, each of what a ray from it hits.
fn row(case: Case, scene: &Scene) -> Case {
    let seen = scene.clone();
    case.scene("t0", scene.clone())
        .target(Format::R32_UINT)
        .pixels(move |x, y| match y {
            8 => [instance_of(&seen, &point_ray(x), 0xff)],
            _ => [0],
        })
}

fn geometry() -> Case {
    let stages = [
        "rayquery/geometry.vs",
        "rayquery/geometry",
        "rayquery/geometry.ps",
    ];
    row(pipeline(&stages), &triangles()).with_draw(|draw| {
        draw.topology = PrimitiveTopology::POINT_LIST;
        draw.count = 16;
    })
}

fn amplification() -> Case {
    let stages = [
        "rayquery/amplification",
        "rayquery/amplification.ms",
        "rayquery/amplification.ps",
    ];
    row(pipeline(&stages), &triangles()).with_draw(|draw| draw.groups = [4, 1, 1])
}

fn hull() -> Case {
    let scene = triangles();
    let seen = scene.clone();
    let stages = [
        "rayquery/hull.vs",
        "rayquery/hull",
        "rayquery/hull.ds",
        "rayquery/hull.ps",
    ];
    pipeline(&stages)
        .scene("t0", scene)
        .with_draw(|draw| draw.count = 48)
        .target(Format::R32G32B32A32_UINT)
        .pixels(move |x, y| match y {
            8 => [1, 1, 2, 0x84].map(|mask| instance_of(&seen, &point_ray(x), mask)),
            _ => [0; 4],
        })
}

/// Rays of which every third has a number that is none, or too large, in one of its places. D3D12 says that no part of a
/// ray can be NaN, so whatever such a ray finds is right, as long as the others find what they find.
fn with_nans(scene: &Scene) -> (Vec<Ray>, Vec<bool>) {
    let mut rays = rays(scene, 32);
    let mut sound = vec![true; rays.len()];
    for (number, ray) in rays.iter_mut().enumerate().filter(|(number, _)| number % 3 == 1) {
        let bad = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -f32::NAN][number / 3 % 4];
        match number / 3 % 8 {
            place @ 0..3 => ray.origin[place] = bad,
            place @ 3..6 => ray.direction[place - 3] = bad,
            6 => ray.t_min = f32::NAN,
            _ => ray.t_max = f32::NAN,
        }
        sound[number] = false;
    }
    (rays, sound)
}

fn not_a_number() -> Case {
    let scene = triangles();
    let (rays, sound) = with_nans(&scene);
    let mut wants = Vec::new();
    for (ray, sound) in rays.iter().zip(sound) {
        match sound {
            true => {
                let found = instance_of(&scene, ray, 0xff);
                wants.push(found.want());
                // Those behind the nearest may be left out.
                wants.push(if found == 0 { 0u32.want() } else { any() });
            }
            false => wants.extend([any(), any()]),
        }
    }
    compute("rayquery/nan")
        .scene("t0", scene)
        .raw("t1", ray_words(&rays))
        .output("u0,space1", wants)
}

fn traced_not_a_number() -> Case {
    let mut scene = triangles();
    for instance in &mut scene.instances {
        instance.hit_group = 0;
    }
    let (rays, sound) = with_nans(&scene);
    let mut wants: Vec<Want> = Vec::new();
    for (ray, sound) in rays.iter().zip(sound) {
        let found = scene.nearest(ray, ray_flag::FORCE_OPAQUE, 0xff);
        let found = found.map_or(0, |hit| 1 + hit.instance as u32);
        wants.push(if sound { found.want() } else { any() });
        // A ray ends in one shader, whatever it is.
        wants.push(1u32.want());
    }
    tracing("tracing/nan", "Generate")
        .miss("Miss")
        .hit(HitGroup::closest("Hit"))
        .grid(32, 1, 1)
        .scene("t0", scene)
        .raw("t1", ray_words(&rays))
        .output("u0,space1", wants)
}
