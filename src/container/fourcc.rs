//! Four-character codes: the names of parts. The set is open: unknown ones are kept.
//!
//! Spec: `DxilFourCC` in DXC's `DxilContainer.h`; SM 5 and older codes from `d3d11TokenizedProgramFormat`.

use std::fmt;

/// The name of a part, as it stands in the file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FourCc(pub [u8; 4]);

impl FourCc {
    /// The container itself.
    pub const DXBC: Self = Self(*b"DXBC");
    /// Program: header and bitcode.
    pub const DXIL: Self = Self(*b"DXIL");
    /// Program with debug information.
    pub const ILDB: Self = Self(*b"ILDB");
    /// Name of the file with debug information.
    pub const ILDN: Self = Self(*b"ILDN");
    /// Input signature.
    pub const ISG1: Self = Self(*b"ISG1");
    /// Output signature.
    pub const OSG1: Self = Self(*b"OSG1");
    /// Patch constant or primitive signature.
    pub const PSG1: Self = Self(*b"PSG1");
    /// Pipeline state validation.
    pub const PSV0: Self = Self(*b"PSV0");
    /// Feature flags.
    pub const SFI0: Self = Self(*b"SFI0");
    /// Root signature.
    pub const RTS0: Self = Self(*b"RTS0");
    /// Runtime data of a library.
    pub const RDAT: Self = Self(*b"RDAT");
    /// Statistics: a program with reflection data.
    pub const STAT: Self = Self(*b"STAT");
    /// Hash of the shader.
    pub const HASH: Self = Self(*b"HASH");
    /// Version of the compiler.
    pub const VERS: Self = Self(*b"VERS");
    /// Private data of the application.
    pub const PRIV: Self = Self(*b"PRIV");
    /// Source files and arguments.
    pub const SRCI: Self = Self(*b"SRCI");
    /// Contents of a PDB.
    pub const PDBI: Self = Self(*b"PDBI");
    /// Resource definitions (SM 5 and older).
    pub const RDEF: Self = Self(*b"RDEF");
    /// SM 4 program.
    pub const SHDR: Self = Self(*b"SHDR");
    /// SM 5 program.
    pub const SHEX: Self = Self(*b"SHEX");

    /// The name as a static string for error locations; `part` if it is not a program part.
    pub(super) fn static_name(self) -> &'static str {
        match self {
            Self::DXIL => "DXIL",
            Self::ILDB => "ILDB",
            Self::STAT => "STAT",
            Self::ISG1 => "ISG1",
            Self::OSG1 => "OSG1",
            Self::PSG1 => "PSG1",
            _ => "part",
        }
    }

    /// What a part of this name holds, if known.
    pub fn description(self) -> Option<&'static str> {
        Some(match self {
            Self::DXBC => "container",
            Self::DXIL => "program",
            Self::ILDB => "program with debug information",
            Self::ILDN => "debug name",
            Self::ISG1 => "input signature",
            Self::OSG1 => "output signature",
            Self::PSG1 => "patch constant or primitive signature",
            Self::PSV0 => "pipeline state validation",
            Self::SFI0 => "feature flags",
            Self::RTS0 => "root signature",
            Self::RDAT => "runtime data",
            Self::STAT => "reflection data",
            Self::HASH => "shader hash",
            Self::VERS => "compiler version",
            Self::PRIV => "private data",
            Self::SRCI => "source information",
            Self::PDBI => "PDB contents",
            Self::RDEF => "resource definitions (SM 5 and older)",
            Self::SHDR => "SM 4 program",
            Self::SHEX => "SM 5 program",
            _ => return None,
        })
    }
}

impl fmt::Display for FourCc {
    /// Bytes that are not printable ASCII appear as `\xNN`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for byte in self.0 {
            if byte.is_ascii_graphic() || byte == b' ' {
                write!(f, "{}", char::from(byte))?;
            } else {
                write!(f, "\\x{byte:02x}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for FourCc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for FourCc {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
