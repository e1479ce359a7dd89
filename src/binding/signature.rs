//! What a root signature alone says of the layout: all that shaders under it may reach.
//!
//! A table's range does not say what its descriptors show, so it has a row for each kind of resource that they
//! may be. Pipelines of one root signature can share what is made from this.

use super::choose::binder;
use super::plan::{Layout, Plan, ResourcePlan};
use crate::container::RootSignature;
use crate::container::root_signature::{DescriptorRange, RootParameterKind, ShaderVisibility};
use crate::error::Result;
use crate::options::BindingOptions;
use crate::shader::{Resource, ResourceClass, ResourceKind, Stage};
use crate::vulkan::DescriptorSet;
#[cfg(feature = "serde")]
use serde::Serialize;
use std::fmt;

/// Registers of a root signature, and how a resource there is reached.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub struct SignatureRow {
    /// Class.
    pub class: ResourceClass,
    /// What stands for the kinds of resource that are reached in this way: `texture2_d` for all textures.
    pub kind: ResourceKind,
    /// Whether the UAV has a counter.
    pub counter: bool,
    /// Register space.
    pub space: u32,
    /// First register.
    pub register: u32,
    /// Registers, `null` when unbounded.
    pub count: Option<u32>,
    /// Stages that see it.
    pub visibility: ShaderVisibility,
    /// How it is reached.
    pub plan: ResourcePlan,
}

/// The layout of a root signature.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub struct SignatureLayout {
    /// Push constants and what else all resources share.
    pub layout: Layout,
    /// In root-parameter order, then the static samplers.
    pub rows: Vec<SignatureRow>,
    /// The descriptor sets of all rows.
    pub descriptor_sets: Vec<DescriptorSet>,
}

/// A stage that sees a parameter.
fn stage_of(visibility: ShaderVisibility) -> Stage {
    let graphics = [
        Stage::Vertex,
        Stage::Hull,
        Stage::Domain,
        Stage::Geometry,
        Stage::Pixel,
        Stage::Amplification,
        Stage::Mesh,
    ];
    match visibility {
        ShaderVisibility::All => Stage::Compute,
        other => graphics
            .into_iter()
            .find(|s| other.includes(*s))
            .unwrap_or(Stage::Compute),
    }
}

/// Kinds of resource that are reached in different ways, and whether with a counter.
fn kinds(class: ResourceClass, root: bool) -> &'static [(ResourceKind, bool)] {
    use ResourceKind as K;
    match class {
        ResourceClass::Cbv => &[(K::CBuffer, false)],
        ResourceClass::Sampler => &[(K::Sampler, false)],
        // The alignment of a structured buffer depends on its stride; that of a raw buffer holds for all.
        _ if root => &[(K::RawBuffer, false)],
        ResourceClass::Srv => &[
            (K::Texture2D, false),
            (K::TypedBuffer, false),
            (K::RawBuffer, false),
            (K::StructuredBuffer, false),
        ],
        ResourceClass::Uav => &[
            (K::Texture2D, false),
            (K::TypedBuffer, false),
            (K::RawBuffer, false),
            (K::StructuredBuffer, true),
        ],
    }
}

fn resources(
    class: ResourceClass,
    space: u32,
    register: u32,
    count: Option<u32>,
    root: bool,
) -> impl Iterator<Item = Resource> {
    kinds(class, root)
        .iter()
        .map(move |&(kind, has_counter)| Resource {
            class,
            kind,
            has_counter,
            space,
            lower: register,
            count,
            // What needs the least alignment.
            stride: if kind == ResourceKind::StructuredBuffer {
                4
            } else {
                0
            },
            ..Resource::default()
        })
}

fn of_range(range: &DescriptorRange) -> impl Iterator<Item = Resource> + use<> {
    resources(
        super::facts::range_class(range.range_type),
        range.register_space,
        range.base_shader_register,
        (!range.is_unbounded()).then_some(range.num_descriptors),
        false,
    )
}

