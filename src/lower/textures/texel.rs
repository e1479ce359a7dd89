//! Single texels: loads, stores and atomics of textures and typed buffers.

use super::offset::OFFSET_BITS;
use super::{Image, Operands};
use crate::error::{Error, Result};
use crate::ir::{AtomicOp, Flags, ImageType, Inst, Op, StorageClass, Type, TypeData, Value};
use crate::lower::Lower;
use crate::lower::variables::Shape;
use ::spirv::{Dim, ImageFormat, ImageOperands};
use smallvec::SmallVec;

/// SPIR-V's Device scope.
const SCOPE_DEVICE: u32 = 1;

/// A coordinate that is in no texture.
const LARGEST_COORDINATE: f32 = 2_147_483_520.0;

impl Lower<'_> {
    /// The texture that operand 0 names, which must be one with texels that are addressed by integers.
    fn texel_texture(&self, inst: Inst) -> Result<Image> {
        let image = self.image(inst)?;
        if image.shape.dim == Dim::DimCube || image.is_buffer() {
            return Err(self.misused(inst));
        }
        Ok(image)
    }

    /// Lowers a texture load. Offsets are added to the coordinates: that way one that leads out of the image
    /// is no different from a coordinate that does.
    pub fn texture_load(&mut self, inst: Inst) -> Result<()> {
        let image = self.texel_texture(inst)?;
        if image.shape.dim == Dim::DimSubpassData {
            return self.attachment_load(inst, &image);
        }
        let mip_or_sample = self.defined(inst, 1)?;
        let mut coordinates = SmallVec::<[Value; 4]>::new();
        for index in 0..image.coordinates() {
            let value = self.defined(inst, 2 + index)?;
            let offset = match index < image.spatial() {
                true => {
                    let offset = self.defined(inst, 5 + index)?;
                    self.wrapped_offset(offset, OFFSET_BITS)
                }
                false => self.i32(0),
            };
            coordinates.push(match self.module.const_bits(offset) {
                Some(0) => self.coordinate(value),
                _ => self.add(value, offset),
            });
        }
        let mut operands = Operands::default();
        if image.shape.multisampled {
            operands.push(ImageOperands::SAMPLE, &[mip_or_sample]);
        } else if !image.shape.storage {
            let lod = match self.options.guard_mip_levels {
                true => self.guarded_mip(&image, mip_or_sample, &mut coordinates),
                false => mip_or_sample,
            };
            operands.push(ImageOperands::LOD, &[lod]);
        }
        let coordinate = self.vector(&coordinates);
        self.load_texel(inst, &image, coordinate, &operands)
    }

    /// `value` as a coordinate of a texel: where it is the integer that saturates (`import/convert`), the largest float that
    /// the integer holds does for all that are larger. No texture is that large (16,384 in D3D12).
    fn coordinate(&mut self, value: Value) -> Value {
        if let Some([condition, chosen, other]) = self.made_by(value, Op::Select)
            && let Some([x, same]) = self.made_by(condition, Op::FOEq)
            && x == same
            && self.module.const_bits(other) == Some(0)
        {
            // NaN becomes 0.
            return match self.clamped_alone(chosen) {
                Some(number) => self.emit(Op::Select, Flags::NONE, Type::I32, &[condition, number, other]),
                None => value,
            };
        }
        self.clamped_alone(value).unwrap_or(value)
    }

    /// The integer that a clamped float becomes, where `value` is that but for what is beyond the clamp's upper end.
    fn clamped_alone(&self, value: Value) -> Option<Value> {
        let [condition, chosen, other] = self.made_by(value, Op::Select)?;
        let [x, most] = self.made_by(condition, Op::FOGt)?;
        let converted = self.made_by(other, Op::FToU).or(self.made_by(other, Op::FToS));
        let [clamped] = converted?;
        let [y, _, limit] = self.made_by(clamped, Op::NClamp)?;
        let largest = match (self.value_ty(limit), self.module.const_bits(limit)?) {
            (Type::F32, bits) => f32::from_bits(bits as u32) >= LARGEST_COORDINATE,
            // 65504
            (Type::F16, bits) => bits == 0x7bff,
            _ => false,
        };
        let most_bits = self.module.const_bits(chosen)?;
        let saturates = largest && matches!(most_bits, 0xffff_ffff | 0x7fff_ffff);
        (saturates && y == x && limit == most).then_some(other)
    }

    /// The operands of the instruction that makes `value`, if it does `op` with so many.
    fn made_by<const N: usize>(&self, value: Value, op: Op) -> Option<[Value; N]> {
        let inst = value.as_inst()?;
        let args = <[Value; N]>::try_from(self.func.args(inst)).ok()?;
        (self.func.insts[inst].op == op).then(|| args.map(|arg| self.forwarded.resolve(arg)))
    }

    /// Lowers a load from an input attachment: SPIR-V's coordinates are relative to the pixel, and the shader's, which
    /// are meant to be the pixel's, are not looked at.
    fn attachment_load(&mut self, inst: Inst, image: &Image) -> Result<()> {
        if self.func.insts[inst].flags.has(Flags::SPARSE) {
            return Err(self.no_attachment(inst, "asks for the residency"));
        }
        for index in 0..image.spatial() {
            let offset = self.defined(inst, 5 + index)?;
            if self.module.const_bits(offset) != Some(0) {
                return Err(self.no_attachment(inst, "has an offset"));
            }
        }
        let mip_or_sample = self.defined(inst, 1)?;
        let mut operands = Operands::default();
        if image.shape.multisampled {
            operands.push(ImageOperands::SAMPLE, &[mip_or_sample]);
        } else if self.module.const_bits(mip_or_sample) != Some(0) {
            return Err(self.no_attachment(inst, "asks for another mip level than 0"));
        }
        let zero = self.i32(0);
        let coordinate = self.vector(&[zero, zero]);
        self.load_texel(inst, image, coordinate, &operands)
    }

    /// The mip level to load from; one that does not exist becomes a coordinate outside level 0.
    fn guarded_mip(&mut self, image: &Image, mip: Value, coordinates: &mut [Value]) -> Value {
        if self.module.const_bits(mip) == Some(0) {
            return mip;
        }
        let levels = self.emit(Op::ImageQueryLevels, Flags::NONE, Type::I32, &[image.object]);
        let exists = self.emit(Op::ULt, Flags::NONE, Type::BOOL, &[mip, levels]);
        if let Some(x) = coordinates.first_mut() {
            let outside = self.i32(u32::MAX);
            *x = self.emit(Op::Select, Flags::NONE, Type::I32, &[exists, *x, outside]);
        }
        let zero = self.i32(0);
        self.emit(Op::Select, Flags::NONE, Type::I32, &[exists, mip, zero])
    }

    fn load_texel(
        &mut self,
        inst: Inst,
        image: &Image,
        coordinate: Value,
        operands: &Operands,
    ) -> Result<()> {
        let op = if image.shape.storage {
            Op::ImageRead
        } else {
            Op::ImageFetch
        };
        let texel = self.module.types.vector(image.shape.sampled, 4);
        let args = [image.object, coordinate];
        self.finish_texel(inst, &image.shape, op, texel, &args, operands)
    }

    /// Lowers a load from a typed buffer.
    pub fn typed_buffer_load(&mut self, inst: Inst) -> Result<()> {
        let image = self.image(inst)?;
        if !image.is_buffer() {
            return Err(self.misused(inst));
        }
        let index = self.element_number(inst)?;
        self.load_texel(inst, &image, index, &Operands::default())
    }

    /// The element of a typed buffer that `inst` accesses, as its descriptor numbers them.
    fn element_number(&mut self, inst: Inst) -> Result<Value> {
        let index = self.defined(inst, 1)?;
        Ok(match self.handle_of(inst)?.window {
            // The numbers of elements have all 32 bits.
            Some(window) => self.in_window(window, index, 1),
            None => index,
        })
    }

    /// Lowers a texture store.
    pub fn texture_store(&mut self, inst: Inst) -> Result<()> {
        let image = self.texel_texture(inst)?;
        let mut coordinates = SmallVec::<[Value; 4]>::new();
        for index in 0..image.coordinates() {
            let value = self.defined(inst, 1 + index)?;
            coordinates.push(self.coordinate(value));
        }
        let coordinate = self.vector(&coordinates);
        let mut operands = Operands::default();
        if image.shape.multisampled {
            let sample = self.defined(inst, 8)?;
            operands.push(ImageOperands::SAMPLE, &[sample]);
        }
        self.store_texel(inst, &image, coordinate, 4, &operands)
    }

    /// Lowers a store to a typed buffer.
    pub fn typed_buffer_store(&mut self, inst: Inst) -> Result<()> {
        let image = self.image(inst)?;
        if !image.is_buffer() {
            return Err(self.misused(inst));
        }
        let index = self.element_number(inst)?;
        self.store_texel(inst, &image, index, 2, &Operands::default())
    }

    /// Stores the four components from operand `first` on. All of a texel is stored: D3D12 has no partial
    /// typed stores.
    fn store_texel(
        &mut self,
        inst: Inst,
        image: &Image,
        coordinate: Value,
        first: usize,
        operands: &Operands,
    ) -> Result<()> {
        let shape = image.shape;
        if !shape.storage {
            return Err(self.misused(inst));
        }
        let texel = if shape.sampled == Type::I64 {
            // Two words for D3D12.
            let pair = self.operand_vector(inst, first, 2)?;
            let zero = self.module.scalar(Type::I64, 0);
            let whole = self.bitcast(pair, Type::I64);
            self.vector(&[whole, zero, zero, zero])
        } else {
            let texel = self.operand_vector(inst, first, 4)?;
            self.convert(texel, shape.sampled, shape.signed)?
        };
        let mut args: SmallVec<[Value; 4]> = smallvec::smallvec![image.object, coordinate, texel];
        args.extend_from_slice(&operands.values);
        self.finish(inst, Op::ImageWrite, Flags::NONE, &args, operands.mask);
        Ok(())
    }

    /// Lowers an atomic on a texture or typed buffer.
    pub fn image_atomic(&mut self, inst: Inst) -> Result<()> {
        let data = self.func.insts[inst];
        let handle = self.handle_of(inst)?;
        let ty = self.object_type(&handle)?;
        let shape = match ty.map(|ty| self.module.types.get(ty)) {
            Some(&TypeData::Image(shape)) => shape,
            _ => return Err(self.misused(inst)),
        };
        if !shape.storage || shape.multisampled || shape.dim == Dim::DimCube {
            return Err(self.misused(inst));
        }
        if data.ty.scalar_bits() != shape.sampled.scalar_bits() {
            return Err(Error::unsupported("atomics of 32 and of 64 bits on one texture"));
        }
        let mut ty = ty.ok_or_else(|| Error::internal("image without a type"))?;
        let mut shape = shape;
        if shape.format == ImageFormat::R32f && data.op == Op::ResourceCmpXchg {
            // Floats are compared by their bits (`InterlockedCompareExchangeFloatBitwise`): the same texels as words, by a
            // variable of its own.
            shape = ImageType {
                sampled: Type::I32,
                format: ImageFormat::R32ui,
                ..shape
            };
            ty = self.module.types.intern(TypeData::Image(shape));
        }
        let (variable, _) = self.resource_variable(handle.resource, Shape::Object(ty))?;
        let image = Image {
            object: variable.into(),
            ty,
            shape,
            flags: handle.flags,
        };
        let pointer = self.resource_pointer(variable, &handle, &[], ty);
        let coordinate = if image.is_buffer() {
            self.element_number(inst)?
        } else {
            self.operand_vector(inst, 1, image.coordinates())?
        };
        let sample = self.i32(0);
        let texel_ty = self.module.types.pointer(StorageClass::Image, shape.sampled);
        let texel = self.emit(
            Op::ImageTexelPointer,
            handle.flags,
            texel_ty,
            &[pointer, coordinate, sample],
        );
        if data.op == Op::ResourceFAdd {
            if shape.format != ImageFormat::R32f {
                return Err(Error::unsupported(
                    "an addition of floats on a texture of integers",
                ));
            }
            let value = self.arg(inst, 4)?;
            self.finish(inst, Op::AtomicFAdd, Flags::NONE, &[texel, value], SCOPE_DEVICE);
            return Ok(());
        }
        if shape.format != ImageFormat::R32f {
            return self.finish_atomic(inst, texel);
        }
        // The one atomic that D3D12 has on float formats.
        if data.op != Op::ResourceAtomic || data.imm != AtomicOp::Exchange as u32 {
            return Err(Error::unsupported("integer atomic on a texture of floats"));
        }
        let value = self.arg(inst, 4)?;
        let value = self.bitcast(value, Type::F32);
        let args = [texel, value];
        let old = self.emit_imm(Op::AtomicExchange, Flags::NONE, Type::F32, &args, SCOPE_DEVICE);
        self.finish(inst, Op::Bitcast, Flags::NONE, &[old], 0);
        Ok(())
    }
}
