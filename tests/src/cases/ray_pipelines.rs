//! Ray tracing pipelines, further: subobjects of the library, attributes of several types, flags that skip primitives, system
//! values of the stages on the way, payload access qualifiers, and the ways to their acceleration structures.

use super::rayquery::ray_words;
use super::scenes::{quad, turned};
use super::tracing::{close, recursion, untouched, wall};
use crate::case::{
    Case, Element, Geometry, HitGroup, Instance, List, Need, Scene, Want, address, moved, tracing, words,
};
use crate::rays::{Ray, in_object, inverse, ray_flag};
use dxil2spirv::options::{AccelerationStructurePolicy, Preset, RootDescriptorPolicy};
use dxil2spirv::reflection::Reflection;

/// A name, and what it makes of a case.
type Way = (&'static str, fn(Case) -> Case);

/// Registers the cases.
pub fn register(list: &mut List) {
    list.add("tracing/subobjects", subobjects);
    list.add("tracing/subobjects (another root signature)", || {
        let case = subobjects().root_signature_text("SRV(t0, space=3), UAV(u0, space=3)");
        case.refused("b0")
    });
    list.each("tracing/attributes", &["od"], attributes);
    list.add("tracing/culling", || culling("tracing/culling", None));
    for (name, flag) in [
        ("tracing/culling.triangles", ray_flag::SKIP_TRIANGLES),
        ("tracing/culling.boxes", ray_flag::SKIP_PROCEDURAL),
    ] {
        list.add(name, move || culling(name, Some(flag)));
    }
    list.each("tracing/micromaps", &["od"], micromaps);
    list.add("tracing/micromaps (extension)", || {
        let case = micromaps("tracing/micromaps").options(|options| options.opacity_micromaps = true);
        case.needs(Need::Micromaps)
    });
    list.each("tracing/told", &["od", "sm3"], told);
    list.each("tracing/qualifiers", &["od"], qualifiers);
    let addresses = |case: Case| {
        case.options(|options| {
            let (stride, offset) = (16, 8);
            options.binding.acceleration_structures = AccelerationStructurePolicy::Address { stride, offset };
        })
    };
    let ways: [Way; 6] = [
        ("table", Case::tables),
        ("table, mutable", |case| {
            let case = case.tables();
            case.options(|options| options.binding.preset = Preset::Mutable)
        }),
        ("table, direct", |case| {
            let case = case.tables();
            case.options(|options| options.binding.preset = Preset::Direct)
        }),
        ("root SRV", Case::root_descriptors),
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
        list.add(&format!("tracing/recursion ({how})"), move || {
            change(recursion("tracing/recursion"))
        });
    }
    list.add("tracing/recursion (table, addresses)", move || {
        addresses(recursion("tracing/recursion").tables())
    });
}

/// Flags of opacity micromaps, where structures have none. The even rays hit.
fn micromaps(name: &str) -> Case {
    const OPAQUE: u32 = ray_flag::FORCE_OPAQUE;
    const TWO_STATES: u32 = 0x400;
    let wants = (0..8u32).flat_map(|id| {
        let flags = match id {
            0..4 => OPAQUE | TWO_STATES,
            _ if id & 2 != 0 => TWO_STATES,
            _ => OPAQUE,
        };
        [flags, 2 - id % 2]
    });
    let wants: Vec<u32> = wants.collect();
    let told = |reflection: &Reflection| {
        let config = reflection
            .library
            .as_deref()
            .and_then(|told| told.pipeline_config.as_ref());
        match config {
            Some(config) if config.flags == ["allow_opacity_micromaps"] => Ok(()),
            other => Err(format!("{other:?}")),
        }
    };
    tracing(name, "Generate")
        .miss("Miss")
        .hit(HitGroup::closest("Hit"))
        .grid(8, 1, 1)
        .scene("t0", wall())
        .output("u0,space1", wants)
        .reflected(told)
}

/// What `Sum` of `tracing/subobjects` gives.
fn sum(two: [u32; 2], three: [u32; 3]) -> u32 {
    two[0] + 10 * two[1] + 100 * three[0] + 1000 * three[1] + 10000 * three[2]
}

fn subobjects() -> Case {
    let expected = |reflection: &Reflection| -> Result<(), String> {
        let told = reflection
            .library
            .as_deref()
            .ok_or("nothing is told of the library")?;
        // The C interface calls every entry point `main`.
        let entry = told
            .symbol
            .trim_start_matches('?')
            .split('@')
            .next()
            .unwrap_or_default();
        let local = match entry {
            "Hit" => "ofHits",
            "Miss" | "Lost" => "ofMisses",
            _ => "ofTheRest",
        };
        let config = told.pipeline_config.as_ref().ok_or("no pipeline config")?;
        let sizes = told.shader_config.as_ref().ok_or("no shader config")?;
        let groups: Vec<_> = told.hit_groups.iter().map(|group| group.name.as_str()).collect();
        let facts = [
            (
                told.global_root_signature.as_deref() == Some("everywhere"),
                "global root signature",
            ),
            (
                told.local_root_signature.as_deref() == Some(local),
                "local root signature",
            ),
            (config.max_trace_recursion_depth == 2, "recursion depth"),
            (config.flags == ["skip_procedural_primitives"], "pipeline flags"),
            (
                (sizes.max_payload_bytes, sizes.max_attribute_bytes) == (24, 8),
                "sizes",
            ),
            (
                groups.as_slice() == if local == "ofHits" { &["Group"][..] } else { &[] },
                "hit groups",
            ),
            (
                told.attribute_bytes == if local == "ofHits" { 8 } else { 0 },
                "attributes",
            ),
            (
                told.payload_bytes == if entry == "Generate" { 0 } else { 4 },
                "payload",
            ),
            (told.symbol.starts_with(&format!("?{entry}@@")), "symbol"),
            (
                told.state_object_flags == ["allow_external_dependencies_on_local_definitions"],
                "flags of the state object",
            ),
        ];
        match facts.iter().find(|(holds, _)| !holds) {
            Some((_, what)) => Err(format!("{what}: {told:?}")),
            None => Ok(()),
        }
    };
    let records: [([u32; 2], [u32; 3]); 5] = [
        ([1, 2], [3, 4, 5]),
        ([6, 7], [8, 9, 1]),
        ([2, 4], [6, 8, 3]),
        ([5, 3], [7, 2, 6]),
        ([9, 8], [7, 6, 4]),
    ];
    let sums = records.map(|(two, three)| sum(two, three));
    let [generate, miss, lost, hit, call] = records;
    let rest = |(two, three): ([u32; 2], [u32; 3])| [words([0xbad]), words(two), words(three)];
    let rows = [
        [
            sums[0].want(),
            sums[3].want(),
            untouched(1).remove(0),
            sums[4].want(),
        ],
        [
            sums[0].want(),
            untouched(1).remove(0),
            sums[1].want(),
            sums[4].want(),
        ],
        [
            sums[0].want(),
            sums[3].want(),
            untouched(1).remove(0),
            sums[4].want(),
        ],
        [
            sums[0].want(),
            untouched(1).remove(0),
            (7 + sums[2]).want(),
            sums[4].want(),
        ],
    ];
    let buffer = |[a, b, c]: [u32; 3]| [a, b, c, 0];
    tracing("tracing/subobjects", "Generate")
        .record(rest(generate))
        .miss("Miss")
        .record([words(miss.0), address("b1,space100")])
        .miss("Lost")
        .record([words(lost.0), address("b1,space101")])
        .hit(HitGroup::closest("Hit"))
        .record([words(hit.1), words(hit.0)])
        .callable("Call")
        .record(rest(call))
        .grid(4, 1, 1)
        .scene("t0,space3", wall())
        .raw("b1,space100", buffer(miss.1))
        .raw("b1,space101", buffer(lost.1))
        .output("u0,space3", rows.concat())
        .reflected(expected)
}

/// Three boxes one beside the other, of a geometry each.
fn attributes(name: &str) -> Case {
    let at = |x: f32| [[x, 0.0, 4.0], [x + 1.0, 1.0, 8.0]];
    let boxes = [0.0, 2.0, 4.0].map(|x| Geometry::boxes([at(x)]).non_opaque());
    let rays: Vec<Ray> = [0.5, 2.5, 4.5, 9.0]
        .map(|x| Ray::new([x, 0.5, 0.0], [0.0, 0.0, 1.0]))
        .into();
    let float = f32::to_bits;
    let mut wants = vec![0u32; 48];
    wants[..3].copy_from_slice(&[20, 11, float(1.5)]);
    let middle = [
        22,
        float(1.0),
        float(2.0),
        float(3.0),
        float(4.0),
        -5i32 as u32,
        1,
    ];
    wants[12..19].copy_from_slice(&middle);
    let large = [
        25,
        float(6.0),
        float(7.0),
        float(8.0),
        9,
        10,
        11,
        -12i32 as u32,
        13,
    ];
    wants[24..33].copy_from_slice(&large);
    wants[35] = 10;
    wants[36] = 1000;
    // One any hit shader for all: lavapipe gives an intersection shader that is in several groups the first one's.
    let group = |name: &str| HitGroup::closest(name).any("Any").intersection("Box");
    tracing(name, "Generate")
        .miss("Miss")
        .hit(group("HitSmall"))
        .hit(group("HitMiddle"))
        .hit(group("HitLarge"))
        .grid(4, 1, 1)
        .scene("t0", Scene::single(boxes))
        .raw("t1", ray_words(&rays))
        .output("u0,space1", wants)
}

fn culling(name: &str, constant: Option<u32>) -> Case {
    let bottoms = [
        vec![quad(4.0).non_opaque()],
        vec![Geometry::boxes([[[0.0, 0.0, 6.0], [1.0, 1.0, 8.0]]])],
    ];
    let scene = Scene::new(bottoms, [Instance::of(0), Instance::of(1).hit_group(1)]);
    let (triangles, boxes) = (ray_flag::SKIP_TRIANGLES, ray_flag::SKIP_PROCEDURAL);
    let flags = [
        0,
        triangles,
        boxes,
        triangles | ray_flag::FORCE_OPAQUE,
        boxes | ray_flag::FORCE_OPAQUE,
        boxes | ray_flag::CULL_NON_OPAQUE,
        triangles | ray_flag::CULL_OPAQUE,
        ray_flag::CULL_NON_OPAQUE,
    ];
    let wants = flags.iter().flat_map(|&flag| {
        let flag = constant.unwrap_or(flag);
        let opaque = flag & ray_flag::FORCE_OPAQUE != 0;
        let seen = flag & (triangles | ray_flag::CULL_NON_OPAQUE) == 0;
        let boxed = flag & (boxes | ray_flag::CULL_OPAQUE) == 0;
        let met = match (seen, boxed) {
            (true, _) => 100 + u32::from(!opaque),
            (_, true) => 200,
            _ => 9,
        };
        [met, flag]
    });
    let wants: Vec<u32> = wants.collect();
    let case = tracing(name, "Generate")
        .miss("Miss")
        .hit(HitGroup::closest("Hit").any("Any"))
        .hit(HitGroup::closest("Hit").intersection("Box"))
        .grid(8, 1, 1)
        .scene("t0", scene)
        .output("u0,space1", wants);
    match constant {
        Some(_) => case,
        None => case.raw("t1", flags),
    }
}

/// Boxes far apart, in instances that are turned and scaled, and a ray or two through the middle of each.
fn apart() -> (Scene, Vec<(Ray, [usize; 3])>) {
    let at = |x: f32| [[x - 0.5, -0.5, -0.5], [x + 0.5, 0.5, 0.5]];
    let bottom = vec![
        Geometry::boxes([at(0.0)]).non_opaque(),
        Geometry::boxes([at(5.0), at(10.0)]).non_opaque(),
    ];
    let instances = [
        Instance::of(0)
            .at(turned([0.6, 0.8], [1.5, 1.0, 2.0], [-4.0, -20.0, 5.0]))
            .id(77),
        Instance::of(0)
            .at(turned([-0.8, 0.6], [-1.0, 1.25, 2.0], [1.0, 0.0, 8.0]))
            .id(0xff_fff0),
        Instance::of(0)
            .at(turned([0.0, 1.0], [2.0, 2.0, 3.0], [-1.0, 20.0, 12.0]))
            .id(3),
    ];
    let mut rays = Vec::new();
    for (number, instance) in instances.iter().enumerate() {
        for (geometry, primitive, x) in [(0, 0, 0.0), (1, 0, 5.0), (1, 1, 10.0)] {
            let centre = crate::rays::transformed(&instance.transform, [x, 0.0, 0.0]).map(|x| x as f32);
            for direction in [[0.125, -0.0625, 1.0], [0.0, 0.25, -2.0]] {
                let origin = std::array::from_fn(|k| centre[k] - 8.0 * direction[k]);
                let mut ray = Ray::new(origin, direction);
                (ray.t_min, ray.t_max) = (4.0, 40.0);
                rays.push((ray, [number, geometry, primitive]));
            }
        }
    }
    let scene = Scene::new([bottom], instances);
    for (ray, [instance, geometry, primitive]) in &rays {
        let hits = scene.hits(ray, 0, 0xff);
        let met: Vec<_> = hits
            .iter()
            .map(|hit| [hit.instance, hit.geometry, hit.primitive])
            .collect();
        assert_eq!(met, [[*instance, *geometry, *primitive]], "{ray:?}");
    }
    (scene, rays)
}

fn told(name: &str) -> Case {
    const FLAGS: u32 = ray_flag::CULL_OPAQUE | ray_flag::SKIP_CLOSEST_HIT_SHADER;
    let (scene, rays) = apart();
    let mut wants: Vec<Want> = Vec::new();
    for (number, (ray, [instance, geometry, primitive])) in (0u32..).zip(&rays) {
        let placed = &scene.instances[*instance];
        for any in [false, true] {
            wants.extend(ray.origin.into_iter().chain(ray.direction).map(|x| x.want()));
            wants.push(ray.t_min.want());
            wants.push(if any { ray.t_min + 0.25 } else { ray.t_max }.want());
            wants.push(FLAGS.want());
            let (origin, direction) = in_object(placed, ray);
            wants.extend(origin.into_iter().chain(direction).map(close));
            let geometry = if name.ends_with("sm3") {
                0xfeed
            } else {
                *geometry as u32
            };
            wants.extend([*instance as u32, placed.id, *primitive as u32, geometry].map(|word| word.want()));
            let there = placed.transform.concat();
            wants.extend(there.into_iter().map(|x| close(f64::from(x))));
            wants.extend(inverse(&placed.transform).concat().into_iter().map(close));
            wants.extend([number % 6, number / 6, 0, 6, 3, 1].map(|word| word.want()));
            match any {
                true => wants.extend([77u32.want(), 1f32.want(), 2f32.want()]),
                false => wants.extend(untouched(3)),
            }
        }
    }
    let words: Vec<Ray> = rays.iter().map(|(ray, _)| *ray).collect();
    tracing(name, "Generate")
        .miss("Miss")
        .hit(HitGroup::any_only("Any").intersection("Box"))
        .grid(6, 3, 1)
        .scene("t0", scene)
        .raw("t1", ray_words(&words))
        .output("u0,space1", wants)
}

fn qualifiers(name: &str) -> Case {
    let instance = |z: f32| Instance::of(0).at(moved(0.0, 0.0, z));
    let scene = Scene::new([vec![quad(0.0).non_opaque()]], [instance(2.0), instance(4.0)]);
    let wants = (0..6u32).flat_map(|id| {
        let small = id + 5;
        match id % 2 {
            0 => {
                // Both walls are asked about, in any order.
                let seen = 10 * id + 2 * (1 + id);
                [seen, (id as f32).to_bits(), 4f32.to_bits(), small + 77, 77, seen]
            }
            _ => [
                10 * id,
                (id as f32).to_bits(),
                (-1f32).to_bits(),
                small,
                small * 2,
                3,
            ],
        }
    });
    let wants: Vec<u32> = wants.collect();
    tracing(name, "Generate")
        .miss("Miss")
        .hit(HitGroup::closest("Hit").any("Any"))
        .grid(6, 1, 1)
        .scene("t0", scene)
        .output("u0,space1", wants)
}
