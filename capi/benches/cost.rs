//! What the C interfaces cost: the whole committed corpus by each way in.
//!
//! `cargo bench -p dxil2spirv-capi` prints, for all shaders, the largest and the smallest, the time of the
//! library alone and by how much each C interface is above it. Both sides do the same: parse, translate with the same
//! options, look at the SPIR-V, free; shaders of which they make different modules, or none, are left out.
//!
//! - `dxil_spv`: a converter with every callback, against [`Shader::translate_with`] and a [`Binder`] of the same
//!   rules. All resources are in heaps, as layers have them.
//! - `d2s`: options as JSON, against [`Shader::translate`] with these options. `d2s, words` does not ask for the
//!   reflection; `d2s, all` does, and is against the library with its reflection written as JSON.
//!
//! A shader's time is its fastest of all rounds (a number as argument says how many, a text which names it must have);
//! rounds run the ways in turn, in changing order. On Linux it is the time that the thread ran for, so what else the machine does counts little.
#![allow(clippy::print_stdout)]

mod layer;

use dxil2spirv::binding::{Binder, Layout, ResourcePlan};
use dxil2spirv::error::Result;
use dxil2spirv::options::{Options, TargetEnv};
use dxil2spirv::pipeline::{Request, Shader};
use dxil2spirv::reflection::{
    CounterBinding, DescriptorType, OffsetView, PushConstantKind, PushConstantMember, PushConstants,
    ResourceBinding, RootPlace, RootStorage,
};
use dxil2spirv::shader::{Resource, ResourceClass, ResourceKind, Stage};
use dxil2spirv_capi::compat::converter::{NEWER_STAGES, is_newer};
use dxil2spirv_capi::compat::settings::Settings;
use dxil2spirv_capi::compat::*;
use dxil2spirv_capi::native::{self, types as n, *};
use layer::{COUNTERS, Interface, OFFSETS, WORDS, set};
use std::ffi::c_int;
use std::ptr::{null, null_mut};
use std::time::Duration;

/// The rules of [`layer`]'s callbacks, in Rust.
struct Rules;

impl Binder for Rules {
    fn layout(&mut self, _stage: Stage) -> Result<Layout> {
        Ok(Layout {
            push_constants: PushConstants {
                size: 4 * WORDS,
                members: vec![PushConstantMember {
                    offset: 0,
                    size: 4 * WORDS,
                    kind: PushConstantKind::RootConstants,
                    root_parameter: None,
                }],
            },
            ..Layout::default()
        })
    }

    fn bind(&mut self, _stage: Stage, resource: &Resource) -> Result<ResourcePlan> {
        let set = set(resource.class, resource.kind);
        let untyped = resource.kind.is_untyped_buffer();
        let typed = matches!(resource.kind, ResourceKind::TypedBuffer | ResourceKind::TBuffer);
        let descriptor_type = match resource.class {
            ResourceClass::Cbv => DescriptorType::UniformBuffer,
            ResourceClass::Sampler => DescriptorType::Sampler,
            _ if untyped => DescriptorType::StorageBuffer,
            ResourceClass::Srv if typed => DescriptorType::UniformTexelBuffer,
            ResourceClass::Uav if typed => DescriptorType::StorageTexelBuffer,
            ResourceClass::Srv => DescriptorType::SampledImage,
            ResourceClass::Uav => DescriptorType::StorageImage,
        };
        let aligned = resource.kind == ResourceKind::RawBuffer || resource.stride.is_multiple_of(16);
        Ok(ResourcePlan {
            binding: ResourceBinding::Heap {
                set,
                binding: 0,
                descriptor_type,
                table: (!resource.heap).then_some(RootPlace {
                    storage: RootStorage::PushConstants,
                    offset: 4 * set,
                }),
                offset: if resource.heap { 0 } else { resource.lower },
            },
            count: resource.count,
            counter: resource.has_counter.then_some(CounterBinding::Address {
                set: COUNTERS,
                binding: 0,
                stride: 8,
                offset: 0,
                through_uniform: false,
            }),
            offset_view: (untyped && !aligned).then_some(OffsetView {
                set: OFFSETS,
                binding: 0,
                offset: 0,
                stride: 8,
                words: false,
            }),
            root: None,
        })
    }
}

