use super::{Access, analyze};
use crate::analysis::usage;
use crate::ir::parse::parse_module;

/// The facts of the resources of a compute shader with this body of `func0`, and more functions.
fn facts(resources: &str, body: &str) -> Vec<Access> {
    let text =
        format!("shader \"main\" Compute 6.6\n{resources}function func0 \"main\" void {{\nbb0:\n{body}}}\n");
    let module = parse_module(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    analyze(&module).values().copied().collect()
}

const BUFFERS: &str = "resource res0 Uav RawBuffer \"a\" register 3 count 8\n\
                       resource res1 Uav RawBuffer \"b\" id 1 register 16\n\
                       resource res2 Uav RawBuffer \"c\" id 2 register 20\n";

#[test]
fn loads_stores_atomics_and_counters() {
    let facts = facts(
        "resource res0 Srv StructuredBuffer \"\" stride 16\n\
         resource res1 Uav RawBuffer \"\"\n\
         resource res2 Uav RawBuffer \"\" id 1 globally_coherent\n\
         resource res3 Uav StructuredBuffer \"\" id 2 stride 4 counter\n\
         resource res4 Uav TypedBuffer \"\" id 3 component U32\n\
         resource res5 Cbv CBuffer \"\" bytes 16\n\
         resource res6 Uav RawBuffer \"unused\" id 4 globally_coherent\n",
        "  %0: handle = handle i32 0\n  %1: handle = handle i32 0 #1\n  %2: handle = handle i32 0 #2\n\
         %3: handle = handle i32 0 #3\n  %4: handle = handle i32 0 #4\n  %5: handle = handle i32 0 #5\n\
         %6: handle = handle i32 0 #6\n\
         %7: i32 = raw.load %0, i32 0, i32 0 #1\n\
         raw.store %1, i32 0, i32 undef, i32 1, i32 undef, i32 undef, i32 undef #1\n\
         %8: i32 = resource.atomic %2, i32 0, i32 undef, i32 undef, i32 1\n\
         %9: i32 = counter.update %3 #1\n\
         %10: <4 x i32> = buffer.load %4, i32 0\n\
         buffer.store %4, i32 0, i32 1, i32 1, i32 1, i32 1 #15\n\
         %11: <4 x f32> = cbv.load_row %5, i32 0\n  ret\n",
    );
    let [load, store, atomic, counter, typed, constant, unused] = facts[..] else {
        panic!("{facts:?}");
    };
    assert!(load.read() && load.raw() && !load.write() && !load.fetched() && !load.dynamic_index);
    assert!(store.write() && store.raw() && !store.read() && !store.atomic());
    assert!(atomic.read() && atomic.write() && atomic.atomic_only() && atomic.raw() && atomic.coherent);
    assert!(counter.counter() && !counter.read() && !counter.write() && !counter.atomic());
    assert!(typed.read() && typed.write() && typed.fetched() && !typed.raw() && !typed.atomic_only());
    assert!(constant.read() && !constant.raw() && !constant.fetched() && !constant.sampled());
    assert_eq!(unused, Access::default());
    assert_eq!(load.static_indices(), Some((0, 0)));
}

#[test]
fn samples_fetches_queries_and_status() {
    let facts = facts(
        "resource res0 Srv Texture2D \"\" component F32\nresource res1 Srv Texture2D \"\" id 1 component F32\n\
         resource res2 Srv Texture2D \"\" id 2 component F32\nresource res3 Sampler Sampler \"\"\n",
        "  %0: handle = handle i32 0\n  %1: handle = handle i32 0 #1\n  %2: handle = handle i32 0 #2\n\
         %3: handle = handle i32 0 #3\n\
         %4: {<4 x f32>, i32} = sample.level.sparse %0, %3, f32 0.0, f32 0.0, f32 undef, f32 undef, i32 undef, \
         i32 undef, i32 undef, f32 0.0\n\
         %5: <4 x f32> = texture.load %1, i32 0, i32 0, i32 0, i32 undef, i32 undef, i32 undef, i32 undef\n\
         %6: <4 x i32> = get_dimensions %2, i32 0 #3\n  ret\n",
    );
    let [sampled, fetched, queried, sampler] = facts[..] else {
        panic!("{facts:?}");
    };
    assert!(sampled.read() && sampled.sampled() && sampled.status() && !sampled.fetched());
    assert!(fetched.read() && fetched.fetched() && !fetched.status() && !fetched.sampled());
    assert!(queried.query() && !queried.read());
    assert!(sampler.sampled() && sampler.read() && !sampler.status());
}

#[test]
fn indices() {
    let load = |handle: &str| format!("  %9{handle}: i32 = raw.load %{handle}, i32 0, i32 undef #1\n");
    let facts = facts(
        &format!("{BUFFERS}resource res3 Uav RawBuffer \"\" id 3 heap\n"),
        &format!(
            "  %0: i32 = system_value #9\n  %1: handle = handle i32 4\n  %2: handle = handle i32 9\n\
             %3: handle = handle %0 #1\n  %4: handle = handle.nonuniform %0 #2\n\
             %5: handle = handle.heap i32 7 #3\n{}{}{}{}{}  ret\n",
            load("1"),
            load("2"),
            load("3"),
            load("4"),
            load("5")
        ),
    );
    assert_eq!(facts[0].static_indices(), Some((4, 9)));
    assert!(!facts[0].dynamic_index && !facts[0].heap_index);
    assert!(facts[1].dynamic_index && !facts[1].non_uniform_index);
    assert_eq!(facts[1].static_indices(), None);
    assert!(facts[2].dynamic_index && facts[2].non_uniform_index);
    assert!(facts[3].heap_index && !facts[3].dynamic_index);
    assert_eq!(facts[3].static_indices(), Some((7, 7)));
}

#[test]
fn selected_and_passed_handles_count_for_all_sources() {
    let facts = facts(
        BUFFERS,
        "  %0: i1 = ieq i32 1, i32 2\n  %1: handle = handle i32 3\n  %2: handle = handle i32 16 #1\n\
         %3: handle = handle i32 20 #2\n  %4: handle = select %0, %1, %2\n\
         condbr %0, bb1(%4), bb1(%4)\n\
         bb1(%5: handle):\n\
         raw.store %5, i32 0, i32 undef, i32 1, i32 undef, i32 undef, i32 undef #1\n\
         condbr %0, bb1(%5), bb2\nbb2:\n  ret\n",
    );
    assert!(facts[0].write() && facts[1].write() && !facts[2].any());
    assert_eq!(facts[1].static_indices(), Some((16, 16)));
}

#[test]
fn handles_pass_through_calls() {
    let facts = facts(
        BUFFERS,
        "  %0: handle = handle i32 3\n  %1: handle = handle i32 16 #1\n  %2: handle = call %0 #1\n\
         %3: i32 = raw.load %2, i32 0, i32 undef #1\n  ret\n}\n\
         function func1 \"\" handle {\nbb0(%0: handle):\n  ret %0\n",
    );
    assert!(facts[0].read() && !facts[1].any() && !facts[2].any());
}

#[test]
fn unknown_handles_count_for_every_resource() {
    let facts = facts(
        &format!("{BUFFERS}global @0 Private handle\n"),
        "  %0: handle = load @0\n  raw.store %0, i32 0, i32 undef, i32 1, i32 undef, i32 undef, i32 undef #1\n  ret\n",
    );
    for fact in facts {
        assert!(fact.write() && fact.dynamic_index && fact.non_uniform_index && !fact.read());
    }
}

#[test]
fn unreachable_code_does_not_count() {
    let facts = facts(
        BUFFERS,
        "  ret\nbb1:\n  %0: handle = handle i32 3\n  %1: i32 = raw.load %0, i32 0, i32 undef #1\n  ret\n",
    );
    assert_eq!(facts, [Access::default(); 3]);
}

#[test]
fn usage_of_a_pixel_shader() {
    let text = "shader \"main\" Pixel 6.0\n\
        output 0 \"SV_Depth\" kind Depth indices [0] type F32 rows 1 cols 1\n\
        output 1 \"SV_Coverage\" kind Coverage indices [0] type U32 rows 1 cols 1\n\
        function func0 \"main\" void {\nbb0:\n  %0: f32 = dpdx_coarse f32 1.0\n\
        output.store i32 0, %0\n  demote\n  %1: i1 = wave.any i1 true\n  %2: i32 = system_value #18\n  ret\n}\n";
    let module = parse_module(text).unwrap_or_else(|error| panic!("{error}"));
    let usage = usage::analyze(&module);
    assert_eq!(
        usage,
        usage::Usage {
            derivatives: true,
            wave_ops: true,
            wave_size: true,
            discard: true,
            depth: true,
            ..usage::Usage::default()
        }
    );
}
