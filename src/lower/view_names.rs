//! Names of heaps' variables that say what views are in them, for tools that export captures: class, kind, stride of the
//! structures and words of the vectors, as `UAV_StructuredBuffer_16_vec4`, or component type, as `SRV_2D_F32`.

use super::state::Shape;
use crate::shader::{ComponentType, Resource, ResourceClass, ResourceKind};

/// What tells the views of a variable from those of another one: where names are wanted, such variables are not shared.
pub type View = (ResourceKind, u32);

/// What tells a resource's views from others'.
pub fn view(resource: &Resource) -> View {
    (resource.kind, resource.stride)
}

/// The name of the variable of a heap in which views of `resource` are `shape`.
pub fn name(resource: &Resource, shape: Shape) -> String {
    let class = match resource.class {
        ResourceClass::Sampler => "Sampler",
        class => class.name(),
    };
    let words = match shape {
        Shape::Vectors(words) => words,
        _ => 1,
    };
    let component = component(resource.component);
    match (resource.kind, dimension(resource.kind)) {
        (ResourceKind::RawBuffer, _) => format!("{class}_ByteAddressBuffer_vec{words}"),
        (ResourceKind::StructuredBuffer, _) => {
            format!("{class}_StructuredBuffer_{}_vec{words}", resource.stride)
        }
        (_, Some(dimension)) => format!("{class}_{dimension}_{component}"),
        _ => class.to_owned(),
    }
}

fn dimension(kind: ResourceKind) -> Option<&'static str> {
    Some(match kind {
        ResourceKind::TypedBuffer => "TypedBuffer",
        ResourceKind::Texture1D => "1D",
        ResourceKind::Texture1DArray => "1DArray",
        ResourceKind::Texture2D => "2D",
        ResourceKind::Texture2DArray => "2DArray",
        ResourceKind::Texture2DMS => "2DMS",
        ResourceKind::Texture2DMSArray => "2DMSArray",
        ResourceKind::TextureCube => "Cube",
        ResourceKind::TextureCubeArray => "CubeArray",
        ResourceKind::Texture3D => "3D",
        _ => return None,
    })
}

fn component(component: ComponentType) -> &'static str {
    match component {
        ComponentType::U16 => "U16",
        ComponentType::U32 => "U32",
        ComponentType::U64 => "U64",
        ComponentType::I16 => "I16",
        ComponentType::I32 => "I32",
        ComponentType::I64 => "I64",
        ComponentType::F16 | ComponentType::SNormF16 | ComponentType::UNormF16 => "F16",
        ComponentType::F64 | ComponentType::SNormF64 | ComponentType::UNormF64 => "F64",
        ComponentType::F32 | ComponentType::SNormF32 | ComponentType::UNormF32 => "F32",
        _ => "",
    }
}
