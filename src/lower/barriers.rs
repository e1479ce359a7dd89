//! Barriers (functional spec 22.17.7).

use super::Lower;
use crate::ir::{Flags, Op, Type};
use crate::shader::{ResourceClass, Stage};

/// DXIL barrier mode bits.
const SYNC_THREAD_GROUP: u32 = 1;
const UAV_FENCE_GLOBAL: u32 = 2;
const UAV_FENCE_GROUP: u32 = 4;
const GROUPSHARED_FENCE: u32 = 8;

/// SPIR-V scopes and memory semantics.
const SCOPE_DEVICE: u32 = 1;
const SCOPE_WORKGROUP: u32 = 2;
const ACQUIRE_RELEASE: u32 = 0x8;
const UNIFORM_MEMORY: u32 = 0x40;
const WORKGROUP_MEMORY: u32 = 0x100;
const IMAGE_MEMORY: u32 = 0x800;

impl Lower<'_> {
    /// Lowers a barrier of DXIL mode `mode`.
    pub fn barrier(&mut self, mode: u32) {
        let has_group = matches!(
            self.stage,
            Stage::Compute | Stage::Mesh | Stage::Amplification | Stage::Node
        );
        let mut semantics = 0;
        if mode & (UAV_FENCE_GLOBAL | UAV_FENCE_GROUP) != 0 {
            semantics |= ACQUIRE_RELEASE | UNIFORM_MEMORY | IMAGE_MEMORY;
        }
        if mode & GROUPSHARED_FENCE != 0 && has_group {
            semantics |= ACQUIRE_RELEASE | WORKGROUP_MEMORY;
        }
        // A global fence reaches beyond the group only through globally coherent UAVs.
        let coherent = self
            .module
            .resources
            .values()
            .any(|r| r.class == ResourceClass::Uav && (r.globally_coherent || r.reorder_coherent));
        let scope = if !has_group || mode & UAV_FENCE_GLOBAL != 0 && coherent {
            SCOPE_DEVICE
        } else {
            SCOPE_WORKGROUP
        };
        let (scope, semantics_value) = (self.i32(scope), self.i32(semantics));
        if mode & SYNC_THREAD_GROUP != 0 && has_group {
            let group = self.i32(SCOPE_WORKGROUP);
            self.emit(
                Op::ControlBarrier,
                Flags::NONE,
                Type::VOID,
                &[group, scope, semantics_value],
            );
        } else if semantics != 0 {
            self.emit(
                Op::MemoryBarrier,
                Flags::NONE,
                Type::VOID,
                &[scope, semantics_value],
            );
        }
    }
}
