//! Calls on matrices of waves in AMD's shader extensions.
//!
//! A call has parts like the others that [`ags`](super::ags) reads: those that hand in words of matrices or the place of one in
//! memory, one that says what is to be done, and those that give the words of what comes out. Their constant operands:
//!
//! ```text
//! words in        bits 0 to 3 pair of words (0, 1), 4 to 7 half of the matrix (0, 1), 8 to 15 which operand
//! words out       bits 0 to 3 word (0 to 3), 4 to 7 half
//! a matrix        bits 0 to 3 format, 4 to 6 role, 7 column by column, 8 to 10 shape
//! a product       bits 0 to 6 operation, 15 sparse
//! ```
//!
//! Memory is named by an access that is none, at the address that the part with offset and stride gives: a load of a raw buffer, or
//! an atomic addition of 0 to an array of the group. What it gives is an operand of the part that loads or stores.
//!
//! Shaders leave out barriers between the lanes' own accesses to groupshared memory and those of matrices, which the hardware that
//! the calls are made for does not need; so each of these waits for the wave before and behind.
//!
//! Facts: `AmdExtD3DShaderIntrinsicsMatrixOps.hlsl` and its helper, in AMD's public SDK. Products with sparse matrices are not
//! published there.

use super::Importer;
use super::ags::not_there;
use super::ags_types::{Format, Fragment, Role, Words};
use super::calls_of_vendors::{FRAGMENT_WORDS, MatrixCall, MatrixPart, Memory};
use super::dispatch::DxCall;
use super::forms::CallForm;
use super::lanes::Lanes;
use crate::bitcode::module as bc;
use crate::dxil::ops::{DxOp, view};
use crate::error::{Error, Result};
use crate::ir::{Flags, Op, Type, Value};
use crate::shader::ResourceKind;

/// Numbers of the calls.
pub const MULTIPLY: u32 = 0x28;
pub const LOAD: u32 = 0x29;
pub const STORE: u32 = 0x2a;
pub const LOAD_ADDRESS: u32 = 0x2b;
pub const STORE_ADDRESS: u32 = 0x2c;
pub const LOAD_SHARED: u32 = 0x2d;
pub const STORE_SHARED: u32 = 0x2e;
pub const SET_ELEMENT: u32 = 0x2f;
const ELEMENT: u32 = 0x30;
const LENGTH: u32 = 0x31;
pub const COPY: u32 = 0x32;
pub const FILL: u32 = 0x33;
pub const ELEMENT_WISE: u32 = 0x35;

/// Operands by the header's numbers: the one that there is, A, B, accumulator.
pub const ONLY: usize = 0;
pub const A: usize = 1;
pub const B: usize = 2;
pub const SUMS: usize = 3;

/// The bit of a product that makes it sparse.
const SPARSE: u32 = 1 << 15;

/// What a part is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// It says where in memory a matrix is.
    Place,
    /// It hands in words of these operands.
    Operands(&'static [usize]),
    /// It has the call run.
    Run,
    /// It gives a word of what came out.
    Result,
}

impl Purpose {
    /// That of a part of a call; none if there is no such part.
    pub fn of(opcode: u32, phase: u32) -> Option<Self> {
        use Purpose::{Operands, Place, Result, Run};
        Some(match (opcode, phase) {
            (LOAD | LOAD_ADDRESS | LOAD_SHARED | STORE | STORE_ADDRESS | STORE_SHARED, 0) => Place,
            (MULTIPLY, 0) => Operands(&[A, B, SUMS]),
            (ELEMENT_WISE, 0) => Operands(&[A, B]),
            (SET_ELEMENT | ELEMENT | COPY, 0) | (STORE | STORE_ADDRESS | STORE_SHARED, 1) => {
                Operands(&[ONLY])
            }
            (FILL | LENGTH, 0)
            | (STORE | STORE_ADDRESS | STORE_SHARED, 2)
            | (
                MULTIPLY | LOAD | LOAD_ADDRESS | LOAD_SHARED | SET_ELEMENT | ELEMENT | COPY | ELEMENT_WISE,
                1,
            ) => Run,
            (FILL, 1)
            | (MULTIPLY | LOAD | LOAD_ADDRESS | LOAD_SHARED | SET_ELEMENT | COPY | ELEMENT_WISE, 2) => Result,
            _ => return None,
        })
    }
}

