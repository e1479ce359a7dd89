//! Heaps that shaders index by themselves (SM 6.6).

use super::draws::FULL;
use super::inputs;
use crate::case::{Case, List, Sampler, Texture, Want, compute, draw, one_of};
use ash::vk::Format;
use dxil2spirv::options::{CounterPolicy, Preset};

/// Registers the cases.
pub fn register(list: &mut List) {
    list.each("heap/buffers", &[], buffers);
    list.each("heap/textures", &[], textures);
    list.each("heap/nonuniform", &["od"], nonuniform);
    list.each("heap/counters", &[], counters);
    list.each("heap/beside_tables", &[], beside_tables);
    list.add("heap/material_ps", material);
}

/// Registers cases that say themselves how resources are bound.
pub fn register_policies(list: &mut List) {
    list.add("heap/nonuniform (no root signature, mutable)", || {
        nonuniform("heap/nonuniform")
            .no_root_signature()
            .options(|options| options.binding.preset = Preset::Mutable)
    });
    for preset in [Preset::Bindless, Preset::Mutable] {
        for (policy, how) in counter_policies() {
            list.add(&format!("heap/counters ({}, {how})", preset.name()), move || {
                counters("heap/counters").options(|options| {
                    options.binding.preset = preset;
                    options.binding.uav_counters = policy;
                })
            });
        }
    }
    list.add("heap/counters (none)", || {
        counters("heap/counters")
            .options(|options| options.binding.uav_counters = CounterPolicy::None)
            .refused("has no binding for its counter")
    });
}

