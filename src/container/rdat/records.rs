//! Records of the resource and function tables.
//!
//! Spec: `RuntimeDataResourceInfo`, `RuntimeDataFunctionInfo`, `RuntimeDataFunctionInfo2` in
//! `RDAT_LibraryTypes.inl`.

#[cfg(feature = "serde")]
use serde::Serialize;

use super::index_list::{IndexList, NULL_REF};
use super::tables::{RdatPartType, RuntimeData};
use crate::container::features::FeatureFlags;
use crate::container::kinds::{ResourceClass, ResourceKind};
use crate::container::names::flag_set;
use crate::container::program::ShaderKind;
use crate::container::reader::Reader;
use crate::error::Result;

flag_set! {
    /// `DxilResourceFlag`.
    pub struct ResourceFlags(u32) {
        UAV_GLOBALLY_COHERENT = 0x1, "uav_globally_coherent";
        UAV_COUNTER = 0x2, "uav_counter";
        UAV_RASTERIZER_ORDERED_VIEW = 0x4, "uav_rasterizer_ordered_view";
        DYNAMIC_INDEXING = 0x8, "dynamic_indexing";
        ATOMICS64_USE = 0x10, "atomics64_use";
        UAV_REORDER_COHERENT = 0x20, "uav_reorder_coherent";
    }
}

flag_set! {
    /// `DxilShaderFlags`.
    pub struct ShaderFlags(u32) {
        NODE_PROGRAM_ENTRY = 0x1, "node_program_entry";
        OUTPUT_POSITION_PRESENT = 0x2, "output_position_present";
        DEPTH_OUTPUT = 0x4, "depth_output";
        SAMPLE_FREQUENCY = 0x8, "sample_frequency";
        USES_VIEW_ID = 0x10, "uses_view_id";
    }
}

/// `RuntimeDataResourceInfo`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub struct ResourceRecord<'a> {
    /// Class.
    pub class: ResourceClass,
    /// Kind.
    pub kind: ResourceKind,
    /// Number among the resources of its class.
    pub id: u32,
    /// Register space.
    pub space: u32,
    /// First register.
    pub lower_bound: u32,
    /// Last register; `u32::MAX` for an unbounded range.
    pub upper_bound: u32,
    /// Name.
    pub name: &'a str,
    /// Flags.
    pub flags: ResourceFlags,
}

/// `RuntimeDataFunctionInfo`, with what its second version adds.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub struct FunctionRecord<'a> {
    /// Name, mangled.
    pub name: &'a str,
    /// Name, not mangled.
    pub unmangled_name: &'a str,
    /// Indices into the resource table of the resources used.
    pub resources: IndexList<'a>,
    /// Names of external functions called, as offsets into the string buffer.
    pub dependencies: IndexList<'a>,
    /// Kind, [`ShaderKind::Library`] for a plain function; `None` if unknown.
    pub kind: Option<ShaderKind>,
    /// Bytes of a ray payload or of a callable's parameter.
    pub payload_bytes: u32,
    /// Bytes of a hit's attributes.
    pub attribute_bytes: u32,
    /// Features needed.
    pub features: FeatureFlags,
    /// Stages in which it may be used, a bit per [`ShaderKind`].
    pub stages: u32,
    /// Lowest shader model, as in a program header.
    pub min_shader_target: u32,
    /// What version 2 of the record adds (validator 1.8 and later).
    pub extension: Option<FunctionExtension>,
}

/// What `RuntimeDataFunctionInfo2` adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub struct FunctionExtension {
    /// Fewest lanes of a wave; 0 if not stated.
    pub min_wave_lanes: u8,
    /// Most lanes of a wave; 0 if not stated.
    pub max_wave_lanes: u8,
    /// Flags.
    pub flags: ShaderFlags,
    /// Index of the record in the table of its kind, for example of a node in `NODE_SHADER_INFO_TABLE`.
    pub shader_ref: Option<u32>,
}

impl<'a> RuntimeData<'a> {
    /// The resources, in table order.
    pub fn resources(&self) -> Result<Vec<ResourceRecord<'a>>> {
        let table = self.table(RdatPartType::RESOURCE_TABLE)?;
        let mut out = Vec::with_capacity(table.len() as usize);
        for record in table.records() {
            let mut record = record?;
            out.push(ResourceRecord {
                class: ResourceClass(record.u32("resource class")?),
                kind: ResourceKind(record.u32("resource kind")?),
                id: record.u32("resource id")?,
                space: record.u32("register space")?,
                lower_bound: record.u32("lower bound")?,
                upper_bound: record.u32("upper bound")?,
                name: self.string(record.u32("resource name")?)?,
                flags: ResourceFlags(record.u32("resource flags")?),
            });
        }
        Ok(out)
    }

    /// The functions, in table order.
    pub fn functions(&self) -> Result<Vec<FunctionRecord<'a>>> {
        let table = self.table(RdatPartType::FUNCTION_TABLE)?;
        let mut out = Vec::with_capacity(table.len() as usize);
        for record in table.records() {
            out.push(self.function(record?)?);
        }
        Ok(out)
    }

    fn function(&self, mut record: Reader<'a>) -> Result<FunctionRecord<'a>> {
        Ok(FunctionRecord {
            name: self.string(record.u32("function name")?)?,
            unmangled_name: self.string(record.u32("unmangled function name")?)?,
            resources: self.index_list(record.u32("resources of a function")?)?,
            dependencies: self.index_list(record.u32("dependencies of a function")?)?,
            kind: ShaderKind::from_raw(record.u32("shader kind")?),
            payload_bytes: record.u32("payload size")?,
            attribute_bytes: record.u32("attribute size")?,
            features: {
                let low = record.u32("feature flags")?;
                FeatureFlags(u64::from(low) | u64::from(record.u32("feature flags")?) << 32)
            },
            stages: record.u32("shader stage flags")?,
            min_shader_target: record.u32("minimum shader target")?,
            extension: if record.remaining() >= 8 {
                Some(FunctionExtension {
                    min_wave_lanes: record.u8("minimum wave lane count")?,
                    max_wave_lanes: record.u8("maximum wave lane count")?,
                    flags: ShaderFlags(u32::from(record.u16("shader flags")?)),
                    shader_ref: Some(record.u32("shader reference")?).filter(|index| *index != NULL_REF),
                })
            } else {
                None
            },
        })
    }
}
