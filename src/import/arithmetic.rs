//! dx.op arithmetic: unary to quaternary operations, bit operations, dot products, conversions of bits.

use super::Importer;
use super::aggregate::Members;
use super::dispatch::DxCall;
use super::lanes::Lanes;
use crate::dxil::ops::{family, view};
use crate::error::{Error, Result};
use crate::ir::{Denormals, Flags, Op, Type, Value};

/// The bits of a float's magnitude, by which numbers, infinity and NaN are told from each other.
pub struct MagnitudeBits {
    pub magnitude: Value,
    /// Those of infinity, of the same type.
    pub infinity: Value,
    /// The bits of the exponent, as in infinity.
    exponent: u64,
    /// How many bits the mantissa has.
    mantissa: u32,
}

impl<'a> Importer<'a> {
    /// Float functions of one value.
    pub fn unary(&mut self, op: family::Unary, call: DxCall<'a>) -> Result<Value> {
        use family::Unary as U;
        let id = view::FAbs::read(call.args)?.value;
        let llvm_ty = self.llvm_value_ty(id)?;
        let mut value = self.value(id)?;
        let ty = self.ty(call.inst.ty)?;
        if let U::Frc | U::Round_ni | U::Round_pi = op
            && self.module.types.scalar(ty) == Type::F32
            && !self.is_relaxed_half(llvm_ty)
            && self.module.f32_denormals != Denormals::Preserve
        {
            // The ceiling of 1e-40 is 0. NVIDIA's driver (580.159) rounds it up under every mode.
            let signed = !matches!(op, U::Frc);
            value = self.flushed(value, signed);
        }
        if !call.flags.has(Flags::PRECISE) {
            let inverse = match op {
                U::Exp => self.undone(value, Op::Log2),
                U::Log => self.undone(value, Op::Exp2),
                _ => None,
            };
            if let Some(inverse) = inverse {
                return Ok(inverse);
            }
            if let U::Sqrt = op {
                value = self.under_root(value);
            }
        }
        let op = match op {
            U::FAbs => Op::FAbs,
            U::Saturate => {
                let operand = self.value_ty(value);
                let (zero, one) = (self.float_const(operand, 0.0), self.float_const(operand, 1.0));
                return Ok(self.emit(Op::NClamp, call.flags, ty, &[value, zero, one]));
            }
            U::Cos => Op::Cos,
            U::Sin => Op::Sin,
            U::Tan => Op::Tan,
            U::Acos => Op::Acos,
            U::Asin => Op::Asin,
            U::Atan => Op::Atan,
            U::Hcos => Op::Cosh,
            // The difference of two exponentials: in 16 bits little of it would be left near 0.
            U::Hsin if self.module.types.scalar(ty) == Type::F16 => {
                return Ok(self.in_f32(Op::Sinh, call.flags, ty, value));
            }
            U::Hsin => Op::Sinh,
            U::Htan => Op::Tanh,
            U::Exp => Op::Exp2,
            U::Frc => Op::Fract,
            U::Log => Op::Log2,
            U::Sqrt => Op::Sqrt,
            U::Rsqrt => Op::InverseSqrt,
            U::Round_ne => Op::RoundEven,
            U::Round_ni => Op::Floor,
            U::Round_pi => Op::Ceil,
            U::Round_z => Op::Trunc,
        };
        Ok(self.emit(op, call.flags, ty, &[value]))
    }

    /// Derivatives exist for `f32` only.
    pub fn derivative(&mut self, op: family::Derivative, call: DxCall<'a>) -> Result<Value> {
        use family::Derivative as D;
        let op = match op {
            D::DerivCoarseX => Op::DPdxCoarse,
            D::DerivCoarseY => Op::DPdyCoarse,
            D::DerivFineX => Op::DPdxFine,
            D::DerivFineY => Op::DPdyFine,
        };
        let value = self.value(view::DerivCoarseX::read(call.args)?.value)?;
        let ty = self.ty(call.inst.ty)?;
        if self.module.types.scalar(ty) != Type::F16 {
            return Ok(self.emit(op, call.flags, ty, &[value]));
        }
        Ok(self.in_f32(op, call.flags.with(Flags::RELAXED), ty, value))
    }