/// A product by its number: the matrices, and what the sums are.
pub fn product(number: u32) -> Option<[Fragment; 3]> {
    use Format::{Bf8, Bf16, F16, F32, Fp8, I4, I8, I32, U4, U8};
    let (a, b, sums, inner) = match number {
        0x00 => (Bf16, Bf16, Bf16, 16),
        0x01 => (F16, F16, F16, 16),
        0x02 => (Bf16, Bf16, F32, 16),
        0x03 => (Bf8, Bf8, F32, 16),
        0x04 => (Bf8, Fp8, F32, 16),
        0x05 => (F16, F16, F32, 16),
        0x06 => (Fp8, Bf8, F32, 16),
        0x07 => (Fp8, Fp8, F32, 16),
        0x08 => (I4, I4, I32, 16),
        0x09 => (U4, U4, I32, 16),
        0x0a => (I4, U4, I32, 16),
        0x0b => (U4, I4, I32, 16),
        0x0c => (I8, I8, I32, 16),
        0x0d => (U8, U8, I32, 16),
        0x0e => (I8, U8, I32, 16),
        0x0f => (U8, I8, I32, 16),
        0x10 => (I4, I4, I32, 32),
        0x11 => (U4, U4, I32, 32),
        0x12 => (I4, U4, I32, 32),
        0x13 => (U4, I4, I32, 32),
        _ => return None,
    };
    Some([
        Fragment::new(a, Role::A, [16, inner]),
        Fragment::new(b, Role::B, [inner, 16]),
        Fragment::new(sums, Role::Accumulator, [16, 16]),
    ])
}

/// The matrix that a constant describes.
fn described(bits: u32) -> Result<Fragment> {
    Fragment::read(bits).ok_or_else(|| not_there(&format!("no matrix is described by {bits:#x}")))
}

impl<'a> Importer<'a> {
    fn matrix_call(&mut self) -> Result<&mut MatrixCall> {
        let extensions = self.extensions.as_mut();
        let call = extensions.map(|extensions| &mut extensions.matrix);
        call.ok_or_else(|| Error::internal("a call of an extension that there is none of"))
    }

    /// A part of a call: what its compare and exchange gives.
    pub fn ags_matrix_part(&mut self, part: MatrixPart) -> Result<Value> {
        let MatrixPart { opcode, phase, .. } = part;
        if opcode == 0x34 {
            return Err(not_there("sparse matrices"));
        }
        let purpose = Purpose::of(opcode, phase)
            .ok_or_else(|| not_there(&format!("operation {opcode:#x}, part {phase}")))?;
        let run = self.run_of_blocks();
        let call = self.matrix_call()?;
        let same = (call.opcode, call.run) == (opcode, run);
        match call.open && !same {
            true if call.run != run => return Err(not_there("a call that control flow parts")),
            true => return Err(not_there("a call inside another")),
            false => {}
        }
        let begins = !call.open;
        match purpose {
            Purpose::Result => return self.matrix_word(part, same),
            Purpose::Place if !begins => return Err(not_there("a call inside another")),
            // What stores has the place first.
            Purpose::Operands(_) if begins && phase == 1 => {
                return Err(not_there("a matrix stored to no place"));
            }
            Purpose::Run if begins && !matches!(opcode, FILL | LENGTH) => {
                return Err(not_there("a call without operands"));
            }
            _ => {}
        }
        if begins {
            *call = MatrixCall {
                opcode,
                open: true,
                run,
                ..MatrixCall::default()
            };
        }
        match purpose {
            Purpose::Place => {
                call.place = Some(part.operands);
                let marker = self.new_mark();
                self.matrix_call()?.marker = Some(marker);
                return Ok(marker);
            }
            Purpose::Operands(among) => {
                let (channel, half, which) = (part.data & 15, part.data >> 4 & 15, part.data >> 8);
                if channel > 1 || half > 1 || !among.contains(&(which as usize)) {
                    return Err(not_there(&format!("no words of a matrix are {:#x}", part.data)));
                }
                let at = (4 * half + 2 * channel) as usize;
                let operand = call.operands.get_mut(which as usize);
                let words = operand.and_then(|operand| operand.get_mut(at..at + 2));
                for (word, value) in words.into_iter().flatten().zip(part.operands) {
                    *word = Some(value);
                }
            }
            Purpose::Run => {
                call.open = false;
                return self.run_matrix_call(part);
            }
            Purpose::Result => {}
        }
        Ok(self.module.i32(0))
    }

