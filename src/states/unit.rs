//! What shaders need of resources, in units that hazards are tracked by.

use super::d3d12::{self, BarrierAccess, BarrierSync, D3d12Needs, Queue};
use super::shape::{Shape, Stages};
use super::vulkan::{self, VulkanNeeds};
use crate::reflection::{CommutativeAtomic, Reflection, ResourceAccess, ResourceReflection};
use crate::shader::{ResourceClass, ResourceKind, Stage};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::fmt;

/// Facts that decide about hazards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Hazards {
    /// An unordered-access view that is never written: two of these need no barrier between them.
    pub read_only_uav: bool,
    /// An unordered-access view that is never read; writes before and after it are hazards still.
    pub write_only_uav: bool,
    /// All accesses are atomics, each whole by itself; their results may depend on their order.
    pub atomic_only: bool,
    /// All accesses are atomics of this operation and no result is used, so that their order does not matter.
    pub commutes: Option<CommutativeAtomic>,
    /// A rasterizer-ordered view: fragment interlock, no variable-rate shading.
    pub rasterizer_ordered: bool,
    /// `globallycoherent` or `reordercoherent`: writes are visible inside the dispatch or draw.
    pub coherent: bool,
    /// Sampler feedback is written: 64-bit atomics on an image, where that is how it is emulated.
    pub feedback: bool,
    /// An index is no constant or into the heap: which of the descriptors are accessed is not known.
    pub dynamic_identity: bool,
}

/// What a unit of memory that hazards are tracked by needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Unit {
    /// What it is.
    pub shape: Shape,
    /// Stages that read it.
    pub reads: Stages,
    /// Stages that write it.
    pub writes: Stages,
    /// In D3D12's terms.
    pub d3d12: D3d12Needs,
    /// In Vulkan's terms.
    pub vulkan: VulkanNeeds,
    /// Facts that decide about hazards.
    pub hazards: Hazards,
}

/// What a shader, or several, need of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Needs {
    /// Its data; `null` where only the counter is accessed.
    pub data: Option<Unit>,
    /// Its UAV counter, a unit apart: it lies in another resource or another part of it.
    pub counter: Option<Unit>,
}

/// What `resource` needs where a shader of `stage` uses it as the reflection says; `None` where that is nothing.
pub fn needs(resource: &ResourceReflection, stage: Stage) -> Option<Needs> {
    let access = &resource.access;
    let data = data(resource, access, stage);
    let counter = access.counter.then(|| counter(access, stage)).flatten();
    (data.is_some() || counter.is_some()).then_some(Needs { data, counter })
}

/// What the resources of a shader need: index in [`Reflection::resources`] and needs, without those that need nothing.
pub fn reflection_needs(reflection: &Reflection) -> Vec<(usize, Needs)> {
    let resources = reflection.resources.iter().enumerate();
    resources
        .filter_map(|(index, resource)| Some((index, needs(resource, reflection.stage)?)))
        .collect()
}

fn data(resource: &ResourceReflection, access: &ResourceAccess, stage: Stage) -> Option<Unit> {
    let (read, write) = (access.read, access.write);
    if !read && !write {
        return None;
    }
    let shape = Shape::of(resource.class, resource.kind);
    let path = vulkan::path(resource.class, resource.kind, &resource.vulkan)?;
    let stages = Stages::of(stage);
    let unit = Unit {
        shape,
        reads: if read { stages } else { Stages::NONE },
        writes: if write { stages } else { Stages::NONE },
        d3d12: d3d12::view(resource.class, resource.kind, stage, shape)?,
        vulkan: vulkan::needs(path, stage, shape, read, write),
        hazards: Hazards {
            atomic_only: access.atomic_only,
            commutes: access.commutes,
            rasterizer_ordered: access.rasterizer_ordered,
            coherent: access.coherent,
            feedback: access.feedback,
            dynamic_identity: access.dynamic_index || access.heap_index,
            ..Hazards::default()
        },
    };
    Some(unit.settle())
}

/// Counters are words that atomics add to, and whose old value is used.
fn counter(access: &ResourceAccess, stage: Stage) -> Option<Unit> {
    let (class, kind) = (ResourceClass::Uav, ResourceKind::StructuredBuffer);
    let unit = Unit {
        shape: Shape::Buffer,
        reads: Stages::of(stage),
        writes: Stages::of(stage),
        d3d12: d3d12::view(class, kind, stage, Shape::Buffer)?,
        vulkan: vulkan::needs(vulkan::Path::Storage, stage, Shape::Buffer, true, true),
        hazards: Hazards {
            atomic_only: true,
            dynamic_identity: access.dynamic_index || access.heap_index,
            ..Hazards::default()
        },
    };
    Some(unit.settle())
}

