//! AMD's shader extensions (AGS).
//!
//! Each part of a call is a compare and exchange on a raw buffer, at an address that says what it is:
//!
//! ```text
//! bits 0 to 7     operation
//! bits 8 to 23    a constant operand
//! bits 24, 25     which part of the call it is, from 0 on
//! bits 28 to 31   5
//! ```
//!
//! The value to compare with and the new value are operands, the old value is a result. Parts of a call follow each other; the
//! result of the first part of a 64-bit atomic, which a store of it to the UAV names, is the low word of what was there.
//!
//! Barycentrics I and J are those of the second and third vertex: AMD's hardware interpolates by `p0 + i (p1 - p0) + j (p2 - p0)`.
//! Calls on matrices of waves have a file of their own, [`ags_matrices`](super::ags_matrices).
//!
//! Facts: `ags_shader_intrinsics_dx12.hlsl` of AMD's public SDK; AMD's manuals of the instruction set, `DS_SWIZZLE_B32` and
//! `V_MBCNT`, for what shuffles and counts do.

use super::Importer;
use super::calls_of_vendors::{ATOMIC, MatrixPart, Part, Sequence};
use super::dispatch::DxCall;
use super::extension_atomics::Atomic;
use super::matrix_types::Component;
use super::memory::SCOPE_DEVICE;
use crate::bitcode::module as bc;
use crate::dxil::ops::view;
use crate::error::{Error, Result};
use crate::ir::{AtomicOp, Flags, Op, StorageClass, Type, Value};
use crate::shader::{Stage, SystemValue};

/// What an address has in its highest bits.
const MAGIC: u32 = 5;

/// The other one of SPIR-V's scopes of clocks.
const SUBGROUP: u32 = 3;

/// The address of a part, taken apart.
#[derive(Clone, Copy)]
pub struct Address {
    /// The operation.
    pub opcode: u32,
    /// The constant operand.
    pub data: u32,
    /// Which part it is.
    pub phase: u32,
}

impl Address {
    /// Takes an address apart; none if it is not one of a call.
    pub fn read(address: u32) -> Option<Self> {
        (address >> 28 == MAGIC).then_some(Self {
            opcode: address & 0xff,
            data: address >> 8 & 0xffff,
            phase: address >> 24 & 3,
        })
    }
    /// Whether it is of a call on matrices.
    pub fn is_of_matrices(self) -> bool {
        matches!(self.opcode, 0x28..=0x35)
    }
}

/// The error for what AMD's extensions have, or a shader asks of them, and is not translated.
pub fn not_there(what: &str) -> Error {
    Error::unsupported(format!("AMD's shader extensions: {what}"))
}

/// An atomic operation by its number.
fn atomic(number: u32) -> Option<AtomicOp> {
    Some(match number {
        1 => AtomicOp::UMin,
        2 => AtomicOp::UMax,
        3 => AtomicOp::And,
        4 => AtomicOp::Or,
        5 => AtomicOp::Xor,
        6 => AtomicOp::Add,
        7 => AtomicOp::Exchange,
        _ => return None,
    })
}

/// Compare and exchange.
const COMPARE_EXCHANGE: u32 = 8;

