//! dx.op operations of ray queries (`RayQuery`, SM 6.5), and acceleration structures.
//!
//! DXIL's handle of a ray query is an `i32` that goes through phis, selections and memory like any other. Here it is the
//! number of its allocation, a constant, so that all of these are left as they are. Once all is imported,
//! [`ray_variables`](super::ray_variables) makes pointers of them. An allocation in a loop is one query: its next turn
//! begins anew.

use super::Importer;
use super::dispatch::DxCall;
use super::lanes::Lanes;
use super::queries::Allocation;
use crate::bitcode::module as bc;
use crate::dxil::ops::{family, view};
use crate::error::{Error, Result};
use crate::ir::{Flags, Object, Op, RayQueryValue, Type, Value};

/// `RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS`.
const ALLOW_OPACITY_MICROMAPS: u32 = 1;

impl<'a> Importer<'a> {
    /// The acceleration structure that a handle names.
    pub fn acceleration_structure(&mut self, handle: bc::ValueId) -> Result<Value> {
        let handle = self.value(handle)?;
        if self.value_ty(handle) != Type::HANDLE {
            return Err(Error::unsupported(
                "an acceleration structure whose handle depends on control flow or lies in memory",
            ));
        }
        let ty = self.module.types.object(Object::AccelerationStructure);
        Ok(self.emit(Op::AccelerationStructure, Flags::NONE, ty, &[handle]))
    }

    /// Three floats as a vector.
    pub fn vector3(&mut self, parts: [bc::ValueId; 3]) -> Result<Value> {
        let [x, y, z] = parts;
        let parts = [self.value(x)?, self.value(y)?, self.value(z)?];
        let ty = self.module.types.vector(Type::F32, 3);
        Ok(self.emit(Op::Construct, Flags::NONE, ty, &parts))
    }

