//! Root signatures and binding options: what of the binding model the shaders of other topics do not show.

use super::heap_indices::counter_policies;
use super::{binding, inputs};
use crate::case::{Case, Element, List, Signature, Texture, Want, compute, draw, near_abs};
use crate::shaders;
use ash::vk::Format;
use dxil2spirv::options::{BindingMap, BindingMapEntry, CounterPolicy, OffsetBuffers, Options, Preset};
use dxil2spirv::reflection::ResourceBinding;
use dxil2spirv::shader::ResourceClass;
use half::f16;

/// The presets whose tables lead to heaps.
const PRESETS: [Preset; 2] = [Preset::Bindless, Preset::Mutable];

/// Registers the cases that any preset can have.
pub fn register(list: &mut List) {
    list.each("binding/append_ranges", &[], append_ranges);
    list.each("binding/constants_kinds", &[], constants_kinds);
    list.each("binding/static_samplers", &[], static_samplers);
    list.each("binding/mixed_widths", &[], mixed_widths);
}

/// Registers the cases that say themselves how resources are bound.
pub fn register_policies(list: &mut List) {
    list.add("binding/attachments", attachments);
    list.add("binding/attachments of several samples", attachments_several);
    for preset in PRESETS {
        for (policy, how) in counter_policies() {
            for (name, case) in [
                (
                    "binding/append_counter_table",
                    binding::append_counter_table as fn(&str) -> Case,
                ),
                ("binding/nonuniform_tables", binding::nonuniform_tables),
            ] {
                list.add(&format!("{name} ({}, {how})", preset.name()), move || {
                    case(name).options(|options| {
                        options.binding.preset = preset;
                        options.binding.uav_counters = policy;
                    })
                });
            }
        }
        for (offsets, how) in offset_layouts() {
            for (name, case) in [
                ("binding/offset_views", offset_views as fn(&str) -> Case),
                ("binding/offset_typed", offset_typed),
            ] {
                if name == "binding/offset_typed" && !offsets.typed {
                    continue;
                }
                list.add(&format!("{name} ({}, {how})", preset.name()), move || {
                    case(name).options(|options| {
                        options.binding.preset = preset;
                        options.binding.offset_buffers = Some(offsets);
                    })
                });
            }
        }
        list.add(
            &format!("binding/offset_views ({}, null)", preset.name()),
            move || offset_null().options(|options| options.binding.preset = preset),
        );
        list.add(
            &format!("binding/root_descriptors ({}, alignment 4)", preset.name()),
            move || unaligned().options(|options| options.binding.preset = preset),
        );
    }
    list.add("binding/append_counter_table (no counters)", || {
        binding::append_counter_table("binding/append_counter_table")
            .options(|options| options.binding.uav_counters = CounterPolicy::None)
            .refused("UAV register u0, space 0 has no binding for its counter")
    });
    list.add("binding/root_array", root_array);
    list.add("binding/tables (map)", tables_by_map);
    list.add("binding/unbounded_tables (map)", unbounded_tables_by_map);
    for (name, case) in [
        ("binding/append_ranges", append_ranges as fn(&str) -> Case),
        ("binding/mixed_widths", mixed_widths),
        ("binding/constants_kinds", constants_kinds),
        ("binding/nonuniform_tables", binding::nonuniform_tables),
    ] {
        list.add(&format!("{name} (its reflection as a map)"), move || {
            by_own_reflection(case(name), name)
        });
    }
}

/// Words that tell the buffer and the place.
fn numbered(buffer: u32) -> Vec<u32> {
    (0..64).map(|i| buffer * 1000 + i).collect()
}

fn append_ranges(name: &str) -> Case {
    let n = 2;
    let input = inputs::below::<1>(64, 64).concat();
    let expected: Vec<u32> = (0..)
        .zip(&input)
        .map(|(i, k)| {
            let word = |buffer: u32| buffer * 1000 + i;
            word(1 + (k & 1)) + 9_000_000 + word(5) + word(10 + (k & 3)) + word(10 + n)
        })
        .collect();
    let mut case = compute(name)
        .constants("b0", [n])
        .raw("t0,space2", input.clone())
        .output("u0,space1", expected)
        .raw("t3", numbered(1))
        .raw("t4", numbered(2))
        .cbuffer("b5", [1, 9_000_000])
        .raw("t1,space1", numbered(5))
        .output("u4", input);
    for k in 0..4 {
        case = case.raw(&format!("t{},space7", 105 + k), numbered(10 + k));
    }
    case
}

