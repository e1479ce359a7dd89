//! What the options change in modules, and that they say no more of themselves than is done.

use super::*;

#[test]
fn options_answer_truthfully() {
    // SAFETY: nothing is pointed to.
    let supports = |tag| unsafe { dxil_spv_converter_supports_option(tag) } == TRUE;
    assert!(!supports(0) && !supports(53) && !supports(56) && !supports(-1) && !supports(c_int::MAX));
    assert!(supports(1) && supports(49) && supports(51) && supports(42) && supports(55));
    assert!([22, 25, 33, 44, 45, 47].into_iter().all(supports));
    let handles = open(&shader("binding/sample_vs.dxil"));
    // Another form of the same memory model, which modules may have and do not.
    for flag in [TRUE, FALSE] {
        assert_eq!(
            set_option(&handles, &option::Flag { tag: 45, flag }),
            result::SUCCESS
        );
    }
    let instrumentation = |version, kind, enabled| option::InstructionInstrumentation {
        tag: 41,
        enabled,
        version,
        control_desc_set: 0,
        control_binding: 3,
        payload_desc_set: 0,
        payload_binding: 4,
        shader_hash: 5,
        kind,
    };
    assert!(supports(41));
    for (version, kind, enabled, code) in [
        (2, 0, TRUE, result::SUCCESS),
        (2, 3, TRUE, result::SUCCESS),
        (1, 0, TRUE, result::UNSUPPORTED_FEATURE),
        (2, 4, TRUE, result::SUCCESS),
        (2, 5, TRUE, result::UNSUPPORTED_FEATURE),
        (1, 4, FALSE, result::SUCCESS),
    ] {
        let option = instrumentation(version, kind, enabled);
        assert_eq!(set_option(&handles, &option), code, "{version} {kind}");
    }
    let quirk = |number| option::Number { tag: 42, number };
    for number in 0..=settings::QUIRKS.len() as c_uint {
        assert_eq!(set_option(&handles, &quirk(number)), result::SUCCESS, "{number}");
    }
    assert_eq!(set_option(&handles, &quirk(17)), result::UNSUPPORTED_FEATURE);
    // Of hull shaders only, and sent for all stages of a pipeline.
    let factor = option::Number { tag: 44, number: 16 };
    assert_eq!(set_option(&handles, &factor), result::SUCCESS);
    // What layers of version 2.72 say of a device.
    for tag in [52, 54, 55] {
        let flags = option::TwoFlags {
            tag,
            first: TRUE,
            second: TRUE,
        };
        assert_eq!(set_option(&handles, &flags), result::SUCCESS, "{tag}");
    }
    for tag in [53, 56] {
        let unknown = option::Number { tag, number: 0 };
        assert_eq!(
            set_option(&handles, &unknown),
            result::UNSUPPORTED_FEATURE,
            "{tag}"
        );
    }
}

/// An option of any structure: behind the tag each byte is this one.
#[repr(C, align(8))]
struct Filled {
    tag: c_int,
    bytes: [u8; 44],
}

#[test]
fn float_controls_let_shaders_that_are_fast_be_rearranged() {
    for (name, is_fast) in [
        ("big/pbr_lights.dxil", true),
        ("alu-float/precise_mad.dxil", false),
    ] {
        let handles = open(&shader(name));
        use_bindless(&handles);
        let option = option::Flag { tag: 54, flag: TRUE };
        assert_eq!(set_option(&handles, &option), result::SUCCESS);
        let text = text(&handles);
        assert_eq!(text.contains("FPFastMathDefault"), is_fast, "{name}");
        assert_eq!(
            text.contains("OpExecutionMode %main SignedZeroInfNanPreserve"),
            !is_fast,
            "{name}"
        );
    }
}

#[test]
fn what_devices_can_do_changes_nothing() {
    for name in [
        "big/pbr_lights.dxil",
        "options/min16.dxil",
        "wave/meet.dxil",
        "alu-half/binary.dxil",
        "alu-half/dot2add.dxil",
        "bits/dot4add.dxil",
        "quads/vote_sampling.dxil",
    ] {
        let handles = open(&shader(name));
        use_bindless(&handles);
        let plain = words(&handles).unwrap();
        for tag in [1, 10, 14, 17, 21, 23, 27, 28, 29, 34, 39, 45, 46, 50] {
            for byte in [1, 0] {
                let option = Filled {
                    tag,
                    bytes: [byte; 44],
                };
                assert_eq!(set_option(&handles, &option), result::SUCCESS, "{tag}");
                assert!(words(&handles).unwrap() == plain, "{name}, option {tag}");
            }
        }
        for number in [0, 3, 15] {
            assert_eq!(
                set_option(&handles, &option::Number { tag: 42, number }),
                result::SUCCESS
            );
            assert!(words(&handles).unwrap() == plain, "{name}, quirk {number}");
        }
    }
}

