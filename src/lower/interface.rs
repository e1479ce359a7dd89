//! Inputs, outputs and system values.
//!
//! In: operations on signature elements and D3D12 system values. Out: loads and stores of variables with
//! locations and built-ins. What holds: an element that is not accessed has no variable; an element's
//! location is its register and its component the first column, whatever the rest of the shader does, so
//! that stages translated apart link; variables hold 32-bit components only (16-bit values are converted),
//! so that they link whatever becomes of minimum precision.
//!
//! Facts: DXC's `docs/DXIL.rst`, "Signatures"; the D3D11.3 functional specification, sections 8, 15 and 16;
//! Vulkan's chapter "Shader Interfaces".
//!
//! | file | concern |
//! |---|---|
//! | [`place`] | what an element is in Vulkan: a location, a built-in, a part of the clip distances |
//! | [`elements`] | variables of elements, their loads and stores |
//! | [`apart`] | inputs in several places |
//! | [`capture`] | outputs that transform feedback takes |
//! | [`geometry`] | primitives in and out of geometry shaders |
//! | [`tessellation`] | patches in and out of hull and domain shaders |
//! | [`mesh`] | what mesh shaders give, and their indices |
//! | [`builtins`] | variables of built-ins and what D3D12 makes of their values |
//! | [`instances`] | view instancing |
//! | [`system`] | system values that no element holds |
//! | [`evaluate`] | inputs evaluated elsewhere in the pixel or at a vertex |
//! | [`reflect`] | what the reflection says of elements |

mod apart;
mod builtins;
mod capture;
mod elements;
mod evaluate;
mod geometry;
mod instances;
mod mesh;
mod path;
mod place;
mod reflect;
pub mod state;
mod system;
mod tessellation;
#[cfg(test)]
mod tests;

use super::{Lower, numbered};
use crate::binding::{ElementPlace, Plan};
use crate::error::{Error, Result};
use crate::ir::{Component, Inst, Op, StorageClass, Value};
use crate::shader::{
    Arrayed, EntryPoint, Interpolation, SemanticKind, SignatureElement, SignatureKind, Stage,
};
use ::spirv::{Decoration, ExecutionMode};
use state::Slot;

/// The most vertices or primitives that variables are arrays over: those of a mesh shader's group.
const MOST_ARRAYED: u32 = 256;

/// Locations that D3D12's devices have: as many as there are registers.
const MOST_LOCATIONS: u32 = 32;

/// Where an element of a stage is without a binder that says otherwise; `None` for built-ins and render targets.
pub fn element_place(
    shader: &EntryPoint,
    signature: SignatureKind,
    element: &SignatureElement,
) -> Option<ElementPlace> {
    if (shader.stage, signature) == (Stage::Pixel, SignatureKind::Output) {
        return None;
    }
    match place::place_of(shader, signature, element) {
        Ok(place::Place::Location(location)) => Some(ElementPlace {
            location,
            component: element.start_col,
            per_primitive: signature == SignatureKind::Primitive,
        }),
        _ => None,
    }
}

/// Whether an element is a part of the clip or cull distances, which several elements make together.
pub fn is_distance(shader: &EntryPoint, signature: SignatureKind, element: &SignatureElement) -> bool {
    matches!(
        place::place_of(shader, signature, element),
        Ok(place::Place::Part(_))
    )
}

/// Has each row of an output at a location of its own, where there are enough.
pub fn separate_outputs(plan: &mut Plan, shader: &EntryPoint) {
    // Streams have locations behind each other's as it is.
    if shader.several_streams() {
        return;
    }
    let mut next = 0u32;
    let mut places = |signature: SignatureKind| -> Vec<Option<ElementPlace>> {
        let elements = shader.signature(signature).iter();
        let places = elements.map(|element| {
            // What the rasterizer takes may be an ordinary output too.
            let both = matches!(
                element.kind,
                SemanticKind::RenderTargetArrayIndex
                    | SemanticKind::ViewPortArrayIndex
                    | SemanticKind::ShadingRate
            );
            let own = match element_place(shader, signature, element) {
                None if both => ElementPlace::default(),
                own => own?,
            };
            let location = next;
            next = next.saturating_add(element.rows);
            Some(ElementPlace {
                location,
                component: 0,
                ..own
            })
        });
        places.collect()
    };
    let outputs = places(SignatureKind::Output);
    let primitives = places(SignatureKind::Primitive);
    if next <= MOST_LOCATIONS {
        plan.outputs = outputs;
        if shader.stage == Stage::Mesh {
            plan.patch_constants = primitives;
        }
    }
}

