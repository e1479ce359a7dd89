//! NVIDIA's shader extensions (NVAPI).
//!
//! A call is written to an element of a structured buffer of 256 bytes:
//!
//! ```text
//! n = buffer.IncrementCounter()          a call begins
//! buffer[n].src0 = ...                   operands and the number of the operation, in any order
//! x = buffer.IncrementCounter()          the first result, the second, ...; or
//! x = buffer[n].dst0                     results of atomics
//! ```
//!
//! An atomic comes behind a call whose only word is `markUavRef`, whose next store names the UAV.
//!
//! Operations are run when their first result is asked for; atomics when their number is written, which comes last, since
//! their results may be left unused.
//!
//! Facts: `nvHLSLExtns.h`, `nvHLSLExtnsInternal.h` and `nvShaderExtnEnums.h` of NVIDIA's public SDK; what shuffles do with widths, from
//! the PTX instruction `shfl`.

use super::Importer;
use super::calls_of_vendors::{Call, Results, State, WORDS};
use super::dispatch::DxCall;
use super::extension_atomics::{Atomic, FloatAtomic, HalfAtomic};
use super::lanes::Lanes;
use crate::dxil::ops::{DxOp, view};
use crate::error::{Error, Result};
use crate::ir::{AtomicOp, Flags, Op, Type, Value};

/// Where they are.
const OPCODE: usize = 0;
const SRC0: usize = 19;
const SRC1: usize = 23;
const SRC2: usize = 27;
const DST0: usize = 31;
const MARK: usize = 35;

/// Scope of the clock that all of the device shares: SPIR-V's `Device`.
const DEVICE: u32 = 1;

/// An atomic operation by its number, for 64 bits.
fn integer_atomic(number: u64) -> Option<AtomicOp> {
    Some(match number {
        0 => AtomicOp::And,
        1 => AtomicOp::Or,
        2 => AtomicOp::Xor,
        3 => AtomicOp::Add,
        6 => AtomicOp::UMax,
        7 => AtomicOp::UMin,
        8 => AtomicOp::Exchange,
        _ => return None,
    })
}

/// Compare and exchange.
const COMPARE_EXCHANGE: u64 = 9;

pub(super) fn not_there(what: &str) -> Error {
    Error::unsupported(format!("NVIDIA's shader extensions: {what}"))
}

/// The error of an operation that is not done, by the name that the header has for it.
pub(super) fn refused(opcode: u64) -> Error {
    let name = match opcode {
        28 | 29 | 31 | 32 => "footprints",
        30 => "the shading rate",
        51 | 52 => "attributes at samples of a variable rate",
        _ => return not_there(&format!("operation {opcode}")),
    };
    not_there(&format!("operation {opcode}: {name}"))
}

impl<'a> Importer<'a> {
    fn nvapi_call(&mut self) -> Result<&mut Call> {
        let extensions = self.extensions.as_mut().map(|extensions| &mut extensions.call);
        extensions.ok_or_else(|| Error::internal("a call of an extension that there is none of"))
    }

    /// The call that is open here.
    fn open_call(&mut self) -> Result<&mut Call> {
        let run = self.run_of_blocks();
        let call = self.nvapi_call()?;
        match call.run == run {
            true => Ok(call),
            false => Err(not_there("a call that control flow parts")),
        }
    }

    /// The counter goes up: a call begins, or gives a result.
    pub fn nvapi_ring(&mut self, call: DxCall<'a>) -> Result<Value> {
        let step = view::BufferUpdateCounter::read(call.args)?.delta;
        if self.const_int(step) != Some(1) {
            return Err(not_there("a counter that goes down"));
        }
        let open = self.nvapi_call()?;
        if open.state == State::Written && !open.marks {
            self.open_call()?;
            let mut results = self.nvapi_run()?;
            results.reverse();
            let open = self.nvapi_call()?;
            open.state = State::Answered;
            open.results = results;
        }
        let run = self.run_of_blocks();
        let undef = self.module.i32(0);
        if !self.nvapi_call()?.results.is_empty() {
            let result = self.open_call()?.results.pop();
            return Ok(result.unwrap_or(undef));
        }
        let open = self.nvapi_call()?;
        if open.marks || open.ray.is_some() {
            return Err(not_there("a call inside another"));
        }
        open.state = State::Written;
        open.words = [None; WORDS];
        open.loaded = [None; 2];
        open.run = run;
        // Which element it is has no meaning.
        Ok(undef)
    }

