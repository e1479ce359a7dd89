//! Descriptor QA: the faults that it finds, where and how often, and that it changes nothing else; all of it under the
//! presets `bindless` and `mutable`.

use super::binding;
use crate::case::{
    Case, List, QA_COOKIE, QA_TIMESTAMP, Resource, Source, Texture, Want, any, compute, draw, one_of,
    table_start,
};
use crate::shaders;
use ash::vk::{CompareOp, Format};
use dxil2spirv::container::fnv1_64;
use dxil2spirv::options::{ConstantBufferPolicy, CounterPolicy, OffsetBuffers, Preset, UntypedBufferPolicy};
use dxil2spirv::reflection::{BindingRole, DescriptorType};

/// Registers the cases.
pub fn register(list: &mut List) {
    for preset in [Preset::Bindless, Preset::Mutable] {
        let mut cases = List::default();
        kinds(&mut cases);
        lanes(&mut cases);
        tables(&mut cases);
        paths(&mut cases);
        early(&mut cases);
        // Healthy accesses of all kinds.
        let mut healthy = List::default();
        binding::register(&mut healthy);
        for (name, case) in healthy.into_cases() {
            cases.add(&name, move || clean(case()));
        }
        let mut healthy = List::default();
        binding::register(&mut healthy);
        for (name, case) in healthy.into_cases() {
            // Offsets are for heaps.
            if name.ends_with("without root signature") {
                continue;
            }
            cases.add(&format!("{name} by policies"), move || by_policies(clean(case())));
        }
        for (name, case) in cases.into_cases() {
            list.add(&format!("{name} (qa, {preset:?})"), move || {
                case().options(|options| {
                    options.binding.preset = preset;
                    options.binding.descriptor_qa = true;
                })
            });
        }
    }
}

/// The number that the harness gives the heap.
const HEAP: u32 = 7;

/// What is reported of the first fault; `None` for what may be anything.
#[derive(Clone, Copy, Debug, Default)]
struct Report {
    index: Option<u32>,
    cookie: u32,
    faults: u32,
    site: Option<u32>,
    wanted: u32,
    actual: u32,
    fault: u32,
}

/// Other descriptors than usual, views at offsets, counters at addresses.
fn by_policies(case: Case) -> Case {
    case.options(|options| {
        let binding = &mut options.binding;
        binding.constant_buffers = ConstantBufferPolicy::StorageBuffer;
        binding.srv_buffers = UntypedBufferPolicy::TexelBuffer;
        binding.uav_buffers = UntypedBufferPolicy::TexelBuffer;
        binding.uav_counters = CounterPolicy::Address {
            stride: 16,
            offset: 8,
            through_uniform: false,
        };
        binding.offset_buffers = Some(OffsetBuffers {
            typed: true,
            ..OffsetBuffers::default()
        });
    })
}

/// Expects no report.
fn clean(case: Case) -> Case {
    let mut words = vec![0; 10];
    words.push(QA_TIMESTAMP + 1);
    case.expect_side(BindingRole::DescriptorQaReport, words)
}

/// Expects `report`.
fn reported(case: Case, report: Report) -> Case {
    let known = |value: Option<u32>| value.map_or(any(), |value| one_of([value]));
    let [low, high] = hash(&case);
    let wants: Vec<Want> = vec![
        one_of([low]),
        one_of([high]),
        known(report.index),
        one_of([HEAP]),
        one_of([report.cookie]),
        one_of([report.faults]),
        known(report.site),
        one_of([report.wanted]),
        one_of([report.actual]),
        one_of([report.fault]),
        // The shader does not touch the time.
        one_of([QA_TIMESTAMP + 1]),
    ];
    case.expect_side(BindingRole::DescriptorQaReport, wants)
}

/// The hash of the last stage.
fn hash(case: &Case) -> [u32; 2] {
    let Some(Source::Dxil(name)) = case.sources.last() else {
        panic!("the case has no committed shader")
    };
    let hash = fnv1_64(&shaders::read(name).unwrap_or_else(|error| panic!("{error}")));
    [hash as u32, (hash >> 32) as u32]
}

// ----- Every kind of descriptor -----

/// A kind of resource of `qa/kinds`, in the order of its root constants.
struct Kind {
    name: &'static str,
    letter: char,
    descriptor_type: DescriptorType,
    /// The bits of its descriptor, and those of them that the first check looks for.
    mask: u32,
    wanted: u32,
    /// The two words that it holds.
    words: [u32; 2],
    /// What the shader writes to the second.
    written: Option<u32>,
}

