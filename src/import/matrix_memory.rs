//! Matrices and vectors in buffers and groupshared memory.
//!
//! Buffers are byte address buffers, whose words are loaded and stored one by one; components of 16 bits are stored by
//! themselves where such types are native, other parts of a word are put into it by two atomics, since threads share
//! words. Of the layouts that a device may choose, ours are rows without gaps, columns without gaps where the matrix is
//! transposed.
//!
//! Additions to memory are atomic: integers of a word by an atomic addition, those of two by an addition of each word with
//! the carry of the first, everything else by a loop of compare and exchange. Groupshared arrays of 16 bits have neither;
//! there a lock goes round, which a lane takes and gives back within one turn of a loop.

use super::Importer;
use super::dispatch::DxCall;
use super::lanes::Lanes;
use super::matrices::Unmade;
use super::matrix_access::Memory;
use super::matrix_tiles::Readable;
use super::matrix_types::{Component, MatrixType, Shared};
use crate::bitcode::module as bc;
use crate::dxil::ops::view;
use crate::error::{Error, Result};
use crate::ir::{AtomicOp, Block, Cursor, Edge, Flags, Op, StorageClass, Terminator, Type, Value};

/// Alignment of words, as accesses to raw buffers say it.
const WORD: u32 = 4 << 8;
/// Of 16 bits.
const HALF: u32 = 2 << 8;

/// SPIR-V scope of atomics on groupshared memory, and the semantics of a barrier for it.
pub const SCOPE_WORKGROUP: u32 = 2;
const ACQUIRE_RELEASE_WORKGROUP: u32 = 0x8 | 0x100;

/// DXIL's barrier mode: groupshared memory, and the group waits.
pub const GROUP_SYNC: u32 = 1 | 8;

/// The largest layout number.
const MAX_LAYOUT: u32 = 5;

/// What separates rows, and what columns, from each other.
#[derive(Clone, Copy)]
struct Steps {
    base: Value,
    row: Value,
    column: Value,
}

impl<'a> Importer<'a> {
    /// Where components of a matrix lie: behind `base`, by `layout`, with lines that are `stride` apart, in units of which a
    /// component has `unit`.
    fn steps_of(
        &mut self,
        matrix: MatrixType,
        [base, stride, layout]: [Value; 3],
        unit: u32,
    ) -> Result<Steps> {
        let one = self.module.i32(unit);
        let [rows, columns] = [matrix.rows, matrix.columns].map(|n| self.module.i32(n * unit));
        let (row, column) = match self.module.const_bits(layout) {
            Some(0) => (stride, one),
            Some(1) => (one, stride),
            Some(2 | 4) => (columns, one),
            Some(3 | 5) => (one, rows),
            Some(other) => return Err(Error::malformed(format!("matrix layout {other}"))),
            None => {
                let [bit, two, most] = [1, 2, MAX_LAYOUT].map(|n| self.module.i32(n));
                let layout = self.word_op(Op::UMin, &[layout, most]);
                let bit = self.word_op(Op::And, &[layout, bit]);
                let zero = self.module.i32(0);
                let by_columns = self.emit(Op::INe, Flags::NONE, Type::BOOL, &[bit, zero]);
                let dense = self.emit(Op::UGe, Flags::NONE, Type::BOOL, &[layout, two]);
                let packed = self.word_op(Op::Select, &[by_columns, rows, columns]);
                let line = self.word_op(Op::Select, &[dense, packed, stride]);
                (
                    self.word_op(Op::Select, &[by_columns, one, line]),
                    self.word_op(Op::Select, &[by_columns, line, one]),
                )
            }
        };
        Ok(Steps { base, row, column })
    }

    /// The same by the operands of a call: offset, stride and layout.
    fn steps_at(&mut self, matrix: MatrixType, place: [bc::ValueId; 3], unit: u32) -> Result<Steps> {
        let [offset, stride, layout] = place;
        let place = [self.value(offset)?, self.value(stride)?, self.value(layout)?];
        self.steps_of(matrix, place, unit)
    }

    /// The same from a component on.
    fn steps_from(&mut self, steps: Steps, [row, column]: [Value; 2]) -> Steps {
        let base = self.place_in(steps, row, column);
        Steps { base, ..steps }
    }

    /// Emits `body` for each component that the thread has, with its slot and its place.
    fn each_placed(
        &mut self,
        matrix: MatrixType,
        steps: Steps,
        body: impl FnOnce(&mut Self, Value, Value) -> Result<()>,
    ) -> Result<()> {
        self.each_own(matrix, |this, slot, number| {
            let (row, column) = this.coordinates(matrix, number);
            let place = this.place_in(steps, row, column);
            body(this, slot, place)
        })
    }