    /// `op` on a half or halves, as on `f32`.
    fn in_f32(&mut self, op: Op, flags: Flags, ty: Type, value: Value) -> Value {
        let n = self.module.types.components(ty);
        let wide_ty = self.module.types.vector(Type::F32, n);
        let wide = self.emit(Op::FConvert, Flags::NONE, wide_ty, &[value]);
        let result = self.emit(op, flags, wide_ty, &[wide]);
        self.emit(Op::FConvert, Flags::NONE, ty, &[result])
    }

    /// Tests on the exponent's bits: SPIR-V's own may be folded under no-NaN assumptions.
    #[inline(never)]
    pub fn float_test(&mut self, op: family::FloatTest, call: DxCall<'a>) -> Result<Value> {
        use family::FloatTest as T;
        let value = self.value(view::IsNaN::read(call.args)?.value)?;
        let ty = self.ty(call.inst.ty)?;
        let Some(bits) = self.magnitude_bits(value) else {
            return Err(Error::malformed("float test of a value that is no float"));
        };
        let MagnitudeBits {
            magnitude, infinity, ..
        } = bits;
        Ok(match op {
            T::IsNaN => self.emit(Op::UGt, Flags::NONE, ty, &[magnitude, infinity]),
            T::IsInf => self.emit(Op::IEq, Flags::NONE, ty, &[magnitude, infinity]),
            T::IsFinite => self.emit(Op::ULt, Flags::NONE, ty, &[magnitude, infinity]),
            // Normal: 2^min <= magnitude < infinity, in one comparison.
            T::IsNormal => {
                let bits_ty = self.value_ty(magnitude);
                let least = 1 << bits.mantissa;
                let smallest = self.int_const(bits_ty, least);
                let range = self.int_const(bits_ty, bits.exponent - least);
                let shifted = self.emit(Op::ISub, Flags::NONE, bits_ty, &[magnitude, smallest]);
                self.emit(Op::ULt, Flags::NONE, ty, &[shifted, range])
            }
        })
    }

    /// The bits of the magnitude of a float, or of each of a vector; none of what is no float.
    pub fn magnitude_bits(&mut self, value: Value) -> Option<MagnitudeBits> {
        let float = self.value_ty(value);
        let (scalar, exponent, mantissa) = match self.module.types.scalar(float) {
            Type::F16 => (Type::I16, 0x7c00u64, 10),
            Type::F32 => (Type::I32, 0x7f80_0000, 23),
            Type::F64 => (Type::I64, 0x7ff0_0000_0000_0000, 52),
            _ => return None,
        };
        let word = self.bits_as(scalar, value);
        let words = self.value_ty(word);
        let mask = self.int_const(words, exponent | ((1 << mantissa) - 1));
        Some(MagnitudeBits {
            magnitude: self.emit(Op::And, Flags::NONE, words, &[word, mask]),
            infinity: self.int_const(words, exponent),
            exponent,
            mantissa,
        })
    }

    /// The low and high words of an `i64`.
    pub fn split64(&mut self, value: Value) -> (Value, Value) {
        let pair_ty = self.module.types.vector(Type::I32, 2);
        let pair = self.emit(Op::Bitcast, Flags::NONE, pair_ty, &[value]);
        let low = self.emit_imm(Op::Extract, Flags::NONE, Type::I32, &[pair], 0);
        let high = self.emit_imm(Op::Extract, Flags::NONE, Type::I32, &[pair], 1);
        (low, high)
    }

