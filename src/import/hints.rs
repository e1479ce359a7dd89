//! What is said of blocks and values besides what they do: branch and loop hints, names.

use super::Importer;
use crate::bitcode::module as bc;
use crate::ir::{Block, Hint, Terminator, Value, ValueRef};

impl<'a> Importer<'a> {
    /// Carries branch and loop hints over to the blocks that they speak of.
    pub fn hints(&mut self, body: &bc::Body, block: u32, terminator: &Terminator, end: Block) {
        if body.attachments.is_empty() {
            return;
        }
        let index = body
            .blocks
            .get(block as usize)
            .map_or(0, |range| range.end.saturating_sub(1));
        let start = body.attachments.partition_point(|a| a.0 < index);
        for &(at, kind, node) in body.attachments.get(start..).unwrap_or(&[]) {
            if at != index {
                break;
            }
            match self.llvm.metadata_kind(kind) {
                Some("dx.controlflow.hints") => {
                    if let Some(hint) = self.branch_hint(node) {
                        self.func.blocks[end].hint = hint;
                    }
                }
                Some("llvm.loop") => {
                    let hint = self.loop_hint(node);
                    if hint != Hint::None {
                        terminator.for_each_edge(|edge| {
                            // The back edge goes to a block that was laid out before.
                            if edge.block <= end {
                                self.func.blocks[edge.block].hint = hint;
                            }
                        });
                    }
                }
                _ => {}
            }
        }
    }

    fn node(&self, node: bc::MetadataId) -> &[Option<bc::MetadataId>] {
        match self.llvm.metadata.get(node) {
            Some(bc::Metadata::Node { operands, .. }) => self.llvm.metadata_list(*operands),
            _ => &[],
        }
    }

    fn branch_hint(&self, node: bc::MetadataId) -> Option<Hint> {
        // !{!"dx.controlflow.hints", i32 kind, ...}: 1 branch, 2 flatten (DXC's ControlFlowHint).
        for operand in self.node(node).iter().flatten() {
            if let Some(bc::Metadata::Value(value)) = self.llvm.metadata.get(*operand)
                && let Some(bc::Value {
                    kind: bc::ValueKind::Constant(bc::Constant::Int(kind)),
                    ..
                }) = self.llvm.values.get(*value)
            {
                match kind {
                    1 => return Some(Hint::DontFlatten),
                    2 => return Some(Hint::Flatten),
                    _ => {}
                }
            }
        }
        None
    }

    fn loop_hint(&self, node: bc::MetadataId) -> Hint {
        for operand in self.node(node).iter().flatten() {
            let Some(Some(name)) = self.node(*operand).first() else {
                continue;
            };
            if let Some(&bc::Metadata::String(text)) = self.llvm.metadata.get(*name) {
                match self.llvm.text(text) {
                    "llvm.loop.unroll.disable" => return Hint::DontUnroll,
                    "llvm.loop.unroll.full" | "llvm.loop.unroll.enable" => return Hint::Unroll,
                    _ => {}
                }
            }
        }
        Hint::None
    }

    /// Names the innermost function's values as its symbol table does.
    #[inline(never)]
    pub fn keep_names(&mut self) {
        let Some(frame) = self.frames.last() else {
            return;
        };
        let body = frame.body;
        for &(id, name) in &body.value_names {
            let name = self.llvm.text(name);
            let local = id.0.checked_sub(body.first_value);
            let values = self.frames.last().map_or(&[][..], |frame| &frame.values);
            let value = local.and_then(|local| values.get(local as usize).copied().flatten());
            if let Some(lanes) = value.and_then(|value| self.stood_for(value)) {
                for (number, lane) in lanes.into_iter().enumerate() {
                    if let Some(inst) = lane.as_inst() {
                        let part = || format!("{name}.{number}");
                        self.func.names.entry(inst).or_insert_with(part);
                    }
                }
                continue;
            }
            match value.map(Value::get) {
                Some(ValueRef::Inst(inst)) => {
                    self.func.names.entry(inst).or_insert_with(|| name.to_owned());
                }
                Some(ValueRef::Global(global)) => {
                    let global = &mut self.module.globals[global];
                    if global.name.is_empty() {
                        global.name = name.to_owned();
                    }
                }
                _ => {}
            }
        }
    }
}
