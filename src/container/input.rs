//! The front door: whatever file a user hands over, what is it and where is its bitcode?
//!
//! In: a file's bytes. Out: [`ShaderInput`]. A container opens even if it holds no shader (a root signature
//! alone, say); asking it for the program then says why there is none.

use super::bitcode_wrapper::unwrap_bitcode;
use super::bitcode_wrapper::{BITCODE_MAGIC, WRAPPER_MAGIC};
use super::dxbc::Container;
use super::fnv::fnv1_64;
use super::fourcc::FourCc;
use super::program::{Program, ProgramHeader};
use crate::error::{Error, Result};
use crate::limits;

/// What a file is, by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum InputFormat {
    /// A DXBC container.
    Container,
    /// LLVM bitcode.
    Bitcode,
    /// LLVM bitcode behind a wrapper header.
    WrappedBitcode,
}

impl InputFormat {
    /// Looks at the first four bytes.
    pub fn detect(bytes: &[u8]) -> Option<Self> {
        match *bytes.first_chunk::<4>()? {
            magic if magic == FourCc::DXBC.0 => Some(Self::Container),
            BITCODE_MAGIC => Some(Self::Bitcode),
            WRAPPER_MAGIC => Some(Self::WrappedBitcode),
            _ => None,
        }
    }
}

/// A file with a shader in it.
#[derive(Clone, Debug)]
pub struct ShaderInput<'a> {
    /// What the file is.
    pub format: InputFormat,
    /// The container, unless the file is bitcode.
    pub container: Option<Container<'a>>,
    bytes: &'a [u8],
}

impl<'a> ShaderInput<'a> {
    /// Finds out what `bytes` is, and reads the container's directory if it is one.
    ///
    /// # Errors
    /// If it is neither a container nor bitcode, or the container is damaged.
    pub fn detect(bytes: &'a [u8]) -> Result<Self> {
        if bytes.len() > limits::MAX_INPUT_BYTES {
            return Err(Error::limit(format!(
                "the file has {} bytes, more than {}",
                bytes.len(),
                limits::MAX_INPUT_BYTES
            )));
        }
        let Some(format) = InputFormat::detect(bytes) else {
            let found: Vec<String> = bytes.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
            let found = if found.is_empty() {
                "an empty file".to_owned()
            } else {
                found.join(" ")
            };
            return Err(Error::malformed(format!(
                "expected a DXBC container (44 58 42 43) or LLVM bitcode (42 43 c0 de, wrapped de c0 17 0b), \
                 found {found}"
            ))
            .at_byte(0));
        };
        let container = match format {
            InputFormat::Container => Some(Container::parse(bytes)?),
            InputFormat::Bitcode | InputFormat::WrappedBitcode => None,
        };
        Ok(Self {
            format,
            container,
            bytes,
        })
    }

    /// The container's program: part DXIL, else ILDB; `None` if the file is bare bitcode.
    ///
    /// # Errors
    /// If the container holds no shader, or one of SM 5 or older (`Unsupported`), or the part is damaged.
    pub fn program(&self) -> Result<Option<Program<'a>>> {
        self.container.as_ref().map(Container::program).transpose()
    }

    /// The program header; `None` if the file is bare bitcode.
    ///
    /// # Errors
    /// As for [`program`](Self::program).
    pub fn program_header(&self) -> Result<Option<ProgramHeader>> {
        Ok(self.program()?.map(|program| program.header))
    }

    /// The bitcode to translate.
    ///
    /// # Errors
    /// As for [`program`](Self::program), and if a wrapper header is damaged.
    pub fn bitcode(&self) -> Result<&'a [u8]> {
        match self.program()? {
            Some(program) => Ok(program.bitcode),
            None => unwrap_bitcode(self.bytes),
        }
    }

    /// The bitcode with debug information, where the container has a part for it (ILDB), else what
    /// [`bitcode`](Self::bitcode) gives.
    ///
    /// # Errors
    /// As for [`bitcode`](Self::bitcode).
    pub fn debug_bitcode(&self) -> Result<&'a [u8]> {
        match &self.container {
            Some(container) => match container.debug_program()? {
                Some(program) => Ok(program.bitcode),
                None => self.bitcode(),
            },
            None => self.bitcode(),
        }
    }

    /// The whole file.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The hash by which users name this shader: [`fnv1_64`] of the whole file.
    pub fn hash(&self) -> u64 {
        fnv1_64(self.bytes)
    }
}