    /// Emits `body` for each component that the thread has of an operand, with its value and its place.
    fn each_read(
        &mut self,
        of: MatrixType,
        from: Readable,
        steps: Steps,
        body: impl FnOnce(&mut Self, Value, Value) -> Result<()>,
    ) -> Result<()> {
        self.each_own(of, |this, slot, number| {
            let (row, column) = this.coordinates(of, number);
            let place = this.place_in(steps, row, column);
            let value = this.read_component(from, of, slot, [row, column])?;
            body(this, value, place)
        })
    }

    /// Where a component lies.
    fn place_in(&mut self, steps: Steps, row: Value, column: Value) -> Value {
        let row = self.times(row, steps.row);
        let column = self.times(column, steps.column);
        let offset = self.plus(row, column);
        self.plus(steps.base, offset)
    }

    /// The word at a multiple of 4, and what the bits of a component behind it are shifted by.
    pub fn word_of(&mut self, address: Value) -> (Value, Value) {
        let [mask, low, three] = [!3, 3, 3].map(|n| self.module.i32(n));
        let word = self.word_op(Op::And, &[address, mask]);
        let bytes = self.word_op(Op::And, &[address, low]);
        let shift = self.word_op(Op::Shl, &[bytes, three]);
        (word, shift)
    }

    /// The bits of a component smaller than a word, taken out of it.
    fn part_of(&mut self, word: Value, shift: Value, component: Component) -> Value {
        let bits = self.module.i32(component.bits());
        self.word_op(Op::BitFieldUExtract, &[word, shift, bits])
    }

    /// A word with other bits for a component.
    fn with_part(&mut self, word: Value, part: Value, shift: Value, component: Component) -> Value {
        let bits = self.module.i32(component.bits());
        self.word_op(Op::BitFieldInsert, &[word, part, shift, bits])
    }

    /// A word that has ones but for a component, and one that has nothing but the component.
    fn masks_of(&mut self, part: Value, shift: Value, component: Component) -> (Value, Value) {
        let ones = self.module.i32((1 << component.bits()) - 1);
        let mask = self.word_op(Op::Shl, &[ones, shift]);
        (
            self.word_op(Op::Not, &[mask]),
            self.word_op(Op::Shl, &[part, shift]),
        )
    }

    /// Words of a raw buffer.
    pub fn raw_words(&mut self, handle: Value, address: Value, count: u32) -> Value {
        let ty = self.module.types.vector(Type::I32, count);
        let none = self.module.undef(Type::I32);
        self.emit_imm(
            Op::RawLoad,
            Flags::NONE,
            ty,
            &[handle, address, none],
            count | WORD,
        )
    }

    /// A component in a buffer.
    pub fn buffer_component(&mut self, handle: Value, address: Value, component: Component) -> Value {
        let bits = match component.bits() {
            64 => {
                let pair = self.raw_words(handle, address, 2);
                self.emit(Op::Bitcast, Flags::NONE, Type::I64, &[pair])
            }
            32 => self.raw_words(handle, address, 1),
            _ => {
                let (word, shift) = self.word_of(address);
                let word = self.raw_words(handle, word, 1);
                self.part_of(word, shift, component)
            }
        };
        self.decoded(bits, component)
    }

    pub fn buffer_atomic(&mut self, op: AtomicOp, handle: Value, address: Value, value: Value) -> Value {
        let none = self.module.undef(Type::I32);
        let args = [handle, address, none, none, value];
        self.emit_imm(Op::ResourceAtomic, Flags::NONE, Type::I32, &args, op as u32)
    }

    /// Stores a component in a buffer.
    pub fn store_buffer_component(
        &mut self,
        handle: Value,
        address: Value,
        value: Value,
        component: Component,
    ) {
        let bits = self.encoded(value, component);
        let none = self.module.undef(Type::I32);
        match component.bits() {
            64 => {
                let pair = self.module.types.vector(Type::I32, 2);
                let pair = self.emit(Op::Bitcast, Flags::NONE, pair, &[bits]);
                let [low, high] =
                    [0, 1].map(|n| self.emit_imm(Op::Extract, Flags::NONE, Type::I32, &[pair], n));
                let args = [handle, address, none, low, high, none, none];
                self.emit_imm(Op::RawStore, Flags::NONE, Type::VOID, &args, 3 | WORD);
            }
            32 => {
                let args = [handle, address, none, bits, none, none, none];
                self.emit_imm(Op::RawStore, Flags::NONE, Type::VOID, &args, 1 | WORD);
            }
            16 if self.stores_halves() => self.store_half(handle, address, bits),
            _ => {
                let (word, shift) = self.word_of(address);
                let (keep, part) = self.masks_of(bits, shift, component);
                self.buffer_atomic(AtomicOp::And, handle, word, keep);
                self.buffer_atomic(AtomicOp::Or, handle, word, part);
            }
        }
    }

    /// Whether 16 bits of a buffer can be stored by themselves: not where the shader's own have 32 there.
    pub fn stores_halves(&self) -> bool {
        let is_half = |ty: &bc::Type| matches!(ty, bc::Type::Half | bc::Type::Int(16));
        self.entry.properties.native_16bit() || !self.llvm.types.values().any(is_half)
    }

