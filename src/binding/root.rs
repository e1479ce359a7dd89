//! Binding by a root signature.

use super::check::check_descriptor;
use super::coverage::{not_covered, resource_name};
use super::facts::{address_alignment, covers, descriptor_type, owned};
use super::places::{Places, Registers, register_place};
use super::plan::{Binder, Layout, ResourcePlan};
use super::record::LocalRootSignature;
use crate::container::RootSignature;
use crate::container::root_signature::{
    DescriptorRange, DescriptorRangeType, RootParameter, RootParameterKind, ShaderVisibility,
};
use crate::error::{Error, ErrorKind, Result};
use crate::options::{BindingOptions, Preset, RootDescriptorPolicy};
use crate::shader::{Resource, ResourceClass, Stage};
use crate::vulkan::{
    BoundBy, InlineUniformBlock, PushConstantKind, PushConstantMember, PushConstants, ResourceBinding,
    RootBinding, RootPlace, RootStorage,
};

/// Binds by a root signature.
#[derive(Debug)]
pub struct RootSignatureBinder<'a> {
    root_signature: &'a RootSignature,
    options: &'a BindingOptions,
    places: Places<'a>,
    push_constants: PushConstants,
    inline_uniform_block: Option<InlineUniformBlock>,
    /// Where each root parameter lies.
    parameters: Vec<Place>,
    /// Offsets of the ranges of each table.
    tables: Vec<Vec<u32>>,
    /// The first number, for [`Places::root`], of the counters of UAVs whose registers are bindings: each UAV range
    /// has one.
    counters: u32,
    /// What lies in shader records.
    local: Option<LocalRootSignature<'a>>,
}

/// Where a root parameter lies.
#[derive(Clone, Copy, Debug)]
enum Place {
    Root(RootPlace),
    /// The number of a root descriptor that is a descriptor in Vulkan.
    Descriptor(u32),
    /// A table whose registers are bindings.
    Registers,
}

/// What of a root parameter needs a place in a block, and its size in bytes.
fn member(parameter: &RootParameter, options: &BindingOptions) -> Option<(PushConstantKind, u32)> {
    match &parameter.kind {
        RootParameterKind::Constants(constants) => Some((
            PushConstantKind::RootConstants,
            constants.num_32bit_values.saturating_mul(4),
        )),
        RootParameterKind::DescriptorTable(_) if options.preset == Preset::Direct => None,
        RootParameterKind::DescriptorTable(_) => Some((PushConstantKind::TableOffset, 4)),
        RootParameterKind::Cbv(_) | RootParameterKind::Srv(_) | RootParameterKind::Uav(_) => {
            (options.root_descriptors == RootDescriptorPolicy::Address)
                .then_some((PushConstantKind::RootDescriptor, 8))
        }
    }
}

/// The first set that no register of the root signature leads to, with registers as bindings.
fn first_set(root_signature: &RootSignature, options: &BindingOptions) -> u32 {
    let parameters = root_signature.parameters.iter().flat_map(|p| match &p.kind {
        RootParameterKind::DescriptorTable(table) => table.ranges.iter().map(|r| r.register_space).max(),
        RootParameterKind::Cbv(d) | RootParameterKind::Srv(d) | RootParameterKind::Uav(d) => {
            Some(d.register_space)
        }
        RootParameterKind::Constants(_) => None,
    });
    let samplers = root_signature.static_samplers.iter().map(|s| s.register_space);
    match parameters.chain(samplers).max() {
        Some(space) => space.saturating_add(options.shifts.set).saturating_add(1),
        None => 0,
    }
}

