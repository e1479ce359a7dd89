//! Ray tracing pipelines: what shaders are told of rays and hits, and what they call each other with, compared with a ray
//! tracer in Rust.

use super::scenes::{quad, rays, triangles};
use crate::case::{
    Case, Element, Geometry, HitGroup, Instance, List, Sampler, Scene, Texture, Want, address, moved, table,
    tracing, within, words,
};
use crate::rays::{Ray, in_object, inverse, ray_flag};
use ash::vk;
use dxil2spirv::options::Preset;

/// Registers the cases.
pub fn register(list: &mut List) {
    list.each("tracing/getters", &["od", "sm3", "sm6"], getters);
    list.each("tracing/payloads", &["od"], payloads);
    list.each("tracing/anyhit", &["od"], any_hit);
    list.each("tracing/boxes", &["od"], |name| boxes(name, false));
    list.add("tracing/boxes (opaque)", || boxes("tracing/boxes", true));
    list.each("tracing/calls", &["od"], calls);
    list.each("tracing/recursion", &["od"], recursion);
    list.each("tracing/local", &["od", "sm6"], local);
    for gap in [8, 64] {
        list.add(&format!("tracing/local (rows {gap} bytes apart)"), move || {
            local("tracing/local").gap(gap)
        });
    }
    list.add("tracing/local (mutable)", || {
        local("tracing/local").options(|options| options.binding.preset = Preset::Mutable)
    });
    list.each("tracing/record_rows", &["od"], record_rows);
    for width in [16, 8, 4] {
        list.add(
            &format!("tracing/record_rows (aligned to {width} at most)"),
            move || {
                record_rows("tracing/record_rows").options(|options| options.binding.max_alignment = width)
            },
        );
    }
    // Registers of space 0 are the local root signature's alone; the heaps lie behind space 1.
    list.add("tracing/local.low (direct)", || {
        local("tracing/local.low").options(|options| options.binding.preset = Preset::Direct)
    });
    list.add("tracing/local (twice covered)", || {
        let local = local("tracing/local")
            .root_signature_text("SRV(t0, space=9), UAV(u0, space=9), CBV(b0, space=9), SRV(t1)");
        local.refused("is covered by the root signature and by the local root signature")
    });
    list.add("tracing/local (not covered)", || {
        let local = local("tracing/local").local("Generate", "SRV(t1)");
        local.refused("nor is it by the local root signature")
    });
    list.add("tracing/local (too large)", || {
        let local = local("tracing/local").local("Generate", "RootConstants(num32BitConstants=1020, b0)");
        local.refused("of the shader record, which has 4064")
    });
}

/// A float that a device computes its own way.
pub fn close(value: f64) -> Want {
    within(value as f32, 1e-3, 1e-4)
}

pub fn untouched(words: usize) -> Vec<Want> {
    vec![0xdead_beefu32.want(); words]
}

/// The scene of triangles, all of one hit group.
pub fn one_group() -> Scene {
    let mut scene = triangles();
    for instance in &mut scene.instances {
        instance.hit_group = 0;
    }
    scene
}

