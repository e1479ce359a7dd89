//! What a shader does beside accessing resources, as far as a pipeline's state depends on it.
//!
//! In: a module at the D3D12 level. Out: [`Usage`], over-approximated like the
//! [access facts](super::access); and the blocks that can be reached, which both go by.

use crate::entity::{EntityId, IdVec};
use crate::ir::{Block, Component, Func, Module, Op, op_table};
use crate::shader::{SemanticKind, SystemValue};

/// What a shader does, in any code that can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Usage {
    /// Derivatives, or operations that need them (implicit level of detail).
    pub derivatives: bool,
    /// Wave or quad operations.
    pub wave_ops: bool,
    /// The lane index or the wave's size is read.
    pub wave_size: bool,
    /// Invocations may be discarded.
    pub discard: bool,
    /// `SV_Depth` or one of its conservative forms is written.
    pub depth: bool,
    /// `SV_StencilRef` is written.
    pub stencil: bool,
    /// `SV_Coverage` is written.
    pub coverage: bool,
    /// `SV_ViewportArrayIndex` is written.
    pub viewport_index: bool,
    /// `SV_RenderTargetArrayIndex` is written.
    pub render_target_index: bool,
    /// The sample count of the render targets is asked for.
    pub sample_count: bool,
}

/// What the entry point of `module` does.
pub fn analyze(module: &Module) -> Usage {
    analyze_in(module, &reachable(module))
}

/// What the entry point of `module` does, whose [`reachable`] blocks are known.
pub fn analyze_in(module: &Module, reachable: &[(Func, Vec<Block>)]) -> Usage {
    let mut usage = Usage::default();
    for (func, blocks) in reachable {
        let function = &module.functions[*func];
        for &block in blocks {
            for &inst in &function.blocks[block].insts {
                let data = &function.insts[inst];
                if !is_plain(data.op) {
                    usage.note(module, data.op, data.imm);
                }
            }
        }
    }
    usage
}

/// Whether an operation is of the lane alone and has no effect that [`Usage`] tells of.
#[inline]
fn is_plain(op: Op) -> bool {
    op_table!(|op| !op.is_d3d12() && !op.effects().convergent && !op.effects().demotes)[op as usize]
}

impl Usage {
    #[inline]
    fn note(&mut self, module: &Module, op: Op, imm: u32) {
        match op {
            _ if op.takes_derivatives() => self.derivatives = true,
            Op::Demote => self.discard = true,
            Op::RenderTargetSampleCount => self.sample_count = true,
            Op::SystemValue => {
                self.wave_size |=
                    imm == SystemValue::WaveLaneIndex as u32 || imm == SystemValue::WaveLaneCount as u32;
            }
            Op::StoreOutput | Op::StorePrimitive => {
                let element = Component::named(op, imm).and_then(|named| named.element_of(&module.info));
                match element.map(|element| element.kind) {
                    Some(
                        SemanticKind::Depth | SemanticKind::DepthLessEqual | SemanticKind::DepthGreaterEqual,
                    ) => self.depth = true,
                    Some(SemanticKind::StencilRef) => self.stencil = true,
                    Some(SemanticKind::Coverage) => self.coverage = true,
                    Some(SemanticKind::ViewPortArrayIndex) => self.viewport_index = true,
                    Some(SemanticKind::RenderTargetArrayIndex) => self.render_target_index = true,
                    _ => {}
                }
            }
            _ if (Op::WaveElect..=Op::QuadAll).contains(&op)
                || (Op::WaveLeftOut..=Op::QuadVote).contains(&op) =>
            {
                self.wave_ops = true;
            }
            _ => {}
        }
    }
}

/// The functions that the entry point may call, itself first, each with its reachable blocks.
pub fn reachable(module: &Module) -> Vec<(Func, Vec<Block>)> {
    let mut result: Vec<(Func, Vec<Block>)> = Vec::new();
    let Some(function) = module.functions.get(module.entry) else {
        return result;
    };
    if module.functions.len() == 1 && function.blocks.len() == 1 {
        return vec![(module.entry, function.layout.clone())];
    }
    let mut entered: IdVec<Func, bool> = IdVec::filled(false, module.functions.len());
    entered[module.entry] = true;
    let mut queue = vec![module.entry];
    let mut next = 0;
    while let Some(&func) = queue.get(next) {
        next += 1;
        let function = &module.functions[func];
        let mut blocks = Vec::with_capacity(function.layout.len());
        let mut seen = vec![false; function.blocks.len()];
        if let Some(&entry) = function.layout.first() {
            seen[entry.index()] = true;
            blocks.push(entry);
        }
        let mut at = 0;
        while let Some(&block) = blocks.get(at) {
            at += 1;
            function.blocks[block].terminator.for_each_edge(|edge| {
                if !std::mem::replace(&mut seen[edge.block.index()], true) {
                    blocks.push(edge.block);
                }
            });
            // An imported module has one function most of the time: nothing to look for then.
            if module.functions.len() == 1 {
                continue;
            }
            for &inst in &function.blocks[block].insts {
                let data = &function.insts[inst];
                let callee = Func(data.imm);
                if data.op == Op::Call
                    && let Some(entered) = entered.get_mut(callee)
                    && !std::mem::replace(entered, true)
                {
                    queue.push(callee);
                }
            }
        }
        result.push((func, blocks));
    }
    result
}
