//! dx.op operations of mesh and amplification shaders: counts, indices, outputs, payloads.
//!
//! A payload that comes in is a variable of class `TaskPayloadWorkgroupEXT` from the start: what its operation gives is a
//! pointer, into which the shader's own instructions lead.

use super::Importer;
use super::dispatch::DxCall;
use crate::bitcode::module as bc;
use crate::dxil::ops::{family, view};
use crate::error::{Error, Result};
use crate::ir::{Flags, Op, StorageClass, Type, Value};
use crate::shader::{SignatureKind, Stage};

impl<'a> Importer<'a> {
    /// An operation of a mesh or amplification shader.
    #[cold]
    pub fn mesh(&mut self, op: family::Mesh, call: DxCall<'a>) -> Result<Option<Value>> {
        use family::Mesh as M;
        let stage = match op {
            M::DispatchMesh => Stage::Amplification,
            _ => Stage::Mesh,
        };
        if self.entry.stage != stage {
            let message = format!("{} in a {} shader", call.op, self.entry.stage);
            return Err(Error::malformed(message));
        }
        match op {
            M::SetMeshOutputCounts => {
                let o = view::SetMeshOutputCounts::read(call.args)?;
                let args = [self.value(o.num_vertices)?, self.value(o.num_primitives)?];
                self.emit(Op::SetMeshOutputs, Flags::NONE, Type::VOID, &args);
            }
            M::EmitIndices => {
                let o = view::EmitIndices::read(call.args)?;
                let [a, b, c] = o.vertex_index;
                let primitive = self.value(o.primitive_index)?;
                let args = [primitive, self.value(a)?, self.value(b)?, self.value(c)?];
                self.emit(Op::EmitIndices, Flags::NONE, Type::VOID, &args);
            }
            M::StoreVertexOutput => {
                let o = view::StoreVertexOutput::read(call.args)?;
                let imm = self.signature_component(SignatureKind::Output, o.signature, o.row, o.col)?;
                let args = [
                    self.value(o.row)?,
                    self.value(o.value)?,
                    self.value(o.vertex_index)?,
                ];
                self.emit_imm(Op::StoreOutput, Flags::NONE, Type::VOID, &args, imm);
            }
            M::StorePrimitiveOutput => {
                let o = view::StorePrimitiveOutput::read(call.args)?;
                let imm = self.signature_component(SignatureKind::Primitive, o.signature, o.row, o.col)?;
                let primitive = self.value(o.primitive_index)?;
                let args = [self.value(o.row)?, self.value(o.value)?, primitive];
                self.emit_imm(Op::StorePrimitive, Flags::NONE, Type::VOID, &args, imm);
            }
            M::DispatchMesh => {
                let o = view::DispatchMesh::read(call.args)?;
                let [x, y, z] = o.thread_group_count;
                let groups = [self.value(x)?, self.value(y)?, self.value(z)?];
                let payload = self.value_or_pointer(o.payload)?;
                if self.roaming(payload).is_some() {
                    return Err(Error::unsupported("a payload that depends on control flow"));
                }
                let args = [groups[0], groups[1], groups[2], payload];
                self.emit(Op::DispatchMesh, Flags::NONE, Type::VOID, &args);
            }
            M::GetMeshPayload => return self.mesh_payload(call.inst.ty).map(Some),
        }
        Ok(None)
    }

    /// The address of the payload, `ty` being the LLVM type of that address.
    fn mesh_payload(&mut self, ty: bc::TypeId) -> Result<Value> {
        let &bc::Type::Pointer { pointee, .. } = self.llvm_type(ty)? else {
            return Err(Error::malformed("a payload that is not pointed to"));
        };
        let ty = self.memory_ty(pointee)?;
        let class = StorageClass::TaskPayloadWorkgroupEXT;
        let known = self.module.globals.iter().find(|(_, data)| data.class == class);
        match known {
            Some((variable, data)) if data.ty == ty => Ok(variable.into()),
            Some(_) => Err(Error::malformed("a payload of two types")),
            None => Ok(self.module.add_global("payload", class, ty).into()),
        }
    }
}
