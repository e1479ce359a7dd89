//! From reflection to descriptor sets and push constants.
//!
//! In: the stages' reflections, the case's resources by register, and the device's objects for them. Out: pipeline
//! layout, descriptor sets, push-constant bytes. A resource that no stage has, and a stage's resource that the case
//! does not give, are both errors: a case says exactly what it uses.

use super::format;
use super::module::Module;
use super::scope::{Context, GUARD, GpuBuffer, GpuImage, Scope};
use crate::case::{Case, Register, Resource};
use ash::vk;
use dxil2spirv::dxil::program::{ResourceClass, ResourceKind};
use dxil2spirv::reflection::{
    CounterBinding, DescriptorType, PushConstantKind, ResourceBinding, ResourceReflection,
};
use std::collections::BTreeMap;

/// Descriptors given to an unbounded array.
const HEAP_SIZE: u32 = 1024;

/// Where the table of a root parameter starts in its heap: never 0, so that a forgotten offset shows.
fn table_start(root_parameter: u32) -> u32 {
    8 + 64 * root_parameter
}

/// The device's side of a case's resource.
#[derive(Debug)]
pub enum Bound {
    Buffer {
        buffer: GpuBuffer,
        format: Option<vk::Format>,
        counter: Option<GpuBuffer>,
    },
    Image {
        image: GpuImage,
        view_mip: u32,
    },
    Sampler(vk::Sampler),
    Null,
}

/// What a command buffer binds.
pub struct Bindings {
    pub layout: vk::PipelineLayout,
    pub sets: Vec<vk::DescriptorSet>,
    pub push: Vec<u8>,
    pub stages: vk::ShaderStageFlags,
}

#[derive(Clone, Copy)]
struct Slot {
    descriptor_type: vk::DescriptorType,
    count: u32,
    stages: vk::ShaderStageFlags,
    immutable: Option<vk::Sampler>,
}

/// A descriptor to write: set, binding, element.
type Place = (u32, u32, u32);

/// Lays out and fills everything that `modules` reach.
pub fn bindings(
    scope: &mut Scope,
    case: &Case,
    modules: &[Module],
    bound: &BTreeMap<Register, Bound>,
) -> Result<Bindings, String> {
    let slots = slots(scope, modules)?;
    let (layouts, pool) = layouts(scope, &slots)?;
    let sets = if layouts.is_empty() {
        Vec::new()
    } else {
        let info = vk::DescriptorSetAllocateInfo::default()
            .descriptor_pool(pool)
            .set_layouts(&layouts);
        // SAFETY: see the module documentation of `gpu`.
        unsafe { scope.device.raw.allocate_descriptor_sets(&info) }.context("vkAllocateDescriptorSets")?
    };
    let stages = modules
        .iter()
        .fold(vk::ShaderStageFlags::empty(), |all, module| all | module.stage);
    let push_size = modules
        .iter()
        .map(|m| m.reflection.push_constants.size)
        .max()
        .unwrap_or(0);
    let ranges = [vk::PushConstantRange {
        stage_flags: stages,
        offset: 0,
        size: push_size.next_multiple_of(4),
    }];
    let info = vk::PipelineLayoutCreateInfo::default()
        .set_layouts(&layouts)
        .push_constant_ranges(if push_size == 0 { &[] } else { &ranges });
    let layout = scope.pipeline_layout(&info)?;

    let mut filler = Filler {
        scope,
        slots: &slots,
        sets: &sets,
        written: BTreeMap::new(),
        push: vec![0; push_size.next_multiple_of(4) as usize],
    };
    filler.fill(case, modules, bound)?;
    let push = filler.push;
    Ok(Bindings {
        layout,
        sets,
        push,
        stages,
    })
}

fn vk_type(descriptor_type: DescriptorType) -> vk::DescriptorType {
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
    }
}

