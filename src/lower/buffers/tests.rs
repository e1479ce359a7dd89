//! Each test lowers a block of D3D12-level operations in text form, with resources that are reached as the test says,
//! and looks at the instructions.

use crate::binding::Plan;
use crate::error::Result;
use crate::ir::parse::parse_module;
use crate::ir::print::{PrintOptions, print_module};
use crate::options::{BindingOptions, Options};
use crate::verify::{self, Invariants};
use crate::vulkan::{
    CounterBinding, DescriptorType, OffsetView, PushConstantKind, PushConstantMember, PushConstants,
    ResourceBinding, RootPlace, RootStorage,
};
use crate::{lower, opt, spirv, structurize};

/// The resources' plans, and the layout's.
type Change<'a> = &'a dyn Fn(&mut Plan);

/// Lowers a shader of one block; the result keeps the invariants and can be emitted. The text is what is left
/// without dead code.
fn lower(resources: &[&str], body: &[&str], change: Change<'_>) -> Result<String> {
    lower_with(&Options::default(), resources, body, change)
}

/// The same with options.
fn lower_with(options: &Options, resources: &[&str], body: &[&str], change: Change<'_>) -> Result<String> {
    let mut text = "shader \"main\" Compute 6.6\n".to_owned();
    for (index, resource) in resources.iter().enumerate() {
        text += &format!("resource res{index} {resource} register {index}\n");
    }
    text += "function func0 \"main\" void {\nbb0:\n";
    let native16 = body.first() == Some(&"native16");
    for line in body.iter().skip(usize::from(native16)) {
        text += &format!("  {line}\n");
    }
    text += "  ret\n}\n";
    let mut module = parse_module(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    verify::check(&module, Invariants::Imported, "parse").unwrap_or_else(|e| panic!("{e}\n{text}"));
    if native16 {
        // Native 16-bit types.
        module.info.properties.flags |= 1 << 23;
    }
    let mut plan = Plan::new(None, &module.info, &BindingOptions::direct())?;
    change(&mut plan);
    lower::run(&mut module, &plan, options)?;
    for function in module.functions.values_mut() {
        opt::dce::dce(function);
    }
    let text = print_module(&module, PrintOptions::default());
    verify::check(&module, Invariants::Lowered, "lower").unwrap_or_else(|e| panic!("{e}\n{text}"));
    for function in module.functions.ids() {
        structurize::run(&mut module, function).unwrap_or_else(|e| panic!("{e}\n{text}"));
    }
    verify::check(&module, Invariants::Structured, "structurize").unwrap_or_else(|e| panic!("{e}\n{text}"));
    spirv::emit(&module, options).unwrap_or_else(|e| panic!("{e}\n{text}"));
    Ok(text)
}

/// Lowers and asserts that the module has `lines`, in that order.
#[track_caller]
fn expect(resources: &[&str], body: &[&str], change: Change<'_>, lines: &[&str]) -> String {
    let text = lower(resources, body, change).unwrap_or_else(|e| panic!("{e}"));
    let mut rest = text.as_str();
    for line in lines {
        match rest.find(line) {
            Some(at) => rest = &rest[at + line.len()..],
            None => panic!("no `{line}` at its place in\n{text}"),
        }
    }
    text
}

/// Everything in texel buffers.
fn texels(plan: &mut Plan) {
    for plan in &mut plan.resources {
        if let ResourceBinding::Descriptor { descriptor_type, .. } = &mut plan.binding {
            *descriptor_type = DescriptorType::StorageTexelBuffer;
        }
    }
}

/// Everything in a heap.
fn heap(plan: &mut Plan, descriptor_type: DescriptorType) {
    for plan in &mut plan.resources {
        plan.count = None;
        plan.binding = ResourceBinding::Heap {
            set: 4,
            binding: 0,
            descriptor_type,
            table: None,
            offset: 0,
        };
    }
}

const RAW: &str = "Uav RawBuffer \"u\"";
const PAIRS: &str = "Uav StructuredBuffer \"u\" stride 8 counter";
const HANDLE: &str = "%0: handle = handle i32 0 #0";
const STORE: &str = "raw.store %0, i32 8, i32 undef, %1, i32 undef, i32 undef, i32 undef #1025";

#[test]
fn words_are_texels() {
    expect(
        &[RAW],
        &[
            HANDLE,
            "%1: <2 x i32> = raw.load %0, i32 4, i32 undef #1026",
            "%2: i32 = extract %1 #1",
            "raw.store %0, i32 64, i32 undef, %2, i32 undef, i32 undef, i32 undef #1025",
        ],
        &texels,
        &[
            "UniformConstant image<i32, DimBuffer, storage, R32ui> decorate DescriptorSet(0), Binding(0)\n",
            "image.read %4, i32 2",
            "image.write %4, i32 16, ",
        ],
    );
    expect(
        &["Srv StructuredBuffer \"t\" stride 12", "Uav RawBuffer \"u\""],
        &[
            HANDLE,
            "%1: f64 = raw.load %0, i32 3, i32 4 #1025",
            "%2: handle = handle i32 1 #1",
            "%3: <2 x i32> = bitcast %1",
            "%4: i32 = extract %3",
            "raw.store %2, i32 0, i32 undef, %4, i32 undef, i32 undef, i32 undef #1025",
        ],
        &|plan| {
            texels(plan);
            if let ResourceBinding::Descriptor { descriptor_type, .. } = &mut plan.resources[0].binding {
                *descriptor_type = DescriptorType::UniformTexelBuffer;
            }
        },
        &[
            "image<i32, DimBuffer>",
            "image.fetch %6, i32 10",
            "image.fetch %6, i32 11",
        ],
    );
}

#[test]
fn halves_of_texels_are_stored_by_atomics() {
    let text = expect(
        &[RAW],
        &[
            "native16",
            HANDLE,
            "%1: i32 = system_value #0",
            "raw.store %0, %1, i32 undef, i16 5, i16 undef, i16 undef, i16 undef #513",
        ],
        &texels,
        &[
            "R32ui>",
            "lshr %1, i32 1",
            "image.texel_pointer @0, ",
            "shl i32 65535, ",
            "atomic.and ",
            "atomic.or ",
        ],
    );
    // Nothing reads the buffer, but atomics do.
    assert!(!text.contains("NonReadable"), "{text}");
    expect(
        &[RAW],
        &[
            "native16",
            HANDLE,
            "%1: i16 = raw.load %0, i32 6, i32 undef #513",
            "raw.store %0, i32 8, i32 undef, %1, i16 undef, i16 undef, i16 undef #513",
        ],
        &texels,
        &["image.read %3, i32 1", "extract.dynamic %6, i32 1"],
    );
}

#[test]
fn atomics_on_texels_have_32_bits() {
    expect(
        &[RAW],
        &[
            HANDLE,
            "%1: i32 = resource.atomic %0, i32 12, i32 undef, i32 undef, i32 1 #0",
            "%2: i32 = resource.cmpxchg %0, i32 16, i32 undef, i32 undef, i32 1, i32 2",
        ],
        &texels,
        &[
            "image.texel_pointer @0, i32 3, i32 0",
            "atomic.iadd",
            "image.texel_pointer @0, i32 4, i32 0",
            "atomic.cmpxchg",
        ],
    );
    let body = [
        HANDLE,
        "%1: i64 = resource.atomic %0, i32 8, i32 undef, i32 undef, i64 1 #0",
    ];
    let error = lower(&[RAW], &body, &texels).unwrap_err().to_string();
    assert!(error.contains("`uav_buffers: storage_buffer`"), "{error}");
}

#[test]
fn texels_are_counted_in_words() {
    let counted = |resource: &str, lines: &[&str]| {
        let body = [
            HANDLE,
            "%1: <4 x i32> = get_dimensions %0, i32 undef #1",
            "%2: i32 = extract %1",
            "raw.store %0, i32 0, i32 0, %2, i32 undef, i32 undef, i32 undef #1025",
        ];
        expect(&[resource], &body, &texels, lines);
    };
    counted(RAW, &["image.query_size", "shl %5, i32 2"]);
    counted(PAIRS, &["image.query_size", "udiv %5, i32 2"]);
    counted(
        "Uav StructuredBuffer \"u\" stride 4",
        &["%5: i32 = image.query_size", "construct %5"],
    );
}

#[test]
fn constant_buffers_in_storage_buffers_have_their_bounds() {
    let cbuffer = "Cbv CBuffer \"b\" bytes 64";
    let change = |plan: &mut Plan| {
        if let ResourceBinding::Descriptor { descriptor_type, .. } = &mut plan.resources[0].binding {
            *descriptor_type = DescriptorType::StorageBuffer;
        }
    };
    let body = [
        HANDLE,
        "%1: i32 = system_value #0",
        "%2: <4 x i32> = cbv.load_row %0, %1",
        "%3: handle = handle i32 1 #1",
        "%4: i32 = extract %2 #3",
        "raw.store %3, i32 0, i32 undef, %4, i32 undef, i32 undef, i32 undef #1025",
        "%5: i32 = cbv.load %0, %1 #4",
        "raw.store %3, i32 4, i32 undef, %5, i32 undef, i32 undef, i32 undef #1025",
    ];
    let text = expect(
        &[cbuffer, RAW],
        &body,
        &change,
        &[
            "[* x <4 x f32> stride 16]",
            "StorageBuffer $0 decorate DescriptorSet(0), Binding(0), NonWritable",
            "umin %1, i32 268435455",
            "access_chain @",
            "umin",
            "access_chain @",
        ],
    );
    assert!(!text.contains("select"), "{text}");
}

#[test]
fn uavs_that_are_only_read_are_constant_where_what_is_written_is_another_resource() {
    const READ: &str = "Uav RawBuffer \"read\"";
    const IMAGE: &str = "Uav Texture2D \"t\" component U32";
    const BUFFER: &str = "Uav StructuredBuffer \"s\" stride 4";
    let to_image = "texture.store %2, i32 0, i32 0, i32 undef, %1, %1, %1, %1 #15";
    let to_buffer = "raw.store %2, i32 0, i32 0, %1, i32 undef, i32 undef, i32 undef #1025";
    let is_constant = |first: &str, second: &str, does: &[&str], distinct_uavs: bool| {
        let options = Options {
            distinct_uavs,
            ..Options::default()
        };
        let begins = [
            HANDLE,
            "%1: i32 = raw.load %0, i32 0, i32 undef #1025",
            "%2: handle = handle i32 1 #1",
        ];
        let body = [&begins, does].concat();
        let text = lower_with(&options, &[first, second], &body, &|_| {}).unwrap();
        let mut globals = text
            .lines()
            .filter(|line| line.contains("\"read\"") && line.starts_with("global"));
        globals.any(|line| line.contains("NonWritable"))
    };
    assert!(is_constant(READ, IMAGE, &[to_image], false));
    assert!(!is_constant(READ, BUFFER, &[to_buffer], false));
    assert!(is_constant(READ, BUFFER, &[to_buffer], true));
    // Other shaders write what is coherent, and those that are called what they like.
    let coherent = format!("{READ} globally_coherent");
    assert!(!is_constant(&coherent, IMAGE, &[to_image], true));
    let call = "%3: i1 = report_intersection f32 1.0, i32 0";
    assert!(!is_constant(READ, IMAGE, &[to_image, call], true));
}

#[test]
fn counters_are_words_of_texel_buffers() {
    expect(
        &[PAIRS],
        &[
            HANDLE,
            "%1: i32 = counter.update %0 #4294967295",
            &STORE.replace("i32 undef, %1", "i32 0, %1"),
        ],
        &|plan| {
            heap(plan, DescriptorType::StorageBuffer);
            plan.resources[0].counter = Some(CounterBinding::Descriptor {
                set: 4,
                binding: 1,
                descriptor_type: DescriptorType::StorageTexelBuffer,
            });
        },
        &[
            "[* x image<i32, DimBuffer, storage, R32ui>] decorate DescriptorSet(4), Binding(1), Aliased",
            "access_chain @0, i32 0",
            "image.texel_pointer %3, i32 0, i32 0",
            "atomic.iadd %4, i32 -1 #1",
            "iadd %5, i32 -1",
        ],
    );
}

#[test]
fn counters_at_addresses_are_left_alone_where_there_are_none() {
    let change = |plan: &mut Plan| {
        heap(plan, DescriptorType::StorageBuffer);
        plan.resources[0].counter = Some(CounterBinding::Address {
            set: 4,
            binding: 1,
            stride: 16,
            offset: 8,
            through_uniform: false,
        });
    };
    let body = [
        "%0: i32 = system_value #0",
        "%1: handle = handle.nonuniform %0 #0",
        "%2: i32 = counter.update %1 #1",
        "%3: i32 = counter.update %1 #4294967295",
        "raw.store %1, %2, i32 4, %3, i32 undef, i32 undef, i32 undef #1025",
    ];
    let text = expect(
        &[PAIRS],
        &body,
        &change,
        &[
            "[* x <2 x i32> stride 8]",
            "@1 \"counters\" StorageBuffer $0 decorate DescriptorSet(4), Binding(1), NonWritable",
            "shl %0, i32 1",
            "iadd ",
            "access_chain @1, i32 0, ",
            "call %9, i32 1, i32 0 #1",
            ", i32 -1, i32 -1 #1",
            "function func1 \"uav_counter\" i32 {",
            "ine %6, i32 0",
            "condbr %7, bb1, bb2(i32 0)",
            "atomic.iadd",
            "bb2(%3: i32):",
            "ret %3",
        ],
    );
    assert_eq!(text.matches("uav_counter").count(), 1, "{text}");
}

#[test]
fn a_counter_without_a_place_is_named() {
    let body = [HANDLE, "%1: i32 = counter.update %0 #1"];
    let error = lower(&[PAIRS], &body, &|plan| plan.resources[0].counter = None).unwrap_err();
    let text = error.to_string();
    assert_eq!(error.kind(), crate::error::ErrorKind::RootSignature);
    assert!(
        text.contains("UAV u (register u0, space 0) has no binding for its counter"),
        "{text}"
    );
}

/// A heap of buffers that start where their words in a side buffer say.
fn offset(plan: &mut Plan) {
    heap(plan, DescriptorType::StorageBuffer);
    for plan in &mut plan.resources {
        plan.offset_view = Some(OffsetView {
            set: 4,
            binding: 2,
            offset: 0,
            stride: 16,
            words: false,
        });
    }
}

#[test]
fn raw_views_are_checked_by_component() {
    expect(
        &[RAW],
        &[
            HANDLE,
            "%1: i32 = system_value #0",
            "%2: <2 x i32> = raw.load %0, %1, i32 undef #1026",
            "%3: i32 = extract %2",
            "%4: i32 = extract %2 #1",
            "%5: i32 = iadd %3, %4",
            "raw.store %0, i32 0, i32 undef, %5, i32 undef, i32 undef, i32 undef #1025",
        ],
        &offset,
        &[
            "@0 \"offsets\" StorageBuffer $0 decorate DescriptorSet(4), Binding(2), NonWritable",
            // A constant index is the same in the wave.
            "bb0:\n  %7: ptr StorageBuffer <2 x i32> = access_chain @0, i32 0, i32 0",
            "%9: i32 = extract %8\n",
            "%10: i32 = extract %8 #1",
            "lshr %1, i32 2",
            "lshr %9, i32 2",
            "lshr %10, i32 2",
            "ult ",
            "iadd ",
            ", i32 1073741808",
            "load ",
            "ult ",
            "iadd ",
            ", i32 1073741808",
            "load ",
        ],
    );
}

#[test]
fn matrices_are_accessed_in_words_by_the_device() {
    let body = [
        "%0: i32 = system_value #3",
        "%1: handle = handle %0 #0",
        "%2: handle = handle i32 1 #1",
        "%3: i1 = matrix.is_there %2, %0, i32 512 #16",
        "%4: cooperative sum 16 x 16 x f32 = matrix.load_buffer %1, i32 128, i32 64 #4096",
        "matrix.store_buffer %2, i32 256, i32 96, %4 #2049",
    ];
    let resources = ["Srv RawBuffer \"t\"", RAW];
    let text = expect(
        &resources,
        &body,
        &|_| {},
        &[
            ", i32 0, i32 32\n",
            ", i32 16 #4096\n",
            "matrix.store ",
            ", i32 24 #2049\n",
        ],
    );
    assert!(text.contains("i32 0, i32 64\n"), "{text}");
    // The view's start counts.
    expect(
        &resources,
        &body,
        &offset,
        &["lshr ", "matrix.load ", "matrix.store "],
    );
    // At an address.
    expect(
        &resources,
        &body,
        &|plan| addresses(plan, 16),
        &["PhysicalStorageBuffer i32 ", "matrix.load ", "matrix.store "],
    );
    // Texels are no array of words: such a store is never reached.
    let text = expect(&resources, &body, &texels, &["ret"]);
    assert!(!text.contains("matrix."), "{text}");
}

#[test]
fn matrices_are_where_the_device_may_read_them() {
    let body = [
        "%0: i32 = system_value #3",
        "%1: handle = handle %0 #0",
        "%2: i1 = matrix.is_there %1, i32 64, i32 512 #64",
        "%3: cooperative_vector 8 x f32 = construct f32 1, f32 1, f32 1, f32 1, f32 1, f32 1, f32 1, f32 1",
        "%4: cooperative_vector 4 x f32 = matrix.multiply_vector %1, i32 64, i32 32, i32 0, i32 8, i32 1, i32 1, i1 false, %3",
        "%5: f32 = extract %4 #3",
        "%6: i32 = select %2, i32 1, i32 2",
        "%7: handle = handle i32 1 #1",
        "raw.store %7, i32 0, i32 undef, %6, i32 undef, i32 undef, i32 undef #1025",
        "raw.store %7, i32 4, i32 undef, %5, f32 undef, f32 undef, f32 undef #1025",
    ];
    let resources = ["Srv RawBuffer \"t\"", RAW];
    expect(
        &resources,
        &body,
        &|_| {},
        &[
            "array_length",
            "and i32 64, i32 63",
            "uge ",
            "isub ",
            "ule i32 64, ",
            "access_chain",
            "vector.multiply ",
        ],
    );
    // The view's start counts, and its size.
    let text = expect(
        &resources,
        &body,
        &offset,
        &["i32 63", "uge ", "vector.multiply "],
    );
    assert!(!text.contains("array_length"), "{text}");
    // An address has no size.
    let text = expect(
        &resources,
        &body,
        &|plan| addresses(plan, 16),
        &["extract ", "i32 63", "vector.multiply "],
    );
    assert!(!text.contains("uge "), "{text}");
    // Texels are no array of words.
    let text = expect(&resources, &body, &texels, &["select i1 false, i32 1, i32 2"]);
    assert!(!text.contains("vector.multiply"), "{text}");
}

#[test]
fn structured_views_are_checked_by_element() {
    let body = [
        "%0: i32 = system_value #3",
        "%1: handle = handle %0 #0",
        "%2: i32 = system_value #0",
        "%3: <2 x i32> = raw.load %1, %2, i32 0 #1026",
        "%4: i32 = extract %3",
        "%5: i32 = extract %3 #1",
        "%6: i32 = iadd %4, %5",
        "%7: <4 x i32> = get_dimensions %1, i32 undef #1",
        "%8: i32 = extract %7",
        "raw.store %1, %6, i32 0, %8, i32 undef, i32 undef, i32 undef #1025",
    ];
    let text = expect(
        &[PAIRS],
        &body,
        &offset,
        &[
            "wave.broadcast_first %0",
            "access_chain @1, i32 0, ",
            "ult ",
            ", i32 536870896",
            // Both words of an element together.
            "access_chain",
            "load.wide ",
            "udiv ",
            ", i32 8",
        ],
    );
    // One for the loads, one for the store.
    assert_eq!(text.matches(" ult ").count(), 2, "{text}");
    assert!(!text.contains("array_length"), "{text}");
    let text = lower(
        &[PAIRS],
        &body
            .map(|line| line.replace("handle %0", "handle.nonuniform %0"))
            .each_ref()
            .map(String::as_str),
        &offset,
    )
    .unwrap_or_else(|e| panic!("{e}"));
    assert!(!text.contains("broadcast"), "{text}");
}

#[test]
fn typed_views_count_elements_and_nothing_unneeded_is_loaded() {
    let typed = "Uav TypedBuffer \"u\" component U32";
    let change = |plan: &mut Plan| {
        offset(plan);
        heap(plan, DescriptorType::StorageTexelBuffer);
        // Words that are no pairs.
        plan.resources[0].offset_view = Some(OffsetView {
            set: 4,
            binding: 2,
            offset: 4,
            stride: 12,
            words: false,
        });
    };
    expect(
        &[typed],
        &[
            HANDLE,
            "%1: i32 = system_value #0",
            "%2: <4 x i32> = buffer.load %0, %1",
            "%3: i32 = extract %2",
            "%4: <4 x i32> = get_dimensions %0, i32 undef #1",
            "%5: i32 = extract %4",
            "buffer.store %0, %3, %5, %5, %5, %5 #15",
        ],
        &change,
        &[
            "access_chain @1, i32 0, i32 1",
            "access_chain @1, i32 0, i32 2",
            "ult %1, ",
            ", i32 -16",
            "image.read",
            "ult ",
            ", i32 -16",
            "image.write",
        ],
    );
    expect(
        &[typed],
        &[
            HANDLE,
            "%1: i32 = resource.atomic %0, i32 3, i32 undef, i32 undef, i32 1 #0",
        ],
        &change,
        &["ult i32 3, ", ", i32 -16", "image.texel_pointer"],
    );
    let body = [
        "%0: i32 = system_value #3",
        "%1: handle = handle %0 #0",
        "%2: i32 = counter.update %1 #1",
    ];
    let text = lower(&[PAIRS], &body, &|plan| {
        let counter = plan.resources[0].counter.clone();
        offset(plan);
        plan.resources[0].counter = counter;
    })
    .unwrap_or_else(|e| panic!("{e}"));
    assert!(
        !text.contains("broadcast") && !text.contains("= access_chain @1"),
        "{text}"
    );
}

/// Everything at addresses of this alignment.
fn addresses(plan: &mut Plan, alignment: u32) {
    plan.layout.push_constants = PushConstants {
        size: 8,
        members: vec![PushConstantMember {
            offset: 0,
            size: 8,
            kind: PushConstantKind::RootDescriptor,
            root_parameter: Some(0),
        }],
    };
    plan.resources[0].binding = ResourceBinding::Address {
        place: RootPlace {
            storage: RootStorage::PushConstants,
            offset: 0,
        },
        alignment,
    };
}

#[test]
fn no_more_alignment_is_assumed_than_promised() {
    for (promised, assumed) in [(16, 4), (4, 4), (2, 2)] {
        let text = expect(
            &[RAW],
            &[HANDLE, "%1: i32 = raw.load %0, i32 4, i32 undef #1025", STORE],
            &|plan| addresses(plan, promised),
            &[
                "load %",
                &format!("#{assumed}\n"),
                "store %",
                &format!("#{assumed}\n"),
            ],
        );
        assert!(text.contains("address_to_pointer"), "{text}");
    }
}

#[test]
fn coherence_goes_with_accesses_at_addresses() {
    let coherent = format!("{RAW} globally_coherent");
    let text = expect(
        &[&coherent],
        &[HANDLE, "%1: i32 = raw.load %0, i32 4, i32 undef #1025", STORE],
        &|plan| addresses(plan, 4),
        &["load.coherent %", "store.coherent %"],
    );
    // NVIDIA's driver (580.159) reads what its caches hold where the accesses alone say so.
    assert!(
        text.contains("\"Buffer32CoherentAddress\" block coherent {"),
        "{text}"
    );
}

#[test]
fn one_variable_is_not_both_read_and_unreadable() {
    let body = [
        "%0: handle = handle i32 0 #0",
        "raw.store %0, i32 4, i32 undef, i32 1, i32 undef, i32 undef, i32 undef #1025",
        "%1: handle = handle i32 1 #1",
        "%2: i32 = raw.load %1, i32 4, i32 undef #1025",
        "raw.store %1, i32 8, i32 undef, %2, i32 undef, i32 undef, i32 undef #1025",
    ];
    let change = |plan: &mut Plan| heap(plan, DescriptorType::StorageBuffer);
    let text = expect(
        &[RAW, RAW],
        &body,
        &change,
        &[
            "Binding(0), NonReadable, Aliased",
            "Binding(0), Aliased",
            "store",
            "load",
        ],
    );
    assert_eq!(text.matches("NonReadable").count(), 1, "{text}");
}

#[test]
fn descriptors_that_share_an_array_are_aliased() {
    let body = [
        HANDLE,
        "%1: i32 = raw.load %0, i32 4, i32 undef #1025",
        "%2: handle = handle i32 1 #1",
        "raw.store %2, i32 4, i32 undef, %1, i32 undef, i32 undef, i32 undef #1025",
    ];
    let change = |plan: &mut Plan| {
        for (element, plan) in (0..).zip(&mut plan.resources) {
            plan.count = Some(2);
            plan.binding = ResourceBinding::Descriptor {
                set: 1,
                binding: 3,
                descriptor_type: DescriptorType::StorageBuffer,
                element,
            };
        }
    };
    expect(
        &[RAW, RAW],
        &body,
        &change,
        &[
            "Binding(3), Aliased",
            "Binding(3), NonReadable, Aliased",
            "access_chain @0, i32 0, i32 0, i32 1",
            "access_chain @1, i32 1, i32 0, i32 1",
        ],
    );
}
