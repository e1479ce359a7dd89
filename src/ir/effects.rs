//! What an instruction does besides computing its result, by what it works on.
//!
//! [`Op::effects`] says what an operation may do at most; here the operands tell which memory it is: the class of a
//! pointer's variable, the resource of a handle.

use super::function::{Function, Inst, Value};
use super::module::Module;
use super::op::{Flags, Op};
use super::types::{StorageClass, TypeData};
use crate::effects::{Effects, Memory};
use crate::shader::{ResourceClass, ResourceId, SystemValue};
use ::spirv::Decoration;

/// What `inst` of `function` does besides computing its result.
pub fn effects_of(module: &Module, function: &Function, inst: Inst) -> Effects {
    let data = &function.insts[inst];
    let mut effects = data.op.effects();
    if data.op == Op::SystemValue && data.imm == SystemValue::RayTCurrent as u32 {
        // It changes while an intersection shader runs.
        return Effects::of(Memory::RAY, Memory::NONE);
    }
    let touched = effects.reads.or(effects.writes);
    // Operations that go by their first operand.
    let resource = Memory::SRV.or(Memory::UAV);
    let works_on = if touched == Memory::ALL && data.op != Op::Call {
        let pointer = function.args(inst).first();
        pointer.map_or(Memory::ALL, |&pointer| pointed_at(module, function, pointer))
    } else if touched == resource && data.op.is_d3d12() {
        let handle = function.args(inst).first();
        handle.map_or(resource, |&handle| resource_of(module, function, handle))
    } else {
        return effects;
    };
    effects.reads = effects.reads.and(works_on);
    effects.writes = effects.writes.and(works_on);
    if data.flags.has(Flags::VOLATILE) {
        // Every access counts.
        effects.writes = effects.writes.or(effects.reads);
    }
    effects
}

/// The memory that the load `inst` of `function` reads: what [`effects_of`] says of it.
pub fn loaded_from(module: &Module, function: &Function, inst: Inst) -> Memory {
    let pointer = function.args(inst).first();
    pointer.map_or(Memory::ALL, |&pointer| pointed_at(module, function, pointer))
}

/// The memory of the pointer's class.
fn pointed_at(module: &Module, function: &Function, pointer: Value) -> Memory {
    let TypeData::Pointer { class, .. } = module.types.get(module.value_type(function, pointer)) else {
        return Memory::ALL;
    };
    match class {
        StorageClass::Workgroup => Memory::SHARED,
        StorageClass::Private | StorageClass::Function => Memory::LOCAL,
        StorageClass::Input => Memory::INPUT,
        StorageClass::Output => Memory::OUTPUT,
        StorageClass::TaskPayloadWorkgroupEXT
        | StorageClass::RayPayloadKHR
        | StorageClass::IncomingRayPayloadKHR
        | StorageClass::HitAttributeKHR
        | StorageClass::HitObjectAttributeNV
        | StorageClass::CallableDataKHR
        | StorageClass::IncomingCallableDataKHR => Memory::RECORD,
        StorageClass::PushConstant | StorageClass::ShaderRecordBufferKHR => Memory::ROOT,
        StorageClass::UniformConstant => Memory::DESCRIPTOR,
        // Constant buffers, and buffers beside the descriptors; nothing writes either.
        StorageClass::Uniform => Memory::CBV.or(Memory::ROOT).or(Memory::DESCRIPTOR),
        StorageClass::Image => Memory::UAV.or(Memory::COUNTER),
        StorageClass::StorageBuffer | StorageClass::PhysicalStorageBuffer
            if module.leads_into(function, pointer, Decoration::NonWritable) =>
        {
            Memory::SRV
        }
        StorageClass::StorageBuffer => Memory::SRV.or(Memory::UAV).or(Memory::COUNTER),
        // Any buffer has an address.
        StorageClass::PhysicalStorageBuffer => Memory::CBV
            .or(Memory::SRV)
            .or(Memory::UAV)
            .or(Memory::COUNTER)
            .or(Memory::ROOT)
            .or(Memory::DESCRIPTOR),
        _ => Memory::ALL,
    }
}

