//! Descriptor set layouts of a plan.

use super::plan::{Plan, ResourcePlan};
use crate::error::{Warning, WarningKind};
use crate::options::UniformWord;
use crate::shader::Resource;
use crate::vulkan::{
    BindingRole, CounterBinding, DescriptorSet, DescriptorType, HeapAddresses, HeapSize, ResourceBinding,
    SetBinding,
};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// A binding of `count` descriptors.
fn simple(
    binding: u32,
    descriptor_type: DescriptorType,
    count: Option<u32>,
    role: BindingRole,
) -> SetBinding {
    SetBinding {
        binding,
        descriptor_type,
        count,
        role,
        mutable_types: Vec::new(),
        static_sampler: None,
        local: false,
    }
}

/// One storage buffer.
fn side(binding: u32, role: BindingRole) -> SetBinding {
    simple(binding, DescriptorType::StorageBuffer, Some(1), role)
}

#[derive(Default)]
struct Sets {
    bindings: Vec<(u32, SetBinding)>,
    /// Set and binding of what is there for several things, of which not all are resources and their counters: the first two.
    shared: Vec<(u32, u32, [BindingRole; 2])>,
}

impl Sets {
    fn add(&mut self, set: u32, binding: SetBinding) {
        let is_resource = |role| matches!(role, BindingRole::Resources | BindingRole::UavCounters);
        let other = self.bindings.iter().find(|(s, known)| {
            (*s, known.binding) == (set, binding.binding)
                && known.role != binding.role
                && !(is_resource(known.role) && is_resource(binding.role))
        });
        if let Some((_, other)) = other {
            self.shared
                .push((set, binding.binding, [other.role, binding.role]));
        }
        let known = self.bindings.iter_mut().find(|(s, b)| {
            (*s, b.binding, b.descriptor_type) == (set, binding.binding, binding.descriptor_type)
        });
        match known {
            // Ranges that share a binding take the larger count; unbounded is the largest.
            Some((_, known)) => {
                known.count = match (known.count, binding.count) {
                    (Some(a), Some(b)) => Some(a.max(b)),
                    _ => None,
                };
            }
            None => self.bindings.push((set, binding)),
        }
    }

    fn resource(&mut self, plan: &Plan, resource: &ResourcePlan) {
        match resource.binding {
            ResourceBinding::Descriptor {
                set,
                binding,
                descriptor_type,
                ..
            } => self.add(
                set,
                simple(binding, descriptor_type, resource.count, BindingRole::Resources),
            ),
            ResourceBinding::Heap {
                set,
                binding,
                descriptor_type,
                ..
            } => {
                let mut slot = simple(binding, descriptor_type, None, BindingRole::Resources);
                if let Some(mutable) = &plan.layout.mutable
                    && (mutable.set, mutable.binding) == (set, binding)
                {
                    slot.descriptor_type = DescriptorType::Mutable;
                    slot.mutable_types.clone_from(&mutable.types);
                }
                self.add(set, slot);
            }
            ResourceBinding::AddressHeap { set, binding, .. } => {
                self.add(set, side(binding, BindingRole::AccelerationStructures));
            }
            ResourceBinding::StaticSampler {
                set,
                binding,
                index,
                local,
            } => {
                let mut slot = simple(binding, DescriptorType::Sampler, Some(1), BindingRole::Resources);
                slot.static_sampler = Some(index);
                slot.local = local;
                self.add(set, slot);
            }
            ResourceBinding::InputAttachment { set, binding, .. } => self.add(
                set,
                simple(
                    binding,
                    DescriptorType::InputAttachment,
                    Some(1),
                    BindingRole::Resources,
                ),
            ),
            ResourceBinding::RootConstants { .. } | ResourceBinding::Address { .. } => {}
        }
        match resource.counter {
            Some(CounterBinding::Descriptor {
                set,
                binding,
                descriptor_type,
            }) => {
                let count = match resource.binding {
                    ResourceBinding::Heap { .. } => None,
                    _ => resource.count,
                };
                self.add(
                    set,
                    simple(binding, descriptor_type, count, BindingRole::UavCounters),
                );
            }
            Some(CounterBinding::Address {
                set,
                binding,
                through_uniform,
                ..
            }) => {
                let role = BindingRole::UavCounters;
                self.add(
                    set,
                    match through_uniform {
                        true => simple(binding, DescriptorType::UniformBuffer, Some(1), role),
                        false => side(binding, role),
                    },
                );
            }
            None => {}
        }
        if let Some(view) = &resource.offset_view {
            self.add(view.set, side(view.binding, BindingRole::OffsetBuffer));
        }
    }
}