    /// An operation of a ray query.
    #[cold]
    pub fn ray_query(&mut self, op: family::RayQuery, call: DxCall<'a>) -> Result<Option<Value>> {
        use RayQueryValue as V;
        use family::RayQuery as R;
        let (value, committed) = match op {
            R::AllocateRayQuery => {
                let o = view::AllocateRayQuery::read(call.args)?;
                let flags = self.immediate(o.const_ray_flags, "flags of a ray query")?;
                return Ok(Some(self.allocate_ray_query(flags, 0)));
            }
            R::AllocateRayQuery2 => {
                let o = view::AllocateRayQuery2::read(call.args)?;
                let flags = self.immediate(o.const_ray_flags, "flags of a ray query")?;
                let more = self.immediate(o.const_ray_query_flags, "flags of a ray query")?;
                return Ok(Some(self.allocate_ray_query(flags, more)));
            }
            R::RayQuery_TraceRayInline => {
                self.trace_ray_inline(call)?;
                return Ok(None);
            }
            R::RayQuery_Proceed => {
                let o = view::RayQuery_Proceed::read(call.args)?;
                return self
                    .change_ray_query(Op::RayQueryProceed, Type::BOOL, o.ray_query_handle, &[])
                    .map(Some);
            }
            R::RayQuery_Abort => {
                let o = view::RayQuery_Abort::read(call.args)?;
                self.change_ray_query(Op::RayQueryTerminate, Type::VOID, o.ray_query_handle, &[])?;
                return Ok(None);
            }
            R::RayQuery_CommitNonOpaqueTriangleHit => {
                let o = view::RayQuery_CommitNonOpaqueTriangleHit::read(call.args)?;
                self.change_ray_query(Op::RayQueryConfirm, Type::VOID, o.ray_query_handle, &[])?;
                return Ok(None);
            }
            R::RayQuery_CommitProceduralPrimitiveHit => {
                let o = view::RayQuery_CommitProceduralPrimitiveHit::read(call.args)?;
                let t = self.value(o.t)?;
                self.change_ray_query(Op::RayQueryGenerate, Type::VOID, o.ray_query_handle, &[t])?;
                return Ok(None);
            }
            R::RayQuery_CommittedStatus => (V::Kind, true),
            R::RayQuery_CandidateType => (V::Kind, false),
            R::RayQuery_CandidateObjectToWorld3x4 => (V::ObjectToWorld, false),
            R::RayQuery_CandidateWorldToObject3x4 => (V::WorldToObject, false),
            R::RayQuery_CommittedObjectToWorld3x4 => (V::ObjectToWorld, true),
            R::RayQuery_CommittedWorldToObject3x4 => (V::WorldToObject, true),
            R::RayQuery_CandidateProceduralPrimitiveNonOpaque => (V::ProceduralOpaque, false),
            R::RayQuery_CandidateTriangleFrontFace => (V::FrontFace, false),
            R::RayQuery_CommittedTriangleFrontFace => (V::FrontFace, true),
            R::RayQuery_CandidateTriangleBarycentrics => (V::Barycentrics, false),
            R::RayQuery_CommittedTriangleBarycentrics => (V::Barycentrics, true),
            R::RayQuery_RayFlags => (V::RayFlags, false),
            R::RayQuery_WorldRayOrigin => (V::WorldRayOrigin, false),
            R::RayQuery_WorldRayDirection => (V::WorldRayDirection, false),
            R::RayQuery_RayTMin => (V::RayTMin, false),
            R::RayQuery_CandidateTriangleRayT => (V::T, false),
            R::RayQuery_CommittedRayT => (V::T, true),
            R::RayQuery_CandidateInstanceIndex => (V::InstanceIndex, false),
            R::RayQuery_CandidateInstanceID => (V::InstanceCustomIndex, false),
            R::RayQuery_CandidateGeometryIndex => (V::GeometryIndex, false),
            R::RayQuery_CandidatePrimitiveIndex => (V::PrimitiveIndex, false),
            R::RayQuery_CandidateObjectRayOrigin => (V::ObjectRayOrigin, false),
            R::RayQuery_CandidateObjectRayDirection => (V::ObjectRayDirection, false),
            R::RayQuery_CommittedInstanceIndex => (V::InstanceIndex, true),
            R::RayQuery_CommittedInstanceID => (V::InstanceCustomIndex, true),
            R::RayQuery_CommittedGeometryIndex => (V::GeometryIndex, true),
            R::RayQuery_CommittedPrimitiveIndex => (V::PrimitiveIndex, true),
            R::RayQuery_CommittedObjectRayOrigin => (V::ObjectRayOrigin, true),
            R::RayQuery_CommittedObjectRayDirection => (V::ObjectRayDirection, true),
            R::RayQuery_CandidateInstanceContributionToHitGroupIndex => (V::HitGroupOffset, false),
            R::RayQuery_CommittedInstanceContributionToHitGroupIndex => (V::HitGroupOffset, true),
            R::RayQuery_CandidateTriangleObjectPosition => (V::TrianglePositions, false),
            R::RayQuery_CommittedTriangleObjectPosition => (V::TrianglePositions, true),
        };
        if value == V::TrianglePositions {
            self.check_position_fetch(call)?;
        }
        self.ray_query_value(value, committed, call).map(Some)
    }

    /// With ray flags, and `RAYQUERY_FLAG`s.
    fn allocate_ray_query(&mut self, flags: u32, more: u32) -> Value {
        let number = self.ray_queries.allocations.len() as u32;
        self.ray_queries.allocations.push(Allocation {
            flags,
            micromaps: self.legacy_micromaps || more & ALLOW_OPACITY_MICROMAPS != 0,
            block: self.cursor.block,
        });
        self.module.i32(number)
    }

    fn trace_ray_inline(&mut self, call: DxCall<'a>) -> Result<()> {
        let o = view::RayQuery_TraceRayInline::read(call.args)?;
        let args = [
            self.acceleration_structure(o.acceleration_structure)?,
            self.value(o.ray_flags)?,
            self.value(o.instance_inclusion_mask)?,
            self.vector3(o.origin)?,
            self.value(o.t_min)?,
            self.vector3(o.direction)?,
            self.value(o.t_max)?,
        ];
        self.change_ray_query(Op::RayQueryInitialize, Type::VOID, o.ray_query_handle, &args)?;
        Ok(())
    }

    /// An operation that changes a ray query.
    fn change_ray_query(&mut self, op: Op, ty: Type, handle: bc::ValueId, rest: &[Value]) -> Result<Value> {
        let mut args: smallvec::SmallVec<[Value; 8]> = smallvec::smallvec![self.value(handle)?];
        args.extend_from_slice(rest);
        let value = self.emit(op, Flags::NONE, ty, &args);
        self.ray_queries.asked.forget();
        self.ray_queries.uses.extend(value.as_inst());
        Ok(value)
    }

