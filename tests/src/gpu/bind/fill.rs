//! What goes where: resources to heaps and root parameters.

use super::super::module::Module;
use super::super::scope::{GpuBuffer, Scope};
use super::find::{covers, first_register, heap_index, in_heap, in_record, mapped};
use super::layout::{Slots, vk_type};
use super::side::Sides;
use super::write::{Descriptor, write, write_block};
use super::{Bound, Place};
use crate::case::{Argument, Case, Register, Sampler, Work, table_start};
use ash::vk;
use dxil2spirv::reflection::{
    BindingRole, PushConstantKind, PushConstantMember, ResourceBinding, ResourceReflection, RootPlace,
    RootStorage,
};
use dxil2spirv::shader::ResourceClass;
use std::collections::BTreeMap;

/// Fills the descriptor sets and the blocks of root parameters.
pub struct Filler<'a> {
    pub scope: &'a mut Scope,
    pub case: &'a Case,
    pub slots: &'a Slots,
    pub sets: &'a [vk::DescriptorSet],
    pub sides: Sides,
    /// What each descriptor shows.
    pub written: BTreeMap<Place, Register>,
    /// Root constants, with the addresses in them.
    constants: BTreeMap<Register, Vec<u8>>,
    push: Vec<u8>,
    /// The inline uniform block's set and binding, and bytes.
    block: Option<((u32, u32), Vec<u8>)>,
}

impl<'a> Filler<'a> {
    pub fn new(
        scope: &'a mut Scope,
        case: &'a Case,
        slots: &'a Slots,
        sets: &'a [vk::DescriptorSet],
        push_size: u32,
    ) -> Self {
        Self {
            scope,
            case,
            slots,
            sets,
            sides: Sides::default(),
            written: BTreeMap::new(),
            constants: case.constants.clone(),
            push: vec![0; push_size as usize],
            block: None,
        }
    }

    pub fn fill(&mut self, modules: &[Module], bound: &BTreeMap<Register, Bound>) -> Result<(), String> {
        self.fill_null(modules)?;
        self.address_constants(bound)?;
        let mut used: Vec<Register> = Vec::new();
        for module in modules {
            let reflection = &module.reflection;
            self.tables(RootStorage::PushConstants, &reflection.push_constants.members)?;
            if let Some(block) = &reflection.inline_uniform_block {
                let bytes = vec![0; block.size.next_multiple_of(4) as usize];
                self.block.get_or_insert(((block.set, block.binding), bytes));
                self.tables(RootStorage::InlineUniformBlock, &block.members)?;
            }
            for resource in &reflection.resources {
                let mut given = 0;
                let registers = bound.keys().chain(self.case.constants.keys());
                let registers: Vec<Register> = registers
                    .filter(|register| covers(resource, register, self.case.resources.get(register)))
                    .copied()
                    .collect();
                for register in registers {
                    self.resource(module, resource, &register, bound.get(&register))?;
                    used.push(register);
                    given += 1;
                }
                let fixed = matches!(resource.vulkan, ResourceBinding::StaticSampler { .. });
                if given == 0 && !fixed && !in_heap(resource) && !in_record(resource) {
                    return Err(format!(
                        "the case binds nothing to {}, `{}` of the {:?} shader",
                        first_register(resource),
                        resource.name,
                        module.reflection.stage
                    ));
                }
            }
        }
        let qa = modules.iter().any(|m| m.reflection.descriptor_qa.is_some());
        for register in self.case.resources.keys().chain(self.case.constants.keys()) {
            if used.contains(register) || in_tables(self.case, register) {
                continue;
            }
            // Descriptor QA knows of all that is in the heap.
            if !(qa && register.heap) {
                return Err(format!("the case binds {register}, which no shader of it has"));
            }
            self.sides.unused(register, self.case.resources.get(register))?;
        }
        Ok(())
    }

    /// Makes the buffers beside the resources; gives the push constants and these buffers.
    #[allow(clippy::type_complexity)]
    pub fn finish(
        mut self,
        modules: &[Module],
    ) -> Result<(Vec<u8>, BTreeMap<BindingRole, GpuBuffer>), String> {
        if let Some(((set, binding), bytes)) = &self.block {
            write_block(self.scope, self.sets, *set, *binding, bytes);
        }
        let sides = self.make_sides(modules)?;
        Ok((self.push, sides))
    }

