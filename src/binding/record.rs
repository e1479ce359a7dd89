//! Local root signatures: parameters that lie in shader records.
//!
//! In: a root signature with the flag for it. Out: the block of a record, and what of it covers a resource. D3D12 lays its
//! parameters out in their order behind the shader identifier: constants at the next multiple of 4 bytes, addresses and
//! handles of tables at the next of 8. Vulkan's block begins behind the handle of the shader group, which stands where
//! D3D12 has the identifier.
//!
//! Tables are in the heaps whatever the preset, since only these can be at another place in each record.
//!
//! Spec: the DirectX Raytracing functional specification, "Shader record", "Local root signatures vs global root
//! signatures", "Shader table memory layout".

use super::check::check_descriptor;
use super::facts::{address_alignment, covers, owned};
use super::places::{Places, register_place};
use super::plan::ResourcePlan;
use crate::container::RootSignature;
use crate::container::root_signature::{RootParameterKind, RootSignatureFlags};
use crate::error::{Error, ErrorKind, Result};
use crate::options::{BindingOptions, Preset};
use crate::shader::{Resource, ResourceClass};
use crate::vulkan::{
    PushConstantKind, PushConstantMember, ResourceBinding, RootBinding, RootPlace, RootStorage, ShaderRecord,
};

/// Bytes of the largest record without its identifier: a stride of 4,096 bytes, 32 of which are the identifier.
pub const MAX_RECORD_BYTES: u32 = 4096 - 32;

/// What of a local root signature covers a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalParameter {
    /// Constants: where, how many bytes.
    Constants {
        /// Root parameter.
        parameter: u32,
        /// Where they lie.
        place: RootPlace,
        /// Size in bytes.
        size: u32,
    },
    /// An address.
    Descriptor {
        /// Root parameter.
        parameter: u32,
        /// Where it lies.
        place: RootPlace,
    },
    /// A range of a table.
    Table {
        /// Root parameter.
        parameter: u32,
        /// Range in it.
        range: u32,
        /// Where the table's handle lies.
        place: RootPlace,
        /// Descriptors between the table's start and the resource's first register.
        offset: u32,
    },
    /// A static sampler, by its number.
    StaticSampler(u32),
}

/// A local root signature, laid out.
#[derive(Debug)]
pub struct LocalRootSignature<'a> {
    root_signature: &'a RootSignature,
    options: &'a BindingOptions,
    layout: ShaderRecord,
    /// Offset of each parameter.
    offsets: Vec<u32>,
    /// Offsets of the ranges of each table.
    tables: Vec<Vec<u32>>,
    /// Parameters of the global root signature.
    global_parameters: u32,
}

impl<'a> LocalRootSignature<'a> {
    /// Lays `root_signature` out.
    ///
    /// # Errors
    /// `RootSignature` for one without the flag of local ones, for tables whose offsets overflow, and for more bytes than a
    /// record has; `InvalidOptions` for shifts beyond the words of handles.
    pub fn new(root_signature: &'a RootSignature, options: &'a BindingOptions) -> Result<Self> {
        let refuse = |message: String| Err(Error::new(ErrorKind::RootSignature, message));
        if !root_signature
            .flags
            .contains(RootSignatureFlags::LOCAL_ROOT_SIGNATURE)
        {
            return refuse("the local root signature lacks the flag LOCAL_ROOT_SIGNATURE".to_owned());
        }
        let shifts = options.record_handle_shifts;
        if shifts.resources > 31 || shifts.samplers > 31 {
            let message = "handles in shader records have 32 bits to be shifted by";
            return Err(Error::new(ErrorKind::InvalidOptions, message));
        }
        let mut layout = ShaderRecord {
            resource_handle_shift: shifts.resources,
            sampler_handle_shift: shifts.samplers,
            ..ShaderRecord::default()
        };
        let mut offsets = Vec::with_capacity(root_signature.parameters.len());
        let mut tables = Vec::with_capacity(root_signature.parameters.len());
        for (index, parameter) in (0..).zip(&root_signature.parameters) {
            let (kind, size, alignment) = match &parameter.kind {
                RootParameterKind::Constants(constants) => (
                    PushConstantKind::RootConstants,
                    constants.num_32bit_values.saturating_mul(4),
                    4,
                ),
                RootParameterKind::DescriptorTable(_) => (PushConstantKind::TableOffset, 8, 8),
                RootParameterKind::Cbv(_) | RootParameterKind::Srv(_) | RootParameterKind::Uav(_) => {
                    (PushConstantKind::RootDescriptor, 8, 8)
                }
            };
            let offset = layout.size.next_multiple_of(alignment);
            layout.size = offset.saturating_add(size);
            if layout.size > MAX_RECORD_BYTES {
                return refuse(format!(
                    "local root parameter {index} ends at byte {} of the shader record, which has {MAX_RECORD_BYTES}",
                    layout.size
                ));
            }
            layout.members.push(PushConstantMember {
                offset,
                size,
                kind,
                root_parameter: Some(index),
            });
            offsets.push(offset);
            tables.push(match &parameter.kind {
                RootParameterKind::DescriptorTable(table) => table.resolved_offsets()?,
                _ => Vec::new(),
            });
        }
        Ok(Self {
            root_signature,
            options,
            layout,
            offsets,
            tables,
            global_parameters: 0,
        })
    }

    /// Beside a global root signature of so many parameters.
    pub(super) fn behind(mut self, parameters: u32) -> Self {
        self.global_parameters = parameters;
        self
    }