impl<'a> RootSignatureBinder<'a> {
    /// Binds by `root_signature` under the policies of `options`.
    ///
    /// # Errors
    /// `RootSignature` for tables whose offsets overflow, `InvalidOptions` for policies that contradict each other.
    pub fn new(root_signature: &'a RootSignature, options: &'a BindingOptions) -> Result<Self> {
        let registers = match options.preset {
            Preset::Direct => Registers::Bindings {
                first_set: first_set(root_signature, options),
            },
            _ => Registers::Heaps,
        };
        let places = Places::new(options, registers, root_signature.static_samplers.len() as u32)?;
        let mut push = PushConstants::default();
        let mut block: Vec<PushConstantMember> = Vec::new();
        let mut block_size = 0u32;
        let mut descriptors = 0;
        let mut parameters: Vec<Place> = root_signature
            .parameters
            .iter()
            .map(|parameter| {
                if matches!(parameter.kind, RootParameterKind::DescriptorTable(_)) {
                    return Place::Registers;
                }
                descriptors += u32::from(member(parameter, options).is_none());
                Place::Descriptor(descriptors.saturating_sub(1))
            })
            .collect();
        for group in [
            PushConstantKind::RootDescriptor,
            PushConstantKind::TableOffset,
            PushConstantKind::RootConstants,
        ] {
            for (index, parameter) in root_signature.parameters.iter().enumerate() {
                let Some((kind, size)) = member(parameter, options).filter(|(kind, _)| *kind == group) else {
                    continue;
                };
                let fits = push.size.saturating_add(size) <= options.push_constant_budget;
                let (storage, members, at) = if fits {
                    (RootStorage::PushConstants, &mut push.members, &mut push.size)
                } else {
                    (RootStorage::InlineUniformBlock, &mut block, &mut block_size)
                };
                parameters[index] = Place::Root(RootPlace { storage, offset: *at });
                members.push(PushConstantMember {
                    offset: *at,
                    size,
                    kind,
                    root_parameter: Some(index as u32),
                });
                *at = at.saturating_add(size);
            }
        }
        let inline_uniform_block = (!block.is_empty()).then(|| {
            let (set, binding) = places.block(descriptors);
            InlineUniformBlock {
                set,
                binding,
                size: block_size,
                members: block,
            }
        });
        let mut tables = Vec::with_capacity(root_signature.parameters.len());
        for parameter in &root_signature.parameters {
            tables.push(match &parameter.kind {
                RootParameterKind::DescriptorTable(table) => table.resolved_offsets()?,
                _ => Vec::new(),
            });
        }
        Ok(Self {
            root_signature,
            options,
            places,
            push_constants: push,
            inline_uniform_block,
            parameters,
            tables,
            counters: descriptors.saturating_add(1),
            local: None,
        })
    }

    /// Binds what `local` covers by it.
    #[must_use]
    pub fn with_local(mut self, local: Option<LocalRootSignature<'a>>) -> Self {
        self.local = local.map(|local| local.behind(self.root_signature.parameters.len() as u32));
        self
    }

    /// The number of the counters' binding of a UAV range.
    fn counter_number(&self, parameter: usize, range: usize) -> u32 {
        let is_uav = |r: &DescriptorRange| r.range_type == DescriptorRangeType::Uav;
        let before: usize = self
            .root_signature
            .parameters
            .iter()
            .enumerate()
            .take(parameter + 1)
            .map(|(index, p)| match &p.kind {
                RootParameterKind::DescriptorTable(table) => {
                    let end = if index == parameter {
                        range
                    } else {
                        table.ranges.len()
                    };
                    table.ranges.iter().take(end).filter(|r| is_uav(r)).count()
                }
                _ => 0,
            })
            .sum();
        self.counters.saturating_add(before as u32)
    }

    /// The plan of a resource that range `range` of the table `parameter` covers.
    fn in_table(
        &self,
        resource: &Resource,
        parameter: usize,
        range: usize,
        described: &DescriptorRange,
    ) -> Result<ResourcePlan> {
        let root = RootBinding {
            local: false,
            parameter: parameter as u32,
            range: Some(range as u32),
            visibility: self.root_signature.parameters[parameter].visibility,
            flags: owned(self.root_signature.range_flags(described).names()),
        };
        let behind = resource.lower - described.base_shader_register;
        let plan = match self.parameters.get(parameter) {
            Some(&Place::Root(place)) => {
                let start = self.tables.get(parameter).and_then(|t| t.get(range)).copied();
                let start = start.ok_or_else(|| Error::internal("range without an offset"))?;
                self.places
                    .in_heap(resource, Some(place), start.wrapping_add(behind))
            }
            _ => {
                // The binding is that of the range, so that its array has the declared size.
                let first = Resource {
                    lower: described.base_shader_register,
                    ..resource.clone()
                };
                let (set, binding) = register_place(self.options, &first)?;
                ResourcePlan {
                    binding: ResourceBinding::Descriptor {
                        set,
                        binding,
                        descriptor_type: descriptor_type(resource, self.options),
                        element: behind,
                    },
                    count: (!described.is_unbounded()).then_some(described.num_descriptors),
                    counter: self
                        .places
                        .direct_counter(resource, self.counter_number(parameter, range)),
                    offset_view: None,
                    root: None,
                }
            }
        };
        Ok(ResourcePlan {
            root: Some(root),
            ..plan
        })
    }
}

