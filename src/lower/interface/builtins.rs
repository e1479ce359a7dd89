//! Variables of built-ins, and what D3D12 makes of their values: [`built_ins`] applied.

use super::Lower;
use super::path::Path;
use crate::error::{Error, Result};
use crate::ir::{Flags, Global, Inst, Op, StorageClass, Type, Value};
use crate::shader::{SemanticKind, Stage};
use crate::vulkan::built_ins::{self, Conversion, Scalar, Shape, SystemValueFacts};
use ::spirv::{BuiltIn, Decoration};

/// What is known of a built-in.
pub(super) fn facts_of(builtin: BuiltIn) -> Result<&'static SystemValueFacts> {
    built_ins::of_built_in(builtin).ok_or_else(|| Error::internal(format!("nothing is known of {builtin:?}")))
}

impl Lower<'_> {
    /// The variable of a built-in of `class`, made on first use: of type `ty`, with the decoration of the element
    /// that it is. `name` is for debug output.
    pub(super) fn builtin_variable(
        &mut self,
        builtin: BuiltIn,
        class: StorageClass,
        decoration: Option<(Decoration, Option<u32>)>,
        ty: Type,
        name: &str,
    ) -> Global {
        let known = &self.interface.builtins;
        if let Some(&(_, _, variable)) = known.iter().find(|(b, c, _)| (*b, *c) == (builtin, class)) {
            return variable;
        }
        let variable = self.module.add_global(name, class, ty);
        self.module
            .decorate(variable, Decoration::BuiltIn, &[builtin as u32]);
        if let Some((decoration, literal)) = decoration {
            self.module.decorate(variable, decoration, literal.as_slice());
        }
        if self.options.invariant_position && builtin == BuiltIn::Position && class == StorageClass::Output {
            self.module.decorate(variable, Decoration::Invariant, &[]);
        }
        // Vulkan asks it of every integer input of a fragment shader.
        let integers =
            built_ins::of_built_in(builtin).is_some_and(|facts| facts.shape.scalar() == Scalar::Int);
        if self.stage == Stage::Pixel && class == StorageClass::Input && integers {
            self.module.decorate(variable, Decoration::Flat, &[]);
        }
        if self.changes_in_call(builtin) {
            self.module.decorate(variable, Decoration::Volatile, &[]);
        }
        self.interface.builtins.push((builtin, class, variable));
        variable
    }

    /// Whether an operation that other shaders are called by may change a built-in: the nearest hit, where hits are
    /// reported; where the thread is in its wave, where it may go on in another (Vulkan's "Shader Call Repack").
    fn changes_in_call(&self, builtin: BuiltIn) -> bool {
        match builtin {
            BuiltIn::RayTmaxKHR => self.stage == Stage::Intersection,
            BuiltIn::SubgroupLocalInvocationId
            | BuiltIn::SubgroupEqMask
            | BuiltIn::SubgroupGeMask
            | BuiltIn::SubgroupGtMask
            | BuiltIn::SubgroupLeMask
            | BuiltIn::SubgroupLtMask => {
                let stages = [
                    Stage::RayGeneration,
                    Stage::ClosestHit,
                    Stage::Miss,
                    Stage::Intersection,
                    Stage::Callable,
                ];
                stages.contains(&self.stage)
            }
            _ => false,
        }
    }

    /// The type that Vulkan asks of a built-in's variable; `parts` says how many scalars there are where the elements
    /// that are parts of it do.
    pub(super) fn builtin_ty(&mut self, shape: Shape, class: StorageClass, parts: u32) -> Type {
        let scalar = self.builtin_scalar(shape, class);
        let types = &mut self.module.types;
        match shape {
            Shape::Scalar(_) => scalar,
            Shape::Vector(_, count) => types.vector(scalar, count),
            Shape::Matrix(columns, rows) => types.matrix(rows, columns),
            Shape::Vectors(count, len) => {
                let vector = types.vector(scalar, len);
                types.array(vector, count)
            }
            Shape::Array(_, count) => types.array(scalar, count),
            Shape::Parts(_) => types.array(scalar, parts.max(1)),
        }
    }

    /// The component type of a built-in's variable: Vulkan wants the integers that mesh shaders write signed.
    pub(super) fn builtin_scalar(&self, shape: Shape, class: StorageClass) -> Type {
        match scalar_ty(shape) {
            Type::I32 if self.stage == Stage::Mesh && class == StorageClass::Output => Type::S32,
            ty => ty,
        }
    }

    /// Loads component `index` of a built-in input that is no element (the value itself where it is a scalar).
    pub(in crate::lower) fn builtin_component(
        &mut self,
        builtin: BuiltIn,
        index: u32,
        name: &str,
    ) -> Result<Value> {
        let facts = facts_of(builtin)?;
        let variable = self.lone_builtin(facts, StorageClass::Input, name);
        let pointer = self.builtin_pointer(facts, variable, &Path::column(index))?;
        Ok(self.emit(Op::Load, Flags::WIDE, scalar_ty(facts.shape), &[pointer]))
    }

    /// Loads a built-in input that is no element, whole.
    pub(in crate::lower) fn builtin_vector(&mut self, builtin: BuiltIn, name: &str) -> Result<Value> {
        let facts = facts_of(builtin)?;
        let variable = self.lone_builtin(facts, StorageClass::Input, name);
        let ty = self.builtin_ty(facts.shape, StorageClass::Input, 1);
        Ok(self.emit(Op::Load, Flags::NONE, ty, &[variable.into()]))
    }

    /// The variable of a built-in where no element names it.
    pub(super) fn lone_builtin(
        &mut self,
        facts: &SystemValueFacts,
        class: StorageClass,
        name: &str,
    ) -> Global {
        let ty = self.builtin_ty(facts.shape, class, 1);
        self.builtin_variable(facts.built_in, class, None, ty, name)
    }

    /// Has a variable of the sample's number in pixel shaders that run for each sample: Vulkan goes by the variables that there are
    /// ("Sample Shading"), D3D12 by what the signature has, read or not (functional spec 3.5.7).
    pub fn declare_sample(&mut self) -> Result<()> {
        if self.stage == Stage::Pixel && self.runs_per_sample() {
            let facts = facts_of(BuiltIn::SampleId)?;
            self.lone_builtin(facts, StorageClass::Input, facts.name);
        }
        Ok(())
    }

    /// A pointer to a component of a built-in's variable.
    pub(super) fn builtin_pointer(
        &mut self,
        facts: &SystemValueFacts,
        variable: Global,
        path: &Path,
    ) -> Result<Value> {
        let outside = || Error::malformed(format!("{:?} has no such component", facts.built_in));
        let mut indices: smallvec::SmallVec<[Value; 2]> = path.vertex.into_iter().collect();
        match facts.shape {
            Shape::Scalar(_) if path.column == 0 => {}
            Shape::Vector(_, count) if path.column < count => indices.push(self.i32(path.column)),
            Shape::Matrix(columns, rows) if path.column < columns * rows => {
                indices.push(self.i32(path.column % columns));
                indices.push(self.i32(path.column / columns));
            }
            Shape::Vectors(count, len) if path.column < count * len => {
                indices.push(self.i32(path.column / len));
                indices.push(self.i32(path.column % len));
            }
            Shape::Array(_, count) if path.column == 0 => {
                let row = match path.row {
                    Some(row) => row,
                    None => self.i32(0),
                };
                if self
                    .module
                    .const_bits(row)
                    .is_some_and(|row| row >= u64::from(count))
                {
                    return Err(outside());
                }
                indices.push(row);
            }
            _ => return Err(outside()),
        }
        let scalar = self.builtin_scalar(facts.shape, self.module.globals[variable].class);
        Ok(self.chain(variable, &indices, scalar))
    }

    /// Ends the lowering of `inst` as the D3D12 value that a component of a built-in stands for.
    pub(super) fn load_builtin(
        &mut self,
        inst: Inst,
        facts: &SystemValueFacts,
        variable: Global,
        path: &Path,
    ) -> Result<()> {
        let pointer = self.builtin_pointer(facts, variable, path)?;
        let scalar = scalar_ty(facts.shape);
        let conversion = match facts.conversion {
            Conversion::ReciprocalW if path.column != 3 => Conversion::Same,
            conversion => conversion,
        };
        if facts.built_in == BuiltIn::FragCoord && path.column < 2 && self.position_moves() {
            // Vulkan has the sample's place there.
            let place = self.emit(Op::Load, Flags::NONE, scalar, &[pointer]);
            let pixel = self.emit(Op::Floor, Flags::NONE, scalar, &[place]);
            let half = self.module.float(Type::F32, 0.5);
            self.finish_as(inst, Op::FAdd, Type::F32, &[pixel, half]);
            return Ok(());
        }
        if conversion == Conversion::Same && self.func.insts[inst].ty == scalar {
            let flags = match self.changes_in_call(facts.built_in) {
                true => Flags::VOLATILE,
                // Other components that are read, too, come with one load.
                false => Flags::WIDE,
            };
            self.finish(inst, Op::Load, flags, &[pointer], 0);
            return Ok(());
        }
        let value = self.emit(Op::Load, Flags::NONE, scalar, &[pointer]);
        match conversion {
            // Read as another type than the built-in has: minimum precision, for one.
            Conversion::Same => self.finish_input(inst, value),
            Conversion::ReciprocalW => {
                let one = self.module.float(Type::F32, 1.0);
                self.finish_as(inst, Op::FDiv, Type::F32, &[one, value]);
            }
            Conversion::From(base) => {
                let name = facts_of(base)?.name;
                let base = self.builtin_component(base, 0, name)?;
                self.finish_as(inst, Op::ISub, Type::I32, &[value, base]);
            }
            Conversion::Flag(on) => {
                let (on, off) = (self.i32(on), self.i32(0));
                self.finish_as(inst, Op::Select, Type::I32, &[value, on, off]);
            }
        }
        Ok(())
    }

    /// Whether Vulkan has the position at the sample while D3D12 has it at the centre: in shaders that run per sample,
    /// unless the input says otherwise. (Depth and w stay those of the sample.)
    fn position_moves(&self) -> bool {
        let mut inputs = self.module.info.inputs.iter();
        self.runs_per_sample()
            && inputs
                .find(|element| element.kind == SemanticKind::Position)
                .is_some_and(|element| super::place::auxiliary(element.interpolation).is_none())
    }

    /// Ends the lowering of `inst` as an operation that gives a component of 32 bits, in the type that the shader reads
    /// it as.
    fn finish_as(&mut self, inst: Inst, op: Op, ty: Type, args: &[Value]) {
        if self.func.insts[inst].ty == ty {
            self.finish(inst, op, Flags::NONE, args, 0);
        } else {
            let value = self.emit(op, Flags::NONE, ty, args);
            self.finish_input(inst, value);
        }
    }
}

/// The component type of a built-in's variable.
pub(super) fn scalar_ty(shape: Shape) -> Type {
    match shape.scalar() {
        Scalar::Bool => Type::BOOL,
        Scalar::Int => Type::I32,
        Scalar::Float => Type::F32,
    }
}