    /// Stores the low 16 bits of a word in a buffer.
    pub fn store_half(&mut self, handle: Value, address: Value, word: Value) {
        self.module.packed_halves = !self.entry.properties.native_16bit();
        let [index, none] = [Type::I32, Type::I16].map(|ty| self.module.undef(ty));
        let half = self.emit(Op::ITrunc, Flags::NONE, Type::I16, &[word]);
        let args = [handle, address, index, half, none, none, none];
        self.emit_imm(Op::RawStore, Flags::NONE, Type::VOID, &args, 1 | HALF);
    }

    /// Replaces what `first` was by what `change` makes of it until `exchange`, which gives what it found, found what it was;
    /// gives that.
    pub fn exchange_until(
        &mut self,
        first: Value,
        change: impl FnOnce(&mut Self, Value) -> Value,
        exchange: impl FnOnce(&mut Self, Value, Value) -> Value,
    ) -> Value {
        let ty = self.value_ty(first);
        let [turn, after] = [(); 2].map(|()| self.func.add_block());
        let edge = self.func.edge(turn, &[first]);
        self.terminate(Terminator::Branch(edge));
        let param = self.func.add_param(turn, ty);
        self.func.insts[param].source = self.cursor.source;
        self.cursor.block = turn;
        let changed = change(self, param.into());
        let found = exchange(self, param.into(), changed);
        let condition = self.emit(Op::IEq, Flags::NONE, Type::BOOL, &[found, param.into()]);
        let again = self.func.edge(turn, &[found]);
        self.terminate(Terminator::CondBranch {
            condition,
            if_true: Edge::to(after),
            if_false: again,
        });
        self.cursor.block = after;
        found
    }

    /// The sum of the component with these bits and `value`, as bits.
    fn sum_bits(&mut self, bits: Value, value: Value, component: Component) -> Value {
        let before = self.decoded(bits, component);
        let sum = self.component_sum(before, value, component);
        self.encoded(sum, component)
    }

    /// Adds to a component in a buffer.
    fn add_to_buffer(&mut self, handle: Value, address: Value, value: Value, component: Component) {
        let none = self.module.undef(Type::I32);
        match (component.is_float(), component.bits()) {
            (false, 32) => {
                self.buffer_atomic(AtomicOp::Add, handle, address, value);
            }
            (false, 64) => {
                let pair = self.module.types.vector(Type::I32, 2);
                let pair = self.emit(Op::Bitcast, Flags::NONE, pair, &[value]);
                let [low, high] =
                    [0, 1].map(|n| self.emit_imm(Op::Extract, Flags::NONE, Type::I32, &[pair], n));
                let before = self.buffer_atomic(AtomicOp::Add, handle, address, low);
                let after = self.word_op(Op::IAdd, &[before, low]);
                let carries = self.emit(Op::ULt, Flags::NONE, Type::BOOL, &[after, low]);
                let carry = self.bool_to_int(carries, Type::I32, 1);
                let high = self.word_op(Op::IAdd, &[high, carry]);
                let four = self.module.i32(4);
                let behind = self.plus(address, four);
                self.buffer_atomic(AtomicOp::Add, handle, behind, high);
            }
            (_, bits) => {
                let (place, shift) = match bits {
                    64 | 32 => (address, none),
                    _ => self.word_of(address),
                };
                let ty = if bits == 64 { Type::I64 } else { Type::I32 };
                let mut first = self.raw_words(handle, place, bits.div_ceil(32));
                if bits == 64 {
                    first = self.emit(Op::Bitcast, Flags::NONE, ty, &[first]);
                }
                let change = |this: &mut Self, old| match bits {
                    64 | 32 => this.sum_bits(old, value, component),
                    _ => {
                        let part = this.part_of(old, shift, component);
                        let sum = this.sum_bits(part, value, component);
                        this.with_part(old, sum, shift, component)
                    }
                };
                self.exchange_until(first, change, |this, old, new| {
                    let args = [handle, place, none, none, old, new];
                    this.emit(Op::ResourceCmpXchg, Flags::NONE, ty, &args)
                });
            }
        }
    }

