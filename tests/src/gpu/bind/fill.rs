//! What goes where: resources to descriptors and root parameters.

use super::super::format;
use super::super::module::Module;
use super::super::scope::{GpuBuffer, GpuImage, Scope};
use super::layout::{Slots, vk_type};
use super::side::Sides;
use super::write::{Descriptor, write, write_block};
use super::{Bound, Place};
use crate::case::{Case, Dimension, Register, Resource, Sampler, Texture, table_start};
use ash::vk;
use dxil2spirv::container::RootSignature;
use dxil2spirv::container::root_signature::RootParameterKind;
use dxil2spirv::dxil::program::{ResourceClass, ResourceKind};
use dxil2spirv::reflection::{
    BindingRole, CounterBinding, DescriptorType, OffsetView, PushConstantKind, PushConstantMember,
    ResourceBinding, ResourceReflection, RootBinding, RootPlace, RootStorage,
};
use std::collections::BTreeMap;

/// Fills the descriptor sets and the blocks of root parameters.
pub struct Filler<'a> {
    pub scope: &'a mut Scope,
    pub case: &'a Case,
    pub slots: &'a Slots,
    pub sets: &'a [vk::DescriptorSet],
    pub sides: Sides,
    written: BTreeMap<Place, Register>,
    push: Vec<u8>,
    /// The inline uniform block's set and binding, and bytes.
    block: Option<((u32, u32), Vec<u8>)>,
}

impl<'a> Filler<'a> {
    pub fn new(
        scope: &'a mut Scope,
        case: &'a Case,
        slots: &'a Slots,
        sets: &'a [vk::DescriptorSet],
        push_size: u32,
    ) -> Self {
        Self {
            scope,
            case,
            slots,
            sets,
            sides: Sides::default(),
            written: BTreeMap::new(),
            push: vec![0; push_size as usize],
            block: None,
        }
    }

    pub fn fill(&mut self, modules: &[Module], bound: &BTreeMap<Register, Bound>) -> Result<(), String> {
        self.fill_null(modules)?;
        let mut used: Vec<Register> = Vec::new();
        for module in modules {
            let reflection = &module.reflection;
            self.tables(RootStorage::PushConstants, &reflection.push_constants.members)?;
            if let Some(block) = &reflection.inline_uniform_block {
                let bytes = vec![0; block.size.next_multiple_of(4) as usize];
                self.block.get_or_insert(((block.set, block.binding), bytes));
                self.tables(RootStorage::InlineUniformBlock, &block.members)?;
            }
            for resource in &reflection.resources {
                let mut given = 0;
                let registers = bound.keys().chain(self.case.constants.keys());
                let registers: Vec<Register> = registers
                    .filter(|register| covers(resource, register, self.case.resources.get(register)))
                    .copied()
                    .collect();
                for register in registers {
                    self.resource(module, resource, &register, bound.get(&register))?;
                    used.push(register);
                    given += 1;
                }
                let fixed = matches!(resource.vulkan, ResourceBinding::StaticSampler { .. });
                if given == 0 && !fixed && !in_heap(resource) {
                    return Err(format!(
                        "the case binds nothing to {}, `{}` of the {:?} shader",
                        first_register(resource),
                        resource.name,
                        module.reflection.stage
                    ));
                }
            }
        }
        let qa = modules.iter().any(|m| m.reflection.descriptor_qa.is_some());
        for register in self.case.resources.keys().chain(self.case.constants.keys()) {
            if used.contains(register) {
                continue;
            }
            // Descriptor QA knows of all that is in the heap.
            if !(qa && register.heap) {
                return Err(format!("the case binds {register}, which no shader of it has"));
            }
            self.sides.unused(register, self.case.resources.get(register))?;
        }
        Ok(())
    }

    /// Makes the buffers beside the resources; gives the push constants and these buffers.
    #[allow(clippy::type_complexity)]
    pub fn finish(
        mut self,
        modules: &[Module],
    ) -> Result<(Vec<u8>, BTreeMap<BindingRole, GpuBuffer>), String> {
        if let Some(((set, binding), bytes)) = &self.block {
            write_block(self.scope, self.sets, *set, *binding, bytes);
        }
        let sides = self.make_sides(modules)?;
        Ok((self.push, sides))
    }

