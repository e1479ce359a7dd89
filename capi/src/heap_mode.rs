//! What vkd3d-proton answers where the device has heaps of descriptors (`VK_EXT_descriptor_heap`), for tests: sets and bindings
//! name places in root parameters and tables, which the pipeline maps to heaps.
//!
//! | sets | |
//! |---|---|
//! | 0 to 63 | tables: the binding is the offset in the table |
//! | 100 | the whole heap: descriptors, its memory, its size |
//! | 101 | static samplers |
//! | 102 | root constants, as a uniform block |
//! | 103 | root descriptors |
//!
//! The root signature that is played: registers 0 of spaces 0 to 2 are root descriptors where they may, samplers there static;
//! `b1` is root constants; everything else is in a table for its space.

use crate::compat::types::{
    Bindless, Bool, CbvVulkanBinding, D3dBinding, FALSE, SrvVulkanBinding, TRUE, UavD3dBinding,
    UavVulkanBinding, VulkanBinding, descriptor_type, meta, meta_kind, option as o, result,
};
use crate::compat::*;
use crate::testing::{run, set_option};
use std::ffi::{CStr, CString, c_int, c_void};
use std::ptr::null_mut;

/// Root descriptors before the root constants.
const DESCRIPTORS: u32 = 9;
/// Root constants, offsets of tables included.
const WORDS: u32 = 80;
/// The word of the first table's offset.
const TABLES: u32 = 8;

/// `DXIL_SPV_RESOURCE_KIND_RT_ACCELERATION_STRUCTURE`
const STRUCTURE: c_int = 16;

/// How the layer is set.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeapMode {
    /// Tables are indices in the heap, which are held within its size.
    pub robust: bool,
    /// The heap's memory and size are in uniform blocks, rather than its memory in a storage buffer.
    pub blocks: bool,
}

/// The kinds of registers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Srv,
    Uav,
    Cbv,
    Sampler,
}

/// The layer's answer; whether it is a storage buffer is for its callers to say.
fn answer(mode: HeapMode, kind: Kind, d3d: &D3dBinding, in_heap: bool) -> VulkanBinding {
    let whole = d3d.register_index == u32::MAX;
    let table = TABLES + d3d.register_space % 64;
    if whole || in_heap || mode.robust && kind != Kind::Sampler {
        return VulkanBinding {
            set: 100,
            binding: 0,
            root_constant_index: if whole { u32::MAX } else { table },
            bindless: Bindless {
                heap_root_offset: if whole { 0 } else { d3d.register_index },
                use_heap: TRUE,
            },
            ..VulkanBinding::default()
        };
    }
    let one = d3d.range_size == 1 && d3d.register_index == 0 && d3d.register_space < 3;
    let buffer = kind == Kind::Cbv || [11, 12, STRUCTURE].contains(&d3d.kind);
    let place = |set, binding, descriptor_type| VulkanBinding {
        set,
        binding,
        descriptor_type,
        ..VulkanBinding::default()
    };
    let number = d3d.register_space * 3 + kind as u32;
    match (one, kind) {
        (true, Kind::Sampler) => place(101, d3d.register_space, descriptor_type::IDENTITY),
        (true, Kind::Cbv) => place(103, number, descriptor_type::UBO),
        (true, _) if d3d.kind == STRUCTURE => place(103, number, descriptor_type::IDENTITY),
        (true, _) if buffer && d3d.alignment >= 16 => place(103, number, descriptor_type::SSBO),
        (true, _) if buffer => VulkanBinding {
            root_constant_index: number,
            descriptor_type: descriptor_type::BUFFER_DEVICE_ADDRESS,
            ..VulkanBinding::default()
        },
        _ => place(
            d3d.register_space % 64,
            d3d.register_index,
            descriptor_type::IDENTITY,
        ),
    }
}

/// Whether a buffer is a storage buffer in tables and heaps: raw ones, and structured ones that are aligned as these are.
fn is_storage(d3d: &D3dBinding) -> bool {
    d3d.kind == 11 || d3d.kind == 12 && d3d.alignment >= 16
}

fn with_type(mut binding: VulkanBinding, d3d: &D3dBinding) -> VulkanBinding {
    if is_storage(d3d) && binding.descriptor_type == descriptor_type::IDENTITY {
        binding.descriptor_type = descriptor_type::SSBO;
    }
    binding
}

/// # Safety
/// It points to the mode of the run.
unsafe fn mode(userdata: *mut c_void) -> HeapMode {
    // SAFETY: the caller vouches for it.
    unsafe { *userdata.cast::<HeapMode>() }
}

unsafe extern "C" fn srv(userdata: *mut c_void, d3d: *const D3dBinding, out: *mut SrvVulkanBinding) -> Bool {
    // SAFETY: the mode lives as long as the run; the library hands over the rest.
    let (mode, d3d, out) = unsafe { (mode(userdata), &*d3d, &mut *out) };
    out.buffer_binding = with_type(answer(mode, Kind::Srv, d3d, false), d3d);
    TRUE
}

unsafe extern "C" fn uav(
    userdata: *mut c_void,
    d3d: *const UavD3dBinding,
    out: *mut UavVulkanBinding,
) -> Bool {
    // SAFETY: as above.
    let (mode, d3d, counter, out) = unsafe {
        let d3d = &*d3d;
        (
            mode(userdata),
            &d3d.d3d_binding,
            d3d.has_counter != FALSE,
            &mut *out,
        )
    };
    // Counters lie in the heap's memory: their buffers are looked for in the heap.
    out.buffer_binding = with_type(answer(mode, Kind::Uav, d3d, counter), d3d);
    if counter {
        out.counter_binding = VulkanBinding {
            binding: 1,
            ..answer(mode, Kind::Uav, d3d, true)
        };
    }
    TRUE
}

