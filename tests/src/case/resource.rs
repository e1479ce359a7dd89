//! Resources of a case: buffers, textures, samplers.

use super::register::Register;
use super::scene::Scene;
use super::want::{Bytes, Element};
use ash::vk;
use dxil2spirv::container::root_signature::{
    BorderColor, FilterMode, FilterReduction, StaticSampler, TextureAddressMode,
};

/// What a register is bound to.
#[derive(Clone, Debug)]
pub enum Resource {
    /// A buffer.
    Buffer(Buffer),
    /// A texture.
    Texture(Texture),
    /// A sampler.
    Sampler(Sampler),
    /// An acceleration structure.
    Scene(Scene),
    /// A null descriptor.
    Null,
}

/// A buffer: raw, structured, typed or constant; the shader says which.
#[derive(Clone, Debug, Default)]
pub struct Buffer {
    /// Contents before the work.
    pub bytes: Vec<u8>,
    /// The view's format, for typed buffers.
    pub format: Option<vk::Format>,
    /// The UAV counter before the work, if it has one.
    pub counter: Option<u32>,
    /// Where the view starts: so many bytes behind an address that is aligned for everything.
    pub offset: u32,
    /// The register whose buffer this is another view of; contents are those then.
    pub view_of: Option<Register>,
}

/// Number of dimensions, and whether it is a cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// 1D, or an array of it.
    D1,
    /// 2D, or an array of it.
    D2,
    /// 3D.
    D3,
    /// Cube, or an array of it.
    Cube,
}

/// The place of a texel, for [`Texture::fill`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Texel {
    pub x: u32,
    pub y: u32,
    pub z: u32,
    pub mip: u32,
    pub layer: u32,
    pub sample: u32,
}

/// A texture.
#[derive(Clone, Debug)]
pub struct Texture {
    /// Dimension.
    pub dimension: Dimension,
    /// Format.
    pub format: vk::Format,
    /// Size of mip 0.
    pub size: [u32; 3],
    /// Array layers (faces counted).
    pub layers: u32,
    /// Mip levels.
    pub mips: u32,
    /// Samples per texel.
    pub samples: u32,
    /// Contents before the work: layer by layer, in each the mips from large to small, in each the texels by z, y,
    /// x, sample.
    pub bytes: Vec<u8>,
    /// The mip level that a UAV's view shows.
    pub view_mip: u32,
    /// Whether its memory is bound as that of a tiled resource, all of it but `holes`.
    pub sparse: bool,
    /// Of a sparse texture of one mip level, bound tile by tile: the tiles that have no memory, by their x, y and z.
    pub holes: Option<Vec<[u32; 3]>>,
}

impl Texture {
    fn new(dimension: Dimension, format: vk::Format, size: [u32; 3], layers: u32) -> Self {
        Self {
            dimension,
            format,
            size,
            layers,
            mips: 1,
            samples: 1,
            bytes: Vec::new(),
            view_mip: 0,
            sparse: false,
            holes: None,
        }
    }
    /// A 1D texture.
    pub fn d1(format: vk::Format, width: u32) -> Self {
        Self::new(Dimension::D1, format, [width, 1, 1], 1)
    }
    /// A 2D texture.
    pub fn d2(format: vk::Format, width: u32, height: u32) -> Self {
        Self::new(Dimension::D2, format, [width, height, 1], 1)
    }
    /// A 3D texture.
    pub fn d3(format: vk::Format, width: u32, height: u32, depth: u32) -> Self {
        Self::new(Dimension::D3, format, [width, height, depth], 1)
    }
    /// A cube texture.
    pub fn cube(format: vk::Format, width: u32) -> Self {
        Self::new(Dimension::Cube, format, [width, width, 1], 6)
    }
    /// With `layers` array layers (of a cube array: 6 for each cube).
    #[must_use]
    pub fn layers(mut self, layers: u32) -> Self {
        self.layers = layers;
        self
    }
    /// With `mips` levels.
    #[must_use]
    pub fn mips(mut self, mips: u32) -> Self {
        self.mips = mips;
        self
    }
    /// With `samples` per texel.
    #[must_use]
    pub fn samples(mut self, samples: u32) -> Self {
        self.samples = samples;
        self
    }
    /// As a UAV, shows this mip level.
    #[must_use]
    pub fn view_mip(mut self, mip: u32) -> Self {
        self.view_mip = mip;
        self
    }
    /// As a tiled resource, wholly resident.
    #[must_use]
    pub fn sparse(mut self) -> Self {
        self.sparse = true;
        self
    }
    /// As a tiled resource of one mip level, bound tile by tile; these tiles have no memory.
    #[must_use]
    pub fn holes(mut self, holes: &[[u32; 3]]) -> Self {
        self.sparse = true;
        self.holes = Some(holes.to_vec());
        self
    }
    /// With these contents, in the order of [`Texture::bytes`].
    #[must_use]
    pub fn data(mut self, bytes: impl Into<Bytes>) -> Self {
        self.bytes = bytes.into().0;
        self
    }
    /// With contents computed for each texel.
    #[must_use]
    pub fn fill<T: Element, const N: usize>(mut self, texel: impl Fn(Texel) -> [T; N]) -> Self {
        let mut bytes = Vec::new();
        self.for_each(|place| texel(place).iter().for_each(|value| value.append(&mut bytes)));
        self.bytes = bytes;
        self
    }
    /// Size of a mip level.
    pub fn mip_size(&self, mip: u32) -> [u32; 3] {
        self.size.map(|size| (size >> mip).max(1))
    }
    /// Visits the texels in the order of [`Texture::bytes`].
    pub fn for_each(&self, mut visit: impl FnMut(Texel)) {
        for layer in 0..self.layers {
            for mip in 0..self.mips {
                let [width, height, depth] = self.mip_size(mip);
                for z in 0..depth {
                    for y in 0..height {
                        for x in 0..width {
                            for sample in 0..self.samples {
                                visit(Texel {
                                    x,
                                    y,
                                    z,
                                    mip,
                                    layer,
                                    sample,
                                });
                            }
                        }
                    }
                }
            }
        }
    }
    /// Number of texels in all.
    pub fn texels(&self) -> usize {
        let one: u32 = (0..self.mips)
            .map(|mip| self.mip_size(mip).iter().product::<u32>())
            .sum();
        (one * self.layers * self.samples) as usize
    }
}

