//! Operations on constants.
//!
//! LLVM folds them itself but where an operand is undefined, of which an expression is left: `(undef & 255) + 17`. Such an
//! operand has some value here, the same for all who ask.

use super::Importer;
use crate::bitcode::module as bc;
use crate::error::{Error, Result};
use crate::ir::half::{f16_bits_to_f32, f32_to_f16_bits};
use crate::ir::{Const, ConstData, Type, TypeData};
use std::cmp::Ordering;

/// What a scalar type of the IR is to LLVM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carried {
    /// The same.
    AsItself,
    /// `i16`, carried as `i32`.
    Int16,
    /// `half`, carried as `f32`.
    Half,
}

impl Importer<'_> {
    /// How LLVM type `id` is carried.
    pub fn carried(&self, id: bc::TypeId) -> Carried {
        if self.is_widened_i16(id) {
            Carried::Int16
        } else if self.is_relaxed_half(id) {
            Carried::Half
        } else {
            Carried::AsItself
        }
    }

    /// The elements of a vector constant of `ty`, or those that one without a list of them has.
    fn elements_of(&mut self, vector: Const) -> Option<Vec<Const>> {
        let TypeData::Vector { element, len } = *self.module.types.get(self.module.consts.ty(vector)) else {
            return None;
        };
        match self.module.consts.get(vector).clone() {
            ConstData::Composite(elements) => Some(elements),
            data @ (ConstData::Null | ConstData::Undef) => {
                let element = self.module.consts.intern(element, data);
                Some(vec![element; len as usize])
            }
            ConstData::Scalar(_) | ConstData::Specialization { .. } => None,
        }
    }

    /// Folds an operation on vectors element by element.
    fn fold_elements(
        &mut self,
        operands: [Const; 2],
        ty: Type,
        mut fold: impl FnMut(&mut Self, [Const; 2], Type) -> Result<Const>,
    ) -> Result<Option<Const>> {
        let [Some(a), Some(b)] = operands.map(|operand| self.elements_of(operand)) else {
            return Ok(None);
        };
        let element = self.module.types.scalar(ty);
        let folded = a.into_iter().zip(b).map(|(a, b)| fold(self, [a, b], element));
        let folded = folded.collect::<Result<Vec<_>>>()?;
        self.composite(ty, folded).map(Some)
    }

    /// A conversion to type `to`; `carried` is what the types of the operand and of the result are to LLVM.
    pub fn fold_cast(
        &mut self,
        op: bc::CastOp,
        operand: Const,
        to: Type,
        carried: [Carried; 2],
    ) -> Result<Const> {
        let from = self.module.consts.ty(operand);
        if self.module.types.components(to) == self.module.types.components(from) {
            let fold = |this: &mut Self, [a, _]: [Const; 2], ty| this.fold_cast(op, a, ty, carried);
            if let Some(folded) = self.fold_elements([operand; 2], to, fold)? {
                return Ok(folded);
            }
        }
        let bits = match self.module.consts.get(operand) {
            ConstData::Undef => return Ok(self.module.consts.intern(to, ConstData::Undef)),
            ConstData::Null if to.scalar_bits() != 0 && from.scalar_bits() != 0 => 0,
            ConstData::Scalar(bits) if to.scalar_bits() != 0 => *bits,
            _ => return Err(Error::unsupported(format!("constant {op:?} of an aggregate"))),
        };
        match cast(op, [from, to], carried, bits) {
            Some(result) => Ok(self.module.consts.scalar(to, result)),
            None => Err(Error::unsupported(format!(
                "constant expression {op:?} from type {from} to type {to}"
            ))),
        }
    }

    pub(super) fn is_undefined(&self, constant: Const) -> bool {
        self.module.consts.get(constant) == &ConstData::Undef
    }

    /// Of each component of two vectors of type `ty` the one that `condition` chooses: the second where it is undefined.
    pub fn fold_select(&mut self, condition: Const, sides: [Const; 2], ty: Type) -> Result<Const> {
        let [Some(conditions), Some(if_true), Some(if_false)] =
            [condition, sides[0], sides[1]].map(|vector| self.elements_of(vector))
        else {
            return Err(Error::unsupported("constant select of vectors and what is none"));
        };
        let sides = if_true.into_iter().zip(if_false);
        let chosen = conditions
            .into_iter()
            .zip(sides)
            .map(
                |(condition, (if_true, if_false))| match self.module.consts.scalar_bits(condition) {
                    Some(0) | None => if_false,
                    Some(_) => if_true,
                },
            );
        let chosen = chosen.collect();
        self.composite(ty, chosen)
    }

    /// A comparison of constants, of type `to`, which LLVM leaves in place where one is undefined: that is 0 then.
    pub fn fold_compare(
        &mut self,
        predicate: bc::Predicate,
        sides: [Const; 2],
        to: Type,
        carried: Carried,
    ) -> Result<Const> {
        let fold = |this: &mut Self, sides: [Const; 2], to| this.fold_compare(predicate, sides, to, carried);
        if let Some(folded) = self.fold_elements(sides, to, fold)? {
            return Ok(folded);
        }
        let [a, b] = sides.map(|side| match self.module.consts.scalar_bits(side) {
            None if self.is_undefined(side) && self.module.consts.ty(side).scalar_bits() != 0 => Some(0),
            bits => bits,
        });
        let (Some(a), Some(b)) = (a, b) else {
            return Err(Error::unsupported("a constant comparison of what is no scalar"));
        };
        let ty = match carried {
            Carried::Int16 => Type::I16,
            _ => self.module.consts.ty(sides[0]),
        };
        let holds = holds(predicate, ty, [a, b].map(|bits| unsigned(bits, ty.scalar_bits())));
        Ok(self.module.consts.scalar(Type::BOOL, holds.into()))
    }

    /// What an operation on constants of type `ty`, which is `carried`, gives; an error where that is not known here.
    pub fn fold_binary(
        &mut self,
        op: bc::BinaryOp,
        sides: [Const; 2],
        ty: Type,
        carried: Carried,
    ) -> Result<Const> {
        let fold = |this: &mut Self, sides: [Const; 2], ty| this.fold_binary(op, sides, ty, carried);
        if let Some(folded) = self.fold_elements(sides, ty, fold)? {
            return Ok(folded);
        }
        let [Some(a), Some(b)] = sides.map(|side| self.module.consts.scalar_bits(side)) else {
            // LLVM leaves an operation in place where an operand is undefined: what some value of it gives.
            if sides.iter().any(|&side| self.is_undefined(side)) && ty.scalar_bits() != 0 {
                use bc::BinaryOp as B;
                return Ok(match op {
                    B::Add | B::Sub | B::Xor | B::FAdd | B::FSub | B::FMul | B::FDiv => {
                        self.module.consts.intern(ty, ConstData::Undef)
                    }
                    B::Or => self.module.consts.scalar(ty, u64::MAX),
                    _ => self.module.consts.intern(ty, ConstData::Null),
                });
            }
            return Err(Error::unsupported(format!(
                "constant expression {op:?} of an aggregate"
            )));
        };
        match binary(op, ty, carried, [a, b]) {
            Some(result) => Ok(self.module.consts.scalar(ty, result)),
            None => Err(Error::unsupported(format!("constant expression {op:?} on {ty}"))),
        }
    }
}

