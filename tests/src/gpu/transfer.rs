//! Contents of textures: to the device and back.

use super::format;
use super::samples;
use super::scope::{GUARD, GpuBuffer, GpuImage, Scope};
use crate::case::Texture;
use ash::vk;

/// Copies of all subresources between a buffer in the order of [`Texture::bytes`] and the image.
fn regions(texture: &Texture, aspect: vk::ImageAspectFlags, texel: u32) -> Vec<vk::BufferImageCopy> {
    let mut offset = GUARD;
    let mut regions = Vec::new();
    for layer in 0..texture.layers {
        for mip in 0..texture.mips {
            let [width, height, depth] = texture.mip_size(mip);
            regions.push(vk::BufferImageCopy {
                buffer_offset: offset,
                buffer_row_length: 0,
                buffer_image_height: 0,
                image_subresource: vk::ImageSubresourceLayers {
                    aspect_mask: aspect,
                    mip_level: mip,
                    base_array_layer: layer,
                    layer_count: 1,
                },
                image_offset: vk::Offset3D::default(),
                image_extent: vk::Extent3D { width, height, depth },
            });
            offset += u64::from(width * height * depth * texel);
        }
    }
    regions
}

/// The one aspect that data has: depth of depth-stencil formats.
fn data_aspect(format: vk::Format) -> vk::ImageAspectFlags {
    let all = format::aspects(format);
    if all.contains(vk::ImageAspectFlags::DEPTH) {
        vk::ImageAspectFlags::DEPTH
    } else {
        all
    }
}

/// The staging buffer of a texture's contents.
pub fn stage(scope: &mut Scope, texture: &Texture) -> Result<GpuBuffer, String> {
    let size = texture.texels() * format::texel_bytes(texture.format)? as usize;
    if texture.bytes.is_empty() {
        return scope.buffer(&vec![0; size]);
    }
    if texture.bytes.len() != size {
        return Err(format!(
            "a texture of {size} bytes is given {}",
            texture.bytes.len()
        ));
    }
    scope.buffer(&texture.bytes)
}

/// Fills the image from its staging buffer.
pub fn upload(
    scope: &mut Scope,
    commands: vk::CommandBuffer,
    texture: &Texture,
    image: &GpuImage,
    staging: &GpuBuffer,
) -> Result<(), String> {
    scope.to_general(commands, image);
    if texture.samples > 1 {
        return samples::upload(scope, commands, texture, image, staging);
    }
    let regions = regions(
        texture,
        data_aspect(texture.format),
        format::texel_bytes(texture.format)?,
    );
    // SAFETY: see the module documentation of `gpu`.
    unsafe {
        scope.device.raw.cmd_copy_buffer_to_image(
            commands,
            staging.handle,
            image.handle,
            vk::ImageLayout::GENERAL,
            &regions,
        );
    }
    Ok(())
}

/// Copies one aspect of the image to `buffer`.
pub fn download(
    scope: &Scope,
    commands: vk::CommandBuffer,
    texture: &Texture,
    image: &GpuImage,
    aspect: vk::ImageAspectFlags,
    buffer: &GpuBuffer,
) -> Result<(), String> {
    let texel = if aspect == vk::ImageAspectFlags::STENCIL {
        1
    } else {
        format::texel_bytes(texture.format)?
    };
    let regions = regions(texture, aspect, texel);
    // SAFETY: see the module documentation of `gpu`.
    unsafe {
        scope.device.raw.cmd_copy_image_to_buffer(
            commands,
            image.handle,
            vk::ImageLayout::GENERAL,
            buffer.handle,
            &regions,
        );
    }
    Ok(())
}

/// Copies the contents of a texture of one sample back, in the order of [`Texture::bytes`].
pub fn download_all(
    scope: &Scope,
    commands: vk::CommandBuffer,
    texture: &Texture,
    image: &GpuImage,
    buffer: &GpuBuffer,
) -> Result<(), String> {
    download(
        scope,
        commands,
        texture,
        image,
        data_aspect(texture.format),
        buffer,
    )
}