    /// `LinAlgMatrixLoadFromDescriptor`
    pub fn load_matrix(&mut self, call: DxCall<'a>) -> Result<Value> {
        let o = view::LinAlgMatrixLoadFromDescriptor::read(call.args)?;
        let matrix = self.result_matrix(call)?;
        let place = [
            self.value(o.buffer)?,
            self.value(o.offset)?,
            self.value(o.stride)?,
            self.value(o.layout)?,
            self.value(o.alignment)?,
        ];
        let unmade = Unmade::InBuffer(place);
        if !self.may_be_written(place[0]) && self.result_tiles(call.inst).is_none() {
            return self.matrix_result(call, matrix, &unmade);
        }
        if let Some(tiles) = self.result_tiles(call.inst) {
            let [handle, offset, stride, layout, _] = place;
            let steps = self.steps_of(matrix, [offset, stride, layout], matrix.component.bytes())?;
            return self.tiles_in_memory(
                matrix,
                tiles,
                (Memory::Buffer(handle), [offset, stride, layout]),
                |this, staged, part, start| {
                    let steps = this.steps_from(steps, start);
                    this.each_own(part, |this, _, number| {
                        let (row, column) = this.coordinates(part, number);
                        let address = this.place_in(steps, row, column);
                        let value = this.buffer_component(handle, address, matrix.component);
                        this.store_staged(staged, row, column, value);
                        Ok(())
                    })
                },
            );
        }
        let made = self.new_matrix(matrix)?;
        self.make_matrix(made, matrix, &unmade)?;
        Ok(made)
    }

    /// Fills in a matrix that was none so far.
    pub fn make_matrix(&mut self, made: Value, matrix: MatrixType, unmade: &Unmade) -> Result<()> {
        match unmade {
            &Unmade::InBuffer([handle, offset, stride, layout, _]) => {
                let unit = matrix.component.bytes();
                let steps = self.steps_of(matrix, [offset, stride, layout], unit)?;
                self.each_placed(matrix, steps, |this, slot, address| {
                    let value = this.buffer_component(handle, address, matrix.component);
                    this.store_slot(made, slot, value)
                })
            }
            Unmade::Outer(a, b) => self.outer_components(matrix, a, b, |this, row, column, value| {
                let columns = this.module.i32(matrix.columns);
                let number = this.times(row, columns);
                let number = this.plus(number, column);
                this.store_slot(made, number, value)
            }),
        }
    }

    /// A matrix in a thread's buffer: the component at a row and a column.
    pub fn component_in_buffer(
        &mut self,
        matrix: MatrixType,
        [handle, offset, stride, layout, _]: [Value; 5],
        row: Value,
        column: Value,
    ) -> Result<Value> {
        let steps = self.steps_of(matrix, [offset, stride, layout], matrix.component.bytes())?;
        let address = self.place_in(steps, row, column);
        Ok(self.buffer_component(handle, address, matrix.component))
    }

    /// `LinAlgMatrixStoreToDescriptor`
    pub fn store_matrix(&mut self, call: DxCall<'a>) -> Result<()> {
        let o = view::LinAlgMatrixStoreToDescriptor::read(call.args)?;
        let of = self.operand_matrix(o.matrix)?;
        let handle = self.value(o.buffer)?;
        let at = [
            self.value(o.offset)?,
            self.value(o.stride)?,
            self.value(o.layout)?,
        ];
        let steps = self.steps_of(of, at, of.component.bytes())?;
        let memory = Memory::Buffer(handle);
        let done = self.store_in_memory(of, o.matrix, (memory, at), |this, staged, part, start| {
            let steps = this.steps_from(steps, start);
            this.each_read(part, Readable::Staged(staged), steps, |this, value, address| {
                this.store_buffer_component(handle, address, value, of.component);
                Ok(())
            })
        })?;
        if done {
            return Ok(());
        }
        let from = self.readable(of, o.matrix)?;
        self.each_read(of, from, steps, |this, value, address| {
            this.store_buffer_component(handle, address, value, of.component);
            Ok(())
        })
    }

    /// `LinAlgMatrixAccumulateToDescriptor`
    pub fn accumulate_matrix(&mut self, call: DxCall<'a>) -> Result<()> {
        let o = view::LinAlgMatrixAccumulateToDescriptor::read(call.args)?;
        let of = self.operand_matrix(o.matrix)?;
        let handle = self.value(o.buffer)?;
        let steps = self.steps_at(of, [o.offset, o.stride, o.layout], of.component.bytes())?;
        let value = self.value(o.matrix)?;
        if let Some(Unmade::Outer(a, b)) = self.unmade(value) {
            return self.outer_components(of, &a, &b, |this, row, column, value| {
                let address = this.place_in(steps, row, column);
                this.add_to_buffer(handle, address, value, of.component);
                Ok(())
            });
        }
        let from = self.readable(of, o.matrix)?;
        self.each_read(of, from, steps, |this, value, address| {
            this.add_to_buffer(handle, address, value, of.component);
            Ok(())
        })
    }

    /// `LinAlgVectorAccumulateToDescriptor`
    pub fn accumulate_vector(&mut self, call: DxCall<'a>) -> Result<()> {
        let o = view::LinAlgVectorAccumulateToDescriptor::read(call.args)?;
        let component = self.component_of(self.llvm_value_ty(o.vector)?, true)?;
        let handle = self.value(o.buffer)?;
        let offset = self.value(o.offset)?;
        let vector = self.value(o.vector)?;
        let lanes = self.lanes(vector);
        self.charge(lanes.len() * 16)?;
        for (number, lane) in (0u32..).zip(lanes) {
            let value = self.of_native(lane, component);
            let behind = self.module.i32(number * component.bytes());
            let address = self.plus(offset, behind);
            self.add_to_buffer(handle, address, value, component);
        }
        Ok(())
    }

