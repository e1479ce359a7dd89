//! Inputs evaluated at another place of the pixel, and inputs of single vertices.
//!
//! Evaluation ignores the declared position in the pixel (centroid, sample) in both worlds; inputs that are
//! not interpolated are loaded.

use super::builtins::scalar_ty;
use super::elements::{is_flat, relaxed_flag};
use super::path::Path;
use super::{Lower, Slot};
use crate::error::{Error, Result};
use crate::ir::{ConstData, Flags, Global, Inst, Op, StorageClass, Type, Value};
use crate::shader::Arrayed;
use crate::vulkan::built_ins::SystemValueFacts;
use ::spirv::BuiltIn;

impl Lower<'_> {
    /// Lowers an evaluation.
    #[inline(never)]
    pub(super) fn evaluate(&mut self, inst: Inst) -> Result<()> {
        let named = self.named_component(inst)?;
        let data = self.func.insts[inst];
        let slot = self.slot(named.signature, named.element)?;
        let shape = self.shape(named.signature, named.element)?;
        let mut path = self.path(inst, shape, named.column)?;
        self.check_component(inst)?;
        let element = self.signature_element(named.signature, named.element)?;
        let constant = is_flat(element.component, element.interpolation);
        let arrayed = slot.arrayed().count().is_some();
        if arrayed {
            path.vertex = Some(self.i32(0));
        }
        let element = self.signature_element(named.signature, named.element)?;
        let pointer = match slot {
            Slot::BuiltIn { facts, variable, .. } if constant => {
                return self.load_builtin(inst, facts, variable, &path);
            }
            Slot::BuiltIn { facts, variable, .. } if is_barycentric(facts.built_in) => {
                return self.evaluate_whole(inst, facts, variable, path.column);
            }
            Slot::BuiltIn { .. } => {
                let name = &element.name;
                return Err(Error::unsupported(format!("{} of {name}", data.op)));
            }
            Slot::Apart { first, count, .. } => {
                let (op, place) = match constant || arrayed {
                    true => (Op::Load, None),
                    false => self.evaluation(inst)?,
                };
                return self.load_apart(inst, [first, count], shape, &path, |this, pointer| {
                    let both = [pointer, place.unwrap_or(pointer)];
                    let args = if place.is_some() { &both[..] } else { &both[..1] };
                    this.emit(op, relaxed_flag(data.flags), shape.memory, args)
                });
            }
            _ => self.component_pointer(slot, shape, &path)?,
        };
        if constant || arrayed {
            self.finish_load(inst, pointer, shape.memory);
            return Ok(());
        }
        let flags = relaxed_flag(data.flags);
        let (op, place) = self.evaluation(inst)?;
        let both = [pointer, place.unwrap_or(pointer)];
        let args = if place.is_some() { &both[..] } else { &both[..1] };
        if data.ty == shape.memory {
            self.finish(inst, op, flags, args, 0);
        } else {
            let value = self.emit(op, flags, shape.memory, args);
            self.finish_input(inst, value);
        }
        Ok(())
    }

    /// Lowers the evaluation of a component of a built-in, by one of the whole.
    fn evaluate_whole(
        &mut self,
        inst: Inst,
        facts: &SystemValueFacts,
        variable: Global,
        column: u32,
    ) -> Result<()> {
        let (op, place) = self.evaluation(inst)?;
        let pointer: Value = variable.into();
        let ty = self.builtin_ty(facts.shape, StorageClass::Input, 1);
        let both = [pointer, place.unwrap_or(pointer)];
        let args = if place.is_some() { &both[..] } else { &both[..1] };
        let whole = self.emit(op, Flags::NONE, ty, args);
        let value = self.emit_imm(Op::Extract, Flags::NONE, scalar_ty(facts.shape), &[whole], column);
        self.finish_input(inst, value);
        Ok(())
    }

    /// The operation that an evaluation is, and where it evaluates.
    fn evaluation(&mut self, inst: Inst) -> Result<(Op, Option<Value>)> {
        Ok(match self.func.insts[inst].op {
            Op::EvalCentroid => (Op::InterpolateAtCentroid, None),
            Op::EvalSampleIndex => (Op::InterpolateAtSample, Some(self.arg(inst, 1)?)),
            _ => {
                let (x, y) = (self.arg(inst, 1)?, self.arg(inst, 2)?);
                (Op::InterpolateAtOffset, Some(self.snapped_offset(x, y)))
            }
        })
    }

    /// An offset in pixels from two in sixteenths, of which the low 4 bits count, as a signed number.
    fn snapped_offset(&mut self, x: Value, y: Value) -> Value {
        let ty = self.module.types.vector(Type::F32, 2);
        let parts = [x, y].map(|value| match self.module.const_bits(value) {
            Some(bits) => {
                let sixteenths = ((bits as u8) << 4) as i8 >> 4;
                self.module.float(Type::F32, f64::from(sixteenths) / 16.0)
            }
            None => {
                let (zero, four) = (self.i32(0), self.i32(4));
                let value = self.bitcast(value, Type::I32);
                let value = self.emit(Op::BitFieldSExtract, Flags::NONE, Type::I32, &[value, zero, four]);
                let value = self.emit(Op::SToF, Flags::NONE, Type::F32, &[value]);
                let unit = self.module.float(Type::F32, 1.0 / 16.0);
                self.emit(Op::FMul, Flags::NONE, Type::F32, &[value, unit])
            }
        });
        match parts.map(Value::as_const) {
            [Some(x), Some(y)] => {
                let offset = ConstData::Composite(vec![x, y]);
                self.module.consts.intern(ty, offset).into()
            }
            _ => self.emit(Op::Construct, Flags::NONE, ty, &parts),
        }
    }

    /// Lowers the load of an input of one vertex of the primitive.
    pub(super) fn attribute_at_vertex(&mut self, inst: Inst) -> Result<()> {
        let named = self.named_component(inst)?;
        let slot = self.slot(named.signature, named.element)?;
        let shape = self.shape(named.signature, named.element)?;
        self.check_component(inst)?;
        let ordinary = matches!(slot, Slot::Location { .. } | Slot::Apart { .. });
        if !ordinary || slot.arrayed() == Arrayed::No {
            let name = &self.signature_element(named.signature, named.element)?.name;
            return Err(Error::unsupported(format!("{name} of one vertex")));
        }
        let path = Path {
            vertex: self.vertex_operand(inst, slot.arrayed())?,
            ..self.path(inst, shape, named.column)?
        };
        if let Slot::Apart { first, count, .. } = slot {
            return self.load_apart(inst, [first, count], shape, &path, |this, pointer| {
                this.emit(Op::Load, Flags::NONE, shape.memory, &[pointer])
            });
        }
        let pointer = self.component_pointer(slot, shape, &path)?;
        self.finish_load(inst, pointer, shape.memory);
        Ok(())
    }
}

/// Whether a built-in is interpolated as an ordinary input is.
fn is_barycentric(built_in: BuiltIn) -> bool {
    matches!(built_in, BuiltIn::BaryCoordKHR | BuiltIn::BaryCoordNoPerspKHR)
}
