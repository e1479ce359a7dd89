//! Samples, gathers and level-of-detail queries: what takes a texture and a sampler.

use super::{Image, Operands};
use crate::error::{Error, Result};
use crate::ir::{Flags, Inst, Op, Type, TypeData, Value};
use crate::lower::Lower;
use crate::lower::quads::Derivatives;
use ::spirv::{Dim, ImageOperands};
use smallvec::SmallVec;

/// Operand of the first coordinate.
const COORDINATES: usize = 2;
/// Operand of the first offset.
const OFFSETS: usize = 6;
/// First operand after the offsets of a sample.
const SAMPLE_EXTRA: usize = 9;
/// First operand after the offsets of a gather.
const GATHER_EXTRA: usize = 8;

impl Lower<'_> {
    /// The texture that operand 0 names, which must be one that can be sampled.
    fn sampled_texture(&self, inst: Inst) -> Result<Image> {
        let image = self.image(inst)?;
        let shape = image.shape;
        if shape.storage || shape.multisampled || image.is_buffer() {
            return Err(self.misused(inst));
        }
        Ok(image)
    }

    /// The texture combined with the sampler that operand 1 names.
    fn with_sampler(&mut self, inst: Inst, image: &Image) -> Result<Value> {
        self.with_sampler_operand(inst, image, 1)
    }

    /// The texture combined with the sampler that operand `index` names.
    pub(super) fn with_sampler_operand(&mut self, inst: Inst, image: &Image, index: usize) -> Result<Value> {
        let handle = self.handle_operand(inst, index)?;
        let sampler = handle
            .object
            .filter(|&object| matches!(self.module.types.get(self.value_ty(object)), TypeData::Sampler))
            .ok_or_else(|| Error::malformed(format!("operand {index} is not a sampler")))?;
        let ty = self.module.types.intern(TypeData::SampledImage(image.ty));
        let flags = image.flags.with(handle.flags);
        Ok(self.emit(Op::SampledImage, flags, ty, &[image.object, sampler]))
    }

    /// Adds the texel offset, which starts at operand `OFFSETS`.
    fn offset(&mut self, inst: Inst, image: &Image, gather: bool, operands: &mut Operands) -> Result<()> {
        if image.shape.dim == Dim::DimCube {
            return Ok(());
        }
        let mut values = SmallVec::<[Value; 3]>::new();
        let (mut constant, mut zero) = (true, true);
        for index in OFFSETS..OFFSETS + image.spatial() {
            let mut value = self.defined(inst, index)?;
            match self.module.const_bits(value) {
                // Samples use 4 bits, with sign; gathers use more.
                Some(bits) if !gather => {
                    let offset = (bits as i32) << 28 >> 28;
                    value = self.i32(offset as u32);
                    zero &= offset == 0;
                }
                Some(bits) => zero &= bits == 0,
                None => (constant, zero) = (false, false),
            }
            values.push(value);
        }
        if zero {
            return Ok(());
        }
        if !constant && !gather {
            return Err(Error::unsupported(
                "sample with an offset that is not constant (it needs VK_KHR_maintenance8)",
            ));
        }
        let vector = self.vector(&values);
        let operand = if constant {
            ImageOperands::CONST_OFFSET
        } else {
            ImageOperands::OFFSET
        };
        operands.push(operand, &[vector]);
        Ok(())
    }

    /// Lowers a sample, with comparison or without.
    pub fn sample(&mut self, inst: Inst) -> Result<()> {
        let op = self.func.insts[inst].op;
        let image = self.sampled_texture(inst)?;
        let compare = matches!(
            op,
            Op::SampleCmp
                | Op::SampleCmpLevelZero
                | Op::SampleCmpLevel
                | Op::SampleCmpGrad
                | Op::SampleCmpBias
        );
        if compare && (image.shape.dim == Dim::Dim3D || image.shape.sampled != Type::F32) {
            return Err(self.misused(inst));
        }
        let mut implicit = matches!(
            op,
            Op::Sample | Op::SampleBias | Op::SampleCmp | Op::SampleCmpBias
        );
        if implicit {
            self.need_derivatives(inst)?;
        }
        // Where Vulkan takes no derivatives by itself.
        let explicit_gradients = implicit && self.quads.derivatives != Derivatives::Native;
        implicit &= !explicit_gradients;
        let combined = self.with_sampler(inst, &image)?;
        let coordinate = self.operand_vector(inst, COORDINATES, image.coordinates())?;
        let mut args: SmallVec<[Value; 3]> = smallvec::smallvec![combined, coordinate];
        if compare {
            args.push(self.defined(inst, SAMPLE_EXTRA)?);
        }
        // First operand behind the reference value.
        let extra = SAMPLE_EXTRA + usize::from(compare);
        let mut operands = Operands::default();
        let clamp = match op {
            Op::Sample | Op::SampleCmp if explicit_gradients => {
                let gradients = self.coordinate_gradients(inst, &image, None)?;
                operands.push(ImageOperands::GRAD, &gradients);
                Some(extra)
            }
            Op::SampleBias | Op::SampleCmpBias if explicit_gradients => {
                let bias = self.defined(inst, extra)?;
                let gradients = self.coordinate_gradients(inst, &image, Some(bias))?;
                operands.push(ImageOperands::GRAD, &gradients);
                Some(extra + 1)
            }
            Op::SampleBias | Op::SampleCmpBias => {
                let bias = self.defined(inst, extra)?;
                operands.push(ImageOperands::BIAS, &[bias]);
                Some(extra + 1)
            }
            Op::SampleLevel | Op::SampleCmpLevel => {
                let lod = self.defined(inst, extra)?;
                operands.push(ImageOperands::LOD, &[lod]);
                None
            }
            Op::SampleCmpLevelZero => {
                let lod = self.module.scalar(Type::F32, 0);
                operands.push(ImageOperands::LOD, &[lod]);
                None
            }
            Op::SampleGrad | Op::SampleCmpGrad => {
                let ddx = self.operand_vector(inst, extra, image.spatial())?;
                let ddy = self.operand_vector(inst, extra + 3, image.spatial())?;
                operands.push(ImageOperands::GRAD, &[ddx, ddy]);
                Some(extra + 6)
            }
            _ => Some(extra),
        };
        self.offset(inst, &image, false, &mut operands)?;
        if let Some(clamp) = clamp {
            let clamp = self.defined(inst, clamp)?;
            if self.module.const_bits(clamp) != Some(0) {
                operands.push(ImageOperands::MIN_LOD, &[clamp]);
            }
        }
        let op = match (compare, implicit) {
            (false, true) => Op::ImageSampleImplicit,
            (false, false) => Op::ImageSampleExplicit,
            (true, true) => Op::ImageSampleDrefImplicit,
            (true, false) => Op::ImageSampleDrefExplicit,
        };
        let texel = if compare {
            Type::F32
        } else {
            self.module.types.vector(image.shape.sampled, 4)
        };
        self.finish_texel(inst, &image.shape, op, texel, &args, &operands)
    }

    /// Derivatives of the coordinates of a sample, such that the level of detail is `bias` more.
    fn coordinate_gradients(&mut self, inst: Inst, image: &Image, bias: Option<Value>) -> Result<[Value; 2]> {
        let coordinate = self.operand_vector(inst, COORDINATES, image.spatial())?;
        let mut gradients = self.gradients(coordinate);
        if let Some(bias) = bias
            && self.quads.derivatives == Derivatives::Computed
        {
            let ty = self.value_ty(coordinate);
            let scale = self.emit(Op::Exp2, Flags::NONE, Type::F32, &[bias]);
            let scale = self.vector(&SmallVec::<[Value; 3]>::from_elem(scale, image.spatial()));
            gradients = gradients.map(|g| self.emit(Op::FMul, Flags::NONE, ty, &[g, scale]));
        }
        Ok(gradients)
    }

    /// The texture of a gather, which must be one that can be gathered.
    fn gathered_texture(&self, inst: Inst) -> Result<Image> {
        let image = self.sampled_texture(inst)?;
        if !matches!(image.shape.dim, Dim::Dim2D | Dim::DimCube) {
            return Err(self.misused(inst));
        }
        Ok(image)
    }

    /// Lowers a gather, with comparison or without.
    pub fn gather(&mut self, inst: Inst) -> Result<()> {
        let data = self.func.insts[inst];
        let image = self.gathered_texture(inst)?;
        let compare = data.op == Op::GatherCmp;
        if compare && image.shape.sampled != Type::F32 {
            return Err(self.misused(inst));
        }
        let combined = self.with_sampler(inst, &image)?;
        let coordinate = self.operand_vector(inst, COORDINATES, image.coordinates())?;
        let (op, third) = if compare {
            (Op::ImageDrefGather, self.defined(inst, GATHER_EXTRA)?)
        } else {
            (Op::ImageGather, self.i32(data.imm & 3))
        };
        let mut operands = Operands::default();
        self.offset(inst, &image, true, &mut operands)?;
        let texel = self.module.types.vector(image.shape.sampled, 4);
        let args = [combined, coordinate, third];
        self.finish_texel(inst, &image.shape, op, texel, &args, &operands)
    }

    /// Lowers a raw gather: the bits of the four texels, of formats with one component or, for 64 bits, two.
    pub fn gather_raw(&mut self, inst: Inst) -> Result<()> {
        let data = self.func.insts[inst];
        let sparse = data.flags.has(Flags::SPARSE);
        let scalar = self.module.types.scalar(data.ty);
        if sparse || scalar != Type::I64 {
            if sparse
                && let Some(vector) = self.module.types.element(data.ty, 0)
                && self.module.types.scalar(vector) == Type::I64
            {
                return Err(Error::unsupported("64-bit raw gather with status"));
            }
            return self.gather(inst);
        }
        let image = self.gathered_texture(inst)?;
        let combined = self.with_sampler(inst, &image)?;
        let coordinate = self.operand_vector(inst, COORDINATES, image.coordinates())?;
        let mut operands = Operands::default();
        self.offset(inst, &image, true, &mut operands)?;
        let texel = self.module.types.vector(image.shape.sampled, 4);
        let words_ty = self.module.types.vector(Type::I32, 4);
        let mut halves = [combined; 2];
        for (channel, half) in (0..).zip(&mut halves) {
            let channel = self.i32(channel);
            let mut args: SmallVec<[Value; 4]> = smallvec::smallvec![combined, coordinate, channel];
            args.extend_from_slice(&operands.values);
            let value = self.emit_imm(Op::ImageGather, Flags::NONE, texel, &args, operands.mask);
            *half = self.bitcast(value, words_ty);
        }
        let pair_ty = self.module.types.vector(Type::I32, 2);
        let mut texels = SmallVec::<[Value; 4]>::new();
        for index in 0..4 {
            let [low, high] =
                halves.map(|half| self.emit_imm(Op::Extract, Flags::NONE, Type::I32, &[half], index));
            let pair = self.emit(Op::Construct, Flags::NONE, pair_ty, &[low, high]);
            texels.push(self.emit(Op::Bitcast, Flags::NONE, Type::I64, &[pair]));
        }
        self.finish(inst, Op::Construct, Flags::NONE, &texels, 0);
        Ok(())
    }

    /// Lowers a query of the level of detail that a sample would use; the coordinates have no layer.
    pub fn calculate_lod(&mut self, inst: Inst) -> Result<()> {
        self.need_derivatives(inst)?;
        let clamped = self.func.insts[inst].imm & 1 != 0;
        let image = self.sampled_texture(inst)?;
        match self.quads.derivatives {
            Derivatives::Native => {}
            Derivatives::Computed => return self.computed_lod(inst, &image, clamped),
            Derivatives::Zero => {
                let zero = self.module.scalar(Type::F32, 0);
                self.forward(inst, zero);
                return Ok(());
            }
        }
        let combined = self.with_sampler(inst, &image)?;
        let coordinate = self.operand_vector(inst, COORDINATES, image.spatial())?;
        let pair_ty = self.module.types.vector(Type::F32, 2);
        let levels = self.emit(Op::ImageQueryLod, Flags::NONE, pair_ty, &[combined, coordinate]);
        self.finish(inst, Op::Extract, Flags::NONE, &[levels], u32::from(!clamped));
        Ok(())
    }

    /// The level of detail from derivatives: the logarithm of the longer side of a pixel in texels. The sampler, which is
    /// known to the device alone, is taken for one without bias, limits and anisotropy.
    fn computed_lod(&mut self, inst: Inst, image: &Image, clamped: bool) -> Result<()> {
        let coordinate = self.operand_vector(inst, COORDINATES, image.spatial())?;
        let gradients = self.gradients(coordinate);
        let zero = self.i32(0);
        // Cubes have the size of a face.
        let cube = image.shape.dim == Dim::DimCube;
        let dimensions = if cube { 2 } else { image.spatial() as u32 };
        let size_ty = (self.module.types).vector(Type::I32, dimensions + u32::from(image.shape.arrayed));
        let size = self.emit(Op::ImageQuerySizeLod, Flags::NONE, size_ty, &[image.object, zero]);
        let mut sizes = SmallVec::<[Value; 3]>::new();
        for index in 0..dimensions {
            let side = match size_ty {
                Type::I32 => size,
                _ => self.emit_imm(Op::Extract, Flags::NONE, Type::I32, &[size], index),
            };
            sizes.push(self.emit(Op::UToF, Flags::NONE, Type::F32, &[side]));
        }
        let squares = if cube {
            let face = sizes.first().copied().unwrap_or(zero);
            self.cube_lengths(coordinate, gradients, face)
        } else {
            let scale = self.vector(&sizes);
            let ty = self.value_ty(coordinate);
            gradients.map(|gradient| {
                let texels = self.emit(Op::FMul, Flags::NONE, ty, &[gradient, scale]);
                self.square_length(texels)
            })
        };
        let longer = self.emit(Op::NMax, Flags::NONE, Type::F32, &squares);
        let log = self.emit(Op::Log2, Flags::NONE, Type::F32, &[longer]);
        let half = self.module.float(Type::F32, 0.5);
        if !clamped {
            self.finish(inst, Op::FMul, Flags::NONE, &[log, half], 0);
            return Ok(());
        }
        let lod = self.emit(Op::FMul, Flags::NONE, Type::F32, &[log, half]);
        let levels = self.emit(Op::ImageQueryLevels, Flags::NONE, Type::I32, &[image.object]);
        let levels = self.emit(Op::UToF, Flags::NONE, Type::F32, &[levels]);
        let (first, one) = (
            self.module.float(Type::F32, 0.0),
            self.module.float(Type::F32, 1.0),
        );
        let last = self.emit(Op::FSub, Flags::NONE, Type::F32, &[levels, one]);
        // A null texture has no levels.
        let last = self.emit(Op::NMax, Flags::NONE, Type::F32, &[last, first]);
        self.finish(inst, Op::NClamp, Flags::NONE, &[lod, first, last], 0);
        Ok(())
    }

    fn square_length(&mut self, vector: Value) -> Value {
        let op = match self.value_ty(vector) {
            Type::F32 => Op::FMul,
            _ => Op::Dot,
        };
        self.emit(op, Flags::NONE, Type::F32, &[vector, vector])
    }

    /// Squares of the lengths, in texels, that the point on a cube's face moves when the direction changes by `gradients`.
    fn cube_lengths(&mut self, direction: Value, gradients: [Value; 2], face: Value) -> [Value; 2] {
        let ty = self.value_ty(direction);
        let parts = |this: &mut Self, vector: Value| {
            [0, 1, 2].map(|index| this.emit_imm(Op::Extract, Flags::NONE, Type::F32, &[vector], index))
        };
        let [x, y, z] = parts(self, direction);
        let [ax, ay, az] = [x, y, z].map(|part| self.emit(Op::FAbs, Flags::NONE, Type::F32, &[part]));
        let most_xy = self.emit(Op::NMax, Flags::NONE, Type::F32, &[ax, ay]);
        let most = self.emit(Op::NMax, Flags::NONE, Type::F32, &[most_xy, az]);
        let is_z = self.emit(Op::FOEq, Flags::NONE, Type::BOOL, &[az, most]);
        let is_y = self.emit(Op::FOEq, Flags::NONE, Type::BOOL, &[ay, most]);
        let largest = |this: &mut Self, [x, y, z]: [Value; 3]| {
            let rest = this.emit(Op::Select, Flags::NONE, Type::F32, &[is_y, y, x]);
            this.emit(Op::Select, Flags::NONE, Type::F32, &[is_z, z, rest])
        };
        let major = largest(self, [x, y, z]);
        // d(direction / major) = (gradient - direction * d(major) / major) / major, which is 0 along the major axis. Faces
        // go from -1 to 1.
        let half = self.module.float(Type::F32, 0.5);
        let scale = self.emit(Op::FMul, Flags::NONE, Type::F32, &[face, half]);
        let scale = self.emit(Op::FDiv, Flags::NONE, Type::F32, &[scale, major]);
        let scale = self.vector(&[scale; 3]);
        gradients.map(|gradient| {
            let gradient_parts = parts(self, gradient);
            let change = largest(self, gradient_parts);
            let ratio = self.emit(Op::FDiv, Flags::NONE, Type::F32, &[change, major]);
            let ratio = self.vector(&[ratio; 3]);
            let along = self.emit(Op::FMul, Flags::NONE, ty, &[direction, ratio]);
            let across = self.emit(Op::FSub, Flags::NONE, ty, &[gradient, along]);
            let texels = self.emit(Op::FMul, Flags::NONE, ty, &[across, scale]);
            self.square_length(texels)
        })
    }
}
