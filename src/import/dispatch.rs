//! Calls: dx.op operations by number, inlined functions, ignored intrinsics.

use super::Importer;
use crate::bitcode::module as bc;
use crate::dxil::call_types::check_types;
use crate::dxil::ops::{DxOp, Family};
use crate::entity::EntityId;
use crate::error::{Error, Result};
use crate::ir::{Flags, Inst, Type, Value, effects_of};

/// A dx.op call.
#[derive(Clone, Copy)]
pub struct DxCall<'a> {
    /// Which operation.
    pub op: DxOp,
    /// The instruction.
    pub inst: &'a bc::Inst,
    /// All arguments, the opcode included; their number has been checked.
    pub args: &'a [bc::ValueId],
    /// `PRECISE` when marked `dx.precise`.
    pub flags: Flags,
}

impl<'a> Importer<'a> {
    /// Imports a call.
    pub fn call_instruction(
        &mut self,
        body: &'a bc::Body,
        index: u32,
        inst: &'a bc::Inst,
        callee: bc::FuncId,
        args: &'a [bc::ValueId],
    ) -> Result<()> {
        let op = match self.known_operation(callee, args) {
            Some(known) => known,
            None => match self.operation(body, callee, args)? {
                Some(op) => op,
                None => return self.other_call(body, index, inst, callee, args),
            },
        };
        let mut flags = self.relaxed(self.overload_type(inst.ty));
        if self.has_attachment(body, index, "dx.precise") {
            flags = flags.with(Flags::PRECISE);
        }
        let call = DxCall {
            op,
            inst,
            args,
            flags,
        };
        if self.extensions.is_some()
            && let Some(result) = self.extension(call)?
        {
            return match result {
                Some(value) => self.define_result(call, value),
                None => Ok(()),
            };
        }
        let first = self.func.insts.len();
        if let Some(value) = self.any_op(call)? {
            self.define_result(call, value)?;
        }
        if cfg!(debug_assertions) {
            self.check_effects(op, first)?;
        }
        Ok(())
    }

    /// An error if an instruction from number `first` on does what the table denies of `op`, whose import it is.
    fn check_effects(&self, op: DxOp, first: usize) -> Result<()> {
        for inst in (first..self.func.insts.len()).map(Inst::from_index) {
            let effects = effects_of(&self.module, &self.func, inst);
            if !effects.within(op.effects()) {
                let made = self.func.insts[inst].op;
                return Err(Error::internal(format!(
                    "dx.op {op} becomes {made}, which does what the table has not: {effects:?}"
                )));
            }
        }
        Ok(())
    }

    /// The operation of a call, if it is the last that was checked of the function: calls of one function mostly are of one
    /// operation, and their types the function's.
    #[inline]
    fn known_operation(&self, callee: bc::FuncId, args: &[bc::ValueId]) -> Option<DxOp> {
        let known = (*self.tables.operations.get(callee.index())?)?;
        let opcode = self.const_int(*args.first()?)?;
        (opcode == i64::from(known.number())).then_some(known)
    }

    /// The operation of a dx.op call, checked against the table: its symbol, arguments and types. None of another call.
    #[inline(never)]
    fn operation(
        &mut self,
        body: &bc::Body,
        callee: bc::FuncId,
        args: &[bc::ValueId],
    ) -> Result<Option<DxOp>> {
        let Some(op) = crate::dxil::call::operation(self.llvm, body, callee, args)? else {
            return Ok(None);
        };
        check_types(self.llvm, op, callee)?;
        if let Some(slot) = self.tables.operations.get_mut(callee.index()) {
            *slot = Some(op);
        }
        Ok(Some(op))
    }

    /// A call that is none of an operation of DXIL.
    #[inline(never)]
    fn other_call(
        &mut self,
        body: &'a bc::Body,
        index: u32,
        inst: &'a bc::Inst,
        callee: bc::FuncId,
        args: &'a [bc::ValueId],
    ) -> Result<()> {
        let llvm = self.llvm;
        let function = llvm
            .functions
            .get(callee)
            .ok_or_else(|| Error::malformed("call of a missing function"))?;
        let name = llvm.text(function.name);
        // Debug values and lifetimes have no effect.
        if name.starts_with("llvm.") {
            self.debug_value(body, index, name);
            return match name.split('.').nth(1) {
                Some("dbg" | "lifetime" | "assume" | "invariant") => Ok(()),
                _ => Err(Error::unsupported(format!("LLVM intrinsic {name}"))),
            };
        }
        self.call(callee, args, inst)
    }

