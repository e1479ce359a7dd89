//! Shaders through the compatible interface, bound as an ordinary translation was: for tests. Feature `testing`.
//!
//! In: a shader, options, and the reflection of a translation with them. Out: the SPIR-V that the C functions make
//! when their callbacks answer with the bindings of that reflection. The layout of root parameters is the same in
//! both, so whatever runs the one runs the other.

use crate::compat::types::{self, option as o, *};
use crate::compat::*;
use dxil2spirv::dxil::program::{ResourceClass, ResourceKind};
use dxil2spirv::options::{MinPrecision, Options};
use dxil2spirv::reflection::{
    CounterBinding, DescriptorType, PushConstantKind, Reflection, ResourceBinding, ResourceReflection,
    RootPlace,
};
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::null_mut;

/// What the callbacks answer from.
struct Answers<'a> {
    reflection: &'a Reflection,
    /// Bytes of root descriptors before the words.
    addresses: u32,
}

impl Answers<'_> {
    /// The resource that a callback is asked for.
    fn find(&self, class: ResourceClass, d3d: &D3dBinding) -> Option<&ResourceReflection> {
        let heap = (d3d.register_index, d3d.register_space) == (u32::MAX, u32::MAX);
        self.reflection.resources.iter().find(|resource| {
            let same = match heap {
                true => resource.access.heap_index,
                false => {
                    !resource.access.heap_index
                        && (resource.register, resource.space) == (d3d.register_index, d3d.register_space)
                }
            };
            same && resource.class == class && resource.kind as c_int == d3d.kind
        })
    }

    fn word(&self, place: RootPlace) -> u32 {
        (place.offset - self.addresses) / 4
    }

    fn binding(&self, resource: &ResourceReflection) -> VulkanBinding {
        let mut out = VulkanBinding::default();
        let untyped = matches!(
            resource.kind,
            ResourceKind::RawBuffer | ResourceKind::StructuredBuffer
        );
        let typed = |out: &mut VulkanBinding, descriptor_type| {
            if untyped {
                out.descriptor_type = match descriptor_type {
                    DescriptorType::StorageBuffer => types::descriptor_type::SSBO,
                    _ => types::descriptor_type::TEXEL_BUFFER,
                };
            }
        };
        match resource.vulkan {
            ResourceBinding::Descriptor {
                set,
                binding,
                descriptor_type,
                ..
            } => {
                (out.set, out.binding) = (set, binding);
                typed(&mut out, descriptor_type);
            }
            ResourceBinding::Heap {
                set,
                binding,
                descriptor_type,
                table,
                offset,
            } => {
                (out.set, out.binding) = (set, binding);
                out.bindless.use_heap = TRUE;
                out.bindless.heap_root_offset = offset;
                out.root_constant_index = table.map_or(u32::MAX, |place| self.word(place));
                typed(&mut out, descriptor_type);
            }
            ResourceBinding::StaticSampler { set, binding, .. } => (out.set, out.binding) = (set, binding),
            ResourceBinding::Address { place, .. } => {
                out.descriptor_type = types::descriptor_type::BUFFER_DEVICE_ADDRESS;
                out.root_constant_index = place.offset / 8;
            }
            ResourceBinding::RootConstants { place, .. } => out.set = self.word(place),
        }
        out
    }

    fn offset(resource: &ResourceReflection) -> VulkanBinding {
        let mut out = VulkanBinding::default();
        if let Some(view) = &resource.offset_view {
            (out.set, out.binding) = (view.set, view.binding);
        }
        out
    }
}

/// The answers behind a callback's userdata.
///
/// # Safety
/// `userdata` is that of [`translate`], during the run.
unsafe fn answers<'a>(userdata: *mut c_void) -> &'a Answers<'a> {
    // SAFETY: the caller vouches for it.
    unsafe { &*userdata.cast() }
}

unsafe extern "C" fn srv(userdata: *mut c_void, d3d: *const D3dBinding, out: *mut SrvVulkanBinding) -> Bool {
    // SAFETY: the library hands over both structures.
    let (answers, d3d, out) = unsafe { (answers(userdata), &*d3d, &mut *out) };
    let Some(resource) = answers.find(ResourceClass::Srv, d3d) else {
        return FALSE;
    };
    out.buffer_binding = answers.binding(resource);
    out.offset_binding = Answers::offset(resource);
    TRUE
}

unsafe extern "C" fn sampler(userdata: *mut c_void, d3d: *const D3dBinding, out: *mut VulkanBinding) -> Bool {
    // SAFETY: as above.
    let (answers, d3d, out) = unsafe { (answers(userdata), &*d3d, &mut *out) };
    let Some(resource) = answers.find(ResourceClass::Sampler, d3d) else {
        return FALSE;
    };
    *out = answers.binding(resource);
    TRUE
}