    /// A word of what came out.
    fn matrix_word(&mut self, part: MatrixPart, same: bool) -> Result<Value> {
        let (channel, half, which) = (part.data & 15, part.data >> 4 & 15, part.data >> 8);
        if channel > 3 || half > 1 || which != 0 {
            return Err(not_there(&format!("no word of a matrix is {:#x}", part.data)));
        }
        let results = self.matrix_call()?.results.filter(|_| same);
        let word = results.and_then(|words| words.get((4 * half + channel) as usize).copied());
        word.ok_or_else(|| not_there("words of a matrix that no call has made"))
    }

    /// The words that a call has for an operand of which so many are wanted.
    fn matrix_operand_words(&mut self, which: usize, of: Fragment) -> Result<Words> {
        let mut words = [self.module.i32(0); FRAGMENT_WORDS];
        let given = self
            .matrix_call()?
            .operands
            .get(which)
            .copied()
            .unwrap_or_default();
        for (word, given) in words.iter_mut().zip(given).take(of.words() as usize) {
            *word = given.ok_or_else(|| not_there("a matrix of which words are missing"))?;
        }
        Ok(words)
    }

    /// The constant that an operand has to be.
    fn matrix_constant(&self, value: Value) -> Result<u32> {
        let bits = self.module.const_bits(value);
        bits.map(|bits| bits as u32)
            .ok_or_else(|| not_there("a description of a matrix that is no constant"))
    }

    /// Runs a call; what the part gives that says so.
    fn run_matrix_call(&mut self, part: MatrixPart) -> Result<Value> {
        self.require_waves()?;
        // The longest is a store from any byte on.
        self.charge(512)?;
        let [first, second] = part.operands;
        let none = self.module.i32(0);
        let calls = self.frames.last().map(|frame| &frame.forms.calls);
        let form = calls.and_then(|calls| calls.get(&part.id?).copied());
        let form = form.as_ref();
        let words = match part.opcode {
            MULTIPLY => self.multiply_fragments(part.data, form)?,
            LOAD | LOAD_ADDRESS | LOAD_SHARED => {
                let of = described(part.data)?;
                let (memory, place) = self.matrix_place(part)?;
                match self.load_device_fragment(memory, place, of, form)? {
                    Some(words) => words,
                    None => self.around_shared(memory, |this| this.load_fragment(memory, place, of))?,
                }
            }
            STORE | STORE_ADDRESS | STORE_SHARED => {
                let of = described(part.data)?;
                let words = self.matrix_operand_words(ONLY, of)?;
                let (memory, place) = self.matrix_place(part)?;
                self.around_shared(memory, |this| {
                    match this.store_device_fragment(memory, place, of, form)? {
                        true => Ok(()),
                        false => this.store_fragment(memory, place, of, &words),
                    }
                })?;
                return Ok(none);
            }
            LENGTH => return Ok(self.module.i32(described(part.data)?.parts())),
            FILL => self.filled(described(part.data)?, first),
            COPY => {
                let (from, to) = (described(part.data)?, described(self.matrix_constant(first)?)?);
                let saturates = match self.matrix_constant(second)? {
                    0 => false,
                    1 => true,
                    other => return Err(not_there(&format!("a conversion of kind {other}"))),
                };
                self.converted_fragment(from, to, saturates)?
            }
            ELEMENT => return self.element(described(part.data)?, first),
            SET_ELEMENT => self.with_element(described(part.data)?, first, second)?,
            _ => {
                let operation = self.matrix_constant(first)?;
                self.element_wise(described(part.data)?, operation, second)?
            }
        };
        self.in_fragment_forms(form, &words)?;
        self.matrix_call()?.results = Some(words);
        Ok(none)
    }

    /// Does `body` while no lane is elsewhere, if it is about groupshared memory.
    fn around_shared<T>(&mut self, memory: Memory, body: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let shared = matches!(memory, Memory::Shared { .. });
        if shared {
            self.sync_lanes()?;
        }
        let result = body(self)?;
        if shared {
            self.sync_lanes()?;
        }
        Ok(result)
    }

