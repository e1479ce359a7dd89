//! Shader extensions of vendors: calls of NVIDIA's and AMD's, which are accesses to a UAV in HLSL.

use super::draws::{PERSPECTIVE, Triangle, close as near};
use super::inputs::{self, reduced};
use super::positions::{corners, fetched, single};
use super::rayquery::ray_words;
use super::scenes::rays;
use super::tracing::{close, one_group, untouched};
use super::wave::{lanes_of, numbers, words};
use crate::case::{Case, Element, HitGroup, List, Need, Texture, Want, any, compute, draw, one_of, tracing};
use crate::gpu::lanes;
use crate::rays::ray_flag;
use ash::vk::Format;
use dxil2spirv::options::{ExtensionRegister, InvocationReorder};
use half::f16;

const OUT: &str = "u0,space1";
const SIZE: [u32; 2] = [16, 16];

/// Registers the cases.
pub fn register(list: &mut List) {
    for name in ["extensions/nvapi_waves", "extensions/nvapi_waves.69"] {
        list.add(name, move || nvidia(waves(name)));
    }
    for variant in ["", ".60", ".69"] {
        let name = format!("extensions/nvapi_atomics{variant}");
        list.add(&name.clone(), move || nvidia(atomics(&name)));
    }
    list.add("extensions/nvapi_atomics64", || {
        nvidia(atomics64("extensions/nvapi_atomics64"))
    });
    list.add("extensions/nvapi_texels", || nvidia(texels()));
    list.add("extensions/nvapi_float_texels", || {
        nvidia(float_texels())
            .options(|options| options.image_float_atomics = true)
            .needs(Need::ImageFloatAdd)
    });
    list.add("extensions/nvapi_float_texels (no extension)", || {
        nvidia(float_texels()).refused("needs a device with VK_EXT_shader_atomic_float")
    });
    list.add("extensions/nvapi_clock", || {
        nvidia(compute("extensions/nvapi_clock"))
            .output(OUT, [1u32, 1, 3])
            .needs(Need::Clocks)
    });
    for name in ["extensions/nvapi_hits", "extensions/nvapi_hits.od"] {
        list.add(name, move || nvidia(hits(name)));
        list.add(&format!("{name} (NV)"), move || {
            nvidia(hits(name))
                .options(|options| options.invocation_reorder = InvocationReorder::Nv)
                .needs(Need::ReorderNv)
        });
    }
    for name in ["extensions/nvapi_made", "extensions/nvapi_made.index"] {
        list.add(&format!("{name} (NV)"), move || {
            nvidia(made(name))
                .options(|options| options.invocation_reorder = InvocationReorder::Nv)
                .needs(Need::ReorderNv)
        });
    }
    list.add("extensions/nvapi_made", || {
        nvidia(made("extensions/nvapi_made"))
            .refused("needs a device with VK_NV_ray_tracing_invocation_reorder")
    });
    list.add("extensions/nvapi_made (EXT)", || {
        nvidia(made("extensions/nvapi_made"))
            .options(|options| options.invocation_reorder = InvocationReorder::Ext)
            .refused("needs a device with VK_NV_ray_tracing_invocation_reorder")
    });
    for name in ["extensions/nvapi_positions", "extensions/nvapi_positions.od"] {
        list.add(name, move || fetched(nvidia(positions(name))));
    }
    list.add("extensions/nvapi_positions (no extension)", || {
        nvidia(positions("extensions/nvapi_positions"))
            .refused("needs a device with VK_KHR_ray_tracing_position_fetch")
    });
    for (variant, text) in [
        ("", "operation 28: footprints"),
        (".rate", "operation 30: the shading rate"),
        (
            ".sample",
            "operation 51: attributes at samples of a variable rate",
        ),
        (".unknown", "operation 200"),
    ] {
        let name = format!("extensions/nvapi_refused{variant}");
        list.add(&name.clone(), move || nvidia(compute(&name)).refused(text));
    }
    list.add("extensions/nvapi_hit", || fetched(nvidia(hit())));
    list.add("extensions/ags_waves", || amd(ags_waves()));
    list.add("extensions/ags_numbers", || amd(ags_numbers()));
    list.add("extensions/ags_atomics64", || {
        amd(atomics64("extensions/ags_atomics64"))
    });
    list.add("extensions/ags_clock", || {
        amd(compute("extensions/ags_clock"))
            .output(OUT, [1u32, 1, 3])
            .needs(Need::Clocks)
    });
    for (vertex, instance) in [(0, 0), (7, 3)] {
        list.add(
            &format!("extensions/ags_draw ({vertex} and {instance})"),
            move || amd(starts(vertex, instance)),
        );
    }
    list.add("extensions/ags_barycentrics", || amd(barycentrics()));
}

