//! Ray queries: what they find, compared with a ray tracer in Rust. How their acceleration structures are bound is in
//! `ray_bindings`.

use super::scenes::{flagged, mixed, rays, triangles};
use crate::case::{
    Case, Element, List, Need, Primitives, Scene, Transform, Want, any, compute, draw, one_of, pipeline,
    untouched, within,
};
use crate::rays::{Hit, Ray, in_object, inverse, ray_flag};
use ash::vk::{Format, PrimitiveTopology};
use dxil2spirv::options::MicromapQueries;

/// Registers the cases.
pub fn register(list: &mut List) {
    list.each("rayquery/committed", &["od", "asked", "asked_od"], committed);
    list.each("rayquery/transforms", &["od", "asked"], transforms);
    list.each("rayquery/asked_again", &["od"], asked_again);
    list.each("rayquery/candidates", &["od"], candidates);
    list.each("rayquery/commit", &["od"], commit);
    list.each("rayquery/procedural", &["od"], procedural);
    for (name, template) in [
        ("rayquery/flags", 0),
        ("rayquery/flags.opaque", ray_flag::FORCE_OPAQUE),
        ("rayquery/flags.back", ray_flag::CULL_BACK_FACING),
        ("rayquery/flags.boxes", ray_flag::SKIP_PROCEDURAL),
        ("rayquery/flags.triangles", ray_flag::SKIP_TRIANGLES),
    ] {
        list.add(name, move || flags(name, template));
    }
    list.each("rayquery/ended", &["od"], ended);
    list.each("rayquery/several", &["od"], several);
    list.each("rayquery/array", &["od"], array);
    list.each("rayquery/alias", &["od"], alias);
    list.each("rayquery/loop", &["od"], turns);
    list.add("rayquery/micromaps", micromaps);
    list.add("rayquery/micromaps (extension)", || {
        let case = micromaps().options(|options| options.opacity_micromaps = true);
        case.needs(Need::Micromaps)
    });
    list.add("rayquery/micromaps (queries)", || {
        let case = micromaps().options(|options| {
            options.opacity_micromaps = true;
            options.micromap_queries = MicromapQueries::Allowed;
        });
        case.needs(Need::MicromapsKhr)
    });
    list.add("rayquery/pixel", || pixel("rayquery/pixel"));
    list.add("rayquery/pixel_discard", || pixel("rayquery/pixel_discard"));
    list.add("rayquery/vertex", vertex);
    list.add("rayquery/mesh", mesh);
}

/// Bytes of rays as `RayDesc`s.
pub fn ray_words(rays: &[Ray]) -> Vec<f32> {
    rays.iter().flat_map(Ray::words).collect()
}

/// A float that a device computes its own way.
fn close(value: f64) -> Want {
    within(value as f32, 1e-3, 1e-4)
}

fn all_close(values: impl IntoIterator<Item = f64>) -> impl Iterator<Item = Want> {
    values.into_iter().map(close)
}

/// What a shader writes of a query that committed `hit`, or nothing: status, index and id of the instance, geometry,
/// primitive, contribution to the hit group, t, barycentrics, front.
fn result_words(scene: &Scene, ray: &Ray, hit: Option<&Hit>) -> Vec<Want> {
    let Some(hit) = hit else {
        let mut words = vec![0u32.want(); 6];
        words.extend([ray.t_max.want(), 0u32.want(), 0u32.want(), 0u32.want()]);
        return words;
    };
    let instance = &scene.instances[hit.instance];
    let ([u, v], front) = hit.triangle.unwrap_or_default();
    let numbers = [
        1,
        hit.instance as u32,
        instance.id,
        hit.geometry as u32,
        hit.primitive as u32,
        instance.hit_group,
    ];
    let mut words: Vec<Want> = numbers.map(Element::want).to_vec();
    words.extend(all_close([hit.t, u, v]));
    words.push(u32::from(front).want());
    words
}

/// A case of a scene and rays through it.
fn traced(name: &str, scene: Scene, rays: &[Ray]) -> Case {
    compute(name).scene("t0", scene).raw("t1", ray_words(rays))
}

