//! Nodes of work graphs, as a scheduler needs to know them.

use crate::shader::{EntryPoint, NodeId, NodeIo, NodeLaunch};
use crate::vulkan::node_spec_ids;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// A node of a work graph. `docs/work-graphs.md` says how one is dispatched.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct NodeReflection {
    /// Its id: the name of its function, unless it says another, and its place in an array of nodes.
    pub id: NodeId,
    /// How records start its groups.
    pub launch: NodeLaunch,
    /// Whether it may be the entry of a graph.
    pub program_entry: bool,
    /// The records that it gets; `null` where they are empty, or it gets none.
    pub records: Option<NodeRecords>,
    /// Most records that a group of a coalescing node gets; 1 for others.
    pub max_input_records: u32,
    /// The grid of all records (`[NodeDispatchGrid]`).
    pub dispatch_grid: Option<[u32; 3]>,
    /// The largest grid of a record (`[NodeMaxDispatchGrid]`).
    pub max_dispatch_grid: Option<[u32; 3]>,
    /// Where a record says its grid (`SV_DispatchGrid`).
    pub record_grid: Option<NodeGrid>,
    /// How often it may send records to itself, one generation after another (`[NodeMaxRecursionDepth]`).
    pub max_recursion_depth: u32,
    /// The node whose records it gets, too (`[NodeShareInputOf]`).
    pub share_input_of: Option<NodeId>,
    /// Row of the table of local root arguments; `null` for none.
    pub local_root_arguments: Option<u32>,
    /// What it sends records to, in the order of the shader's parameters.
    pub outputs: Vec<NodeOutput>,
}

/// Records of a node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NodeRecords {
    /// Bytes of the record itself.
    pub bytes: u32,
    /// Alignment that it asks for in bytes, 0 where nothing is said of it.
    pub alignment: u32,
    /// Bytes from one record to the next, where several are allocated together.
    pub stride: u32,
    /// Byte offset, in each record, of the word that counts the groups which still work on it: the scheduler sets it to
    /// the groups of the record's grid (`[NodeTrackRWInputSharing]`); `null` for records without.
    pub sharing_offset: Option<u32>,
    /// Whether the node writes the records that it gets.
    pub read_write: bool,
}

/// Where a record says its grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NodeGrid {
    /// Byte offset in the record.
    pub offset: u32,
    /// Bits of a component: 16 or 32.
    pub bits: u32,
    /// Components; those that are left out are 1.
    pub components: u32,
}

/// What a node sends records to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NodeOutput {
    /// The node, or the first of an array.
    pub target: NodeId,
    /// Nodes of the array, 4,294,967,295 for any number; `null` for a single one.
    pub array_size: Option<u32>,
    /// Whether nodes of the array may be missing.
    pub sparse: bool,
    /// Most records that a group sends.
    pub max_records: u32,
    /// The output whose limit it shares.
    pub max_records_shared_with: Option<u32>,
    /// The records; `null` where they are empty: only counted.
    pub records: Option<NodeRecords>,
    /// The specialization constant that says the number of the (first) node.
    pub spec_id: u32,
}

impl NodeRecords {
    fn new(io: &NodeIo) -> Option<Self> {
        (!io.is_empty_record()).then(|| Self {
            bytes: io.record_size,
            alignment: io.record_alignment,
            stride: io.stride(),
            sharing_offset: io.tracks_sharing().then(|| io.sharing_offset()),
            read_write: io.is_read_write(),
        })
    }
}

impl NodeReflection {
    /// Of an entry point that is a node of a known launch.
    pub(crate) fn new(entry: &EntryPoint) -> Option<Self> {
        let node = entry.properties.node.as_ref().filter(|_| entry.is_node())?;
        let outputs = (0..).zip(&node.outputs).map(|(number, output)| NodeOutput {
            target: output.target.clone().unwrap_or_default(),
            array_size: (output.array_size != 0).then_some(output.array_size),
            sparse: output.sparse,
            max_records: output.max_records,
            max_records_shared_with: output.max_records_shared_with,
            records: NodeRecords::new(output),
            spec_id: node_spec_ids::OUTPUT + number,
        });
        let input = node.inputs.first();
        Some(Self {
            id: node.id.clone().unwrap_or_else(|| NodeId {
                name: entry.name.clone(),
                index: 0,
            }),
            launch: node.launch_kind()?,
            program_entry: node.program_entry,
            records: input.and_then(NodeRecords::new),
            max_input_records: match node.launch_kind()? {
                NodeLaunch::Coalescing => node.max_input_records(),
                _ => 1,
            },
            dispatch_grid: node.dispatch_grid,
            max_dispatch_grid: node.max_dispatch_grid,
            record_grid: input.and_then(|input| input.dispatch_grid).map(
                |[offset, component, components]| NodeGrid {
                    offset,
                    bits: if component == 3 { 16 } else { 32 },
                    components,
                },
            ),
            max_recursion_depth: node.max_recursion_depth,
            share_input_of: node.share_input_of.clone(),
            local_root_arguments: node.local_root_arguments,
            outputs: outputs.collect(),
        })
    }
}
