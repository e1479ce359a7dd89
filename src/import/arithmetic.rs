//! dx.op arithmetic: unary to quaternary operations, bit operations, dot products, conversions of bits.

use super::Importer;
use super::dispatch::DxCall;
use crate::bitcode::module as bc;
use crate::dxil::ops::{DxOp, view};
use crate::error::{Error, Result};
use crate::ir::{Flags, Op, Type, Value};

impl<'a> Importer<'a> {
    /// Operations on one value.
    pub fn unary(&mut self, call: DxCall<'a>) -> Result<Value> {
        let id = view::FAbs::read(call.args)?.value;
        let llvm_ty = self.llvm_value_ty(id)?;
        let value = self.value(id)?;
        let ty = self.ty(call.inst.ty)?;
        let op = match call.op {
            DxOp::FAbs => Op::FAbs,
            DxOp::Saturate => {
                let operand = self.value_ty(value);
                let (zero, one) = (self.float_const(operand, 0.0), self.float_const(operand, 1.0));
                return Ok(self.emit(Op::NClamp, call.flags, ty, &[value, zero, one]));
            }
            DxOp::Cos => Op::Cos,
            DxOp::Sin => Op::Sin,
            DxOp::Tan => Op::Tan,
            DxOp::Acos => Op::Acos,
            DxOp::Asin => Op::Asin,
            DxOp::Atan => Op::Atan,
            DxOp::Hcos => Op::Cosh,
            DxOp::Hsin => Op::Sinh,
            DxOp::Htan => Op::Tanh,
            DxOp::Exp => Op::Exp2,
            DxOp::Frc => Op::Fract,
            DxOp::Log => Op::Log2,
            DxOp::Sqrt => Op::Sqrt,
            DxOp::Rsqrt => Op::InverseSqrt,
            DxOp::Round_ne => Op::RoundEven,
            DxOp::Round_ni => Op::Floor,
            DxOp::Round_pi => Op::Ceil,
            DxOp::Round_z => Op::Trunc,
            DxOp::DerivCoarseX => return Ok(self.derivative(Op::DPdxCoarse, call, ty, value)),
            DxOp::DerivCoarseY => return Ok(self.derivative(Op::DPdyCoarse, call, ty, value)),
            DxOp::DerivFineX => return Ok(self.derivative(Op::DPdxFine, call, ty, value)),
            DxOp::DerivFineY => return Ok(self.derivative(Op::DPdyFine, call, ty, value)),
            DxOp::IsNaN | DxOp::IsInf | DxOp::IsFinite | DxOp::IsNormal => {
                return self.float_class(call.op, value, ty);
            }
            DxOp::Bfrev | DxOp::Countbits | DxOp::FirstbitLo | DxOp::FirstbitHi | DxOp::FirstbitSHi => {
                return self.bit_operation(call.op, value, llvm_ty, ty);
            }
            other => return Err(Error::internal(format!("{other} is no unary operation"))),
        };
        Ok(self.emit(op, call.flags, ty, &[value]))
    }

    /// Derivatives exist for `f32` only.
    fn derivative(&mut self, op: Op, call: DxCall<'a>, ty: Type, value: Value) -> Value {
        if self.module.types.scalar(ty) != Type::F16 {
            return self.emit(op, call.flags, ty, &[value]);
        }
        let n = self.module.types.components(ty);
        let wide_ty = self.module.types.vector(Type::F32, n);
        let wide = self.emit(Op::FConvert, Flags::NONE, wide_ty, &[value]);
        let result = self.emit(op, call.flags.with(Flags::RELAXED), wide_ty, &[wide]);
        self.emit(Op::FConvert, Flags::NONE, ty, &[result])
    }

