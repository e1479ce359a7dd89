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
    list.add("tracing/handles", handles);
    list.add("misc/stage_handles", || {
        picked_from(&["vertex", "hull", "domain", "geometry"])
    });
    list.add("misc/stage_handles (mesh)", || picked_from(&["amplify", "mesh"]));
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

/// Two buffers of which shaders pick one by the parity of a number, and what they read of it.
fn picks() -> [Vec<u32>; 2] {
    [(100, 7), (500, 11)].map(|(first, step)| (0..16).map(|i| first + step * i).collect())
}

fn picked(number: u32, at: usize) -> u32 {
    picks()[number as usize & 1][at]
}

/// A handle that each stage of ray tracing picks.
fn handles() -> Case {
    let [first, second] = picks();
    let wants = (0..8u32).map(|id| {
        let number = id >> 1;
        let on_the_way = match id {
            0 | 2 => picked(number + 1, 2) + picked(number, 3) + picked(number + 1, 4),
            _ => picked(number, 5),
        };
        picked(number, 1) + on_the_way + picked(number + 1, 6)
    });
    let wants: Vec<u32> = wants.collect();
    tracing("tracing/handles", "Generate")
        .miss("Miss")
        .hit(HitGroup::closest("Hit").any("Any").intersection("Box"))
        .callable("Call")
        .grid(8, 1, 1)
        .scene("t0", box_at_four())
        .scene(
            "t3",
            Scene::new([vec![Geometry::boxes([[[0.0; 3], [1.0; 3]]])]], []),
        )
        .typed("t1", Format::R32_UINT, first)
        .typed("t2", Format::R32_UINT, second)
        .output("u0,space1", wants)
}

/// A handle that each stage of a chain picks: pixels show the sums over the three vertices.
fn picked_from(before: &[&str]) -> Case {
    let stages: Vec<String> = before
        .iter()
        .chain(&["pixel"])
        .map(|stage| format!("misc/stage_handles@{stage}"))
        .collect();
    let names: Vec<&str> = stages.iter().map(String::as_str).collect();
    let mesh = before.contains(&"mesh");
    let sum = |first: u32, at: usize| (first..first + 3).map(|number| picked(number, at)).sum::<u32>();
    let (sums, own) = match mesh {
        true => ([picked(1, 7), picked(0, 8), picked(1, 8), 3], picked(2, 9)),
        false => ([sum(0, 1), sum(1, 2), 3 * picked(1, 3), sum(0, 4)], picked(1, 5)),
    };
    let [first, second] = picks();
    let case = match mesh {
        true => pipeline(&names).with_draw(|draw| draw.groups = [1, 1, 1]),
        false => pipeline(&names)
            .with_draw(|draw| draw.control_points = 3)
            .vertex_count(3),
    };
    case.typed("t0", Format::R32_UINT, first)
        .typed("t1", Format::R32_UINT, second)
        .target(Format::R32G32B32A32_UINT)
        .pixels(move |_, _| sums)
        .target(Format::R32G32_UINT)
        .pixels(move |x, _| [own, picked(x, 6)])
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