fn getters(name: &str) -> Case {
    const FLAGS: u32 = ray_flag::CULL_BACK_FACING | ray_flag::FORCE_OPAQUE;
    let scene = one_group();
    let rays = rays(&scene, 24);
    let mut wants = Vec::new();
    for (number, ray) in rays.iter().enumerate() {
        let hit = scene.nearest(ray, FLAGS, 0xff);
        wants.push(u32::from(hit.is_some()).want());
        let words = ray.words();
        wants.extend([0, 1, 2, 4, 5, 6, 3].map(|index| words[index].want()));
        let Some(hit) = hit else {
            wants.extend([ray.t_max.want(), FLAGS.want()]);
            wants.extend(untouched(42));
            continue;
        };
        wants.extend([close(hit.t), FLAGS.want()]);
        let instance = &scene.instances[hit.instance];
        let (origin, direction) = in_object(instance, ray);
        wants.extend(origin.into_iter().chain(direction).map(close));
        let ([u, v], front) = hit.triangle.unwrap_or_default();
        let geometry = match name.ends_with("sm3") {
            true => 0xfeed,
            false => hit.geometry as u32,
        };
        let numbers = [
            hit.instance as u32,
            instance.id,
            hit.primitive as u32,
            if front { 254 } else { 255 },
            geometry,
        ];
        wants.extend(numbers.map(|number| number.want()));
        wants.extend([close(u), close(v)]);
        wants.extend(
            instance
                .transform
                .concat()
                .into_iter()
                .map(|x| close(f64::from(x))),
        );
        wants.extend(inverse(&instance.transform).concat().into_iter().map(close));
        let number = number as u32;
        let place = [number % 4, number / 4 % 3, number / 12, 4, 3];
        wants.extend(place.map(|number| number.want()));
    }
    tracing(name, "Generate")
        .miss("Miss")
        .hit(HitGroup::closest("Hit"))
        .grid(4, 3, 2)
        .scene("t0", scene)
        .raw("t1", rays.iter().flat_map(Ray::words).collect::<Vec<_>>())
        .output("u0,space1", wants)
}

/// A wall at z 4.
pub fn wall() -> Scene {
    Scene::single([quad(4.0)])
}

fn half(value: f32) -> u32 {
    u32::from(dxil2spirv::ir::half::f32_to_f16_bits(value))
}

fn payloads(name: &str) -> Case {
    let mut wants = Vec::new();
    for id in 0..6u32 {
        let small = |hit: bool, value: u32| if hit { value * 2 + 1 } else { value * 3 };
        let hit = id % 2 == 0;
        let by = if hit { 2.0f32 } else { 4.0 };
        wants.extend([half(1.5 + by), 1, 12, 65535, 1, half(-2.25), 4, 5, 18, 1].map(|word| word.want()));
        wants.extend([2.0, 4.0, 6.0, 4.0, 5.0, 6.0 + by].map(|float: f32| float.want()));
        let wide = (1.0f64 / 3.0 * f64::from(by)).to_bits();
        let number = 0x0012_3456_789a_bcdeu64 * 16 + 0xf + by as u64;
        for bits in [wide, number] {
            wants.extend([bits as u32, (bits >> 32) as u32].map(|word| word.want()));
        }
        wants.extend([7.0 + by, 8.0, 9.0 + by, id as f32].map(|float: f32| float.want()));
        let mut around = [12, 13, 14];
        let which = &mut around[id as usize % 3];
        *which = small(hit, *which);
        around[1] = small(!hit, around[1]);
        wants.push(11u32.want());
        wants.extend(around.map(|word: u32| word.want()));
        wants.extend([15, (9.0 + by).to_bits()].map(|word| word.want()));
        let sum = (0..3).fold(100, |sum, i| small(hit, sum + small(hit, i)));
        wants.push(sum.want());
        wants.extend(vec![0u32.want(); 9]);
    }
    tracing(name, "Generate")
        .miss("Miss")
        .miss("SmallMiss")
        .hit(HitGroup::closest("Hit"))
        .hit(HitGroup::closest("SmallHit"))
        .grid(6, 1, 1)
        .scene("t0", wall())
        .output("u0,space1", wants)
}

fn any_hit(name: &str) -> Case {
    let bottom = vec![quad(0.0).non_opaque()];
    let instance = |id: u32| {
        Instance::of(0)
            .at(moved(0.0, 0.0, 1.0 + id as f32))
            .id(id)
            .mask(1 << id)
    };
    let rays = (0..8u32).flat_map(|id| match id {
        0..=4 => [3, 101, id],
        _ => [2, 101, 77],
    });
    tracing(name, "Generate")
        .miss("Miss")
        .hit(HitGroup::closest("Hit").any("Any"))
        .grid(8, 1, 1)
        .scene("t0", Scene::new([bottom], [instance(0), instance(1)]))
        .output("u0,space1", rays.collect::<Vec<_>>())
        .raw("u1,space1", [0u32; 5])
        // Five rays meet both, three the second alone.
        .expect("u1,space1", [13u32, 5 + 8 * 4, 8, 0, 5])
}

