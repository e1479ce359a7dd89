//! What modules declare, against what is laid out for them: what validation layers look at.
//!
//! Devices may not tell a storage buffer from a uniform buffer, nor a second blend source from a second target; a
//! mistake there must show all the same.

use super::super::module::Module;
use super::layout::Slots;
use ash::vk;
use std::collections::BTreeMap;

const TYPE_IMAGE: u32 = 25;
const TYPE_SAMPLER: u32 = 26;
const TYPE_ARRAY: u32 = 28;
const TYPE_RUNTIME_ARRAY: u32 = 29;
const TYPE_POINTER: u32 = 32;
const TYPE_ACCELERATION_STRUCTURE: u32 = 5341;
const VARIABLE: u32 = 59;
const DECORATE: u32 = 71;
const FUNCTION: u32 = 54;

const INDEX: u32 = 32;
const BINDING: u32 = 33;
const DESCRIPTOR_SET: u32 = 34;

const DIM_BUFFER: u32 = 5;
const DIM_SUBPASS_DATA: u32 = 6;

/// The declarations of a module: opcode and operands.
fn declarations(words: &[u32]) -> Vec<(u32, &[u32])> {
    let mut found = Vec::new();
    let mut rest = words.get(5..).unwrap_or_default();
    while let Some(&head) = rest.first() {
        let (opcode, length) = (head & 0xffff, (head >> 16).max(1) as usize);
        let Some((instruction, next)) = rest.split_at_checked(length) else {
            break;
        };
        if opcode == FUNCTION {
            break;
        }
        found.push((opcode, &instruction[1..]));
        rest = next;
    }
    found
}

/// Whether an output of the module is the second source of blending.
pub fn has_second_source(module: &Module) -> bool {
    declarations(&module.words)
        .iter()
        .any(|(opcode, operands)| *opcode == DECORATE && matches!(operands, [_, INDEX, 1]))
}

/// Checks that descriptors are of the types that the module takes them for.
pub fn check(module: &Module, slots: &Slots) -> Result<(), String> {
    let declarations = declarations(&module.words);
    let mut types = BTreeMap::new();
    let mut places: BTreeMap<u32, [Option<u32>; 2]> = BTreeMap::new();
    for (opcode, operands) in &declarations {
        match (*opcode, *operands) {
            (DECORATE, &[id, DESCRIPTOR_SET, set]) => places.entry(id).or_default()[0] = Some(set),
            (DECORATE, &[id, BINDING, binding]) => places.entry(id).or_default()[1] = Some(binding),
            (
                TYPE_IMAGE
                | TYPE_SAMPLER
                | TYPE_ARRAY
                | TYPE_RUNTIME_ARRAY
                | TYPE_POINTER
                | TYPE_ACCELERATION_STRUCTURE,
                &[id, ..],
            ) => {
                types.insert(id, (*opcode, *operands));
            }
            (VARIABLE, &[pointer, id, class, ..]) => {
                let Some(&[Some(set), Some(binding)]) = places.get(&id) else {
                    continue;
                };
                let wanted = match class {
                    2 => vk::DescriptorType::UNIFORM_BUFFER,
                    12 => vk::DescriptorType::STORAGE_BUFFER,
                    _ => opaque(&types, pointer)
                        .ok_or_else(|| format!("variable %{id} is of no known type"))?,
                };
                let slot = slots.get(&(set, binding)).ok_or_else(|| {
                    format!("there is no layout for set {set} binding {binding}, {wanted:?}")
                })?;
                let inline = vk::DescriptorType::INLINE_UNIFORM_BLOCK;
                let block = wanted == vk::DescriptorType::UNIFORM_BUFFER && slot.takes(inline);
                if !slot.takes(wanted) && !block {
                    return Err(format!(
                        "set {set} binding {binding} is {:?} to the layout and {wanted:?} to the shader",
                        slot.descriptor_type
                    ));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// The descriptor type of an image or a sampler behind a pointer, an array of it likewise.
fn opaque(types: &BTreeMap<u32, (u32, &[u32])>, pointer: u32) -> Option<vk::DescriptorType> {
    use vk::DescriptorType as Type;
    let mut id = pointer;
    loop {
        id = match *types.get(&id)? {
            (TYPE_POINTER, &[_, _, pointee]) => pointee,
            (TYPE_ARRAY | TYPE_RUNTIME_ARRAY, &[_, element, ..]) => element,
            (TYPE_SAMPLER, _) => return Some(Type::SAMPLER),
            (TYPE_ACCELERATION_STRUCTURE, _) => return Some(Type::ACCELERATION_STRUCTURE_KHR),
            (TYPE_IMAGE, &[_, _, DIM_SUBPASS_DATA, ..]) => return Some(Type::INPUT_ATTACHMENT),
            (TYPE_IMAGE, &[_, _, dim, _, _, _, sampled, ..]) => {
                return Some(match (dim == DIM_BUFFER, sampled == 2) {
                    (true, false) => Type::UNIFORM_TEXEL_BUFFER,
                    (true, true) => Type::STORAGE_TEXEL_BUFFER,
                    (false, false) => Type::SAMPLED_IMAGE,
                    (false, true) => Type::STORAGE_IMAGE,
                });
            }
            _ => return None,
        };
    }
}
