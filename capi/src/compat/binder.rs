//! The callbacks of a layer as a [`Binder`] of the translator.
//!
//! In: callbacks, counts of root parameters and the options that concern bindings. Out: plans of resources. What
//! holds: each resource is asked for once, an unbounded range that is refused once more as a single register.

use super::settings::Settings;
use super::types::*;
use super::{log, meta_kind, stage};
use dxil2spirv::binding::{
    self, Binder, ElementPlace, Layout, LocalParameter, LocalRootSignature, ResourcePlan,
};
use dxil2spirv::container::root_signature::ShaderVisibility;
use dxil2spirv::error::{Error, ErrorKind, Result};
use dxil2spirv::reflection::{
    Capture, CounterBinding, DescriptorQa, DescriptorType, HeapAddresses, HeapSize, InlineUniformBlock,
    Instrumentation, InstrumentationKind, OffsetView, PushConstantKind, PushConstantMember, PushConstants,
    ResourceBinding, RootBinding, RootPlace, RootStorage,
};
use dxil2spirv::shader::{Resource, ResourceClass, ResourceKind, SignatureElement, SignatureKind, Stage};
use std::ffi::{c_int, c_void};

/// A callback and what to call it with.
pub type Callback<F> = Option<(F, *mut c_void)>;

/// The callbacks of a converter.
#[derive(Clone, Copy, Debug, Default)]
pub struct Remappers {
    /// `dxil_spv_converter_set_srv_remapper`.
    pub srv: Callback<SrvRemapper>,
    /// `dxil_spv_converter_set_sampler_remapper`.
    pub sampler: Callback<SamplerRemapper>,
    /// `dxil_spv_converter_set_uav_remapper`.
    pub uav: Callback<UavRemapper>,
    /// `dxil_spv_converter_set_cbv_remapper`.
    pub cbv: Callback<CbvRemapper>,
    /// `dxil_spv_converter_set_vertex_input_remapper`.
    pub vertex_input: Callback<VertexInputRemapper>,
    /// `dxil_spv_converter_set_stage_input_remapper`.
    pub stage_input: Callback<StageIoRemapper>,
    /// `dxil_spv_converter_set_stage_output_remapper`.
    pub stage_output: Callback<StageIoRemapper>,
    /// `dxil_spv_converter_set_stream_output_remapper`.
    pub stream_output: Callback<StreamOutputRemapper>,
}

impl Remappers {
    /// Whether the layer says where resources are.
    pub fn bind_resources(&self) -> bool {
        self.srv.is_some() || self.sampler.is_some() || self.uav.is_some() || self.cbv.is_some()
    }
}

/// Where a layer says that a root parameter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootParameterPlace {
    /// At this byte of the block of root parameters.
    Offset(u32),
    /// At this set and binding.
    Descriptor(u32, u32),
}

/// Largest number of root constants that is believed: 64 KiB, as a uniform block can have.
pub const MAX_ROOT_WORDS: u32 = 16 * 1024;
/// Largest number of root descriptors that is believed.
pub const MAX_ROOT_DESCRIPTORS: u32 = 1024;

/// Register, space and size of the heaps that SM 6.6 indexes.
const HEAP: u32 = u32::MAX;

/// Binds as a converter's callbacks say.
#[derive(Debug)]
pub struct CallbackBinder<'a> {
    /// The callbacks.
    pub remappers: Remappers,
    /// Words of root constants.
    pub words: u32,
    /// Root descriptors, which come before them.
    pub descriptors: u32,
    /// The options.
    pub settings: &'a Settings,
    /// Meta descriptors: which, of what kind, set, binding.
    pub metas: &'a [(c_int, c_int, u32, u32)],
    /// Where root parameters are, as tools are told: place and number of each.
    pub root_parameters: &'a [(RootParameterPlace, u32)],
    /// The location that patch constants start at.
    pub patch_location_offset: u32,
    /// What lies in shader records.
    pub local: Option<&'a LocalRootSignature<'a>>,
    /// Whether a callback has said that an input is the same for a primitive.
    pub per_primitive: bool,
}

/// `range_size` of a resource.
fn range_size(resource: &Resource) -> u32 {
    resource.count.unwrap_or(u32::MAX)
}

