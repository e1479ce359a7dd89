//! The interface called as C calls it.

mod signature;

use super::types::option;
use super::*;
use std::ffi::CString;
use std::path::{Path, PathBuf};
use std::ptr::{null, null_mut};

fn shaders() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/shaders")
}

fn shader(name: &str) -> Vec<u8> {
    std::fs::read(shaders().join(name)).unwrap()
}

/// Frees handles at the end of a test.
struct Handles {
    blob: BlobHandle,
    converter: ConverterHandle,
}

impl Drop for Handles {
    fn drop(&mut self) {
        // SAFETY: both came from this library, and a blob may go before its converter.
        unsafe {
            dxil_spv_parsed_blob_free(self.blob);
            dxil_spv_converter_free(self.converter);
        }
    }
}

fn open(bytes: &[u8]) -> Handles {
    let (mut blob, mut converter) = (null_mut(), null_mut());
    // SAFETY: the bytes and the places are ours.
    unsafe {
        let code = dxil_spv_parse_dxil_blob(bytes.as_ptr().cast(), bytes.len(), &mut blob);
        assert_eq!(code, result::SUCCESS);
        assert_eq!(dxil_spv_create_converter(blob, &mut converter), result::SUCCESS);
    }
    Handles { blob, converter }
}

fn words(handles: &Handles) -> Result<Vec<u32>, c_int> {
    // SAFETY: the handles are live, and what they hand out is copied before they go.
    unsafe {
        let code = dxil_spv_converter_run(handles.converter);
        if code != result::SUCCESS {
            let mut none = CompiledSpirv {
                data: null(),
                size: 0,
            };
            let got = dxil_spv_converter_get_compiled_spirv(handles.converter, &mut none);
            assert_eq!(got, result::GENERIC);
            return Err(code);
        }
        let mut spirv = CompiledSpirv {
            data: null(),
            size: 0,
        };
        let got = dxil_spv_converter_get_compiled_spirv(handles.converter, &mut spirv);
        assert_eq!(got, result::SUCCESS);
        Ok(std::slice::from_raw_parts(spirv.data.cast::<u32>(), spirv.size / 4).to_vec())
    }
}

fn text(handles: &Handles) -> String {
    dxil2spirv::spirv::disassemble(&words(handles).unwrap()).unwrap()
}

fn set_option<T>(handles: &Handles, option: &T) -> c_int {
    // SAFETY: every option starts with its tag.
    unsafe { dxil_spv_converter_add_option(handles.converter, std::ptr::from_ref(option).cast()) }
}

unsafe extern "C" fn bindless_srv(
    _: *mut c_void,
    d3d: *const D3dBinding,
    out: *mut SrvVulkanBinding,
) -> Bool {
    // SAFETY: the library hands over both.
    let (d3d, out) = unsafe { (&*d3d, &mut *out) };
    out.buffer_binding = bindless(d3d, if (10..=12).contains(&d3d.kind) { 1 } else { 0 });
    out.offset_binding.set = 15;
    TRUE
}

unsafe extern "C" fn bindless_uav(
    _: *mut c_void,
    d3d: *const UavD3dBinding,
    out: *mut UavVulkanBinding,
) -> Bool {
    // SAFETY: as above.
    let (d3d, out) = unsafe { (&(*d3d).d3d_binding, &mut *out) };
    out.buffer_binding = bindless(d3d, if (10..=12).contains(&d3d.kind) { 4 } else { 3 });
    out.counter_binding = VulkanBinding {
        set: 7,
        descriptor_type: descriptor_type::IDENTITY,
        ..out.buffer_binding
    };
    out.offset_binding.set = 15;
    TRUE
}

unsafe extern "C" fn bindless_cbv(
    _: *mut c_void,
    d3d: *const D3dBinding,
    out: *mut CbvVulkanBinding,
) -> Bool {
    // SAFETY: as above.
    let (d3d, out) = unsafe { (&*d3d, &mut *out) };
    out.uniform_binding = bindless(d3d, 5);
    TRUE
}

unsafe extern "C" fn bindless_sampler(
    _: *mut c_void,
    d3d: *const D3dBinding,
    out: *mut VulkanBinding,
) -> Bool {
    // SAFETY: as above.
    unsafe { *out = bindless(&*d3d, 2) };
    TRUE
}