/// The text of a shader with an option; without one, of `None`.
fn with_option<T>(name: &str, option: Option<&T>) -> String {
    let handles = open(&shader(&format!("{name}.dxil")));
    match name {
        "options/rows" => use_root_constant_buffer(&handles),
        _ => use_bindless(&handles),
    }
    if let Some(option) = option {
        assert_eq!(set_option(&handles, option), result::SUCCESS);
    }
    text(&handles)
}

#[test]
fn quirks_change_the_shaders_that_they_are_for() {
    for (name, numbers) in [
        ("workarounds/barriers.uavs", &[1, 7][..]),
        // In none of its barriers are UAVs ordered.
        ("workarounds/barriers", &[7]),
        ("workarounds/cube_levels", &[2]),
        ("workarounds/mesh_counts", &[4]),
        ("options/divergent_index", &[5, 16]),
        ("workarounds/one_wave", &[8]),
        ("workarounds/loop_values", &[9]),
        ("workarounds/roots", &[10]),
        ("workarounds/shading_rate.vs", &[11]),
        ("workarounds/quad_lanes", &[12]),
        ("workarounds/mad", &[13]),
        ("workarounds/mad.lanes", &[14]),
    ] {
        let plain = with_option::<option::Number>(name, None);
        for number in 0..=settings::QUIRKS.len() as c_uint {
            let changed = with_option(name, Some(&option::Number { tag: 42, number })) != plain;
            if numbers.contains(&number) {
                assert!(changed, "{name}: quirk {number} does nothing");
            } else if [0, 3, 15].contains(&number) {
                assert!(!changed, "{name}: quirk {number} does something");
            }
        }
    }
    let barriers = |number| with_option("workarounds/barriers", Some(&option::Number { tag: 42, number }));
    assert_ne!(barriers(1), barriers(7));
}

#[test]
fn flags_of_devices_tell_how_buffers_are_accessed() {
    let of =
        |name: &str, tag, first, second| with_option(name, Some(&option::TwoFlags { tag, first, second }));
    let plain = |name: &str| with_option::<option::Number>(name, None);
    // Vectors of three words; vectors in raw buffers.
    assert_ne!(
        of("vector/float3_copy", 20, TRUE, FALSE),
        plain("vector/float3_copy")
    );
    assert_eq!(
        of("vector/float3_copy", 20, FALSE, FALSE),
        plain("vector/float3_copy")
    );
    let raw = |second| of("vector/raw_copy", 20, TRUE, second);
    assert_ne!(raw(TRUE), raw(FALSE));
    // Offsets behind 4 GiB.
    let far = "buffers/raw_bounds";
    assert_ne!(of(far, 52, TRUE, TRUE), plain(far));
    let far = "buffers/structured_far";
    assert_eq!(of(far, 52, TRUE, TRUE), plain(far));
    assert_ne!(of(far, 52, FALSE, FALSE), plain(far));
    // Rows of root constant buffers.
    let bounded = |flag| with_option("options/rows", Some(&option::Flag { tag: 22, flag }));
    assert_ne!(bounded(TRUE), bounded(FALSE));
    // As long as nothing is said.
    assert_eq!(bounded(TRUE), plain("options/rows"));
    let handles = open(&shader("options/rows.dxil"));
    use_root_constant_buffer(&handles);
    for (option, wanted) in [
        (
            Filled {
                tag: 22,
                bytes: [0; 44],
            },
            FALSE,
        ),
        // The quirk.
        (
            Filled {
                tag: 42,
                bytes: std::array::from_fn(|at| if at == 0 { 6 } else { 0 }),
            },
            TRUE,
        ),
    ] {
        assert_eq!(set_option(&handles, &option), result::SUCCESS);
        assert!(text(&handles) == bounded(wanted));
    }
    // Gradients of one factor, of any.
    let gradients = |first, second| of("workarounds/gradients", 31, first, second);
    let [never, one, any] = [
        gradients(FALSE, FALSE),
        gradients(TRUE, FALSE),
        gradients(TRUE, TRUE),
    ];
    assert_eq!(never, plain("workarounds/gradients"));
    assert!(never != one && one != any && never != any);
}