/// The lowest `width` bits.
fn unsigned(bits: u64, width: u32) -> u64 {
    match width {
        0 | 64.. => bits,
        _ => bits & !(u64::MAX << width),
    }
}

/// The same as a number with a sign, as constants of `i16` carried as `i32` are.
fn signed(bits: u64, width: u32) -> i64 {
    let shift = 64 - width.clamp(1, 64);
    (bits << shift) as i64 >> shift
}

/// The number that `bits` are in float type `ty`.
pub(super) fn number(ty: Type, bits: u64) -> Option<f64> {
    Some(match ty {
        Type::F64 => f64::from_bits(bits),
        Type::F32 => f64::from(f32::from_bits(bits as u32)),
        Type::F16 => f64::from(f16_bits_to_f32(bits as u16)),
        _ => return None,
    })
}

/// The bits of the number of float type `ty` that is nearest to `value`. Which NaN comes out is the host's, so one is chosen.
fn nearest(ty: Type, value: f64) -> Option<u64> {
    Some(match ty {
        Type::F64 if value.is_nan() => f64::NAN.to_bits(),
        Type::F64 => value.to_bits(),
        Type::F32 if value.is_nan() => f32::NAN.to_bits().into(),
        Type::F32 => (value as f32).to_bits().into(),
        Type::F16 if value.is_nan() => 0x7e00,
        Type::F16 => f32_to_f16_bits(to_odd(value)).into(),
        _ => return None,
    })
}

