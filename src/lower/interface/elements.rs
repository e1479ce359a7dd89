//! Variables of signature elements, their loads and stores.
//!
//! An element is one variable: a vector of its columns, an array of vectors where it has several rows.
//! Components are 32-bit: `f32` or `i32`, and `s32` where formats tell signed from unsigned.

use super::place::{self, Place};
use super::{Direction, ElementPlace, Lower, Slot, class_of};
use crate::error::{Error, Result};
use crate::ir::{Flags, Global, Inst, Op, StorageClass, Type, Value};
use crate::shader::{ComponentType, Interpolation, SemanticKind, Stage};
use ::spirv::{BuiltIn, Decoration, ExecutionMode};
use smallvec::SmallVec;

/// The swizzle that leaves components where they are.
const NO_SWIZZLE: u8 = 0b11_10_01_00;

/// What loads and stores need to know about an element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// Component type in DXIL.
    pub component: ComponentType,
    /// Component type of the variable.
    pub memory: Type,
    /// Rows.
    pub rows: u32,
    /// Columns.
    pub cols: u32,
}

impl Lower<'_> {
    /// The shape of an element.
    pub(super) fn shape(&self, direction: Direction, id: u32) -> Result<Shape> {
        let element = self.signature_element(direction, id)?;
        let component = element.component;
        if !matches!(component.bits(), 1 | 16 | 32) {
            let name = &element.name;
            return Err(Error::unsupported(format!(
                "signature element {name} of component type {component:?}"
            )));
        }
        Ok(Shape {
            component,
            memory: match component {
                _ if component.is_float() => Type::F32,
                // The API's formats tell signed from unsigned; between stages there is no need to.
                _ if component.is_signed_int() && self.meets_formats(direction) => Type::S32,
                _ => Type::I32,
            },
            rows: element.rows,
            cols: element.cols,
        })
    }

    /// Whether elements with a location are vertex attributes or render targets.
    fn meets_formats(&self, direction: Direction) -> bool {
        matches!(
            (self.stage, direction),
            (Stage::Vertex, Direction::Input) | (Stage::Pixel, Direction::Output)
        )
    }

    /// Where an element is; its variable is made on first use.
    pub(super) fn slot(&mut self, direction: Direction, id: u32) -> Result<Slot> {
        let slots = match direction {
            Direction::Input => &self.interface.inputs,
            Direction::Output => &self.interface.outputs,
        };
        if let Some(slot) = slots.get(id as usize).copied().flatten() {
            return Ok(slot);
        }
        let element = self.signature_element(direction, id)?;
        let slot = match place::place_of(self.stage, direction, element)? {
            Place::Location(location) => {
                let component = element.start_col;
                let own = ElementPlace { location, component };
                let plan = self.plan;
                let moved = match direction {
                    Direction::Input => &plan.inputs,
                    Direction::Output => &plan.outputs,
                };
                let place = moved.get(id as usize).copied().flatten().unwrap_or(own);
                self.location_variable(direction, id, place)?
            }
            Place::Distances(builtin) => self.distances(direction, id, builtin)?,
            Place::BuiltIn(builtin) => {
                self.declare_builtin_element(direction, id, builtin)?;
                Slot::BuiltIn(builtin)
            }
        };
        let slots = match direction {
            Direction::Input => &mut self.interface.inputs,
            Direction::Output => &mut self.interface.outputs,
        };
        if let Some(entry) = slots.get_mut(id as usize) {
            *entry = Some(slot);
        }
        Ok(slot)
    }

    /// The variable of an element with a location.
    fn location_variable(&mut self, direction: Direction, id: u32, place: ElementPlace) -> Result<Slot> {
        let ElementPlace {
            mut location,
            component,
        } = place;
        let shape = self.shape(direction, id)?;
        let element = self.signature_element(direction, id)?;
        let name = variable_name(&element.name, element.indices.first().copied().unwrap_or(0));
        let interpolation = element.interpolation;
        let relaxed = !self.native16 && shape.component.is_float() && shape.component.bits() == 16;
        let pixel_input = self.stage == Stage::Pixel && direction == Direction::Input;
        let per_vertex = pixel_input
            && self
                .interface
                .per_vertex
                .get(id as usize)
                .copied()
                .unwrap_or(false);

        let target = self.stage == Stage::Pixel && direction == Direction::Output;
        let swizzle = self.options.output_swizzles.get(location as usize).copied();
        let swizzle = swizzle.filter(|&swizzle| target && swizzle != NO_SWIZZLE);
        let second_source = target && self.options.dual_source_blending && location != 0;
        // There is one target then; whatever is written to others goes nowhere.
        let nowhere = second_source && location != 1;
        if target && self.options.dual_source_blending && !nowhere && shape.rows != 1 {
            return Err(Error::unsupported(format!(
                "dual source blending with an array of render targets from {location}"
            )));
        }
        // Any component may be needed where they change places.
        let cols = if swizzle.is_some() { 4 } else { shape.cols };
        let mut ty = self.module.types.vector(shape.memory, cols);
        if shape.rows > 1 {
            ty = self.module.types.array(ty, shape.rows);
        }
        if per_vertex {
            ty = self.module.types.array(ty, 3);
        }
        if nowhere {
            let variable = self.module.add_global(name, StorageClass::Private, ty);
            return Ok(Slot::Location {
                variable,
                location,
                component,
                swizzle,
                per_vertex,
            });
        }
        let variable = self.module.add_global(name, class_of(direction), ty);
        if second_source {
            location = 0;
        }
        self.module.decorate(variable, Decoration::Location, &[location]);
        if target && self.options.dual_source_blending {
            self.module
                .decorate(variable, Decoration::Index, &[u32::from(second_source)]);
        }
        if component != 0 {
            self.module
                .decorate(variable, Decoration::Component, &[component]);
        }
        if relaxed {
            self.module.decorate(variable, Decoration::RelaxedPrecision, &[]);
        }
        if per_vertex {
            self.module.decorate(variable, Decoration::PerVertexKHR, &[]);
        } else if pixel_input {
            if is_flat(shape.component, interpolation) {
                self.module.decorate(variable, Decoration::Flat, &[]);
            } else {
                if place::is_noperspective(interpolation) {
                    self.module.decorate(variable, Decoration::NoPerspective, &[]);
                }
                if let Some(decoration) = place::auxiliary(interpolation) {
                    self.module.decorate(variable, decoration, &[]);
                }
            }
        }
        Ok(Slot::Location {
            variable,
            location,
            component,
            swizzle,
            per_vertex,
        })
    }

    /// The place of an element in the array of clip or cull distances, which has all elements of the kind in
    /// order of register and column.
    fn distances(&mut self, direction: Direction, id: u32, builtin: BuiltIn) -> Result<Slot> {
        let kind = self.signature_element(direction, id)?.kind;
        let list = match direction {
            Direction::Input => &self.module.info.inputs,
            Direction::Output => &self.module.info.outputs,
        };
        let key =
            |start_row: Option<u32>, start_col: u32, id: u32| (start_row.unwrap_or(u32::MAX), start_col, id);
        let own = self.signature_element(direction, id)?;
        let own = key(own.start_row, own.start_col, own.id);
        let (mut base, mut total) = (0, 0);
        for element in list.iter().filter(|element| element.kind == kind) {
            let count = element.rows * element.cols;
            if key(element.start_row, element.start_col, element.id) < own {
                base += count;
            }
            total += count;
        }
        let ty = self.module.types.array(Type::F32, total);
        let name = match kind {
            SemanticKind::ClipDistance => "SV_ClipDistance",
            _ => "SV_CullDistance",
        };
        let variable = self.builtin_variable(builtin, class_of(direction), ty, name);
        Ok(Slot::Distances {
            builtin,
            variable,
            base,
        })
    }

    /// A pointer to the component at `row` and `col` of an element that is no built-in but may be a distance.
    pub(super) fn component_pointer(
        &mut self,
        slot: Slot,
        shape: Shape,
        row: Value,
        col: u32,
        vertex: Option<Value>,
    ) -> Result<Value> {
        let mut path: SmallVec<[Value; 4]> = SmallVec::new();
        let (variable, memory) = match slot {
            Slot::Location {
                variable,
                per_vertex,
                swizzle,
                ..
            } => {
                if per_vertex {
                    let first = self.i32(0);
                    path.push(vertex.unwrap_or(first));
                }
                if shape.rows > 1 {
                    path.push(row);
                }
                if let Some(swizzle) = swizzle {
                    let place = (0..4).find(|place| u32::from(swizzle >> (2 * place) & 3) == col);
                    path.push(self.i32(place.unwrap_or(col)));
                } else if shape.cols > 1 {
                    path.push(self.i32(col));
                }
                (variable, shape.memory)
            }
            Slot::Distances { variable, base, .. } => {
                let row = self.mul(row, shape.cols);
                let rest = self.i32(base + col);
                path.push(self.add(row, rest));
                (variable, Type::F32)
            }
            Slot::BuiltIn(builtin) => return Err(Error::internal(format!("{builtin:?} is no element"))),
        };
        Ok(self.chain(variable, &path, memory))
    }

    /// A pointer to a part of a variable; the variable itself for an empty path.
    pub(super) fn chain(&mut self, variable: Global, path: &[Value], pointee: Type) -> Value {
        if path.is_empty() {
            return variable.into();
        }
        let class = self.module.globals[variable].class;
        let ty = self.module.types.pointer(class, pointee);
        let mut args: SmallVec<[Value; 5]> = SmallVec::new();
        args.push(variable.into());
        args.extend_from_slice(path);
        self.emit(Op::AccessChain, Flags::NONE, ty, &args)
    }

    /// The row operand. Constant rows are checked.
    pub(super) fn row_operand(&self, inst: Inst, shape: Shape, col: u32) -> Result<Value> {
        let row = self.arg(inst, 0)?;
        if self.value_ty(row) != Type::I32 {
            return Err(Error::malformed("a signature row that is no i32"));
        }
        let outside = self
            .module
            .const_bits(row)
            .is_some_and(|row| row >= u64::from(shape.rows));
        if outside || col >= shape.cols {
            return Err(Error::malformed(
                "a row or column that the signature element does not have",
            ));
        }
        Ok(row)
    }

    /// Fails where the result of an input operation is no component.
    pub(super) fn check_component(&self, inst: Inst) -> Result<()> {
        if is_component(self.func.insts[inst].ty) {
            Ok(())
        } else {
            Err(Error::malformed("an input value that is no component"))
        }
    }

    /// Lowers the load of an input component.
    pub(super) fn load_input(&mut self, inst: Inst) -> Result<()> {
        if self.func.args(inst).len() > 1 {
            return Err(self.no_vertices(inst));
        }
        let (id, col) = self.named_element(inst);
        let slot = self.slot(Direction::Input, id)?;
        let shape = self.shape(Direction::Input, id)?;
        let row = self.row_operand(inst, shape, col)?;
        self.check_component(inst)?;
        if let Slot::BuiltIn(builtin) = slot {
            return self.load_builtin(inst, builtin, col);
        }
        let pointer = self.component_pointer(slot, shape, row, col, None)?;
        self.finish_load(inst, pointer, shape.memory);
        Ok(())
    }

    /// Lowers the store of an output component.
    pub(super) fn store_output(&mut self, inst: Inst) -> Result<()> {
        let (id, col) = self.named_element(inst);
        let mut value = self.arg(inst, 1)?;
        let shape = self.shape(Direction::Output, id)?;
        let row = self.row_operand(inst, shape, col)?;
        if !is_component(self.value_ty(value)) {
            return Err(Error::malformed("an output value that is no component"));
        }
        if self.module.is_undef(value) {
            // As good as no store, but the next stage may count on the variable.
            let known = self.interface.outputs.get(id as usize).copied().flatten();
            if known.is_some() || self.stage == Stage::Pixel {
                return Ok(());
            }
            value = self.module.null(shape.memory);
        }
        let slot = self.slot(Direction::Output, id)?;
        let mut value = self.output_value(value, shape);
        if self.is_viewport(Direction::Output, id) {
            value = self.viewport(value)?;
        }
        let (pointer, memory) = match slot {
            Slot::BuiltIn(builtin) => self.builtin_pointer(builtin, StorageClass::Output, col, "")?,
            Slot::Distances { .. } => (self.component_pointer(slot, shape, row, col, None)?, Type::F32),
            Slot::Location { .. } => (self.component_pointer(slot, shape, row, col, None)?, shape.memory),
        };
        let value = self.bitcast(value, memory);
        self.finish(inst, Op::Store, Flags::NONE, &[pointer, value], 0);
        Ok(())
    }

    /// Ends the lowering of `inst` as the load of a component of type `memory`.
    pub(super) fn finish_load(&mut self, inst: Inst, pointer: Value, memory: Type) {
        let data = self.func.insts[inst];
        let flags = relaxed_flag(data.flags);
        if data.ty == memory {
            self.finish(inst, Op::Load, flags, &[pointer], 0);
            return;
        }
        let value = self.emit(Op::Load, flags, memory, &[pointer]);
        self.finish_input(inst, value);
    }

    /// Ends the lowering of `inst` as `value`, a 32-bit component, in the type that the shader reads it as.
    pub(super) fn finish_input(&mut self, inst: Inst, value: Value) {
        let ty = self.func.insts[inst].ty;
        let from = self.value_ty(value);
        let op = match ty {
            _ if ty == from => return self.forward(inst, value),
            Type::BOOL => {
                let zero = self.i32(0);
                let value = self.bitcast(value, Type::I32);
                return self.finish(inst, Op::INe, Flags::NONE, &[value, zero], 0);
            }
            Type::F16 => {
                let value = self.bitcast(value, Type::F32);
                return self.finish(inst, Op::FConvert, Flags::NONE, &[value], 0);
            }
            Type::I16 => {
                let value = self.bitcast(value, Type::I32);
                return self.finish(inst, Op::ITrunc, Flags::NONE, &[value], 0);
            }
            _ => Op::Bitcast,
        };
        self.finish(inst, op, Flags::NONE, &[value], 0);
    }

    /// The 32 bits of `value` as a component of an output.
    fn output_value(&mut self, value: Value, shape: Shape) -> Value {
        let ty = self.value_ty(value);
        let narrow = shape.component.bits() == 16 && !shape.component.is_float();
        match ty {
            Type::BOOL => {
                let (one, zero) = (self.i32(1), self.i32(0));
                self.emit(Op::Select, Flags::NONE, Type::I32, &[value, one, zero])
            }
            Type::F16 => self.emit(Op::FConvert, Flags::NONE, Type::F32, &[value]),
            Type::I16 if shape.component.is_signed_int() => {
                self.emit(Op::SExt, Flags::NONE, Type::I32, &[value])
            }
            Type::I16 => self.emit(Op::ZExt, Flags::NONE, Type::I32, &[value]),
            // A minimum-precision integer carried in 32 bits, of which the upper half says nothing.
            Type::I32 if narrow => self.extend16(value, shape.component.is_signed_int()),
            _ => value,
        }
    }

    /// The low 16 bits of an `i32`, extended.
    fn extend16(&mut self, value: Value, signed: bool) -> Value {
        if let Some(bits) = self.module.const_bits(value) {
            let low = bits as u16;
            return self.i32(if signed { low as i16 as u32 } else { u32::from(low) });
        }
        if signed {
            let (zero, sixteen) = (self.i32(0), self.i32(16));
            return self.emit(
                Op::BitFieldSExtract,
                Flags::NONE,
                Type::I32,
                &[value, zero, sixteen],
            );
        }
        let mask = self.i32(0xffff);
        self.emit(Op::And, Flags::NONE, Type::I32, &[value, mask])
    }

    /// Declares the built-in that an element is.
    fn declare_builtin_element(&mut self, direction: Direction, id: u32, builtin: BuiltIn) -> Result<()> {
        let element = self.signature_element(direction, id)?;
        let index = element.indices.first().copied().unwrap_or(0);
        let name = match index {
            0 => element.name.clone(),
            _ => variable_name(&element.name, index),
        };
        let kind = element.kind;
        let auxiliary = place::auxiliary(element.interpolation);
        let ty = self.builtin_ty(builtin)?;
        let variable = self.builtin_variable(builtin, class_of(direction), ty, &name);
        if let Some(decoration) = auxiliary
            && matches!(
                builtin,
                BuiltIn::FragCoord | BuiltIn::BaryCoordKHR | BuiltIn::BaryCoordNoPerspKHR
            )
            && !self.module.globals[variable]
                .decorations
                .iter()
                .any(|known| known.kind == decoration)
        {
            self.module.decorate(variable, decoration, &[]);
        }
        if direction == Direction::Output {
            match builtin {
                BuiltIn::FragDepth => self.execution_mode(ExecutionMode::DepthReplacing),
                BuiltIn::FragStencilRefEXT => self.execution_mode(ExecutionMode::StencilRefReplacingEXT),
                _ => {}
            }
            match kind {
                SemanticKind::DepthGreaterEqual => self.execution_mode(ExecutionMode::DepthGreater),
                SemanticKind::DepthLessEqual => self.execution_mode(ExecutionMode::DepthLess),
                _ => {}
            }
        }
        Ok(())
    }

    /// A vertex operand where the stage has none.
    fn no_vertices(&self, inst: Inst) -> Error {
        let op = self.func.insts[inst].op;
        Error::unsupported(format!("{op} of a vertex in a {:?} shader", self.stage))
    }
}

/// Whether a pixel shader input is not interpolated.
pub(super) fn is_flat(component: ComponentType, interpolation: Interpolation) -> bool {
    !component.is_float() || interpolation == Interpolation::Constant
}

/// The flags of an input operation that its load has too.
pub(super) fn relaxed_flag(flags: Flags) -> Flags {
    Flags(flags.0 & Flags::RELAXED.0)
}

fn is_component(ty: Type) -> bool {
    matches!(ty.scalar_bits(), 1 | 16 | 32)
}

fn variable_name(semantic: &str, index: u32) -> String {
    format!("{semantic}{index}")
}