#[test]
fn rays_say_what_the_device_has() {
    let says = |name: &str, tag: c_int, [first, second]: [Bool; 2], what: &str| {
        let handles = open(&shader(name));
        use_bindless(&handles);
        let option = option::TwoFlags { tag, first, second };
        assert_eq!(set_option(&handles, &option), result::SUCCESS);
        text(&handles).contains(&format!("OpCapability {what}"))
    };
    let culling = |flags| {
        says(
            "rayquery/flags.triangles.dxil",
            18,
            flags,
            "RayTraversalPrimitiveCullingKHR",
        )
    };
    assert!(culling([TRUE, FALSE]) && !culling([FALSE; 2]));
    let allowed = |tag, flags| {
        says(
            "rayquery/micromaps.dxil",
            tag,
            flags,
            "RayTracingOpacityMicromapEXT",
        )
    };
    assert!(allowed(32, [TRUE, FALSE]) && !allowed(32, [FALSE; 2]));
    assert!(allowed(55, [TRUE, FALSE]) && !allowed(55, [FALSE; 2]));
    // Before shader model 6.9 only where the whole device has been asked for them.
    let older = |tag, flags| {
        says(
            "rayquery/committed.dxil",
            tag,
            flags,
            "RayTracingOpacityMicromapEXT",
        )
    };
    assert!(!older(32, [TRUE, FALSE]) && !older(55, [TRUE, FALSE]));
    assert!(older(55, [FALSE, TRUE]) && older(55, [TRUE, TRUE]));
}

#[test]
fn raw_buffers_have_access_chains_where_the_device_has_them() {
    let handles = open(&shader("vector/raw_copy.dxil"));
    use_bindless(&handles);
    for flag in [TRUE, FALSE] {
        assert_eq!(
            set_option(&handles, &option::Flag { tag: 38, flag }),
            result::SUCCESS
        );
        assert_eq!(text(&handles).contains("OpRawAccessChainNV"), flag == TRUE);
    }
}

#[test]
fn views_are_those_of_specialization_constants() {
    let handles = open(&shader("options/views.vs.dxil"));
    let views = |enabled, id| option::ViewInstancing {
        tag: 49,
        enabled,
        last_pre_rasterization_stage: FALSE,
        view_index_to_view_instance_spec_id: id,
        view_instance_to_viewport_spec_id: u32::MAX,
    };
    let compatible = |handles: &Handles| {
        let mut compatible = 7;
        // SAFETY: the converter is live, the place is ours.
        let code = unsafe { dxil_spv_converter_is_multiview_compatible(handles.converter, &mut compatible) };
        assert_eq!(code, result::SUCCESS);
        compatible
    };
    // One view.
    assert!(!text(&handles).contains("MultiView"));
    assert_eq!(compatible(&handles), FALSE);
    // By a uniform buffer, which is not there.
    assert_eq!(set_option(&handles, &views(TRUE, u32::MAX)), result::SUCCESS);
    assert_eq!(words(&handles), Err(result::UNSUPPORTED_FEATURE));
    assert_eq!(set_option(&handles, &views(FALSE, u32::MAX)), result::SUCCESS);
    assert_eq!(set_option(&handles, &views(TRUE, 3)), result::SUCCESS);
    assert!(text(&handles).contains("SpecId 3"));
    assert_eq!(compatible(&handles), TRUE);
    let word = |meta, binding| {
        let kind = meta_kind::UBO_CONTAINING_CONSTANT;
        // SAFETY: the converter is live.
        unsafe { dxil_spv_converter_set_meta_descriptor(handles.converter, meta, kind, 7, binding) }
    };
    assert_eq!(word(meta::DYNAMIC_VIEW_INSTANCING_MASK, 5), result::SUCCESS);
    // Of the last stage before rasterization alone.
    assert!(!text(&handles).contains("Binding 5"));
    let mut last = views(TRUE, 3);
    last.last_pre_rasterization_stage = TRUE;
    assert_eq!(set_option(&handles, &last), result::SUCCESS);
    assert!(text(&handles).contains("Binding 5"));
    assert_eq!(word(meta::DYNAMIC_VIEW_INSTANCING_OFFSETS, 6), result::SUCCESS);
    assert!(!text(&handles).contains("Binding 6"));
    last.view_index_to_view_instance_spec_id = u32::MAX;
    assert_eq!(set_option(&handles, &last), result::SUCCESS);
    let drawn = text(&handles);
    assert!(drawn.contains("Binding 6") && drawn.contains("BuiltIn Layer") && !drawn.contains("MultiView"));
    assert_eq!(compatible(&handles), FALSE);
}

