//! Work graph node state in the property list of an entry point (tags 13 to 22), and its inputs and outputs.
//!
//! Spec: "Node" metadata of the D3D12 Work Graphs specification.

use super::node::{Budget, Node};
use crate::error::Result;
use crate::shader::{NodeId, NodeIo, NodeProperties};

/// Reads the value at operand `at` of `node`, whose tag is `tag`, into `state`.
#[cold]
pub(super) fn read_property(
    node: Node<'_>,
    tag: u32,
    at: usize,
    budget: &mut Budget,
    state: &mut NodeProperties,
) -> Result<()> {
    match tag {
        13 => state.launch = node.u32(at)?,
        14 => state.program_entry = node.bool(at)?,
        15 => state.id = Some(node_id(node, at, budget)?),
        // All ones stands for none.
        16 => state.local_root_arguments = Some(node.u32(at)?).filter(|&index| index != u32::MAX),
        17 => state.share_input_of = Some(node_id(node, at, budget)?),
        18 => state.dispatch_grid = Some(node.triple(at, "dispatch grid")?),
        19 => state.max_recursion_depth = node.u32(at)?,
        20 => state.inputs = all_io(node.required(at, "node inputs")?, budget)?,
        21 => state.outputs = all_io(node.required(at, "node outputs")?, budget)?,
        22 => state.max_dispatch_grid = Some(node.triple(at, "largest dispatch grid")?),
        _ => return Err(node.unsupported(format_args!("property {tag} is not known"))),
    }
    Ok(())
}

fn node_id(node: Node<'_>, index: usize, budget: &mut Budget) -> Result<NodeId> {
    let id = node.required(index, "node id")?;
    Ok(NodeId {
        name: budget.text(id.string(0)?)?,
        index: id.u32(1)?,
    })
}

fn all_io(list: Node<'_>, budget: &mut Budget) -> Result<Vec<NodeIo>> {
    list.children("node input or output")
        .map(|node| {
            budget.item()?;
            io(node?, budget)
        })
        .collect()
}

fn io(node: Node<'_>, budget: &mut Budget) -> Result<NodeIo> {
    let mut io = NodeIo::default();
    for tag in node.tags()? {
        let (tag, at) = tag?;
        match tag {
            0 => io.target = Some(node_id(node, at, budget)?),
            1 => io.flags = node.u32(at)?,
            2 => record(node.required(at, "node record")?, &mut io)?,
            3 => io.max_records = node.u32(at)?,
            4 => io.max_records_shared_with = Some(node.u32(at)?),
            5 => io.array_size = node.u32(at)?,
            6 => io.sparse = node.bool(at)?,
            _ => return Err(node.unsupported(format_args!("property {tag} is not known"))),
        }
    }
    Ok(io)
}

fn record(node: Node<'_>, io: &mut NodeIo) -> Result<()> {
    for tag in node.tags()? {
        let (tag, at) = tag?;
        match tag {
            0 => io.record_size = node.u32(at)?,
            1 => io.dispatch_grid = Some(node.triple(at, "dispatch grid of a record")?),
            2 => io.record_alignment = node.u32(at)?,
            _ => return Err(node.unsupported(format_args!("property {tag} is not known"))),
        }
    }
    Ok(())
}