/// The memory of the resource that a handle names; both kinds where that is not plain.
fn resource_of(module: &Module, function: &Function, handle: Value) -> Memory {
    let any = Memory::SRV.or(Memory::UAV);
    let Some(data) = handle.as_inst().map(|inst| &function.insts[inst]) else {
        return any;
    };
    if !matches!(data.op, Op::Handle | Op::HeapHandle) {
        return any;
    }
    match module
        .resources
        .get(ResourceId(data.imm))
        .map(|resource| resource.class)
    {
        Some(ResourceClass::Srv) => Memory::SRV,
        Some(ResourceClass::Uav) => Memory::UAV,
        _ => any,
    }
}

#[cfg(test)]
mod tests {
    use super::effects_of;
    use crate::effects::Memory;
    use crate::ir::parse::parse_module;

    /// What each instruction of a function reads and writes.
    #[test]
    fn memory_is_that_of_the_operands() {
        let text = "struct $0 block { [* x i32 stride 4] offset 0 }\n\
                    struct $1 block read_only { [* x i32 stride 4] offset 0 }\n\
                    resource res0 Srv RawBuffer \"\"\n\
                    resource res1 Uav RawBuffer \"\"\n\
                    global @0 Workgroup i32\n\
                    global @1 Private i32\n\
                    global @2 StorageBuffer $0\n\
                    global @3 StorageBuffer $0 decorate NonWritable\n\
                    function func0 void {\n\
                    bb0:\n\
                    %0: handle = handle i32 0\n\
                    %1: handle = handle i32 0 #1\n\
                    %2: i32 = raw.load %0, i32 0, i32 undef #1025\n\
                    %3: i32 = raw.load %1, i32 0, i32 undef #1025\n\
                    raw.store %1, i32 0, i32 undef, %2, i32 undef, i32 undef, i32 undef #1025\n\
                    %4: i32 = load @0\n\
                    store @1, %4\n\
                    store.volatile @0, %4\n\
                    %5: i32 = load.volatile @0\n\
                    %6: ptr StorageBuffer i32 = access_chain @2, i32 0, i32 1\n\
                    %7: ptr StorageBuffer i32 = access_chain @3, i32 0, i32 1\n\
                    %8: i32 = load %6\n\
                    %9: i32 = load %7\n\
                    %10: i32 = atomic.iadd %6, i32 1 #1\n\
                    %11: ptr PhysicalStorageBuffer $0 = address_to_pointer i64 64\n\
                    %12: ptr PhysicalStorageBuffer $1 = address_to_pointer i64 64\n\
                    %13: ptr PhysicalStorageBuffer i32 = access_chain %12, i32 0, i32 1\n\
                    %14: ptr PhysicalStorageBuffer <2 x i32> = bitcast %13\n\
                    %15: ptr PhysicalStorageBuffer i32 = access_chain %11, i32 0, i32 1\n\
                    %16: <2 x i32> = load %14 #4\n\
                    %17: i32 = load %15 #4\n\
                    ret\n}\n";
        let module = parse_module(text).unwrap();
        let function = &module.functions[module.entry];
        let found: Vec<_> = function.blocks[crate::ir::Block(0)]
            .insts
            .iter()
            .map(|&inst| effects_of(&module, function, inst))
            .map(|effects| (effects.reads, effects.writes))
            .collect();
        let none = Memory::NONE;
        let buffer = Memory::SRV.or(Memory::UAV).or(Memory::COUNTER);
        let address = buffer.or(Memory::CBV).or(Memory::ROOT).or(Memory::DESCRIPTOR);
        assert_eq!(
            found,
            [
                (none, none),
                (none, none),
                (Memory::SRV, none),
                (Memory::UAV, none),
                (none, Memory::UAV),
                (Memory::SHARED, none),
                (none, Memory::LOCAL),
                (none, Memory::SHARED),
                (Memory::SHARED, Memory::SHARED),
                (none, none),
                (none, none),
                (buffer, none),
                (Memory::SRV, none),
                (buffer, buffer),
                (none, none),
                (none, none),
                (none, none),
                (none, none),
                (none, none),
                (Memory::SRV, none),
                (address, none),
            ]
        );
        // What is only read may be read once; the rest may change in between.
        let movable = |index: usize| {
            let inst = function.blocks[crate::ir::Block(0)].insts[index];
            effects_of(&module, function, inst).movable()
        };
        assert!(movable(2) && movable(12) && movable(19));
        assert!(!movable(3) && !movable(5) && !movable(11) && !movable(20));
    }
}