const fn kind(
    name: &'static str,
    letter: char,
    descriptor_type: DescriptorType,
    mask: u32,
    words: [u32; 2],
    written: Option<u32>,
) -> Kind {
    Kind {
        name,
        letter,
        descriptor_type,
        mask,
        wanted: mask & 0xff,
        words,
        written,
    }
}

const KINDS: [Kind; 7] = [
    kind(
        "raw buffer",
        't',
        DescriptorType::StorageBuffer,
        8,
        [10, 11],
        None,
    ),
    kind(
        "typed buffer",
        't',
        DescriptorType::UniformTexelBuffer,
        0x10,
        [20, 21],
        None,
    ),
    kind("texture", 't', DescriptorType::SampledImage, 1, [30, 31], None),
    kind(
        "constant buffer",
        'b',
        DescriptorType::UniformBuffer,
        4,
        [40, 41],
        None,
    ),
    kind(
        "UAV with counter",
        'u',
        DescriptorType::StorageBuffer,
        0x108,
        [50, 51],
        Some(77),
    ),
    kind(
        "typed UAV",
        'u',
        DescriptorType::StorageTexelBuffer,
        0x20,
        [60, 61],
        Some(78),
    ),
    kind(
        "texture UAV",
        'u',
        DescriptorType::StorageImage,
        2,
        [70, 71],
        Some(79),
    ),
];
/// Where the first of them is in the heap; the others follow, and end it.
const FIRST: u32 = 5;
const END: u32 = FIRST + KINDS.len() as u32;
/// The counter of the UAV.
const COUNTER: u32 = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    Beyond,
    WrongType,
    Destroyed,
    TooNew,
    AllInOne,
}

impl Kind {
    fn register(&self, index: u32) -> String {
        format!("{}{index},heap", self.letter)
    }

    /// Puts one at `index` of the heap and expects it to hold what it does, with what the shader writes if it gets
    /// to it; and its counter what it does if the shader gets to that.
    fn bind(&self, case: Case, index: u32, words: [u32; 2], reached: bool, counted: bool) -> Case {
        let register = self.register(index);
        let texture = || Texture::d2(Format::R32_UINT, 2, 1).data(words);
        let case = match self.mask {
            0x10 | 0x20 => case.typed(&register, Format::R32_UINT, words),
            1 | 2 => case.texture(&register, texture()),
            0x108 => case.counted(&register, words, COUNTER),
            _ => case.raw(&register, words),
        };
        let Some(written) = self.written else { return case };
        let case = case.expect(&register, [words[0], if reached { written } else { words[1] }]);
        if self.mask == 0x108 {
            return case.expect_counter(&register, COUNTER + u32::from(counted));
        }
        case
    }
}

/// `qa/kinds`, where the kind of number `lost` is not reached and the shader looks for it at `index`.
fn all_kinds(lost: Option<(usize, u32)>) -> Case {
    kinds_with(lost, true)
}

fn kinds_with(lost: Option<(usize, u32)>, counter: bool) -> Case {
    let mut case = compute("qa/kinds").heap_size(END, 1);
    let mut indices = Vec::new();
    let mut out = Vec::new();
    for (number, kind) in KINDS.iter().enumerate() {
        let place = FIRST + number as u32;
        let reached = lost.is_none_or(|(lost, _)| lost != number);
        case = kind.bind(case, place, kind.words, reached, reached && counter);
        indices.push(match lost {
            Some((_, index)) if !reached => index,
            _ => place,
        });
        if kind.mask == 0x108 {
            out.push(if reached && counter { COUNTER } else { 0 });
        }
        out.push(if reached { kind.words[1] } else { 0 });
    }
    case.constants("b0", indices).output("u0", out)
}

fn broken(number: usize, fault: Fault) -> Case {
    broken_kind(number, fault, &KINDS[number])
}

