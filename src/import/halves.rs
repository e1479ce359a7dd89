//! Roundings to half that must survive a driver's compiler.
//!
//! In: the function as imported, of a shader with native 16-bit types. Out: the same; where a half that was made of a
//! float may become a float again, the magnitude alone is converted, and the sign put on the bits of the half, of two that
//! follow each other in one word:
//!
//! ```text
//! %1: f16 = fconvert %0               %m: f16 = fconvert (fabs %0)
//! %2: f32 = fconvert %1        =>     %1: f16 = bits of %m | sign of %0
//!                                     %2: f32 = fconvert %1
//! ```
//!
//! D3D12 drivers round, and shaders count on it. Vulkan drivers fold such a pair away, NVIDIA's (580.159) with
//! `NoContraction` too, directly, through selections and phis, and through casts of the bits and back; what puts a bit
//! into them is left. `OpQuantizeToF16` would hold, but may flush denormal halves, which D3D12 keeps: NVIDIA's driver does,
//! and it takes up to twice as long there.

use super::Importer;
use crate::ir::half::{f16_bits_to_f32, f32_to_f16_bits};
use crate::ir::{Flags, Function, Inst, Module, Op, Type, Value, ValueRef};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};

impl Importer<'_> {
    /// Makes the roundings to half in the function survive.
    pub fn keep_roundings(&mut self) {
        let roundings = roundings_seen_as_floats(&self.module, &self.func);
        if roundings.is_empty() {
            return;
        }
        for block in self.func.layout.clone() {
            let insts = std::mem::take(&mut self.func.blocks[block].insts);
            self.cursor.block = block;
            let mut rest = insts.into_iter().peekable();
            while let Some(inst) = rest.next() {
                if roundings.contains(&inst)
                    && let Some(&value) = self.func.args(inst).first()
                {
                    self.cursor.source = self.func.insts[inst].source;
                    if self.value_ty(value) == Type::F32 {
                        // Two that follow each other share a word.
                        let is_scalar =
                            |&next: &Inst| roundings.contains(&next) && self.func.insts[next].ty == Type::F16;
                        let other = rest.next_if(is_scalar);
                        let second = other.and_then(|other| self.func.args(other).first().copied());
                        let halves = self.rounded_halves(value, second);
                        for (index, inst) in (0..).zip([Some(inst), other].into_iter().flatten()) {
                            self.becomes(inst, Op::Extract, halves, index);
                            self.func.blocks[block].insts.push(inst);
                        }
                        continue;
                    }
                    let bits = self.rounded_bits(value);
                    self.becomes(inst, Op::Bitcast, bits, 0);
                }
                self.func.blocks[block].insts.push(inst);
            }
        }
    }

    /// A conversion is `op` of `arg` from now on.
    fn becomes(&mut self, inst: Inst, op: Op, arg: Value, imm: u32) {
        let data = &mut self.func.insts[inst];
        (data.op, data.imm) = (op, imm);
        if let Some(slot) = self.func.args_mut(inst).first_mut() {
            *slot = arg;
        }
    }

    /// Two halves that `low` and `high`, of `f32`, are rounded to, in a form that drivers do not see through.
    #[inline(never)]
    fn rounded_halves(&mut self, low: Value, high: Option<Value>) -> Value {
        let pair_ty = self.module.types.vector(Type::F16, 2);
        let none = Flags::NONE;
        let (low, bits) = self.magnitude_and_bits(low);
        let sixteen = self.module.i32(16);
        let bits = self.emit(Op::LShr, none, Type::I32, &[bits, sixteen]);
        let mut signs = self.sign_at(bits, 0x8000);
        let mut magnitudes = [low, self.module.null(Type::F16)];
        if let Some(high) = high {
            let (high, bits) = self.magnitude_and_bits(high);
            magnitudes = [low, high];
            let sign = self.sign_at(bits, 0x8000_0000);
            signs = self.emit(Op::Or, none, Type::I32, &[signs, sign]);
        }
        let pair = self.emit(Op::Construct, none, pair_ty, &magnitudes);
        let word = self.emit(Op::Bitcast, none, Type::I32, &[pair]);
        let word = self.emit(Op::Or, none, Type::I32, &[word, signs]);
        self.emit(Op::Bitcast, none, pair_ty, &[word])
    }

    /// The half next to the magnitude of an `f32`, and the bits of that float.
    fn magnitude_and_bits(&mut self, value: Value) -> (Value, Value) {
        let none = Flags::NONE;
        let magnitude = self.emit(Op::FAbs, none, Type::F32, &[value]);
        let magnitude = self.emit(Op::FConvert, none, Type::F16, &[magnitude]);
        (magnitude, self.emit(Op::Bitcast, none, Type::I32, &[value]))
    }

    fn sign_at(&mut self, bits: Value, mask: u32) -> Value {
        let mask = self.module.i32(mask);
        self.emit(Op::And, Flags::NONE, Type::I32, &[bits, mask])
    }

    /// The bits of the halves that `value`, a vector of `f32`, is rounded to, in a form that drivers do not see through.
    #[inline(never)]
    fn rounded_bits(&mut self, value: Value) -> Value {
        let ty = self.value_ty(value);
        let n = self.module.types.components(ty).max(1);
        let int = self.module.types.vector(Type::I32, n);
        let short = self.module.types.vector(Type::I16, n);
        let half = self.module.types.vector(Type::F16, n);
        let none = Flags::NONE;
        let magnitude = self.emit(Op::FAbs, none, ty, &[value]);
        let magnitude = self.emit(Op::FConvert, none, half, &[magnitude]);
        let magnitude = self.emit(Op::Bitcast, none, short, &[magnitude]);
        let bits = self.emit(Op::Bitcast, none, int, &[value]);
        let sixteen = self.int_const(int, 16);
        let upper = self.emit(Op::LShr, none, int, &[bits, sixteen]);
        let upper = self.emit(Op::ITrunc, none, short, &[upper]);
        let sign = self.int_const(short, 0x8000);
        let sign = self.emit(Op::And, none, short, &[upper, sign]);
        self.emit(Op::Or, none, short, &[magnitude, sign])
    }

    /// `value`, an `f32`, rounded to what a half holds, ties to even.
    pub fn rounded_to_half(&mut self, value: Value) -> Value {
        let ty = self.value_ty(value);
        let bool_ty = self.bool_ty(ty);
        let none = Flags::NONE;
        let bits = self.bits_as(Type::I32, value);
        let large = self.last_place(bits, 10, -14);
        let magnitude = self.emit(Op::FAbs, none, ty, &[value]);
        let sum = self.emit(Op::FAdd, Flags::PRECISE, ty, &[magnitude, large]);
        let rounded = self.emit(Op::FSub, Flags::PRECISE, ty, &[sum, large]);
        // Halfway between the largest half and what would come next.
        let limit = self.float_const(ty, 65520.0);
        let infinity = self.float_const(ty, f64::INFINITY);
        let beyond = self.emit(Op::FOGe, none, bool_ty, &[magnitude, limit]);
        let rounded = self.emit(Op::Select, none, ty, &[beyond, infinity, rounded]);
        self.signed_as(rounded, bits)
    }

    /// A power of two that is so much larger than an `f32` with these bits that their sum has no place for more than `mantissa` bits
    /// behind the first. Numbers below two to the power of `least` are denormal: multiples of one, whatever their size.
    pub fn last_place(&mut self, bits: Value, mantissa: u32, least: i32) -> Value {
        let exponent = self.each_word(Op::And, bits, 0x7f80_0000);
        let exponent = self.each_word(Op::UMax, exponent, ((least + 127) as u32) << 23);
        let power = self.each_word(Op::IAdd, exponent, (23 - mantissa) << 23);
        self.bits_as(Type::F32, power)
    }

    /// `magnitude`, with the sign of an `f32` that has these bits.
    pub fn signed_as(&mut self, magnitude: Value, bits: Value) -> Value {
        let words = self.value_ty(bits);
        let number = self.bits_as(Type::I32, magnitude);
        let sign = self.each_word(Op::And, bits, 0x8000_0000);
        let number = self.emit(Op::Or, Flags::NONE, words, &[number, sign]);
        self.bits_as(Type::F32, number)
    }
}

