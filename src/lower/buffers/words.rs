//! One element of a buffer: in a storage buffer, in texels, or at an address.
//!
//! Texel buffers hold words of 32 bits, format `R32_UINT`. A 16-bit element is a half of a word: it is loaded with
//! the word and stored by two atomics, which leave the other half to whoever stores that.

use super::SCOPE_DEVICE;
use crate::error::{Error, Result};
use crate::ir::{Flags, ImageType, Op, StorageClass, Type, TypeData, Value};
use crate::lower::Lower;
use crate::lower::handles::{Access, Handle};
use crate::lower::variables::Shape;
use crate::shader::ResourceId;
use ::spirv::{Dim, ImageFormat};

impl Lower<'_> {
    /// A pointer to element `index` of a buffer as an array of integers of `bits` bits, and its alignment.
    pub fn element_pointer(&mut self, handle: &Handle, index: Value, bits: u32) -> Result<(Value, u32)> {
        let element = Type::int(bits).ok_or_else(|| Error::internal("buffer element width"))?;
        let zero = self.i32(0);
        match handle.access {
            Access::Address(address) => {
                let base = self.root_pointer(handle, address, Shape::Integers(bits))?;
                let ty = self
                    .module
                    .types
                    .pointer(StorageClass::PhysicalStorageBuffer, element);
                let pointer = self.emit(Op::AccessChain, Flags::NONE, ty, &[base, zero, index]);
                let alignment = (bits / 8).min(self.address_alignment(handle));
                self.assumes(handle, alignment);
                Ok((pointer, alignment))
            }
            Access::Descriptor(_) => {
                let (variable, _) = self.resource_variable(handle.resource, Shape::Integers(bits))?;
                Ok((
                    self.resource_pointer(variable, handle, &[zero, index], element),
                    0,
                ))
            }
            Access::RootConstants(..) => Err(Error::internal("buffer in root constants")),
        }
    }

    /// Loads element `index` as an integer of `bits` bits.
    pub fn load_element(&mut self, handle: &Handle, index: Value, bits: u32) -> Result<Value> {
        let element = Type::int(bits).ok_or_else(|| Error::internal("buffer element width"))?;
        if !self.is_texels(handle.resource) {
            let (pointer, align) = self.element_pointer(handle, index, bits)?;
            return Ok(self.emit_imm(Op::Load, handle.flags, element, &[pointer], align));
        }
        let (object, image) = self.texels_object(handle)?;
        let op = if image.storage {
            Op::ImageRead
        } else {
            Op::ImageFetch
        };
        let texel_ty = self.module.types.vector(Type::I32, 4);
        let coordinate = if bits == 16 { self.shr(index, 1) } else { index };
        let texel = self.emit(op, Flags::NONE, texel_ty, &[object, coordinate]);
        let word = self.emit_imm(Op::Extract, Flags::NONE, Type::I32, &[texel], 0);
        if bits != 16 {
            return Ok(word);
        }
        let pair_ty = self.module.types.vector(element, 2);
        let pair = self.bitcast(word, pair_ty);
        let half = self.half_number(index);
        Ok(self.emit(Op::ExtractDynamic, Flags::NONE, element, &[pair, half]))
    }

    /// Stores an integer of `bits` bits as element `index`.
    pub fn store_element(&mut self, handle: &Handle, index: Value, value: Value, bits: u32) -> Result<()> {
        if !self.is_texels(handle.resource) {
            let (pointer, align) = self.element_pointer(handle, index, bits)?;
            self.emit_imm(Op::Store, handle.flags, Type::VOID, &[pointer, value], align);
            return Ok(());
        }
        if bits != 16 {
            let (object, image) = self.texels_object(handle)?;
            if !image.storage {
                return Err(Error::malformed("a store to an SRV"));
            }
            let texel_ty = self.module.types.vector(Type::I32, 4);
            let texel = self.emit(Op::Construct, Flags::NONE, texel_ty, &[value; 4]);
            let args = [object, index, texel];
            self.emit(Op::ImageWrite, Flags::NONE, Type::VOID, &args);
            return Ok(());
        }
        let word = self.shr(index, 1);
        let pointer = self.texel_pointer(handle, word)?;
        let half = self.half_number(index);
        let count = self.mul(half, 16);
        let (halfword, nothing) = (self.i32(0xffff), self.i32(u32::MAX));
        let value = self.emit(Op::ZExt, Flags::NONE, Type::I32, &[value]);
        let value = self.emit(Op::Shl, Flags::NONE, Type::I32, &[value, count]);
        let place = self.emit(Op::Shl, Flags::NONE, Type::I32, &[halfword, count]);
        let others = self.emit(Op::Xor, Flags::NONE, Type::I32, &[place, nothing]);
        for (op, operand) in [(Op::AtomicAnd, others), (Op::AtomicOr, value)] {
            let args = [pointer, operand];
            self.emit_imm(op, Flags::NONE, Type::I32, &args, SCOPE_DEVICE);
        }
        Ok(())
    }

    /// A pointer for atomics to element `index` as an integer of `bits` bits.
    pub fn atomic_pointer(&mut self, handle: &Handle, index: Value, bits: u32) -> Result<Value> {
        if !self.is_texels(handle.resource) {
            return Ok(self.element_pointer(handle, index, bits)?.0);
        }
        if bits != 32 {
            return Err(Error::unsupported(format!(
                "{bits}-bit atomic on a raw or structured buffer that is a texel buffer of words; the policy \
                 `uav_buffers: storage_buffer` allows it"
            )));
        }
        self.texel_pointer(handle, index)
    }

    /// Which half of its word a 16-bit element is.
    fn half_number(&mut self, index: Value) -> Value {
        match self.module.const_bits(index) {
            Some(index) => self.i32(index as u32 & 1),
            None => {
                let one = self.i32(1);
                self.emit(Op::And, Flags::NONE, Type::I32, &[index, one])
            }
        }
    }

    // ----- Texels -----

    /// Words as texels.
    pub fn word_image(storage: bool) -> ImageType {
        ImageType {
            sampled: Type::I32,
            dim: Dim::DimBuffer,
            arrayed: false,
            multisampled: false,
            storage,
            signed: false,
            format: if storage {
                ImageFormat::R32ui
            } else {
                ImageFormat::Unknown
            },
        }
    }

    /// The image type of a raw or structured buffer, `None` for one that is no texel buffer.
    pub fn word_texels(&self, id: ResourceId) -> Option<ImageType> {
        use crate::vulkan::DescriptorType::{StorageTexelBuffer, UniformTexelBuffer};
        match self.descriptor_type(id)? {
            UniformTexelBuffer => Some(Self::word_image(false)),
            StorageTexelBuffer => Some(Self::word_image(true)),
            _ => None,
        }
    }

    /// The loaded texel buffer of a handle, and what it is.
    fn texels_object(&self, handle: &Handle) -> Result<(Value, ImageType)> {
        let image = self.word_texels(handle.resource);
        match (handle.object, image) {
            (Some(object), Some(image)) => Ok((object, image)),
            _ => Err(Error::internal("a texel buffer that is not loaded")),
        }
    }

    /// Number of words of a texel buffer.
    pub fn texels_size(&mut self, handle: &Handle) -> Result<Value> {
        let (object, _) = self.texels_object(handle)?;
        Ok(self.emit(Op::ImageQuerySize, Flags::NONE, Type::I32, &[object]))
    }

    /// A pointer for atomics to a word of a texel buffer.
    fn texel_pointer(&mut self, handle: &Handle, word: Value) -> Result<Value> {
        let image = self.word_texels(handle.resource).filter(|image| image.storage);
        let image = image.ok_or_else(|| Error::malformed("an atomic on an SRV"))?;
        let ty = self.module.types.intern(TypeData::Image(image));
        let (variable, _) = self.resource_variable(handle.resource, Shape::Object(ty))?;
        let pointer = self.resource_pointer(variable, handle, &[], ty);
        Ok(self.texel_of(handle, pointer, word))
    }

    /// A pointer for atomics to texel `index` of what `pointer` points to, an image of words.
    pub fn texel_of(&mut self, handle: &Handle, pointer: Value, index: Value) -> Value {
        let sample = self.i32(0);
        let ty = self.module.types.pointer(StorageClass::Image, Type::I32);
        let args = [pointer, index, sample];
        self.emit(Op::ImageTexelPointer, handle.flags, ty, &args)
    }
}