impl Unit {
    /// With the facts that follow from the others.
    fn settle(mut self) -> Self {
        let uav = self.d3d12.access.contains(BarrierAccess::UNORDERED_ACCESS);
        self.hazards.read_only_uav = uav && self.writes.is_empty();
        self.hazards.write_only_uav = uav && self.reads.is_empty();
        self.d3d12.layout = d3d12::preferred(self.d3d12.layouts, Queue::Any);
        self
    }

    /// Whether any stage writes it.
    pub fn written(&self) -> bool {
        !self.writes.is_empty()
    }

    /// What both uses need at once: the stages of a pipeline, or shaders of one pass.
    ///
    /// Where the result has no D3D12 [layout](D3d12Needs::layout) though it is a texture, or states that cannot be
    /// [combined](d3d12::ResourceStates::combinable), D3D12 does not allow both at once there.
    #[must_use]
    pub fn merge(&self, other: &Self) -> Self {
        let (a, b) = (self, other);
        let both = |get: fn(&Hazards) -> bool| get(&a.hazards) && get(&b.hazards);
        let either = |get: fn(&Hazards) -> bool| get(&a.hazards) || get(&b.hazards);
        Self {
            shape: a.shape,
            reads: a.reads | b.reads,
            writes: a.writes | b.writes,
            d3d12: D3d12Needs {
                sync: d3d12::union(a.d3d12.sync, b.d3d12.sync),
                access: a.d3d12.access | b.d3d12.access,
                layout: None,
                layouts: d3d12::BarrierLayouts(a.d3d12.layouts.0 & b.d3d12.layouts.0),
                states: a.d3d12.states | b.d3d12.states,
            },
            vulkan: VulkanNeeds {
                stages: a.vulkan.stages | b.vulkan.stages,
                access: a.vulkan.access | b.vulkan.access,
                layout: vulkan::shared_layout(a.vulkan.layout, b.vulkan.layout),
            },
            hazards: Hazards {
                atomic_only: both(|h| h.atomic_only),
                commutes: a
                    .hazards
                    .commutes
                    .filter(|_| a.hazards.commutes == b.hazards.commutes),
                rasterizer_ordered: either(|h| h.rasterizer_ordered),
                coherent: either(|h| h.coherent),
                feedback: either(|h| h.feedback),
                dynamic_identity: either(|h| h.dynamic_identity),
                ..Hazards::default()
            },
        }
        .settle()
    }

    /// `coarse`, the sync scope of a barrier that was made without knowing the shaders, without the scopes of shaders
    /// that do not access this: `ALL_SHADING` becomes the stages that do. Other scopes stay.
    pub fn narrow(&self, coarse: BarrierSync) -> BarrierSync {
        d3d12::narrow(coarse, self.d3d12.sync)
    }
}

impl Needs {
    /// What both uses need at once, see [`Unit::merge`].
    #[must_use]
    pub fn merge(&self, other: &Self) -> Self {
        let unit = |a: Option<Unit>, b: Option<Unit>| match (a, b) {
            (Some(a), Some(b)) => Some(a.merge(&b)),
            (a, b) => a.or(b),
        };
        Self {
            data: unit(self.data, other.data),
            counter: unit(self.counter, other.counter),
        }
    }

    /// What all of them need at once, `None` for none.
    pub fn merge_all<'a>(all: impl IntoIterator<Item = &'a Needs>) -> Option<Self> {
        all.into_iter().copied().reduce(|a, b| a.merge(&b))
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { d3d12, vulkan, .. } = self;
        write!(f, "read by {}, written by {}", self.reads, self.writes)?;
        write!(f, "; d3d12 sync {}, access {}", d3d12.sync, d3d12.access)?;
        if let Some(layout) = d3d12.layout {
            write!(f, ", layout {layout}")?;
        }
        write!(f, ", states {}", d3d12.states)?;
        write!(f, "; vulkan stages {}, access {}", vulkan.stages, vulkan.access)?;
        match vulkan.layout {
            Some(layout) => write!(f, ", layout {layout}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Needs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.data, &self.counter) {
            (Some(data), None) => write!(f, "{data}"),
            (Some(data), Some(counter)) => write!(f, "{data}; counter {counter}"),
            (None, Some(counter)) => write!(f, "counter {counter}"),
            (None, None) => f.write_str("nothing"),
        }
    }
}
