//! Local root signatures, parameter by parameter, as the interface takes them.

use super::types::result;
use dxil2spirv::container::RootSignature;
use dxil2spirv::container::root_signature::{
    DescriptorRange, DescriptorRangeFlags, DescriptorRangeType, DescriptorTable, RootConstants,
    RootDescriptor, RootDescriptorFlags, RootParameter, RootParameterKind, RootSignatureFlags,
    RootSignatureVersion, ShaderVisibility,
};
use std::ffi::c_int;

/// A local root signature that is being put together.
#[derive(Clone, Debug, Default)]
pub struct Local {
    parameters: Vec<RootParameter>,
    /// Ranges of the table begun.
    table: Option<Vec<DescriptorRange>>,
    /// Whether it has got one without descriptors: a table that has its place in the record and is reached otherwise.
    empty: bool,
    /// Whether a parameter was given that makes no sense: a run fails.
    wrong: bool,
}

impl Local {
    /// The root signature, if it has parameters; `Err` where one of them made no sense.
    pub fn root_signature(&self) -> Result<Option<RootSignature>, &'static str> {
        if self.wrong {
            return Err("a parameter of the local root signature of a class that it cannot have");
        }
        if self.parameters.is_empty() {
            return Ok(None);
        }
        Ok(Some(RootSignature {
            version: RootSignatureVersion::V1_1,
            flags: RootSignatureFlags::LOCAL_ROOT_SIGNATURE,
            parameters: self.parameters.clone(),
            static_samplers: Vec::new(),
        }))
    }

    fn add(&mut self, kind: RootParameterKind) {
        self.parameters.push(RootParameter {
            visibility: ShaderVisibility::All,
            kind,
        });
    }

    /// Constants.
    pub fn constants(&mut self, space: u32, register: u32, words: u32) {
        self.add(RootParameterKind::Constants(RootConstants {
            shader_register: register,
            register_space: space,
            num_32bit_values: words,
        }));
    }

    /// An address. Of the last register there is, one that no shader has: it has its place in the record, and is reached
    /// otherwise.
    pub fn descriptor(&mut self, class: c_int, space: u32, register: u32) {
        let descriptor = RootDescriptor {
            shader_register: register,
            register_space: space,
            flags: RootDescriptorFlags::NONE,
        };
        match range_type(class) {
            Some(DescriptorRangeType::Srv) => self.add(RootParameterKind::Srv(descriptor)),
            Some(DescriptorRangeType::Uav) => self.add(RootParameterKind::Uav(descriptor)),
            Some(DescriptorRangeType::Cbv) => self.add(RootParameterKind::Cbv(descriptor)),
            Some(DescriptorRangeType::Sampler) if (space, register) == (u32::MAX, u32::MAX) => {
                self.add(RootParameterKind::Srv(descriptor));
            }
            Some(DescriptorRangeType::Sampler) | None => self.wrong = true,
        }
    }

    /// A range of the table begun, or a table of one.
    pub fn range(&mut self, class: c_int, space: u32, register: u32, count: u32, offset: u32) {
        let Some(range_type) = range_type(class) else {
            self.wrong = true;
            return;
        };
        let range = DescriptorRange {
            range_type,
            num_descriptors: count,
            base_shader_register: register,
            register_space: space,
            flags: DescriptorRangeFlags::NONE,
            offset_in_descriptors_from_table_start: offset,
        };
        match &mut self.table {
            Some(_) if count == 0 => self.empty = true,
            Some(ranges) => ranges.push(range),
            None => self.add(RootParameterKind::DescriptorTable(DescriptorTable {
                ranges: vec![range],
            })),
        }
    }

    /// Begins a table.
    pub fn begin(&mut self) -> c_int {
        if self.table.is_some() {
            return result::INVALID_ARGUMENT;
        }
        self.table = Some(Vec::new());
        self.empty = false;
        result::SUCCESS
    }

    /// Ends the table begun, which must have a range.
    pub fn end(&mut self) -> c_int {
        match self.table.take() {
            Some(ranges) if !ranges.is_empty() || self.empty => {
                self.add(RootParameterKind::DescriptorTable(DescriptorTable { ranges }));
                result::SUCCESS
            }
            table => {
                self.table = table;
                result::INVALID_ARGUMENT
            }
        }
    }
}

/// `dxil_spv_resource_class`.
fn range_type(class: c_int) -> Option<DescriptorRangeType> {
    u32::try_from(class).ok().and_then(DescriptorRangeType::from_raw)
}