    // SPIR-V's bit operations take 32-bit values only (Vulkan without maintenance9).
    #[inline(never)]
    pub fn bit_operation(&mut self, op: family::Bits, call: DxCall<'a>) -> Result<Value> {
        use family::Bits as B;
        let id = view::Bfrev::read(call.args)?.value;
        let llvm_ty = self.llvm_value_ty(id)?;
        let value = self.value(id)?;
        let ty = self.ty(call.inst.ty)?;
        let i32 = |this: &mut Self, op, args: &[Value]| this.emit(op, Flags::NONE, Type::I32, args);
        let c = |this: &mut Self, bits: u32| this.module.i32(bits);
        let width = self
            .int_bits(llvm_ty)
            .ok_or_else(|| Error::malformed(format!("{} of a value that is no integer", call.op)))?;
        // 16-bit values as 32-bit ones: zero-extended, but sign-extended for the signed search.
        let signed = op == B::FirstbitSHi;
        let word = match width {
            32 | 64 => value,
            16 => match (self.value_ty(value) == Type::I16, signed) {
                (true, true) => i32(self, Op::SExt, &[value]),
                (true, false) => i32(self, Op::ZExt, &[value]),
                (false, true) => self.sext16(value),
                (false, false) => self.zext16(value),
            },
            _ => return Err(Error::unsupported(format!("{} of {width} bits", call.op))),
        };
        let ones = c(self, u32::MAX);
        match op {
            B::Bfrev if width == 64 => {
                let (low, high) = self.split64(word);
                let low = i32(self, Op::BitReverse, &[low]);
                let high = i32(self, Op::BitReverse, &[high]);
                let pair_ty = self.module.types.vector(Type::I32, 2);
                let pair = self.emit(Op::Construct, Flags::NONE, pair_ty, &[high, low]);
                Ok(self.emit(Op::Bitcast, Flags::NONE, ty, &[pair]))
            }
            B::Bfrev => {
                let reversed = i32(self, Op::BitReverse, &[word]);
                if width == 32 {
                    return Ok(reversed);
                }
                let sixteen = c(self, 16);
                let shifted = i32(self, Op::LShr, &[reversed, sixteen]);
                Ok(if ty == Type::I32 {
                    shifted
                } else {
                    self.emit(Op::ITrunc, Flags::NONE, ty, &[shifted])
                })
            }
            B::Countbits if width == 64 => {
                let (low, high) = self.split64(word);
                let low = i32(self, Op::BitCount, &[low]);
                let high = i32(self, Op::BitCount, &[high]);
                Ok(i32(self, Op::IAdd, &[low, high]))
            }
            B::Countbits => Ok(i32(self, Op::BitCount, &[word])),
            B::FirstbitLo if width == 64 => {
                let (low, high) = self.split64(word);
                let low = i32(self, Op::FindILsb, &[low]);
                let high = i32(self, Op::FindILsb, &[high]);
                let bias = c(self, 32);
                // -1 with bit 5 set is still -1.
                let high = i32(self, Op::Or, &[high, bias]);
                let in_high = self.emit(Op::IEq, Flags::NONE, Type::BOOL, &[low, ones]);
                Ok(i32(self, Op::Select, &[in_high, high, low]))
            }
            B::FirstbitLo => Ok(i32(self, Op::FindILsb, &[word])),
            // Counted from the most significant bit.
            B::FirstbitHi | B::FirstbitSHi => {
                let find = if signed && width != 64 {
                    Op::FindSMsb
                } else {
                    Op::FindUMsb
                };
                let msb = if width == 64 {
                    let word = if signed {
                        // Bits that differ from the sign.
                        let sixty_three = self.module.scalar(Type::I64, 63);
                        let sign = self.emit(Op::AShr, Flags::NONE, Type::I64, &[word, sixty_three]);
                        self.emit(Op::Xor, Flags::NONE, Type::I64, &[word, sign])
                    } else {
                        word
                    };
                    let (low, high) = self.split64(word);
                    let low = i32(self, find, &[low]);
                    let high = i32(self, find, &[high]);
                    let bias = c(self, 32);
                    let biased = i32(self, Op::IAdd, &[high, bias]);
                    let in_low = self.emit(Op::IEq, Flags::NONE, Type::BOOL, &[high, ones]);
                    i32(self, Op::Select, &[in_low, low, biased])
                } else {
                    i32(self, find, &[word])
                };
                let top = c(self, width - 1);
                let from_top = i32(self, Op::ISub, &[top, msb]);
                let none = self.emit(Op::IEq, Flags::NONE, Type::BOOL, &[msb, ones]);
                Ok(i32(self, Op::Select, &[none, ones, from_top]))
            }
        }
    }

