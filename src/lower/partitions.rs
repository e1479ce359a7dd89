//! Waves in parts: which lanes have the same value, and prefixes over the lanes of a mask (SM 6.5).
//!
//! Vulkan has neither in core. Both become functions beside the entry point whose loops all active lanes run together, as
//! often as the lane that needs most: which lanes take part in an operation on the wave never hangs on the part that a
//! lane is in, and nothing has to meet again behind the loop.
//!
//! Lanes with the same value are found value by value, those of the first lane that is left each time:
//!
//! ```text
//! function "wave_match" <4 x i32>(value, left_out: i1):
//!   todo = ballot(!left_out), result = 0
//!   while todo != 0:
//!     lanes  = ballot(!left_out && value == shuffle(value, lowest bit of todo))
//!     result = lane is in lanes ? lanes : result
//!     todo   = todo & ~lanes
//! ```
//! The lowest lane is in `lanes`, so each round takes one away. Values are compared by their bits.
//!
//! Prefixes double their reach each round. Each lane has a link: to the lane before the part of the mask that its sum
//! covers, to itself where that is all of it.
//!
//! ```text
//! function "wave_multi_prefix" T(value, mask: <4 x i32>, below: <4 x i32>, lane: i32, left_out: i1):
//!   before = mask & ballot(!left_out) & below
//!   link   = before != 0 ? highest bit of before : lane
//!   sum    = before != 0 ? shuffle(value, link) : neutral
//!   while any(link != lane):
//!     next = shuffle(link, link)
//!     sum  = link != lane ? shuffle(sum, link) + sum : sum
//!     link = next == link ? lane : next
//! ```
//! Links lead to lower lanes, so rounds are as many as the logarithm of the largest part, and never more than lanes. Masks
//! that are not those of parts (D3D12 defines nothing then) give some result.
//!
//! Facts: "HLSL Shader Model 6.5", "Wave Intrinsics".

use super::Lower;
use super::writer::Writer;
use crate::error::{Error, Result};
use crate::ir::{ConstData, Edge, Flags, Function, Inst, Module, Op, Type, Value};
use ::spirv::BuiltIn;

impl Lower<'_> {
    /// Lowers the question which lanes have the same value.
    pub fn wave_match(&mut self, inst: Inst) -> Result<()> {
        let args = [self.arg(inst, 0)?, self.arg(inst, 1)?];
        let ty = self.value_ty(args[0]);
        let made = self.partitions.matches.iter().find(|made| made.0 == ty);
        let func = match made {
            Some(&(_, func)) => func,
            None => {
                let function = match_function(self.module, ty);
                let func = self.module.functions.push(function);
                self.partitions.matches.push((ty, func));
                func
            }
        };
        self.finish(inst, Op::Call, Flags::NONE, &args, func.0);
        Ok(())
    }

    /// Lowers a prefix over the lanes of a mask.
    #[cold]
    pub fn wave_multi_prefix(&mut self, inst: Inst) -> Result<()> {
        let (value, mask, left_out) = (self.arg(inst, 0)?, self.arg(inst, 1)?, self.arg(inst, 2)?);
        let ty = self.value_ty(value);
        let float = self.module.types.scalar(ty).is_float_scalar();
        let op = match (self.func.insts[inst].imm, float) {
            (0, true) => Op::FAdd,
            (0, false) => Op::IAdd,
            (1, false) => Op::And,
            (2, false) => Op::Or,
            (3, false) => Op::Xor,
            (4, true) => Op::FMul,
            (4, false) => Op::IMul,
            (n, _) => {
                return Err(Error::malformed(format!(
                    "operation {n} of a prefix over lanes of a mask"
                )));
            }
        };
        let made = (self.partitions.prefixes.iter()).find(|made| (made.0, made.1) == (op, ty));
        let func = match made {
            Some(&(_, _, func)) => func,
            None => {
                let function = prefix_function(self.module, op, ty);
                let func = self.module.functions.push(function);
                self.partitions.prefixes.push((op, ty, func));
                func
            }
        };
        let below = self.builtin_vector(BuiltIn::SubgroupLtMask, "WaveLanesBelow")?;
        let lane = self.lane_number()?;
        let args = [value, mask, below, lane, left_out];
        self.finish(inst, Op::Call, Flags::NONE, &args, func.0);
        Ok(())
    }
}

