//! dx.op wave and quad operations.
//!
//! Helper lanes of pixel shaders do not take part, unless the function says so (SM 6.7): they contribute
//! the neutral element. Which lanes that are is for `lower` to say, which knows the loops.

use super::Importer;
use super::dispatch::DxCall;
use crate::analysis::wave_sizes;
use crate::bitcode::module as bc;
use crate::dxil::ops::{family, view};
use crate::error::{Error, Result};
use crate::ir::{Flags, Op, Type, Value};
use crate::shader::{Stage, SystemValue};

/// SPIR-V group operations.
const REDUCE: u32 = 0;
const EXCLUSIVE_SCAN: u32 = 2;

/// Lanes of the largest wave.
const MOST_LANES: u64 = 128;

impl<'a> Importer<'a> {
    /// Whether helper lanes must be kept out of wave operations.
    fn masks_helpers(&self) -> bool {
        self.entry.stage == Stage::Pixel && !self.wave_helpers
    }

    /// `value`, or `neutral` in lanes that wave operations leave out.
    pub fn without_helpers(&mut self, value: Value, neutral: Value) -> Value {
        if !self.masks_helpers() {
            return value;
        }
        let ty = self.value_ty(value);
        let left_out = self.emit(Op::WaveLeftOut, Flags::NONE, Type::BOOL, &[]);
        self.emit(Op::Select, Flags::NONE, ty, &[left_out, neutral, value])
    }

    /// Whether wave operations leave this lane out.
    pub fn left_out(&mut self) -> Value {
        match self.masks_helpers() {
            true => self.emit(Op::WaveLeftOut, Flags::NONE, Type::BOOL, &[]),
            false => self.module.scalar(Type::BOOL, 0),
        }
    }

    /// The four words of a mask of lanes.
    fn lane_mask(&mut self, words: [bc::ValueId; 4]) -> Result<Value> {
        let mut mask = [self.module.i32(0); 4];
        for (word, id) in mask.iter_mut().zip(words) {
            *word = self.value(id)?;
        }
        let ty = self.module.types.vector(Type::I32, 4);
        Ok(self.emit(Op::Construct, Flags::NONE, ty, &mask))
    }

    /// The bits of `value` of LLVM type `ty` as one word or two, the same for all that are equal.
    fn as_words(&mut self, value: Value, ty: bc::TypeId) -> Result<Value> {
        let value = self.extended16(value, ty, false);
        let ty = self.value_ty(value);
        let none = Flags::NONE;
        Ok(match (ty, ty.scalar_bits()) {
            (Type::BOOL, _) => {
                let (on, off) = (self.module.i32(1), self.module.i32(0));
                self.emit(Op::Select, none, Type::I32, &[value, on, off])
            }
            (Type::I32, _) => value,
            (Type::F32, _) => self.emit(Op::Bitcast, none, Type::I32, &[value]),
            (Type::F16, _) => {
                let half = self.emit(Op::Bitcast, none, Type::I16, &[value]);
                self.emit(Op::ZExt, none, Type::I32, &[half])
            }
            (Type::I64 | Type::F64, _) => {
                let pair = self.module.types.vector(Type::I32, 2);
                self.emit(Op::Bitcast, none, pair, &[value])
            }
            (_, 8 | 16) => self.emit(Op::ZExt, none, Type::I32, &[value]),
            _ => return Err(Error::unsupported("WaveMatch of a vector")),
        })
    }

    /// A ballot of the lanes that take part.
    pub fn ballot(&mut self, condition: Value) -> Value {
        let off = self.module.scalar(Type::BOOL, 0);
        let condition = self.without_helpers(condition, off);
        let ty = self.module.types.vector(Type::I32, 4);
        self.emit(Op::WaveBallot, Flags::NONE, ty, &[condition])
    }

