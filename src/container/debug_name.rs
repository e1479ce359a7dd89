//! ILDN: the name of the file that holds the debug information.
//!
//! Spec: `DxilShaderDebugName` in DXC's `DxilContainer.h`.

use super::dxbc::Container;
use super::fourcc::FourCc;
use super::reader::Reader;
use crate::error::Result;

/// Reads the payload of part ILDN.
pub fn parse_debug_name(payload: &[u8]) -> Result<&str> {
    let mut reader = Reader::new("ILDN", payload);
    reader.u16("debug name flags")?;
    let length = reader.u16("length of the debug name")?;
    let at_name = reader;
    let name = reader.bytes(usize::from(length), "debug name")?;
    std::str::from_utf8(name).map_err(|_| at_name.malformed("the debug name is not UTF-8"))
}

impl<'a> Container<'a> {
    /// The name in part ILDN.
    pub fn debug_name(&self) -> Result<Option<&'a str>> {
        self.part(FourCc::ILDN).map(parse_debug_name).transpose()
    }
}