    /// Memory of a group that has components of type `component`.
    fn shared(&mut self, id: bc::ValueId, component: Component) -> Result<Shared> {
        let other = || Error::malformed("groupshared memory of another type than the matrix");
        let &bc::Type::Pointer { pointee, .. } = self.llvm_type(self.llvm_value_ty(id)?)? else {
            return Err(other());
        };
        let pointer = self.value_or_pointer(id)?;
        let (scalar, pointee) = match *self.llvm_type(pointee)? {
            bc::Type::Vector { element, .. } => (element, pointee),
            _ => (pointee, pointee),
        };
        let own = self.component_of(scalar, component.is_signed())?;
        let alike = own == component;
        if !alike && own.bits() == component.bits() && !own.is_float() {
            // The bits of a float.
            return Ok(Shared {
                pointer,
                pointee,
                alike: true,
            });
        }
        match alike || (own.bits(), own.is_float()) == (32, false) {
            true => Ok(Shared {
                pointer,
                pointee,
                alike,
            }),
            false => Err(other()),
        }
    }

    /// A pointer to scalar `index` of a group's memory, and what is there.
    pub fn shared_scalar(&mut self, shared: Shared, index: Value) -> Result<(Value, Type)> {
        let (pointer, ty) = self.scalar_at(shared.pointer, shared.pointee, index)?;
        match self.module.types.pointee(self.value_ty(pointer)) {
            Some((StorageClass::Workgroup, _)) => Ok((pointer, ty)),
            _ => Err(Error::malformed("a matrix in memory that is not groupshared")),
        }
    }

    /// The bits of a scalar of a group's memory, without sign.
    fn shared_bits(&mut self, pointer: Value, ty: Type, flags: Flags) -> Value {
        let value = self.emit(Op::Load, flags, ty, &[pointer]);
        let int = Type::int(ty.scalar_bits()).unwrap_or(Type::I32);
        let bits = match ty == int {
            true => value,
            false => self.emit(Op::Bitcast, Flags::NONE, int, &[value]),
        };
        match int {
            Type::I16 | Type::I8 => self.word_op(Op::ZExt, &[bits]),
            _ => bits,
        }
    }

    /// Stores the bits of a scalar in a group's memory.
    fn store_shared_bits(&mut self, pointer: Value, ty: Type, bits: Value, flags: Flags) {
        let int = Type::int(ty.scalar_bits()).unwrap_or(Type::I32);
        let mut value = match int == self.value_ty(bits) {
            true => bits,
            false => self.emit(Op::ITrunc, Flags::NONE, int, &[bits]),
        };
        if ty != int {
            value = self.emit(Op::Bitcast, Flags::NONE, ty, &[value]);
        }
        self.emit(Op::Store, flags, Type::VOID, &[pointer, value]);
    }

    /// The pointers to the words of component `index` in words, and the shift of its bits.
    fn packed_places(
        &mut self,
        shared: Shared,
        index: Value,
        component: Component,
    ) -> Result<(Value, Option<Value>, Value)> {
        let word_only = |(pointer, ty): (Value, Type)| match ty.scalar_bits() {
            32 => Ok((pointer, ty)),
            _ => Err(Error::malformed("groupshared memory that is no words")),
        };
        let bytes = self.module.i32(component.bytes());
        let (start, [two, one]) = (self.times(index, bytes), [2, 1].map(|n| self.module.i32(n)));
        let number = self.word_op(Op::LShr, &[start, two]);
        let (first, _) = word_only(self.shared_scalar(shared, number)?)?;
        let second = match component.bits() {
            64 => {
                let behind = self.plus(number, one);
                Some(word_only(self.shared_scalar(shared, behind)?)?.0)
            }
            _ => None,
        };
        let (_, shift) = self.word_of(start);
        Ok((first, second, shift))
    }

    /// Component `index` of a group's memory.
    fn shared_component(&mut self, shared: Shared, index: Value, component: Component) -> Result<Value> {
        if shared.alike {
            let (pointer, ty) = self.shared_scalar(shared, index)?;
            if ty.scalar_bits() > component.bits() {
                // Minimum precision.
                let value = self.emit(Op::Load, Flags::NONE, ty, &[pointer]);
                return Ok(self.of_native(value, component));
            }
            let bits = self.shared_bits(pointer, ty, Flags::NONE);
            return Ok(self.decoded(bits, component));
        }
        let (first, second, shift) = self.packed_places(shared, index, component)?;
        let low = self.shared_bits(first, Type::I32, Flags::NONE);
        let bits = match second {
            Some(second) => {
                let high = self.shared_bits(second, Type::I32, Flags::NONE);
                self.of_words(low, high)
            }
            None if component.bits() == 32 => low,
            None => self.part_of(low, shift, component),
        };
        Ok(self.decoded(bits, component))
    }

