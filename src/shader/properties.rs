//! Properties of an entry point: what a stage's attributes say, `[numthreads]` and the like.

/// Properties of an entry point ("Shader properties").
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct EntryProperties {
    /// Shader flags ("Shader flags" bits).
    pub flags: u64,
    /// Threads of a group (compute, mesh, amplification, node).
    pub num_threads: Option<[u32; 3]>,
    /// `[WaveSize]`: min, max, preferred; 0 for unset (one size: min only).
    pub wave_size: Option<[u32; 3]>,
    /// Geometry shader state: input primitive, max vertex count, active stream mask, output topology,
    /// instance count; raw numbers.
    pub geometry: Option<[u32; 5]>,
    /// Hull shader state.
    pub hull: Option<HullProperties>,
    /// Domain shader: domain (0 undefined, 1 isoline, 2 triangle, 3 quad), input control points.
    pub domain: Option<[u32; 2]>,
    /// Mesh shader: max vertices, max primitives, topology, payload bytes.
    pub mesh: Option<[u32; 4]>,
    /// Amplification shader: payload bytes.
    pub amplification_payload: Option<u32>,
    /// Ray tracing: bytes of the payload (callable shaders: of the parameter).
    pub ray_payload: Option<u32>,
    /// Hit shaders: bytes of the attributes.
    pub ray_attributes: Option<u32>,
    /// Register space that the compiler chose for resources without a register.
    pub auto_binding_space: Option<u32>,
    /// Serialized root signature of a library entry, empty when it has none.
    pub root_signature: Vec<u8>,
    /// `[GroupSharedLimit]` in bytes (SM 6.10).
    pub group_shared_limit: Option<u32>,
    /// Work graph node state.
    pub node: Option<Box<NodeProperties>>,
}

impl EntryProperties {
    /// Shader flag bit 23: 16-bit types are native, not minimum precision.
    pub fn native_16bit(&self) -> bool {
        self.flags >> 23 & 1 != 0
    }
    /// Shader flag bit 3: `[earlydepthstencil]`.
    pub fn early_depth_stencil(&self) -> bool {
        self.flags >> 3 & 1 != 0
    }
}

/// Hull shader state ("Hull shader").
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct HullProperties {
    /// Input control points.
    pub input_control_points: u32,
    /// Output control points.
    pub output_control_points: u32,
    /// Domain: 1 isoline, 2 triangle, 3 quad.
    pub domain: u32,
    /// Partitioning: 1 integer, 2 pow2, 3 fractional odd, 4 fractional even.
    pub partitioning: u32,
    /// Output primitive: 1 point, 2 line, 3 triangle cw, 4 triangle ccw.
    pub output_primitive: u32,
    /// `maxtessfactor` as `f32` bits.
    pub max_tess_factor: u32,
}

/// Name and array index of a work graph node.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NodeId {
    /// Name.
    pub name: String,
    /// Index.
    pub index: u32,
}

/// Work graph node state (shader properties 13 to 22, those of mesh nodes from 65536 on).
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct NodeProperties {
    /// Launch: 1 broadcasting, 2 coalescing, 3 thread, 4 mesh.
    pub launch: u32,
    /// Whether it may be the entry of a graph.
    pub program_entry: bool,
    /// Its node id, when not its function name.
    pub id: Option<NodeId>,
    /// Index into the local root argument table.
    pub local_root_arguments: Option<u32>,
    /// The node whose input it shares.
    pub share_input_of: Option<NodeId>,
    /// Fixed dispatch grid.
    pub dispatch_grid: Option<[u32; 3]>,
    /// Largest dispatch grid that a record may ask for.
    pub max_dispatch_grid: Option<[u32; 3]>,
    /// How often it may output to itself.
    pub max_recursion_depth: u32,
    /// Inputs.
    pub inputs: Vec<NodeIo>,
    /// Outputs, in the order that `createNodeOutputHandle` numbers.
    pub outputs: Vec<NodeIo>,
}

/// How records start the groups of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum NodeLaunch {
    /// Each record starts a grid of groups.
    Broadcasting,
    /// A group works on several records.
    Coalescing,
    /// Each record starts a thread.
    Thread,
    /// Each record starts a grid of groups of a mesh shader (a preview of shader model 6.9 has it).
    Mesh,
}

impl NodeProperties {
    /// How it is launched; none for a number that is not known (4 is the last).
    pub fn launch_kind(&self) -> Option<NodeLaunch> {
        Some(match self.launch {
            1 => NodeLaunch::Broadcasting,
            2 => NodeLaunch::Coalescing,
            3 => NodeLaunch::Thread,
            4 => NodeLaunch::Mesh,
            _ => return None,
        })
    }
    /// The input that has records, if there is one: an empty one has none.
    pub fn input_records(&self) -> Option<&NodeIo> {
        self.inputs.first().filter(|input| !input.is_empty_record())
    }
    /// Most records that a group of a coalescing node takes.
    pub fn max_input_records(&self) -> u32 {
        self.inputs.first().map_or(1, |input| input.max_records.max(1))
    }
    /// The place in an output's array of nodes at which this node, called `name` unless it has an id, is itself.
    pub fn recursion_of(&self, output: &NodeIo, name: &str) -> Option<u32> {
        let (own, index) = match &self.id {
            Some(id) => (id.name.as_str(), id.index),
            None => (name, 0),
        };
        let target = output.target.as_ref().filter(|target| target.name == own)?;
        let place = index.checked_sub(target.index)?;
        (place < output.array_size.max(1)).then_some(place)
    }
}

impl NodeIo {
    /// Whether records of it are only counted.
    pub fn is_empty_record(&self) -> bool {
        self.flags & 8 != 0 || self.record_size == 0
    }
    /// Whether the shader writes records that come in.
    pub fn is_read_write(&self) -> bool {
        self.flags & 4 != 0
    }
    /// Whether what is written must be seen by other groups at once.
    pub fn is_globally_coherent(&self) -> bool {
        self.flags & 0x200 != 0
    }
    /// Whether a word behind each record counts the groups that still work on it.
    pub fn tracks_sharing(&self) -> bool {
        self.flags & 0x100 != 0
    }
    /// Byte offset of that word in a record.
    pub fn sharing_offset(&self) -> u32 {
        self.record_size.checked_next_multiple_of(4).unwrap_or(u32::MAX)
    }
    /// Bytes from one record to the next.
    pub fn stride(&self) -> u32 {
        match self.tracks_sharing() {
            true => self.sharing_offset().saturating_add(4),
            false => self.record_size,
        }
    }
}

/// An input or an output of a work graph node.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct NodeIo {
    /// `NodeIOKind` and its flags, raw.
    pub flags: u32,
    /// Bytes of a record, 0 when it is empty.
    pub record_size: u32,
    /// Alignment of a record, 0 when unspecified.
    pub record_alignment: u32,
    /// `SV_DispatchGrid` in the record: byte offset, component type (raw), components.
    pub dispatch_grid: Option<[u32; 3]>,
    /// Most records of a thread group.
    pub max_records: u32,
    /// The output whose record limit it shares.
    pub max_records_shared_with: Option<u32>,
    /// Length of an output array, 0 when it is no array.
    pub array_size: u32,
    /// Whether nodes of the array may be missing.
    pub sparse: bool,
    /// The node that an output goes to.
    pub target: Option<NodeId>,
}