    /// Tests on the exponent's bits: SPIR-V's own may be folded under no-NaN assumptions.
    fn float_class(&mut self, op: DxOp, value: Value, ty: Type) -> Result<Value> {
        let float = self.value_ty(value);
        let scalar = self.module.types.scalar(float);
        let (bits, exponent, mantissa_bits) = match scalar {
            Type::F16 => (Type::I16, 0x7c00u64, 10),
            Type::F32 => (Type::I32, 0x7f80_0000, 23),
            Type::F64 => (Type::I64, 0x7ff0_0000_0000_0000, 52),
            _ => return Err(Error::malformed("float test of a value that is no float")),
        };
        let n = self.module.types.components(float);
        let bits_ty = self.module.types.vector(bits, n);
        let word = self.emit(Op::Bitcast, Flags::NONE, bits_ty, &[value]);
        let magnitude_mask = self.int_const(bits_ty, exponent | ((1 << mantissa_bits) - 1));
        let magnitude = self.emit(Op::And, Flags::NONE, bits_ty, &[word, magnitude_mask]);
        let infinity = self.int_const(bits_ty, exponent);
        Ok(match op {
            DxOp::IsNaN => self.emit(Op::UGt, Flags::NONE, ty, &[magnitude, infinity]),
            DxOp::IsInf => self.emit(Op::IEq, Flags::NONE, ty, &[magnitude, infinity]),
            DxOp::IsFinite => self.emit(Op::ULt, Flags::NONE, ty, &[magnitude, infinity]),
            // Normal: 2^min <= magnitude < infinity, in one comparison.
            _ => {
                let smallest = self.int_const(bits_ty, 1 << mantissa_bits);
                let range = self.int_const(bits_ty, exponent - (1 << mantissa_bits));
                let shifted = self.emit(Op::ISub, Flags::NONE, bits_ty, &[magnitude, smallest]);
                self.emit(Op::ULt, Flags::NONE, ty, &[shifted, range])
            }
        })
    }

    /// The low and high words of an `i64`.
    fn split64(&mut self, value: Value) -> (Value, Value) {
        let pair_ty = self.module.types.vector(Type::I32, 2);
        let pair = self.emit(Op::Bitcast, Flags::NONE, pair_ty, &[value]);
        let low = self.emit_imm(Op::Extract, Flags::NONE, Type::I32, &[pair], 0);
        let high = self.emit_imm(Op::Extract, Flags::NONE, Type::I32, &[pair], 1);
        (low, high)
    }

