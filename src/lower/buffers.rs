//! Raw and structured buffers, their atomics, counters and dimensions.
//!
//! A buffer is an array of 32-bit words (16-bit ones for native 16-bit types, 64-bit ones for 64-bit
//! atomics), accessed a component at a time: D3D12 checks raw buffers' bounds per component, and no
//! alignment beyond the component's is known. Structured buffers are checked per element. Where a byte address
//! would wrap around 32 bits and lead back into the buffer, which drivers compute with, the index is held
//! beyond the end; the options `far_components` and `far_elements` have other answers.
//!
//! | file | concern |
//! |---|---|
//! | this one | from operations to elements of the array |
//! | [`words`] | one element of a storage buffer, of a texel buffer, at an address |
//! | [`vectors`] | which buffers are arrays of vectors; accesses to those |
//! | [`addresses`] | accesses at addresses to several elements at once |
//! | [`counters`] | UAV counters |
//! | [`matrices`] | matrices that the device multiplies with vectors |

mod addresses;
mod counters;
mod matrices;
#[cfg(test)]
mod tests;
mod vectors;
mod words;

use super::Lower;
use super::handles::{Access, Handle};
use super::state::Window;
use super::textures::FULLY_MAPPED;
use super::variables::Shape;
use crate::error::{Error, Result};
use crate::ir::{AtomicOp, Flags, Inst, Op, Type, Value};
use crate::options::{FarComponents, FarElements};
use crate::shader::ResourceKind;

/// SPIR-V's Device scope.
const SCOPE_DEVICE: u32 = 1;

/// Where the elements of an access start.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// Index of the first.
    first: Value,
    /// The window that each element must be in by itself.
    window: Option<Window>,
    /// The largest index, where indices wrap around behind it.
    last: Option<u32>,
    /// Bytes of an element.
    bytes: u32,
}

/// The components of what is loaded.
type Parts = smallvec::SmallVec<[Value; 4]>;