impl<'a> Importer<'a> {
    fn ags_sequence(&mut self) -> Result<&mut Sequence<'a>> {
        let extensions = self.extensions.as_mut();
        let sequence = extensions.map(|extensions| &mut extensions.sequence);
        sequence.ok_or_else(|| Error::internal("a call of an extension that there is none of"))
    }

    /// A part of a call: what its compare and exchange gives.
    pub fn ags_part(&mut self, call: DxCall<'a>) -> Result<Value> {
        let o = view::AtomicCompareExchange::read(call.args)?;
        let address = self.const_int(o.coord[0]).map(|address| address as u32);
        let Some(address) = address.and_then(Address::read) else {
            return Err(not_there("an access to their buffer that is no constant call"));
        };
        let operands = [self.value(o.compare_value)?, self.value(o.new_value)?];
        if operands.iter().any(|&word| self.value_ty(word) != Type::I32) {
            return Err(not_there("an operand that is no word"));
        }
        if address.is_of_matrices() {
            if !self.ags_sequence()?.is_done() {
                return Err(not_there("a call inside another"));
            }
            return self.ags_matrix_part(MatrixPart {
                opcode: address.opcode,
                phase: address.phase,
                data: address.data,
                operands,
                id: call.inst.result,
            });
        }
        match address.opcode {
            0x07..=0x0c | 0x14 | ATOMIC | 0x1f | 0x20 => self.ags_parts(address, operands, call.inst),
            _ => {
                if !self.ags_sequence()?.is_done() {
                    return Err(not_there("a call inside another"));
                }
                self.ags_at_once(address, operands)
            }
        }
    }

    /// A call of one part, or whose parts are by themselves.
    fn ags_at_once(&mut self, address: Address, [a, b]: [Value; 2]) -> Result<Value> {
        let none = Flags::NONE;
        let data = address.data;
        Ok(match (address.opcode, address.phase) {
            (0x01, 0) => self.read_first(a),
            (0x02, 0) => {
                let lane = self.module.i32(data);
                self.emit(Op::WaveBroadcast, none, Type::I32, &[a, lane])
            }
            (0x03, 0) => self.lane_index(),
            (0x04, 0) => {
                let from = self.swizzled(data);
                self.emit(Op::WaveShuffle, none, Type::I32, &[a, from])
            }
            (0x05, word @ (0 | 1)) => {
                let zero = self.module.i32(0);
                let condition = self.emit(Op::INe, none, Type::BOOL, &[a, zero]);
                let lanes = self.ballot(condition);
                self.emit_imm(Op::Extract, none, Type::I32, &[lanes], word)
            }
            (0x06, 0) => {
                let lane = self.lane_index();
                let [low, high] = self.lanes_before(lane);
                let (low, high) = (
                    self.word_op(Op::And, &[a, low]),
                    self.word_op(Op::And, &[b, high]),
                );
                let counts = [low, high].map(|word| self.word_op(Op::BitCount, &[word]));
                self.word_op(Op::IAdd, &counts)
            }
            (0x0d, part @ (0 | 1)) => self.barycentric(data, part)?,
            (0x12, 0) => self.over_wave(data, 0, a)?,
            (0x13, 0) => match data >> 8 {
                // SPIR-V's group operations have the same numbers.
                scan @ (1 | 2) if data & 0xff < 0x0d => self.over_wave(data & 0xff, scan, a)?,
                _ => return Err(not_there("a scan that is none")),
            },
            (0x17, 0) => self.of_draw(SystemValue::DrawIndex)?,
            (0x19, 0) => self.system_word(SystemValue::WaveLaneCount),
            (0x1a, 0) => self.of_draw(SystemValue::StartInstanceLocation)?,
            (0x1b, 0) => self.of_draw(SystemValue::StartVertexLocation)?,
            (0x1c, 0) => self.half_rounded(data, a)?,
            (0x1d, 0) => self.emit(Op::WaveShuffle, none, Type::I32, &[a, b]),
            (0x36, 0) => self.float8(data, a)?,
            (opcode, phase) => {
                return Err(not_there(&format!("operation {opcode:#x}, part {phase}")));
            }
        })
    }

    fn system_word(&mut self, value: SystemValue) -> Value {
        self.emit_imm(Op::SystemValue, Flags::NONE, Type::I32, &[], value as u32)
    }

    /// A system value of a vertex shader.
    fn of_draw(&mut self, value: SystemValue) -> Result<Value> {
        match self.entry.stage {
            Stage::Vertex => Ok(self.system_word(value)),
            stage => Err(not_there(&format!("{value:?} in a {stage} shader"))),
        }
    }

    /// The lane that a swizzle reads: of the lane's number in 32, some bits kept, some set, some turned; or a lane of the quad.
    fn swizzled(&mut self, data: u32) -> Value {
        let lane = self.lane_index();
        if data & 0x8000 != 0 {
            let [one, low, high, lanes] = [1, 3, !3, data & 0xff].map(|word| self.module.i32(word));
            let place = self.word_op(Op::And, &[lane, low]);
            let shift = self.word_op(Op::Shl, &[place, one]);
            let from = self.word_op(Op::LShr, &[lanes, shift]);
            let from = self.word_op(Op::And, &[from, low]);
            let quad = self.word_op(Op::And, &[lane, high]);
            return self.word_op(Op::Or, &[quad, from]);
        }
        let masks = [data | !31, data >> 5 & 31, data >> 10 & 31];
        let mut from = lane;
        for (op, mask) in [Op::And, Op::Or, Op::Xor].into_iter().zip(masks) {
            let nothing = if op == Op::And { u32::MAX } else { 0 };
            if mask != nothing {
                let mask = self.module.i32(mask);
                from = self.word_op(op, &[from, mask]);
            }
        }
        from
    }

    /// I (part 0) or J of the barycentrics of the pixel's centre.
    fn barycentric(&mut self, mode: u32, part: u32) -> Result<Value> {
        if self.entry.stage != Stage::Pixel {
            return Err(Error::malformed("barycentrics outside pixel shaders"));
        }
        let first = match mode {
            1 => SystemValue::LinearBarycentrics1,
            4 => SystemValue::Barycentrics1,
            _ => return Err(not_there("barycentrics other than those of the pixel's centre")),
        };
        let number = first as u32 + part;
        let value = self.emit_imm(Op::SystemValue, Flags::NONE, Type::F32, &[], number);
        Ok(self.word_op(Op::Bitcast, &[value]))
    }

    /// A reduction or, by SPIR-V's group operation, a scan over the wave.
    fn over_wave(&mut self, op: u32, group: u32, a: Value) -> Result<Value> {
        if let bits @ 0x0d..=0x0f = op {
            return self.reduce_bits(bits - 0x0d, a, Type::I32);
        }
        // By threes: of floats, of signed integers, of unsigned ones; sum, product, minimum, maximum.
        let Some(number) = op.checked_sub(1).filter(|&number| number < 12) else {
            return Err(not_there(&format!("operation {op:#x} over a wave")));
        };
        let (kind, of) = (number / 3, number % 3);
        if of == 0 {
            let float = self.emit(Op::Bitcast, Flags::NONE, Type::F32, &[a]);
            let result = self.reduce(kind, 0, float, Type::F32, group)?;
            return Ok(self.word_op(Op::Bitcast, &[result]));
        }
        self.reduce(kind, of - 1, a, Type::I32, group)
    }

    /// The bits of a half that an `f32` is, rounded to the nearest (1), down (2) or up (3).
    fn half_rounded(&mut self, mode: u32, a: Value) -> Result<Value> {
        let none = Flags::NONE;
        let value = self.emit(Op::Bitcast, none, Type::F32, &[a]);
        let near = self.rounded_to_half(value);
        let half = self.half_bits(near);
        let (test, zero_goes_to) = match mode {
            1 => return Ok(half),
            2 => (Op::FOGt, 0x8001),
            3 => (Op::FOLt, 0x0001),
            _ => return Err(not_there(&format!("rounding {mode}"))),
        };
        // The next half on the other side, where the nearest lies on the wrong one.
        let wrong = self.emit(test, none, Type::BOOL, &[near, value]);
        let [sign, magnitude, zero, one, less, smallest] =
            [0x8000, 0x7fff, 0, 1, u32::MAX, zero_goes_to].map(|word| self.module.i32(word));
        let of_sign = self.word_op(Op::And, &[half, sign]);
        let is_negative = self.emit(Op::INe, none, Type::BOOL, &[of_sign, zero]);
        // Magnitudes go up towards the infinity of their sign.
        let step = match mode {
            2 => self.word_op(Op::Select, &[is_negative, one, less]),
            _ => self.word_op(Op::Select, &[is_negative, less, one]),
        };
        let moved = self.word_op(Op::IAdd, &[half, step]);
        let of_magnitude = self.word_op(Op::And, &[half, magnitude]);
        let is_zero = self.emit(Op::IEq, none, Type::BOOL, &[of_magnitude, zero]);
        let moved = self.word_op(Op::Select, &[is_zero, smallest, moved]);
        Ok(self.word_op(Op::Select, &[wrong, moved, half]))
    }

    /// Conversions between `f32` and floats of 8 bits: of 4 bits of exponent (0 from, 2 to), or of 5 (1 from, 3 to). What is
    /// too large becomes the largest where bit 8 says so, otherwise an infinity or, without one, NaN.
    fn float8(&mut self, data: u32, a: Value) -> Result<Value> {
        let none = Flags::NONE;
        let (kind, saturates) = (data & 0xff, data >> 8 & 1 != 0);
        let (component, largest) = match kind & 1 {
            0 => (Component::F8E4M3, 448.0),
            _ => (Component::F8E5M2, 57344.0),
        };
        if kind < 2 {
            let mask = self.module.i32(0xff);
            let byte = self.word_op(Op::And, &[a, mask]);
            let value = self.decoded(byte, component);
            return Ok(self.word_op(Op::Bitcast, &[value]));
        }
        if kind > 3 {
            return Err(not_there(&format!("float conversion {kind}")));
        }
        let value = self.emit(Op::Bitcast, none, Type::F32, &[a]);
        let value = match saturates {
            true => {
                let [least, most] = [-largest, largest].map(|n| self.module.float(Type::F32, n));
                let held = self.emit(Op::NClamp, none, Type::F32, &[value, least, most]);
                let is_nan = self.not_a_number(value);
                self.emit(Op::Select, none, Type::F32, &[is_nan, value, held])
            }
            false => value,
        };
        let rounded = self.component_as(value, Component::F32, component);
        let byte = self.encoded(rounded, component);
        if saturates || component == Component::F8E5M2 {
            return Ok(byte);
        }
        // Half way to what would come behind the largest is still the largest, which is even.
        let limit = self.module.float(Type::F32, 464.0);
        let magnitude = self.emit(Op::FAbs, none, Type::F32, &[value]);
        let beyond = self.emit(Op::FOGt, none, Type::BOOL, &[magnitude, limit]);
        let nan = self.module.i32(0x7f);
        let nan = self.word_op(Op::Or, &[byte, nan]);
        Ok(self.word_op(Op::Select, &[beyond, nan, byte]))
    }

    /// A part of a call of several.
    fn ags_parts(&mut self, address: Address, operands: [Value; 2], inst: &'a bc::Inst) -> Result<Value> {
        let run = self.run_of_blocks();
        let sequence = self.ags_sequence()?;
        let number = sequence.parts.len();
        if number == 0 {
            sequence.opcode = address.opcode;
            sequence.data = address.data;
            sequence.run = run;
            sequence.target = None;
        }
        let same = (sequence.opcode, sequence.data, sequence.run) == (address.opcode, address.data, run);
        if address.phase as usize != number || !same {
            return Err(not_there("a call whose parts do not follow each other"));
        }
        sequence.parts.push(Part { inst, operands });
        let count = match address.opcode {
            ATOMIC if address.data == COMPARE_EXCHANGE => 4,
            ATOMIC => 3,
            _ => 2,
        };
        if number + 1 < count {
            // The low word of clocks is wanted at once, other results are only handed on.
            if let 0x1f | 0x20 = address.opcode {
                let scope = if address.opcode == 0x1f {
                    SUBGROUP
                } else {
                    SCOPE_DEVICE
                };
                let [low, high] = self.clock(scope);
                if let Some(part) = self.ags_sequence()?.parts.last_mut() {
                    part.operands = [low, high];
                }
                return Ok(low);
            }
            return Ok(self.module.i32(0));
        }
        let sequence = std::mem::take(self.ags_sequence()?);
        let Some(first) = sequence.parts.first().copied() else {
            return Err(Error::internal("a call without parts"));
        };
        match address.opcode {
            0x1f | 0x20 => Ok(first.operands[1]),
            0x14 => self.load_at(first.operands, operands[0]),
            ATOMIC => self.ags_atomic(&sequence, first),
            opcode => self.of_three(opcode, [first.operands[0], first.operands[1], operands[0]]),
        }
    }

    /// Minimum, median or maximum of three words.
    fn of_three(&mut self, opcode: u32, words: [Value; 3]) -> Result<Value> {
        let floats = opcode.is_multiple_of(2);
        let ty = if floats { Type::F32 } else { Type::I32 };
        let (min, max) = match floats {
            true => (Op::NMin, Op::NMax),
            false => (Op::UMin, Op::UMax),
        };
        let [a, b, c] = match floats {
            true => words.map(|word| self.emit(Op::Bitcast, Flags::NONE, ty, &[word])),
            false => words,
        };
        let mut of = |op: Op, a: Value, b: Value| self.emit(op, Flags::NONE, ty, &[a, b]);
        let result = match opcode {
            0x07 | 0x08 => {
                let low = of(min, a, b);
                of(min, low, c)
            }
            0x0b | 0x0c => {
                let high = of(max, a, b);
                of(max, high, c)
            }
            _ => {
                let (low, high) = (of(min, a, b), of(max, a, b));
                let high = of(min, high, c);
                of(max, low, high)
            }
        };
        Ok(match floats {
            true => self.word_op(Op::Bitcast, &[result]),
            false => result,
        })
    }

    /// The word at an address and so many bytes.
    fn load_at(&mut self, [low, high]: [Value; 2], offset: Value) -> Result<Value> {
        let base = self.joined(low, high);
        let offset = self.emit(Op::ZExt, Flags::NONE, Type::I64, &[offset]);
        let address = self.emit(Op::IAdd, Flags::NONE, Type::I64, &[base, offset]);
        let class = StorageClass::PhysicalStorageBuffer;
        let pointer = self.module.types.pointer(class, Type::I32);
        let pointer = self.emit(Op::AddressToPointer, Flags::NONE, pointer, &[address]);
        Ok(self.emit_imm(Op::Load, Flags::NONE, Type::I32, &[pointer], 4))
    }

    /// A 64-bit atomic; the first part's result becomes the low word.
    fn ags_atomic(&mut self, sequence: &Sequence<'a>, first: Part<'a>) -> Result<Value> {
        let Some(handle) = sequence.target else {
            return Err(not_there("an atomic without a UAV"));
        };
        let operand = |part: usize, at: usize| {
            let part = sequence.parts.get(part);
            let value = part.and_then(|part| part.operands.get(at)).copied();
            value.ok_or_else(|| Error::internal("a part is missing"))
        };
        let place = [first.operands[0], first.operands[1], operand(1, 0)?];
        let value = self.joined(operand(1, 1)?, operand(2, 0)?);
        let atomic = match sequence.data {
            COMPARE_EXCHANGE => {
                let compare = self.joined(operand(2, 1)?, operand(3, 0)?);
                Atomic::CompareExchange(compare)
            }
            number => {
                let op = atomic(number);
                let op = op.ok_or_else(|| not_there(&format!("64-bit atomic {number}")))?;
                Atomic::Integer(op)
            }
        };
        let [low, high] = self.atomic64(atomic, handle, place, value)?;
        self.define(first.inst, low);
        Ok(high)
    }
}
