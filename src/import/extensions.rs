//! Shader extensions of vendors, which HLSL reaches by accesses to a UAV that is there for nothing else.
//!
//! In: a shader that has such a UAV, where an option says so. Out: its accesses are what they ask for, in words of the IR that
//! any shader could have been made of; the UAV is no resource any more. [`nvapi`](super::nvapi) and [`ags`](super::ags) know
//! how the two vendors write their calls down. Both are sequences of accesses without a choice among them, so they are
//! read as the instructions come ([`call_parts`](super::call_parts) says which follow each other); one that begins and does not
//! end, or that control flow parts, is refused.
//!
//! A call that names a UAV does so by a store to it that is none: the next store after the one that announces it. One on matrices
//! names its memory by a load or an atomic operation that is none, at the address that its first part gives.

use super::Importer;
use super::dispatch::DxCall;
use crate::dxil::ops::DxOp;
use crate::error::{Error, Result};
use crate::ir::{Inst, Op, Type, Value};
use crate::shader::ResourceId;
use rustc_hash::FxHashSet;

/// Whose buffer a handle is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Vendor {
    Nvidia,
    Amd,
}

impl<'a> Importer<'a> {
    /// Whose buffer the first operand of `call` is, if anyone's.
    fn vendor_of(&mut self, call: DxCall<'a>) -> Result<Option<Vendor>> {
        let Some(&handle) = call.args.get(1) else {
            return Ok(None);
        };
        let handle = self.value(handle)?;
        let Some(inst) = handle.as_inst() else {
            return Ok(None);
        };
        let data = &self.func.insts[inst];
        let Some(extensions) = self.extensions.as_ref().filter(|_| data.op == Op::Handle) else {
            return Ok(None);
        };
        let resource = Some(ResourceId(data.imm));
        Ok(match resource {
            _ if resource == extensions.nvapi => Some(Vendor::Nvidia),
            _ if resource == extensions.ags => Some(Vendor::Amd),
            _ => None,
        })
    }

    /// What `call` gives, if it is part of a call of an extension: a value, or nothing.
    #[cold]
    pub fn extension(&mut self, call: DxCall<'a>) -> Result<Option<Option<Value>>> {
        use Vendor::{Amd, Nvidia};
        match call.op {
            DxOp::BufferUpdateCounter => Ok(match self.vendor_of(call)? {
                Some(Nvidia) => Some(Some(self.nvapi_ring(call)?)),
                _ => None,
            }),
            DxOp::BufferStore
            | DxOp::RawBufferStore
            | DxOp::RawBufferVectorStore
            | DxOp::TextureStore
            | DxOp::TextureStoreSample => match self.vendor_of(call)? {
                Some(Nvidia) => {
                    self.nvapi_write(call)?;
                    Ok(Some(None))
                }
                None if self.is_target(call)? => Ok(Some(None)),
                _ => Ok(None),
            },
            DxOp::BufferLoad | DxOp::RawBufferLoad | DxOp::RawBufferVectorLoad => {
                match self.vendor_of(call)? {
                    Some(Nvidia) => self.nvapi_read(call).map(Some),
                    None => self.ags_matrix_buffer(call),
                    Some(Amd) => Ok(None),
                }
            }
            DxOp::AtomicCompareExchange => Ok(match self.vendor_of(call)? {
                Some(Amd) => Some(Some(self.ags_part(call)?)),
                _ => None,
            }),
            DxOp::TraceRay | DxOp::CallShader if self.nvapi_ray(call)? => Ok(Some(None)),
            _ => Ok(None),
        }
    }

    /// Whether a store only names what a call is about; the call keeps it.
    fn is_target(&mut self, store: DxCall<'a>) -> Result<bool> {
        let Some(extensions) = &self.extensions else {
            return Ok(false);
        };
        let (nvidia, amd) = (extensions.call.wants_target(), extensions.sequence.wants_target());
        let Some(&handle) = store.args.get(1).filter(|_| nvidia || amd) else {
            return Ok(false);
        };
        let handle = self.value(handle)?;
        if let Some(extensions) = &mut self.extensions {
            match nvidia {
                true => extensions.call.set_target(handle),
                false => extensions.sequence.set_target(handle),
            }
        }
        Ok(true)
    }

    /// Takes the buffers of calls out of the function.
    pub fn finish_extensions(&mut self) -> Result<()> {
        let Some(extensions) = &self.extensions else {
            return Ok(());
        };
        if !extensions.call.is_done() || !extensions.sequence.is_done() || extensions.matrix.open {
            return Err(Error::unsupported(
                "a call of a vendor's shader extension that begins and does not end",
            ));
        }
        self.finish_marks();
        let Some(extensions) = &self.extensions else {
            return Ok(());
        };
        let handles: FxHashSet<Inst> = {
            let ours = |imm: u32| extensions.resources().any(|id| id.0 == imm);
            let blocks = self.func.layout.iter();
            let insts = blocks.flat_map(|&block| self.func.blocks[block].insts.iter().copied());
            insts
                .filter(|&inst| {
                    let data = &self.func.insts[inst];
                    data.op == Op::Handle && ours(data.imm)
                })
                .collect()
        };
        for position in 0..self.func.layout.len() {
            let block = self.func.layout[position];
            let mut insts = std::mem::take(&mut self.func.blocks[block].insts);
            insts.retain(|inst| !handles.contains(inst));
            for &inst in &insts {
                let args = self.func.args(inst).iter();
                if args
                    .filter_map(|arg| arg.as_inst())
                    .any(|arg| handles.contains(&arg))
                {
                    return Err(Error::unsupported(format!(
                        "{} of the buffer that calls of a vendor's shader extensions go through",
                        self.func.insts[inst].op
                    )));
                }
            }
            self.func.blocks[block].insts = insts;
        }
        Ok(())
    }

    /// The number of the lane.
    pub fn lane_index(&mut self) -> Value {
        let number = crate::shader::SystemValue::WaveLaneIndex as u32;
        self.emit_imm(Op::SystemValue, crate::ir::Flags::NONE, Type::I32, &[], number)
    }

    /// Two words of a counter that goes up with time, the same for all of a SPIR-V scope.
    pub fn clock(&mut self, scope: u32) -> [Value; 2] {
        let none = crate::ir::Flags::NONE;
        let pair = self.module.types.vector(Type::I32, 2);
        let scope = self.module.i32(scope);
        let time = self.emit(Op::ReadClock, none, pair, &[scope]);
        [0, 1].map(|word| self.emit_imm(Op::Extract, none, Type::I32, &[time], word))
    }

    /// The mask of the lanes before this one, as two words.
    pub fn lanes_before(&mut self, lane: Value) -> [Value; 2] {
        let [zero, one, all, half] = [0, 1, u32::MAX, 32].map(|word| self.module.i32(word));
        let none = crate::ir::Flags::NONE;
        let in_low = self.emit(Op::ULt, none, Type::BOOL, &[lane, half]);
        let five = self.module.i32(31);
        let bit = self.word_op(Op::And, &[lane, five]);
        let bit = self.word_op(Op::Shl, &[one, bit]);
        let below = self.word_op(Op::ISub, &[bit, one]);
        [
            self.word_op(Op::Select, &[in_low, below, all]),
            self.word_op(Op::Select, &[in_low, zero, below]),
        ]
    }
}