    /// Operations on two to eight values.
    pub fn arithmetic(&mut self, op: family::Arithmetic, call: DxCall<'a>) -> Result<Value> {
        use family::Arithmetic as A;
        let ty = self.ty(call.inst.ty)?;
        let mut values = [Value::from(crate::ir::Inst(0)); 12];
        let operands = call.args.get(1..).unwrap_or(&[]);
        for (slot, &id) in values.iter_mut().zip(operands) {
            *slot = self.value(id)?;
        }
        let [a, b, c, d, ..] = values;
        let flags = call.flags;
        let int = Flags::NONE;
        Ok(match op {
            A::FMax => self.emit(Op::NMax, flags, ty, &[a, b]),
            A::FMin => self.emit(Op::NMin, flags, ty, &[a, b]),
            A::IMax | A::IMin | A::UMax | A::UMin => {
                let (op, signed) = match op {
                    A::IMax => (Op::SMax, true),
                    A::IMin => (Op::SMin, true),
                    A::UMax => (Op::UMax, false),
                    _ => (Op::UMin, false),
                };
                let (mut a, mut b) = (a, b);
                if self.is_widened_i16(call.inst.ty) {
                    (a, b) = if signed {
                        (self.sext16(a), self.sext16(b))
                    } else {
                        (self.zext16(a), self.zext16(b))
                    };
                }
                let number = match op {
                    Op::SMax => self.magnitude(ty, a, b),
                    _ => None,
                };
                match number {
                    Some(number) => self.emit(Op::SAbs, int, ty, &[number]),
                    None => self.emit(op, int, ty, &[a, b]),
                }
            }
            A::FMad if self.fused_mad => self.emit(Op::Fma, flags, ty, &[a, b, c]),
            A::FMad => self.mul_add(flags, ty, a, b, c),
            A::Fma => self.emit(Op::Fma, flags, ty, &[a, b, c]),
            A::IMad | A::UMad => {
                let product = self.emit(Op::IMul, int, ty, &[a, b]);
                self.emit(Op::IAdd, int, ty, &[product, c])
            }
            A::Msad => self.msad(a, b, c),
            A::Ibfe | A::Ubfe => {
                let op = if op == A::Ibfe {
                    Op::BitFieldSExtract
                } else {
                    Op::BitFieldUExtract
                };
                let (width, offset) = self.bit_field(a, b);
                self.emit(op, int, ty, &[c, offset, width])
            }
            A::Bfi => {
                let (width, offset) = self.bit_field(a, b);
                self.emit(Op::BitFieldInsert, int, ty, &[d, c, offset, width])
            }
            A::Dot2 => self.dot(flags, ty, &values[..2], &values[2..4]),
            A::Dot3 => self.dot(flags, ty, &values[..3], &values[3..6]),
            A::Dot4 => self.dot(flags, ty, &values[..4], &values[4..8]),
            A::Dot2AddHalf => {
                // acc + (a.x * b.x + a.y * b.y) in f32: the accumulator comes last, and what is small beside it counts.
                let mut wide = [a; 4];
                for (slot, &half) in wide.iter_mut().zip(&values[1..5]) {
                    *slot = if self.value_ty(half) == Type::F32 {
                        half
                    } else {
                        self.emit(Op::FConvert, int, Type::F32, &[half])
                    };
                }
                let product = self.dot(flags, ty, &wide[..2], &wide[2..4]);
                self.emit(Op::FAdd, flags.with(Flags::PRECISE), ty, &[a, product])
            }
            A::Dot4AddI8Packed | A::Dot4AddU8Packed => {
                let extract = if op == A::Dot4AddI8Packed {
                    Op::BitFieldSExtract
                } else {
                    Op::BitFieldUExtract
                };
                let eight = self.module.i32(8);
                let mut sum = a;
                for byte in 0..4 {
                    let offset = self.module.i32(byte * 8);
                    let x = self.emit(extract, int, Type::I32, &[b, offset, eight]);
                    let y = self.emit(extract, int, Type::I32, &[c, offset, eight]);
                    let product = self.emit(Op::IMul, int, Type::I32, &[x, y]);
                    sum = self.emit(Op::IAdd, int, Type::I32, &[sum, product]);
                }
                sum
            }
            A::Pack4x8 => {
                // Clamped from signed values.
                if let Some(&first) = operands.get(1) {
                    let ty = self.llvm_value_ty(first)?;
                    for value in &mut values[1..5] {
                        *value = self.extended16(*value, ty, true);
                    }
                }
                self.pack4x8(call, &values[1..5])?
            }
        })
    }

