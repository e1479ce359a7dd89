//! Hit objects: instructions that two extensions have, each with words of its own.
//!
//! Facts: `SPV_EXT_shader_invocation_reorder`, `SPV_NV_shader_invocation_reorder`.

use super::function::FunctionEmitter;
use crate::ir::{HitObjectValue, Inst, InstData, Op};
use crate::options::InvocationReorder;
use ::spirv::{Capability, Op as Spv};

impl FunctionEmitter<'_, '_> {
    /// Emits an operation on a hit object, or a change of places.
    pub fn hit_object(&mut self, inst: Inst, data: &InstData) {
        let ext = self.cx.options.invocation_reorder == InvocationReorder::Ext;
        let of = |nv: Spv, other: Spv| if ext { other } else { nv };
        let (op, skipped) = match data.op {
            Op::HitObjectTrace => {
                self.ray_flags(data, 2);
                (of(Spv::HitObjectTraceRayNV, Spv::HitObjectTraceRayEXT), None)
            }
            Op::HitObjectInvoke => (
                of(Spv::HitObjectExecuteShaderNV, Spv::HitObjectExecuteShaderEXT),
                None,
            ),
            // The flags are an operand of the one alone.
            Op::HitObjectMiss => {
                let flags = (!ext).then_some(1);
                (of(Spv::HitObjectRecordMissNV, Spv::HitObjectRecordMissEXT), flags)
            }
            Op::HitObjectHit if !ext => match data.imm {
                0 => (Spv::HitObjectRecordHitNV, None),
                _ => (Spv::HitObjectRecordHitWithIndexNV, None),
            },
            Op::HitObjectEmpty => (
                of(Spv::HitObjectRecordEmptyNV, Spv::HitObjectRecordEmptyEXT),
                None,
            ),
            Op::HitObjectAttributes => (
                of(Spv::HitObjectGetAttributesNV, Spv::HitObjectGetAttributesEXT),
                None,
            ),
            Op::HitObjectSetIndex if ext => (Spv::HitObjectSetShaderBindingTableRecordIndexEXT, None),
            Op::HitObjectFromQuery if ext => {
                let operands = [1, 0, 2, 3, 4].map(|index| self.operand(inst, data, index));
                self.body.inst(Spv::HitObjectRecordFromQueryEXT, &operands);
                return;
            }
            Op::ReorderThread => {
                self.reorder_thread(inst, data, ext);
                return;
            }
            Op::HitObjectGet => {
                self.hit_object_get(inst, data, ext);
                return;
            }
            _ => {
                self.fail_at(inst, "hit objects of this extension cannot do this");
                return;
            }
        };
        let count = data.args.len as usize;
        let operands: smallvec::SmallVec<[u32; 12]> = (0..count)
            .filter(|&index| Some(index) != skipped)
            .map(|index| self.operand(inst, data, index))
            .collect();
        self.body.inst(op, &operands);
    }

    fn reorder_thread(&mut self, inst: Inst, data: &InstData, ext: bool) {
        self.cx.reordering();
        let by_object = data.imm != 0;
        let (first, count) = (usize::from(by_object), 2 + usize::from(by_object));
        // No bits of the hint count: there is none.
        let bits = data.args.of(&self.function.pool).get(first + 1);
        let unhinted = bits.and_then(|&bits| self.cx.module.const_bits(bits)) == Some(0);
        let count = if unhinted && by_object { 1 } else { count };
        let op = match (by_object, ext) {
            (true, true) => Spv::ReorderThreadWithHitObjectEXT,
            (true, false) => Spv::ReorderThreadWithHitObjectNV,
            (false, true) => Spv::ReorderThreadWithHintEXT,
            (false, false) => Spv::ReorderThreadWithHintNV,
        };
        let operands: smallvec::SmallVec<[u32; 4]> =
            (0..count).map(|index| self.operand(inst, data, index)).collect();
        self.body.inst(op, &operands);
    }