/// A sampler, in Vulkan's words with D3D12's defaults.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Sampler {
    pub min: vk::Filter,
    pub mag: vk::Filter,
    pub mip: vk::SamplerMipmapMode,
    pub address: [vk::SamplerAddressMode; 3],
    pub compare: Option<vk::CompareOp>,
    pub bias: f32,
    pub lod: [f32; 2],
    pub border: vk::BorderColor,
}

impl Sampler {
    /// Point filter, clamped.
    pub fn point() -> Self {
        Self {
            min: vk::Filter::NEAREST,
            mag: vk::Filter::NEAREST,
            mip: vk::SamplerMipmapMode::NEAREST,
            address: [vk::SamplerAddressMode::CLAMP_TO_EDGE; 3],
            compare: None,
            bias: 0.0,
            lod: [0.0, vk::LOD_CLAMP_NONE],
            border: vk::BorderColor::FLOAT_TRANSPARENT_BLACK,
        }
    }
    /// Linear in texels and mips, clamped.
    pub fn linear() -> Self {
        Self {
            min: vk::Filter::LINEAR,
            mag: vk::Filter::LINEAR,
            mip: vk::SamplerMipmapMode::LINEAR,
            ..Self::point()
        }
    }
    /// Repeats.
    #[must_use]
    pub fn wrap(mut self) -> Self {
        self.address = [vk::SamplerAddressMode::REPEAT; 3];
        self
    }
    /// Shows `color` outside.
    #[must_use]
    pub fn border(mut self, color: vk::BorderColor) -> Self {
        self.address = [vk::SamplerAddressMode::CLAMP_TO_BORDER; 3];
        self.border = color;
        self
    }
    /// Compares.
    #[must_use]
    pub fn compare(mut self, compare: vk::CompareOp) -> Self {
        self.compare = Some(compare);
        self
    }
    /// Adds to the level of detail.
    #[must_use]
    pub fn bias(mut self, bias: f32) -> Self {
        self.bias = bias;
        self
    }
    /// Bounds the level of detail.
    #[must_use]
    pub fn lod(mut self, min: f32, max: f32) -> Self {
        self.lod = [min, max];
        self
    }
}

impl From<&StaticSampler> for Sampler {
    /// What the layer above the translator makes of a root signature's sampler.
    fn from(sampler: &StaticSampler) -> Self {
        let filter = |mode| match mode {
            FilterMode::Point => vk::Filter::NEAREST,
            FilterMode::Linear => vk::Filter::LINEAR,
        };
        let address = |mode: TextureAddressMode| match mode {
            TextureAddressMode::WRAP => vk::SamplerAddressMode::REPEAT,
            TextureAddressMode::MIRROR => vk::SamplerAddressMode::MIRRORED_REPEAT,
            TextureAddressMode::BORDER => vk::SamplerAddressMode::CLAMP_TO_BORDER,
            TextureAddressMode::MIRROR_ONCE => vk::SamplerAddressMode::MIRROR_CLAMP_TO_EDGE,
            _ => vk::SamplerAddressMode::CLAMP_TO_EDGE,
        };
        Self {
            min: filter(sampler.filter.min()),
            mag: filter(sampler.filter.mag()),
            mip: match sampler.filter.mip() {
                FilterMode::Point => vk::SamplerMipmapMode::NEAREST,
                FilterMode::Linear => vk::SamplerMipmapMode::LINEAR,
            },
            address: [sampler.address_u, sampler.address_v, sampler.address_w].map(address),
            // D3D12 numbers comparisons from 1, Vulkan from 0, in one order.
            compare: (sampler.filter.reduction() == FilterReduction::Comparison)
                .then(|| vk::CompareOp::from_raw(sampler.comparison_func.0.clamp(1, 8) as i32 - 1)),
            bias: sampler.mip_lod_bias.get(),
            lod: [sampler.min_lod.get(), sampler.max_lod.get()],
            border: match sampler.border_color {
                BorderColor::OPAQUE_BLACK => vk::BorderColor::FLOAT_OPAQUE_BLACK,
                BorderColor::OPAQUE_WHITE => vk::BorderColor::FLOAT_OPAQUE_WHITE,
                BorderColor::OPAQUE_BLACK_UINT => vk::BorderColor::INT_OPAQUE_BLACK,
                BorderColor::OPAQUE_WHITE_UINT => vk::BorderColor::INT_OPAQUE_WHITE,
                _ => vk::BorderColor::FLOAT_TRANSPARENT_BLACK,
            },
        }
    }
}
