//! The functions of dxil-spirv's C interface, version 2.72, over this library.
//!
//! Names, structures, values and contracts are that interface's, so that a layer written against it links with this
//! library as it is. `include/dxil_spirv_c.h` is its header, `docs/c-abi.md` says what of it is not implemented.
//!
//! | file | concern |
//! |---|---|
//! | [`types`] | structures and values, their layout asserted |
//! | [`blob`], [`rdat`], [`stage`] | parsed shaders and what can be asked of them |
//! | [`settings`] | options |
//! | [`binder`] | callbacks, as the translator's [`Binder`](dxil2spirv::binding::Binder) |
//! | [`local`] | local root signatures |
//! | [`converter`] | a translation and its results |
//! | [`log`] | the log callback |
//!
//! Threads: a blob may be read, and converters made from it, by several threads at once; a converter is for one
//! thread at a time. Converters keep what they need of their blob, so either may be freed first.

pub mod binder;
pub mod blob;
pub mod converter;
pub mod local;
pub mod log;
pub mod nodes;
pub mod rdat;
pub mod settings;
pub mod stage;
#[cfg(test)]
mod tests;
pub mod types;

use crate::guard::guarded;
use crate::pointers::{bytes, string, write};
use blob::{Blob, ParsedBlob, Source};
use converter::{Compiled, Converter, RootParameterPlace};
use dxil2spirv::pipeline::Context;
use dxil2spirv::shader::{Resource, Stage};
use std::ffi::{c_char, c_int, c_uint, c_void};
use std::sync::Arc;
use types::*;

/// `dxil_spv_parsed_blob`.
pub type BlobHandle = *mut ParsedBlob;
/// `dxil_spv_converter`.
pub type ConverterHandle = *mut Converter;

/// The object behind a handle.
///
/// # Safety
/// `handle` is null or came from this library and was not freed.
unsafe fn shared<'a, T>(handle: *mut T) -> Option<&'a T> {
    // SAFETY: the caller vouches for it.
    unsafe { handle.as_ref() }
}

/// The object behind a handle, to change.
///
/// # Safety
/// As [`shared`], and no other thread uses it meanwhile.
unsafe fn exclusive<'a, T>(handle: *mut T) -> Option<&'a mut T> {
    // SAFETY: the caller vouches for it.
    unsafe { handle.as_mut() }
}

/// Gives an object away.
///
/// # Safety
/// As [`write`].
unsafe fn hand_out<T>(out: *mut *mut T, object: T) -> c_int {
    if out.is_null() {
        return result::INVALID_ARGUMENT;
    }
    // SAFETY: the caller vouches for the place.
    unsafe { write(out, Box::into_raw(Box::new(object))) };
    result::SUCCESS
}

/// Frees an object; null is nothing.
///
/// # Safety
/// `handle` is null or came from [`hand_out`] and was not freed.
unsafe fn take_back<T>(handle: *mut T) {
    if !handle.is_null() {
        // SAFETY: it came from a box, and the caller vouches that it was not freed.
        guarded((), || drop(unsafe { Box::from_raw(handle) }));
    }
}