/// `value`, rounded to odd: it can be rounded once more to fewer bits as if it had been so at once.
fn to_odd(value: f64) -> f32 {
    let near = value as f32;
    if f64::from(near) == value || value.is_nan() {
        return near;
    }
    let bits = near.to_bits();
    let beyond = f64::from(near).abs() > value.abs();
    f32::from_bits((bits - u32::from(beyond)) | 1)
}

/// An operation on integers or floats; shifts go by the low bits of their count, and a division of unsigned numbers by zero
/// has all bits set, as everywhere in D3D12. `None` for what LLVM does not have.
fn binary(op: bc::BinaryOp, ty: Type, carried: Carried, sides: [u64; 2]) -> Option<u64> {
    use bc::BinaryOp::*;
    if ty.is_float_scalar() {
        let [a, b] = sides.map(|bits| number(ty, bits));
        let (a, b) = (a?, b?);
        // Twice the bits and two more round like the infinitely precise result, so that one may round again.
        let result = match op {
            FAdd => a + b,
            FSub => a - b,
            FMul => a * b,
            FDiv => a / b,
            FRem => a % b,
            _ => return None,
        };
        return nearest(ty, result);
    }
    let width = match carried {
        Carried::Int16 => 16,
        _ => ty.scalar_bits(),
    };
    let [a, b] = sides.map(|bits| unsigned(bits, width));
    let [signed_a, signed_b] = sides.map(|bits| signed(bits, width));
    let count = b & u64::from(width.max(1) - 1);
    let result = match op {
        Add => a.wrapping_add(b),
        Sub => a.wrapping_sub(b),
        Mul => a.wrapping_mul(b),
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        Shl => a << count,
        LShr => a >> count,
        AShr => (signed_a >> count) as u64,
        UDiv => a.checked_div(b).unwrap_or(u64::MAX),
        URem => a.checked_rem(b).unwrap_or(u64::MAX),
        // Nothing says what is then.
        SDiv | SRem if signed_b == 0 => 0,
        SDiv => signed_a.wrapping_div(signed_b) as u64,
        SRem => signed_a.wrapping_rem(signed_b) as u64,
        FAdd | FSub | FMul | FDiv | FRem => return None,
    };
    Some(signed(result, width) as u64)
}

/// A conversion between scalars.
fn cast(op: bc::CastOp, [from, to]: [Type; 2], [carried, into]: [Carried; 2], bits: u64) -> Option<u64> {
    use bc::CastOp::*;
    let width = |ty: Type, carried| match carried {
        Carried::Int16 => 16,
        _ => ty.scalar_bits(),
    };
    let (has, wanted) = (width(from, carried), width(to, into));
    Some(match op {
        Trunc => signed(bits, wanted) as u64,
        ZExt => unsigned(bits, has),
        SExt => signed(bits, has) as u64,
        SiToFp => nearest_int(to, signed(bits, has).into())?,
        UiToFp => nearest_int(to, unsigned(bits, has).into())?,
        FpToSi | FpToUi => {
            let value = number(from, bits)?;
            if to == Type::BOOL {
                return Some(u64::from(value != 0.0));
            }
            // Both end at the least and the largest number, and NaN becomes 0.
            let most = u64::MAX >> (64 - wanted.clamp(1, 64));
            match op {
                FpToUi => signed((value as u64).min(most), wanted) as u64,
                _ => (value as i64).clamp(!(most >> 1) as i64, (most >> 1) as i64) as u64,
            }
        }
        FpExt | FpTrunc if from == to => bits,
        FpExt | FpTrunc => nearest(to, number(from, bits)?)?,
        Bitcast => match (carried, into) {
            (Carried::Half, Carried::Int16) => {
                signed(f32_to_f16_bits(f32::from_bits(bits as u32)).into(), 16) as u64
            }
            (Carried::Int16, Carried::Half) => f16_bits_to_f32(bits as u16).to_bits().into(),
            _ if carried == into && has == wanted => bits,
            _ => return None,
        },
        PtrToInt | IntToPtr | AddrSpaceCast => return None,
    })
}