unsafe extern "C" fn cbv(userdata: *mut c_void, d3d: *const D3dBinding, out: *mut CbvVulkanBinding) -> Bool {
    // SAFETY: as above.
    let (mode, d3d, out) = unsafe { (mode(userdata), &*d3d, &mut *out) };
    if (d3d.register_space, d3d.register_index, d3d.range_size) == (0, 1, 1) {
        out.push_constant = TRUE;
        // The union's other member.
        out.uniform_binding.set = 0;
        return TRUE;
    }
    out.uniform_binding = answer(mode, Kind::Cbv, d3d, false);
    TRUE
}

unsafe extern "C" fn sampler(userdata: *mut c_void, d3d: *const D3dBinding, out: *mut VulkanBinding) -> Bool {
    // SAFETY: as above.
    unsafe { *out = answer(mode(userdata), Kind::Sampler, &*d3d, false) };
    TRUE
}

/// Names of a container's entry points.
///
/// # Errors
/// The code of the interface.
pub fn entry_points(container: &[u8]) -> Result<Vec<CString>, c_int> {
    let mut names = Vec::new();
    let mut blob = null_mut();
    // SAFETY: the bytes and the places are ours, and names are copied while the blob lives.
    unsafe {
        match dxil_spv_parse_dxil_blob(container.as_ptr().cast(), container.len(), &mut blob) {
            result::SUCCESS => {}
            code => return Err(code),
        }
        let (mut count, mut name) = (0, std::ptr::null());
        dxil_spv_parsed_blob_get_num_entry_points(blob, &mut count);
        for index in 0..count {
            if dxil_spv_parsed_blob_get_entry_point_demangled_name(blob, index, &mut name) == result::SUCCESS
            {
                names.push(CStr::from_ptr(name).to_owned());
            }
        }
        dxil_spv_parsed_blob_free(blob);
    }
    Ok(names)
}

/// The module of an entry point.
///
/// # Errors
/// The code of the interface.
pub fn module(container: &[u8], entry: &CStr, mode: HeapMode) -> Result<Vec<u32>, c_int> {
    let (mut blob, mut converter) = (null_mut(), null_mut());
    let userdata = std::ptr::from_ref(&mode).cast_mut().cast::<c_void>();
    // SAFETY: the bytes and places are ours, the mode outlives the run, and handles are freed once.
    unsafe {
        match dxil_spv_parse_dxil_blob(container.as_ptr().cast(), container.len(), &mut blob) {
            result::SUCCESS => {}
            code => return Err(code),
        }
        dxil_spv_create_converter(blob, &mut converter);
        dxil_spv_converter_set_entry_point(converter, entry.as_ptr());
        dxil_spv_converter_set_srv_remapper(converter, Some(srv), userdata);
        dxil_spv_converter_set_uav_remapper(converter, Some(uav), userdata);
        dxil_spv_converter_set_cbv_remapper(converter, Some(cbv), userdata);
        dxil_spv_converter_set_sampler_remapper(converter, Some(sampler), userdata);
        dxil_spv_converter_set_root_constant_word_count(converter, WORDS);
        dxil_spv_converter_set_root_descriptor_count(converter, DESCRIPTORS);
        let words = match set_options(converter, mode) {
            result::SUCCESS => run(converter),
            code => Err(code),
        };
        dxil_spv_converter_free(converter);
        dxil_spv_parsed_blob_free(blob);
        words
    }
}

/// What the layer says of the device and of where its own descriptors are.
///
/// # Safety
/// The converter is live.
unsafe fn set_options(converter: ConverterHandle, mode: HeapMode) -> c_int {
    let mut code = result::SUCCESS;
    macro_rules! set {
        ($option:expr) => {
            // SAFETY: every option starts with its tag, and has the structure of that tag.
            unsafe { set_option(converter, &$option, &mut code) }
        };
    }
    set!(o::Flag { tag: 7, flag: TRUE });
    set!(o::Number { tag: 9, number: 16 });
    set!(o::TwoNumbers {
        tag: 24,
        first: 4,
        second: 1
    });
    set!(o::RootConstantInlineUniformBlock {
        tag: 5,
        desc_set: 102,
        binding: 0,
        enable: TRUE,
    });
    set!(o::Flag {
        tag: 35,
        flag: Bool::from(mode.robust && mode.blocks)
    });
    let metas: &[_] = match mode.blocks {
        true => &[
            (
                meta::RESOURCE_DESCRIPTOR_HEAP_SIZE,
                meta_kind::UBO_CONTAINING_CONSTANT,
                2,
            ),
            (meta::RAW_DESCRIPTOR_HEAP_VIEW, meta_kind::UBO_CONTAINING_BDA, 1),
        ],
        false => &[(meta::RAW_DESCRIPTOR_HEAP_VIEW, meta_kind::READONLY_SSBO, 1)],
    };
    for &(what, kind, binding) in metas {
        // SAFETY: the caller vouches for the converter.
        let set = unsafe { dxil_spv_converter_set_meta_descriptor(converter, what, kind, 100, binding) };
        if set != result::SUCCESS {
            code = set;
        }
    }
    code
}