impl Lower<'_> {
    /// Before the first instruction.
    pub fn start_interface(&mut self) -> Result<()> {
        let info = &self.module.info;
        self.interface.slots = SignatureKind::ALL.map(|kind| vec![None; info.signature(kind).len()]);
        self.interface.at_vertices = vec![false; info.inputs.len()];
        if self.stage == Stage::Pixel && info.properties.early_depth_stencil() {
            self.execution_mode(ExecutionMode::EarlyFragmentTests);
        }
        match self.stage {
            Stage::Geometry => self.geometry_modes()?,
            Stage::Hull => self.hull_modes()?,
            Stage::Domain => self.domain_modes()?,
            Stage::Mesh => self.mesh_modes()?,
            Stage::Amplification => self.need_mesh_shading()?,
            _ => {}
        }
        // A variable is an array over vertices or not: known before the first access.
        for data in self.func.insts.values() {
            if data.op == Op::AttributeAtVertex
                && let Some(input) = Component::named(data.op, data.imm)
                && let Some(flag) = self.interface.at_vertices.get_mut(input.element as usize)
            {
                *flag = true;
            }
        }
        self.share_vertices();
        let plan = self.plan;
        if !plan.captured_pieces.is_empty() || plan.captures.iter().any(Option::is_some) {
            self.capture_outputs()?;
        }
        self.start_views()
    }

    /// Has what shares a location with an input that is read at vertices over them too: a location is interpolated in one way.
    fn share_vertices(&mut self) {
        if !self.interface.at_vertices.contains(&true) {
            return;
        }
        let inputs = &self.module.info.inputs;
        let locations = |id: usize| {
            let element = inputs
                .get(id)
                .filter(|element| element.interpolation == Interpolation::Constant)?;
            let own = element_place(&self.module.info, SignatureKind::Input, element)?;
            let place = self.plan.place(SignatureKind::Input, id as u32).unwrap_or(own);
            Some(place.location..place.location.saturating_add(element.rows))
        };
        let all: Vec<_> = (0..inputs.len()).map(locations).collect();
        let mut found: Vec<usize> = (0..inputs.len())
            .filter(|&id| self.interface.at_vertices.get(id) == Some(&true))
            .collect();
        while let Some(id) = found.pop() {
            let Some(Some(here)) = all.get(id) else { continue };
            for (other, flag) in self.interface.at_vertices.iter_mut().enumerate() {
                let there = all.get(other).and_then(Option::as_ref);
                if !*flag && there.is_some_and(|there| there.start < here.end && here.start < there.end) {
                    *flag = true;
                    found.push(other);
                }
            }
        }
    }

    /// Lowers an operation on the interface.
    pub fn interface_operation(&mut self, inst: Inst) -> Result<()> {
        match self.func.insts[inst].op {
            Op::LoadInput | Op::LoadOutput | Op::LoadPatchConstant => self.load_signature(inst),
            Op::StoreOutput | Op::StorePatchConstant | Op::StorePrimitive => self.store_signature(inst),
            Op::EmitIndices => self.emit_indices(inst),
            Op::EvalSnapped | Op::EvalSampleIndex | Op::EvalCentroid => self.evaluate(inst),
            Op::AttributeAtVertex => self.attribute_at_vertex(inst),
            Op::SystemValue => self.system_value(inst),
            op => Err(Error::internal(format!("{op} is no operation on the interface"))),
        }
    }

    /// Adds an execution mode without literals, once.
    pub fn execution_mode(&mut self, mode: ExecutionMode) {
        let modes = &mut self.module.execution_modes;
        if !modes.iter().any(|(listed, _)| *listed == mode) {
            modes.push((mode, Vec::new()));
        }
    }

    /// The component that an operation names.
    fn named_component(&self, inst: Inst) -> Result<Component> {
        let data = &self.func.insts[inst];
        Component::named(data.op, data.imm)
            .ok_or_else(|| Error::internal(format!("{} names no component", data.op)))
    }

    /// A signature element.
    fn signature_element(&self, signature: SignatureKind, id: u32) -> Result<&SignatureElement> {
        let element = self.module.info.element(signature, id);
        element.ok_or_else(|| Error::malformed(format!("signature element {id} does not exist")))
    }

    /// Declares outputs that the shader never writes: the next stage may read them, and Vulkan wants a variable of this one for
    /// each that it has (VUID-RuntimeSpirv-OpEntryPoint-08743). Stages that are linked by semantic know what there is.
    pub fn declare_outputs(&mut self) {
        let before_others = matches!(
            self.stage,
            Stage::Vertex | Stage::Hull | Stage::Domain | Stage::Geometry | Stage::Mesh
        );
        if !before_others || self.options.separate_outputs {
            return;
        }
        let shader = &self.module.info;
        let rasterized = shader.rasterized_stream();
        let of_next = |kind: SignatureKind, element: &SignatureElement| {
            let slots = &self.interface.slots[kind as usize];
            slots.get(element.id as usize).is_none_or(Option::is_none)
                && element.start_row.is_some()
                && (self.stage != Stage::Geometry || element.stream == rasterized)
                && matches!(
                    place::place_of(shader, kind, element),
                    Ok(place::Place::Location(_))
                )
        };
        let outputs = SignatureKind::ALL
            .into_iter()
            .filter(|kind| !kind.is_input(self.stage));
        let missing: Vec<(SignatureKind, u32)> = outputs
            .flat_map(|kind| {
                let elements = shader.signature(kind).iter();
                elements
                    .filter(move |element| of_next(kind, element))
                    .map(move |element| (kind, element.id))
            })
            .collect();
        for (kind, id) in missing {
            // What cannot be declared is not accessed either.
            let _ = self.slot(kind, id);
        }
    }

    /// What the variable of an element is decorated with beside its place, with a literal.
    fn element_decoration(&self, signature: SignatureKind, id: u32) -> Option<(Decoration, Option<u32>)> {
        match signature {
            SignatureKind::Output if self.module.info.several_streams() => {
                let element = self.module.info.element(signature, id)?;
                Some((Decoration::Stream, Some(self.vulkan_stream(element.stream))))
            }
            SignatureKind::Input | SignatureKind::Output => None,
            SignatureKind::PatchConstant => Some((Decoration::Patch, None)),
            SignatureKind::Primitive => Some((Decoration::PerPrimitiveEXT, None)),
        }
    }

    /// Inputs or outputs, as the signature is one or the other here.
    fn class_of(&self, signature: SignatureKind) -> StorageClass {
        if signature.is_input(self.stage) {
            StorageClass::Input
        } else {
            StorageClass::Output
        }
    }

    /// The vertex or primitive that an operation names of what is `arrayed`. Constant ones are checked.
    fn vertex_operand(&mut self, inst: Inst, arrayed: Arrayed) -> Result<Option<Value>> {
        let op = self.func.insts[inst].op;
        let operand = op.vertex_operand();
        let given = operand.filter(|&index| index < self.func.args(inst).len());
        match (arrayed.count(), given) {
            (None, None) => Ok(None),
            (Some(count), Some(index)) => {
                let vertex = self.arg(inst, index)?;
                match self.module.const_bits(vertex) {
                    Some(number) if number >= u64::from(count) => Err(Error::malformed(format!(
                        "{op} of number {number}, where there are {count}"
                    ))),
                    _ => Ok(Some(vertex)),
                }
            }
            (None, Some(_)) => Err(Error::unsupported(format!(
                "{op} of a vertex in a {:?} shader",
                self.stage
            ))),
            // An input that is read at single vertices too: all have what the first one has where it is constant.
            (Some(_), None) if self.stage == Stage::Pixel => Ok(Some(self.i32(0))),
            (Some(_), None) => Err(Error::malformed(format!("{op} that names no vertex"))),
        }
    }
}
