//! Shaders of ray tracing pipelines: their parameters, and the dx.op operations on rays.
//!
//! What an entry point gets by pointer (payload, attributes, data of a callable shader) is a variable of Vulkan's class for it
//! from the start, into which the shader's own instructions lead. The operations that call other shaders stay what D3D12
//! has them be, with a pointer to any memory; [`lower`](crate::lower) finds their variables.
//!
//! `IgnoreHit` and `AcceptHitAndEndSearch` end the shader, wherever they are called: what follows them is in a block that
//! nothing reaches. What the shader did before stays done.
//!
//! Facts: DXC's `docs/DXIL.rst` and the DirectX Raytracing functional specification, "Ray tracing shaders" and "HLSL
//! additions"; `SPV_KHR_ray_tracing`.

use super::Importer;
use super::dispatch::DxCall;
use super::frame::parameters;
use super::lanes::Lanes;
use crate::bitcode::module as bc;
use crate::dxil::ops::{family, view};
use crate::error::{Error, Result};
use crate::ir::{Flags, Object, Op, StorageClass, Terminator, Type, Value};
use crate::shader::SystemValue;

impl<'a> Importer<'a> {
    /// The variables that the parameters of entry point `function` point to.
    #[inline(never)]
    pub fn ray_parameters(&mut self, function: bc::FuncId) -> Result<Vec<Value>> {
        let classes = parameters(self.entry.stage);
        if classes.is_empty() {
            return Ok(Vec::new());
        }
        let llvm = self.llvm;
        let ty = llvm.functions.get(function).and_then(|f| llvm.types.get(f.ty));
        let Some(&bc::Type::Function { params, .. }) = ty else {
            return Err(Error::malformed("an entry point that is no function"));
        };
        let params = llvm.type_list(params);
        let mut variables = Vec::with_capacity(classes.len());
        for (&class, &param) in classes.iter().zip(params) {
            let &bc::Type::Pointer { pointee, .. } = self.llvm_type(param)? else {
                let message = "a payload, attributes or data that are not pointed to";
                return Err(Error::malformed(message));
            };
            let ty = self.memory_ty(pointee)?;
            let name = match class {
                StorageClass::HitAttributeKHR => "attributes",
                StorageClass::IncomingCallableDataKHR => "data",
                _ => "payload",
            };
            variables.push(self.module.add_global(name, class, ty).into());
        }
        Ok(variables)
    }

    /// A system value by its component.
    fn ray_component(
        &mut self,
        call: DxCall<'a>,
        first: SystemValue,
        row: u32,
        column: bc::ValueId,
        columns: u32,
    ) -> Result<Value> {
        let column = self.immediate(column, "component of a system value")?;
        let rows = if columns == 4 { 3 } else { 1 };
        if column >= columns || row >= rows {
            return Err(Error::malformed(format!(
                "{} of row {row}, column {column}",
                call.op
            )));
        }
        let ty = self.ty(call.inst.ty)?;
        let number = first as u32 + row * columns + column;
        Ok(self.emit_imm(Op::SystemValue, Flags::NONE, ty, &[], number))
    }