    /// What brings the components of vectors together.
    #[inline(never)]
    pub fn reduction(&mut self, op: family::Reduction, call: DxCall<'a>) -> Result<Value> {
        use family::Reduction as R;
        let mut sides = call.args.iter().skip(1);
        let mut side = |this: &mut Self| -> Result<Lanes> {
            let &id = sides
                .next()
                .ok_or_else(|| Error::internal("a reduction of nothing"))?;
            let value = this.value(id)?;
            Ok(this.lanes(value))
        };
        let a = side(self)?;
        let ty = self.ty(call.inst.ty)?;
        self.charge(2 * (a.len() - 1))?;
        let joined = match op {
            R::VectorReduceAnd => Op::And,
            R::VectorReduceOr => Op::Or,
            R::FDot => {
                let b = side(self)?;
                return Ok(self.dot(call.flags, ty, &a, &b));
            }
        };
        let mut lanes = a.into_iter();
        let first = lanes
            .next()
            .ok_or_else(|| Error::internal("a vector of nothing"))?;
        Ok(lanes.fold(first, |all, lane| {
            self.emit(joined, Flags::NONE, ty, &[all, lane])
        }))
    }

    /// Arithmetic with several results, of which those that are used are made.
    #[inline(never)]
    pub fn several(&mut self, op: family::Several, call: DxCall<'a>) -> Result<()> {
        use family::Several as S;
        let operands = call.args.get(1..).unwrap_or(&[]);
        let mut values = [Value::from(crate::ir::Inst(0)); 2];
        for (slot, &id) in values.iter_mut().zip(operands) {
            *slot = self.value(id)?;
        }
        let [a, b] = values;
        let used = self.used_members(call.inst);
        let i32 = |this: &mut Self, op, args: &[Value]| this.emit(op, Flags::NONE, Type::I32, args);
        let word = |this: &mut Self, of: Value, index| {
            this.emit_imm(Op::Extract, Flags::NONE, Type::I32, &[of], index)
        };
        let pair_ty = self.module.types.tuple(&[Type::I32, Type::I32]);
        let (first, second) = (used & 1 != 0, used & 2 != 0);
        let members: Members = match op {
            // D3D12 has the high word first.
            S::IMul | S::UMul if !first => {
                let low = second.then(|| i32(self, Op::IMul, &[a, b]));
                [None, low].into_iter().collect()
            }
            S::IMul | S::UMul => {
                let op = if op == S::IMul {
                    Op::SMulExtended
                } else {
                    Op::UMulExtended
                };
                let product = self.emit(op, Flags::NONE, pair_ty, &[a, b]);
                let low = second.then(|| word(self, product, 0));
                let high = word(self, product, 1);
                [Some(high), low].into_iter().collect()
            }
            S::UDiv => {
                let quotient = first.then(|| self.guarded_udiv(Op::UDiv, Type::I32, a, b));
                let remainder = second.then(|| self.guarded_udiv(Op::UMod, Type::I32, a, b));
                [quotient, remainder].into_iter().collect()
            }
            S::UAddc | S::USubb => {
                let op = if op == S::UAddc {
                    Op::IAddCarry
                } else {
                    Op::ISubBorrow
                };
                let pair = self.emit(op, Flags::NONE, pair_ty, &[a, b]);
                let result = first.then(|| word(self, pair, 0));
                let carry = second.then(|| {
                    let carry = word(self, pair, 1);
                    let zero = self.module.i32(0);
                    self.emit(Op::INe, Flags::NONE, Type::BOOL, &[carry, zero])
                });
                [result, carry].into_iter().collect()
            }
            S::SplitDouble => {
                let words_ty = self.module.types.vector(Type::I32, 2);
                let words = self.emit(Op::Bitcast, Flags::NONE, words_ty, &[a]);
                [first, second]
                    .into_iter()
                    .zip(0..)
                    .map(|(used, index)| used.then(|| word(self, words, index)))
                    .collect()
            }
            S::Unpack4x8 => self.unpack4x8(call, b)?,
        };
        self.define_members(call.inst, &members);
        Ok(())
    }