fn boxes(name: &str, opaque: bool) -> Case {
    let at = |x: f32| [[x, 0.0, 4.0], [x + 1.0, 1.0, 8.0]];
    let mut geometry = Geometry::boxes([at(0.0), at(2.0)]);
    geometry.opaque = opaque;
    let ray = |x: f32, t_max: f32| Ray {
        t_max,
        ..Ray::new([x, 0.5, 0.0], [0.0, 0.0, 1.0])
    };
    let rays = [ray(0.5, 100.0), ray(2.5, 100.0), ray(0.25, 5.75), ray(5.0, 100.0)];
    let mut wants: Vec<Want> = Vec::new();
    for (number, ray) in rays.iter().enumerate() {
        if number == 3 {
            wants.push(1000u32.want());
            wants.extend(vec![0u32.want(); 9]);
            wants.extend(untouched(6));
            continue;
        }
        let primitive = u32::from(number == 1);
        let far = ray.t_max > 6.0 && (opaque || primitive == 0);
        let calls = match (opaque, ray.t_max > 6.0) {
            (true, _) => 0,
            (false, true) => 2,
            (false, false) => 1,
        };
        let last = if opaque { 0 } else { 13 + primitive };
        wants.extend([21, 5.0f32.to_bits(), 7.0f32.to_bits(), 3.0f32.to_bits()].map(|word| word.want()));
        wants.extend([10, 13 + primitive, primitive, calls, last, 0].map(|word| word.want()));
        let between = if far { 6.0 } else { ray.t_max };
        wants.extend([ray.t_max, between, 5.0].map(|t| t.want()));
        wants.push((u32::from(far) | 2).want());
        wants.extend(untouched(2));
    }
    let group = HitGroup::closest("Hit").intersection("Box");
    tracing(name, "Generate")
        .miss("Miss")
        .hit(group.any("Any"))
        .grid(4, 1, 1)
        .scene("t0", Scene::single([geometry]))
        .raw("t1", rays.iter().flat_map(Ray::words).collect::<Vec<_>>())
        .output("u0,space1", wants)
}

/// What callable shaders of `tracing/calls` do.
fn call(shader: u32, a: [f32; 2], depth: u32, trail: u32) -> ([f32; 2], u32, u32) {
    if shader == 0 {
        let (a, trail) = (a.map(|x| x * 2.0), trail * 10 + 1);
        if depth == 0 {
            return (a, depth, trail);
        }
        let (a, depth, trail) = call(1, a, depth - 1, trail);
        ([a[0], a[1] + 0.5], depth, trail)
    } else {
        let (a, trail) = (a.map(|x| x + 1.0), trail * 10 + 2);
        if depth == 0 {
            return (a, depth, trail);
        }
        let (inner, _, behind) = call(0, a, depth - 1, trail);
        (inner, depth, behind * 10 + 3)
    }
}

fn calls(name: &str) -> Case {
    let wants = (0..8u32).flat_map(|id| {
        let (a, depth, trail) = call(id & 1, [id as f32, 1.0], 1, 0);
        let [x, y] = a.map(f32::to_bits);
        [x, y, depth, trail, 3 + id, id + id, 2 + id, 0]
    });
    tracing(name, "Generate")
        .callable("Double")
        .callable("Add")
        .callable("Turn")
        .grid(8, 1, 1)
        .output("u0,space1", wants.collect::<Vec<_>>())
}

