//! Texel offsets of samples and gathers.
//!
//! D3D12 takes the low four bits of a sample's offset, with sign, and six of a gather's. Vulkan has constant ones; those that
//! the shader computes are an operand of gathers, and of samples (SM 6.7) with `VK_KHR_maintenance8`. Without that they are added
//! to the coordinates, in texels of the level that is sampled, which is the same but for samples between two levels: both get the
//! offset of the nearer one.
//!
//! Facts: "SM 6.7 Advanced Texture Operations", programmable offsets; Vulkan's chapters "Texel Offsets" and "Level-of-Detail
//! Operation".

use super::{Image, Operands};
use crate::error::Result;
use crate::ir::{Flags, Inst, Op, Type, Value};
use crate::lower::Lower;
use crate::lower::quads::Derivatives;
use ::spirv::{Dim, ImageOperands};
use smallvec::SmallVec;

/// Operand of the first offset.
const OFFSETS: usize = 6;

/// Bits of the offset of a sample or a load, and of a gather ("gather4_po" in the reference of shader model 5).
pub(super) const OFFSET_BITS: u32 = 4;
const GATHER_OFFSET_BITS: u32 = 6;

/// The offset of a sample.
#[derive(Clone, Copy, Debug)]
pub(super) enum Offset {
    /// None.
    Zero,
    /// An operand, and what kind of one.
    Operand(ImageOperands, Value),
    /// Texels to add to the coordinates.
    Texels(Value),
}

impl Offset {
    /// Adds it to the operands, where it is one.
    pub fn push(self, operands: &mut Operands) {
        if let Self::Operand(kind, value) = self {
            operands.push(kind, &[value]);
        }
    }
}

impl Lower<'_> {
    /// The low bits of an offset, with sign.
    pub(super) fn wrapped_offset(&mut self, value: Value, count: u32) -> Value {
        if let Some(bits) = self.module.const_bits(value) {
            let above = 32 - count;
            let offset = (bits as i32) << above >> above;
            return self.i32(offset as u32);
        }
        let (zero, count) = (self.i32(0), self.i32(count));
        self.emit(
            Op::BitFieldSExtract,
            Flags::NONE,
            Type::I32,
            &[value, zero, count],
        )
    }

    /// The texel offset of a sample or gather.
    pub(super) fn offset(&mut self, inst: Inst, image: &Image, gather: bool) -> Result<Offset> {
        if image.shape.dim == Dim::DimCube {
            return Ok(Offset::Zero);
        }
        let bits = if gather { GATHER_OFFSET_BITS } else { OFFSET_BITS };
        let mut values = SmallVec::<[Value; 3]>::new();
        let (mut constant, mut zero) = (true, true);
        for index in OFFSETS..OFFSETS + image.spatial() {
            let value = self.defined(inst, index)?;
            let value = self.wrapped_offset(value, bits);
            match self.module.const_bits(value) {
                Some(bits) => zero &= bits == 0,
                None => (constant, zero) = (false, false),
            }
            values.push(value);
        }
        if zero {
            return Ok(Offset::Zero);
        }
        let vector = self.vector(&values);
        Ok(if constant {
            Offset::Operand(ImageOperands::CONST_OFFSET, vector)
        } else if gather || self.options.sample_offsets {
            Offset::Operand(ImageOperands::OFFSET, vector)
        } else {
            Offset::Texels(vector)
        })
    }

    /// `coordinate` moved by so many texels of a level, which `lod` says as a float.
    pub(super) fn moved(&mut self, image: &Image, coordinate: Value, texels: Value, lod: Value) -> Value {
        let dimensions = image.spatial() as u32;
        let level = self.existing_level(image, lod);
        let size = self.sizes(image, level);
        let size = self.vector(&size);
        let ty = self.value_ty(size);
        let texels = self.emit(Op::SToF, Flags::NONE, ty, &[texels]);
        let mut shift = self.emit(Op::FDiv, Flags::NONE, ty, &[texels, size]);
        if image.shape.arrayed {
            // The layer stays.
            let mut parts = SmallVec::<[Value; 4]>::new();
            for index in 0..dimensions {
                parts.push(match dimensions {
                    1 => shift,
                    _ => self.emit_imm(Op::Extract, Flags::NONE, Type::F32, &[shift], index),
                });
            }
            parts.push(self.module.scalar(Type::F32, 0));
            shift = self.vector(&parts);
        }
        let ty = self.value_ty(coordinate);
        self.emit(Op::FAdd, Flags::NONE, ty, &[coordinate, shift])
    }

    /// The nearest level that a texture has, as a number.
    fn existing_level(&mut self, image: &Image, lod: Value) -> Value {
        let first = self.module.float(Type::F32, 0.0);
        if lod == first {
            return self.i32(0);
        }
        let levels = self.emit(Op::ImageQueryLevels, Flags::NONE, Type::I32, &[image.object]);
        let levels = self.emit(Op::UToF, Flags::NONE, Type::F32, &[levels]);
        let one = self.module.float(Type::F32, 1.0);
        let last = self.emit(Op::FSub, Flags::NONE, Type::F32, &[levels, one]);
        // A null texture has no levels.
        let last = self.emit(Op::NMax, Flags::NONE, Type::F32, &[last, first]);
        let level = self.emit(Op::RoundEven, Flags::NONE, Type::F32, &[lod]);
        let level = self.emit(Op::NClamp, Flags::NONE, Type::F32, &[level, first, last]);
        self.emit(Op::FToU, Flags::NONE, Type::I32, &[level])
    }

    /// Width, height and depth of a level, without layers, as floats.
    pub(super) fn sizes(&mut self, image: &Image, level: Value) -> SmallVec<[Value; 3]> {
        // Cubes have the size of a face.
        let cube = image.shape.dim == Dim::DimCube;
        let dimensions = if cube { 2 } else { image.spatial() as u32 };
        let size_ty = (self.module.types).vector(Type::I32, dimensions + u32::from(image.shape.arrayed));
        let size = self.emit(
            Op::ImageQuerySizeLod,
            Flags::NONE,
            size_ty,
            &[image.object, level],
        );
        let mut sizes = SmallVec::<[Value; 3]>::new();
        for index in 0..dimensions {
            let side = match size_ty {
                Type::I32 => size,
                _ => self.emit_imm(Op::Extract, Flags::NONE, Type::I32, &[size], index),
            };
            sizes.push(self.emit(Op::UToF, Flags::NONE, Type::F32, &[side]));
        }
        sizes
    }

    /// The level that a sample takes by derivatives of its coordinates: the sampler's answer where Vulkan has a query,
    /// else that of a sampler without bias and anisotropy.
    pub(super) fn implicit_lod(
        &mut self,
        image: &Image,
        combined: Value,
        coordinate: Value,
        gradients: [Value; 2],
        bias: Option<Value>,
    ) -> Value {
        if self.quads.derivatives != Derivatives::Native {
            // The bias is in the gradients.
            return self.gradient_lod(image, coordinate, gradients);
        }
        let pair_ty = self.module.types.vector(Type::F32, 2);
        let levels = self.emit(Op::ImageQueryLod, Flags::NONE, pair_ty, &[combined, coordinate]);
        match bias {
            // What the sampler holds the sum within is not known here.
            Some(bias) => {
                let lod = self.emit_imm(Op::Extract, Flags::NONE, Type::F32, &[levels], 1);
                self.emit(Op::FAdd, Flags::NONE, Type::F32, &[lod, bias])
            }
            // The level that is accessed, within the sampler's.
            None => self.emit_imm(Op::Extract, Flags::NONE, Type::F32, &[levels], 0),
        }
    }
}
