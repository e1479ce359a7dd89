//! Calls: dx.op operations by number, inlined functions, ignored intrinsics.

use super::Importer;
use crate::bitcode::module as bc;
use crate::dxil::call_types::check_types;
use crate::dxil::ops::{self, DxOp};
use crate::entity::EntityId;
use crate::error::{Error, Result};
use crate::ir::{Flags, Type, Value};

/// A dx.op call.
#[derive(Clone, Copy)]
pub struct DxCall<'a> {
    /// Which operation.
    pub op: DxOp,
    /// The instruction.
    pub inst: &'a bc::Inst,
    /// All arguments, the opcode included; their number has been checked.
    pub args: &'a [bc::ValueId],
    /// `PRECISE` when marked `dx.precise`.
    pub flags: Flags,
}

impl<'a> Importer<'a> {
    /// Imports a call.
    pub fn call_instruction(
        &mut self,
        body: &'a bc::Body,
        index: u32,
        inst: &'a bc::Inst,
        callee: bc::FuncId,
        args: &'a [bc::ValueId],
    ) -> Result<()> {
        let llvm = self.llvm;
        let function = llvm
            .functions
            .get(callee)
            .ok_or_else(|| Error::malformed("call of a missing function"))?;
        if !ops::is_symbol(&function.name) {
            // Debug values and lifetimes have no effect.
            if function.name.starts_with("llvm.") {
                return match function.name.split('.').nth(1) {
                    Some("dbg" | "lifetime" | "assume" | "invariant") => Ok(()),
                    _ => Err(Error::unsupported(format!("LLVM intrinsic {}", function.name))),
                };
            }
            return self.call(callee, args, inst);
        }
        let op = self.operation(body, callee, args)?;
        let mut flags = self.relaxed(self.overload_type(inst.ty));
        if self.has_attachment(body, index, "dx.precise") {
            flags = flags.with(Flags::PRECISE);
        }
        let call = DxCall {
            op,
            inst,
            args,
            flags,
        };
        if let Some(value) = self.dx_op(call)? {
            self.define(inst, value);
        }
        Ok(())
    }

    /// The operation of a dx.op call, checked against the table: its symbol, arguments and types.
    fn operation(&mut self, body: &bc::Body, callee: bc::FuncId, args: &[bc::ValueId]) -> Result<DxOp> {
        // Calls of one function mostly are of one operation, and their types the function's.
        if let Some(&Some(known)) = self.operations.get(callee.index())
            && args.first().and_then(|&opcode| self.const_int(opcode)) == Some(i64::from(known.number()))
        {
            return Ok(known);
        }
        let op = crate::dxil::call::operation(self.llvm, body, callee, args)?
            .ok_or_else(|| Error::internal("a call that is no dx.op"))?;
        check_types(self.llvm, op, callee)?;
        if let Some(slot) = self.operations.get_mut(callee.index()) {
            *slot = Some(op);
        }
        Ok(op)
    }

    /// The type that carries a call's precision: the first member of a struct result, or the result itself.
    fn overload_type(&self, ty: bc::TypeId) -> bc::TypeId {
        match self.llvm.types.get(ty) {
            Some(bc::Type::Struct { members, .. }) => {
                self.llvm.type_list(*members).first().copied().unwrap_or(ty)
            }
            _ => ty,
        }
    }

    /// The scalar type of the components that a resource operation returns.
    pub fn component_type(&mut self, call: DxCall<'a>) -> Result<Type> {
        let ty = self.ty(self.overload_type(call.inst.ty))?;
        Ok(self.module.types.scalar(ty))
    }

    fn dx_op(&mut self, call: DxCall<'a>) -> Result<Option<Value>> {
        use DxOp::*;
        match call.op {
            FAbs | Saturate | IsNaN | IsInf | IsFinite | IsNormal | Cos | Sin | Tan | Acos | Asin | Atan
            | Hcos | Hsin | Htan | Exp | Frc | Log | Sqrt | Rsqrt | Round_ne | Round_ni | Round_pi
            | Round_z | Bfrev | Countbits | FirstbitLo | FirstbitHi | FirstbitSHi | DerivCoarseX
            | DerivCoarseY | DerivFineX | DerivFineY => self.unary(call).map(Some),
            FMax | FMin | IMax | IMin | UMax | UMin | IMul | UMul | UDiv | UAddc | USubb | FMad | Fma
            | IMad | UMad | Msad | Ibfe | Ubfe | Bfi | Dot2 | Dot3 | Dot4 | Dot2AddHalf | Dot4AddI8Packed
            | Dot4AddU8Packed | Pack4x8 | Unpack4x8 => self.arithmetic(call).map(Some),
            MakeDouble | SplitDouble | BitcastI16toF16 | BitcastF16toI16 | BitcastI32toF32
            | BitcastF32toI32 | BitcastI64toF64 | BitcastF64toI64 | LegacyF32ToF16 | LegacyF16ToF32
            | LegacyDoubleToFloat | LegacyDoubleToSInt32 | LegacyDoubleToUInt32 => {
                self.conversion(call).map(Some)
            }
            CreateHandle
            | CreateHandleForLib
            | CreateHandleFromBinding
            | CreateHandleFromHeap
            | AnnotateHandle => self.handle(call).map(Some),
            CBufferLoad | CBufferLoadLegacy => self.cbuffer(call).map(Some),
            BufferLoad | RawBufferLoad => self.buffer_load(call).map(Some),
            BufferStore | RawBufferStore => self.buffer_store(call),
            BufferUpdateCounter
            | GetDimensions
            | AtomicBinOp
            | AtomicCompareExchange
            | CheckAccessFullyMapped => self.resource_misc(call).map(Some),
            Sample
            | SampleBias
            | SampleLevel
            | SampleGrad
            | SampleCmp
            | SampleCmpLevelZero
            | SampleCmpLevel
            | SampleCmpGrad
            | SampleCmpBias
            | TextureLoad
            | TextureGather
            | TextureGatherCmp
            | TextureGatherRaw
            | CalculateLOD
            | Texture2DMSGetSamplePosition
            | RenderTargetGetSamplePosition
            | RenderTargetGetSampleCount => self.texture(call).map(Some),
            TextureStore | TextureStoreSample => self.texture_store(call),
            LoadInput
            | EvalSnapped
            | EvalSampleIndex
            | EvalCentroid
            | AttributeAtVertex
            | ThreadId
            | GroupId
            | ThreadIdInGroup
            | FlattenedThreadIdInGroup
            | SampleIndex
            | Coverage
            | InnerCoverage
            | PrimitiveID
            | ViewID
            | StartVertexLocation
            | StartInstanceLocation
            | IsHelperLane => self.input(call).map(Some),
            StoreOutput | Discard | Barrier | BarrierByMemoryType => self.effect(call),
            WaveIsFirstLane | WaveGetLaneIndex | WaveGetLaneCount | WaveAnyTrue | WaveAllTrue
            | WaveActiveAllEqual | WaveActiveBallot | WaveReadLaneAt | WaveReadLaneFirst | WaveActiveOp
            | WaveActiveBit | WavePrefixOp | WaveAllBitCount | WavePrefixBitCount | QuadReadLaneAt
            | QuadOp => self.wave(call).map(Some),
            other => {
                let stage = self.entry.stage;
                let model = other.min_shader_model();
                Err(Error::unsupported(format!(
                    "dx.op {other} of shader model {}.{} in a {stage:?} shader",
                    model.major, model.minor
                )))
            }
        }
    }
}
