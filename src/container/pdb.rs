//! Program databases, in which DXC keeps debug information apart from a shader (`-Zi -Fd`): a file of streams, one of
//! which is a container with the parts that the shader's own lacks.
//!
//! In: the file. Out: that container. Spec: LLVM's "The MSF File Format"; the number of the stream is from
//! `DxilPdb.h` of DXC.

use super::fourcc::FourCc;
use super::reader::Reader;
use crate::error::{Error, Result};

/// What a program database starts with.
const MAGIC: &[u8; 32] = b"Microsoft C/C++ MSF 7.00\r\n\x1aDS\0\0\0";
/// The stream that DXC writes its container to.
const DATA_STREAM: usize = 5;
/// The size of a stream that does not exist.
const NO_STREAM: u32 = u32::MAX;
/// Sizes of blocks that the format knows.
const BLOCK_SIZES: [u32; 4] = [512, 1024, 2048, 4096];

/// Whether a file is a program database, by its first bytes.
pub fn is_pdb(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The container in a program database.
///
/// # Errors
/// `Malformed` for another file or a damaged one, `Rejected` where it has no container.
pub fn container_in_pdb(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut head = Reader::new("PDB", bytes);
    if !is_pdb(bytes) {
        return Err(head.malformed("not a program database: another magic number"));
    }
    head.bytes(MAGIC.len(), "magic number")?;
    let at_size = head;
    let size = head.u32("size of blocks")?;
    if !BLOCK_SIZES.contains(&size) {
        return Err(at_size.malformed(format!("blocks of {size} bytes")));
    }
    head.u32("map of free blocks")?;
    head.u32("number of blocks")?;
    let directory_bytes = head.u32("size of the directory")?;
    head.u32("reserved word")?;
    let map = head.u32("address of the directory's map")?;

    let file = Blocks { bytes, size };
    let mut map = Reader::new("PDB", file.from(map)?);
    let directory = file.stream(&mut map, directory_bytes)?;
    let mut directory = Reader::new("PDB directory", &directory);
    let count = directory.u32("number of streams")?;
    let mut sizes = Vec::new();
    for _ in 0..count {
        // Each takes four bytes of the directory, so there are no more than it has room for.
        sizes.push(directory.u32("size of a stream")?);
    }
    for (index, size) in sizes.into_iter().enumerate() {
        let size = if size == NO_STREAM { 0 } else { size };
        if index == DATA_STREAM {
            let stream = file.stream(&mut directory, size)?;
            if stream.starts_with(&FourCc::DXBC.0) {
                return Ok(stream);
            }
            break;
        }
        directory.bytes(4 * file.blocks_of(size), "blocks of a stream")?;
    }
    Err(Error::new(
        crate::error::ErrorKind::Rejected,
        "the program database has no shader's debug information",
    ))
}

/// The blocks of a file.
struct Blocks<'a> {
    bytes: &'a [u8],
    size: u32,
}

impl<'a> Blocks<'a> {
    fn blocks_of(&self, bytes: u32) -> usize {
        bytes.div_ceil(self.size) as usize
    }

    /// The file from block `number` on.
    fn from(&self, number: u32) -> Result<&'a [u8]> {
        let start = u64::from(number) * u64::from(self.size);
        let rest = usize::try_from(start)
            .ok()
            .and_then(|start| self.bytes.get(start..));
        rest.filter(|rest| !rest.is_empty()).ok_or_else(|| {
            Reader::new("PDB", self.bytes).malformed(format!("block {number} lies outside the file"))
        })
    }

    /// The stream of `size` bytes whose blocks `numbers` lists.
    fn stream(&self, numbers: &mut Reader<'_>, size: u32) -> Result<Vec<u8>> {
        // Blocks may be listed twice, but what a file holds is no larger than it is.
        if size as usize > self.bytes.len() {
            return Err(numbers.malformed(format!(
                "a stream of {size} bytes in a file of {}",
                self.bytes.len()
            )));
        }
        let mut stream = Vec::with_capacity(size as usize);
        let mut left = size as usize;
        while left > 0 {
            let block = self.from(numbers.u32("number of a block")?)?;
            let length = left.min(self.size as usize);
            let part = block.get(..length);
            let part = part.ok_or_else(|| numbers.malformed("a block ends behind the file"))?;
            stream.extend_from_slice(part);
            left -= length;
        }
        Ok(stream)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::container::{Container, SourceFile};

    const PDB: &[u8] = include_bytes!("../../testdata/shaders/debug/types.apart.pdb");
    const SHADER: &[u8] = include_bytes!("../../testdata/shaders/debug/types.apart.dxil");

    #[test]
    fn the_container_is_found() {
        let bytes = container_in_pdb(PDB).unwrap();
        let inside = Container::parse(&bytes).unwrap();
        let outside = Container::parse(SHADER).unwrap();
        assert!(inside.debug_program().unwrap().is_some());
        assert!(outside.debug_program().unwrap().is_none());
        assert_eq!(inside.shader_hash().unwrap(), outside.shader_hash().unwrap());
        let sources = inside.source_files().unwrap();
        let [SourceFile { name, text }] = sources.as_slice() else {
            panic!("{sources:?}");
        };
        assert_eq!(name, "debug\\types.hlsl");
        assert!(text.contains("groupshared float Shared[8];"));
        assert!(outside.source_files().unwrap().is_empty());
    }

    #[test]
    fn damage_is_an_error() {
        assert!(container_in_pdb(SHADER).is_err());
        assert!(container_in_pdb(&[]).is_err());
        for length in (0..PDB.len()).step_by(13) {
            // The last block need not be whole.
            let found = container_in_pdb(&PDB[..length]);
            assert!(found.is_err() || PDB.len() - length < 512, "{length}");
        }
        // Every word of the head and of the directory something else: no panic, and nothing larger than the file.
        for at in (32..56).chain(512..2560).step_by(4) {
            for value in [0, 1, 7, u32::MAX, 0x8000_0000] {
                let mut bytes = PDB.to_vec();
                bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
                if let Ok(found) = container_in_pdb(&bytes) {
                    assert!(found.len() <= PDB.len());
                    let _ = Container::parse(&found).map(|container| container.source_files());
                }
            }
        }
    }
}
