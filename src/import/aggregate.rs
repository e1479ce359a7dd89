//! Struct values: what dx.op operations with several results return, `cmpxchg`, and what LLVM makes of those.
//!
//! A struct is never one IR value. It is a list of its members, each a value of its own:
//!
//! ```text
//! %r = call %ResRet bufferLoad(..)         %5 = buffer.load ..  then  %6 = extract %5, 0   %7 = extract %5, 2
//! %p = phi %ResRet [%r, %a], [%s, %b]      a block parameter for each member
//! %q = select i1 %c, %ResRet %r, %s        a select for each member
//! %i = insertvalue %ResRet %r, float %x, 0 the list with another first member
//! ```
//!
//! Members that nobody uses hold no value and cost nothing. Which are used is known before a body is imported
//! ([`Aggregates::new`]): extractions say it, and phis, selections and insertions pass it on to their operands
//! until nothing changes. Loads rest on it too: they fetch the components that are used, and a status only if it is.
//!
//! Handles (`%dx.types.Handle`) and hit objects are structs in LLVM only; arrays are IR values like any other.

use super::Importer;
use super::dispatch::DxCall;
use super::lanes::Lanes;
use super::matrix_types::MatrixType;
use super::members::{MAX_MEMBERS, member_bit};
pub use super::members::{Members, Used};
use crate::bitcode::module as bc;
use crate::dxil::ops::OperandType;
use crate::error::{Error, Result};
use crate::ir::{ConstData, Flags, Op, Type, Value};
use smallvec::SmallVec;

/// Whether a struct of this name is a handle, or a matrix, which is one value too.
fn is_handle_name(name: &str) -> bool {
    let rest = name.strip_prefix("dx.types.");
    rest.is_some_and(|rest| {
        matches!(rest, "Handle" | "HitObject" | "NodeHandle" | "NodeRecordHandle")
            || MatrixType::is_name(name)
    })
}