/// Element `register` of the table at root constant `set`.
fn bindless(d3d: &D3dBinding, set: u32) -> VulkanBinding {
    let heap = d3d.register_index == u32::MAX;
    VulkanBinding {
        set,
        root_constant_index: set,
        bindless: Bindless {
            heap_root_offset: if heap { 0 } else { d3d.register_index },
            use_heap: TRUE,
        },
        descriptor_type: match d3d.kind {
            11 | 12 => descriptor_type::SSBO,
            _ => descriptor_type::IDENTITY,
        },
        ..VulkanBinding::default()
    }
}

fn use_bindless(handles: &Handles) {
    // SAFETY: the callbacks need no userdata.
    unsafe {
        dxil_spv_converter_set_srv_remapper(handles.converter, Some(bindless_srv), null_mut());
        dxil_spv_converter_set_uav_remapper(handles.converter, Some(bindless_uav), null_mut());
        dxil_spv_converter_set_cbv_remapper(handles.converter, Some(bindless_cbv), null_mut());
        dxil_spv_converter_set_sampler_remapper(handles.converter, Some(bindless_sampler), null_mut());
        dxil_spv_converter_set_root_constant_word_count(handles.converter, 8);
    }
    let addresses = option::Flag { tag: 7, flag: TRUE };
    assert_eq!(set_option(handles, &addresses), result::SUCCESS);
    let alignment = option::Number { tag: 9, number: 1 };
    assert_eq!(set_option(handles, &alignment), result::SUCCESS);
}

#[test]
fn version_is_the_interfaces() {
    let mut version = [0; 3];
    let [major, minor, patch] = &mut version;
    // SAFETY: the places are ours; null ones are left alone.
    unsafe {
        dxil_spv_get_version(major, minor, patch);
        dxil_spv_get_version(null_mut(), null_mut(), null_mut());
    }
    assert_eq!(version, [2, 72, 0]);
}

#[test]
fn every_shader_is_bound_bindless() {
    let mut failures = Vec::new();
    let shaders = dxil2spirv_fuzz::corpus::shaders();
    assert!(!shaders.is_empty());
    // Nodes of work graphs take their push constants for themselves: they want root parameters in a uniform block.
    for (name, bytes) in shaders
        .iter()
        .filter(|(name, _)| !name.starts_with("workgraphs/") && !name.starts_with("structs/mesh_node."))
        // What lies in no folder is there for its metadata, or needs options.
        .filter(|(name, _)| name.contains('/'))
    {
        let handles = open(bytes);
        use_bindless(&handles);
        match words(&handles) {
            Ok(words) => {
                let entry = entry_name(&words);
                assert_eq!(entry, "main", "{name}");
            }
            Err(code) => failures.push((name, code)),
        }
    }
    assert!(failures.is_empty(), "{failures:?}");
}

fn entry_name(words: &[u32]) -> String {
    let text = dxil2spirv::spirv::disassemble(words).unwrap();
    let line = text
        .lines()
        .find(|line| line.trim_start().starts_with("OpEntryPoint"))
        .unwrap();
    line.split('"').nth(1).unwrap().to_owned()
}

#[test]
fn damaged_input_is_a_parser_error() {
    let mut blob = null_mut();
    // SAFETY: null and short inputs are what the test is about.
    unsafe {
        assert_eq!(
            dxil_spv_parse_dxil_blob(null(), 16, &mut blob),
            result::INVALID_ARGUMENT
        );
        assert_eq!(dxil_spv_parse_dxil_blob(null(), 0, &mut blob), result::PARSER);
        assert_eq!(
            dxil_spv_parse_dxil_blob(b"DXBC".as_ptr().cast(), 4, &mut blob),
            result::PARSER
        );
        dxil_spv_parsed_blob_free(null_mut());
        dxil_spv_converter_free(null_mut());
        assert_eq!(dxil_spv_converter_run(null_mut()), result::INVALID_ARGUMENT);
    }
    assert!(blob.is_null());
}