    /// Where the matrix of a load or store is: memory, offset and stride.
    fn matrix_place(&mut self, part: MatrixPart) -> Result<(Memory, [Value; 2])> {
        let call = self.matrix_call()?;
        let (place, memory) = (call.place, call.memory);
        let place = place.ok_or_else(|| not_there("a matrix in memory without a place"))?;
        if let LOAD_ADDRESS | STORE_ADDRESS = part.opcode {
            let [low, high] = part.operands;
            return Ok((Memory::Address(self.joined(low, high)), place));
        }
        match memory {
            Some((memory, named)) if part.operands[0] == named => Ok((memory, place)),
            _ => Err(not_there("a matrix in memory that no access names")),
        }
    }

    /// Whether a call of these waits for an access that names memory.
    fn wants_memory(&self, opcodes: &[u32]) -> Option<Value> {
        let call = &self.extensions.as_ref()?.matrix;
        let wants = call.open && call.memory.is_none() && opcodes.contains(&call.opcode);
        call.marker.filter(|_| wants)
    }

    /// What a load gives that only names the buffer of a matrix, if `load` is one.
    pub fn ags_matrix_buffer(&mut self, load: DxCall<'a>) -> Result<Option<Option<Value>>> {
        let Some(marker) = self.wants_memory(&[LOAD, STORE]) else {
            return Ok(None);
        };
        let (handle, address) = match load.op {
            DxOp::BufferLoad => {
                let o = view::BufferLoad::read(load.args)?;
                (o.srv, o.index)
            }
            DxOp::RawBufferLoad => {
                let o = view::RawBufferLoad::read(load.args)?;
                (o.srv, o.index)
            }
            _ => {
                let o = view::RawBufferVectorLoad::read(load.args)?;
                (o.srv, o.index)
            }
        };
        if self.value(address)? != marker {
            return Ok(None);
        }
        let handle = self.value(handle)?;
        let kind = self.resource_of(handle).map(|resource| resource.kind);
        if kind.is_some_and(|kind| kind != ResourceKind::RawBuffer) {
            return Err(not_there("a matrix in what is no raw buffer"));
        }
        let mark = self.new_mark();
        self.matrix_call()?.memory = Some((Memory::Buffer(handle), mark));
        if load.op == DxOp::RawBufferVectorLoad {
            let Some(&[llvm_ty, _]) = self.struct_members(load.inst.ty)? else {
                return Err(not_there("a load that is no load"));
            };
            let lanes: Lanes = (0..self.param_count(llvm_ty)).map(|_| mark).collect();
            let ty = self.ty(llvm_ty)?;
            let vector = self.vector_of(ty, &lanes);
            self.define_members(load.inst, &[Some(vector), None]);
            return Ok(Some(None));
        }
        if self.component_type(load)? != Type::I32 {
            return Err(not_there("a matrix in a buffer that is not one of words"));
        }
        let types = self.struct_members(load.inst.ty)?.unwrap_or(&[]);
        let members = self.each_member(load.inst, types, |_, _, _| Ok(mark))?;
        self.define_members(load.inst, &members);
        Ok(Some(None))
    }

    /// What an atomic operation gives that only names the array of a matrix, if this is one.
    pub fn ags_matrix_array(
        &mut self,
        op: bc::RmwOp,
        pointer: bc::ValueId,
        value: bc::ValueId,
    ) -> Result<Option<Value>> {
        if self.extensions.is_none() {
            return Ok(None);
        }
        let wanted = self.wants_memory(&[LOAD_SHARED, STORE_SHARED]);
        let (Some(_), bc::RmwOp::Add, Some(0)) = (wanted, op, self.const_int(value)) else {
            return Ok(None);
        };
        let &bc::Type::Pointer { pointee, .. } = self.llvm_type(self.llvm_value_ty(pointer)?)? else {
            return Err(Error::malformed("atomicrmw of what is no pointer"));
        };
        let pointer = self.value_or_pointer(pointer)?;
        let mark = self.new_mark();
        self.matrix_call()?.memory = Some((Memory::Shared { pointer, pointee }, mark));
        Ok(Some(mark))
    }