    /// The block of a record.
    pub fn layout(&self) -> &ShaderRecord {
        &self.layout
    }

    /// What covers `resource`, if anything does.
    ///
    /// # Errors
    /// `RootSignature` for a resource that a root descriptor which has its register cannot hold.
    pub fn covering(&self, resource: &Resource) -> Result<Option<LocalParameter>> {
        if resource.heap {
            return Ok(None);
        }
        let single = |space: u32, register: u32| {
            resource.space == space && resource.lower == register && matches!(resource.count, Some(1) | None)
        };
        if resource.class == ResourceClass::Sampler {
            let mut samplers = (0..).zip(&self.root_signature.static_samplers);
            let found = samplers.find(|(_, sampler)| single(sampler.register_space, sampler.shader_register));
            if let Some((index, _)) = found {
                return Ok(Some(LocalParameter::StaticSampler(index)));
            }
        }
        let parameters = self.root_signature.parameters.iter().zip(&self.offsets);
        for (parameter, (described, &offset)) in (0..).zip(parameters) {
            let place = RootPlace {
                storage: RootStorage::ShaderRecord,
                offset,
            };
            let (class, descriptor) = match &described.kind {
                RootParameterKind::Constants(constants) => {
                    if resource.class == ResourceClass::Cbv
                        && single(constants.register_space, constants.shader_register)
                    {
                        return Ok(Some(LocalParameter::Constants {
                            parameter,
                            place,
                            size: constants.num_32bit_values.saturating_mul(4),
                        }));
                    }
                    continue;
                }
                RootParameterKind::DescriptorTable(table) => {
                    let mut ranges = (0..).zip(&table.ranges);
                    let Some((range, found)) = ranges.find(|(_, range)| covers(range, resource)) else {
                        continue;
                    };
                    let start = self.tables.get(parameter as usize);
                    let start = start.and_then(|starts| starts.get(range as usize)).copied();
                    let start = start.ok_or_else(|| Error::internal("range without an offset"))?;
                    return Ok(Some(LocalParameter::Table {
                        parameter,
                        range,
                        place,
                        offset: start.wrapping_add(resource.lower.wrapping_sub(found.base_shader_register)),
                    }));
                }
                RootParameterKind::Cbv(d) => (ResourceClass::Cbv, d),
                RootParameterKind::Srv(d) => (ResourceClass::Srv, d),
                RootParameterKind::Uav(d) => (ResourceClass::Uav, d),
            };
            if class == resource.class && single(descriptor.register_space, descriptor.shader_register) {
                check_descriptor(resource)?;
                return Ok(Some(LocalParameter::Descriptor { parameter, place }));
            }
        }
        Ok(None)
    }

    /// The plan of a resource, if the root signature covers it.
    pub(super) fn find(&self, places: &Places<'_>, resource: &Resource) -> Result<Option<ResourcePlan>> {
        self.find_with(places, resource, |place, offset| {
            Ok(places.in_heap(resource, Some(place), offset))
        })
    }

    /// The plan of a resource, if the root signature covers it; `tabled` says what one in a table has, by the place of the
    /// table's handle and the descriptors before the resource.
    pub(super) fn find_with(
        &self,
        places: &Places<'_>,
        resource: &Resource,
        tabled: impl FnOnce(RootPlace, u32) -> Result<ResourcePlan>,
    ) -> Result<Option<ResourcePlan>> {
        let Some(found) = self.covering(resource)? else {
            return Ok(None);
        };
        let alone = |binding| ResourcePlan {
            binding,
            count: Some(1),
            counter: None,
            offset_view: None,
            root: None,
        };
        let plan = match found {
            LocalParameter::Constants { place, size, .. } => {
                alone(ResourceBinding::RootConstants { place, size })
            }
            LocalParameter::Descriptor { place, .. } => alone(ResourceBinding::Address {
                place,
                alignment: address_alignment(resource, self.options),
            }),
            LocalParameter::Table { place, offset, .. } => tabled(place, offset)?,
            LocalParameter::StaticSampler(index) => {
                let (set, binding) = match self.options.preset {
                    Preset::Direct => register_place(self.options, resource)?,
                    _ => places.local_static_sampler(index, self.global_parameters),
                };
                let local = true;
                alone(ResourceBinding::StaticSampler {
                    set,
                    binding,
                    index,
                    local,
                })
            }
        };
        Ok(Some(ResourcePlan {
            root: self.root(found),
            ..plan
        }))
    }

    fn root(&self, found: LocalParameter) -> Option<RootBinding> {
        let (parameter, range) = match found {
            LocalParameter::Constants { parameter, .. } | LocalParameter::Descriptor { parameter, .. } => {
                (parameter, None)
            }
            LocalParameter::Table { parameter, range, .. } => (parameter, Some(range)),
            LocalParameter::StaticSampler(_) => return None,
        };
        let described = self.root_signature.parameters.get(parameter as usize)?;
        let flags = match (&described.kind, range) {
            (RootParameterKind::DescriptorTable(table), Some(range)) => {
                let range = table.ranges.get(range as usize)?;
                owned(self.root_signature.range_flags(range).names())
            }
            (RootParameterKind::Cbv(d) | RootParameterKind::Srv(d), _) => {
                owned(self.root_signature.descriptor_flags(d, false).names())
            }
            (RootParameterKind::Uav(d), _) => owned(self.root_signature.descriptor_flags(d, true).names()),
            _ => Vec::new(),
        };
        Some(RootBinding {
            local: true,
            parameter,
            range,
            visibility: described.visibility,
            flags,
        })
    }
}