    /// All wave and quad operations.
    pub fn wave(&mut self, op: family::Wave, call: DxCall<'a>) -> Result<Value> {
        let ty = self.ty(call.inst.ty)?;
        let none = Flags::NONE;
        use family::Wave as W;
        let operand = |this: &mut Self| -> Result<Value> {
            let &id = call
                .args
                .get(1)
                .ok_or_else(|| Error::internal("wave operation without operand"))?;
            this.value(id)
        };
        Ok(match op {
            W::WaveGetLaneIndex => {
                self.emit_imm(Op::SystemValue, none, ty, &[], SystemValue::WaveLaneIndex as u32)
            }
            W::WaveGetLaneCount => {
                self.emit_imm(Op::SystemValue, none, ty, &[], SystemValue::WaveLaneCount as u32)
            }
            W::WaveIsFirstLane => {
                let op = match self.masks_helpers() {
                    true => Op::WaveIsFirst,
                    false => Op::WaveElect,
                };
                self.emit(op, none, ty, &[])
            }
            W::WaveAnyTrue => {
                let condition = operand(self)?;
                let off = self.module.scalar(Type::BOOL, 0);
                let condition = self.without_helpers(condition, off);
                self.emit(Op::WaveAny, none, ty, &[condition])
            }
            W::WaveAllTrue => {
                let condition = operand(self)?;
                let on = self.module.scalar(Type::BOOL, 1);
                let condition = self.without_helpers(condition, on);
                self.emit(Op::WaveAll, none, ty, &[condition])
            }
            W::WaveActiveAllEqual => {
                let value = operand(self)?;
                // Halves that are equal may have different upper halves.
                let value = self.extended16(value, self.wave_operand_ty(call)?, false);
                let value = if self.masks_helpers() {
                    let first = self.read_first(value);
                    self.without_helpers(value, first)
                } else {
                    value
                };
                self.emit(Op::WaveAllEqual, none, ty, &[value])
            }
            W::WaveActiveBallot => {
                let condition = operand(self)?;
                self.ballot(condition)
            }
            W::WaveAllBitCount | W::WavePrefixBitCount => {
                let condition = operand(self)?;
                let ballot = self.ballot(condition);
                let group = if op == W::WaveAllBitCount {
                    REDUCE
                } else {
                    EXCLUSIVE_SCAN
                };
                self.emit_imm(Op::WaveBallotBitCount, none, ty, &[ballot], group)
            }
            W::WaveReadLaneAt => {
                let o = view::WaveReadLaneAt::read(call.args)?;
                let (value, lane) = (self.value(o.value)?, self.value(o.lane)?);
                match wave_sizes::turned(&self.module, &self.func, lane) {
                    _ if lane.as_const().is_some() => self.emit(Op::WaveBroadcast, none, ty, &[value, lane]),
                    // Devices have ways for it that need no number of a lane.
                    Some(bits) if bits < MOST_LANES => {
                        let mask = self.module.i32(bits as u32);
                        self.emit(Op::WaveShuffleXor, none, ty, &[value, mask])
                    }
                    _ => self.emit(Op::WaveShuffle, none, ty, &[value, lane]),
                }
            }
            W::WaveReadLaneFirst => {
                let value = operand(self)?;
                self.read_first(value)
            }
            W::WaveActiveOp => {
                let o = view::WaveActiveOp::read(call.args)?;
                let value = self.value(o.value)?;
                let (op, sign) = (
                    self.immediate(o.op, "wave operation")?,
                    self.immediate(o.sign, "sign")?,
                );
                let value = self.ordered(op, sign, value, self.wave_operand_ty(call)?);
                self.reduce(op, sign, value, ty, REDUCE)?
            }
            W::WavePrefixOp => {
                let o = view::WavePrefixOp::read(call.args)?;
                let value = self.value(o.value)?;
                let (op, sign) = (
                    self.immediate(o.op, "wave operation")?,
                    self.immediate(o.sign, "sign")?,
                );
                let value = self.ordered(op, sign, value, self.wave_operand_ty(call)?);
                self.reduce(op, sign, value, ty, EXCLUSIVE_SCAN)?
            }
            W::WaveActiveBit => {
                let o = view::WaveActiveBit::read(call.args)?;
                let value = self.value(o.value)?;
                let op = self.immediate(o.op, "wave bit operation")?;
                self.reduce_bits(op, value, ty)?
            }
            W::WaveMatch | W::WaveMultiPrefixOp | W::WaveMultiPrefixBitCount => {
                self.wave_in_parts(op, call, ty)?
            }
            W::QuadReadLaneAt => {
                let o = view::QuadReadLaneAt::read(call.args)?;
                let (value, lane) = (self.value(o.value)?, self.value(o.quad_lane)?);
                self.emit(Op::QuadRead, none, ty, &[value, lane])
            }
            W::QuadVote => {
                let o = view::QuadVote::read(call.args)?;
                let condition = self.value(o.condition)?;
                let kind = self.immediate(o.op, "quad vote")?;
                if kind > 1 {
                    return Err(Error::malformed(format!("quad vote {kind}")));
                }
                self.emit_imm(Op::QuadVote, none, ty, &[condition], kind)
            }
            W::QuadOp => {
                let o = view::QuadOp::read(call.args)?;
                let value = self.value(o.value)?;
                let direction = self.immediate(o.op, "quad operation")?;
                if direction > 2 {
                    return Err(Error::malformed(format!("quad operation {direction}")));
                }
                self.emit_imm(Op::QuadSwap, none, ty, &[value], direction)
            }
        })
    }

