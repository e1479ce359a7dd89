//! dx.op operations of hit objects (`HitObject`, SM 6.9), and the change of places of threads.
//!
//! DXIL's hit object is a value that is copied like any other. Here it is the number of what made it, so that phis, selections
//! and memory are left as they are: 0 is neither hit nor miss, each other number that of an operation. The operations keep
//! that number as an operand until all is imported; then [`hit_values`](super::hit_values) gives each its place.
//!
//! Facts: hlsl-specs proposal 0027; DirectX Raytracing functional specification, "HitObject".

use super::Importer;
use super::dispatch::DxCall;
use super::makers::{Made, Maker};
use crate::bitcode::module as bc;
use crate::dxil::ops::{family, view};
use crate::error::{Error, Result};
use crate::ir::{Flags, HitObjectValue, Op, Type, Value};
use crate::shader::Stage;

/// What an operation asks for.
fn asked(op: family::HitObject) -> Option<HitObjectValue> {
    use HitObjectValue as V;
    use family::HitObject as H;
    Some(match op {
        H::HitObject_IsMiss => V::IsMiss,
        H::HitObject_IsHit => V::IsHit,
        H::HitObject_IsNop => V::IsEmpty,
        H::HitObject_RayFlags => V::RayFlags,
        H::HitObject_RayTMin => V::RayTMin,
        H::HitObject_RayTCurrent => V::RayTMax,
        H::HitObject_WorldRayOrigin => V::WorldRayOrigin,
        H::HitObject_WorldRayDirection => V::WorldRayDirection,
        H::HitObject_ObjectRayOrigin => V::ObjectRayOrigin,
        H::HitObject_ObjectRayDirection => V::ObjectRayDirection,
        H::HitObject_ObjectToWorld3x4 => V::ObjectToWorld,
        H::HitObject_WorldToObject3x4 => V::WorldToObject,
        H::HitObject_GeometryIndex => V::GeometryIndex,
        H::HitObject_InstanceIndex => V::InstanceIndex,
        H::HitObject_InstanceID => V::InstanceCustomIndex,
        H::HitObject_PrimitiveIndex => V::PrimitiveIndex,
        H::HitObject_HitKind => V::HitKind,
        H::HitObject_ShaderTableIndex => V::TableIndex,
        H::HitObject_TriangleObjectPosition => V::TrianglePositions,
        H::HitObject_TraceRay
        | H::HitObject_FromRayQuery
        | H::HitObject_FromRayQueryWithAttrs
        | H::HitObject_MakeMiss
        | H::HitObject_MakeNop
        | H::HitObject_Invoke
        | H::MaybeReorderThread
        | H::HitObject_SetShaderTableIndex
        | H::HitObject_LoadLocalRootTableConstant
        | H::HitObject_ClusterID
        | H::HitObject_Attributes => return None,
    })
}

impl<'a> Importer<'a> {
    /// An operation on a hit object.
    #[cold]
    pub fn hit_object(&mut self, op: family::HitObject, call: DxCall<'a>) -> Result<Option<Value>> {
        use family::HitObject as H;
        if !matches!(
            self.entry.stage,
            Stage::RayGeneration | Stage::ClosestHit | Stage::Miss
        ) {
            let message = format!("{} in a {} shader", call.op, self.entry.stage);
            return Err(Error::malformed(message));
        }
        if op == H::HitObject_TriangleObjectPosition {
            self.check_position_fetch(call)?;
        }
        if let Some(value) = asked(op) {
            return self.hit_object_value(value, call).map(Some);
        }
        let args: smallvec::SmallVec<[Value; 12]>;
        let (op, made) = match op {
            H::HitObject_MakeNop => return Ok(Some(self.module.i32(0))),
            // Structures in Vulkan have no clusters.
            H::HitObject_ClusterID => return Ok(Some(self.module.i32(u32::MAX))),
            H::HitObject_TraceRay => {
                let o = view::HitObject_TraceRay::read(call.args)?;
                args = smallvec::smallvec![
                    self.acceleration_structure(o.acceleration_structure)?,
                    self.value(o.ray_flags)?,
                    self.value(o.instance_inclusion_mask)?,
                    self.value(o.ray_contribution_to_hit_group_index)?,
                    self.value(o.multiplier_for_geometry_contribution_to_hit_group_index)?,
                    self.value(o.miss_shader_index)?,
                    self.vector3(o.origin)?,
                    self.value(o.t_min)?,
                    self.vector3(o.direction)?,
                    self.value(o.t_max)?,
                    self.value_or_pointer(o.payload)?,
                ];
                (Op::HitObjectTrace, Made::ByRay)
            }
            H::HitObject_MakeMiss => {
                let o = view::HitObject_MakeMiss::read(call.args)?;
                args = smallvec::smallvec![
                    self.value(o.ray_flags)?,
                    self.value(o.miss_shader_index)?,
                    self.vector3(o.origin)?,
                    self.value(o.t_min)?,
                    self.vector3(o.direction)?,
                    self.value(o.t_max)?,
                ];
                (Op::HitObjectMiss, Made::Miss)
            }
            H::HitObject_FromRayQuery => {
                let o = view::HitObject_FromRayQuery::read(call.args)?;
                args = smallvec::smallvec![self.value(o.ray_query_handle)?];
                (Op::HitObjectFromQuery, Made::ByQuery)
            }
            H::HitObject_FromRayQueryWithAttrs => {
                let o = view::HitObject_FromRayQueryWithAttrs::read(call.args)?;
                args = smallvec::smallvec![
                    self.value(o.ray_query_handle)?,
                    self.value(o.hit_kind)?,
                    self.value_or_pointer(o.committed_attribs)?,
                ];
                (Op::HitObjectFromQuery, Made::ByQuery)
            }
            H::HitObject_SetShaderTableIndex => {
                let o = view::HitObject_SetShaderTableIndex::read(call.args)?;
                args = smallvec::smallvec![
                    self.hit_object_operand(o.hit_object)?,
                    self.value(o.shader_table_index)?
                ];
                (Op::HitObjectSetIndex, Made::WithIndex)
            }
            H::HitObject_Invoke => {
                let o = view::HitObject_Invoke::read(call.args)?;
                let args = [
                    self.hit_object_operand(o.hit_object)?,
                    self.value_or_pointer(o.payload)?,
                ];
                self.use_hit_object(Op::HitObjectInvoke, Type::VOID, &args, 0);
                return Ok(None);
            }
            H::MaybeReorderThread => {
                let o = view::MaybeReorderThread::read(call.args)?;
                let args = [
                    self.hit_object_operand(o.hit_object)?,
                    self.value(o.coherence_hint)?,
                    self.value(o.coherence_hint_bits)?,
                ];
                self.use_hit_object(Op::ReorderThread, Type::VOID, &args, 1);
                return Ok(None);
            }
            H::HitObject_LoadLocalRootTableConstant => {
                let o = view::HitObject_LoadLocalRootTableConstant::read(call.args)?;
                let args = [self.hit_object_operand(o.hit_object)?, self.value(o.offset)?];
                let imm = HitObjectValue::RecordAddress as u32;
                return Ok(Some(self.use_hit_object(Op::HitObjectGet, Type::I32, &args, imm)));
            }
            H::HitObject_Attributes => {
                let o = view::HitObject_Attributes::read(call.args)?;
                let args = [
                    self.hit_object_operand(o.hit_object)?,
                    self.value_or_pointer(o.attributes)?,
                ];
                self.use_hit_object(Op::HitObjectAttributes, Type::VOID, &args, 0);
                return Ok(None);
            }
            _ => {
                return Err(Error::internal(
                    "an operation on hit objects that was not looked at",
                ));
            }
        };
        self.make_hit_object(op, made, &args, 0).map(Some)
    }