#[test]
fn entry_points_have_names_and_stages() {
    let handles = open(&shader("binding/sample_vs.dxil"));
    let (mut count, mut name, mut index) = (0, null(), 7);
    // SAFETY: handles and places are ours; the name is read while the blob lives.
    unsafe {
        assert_eq!(
            dxil_spv_parsed_blob_get_num_entry_points(handles.blob, &mut count),
            0
        );
        assert_eq!(count, 1);
        assert_eq!(
            dxil_spv_parsed_blob_get_entry_point_demangled_name(handles.blob, 0, &mut name),
            result::SUCCESS
        );
        assert_eq!(
            dxil_spv_parsed_blob_get_entry_point_name(handles.blob, 1, &mut name),
            result::INVALID_ARGUMENT
        );
        assert_eq!(
            dxil_spv_parsed_blob_get_entry_index_by_name(handles.blob, name, &mut index),
            result::SUCCESS
        );
        assert_eq!(index, 0);
        assert_eq!(dxil_spv_parsed_blob_get_shader_stage(handles.blob), 1);
        assert_eq!(
            dxil_spv_parsed_blob_get_shader_stage_for_entry(handles.blob, name),
            1
        );
        let wrong = CString::new("nothing").unwrap();
        assert_eq!(
            dxil_spv_parsed_blob_get_shader_stage_for_entry(handles.blob, wrong.as_ptr()),
            0
        );
        dxil_spv_converter_set_entry_point(handles.converter, wrong.as_ptr());
    }
    assert_eq!(words(&handles), Err(result::INVALID_ARGUMENT));
}

/// Register spaces of the UAVs that a run asks for.
unsafe extern "C" fn note_uav(
    userdata: *mut c_void,
    d3d: *const UavD3dBinding,
    out: *mut UavVulkanBinding,
) -> Bool {
    // SAFETY: the test hands in the list, and the translator the rest.
    let (spaces, d3d, out) = unsafe { (&mut *userdata.cast::<Vec<u32>>(), &*d3d, &mut *out) };
    spaces.push(d3d.d3d_binding.register_space);
    out.buffer_binding.set = d3d.d3d_binding.register_space;
    out.buffer_binding.binding = d3d.d3d_binding.register_index;
    TRUE
}

/// The disassembly of a shader that calls a vendor's extension, and the register spaces of its UAVs.
fn of_vendor(name: &str, nvapi: Option<(Bool, c_uint)>) -> (Result<String, c_int>, Vec<u32>) {
    let bytes = std::fs::read(shaders().join("../extensions").join(name)).unwrap();
    let handles = open(&bytes);
    let mut spaces = Vec::<u32>::new();
    // SAFETY: handle and list outlive the run.
    unsafe {
        dxil_spv_converter_set_uav_remapper(handles.converter, Some(note_uav), (&raw mut spaces).cast());
    }
    if let Some((enabled, register_index)) = nvapi {
        let option = option::NvApi {
            tag: 47,
            enabled,
            register_index,
            register_space: 100,
        };
        assert_eq!(set_option(&handles, &option), result::SUCCESS);
    }
    let text = words(&handles).map(|words| dxil2spirv::spirv::disassemble(&words).unwrap());
    (text, spaces)
}

