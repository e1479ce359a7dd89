//! Instrumentation: each kind finds what is wrong, and says nothing where nothing is.

use super::draws::close;
use super::{bounds, heap, inputs, tracing};
use crate::case::{Case, Element, List, Texture, Want, any, compute, draw, near_abs, one_of, pipeline};
use crate::shaders;
use ash::vk::Format;
use dxil2spirv::container::fnv1_64;
use dxil2spirv::options::{AccelerationStructurePolicy, HeapSizePolicy, Preset};
use dxil2spirv::reflection::{BindingRole, InstrumentationKind};
use dxil2spirv::vulkan::Assumption;

const OUT: &str = "u0,space1";
const RGBA32F: Format = Format::R32G32B32A32_SFLOAT;

/// The number of the work, which the caller counts.
const WORK: u32 = 77;

/// Registers the cases.
pub fn register(list: &mut List) {
    use InstrumentationKind as K;
    for (wrong, what) in [(false, "clean"), (true, "found")] {
        for kind in [K::NonFinite, K::NonFiniteWrites] {
            // What is made up for is written by nobody.
            for (shader, seen) in [
                ("instrumentation/values", kind == K::NonFinite),
                ("instrumentation/values.written", true),
                ("instrumentation/values.typed", true),
                ("instrumentation/values.half", true),
                ("instrumentation/values.double", true),
            ] {
                list.add(&format!("{shader} ({}, {what})", kind.name()), move || {
                    let report = (wrong && seen).then_some(any());
                    with(values(shader, wrong), kind, shader, report)
                });
            }
            list.add(
                &format!("instrumentation/pixel ({}, {what})", kind.name()),
                move || {
                    let report = wrong.then_some(any());
                    with(pixel(wrong), kind, "instrumentation/pixel", report)
                },
            );
        }
        list.add(
            &format!("instrumentation/rows (assumptions, {what})"),
            move || {
                let report = wrong.then(|| (Assumption::RootRow as u32).want());
                with(rows(wrong), K::Assumptions, "instrumentation/rows", report)
            },
        );
    }
    for (wrong, what) in [(false, "clean"), (true, "found")] {
        list.add(&format!("heap/table_indices (assumptions, {what})"), move || {
            let (case, [resources, samplers]) = heap::table_of(if wrong { 16 } else { 22 });
            let case = case
                .heap_size(resources, samplers)
                .options(|options| options.binding.heap_size = Some(HeapSizePolicy::Buffer));
            let report = wrong.then(|| {
                one_of([Assumption::ResourceInHeap, Assumption::SamplerInHeap].map(|rule| rule as u32))
            });
            with(case, K::Assumptions, "heap/table_indices", report)
        });
    }
    // Behind 4 GiB.
    for (shader, case, rule) in [
        (
            "buffers/raw_bounds",
            bounds::far_components as fn() -> Case,
            Assumption::RawOffset,
        ),
        (
            "buffers/structured_far",
            || bounds::far_elements_of_device(false),
            Assumption::StructuredOffset,
        ),
    ] {
        list.add(&format!("{shader} (assumptions, found)"), move || {
            with(case(), K::Assumptions, shader, Some((rule as u32).want()))
        });
    }
    for fault in ["", ".load", ".store", ".count", ".atomic"] {
        let shader = format!("instrumentation/races{fault}");
        list.add(&shader.clone(), move || races(&shader));
    }
    for (shader, preset) in [
        ("instrumentation/heap_races", Preset::Bindless),
        ("instrumentation/heap_races.found", Preset::Mutable),
    ] {
        list.add(shader, move || {
            heap_races(shader).options(|options| {
                options.binding.preset = preset;
                options.binding.acceleration_structures = AccelerationStructurePolicy::Address {
                    stride: 32,
                    offset: 0,
                };
            })
        });
    }
    // Of mesh shaders that break the rule the snapshot shows what is looked at: lavapipe (25.0.7) does not survive them.
    list.add("workarounds/mesh_counts (assumptions)", || {
        with(mesh_counts(), K::Assumptions, "workarounds/mesh_counts", None)
    });
    // Rays trace others, and no stage has quads.
    list.add("tracing/recursion (assumptions)", || {
        let shader = "tracing/recursion";
        with(tracing::recursion(shader), K::Assumptions, shader, None)
    });
    for shader in [
        "instrumentation/values",
        "instrumentation/values.written",
        "instrumentation/values.half",
    ] {
        list.add(&format!("{shader} (flush_nan)"), move || flushed(shader));
    }
    for shader in ["instrumentation/assumptions", "instrumentation/assumptions.od"] {
        for mode in 0..6 {
            list.add(&format!("{shader} (breaks {mode})"), move || {
                let rules = [
                    Assumption::LocalIndex,
                    Assumption::GroupsharedIndex,
                    Assumption::ConstantIndex,
                    Assumption::UniformIndex,
                    Assumption::WholeQuad,
                ];
                let broken = (mode as usize).checked_sub(1).and_then(|rule| rules.get(rule));
                let report = broken.map(|&rule| (rule as u32).want());
                with(assumptions(shader, mode), K::Assumptions, shader, report)
            });
        }
    }
}

