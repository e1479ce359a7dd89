//! Positions of the triangles that rays hit (SM 6.10), by the device's extension.

use super::rayquery::ray_words;
use super::scenes::{rays, triangles};
use super::tracing::{close, one_group, untouched};
use crate::case::{Case, HitGroup, List, Need, Scene, Want, compute, tracing};
use crate::rays::{Hit, Ray, ray_flag};
use dxil2spirv::options::InvocationReorder;

/// Rays of a case, and triangles that one can meet.
const RAYS: usize = 16;
const TRIANGLES: usize = 20;

const SKIPPED: u32 = ray_flag::SKIP_PROCEDURAL;

/// Registers the cases.
pub fn register(list: &mut List) {
    type Named = (&'static str, fn(&str) -> Case);
    let cases: [Named; 3] = [
        ("extensions/positions", queried),
        ("extensions/positions_of_hit", hit),
        ("extensions/positions_of_hit_object", known),
    ];
    for (name, case) in cases {
        list.add(name, move || fetched(case(name)));
        list.add(&format!("{name} (no extension)"), move || {
            case(name)
                .refused("needs a device with VK_KHR_ray_tracing_position_fetch (option position_fetch)")
        });
    }
    list.add("extensions/positions (several geometries)", || {
        fetched(queried_in(triangles(), "extensions/positions")).needs(Need::PositionsByGeometry)
    });
    list.add("extensions/positions_of_hit (several geometries)", || {
        fetched(hit_in(one_group(), "extensions/positions_of_hit")).needs(Need::PositionsByGeometry)
    });
    let name = "extensions/positions_of_hit_object";
    list.add(&format!("{name} (EXT)"), move || {
        let case = fetched(known(name)).needs(Need::ReorderExt);
        case.options(|options| options.invocation_reorder = InvocationReorder::Ext)
    });
    list.add(&format!("{name} (NV)"), move || {
        let case = fetched(known(name)).options(|options| options.invocation_reorder = InvocationReorder::Nv);
        case.refused("HitObject::TriangleObjectPositions: needs a device that reorders invocations")
    });
}

pub(super) fn fetched(case: Case) -> Case {
    case.options(|options| options.position_fetch = true)
        .needs(Need::PositionFetch)
}

/// A scene whose bottom levels have one geometry each, one of them moved when it is built.
pub(super) fn single() -> Scene {
    let mut scene = one_group();
    let moved = scene.bottoms[0].pop().expect("two geometries");
    scene.bottoms.push(vec![moved]);
    scene.instances[2].bottom = 2;
    scene
}

/// The vertices of a triangle, in the space of its object.
pub(super) fn corners(scene: &Scene, hit: &Hit) -> Vec<Want> {
    let instance = &scene.instances[hit.instance];
    let geometry = &scene.bottoms[instance.bottom][hit.geometry];
    let corners = geometry.triangle(hit.primitive).expect("a triangle was hit");
    corners.concat().into_iter().map(close).collect()
}

fn corners_of_nearest(scene: &Scene, ray: &Ray) -> Vec<Want> {
    let hit = scene.nearest(ray, SKIPPED, 0xff);
    hit.map_or_else(|| untouched(9), |hit| corners(scene, &hit))
}

fn of_all(scene: &Scene, rays: &[Ray]) -> Vec<Want> {
    let mut wants = Vec::new();
    for ray in rays {
        let mut own = vec![untouched(9); TRIANGLES];
        for hit in scene.hits(ray, SKIPPED, 0xff) {
            own[hit.instance * 4 + hit.geometry * 2 + hit.primitive] = corners(scene, &hit);
        }
        wants.extend(own.into_iter().flatten());
        wants.extend(corners_of_nearest(scene, ray));
    }
    wants
}

fn queried(name: &str) -> Case {
    queried_in(single(), name)
}

pub(super) fn queried_in(scene: Scene, name: &str) -> Case {
    let rays = rays(&scene, RAYS);
    let wants = of_all(&scene, &rays);
    compute(name)
        .scene("t0", scene)
        .raw("t1", ray_words(&rays))
        .output("u0,space1", wants)
}

fn hit(name: &str) -> Case {
    hit_in(single(), name)
}

fn hit_in(scene: Scene, name: &str) -> Case {
    let rays = rays(&scene, RAYS);
    let wants = of_all(&scene, &rays);
    tracing(name, "Generate")
        .miss("Miss")
        .hit(HitGroup::closest("Hit").any("Any"))
        .grid(RAYS as u32, 1, 1)
        .scene("t0", scene)
        .raw("t1", ray_words(&rays))
        .output("u0,space1", wants)
}

fn known(name: &str) -> Case {
    let scene = single();
    let rays = rays(&scene, RAYS);
    let twice = |ray| [corners_of_nearest(&scene, ray), corners_of_nearest(&scene, ray)].concat();
    let wants: Vec<Want> = rays.iter().flat_map(twice).collect();
    tracing(name, "Generate")
        .miss("Miss")
        .grid(RAYS as u32, 1, 1)
        .scene("t0", scene)
        .raw("t1", ray_words(&rays))
        .output("u0,space1", wants)
}
