//! Bitcode as such: its magic, and the wrapper header that some tools put in front of it.
//!
//! Spec: LLVM "Bitcode File Format", sections "Magic Numbers" and "Bitcode Wrapper Format".

use super::reader::Reader;
use crate::error::Result;

/// The first bytes of bitcode.
pub(super) const BITCODE_MAGIC: [u8; 4] = *b"BC\xc0\xde";
/// The first bytes of the wrapper header: 0x0B17C0DE.
pub(super) const WRAPPER_MAGIC: [u8; 4] = [0xde, 0xc0, 0x17, 0x0b];

/// The bitcode in `bytes`, which is bitcode or wrapped bitcode.
///
/// # Errors
/// If `bytes` is neither.
pub fn unwrap_bitcode(bytes: &[u8]) -> Result<&[u8]> {
    let mut reader = Reader::new("bitcode", bytes);
    let start = reader;
    let magic = reader.array::<4>("bitcode magic")?;
    if magic == BITCODE_MAGIC {
        return Ok(bytes);
    }
    if magic != WRAPPER_MAGIC {
        return Err(start.malformed(format!(
            "expected the bitcode magic 42 43 c0 de, found {:02x} {:02x} {:02x} {:02x}",
            magic[0], magic[1], magic[2], magic[3]
        )));
    }
    reader.u32("wrapper version")?;
    let mut inner = reader.follow(&start, "wrapped bitcode")?;
    let at_magic = inner;
    let size = reader.u32("size of wrapped bitcode")?;
    let inner = inner.bytes(size as usize, "wrapped bitcode")?;
    if inner.starts_with(&BITCODE_MAGIC) {
        Ok(inner)
    } else {
        Err(at_magic.malformed("expected the bitcode magic 42 43 c0 de"))
    }
}
