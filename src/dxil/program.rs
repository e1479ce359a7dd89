//! What DXIL's metadata says about a shader: stage, signatures, resources, properties.
//!
//! Plain data in D3D12's terms. Section names refer to DXC's `docs/DXIL.rst`.

use crate::bitcode::module::{FuncId, TypeId, ValueId};
use crate::{entity_id, numbered_enum};
use serde::{Deserialize, Serialize};

entity_id! {
    /// A resource range of an entry point.
    #[derive(Serialize, Deserialize)]
    pub struct ResourceId = "res"
}

/// A shader model, for example 6.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub struct ShaderModel {
    pub major: u32,
    pub minor: u32,
}

/// A shader stage, numbered as DXIL's shader kinds.
pub use crate::container::ShaderKind as Stage;

numbered_enum! {
    /// Resource class: which kind of register a range has.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "snake_case")]
    #[allow(missing_docs)]
    pub enum ResourceClass {
        Srv = 0,
        Uav = 1,
        Cbv = 2,
        Sampler = 3,
    }
}

impl ResourceClass {
    /// The register letter: `t`, `u`, `b` or `s`.
    pub fn letter(self) -> char {
        match self {
            Self::Srv => 't',
            Self::Uav => 'u',
            Self::Cbv => 'b',
            Self::Sampler => 's',
        }
    }
}

numbered_enum! {
    /// Resource kind ("Resource kinds"), numbered as DXIL's.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "snake_case")]
    #[allow(missing_docs)]
    pub enum ResourceKind {
        #[default]
        Invalid = 0,
        #[serde(rename = "texture1d")]
        Texture1D = 1,
        #[serde(rename = "texture2d")]
        Texture2D = 2,
        #[serde(rename = "texture2dms")]
        Texture2DMS = 3,
        #[serde(rename = "texture3d")]
        Texture3D = 4,
        TextureCube = 5,
        #[serde(rename = "texture1d_array")]
        Texture1DArray = 6,
        #[serde(rename = "texture2d_array")]
        Texture2DArray = 7,
        #[serde(rename = "texture2dms_array")]
        Texture2DMSArray = 8,
        TextureCubeArray = 9,
        TypedBuffer = 10,
        RawBuffer = 11,
        StructuredBuffer = 12,
        #[serde(rename = "cbuffer")]
        CBuffer = 13,
        Sampler = 14,
        #[serde(rename = "tbuffer")]
        TBuffer = 15,
        #[serde(rename = "rt_acceleration_structure")]
        RTAccelerationStructure = 16,
        #[serde(rename = "feedback_texture2d")]
        FeedbackTexture2D = 17,
        #[serde(rename = "feedback_texture2d_array")]
        FeedbackTexture2DArray = 18,
    }
}

impl ResourceKind {
    /// Whether it is a texture that is loaded or sampled (feedback textures are not).
    pub fn is_texture(self) -> bool {
        (Self::Texture1D as u32..=Self::TextureCubeArray as u32).contains(&(self as u32))
    }
}

numbered_enum! {
    /// Component type ("Component types"), numbered as DXIL's `CompType`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "snake_case")]
    #[allow(missing_docs)]
    pub enum ComponentType {
        #[default]
        Invalid = 0,
        I1 = 1,
        I16 = 2,
        U16 = 3,
        I32 = 4,
        U32 = 5,
        I64 = 6,
        U64 = 7,
        F16 = 8,
        F32 = 9,
        F64 = 10,
        #[serde(rename = "snorm_f16")]
        SNormF16 = 11,
        #[serde(rename = "unorm_f16")]
        UNormF16 = 12,
        #[serde(rename = "snorm_f32")]
        SNormF32 = 13,
        #[serde(rename = "unorm_f32")]
        UNormF32 = 14,
        #[serde(rename = "snorm_f64")]
        SNormF64 = 15,
        #[serde(rename = "unorm_f64")]
        UNormF64 = 16,
        #[serde(rename = "packed_s8x32")]
        PackedS8x32 = 17,
        #[serde(rename = "packed_u8x32")]
        PackedU8x32 = 18,
    }
}

