//! Which resource of a shader a register is, and where D3D12 finds it in the heap.

use crate::case::{Dimension, Register, Resource, Texture, table_start};
use dxil2spirv::container::RootSignature;
use dxil2spirv::container::root_signature::RootParameterKind;
use dxil2spirv::reflection::{ResourceBinding, ResourceReflection, RootBinding, RootStorage};
use dxil2spirv::shader::ResourceKind;

/// A number for the table whose offset lies there: a user's map knows no root parameters.
pub fn mapped(offset: u32) -> u32 {
    offset / 4
}

/// The first register of a resource.
pub fn first_register(resource: &ResourceReflection) -> Register {
    Register {
        class: resource.class,
        number: resource.register,
        space: resource.space,
        heap: false,
    }
}

/// Where D3D12 finds `register` in the heap.
pub fn heap_index(signature: &RootSignature, root: &RootBinding, register: &Register) -> Result<u32, String> {
    let parameter = signature.parameters.get(root.parameter as usize);
    let Some(RootParameterKind::DescriptorTable(table)) = parameter.map(|parameter| &parameter.kind) else {
        return Err(format!("root parameter {} is no table", root.parameter));
    };
    let mut next = 0u32;
    for (number, range) in (0..).zip(&table.ranges) {
        let start = match range.offset_in_descriptors_from_table_start {
            u32::MAX => next,
            offset => offset,
        };
        if root.range == Some(number) {
            let start = table_start(root.parameter) + start;
            return Ok(start + (register.number - range.base_shader_register));
        }
        next = start.saturating_add(range.num_descriptors);
    }
    Err(format!(
        "root parameter {} has no range {:?}",
        root.parameter, root.range
    ))
}

/// Whether the shader takes the resource from the heap by itself, or by a table in a shader record.
pub fn in_heap(resource: &ResourceReflection) -> bool {
    match resource.vulkan {
        ResourceBinding::Heap { table, .. } | ResourceBinding::AddressHeap { table, .. } => {
            table.is_none_or(|place| place.storage == RootStorage::ShaderRecord)
        }
        _ => false,
    }
}

/// Whether the resource lies in shader records by itself.
pub fn in_record(resource: &ResourceReflection) -> bool {
    match resource.vulkan {
        ResourceBinding::Address { place, .. } | ResourceBinding::RootConstants { place, .. } => {
            place.storage == RootStorage::ShaderRecord
        }
        _ => false,
    }
}

/// Whether `register` is one of the resource's range, or a descriptor of the heap that it may find.
pub fn covers(resource: &ResourceReflection, register: &Register, bound: Option<&Resource>) -> bool {
    if resource.class != register.class || register.heap != in_heap(resource) || in_record(resource) {
        return false;
    }
    if register.heap {
        return bound.is_some_and(|bound| shows(resource.kind, bound));
    }
    resource.space == register.space
        && register.number >= resource.register
        && resource
            .count
            .is_none_or(|count| register.number - resource.register < count)
}

/// Whether a view of `kind` can show what a case puts into the heap.
fn shows(kind: ResourceKind, resource: &Resource) -> bool {
    use ResourceKind as K;
    match resource {
        Resource::Null => true,
        Resource::Sampler(_) => kind == K::Sampler,
        Resource::Scene(_) => kind == K::RTAccelerationStructure,
        Resource::Buffer(buffer) if buffer.format.is_some() => matches!(kind, K::TypedBuffer | K::TBuffer),
        Resource::Buffer(_) => matches!(kind, K::RawBuffer | K::StructuredBuffer | K::CBuffer),
        Resource::Texture(Texture {
            dimension,
            layers,
            samples,
            ..
        }) => matches!(
            (kind, dimension, layers, samples),
            (K::Texture1D, Dimension::D1, 1, _)
                | (K::Texture1DArray, Dimension::D1, 2.., _)
                | (K::Texture2D | K::FeedbackTexture2D, Dimension::D2, 1, 1)
                | (
                    K::Texture2DArray | K::FeedbackTexture2DArray,
                    Dimension::D2,
                    2..,
                    1
                )
                | (K::Texture2DMS, Dimension::D2, 1, 2..)
                | (K::Texture2DMSArray, Dimension::D2, 2.., 2..)
                | (K::Texture3D, Dimension::D3, _, _)
                | (K::TextureCube, Dimension::Cube, 6, _)
                | (K::TextureCubeArray, Dimension::Cube, 7.., _)
        ),
    }
}
