//! VERS: the version of the compiler.
//!
//! Spec: `DxilCompilerVersion` in DXC's `DxilContainer.h`.

#[cfg(feature = "serde")]
use serde::Serialize;

use super::dxbc::Container;
use super::fourcc::FourCc;
use super::reader::Reader;
use crate::error::Result;

/// The contents of part VERS.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub struct CompilerVersion<'a> {
    /// Major version.
    pub major: u16,
    /// Minor version.
    pub minor: u16,
    /// Flags: 1 debug build, 2 internal validator.
    pub flags: u32,
    /// Commits since the version began.
    pub commit_count: u32,
    /// Commit that the compiler was built from; may be empty.
    pub commit: &'a str,
    /// Version as its maker calls it; may be empty.
    pub custom: &'a str,
}

impl<'a> CompilerVersion<'a> {
    /// Reads the payload of part VERS.
    pub fn parse(payload: &'a [u8]) -> Result<Self> {
        let mut reader = Reader::new("VERS", payload);
        let major = reader.u16("major version")?;
        let minor = reader.u16("minor version")?;
        let flags = reader.u32("version flags")?;
        let commit_count = reader.u32("commit count")?;
        let size = reader.u32("size of version strings")?;
        let mut strings = reader.window(size as usize, "version strings")?;
        let mut string = |what| {
            if strings.remaining() == 0 {
                Ok("")
            } else {
                strings.c_str(what)
            }
        };
        let commit = string("commit")?;
        let custom = string("custom version")?;
        Ok(Self {
            major,
            minor,
            flags,
            commit_count,
            commit,
            custom,
        })
    }
}

impl<'a> Container<'a> {
    /// The contents of part VERS.
    pub fn compiler_version(&self) -> Result<Option<CompilerVersion<'a>>> {
        self.part(FourCc::VERS).map(CompilerVersion::parse).transpose()
    }
}