impl ComponentType {
    /// Width of a component in bits, 0 when unknown.
    pub fn bits(self) -> u32 {
        use ComponentType::*;
        match self {
            Invalid => 0,
            I1 => 1,
            I16 | U16 | F16 | SNormF16 | UNormF16 => 16,
            I32 | U32 | F32 | SNormF32 | UNormF32 | PackedS8x32 | PackedU8x32 => 32,
            I64 | U64 | F64 | SNormF64 | UNormF64 => 64,
        }
    }
    /// Whether it is a float, normalised ones included.
    pub fn is_float(self) -> bool {
        use ComponentType::*;
        matches!(
            self,
            F16 | F32 | F64 | SNormF16 | UNormF16 | SNormF32 | UNormF32 | SNormF64 | UNormF64
        )
    }
    /// Whether it is a signed integer.
    pub fn is_signed_int(self) -> bool {
        matches!(self, Self::I16 | Self::I32 | Self::I64)
    }
}

/// A resource range of a shader ("Shader resources"; SM 6.6: also what `annotateHandle` tells of a heap entry).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// Class.
    pub class: ResourceClass,
    /// Range id within its class, as in the metadata; `u32::MAX` for synthesised heap entries.
    pub id: u32,
    /// HLSL name, may be empty.
    pub name: String,
    /// Register space.
    pub space: u32,
    /// First register.
    pub lower: u32,
    /// Number of registers, `None` when unbounded.
    pub count: Option<u32>,
    /// Kind (samplers: [`ResourceKind::Sampler`], constant buffers: [`ResourceKind::CBuffer`]).
    pub kind: ResourceKind,
    /// Component type of typed resources, else `Invalid`.
    pub component: ComponentType,
    /// Components of a typed resource's element type as declared in HLSL, 4 when unknown.
    pub components: u32,
    /// Stride of structured buffers in bytes, else 0.
    pub stride: u32,
    /// Sample count of multisampled textures, 0 when unknown.
    pub samples: u32,
    /// Size of a constant buffer in bytes (of a `tbuffer` where it is known), else 0.
    pub cbuffer_size: u32,
    /// `globallycoherent` UAV.
    pub globally_coherent: bool,
    /// `reordercoherent` UAV (SM 6.9).
    pub reorder_coherent: bool,
    /// UAV with a counter.
    pub has_counter: bool,
    /// Rasterizer-ordered view.
    pub rasterizer_ordered: bool,
    /// Comparison sampler.
    pub comparison_sampler: bool,
    /// Sampler feedback type (0 min mip, 1 mip region used), for feedback textures.
    pub feedback: Option<u32>,
    /// Whether 64-bit atomics are used on it.
    pub atomic64: bool,
    /// Whether it is reached through the SM 6.6 heap.
    pub heap: bool,
    /// The LLVM value of its symbol (global or undef), for libraries that load handles from it.
    pub symbol: Option<ValueId>,
    /// The HLSL type of its element or of the constant buffer's struct.
    pub element_type: Option<TypeId>,
}

impl Default for Resource {
    fn default() -> Self {
        Self {
            class: ResourceClass::Srv,
            id: 0,
            name: String::new(),
            space: 0,
            lower: 0,
            count: Some(1),
            kind: ResourceKind::Invalid,
            component: ComponentType::Invalid,
            components: 4,
            stride: 0,
            samples: 0,
            cbuffer_size: 0,
            globally_coherent: false,
            reorder_coherent: false,
            has_counter: false,
            rasterizer_ordered: false,
            comparison_sampler: false,
            feedback: None,
            atomic64: false,
            heap: false,
            symbol: None,
            element_type: None,
        }
    }
}