/// The places for UAV counters that are not the default.
pub fn counter_policies() -> [(CounterPolicy, &'static str); 4] {
    [
        (CounterPolicy::TexelBuffer, "counters in texel buffers"),
        (
            CounterPolicy::Address {
                stride: 8,
                offset: 0,
                through_uniform: false,
            },
            "addresses of counters",
        ),
        (
            CounterPolicy::Address {
                stride: 32,
                offset: 24,
                through_uniform: false,
            },
            "addresses of counters, apart",
        ),
        (
            CounterPolicy::Address {
                stride: 32,
                offset: 24,
                through_uniform: true,
            },
            "addresses of counters at an address",
        ),
    ]
}

/// Words that tell the buffer and the place.
fn numbered(buffer: u32) -> Vec<u32> {
    (0..64).map(|i| buffer * 1000 + i).collect()
}

fn triples(buffer: u32) -> Vec<[u32; 3]> {
    (0..64)
        .map(|i| [7, buffer * 1000 + i, buffer * 2000 + i])
        .collect()
}

fn buffers(name: &str) -> Case {
    let block = [1u32, 2, 3, 0x5555, 60_000, 70_000, 80_000, 90_000];
    let sum = |i: usize| {
        let (raw, item, typed) = (1000 + i as u32, 2 * 2000 + i as u32, 3000 + 63 - i as u32);
        raw + item + typed + block[4 + (i & 3)]
    };
    compute(name)
        .constants("b0", [2u32, 10])
        .output("u0,space1", (0..64).map(sum).collect::<Vec<u32>>())
        .raw("t2,heap", numbered(1))
        .raw("t12,heap", triples(2))
        .typed("t5,heap", Format::R32_UINT, numbered(3))
        .cbuffer("b9,heap", block)
        .raw("u17,heap", numbered(4))
        .expect(
            "u17,heap",
            (0..64).map(|i| 4000 + i + 1000 + i).collect::<Vec<u32>>(),
        )
        .output("u8,heap", (0..64).map(|i| [sum(i), i as u32]).collect::<Vec<_>>())
        .typed_output(
            "u11,heap",
            Format::R32_UINT,
            (0..64).map(|i| (3000 + i) ^ 0x5555).collect::<Vec<u32>>(),
        )
        // Neighbours, which a wrong index finds.
        .raw("t3,heap", numbered(50))
        .raw("t10,heap", numbered(51))
        .raw("u7,heap", numbered(52))
        .expect("u7,heap", numbered(52))
}

fn textures(name: &str) -> Case {
    let texel = |x: u32, y: u32, z: u32| x + 10 * y + 100 * z + 1;
    let place = |i: u32| (i % 8, i / 8);
    let expected: Vec<[u32; 3]> = (0..64)
        .map(|i| {
            let (x, y) = place(i);
            let z = (x ^ y) / 2;
            [
                1000 + texel(x.min(3), y.min(3), 0),
                2000 + texel(x % 4, y % 4, y & 1),
                3000 + texel(x / 2, y / 2, z),
            ]
        })
        .collect();
    let marks: Vec<u32> = (0..64).map(place).map(|(x, y)| x * 8 + y + 1).collect();
    let drawn = Texture::d2(Format::R32_SFLOAT, 8, 8).layers(2);
    let mut drawn_expected = Vec::new();
    drawn.for_each(|t| {
        let value = 3000 + texel(t.x / 2, t.y / 2, (t.x ^ t.y) / 2) + 1;
        drawn_expected.push(if t.x & 1 == t.layer { value as f32 } else { 0.0 });
    });
    let image = |texture: Texture, number: u32| {
        let z = |t: crate::case::Texel| t.z + t.layer;
        texture.fill(move |t| [(number * 1000 + texel(t.x, t.y, z(t))) as f32])
    };
    compute(name)
        .constants("b0", [17u32, 2])
        .output("u0,space1", expected)
        .texture("t17,heap", image(Texture::d2(Format::R32_SFLOAT, 4, 4), 1))
        .texture(
            "t18,heap",
            image(Texture::d2(Format::R32_SFLOAT, 4, 4).layers(2), 2),
        )
        .texture("t20,heap", image(Texture::d3(Format::R32_SFLOAT, 4, 4, 4), 3))
        .texture("t16,heap", image(Texture::d2(Format::R32_SFLOAT, 4, 4), 8))
        .sampler("s2,heap", Sampler::point())
        .sampler("s5,heap", Sampler::point().wrap())
        .texture("u21,heap", Texture::d2(Format::R32_UINT, 8, 8))
        .expect("u21,heap", marks)
        .texture("u30,heap", drawn)
        .expect("u30,heap", drawn_expected)
}

fn nonuniform(name: &str) -> Case {
    let input = inputs::below::<1>(64, 256).concat();
    let expected: Vec<u32> = (0..)
        .zip(&input)
        .map(|(i, &k)| {
            let a = k & 3;
            let sampled = 10_000_000 * (2 * a + (k >> 2 & 1) + 1);
            let (words, items, texels) = (a * 1000 + i, (a + 4) * 1000 + i, (a + 8) * 1000 + i);
            words + items + texels + 100_000 * (a + 1) + sampled
        })
        .collect();
    let count = |wanted: &dyn Fn(u32) -> bool| input.iter().filter(|&&k| wanted(k)).count() as u32;
    let mut case = compute(name)
        .raw("t0", input.clone())
        .output("u0,space1", expected)
        .sampler("s3,heap", Sampler::point())
        .sampler("s4,heap", Sampler::point().wrap());
    for n in 0..4u32 {
        // Sampled at 1.25: clamped to the right texel, wrapped to the left one.
        let image = Texture::d2(Format::R32_SFLOAT, 2, 2).fill(|t| {
            let wrapped = u32::from(t.x == 0);
            [if t.y == 0 {
                10_000_000.0 * (2 * n + wrapped + 1) as f32
            } else {
                5.0
            }]
        });
        let hits = count(&|k| k >> 3 & 3 == n);
        let marks: Vec<u32> = (0..16)
            .map(|at| count(&|k| k >> 3 & 3 == n && (k & 3) + 4 * (k >> 4 & 3) == at))
            .collect();
        let (counts, cells, mark) = (
            format!("u{},heap", 36 + n),
            format!("u{},heap", 40 + n),
            format!("u{},heap", 44 + n),
        );
        case = case
            .raw(&format!("t{},heap", 16 + n), numbered(n))
            .raw(&format!("t{},heap", 20 + n), triples(n + 4))
            .typed(&format!("t{},heap", 24 + n), Format::R32_UINT, numbered(n + 8))
            .cbuffer(&format!("b{},heap", 28 + n), [1, 2, 100_000 * (n + 1), 3])
            .texture(&format!("t{},heap", 32 + n), image)
            .raw(&counts, [9u32, 0])
            .expect(&counts, [9, hits])
            .typed(&cells, Format::R32_UINT, [8u32, 0])
            .expect(&cells, [8, hits])
            .texture(&mark, Texture::d2(Format::R32_UINT, 4, 4))
            .expect(&mark, marks);
    }
    case
}

fn counters(name: &str) -> Case {
    let input = inputs::integers::<1>(64).concat();
    let odd: Vec<u32> = input.iter().copied().filter(|k| k & 1 != 0).collect();
    let even = 64 - odd.len() as u32;
    let stock: Vec<u32> = (0..64).map(|i| 5000 + i).collect();
    // Those at the end go first.
    let taken: Vec<u32> = (64 - even..64).map(|i| 5000 + i).collect();
    let expected: Vec<[Want; 2]> = input
        .iter()
        .map(|k| {
            let word = if k & 1 != 0 {
                one_of([0u32])
            } else {
                one_of(taken.clone())
            };
            [word, one_of(100u32 - 64..100)]
        })
        .collect();
    let mut case = compute(name)
        .raw("t0", input.clone())
        .output("u0,space1", expected)
        .counted("u4,heap", [0u32; 64], 0)
        .expect(
            "u4,heap",
            odd.iter().map(|_| one_of(odd.clone())).collect::<Vec<_>>(),
        )
        .expect_counter("u4,heap", odd.len() as u32)
        .counted("u5,heap", stock, 64)
        .expect_counter("u5,heap", 64 - even)
        .counted("u14,heap", [0u32], 100)
        .expect_counter("u14,heap", 36);
    for n in 0..4u32 {
        let mine: Vec<u32> = (0..64).filter(|&i| input[i as usize] & 3 == n).collect();
        let register = format!("u{},heap", 10 + n);
        case = case
            .counted(&register, [77u32; 64], 0)
            .expect(
                &register,
                mine.iter().map(|_| one_of(mine.clone())).collect::<Vec<_>>(),
            )
            .expect_counter(&register, mine.len() as u32);
    }
    case
}

fn beside_tables(name: &str) -> Case {
    let expected: Vec<u32> = (0..64)
        .map(|i| ((i & 3) + 1) * 1000 + i + 300_000 + 9000 + i + 7_000_000)
        .collect();
    let mut case = compute(name)
        .output("u0", expected)
        .cbuffer("b0", [2u32])
        .cbuffer("b1", [100_000u32, 300_000])
        .sampler("s2", Sampler::point())
        .raw("t2,heap", numbered(9))
        .texture(
            "t3,heap",
            Texture::d2(Format::R32_SFLOAT, 1, 1).fill(|_| [7_000_000.0f32]),
        );
    for n in 0..4 {
        case = case.raw(&format!("t{}", 3 + n), numbered(n + 1));
    }
    case
}

fn material() -> Case {
    let value = |k: u32, x: u32, y: u32| [k * 100 + x * 10 + y, 1, 2, 3].map(|v| v as f32);
    let mut case = draw("vertex/texcoord.three", "heap/material_ps")
        .vertices("POSITION", Format::R32G32B32A32_SFLOAT, FULL.to_vec())
        .vertices("TEXCOORD", Format::R32G32B32A32_SFLOAT, vec![[0.0f32; 4]; 3])
        .size(8, 8)
        .sampler("s0,heap", Sampler::point())
        .sampler("s1,heap", Sampler::point().wrap())
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(move |x, y| {
            let k = (x + 2 * y) & 3;
            let [a, b, c, d] = value(k, u32::from(x & 1 == 0), 0);
            [a + 1000.0 * (k + 1) as f32, b, c, d + 5.0]
        });
    for k in 0..4 {
        let image = Texture::d2(Format::R32G32B32A32_SFLOAT, 2, 2).fill(move |t| value(k, t.x, t.y));
        case = case.texture(&format!("t{},heap", 10 + k), image).cbuffer(
            &format!("b{},heap", 20 + k),
            [1000.0 * (k + 1) as f32, 0.0, 0.0, 5.0],
        );
    }
    case
}
