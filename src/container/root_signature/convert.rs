//! A root signature from one version of the serialised form to another.
//!
//! In: [`RootSignature`], version. Out: the same meaning in that version, as D3D12's
//! `GetRootSignatureDescAtVersion` has it. Version 1.0 has no flags and treats descriptors and data as volatile:
//! on the way up that is spelled out, on the way down the flags are left out, which allows an application all
//! that they allowed. What holds: shaders read the same through both.

use super::check::{Place, Problem};
use super::data::{RootParameterKind, RootSignature, RootSignatureVersion};
use super::flags::{DescriptorRangeFlags, RootDescriptorFlags};
use crate::error::{Error, ErrorKind, Result};

impl RootSignature {
    /// The root signature as another version.
    ///
    /// # Errors
    /// `RootSignature` when a static sampler has flags: versions before 1.2 have no place for them, and without
    /// them it would sample differently.
    pub fn to_version(&self, version: RootSignatureVersion) -> Result<Self> {
        let mut converted = self.clone();
        converted.version = version;
        let (was_1_0, is_1_0) = (
            self.version == RootSignatureVersion::V1_0,
            version == RootSignatureVersion::V1_0,
        );
        let parameters = if was_1_0 == is_1_0 {
            &mut []
        } else {
            converted.parameters.as_mut_slice()
        };
        for parameter in parameters {
            match &mut parameter.kind {
                RootParameterKind::DescriptorTable(table) => {
                    for range in &mut table.ranges {
                        range.flags = if is_1_0 {
                            DescriptorRangeFlags::NONE
                        } else {
                            self.range_flags(range)
                        };
                    }
                }
                RootParameterKind::Cbv(d) | RootParameterKind::Srv(d) | RootParameterKind::Uav(d) => {
                    d.flags = if is_1_0 {
                        RootDescriptorFlags::NONE
                    } else {
                        RootDescriptorFlags::DATA_VOLATILE
                    };
                }
                RootParameterKind::Constants(_) => {}
            }
        }
        match converted.misplaced_flags() {
            Some(problem) => Err(Error::new(ErrorKind::RootSignature, problem.to_string())),
            None => Ok(converted),
        }
    }

    /// The first flags that the version has no place for: written, they would be lost.
    pub(super) fn misplaced_flags(&self) -> Option<Problem> {
        let version = self.version;
        let problem = |place, what: String, since| Problem {
            place,
            message: format!("{what}, which version {version} does not have: version {since} does"),
        };
        if version == RootSignatureVersion::V1_0 {
            for (index, parameter) in self.parameters.iter().enumerate() {
                let index = index as u32;
                let (place, flags) = match &parameter.kind {
                    RootParameterKind::DescriptorTable(table) => {
                        let flagged = table.ranges.iter().enumerate().find(|(_, r)| !r.flags.is_empty());
                        let Some((range, found)) = flagged else { continue };
                        let place = Place::Range {
                            parameter: index,
                            range: range as u32,
                        };
                        (place, found.flags.to_string())
                    }
                    RootParameterKind::Cbv(d) | RootParameterKind::Srv(d) | RootParameterKind::Uav(d)
                        if !d.flags.is_empty() =>
                    {
                        (Place::Parameter(index), d.flags.to_string())
                    }
                    _ => continue,
                };
                return Some(problem(place, format!("it has the flags {flags}"), "1.1"));
            }
        }
        if version < RootSignatureVersion::V1_2 {
            let mut samplers = self.static_samplers.iter().enumerate();
            if let Some((index, sampler)) = samplers.find(|(_, sampler)| !sampler.flags.is_empty()) {
                let (register, space) = (sampler.shader_register, sampler.register_space);
                return Some(problem(
                    Place::StaticSampler(index as u32),
                    format!("s{register}, space {space}: it has the flags {}", sampler.flags),
                    "1.2",
                ));
            }
        }
        None
    }
}