    /// What a ray query knows, or the part of it that the call names.
    fn ray_query_value(&mut self, value: RayQueryValue, committed: bool, call: DxCall<'a>) -> Result<Value> {
        let &[_, handle, ref part @ ..] = call.args else {
            return Err(Error::malformed("an operation without a ray query"));
        };
        let handle = self.value(handle)?;
        let imm = value.imm(committed);
        let shape = value.shape();
        let whole = self.ask_ray_query(handle, imm, shape);
        if value == RayQueryValue::TrianglePositions {
            return self.nine_floats(whole, call);
        }
        let found = self.part_of_answer(whole, shape, part)?;
        Ok(match value {
            RayQueryValue::ProceduralOpaque => self.emit(Op::Not, Flags::NONE, Type::BOOL, &[found]),
            _ => found,
        })
    }

    /// Whether the device tells the positions of triangles, for `call`, whose result has to be nine floats.
    pub fn check_position_fetch(&mut self, call: DxCall<'a>) -> Result<()> {
        let nine = self.module.types.vector(Type::F32, 9);
        if self.ty(call.inst.ty)? != nine {
            return Err(Error::malformed(format!(
                "{} that is no vector of nine floats",
                call.op
            )));
        }
        match self.position_fetch {
            true => Ok(()),
            false => Err(Error::unsupported(format!(
                "{}: needs a device with VK_KHR_ray_tracing_position_fetch (option position_fetch)",
                call.op
            ))),
        }
    }

    /// The vector that an array of three vertices is in DXIL.
    pub fn nine_floats(&mut self, vertices: Value, call: DxCall<'a>) -> Result<Value> {
        let vector = self.module.types.vector(Type::F32, 3);
        let mut lanes = Lanes::new();
        for vertex in 0..3 {
            let whole = self.emit_imm(Op::Extract, Flags::NONE, vector, &[vertices], vertex);
            for lane in 0..3 {
                lanes.push(self.emit_imm(Op::Extract, Flags::NONE, Type::F32, &[whole], lane));
            }
        }
        let ty = self.ty(call.inst.ty)?;
        Ok(self.vector_of(ty, &lanes))
    }

    /// The part of a whole answer that the operands `part` of a call name: nothing, a component, or row and column.
    pub fn part_of_answer(
        &mut self,
        whole: Value,
        (scalar, rows, columns): (Type, u32, u32),
        part: &[bc::ValueId],
    ) -> Result<Value> {
        let number = |index: usize, bound: u32| {
            let id = part.get(index).copied();
            let id = id.ok_or_else(|| Error::malformed("an operand is missing"))?;
            match self.immediate(id, "row, column or component")? {
                number if number < bound => Ok(number),
                number => Err(Error::malformed(format!(
                    "part {number} of a value with {bound} parts"
                ))),
            }
        };
        Ok(match (rows, columns) {
            (1, _) => whole,
            (_, 1) => {
                let component = number(0, rows)?;
                self.emit_imm(Op::Extract, Flags::NONE, scalar, &[whole], component)
            }
            _ => {
                // D3D12 has rows of four, Vulkan columns of three.
                let (row, column) = (number(0, rows)?, number(1, columns)?);
                let ty = self.module.types.vector(scalar, rows);
                let column = self.emit_imm(Op::Extract, Flags::NONE, ty, &[whole], column);
                self.emit_imm(Op::Extract, Flags::NONE, scalar, &[column], row)
            }
        })
    }

    /// All of what a ray query knows, of one type; asked once where nothing has changed.
    pub fn ask_ray_query(&mut self, handle: Value, imm: u32, shape: (Type, u32, u32)) -> Value {
        let block = self.cursor.block;
        if let Some(known) = self.ray_queries.asked.answer(block, handle, imm) {
            return known;
        }
        let ty = self.module.types.answer(shape);
        let value = self.emit_imm(Op::RayQueryGet, Flags::NONE, ty, &[handle], imm);
        self.ray_queries.asked.keep(handle, imm, value);
        self.ray_queries.uses.extend(value.as_inst());
        value
    }
}