/// The library's own functions.
const INTERFACE: Interface = Interface {
    begin: dxil_spv_begin_thread_allocator_context,
    end: dxil_spv_end_thread_allocator_context,
    set_log: dxil_spv_set_thread_log_callback,
    parse: dxil_spv_parse_dxil_blob,
    free_blob: dxil_spv_parsed_blob_free,
    create: dxil_spv_create_converter,
    free: dxil_spv_converter_free,
    add_option: dxil_spv_converter_add_option,
    add_parameter: dxil_spv_converter_add_root_parameter_mapping,
    set_srvs: dxil_spv_converter_set_srv_remapper,
    set_uavs: dxil_spv_converter_set_uav_remapper,
    set_cbvs: dxil_spv_converter_set_cbv_remapper,
    set_samplers: dxil_spv_converter_set_sampler_remapper,
    set_attributes: dxil_spv_converter_set_vertex_input_remapper,
    set_inputs: dxil_spv_converter_set_stage_input_remapper,
    set_outputs: dxil_spv_converter_set_stage_output_remapper,
    set_words: dxil_spv_converter_set_root_constant_word_count,
    run: dxil_spv_converter_run,
    get: dxil_spv_converter_get_compiled_spirv,
};

/// Options of the ways through the library.
struct Ways {
    /// Those of a converter, and what it has instead for stages that came with SPIR-V 1.4.
    converter: Options,
    newer_stages: Options,
    /// Those of `by_data`.
    data: Options,
}

/// The options of a converter, as the library has them.
fn converter_options() -> Options {
    Settings::default().options
}

#[inline(never)]
fn by_binder(input: &[u8], options: &Ways, see: &mut dyn FnMut(&[u32])) -> bool {
    let made = Shader::parse(input).and_then(|shader| {
        let stage = shader.entry_point(None)?.stage;
        let options = match is_newer(stage) {
            true => &options.newer_stages,
            false => &options.converter,
        };
        shader.translate(Request::new().binder(&mut Rules).options(options))
    });
    made.is_ok_and(|made| {
        see(&made.words);
        true
    })
}

/// The options of `by_data`, as the library has them.
fn data_options() -> Options {
    let mut options = Options::default();
    options.target_env = TargetEnv::Vulkan1_2;
    options
}

#[inline(never)]
fn by_library(input: &[u8], options: &Options, json: bool, see: &mut dyn FnMut(&[u32])) -> bool {
    let made = Shader::parse(input).and_then(|shader| shader.translate(Request::new().options(options)));
    made.is_ok_and(|made| {
        see(&made.words);
        if json {
            std::hint::black_box(serde_json::to_vec(&made.reflection).expect("JSON"));
            let warnings: Vec<&str> = made.warnings.iter().map(|warning| warning.message()).collect();
            std::hint::black_box(serde_json::to_vec(&warnings).expect("JSON"));
        }
        true
    })
}

#[inline(never)]
fn by_data(input: &[u8], all: bool, see: &mut dyn FnMut(&[u32])) -> bool {
    const JSON: &str = "{ \"target_env\": \"vulkan1.2\" }";
    let options = n::Options {
        struct_size: size_of::<n::Options>(),
        entry_point: null(),
        json: JSON.as_ptr().cast(),
        json_size: JSON.len(),
        root_signature_source: n::source::EMBEDDED,
        root_signature: null(),
        root_signature_size: 0,
        log: None,
        log_userdata: null_mut(),
    };
    let text = n::Text {
        data: null(),
        size: 0,
    };
    let mut output = n::Output {
        struct_size: match all {
            true => size_of::<n::Output>(),
            false => std::mem::offset_of!(n::Output, reflection),
        },
        words: null(),
        word_count: 0,
        reflection: text,
        warnings: text,
        shader_hash: 0,
    };
    let (mut shader, mut translation): (*mut native::Shader, _) = (null_mut(), null_mut());
    // SAFETY: as above.
    unsafe {
        let mut code = d2s_parse(input.as_ptr().cast(), input.len(), &mut shader, null_mut());
        if code == n::code::OK {
            code = d2s_translate(shader, &options, &mut translation, null_mut());
        }
        if code == n::code::OK {
            code = d2s_translation_get(translation, &mut output);
        }
        if code == n::code::OK {
            see(std::slice::from_raw_parts(output.words, output.word_count));
        }
        d2s_translation_free(translation);
        d2s_shader_free(shader);
        code == n::code::OK
    }
}

/// The time that this thread has run for.
#[cfg(target_os = "linux")]
fn now() -> Duration {
    #[repr(C)]
    struct Timespec {
        seconds: std::ffi::c_long,
        nanoseconds: std::ffi::c_long,
    }
    const CLOCK_THREAD_CPUTIME_ID: c_int = 3;
    unsafe extern "C" {
        fn clock_gettime(clock: c_int, time: *mut Timespec) -> c_int;
    }
    let mut time = Timespec {
        seconds: 0,
        nanoseconds: 0,
    };
    // SAFETY: the structure is the C library's, and it is there.
    let code = unsafe { clock_gettime(CLOCK_THREAD_CPUTIME_ID, &mut time) };
    assert_eq!(code, 0, "a clock of the thread");
    Duration::new(time.seconds as u64, time.nanoseconds as u32)
}

