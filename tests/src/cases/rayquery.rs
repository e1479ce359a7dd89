//! Ray queries: what they find, compared with a ray tracer in Rust.

use super::scenes::{rays, triangles};
use crate::case::{Case, Element, List, Scene, Want, compute, within};
use crate::rays::{Hit, Ray, ray_flag};
use dxil2spirv::options::{AccelerationStructurePolicy, Preset, RootDescriptorPolicy};

/// Registers the cases.
pub fn register(list: &mut List) {
    list.each("rayquery/committed", &["od"], committed);
    bindings(list);
}

/// The ways to an acceleration structure.
fn bindings(list: &mut List) {
    let with = |list: &mut List, how: &str, change: fn(Case) -> Case| {
        list.add(&format!("rayquery/committed ({how})"), move || {
            change(committed("rayquery/committed"))
        });
    };
    with(list, "table, bindless", |case| case.tables());
    with(list, "table, mutable", |case| {
        preset(case.tables(), Preset::Mutable)
    });
    with(list, "table, direct", |case| {
        preset(case.tables(), Preset::Direct)
    });
    with(list, "table, addresses", |case| addresses(case.tables(), 8, 0));
    with(list, "table, mutable, addresses", |case| {
        addresses(preset(case.tables(), Preset::Mutable), 32, 16)
    });
    with(list, "root SRV", |case| case.root_descriptors());
    with(list, "root SRV, inline uniform block", |case| {
        let case = case.root_descriptors();
        case.options(|options| options.binding.push_constant_budget = 4)
    });
    with(list, "root SRV as a descriptor", |case| {
        let case = case.root_descriptors();
        case.options(|options| options.binding.root_descriptors = RootDescriptorPolicy::Descriptor)
    });
}

fn preset(case: Case, preset: Preset) -> Case {
    case.options(|options| options.binding.preset = preset)
}

fn addresses(case: Case, stride: u32, offset: u32) -> Case {
    case.options(|options| {
        options.binding.acceleration_structures = AccelerationStructurePolicy::Address { stride, offset };
    })
}

/// Bytes of rays as `RayDesc`s.
fn ray_words(rays: &[Ray]) -> Vec<f32> {
    rays.iter().flat_map(Ray::words).collect()
}

/// A float that a device computes its own way.
fn close(value: f64) -> Want {
    within(value as f32, 1e-3, 1e-4)
}

/// Of the nearest triangle: index and id of the instance, geometry, primitive, contribution to the hit group, t,
/// barycentrics, front.
fn triangle_words(scene: &Scene, hit: &Hit) -> Vec<Want> {
    let instance = &scene.instances[hit.instance];
    let ([u, v], front) = hit.triangle.unwrap_or_default();
    let numbers = [
        hit.instance as u32,
        instance.id,
        hit.geometry as u32,
        hit.primitive as u32,
        instance.hit_group,
    ];
    let mut words: Vec<Want> = numbers.iter().map(|number| number.want()).collect();
    words.extend([close(hit.t), close(u), close(v), u32::from(front).want()]);
    words
}

fn committed(name: &str) -> Case {
    let scene = triangles();
    let rays = rays(&scene, 32);
    let wants = rays
        .iter()
        .flat_map(|ray| match scene.nearest(ray, ray_flag::FORCE_OPAQUE, 0xff) {
            Some(hit) => {
                let mut words = vec![1u32.want()];
                words.extend(triangle_words(&scene, &hit));
                words
            }
            None => {
                let mut words = vec![0u32.want(); 6];
                words.extend([ray.t_max.want(), 0u32.want(), 0u32.want(), 0u32.want()]);
                words
            }
        });
    compute(name)
        .scene("t0", scene.clone())
        .raw("t1", ray_words(&rays))
        .output("u0,space1", wants.collect::<Vec<_>>())
}