    /// `a * b + c`. What need not be precise may be rounded once or twice, and is one operation: Mesa's compiler makes more of sums
    /// of such. What constants are in is left to what simplifies products and sums.
    fn mul_add(&mut self, flags: Flags, ty: Type, a: Value, b: Value, c: Value) -> Value {
        let is_free =
            self.free_mad && !flags.has(Flags::PRECISE) && self.module.types.scalar(ty) == Type::F32;
        if is_free && [a, b, c].iter().all(|value| value.as_const().is_none()) {
            return self.emit(Op::Fma, flags, ty, &[a, b, c]);
        }
        let product = self.emit(Op::FMul, flags, ty, &[a, b]);
        self.emit(Op::FAdd, flags, ty, &[product, c])
    }

    /// The sum of products. One of a number and a constant 0 is left out, as the compiler does where a shader writes the
    /// product itself, unless it is precise: that keeps NaN and infinity times 0, and the sign of a sum that is 0.
    fn dot(&mut self, flags: Flags, ty: Type, a: &[Value], b: &[Value]) -> Value {
        let mut sum = None;
        for (&x, &y) in a.iter().zip(b) {
            if !flags.has(Flags::PRECISE) && (self.is_zero(x, ty) || self.is_zero(y, ty)) {
                continue;
            }
            sum = Some(match sum {
                None => self.emit(Op::FMul, flags, ty, &[x, y]),
                Some(sum) => self.mul_add(flags, ty, x, y, sum),
            });
        }
        sum.unwrap_or_else(|| self.module.null(ty))
    }

    /// Whether a float of type `ty` is known to be 0, of whatever sign.
    fn is_zero(&self, value: Value, ty: Type) -> bool {
        let magnitude = |bits: u64| bits & !(1 << (ty.scalar_bits().max(1) - 1));
        self.module
            .const_bits(value)
            .is_some_and(|bits| magnitude(bits) == 0)
    }

    /// The number that the greater of `a` and `b` is the magnitude of: one of them, where the other is 0 less it, as DXC makes
    /// `abs`. NVIDIA's compiler (580.159) takes `max(y, max(x, -x))` for `y` where it knows `x` to be halved, say, but not
    /// `max(y, abs(x))`.
    fn magnitude(&mut self, ty: Type, a: Value, b: Value) -> Option<Value> {
        // What `inst` takes `number` from.
        let taken_from = |inst: Value, number: Value| {
            let inst = inst
                .as_inst()
                .filter(|&inst| self.func.insts[inst].op == Op::ISub)?;
            match *self.func.args(inst) {
                [from, of] if of == number => Some(from),
                _ => None,
            }
        };
        let (number, from) = match taken_from(b, a) {
            Some(from) => (a, from),
            None => (b, taken_from(a, b)?),
        };
        (from == self.module.null(ty)).then_some(number)
    }

    /// Width and offset of a bit field as SPIR-V allows them: 5 bits each, the field within the word.
    fn bit_field(&mut self, width: Value, offset: Value) -> (Value, Value) {
        let width = self.shift_count(width, Type::I32, 32);
        let offset = self.shift_count(offset, Type::I32, 32);
        if let (Some(w), Some(o)) = (self.module.const_bits(width), self.module.const_bits(offset)) {
            return (self.module.i32(w.min(32 - o) as u32), offset);
        }
        let word = self.module.i32(32);
        let rest = self.emit(Op::ISub, Flags::NONE, Type::I32, &[word, offset]);
        (
            self.emit(Op::UMin, Flags::NONE, Type::I32, &[width, rest]),
            offset,
        )
    }

    /// Masked sum of absolute differences: bytes whose reference is 0 do not count.
    fn msad(&mut self, reference: Value, source: Value, accumulator: Value) -> Value {
        let int = Flags::NONE;
        let (zero, eight) = (self.module.i32(0), self.module.i32(8));
        let mut sum = accumulator;
        for byte in 0..4 {
            let offset = self.module.i32(byte * 8);
            let r = self.emit(Op::BitFieldUExtract, int, Type::I32, &[reference, offset, eight]);
            let s = self.emit(Op::BitFieldUExtract, int, Type::I32, &[source, offset, eight]);
            let high = self.emit(Op::UMax, int, Type::I32, &[r, s]);
            let low = self.emit(Op::UMin, int, Type::I32, &[r, s]);
            let difference = self.emit(Op::ISub, int, Type::I32, &[high, low]);
            let counts = self.emit(Op::INe, int, Type::BOOL, &[r, zero]);
            let difference = self.emit(Op::Select, int, Type::I32, &[counts, difference, zero]);
            sum = self.emit(Op::IAdd, int, Type::I32, &[sum, difference]);
        }
        sum
    }