    /// The type that carries a call's precision: the first member of a struct result, or the result itself.
    fn overload_type(&self, ty: bc::TypeId) -> bc::TypeId {
        match self.llvm.types.get(ty) {
            Some(bc::Type::Struct { members, .. }) => {
                self.llvm.type_list(*members).first().copied().unwrap_or(ty)
            }
            _ => ty,
        }
    }

    /// The scalar type of the components that a resource operation returns.
    pub fn component_type(&mut self, call: DxCall<'a>) -> Result<Type> {
        let ty = self.ty(self.overload_type(call.inst.ty))?;
        Ok(self.module.types.scalar(ty))
    }

    /// An operation on scalars, or on vectors: on each component, but where these come together.
    fn any_op(&mut self, call: DxCall<'a>) -> Result<Option<Value>> {
        if call.op.overloads().has_vectors()
            && let Some(&operand) = call.args.get(1)
            && self.vector(self.llvm_value_ty(operand)?).is_some()
        {
            return match call.op {
                DxOp::VectorReduceAnd | DxOp::VectorReduceOr | DxOp::FDot => self.dx_op(call),
                DxOp::WaveMatch => self.match_vectors(call, operand).map(Some),
                _ => {
                    let made = self.for_each_lane(call.inst.ty, |this| {
                        let value = this.dx_op(call)?;
                        value.ok_or_else(|| Error::internal("an operation on vectors without a result"))
                    });
                    made.map(Some)
                }
            };
        }
        self.dx_op(call)
    }

    fn dx_op(&mut self, call: DxCall<'a>) -> Result<Option<Value>> {
        match call.op.family() {
            Family::Unary(op) => self.unary(op, call).map(Some),
            Family::FloatTest(op) => self.float_test(op, call).map(Some),
            Family::Bits(op) => self.bit_operation(op, call).map(Some),
            Family::Derivative(op) => self.derivative(op, call).map(Some),
            Family::Arithmetic(op) => self.arithmetic(op, call).map(Some),
            Family::Reduction(op) => self.reduction(op, call).map(Some),
            Family::Several(op) => self.several(op, call).map(|()| None),
            Family::Conversion(op) => self.conversion(op, call).map(Some),
            Family::Handle(op) => self.handle(op, call).map(Some),
            Family::ConstantBuffer(op) => self.cbuffer(op, call).map(Some),
            Family::LoadBuffer(op) => self.buffer_load(op, call),
            Family::StoreBuffer(op) => self.buffer_store(op, call),
            Family::Resource(op) => self.resource_misc(op, call).map(Some),
            Family::Texture(op) => self.texture(op, call).map(Some),
            Family::Feedback(op) => self.sampler_feedback(op, call),
            Family::StoreTexture(op) => self.texture_store(op, call),
            Family::Input(op) => self.input(op, call).map(Some),
            Family::SystemValue(op) => self.system_value(op, call).map(Some),
            Family::Effect(op) => self.effect(op, call),
            Family::Mesh(op) => self.mesh(op, call),
            Family::RayQuery(op) => self.ray_query(op, call),
            Family::Ray(op) => self.ray(op, call),
            Family::Absent(op) => self.absent(op, call),
            Family::Node(op) => self.node_operation(op, call),
            Family::HitObject(op) => self.hit_object(op, call),
            Family::Wave(op) => self.wave(op, call).map(Some),
            Family::LinearAlgebra(op) => self.linear_algebra(op, call),
            Family::NeverMade(_) | Family::NotYet(_) => Err(self.not_yet(call.op)),
        }
    }

    /// What is said of an operation of DXIL that nothing here handles.
    #[cold]
    fn not_yet(&self, op: DxOp) -> Error {
        let stage = self.entry.stage;
        let model = op.min_shader_model();
        Error::unsupported(format!(
            "dx.op {op} of shader model {}.{} in a {stage:?} shader",
            model.major, model.minor
        ))
    }
}
