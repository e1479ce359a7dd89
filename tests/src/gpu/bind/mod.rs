//! From reflection to descriptor sets and root parameters.
//!
//! In: the stages' reflections, the case's resources by register, and the device's objects for them. Out: pipeline
//! layout, descriptor sets, push-constant bytes. A resource that no stage has, and a stage's resource that the case
//! does not give, are both errors: a case says exactly what it uses. Only what a shader takes from the heap by itself
//! may be missing.
//!
//! | file | concern |
//! |---|---|
//! | `interface` | what modules declare, against the layouts |
//! | `layout` | set layouts and the pool |
//! | `find` | which resource a register is, where it is in the heap |
//! | `fill` | what goes where: resources, root parameters |
//! | `descriptor` | what descriptors show, views that start in the middle of them, UAV counters |
//! | `side` | buffers beside the resources: sizes of heaps, offsets, addresses of counters, descriptor QA |
//! | `write` | single descriptors |

mod descriptor;
mod fill;
mod find;
mod interface;
mod layout;
mod side;
mod write;

pub use find::first_register;

use super::module::Module;
use super::rays::GpuScene;
use super::scope::{Context, GpuBuffer, GpuImage, Scope};
use crate::case::{Case, Register, Resource, Work};
use ash::vk;
use dxil2spirv::reflection::BindingRole;
use dxil2spirv::shader::ResourceClass;
use std::collections::BTreeMap;

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
    Scene(GpuScene),
    Null,
}

/// What a command buffer binds.
pub struct Bindings {
    pub layout: vk::PipelineLayout,
    pub sets: Vec<vk::DescriptorSet>,
    pub push: Vec<u8>,
    pub stages: vk::ShaderStageFlags,
    /// The buffers beside the resources.
    pub sides: BTreeMap<BindingRole, GpuBuffer>,
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
    let slots = layout::slots(scope, modules)?;
    for module in modules {
        interface::check(module, &slots)?;
    }
    let blended = matches!(&case.work, Work::Draw(draw) if draw.dual_source);
    if blended && !modules.iter().any(interface::has_second_source) {
        return Err("no output is the second source of blending".to_owned());
    }
    let (layouts, pool) = layout::layouts(scope, &slots)?;
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
    let sizes = modules.iter().map(|m| m.reflection.push_constants.size);
    let push_size = sizes.max().unwrap_or(0).next_multiple_of(4);
    let ranges = [vk::PushConstantRange {
        stage_flags: stages,
        offset: 0,
        size: push_size,
    }];
    let info = vk::PipelineLayoutCreateInfo::default()
        .set_layouts(&layouts)
        .push_constant_ranges(if push_size == 0 { &[] } else { &ranges });
    let layout = scope.pipeline_layout(&info)?;
    let mut filler = fill::Filler::new(scope, case, &slots, &sets, push_size);
    filler.fill(modules, bound)?;
    let (mut push, sides) = filler.finish(modules)?;
    if let Work::Draw(draw) = &case.work
        && let Some((records, first_group)) = &draw.records
    {
        push = super::graph::drawn(scope, records, *first_group)?;
    }
    Ok(Bindings {
        layout,
        sets,
        push,
        stages,
        sides,
    })
}

impl Bound {
    /// Whether `resource` can be what a register of `class` is bound to.
    pub fn fits(class: ResourceClass, resource: &Resource) -> bool {
        match resource {
            Resource::Null => true,
            Resource::Sampler(_) => class == ResourceClass::Sampler,
            Resource::Buffer(_) => class != ResourceClass::Sampler,
            Resource::Scene(_) => class == ResourceClass::Srv,
            Resource::Texture(_) => matches!(class, ResourceClass::Srv | ResourceClass::Uav),
        }
    }
}