    fn pack4x8(&mut self, call: DxCall<'a>, parts: &[Value]) -> Result<Value> {
        let operands = view::Pack4x8::read(call.args)?;
        let mode = self.immediate(operands.mode, "pack mode")?;
        let int = Flags::NONE;
        let eight = self.module.i32(8);
        let mut word = self.module.i32(0);
        for (byte, &part) in (0..4).zip(parts) {
            let mut part = part;
            if self.value_ty(part) == Type::I16 {
                part = self.emit(Op::SExt, int, Type::I32, &[part]);
            }
            // 0 truncates; 1 clamps to u8, 2 to s8, both from signed values.
            let range = match mode {
                0 => None,
                1 => Some((0, 255)),
                2 => Some((-128i32 as u32, 127)),
                _ => return Err(Error::malformed(format!("pack mode {mode}"))),
            };
            if let Some((low, high)) = range {
                let (low, high) = (self.module.i32(low), self.module.i32(high));
                part = self.emit(Op::SMax, int, Type::I32, &[part, low]);
                part = self.emit(Op::SMin, int, Type::I32, &[part, high]);
            }
            let offset = self.module.i32(byte * 8);
            word = self.emit(Op::BitFieldInsert, int, Type::I32, &[word, part, offset, eight]);
        }
        Ok(word)
    }

    fn unpack4x8(&mut self, call: DxCall<'a>, word: Value) -> Result<Members> {
        let operands = view::Unpack4x8::read(call.args)?;
        let mode = self.immediate(operands.mode, "unpack mode")?;
        let op = match mode {
            0 => Op::BitFieldUExtract,
            1 => Op::BitFieldSExtract,
            _ => return Err(Error::malformed(format!("unpack mode {mode}"))),
        };
        let types = self.struct_members(call.inst.ty)?.unwrap_or(&[]);
        let eight = self.module.i32(8);
        self.each_member(call.inst, types, |this, byte, ty| {
            let offset = this.module.i32(byte as u32 * 8);
            let part = this.emit(op, Flags::NONE, Type::I32, &[word, offset, eight]);
            Ok(if this.ty(ty)? == Type::I16 {
                this.emit(Op::ITrunc, Flags::NONE, Type::I16, &[part])
            } else {
                part
            })
        })
    }

    /// Operations that reinterpret or convert bits.
    pub fn conversion(&mut self, op: family::Conversion, call: DxCall<'a>) -> Result<Value> {
        let ty = self.ty(call.inst.ty)?;
        let int = Flags::NONE;
        use family::Conversion as C;
        let &[_, id, ..] = call.args else {
            return Err(Error::internal("conversion of no value"));
        };
        let value = self.value(id)?;
        Ok(match op {
            C::MakeDouble => {
                let high = self.value(view::MakeDouble::read(call.args)?.hi)?;
                let pair_ty = self.module.types.vector(Type::I32, 2);
                let pair = self.emit(Op::Construct, int, pair_ty, &[value, high]);
                self.emit(Op::Bitcast, int, Type::F64, &[pair])
            }
            // Minimum precision carries both as 32-bit: go through the half's bits.
            C::BitcastI16toF16 if ty == Type::F32 => self.f16_to_f32(value),
            C::BitcastF16toI16 if ty == Type::I32 => self.f32_to_f16_rtz(value),
            C::BitcastI16toF16
            | C::BitcastF16toI16
            | C::BitcastI32toF32
            | C::BitcastF32toI32
            | C::BitcastI64toF64
            | C::BitcastF64toI64 => self.emit(Op::Bitcast, int, ty, &[value]),
            C::LegacyF32ToF16 => self.f32_to_f16_rtz(value),
            C::LegacyF16ToF32 => self.f16_to_f32(value),
            C::LegacyDoubleToFloat => self.emit(Op::FConvert, int, ty, &[value]),
            C::LegacyDoubleToSInt32 => self.float_to_int(value, ty, true),
            C::LegacyDoubleToUInt32 => self.float_to_int(value, ty, false),
        })
    }
}
