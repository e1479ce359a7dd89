//! A scheduler of work graphs: dispatches nodes until no records are left.
//!
//! All that it knows of the nodes is their reflection, and `docs/work-graphs.md`. It looks at the counters on the host
//! between dispatches, one for each node and number of recursions left.

use super::bind::Bindings;
use super::compute;
use super::module::Module;
use super::scope::{GpuBuffer, Scope};
use crate::case::{Arrival, Graph};
use ash::vk;
use dxil2spirv::reflection::{NodeReflection, SpecConstantKind as Kind};
use dxil2spirv::shader::NodeLaunch;
use std::collections::{BTreeMap, VecDeque};

/// Bytes of the memory that records lie in.
const MEMORY: usize = 4 << 20;

/// Words of the list of allocations, two each.
const LIST: usize = 1 << 15;

/// Groups of a row of a dispatch.
const ROW: u32 = 32 * 1024;

/// Dispatches that a graph may take.
const MOST_DISPATCHES: usize = 200;

/// The id of the constant that says how many nodes the first output's array has.
const OUTPUT_COUNT: u32 = 2000;

/// Bytes around records that belong to nobody.
const GAP: u64 = 64;

/// Records that wait for a node.
#[derive(Clone, Debug)]
struct Waiting {
    node: usize,
    /// How often the node may still send records to itself.
    levels: u32,
    arrival: Arrival,
    /// Byte offsets in the memory; of empty records, any.
    offsets: Vec<u32>,
}

struct Scheduler<'a> {
    graph: &'a Graph,
    modules: &'a [Module],
    /// Of the modules.
    nodes: Vec<&'a NodeReflection>,
    /// The node of each number; those of an array have numbers behind each other, with holes where one is missing.
    numbers: Vec<Option<usize>>,
    /// The number of node 0 of each name.
    bases: BTreeMap<String, u32>,
    bindings: &'a Bindings,
    /// The records, and how much of it is taken.
    memory: GpuBuffer,
    taken: u64,
    /// The counters, and the words that a dispatch points to.
    counters: GpuBuffer,
    words: GpuBuffer,
    arguments: BTreeMap<usize, GpuBuffer>,
    pipelines: BTreeMap<(usize, Arrival), vk::Pipeline>,
    waiting: VecDeque<Waiting>,
}

/// Runs `graph`.
pub fn run(scope: &mut Scope, graph: &Graph, modules: &[Module], bindings: &Bindings) -> Result<(), String> {
    let nodes: Option<Vec<_>> = modules
        .iter()
        .map(|module| module.reflection.node.as_ref())
        .collect();
    let nodes = nodes.ok_or("a shader of the graph is no node")?;
    let mut arguments = BTreeMap::new();
    for number in 0..modules.len() {
        if let Some((_, words)) = graph.locals.get(&graph.entries[number]) {
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            arguments.insert(number, scope.buffer(&bytes)?);
        }
    }
    let (numbers, bases) = numbers(&nodes);
    let mut scheduler = Scheduler {
        graph,
        modules,
        bindings,
        memory: scope.buffer(&vec![0xc5; MEMORY])?,
        taken: GAP,
        counters: scope.buffer(&vec![0; (2 + numbers.len() + LIST) * 4])?,
        words: scope.buffer(&vec![0; MEMORY / 4])?,
        nodes,
        numbers,
        bases,
        arguments,
        pipelines: BTreeMap::new(),
        waiting: VecDeque::new(),
    };
    for input in &graph.inputs {
        scheduler.begin(input)?;
        scheduler.work(scope)?;
    }
    if scheduler.memory.guards_intact() && scheduler.counters.guards_intact() {
        Ok(())
    } else {
        Err("bytes around the records or counters were written".to_owned())
    }
}

/// Numbers all nodes; no node has 0.
fn numbers(nodes: &[&NodeReflection]) -> (Vec<Option<usize>>, BTreeMap<String, u32>) {
    let mut lengths: BTreeMap<&str, u32> = BTreeMap::new();
    let outputs = nodes.iter().flat_map(|node| &node.outputs);
    // An array of any length has as many as there are.
    let size = |size: Option<u32>| size.filter(|&size| size != u32::MAX);
    let targets = outputs.filter_map(|output| match output.array_size {
        None => Some((&output.target, 1)),
        some => Some((&output.target, size(some)?)),
    });
    for (id, size) in nodes.iter().map(|node| (&node.id, 1)).chain(targets) {
        let length = lengths.entry(id.name.as_str()).or_default();
        *length = (*length).max(id.index + size);
    }
    let mut numbers = vec![None];
    let mut bases = BTreeMap::new();
    for (name, length) in lengths {
        bases.insert(name.to_owned(), numbers.len() as u32);
        numbers.extend((0..length).map(|index| {
            let mut nodes = nodes.iter();
            nodes.position(|node| (node.id.name.as_str(), node.id.index) == (name, index))
        }));
    }
    (numbers, bases)
}

