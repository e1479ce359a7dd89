//! Reads every part whose format is known and collects what is wrong: for listing a file's contents, and for
//! tests and fuzzing, which want all readers run.

use super::dxbc::Container;
use super::fourcc::FourCc;
use super::program::Program;
use super::psv::data::PipelineStateValidation;
use super::rdat::tables::RuntimeData;
use crate::error::{Error, Result};

impl Container<'_> {
    /// The errors of all parts, the first of each, in the directory's order. Parts of unknown formats have
    /// none. Translation needs just the program, so a container with errors elsewhere may still be usable.
    pub fn check_parts(&self) -> Vec<Error> {
        self.parts()
            .iter()
            .filter_map(|part| self.check_part(part.name, part.data).err())
            .collect()
    }

    fn check_part(&self, name: FourCc, data: &[u8]) -> Result<()> {
        match name {
            FourCc::DXIL | FourCc::ILDB | FourCc::STAT => Program::parse(name, data).map(drop),
            FourCc::ISG1 | FourCc::OSG1 | FourCc::PSG1 => {
                super::signature::parse_signature(name, data).map(drop)
            }
            FourCc::SFI0 => super::features::FeatureFlags::parse(data).map(drop),
            FourCc::HASH => super::hash::ShaderHash::parse(data).map(drop),
            FourCc::ILDN => super::debug_name::parse_debug_name(data).map(drop),
            FourCc::VERS => super::version::CompilerVersion::parse(data).map(drop),
            FourCc::RTS0 => super::root_signature::data::RootSignature::from_raw(data).map(drop),
            FourCc::PSV0 => {
                let kind = self.program().ok().map(|program| program.header.kind);
                PipelineStateValidation::parse(data, kind).map(drop)
            }
            FourCc::RDAT => {
                let data = RuntimeData::parse(data)?;
                data.resources()?;
                let library = data.library()?;
                for function in &library.functions {
                    library.dependencies(function)?;
                }
                for subobject in &library.subobjects {
                    subobject.kind.root_signature().transpose()?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }
}