    fn of_words(&mut self, low: Value, high: Value) -> Value {
        let pair = self.module.types.vector(Type::I32, 2);
        let pair = self.emit(Op::Construct, Flags::NONE, pair, &[low, high]);
        self.emit(Op::Bitcast, Flags::NONE, Type::I64, &[pair])
    }

    fn words_of(&mut self, bits: Value) -> [Value; 2] {
        let pair = self.module.types.vector(Type::I32, 2);
        let pair = self.emit(Op::Bitcast, Flags::NONE, pair, &[bits]);
        [0, 1].map(|n| self.emit_imm(Op::Extract, Flags::NONE, Type::I32, &[pair], n))
    }

    fn store_shared_component(
        &mut self,
        shared: Shared,
        index: Value,
        value: Value,
        component: Component,
    ) -> Result<()> {
        if shared.alike {
            let (pointer, ty) = self.shared_scalar(shared, index)?;
            if ty.scalar_bits() > component.bits() {
                self.emit(Op::Store, Flags::NONE, Type::VOID, &[pointer, value]);
                return Ok(());
            }
            let bits = self.encoded(value, component);
            self.store_shared_bits(pointer, ty, bits, Flags::NONE);
            return Ok(());
        }
        let bits = self.encoded(value, component);
        let (first, second, shift) = self.packed_places(shared, index, component)?;
        match second {
            Some(second) => {
                let [low, high] = self.words_of(bits);
                self.store_shared_bits(first, Type::I32, low, Flags::NONE);
                self.store_shared_bits(second, Type::I32, high, Flags::NONE);
            }
            None if component.bits() == 32 => self.store_shared_bits(first, Type::I32, bits, Flags::NONE),
            None => {
                let (keep, part) = self.masks_of(bits, shift, component);
                let none = Flags::NONE;
                self.emit_imm(Op::AtomicAnd, none, Type::I32, &[first, keep], SCOPE_WORKGROUP);
                self.emit_imm(Op::AtomicOr, none, Type::I32, &[first, part], SCOPE_WORKGROUP);
            }
        }
        Ok(())
    }

    /// Adds to component `index` of a group's memory.
    fn add_to_shared(
        &mut self,
        shared: Shared,
        index: Value,
        value: Value,
        component: Component,
    ) -> Result<()> {
        let none = Flags::NONE;
        if !shared.alike && component.bits() < 32 {
            let (word, _, shift) = self.packed_places(shared, index, component)?;
            let first = self.shared_bits(word, Type::I32, none);
            let change = |this: &mut Self, old| {
                let part = this.part_of(old, shift, component);
                let sum = this.sum_bits(part, value, component);
                this.with_part(old, sum, shift, component)
            };
            self.exchange_until(first, change, |this, old, new| {
                this.emit_imm(
                    Op::AtomicCmpXchg,
                    none,
                    Type::I32,
                    &[word, old, new],
                    SCOPE_WORKGROUP,
                )
            });
            return Ok(());
        }
        if shared.alike {
            let (pointer, ty) = self.shared_scalar(shared, index)?;
            if matches!(ty, Type::I32 | Type::I64) && ty.scalar_bits() == component.bits() {
                if !component.is_float() {
                    self.emit_imm(Op::AtomicIAdd, none, ty, &[pointer, value], SCOPE_WORKGROUP);
                    return Ok(());
                }
                let first = self.emit(Op::Load, none, ty, &[pointer]);
                let change = |this: &mut Self, old| this.sum_bits(old, value, component);
                self.exchange_until(first, change, |this, old, new| {
                    this.emit_imm(Op::AtomicCmpXchg, none, ty, &[pointer, old, new], SCOPE_WORKGROUP)
                });
                return Ok(());
            }
        }
        // Accesses that no other thread's may come between, and that are made in memory.
        let volatile = Flags::VOLATILE;
        self.locked(|this| {
            if shared.alike {
                let (pointer, ty) = this.shared_scalar(shared, index)?;
                if ty.scalar_bits() > component.bits() {
                    let before = this.emit(Op::Load, volatile, ty, &[pointer]);
                    let sum = this.component_sum(before, value, component);
                    this.emit(Op::Store, volatile, Type::VOID, &[pointer, sum]);
                    return Ok(());
                }
                let bits = this.shared_bits(pointer, ty, volatile);
                let sum = this.sum_bits(bits, value, component);
                this.store_shared_bits(pointer, ty, sum, volatile);
                return Ok(());
            }
            let (first, second, _) = this.packed_places(shared, index, component)?;
            let low = this.shared_bits(first, Type::I32, volatile);
            match second {
                Some(second) => {
                    let high = this.shared_bits(second, Type::I32, volatile);
                    let bits = this.of_words(low, high);
                    let sum = this.sum_bits(bits, value, component);
                    let [low, high] = this.words_of(sum);
                    this.store_shared_bits(first, Type::I32, low, volatile);
                    this.store_shared_bits(second, Type::I32, high, volatile);
                }
                None => {
                    let sum = this.sum_bits(low, value, component);
                    this.store_shared_bits(first, Type::I32, sum, volatile);
                }
            }
            Ok(())
        })
    }

