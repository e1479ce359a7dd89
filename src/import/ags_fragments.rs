//! Parts that lanes have of matrices in AMD's shader extensions.
//!
//! The header shows them: a matrix is eight words in each lane, which shaders also write and read by themselves, keep in
//! arrays and pass on like any other words. So they stay words here, laid out as in waves of 32 lanes of the hardware that
//! the calls were made for (RDNA 4). With `m` the lane's number in 16, and `h` 0 in the first 16 lanes, 1 in the others:
//!
//! | matrix | element `i` of `n` in a lane |
//! |---|---|
//! | A | row `m`, column `h * n + i` |
//! | B, accumulator | row `h * n + i`, column `m` |
//!
//! Elements are packed from the lowest bits on, as many as a word has room for; further words are 0.
//!
//! Where a group is one wave, a lane is a thread by its number in the group, which holds on any device, and lanes wait for each other
//! by barriers of the group. Larger groups need waves of 32 lanes.
//!
//! Facts: AMD's "RDNA4 Instruction Set Architecture", chapter on wave matrices; `AmdExtD3DShaderIntrinsicsMatrixOps.hlsl` for
//! words, shapes and elements.

use super::Importer;
use super::ags::not_there;
use super::ags_types::{Format, Fragment, LANES, Role, SIDE, Words};
use super::calls_of_vendors::{FRAGMENT_WORDS, Memory};
use super::lanes::Lanes;
use super::matrix_memory::{GROUP_SYNC, SCOPE_WORKGROUP};
use super::matrix_types::{Component, Scope};
use super::memory::SCOPE_DEVICE;
use crate::error::{Error, Result};
use crate::ir::{AtomicOp, Flags, Op, StorageClass, Type, Value};
use crate::shader::SystemValue;

/// Groupshared memory that the calls of a shader may take to bring elements to other lanes, in bytes.
const MAX_EXCHANGED: u32 = 32 << 10;
/// What tells it from that of products of the device.
const EXCHANGE: u32 = 3;

/// Groupshared memory of the wave, through which elements come to other lanes.
#[derive(Clone, Copy)]
pub struct Exchange {
    variable: Value,
    element: Type,
    start: Value,
}

/// Where the lane has its elements: its number in 16, and which half of the wave it is in.
#[derive(Clone, Copy)]
pub struct LanePlace {
    pub across: Value,
    pub half: Value,
}

