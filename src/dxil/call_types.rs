//! Checks the type of the function behind a dx.op call against the table's row.
//!
//! In: an operation and the function that carries it. Out: nothing, or an error that names the operand. What
//! holds afterwards: `import` may take every operand and member for what the row says.

use crate::bitcode::module::{FuncId, Module, Type, TypeId};
use crate::dxil::ops::DxOp;
use crate::dxil::ops::{OperandType, Overload};
use crate::error::{Error, Result};

/// Checks the parameters and the result of `function`, which is called as `op`.
pub fn check_types(module: &Module, op: DxOp, function: FuncId) -> Result<()> {
    let ty = module
        .functions
        .get(function)
        .and_then(|f| module.types.get(f.ty));
    let Some(&Type::Function { ret, params, .. }) = ty else {
        return Err(Error::malformed(format!("dx.op {op}: the callee is no function")));
    };
    let mut checker = Checker {
        module,
        overload: None,
    };
    let wrong = |what: &str, ty: TypeId| {
        let ty = module.type_name(ty);
        Error::malformed(format!("dx.op {op}: {what} cannot be of type {ty}"))
    };
    let params = module.type_list(params);
    // One word fewer.
    let count = op.operands().len() - usize::from(op.is_early_form(params.len()));
    let mut params = params.iter().copied();
    match params.next() {
        Some(opcode) if checker.is_int(opcode, 32) => {}
        _ => return Err(Error::malformed(format!("dx.op {op}: the opcode is no i32"))),
    }
    for operand in op.operands().iter().take(count) {
        for _ in 0..operand.count {
            let ty = params
                .next()
                .ok_or_else(|| Error::malformed(format!("dx.op {op}: the callee has too few parameters")))?;
            if !checker.fits(operand.ty, ty) {
                return Err(wrong(operand.name, ty));
            }
        }
    }
    if !checker.fits(op.result(), ret) {
        return Err(wrong("the result", ret));
    }
    match checker.overload {
        Some(overload) if !op.overloads().is_void() && !checker.allowed(op, overload) => {
            Err(wrong("its overload", overload))
        }
        _ => Ok(()),
    }
}

struct Checker<'a> {
    module: &'a Module,
    /// The overload type, once an operand or the result shows it.
    overload: Option<TypeId>,
}

