//! Which of its resources a module keeps: of a library's those that one of its shaders uses.

use crate::entity::IdVec;
use crate::ir::{Module, Op};
use crate::shader::{Resource, ResourceId};

/// Leaves out the resources of `module` that no handle names, and numbers the others anew.
pub fn keep_used_resources(module: &mut Module) {
    let count = module.resources.len();
    let mut used = vec![false; count];
    for function in module.functions.values() {
        for &block in &function.layout {
            for &inst in &function.blocks[block].insts {
                let data = &function.insts[inst];
                if names_resource(data.op)
                    && let Some(used) = used.get_mut(data.imm as usize)
                {
                    *used = true;
                }
            }
        }
    }
    keep(module, &used);
}

/// Leaves out these resources, which no handle names.
pub fn leave_out(module: &mut Module, resources: impl Iterator<Item = ResourceId>) {
    let mut used = vec![true; module.resources.len()];
    for id in resources {
        if let Some(used) = used.get_mut(id.0 as usize) {
            *used = false;
        }
    }
    keep(module, &used);
}

fn names_resource(op: Op) -> bool {
    matches!(op, Op::Handle | Op::HeapHandle)
}

/// Leaves out the resources that are not `used`.
fn keep(module: &mut Module, used: &[bool]) {
    if used.iter().all(|&used| used) {
        return;
    }
    let mut numbers = Vec::with_capacity(used.len());
    let mut kept: IdVec<ResourceId, Resource> = IdVec::new();
    let all = std::mem::take(&mut module.resources);
    for (resource, used) in all.values().zip(used.iter().copied()) {
        numbers.push(kept.len() as u32);
        if used {
            kept.push(resource.clone());
        }
    }
    module.resources = kept;
    for function in module.functions.values_mut() {
        for position in 0..function.layout.len() {
            let block = function.layout[position];
            for at in 0..function.blocks[block].insts.len() {
                let data = &mut function.insts[function.blocks[block].insts[at]];
                if names_resource(data.op)
                    && let Some(&number) = numbers.get(data.imm as usize)
                {
                    data.imm = number;
                }
            }
        }
    }
}