    /// Writes where the tables start.
    fn tables(&mut self, storage: RootStorage, members: &[PushConstantMember]) -> Result<(), String> {
        for member in members {
            if member.kind == PushConstantKind::TableOffset {
                let offset = member.offset;
                let start = table_start(member.root_parameter.unwrap_or(mapped(offset))).to_le_bytes();
                self.root_bytes(RootPlace { storage, offset }, &start)?;
            }
        }
        Ok(())
    }

    /// Null descriptors everywhere at first, so that what a case leaves out is well defined. There are no null
    /// samplers: in heaps that a shader indexes by itself, some sampler takes their place.
    fn fill_null(&mut self, modules: &[Module]) -> Result<(), String> {
        let resources = || modules.iter().flat_map(|module| &module.reflection.resources);
        for (&(set, binding), slot) in self.slots {
            let mut here = resources().filter_map(|resource| match resource.vulkan {
                ResourceBinding::Descriptor {
                    set: s,
                    binding: b,
                    descriptor_type,
                    ..
                }
                | ResourceBinding::Heap {
                    set: s,
                    binding: b,
                    descriptor_type,
                    ..
                } => ((s, b) == (set, binding)).then_some((vk_type(descriptor_type), in_heap(resource))),
                _ => None,
            });
            let (ty, descriptor) = match slot.descriptor_type {
                vk::DescriptorType::INLINE_UNIFORM_BLOCK => continue,
                vk::DescriptorType::SAMPLER if here.any(|(_, heap)| heap) => {
                    let sampler = self.scope.sampler(&Sampler::point())?;
                    (slot.descriptor_type, Descriptor::Sampler(sampler))
                }
                vk::DescriptorType::SAMPLER => continue,
                // Null descriptors have a type too.
                vk::DescriptorType::MUTABLE_EXT => {
                    let first = here.next().map(|(ty, _)| ty);
                    let ty = self.case.null_type.map(vk_type).or(first);
                    (ty.unwrap_or(vk::DescriptorType::STORAGE_BUFFER), Descriptor::Null)
                }
                ty => (ty, Descriptor::Null),
            };
            write(
                self.scope,
                self.sets,
                (set, binding, 0),
                slot.count,
                ty,
                descriptor,
            );
        }
        Ok(())
    }

    fn root_bytes(&mut self, place: RootPlace, bytes: &[u8]) -> Result<(), String> {
        let block = match place.storage {
            RootStorage::PushConstants => &mut self.push,
            RootStorage::InlineUniformBlock => match &mut self.block {
                Some((_, block)) => block,
                None => return Err("there is no inline uniform block".to_owned()),
            },
        };
        let offset = place.offset as usize;
        block
            .get_mut(offset..offset + bytes.len())
            .ok_or("a root parameter lies outside of its block")?
            .copy_from_slice(bytes);
        Ok(())
    }

    fn resource(
        &mut self,
        module: &Module,
        resource: &ResourceReflection,
        register: &Register,
        bound: Option<&Bound>,
    ) -> Result<(), String> {
        let index = if register.heap {
            register.number
        } else {
            register.number - resource.register
        };
        match &resource.vulkan {
            ResourceBinding::Descriptor {
                set,
                binding,
                descriptor_type,
                element,
            } => {
                let bound = bound.ok_or_else(|| format!("{register} is a descriptor, not root constants"))?;
                let place = (*set, *binding, element + index);
                self.descriptor(resource, place, *descriptor_type, register, bound)
            }
            ResourceBinding::Heap {
                set,
                binding,
                descriptor_type,
                table,
                offset,
            } => {
                let bound = bound.ok_or_else(|| format!("{register} is in a table, not root constants"))?;
                let start = match (table, resource.d3d12.as_ref().map(|root| root.parameter)) {
                    (Some(_), Some(parameter)) => table_start(parameter) + offset,
                    (Some(place), None) => table_start(mapped(place.offset)) + offset,
                    (None, _) => *offset,
                };
                let element = start + index;
                if let (Some(signature), Some(root)) = (&module.signature, &resource.d3d12) {
                    let want = heap_index(signature, root, register)?;
                    if want != element {
                        return Err(format!("{register} is at {want} of the heap, not at {element}"));
                    }
                }
                if register.class != ResourceClass::Sampler {
                    let ty = vk_type(*descriptor_type);
                    self.sides.in_heap(element, register, ty, bound)?;
                }
                let place = (*set, *binding, element);
                self.descriptor(resource, place, *descriptor_type, register, bound)
            }
            ResourceBinding::RootConstants { place, size } => {
                let bytes = self
                    .case
                    .constants
                    .get(register)
                    .ok_or_else(|| format!("{register} is root constants: give them with `constants`"))?;
                if bytes.len() > *size as usize {
                    return Err(format!(
                        "{register} has {size} bytes of root constants, {} given",
                        bytes.len()
                    ));
                }
                self.root_bytes(*place, bytes)
            }
            ResourceBinding::Address { place, .. } => match bound {
                Some(Bound::Buffer { buffer, .. }) => {
                    let address = self.scope.address(buffer);
                    self.root_bytes(*place, &address.to_le_bytes())
                }
                Some(Bound::Null) => self.root_bytes(*place, &[0; 8]),
                _ => Err(format!("{register} is a root descriptor: it needs a buffer")),
            },
            ResourceBinding::StaticSampler { .. } => Err(format!(
                "{register} is a static sampler: the root signature describes it"
            )),
        }
    }

