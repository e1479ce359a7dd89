//! What the interface tells of nodes of work graphs.

use super::types::{NodeInputData, NodeOutputData};
use crate::pointers::c_string;
use dxil2spirv::shader::{EntryPoint, NodeId, NodeIo, NodeLaunch, NodeProperties, Stage};
use dxil2spirv::vulkan::{NODE_GROUP_SIZE_SPEC_ID, node_spec_ids as spec};
use std::ffi::{CString, c_int, c_uint};

/// Of something that has no specialization constant, row of a table, or number.
const NONE: c_uint = c_uint::MAX;

/// An entry point as a node; of one that is none, all is zero.
#[derive(Debug, Default)]
pub struct Node {
    id: CString,
    share_input: CString,
    outputs: Vec<CString>,
    properties: Option<Box<NodeProperties>>,
}

fn name(id: Option<&NodeId>) -> CString {
    c_string(id.map_or("", |id| &id.name))
}

impl Node {
    /// Of an entry point.
    pub fn new(entry: &EntryPoint) -> Self {
        let Some(properties) = entry
            .properties
            .node
            .as_ref()
            .filter(|_| entry.stage == Stage::Node)
        else {
            return Self::default();
        };
        Self {
            id: match &properties.id {
                Some(id) => c_string(&id.name),
                None => c_string(&entry.name),
            },
            share_input: name(properties.share_input_of.as_ref()),
            outputs: properties
                .outputs
                .iter()
                .map(|output| name(output.target.as_ref()))
                .collect(),
            properties: Some(properties.clone()),
        }
    }

    /// How many outputs it has.
    pub fn output_count(&self) -> c_uint {
        self.outputs.len() as c_uint
    }

    /// What it gets.
    pub fn input(&self) -> NodeInputData {
        let none = NodeProperties::default();
        let node = self.properties.as_deref().unwrap_or(&none);
        let input = node.inputs.first();
        let [offset, component, components] = input.and_then(|input| input.dispatch_grid).unwrap_or_default();
        let launch = node.launch_kind();
        let is_node = self.properties.is_some();
        let broadcasting = launch == Some(NodeLaunch::Broadcasting);
        let for_grids = |id: c_uint| if broadcasting { id } else { NONE };
        let x = for_grids(spec::GRID_X);
        NodeInputData {
            node_id: self.id.as_ptr(),
            payload_stride: node.input_records().map_or(0, NodeIo::stride),
            launch_type: launch.map_or(0, |_| node.launch as c_int),
            node_array_index: node.id.as_ref().map_or(0, |id| id.index),
            dispatch_grid_offset: offset,
            dispatch_grid_type_bits: if component == 5 { 32 } else { 16 },
            dispatch_grid_components: components,
            broadcast_grid: node.max_dispatch_grid.or(node.dispatch_grid).unwrap_or_default(),
            thread_group_size_spec_id: [0, 1, 2].map(|axis| NODE_GROUP_SIZE_SPEC_ID + axis),
            max_broadcast_grid_spec_id: [x, x.saturating_add(1), x.saturating_add(2)],
            recursion_factor: node.max_recursion_depth,
            coalesce_factor: match launch {
                Some(NodeLaunch::Coalescing) => node.max_input_records(),
                _ => input.map_or(0, |input| input.max_records),
            },
            node_share_input_id: self.share_input.as_ptr(),
            node_share_input_array_index: node.share_input_of.as_ref().map_or(0, |id| id.index),
            local_root_arguments_table_index: match is_node {
                true => node.local_root_arguments.unwrap_or(NONE),
                false => 0,
            },
            is_indirect_bda_stride_program_entry_spec_id: spec::INDIRECT,
            is_entry_point_spec_id: spec::IS_ENTRY,
            dispatch_grid_is_upper_bound_spec_id: for_grids(spec::IS_UPPER_BOUND),
            is_static_broadcast_node_spec_id: for_grids(spec::STATIC),
            dispatch_grid_is_upper_bound: u8::from(node.max_dispatch_grid.is_some()),
            node_track_rw_input_sharing: u8::from(input.is_some_and(NodeIo::tracks_sharing)),
            is_program_entry: u8::from(node.program_entry),
        }
    }

    /// What it sends records to.
    pub fn output(&self, index: usize) -> Option<NodeOutputData> {
        let output = self.properties.as_ref()?.outputs.get(index)?;
        Some(NodeOutputData {
            node_id: self.outputs.get(index)?.as_ptr(),
            node_array_index: output.target.as_ref().map_or(0, |target| target.index),
            node_array_size: output.array_size,
            node_index_spec_constant_id: spec::OUTPUT.saturating_add(index as c_uint),
            max_records: output.max_records,
            sparse_array: u8::from(output.sparse),
        })
    }
}