/// The nearest of all triangles.
pub fn committed(name: &str) -> Case {
    let scene = triangles();
    let rays = rays(&scene, 32);
    let wants = rays.iter().flat_map(|ray| {
        let hit = scene.nearest(ray, ray_flag::FORCE_OPAQUE, 0xff);
        result_words(&scene, ray, hit.as_ref())
    });
    let wants: Vec<Want> = wants.collect();
    traced(name, scene, &rays).output("u0,space1", wants)
}

/// A matrix as structures have it: column after column.
fn columns<T: Copy>(rows: [[T; 4]; 3]) -> Vec<T> {
    (0..4).flat_map(|column| rows.map(|row| row[column])).collect()
}

fn both_ways(transform: &Transform) -> [[[f64; 4]; 3]; 2] {
    [transform.map(|row| row.map(f64::from)), inverse(transform)]
}

fn transforms(name: &str) -> Case {
    let scene = triangles();
    let rays = rays(&scene, 16);
    let mut wants: Vec<Want> = Vec::new();
    for (i, ray) in rays.iter().enumerate() {
        let mut flags = ray_flag::FORCE_OPAQUE | ray_flag::SKIP_PROCEDURAL;
        if i % 2 == 0 {
            flags |= ray_flag::CULL_BACK_FACING;
        }
        let hit = scene.nearest(ray, flags, 0xff);
        let hit = hit.map(|hit| &scene.instances[hit.instance]);
        let nothing = || vec![0f32.want(); 12];
        let ways = hit.map(|instance| both_ways(&instance.transform));
        for way in 0..2 {
            wants.extend(ways.map_or_else(nothing, |ways| all_close(columns(ways[way])).collect()));
        }
        let (origin, direction) = hit.map(|instance| in_object(instance, ray)).unwrap_or_default();
        wants.extend(all_close(origin.into_iter().chain(direction)));
        wants.extend(ray.origin.map(Element::want));
        wants.extend(ray.direction.map(Element::want));
        wants.extend([ray.t_min.want(), flags.want()]);
        for way in 0..2 {
            wants.extend(ways.map_or_else(nothing, |ways| all_close(ways[way].concat()).collect()));
        }
    }
    traced(name, scene, &rays).output("u0,space1", wants)
}

/// Queries whose rays begin anew, of which some hit and some do not.
fn asked_again(name: &str) -> Case {
    let scene = triangles();
    let rays = rays(&scene, 32);
    let flags = ray_flag::FORCE_OPAQUE | ray_flag::SKIP_PROCEDURAL;
    let nearest = |i: usize| scene.nearest(&rays[i % 32], flags, 0xff);
    let instance = |i: usize| nearest(i).map(|hit| hit.instance as u32 + 1);
    let mut wants: Vec<u32> = Vec::new();
    for i in 0..32 {
        let (mut words, mut last) = ([0; 4], i);
        if let Some(hit) = instance(i).filter(|_| i != 5) {
            words = [
                hit,
                instance(i + 7).unwrap_or(100),
                instance(i + 1).unwrap_or(100),
                0,
            ];
            last = i + 1;
        }
        for turn in 0..3 {
            words[3] *= 16;
            if nearest(last).is_some() {
                last = i * 5 + turn;
                words[3] += instance(last).unwrap_or(0);
            }
        }
        if let Some(hit) = nearest(last) {
            words[3] = words[3] * 256 + hit.primitive as u32 + 1;
        }
        wants.extend(words);
    }
    traced(name, scene, &rays).output("u0,space1", wants)
}

/// Numbers for the primitives of a scene whose bottom levels have two geometries at most: that of the first of each
/// instance's geometries.
fn slots(scene: &Scene) -> Vec<u32> {
    let mut next = 0;
    let mut slots = Vec::new();
    for instance in &scene.instances {
        for geometry in 0..2 {
            slots.push(next);
            let data = scene.bottoms[instance.bottom].get(geometry);
            next += data.map_or(0, |data| data.count() as u32);
        }
    }
    slots
}

