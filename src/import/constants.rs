//! LLVM constants to IR constants.
//!
//! Constant expressions on scalars are folded (see [`folds`](super::folds)); those on pointers become access chains where
//! they are used (see [`memory`](super::memory)).

use super::Importer;
use crate::bitcode::module as bc;
use crate::entity::EntityId;
use crate::error::{Error, Result};
use crate::ir::half::f16_bits_to_f32;
use crate::ir::{Const, ConstData, Type, TypeData, Value};
use crate::limits;

impl<'a> Importer<'a> {
    /// The value of LLVM value `id`, or its component while components are gone through; instructions must have been
    /// imported already.
    #[inline]
    pub fn value(&mut self, id: bc::ValueId) -> Result<Value> {
        let value = self.whole_value(id)?;
        Ok(match self.lane {
            None => value,
            Some(lane) => self.lane_of(value, lane),
        })
    }

    #[inline]
    fn whole_value(&mut self, id: bc::ValueId) -> Result<Value> {
        if let Some(frame) = self.frames.last()
            && let Some(local) = id.0.checked_sub(frame.body.first_value)
            && let Some(Some(value)) = frame.values.get(local as usize)
        {
            return Ok(*value);
        }
        self.new_value(id)
    }

    /// A value that is of the module, or is asked for the first time.
    #[inline(never)]
    fn new_value(&mut self, id: bc::ValueId) -> Result<Value> {
        let frame = self
            .frames
            .last()
            .ok_or_else(|| Error::internal("no function is being imported"))?;
        if let Some(local) = id.0.checked_sub(frame.body.first_value) {
            let value = frame.body.values.get(local as usize);
            match value.map(|v| &v.kind) {
                Some(bc::ValueKind::Constant(_)) => {}
                _ => return Err(self.no_value(id, local)),
            }
            let value = self.constant(id)?;
            if let Some(slot) = self
                .frames
                .last_mut()
                .and_then(|f| f.values.get_mut(local as usize))
            {
                *slot = Some(value);
            }
            return Ok(value);
        }
        if let Some(value) = self.tables.values.get(id.index()) {
            return Ok(value);
        }
        let value = self.constant(id)?;
        self.tables.values.set(id.index(), value);
        Ok(value)
    }

    /// Why a local value is no value of the IR.
    #[cold]
    fn no_value(&self, id: bc::ValueId, local: u32) -> Error {
        if self.frames.last().is_some_and(|f| f.aggregates.is_defined(local)) {
            Error::unsupported("a struct as one value, or a resource that depends on control flow")
        } else {
            Error::malformed(format!("value {id} is used before it is defined"))
        }
    }