impl Writer<'_> {
    /// Whether any bit of four words is set.
    fn any_bit(&mut self, words: Value) -> Value {
        let ty = self.module.types.vector(Type::BOOL, 4);
        let none = self.module.null(self.module.value_type(&self.func, words));
        let set = self.emit(Op::INe, ty, &[words, none], 0);
        self.test(Op::Any, &[set])
    }

    /// The lanes that are not left out.
    fn taking_part(&mut self, left_out: Value) -> (Value, Value) {
        let part = self.test(Op::Not, &[left_out]);
        let ty = self.module.types.vector(Type::I32, 4);
        (part, self.emit(Op::WaveBallot, ty, &[part], 0))
    }
}

/// The function that finds the lanes with the same value of type `ty`: one word, or a vector of them.
fn match_function(module: &mut Module, ty: Type) -> Function {
    let four = module.types.vector(Type::I32, 4);
    let nothing = module.null(four);
    let params = [("value", ty), ("left_out", Type::BOOL)];
    let (mut w, [value, left_out]) = Writer::new(module, "wave_match", four, params);
    let (round, [todo, result]) = w.block([four, four]);
    let (body, []) = w.block([]);
    let (done, []) = w.block([]);

    let (part, all) = w.taking_part(left_out);
    w.go(round, &[all, nothing]);

    w.cursor.block = round;
    let more = w.any_bit(todo);
    w.branch(more, Edge::to(body), Edge::to(done));

    w.cursor.block = body;
    let first = w.word(Op::WaveBallotFindLsb, &[todo]);
    let wanted = w.emit(Op::WaveShuffle, ty, &[value, first], 0);
    let words = w.module.types.components(ty);
    let bools = w.module.types.vector(Type::BOOL, words.max(1));
    let mut same = w.emit(Op::IEq, bools, &[value, wanted], 0);
    if words > 1 {
        same = w.test(Op::All, &[same]);
    }
    let same = w.test(Op::And, &[same, part]);
    let lanes = w.emit(Op::WaveBallot, four, &[same], 0);
    let found = w.emit(Op::Select, four, &[same, lanes, result], 0);
    let others = w.emit(Op::Not, four, &[lanes], 0);
    let left = w.emit(Op::And, four, &[todo, others], 0);
    w.go(round, &[left, found]);

    w.cursor.block = done;
    w.give(result);
    w.func
}

/// The function for prefixes by `op` on values of type `ty`.
fn prefix_function(module: &mut Module, op: Op, ty: Type) -> Function {
    let four = module.types.vector(Type::I32, 4);
    let scalar = module.types.scalar(ty);
    let neutral = match op {
        Op::FMul => module.float(scalar, 1.0),
        Op::IMul => module.scalar(scalar, 1),
        Op::And => module.scalar(scalar, u64::MAX >> (64 - scalar.scalar_bits().clamp(1, 64))),
        _ => module.scalar(scalar, 0),
    };
    let neutral = match (module.types.components(ty), neutral.as_const()) {
        (count @ 2.., Some(part)) => {
            let parts = ConstData::Composite(vec![part; count as usize]);
            module.consts.intern(ty, parts).into()
        }
        _ => neutral,
    };
    let params = [
        ("value", ty),
        ("mask", four),
        ("below", four),
        ("lane", Type::I32),
        ("left_out", Type::BOOL),
    ];
    let name = "wave_multi_prefix";
    let (mut w, [value, mask, below, lane, left_out]) = Writer::new(module, name, ty, params);
    let (round, [sum, link]) = w.block([ty, Type::I32]);
    let (body, []) = w.block([]);
    let (done, []) = w.block([]);

    let (_, all) = w.taking_part(left_out);
    let lanes = w.emit(Op::And, four, &[mask, all], 0);
    let before = w.emit(Op::And, four, &[lanes, below], 0);
    let has = w.any_bit(before);
    let last = w.word(Op::WaveBallotFindMsb, &[before]);
    let start = w.word(Op::Select, &[has, last, lane]);
    let previous = w.emit(Op::WaveShuffle, ty, &[value, start], 0);
    let first = w.emit(Op::Select, ty, &[has, previous, neutral], 0);
    w.go(round, &[first, start]);

    w.cursor.block = round;
    let unfinished = w.test(Op::INe, &[link, lane]);
    let any = w.test(Op::WaveAny, &[unfinished]);
    w.branch(any, Edge::to(body), Edge::to(done));

    w.cursor.block = body;
    let next = w.emit(Op::WaveShuffle, Type::I32, &[link, link], 0);
    let more = w.emit(Op::WaveShuffle, ty, &[sum, link], 0);
    let longer = w.emit(op, ty, &[more, sum], 0);
    let longer = w.emit(Op::Select, ty, &[unfinished, longer, sum], 0);
    let ended = w.test(Op::IEq, &[next, link]);
    let next = w.word(Op::Select, &[ended, lane, next]);
    w.go(round, &[longer, next]);

    w.cursor.block = done;
    w.give(sum);
    w.func
}
