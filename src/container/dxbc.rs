//! The DXBC container: header, part directory, borrowed parts.
//!
//! In: a file that starts with `DXBC`. Out: [`Container`]. What holds: every part lies inside the size that
//! the header gives, which lies inside the file. Accepted although no compiler writes it: parts at unaligned
//! offsets, in any order, overlapping each other, or several of one name (the first is used, all are listed);
//! bytes behind the container (ignored, counted).
//!
//! Spec: `DxilContainerHeader`, `DxilPartHeader` in DXC's `DxilContainer.h`.

use super::digest::DigestStatus;
use super::fourcc::FourCc;
use super::program::Program;
use super::reader::Reader;
use super::root_signature::data::RootSignature;
use crate::error::{Error, Result};
use crate::limits;

/// A part: its name and payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part<'a> {
    /// Its name.
    pub name: FourCc,
    /// Offset of its header from the start of the container.
    pub offset: u32,
    /// Its payload.
    pub data: &'a [u8],
}

/// A parsed container, borrowing its parts' payloads from the file.
#[derive(Clone, Debug)]
pub struct Container<'a> {
    bytes: &'a [u8],
    trailing_bytes: usize,
    digest: [u8; 16],
    version: (u16, u16),
    parts: Vec<Part<'a>>,
}

/// What errors outside a part's payload call the place.
const HERE: &str = "DXBC";

impl<'a> Container<'a> {
    /// Reads the header and the part directory.
    pub fn parse(bytes: &'a [u8]) -> Result<Self> {
        let mut reader = Reader::new(HERE, bytes);
        if bytes.len() > limits::MAX_INPUT_BYTES {
            return Err(reader.limit(format!(
                "the file has {} bytes, more than {}",
                bytes.len(),
                limits::MAX_INPUT_BYTES
            )));
        }
        let magic = FourCc(reader.array("container magic")?);
        if magic != FourCc::DXBC {
            return Err(
                Error::malformed(format!("expected the magic DXBC, found {magic}"))
                    .in_part(HERE)
                    .at_byte(0),
            );
        }
        let digest = reader.array("digest")?;
        let version = (reader.u16("major version")?, reader.u16("minor version")?);
        let at_size = reader;
        let size = reader.u32("container size")? as usize;
        let Some(contents) = bytes.get(..size) else {
            return Err(at_size.malformed(format!(
                "the container's size is {size} bytes, but the file has {}: it is truncated",
                bytes.len()
            )));
        };
        // From here on nothing may lie outside the container's own size.
        let start = Reader::new(HERE, contents);
        let mut reader = start.at(28, "the part directory")?;
        let count = reader.u32("number of parts")?;
        if count as usize > limits::MAX_PARTS {
            return Err(reader.limit(format!("{count} parts, more than {}", limits::MAX_PARTS)));
        }
        let mut directory = reader.records(count, 4, "part offsets")?;
        let mut parts = Vec::with_capacity(count as usize);
        for index in 0..count {
            let mut reader = directory.follow(&start, "a part")?;
            let offset = reader.position() as u32;
            let name = FourCc(reader.array("part name")?);
            let size = reader.u32("part size")?;
            let data = reader.bytes(size as usize, "part payload").map_err(|error| {
                Error::malformed(format!("{} (part {index}, named {name})", error.message()))
                    .in_part(HERE)
                    .at_byte(offset as usize)
            })?;
            parts.push(Part { name, offset, data });
        }
        Ok(Self {
            bytes: contents,
            trailing_bytes: bytes.len() - contents.len(),
            digest,
            version,
            parts,
        })
    }

    /// The container's bytes, without anything behind it.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// How many bytes of the file lie behind the container.
    pub fn trailing_bytes(&self) -> usize {
        self.trailing_bytes
    }

    /// Major and minor version of the container format; 1.0 in every known file.
    pub fn version(&self) -> (u16, u16) {
        self.version
    }

    /// The digest in the header.
    pub fn stored_digest(&self) -> [u8; 16] {
        self.digest
    }

    /// Checks the digest. Costs one pass over the file.
    pub fn digest_status(&self) -> DigestStatus {
        DigestStatus::check(self.digest, self.bytes.get(20..).unwrap_or_default())
    }

    /// All parts in the directory's order.
    pub fn parts(&self) -> &[Part<'a>] {
        &self.parts
    }

    /// The payload of the first part called `name`.
    pub fn part(&self, name: FourCc) -> Option<&'a [u8]> {
        self.parts
            .iter()
            .find(|part| part.name == name)
            .map(|part| part.data)
    }

    /// The parts' names in order, for messages.
    pub fn describe_parts(&self) -> String {
        if self.parts.is_empty() {
            return "no parts".to_owned();
        }
        let names: Vec<String> = self.parts.iter().map(|part| part.name.to_string()).collect();
        names.join(", ")
    }

    /// The program to translate: part DXIL, else ILDB.
    ///
    /// # Errors
    /// If there is neither, or it is damaged. A program of SM 5 or older is `Unsupported`.
    pub fn program(&self) -> Result<Program<'a>> {
        for name in [FourCc::DXIL, FourCc::ILDB] {
            if let Some(data) = self.part(name) {
                return Program::parse(name, data);
            }
        }
        for (name, what) in [(FourCc::SHEX, "shader model 5"), (FourCc::SHDR, "shader model 4")] {
            if self.part(name).is_some() {
                return Err(Error::unsupported(format!(
                    "{what} bytecode (DXBC with part {name}): only DXIL, shader model 6.0 and later, is \
                     translated"
                ))
                .in_part(name.to_string()));
            }
        }
        Err(Error::malformed(format!(
            "the container holds no shader: expected a part DXIL or ILDB, found {}",
            self.describe_parts()
        ))
        .in_part(HERE))
    }

    /// The program with debug information: part ILDB, else none. DXC leaves the debug information out of part DXIL.
    ///
    /// # Errors
    /// If the part is damaged.
    pub fn debug_program(&self) -> Result<Option<Program<'a>>> {
        self.part(FourCc::ILDB)
            .map(|data| Program::parse(FourCc::ILDB, data))
            .transpose()
    }

    /// The program of part STAT: a module that holds just what reflection needs.
    pub fn reflection_program(&self) -> Result<Option<Program<'a>>> {
        self.part(FourCc::STAT)
            .map(|data| Program::parse(FourCc::STAT, data))
            .transpose()
    }

    /// The root signature of part RTS0.
    pub fn root_signature(&self) -> Result<Option<RootSignature>> {
        self.part(FourCc::RTS0).map(RootSignature::from_raw).transpose()
    }
}
