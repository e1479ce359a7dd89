//! Descriptors of resources: what they show, where their views start, their UAV counters.

use super::super::format;
use super::super::scope::{GpuBuffer, GpuImage};
use super::fill::Filler;
use super::layout::vk_type;
use super::write::{Descriptor, write};
use super::{Bound, Place};
use crate::case::Register;
use ash::vk;
use dxil2spirv::options::AccelerationStructurePolicy;
use dxil2spirv::reflection::{
    BindingRole, CounterBinding, DescriptorType, OffsetView, ResourceBinding, ResourceReflection,
};
use dxil2spirv::shader::ResourceKind;

impl Filler<'_> {
    /// Writes the descriptor that shows what is bound.
    pub fn descriptor(
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
            (
                Type::SAMPLED_IMAGE | Type::STORAGE_IMAGE | Type::INPUT_ATTACHMENT,
                Bound::Image { image, view_mip },
            ) => Descriptor::Image(self.view(resource, wanted, image, *view_mip)?),
            (Type::ACCELERATION_STRUCTURE_KHR, Bound::Scene(scene)) => {
                Descriptor::AccelerationStructure(scene.handle)
            }
            _ => return Err(format!("{register}: {wanted:?} cannot show {bound:?}")),
        };
        write(self.scope, self.sets, place, 1, wanted, descriptor);
        if let (
            Bound::Buffer {
                buffer,
                format: view_format,
                ..
            },
            ResourceBinding::Heap { .. },
            policy,
        ) = (
            bound,
            &resource.vulkan,
            self.case.options.binding.acceleration_structures,
        ) && let AccelerationStructurePolicy::Address { stride, offset } = policy
        {
            let texel = match view_format {
                Some(view_format) => u64::from(format::texel_bytes(*view_format)?),
                None => 0,
            };
            let words = (self.scope.address(buffer) | texel << 48).to_le_bytes();
            let role = BindingRole::AccelerationStructures;
            self.sides.record(role, offset + stride * element, &words);
        }
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
            offset: at,
            stride,
            words,
            ..
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
        let unit = if typed || words { texel } else { 1 };
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
            ResourceKind::Texture2D | ResourceKind::Texture2DMS | ResourceKind::FeedbackTexture2D => {
                vk::ImageViewType::TYPE_2D
            }
            ResourceKind::Texture2DArray
            | ResourceKind::Texture2DMSArray
            | ResourceKind::FeedbackTexture2DArray => vk::ImageViewType::TYPE_2D_ARRAY,
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
