//! Selection, bit casts, composites and halves in words: operations whose form depends on their types, or on how they round.

use super::capabilities::V1_4;
use super::function::FunctionEmitter;
use crate::ir::{Inst, InstData, Op, Type, TypeData};
use ::spirv::{GlslStd450Op as Glsl, Op as Spv};

impl FunctionEmitter<'_, '_> {
    /// Emits `Select`, `Bitcast`, `Extract`, `Insert` or `PackHalf2x16`.
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
            Op::PackHalf2x16 => self.pack_halves(inst, data),
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

    fn pack_halves(&mut self, inst: Inst, data: &InstData) {
        self.computes(data);
        if self.cx.options.denorm_preserve_16 {
            // What it makes of small floats is to be kept.
            self.float_width(Type::F16);
        }
        match data.imm {
            0 => self.extended(Glsl::PackHalf2x16, inst, data),
            _ => self.pack_to_zero(inst, data),
        }
    }

    /// Two halves rounded toward zero, whatever way the device rounds: one that is farther from zero than its float goes a step
    /// back. For that it is made a float again, one below zero: of what is packed and taken apart as it is, drivers leave out
    /// both. An infinite half of a finite float becomes the largest one, infinity and NaN stay.
    fn pack_to_zero(&mut self, inst: Inst, data: &InstData) {
        self.float_width(Type::F32);
        let Some(&pair) = data.args.of(&self.function.pool).first() else {
            return self.fail_at(inst, "an operand lacks");
        };
        let [word, float, truth] = [Type::I32, Type::F32, Type::BOOL].map(|ty| self.cx.ty(ty));
        let floats_ty = self.cx.ty(self.type_of(pair));
        // The sign bits of halves of which there are one or two.
        let (lanes, signs) = match self.cx.module.beside_zero(self.function, pair) {
            Some(_) => (1, 0x8000),
            None => (2, 0x8000_8000),
        };
        let pair = self.value(pair);
        let mut halves = self.glsl_step(Glsl::PackHalf2x16, word, pair);
        let signs = self.cx.u32_constant(signs);
        let below = self.step(Spv::BitwiseOr, word, &[halves, signs]);
        let below = self.glsl_step(Glsl::UnpackHalf2x16, floats_ty, below);
        for lane in 0..lanes {
            let [x, half] =
                [pair, below].map(|floats| self.step(Spv::CompositeExtract, float, &[floats, lane]));
            let magnitude = self.glsl_step(Glsl::FAbs, float, x);
            let lowest = self.step(Spv::FNegate, float, &[magnitude]);
            let is_beyond = self.step(Spv::FOrdLessThan, truth, &[half, lowest]);
            let [one, none] = [1 << (16 * lane), 0].map(|step| self.cx.u32_constant(step));
            let step = self.step(Spv::Select, word, &[is_beyond, one, none]);
            if lane + 1 == lanes {
                let id = self.result(inst);
                self.body.inst(Spv::ISub, &[word, id, halves, step]);
            } else {
                halves = self.step(Spv::ISub, word, &[halves, step]);
            }
        }
    }

    fn glsl_step(&mut self, op: Glsl, ty: u32, arg: u32) -> u32 {
        let set = self.cx.glsl();
        self.step(Spv::ExtInst, ty, &[set, op as u32, arg])
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