/// `qa/kinds` with a fault in the kind of number `number`, which is `kind` in Vulkan.
fn broken_kind(number: usize, fault: Fault, kind: &Kind) -> Case {
    let place = FIRST + number as u32;
    let register = kind.register(place);
    let mut report = Report {
        index: Some(place),
        cookie: QA_COOKIE + place,
        // The counter's check fails with the UAV's.
        faults: 1 + u32::from(kind.mask & 0x100 != 0),
        // In the order of the shader.
        site: Some(1 + number as u32),
        wanted: kind.wanted,
        actual: kind.mask,
        fault: 0,
    };
    let case = match fault {
        Fault::Beyond => {
            let index = END + 3;
            (report.index, report.fault) = (Some(index), 1);
            // Nothing is looked at there.
            (report.cookie, report.actual) = (0, 0);
            // If it were reached, it would show.
            kind.bind(all_kinds(Some((number, index))), index, [90, 91], false, false)
        }
        Fault::WrongType => {
            let other = (number + 1) % KINDS.len();
            let index = FIRST + other as u32;
            (report.index, report.fault) = (Some(index), 2);
            (report.cookie, report.actual) = (QA_COOKIE + index, KINDS[other].mask);
            all_kinds(Some((number, index)))
        }
        Fault::Destroyed => {
            report.fault = 4;
            all_kinds(Some((number, place))).heap_info(&register, |info| info.destroyed = true)
        }
        Fault::TooNew => {
            report.fault = 8;
            all_kinds(Some((number, place)))
                .heap_info(&register, |info| info.timestamp = Some(QA_TIMESTAMP + 2))
        }
        Fault::AllInOne => {
            (report.fault, report.actual) = (14, 0x80);
            all_kinds(Some((number, place))).heap_info(&register, |info| {
                info.mask = Some(0x80);
                info.timestamp = Some(u32::MAX);
                info.destroyed = true;
            })
        }
    };
    reported(case.null_type(kind.descriptor_type), report)
}

fn kinds(list: &mut List) {
    list.add("qa/kinds", || clean(all_kinds(None)));
    use Fault::*;
    for (number, kind) in KINDS.iter().enumerate() {
        for fault in [Beyond, WrongType, Destroyed, TooNew, AllInOne] {
            let name = format!("qa/kinds {} {fault:?}", kind.name);
            list.add(&name, move || broken(number, fault));
        }
    }
    list.add("qa/kinds by policies", || by_policies(clean(all_kinds(None))));
    // What is wanted is what the access became.
    for (number, descriptor_type, mask) in [
        (0, DescriptorType::UniformTexelBuffer, 0x10),
        (3, DescriptorType::StorageBuffer, 8),
        (4, DescriptorType::StorageTexelBuffer, 0x120),
    ] {
        list.add(
            &format!("qa/kinds {} by policies", KINDS[number].name),
            move || {
                let kind = Kind {
                    descriptor_type,
                    mask,
                    wanted: mask & 0xff,
                    ..KINDS[number]
                };
                by_policies(broken_kind(number, Fault::Destroyed, &kind))
            },
        );
    }
    list.add("qa/kinds without a counter", || {
        let register = KINDS[4].register(FIRST + 4);
        let case = kinds_with(None, false).heap_info(&register, |info| info.mask = Some(8));
        let report = Report {
            index: Some(FIRST + 4),
            cookie: QA_COOKIE + FIRST + 4,
            faults: 1,
            site: None,
            wanted: 0x100,
            actual: 8,
            fault: 2,
        };
        reported(case, report)
    });
}

// ----- Many invocations -----

/// Each of `count` lanes reads the buffer at index `indices(lane)` of the heap, one of 16.
fn of_lanes(count: u32, indices: impl Fn(u32) -> u32, lost: impl Fn(u32) -> bool) -> Case {
    let indices: Vec<u32> = (0..count).map(indices).collect();
    let out = indices.iter().map(|&k| if lost(k) { 0 } else { 100 + k });
    let mut case = compute("qa/lanes")
        .groups(count / 64, 1, 1)
        .heap_size(16, 1)
        .output("u0", out.collect::<Vec<u32>>())
        .raw("t0", indices);
    // The one behind the last stays a null descriptor.
    for index in (0..20u32).filter(|&index| index != 16) {
        case = case.raw(&format!("t{index},heap"), [100 + index]);
    }
    case
}