/// What a shader writes of a candidate.
fn candidate_words(scene: &Scene, ray: &Ray, hit: &Hit) -> Vec<Want> {
    let instance = &scene.instances[hit.instance];
    let numbers = [
        if hit.triangle.is_some() { 1 } else { 2 },
        hit.instance as u32,
        instance.id,
        hit.geometry as u32,
        hit.primitive as u32,
        instance.hit_group,
    ];
    let mut words: Vec<Want> = numbers.map(Element::want).to_vec();
    match hit.triangle {
        Some(([u, v], front)) => {
            words.extend(all_close([hit.t, u, v]));
            words.extend([u32::from(front).want(), 0u32.want()]);
        }
        None => words.extend([0u32, 0, 0, 0, 1].map(Element::want)),
    }
    for transform in both_ways(&instance.transform) {
        words.extend(all_close(columns(transform)));
    }
    let (origin, direction) = in_object(instance, ray);
    words.extend(all_close(origin.into_iter().chain(direction)));
    words.extend([0u32.want(), ray.t_max.want()]);
    words.extend([0u32; 3].map(Element::want));
    words
}

fn candidates(name: &str) -> Case {
    const SLOTS: usize = 32;
    const WORDS: usize = 46;
    let scene = mixed();
    let rays = rays(&scene, 8);
    let slots = slots(&scene);
    let mut wants: Vec<Want> = Vec::new();
    for ray in &rays {
        let mut own = vec![0xdead_beefu32.want(); SLOTS * WORDS];
        // A box may be a candidate though the ray goes past it.
        for (number, instance) in scene.instances.iter().enumerate() {
            for (geometry, data) in scene.bottoms[instance.bottom].iter().enumerate() {
                if let Primitives::Boxes(boxes) = &data.primitives {
                    let first = slots[2 * number + geometry] as usize * WORDS;
                    own[first..first + boxes.len() * WORDS].fill(any());
                }
            }
        }
        for hit in scene.hits(ray, ray_flag::FORCE_NON_OPAQUE, 0xff) {
            let slot = slots[2 * hit.instance + hit.geometry] as usize + hit.primitive;
            let words = candidate_words(&scene, ray, &hit);
            own.splice(slot * WORDS..(slot + 1) * WORDS, words);
        }
        wants.extend(own);
    }
    traced(name, scene, &rays)
        .raw("t2", slots)
        .raw("u0,space1", untouched(rays.len() * SLOTS * WORDS * 4))
        .expect("u0,space1", wants)
}

fn commit(name: &str) -> Case {
    let scene = flagged();
    let rays = rays(&scene, 32);
    let wanted: Vec<u32> = (0..32).map(|i| i * 7 + 3).collect();
    let mut wants = Vec::new();
    for (ray, bits) in rays.iter().zip(&wanted) {
        let hits = scene.hits(ray, 0, 0xff);
        let hit = hits
            .iter()
            .find(|hit| hit.opaque || bits >> hit.instance & 1 != 0);
        wants.extend(result_words(&scene, ray, hit));
    }
    traced(name, scene, &rays)
        .raw("t2", wanted)
        .output("u0,space1", wants)
}

/// Where a ray meets the sphere in a box, with the point in the object's space about the sphere's centre.
fn sphere(scene: &Scene, ray: &Ray, hit: &Hit) -> Option<(f64, [f64; 3])> {
    let (mut o, d) = in_object(&scene.instances[hit.instance], ray);
    o[0] -= 3.0 * hit.primitive as f64;
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let (a, b, c) = (dot(d, d), dot(o, d), dot(o, o) - 1.0);
    let k = b * b - a * c;
    let t = (-b - k.max(0.0).sqrt()) / a;
    let inside = k >= 0.0 && t >= f64::from(ray.t_min) && t <= f64::from(ray.t_max);
    inside.then(|| (t, std::array::from_fn(|n| o[n] + t * d[n])))
}