#[test]
fn hints_are_the_shaders_or_those_asked_for() {
    let handles = open(&shader("qa/paths.dxil"));
    use_bindless(&handles);
    let controls = |handles: &Handles| {
        let text = text(handles);
        let of = |opcode: &str, control: &str| {
            let mut lines = text.lines().filter(|line| line.contains(opcode));
            lines.any(|line| line.ends_with(control))
        };
        [
            of("OpLoopMerge", " DontUnroll"),
            of("OpLoopMerge", " Unroll"),
            of("OpSelectionMerge", " DontFlatten"),
            of("OpSelectionMerge", " Flatten"),
        ]
    };
    let force = |[unroll, keep, flatten, branch]: [Bool; 4], own| {
        let hints = option::BranchControl {
            tag: 33,
            use_shader_metadata: own,
            force_unroll: unroll,
            force_loop: keep,
            force_flatten: flatten,
            force_branch: branch,
        };
        assert_eq!(set_option(&handles, &hints), result::SUCCESS);
        controls(&handles)
    };
    let own = controls(&handles);
    assert_eq!(own, [true, false, true, false]);
    assert_eq!(force([0; 4], FALSE), own);
    assert_eq!(force([1, 0, 1, 0], FALSE), [false, true, false, true]);
    assert_eq!(force([0, 1, 0, 1], FALSE), [true, false, true, false]);
    assert_eq!(force([0, 0, 1, 0], TRUE)[..2], own[..2]);
}

#[test]
fn quads_go_by_what_the_device_has() {
    let handles = open(&shader("quads/across.vote.dxil"));
    let size = |handles: &Handles| {
        let text = text(handles);
        let line = text.lines().find(|line| line.contains(" LocalSize "));
        line.and_then(|line| line.split(" LocalSize ").nth(1))
            .map(str::to_owned)
    };
    // Linear quads as long as nothing is said: threads have other ids.
    assert!(text(&handles).contains("DerivativeGroupLinearKHR"));
    assert_eq!(size(&handles).as_deref(), Some("16 4 1"));
    let quads = option::Flag { tag: 51, flag: TRUE };
    assert_eq!(set_option(&handles, &quads), result::SUCCESS);
    assert!(text(&handles).contains("DerivativeGroupQuadsKHR"));
    assert_eq!(size(&handles).as_deref(), Some("8 8 1"));
    for (flag, wanted) in [(TRUE, true), (FALSE, false)] {
        let name = option::Flag { tag: 36, flag };
        assert_eq!(set_option(&handles, &name), result::SUCCESS);
        assert_eq!(
            text(&handles).contains("SPV_NV_compute_shader_derivatives"),
            wanted
        );
    }
    for (nv, khr, wanted) in [
        (TRUE, FALSE, Some("SPV_NV_compute_shader_derivatives")),
        (TRUE, TRUE, Some("SPV_KHR_compute_shader_derivatives")),
        (FALSE, FALSE, None),
    ] {
        let names = option::TwoFlags {
            tag: 40,
            first: nv,
            second: khr,
        };
        assert_eq!(set_option(&handles, &names), result::SUCCESS);
        let text = text(&handles);
        let extension = text
            .lines()
            .find(|line| line.contains("compute_shader_derivatives"));
        assert_eq!(extension.is_some(), wanted.is_some());
        assert!(extension.unwrap_or_default().contains(wanted.unwrap_or_default()));
    }
    assert_eq!(size(&handles).as_deref(), Some("16 4 1"));
    assert!(!text(&handles).contains("QuadControlKHR"));
    let control = option::ThreeFlags {
        tag: 37,
        first: TRUE,
        second: TRUE,
        third: FALSE,
    };
    assert_eq!(set_option(&handles, &control), result::SUCCESS);
    assert!(text(&handles).contains("OpGroupNonUniformQuadAnyKHR"));
}

