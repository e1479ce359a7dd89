//! DXIL, ILDB and STAT: a program header in front of LLVM bitcode.
//!
//! In: the part's payload. Out: [`Program`]: the header's facts and the bitcode as a slice.
//!
//! Spec: `DxilProgramHeader`, `DxilBitcodeHeader` in DXC's `DxilContainer.h`.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::reader::Reader;
use super::{FourCc, unwrap_bitcode};
use crate::error::Result;

/// The kind of a shader, numbered as `DXIL::ShaderKind`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
#[repr(u32)]
pub enum ShaderKind {
    Pixel,
    Vertex,
    Geometry,
    Hull,
    Domain,
    #[default]
    Compute,
    /// A library: entry points of several kinds.
    Library,
    RayGeneration,
    Intersection,
    AnyHit,
    ClosestHit,
    Miss,
    Callable,
    Mesh,
    Amplification,
    Node,
}

impl ShaderKind {
    const ALL: [(Self, &'static str, &'static str); 16] = [
        (Self::Pixel, "pixel", "ps"),
        (Self::Vertex, "vertex", "vs"),
        (Self::Geometry, "geometry", "gs"),
        (Self::Hull, "hull", "hs"),
        (Self::Domain, "domain", "ds"),
        (Self::Compute, "compute", "cs"),
        (Self::Library, "library", "lib"),
        (Self::RayGeneration, "raygeneration", "rgs"),
        (Self::Intersection, "intersection", "is"),
        (Self::AnyHit, "anyhit", "ahs"),
        (Self::ClosestHit, "closesthit", "chs"),
        (Self::Miss, "miss", "mss"),
        (Self::Callable, "callable", "cls"),
        (Self::Mesh, "mesh", "ms"),
        (Self::Amplification, "amplification", "as"),
        (Self::Node, "node", "node"),
    ];

    /// Every kind.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().map(|(kind, ..)| kind)
    }

    /// The kind that a number of `DXIL::ShaderKind` stands for.
    pub fn from_raw(raw: u32) -> Option<Self> {
        Self::ALL.get(raw as usize).map(|(kind, ..)| *kind)
    }
    /// The number in `DXIL::ShaderKind`.
    pub fn to_raw(self) -> u32 {
        self as u32
    }
    /// The name that HLSL's attribute `[shader("...")]` uses.
    pub fn name(self) -> &'static str {
        Self::ALL.get(self as usize).map_or("", |(_, name, _)| name)
    }
    /// The abbreviation that profiles and `!dx.shaderModel` use, for example `ps`.
    pub fn abbreviation(self) -> &'static str {
        Self::ALL
            .get(self as usize)
            .map_or("", |(.., abbreviation)| abbreviation)
    }
    /// The kind with this abbreviation.
    pub fn from_abbreviation(text: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .find(|(.., abbreviation)| *abbreviation == text)
            .map(|(kind, ..)| *kind)
    }
}

impl fmt::Display for ShaderKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The facts that a program header states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct ProgramHeader {
    /// Kind of the shader.
    pub kind: ShaderKind,
    /// Shader model, major.
    pub shader_model_major: u8,
    /// Shader model, minor.
    pub shader_model_minor: u8,
    /// DXIL version, major.
    pub dxil_major: u8,
    /// DXIL version, minor.
    pub dxil_minor: u8,
}

impl ProgramHeader {
    /// The shader model as (major, minor).
    pub fn shader_model(&self) -> (u8, u8) {
        (self.shader_model_major, self.shader_model_minor)
    }
}

impl fmt::Display for ProgramHeader {
    /// The profile, for example `ps_6_2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}_{}_{}",
            self.kind.abbreviation(),
            self.shader_model_major,
            self.shader_model_minor
        )
    }
}

/// A part that holds a program.
#[derive(Clone, Copy, Debug)]
pub struct Program<'a> {
    /// The part: DXIL, ILDB or STAT.
    pub part: FourCc,
    /// The header.
    pub header: ProgramHeader,
    /// The bitcode, starting with `BC` 0xC0DE.
    pub bitcode: &'a [u8],
}

impl<'a> Program<'a> {
    /// Reads the payload of `part`.
    pub fn parse(part: FourCc, data: &'a [u8]) -> Result<Self> {
        let mut reader = Reader::new(part.static_name(), data);
        let at_version = reader;
        let version = reader.u32("program version")?;
        let Some(kind) = ShaderKind::from_raw(version >> 16) else {
            return Err(at_version.unsupported(format!("shader kind {}", version >> 16)));
        };
        let at_size = reader;
        let words = reader.u32("program size")?;
        if words < 6 {
            return Err(at_size.malformed(format!("program size {words} words: the header alone has 6")));
        }
        // The size may be wrong in files that tools have edited: what counts is that the bitcode fits.
        let mut header = reader.window(reader.remaining(), "bitcode header")?;
        let at_magic = header;
        let magic = FourCc(header.array("bitcode magic")?);
        if magic != FourCc::DXIL {
            return Err(at_magic.malformed(format!("expected the magic DXIL, found {magic}")));
        }
        let dxil_version = header.u32("DXIL version")?;
        // Its offset counts from the bitcode header.
        let mut bitcode = header.follow(&at_magic, "the bitcode")?;
        let size = header.u32("bitcode size")?;
        let start = bitcode;
        let bitcode = unwrap_bitcode(bitcode.bytes(size as usize, "bitcode")?)
            .map_err(|error| start.malformed(error.message()))?;
        let header = ProgramHeader {
            kind,
            shader_model_major: ((version >> 4) & 0xf) as u8,
            shader_model_minor: (version & 0xf) as u8,
            dxil_major: (dxil_version >> 8) as u8,
            dxil_minor: dxil_version as u8,
        };
        Ok(Self {
            part,
            header,
            bitcode,
        })
    }
}
