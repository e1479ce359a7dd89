//! What D3D12 and the policies say of a resource.

use crate::container::root_signature::{DescriptorRange, DescriptorRangeType};
use crate::options::{BindingOptions, ConstantBufferPolicy, UntypedBufferPolicy};
use crate::shader::{Resource, ResourceClass, ResourceKind};
use crate::vulkan::DescriptorType;

/// The Vulkan descriptor type of a resource under the policies.
pub fn descriptor_type(resource: &Resource, options: &BindingOptions) -> DescriptorType {
    let typed = matches!(resource.kind, ResourceKind::TypedBuffer | ResourceKind::TBuffer);
    match resource.class {
        ResourceClass::Srv if resource.kind == ResourceKind::RTAccelerationStructure => {
            DescriptorType::AccelerationStructure
        }
        ResourceClass::Cbv => match options.constant_buffers {
            ConstantBufferPolicy::UniformBuffer => DescriptorType::UniformBuffer,
            ConstantBufferPolicy::StorageBuffer => DescriptorType::StorageBuffer,
        },
        ResourceClass::Sampler => DescriptorType::Sampler,
        ResourceClass::Srv if resource.kind.is_untyped_buffer() => match options.srv_buffers {
            UntypedBufferPolicy::StorageBuffer => DescriptorType::StorageBuffer,
            UntypedBufferPolicy::TexelBuffer => DescriptorType::UniformTexelBuffer,
        },
        ResourceClass::Uav if resource.kind.is_untyped_buffer() => match options.uav_buffers {
            UntypedBufferPolicy::StorageBuffer => DescriptorType::StorageBuffer,
            UntypedBufferPolicy::TexelBuffer => DescriptorType::StorageTexelBuffer,
        },
        ResourceClass::Srv if typed => DescriptorType::UniformTexelBuffer,
        ResourceClass::Srv => DescriptorType::SampledImage,
        ResourceClass::Uav if typed => DescriptorType::StorageTexelBuffer,
        ResourceClass::Uav => DescriptorType::StorageImage,
    }
}

/// The alignment in bytes that D3D12 guarantees of where a buffer starts: constant buffers 256, of which their rows
/// need 16; structured buffers a multiple of their stride; raw buffers 4 as root descriptors, 16 as views.
pub fn guaranteed_alignment(resource: &Resource, root_descriptor: bool) -> u32 {
    match resource.kind {
        ResourceKind::CBuffer => 16,
        ResourceKind::StructuredBuffer if resource.stride != 0 => {
            (resource.stride & resource.stride.wrapping_neg()).min(16)
        }
        _ if root_descriptor => 4,
        _ => 16,
    }
}

/// The alignment in bytes of the address of a buffer that is a root descriptor, as far as it may be counted on.
pub(crate) fn address_alignment(resource: &Resource, options: &BindingOptions) -> u32 {
    let known = match resource.kind {
        ResourceKind::RawBuffer => options.raw_address_alignment,
        _ => guaranteed_alignment(resource, true),
    };
    known.min(options.max_alignment)
}

/// The class of a range's registers.
pub(super) fn range_class(range_type: DescriptorRangeType) -> ResourceClass {
    match range_type {
        DescriptorRangeType::Srv => ResourceClass::Srv,
        DescriptorRangeType::Uav => ResourceClass::Uav,
        DescriptorRangeType::Cbv => ResourceClass::Cbv,
        DescriptorRangeType::Sampler => ResourceClass::Sampler,
    }
}

/// Whether `range` holds every register of `resource`.
pub(super) fn covers(range: &DescriptorRange, resource: &Resource) -> bool {
    range_class(range.range_type) == resource.class
        && range.covers(resource.space, resource.lower)
        && match resource.count {
            _ if range.is_unbounded() => true,
            None => false,
            Some(0) => true,
            Some(count) => resource
                .lower
                .checked_add(count - 1)
                .is_some_and(|last| range.covers(resource.space, last)),
        }
}

/// Names as values of their own.
pub(super) fn owned<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    names.map(str::to_owned).collect()
}
