//! What a caller needs to know about a translated shader to use it: pure data, serialisable.
//!
//! The JSON form is `--emit json`. Enough to build `VkDescriptorSetLayout`s and push-constant ranges from.

use crate::dxil::program::{ResourceClass, ResourceKind, ShaderModel, Stage};
use serde::{Deserialize, Serialize};

/// Vulkan's descriptor types, those that a translated shader may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum DescriptorType {
    Sampler,
    SampledImage,
    StorageImage,
    UniformTexelBuffer,
    StorageTexelBuffer,
    UniformBuffer,
    StorageBuffer,
}

/// One binding of a descriptor set layout.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SetBinding {
    /// Binding number.
    pub binding: u32,
    /// Descriptor type.
    pub descriptor_type: DescriptorType,
    /// Number of descriptors, `null` for an unbounded array.
    pub count: Option<u32>,
    /// Index of the root signature's static sampler that is this binding's immutable sampler.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub static_sampler: Option<u32>,
}

/// A descriptor set layout.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DescriptorSet {
    /// Set number.
    pub set: u32,
    /// Bindings in order.
    pub bindings: Vec<SetBinding>,
}

/// How a shader reaches a resource.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "strategy", rename_all = "snake_case")]
pub enum ResourceBinding {
    /// A descriptor: array element `register index - lower` of the binding.
    Descriptor {
        /// Set.
        set: u32,
        /// Binding.
        binding: u32,
        /// Descriptor type.
        descriptor_type: DescriptorType,
    },
    /// A descriptor in a bindless heap: element `table offset + offset + (register index - lower)`.
    Heap {
        /// Set.
        set: u32,
        /// Binding.
        binding: u32,
        /// Descriptor type.
        descriptor_type: DescriptorType,
        /// Byte offset in the push constants of the word that holds the table's offset into the heap, in
        /// descriptors; `null` when the shader indexes the heap itself (SM 6.6).
        table_push_offset: Option<u32>,
        /// Descriptors between the table's start and the resource's first register.
        offset: u32,
    },
    /// Root constants.
    PushConstants {
        /// Byte offset in the push constants.
        offset: u32,
        /// Bytes.
        size: u32,
    },
    /// A root descriptor: a 64-bit address in the push constants.
    Address {
        /// Byte offset of the address in the push constants.
        push_offset: u32,
        /// Alignment in bytes that the shader assumes of the address.
        alignment: u32,
    },
    /// A static sampler.
    StaticSampler {
        /// Set.
        set: u32,
        /// Binding.
        binding: u32,
        /// Index in the root signature's list.
        index: u32,
    },
}

/// A descriptor outside the resource's own: a UAV counter.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CounterBinding {
    /// Set.
    pub set: u32,
    /// Binding: an array of storage buffers parallel to the resource's heap or array.
    pub binding: u32,
}

/// A resource of the shader.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ResourceReflection {
    /// Class.
    pub class: ResourceClass,
    /// Kind.
    pub kind: ResourceKind,
    /// HLSL name.
    pub name: String,
    /// Register space.
    pub space: u32,
    /// First register.
    pub register: u32,
    /// Registers, `null` when unbounded.
    pub count: Option<u32>,
    /// Structured buffer stride in bytes, else 0.
    pub stride: u32,
    /// Root parameter that covers it, with a root signature.
    pub root_parameter: Option<u32>,
    /// How it is reached.
    pub vulkan: ResourceBinding,
    /// Its UAV counter.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub counter: Option<CounterBinding>,
}

/// What a member of the push-constant block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PushConstantKind {
    /// 64-bit address of a root descriptor.
    RootDescriptor,
    /// Offset of a descriptor table in its heap, in descriptors.
    TableOffset,
    /// Root constants.
    RootConstants,
}

/// A member of the push-constant block.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PushConstantMember {
    /// Byte offset.
    pub offset: u32,
    /// Bytes.
    pub size: u32,
    /// What it is.
    pub kind: PushConstantKind,
    /// Root parameter that it carries.
    pub root_parameter: u32,
}

/// The push-constant block.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct PushConstants {
    /// Bytes, 0 for none.
    pub size: u32,
    /// Members by offset.
    pub members: Vec<PushConstantMember>,
}

/// An input or output.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct IoElement {
    /// Semantic name without index.
    pub semantic: String,
    /// Semantic index of the first row.
    pub index: u32,
    /// Rows.
    pub rows: u32,
    /// Components.
    pub cols: u32,
    /// Component type.
    pub component_type: crate::dxil::program::ComponentType,
    /// Location of the first row, unless it is a built-in.
    pub location: Option<u32>,
    /// First component in the location.
    pub component: u32,
    /// SPIR-V built-in name.
    pub builtin: Option<String>,
}

/// The `SpecId` of the render target's sample count.
pub const SAMPLE_COUNT_SPEC_ID: u32 = 0;

/// What a specialization constant is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpecConstantKind {
    /// Sample count of the render targets of the pipeline.
    SampleCount,
}

/// A specialization constant that the pipeline should set.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SpecConstant {
    /// Its `SpecId`.
    pub id: u32,
    /// What it is.
    pub kind: SpecConstantKind,
    /// Its value where the pipeline sets none.
    pub default: u32,
}

/// Everything about a translated entry point.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Reflection {
    /// Schema of this JSON, `dxil2spirv-reflection/1`.
    pub schema: String,
    /// FNV-1 64-bit hash of the input as 16 hex digits.
    pub hash: String,
    /// Entry point name.
    pub entry: String,
    /// Stage.
    pub stage: Stage,
    /// Shader model.
    pub shader_model: ShaderModel,
    /// Threads of a workgroup.
    pub workgroup_size: Option<[u32; 3]>,
    /// Inputs.
    pub inputs: Vec<IoElement>,
    /// Outputs.
    pub outputs: Vec<IoElement>,
    /// Resources, in the order of the metadata.
    pub resources: Vec<ResourceReflection>,
    /// Push constants.
    pub push_constants: PushConstants,
    /// Descriptor sets in order.
    pub descriptor_sets: Vec<DescriptorSet>,
    /// Specialization constants that the pipeline should set.
    #[serde(default)]
    pub spec_constants: Vec<SpecConstant>,
    /// SPIR-V capabilities, by name.
    pub capabilities: Vec<String>,
    /// SPIR-V extensions.
    pub extensions: Vec<String>,
}