    /// Runs `body` in one thread of the group after the other.
    fn locked(&mut self, body: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let lock = match self.shares.lock {
            Some(lock) => lock,
            None => self.start_lock(),
        };
        let none = Flags::NONE;
        let [open, taken] = [0, 1].map(|n| self.module.i32(n));
        let [yes, no] = [1, 0].map(|n| self.module.scalar(Type::BOOL, n));
        let [turn, inside, next, after] = [(); 4].map(|()| self.func.add_block());
        let done = self.func.add_param(next, Type::BOOL);
        self.func.insts[done].source = self.cursor.source;
        self.terminate(Terminator::Branch(Edge::to(turn)));
        self.cursor.block = turn;
        let before = self.emit_imm(
            Op::AtomicExchange,
            none,
            Type::I32,
            &[lock, taken],
            SCOPE_WORKGROUP,
        );
        let condition = self.emit(Op::IEq, none, Type::BOOL, &[before, open]);
        let failed = self.func.edge(next, &[no]);
        self.terminate(Terminator::CondBranch {
            condition,
            if_true: Edge::to(inside),
            if_false: failed,
        });
        self.cursor.block = inside;
        let fence = |this: &mut Self| {
            let [scope, semantics] = [SCOPE_WORKGROUP, ACQUIRE_RELEASE_WORKGROUP].map(|n| this.module.i32(n));
            this.emit(Op::MemoryBarrier, none, Type::VOID, &[scope, semantics]);
        };
        fence(self);
        body(self)?;
        fence(self);
        self.emit_imm(
            Op::AtomicExchange,
            none,
            Type::I32,
            &[lock, open],
            SCOPE_WORKGROUP,
        );
        let succeeded = self.func.edge(next, &[yes]);
        self.terminate(Terminator::Branch(succeeded));
        self.cursor.block = next;
        self.terminate(Terminator::CondBranch {
            condition: done.into(),
            if_true: Edge::to(after),
            if_false: Edge::to(turn),
        });
        self.cursor.block = after;
        Ok(())
    }

    /// The lock, which is open when the shader starts.
    fn start_lock(&mut self) -> Value {
        let lock: Value = self
            .module
            .add_global("", StorageClass::Workgroup, Type::I32)
            .into();
        self.shares.lock = Some(lock);
        let mut start = Cursor::at_start(Block(0)).with_source(self.cursor.source);
        let (open, none) = (self.module.i32(0), Flags::NONE);
        start.emit(
            &mut self.func,
            Op::AtomicExchange,
            none,
            Type::I32,
            &[lock, open],
            SCOPE_WORKGROUP,
        );
        start.emit(&mut self.func, Op::DxBarrier, none, Type::VOID, &[], GROUP_SYNC);
        lock
    }

    /// `LinAlgMatrixLoadFromMemory`
    pub fn load_shared_matrix(&mut self, call: DxCall<'a>) -> Result<Value> {
        let o = view::LinAlgMatrixLoadFromMemory::read(call.args)?;
        let matrix = self.result_matrix(call)?;
        let shared = self.shared(o.memory, matrix.component)?;
        let at = [
            self.value(o.offset)?,
            self.value(o.stride)?,
            self.value(o.layout)?,
        ];
        let steps = self.steps_of(matrix, at, 1)?;
        if let Some(tiles) = self.result_tiles(call.inst) {
            let memory = Memory::Shared(shared);
            return self.tiles_in_memory(matrix, tiles, (memory, at), |this, staged, part, start| {
                let steps = this.steps_from(steps, start);
                this.each_own(part, |this, _, number| {
                    let (row, column) = this.coordinates(part, number);
                    let index = this.place_in(steps, row, column);
                    let value = this.shared_component(shared, index, matrix.component)?;
                    this.store_staged(staged, row, column, value);
                    Ok(())
                })
            });
        }
        let made = self.new_matrix(matrix)?;
        self.each_placed(matrix, steps, |this, slot, index| {
            let value = this.shared_component(shared, index, matrix.component)?;
            this.store_slot(made, slot, value)
        })?;
        Ok(made)
    }