fn nvidia(case: Case) -> Case {
    case.options(|options| {
        options.nvapi = Some(ExtensionRegister {
            register: 7,
            space: 100,
        });
    })
}

pub(super) fn amd(case: Case) -> Case {
    case.options(|options| options.ags = true)
}

fn waves(name: &str) -> Case {
    let input = numbers();
    let expected = || {
        lanes_of(
            &input,
            |_| true,
            |wave, place| {
                let x = |lane: usize| wave[lane].1;
                let own = x(place);
                let mask =
                    |is: &dyn Fn(u32) -> bool| (0..wave.len()).fold(0, |m, n| m | u32::from(is(x(n))) << n);
                let odd = mask(&|x| x & 1 != 0);
                let among = mask(&|x| x & 5 == 5);
                let near = own & 15;
                [
                    x(5),
                    x((own & 7) as usize),
                    x(place.saturating_sub(1)),
                    x(if place % 4 < 2 { place + 2 } else { place }),
                    x(place ^ 5),
                    x(place & !7 | 3),
                    u32::from(odd != 0),
                    u32::from(odd.count_ones() as usize == wave.len()),
                    odd,
                    place as u32,
                    (1 << place) - 1,
                    mask(&|x| x & 3 == own & 3),
                    mask(&|x| x & 3 == own & 3),
                    u32::from(near <= 5),
                    if near <= 5 { x(near as usize) } else { own },
                    if own & 4 != 0 { u32::from(among != 0) } else { 9 },
                ]
                .map(Element::want)
            },
        )
    };
    // Operands of five bits: NVIDIA's waves have 32 lanes.
    let expected = match lanes() <= 32 {
        true => expected(),
        false => vec![[(); 16].map(|()| any()); 64],
    };
    compute(name)
        .raw("t0", input)
        .raw(OUT, [0u32; 64 * 16])
        .expect(OUT, expected)
}

fn atomics(name: &str) -> Case {
    let input: Vec<u32> = inputs::below::<1>(64, 1000).concat();
    let halves = |low: f32, high: f32| {
        let [low, high] = [low, high].map(|x| u32::from(f16::from_f32(x).to_bits()));
        low | high << 16
    };
    let sum: u32 = input.iter().sum();
    let low: u32 = input.iter().map(|x| x & 15).sum();
    let (least, most) = (input.iter().min(), input.iter().max());
    let (least, most) = (*least.expect("inputs") as f32, *most.expect("inputs") as f32);
    let expected = [
        (sum as f32).to_bits(),
        halves(64.0, low as f32),
        halves(least, -most),
        halves(most, -least),
    ];
    let before = [0, 0, halves(2000.0, 2000.0), halves(-2000.0, -2000.0)];
    let own: Vec<[f32; 2]> = (0..64).map(|i| [i as f32, -1.0]).collect();
    let after: Vec<[f32; 2]> = (0..64).map(|i| [i as f32 + input[i] as f32, -1.0]).collect();
    let old: Vec<f32> = (0..64u8).map(f32::from).collect();
    compute(name)
        .raw("t0", input)
        .raw(OUT, before)
        .raw("u1,space1", own)
        .expect(OUT, expected)
        .expect("u1,space1", after)
        .output("u2,space1", old)
}

