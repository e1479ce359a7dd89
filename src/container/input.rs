//! The front door: whatever file a user hands over, what is it and where is its bitcode?
//!
//! In: a file's bytes. Out: [`ShaderInput`]. A container opens even if it holds no shader (a root signature
//! alone, say); asking it for the program then says why there is none.

use super::bitcode_wrapper::unwrap_bitcode;
use super::bitcode_wrapper::{BITCODE_MAGIC, WRAPPER_MAGIC};
use super::dxbc::Container;
use super::fnv::fnv1_64;
use super::fourcc::FourCc;
use super::pdb::is_pdb;
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
            if let Some(what) = other_format(bytes) {
                return Err(Error::malformed(what).at_byte(0));
            }
            let found: Vec<String> = bytes.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
            return Err(Error::malformed(format!(
                "expected a DXBC container (44 58 42 43) or LLVM bitcode (42 43 c0 de, wrapped de c0 17 0b), \
                 found {}",
                found.join(" ")
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

/// What a file is that users take for a shader, and what to do about it.
fn other_format(bytes: &[u8]) -> Option<&'static str> {
    const MAGIC: [(&[u8], &str); 13] = [
        (&[0x03, 0x02, 0x23, 0x07], SPIRV),
        (&[0x07, 0x23, 0x02, 0x03], SPIRV),
        (&[0x1f, 0x8b], COMPRESSED),
        (&[0x28, 0xb5, 0x2f, 0xfd], COMPRESSED),
        (b"BZh", COMPRESSED),
        (&[0xfd, b'7', b'z', b'X', b'Z'], COMPRESSED),
        (&[b'7', b'z', 0xbc, 0xaf], COMPRESSED),
        (b"PK\x03\x04", COMPRESSED),
        (b"Rar!", COMPRESSED),
        (b"\x7fELF", PROGRAM),
        (b"MZ", PROGRAM),
        (&[0xff, 0xfe], UTF16),
        (&[0xfe, 0xff], UTF16),
    ];
    const SPIRV: &str = "this is SPIR-V already; the input is a DXIL container or bitcode";
    const COMPRESSED: &str = "this file is compressed or an archive: unpack it first, or give `dxil2spirv batch` an \
                              archive of shaders";
    const PROGRAM: &str = "this is a program or a library: give shaders as files of their own, as compilers and layers \
                           write them";
    const UTF16: &str = "this is text (UTF-16): compile HLSL with DXC first (`dxc -T ps_6_0 -E main -Fo shader.dxil shader.hlsl`)";
    if bytes.is_empty() {
        return Some("the file is empty");
    }
    if bytes.iter().all(|&byte| byte == 0) {
        return Some("the file holds nothing but zeros: whatever wrote it did not finish");
    }
    if is_pdb(bytes) {
        return Some(
            "this is a program database: give the shader, and the database for its debug information (`--pdb`)",
        );
    }
    let magic = MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic));
    if let Some((_, what)) = magic {
        return Some(what);
    }
    // A tar has its mark behind the name of its first file.
    if bytes.get(257..262) == Some(b"ustar") {
        return Some(COMPRESSED);
    }
    // Text, as far as a look at its beginning tells.
    let head = bytes.get(..bytes.len().min(4096)).unwrap_or_default();
    let is_text = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | 0x20..=0x7e | 0x80..);
    if !head.iter().all(is_text) {
        return None;
    }
    let text = String::from_utf8_lossy(head);
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    Some(if has(&["OpCapability", "; SPIR-V"]) {
        "this is SPIR-V as text already; the input is a DXIL container or bitcode"
    } else if has(&[
        "target datalayout",
        "define void @",
        "; ModuleID",
        "; Input signature",
    ]) {
        "this is LLVM assembly: the input is the container that DXC writes with `-Fo`, not its listing"
    } else if text.starts_with("; after: ") || text.starts_with("shader \"") {
        "this is IR as text: `dxil2spirv assemble` goes on with it"
    } else if text.trim_start().starts_with('{') && has(&["\":", "\" :"]) {
        "this is JSON: the input is a DXIL container or bitcode; options, binding maps and root signatures go with it"
    } else if text.trim_start().starts_with("RootFlags(") {
        "this is a root signature: give it beside a shader (`--root-signature`)"
    } else if has(&["#version", "layout("]) {
        "this is GLSL: the input is a DXIL container or bitcode, compiled from HLSL"
    } else {
        "this is text: compile HLSL with DXC first (`dxc -T ps_6_0 -E main -Fo shader.dxil shader.hlsl`)"
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_files_are_named() {
        let cases: [(&[u8], &str); 17] = [
            (b"", "empty"),
            (&[0x03, 0x02, 0x23, 0x07, 0, 0, 1, 0], "SPIR-V already"),
            (&[0x1f, 0x8b, 8, 0], "compressed"),
            (b"PK\x03\x04rest", "archive"),
            (b"Microsoft C/C++ MSF 7.00\r\n\x1aDS\0\0\0", "program database"),
            (
                b"; SPIR-V\n; Version: 1.3\nOpCapability Shader\n",
                "SPIR-V as text",
            ),
            (b"target datalayout = \"e-m:e\"\n", "LLVM assembly"),
            (b"#version 450\nvoid main() {}\n", "GLSL"),
            (
                b"float4 main() : SV_Target { return 1; }\n",
                "compile HLSL with DXC",
            ),
            (b"\x7fELF\x02\x01", "a program or a library"),
            (b"MZ\x90\x00", "a program or a library"),
            (b"\xff\xfef\0l\0", "UTF-16"),
            (&[0; 64], "nothing but zeros"),
            (b"; after: cse\nshader \"main\"\n", "dxil2spirv assemble"),
            (b"{ \"target_env\": \"vulkan1.2\" }", "this is JSON"),
            (b"RootFlags(0), CBV(b0)", "--root-signature"),
            (&[0, 1, 2, 3, 4], "found 00 01 02 03"),
        ];
        for (bytes, expected) in cases {
            let error = ShaderInput::detect(bytes).unwrap_err();
            assert!(error.message().contains(expected), "{expected}: {error}");
        }
    }
}
