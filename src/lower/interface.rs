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
//! | [`capture`] | outputs that transform feedback takes |
//! | [`builtins`] | variables of built-ins and what D3D12 makes of their values |
//! | [`instances`] | view instancing |
//! | [`system`] | system values that no element holds |
//! | [`evaluate`] | inputs evaluated elsewhere in the pixel or at a vertex |
//! | [`reflect`] | what the reflection says of elements |

mod builtins;
mod capture;
mod elements;
mod evaluate;
mod instances;
mod place;
mod reflect;
mod system;
#[cfg(test)]
mod tests;

use super::Lower;
use crate::binding::{Direction, ElementPlace};
use crate::error::{Error, Result};
use crate::ir::{Global, Inst, Op, StorageClass};
use crate::shader::{SignatureElement, Stage};
use ::spirv::{BuiltIn, ExecutionMode};

/// The interface variables made so far.
#[derive(Debug, Default)]
pub struct Interface {
    /// By id of the input element; `None` while it was not accessed.
    inputs: Vec<Option<Slot>>,
    /// By id of the output element, likewise.
    outputs: Vec<Option<Slot>>,
    /// Whether an input is read at single vertices, by element id.
    per_vertex: Vec<bool>,
    /// Built-in variables, in order of first use.
    builtins: Vec<(BuiltIn, StorageClass, Global)>,
}

/// Where an element's components are.
#[derive(Clone, Copy, Debug)]
enum Slot {
    /// A variable at a location.
    Location {
        variable: Global,
        location: u32,
        /// First component in the location.
        component: u32,
        /// Where the components of a render target come from, if they change places.
        swizzle: Option<u8>,
        /// Whether it is an array over the vertices of the primitive.
        per_vertex: bool,
    },
    /// Consecutive elements of the array of clip or cull distances, from `base`.
    Distances {
        builtin: BuiltIn,
        variable: Global,
        base: u32,
    },
    /// A built-in.
    BuiltIn(BuiltIn),
}

/// Of inputs or outputs.
fn class_of(direction: Direction) -> StorageClass {
    match direction {
        Direction::Input => StorageClass::Input,
        Direction::Output => StorageClass::Output,
    }
}

/// Where an element of a stage is without a binder that says otherwise; `None` for built-ins and render targets.
pub fn element_place(stage: Stage, direction: Direction, element: &SignatureElement) -> Option<ElementPlace> {
    if (stage, direction) == (Stage::Pixel, Direction::Output) {
        return None;
    }
    match place::place_of(stage, direction, element) {
        Ok(place::Place::Location(location)) => Some(ElementPlace {
            location,
            component: element.start_col,
        }),
        _ => None,
    }
}

impl Lower<'_> {
    /// Before the first instruction.
    pub fn start_interface(&mut self) -> Result<()> {
        let info = &self.module.info;
        self.interface.inputs = vec![None; info.inputs.len()];
        self.interface.outputs = vec![None; info.outputs.len()];
        self.interface.per_vertex = vec![false; info.inputs.len()];
        if self.stage == Stage::Pixel && info.properties.early_depth_stencil() {
            self.execution_mode(ExecutionMode::EarlyFragmentTests);
        }
        // A variable is an array over vertices or not: known before the first access.
        for data in self.func.insts.values() {
            if data.op == Op::AttributeAtVertex
                && let Some(flag) = self.interface.per_vertex.get_mut((data.imm >> 8) as usize)
            {
                *flag = true;
            }
        }
        self.capture_outputs()?;
        self.start_views()
    }

    /// Lowers an operation on the interface.
    pub fn interface_operation(&mut self, inst: Inst) -> Result<()> {
        match self.func.insts[inst].op {
            Op::LoadInput => self.load_input(inst),
            Op::StoreOutput => self.store_output(inst),
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

    /// The element that an operation names, and the column.
    fn named_element(&self, inst: Inst) -> (u32, u32) {
        let imm = self.func.insts[inst].imm;
        (imm >> 8, imm & 0xff)
    }

    /// A signature element.
    fn signature_element(&self, direction: Direction, id: u32) -> Result<&SignatureElement> {
        let list = match direction {
            Direction::Input => &self.module.info.inputs,
            Direction::Output => &self.module.info.outputs,
        };
        list.get(id as usize)
            .ok_or_else(|| Error::malformed(format!("signature element {id} does not exist")))
    }
}