    /// Puts addresses into root constants.
    fn address_constants(&mut self, bound: &BTreeMap<Register, Bound>) -> Result<(), String> {
        for (register, at, of) in &self.case.address_constants {
            let Some(Bound::Buffer { buffer, .. }) = bound.get(of) else {
                return Err(format!("{of} is no buffer that has an address"));
            };
            let address = self.scope.address(buffer).to_le_bytes();
            let bytes = self.constants.get_mut(register);
            let place = bytes.and_then(|bytes| bytes.get_mut(*at..at + address.len()));
            let place = place.ok_or_else(|| format!("{register} has no room for an address at {at}"))?;
            place.copy_from_slice(&address);
        }
        Ok(())
    }

    /// Writes where the tables start.
    fn tables(&mut self, storage: RootStorage, members: &[PushConstantMember]) -> Result<(), String> {
        for member in members {
            if member.kind == PushConstantKind::TableOffset {
                let offset = member.offset;
                let start = table_start(member.root_parameter.unwrap_or(mapped(offset))).to_le_bytes();
                self.root_bytes(RootPlace { storage, offset }, &start)?;
            }
        }
        Ok(())
    }

    /// Null descriptors everywhere at first, so that what a case leaves out is well defined. There are no null
    /// samplers: in heaps that a shader indexes by itself, some sampler takes their place.
    fn fill_null(&mut self, modules: &[Module]) -> Result<(), String> {
        let resources = || modules.iter().flat_map(|module| &module.reflection.resources);
        for (&(set, binding), slot) in self.slots {
            let mut here = resources().filter_map(|resource| match resource.vulkan {
                ResourceBinding::Descriptor {
                    set: s,
                    binding: b,
                    descriptor_type,
                    ..
                }
                | ResourceBinding::Heap {
                    set: s,
                    binding: b,
                    descriptor_type,
                    ..
                } => ((s, b) == (set, binding)).then_some((vk_type(descriptor_type), in_heap(resource))),
                _ => None,
            });
            let (ty, descriptor) = match slot.descriptor_type {
                // Null descriptors are not for attachments.
                vk::DescriptorType::INLINE_UNIFORM_BLOCK | vk::DescriptorType::INPUT_ATTACHMENT => continue,
                vk::DescriptorType::SAMPLER if here.any(|(_, heap)| heap) => {
                    let sampler = self.scope.sampler(&Sampler::point())?;
                    (slot.descriptor_type, Descriptor::Sampler(sampler))
                }
                vk::DescriptorType::SAMPLER => continue,
                // Null descriptors have a type too.
                vk::DescriptorType::MUTABLE_EXT => {
                    let first = here.next().map(|(ty, _)| ty);
                    let ty = self.case.null_type.map(vk_type).or(first);
                    (ty.unwrap_or(vk::DescriptorType::STORAGE_BUFFER), Descriptor::Null)
                }
                ty => (ty, Descriptor::Null),
            };
            write(
                self.scope,
                self.sets,
                (set, binding, 0),
                slot.count,
                ty,
                descriptor,
            );
        }
        Ok(())
    }

    fn root_bytes(&mut self, place: RootPlace, bytes: &[u8]) -> Result<(), String> {
        let block = match place.storage {
            RootStorage::PushConstants => &mut self.push,
            RootStorage::InlineUniformBlock => match &mut self.block {
                Some((_, block)) => block,
                None => return Err("there is no inline uniform block".to_owned()),
            },
            RootStorage::ShaderRecord => return Err("shader records are not bound".to_owned()),
        };
        let offset = place.offset as usize;
        block
            .get_mut(offset..offset + bytes.len())
            .ok_or("a root parameter lies outside of its block")?
            .copy_from_slice(bytes);
        Ok(())
    }