fn atomics64(name: &str) -> Case {
    let input = inputs::wide_integers::<1>(64).concat();
    let [sum, and, or, xor, least, most, ..] = reduced(&input);
    let before = [0, u64::MAX, 0, 0, u64::MAX, 0, 77, 5];
    compute(name)
        .raw("t0", input.clone())
        .raw(OUT, before)
        .expect(OUT, [sum, and, or, xor, least, most, input[3], 1 << 40])
        .output("u1,space1", [77u64, 5, 1 << 40])
}

fn texels() -> Case {
    let input = inputs::wide_integers::<1>(64).concat();
    let [sum, _, _, xor, least, ..] = reduced(&input);
    compute("extensions/nvapi_texels")
        .needs(Need::ImageAtomics64)
        .raw("t0", input)
        .texture(OUT, Texture::d2(Format::R64_UINT, 2, 2).data([0, 0, u64::MAX, 7]))
        .expect(OUT, [sum, xor, least, 1 << 40])
}

fn float_texels() -> Case {
    let input: Vec<u32> = inputs::below::<1>(64, 1000).concat();
    let sum: u32 = input.iter().sum();
    let odd: u32 = input.iter().skip(1).step_by(2).sum();
    let old: Vec<f32> = (0..64u8).map(f32::from).collect();
    let own: Vec<f32> = (0..64).map(|i| i as f32 + input[i] as f32).collect();
    compute("extensions/nvapi_float_texels")
        .raw("t0", input)
        .texture(OUT, Texture::d2(Format::R32_SFLOAT, 3, 2).data([0.5f32; 6]))
        .expect(OUT, [0.5, 0.5, 0.5, 0.5, 0.5, sum as f32 + 0.5])
        .texture(
            "u1,space1",
            Texture::d3(Format::R32_SFLOAT, 2, 2, 2).data([-1.0f32; 8]),
        )
        .expect(
            "u1,space1",
            [-1.0, -1.0, -1.0, -1.0, odd as f32 - 1.0, -1.0, -1.0, -1.0],
        )
        .texture("u2,space1", Texture::d1(Format::R32_SFLOAT, 64).data(old.clone()))
        .expect("u2,space1", own)
        .output("u3,space1", old)
}

fn hits(name: &str) -> Case {
    const FLAGS: u32 = ray_flag::FORCE_OPAQUE | ray_flag::SKIP_PROCEDURAL;
    let scene = one_group();
    let rays = rays(&scene, 24);
    let mut wants: Vec<Want> = Vec::new();
    for ray in &rays {
        let hit = scene.nearest(ray, FLAGS, 0xff);
        let found = u32::from(hit.is_some());
        wants.extend([found, 1 - found, 0].map(Element::want));
        wants.push(ray.t_min.want());
        wants.push(hit.as_ref().map_or(ray.t_max.want(), |hit| close(hit.t)));
        wants.extend(ray.origin.into_iter().chain(ray.direction).map(Element::want));
        match &hit {
            Some(hit) => {
                let ([u, v], front) = hit.triangle.unwrap_or_default();
                let numbers = [
                    hit.instance as u32,
                    scene.instances[hit.instance].id,
                    hit.geometry as u32,
                    hit.primitive as u32,
                    if front { 254 } else { 255 },
                    0,
                ];
                wants.extend(numbers.map(Element::want));
                wants.extend([close(u), close(v)]);
                wants.push(152u32.want());
            }
            None => {
                // What a miss has of a hit is not promised, but for its index in the table.
                wants.extend([(); 5].map(|()| any()));
                wants.extend([0u32, 0, 0, 159].map(Element::want));
            }
        }
        wants.extend([1u32.want(), (ray.t_max * 2.0).want()]);
        wants.extend([259u32, 1, 1, u32::MAX].map(Element::want));
    }
    tracing(name, "Generate")
        .miss("Miss")
        .hit(HitGroup::closest("Hit"))
        .grid(24, 1, 1)
        .recursion(1)
        .scene("t0", scene)
        .raw("t1", ray_words(&rays))
        .output(OUT, wants)
}

