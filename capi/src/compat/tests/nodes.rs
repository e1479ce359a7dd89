//! Nodes of work graphs, and payloads that subobjects describe.

use super::*;

/// What the interface tells of a graph's nodes, and of a shader that is none.
#[test]
fn nodes_of_work_graphs() {
    let bytes = shader("workgraphs/fan.dxil");
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

        let bytes = shader("alu-int/binary.dxil");
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
