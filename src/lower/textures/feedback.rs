//! Sampler feedback, which Vulkan does not have: maps are images that atomics mark.
//!
//! A map is a storage image of `R64_UINT`, arrayed where the texture is. Each texel stands for a region of the texture's
//! first level, whose size is a power of two: the low four bits of the image's width and height are its logarithms, so
//! that nothing but the image has to be bound. Level `n` of the texture has bits `4 n` to `4 n + 3` of each texel, which say
//! what of the level was accessed, in regions of the same size: the texel's own, and, by samples whose footprint begins in
//! it, the one to its right, the one below and the one across. Whoever resolves a map takes the four together; maps of the
//! least level and of regions used are written alike. (The layout is the one that vkd3d-proton binds.)
//!
//! ```text
//! level   = as the sample would have it; two levels where it lies between them
//! place   = fract(coordinate) * size of the level / size of a region
//! low     = place - half a texel, high = place + half a texel          a wider footprint where gradients ask for one
//! map[low] |= (1 | right << 1 | below << 2 | both << 3) << 4 * level   where low and high are in different regions
//! ```
//!
//! What a sampler does is known to the device alone, except for the level of detail. So a coordinate beyond 1 is one that
//! wraps, filters are linear, and gradients of unequal length mean an anisotropic filter, of 16 texels at most; explicit
//! gradients never do. D3D12 leaves that much to devices ("Sampler Feedback", "Precision").

use super::Image;
use crate::error::{Error, Result};
use crate::ir::{Edge, Flags, Inst, Op, StorageClass, Terminator, Type, Value};
use crate::lower::Lower;
use crate::lower::handles::{Access, Handle};
use crate::lower::steps::Derivatives;
use crate::lower::variables::Shape;
use crate::lower::writer::Writer;
use crate::shader::ResourceKind;
use ::spirv::ImageFormat;

/// Operands of all forms: the map, the texture, the sampler, the coordinates, then what is left.
const TEXTURE: usize = 1;
const SAMPLER: usize = 2;
const COORDINATES: usize = 3;
const LAYER: usize = 5;
const EXTRA: usize = 7;

/// The last level that a texel has bits for and that a texture may have.
const LAST_LEVEL: f64 = 14.0;
/// Behind this part of a level, the next is accessed too: between one and one half of the 256th that filters work with.
const NEXT_LEVEL: f64 = 1.0 - 0.75 / 256.0;
/// How much gradients may be off before they count for the next power of two.
const SLACK: f64 = 1.0 / 256.0;
/// Bits of a float's mantissa, and its exponent for 1.
const MANTISSA: u32 = 23;
const ONE: u32 = 127;
/// SPIR-V's Device scope.
const SCOPE_DEVICE: u32 = 1;

/// What is the same for both levels.
#[derive(Clone, Copy)]
struct Sampled {
    /// Width and height of the texture, and its last level.
    size: Value,
    last: Value,
    /// Coordinates within the texture.
    place: Value,
    /// Logarithm of a region's size.
    region: Value,
    /// By how much the coordinates change from pixel to pixel, where an anisotropic filter may be.
    gradient: Option<Value>,
}

