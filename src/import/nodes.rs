//! Nodes of work graphs: their outputs, and the records that they get and send.
//!
//! The handle of an output's node is its number in the graph, that of a record its address; what an operation needs to
//! know besides, the output, is in the instruction that made the number. Pointers into records are addresses, too
//! ([`records`](super::records)).
//!
//! Facts: the D3D12 Work Graphs specification; DXC's `DxilConstants.h` for the operations and their flags.

use super::Importer;
use super::dispatch::DxCall;
use crate::bitcode::module as bc;
use crate::dxil::ops::{family, view};
use crate::error::{Error, Result};
use crate::ir::{Flags, Op, Type, Value};
use crate::shader::{NodeIo, NodeLaunch, NodeProperties, Stage};

/// Bytes that a record may have: D3D12 has far fewer, and offsets of records stay within 32 bits.
const MAX_RECORD_BYTES: u32 = 1 << 20;

/// Records or groups that one node may ask for at once, as the counts of the graph have room for.
const MAX_OUTPUTS: usize = 1024;

/// Memory type flags of barriers on records that come in, and on those that go out.
const RECORD_MEMORY: u32 = 4 | 8;

impl<'a> Importer<'a> {
    /// Checks what the metadata says of a node.
    ///
    /// # Errors
    /// `Malformed` without any, or with records of impossible size; `Unsupported` for a launch that is not known.
    #[cold]
    pub fn check_node(&self) -> Result<()> {
        let name = &self.entry.name;
        let node = self.node_properties()?;
        let Some(launch) = node.launch_kind() else {
            let message = format!("{name}: node launch {} (4, mesh, is the last)", node.launch);
            return Err(Error::unsupported(message));
        };
        if (launch == NodeLaunch::Mesh) != (self.entry.stage == Stage::Mesh) {
            let message = format!(
                "{name}: node launch {} in a {} shader",
                node.launch, self.entry.stage
            );
            return Err(Error::malformed(message));
        }
        if launch == NodeLaunch::Mesh && !node.outputs.is_empty() {
            return Err(Error::malformed(format!(
                "{name}: a mesh node that sends records"
            )));
        }
        if node.inputs.len() > 1 {
            return Err(Error::unsupported(format!(
                "{name}: a node with {} inputs",
                node.inputs.len()
            )));
        }
        if node.outputs.len() > MAX_OUTPUTS {
            return Err(
                Error::limit(format!("{name}: a node with {} outputs", node.outputs.len()))
                    .beyond(MAX_OUTPUTS),
            );
        }
        for io in node.inputs.iter().chain(&node.outputs) {
            if io.record_size > MAX_RECORD_BYTES {
                return Err(Error::malformed(format!(
                    "{name}: records of {} bytes",
                    io.record_size
                )));
            }
        }
        if let Some([offset, component, count]) = node.inputs.first().and_then(|input| input.dispatch_grid) {
            // 3 is `u16`, 5 `u32`.
            let bytes = match component {
                3 => 2,
                5 => 4,
                _ => {
                    let message = format!("{name}: a dispatch grid of component type {component}");
                    return Err(Error::unsupported(message));
                }
            };
            let size = node.inputs.first().map_or(0, |input| input.record_size);
            let end = u64::from(offset) + u64::from(bytes) * u64::from(count);
            if !(1..=3).contains(&count) || offset % bytes != 0 || end > u64::from(size) {
                return Err(Error::malformed(format!(
                    "{name}: a dispatch grid outside of its record"
                )));
            }
        }
        Ok(())
    }

