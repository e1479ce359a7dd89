//! Variables of built-ins, and what D3D12 makes of their values.

use super::Lower;
use crate::error::{Error, Result};
use crate::ir::{Flags, Global, Inst, Op, StorageClass, Type, Value};
use crate::shader::Stage;
use ::spirv::{BuiltIn, Decoration};

impl Lower<'_> {
    /// The variable of a built-in, made on first use. `name` is for debug output.
    pub(super) fn builtin_variable(
        &mut self,
        builtin: BuiltIn,
        class: StorageClass,
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
        if self.options.invariant_position && builtin == BuiltIn::Position && class == StorageClass::Output {
            self.module.decorate(variable, Decoration::Invariant, &[]);
        }
        // Vulkan asks it of every integer input of a fragment shader.
        if self.stage == Stage::Pixel && class == StorageClass::Input && holds_integers(builtin) {
            self.module.decorate(variable, Decoration::Flat, &[]);
        }
        self.interface.builtins.push((builtin, class, variable));
        variable
    }

    /// The type that Vulkan asks of a built-in's variable (distances have one of their own).
    pub(super) fn builtin_ty(&mut self, builtin: BuiltIn) -> Result<Type> {
        let types = &mut self.module.types;
        Ok(match builtin {
            BuiltIn::Position | BuiltIn::FragCoord => types.vector(Type::F32, 4),
            BuiltIn::BaryCoordKHR | BuiltIn::BaryCoordNoPerspKHR => types.vector(Type::F32, 3),
            BuiltIn::FragDepth => Type::F32,
            BuiltIn::FrontFacing | BuiltIn::FullyCoveredEXT => Type::BOOL,
            BuiltIn::SampleMask => types.array(Type::I32, 1),
            BuiltIn::GlobalInvocationId | BuiltIn::WorkgroupId | BuiltIn::LocalInvocationId => {
                types.vector(Type::I32, 3)
            }
            BuiltIn::VertexIndex
            | BuiltIn::InstanceIndex
            | BuiltIn::BaseVertex
            | BuiltIn::BaseInstance
            | BuiltIn::PrimitiveId
            | BuiltIn::Layer
            | BuiltIn::ViewportIndex
            | BuiltIn::ViewIndex
            | BuiltIn::SampleId
            | BuiltIn::ShadingRateKHR
            | BuiltIn::PrimitiveShadingRateKHR
            | BuiltIn::FragStencilRefEXT
            | BuiltIn::LocalInvocationIndex
            | BuiltIn::SubgroupLocalInvocationId
            | BuiltIn::SubgroupSize => Type::I32,
            _ => return Err(Error::internal(format!("no type is known for {builtin:?}"))),
        })
    }

    /// Loads component `index` of a built-in input (the value itself where it is a scalar).
    pub(super) fn builtin_component(&mut self, builtin: BuiltIn, index: u32, name: &str) -> Result<Value> {
        let (pointer, scalar) = self.builtin_pointer(builtin, StorageClass::Input, index, name)?;
        Ok(self.emit(Op::Load, Flags::NONE, scalar, &[pointer]))
    }

    /// A pointer to component `index` of a built-in, and the type of the component.
    pub(super) fn builtin_pointer(
        &mut self,
        builtin: BuiltIn,
        class: StorageClass,
        index: u32,
        name: &str,
    ) -> Result<(Value, Type)> {
        let ty = self.builtin_ty(builtin)?;
        let variable = self.builtin_variable(builtin, class, ty, name);
        let scalar = match self.module.types.element(ty, 0) {
            None => {
                return match index {
                    0 => Ok((variable.into(), ty)),
                    _ => Err(no_component(builtin)),
                };
            }
            Some(scalar) => scalar,
        };
        if self.module.types.element(ty, index).is_none() {
            return Err(no_component(builtin));
        }
        let index = self.i32(index);
        Ok((self.chain(variable, &[index], scalar), scalar))
    }

    /// Ends the lowering of `inst` as the D3D12 value that component `index` of a built-in input stands for.
    pub(super) fn load_builtin(&mut self, inst: Inst, builtin: BuiltIn, index: u32) -> Result<()> {
        let (pointer, scalar) = self.builtin_pointer(builtin, StorageClass::Input, index, "")?;
        let ty = self.func.insts[inst].ty;
        let as_it_is = match builtin {
            BuiltIn::FragCoord => index != 3,
            BuiltIn::VertexIndex | BuiltIn::InstanceIndex => false,
            _ => true,
        };
        if as_it_is && ty == scalar {
            self.finish(inst, Op::Load, Flags::NONE, &[pointer], 0);
            return Ok(());
        }
        let value = self.emit(Op::Load, Flags::NONE, scalar, &[pointer]);
        match builtin {
            BuiltIn::FragCoord if index == 3 => {
                // Vulkan has 1/w there.
                let one = self.module.float(Type::F32, 1.0);
                if ty == Type::F32 {
                    self.finish(inst, Op::FDiv, Flags::NONE, &[one, value], 0);
                } else {
                    let w = self.emit(Op::FDiv, Flags::NONE, Type::F32, &[one, value]);
                    self.finish_input(inst, w);
                }
            }
            BuiltIn::VertexIndex => self.finish_relative(inst, value, BuiltIn::BaseVertex)?,
            BuiltIn::InstanceIndex => self.finish_relative(inst, value, BuiltIn::BaseInstance)?,
            BuiltIn::FrontFacing => self.finish_flag(inst, value, u32::MAX),
            BuiltIn::FullyCoveredEXT => self.finish_flag(inst, value, 1),
            // Read as another type than the built-in has: minimum precision, for one.
            _ => self.finish_input(inst, value),
        }
        Ok(())
    }

    /// D3D12's ids start at 0 for every draw, Vulkan's at the draw's first vertex and instance.
    fn finish_relative(&mut self, inst: Inst, value: Value, base: BuiltIn) -> Result<()> {
        let name = match base {
            BuiltIn::BaseVertex => "SV_StartVertexLocation",
            _ => "SV_StartInstanceLocation",
        };
        let base = self.builtin_component(base, 0, name)?;
        if self.func.insts[inst].ty == Type::I32 {
            self.finish(inst, Op::ISub, Flags::NONE, &[value, base], 0);
        } else {
            let value = self.emit(Op::ISub, Flags::NONE, Type::I32, &[value, base]);
            self.finish_input(inst, value);
        }
        Ok(())
    }

    /// A boolean as an integer, `on` when true.
    fn finish_flag(&mut self, inst: Inst, value: Value, on: u32) {
        let ty = self.func.insts[inst].ty;
        let (on, off) = (self.i32(on), self.i32(0));
        if ty == Type::I32 {
            self.finish(inst, Op::Select, Flags::NONE, &[value, on, off], 0);
        } else {
            let value = self.emit(Op::Select, Flags::NONE, Type::I32, &[value, on, off]);
            self.finish_input(inst, value);
        }
    }
}

fn no_component(builtin: BuiltIn) -> Error {
    Error::malformed(format!("{builtin:?} has no such component"))
}

/// Whether a built-in that a fragment shader reads holds integers.
fn holds_integers(builtin: BuiltIn) -> bool {
    !matches!(
        builtin,
        BuiltIn::FragCoord
            | BuiltIn::BaryCoordKHR
            | BuiltIn::BaryCoordNoPerspKHR
            | BuiltIn::FrontFacing
            | BuiltIn::FullyCoveredEXT
            | BuiltIn::ClipDistance
            | BuiltIn::CullDistance
    )
}
