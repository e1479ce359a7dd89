//! Buffers as arrays of vectors of words: which ones are, and accesses to them.
//!
//! `docs/vectorizer.md` has the rules. In short: a buffer is an array of vectors of 4, 2 or 3 words where it is known of
//! accesses where in a vector they lead ([`Multiples`]), and where an access to a whole vector cannot do anything else out
//! of bounds than those to its words: in an element of a structured buffer, which is there or is not; in a raw buffer
//! where the device checks each component, or what is done to the vector that the buffer ends in (`opt/ends`). A buffer
//! that the shader writes is an array of one kind for all its accesses, since drivers take variables of several types at one
//! binding for different memory. The UAVs of a shader that reads one and writes another may be the same memory: their
//! variables are `Aliased` where they are arrays of several kinds. What is not written is an array of words, too, for what
//! is not known. So a structured buffer whose elements are not whole vectors, and which is not written, is one of vectors
//! for the accesses whose element and offset are constants, as those to the only element of a buffer of one.
//!
//! An access to part of a vector is one to its components, with the flag [`WIDE`](Flags::WIDE) where it may be one of
//! the whole: the common subexpressions and the merging of stores see to the rest.

use crate::analysis::cfg::Cfg;
use crate::analysis::multiples::{Low, Multiples};
use crate::binding::address_alignment;
use crate::error::{Error, Result};
use crate::ir::{Builder, Flags, Inst, LONG_VECTOR, Op, StorageClass, Type, TypeData, Value};
use crate::lower::Lower;
use crate::lower::handles::{Access, Handle};
use crate::lower::offsets::vector_number;
use crate::lower::variables::Shape;
use crate::options::FarComponents;
use crate::shader::{Resource, ResourceClass, ResourceId, ResourceKind};
use crate::vulkan::{BufferForm, ResourceBinding, WhyWords};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// What the accesses to a buffer have in common.
#[derive(Clone, Copy, Default)]
struct Tally {
    accesses: u32,
    /// For vectors of 16 bytes, of 8 and of 12: whether some access is not known to be anywhere in one.
    unknown: [bool; 3],
    /// Likewise, whether some access is to several words of one.
    several: [bool; 3],
    /// Likewise, whether some access is to all of one.
    whole: [bool; 3],
    /// Whether some access is at no constant offset.
    moving: bool,
    /// A 16-bit access whose words are not known, or a store to a half of one.
    half: bool,
    /// A 16-bit access to both halves of a word.
    pairs: bool,
}

/// Bytes of the vectors, in the order of a [`Tally`].
const SIZES: [u32; 3] = [16, 8, 12];

/// Where an access leads in a buffer of vectors.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Number of the vector that it starts in.
    vector: Value,
    /// First byte in that.
    byte: u32,
    /// Words of a vector; 1 where it is an array of words.
    width: u32,
    /// Whether the vectors behind it are numbered modulo 2^32 bytes.
    wraps: bool,
    /// Whether vectors may be accessed for the sake of some of their words.
    wide: bool,
}

impl Place {
    /// The half of its word that the access starts with.
    pub fn half(&self) -> u32 {
        self.byte % 4 / 2
    }
}

/// Words from a byte on, as ranges within vectors: how many vectors further, first word, one past the last.
fn ranges(byte: u32, span: u32, width: u32) -> impl Iterator<Item = (u32, u32, u32)> {
    let (first, end) = (byte / 4, (byte + span).div_ceil(4));
    (0..end.div_ceil(width)).map(move |vector| {
        let start = vector * width;
        let low = first.max(start).min(start + width) - start;
        (vector, low, end.min(start + width) - start)
    })
}

/// Whether the elements of a buffer are whole vectors of `size` bytes. Only accesses at offsets that are constants are to its
/// vectors where they are not.
fn has_whole(resource: &Resource, size: u32) -> bool {
    resource.kind == ResourceKind::RawBuffer || resource.stride.is_multiple_of(size)
}

/// Whether an operation has the device access a matrix, in an array of words.
fn takes_words(op: Op) -> bool {
    matches!(
        op,
        Op::MultiplyVector | Op::LoadBufferMatrix | Op::StoreBufferMatrix
    )
}