/// The case with instrumentation, of which the last stage but show's, `shader`, reports this value, or nothing. There is room
/// for one report.
fn with(case: Case, kind: InstrumentationKind, shader: &str, report: Option<Want>) -> Case {
    let hash = fnv1_64(&shaders::read(shader).unwrap_or_else(|error| panic!("{error}")));
    let case = case.options(|options| options.binding.instrumentation = Some(kind));
    let (control, payload) = match report {
        Some(value) => (
            [0x1_0001u32, 0, WORK, 0],
            [(hash as u32).want(), ((hash >> 32) as u32).want(), any(), value],
        ),
        None => ([0, 0, WORK, 0], [0xaaaa_aaaau32; 4].map(Element::want)),
    };
    case.side(BindingRole::InstrumentationControl, [0u32, 0, WORK, 0])
        .side(BindingRole::InstrumentationPayload, [0xaaaa_aaaau32; 4])
        .expect_side(BindingRole::InstrumentationControl, control)
        .expect_side(BindingRole::InstrumentationPayload, payload.to_vec())
}

/// All but the first of these shaders have a fault.
fn races(shader: &str) -> Case {
    let found = shader != "instrumentation/races";
    let words: Vec<Want> = match found {
        true => vec![any(); 65],
        false => (0..64)
            .map(|i| 3 * i + 6)
            .chain([7u32])
            .map(Element::want)
            .collect(),
    };
    let case = compute(shader)
        .raw("u0", [7u32; 65])
        .expect("u0", words)
        .raw("u1", [0u32])
        .expect("u1", [64u32]);
    synchronized(case, shader, found)
}

fn heap_races(shader: &str) -> Case {
    let found = shader.ends_with("found");
    let input: Vec<u32> = (0..64).map(|i| i * 3 + 5).collect();
    let words: Vec<Want> = match found {
        true => vec![any(); 64],
        false => input.iter().map(|word| word.want()).collect(),
    };
    let after: Vec<u32> = if found { (0..64).collect() } else { input.clone() };
    let case = compute(shader)
        .typed("u0,heap", Format::R32_UINT, input)
        .expect("u0,heap", after)
        .raw("u1,heap", [7u32; 64])
        .expect("u1,heap", words);
    synchronized(case, shader, found)
}

/// The case with a filter of 32,768 entries, behind four words for reports, of which there is room for one.
fn synchronized(case: Case, shader: &str, found: bool) -> Case {
    const HEAD: usize = 4;
    const FILTER: usize = 2 * 32_768;
    let hash = fnv1_64(&shaders::read(shader).unwrap_or_else(|error| panic!("{error}")));
    let mut before = vec![0u32; HEAD + FILTER];
    before.extend([WORK, 1]);
    let mut control: Vec<Want> = vec![0u32.want(); HEAD];
    control.extend(vec![any(); FILTER]);
    control.extend([WORK.want(), any()]);
    let mut payload = [0xaaaa_aaaau32; 4].map(Element::want);
    if found {
        control[0] = 0x1_0001u32.want();
        payload = [
            (hash as u32).want(),
            ((hash >> 32) as u32).want(),
            any(),
            WORK.want(),
        ];
    }
    case.options(|options| options.binding.instrumentation = Some(InstrumentationKind::Synchronization))
        .side(BindingRole::InstrumentationControl, before)
        .side(BindingRole::InstrumentationPayload, [0xaaaa_aaaau32; 4])
        .expect_side(BindingRole::InstrumentationControl, control)
        .expect_side(BindingRole::InstrumentationPayload, payload.to_vec())
}