/// The nearest of triangles and spheres; of a sphere with its point.
fn nearest_of_all(scene: &Scene, ray: &Ray) -> Option<(Hit, Option<[f64; 3]>)> {
    let hits = scene.hits(ray, 0, 0xff).into_iter();
    let hits = hits.filter_map(|hit| match hit.triangle {
        Some(_) => Some((hit, None)),
        None => sphere(scene, ray, &hit).map(|(t, point)| (Hit { t, ..hit }, Some(point))),
    });
    hits.min_by(|a, b| a.0.t.total_cmp(&b.0.t))
}

/// Whether rays beside this one meet the same primitive first.
fn grazes_nothing(scene: &Scene, ray: &Ray) -> bool {
    let meets = |ray: &Ray| {
        let found = nearest_of_all(scene, ray);
        found.map(|(hit, _)| (hit.instance, hit.geometry, hit.primitive))
    };
    let own = meets(ray);
    let beside = [[0.01, 0.0], [-0.01, 0.0], [0.0, 0.01], [0.0, -0.01]];
    beside.iter().all(|[x, y]| {
        let mut beside = *ray;
        beside.origin[0] += x;
        beside.origin[1] += y;
        meets(&beside) == own
    })
}

fn procedural(name: &str) -> Case {
    let scene = mixed();
    let rays: Vec<Ray> = rays(&scene, 64)
        .into_iter()
        .filter(|ray| grazes_nothing(&scene, ray))
        .take(32)
        .collect();
    let mut wants: Vec<Want> = Vec::new();
    for ray in &rays {
        match nearest_of_all(&scene, ray) {
            None => {
                wants.extend([0u32; 6].map(Element::want));
                wants.extend([ray.t_max, 0.0, 0.0, 0.0].map(Element::want));
                wants.push(0u32.want());
            }
            Some((hit, point)) => {
                wants.push(if point.is_some() { 2u32 } else { 1 }.want());
                wants.extend(result_words(&scene, ray, Some(&hit)).drain(1..7));
                wants.extend(point.unwrap_or_default().map(|x| within(x as f32, 2e-3, 2e-3)));
                wants.push(u32::from(point.is_some() && !hit.opaque).want());
            }
        }
    }
    traced(name, scene, &rays).output("u0,space1", wants)
}

/// Whether D3D12 allows these flags together.
fn allowed(flags: u32) -> bool {
    use ray_flag as f;
    let opacity = f::FORCE_OPAQUE | f::FORCE_NON_OPAQUE | f::CULL_OPAQUE | f::CULL_NON_OPAQUE;
    let triangles = f::SKIP_TRIANGLES | f::CULL_BACK_FACING | f::CULL_FRONT_FACING;
    let kinds = f::SKIP_TRIANGLES | f::SKIP_PROCEDURAL;
    let groups = [opacity, triangles, kinds];
    groups.iter().all(|group| (flags & group).count_ones() <= 1)
}

/// Numbers with all bits of `must`, and any of `may`.
fn bits(must: u32, may: u32) -> Want {
    let mut all = vec![must];
    for bit in (0..32)
        .map(|bit| 1u32 << bit)
        .filter(|bit| may & !must & bit != 0)
    {
        let more: Vec<u32> = all.iter().map(|bits| bits | bit).collect();
        all.extend(more);
    }
    one_of(all)
}

fn flags(name: &str, template: u32) -> Case {
    let scene = mixed();
    let rays = rays(&scene, 64);
    let masks = [0xff, 0x1ff, 0x100, 3, 0x30, 0xffff_ff84, 0x7f, 0];
    let calls: Vec<u32> = (0..0x400).filter(|flags| allowed(flags | template)).collect();
    let (mut how, mut wants) = (Vec::new(), Vec::new());
    for (i, ray) in rays.iter().enumerate() {
        let (call, mask) = (calls[i * 37 % calls.len()], masks[i * 5 % 8 % (1 + i / 8)]);
        how.extend([call, mask]);
        let flags = call | template;
        wants.extend(flag_words(&scene.hits(ray, flags, mask), flags));
    }
    traced(name, scene, &rays)
        .raw("t2", how)
        .output("u0,space1", wants)
        .groups(2, 1, 1)
}

