//! The first record of PSV0: facts about the shader as a whole, extended by each version.
//!
//! Spec: `PSVRuntimeInfo0` to `PSVRuntimeInfo4` and the stage structs before them.

#[cfg(feature = "serde")]
use serde::Serialize;

use crate::container::kinds::{
    InputPrimitive, MeshOutputTopology, PrimitiveTopology, TessellatorDomain, TessellatorOutputPrimitive,
};
use crate::container::program::ShaderKind;
use crate::container::reader::Reader;
use crate::error::Result;

/// What depends on the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "stage", rename_all = "snake_case"))]
#[allow(missing_docs)]
pub enum StageInfo {
    Vertex {
        output_position_present: bool,
    },
    Hull {
        input_control_points: u32,
        output_control_points: u32,
        domain: TessellatorDomain,
        output_primitive: TessellatorOutputPrimitive,
    },
    Domain {
        input_control_points: u32,
        output_position_present: bool,
        domain: TessellatorDomain,
    },
    Geometry {
        input_primitive: InputPrimitive,
        output_topology: PrimitiveTopology,
        output_stream_mask: u32,
        output_position_present: bool,
        /// From version 1 on; otherwise 0.
        max_vertex_count: u16,
    },
    Pixel {
        depth_output: bool,
        sample_frequency: bool,
    },
    Mesh {
        group_shared_bytes: u32,
        group_shared_bytes_dependent_on_view_id: u32,
        payload_bytes: u32,
        max_output_vertices: u16,
        max_output_primitives: u16,
        /// From version 1 on; otherwise undefined.
        output_topology: MeshOutputTopology,
    },
    Amplification {
        payload_bytes: u32,
    },
    /// A stage about which nothing more is recorded.
    Other,
}

/// `PSVRuntimeInfo4` and what precedes it. What a version lacks is zero or `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub struct RuntimeInfo<'a> {
    /// Stage: from the record if it has one (version 1 and later), else the one given.
    pub kind: Option<ShaderKind>,
    /// What depends on the stage.
    pub stage: StageInfo,
    /// Fewest lanes of a wave that the shader needs; 0 if it doesn't care.
    pub min_wave_lanes: u32,
    /// Most lanes; `u32::MAX` if it doesn't care.
    pub max_wave_lanes: u32,
    /// Whether the view id is used.
    pub uses_view_id: bool,
    /// Rows of the packed input signature.
    pub input_vectors: u8,
    /// Rows of the packed output signature of each stream.
    pub output_vectors: [u8; 4],
    /// Rows of the packed patch constant or primitive signature.
    pub patch_constant_vectors: u8,
    /// Thread group size, from version 2 on.
    pub num_threads: Option<[u32; 3]>,
    /// Name of the entry function, from version 3 on.
    pub entry_name: Option<&'a str>,
    /// Bytes of groupshared memory, from version 4 on.
    pub group_shared_bytes: Option<u32>,
}

/// What the record says about the rest of the part.
pub(super) struct Layout {
    pub version: u8,
    /// Elements of input, output and patch constant signature.
    pub elements: [u8; 3],
    /// Offset of the entry's name in the string table.
    pub entry_name: Option<u32>,
}