fn made(name: &str) -> Case {
    let scene = one_group();
    let mut wants: Vec<Want> = Vec::new();
    for id in 0..24u32 {
        let (instance, geometry, primitive, kind) = (id % 3 * 2, id / 3 % 2, id / 6 % 2, 254 + (id & 1));
        let index = id / 12 + geometry;
        let number = scene.instances[instance as usize].id;
        let numbers = [1, 0, 0, instance, number, geometry, primitive, kind, index];
        wants.extend(numbers.map(Element::want));
        let floats = [id as f32 / 64.0, 2.0 / 64.0, 0.5, 7.0];
        wants.extend(floats.map(Element::want));
        wants.extend([id as f32, 2.0, 3.0, 4.0, id as f32, 6.0].map(Element::want));
        wants.extend([151 + index, instance, primitive, kind].map(Element::want));
        wants.extend([2.0f32 / 64.0, 7.0].map(Element::want));
    }
    tracing(name, "Generate")
        .miss("Miss")
        .hit(HitGroup::closest("First"))
        .hit(HitGroup::closest("Second"))
        .hit(HitGroup::closest("Third"))
        .grid(24, 1, 1)
        .recursion(1)
        .scene("t0", scene)
        .output(OUT, wants)
}

fn positions(name: &str) -> Case {
    super::positions::queried_in(single(), name)
}

fn hit() -> Case {
    const RAYS: usize = 16;
    let scene = single();
    let rays = rays(&scene, RAYS);
    let mut wants = Vec::new();
    for ray in &rays {
        let mut own = vec![untouched(9); 21];
        for hit in scene.hits(ray, ray_flag::SKIP_PROCEDURAL, 0xff) {
            own[hit.instance * 4 + hit.geometry * 2 + hit.primitive] = corners(&scene, &hit);
        }
        if let Some(nearest) = scene.nearest(ray, ray_flag::SKIP_PROCEDURAL, 0xff) {
            let (_, front) = nearest.triangle.unwrap_or_default();
            own[20][0] = u32::from(!front).want();
        }
        wants.extend(own.into_iter().flatten());
    }
    tracing("extensions/nvapi_hit", "Generate")
        .miss("Miss")
        .hit(HitGroup::closest("Hit").any("Any"))
        .grid(RAYS as u32, 1, 1)
        .scene("t0", scene)
        .raw("t1", ray_words(&rays))
        .output(OUT, wants)
}