fn constants_kinds(name: &str) -> Case {
    let input = inputs::below::<1>(64, 1024).concat();
    let half = |x: f32| u32::from(f16::from_f32(x).to_bits());
    let mut words = vec![0x1234_5678u32; 40];
    let small = [-3i32, 7, i32::MIN].map(|x| x as u32);
    let (d, q) = (-2.5f64, 1u64 << 32);
    let wide = [0x0123_4567_89ab_cdefu64, 0xfedc_ba98_7654_3210];
    let put = |words: &mut Vec<u32>, at: usize, values: &[u32]| {
        words[at..at + values.len()].copy_from_slice(values);
    };
    let two = |x: u64| [x as u32, (x >> 32) as u32];
    put(&mut words, 0, &[2]);
    put(&mut words, 1, &small);
    put(&mut words, 4, &two(d.to_bits()));
    put(&mut words, 6, &two(q));
    put(&mut words, 8, &[half(1.5) | 0xfedc << 16]);
    put(&mut words, 9, &[half(-0.25) | half(65504.0) << 16]);
    put(&mut words, 10, &[0xffff | 0x7fff << 16, 0x8000]);
    for column in 0..3u32 {
        let at = [column, column + 10].map(|x| (x as f32 + 0.5).to_bits());
        put(&mut words, 12 + 4 * column as usize, &at);
        put(&mut words, 24 + 4 * column as usize, &[700 + column]);
    }
    put(&mut words, 36, &two(wide[0]));
    put(&mut words, 38, &two(wide[1]));
    let f = [1.0f32, -2.0, 3.5].map(f32::to_bits);
    let mut expected: Vec<u32> = input
        .iter()
        .flat_map(|k| {
            let element = (k >> 1 & 1) + 10 * (k & 1);
            [700 + k % 3, (element as f32 + 0.5).to_bits()]
        })
        .collect();
    expected.extend([1, small[0], small[1], small[2]]);
    expected.extend(two((d * 2.0).to_bits()));
    expected.extend(two(q - 1));
    expected.extend([1.5f32.to_bits(), 0xfedc]);
    expected.extend([-0.25f32, 65504.0].map(f32::to_bits));
    expected.extend([-1i32, 32767, -32768].map(|x| x as u32));
    // Not written.
    expected.push(0xdead_beef);
    expected.extend(two(wide[1]));
    expected.extend(two(wide[0]));
    expected.extend([f[2], f[0], f[1]]);
    compute(name)
        .constants("b0", words)
        .constants("b1,space3", f)
        .raw("t0", input)
        .output("u0", expected)
}

fn static_samplers(name: &str) -> Case {
    let texels = [5.0f32, 3.0];
    let mirrored = |x: i32| texels[[0, 1, 1, 0][x.rem_euclid(4) as usize]];
    let expected: Vec<[Want; 4]> = (0..16)
        .map(|i| {
            let x = i - 8;
            [
                0.25 * mirrored(x - 1) + 0.75 * mirrored(x),
                texels[x.clamp(0, 1) as usize],
                texels[x.rem_euclid(2) as usize],
                if (0..2).contains(&x) {
                    texels[x as usize]
                } else {
                    1.0
                },
            ]
            .map(|value| near_abs(value * 8.0, 0.2))
        })
        .collect();
    compute(name)
        .texture(
            "t0",
            Texture::d2(Format::R32_SFLOAT, 2, 1).fill(|t| [texels[t.x as usize]]),
        )
        .output("u0", expected)
}