#[test]
fn maximal_reconvergence_is_forced_and_precision_relaxed() {
    let handles = open(&shader("wave/meet.dxil"));
    for (third, wanted) in [(FALSE, false), (TRUE, true)] {
        let control = option::ThreeFlags {
            tag: 37,
            first: TRUE,
            second: TRUE,
            third,
        };
        assert_eq!(set_option(&handles, &control), result::SUCCESS);
        assert_eq!(text(&handles).contains("MaximallyReconvergesKHR"), wanted);
    }
    // Who asks for what the device lacks gets it not.
    let lacking = option::ThreeFlags {
        tag: 37,
        first: TRUE,
        second: FALSE,
        third: TRUE,
    };
    assert_eq!(set_option(&handles, &lacking), result::SUCCESS);
    assert!(!text(&handles).contains("MaximallyReconvergesKHR"));
    let handles = open(&shader("options/min16.dxil"));
    assert!(text(&handles).contains("RelaxedPrecision"));
    let native = option::Flag { tag: 16, flag: TRUE };
    assert_eq!(set_option(&handles, &native), result::SUCCESS);
    assert!(!text(&handles).contains("RelaxedPrecision"));
}

#[test]
fn denormals_are_kept_where_the_device_can() {
    for (name, first, second) in [
        ("alu-half/binary", TRUE, FALSE),
        ("alu-double/binary", FALSE, TRUE),
    ] {
        let handles = open(&shader(&format!("{name}.dxil")));
        assert!(text(&handles).contains("DenormPreserve"), "{name}");
        let kept = option::TwoFlags {
            tag: 26,
            first,
            second,
        };
        assert_eq!(set_option(&handles, &kept), result::SUCCESS);
        assert!(text(&handles).contains("DenormPreserve"), "{name}");
        let other = option::TwoFlags {
            tag: 26,
            first: second,
            second: first,
        };
        assert_eq!(set_option(&handles, &other), result::SUCCESS);
        assert!(!text(&handles).contains("DenormPreserve"), "{name}");
    }
}

#[test]
fn conversions_are_those_of_a_driver_that_is_known() {
    let driver = |driver_id| option::TwoNumbers {
        tag: 39,
        first: driver_id,
        second: 0,
    };
    let to_int = open(&shader("convert/float_to_int.dxil"));
    let held = |handles: &Handles| text(handles).contains("NClamp");
    let to_half = open(&shader("convert/legacy_half.dxil"));
    let stepped = |handles: &Handles| text(handles).contains("FAbs");
    assert!(held(&to_int) && stepped(&to_half));
    let fast = |handles: &Handles| !text(handles).contains("FlushToZero");
    // NVIDIA's, Mesa's for AMD and Intel, AMD's.
    for (number, saturates, rounds_to_zero, is_fast) in [
        (4, true, false, false),
        (3, true, true, true),
        (6, false, false, true),
        (1, false, false, false),
    ] {
        assert_eq!(set_option(&to_int, &driver(number)), result::SUCCESS);
        assert_eq!(held(&to_int), !saturates, "{number}");
        assert_eq!(set_option(&to_half, &driver(number)), result::SUCCESS);
        assert_eq!(stepped(&to_half), !rounds_to_zero, "{number}");
        assert_eq!(fast(&to_half), is_fast, "{number}");
    }
}

#[test]
fn a_forced_wave_size_is_what_the_queries_say() {
    let handles = open(&shader("options/lanes.dxil"));
    let query = || {
        let mut sizes = [7; 3];
        let [min, max, preferred] = &mut sizes;
        // SAFETY: the converter is live, the places are ours.
        let code =
            unsafe { dxil_spv_converter_get_compute_wave_size_range(handles.converter, min, max, preferred) };
        assert_eq!(code, result::SUCCESS);
        // SAFETY: the converter is live.
        let reads = unsafe { dxil_spv_converter_uses_subgroup_size(handles.converter) };
        (sizes, reads)
    };
    assert!(words(&handles).is_ok());
    assert_eq!(query(), ([0; 3], TRUE));
    for (flag, wanted) in [(FALSE, [0; 3]), (TRUE, [1, 0, 0])] {
        let force = option::NumberAndFlag {
            tag: 25,
            number: 1,
            flag,
        };
        assert_eq!(set_option(&handles, &force), result::SUCCESS);
        assert!(words(&handles).is_ok());
        assert_eq!(query(), (wanted, FALSE));
    }
}