    /// The number of a hit object; one that is undefined is neither hit nor miss.
    fn hit_object_operand(&mut self, id: bc::ValueId) -> Result<Value> {
        let value = self.value(id)?;
        self.number_of_hit_object(value)
    }

    /// Likewise, of a value.
    pub fn number_of_hit_object(&mut self, value: Value) -> Result<Value> {
        if self.value_ty(value) != Type::I32 {
            return Err(Error::malformed("an operation without a hit object"));
        }
        match value.as_const() {
            Some(_) if self.module.const_bits(value).is_none() => Ok(self.module.i32(0)),
            _ => Ok(value),
        }
    }

    /// Makes a hit object; of a ray query, that comes first.
    pub fn make_hit_object(&mut self, op: Op, kind: Made, operands: &[Value], imm: u32) -> Result<Value> {
        let makers = &mut self.hit_objects.makers;
        if makers.is_empty() {
            makers.push(Maker {
                kind: Made::Nop,
                block: None,
                inst: None,
            });
        }
        let number = makers.len() as u32;
        let number = self.module.i32(number);
        let mut args: smallvec::SmallVec<[Value; 12]> = operands.into();
        args.insert(usize::from(op == Op::HitObjectFromQuery), number);
        let made = self.use_hit_object(op, Type::VOID, &args, imm);
        self.hit_objects.asked.forget();
        self.hit_objects.makers.push(Maker {
            kind,
            block: Some(self.cursor.block),
            inst: made.as_inst(),
        });
        Ok(number)
    }

    /// An operation on a hit object.
    pub fn use_hit_object(&mut self, op: Op, ty: Type, args: &[Value], imm: u32) -> Value {
        let value = self.emit_imm(op, Flags::NONE, ty, args, imm);
        self.hit_objects.uses.extend(value.as_inst());
        value
    }

    /// What a hit object knows, or the part of it that the call names.
    fn hit_object_value(&mut self, value: HitObjectValue, call: DxCall<'a>) -> Result<Value> {
        let &[_, object, ref part @ ..] = call.args else {
            return Err(Error::malformed("an operation without a hit object"));
        };
        let object = self.hit_object_operand(object)?;
        let whole = self.ask_hit_object(value, object);
        match value {
            HitObjectValue::TrianglePositions => self.nine_floats(whole, call),
            _ => self.part_of_answer(whole, value.shape(), part),
        }
    }

    /// All of what a hit object knows, of one type; asked once where nothing has changed.
    pub fn ask_hit_object(&mut self, value: HitObjectValue, object: Value) -> Value {
        let (block, imm) = (self.cursor.block, value as u32);
        if let Some(known) = self.hit_objects.asked.answer(block, object, imm) {
            return known;
        }
        let ty = self.module.types.answer(value.shape());
        let whole = self.use_hit_object(Op::HitObjectGet, ty, &[object], imm);
        self.hit_objects.asked.keep(object, imm, whole);
        whole
    }
}
