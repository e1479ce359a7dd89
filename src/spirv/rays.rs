//! Rays: instructions whose form depends on their operands.

use super::function::FunctionEmitter;
use crate::ir::{Inst, InstData, Op, RayQueryValue};
use crate::options::MicromapQueries;
use ::spirv::{Capability, Op as Spv, RayFlags};

impl FunctionEmitter<'_, '_> {
    /// Emits an operation that begins with a ray, or `RayQueryGet`.
    #[cold]
    pub fn ray(&mut self, inst: Inst, data: &InstData) {
        match data.op {
            Op::RayQueryInitialize => {
                self.ray_flags(data, 2);
                if data.imm != 0 {
                    self.opacity_micromaps();
                    self.cx.micromap_queries |= self.cx.options.micromap_queries != MicromapQueries::Never;
                }
                let mark = self.body.begin(Spv::RayQueryInitializeKHR);
                self.operands(data, 0);
                self.body.end(mark);
            }
            Op::TraceRayKhr => {
                self.ray_flags(data, 1);
                let mark = self.body.begin(Spv::TraceRayKHR);
                self.operands(data, 0);
                self.body.end(mark);
            }
            Op::RayQueryGet => self.ray_query_get(inst, data),
            Op::HitObjectTrace
            | Op::HitObjectInvoke
            | Op::HitObjectMiss
            | Op::HitObjectHit
            | Op::HitObjectEmpty
            | Op::HitObjectFromQuery
            | Op::HitObjectGet
            | Op::HitObjectAttributes
            | Op::HitObjectSetIndex
            | Op::ReorderThread => self.hit_object(inst, data),
            _ => self.fail_at(inst, "not an operation of this family"),
        }
    }

    /// What the ray flags at operand `index` take. Those that the shader computes may be any.
    pub(super) fn ray_flags(&mut self, data: &InstData, index: usize) {
        let flags = data.args.of(&self.function.pool).get(index);
        let flags = flags.and_then(|&flags| self.cx.module.const_bits(flags));
        let has = |wanted: RayFlags| flags.is_none_or(|flags| flags as u32 & wanted.bits() != 0);
        let culling = RayFlags::SKIP_TRIANGLES_KHR | RayFlags::SKIP_AAB_BS_KHR;
        if has(culling) && self.cx.options.primitive_culling {
            let capability = Capability::RayTraversalPrimitiveCullingKHR;
            self.cx.requirements.need(capability);
        }
        if flags.is_some() && has(RayFlags::FORCE_OPACITY_MICROMAP2_STATE_EXT) {
            self.opacity_micromaps();
        }
    }

    fn opacity_micromaps(&mut self) {
        if self.cx.options.opacity_micromaps {
            let capability = Capability::RayTracingOpacityMicromapEXT;
            self.cx.requirements.need(capability);
        }
    }

    fn ray_query_get(&mut self, inst: Inst, data: &InstData) {
        use RayQueryValue as V;
        let Some((value, committed)) = RayQueryValue::from_imm(data.imm) else {
            self.fail_at(inst, "no value of a ray query has this number");
            return;
        };
        let op = match value {
            V::Kind => Spv::RayQueryGetIntersectionTypeKHR,
            V::T => Spv::RayQueryGetIntersectionTKHR,
            V::InstanceCustomIndex => Spv::RayQueryGetIntersectionInstanceCustomIndexKHR,
            V::InstanceIndex => Spv::RayQueryGetIntersectionInstanceIdKHR,
            V::HitGroupOffset => Spv::RayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR,
            V::GeometryIndex => Spv::RayQueryGetIntersectionGeometryIndexKHR,
            V::PrimitiveIndex => Spv::RayQueryGetIntersectionPrimitiveIndexKHR,
            V::Barycentrics => Spv::RayQueryGetIntersectionBarycentricsKHR,
            V::FrontFace => Spv::RayQueryGetIntersectionFrontFaceKHR,
            V::ObjectRayOrigin => Spv::RayQueryGetIntersectionObjectRayOriginKHR,
            V::ObjectRayDirection => Spv::RayQueryGetIntersectionObjectRayDirectionKHR,
            V::ObjectToWorld => Spv::RayQueryGetIntersectionObjectToWorldKHR,
            V::WorldToObject => Spv::RayQueryGetIntersectionWorldToObjectKHR,
            V::TrianglePositions => {
                self.cx.requirements.need(Capability::RayQueryPositionFetchKHR);
                Spv::RayQueryGetIntersectionTriangleVertexPositionsKHR
            }
            V::ProceduralOpaque => Spv::RayQueryGetIntersectionCandidateAABBOpaqueKHR,
            V::WorldRayOrigin => Spv::RayQueryGetWorldRayOriginKHR,
            V::WorldRayDirection => Spv::RayQueryGetWorldRayDirectionKHR,
            V::RayTMin => Spv::RayQueryGetRayTMinKHR,
            V::RayFlags => Spv::RayQueryGetRayFlagsKHR,
        };
        let ty = self.cx.ty(data.ty);
        let id = self.result(inst);
        let query = self.operand(inst, data, 0);
        if value < V::ProceduralOpaque {
            let which = self.cx.u32_constant(u32::from(committed));
            self.body.inst(op, &[ty, id, query, which]);
        } else {
            self.body.inst(op, &[ty, id, query]);
        }
    }
}