#[test]
fn the_source_file_is_named() {
    let handles = open(&shader("binding/sample_vs.dxil"));
    use_bindless(&handles);
    let name = CString::new("0123456789abcdef.dxil").unwrap();
    let file = option::ShaderSourceFile {
        tag: 11,
        name: name.as_ptr(),
    };
    assert_eq!(set_option(&handles, &file), result::SUCCESS);
    drop(name);
    let text = text(&handles);
    assert!(text.contains("OpString \"0123456789abcdef.dxil\""), "{text}");
    assert!(text.contains("OpSource Unknown 0 %"), "{text}");
}

#[test]
fn positions_are_invariant_and_arithmetic_precise() {
    let handles = open(&shader("binding/sample_vs.dxil"));
    assert!(!text(&handles).contains("Invariant"));
    let invariant = option::Flag { tag: 19, flag: TRUE };
    assert_eq!(set_option(&handles, &invariant), result::SUCCESS);
    assert!(text(&handles).contains("Invariant"));
    let pixel = open(&shader("big/pbr_lights.dxil"));
    use_bindless(&pixel);
    let before = text(&pixel).matches("NoContraction").count();
    let precise = option::TwoFlags {
        tag: 30,
        first: TRUE,
        second: FALSE,
    };
    assert_eq!(set_option(&pixel, &precise), result::SUCCESS);
    assert!(text(&pixel).matches("NoContraction").count() > before);
}

#[test]
fn render_targets_change_components_and_become_blend_sources() {
    let pixel = open(&shader("big/pbr_lights.dxil"));
    use_bindless(&pixel);
    // Blue, green, red, alpha.
    let swizzle: [c_uint; 1] = [0b11_00_01_10];
    let swizzles = option::OutputSwizzle {
        tag: 3,
        swizzles: swizzle.as_ptr(),
        swizzle_count: 1,
    };
    let plain = words(&pixel).unwrap();
    assert_eq!(set_option(&pixel, &swizzles), result::SUCCESS);
    assert_ne!(words(&pixel).unwrap(), plain);
    let dual = option::Flag { tag: 2, flag: TRUE };
    assert_eq!(set_option(&pixel, &dual), result::SUCCESS);
    assert!(text(&pixel).contains("Index 0"));
}

#[test]
fn products_of_ags_are_the_device_s_in_waves_of_32_lanes() {
    let bytes = |name: &str| std::fs::read(shaders().join("../extensions").join(name)).unwrap();
    let is_device_s = |bytes: &[u8], lanes: c_uint| {
        let handles = open(bytes);
        let forced = option::NumberAndFlag {
            tag: 25,
            number: lanes,
            flag: TRUE,
        };
        assert_eq!(set_option(&handles, &forced), result::SUCCESS);
        text(&handles).contains("OpCooperativeMatrixMulAddKHR")
    };
    assert!(is_device_s(&bytes("ags_product.dxil"), 32));
    assert!(!is_device_s(&bytes("ags_product.dxil"), 0));
    assert!(!is_device_s(&bytes("ags_product.dxil"), 64));
    let float8 = |supported: Bool| {
        let handles = open(&bytes("ags_product.fp8.dxil"));
        let forced = option::NumberAndFlag {
            tag: 25,
            number: 32,
            flag: TRUE,
        };
        let support = option::TwoFlags {
            tag: 46,
            first: supported,
            second: FALSE,
        };
        assert_eq!(set_option(&handles, &forced), result::SUCCESS);
        assert_eq!(set_option(&handles, &support), result::SUCCESS);
        text(&handles).contains("Float8CooperativeMatrixEXT")
    };
    assert!(float8(TRUE) && !float8(FALSE));
    // This driver sees to the ends of buffers.
    let ends = |driver: c_uint| {
        let handles = open(&bytes("ags_sums.waves.dxil"));
        use_bindless(&handles);
        let version = option::TwoNumbers {
            tag: 39,
            first: driver,
            second: 0,
        };
        assert_eq!(set_option(&handles, &version), result::SUCCESS);
        text(&handles).matches("OpArrayLength").count()
    };
    assert!(ends(3) < ends(4), "{} {}", ends(3), ends(4));
    // Nothing is known of what the device has for a shader's own products.
    assert!(!is_device_s(&shader("linalg/multiply.dxil"), 32));
}