    /// The operations on parts of a wave (SM 6.5), whose result has type `ty`.
    #[inline(never)]
    fn wave_in_parts(&mut self, op: family::Wave, call: DxCall<'a>, ty: Type) -> Result<Value> {
        use family::Wave as W;
        let none = Flags::NONE;
        Ok(match op {
            W::WaveMatch => {
                let o = view::WaveMatch::read(call.args)?;
                let value = self.value(o.value)?;
                let words = self.as_words(value, self.wave_operand_ty(call)?)?;
                let left_out = self.left_out();
                let ty = self.module.types.vector(Type::I32, 4);
                self.emit(Op::WaveMatch, none, ty, &[words, left_out])
            }
            W::WaveMultiPrefixOp => {
                let o = view::WaveMultiPrefixOp::read(call.args)?;
                let value = self.value(o.value)?;
                let kind = self.immediate(o.op, "wave operation")?;
                let float = self.module.types.scalar(ty).is_float_scalar();
                if kind > 4 || float && !matches!(kind, 0 | 4) {
                    return Err(Error::malformed(format!("operation {kind} of {}", call.op)));
                }
                let mask = self.lane_mask(o.mask)?;
                let left_out = self.left_out();
                self.emit_imm(Op::WaveMultiPrefix, none, ty, &[value, mask, left_out], kind)
            }
            _ => {
                let o = view::WaveMultiPrefixBitCount::read(call.args)?;
                let condition = self.value(o.value)?;
                let ballot = self.ballot(condition);
                let mask = self.lane_mask(o.mask)?;
                let four = self.value_ty(ballot);
                let lanes = self.emit(Op::And, none, four, &[ballot, mask]);
                self.emit_imm(Op::WaveBallotBitCount, none, ty, &[lanes], EXCLUSIVE_SCAN)
            }
        })
    }

    /// `WaveMatch` of a vector: the lanes in which each component is the same.
    #[inline(never)]
    pub fn match_vectors(&mut self, call: DxCall<'a>, operand: bc::ValueId) -> Result<Value> {
        let ty = self.module.types.vector(Type::I32, 4);
        let llvm_ty = self.llvm_value_ty(operand)?;
        let value = self.value(operand)?;
        let lanes = self.lanes(value);
        self.charge(lanes.len())?;
        let mut all = None;
        for lane in lanes {
            let words = self.as_words(lane, llvm_ty)?;
            let left_out = self.left_out();
            let equal = self.emit(Op::WaveMatch, Flags::NONE, ty, &[words, left_out]);
            all = Some(match all {
                None => equal,
                Some(all) => self.emit(Op::And, Flags::NONE, ty, &[all, equal]),
            });
        }
        all.ok_or_else(|| Error::internal(format!("{} of nothing", call.op)))
    }