/// A resource as the callbacks see it; `alignment` as the header says.
pub fn d3d_binding(shader: Stage, resource: &Resource, with_alignment: bool) -> D3dBinding {
    let alignment = match resource.kind {
        _ if !with_alignment => 0,
        ResourceKind::RawBuffer => 16,
        ResourceKind::StructuredBuffer => resource.stride & resource.stride.wrapping_neg(),
        _ => 0,
    };
    let (space, register, range) = match resource.heap {
        true => (HEAP, HEAP, HEAP),
        false => (resource.space, resource.lower, range_size(resource)),
    };
    D3dBinding {
        stage: stage::number(shader),
        kind: resource.kind as c_int,
        resource_index: if resource.heap { 0 } else { resource.id },
        register_space: space,
        register_index: register,
        range_size: range,
        alignment,
    }
}

/// What a callback answered.
#[derive(Clone, Copy, Debug, Default)]
struct Answer {
    buffer: VulkanBinding,
    counter: VulkanBinding,
    offset: VulkanBinding,
    /// A constant buffer is root constants, from this word on.
    root_constants: Option<u32>,
}

/// Asks the callback of a resource's class; `None` when it refuses. Without callback, set = space and
/// binding = register.
///
/// # Safety
/// As of the functions that set callbacks: each can be called with its userdata on this thread.
unsafe fn ask(remappers: &Remappers, resource: &Resource, d3d: &D3dBinding) -> Option<Answer> {
    let mut answer = Answer::default();
    let plain = VulkanBinding {
        set: d3d.register_space,
        binding: d3d.register_index,
        ..VulkanBinding::default()
    };
    let accepted = match resource.class {
        ResourceClass::Srv => match remappers.srv {
            None => {
                answer.buffer = plain;
                TRUE
            }
            Some((callback, userdata)) => {
                let mut out = SrvVulkanBinding::default();
                // SAFETY: as the caller vouches; both structures live until after the call.
                let accepted = unsafe { callback(userdata, d3d, &mut out) };
                (answer.buffer, answer.offset) = (out.buffer_binding, out.offset_binding);
                accepted
            }
        },
        ResourceClass::Uav => match remappers.uav {
            None => {
                answer.buffer = plain;
                answer.counter = VulkanBinding {
                    set: plain.set.wrapping_add(1),
                    ..plain
                };
                TRUE
            }
            Some((callback, userdata)) => {
                let uav = UavD3dBinding {
                    d3d_binding: *d3d,
                    has_counter: Bool::from(resource.has_counter),
                };
                let mut out = UavVulkanBinding::default();
                // SAFETY: as above.
                let accepted = unsafe { callback(userdata, &uav, &mut out) };
                answer.buffer = out.buffer_binding;
                answer.counter = out.counter_binding;
                answer.offset = out.offset_binding;
                accepted
            }
        },
        ResourceClass::Cbv => match remappers.cbv {
            None => {
                answer.buffer = plain;
                TRUE
            }
            Some((callback, userdata)) => {
                let mut out = CbvVulkanBinding::default();
                // SAFETY: as above.
                let accepted = unsafe { callback(userdata, d3d, &mut out) };
                answer.buffer = out.uniform_binding;
                answer.root_constants = (out.push_constant != 0).then_some(out.uniform_binding.set);
                accepted
            }
        },
        ResourceClass::Sampler => match remappers.sampler {
            None => {
                answer.buffer = plain;
                TRUE
            }
            Some((callback, userdata)) => {
                // SAFETY: as above.
                unsafe { callback(userdata, d3d, &mut answer.buffer) }
            }
        },
    };
    (accepted != 0).then_some(answer)
}

/// Shows the callbacks all resources of a module, until one refuses.
///
/// # Safety
/// As [`ask`].
pub unsafe fn scan<'r>(remappers: &Remappers, shader: Stage, resources: impl Iterator<Item = &'r Resource>) {
    for resource in resources {
        let d3d = d3d_binding(shader, resource, false);
        // SAFETY: as the caller vouches. A class without callback has nothing to tell.
        if unsafe { ask(remappers, resource, &d3d) }.is_none() {
            return;
        }
    }
}

/// "t3, space 1", for messages.
fn register(resource: &Resource) -> String {
    if resource.heap {
        return format!("{:?} heap", resource.class);
    }
    format!(
        "{}{}, space {}",
        resource.class.letter(),
        resource.lower,
        resource.space
    )
}

