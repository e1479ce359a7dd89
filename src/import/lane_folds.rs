//! What is known of a component of an operation on vectors.
//!
//! DXC folds operations on scalars one of which is constant, but those on vectors only where they have the same constant in
//! each component: `colour * float4(uv, 1, 1)` is two multiplications before shader model 6.9 and four from then on. Here
//! such components become what DXC makes of scalars, so that both give the same module and the same results.

use super::Importer;
use super::folds::{Carried, number};
use crate::bitcode::module::BinaryOp;
use crate::ir::{Flags, Op, Type, Value};

impl Importer<'_> {
    /// What `op` on components `a` and `b` of type `ty` gives, where that takes no operation or a cheaper one; `fast` where
    /// it may be computed in any way that is right for real numbers.
    pub fn folded_lane(&mut self, op: BinaryOp, ty: Type, a: Value, b: Value, fast: bool) -> Option<Value> {
        use BinaryOp as B;
        if let (Some(x), Some(y)) = (a.as_const(), b.as_const())
            && self.module.const_bits(a).is_some()
            && self.module.const_bits(b).is_some()
        {
            return self
                .fold_binary(op, [x, y], ty, Carried::AsItself)
                .ok()
                .map(Value::from);
        }
        if !ty.is_float_scalar() {
            return self.folded_int(op, ty, a, b);
        }
        let (x, y) = (self.float_of(a), self.float_of(b));
        let flags = if fast { Flags::NONE } else { Flags::PRECISE };
        match op {
            B::FMul => {
                let (other, factor) = match (x, y) {
                    (_, Some(y)) => (a, y),
                    (Some(x), None) => (b, x),
                    _ => return None,
                };
                if factor == 1.0 {
                    return Some(other);
                }
                if factor == -1.0 {
                    return Some(self.emit(Op::FNeg, flags, ty, &[other]));
                }
                (fast && factor == 0.0).then(|| self.module.float(ty, 0.0))
            }
            B::FAdd => {
                let nothing =
                    |value: Option<f64>| value.is_some_and(|v| v == 0.0 && (fast || v.is_sign_negative()));
                match (nothing(x), nothing(y)) {
                    (_, true) => Some(a),
                    (true, _) => Some(b),
                    _ => None,
                }
            }
            B::FSub => y
                .filter(|y| *y == 0.0 && (fast || y.is_sign_positive()))
                .map(|_| a),
            B::FDiv => {
                let divisor = y?;
                if divisor == 1.0 {
                    return Some(a);
                }
                // By its reciprocal, where that is as exact as wanted.
                let power = divisor.to_bits() << 12 == 0;
                let reciprocal = match ty {
                    Type::F32 => f64::from(1.0 / (divisor as f32)),
                    Type::F64 => 1.0 / divisor,
                    _ => return None,
                };
                let smallest = match ty {
                    Type::F32 => f64::from(f32::MIN_POSITIVE),
                    _ => f64::MIN_POSITIVE,
                };
                let normal = [divisor, reciprocal]
                    .iter()
                    .all(|value| value.is_finite() && value.abs() >= smallest);
                if !normal || !(fast || power) {
                    return None;
                }
                let reciprocal = self.module.float(ty, reciprocal);
                Some(self.emit(Op::FMul, flags, ty, &[a, reciprocal]))
            }
            _ => None,
        }
    }

    fn folded_int(&mut self, op: BinaryOp, ty: Type, a: Value, b: Value) -> Option<Value> {
        use BinaryOp as B;
        let ones = match ty.scalar_bits() {
            0 => return None,
            64 => u64::MAX,
            bits => (1 << bits) - 1,
        };
        let commutes = matches!(op, B::Add | B::Mul | B::And | B::Or | B::Xor);
        let (other, constant) = match (self.module.const_bits(a), self.module.const_bits(b)) {
            (_, Some(bits)) => (a, bits),
            (Some(bits), None) if commutes => (b, bits),
            _ => return None,
        };
        match (op, constant) {
            (B::Add | B::Sub | B::Or | B::Xor | B::Shl | B::LShr | B::AShr, 0) => Some(other),
            (B::Mul | B::UDiv | B::SDiv, 1) => Some(other),
            (B::And, bits) if bits == ones => Some(other),
            (B::Mul | B::And, 0) => Some(self.module.scalar(ty, 0)),
            _ => None,
        }
    }

    fn float_of(&self, value: Value) -> Option<f64> {
        number(self.value_ty(value), self.module.const_bits(value)?)
    }
}
