//! Textures, samplers and typed buffers.
//!
//! In: D3D12 operations on handles. Out: SPIR-V's operations on images and samplers, which are loaded once,
//! where their handle is. The image type follows from the resource's kind and component type; there are no
//! 16-bit texels in Vulkan, so 16-bit values are converted at the border of each operation.
//!
//! Accesses outside the image, which D3D12 defines (loads give 0 in the components that the format has,
//! stores do nothing), are left to `robustImageAccess2` and robust texel buffers, mip levels that lack included
//! (`Options::guard_mip_levels` asks for them).
//!
//! | file | concern |
//! |---|---|
//! | [`sample`] | samples, gathers, level of detail |
//! | [`offset`] | texel offsets, those that the shader computes too |
//! | [`texel`] | loads, stores, atomics of single texels, typed buffers included |
//! | [`feedback`] | sampler feedback |
//! | [`query`] | dimensions, sample counts and positions |

mod feedback;
mod offset;
mod query;
mod sample;
#[cfg(test)]
mod tests;
mod texel;

use super::Lower;
use super::handles::{Access, Handle};
use super::variables::Shape;
use crate::error::{Error, Result};
use crate::ir::{ConstData, Flags, ImageType, Inst, Object, Op, Type, TypeData, Value};
use crate::shader::{ComponentType, Resource, ResourceClass, ResourceId, ResourceKind};
use ::spirv::{Dim, ImageFormat, ImageOperands};
use smallvec::SmallVec;

/// The status of an access whose texels are all there; 0 is that of any other.
pub const FULLY_MAPPED: u32 = 1;

/// A texture or typed buffer, loaded.
#[derive(Clone, Copy, Debug)]
struct Image {
    /// The object.
    object: Value,
    /// Its type.
    ty: Type,
    /// What that is.
    shape: ImageType,
    /// `NON_UNIFORM` when the descriptor may differ between invocations.
    flags: Flags,
}

impl Image {
    /// Number of coordinates without the array layer.
    fn spatial(&self) -> usize {
        match self.shape.dim {
            Dim::Dim1D | Dim::DimBuffer => 1,
            Dim::Dim3D | Dim::DimCube => 3,
            _ => 2,
        }
    }
    /// Number of coordinates, the array layer included, which comes last.
    fn coordinates(&self) -> usize {
        self.spatial() + usize::from(self.shape.arrayed)
    }
    fn is_buffer(&self) -> bool {
        self.shape.dim == Dim::DimBuffer
    }
}

/// Image operands: the mask and what it names, in bit order.
#[derive(Debug, Default)]
struct Operands {
    mask: u32,
    values: SmallVec<[Value; 6]>,
}

impl Operands {
    /// Adds one; in bit order.
    fn push(&mut self, operand: ImageOperands, values: &[Value]) {
        debug_assert!(operand.bits() > self.mask);
        self.mask |= operand.bits();
        self.values.extend_from_slice(values);
    }
}

