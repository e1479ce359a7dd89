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
//! | 104 | static samplers of the local root signature |
//! | 106 | its root descriptors |
//! | 200 on | its tables, by their parameters |
//!
//! The root signature that is played: registers 0 of spaces 0 to 2 are root descriptors where they may, samplers there static;
//! `b1` is root constants; everything else is in a table for its space. A local root signature, where one is played, has space 0:
//! `b1`, `t1`, `t2` and `u3` are root descriptors, `s2` is static, `b0` root constants, all else in two tables.

use crate::compat::types::{
    Bindless, Bool, CbvVulkanBinding, D3dBinding, FALSE, SrvVulkanBinding, TRUE, UavD3dBinding,
    UavVulkanBinding, VulkanBinding, descriptor_type, meta, meta_kind, option as o, result,
};
use crate::compat::*;
use crate::testing::{run, set_option};
use std::cell::RefCell;
use std::collections::BTreeSet;
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

/// Where a local root signature's tables begin.
const LOCAL_TABLES: u32 = 200;
/// The parameters of the local root signature: its tables.
const LOCAL_TABLE: u32 = 4;
const LOCAL_SAMPLERS: u32 = 5;
/// Where its parameters lie in the record: four addresses, two tables, constants.
pub const LOCAL_PLACES: [u32; 7] = [0, 8, 16, 24, 32, 40, 48];
/// Words of its constants.
const LOCAL_WORDS: u32 = 24;

/// `dxil_spv_shader_stage` of those that have records.
const TRACED: std::ops::RangeInclusive<c_int> = 7..=12;

/// Those of pipelines that may have view instances.
const GRAPHICS: [c_int; 6] = [1, 2, 3, 4, PIXEL, 14];
const PIXEL: c_int = 5;

/// How the layer is set, and what the device has.
#[derive(Clone, Copy, Debug)]
pub struct HeapMode {
    /// Tables are indices in the heap, which are held within its size.
    pub robust: bool,
    /// The heap's memory and size are in uniform blocks, rather than its memory in a storage buffer.
    pub blocks: bool,
    /// Counters are texel buffers at their views' places, rather than at addresses in the heap's memory.
    pub typed_counters: bool,
    /// To what storage buffers are aligned, as the layer has it: it takes up to 4 for 1.
    pub alignment: u32,
    /// Root constants are push constants, rather than a uniform block.
    pub push_constants: bool,
    /// Shaders with records have a local root signature.
    pub local: bool,
    /// The pipeline has view instances.
    pub views: bool,
}

impl Default for HeapMode {
    fn default() -> Self {
        Self {
            robust: false,
            blocks: false,
            typed_counters: false,
            alignment: 1,
            push_constants: false,
            local: false,
            views: false,
        }
    }
}

/// What a run is played with, and what was answered.
struct Play {
    mode: HeapMode,
    /// Whether the shader has records, with a local root signature.
    local: bool,
    /// Sets and bindings.
    answered: RefCell<BTreeSet<(u32, u32)>>,
}

impl Play {
    fn note(&self, binding: &VulkanBinding) {
        if binding.descriptor_type != descriptor_type::BUFFER_DEVICE_ADDRESS {
            self.answered.borrow_mut().insert((binding.set, binding.binding));
        }
    }
}

/// A module, and where the layer has said that its resources are.
#[derive(Debug)]
pub struct Played {
    /// The module.
    pub words: Vec<u32>,
    /// Sets and bindings.
    pub answered: BTreeSet<(u32, u32)>,
    /// Whether a local root signature was played.
    pub local: bool,
    /// Whether views are Vulkan's: the layer throws other modules away where it has asked for views.
    pub multiview: bool,
}

/// The kinds of registers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Srv,
    Uav,
    Cbv,
    Sampler,
}

fn place(set: u32, binding: u32, descriptor_type: c_int) -> VulkanBinding {
    VulkanBinding {
        set,
        binding,
        descriptor_type,
        ..VulkanBinding::default()
    }
}

/// A descriptor of the heap, by the table at a word.
fn in_heap_by(d3d: &D3dBinding, table: u32) -> VulkanBinding {
    let whole = d3d.register_index == u32::MAX;
    VulkanBinding {
        set: 100,
        root_constant_index: if whole { u32::MAX } else { table },
        bindless: Bindless {
            heap_root_offset: if whole { 0 } else { d3d.register_index },
            use_heap: TRUE,
        },
        ..VulkanBinding::default()
    }
}