impl<'a> Importer<'a> {
    /// The member types of a type whose values are structs; none for handles and what is no struct.
    pub fn struct_members(&self, ty: bc::TypeId) -> Result<Option<&'a [bc::TypeId]>> {
        match self.llvm.types.get(ty) {
            Some(bc::Type::Struct { name, .. }) if is_handle_name(self.llvm.text(*name)) => Ok(None),
            Some(bc::Type::Struct { members, .. }) => {
                let members = self.llvm.type_list(*members);
                if members.len() > MAX_MEMBERS {
                    return Err(Error::unsupported(format!(
                        "a value that is a struct of {} members",
                        members.len()
                    )));
                }
                Ok(Some(members))
            }
            _ => Ok(None),
        }
    }

    /// The local number of a value of the innermost function.
    fn local(&self, id: bc::ValueId) -> Option<u32> {
        id.0.checked_sub(self.frames.last()?.body.first_value)
    }

    /// Whether `id` is a value of the IR already: a resource that libraries load as a struct is a handle.
    pub fn is_one_value(&self, id: bc::ValueId) -> bool {
        let known = |frame: &super::frame::Frame<'a>| {
            let local = id.0.checked_sub(frame.body.first_value)?;
            frame.values.get(local as usize).copied().flatten()
        };
        self.frames.last().and_then(known).is_some()
    }

    /// The members used of an instruction's result.
    pub fn used_members(&self, inst: &bc::Inst) -> Used {
        let local = inst.result.and_then(|id| self.local(id));
        match (local, self.frames.last()) {
            (Some(local), Some(frame)) => frame.aggregates.used(local),
            _ => 0,
        }
    }

    /// Makes a member of each type that is used of an instruction's result.
    pub fn each_member(
        &mut self,
        inst: &bc::Inst,
        types: &[bc::TypeId],
        mut make: impl FnMut(&mut Self, usize, bc::TypeId) -> Result<Value>,
    ) -> Result<Members> {
        let used = self.used_members(inst);
        let mut members = Members::new();
        for (index, &ty) in types.iter().enumerate() {
            members.push(match used >> index & 1 {
                0 => None,
                _ => Some(make(self, index, ty)?),
            });
        }
        Ok(members)
    }

    /// Records the members of an instruction's result.
    pub fn define_members(&mut self, inst: &bc::Inst, members: &[Option<Value>]) {
        if let Some(local) = inst.result.and_then(|id| self.local(id))
            && let Some(frame) = self.frames.last_mut()
        {
            frame.aggregates.define(local, members);
        }
    }

    /// The members of a struct value: an instruction's, an argument's or a constant's.
    pub fn members(&mut self, id: bc::ValueId) -> Result<Members> {
        if let Some(local) = self.local(id)
            && let Some(frame) = self.frames.last()
            && frame.aggregates.is_defined(local)
        {
            return Ok(frame.aggregates.members(local).into());
        }
        let constant = self
            .value(id)?
            .as_const()
            .ok_or_else(|| Error::unsupported("a resource handle where a struct is expected"))?;
        let ty = self.llvm_value_ty(id)?;
        let Some(types) = self.struct_members(ty)? else {
            return Err(Error::malformed(
                "a value that is no struct where one is expected",
            ));
        };
        let parts = match self.module.consts.get(constant) {
            ConstData::Composite(parts) => parts.clone(),
            _ => Vec::new(),
        };
        let undefined = *self.module.consts.get(constant) == ConstData::Undef;
        let mut members = Members::new();
        for (index, &ty) in types.iter().enumerate() {
            let ty = self.ty(ty)?;
            members.push(Some(match parts.get(index) {
                Some(&part) => part.into(),
                None if undefined => self.module.undef(ty),
                None => self.module.null(ty),
            }));
        }
        Ok(members)
    }

    /// A struct value as one IR value: as a member of another struct, which is what the IR has for it.
    #[inline(never)]
    pub fn value_or_struct(&mut self, id: bc::ValueId) -> Result<Value> {
        let ty = self.llvm_value_ty(id)?;
        let Some(types) = self.struct_members(ty)? else {
            return self.value(id);
        };
        let ty = self.ty(ty)?;
        let mut parts: SmallVec<[Value; 8]> = SmallVec::new();
        for (member, &llvm_ty) in self.members(id)?.iter().zip(types) {
            let member_ty = self.ty(llvm_ty)?;
            parts.push(match *member {
                Some(member) => self.placed(member)?,
                None => self.module.undef(member_ty),
            });
        }
        Ok(self.emit(Op::Construct, Flags::NONE, ty, &parts))
    }

    /// `extractvalue`
    pub fn extract_value(&mut self, id: bc::ValueId, indices: &[u64]) -> Result<Value> {
        let out_of_range = || Error::malformed("member index out of range");
        let mut indices = indices;
        let ty = self.llvm_value_ty(id)?;
        let mut value = if self.struct_members(ty)?.is_some() {
            let (&first, rest) = indices.split_first().ok_or_else(out_of_range)?;
            indices = rest;
            let index = usize::try_from(first).map_err(|_| out_of_range())?;
            self.member(id, index)?
        } else {
            self.value(id)?
        };
        for &index in indices {
            let index = u32::try_from(index).map_err(|_| out_of_range())?;
            let ty = self.value_ty(value);
            let member = self.module.types.element(ty, index).ok_or_else(out_of_range)?;
            value = self.emit_imm(Op::Extract, Flags::NONE, member, &[value], index);
        }
        Ok(if indices.is_empty() {
            value
        } else {
            self.taken_apart(value)
        })
    }

    fn member(&mut self, id: bc::ValueId, index: usize) -> Result<Value> {
        let known = match (self.local(id), self.frames.last()) {
            (Some(local), Some(frame)) if frame.aggregates.is_defined(local) => {
                frame.aggregates.members(local).get(index).copied()
            }
            _ => self.members(id)?.get(index).copied(),
        };
        known
            .ok_or_else(|| Error::malformed("member index out of range"))?
            .ok_or_else(|| Error::internal("a member that is used has no value"))
    }

    /// `insertvalue` into a struct.
    pub fn insert_member(&mut self, id: bc::ValueId, value: Value, indices: &[u64]) -> Result<Members> {
        let mut members = self.members(id)?;
        let out_of_range = || Error::malformed("member index out of range");
        let (&first, rest) = indices.split_first().ok_or_else(out_of_range)?;
        let types = self.struct_members(self.llvm_value_ty(id)?)?.unwrap_or(&[]);
        let index = usize::try_from(first).map_err(|_| out_of_range())?;
        let (Some(slot), Some(&ty)) = (members.get_mut(index), types.get(index)) else {
            return Err(out_of_range());
        };
        let ty = self.ty(ty)?;
        if rest.is_empty() {
            if self.value_ty(value) != ty {
                return Err(Error::malformed("inserted value does not fit the member"));
            }
            *slot = Some(value);
        } else if let Some(member) = *slot {
            // Where nobody uses the member, its parts don't matter either.
            *slot = Some(self.insert_value(member, value, rest)?);
        }
        Ok(members)
    }

    /// `select` between structs.
    pub fn select_members(
        &mut self,
        inst: &bc::Inst,
        types: &[bc::TypeId],
        condition: Value,
        if_true: bc::ValueId,
        if_false: bc::ValueId,
    ) -> Result<Members> {
        let (a, b) = (self.members(if_true)?, self.members(if_false)?);
        self.each_member(inst, types, |this, index, llvm_ty| {
            let (Some(Some(a)), Some(Some(b))) = (a.get(index), b.get(index)) else {
                return Err(Error::internal("a member that is used has no value"));
            };
            let (a, b) = (this.lanes(*a), this.lanes(*b));
            this.charge(a.len() - 1)?;
            let ty = this.ty(llvm_ty)?;
            let scalar = this.module.types.scalar(ty);
            let flags = this.relaxed(llvm_ty);
            let lanes: Lanes = a
                .into_iter()
                .zip(b)
                .map(|(a, b)| this.emit(Op::Select, flags, scalar, &[condition, a, b]))
                .collect();
            Ok(this.vector_of(ty, &lanes))
        })
    }

    /// Records the result of a dx.op call: a struct's members are taken out of the vector or tuple that `value` is.
    pub fn define_result(&mut self, call: DxCall<'a>, value: Value) -> Result<()> {
        use OperandType as T;
        let members = match call.op.result() {
            T::ResRet => self.loaded_members(call, value)?,
            T::CBufRet
            | T::Dimensions
            | T::SamplePos
            | T::TwoI32
            | T::FourI32
            | T::I32Carry
            | T::SplitDouble
            | T::Vec4 => {
                let types = self.struct_members(call.inst.ty)?.unwrap_or(&[]);
                self.each_member(call.inst, types, |this, index, ty| {
                    let ty = this.ty(ty)?;
                    Ok(this.component(value, index as u32, ty))
                })?
            }
            _ => {
                self.define(call.inst, value);
                return Ok(());
            }
        };
        self.define_members(call.inst, &members);
        Ok(())
    }

    /// The bit of the status in the result of a load.
    pub fn status_bit(&self, call: DxCall<'a>) -> Result<Used> {
        let members = self.struct_members(call.inst.ty)?.unwrap_or(&[]);
        Ok(member_bit(members.len().saturating_sub(1) as u64))
    }

    /// The members of what a load returns: its components (or, in SM 6.9, the vector of them) and the status,
    /// which is there when it is used.
    fn loaded_members(&mut self, call: DxCall<'a>, value: Value) -> Result<Members> {
        let types = self.struct_members(call.inst.ty)?.unwrap_or(&[]);
        let used = self.used_members(call.inst);
        let ty = self.value_ty(value);
        let sparse = self.module.types.components(ty) == 0;
        let status = types.len().saturating_sub(1);
        let vector = match self.module.types.element(ty, 0) {
            Some(vector_ty) if sparse && used & !self.status_bit(call)? != 0 => {
                self.emit_imm(Op::Extract, Flags::NONE, vector_ty, &[value], 0)
            }
            _ => value,
        };
        self.each_member(call.inst, types, |this, index, ty| {
            if index == status {
                return Ok(this.emit_imm(Op::Extract, Flags::NONE, Type::I32, &[value], 1));
            }
            let ty = this.ty(ty)?;
            Ok(this.component(vector, index as u32, ty))
        })
    }

    /// Component `index` of a scalar or vector; undef beyond its end.
    fn component(&mut self, vector: Value, index: u32, ty: Type) -> Value {
        let vector_ty = self.value_ty(vector);
        if vector_ty == ty && index == 0 {
            return vector;
        }
        if index >= self.module.types.components(vector_ty) {
            return self.module.undef(ty);
        }
        let scalar = self.module.types.scalar(vector_ty);
        let flags = match vector.as_inst() {
            Some(inst) => Flags(self.func.insts[inst].flags.0 & Flags::RELAXED.0),
            None => Flags::NONE,
        };
        self.emit_imm(Op::Extract, flags, scalar, &[vector], index)
    }
}
