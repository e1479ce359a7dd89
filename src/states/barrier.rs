//! Which barrier two uses of a unit of memory need between them.
//!
//! In: the needs of the use before and of the use after. Out: a [`Barrier`] for each API, or none. Spec: "D3D12
//! Enhanced Barriers", sections "Single-Queue Simultaneous Access" and "UAV Barriers"; Vulkan, "Synchronization and
//! Cache Control".
//!
//! What holds: a barrier is needed for a hazard, which is a write on either side, or for a change of layout or of
//! legacy state. A read after a read passes nothing on: where a write came before both, [`barrier`] is to be asked
//! about the write and the later read too, unless the barrier before the earlier read covered its stages and accesses.

use super::d3d12::{self, BarrierAccess, BarrierLayout, BarrierSync, Queue, ResourceStates};
use super::shape::Shape;
use super::unit::{Needs, Unit};
use super::vulkan::{AccessFlags, ImageLayout, PipelineStages};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Which uses may run into each other without a barrier although both write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Overlap {
    /// None: as the APIs ask.
    #[default]
    Never,
    /// Atomics of the same operation and width whose results are not used: memory holds the same afterwards.
    Commuting,
    /// All atomics, counters too: which of the two comes first is left open.
    Atomics,
}

/// What is known beside the needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct BarrierOptions {
    /// The queue of both uses.
    pub queue: Queue,
    /// Which uses may overlap.
    pub overlap: Overlap,
    /// The texture was created for simultaneous access: it has no D3D12 layout and stays in Vulkan's `GENERAL`.
    pub simultaneous_access: bool,
}

/// An enhanced barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct D3d12Barrier {
    /// `SyncBefore`.
    pub sync_before: BarrierSync,
    /// `SyncAfter`.
    pub sync_after: BarrierSync,
    /// `AccessBefore`.
    pub access_before: BarrierAccess,
    /// `AccessAfter`.
    pub access_after: BarrierAccess,
    /// `LayoutBefore` and `LayoutAfter` of a texture barrier; without them, a buffer barrier, or for textures one that
    /// leaves the layout.
    pub layouts: Option<[BarrierLayout; 2]>,
}

/// A barrier of legacy resource states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "type", rename_all = "snake_case"))]
pub enum LegacyBarrier {
    /// A transition.
    Transition {
        /// `StateBefore`.
        before: ResourceStates,
        /// `StateAfter`.
        after: ResourceStates,
    },
    /// A UAV barrier.
    Uav,
}

/// A `VkMemoryBarrier2`, or with layouts a `VkImageMemoryBarrier2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct VulkanBarrier {
    /// `srcStageMask`.
    pub src_stages: PipelineStages,
    /// `srcAccessMask`: the writes before; empty where there are none to wait for but reads.
    pub src_access: AccessFlags,
    /// `dstStageMask`.
    pub dst_stages: PipelineStages,
    /// `dstAccessMask`; empty where nothing was written before.
    pub dst_access: AccessFlags,
    /// `oldLayout` and `newLayout` of an image whose layout changes.
    pub layouts: Option<[ImageLayout; 2]>,
}

/// What is needed between two uses. The APIs differ: a change of state or layout in one may be nothing in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Barrier {
    /// Enhanced barrier.
    pub d3d12: Option<D3d12Barrier>,
    /// Legacy barrier.
    pub legacy: Option<LegacyBarrier>,
    /// Vulkan barrier.
    pub vulkan: Option<VulkanBarrier>,
}

/// What is needed between `before` and `after`, two uses of one unit, `None` for nothing. Either may be merged of
/// several.
pub fn barrier(before: &Unit, after: &Unit, options: BarrierOptions) -> Option<Barrier> {
    let hazard = (before.written() || after.written()) && !may_overlap(before, after, options.overlap);
    let barrier = Barrier {
        d3d12: enhanced(before, after, options, hazard),
        legacy: legacy(before, after, options, hazard),
        vulkan: vulkan(before, after, options, hazard),
    };
    (barrier != Barrier::default()).then_some(barrier)
}

impl Needs {
    /// What is needed between this use of a resource and `after`: for the data, and for the counter.
    pub fn barriers(&self, after: &Self, options: BarrierOptions) -> [Option<Barrier>; 2] {
        [(self.data, after.data), (self.counter, after.counter)]
            .map(|(before, after)| barrier(&before?, &after?, options))
    }
}

fn may_overlap(before: &Unit, after: &Unit, overlap: Overlap) -> bool {
    let (a, b) = (&before.hazards, &after.hazards);
    let commute = a.commutes.is_some() && a.commutes == b.commutes;
    match overlap {
        Overlap::Never => false,
        Overlap::Commuting => commute,
        Overlap::Atomics => a.atomic_only && b.atomic_only,
    }
}

fn enhanced(before: &Unit, after: &Unit, options: BarrierOptions, hazard: bool) -> Option<D3d12Barrier> {
    let textures = before.shape == Shape::Texture && !options.simultaneous_access;
    let layouts = textures.then(|| {
        let old = d3d12::preferred(before.d3d12.layouts, options.queue)?;
        // A layout that does for both is kept.
        let new = if after.d3d12.layouts.has(old) {
            old
        } else {
            d3d12::preferred(after.d3d12.layouts, options.queue)?
        };
        Some([old, new])
    });
    let layouts = layouts.flatten();
    let transition = layouts.is_some_and(|[old, new]| old != new);
    (hazard || transition).then_some(D3d12Barrier {
        sync_before: before.d3d12.sync,
        sync_after: after.d3d12.sync,
        access_before: before.d3d12.access,
        access_after: after.d3d12.access,
        layouts,
    })
}

fn legacy(before: &Unit, after: &Unit, options: BarrierOptions, hazard: bool) -> Option<LegacyBarrier> {
    let (old, new) = (before.d3d12.states, after.d3d12.states);
    let uav = ResourceStates::UNORDERED_ACCESS;
    // Buffers and simultaneous-access textures are promoted from one reading state to more without a barrier.
    let promotes = (before.shape != Shape::Texture || options.simultaneous_access)
        && !old.contains(uav)
        && !new.contains(uav);
    if !old.contains(new) && !promotes {
        return Some(LegacyBarrier::Transition {
            before: old,
            after: new,
        });
    }
    (hazard && old.contains(uav)).then_some(LegacyBarrier::Uav)
}

fn vulkan(before: &Unit, after: &Unit, options: BarrierOptions, hazard: bool) -> Option<VulkanBarrier> {
    let layouts = match (before.vulkan.layout, after.vulkan.layout) {
        (Some(old), Some(new)) if old != new && !options.simultaneous_access => Some([old, new]),
        _ => None,
    };
    if !hazard && layouts.is_none() {
        return None;
    }
    let src_access = before.vulkan.access.writes();
    // After reads alone it is enough that execution waits; a change of layout is a write of its own.
    let memory = !src_access.is_empty() || layouts.is_some();
    Some(VulkanBarrier {
        src_stages: before.vulkan.stages,
        src_access,
        dst_stages: after.vulkan.stages,
        dst_access: if memory {
            after.vulkan.access
        } else {
            AccessFlags::NONE
        },
        layouts,
    })
}