impl Lower<'_> {
    /// Finds the buffers that are arrays of vectors.
    pub fn choose_vectors(&mut self, cfg: &Cfg) {
        self.vectors.uavs_differ = self.uavs_differ();
        let is_access = |op| matches!(op, Op::RawLoad | Op::RawStore) || takes_words(op);
        let taken = std::mem::take(&mut self.vectors.taken);
        if !self.options.optimizations.buffer_vectors
            || !taken.iter().any(|&inst| is_access(self.func.insts[inst].op))
        {
            return;
        }
        let roots = taken
            .iter()
            .flat_map(|&inst| self.func.args(inst).iter().copied());
        self.vectors.multiples = Multiples::new(self.module, &self.func, cfg, roots);
        let mut tallies: FxHashMap<ResourceId, Tally> = FxHashMap::default();
        for inst in taken {
            if !is_access(self.func.insts[inst].op) {
                continue;
            }
            let handle = self.func.args(inst).first().and_then(|handle| handle.as_inst());
            let Some(handle) = handle.map(|handle| self.func.insts[handle]) else {
                continue;
            };
            let id = ResourceId(handle.imm);
            if let (Op::Handle | Op::HeapHandle, Some(resource)) = (handle.op, self.module.resources.get(id))
            {
                let tally = tallies.entry(id).or_default();
                self.count(tally, resource, inst);
            }
        }
        // What is found does not depend on the order.
        let mut chosen: SmallVec<[(ResourceId, u32); 8]> = SmallVec::new();
        for (&id, tally) in &tallies {
            match self.width_of(id, tally) {
                Ok(width) => chosen.push((id, width)),
                Err(why) => {
                    self.vectors.forms.push((id, BufferForm::Words(why)));
                    self.choose_words(id, tally, why);
                }
            }
        }
        for (id, width) in chosen {
            self.vectors.forms.push((id, BufferForm::Vectors(width)));
            let tally = tallies.get(&id).copied().unwrap_or_default();
            let kind = SIZES.iter().position(|&size| size == width * 4).unwrap_or(0);
            if let Some(facts) = self.found.facts.get_mut(&id) {
                facts.vector = width;
                // What is left for arrays of words and of halves, which written buffers have none of.
                let mut widths = 8;
                if !facts.written && tally.unknown[kind] {
                    widths |= facts.widths & 3;
                } else if !facts.written && tally.half {
                    widths |= facts.widths & 1;
                }
                facts.widths = widths;
            }
        }
        self.vectors.uavs_differ = self.uavs_differ();
    }

    /// Makes an array of words alone of a buffer whose 16-bit accesses are known to lead to halves of words: a word is there
    /// as a whole or not at all, since views end at multiples of 4, and elements do that lie at such. Drivers then see one
    /// variable, and both halves are one access.
    fn choose_words(&mut self, id: ResourceId, tally: &Tally, why: WhyWords) {
        let found = (self.module.resources.get(id), self.resources.get(id.0 as usize));
        let (Some(resource), Some(plan)) = found else {
            return;
        };
        let raw = resource.kind == ResourceKind::RawBuffer;
        let address = matches!(plan.binding, ResourceBinding::Address { .. });
        let window = raw && plan.offset_view.is_some();
        let other = matches!(why, WhyWords::Atomics | WhyWords::Texels | WhyWords::View);
        if address || window || other || tally.half || !raw && resource.stride % 4 != 0 {
            return;
        }
        if let Some(facts) = self.found.facts.get_mut(&id)
            && facts.widths & 1 != 0
            && (facts.widths & 2 != 0 || tally.pairs)
        {
            facts.widths = facts.widths & !1 | 2;
            facts.halves_in_words = true;
        }
    }

    /// Alignment in bytes that accesses assume of where buffers start, by resource: of those in descriptors the size of their
    /// vectors, at addresses the most that an access says; 0 where they assume nothing but that of words, or there are none.
    pub fn alignments(&self) -> Vec<u32> {
        let bytes = |id: ResourceId| {
            let said = self.vectors.assumed.get(&id);
            said.copied().unwrap_or_else(|| {
                let words = self.found.facts.get(&id).map_or(0, |facts| facts.vector);
                // Three words lie at multiples of one, and elements that are not whole vectors do.
                let resource = self.module.resources.get(id);
                match words {
                    0 => 0,
                    3 => 4,
                    _ if resource.is_some_and(|resource| !has_whole(resource, words * 4)) => 4,
                    _ => words * 4,
                }
            })
        };
        self.module.resources.ids().map(bytes).collect()
    }

    /// What each buffer with accesses is an array of, by resource; nothing where the option for vectors is off.
    pub fn take_forms(&mut self) -> Vec<(ResourceId, BufferForm)> {
        let mut forms = std::mem::take(&mut self.vectors.forms);
        forms.sort_unstable_by_key(|(id, _)| *id);
        forms
    }

    /// Notes that accesses to a buffer at an address say so of their alignment.
    pub fn assumes(&mut self, handle: &Handle, alignment: u32) {
        let known = self.vectors.assumed.entry(handle.resource).or_default();
        *known = alignment.max(*known);
    }

    /// Whether a resource is a UAV that is a buffer of words.
    pub fn is_uav(&self, id: ResourceId) -> bool {
        let resource = self.module.resources.get(id);
        resource
            .is_some_and(|resource| resource.class == ResourceClass::Uav && resource.kind.is_untyped_buffer())
    }

    /// Whether UAVs are arrays of several kinds, where what one writes another may read.
    fn uavs_differ(&self) -> bool {
        let (mut first, mut several) = (None, false);
        let (mut read, mut written) = (false, false);
        for (&id, facts) in &self.found.facts {
            let kinds = (facts.vector, facts.widths);
            // Of some, nothing but the size is asked for.
            if facts.widths == 0 || !self.is_uav(id) {
                continue;
            }
            several |= *first.get_or_insert(kinds) != kinds;
            read |= facts.read;
            written |= facts.written;
        }
        several && read && written
    }

    /// Notes an access to a buffer.
    fn count(&self, tally: &mut Tally, resource: &Resource, inst: Inst) {
        let data = &self.func.insts[inst];
        if takes_words(data.op) {
            // The device takes an array of words.
            tally.accesses += 1;
            tally.unknown = [true; 3];
            return;
        }
        let args = self.func.args(inst);
        let &[_, index, offset, ..] = args else { return };
        let (scalar, count) = if data.op == Op::RawStore {
            let ty = args.get(3).map_or(Type::I32, |&value| self.value_ty(value));
            (ty, u32::BITS - (data.imm & 0xf).leading_zeros())
        } else {
            let mut ty = data.ty;
            if data.flags.has(Flags::SPARSE) {
                ty = self.module.types.element(ty, 0).unwrap_or(ty);
            }
            (self.module.types.scalar(ty), self.module.types.components(ty))
        };
        let (bits, per_value) = self.memory_form(scalar);
        let span = count * per_value * bits / 8;
        let low = self.low_bits(resource, index, offset);
        tally.accesses += 1;
        tally.moving |= [index, offset]
            .iter()
            .any(|&part| self.module.const_bits(part).is_none() && !self.module.is_undef(part));
        for (kind, size) in SIZES.into_iter().enumerate() {
            let byte = if size == 12 {
                self.third(resource, offset)
            } else if has_whole(resource, size) {
                low.remainder(size)
            } else {
                let place = self.constant_place(resource, (index, offset), span, size);
                place.map(|place| place % size)
            };
            match byte {
                Some(byte) => {
                    tally.several[kind] |= (size - byte).min(span) >= 8;
                    tally.whole[kind] |= span >= (size - byte) % size + size;
                }
                None => tally.unknown[kind] = true,
            }
        }
        if bits == 16 {
            let store = data.op == Op::RawStore;
            let whole = matches!(data.imm & 0xf, 3 | 12 | 15);
            tally.pairs |= count > 1 && low.remainder(4) == Some(0);
            tally.half |= match low.remainder(4) {
                Some(0) => store && !whole,
                Some(_) => store,
                None => true,
            };
        }
    }

    /// Words of the vectors that a buffer is an array of, or why it is none.
    fn width_of(&self, id: ResourceId, tally: &Tally) -> std::result::Result<u32, WhyWords> {
        let found = (
            self.module.resources.get(id),
            self.found.facts.get(&id),
            self.resources.get(id.0 as usize),
        );
        let (Some(resource), Some(facts), Some(plan)) = found else {
            return Err(WhyWords::Single);
        };
        let raw = resource.kind == ResourceKind::RawBuffer;
        // A raw view in a larger descriptor may end in the middle of a vector.
        for (is, why) in [
            (facts.atomic_bits != 0, WhyWords::Atomics),
            (raw && plan.offset_view.is_some(), WhyWords::View),
            (self.is_texels(id), WhyWords::Texels),
        ] {
            if is {
                return Err(why);
            }
        }
        let alignment = match plan.binding {
            ResourceBinding::Address { alignment, .. } => alignment,
            _ if raw && !self.options.heeds_components(self.has_long_vectors()) => {
                return Err(WhyWords::Bounds);
            }
            _ if raw && plan.root.as_ref().is_some_and(|root| root.range.is_none()) => {
                address_alignment(resource, &self.options.binding)
            }
            _ => self.options.binding.max_alignment.min(16),
        };
        let threes = !raw && alignment >= 4 && self.options.scalar_block_layout && resource.stride % 12 == 0;
        // Where a view starts in a larger descriptor is a multiple of powers of two only.
        let threes = threes && plan.offset_view.is_none();
        let at_address = matches!(plan.binding, ResourceBinding::Address { .. });
        let fits = |size: u32| match size {
            12 => threes,
            _ if alignment < size => false,
            _ if has_whole(resource, size) => true,
            // Vectors for some accesses, where threes are for all, are not worth it.
            _ => !(facts.written || at_address || plan.offset_view.is_some() || threes && tally.moving),
        };
        // Accesses to globally coherent buffers are not put together.
        let (several, merged) = match self.is_coherent(resource) {
            true => (tally.whole, false),
            false => (tally.several, tally.accesses > 1),
        };
        let mut why = if alignment < 8 {
            WhyWords::Alignment
        } else {
            WhyWords::Stride
        };
        for (kind, size) in SIZES.into_iter().enumerate() {
            if !(raw || resource.stride != 0) || !fits(size) {
                continue;
            }
            let known = !tally.unknown[kind];
            let useful = several[kind] || known && merged;
            if useful && (!facts.written || known && !tally.half) {
                return Ok(size / 4);
            }
            why = match (known, useful) {
                (false, _) => WhyWords::Offsets,
                (true, false) => WhyWords::Single,
                (true, true) => WhyWords::Halves,
            };
        }
        Err(why)
    }

    /// Whether the module has vectors that may become loops (`opt/roll`), which accesses to words do more easily than those to
    /// vectors.
    fn has_long_vectors(&self) -> bool {
        let mut types = self.module.types.iter();
        types.any(|(_, ty)| matches!(ty, TypeData::Vector { len, .. } if *len >= LONG_VECTOR))
    }

    /// What is known of the byte offset of an access.
    pub fn low_bits(&self, resource: &Resource, index: Value, offset: Value) -> Low {
        let of = |value| self.vectors.multiples.of(self.module, value);
        let none = self.module.is_undef(offset);
        if resource.kind == ResourceKind::RawBuffer {
            let none = none || self.module.const_bits(offset) == Some(0);
            return if none { of(index) } else { Low::UNKNOWN };
        }
        let element = of(index).times(Low::constant(u64::from(resource.stride)));
        if none { element } else { element.plus(of(offset)) }
    }

    /// The byte that an access to `span` bytes starts at in its structured buffer, if that is a constant and the vectors of
    /// `size` bytes that it is to are all in its element: they are there or are not.
    fn constant_place(
        &self,
        resource: &Resource,
        (index, offset): (Value, Value),
        span: u32,
        size: u32,
    ) -> Option<u32> {
        if resource.kind == ResourceKind::RawBuffer {
            return None;
        }
        let offset = match self.module.is_undef(offset) {
            true => 0,
            false => self.module.const_bits(offset)?,
        };
        let stride = u64::from(resource.stride);
        let element = self.module.const_bits(index)?.checked_mul(stride)?;
        let place = element.checked_add(offset)?;
        let end = place
            .checked_add(span.into())?
            .checked_next_multiple_of(size.into())?;
        let inside = place - place % u64::from(size) >= element && end <= element.checked_add(stride)?;
        u32::try_from(place)
            .ok()
            .filter(|_| inside && u32::try_from(end).is_ok())
    }

    /// The remainder by 12 of an offset in an element.
    fn third(&self, resource: &Resource, offset: Value) -> Option<u32> {
        if resource.kind == ResourceKind::RawBuffer || !resource.stride.is_multiple_of(12) {
            None
        } else if self.module.is_undef(offset) {
            Some(0)
        } else {
            self.module.const_bits(offset).map(|offset| offset as u32 % 12)
        }
    }

    /// Bytes of the vectors that a handle's buffer is an array of; 0 where it is none.
    pub fn vector_bytes(&self, handle: &Handle) -> u32 {
        let facts = self.found.facts.get(&handle.resource);
        facts.map_or(0, |facts| facts.vector * 4)
    }

    /// Where an access to `span` bytes leads, if its buffer is an array of vectors and it is known where in one.
    pub fn place_in_vectors(
        &mut self,
        inst: Inst,
        handle: &Handle,
        span: u32,
        bits: u32,
    ) -> Result<Option<Place>> {
        let facts = self.found.facts.get(&handle.resource);
        let halves = bits == 16 && facts.is_some_and(|facts| facts.halves_in_words);
        let width = if halves { 1 } else { self.vector_bytes(handle) / 4 };
        // As import left them: that is what is known of.
        let &[_, index, offset, ..] = self.func.args(inst) else {
            return Ok(None);
        };
        if width == 0 {
            return Ok(None);
        }
        let resource = self.resource(handle)?;
        let (raw, stride, coherent) = (
            resource.kind == ResourceKind::RawBuffer,
            resource.stride,
            self.is_coherent(resource),
        );
        let size = width * 4;
        let constant = match has_whole(resource, size) {
            true => None,
            false => match self.constant_place(resource, (index, offset), span, size) {
                Some(place) => Some(place),
                None => return Ok(None),
            },
        };
        let low = self.low_bits(resource, index, offset);
        let byte = if width == 3 {
            self.third(resource, offset)
        } else if let Some(place) = constant {
            Some(place % size)
        } else {
            low.remainder(size)
        };
        let Some(byte) = byte.map(|byte| byte - byte % (bits / 8)) else {
            return Ok(None);
        };
        let address = matches!(handle.access, Access::Address(_));
        let vector = if let Some(place) = constant {
            self.i32(place / size)
        } else if raw {
            let number = self.vector_number(index, size);
            let count = (byte + span).div_ceil(size);
            let held = self.options.far_components == FarComponents::Beyond;
            if count > 1 && !address && held {
                let last = self.i32(((u64::from(u32::MAX) + 1) / u64::from(size)) as u32 - count);
                match (self.module.const_bits(number), self.module.const_bits(last)) {
                    (Some(number), Some(last)) => self.i32(number.min(last) as u32),
                    _ => self.emit(Op::UMin, Flags::NONE, Type::I32, &[number, last]),
                }
            } else {
                number
            }
        } else {
            let index = self.forwarded.resolve(index);
            let element = self.held_element(handle, index, stride);
            let base = self.mul(element, stride / size);
            let base = self.wrapped_element(handle, base, stride, size);
            if self.module.is_undef(offset) {
                base
            } else if width == 3 {
                let number = self
                    .module
                    .const_bits(offset)
                    .map_or(0, |offset| offset as u32 / size);
                let number = self.i32(number);
                self.add(base, number)
            } else {
                let number = self.vector_number(offset, size);
                self.add(base, number)
            }
        };
        // Views start and end with elements, which are whole vectors.
        let vector = match handle.window {
            Some(window) if !raw => {
                let units = self.window_in(window, size);
                self.in_window(units, vector, size)
            }
            _ => vector,
        };
        let wide = !(coherent || raw && address || handle.flags.has(Flags::VOLATILE));
        if address && wide && width != 3 {
            // Accesses to components may become one to the vector.
            self.assumes(handle, size.min(self.address_alignment(handle)));
        }
        let wraps = match self.options.far_components {
            FarComponents::Beyond => false,
            FarComponents::Wrapped => true,
            // What asks whether a vector is the last has to know which one the device takes it for.
            FarComponents::Device => self.asks_components(handle)?,
        };
        Ok(Some(Place {
            vector,
            byte,
            width,
            wraps: raw && !address && wraps,
            wide,
        }))
    }

    /// The number of the vector of `size` bytes, a power of two, that a byte offset is in.
    fn vector_number(&mut self, offset: Value, size: u32) -> Value {
        let mut builder = Builder {
            module: self.module,
            function: &mut self.func,
            cursor: &mut self.cursor,
        };
        let (forwarded, multiples) = (&self.forwarded, &self.vectors.multiples);
        vector_number(
            &mut builder,
            multiples,
            |value| forwarded.resolve(value),
            offset,
            size,
        )
    }

    /// Whether the bounds of a buffer are those of its words, which the device does not heed by itself.
    fn asks_components(&self, handle: &Handle) -> Result<bool> {
        let raw = self.resource(handle)?.kind == ResourceKind::RawBuffer;
        Ok(raw && !self.options.per_component_robustness)
    }

    /// A pointer to vector number `vector`, or to a component of it, and its alignment.
    fn vector_pointer(
        &mut self,
        handle: &Handle,
        width: u32,
        vector: Value,
        component: Option<u32>,
    ) -> Result<(Value, u32)> {
        let zero = self.i32(0);
        let mut path: SmallVec<[Value; 5]> = smallvec::smallvec![zero, vector];
        path.extend(component.map(|component| self.i32(component)));
        let pointee = match component {
            Some(_) => Type::I32,
            None => self.module.types.vector(Type::I32, width),
        };
        match handle.access {
            Access::Address(address) => {
                let base = self.root_pointer(handle, address, Shape::Vectors(width))?;
                path.insert(0, base);
                let ty = self
                    .module
                    .types
                    .pointer(StorageClass::PhysicalStorageBuffer, pointee);
                let pointer = self.emit(Op::AccessChain, Flags::NONE, ty, &path);
                let size = match component {
                    None if width != 3 => width * 4,
                    _ => 4,
                };
                let alignment = size.min(self.address_alignment(handle));
                self.assumes(handle, alignment);
                Ok((pointer, alignment))
            }
            Access::Descriptor(_) if self.asks_components(handle)? => {
                let (variable, block) = self.resource_variable(handle.resource, Shape::Vectors(width))?;
                let base = self.resource_pointer(variable, handle, &[], block);
                path.insert(0, base);
                let flags = Flags(handle.flags.0 & Flags::NON_UNIFORM.0).with(Flags::BY_COMPONENT);
                let ty = self.module.types.pointer(StorageClass::StorageBuffer, pointee);
                Ok((self.emit(Op::AccessChain, flags, ty, &path), 0))
            }
            Access::Descriptor(_) => {
                let (variable, _) = self.resource_variable(handle.resource, Shape::Vectors(width))?;
                Ok((self.resource_pointer(variable, handle, &path, pointee), 0))
            }
            Access::RootConstants(..) => Err(Error::internal("buffer in root constants")),
        }
    }

    /// The vector at `place` and all of it, where `span` bytes are all of it.
    pub fn load_whole(&mut self, handle: &Handle, place: &Place, span: u32) -> Result<Option<Value>> {
        if place.byte != 0 || span != place.width * 4 {
            return Ok(None);
        }
        self.load_vector(handle, place, 0).map(Some)
    }

    fn load_vector(&mut self, handle: &Handle, place: &Place, further: u32) -> Result<Value> {
        let vector = self.vector_behind(place, further);
        let (pointer, align) = self.vector_pointer(handle, place.width, vector, None)?;
        let ty = self.module.types.vector(Type::I32, place.width);
        let flags = self.access_flags(handle, place);
        Ok(self.emit_imm(Op::Load, flags, ty, &[pointer], align))
    }

    /// The number of the vector that is `further` behind that of a place.
    fn vector_behind(&mut self, place: &Place, further: u32) -> Value {
        let delta = self.i32(further);
        let vector = self.add(place.vector, delta);
        if further == 0 || !place.wraps {
            return vector;
        }
        let last = self.i32(u32::MAX / (place.width * 4));
        self.emit(Op::And, Flags::NONE, Type::I32, &[vector, last])
    }

    fn access_flags(&self, handle: &Handle, place: &Place) -> Flags {
        match place.wide {
            true => handle.flags.with(Flags::WIDE),
            false => handle.flags,
        }
    }

    /// The words that `span` bytes from `place` on lie in, as `ty`, of 32 bits.
    pub fn load_words(
        &mut self,
        handle: &Handle,
        place: &Place,
        span: u32,
        ty: Type,
    ) -> Result<SmallVec<[Value; 8]>> {
        let mut words = SmallVec::new();
        for (further, low, high) in ranges(place.byte, span, place.width) {
            if place.width == 1 {
                let index = self.vector_behind(place, further);
                let word = self.load_element(handle, index, 32)?;
                words.push(self.bitcast(word, ty));
                continue;
            }
            if place.wide && high - low > 1 || high - low == place.width {
                let vector = self.load_vector(handle, place, further)?;
                let vector_ty = self.module.types.vector(ty, place.width);
                let vector = self.bitcast(vector, vector_ty);
                for component in low..high {
                    words.push(self.emit_imm(Op::Extract, Flags::NONE, ty, &[vector], component));
                }
                continue;
            }
            let vector = self.vector_behind(place, further);
            for component in low..high {
                let (pointer, align) = self.vector_pointer(handle, place.width, vector, Some(component))?;
                let flags = self.access_flags(handle, place);
                let word = self.emit_imm(Op::Load, flags, Type::I32, &[pointer], align);
                words.push(self.bitcast(word, ty));
            }
        }
        Ok(words)
    }

    /// Stores `words`, each of them or nothing, all of one type of 32 bits, from `place` on.
    pub fn store_words(&mut self, handle: &Handle, place: &Place, words: &[Option<Value>]) -> Result<()> {
        let flags = self.access_flags(handle, place);
        let mut rest = words.iter().copied();
        for (further, low, high) in ranges(place.byte, words.len() as u32 * 4, place.width) {
            let part: SmallVec<[Option<Value>; 4]> = rest.by_ref().take((high - low) as usize).collect();
            let vector = self.vector_behind(place, further);
            let whole: SmallVec<[Value; 4]> = part.iter().copied().flatten().collect();
            if place.width == 1 {
                if let Some(&word) = whole.first() {
                    let word = self.bitcast(word, Type::I32);
                    self.store_element(handle, vector, word, 32)?;
                }
                continue;
            }
            if whole.len() == place.width as usize {
                let ty = self.value_ty(whole[0]);
                let ty = self.module.types.vector(ty, place.width);
                let value = self.emit(Op::Construct, Flags::NONE, ty, &whole);
                let words_ty = self.module.types.vector(Type::I32, place.width);
                let value = self.bitcast(value, words_ty);
                let (pointer, align) = self.vector_pointer(handle, place.width, vector, None)?;
                self.emit_imm(Op::Store, flags, Type::VOID, &[pointer, value], align);
                continue;
            }
            for (component, word) in (low..high).zip(part) {
                let Some(word) = word else { continue };
                let word = self.bitcast(word, Type::I32);
                let (pointer, align) = self.vector_pointer(handle, place.width, vector, Some(component))?;
                self.emit_imm(Op::Store, flags, Type::VOID, &[pointer, word], align);
            }
        }
        Ok(())
    }
}