fn refused(resource: &Resource, why: &str) -> Error {
    let message = format!("{}: {why}", register(resource));
    Error::new(ErrorKind::RootSignature, message)
}

/// The plan of what lies in a shader record by itself.
fn in_record(resource: &Resource, local: LocalParameter) -> Option<ResourcePlan> {
    let binding = match local {
        LocalParameter::Constants { place, size, .. } => ResourceBinding::RootConstants { place, size },
        LocalParameter::Descriptor { place, .. } => ResourceBinding::Address {
            place,
            alignment: binding::guaranteed_alignment(resource, true),
        },
        _ => return None,
    };
    Some(ResourcePlan {
        binding,
        count: Some(1),
        counter: None,
        offset_view: None,
        root: None,
    })
}

impl CallbackBinder<'_> {
    fn storage(&self) -> RootStorage {
        match self.settings.root_block {
            Some(_) => RootStorage::InlineUniformBlock,
            None => RootStorage::PushConstants,
        }
    }

    /// Where the size of the resource heap comes from, for indices into it that are to be held within: a meta descriptor,
    /// or what the layer answers for the heap's memory itself.
    fn heap_size(&self, shader: Stage) -> Result<Option<HeapSize>> {
        let looks = self.settings.instrumentation.as_ref();
        let looks = looks.is_some_and(|what| what.kind == InstrumentationKind::Assumptions);
        if self.settings.qa.is_some() {
            return Ok(None);
        }
        if !self.settings.heap_robustness {
            // What cannot be told is not looked at.
            return Ok(if looks {
                self.size_of_heap(shader).unwrap_or(None)
            } else {
                None
            });
        }
        self.size_of_heap(shader)
    }

    fn size_of_heap(&self, shader: Stage) -> Result<Option<HeapSize>> {
        let known = |wanted| self.metas.iter().rev().find(|meta| meta.0 == wanted);
        if let Some(&(_, kind, set, binding)) = known(meta::RESOURCE_DESCRIPTOR_HEAP_SIZE) {
            return match kind {
                meta_kind::UBO_CONTAINING_CONSTANT => Ok(Some(HeapSize::UniformBuffer { set, binding })),
                _ => Err(Error::unsupported(
                    "this kind of meta descriptor for the heap's size",
                )),
            };
        }
        let Some((set, binding, stride)) = self.heap_view(shader)? else {
            if self.settings.heap_robustness {
                log::warn("DESCRIPTOR_HEAP_ROBUSTNESS without a heap size: indices are not held within");
            }
            return Ok(None);
        };
        Ok(Some(HeapSize::HeapView { set, binding, stride }))
    }

    /// Set, binding and bytes of a descriptor of the view of the heap's memory, if there is one.
    fn heap_view(&self, shader: Stage) -> Result<Option<(u32, u32, u32)>> {
        let known = |wanted| self.metas.iter().rev().find(|meta| meta.0 == wanted);
        let place = match known(meta::RAW_DESCRIPTOR_HEAP_VIEW) {
            Some(&(_, meta_kind::READONLY_SSBO, set, binding)) => Some((set, binding)),
            Some(_) => {
                return Err(Error::unsupported(
                    "this kind of meta descriptor for the heap's memory",
                ));
            }
            None => self.heap_memory(shader),
        };
        let Some((set, binding)) = place else {
            return Ok(None);
        };
        let stride = self.settings.address_layout[0]
            .checked_mul(8)
            .filter(|stride| *stride != 0);
        let stride = stride.ok_or_else(|| {
            let message = "descriptors without a size";
            Error::new(ErrorKind::InvalidOptions, message)
        })?;
        Ok(Some((set, binding, stride)))
    }

    /// Instrumentation as it is asked for; where it looks at addresses, those of the heap are in the view of its memory.
    fn instrumentation(&self, shader: Stage) -> Option<Instrumentation> {
        let mut what = self.settings.instrumentation.clone()?;
        if what.kind == InstrumentationKind::Synchronization {
            // Without a view, what is in the heap is not looked at.
            let view = self.heap_view(shader).unwrap_or(None);
            what.addresses = view.map(|(set, binding, stride)| HeapAddresses {
                set,
                binding,
                stride,
                offset: 0,
            });
        }
        Some(what)
    }

    /// Set and binding of the heap's memory, which layers show as the heap's acceleration structures, if this one does.
    fn heap_memory(&self, shader: Stage) -> Option<(u32, u32)> {
        let (callback, userdata) = self.remappers.srv?;
        let d3d = D3dBinding {
            stage: stage::number(shader),
            kind: ResourceKind::RTAccelerationStructure as c_int,
            resource_index: 0,
            register_space: HEAP,
            register_index: HEAP,
            range_size: HEAP,
            alignment: 0,
        };
        let mut out = SrvVulkanBinding::default();
        // SAFETY: whoever set the callback vouched for it; both structures live until after the call.
        let accepted = unsafe { callback(userdata, &d3d, &mut out) } != FALSE;
        let memory = out.buffer_binding;
        let buffer = matches!(
            memory.descriptor_type,
            descriptor_type::SSBO | descriptor_type::IDENTITY
        );
        (accepted && buffer).then_some((memory.set, memory.binding))
    }

    /// Where word `index` behind the root descriptors lies.
    fn word(&self, resource: &Resource, index: u32) -> Result<RootPlace> {
        if index >= self.words {
            let words = self.words;
            return Err(refused(
                resource,
                &format!("root constant {index} of {words} does not exist"),
            ));
        }
        Ok(RootPlace {
            storage: self.storage(),
            offset: 8 * self.descriptors + 4 * index,
        })
    }

    fn asked(&self, shader: Stage, resource: &Resource) -> Result<(Answer, Option<u32>)> {
        let mut d3d = d3d_binding(shader, resource, true);
        // SAFETY: whoever set the callbacks vouched for them.
        if let Some(answer) = unsafe { ask(&self.remappers, resource, &d3d) } {
            return Ok((answer, resource.count));
        }
        if d3d.range_size == u32::MAX && !resource.heap {
            d3d.range_size = 1;
            // SAFETY: as above.
            if let Some(answer) = unsafe { ask(&self.remappers, resource, &d3d) } {
                return Ok((answer, Some(1)));
            }
        }
        Err(refused(resource, "the layer has no binding for it"))
    }

    fn descriptor_type(&self, resource: &Resource, answer: &VulkanBinding) -> DescriptorType {
        let ssbo = answer.descriptor_type == descriptor_type::SSBO;
        let untyped = resource.kind.is_untyped_buffer();
        let typed = matches!(resource.kind, ResourceKind::TypedBuffer | ResourceKind::TBuffer);
        match resource.class {
            ResourceClass::Cbv if answer.bindless.use_heap != 0 && self.settings.heap_cbv_as_storage => {
                DescriptorType::StorageBuffer
            }
            ResourceClass::Cbv => DescriptorType::UniformBuffer,
            ResourceClass::Sampler => DescriptorType::Sampler,
            _ if resource.kind == ResourceKind::RTAccelerationStructure => {
                DescriptorType::AccelerationStructure
            }
            _ if untyped && ssbo => DescriptorType::StorageBuffer,
            ResourceClass::Srv if untyped || typed => DescriptorType::UniformTexelBuffer,
            ResourceClass::Uav if untyped || typed => DescriptorType::StorageTexelBuffer,
            ResourceClass::Srv => DescriptorType::SampledImage,
            ResourceClass::Uav => DescriptorType::StorageImage,
        }
    }

    fn offset_view(
        &self,
        resource: &Resource,
        answer: &Answer,
        descriptor_type: DescriptorType,
    ) -> Result<Option<OffsetView>> {
        let [untyped, typed, stride] = self.settings.offset_layout;
        let heap = answer.buffer.bindless.use_heap != 0;
        let at = match descriptor_type {
            DescriptorType::StorageBuffer if resource.kind.is_untyped_buffer() => {
                let alignment = d3d_binding(Stage::default(), resource, true).alignment;
                if alignment & (self.settings.ssbo_alignment - 1) == 0 {
                    return Ok(None);
                }
                if !heap {
                    return Err(refused(
                        resource,
                        "its view may start where no descriptor can, and only heaps have offset buffers",
                    ));
                }
                untyped
            }
            DescriptorType::UniformTexelBuffer | DescriptorType::StorageTexelBuffer
                if heap && self.settings.typed_offsets =>
            {
                typed
            }
            _ => return Ok(None),
        };
        if answer.offset.bindless.use_heap != 0 {
            return Err(refused(resource, "the offset buffer cannot be in the heap"));
        }
        let bytes = |units: u32| {
            units
                .checked_mul(8)
                .ok_or_else(|| refused(resource, "the layout of the offset buffer overflows"))
        };
        Ok(Some(OffsetView {
            set: answer.offset.set,
            binding: answer.offset.binding,
            offset: bytes(at)?,
            stride: bytes(stride)?,
            words: descriptor_type != DescriptorType::StorageBuffer,
        }))
    }

    fn counter(&self, resource: &Resource, answer: &Answer) -> Result<Option<CounterBinding>> {
        if !resource.has_counter {
            return Ok(None);
        }
        let (own, counter) = (&answer.buffer, &answer.counter);
        let heap = own.bindless.use_heap != 0;
        if heap != (counter.bindless.use_heap != 0) {
            return Err(refused(
                resource,
                "a UAV and its counter must both be in the heap or neither",
            ));
        }
        let (set, binding) = (counter.set, counter.binding);
        let descriptor = |descriptor_type| {
            Ok(Some(CounterBinding::Descriptor {
                set,
                binding,
                descriptor_type,
            }))
        };
        if counter.descriptor_type == descriptor_type::SSBO {
            return descriptor(DescriptorType::StorageBuffer);
        }
        let texel = counter.descriptor_type == descriptor_type::TEXEL_BUFFER;
        if !heap || texel || !self.settings.addresses {
            return descriptor(DescriptorType::StorageTexelBuffer);
        }
        let view = self
            .metas
            .iter()
            .rev()
            .find(|m| m.0 == meta::RAW_DESCRIPTOR_HEAP_VIEW);
        // Heaps of descriptors have their memory's address in a block, which the counter's own binding need not be.
        let behind = view.filter(|view| view.1 == meta_kind::UBO_CONTAINING_BDA);
        let (set, binding) = behind.map_or((set, binding), |&(_, _, set, binding)| (set, binding));
        let places = |b: &VulkanBinding| (b.root_constant_index, b.bindless.heap_root_offset);
        if !resource.heap && places(own) != places(counter) {
            return Err(Error::unsupported(
                "a UAV counter that is elsewhere in the heap than its UAV",
            ));
        }
        let (stride, offset) = self.addresses(resource)?;
        Ok(Some(CounterBinding::Address {
            set,
            binding,
            stride,
            offset,
            through_uniform: behind.is_some(),
        }))
    }

    /// Stride and offset in bytes of addresses in a buffer beside the heap.
    fn addresses(&self, resource: &Resource) -> Result<(u32, u32)> {
        match self.settings.address_layout.map(|units| units.checked_mul(8)) {
            [Some(stride), Some(offset)] => Ok((stride, offset)),
            _ => Err(refused(resource, "the layout of addresses overflows")),
        }
    }

    /// How a resource is reached, by what the layer answers.
    fn planned(&self, shader: Stage, resource: &Resource) -> Result<ResourcePlan> {
        let local = match self.local {
            Some(local) => local.covering(resource)?,
            None => None,
        };
        if let Some(plan) = local.and_then(|local| in_record(resource, local)) {
            return Ok(plan);
        }
        let (answer, count) = self.asked(shader, resource)?;
        let mut plan = ResourcePlan {
            binding: ResourceBinding::StaticSampler {
                set: 0,
                binding: 0,
                index: 0,
                local: false,
            },
            count,
            counter: None,
            offset_view: None,
            root: None,
        };
        let vulkan = &answer.buffer;
        let heap = vulkan.bindless.use_heap != 0;
        if resource.heap && (!heap || answer.root_constants.is_some()) {
            return Err(refused(resource, "the layer did not answer with a heap"));
        }
        if let Some(first) = answer.root_constants {
            plan.binding = ResourceBinding::RootConstants {
                place: self.word(resource, first)?,
                size: 4 * (self.words - first),
            };
            plan.count = Some(1);
            return Ok(plan);
        }
        match vulkan.descriptor_type {
            descriptor_type::BUFFER_DEVICE_ADDRESS => {
                if vulkan.root_constant_index >= self.descriptors {
                    let index = vulkan.root_constant_index;
                    let message = format!("root descriptor {index} of {} does not exist", self.descriptors);
                    return Err(refused(resource, &message));
                }
                plan.binding = ResourceBinding::Address {
                    place: RootPlace {
                        storage: self.storage(),
                        offset: 8 * vulkan.root_constant_index,
                    },
                    alignment: binding::guaranteed_alignment(resource, true),
                };
                return Ok(plan);
            }
            descriptor_type::INPUT_ATTACHMENT => {
                if heap {
                    return Err(refused(resource, "an input attachment is in no heap"));
                }
                plan.binding = ResourceBinding::InputAttachment {
                    set: vulkan.set,
                    binding: vulkan.binding,
                    index: Some(vulkan.root_constant_index).filter(|index| *index != u32::MAX),
                };
                return Ok(plan);
            }
            _ => {}
        }
        let descriptor_type = self.descriptor_type(resource, vulkan);
        let (set, binding) = (vulkan.set, vulkan.binding);
        if !heap && matches!(local, Some(LocalParameter::Table { .. })) {
            return Err(refused(resource, "a table in a shader record is in a heap"));
        }
        plan.binding = if heap {
            let (table, offset) = match local {
                _ if resource.heap => (None, 0),
                Some(LocalParameter::Table { place, offset, .. }) => (Some(place), offset),
                _ => (
                    Some(self.word(resource, vulkan.root_constant_index)?),
                    vulkan.bindless.heap_root_offset,
                ),
            };
            if descriptor_type == DescriptorType::AccelerationStructure
                && vulkan.descriptor_type == descriptor_type::SSBO
            {
                let (stride, first) = self.addresses(resource)?;
                ResourceBinding::AddressHeap {
                    set,
                    binding,
                    stride,
                    first,
                    table,
                    offset,
                }
            } else {
                ResourceBinding::Heap {
                    set,
                    binding,
                    descriptor_type,
                    table,
                    offset,
                }
            }
        } else {
            ResourceBinding::Descriptor {
                set,
                binding,
                descriptor_type,
                element: 0,
            }
        };
        plan.counter = self.counter(resource, &answer)?;
        plan.offset_view = self.offset_view(resource, &answer, descriptor_type)?;
        Ok(plan)
    }

    /// The root parameter that the layer has told of at the place of a resource.
    fn root_parameter(&self, plan: &ResourcePlan) -> Option<RootBinding> {
        let at = |place: &RootPlace| {
            (place.storage != RootStorage::ShaderRecord).then_some(RootParameterPlace::Offset(place.offset))
        };
        let place = match &plan.binding {
            ResourceBinding::Address { place, .. } | ResourceBinding::RootConstants { place, .. } => {
                at(place)?
            }
            ResourceBinding::Heap { table, .. } | ResourceBinding::AddressHeap { table, .. } => {
                at(table.as_ref()?)?
            }
            ResourceBinding::Descriptor { set, binding, .. } => {
                RootParameterPlace::Descriptor(*set, *binding)
            }
            _ => return None,
        };
        let mut known = self.root_parameters.iter();
        let &(_, parameter) = known.find(|(known, _)| *known == place)?;
        Some(RootBinding {
            local: false,
            parameter,
            range: None,
            visibility: ShaderVisibility::All,
            flags: Vec::new(),
        })
    }
}