/// All that `plan` has bindings for.
fn all(plan: &Plan) -> Sets {
    let mut sets = Sets::default();
    for resource in &plan.resources {
        sets.resource(plan, resource);
    }
    sides(plan, &mut sets);
    sets
}

/// What is beside the resources.
fn sides(plan: &Plan, sets: &mut Sets) {
    let layout = &plan.layout;
    if let Some(block) = &layout.inline_uniform_block {
        sets.add(
            block.set,
            simple(
                block.binding,
                DescriptorType::InlineUniformBlock,
                Some(block.size),
                BindingRole::RootParameters,
            ),
        );
    }
    match layout.heap_size {
        Some(HeapSize::Buffer { set, binding } | HeapSize::HeapView { set, binding, .. }) => {
            sets.add(set, side(binding, BindingRole::HeapSize));
        }
        Some(HeapSize::UniformBuffer { set, binding }) => {
            let role = BindingRole::HeapSize;
            sets.add(set, simple(binding, DescriptorType::UniformBuffer, Some(1), role));
        }
        Some(HeapSize::Constant { .. } | HeapSize::SpecConstant) | None => {}
    }
    for (word, role) in layout
        .views
        .iter()
        .zip([BindingRole::View, BindingRole::ViewMask])
    {
        if let Some(UniformWord { set, binding }) = *word {
            sets.add(set, simple(binding, DescriptorType::UniformBuffer, Some(1), role));
        }
    }
    if let Some(qa) = &layout.descriptor_qa {
        sets.add(qa.heap_set, side(qa.heap_binding, BindingRole::DescriptorQaHeap));
        sets.add(
            qa.report_set,
            side(qa.report_binding, BindingRole::DescriptorQaReport),
        );
    }
    if let Some(what) = layout.instrumentation.as_ref().filter(|what| what.kind.reports()) {
        let control = side(what.control_binding, BindingRole::InstrumentationControl);
        let payload = side(what.payload_binding, BindingRole::InstrumentationPayload);
        if let Some(HeapAddresses { set, binding, .. }) = what.addresses {
            sets.add(set, side(binding, BindingRole::AccelerationStructures));
        }
        sets.add(what.control_set, control);
        sets.add(what.payload_set, payload);
    }
}

/// The sets of `plan`, bindings in order.
pub fn descriptor_sets(plan: &Plan) -> Vec<DescriptorSet> {
    let Sets { mut bindings, .. } = all(plan);
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

/// Bindings that resources share which D3D12 has apart: of different descriptor types, which no descriptor set layout
/// allows, or of different classes, which then are one resource; or that are for something else too, as the view of a draw.
/// For each, what to tell the user.
pub fn conflicts<'r>(plan: &Plan, resources: impl Iterator<Item = &'r Resource>) -> Vec<Warning> {
    let mut seen: FxHashMap<(u32, u32), (DescriptorType, &Resource)> = FxHashMap::default();
    let mut found = Vec::new();
    for (resource, plan) in resources.zip(&plan.resources) {
        let ResourceBinding::Descriptor {
            set,
            binding,
            descriptor_type,
            ..
        } = plan.binding
        else {
            continue;
        };
        let (other_type, other) = match seen.entry((set, binding)) {
            Entry::Vacant(entry) => {
                entry.insert((descriptor_type, resource));
                continue;
            }
            Entry::Occupied(entry) => *entry.get(),
        };
        let consequence = if other_type != descriptor_type {
            format!("as {other_type:?} and {descriptor_type:?}, which no descriptor set layout allows")
        } else if other.class != resource.class {
            format!("as one {descriptor_type:?}, so that both are the same resource")
        } else {
            continue;
        };
        let message = format!(
            "registers {}{} and {}{}, space {}, share set {set} binding {binding} {consequence}; shift the registers of \
             a class or give a root signature",
            other.class.letter(),
            other.lower,
            resource.class.letter(),
            resource.lower,
            resource.space
        );
        found.push(Warning::new(WarningKind::SharedBinding, message));
    }
    // Most plans have nothing but resources.
    let mut beside = Sets::default();
    sides(plan, &mut beside);
    let shared = match beside.bindings.is_empty() {
        true => Vec::new(),
        false => all(plan).shared,
    };
    for (set, binding, [one, other]) in shared {
        let message = format!("set {set} binding {binding} is for {one:?} and for {other:?}");
        found.push(Warning::new(WarningKind::SharedBinding, message));
    }
    found
}
