//! Samples, gathers and level-of-detail queries: what takes a texture and a sampler.

use super::offset::Offset;
use super::{Image, Operands};
use crate::error::{Error, Result};
use crate::ir::{Flags, Inst, Op, Type, TypeData, Value};
use crate::lower::Lower;
use crate::lower::quads::Derivatives;
use ::spirv::{Dim, ImageOperands};
use smallvec::SmallVec;

/// Operand of the first coordinate.
const COORDINATES: usize = 2;
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
        let implicit = matches!(
            op,
            Op::Sample | Op::SampleBias | Op::SampleCmp | Op::SampleCmpBias
        );
        if implicit {
            self.need_derivatives(inst)?;
        }
        let combined = self.with_sampler(inst, &image)?;
        let coordinate = self.operand_vector(inst, COORDINATES, image.coordinates())?;
        // First operand behind the reference value.
        let extra = SAMPLE_EXTRA + usize::from(compare);
        let offset = self.offset(inst, &image, false)?;
        let mut operands = Operands::default();
        let (place, clamp) = match implicit {
            true => self.implicit_operands(inst, &image, combined, extra, offset, &mut operands)?,
            false => self.explicit_operands(inst, &image, extra, offset, &mut operands)?,
        };
        let clamp = clamp.map(|clamp| self.defined(inst, clamp)).transpose()?;
        let clamp = clamp.filter(|&clamp| self.module.const_bits(clamp) != Some(0));
        let coordinate = match offset {
            Offset::Texels(texels) => {
                let place = match clamp {
                    Some(clamp) => self.emit(Op::NMax, Flags::NONE, Type::F32, &[place, clamp]),
                    None => place,
                };
                self.moved(&image, coordinate, texels, place)
            }
            _ => coordinate,
        };
        let mut args: SmallVec<[Value; 3]> = smallvec::smallvec![combined, coordinate];
        if compare {
            args.push(self.defined(inst, SAMPLE_EXTRA)?);
        }
        offset.push(&mut operands);
        if let Some(clamp) = clamp {
            operands.push(ImageOperands::MIN_LOD, &[clamp]);
        }
        let given = (ImageOperands::LOD | ImageOperands::GRAD).bits() & operands.mask != 0;
        let op = match (compare, given) {
            (false, false) => Op::ImageSampleImplicit,
            (false, true) => Op::ImageSampleExplicit,
            (true, false) => Op::ImageSampleDrefImplicit,
            (true, true) => Op::ImageSampleDrefExplicit,
        };
        let texel = if compare {
            Type::F32
        } else {
            self.module.types.vector(image.shape.sampled, 4)
        };
        self.finish_texel(inst, &image.shape, op, texel, &args, &operands)
    }

    /// Adds what a sample of implicit level takes: gradients where Vulkan takes no derivatives by itself, or would take
    /// those of coordinates that an offset has moved. Gives the level, where an offset needs it, and the operand of the
    /// clamp.
    #[inline(never)]
    fn implicit_operands(
        &mut self,
        inst: Inst,
        image: &Image,
        combined: Value,
        extra: usize,
        offset: Offset,
        operands: &mut Operands,
    ) -> Result<(Value, Option<usize>)> {
        let biased = matches!(self.func.insts[inst].op, Op::SampleBias | Op::SampleCmpBias);
        let bias = match biased {
            true => Some(self.defined(inst, extra)?),
            false => None,
        };
        let clamp = Some(extra + usize::from(biased));
        let none = self.module.scalar(Type::F32, 0);
        let moved = matches!(offset, Offset::Texels(_));
        if moved || self.quads.derivatives != Derivatives::Native {
            let gradients = self.coordinate_gradients(inst, image, bias)?;
            operands.push(ImageOperands::GRAD, &gradients);
            if !moved {
                return Ok((none, clamp));
            }
            let coordinate = self.operand_vector(inst, COORDINATES, image.spatial())?;
            let lod = self.implicit_lod(image, combined, coordinate, gradients, bias);
            return Ok((lod, clamp));
        }
        if let Some(bias) = bias {
            operands.push(ImageOperands::BIAS, &[bias]);
        }
        Ok((none, clamp))
    }

    /// Adds the level or the gradients that a sample names. Gives the level, and the operand of the clamp.
    fn explicit_operands(
        &mut self,
        inst: Inst,
        image: &Image,
        extra: usize,
        offset: Offset,
        operands: &mut Operands,
    ) -> Result<(Value, Option<usize>)> {
        let lod = match self.func.insts[inst].op {
            Op::SampleLevel | Op::SampleCmpLevel => self.defined(inst, extra)?,
            Op::SampleGrad | Op::SampleCmpGrad => {
                let ddx = self.operand_vector(inst, extra, image.spatial())?;
                let ddy = self.operand_vector(inst, extra + 3, image.spatial())?;
                operands.push(ImageOperands::GRAD, &[ddx, ddy]);
                let coordinate = self.operand_vector(inst, COORDINATES, image.spatial())?;
                let lod = match offset {
                    Offset::Texels(_) => self.gradient_lod(image, coordinate, [ddx, ddy]),
                    _ => self.module.scalar(Type::F32, 0),
                };
                return Ok((lod, Some(extra + 6)));
            }
            _ => self.module.scalar(Type::F32, 0),
        };
        operands.push(ImageOperands::LOD, &[lod]);
        Ok((lod, None))
    }

    /// Derivatives of the coordinates of a sample, such that the level of detail is `bias` more.
    fn coordinate_gradients(&mut self, inst: Inst, image: &Image, bias: Option<Value>) -> Result<[Value; 2]> {
        let coordinate = self.operand_vector(inst, COORDINATES, image.spatial())?;
        let mut gradients = match self.quads.derivatives {
            Derivatives::Native => {
                let ty = self.value_ty(coordinate);
                [Op::DPdxCoarse, Op::DPdyCoarse].map(|op| self.emit(op, Flags::NONE, ty, &[coordinate]))
            }
            _ => self.gradients(coordinate),
        };
        if let Some(bias) = bias
            && self.quads.derivatives != Derivatives::Zero
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
            let op = data.op;
            return Err(Error::unsupported(format!(
                "{op} of a texture whose components are integers"
            )));
        }
        let combined = self.with_sampler(inst, &image)?;
        let coordinate = self.operand_vector(inst, COORDINATES, image.coordinates())?;
        let (op, third) = if compare {
            (Op::ImageDrefGather, self.defined(inst, GATHER_EXTRA)?)
        } else {
            (Op::ImageGather, self.i32(data.imm & 3))
        };
        let mut operands = Operands::default();
        self.offset(inst, &image, true)?.push(&mut operands);
        let texel = self.module.types.vector(image.shape.sampled, 4);
        let args = [combined, coordinate, third];
        self.finish_texel(inst, &image.shape, op, texel, &args, &operands)
    }

    /// Lowers a raw gather: the bits of the four texels, of formats with one component or, for 64 bits, two.
    #[inline(never)]
    pub fn gather_raw(&mut self, inst: Inst) -> Result<()> {
        let data = self.func.insts[inst];
        let sparse = data.flags.has(Flags::SPARSE);
        let result = match sparse {
            true => self.module.types.element(data.ty, 0),
            false => Some(data.ty),
        };
        let result = result.ok_or_else(|| Error::internal("sparse access without components"))?;
        if self.module.types.scalar(result) != Type::I64 {
            return self.gather(inst);
        }
        let image = self.gathered_texture(inst)?;
        let combined = self.with_sampler(inst, &image)?;
        let coordinate = self.operand_vector(inst, COORDINATES, image.coordinates())?;
        let mut operands = Operands::default();
        self.offset(inst, &image, true)?.push(&mut operands);
        let texel = self.module.types.vector(image.shape.sampled, 4);
        let words_ty = self.module.types.vector(Type::I32, 4);
        let mut halves = [combined; 2];
        // Both are of the same texels: one tells whether they are there.
        let mut status = None;
        for (channel, half) in (0..).zip(&mut halves) {
            let asked = sparse && channel == 0;
            let channel = self.i32(channel);
            let mut args: SmallVec<[Value; 4]> = smallvec::smallvec![combined, coordinate, channel];
            args.extend_from_slice(&operands.values);
            let (ty, flags) = match asked {
                true => (self.module.types.tuple(&[Type::I32, texel]), Flags::SPARSE),
                false => (texel, Flags::NONE),
            };
            let mut value = self.emit_imm(Op::ImageGather, flags, ty, &args, operands.mask);
            if asked {
                let code = self.emit_imm(Op::Extract, Flags::NONE, Type::I32, &[value], 0);
                value = self.emit_imm(Op::Extract, Flags::NONE, texel, &[value], 1);
                status = Some(self.status_of(code));
            }
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
        match status {
            None => self.finish(inst, Op::Construct, Flags::NONE, &texels, 0),
            Some(status) => {
                let value = self.emit(Op::Construct, Flags::NONE, result, &texels);
                self.finish(inst, Op::Construct, Flags::NONE, &[value, status], 0);
            }
        }
        Ok(())
    }

    /// Lowers a query of the level of detail that a sample would use; the coordinates have no layer.
    #[inline(never)]
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
        let log = self.gradient_log(image, coordinate, gradients);
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

    /// The level of detail of derivatives.
    pub(super) fn gradient_lod(&mut self, image: &Image, coordinate: Value, gradients: [Value; 2]) -> Value {
        let log = self.gradient_log(image, coordinate, gradients);
        let half = self.module.float(Type::F32, 0.5);
        self.emit(Op::FMul, Flags::NONE, Type::F32, &[log, half])
    }

    /// The logarithm of the square of the longer side of a pixel in texels.
    fn gradient_log(&mut self, image: &Image, coordinate: Value, gradients: [Value; 2]) -> Value {
        let zero = self.i32(0);
        let sizes = self.sizes(image, zero);
        let squares = if image.shape.dim == Dim::DimCube {
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
        self.emit(Op::Log2, Flags::NONE, Type::F32, &[longer])
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