impl Binder for RootSignatureBinder<'_> {
    fn layout(&mut self, _stage: Stage) -> Result<Layout> {
        Ok(Layout {
            push_constants: self.push_constants.clone(),
            inline_uniform_block: self.inline_uniform_block.clone(),
            shader_record: self.local.as_ref().map(|local| local.layout().clone()),
            bound_by: BoundBy::RootSignature,
            ..self.places.layout()
        })
    }

    fn bind(&mut self, stage: Stage, resource: &Resource) -> Result<ResourcePlan> {
        if resource.heap {
            return Ok(self.places.in_heap(resource, None, 0));
        }
        let own = self.find(stage, resource)?;
        let local = match &self.local {
            Some(local) => local.find(&self.places, resource)?,
            None => None,
        };
        match (own, local) {
            (Some(plan), None) | (None, Some(plan)) => Ok(plan),
            (Some(_), Some(_)) => Err(covered_twice(resource)),
            (None, None) => {
                let error = not_covered(self.root_signature, stage, resource);
                Err(match self.local {
                    Some(_) => {
                        let message = format!("{}; nor is it by the local root signature", error.message());
                        Error::new(ErrorKind::RootSignature, message)
                    }
                    None => error,
                })
            }
        }
    }
}

impl RootSignatureBinder<'_> {
    /// The plan of a resource, if the root signature covers it.
    fn find(&self, stage: Stage, resource: &Resource) -> Result<Option<ResourcePlan>> {
        let root_signature = self.root_signature;
        let single = |space: u32, register: u32| {
            resource.space == space && resource.lower == register && resource.count == Some(1)
        };
        // An array without an end takes the one buffer of a root descriptor for its first element.
        let first = |space: u32, register: u32| {
            resource.space == space && resource.lower == register && matches!(resource.count, Some(1) | None)
        };
        let alone = |binding, root| ResourcePlan {
            binding,
            count: Some(1),
            counter: None,
            offset_view: None,
            root,
        };
        if resource.class == ResourceClass::Sampler {
            for (index, sampler) in root_signature.static_samplers.iter().enumerate() {
                if visible(sampler.visibility, stage)
                    && single(sampler.register_space, sampler.shader_register)
                {
                    let index = index as u32;
                    let (set, binding) = match self.options.preset {
                        Preset::Direct => register_place(self.options, resource)?,
                        _ => self.places.static_sampler(index),
                    };
                    let local = false;
                    let binding = ResourceBinding::StaticSampler {
                        set,
                        binding,
                        index,
                        local,
                    };
                    return Ok(Some(alone(binding, None)));
                }
            }
        }
        for (index, parameter) in root_signature.parameters.iter().enumerate() {
            if !visible(parameter.visibility, stage) {
                continue;
            }
            let place = self.parameters.get(index).copied();
            let root = |flags| {
                Some(RootBinding {
                    local: false,
                    parameter: index as u32,
                    range: None,
                    visibility: parameter.visibility,
                    flags,
                })
            };
            let (class, descriptor) = match &parameter.kind {
                RootParameterKind::Constants(constants) => {
                    if resource.class == ResourceClass::Cbv
                        && single(constants.register_space, constants.shader_register)
                        && let Some(Place::Root(place)) = place
                    {
                        let size = constants.num_32bit_values.saturating_mul(4);
                        let binding = ResourceBinding::RootConstants { place, size };
                        return Ok(Some(alone(binding, root(Vec::new()))));
                    }
                    continue;
                }
                RootParameterKind::Cbv(d) => (ResourceClass::Cbv, d),
                RootParameterKind::Srv(d) => (ResourceClass::Srv, d),
                RootParameterKind::Uav(d) => (ResourceClass::Uav, d),
                RootParameterKind::DescriptorTable(table) => {
                    for (number, range) in table.ranges.iter().enumerate() {
                        if covers(range, resource) {
                            return self.in_table(resource, index, number, range).map(Some);
                        }
                    }
                    continue;
                }
            };
            if class != resource.class || !first(descriptor.register_space, descriptor.shader_register) {
                continue;
            }
            check_descriptor(resource)?;
            let flags = root_signature.descriptor_flags(descriptor, class == ResourceClass::Uav);
            let binding = match place {
                Some(Place::Root(place)) => ResourceBinding::Address {
                    place,
                    alignment: address_alignment(resource, self.options),
                },
                _ => {
                    let (set, binding) = match (self.options.preset, place) {
                        (Preset::Direct, _) => register_place(self.options, resource)?,
                        (_, Some(Place::Descriptor(number))) => self.places.root(number),
                        _ => return Err(Error::internal("root descriptor without a place")),
                    };
                    ResourceBinding::Descriptor {
                        set,
                        binding,
                        descriptor_type: descriptor_type(resource, self.options),
                        element: 0,
                    }
                }
            };
            return Ok(Some(alone(binding, root(owned(flags.names())))));
        }
        Ok(None)
    }
}

/// The error for a resource that two root signatures cover.
#[cold]
fn covered_twice(resource: &Resource) -> Error {
    let message = format!(
        "{} is covered by the root signature and by the local root signature",
        resource_name(resource)
    );
    Error::new(ErrorKind::RootSignature, message)
}

fn visible(visibility: ShaderVisibility, stage: Stage) -> bool {
    visibility.includes(stage)
}
