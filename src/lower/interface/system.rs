//! System values that no signature element holds: thread ids, sample index, coverage, waves.

use super::Lower;
use super::path::Path;
use crate::error::{Error, Result, Warning, WarningKind};
use crate::ir::{Inst, StorageClass};
use crate::shader::SystemValue;
use crate::vulkan::built_ins;

impl Lower<'_> {
    /// Lowers the read of a system value.
    pub(super) fn system_value(&mut self, inst: Inst) -> Result<()> {
        use SystemValue as S;
        self.check_component(inst)?;
        let number = self.func.insts[inst].imm;
        let value = S::from_number(number)
            .ok_or_else(|| Error::internal(format!("system value {number} does not exist")))?;
        let (facts, component) = built_ins::of_value(value)
            .ok_or_else(|| Error::internal(format!("nothing is known of system value {value:?}")))?;
        let Some(name) = facts.name_of(value, self.stage) else {
            return Err(Error::unsupported(format!(
                "system value {value:?} in a {:?} shader",
                self.stage
            )));
        };
        if value == S::ViewId
            && let Some(view) = self.view_id()?
        {
            self.finish_input(inst, view);
            return Ok(());
        }
        if let Some(id) = self.moved_id(value)? {
            self.finish_input(inst, id);
            return Ok(());
        }
        if let (S::WaveLaneCount, Some(lanes)) = (value, self.options.lane_count) {
            let lanes = self.i32(lanes);
            self.finish_input(inst, lanes);
            return Ok(());
        }
        if value == S::Coverage && self.runs_per_sample() {
            self.warn_of_coverage();
        }
        let variable = self.lone_builtin(facts, StorageClass::Input, name);
        self.load_builtin(inst, facts, variable, &Path::column(component))
    }

    /// Once a shader: D3D12's coverage is that of the whole pixel also where the shader runs for each sample (functional spec
    /// 16.3.2), Vulkan's is then the sample's own bit ("SampleMask" in the chapter on built-ins).
    fn warn_of_coverage(&mut self) {
        let warnings = &mut self.made.warnings;
        if warnings
            .iter()
            .any(|warning| warning.kind() == WarningKind::NoEquivalent)
        {
            return;
        }
        let message = "SV_Coverage is read by a shader that runs for each sample: Vulkan gives the bit of that sample alone, \
                       D3D12 those of the whole pixel";
        warnings.push(Warning::new(WarningKind::NoEquivalent, message));
    }
}
