//! The formats that cases use: sizes, aspects, kinds of components.

use ash::vk;

/// What the components of a format are to a shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Floats, normalised ones included.
    Float,
    /// Unsigned integers.
    Uint,
    /// Signed integers.
    Sint,
}

/// Bytes of a texel; of the depth aspect for formats with depth.
///
/// # Errors
/// When the format is not in this table.
pub fn texel_bytes(format: vk::Format) -> Result<u32, String> {
    use vk::Format as F;
    Ok(match format {
        F::R8_UNORM | F::R8_SNORM | F::R8_UINT | F::R8_SINT | F::S8_UINT => 1,
        F::R8G8_UNORM | F::R8G8_SNORM | F::R8G8_UINT | F::R8G8_SINT => 2,
        F::R16_UNORM | F::R16_SNORM | F::R16_UINT | F::R16_SINT | F::R16_SFLOAT | F::D16_UNORM => 2,
        F::R8G8B8A8_UNORM | F::R8G8B8A8_SNORM | F::R8G8B8A8_UINT | F::R8G8B8A8_SINT => 4,
        F::R8G8B8A8_SRGB | F::B8G8R8A8_UNORM | F::A2B10G10R10_UNORM_PACK32 => 4,
        F::A2B10G10R10_UINT_PACK32 | F::B10G11R11_UFLOAT_PACK32 | F::E5B9G9R9_UFLOAT_PACK32 => 4,
        F::R16G16_UNORM | F::R16G16_SNORM | F::R16G16_UINT | F::R16G16_SINT | F::R16G16_SFLOAT => 4,
        F::R32_UINT | F::R32_SINT | F::R32_SFLOAT | F::D32_SFLOAT | F::D32_SFLOAT_S8_UINT => 4,
        F::D24_UNORM_S8_UINT | F::X8_D24_UNORM_PACK32 => 4,
        F::R16G16B16A16_UNORM | F::R16G16B16A16_SNORM | F::R16G16B16A16_UINT => 8,
        F::R16G16B16A16_SINT | F::R16G16B16A16_SFLOAT => 8,
        F::R32G32_UINT | F::R32G32_SINT | F::R32G32_SFLOAT | F::R64_UINT | F::R64_SINT => 8,
        F::R32G32B32_UINT | F::R32G32B32_SINT | F::R32G32B32_SFLOAT => 12,
        F::R32G32B32A32_UINT | F::R32G32B32A32_SINT | F::R32G32B32A32_SFLOAT => 16,
        other => return Err(format!("{other:?} is not in the harness's table of formats")),
    })
}

/// Aspects of a format.
pub fn aspects(format: vk::Format) -> vk::ImageAspectFlags {
    use vk::Format as F;
    match format {
        F::D16_UNORM | F::D32_SFLOAT | F::X8_D24_UNORM_PACK32 => vk::ImageAspectFlags::DEPTH,
        F::D32_SFLOAT_S8_UINT | F::D24_UNORM_S8_UINT => {
            vk::ImageAspectFlags::DEPTH | vk::ImageAspectFlags::STENCIL
        }
        F::S8_UINT => vk::ImageAspectFlags::STENCIL,
        _ => vk::ImageAspectFlags::COLOR,
    }
}

/// Kind of a format's components.
pub fn kind(format: vk::Format) -> Kind {
    let name = format!("{format:?}");
    if name.contains("UINT") && !name.contains("_S8_UINT") {
        Kind::Uint
    } else if name.contains("SINT") {
        Kind::Sint
    } else {
        Kind::Float
    }
}
