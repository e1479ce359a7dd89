//! What an entry point needs of a root signature, in the container layer's terms.

use super::access::HEAPS;
use crate::container::kinds;
use crate::container::root_signature::{DescriptorRangeType, ResourceNeeds, RootSignatureFlags, ShaderNeeds};
use crate::shader::ShaderFlags;
use crate::shader::{EntryPoint, ResourceClass, SemanticKind, Stage};

/// What `entry` needs: input of [`synthesize`](crate::container::root_signature::synthesize).
pub fn needs(entry: &EntryPoint) -> ShaderNeeds {
    let flags = ShaderFlags(entry.properties.flags);
    let indexes = |wanted: RootSignatureFlags| {
        HEAPS
            .iter()
            .any(|(used, _, flag)| *flag == wanted && flags.contains(*used))
    };
    let resources = entry.resources.iter().filter(|resource| !resource.heap);
    ShaderNeeds {
        stage: entry.stage,
        resources: resources
            .map(|resource| ResourceNeeds {
                range_type: range_type(resource.class),
                register_space: resource.space,
                base_shader_register: resource.lower,
                num_descriptors: resource.count,
                kind: kinds::ResourceKind(resource.kind as u32),
                size: resource.stride.max(resource.cbuffer_size),
            })
            .collect(),
        // The other inputs of a vertex shader are counted by the input assembler.
        input_layout: entry.stage == Stage::Vertex
            && entry.inputs.iter().any(|input| {
                !matches!(
                    input.kind,
                    SemanticKind::VertexId
                        | SemanticKind::InstanceId
                        | SemanticKind::ViewId
                        | SemanticKind::StartVertexLocation
                        | SemanticKind::StartInstanceLocation
                )
            }),
        // Streams other than the first are seen by stream output alone.
        stream_output: entry
            .properties
            .geometry
            .is_some_and(|[_, _, streams, _, _]| streams & !1 != 0),
        resource_heap: indexes(RootSignatureFlags::CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED),
        sampler_heap: indexes(RootSignatureFlags::SAMPLER_HEAP_DIRECTLY_INDEXED),
    }
}

/// The registers of a class.
fn range_type(class: ResourceClass) -> DescriptorRangeType {
    match class {
        ResourceClass::Srv => DescriptorRangeType::Srv,
        ResourceClass::Uav => DescriptorRangeType::Uav,
        ResourceClass::Cbv => DescriptorRangeType::Cbv,
        ResourceClass::Sampler => DescriptorRangeType::Sampler,
    }
}
