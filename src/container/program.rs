//! DXIL, ILDB and STAT: a program header in front of LLVM bitcode.
//!
//! In: the part's payload. Out: [`Program`]: the header's facts and the bitcode as a slice.
//!
//! Spec: `DxilProgramHeader`, `DxilBitcodeHeader` in DXC's `DxilContainer.h`.

use std::fmt;

#[cfg(feature = "serde")]
use serde::Serialize;

use super::bitcode_wrapper::unwrap_bitcode;
use super::fourcc::FourCc;
use super::reader::Reader;
use crate::error::Result;

/// The kind of a shader: its stage.
pub use crate::shader::Stage as ShaderKind;

/// The facts that a program header states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize))]
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
