//! dx.op operations on the shader's inputs, outputs and execution: signature elements, system values,
//! discard, barriers.

use super::Importer;
use super::dispatch::DxCall;
use super::frame::Phase;
use crate::bitcode::module as bc;
use crate::dxil::ops::{family, view};
use crate::error::{Error, Result};
use crate::ir::{Component, Flags, Op, Type, Value};
use crate::shader::{SemanticKind, SignatureKind, Stage, SystemValue};

impl<'a> Importer<'a> {
    /// The immediate that names the component of a signature that an operation accesses, and what the row is.
    pub fn signature_component(
        &self,
        kind: SignatureKind,
        element: bc::ValueId,
        row: bc::ValueId,
        col: bc::ValueId,
    ) -> Result<u32> {
        let component = Component {
            signature: kind,
            element: self.immediate(element, "signature element id")?,
            column: self.immediate(col, "signature column")?,
        };
        let inside = component.element_of(self.entry).is_some_and(|element| {
            component.column < element.cols
                && self
                    .const_int(row)
                    .is_none_or(|row| (0..i64::from(element.rows)).contains(&row))
        });
        if !inside || component.column > 3 {
            return Err(Error::malformed(format!(
                "signature element {} has no such row, or no column {}",
                component.element, component.column
            )));
        }
        Ok(component.imm())
    }

    fn input_element(&self, signature: bc::ValueId, row: bc::ValueId, col: bc::ValueId) -> Result<u32> {
        self.signature_component(SignatureKind::Input, signature, row, col)
    }

    /// Inputs and thread ids.
    pub fn input(&mut self, op: family::Input, call: DxCall<'a>) -> Result<Value> {
        let ty = self.ty(call.inst.ty)?;
        let flags = call.flags;
        use SystemValue as S;
        use family::Input as I;
        let system = match op {
            I::LoadInput => {
                let o = view::LoadInput::read(call.args)?;
                let imm = self.input_element(o.signature, o.row, o.col)?;
                let row = self.value(o.row)?;
                let vertex = self.value(o.gs_vertex_axis)?;
                return Ok(if self.module.is_undef(vertex) {
                    self.emit_imm(Op::LoadInput, flags, ty, &[row], imm)
                } else {
                    self.emit_imm(Op::LoadInput, flags, ty, &[row, vertex], imm)
                });
            }
            I::EvalSnapped => {
                let o = view::EvalSnapped::read(call.args)?;
                let imm = self.input_element(o.signature, o.row, o.col)?;
                let (x, y) = (o.offset_x, o.offset_y);
                let args = [self.value(o.row)?, self.value(x)?, self.value(y)?];
                return Ok(self.emit_imm(Op::EvalSnapped, flags, ty, &args, imm));
            }
            I::EvalSampleIndex => {
                let o = view::EvalSampleIndex::read(call.args)?;
                let imm = self.input_element(o.signature, o.row, o.col)?;
                let args = [self.value(o.row)?, self.value(o.sample_index)?];
                return Ok(self.emit_imm(Op::EvalSampleIndex, flags, ty, &args, imm));
            }
            I::EvalCentroid => {
                let o = view::EvalCentroid::read(call.args)?;
                let imm = self.input_element(o.signature, o.row, o.col)?;
                let args = [self.value(o.row)?];
                return Ok(self.emit_imm(Op::EvalCentroid, flags, ty, &args, imm));
            }
            I::AttributeAtVertex => {
                let o = view::AttributeAtVertex::read(call.args)?;
                let imm = self.input_element(o.signature, o.row, o.col)?;
                // An i8 in DXIL.
                let mut vertex = self.value(o.vertex_id)?;
                if let Some(bits) = self.module.const_bits(vertex) {
                    vertex = self.module.i32(bits as u32);
                } else if self.value_ty(vertex) != Type::I32 {
                    vertex = self.emit(Op::ZExt, Flags::NONE, Type::I32, &[vertex]);
                }
                let args = [self.value(o.row)?, vertex];
                return Ok(self.emit_imm(Op::AttributeAtVertex, flags, ty, &args, imm));
            }
            I::LoadOutputControlPoint => {
                let o = view::LoadOutputControlPoint::read(call.args)?;
                let (op, kind) = self.control_point_source(call)?;
                let imm = self.signature_component(kind, o.signature, o.row, o.col)?;
                let args = [self.value(o.row)?, self.value(o.index)?];
                return Ok(self.emit_imm(op, flags, ty, &args, imm));
            }
            I::LoadPatchConstant => {
                let o = view::LoadPatchConstant::read(call.args)?;
                self.in_phase(call, Phase::PatchConstants)?;
                let imm =
                    self.signature_component(SignatureKind::PatchConstant, o.signature, o.row, o.col)?;
                let row = self.value(o.row)?;
                return Ok(self.emit_imm(Op::LoadPatchConstant, flags, ty, &[row], imm));
            }
            I::OutputControlPointID => return self.control_point(call),
            // Only pixel shaders have helper lanes.
            I::IsHelperLane if self.module.info.stage != Stage::Pixel => {
                return Ok(self.module.scalar(ty, 0));
            }
            I::IsHelperLane => return Ok(self.emit(Op::IsHelper, Flags::NONE, ty, &[])),
            I::ThreadId | I::GroupId | I::ThreadIdInGroup | I::DomainLocation => {
                let &[_, component] = call.args else {
                    return Err(Error::internal("a system value without its component"));
                };
                let component = self.immediate(component, "component of a system value")?;
                let base = match op {
                    I::ThreadId => S::ThreadIdX,
                    I::GroupId => S::GroupIdX,
                    I::DomainLocation => S::DomainLocationX,
                    _ => S::ThreadIdInGroupX,
                };
                if component > 2 {
                    return Err(Error::malformed(format!("{} of component {component}", call.op)));
                }
                S::from_number(base as u32 + component)
            }
        };
        let system = system.ok_or_else(|| Error::internal(format!("{} is no system value", call.op)))?;
        Ok(self.emit_imm(Op::SystemValue, Flags::NONE, ty, &[], system as u32))
    }

