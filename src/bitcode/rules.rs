//! LLVM's typing rules for values, instructions and constant expressions.

use super::module::{BinaryOp, CastOp, Predicate, RmwOp, Type, TypeId};
use super::types::Types;

/// What a value or its lanes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    /// Integer of so many bits.
    Int(u32),
    /// Float of so many bits.
    Float(u32),
    /// Pointer in an address space.
    Pointer(u32),
    /// Anything else.
    Other,
}

/// A type seen as a scalar or a vector of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub scalar: Scalar,
    /// Lanes of a vector, 0 for a scalar.
    pub lanes: u32,
}

impl Shape {
    /// The shape of `ty`.
    #[inline]
    pub fn of(types: &Types, ty: TypeId) -> Self {
        match *types.of(ty) {
            Type::Vector { element, len } => Self {
                scalar: scalar(types.of(element)),
                lanes: len,
            },
            ref other => Self {
                scalar: scalar(other),
                lanes: 0,
            },
        }
    }

    fn bits(self) -> Option<u64> {
        match self.scalar {
            Scalar::Int(bits) | Scalar::Float(bits) => Some(u64::from(bits) * u64::from(self.lanes.max(1))),
            Scalar::Pointer(_) | Scalar::Other => None,
        }
    }
}

#[inline]
fn scalar(ty: &Type) -> Scalar {
    match *ty {
        Type::Int(bits) => Scalar::Int(bits),
        Type::Half => Scalar::Float(16),
        Type::Float => Scalar::Float(32),
        Type::Double => Scalar::Float(64),
        Type::Pointer { space, .. } => Scalar::Pointer(space),
        _ => Scalar::Other,
    }
}

/// The binary operation with LLVM's number `code` on values of `shape`.
#[inline]
pub(super) fn binary_op(code: u64, shape: Shape) -> Option<BinaryOp> {
    use BinaryOp::*;
    Some(match (shape.scalar, code) {
        (Scalar::Int(_), 0) => Add,
        (Scalar::Int(_), 1) => Sub,
        (Scalar::Int(_), 2) => Mul,
        (Scalar::Int(_), 3) => UDiv,
        (Scalar::Int(_), 4) => SDiv,
        (Scalar::Int(_), 5) => URem,
        (Scalar::Int(_), 6) => SRem,
        (Scalar::Int(_), 7) => Shl,
        (Scalar::Int(_), 8) => LShr,
        (Scalar::Int(_), 9) => AShr,
        (Scalar::Int(_), 10) => And,
        (Scalar::Int(_), 11) => Or,
        (Scalar::Int(_), 12) => Xor,
        (Scalar::Float(_), 0) => FAdd,
        (Scalar::Float(_), 1) => FSub,
        (Scalar::Float(_), 2) => FMul,
        (Scalar::Float(_), 4) => FDiv,
        (Scalar::Float(_), 6) => FRem,
        _ => return None,
    })
}

/// The conversion with LLVM's number `code`.
pub(super) fn cast_op(code: u64) -> Option<CastOp> {
    use CastOp::*;
    Some(match code {
        0 => Trunc,
        1 => ZExt,
        2 => SExt,
        3 => FpToUi,
        4 => FpToSi,
        5 => UiToFp,
        6 => SiToFp,
        7 => FpTrunc,
        8 => FpExt,
        9 => PtrToInt,
        10 => IntToPtr,
        11 => Bitcast,
        12 => AddrSpaceCast,
        _ => return None,
    })
}

/// Whether `op` converts from `from` to `to`.
pub(super) fn can_cast(op: CastOp, from: Shape, to: Shape) -> bool {
    use Scalar::{Float, Int, Pointer};
    let same_lanes = from.lanes == to.lanes;
    match (op, from.scalar, to.scalar) {
        (CastOp::Trunc, Int(a), Int(b)) | (CastOp::FpTrunc, Float(a), Float(b)) => same_lanes && a > b,
        (CastOp::ZExt | CastOp::SExt, Int(a), Int(b)) | (CastOp::FpExt, Float(a), Float(b)) => {
            same_lanes && a < b
        }
        (CastOp::FpToUi | CastOp::FpToSi, Float(_), Int(_)) => same_lanes,
        (CastOp::UiToFp | CastOp::SiToFp, Int(_), Float(_)) => same_lanes,
        (CastOp::PtrToInt, Pointer(_), Int(_)) | (CastOp::IntToPtr, Int(_), Pointer(_)) => same_lanes,
        (CastOp::AddrSpaceCast, Pointer(a), Pointer(b)) => same_lanes && a != b,
        // DXC also goes from one address space to another so.
        (CastOp::Bitcast, Pointer(_), Pointer(_)) => same_lanes,
        (CastOp::Bitcast, ..) => from.bits().is_some() && from.bits() == to.bits(),
        _ => false,
    }
}

/// The predicate with LLVM's number `code`, for operands of `shape`.
#[inline]
pub(super) fn predicate(code: u64, shape: Shape) -> Option<Predicate> {
    use Predicate::*;
    const FLOAT: [Predicate; 16] = [
        FFalse, FOeq, FOgt, FOge, FOlt, FOle, FOne, FOrd, FUno, FUeq, FUgt, FUge, FUlt, FUle, FUne, FTrue,
    ];
    const INT: [Predicate; 10] = [Eq, Ne, Ugt, Uge, Ult, Ule, Sgt, Sge, Slt, Sle];
    match shape.scalar {
        Scalar::Float(_) => FLOAT.get(code as usize).copied(),
        Scalar::Int(_) | Scalar::Pointer(_) => INT.get(code.checked_sub(32)? as usize).copied(),
        Scalar::Other => None,
    }
}

/// The `atomicrmw` operation with LLVM's number `code`.
pub(super) fn rmw_op(code: u64) -> Option<RmwOp> {
    use RmwOp::*;
    const OPS: [RmwOp; 11] = [Xchg, Add, Sub, And, Nand, Or, Xor, Max, Min, UMax, UMin];
    OPS.get(code as usize).copied()
}

/// The type of comparing values of `shape`.
#[inline]
pub(super) fn comparison_type(types: &mut Types, shape: Shape) -> TypeId {
    let bool = types.int(1);
    if shape.lanes == 0 {
        bool
    } else {
        types.vector(bool, shape.lanes)
    }
}

/// The part of `ty` that a constant index names.
pub(super) fn part(types: &Types, ty: TypeId, index: u64) -> Option<TypeId> {
    match *types.of(ty) {
        Type::Struct { members, .. } => members.of(&types.refs).get(usize::try_from(index).ok()?).copied(),
        Type::Array { element, len } => (index < len).then_some(element),
        _ => None,
    }
}

/// One step of a `getelementptr` into `ty`. `index` is the index if it is a constant; only that of a struct
/// must be one.
#[inline]
pub(super) fn gep_step(types: &Types, ty: TypeId, index: impl FnOnce() -> Option<i64>) -> Option<TypeId> {
    match *types.of(ty) {
        Type::Struct { .. } => part(types, ty, u64::try_from(index()?).ok()?),
        Type::Array { element, .. } | Type::Vector { element, .. } => Some(element),
        _ => None,
    }
}
