//! A user's map of registers, before whatever else decides.

use super::plan::{Binder, Layout, ResourcePlan};
use crate::error::{Error, ErrorKind, Result};
use crate::options::{BindingMap, BindingMapEntry};
use crate::shader::{Resource, Stage};
use crate::vulkan::{
    InlineUniformBlock, PushConstantKind, PushConstantMember, ResourceBinding, RootPlace, RootStorage,
};

/// Binds by a [`BindingMap`]; what has no entry there is for another binder.
pub struct MapBinder<'a> {
    map: &'a BindingMap,
    otherwise: Box<dyn Binder + 'a>,
}

impl<'a> MapBinder<'a> {
    /// With `otherwise` for what has no entry.
    pub fn new(map: &'a BindingMap, otherwise: Box<dyn Binder + 'a>) -> Self {
        Self { map, otherwise }
    }

    fn entry(&self, stage: Stage, resource: &Resource) -> Option<&'a BindingMapEntry> {
        self.map.resources.iter().find(|entry| {
            entry.class == resource.class
                && entry.space == resource.space
                && entry.stage.is_none_or(|s| s == stage)
                && resource.lower >= entry.register
                && match (entry.count, resource.count) {
                    (None, _) => true,
                    (Some(_), None) => false,
                    (Some(have), Some(want)) => {
                        u64::from(resource.lower - entry.register) + u64::from(want) <= u64::from(have)
                    }
                }
        })
    }
}

/// The words of the root-parameter blocks that an entry takes.
fn member(entry: &BindingMapEntry) -> Option<(RootPlace, u32, PushConstantKind)> {
    match entry.vulkan {
        ResourceBinding::Heap {
            table: Some(place), ..
        }
        | ResourceBinding::AddressHeap {
            table: Some(place), ..
        } => Some((place, 4, PushConstantKind::TableOffset)),
        ResourceBinding::RootConstants { place, size } => {
            Some((place, size, PushConstantKind::RootConstants))
        }
        ResourceBinding::Address { place, .. } => Some((place, 8, PushConstantKind::RootDescriptor)),
        _ => None,
    }
}

/// Adds a member at its place; the same one may be there already.
fn insert(members: &mut Vec<PushConstantMember>, new: PushConstantMember) -> Result<()> {
    let end = |m: &PushConstantMember| m.offset.saturating_add(m.size);
    for known in members.iter() {
        if known.offset < end(&new) && new.offset < end(known) {
            if (known.offset, known.size, known.kind) == (new.offset, new.size, new.kind) {
                return Ok(());
            }
            let message = format!(
                "binding map: bytes {} to {} of the root parameters have two uses",
                new.offset,
                end(&new)
            );
            return Err(Error::new(ErrorKind::InvalidOptions, message));
        }
    }
    let at = members.partition_point(|m| m.offset < new.offset);
    members.insert(at, new);
    Ok(())
}

impl Binder for MapBinder<'_> {
    fn layout(&mut self, stage: Stage) -> Result<Layout> {
        let mut layout = self.otherwise.layout(stage)?;
        for entry in &self.map.resources {
            if entry.stage.is_some_and(|s| s != stage) {
                continue;
            }
            let Some((place, size, kind)) = member(entry) else {
                continue;
            };
            let aligned = if kind == PushConstantKind::RootDescriptor {
                8
            } else {
                4
            };
            if place.offset % aligned != 0 || size % 4 != 0 || size == 0 {
                let message = format!(
                    "binding map: {size} bytes at byte {} of the root parameters: both must be multiples of 4, of \
                     8 for addresses",
                    place.offset
                );
                return Err(Error::new(ErrorKind::InvalidOptions, message));
            }
            let new = PushConstantMember {
                offset: place.offset,
                size,
                kind,
                root_parameter: None,
            };
            let end = place.offset.saturating_add(size);
            match place.storage {
                RootStorage::PushConstants => {
                    insert(&mut layout.push_constants.members, new)?;
                    layout.push_constants.size = layout.push_constants.size.max(end);
                }
                RootStorage::ShaderRecord => {
                    let message = "binding map: shader records have what the local root signature says";
                    return Err(Error::new(ErrorKind::InvalidOptions, message));
                }
                RootStorage::InlineUniformBlock => {
                    let Some(block) = &mut layout.inline_uniform_block else {
                        let message = "binding map: there is no inline uniform block, all root parameters fit the push \
                                       constants";
                        return Err(Error::new(ErrorKind::InvalidOptions, message));
                    };
                    let InlineUniformBlock { members, size, .. } = block;
                    insert(members, new)?;
                    *size = end.max(*size);
                }
            }
        }
        Ok(layout)
    }

    fn bind(&mut self, stage: Stage, resource: &Resource) -> Result<ResourcePlan> {
        if resource.heap {
            return self.otherwise.bind(stage, resource);
        }
        let Some(entry) = self.entry(stage, resource) else {
            if !self.map.strict {
                return self.otherwise.bind(stage, resource);
            }
            return Err(Error::new(
                ErrorKind::RootSignature,
                format!(
                    "{} of the {stage} stage is not in the binding map",
                    resource.register()
                ),
            ));
        };
        let behind = resource.lower - entry.register;
        let mut binding = entry.vulkan.clone();
        match &mut binding {
            ResourceBinding::Descriptor { element, .. } => *element = element.saturating_add(behind),
            ResourceBinding::Heap { offset, .. } | ResourceBinding::AddressHeap { offset, .. } => {
                *offset = offset.wrapping_add(behind)
            }
            _ if behind != 0 || resource.count != Some(1) => {
                let message = format!(
                    "binding map: {} is one of many, which only descriptors can be",
                    resource.register()
                );
                return Err(Error::new(ErrorKind::InvalidOptions, message));
            }
            _ => {}
        }
        Ok(ResourcePlan {
            count: match entry.vulkan {
                ResourceBinding::Heap { .. } | ResourceBinding::AddressHeap { .. } => None,
                ResourceBinding::Descriptor { element, .. } => {
                    entry.count.map(|count| count.saturating_add(element))
                }
                _ => Some(1),
            },
            binding,
            counter: entry.counter.clone().filter(|_| resource.has_counter),
            offset_view: None,
            root: None,
        })
    }
}