    /// A vertex of a geometry shader, or the end of a primitive, or both.
    fn stream_operation(&mut self, call: DxCall<'a>, vertex: bool, end: bool) -> Result<()> {
        let &[_, stream] = call.args else {
            return Err(Error::internal("an operation on a stream without its number"));
        };
        let stream = self.immediate(stream, "output stream")?;
        let streams = self
            .entry
            .properties
            .geometry
            .map_or(0, |[_, _, streams, ..]| streams);
        if self.entry.stage != Stage::Geometry || stream > 3 || streams >> stream & 1 == 0 {
            return Err(Error::malformed(format!("{} of output stream {stream}", call.op)));
        }
        if vertex {
            self.emit_imm(Op::EmitVertex, Flags::NONE, Type::VOID, &[], stream);
        }
        if end {
            self.emit_imm(Op::EndPrimitive, Flags::NONE, Type::VOID, &[], stream);
        }
        Ok(())
    }

    /// A system value that its operation names.
    pub fn system_value(&mut self, op: family::SystemValue, call: DxCall<'a>) -> Result<Value> {
        let ty = self.ty(call.inst.ty)?;
        Ok(self.emit_imm(Op::SystemValue, Flags::NONE, ty, &[], op.value() as u32))
    }

    /// What is not there to be found in Vulkan.
    pub fn absent(&mut self, op: family::Absent, call: DxCall<'a>) -> Result<Option<Value>> {
        use family::Absent as A;
        if matches!(
            op,
            A::ClusterID | A::RayQuery_CandidateClusterID | A::RayQuery_CommittedClusterID
        ) && self.ty(call.inst.ty)? != Type::I32
        {
            return Err(Error::malformed(format!("{} that is no i32", call.op)));
        }
        Ok(match op {
            // Nobody is there to look.
            A::ExperimentalNop | A::DebugBreak => None,
            A::IsDebuggingEnabled => Some(self.module.scalar(Type::BOOL, 0)),
            // `CLUSTER_ID_INVALID`: structures without clusters have no other.
            A::ClusterID | A::RayQuery_CandidateClusterID | A::RayQuery_CommittedClusterID => {
                Some(self.module.i32(u32::MAX))
            }
        })
    }