#[test]
fn wave_sizes_and_warnings_follow_the_code() {
    let sizes = |name: &str, lanes: c_uint| {
        let handles = open(&shader(name));
        let forced = option::NumberAndFlag {
            tag: 25,
            number: lanes,
            flag: FALSE,
        };
        assert_eq!(set_option(&handles, &forced), result::SUCCESS);
        words(&handles).unwrap();
        let (mut min, mut max) = (7, 7);
        // SAFETY: the handle is live, and the places are ours.
        unsafe {
            let got = dxil_spv_converter_get_compute_heuristic_min_wave_size(handles.converter, &mut min);
            assert_eq!(got, result::SUCCESS);
            let got = dxil_spv_converter_get_compute_heuristic_max_wave_size(handles.converter, &mut max);
            assert_eq!(got, result::SUCCESS);
        }
        [min, max]
    };
    // Small groups with wave operations; a number of lanes of the caller's; nothing of waves.
    assert_eq!(sizes("options/lanes.dxil", 0), [0, 32]);
    assert_eq!(sizes("options/lanes.dxil", 16), [0, 0]);
    assert_eq!(sizes("workarounds/roots.dxil", 0), [0, 0]);
    assert_eq!(sizes("workarounds/wave_sizes.dxil", 0), [32, 32]);
    assert_eq!(sizes("workarounds/wave_sizes.ballot.dxil", 0), [0, 32]);
    assert_eq!(sizes("workarounds/wave_sizes.sum.dxil", 0), [32, 32]);
    assert_eq!(sizes("workarounds/wave_sizes.turned.dxil", 0), [0, 0]);
    let warning = warnings(&open(&shader("workarounds/one_wave.dxil"))).unwrap();
    assert!(warning.contains("there is no barrier for it"), "{warning}");
    assert_eq!(warnings(&open(&shader("workarounds/barriers.dxil"))), None);
}

/// What the analysis of a translation warns of.
fn warnings(handles: &Handles) -> Option<String> {
    words(handles).unwrap();
    // SAFETY: the handle is live, and the text lives as long.
    unsafe {
        let text = dxil_spv_converter_get_analysis_warnings(handles.converter);
        (!text.is_null()).then(|| std::ffi::CStr::from_ptr(text).to_str().unwrap().to_owned())
    }
}

/// Layers that map what shares a binding apart are not warned of it.
#[test]
fn shared_bindings_are_warned_of_where_no_callback_answers() {
    unsafe extern "C" fn buffer(_: *mut c_void, _: *const D3dBinding, out: *mut SrvVulkanBinding) -> Bool {
        // SAFETY: the library hands over the structure.
        unsafe { (*out).buffer_binding.descriptor_type = descriptor_type::SSBO };
        TRUE
    }
    // A read-only buffer at t0, and a UAV at u0.
    let handles = open(&shader("heap/table_indices.dxil"));
    let warning = warnings(&handles).unwrap();
    assert!(
        warning.contains("registers t0 and u0, space 0, share set 0 binding 0"),
        "{warning}"
    );
    // SAFETY: the handle is live, and the callback needs no data.
    unsafe { dxil_spv_converter_set_srv_remapper(handles.converter, Some(buffer), null_mut()) };
    assert_eq!(warnings(&handles), None);
}

#[test]
fn views_of_shaders_that_choose_a_layer_are_drawn_one_by_one() {
    let compatible = |name: &str| {
        let handles = open(&shader(name));
        let views = option::ViewInstancing {
            tag: 49,
            enabled: TRUE,
            last_pre_rasterization_stage: TRUE,
            view_index_to_view_instance_spec_id: 0,
            view_instance_to_viewport_spec_id: 1,
        };
        assert_eq!(set_option(&handles, &views), result::SUCCESS);
        words(&handles).unwrap();
        let mut compatible = 7;
        // SAFETY: the handle is live, and the place is ours.
        let got = unsafe { dxil_spv_converter_is_multiview_compatible(handles.converter, &mut compatible) };
        assert_eq!(got, result::SUCCESS);
        compatible
    };
    assert_eq!(compatible("options/views.vs.dxil"), TRUE);
    assert_eq!(compatible("vertex/layer_viewport.dxil"), FALSE);
}
