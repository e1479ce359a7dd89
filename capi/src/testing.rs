//! Shaders through the compatible interface, bound as an ordinary translation was: for tests. Feature `testing`.
//!
//! In: a shader, options, the reflection of a translation with them, and what a layer says in addition. Out: the
//! SPIR-V that the C functions make when their callbacks answer with the bindings of that reflection. The layout of
//! root parameters is the same in both, so whatever runs the one runs the other. Callbacks refuse where what they are
//! asked is not what the reflection says.

mod layer;

pub use layer::{Layer, Setting, Stream};

use crate::compat::types::{self, option as o, *};
use crate::compat::*;
use dxil2spirv::options::{
    ComputeDerivatives, FarComponents, FarElements, GradientsAsBias, InvocationReorder, MaximalReconvergence,
    MicromapQueries, MinPrecision, Options, OutOfBounds, UavBarriers, UniformWord, ViewInstancing,
    Workarounds, WorkgroupLayout,
};
use dxil2spirv::reflection::{
    BindingRole, CounterBinding, DescriptorType, HeapSize, InstrumentationKind, IoElement, PushConstantKind,
    PushConstants, Reflection, ResourceBinding, ResourceReflection, RootPlace, RootStorage, SpecConstantKind,
};
use dxil2spirv::shader::{ResourceClass, ResourceKind, Stage};
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::null_mut;

/// What the callbacks answer from.
struct Answers<'a> {
    reflection: &'a Reflection,
    linked: bool,
    layer: &'a Layer,
    /// Bytes of root descriptors before the words.
    addresses: u32,
    /// UAVs before the first of the reflection: the one that calls of a vendor's extension go through, which the shaders of
    /// these cases have first.
    uavs_before: usize,
}