    fn descriptor(
        &mut self,
        resource: &ResourceReflection,
        place: Place,
        descriptor_type: DescriptorType,
        register: &Register,
        bound: &Bound,
    ) -> Result<(), String> {
        let (set, binding, element) = place;
        let slot = self.slots.get(&(set, binding)).ok_or_else(|| {
            format!("{register}: set {set} binding {binding} is not among the descriptor sets")
        })?;
        let wanted = vk_type(descriptor_type);
        if !slot.takes(wanted) || slot.role != BindingRole::Resources {
            return Err(format!(
                "{register}: {wanted:?} in a binding of {:?} for {:?}",
                slot.descriptor_type, slot.role
            ));
        }
        if element >= slot.count {
            return Err(format!(
                "{register}: element {element} of a binding with {}",
                slot.count
            ));
        }
        if let Some(other) = self.written.insert(place, *register)
            && other != *register
        {
            return Err(format!(
                "{register} and {other} are one descriptor: set {set}, binding {binding}, {element}"
            ));
        }
        use vk::DescriptorType as Type;
        let descriptor = match (wanted, bound) {
            (_, Bound::Null) => Descriptor::Null,
            (Type::SAMPLER, Bound::Sampler(sampler)) => Descriptor::Sampler(*sampler),
            (Type::STORAGE_BUFFER | Type::UNIFORM_BUFFER, Bound::Buffer { buffer, .. }) => {
                let (offset, range) = self.window(resource, element, buffer, wanted, 1)?;
                Descriptor::Buffer(buffer.handle, offset, range)
            }
            (
                Type::UNIFORM_TEXEL_BUFFER | Type::STORAGE_TEXEL_BUFFER,
                Bound::Buffer {
                    buffer,
                    format: view_format,
                    ..
                },
            ) => {
                // Raw and structured buffers seen through texels are words.
                let view_format = view_format.unwrap_or(vk::Format::R32_UINT);
                let texel = u64::from(format::texel_bytes(view_format)?);
                let (offset, range) = self.window(resource, element, buffer, wanted, texel)?;
                let range = range / texel * texel;
                if range == 0 {
                    Descriptor::Null
                } else {
                    Descriptor::Texels(
                        self.scope
                            .buffer_view(buffer.handle, view_format, offset, range)?,
                    )
                }
            }
            (Type::SAMPLED_IMAGE | Type::STORAGE_IMAGE, Bound::Image { image, view_mip }) => {
                Descriptor::Image(self.view(resource, wanted, image, *view_mip)?)
            }
            _ => return Err(format!("{register}: {wanted:?} cannot show {bound:?}")),
        };
        write(self.scope, self.sets, place, 1, wanted, descriptor);
        if let (
            Some(counter),
            Bound::Buffer {
                counter: Some(buffer),
                ..
            },
        ) = (&resource.counter, bound)
        {
            self.counter(counter, element, buffer)?;
        }
        Ok(())
    }

