//! Each test lowers accesses to the resource heap in text form and looks at their checks.

use crate::lower::heap::tests::{expect, lower_text};
use crate::options::{HeapSizePolicy, Options, Preset};

fn options() -> Options {
    let mut options = Options::default();
    options.binding.descriptor_qa = true;
    options
}

/// A shader with these resources and this body.
fn shader(stage: &str, resources: &[&str], body: &str) -> String {
    let mut text = format!("shader \"main\" {stage} 6.6\n");
    if stage == "Compute" {
        text += "num_threads 64, 1, 1\n";
    }
    for (index, resource) in resources.iter().enumerate() {
        text += &format!("resource res{index} {resource}\n");
    }
    text + "function func0 \"main\" void {\n" + body + "}\n"
}

const RAW: &str = "Srv RawBuffer \"t\" register 0 count 4";
const RAW_OUT: &str = "Uav RawBuffer \"u\" register 0";
const HEAP_TEXTURE: &str = "Srv Texture2D \"h\" component F32 unbounded heap";
const SAMPLER: &str = "Sampler Sampler \"s\" unbounded heap";
const TABLES: &str = "RootFlags(CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED | SAMPLER_HEAP_DIRECTLY_INDEXED), \
     DescriptorTable(SRV(t0, numDescriptors=4), UAV(u0, numDescriptors=2))";

#[test]
fn each_access_is_checked_by_the_type_of_its_descriptor() {
    let body = "\
bb0:
  %0: handle = handle i32 2
  %1: i32 = raw.load %0, i32 0, i32 undef #1025
  %2: handle = handle.heap.nonuniform %1 #2
  %3: handle = handle.heap %1 #3
  %4: <4 x f32> = sample.level %2, %3, f32 0.0, f32 0.0, f32 undef, f32 undef, i32 0, i32 0, i32 undef, f32 0.0
  %5: f32 = extract %4
  %6: i32 = bitcast %5
  %7: handle = handle i32 0 #1
  raw.store %7, i32 0, i32 undef, %6, i32 undef, i32 undef, i32 undef #1025
  ret
";
    let text = shader("Compute", &[RAW, RAW_OUT, HEAP_TEXTURE, SAMPLER], body);
    let mut options = options();
    options.binding.heap_size = Some(HeapSizePolicy::Constant {
        resources: 500,
        samplers: 5,
    });
    let (text, _) = lower_text(&text, TABLES, &options);
    expect(
        &text,
        &[
            "\"qa_heap\" StorageBuffer",
            "DescriptorSet(4), Binding(3), NonWritable",
            "\"qa_report\" StorageBuffer",
            "DescriptorSet(4), Binding(4), Coherent",
            "function func0 \"main\"",
            "i32 = iadd %",
            "i32 = call %",
            ", i32 8, i32 1 #2",
            "call %",
            ", i32 1, i32 2 #2",
            "access_chain.nonuniform",
            // The sampler is held in its heap all the same.
            "umin",
            "i32 5\n",
            "call %",
            ", i32 8, i32 3 #2",
            "function func1 \"descriptor_qa_report\" void",
            "function func2 \"descriptor_qa_check\" i32",
        ],
    );
    assert_eq!(text.matches("umin").count(), 1, "{text}");
}

#[test]
fn counters_have_a_check_of_their_own() {
    let resource = "Uav StructuredBuffer \"u\" register 0 count 2 stride 4 counter";
    let body = "\
bb0:
  %0: handle = handle i32 1
  %1: i32 = counter.update %0 #1
  %2: i32 = counter.update %0 #1
  raw.store %0, %1, i32 0, %2, i32 undef, i32 undef, i32 undef #1025
  ret
";
    let text = shader("Compute", &[resource], body);
    let (text, _) = lower_text(&text, TABLES, &options());
    expect(
        &text,
        &[
            "call %6, i32 8, i32 1 #2",
            "call %6, i32 256, i32 2 #2",
            "atomic.iadd",
            "call %6, i32 256, i32 3 #2",
            "atomic.iadd",
        ],
    );
}

#[test]
fn handles_sink_to_their_uses() {
    let body = "\
bb0:
  %0: handle = handle i32 0
  %1: handle = handle i32 1
  %2: handle = handle i32 0 #1
  %3: handle = handle i32 2
  %4: i32 = raw.load %1, i32 0, i32 undef #1025
  %5: i1 = ult %4, i32 9
  br bb1(i32 0)
bb1(%6: i32):
  condbr %5, bb2, bb3
bb2:
  %8: i32 = raw.load %0, %6, i32 undef #1025
  %9: i32 = raw.load %1, %8, i32 undef #1025
  raw.store %2, i32 0, i32 undef, %9, i32 undef, i32 undef, i32 undef #1025
  %10: i32 = raw.load %0, i32 8, i32 undef #1025
  %11: i1 = ult %10, i32 9
  condbr %11, bb1(%10), bb3
bb3:
  ret
";
    let text = shader("Compute", &[RAW, RAW_OUT], body);
    let (text, _) = lower_text(&text, TABLES, &options());
    expect(
        &text,
        &[
            // Used where it is made, and thus for all.
            "i32 8, i32 1 #2",
            "bb2:\n",
            "i32 8, i32 2 #2",
            "i32 8, i32 3 #2",
            "bb3:\n",
        ],
    );
    assert_eq!(text.matches("i32 = call").count(), 3, "{text}");
}

#[test]
fn the_mutable_heap_is_checked_by_the_type_that_it_is_read_as() {
    let mut options = options();
    options.binding.preset = Preset::Mutable;
    let body = "\
bb0:
  %0: handle = handle.heap i32 3
  %1: <4 x f32> = texture.load %0, i32 0, i32 0, i32 0, i32 undef, i32 0, i32 0, i32 undef
  ret
";
    let (text, _) = lower_text(&shader("Compute", &[HEAP_TEXTURE], body), TABLES, &options);
    expect(
        &text,
        &["DescriptorSet(0), Binding(3)", "call i32 3, i32 1, i32 1 #2"],
    );
}

#[test]
fn pixel_shaders_keep_early_tests_where_only_the_checks_write() {
    let read = "\
bb0:
  %0: handle = handle i32 2
  %1: i32 = raw.load %0, i32 0, i32 undef #1025
";
    let store = "\
  %2: handle = handle i32 0 #1
  raw.store %2, i32 0, i32 undef, %1, i32 undef, i32 undef, i32 undef #1025
";
    let early = |stage: &str, tail: &str| {
        let text = shader(stage, &[RAW, RAW_OUT], &(read.to_owned() + tail + "  ret\n"));
        let (text, _) = lower_text(&text, TABLES, &options());
        text.contains("EarlyFragmentTests")
    };
    assert!(early("Pixel", ""));
    assert!(!early("Vertex", ""));
    assert!(!early("Pixel", store));
    assert!(!early("Pixel", "  demote\n"));
}
