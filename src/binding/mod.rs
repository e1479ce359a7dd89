//! From a root signature and a shader's resources to a binding plan: how each resource is reached in Vulkan.
//!
//! Pure data in, pure data out; no IR. A root signature's parameters become, in this order, members of one
//! push-constant block that all stages of a pipeline share: 64-bit addresses of root descriptors, offsets of
//! descriptor tables into the heap, root constants, each group in root-parameter order. Descriptor tables
//! index bindless heaps, one descriptor set for each Vulkan descriptor type ([`heap_set`]), in which the
//! D3D12 heap index is the array element. Without a root signature, a resource's space is its set and its
//! register its binding.

mod access;
mod coverage;
#[cfg(test)]
mod coverage_tests;
mod direct;
mod root;
#[cfg(test)]
mod tests;

use crate::container::RootSignature;
use crate::dxil::program::{EntryPoint, Resource, ResourceClass, ResourceKind};
use crate::error::Result;
use crate::reflection::{
    CounterBinding, DescriptorSet, DescriptorType, PushConstants, ResourceBinding, SetBinding,
};

/// How one resource is reached.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ResourcePlan {
    /// The resource itself.
    pub binding: ResourceBinding,
    /// Number of descriptors in its binding, `None` when unbounded.
    pub count: Option<u32>,
    /// Its UAV counter.
    pub counter: Option<CounterBinding>,
    /// The root parameter that covers it.
    pub root_parameter: Option<u32>,
}

/// How a shader's resources are reached.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Plan {
    /// In the order of [`EntryPoint::resources`].
    pub resources: Vec<ResourcePlan>,
    /// The push-constant block, whole: stages of a pipeline share its layout.
    pub push_constants: PushConstants,
}

/// Set of the static samplers; their binding is their index in the root signature.
pub const STATIC_SAMPLER_SET: u32 = 7;
/// Binding of the UAV counters' array in the set of the storage buffers.
pub const HEAP_COUNTER_BINDING: u32 = 1;

/// The descriptor set that is the bindless heap of a descriptor type; its array is binding 0.
pub fn heap_set(descriptor_type: DescriptorType) -> u32 {
    match descriptor_type {
        DescriptorType::SampledImage => 0,
        DescriptorType::UniformTexelBuffer => 1,
        DescriptorType::StorageImage => 2,
        DescriptorType::StorageTexelBuffer => 3,
        DescriptorType::StorageBuffer => 4,
        DescriptorType::UniformBuffer => 5,
        DescriptorType::Sampler => 6,
    }
}

/// The Vulkan descriptor type of a resource.
pub fn descriptor_type(resource: &Resource) -> DescriptorType {
    let buffer = matches!(
        resource.kind,
        ResourceKind::RawBuffer | ResourceKind::StructuredBuffer
    );
    let typed = matches!(resource.kind, ResourceKind::TypedBuffer | ResourceKind::TBuffer);
    match resource.class {
        ResourceClass::Cbv => DescriptorType::UniformBuffer,
        ResourceClass::Sampler => DescriptorType::Sampler,
        ResourceClass::Srv | ResourceClass::Uav if buffer => DescriptorType::StorageBuffer,
        ResourceClass::Srv if typed => DescriptorType::UniformTexelBuffer,
        ResourceClass::Srv => DescriptorType::SampledImage,
        ResourceClass::Uav if typed => DescriptorType::StorageTexelBuffer,
        ResourceClass::Uav => DescriptorType::StorageImage,
    }
}

/// The plan of a resource that the shader takes from the heap itself (SM 6.6).
pub fn heap_plan(resource: &Resource) -> ResourcePlan {
    let descriptor_type = descriptor_type(resource);
    let set = heap_set(descriptor_type);
    ResourcePlan {
        binding: ResourceBinding::Heap {
            set,
            binding: 0,
            descriptor_type,
            table_push_offset: None,
            offset: 0,
        },
        count: None,
        counter: resource.has_counter.then_some(CounterBinding {
            set: heap_set(DescriptorType::StorageBuffer),
            binding: HEAP_COUNTER_BINDING,
        }),
        root_parameter: None,
    }
}

impl Plan {
    /// The plan for the resources of `entry` under a root signature, or without one.
    ///
    /// # Errors
    /// `RootSignature` when the root signature does not cover a resource.
    pub fn new(root_signature: Option<&RootSignature>, entry: &EntryPoint) -> Result<Self> {
        match root_signature {
            Some(root_signature) => root::plan(root_signature, entry),
            None => Ok(direct::plan(entry)),
        }
    }

    /// The descriptor sets that the planned resources are in.
    pub fn descriptor_sets<'a>(
        &'a self,
        plans: impl Iterator<Item = &'a ResourcePlan>,
    ) -> Vec<DescriptorSet> {
        let mut bindings: Vec<(u32, SetBinding)> = Vec::new();
        let mut add = |set: u32, binding: SetBinding| {
            match bindings.iter_mut().find(|(s, b)| {
                (*s, b.binding, b.descriptor_type) == (set, binding.binding, binding.descriptor_type)
            }) {
                // Ranges that share a binding take the larger count; unbounded is the largest.
                Some((_, known)) => {
                    known.count = match (known.count, binding.count) {
                        (Some(a), Some(b)) => Some(a.max(b)),
                        _ => None,
                    };
                }
                None => bindings.push((set, binding)),
            }
        };
        for plan in plans {
            match plan.binding {
                ResourceBinding::Descriptor {
                    set,
                    binding,
                    descriptor_type,
                } => {
                    add(
                        set,
                        SetBinding {
                            binding,
                            descriptor_type,
                            count: plan.count,
                            static_sampler: None,
                        },
                    );
                }
                ResourceBinding::Heap {
                    set,
                    binding,
                    descriptor_type,
                    ..
                } => {
                    add(
                        set,
                        SetBinding {
                            binding,
                            descriptor_type,
                            count: None,
                            static_sampler: None,
                        },
                    );
                }
                ResourceBinding::StaticSampler { set, binding, index } => add(
                    set,
                    SetBinding {
                        binding,
                        descriptor_type: DescriptorType::Sampler,
                        count: Some(1),
                        static_sampler: Some(index),
                    },
                ),
                ResourceBinding::PushConstants { .. } | ResourceBinding::Address { .. } => {}
            }
            if let Some(counter) = &plan.counter {
                let descriptor_type = DescriptorType::StorageBuffer;
                let count = match plan.binding {
                    ResourceBinding::Heap { .. } => None,
                    _ => plan.count,
                };
                add(
                    counter.set,
                    SetBinding {
                        binding: counter.binding,
                        descriptor_type,
                        count,
                        static_sampler: None,
                    },
                );
            }
        }
        bindings.sort_by_key(|(set, binding)| (*set, binding.binding, binding.descriptor_type));
        let mut sets: Vec<DescriptorSet> = Vec::new();
        for (set, binding) in bindings {
            match sets.last_mut() {
                Some(last) if last.set == set => last.bindings.push(binding),
                _ => sets.push(DescriptorSet {
                    set,
                    bindings: vec![binding],
                }),
            }
        }
        sets
    }
}