fn mixed_widths(name: &str) -> Case {
    let input = inputs::integers::<1>(64).concat();
    let mut items = Vec::new();
    for n in 0..16u32 {
        f16::from_f32(n as f32 / 2.0).append(&mut items);
        (0x8000 + n as u16).append(&mut items);
        (n * 0x0101_0101).append(&mut items);
        (u64::from(n) << 40 | 5).append(&mut items);
        (f64::from(n) * 1e10).append(&mut items);
    }
    let (mut bytes, mut expected) = (Vec::new(), Vec::new());
    for &k in &input {
        let first = 0x1111_2222_3333_4444u64.wrapping_mul(u64::from(k & 15));
        let first = first & !0xffff_0000 | u64::from(k & 0xffff) << 16;
        let word = (first as u32).wrapping_add(1);
        let second = u64::from(word) | first >> 48 << 32 | u64::from(word & 0xffff) << 48;
        first.append(&mut bytes);
        second.append(&mut bytes);
        let n = k & 15;
        let q = u64::from(n) << 40 | 5;
        first.wrapping_add(second).wrapping_add(q).append(&mut expected);
        (f64::from(n) * 1e10 + f64::from(n) / 2.0).append(&mut expected);
        (n * 0x0101_0101).append(&mut expected);
        (0x8000 + n).append(&mut expected);
    }
    compute(name)
        .raw("t1", input)
        .raw("t0", items)
        .output("u1", bytes)
        .output("u0", expected)
}

