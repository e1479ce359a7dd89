//! Descriptor set layouts of all stages together, and the pool for one set of each.

use super::super::module::Module;
use super::super::scope::Scope;
use crate::case::HEAP_SIZE;
use ash::vk;
use dxil2spirv::reflection::{BindingRole, DescriptorType, SetBinding};
use std::collections::BTreeMap;

/// Descriptors given to an unbounded array: a heap of the usual size, and the null descriptor behind it.
pub const ARRAY_SIZE: u32 = HEAP_SIZE + 1;

/// A binding.
pub struct Slot {
    pub descriptor_type: vk::DescriptorType,
    /// Descriptors; of an inline uniform block, bytes.
    pub count: u32,
    pub role: BindingRole,
    /// Of a mutable binding.
    pub mutable_types: Vec<vk::DescriptorType>,
    stages: vk::ShaderStageFlags,
    immutable: Option<vk::Sampler>,
}

impl Slot {
    /// Whether descriptors of the binding may be of type `wanted`.
    pub fn takes(&self, wanted: vk::DescriptorType) -> bool {
        self.descriptor_type == wanted
            || self.descriptor_type == vk::DescriptorType::MUTABLE_EXT && self.mutable_types.contains(&wanted)
    }
}

/// Bindings by set and number.
pub type Slots = BTreeMap<(u32, u32), Slot>;

pub fn vk_type(descriptor_type: DescriptorType) -> vk::DescriptorType {
    match descriptor_type {
        DescriptorType::Sampler => vk::DescriptorType::SAMPLER,
        DescriptorType::SampledImage => vk::DescriptorType::SAMPLED_IMAGE,
        DescriptorType::StorageImage => vk::DescriptorType::STORAGE_IMAGE,
        DescriptorType::UniformTexelBuffer => vk::DescriptorType::UNIFORM_TEXEL_BUFFER,
        DescriptorType::StorageTexelBuffer => vk::DescriptorType::STORAGE_TEXEL_BUFFER,
        DescriptorType::UniformBuffer => vk::DescriptorType::UNIFORM_BUFFER,
        DescriptorType::StorageBuffer => vk::DescriptorType::STORAGE_BUFFER,
        DescriptorType::InlineUniformBlock => vk::DescriptorType::INLINE_UNIFORM_BLOCK,
        DescriptorType::Mutable => vk::DescriptorType::MUTABLE_EXT,
        DescriptorType::InputAttachment => vk::DescriptorType::INPUT_ATTACHMENT,
        DescriptorType::AccelerationStructure => vk::DescriptorType::ACCELERATION_STRUCTURE_KHR,
        other => unreachable!("descriptors of type {other:?}"),
    }
}

/// The bindings of all stages together.
pub fn slots(scope: &mut Scope, modules: &[Module]) -> Result<Slots, String> {
    let mut slots = Slots::new();
    for module in modules {
        for set in &module.reflection.descriptor_sets {
            for (index, binding) in set.bindings.iter().enumerate() {
                let place = (set.set, binding.binding);
                if set.bindings[..index].iter().any(|b| b.binding == binding.binding) {
                    return Err(format!("set {} has two bindings {}", place.0, place.1));
                }
                let new = slot(scope, module, binding)?;
                match slots.get_mut(&place) {
                    None => {
                        slots.insert(place, new);
                    }
                    Some(slot)
                        if slot.descriptor_type != new.descriptor_type
                            || slot.count != new.count
                            || slot.role != new.role
                            || slot.mutable_types != new.mutable_types =>
                    {
                        return Err(format!(
                            "the stages disagree about set {} binding {}",
                            place.0, place.1
                        ));
                    }
                    Some(slot) => slot.stages |= module.stage,
                }
            }
        }
    }
    Ok(slots)
}

fn slot(scope: &mut Scope, module: &Module, binding: &SetBinding) -> Result<Slot, String> {
    let immutable = match binding.static_sampler {
        Some(index) => {
            let signature = match binding.local {
                true => &module.local,
                false => &module.signature,
            };
            let sampler = signature
                .as_ref()
                .and_then(|signature| signature.static_samplers.get(index as usize))
                .ok_or_else(|| format!("the root signature has no static sampler {index}"))?;
            Some(scope.sampler(&sampler.into())?)
        }
        None => None,
    };
    Ok(Slot {
        descriptor_type: vk_type(binding.descriptor_type),
        count: binding.count.unwrap_or(ARRAY_SIZE),
        role: binding.role,
        mutable_types: binding.mutable_types.iter().copied().map(vk_type).collect(),
        stages: module.stage,
        immutable,
    })
}

