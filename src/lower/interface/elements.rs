//! Variables of signature elements, their loads and stores.
//!
//! An element is one variable: a vector of its columns, an array of vectors where it has several rows.
//! Components are 32-bit: `f32` or `i32`, and `s32` where formats tell signed from unsigned.

use super::builtins::scalar_ty;
use super::path::Path;
use super::place::{self, Place};
use super::state::Gathered;
use super::{ElementPlace, Lower, MOST_ARRAYED, Slot, numbered};
use crate::binding::is_per_primitive;
use crate::error::{Error, Result};
use crate::ir::{Flags, Global, Inst, Op, StorageClass, Type, Value};
use crate::shader::{
    Arrayed, ComponentType, Interpolation, SemanticKind, SignatureElement, SignatureKind, Stage,
};
use crate::vulkan::built_ins::{SystemValueFacts, is_noperspective};
use ::spirv::{BuiltIn, Decoration, ExecutionMode};
use smallvec::SmallVec;

/// The swizzle that leaves components where they are.
const NO_SWIZZLE: u8 = 0b11_10_01_00;

/// The most clip and cull distances in D3D12.
const MOST_DISTANCES: u32 = 8;

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
    pub(super) fn shape(&self, signature: SignatureKind, id: u32) -> Result<Shape> {
        let element = self.signature_element(signature, id)?;
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
                _ if component.is_signed_int() && self.meets_formats(signature) => Type::S32,
                _ => Type::I32,
            },
            rows: element.rows,
            cols: element.cols,
        })
    }

    /// Whether elements with a location are vertex attributes or render targets.
    fn meets_formats(&self, signature: SignatureKind) -> bool {
        matches!(
            (self.stage, signature),
            (Stage::Vertex, SignatureKind::Input) | (Stage::Pixel, SignatureKind::Output)
        )
    }

    /// Where an element is; its variable is made on first use.
    pub(super) fn slot(&mut self, signature: SignatureKind, id: u32) -> Result<Slot> {
        let slots = &self.interface.slots[signature as usize];
        if let Some(slot) = slots.get(id as usize).copied().flatten() {
            return Ok(slot);
        }
        let element = self.signature_element(signature, id)?;
        let plan = self.plan;
        let place = place::place_of(&self.module.info, signature, element)?;
        let slot = match (place, plan.place(signature, id), plan.pieces(signature, id)) {
            (_, _, Some(pieces)) => self.apart(signature, id, pieces)?,
            (Place::Location(location), planned, None) => {
                let component = element.start_col;
                let own = ElementPlace {
                    location,
                    component,
                    per_primitive: signature == SignatureKind::Primitive,
                };
                self.location_variable(signature, id, planned.unwrap_or(own), None)?
            }
            (Place::Part(facts), _, None) => self.part_at(signature, id, facts, None)?,
            (Place::BuiltIn(..), Some(place), None) if element.kind == SemanticKind::IsFrontFace => {
                self.location_variable(signature, id, place, None)?
            }
            (Place::BuiltIn(facts, modes), _, None) => match self.handed_on(signature, id, facts)? {
                Some(slot) if self.options.next_stage.is_some() => slot,
                also => {
                    let slot = self.builtin_element(signature, id, facts, modes)?;
                    if let Some(also) = also {
                        let copies = &mut self.interface.copies;
                        copies.extend(slot.variable().map(|variable| (variable, also)));
                    }
                    slot
                }
            },
        };
        self.set_slot(signature, id, slot);
        if let Slot::Part { facts, .. } = slot
            && !signature.is_input(self.stage)
        {
            self.rest_of_parts(signature, id, facts)?;
        }
        Ok(slot)
    }

    /// The ordinary output that a value for the rasterizer is too: where a hull or geometry shader comes next, or may come.
    fn handed_on(
        &mut self,
        signature: SignatureKind,
        id: u32,
        facts: &'static SystemValueFacts,
    ) -> Result<Option<Slot>> {
        let taken = matches!(
            facts.built_in,
            BuiltIn::Layer | BuiltIn::ViewportIndex | BuiltIn::PrimitiveShadingRateKHR
        );
        let gives = matches!(self.stage, Stage::Vertex | Stage::Domain) && signature == SignatureKind::Output;
        let next = self.options.next_stage;
        let takes = next.is_none_or(|next| matches!(next, Stage::Hull | Stage::Geometry));
        if !(taken && gives && takes) {
            return Ok(None);
        }
        let element = self.signature_element(signature, id)?;
        let own = ElementPlace {
            location: place::register(element)?,
            component: element.start_col,
            per_primitive: false,
        };
        let place = self.plan.place(signature, id).unwrap_or(own);
        self.location_variable(signature, id, place, None).map(Some)
    }

    pub(super) fn set_slot(&mut self, signature: SignatureKind, id: u32, slot: Slot) {
        let slots = &mut self.interface.slots[signature as usize];
        if let Some(entry) = slots.get_mut(id as usize) {
            *entry = Some(slot);
        }
    }

    /// The elements that share a variable of distances with one: the next stage sees all of it, written or not.
    fn rest_of_parts(
        &mut self,
        signature: SignatureKind,
        id: u32,
        facts: &'static SystemValueFacts,
    ) -> Result<()> {
        let element = self.signature_element(signature, id)?;
        let kind = (element.kind, element.stream);
        let elements = self.module.info.signature(signature).iter();
        let rest: SmallVec<[u32; 4]> = elements
            .filter(|other| other.id != id && (other.kind, other.stream) == kind)
            .map(|other| other.id)
            .collect();
        for other in rest {
            let part = self.part_at(signature, other, facts, None)?;
            self.set_slot(signature, other, part);
        }
        Ok(())
    }

    /// Over what the variable of an element is an array.
    pub(super) fn arrayed_over(&self, signature: SignatureKind, id: u32) -> Arrayed {
        let at_vertices = signature == SignatureKind::Input
            && self.stage == Stage::Pixel
            && self.interface.at_vertices.get(id as usize) == Some(&true);
        if at_vertices {
            Arrayed::PerVertex(3)
        } else {
            self.module.info.arrayed(signature)
        }
    }

    /// Over what the variable of an element is an array, and its type, which is `ty` otherwise.
    fn arrayed(&mut self, signature: SignatureKind, id: u32, ty: Type) -> Result<(Arrayed, Type)> {
        let arrayed = self.arrayed_over(signature, id);
        match arrayed.count() {
            None => Ok((arrayed, ty)),
            Some(count @ 1..=MOST_ARRAYED) => Ok((arrayed, self.module.types.array(ty, count))),
            Some(count) => Err(Error::malformed(format!(
                "a {:?} shader with {count} vertices or primitives",
                self.stage
            ))),
        }
    }

    /// The variable of an element with a location, or of one of its rows, by its number and how many components it has.
    pub(super) fn location_variable(
        &mut self,
        signature: SignatureKind,
        id: u32,
        place: ElementPlace,
        row: Option<(u32, u32)>,
    ) -> Result<Slot> {
        let ElementPlace {
            mut location,
            component,
            per_primitive,
        } = place;
        let mut shape = self.shape(signature, id)?;
        let number = row.map_or(0, |(number, _)| number as usize);
        if let Some((_, cols)) = row {
            (shape.rows, shape.cols) = (1, cols);
        }
        let element = self.signature_element(signature, id)?;
        let name = numbered(&element.name, element.indices.get(number).copied().unwrap_or(0));
        let interpolation = element.interpolation;
        let relaxed = !self.native16 && shape.component.is_float() && shape.component.bits() == 16;
        let pixel_input = self.stage == Stage::Pixel && signature == SignatureKind::Input;
        let target = self.stage == Stage::Pixel && signature == SignatureKind::Output;
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
        let (arrayed, ty) = self.arrayed(signature, id, ty)?;
        if nowhere {
            let variable = self.module.add_global(name, StorageClass::Private, ty);
            return Ok(Slot::Location {
                variable,
                location,
                component,
                swizzle,
                arrayed,
            });
        }
        let variable = self.module.add_global(name, self.class_of(signature), ty);
        if let Some(decoration) = self.element_decoration(signature, id) {
            self.module
                .decorate(variable, decoration.0, decoration.1.as_slice());
        }
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
        if pixel_input && arrayed != Arrayed::No {
            self.module.decorate(variable, Decoration::PerVertexKHR, &[]);
        } else if pixel_input && per_primitive {
            self.per_primitive(variable)?;
            self.module.decorate(variable, Decoration::Flat, &[]);
        } else if pixel_input {
            if is_flat(shape.component, interpolation) {
                self.module.decorate(variable, Decoration::Flat, &[]);
            } else {
                if is_noperspective(interpolation) {
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
            arrayed,
        })
    }

    /// The place of an element in the array of clip or cull distances, which has all elements of the kind in
    /// order of register and column; behind a stage that is known, in that of its array: from `at` on.
    pub(super) fn part_at(
        &mut self,
        signature: SignatureKind,
        id: u32,
        facts: &'static SystemValueFacts,
        at: Option<u32>,
    ) -> Result<Slot> {
        let key = |element: &SignatureElement| {
            (
                element.start_row.unwrap_or(u32::MAX),
                element.start_col,
                element.id,
            )
        };
        let element = self.signature_element(signature, id)?;
        let (kind, stream, own) = (element.kind, element.stream, key(element));
        let (mut base, mut total) = (0u32, 0u32);
        let elements = self.module.info.signature(signature).iter();
        for element in elements.filter(|element| (element.kind, element.stream) == (kind, stream)) {
            let count = element.rows.saturating_mul(element.cols);
            if key(element) < own {
                base = base.saturating_add(count);
            }
            total = total.saturating_add(count);
        }
        if total > MOST_DISTANCES {
            let message =
                format!("{total} clip or cull distances, of which there are {MOST_DISTANCES} at most");
            return Err(Error::malformed(message));
        }
        let class = self.class_of(signature);
        if let (StorageClass::Input, Some(at), Some(linked)) = (class, at, &self.plan.linked) {
            let [clip, cull] = linked.distances;
            (base, total) = (
                at,
                if kind == SemanticKind::CullDistance {
                    cull
                } else {
                    clip
                },
            );
        }
        let ty = self.builtin_ty(facts.shape, class, total);
        let (arrayed, ty) = self.arrayed(signature, id, ty)?;
        let decoration = self.element_decoration(signature, id);
        let variable = self.builtin_variable(facts.built_in, class, decoration, ty, facts.name);
        Ok(Slot::Part {
            facts,
            variable,
            base,
            arrayed,
        })
    }

    /// A pointer to a component of an element that is no built-in but may be a part of one.
    pub(super) fn component_pointer(&mut self, slot: Slot, shape: Shape, path: &Path) -> Result<Value> {
        let mut indices: SmallVec<[Value; 4]> = path.vertex.into_iter().collect();
        let (variable, memory) = match slot {
            Slot::Location { variable, .. } => {
                indices.extend(path.row);
                if shape.cols > 1 {
                    indices.push(self.i32(path.column));
                }
                (variable, shape.memory)
            }
            Slot::Part {
                facts,
                variable,
                base,
                ..
            } => {
                let rest = self.i32(base + path.column);
                let index = match path.row {
                    Some(row) => {
                        let row = self.mul(row, shape.cols);
                        self.add(row, rest)
                    }
                    None => rest,
                };
                indices.push(index);
                (variable, scalar_ty(facts.shape))
            }
            Slot::BuiltIn { facts, .. } => {
                return Err(Error::internal(format!("{:?} is no element", facts.built_in)));
            }
            Slot::Apart { .. } => return Err(Error::internal("an input in several places")),
        };
        Ok(self.chain(variable, &indices, memory))
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
        args.extend(path.iter().copied());
        self.emit(Op::AccessChain, Flags::NONE, ty, &args)
    }

    /// The row and column that an operation names, of every vertex. Constant rows are checked.
    pub(super) fn path(&self, inst: Inst, shape: Shape, column: u32) -> Result<Path> {
        let row = self.arg(inst, 0)?;
        if self.value_ty(row) != Type::I32 {
            return Err(Error::malformed("a signature row that is no i32"));
        }
        let outside = self
            .module
            .const_bits(row)
            .is_some_and(|row| row >= u64::from(shape.rows));
        if outside || column >= shape.cols {
            return Err(Error::malformed(
                "a row or column that the signature element does not have",
            ));
        }
        Ok(Path {
            vertex: None,
            row: (shape.rows > 1).then_some(row),
            column,
        })
    }

    /// Fails where the result of an input operation is no component.
    pub(super) fn check_component(&self, inst: Inst) -> Result<()> {
        if is_component(self.func.insts[inst].ty) {
            Ok(())
        } else {
            Err(Error::malformed("an input value that is no component"))
        }
    }

    /// Lowers the load of a component.
    pub(super) fn load_signature(&mut self, inst: Inst) -> Result<()> {
        let named = self.named_component(inst)?;
        let slot = self.slot(named.signature, named.element)?;
        let shape = self.shape(named.signature, named.element)?;
        let path = Path {
            vertex: self.vertex_operand(inst, slot.arrayed())?,
            ..self.path(inst, shape, named.column)?
        };
        self.check_component(inst)?;
        if let Slot::BuiltIn { facts, variable, .. } = slot {
            return self.load_builtin(inst, facts, variable, &path);
        }
        if let Slot::Apart { first, count, .. } = slot {
            let flags = relaxed_flag(self.func.insts[inst].flags);
            return self.load_apart(inst, [first, count], shape, &path, |this, pointer| {
                this.emit(Op::Load, flags, shape.memory, &[pointer])
            });
        }
        let pointer = self.component_pointer(slot, shape, &path)?;
        self.finish_load(inst, pointer, shape.memory);
        Ok(())
    }

    /// Lowers the store of a component.
    pub(super) fn store_signature(&mut self, inst: Inst) -> Result<()> {
        match self.interface.gathered.remove(&inst) {
            Some(Gathered::Elsewhere) => return Ok(()),
            Some(Gathered::Whole(values)) => return self.store_whole(inst, &values),
            None => {}
        }
        let named = self.named_component(inst)?;
        let mut value = self.arg(inst, 1)?;
        let shape = self.shape(named.signature, named.element)?;
        let path = self.path(inst, shape, named.column)?;
        if !is_component(self.value_ty(value)) {
            return Err(Error::malformed("an output value that is no component"));
        }
        if self.module.is_undef(value) {
            // As good as no store, but the next stage may count on the variable.
            let slots = &self.interface.slots[named.signature as usize];
            let known = slots.get(named.element as usize).copied().flatten();
            if known.is_some() || self.stage == Stage::Pixel {
                return Ok(());
            }
            value = self.module.null(shape.memory);
        }
        let slot = self.slot(named.signature, named.element)?;
        let path = Path {
            vertex: self.vertex_operand(inst, slot.arrayed())?,
            ..path
        };
        if let Slot::BuiltIn { facts, variable, .. } = slot
            && scalar_ty(facts.shape) == Type::BOOL
        {
            let pointer = self.builtin_pointer(facts, variable, &path)?;
            let value = self.truth(value);
            self.finish(inst, Op::Store, Flags::NONE, &[pointer, value], 0);
            return Ok(());
        }
        let mut value = self.output_value(value, shape);
        let (pointer, memory) = match slot {
            Slot::BuiltIn { facts, variable, .. } => {
                let mut copies = self.interface.copies.iter();
                let copy = copies.find(|(original, _)| *original == variable);
                if let Some(copy) = copy.and_then(|(_, slot)| slot.variable()) {
                    self.emit(Op::Store, Flags::NONE, Type::VOID, &[copy.into(), value]);
                }
                if facts.built_in == BuiltIn::ViewportIndex {
                    value = self.viewport(value)?;
                }
                if facts.built_in == BuiltIn::Layer {
                    value = self.layer(value);
                }
                let pointer = self.builtin_pointer(facts, variable, &path)?;
                (pointer, self.builtin_scalar(facts.shape, StorageClass::Output))
            }
            Slot::Part { facts, .. } => {
                let pointer = self.component_pointer(slot, shape, &path)?;
                (pointer, scalar_ty(facts.shape))
            }
            Slot::Location {
                variable,
                swizzle: Some(swizzle),
                ..
            } => {
                let value = self.bitcast(value, shape.memory);
                return self.store_swizzled(inst, (variable, swizzle), shape, &path, value);
            }
            Slot::Location { .. } | Slot::Apart { .. } => {
                (self.component_pointer(slot, shape, &path)?, shape.memory)
            }
        };
        let value = self.bitcast(value, memory);
        self.finish(inst, Op::Store, Flags::WIDE, &[pointer, value], 0);
        Ok(())
    }

    /// Stores a component of a render target wherever it is wanted, which may be nowhere.
    fn store_swizzled(
        &mut self,
        inst: Inst,
        (variable, swizzle): (Global, u8),
        shape: Shape,
        path: &Path,
        value: Value,
    ) -> Result<()> {
        let wanted = (0..4).filter(|place| u32::from(swizzle >> (2 * place) & 3) == path.column);
        let mut pointers = SmallVec::<[Value; 4]>::new();
        for place in wanted {
            let place = self.i32(place);
            let indices: SmallVec<[Value; 2]> = path.row.into_iter().chain([place]).collect();
            pointers.push(self.chain(variable, &indices, shape.memory));
        }
        if let Some(pointer) = pointers.pop() {
            for pointer in pointers {
                self.emit(Op::Store, Flags::NONE, Type::VOID, &[pointer, value]);
            }
            self.finish(inst, Op::Store, Flags::WIDE, &[pointer, value], 0);
        }
        Ok(())
    }

    /// Lowers the store of all components of a row; `inst` is that of the last one.
    #[inline(never)]
    fn store_whole(&mut self, inst: Inst, values: &[Value]) -> Result<()> {
        let named = self.named_component(inst)?;
        let shape = self.shape(named.signature, named.element)?;
        let slot = self.slot(named.signature, named.element)?;
        let Path { row, .. } = self.path(inst, shape, named.column)?;
        let vertex = self.vertex_operand(inst, slot.arrayed())?;
        let memory = match slot {
            Slot::BuiltIn { facts, .. } => self.builtin_scalar(facts.shape, StorageClass::Output),
            _ => shape.memory,
        };
        let mut parts: SmallVec<[Value; 4]> = SmallVec::new();
        for &value in values {
            let value = self.forwarded.resolve(value);
            if !is_component(self.value_ty(value)) {
                return Err(Error::malformed("an output value that is no component"));
            }
            parts.push(if self.module.is_undef(value) {
                self.module.null(memory)
            } else {
                let value = self.output_value(value, shape);
                self.bitcast(value, memory)
            });
        }
        let ty = self.module.types.vector(memory, parts.len() as u32);
        let whole = self.emit(Op::Construct, Flags::NONE, ty, &parts);
        let path: SmallVec<[Value; 2]> = vertex.into_iter().chain(row).collect();
        let variable = slot
            .variable()
            .ok_or_else(|| Error::internal("an output in several places"))?;
        let pointer = self.chain(variable, &path, ty);
        self.finish(inst, Op::Store, Flags::NONE, &[pointer, whole], 0);
        Ok(())
    }

    /// Ends the lowering of `inst` as the load of a component of type `memory`.
    pub(super) fn finish_load(&mut self, inst: Inst, pointer: Value, memory: Type) {
        let data = self.func.insts[inst];
        // Neighbours that are read, too, come with one load.
        let flags = relaxed_flag(data.flags).with(Flags::WIDE);
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

    /// Whether a component is not 0.
    fn truth(&mut self, value: Value) -> Value {
        let value = match self.value_ty(value) {
            Type::BOOL => return value,
            Type::F32 => self.bitcast(value, Type::I32),
            _ => value,
        };
        let zero = self.module.null(self.value_ty(value));
        self.emit(Op::INe, Flags::NONE, Type::BOOL, &[value, zero])
    }

    /// Marks an input of a pixel shader as the same for the whole primitive.
    fn per_primitive(&mut self, variable: Global) -> Result<()> {
        self.need_mesh_shading()?;
        let decorations = &self.module.globals[variable].decorations;
        if !decorations
            .iter()
            .any(|known| known.kind == Decoration::PerPrimitiveEXT)
        {
            self.module.decorate(variable, Decoration::PerPrimitiveEXT, &[]);
        }
        Ok(())
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

    /// Declares the built-in that an element is; writing it takes `modes`.
    fn builtin_element(
        &mut self,
        signature: SignatureKind,
        id: u32,
        facts: &'static SystemValueFacts,
        modes: &[ExecutionMode],
    ) -> Result<Slot> {
        let element = self.signature_element(signature, id)?;
        let index = element.indices.first().copied().unwrap_or(0);
        let name = match index {
            0 => element.name.clone(),
            _ => numbered(&element.name, index),
        };
        let auxiliary = place::auxiliary(element.interpolation);
        let per_primitive = self.stage == Stage::Pixel
            && signature == SignatureKind::Input
            && is_per_primitive(&self.options.inputs_from, element);
        let class = self.class_of(signature);
        let ty = self.builtin_ty(facts.shape, class, 1);
        let (arrayed, ty) = self.arrayed(signature, id, ty)?;
        let decoration = self.element_decoration(signature, id);
        let variable = self.builtin_variable(facts.built_in, class, decoration, ty, &name);
        if let Some(decoration) = auxiliary
            && facts.interpolated
            && !self.module.globals[variable]
                .decorations
                .iter()
                .any(|known| known.kind == decoration)
        {
            self.module.decorate(variable, decoration, &[]);
        }
        if per_primitive {
            self.per_primitive(variable)?;
        }
        for &mode in modes {
            self.execution_mode(mode);
        }
        Ok(Slot::BuiltIn {
            facts,
            variable,
            arrayed,
        })
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