/// Layouts of offset buffers, for devices of several alignments.
fn offset_layouts() -> [(OffsetBuffers, &'static str); 3] {
    let plain = OffsetBuffers::default();
    [
        (plain, "offsets"),
        (
            OffsetBuffers {
                min_alignment: 64,
                typed: true,
                ..plain
            },
            "offsets, typed ones too",
        ),
        (
            OffsetBuffers {
                typed: true,
                untyped_offset: 20,
                typed_offset: 4,
                stride: 28,
                ..plain
            },
            "offsets in large records",
        ),
    ]
}

/// Words of item `item` of a buffer.
fn item(buffer: u32, item: u32) -> [u32; 3] {
    [0, 1, 2].map(|c| buffer * 10_000 + item * 10 + c)
}

fn items(buffer: u32, count: u32) -> Vec<[u32; 3]> {
    (0..count).map(|n| item(buffer, n)).collect()
}

/// Views of structures of 12 bytes, at multiples of 12 bytes.
fn offset_views(name: &str) -> Case {
    let input = inputs::below::<1>(64, 1024).concat();
    let at = |buffer: u32, index: u32| if index < 5 { item(buffer, index) } else { [0; 3] };
    let expected: Vec<[u32; 4]> = (0..)
        .zip(&input)
        .map(|(i, k)| {
            let (a, b) = (at(1 + (k & 3), k >> 2 & 15), at(9, i & 7));
            [a[0] + b[0], a[1] + b[1], a[2] + b[2], 5 * 64 + 6]
        })
        .collect();
    let mut case = compute(name)
        .raw("t0,space1", input.clone())
        .output("u0,space1", expected)
        .raw("t4", items(9, 5))
        .at_offset("t4", 60);
    for n in 0..4 {
        let (from, to) = (format!("t{n}"), format!("u{n}"));
        let before: Vec<[u32; 3]> = (0..6).map(|k| [100 + k, 0, k]).collect();
        let mut after = before.clone();
        for k in input.iter().filter(|&k| k >> 6 & 3 == n) {
            after[4][1] += 1;
            let z = &mut after[(k >> 8 & 3) as usize][2];
            *z = k.max(z).to_owned();
            after[5][0] = n;
        }
        case = case
            .raw(&from, items(1 + n, 5))
            .at_offset(&from, 12 * (n + 1))
            .raw(&to, before)
            .at_offset(&to, 12 * (5 - n) + 24)
            .expect(&to, after);
    }
    case
}

/// Some of the views are null.
fn offset_null() -> Case {
    let input = inputs::below::<1>(64, 1024).concat();
    let expected = (0..64u32).map(|i| {
        let b = if i & 7 < 5 { item(9, i & 7) } else { [0; 3] };
        [b[0], b[1], b[2], 0]
    });
    let mut case = compute("binding/offset_views")
        .raw("t0,space1", input)
        .output("u0,space1", expected.collect::<Vec<_>>())
        .raw("t4", items(9, 5))
        .at_offset("t4", 12);
    for n in 0..4 {
        case = case.null(&format!("t{n}")).null(&format!("u{n}"));
    }
    case.options(|options| options.binding.offset_buffers = Some(OffsetBuffers::default()))
}

fn offset_typed(name: &str) -> Case {
    let input = inputs::below::<1>(64, 1024).concat();
    let element = |buffer: u32, index: u32| if index < 7 { buffer * 20 + index + 1 } else { 0 };
    let expected: Vec<[u32; 2]> = (0..)
        .zip(&input)
        .map(|(i, k)| {
            let sum = element(k & 3, k >> 2 & 15) + element(2, i & 7);
            [sum, 7 * 64 + 7]
        })
        .collect();
    let mut case = compute(name)
        .raw("t0,space1", input.clone())
        .output("u0,space1", expected);
    for n in 0..4u32 {
        let (from, to) = (format!("t{n}"), format!("u{n}"));
        let values = (0..7).map(|index| element(n, index));
        case = match n {
            0 => case.typed(
                &from,
                Format::R16_UINT,
                values.map(|x| x as u16).collect::<Vec<_>>(),
            ),
            1 => case.typed(
                &from,
                Format::R8_UINT,
                values.map(|x| x as u8).collect::<Vec<_>>(),
            ),
            _ => case.typed(&from, Format::R32_UINT, values.collect::<Vec<_>>()),
        };
        case = case.at_offset(&from, [6, 5, 12, 20][n as usize]);
        let mut counts = [0u32; 7];
        for k in input.iter().filter(|&k| k & 3 == n) {
            let at = k >> 6 & 15;
            if at < 6 {
                counts[at as usize] += 1;
            }
        }
        if n == 1 {
            counts[6] = 77;
        }
        case = case
            .typed(&to, Format::R32_UINT, [0u32; 7])
            .at_offset(&to, 12 + 4 * n)
            .expect(&to, counts);
    }
    case
}

/// Root descriptors that are aligned to 4 bytes only, which the shader is told.
fn unaligned() -> Case {
    binding::root_descriptors("binding/root_descriptors")
        .at_offset("b0", 8)
        .at_offset("t0", 12)
        .at_offset("t1", 20)
        .at_offset("u0", 4)
        .options(|options| options.binding.max_alignment = 4)
        .reflected(|reflection| {
            let resources = reflection.resources.iter();
            let wrong = resources
                .map(|r| r.alignment_assumed)
                .find(|a| a.is_none_or(|a| a > 4));
            wrong.map_or(Ok(()), |a| Err(format!("an alignment of {a:?} is assumed")))
        })
}

/// Root descriptors hold the first elements of arrays without an end.
fn root_array() -> Case {
    let input = [7u32, 1, 0, 0xffff_ffff, 9, 10, 11, 12];
    let mut want = input.map(|x| x.wrapping_mul(3).wrapping_add(1));
    want[0] += 5;
    compute("binding/root_array")
        .root_signature_text("SRV(t1), UAV(u3, space=2)")
        .raw("t1", input)
        .output("u3,space2", want)
}

/// Two of the resources elsewhere than the root signature has them.
fn tables_by_map() -> Case {
    let map = r#"{"resources": [
        {"class": "srv", "space": 1, "register": 2, "count": 4,
         "vulkan": {"strategy": "descriptor", "set": 4, "binding": 9, "descriptor_type": "storage_buffer", "element": 3}},
        {"class": "uav", "register": 1, "stage": "compute",
         "vulkan": {"strategy": "descriptor", "set": 3, "binding": 2, "descriptor_type": "storage_buffer"}},
        {"class": "uav", "register": 0, "stage": "pixel",
         "vulkan": {"strategy": "descriptor", "set": 3, "binding": 2, "descriptor_type": "storage_buffer"}}
    ]}"#;
    with_map(binding::tables("binding/tables"), BindingMap::from_json(map)).reflected(|reflection| {
        let found = reflection
            .descriptor_sets
            .iter()
            .any(|set| set.set == 4 && set.bindings.iter().any(|b| (b.binding, b.count) == (9, Some(7))));
        if found {
            Ok(())
        } else {
            Err(format!("{:?}", reflection.descriptor_sets))
        }
    })
}

/// A map for all resources, without a root signature.
fn unbounded_tables_by_map() -> Case {
    let map = r#"{"strict": true, "resources": [
        {"class": "srv", "space": 1, "register": 0, "count": null,
         "vulkan": {"strategy": "heap", "set": 1, "binding": 2, "descriptor_type": "storage_buffer",
                    "table": {"offset": 16}, "offset": 5}},
        {"class": "srv", "space": 2, "register": 0, "count": null,
         "vulkan": {"strategy": "heap", "set": 0, "binding": 1, "descriptor_type": "sampled_image",
                    "table": {"storage": "push_constants", "offset": 8}}},
        {"class": "cbv", "register": 0, "vulkan": {"strategy": "root_constants", "place": {"offset": 24}, "size": 4}},
        {"class": "uav", "register": 0, "vulkan": {"strategy": "address", "place": {"offset": 0}, "alignment": 4}}
    ]}"#;
    let case = binding::unbounded_tables("binding/unbounded_tables").no_root_signature();
    with_map(case, BindingMap::from_json(map))
}