    /// `a * b + c`
    fn multiply_fragments(&mut self, bits: u32, form: Option<&CallForm>) -> Result<Words> {
        if bits & SPARSE != 0 {
            return Err(not_there("sparse matrices"));
        }
        let of = product(bits).ok_or_else(|| not_there(&format!("a product of kind {bits:#x}")))?;
        let [_, _, result] = of;
        let sum = result.sum();
        let mut words = [[self.module.i32(0); FRAGMENT_WORDS]; 3];
        for ((words, of), which) in words.iter_mut().zip(of).zip([A, B, SUMS]) {
            *words = self.matrix_operand_words(which, of)?;
        }
        if let Some(made) = self.product_of_device(&words, of, form)? {
            return Ok(made);
        }
        let mut elements = [Lanes::new(), Lanes::new(), Lanes::new()];
        for ((elements, of), words) in elements.iter_mut().zip(of).zip(&words) {
            *elements = self.elements(words, of);
        }
        let [a, b, c] = &elements;
        let sums = self.product([a, b, c], of, sum)?;
        let made: Lanes = match result.format.is_float() {
            true => (sums.iter())
                .map(|&value| self.float_as(value, result.format, false))
                .collect(),
            false => sums,
        };
        Ok(self.words_of_elements(&made, result))
    }

    /// A matrix of which each element has the lowest bits of `value`.
    fn filled(&mut self, of: Fragment, value: Value) -> Words {
        let word = match of.format.bits() {
            32 => value,
            bits => {
                let ones = (1u32 << bits) - 1;
                let [mask, each] = [ones, u32::MAX / ones].map(|n| self.module.i32(n));
                let part = self.word_op(Op::And, &[value, mask]);
                self.times(part, each)
            }
        };
        let mut words = [self.module.i32(0); FRAGMENT_WORDS];
        words
            .iter_mut()
            .take(of.words() as usize)
            .for_each(|to| *to = word);
        words
    }

    /// A matrix as one of another format or role.
    fn converted_fragment(&mut self, from: Fragment, to: Fragment, saturates: bool) -> Result<Words> {
        if (from.rows, from.columns) != (to.rows, to.columns) {
            return Err(not_there("a matrix converted to one of another size"));
        }
        let words = self.matrix_operand_words(ONLY, from)?;
        let across = (from.role == Role::A) != (to.role == Role::A);
        if from.format == to.format {
            if !across {
                return Ok(words);
            }
            let pieces = self.pieces(&words, from);
            let pieces = self.brought_across(&pieces, Type::I32, [from, to])?;
            return Ok(self.words_of_pieces(&pieces, to));
        }
        if from.format.is_float() && to.format.is_float() && !across {
            return Ok(self.words_as_floats(&words, [from, to], saturates));
        }
        let mut elements = self.elements(&words, from);
        for value in &mut elements {
            *value = self.element_as(*value, from.format, to.format, saturates);
        }
        if across {
            let held = to.format.component().held();
            elements = self.brought_across(&elements, held, [from, to])?;
        }
        Ok(self.words_of_elements(&elements, to))
    }

    /// Which word an element that a shader asks for is in, and which of two of 16 bits it is there.
    fn part_of_fragment(&mut self, of: Fragment, index: Value) -> (Value, Option<Value>) {
        if of.format.bits() != 16 {
            return (index, None);
        }
        let [one, four] = [1, 4].map(|n| self.module.i32(n));
        let word = self.word_op(Op::LShr, &[index, one]);
        let odd = self.word_op(Op::And, &[index, one]);
        (word, Some(self.word_op(Op::Shl, &[odd, four])))
    }

    /// An element, which is a word of several where elements have less than 16 bits; 0 beyond the last.
    fn element(&mut self, of: Fragment, index: Value) -> Result<Value> {
        let words = self.matrix_operand_words(ONLY, of)?;
        let (number, shift) = self.part_of_fragment(of, index);
        let mut found = self.module.i32(0);
        for (at, &word) in (0u32..).zip(&words).take(of.words() as usize) {
            let at = self.module.i32(at);
            let is = self.emit(Op::IEq, Flags::NONE, Type::BOOL, &[number, at]);
            found = self.word_op(Op::Select, &[is, word, found]);
        }
        Ok(match shift {
            None => found,
            Some(shift) => {
                let bits = self.module.i32(16);
                self.word_op(Op::BitFieldUExtract, &[found, shift, bits])
            }
        })
    }