fn is_buffer(kind: Kind, d3d: &D3dBinding) -> bool {
    kind == Kind::Cbv || [11, 12, STRUCTURE].contains(&d3d.kind)
}

/// A root descriptor: a descriptor where its alignment is enough, else an address.
fn root_descriptor(
    mode: HeapMode,
    kind: Kind,
    d3d: &D3dBinding,
    at: (u32, u32),
    number: u32,
) -> VulkanBinding {
    match kind {
        Kind::Cbv => place(at.0, at.1, descriptor_type::UBO),
        _ if d3d.kind == STRUCTURE => place(at.0, at.1, descriptor_type::IDENTITY),
        _ if mode.alignment <= d3d.alignment => place(at.0, at.1, descriptor_type::SSBO),
        _ => VulkanBinding {
            root_constant_index: number,
            descriptor_type: descriptor_type::BUFFER_DEVICE_ADDRESS,
            ..VulkanBinding::default()
        },
    }
}

/// The layer's answer; whether it is a storage buffer is for its callers to say.
fn answer(play: &Play, kind: Kind, d3d: &D3dBinding, in_heap: bool) -> VulkanBinding {
    let mode = play.mode;
    let whole = d3d.register_index == u32::MAX;
    if play.local && d3d.register_space == 0 {
        return local_answer(mode, kind, d3d, in_heap);
    }
    let one = d3d.range_size == 1 && d3d.register_index == 0 && d3d.register_space < 3;
    if one && kind == Kind::Sampler {
        return place(101, d3d.register_space, descriptor_type::IDENTITY);
    }
    // Views with counters are in tables.
    if one && is_buffer(kind, d3d) && !in_heap {
        let number = d3d.register_space * 3 + kind as u32;
        return root_descriptor(mode, kind, d3d, (103, number), number);
    }
    if whole || in_heap || mode.robust {
        return in_heap_by(d3d, TABLES + d3d.register_space % 64);
    }
    let (set, binding) = (d3d.register_space % 64, d3d.register_index);
    place(set, binding, descriptor_type::IDENTITY)
}

/// The answer for what the local root signature has. Its root descriptors that the record does not have as addresses are
/// descriptors, whose places the pipeline finds in the record.
fn local_answer(mode: HeapMode, kind: Kind, d3d: &D3dBinding, in_heap: bool) -> VulkanBinding {
    let register = d3d.register_index;
    let number = match (kind, register) {
        (Kind::Sampler, 2) => return place(104, 0, descriptor_type::IDENTITY),
        (Kind::Cbv, 1) => Some(0),
        (Kind::Srv, 1) => Some(1),
        (Kind::Srv, 2) => Some(2),
        (Kind::Uav, 3) => Some(3),
        _ => None,
    };
    if let Some(number) = number.filter(|_| d3d.range_size == 1 && is_buffer(kind, d3d)) {
        return root_descriptor(mode, kind, d3d, (106, number), number);
    }
    let table = match kind {
        Kind::Sampler => LOCAL_SAMPLERS,
        _ => LOCAL_TABLE,
    };
    // Of a table that has views with counters at addresses, all UAVs are in the heap.
    if in_heap || mode.robust || kind == Kind::Uav && !mode.typed_counters {
        return in_heap_by(d3d, table);
    }
    place(LOCAL_TABLES + table, register, descriptor_type::IDENTITY)
}

/// Whether a buffer is a storage buffer in tables and heaps: raw ones, and structured ones that are aligned as these are.
fn is_storage(mode: HeapMode, d3d: &D3dBinding) -> bool {
    d3d.kind == 11 || d3d.kind == 12 && d3d.alignment >= mode.alignment
}

fn with_type(mode: HeapMode, mut binding: VulkanBinding, d3d: &D3dBinding) -> VulkanBinding {
    if is_storage(mode, d3d) && binding.descriptor_type == descriptor_type::IDENTITY {
        binding.descriptor_type = descriptor_type::SSBO;
    }
    binding
}

/// # Safety
/// It points to the play of the run.
unsafe fn play<'a>(userdata: *mut c_void) -> &'a Play {
    // SAFETY: the caller vouches for it.
    unsafe { &*userdata.cast::<Play>() }
}