impl Importer<'_> {
    /// Whether a group is one wave.
    fn is_one_wave(&self) -> Result<bool> {
        Ok(self.group_size()? == LANES)
    }

    /// Notes that groups of several waves need such of 32 lanes; an error if the shader's waves have no matrices.
    pub fn require_waves(&mut self) -> Result<()> {
        let threads = self.group_size()?;
        if !threads.is_multiple_of(LANES) {
            return Err(not_there(&format!(
                "matrices of waves in groups of {threads} threads"
            )));
        }
        let said = self.entry.properties.wave_size;
        let other = match said {
            Some([size, 0, _]) => (size != LANES).then_some(size),
            // One wave is a group, whatever the device's.
            Some([from, to, _]) if from <= LANES && LANES <= to && threads == LANES => None,
            Some([from, ..]) => Some(from),
            None if threads == LANES => None,
            None => self.device_waves().filter(|&size| size != LANES),
        };
        if let Some(size) = other {
            return Err(not_there(&format!("matrices of waves of {size} lanes")));
        }
        if threads != LANES {
            let asked = &mut self.module.info.properties.wave_size;
            asked.get_or_insert([LANES, 0, 0]);
        }
        Ok(())
    }

    /// Where the lane has its elements.
    pub fn lane_place(&mut self) -> Result<LanePlace> {
        let number = match self.is_one_wave()? {
            true => SystemValue::FlattenedThreadIdInGroup,
            false => SystemValue::WaveLaneIndex,
        };
        let lane = self.emit_imm(Op::SystemValue, Flags::NONE, Type::I32, &[], number as u32);
        let [mask, four] = [SIDE - 1, 4].map(|n| self.module.i32(n));
        Ok(LanePlace {
            across: self.word_op(Op::And, &[lane, mask]),
            half: self.word_op(Op::LShr, &[lane, four]),
        })
    }

    /// Waits for the wave: accesses to groupshared memory before come before those behind.
    pub fn sync_lanes(&mut self) -> Result<()> {
        match self.is_one_wave()? {
            true => {
                self.emit_imm(Op::DxBarrier, Flags::NONE, Type::VOID, &[], GROUP_SYNC);
            }
            false => self.sync(Scope::Wave),
        }
        Ok(())
    }

    /// Place for so many components of the wave.
    pub fn exchange(&mut self, element: Type, len: u32) -> Result<Exchange> {
        let waves = self.group_size()? / LANES;
        let len = len.max(2 * SIDE * SIDE);
        let key = (element, len * waves, EXCHANGE);
        let bytes = self.shares.staged_bytes + 4 * len * waves;
        if !self.shares.staged.contains_key(&key) && bytes > MAX_EXCHANGED {
            return Err(
                Error::limit(format!("{bytes} bytes of groupshared memory for matrices"))
                    .beyond(MAX_EXCHANGED),
            );
        }
        let array = self.module.types.array(element, len * waves);
        let variable = self.staged_variable(key, array);
        let start = self.start_of_wave(waves, len);
        Ok(Exchange {
            variable,
            element,
            start,
        })
    }

    fn exchange_place(&mut self, exchange: Exchange, index: Value) -> Value {
        let index = self.plus(exchange.start, index);
        let pointer = self
            .module
            .types
            .pointer(StorageClass::Workgroup, exchange.element);
        self.emit(Op::AccessChain, Flags::NONE, pointer, &[exchange.variable, index])
    }

    /// A component of the exchange.
    pub fn load_exchanged(&mut self, exchange: Exchange, index: Value) -> Value {
        let place = self.exchange_place(exchange, index);
        self.emit(Op::Load, Flags::NONE, exchange.element, &[place])
    }

    /// Stores a component of the exchange.
    pub fn store_exchanged(&mut self, exchange: Exchange, index: Value, value: Value) {
        let place = self.exchange_place(exchange, index);
        self.emit(Op::Store, Flags::NONE, Type::VOID, &[place, value]);
    }

    /// Row and column of element `i` of a lane.
    pub fn element_place(&mut self, of: Fragment, lane: LanePlace, i: u32) -> (Value, Value) {
        let [len, i] = [of.len(), i].map(|n| self.module.i32(n));
        let along = self.times(lane.half, len);
        let along = self.plus(along, i);
        match of.role {
            Role::A => (lane.across, along),
            Role::B | Role::Accumulator => (along, lane.across),
        }
    }

    /// The number of element `i` of a lane, where a row is so many numbers from the next, and a column. All that the lanes differ
    /// in is one sum, which is the same for each element.
    fn element_number(&mut self, of: Fragment, lane: LanePlace, i: u32, [row, column]: [u32; 2]) -> Value {
        let (across, along) = match of.role {
            Role::A => (row, column),
            Role::B | Role::Accumulator => (column, row),
        };
        let [across, before, behind] = [across, of.len() * along, i * along].map(|n| self.module.i32(n));
        let across = self.times(lane.across, across);
        let before = self.times(lane.half, before);
        let start = self.plus(across, before);
        self.plus(start, behind)
    }

    /// The elements in words of a lane, as components are kept.
    pub fn elements(&mut self, words: &Words, of: Fragment) -> Lanes {
        let component = of.format.component();
        if of.format == Format::F16 {
            let two = self.module.types.vector(Type::F32, 2);
            let mut made = Lanes::new();
            for &word in words.iter().take(of.words() as usize) {
                let pair = self.emit(Op::UnpackHalf2x16, Flags::NONE, two, &[word]);
                made.extend(self.lanes(pair));
            }
            return made;
        }
        if !component.is_float() {
            return self.split(words, of, component.is_signed());
        }
        let pieces = self.pieces(words, of);
        pieces.iter().map(|&bits| self.decoded(bits, component)).collect()
    }

    /// The words of a lane that has these elements.
    pub fn words_of_elements(&mut self, elements: &[Value], of: Fragment) -> Words {
        let component = of.format.component();
        if of.format == Format::F16 {
            let mut words = [self.module.i32(0); FRAGMENT_WORDS];
            let made = self.words_of_halves(elements);
            words.iter_mut().zip(made).for_each(|(word, made)| *word = made);
            return words;
        }
        let zero = self.module.i32(0);
        let bits = self.module.i32(of.format.bits());
        let pieces: Lanes = (elements.iter())
            .map(|&value| match of.format {
                Format::I4 | Format::U4 => self.word_op(Op::BitFieldUExtract, &[value, zero, bits]),
                _ => self.encoded(value, component),
            })
            .collect();
        self.words_of_pieces(&pieces, of)
    }

    /// The bits of the elements in words of a lane.
    pub fn pieces(&mut self, words: &Words, of: Fragment) -> Lanes {
        self.split(words, of, false)
    }

    fn split(&mut self, words: &Words, of: Fragment, signed: bool) -> Lanes {
        let bits = of.format.bits();
        let op = match signed {
            true => Op::BitFieldSExtract,
            false => Op::BitFieldUExtract,
        };
        let mut made = Lanes::new();
        for &word in words.iter().take(of.words() as usize) {
            for part in 0..32 / bits {
                let [at, count] = [part * bits, bits].map(|n| self.module.i32(n));
                made.push(match bits {
                    32 => word,
                    _ => self.word_op(op, &[word, at, count]),
                });
            }
        }
        made
    }

    /// The words of a lane whose elements have these bits.
    pub fn words_of_pieces(&mut self, pieces: &[Value], of: Fragment) -> Words {
        let bits = of.format.bits();
        let mut words = [self.module.i32(0); FRAGMENT_WORDS];
        for (word, pieces) in words.iter_mut().zip(pieces.chunks((32 / bits) as usize)) {
            for (part, &piece) in (0u32..).zip(pieces) {
                let [at, count] = [part * bits, bits].map(|n| self.module.i32(n));
                *word = match part {
                    0 => piece,
                    _ => self.word_op(Op::BitFieldInsert, &[*word, piece, at, count]),
                };
            }
        }
        words
    }

    /// An element of one format as one of another. Floats become integers by leaving out what is behind the point, integers
    /// of fewer bits are the lowest ones; floats that are too large become infinite, or NaN where there is no infinity, or the
    /// largest if the conversion `saturates`.
    pub fn element_as(&mut self, value: Value, from: Format, to: Format, saturates: bool) -> Value {
        match (from.is_float(), to.is_float()) {
            _ if from == to => value,
            (true, true) => self.float_as(value, to, saturates),
            (false, true) => {
                let value = self.component_as(value, from.component(), Component::F32);
                self.float_as(value, to, saturates)
            }
            (true, false) => {
                let value = self.float_to_int(value, Type::I32, to.component().is_signed());
                self.low_bits(value, to)
            }
            (false, false) => self.low_bits(value, to),
        }
    }

    /// An `f32` as one that `to` has, or each of a vector.
    pub fn float_as(&mut self, value: Value, to: Format, saturates: bool) -> Value {
        let none = Flags::NONE;
        if to == Format::F32 {
            return value;
        }
        let floats = self.value_ty(value);
        let held = match saturates {
            true => {
                let most = to.largest();
                let [least, most] = [-most, most].map(|n| self.float_const(floats, n));
                let held = self.emit(Op::NClamp, none, floats, &[value, least, most]);
                let is_nan = self.not_a_number(value);
                self.emit(Op::Select, none, floats, &[is_nan, value, held])
            }
            false => value,
        };
        let rounded = self.component_as(held, Component::F32, to.component());
        if saturates || to != Format::Fp8 {
            return rounded;
        }
        // Half way to what would come behind the largest is still the largest, which is even.
        let limit = self.float_const(floats, 464.0);
        let magnitude = self.emit(Op::FAbs, none, floats, &[value]);
        let bools = self.bool_ty(floats);
        let beyond = self.emit(Op::FOGt, none, bools, &[magnitude, limit]);
        let nan = self.int_const(floats, 0x7fc0_0000);
        self.emit(Op::Select, none, floats, &[beyond, nan, rounded])
    }

    /// The lowest bits of an integer, as one of a format.
    pub fn low_bits(&mut self, value: Value, to: Format) -> Value {
        let bits = to.bits();
        if bits == 32 {
            return value;
        }
        let op = match to.component().is_signed() {
            true => Op::BitFieldSExtract,
            false => Op::BitFieldUExtract,
        };
        let [at, count] = [0, bits].map(|n| self.module.i32(n));
        self.word_op(op, &[value, at, count])
    }

    /// Brings the elements of a lane, or their bits, to where those of another role are.
    pub fn brought_across(
        &mut self,
        elements: &[Value],
        ty: Type,
        [from, to]: [Fragment; 2],
    ) -> Result<Lanes> {
        let exchange = self.exchange(ty, from.rows * from.columns)?;
        let lane = self.lane_place()?;
        let steps = [from.columns, 1];
        self.sync_lanes()?;
        for (i, &value) in (0u32..).zip(elements) {
            let index = self.element_number(from, lane, i, steps);
            self.store_exchanged(exchange, index, value);
        }
        self.sync_lanes()?;
        Ok((0..to.len())
            .map(|i| {
                let index = self.element_number(to, lane, i, steps);
                self.load_exchanged(exchange, index)
            })
            .collect())
    }

    /// Elements of `a * b + c`, as their sums are kept.
    pub fn product(
        &mut self,
        [a, b, c]: [&[Value]; 3],
        [of_a, of_b, of_c]: [Fragment; 3],
        sum: Component,
    ) -> Result<Lanes> {
        let inner = of_a.columns;
        let exchange = self.exchange(sum.held(), 2 * SIDE * inner)?;
        let lane = self.lane_place()?;
        let side = self.module.i32(SIDE);
        let behind = self.module.i32(SIDE * inner);
        self.sync_lanes()?;
        // Column by column of A, and row by row of B.
        for (elements, of, start) in [(a, of_a, self.module.i32(0)), (b, of_b, behind)] {
            let steps = match of.role {
                Role::A => [1, SIDE],
                _ => [SIDE, 1],
            };
            for (i, &value) in (0u32..).zip(elements) {
                let index = self.element_number(of, lane, i, steps);
                let index = self.plus(index, start);
                self.store_exchanged(exchange, index, value);
            }
        }
        self.sync_lanes()?;
        let rows = self.module.i32(of_c.len());
        let rows = self.times(lane.half, rows);
        self.count_up(inner, c, |this, k, sums| {
            let line = this.times(k, side);
            let of_b = this.plus(line, lane.across);
            let of_b = this.plus(of_b, behind);
            let b = this.load_exchanged(exchange, of_b);
            let first = this.plus(line, rows);
            Ok((0u32..)
                .zip(sums)
                .map(|(i, &before)| {
                    let behind = this.module.i32(i);
                    let index = this.plus(first, behind);
                    let a = this.load_exchanged(exchange, index);
                    let product = this.component_product(a, b, sum);
                    this.component_sum(before, product, sum)
                })
                .collect())
        })
    }

    /// A pointer to a word of memory, which is no buffer, and the type that it has there.
    fn word_pointer(&mut self, memory: Memory, address: Value) -> Result<(Value, Type, u32)> {
        match memory {
            Memory::Buffer(_) => Err(Error::internal("a pointer into a raw buffer")),
            Memory::Address(base) => {
                let offset = self.emit(Op::ZExt, Flags::NONE, Type::I64, &[address]);
                let address = self.emit(Op::IAdd, Flags::NONE, Type::I64, &[base, offset]);
                let class = StorageClass::PhysicalStorageBuffer;
                let pointer = self.module.types.pointer(class, Type::I32);
                let pointer = self.emit(Op::AddressToPointer, Flags::NONE, pointer, &[address]);
                Ok((pointer, Type::I32, SCOPE_DEVICE))
            }
            Memory::Shared { pointer, pointee } => {
                let two = self.module.i32(2);
                let index = self.word_op(Op::LShr, &[address, two]);
                let (pointer, ty) = self.scalar_at(pointer, pointee, index)?;
                let class = self.module.types.pointee(self.value_ty(pointer));
                match (class, ty.scalar_bits()) {
                    (Some((StorageClass::Workgroup, _)), 32) => Ok((pointer, ty, SCOPE_WORKGROUP)),
                    _ => Err(not_there(
                        "a matrix in an array that is not one of words of the group",
                    )),
                }
            }
        }
    }

    /// The word at an address, in bytes.
    fn memory_word(&mut self, memory: Memory, address: Value) -> Result<Value> {
        if let Memory::Buffer(handle) = memory {
            return Ok(self.raw_words(handle, address, 1));
        }
        let (pointer, ty, _) = self.word_pointer(memory, address)?;
        let value = match memory {
            Memory::Address(_) => self.emit_imm(Op::Load, Flags::NONE, ty, &[pointer], 4),
            _ => self.emit(Op::Load, Flags::NONE, ty, &[pointer]),
        };
        Ok(match ty {
            Type::I32 => value,
            _ => self.word_op(Op::Bitcast, &[value]),
        })
    }

    fn store_memory_word(&mut self, memory: Memory, address: Value, word: Value) -> Result<()> {
        if let Memory::Buffer(handle) = memory {
            self.store_buffer_component(handle, address, word, Component::U32);
            return Ok(());
        }
        let (pointer, ty, _) = self.word_pointer(memory, address)?;
        let word = match ty {
            Type::I32 => word,
            _ => self.emit(Op::Bitcast, Flags::NONE, ty, &[word]),
        };
        let none = Flags::NONE;
        match memory {
            Memory::Address(_) => self.emit_imm(Op::Store, none, Type::VOID, &[pointer, word], 4),
            _ => self.emit(Op::Store, none, Type::VOID, &[pointer, word]),
        };
        Ok(())
    }

    /// Stores the low bits of a word at a place in another, of which other lanes may write others.
    fn store_part(&mut self, memory: Memory, at: BitPlace, part: Value, bits: u32) -> Result<()> {
        match memory {
            Memory::Buffer(handle) if bits == 16 && self.stores_halves() => {
                self.store_half(handle, at.byte, part);
                Ok(())
            }
            _ => self.merge_into_word(memory, at, part, bits),
        }
    }

    /// Puts bits into the word at an address, of which other lanes may write others.
    fn merge_into_word(&mut self, memory: Memory, at: BitPlace, part: Value, bits: u32) -> Result<()> {
        let ones = self.module.i32((1 << bits) - 1);
        let part = self.word_op(Op::And, &[part, ones]);
        let mask = self.word_op(Op::Shl, &[ones, at.shift]);
        let keep = self.word_op(Op::Not, &[mask]);
        let part = self.word_op(Op::Shl, &[part, at.shift]);
        if let Memory::Buffer(handle) = memory {
            self.buffer_atomic(AtomicOp::And, handle, at.word, keep);
            self.buffer_atomic(AtomicOp::Or, handle, at.word, part);
            return Ok(());
        }
        let (pointer, ty, scope) = self.word_pointer(memory, at.word)?;
        if ty != Type::I32 {
            return Err(not_there("a matrix in an array of floats"));
        }
        let none = Flags::NONE;
        self.emit_imm(Op::AtomicAnd, none, Type::I32, &[pointer, keep], scope);
        self.emit_imm(Op::AtomicOr, none, Type::I32, &[pointer, part], scope);
        Ok(())
    }

    /// The place of a byte, and of so many bits behind it.
    fn bit_place(&mut self, address: Value, behind: Value) -> BitPlace {
        let (word, shift) = self.word_of(address);
        BitPlace {
            byte: address,
            word,
            shift: self.plus(shift, behind),
        }
    }

    /// The places of a lane's elements, where these are in different lines.
    fn places_across(&mut self, of: Fragment, [offset, stride]: [Value; 2], lane: LanePlace) -> PlacesAcross {
        let len = self.module.i32(of.len());
        let lines = self.times(lane.half, len);
        let above = self.times(lines, stride);
        let start = self.plus(offset, above);
        let zero = self.module.i32(0);
        let bits = of.format.bits();
        let (along, behind) = match bits {
            4 => {
                let [one, two] = [1, 2].map(|n| self.module.i32(n));
                let odd = self.word_op(Op::And, &[lane.across, one]);
                let behind = self.word_op(Op::Shl, &[odd, two]);
                (self.word_op(Op::LShr, &[lane.across, one]), behind)
            }
            _ => {
                let bytes = self.module.i32(bits / 8);
                (self.times(lane.across, bytes), zero)
            }
        };
        let start = self.plus(start, along);
        let of_words = self.module.const_bits(stride);
        PlacesAcross {
            first: match bits {
                32 => BitPlace {
                    byte: start,
                    word: start,
                    shift: zero,
                },
                _ => self.bit_place(start, behind),
            },
            behind,
            stride,
            by_words: bits == 32 || of_words.is_some_and(|stride| stride.is_multiple_of(4)),
        }
    }

    /// The place of element `i`.
    fn place_across(&mut self, places: &PlacesAcross, i: u32) -> BitPlace {
        let BitPlace { byte, word, shift } = places.first;
        let i = self.module.i32(i);
        let lines = self.times(places.stride, i);
        let byte = self.plus(byte, lines);
        match places.by_words {
            true => BitPlace {
                byte,
                word: self.plus(word, lines),
                shift,
            },
            false => self.bit_place(byte, places.behind),
        }
    }

    /// Whether a lane's elements follow each other in memory.
    fn is_along(of: Fragment) -> bool {
        (of.role == Role::A) != of.by_columns
    }

    /// Where the elements of a lane begin that follow each other.
    fn place_along(&mut self, of: Fragment, [offset, stride]: [Value; 2], lane: LanePlace) -> Value {
        let bytes = self.module.i32(of.len() * of.format.bits() / 8);
        let line = self.times(lane.across, stride);
        let along = self.times(lane.half, bytes);
        let behind = self.plus(line, along);
        self.plus(offset, behind)
    }

    /// Offset and stride in bytes: those of arrays are in words.
    fn in_bytes(&mut self, memory: Memory, place: [Value; 2]) -> [Value; 2] {
        match memory {
            Memory::Shared { .. } => {
                let four = self.module.i32(4);
                place.map(|number| self.times(number, four))
            }
            _ => place,
        }
    }

    /// Whether what begins in memory, in lines that are so far apart, begins with a word: elements of 32 bits do, all others
    /// may begin with any byte.
    fn begins_with_words(&self, memory: Memory, of: Fragment, place: [Value; 2]) -> bool {
        let known = |value: Value| {
            self.module
                .const_bits(value)
                .is_some_and(|bits| bits.is_multiple_of(4))
        };
        of.format.bits() == 32 || matches!(memory, Memory::Shared { .. }) || place.into_iter().all(known)
    }

    /// Loads a matrix.
    pub fn load_fragment(&mut self, memory: Memory, place: [Value; 2], of: Fragment) -> Result<Words> {
        let lane = self.lane_place()?;
        let words_aligned = self.begins_with_words(memory, of, place);
        let place = self.in_bytes(memory, place);
        let mut words = [self.module.i32(0); FRAGMENT_WORDS];
        let count = of.words();
        if !Self::is_along(of) {
            let bits = of.format.bits();
            let places = self.places_across(of, place, lane);
            for (word, first) in words.iter_mut().zip((0..of.len()).step_by((32 / bits) as usize)) {
                for part in 0..32 / bits {
                    let at = self.place_across(&places, first + part);
                    let found = self.memory_word(memory, at.word)?;
                    if bits == 32 {
                        *word = found;
                        continue;
                    }
                    let [to, size] = [part * bits, bits].map(|n| self.module.i32(n));
                    let found = self.word_op(Op::BitFieldUExtract, &[found, at.shift, size]);
                    *word = match part {
                        0 => found,
                        _ => self.word_op(Op::BitFieldInsert, &[*word, found, to, size]),
                    };
                }
            }
            return Ok(words);
        }
        let start = self.place_along(of, place, lane);
        let (first, shift) = match words_aligned {
            true => (start, None),
            false => {
                let (first, shift) = self.word_of(start);
                (first, Some(shift))
            }
        };
        let mut found = Lanes::new();
        for number in 0..count + u32::from(shift.is_some()) {
            let behind = self.module.i32(4 * number);
            let address = self.plus(first, behind);
            found.push(self.memory_word(memory, address)?);
        }
        for (at, word) in words.iter_mut().take(count as usize).enumerate() {
            let low = found[at];
            *word = match (shift, found.get(at + 1)) {
                (Some(shift), Some(&high)) => {
                    // What is shifted by 32 in all is shifted by one first.
                    let [one, most] = [1, 31].map(|n| self.module.i32(n));
                    let low = self.word_op(Op::LShr, &[low, shift]);
                    let high = self.word_op(Op::Shl, &[high, one]);
                    let rest = self.word_op(Op::ISub, &[most, shift]);
                    let high = self.word_op(Op::Shl, &[high, rest]);
                    self.word_op(Op::Or, &[low, high])
                }
                _ => low,
            };
        }
        Ok(words)
    }

    /// Stores a matrix.
    pub fn store_fragment(
        &mut self,
        memory: Memory,
        place: [Value; 2],
        of: Fragment,
        words: &Words,
    ) -> Result<()> {
        let lane = self.lane_place()?;
        let words_aligned = self.begins_with_words(memory, of, place);
        let place = self.in_bytes(memory, place);
        let words = words.get(..of.words() as usize).unwrap_or(words);
        let bits = of.format.bits();
        if !Self::is_along(of) {
            let places = self.places_across(of, place, lane);
            for (&word, first) in words.iter().zip((0..of.len()).step_by((32 / bits) as usize)) {
                for part in 0..32 / bits {
                    let at = self.place_across(&places, first + part);
                    if bits == 32 {
                        self.store_memory_word(memory, at.word, word)?;
                        continue;
                    }
                    let from = self.module.i32(part * bits);
                    let value = self.word_op(Op::LShr, &[word, from]);
                    self.store_part(memory, at, value, bits)?;
                }
            }
            return Ok(());
        }
        let start = self.place_along(of, place, lane);
        let whole = |this: &mut Self| {
            for (number, &word) in (0u32..).zip(words) {
                let behind = this.module.i32(4 * number);
                let address = this.plus(start, behind);
                this.store_memory_word(memory, address, word)?;
            }
            Ok(())
        };
        if words_aligned {
            return whole(self);
        }
        let [low, zero] = [3, 0].map(|n| self.module.i32(n));
        let rest = self.word_op(Op::And, &[start, low]);
        let mut stored = Ok(());
        let aligned = self.emit(Op::IEq, Flags::NONE, Type::BOOL, &[rest, zero]);
        self.conditional(aligned, |this| stored = whole(this));
        stored?;
        let apart = self.emit(Op::INe, Flags::NONE, Type::BOOL, &[rest, zero]);
        let mut stored = Ok(());
        self.conditional(apart, |this| {
            stored = this.store_by_bytes(memory, start, words, bits.max(8));
        });
        stored
    }

    /// Stores words from a byte on that begins none, by pieces that lie in one.
    fn store_by_bytes(&mut self, memory: Memory, start: Value, words: &[Value], bits: u32) -> Result<()> {
        let zero = self.module.i32(0);
        for (number, &word) in (0u32..).zip(words) {
            for part in 0..32 / bits {
                let behind = self.module.i32(4 * number + part * bits / 8);
                let address = self.plus(start, behind);
                let at = self.bit_place(address, zero);
                let from = self.module.i32(part * bits);
                let value = self.word_op(Op::LShr, &[word, from]);
                self.store_part(memory, at, value, bits)?;
            }
        }
        Ok(())
    }
}

/// Places of a lane's elements that are in different lines.
struct PlacesAcross {
    first: BitPlace,
    /// Bits from the byte on.
    behind: Value,
    /// From a line to the next, in bytes.
    stride: Value,
    /// Whether all are at the same place in their words.
    by_words: bool,
}

/// A place in memory: a byte, its word, and how many bits of that are before.
#[derive(Clone, Copy)]
struct BitPlace {
    byte: Value,
    word: Value,
    shift: Value,
}