    /// Outputs, discard and barriers.
    pub fn effect(&mut self, op: family::Effect, call: DxCall<'a>) -> Result<Option<Value>> {
        use family::Effect as E;
        match op {
            E::StoreOutput => {
                let o = view::StoreOutput::read(call.args)?;
                let imm = self.signature_component(SignatureKind::Output, o.signature, o.row, o.col)?;
                let (row, value) = (self.value(o.row)?, self.value(o.value)?);
                if self.entry.stage == Stage::Hull {
                    // Each control point writes its own.
                    let point = self.control_point(call)?;
                    let args = [row, value, point];
                    self.emit_imm(Op::StoreOutput, Flags::NONE, Type::VOID, &args, imm);
                } else {
                    self.emit_imm(Op::StoreOutput, Flags::NONE, Type::VOID, &[row, value], imm);
                }
            }
            E::StorePatchConstant => {
                let o = view::StorePatchConstant::read(call.args)?;
                self.in_phase(call, Phase::PatchConstants)?;
                let imm =
                    self.signature_component(SignatureKind::PatchConstant, o.signature, o.row, o.col)?;
                let value = self.value(o.value)?;
                let args = [self.value(o.row)?, self.held_factor(value, imm)];
                self.emit_imm(Op::StorePatchConstant, Flags::NONE, Type::VOID, &args, imm);
            }
            E::Discard => {
                let o = view::Discard::read(call.args)?;
                let condition = self.value(o.condition)?;
                if self.value_ty(condition) != Type::BOOL {
                    return Err(Error::malformed("discard on a value that is no i1"));
                }
                match self.module.const_bits(condition) {
                    Some(0) => {}
                    Some(_) => {
                        self.emit(Op::Demote, Flags::NONE, Type::VOID, &[]);
                    }
                    None => self.conditional(condition, |this| {
                        this.emit(Op::Demote, Flags::NONE, Type::VOID, &[]);
                    }),
                }
            }
            E::EmitStream => self.stream_operation(call, true, false)?,
            E::CutStream => self.stream_operation(call, false, true)?,
            E::EmitThenCutStream => self.stream_operation(call, true, true)?,
            E::Barrier => {
                let o = view::Barrier::read(call.args)?;
                let mode = self.immediate(o.barrier_mode, "barrier mode")?;
                if mode & !0xf != 0 {
                    return Err(Error::malformed(format!("barrier mode {mode}")));
                }
                self.emit_imm(Op::DxBarrier, Flags::NONE, Type::VOID, &[], mode);
            }
            E::BarrierByMemoryType => {
                // Memory: 1 UAV, 2 groupshared, 4 and 8 node records. Semantics: 1 group sync, 2 group
                // scope, 4 device scope (HLSL proposal 27).
                let o = view::BarrierByMemoryType::read(call.args)?;
                let memory = self.immediate(o.memory_type_flags, "memory type flags")?;
                let semantics = self.immediate(o.semantic_flags, "barrier semantics")?;
                self.memory_barrier(memory, semantics);
            }
            E::BarrierByMemoryHandle => {
                // Vulkan orders no single resource: all UAVs.
                let o = view::BarrierByMemoryHandle::read(call.args)?;
                let semantics = self.immediate(o.semantic_flags, "barrier semantics")?;
                self.memory_barrier(1, semantics);
            }
        }
        Ok(None)
    }

    /// A barrier in the words of shader model 6.8.
    pub fn memory_barrier(&mut self, memory: u32, semantics: u32) {
        // The reorder scope (8, SM 6.9) is that of one thread, which may go on anywhere on the device.
        const SCOPES: u32 = 2 | 4 | 8;
        let mut mode = semantics & 1;
        if memory & 1 != 0 {
            match semantics & SCOPES {
                0 => {}
                2 => mode |= 4,
                _ => mode |= 2,
            }
        }
        if memory & 2 != 0 && semantics & SCOPES != 0 {
            mode |= 8;
        }
        if memory & 12 != 0 && self.entry.is_node() {
            // Records.
            mode |= match semantics & 6 {
                0 => 0,
                2 => 16,
                _ => 48,
            };
        }
        self.emit_imm(Op::DxBarrier, Flags::NONE, Type::VOID, &[], mode);
    }

    /// A tessellation factor as the shader's `maxtessfactor` allows it; what is no factor, and NaN, stays. The functional
    /// specification (10.13) has compilers do this, as devices take what is declared for granted; DXC does not.
    fn held_factor(&mut self, value: Value, imm: u32) -> Value {
        let most = self
            .entry
            .properties
            .hull
            .as_ref()
            .map(|hull| f32::from_bits(hull.max_tess_factor));
        let element = Component::named(Op::StorePatchConstant, imm)
            .and_then(|component| component.element_of(&self.module.info));
        let factor = element.is_some_and(|element| {
            matches!(
                element.kind,
                SemanticKind::TessFactor | SemanticKind::InsideTessFactor
            )
        });
        let (Some(most @ 1.0..64.0), true, Type::F32) = (most, factor, self.value_ty(value)) else {
            return value;
        };
        if let Some(bits) = self.module.const_bits(value)
            && f32::from_bits(bits as u32) <= most
        {
            return value;
        }
        let most = self.module.scalar(Type::F32, u64::from(most.to_bits()));
        let beyond = self.emit(Op::FOGt, Flags::NONE, Type::BOOL, &[value, most]);
        self.emit(Op::Select, Flags::NONE, Type::F32, &[beyond, most, value])
    }
}
