//! View instancing: which view this is, its layer and its viewport, and whether it is drawn.
//!
//! In: `SV_ViewID`, and the options' specialization constants or uniform buffers. Out: the view of the layer that Vulkan
//! draws to, or that of the draw and its `Layer`; `ViewportIndex`; a shader that ends at once where a mask leaves the view
//! out. What holds: where Vulkan draws to several layers at once, they are its choice alone, so that shaders may not choose
//! one; they are drawn view by view then, if the options say how.
//!
//! Facts: D3D12's specification "View Instancing"; Vulkan's `ViewIndex`.

use super::Lower;
use super::builtins::facts_of;
use crate::error::{Error, Result};
use crate::ir::{Cursor, Edge, Flags, Op, StorageClass, Terminator, Type, Value};
use crate::options::{UniformWord, ViewInstancing};
use crate::shader::{SemanticKind, Stage};
use crate::vulkan::{SpecConstant, SpecConstantKind};
use ::spirv::{BuiltIn, Decoration};

/// View n for layer n.
const SAME_VIEWS: u32 = 0b11_10_01_00;

/// Where it says which view this is.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// The number of a specialization constant, by layer.
    Layers(u32),
    /// A uniform buffer.
    Draw(UniformWord),
}

impl Lower<'_> {
    fn gives(&self, kind: SemanticKind) -> bool {
        let info = &self.module.info;
        let mut outputs = info.outputs.iter().chain(&info.patch_constants);
        self.stage != Stage::Pixel && outputs.any(|element| element.kind == kind)
    }

    /// Where the view comes from, where it is not the view index.
    fn view_source(&self) -> Option<Source> {
        match self.options.view_instancing {
            ViewInstancing::ViewIndex | ViewInstancing::Off => None,
            ViewInstancing::Mapped {
                chosen_layers: Some(word),
                ..
            } if self.gives(SemanticKind::RenderTargetArrayIndex) => Some(Source::Draw(word)),
            ViewInstancing::Mapped { views, .. } => Some(Source::Layers(views)),
            ViewInstancing::PerDraw { view, .. } => Some(Source::Draw(view)),
        }
    }

    /// `SV_ViewID`, where it is not the view index.
    pub(super) fn view_id(&mut self) -> Result<Option<Value>> {
        match self.view_source() {
            None if self.options.view_instancing == ViewInstancing::Off => Ok(Some(self.i32(0))),
            None => Ok(None),
            Some(Source::Layers(views)) => self.mapped_view(views).map(Some),
            Some(Source::Draw(word)) => {
                let word = self.view_word(0, word);
                let mask = self.i32(0xffff);
                let view = self.emit(Op::And, Flags::NONE, Type::I32, &[word, mask]);
                Ok(Some(view))
            }
        }
    }

    /// The word of one of the two uniform buffers: that of the draw's view, that of the mask.
    fn view_word(&mut self, which: usize, place: UniformWord) -> Value {
        let (name, member) = [("View", "view_and_layer"), ("ViewMask", "mask")][which & 1];
        let variable = match self.interface.view_words[which & 1] {
            Some(variable) => variable,
            None => {
                let block = self.module.types.block(name, member, Type::I32);
                let variable = self.module.add_global(name, StorageClass::Uniform, block);
                self.place(variable, place.set, place.binding);
                self.interface.view_words[which & 1] = Some(variable);
                self.made.views[which & 1] = Some(place);
                variable
            }
        };
        let zero = self.i32(0);
        let pointer = self.chain(variable, &[zero], Type::I32);
        self.emit(Op::Load, Flags::NONE, Type::I32, &[pointer])
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

    /// The layer of the draw's view, where this stage says it.
    fn view_layer(&mut self) -> Option<Value> {
        let word = match self.options.view_instancing {
            ViewInstancing::PerDraw { view, last: true, .. } => view,
            ViewInstancing::Mapped {
                chosen_layers: Some(word),
                ..
            } if self.gives(SemanticKind::RenderTargetArrayIndex) => word,
            _ => return None,
        };
        let word = self.view_word(0, word);
        Some(self.shr(word, 16))
    }

    /// The number of the specialization constant with the viewports of views.
    fn view_viewports(&self) -> Option<u32> {
        match self.options.view_instancing {
            ViewInstancing::Mapped { viewports, .. } => viewports,
            ViewInstancing::PerDraw {
                viewports,
                last: true,
                ..
            } => viewports,
            _ => None,
        }
    }

    /// At the start of a shader of one vertex: stores the view's layer and viewport, where the shader stores none by itself.
    pub(super) fn start_views(&mut self) -> Result<()> {
        if self.stage == Stage::Pixel {
            return Ok(());
        }
        if let ViewInstancing::Mapped {
            chosen_layers: None, ..
        } = self.options.view_instancing
            && self.gives(SemanticKind::RenderTargetArrayIndex)
        {
            let message =
                "view instancing of a shader that chooses a layer, without the bit of `chosen_layers`";
            return Err(Error::unsupported(message));
        }
        let last = !matches!(self.options.next_stage, Some(Stage::Hull | Stage::Geometry));
        if last && matches!(self.stage, Stage::Vertex | Stage::Domain) {
            return self.in_prologue(|this| this.store_views(None));
        }
        Ok(())
    }

    /// Before a vertex of stream `stream` leaves a geometry shader: likewise. Outputs hold nothing after the vertex before.
    pub(in crate::lower) fn start_vertex(&mut self, stream: u32) -> Result<()> {
        if stream != self.module.info.rasterized_stream() {
            return Ok(());
        }
        self.store_views(None)
    }

    /// Stores the view's layer and viewport, where the shader stores none by itself; of mesh shaders those of a primitive.
    pub(super) fn store_views(&mut self, primitive: Option<Value>) -> Result<()> {
        if !self.gives(SemanticKind::RenderTargetArrayIndex)
            && let Some(layer) = self.view_layer()
        {
            self.store_view(BuiltIn::Layer, "Layer", primitive, layer)?;
        }
        if self.view_viewports().is_some() && !self.gives(SemanticKind::ViewPortArrayIndex) {
            let zero = self.i32(0);
            let viewport = self.viewport(zero)?;
            self.store_view(BuiltIn::ViewportIndex, "ViewportIndex", primitive, viewport)?;
        }
        Ok(())
    }

    fn store_view(
        &mut self,
        built_in: BuiltIn,
        name: &str,
        primitive: Option<Value>,
        value: Value,
    ) -> Result<()> {
        let facts = facts_of(built_in)?;
        let ty = self.builtin_ty(facts.shape, StorageClass::Output, 1);
        let (decoration, whole) = match primitive {
            None => {
                let several = self.module.info.several_streams();
                let stream = self.vulkan_stream(self.module.info.rasterized_stream());
                (several.then_some((Decoration::Stream, Some(stream))), ty)
            }
            Some(_) => {
                let count = self.module.info.properties.mesh.map_or(1, |[_, count, ..]| count);
                let array = self.module.types.array(ty, count.max(1));
                (Some((Decoration::PerPrimitiveEXT, None)), array)
            }
        };
        let variable = self.builtin_variable(built_in, StorageClass::Output, decoration, whole, name);
        let pointer = self.chain(variable, primitive.as_slice(), ty);
        let value = self.bitcast(value, ty);
        self.emit(Op::Store, Flags::NONE, Type::VOID, &[pointer, value]);
        Ok(())
    }

    /// A layer that the shader chooses, from the view's on.
    pub(super) fn layer(&mut self, chosen: Value) -> Value {
        match self.view_layer() {
            Some(layer) => self.add(chosen, layer),
            None => chosen,
        }
    }

    /// A viewport that the shader chooses, from the view's on.
    pub(super) fn viewport(&mut self, chosen: Value) -> Result<Value> {
        let (Some(id), Some(view)) = (self.view_viewports(), self.view_id()?) else {
            return Ok(chosen);
        };
        let viewports = self.spec_constant(SpecConstant {
            id,
            kind: SpecConstantKind::Viewports,
            default: 0,
        });
        let at = self.mul(view, 8);
        let own = self.bits_of(viewports, at, 0xff);
        Ok(self.add(chosen, own))
    }

    /// In front of all else: ends the shader where the mask leaves its view out.
    #[cold]
    pub(in crate::lower) fn mask_views(&mut self, word: UniformWord) -> Result<()> {
        let vertex = matches!(self.stage, Stage::Vertex | Stage::Domain);
        let masked = vertex || matches!(self.stage, Stage::Geometry | Stage::Mesh);
        if !masked {
            return Ok(());
        }
        let Some(&first) = self.func.layout.first() else {
            return Ok(());
        };
        let (rest, left_out) = (self.func.add_block(), self.func.add_block());
        self.func.blocks[rest] = std::mem::take(&mut self.func.blocks[first]);
        self.cursor = Cursor::at_end(first);
        let mask = self.view_word(1, word);
        let view = match self.view_id()? {
            Some(view) => view,
            None => self.builtin_component(BuiltIn::ViewIndex, 0, "ViewIndex")?,
        };
        let bit = self.bits_of(mask, view, 1);
        let none = self.i32(0);
        let condition = self.emit(Op::INe, Flags::NONE, Type::BOOL, &[bit, none]);
        self.func.blocks[first].terminator = Terminator::CondBranch {
            condition,
            if_true: Edge::to(rest),
            if_false: Edge::to(left_out),
        };
        self.cursor = Cursor::at_end(left_out);
        let known = &self.interface.builtins;
        let position = known
            .iter()
            .find(|(b, class, _)| (*b, *class) == (BuiltIn::Position, StorageClass::Output));
        if let Some(&(_, _, position)) = position.filter(|_| vertex) {
            // Outside of every volume.
            let minus = self.module.float(Type::F32, -1.0);
            let ty = self.module.types.vector(Type::F32, 4);
            let outside = self.emit(Op::Construct, Flags::NONE, ty, &[minus; 4]);
            self.emit(Op::Store, Flags::NONE, Type::VOID, &[position.into(), outside]);
        }
        // A mesh shader that sets no counts gives nothing.
        self.func.blocks[left_out].terminator = Terminator::Return(None);
        Ok(())
    }
}