/// The functions' common form: documentation, `unsafe extern "C"`, its name, a fallback, a guarded body.
macro_rules! functions {
    ($($(#[$meta:meta])* fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)?, $fallback:expr; $body:block)*) => {
        $(
            $(#[$meta])*
            ///
            /// # Safety
            /// Handles came from this library and were not freed; pointers point to what the header says.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name($($arg: $ty),*) $(-> $ret)? {
                guarded($fallback, || $body)
            }
        )*
    };
}

/// Parses and hands out a blob.
///
/// # Safety
/// `data` has `size` bytes; a handle can be written to `out`.
unsafe fn parse(data: *const c_void, size: usize, out: *mut BlobHandle, source: Source) -> c_int {
    // SAFETY: the caller vouches for the bytes.
    let Some(data) = (unsafe { bytes(data, size) }) else {
        return result::INVALID_ARGUMENT;
    };
    match Blob::parse(data, source) {
        // SAFETY: the caller vouches for the place.
        Ok(blob) => unsafe { hand_out(out, ParsedBlob { blob: Arc::new(blob) }) },
        Err(code) => code,
    }
}

/// Writes results to places in C, all or none.
macro_rules! answer {
    ($($out:expr => $value:expr),* $(,)?) => {{
        if $($out.is_null())||* {
            return result::INVALID_ARGUMENT;
        }
        $(
            let value = $value;
            // SAFETY: not null, and the caller vouches for the place.
            unsafe { write($out, value) };
        )*
        result::SUCCESS
    }};
}

/// The blob behind a handle, or the function ends with `INVALID_ARGUMENT`.
macro_rules! blob {
    ($handle:expr) => {
        // SAFETY: the caller vouches for the handle.
        match unsafe { shared($handle) } {
            Some(parsed) => &parsed.blob,
            None => return result::INVALID_ARGUMENT,
        }
    };
}

/// What the last run of a converter made, or the function ends with `GENERIC`.
macro_rules! compiled {
    ($handle:expr) => {
        // SAFETY: the caller vouches for the handle.
        match unsafe { shared($handle) }.and_then(|converter| converter.compiled.as_ref()) {
            Some(compiled) => compiled,
            None => return result::GENERIC,
        }
    };
}

/// Changes a converter, if there is one.
macro_rules! change {
    ($handle:expr, $converter:ident => $body:expr) => {
        // SAFETY: the caller vouches for the handle.
        if let Some($converter) = unsafe { exclusive($handle) } {
            $body
        }
    };
}

functions! {
    /// The version of the interface.
    fn dxil_spv_get_version(major: *mut c_uint, minor: *mut c_uint, patch: *mut c_uint), (); {
        for (out, part) in [major, minor, patch].into_iter().zip(VERSION) {
            // SAFETY: the caller vouches for the places.
            unsafe { write(out, part) };
        }
    }

    /// Parses a container.
    fn dxil_spv_parse_dxil_blob(data: *const c_void, size: usize, blob: *mut BlobHandle) -> c_int, result::GENERIC; {
        // SAFETY: the caller vouches for the bytes and the place.
        unsafe { parse(data, size, blob, Source::Container) }
    }

    /// Parses the part of a container that is for reflection.
    fn dxil_spv_parse_reflection_dxil_blob(data: *const c_void, size: usize, blob: *mut BlobHandle) -> c_int, result::GENERIC; {
        // SAFETY: the caller vouches for the bytes and the place.
        unsafe { parse(data, size, blob, Source::Reflection) }
    }

    /// Parses bitcode.
    fn dxil_spv_parse_dxil(data: *const c_void, size: usize, blob: *mut BlobHandle) -> c_int, result::GENERIC; {
        // SAFETY: the caller vouches for the bytes and the place.
        unsafe { parse(data, size, blob, Source::Bitcode) }
    }

    /// Logs the text of a module, as debugging output.
    fn dxil_spv_parsed_blob_dump_llvm_ir(blob: BlobHandle), (); {
        // SAFETY: the caller vouches for the handle.
        if let Some(parsed) = unsafe { shared(blob) } {
            match parsed.blob.text() {
                Ok(text) => log::debug(&text.to_string_lossy()),
                Err(error) => log::failure(&error),
            }
        }
    }

    /// The text of a module. It lives as long as the blob.
    fn dxil_spv_parsed_blob_get_disassembled_ir(blob: BlobHandle, text: *mut *const c_char) -> c_int, result::GENERIC; {
        match blob!(blob).text() {
            Ok(found) => answer!(text => found.as_ptr()),
            Err(error) => {
                log::failure(&error);
                result::GENERIC
            }
        }
    }

    /// The bitcode. It lives as long as the blob.
    fn dxil_spv_parsed_blob_get_raw_ir(blob: BlobHandle, data: *mut *const c_void, size: *mut usize) -> c_int, result::GENERIC; {
        match blob!(blob).owned.shader().input().bitcode() {
            Ok(bitcode) => answer!(data => bitcode.as_ptr().cast(), size => bitcode.len()),
            Err(_) => result::GENERIC,
        }
    }

    /// The stage of a module, 0 for libraries.
    fn dxil_spv_parsed_blob_get_shader_stage(blob: BlobHandle) -> c_int, 0; {
        // SAFETY: the caller vouches for the handle.
        unsafe { shared(blob) }.map_or(0, |parsed| parsed.blob.stage(None))
    }

    /// The stage of an entry point, 0 for none.
    fn dxil_spv_parsed_blob_get_shader_stage_for_entry(blob: BlobHandle, entry: *const c_char) -> c_int, 0; {
        // SAFETY: the caller vouches for handle and string.
        match unsafe { (shared(blob), string(entry)) } {
            (Some(parsed), name) => parsed.blob.stage(name.as_deref()),
            _ => 0,
        }
    }

    /// The index of an entry point, by its plain or its mangled name.
    fn dxil_spv_parsed_blob_get_entry_index_by_name(blob: BlobHandle, entry: *const c_char, index: *mut c_uint) -> c_int, result::GENERIC; {
        // SAFETY: the caller vouches for the string.
        let Some(name) = (unsafe { string(entry) }) else {
            return result::INVALID_ARGUMENT;
        };
        match blob!(blob).entry_index(&name) {
            Some(found) => answer!(index => found as c_uint),
            None => result::GENERIC,
        }
    }

    /// The number of entry points.
    fn dxil_spv_parsed_blob_get_num_entry_points(blob: BlobHandle, count: *mut c_uint) -> c_int, result::GENERIC; {
        answer!(count => blob!(blob).entries.len() as c_uint)
    }

    /// The mangled name of an entry point, as in the module. It lives as long as the blob.
    fn dxil_spv_parsed_blob_get_entry_point_name(blob: BlobHandle, index: c_uint, name: *mut *const c_char) -> c_int, result::GENERIC; {
        match blob!(blob).entries.get(index as usize) {
            Some(entry) => answer!(name => entry.mangled.as_ptr()),
            None => result::INVALID_ARGUMENT,
        }
    }

    /// The plain name of an entry point. It lives as long as the blob.
    fn dxil_spv_parsed_blob_get_entry_point_demangled_name(blob: BlobHandle, index: c_uint, name: *mut *const c_char) -> c_int, result::GENERIC; {
        match blob!(blob).entries.get(index as usize) {
            Some(entry) => answer!(name => entry.plain.as_ptr()),
            None => result::INVALID_ARGUMENT,
        }
    }

    /// What an entry point gets as a node of a work graph; of one that is none, the launch is 0.
    fn dxil_spv_parsed_blob_get_entry_point_node_input(blob: BlobHandle, index: c_uint, data: *mut NodeInputData) -> c_int, result::GENERIC; {
        match blob!(blob).nodes.get(index as usize) {
            Some(node) => answer!(data => node.input()),
            None => result::INVALID_ARGUMENT,
        }
    }

    /// Number of outputs of a work graph's node.
    fn dxil_spv_parsed_blob_get_entry_point_num_node_outputs(blob: BlobHandle, index: c_uint, num_outputs: *mut c_uint) -> c_int, result::GENERIC; {
        match blob!(blob).nodes.get(index as usize) {
            Some(node) => answer!(num_outputs => node.output_count()),
            None => result::INVALID_ARGUMENT,
        }
    }

    /// Output of a work graph's node.
    fn dxil_spv_parsed_blob_get_entry_point_node_output(blob: BlobHandle, index: c_uint, output_index: c_uint, data: *mut NodeOutputData) -> c_int, result::GENERIC; {
        let node = blob!(blob).nodes.get(index as usize);
        match node.and_then(|node| node.output(output_index as usize)) {
            Some(output) => answer!(data => output),
            None => result::INVALID_ARGUMENT,
        }
    }

    /// Shows callbacks the resources of a module: SRVs, UAVs, CBVs, samplers. One that refuses ends it.
    fn dxil_spv_parsed_blob_scan_resources(blob: BlobHandle, srv: Option<SrvRemapper>, sampler: Option<SamplerRemapper>, cbv: Option<CbvRemapper>, uav: Option<UavRemapper>, userdata: *mut c_void) -> c_int, result::GENERIC; {
        let remappers = binder::Remappers {
            srv: srv.map(|callback| (callback, userdata)),
            sampler: sampler.map(|callback| (callback, userdata)),
            cbv: cbv.map(|callback| (callback, userdata)),
            uav: uav.map(|callback| (callback, userdata)),
            ..binder::Remappers::default()
        };
        let program = blob!(blob).owned.shader().program();
        // Every entry point lists the resources of the module.
        let resources: &[Resource] = program.entry_points.first().map_or(&[], |entry| &entry.resources);
        // SAFETY: the caller vouches for the callbacks.
        unsafe { binder::scan(&remappers, program.stage, resources.iter()) };
        result::SUCCESS
    }

    /// The number of subobjects.
    fn dxil_spv_parsed_blob_get_num_rdat_subobjects(blob: BlobHandle) -> c_uint, 0; {
        // SAFETY: the caller vouches for the handle.
        unsafe { shared(blob) }.map_or(0, |parsed| parsed.blob.subobjects.len() as c_uint)
    }

    /// A subobject; without one at `index` nothing is written. Its pointers live as long as the blob, its
    /// payload as the input that was parsed.
    fn dxil_spv_parsed_blob_get_rdat_subobject(blob: BlobHandle, index: c_uint, subobject: *mut RdatSubobject), (); {
        // SAFETY: the caller vouches for the handle.
        if let Some(found) = unsafe { shared(blob) }.and_then(|p| p.blob.subobjects.get(index as usize)) {
            // SAFETY: the caller vouches for the place.
            unsafe { write(subobject, found.view()) };
        }
    }

    /// Frees a blob; null is nothing.
    fn dxil_spv_parsed_blob_free(blob: BlobHandle), (); {
        // SAFETY: the caller vouches for the handle.
        unsafe { take_back(blob) }
    }

    /// Sets the log callback of this thread; null takes it away.
    fn dxil_spv_set_thread_log_callback(callback: Option<LogCallback>, userdata: *mut c_void), (); {
        log::set(callback, userdata)
    }

    /// Makes a converter.
    fn dxil_spv_create_converter(blob: BlobHandle, converter: *mut ConverterHandle) -> c_int, result::GENERIC; {
        let blob = blob!(blob);
        // SAFETY: the caller vouches for the place.
        unsafe { hand_out(converter, Converter::new(blob.clone())) }
    }

    /// Makes a converter. The reflection has nothing that it needs.
    fn dxil_spv_create_converter_with_reflection(blob: BlobHandle, reflection: BlobHandle, converter: *mut ConverterHandle) -> c_int, result::GENERIC; {
        let _ = reflection;
        let blob = blob!(blob);
        // SAFETY: the caller vouches for the place.
        unsafe { hand_out(converter, Converter::new(blob.clone())) }
    }

    /// Frees a converter; null is nothing.
    fn dxil_spv_converter_free(converter: ConverterHandle), (); {
        // SAFETY: the caller vouches for the handle.
        unsafe { take_back(converter) }
    }

    /// Names the entry point to translate, plain or mangled; null is the first.
    fn dxil_spv_converter_set_entry_point(converter: ConverterHandle, entry_point: *const c_char), (); {
        // SAFETY: the caller vouches for the string.
        let name = unsafe { string(entry_point) };
        change!(converter, c => c.entry = name.filter(|name| !name.is_empty()));
    }

    /// Sets the callback for stage inputs; null takes it away.
    fn dxil_spv_converter_set_stage_input_remapper(converter: ConverterHandle, remapper: Option<StageIoRemapper>, userdata: *mut c_void), (); {
        change!(converter, c => c.remappers.stage_input = remapper.map(|callback| (callback, userdata)));
    }

    /// Sets the callback for stage outputs; null takes it away.
    fn dxil_spv_converter_set_stage_output_remapper(converter: ConverterHandle, remapper: Option<StageIoRemapper>, userdata: *mut c_void), (); {
        change!(converter, c => c.remappers.stage_output = remapper.map(|callback| (callback, userdata)));
    }

    /// Sets the callback for vertex inputs; null takes it away.
    fn dxil_spv_converter_set_vertex_input_remapper(converter: ConverterHandle, remapper: Option<VertexInputRemapper>, userdata: *mut c_void), (); {
        change!(converter, c => c.remappers.vertex_input = remapper.map(|callback| (callback, userdata)));
    }

    /// Sets the callback for stream outputs; null takes it away.
    fn dxil_spv_converter_set_stream_output_remapper(converter: ConverterHandle, remapper: Option<StreamOutputRemapper>, userdata: *mut c_void), (); {
        change!(converter, c => c.remappers.stream_output = remapper.map(|callback| (callback, userdata)));
    }

    /// Sets the callback for srvs; null takes it away.
    fn dxil_spv_converter_set_srv_remapper(converter: ConverterHandle, remapper: Option<SrvRemapper>, userdata: *mut c_void), (); {
        change!(converter, c => c.remappers.srv = remapper.map(|callback| (callback, userdata)));
    }

    /// Sets the callback for samplers; null takes it away.
    fn dxil_spv_converter_set_sampler_remapper(converter: ConverterHandle, remapper: Option<SamplerRemapper>, userdata: *mut c_void), (); {
        change!(converter, c => c.remappers.sampler = remapper.map(|callback| (callback, userdata)));
    }

    /// Sets the callback for uavs; null takes it away.
    fn dxil_spv_converter_set_uav_remapper(converter: ConverterHandle, remapper: Option<UavRemapper>, userdata: *mut c_void), (); {
        change!(converter, c => c.remappers.uav = remapper.map(|callback| (callback, userdata)));
    }

    /// Sets the callback for cbvs; null takes it away.
    fn dxil_spv_converter_set_cbv_remapper(converter: ConverterHandle, remapper: Option<CbvRemapper>, userdata: *mut c_void), (); {
        change!(converter, c => c.remappers.cbv = remapper.map(|callback| (callback, userdata)));
    }

    /// Words of root constants, table offsets included.
    fn dxil_spv_converter_set_root_constant_word_count(converter: ConverterHandle, num_words: c_uint), (); {
        change!(converter, c => c.words = num_words);
    }

    /// Number of root descriptors, which lie before the root constants.
    fn dxil_spv_converter_set_root_descriptor_count(converter: ConverterHandle, count: c_uint), (); {
        change!(converter, c => c.descriptors = count);
    }

    /// Constants of a local root signature.
    fn dxil_spv_converter_add_local_root_constants(converter: ConverterHandle, register_space: c_uint, register_index: c_uint, num_words: c_uint), (); {
        change!(converter, c => c.local.constants(register_space, register_index, num_words));
    }

    /// A descriptor of a local root signature.
    fn dxil_spv_converter_add_local_root_descriptor(converter: ConverterHandle, resource_class: c_int, register_space: c_uint, register_index: c_uint), (); {
        change!(converter, c => c.local.descriptor(resource_class, register_space, register_index));
    }

    /// A table of a local root signature, or a range of the one begun.
    fn dxil_spv_converter_add_local_root_descriptor_table(converter: ConverterHandle, resource_class: c_int, register_space: c_uint, register_index: c_uint, num_descriptors_in_range: c_uint, offset_in_heap: c_uint), (); {
        change!(converter, c => {
            c.local.range(resource_class, register_space, register_index, num_descriptors_in_range, offset_in_heap)
        });
    }

    /// Begins a table of a local root signature.
    fn dxil_spv_converter_begin_local_root_descriptor_table(converter: ConverterHandle) -> c_int, result::GENERIC; {
        change!(converter, c => return c.local.begin());
        result::INVALID_ARGUMENT
    }

    /// Ends the table begun, which must have a range.
    fn dxil_spv_converter_end_local_root_descriptor_table(converter: ConverterHandle) -> c_int, result::GENERIC; {
        change!(converter, c => return c.local.end());
        result::INVALID_ARGUMENT
    }

    /// Where a root parameter lies in the block of root parameters, for tools (option 48).
    fn dxil_spv_converter_add_root_parameter_mapping(converter: ConverterHandle, root_parameter_index: c_uint, offset: c_uint), (); {
        change!(converter, c => c.root_parameters.push((RootParameterPlace::Offset(offset), root_parameter_index)));
    }

    /// At which set and binding a root parameter is, for tools (option 48).
    fn dxil_spv_converter_add_root_descriptor_mapping(converter: ConverterHandle, root_parameter_index: c_uint, desc_set: c_uint, binding: c_uint), (); {
        change!(converter, c => {
            c.root_parameters.push((RootParameterPlace::Descriptor(desc_set, binding), root_parameter_index));
        });
    }

    /// Data for tools (option 48). They are copied.
    fn dxil_spv_converter_add_non_semantic_debug_info(converter: ConverterHandle, tag: *const c_char, data: *const c_void, size: usize), (); {
        // SAFETY: the caller vouches for the string, and for `size` bytes at `data`.
        let (tag, data) = unsafe { (string(tag), bytes(data, size)) };
        match (tag, data) {
            (Some(tag), Some(data)) => change!(converter, c => c.settings.tell(tag, data)),
            _ => log::error("debug information without a name or data"),
        }
    }

    /// The location that patch constants start at, of a hull or domain shader. Without it they start at 0: locations
    /// of patch constants are their own, which the stages need not agree on by what else they have.
    fn dxil_spv_converter_set_patch_location_offset(converter: ConverterHandle, offset: c_uint), (); {
        change!(converter, c => c.patch_location_offset = Some(offset));
    }

    /// Translates.
    fn dxil_spv_converter_run(converter: ConverterHandle) -> c_int, result::GENERIC; {
        // SAFETY: the caller vouches for the handle.
        match unsafe { exclusive(converter) } {
            Some(converter) => converter.run(),
            None => result::INVALID_ARGUMENT,
        }
    }

    /// The SPIR-V of the last run. It lives until the next run, or as long as the converter.
    fn dxil_spv_converter_get_compiled_spirv(converter: ConverterHandle, compiled: *mut CompiledSpirv) -> c_int, result::GENERIC; {
        let words = &compiled!(converter).made.words;
        let found = CompiledSpirv {
            data: words.as_ptr().cast(),
            size: size_of_val(words.as_slice()),
        };
        answer!(compiled => found)
    }

    /// The name that the entry point has in D3D12; in the SPIR-V it is `main`. Lives like the SPIR-V.
    fn dxil_spv_converter_get_compiled_entry_point(converter: ConverterHandle, entry_point: *mut *const c_char) -> c_int, result::GENERIC; {
        answer!(entry_point => compiled!(converter).entry_point.as_ptr())
    }

    /// Whether what an option asks for is done.
    fn dxil_spv_converter_supports_option(option: c_int) -> Bool, FALSE; {
        Bool::from(settings::supports(option))
    }

    /// Sets an option.
    fn dxil_spv_converter_add_option(converter: ConverterHandle, option: *const types::option::Base) -> c_int, result::GENERIC; {
        if option.is_null() {
            return result::INVALID_ARGUMENT;
        }
        // SAFETY: the caller vouches for the handle.
        let Some(converter) = (unsafe { exclusive(converter) }) else {
            return result::INVALID_ARGUMENT;
        };
        // SAFETY: not null, and the caller vouches for the structure.
        match unsafe { converter.settings.add(option) } {
            Ok(()) => result::SUCCESS,
            Err(code) => code,
        }
    }

    /// Whether the size of subgroups is read.
    fn dxil_spv_converter_uses_subgroup_size(converter: ConverterHandle) -> Bool, FALSE; {
        let compiled = |c: &Compiled| c.reads_subgroup_size();
        // SAFETY: the caller vouches for the handle.
        let converter = unsafe { shared(converter) };
        Bool::from(converter.and_then(|c| c.compiled.as_ref()).is_some_and(compiled))
    }

    /// Threads of a workgroup as the module has it, 0 for stages without.
    fn dxil_spv_converter_get_compute_workgroup_dimensions(converter: ConverterHandle, x: *mut c_uint, y: *mut c_uint, z: *mut c_uint) -> c_int, result::GENERIC; {
        let reflection = &compiled!(converter).made.reflection;
        let modes = &mut reflection.execution_modes.iter();
        let [a, b, c] = match modes.find(|mode| mode.mode == "LocalSize").map(|mode| &mode.operands[..]) {
            Some(&[a, b, c]) => [a, b, c],
            _ => [0; 3],
        };
        answer!(x => a, y => b, z => c)
    }

    /// The one wave size that is required, 0 for any.
    fn dxil_spv_converter_get_compute_required_wave_size(converter: ConverterHandle, wave_size: *mut c_uint) -> c_int, result::GENERIC; {
        let size = compiled!(converter).made.reflection.wave_size;
        match size {
            Some(size) if size.min != size.max => result::GENERIC,
            size => answer!(wave_size => size.map_or(0, |size| size.min)),
        }
    }

    /// Smallest, largest and preferred wave size, 0 for any; the largest is 0 where one size was given.
    fn dxil_spv_converter_get_compute_wave_size_range(converter: ConverterHandle, wave_size_min: *mut c_uint, wave_size_max: *mut c_uint, wave_size_preferred: *mut c_uint) -> c_int, result::GENERIC; {
        let size = compiled!(converter).made.reflection.wave_size;
        let max = size.filter(|size| size.min != size.max).map_or(0, |size| size.max);
        let preferred = size.and_then(|size| size.preferred).unwrap_or(0);
        answer!(
            wave_size_min => size.map_or(0, |size| size.min),
            wave_size_max => max,
            wave_size_preferred => preferred,
        )
    }

    /// The maximum wave size that heuristics suggest, 0 for none.
    fn dxil_spv_converter_get_compute_heuristic_max_wave_size(converter: ConverterHandle, wave_size: *mut c_uint) -> c_int, result::GENERIC; {
        let size = compiled!(converter).likely_wave_sizes().and_then(|sizes| sizes.max);
        answer!(wave_size => size.unwrap_or(0))
    }

    /// The minimum wave size that heuristics suggest, 0 for none.
    fn dxil_spv_converter_get_compute_heuristic_min_wave_size(converter: ConverterHandle, wave_size: *mut c_uint) -> c_int, result::GENERIC; {
        let size = compiled!(converter).likely_wave_sizes().and_then(|sizes| sizes.min);
        answer!(wave_size => size.unwrap_or(0))
    }

    /// Control points of the patches that a hull shader takes, else 0.
    fn dxil_spv_converter_get_patch_vertex_count(converter: ConverterHandle, patch_vertices: *mut c_uint) -> c_int, result::GENERIC; {
        let points = compiled!(converter).made.reflection.patch_control_points;
        answer!(patch_vertices => points.unwrap_or(0))
    }

    /// The location that patch constants start at; of stages without them what was set, or -1.
    fn dxil_spv_converter_get_patch_location_offset(converter: ConverterHandle, patch_location_offset: *mut c_uint) -> c_int, result::GENERIC; {
        let stage = compiled!(converter).made.reflection.stage;
        // SAFETY: the caller vouches for the handle.
        let offset = unsafe { shared(converter) }.and_then(|c| c.patch_location_offset);
        let own = match stage {
            Stage::Hull | Stage::Domain => 0,
            _ => c_uint::MAX,
        };
        let offset = offset.filter(|&offset| offset != c_uint::MAX);
        answer!(patch_location_offset => offset.unwrap_or(own))
    }

    /// Whether a feature is used: 0, native 16-bit types, is the only one.
    fn dxil_spv_converter_uses_shader_feature(converter: ConverterHandle, feature: c_int) -> Bool, FALSE; {
        // SAFETY: the caller vouches for the handle.
        let compiled = unsafe { shared(converter) }.and_then(|c| c.compiled.as_ref());
        Bool::from(feature == 0 && compiled.is_some_and(|c| c.made.reflection.features.native_16bit))
    }

    /// Whether the shader runs with Vulkan's multiview: where view instancing is asked for, and the shader chooses no layer.
    fn dxil_spv_converter_is_multiview_compatible(converter: ConverterHandle, compatible: *mut Bool) -> c_int, result::GENERIC; {
        let multiview = compiled!(converter).multiview;
        answer!(compatible => Bool::from(multiview))
    }

    /// Warnings of the last run, null for none. They live like the SPIR-V.
    fn dxil_spv_converter_get_analysis_warnings(converter: ConverterHandle) -> *const c_char, std::ptr::null(); {
        // SAFETY: the caller vouches for the handle.
        let compiled = unsafe { shared(converter) }.and_then(|c| c.compiled.as_ref());
        let warnings = compiled.and_then(|compiled| compiled.warnings.as_ref());
        warnings.map_or(std::ptr::null(), |text| text.as_ptr())
    }

    /// Says where a descriptor of the system is.
    fn dxil_spv_converter_set_meta_descriptor(converter: ConverterHandle, meta: c_int, kind: c_int, desc_set: c_uint, binding_or_push_index: c_uint) -> c_int, result::GENERIC; {
        change!(converter, c => {
            c.metas.retain(|known| known.0 != meta);
            c.metas.push((meta, kind, desc_set, binding_or_push_index));
            return result::SUCCESS;
        });
        result::INVALID_ARGUMENT
    }

    /// Begins a thread's allocator: threads keep their memory anyway (`pools`), so this does nothing.
    fn dxil_spv_begin_thread_allocator_context(), (); {

    }

    /// Ends a thread's allocator: threads keep their memory anyway (`pools`), so this does nothing.
    fn dxil_spv_end_thread_allocator_context(), (); {

    }

    /// Resets a thread's allocator: what its shaders left for the next one is given up.
    fn dxil_spv_reset_thread_allocator_context(), (); {
        Context::forget_of_thread();
    }
}