    /// A matrix with another element; as it is where there is no such element.
    fn with_element(&mut self, of: Fragment, index: Value, value: Value) -> Result<Words> {
        let mut words = self.matrix_operand_words(ONLY, of)?;
        let (number, shift) = self.part_of_fragment(of, index);
        for (at, word) in (0u32..).zip(&mut words).take(of.words() as usize) {
            let changed = match shift {
                None => value,
                Some(shift) => {
                    let bits = self.module.i32(16);
                    self.word_op(Op::BitFieldInsert, &[*word, value, shift, bits])
                }
            };
            let at = self.module.i32(at);
            let is = self.emit(Op::IEq, Flags::NONE, Type::BOOL, &[number, at]);
            *word = self.word_op(Op::Select, &[is, changed, *word]);
        }
        Ok(words)
    }

    /// Arithmetic on each element of a matrix, with that of another or with one scalar.
    fn element_wise(&mut self, of: Fragment, operation: u32, scalar: Value) -> Result<Words> {
        let left = self.matrix_operand_words(A, of)?;
        let right = match operation {
            1..=4 => {
                if self.module.const_bits(scalar) != Some(0) {
                    return Err(not_there("arithmetic of matrices with another operand"));
                }
                self.matrix_operand_words(B, of)?
            }
            5 => self.filled(of, scalar),
            other => return Err(not_there(&format!("arithmetic of kind {other}"))),
        };
        let [left, right] = [left, right].map(|words| match of.format.is_float() {
            true => self.floats(&words, of),
            false => self.elements(&words, of),
        });
        let made: Lanes = (left.iter().zip(&right))
            .map(|(&a, &b)| self.element_arithmetic(of.format, operation, a, b))
            .collect();
        Ok(match of.format.is_float() {
            true => self.words_of_floats(&made, of),
            false => self.words_of_elements(&made, of),
        })
    }

    /// A sum (1), difference (2), product (3, 5) or quotient (4), of floats also each of vectors.
    fn element_arithmetic(&mut self, format: Format, operation: u32, a: Value, b: Value) -> Value {
        let none = Flags::NONE;
        if format.is_float() {
            let op = match operation {
                1 => Op::FAdd,
                2 => Op::FSub,
                4 => Op::FDiv,
                _ => Op::FMul,
            };
            let ty = self.value_ty(a);
            let value = self.emit(op, none, ty, &[a, b]);
            return self.float_as(value, format, false);
        }
        let value = match operation {
            1 => self.word_op(Op::IAdd, &[a, b]),
            2 => self.word_op(Op::ISub, &[a, b]),
            4 if format.component().is_signed() => self.word_op(Op::SDiv, &[a, b]),
            4 => self.guarded_udiv(Op::UDiv, Type::I32, a, b),
            _ => self.word_op(Op::IMul, &[a, b]),
        };
        self.low_bits(value, format)
    }
}

#[cfg(test)]
mod tests {
    use super::{Format, Purpose, product};

    #[test]
    fn products() {
        let of = |number| product(number).map(|all: [_; 3]| all.map(|of| of.format));
        assert_eq!(of(7), Some([Format::Fp8, Format::Fp8, Format::F32]));
        assert_eq!(of(0xe), Some([Format::I8, Format::U8, Format::I32]));
        let [a, b, sums] = product(0x13).unwrap();
        assert_eq!((a.rows, a.columns, b.rows, b.columns), (16, 32, 32, 16));
        assert_eq!((sums.rows, sums.columns), (16, 16));
        // Sparse ones, and none.
        assert!((0x14..0x80).all(|number| product(number).is_none()));
    }

    #[test]
    fn every_part_has_a_purpose() {
        for opcode in 0x28..=0x35 {
            let parts = (0..4)
                .filter(|&phase| Purpose::of(opcode, phase).is_some())
                .count();
            let wanted = match opcode {
                0x31 => 1,
                0x30 | 0x33 => 2,
                // The index of a sparse matrix.
                0x34 => 0,
                _ => 3,
            };
            assert_eq!(parts, wanted, "{opcode:#x}");
        }
    }
}
