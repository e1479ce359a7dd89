//! Buffers beside the resources, made of what the resources are unless the case gives their contents.
//!
//! The layouts are those that the reflection documents; descriptor QA's are version 2 of vkd3d-proton's interface.

use super::super::module::Module;
use super::super::scope::GpuBuffer;
use super::Bound;
use super::fill::Filler;
use super::write::{Descriptor, write};
use crate::case::{HeapInfo, QA_COOKIE, QA_TIMESTAMP, Register, Resource};
use ash::vk;
use dxil2spirv::reflection::{BindingRole, CounterBinding, HeapSize, OffsetView, ResourceBinding};
use dxil2spirv::shader::ResourceClass;
use std::collections::BTreeMap;

/// The number that descriptor QA reports the heap by.
pub const QA_HEAP: u32 = 7;
/// Bytes of the report before the bits that say which cookies are alive.
const QA_REPORT: usize = 44;
/// Where the report has the time of the latest submission.
const QA_NOW: usize = 40;
/// A mask that lets everything but samplers pass: of null descriptors.
const QA_NULL: u32 = 0x17f;
/// The bit of a mask for a UAV counter.
const QA_COUNTER: u32 = 0x100;

/// What was found out about the buffers beside the resources while these were bound.
#[derive(Default)]
pub struct Sides {
    /// Records by role: byte offset, bytes.
    records: BTreeMap<BindingRole, Vec<(u32, Vec<u8>)>>,
    /// What is in the resource heap, by index.
    heap: BTreeMap<u32, Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    register: Register,
    mask: u32,
    null: bool,
}

/// The bit that descriptor QA has for a descriptor type.
fn mask_bit(ty: vk::DescriptorType) -> u32 {
    match ty {
        vk::DescriptorType::SAMPLED_IMAGE => 1,
        vk::DescriptorType::STORAGE_IMAGE => 2,
        vk::DescriptorType::UNIFORM_BUFFER => 4,
        vk::DescriptorType::STORAGE_BUFFER => 8,
        vk::DescriptorType::UNIFORM_TEXEL_BUFFER => 0x10,
        vk::DescriptorType::STORAGE_TEXEL_BUFFER => 0x20,
        vk::DescriptorType::ACCELERATION_STRUCTURE_KHR => 0x40,
        _ => 0,
    }
}

impl Sides {
    /// Notes bytes of a side buffer.
    pub fn record(&mut self, role: BindingRole, offset: u32, bytes: &[u8]) {
        self.records
            .entry(role)
            .or_default()
            .push((offset, bytes.to_vec()));
    }

    /// Notes what is in the resource heap at `index`.
    pub fn in_heap(
        &mut self,
        index: u32,
        register: &Register,
        ty: vk::DescriptorType,
        bound: &Bound,
    ) -> Result<(), String> {
        let counted = matches!(bound, Bound::Buffer { counter: Some(_), .. });
        let mask = mask_bit(ty) | if counted { QA_COUNTER } else { 0 };
        self.entry(index, register, mask, matches!(bound, Bound::Null))
    }

    /// Notes a resource of the heap that no shader has a use for: another type than what it looks for, or an index
    /// that it does not ask for.
    pub fn unused(&mut self, register: &Register, resource: Option<&Resource>) -> Result<(), String> {
        let uav = register.class == ResourceClass::Uav;
        let (null, ty) = match resource {
            Some(Resource::Texture(_)) if uav => (false, vk::DescriptorType::STORAGE_IMAGE),
            Some(Resource::Texture(_)) => (false, vk::DescriptorType::SAMPLED_IMAGE),
            Some(Resource::Buffer(_)) if register.class == ResourceClass::Cbv => {
                (false, vk::DescriptorType::UNIFORM_BUFFER)
            }
            Some(Resource::Buffer(buffer)) if buffer.format.is_none() => {
                (false, vk::DescriptorType::STORAGE_BUFFER)
            }
            Some(Resource::Buffer(_)) if uav => (false, vk::DescriptorType::STORAGE_TEXEL_BUFFER),
            Some(Resource::Buffer(_)) => (false, vk::DescriptorType::UNIFORM_TEXEL_BUFFER),
            Some(Resource::Scene(_)) => (false, vk::DescriptorType::ACCELERATION_STRUCTURE_KHR),
            Some(Resource::Null) => (true, vk::DescriptorType::STORAGE_BUFFER),
            Some(Resource::Sampler(_)) | None => return Ok(()),
        };
        self.entry(register.number, register, mask_bit(ty), null)
    }