    /// An operation on rays.
    #[cold]
    pub fn ray(&mut self, op: family::Ray, call: DxCall<'a>) -> Result<Option<Value>> {
        use SystemValue as S;
        use family::Ray as R;
        if !call.op.stages().contains(self.entry.stage) {
            let message = format!("{} in a {} shader", call.op, self.entry.stage);
            return Err(Error::malformed(message));
        }
        let first = match op {
            R::DispatchRaysIndex => S::DispatchRaysIndexX,
            R::DispatchRaysDimensions => S::DispatchRaysDimensionsX,
            R::WorldRayOrigin => S::WorldRayOriginX,
            R::WorldRayDirection => S::WorldRayDirectionX,
            R::ObjectRayOrigin => S::ObjectRayOriginX,
            R::ObjectRayDirection => S::ObjectRayDirectionX,
            R::ObjectToWorld | R::WorldToObject => {
                let &[_, row, column] = call.args else {
                    return Err(Error::internal("a matrix without row and column"));
                };
                let row = self.immediate(row, "row of a matrix")?;
                let first = match op {
                    R::ObjectToWorld => S::ObjectToWorld00,
                    _ => S::WorldToObject00,
                };
                return self.ray_component(call, first, row, column, 4).map(Some);
            }
            R::TriangleObjectPosition => return self.triangle_positions(call).map(Some),
            R::TraceRay => return self.trace_ray(call).map(|()| None),
            R::CallShader => {
                let o = view::CallShader::read(call.args)?;
                let args = [self.value(o.shader_index)?, self.value_or_pointer(o.parameter)?];
                self.emit(Op::CallShader, Flags::NONE, Type::VOID, &args);
                return Ok(None);
            }
            R::ReportHit => {
                let o = view::ReportHit::read(call.args)?;
                let args = [
                    self.value(o.t_hit)?,
                    self.value(o.hit_kind)?,
                    self.value_or_pointer(o.attributes)?,
                ];
                return Ok(Some(self.emit(Op::ReportHit, Flags::NONE, Type::BOOL, &args)));
            }
            R::IgnoreHit => return self.end_shader(Op::IgnoreIntersection),
            R::AcceptHitAndEndSearch => return self.end_shader(Op::TerminateRay),
        };
        let &[_, column] = call.args else {
            return Err(Error::internal("a vector without its component"));
        };
        self.ray_component(call, first, 0, column, 3).map(Some)
    }

    /// The vertices of the triangle that was hit.
    fn triangle_positions(&mut self, call: DxCall<'a>) -> Result<Value> {
        self.check_position_fetch(call)?;
        let first = SystemValue::TrianglePosition0X as u32;
        let mut lanes = Lanes::new();
        for lane in 0..9 {
            lanes.push(self.emit_imm(Op::SystemValue, Flags::NONE, Type::F32, &[], first + lane));
        }
        let ty = self.ty(call.inst.ty)?;
        Ok(self.vector_of(ty, &lanes))
    }

    fn trace_ray(&mut self, call: DxCall<'a>) -> Result<()> {
        let args = self.ray_operands(call)?;
        self.emit(Op::TraceRay, Flags::NONE, Type::VOID, &args);
        Ok(())
    }

    /// The operands of a ray, as the operation of the IR has them.
    pub fn ray_operands(&mut self, call: DxCall<'a>) -> Result<[Value; 11]> {
        let o = view::TraceRay::read(call.args)?;
        let handle = self.value(o.acceleration_structure)?;
        if self.value_ty(handle) != Type::HANDLE {
            return Err(Error::malformed("a ray without an acceleration structure"));
        }
        let object = self.module.types.object(Object::AccelerationStructure);
        let structure = self.emit(Op::AccelerationStructure, Flags::NONE, object, &[handle]);
        let [origin, direction] = [self.float3(o.origin)?, self.float3(o.direction)?];
        Ok([
            structure,
            self.value(o.ray_flags)?,
            self.value(o.instance_inclusion_mask)?,
            self.value(o.ray_contribution_to_hit_group_index)?,
            self.value(o.multiplier_for_geometry_contribution_to_shader_index)?,
            self.value(o.miss_shader_index)?,
            origin,
            self.value(o.t_min)?,
            direction,
            self.value(o.t_max)?,
            self.value_or_pointer(o.payload)?,
        ])
    }

    fn float3(&mut self, [x, y, z]: [bc::ValueId; 3]) -> Result<Value> {
        let parts = [self.value(x)?, self.value(y)?, self.value(z)?];
        let ty = self.module.types.vector(Type::F32, 3);
        Ok(self.emit(Op::Construct, Flags::NONE, ty, &parts))
    }

    /// Ends the shader by `op`; the import goes on in a block that nothing leads to.
    fn end_shader(&mut self, op: Op) -> Result<Option<Value>> {
        self.emit(op, Flags::NONE, Type::VOID, &[]);
        self.terminate(Terminator::Return(None));
        self.cursor.block = self.func.add_block();
        self.has_dead_blocks = true;
        Ok(None)
    }
}
