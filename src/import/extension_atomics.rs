//! Atomics of vendors' extensions: on 64 bits, which shader model 6.6 has too, and on floats. These go round in a loop of compare
//! and exchange in buffers, which needs no extension of the device. Texels have views of float formats, which have no compare and
//! exchange, so that they take the device's own addition.
//!
//! Halves in texels are refused: the header makes two calls of one on four halves, with twice the first coordinate, and DXIL
//! does not tell textures of two halves from those of four.

use super::Importer;
use super::matrix_types::Component;
use crate::error::{Error, Result};
use crate::ir::{AtomicOp, Flags, Op, Type, Value};
use crate::shader::{ComponentType, ResourceId, ResourceKind};
use smallvec::SmallVec;

/// What an atomic does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Atomic {
    /// On integers.
    Integer(AtomicOp),
    /// Exchange where there is this value.
    CompareExchange(Value),
}

/// What becomes of floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatAtomic {
    /// The sum of two `f32`.
    Add32,
    /// Sum, minimum or maximum of each of two halves in a word.
    Halves(HalfAtomic),
}

/// What becomes of halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HalfAtomic {
    Add,
    Min,
    Max,
}

/// How many coordinates a texture has whose texels take atomics of vendors' extensions.
fn coordinates(kind: ResourceKind) -> Option<usize> {
    Some(match kind {
        ResourceKind::Texture1D => 1,
        ResourceKind::Texture2D => 2,
        ResourceKind::Texture3D => 3,
        _ => return None,
    })
}

impl Importer<'_> {
    /// The kind of what `handle` names.
    fn kind_of(&self, handle: Value) -> Result<ResourceKind> {
        let resource = self.resource_of(handle);
        resource.map(|resource| resource.kind).ok_or_else(|| {
            Error::unsupported("an atomic of a vendor's extension on a resource that control flow chooses")
        })
    }

    /// An `i64` of two words.
    pub fn joined(&mut self, low: Value, high: Value) -> Value {
        let pair = self.module.types.vector(Type::I32, 2);
        let pair = self.emit(Op::Construct, Flags::NONE, pair, &[low, high]);
        self.emit(Op::Bitcast, Flags::NONE, Type::I64, &[pair])
    }

    /// An atomic on 64 bits of a raw buffer, by byte address, or of a texture of pairs of words. Gives what was there, as two
    /// words.
    pub fn atomic64(
        &mut self,
        atomic: Atomic,
        handle: Value,
        place: [Value; 3],
        value: Value,
    ) -> Result<[Value; 2]> {
        let used = match self.kind_of(handle)? {
            ResourceKind::RawBuffer => 1,
            kind => coordinates(kind).ok_or_else(|| {
                Error::unsupported(format!(
                    "a 64-bit atomic of a vendor's extension on a resource of kind {kind:?}"
                ))
            })?,
        };
        // Its texels are whole for atomics, and pairs of words for everything else.
        if let Some(inst) = handle.as_inst()
            && let Some(resource) = self
                .module
                .resources
                .get_mut(ResourceId(self.func.insts[inst].imm))
            && resource.kind != ResourceKind::RawBuffer
        {
            resource.component = ComponentType::U64;
        }
        let mut args = self.texel_place(handle, place, used);
        let old = match atomic {
            Atomic::Integer(op) => {
                args.push(value);
                self.emit_imm(Op::ResourceAtomic, Flags::NONE, Type::I64, &args, op as u32)
            }
            Atomic::CompareExchange(compare) => {
                args.extend([compare, value]);
                self.emit(Op::ResourceCmpXchg, Flags::NONE, Type::I64, &args)
            }
        };
        let (low, high) = self.split64(old);
        Ok([low, high])
    }

    /// A handle and the coordinates of which so many are used, as atomics have them.
    fn texel_place(&mut self, handle: Value, place: [Value; 3], used: usize) -> SmallVec<[Value; 6]> {
        let undef = self.module.undef(Type::I32);
        let mut args: SmallVec<[Value; 6]> = smallvec::smallvec![handle];
        args.extend(
            (0..)
                .zip(place)
                .map(|(at, word)| if at < used { word } else { undef }),
        );
        args
    }

    /// An atomic on floats at a byte address of a raw buffer, or an addition to a texel. Gives the word that was there.
    pub fn atomic_floats(
        &mut self,
        atomic: FloatAtomic,
        handle: Value,
        place: [Value; 3],
        value: Value,
    ) -> Result<Value> {
        let kind = self.kind_of(handle)?;
        if kind != ResourceKind::RawBuffer {
            return self.add_to_texel(atomic, (handle, kind), place, value);
        }
        let [address, ..] = place;
        let undef = self.module.undef(Type::I32);
        let first = self.raw_words(handle, address, 1);
        let old = self.exchange_until(
            first,
            |this, old| this.changed_floats(atomic, old, value),
            |this, old, new| {
                let args = [handle, address, undef, undef, old, new];
                this.emit(Op::ResourceCmpXchg, Flags::NONE, Type::I32, &args)
            },
        );
        Ok(old)
    }

    /// Adds to a texel of one float.
    fn add_to_texel(
        &mut self,
        atomic: FloatAtomic,
        (handle, kind): (Value, ResourceKind),
        place: [Value; 3],
        value: Value,
    ) -> Result<Value> {
        let used = coordinates(kind).filter(|_| atomic == FloatAtomic::Add32);
        let used = used.ok_or_else(|| {
            Error::unsupported(format!(
                "a float atomic of a vendor's extension, {atomic:?}, on a resource of kind {kind:?}"
            ))
        })?;
        if !self.image_float_atomics {
            return Err(Error::unsupported(
                "an addition of floats to texels: needs a device with VK_EXT_shader_atomic_float (option \
                 image_float_atomics)",
            ));
        }
        let mut args = self.texel_place(handle, place, used);
        args.push(self.emit(Op::Bitcast, Flags::NONE, Type::F32, &[value]));
        let old = self.emit(Op::ResourceFAdd, Flags::NONE, Type::F32, &args);
        Ok(self.emit(Op::Bitcast, Flags::NONE, Type::I32, &[old]))
    }

    /// The word that an atomic puts in the place of `old`.
    fn changed_floats(&mut self, atomic: FloatAtomic, old: Value, value: Value) -> Value {
        let none = Flags::NONE;
        let op = match atomic {
            FloatAtomic::Add32 => {
                let [old, value] = [old, value].map(|word| self.emit(Op::Bitcast, none, Type::F32, &[word]));
                let sum = self.component_sum(old, value, Component::F32);
                return self.emit(Op::Bitcast, none, Type::I32, &[sum]);
            }
            FloatAtomic::Halves(HalfAtomic::Add) => Op::FAdd,
            FloatAtomic::Halves(HalfAtomic::Min) => Op::NMin,
            FloatAtomic::Halves(HalfAtomic::Max) => Op::NMax,
        };
        let pair = self.module.types.vector(Type::F32, 2);
        let [old, value] = [old, value].map(|word| self.emit(Op::UnpackHalf2x16, none, pair, &[word]));
        let mut new = self.emit(op, none, pair, &[old, value]);
        if op == Op::FAdd {
            new = self.rounded_to_half(new);
        }
        self.emit(Op::PackHalf2x16, none, Type::I32, &[new])
    }
}