impl Answers<'_> {
    /// The resource that a callback is asked for.
    fn find(&self, class: ResourceClass, d3d: &D3dBinding) -> Option<&ResourceReflection> {
        let heap = (d3d.register_index, d3d.register_space) == (u32::MAX, u32::MAX);
        let same_class = self.reflection.resources.iter().filter(|r| r.class == class);
        let (index, resource) = same_class.enumerate().find(|(_, resource)| {
            let same = match heap {
                true => resource.access.heap_index,
                false => {
                    !resource.access.heap_index
                        && (resource.register, resource.space) == (d3d.register_index, d3d.register_space)
                }
            };
            same && resource.kind as c_int == d3d.kind
        })?;
        let range = match (heap, resource.count, self.layer.refuse_unbounded) {
            // Asked for once more, as one register.
            (false, None, true) => 1,
            (false, Some(count), _) => count,
            _ => u32::MAX,
        };
        let alignment = match resource.kind {
            ResourceKind::RawBuffer => 16,
            ResourceKind::StructuredBuffer => 1 << resource.stride.trailing_zeros(),
            _ => 0,
        };
        // A library numbers the resources of all its shaders together.
        let shared = self.reflection.stage.is_traced();
        let number = |index: c_int| if heap || shared { 0 } else { index };
        let asked = [d3d.stage, number(d3d.resource_index as c_int)];
        let before = if class == ResourceClass::Uav {
            self.uavs_before
        } else {
            0
        };
        let wanted = [
            stage::number(self.reflection.stage),
            number((index + before) as c_int),
        ];
        (asked == wanted && d3d.range_size == range && d3d.alignment == alignment).then_some(resource)
    }

    /// The word of a table's offset; none of one in a shader record, of which the local root signature tells.
    fn word(&self, place: RootPlace) -> u32 {
        if place.storage == RootStorage::ShaderRecord {
            return u32::MAX;
        }
        (place.offset - self.addresses) / 4
    }

    fn binding(&self, resource: &ResourceReflection) -> VulkanBinding {
        let mut out = VulkanBinding::default();
        let odd = !resource.register.is_multiple_of(2);
        let typed = |out: &mut VulkanBinding, descriptor_type| {
            // Some types have several names.
            out.descriptor_type = match descriptor_type {
                DescriptorType::StorageBuffer if resource.kind.is_untyped_buffer() => {
                    types::descriptor_type::SSBO
                }
                DescriptorType::UniformTexelBuffer | DescriptorType::StorageTexelBuffer if odd => {
                    types::descriptor_type::TEXEL_BUFFER
                }
                DescriptorType::UniformBuffer if odd => types::descriptor_type::UBO,
                _ => types::descriptor_type::IDENTITY,
            };
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
                table,
                offset,
                ..
            }
            | ResourceBinding::AddressHeap {
                set,
                binding,
                table,
                offset,
                ..
            } => {
                (out.set, out.binding) = (set, binding);
                out.bindless.use_heap = TRUE;
                out.bindless.heap_root_offset = offset;
                out.root_constant_index = table.map_or(u32::MAX, |place| self.word(place));
                match resource.vulkan {
                    ResourceBinding::Heap { descriptor_type, .. } => typed(&mut out, descriptor_type),
                    _ => out.descriptor_type = types::descriptor_type::SSBO,
                }
            }
            ResourceBinding::StaticSampler { set, binding, .. } => (out.set, out.binding) = (set, binding),
            ResourceBinding::InputAttachment { set, binding, index } => {
                (out.set, out.binding) = (set, binding);
                out.descriptor_type = types::descriptor_type::INPUT_ATTACHMENT;
                out.root_constant_index = index.unwrap_or(u32::MAX);
            }
            ResourceBinding::Address { place, .. } => {
                out.descriptor_type = types::descriptor_type::BUFFER_DEVICE_ADDRESS;
                out.root_constant_index = place.offset / 8;
            }
            ResourceBinding::RootConstants { place, .. } => out.set = self.word(place),
        }
        out
    }

    /// The answer for an element of a signature that the callbacks ask for: where it is, unless something of the
    /// question is wrong. What the shader does not access is where it would be.
    fn place(
        &self,
        elements: &[IoElement],
        d3d: &D3dStageIo,
        from: (u32, u32),
        moved: fn(&Layer, Stage, &IoElement) -> Option<(u32, u32)>,
    ) -> Option<(u32, u32)> {
        // SAFETY: the library's semantics are strings, and live during the call.
        let semantic = unsafe { CStr::from_ptr(d3d.semantic) }.to_str().ok()?;
        let named = |e: &&IoElement| (e.semantic.as_str(), e.index) == (semantic, d3d.semantic_index);
        let Some(element) = elements.iter().find(named) else {
            return Some(from);
        };
        let own = (element.location?, element.component);
        if (d3d.start_row, d3d.rows) != (own.0, element.rows) || from != own {
            return None;
        }
        moved(self.layer, self.reflection.stage, element)
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
    if let (true, Some(HeapSize::Buffer { set, binding })) = (
        answers.layer.heap_by_callback && d3d.kind == ResourceKind::RTAccelerationStructure as c_int,
        &answers.reflection.heap_size,
    ) {
        (out.buffer_binding.set, out.buffer_binding.binding) = (*set, *binding);
        out.buffer_binding.descriptor_type = types::descriptor_type::SSBO;
        return TRUE;
    }
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
    if (d3d.has_counter != FALSE) != resource.counter.is_some() {
        return FALSE;
    }
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
                    // Outside heaps, addresses are no choice.
                    _ if counter.bindless.use_heap == FALSE && resource.register % 2 == 0
                        || answers.layer.untyped_counters =>
                    {
                        types::descriptor_type::IDENTITY
                    }
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

unsafe extern "C" fn vertex_input(
    userdata: *mut c_void,
    d3d: *const D3dStageIo,
    out: *mut VulkanVertexInput,
) -> Bool {
    // SAFETY: as above.
    let (answers, d3d, out) = unsafe { (answers(userdata), &*d3d, &mut *out) };
    let inputs = &answers.reflection.inputs;
    // The answer starts empty, unlike those for what is between stages.
    match answers.place(inputs, d3d, (d3d.start_row, 0), Layer::moved_attribute) {
        Some((location, _)) if out.location == 0 => {
            out.location = location;
            TRUE
        }
        _ => FALSE,
    }
}

unsafe extern "C" fn stage_io(
    userdata: *mut c_void,
    d3d: *const D3dStageIo,
    out: *mut VulkanStageIo,
) -> Bool {
    // SAFETY: as above.
    let (answers, d3d, out) = unsafe { (answers(userdata), &*d3d, &mut *out) };
    if answers.linked {
        // SAFETY: the library's semantics are strings, and live during the call.
        let semantic = unsafe { CStr::from_ptr(d3d.semantic) };
        let mut inputs = answers.reflection.inputs.iter();
        let named =
            |e: &&IoElement| (e.semantic.as_bytes(), e.index) == (semantic.to_bytes(), d3d.semantic_index);
        if let Some(element) = inputs.find(named)
            && let Some(location) = element.location
        {
            (out.location, out.component) = (location, element.component);
            out.flags = if element.per_primitive {
                types::STAGE_IO_PER_PRIMITIVE
            } else {
                0
            };
        }
        return TRUE;
    }
    let elements = match answers.reflection.stage {
        // What the vertex shader puts out.
        Stage::Vertex => &answers.reflection.outputs,
        _ => &answers.reflection.inputs,
    };
    match answers.place(elements, d3d, (out.location, out.component), Layer::moved) {
        Some(place) if out.flags == 0 => {
            (out.location, out.component) = place;
            TRUE
        }
        _ => FALSE,
    }
}

unsafe extern "C" fn stream_output(
    userdata: *mut c_void,
    d3d: *const D3dStreamOutput,
    out: *mut VulkanStreamOutput,
) -> Bool {
    // SAFETY: as above; the semantic is a string.
    let (answers, semantic, d3d, out) = unsafe {
        let semantic = CStr::from_ptr((*d3d).semantic);
        (answers(userdata), semantic, &*d3d, &mut *out)
    };
    let same = |s: &&Stream| s.semantic.as_bytes() == semantic.to_bytes() && s.index == d3d.semantic_index;
    // What is not enabled says nothing, whatever it says.
    (out.buffer_index, out.stride, out.offset) = (7, 77, 777);
    let mut captures = answers.reflection.outputs.iter().filter_map(|element| {
        let same = element.semantic.as_bytes() == semantic.to_bytes() && element.index == d3d.semantic_index;
        element.capture.filter(|_| same)
    });
    if let Some(stream) = answers.layer.streams.iter().find(same) {
        out.enable = TRUE;
        (out.buffer_index, out.stride, out.offset) = (stream.buffer, stream.stride, stream.offset);
    } else if let Some(capture) = captures.next() {
        out.enable = TRUE;
        (out.buffer_index, out.stride, out.offset) = (capture.buffer, capture.stride, capture.offset);
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

/// The reflection that a translation through the interface would have, or why the interface cannot say what
/// `reflection` says.
///
/// # Errors
/// The reason.
pub fn reflection(
    reflection: &Reflection,
    options: &Options,
    layer: &Layer,
) -> Result<Reflection, &'static str> {
    let mut seen = reflection.clone();
    if reflection.stage == Stage::Mesh && reflection.node.is_some() {
        return Err("mesh nodes");
    }
    let own = reflection.stage != Stage::Node;
    if reflection.inline_uniform_block.is_some() && reflection.push_constants.size != 0 && own {
        return Err("root parameters in two places");
    }
    if options.separate_outputs {
        return Err("inputs linked row by row");
    }
    // NVIDIA's extensions for shaders come with that for threads.
    let reorders = match options.nvapi {
        Some(_) if reflection.stage.is_traced() => InvocationReorder::Nv,
        _ => InvocationReorder::None,
    };
    if options.invocation_reorder != reorders {
        return Err("devices that reorder invocations");
    }
    if options.image_float_atomics && options.nvapi.is_none() {
        return Err("devices that add floats to texels");
    }
    if options.workgroup_layout != WorkgroupLayout::Implicit {
        return Err("explicit layouts of groupshared memory");
    }
    if options.position_fetch {
        return Err("devices that tell positions of triangles");
    }
    if options.cooperative_matrices.is_some() {
        return Err("matrices of the device");
    }
    if options.cooperative_vectors.is_some() {
        return Err("vectors of the device");
    }
    let captured: Vec<&IoElement> = reflection
        .outputs
        .iter()
        .filter(|output| output.capture.is_some())
        .collect();
    let apart = captured.iter().any(|output| {
        let mut parts = reflection
            .outputs
            .iter()
            .filter(|other| other.semantic == output.semantic);
        parts.nth(1).is_some()
    });
    if apart {
        return Err("stream outputs of one name in several streams, or rows of one output apart");
    }
    match reflection.heap_size {
        None => {}
        Some(HeapSize::Buffer { set, binding }) if !indexes_samplers(reflection) => {
            seen.heap_size = Some(match layer.heap_view {
                false => HeapSize::UniformBuffer { set, binding },
                true => HeapSize::HeapView {
                    set,
                    binding,
                    stride: 8 * VIEW_STRIDE,
                },
            });
            let sets = seen.descriptor_sets.iter_mut().flat_map(|set| &mut set.bindings);
            for binding in sets.filter(|binding| binding.role == BindingRole::HeapSize && !layer.heap_view) {
                binding.descriptor_type = DescriptorType::UniformBuffer;
            }
        }
        Some(_) => return Err("sizes of heaps"),
    }
    if options.binding.max_alignment < 16 {
        return Err("a bound on alignments");
    }
    if options.binding.raw_address_alignment > 4 {
        return Err("alignment of raw root descriptors");
    }
    let offsets = options.binding.offset_buffers;
    for resource in &mut seen.resources {
        match resource.vulkan {
            ResourceBinding::Descriptor { element, .. } if element != 0 => {
                return Err("an array that starts within a binding");
            }
            ResourceBinding::Descriptor {
                descriptor_type: DescriptorType::StorageBuffer,
                ..
            } if resource.class == ResourceClass::Cbv => {
                return Err("constant buffers in storage buffers outside heaps");
            }
            ResourceBinding::Descriptor { descriptor_type, .. }
                if resource.offset_view.is_some()
                    || offsets.is_some()
                        && resource.kind.is_untyped_buffer()
                        && descriptor_type == DescriptorType::StorageBuffer =>
            {
                return Err("offsets outside heaps");
            }
            ResourceBinding::Heap { descriptor_type, .. }
                if resource.kind.is_untyped_buffer() && descriptor_type != DescriptorType::StorageBuffer =>
            {
                // Texel buffers have their own offsets, in texels.
                resource.offset_view = match (offsets, resource.offset_view) {
                    (Some(offsets), Some(view)) if offsets.typed => {
                        Some(dxil2spirv::reflection::OffsetView {
                            offset: offsets.typed_offset,
                            words: true,
                            ..view
                        })
                    }
                    (_, Some(_)) => return Err("offsets into some texel buffers only"),
                    (_, None) => None,
                };
            }
            _ => {}
        }
        let heap = matches!(resource.vulkan, ResourceBinding::Heap { .. });
        if !heap && matches!(resource.counter, Some(CounterBinding::Address { .. })) {
            return Err("addresses of counters outside heaps");
        }
        if resource
            .offset_view
            .is_some_and(|v| v.offset % 8 != 0 || v.stride % 8 != 0)
        {
            return Err("offset buffers that are not of 8-byte units");
        }
    }
    layer.apply(&mut seen);
    Ok(seen)
}

/// Words of 8 bytes of a descriptor, where the heap's memory is looked at.
const VIEW_STRIDE: u32 = 2;

/// Whether a shader indexes the sampler heap, of whose size the interface says nothing.
fn indexes_samplers(reflection: &Reflection) -> bool {
    let mut samplers = reflection
        .resources
        .iter()
        .filter(|r| r.class == ResourceClass::Sampler);
    samplers.any(|sampler| matches!(sampler.vulkan, ResourceBinding::Heap { .. }))
}

/// The block of root parameters.
fn root_parameters(reflection: &Reflection) -> PushConstants {
    match &reflection.inline_uniform_block {
        Some(block) => PushConstants {
            size: block.size,
            members: block.members.clone(),
        },
        // Those of a node are its dispatch's.
        None if reflection.stage == Stage::Node => PushConstants::default(),
        None => reflection.push_constants.clone(),
    }
}

/// The SPIR-V of entry point `name` of `input` through the C functions, or what they logged. `reflection` is that of a
/// translation without the interface, which [`reflection`] has nothing against.
///
/// # Errors
/// What the functions logged.
pub fn translate(
    input: &[u8],
    reflection: &Reflection,
    options: &Options,
    layer: &Layer,
) -> Result<Vec<u32>, String> {
    let root = root_parameters(reflection);
    let addresses = root
        .members
        .iter()
        .filter(|m| m.kind == PushConstantKind::RootDescriptor);
    let descriptors = addresses.count() as u32;
    let answers = Answers {
        reflection,
        layer,
        linked: !options.inputs_from.is_empty(),
        addresses: 8 * descriptors,
        uavs_before: usize::from(options.nvapi.is_some() || options.ags),
    };
    MESSAGES.with_borrow_mut(String::clear);
    let (mut blob, mut converter) = (null_mut(), null_mut());
    let entry = CString::new(reflection.entry.as_str()).unwrap_or_default();
    // SAFETY: input, answers and options outlive the run; handles are live until they are freed at the end.
    unsafe {
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
            if !layer.no_callbacks {
                dxil_spv_converter_set_srv_remapper(converter, Some(srv), userdata);
                dxil_spv_converter_set_uav_remapper(converter, Some(uav), userdata);
                dxil_spv_converter_set_cbv_remapper(converter, Some(cbv), userdata);
                dxil_spv_converter_set_sampler_remapper(converter, Some(sampler), userdata);
            }
            match reflection.stage {
                Stage::Vertex => {
                    dxil_spv_converter_set_vertex_input_remapper(converter, Some(vertex_input), userdata);
                    dxil_spv_converter_set_stage_output_remapper(converter, Some(stage_io), userdata);
                    let captured = reflection.outputs.iter().any(|element| element.capture.is_some());
                    if captured || !layer.streams.is_empty() {
                        dxil_spv_converter_set_stream_output_remapper(
                            converter,
                            Some(stream_output),
                            userdata,
                        );
                    }
                }
                // Of a chain of more stages the first and the last alone are moved, so none is.
                Stage::Hull => {}
                Stage::Domain | Stage::Geometry => {
                    if reflection.outputs.iter().any(|element| element.capture.is_some()) {
                        dxil_spv_converter_set_stream_output_remapper(
                            converter,
                            Some(stream_output),
                            userdata,
                        );
                    }
                }
                _ => dxil_spv_converter_set_stage_input_remapper(converter, Some(stage_io), userdata),
            }
            dxil_spv_converter_set_root_descriptor_count(converter, descriptors);
            add_local_root_signature(converter, reflection);
            let words = root.size / 4 - 2 * descriptors;
            dxil_spv_converter_set_root_constant_word_count(converter, words);
            if let Some(HeapSize::Buffer { set, binding }) = reflection.heap_size {
                let (meta, kind) = match layer.heap_view {
                    true => (meta::RAW_DESCRIPTOR_HEAP_VIEW, meta_kind::READONLY_SSBO),
                    false => (
                        meta::RESOURCE_DESCRIPTOR_HEAP_SIZE,
                        meta_kind::UBO_CONTAINING_CONSTANT,
                    ),
                };
                if !layer.heap_by_callback {
                    dxil_spv_converter_set_meta_descriptor(converter, meta, kind, set, binding);
                }
            }
            let through = reflection
                .resources
                .iter()
                .find_map(|resource| match resource.counter {
                    Some(CounterBinding::Address {
                        set,
                        binding,
                        through_uniform: true,
                        ..
                    }) => Some((set, binding)),
                    _ => None,
                });
            if let Some((set, binding)) = through {
                let (meta, kind) = (meta::RAW_DESCRIPTOR_HEAP_VIEW, meta_kind::UBO_CONTAINING_BDA);
                dxil_spv_converter_set_meta_descriptor(converter, meta, kind, set, binding);
            }
            let view = match options.view_instancing {
                ViewInstancing::Mapped { chosen_layers, .. } => chosen_layers,
                ViewInstancing::PerDraw { view, .. } => Some(view),
                _ => None,
            };
            let words = [
                (meta::DYNAMIC_VIEW_INSTANCING_OFFSETS, view),
                (meta::DYNAMIC_VIEW_INSTANCING_MASK, options.view_mask),
            ];
            for (meta, word) in words {
                if let Some(UniformWord { set, binding }) = word {
                    let kind = meta_kind::UBO_CONTAINING_CONSTANT;
                    dxil_spv_converter_set_meta_descriptor(converter, meta, kind, set, binding);
                }
            }
            let addresses = reflection
                .instrumentation
                .as_ref()
                .and_then(|what| what.addresses.as_ref());
            if let Some(addresses) = addresses {
                let (meta, kind) = (meta::RAW_DESCRIPTOR_HEAP_VIEW, meta_kind::READONLY_SSBO);
                let (set, binding) = (addresses.set, addresses.binding);
                dxil_spv_converter_set_meta_descriptor(converter, meta, kind, set, binding);
            }
            for &(meta, kind, set, binding) in &layer.metas {
                dxil_spv_converter_set_meta_descriptor(converter, meta, kind, set, binding);
            }
            code = set_options(converter, reflection, options, layer);
        }
        let words = match code {
            result::SUCCESS => run(converter),
            code => Err(code),
        };
        let words = words.map_err(|code| MESSAGES.with_borrow(|messages| format!("{code}: {messages}")));
        dxil_spv_converter_free(converter);
        dxil_spv_parsed_blob_free(blob);
        dxil_spv_set_thread_log_callback(None, null_mut());
        words
    }
}

/// Runs a converter: its words, or the code of what fails.
///
/// # Safety
/// The converter is live.
pub(crate) unsafe fn run(converter: ConverterHandle) -> Result<Vec<u32>, c_int> {
    let mut spirv = CompiledSpirv {
        data: std::ptr::null(),
        size: 0,
    };
    // SAFETY: the converter is live; what it gives lies there until it runs again or goes, and is copied here.
    unsafe {
        let mut code = dxil_spv_converter_run(converter);
        if code == result::SUCCESS {
            code = dxil_spv_converter_get_compiled_spirv(converter, &mut spirv);
        }
        match code {
            result::SUCCESS => Ok(std::slice::from_raw_parts(spirv.data.cast(), spirv.size / 4).to_vec()),
            code => Err(code),
        }
    }
}

/// Gives a converter the local root signature that the reflection tells of. Of parameters that the shader does not use, it
/// tells the size alone.
///
/// # Safety
/// The converter is live.
unsafe fn add_local_root_signature(converter: ConverterHandle, reflection: &Reflection) {
    const UNUSED: u32 = 0x7fff_0000;
    let members = reflection.shader_record.iter().flat_map(|record| &record.members);
    for member in members {
        let mut resources = reflection.resources.iter().filter(|resource| {
            let root = resource.d3d12.as_ref().filter(|root| root.local);
            root.is_some_and(|root| Some(root.parameter) == member.root_parameter)
        });
        let first = resources.clone().next();
        let (space, register) = first.map_or((UNUSED, 0), |resource| (resource.space, resource.register));
        let class = first.map_or(ResourceClass::Srv, |resource| resource.class) as c_int;
        // SAFETY: the caller vouches for the converter.
        unsafe {
            match member.kind {
                PushConstantKind::RootConstants => {
                    dxil_spv_converter_add_local_root_constants(converter, space, register, member.size / 4);
                }
                PushConstantKind::RootDescriptor => {
                    dxil_spv_converter_add_local_root_descriptor(converter, class, space, register);
                }
                PushConstantKind::TableOffset => {
                    dxil_spv_converter_begin_local_root_descriptor_table(converter);
                    if first.is_none() {
                        let add = dxil_spv_converter_add_local_root_descriptor_table;
                        add(converter, class, space, register, 1, 0);
                    }
                    for resource in &mut resources {
                        let (class, count) = (resource.class as c_int, resource.count.unwrap_or(u32::MAX));
                        let (space, register) = (resource.space, resource.register);
                        if let ResourceBinding::Heap { offset, .. }
                        | ResourceBinding::AddressHeap { offset, .. } = resource.vulkan
                        {
                            let add = dxil_spv_converter_add_local_root_descriptor_table;
                            add(converter, class, space, register, count, offset);
                        }
                    }
                    dxil_spv_converter_end_local_root_descriptor_table(converter);
                }
                _ => {}
            }
        }
    }
}

/// Sets an option; a refusal is left in `code`.
///
/// # Safety
/// The converter is live, and the option has the structure that its tag says.
pub unsafe fn set_option<T>(converter: ConverterHandle, option: &T, code: &mut c_int) {
    // SAFETY: as the caller promises.
    let set =
        unsafe { dxil_spv_converter_add_option(converter, std::ptr::from_ref(option).cast::<o::Base>()) };
    if set != result::SUCCESS {
        *code = set;
    }
}

/// # Safety
/// The converter is live.
unsafe fn set_options(
    converter: ConverterHandle,
    reflection: &Reflection,
    options: &Options,
    layer: &Layer,
) -> c_int {
    let mut code = result::SUCCESS;
    macro_rules! set {
        ($option:expr) => {
            // SAFETY: every option starts with its tag, and has the structure of that tag.
            unsafe { set_option(converter, &$option, &mut code) }
        };
    }
    let flag = Bool::from;
    set!(o::Flag { tag: 7, flag: TRUE });
    set!(o::Flag {
        tag: 16,
        flag: flag(options.min_precision == MinPrecision::Native16),
    });
    let constant = reflection
        .spec_constants
        .iter()
        .find(|constant| constant.kind == SpecConstantKind::SampleCount);
    if let Some(number) = options.sample_count {
        set!(o::NumberAndFlag {
            tag: 4,
            number,
            flag: FALSE
        });
    } else if let Some(constant) = constant {
        set!(o::NumberAndFlag {
            tag: 4,
            number: constant.id,
            flag: TRUE
        });
    }
    set!(o::Flag {
        tag: 2,
        flag: flag(options.dual_source_blending)
    });
    if !options.output_swizzles.is_empty() {
        let swizzles: Vec<u32> = options.output_swizzles.iter().copied().map(u32::from).collect();
        set!(o::OutputSwizzle {
            tag: 3,
            swizzles: swizzles.as_ptr(),
            swizzle_count: swizzles.len() as u32,
        });
    }
    let (views, viewports) = match options.view_instancing {
        ViewInstancing::Mapped { views, viewports, .. } => (Some(views), viewports),
        ViewInstancing::PerDraw { viewports, .. } => (None, viewports),
        _ => (None, None),
    };
    set!(o::ViewInstancing {
        tag: 49,
        enabled: flag(views.is_some() || matches!(options.view_instancing, ViewInstancing::PerDraw { .. })),
        // Of a chain, those before the last have no say.
        last_pre_rasterization_stage: flag(match options.view_instancing {
            ViewInstancing::PerDraw { last, .. } => last,
            _ => reflection.stage != Stage::Pixel,
        }),
        view_index_to_view_instance_spec_id: views.unwrap_or(u32::MAX),
        view_instance_to_viewport_spec_id: viewports.unwrap_or(u32::MAX),
    });
    set!(o::Flag {
        tag: 22,
        flag: flag(options.binding.bounded_root_constant_buffers)
    });
    let zero = |kind| flag(kind == OutOfBounds::Zero);
    set!(o::ThreeFlags {
        tag: 43,
        first: zero(options.array_bounds.groupshared),
        second: zero(options.array_bounds.local),
        third: zero(options.array_bounds.constants),
    });
    set!(o::NumberAndFlag {
        tag: 25,
        number: options.lane_count.unwrap_or(0),
        flag: FALSE
    });
    set!(o::Flag {
        tag: 19,
        flag: flag(options.invariant_position)
    });
    set!(o::TwoFlags {
        tag: 30,
        first: flag(options.force_precise),
        second: FALSE
    });
    set!(o::Flag {
        tag: 54,
        flag: flag(options.float_controls_2)
    });
    // The driver that is told apart by that alone is Mesa's for Intel, NVIDIA's by the other.
    let driver = match (options.fast_floats, options.saturating_conversions) {
        (true, _) => 6,
        (false, true) => 4,
        (false, false) => 0,
    };
    set!(o::TwoNumbers {
        tag: 39,
        first: driver,
        second: 0
    });
    set!(o::TwoFlags {
        tag: 20,
        first: flag(options.scalar_block_layout),
        second: flag(options.per_component_robustness)
    });
    let wraps =
        options.far_components == FarComponents::Device || options.far_elements == FarElements::Device;
    set!(o::TwoFlags {
        tag: 52,
        first: flag(wraps),
        second: flag(wraps)
    });
    set!(o::Flag {
        tag: 38,
        flag: flag(options.raw_access_chains)
    });
    if let Some(place) = options.nvapi {
        set!(o::NvApi {
            tag: 47,
            enabled: TRUE,
            register_index: place.register,
            register_space: place.space
        });
    }
    set!(o::TwoFlags {
        tag: 26,
        first: flag(options.denorm_preserve_16),
        second: flag(options.denorm_preserve_64)
    });
    set!(o::ThreeFlags {
        tag: 37,
        first: flag(options.quad_control),
        second: flag(options.maximal_reconvergence != MaximalReconvergence::Never),
        third: flag(options.maximal_reconvergence == MaximalReconvergence::Always)
    });
    set!(o::Flag {
        tag: 18,
        flag: flag(options.primitive_culling)
    });
    match options.micromap_queries {
        MicromapQueries::Never => set!(o::Flag {
            tag: 32,
            flag: flag(options.opacity_micromaps)
        }),
        queries => set!(o::TwoFlags {
            tag: 55,
            first: flag(options.opacity_micromaps),
            second: flag(queries == MicromapQueries::Legacy)
        }),
    }
    let device = options.compute_derivatives;
    set!(o::TwoFlags {
        tag: 40,
        first: flag(device != ComputeDerivatives::None),
        second: flag(device != ComputeDerivatives::None && !options.compute_derivatives_nv)
    });
    set!(o::Flag {
        tag: 51,
        flag: flag(device == ComputeDerivatives::Quads)
    });
    if let Some(block) = &reflection.inline_uniform_block {
        set!(o::RootConstantInlineUniformBlock {
            tag: 5,
            desc_set: block.set,
            binding: block.binding,
            enable: TRUE,
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
            _ => match resource.vulkan {
                ResourceBinding::AddressHeap { stride, first, .. } => Some([stride, first]),
                _ => None,
            },
        });
    set!(o::Flag {
        tag: 35,
        flag: flag(reflection.heap_size.is_some())
    });
    let what = reflection.instrumentation.as_ref();
    if let Some(addresses) = what.and_then(|what| what.addresses.as_ref()) {
        set!(o::TwoNumbers {
            tag: 24,
            first: addresses.stride / 8,
            second: 0
        });
    }
    if layer.heap_view {
        set!(o::TwoNumbers {
            tag: 24,
            first: VIEW_STRIDE,
            second: 0
        });
    }
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
    if let Some(what) = &reflection.instrumentation {
        set!(o::InstructionInstrumentation {
            tag: 41,
            enabled: TRUE,
            version: 2,
            control_desc_set: what.control_set,
            control_binding: what.control_binding,
            payload_desc_set: what.payload_set,
            payload_binding: what.payload_binding,
            shader_hash: what.shader_hash,
            kind: match what.kind {
                InstrumentationKind::NonFinite => 0,
                InstrumentationKind::NonFiniteWrites => 1,
                InstrumentationKind::FlushNan => 2,
                InstrumentationKind::Synchronization => 4,
                _ => 3,
            },
        });
    }
    for number in quirks(&options.workarounds) {
        set!(o::Number { tag: 42, number });
    }
    set!(o::TwoFlags {
        tag: 31,
        first: flag(options.workarounds.gradients_as_bias != GradientsAsBias::Never),
        second: flag(options.workarounds.gradients_as_bias == GradientsAsBias::AnyFactors)
    });
    set!(o::Number {
        tag: 44,
        number: options.workarounds.largest_tessellation_factor.unwrap_or(0)
    });
    for setting in &layer.settings {
        set!(setting.structure());
    }
    code
}

/// The quirks that workarounds are, all but those that have options of their own.
fn quirks(workarounds: &Workarounds) -> Vec<u32> {
    let quirks = [
        (1, workarounds.uav_barriers == UavBarriers::WhereOneIs),
        (2, workarounds.cube_levels_from_8x8),
        (4, workarounds.checked_mesh_outputs),
        (7, workarounds.uav_barriers == UavBarriers::Always),
        (8, workarounds.groupshared_waits),
        (9, workarounds.defined_loop_values),
        (10, workarounds.finite_reciprocal_roots),
        (11, workarounds.ignored_shading_rate),
        (12, workarounds.inactive_quad_lanes_read_0),
        (13, workarounds.fused_precise_mad),
        (14, workarounds.lane_count_at_most_group_of_32),
    ];
    let asked = quirks.into_iter().filter(|(_, on)| *on);
    asked.map(|(number, _)| number).collect()
}