numbered_enum! {
    /// Semantic kind ("Semantic kinds"), numbered as DXIL's `SemanticKind`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    #[allow(missing_docs)]
    pub enum SemanticKind {
        #[default]
        Arbitrary = 0,
        VertexId = 1,
        InstanceId = 2,
        Position = 3,
        RenderTargetArrayIndex = 4,
        ViewPortArrayIndex = 5,
        ClipDistance = 6,
        CullDistance = 7,
        OutputControlPointId = 8,
        DomainLocation = 9,
        PrimitiveId = 10,
        GsInstanceId = 11,
        SampleIndex = 12,
        IsFrontFace = 13,
        Coverage = 14,
        InnerCoverage = 15,
        Target = 16,
        Depth = 17,
        DepthLessEqual = 18,
        DepthGreaterEqual = 19,
        StencilRef = 20,
        DispatchThreadId = 21,
        GroupId = 22,
        GroupIndex = 23,
        GroupThreadId = 24,
        TessFactor = 25,
        InsideTessFactor = 26,
        ViewId = 27,
        Barycentrics = 28,
        ShadingRate = 29,
        CullPrimitive = 30,
        StartVertexLocation = 31,
        StartInstanceLocation = 32,
    }
}

numbered_enum! {
    /// Interpolation mode, numbered as DXIL's.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    #[allow(missing_docs)]
    pub enum Interpolation {
        #[default]
        Undefined = 0,
        Constant = 1,
        Linear = 2,
        LinearCentroid = 3,
        LinearNoperspective = 4,
        LinearNoperspectiveCentroid = 5,
        LinearSample = 6,
        LinearNoperspectiveSample = 7,
    }
}

/// An element of a signature ("Signature element").
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SignatureElement {
    /// Id: what `loadInput` and `storeOutput` name. Elements are stored in id order.
    pub id: u32,
    /// Semantic name without index.
    pub name: String,
    /// Semantic kind.
    pub kind: SemanticKind,
    /// Semantic index of each row.
    pub indices: Vec<u32>,
    /// Component type.
    pub component: ComponentType,
    /// Interpolation mode.
    pub interpolation: Interpolation,
    /// Rows.
    pub rows: u32,
    /// Columns.
    pub cols: u32,
    /// First register row, `None` when not packed into a register.
    pub start_row: Option<u32>,
    /// First column.
    pub start_col: u32,
    /// Geometry shader output stream.
    pub stream: u32,
    /// Components used, by bit (bit 0 is the element's first component); all of them when unknown.
    pub usage_mask: u32,
    /// Components indexed dynamically, by bit.
    pub dynamic_mask: u32,
}

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
    /// Patch constant function.
    pub patch_constant: Option<FuncId>,
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

/// An entry point.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct EntryPoint {
    /// Plain name.
    pub name: String,
    /// Its function; `None` for the pseudo-entry of a library.
    pub function: Option<FuncId>,
    /// Stage.
    pub stage: Stage,
    /// Shader model of the module.
    pub shader_model: ShaderModel,
    /// Inputs in id order.
    pub inputs: Vec<SignatureElement>,
    /// Outputs in id order.
    pub outputs: Vec<SignatureElement>,
    /// Patch constants (or primitive outputs of mesh shaders) in id order.
    pub patch_constants: Vec<SignatureElement>,
    /// Resources: SRVs, UAVs, CBVs, samplers, each in id order.
    pub resources: Vec<Resource>,
    /// Properties.
    pub properties: EntryProperties,
}

/// The metadata of a DXIL module.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Program {
    /// DXIL version (`dx.version`).
    pub dxil_version: (u32, u32),
    /// Validator version (`dx.valver`).
    pub validator_version: Option<(u32, u32)>,
    /// Shader model (`dx.shaderModel`).
    pub shader_model: ShaderModel,
    /// Stage of the module (`Library` for libraries).
    pub stage: Stage,
    /// Entry points; for libraries, every exported shader (and functions without a stage are left out).
    pub entry_points: Vec<EntryPoint>,
}