impl Lower<'_> {
    /// The array index of the element at a raw byte offset, or at an index and offset of a structured
    /// buffer, in units of `bytes`.
    fn element_index(&mut self, handle: &Handle, index: Value, offset: Value, bytes: u32) -> Result<Value> {
        let resource = self.resource(handle)?;
        let (kind, stride) = (resource.kind, resource.stride);
        if kind == ResourceKind::RawBuffer {
            let mut index = self.shr(index, bytes.trailing_zeros());
            if !self.module.is_undef(offset) && self.module.const_bits(offset) != Some(0) {
                let offset = self.shr(offset, bytes.trailing_zeros());
                index = self.add(index, offset);
            }
            return Ok(index);
        }
        if stride == 0 || stride % bytes != 0 {
            return Err(Error::unsupported(format!(
                "{bytes}-byte access to a structured buffer of stride {stride}"
            )));
        }
        let index = self.held_element(handle, index, stride);
        let base = self.mul(index, stride / bytes);
        let base = self.wrapped_element(handle, base, stride, bytes);
        if self.module.is_undef(offset) {
            return Ok(base);
        }
        let offset = self.shr(offset, bytes.trailing_zeros());
        Ok(self.add(base, offset))
    }

    /// Whether elements of a structured buffer, or rows of a constant buffer, that start behind 2^32 bytes are left to the device. At
    /// addresses, offsets have 64 bits; texels are numbered.
    pub fn leaves_far_elements(&self, handle: &Handle) -> bool {
        let address = matches!(handle.access, Access::Address(_));
        self.options.far_elements == FarElements::Device && !address && !self.is_texels(handle.resource)
    }

    /// Where an element of `stride` bytes starts, in units of `bytes`, given its index times the units in one: where a window is
    /// asked, in the low 32 bits of the offset in bytes, and none that ends behind those. Otherwise the device computes the offset.
    fn wrapped_element(&mut self, handle: &Handle, base: Value, stride: u32, bytes: u32) -> Value {
        if !self.leaves_far_elements(handle)
            || handle.window.is_none()
            || !bytes.is_power_of_two()
            || self.module.const_bits(base).is_some()
        {
            return base;
        }
        let all = u32::MAX / bytes;
        let mask = self.i32(all);
        let base = match bytes {
            1 => base,
            _ => self.emit(Op::And, Flags::NONE, Type::I32, &[base, mask]),
        };
        if stride.is_power_of_two() {
            return base;
        }
        let last = self.i32((all - stride / bytes).wrapping_add(1));
        self.emit(Op::UMin, Flags::NONE, Type::I32, &[base, last])
    }

    /// The number of an element of a structured buffer, at most that of the last one that ends within 32 bits of byte
    /// address.
    fn held_element(&mut self, handle: &Handle, index: Value, stride: u32) -> Value {
        if self.leaves_far_elements(handle) {
            return index;
        }
        let limit = (u32::MAX / stride.max(1)).saturating_sub(1);
        match self.module.const_bits(index) {
            Some(constant) => self.i32((constant as u32).min(limit)),
            None if stride == 1 || matches!(handle.access, Access::Address(_)) => index,
            None => {
                let limit = self.i32(limit);
                self.emit(Op::UMin, Flags::NONE, Type::I32, &[index, limit])
            }
        }
    }

    /// Index `first` of a raw buffer, at byte offset `offset`, held so far below the end of the address space
    /// that the `span` elements from it on, of `bytes` each, do not wrap around.
    fn unwrapped(
        &mut self,
        handle: &Handle,
        first: Value,
        offset: Value,
        span: u32,
        bytes: u32,
    ) -> Result<Value> {
        // Texels are numbered, not addressed: their numbers do not wrap around.
        let held = self.options.far_components == FarComponents::Beyond && !self.is_texels(handle.resource);
        if !held || !self.may_wrap(handle, span)? {
            return Ok(first);
        }
        let last = (u32::MAX / bytes).wrapping_add(1).wrapping_sub(span);
        if let Some(index) = self.module.const_bits(first) {
            return Ok(self.i32((index as u32).min(last)));
        }
        if self.trailing_zeros(offset, 4) >= (span * bytes).next_power_of_two().trailing_zeros() {
            return Ok(first);
        }
        let last = self.i32(last);
        Ok(self.emit(Op::UMin, Flags::NONE, Type::I32, &[first, last]))
    }

    /// Whether an access to `span` elements may be to some that start behind 2^32 bytes.
    fn may_wrap(&self, handle: &Handle, span: u32) -> Result<bool> {
        let raw = self.resource(handle)?.kind == ResourceKind::RawBuffer;
        Ok(span > 1 && raw && !matches!(handle.access, Access::Address(_)))
    }

    /// Low bits of an `i32` that are known to be 0, looking through `depth` instructions.
    fn trailing_zeros(&self, value: Value, depth: u32) -> u32 {
        if let Some(bits) = self.module.const_bits(value) {
            return (bits as u32).trailing_zeros();
        }
        let Some(inst) = value.as_inst().filter(|_| depth != 0) else {
            return 0;
        };
        let &[a, b] = self.func.args(inst) else { return 0 };
        let of = |value| self.trailing_zeros(self.forwarded.resolve(value), depth - 1);
        match self.func.insts[inst].op {
            Op::IMul => (of(a) + of(b)).min(32),
            Op::Shl => match self.module.const_bits(b) {
                Some(count) => of(a) + (count as u32 & 31),
                None => of(a),
            }
            .min(32),
            Op::And => of(a).max(of(b)),
            Op::IAdd | Op::ISub | Op::Or | Op::Xor => of(a).min(of(b)),
            _ => 0,
        }
    }

    /// Where an access to `span` elements of `bytes` each starts.
    fn start_of(
        &mut self,
        handle: &Handle,
        index: Value,
        offset: Value,
        span: u32,
        bytes: u32,
    ) -> Result<Start> {
        let mut first = self.element_index(handle, index, offset, bytes)?;
        let mut window = None;
        if let Some(whole) = handle.window {
            let units = self.window_in(whole, bytes);
            if self.resource(handle)?.kind == ResourceKind::RawBuffer {
                window = Some(units);
            } else {
                first = self.in_window(units, first, bytes);
            }
        } else {
            first = self.unwrapped(handle, first, index, span, bytes)?;
        }
        let wraps = self.options.far_components == FarComponents::Wrapped && self.may_wrap(handle, span)?;
        let aligned = (span * bytes).next_power_of_two().trailing_zeros();
        let last = (wraps && self.trailing_zeros(index, 4) < aligned).then_some(u32::MAX / bytes);
        Ok(Start {
            first,
            window,
            last,
            bytes,
        })
    }

    /// The index of the element that is `delta` behind the first.
    fn element_at(&mut self, start: &Start, delta: u32) -> Value {
        let further = self.i32(delta);
        let mut index = self.add(start.first, further);
        if let Some(last) = start.last.filter(|_| delta != 0) {
            let last = self.i32(last);
            index = self.emit(Op::And, Flags::NONE, Type::I32, &[index, last]);
        }
        match start.window {
            Some(window) => self.in_window(window, index, start.bytes),
            None => index,
        }
    }

    /// How values of scalar type `ty` lie in memory: bits of an array element, and how many make a value.
    fn memory_form(&self, ty: Type) -> (u32, u32) {
        match ty.scalar_bits() {
            64 => (32, 2),
            16 if self.native16 => (16, 1),
            _ => (32, 1),
        }
    }

    /// Loads `count` values of type `scalar` one element after the other, at addresses several at once.
    fn parts_of_elements(&mut self, inst: Inst, handle: &Handle, scalar: Type, count: u32) -> Result<Parts> {
        let (index, offset) = (self.arg(inst, 1)?, self.arg(inst, 2)?);
        let (bits, per_value) = self.memory_form(scalar);
        let elements = count * per_value;
        let start = self.start_of(handle, index, offset, elements, bits / 8)?;
        let mut parts = Parts::new();
        let runs = self.runs_at_address(inst, handle, (elements, bits), |_| true)?;
        if !runs.is_empty() {
            let mut words = smallvec::SmallVec::<[Value; 8]>::new();
            for run in runs {
                words.extend(self.load_run(handle, &start, run, bits)?);
            }
            for value in words.chunks(per_value as usize) {
                parts.push(self.value_of_words(value, scalar));
            }
            return Ok(parts);
        }
        for component in 0..count {
            let mut words = smallvec::SmallVec::<[Value; 2]>::new();
            for word in 0..per_value {
                let index = self.element_at(&start, component * per_value + word);
                words.push(self.load_element(handle, index, bits)?);
            }
            parts.push(self.value_of_words(&words, scalar));
        }
        Ok(parts)
    }

    /// Loads `count` values of type `scalar` from vectors of words.
    #[inline(never)]
    fn parts_of_vectors(
        &mut self,
        handle: &Handle,
        place: &vectors::Place,
        scalar: Type,
        count: u32,
    ) -> Result<Parts> {
        let (bits, per_value) = self.memory_form(scalar);
        let span = count * per_value * bits / 8;
        if bits == 16 {
            let pair_ty = self.module.types.vector(scalar, 2);
            let words = self.load_words(handle, place, span, Type::I32)?;
            let pairs: smallvec::SmallVec<[Value; 8]> =
                words.iter().map(|&word| self.bitcast(word, pair_ty)).collect();
            let first = place.half();
            let halves = first..first + count;
            return halves
                .map(|half| {
                    let pair = pairs.get(half as usize / 2).copied();
                    let pair = pair.ok_or_else(|| Error::internal("a word of a vector is missing"))?;
                    Ok(self.emit_imm(Op::Extract, Flags::NONE, scalar, &[pair], half % 2))
                })
                .collect();
        }
        let memory = match (per_value, scalar) {
            (1, Type::F16) => Type::F32,
            (1, _) if scalar.scalar_bits() == 32 => scalar,
            _ => Type::I32,
        };
        let words = self.load_words(handle, place, span, memory)?;
        let values = words.chunks(per_value as usize);
        Ok(values.map(|words| self.value_of_words(words, scalar)).collect())
    }

    /// The value of type `scalar` that lies in memory as `words`.
    fn value_of_words(&mut self, words: &[Value], scalar: Type) -> Value {
        match *words {
            [word] if scalar == Type::F16 && self.value_ty(word).scalar_bits() == 32 => {
                let wide = self.bitcast(word, Type::F32);
                self.emit(Op::FConvert, Flags::NONE, scalar, &[wide])
            }
            [word] => self.converted(word, scalar),
            _ => {
                let pair_ty = self.module.types.vector(Type::I32, 2);
                let pair = self.emit(Op::Construct, Flags::NONE, pair_ty, words);
                self.emit(Op::Bitcast, Flags::NONE, scalar, &[pair])
            }
        }
    }

    /// Lowers a raw or structured load.
    pub fn raw_load(&mut self, inst: Inst) -> Result<()> {
        let handle = self.handle_of(inst)?;
        let data = self.func.insts[inst];
        let sparse = data.flags.has(Flags::SPARSE);
        let vector = if sparse {
            let element = self.module.types.element(data.ty, 0);
            element.ok_or_else(|| Error::internal("sparse load without components"))?
        } else {
            data.ty
        };
        let scalar = self.module.types.scalar(vector);
        let count = self.module.types.components(vector);
        let (bits, per_value) = self.memory_form(scalar);
        let span = count * per_value * bits / 8;
        let parts = match self.place_in_vectors(inst, &handle, span, bits)? {
            Some(place) => {
                let whole = !sparse && count > 1 && scalar.scalar_bits() == 32;
                if whole && let Some(words) = self.load_whole(&handle, &place, span)? {
                    if scalar == Type::I32 {
                        self.forward(inst, words);
                    } else {
                        self.finish(inst, Op::Bitcast, Flags::NONE, &[words], 0);
                    }
                    return Ok(());
                }
                self.parts_of_vectors(&handle, &place, scalar, count)?
            }
            None => self.parts_of_elements(inst, &handle, scalar, count)?,
        };
        if sparse {
            let value = if count == 1 {
                parts[0]
            } else {
                self.emit(Op::Construct, Flags::NONE, vector, &parts)
            };
            let status = self.i32(FULLY_MAPPED);
            self.finish(inst, Op::Construct, Flags::NONE, &[value, status], 0);
        } else if count == 1 {
            self.forward(inst, parts[0]);
        } else {
            self.finish(inst, Op::Construct, Flags::NONE, &parts, 0);
        }
        Ok(())
    }

    /// Lowers a raw or structured store.
    pub fn raw_store(&mut self, inst: Inst) -> Result<()> {
        let handle = self.handle_of(inst)?;
        let (index, offset) = (self.arg(inst, 1)?, self.arg(inst, 2)?);
        let mask = self.func.insts[inst].imm & 0xf;
        let scalar = self.value_ty(self.arg(inst, 3)?);
        let (bits, per_value) = self.memory_form(scalar);
        let span = (u32::BITS - mask.leading_zeros()) * per_value;
        if let Some(place) = self.place_in_vectors(inst, &handle, span * bits / 8, bits)? {
            let words = self.words_to_store(inst, scalar, mask)?;
            return self.store_words(&handle, &place, &words);
        }
        let start = self.start_of(&handle, index, offset, span, bits / 8)?;
        let stored = |element: u32| mask >> (element / per_value) & 1 != 0;
        let runs = self.runs_at_address(inst, &handle, (span, bits), stored)?;
        for run in &runs {
            // Two words of a value are in one run: it takes an even number.
            let mut values = smallvec::SmallVec::<[Value; 4]>::new();
            for component in run.first / per_value..(run.first + run.len) / per_value {
                values.extend(self.elements_of(inst, component)?);
            }
            self.store_run(&handle, &start, *run, (&values, bits))?;
        }
        if !runs.is_empty() {
            return Ok(());
        }
        for component in (0..4).filter(|c| mask >> c & 1 != 0) {
            let words = self.elements_of(inst, component)?;
            for (word, value) in (0..per_value).zip(words) {
                let index = self.element_at(&start, component * per_value + word);
                self.store_element(&handle, index, value, bits)?;
            }
        }
        Ok(())
    }

    /// What a store puts into memory as `component`: an integer, or two words.
    fn elements_of(&mut self, inst: Inst, component: u32) -> Result<smallvec::SmallVec<[Value; 2]>> {
        let value = self.arg(inst, 3 + component as usize)?;
        let scalar = self.value_ty(value);
        let (bits, per_value) = self.memory_form(scalar);
        let element = Type::int(bits).ok_or_else(|| Error::internal("buffer element width"))?;
        Ok(if per_value == 2 {
            let pair_ty = self.module.types.vector(Type::I32, 2);
            let pair = self.bitcast(value, pair_ty);
            (0..2)
                .map(|w| self.emit_imm(Op::Extract, Flags::NONE, Type::I32, &[pair], w))
                .collect()
        } else if scalar == Type::F16 && bits == 32 {
            let wide = self.emit(Op::FConvert, Flags::NONE, Type::F32, &[value]);
            smallvec::smallvec![self.bitcast(wide, Type::I32)]
        } else {
            smallvec::smallvec![self.converted(value, element)]
        })
    }

    /// What a store puts into words: each, or nothing, up to the last.
    fn words_to_store(
        &mut self,
        inst: Inst,
        scalar: Type,
        mask: u32,
    ) -> Result<smallvec::SmallVec<[Option<Value>; 8]>> {
        let (bits, per_value) = self.memory_form(scalar);
        let mut words = smallvec::SmallVec::new();
        let mut halves = smallvec::SmallVec::<[Value; 2]>::new();
        for component in 0..u32::BITS - mask.leading_zeros() {
            if mask >> component & 1 == 0 {
                // Both halves of a word are stored, or none.
                words.resize(
                    words.len()
                        + if bits == 16 {
                            component as usize % 2
                        } else {
                            per_value as usize
                        },
                    None,
                );
                continue;
            }
            let value = self.arg(inst, 3 + component as usize)?;
            if per_value == 2 {
                let pair_ty = self.module.types.vector(Type::I32, 2);
                let pair = self.bitcast(value, pair_ty);
                for word in 0..2 {
                    words.push(Some(self.emit_imm(
                        Op::Extract,
                        Flags::NONE,
                        Type::I32,
                        &[pair],
                        word,
                    )));
                }
            } else if bits == 16 {
                halves.push(value);
                if halves.len() == 2 {
                    let pair_ty = self.module.types.vector(scalar, 2);
                    let pair = self.emit(Op::Construct, Flags::NONE, pair_ty, &halves);
                    words.push(Some(self.bitcast(pair, Type::I32)));
                    halves.clear();
                }
            } else if scalar == Type::F16 {
                words.push(Some(self.emit(Op::FConvert, Flags::NONE, Type::F32, &[value])));
            } else if scalar.scalar_bits() == 32 {
                words.push(Some(value));
            } else {
                words.push(Some(self.converted(value, Type::I32)));
            }
        }
        Ok(words)
    }

    /// Lowers an atomic on a raw or structured buffer.
    pub fn raw_atomic(&mut self, inst: Inst) -> Result<()> {
        let handle = self.handle_of(inst)?;
        let (index, offset) = (self.arg(inst, 1)?, self.arg(inst, 2)?);
        let ty = self.func.insts[inst].ty;
        let bits = ty.scalar_bits();
        if bits != 32 && bits != 64 {
            return Err(Error::unsupported(format!("atomic on {bits} bits")));
        }
        let start = self.start_of(&handle, index, offset, 1, bits / 8)?;
        let index = self.element_at(&start, 0);
        let pointer = self.atomic_pointer(&handle, index, bits)?;
        self.finish_atomic(inst, pointer)
    }

    /// Turns `inst` into the atomic on `pointer`, which points to an integer of its width.
    pub fn finish_atomic(&mut self, inst: Inst, pointer: Value) -> Result<()> {
        let data = self.func.insts[inst];
        let bits = data.ty.scalar_bits();
        let int = Type::int(bits).ok_or_else(|| Error::unsupported("atomic on a type that is no scalar"))?;
        let mut args: smallvec::SmallVec<[Value; 3]> = smallvec::smallvec![pointer];
        let op = if data.op == Op::ResourceCmpXchg {
            for index in [4, 5] {
                let value = self.arg(inst, index)?;
                args.push(self.bitcast(value, int));
            }
            Op::AtomicCmpXchg
        } else {
            let value = self.arg(inst, 4)?;
            args.push(self.bitcast(value, int));
            match AtomicOp::from_number(data.imm) {
                Some(AtomicOp::Add) => Op::AtomicIAdd,
                Some(AtomicOp::And) => Op::AtomicAnd,
                Some(AtomicOp::Or) => Op::AtomicOr,
                Some(AtomicOp::Xor) => Op::AtomicXor,
                Some(AtomicOp::IMin) => Op::AtomicSMin,
                Some(AtomicOp::IMax) => Op::AtomicSMax,
                Some(AtomicOp::UMin) => Op::AtomicUMin,
                Some(AtomicOp::UMax) => Op::AtomicUMax,
                Some(AtomicOp::Exchange) => Op::AtomicExchange,
                None => return Err(Error::malformed(format!("atomic operation {}", data.imm))),
            }
        };
        if data.ty == int {
            self.finish(inst, op, Flags::NONE, &args, SCOPE_DEVICE);
        } else {
            let old = self.emit_imm(op, Flags::NONE, int, &args, SCOPE_DEVICE);
            self.finish(inst, Op::Bitcast, Flags::NONE, &[old], 0);
        }
        Ok(())
    }

    /// Lowers the dimensions of a raw buffer (bytes) or structured buffer (elements).
    pub fn raw_dimensions(&mut self, inst: Inst) -> Result<()> {
        let handle = self.handle_of(inst)?;
        let resource = self.resource(&handle)?;
        let (kind, stride) = (resource.kind, resource.stride);
        let zero = self.i32(0);
        let size = match (handle.access, handle.window) {
            (_, Some(window)) if kind == ResourceKind::RawBuffer => window.size,
            (_, Some(window)) => {
                let stride = self.i32(stride.max(1));
                self.emit(Op::UDiv, Flags::NONE, Type::I32, &[window.size, stride])
            }
            (Access::Descriptor(_), None) if self.is_texels(handle.resource) => {
                let words = self.texels_size(&handle)?;
                match (kind, stride) {
                    (ResourceKind::RawBuffer, _) => self.mul(words, 4),
                    (_, 4) => words,
                    (_, stride) if stride % 4 == 0 && stride != 0 => {
                        let stride = self.i32(stride / 4);
                        self.emit(Op::UDiv, Flags::NONE, Type::I32, &[words, stride])
                    }
                    (_, stride) => {
                        let (bytes, stride) = (self.mul(words, 4), self.i32(stride.max(1)));
                        self.emit(Op::UDiv, Flags::NONE, Type::I32, &[bytes, stride])
                    }
                }
            }
            // Root descriptors have no size.
            (Access::Address(_) | Access::RootConstants(..), None) => zero,
            // Whole elements are whole vectors.
            (Access::Descriptor(_), None)
                if kind == ResourceKind::StructuredBuffer
                    && self.vector_bytes(&handle) != 0
                    && stride.is_multiple_of(self.vector_bytes(&handle)) =>
            {
                let bytes = self.vector_bytes(&handle);
                let shape = Shape::Vectors(bytes / 4);
                let (variable, block) = self.resource_variable(handle.resource, shape)?;
                let pointer = self.resource_pointer(variable, &handle, &[], block);
                let length = self.emit(Op::ArrayLength, handle.flags, Type::I32, &[pointer]);
                match stride / bytes {
                    0 | 1 => length,
                    count => {
                        let count = self.i32(count);
                        self.emit(Op::UDiv, Flags::NONE, Type::I32, &[length, count])
                    }
                }
            }
            (Access::Descriptor(_), None) => {
                let bits = if kind == ResourceKind::StructuredBuffer && stride % 4 != 0 {
                    16
                } else {
                    32
                };
                let (variable, block) = self.resource_variable(handle.resource, Shape::Integers(bits))?;
                let pointer = self.resource_pointer(variable, &handle, &[], block);
                let length = self.emit(Op::ArrayLength, handle.flags, Type::I32, &[pointer]);
                if kind == ResourceKind::RawBuffer {
                    self.mul(length, bits / 8)
                } else if stride == bits / 8 {
                    length
                } else {
                    let stride = self.i32((stride / (bits / 8)).max(1));
                    self.emit(Op::UDiv, Flags::NONE, Type::I32, &[length, stride])
                }
            }
        };
        // Structured buffers give their stride second.
        let second = if kind == ResourceKind::StructuredBuffer {
            self.i32(stride)
        } else {
            zero
        };
        self.finish(inst, Op::Construct, Flags::NONE, &[size, second, zero, zero], 0);
        Ok(())
    }
}
