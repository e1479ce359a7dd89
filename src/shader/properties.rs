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
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct NodeId {
    /// Name.
    pub name: String,
    /// Index.
    pub index: u32,
}

/// Work graph node state (shader properties 13 to 22).
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct NodeProperties {
    /// Launch: 1 broadcasting, 2 coalescing, 3 thread.
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
