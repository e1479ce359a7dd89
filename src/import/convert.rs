//! Conversions whose edge cases D3D12 defines and SPIR-V leaves open.

use super::Importer;
use super::half_packing::HalfPacking;
use super::halves::{half_before, is_exact};
use crate::bitcode::module as bc;
use crate::ir::{Flags, Function, Module, Op, Type, Value};

/// How many instructions are looked through for what a value's upper half is.
const EXTENSION_DEPTH: u32 = 4;

/// How many instructions are looked through for whether a float may be denormal.
const DENORMAL_DEPTH: u32 = 4;

impl Importer<'_> {
    /// A vector of `value` in every component of `ty`, or `value` itself for a scalar `ty`.
    pub fn splat(&mut self, value: Value, ty: Type) -> Value {
        let n = self.module.types.components(ty);
        if n <= 1 {
            return value;
        }
        if let Some(constant) = value.as_const() {
            return self
                .module
                .consts
                .intern(ty, crate::ir::ConstData::Composite(vec![constant; n as usize]))
                .into();
        }
        let parts = vec![value; n as usize];
        self.emit(Op::Construct, Flags::NONE, ty, &parts)
    }

    /// An integer constant of scalar or vector type `ty`.
    pub fn int_const(&mut self, ty: Type, bits: u64) -> Value {
        let scalar = self.module.types.scalar(ty);
        let value = self.module.scalar(scalar, bits);
        self.splat(value, ty)
    }

    /// A float constant of scalar or vector type `ty`.
    pub fn float_const(&mut self, ty: Type, value: f64) -> Value {
        let scalar = self.module.types.scalar(ty);
        let value = self.module.float(scalar, value);
        self.splat(value, ty)
    }

    /// `i1`, or the vector of it that compares values of `ty`.
    pub fn bool_ty(&mut self, ty: Type) -> Type {
        self.as_many(Type::BOOL, ty)
    }

    /// `scalar`, or the vector of as many of it as `ty` has components.
    fn as_many(&mut self, scalar: Type, ty: Type) -> Type {
        let n = self.module.types.components(ty);
        self.module.types.vector(scalar, n.max(1))
    }

    /// The bits of `value` as a scalar of the same width, or as a vector of such.
    pub fn bits_as(&mut self, scalar: Type, value: Value) -> Value {
        let ty = self.value_ty(value);
        let ty = self.as_many(scalar, ty);
        self.emit(Op::Bitcast, Flags::NONE, ty, &[value])
    }

    /// An operation on a word, or on each of a vector of words; `bits` are the same for each.
    pub fn each_word(&mut self, op: Op, word: Value, bits: u32) -> Value {
        let ty = self.value_ty(word);
        let bits = self.int_const(ty, u64::from(bits));
        self.emit(op, Flags::NONE, ty, &[word, bits])
    }

    /// The low 16 bits, zero-extended, of an `i16` carried as `i32`.
    pub fn zext16(&mut self, value: Value) -> Value {
        if let Some(bits) = self.module.const_bits(value) {
            return self.module.i32(bits as u32 & 0xffff);
        }
        if self.is_extended16(value, false, EXTENSION_DEPTH) {
            return value;
        }
        let ty = self.value_ty(value);
        let mask = self.int_const(ty, 0xffff);
        self.emit(Op::And, Flags::NONE, ty, &[value, mask])
    }

    /// The low 16 bits, sign-extended, of an `i16` carried as `i32`.
    pub fn sext16(&mut self, value: Value) -> Value {
        if let Some(bits) = self.module.const_bits(value) {
            return self.module.i32(bits as u16 as i16 as u32);
        }
        if self.is_extended16(value, true, EXTENSION_DEPTH) {
            return value;
        }
        let ty = self.value_ty(value);
        let (zero, sixteen) = (self.module.i32(0), self.module.i32(16));
        self.emit(Op::BitFieldSExtract, Flags::NONE, ty, &[value, zero, sixteen])
    }

    /// Whether the upper half of `value` is known to be the extension of its lower half, looking through `depth`
    /// instructions.
    fn is_extended16(&self, value: Value, signed: bool, depth: u32) -> bool {
        if let Some(bits) = self.module.const_bits(value) {
            let bits = bits as u32;
            return match signed {
                true => bits as i32 == i32::from(bits as i16),
                false => bits <= 0xffff,
            };
        }
        let Some(inst) = value.as_inst().filter(|_| depth != 0) else {
            return false;
        };
        let largest = if signed { 0x7fff } else { 0xffff };
        let within = |value: Value, most: u64| self.module.const_bits(value).is_some_and(|bits| bits <= most);
        let extended = |value: Value| self.is_extended16(value, signed, depth - 1);
        match (self.func.insts[inst].op, self.func.args(inst)) {
            (Op::And, &[a, b]) => within(a, largest) || within(b, largest),
            (Op::BitFieldSExtract, &[_, _, width]) => signed && within(width, 16),
            (Op::BitFieldUExtract, &[_, _, width]) => within(width, if signed { 15 } else { 16 }),
            (Op::SMin | Op::SMax, &[a, b]) => signed && extended(a) && extended(b),
            (Op::UMin | Op::UMax, &[a, b]) => !signed && extended(a) && extended(b),
            (Op::AShr, &[a, _]) => signed && extended(a),
            (Op::LShr, &[a, _]) => !signed && extended(a),
            (Op::Select, &[_, a, b]) => extended(a) && extended(b),
            (Op::WaveSMin | Op::WaveSMax, &[a]) => signed && extended(a),
            (Op::WaveUMin | Op::WaveUMax, &[a]) => !signed && extended(a),
            _ => false,
        }
    }

    /// `value`, extended from 16 bits if its type is an `i16` carried as `i32`.
    pub fn extended16(&mut self, value: Value, ty: bc::TypeId, signed: bool) -> Value {
        match (self.is_widened_i16(ty) && !self.module.is_undef(value), signed) {
            (false, _) => value,
            (true, false) => self.zext16(value),
            (true, true) => self.sext16(value),
        }
    }

    /// `value` as raw and structured buffers hold it: an `i16` of minimum precision is extended to 32 bits.
    pub fn as_stored(&mut self, value: Value, ty: bc::TypeId, signed: bool) -> Value {
        if !self.is_min_precision_i16(ty) {
            return value;
        }
        let narrow = self.value_ty(value);
        if self.module.types.scalar(narrow) != Type::I16 {
            return self.extended16(value, ty, signed);
        }
        let wide = self.module.types.components(narrow);
        let wide = self.module.types.vector(Type::I32, wide.max(1));
        if self.module.is_undef(value) {
            return self.module.undef(wide);
        }
        let op = if signed { Op::SExt } else { Op::ZExt };
        self.emit(op, Flags::NONE, wide, &[value])
    }

    /// `value`, an `f32`, or 0 (of its sign where `signed`) where it is denormal: where its magnitude is less than the least
    /// normal number, to devices that see denormals in comparisons as to those that see 0. What arithmetic made is left to the
    /// mode that the module declares for results.
    pub fn flushed(&mut self, value: Value, signed: bool) -> Value {
        let ty = self.value_ty(value);
        if let Some(bits) = self.module.const_bits(value) {
            let sign = if signed { bits & 0x8000_0000 } else { 0 };
            return if is_tiny(bits) {
                self.module.scalar(ty, sign)
            } else {
                value
            };
        }
        if never_denormal(&self.module, &self.func, value, DENORMAL_DEPTH) {
            return value;
        }
        let bool_ty = self.bool_ty(ty);
        let magnitude = self.emit(Op::FAbs, Flags::NONE, ty, &[value]);
        let least = self.float_const(ty, f32::MIN_POSITIVE.into());
        let tiny = self.emit(Op::FOLt, Flags::NONE, bool_ty, &[magnitude, least]);
        let zero = if signed {
            let n = self.module.types.components(ty).max(1);
            let int = self.module.types.vector(Type::I32, n);
            let bits = self.emit(Op::Bitcast, Flags::NONE, int, &[value]);
            let sign = self.int_const(int, 0x8000_0000);
            let sign = self.emit(Op::And, Flags::NONE, int, &[bits, sign]);
            self.emit(Op::Bitcast, Flags::NONE, ty, &[sign])
        } else {
            self.module.null(ty)
        };
        self.emit(Op::Select, Flags::NONE, ty, &[tiny, zero, value])
    }

    /// Float to integer: truncates, clamps to the range of `to`, NaN gives 0 (functional spec 3.2.3.1).
    pub fn float_to_int(&mut self, value: Value, to: Type, signed: bool) -> Value {
        let from = self.value_ty(value);
        let scalar = self.module.types.scalar(from);
        let bits = self.module.types.scalar(to).scalar_bits();
        let op = if signed { Op::FToS } else { Op::FToU };
        // Drivers take what was an integer for that, below 0 too and whatever was rounded: Mesa's (25.0) does.
        let made_by = value.as_inst().map(|inst| self.func.insts[inst].op);
        let was_integer = matches!(made_by, Some(Op::SToF | Op::UToF));
        if self.saturating_conversions && scalar == Type::F32 && bits == 32 && !was_integer {
            return self.emit(op, Flags::NONE, to, &[value]);
        }
        let bool_ty = self.bool_ty(from);
        // The largest float of the source type that the integer type holds: every bit below the mantissa
        // is cleared.
        let mantissa = match scalar {
            Type::F16 => 11,
            Type::F32 => 24,
            _ => 53,
        };
        let max_bits = if signed { bits - 1 } else { bits };
        let max_int = if max_bits == 64 {
            u64::MAX
        } else {
            (1 << max_bits) - 1
        };
        let max_exact = if max_bits > mantissa {
            max_int - ((1 << (max_bits - mantissa)) - 1)
        } else {
            max_int
        };
        let half = scalar == Type::F16;
        let mut high = max_exact as f64;
        let mut low = if signed { -((1u64 << max_bits) as f64) } else { 0.0 };
        if half {
            high = high.min(65504.0);
            low = low.max(-65504.0);
        }
        let (low_value, high_value) = (self.float_const(from, low), self.float_const(from, high));
        // What was an unsigned integer is not below 0.
        let clamped = match made_by {
            Some(Op::UToF) => self.emit(Op::NMin, Flags::NONE, from, &[value, high_value]),
            _ => self.emit(Op::NClamp, Flags::NONE, from, &[value, low_value, high_value]),
        };
        let mut result = self.emit(op, Flags::NONE, to, &[clamped]);
        if high as u64 != max_int {
            let above = self.emit(Op::FOGt, Flags::NONE, bool_ty, &[value, high_value]);
            let max = self.int_const(to, max_int);
            result = self.emit(Op::Select, Flags::NONE, to, &[above, max, result]);
        }
        if signed {
            if low != -((1u64 << max_bits) as f64) {
                let below = self.emit(Op::FOLt, Flags::NONE, bool_ty, &[value, low_value]);
                let min = self.int_const(to, 1 << max_bits);
                result = self.emit(Op::Select, Flags::NONE, to, &[below, min, result]);
            }
            if was_integer {
                return result;
            }
            // NClamp made the lowest value of a NaN; unsigned, that is 0 already.
            let ordered = self.emit(Op::FOEq, Flags::NONE, bool_ty, &[value, value]);
            let zero = self.module.null(to);
            result = self.emit(Op::Select, Flags::NONE, to, &[ordered, result, zero]);
        }
        result
    }

    /// How floats are packed to halves. Drivers may take what a conversion makes and another takes apart for what it was, so that
    /// is left to shaders without; the module then says that conversions to halves round to zero.
    fn decided_half_packing(&mut self) -> HalfPacking {
        if let HalfPacking::ToZero { decided: false } = self.half_packing {
            let mut functions = self.llvm.functions.values();
            let apart = functions.any(|function| self.llvm.text(function.name) == "dx.op.legacyF16ToF32");
            self.half_packing = match apart {
                true => HalfPacking::Stepped,
                false => {
                    let mode = ::spirv::ExecutionMode::RoundingModeRTZ;
                    self.module.execution_modes.push((mode, vec![16]));
                    HalfPacking::ToZero { decided: true }
                }
            };
        }
        self.half_packing
    }

    /// Half bits of a float, as the device rounds or toward zero.
    fn packed_half(&mut self, value: Value, to_zero: bool) -> Value {
        let pair_ty = self.module.types.vector(Type::F32, 2);
        let zero = self.module.float(Type::F32, 0.0);
        let pair = self.emit(Op::Construct, Flags::NONE, pair_ty, &[value, zero]);
        self.emit_imm(Op::PackHalf2x16, Flags::NONE, Type::I32, &[pair], to_zero.into())
    }

    /// The bits of a half, in a word.
    fn word_of_half(&mut self, half: Value) -> Value {
        let pair_ty = self.module.types.vector(Type::F16, 2);
        let zero = self.module.float(Type::F16, 0.0);
        let pair = self.emit(Op::Construct, Flags::NONE, pair_ty, &[half, zero]);
        self.emit(Op::Bitcast, Flags::NONE, Type::I32, &[pair])
    }

    /// `f32` to half bits in the low 16 bits, rounding to zero; overflow gives the largest finite half,
    /// infinity stays infinite, NaN stays NaN (functional spec 22.13.2).
    pub fn f32_to_f16_rtz(&mut self, value: Value) -> Value {
        if let Some(half) = half_before(&self.module, &self.func, value) {
            return self.word_of_half(half);
        }
        match self.decided_half_packing() {
            HalfPacking::Native => return self.packed_half(value, false),
            HalfPacking::Stepped => {
                let rounds = !is_exact(&self.module, &self.func, value);
                return self.packed_half(value, rounds);
            }
            HalfPacking::ToZero { .. } => {
                let half = self.emit(Op::FConvert, Flags::NONE, Type::F16, &[value]);
                return self.word_of_half(half);
            }
            HalfPacking::Emulated => {}
        }
        let i32 = |this: &mut Self, op, args: &[Value]| this.emit(op, Flags::NONE, Type::I32, args);
        let test = |this: &mut Self, op, args: &[Value]| this.emit(op, Flags::NONE, Type::BOOL, args);
        let c = |this: &mut Self, bits: u32| this.module.i32(bits);
        let bits = i32(self, Op::Bitcast, &[value]);
        let mask = c(self, 0x7fff_ffff);
        let magnitude = i32(self, Op::And, &[bits, mask]);
        // Normal halves: rebias the exponent and drop 13 mantissa bits.
        let bias = c(self, 0x3800_0000);
        let rebiased = i32(self, Op::ISub, &[magnitude, bias]);
        let thirteen = c(self, 13);
        let normal = i32(self, Op::LShr, &[rebiased, thirteen]);
        let max = c(self, 0x7bff);
        let normal = i32(self, Op::UMin, &[normal, max]);
        // Denormal halves: the value in units of 2^-24, truncated.
        let absolute = self.emit(Op::Bitcast, Flags::NONE, Type::F32, &[magnitude]);
        let limit = self.module.float(Type::F32, 1.0);
        let small = self.emit(Op::NMin, Flags::NONE, Type::F32, &[absolute, limit]);
        let scale = self.module.float(Type::F32, 16_777_216.0);
        let scaled = self.emit(Op::FMul, Flags::PRECISE, Type::F32, &[small, scale]);
        let denormal = i32(self, Op::FToU, &[scaled]);
        let first_normal = c(self, 0x3880_0000);
        let is_denormal = test(self, Op::ULt, &[magnitude, first_normal]);
        let finite = i32(self, Op::Select, &[is_denormal, denormal, normal]);
        // Infinity and NaN.
        let infinity = c(self, 0x7f80_0000);
        let is_special = test(self, Op::UGe, &[magnitude, infinity]);
        let is_nan = test(self, Op::UGt, &[magnitude, infinity]);
        let (nan, inf) = (c(self, 0x7e00), c(self, 0x7c00));
        let special = i32(self, Op::Select, &[is_nan, nan, inf]);
        let result = i32(self, Op::Select, &[is_special, special, finite]);
        let (sixteen, sign_bit) = (c(self, 16), c(self, 0x8000));
        let sign = i32(self, Op::LShr, &[bits, sixteen]);
        let sign = i32(self, Op::And, &[sign, sign_bit]);
        i32(self, Op::Or, &[result, sign])
    }

    /// Half bits in the low 16 bits to `f32`, exact.
    pub fn f16_to_f32(&mut self, value: Value) -> Value {
        let pair_ty = self.module.types.vector(Type::F32, 2);
        let pair = self.emit(Op::UnpackHalf2x16, Flags::NONE, pair_ty, &[value]);
        self.emit_imm(Op::Extract, Flags::NONE, Type::F32, &[pair], 0)
    }

    /// A division whose result for a zero divisor is all ones (functional spec 22.12.9).
    pub fn guarded_udiv(&mut self, op: Op, ty: Type, lhs: Value, rhs: Value) -> Value {
        if let Some(bits) = self.module.const_bits(rhs)
            && bits != 0
        {
            return self.emit(op, Flags::NONE, ty, &[lhs, rhs]);
        }
        let bool_ty = self.bool_ty(ty);
        let (zero, one, ones) = (
            self.int_const(ty, 0),
            self.int_const(ty, 1),
            self.int_const(ty, u64::MAX),
        );
        let is_zero = self.emit(Op::IEq, Flags::NONE, bool_ty, &[rhs, zero]);
        let divisor = self.emit(Op::Select, Flags::NONE, ty, &[is_zero, one, rhs]);
        let result = self.emit(op, Flags::NONE, ty, &[lhs, divisor]);
        self.emit(Op::Select, Flags::NONE, ty, &[is_zero, ones, result])
    }

    /// A shift count reduced to the low bits that D3D12 uses: 5 for 32-bit values, 6 for 64, 4 for 16.
    pub fn shift_count(&mut self, count: Value, ty: Type, bits: u32) -> Value {
        let mask = u64::from(bits - 1);
        if let Some(constant) = self.module.const_bits(count) {
            return match constant <= mask && self.value_ty(count) == ty {
                true => count,
                false => self.int_const(ty, constant & mask),
            };
        }
        // DXC masks counts that it cannot prove small: look through that.
        if let Some(inst) = count.as_inst() {
            let data = self.func.insts[inst];
            if data.op == Op::And
                && let &[_, known] = self.func.args(inst)
                && self.module.const_bits(known).is_some_and(|known| known <= mask)
            {
                return count;
            }
        }
        let mask = self.int_const(ty, mask);
        self.emit(Op::And, Flags::NONE, ty, &[count, mask])
    }
}