/// The bindings of all stages together.
fn slots(scope: &mut Scope, modules: &[Module]) -> Result<BTreeMap<(u32, u32), Slot>, String> {
    let mut slots: BTreeMap<(u32, u32), Slot> = BTreeMap::new();
    for module in modules {
        for set in &module.reflection.descriptor_sets {
            for binding in &set.bindings {
                let place = (set.set, binding.binding);
                let descriptor_type = vk_type(binding.descriptor_type);
                let count = binding.count.unwrap_or(HEAP_SIZE);
                if let Some(slot) = slots.get_mut(&place) {
                    if slot.descriptor_type != descriptor_type || slot.count != count {
                        return Err(format!(
                            "the stages disagree about set {} binding {}",
                            place.0, place.1
                        ));
                    }
                    slot.stages |= module.stage;
                    continue;
                }
                let immutable = match binding.static_sampler {
                    Some(index) => {
                        let sampler = module
                            .signature
                            .as_ref()
                            .and_then(|signature| signature.static_samplers.get(index as usize))
                            .ok_or_else(|| format!("the root signature has no static sampler {index}"))?;
                        Some(scope.sampler(&sampler.into())?)
                    }
                    None => None,
                };
                slots.insert(
                    place,
                    Slot {
                        descriptor_type,
                        count,
                        stages: module.stage,
                        immutable,
                    },
                );
            }
        }
    }
    Ok(slots)
}

/// Set layouts without gaps from set 0, and a pool for one set of each.
fn layouts(
    scope: &mut Scope,
    slots: &BTreeMap<(u32, u32), Slot>,
) -> Result<(Vec<vk::DescriptorSetLayout>, vk::DescriptorPool), String> {
    let Some(last) = slots.keys().map(|&(set, _)| set).max() else {
        return Ok((Vec::new(), vk::DescriptorPool::null()));
    };
    let limit = scope.device.limits.max_bound_descriptor_sets;
    if last >= limit {
        return Err(format!("the shader uses set {last}, the device has {limit}"));
    }
    let mut layouts = Vec::new();
    let mut sizes: BTreeMap<vk::DescriptorType, u32> = BTreeMap::new();
    for set in 0..=last {
        let here: Vec<_> = slots.range((set, 0)..=(set, u32::MAX)).collect();
        let immutable: Vec<_> = here
            .iter()
            .map(|(_, slot)| vec![slot.immutable.unwrap_or_default(); slot.count as usize])
            .collect();
        let bindings: Vec<_> = here
            .iter()
            .zip(&immutable)
            .map(|(&(&(_, binding), slot), samplers)| {
                *sizes.entry(slot.descriptor_type).or_default() += slot.count;
                let info = vk::DescriptorSetLayoutBinding::default()
                    .binding(binding)
                    .descriptor_type(slot.descriptor_type)
                    .descriptor_count(slot.count)
                    .stage_flags(slot.stages);
                if slot.immutable.is_some() {
                    info.immutable_samplers(samplers)
                } else {
                    info
                }
            })
            .collect();
        let flags = vec![
            vk::DescriptorBindingFlags::PARTIALLY_BOUND
                | vk::DescriptorBindingFlags::UPDATE_AFTER_BIND;
            bindings.len()
        ];
        let mut flags = vk::DescriptorSetLayoutBindingFlagsCreateInfo::default().binding_flags(&flags);
        let info = vk::DescriptorSetLayoutCreateInfo::default()
            .flags(vk::DescriptorSetLayoutCreateFlags::UPDATE_AFTER_BIND_POOL)
            .bindings(&bindings)
            .push_next(&mut flags);
        layouts.push(scope.set_layout(&info)?);
    }
    let sizes: Vec<_> = sizes
        .into_iter()
        .map(|(ty, descriptor_count)| vk::DescriptorPoolSize { ty, descriptor_count })
        .collect();
    let info = vk::DescriptorPoolCreateInfo::default()
        .flags(vk::DescriptorPoolCreateFlags::UPDATE_AFTER_BIND)
        .max_sets(layouts.len() as u32)
        .pool_sizes(&sizes);
    Ok((layouts, scope.descriptor_pool(&info)?))
}