/// The words of the shader about lane `place` of a wave.
fn ags_row(wave: &[(usize, u32)], place: usize) -> [Want; 40] {
    let x = |lane: usize| wave[lane].1;
    let all = || wave.iter().map(|&(_, x)| x);
    let low = |x: u32| (x & 255) as f32;
    let grows = |x: u32| 1.0 + (x & 1) as f32;
    let own = x(place);
    let odd = (0..wave.len()).fold(0u64, |mask, n| mask | u64::from(x(n) & 1) << n);
    let before = (1u64 << place) - 1;
    let first_odd = all().find(|x| x & 1 != 0).filter(|_| own & 1 != 0);
    let pair = u64::from(own) | u64::from(!own) << 32;
    let mut row = vec![
        x(0),
        x(3),
        place as u32,
        x(place ^ 1),
        x(place & !31 | place & 4),
        x(place ^ 3),
        odd as u32,
        (odd >> 32) as u32,
        (pair & before).count_ones(),
        x((own & 7) as usize),
        wave.len() as u32,
        first_odd.unwrap_or_default(),
    ];
    let float = |first: f32, f: fn(f32, f32) -> f32| all().map(low).fold(first, f).to_bits();
    let signed = |f: fn(i32, i32) -> i32| all().map(|x| x as i32).reduce(f).unwrap_or_default() as u32;
    let unsigned = |f: fn(u32, u32) -> u32| all().reduce(f).unwrap_or_default();
    let (sum, product) = (unsigned(u32::wrapping_add), unsigned(u32::wrapping_mul));
    row.extend([float(0.0, |a, b| a + b), sum, sum]);
    row.extend([all().map(grows).product::<f32>().to_bits(), product, product]);
    row.extend([
        float(f32::INFINITY, f32::min),
        signed(i32::min),
        unsigned(u32::min),
    ]);
    row.extend([
        float(f32::NEG_INFINITY, f32::max),
        signed(i32::max),
        unsigned(u32::max),
    ]);
    row.extend([
        unsigned(|a, b| a & b),
        unsigned(|a, b| a | b),
        unsigned(|a, b| a ^ b),
    ]);
    let until = || all().take(place + 1);
    row.extend([
        until().map(low).sum::<f32>().to_bits(),
        until().fold(0, u32::wrapping_add),
        until().map(grows).product::<f32>().to_bits(),
        until().fold(1, u32::wrapping_mul),
    ]);
    let behind = || all().take(place);
    let float = |first: f32, f: fn(f32, f32) -> f32| behind().map(low).fold(first, f).to_bits();
    row.extend([
        float(0.0, |a, b| a + b),
        behind().fold(0, u32::wrapping_add),
        float(f32::INFINITY, f32::min),
        behind().map(|x| x as i32).fold(i32::MAX, i32::min) as u32,
        behind().fold(u32::MAX, u32::min),
        float(f32::NEG_INFINITY, f32::max),
        behind().map(|x| x as i32).fold(i32::MIN, i32::max) as u32,
        behind().fold(0, u32::max),
        7,
    ]);
    let row: [u32; 40] = row.try_into().expect("40 words");
    words(row)
}

fn ags_waves() -> Case {
    let input = numbers();
    let expected = lanes_of(&input, |_| true, ags_row);
    compute("extensions/ags_waves")
        .raw("t0", input)
        .raw(OUT, [0u32; 64 * 40])
        .expect(OUT, expected)
}

/// A float of 8 bits with so many bits of mantissa.
pub(super) fn byte_float(bits: u32, mantissa: u32) -> f64 {
    let bias = if mantissa == 3 { 7 } else { 15 };
    let exponent = (bits & 0x7f) >> mantissa;
    let fraction = f64::from(bits & ((1 << mantissa) - 1)) / f64::from(1 << mantissa);
    let magnitude = match exponent {
        0 => fraction * 2f64.powi(1 - bias),
        _ if mantissa == 2 && exponent == 31 => match fraction == 0.0 {
            true => f64::INFINITY,
            false => f64::NAN,
        },
        _ if mantissa == 3 && bits & 0x7f == 0x7f => f64::NAN,
        _ => (1.0 + fraction) * 2f64.powi(exponent as i32 - bias),
    };
    if bits & 0x80 != 0 { -magnitude } else { magnitude }
}

/// The 8-bit float nearest to `x`, of two that are as near the even one.
fn as_byte_float(x: f32, mantissa: u32, saturates: bool) -> Want {
    let x = f64::from(x);
    let sign = if x.is_sign_negative() { 0x80 } else { 0 };
    let (infinity, largest) = match mantissa {
        3 => (0x7f, 0x7e),
        _ => (0x7c, 0x7b),
    };
    if x.is_nan() {
        let nans: Vec<u32> = match mantissa {
            3 => vec![0x7f, 0xff],
            _ => [0x7d, 0x7e, 0x7f, 0xfd, 0xfe, 0xff].to_vec(),
        };
        return one_of(nans);
    }
    // One more than the largest is where rounding to it ends.
    let beyond = match mantissa {
        3 => 480.0,
        _ => 65536.0,
    };
    let of = |bits: u32| match bits > largest {
        true => beyond,
        false => byte_float(bits, mantissa),
    };
    let nearest = (0..=largest + 1).min_by(|&a, &b| {
        let distance = |bits: u32| (of(bits) - x.abs()).abs();
        let order = distance(a).total_cmp(&distance(b));
        order.then((a & 1).cmp(&(b & 1)))
    });
    match nearest.expect("a float") {
        bits if bits > largest && saturates => (sign | largest).want(),
        bits if bits > largest => (sign | infinity).want(),
        bits => (sign | bits).want(),
    }
}

