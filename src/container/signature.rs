//! ISG1, OSG1 and PSG1: input, output and patch constant (or primitive) signatures.
//!
//! In: the part's payload. Out: a [`SignatureElement`] per element, names borrowed from the file. This is what
//! the D3D runtime links stages by; the shader's own view of its signatures is in its metadata.
//!
//! Spec: `DxilProgramSignature`, `DxilProgramSignatureElement` in DXC's `DxilContainer.h`.

#[cfg(feature = "serde")]
use serde::Serialize;

use super::dxbc::Container;
use super::fourcc::FourCc;
use super::kinds::ComponentType;
use super::names::open_enum;
use super::reader::Reader;
use crate::error::Result;
use crate::limits;

open_enum! {
    /// `DxilProgramSigSemantic`, the `D3D_NAME` of an element.
    pub struct SystemValue(u32) {
        UNDEFINED = 0, "undefined";
        POSITION = 1, "position";
        CLIP_DISTANCE = 2, "clip_distance";
        CULL_DISTANCE = 3, "cull_distance";
        RENDER_TARGET_ARRAY_INDEX = 4, "render_target_array_index";
        VIEWPORT_ARRAY_INDEX = 5, "viewport_array_index";
        VERTEX_ID = 6, "vertex_id";
        PRIMITIVE_ID = 7, "primitive_id";
        INSTANCE_ID = 8, "instance_id";
        IS_FRONT_FACE = 9, "is_front_face";
        SAMPLE_INDEX = 10, "sample_index";
        FINAL_QUAD_EDGE_TESSFACTOR = 11, "final_quad_edge_tessfactor";
        FINAL_QUAD_INSIDE_TESSFACTOR = 12, "final_quad_inside_tessfactor";
        FINAL_TRI_EDGE_TESSFACTOR = 13, "final_tri_edge_tessfactor";
        FINAL_TRI_INSIDE_TESSFACTOR = 14, "final_tri_inside_tessfactor";
        FINAL_LINE_DETAIL_TESSFACTOR = 15, "final_line_detail_tessfactor";
        FINAL_LINE_DENSITY_TESSFACTOR = 16, "final_line_density_tessfactor";
        BARYCENTRICS = 23, "barycentrics";
        SHADING_RATE = 24, "shading_rate";
        CULL_PRIMITIVE = 25, "cull_primitive";
        TARGET = 64, "target";
        DEPTH = 65, "depth";
        COVERAGE = 66, "coverage";
        DEPTH_GREATER_EQUAL = 67, "depth_greater_equal";
        DEPTH_LESS_EQUAL = 68, "depth_less_equal";
        STENCIL_REF = 69, "stencil_ref";
        INNER_COVERAGE = 70, "inner_coverage";
    }
}

open_enum! {
    /// `DxilProgramSigMinPrecision`.
    pub struct MinPrecision(u32) {
        DEFAULT = 0, "default";
        FLOAT16 = 1, "float16";
        FLOAT2_8 = 2, "float2_8";
        SINT16 = 4, "sint16";
        UINT16 = 5, "uint16";
        ANY16 = 0xf0, "any16";
        ANY10 = 0xf1, "any10";
    }
}

/// One row of a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub struct SignatureElement<'a> {
    /// Stream of a geometry shader's output; otherwise 0.
    pub stream: u32,
    /// Semantic name without its index.
    pub semantic_name: &'a str,
    /// Semantic index. An array has an element per row.
    pub semantic_index: u32,
    /// System value.
    pub system_value: SystemValue,
    /// Type of the components.
    pub component_type: ComponentType,
    /// Row in the packed signature; [`UNALLOCATED`](Self::UNALLOCATED) if it has none.
    pub register: u32,
    /// Components occupied, bit 0 is x.
    pub mask: u8,
    /// Of an input, the components always read; of an output, those never written.
    pub rw_mask: u8,
    /// Minimum precision.
    pub min_precision: MinPrecision,
}

impl SignatureElement<'_> {
    /// The register of an element that occupies none, for example `SV_Depth`.
    pub const UNALLOCATED: u32 = u32::MAX;
}

/// Reads the payload of the signature part `part`.
pub fn parse_signature<'a>(part: FourCc, payload: &'a [u8]) -> Result<Vec<SignatureElement<'a>>> {
    let start = Reader::new(part.static_name(), payload);
    let mut header = start;
    let count = header.u32("number of signature elements")?;
    if count == 0 {
        return Ok(Vec::new());
    }
    if count as usize > limits::MAX_SIGNATURE_ELEMENTS {
        let message = format!(
            "{count} signature elements, more than {}",
            limits::MAX_SIGNATURE_ELEMENTS
        );
        return Err(start.limit(message));
    }
    let mut records =
        header
            .follow(&start, "signature elements")?
            .records(count, 32, "signature elements")?;
    let mut elements = Vec::with_capacity(count as usize);
    for _ in 0..count {
        let stream = records.u32("stream")?;
        let semantic_name = records
            .follow(&start, "a semantic name")?
            .c_str("semantic name")?;
        elements.push(SignatureElement {
            stream,
            semantic_name,
            semantic_index: records.u32("semantic index")?,
            system_value: SystemValue(records.u32("system value")?),
            component_type: ComponentType(records.u32("component type")?),
            register: records.u32("register")?,
            mask: records.u8("mask")?,
            rw_mask: records.u8("read or write mask")?,
            min_precision: {
                records.u16("padding")?;
                MinPrecision(records.u32("minimum precision")?)
            },
        });
    }
    Ok(elements)
}

impl<'a> Container<'a> {
    fn signature(&self, part: FourCc) -> Result<Option<Vec<SignatureElement<'a>>>> {
        self.part(part)
            .map(|payload| parse_signature(part, payload))
            .transpose()
    }
    /// The elements of part ISG1.
    pub fn input_signature(&self) -> Result<Option<Vec<SignatureElement<'a>>>> {
        self.signature(FourCc::ISG1)
    }
    /// The elements of part OSG1.
    pub fn output_signature(&self) -> Result<Option<Vec<SignatureElement<'a>>>> {
        self.signature(FourCc::OSG1)
    }
    /// The elements of part PSG1: patch constants of hull and domain shaders, primitive outputs of mesh
    /// shaders.
    pub fn patch_constant_signature(&self) -> Result<Option<Vec<SignatureElement<'a>>>> {
        self.signature(FourCc::PSG1)
    }
}
