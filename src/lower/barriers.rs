//! Barriers (functional spec 22.17.7).

use super::Lower;
use crate::error::{Warning, WarningKind};
use crate::ir::{Flags, Op, StorageClass, Type};
use crate::shader::{ResourceClass, Stage};

/// DXIL barrier mode bits.
const SYNC_THREAD_GROUP: u32 = 1;
const UAV_FENCE_GLOBAL: u32 = 2;
const UAV_FENCE_GROUP: u32 = 4;
const GROUPSHARED_FENCE: u32 = 8;
/// Likewise, of records: a fence, and one that reaches beyond the group.
const RECORD_FENCE: u32 = 16;
const RECORD_FENCE_GLOBAL: u32 = 32;

/// SPIR-V scopes and memory semantics.
const SCOPE_DEVICE: u32 = 1;
const SCOPE_WORKGROUP: u32 = 2;
const ACQUIRE_RELEASE: u32 = 0x8;
const UNIFORM_MEMORY: u32 = 0x40;
const WORKGROUP_MEMORY: u32 = 0x100;
const IMAGE_MEMORY: u32 = 0x800;

/// Threads of groups that one wave of most devices holds. Larger groups without barriers use the memory for each thread by
/// itself, most likely.
const SMALL_GROUP: std::ops::RangeInclusive<u32> = 2..=32;

impl Lower<'_> {
    /// Warns of groupshared memory that nothing orders the accesses to, in groups that may have been meant as one wave.
    pub fn check_groupshared(&mut self) {
        let shared = |class| class == StorageClass::Workgroup;
        let globals = &self.module.globals;
        let threads = self.module.info.properties.num_threads.unwrap_or([1; 3]);
        if !SMALL_GROUP.contains(&threads.into_iter().fold(1, u32::saturating_mul))
            || !globals.values().any(|data| shared(data.class))
        {
            return;
        }
        let mut used = false;
        for data in self.func.insts.values() {
            match data.op {
                Op::DxBarrier if data.imm & GROUPSHARED_FENCE != 0 => return,
                // Between the lanes of a wave, that have matrices together.
                Op::ControlBarrier => return,
                op if !used
                    && (matches!(op, Op::Load | Op::Store)
                        || (Op::AtomicIAdd..=Op::AtomicCmpXchg).contains(&op)) =>
                {
                    let pointer = data.args.of(&self.func.pool).first();
                    let variable = pointer.and_then(|&pointer| self.func.variable_of(pointer));
                    used = variable.is_some_and(|variable| shared(globals[variable].class));
                }
                _ => {}
            }
        }
        if used {
            let message = "groupshared memory is accessed, and there is no barrier for it anywhere";
            let warning = Warning::new(WarningKind::UnorderedGroupshared, message);
            self.made.warnings.push(warning);
        }
    }

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
        if mode & RECORD_FENCE != 0 {
            semantics |= ACQUIRE_RELEASE | UNIFORM_MEMORY;
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
        let scope =
            if !has_group || mode & UAV_FENCE_GLOBAL != 0 && coherent || mode & RECORD_FENCE_GLOBAL != 0 {
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
