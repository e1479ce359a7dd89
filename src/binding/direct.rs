//! The plan without a root signature: `set = space`, `binding = register`.

use super::{Plan, ResourcePlan, descriptor_type, heap_plan};
use crate::dxil::program::EntryPoint;
use crate::reflection::{CounterBinding, PushConstants, ResourceBinding};

/// Every register is a binding of its own number; a UAV counter takes the next number that no resource of
/// its space uses.
pub fn plan(entry: &EntryPoint) -> Plan {
    let mut plans = Vec::with_capacity(entry.resources.len());
    // Next free binding of each space that needs counters.
    let mut free: Vec<(u32, u32)> = Vec::new();
    for resource in &entry.resources {
        if resource.heap {
            plans.push(heap_plan(resource));
            continue;
        }
        let counter = resource.has_counter.then(|| {
            let slot = match free.iter_mut().find(|(space, _)| *space == resource.space) {
                Some(slot) => slot,
                None => {
                    let next = entry
                        .resources
                        .iter()
                        .filter(|r| r.space == resource.space)
                        .map(|r| r.lower.saturating_add(1))
                        .max()
                        .unwrap_or(0);
                    free.push((resource.space, next));
                    let last = free.len() - 1;
                    &mut free[last]
                }
            };
            slot.1 += 1;
            CounterBinding {
                set: resource.space,
                binding: slot.1 - 1,
            }
        });
        plans.push(ResourcePlan {
            binding: ResourceBinding::Descriptor {
                set: resource.space,
                binding: resource.lower,
                descriptor_type: descriptor_type(resource),
            },
            count: resource.count,
            counter,
            root_parameter: None,
        });
    }
    Plan {
        resources: plans,
        push_constants: PushConstants::default(),
    }
}