/// What a shader writes that commits no candidate: status, t, instance, geometry, primitive, and bits of the instances of
/// the candidates.
fn flag_words(hits: &[Hit], flags: u32) -> Vec<Want> {
    let committed = hits.iter().find(|hit| hit.opaque && hit.triangle.is_some());
    if flags & ray_flag::ACCEPT_FIRST_HIT != 0 && committed.is_some() {
        // Any of them.
        let mut words = vec![any(); 8];
        words[0] = 1u32.want();
        words[7] = flags.want();
        return words;
    }
    let mut words = match committed {
        Some(hit) => vec![
            1u32.want(),
            close(hit.t),
            (hit.instance as u32).want(),
            (hit.geometry as u32).want(),
            (hit.primitive as u32).want(),
        ],
        None => vec![0u32.want(); 5],
    };
    // What is not nearer than the hit may be left out.
    let limit = committed.map_or(f64::INFINITY, |hit| hit.t);
    let seen = |triangles: bool, limit: f64| {
        let hits = hits
            .iter()
            .filter(|hit| hit.t < limit && hit.triangle.is_some() == triangles);
        hits.filter(|hit| !(triangles && hit.opaque))
            .fold(0, |bits, hit| bits | 1u32 << hit.instance)
    };
    words.push(bits(seen(true, limit), seen(true, f64::INFINITY)));
    // A ray may go past a box.
    let boxes = match flags & ray_flag::SKIP_PROCEDURAL {
        0 => 0b110_0000,
        _ => 0,
    };
    words.push(bits(seen(false, limit), boxes));
    words.push(flags.want());
    words
}

fn ended(name: &str) -> Case {
    let scene = triangles();
    let rays = rays(&scene, 32);
    let mut wants: Vec<Want> = Vec::new();
    for (i, ray) in rays.iter().enumerate() {
        let hits = scene.hits(ray, 0, 0xff);
        let all = hits.len() as u32;
        let (count, status, t) = match (i % 4, hits.as_slice()) {
            (1, _) => (0u32.want(), 0u32, ray.t_max.want()),
            (2, [_, ..]) => {
                let any_hit = Want::OneOf(hits.iter().map(|hit| close(hit.t)).collect());
                (1u32.want(), 1, any_hit)
            }
            (3, hits) => match hits.iter().find(|hit| hit.instance == 4) {
                // Those behind it may be left out.
                Some(hit) => (any(), 1, close(hit.t)),
                None => (all.want(), 0, ray.t_max.want()),
            },
            _ => (all.want(), 0, ray.t_max.want()),
        };
        wants.extend([ray.t_max.want(), 0u32.want(), count, 0u32.want()]);
        wants.extend([status.want(), t, all.want(), 0u32.want()]);
    }
    traced(name, scene, &rays).output("u0,space1", wants)
}

/// 1 + the instance of the nearest triangle, or 0.
pub fn instance_of(scene: &Scene, ray: &Ray, mask: u32) -> u32 {
    scene
        .nearest(ray, 0, mask)
        .map_or(0, |hit| 1 + hit.instance as u32)
}

fn several(name: &str) -> Case {
    let scene = triangles();
    let rays = rays(&scene, 16);
    let words = rays.iter().enumerate().flat_map(|(i, ray)| {
        let hits = scene.hits(ray, 0, 0xff).len();
        [
            instance_of(&scene, ray, 0xff),
            instance_of(&scene, &rays[i ^ 1], 2),
            u32::from(hits > 1),
            u32::from(hits > 0),
        ]
    });
    let words: Vec<u32> = words.collect();
    traced(name, scene, &rays).output("u0,space1", words)
}

fn array(name: &str) -> Case {
    let scene = triangles();
    let rays = rays(&scene, 16);
    let which: Vec<u32> = (0..16).map(|i| i * 7 / 3 % 4).collect();
    let words = rays
        .iter()
        .zip(&which)
        .flat_map(|(ray, n)| [1 << n, 1 << ((n + 1) & 3)].map(|mask| instance_of(&scene, ray, mask)));
    let words: Vec<u32> = words.collect();
    traced(name, scene, &rays)
        .raw("t2", which)
        .output("u0,space1", words)
}

