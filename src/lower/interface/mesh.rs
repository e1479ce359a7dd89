//! Mesh shaders: how many vertices and primitives of which kind a group gives, as execution modes; indices.
//!
//! In: the state of the shader's properties, `emit_indices`. Out: modes; stores to the built-in of the topology, whole.
//! What holds: a shader that sets no counts gives nothing, in D3D12 as in Vulkan.
//!
//! Facts: the D3D12 specification "Mesh Shader"; `SPV_EXT_mesh_shader`, which needs SPIR-V 1.4.

use super::Lower;
use super::place::{self, Place};
use super::state::Gathered;
use crate::error::{Error, Result};
use crate::ir::{Component, Flags, Inst, Op, StorageClass, Type, Value, packed_size};
use crate::lower::payload;
use crate::vulkan::built_ins::Shape;
use ::spirv::{BuiltIn, ExecutionMode};
use rustc_hash::FxHashMap;

impl Lower<'_> {
    /// Fails for targets that have no mesh shaders.
    pub(super) fn need_mesh_shading(&self) -> Result<()> {
        let target = self.options.target_env;
        if target.spirv_version() >= 0x0001_0400 {
            return Ok(());
        }
        Err(Error::unsupported(format!(
            "mesh shading for {}: it needs SPIR-V 1.4",
            target.name()
        )))
    }

    /// Vertices and primitives of a group, and the indices that a primitive has.
    fn mesh(&self) -> Result<(u32, u32, u32)> {
        let Some([vertices, primitives, topology, _]) = self.module.info.properties.mesh else {
            return Err(Error::malformed("a mesh shader without its state"));
        };
        match topology {
            1 | 2 => Ok((vertices, primitives, topology + 1)),
            // DXC makes it of an entry point that gives nothing; Vulkan wants one named.
            0 => Ok((vertices, primitives, 3)),
            _ => Err(Error::malformed(format!("a mesh shader to topology {topology}"))),
        }
    }

    /// Lists what the shader gives.
    #[cold]
    pub(super) fn mesh_modes(&mut self) -> Result<()> {
        self.need_mesh_shading()?;
        let (vertices, primitives, indices) = self.mesh()?;
        if vertices.max(primitives) > super::MOST_ARRAYED {
            let message = format!("a mesh shader of {vertices} vertices and {primitives} primitives");
            return Err(Error::malformed(message));
        }
        let declared = self.module.info.properties.mesh.map_or(0, |[.., bytes]| bytes);
        payload::check_size(u64::from(declared))?;
        for data in self.module.globals.values() {
            if data.class == StorageClass::TaskPayloadWorkgroupEXT {
                let bytes = packed_size(&self.module.types, data.ty, &mut FxHashMap::default());
                payload::check_size(bytes)?;
            }
        }
        self.gather_stores();
        self.execution_mode(match indices {
            2 => ExecutionMode::OutputLinesEXT,
            _ => ExecutionMode::OutputTrianglesEXT,
        });
        // Vulkan has no arrays of nothing.
        let modes = &mut self.module.execution_modes;
        modes.push((ExecutionMode::OutputVertices, vec![vertices.max(1)]));
        modes.push((ExecutionMode::OutputPrimitivesEXT, vec![primitives.max(1)]));
        Ok(())
    }

    /// Finds the stores that write all components of a row, one after another: they become one. lavapipe (25.0.7) draws
    /// nothing where a position is stored component by component.
    pub(super) fn gather_stores(&mut self) {
        for position in 0..self.func.layout.len() {
            let block = self.func.layout[position];
            let mut run: Vec<(Inst, Component)> = Vec::new();
            for index in 0..self.func.blocks[block].insts.len() {
                let inst = self.func.blocks[block].insts[index];
                let data = self.func.insts[inst];
                if !matches!(data.op, Op::StoreOutput | Op::StorePrimitive) {
                    // Outputs wait for nothing but what orders them.
                    if !data.op.effects().writes.is_empty() || data.op.effects().barrier {
                        run.clear();
                    }
                    continue;
                }
                let Some(named) = Component::named(data.op, data.imm) else {
                    continue;
                };
                let next = run.last().is_some_and(|&(before, of)| {
                    let same =
                        |operand| self.func.args(before).get(operand) == self.func.args(inst).get(operand);
                    (of.signature, of.element, of.column + 1)
                        == (named.signature, named.element, named.column)
                        && same(0)
                        && same(2)
                });
                if !next {
                    run.clear();
                }
                if next || named.column == 0 {
                    run.push((inst, named));
                }
                if run.len() > 1 && self.vector_of(named) == Some(run.len() as u32) {
                    self.join_stores(&run);
                    run.clear();
                }
            }
        }
    }

    /// Components of a row that lie in one vector.
    fn vector_of(&self, named: Component) -> Option<u32> {
        let element = named.element_of(&self.module.info)?;
        let cols = match place::place_of(&self.module.info, named.signature, element).ok()? {
            Place::Location(_) => element.cols,
            Place::BuiltIn(facts, _) => match facts.shape {
                Shape::Vector(_, count) => count,
                _ => return None,
            },
            Place::Part(_) => return None,
        };
        (cols == element.cols).then_some(cols)
    }

    fn join_stores(&mut self, run: &[(Inst, Component)]) {
        let values = run
            .iter()
            .filter_map(|&(inst, _)| self.func.args(inst).get(1).copied());
        let values: smallvec::SmallVec<[Value; 4]> = values.collect();
        if let (Some((last, before)), true) = (run.split_last(), values.len() == run.len()) {
            let gathered = &mut self.interface.gathered;
            gathered.extend(before.iter().map(|&(inst, _)| (inst, Gathered::Elsewhere)));
            gathered.insert(last.0, Gathered::Whole(values));
        }
    }

    /// Lowers the indices of a primitive.
    #[cold]
    pub(super) fn emit_indices(&mut self, inst: Inst) -> Result<()> {
        let (_, primitives, count) = self.mesh()?;
        let primitive = self.arg(inst, 0)?;
        if let Some(number) = self.module.const_bits(primitive)
            && number >= u64::from(primitives)
        {
            let message = format!("indices of primitive {number}, where there are {primitives}");
            return Err(Error::malformed(message));
        }
        let mut parts: smallvec::SmallVec<[Value; 3]> = smallvec::SmallVec::new();
        for index in 1..=count as usize {
            parts.push(self.arg(inst, index)?);
        }
        let ty = self.module.types.vector(Type::I32, count);
        let indices = self.emit(Op::Construct, Flags::NONE, ty, &parts);
        let (built_in, name) = match count {
            2 => (BuiltIn::PrimitiveLineIndicesEXT, "line_indices"),
            _ => (BuiltIn::PrimitiveTriangleIndicesEXT, "triangle_indices"),
        };
        let array = self.module.types.array(ty, primitives.max(1));
        let variable = self.builtin_variable(built_in, StorageClass::Output, None, array, name);
        self.store_views(Some(primitive))?;
        let pointer = self.chain(variable, &[primitive], ty);
        self.finish(inst, Op::Store, Flags::NONE, &[pointer, indices], 0);
        Ok(())
    }
}
