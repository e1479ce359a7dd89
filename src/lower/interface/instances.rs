//! View instancing: which view this is, and its viewport.
//!
//! In: `SV_ViewID`, and the options' specialization constants. Out: the view of the layer that Vulkan draws to, and
//! `ViewportIndex`. What holds: the layer is Vulkan's choice alone, so that shaders may not choose one.
//!
//! Facts: D3D12's specification "View Instancing"; Vulkan's `ViewIndex`.

use super::Lower;
use super::builtins::facts_of;
use super::path::Path;
use crate::error::{Error, Result};
use crate::ir::{Flags, Op, StorageClass, Type, Value};
use crate::options::ViewInstancing;
use crate::shader::{SemanticKind, Stage};
use crate::vulkan::{SpecConstant, SpecConstantKind};
use ::spirv::BuiltIn;

/// View n for layer n.
const SAME_VIEWS: u32 = 0b11_10_01_00;

impl Lower<'_> {
    /// `SV_ViewID`, where it is not the view index.
    pub(super) fn view_id(&mut self) -> Result<Option<Value>> {
        match self.options.view_instancing {
            ViewInstancing::ViewIndex => Ok(None),
            ViewInstancing::Off => Ok(Some(self.i32(0))),
            ViewInstancing::Mapped { views, .. } => self.mapped_view(views).map(Some),
        }
    }

    fn mapped_view(&mut self, id: u32) -> Result<Value> {
        let index = self.builtin_component(BuiltIn::ViewIndex, 0, "ViewIndex")?;
        let views = self.spec_constant(SpecConstant {
            id,
            kind: SpecConstantKind::Views,
            default: SAME_VIEWS,
        });
        let at = self.mul(index, 2);
        Ok(self.bits_of(views, at, 3))
    }

    /// The bits of `word` from bit `at` on.
    fn bits_of(&mut self, word: Value, at: Value, mask: u32) -> Value {
        let rest = self.emit(Op::LShr, Flags::NONE, Type::I32, &[word, at]);
        let mask = self.i32(mask);
        self.emit(Op::And, Flags::NONE, Type::I32, &[rest, mask])
    }

    /// Stores the view's viewport, where the shader stores none by itself.
    pub(super) fn start_views(&mut self) -> Result<()> {
        let ViewInstancing::Mapped { viewports, .. } = self.options.view_instancing else {
            return Ok(());
        };
        let outputs = &self.module.info.outputs;
        let has = |kind| outputs.iter().any(|element| element.kind == kind);
        if self.stage == Stage::Pixel {
            return Ok(());
        }
        if has(SemanticKind::RenderTargetArrayIndex) {
            let message = "view instancing of a shader that chooses a layer";
            return Err(Error::unsupported(message));
        }
        let last = !matches!(self.options.next_stage, Some(Stage::Hull | Stage::Geometry));
        let gives_vertices = last && matches!(self.stage, Stage::Vertex | Stage::Domain);
        if viewports.is_none() || !gives_vertices || has(SemanticKind::ViewPortArrayIndex) {
            return Ok(());
        }
        self.in_prologue(Self::store_viewport)
    }

    /// Before a vertex of stream `stream` leaves a geometry shader: stores its view's viewport, where the shader stores none
    /// by itself. Outputs hold nothing after the vertex before.
    pub(in crate::lower) fn start_vertex(&mut self, stream: u32) -> Result<()> {
        let ViewInstancing::Mapped {
            viewports: Some(_), ..
        } = self.options.view_instancing
        else {
            return Ok(());
        };
        let info = &self.module.info;
        let mut outputs = info.outputs.iter();
        if stream != info.rasterized_stream()
            || outputs.any(|element| element.kind == SemanticKind::ViewPortArrayIndex)
        {
            return Ok(());
        }
        self.store_viewport()
    }

    fn store_viewport(&mut self) -> Result<()> {
        let zero = self.i32(0);
        let value = self.viewport(zero)?;
        let facts = facts_of(BuiltIn::ViewportIndex)?;
        let variable = self.lone_builtin(facts, StorageClass::Output, "ViewportIndex");
        let pointer = self.builtin_pointer(facts, variable, &Path::default())?;
        self.emit(Op::Store, Flags::NONE, Type::VOID, &[pointer, value]);
        Ok(())
    }

    /// A viewport that the shader chooses, from the view's on.
    pub(super) fn viewport(&mut self, chosen: Value) -> Result<Value> {
        let ViewInstancing::Mapped {
            views,
            viewports: Some(id),
        } = self.options.view_instancing
        else {
            return Ok(chosen);
        };
        let view = self.mapped_view(views)?;
        let viewports = self.spec_constant(SpecConstant {
            id,
            kind: SpecConstantKind::Viewports,
            default: 0,
        });
        let at = self.mul(view, 8);
        let own = self.bits_of(viewports, at, 0xff);
        Ok(self.add(chosen, own))
    }
}