unsafe extern "C" fn srv(userdata: *mut c_void, d3d: *const D3dBinding, out: *mut SrvVulkanBinding) -> Bool {
    // SAFETY: the play lives as long as the run; the library hands over the rest.
    let (play, d3d, out) = unsafe { (play(userdata), &*d3d, &mut *out) };
    out.buffer_binding = with_type(play.mode, answer(play, Kind::Srv, d3d, false), d3d);
    play.note(&out.buffer_binding);
    TRUE
}

unsafe extern "C" fn uav(
    userdata: *mut c_void,
    d3d: *const UavD3dBinding,
    out: *mut UavVulkanBinding,
) -> Bool {
    // SAFETY: as above.
    let (play, d3d, counter, out) = unsafe {
        let d3d = &*d3d;
        (
            play(userdata),
            &d3d.d3d_binding,
            d3d.has_counter != FALSE,
            &mut *out,
        )
    };
    // Counters in the heap's memory: their buffers are looked for in the heap.
    let by_address = counter && !play.mode.typed_counters;
    out.buffer_binding = with_type(play.mode, answer(play, Kind::Uav, d3d, by_address), d3d);
    play.note(&out.buffer_binding);
    if !counter {
        return TRUE;
    }
    let own = answer(play, Kind::Uav, d3d, by_address);
    out.counter_binding = match by_address {
        true => VulkanBinding { binding: 1, ..own },
        false => VulkanBinding {
            descriptor_type: descriptor_type::TEXEL_BUFFER,
            ..own
        },
    };
    play.note(&out.counter_binding);
    TRUE
}

unsafe extern "C" fn cbv(userdata: *mut c_void, d3d: *const D3dBinding, out: *mut CbvVulkanBinding) -> Bool {
    // SAFETY: as above.
    let (play, d3d, out) = unsafe { (play(userdata), &*d3d, &mut *out) };
    if !play.local && (d3d.register_space, d3d.register_index, d3d.range_size) == (0, 1, 1) {
        out.push_constant = TRUE;
        // The union's other member.
        out.uniform_binding.set = 0;
        return TRUE;
    }
    out.uniform_binding = answer(play, Kind::Cbv, d3d, false);
    play.note(&out.uniform_binding);
    TRUE
}

unsafe extern "C" fn sampler(userdata: *mut c_void, d3d: *const D3dBinding, out: *mut VulkanBinding) -> Bool {
    // SAFETY: as above.
    let (play, out) = unsafe { (play(userdata), &mut *out) };
    // SAFETY: as above.
    *out = answer(play, Kind::Sampler, unsafe { &*d3d }, false);
    play.note(out);
    TRUE
}

/// Tells of the local root signature. What its record does not have as the shader would find it has its place alone.
///
/// # Safety
/// The converter is live.
unsafe fn set_local(converter: ConverterHandle, mode: HeapMode) -> c_int {
    let [srv, uav, cbv, sampler]: [c_int; 4] = [0, 1, 2, 3];
    let mut codes = Vec::new();
    // SAFETY: the caller vouches for the converter.
    unsafe {
        // The first always, the others where all buffers may be descriptors.
        dxil_spv_converter_add_local_root_descriptor(converter, sampler, u32::MAX, u32::MAX);
        for (class, register) in [(srv, 1), (srv, 2), (uav, 3)] {
            match mode.alignment {
                1 => dxil_spv_converter_add_local_root_descriptor(converter, sampler, u32::MAX, u32::MAX),
                _ => dxil_spv_converter_add_local_root_descriptor(converter, class, 0, register),
            }
        }
        // Ranges: class, first register and offset, how many. Between them is what is no table's.
        let resources = [
            (srv, 0, 1),
            (srv, 3, u32::MAX),
            (uav, 0, 3),
            (uav, 4, u32::MAX),
            (cbv, 2, u32::MAX),
        ];
        let samplers = [(sampler, 0, 2), (sampler, 3, u32::MAX)];
        for ranges in [&resources[..], &samplers[..]] {
            codes.push(dxil_spv_converter_begin_local_root_descriptor_table(converter));
            // Of a table that may have views with counters at addresses, all UAVs are taken from the heap.
            let kept = |class| mode.robust || class == uav && !mode.typed_counters;
            for &(class, first, count) in ranges.iter().filter(|range| kept(range.0)) {
                dxil_spv_converter_add_local_root_descriptor_table(converter, class, 0, first, count, first);
            }
            if !ranges.iter().any(|range| kept(range.0)) {
                dxil_spv_converter_add_local_root_descriptor_table(converter, uav, u32::MAX, 0, 0, 0);
            }
            codes.push(dxil_spv_converter_end_local_root_descriptor_table(converter));
        }
        dxil_spv_converter_add_local_root_constants(converter, 0, 0, LOCAL_WORDS);
    }
    codes
        .into_iter()
        .find(|code| *code != result::SUCCESS)
        .unwrap_or(result::SUCCESS)
}

