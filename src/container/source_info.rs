//! SRCI: the files that a shader was compiled from, as program databases have them.
//!
//! Spec: `DxilSourceInfo` and what follows it in DXC's `DxilContainer.h`.

use super::dxbc::Container;
use super::fourcc::FourCc;
use super::reader::Reader;
use crate::error::{Error, Result};
use crate::limits::MAX_INPUT_BYTES;

/// A source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Its name, as the compiler was given it.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Types of sections.
const CONTENTS: u16 = 0;
const NAMES: u16 = 1;
/// Whether the texts are compressed.
const PLAIN: u16 = 0;
const ZLIB: u16 = 1;

impl Container<'_> {
    /// The files in part SRCI, none without it.
    ///
    /// # Errors
    /// `Malformed` for a damaged part, `Unsupported` for texts compressed in another way, `LimitExceeded` for texts
    /// larger than a shader may be.
    pub fn source_files(&self) -> Result<Vec<SourceFile>> {
        self.part(FourCc::SRCI).map_or(Ok(Vec::new()), parse)
    }
}

fn parse(payload: &[u8]) -> Result<Vec<SourceFile>> {
    let mut reader = Reader::new("SRCI", payload);
    reader.u32("size of the source information")?;
    reader.u16("flags of the source information")?;
    let sections = reader.u16("number of sections")?;
    let (mut names, mut texts) = (Vec::new(), Vec::new());
    for _ in 0..sections {
        let at_size = reader;
        let size = reader.u32("size of a section")? as usize;
        reader.u16("flags of a section")?;
        let kind = reader.u16("type of a section")?;
        let size = size.checked_sub(8);
        let size = size.ok_or_else(|| at_size.malformed("a section without room for its head"))?;
        let mut section = Reader::new("SRCI", reader.bytes(size, "section")?);
        match kind {
            NAMES => names = self::names(&mut section)?,
            CONTENTS => texts = contents(&mut section)?,
            _ => {}
        }
    }
    let files = names.into_iter().zip(texts);
    Ok(files.map(|(name, text)| SourceFile { name, text }).collect())
}

fn names(section: &mut Reader<'_>) -> Result<Vec<String>> {
    section.u32("flags of the names")?;
    let count = section.u32("number of names")?;
    section.u16("size of the names")?;
    let mut names = Vec::new();
    for _ in 0..count {
        let at_entry = *section;
        let size = section.u32("size of a name's entry")? as usize;
        section.u32("flags of a name")?;
        let length = section.u32("length of a name")? as usize;
        section.u32("length of a text")?;
        let size = size.checked_sub(16);
        let size = size.ok_or_else(|| at_entry.malformed("an entry without room for its head"))?;
        names.push(text(section.bytes(size, "name")?, length));
    }
    Ok(names)
}

fn contents(section: &mut Reader<'_>) -> Result<Vec<String>> {
    section.u32("size of the texts")?;
    section.u16("flags of the texts")?;
    let compression = section.u16("compression of the texts")?;
    let size = section.u32("size of the compressed texts")? as usize;
    let plain_size = section.u32("size of the plain texts")? as usize;
    let count = section.u32("number of texts")?;
    let bytes = section.bytes(size, "texts")?;
    let inflated;
    let bytes = match compression {
        PLAIN => bytes,
        ZLIB if plain_size > MAX_INPUT_BYTES => {
            return Err(Error::limit(format!("source files of {plain_size} bytes")).beyond(MAX_INPUT_BYTES));
        }
        ZLIB => {
            let made = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(bytes, plain_size);
            inflated = made.map_err(|_| section.malformed("the compressed texts are damaged"))?;
            &inflated
        }
        other => {
            return Err(Error::unsupported(format!(
                "source files compressed by method {other}"
            )));
        }
    };
    let mut entries = Reader::new("SRCI", bytes);
    let mut texts = Vec::new();
    for _ in 0..count {
        let at_entry = entries;
        let size = entries.u32("size of a text's entry")? as usize;
        entries.u32("flags of a text")?;
        let length = entries.u32("length of a text")? as usize;
        let size = size.checked_sub(12);
        let size = size.ok_or_else(|| at_entry.malformed("an entry without room for its head"))?;
        texts.push(text(entries.bytes(size, "text")?, length));
    }
    Ok(texts)
}

/// The first `length` bytes, the terminating NUL among them, as text.
fn text(bytes: &[u8], length: usize) -> String {
    let bytes = bytes.get(..length.saturating_sub(1)).unwrap_or(bytes);
    String::from_utf8_lossy(bytes).into_owned()
}
