//! Selection, bit casts and composites: operations whose form depends on their types.

use super::capabilities::V1_4;
use super::function::FunctionEmitter;
use crate::ir::{Inst, InstData, Op, Type, TypeData};
use ::spirv::Op as Spv;

impl FunctionEmitter<'_, '_> {
    /// Emits `Select`, `Bitcast`, `Extract` or `Insert`.
    pub fn arithmetic(&mut self, inst: Inst, data: &InstData) {
        match data.op {
            Op::Select => self.select(inst, data),
            Op::Bitcast => self.bitcast(inst, data),
            Op::Extract => {
                self.computes(data);
                let ty = self.cx.ty(data.ty);
                let id = self.result(inst);
                let composite = self.operand(inst, data, 0);
                self.body
                    .inst(Spv::CompositeExtract, &[ty, id, composite, data.imm]);
            }
            Op::Insert => {
                self.computes(data);
                let ty = self.cx.ty(data.ty);
                let id = self.result(inst);
                let composite = self.operand(inst, data, 0);
                let part = self.operand(inst, data, 1);
                self.body
                    .inst(Spv::CompositeInsert, &[ty, id, part, composite, data.imm]);
            }
            _ => self.fail_at(inst, "not an operation of this family"),
        }
    }

    fn select(&mut self, inst: Inst, data: &InstData) {
        self.cx.computes(data.ty);
        self.cx.varies(data.ty);
        let ty = self.cx.ty(data.ty);
        let mut condition = self.operand(inst, data, 0);
        let if_true = self.operand(inst, data, 1);
        let if_false = self.operand(inst, data, 2);
        let scalar_condition = match data.args.of(&self.function.pool).first() {
            Some(&value) => self.type_of(value) == Type::BOOL,
            None => false,
        };
        // Before 1.4 the condition has as many components as the result.
        if scalar_condition && self.cx.version < V1_4 {
            match self.cx.module.types.get(data.ty) {
                TypeData::Vector { len, .. } => {
                    let splat_ty = self.cx.bool_vector(*len);
                    let splat = self.cx.new_id();
                    let mark = self.body.begin(Spv::CompositeConstruct);
                    self.body.extend(&[splat_ty, splat]);
                    for _ in 0..*len {
                        self.body.push(condition);
                    }
                    self.body.end(mark);
                    condition = splat;
                }
                TypeData::Array { .. } | TypeData::Struct(_) => {
                    self.unsupported(inst, "selecting between aggregates takes SPIR-V 1.4");
                }
                _ => {}
            }
        }
        let id = self.result(inst);
        self.body
            .inst(Spv::Select, &[ty, id, condition, if_true, if_false]);
    }

    fn bitcast(&mut self, inst: Inst, data: &InstData) {
        let operand = self.operand(inst, data, 0);
        let Some(&value) = data.args.of(&self.function.pool).first() else {
            return;
        };
        let from = self.type_of(value);
        if from == data.ty {
            self.alias(inst, operand);
            return;
        }
        self.computes(data);
        let op = match (self.cx.module.types.get(from), data.ty) {
            (TypeData::Pointer { .. }, Type::I64) => Spv::ConvertPtrToU,
            _ => Spv::Bitcast,
        };
        let ty = self.cx.ty(data.ty);
        let id = self.result(inst);
        self.body.inst(op, &[ty, id, operand]);
    }
}