    /// A store of part of a call.
    pub fn nvapi_write(&mut self, call: DxCall<'a>) -> Result<()> {
        let (offset, values, mask): (_, Lanes, u32) = match call.op {
            DxOp::BufferStore => {
                let o = view::BufferStore::read(call.args)?;
                let values: Result<Lanes> = o.value.iter().map(|&id| self.value(id)).collect();
                (o.offset, values?, self.immediate(o.mask, "component mask")?)
            }
            DxOp::RawBufferStore => {
                let o = view::RawBufferStore::read(call.args)?;
                let values: Result<Lanes> = o.value.iter().map(|&id| self.value(id)).collect();
                (
                    o.element_offset,
                    values?,
                    self.immediate(o.mask, "component mask")?,
                )
            }
            _ => {
                let o = view::RawBufferVectorStore::read(call.args)?;
                let value = self.value(o.value)?;
                (o.element_offset, self.lanes(value), u32::MAX)
            }
        };
        let first = self.word_at(offset)?;
        for (at, value) in values.into_iter().enumerate() {
            if at < 32 && mask >> at & 1 == 0 {
                continue;
            }
            let word = match self.value_ty(value) {
                Type::I32 => value,
                Type::F32 => self.emit(Op::Bitcast, Flags::NONE, Type::I32, &[value]),
                _ => return Err(not_there("an operand that is no word")),
            };
            let open = self.open_call()?;
            if open.state != State::Written {
                return Err(not_there("an operand of no call"));
            }
            let slot = first.checked_add(at).and_then(|at| open.words.get_mut(at));
            *slot.ok_or_else(|| not_there("a word behind the call's"))? = Some(word);
        }
        let opcode = self.nvapi_word(OPCODE);
        if self.nvapi_word(MARK) == Some(1) && opcode.is_none() {
            self.nvapi_call()?.marks = true;
        }
        // Atomics, which are complete with their number.
        if let Some(opcode @ (12 | 13 | 20)) = opcode {
            let loaded = self.nvapi_atomic(opcode)?;
            let open = self.nvapi_call()?;
            open.loaded = loaded;
            open.state = State::Answered;
        }
        Ok(())
    }

    /// The number of the word that an operand names by its offset in bytes.
    fn word_at(&self, offset: crate::bitcode::module::ValueId) -> Result<usize> {
        let offset = self
            .const_int(offset)
            .and_then(|offset| u32::try_from(offset).ok());
        match offset {
            Some(offset) if offset.is_multiple_of(4) => Ok((offset / 4) as usize),
            _ => Err(not_there("a word whose place is not constant")),
        }
    }

    /// A load of results.
    pub fn nvapi_read(&mut self, call: DxCall<'a>) -> Result<Option<Value>> {
        let offset = match call.op {
            DxOp::BufferLoad => view::BufferLoad::read(call.args)?.offset,
            DxOp::RawBufferLoad => view::RawBufferLoad::read(call.args)?.element_offset,
            _ => view::RawBufferVectorLoad::read(call.args)?.element_offset,
        };
        let first = self.word_at(offset)?;
        let loaded = self.nvapi_call()?.loaded;
        let used = self.used_members(call.inst);
        let result = |at: usize| {
            let place = first.checked_add(at).and_then(|word| word.checked_sub(DST0));
            place.and_then(|place| loaded.get(place).copied().flatten())
        };
        if call.op == DxOp::RawBufferVectorLoad {
            let Some(&[llvm_ty, _]) = self.struct_members(call.inst.ty)? else {
                return Err(not_there("a load that is no load"));
            };
            // It loads all of `dst0`, of which atomics on words have one.
            let first = result(0).ok_or_else(|| not_there("a load of what is no result"))?;
            let undef = self.module.undef(Type::I32);
            let mut lanes = Lanes::from_slice(&[first]);
            lanes.extend((1..self.param_count(llvm_ty)).map(|at| result(at).unwrap_or(undef)));
            let ty = self.ty(llvm_ty)?;
            let vector = self.vector_of(ty, &lanes);
            self.define_members(call.inst, &[Some(vector), None]);
            return Ok(None);
        }
        if self.component_type(call)? != Type::I32 {
            return Err(not_there("a result that is no word"));
        }
        let undef = self.module.undef(Type::I32);
        let mut lanes = [undef; 4];
        for (at, lane) in lanes.iter_mut().enumerate() {
            if used >> at & 1 != 0 {
                *lane = result(at).ok_or_else(|| not_there("a load of what is no result"))?;
            }
        }
        let four = self.module.types.vector(Type::I32, 4);
        Ok(Some(self.emit(Op::Construct, Flags::NONE, four, &lanes)))
    }