    fn entry(&mut self, index: u32, register: &Register, mask: u32, null: bool) -> Result<(), String> {
        let entry = self.heap.entry(index).or_insert(Entry {
            register: *register,
            mask: 0,
            null,
        });
        entry.mask |= mask;
        if entry.register != *register {
            return Err(format!(
                "{register} and {} are one descriptor of the heap: {index}",
                entry.register
            ));
        }
        Ok(())
    }
}

impl Filler<'_> {
    /// Makes and binds the buffers beside the resources.
    pub fn make_sides(&mut self, modules: &[Module]) -> Result<BTreeMap<BindingRole, GpuBuffer>, String> {
        let mut wanted = BTreeMap::new();
        let mut through_uniform = false;
        let mut sizes = self.case.heap_size;
        for module in modules {
            match module.reflection.heap_size {
                Some(
                    HeapSize::Buffer { set, binding }
                    | HeapSize::UniformBuffer { set, binding }
                    | HeapSize::HeapView { set, binding, .. },
                ) => {
                    wanted.insert(BindingRole::HeapSize, (set, binding));
                }
                Some(HeapSize::Constant { resources, samplers }) => sizes = [resources, samplers],
                Some(HeapSize::SpecConstant) | None => {}
            }
            // Those that the shader may read although nothing of the case leads there.
            for resource in &module.reflection.resources {
                if let Some(CounterBinding::Address {
                    set,
                    binding,
                    through_uniform: through,
                    ..
                }) = resource.counter
                {
                    through_uniform |= through;
                    wanted.insert(BindingRole::UavCounters, (set, binding));
                }
                if let ResourceBinding::AddressHeap { set, binding, .. } = resource.vulkan {
                    wanted.insert(BindingRole::AccelerationStructures, (set, binding));
                }
                if let Some(OffsetView { set, binding, .. }) = resource.offset_view {
                    wanted.insert(BindingRole::OffsetBuffer, (set, binding));
                }
            }
            for set in &module.reflection.descriptor_sets {
                for slot in &set.bindings {
                    if matches!(slot.role, BindingRole::View | BindingRole::ViewMask) {
                        wanted.insert(slot.role, (set.set, slot.binding));
                    }
                }
            }
            if let Some(what) = module
                .reflection
                .instrumentation
                .as_ref()
                .filter(|what| what.kind.reports())
            {
                if let Some(addresses) = &what.addresses {
                    let place = (addresses.set, addresses.binding);
                    wanted.insert(BindingRole::AccelerationStructures, place);
                }
                let control = (what.control_set, what.control_binding);
                wanted.insert(BindingRole::InstrumentationControl, control);
                let payload = (what.payload_set, what.payload_binding);
                wanted.insert(BindingRole::InstrumentationPayload, payload);
            }
            if let Some(qa) = &module.reflection.descriptor_qa {
                wanted.insert(BindingRole::DescriptorQaHeap, (qa.heap_set, qa.heap_binding));
                wanted.insert(
                    BindingRole::DescriptorQaReport,
                    (qa.report_set, qa.report_binding),
                );
            }
        }
        for role in self.case.sides.keys() {
            if !wanted.contains_key(role) {
                return Err(format!("the case fills {role:?}, which no shader of it has"));
            }
        }
        let mut made = BTreeMap::new();
        let heap = modules
            .iter()
            .find_map(|module| module.reflection.heap_size.clone());
        for (role, (set, binding)) in wanted {
            let ty = match (role, &heap) {
                (BindingRole::HeapSize, Some(HeapSize::UniformBuffer { .. })) => {
                    vk::DescriptorType::UNIFORM_BUFFER
                }
                (BindingRole::UavCounters, _) if through_uniform => vk::DescriptorType::UNIFORM_BUFFER,
                (BindingRole::View | BindingRole::ViewMask, _) => vk::DescriptorType::UNIFORM_BUFFER,
                _ => vk::DescriptorType::STORAGE_BUFFER,
            };
            match self.slots.get(&(set, binding)) {
                Some(slot) if slot.role == role && slot.takes(ty) => {}
                _ => {
                    return Err(format!(
                        "set {set} binding {binding} is not among the descriptor sets as {role:?}"
                    ));
                }
            }
            let bytes = match self.case.sides.get(&role) {
                Some(bytes) => bytes.clone(),
                None => match (role, &heap) {
                    (BindingRole::HeapSize, Some(HeapSize::HeapView { stride, .. })) => {
                        vec![0; (stride * sizes[0]) as usize]
                    }
                    _ => self.contents(role, sizes),
                },
            };
            let mut buffer = self.scope.buffer(&bytes)?;
            if through_uniform && role == BindingRole::UavCounters {
                let address = self.scope.address(&buffer);
                buffer = self.scope.buffer(&address.to_le_bytes())?;
            }
            let descriptor = Descriptor::Buffer(buffer.handle, buffer.offset, buffer.size);
            write(self.scope, self.sets, (set, binding, 0), 1, ty, descriptor);
            made.insert(role, buffer);
        }
        Ok(made)
    }

    /// What a side buffer holds, by what the case binds.
    fn contents(&self, role: BindingRole, sizes: [u32; 2]) -> Vec<u8> {
        match role {
            BindingRole::HeapSize => sizes.iter().flat_map(|size| size.to_le_bytes()).collect(),
            BindingRole::DescriptorQaHeap => self.qa_heap(sizes[0]),
            BindingRole::DescriptorQaReport => self.qa_report(),
            _ => {
                let mut bytes = vec![0; 16];
                for (offset, record) in self.sides.records.get(&role).into_iter().flatten() {
                    let (start, end) = (*offset as usize, *offset as usize + record.len());
                    if bytes.len() < end {
                        bytes.resize(end, 0);
                    }
                    bytes[start..end].copy_from_slice(record);
                }
                bytes
            }
        }
    }

    fn heap_info(&self, register: &Register) -> HeapInfo {
        self.case.heap_info.get(register).copied().unwrap_or_default()
    }

    fn cookie(&self, index: u32, entry: &Entry) -> u32 {
        let info = self.heap_info(&entry.register);
        info.cookie
            .unwrap_or(if entry.null { 0 } else { QA_COOKIE + index })
    }

    fn qa_heap(&self, size: u32) -> Vec<u8> {
        let mut words = vec![size, QA_HEAP];
        for index in 0..size {
            let entry = match self.sides.heap.get(&index) {
                None => [0, 0, QA_NULL],
                Some(entry) => {
                    let info = self.heap_info(&entry.register);
                    let mask = if entry.null { QA_NULL } else { entry.mask };
                    let time = info
                        .timestamp
                        .unwrap_or(if entry.null { 0 } else { QA_TIMESTAMP });
                    [self.cookie(index, entry), time, info.mask.unwrap_or(mask)]
                }
            };
            words.extend(entry);
        }
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    fn qa_report(&self) -> Vec<u8> {
        let mut bytes = vec![0; QA_REPORT];
        bytes[QA_NOW..QA_REPORT].copy_from_slice(&(QA_TIMESTAMP + 1).to_le_bytes());
        // Cookie 0 is that of null descriptors.
        let mut live = vec![1u32];
        for (&index, entry) in &self.sides.heap {
            if self.heap_info(&entry.register).destroyed {
                continue;
            }
            let cookie = self.cookie(index, entry);
            let word = (cookie >> 5) as usize;
            if live.len() <= word {
                live.resize(word + 1, 0);
            }
            live[word] |= 1 << (cookie & 31);
        }
        bytes.extend(live.iter().flat_map(|word| word.to_le_bytes()));
        bytes
    }
}
