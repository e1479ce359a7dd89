//! What a caller needs to know about a translated shader to use it: pure data, serialisable.
//!
//! The JSON form is `--emit json`, with the keys in the order of the fields here. Enough to build
//! `VkDescriptorSetLayout`s and push-constant ranges from: `docs/reflection.md` says how, and
//! `docs/reflection.schema.json` is its JSON Schema, made of this file by `cargo xtask schema`; descriptions in it
//! are the comments here.
//!
//! The form grows by new fields, which readers ignore and older texts lack; any other change is a new number in
//! [`SCHEMA`].

mod features;
mod library;
mod nodes;
mod print;
mod resources;
#[cfg(test)]
mod tests;

pub use crate::vulkan::{
    BindingRole, BoundBy, Capture, CounterBinding, DescriptorQa, DescriptorSet, DescriptorType,
    HeapAddresses, HeapSize, InlineUniformBlock, Instrumentation, InstrumentationKind, IoElement, OffsetView,
    PushConstantKind, PushConstantMember, PushConstants, RESOURCE_HEAP_SIZE_SPEC_ID, ResourceBinding,
    RootBinding, RootPlace, RootStorage, SAMPLE_COUNT_SPEC_ID, SAMPLER_HEAP_SIZE_SPEC_ID, SetBinding,
    ShaderRecord, SpecConstant, SpecConstantKind,
};
pub use features::{ExecutionMode, LikelyWaveSizes, MeshShading, ShaderFeatures, WaveSize};
pub use library::{HitGroup, LibraryExport, PipelineConfig, ShaderConfig};
pub use nodes::{NodeGrid, NodeOutput, NodeRecords, NodeReflection};
pub use resources::{CommutativeAtomic, IndexRange, ResourceAccess, ResourceReflection};

use crate::shader::{ShaderModel, Stage};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Revision of the translation: a change of what it makes of an input raises this number, so that caches of results
/// that hold it in their keys drop what an older translator made.
pub const CODEGEN_REVISION: u32 = 1;

/// The name of the JSON form, [`Reflection::schema`].
pub const SCHEMA: &str = "dxil2spirv-reflection/1";

/// Everything about a translated entry point that a caller needs to use it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Reflection {
    /// Schema of this JSON, [`SCHEMA`].
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: String,
    /// FNV-1 64-bit hash of the whole input as 16 hex digits: the name that vkd3d-proton dumps it by.
    /// Empty where the request asked for none.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^([0-9a-f]{16})?$")))]
    pub hash: String,
    /// Name of the entry point, in DXIL and in SPIR-V.
    pub entry: String,
    /// [`CODEGEN_REVISION`] of the translator: part of the key of a cache.
    #[cfg_attr(feature = "serde", serde(default))]
    pub codegen_revision: u32,
    /// Stage of the entry point.
    pub stage: Stage,
    /// Shader model that DXIL declares.
    pub shader_model: ShaderModel,
    /// Threads of a workgroup in x, y and z (`[numthreads]`), `null` for stages without. The module may arrange them in
    /// other rows (its mode `LocalSize`).
    pub workgroup_size: Option<[u32; 3]>,
    /// The largest subgroup size, up to 128, that the width of the module's workgroups is a multiple of: with this size or a smaller
    /// one, `VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT` may be set.
    #[cfg_attr(feature = "serde", serde(default))]
    pub full_subgroups_up_to: Option<u32>,
    /// Control points of the patches that a hull shader takes, the pipeline's `patchControlPoints`; absent for other
    /// stages. (`OutputVertices` of the execution modes has those of the patches that it gives.)
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none", default))]
    pub patch_control_points: Option<u32>,
    /// What the groups of a mesh or amplification shader ask of a device; absent for other stages.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none", default))]
    pub mesh_shading: Option<MeshShading>,
    /// What the library says of the entry point; absent for other files, and for libraries without runtime data.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none", default))]
    pub library: Option<Box<LibraryExport>>,
    /// Of a work graph's node, what a scheduler needs to know of it; absent for other stages.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none", default))]
    pub node: Option<NodeReflection>,
    /// Inputs that the shader reads, in the order of the signature.
    pub inputs: Vec<IoElement>,
    /// Outputs that the shader writes, in the order of the signature.
    pub outputs: Vec<IoElement>,
    /// What decided how the resources are reached.
    #[cfg_attr(feature = "serde", serde(default))]
    pub bound_by: BoundBy,
    /// Resources, in the order of the metadata; behind them what the shader takes from the heap by itself. Those that
    /// the metadata has and the code does not use are in it.
    pub resources: Vec<ResourceReflection>,
    /// The push-constant block.
    pub push_constants: PushConstants,
    /// Root parameters outside the push constants; absent where these hold all.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none", default))]
    pub inline_uniform_block: Option<InlineUniformBlock>,
    /// Local root parameters, in shader records; absent without a local root signature.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none", default))]
    pub shader_record: Option<ShaderRecord>,
    /// Where the sizes of the heaps come from; absent without the option for it.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none", default))]
    pub heap_size: Option<HeapSize>,
    /// The buffers of descriptor QA; absent without the option for it.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none", default))]
    pub descriptor_qa: Option<DescriptorQa>,
    /// What is looked for while the shader runs, and the buffers for it; absent without the option for it.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none", default))]
    pub instrumentation: Option<Instrumentation>,
    /// Descriptor sets by number, those that the shader needs something of. Binding a set of another number is not
    /// wrong; the layouts between are empty ones.
    pub descriptor_sets: Vec<DescriptorSet>,
    /// Specialization constants that the shader uses, in the order of their ids.
    #[cfg_attr(feature = "serde", serde(default))]
    pub spec_constants: Vec<SpecConstant>,
    /// What the shader asks of the wave's size; `null` where it asks nothing.
    #[cfg_attr(feature = "serde", serde(default))]
    pub wave_size: Option<WaveSize>,
    /// Sizes that it seems to be written for; absent where it asks for some, or nothing says so.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none", default))]
    pub likely_wave_sizes: Option<LikelyWaveSizes>,
    /// What DXIL declares: names of the shader flags in bit order, `bit N` for one without a name. See "Shader flags"
    /// in DXC's `docs/DXIL.rst`; [`ShaderFlags`](crate::shader::ShaderFlags) has the names.
    #[cfg_attr(feature = "serde", serde(default))]
    pub shader_flags: Vec<String>,
    /// What the translated shader does, whatever DXIL declares.
    #[cfg_attr(feature = "serde", serde(default))]
    pub features: ShaderFeatures,
    /// SPIR-V execution modes of the entry point, in the order of the module.
    #[cfg_attr(feature = "serde", serde(default))]
    pub execution_modes: Vec<ExecutionMode>,
    /// SPIR-V capabilities that the module declares: names, in the order of their numbers.
    pub capabilities: Vec<String>,
    /// SPIR-V extensions that the module declares: names, in alphabetical order.
    pub extensions: Vec<String>,
}
