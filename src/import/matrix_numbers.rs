//! Numbers of matrices: how components of each type are kept, converted, and written as bits.
//!
//! A component is kept as the narrowest of `i32`, `i64`, `f32` and `f64` that has all of its numbers, rounded to what its type
//! has. Conversions follow the rules of linear algebra (HLSL proposal 0035, "Data Conversion Rules"), which are not HLSL's:
//! integers that do not fit saturate, floats become integers by rounding to the nearest, ties to even. Where the rules leave
//! it open, a float too large for its type is infinite, or the largest where the type has no infinity.

use super::Importer;
use super::lanes::Lanes;
use super::matrix_types::Component;
use crate::bitcode::module as bc;
use crate::error::{Error, Result};
use crate::ir::{Flags, Op, Type, Value};

impl Importer<'_> {
    /// An operation on `i32`.
    pub fn word_op(&mut self, op: Op, args: &[Value]) -> Value {
        self.emit(op, Flags::NONE, Type::I32, args)
    }

    /// `a + b` of `i32`, folded where constant.
    pub fn plus(&mut self, a: Value, b: Value) -> Value {
        match (self.module.const_bits(a), self.module.const_bits(b)) {
            (Some(a), Some(b)) => self.module.i32((a as u32).wrapping_add(b as u32)),
            (Some(0), _) => b,
            (_, Some(0)) => a,
            _ => self.word_op(Op::IAdd, &[a, b]),
        }
    }

    /// `a * b` of `i32`, folded where constant.
    pub fn times(&mut self, a: Value, b: Value) -> Value {
        match (self.module.const_bits(a), self.module.const_bits(b)) {
            (Some(a), Some(b)) => self.module.i32((a as u32).wrapping_mul(b as u32)),
            (Some(1), _) => b,
            (_, Some(1)) => a,
            _ => self.word_op(Op::IMul, &[a, b]),
        }
    }

    /// Quotient and remainder of unsigned words.
    pub fn quotient(&mut self, a: Value, b: Value) -> (Value, Value) {
        match self.module.const_bits(b) {
            Some(1) => (a, self.module.i32(0)),
            Some(b) if b.is_power_of_two() => {
                let shift = self.module.i32(b.trailing_zeros());
                let mask = self.module.i32(b as u32 - 1);
                (
                    self.word_op(Op::LShr, &[a, shift]),
                    self.word_op(Op::And, &[a, mask]),
                )
            }
            _ => (self.word_op(Op::UDiv, &[a, b]), self.word_op(Op::UMod, &[a, b])),
        }
    }

    /// An integer that is kept in 32 bits, cut to those of its type.
    fn wrapped(&mut self, value: Value, component: Component) -> Value {
        let bits = component.bits();
        if component.is_float() || bits >= 32 {
            return value;
        }
        let (zero, bits) = (self.module.i32(0), self.module.i32(bits));
        let op = match component.is_signed() {
            true => Op::BitFieldSExtract,
            false => Op::BitFieldUExtract,
        };
        self.word_op(op, &[value, zero, bits])
    }

    /// An `f32` with the bits of a half, or such a vector of four.
    fn of_half_bits(&mut self, bits: Value) -> Value {
        let parts = self.lanes(bits);
        let &[a, b, c, d] = parts.as_slice() else {
            return self.f16_to_f32(bits);
        };
        let sixteen = self.module.i32(16);
        let pairs = [[a, b], [c, d]]
            .map(|[low, high]| self.word_op(Op::BitFieldInsert, &[low, high, sixteen, sixteen]));
        self.floats_of_halves(pairs)
    }

    /// The halves in two words, as a vector of `f32`.
    pub fn floats_of_halves(&mut self, words: [Value; 2]) -> Value {
        let two = self.module.types.vector(Type::F32, 2);
        let mut made = Lanes::new();
        for word in words {
            let pair = self.emit(Op::UnpackHalf2x16, Flags::NONE, two, &[word]);
            made.extend(self.lanes(pair));
        }
        let four = self.module.types.vector(Type::F32, 4);
        self.construct(four, &made)
    }

    /// The word with two halves, which are `f32` with numbers that halves have.
    fn word_of_halves(&mut self, pair: &[Value]) -> Value {
        let two = self.module.types.vector(Type::F32, 2);
        let pair = self.construct(two, pair);
        self.word_op(Op::PackHalf2x16, &[pair])
    }

    /// The words with such halves, two after each other in one word.
    pub fn words_of_halves(&mut self, values: &[Value]) -> Lanes {
        let pairs = values.chunks_exact(2);
        pairs.map(|pair| self.word_of_halves(pair)).collect()
    }

    /// The bits of a half that an `f32` is, or those of each in a vector of four.
    pub fn half_bits(&mut self, value: Value) -> Value {
        let parts = self.lanes(value);
        if let &[one] = parts.as_slice() {
            let zero = self.module.float(Type::F32, 0.0);
            return self.word_of_halves(&[one, zero]);
        }
        let mut made = Lanes::new();
        for word in self.words_of_halves(&parts) {
            made.push(self.each_word(Op::And, word, 0xffff));
            made.push(self.each_word(Op::LShr, word, 16));
        }
        let four = self.module.types.vector(Type::I32, 4);
        self.construct(four, &made)
    }

    /// Whether an `f32` is no number, or each of a vector.
    pub fn not_a_number(&mut self, value: Value) -> Value {
        let floats = self.value_ty(value);
        let bools = self.bool_ty(floats);
        // Of vectors modules ask by bits, as they do where what is compared with itself is taken for equal.
        let bits = match bools {
            Type::BOOL => None,
            _ => self.magnitude_bits(value),
        };
        match bits {
            Some(bits) => self.emit(Op::UGt, Flags::NONE, bools, &[bits.magnitude, bits.infinity]),
            None => self.emit(Op::FUNe, Flags::NONE, bools, &[value, value]),
        }
    }

    /// The component of these bits: a word, whose upper bits are 0, or an `i64`. Of floats of up to 32 bits, also a vector of four.
    pub fn decoded(&mut self, bits: Value, component: Component) -> Value {
        use Component as C;
        match component {
            C::I32 | C::U32 | C::I64 | C::U64 | C::U8 | C::U16 => bits,
            C::I8 | C::I16 => self.wrapped(bits, component),
            C::F32 => self.bits_as(Type::F32, bits),
            C::F64 => self.emit(Op::Bitcast, Flags::NONE, Type::F64, &[bits]),
            C::F16 => self.of_half_bits(bits),
            C::Bf16 => {
                let bits = self.each_word(Op::Shl, bits, 16);
                self.bits_as(Type::F32, bits)
            }
            C::F8E5M2 => {
                let bits = self.each_word(Op::Shl, bits, 8);
                self.of_half_bits(bits)
            }
            C::F8E4M3 => {
                // As a half it has the same fields, but an exponent that is 8 less.
                let magnitude = self.each_word(Op::And, bits, 0x7f);
                let sign = self.each_word(Op::And, bits, 0x80);
                let high = self.each_word(Op::Shl, sign, 8);
                let low = self.each_word(Op::Shl, magnitude, 7);
                let words = self.value_ty(bits);
                let half = self.emit(Op::Or, Flags::NONE, words, &[high, low]);
                let half = self.of_half_bits(half);
                let floats = self.value_ty(half);
                let scale = self.float_const(floats, 256.0);
                let number = self.emit(Op::FMul, Flags::PRECISE, floats, &[half, scale]);
                let all = self.int_const(words, 0x7f);
                let bools = self.bool_ty(words);
                let is_nan = self.emit(Op::IEq, Flags::NONE, bools, &[magnitude, all]);
                let nan = self.int_const(floats, 0x7fc0_0000);
                self.emit(Op::Select, Flags::NONE, floats, &[is_nan, nan, number])
            }
        }
    }

    /// The bits of a component, as `decoded` takes them.
    pub fn encoded(&mut self, value: Value, component: Component) -> Value {
        use Component as C;
        match component {
            C::I32 | C::U32 | C::I64 | C::U64 | C::U8 | C::U16 => value,
            C::I8 | C::I16 => {
                let mask = self.module.i32((1 << component.bits()) - 1);
                self.word_op(Op::And, &[value, mask])
            }
            C::F32 => self.bits_as(Type::I32, value),
            C::F64 => self.emit(Op::Bitcast, Flags::NONE, Type::I64, &[value]),
            C::F16 => self.half_bits(value),
            C::Bf16 => {
                let bits = self.bits_as(Type::I32, value);
                self.each_word(Op::LShr, bits, 16)
            }
            C::F8E5M2 => {
                let bits = self.half_bits(value);
                self.each_word(Op::LShr, bits, 8)
            }
            C::F8E4M3 => {
                let floats = self.value_ty(value);
                let scale = self.float_const(floats, 1.0 / 256.0);
                let small = self.emit(Op::FMul, Flags::PRECISE, floats, &[value, scale]);
                let half = self.half_bits(small);
                let words = self.value_ty(half);
                let low = self.each_word(Op::LShr, half, 7);
                let low = self.each_word(Op::And, low, 0x7f);
                let is_nan = self.not_a_number(value);
                let nan = self.int_const(words, 0x7f);
                let low = self.emit(Op::Select, Flags::NONE, words, &[is_nan, nan, low]);
                let high = self.each_word(Op::LShr, half, 8);
                let high = self.each_word(Op::And, high, 0x80);
                self.emit(Op::Or, Flags::NONE, words, &[high, low])
            }
        }
    }

    /// A float, rounded to what `component` has: the nearest, ties to even. Also each of a vector of `f32`.
    fn rounded(&mut self, value: Value, component: Component) -> Value {
        match component {
            Component::F16 => self.rounded_to_half(value),
            Component::Bf16 => self.rounded_to_bf16(value),
            Component::F8E4M3 => self.rounded_to_byte(value, 3, -6, (464.0, 448.0)),
            Component::F8E5M2 => self.rounded_to_byte(value, 2, -14, (61440.0, f64::INFINITY)),
            _ => value,
        }
    }

    fn rounded_to_bf16(&mut self, value: Value) -> Value {
        let bits = self.bits_as(Type::I32, value);
        let words = self.value_ty(bits);
        let last = self.each_word(Op::LShr, bits, 16);
        let odd = self.each_word(Op::And, last, 1);
        let moved = self.each_word(Op::IAdd, bits, 0x7fff);
        let moved = self.emit(Op::IAdd, Flags::NONE, words, &[moved, odd]);
        let nan = self.each_word(Op::Or, bits, 0x40_0000);
        let is_nan = self.not_a_number(value);
        let kept = self.emit(Op::Select, Flags::NONE, words, &[is_nan, nan, moved]);
        let kept = self.each_word(Op::And, kept, 0xffff_0000);
        self.bits_as(Type::F32, kept)
    }

    /// An `f32`, rounded to `mantissa` bits behind the first, denormal below two to the power of `least`; from a limit on, it is
    /// another number.
    fn rounded_to_byte(
        &mut self,
        value: Value,
        mantissa: u32,
        least: i32,
        (limit, beyond): (f64, f64),
    ) -> Value {
        let none = Flags::NONE;
        let floats = self.value_ty(value);
        let float = |this: &mut Self, op, args: &[Value]| this.emit(op, Flags::PRECISE, floats, args);
        let magnitude = self.emit(Op::FAbs, none, floats, &[value]);
        // Far beyond what the type has, and far enough from what an f32 has.
        let large = self.float_const(floats, 131_072.0);
        let held = self.emit(Op::NMin, none, floats, &[magnitude, large]);
        let bits = self.bits_as(Type::I32, held);
        let power = self.last_place(bits, mantissa, least);
        let sum = float(self, Op::FAdd, &[held, power]);
        let number = float(self, Op::FSub, &[sum, power]);
        let [limit, beyond] = [limit, beyond].map(|n| self.float_const(floats, n));
        let bools = self.bool_ty(floats);
        let is_beyond = self.emit(Op::FOGe, none, bools, &[magnitude, limit]);
        let number = self.emit(Op::Select, none, floats, &[is_beyond, beyond, number]);
        let bits = self.bits_as(Type::I32, value);
        let number = self.signed_as(number, bits);
        let is_nan = self.not_a_number(value);
        self.emit(Op::Select, none, floats, &[is_nan, value, number])
    }

    /// A component of type `from` as one of type `to`, by the rules of linear algebra.
    pub fn component_as(&mut self, value: Value, from: Component, to: Component) -> Value {
        if from == to {
            return value;
        }
        let none = Flags::NONE;
        let (held, wanted) = (from.held(), to.held());
        match (from.is_float(), to.is_float()) {
            (true, true) => {
                let value = match held == wanted {
                    true => value,
                    false => self.emit(Op::FConvert, none, wanted, &[value]),
                };
                // Halves of both kinds have all numbers of 8 bits.
                match from.bits() == 8 && to.bits() == 16 {
                    true => value,
                    false => self.rounded(value, to),
                }
            }
            (false, true) => {
                let op = if from.is_signed() { Op::SToF } else { Op::UToF };
                let value = self.emit(op, none, wanted, &[value]);
                self.rounded(value, to)
            }
            (true, false) => {
                let whole = self.emit(Op::RoundEven, none, held, &[value]);
                let signed = to.is_signed();
                let wide = self.float_to_int(whole, wanted, signed);
                let by = match (signed, wanted) {
                    (true, Type::I64) => Component::I64,
                    (true, _) => Component::I32,
                    (false, Type::I64) => Component::U64,
                    (false, _) => Component::U32,
                };
                self.saturated(wide, by, to)
            }
            (false, false) => self.saturated(value, from, to),
        }
    }

    /// An integer as one of another type: the nearest that it has.
    fn saturated(&mut self, value: Value, from: Component, to: Component) -> Value {
        let most = |component: Component| {
            let bits = component.bits() - u32::from(component.is_signed());
            u64::MAX >> (64 - bits)
        };
        let held = from.held();
        let mut value = value;
        let (from_most, to_most) = (most(from), most(to));
        if from.is_signed() {
            let least = match to.is_signed() {
                true => (to_most as i64).wrapping_neg().wrapping_sub(1),
                false => 0,
            };
            if !to.is_signed() || to.bits() < from.bits() {
                let least = self.module.scalar(held, cut(held, least as u64));
                value = self.emit(Op::SMax, Flags::NONE, held, &[value, least]);
            }
            if to_most < from_most {
                let most = self.module.scalar(held, to_most);
                value = self.emit(Op::SMin, Flags::NONE, held, &[value, most]);
            }
        } else if to_most < from_most {
            let most = self.module.scalar(held, to_most);
            value = self.emit(Op::UMin, Flags::NONE, held, &[value, most]);
        }
        let wanted = to.held();
        match (held, wanted) {
            (Type::I32, Type::I64) => {
                let op = if from.is_signed() { Op::SExt } else { Op::ZExt };
                self.emit(op, Flags::NONE, wanted, &[value])
            }
            (Type::I64, Type::I32) => self.emit(Op::ITrunc, Flags::NONE, wanted, &[value]),
            _ => value,
        }
    }

    /// The sum of two components of a type: integers wrap.
    pub fn component_sum(&mut self, a: Value, b: Value, component: Component) -> Value {
        let held = component.held();
        match component.is_float() {
            true => {
                let sum = self.emit(Op::FAdd, Flags::NONE, held, &[a, b]);
                self.rounded(sum, component)
            }
            false => {
                let sum = self.emit(Op::IAdd, Flags::NONE, held, &[a, b]);
                self.wrapped(sum, component)
            }
        }
    }

    /// The product of two components of a type of sums, which is kept as it is.
    pub fn component_product(&mut self, a: Value, b: Value, component: Component) -> Value {
        let op = match component.is_float() {
            true => Op::FMul,
            false => Op::IMul,
        };
        self.emit(op, Flags::NONE, component.held(), &[a, b])
    }

    /// What the scalars of an LLVM type are as components; integers are signed where `signed` says so.
    pub fn component_of(&self, ty: bc::TypeId, signed: bool) -> Result<Component> {
        let scalar = match *self.llvm_type(ty)? {
            bc::Type::Vector { element, .. } => element,
            _ => ty,
        };
        let native = match self.llvm_type(scalar)? {
            bc::Type::Half => Type::F16,
            bc::Type::Float => Type::F32,
            bc::Type::Double => Type::F64,
            bc::Type::Int(bits) => Type::int(*bits).unwrap_or(Type::VOID),
            _ => Type::VOID,
        };
        Component::of_scalar(native, signed)
            .ok_or_else(|| Error::malformed("a scalar that is no component of matrices"))
    }

    /// A scalar of the shader as a component of the type that is its own.
    pub fn of_native(&mut self, value: Value, own: Component) -> Value {
        let ty = self.value_ty(value);
        match ty {
            Type::F16 => self.emit(Op::FConvert, Flags::NONE, Type::F32, &[value]),
            Type::I16 => {
                let op = if own.is_signed() { Op::SExt } else { Op::ZExt };
                self.word_op(op, &[value])
            }
            // Minimum precision: only the low 16 bits count.
            Type::I32 => self.wrapped(value, own),
            _ => value,
        }
    }

    /// A component as a scalar of its own type, which is `ty` in the IR.
    pub fn as_native(&mut self, value: Value, ty: Type) -> Value {
        match (self.value_ty(value), ty) {
            (from, to) if from == to => value,
            (Type::F32, Type::F16) => self.emit(Op::FConvert, Flags::NONE, ty, &[value]),
            (_, Type::I16) => self.emit(Op::ITrunc, Flags::NONE, ty, &[value]),
            _ => value,
        }
    }
}

/// Bits of an integer of type `ty`.
fn cut(ty: Type, bits: u64) -> u64 {
    match ty {
        Type::I64 => bits,
        _ => bits & 0xffff_ffff,
    }
}