    fn hit_object_get(&mut self, inst: Inst, data: &InstData, ext: bool) {
        use HitObjectValue as V;
        let Some(value) = HitObjectValue::from_number(data.imm) else {
            self.fail_at(inst, "no value of a hit object has this number");
            return;
        };
        let (nv, other) = match value {
            V::IsEmpty => (Spv::HitObjectIsEmptyNV, Spv::HitObjectIsEmptyEXT),
            V::IsHit => (Spv::HitObjectIsHitNV, Spv::HitObjectIsHitEXT),
            V::IsMiss => (Spv::HitObjectIsMissNV, Spv::HitObjectIsMissEXT),
            V::RayFlags if ext => (Spv::HitObjectGetRayFlagsEXT, Spv::HitObjectGetRayFlagsEXT),
            V::RayFlags => {
                self.fail_at(inst, "hit objects of NVIDIA's extension do not know their flags");
                return;
            }
            V::TrianglePositions if ext => {
                self.cx.requirements.need(Capability::RayTracingPositionFetchKHR);
                let op = Spv::HitObjectGetIntersectionTriangleVertexPositionsEXT;
                (op, op)
            }
            V::TrianglePositions => {
                self.fail_at(
                    inst,
                    "hit objects of NVIDIA's extension do not know their triangle",
                );
                return;
            }
            V::RayTMin => (Spv::HitObjectGetRayTMinNV, Spv::HitObjectGetRayTMinEXT),
            V::RayTMax => (Spv::HitObjectGetRayTMaxNV, Spv::HitObjectGetRayTMaxEXT),
            V::WorldRayOrigin => (
                Spv::HitObjectGetWorldRayOriginNV,
                Spv::HitObjectGetWorldRayOriginEXT,
            ),
            V::WorldRayDirection => (
                Spv::HitObjectGetWorldRayDirectionNV,
                Spv::HitObjectGetWorldRayDirectionEXT,
            ),
            V::TableIndex => (
                Spv::HitObjectGetShaderBindingTableRecordIndexNV,
                Spv::HitObjectGetShaderBindingTableRecordIndexEXT,
            ),
            V::RecordAddress => (
                Spv::HitObjectGetShaderRecordBufferHandleNV,
                Spv::HitObjectGetShaderRecordBufferHandleEXT,
            ),
            V::GeometryIndex => (
                Spv::HitObjectGetGeometryIndexNV,
                Spv::HitObjectGetGeometryIndexEXT,
            ),
            V::InstanceIndex => (Spv::HitObjectGetInstanceIdNV, Spv::HitObjectGetInstanceIdEXT),
            V::InstanceCustomIndex => (
                Spv::HitObjectGetInstanceCustomIndexNV,
                Spv::HitObjectGetInstanceCustomIndexEXT,
            ),
            V::PrimitiveIndex => (
                Spv::HitObjectGetPrimitiveIndexNV,
                Spv::HitObjectGetPrimitiveIndexEXT,
            ),
            V::HitKind => (Spv::HitObjectGetHitKindNV, Spv::HitObjectGetHitKindEXT),
            V::ObjectRayOrigin => (
                Spv::HitObjectGetObjectRayOriginNV,
                Spv::HitObjectGetObjectRayOriginEXT,
            ),
            V::ObjectRayDirection => (
                Spv::HitObjectGetObjectRayDirectionNV,
                Spv::HitObjectGetObjectRayDirectionEXT,
            ),
            V::ObjectToWorld => (
                Spv::HitObjectGetObjectToWorldNV,
                Spv::HitObjectGetObjectToWorldEXT,
            ),
            V::WorldToObject => (
                Spv::HitObjectGetWorldToObjectNV,
                Spv::HitObjectGetWorldToObjectEXT,
            ),
        };
        let ty = self.cx.ty(data.ty);
        let id = self.result(inst);
        let object = self.operand(inst, data, 0);
        self.body.inst(if ext { other } else { nv }, &[ty, id, object]);
    }
}