/// Constants of a record as rows of four words, with an index that goes beyond them, and as pairs.
fn record_rows(name: &str) -> Case {
    let row = |row: u32| [0u32, 1, 2, 3].map(|k| if row < 6 { 1000 + 4 * row + k } else { 0 });
    let rows: Vec<u32> = (0..6).flat_map(row).collect();
    let rest = [11, 22, 33, 44, 55, 66];
    let signature = "RootConstants(num32BitConstants=24, b0), RootConstants(num32BitConstants=6, b1)";
    let wants = (0..8).flat_map(|id| {
        let rest = [rest[0] + rest[3], rest[4], rest[5], row(2)[2]];
        row(id).into_iter().chain(rest)
    });
    tracing(name, "Generate")
        .local("Generate", signature)
        .record([words(rows), words(rest)])
        .grid(8, 1, 1)
        .output("u0,space1", wants.collect::<Vec<_>>())
}

/// A local root signature with every kind of parameter that `tracing/local` reads, at odd places.
const LOCAL: &str = "RootConstants(num32BitConstants=3, b0), CBV(b1), SRV(t1), \
    RootConstants(num32BitConstants=1, b7), SRV(t2), UAV(u3), \
    DescriptorTable(SRV(t3, offset=2), UAV(u4), CBV(b5)), RootConstants(num32BitConstants=5, b8), \
    DescriptorTable(SRV(t8, numDescriptors=4)), DescriptorTable(Sampler(s1)), \
    StaticSampler(s2, filter=FILTER_MIN_MAG_MIP_POINT, addressU=TEXTURE_ADDRESS_CLAMP)";

/// Descriptors of the heaps that record `number` has for itself.
const STEP: u32 = 40;

/// Gives a case record `number`: other constants, buffers and descriptors than every other.
fn with_record(case: Case, number: u32) -> Case {
    let heap = 100 + STEP * number;
    let base = 1000 * (number + 1);
    let register = |class: char, index: u32| format!("{class}{},space{}", index, 100 + number);
    let [rows, raw, pairs, counts] =
        [('b', 1), ('t', 1), ('t', 2), ('u', 3)].map(|(class, index)| register(class, index));
    let texels = |first: u32| [first, first + 1].map(|x| x as f32);
    let mut case = case
        .record([
            words([base, base + 1, base + 2]),
            address(&rows),
            address(&raw),
            words([0xbad]),
            address(&pairs),
            address(&counts),
            table(heap),
            words([0xbad; 5]),
            table(heap + 20),
            table(1 + number),
        ])
        .raw(&rows, [0, base + 10, 0, 0, 0, 0, 0, 20])
        .raw(&raw, [0, base + 40])
        .raw(&pairs, [0, 0, 0, 0, 0, base + 50])
        .raw(&counts, [0u32; 4])
        .typed(
            &format!("t{},heap", heap + 2),
            vk::Format::R32_UINT,
            [0, 0, 0, base + 60],
        )
        .raw(&format!("u{},heap", heap + 3), [0u32; 2])
        .raw(&format!("b{},heap", heap + 4), [0, 0, 0, 0, base + 70, 0, 0, 0]);
    for index in 0..4 {
        let texture = Texture::d2(vk::Format::R32_SFLOAT, 2, 1).data(texels(base + 100 + 10 * index));
        case = case.texture(&format!("t{},heap", heap + 20 + index), texture);
    }
    // Even records wrap around, odd ones clamp.
    let sampler = match number % 2 {
        0 => Sampler::point().wrap(),
        _ => Sampler::point(),
    };
    case.sampler(&format!("s{},heap", 1 + number), sampler)
}

/// What `Read` of `tracing/local` gives with record `number`, `which` being the shader's number.
fn read(number: u32, which: u32) -> Vec<u32> {
    let base = 1000 * (number + 1);
    // At 1.25, the first texel around, or the last.
    let chosen = base + 110 + number % 2;
    vec![
        base,
        base + 1,
        base + 2,
        base + 30,
        base + 40,
        base + 50,
        base + 60,
        base + 70,
        base + 121,
        chosen,
        base + 101 + 10 * (which & 3),
        33,
    ]
}