/// Whether a float of these bits is denormal or 0.
fn is_tiny(bits: u64) -> bool {
    bits & 0x7f80_0000 == 0
}

/// Whether a float of 32 bits is none, or by the mode that the module declares, as far as `depth` instructions tell.
fn never_denormal(module: &Module, function: &Function, value: Value, depth: u32) -> bool {
    if let Some(bits) = module.const_bits(value) {
        return bits & 0x7fff_ffff == 0 || !is_tiny(bits);
    }
    let Some(inst) = value.as_inst().filter(|_| depth != 0) else {
        return false;
    };
    let args = function.args(inst);
    let chosen = match function.insts[inst].op {
        Op::FAdd | Op::FDiv | Op::FMul | Op::FRem | Op::FSub | Op::Fma | Op::SToF | Op::UToF => return true,
        Op::Floor | Op::Ceil | Op::Trunc | Op::RoundEven | Op::Fract => return true,
        // Of a denormal number they are far larger.
        Op::Sqrt | Op::InverseSqrt | Op::Log2 => return true,
        Op::FAbs | Op::FNeg | Op::NMin | Op::NMax | Op::NClamp => args,
        Op::Select => args.get(1..).unwrap_or(&[]),
        // Denormal halves are normal floats.
        Op::Extract => {
            let source = args.first().and_then(|value| value.as_inst());
            return source.is_some_and(|inst| function.insts[inst].op == Op::UnpackHalf2x16);
        }
        _ => return false,
    };
    chosen
        .iter()
        .all(|&value| never_denormal(module, function, value, depth - 1))
}