    /// A UAV's counter: a descriptor parallel to the UAV's, or its address.
    fn counter(&mut self, counter: &CounterBinding, element: u32, buffer: &GpuBuffer) -> Result<(), String> {
        let (set, binding) = match counter {
            CounterBinding::Descriptor { set, binding, .. }
            | CounterBinding::Address { set, binding, .. } => (*set, *binding),
        };
        match self.slots.get(&(set, binding)) {
            Some(slot) if slot.role == BindingRole::UavCounters => {}
            _ => {
                return Err(format!(
                    "set {set} binding {binding} is not among the descriptor sets as UAV counters"
                ));
            }
        }
        match counter {
            CounterBinding::Descriptor { descriptor_type, .. } => {
                let ty = vk_type(*descriptor_type);
                let descriptor = if ty == vk::DescriptorType::STORAGE_TEXEL_BUFFER {
                    let format = vk::Format::R32_UINT;
                    Descriptor::Texels(self.scope.buffer_view(buffer.handle, format, buffer.offset, 4)?)
                } else {
                    Descriptor::Buffer(buffer.handle, buffer.offset, buffer.size)
                };
                write(self.scope, self.sets, (set, binding, element), 1, ty, descriptor);
            }
            CounterBinding::Address { stride, offset, .. } => {
                let address = self.scope.address(buffer).to_le_bytes();
                self.sides
                    .record(BindingRole::UavCounters, offset + stride * element, &address);
            }
        }
        Ok(())
    }

    /// Offset and size in bytes of the descriptor that shows a buffer of texels of so many bytes. Where the shader
    /// knows of offsets, it starts and ends where devices of the alignment that the case asks for allow, and the
    /// offset buffer tells the rest.
    fn window(
        &mut self,
        resource: &ResourceReflection,
        element: u32,
        buffer: &GpuBuffer,
        ty: vk::DescriptorType,
        texel: u64,
    ) -> Result<(u64, u64), String> {
        let limits = &self.scope.device.limits;
        let device = match ty {
            vk::DescriptorType::UNIFORM_BUFFER => limits.min_uniform_buffer_offset_alignment,
            vk::DescriptorType::STORAGE_BUFFER => limits.min_storage_buffer_offset_alignment,
            _ => limits.min_texel_buffer_offset_alignment,
        };
        let Some(OffsetView {
            offset: at, stride, ..
        }) = resource.offset_view
        else {
            if !buffer.offset.is_multiple_of(device) && buffer.size != 0 {
                return Err(format!(
                    "`{}`: a view at byte {} of a buffer, which the device does not allow, and no offset buffer",
                    resource.name, buffer.offset
                ));
            }
            return Ok((buffer.offset, buffer.size));
        };
        let offsets = self.case.options.binding.offset_buffers.unwrap_or_default();
        let alignment = device.max(u64::from(offsets.min_alignment));
        // Whole texels before the view, until the start is aligned.
        let mut start = buffer.offset;
        while !start.is_multiple_of(alignment) {
            start = start
                .checked_sub(texel)
                .ok_or("no aligned start before the view")?;
        }
        let end = buffer.offset + buffer.size.next_multiple_of(texel);
        let range = if texel > 1 {
            end - start + texel
        } else {
            (end - start).next_multiple_of(alignment)
        };
        let typed = matches!(resource.kind, ResourceKind::TypedBuffer | ResourceKind::TBuffer);
        let unit = if typed { texel } else { 1 };
        let words = [(buffer.offset - start) / unit, buffer.size / unit];
        let bytes: Vec<u8> = words
            .iter()
            .flat_map(|&word| (word as u32).to_le_bytes())
            .collect();
        self.sides
            .record(BindingRole::OffsetBuffer, at + stride * element, &bytes);
        Ok((start, range))
    }

