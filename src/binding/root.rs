//! The plan under a root signature.

use super::access::check_stage;
use super::coverage::{not_covered, resource_name};
use super::{
    HEAP_COUNTER_BINDING, Plan, ResourcePlan, STATIC_SAMPLER_SET, descriptor_type, heap_plan, heap_set,
};
use crate::container::RootSignature;
use crate::container::root_signature::{
    DescriptorRange, DescriptorRangeType, RootParameterKind, ShaderVisibility,
};
use crate::dxil::program::{EntryPoint, Resource, ResourceClass, ResourceKind, Stage};
use crate::error::{Error, ErrorKind, Result};
use crate::reflection::{
    CounterBinding, DescriptorType, PushConstantKind, PushConstantMember, PushConstants, ResourceBinding,
};

/// Where each root parameter lies in the push constants, in bytes.
struct Layout {
    push: PushConstants,
    offsets: Vec<u32>,
}

fn layout(root_signature: &RootSignature) -> Layout {
    let mut push = PushConstants::default();
    let mut offsets = vec![0; root_signature.parameters.len()];
    let mut at = 0;
    for group in [
        PushConstantKind::RootDescriptor,
        PushConstantKind::TableOffset,
        PushConstantKind::RootConstants,
    ] {
        for (index, parameter) in root_signature.parameters.iter().enumerate() {
            let (kind, size) = match &parameter.kind {
                RootParameterKind::Constants(constants) => (
                    PushConstantKind::RootConstants,
                    constants.num_32bit_values.saturating_mul(4),
                ),
                RootParameterKind::DescriptorTable(_) => (PushConstantKind::TableOffset, 4),
                RootParameterKind::Cbv(_) | RootParameterKind::Srv(_) | RootParameterKind::Uav(_) => {
                    (PushConstantKind::RootDescriptor, 8)
                }
            };
            if kind != group {
                continue;
            }
            offsets[index] = at;
            push.members.push(PushConstantMember {
                offset: at,
                size,
                kind,
                root_parameter: index as u32,
            });
            at = at.saturating_add(size);
        }
    }
    push.size = at;
    Layout { push, offsets }
}

/// Applies `root_signature` to the resources of `entry`.
pub fn plan(root_signature: &RootSignature, entry: &EntryPoint) -> Result<Plan> {
    check_stage(root_signature, entry)?;
    let layout = layout(root_signature);
    let mut tables = Vec::with_capacity(root_signature.parameters.len());
    for parameter in &root_signature.parameters {
        tables.push(match &parameter.kind {
            RootParameterKind::DescriptorTable(table) => table.resolved_offsets()?,
            _ => Vec::new(),
        });
    }
    let mut resources = Vec::with_capacity(entry.resources.len());
    for resource in &entry.resources {
        resources.push(if resource.heap {
            heap_plan(resource)
        } else {
            resource_plan(root_signature, &layout, &tables, entry.stage, resource)?
        });
    }
    Ok(Plan {
        resources,
        push_constants: layout.push,
    })
}

fn visible(visibility: ShaderVisibility, stage: Stage) -> bool {
    visibility.includes(stage)
}

fn resource_plan(
    root_signature: &RootSignature,
    layout: &Layout,
    tables: &[Vec<u32>],
    stage: Stage,
    resource: &Resource,
) -> Result<ResourcePlan> {
    let single = |space: u32, register: u32| {
        resource.space == space && resource.lower == register && resource.count == Some(1)
    };
    if resource.class == ResourceClass::Sampler {
        for (index, sampler) in root_signature.static_samplers.iter().enumerate() {
            if visible(sampler.visibility, stage) && single(sampler.register_space, sampler.shader_register) {
                let index = index as u32;
                return Ok(ResourcePlan {
                    binding: ResourceBinding::StaticSampler {
                        set: STATIC_SAMPLER_SET,
                        binding: index,
                        index,
                    },
                    count: Some(1),
                    counter: None,
                    root_parameter: None,
                });
            }
        }
    }
    for (index, parameter) in root_signature.parameters.iter().enumerate() {
        if !visible(parameter.visibility, stage) {
            continue;
        }
        let push_offset = layout.offsets.get(index).copied().unwrap_or(0);
        let root = |binding| ResourcePlan {
            binding,
            count: Some(1),
            counter: None,
            root_parameter: Some(index as u32),
        };
        let descriptor = match &parameter.kind {
            RootParameterKind::Constants(constants) => {
                if resource.class == ResourceClass::Cbv
                    && single(constants.register_space, constants.shader_register)
                {
                    return Ok(root(ResourceBinding::PushConstants {
                        offset: push_offset,
                        size: constants.num_32bit_values.saturating_mul(4),
                    }));
                }
                continue;
            }
            RootParameterKind::Cbv(d) => (ResourceClass::Cbv, d),
            RootParameterKind::Srv(d) => (ResourceClass::Srv, d),
            RootParameterKind::Uav(d) => (ResourceClass::Uav, d),
            RootParameterKind::DescriptorTable(table) => {
                let offsets = tables.get(index).map_or(&[][..], Vec::as_slice);
                for (range, &start) in table.ranges.iter().zip(offsets) {
                    if !covers(range, resource) {
                        continue;
                    }
                    let descriptor_type = descriptor_type(resource);
                    return Ok(ResourcePlan {
                        binding: ResourceBinding::Heap {
                            set: heap_set(descriptor_type),
                            binding: 0,
                            descriptor_type,
                            table_push_offset: Some(push_offset),
                            offset: start.wrapping_add(resource.lower - range.base_shader_register),
                        },
                        count: None,
                        counter: resource.has_counter.then_some(CounterBinding {
                            set: heap_set(DescriptorType::StorageBuffer),
                            binding: HEAP_COUNTER_BINDING,
                        }),
                        root_parameter: Some(index as u32),
                    });
                }
                continue;
            }
        };
        let (class, descriptor) = descriptor;
        if class != resource.class || !single(descriptor.register_space, descriptor.shader_register) {
            continue;
        }
        let buffer = matches!(
            resource.kind,
            ResourceKind::RawBuffer
                | ResourceKind::StructuredBuffer
                | ResourceKind::CBuffer
                | ResourceKind::RTAccelerationStructure
        );
        if !buffer || resource.has_counter {
            return Err(Error::new(
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
            ));
        }
        return Ok(root(ResourceBinding::Address {
            push_offset,
            alignment: address_alignment(resource),
        }));
    }
    Err(not_covered(root_signature, stage, resource))
}

/// What D3D12 guarantees of a root descriptor's address: constant buffers 256 (their rows need 16), raw
/// buffers 4, structured buffers a multiple of the stride.
fn address_alignment(resource: &Resource) -> u32 {
    match resource.kind {
        ResourceKind::CBuffer => 16,
        ResourceKind::StructuredBuffer if resource.stride != 0 => {
            (resource.stride & resource.stride.wrapping_neg()).min(16)
        }
        _ => 4,
    }
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
fn covers(range: &DescriptorRange, resource: &Resource) -> bool {
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