    /// A word of the call, if it is constant.
    fn nvapi_word(&self, at: usize) -> Option<u64> {
        let call = &self.extensions.as_ref()?.call;
        self.module.const_bits(call.words.get(at).copied().flatten()?)
    }

    /// An operand of the call.
    pub fn nvapi_operand(&mut self, at: usize) -> Result<Value> {
        let word = self.nvapi_call()?.words.get(at).copied().flatten();
        word.ok_or_else(|| not_there(&format!("a call without its word {at}")))
    }

    /// Operand `at` of the first four.
    pub fn nvapi_source(&mut self, at: usize) -> Result<Value> {
        self.nvapi_operand(SRC0 + at)
    }

    /// Three operands from word `at` on, as a vector of floats.
    pub fn nvapi_vector(&mut self, second: bool) -> Result<Value> {
        let first = if second { SRC2 } else { SRC1 };
        let mut parts = [self.module.i32(0); 3];
        for (part, at) in parts.iter_mut().zip(first..) {
            let word = self.nvapi_operand(at)?;
            *part = self.emit(Op::Bitcast, Flags::NONE, Type::F32, &[word]);
        }
        let ty = self.module.types.vector(Type::F32, 3);
        Ok(self.emit(Op::Construct, Flags::NONE, ty, &parts))
    }

    /// An atomic: what `dst0` has.
    fn nvapi_atomic(&mut self, opcode: u64) -> Result<[Option<Value>; 2]> {
        let target = self.nvapi_call()?.target;
        let handle = target.ok_or_else(|| not_there("an atomic without a UAV"))?;
        let kind = self.nvapi_word(SRC2);
        let kind = kind.ok_or_else(|| not_there("an atomic whose kind is not constant"))?;
        let first = self.nvapi_source(0)?;
        let mut place = [first; 3];
        for (at, word) in place.iter_mut().enumerate().skip(1) {
            *word = self.nvapi_source(at).unwrap_or(first);
        }
        if opcode != 20 {
            let atomic = match (opcode, kind) {
                (13, 3) => FloatAtomic::Add32,
                (12, 3) => FloatAtomic::Halves(HalfAtomic::Add),
                (12, 6) => FloatAtomic::Halves(HalfAtomic::Max),
                (12, 7) => FloatAtomic::Halves(HalfAtomic::Min),
                _ => return Err(not_there(&format!("float atomic {kind}"))),
            };
            let value = self.nvapi_operand(SRC1)?;
            let old = self.atomic_floats(atomic, handle, place, value)?;
            return Ok([Some(old), None]);
        }
        let mut pair = |at: usize| -> Result<Value> {
            let [low, high] = [self.nvapi_operand(at)?, self.nvapi_operand(at + 1)?];
            Ok(self.joined(low, high))
        };
        let (atomic, value) = match kind {
            COMPARE_EXCHANGE => (Atomic::CompareExchange(pair(SRC1)?), pair(SRC1 + 2)?),
            _ => {
                let op = integer_atomic(kind);
                let op = op.ok_or_else(|| not_there(&format!("64-bit atomic {kind}")))?;
                (Atomic::Integer(op), pair(SRC1)?)
            }
        };
        let old = self.atomic64(atomic, handle, place, value)?;
        Ok(old.map(Some))
    }

