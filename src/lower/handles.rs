//! Handles: what a resource access goes through.
//!
//! A handle becomes an index into the descriptor array of its variable (and for textures and samplers the
//! loaded object), or the address of a root descriptor, or a place among the root constants.

use super::Lower;
use super::state::register_of;
pub use super::state::{Access, Handle, RootWords};
use crate::error::{Error, Result};
use crate::ir::{Flags, Inst, Op, Type, Value};
use crate::shader::{Resource, ResourceId};
use crate::vulkan::{DescriptorType, ResourceBinding, RootPlace, RootStorage};

impl Lower<'_> {
    /// The handle that operand 0 of `inst` names.
    pub fn handle_of(&self, inst: Inst) -> Result<Handle> {
        self.handle_operand(inst, 0)
    }

    /// The handle that operand `index` of `inst` names.
    pub fn handle_operand(&self, inst: Inst, index: usize) -> Result<Handle> {
        let value = self.arg(inst, index)?;
        value
            .as_inst()
            .and_then(|i| self.handles.known.get(&i))
            .copied()
            .ok_or_else(|| Error::unsupported("resource handle that depends on control flow or selection"))
    }

    /// The resource that a handle names.
    pub fn resource(&self, handle: &Handle) -> Result<&Resource> {
        self.module
            .resources
            .get(handle.resource)
            .ok_or_else(|| Error::internal(format!("{} does not exist", handle.resource)))
    }

    /// Whether operand 0 of `inst` is a raw or structured buffer.
    pub fn is_raw(&self, inst: Inst) -> Result<bool> {
        let handle = self.handle_of(inst)?;
        Ok(self.resource(&handle)?.kind.is_untyped_buffer())
    }

    /// Lowers a handle.
    pub fn handle(&mut self, inst: Inst) -> Result<()> {
        let data = self.func.insts[inst];
        let id = ResourceId(data.imm);
        // A heap handle without annotation has no uses.
        let Some(resource) = self.module.resources.get(id) else {
            return Ok(());
        };
        let lower = resource.lower;
        let coherent = self.is_coherent(resource);
        let mut flags = Flags(data.flags.0 & Flags::NON_UNIFORM.0);
        if self.options.binding.non_uniform_indices {
            flags = Flags::NON_UNIFORM;
        }
        let binding = self
            .resources
            .get(id.0 as usize)
            .map(|plan| plan.binding.clone())
            .ok_or_else(|| Error::internal(format!("{id} has no plan")))?;
        let register = self.arg(inst, 0)?;
        if self.module.const_bits(register).is_some() {
            flags = flags.without(Flags::NON_UNIFORM);
        }
        // Lanes of a wave may run with different records.
        if let ResourceBinding::Heap {
            table: Some(place), ..
        }
        | ResourceBinding::AddressHeap {
            table: Some(place), ..
        } = binding
            && place.storage == RootStorage::ShaderRecord
        {
            flags = Flags::NON_UNIFORM;
        }
        let access = match binding {
            ResourceBinding::Descriptor { element, .. } => {
                let element = element.wrapping_sub(lower);
                let element = self.has_several(id).then(|| self.displaced(register, element));
                Access::Descriptor(element)
            }
            ResourceBinding::Heap {
                table,
                offset,
                descriptor_type,
                ..
            } => {
                let index = self.heap_index(
                    inst,
                    register,
                    (table, offset.wrapping_sub(lower)),
                    descriptor_type,
                )?;
                Access::Descriptor(Some(index))
            }
            ResourceBinding::AddressHeap {
                set,
                binding,
                stride,
                first,
                table,
                offset,
            } => {
                let place = (table, offset.wrapping_sub(lower));
                let index = self.heap_index(inst, register, place, DescriptorType::AccelerationStructure)?;
                let name = "acceleration_structures";
                Access::Address(self.side_pair(name, (set, binding), first, stride, index))
            }
            ResourceBinding::Address { place, .. } => {
                let ty = self.module.types.vector(Type::I32, 2);
                Access::Address(self.root_member_once(place, ty)?)
            }
            ResourceBinding::RootConstants { place, size } => {
                let (member, first) = self.root_member_index(place)?;
                Access::RootConstants(RootWords {
                    storage: place.storage,
                    member,
                    first: first.unwrap_or(0),
                    words: size / 4,
                })
            }
            ResourceBinding::StaticSampler { .. } | ResourceBinding::InputAttachment { .. } => {
                Access::Descriptor(None)
            }
        };
        if matches!(access, Access::Descriptor(None)) {
            flags = Flags::NONE;
        }
        // Memory behind an address has no variable that says so.
        if coherent && matches!(access, Access::Address(_)) {
            flags = flags.with(Flags::COHERENT);
        }
        // Drivers may take variables of different types for different memory whatever their decorations say.
        let facts = self.found.facts.get(&id).copied().unwrap_or_default();
        let several = facts.read && facts.written && facts.widths.count_ones() > 1;
        if several && matches!(access, Access::Descriptor(_)) && !self.is_texels(id) {
            flags = flags.with(Flags::VOLATILE);
        }
        let mut handle = Handle {
            resource: id,
            access,
            flags,
            atomic_bits: self.atomic_bits(inst, id),
            object: None,
            window: None,
        };
        handle.object = self.load_object(&handle)?;
        handle.window = self.load_window(&handle, register)?;
        self.handles.known.insert(inst, handle);
        Ok(())
    }

    /// Bits of the widest atomic on what the handle `inst` of a resource names, 0 for none. Each descriptor of several has a format of
    /// its own, so that atomics on one say nothing of the others; but those of a range have one type in HLSL, and if that has 64
    /// bits, nothing else tells.
    fn atomic_bits(&self, inst: Inst, id: ResourceId) -> u32 {
        let all = self.found.facts.get(&id).map_or(0, |facts| facts.atomic_bits);
        let data = self.func.insts[inst];
        if all == 0 || all == 64 && data.op != Op::HeapHandle || !self.has_several(id) {
            return all;
        }
        let named = (id, register_of(&self.func, data));
        self.found.atomics.get(&named).copied().unwrap_or(0)
    }

    /// Whether a resource is a range of several descriptors, or a heap.
    pub fn has_several(&self, id: ResourceId) -> bool {
        let plan = self.resources.get(id.0 as usize);
        plan.is_some_and(|plan| plan.count != Some(1))
    }

    /// The array element of a heap's descriptor that the handle `inst` names by `register`: behind the table's offset at a
    /// place, and so many descriptors.
    fn heap_index(
        &mut self,
        inst: Inst,
        register: Value,
        (table, behind): (Option<RootPlace>, u32),
        descriptor_type: DescriptorType,
    ) -> Result<Value> {
        let heap = self.func.insts[inst].op == Op::HeapHandle;
        let mut index = self.displaced(register, if heap { 0 } else { behind });
        if let Some(place) = table {
            let table = self.table_offset(place, descriptor_type)?;
            index = self.add(table, index);
        }
        self.guarded_index(inst, descriptor_type, index)
    }

    /// `index + delta`. Indices come with their range's lower bound added, which `delta` mostly takes away again.
    fn displaced(&mut self, index: Value, delta: u32) -> Value {
        let mut base = (index, delta);
        if let Some(inst) = index.as_inst()
            && self.func.insts[inst].op == Op::IAdd
            && let &[a, b] = self.func.args(inst)
        {
            let (a, b) = (self.forwarded.resolve(a), self.forwarded.resolve(b));
            if let Some(bits) = self.module.const_bits(b) {
                base = (a, delta.wrapping_add(bits as u32));
            } else if let Some(bits) = self.module.const_bits(a) {
                base = (b, delta.wrapping_add(bits as u32));
            }
        }
        let delta = self.i32(base.1);
        self.add(base.0, delta)
    }
}