/// The push constants of a draw of a mesh node: records with a stride, and the first group of each grid.
pub fn drawn(scope: &mut Scope, records: &[Vec<u8>], first_group: u32) -> Result<Vec<u8>, String> {
    let stride = records.first().map_or(0, Vec::len) as u64;
    let memory = scope.buffer(&records.concat())?;
    // What begins elsewhere than at 0 shows.
    let words = scope.buffer(&1u32.to_le_bytes())?;
    let (start, at) = (scope.address(&memory).wrapping_sub(stride), scope.address(&words));
    let values = [start, at, 0, stride, 0, 0, 0];
    let mut push: Vec<u8> = values.into_iter().flat_map(u64::to_le_bytes).collect();
    push.extend(first_group.to_le_bytes());
    push.extend(0u32.to_le_bytes());
    Ok(push)
}

fn word(bytes: &[u8], index: usize) -> u32 {
    bytes
        .get(index * 4..index * 4 + 4)
        .map_or(0, |bytes| u32::from_le_bytes(bytes.try_into().unwrap()))
}

impl Scheduler<'_> {
    /// Puts records of an entry into memory.
    fn begin(&mut self, input: &crate::case::GraphInput) -> Result<(), String> {
        let node = self.graph.entries.iter().position(|entry| *entry == input.entry);
        let node = node.ok_or_else(|| format!("no node is called {}", input.entry))?;
        let mut memory = self.memory.read();
        let mut offsets = Vec::new();
        let bytes = input.records.first().map_or(0, Vec::len);
        let sharing = self.nodes[node]
            .records
            .as_ref()
            .and_then(|records| records.sharing_offset);
        let stride = sharing
            .map_or(bytes, |offset| offset as usize + 4)
            .next_multiple_of(4)
            + 4;
        self.taken = self.taken.next_multiple_of(16);
        for record in &input.records {
            if record.len() != bytes {
                return Err("records of several sizes".to_owned());
            }
            let start = self.taken as usize;
            memory[start..start + bytes].copy_from_slice(record);
            offsets.push(start as u32);
            self.taken += stride as u64;
        }
        self.memory.write(&memory);
        let waiting = Waiting {
            node,
            levels: self.nodes[node].max_recursion_depth,
            arrival: input.arrival,
            offsets: Vec::new(),
        };
        match input.arrival {
            Arrival::Static => {
                for offset in offsets {
                    self.waiting.push_back(Waiting {
                        offsets: vec![offset],
                        ..waiting.clone()
                    });
                }
            }
            _ => self.waiting.push_back(Waiting { offsets, ..waiting }),
        }
        Ok(())
    }

    fn work(&mut self, scope: &mut Scope) -> Result<(), String> {
        for _ in 0..MOST_DISPATCHES {
            let Some(waiting) = self.waiting.pop_front() else {
                return Ok(());
            };
            self.dispatch(scope, &waiting)?;
            self.collect(&waiting)?;
        }
        Err("the graph does not end".to_owned())
    }

    /// The grid of a record of a broadcasting node.
    fn grid(&self, node: usize, offset: u32) -> [u32; 3] {
        let described = self.nodes[node];
        let Some(place) = described.record_grid else {
            return described
                .dispatch_grid
                .or(described.max_dispatch_grid)
                .unwrap_or([1; 3]);
        };
        let memory = self.memory.read();
        let mut grid = [1; 3];
        for (axis, component) in (0..place.components).zip(&mut grid) {
            let at = (offset + place.offset + axis * place.bits / 8) as usize;
            *component = match place.bits {
                16 => u32::from(u16::from_le_bytes([memory[at], memory[at + 1]])),
                _ => u32::from_le_bytes(memory[at..at + 4].try_into().unwrap()),
            };
        }
        grid
    }

    /// The value of a specialization constant.
    fn constant(
        &self,
        node: usize,
        arrival: Arrival,
        (id, kind, default): (u32, Kind, u32),
        grid: [u32; 3],
    ) -> u32 {
        let described = self.nodes[node];
        let fixed = arrival == Arrival::Static;
        match kind {
            Kind::NodeGroupSize => self.graph.group_size,
            Kind::NodeIsEntry => u32::from(arrival != Arrival::Listed),
            Kind::NodeIndirectRecords => u32::from(arrival == Arrival::Indirect),
            Kind::NodeStaticRecord => u32::from(fixed),
            Kind::NodeGridIsUpperBound if fixed => 0,
            Kind::NodeGridX if fixed => grid[0],
            Kind::NodeGridY if fixed => grid[1],
            Kind::NodeGridZ if fixed => grid[2],
            Kind::NodeOutput => {
                let output = described.outputs.iter().find(|output| output.spec_id == id);
                output.map_or(u32::MAX, |output| {
                    self.bases
                        .get(&output.target.name)
                        .map_or(u32::MAX, |base| base + output.target.index)
                })
            }
            Kind::NodeOutputCount => {
                let output = id.checked_sub(OUTPUT_COUNT).map(|number| number as usize);
                let output = output.and_then(|number| described.outputs.get(number));
                let ends = self
                    .nodes
                    .iter()
                    .filter(|node| Some(&node.id.name) == output.map(|output| &output.target.name));
                ends.map(|node| node.id.index + 1).max().unwrap_or(0)
            }
            _ => default,
        }
    }

    fn pipeline(
        &mut self,
        scope: &mut Scope,
        waiting: &Waiting,
        grid: [u32; 3],
    ) -> Result<vk::Pipeline, String> {
        let key = (waiting.node, waiting.arrival);
        if waiting.arrival != Arrival::Static
            && let Some(&known) = self.pipelines.get(&key)
        {
            return Ok(known);
        }
        let module = &self.modules[waiting.node];
        let constants = module.reflection.spec_constants.iter().map(|constant| {
            let described = (constant.id, constant.kind, constant.default);
            (
                constant.id,
                self.constant(waiting.node, waiting.arrival, described, grid),
            )
        });
        let constants: Vec<_> = constants.collect();
        let entry = |(index, &(id, _)): (usize, &(u32, u32))| {
            vk::SpecializationMapEntry::default()
                .constant_id(id)
                .offset(4 * index as u32)
                .size(4)
        };
        let entries: Vec<_> = constants.iter().enumerate().map(entry).collect();
        let data: Vec<u8> = constants
            .iter()
            .flat_map(|(_, value)| value.to_le_bytes())
            .collect();
        let info = vk::SpecializationInfo::default()
            .map_entries(&entries)
            .data(&data);
        let handle = scope.shader_module(&module.words)?;
        let info = vk::ComputePipelineCreateInfo::default()
            .stage(module.stage_info(handle, &info))
            .layout(self.bindings.layout);
        let pipeline = scope.compute_pipeline(info)?;
        self.pipelines.insert(key, pipeline);
        Ok(pipeline)
    }

    /// Dispatches what waits.
    fn dispatch(&mut self, scope: &mut Scope, waiting: &Waiting) -> Result<(), String> {
        let node = self.nodes[waiting.node];
        let count = waiting.offsets.len() as u32;
        let grid = waiting
            .offsets
            .first()
            .map_or([1; 3], |&offset| self.grid(waiting.node, offset));
        if let Some(sharing) = node.records.as_ref().and_then(|records| records.sharing_offset) {
            let mut memory = self.memory.read();
            for &offset in &waiting.offsets {
                let groups: u32 = self.grid(waiting.node, offset).iter().product();
                let at = (offset + sharing) as usize;
                memory[at..at + 4].copy_from_slice(&groups.to_le_bytes());
            }
            self.memory.write(&memory);
        }
        let pipeline = self.pipeline(scope, waiting, grid)?;
        // Words: the first record, the end, start and stride of an entry's, then offsets. The first of them is a record
        // that is none, so that what begins elsewhere than at 0 shows.
        let base = scope.address(&self.memory);
        let start = base + u64::from(waiting.offsets.first().copied().unwrap_or(0));
        let stride = match waiting.offsets.as_slice() {
            // Of records that nodes sent it means nothing: they may lie in any order.
            [first, second, ..] => second.wrapping_sub(*first),
            _ => 0x40,
        };
        let linear = waiting.arrival != Arrival::Listed;
        let start = if linear {
            start.wrapping_sub(u64::from(stride))
        } else {
            base
        };
        let mut words = vec![
            1,
            count + 1,
            start as u32,
            (start >> 32) as u32,
            stride,
            0xffff_fff0,
        ];
        words.extend(&waiting.offsets);
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.words.write(&bytes);
        let at = scope.address(&self.words);
        let (records, step) = match waiting.arrival {
            // The upper word of a stride that is given itself means nothing.
            Arrival::Strided | Arrival::Static => (start, u64::from(stride) | 0xabcd << 32),
            Arrival::Indirect => (at + 8, at + 16),
            Arrival::Listed => (base, at + 20),
        };
        self.taken = self.taken.next_multiple_of(16);
        let arguments = self
            .arguments
            .get(&waiting.node)
            .map_or(0, |buffer| scope.address(buffer));
        let mut push = Vec::new();
        for value in [
            records,
            at,
            at + 4,
            step,
            base + self.taken,
            scope.address(&self.counters),
            arguments,
        ] {
            push.extend(value.to_le_bytes());
        }
        push.extend((self.numbers.len() as u32).to_le_bytes());
        push.extend(waiting.levels.to_le_bytes());
        let rows = |groups: u32| (groups.min(ROW), groups.div_ceil(ROW));
        let (x, y, z) = match (node.launch, waiting.arrival) {
            (NodeLaunch::Broadcasting, Arrival::Static) => (grid[0], grid[1], grid[2]),
            (NodeLaunch::Broadcasting, _) => {
                let (x, y) = rows(count);
                (x, y, self.graph.depth)
            }
            (NodeLaunch::Coalescing, _) => {
                let (x, y) = rows(count.div_ceil(node.max_input_records));
                (x, y, 1)
            }
            (NodeLaunch::Thread, _) => {
                let (x, y) = rows(count.div_ceil(self.graph.group_size));
                (x, y, 1)
            }
            (NodeLaunch::Mesh, _) => return Err("a mesh node is not dispatched".to_owned()),
        };
        let mut counters = vec![0; self.counters.size as usize];
        for (number, node) in self.numbers.iter().enumerate() {
            // Numbers of no node.
            counters[(2 + number) * 4 + 3] = if node.is_none() { 0x80 } else { 0 };
        }
        self.counters.write(&counters);
        let bindings = Bindings {
            layout: self.bindings.layout,
            sets: self.bindings.sets.clone(),
            push,
            stages: self.bindings.stages,
            sides: BTreeMap::new(),
        };
        scope.submit(|scope, commands| {
            scope.barrier(commands);
            compute::dispatch(scope, commands, pipeline, &bindings, [x, y, z]);
            Ok(())
        })
    }

    /// Finds what a dispatch has sent.
    fn collect(&mut self, from: &Waiting) -> Result<(), String> {
        let counters = self.counters.read();
        let (bytes, allocations) = (word(&counters, 0), word(&counters, 1));
        let first = 2 + self.numbers.len();
        let mut totals: Vec<u32> = (0..self.numbers.len())
            .map(|number| word(&counters, 2 + number))
            .collect();
        let mut sent: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        let mut taken = Vec::new();
        for allocation in 0..allocations as usize {
            let at = first + allocation * 2;
            let (described, offset) = (word(&counters, at), word(&counters, at + 1));
            let (number, count) = ((described >> 8) as usize, (described & 0xff) + 1);
            let node = self.numbers.get(number).copied().flatten();
            let node = node.ok_or_else(|| format!("records for node {number}, which does not exist"))?;
            let records = self.nodes[node].records.as_ref();
            let records = records.ok_or_else(|| format!("records for node {node}, which gets none"))?;
            totals[number] = totals[number].wrapping_sub(count);
            if offset % 16 != 0 {
                return Err(format!("records at byte {offset}"));
            }
            taken.push((offset, offset + count * records.stride));
            let list = sent.entry(node).or_default();
            list.extend((0..count).map(|index| self.taken as u32 + offset + index * records.stride));
        }
        taken.sort_unstable();
        if taken.windows(2).any(|pair| pair[0].1 > pair[1].0) || taken.iter().any(|end| end.1 > bytes) {
            return Err("records lie over each other".to_owned());
        }
        for (number, total) in totals.into_iter().enumerate() {
            match (self.numbers[number], total) {
                (Some(_), 0) | (None, 0x8000_0000) => {}
                (Some(node), count) if self.nodes[node].records.is_none() => {
                    sent.insert(node, vec![0; count as usize]);
                }
                (_, left) => {
                    return Err(format!(
                        "node {number}: {left} records are counted and not allocated"
                    ));
                }
            }
        }
        self.taken += u64::from(bytes) + GAP;
        if self.taken as usize + (1 << 16) > MEMORY {
            return Err("the records have no room".to_owned());
        }
        for (node, offsets) in sent {
            let levels = match node == from.node {
                true => from
                    .levels
                    .checked_sub(1)
                    .ok_or("records beyond the depth of recursion")?,
                false => self.nodes[node].max_recursion_depth,
            };
            self.waiting.push_back(Waiting {
                node,
                levels,
                arrival: Arrival::Listed,
                offsets,
            });
        }
        Ok(())
    }
}