    pub fn read_first(&mut self, value: Value) -> Value {
        let ty = self.value_ty(value);
        let op = match self.masks_helpers() {
            true => Op::WaveReadFirst,
            false => Op::WaveBroadcastFirst,
        };
        self.emit(op, Flags::NONE, ty, &[value])
    }

    /// The LLVM type of the value that `call` works on.
    fn wave_operand_ty(&self, call: DxCall<'a>) -> Result<bc::TypeId> {
        let &value = call
            .args
            .get(1)
            .ok_or_else(|| Error::internal("wave operation without operand"))?;
        self.llvm_value_ty(value)
    }

    /// `value` of LLVM type `ty` with all bits defined that wave operation `op` orders values by.
    fn ordered(&mut self, op: u32, sign: u32, value: Value, ty: bc::TypeId) -> Value {
        match op {
            // Minimum and maximum.
            2 | 3 => self.extended16(value, ty, sign == 0),
            _ => value,
        }
    }

    /// And, or, exclusive or (`op` 0 to 2) over the wave.
    pub fn reduce_bits(&mut self, op: u32, value: Value, ty: Type) -> Result<Value> {
        let (op, neutral) = match op {
            0 => (Op::WaveAnd, u64::MAX),
            1 => (Op::WaveOr, 0),
            2 => (Op::WaveXor, 0),
            n => return Err(Error::malformed(format!("wave bit operation {n}"))),
        };
        let neutral = self.int_const(ty, neutral);
        let value = self.without_helpers(value, neutral);
        Ok(self.emit(op, Flags::NONE, ty, &[value]))
    }

    /// Sum, product, minimum or maximum (`op` 0 to 3; `sign` 1 for unsigned integers) over the wave: of all of it, or, by
    /// SPIR-V's group operation, of the lanes before.
    pub fn reduce(&mut self, op: u32, sign: u32, value: Value, ty: Type, group: u32) -> Result<Value> {
        let scalar = self.module.types.scalar(ty);
        let float = scalar.is_float_scalar();
        let signed = sign == 0;
        let bits = scalar.scalar_bits();
        let max = if bits == 64 { u64::MAX } else { (1u64 << bits) - 1 };
        // sum, product, min, max; sign operand 0 signed, 1 unsigned.
        let (op, neutral) = match (op, float, signed) {
            (0, true, _) => (Op::WaveFAdd, self.float_const(ty, 0.0)),
            (0, false, _) => (Op::WaveIAdd, self.int_const(ty, 0)),
            (1, true, _) => (Op::WaveFMul, self.float_const(ty, 1.0)),
            (1, false, _) => (Op::WaveIMul, self.int_const(ty, 1)),
            (2, true, _) => (Op::WaveFMin, self.float_const(ty, f64::INFINITY)),
            (2, false, true) => (Op::WaveSMin, self.int_const(ty, max >> 1)),
            (2, false, false) => (Op::WaveUMin, self.int_const(ty, max)),
            (3, true, _) => (Op::WaveFMax, self.float_const(ty, f64::NEG_INFINITY)),
            (3, false, true) => (Op::WaveSMax, self.int_const(ty, (max >> 1) + 1)),
            (3, false, false) => (Op::WaveUMax, self.int_const(ty, 0)),
            (n, ..) => return Err(Error::malformed(format!("wave operation {n}"))),
        };
        let value = self.without_helpers(value, neutral);
        Ok(self.emit_imm(op, Flags::NONE, ty, &[value], group))
    }
}