impl SignatureLayout {
    /// The layout of `root_signature` under the policies of `options`.
    ///
    /// # Errors
    /// `InvalidOptions` for options that contradict each other, `RootSignature` for tables whose offsets overflow.
    pub fn new(root_signature: &RootSignature, options: &BindingOptions) -> Result<Self> {
        let mut wanted: Vec<(ShaderVisibility, Resource)> = Vec::new();
        for parameter in &root_signature.parameters {
            let mut add = |all: &mut dyn Iterator<Item = Resource>| {
                wanted.extend(all.map(|resource| (parameter.visibility, resource)));
            };
            let one = |class, space, register| resources(class, space, register, Some(1), true);
            match &parameter.kind {
                RootParameterKind::Constants(c) => {
                    add(&mut one(ResourceClass::Cbv, c.register_space, c.shader_register));
                }
                RootParameterKind::Cbv(d) => {
                    add(&mut one(ResourceClass::Cbv, d.register_space, d.shader_register));
                }
                RootParameterKind::Srv(d) => {
                    add(&mut one(ResourceClass::Srv, d.register_space, d.shader_register));
                }
                RootParameterKind::Uav(d) => {
                    add(&mut one(ResourceClass::Uav, d.register_space, d.shader_register));
                }
                RootParameterKind::DescriptorTable(table) => {
                    table.ranges.iter().for_each(|range| add(&mut of_range(range)));
                }
            }
        }
        for sampler in &root_signature.static_samplers {
            let (space, register) = (sampler.register_space, sampler.shader_register);
            let all = resources(ResourceClass::Sampler, space, register, Some(1), false);
            wanted.extend(all.map(|resource| (sampler.visibility, resource)));
        }
        let all: Vec<&Resource> = wanted.iter().map(|(_, resource)| resource).collect();
        let mut binder = binder(Some(root_signature), None, &all, options)?;
        let layout = binder.layout(Stage::Compute)?;
        let mut plans = Vec::with_capacity(wanted.len());
        for (visibility, resource) in &wanted {
            plans.push(binder.bind(stage_of(*visibility), resource)?);
        }
        let plan = Plan {
            layout,
            resources: plans,
            ..Plan::default()
        };
        let descriptor_sets = plan.descriptor_sets();
        let rows = wanted
            .into_iter()
            .zip(plan.resources)
            .map(|((visibility, resource), plan)| SignatureRow {
                class: resource.class,
                kind: resource.kind,
                counter: resource.has_counter,
                space: resource.space,
                register: resource.lower,
                count: resource.count,
                visibility,
                plan,
            })
            .collect();
        Ok(Self {
            layout: plan.layout,
            rows,
            descriptor_sets,
        })
    }
}

impl fmt::Display for SignatureRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.class.letter();
        let first = self.register;
        match self.count {
            None => write!(f, "{letter}{first}-")?,
            Some(0 | 1) => write!(f, "{letter}{first}")?,
            Some(count) => write!(f, "{letter}{first}-{letter}{}", first.saturating_add(count - 1))?,
        }
        if self.space != 0 {
            write!(f, " space {}", self.space)?;
        }
        let kind = match self.kind {
            ResourceKind::Texture2D => "texture",
            ResourceKind::TypedBuffer => "typed buffer",
            ResourceKind::RawBuffer => "raw buffer",
            ResourceKind::StructuredBuffer => "structured buffer",
            ResourceKind::CBuffer => "constants",
            _ => "sampler",
        };
        write!(f, " {kind}: {}", self.plan)
    }
}

impl fmt::Display for SignatureLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.layout)?;
        for row in &self.rows {
            writeln!(f, "{row}")?;
        }
        for set in &self.descriptor_sets {
            for binding in &set.bindings {
                writeln!(f, "set {} {binding}", set.set)?;
            }
        }
        Ok(())
    }
}