/// A full-screen draw whose textures are input attachments of these numbers, which follow the target's.
fn attached(pixel: &str, numbers: &[Option<u32>]) -> Case {
    let entry = |(register, &index): (u32, &Option<u32>)| BindingMapEntry {
        class: ResourceClass::Srv,
        space: 0,
        register,
        count: Some(1),
        stage: None,
        vulkan: ResourceBinding::InputAttachment {
            set: 2,
            binding: register + 3,
            index,
        },
        counter: None,
    };
    let map = (0..).zip(numbers).map(entry).collect();
    draw("vertex/fullscreen_triangle", pixel)
        .no_root_signature()
        .target(Format::R32G32B32A32_SFLOAT)
        .options(|options| options.binding.map.resources = map)
}

/// Floats, signed integers, and depth, which has no number.
fn attachments() -> Case {
    let colour = |x: u32, y: u32| [x as f32 + 0.5, y as f32 - 3.25, 7.0, (x * y) as f32];
    let number = |x: u32, y: u32| [x as i32 - 8, y as i32 - x as i32, -4 - y as i32, 5];
    let depth = |x: u32, y: u32| (x + 16 * y) as f32 / 256.0;
    let size = [16, 16];
    attached("binding/attachments.one", &[Some(1), Some(2), None])
        .texture(
            "t0",
            Texture::d2(Format::R32G32B32A32_SFLOAT, size[0], size[1]).fill(|t| colour(t.x, t.y)),
        )
        .texture(
            "t1",
            Texture::d2(Format::R32G32B32A32_SINT, size[0], size[1]).fill(|t| number(t.x, t.y)),
        )
        .texture(
            "t2",
            Texture::d2(Format::D32_SFLOAT, size[0], size[1]).fill(|t| [depth(t.x, t.y)]),
        )
        .pixels(move |x, y| {
            let ([r, g, _, a], [i, j, k, _]) = (colour(x, y), number(x, y));
            let last = if j > 0 { a } else { 9.0 };
            [r, g + i as f32, k as f32 * depth(x, y), last]
        })
}

/// Samples that differ.
fn attachments_several() -> Case {
    let colour = |x: u32, y: u32, sample: u32| {
        let n = (x + 16 * y + 256 * sample) as f32;
        [n, -n, n + 0.5, n * 2.0]
    };
    let texture = Texture::d2(Format::R32G32B32A32_SFLOAT, 16, 16).samples(4);
    attached("binding/attachments.several", &[Some(1)])
        .samples(4)
        .texture("t0", texture.fill(|t| colour(t.x, t.y, t.sample)))
        .pixels(move |x, y| {
            let [first, last, own] = [0, 3, x & 3].map(|sample| colour(x, y, sample));
            std::array::from_fn::<f32, 4, _>(|c| first[c] + 2.0 * last[c] + 4.0 * own[c])
        })
}

/// Bound by what the reflection of an earlier translation says.
fn by_own_reflection(case: Case, name: &str) -> Case {
    let earlier = shaders::translate(name, &Signature::Embedded, &Options::default());
    let entry = |r: &dxil2spirv::reflection::ResourceReflection| BindingMapEntry {
        class: r.class,
        space: r.space,
        register: r.register,
        count: r.count,
        stage: None,
        vulkan: r.vulkan.clone(),
        counter: r.counter.clone(),
    };
    let map = earlier.map(|earlier| BindingMap {
        resources: earlier.reflection.resources.iter().map(entry).collect(),
        strict: true,
        ..BindingMap::default()
    });
    with_map(case.no_root_signature(), map)
}

/// # Panics
/// When there is no map.
fn with_map<E: std::fmt::Debug>(case: Case, map: Result<BindingMap, E>) -> Case {
    let map = map.expect("the map can be read");
    case.options(|options| options.binding.map = map)
}