impl Lower<'_> {
    /// Lowers an operation on a texture or typed buffer.
    pub fn image_operation(&mut self, inst: Inst) -> Result<()> {
        match self.func.insts[inst].op {
            Op::Sample
            | Op::SampleBias
            | Op::SampleLevel
            | Op::SampleGrad
            | Op::SampleCmp
            | Op::SampleCmpLevelZero
            | Op::SampleCmpLevel
            | Op::SampleCmpGrad
            | Op::SampleCmpBias => self.sample(inst),
            Op::Gather | Op::GatherCmp => self.gather(inst),
            Op::GatherRaw => self.gather_raw(inst),
            Op::CalculateLod => self.calculate_lod(inst),
            op if op.writes_feedback() => self.write_feedback(inst),
            Op::TextureLoad => self.texture_load(inst),
            Op::TextureStore => self.texture_store(inst),
            Op::BufferLoad => self.typed_buffer_load(inst),
            Op::BufferStore => self.typed_buffer_store(inst),
            Op::GetDimensions => self.dimensions(inst),
            Op::SamplePosition => self.sample_position(inst),
            Op::RenderTargetSamplePosition => self.render_target_sample_position(inst),
            Op::RenderTargetSampleCount => self.render_target_sample_count(inst),
            op => Err(Error::internal(format!("no lowering of {op}"))),
        }
    }

    // ----- Objects -----

    /// The image type of what a handle to a resource names, with atomics of so many bits; `None` for what is no texture or typed
    /// buffer.
    fn image_type(&self, id: ResourceId, resource: &Resource, bits: u32) -> Result<Option<ImageType>> {
        use ResourceKind::*;
        let (dim, arrayed) = match resource.kind {
            Texture1D => (Dim::Dim1D, false),
            Texture1DArray => (Dim::Dim1D, true),
            Texture2D | Texture2DMS | FeedbackTexture2D => (Dim::Dim2D, false),
            Texture2DArray | Texture2DMSArray | FeedbackTexture2DArray => (Dim::Dim2D, true),
            Texture3D => (Dim::Dim3D, false),
            TextureCube => (Dim::DimCube, false),
            TextureCubeArray => (Dim::DimCube, true),
            TypedBuffer | TBuffer => (Dim::DimBuffer, false),
            _ => return Ok(None),
        };
        let attachment = self.is_input_attachment(id);
        let dim = if attachment { Dim::DimSubpassData } else { dim };
        let uav = match resource.class {
            ResourceClass::Srv => false,
            ResourceClass::Uav => true,
            _ => return Err(Error::malformed("a texture that is neither SRV nor UAV")),
        };
        if bits != 0 && !uav {
            return Err(Error::malformed("an atomic on an SRV"));
        }
        let component = resource.component;
        // 64-bit components are pairs of words (a view of R32G32), except where atomics take them whole.
        let float = component.is_float() && component != ComponentType::F64;
        let signed = component.is_signed_int() && (component != ComponentType::I64 || bits == 64);
        let (sampled, format) = match bits {
            64 if signed => (Type::I64, ImageFormat::R64i),
            64 => (Type::I64, ImageFormat::R64ui),
            0 if float => (Type::F32, ImageFormat::Unknown),
            0 => (Type::I32, ImageFormat::Unknown),
            32 if float => (Type::F32, ImageFormat::R32f),
            32 if signed => (Type::I32, ImageFormat::R32i),
            32 => (Type::I32, ImageFormat::R32ui),
            _ => return Err(Error::unsupported(format!("an atomic on texels of {bits} bits"))),
        };
        Ok(Some(ImageType {
            sampled,
            dim,
            arrayed,
            multisampled: matches!(resource.kind, Texture2DMS | Texture2DMSArray),
            // Input attachments are of the images that are read without a sampler.
            storage: uav || attachment,
            signed: signed && sampled != Type::F32,
            format,
        }))
    }

    /// The type of the object that a handle stands for: an image or a sampler.
    fn object_type(&mut self, handle: &Handle) -> Result<Option<Type>> {
        let id = handle.resource;
        let Some(resource) = self.module.resources.get(id) else {
            return Ok(None);
        };
        let data = if resource.kind == ResourceKind::Sampler {
            TypeData::Sampler
        } else if resource.kind == ResourceKind::RTAccelerationStructure {
            TypeData::Object(Object::AccelerationStructure)
        } else if resource.kind.is_untyped_buffer() {
            match self.word_texels(id) {
                Some(image) => TypeData::Image(image),
                None => return Ok(None),
            }
        } else {
            match self.image_type(id, resource, handle.atomic_bits)? {
                Some(image) => TypeData::Image(image),
                None => return Ok(None),
            }
        };
        Ok(Some(self.module.types.intern(data)))
    }

    /// Loads the image or sampler that a handle names, `None` where it names something else or nothing
    /// needs the object.
    pub fn load_object(&mut self, handle: &Handle) -> Result<Option<Value>> {
        let id = handle.resource;
        let sampler = self.resource(handle)?.class == ResourceClass::Sampler;
        if !sampler && !self.found.facts.get(&id).is_some_and(|facts| facts.object) {
            return Ok(None);
        }
        let Some(ty) = self.object_type(handle)? else {
            return Ok(None);
        };
        if let Access::Address(address) = handle.access {
            let op = Op::AddressToAccelerationStructure;
            return Ok(Some(self.emit(op, Flags::NONE, ty, &[address])));
        }
        let (variable, _) = self.resource_variable(id, Shape::Object(ty))?;
        let pointer = self.resource_pointer(variable, handle, &[], ty);
        Ok(Some(self.emit(Op::Load, handle.flags, ty, &[pointer])))
    }

    /// The texture or typed buffer that operand 0 of `inst` names.
    fn image(&self, inst: Inst) -> Result<Image> {
        self.image_operand(inst, 0)
    }

    /// The texture or typed buffer that operand `index` of `inst` names.
    fn image_operand(&self, inst: Inst, index: usize) -> Result<Image> {
        let handle = self.handle_operand(inst, index)?;
        let object = handle.object.ok_or_else(|| {
            let kind = self.resource(&handle).map_or(ResourceKind::Invalid, |r| r.kind);
            Error::unsupported(format!("{} of a {kind:?}", self.func.insts[inst].op))
        })?;
        let ty = self.value_ty(object);
        match self.module.types.get(ty) {
            TypeData::Image(shape)
                if shape.dim == Dim::DimSubpassData && self.func.insts[inst].op != Op::TextureLoad =>
            {
                Err(self.no_attachment(inst, "is more than to load its texel"))
            }
            &TypeData::Image(shape) => Ok(Image {
                object,
                ty,
                shape,
                flags: handle.flags,
            }),
            _ => Err(Error::malformed("a sampler where a texture is expected")),
        }
    }

    /// The error that `inst` cannot be done to its texture.
    #[cold]
    fn misused(&self, inst: Inst) -> Error {
        let op = self.func.insts[inst].op;
        let kind = self
            .handle_of(inst)
            .and_then(|handle| Ok(self.resource(&handle)?.kind));
        match kind {
            Ok(kind) => Error::malformed(format!("{op} of a {kind:?}")),
            Err(error) => error,
        }
    }

    /// The error that what `inst` does cannot be done to an input attachment, since it `is` something.
    #[cold]
    fn no_attachment(&self, inst: Inst, is: &str) -> Error {
        let op = self.func.insts[inst].op;
        match self.handle_of(inst) {
            Ok(handle) => match self.resource(&handle) {
                Ok(r) => {
                    Error::unsupported(format!("{op} of {}, an input attachment: it {is}", r.described()))
                }
                Err(error) => error,
            },
            Err(error) => error,
        }
    }

    // ----- Vectors -----

    /// A vector of `values`, constant where they all are; the value itself where it is one.
    fn vector(&mut self, values: &[Value]) -> Value {
        if let &[value] = values {
            return value;
        }
        let scalar = values.first().map_or(Type::I32, |&value| self.value_ty(value));
        let ty = self.module.types.vector(scalar, values.len() as u32);
        // A composite with a specialization constant in it is none.
        let plain = |value: &Value| {
            let constant = value.as_const()?;
            let special = matches!(self.module.consts.get(constant), ConstData::Specialization { .. });
            (!special).then_some(constant)
        };
        let constants: Option<Vec<_>> = values.iter().map(plain).collect();
        match constants {
            Some(parts) => self.module.consts.intern(ty, ConstData::Composite(parts)).into(),
            None => self.emit(Op::Construct, Flags::NONE, ty, values),
        }
    }

    /// Operand `index` of `inst`, 0 where it is undef.
    fn defined(&mut self, inst: Inst, index: usize) -> Result<Value> {
        let value = self.arg(inst, index)?;
        if self.module.is_undef(value) {
            let ty = self.value_ty(value);
            return Ok(self.module.null(ty));
        }
        Ok(value)
    }

    /// `count` operands of `inst` from number `first` on, as a vector.
    fn operand_vector(&mut self, inst: Inst, first: usize, count: usize) -> Result<Value> {
        let mut values = SmallVec::<[Value; 4]>::new();
        for index in first..first + count {
            values.push(self.defined(inst, index)?);
        }
        Ok(self.vector(&values))
    }

    // ----- Texels -----

    /// `value`, scalar or vector, with components of type `to`; integers are extended by sign where
    /// `signed`.
    fn convert(&mut self, value: Value, to: Type, signed: bool) -> Result<Value> {
        let ty = self.value_ty(value);
        let from = self.module.types.scalar(ty);
        if from == to {
            return Ok(value);
        }
        let len = self.module.types.components(ty);
        let (from_bits, to_bits) = (from.scalar_bits(), to.scalar_bits());
        let (from_float, to_float) = (from.is_float_scalar(), to.is_float_scalar());
        if from_float != to_float && from_bits != to_bits {
            // By way of the same kind in the other width.
            let via = if from_float {
                Type::int(from_bits)
            } else {
                Type::float(from_bits)
            };
            let via = via.ok_or_else(|| Error::unsupported(format!("texels of {from_bits} bits")))?;
            let value = self.convert(value, via, signed)?;
            return self.convert(value, to, signed);
        }
        let op = if from_bits == to_bits {
            Op::Bitcast
        } else if to_float {
            Op::FConvert
        } else if from_bits > to_bits {
            Op::ITrunc
        } else if signed {
            Op::SExt
        } else {
            Op::ZExt
        };
        let ty = self.module.types.vector(to, len);
        Ok(self.emit(op, Flags::NONE, ty, &[value]))
    }

    /// A texel as a vector of `result`'s type: converted, and a scalar repeated.
    fn texel_as(&mut self, image: &ImageType, texel: Value, result: Type) -> Result<Value> {
        let ty = self.value_ty(texel);
        if ty == result {
            return Ok(texel);
        }
        let scalar = self.module.types.scalar(result);
        if ty == Type::F32 {
            let value = self.convert(texel, scalar, false)?;
            return Ok(self.emit(Op::Construct, Flags::NONE, result, &[value; 4]));
        }
        if image.sampled == Type::I64 && scalar == Type::I32 {
            // 64-bit texels are two words for D3D12.
            let whole = self.emit_imm(Op::Extract, Flags::NONE, Type::I64, &[texel], 0);
            let pair_ty = self.module.types.vector(Type::I32, 2);
            let pair = self.emit(Op::Bitcast, Flags::NONE, pair_ty, &[whole]);
            let zero = self.i32(0);
            return Ok(self.emit(Op::Construct, Flags::NONE, result, &[pair, zero, zero]));
        }
        self.convert(texel, scalar, image.signed)
    }

    /// Ends the lowering of a load, sample or gather: `inst` becomes `op`, which gives a texel of type
    /// `texel`, with what converts that to its result.
    fn finish_texel(
        &mut self,
        inst: Inst,
        image: &ImageType,
        op: Op,
        texel: Type,
        args: &[Value],
        operands: &Operands,
    ) -> Result<()> {
        let data = self.func.insts[inst];
        let sparse = data.flags.has(Flags::SPARSE);
        let flags = Flags(data.flags.0 & (Flags::RELAXED.0 | Flags::SPARSE.0));
        let result = if sparse {
            let result = self.module.types.element(data.ty, 0);
            result.ok_or_else(|| Error::internal("sparse access without components"))?
        } else {
            data.ty
        };
        let mut args: SmallVec<[Value; 10]> = args.into();
        args.extend_from_slice(&operands.values);
        if !sparse && texel == result {
            self.finish(inst, op, flags, &args, operands.mask);
            return Ok(());
        }
        let ty = if sparse {
            self.module.types.tuple(&[Type::I32, texel])
        } else {
            texel
        };
        let raw = self.emit_imm(op, flags, ty, &args, operands.mask);
        if sparse {
            let code = self.emit_imm(Op::Extract, Flags::NONE, Type::I32, &[raw], 0);
            let texel = self.emit_imm(Op::Extract, Flags::NONE, texel, &[raw], 1);
            let value = self.texel_as(image, texel, result)?;
            let status = self.status_of(code);
            self.finish(inst, Op::Construct, Flags::NONE, &[value, status], 0);
        } else {
            let value = self.texel_as(image, raw, result)?;
            self.forward(inst, value);
        }
        Ok(())
    }

    /// The status that a device's residency code means. Codes differ between devices, and only tests know them; a
    /// status goes through memory, phis and selections, beside those of loads that have no code.
    fn status_of(&mut self, code: Value) -> Value {
        let resident = self.emit(Op::SparseTexelsResident, Flags::NONE, Type::BOOL, &[code]);
        let (mapped, missing) = (self.i32(FULLY_MAPPED), self.i32(0));
        self.emit(Op::Select, Flags::NONE, Type::I32, &[resident, mapped, missing])
    }
}