/// The half that `value`, an `f32`, was before.
pub fn half_before(module: &Module, func: &Function, value: Value) -> Option<Value> {
    let inst = value.as_inst()?;
    let &[of] = func.args(inst) else { return None };
    let is_half = module.types.scalar(module.value_type(func, of)) == Type::F16;
    (func.insts[inst].op == Op::FConvert && is_half).then_some(of)
}

/// Whether `value`, an `f32`, is a number that a half holds, or NaN: one that was a half, or is chosen of such.
pub fn is_exact(module: &Module, func: &Function, value: Value) -> bool {
    /// Values that are looked at.
    const MOST: usize = 12;
    let mut pending: SmallVec<[Value; MOST]> = smallvec![value];
    let mut seen = 0;
    while let Some(value) = pending.pop() {
        seen += 1;
        if seen > MOST {
            return false;
        }
        let Some(inst) = value.as_inst() else {
            match module.const_bits(value) {
                Some(bits) if is_half_number(bits as u32) => continue,
                _ => return false,
            }
        };
        let args = func.args(inst);
        match (func.insts[inst].op, args) {
            _ if half_before(module, func, value).is_some() => {}
            (Op::Extract, &[of])
                if of
                    .as_inst()
                    .is_some_and(|pair| func.insts[pair].op == Op::UnpackHalf2x16) => {}
            (Op::NMin | Op::NMax | Op::NClamp | Op::FAbs | Op::FNeg, _) => pending.extend_from_slice(args),
            (Op::Select, &[_, a, b]) => pending.extend([a, b]),
            _ => return false,
        }
    }
    true
}

