//! Rasterizer-ordered views: accesses of overlapping invocations happen in primitive order.
//!
//! D3D12 orders each access to such a view; Vulkan orders one section of the shader (SPV_EXT_fragment_shader_interlock),
//! which every invocation must enter and leave exactly once: outside loops, and not on some paths only. So the section is as
//! small as that allows. Of the blocks on every path through the shader that are in no loop, it begins in the last one that
//! all accesses are behind, and ends in the first one that all of them are in front of:
//!
//! ```text
//!   bb0 ──► bb1 ──► bb4 ──► bb6      bb0, bb1, bb4 and bb6 are on every path
//!            │  ▲                     accesses in bb2 and bb3: from the end of bb1 to the start of bb4
//!            ▼  │                     one in bb4 only: around the access
//!           bb2 ► bb3
//! ```

use super::Lower;
use super::steps::OrderedAccess;
use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::analysis::loops::Loops;
use crate::effects::Memory;
use crate::entity::EntityId;
use crate::ir::{Block, Flags, Function, Inst, Op, Terminator, Type};
use crate::shader::{Interpolation, SemanticKind, Stage};

impl Lower<'_> {
    /// Before the first instruction: whether there is anything to order.
    pub fn start_ordering(&mut self) {
        let mut resources = self.module.resources.values();
        self.ordered.views = self.stage == Stage::Pixel && resources.any(|r| r.rasterizer_ordered);
    }

    /// Where an access to a rasterizer-ordered view that is lowered now will begin in its block.
    pub fn ordered_start(&self, inst: Inst) -> Option<usize> {
        if !self.ordered.views {
            return None;
        }
        let op = self.func.insts[inst].op;
        let memory = op.effects().reads.or(op.effects().writes);
        if !op.is_d3d12() || !memory.meets(Memory::UAV.or(Memory::COUNTER)) {
            return None;
        }
        let handle = self.handle_of(inst).ok()?;
        let resource = self.module.resources.get(handle.resource)?;
        let start = self.func.blocks[self.cursor.block].insts.len();
        resource.rasterizer_ordered.then_some(start)
    }

    /// What the access became that began at `start`.
    pub fn note_ordered(&mut self, start: usize) {
        let block = self.cursor.block;
        let made = self.func.blocks[block].insts.get(start..).unwrap_or(&[]);
        if let (Some(&first), Some(&last)) = (made.first(), made.last()) {
            self.ordered.accesses.push(OrderedAccess { block, first, last });
        }
    }

    /// Puts accesses to rasterizer-ordered views into one ordered section.
    #[cold]
    pub fn order_rasterization(&mut self, cfg: &Cfg) {
        let mode = if self.runs_per_sample() {
            ::spirv::ExecutionMode::SampleInterlockOrderedEXT
        } else {
            ::spirv::ExecutionMode::PixelInterlockOrderedEXT
        };
        self.module.execution_modes.push((mode, Vec::new()));
        let accesses = std::mem::take(&mut self.ordered.accesses);
        let section = section(&self.func, cfg, &accesses);
        let func = &mut self.func;
        let inside = |block: Block| accesses.iter().filter(move |access| access.block == block);
        let position = |func: &Function, block: Block, wanted: Inst| {
            let mut insts = func.blocks[block].insts.iter();
            insts.position(|&inst| inst == wanted)
        };
        // From the end on, so that positions stay.
        match section.end {
            Some(block) => {
                let last = inside(block).next_back();
                let last = last.and_then(|access| position(func, block, access.last));
                mark(func, block, last.map_or(0, |last| last + 1), Op::EndInterlock);
            }
            None => {
                for block in func.blocks.ids() {
                    if let Terminator::Return(_) = func.blocks[block].terminator {
                        let end = func.blocks[block].insts.len();
                        mark(func, block, end, Op::EndInterlock);
                    }
                }
            }
        }
        let first = inside(section.begin).next();
        let first = first.and_then(|access| position(func, section.begin, access.first));
        let end = func.blocks[section.begin].insts.len();
        mark(func, section.begin, first.unwrap_or(end), Op::BeginInterlock);
    }

    /// Whether the pixel shader runs once a sample (functional spec 3.5.7): it reads the sample index or an
    /// input interpolated at samples.
    pub fn runs_per_sample(&self) -> bool {
        self.found.reads_sample_index
            || self.module.info.inputs.iter().any(|element| {
                element.kind == SemanticKind::SampleIndex
                    || matches!(
                        element.interpolation,
                        Interpolation::LinearSample | Interpolation::LinearNoperspectiveSample
                    )
            })
    }
}

/// Where a section begins and ends; without an end, it ends with the shader.
struct Section {
    begin: Block,
    end: Option<Block>,
}

/// The smallest section around all accesses.
fn section(func: &Function, cfg: &Cfg, accesses: &[OrderedAccess]) -> Section {
    let dominators = Dominators::new(cfg);
    let loops = Loops::new(cfg, &dominators);
    let entry = cfg.order().first().copied().unwrap_or(Block(0));
    if loops.irreducible.is_some() {
        return Section {
            begin: entry,
            end: None,
        };
    }
    // The blocks on every path: those that dominate all ends.
    let mut common: Option<Block> = None;
    for &block in cfg.order() {
        if let Terminator::Return(_) = func.blocks[block].terminator {
            common = Some(common.map_or(block, |common| nearest(&dominators, common, block)));
        }
    }
    let mut path: Vec<Block> = std::iter::successors(common, |&block| dominators.idom(block)).collect();
    path.reverse();
    let alone = |block: Block| loops.innermost.get(block.index()).is_some_and(Option::is_none);
    // The last block of the path in front of all accesses, and the first one behind them.
    let (mut begin, mut end) = (path.len(), 0);
    for access in accesses {
        let behind = path.partition_point(|&block| dominators.dominates(block, access.block));
        begin = begin.min(behind.saturating_sub(1));
        let on_path = path.get(behind.wrapping_sub(1)) == Some(&access.block);
        end = end.max(behind - usize::from(on_path));
    }
    let begin = path.iter().take(begin + 1).rev().find(|&&block| alone(block));
    let end = path.iter().skip(end).find(|&&block| alone(block));
    Section {
        begin: begin.copied().unwrap_or(entry),
        end: end.copied(),
    }
}

/// The nearest block that dominates both.
fn nearest(dominators: &Dominators, mut block: Block, other: Block) -> Block {
    while !dominators.dominates(block, other) {
        match dominators.idom(block) {
            Some(above) => block = above,
            None => break,
        }
    }
    block
}

fn mark(func: &mut Function, block: Block, at: usize, op: Op) {
    let inst = func.make_inst(op, Flags::NONE, Type::VOID, &[], 0);
    func.insts[inst].source = func.blocks[block].source;
    let insts = &mut func.blocks[block].insts;
    insts.insert(at.min(insts.len()), inst);
}