fn alias(name: &str) -> Case {
    let scene = triangles();
    let rays = rays(&scene, 16);
    let which: Vec<u32> = (0..16).map(|i| i * 5 % 3).collect();
    let words = rays.iter().zip(&which).flat_map(|(ray, &n)| {
        let found = instance_of(&scene, ray, [1, 2, 0x80][n as usize]);
        let of = |k: u32| if k == n { found } else { 0 };
        [found, of(0), of(1), of(2)]
    });
    let words: Vec<u32> = words.collect();
    traced(name, scene, &rays)
        .raw("t2", which)
        .output("u0,space1", words)
}

fn turns(name: &str) -> Case {
    let scene = triangles();
    let rays = rays(&scene, 16);
    let words = rays.iter().map(|ray| {
        let hits = scene.hits(ray, 0, 0xff);
        let next = |found: u32, hit: &Hit| found.wrapping_mul(6).wrapping_add(1 + hit.instance as u32);
        hits.iter().take(8).fold(0, next)
    });
    let words: Vec<u32> = words.collect();
    traced(name, scene, &rays).output("u0,space1", words)
}

fn micromaps() -> Case {
    let scene = triangles();
    let rays = rays(&scene, 16);
    let words: Vec<u32> = rays.iter().map(|ray| instance_of(&scene, ray, 0xff)).collect();
    traced("rayquery/micromaps", scene, &rays).output("u0,space1", words)
}

fn pixel(name: &str) -> Case {
    let scene = triangles();
    let seen = scene.clone();
    draw("vertex/fullscreen_triangle", name)
        .scene("t0", scene)
        .target(Format::R32G32_UINT)
        .some_pixels(move |x, y| {
            let hit = |[dx, dy]: [f32; 2]| {
                let [x, y] = [x as f32 + 0.5 + dx, y as f32 + 0.5 + dy];
                let ray = Ray::new([x / 4.0 - 2.0, y / 4.0 - 2.0, -5.0], [0.0, 0.0, 1.0]);
                let hit = seen.nearest(&ray, 0, 0xff);
                hit.map_or([0; 2], |hit| [1 + hit.instance as u32, 1 + hit.geometry as u32])
            };
            let own = hit([0.0, 0.0]);
            // Not where an edge is near.
            let beside = [[0.02, 0.01], [-0.02, 0.01], [0.01, 0.02], [0.01, -0.02]];
            beside.iter().all(|by| hit(*by) == own).then_some(own)
        })
}

/// The ray of point `i` of a row.
pub fn point_ray(i: u32) -> Ray {
    Ray {
        t_max: 100.0,
        ..Ray::new([0.35 * i as f32 - 2.6, 0.3, -1.0], [0.01, 0.02, 1.0])
    }
}

fn vertex() -> Case {
    let scene = mixed();
    let seen = scene.clone();
    draw("rayquery/vertex", "rayquery/vertex.ps")
        .scene("t0", scene)
        .with_draw(|draw| {
            draw.topology = PrimitiveTopology::POINT_LIST;
            draw.count = 16;
        })
        .target(Format::R32G32_UINT)
        .pixels(move |x, y| {
            if y != 8 {
                return [0; 2];
            }
            let flags = ray_flag::FORCE_NON_OPAQUE | ray_flag::SKIP_PROCEDURAL;
            let hits = seen.hits(&point_ray(x), flags, 0xff);
            let instances = hits.iter().fold(0, |bits, hit| bits | 1 << hit.instance);
            [instances, hits.len() as u32]
        })
}

fn mesh() -> Case {
    let scene = triangles();
    let seen = scene.clone();
    pipeline(&["rayquery/mesh", "rayquery/mesh.ps"])
        .scene("t0", scene)
        .with_draw(|draw| draw.groups = [4, 1, 1])
        .target(Format::R32_UINT)
        .pixels(move |x, y| {
            [if y == 8 {
                instance_of(&seen, &point_ray(x), 0xff)
            } else {
                0
            }]
        })
}
