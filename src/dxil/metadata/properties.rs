//! The property list of an entry point ("Shader properties"): tags and values.

use super::node::{Budget, Node};
use super::node_shader;
use crate::bitcode::module::{FuncId, ValueKind};
use crate::error::Result;
use crate::shader::{EntryProperties, HullProperties, Stage};

/// Reads the list at `node` into `properties`, whose flags it adds to, and a hull shader's patch-constant function. The result is the stage that the list
/// names (entries of libraries only).
pub(super) fn read(
    node: Node<'_>,
    budget: &mut Budget,
    properties: &mut EntryProperties,
    patch_constant: &mut Option<FuncId>,
) -> Result<Option<Stage>> {
    let mut stage = None;
    for tag in node.tags()? {
        let (tag, at) = tag?;
        match tag {
            0 => properties.flags |= node.int(at)? as u64,
            1 => {
                let state = node.required(at, "geometry shader state")?;
                properties.geometry = Some([
                    state.u32(0)?,
                    state.u32(1)?,
                    state.u32(2)?,
                    state.u32(3)?,
                    state.u32(4)?,
                ]);
            }
            2 => {
                let state = node.required(at, "domain shader state")?;
                properties.domain = Some([state.u32(0)?, state.u32(1)?]);
            }
            3 => {
                let state = node.required(at, "hull shader state")?;
                *patch_constant = function(state, 0)?;
                properties.hull = Some(hull(state)?);
            }
            4 => properties.num_threads = Some(node.triple(at, "thread group size")?),
            5 => {
                properties.auto_binding_space = Some(node.required(at, "auto binding space")?.u32(0)?);
            }
            6 => properties.ray_payload = Some(node.u32(at)?),
            7 => properties.ray_attributes = Some(node.u32(at)?),
            8 => {
                let number = node.u32(at)?;
                stage =
                    Some(Stage::from_raw(number).ok_or_else(|| {
                        node.unsupported(format_args!("shader kind {number} is not known"))
                    })?);
            }
            9 => {
                let state = node.required(at, "mesh shader state")?;
                properties.num_threads = Some(state.triple(0, "thread group size")?);
                properties.mesh = Some([state.u32(1)?, state.u32(2)?, state.u32(3)?, state.u32(4)?]);
            }
            10 => {
                let state = node.required(at, "amplification shader state")?;
                properties.num_threads = Some(state.triple(0, "thread group size")?);
                properties.amplification_payload = Some(state.u32(1)?);
            }
            11 => properties.wave_size = Some([node.required(at, "wave size")?.u32(0)?, 0, 0]),
            12 => {
                let bytes = node.required(at, "entry root signature")?.data(0)?;
                budget.bytes(bytes.len())?;
                properties.root_signature = bytes.collect();
            }
            13..=22 => {
                let state = properties.node.get_or_insert_default();
                node_shader::read_property(node, tag, at, budget, state)?;
            }
            // The preview of mesh nodes counts its own from here.
            65536 => properties.mesh.get_or_insert_default()[2] = node.u32(at)?,
            65537 => properties.mesh.get_or_insert_default()[0] = node.u32(at)?,
            65538 => properties.mesh.get_or_insert_default()[1] = node.u32(at)?,
            23 => properties.wave_size = Some(node.triple(at, "wave size range")?),
            24 => properties.group_shared_limit = Some(node.u32(at)?),
            _ => return Err(node.unsupported(format_args!("property {tag} is not known"))),
        }
    }
    Ok(stage)
}

#[cold]
fn hull(state: Node<'_>) -> Result<HullProperties> {
    Ok(HullProperties {
        input_control_points: state.u32(1)?,
        output_control_points: state.u32(2)?,
        domain: state.u32(3)?,
        partitioning: state.u32(4)?,
        output_primitive: state.u32(5)?,
        max_tess_factor: state.float_bits(6)?,
    })
}

fn function(node: Node<'_>, index: usize) -> Result<Option<FuncId>> {
    match node.value(index)? {
        None => Ok(None),
        Some((_, value)) => match value.kind {
            ValueKind::Function(function) => Ok(Some(function)),
            _ => Err(node.expected(index, "a function")),
        },
    }
}