    /// `LinAlgMatrixStoreToMemory`
    pub fn store_shared_matrix(&mut self, call: DxCall<'a>) -> Result<()> {
        let o = view::LinAlgMatrixStoreToMemory::read(call.args)?;
        let of = self.operand_matrix(o.matrix)?;
        let shared = self.shared(o.memory, of.component)?;
        let at = [
            self.value(o.offset)?,
            self.value(o.stride)?,
            self.value(o.layout)?,
        ];
        let steps = self.steps_of(of, at, 1)?;
        let memory = Memory::Shared(shared);
        let done = self.store_in_memory(of, o.matrix, (memory, at), |this, staged, part, start| {
            let steps = this.steps_from(steps, start);
            this.each_read(part, Readable::Staged(staged), steps, |this, value, index| {
                this.store_shared_component(shared, index, value, of.component)
            })
        })?;
        if done {
            return Ok(());
        }
        let from = self.readable(of, o.matrix)?;
        self.each_read(of, from, steps, |this, value, index| {
            this.store_shared_component(shared, index, value, of.component)
        })
    }

    /// `LinAlgMatrixAccumulateToMemory`
    pub fn accumulate_shared_matrix(&mut self, call: DxCall<'a>) -> Result<()> {
        // The first previews have no type of what is added to.
        let (&[_, source, memory, ref rest @ ..], early) =
            (call.args, call.op.is_early_form(call.args.len()))
        else {
            return Err(Error::malformed(format!("{} without operands", call.op)));
        };
        let of = self.operand_matrix(source)?;
        let (target, rest) = match (rest, early) {
            (rest, true) => (of.component, rest),
            (&[target, ref rest @ ..], false) => {
                (Component::read(self.immediate(target, "component type")?)?, rest)
            }
            _ => return Err(Error::malformed(format!("{} without operands", call.op))),
        };
        let &[offset, stride, layout] = rest else {
            return Err(Error::malformed(format!("{} without a place", call.op)));
        };
        let from = self.readable(of, source)?;
        let shared = self.shared(memory, target)?;
        let steps = self.steps_at(of, [offset, stride, layout], 1)?;
        self.each_read(of, from, steps, |this, value, index| {
            let value = this.component_as(value, of.component, target);
            this.add_to_shared(shared, index, value, target)
        })
    }

    /// Components of a vector that an interpretation gives its scalars: `count` of them, each as one of its type.
    pub fn interpreted(
        &mut self,
        vector: bc::ValueId,
        interpretation: Component,
        count: Option<u32>,
    ) -> Result<Lanes> {
        let ty = self.llvm_value_ty(vector)?;
        let own = self.component_of(ty, interpretation.is_signed())?;
        let value = self.value(vector)?;
        let lanes = self.lanes(value);
        let len = lanes.len() as u32;
        let packed = own.bits() == 32
            && !own.is_float()
            && interpretation.bits() < 32
            && count.is_none_or(|count| count != len);
        let each = if packed { 32 / interpretation.bits() } else { 1 };
        self.charge(lanes.len() * each as usize * 12)?;
        let mut made = Lanes::new();
        for lane in lanes {
            if !packed {
                let value = self.of_native(lane, own);
                made.push(self.component_as(value, own, interpretation));
                continue;
            }
            for part in 0..each {
                let shift = self.module.i32(part * interpretation.bits());
                let bits = self.part_of(lane, shift, interpretation);
                made.push(self.decoded(bits, interpretation));
            }
        }
        if let Some(count) = count {
            if (made.len() as u32) < count {
                return Err(Error::malformed(format!(
                    "a vector of {} components where {count} are multiplied",
                    made.len()
                )));
            }
            made.truncate(count as usize);
        }
        Ok(made)
    }

    /// `LinAlgConvert`
    pub fn convert_vector(&mut self, call: DxCall<'a>) -> Result<Value> {
        let o = view::LinAlgConvert::read(call.args)?;
        let [from, to] = [o.input_interpretation, o.output_interpretation].map(|id| {
            let number = self.immediate(id, "component type")?;
            Component::read(number)
        });
        let (from, to) = (from?, to?);
        let parts = self.interpreted(o.input, from, None)?;
        let own = self.component_of(call.inst.ty, to.is_signed())?;
        let ty = self.ty(call.inst.ty)?;
        let (scalar, len) = (self.module.types.scalar(ty), self.module.types.components(ty));
        let packed = own.bits() == 32 && !own.is_float() && to.bits() < 32;
        let each = if packed { 32 / to.bits() } else { 1 };
        let mut made = Lanes::new();
        let mut parts = parts.into_iter();
        for _ in 0..len {
            let mut word = self.module.i32(0);
            for part in 0..each {
                let Some(value) = parts.next() else { break };
                let value = self.component_as(value, from, to);
                if !packed {
                    let value = self.component_as(value, to, own);
                    word = self.as_native(value, scalar);
                    continue;
                }
                let bits = self.encoded(value, to);
                let shift = self.module.i32(part * to.bits());
                word = self.with_part(word, bits, shift, to);
            }
            if self.value_ty(word) != scalar {
                return Err(Error::malformed(
                    "a converted vector with more components than there are",
                ));
            }
            made.push(word);
        }
        Ok(self.vector_of(ty, &made))
    }
}