/// Square roots, of negative numbers too where `wrong`; of doubles, quotients.
fn values(shader: &str, wrong: bool) -> Case {
    let mut input: Vec<f32> = inputs::range::<1>(64, 0.5, 100.0).iter().map(|&[x]| x).collect();
    if wrong {
        (input[5], input[44]) = match shader.ends_with("double") {
            true => (0.0, 0.0),
            false => (-2.0, -7.0),
        };
    }
    let odd = |x: f32| x <= 0.0;
    let case = compute(shader);
    if shader.ends_with("half") {
        return case.raw("t0", input).output(OUT, vec![any(); 32]);
    }
    let double = shader.ends_with("double");
    let expected: Vec<Want> = input
        .iter()
        .flat_map(|&x| match (shader, double) {
            (_, true) => vec![any(), any()],
            ("instrumentation/values", _) if odd(x) => vec![5.0f32.want()],
            _ if odd(x) => vec![any()],
            _ => vec![near_abs(x.sqrt(), f64::from(x.sqrt()) * 1e-6)],
        })
        .collect();
    let case = case.raw("t0", input);
    match shader.ends_with("typed") {
        true => case.typed_output(OUT, Format::R32_SFLOAT, expected),
        false => case.output(OUT, expected),
    }
}

/// NaN in the place of which is 0.
fn flushed(shader: &str) -> Case {
    let input: Vec<f32> = inputs::range::<1>(64, 0.5, 100.0)
        .iter()
        .zip(0..)
        .map(|(&[x], i)| if i % 5 == 3 { -x } else { x })
        .collect();
    let half = shader.ends_with("half");
    let expected: Vec<Want> = input
        .iter()
        .map(|&x| match (x < 0.0, half) {
            (true, true) => 0u16.want(),
            (true, false) => 0.0f32.want(),
            (false, true) => Want::Any { bytes: 2 },
            (false, false) => near_abs(x.sqrt(), f64::from(x.sqrt()) * 1e-6),
        })
        .collect();
    compute(shader)
        .raw("t0", input)
        .output(OUT, expected)
        .options(|options| options.binding.instrumentation = Some(InstrumentationKind::FlushNan))
}

fn pixel(wrong: bool) -> Case {
    let first = if wrong { 8.0f32 } else { 0.25 };
    draw("vertex/fullscreen_triangle", "instrumentation/pixel")
        .cbuffer("b0,space2", [first, 0.0, 0.0, 0.0])
        .target(RGBA32F)
        .some_pixels(move |x, _| {
            let above = x as f32 + 0.5 - first;
            (above > 0.0).then(|| close([above.sqrt(), 1.0, 2.0, 3.0]))
        })
}

fn rows(wrong: bool) -> Case {
    let constants: Vec<[u32; 4]> = (0..64).map(|row| [1000 + row, 0, 0, 0]).collect();
    let mut asked: Vec<u32> = inputs::below::<1>(64, 64).iter().map(|&[row]| row).collect();
    let mut expected: Vec<Want> = asked.iter().map(|&row| (1000 + row).want()).collect();
    if wrong {
        (asked[9], expected[9]) = (4096, 0u32.want());
    }
    compute("instrumentation/rows")
        .cbuffer("b0", constants)
        .raw("t0", asked)
        .output("u0", expected)
}

/// Counts that are as declared.
fn mesh_counts() -> Case {
    pipeline(&["workarounds/mesh_counts", "mesh/show"])
        .with_draw(|draw| draw.groups = [4, 1, 1])
        .cbuffer("b0,space2", [3u32, 3, 3, 3, 1, 1, 1, 1])
        .target(RGBA32F)
        .some_pixels(|x, y| (x == 0 && y < 8).then(|| close([0.0, 1.0, 2.0, 3.0])))
        .target(Format::R32G32_UINT)
        .some_pixels(|_, _| None::<[u32; 2]>)
}

fn assumptions(shader: &str, mode: u32) -> Case {
    let words: Vec<u32> = (0..64).map(|i| (i % 4 + i / 4) % 4).collect();
    let locals = &words[16..20];
    let table = [3, 1, 4, 1, 5];
    let expected: Vec<Want> = words
        .iter()
        .flat_map(|&w| match mode {
            0 => {
                let sum = locals[w as usize] + w + table[w as usize] + 6;
                // Quads are rows of the threads, whose words go up by one and around.
                [sum.want(), any()]
            }
            _ => [any(), any()],
        })
        .collect();
    let mut case = compute(shader)
        .raw("t0", words)
        .cbuffer("b0,space2", [mode, 0, 0, 0]);
    for k in 4..8u32 {
        let texture = Texture::d2(Format::R32_SFLOAT, 1, 1).fill(|_| [k as f32]);
        case = case.texture(&format!("t{k}"), texture);
    }
    case.output(OUT, expected)
}
