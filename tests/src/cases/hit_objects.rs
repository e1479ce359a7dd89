//! Hit objects and the change of places of threads (SM 6.9): without an extension of the device, and with one.

use super::rayquery::ray_words;
use super::scenes::{quad, rays};
use super::tracing::{close, one_group, untouched, wall};
use crate::case::{
    Case, Element, Geometry, HitGroup, Instance, List, Need, Scene, Want, one_of, tracing, words,
};
use crate::rays::{Hit, Ray, in_object, inverse, ray_flag};
use dxil2spirv::options::InvocationReorder;

/// Registers the cases.
pub fn register(list: &mut List) {
    type Named = (&'static str, fn(&str) -> Case);
    let cases: [Named; 3] = [
        ("tracing/hit_objects", hit_objects),
        ("tracing/hit_at_once", at_once),
        ("tracing/hit_queries", queries),
    ];
    for (name, case) in cases {
        list.each(name, &["od"], case);
        list.add(&format!("{name} (EXT)"), move || {
            with(case(name), InvocationReorder::Ext)
        });
    }
    let flagless: Named = ("tracing/hit_objects", |name| hit_objects_of(name, true));
    for (name, case) in [flagless, cases[1], cases[2]] {
        list.add(&format!("{name} (NV)"), move || {
            with(case(name), InvocationReorder::Nv)
        });
    }
    list.add("tracing/hit_records (NV)", || {
        with(records("extensions/hit_records", false), InvocationReorder::Nv)
    });
    list.add("tracing/hit_records (EXT)", || {
        with(records("extensions/hit_records", false), InvocationReorder::Ext)
    });
    list.add("tracing/hit_records.index (EXT)", || {
        with(
            records("extensions/hit_records.index", true),
            InvocationReorder::Ext,
        )
    });
    list.add("tracing/hit_records.index (NV)", || {
        let case = with(
            records("extensions/hit_records.index", true),
            InvocationReorder::Nv,
        );
        case.refused("a hit object of a ray with another index")
    });
    list.add("tracing/hit_records", || {
        records("extensions/hit_records", false)
            .refused("HitObject::TraceRay whose ray may run shaders on its way")
    });
}

fn with(case: Case, extension: InvocationReorder) -> Case {
    let case = case.options(|options| options.invocation_reorder = extension);
    case.needs(match extension {
        InvocationReorder::Ext => Need::ReorderExt,
        _ => Need::ReorderNv,
    })
}

/// Values of a ray's end, as `Tell` of `tracing/hit_objects` writes them.
fn told(scene: &Scene, ray: &Ray, hit: Option<&Hit>, flags: u32) -> Vec<Want> {
    let mut wants: Vec<Want> = [u32::from(hit.is_some()), u32::from(hit.is_none()), 0, flags]
        .map(Element::want)
        .to_vec();
    wants.push(ray.t_min.want());
    wants.push(hit.map_or(ray.t_max.want(), |hit| close(hit.t)));
    let world = || ray.origin.into_iter().chain(ray.direction).map(Element::want);
    wants.extend(world());
    let Some(hit) = hit else {
        wants.extend(world());
        wants.extend([0u32, 0, 0, 0, 0, 1].map(Element::want));
        wants.extend([0f32; 2].map(Element::want));
        for _ in 0..2 {
            let one = |row: usize, column: usize| f32::from(u8::from(row == column)).want();
            wants.extend((0..3).flat_map(|row| (0..4).map(move |column| one(row, column))));
        }
        return wants;
    };
    let instance = &scene.instances[hit.instance];
    let (origin, direction) = in_object(instance, ray);
    wants.extend(origin.into_iter().chain(direction).map(close));
    let ([u, v], front) = hit.triangle.unwrap_or_default();
    let numbers = [
        hit.instance as u32,
        instance.id,
        hit.geometry as u32,
        hit.primitive as u32,
        if front { 254 } else { 255 },
        0,
    ];
    wants.extend(numbers.map(Element::want));
    wants.extend([close(u), close(v)]);
    let there = instance.transform.concat();
    wants.extend(there.into_iter().map(|x| close(f64::from(x))));
    wants.extend(inverse(&instance.transform).concat().into_iter().map(close));
    wants
}

/// What the shader of a ray's end writes: the flags may be lost on the way there.
fn ended(ray: &Ray, hit: Option<&Hit>, flags: u32, lost: bool) -> Vec<Want> {
    let mut wants = vec![if lost { one_of([flags, 0]) } else { flags.want() }];
    match hit {
        Some(hit) => {
            let ([u, _], front) = hit.triangle.unwrap_or_default();
            let kind = if front { 254 } else { 255 };
            wants.extend([hit.instance as u32, hit.primitive as u32, kind].map(Element::want));
            wants.push(close(u));
        }
        None => {
            wants.extend(ray.direction.map(Element::want));
            wants.push(ray.t_max.want());
        }
    }
    wants
}

fn hit_objects(name: &str) -> Case {
    hit_objects_of(name, false)
}

/// NVIDIA's hit objects know no flags, and the shaders that they run none.
fn hit_objects_of(name: &str, lost: bool) -> Case {
    const FLAGS: u32 = ray_flag::FORCE_OPAQUE | ray_flag::SKIP_PROCEDURAL;
    let scene = one_group();
    let rays = rays(&scene, 24);
    let mut wants: Vec<Want> = Vec::new();
    for (number, ray) in rays.iter().enumerate() {
        let hit = scene.nearest(ray, FLAGS, 0xff);
        let hit = hit.as_ref();
        let mut own = told(&scene, ray, hit, FLAGS);
        own.push(if hit.is_some() { 152u32 } else { 159 }.want());
        let placed = hit.map(|hit| scene.instances[hit.instance].transform[1][1]);
        let (chosen, behind): ([Want; 5], Vec<Want>) = match (number % 3, hit) {
            (0, _) => {
                let words = [7u32.want(), 1u32.want(), 0u32.want(), 0f32.want(), 1f32.want()];
                (words, untouched(5))
            }
            (1, _) => {
                let far = rays[0].t_max.want();
                let words = [78u32.want(), 0u32.want(), 1u32.want(), far, 1f32.want()];
                (words, ended(&rays[0], None, ray_flag::CULL_OPAQUE, lost))
            }
            (_, Some(found)) => {
                let middle = close(f64::from(placed.unwrap_or(1.0)));
                let words = [72u32.want(), 0u32.want(), 0u32.want(), close(found.t), middle];
                (words, ended(ray, hit, FLAGS, lost))
            }
            (_, None) => {
                let words = [
                    79u32.want(),
                    0u32.want(),
                    1u32.want(),
                    ray.t_max.want(),
                    1f32.want(),
                ];
                (words, ended(ray, None, FLAGS, lost))
            }
        };
        own.extend(chosen);
        own.extend(ended(ray, hit, FLAGS, lost));
        own.extend(untouched(11));
        own.extend(behind);
        own.extend(untouched(3));
        assert_eq!(own.len(), 80);
        wants.extend(own);
    }
    tracing(name, "Generate")
        .miss("Other")
        .miss("Miss")
        .hit(HitGroup::closest("Hit"))
        .grid(24, 1, 1)
        .recursion(2)
        .scene("t0", scene)
        .raw("t1", ray_words(&rays))
        .output("u0,space1", wants)
}

fn at_once(name: &str) -> Case {
    let bottoms = [
        vec![quad(4.0).non_opaque()],
        vec![Geometry::boxes([[[0.0, 0.0, 6.0], [1.0, 1.0, 8.0]]])],
    ];
    let scene = Scene::new(bottoms, [Instance::of(0), Instance::of(1).hit_group(1)]);
    let rays: Vec<Ray> = (0..8u32)
        .map(|id| {
            Ray::new(
                [if id & 2 == 0 { 0.25 } else { 50.0 }, 0.125, 0.0],
                [0.0, 0.0, 1.0],
            )
        })
        .collect();
    let mut wants: Vec<Want> = Vec::new();
    for id in 0..8u32 {
        let (seen, value, ends) = match id & 3 {
            0 => (1, 4.5f32, [14, 4]),
            1 => (1, 8.5, [14, 4]),
            _ => (0, -0.5, [3, 4 + id]),
        };
        wants.extend([seen.want(), id.want(), value.want()]);
        wants.extend(ends.map(Element::want));
        wants.extend(untouched(3));
    }
    tracing(name, "Generate")
        .miss("Miss")
        .hit(HitGroup::closest("Hit").any("Any"))
        .hit(HitGroup::closest("Hit").intersection("Box"))
        .grid(8, 1, 1)
        .recursion(2)
        .scene("t0", scene)
        .raw("t1", ray_words(&rays))
        .output("u0,space1", wants)
}

fn queries(name: &str) -> Case {
    let bottoms = [
        vec![quad(4.0)],
        vec![Geometry::boxes([[[10.0, -1.0, 4.0], [12.0, 1.0, 8.0]]])],
    ];
    let scene = Scene::new(bottoms, [Instance::of(0).id(40), Instance::of(1).id(50)]);
    let places = [-0.25, 10.25, 10.25, 30.0];
    let rays: Vec<Ray> = (0..8)
        .map(|id| Ray::new([places[id % 4], 0.125, 0.0], [0.125, 0.0, 1.0]))
        .collect();
    let mut wants: Vec<Want> = Vec::new();
    for (id, ray) in (0u32..).zip(&rays) {
        let block = |ends: u32| -> Vec<Want> {
            let mut block: Vec<Want> = Vec::new();
            let (state, attributes, t, instance) = match id % 4 {
                0 => {
                    let hit = scene
                        .nearest(ray, ray_flag::FORCE_NON_OPAQUE, 0xff)
                        .expect("a wall");
                    let ([u, v], front) = hit.triangle.unwrap_or_default();
                    let kind = if front { 254 } else { 255 };
                    ([1, 0, 0, kind], [close(u), close(v)], close(hit.t), 40u32)
                }
                1 => (
                    [1, 0, 0, 100 + id],
                    [(id as f32).want(), 77f32.want()],
                    0.125f32.want(),
                    50,
                ),
                _ => ([0, 0, 1, 0], [0f32.want(), 0f32.want()], 0f32.want(), 0),
            };
            let found = instance != 0;
            block.extend(state.map(Element::want));
            block.extend(attributes);
            block.extend([t, 0f32.want()]);
            let flags = if found { ray_flag::FORCE_NON_OPAQUE } else { 0 };
            block.extend([instance, 0, 0, flags].map(Element::want));
            block.extend([ends.want(), if found { 0.125f32 } else { 0.0 }.want()]);
            block.extend(untouched(2));
            block
        };
        wants.extend(block(3));
        wants.extend(if id & 2 != 0 { block(6) } else { untouched(16) });
    }
    tracing(name, "Generate")
        .miss("Miss")
        .grid(8, 1, 1)
        .recursion(2)
        .scene("t0", scene)
        .raw("t1", ray_words(&rays))
        .output("u0,space1", wants)
}

fn records(name: &str, index: bool) -> Case {
    const LOCAL: &str = "RootConstants(num32BitConstants=2, b0)";
    let mut wants: Vec<Want> = Vec::new();
    for id in 0..4u32 {
        let (constant, table, first) = if id % 2 == 0 { (21, 1, 121) } else { (31, 0, 131) };
        wants.extend([constant, table, first].map(|word: u32| word.want()));
        match (index, id % 2) {
            (false, _) => wants.extend(untouched(3)),
            (true, 0) => wants.extend([11u32, 0, 1_211_121].map(Element::want)),
            (true, _) => wants.extend([41u32, 1, 1_314_131].map(Element::want)),
        }
        wants.extend([241u32, 1].map(Element::want));
    }
    tracing(name, "Generate")
        .local("Miss", LOCAL)
        .local("Hit", LOCAL)
        .miss("Miss")
        .record([words([30, 31])])
        .miss("Miss")
        .record([words([40, 41])])
        .hit(HitGroup::closest("Hit"))
        .record([words([10, 11])])
        .hit(HitGroup::closest("Hit"))
        .record([words([20, 21])])
        .grid(4, 1, 1)
        .recursion(2)
        .scene("t0,space9", wall())
        .output("u0,space9", wants)
        .root_signature_text("SRV(t0, space=9), UAV(u0, space=9)")
}