impl Lower<'_> {
    /// Lowers sampler feedback.
    pub fn write_feedback(&mut self, inst: Inst) -> Result<()> {
        let handle = self.handle_of(inst)?;
        let kind = self.resource(&handle)?.kind;
        if !matches!(
            kind,
            ResourceKind::FeedbackTexture2D | ResourceKind::FeedbackTexture2DArray
        ) {
            return Err(self.misused(inst));
        }
        let map = self.image(inst)?;
        let texture = self.image_operand(inst, TEXTURE)?;
        let plain = texture.spatial() == 2 && !texture.shape.storage && !texture.shape.multisampled;
        if !plain || texture.shape.arrayed != map.shape.arrayed || map.shape.format != ImageFormat::R64ui {
            return Err(Error::malformed(
                "sampler feedback of a texture that the map is not for",
            ));
        }
        let size_ty = (self.module.types).vector(Type::I32, map.coordinates() as u32);
        let size = self.emit(Op::ImageQuerySize, Flags::NONE, size_ty, &[map.object]);
        let low = self.pair(15);
        let region = self.first_two(size);
        let region = self.ints(Op::And, &[region, low]);
        let levels = self.emit(Op::ImageQueryLevels, Flags::NONE, Type::I32, &[texture.object]);
        let (one, zero) = (self.i32(1), self.i32(0));
        // Of a null descriptor there are none.
        let levels = self.emit(Op::UMax, Flags::NONE, Type::I32, &[levels, one]);
        let last = self.emit(Op::ISub, Flags::NONE, Type::I32, &[levels, one]);
        let coordinate = self.operand_vector(inst, COORDINATES, 2)?;
        let zeroth = self.emit(
            Op::ImageQuerySizeLod,
            Flags::NONE,
            size_ty,
            &[texture.object, zero],
        );
        let zeroth = self.first_two(zeroth);
        let (level, gradient) = self.feedback_level(inst, (&texture, zeroth), coordinate, last)?;
        let place = self.floats(Op::Fract, &[coordinate]);
        let sampled = Sampled {
            size: zeroth,
            last,
            place,
            region,
            gradient,
        };
        let layer = match map.shape.arrayed {
            true => Some(self.feedback_layer(inst, size)?),
            false => None,
        };
        let next = self.module.float(Type::F32, NEXT_LEVEL);
        let beyond = self.emit(Op::FAdd, Flags::NONE, Type::F32, &[level, next]);
        let fine = self.emit(Op::FToS, Flags::NONE, Type::I32, &[level]);
        let coarse = self.emit(Op::FToS, Flags::NONE, Type::I32, &[beyond]);
        let two = self.emit(Op::INe, Flags::NONE, Type::BOOL, &[fine, coarse]);
        let function = self.feedback_function(&handle)?;
        let index = match handle.access {
            Access::Descriptor(Some(index)) => index,
            _ => zero,
        };
        let (texel, bits) = self.feedback_texel(&sampled, fine, layer);
        let args = [index, texel, bits];
        self.emit_imm(Op::Call, Flags::NONE, Type::VOID, &args, function);
        let (texel, bits) = self.feedback_texel(&sampled, coarse, layer);
        let none = self.module.scalar(Type::I64, 0);
        let bits = self.emit(Op::Select, Flags::NONE, Type::I64, &[two, bits, none]);
        self.finish(inst, Op::Call, Flags::NONE, &[index, texel, bits], function);
        Ok(())
    }

    /// The level that a sample would access, within those that a texel has bits for; and by how much the coordinates
    /// change from pixel to pixel, where the sample would look at that by itself.
    fn feedback_level(
        &mut self,
        inst: Inst,
        (texture, size): (&Image, Value),
        coordinate: Value,
        last: Value,
    ) -> Result<(Value, Option<Value>)> {
        let op = self.func.insts[inst].op;
        let (mut level, gradient, clamp) = match op {
            Op::WriteFeedbackLevel => (self.defined(inst, EXTRA)?, None, None),
            Op::WriteFeedbackGrad => {
                let sides = [
                    self.operand_vector(inst, EXTRA, 2)?,
                    self.operand_vector(inst, EXTRA + 3, 2)?,
                ];
                (self.level_of_gradients(size, sides), None, Some(EXTRA + 6))
            }
            _ => {
                self.need_derivatives(inst)?;
                if self.quads.derivatives != Derivatives::Native {
                    return Err(Error::unsupported(
                        "sampler feedback with an implicit level of detail where threads make no quads",
                    ));
                }
                let biased = op == Op::WriteFeedbackBias;
                let factor = match biased {
                    true => {
                        let bias = self.defined(inst, EXTRA)?;
                        Some(self.emit(Op::Exp2, Flags::NONE, Type::F32, &[bias]))
                    }
                    false => None,
                };
                let combined = self.with_sampler_operand(inst, texture, SAMPLER)?;
                let gradients = [Op::DPdxCoarse, Op::DPdyCoarse].map(|op| {
                    let gradient = self.floats(op, &[coordinate]);
                    self.floats(Op::FAbs, &[gradient])
                });
                let mut gradient = self.floats(Op::NMax, &gradients);
                let level = match factor {
                    Some(factor) => {
                        let factors = self.vector(&[factor; 2]);
                        gradient = self.floats(Op::FMul, &[gradient, factors]);
                        let bias = self.func.args(inst).get(EXTRA);
                        let same = bias.is_some_and(|bias| bias.as_const().is_some());
                        self.biased_level(combined, coordinate, factor, same)?
                    }
                    None => self.queried_level(combined, coordinate),
                };
                (level, Some(gradient), Some(EXTRA + usize::from(biased)))
            }
        };
        let none = self.module.scalar(Type::F32, 0);
        let most = self.emit(Op::UToF, Flags::NONE, Type::F32, &[last]);
        level = self.emit(Op::NClamp, Flags::NONE, Type::F32, &[level, none, most]);
        if let Some(clamp) = clamp {
            let clamp = self.defined(inst, clamp)?;
            if self.module.const_bits(clamp) != Some(0) {
                level = self.emit(Op::NMax, Flags::NONE, Type::F32, &[level, clamp]);
            }
        }
        let most = self.module.float(Type::F32, LAST_LEVEL);
        level = self.emit(Op::NMin, Flags::NONE, Type::F32, &[level, most]);
        Ok((level, gradient))
    }

    /// The level that a sample would access.
    fn queried_level(&mut self, combined: Value, coordinate: Value) -> Value {
        let levels = self.floats(Op::ImageQueryLod, &[combined, coordinate]);
        self.emit_imm(Op::Extract, Flags::NONE, Type::F32, &[levels], 0)
    }

    /// The same as if pixels were further apart by `factor`. It may differ in the lanes of a quad unless it is the `same`:
    /// then all ask for each one's.
    fn biased_level(
        &mut self,
        combined: Value,
        coordinate: Value,
        factor: Value,
        same: bool,
    ) -> Result<Value> {
        let apart = |this: &mut Self, factor: Value| {
            let factors = this.vector(&[factor; 2]);
            let asked = this.floats(Op::FMul, &[coordinate, factors]);
            this.queried_level(combined, asked)
        };
        if same {
            return Ok(apart(self, factor));
        }
        let (lane, three) = (self.lane_number()?, self.i32(3));
        let lane = self.emit(Op::And, Flags::NONE, Type::I32, &[lane, three]);
        let mut level = self.module.scalar(Type::F32, 0);
        for number in 0..4 {
            let number = self.i32(number);
            let common = self.emit(Op::QuadBroadcast, Flags::NONE, Type::F32, &[factor, number]);
            let asked = apart(self, common);
            let own = self.emit(Op::IEq, Flags::NONE, Type::BOOL, &[lane, number]);
            level = self.emit(Op::Select, Flags::NONE, Type::F32, &[own, asked, level]);
        }
        Ok(level)
    }

    /// The level of detail of explicit gradients: the logarithm of the longer one in texels.
    fn level_of_gradients(&mut self, size: Value, sides: [Value; 2]) -> Value {
        let size = self.floats(Op::UToF, &[size]);
        let squares = sides.map(|side| {
            let texels = self.floats(Op::FMul, &[side, size]);
            self.emit(Op::Dot, Flags::NONE, Type::F32, &[texels, texels])
        });
        let longer = self.emit(Op::NMax, Flags::NONE, Type::F32, &squares);
        let log = self.emit(Op::Log2, Flags::NONE, Type::F32, &[longer]);
        let half = self.module.float(Type::F32, 0.5);
        self.emit(Op::FMul, Flags::NONE, Type::F32, &[log, half])
    }

    /// The layer, rounded and held within the map, as samples have it.
    fn feedback_layer(&mut self, inst: Inst, size: Value) -> Result<Value> {
        let layer = self.defined(inst, LAYER)?;
        let layer = self.emit(Op::RoundEven, Flags::NONE, Type::F32, &[layer]);
        let count = self.emit_imm(Op::Extract, Flags::NONE, Type::I32, &[size], 2);
        let count = self.emit(Op::UToF, Flags::NONE, Type::F32, &[count]);
        let minus_one = self.module.float(Type::F32, -1.0);
        let last = self.emit(Op::FAdd, Flags::NONE, Type::F32, &[count, minus_one]);
        let zero = self.module.scalar(Type::F32, 0);
        let layer = self.emit(Op::NMin, Flags::NONE, Type::F32, &[layer, last]);
        let layer = self.emit(Op::NMax, Flags::NONE, Type::F32, &[layer, zero]);
        Ok(self.emit(Op::FToS, Flags::NONE, Type::I32, &[layer]))
    }

    /// The texel of the map where the footprint in `level` begins, and the bits that say which regions it is in.
    fn feedback_texel(&mut self, sampled: &Sampled, level: Value, layer: Option<Value>) -> (Value, Value) {
        let existing = self.emit(Op::UMin, Flags::NONE, Type::I32, &[level, sampled.last]);
        let size = self.level_size(sampled.size, existing);
        let per_region = self.reciprocal_region(sampled.region, ONE, None);
        let regions = self.floats(Op::FMul, &[size, per_region]);
        let middle = self.floats(Op::FMul, &[sampled.place, regions]);
        // Half a texel to each side, or half of what an anisotropic filter takes, which is a power of two.
        let mut reach = match sampled.gradient {
            None => self.reciprocal_region(sampled.region, ONE - 1, None),
            Some(gradient) => {
                let texels = self.floats(Op::FMul, &[gradient, size]);
                let slack = self.module.float(Type::F32, -SLACK);
                let slack = self.vector(&[slack; 2]);
                let texels = self.floats(Op::FAdd, &[texels, slack]);
                let widening = self.logarithm(texels);
                self.reciprocal_region(sampled.region, ONE - 1, Some(widening))
            }
        };
        // Not beyond the regions beside it.
        let half = self.module.float(Type::F32, 0.5);
        let half = self.vector(&[half; 2]);
        reach = self.floats(Op::NMin, &[reach, half]);
        let zero = self.module.scalar(Type::F32, 0);
        let zeros = self.vector(&[zero; 2]);
        let low = self.floats(Op::FSub, &[middle, reach]);
        let low = self.floats(Op::NMax, &[low, zeros]);
        let high = self.floats(Op::FAdd, &[middle, reach]);
        let [low, high] = [low, high].map(|corner| self.ints(Op::FToS, &[corner]));

        let bools = self.module.types.vector(Type::BOOL, 2);
        let differ = self.emit(Op::INe, Flags::NONE, bools, &[low, high]);
        let [right, below] =
            [0, 1].map(|axis| self.emit_imm(Op::Extract, Flags::NONE, Type::BOOL, &[differ], axis));
        let across = self.emit(Op::And, Flags::NONE, Type::BOOL, &[right, below]);
        let (mut bits, none) = (self.i32(1), self.i32(0));
        for (place, test) in [(2, right), (4, below), (8, across)] {
            let bit = self.i32(place);
            let bit = self.emit(Op::Select, Flags::NONE, Type::I32, &[test, bit, none]);
            bits = self.emit(Op::Or, Flags::NONE, Type::I32, &[bits, bit]);
        }
        let two = self.i32(2);
        let count = self.emit(Op::Shl, Flags::NONE, Type::I32, &[level, two]);
        let [bits, count] = [bits, count].map(|word| self.emit(Op::ZExt, Flags::NONE, Type::I64, &[word]));
        let bits = self.emit(Op::Shl, Flags::NONE, Type::I64, &[bits, count]);
        let texel = match layer {
            Some(layer) => {
                let ty = self.module.types.vector(Type::I32, 3);
                self.emit(Op::Construct, Flags::NONE, ty, &[low, layer])
            }
            None => low,
        };
        (texel, bits)
    }

    /// `2^(exponent - 127 + widening - region)` for each axis: floats made of their exponents.
    fn reciprocal_region(&mut self, region: Value, exponent: u32, widening: Option<Value>) -> Value {
        let mut exponent = self.pair(exponent);
        if let Some(widening) = widening {
            exponent = self.ints(Op::IAdd, &[exponent, widening]);
        }
        let exponent = self.ints(Op::ISub, &[exponent, region]);
        let mantissa = self.pair(MANTISSA);
        let bits = self.ints(Op::Shl, &[exponent, mantissa]);
        self.floats(Op::Bitcast, &[bits])
    }

    /// The logarithm of each number, rounded up, but of a power of two one more: 0 to 4.
    fn logarithm(&mut self, numbers: Value) -> Value {
        let bits = self.ints(Op::Bitcast, &[numbers]);
        let (mantissa, field) = (self.pair(MANTISSA), self.pair(0xff));
        let exponent = self.ints(Op::LShr, &[bits, mantissa]);
        let exponent = self.ints(Op::And, &[exponent, field]);
        let half = self.pair(ONE - 1);
        let exponent = self.ints(Op::ISub, &[exponent, half]);
        let (none, most) = (self.pair(0), self.pair(4));
        let exponent = self.ints(Op::SMax, &[exponent, none]);
        self.ints(Op::SMin, &[exponent, most])
    }

    /// Width and height of a level, as floats, of a texture of this size. (Not asked for: lavapipe has one level for all
    /// lanes there.)
    fn level_size(&mut self, size: Value, level: Value) -> Value {
        let levels = self.vector(&[level; 2]);
        let size = self.ints(Op::LShr, &[size, levels]);
        let least = self.pair(1);
        let size = self.ints(Op::UMax, &[size, least]);
        self.floats(Op::UToF, &[size])
    }

    /// The first two components of a vector of `i32`.
    fn first_two(&mut self, vector: Value) -> Value {
        let ty = self.module.types.vector(Type::I32, 2);
        if self.value_ty(vector) == ty {
            return vector;
        }
        let parts = [0, 1].map(|index| self.emit_imm(Op::Extract, Flags::NONE, Type::I32, &[vector], index));
        self.emit(Op::Construct, Flags::NONE, ty, &parts)
    }

    /// A number twice.
    fn pair(&mut self, number: u32) -> Value {
        let number = self.i32(number);
        self.vector(&[number; 2])
    }

    /// An instruction that gives `<2 x i32>`.
    fn ints(&mut self, op: Op, args: &[Value]) -> Value {
        let ty = self.module.types.vector(Type::I32, 2);
        self.emit(op, Flags::NONE, ty, args)
    }

    /// An instruction that gives `<2 x f32>`.
    fn floats(&mut self, op: Op, args: &[Value]) -> Value {
        let ty = self.module.types.vector(Type::F32, 2);
        self.emit(op, Flags::NONE, ty, args)
    }

    /// The function that marks a texel of the maps that `handle` is one of, made when first asked for:
    /// `(descriptor, texel, bits)`. It does nothing where there are no bits.
    fn feedback_function(&mut self, handle: &Handle) -> Result<u32> {
        let object = handle
            .object
            .ok_or_else(|| Error::internal("a feedback map that was not loaded"))?;
        let ty = self.value_ty(object);
        let (variable, _) = self.resource_variable(handle.resource, Shape::Object(ty))?;
        let non_uniform = handle.flags.has(Flags::NON_UNIFORM);
        let known = self.feedback.functions.iter();
        if let Some(known) = known
            .into_iter()
            .find(|known| (known.0, known.1) == (variable, non_uniform))
        {
            return Ok(known.2.0);
        }
        let arrayed = self.resource(handle)?.kind == ResourceKind::FeedbackTexture2DArray;
        let types = &mut self.module.types;
        let texel_ty = types.vector(Type::I32, if arrayed { 3 } else { 2 });
        let pointer_ty = types.pointer(StorageClass::UniformConstant, ty);
        let word_ty = types.pointer(StorageClass::Image, Type::I64);
        let params = [
            ("descriptor", Type::I32),
            ("texel", texel_ty),
            ("bits", Type::I64),
        ];
        let (mut w, [descriptor, texel, bits]) =
            Writer::new(self.module, "write_feedback", Type::VOID, params);
        let (mark, []) = w.block([]);
        let (done, []) = w.block([]);
        let (none, sample) = (w.module.scalar(Type::I64, 0), w.module.i32(0));
        let any = w.test(Op::INe, &[bits, none]);
        w.branch(any, Edge::to(mark), Edge::to(done));

        w.cursor.block = mark;
        if non_uniform {
            w.cursor.flags = Flags::NON_UNIFORM;
        }
        let map = match handle.access {
            Access::Descriptor(Some(_)) => {
                w.emit(Op::AccessChain, pointer_ty, &[variable.into(), descriptor], 0)
            }
            _ => variable.into(),
        };
        let word = w.emit(Op::ImageTexelPointer, word_ty, &[map, texel, sample], 0);
        w.cursor.flags = Flags::NONE;
        w.emit(Op::AtomicOr, Type::I64, &[word, bits], SCOPE_DEVICE);
        w.go(done, &[]);

        w.func.blocks[done].terminator = Terminator::Return(None);
        let function = w.func;
        let func = self.module.functions.push(function);
        self.feedback.functions.push((variable, non_uniform, func));
        Ok(func.0)
    }
}
