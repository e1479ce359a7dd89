//! Rasterizer-ordered views: accesses of overlapping invocations happen in primitive order.
//!
//! D3D12 orders each access to such a view; Vulkan orders one section of the shader
//! (SPV_EXT_fragment_shader_interlock). The section is the whole shader here: it must start and end exactly
//! once on every path, which no smaller one does in general control flow.

use super::Lower;
use crate::ir::{Cursor, Flags, Function, Op, Terminator, Type};
use crate::shader::{Interpolation, SemanticKind, Stage};

impl Lower<'_> {
    /// Puts the entry point into one ordered section if it uses a rasterizer-ordered view.
    pub fn order_rasterization(&mut self) {
        let ordered = self.stage == Stage::Pixel
            && self.found.facts.iter().any(|(&id, facts)| {
                (facts.read || facts.written)
                    && self
                        .module
                        .resources
                        .get(id)
                        .is_some_and(|r| r.rasterizer_ordered)
            });
        if !ordered {
            return;
        }
        let mode = if self.runs_per_sample() {
            ::spirv::ExecutionMode::SampleInterlockOrderedEXT
        } else {
            ::spirv::ExecutionMode::PixelInterlockOrderedEXT
        };
        self.module.execution_modes.push((mode, Vec::new()));
        let Some(&entry) = self.func.layout.first() else {
            return;
        };
        let mark = |func: &mut Function, mut cursor: Cursor, op| {
            cursor.emit(func, op, Flags::NONE, Type::VOID, &[], 0);
        };
        mark(&mut self.func, Cursor::at_start(entry), Op::BeginInterlock);
        for block in self.func.blocks.ids() {
            if let Terminator::Return(_) = self.func.blocks[block].terminator {
                mark(&mut self.func, Cursor::at_end(block), Op::EndInterlock);
            }
        }
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