    fn resource(
        &mut self,
        module: &Module,
        resource: &ResourceReflection,
        register: &Register,
        bound: Option<&Bound>,
    ) -> Result<(), String> {
        let index = if register.heap {
            register.number
        } else {
            register.number - resource.register
        };
        match &resource.vulkan {
            ResourceBinding::Descriptor {
                set,
                binding,
                descriptor_type,
                element,
            } => {
                let bound = bound.ok_or_else(|| format!("{register} is a descriptor, not root constants"))?;
                let place = (*set, *binding, element + index);
                self.descriptor(resource, place, *descriptor_type, register, bound)
            }
            ResourceBinding::Heap {
                set,
                binding,
                descriptor_type,
                table,
                offset,
            } => {
                let bound = bound.ok_or_else(|| format!("{register} is in a table, not root constants"))?;
                let element = heap_element(module, resource, register, (*table, *offset), index)?;
                if register.class != ResourceClass::Sampler {
                    let ty = vk_type(*descriptor_type);
                    self.sides.in_heap(element, register, ty, bound)?;
                }
                let place = (*set, *binding, element);
                self.descriptor(resource, place, *descriptor_type, register, bound)
            }
            ResourceBinding::AddressHeap {
                stride,
                first,
                table,
                offset,
                ..
            } => {
                let element = heap_element(module, resource, register, (*table, *offset), index)?;
                let address = match bound {
                    Some(Bound::Scene(scene)) => scene.address,
                    Some(Bound::Null) => 0,
                    _ => return Err(format!("{register}: {bound:?} has no address in the heap")),
                };
                if let Some(bound) = bound {
                    let ty = vk::DescriptorType::ACCELERATION_STRUCTURE_KHR;
                    self.sides.in_heap(element, register, ty, bound)?;
                }
                let role = BindingRole::AccelerationStructures;
                self.sides
                    .record(role, first + stride * element, &address.to_le_bytes());
                Ok(())
            }
            ResourceBinding::RootConstants { place, size } => {
                let bytes = self.constants.get(register).cloned();
                let bytes = bytes
                    .ok_or_else(|| format!("{register} is root constants: give them with `constants`"))?;
                if bytes.len() > *size as usize {
                    return Err(format!(
                        "{register} has {size} bytes of root constants, {} given",
                        bytes.len()
                    ));
                }
                self.root_bytes(*place, &bytes)
            }
            ResourceBinding::Address { place, .. } => match bound {
                Some(Bound::Buffer { buffer, .. }) => {
                    let address = self.scope.address(buffer);
                    self.root_bytes(*place, &address.to_le_bytes())
                }
                Some(Bound::Scene(scene)) => self.root_bytes(*place, &scene.address.to_le_bytes()),
                Some(Bound::Null) => self.root_bytes(*place, &[0; 8]),
                _ => Err(format!("{register} is a root descriptor: it needs a buffer")),
            },
            ResourceBinding::InputAttachment { set, binding, .. } => {
                let bound =
                    bound.ok_or_else(|| format!("{register} is an attachment, not root constants"))?;
                let place = (*set, *binding, index);
                self.descriptor(
                    resource,
                    place,
                    dxil2spirv::reflection::DescriptorType::InputAttachment,
                    register,
                    bound,
                )
            }
            ResourceBinding::StaticSampler { .. } => Err(format!(
                "{register} is a static sampler: the root signature describes it"
            )),
        }
    }
}

/// Whether a row of the case's shader tables has the address of what a register is bound to.
fn in_tables(case: &Case, register: &Register) -> bool {
    let Work::Rays(tracing) = &case.work else {
        return false;
    };
    let mut arguments = tracing.rows().flat_map(|row| &row.arguments);
    arguments.any(|argument| matches!(argument, Argument::Address(of) if of == register))
}

/// The element of the heap at which a register is that is number `index` of a resource's: behind a table and so many
/// descriptors.
fn heap_element(
    module: &Module,
    resource: &ResourceReflection,
    register: &Register,
    (table, offset): (Option<RootPlace>, u32),
    index: u32,
) -> Result<u32, String> {
    if register.heap {
        return Ok(index);
    }
    let start = match (table, resource.d3d12.as_ref().map(|root| root.parameter)) {
        (Some(_), Some(parameter)) => table_start(parameter) + offset,
        (Some(place), None) => table_start(mapped(place.offset)) + offset,
        (None, _) => offset,
    };
    let element = start + index;
    if let (Some(signature), Some(root)) = (&module.signature, &resource.d3d12) {
        let want = heap_index(signature, root, register)?;
        if want != element {
            return Err(format!("{register} is at {want} of the heap, not at {element}"));
        }
    }
    Ok(element)
}