/// The time since the first call.
#[cfg(not(target_os = "linux"))]
fn now() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

/// A way in: its name, and the number of what it is compared with.
const WAYS: [(&str, usize); 6] = [
    ("library, binder", 0),
    ("dxil_spv", 0),
    ("library, root signature", 2),
    ("d2s, words", 2),
    ("library, with JSON", 4),
    ("d2s, all", 4),
];

fn go(way: usize, input: &[u8], options: &Ways, see: &mut dyn FnMut(&[u32])) -> bool {
    match way {
        0 => by_binder(input, options, see),
        1 => INTERFACE.translate(input, see),
        2 => by_library(input, &options.data, false, see),
        3 => by_data(input, false, see),
        4 => by_library(input, &options.data, true, see),
        _ => by_data(input, true, see),
    }
}

struct Subject {
    name: String,
    input: Vec<u8>,
    best: [Duration; WAYS.len()],
}

/// The committed shaders, by size.
fn corpus() -> Vec<Subject> {
    let shaders = dxil2spirv_fuzz::corpus::shaders().into_iter();
    let subjects = shaders.map(|(name, input)| Subject {
        name,
        input,
        best: [Duration::MAX; WAYS.len()],
    });
    let mut subjects: Vec<_> = subjects.collect();
    assert!(!subjects.is_empty());
    subjects.sort_by(|a, b| (a.input.len(), &a.name).cmp(&(b.input.len(), &b.name)));
    subjects
}

/// Whether the ways give the same module for a shader. Some do not: what a converter is told of the device, by options or
/// callbacks, is not all that the library is told here.
fn translates(subject: &Subject, options: &Ways) -> bool {
    let modules: [_; WAYS.len()] = std::array::from_fn(|way| {
        let mut words = None;
        go(way, &subject.input, options, &mut |made| {
            words = Some(made.to_vec());
        });
        words
    });
    let alike = modules
        .iter()
        .zip(WAYS)
        .all(|(module, (_, with))| *module == modules[with]);
    alike && modules.iter().all(Option::is_some)
}

/// A number that looks random (splitmix64).
fn scrambled(number: u64) -> u64 {
    let a = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let b = (a ^ (a >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let c = (b ^ (b >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    c ^ (c >> 31)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let rounds: usize = arguments.iter().find_map(|a| a.parse().ok()).unwrap_or(40);
    let only = arguments.iter().find(|a| a.parse::<usize>().is_err());
    let options = Ways {
        converter: converter_options(),
        newer_stages: {
            let mut options = converter_options();
            options.target_env = NEWER_STAGES;
            options
        },
        data: data_options(),
    };
    let mut subjects = corpus();
    if let Some(only) = only {
        subjects.retain(|subject| subject.name.contains(only));
    }
    let all = subjects.len();
    subjects.retain(|subject| translates(subject, &options));
    assert!(subjects.len() * 5 >= all * 4, "{} of {all}", subjects.len());
    for round in 0..rounds {
        // What one leaves in heap and caches, the next finds: over the rounds, each follows each.
        let mut order: [usize; WAYS.len()] = std::array::from_fn(|way| way);
        order.sort_by_key(|way| scrambled((round * WAYS.len() + way) as u64));
        for subject in &mut subjects {
            for way in order {
                let start = now();
                go(way, &subject.input, &options, &mut |words| {
                    std::hint::black_box(words);
                });
                let time = now() - start;
                subject.best[way] = subject.best[way].min(time);
            }
        }
    }
    println!(
        "{} of {all} shaders by all ways, fastest of {rounds} rounds",
        subjects.len()
    );
    print("all", &subjects);
    let (scale, subjects): (Vec<_>, Vec<_>) = subjects
        .into_iter()
        .partition(|subject| subject.name.contains("scale_"));
    print("the generated ones (scale_1k, scale_50k)", &scale);
    print(
        "ten largest of the others",
        &subjects[subjects.len().saturating_sub(10)..],
    );
    print("ten smallest", &subjects[..10.min(subjects.len())]);
}

/// The sums of some shaders' times.
fn print(name: &str, subjects: &[Subject]) {
    let sum = |way: usize| -> f64 {
        let times = subjects.iter().map(|subject| subject.best[way]);
        times.sum::<Duration>().as_secs_f64() * 1e3
    };
    println!("{name}:");
    for (way, (name, with)) in WAYS.iter().enumerate() {
        let (time, base) = (sum(way), sum(*with));
        match way == *with {
            true => println!("  {name:24} {time:9.3} ms"),
            false => println!(
                "  {name:24} {time:9.3} ms  {:+6.2} %",
                100.0 * (time / base - 1.0)
            ),
        }
    }
}
