//! Whether a plan makes sense for its resource: binders may be anyone's.

use super::coverage::resource_name;
use super::plan::ResourcePlan;
use crate::error::{Error, ErrorKind, Result};
use crate::shader::{Resource, ResourceClass, ResourceKind, Stage};
use crate::vulkan::{CounterBinding, DescriptorType, ResourceBinding};

/// The descriptor types that can show a resource.
fn descriptor_types(resource: &Resource) -> &'static [DescriptorType] {
    use DescriptorType as D;
    let typed = matches!(resource.kind, ResourceKind::TypedBuffer | ResourceKind::TBuffer);
    match resource.class {
        ResourceClass::Srv if resource.kind == ResourceKind::RTAccelerationStructure => {
            &[D::AccelerationStructure]
        }
        ResourceClass::Cbv => &[D::UniformBuffer, D::StorageBuffer],
        ResourceClass::Sampler => &[D::Sampler],
        ResourceClass::Srv if resource.kind.is_untyped_buffer() => &[D::StorageBuffer, D::UniformTexelBuffer],
        ResourceClass::Uav if resource.kind.is_untyped_buffer() => &[D::StorageBuffer, D::StorageTexelBuffer],
        ResourceClass::Srv if typed => &[D::UniformTexelBuffer],
        ResourceClass::Uav if typed => &[D::StorageTexelBuffer],
        ResourceClass::Srv => &[D::SampledImage],
        ResourceClass::Uav => &[D::StorageImage],
    }
}

/// Checks the plan of a resource of a shader of `stage`.
///
/// # Errors
/// `InvalidOptions` for a strategy that the resource cannot have.
pub fn check(stage: Stage, resource: &Resource, plan: &ResourcePlan) -> Result<()> {
    let refuse = |what: &str| {
        let name = format!("{}{}", resource.class.letter(), resource.lower);
        let message = format!("register {name}, space {}: {what}", resource.space);
        Err(Error::new(ErrorKind::InvalidOptions, message))
    };
    match plan.binding {
        ResourceBinding::Descriptor { descriptor_type, .. }
        | ResourceBinding::Heap { descriptor_type, .. } => {
            if !descriptor_types(resource).contains(&descriptor_type) {
                return refuse(&format!(
                    "a {:?} cannot be a descriptor of type {descriptor_type:?}",
                    resource.kind
                ));
            }
        }
        ResourceBinding::AddressHeap { stride, first, .. } => {
            if resource.kind != ResourceKind::RTAccelerationStructure {
                return refuse("only acceleration structures are at addresses beside a heap");
            }
            if stride % 8 != 0 || first % 8 != 0 {
                return refuse("addresses of acceleration structures lie at multiples of 8 bytes");
            }
        }
        ResourceBinding::RootConstants { .. } if resource.class != ResourceClass::Cbv => {
            return refuse("only constant buffers can be root constants");
        }
        ResourceBinding::Address { alignment, .. } => {
            let buffer = resource.class == ResourceClass::Cbv
                || resource.kind.is_untyped_buffer()
                || resource.kind == ResourceKind::RTAccelerationStructure;
            if !buffer || !matches!(resource.count, Some(1) | None) || plan.counter.is_some() {
                return refuse(
                    "only single constant, raw and structured buffers without a counter, and acceleration structures, \
                     can be root descriptors",
                );
            }
            if !alignment.is_power_of_two() {
                return refuse("the alignment of an address must be a power of two");
            }
        }
        ResourceBinding::StaticSampler { .. } if resource.class != ResourceClass::Sampler => {
            return refuse("only samplers can be static samplers");
        }
        ResourceBinding::InputAttachment { .. } => {
            let texture = matches!(resource.kind, ResourceKind::Texture2D | ResourceKind::Texture2DMS);
            if resource.class != ResourceClass::Srv || !texture || stage != Stage::Pixel {
                return refuse(
                    "only a Texture2D or Texture2DMS of a pixel shader can be an input attachment",
                );
            }
            if plan.count != Some(1) || !matches!(resource.count, Some(1) | None) {
                return refuse("an array of textures cannot be an input attachment");
            }
        }
        ResourceBinding::RootConstants { .. } | ResourceBinding::StaticSampler { .. } => {}
    }
    let heap = matches!(
        plan.binding,
        ResourceBinding::Heap { table: None, .. } | ResourceBinding::AddressHeap { table: None, .. }
    );
    if resource.heap && !heap {
        return refuse("a resource of the heap must be bound as one of a heap without a table");
    }
    match plan.counter {
        Some(CounterBinding::Descriptor { descriptor_type, .. })
            if !matches!(
                descriptor_type,
                DescriptorType::StorageBuffer | DescriptorType::StorageTexelBuffer
            ) =>
        {
            return refuse("a UAV counter is in a storage buffer or a storage texel buffer");
        }
        Some(CounterBinding::Address { stride, offset, .. }) if stride % 8 != 0 || offset % 8 != 0 => {
            return refuse("addresses of UAV counters lie at multiples of 8 bytes");
        }
        _ => {}
    }
    if let Some(view) = &plan.offset_view
        && (view.offset % 4 != 0 || view.stride % 4 != 0)
    {
        return refuse("the words of an offset buffer lie at multiples of 4 bytes");
    }
    Ok(())
}

/// Fails for a resource that a root descriptor cannot hold.
pub(super) fn check_descriptor(resource: &Resource) -> Result<()> {
    let buffer = matches!(
        resource.kind,
        ResourceKind::RawBuffer
            | ResourceKind::StructuredBuffer
            | ResourceKind::CBuffer
            | ResourceKind::RTAccelerationStructure
    );
    if buffer && !resource.has_counter {
        return Ok(());
    }
    Err(Error::new(
        ErrorKind::RootSignature,
        format!(
            "{}: a root descriptor cannot hold a {}",
            resource_name(resource),
            if resource.has_counter {
                "UAV with a counter"
            } else {
                "texture or typed buffer"
            }
        ),
    ))
}
