use super::{Access, Kinds, analyze, operation};
use crate::analysis::usage;
use crate::ir::parse::parse_module;
use crate::ir::{AtomicOp, Op};

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

#[test]
fn atomics_commute_where_they_are_alike_and_no_result_is_used() {
    let atomic = |id: &str, at: u32, ty: &str, op: u32| {
        format!("  %{id}: {ty} = resource.atomic %{at}, i32 0, i32 undef, i32 undef, {ty} 1 #{op}\n")
    };
    let facts = facts(
        &(0..7)
            .map(|i| format!("resource res{i} Uav RawBuffer \"\" id {i} register {i}\n"))
            .collect::<String>(),
        &[
            (0..7)
                .map(|i| format!("  %{i}: handle = handle i32 {i} #{i}\n"))
                .collect::<String>(),
            // Twice the same; wide; two operations; two widths.
            atomic("10", 0, "i32", 7) + &atomic("11", 0, "i32", 7),
            atomic("12", 1, "i64", 0),
            atomic("13", 2, "i32", 0) + &atomic("14", 2, "i32", 1),
            atomic("15", 3, "i32", 0) + &atomic("16", 3, "i64", 0),
            // The old value is used; exchange; a load beside it.
            atomic("17", 4, "i32", 0) + "  %18: i32 = iadd %17, i32 1\n",
            atomic("19", 5, "i32", 8),
            atomic("20", 6, "i32", 0) + "  %21: i32 = raw.load %6, i32 0, i32 undef #1\n",
            "  ret\n".to_owned(),
        ]
        .concat(),
    );
    let commutes: Vec<_> = facts.iter().map(Access::commutes).collect();
    let none = None;
    assert_eq!(
        commutes,
        [
            Some((AtomicOp::UMax, 32)),
            Some((AtomicOp::Add, 64)),
            none,
            none,
            none,
            none,
            none
        ]
    );
    let only: Vec<_> = facts.iter().map(Access::atomic_only).collect();
    assert_eq!(only, [true, true, true, true, true, true, false]);
}

#[test]
fn atomics_through_selected_handles_keep_their_operation() {
    let facts = facts(
        BUFFERS,
        "  %0: i1 = ieq i32 1, i32 2\n  %1: handle = handle i32 3\n  %2: handle = handle i32 16 #1\n\
         %3: handle = select %0, %1, %2\n\
         %4: i32 = resource.atomic %3, i32 0, i32 undef, i32 undef, i32 1 #2\n\
         %5: i32 = resource.atomic %2, i32 0, i32 undef, i32 undef, i32 1 #3\n  ret\n",
    );
    assert_eq!(facts[0].commutes(), Some((AtomicOp::Or, 32)));
    assert!(facts[1].atomic_only() && facts[1].commutes().is_none());
    assert_eq!(facts[2].commutes(), None);
}

#[test]
fn feedback_and_clamped_levels_of_detail() {
    let sample = |id: u32, texture: u32, clamp: &str| {
        format!(
            "  %{id}: <4 x f32> = sample.grad %{texture}, %9, f32 0.0, f32 0.0, f32 undef, f32 undef, i32 undef, \
             i32 undef, i32 undef, f32 0.0, f32 0.0, f32 undef, f32 0.0, f32 0.0, f32 undef, {clamp}\n"
        )
    };
    let facts = facts(
        "resource res0 Srv Texture2D \"\" component F32\nresource res1 Srv Texture2D \"\" id 1 component F32\n\
         resource res2 Srv Texture2D \"\" id 2 component F32\nresource res3 Uav FeedbackTexture2D \"\"\n\
         resource res4 Uav Texture2D \"\" id 1 component F32\nresource res5 Sampler Sampler \"\"\n",
        &[
            "  %0: handle = handle i32 0\n  %1: handle = handle i32 0 #1\n  %2: handle = handle i32 0 #2\n\
             %3: handle = handle i32 0 #3\n  %4: handle = handle i32 0 #4\n  %9: handle = handle i32 0 #5\n",
            &sample(10, 0, "f32 2.0"),
            &sample(11, 1, "f32 0.0"),
            &sample(12, 2, "f32 undef"),
            "  texture.store %3, i32 0, i32 0, i32 undef, i32 1, i32 1, i32 1, i32 1 #15\n\
             texture.store %4, i32 0, i32 0, i32 undef, f32 1.0, f32 1.0, f32 1.0, f32 1.0 #15\n  ret\n",
        ]
        .concat(),
    );
    let clamped: Vec<_> = facts.iter().map(Access::min_lod).collect();
    assert_eq!(clamped, [true, false, false, false, false, false]);
    let feedback: Vec<_> = facts.iter().map(Access::feedback).collect();
    assert_eq!(feedback, [false, false, false, true, false, false]);
}

#[test]
fn rays_and_calls_reach_only_what_they_name() {
    let facts = facts(
        "resource res0 Uav RawBuffer \"\"\nresource res1 Uav RawBuffer \"\" id 1\n\
         global @0 Private i32\n",
        "  %0: handle = handle i32 0\n  %1: i32 = raw.load %0, i32 0, i32 undef #1\n  call_shader %1, @0\n  ret\n",
    );
    let [read, unused] = facts[..] else {
        panic!("{facts:?}");
    };
    assert!(read.read() && !read.write() && !read.counter());
    assert_eq!(unused, Access::default());
    // Of what no other operation is known, all resources would be taken.
    let unknown: Vec<_> = Op::ALL
        .iter()
        .filter(|op| op.is_d3d12() && operation(**op).0 == Kinds::ALL)
        .collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}