/// The half nearest to `x` that is no larger (or no smaller).
fn half_towards(x: f32, down: bool) -> u32 {
    let near = f16::from_f32(x);
    let value = near.to_f32();
    let wrong = if down { value > x } else { value < x };
    let order = |half: f16| {
        let bits = i32::from(half.to_bits());
        if bits & 0x8000 != 0 {
            -(bits & 0x7fff) - 1
        } else {
            bits
        }
    };
    if !wrong {
        return u32::from(near.to_bits());
    }
    let mut next = order(near) + if down { -1 } else { 1 };
    // Both zeros are 0, of which a step has to leave both.
    if near.to_f32() == 0.0 {
        next = if down { -2 } else { 1 };
    }
    let bits = if next < 0 { (-next - 1) | 0x8000 } else { next };
    bits as u32
}

fn ags_numbers() -> Case {
    let edges = [
        0.0f32, 448.0, 463.9, 464.1, -480.0, 57344.0, 61439.0, 61441.0, -65536.0, 1e-3, -1e-4, 3e-8, 65519.0,
        65521.0, -65505.0, 0.1, -0.3, 1.0, 17.5, -1e6, 240.1, 2049.0, -2051.0, 0.002,
    ];
    let mut input: Vec<[f32; 3]> = inputs::range::<3>(64, -500.0, 500.0);
    for (row, &edge) in input.iter_mut().zip(&edges) {
        row[0] = edge;
    }
    let mut wants: Vec<Want> = Vec::new();
    for &row in &input {
        let mut bits = row.map(f32::to_bits);
        let x = row[0];
        bits.sort_unstable();
        wants.extend(bits.map(Element::want));
        let mut floats = row;
        floats.sort_by(f32::total_cmp);
        wants.extend(floats.map(Element::want));
        wants.push(u32::from(f16::from_f32(x).to_bits()).want());
        wants.push(half_towards(x, true).want());
        wants.push(half_towards(x, false).want());
        for saturates in [false, true] {
            wants.extend([3, 2].map(|mantissa| as_byte_float(x, mantissa, saturates)));
        }
        for mantissa in [3, 2] {
            let value = byte_float(x.to_bits() & 255, mantissa);
            wants.push(match value.is_nan() {
                true => any(),
                false => (value as f32).want(),
            });
        }
    }
    compute("extensions/ags_numbers")
        .raw("t0", input)
        .raw(OUT, [0u32; 64 * 15])
        .expect(OUT, wants)
}

fn starts(vertex: u32, instance: u32) -> Case {
    draw("extensions/ags_draw", "pixel/starts")
        .with_draw(|draw| {
            draw.base_vertex = vertex as i32;
            draw.base_instance = instance;
        })
        .target(Format::R32G32_SINT)
        .pixels(move |_, _| [vertex, instance])
}

fn barycentrics() -> Case {
    draw("raster/barycentrics.vs", "extensions/ags_barycentrics")
        .needs(Need::Barycentrics)
        .vertices("POSITION", Format::R32G32B32A32_SFLOAT, PERSPECTIVE.to_vec())
        .vertices("VALUE", Format::R32G32B32_SFLOAT, vec![[0.0f32; 3]; 3])
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(|x, y| {
            let place = Triangle::new(PERSPECTIVE, SIZE).pixel(x, y);
            let [_, a, b] = place.space.map(|weight| weight as f32);
            let [_, c, d] = place.screen.map(|weight| weight as f32);
            near([a, b, c, d])
        })
}
