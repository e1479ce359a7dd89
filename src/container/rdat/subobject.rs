//! Records of the subobject table: parts of a ray tracing pipeline or work graph that the library declares.
//!
//! Spec: `RDAT_SubobjectTypes.inl`; `DXIL::SubobjectKind` in `DxilConstants.h`.

#[cfg(feature = "serde")]
use serde::Serialize;

use super::tables::{RdatPartType, RuntimeData};
use crate::container::names::{flag_set, open_enum};
use crate::container::reader::Reader;
use crate::container::root_signature::data::RootSignature;
use crate::error::Result;
use crate::limits;

open_enum! {
    /// `D3D12_HIT_GROUP_TYPE`.
    pub struct HitGroupType(u32) {
        TRIANGLES = 0, "triangles";
        PROCEDURAL_PRIMITIVE = 1, "procedural_primitive";
    }
}

flag_set! {
    /// `D3D12_STATE_OBJECT_FLAGS`.
    pub struct StateObjectFlags(u32) {
        ALLOW_LOCAL_DEPENDENCIES_ON_EXTERNAL_DEFINITIONS = 0x1, "allow_local_dependencies_on_external_definitions";
        ALLOW_EXTERNAL_DEPENDENCIES_ON_LOCAL_DEFINITIONS = 0x2, "allow_external_dependencies_on_local_definitions";
        ALLOW_STATE_OBJECT_ADDITIONS = 0x4, "allow_state_object_additions";
    }
}

flag_set! {
    /// `D3D12_RAYTRACING_PIPELINE_FLAGS`.
    pub struct RaytracingPipelineFlags(u32) {
        SKIP_TRIANGLES = 0x100, "skip_triangles";
        SKIP_PROCEDURAL_PRIMITIVES = 0x200, "skip_procedural_primitives";
        ALLOW_OPACITY_MICROMAPS = 0x400, "allow_opacity_micromaps";
    }
}

/// A named subobject.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub struct Subobject<'a> {
    /// Name, by which associations refer to it.
    pub name: &'a str,
    /// What it is.
    pub kind: SubobjectKind<'a>,
}

/// What a subobject is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum SubobjectKind<'a> {
    /// Flags of the state object.
    StateObjectConfig(StateObjectFlags),
    /// The root signature of all shaders: an RTS0 payload.
    GlobalRootSignature(&'a [u8]),
    /// The root signature of a shader record: an RTS0 payload.
    LocalRootSignature(&'a [u8]),
    /// Exports that another subobject applies to; none means all.
    SubobjectToExportsAssociation {
        /// Name of that subobject.
        subobject: &'a str,
        /// Names of the exports.
        exports: Vec<&'a str>,
    },
    /// Sizes that all shaders share.
    RaytracingShaderConfig {
        /// Largest ray payload.
        max_payload_bytes: u32,
        /// Largest hit attributes.
        max_attribute_bytes: u32,
    },
    /// Limits of the pipeline.
    RaytracingPipelineConfig {
        /// Deepest recursion of TraceRay.
        max_trace_recursion_depth: u32,
        /// Flags; `None` before `RaytracingPipelineConfig1`.
        flags: Option<RaytracingPipelineFlags>,
    },
    /// Shaders that handle a hit together; empty names mean none.
    HitGroup {
        /// Triangles or procedural primitives.
        group_type: HitGroupType,
        /// Any-hit shader.
        any_hit: &'a str,
        /// Closest-hit shader.
        closest_hit: &'a str,
        /// Intersection shader.
        intersection: &'a str,
    },
    /// A kind without a name, with the bytes of its union.
    Unknown {
        /// The number of the kind.
        kind: u32,
        /// The record behind kind and name.
        data: &'a [u8],
    },
}

impl SubobjectKind<'_> {
    /// The root signature, if it is one.
    pub fn root_signature(&self) -> Option<Result<RootSignature>> {
        match self {
            Self::GlobalRootSignature(payload) | Self::LocalRootSignature(payload) => {
                Some(RootSignature::from_raw(payload))
            }
            _ => None,
        }
    }
}

impl<'a> RuntimeData<'a> {
    /// The subobjects, in table order.
    pub fn subobjects(&self) -> Result<Vec<Subobject<'a>>> {
        let table = self.table(RdatPartType::SUBOBJECT_TABLE)?;
        let mut out = Vec::with_capacity(table.len() as usize);
        // Associations may share one list, so the size of the input doesn't bound their sum.
        let mut exports_left = limits::MAX_RUNTIME_RECORDS;
        for record in table.records() {
            let mut record = record?;
            let kind = record.u32("subobject kind")?;
            let name = self.string(record.u32("subobject name")?)?;
            let kind = self.subobject(kind, record, &mut exports_left)?;
            out.push(Subobject { name, kind });
        }
        Ok(out)
    }

    fn subobject(
        &self,
        kind: u32,
        mut record: Reader<'a>,
        exports_left: &mut usize,
    ) -> Result<SubobjectKind<'a>> {
        let start = record;
        let mut word = |what| record.u32(what);
        Ok(match kind {
            0 => SubobjectKind::StateObjectConfig(StateObjectFlags(word("state object flags")?)),
            1 | 2 => {
                let offset = word("offset of a root signature")?;
                let payload = self.bytes(offset, word("size of a root signature")?)?;
                match kind {
                    1 => SubobjectKind::GlobalRootSignature(payload),
                    _ => SubobjectKind::LocalRootSignature(payload),
                }
            }
            8 => SubobjectKind::SubobjectToExportsAssociation {
                subobject: self.string(word("name of an associated subobject")?)?,
                exports: {
                    let list = self.index_list(word("exports of an association")?)?;
                    *exports_left = exports_left.checked_sub(list.len() as usize).ok_or_else(|| {
                        start.limit(format!(
                            "more than {} associated exports",
                            limits::MAX_RUNTIME_RECORDS
                        ))
                    })?;
                    list.iter()
                        .map(|offset| self.string(offset))
                        .collect::<Result<_>>()?
                },
            },
            9 => SubobjectKind::RaytracingShaderConfig {
                max_payload_bytes: word("payload size")?,
                max_attribute_bytes: word("attribute size")?,
            },
            10 => SubobjectKind::RaytracingPipelineConfig {
                max_trace_recursion_depth: word("recursion depth")?,
                flags: None,
            },
            11 => SubobjectKind::HitGroup {
                group_type: HitGroupType(word("hit group type")?),
                any_hit: self.string(word("any-hit shader")?)?,
                closest_hit: self.string(word("closest-hit shader")?)?,
                intersection: self.string(word("intersection shader")?)?,
            },
            12 => SubobjectKind::RaytracingPipelineConfig {
                max_trace_recursion_depth: word("recursion depth")?,
                flags: Some(RaytracingPipelineFlags(word("pipeline flags")?)),
            },
            _ => SubobjectKind::Unknown {
                kind,
                data: record.rest(),
            },
        })
    }
}
