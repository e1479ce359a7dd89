//! Constants, on first use and once.

use super::emitter::Emitter;
use crate::entity::EntityId;
use crate::ir::{Const, ConstData, Type};
use ::spirv::Op;

impl Emitter<'_> {
    /// The id of a constant.
    #[inline]
    pub fn constant(&mut self, constant: Const) -> u32 {
        match self.const_ids[constant.index()] {
            0 => self.new_constant(constant),
            id => id,
        }
    }

    #[cold]
    fn new_constant(&mut self, constant: Const) -> u32 {
        let module = self.module;
        let ty = module.consts.ty(constant);
        let id = match module.consts.get(constant) {
            ConstData::Scalar(bits) => self.scalar_constant(ty, *bits),
            ConstData::Null => self.leaf(Op::ConstantNull, ty),
            ConstData::Undef => self.leaf(Op::Undef, ty),
            ConstData::Specialization { id, default } => {
                let type_id = self.ty(ty);
                let result = self.new_id();
                self.types.inst(Op::SpecConstant, &[type_id, result, *default]);
                self.decorate(result, ::spirv::Decoration::SpecId, &[*id]);
                result
            }
            ConstData::Composite(parts) => {
                let type_id = self.ty(ty);
                for &part in parts {
                    self.constant(part);
                }
                let id = self.new_id();
                let special =
                    |part: &Const| matches!(module.consts.get(*part), ConstData::Specialization { .. });
                let mark = self.types.begin(match parts.iter().any(special) {
                    true => Op::SpecConstantComposite,
                    false => Op::ConstantComposite,
                });
                self.types.extend(&[type_id, id]);
                for &part in parts {
                    let part = self.constant(part);
                    self.types.push(part);
                }
                self.types.end(mark);
                id
            }
        };
        self.const_ids[constant.index()] = id;
        id
    }

    /// The id of the constant `true`, whether or not the IR has it.
    pub fn truth(&mut self) -> u32 {
        let consts = &self.module.consts;
        let known = consts
            .iter()
            .find(|(_, ty, data)| *ty == Type::BOOL && matches!(data, ConstData::Scalar(bits) if *bits != 0));
        match known {
            Some((known, ..)) => self.constant(known),
            None => self.leaf(Op::ConstantTrue, Type::BOOL),
        }
    }

    fn leaf(&mut self, op: Op, ty: Type) -> u32 {
        self.computes(ty);
        let ty = self.ty(ty);
        let id = self.new_id();
        self.types.inst(op, &[ty, id]);
        id
    }

    fn scalar_constant(&mut self, ty: Type, bits: u64) -> u32 {
        match ty {
            Type::I32 => return self.u32_constant(bits as u32),
            Type::BOOL => {
                let op = if bits != 0 {
                    Op::ConstantTrue
                } else {
                    Op::ConstantFalse
                };
                return self.leaf(op, ty);
            }
            _ => {}
        }
        self.computes(ty);
        let type_id = self.ty(ty);
        let id = self.new_id();
        let low = bits as u32;
        if ty.scalar_bits() == 64 {
            let high = (bits >> 32) as u32;
            self.types.inst(Op::Constant, &[type_id, id, low, high]);
        } else {
            // Narrow unsigned integers and halves are zero-extended, as in the IR.
            self.types.inst(Op::Constant, &[type_id, id, low]);
        }
        id
    }

    /// The id of an `i32` constant: the IR's, or one that only the emitter needs.
    pub fn u32_constant(&mut self, value: u32) -> u32 {
        if let Some(&id) = self.u32_constants.get(&value) {
            return id;
        }
        let ty = self.ty(Type::I32);
        let id = self.new_id();
        self.types.inst(Op::Constant, &[ty, id, value]);
        self.u32_constants.insert(value, id);
        id
    }
}