unsafe extern "C" fn cbv(userdata: *mut c_void, d3d: *const D3dBinding, out: *mut CbvVulkanBinding) -> Bool {
    // SAFETY: as above.
    let (answers, d3d, out) = unsafe { (answers(userdata), &*d3d, &mut *out) };
    let Some(resource) = answers.find(ResourceClass::Cbv, d3d) else {
        return FALSE;
    };
    out.uniform_binding = answers.binding(resource);
    out.push_constant = Bool::from(matches!(resource.vulkan, ResourceBinding::RootConstants { .. }));
    TRUE
}

unsafe extern "C" fn uav(
    userdata: *mut c_void,
    d3d: *const UavD3dBinding,
    out: *mut UavVulkanBinding,
) -> Bool {
    // SAFETY: as above.
    let (answers, d3d, out) = unsafe { (answers(userdata), &*d3d, &mut *out) };
    let Some(resource) = answers.find(ResourceClass::Uav, &d3d.d3d_binding) else {
        return FALSE;
    };
    out.buffer_binding = answers.binding(resource);
    out.offset_binding = Answers::offset(resource);
    if d3d.has_counter != FALSE {
        out.counter_binding = out.buffer_binding;
        let counter = &mut out.counter_binding;
        match &resource.counter {
            Some(CounterBinding::Descriptor {
                set,
                binding,
                descriptor_type,
            }) => {
                (counter.set, counter.binding) = (*set, *binding);
                counter.descriptor_type = match descriptor_type {
                    DescriptorType::StorageBuffer => types::descriptor_type::SSBO,
                    _ => types::descriptor_type::TEXEL_BUFFER,
                };
            }
            Some(CounterBinding::Address { set, binding, .. }) => {
                (counter.set, counter.binding) = (*set, *binding);
                counter.descriptor_type = types::descriptor_type::IDENTITY;
            }
            None => return FALSE,
        }
    }
    TRUE
}

thread_local! {
    static MESSAGES: RefCell<String> = const { RefCell::new(String::new()) };
}

unsafe extern "C" fn log(_: *mut c_void, _: c_int, message: *const c_char) {
    // SAFETY: messages end with a zero byte.
    let text = unsafe { CStr::from_ptr(message) }.to_string_lossy();
    MESSAGES.with_borrow_mut(|messages| messages.push_str(&text));
}

/// Why the interface cannot say what the reflection says, if so.
fn beyond(reflection: &Reflection, options: &Options) -> Option<&'static str> {
    if reflection.inline_uniform_block.is_some() {
        return Some("root parameters in two places");
    }
    if reflection.heap_size.is_some() {
        return Some("sizes of heaps");
    }
    for resource in &reflection.resources {
        match resource.vulkan {
            ResourceBinding::Descriptor { element, .. } if element != 0 => {
                return Some("an array that starts within a binding");
            }
            ResourceBinding::Descriptor {
                descriptor_type: DescriptorType::StorageBuffer,
                ..
            } if resource.class == ResourceClass::Cbv => {
                return Some("constant buffers in storage buffers outside heaps");
            }
            _ => {}
        }
        let untyped = matches!(
            resource.kind,
            ResourceKind::RawBuffer | ResourceKind::StructuredBuffer
        );
        if untyped && options.binding.offset_buffers.is_some() {
            match resource.vulkan {
                ResourceBinding::Descriptor { .. } => return Some("offsets outside heaps"),
                ResourceBinding::Heap { descriptor_type, .. }
                    if descriptor_type != DescriptorType::StorageBuffer =>
                {
                    return Some("offsets in bytes into texel buffers");
                }
                _ => {}
            }
        }
        let heap = matches!(resource.vulkan, ResourceBinding::Heap { .. });
        if !heap && matches!(resource.counter, Some(CounterBinding::Address { .. })) {
            return Some("addresses of counters outside heaps");
        }
        if resource
            .offset_view
            .is_some_and(|v| v.offset % 8 != 0 || v.stride % 8 != 0)
        {
            return Some("offset buffers that are not of 8-byte units");
        }
    }
    (options.binding.max_alignment < 16).then_some("a bound on alignments")
}

