//! The ways to acceleration structures: descriptors, heaps, arrays, root SRVs, buffers of addresses.

use super::rayquery::{committed, ray_words};
use super::scenes::quad;
use crate::case::{Case, Instance, List, Resource, Scene, compute, moved};
use crate::rays::Ray;
use dxil2spirv::options::{AccelerationStructurePolicy, Preset, RootDescriptorPolicy};

/// A name, and what it makes of a case.
type Way = (&'static str, fn(Case) -> Case);

/// Registers the cases.
pub fn register(list: &mut List) {
    let ways: [Way; 9] = [
        ("table, bindless", Case::tables),
        ("table, mutable", |case| preset(case.tables(), Preset::Mutable)),
        ("table, direct", |case| preset(case.tables(), Preset::Direct)),
        ("table, addresses", |case| addresses(case.tables(), 8, 0)),
        ("table, mutable, addresses", |case| {
            addresses(preset(case.tables(), Preset::Mutable), 32, 16)
        }),
        ("root SRV", Case::root_descriptors),
        ("root SRV, addresses in tables", |case| {
            addresses(case.root_descriptors(), 8, 0)
        }),
        ("root SRV, inline uniform block", |case| {
            let case = case.root_descriptors();
            case.options(|options| options.binding.push_constant_budget = 4)
        }),
        ("root SRV as a descriptor", |case| {
            let case = case.root_descriptors();
            case.options(|options| options.binding.root_descriptors = RootDescriptorPolicy::Descriptor)
        }),
    ];
    for (how, change) in ways {
        list.add(&format!("rayquery/committed ({how})"), move || {
            change(committed("rayquery/committed"))
        });
    }
    let ways: [Way; 5] = [
        ("null", |case| case),
        ("null, table", Case::tables),
        ("null, table, addresses", |case| addresses(case.tables(), 8, 0)),
        ("null, root SRV", Case::root_descriptors),
        ("empty", |mut case| {
            let empty = Scene::new([vec![quad(1.0)]], []);
            case.resources.insert("t0".into(), Resource::Scene(empty));
            case
        }),
    ];
    for (how, change) in ways {
        list.add(&format!("rayquery/committed ({how})"), move || {
            change(missed("rayquery/committed"))
        });
    }
    heaps(list);
    for (how, change) in [
        ("", (|case| case) as fn(Case) -> Case),
        (" (addresses)", |case| addresses(case.tables(), 8, 0)),
    ] {
        list.add(&format!("rayquery/chosen{how}"), move || change(chosen()));
    }
}

/// A wall, and nothing, by turns.
fn chosen() -> Case {
    compute("rayquery/chosen")
        .scene("t0", Scene::single([quad(1.0)]))
        .scene("t1", Scene::new([vec![quad(1.0)]], []))
        .output("u0,space1", [1u32, 0].repeat(4))
}

/// Rays through nothing.
fn missed(name: &str) -> Case {
    let rays = ahead();
    let words = rays
        .iter()
        .flat_map(|ray| [0, 0, 0, 0, 0, 0, ray.t_max.to_bits(), 0, 0, 0]);
    let words: Vec<u32> = words.collect();
    compute(name)
        .null("t0")
        .raw("t1", ray_words(&rays))
        .output("u0,space1", words)
}

fn preset(case: Case, preset: Preset) -> Case {
    case.options(|options| options.binding.preset = preset)
}

fn addresses(case: Case, stride: u32, offset: u32) -> Case {
    case.options(|options| {
        options.binding.acceleration_structures = AccelerationStructurePolicy::Address { stride, offset };
    })
}

/// Acceleration structures in heaps and arrays.
fn heaps(list: &mut List) {
    let ways: [Way; 4] = [
        ("bindless", |case| case),
        ("mutable", |case| preset(case, Preset::Mutable)),
        ("addresses", |case| addresses(case, 16, 8)),
        ("mutable, addresses", |case| {
            addresses(preset(case, Preset::Mutable), 8, 0)
        }),
    ];
    for (how, change) in ways {
        for name in ["rayquery/heap", "rayquery/heap.od"] {
            list.add(&format!("{name} ({how})"), move || change(heap(name)));
        }
        for name in ["rayquery/scenes", "rayquery/scenes.66"] {
            list.add(&format!("{name} ({how})"), move || change(scenes(name).tables()));
        }
    }
    list.add("rayquery/heap (direct)", || {
        preset(heap("rayquery/heap"), Preset::Direct)
    });
    list.add("rayquery/scenes", || scenes("rayquery/scenes"));
    list.add("rayquery/heap (descriptor QA)", || {
        heap("rayquery/heap").options(|options| options.binding.descriptor_qa = true)
    });
    list.add("rayquery/heap (descriptor QA, addresses)", || {
        let case = addresses(heap("rayquery/heap"), 8, 0);
        case.options(|options| options.binding.descriptor_qa = true)
    });
}

/// A wall whose one instance has this id.
fn wall(id: u32, z: f32) -> Scene {
    let big = [[10.0, 0.0, 0.0, 0.0], [0.0, 10.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];
    let bottom = vec![quad(0.0).transform(moved(0.0, 0.0, z))];
    Scene::new([bottom], [Instance::of(0).at(big).id(id)])
}

/// 32 rays along z.
fn ahead() -> Vec<Ray> {
    (0..32)
        .map(|i| Ray::new([i as f32 / 8.0 - 2.1, 0.7, 0.0], [0.0, 0.0, 1.0]))
        .collect()
}

fn heap(name: &str) -> Case {
    let rays = ahead();
    let places = [3u32, 70, 12, 5];
    let which: Vec<u32> = (0..32).map(|i| places[i * 3 / 2 % 4]).collect();
    let words: Vec<u32> = which.iter().map(|index| 1 + 500 + index).collect();
    let mut case = compute(name)
        .raw("t1", ray_words(&rays))
        .raw("t2", which)
        .output("u0", words);
    for index in places {
        case = case.scene(&format!("t{index},heap"), wall(500 + index, 5.0 + index as f32));
    }
    case
}

fn scenes(name: &str) -> Case {
    let rays = ahead();
    let which: Vec<u32> = (0..32).map(|i| i * 7 % 5).collect();
    let words = which.iter().flat_map(|n| [1 + 40 + n, 1 + 20 + n % 3, 1 + 21]);
    let words: Vec<u32> = words.collect();
    let mut case = compute(name)
        .raw("t1", ray_words(&rays))
        .raw("t2", which)
        .output("u0,space1", words);
    for n in 0..5 {
        case = case.scene(&format!("t{},space3", 4 + n), wall(40 + n, 3.0 + n as f32));
    }
    for n in 0..3 {
        case = case.scene(&format!("t{n},space2"), wall(20 + n, 9.0 - n as f32));
    }
    case
}