/// Asks for view instances, as of a pipeline of this stage and pixels alone. The place of the views' offsets is the layer's filler.
///
/// # Safety
/// The converter is live.
unsafe fn set_views(converter: ConverterHandle, stage: c_int) -> c_int {
    let mut code = result::SUCCESS;
    let views = o::ViewInstancing {
        tag: 49,
        enabled: TRUE,
        last_pre_rasterization_stage: Bool::from(stage != PIXEL),
        view_index_to_view_instance_spec_id: 7,
        view_instance_to_viewport_spec_id: 8,
    };
    // SAFETY: the caller vouches for the converter; the option is that of its tag.
    unsafe {
        set_option(converter, &views, &mut code);
        let (what, kind) = (
            meta::DYNAMIC_VIEW_INSTANCING_OFFSETS,
            meta_kind::UBO_CONTAINING_CONSTANT,
        );
        match dxil_spv_converter_set_meta_descriptor(converter, what, kind, 0, 0) {
            result::SUCCESS => code,
            code => code,
        }
    }
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
pub fn module(container: &[u8], entry: &CStr, mode: HeapMode) -> Result<Played, c_int> {
    let (mut blob, mut converter) = (null_mut(), null_mut());
    // SAFETY: the bytes and places are ours, the play outlives the run, and handles are freed once.
    unsafe {
        match dxil_spv_parse_dxil_blob(container.as_ptr().cast(), container.len(), &mut blob) {
            result::SUCCESS => {}
            code => return Err(code),
        }
        let stage = dxil_spv_parsed_blob_get_shader_stage_for_entry(blob, entry.as_ptr());
        let play = Play {
            mode,
            local: mode.local && TRACED.contains(&stage),
            answered: RefCell::default(),
        };
        let userdata = std::ptr::from_ref(&play).cast_mut().cast::<c_void>();
        dxil_spv_create_converter(blob, &mut converter);
        dxil_spv_converter_set_entry_point(converter, entry.as_ptr());
        dxil_spv_converter_set_srv_remapper(converter, Some(srv), userdata);
        dxil_spv_converter_set_uav_remapper(converter, Some(uav), userdata);
        dxil_spv_converter_set_cbv_remapper(converter, Some(cbv), userdata);
        dxil_spv_converter_set_sampler_remapper(converter, Some(sampler), userdata);
        dxil_spv_converter_set_root_constant_word_count(converter, WORDS);
        dxil_spv_converter_set_root_descriptor_count(converter, DESCRIPTORS);
        let mut code = set_options(converter, mode);
        if play.local && code == result::SUCCESS {
            code = set_local(converter, mode);
        }
        if mode.views && GRAPHICS.contains(&stage) && code == result::SUCCESS {
            code = set_views(converter, stage);
        }
        let words = match code {
            result::SUCCESS => run(converter),
            code => Err(code),
        };
        let mut multiview = FALSE;
        dxil_spv_converter_is_multiview_compatible(converter, &mut multiview);
        dxil_spv_converter_free(converter);
        dxil_spv_parsed_blob_free(blob);
        Ok(Played {
            words: words?,
            multiview: multiview != FALSE,
            local: play.local,
            answered: play.answered.into_inner(),
        })
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
    // There are no offset buffers, which less would ask for.
    set!(o::Number { tag: 9, number: 1 });
    let (size, counters) = match mode.typed_counters {
        true => (8, 0),
        false => (4, 3),
    };
    set!(o::TwoNumbers {
        tag: 24,
        first: size,
        second: counters,
    });
    set!(o::TwoNumbers {
        tag: 8,
        first: 5,
        second: 5
    });
    if !mode.push_constants {
        set!(o::RootConstantInlineUniformBlock {
            tag: 5,
            desc_set: 102,
            binding: 0,
            enable: TRUE,
        });
    }
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