    fn node_properties(&self) -> Result<&'a NodeProperties> {
        let node = self.entry.properties.node.as_deref();
        node.ok_or_else(|| Error::malformed(format!("{}: a node without its properties", self.entry.name)))
    }

    /// An operation of a node.
    #[cold]
    pub fn node_operation(&mut self, op: family::Node, call: DxCall<'a>) -> Result<Option<Value>> {
        use family::Node as N;
        if !self.entry.is_node() {
            let message = format!("{} in a {} shader", call.op, self.entry.stage);
            return Err(Error::malformed(message));
        }
        match op {
            N::CreateNodeOutputHandle => {
                let o = view::CreateNodeOutputHandle::read(call.args)?;
                let number = self.immediate(o.metadata_index, "number of a node output")?;
                let zero = self.module.i32(0);
                self.node_output(number, zero).map(Some)
            }
            N::IndexNodeHandle => {
                let o = view::IndexNodeHandle::read(call.args)?;
                let (number, _) = self.output_of(o.node_output_handle)?;
                let index = self.value(o.array_index)?;
                self.word(index)?;
                self.node_output(number, index).map(Some)
            }
            N::AnnotateNodeHandle => {
                let o = view::AnnotateNodeHandle::read(call.args)?;
                self.value(o.node).map(Some)
            }
            N::AnnotateNodeRecordHandle => {
                let o = view::AnnotateNodeRecordHandle::read(call.args)?;
                self.value(o.node_record).map(Some)
            }
            N::CreateNodeInputRecordHandle => {
                let zero = self.module.i32(0);
                Ok(Some(self.emit(Op::NodeRecord, Flags::NONE, Type::I64, &[zero])))
            }
            N::AllocateNodeOutputRecords => {
                let o = view::AllocateNodeOutputRecords::read(call.args)?;
                let (number, output) = self.output_of(o.output)?;
                if output.is_empty_record() {
                    return Err(Error::malformed("room for empty records"));
                }
                let imm = self.own_or_shared(number, o.per_thread)?;
                let args = [self.value(o.output)?, self.value(o.num_records)?];
                self.word(args[1])?;
                Ok(Some(self.emit_imm(
                    Op::NodeAllocate,
                    Flags::NONE,
                    Type::I64,
                    &args,
                    imm,
                )))
            }
            N::GetNodeRecordPtr => {
                let o = view::GetNodeRecordPtr::read(call.args)?;
                self.record_at(o.record_handle, o.array_index).map(Some)
            }
            N::IncrementOutputCount => {
                let o = view::IncrementOutputCount::read(call.args)?;
                let (number, _) = self.output_of(o.output)?;
                let imm = self.own_or_shared(number, o.per_thread)?;
                let args = [self.value(o.output)?, self.value(o.count)?];
                self.word(args[1])?;
                self.emit_imm(Op::NodeIncrement, Flags::NONE, Type::VOID, &args, imm);
                Ok(None)
            }
            // Records are complete when the dispatch is.
            N::OutputComplete => Ok(None),
            N::GetInputRecordCount => Ok(Some(self.emit(Op::NodeRecordCount, Flags::NONE, Type::I32, &[]))),
            N::FinishedCrossGroupSharing => {
                if !self.node_properties()?.inputs.iter().any(NodeIo::tracks_sharing) {
                    return Err(Error::malformed(
                        "a record whose sharing is not tracked is finished",
                    ));
                }
                Ok(Some(self.emit(Op::NodeFinished, Flags::NONE, Type::BOOL, &[])))
            }
            N::NodeOutputIsValid => {
                let o = view::NodeOutputIsValid::read(call.args)?;
                let (number, _) = self.output_of(o.output)?;
                let node = self.value(o.output)?;
                Ok(Some(self.emit_imm(
                    Op::NodeIsValid,
                    Flags::NONE,
                    Type::BOOL,
                    &[node],
                    number,
                )))
            }
            N::GetRemainingRecursionLevels => {
                Ok(Some(self.emit(Op::NodeRecursion, Flags::NONE, Type::I32, &[])))
            }
            N::BarrierByNodeRecordHandle => {
                let o = view::BarrierByNodeRecordHandle::read(call.args)?;
                let semantics = self.immediate(o.semantic_flags, "barrier semantics")?;
                self.memory_barrier(RECORD_MEMORY, semantics);
                Ok(None)
            }
        }
    }

    /// The number of the node that output `number` leads to, at `index` of its array.
    fn node_output(&mut self, number: u32, index: Value) -> Result<Value> {
        if self.node_properties()?.outputs.get(number as usize).is_none() {
            return Err(Error::malformed(format!(
                "node output {number} is not in the metadata"
            )));
        }
        Ok(self.emit_imm(Op::NodeOutput, Flags::NONE, Type::I32, &[index], number))
    }

    /// The output that a handle is of.
    fn output_of(&mut self, handle: bc::ValueId) -> Result<(u32, &'a NodeIo)> {
        let value = self.value(handle)?;
        let made = value.as_inst().map(|inst| self.func.insts[inst]);
        let Some(data) = made.filter(|data| data.op == Op::NodeOutput) else {
            return Err(Error::unsupported("a node output that depends on control flow"));
        };
        let output = self.node_properties()?.outputs.get(data.imm as usize);
        let output = output.ok_or_else(|| Error::internal("an output that is not there"))?;
        Ok((data.imm, output))
    }

    /// The immediate of what a thread or the group asks of an output.
    fn own_or_shared(&self, number: u32, per_thread: bc::ValueId) -> Result<u32> {
        Ok(number * 2 + u32::from(self.immediate(per_thread, "thread or group")? != 0))
    }

    /// An error unless the value is an `i32`.
    fn word(&self, value: Value) -> Result<()> {
        match self.value_ty(value) {
            Type::I32 => Ok(()),
            _ => Err(Error::malformed("a count or index that is no i32")),
        }
    }

    /// The address of record `index` of a handle's.
    fn record_at(&mut self, handle: bc::ValueId, index: bc::ValueId) -> Result<Value> {
        let (handle, index) = (self.value(handle)?, self.value(index)?);
        self.word(index)?;
        let made = handle.as_inst().map(|inst| self.func.insts[inst]);
        match made {
            Some(data) if data.op == Op::NodeRecord => {
                Ok(self.emit(Op::NodeRecord, Flags::NONE, Type::I64, &[index]))
            }
            Some(data) if data.op == Op::NodeAllocate => {
                let output = self.node_properties()?.outputs.get((data.imm / 2) as usize);
                let stride = output.map_or(0, NodeIo::stride);
                let stride = self.module.scalar(Type::I64, u64::from(stride));
                Ok(self.moved(handle, index, stride))
            }
            _ => Err(Error::unsupported("a node record that depends on control flow")),
        }
    }
}
