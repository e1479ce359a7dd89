//! Operations between invocations: waves and quads, interpolation, helper invocations.

use super::capabilities::V1_5;
use super::function::FunctionEmitter;
use crate::ir::{Inst, InstData, Op, Type};
use ::spirv::{Capability, GlslStd450Op, Op as Spv, Scope};

impl FunctionEmitter<'_, '_> {
    /// A subgroup instruction: scope, group operation where it has one, operands.
    pub fn wave(
        &mut self,
        op: Spv,
        capability: Capability,
        group_operation: Option<u32>,
        inst: Inst,
        data: &InstData,
    ) {
        self.cx.requirements.need(capability);
        self.computes(data);
        self.float_width(self.cx.scalar(data.ty));
        let ty = self.cx.ty(data.ty);
        let id = self.result(inst);
        let scope = self.cx.u32_constant(Scope::Subgroup as u32);
        let mark = self.body.begin(op);
        self.body.extend(&[ty, id, scope]);
        if let Some(operation) = group_operation {
            self.body.push(operation);
        }
        self.operands(data, 0);
        self.body.end(mark);
    }

    /// Emits the operations of this family that the table does not describe.
    #[inline(never)]
    pub fn special(&mut self, inst: Inst, data: &InstData) {
        let arithmetic = Capability::GroupNonUniformArithmetic;
        let logical = self.cx.scalar(data.ty) == Type::BOOL;
        match data.op {
            Op::WaveAnd | Op::WaveOr | Op::WaveXor => {
                let op = match (data.op, logical) {
                    (Op::WaveAnd, false) => Spv::GroupNonUniformBitwiseAnd,
                    (Op::WaveAnd, true) => Spv::GroupNonUniformLogicalAnd,
                    (Op::WaveOr, false) => Spv::GroupNonUniformBitwiseOr,
                    (Op::WaveOr, true) => Spv::GroupNonUniformLogicalOr,
                    (_, false) => Spv::GroupNonUniformBitwiseXor,
                    (_, true) => Spv::GroupNonUniformLogicalXor,
                };
                self.wave(op, arithmetic, Some(data.imm), inst, data);
            }
            Op::WaveBroadcast => {
                // Before 1.5 the lane is a constant.
                let constant = match data.args.of(&self.function.pool).get(1) {
                    Some(lane) => lane.as_const().is_some(),
                    None => false,
                };
                let (op, capability) = if constant || self.cx.version >= V1_5 {
                    (Spv::GroupNonUniformBroadcast, Capability::GroupNonUniformBallot)
                } else {
                    (Spv::GroupNonUniformShuffle, Capability::GroupNonUniformShuffle)
                };
                self.wave(op, capability, None, inst, data);
            }
            Op::QuadSwap => {
                self.cx.requirements.need(Capability::GroupNonUniformQuad);
                self.computes(data);
                let ty = self.cx.ty(data.ty);
                let id = self.result(inst);
                let scope = self.cx.u32_constant(Scope::Subgroup as u32);
                let value = self.operand(inst, data, 0);
                let direction = self.cx.u32_constant(data.imm);
                self.body
                    .inst(Spv::GroupNonUniformQuadSwap, &[ty, id, scope, value, direction]);
            }
            Op::InterpolateAtCentroid => self.interpolate(GlslStd450Op::InterpolateAtCentroid, inst, data),
            Op::InterpolateAtSample => self.interpolate(GlslStd450Op::InterpolateAtSample, inst, data),
            Op::InterpolateAtOffset => self.interpolate(GlslStd450Op::InterpolateAtOffset, inst, data),
            Op::IsHelper => {
                // No version of SPIR-V has the instruction in core, 1.6 included.
                self.cx.requirements.need(Capability::DemoteToHelperInvocation);
                self.cx
                    .requirements
                    .extension("SPV_EXT_demote_to_helper_invocation");
                let ty = self.cx.ty(data.ty);
                let id = self.result(inst);
                self.body.inst(Spv::IsHelperInvocationEXT, &[ty, id]);
            }
            Op::EmitVertex => self.stream(Spv::EmitVertex, Spv::EmitStreamVertex, data.imm),
            Op::EndPrimitive => self.stream(Spv::EndPrimitive, Spv::EndStreamPrimitive, data.imm),
            _ => self.fail_at(inst, "not an operation of this family"),
        }
    }

    /// An operation on output stream `number`: where the shader has one stream only, without a number.
    fn stream(&mut self, alone: Spv, numbered: Spv, number: u32) {
        if self.cx.module.info.several_streams() {
            self.cx.requirements.need(Capability::GeometryStreams);
            let number = self.cx.u32_constant(number);
            self.body.inst(numbered, &[number]);
        } else {
            self.body.inst(alone, &[]);
        }
    }

    fn interpolate(&mut self, op: GlslStd450Op, inst: Inst, data: &InstData) {
        self.cx.requirements.need(Capability::InterpolationFunction);
        self.extended(op, inst, data);
    }
}
