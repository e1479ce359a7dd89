//! System values that no signature element holds: thread ids, sample index, coverage, waves.

use super::Lower;
use crate::error::{Error, Result};
use crate::ir::{Inst, SystemValue};
use crate::shader::Stage;
use ::spirv::BuiltIn;

impl Lower<'_> {
    /// Lowers the read of a system value.
    pub(super) fn system_value(&mut self, inst: Inst) -> Result<()> {
        use SystemValue as S;
        self.check_component(inst)?;
        let number = self.func.insts[inst].imm;
        let value = S::from_number(number)
            .ok_or_else(|| Error::internal(format!("system value {number} does not exist")))?;
        let threads = matches!(
            self.stage,
            Stage::Compute | Stage::Mesh | Stage::Amplification | Stage::Node
        );
        let pixel = self.stage == Stage::Pixel;
        let vertex = self.stage == Stage::Vertex;
        let primitives = matches!(self.stage, Stage::Geometry | Stage::Domain | Stage::Hull);
        let (builtin, index, name, allowed) = match value {
            S::ThreadIdX | S::ThreadIdY | S::ThreadIdZ => (
                BuiltIn::GlobalInvocationId,
                number - S::ThreadIdX as u32,
                "SV_DispatchThreadID",
                threads,
            ),
            S::GroupIdX | S::GroupIdY | S::GroupIdZ => (
                BuiltIn::WorkgroupId,
                number - S::GroupIdX as u32,
                "SV_GroupID",
                threads,
            ),
            S::ThreadIdInGroupX | S::ThreadIdInGroupY | S::ThreadIdInGroupZ => (
                BuiltIn::LocalInvocationId,
                number - S::ThreadIdInGroupX as u32,
                "SV_GroupThreadID",
                threads,
            ),
            S::FlattenedThreadIdInGroup => (BuiltIn::LocalInvocationIndex, 0, "SV_GroupIndex", threads),
            S::SampleIndex => (BuiltIn::SampleId, 0, "SV_SampleIndex", pixel),
            S::Coverage => (BuiltIn::SampleMask, 0, "SV_Coverage", pixel),
            S::InnerCoverage => (BuiltIn::FullyCoveredEXT, 0, "SV_InnerCoverage", pixel),
            S::PrimitiveId => (BuiltIn::PrimitiveId, 0, "SV_PrimitiveID", pixel || primitives),
            S::ViewId => (BuiltIn::ViewIndex, 0, "SV_ViewID", !threads),
            S::StartVertexLocation => (BuiltIn::BaseVertex, 0, "SV_StartVertexLocation", vertex),
            S::StartInstanceLocation => (BuiltIn::BaseInstance, 0, "SV_StartInstanceLocation", vertex),
            S::WaveLaneIndex => (BuiltIn::SubgroupLocalInvocationId, 0, "WaveLaneIndex", true),
            S::WaveLaneCount => (BuiltIn::SubgroupSize, 0, "WaveLaneCount", true),
        };
        if !allowed {
            return Err(Error::unsupported(format!(
                "system value {value:?} in a {:?} shader",
                self.stage
            )));
        }
        if value == S::ViewId
            && let Some(view) = self.view_id()?
        {
            self.finish_input(inst, view);
            return Ok(());
        }
        if let (S::WaveLaneCount, Some(lanes)) = (value, self.options.lane_count) {
            let lanes = self.i32(lanes);
            self.finish_input(inst, lanes);
            return Ok(());
        }
        let ty = self.builtin_ty(builtin)?;
        self.builtin_variable(builtin, crate::ir::StorageClass::Input, ty, name);
        self.load_builtin(inst, builtin, index)
    }
}