/// The SPIR-V of entry point `name` of `input` through the C functions, or what they logged; `None` where the
/// interface cannot express the bindings of `reflection`.
pub fn translate(
    input: &[u8],
    reflection: &Reflection,
    options: &Options,
) -> Option<Result<Vec<u32>, String>> {
    if beyond(reflection, options).is_some() {
        return None;
    }
    let members = &reflection.push_constants.members;
    let addresses = members
        .iter()
        .filter(|m| m.kind == PushConstantKind::RootDescriptor);
    let descriptors = addresses.count() as u32;
    let answers = Answers {
        reflection,
        addresses: 8 * descriptors,
    };
    MESSAGES.with_borrow_mut(String::clear);
    let (mut blob, mut converter) = (null_mut(), null_mut());
    let entry = CString::new(reflection.entry.as_str()).unwrap_or_default();
    // SAFETY: input, answers and options outlive the run; handles are live until they are freed at the end.
    let made = unsafe {
        dxil_spv_set_thread_log_callback(Some(log), null_mut());
        let parse = match input.starts_with(b"DXBC") {
            true => dxil_spv_parse_dxil_blob,
            false => dxil_spv_parse_dxil,
        };
        let mut code = parse(input.as_ptr().cast(), input.len(), &mut blob);
        if code == result::SUCCESS {
            code = dxil_spv_create_converter(blob, &mut converter);
        }
        if code == result::SUCCESS {
            let userdata = std::ptr::from_ref(&answers).cast_mut().cast::<c_void>();
            dxil_spv_converter_set_entry_point(converter, entry.as_ptr());
            dxil_spv_converter_set_srv_remapper(converter, Some(srv), userdata);
            dxil_spv_converter_set_uav_remapper(converter, Some(uav), userdata);
            dxil_spv_converter_set_cbv_remapper(converter, Some(cbv), userdata);
            dxil_spv_converter_set_sampler_remapper(converter, Some(sampler), userdata);
            dxil_spv_converter_set_root_descriptor_count(converter, descriptors);
            let words = reflection.push_constants.size / 4 - 2 * descriptors;
            dxil_spv_converter_set_root_constant_word_count(converter, words);
            code = set_options(converter, reflection, options);
        }
        if code == result::SUCCESS {
            code = dxil_spv_converter_run(converter);
        }
        let mut spirv = CompiledSpirv {
            data: std::ptr::null(),
            size: 0,
        };
        if code == result::SUCCESS {
            code = dxil_spv_converter_get_compiled_spirv(converter, &mut spirv);
        }
        let words = match code {
            result::SUCCESS => Ok(std::slice::from_raw_parts(spirv.data.cast(), spirv.size / 4).to_vec()),
            code => Err(MESSAGES.with_borrow(|messages| format!("{code}: {messages}"))),
        };
        dxil_spv_converter_free(converter);
        dxil_spv_parsed_blob_free(blob);
        dxil_spv_set_thread_log_callback(None, null_mut());
        words
    };
    Some(made)
}

/// # Safety
/// The converter is live.
unsafe fn set_options(converter: ConverterHandle, reflection: &Reflection, options: &Options) -> c_int {
    let mut code = result::SUCCESS;
    macro_rules! set {
        ($option:expr) => {{
            let option = $option;
            // SAFETY: every option starts with its tag, and has the structure of that tag.
            let set = unsafe {
                dxil_spv_converter_add_option(converter, std::ptr::from_ref(&option).cast::<o::Base>())
            };
            if set != result::SUCCESS {
                code = set;
            }
        }};
    }
    let flag = Bool::from;
    set!(o::Flag { tag: 7, flag: TRUE });
    set!(o::Flag {
        tag: 16,
        flag: flag(options.min_precision == MinPrecision::Native16),
    });
    if let Some(number) = options.sample_count {
        set!(o::NumberAndFlag {
            tag: 4,
            number,
            flag: FALSE
        });
    }
    let storage_cbv = reflection.resources.iter().any(|resource| {
        resource.class == ResourceClass::Cbv
            && matches!(
                resource.vulkan,
                ResourceBinding::Heap {
                    descriptor_type: DescriptorType::StorageBuffer,
                    ..
                }
            )
    });
    set!(o::Flag {
        tag: 6,
        flag: flag(storage_cbv)
    });
    let offsets = options.binding.offset_buffers;
    set!(o::Number {
        tag: 9,
        number: offsets.map_or(1, |offsets| offsets.min_alignment)
    });
    if let Some(offsets) = offsets {
        set!(o::OffsetBufferLayout {
            tag: 13,
            untyped_offset: offsets.untyped_offset / 8,
            typed_offset: offsets.typed_offset / 8,
            stride: offsets.stride / 8,
        });
        set!(o::Flag {
            tag: 12,
            flag: flag(offsets.typed)
        });
    }
    let address = reflection
        .resources
        .iter()
        .find_map(|resource| match resource.counter {
            Some(CounterBinding::Address { stride, offset, .. }) => Some([stride, offset]),
            _ => None,
        });
    if let Some([stride, offset]) = address {
        set!(o::TwoNumbers {
            tag: 24,
            first: stride / 8,
            second: offset / 8
        });
    }
    if let Some(qa) = &reflection.descriptor_qa {
        set!(o::DescriptorQa {
            tag: 15,
            enabled: TRUE,
            version: 2,
            global_desc_set: qa.report_set,
            global_binding: qa.report_binding,
            heap_desc_set: qa.heap_set,
            heap_binding: qa.heap_binding,
            shader_hash: qa.shader_hash,
        });
    }
    code
}
