//! Writes of descriptors.

use super::super::scope::Scope;
use super::Place;
use ash::vk;

/// What a descriptor shows.
#[derive(Clone, Copy, Debug)]
pub enum Descriptor {
    Null,
    /// Offset and range in bytes.
    Buffer(vk::Buffer, u64, u64),
    Texels(vk::BufferView),
    Image(vk::ImageView),
    Sampler(vk::Sampler),
    AccelerationStructure(vk::AccelerationStructureKHR),
}

/// Writes `count` descriptors of type `ty` from `place` on, all the same.
pub fn write(
    scope: &Scope,
    sets: &[vk::DescriptorSet],
    place: Place,
    count: u32,
    ty: vk::DescriptorType,
    descriptor: Descriptor,
) {
    let (set, binding, element) = place;
    let Some(&dst) = sets.get(set as usize) else {
        return;
    };
    let mut buffer = vk::DescriptorBufferInfo::default().range(vk::WHOLE_SIZE);
    let mut image = vk::DescriptorImageInfo::default().image_layout(vk::ImageLayout::GENERAL);
    let mut texels = vk::BufferView::null();
    let mut structure = vk::AccelerationStructureKHR::null();
    match descriptor {
        // A view of no bytes cannot be, a null descriptor does the same.
        Descriptor::Null | Descriptor::Buffer(_, _, 0) => {}
        Descriptor::Buffer(handle, offset, range) => {
            buffer = vk::DescriptorBufferInfo {
                buffer: handle,
                offset,
                range,
            };
        }
        Descriptor::Texels(view) => texels = view,
        Descriptor::Image(view) => image.image_view = view,
        Descriptor::Sampler(sampler) => image.sampler = sampler,
        Descriptor::AccelerationStructure(handle) => structure = handle,
    }
    let count = count as usize;
    let (buffers, images, views) = (vec![buffer; count], vec![image; count], vec![texels; count]);
    let structures = vec![structure; count];
    let mut rays =
        vk::WriteDescriptorSetAccelerationStructureKHR::default().acceleration_structures(&structures);
    let write = vk::WriteDescriptorSet::default()
        .dst_set(dst)
        .dst_binding(binding)
        .dst_array_element(element)
        .descriptor_type(ty);
    let write = match ty {
        vk::DescriptorType::ACCELERATION_STRUCTURE_KHR => {
            let mut write = write.push_next(&mut rays);
            write.descriptor_count = count as u32;
            write
        }
        vk::DescriptorType::STORAGE_BUFFER | vk::DescriptorType::UNIFORM_BUFFER => {
            write.buffer_info(&buffers)
        }
        vk::DescriptorType::UNIFORM_TEXEL_BUFFER | vk::DescriptorType::STORAGE_TEXEL_BUFFER => {
            write.texel_buffer_view(&views)
        }
        _ => write.image_info(&images),
    };
    // SAFETY: see the module documentation of `gpu`.
    unsafe { scope.device.raw.update_descriptor_sets(&[write], &[]) };
}

/// Fills an inline uniform block.
pub fn write_block(scope: &Scope, sets: &[vk::DescriptorSet], set: u32, binding: u32, bytes: &[u8]) {
    let Some(&dst) = sets.get(set as usize) else {
        return;
    };
    let mut data = vk::WriteDescriptorSetInlineUniformBlock::default().data(bytes);
    let mut write = vk::WriteDescriptorSet::default()
        .dst_set(dst)
        .dst_binding(binding)
        .descriptor_type(vk::DescriptorType::INLINE_UNIFORM_BLOCK)
        .push_next(&mut data);
    write.descriptor_count = bytes.len() as u32;
    // SAFETY: see the module documentation of `gpu`.
    unsafe { scope.device.raw.update_descriptor_sets(&[write], &[]) };
}