    fn view(
        &mut self,
        resource: &ResourceReflection,
        wanted: vk::DescriptorType,
        image: &GpuImage,
        view_mip: u32,
    ) -> Result<vk::ImageView, String> {
        let storage = wanted == vk::DescriptorType::STORAGE_IMAGE;
        let view_type = match resource.kind {
            ResourceKind::Texture1D => vk::ImageViewType::TYPE_1D,
            ResourceKind::Texture1DArray => vk::ImageViewType::TYPE_1D_ARRAY,
            ResourceKind::Texture2D | ResourceKind::Texture2DMS => vk::ImageViewType::TYPE_2D,
            ResourceKind::Texture2DArray | ResourceKind::Texture2DMSArray => vk::ImageViewType::TYPE_2D_ARRAY,
            ResourceKind::Texture3D => vk::ImageViewType::TYPE_3D,
            ResourceKind::TextureCube => vk::ImageViewType::CUBE,
            ResourceKind::TextureCubeArray => vk::ImageViewType::CUBE_ARRAY,
            other => return Err(format!("`{}`: a {other:?} shows no texture", resource.name)),
        };
        // One aspect: of depth-stencil formats, depth.
        let all = format::aspects(image.format);
        let aspect = if all.contains(vk::ImageAspectFlags::DEPTH) {
            vk::ImageAspectFlags::DEPTH
        } else {
            all
        };
        let mut range = image.range(aspect);
        if storage {
            range.base_mip_level = view_mip;
            range.level_count = 1;
        }
        self.scope.image_view(image, view_type, range)
    }
}

/// A number for the table whose offset lies there: a user's map knows no root parameters.
fn mapped(offset: u32) -> u32 {
    offset / 4
}

fn first_register(resource: &ResourceReflection) -> Register {
    Register {
        class: resource.class,
        number: resource.register,
        space: resource.space,
        heap: false,
    }
}

/// Where D3D12 finds `register` in the heap.
fn heap_index(signature: &RootSignature, root: &RootBinding, register: &Register) -> Result<u32, String> {
    let parameter = signature.parameters.get(root.parameter as usize);
    let Some(RootParameterKind::DescriptorTable(table)) = parameter.map(|parameter| &parameter.kind) else {
        return Err(format!("root parameter {} is no table", root.parameter));
    };
    let mut next = 0u32;
    for (number, range) in (0..).zip(&table.ranges) {
        let start = match range.offset_in_descriptors_from_table_start {
            u32::MAX => next,
            offset => offset,
        };
        if root.range == Some(number) {
            let start = table_start(root.parameter) + start;
            return Ok(start + (register.number - range.base_shader_register));
        }
        next = start.saturating_add(range.num_descriptors);
    }
    Err(format!(
        "root parameter {} has no range {:?}",
        root.parameter, root.range
    ))
}

/// Whether the shader takes the resource from the heap by itself.
fn in_heap(resource: &ResourceReflection) -> bool {
    matches!(resource.vulkan, ResourceBinding::Heap { table: None, .. })
}

/// Whether `register` is one of the resource's range, or a descriptor of the heap that it may find.
fn covers(resource: &ResourceReflection, register: &Register, bound: Option<&Resource>) -> bool {
    if resource.class != register.class || register.heap != in_heap(resource) {
        return false;
    }
    if register.heap {
        return bound.is_some_and(|bound| shows(resource.kind, bound));
    }
    resource.space == register.space
        && register.number >= resource.register
        && resource
            .count
            .is_none_or(|count| register.number - resource.register < count)
}

/// Whether a view of `kind` can show what a case puts into the heap.
fn shows(kind: ResourceKind, resource: &Resource) -> bool {
    use ResourceKind as K;
    match resource {
        Resource::Null => true,
        Resource::Sampler(_) => kind == K::Sampler,
        Resource::Buffer(buffer) if buffer.format.is_some() => matches!(kind, K::TypedBuffer | K::TBuffer),
        Resource::Buffer(_) => matches!(kind, K::RawBuffer | K::StructuredBuffer | K::CBuffer),
        Resource::Texture(Texture {
            dimension,
            layers,
            samples,
            ..
        }) => matches!(
            (kind, dimension, layers, samples),
            (K::Texture1D, Dimension::D1, 1, _)
                | (K::Texture1DArray, Dimension::D1, 2.., _)
                | (K::Texture2D, Dimension::D2, 1, 1)
                | (K::Texture2DArray, Dimension::D2, 2.., 1)
                | (K::Texture2DMS, Dimension::D2, 1, 2..)
                | (K::Texture2DMSArray, Dimension::D2, 2.., 2..)
                | (K::Texture3D, Dimension::D3, _, _)
                | (K::TextureCube, Dimension::Cube, 6, _)
                | (K::TextureCubeArray, Dimension::Cube, 7.., _)
        ),
    }
}
