//! The interface called as C calls it.

mod binding;
mod nodes;
mod options;
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

fn words_of(callback: CbvRemapper, count: c_uint, descriptors: c_uint) -> Result<Vec<u32>, c_int> {
    words(&with_cbv(callback, count, descriptors))
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

fn use_root_constant_buffer(handles: &Handles) {
    use_bindless(handles);
    // SAFETY: the callback needs no userdata.
    unsafe {
        dxil_spv_converter_set_cbv_remapper(handles.converter, Some(address_cbv), null_mut());
        dxil_spv_converter_set_root_descriptor_count(handles.converter, 2);
    }
}
