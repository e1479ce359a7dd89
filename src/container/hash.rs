//! HASH: the compiler's MD5 of the program, by which PDBs are named.
//!
//! Spec: `DxilShaderHash` in DXC's `DxilContainer.h`.

#[cfg(feature = "serde")]
use serde::Serialize;

use super::dxbc::Container;
use super::fourcc::FourCc;
use super::reader::Reader;
use crate::error::Result;

/// The contents of part HASH.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub struct ShaderHash {
    /// All flags; only [`INCLUDES_SOURCE`](Self::INCLUDES_SOURCE) is defined.
    pub flags: u32,
    /// MD5 of the bitcode, or of it with its sources.
    pub digest: [u8; 16],
}

impl ShaderHash {
    /// Flag: the hash covers source information (`-Zss`).
    pub const INCLUDES_SOURCE: u32 = 1;

    /// Reads the payload of part HASH.
    pub fn parse(payload: &[u8]) -> Result<Self> {
        let mut reader = Reader::new("HASH", payload);
        Ok(Self {
            flags: reader.u32("hash flags")?,
            digest: reader.array("hash")?,
        })
    }
}

impl Container<'_> {
    /// The contents of part HASH.
    pub fn shader_hash(&self) -> Result<Option<ShaderHash>> {
        self.part(FourCc::HASH).map(ShaderHash::parse).transpose()
    }
}