/// Whether the float with these bits is a half's.
fn is_half_number(bits: u32) -> bool {
    let float = f32::from_bits(bits);
    f16_bits_to_f32(f32_to_f16_bits(float)).to_bits() == bits
}

/// The conversions from `f32` to half whose result may reach a conversion to a wider float, or a place that holds
/// wider ones, without arithmetic on the way. One that nothing uses counts: `f32tof16` takes the half that it converts, whose
/// bits may become a float again.
fn roundings_seen_as_floats(module: &Module, func: &Function) -> FxHashSet<Inst> {
    let scalar = |value: Value| module.types.scalar(module.value_type(func, value));
    let is_half = |value: &Value| scalar(*value) == Type::F16;
    let is_rounding = |inst: Inst| {
        let data = &func.insts[inst];
        data.op == Op::FConvert
            && module.types.scalar(data.ty) == Type::F16
            && func
                .args(inst)
                .first()
                .is_some_and(|&arg| scalar(arg) == Type::F32 && !is_exact(module, func, arg))
    };
    let mut found = FxHashSet::default();
    let mut insts = func.layout.iter().flat_map(|&block| &func.blocks[block].insts);
    if !insts.any(|&inst| is_rounding(inst)) {
        return found;
    }
    let mut pending: Vec<Value> = Vec::new();
    let mut stored: Vec<Value> = Vec::new();
    for &block in &func.layout {
        for &inst in &func.blocks[block].insts {
            let data = &func.insts[inst];
            let halves = func.args(inst).iter().copied().filter(is_half);
            match data.op {
                Op::FConvert if is_rounding(inst) => {}
                // To more bits, or in what Vulkan has no 16-bit form of.
                Op::FConvert
                | Op::BufferStore
                | Op::TextureStore
                | Op::StoreOutput
                | Op::StorePatchConstant
                | Op::StorePrimitive => pending.extend(halves),
                Op::Store => stored.extend(halves),
                _ => {}
            }
        }
    }
    if pending.is_empty() {
        return found;
    }
    let mut incoming: FxHashMap<Inst, Vec<Value>> = FxHashMap::default();
    for &block in &func.layout {
        func.blocks[block].terminator.for_each_edge(|edge| {
            let params = &func.blocks[edge.block].params;
            for (&param, &arg) in params.iter().zip(func.edge_args(edge)) {
                if is_half(&arg) {
                    incoming.entry(param).or_default().push(arg);
                }
            }
        });
    }
    let mut seen = FxHashSet::default();
    while let Some(value) = pending.pop() {
        let ValueRef::Inst(inst) = value.get() else {
            continue;
        };
        if !seen.insert(inst) {
            continue;
        }
        match func.insts[inst].op {
            Op::FConvert if is_rounding(inst) => {
                found.insert(inst);
            }
            Op::Param => pending.extend(incoming.get(&inst).into_iter().flatten()),
            // Any of what the function stores: compilers forward it.
            Op::Load => pending.append(&mut stored),
            Op::FNeg
            | Op::FAbs
            | Op::Select
            | Op::Bitcast
            | Op::Construct
            | Op::Extract
            | Op::Insert
            | Op::ExtractDynamic
            | Op::InsertDynamic
            | Op::WaveBroadcast
            | Op::WaveBroadcastFirst
            | Op::WaveShuffle
            | Op::WaveShuffleXor
            | Op::QuadBroadcast
            | Op::QuadSwap => pending.extend(func.args(inst)),
            _ => {}
        }
    }
    found
}