    // SPIR-V's bit operations take 32-bit values only (Vulkan without maintenance9).
    fn bit_operation(&mut self, op: DxOp, value: Value, llvm_ty: bc::TypeId, ty: Type) -> Result<Value> {
        let i32 = |this: &mut Self, op, args: &[Value]| this.emit(op, Flags::NONE, Type::I32, args);
        let c = |this: &mut Self, bits: u32| this.module.i32(bits);
        let width = self
            .int_bits(llvm_ty)
            .ok_or_else(|| Error::malformed(format!("{op} of a value that is no integer")))?;
        if self.module.types.components(self.value_ty(value)) != 1 {
            return Err(Error::unsupported(format!("{op} of a vector")));
        }
        // 16-bit values as 32-bit ones: zero-extended, but sign-extended for the signed search.
        let signed = op == DxOp::FirstbitSHi;
        let word = match width {
            32 | 64 => value,
            16 => match (self.value_ty(value) == Type::I16, signed) {
                (true, true) => i32(self, Op::SExt, &[value]),
                (true, false) => i32(self, Op::ZExt, &[value]),
                (false, true) => self.sext16(value),
                (false, false) => self.zext16(value),
            },
            _ => return Err(Error::unsupported(format!("{op} of {width} bits"))),
        };
        let ones = c(self, u32::MAX);
        match op {
            DxOp::Bfrev if width == 64 => {
                let (low, high) = self.split64(word);
                let low = i32(self, Op::BitReverse, &[low]);
                let high = i32(self, Op::BitReverse, &[high]);
                let pair_ty = self.module.types.vector(Type::I32, 2);
                let pair = self.emit(Op::Construct, Flags::NONE, pair_ty, &[high, low]);
                Ok(self.emit(Op::Bitcast, Flags::NONE, ty, &[pair]))
            }
            DxOp::Bfrev => {
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
            DxOp::Countbits if width == 64 => {
                let (low, high) = self.split64(word);
                let low = i32(self, Op::BitCount, &[low]);
                let high = i32(self, Op::BitCount, &[high]);
                Ok(i32(self, Op::IAdd, &[low, high]))
            }
            DxOp::Countbits => Ok(i32(self, Op::BitCount, &[word])),
            DxOp::FirstbitLo if width == 64 => {
                let (low, high) = self.split64(word);
                let low = i32(self, Op::FindILsb, &[low]);
                let high = i32(self, Op::FindILsb, &[high]);
                let bias = c(self, 32);
                // -1 with bit 5 set is still -1.
                let high = i32(self, Op::Or, &[high, bias]);
                let in_high = self.emit(Op::IEq, Flags::NONE, Type::BOOL, &[low, ones]);
                Ok(i32(self, Op::Select, &[in_high, high, low]))
            }
            DxOp::FirstbitLo => Ok(i32(self, Op::FindILsb, &[word])),
            // Counted from the most significant bit.
            _ => {
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
    pub fn arithmetic(&mut self, call: DxCall<'a>) -> Result<Value> {
        let ty = self.ty(call.inst.ty)?;
        let mut values = [Value::from(crate::ir::Inst(0)); 12];
        let operands = call.args.get(1..).unwrap_or(&[]);
        for (slot, &id) in values.iter_mut().zip(operands) {
            *slot = self.value(id)?;
        }
        let [a, b, c, d, ..] = values;
        let flags = call.flags;
        let int = Flags::NONE;
        Ok(match call.op {
            DxOp::FMax => self.emit(Op::NMax, flags, ty, &[a, b]),
            DxOp::FMin => self.emit(Op::NMin, flags, ty, &[a, b]),
            DxOp::IMax | DxOp::IMin | DxOp::UMax | DxOp::UMin => {
                let (op, signed) = match call.op {
                    DxOp::IMax => (Op::SMax, true),
                    DxOp::IMin => (Op::SMin, true),
                    DxOp::UMax => (Op::UMax, false),
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
                self.emit(op, int, ty, &[a, b])
            }
            DxOp::IMul | DxOp::UMul => {
                // D3D12 has the high word first.
                let op = if call.op == DxOp::IMul {
                    Op::SMulExtended
                } else {
                    Op::UMulExtended
                };
                if self.used_members(call.inst) & 1 == 0 {
                    let low = self.emit(Op::IMul, int, Type::I32, &[a, b]);
                    let high = self.module.undef(Type::I32);
                    return Ok(self.emit(Op::Construct, int, ty, &[high, low]));
                }
                let product = self.emit(op, int, ty, &[a, b]);
                let low = self.emit_imm(Op::Extract, int, Type::I32, &[product], 0);
                let high = self.emit_imm(Op::Extract, int, Type::I32, &[product], 1);
                self.emit(Op::Construct, int, ty, &[high, low])
            }
            DxOp::UDiv => {
                let quotient = self.guarded_udiv(Op::UDiv, Type::I32, a, b);
                let remainder = self.guarded_udiv(Op::UMod, Type::I32, a, b);
                self.emit(Op::Construct, int, ty, &[quotient, remainder])
            }
            DxOp::UAddc | DxOp::USubb => {
                let op = if call.op == DxOp::UAddc {
                    Op::IAddCarry
                } else {
                    Op::ISubBorrow
                };
                let pair_ty = self.module.types.tuple(&[Type::I32, Type::I32]);
                let pair = self.emit(op, int, pair_ty, &[a, b]);
                let result = self.emit_imm(Op::Extract, int, Type::I32, &[pair], 0);
                let carry = self.emit_imm(Op::Extract, int, Type::I32, &[pair], 1);
                let zero = self.module.i32(0);
                let carry = self.emit(Op::INe, int, Type::BOOL, &[carry, zero]);
                self.emit(Op::Construct, int, ty, &[result, carry])
            }
            DxOp::FMad => self.mul_add(flags, ty, a, b, c),
            DxOp::Fma => self.emit(Op::Fma, flags, ty, &[a, b, c]),
            DxOp::IMad | DxOp::UMad => {
                let product = self.emit(Op::IMul, int, ty, &[a, b]);
                self.emit(Op::IAdd, int, ty, &[product, c])
            }
            DxOp::Msad => self.msad(a, b, c),
            DxOp::Ibfe | DxOp::Ubfe => {
                let op = if call.op == DxOp::Ibfe {
                    Op::BitFieldSExtract
                } else {
                    Op::BitFieldUExtract
                };
                let (width, offset) = self.bit_field(a, b);
                self.emit(op, int, ty, &[c, offset, width])
            }
            DxOp::Bfi => {
                let (width, offset) = self.bit_field(a, b);
                self.emit(Op::BitFieldInsert, int, ty, &[d, c, offset, width])
            }
            DxOp::Dot2 => self.dot(flags, ty, &values[..2], &values[2..4], None),
            DxOp::Dot3 => self.dot(flags, ty, &values[..3], &values[3..6], None),
            DxOp::Dot4 => self.dot(flags, ty, &values[..4], &values[4..8], None),
            DxOp::Dot2AddHalf => {
                // acc + a.x * b.x + a.y * b.y, the products in f32.
                let mut wide = [a; 4];
                for (slot, &half) in wide.iter_mut().zip(&values[1..5]) {
                    *slot = if self.value_ty(half) == Type::F32 {
                        half
                    } else {
                        self.emit(Op::FConvert, int, Type::F32, &[half])
                    };
                }
                self.dot(flags, ty, &wide[..2], &wide[2..4], Some(a))
            }
            DxOp::Dot4AddI8Packed | DxOp::Dot4AddU8Packed => {
                let extract = if call.op == DxOp::Dot4AddI8Packed {
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
            DxOp::Pack4x8 => self.pack4x8(call, &values[1..5])?,
            DxOp::Unpack4x8 => self.unpack4x8(call, b, ty)?,
            other => return Err(Error::internal(format!("{other} is no arithmetic operation"))),
        })
    }

    fn mul_add(&mut self, flags: Flags, ty: Type, a: Value, b: Value, c: Value) -> Value {
        let product = self.emit(Op::FMul, flags, ty, &[a, b]);
        self.emit(Op::FAdd, flags, ty, &[product, c])
    }

    fn dot(&mut self, flags: Flags, ty: Type, a: &[Value], b: &[Value], sum: Option<Value>) -> Value {
        let mut sum = sum;
        for (&x, &y) in a.iter().zip(b) {
            sum = Some(match sum {
                None => self.emit(Op::FMul, flags, ty, &[x, y]),
                Some(sum) => self.mul_add(flags, ty, x, y, sum),
            });
        }
        sum.unwrap_or_else(|| self.module.null(ty))
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

    fn unpack4x8(&mut self, call: DxCall<'a>, word: Value, ty: Type) -> Result<Value> {
        let operands = view::Unpack4x8::read(call.args)?;
        let mode = self.immediate(operands.mode, "unpack mode")?;
        let op = match mode {
            0 => Op::BitFieldUExtract,
            1 => Op::BitFieldSExtract,
            _ => return Err(Error::malformed(format!("unpack mode {mode}"))),
        };
        let member = self.component_type(call)?;
        let eight = self.module.i32(8);
        let mut parts = Vec::with_capacity(4);
        for byte in 0..4 {
            let offset = self.module.i32(byte * 8);
            let part = self.emit(op, Flags::NONE, Type::I32, &[word, offset, eight]);
            parts.push(if member == Type::I16 {
                self.emit(Op::ITrunc, Flags::NONE, Type::I16, &[part])
            } else {
                part
            });
        }
        Ok(self.emit(Op::Construct, Flags::NONE, ty, &parts))
    }

    /// Operations that reinterpret or convert bits.
    pub fn conversion(&mut self, call: DxCall<'a>) -> Result<Value> {
        let ty = self.ty(call.inst.ty)?;
        let int = Flags::NONE;
        if call.op == DxOp::MakeDouble {
            let operands = view::MakeDouble::read(call.args)?;
            let (low, high) = (self.value(operands.lo)?, self.value(operands.hi)?);
            let pair_ty = self.module.types.vector(Type::I32, 2);
            let pair = self.emit(Op::Construct, int, pair_ty, &[low, high]);
            return Ok(self.emit(Op::Bitcast, int, Type::F64, &[pair]));
        }
        let &[_, id] = call.args else {
            return Err(Error::internal("conversion of several values"));
        };
        let value = self.value(id)?;
        Ok(match call.op {
            DxOp::SplitDouble => {
                let pair_ty = self.module.types.vector(Type::I32, 2);
                self.emit(Op::Bitcast, int, pair_ty, &[value])
            }
            // Minimum precision carries both as 32-bit: go through the half's bits.
            DxOp::BitcastI16toF16 if ty == Type::F32 => self.f16_to_f32(value),
            DxOp::BitcastF16toI16 if ty == Type::I32 => self.f32_to_f16_rtz(value),
            DxOp::BitcastI16toF16
            | DxOp::BitcastF16toI16
            | DxOp::BitcastI32toF32
            | DxOp::BitcastF32toI32
            | DxOp::BitcastI64toF64
            | DxOp::BitcastF64toI64 => self.emit(Op::Bitcast, int, ty, &[value]),
            DxOp::LegacyF32ToF16 => self.f32_to_f16_rtz(value),
            DxOp::LegacyF16ToF32 => self.f16_to_f32(value),
            DxOp::LegacyDoubleToFloat => self.emit(Op::FConvert, int, ty, &[value]),
            DxOp::LegacyDoubleToSInt32 => self.float_to_int(value, ty, true),
            DxOp::LegacyDoubleToUInt32 => self.float_to_int(value, ty, false),
            other => return Err(Error::internal(format!("{other} is no conversion"))),
        })
    }
}