    /// The LLVM value of `id` in the current function.
    #[inline]
    pub fn llvm_value(&self, id: bc::ValueId) -> Result<&'a bc::Value> {
        let body = self.frames.last().map(|f| f.body);
        match body {
            Some(body) => body.value(self.llvm, id),
            None => self.llvm.values.get(id),
        }
        .ok_or_else(|| Error::malformed(format!("value {id} does not exist")))
    }

    /// The LLVM type of value `id`.
    #[inline]
    pub fn llvm_value_ty(&self, id: bc::ValueId) -> Result<bc::TypeId> {
        Ok(self.llvm_value(id)?.ty)
    }

    /// The value of an integer constant, sign-extended; `None` when `id` is anything else.
    pub fn const_int(&self, id: bc::ValueId) -> Option<i64> {
        self.llvm_value(id).ok()?.int()
    }

    /// An integer constant operand of a dx.op that must be one.
    pub fn immediate(&self, id: bc::ValueId, what: &str) -> Result<u32> {
        self.const_int(id)
            .map(|value| value as u32)
            .ok_or_else(|| Error::malformed(format!("{what} is not an integer constant")))
    }

    fn constant(&mut self, id: bc::ValueId) -> Result<Value> {
        let value = self.llvm_value(id)?;
        match &value.kind {
            bc::ValueKind::Constant(constant) => {
                let mut budget = limits::MAX_CONSTANT_ELEMENTS;
                if let bc::Constant::Gep { .. } | bc::Constant::Cast { .. } = constant
                    && let Ok(bc::Type::Pointer { .. }) = self.llvm_type(value.ty)
                {
                    return Err(Error::unsupported("pointer constant expression as a value"));
                }
                Ok(self.constant_data(value.ty, constant, 0, &mut budget)?.into())
            }
            bc::ValueKind::Global(_) => Err(Error::unsupported("address of a global variable as a value")),
            other => Err(Error::malformed(format!(
                "value {id} ({other:?}) is not a constant"
            ))),
        }
    }

    /// A constant of LLVM type `ty` as an initializer of memory.
    pub fn initializer(&mut self, id: bc::ValueId) -> Result<Const> {
        let value = self.llvm_value(id)?;
        let bc::ValueKind::Constant(constant) = &value.kind else {
            return Err(Error::unsupported("initializer that is not a constant"));
        };
        let mut budget = limits::MAX_CONSTANT_ELEMENTS;
        self.constant_data(value.ty, constant, 0, &mut budget)
    }

    /// `value` as memory of type `ty` holds it: arrays in arrays are one array, booleans are words.
    pub fn in_memory(&mut self, value: Const, ty: Type) -> Result<Const> {
        let from = self.module.consts.ty(value);
        if from == ty {
            return Ok(value);
        }
        let other = || Error::unsupported("initializer whose memory has another form");
        let data = self.module.consts.get(value).clone();
        let parts = match data {
            ConstData::Null | ConstData::Undef => return Ok(self.module.consts.intern(ty, data)),
            ConstData::Scalar(bits) if from == Type::BOOL && ty == Type::I32 => {
                return Ok(self.module.consts.scalar(ty, bits & 1));
            }
            ConstData::Composite(parts) => parts,
            _ => return Err(other()),
        };
        let mut all = Vec::with_capacity(parts.len());
        match self.module.types.get(ty).clone() {
            TypeData::Struct(data) if data.members.len() == parts.len() => {
                for (part, member) in parts.into_iter().zip(data.members) {
                    all.push(self.in_memory(part, member.ty)?);
                }
            }
            TypeData::Vector { element, len } if len as usize == parts.len() => {
                for part in parts {
                    all.push(self.in_memory(part, element)?);
                }
            }
            TypeData::Array { element, len, .. } => {
                for part in parts {
                    self.elements_in_memory(part, element, &mut all)?;
                }
                if all.len() != len as usize {
                    return Err(other());
                }
            }
            _ => return Err(other()),
        }
        Ok(self.module.consts.intern(ty, ConstData::Composite(all)))
    }

    /// Appends what `part` of an array brings into memory as elements of type `element`. Recursion follows the nesting
    /// of types, as in [`in_memory`](Self::in_memory).
    fn elements_in_memory(&mut self, part: Const, element: Type, all: &mut Vec<Const>) -> Result<()> {
        let ty = self.module.consts.ty(part);
        let (inner, len) = match *self.module.types.get(ty) {
            TypeData::Array {
                element: inner, len, ..
            } => (inner, len),
            TypeData::Vector { element: inner, len } if element.scalar_bits() != 0 => (inner, len),
            _ => {
                let part = self.in_memory(part, element)?;
                all.push(part);
                return Ok(());
            }
        };
        if all.len() + len as usize > limits::MAX_CONSTANT_ELEMENTS {
            return Err(Error::limit("elements of a constant").beyond(limits::MAX_CONSTANT_ELEMENTS));
        }
        match self.module.consts.get(part).clone() {
            ConstData::Composite(parts) => {
                for part in parts {
                    self.elements_in_memory(part, element, all)?;
                }
            }
            data @ (ConstData::Null | ConstData::Undef) => {
                let part = self.module.consts.intern(inner, data);
                for _ in 0..len {
                    self.elements_in_memory(part, element, all)?;
                }
            }
            _ => return Err(Error::unsupported("initializer whose memory has another form")),
        }
        Ok(())
    }

    // Elements are remembered: constants share them, and a chain of pairs would double with each level.
    fn element_constant(
        &mut self,
        id: bc::ValueId,
        depth: usize,
        budget: &mut usize,
    ) -> Result<(bc::TypeId, Const)> {
        let value = self.llvm_value(id)?;
        let bc::ValueKind::Constant(constant) = &value.kind else {
            return Err(Error::unsupported("constant aggregate with an address in it"));
        };
        if let Some(known) = self.tables.values.get(id.index())
            && let Some(known) = known.as_const()
        {
            return Ok((value.ty, known));
        }
        let result = self.constant_data(value.ty, constant, depth, budget)?;
        self.tables.values.set(id.index(), result.into());
        Ok((value.ty, result))
    }

    // Recursion is bounded by `limits::MAX_CONSTANT_NESTING`, its work by `budget`.
    fn constant_data(
        &mut self,
        ty: bc::TypeId,
        constant: &bc::Constant,
        depth: usize,
        budget: &mut usize,
    ) -> Result<Const> {
        if depth > limits::MAX_CONSTANT_NESTING {
            return Err(Error::limit("levels of constants").beyond(limits::MAX_CONSTANT_NESTING));
        }
        *budget = budget
            .checked_sub(1)
            .ok_or_else(|| Error::limit("elements of a constant").beyond(limits::MAX_CONSTANT_ELEMENTS))?;
        // In initializers and in values alike `i1` constants stay booleans, except in arrays of memory form,
        // which DXIL does not have.
        let ir_ty = self.whole_ty(ty)?;
        let depth = depth + 1;
        Ok(match constant {
            bc::Constant::Undef => self.module.consts.intern(ir_ty, ConstData::Undef),
            bc::Constant::Null => self.module.consts.intern(ir_ty, ConstData::Null),
            bc::Constant::Int(value) => {
                if ir_ty.scalar_bits() == 0 {
                    return Err(Error::malformed("integer constant of a type that is no integer"));
                }
                self.module.consts.scalar(ir_ty, *value as u64)
            }
            bc::Constant::Float(bits) => self.float_constant(ty, ir_ty, *bits)?,
            bc::Constant::Aggregate(list) => {
                let mut elements = Vec::new();
                for &element in self.llvm.value_list(*list) {
                    elements.push(self.element_constant(element, depth, budget)?.1);
                }
                self.composite(ir_ty, elements)?
            }
            bc::Constant::Data(list) => {
                let element = match self.llvm_type(ty)? {
                    bc::Type::Array { element, .. } | bc::Type::Vector { element, .. } => *element,
                    _ => return Err(Error::malformed("data constant that is no array")),
                };
                let element_ty = self.whole_ty(element)?;
                let data = self.llvm.data_list(*list);
                *budget = budget.checked_sub(data.len()).ok_or_else(|| {
                    Error::limit("elements of a constant").beyond(limits::MAX_CONSTANT_ELEMENTS)
                })?;
                let float = element_ty.is_float_scalar();
                let widened = self.is_widened_i16(element);
                let mut elements = Vec::with_capacity(data.len());
                for &bits in data {
                    elements.push(match (float, widened) {
                        (true, _) => self.float_constant(element, element_ty, bits)?,
                        (_, true) => self.module.consts.scalar(element_ty, bits as u16 as i16 as u64),
                        _ if element_ty.scalar_bits() != 0 => self.module.consts.scalar(element_ty, bits),
                        _ => return Err(Error::malformed("data constant of a type that is no scalar")),
                    });
                }
                self.composite(ir_ty, elements)?
            }
            bc::Constant::Cast { op, value } => {
                let (from, operand) = self.element_constant(*value, depth, budget)?;
                self.fold_cast(*op, operand, ir_ty, [self.carried(from), self.carried(ty)])?
            }
            bc::Constant::Binary { op, lhs, rhs } => {
                let (_, lhs) = self.element_constant(*lhs, depth, budget)?;
                let (_, rhs) = self.element_constant(*rhs, depth, budget)?;
                self.fold_binary(*op, [lhs, rhs], ir_ty, self.carried(ty))?
            }
            bc::Constant::Select {
                condition,
                if_true,
                if_false,
            } => {
                let (_, condition) = self.element_constant(*condition, depth, budget)?;
                if let TypeData::Vector { .. } = self.module.types.get(self.module.consts.ty(condition)) {
                    let (_, if_true) = self.element_constant(*if_true, depth, budget)?;
                    let (_, if_false) = self.element_constant(*if_false, depth, budget)?;
                    return self.fold_select(condition, [if_true, if_false], ir_ty);
                }
                let chosen = match self.module.consts.scalar_bits(condition) {
                    Some(0) => if_false,
                    Some(_) => if_true,
                    None if self.is_undefined(condition) => if_false,
                    None => return Err(Error::unsupported("constant select on a value that is no scalar")),
                };
                self.element_constant(*chosen, depth, budget)?.1
            }
            bc::Constant::Compare { predicate, lhs, rhs } => {
                let (of, lhs) = self.element_constant(*lhs, depth, budget)?;
                let (_, rhs) = self.element_constant(*rhs, depth, budget)?;
                self.fold_compare(*predicate, [lhs, rhs], ir_ty, self.carried(of))?
            }
            bc::Constant::Gep { .. } => {
                return Err(Error::unsupported("pointer constant expression as a value"));
            }
        })
    }

    pub(super) fn composite(&mut self, ty: Type, elements: Vec<Const>) -> Result<Const> {
        // A vector of one element (SM 6.9) is that element.
        if ty.scalar_bits() != 0
            && let &[element] = elements.as_slice()
            && self.module.consts.ty(element) == ty
        {
            return Ok(element);
        }
        // The element count must match: SPIR-V has no partial composites.
        let expected = match self.module.types.get(ty) {
            crate::ir::TypeData::Vector { len, .. } | crate::ir::TypeData::Array { len, .. } => *len as usize,
            crate::ir::TypeData::Struct(s) => s.members.len(),
            _ => {
                return Err(Error::malformed(
                    "aggregate constant of a type that is no aggregate",
                ));
            }
        };
        if elements.len() != expected {
            return Err(Error::malformed(format!(
                "aggregate constant of {} elements where its type has {expected}",
                elements.len()
            )));
        }
        Ok(self.module.consts.intern(ty, ConstData::Composite(elements)))
    }

    fn float_constant(&mut self, ty: bc::TypeId, ir_ty: Type, bits: u64) -> Result<Const> {
        if !ir_ty.is_float_scalar() {
            return Err(Error::malformed("float constant of a type that is no float"));
        }
        let bits = match self.llvm_type(ty)? {
            bc::Type::Half if ir_ty == Type::F32 => u64::from(f16_bits_to_f32(bits as u16).to_bits()),
            _ => bits,
        };
        Ok(self.module.consts.scalar(ir_ty, bits))
    }
}
