//! The constants that describe a handle since SM 6.6: `%dx.types.ResourceProperties` of `annotateHandle` and
//! `%dx.types.ResBind` of `createHandleFromBinding`.
//!
//! In: the operand's value id. Out: plain data; [`ResourceProperties::to_resource`] gives the form that resources of
//! the metadata have.
//!
//! Spec: `DxilResourceProperties` and `DxilResourceBinding` of DXC's `DxilResourceProperties.h` and
//! `DxilResourceBinding.h`.

use crate::bitcode::module::{Body, Constant, Module, ValueId, ValueKind};
use crate::error::{Error, Result};
use crate::shader::{ComponentType, Resource, ResourceClass, ResourceKind};

/// The two words of `%dx.types.ResourceProperties`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct ResourceProperties {
    /// Kind and flags.
    pub dword0: u32,
    /// What the kind adds: element type, stride, size.
    pub dword1: u32,
}

impl ResourceProperties {
    /// The constant `id`, of `body` or of the module.
    pub fn read(module: &Module, body: &Body, id: ValueId) -> Result<Self> {
        let [dword0, dword1] = words(module, body, id, "resource properties")?;
        Ok(Self { dword0, dword1 })
    }
    fn bit(self, bit: u32) -> bool {
        self.dword0 >> bit & 1 != 0
    }
    /// Resource kind.
    pub fn kind(self) -> Result<ResourceKind> {
        let number = self.dword0 & 0xff;
        match ResourceKind::from_number(number) {
            None | Some(ResourceKind::Invalid) => Err(Error::unsupported(format!(
                "resource properties {:#x}, {:#x}: resource kind {number} is not known",
                self.dword0, self.dword1
            ))),
            Some(kind) => Ok(kind),
        }
    }
    /// Resource class.
    pub fn class(self) -> Result<ResourceClass> {
        Ok(match self.kind()? {
            ResourceKind::CBuffer => ResourceClass::Cbv,
            ResourceKind::Sampler => ResourceClass::Sampler,
            _ if self.bit(12) => ResourceClass::Uav,
            _ => ResourceClass::Srv,
        })
    }
    /// Alignment of the base address that is promised, in bytes; 1 when nothing is.
    pub fn base_alignment(self) -> u32 {
        1 << (self.dword0 >> 8 & 0xf)
    }
    /// What `resource` says, in this form; no base alignment is promised.
    pub fn of_resource(resource: &Resource) -> Self {
        let flag = |set: bool, bit: u32| u32::from(set) << bit;
        let counter_or_comparison = resource.has_counter || resource.comparison_sampler;
        let dword0 = resource.kind as u32
            | flag(resource.class == ResourceClass::Uav, 12)
            | flag(resource.rasterizer_ordered, 13)
            | flag(resource.globally_coherent, 14)
            | flag(counter_or_comparison, 15)
            | flag(resource.reorder_coherent, 16);
        let dword1 = match resource.kind {
            ResourceKind::StructuredBuffer => resource.stride,
            ResourceKind::CBuffer | ResourceKind::TBuffer => resource.cbuffer_size,
            ResourceKind::FeedbackTexture2D | ResourceKind::FeedbackTexture2DArray => {
                resource.feedback.unwrap_or(0)
            }
            kind if is_typed(kind) => {
                resource.component as u32 | resource.components << 8 | (resource.samples & 0xff) << 16
            }
            _ => 0,
        };
        Self { dword0, dword1 }
    }
    /// The resource that a handle with these properties is, if it comes from the descriptor heap: id `u32::MAX`,
    /// no name, one register. Of several handles for one UAV only those whose counter is used tell of it.
    pub fn to_resource(self) -> Result<Resource> {
        let kind = self.kind()?;
        let class = self.class()?;
        let uav = class == ResourceClass::Uav;
        let mut resource = Resource {
            class,
            id: u32::MAX,
            kind,
            globally_coherent: uav && self.bit(14),
            reorder_coherent: uav && self.bit(16),
            has_counter: uav && self.bit(15),
            rasterizer_ordered: uav && self.bit(13),
            comparison_sampler: class == ResourceClass::Sampler && self.bit(15),
            heap: true,
            ..Resource::default()
        };
        match kind {
            ResourceKind::StructuredBuffer => resource.stride = self.dword1,
            ResourceKind::CBuffer | ResourceKind::TBuffer => resource.cbuffer_size = self.dword1,
            ResourceKind::FeedbackTexture2D | ResourceKind::FeedbackTexture2DArray => {
                resource.feedback = Some(self.dword1);
            }
            kind if is_typed(kind) => {
                let number = self.dword1 & 0xff;
                resource.component = ComponentType::from_number(number).ok_or_else(|| {
                    Error::unsupported(format!(
                        "resource properties {:#x}, {:#x}: component type {number} is not known",
                        self.dword0, self.dword1
                    ))
                })?;
                resource.components = match self.dword1 >> 8 & 0xff {
                    components @ 1..=4 => components,
                    _ => 4,
                };
                resource.samples = self.dword1 >> 16 & 0xff;
            }
            _ => {}
        }
        Ok(resource)
    }
}

fn is_typed(kind: ResourceKind) -> bool {
    kind.is_texture() || kind == ResourceKind::TypedBuffer
}

/// `%dx.types.ResBind`: the register range that a handle comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ResBind {
    /// First register.
    pub lower: u32,
    /// Last register, `u32::MAX` when unbounded.
    pub upper: u32,
    /// Register space.
    pub space: u32,
    /// Resource class.
    pub class: ResourceClass,
}

impl ResBind {
    /// The constant `id`, of `body` or of the module.
    pub fn read(module: &Module, body: &Body, id: ValueId) -> Result<Self> {
        let [lower, upper, space, class] = words(module, body, id, "resource binding")?;
        Ok(Self {
            lower,
            upper,
            space,
            class: ResourceClass::from_number(class).ok_or_else(|| {
                Error::unsupported(format!("resource binding: resource class {class} is not known"))
            })?,
        })
    }
    /// Whether `resource` is the range that this names.
    pub fn names(&self, resource: &Resource) -> bool {
        let upper = match resource.count {
            Some(count) => resource.lower.wrapping_add(count).wrapping_sub(1),
            None => u32::MAX,
        };
        resource.class == self.class
            && resource.space == self.space
            && resource.lower == self.lower
            && upper == self.upper
    }
}

/// The integer members of the constant struct `id`.
fn words<const N: usize>(module: &Module, body: &Body, id: ValueId, what: &str) -> Result<[u32; N]> {
    let constant = |id| match &body.value(module, id)?.kind {
        ValueKind::Constant(constant) => Some(constant),
        _ => None,
    };
    let malformed = || Error::malformed(format!("{what}: expected a constant of {N} integers"));
    let mut words = [0; N];
    match constant(id) {
        Some(Constant::Null) => {}
        Some(Constant::Aggregate(list)) => {
            let members = module.value_list(*list);
            if members.len() != N {
                return Err(malformed());
            }
            for (word, member) in words.iter_mut().zip(members) {
                *word = match constant(*member) {
                    Some(Constant::Int(value)) => *value as u32,
                    Some(Constant::Null) => 0,
                    _ => return Err(malformed()),
                };
            }
        }
        _ => return Err(malformed()),
    }
    Ok(words)
}