fn lanes(list: &mut List) {
    list.add("qa/lanes", || clean(of_lanes(64, |i| i % 16, |_| false)));
    list.add("qa/lanes one in sixteen", || {
        let case = of_lanes(64, |i| i % 16, |k| k == 5).heap_info("t5,heap", |info| info.destroyed = true);
        let report = Report {
            index: Some(5),
            cookie: QA_COOKIE + 5,
            faults: 4,
            site: Some(1),
            wanted: 8,
            actual: 8,
            fault: 4,
        };
        reported(case, report)
    });
    list.add("qa/lanes all at fault", || {
        let case = of_lanes(256, |_| 9, |_| true).heap_info("t9,heap", |info| info.mask = Some(0x33));
        let report = Report {
            index: Some(9),
            cookie: QA_COOKIE + 9,
            faults: 256,
            site: Some(1),
            wanted: 8,
            actual: 0x33,
            fault: 2,
        };
        reported(case, report)
    });
    list.add("qa/lanes at the end of the heap", || {
        const BEYOND: [u32; 5] = [16, 17, 19, 0x8000_0000, u32::MAX];
        let index = |i: u32| {
            if i % 8 == 3 {
                BEYOND[i as usize / 8 % 5]
            } else {
                15
            }
        };
        let case = of_lanes(64, index, |k| k > 15);
        let [low, high] = hash(&case);
        let wants = vec![
            one_of([low]),
            one_of([high]),
            one_of(BEYOND),
            one_of([HEAP]),
            one_of([0u32]),
            one_of([8u32]),
            one_of([1u32]),
            one_of([8u32]),
            one_of([0u32]),
            one_of([1u32]),
        ];
        case.expect_side(BindingRole::DescriptorQaReport, wants)
    });
    // A report that nobody has taken yet stays as it is.
    list.add("qa/lanes after another fault", || {
        let mut report: Vec<u32> = (1..=5).collect();
        report.extend([3, 6, 7, 8, 2, QA_TIMESTAMP + 1]);
        report.resize(11 + 16, u32::MAX);
        let mut wanted = report.clone();
        wanted[5] += 4;
        of_lanes(64, |i| i % 16, |k| k == 5)
            .heap_info("t5,heap", |info| info.mask = Some(0))
            .side(BindingRole::DescriptorQaReport, report)
            .expect_side(BindingRole::DescriptorQaReport, wanted)
    });
}

// ----- Tables -----

/// Where the table of these cases starts in the heap.
fn table() -> u32 {
    table_start(0)
}

/// `qa/tables`: lanes read one of six buffers, of which `lost` is not reached, add `b`, and `appended` of them append.
fn of_tables(lost: Option<u32>, b: u32, few: u32) -> Case {
    let indices: Vec<u32> = (0..64).map(|i| i % 6).collect();
    let word = |k: u32, i: u32| k * 1000 + i;
    let out = (0..64u32).map(|i| {
        if lost == Some(i % 6) {
            b
        } else {
            word(i % 6, i) + b
        }
    });
    let mut case = compute("qa/tables")
        .raw("t0", indices)
        .constants("b0", [few])
        .cbuffer("b1", [8u32, 9])
        .output("u0", out.collect::<Vec<u32>>());
    for k in 0..6 {
        let words: Vec<u32> = (0..64).map(|i| word(k, i)).collect();
        case = case.raw(&format!("t{},space1", 2 + k), words);
    }
    case
}

/// The append buffer of `few` elements, in any order.
fn appended(case: Case, few: u32) -> Case {
    let wants: Vec<Want> = (0..few).map(|_| one_of(0..few)).collect();
    case.counted("u1", vec![u32::MAX; few as usize], 0)
        .expect("u1", wants)
        .expect_counter("u1", few)
}

fn tables(list: &mut List) {
    list.add("qa/tables", || clean(appended(of_tables(None, 9, 5), 5)));
    list.add("qa/tables destroyed SRV", || {
        let case = appended(of_tables(Some(4), 9, 5), 5);
        let case = case.heap_info("t6,space1", |info| info.destroyed = true);
        let index = table() + 5 + 4;
        let report = Report {
            index: Some(index),
            cookie: QA_COOKIE + index,
            faults: 10,
            site: None,
            wanted: 8,
            actual: 8,
            fault: 4,
        };
        reported(case, report)
    });
    list.add("qa/tables CBV of the wrong type", || {
        let case = appended(of_tables(None, 0, 5), 5).heap_info("b1", |info| info.mask = Some(8));
        let report = Report {
            index: Some(table()),
            cookie: QA_COOKIE + table(),
            faults: 64,
            site: None,
            wanted: 4,
            actual: 8,
            fault: 2,
        };
        reported(case, report)
    });
    list.add("qa/tables beyond the heap", || {
        // The buffer behind the heap's last becomes the null descriptor.
        let index = table() + 5 + 5;
        let mut case = appended(of_tables(Some(5), 9, 5), 5).heap_size(index, 1);
        case.resources.insert("t7,space1".into(), Resource::Null);
        let report = Report {
            index: Some(index),
            cookie: 0,
            faults: 10,
            site: None,
            wanted: 8,
            actual: 0,
            fault: 1,
        };
        reported(case, report)
    });
    list.add("qa/tables UAV without a counter", || {
        // A null counter counts nothing: all append to the first element.
        let elements = [one_of(0..5u32), one_of([u32::MAX])];
        let case = of_tables(None, 9, 5)
            .raw("u1", [u32::MAX; 2])
            .expect("u1", elements);
        let index = table() + 1;
        let report = Report {
            index: Some(index),
            cookie: QA_COOKIE + index,
            faults: 5,
            site: None,
            wanted: 0x100,
            actual: 8,
            fault: 2,
        };
        reported(case, report)
    });
}