struct Filler<'a> {
    scope: &'a mut Scope,
    slots: &'a BTreeMap<(u32, u32), Slot>,
    sets: &'a [vk::DescriptorSet],
    written: BTreeMap<Place, Register>,
    push: Vec<u8>,
}

impl Filler<'_> {
    fn fill(
        &mut self,
        case: &Case,
        modules: &[Module],
        bound: &BTreeMap<Register, Bound>,
    ) -> Result<(), String> {
        self.fill_null();
        let mut used: Vec<Register> = Vec::new();
        for module in modules {
            for member in &module.reflection.push_constants.members {
                if member.kind == PushConstantKind::TableOffset {
                    let start = table_start(member.root_parameter.unwrap_or(0)).to_le_bytes();
                    self.push_bytes(member.offset, &start)?;
                }
            }
            for resource in &module.reflection.resources {
                let mut given = 0;
                let registers = bound
                    .keys()
                    .chain(case.constants.keys())
                    .filter(|r| covers(resource, r));
                for register in registers {
                    self.resource(case, resource, register, bound.get(register))?;
                    used.push(*register);
                    given += 1;
                }
                let fixed = matches!(resource.vulkan, ResourceBinding::StaticSampler { .. });
                if given == 0 && !fixed {
                    let Register { class, number, space } = first_register(resource);
                    return Err(format!(
                        "the case binds nothing to {}{number},space{space}, `{}` of the {:?} shader",
                        class.letter(),
                        resource.name,
                        module.reflection.stage
                    ));
                }
            }
        }
        for register in case.resources.keys().chain(case.constants.keys()) {
            if !used.contains(register) {
                return Err(format!("the case binds {register}, which no shader of it has"));
            }
        }
        Ok(())
    }

    /// Null descriptors everywhere at first, so that what a case leaves out is well defined.
    fn fill_null(&mut self) {
        for (&(set, binding), slot) in self.slots {
            if slot.descriptor_type == vk::DescriptorType::SAMPLER {
                continue;
            }
            for element in 0..slot.count {
                self.write(set, binding, element, slot.descriptor_type, Descriptor::Null);
            }
        }
    }

    fn push_bytes(&mut self, offset: u32, bytes: &[u8]) -> Result<(), String> {
        let offset = offset as usize;
        self.push
            .get_mut(offset..offset + bytes.len())
            .ok_or("a member of the push constants lies outside them")?
            .copy_from_slice(bytes);
        Ok(())
    }

    fn resource(
        &mut self,
        case: &Case,
        resource: &ResourceReflection,
        register: &Register,
        bound: Option<&Bound>,
    ) -> Result<(), String> {
        let index = register.number - resource.register;
        let element = |start: u32| start + index;
        match &resource.vulkan {
            ResourceBinding::Descriptor {
                set,
                binding,
                descriptor_type,
                element: first,
            } => {
                let bound = bound.ok_or_else(|| format!("{register} is a descriptor, not root constants"))?;
                self.descriptor(
                    resource,
                    (*set, *binding, element(*first)),
                    *descriptor_type,
                    register,
                    bound,
                )
            }
            ResourceBinding::Heap {
                set,
                binding,
                descriptor_type,
                table,
                offset,
            } => {
                let bound = bound.ok_or_else(|| format!("{register} is in a table, not root constants"))?;
                let start = match (table, resource.d3d12.as_ref().map(|root| root.parameter)) {
                    (Some(_), Some(parameter)) => table_start(parameter) + offset,
                    (Some(_), None) => return Err(format!("{register} is in a table of no root parameter")),
                    (None, _) => *offset,
                };
                self.descriptor(
                    resource,
                    (*set, *binding, element(start)),
                    *descriptor_type,
                    register,
                    bound,
                )
            }
            ResourceBinding::RootConstants { place, size } => {
                let bytes = case
                    .constants
                    .get(register)
                    .ok_or_else(|| format!("{register} is root constants: give them with `constants`"))?;
                if bytes.len() > *size as usize {
                    return Err(format!(
                        "{register} has {size} bytes of root constants, {} given",
                        bytes.len()
                    ));
                }
                self.push_bytes(place.offset, bytes)
            }
            ResourceBinding::Address { place, .. } => match bound {
                Some(Bound::Buffer { buffer, .. }) => {
                    let address = self.scope.address(buffer);
                    self.push_bytes(place.offset, &address.to_le_bytes())
                }
                Some(Bound::Null) => self.push_bytes(place.offset, &[0; 8]),
                _ => Err(format!("{register} is a root descriptor: it needs a buffer")),
            },
            ResourceBinding::StaticSampler { .. } => Err(format!(
                "{register} is a static sampler: the root signature describes it"
            )),
        }
    }

    fn descriptor(
        &mut self,
        resource: &ResourceReflection,
        place: Place,
        descriptor_type: DescriptorType,
        register: &Register,
        bound: &Bound,
    ) -> Result<(), String> {
        let (set, binding, element) = place;
        let slot = *self.slots.get(&(set, binding)).ok_or_else(|| {
            format!("{register}: set {set} binding {binding} is not among the descriptor sets")
        })?;
        let wanted = vk_type(descriptor_type);
        if slot.descriptor_type != wanted {
            return Err(format!(
                "{register}: {wanted:?} in a binding of {:?}",
                slot.descriptor_type
            ));
        }
        if element >= slot.count {
            return Err(format!(
                "{register}: element {element} of a binding with {}",
                slot.count
            ));
        }
        if let Some(other) = self.written.insert(place, *register)
            && other != *register
        {
            return Err(format!(
                "{register} and {other} are one descriptor: set {set}, binding {binding}, {element}"
            ));
        }
        use vk::DescriptorType as Type;
        let descriptor = match (wanted, bound) {
            (_, Bound::Null) => Descriptor::Null,
            (Type::SAMPLER, Bound::Sampler(sampler)) => Descriptor::Sampler(*sampler),
            (Type::STORAGE_BUFFER | Type::UNIFORM_BUFFER, Bound::Buffer { buffer, .. }) => {
                Descriptor::Buffer(*buffer)
            }
            (
                Type::UNIFORM_TEXEL_BUFFER | Type::STORAGE_TEXEL_BUFFER,
                Bound::Buffer {
                    buffer,
                    format: view_format,
                    ..
                },
            ) => {
                // Raw and structured buffers seen through texels are words.
                let view_format = view_format.unwrap_or(vk::Format::R32_UINT);
                Descriptor::Texels(self.scope.buffer_view(buffer, view_format)?)
            }
            (Type::SAMPLED_IMAGE | Type::STORAGE_IMAGE, Bound::Image { image, view_mip }) => {
                Descriptor::Image(self.view(resource, wanted, image, *view_mip)?)
            }
            _ => return Err(format!("{register}: {wanted:?} cannot show {bound:?}")),
        };
        self.write(set, binding, element, wanted, descriptor);
        if let (
            Some(CounterBinding::Descriptor {
                set: counter_set,
                binding: counter_binding,
                ..
            }),
            Bound::Buffer {
                counter: Some(buffer),
                ..
            },
        ) = (&resource.counter, bound)
        {
            self.write(
                *counter_set,
                *counter_binding,
                element,
                Type::STORAGE_BUFFER,
                Descriptor::Buffer(*buffer),
            );
        }
        Ok(())
    }

    fn view(
        &mut self,
        resource: &ResourceReflection,
        wanted: vk::DescriptorType,
        image: &GpuImage,
        view_mip: u32,
    ) -> Result<vk::ImageView, String> {
        let storage = wanted == vk::DescriptorType::STORAGE_IMAGE;
        let view_type = match resource.kind {
            ResourceKind::Texture1D => vk::ImageViewType::TYPE_1D,
            ResourceKind::Texture1DArray => vk::ImageViewType::TYPE_1D_ARRAY,
            ResourceKind::Texture2D | ResourceKind::Texture2DMS => vk::ImageViewType::TYPE_2D,
            ResourceKind::Texture2DArray | ResourceKind::Texture2DMSArray => vk::ImageViewType::TYPE_2D_ARRAY,
            ResourceKind::Texture3D => vk::ImageViewType::TYPE_3D,
            ResourceKind::TextureCube => vk::ImageViewType::CUBE,
            ResourceKind::TextureCubeArray => vk::ImageViewType::CUBE_ARRAY,
            other => return Err(format!("`{}`: a {other:?} shows no texture", resource.name)),
        };
        // One aspect: of depth-stencil formats, depth.
        let all = format::aspects(image.format);
        let aspect = if all.contains(vk::ImageAspectFlags::DEPTH) {
            vk::ImageAspectFlags::DEPTH
        } else {
            all
        };
        let mut range = image.range(aspect);
        if storage {
            range.base_mip_level = view_mip;
            range.level_count = 1;
        }
        self.scope.image_view(image, view_type, range)
    }

    fn write(&self, set: u32, binding: u32, element: u32, ty: vk::DescriptorType, descriptor: Descriptor) {
        let Some(&dst) = self.sets.get(set as usize) else {
            return;
        };
        let write = vk::WriteDescriptorSet::default()
            .dst_set(dst)
            .dst_binding(binding)
            .dst_array_element(element);
        let write = write.descriptor_type(ty);
        let mut buffer = [vk::DescriptorBufferInfo::default().range(vk::WHOLE_SIZE)];
        let mut image = [vk::DescriptorImageInfo::default().image_layout(vk::ImageLayout::GENERAL)];
        let mut texels = [vk::BufferView::null()];
        match descriptor {
            Descriptor::Null => {}
            Descriptor::Buffer(b) if b.size == 0 => {}
            Descriptor::Buffer(b) => {
                buffer[0] = vk::DescriptorBufferInfo {
                    buffer: b.handle,
                    offset: GUARD,
                    range: b.size,
                };
            }
            Descriptor::Texels(view) => texels[0] = view,
            Descriptor::Image(view) => image[0].image_view = view,
            Descriptor::Sampler(sampler) => image[0].sampler = sampler,
        }
        let write = match ty {
            vk::DescriptorType::STORAGE_BUFFER | vk::DescriptorType::UNIFORM_BUFFER => {
                write.buffer_info(&buffer)
            }
            vk::DescriptorType::UNIFORM_TEXEL_BUFFER | vk::DescriptorType::STORAGE_TEXEL_BUFFER => {
                write.texel_buffer_view(&texels)
            }
            _ => write.image_info(&image),
        };
        // SAFETY: see the module documentation of `gpu`.
        unsafe { self.scope.device.raw.update_descriptor_sets(&[write], &[]) };
    }
}

#[derive(Clone, Copy)]
enum Descriptor {
    Null,
    Buffer(GpuBuffer),
    Texels(vk::BufferView),
    Image(vk::ImageView),
    Sampler(vk::Sampler),
}

fn first_register(resource: &ResourceReflection) -> Register {
    Register {
        class: resource.class,
        number: resource.register,
        space: resource.space,
    }
}

/// Whether `register` is one of the resource's range.
fn covers(resource: &ResourceReflection, register: &Register) -> bool {
    resource.class == register.class
        && resource.space == register.space
        && register.number >= resource.register
        && resource
            .count
            .is_none_or(|count| register.number - resource.register < count)
}

impl Bound {
    /// Whether `resource` can be what a register of `class` is bound to.
    pub fn fits(class: ResourceClass, resource: &Resource) -> bool {
        match resource {
            Resource::Null => true,
            Resource::Sampler(_) => class == ResourceClass::Sampler,
            Resource::Buffer(_) => class != ResourceClass::Sampler,
            Resource::Texture(_) => matches!(class, ResourceClass::Srv | ResourceClass::Uav),
        }
    }
}