/// Every shader kind with records of its own: two misses, two hit groups of two geometries, two callables.
fn local(name: &str) -> Case {
    let at = |x: f32| [[x, 0.0, 4.0], [x + 1.0, 1.0, 8.0]];
    let boxes = [0.0, 2.0].map(|x| Geometry::boxes([at(x)]).non_opaque());
    let mut case = tracing(name, "Generate").local("Generate", LOCAL);
    case = with_record(case, 0);
    for (number, shader) in [(1, "Miss"), (2, "Miss")] {
        case = with_record(case.local(shader, LOCAL).miss(shader), number);
    }
    // A ray's number, and the geometry's: the second ray has the row behind that of the second geometry.
    let group = || HitGroup::closest("Hit").any("Any").intersection("Box");
    for shader in ["Hit", "Any", "Box"] {
        case = case.local(shader, LOCAL);
    }
    for number in 3..6 {
        case = with_record(case.hit(group()), number);
    }
    for number in 6..8 {
        case = with_record(case.local("Call", LOCAL).callable("Call"), number);
    }
    let rays = [(0, Some(3)), (1, Some(5)), (2, None), (3, None)];
    let mut wants = Vec::new();
    let mut counts = [0; 8];
    for (ray, hit) in rays {
        let parts = match hit {
            Some(record) => [(0, 0), (record, 1), (record, 3), (record, 0), (6 + (ray & 1), 2)].map(Some),
            None => [
                Some((0, 0)),
                Some((1 + (ray & 1), 1)),
                None,
                None,
                Some((6 + (ray & 1), 2)),
            ],
        };
        for part in parts {
            match part {
                Some((record, which)) => {
                    counts[record as usize] += 1 + which;
                    wants.extend(read(record, which).into_iter().map(|word| word.want()));
                }
                None => wants.extend(untouched(12)),
            }
        }
        match hit {
            Some(record) => wants.push((1000 * (record + 1) + 2).want()),
            None => wants.extend(untouched(1)),
        }
        wants.extend(untouched(3));
    }
    for (number, count) in counts.into_iter().enumerate() {
        if number != 4 {
            case = case.expect(&format!("u3,space{}", 100 + number), [0, 0, count, 0]);
            let base = 1000 * (number as u32 + 1);
            let written = 100 + STEP * number as u32 + 3;
            case = case.expect(&format!("u{written},heap"), [0, base]);
        }
    }
    let space = if name.ends_with("low") { 1 } else { 9 };
    let of = |register: &str| format!("{register},space{space}");
    case.grid(4, 1, 1)
        .scene(&of("t0"), Scene::single(boxes))
        .raw(&of("b0"), [11u32, 22, 33, 44])
        .output(&of("u0"), wants)
        .root_signature_text(&format!(
            "SRV(t0, space={space}), UAV(u0, space={space}), RootConstants(num32BitConstants=1, b50), \
             CBV(b0, space={space})"
        ))
}

/// What the hit shader of `tracing/recursion` does to a payload at wall `wall` of two.
fn bounce(wall: usize, depth: u32, trail: u32) -> (u32, u32) {
    let trail = trail * 10 + [2, 1][wall];
    match depth {
        0 => (0, trail),
        1 => {
            let (_, inner) = bounce(1 - wall, 0, 5);
            (1, trail * 100 + inner)
        }
        _ => {
            let (depth, trail) = bounce(1 - wall, depth - 1, trail);
            (depth + 10, trail)
        }
    }
}

pub fn recursion(name: &str) -> Case {
    let instances = [(4.0, 1), (-4.0, 3)].map(|(z, mask)| Instance::of(0).at(moved(0.0, 0.0, z)).mask(mask));
    let wants = (0..6u32).flat_map(|id| <[u32; 2]>::from(bounce(0, id % 3, 0)));
    tracing(name, "Generate")
        .miss("Miss")
        .miss("Lit")
        .hit(HitGroup::closest("Hit"))
        .grid(6, 1, 1)
        .recursion(4)
        .scene("t0", Scene::new([vec![quad(0.0)]], instances))
        .output("u0,space1", wants.collect::<Vec<_>>())
}