/// The number of float type `ty` that is nearest to an integer.
fn nearest_int(ty: Type, value: i128) -> Option<u64> {
    match ty {
        Type::F64 => Some((value as f64).to_bits()),
        Type::F32 => Some((value as f32).to_bits().into()),
        // What halves reach a double has exactly.
        _ => nearest(ty, value as f64),
    }
}

/// Whether a comparison of two scalars, by their bits, holds.
fn holds(predicate: bc::Predicate, ty: Type, [a, b]: [u64; 2]) -> bool {
    let order = match (number(ty, a), number(ty, b)) {
        (Some(a), Some(b)) => a.partial_cmp(&b),
        _ => Some(a.cmp(&b)),
    };
    let width = ty.scalar_bits();
    let signed = signed(a, width).cmp(&signed(b, width));
    use bc::Predicate as P;
    match predicate {
        P::FFalse => false,
        P::FTrue => true,
        P::FOrd => order.is_some(),
        P::FUno => order.is_none(),
        P::FOeq | P::Eq => order == Some(Ordering::Equal),
        P::FOne => order.is_some_and(Ordering::is_ne),
        P::FOgt | P::Ugt => order.is_some_and(Ordering::is_gt),
        P::FOge | P::Uge => order.is_some_and(Ordering::is_ge),
        P::FOlt | P::Ult => order.is_some_and(Ordering::is_lt),
        P::FOle | P::Ule => order.is_some_and(Ordering::is_le),
        P::FUeq => order.is_none_or(Ordering::is_eq),
        P::FUne | P::Ne => order != Some(Ordering::Equal),
        P::FUgt => order.is_none_or(Ordering::is_gt),
        P::FUge => order.is_none_or(Ordering::is_ge),
        P::FUlt => order.is_none_or(Ordering::is_lt),
        P::FUle => order.is_none_or(Ordering::is_le),
        P::Sgt => signed.is_gt(),
        P::Sge => signed.is_ge(),
        P::Slt => signed.is_lt(),
        P::Sle => signed.is_le(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bc::Predicate as P;

    #[test]
    fn comparisons_of_integers() {
        // The highest bit is a sign to some; narrower types have theirs elsewhere.
        for (ty, least) in [(Type::I32, 1 << 31), (Type::I16, 1 << 15), (Type::I64, 1 << 63)] {
            let which = |a: u64, b: u64| {
                [
                    P::Eq,
                    P::Ne,
                    P::Ult,
                    P::Ule,
                    P::Ugt,
                    P::Uge,
                    P::Slt,
                    P::Sle,
                    P::Sgt,
                    P::Sge,
                ]
                .map(|predicate| u8::from(holds(predicate, ty, [a, b])))
            };
            assert_eq!(which(least, 1), [0, 1, 0, 0, 1, 1, 1, 1, 0, 0]);
            assert_eq!(which(1, least), [0, 1, 1, 1, 0, 0, 0, 0, 1, 1]);
            assert_eq!(which(least, least), [1, 0, 0, 1, 0, 1, 0, 1, 0, 1]);
        }
    }

    #[test]
    fn comparisons_of_floats() {
        let which = |ty, a: u64, b: u64| {
            [P::FOeq, P::FOne, P::FOlt, P::FOle, P::FOgt, P::FOge, P::FOrd]
                .into_iter()
                .chain([P::FUeq, P::FUne, P::FUlt, P::FUle, P::FUgt, P::FUge, P::FUno])
                .map(|predicate| u8::from(holds(predicate, ty, [a, b])))
                .collect::<Vec<_>>()
        };
        let of = |ty, [a, b, nan]: [u64; 3]| {
            assert_eq!(which(ty, a, b), [0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 1, 0, 0, 0]);
            assert_eq!(which(ty, b, a), [0, 1, 0, 0, 1, 1, 1, 0, 1, 0, 0, 1, 1, 0]);
            assert_eq!(which(ty, a, a), [1, 0, 0, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0]);
            assert_eq!(which(ty, a, nan), [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1]);
        };
        of(Type::F32, [-2f32, 0.5, f32::NAN].map(|x| x.to_bits().into()));
        of(Type::F64, [-2f64, 0.5, f64::NAN].map(f64::to_bits));
        of(Type::F16, [0xc000, 0x3800, 0x7e00]);
        // Zeros are equal.
        assert!(holds(P::FOeq, Type::F32, [0, 1 << 31]) && !holds(P::FOlt, Type::F32, [1 << 31, 0]));
        assert!(holds(P::FTrue, Type::F32, [0, 0]) && !holds(P::FFalse, Type::F32, [0, 0]));
    }

    /// Numbers of `ty` in bits.
    fn of(ty: Type, value: f64) -> u64 {
        nearest(ty, value).unwrap()
    }

    #[test]
    fn integers_are_divided_and_shifted_as_d3d12_does() {
        use bc::BinaryOp::*;
        let int = |ty, op, a: i64, b: i64| {
            let result = binary(op, ty, Carried::AsItself, [a as u64, b as u64]).unwrap();
            unsigned(result, ty.scalar_bits())
        };
        for (ty, bits) in [(Type::I16, 16), (Type::I32, 32), (Type::I64, 64)] {
            let all = u64::MAX >> (64 - bits);
            assert_eq!(int(ty, UDiv, 7, 0), all);
            assert_eq!(int(ty, URem, 7, 0), all);
            assert_eq!(int(ty, UDiv, -1, 2), all / 2);
            assert_eq!(int(ty, SDiv, -7, 2), unsigned(-3i64 as u64, bits));
            assert_eq!(int(ty, SRem, -7, 2), all);
            assert_eq!(int(ty, SDiv, i64::MIN >> (64 - bits), -1), 1 << (bits - 1));
            assert_eq!(
                int(ty, AShr, -8, i64::from(bits) + 1),
                unsigned(-4i64 as u64, bits)
            );
            assert_eq!(int(ty, LShr, -8, i64::from(bits) + 1), all / 2 - 3);
            assert_eq!(int(ty, Shl, 3, i64::from(bits) + 1), 6);
        }
        // Above the 16 bits that are carried may be anything, and the result's sign is.
        let carried = |op, a: u64, b: u64| binary(op, Type::I32, Carried::Int16, [a, b]).unwrap() as u32;
        assert_eq!(carried(UDiv, 0xabcd_8000, 2), 0x4000);
        assert_eq!(carried(SDiv, 0x1234_8000, 2), 0xffff_c000);
        assert_eq!(carried(AShr, 0x1234_8000, 17), 0xffff_c000);
        assert_eq!(carried(LShr, 0xffff_8000, 1), 0x4000);
        assert_eq!(carried(Add, 0x7fff, 1), 0xffff_8000);
    }

    #[test]
    fn floats_are_rounded_once() {
        use bc::BinaryOp::*;
        let float = |op, ty, a, b| binary(op, ty, Carried::AsItself, [of(ty, a), of(ty, b)]).unwrap();
        for ty in [Type::F16, Type::F32, Type::F64] {
            assert_eq!(float(FAdd, ty, 1.5, 2.0), of(ty, 3.5));
            assert_eq!(float(FSub, ty, 1.5, 2.0), of(ty, -0.5));
            assert_eq!(float(FMul, ty, 1.5, -2.0), of(ty, -3.0));
            assert_eq!(float(FDiv, ty, 3.0, -2.0), of(ty, -1.5));
            assert_eq!(float(FRem, ty, -7.5, 2.0), of(ty, -1.5));
            assert_eq!(float(FDiv, ty, 0.0, 0.0), of(ty, f64::NAN));
            assert_eq!(float(FDiv, ty, -1.0, 0.0), of(ty, f64::NEG_INFINITY));
        }
        // As the host does in the type itself.
        let mut state = 1u64;
        for _ in 0..20_000 {
            let [a, b] = [(); 2].map(|()| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                f32::from_bits((state >> 32) as u32)
            });
            for (op, expected) in [
                (FAdd, a + b),
                (FSub, a - b),
                (FMul, a * b),
                (FDiv, a / b),
                (FRem, a % b),
            ] {
                let sides = [a, b].map(|x| u64::from(x.to_bits()));
                let found = f32::from_bits(binary(op, Type::F32, Carried::AsItself, sides).unwrap() as u32);
                assert!(
                    found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan(),
                    "{op:?} {a:e} {b:e}: {found:e}, not {expected:e}"
                );
            }
        }
        // Just above the middle of two halves: a float in between would make it the middle.
        let above = 1.0 + 2f64.powi(-11) + 2f64.powi(-40);
        assert_eq!(of(Type::F16, above), 0x3c01);
        assert_eq!(of(Type::F16, -above), 0xbc01);
        assert_eq!(of(Type::F16, 1.0 + 2f64.powi(-11)), 0x3c00);
        assert_eq!(of(Type::F16, 65_519.999_999), 0x7bff);
        assert_eq!(of(Type::F16, 1e300), 0x7c00);
    }

    #[test]
    fn conversions_saturate_and_know_what_is_carried() {
        use bc::CastOp::*;
        let plain = |op, from, to, bits| cast(op, [from, to], [Carried::AsItself; 2], bits).unwrap();
        let to_int =
            |op, to: Type, value: f64| unsigned(plain(op, Type::F64, to, value.to_bits()), to.scalar_bits());
        assert_eq!(to_int(FpToSi, Type::I32, -1.9), 0xffff_ffff);
        assert_eq!(to_int(FpToSi, Type::I32, -1e20), 0x8000_0000);
        assert_eq!(to_int(FpToSi, Type::I16, 1e20), 0x7fff);
        assert_eq!(to_int(FpToSi, Type::I64, f64::NEG_INFINITY), 1 << 63);
        assert_eq!(to_int(FpToUi, Type::I32, -1.0), 0);
        assert_eq!(to_int(FpToUi, Type::I32, 1e20), 0xffff_ffff);
        assert_eq!(to_int(FpToUi, Type::I64, 1e30), u64::MAX);
        assert_eq!(to_int(FpToSi, Type::I32, f64::NAN), 0);
        assert_eq!(to_int(FpToSi, Type::BOOL, 0.5), 1);
        assert_eq!(plain(SiToFp, Type::I32, Type::F16, 0xffff_fffe), 0xc000);
        assert_eq!(plain(UiToFp, Type::I32, Type::F16, 0xffff_fffe), 0x7c00);
        assert_eq!(
            plain(UiToFp, Type::I64, Type::F32, u64::MAX),
            u64::from(2f32.powi(64).to_bits())
        );
        assert_eq!(plain(SiToFp, Type::I64, Type::F64, u64::MAX), (-1f64).to_bits());
        assert_eq!(plain(SExt, Type::BOOL, Type::I32, 1) as u32, u32::MAX);
        assert_eq!(
            plain(FpTrunc, Type::F64, Type::F32, 0.1f64.to_bits()),
            u64::from(0.1f32.to_bits())
        );
        assert_eq!(plain(FpExt, Type::F16, Type::F64, 0x3e00), 1.5f64.to_bits());
        let carried = |op, types: [Type; 2], carried, bits| cast(op, types, carried, bits).unwrap() as u32;
        let [itself, int, half] = [Carried::AsItself, Carried::Int16, Carried::Half];
        assert_eq!(carried(ZExt, [Type::I32; 2], [int, itself], 0xffff_8000), 0x8000);
        assert_eq!(
            carried(SExt, [Type::I32; 2], [int, itself], 0x1_8000),
            0xffff_8000
        );
        assert_eq!(
            carried(Trunc, [Type::I32; 2], [itself, int], 0x1_8000),
            0xffff_8000
        );
        assert_eq!(
            carried(Bitcast, [Type::F32, Type::I32], [half, int], 0x3fc0_0000),
            0x3e00
        );
        assert_eq!(
            carried(Bitcast, [Type::I32, Type::F32], [int, half], 0xabcd_3e00),
            0x3fc0_0000
        );
        assert_eq!(
            carried(FpToSi, [Type::F32, Type::I32], [half, int], 0xc7c3_5000),
            0xffff_8000
        );
        assert_eq!(cast(Bitcast, [Type::F32, Type::I32], [half, itself], 0), None);
    }
}
