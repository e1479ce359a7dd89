//! What callbacks are asked, and where that puts resources, root parameters, inputs and outputs.

use super::*;

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