/// Reads the record, which is the whole of `reader`'s window.
pub(super) fn parse(
    mut reader: Reader<'_>,
    given: Option<ShaderKind>,
) -> Result<(RuntimeInfo<'static>, Layout)> {
    let size = reader.remaining();
    let version = match size {
        ..36 => 0,
        36..48 => 1,
        48..52 => 2,
        52..56 => 3,
        _ => 4,
    };
    let by_stage = reader.window(16, "stage information")?;
    let min_wave_lanes = reader.u32("minimum wave lane count")?;
    let max_wave_lanes = reader.u32("maximum wave lane count")?;
    let mut info = RuntimeInfo {
        kind: given,
        stage: StageInfo::Other,
        min_wave_lanes,
        max_wave_lanes,
        uses_view_id: false,
        input_vectors: 0,
        output_vectors: [0; 4],
        patch_constant_vectors: 0,
        num_threads: None,
        entry_name: None,
        group_shared_bytes: None,
    };
    let mut layout = Layout {
        version,
        elements: [0; 3],
        entry_name: None,
    };
    // Shared by the stages: a vertex count of 16 bits, or a row count and a topology of 8 bits each.
    let mut shared = [0u8; 2];
    if version >= 1 {
        // An unknown stage stays unknown rather than taking the given one: the record is the newer source.
        info.kind = ShaderKind::from_raw(u32::from(reader.u8("shader stage")?));
        info.uses_view_id = reader.u8("view id use")? != 0;
        shared = reader.array("vertex or vector count")?;
        layout.elements = reader.array("signature element counts")?;
        info.input_vectors = reader.u8("input vectors")?;
        info.output_vectors = reader.array("output vectors")?;
    }
    if version >= 2 {
        let [x, y, z] = [
            reader.u32("threads x")?,
            reader.u32("threads y")?,
            reader.u32("threads z")?,
        ];
        info.num_threads = Some([x, y, z]);
    }
    if version >= 3 {
        layout.entry_name = Some(reader.u32("offset of the entry name")?);
    }
    if version >= 4 {
        info.group_shared_bytes = Some(reader.u32("groupshared bytes")?);
    }
    if matches!(
        info.kind,
        Some(ShaderKind::Hull | ShaderKind::Domain | ShaderKind::Mesh)
    ) {
        [info.patch_constant_vectors, _] = shared;
    }
    info.stage = stage_info(by_stage, info.kind, shared)?;
    Ok((info, layout))
}

fn stage_info(mut reader: Reader<'_>, kind: Option<ShaderKind>, shared: [u8; 2]) -> Result<StageInfo> {
    let what = "stage information";
    Ok(match kind {
        Some(ShaderKind::Vertex) => StageInfo::Vertex {
            output_position_present: reader.u8(what)? != 0,
        },
        Some(ShaderKind::Hull) => StageInfo::Hull {
            input_control_points: reader.u32(what)?,
            output_control_points: reader.u32(what)?,
            domain: TessellatorDomain(reader.u32(what)?),
            output_primitive: TessellatorOutputPrimitive(reader.u32(what)?),
        },
        Some(ShaderKind::Domain) => StageInfo::Domain {
            input_control_points: reader.u32(what)?,
            output_position_present: {
                let [present, ..] = reader.array::<4>(what)?;
                present != 0
            },
            domain: TessellatorDomain(reader.u32(what)?),
        },
        Some(ShaderKind::Geometry) => StageInfo::Geometry {
            input_primitive: InputPrimitive(reader.u32(what)?),
            output_topology: PrimitiveTopology(reader.u32(what)?),
            output_stream_mask: reader.u32(what)?,
            output_position_present: reader.u8(what)? != 0,
            max_vertex_count: u16::from_le_bytes(shared),
        },
        Some(ShaderKind::Pixel) => StageInfo::Pixel {
            depth_output: reader.u8(what)? != 0,
            sample_frequency: reader.u8(what)? != 0,
        },
        Some(ShaderKind::Mesh) => StageInfo::Mesh {
            group_shared_bytes: reader.u32(what)?,
            group_shared_bytes_dependent_on_view_id: reader.u32(what)?,
            payload_bytes: reader.u32(what)?,
            max_output_vertices: reader.u16(what)?,
            max_output_primitives: reader.u16(what)?,
            output_topology: {
                let [_, topology] = shared;
                MeshOutputTopology(u32::from(topology))
            },
        },
        Some(ShaderKind::Amplification) => StageInfo::Amplification {
            payload_bytes: reader.u32(what)?,
        },
        _ => StageInfo::Other,
    })
}