#[test]
fn calls_of_vendors_are_no_accesses() {
    let (text, spaces) = of_vendor("nvapi_clock.dxil", Some((TRUE, 7)));
    let text = text.unwrap();
    assert!(
        text.contains("OpReadClockKHR") && spaces == [1],
        "{spaces:?} {text}"
    );
    // Of another register, or of none, they are accesses to a buffer with a counter.
    for nvapi in [None, Some((FALSE, 7)), Some((TRUE, 6))] {
        let (text, spaces) = of_vendor("nvapi_clock.dxil", nvapi);
        assert!(spaces.contains(&100), "{spaces:?}");
        assert!(text.is_err() || !text.unwrap().contains("OpReadClockKHR"));
    }
    // AMD's register space is nobody else's.
    let (text, spaces) = of_vendor("ags_clock.dxil", None);
    assert!(text.unwrap().contains("OpReadClockKHR"));
    assert_eq!(spaces, [1]);
    let (text, _) = of_vendor("ags_draw.dxil", None);
    assert!(text.unwrap().contains("BuiltIn DrawIndex"));
}

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
    for (name, is_fast) in [("big/pbr_lights.dxil", true), ("alu-float/precise_mad.dxil", false)] {
        let handles = open(&shader(name));
        use_bindless(&handles);
        let option = option::Flag { tag: 54, flag: TRUE };
        assert_eq!(set_option(&handles, &option), result::SUCCESS);
        let text = text(&handles);
        assert_eq!(text.contains("FPFastMathDefault"), is_fast, "{name}");
        assert_eq!(text.contains("OpExecutionMode %main SignedZeroInfNanPreserve"), !is_fast, "{name}");
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

fn use_root_constant_buffer(handles: &Handles) {
    use_bindless(handles);
    // SAFETY: the callback needs no userdata.
    unsafe {
        dxil_spv_converter_set_cbv_remapper(handles.converter, Some(address_cbv), null_mut());
        dxil_spv_converter_set_root_descriptor_count(handles.converter, 2);
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
fn handles_in_records_count_bytes() {
    let text = |sizes: Option<[c_uint; 2]>| {
        let handles = open(&shader("tracing/local.dxil"));
        use_bindless(&handles);
        if let Some([first, second]) = sizes {
            let option = option::TwoNumbers {
                tag: 8,
                first,
                second,
            };
            assert_eq!(set_option(&handles, &option), result::SUCCESS);
        }
        // SAFETY: the handle is live.
        unsafe {
            for (class, register) in [(0, 3), (3, 1)] {
                let begun = dxil_spv_converter_begin_local_root_descriptor_table(handles.converter);
                assert_eq!(begun, result::SUCCESS);
                dxil_spv_converter_add_local_root_descriptor_table(
                    handles.converter,
                    class,
                    0,
                    register,
                    1,
                    0,
                );
                let ended = dxil_spv_converter_end_local_root_descriptor_table(handles.converter);
                assert_eq!(ended, result::SUCCESS);
            }
            dxil_spv_converter_set_entry_point(handles.converter, c"Generate".as_ptr());
        }
        text(&handles)
    };
    let shifts = |text: &str, by: u32| {
        let end = format!(" %uint_{by}");
        let mut lines = text.lines().filter(|line| line.contains("OpShiftRightLogical"));
        lines.any(|line| line.ends_with(&end))
    };
    let plain = text(None);
    assert!(!shifts(&plain, 13) && !shifts(&plain, 11));
    assert_eq!(text(Some([0, 0])), plain);
    let bytes = text(Some([13, 11]));
    assert!(shifts(&bytes, 13) && shifts(&bytes, 11), "{bytes}");
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
    assert!(held(&to_int));
    assert_eq!(set_option(&to_int, &driver(4)), result::SUCCESS);
    assert!(!held(&to_int));
    assert_eq!(set_option(&to_int, &driver(3)), result::SUCCESS);
    assert!(held(&to_int));
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

unsafe extern "C" fn move_location(
    userdata: *mut c_void,
    d3d: *const D3dStageIo,
    out: *mut VulkanStageIo,
) -> Bool {
    // SAFETY: the library hands over the structures, the test the list.
    let (list, d3d, out) = unsafe { (&mut *userdata.cast::<Vec<u32>>(), &*d3d, &mut *out) };
    list.push(out.location);
    assert!(!d3d.semantic.is_null() && d3d.rows != 0);
    out.location += 10;
    TRUE
}

#[test]
fn outputs_move_to_other_locations() {
    let handles = open(&shader("binding/sample_vs.dxil"));
    use_bindless(&handles);
    let mut seen: Vec<u32> = Vec::new();
    // SAFETY: the list outlives the run.
    unsafe {
        dxil_spv_converter_set_stage_output_remapper(
            handles.converter,
            Some(move_location),
            (&raw mut seen).cast(),
        );
    }
    let text = text(&handles);
    assert!(!seen.is_empty());
    for location in &seen {
        assert!(text.contains(&format!("Location {}", location + 10)), "{text}");
    }
}

unsafe extern "C" fn constants_cbv(
    _: *mut c_void,
    d3d: *const D3dBinding,
    out: *mut CbvVulkanBinding,
) -> Bool {
    // SAFETY: the library hands over both.
    let (d3d, out) = unsafe { (&*d3d, &mut *out) };
    assert_eq!((d3d.kind, d3d.range_size, d3d.alignment), (13, 1, 0));
    out.push_constant = TRUE;
    // `push_constant.offset_in_words`: the union's first word.
    out.uniform_binding.set = 3;
    TRUE
}

unsafe extern "C" fn address_cbv(_: *mut c_void, _: *const D3dBinding, out: *mut CbvVulkanBinding) -> Bool {
    // SAFETY: as above.
    let out = unsafe { &mut *out };
    out.uniform_binding.descriptor_type = descriptor_type::BUFFER_DEVICE_ADDRESS;
    out.uniform_binding.root_constant_index = 1;
    TRUE
}

unsafe extern "C" fn no_cbv(_: *mut c_void, _: *const D3dBinding, _: *mut CbvVulkanBinding) -> Bool {
    FALSE
}

/// A shader with one constant buffer.
fn with_cbv(callback: CbvRemapper, words: c_uint, descriptors: c_uint) -> Handles {
    let handles = open(&shader("cbuffer/matrices.dxil"));
    use_bindless(&handles);
    // SAFETY: the callback needs no userdata.
    unsafe {
        dxil_spv_converter_set_cbv_remapper(handles.converter, Some(callback), null_mut());
        dxil_spv_converter_set_root_constant_word_count(handles.converter, words);
        dxil_spv_converter_set_root_descriptor_count(handles.converter, descriptors);
    }
    handles
}

#[test]
fn root_parameters_are_addresses_then_words() {
    let constants = text(&with_cbv(constants_cbv, 40, 2));
    assert!(constants.contains("PushConstant"), "{constants}");
    assert!(constants.contains("Offset 16"), "{constants}");
    let address = text(&with_cbv(address_cbv, 8, 2));
    assert!(address.contains("PhysicalStorageBuffer64"), "{address}");
    assert!(address.contains("Offset 8"), "{address}");
    for (callback, words, descriptors) in [
        (constants_cbv as CbvRemapper, 3, 0),
        (address_cbv, 40, 1),
        (no_cbv, 40, 40),
        (constants_cbv, u32::MAX, 0),
    ] {
        assert!(words_of(callback, words, descriptors).is_err());
    }
}

fn words_of(callback: CbvRemapper, count: c_uint, descriptors: c_uint) -> Result<Vec<u32>, c_int> {
    words(&with_cbv(callback, count, descriptors))
}

#[test]
fn root_parameters_can_be_a_uniform_block() {
    let handles = with_cbv(constants_cbv, 40, 0);
    let block = option::RootConstantInlineUniformBlock {
        tag: 5,
        desc_set: 9,
        binding: 4,
        enable: TRUE,
    };
    assert_eq!(set_option(&handles, &block), result::SUCCESS);
    let text = text(&handles);
    assert!(!text.contains("PushConstant"), "{text}");
    assert!(
        text.contains("DescriptorSet 9") && text.contains("Binding 4"),
        "{text}"
    );
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
fn resources_are_shown_to_a_scan() {
    let handles = open(&shader("big/pbr_lights.dxil"));
    unsafe extern "C" fn seen(
        userdata: *mut c_void,
        d3d: *const D3dBinding,
        _: *mut SrvVulkanBinding,
    ) -> Bool {
        // SAFETY: the test hands over a list, the library the binding.
        unsafe { (*userdata.cast::<Vec<D3dBinding>>()).push(*d3d) };
        TRUE
    }
    let mut list: Vec<D3dBinding> = Vec::new();
    // SAFETY: the list outlives the call.
    let code = unsafe {
        dxil_spv_parsed_blob_scan_resources(
            handles.blob,
            Some(seen),
            None,
            None,
            None,
            (&raw mut list).cast(),
        )
    };
    assert_eq!(code, result::SUCCESS);
    assert!(!list.is_empty() && list.iter().all(|d3d| d3d.stage == 5 && d3d.alignment == 0));
}

#[test]
fn patch_constants_start_where_both_stages_are_told() {
    let hull = open(&shader("tess/quad_hull.many.dxil"));
    let (mut points, mut offset) = (0, 1);
    let plain = text(&hull);
    // SAFETY: the converter is live, the answers are variables.
    unsafe {
        dxil_spv_converter_get_patch_vertex_count(hull.converter, &mut points);
        dxil_spv_converter_get_patch_location_offset(hull.converter, &mut offset);
    }
    assert_eq!((points, offset), (32, 0));
    // What a layer that knows of none sends.
    // SAFETY: as above.
    unsafe { dxil_spv_converter_set_patch_location_offset(hull.converter, c_uint::MAX) };
    assert_eq!(text(&hull), plain);
    // SAFETY: as above.
    unsafe { dxil_spv_converter_set_patch_location_offset(hull.converter, 5) };
    let domain = open(&shader("tess/quad_domain.dxil"));
    // SAFETY: as above.
    unsafe {
        dxil_spv_converter_set_patch_location_offset(domain.converter, 5);
        dxil_spv_converter_get_patch_location_offset(hull.converter, &mut offset);
    }
    assert_eq!(offset, 5);
    let place = |text: &str| {
        let line = text
            .lines()
            .find(|line| line.contains("%TOTAL0 Location "))
            .unwrap();
        line.rsplit(' ').next().unwrap().parse::<u32>().unwrap()
    };
    assert_eq!(place(&text(&hull)), place(&plain) + 5);
    assert_eq!(place(&text(&domain)), place(&text(&hull)));
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
    let warnings = |name: &str| {
        let handles = open(&shader(name));
        words(&handles).unwrap();
        // SAFETY: the handle is live, and the text lives as long.
        unsafe {
            let text = dxil_spv_converter_get_analysis_warnings(handles.converter);
            (!text.is_null()).then(|| std::ffi::CStr::from_ptr(text).to_str().unwrap().to_owned())
        }
    };
    let warning = warnings("workarounds/one_wave.dxil").unwrap();
    assert!(warning.contains("there is no barrier for it"), "{warning}");
    assert_eq!(warnings("workarounds/barriers.dxil"), None);
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

/// Answers as a layer does that has heaps of descriptors: sets and bindings are names of places in tables.
fn virtual_binding(d3d: &D3dBinding) -> VulkanBinding {
    let heap = d3d.register_index == u32::MAX;
    VulkanBinding {
        set: if heap { 100 } else { 200 + d3d.register_space },
        binding: if heap { 0 } else { d3d.register_index },
        root_constant_index: u32::MAX,
        bindless: Bindless {
            heap_root_offset: 0,
            use_heap: Bool::from(heap),
        },
        descriptor_type: match d3d.kind {
            11 | 12 => descriptor_type::SSBO,
            _ => descriptor_type::IDENTITY,
        },
    }
}

unsafe extern "C" fn virtual_srv(_: *mut c_void, d3d: *const D3dBinding, out: *mut SrvVulkanBinding) -> Bool {
    // SAFETY: the library hands over both.
    unsafe { (*out).buffer_binding = virtual_binding(&*d3d) };
    TRUE
}

unsafe extern "C" fn virtual_uav(
    _: *mut c_void,
    d3d: *const UavD3dBinding,
    out: *mut UavVulkanBinding,
) -> Bool {
    // SAFETY: the library hands over both.
    let (d3d, out) = unsafe { (&*d3d, &mut *out) };
    out.buffer_binding = virtual_binding(&d3d.d3d_binding);
    out.counter_binding = VulkanBinding {
        binding: 1,
        descriptor_type: descriptor_type::IDENTITY,
        ..out.buffer_binding
    };
    TRUE
}

unsafe extern "C" fn virtual_cbv(_: *mut c_void, d3d: *const D3dBinding, out: *mut CbvVulkanBinding) -> Bool {
    // SAFETY: the library hands over both.
    unsafe { (*out).uniform_binding = virtual_binding(&*d3d) };
    TRUE
}

unsafe extern "C" fn virtual_sampler(
    _: *mut c_void,
    d3d: *const D3dBinding,
    out: *mut VulkanBinding,
) -> Bool {
    // SAFETY: the library hands over both.
    unsafe { *out = virtual_binding(&*d3d) };
    TRUE
}

fn use_heaps_of_descriptors(handles: &Handles) {
    // SAFETY: the callbacks need no userdata.
    unsafe {
        dxil_spv_converter_set_srv_remapper(handles.converter, Some(virtual_srv), null_mut());
        dxil_spv_converter_set_uav_remapper(handles.converter, Some(virtual_uav), null_mut());
        dxil_spv_converter_set_cbv_remapper(handles.converter, Some(virtual_cbv), null_mut());
        dxil_spv_converter_set_sampler_remapper(handles.converter, Some(virtual_sampler), null_mut());
        let sizes = (
            meta::RESOURCE_DESCRIPTOR_HEAP_SIZE,
            meta_kind::UBO_CONTAINING_CONSTANT,
            2,
        );
        let view = (meta::RAW_DESCRIPTOR_HEAP_VIEW, meta_kind::UBO_CONTAINING_BDA, 1);
        for (what, kind, binding) in [sizes, view] {
            dxil_spv_converter_set_meta_descriptor(handles.converter, what, kind, 100, binding);
        }
    }
    let addresses = option::Flag { tag: 7, flag: TRUE };
    assert_eq!(set_option(handles, &addresses), result::SUCCESS);
    let alignment = option::Number { tag: 9, number: 1 };
    assert_eq!(set_option(handles, &alignment), result::SUCCESS);
    let layout = option::TwoNumbers {
        tag: 24,
        first: 4,
        second: 1,
    };
    assert_eq!(set_option(handles, &layout), result::SUCCESS);
    let robust = option::Flag { tag: 35, flag: TRUE };
    assert_eq!(set_option(handles, &robust), result::SUCCESS);
}

#[test]
fn heaps_of_descriptors_have_counters_behind_an_address_and_sizes_in_a_block() {
    let handles = open(&shader("heap/counters.dxil"));
    use_heaps_of_descriptors(&handles);
    let text = text(&handles);
    // The heap, the address of its memory, its size; addresses lie one word of 64 bits into 32 bytes each.
    for line in [
        "DescriptorSet 100",
        "%counters Binding 1",
        "%heap_size Binding 2",
        "ArrayStride 32",
        "0 Offset 8",
        "PhysicalStorageBuffer64",
    ] {
        assert!(text.contains(line), "{line}:\n{text}");
    }
    assert!(!text.contains("PushConstant"), "{text}");
}

#[test]
fn local_parameters_that_are_reached_otherwise_have_their_places_in_records() {
    let binary = |set: &dyn Fn(ConverterHandle)| {
        let handles = open(&shader("tracing/local.dxil"));
        use_heaps_of_descriptors(&handles);
        set(handles.converter);
        let name = CString::new("Generate").unwrap();
        // SAFETY: the handle is live.
        unsafe { dxil_spv_converter_set_entry_point(handles.converter, name.as_ptr()) };
        text(&handles)
    };
    let text = binary(&|converter| {
        // SAFETY: the handle is live.
        unsafe {
            dxil_spv_converter_add_local_root_descriptor(converter, 3, u32::MAX, u32::MAX);
            assert_eq!(
                dxil_spv_converter_begin_local_root_descriptor_table(converter),
                result::SUCCESS
            );
            dxil_spv_converter_add_local_root_descriptor_table(converter, 1, u32::MAX, 0, 0, 0);
            assert_eq!(
                dxil_spv_converter_end_local_root_descriptor_table(converter),
                result::SUCCESS
            );
            dxil_spv_converter_add_local_root_constants(converter, 0, 0, 3);
        }
    });
    // The constants come behind the places of the two others, which are sets and bindings.
    assert!(text.contains("ShaderRecordBufferKHR"), "{text}");
    assert!(text.contains("Offset 16"), "{text}");
    assert!(text.contains("DescriptorSet 200"), "{text}");
    // A sampler that some shader has is no address.
    let handles = open(&shader("tracing/local.dxil"));
    use_heaps_of_descriptors(&handles);
    // SAFETY: the handle is live.
    unsafe { dxil_spv_converter_add_local_root_descriptor(handles.converter, 3, 0, 1) };
    assert_eq!(words(&handles), Err(result::INVALID_ARGUMENT));
}

/// What the interface tells of a graph's nodes, and of a shader that is none.
#[test]
fn nodes_of_work_graphs() {
    let bytes = include_bytes!("../../../testdata/shaders/workgraphs/fan.dxil");
    // SAFETY: the data outlives the calls, and handles are live until they are freed.
    unsafe {
        let mut blob = std::ptr::null_mut();
        assert_eq!(
            dxil_spv_parse_dxil_blob(bytes.as_ptr().cast(), bytes.len(), &mut blob),
            result::SUCCESS
        );
        let mut found = Vec::new();
        for name in [c"Spread", c"Work1", c"Gather", c"Pulse"] {
            let mut index = u32::MAX;
            assert_eq!(
                dxil_spv_parsed_blob_get_entry_index_by_name(blob, name.as_ptr(), &mut index),
                result::SUCCESS
            );
            let mut input = std::mem::zeroed::<NodeInputData>();
            let code = dxil_spv_parsed_blob_get_entry_point_node_input(blob, index, &mut input);
            assert_eq!(code, result::SUCCESS);
            let mut count = u32::MAX;
            let code = dxil_spv_parsed_blob_get_entry_point_num_node_outputs(blob, index, &mut count);
            assert_eq!(code, result::SUCCESS);
            let mut outputs = Vec::new();
            for number in 0..count {
                let mut output = std::mem::zeroed::<NodeOutputData>();
                let code = dxil_spv_parsed_blob_get_entry_point_node_output(blob, index, number, &mut output);
                assert_eq!(code, result::SUCCESS);
                let id = std::ffi::CStr::from_ptr(output.node_id).to_str().unwrap();
                let numbers = [
                    output.node_array_size,
                    output.node_index_spec_constant_id,
                    output.max_records,
                ];
                outputs.push((id, numbers));
            }
            let id = std::ffi::CStr::from_ptr(input.node_id).to_str().unwrap();
            let of_node = [
                input.payload_stride,
                input.launch_type as u32,
                input.node_array_index,
                input.coalesce_factor,
            ];
            let of_grid = [
                input.dispatch_grid_offset,
                input.dispatch_grid_type_bits,
                input.dispatch_grid_components,
                input.is_static_broadcast_node_spec_id,
            ];
            found.push((id, of_node, of_grid, input.broadcast_grid, outputs));
            assert_eq!(input.local_root_arguments_table_index, u32::MAX);
            let mut beyond = std::mem::zeroed::<NodeOutputData>();
            let code = dxil_spv_parsed_blob_get_entry_point_node_output(blob, index, count, &mut beyond);
            assert_eq!(code, result::INVALID_ARGUMENT);
        }
        let none = u32::MAX;
        let outputs = vec![
            ("Work", [3, 100, 24]),
            ("Gather", [0, 101, 2]),
            ("Tick", [0, 102, 17]),
        ];
        assert_eq!(
            found[0],
            ("Spread", [36, 1, 0, 0], [4, 32, 3, 6], [16, 8, 4], outputs)
        );
        assert_eq!(
            found[1],
            ("Work", [16, 3, 1, 0], [0, 16, 0, none], [0; 3], Vec::new())
        );
        assert_eq!(
            found[2],
            ("Gather", [16, 2, 0, 5], [0, 16, 0, none], [0; 3], Vec::new())
        );
        assert_eq!(
            found[3],
            ("Pulse", [0, 1, 0, 0], [0, 16, 0, 6], [2, 3, 2], Vec::new())
        );
        dxil_spv_parsed_blob_free(blob);

        let bytes = include_bytes!("../../../testdata/shaders/alu-int/binary.dxil");
        assert_eq!(
            dxil_spv_parse_dxil_blob(bytes.as_ptr().cast(), bytes.len(), &mut blob),
            result::SUCCESS
        );
        let mut input = std::mem::zeroed::<NodeInputData>();
        assert_eq!(
            dxil_spv_parsed_blob_get_entry_point_node_input(blob, 0, &mut input),
            result::SUCCESS
        );
        assert_eq!((input.launch_type, *input.node_id), (0, 0));
        assert_eq!(
            dxil_spv_parsed_blob_get_entry_point_node_input(blob, 1, &mut input),
            result::INVALID_ARGUMENT
        );
        dxil_spv_parsed_blob_free(blob);
    }
}

#[test]
fn payloads_of_subobjects_are_in_the_input() {
    let folder = std::fs::read_dir(shaders().join("../container")).unwrap();
    let mut found = 0;
    for file in folder {
        let path = file.unwrap().path();
        if path
            .extension()
            .is_none_or(|extension| extension != "dxil" && extension != "dxbc")
        {
            continue;
        }
        let bytes = std::fs::read(path).unwrap();
        let mut blob = null_mut();
        // SAFETY: the bytes and the places are ours, and outlive what is handed out of them.
        unsafe {
            if dxil_spv_parse_dxil_blob(bytes.as_ptr().cast(), bytes.len(), &mut blob) != result::SUCCESS {
                continue;
            }
            for index in 0..dxil_spv_parsed_blob_get_num_rdat_subobjects(blob) {
                let mut subobject = std::mem::zeroed::<RdatSubobject>();
                dxil_spv_parsed_blob_get_rdat_subobject(blob, index, &mut subobject);
                if subobject.payload_size != 0 {
                    let payload = subobject.payload.cast::<u8>();
                    assert!(bytes.as_ptr_range().contains(&payload));
                    let from = payload.offset_from(bytes.as_ptr()) as usize;
                    assert!(from + subobject.payload_size <= bytes.len());
                    found += 1;
                }
            }
            dxil_spv_parsed_blob_free(blob);
        }
    }
    assert!(found > 0);
}