/// Set layouts without gaps from set 0, and a pool for one set of each.
pub fn layouts(
    scope: &mut Scope,
    slots: &Slots,
) -> Result<(Vec<vk::DescriptorSetLayout>, vk::DescriptorPool), String> {
    let Some(last) = slots.keys().map(|&(set, _)| set).max() else {
        return Ok((Vec::new(), vk::DescriptorPool::null()));
    };
    let limit = scope.device.limits.max_bound_descriptor_sets;
    if last >= limit {
        return Err(format!("the shader uses set {last}, the device has {limit}"));
    }
    let mut layouts = Vec::new();
    for set in 0..=last {
        layouts.push(set_layout(scope, slots, set)?);
    }
    let mut sizes: BTreeMap<vk::DescriptorType, u32> = BTreeMap::new();
    let mut blocks = 0;
    for slot in slots.values() {
        *sizes.entry(slot.descriptor_type).or_default() += slot.count;
        blocks += u32::from(slot.descriptor_type == vk::DescriptorType::INLINE_UNIFORM_BLOCK);
    }
    let sizes: Vec<_> = sizes
        .into_iter()
        .map(|(ty, descriptor_count)| vk::DescriptorPoolSize { ty, descriptor_count })
        .collect();
    let mut blocks =
        vk::DescriptorPoolInlineUniformBlockCreateInfo::default().max_inline_uniform_block_bindings(blocks);
    let info = vk::DescriptorPoolCreateInfo::default()
        .flags(vk::DescriptorPoolCreateFlags::UPDATE_AFTER_BIND)
        .max_sets(layouts.len() as u32)
        .pool_sizes(&sizes)
        .push_next(&mut blocks);
    Ok((layouts, scope.descriptor_pool(&info)?))
}

fn set_layout(scope: &mut Scope, slots: &Slots, set: u32) -> Result<vk::DescriptorSetLayout, String> {
    let here: Vec<_> = slots.range((set, 0)..=(set, u32::MAX)).collect();
    let immutable: Vec<_> = here
        .iter()
        .map(|(_, slot)| slot.immutable.map(|sampler| vec![sampler; slot.count as usize]))
        .collect();
    let bindings: Vec<_> = here
        .iter()
        .zip(&immutable)
        .map(|(((_, binding), slot), samplers)| {
            let info = vk::DescriptorSetLayoutBinding::default()
                .binding(*binding)
                .descriptor_type(slot.descriptor_type)
                .descriptor_count(slot.count)
                .stage_flags(slot.stages);
            match samplers {
                Some(samplers) => info.immutable_samplers(samplers),
                None => info,
            }
        })
        .collect();
    let flags: Vec<_> = here
        .iter()
        .map(|(_, slot)| match slot.descriptor_type {
            vk::DescriptorType::INPUT_ATTACHMENT | vk::DescriptorType::ACCELERATION_STRUCTURE_KHR => {
                vk::DescriptorBindingFlags::PARTIALLY_BOUND
            }
            _ => vk::DescriptorBindingFlags::PARTIALLY_BOUND | vk::DescriptorBindingFlags::UPDATE_AFTER_BIND,
        })
        .collect();
    let mut flags = vk::DescriptorSetLayoutBindingFlagsCreateInfo::default().binding_flags(&flags);
    let lists: Vec<_> = here
        .iter()
        .map(|(_, slot)| vk::MutableDescriptorTypeListEXT::default().descriptor_types(&slot.mutable_types))
        .collect();
    let mut lists = vk::MutableDescriptorTypeCreateInfoEXT::default().mutable_descriptor_type_lists(&lists);
    let info = vk::DescriptorSetLayoutCreateInfo::default()
        .flags(vk::DescriptorSetLayoutCreateFlags::UPDATE_AFTER_BIND_POOL)
        .bindings(&bindings)
        .push_next(&mut flags);
    let mutable = here.iter().any(|(_, slot)| !slot.mutable_types.is_empty());
    scope.set_layout(&if mutable { info.push_next(&mut lists) } else { info })
}