impl Checker<'_> {
    fn is_int(&self, ty: TypeId, bits: u32) -> bool {
        matches!(self.module.types.get(ty), Some(Type::Int(b)) if *b == bits)
    }

    fn overload_is(&mut self, ty: TypeId) -> bool {
        *self.overload.get_or_insert(ty) == ty
    }

    /// The members of a struct.
    fn members(&self, ty: TypeId) -> &[TypeId] {
        match self.module.types.get(ty) {
            Some(Type::Struct { members, .. }) => self.module.type_list(*members),
            _ => &[],
        }
    }

    /// Whether `ty` has a scalar for each of the overload's, of the kind of which `scalar` decides.
    fn lanes(&self, ty: TypeId, scalar: impl Fn(&Type) -> bool) -> bool {
        let overload = self.overload.and_then(|overload| self.module.types.get(overload));
        let overload = match overload {
            Some(Type::Vector { len, .. }) => Some(*len),
            _ => None,
        };
        match self.module.types.get(ty) {
            Some(Type::Vector { element, len }) => {
                overload == Some(*len) && self.module.types.get(*element).is_some_and(scalar)
            }
            Some(ty) => overload.is_none() && scalar(ty),
            None => false,
        }
    }

    fn fits(&mut self, expected: OperandType, ty: TypeId) -> bool {
        use OperandType as T;
        let module = self.module;
        let Some(data) = module.types.get(ty) else {
            return false;
        };
        match expected {
            T::Overload => self.overload_is(ty),
            T::OverloadI1 => self.lanes(ty, |t| *t == Type::Int(1)),
            T::OverloadI32 => self.lanes(ty, |t| *t == Type::Int(32)),
            T::Element => match self.overload.and_then(|overload| module.types.get(overload)) {
                Some(&Type::Vector { element, .. }) => element == ty,
                _ => false,
            },
            T::Void => *data == Type::Void,
            T::I1 => *data == Type::Int(1),
            T::I8 => *data == Type::Int(8),
            T::I16 => *data == Type::Int(16),
            T::I32 => *data == Type::Int(32),
            T::I64 => *data == Type::Int(64),
            T::F16 => *data == Type::Half,
            T::F32 => *data == Type::Float,
            T::F64 => *data == Type::Double,
            T::PointerF32 => matches!(data, Type::Pointer { .. }),
            T::ResRet => match *self.members(ty) {
                [x, y, z, w, status] => {
                    [y, z, w].iter().all(|&m| m == x) && self.is_int(status, 32) && self.overload_is(x)
                }
                // SM 6.9: a vector and the status.
                [x, status] => self.is_int(status, 32) && self.overload_is(x),
                _ => false,
            },
            T::CBufRet => {
                // 16 bytes; minimum-precision values come 4 to a row.
                let members = self.members(ty);
                let Some(&first) = members.first() else {
                    return false;
                };
                let (count, same) = (members.len(), members.iter().all(|&m| m == first));
                let fits = match module.types.get(first) {
                    Some(Type::Double | Type::Int(64)) => count == 2,
                    Some(Type::Half | Type::Int(16)) => count == 4 || count == 8,
                    _ => count == 4,
                };
                same && fits && self.overload_is(first)
            }
            T::Dimensions | T::FourI32 => {
                self.members(ty).len() == 4 && self.members(ty).iter().all(|&m| self.is_int(m, 32))
            }
            T::SamplePos => {
                let float = |m: &TypeId| module.types.get(*m) == Some(&Type::Float);
                self.members(ty).len() == 2 && self.members(ty).iter().all(float)
            }
            T::TwoI32 | T::SplitDouble => {
                self.members(ty).len() == 2 && self.members(ty).iter().all(|&m| self.is_int(m, 32))
            }
            T::I32Carry => match *self.members(ty) {
                [sum, carry] => self.is_int(sum, 32) && self.is_int(carry, 1),
                _ => false,
            },
            T::Vec4 => match *self.members(ty) {
                [x, y, z, w] => [y, z, w].iter().all(|&m| m == x) && self.overload_is(x),
                _ => false,
            },
            // A handle is a struct of its own; what else is opaque here is the handler's to judge.
            T::Handle => matches!(data, Type::Struct { name, .. } if module.text(*name) == "dx.types.Handle"),
            T::HitObject => {
                matches!(data, Type::Struct { name, .. } if module.text(*name) == "dx.types.HitObject")
            }
            T::Udt
            | T::Object
            | T::ResourceProperties
            | T::ResBind
            | T::NodeHandle
            | T::NodeRecordHandle
            | T::NodeProperties
            | T::NodeRecordProperties => true,
        }
    }

    fn allowed(&self, op: DxOp, ty: TypeId) -> bool {
        let scalar = |ty: &Type| {
            Some(match ty {
                Type::Int(1) => Overload::I1,
                Type::Int(8) => Overload::I8,
                Type::Int(16) => Overload::I16,
                Type::Int(32) => Overload::I32,
                Type::Int(64) => Overload::I64,
                Type::Half => Overload::F16,
                Type::Float => Overload::F32,
                Type::Double => Overload::F64,
                _ => return None,
            })
        };
        match self.module.types.get(ty) {
            Some(Type::Vector { element, .. }) => self
                .module
                .types
                .get(*element)
                .and_then(scalar)
                .is_some_and(|overload| op.overloads().allows_vector_of(overload)),
            Some(ty) => match scalar(ty) {
                Some(overload) => op.overloads().allows(overload),
                None => op.overloads().allows(Overload::Udt) || op.overloads().allows(Overload::Object),
            },
            None => false,
        }
    }
}