impl Binder for CallbackBinder<'_> {
    fn layout(&mut self, stage: Stage) -> Result<Layout> {
        if self.words > MAX_ROOT_WORDS || self.descriptors > MAX_ROOT_DESCRIPTORS {
            return Err(Error::limit(format!(
                "{} words of root constants and {} root descriptors",
                self.words, self.descriptors
            )));
        }
        let addresses = (0..self.descriptors).map(|index| PushConstantMember {
            offset: 8 * index,
            size: 8,
            kind: PushConstantKind::RootDescriptor,
            root_parameter: None,
        });
        let words = (self.words != 0).then_some(PushConstantMember {
            offset: 8 * self.descriptors,
            size: 4 * self.words,
            kind: PushConstantKind::RootConstants,
            root_parameter: None,
        });
        let members: Vec<_> = addresses.chain(words).collect();
        let size = 8 * self.descriptors + 4 * self.words;
        let mut layout = Layout {
            shader_record: self.local.map(|local| local.layout().clone()),
            descriptor_qa: self.settings.qa.map(|qa| DescriptorQa {
                heap_set: qa.heap_set,
                heap_binding: qa.heap_binding,
                report_set: qa.global_set,
                report_binding: qa.global_binding,
                shader_hash: qa.shader_hash,
            }),
            instrumentation: self.instrumentation(stage),
            heap_size: self.heap_size(stage)?,
            ..Layout::default()
        };
        match self.settings.root_block {
            Some((set, binding)) if size != 0 => {
                layout.inline_uniform_block = Some(InlineUniformBlock {
                    set,
                    binding,
                    size,
                    members,
                });
            }
            _ => layout.push_constants = PushConstants { size, members },
        }
        Ok(layout)
    }

    fn bind(&mut self, shader: Stage, resource: &Resource) -> Result<ResourcePlan> {
        let mut plan = self.planned(shader, resource)?;
        if self.settings.options.tool_information.root_signature {
            plan.root = self.root_parameter(&plan);
        }
        Ok(plan)
    }

    fn place(
        &mut self,
        shader: Stage,
        signature: SignatureKind,
        element: &SignatureElement,
        place: ElementPlace,
    ) -> Result<ElementPlace> {
        let attribute = match (signature, shader) {
            (SignatureKind::Input, Stage::Vertex) => self.remappers.vertex_input,
            _ => None,
        };
        let input = signature.is_input(shader);
        let stage_io = if input {
            self.remappers.stage_input
        } else {
            self.remappers.stage_output
        };
        let mut place = place;
        if signature == SignatureKind::PatchConstant {
            let moved = place.location.checked_add(self.patch_location_offset);
            place.location = moved.ok_or_else(|| {
                Error::new(
                    ErrorKind::InvalidOptions,
                    "no location is left for patch constants",
                )
            })?;
        }
        if attribute.is_none() && stage_io.is_none() {
            return Ok(place);
        }
        let name = crate::pointers::c_string(&element.name);
        let d3d = D3dStageIo {
            semantic: name.as_ptr(),
            semantic_index: element.indices.first().copied().unwrap_or(0),
            start_row: element.start_row.unwrap_or(u32::MAX),
            rows: element.rows,
        };
        let refused = |what: &str| {
            let message = format!(
                "{} {}: the layer has no place for this {what}",
                element.name, d3d.semantic_index
            );
            Err(Error::new(ErrorKind::RootSignature, message))
        };
        if let Some((callback, userdata)) = attribute {
            let mut out = VulkanVertexInput::default();
            // SAFETY: whoever set the callback vouched for it; the structures live until after the call.
            if unsafe { callback(userdata, &d3d, &mut out) } == FALSE {
                return refused("vertex attribute");
            }
            place = ElementPlace {
                location: out.location,
                ..ElementPlace::default()
            };
        }
        if let Some((callback, userdata)) = stage_io {
            let mut out = VulkanStageIo {
                location: place.location,
                component: place.component,
                flags: 0,
            };
            // SAFETY: as above.
            if unsafe { callback(userdata, &d3d, &mut out) } == FALSE {
                return refused(if input { "input" } else { "output" });
            }
            let per_primitive = out.flags & STAGE_IO_PER_PRIMITIVE != 0;
            self.per_primitive |= per_primitive;
            place = ElementPlace {
                location: out.location,
                component: out.component,
                per_primitive,
            };
        }
        Ok(place)
    }

    fn capture(&mut self, _: Stage, element: &SignatureElement) -> Result<Option<Capture>> {
        let Some((callback, userdata)) = self.remappers.stream_output else {
            return Ok(None);
        };
        let name = crate::pointers::c_string(&element.name);
        let d3d = D3dStreamOutput {
            semantic: name.as_ptr(),
            semantic_index: element.indices.first().copied().unwrap_or(0),
        };
        let mut out = VulkanStreamOutput::default();
        // SAFETY: whoever set the callback vouched for it; the structures live until after the call.
        if unsafe { callback(userdata, &d3d, &mut out) } == FALSE {
            let message = format!(
                "{} {}: the layer has no answer for this stream output",
                element.name, d3d.semantic_index
            );
            return Err(Error::new(ErrorKind::RootSignature, message));
        }
        Ok((out.enable != FALSE).then_some(Capture {
            buffer: out.buffer_index,
            stride: out.stride,
            offset: out.offset,
        }))
    }
}