// ----- Control flow -----

/// `qa/paths` with the input words `k`; `lost` of t0 to t3 are destroyed, `faults` accesses meet that, all to `first`.
fn of_paths(shader: &str, odd: u32, rounds: u32, which: u32, lost: u32, faults: u32) -> Case {
    let name = |k: u32| format!("t{k},space1");
    let word = |k: u32, i: u32| if k == lost { 0 } else { (k + 1) * 1000 + i };
    let out = (0..64u32).map(|i| {
        let mut x = word(0, i);
        if i < odd {
            x += word(1, i);
        }
        x += (0..rounds).map(|round| word(2, (i + round) % 64)).sum::<u32>();
        if which == 7 {
            x += word(3, i);
        }
        x
    });
    let mut case = compute(shader)
        .constants("b0", [rounds, which])
        .raw(
            "t0",
            (0..64).map(|i| 2 * i + u32::from(i < odd)).collect::<Vec<u32>>(),
        )
        .output("u0", out.collect::<Vec<u32>>())
        .heap_info(&name(lost), |info| info.destroyed = true);
    for k in 0..4 {
        let words: Vec<u32> = (0..64).map(|i| (k + 1) * 1000 + i).collect();
        case = case.raw(&name(k), words);
    }
    if faults == 0 {
        return clean(case);
    }
    let report = Report {
        index: Some(table() + lost),
        cookie: QA_COOKIE + table() + lost,
        faults,
        site: None,
        wanted: 8,
        actual: 8,
        fault: 4,
    };
    reported(case, report)
}

fn paths(list: &mut List) {
    for shader in ["qa/paths", "qa/paths.od"] {
        for (what, odd, rounds, which, lost, faults) in [
            ("straight line", 9, 2, 7, 0, 64),
            ("some lanes", 9, 2, 7, 1, 9),
            ("no lane", 0, 2, 7, 1, 0),
            ("loop", 9, 3, 7, 2, 192),
            ("loop without rounds", 9, 0, 7, 2, 0),
            ("branch", 9, 2, 7, 3, 64),
            ("branch not taken", 9, 2, 0, 3, 0),
        ] {
            list.add(&format!("{shader} {what}"), move || {
                of_paths(shader, odd, rounds, which, lost, faults)
            });
        }
    }
}

// ----- Pixel shaders -----

/// Pixels behind what the depth buffer holds are not shaded, so nothing in them is at fault.
fn early(list: &mut List) {
    let draw = |depth: f32| {
        let texels: Vec<f32> = (0..16).map(|x| x as f32 / 16.0).collect();
        draw("vertex/fullscreen_triangle", "qa/early_ps")
            .target(Format::R32G32B32A32_SFLOAT)
            .depth(Format::D32_SFLOAT, depth, CompareOp::LESS)
            .typed("t0", Format::R32_SFLOAT, texels)
    };
    list.add("qa/early_ps", move || {
        clean(draw(1.0)).pixels(|x, _| [x as f32 / 16.0, 0.0, 0.0, 1.0])
    });
    list.add("qa/early_ps at fault", move || {
        let case = draw(1.0).heap_info("t0", |info| info.destroyed = true);
        let report = Report {
            index: Some(table()),
            cookie: QA_COOKIE + table(),
            faults: 256,
            site: Some(1),
            wanted: 0x10,
            actual: 0x10,
            fault: 4,
        };
        reported(case, report).pixels(|_, _| [0.0f32, 0.0, 0.0, 1.0])
    });
    list.add("qa/early_ps hidden", move || {
        clean(draw(0.25))
            .heap_info("t0", |info| info.destroyed = true)
            .pixels(|_, _| [0.0f32; 4])
    });
}