    /// The results by counter of the call that has been written.
    fn nvapi_run(&mut self) -> Result<Results> {
        let none = Flags::NONE;
        let Some(opcode) = self.nvapi_word(OPCODE) else {
            return Err(not_there("a call whose operation is missing or not constant"));
        };
        let truth = |this: &mut Self, at: usize| -> Result<Value> {
            let (word, zero) = (this.nvapi_source(at)?, this.module.i32(0));
            Ok(this.emit(Op::INe, none, Type::BOOL, &[word, zero]))
        };
        let result = match opcode {
            1..=4 | 33 => {
                let operands = [
                    self.nvapi_source(0)?,
                    self.nvapi_source(1)?,
                    self.nvapi_source(2)?,
                ];
                let [value, valid] = self.shuffled(opcode, operands);
                return Ok(match opcode {
                    33 => Results::from_slice(&[valid, value]),
                    _ => Results::from_slice(&[value]),
                });
            }
            5 | 6 => {
                let condition = truth(self, 0)?;
                let all = opcode == 5;
                let neutral = self.module.scalar(Type::BOOL, u64::from(all));
                let condition = self.without_helpers(condition, neutral);
                let op = if all { Op::WaveAll } else { Op::WaveAny };
                let answer = self.emit(op, none, Type::BOOL, &[condition]);
                self.bool_to_int(answer, Type::I32, 1)
            }
            7 => {
                let condition = truth(self, 0)?;
                let lanes = self.ballot(condition);
                self.emit_imm(Op::Extract, none, Type::I32, &[lanes], 0)
            }
            8 => self.lane_index(),
            19 => match self.nvapi_word(SRC0) {
                Some(4) => {
                    let lane = self.lane_index();
                    self.lanes_before(lane)[0]
                }
                Some(word @ (9 | 10)) => self.clock(DEVICE)[(word - 9) as usize],
                Some(other) => return Err(not_there(&format!("special value {other}"))),
                None => return Err(not_there("a special value that is not constant")),
            },
            21 => {
                let count = self.nvapi_word(SRC1).filter(|count| (1..=4).contains(count));
                let count = count.ok_or_else(|| not_there("a match of no constant number of words"))?;
                let four = self.module.types.vector(Type::I32, 4);
                let mut all = self.module.i32(u32::MAX);
                for at in 0..count as usize {
                    let word = self.nvapi_source(at)?;
                    let left_out = self.left_out();
                    let lanes = self.emit(Op::WaveMatch, none, four, &[word, left_out]);
                    let lanes = self.emit_imm(Op::Extract, none, Type::I32, &[lanes], 0);
                    all = match at {
                        0 => lanes,
                        _ => self.word_op(Op::And, &[all, lanes]),
                    };
                }
                all
            }
            67.. => return self.nvapi_rays(opcode),
            _ => return Err(refused(opcode)),
        };
        Ok(Results::from_slice(&[result]))
    }

    /// A shuffle of a word: what lane `b` has, above, below, or across by `b`, within the segment of the wave that word `c` tells
    /// (bits 8 to 12 of the lane's number are the segment's, bits 0 to 4 say how far it goes). A lane outside reads itself,
    /// and the second result is 0.
    fn shuffled(&mut self, opcode: u64, [value, b, c]: [Value; 3]) -> [Value; 2] {
        let none = Flags::NONE;
        let lane = self.lane_index();
        let [five, eight] = [31, 8].map(|word| self.module.i32(word));
        let (segment, clamp) = match self.module.const_bits(c) {
            Some(c) => (
                self.module.i32(c as u32 >> 8 & 31),
                self.module.i32(c as u32 & 31),
            ),
            None => {
                let high = self.word_op(Op::LShr, &[c, eight]);
                (
                    self.word_op(Op::And, &[high, five]),
                    self.word_op(Op::And, &[c, five]),
                )
            }
        };
        let whole = self.module.const_bits(segment) == Some(0);
        let (first, last, inside) = match whole {
            true => (self.module.i32(0), clamp, self.module.i32(u32::MAX)),
            false => {
                let inside = self.word_op(Op::Not, &[segment]);
                let first = self.word_op(Op::And, &[lane, segment]);
                let reach = self.word_op(Op::And, &[clamp, inside]);
                (first, self.word_op(Op::Or, &[first, reach]), inside)
            }
        };
        let b = match self.module.const_bits(b) {
            Some(b) => self.module.i32(b as u32 & 31),
            None => self.word_op(Op::And, &[b, five]),
        };
        let from = match opcode {
            2 => self.word_op(Op::ISub, &[lane, b]),
            3 => self.word_op(Op::IAdd, &[lane, b]),
            4 => self.word_op(Op::Xor, &[lane, b]),
            _ if whole => b,
            _ => {
                let within = self.word_op(Op::And, &[b, inside]);
                self.word_op(Op::Or, &[first, within])
            }
        };
        let test = if opcode == 2 { Op::SGe } else { Op::SLe };
        let valid = self.emit(test, none, Type::BOOL, &[from, last]);
        let from = self.word_op(Op::Select, &[valid, from, lane]);
        let found = self.emit(Op::WaveShuffle, none, Type::I32, &[value, from]);
        [found, self.bool_to_int(valid, Type::I32, 1)]
    }
}
