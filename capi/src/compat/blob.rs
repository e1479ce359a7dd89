//! Parsed blobs: a shader with what the interface asks of it before translation.

use super::nodes::Node;
use super::rdat::{self, OwnedSubobject};
use super::types::result;
use super::{log, stage};
use crate::owned::OwnedShader;
use crate::pointers::c_string;
use dxil2spirv::container::{FourCc, ShaderInput};
use dxil2spirv::dxil::program::EntryCode;
use dxil2spirv::error::ErrorKind;
use dxil2spirv::shader::EntryPoint;
use dxil2spirv::{Error, ir};
use std::ffi::{CString, c_int};
use std::sync::{Arc, OnceLock};

/// Names of an entry point.
#[derive(Debug)]
pub struct EntryNames {
    /// As in the module.
    pub mangled: CString,
    /// As in HLSL.
    pub plain: CString,
}

/// What a blob's handle stands for, shared with the converters made from it.
#[derive(Debug)]
pub struct Blob {
    /// The shader.
    pub owned: OwnedShader,
    /// Its entry points, in the order of the metadata.
    pub entries: Vec<EntryNames>,
    /// What each of them is as a node of a work graph.
    pub nodes: Vec<Node>,
    /// Its subobjects.
    pub subobjects: Vec<OwnedSubobject>,
    /// Text of the module, once asked for.
    text: OnceLock<CString>,
}

/// `dxil_spv_parsed_blob_s`.
#[derive(Debug)]
pub struct ParsedBlob {
    /// What it holds.
    pub blob: Arc<Blob>,
}

/// The result code of an error of the library.
pub fn code(error: &Error) -> c_int {
    match error.kind() {
        ErrorKind::Unsupported => result::UNSUPPORTED_FEATURE,
        ErrorKind::InvalidOptions | ErrorKind::RootSignature => result::INVALID_ARGUMENT,
        _ => result::GENERIC,
    }
}

/// Which part of a container is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A container's shader.
    Container,
    /// A container's part for reflection.
    Reflection,
    /// Bitcode by itself.
    Bitcode,
}

impl Blob {
    /// Parses `bytes`.
    ///
    /// # Errors
    /// The code to return; the reason is logged.
    pub fn parse(bytes: &[u8], source: Source) -> Result<Self, c_int> {
        let parsed = match source {
            Source::Reflection => Self::reflection(bytes)?,
            Source::Container | Source::Bitcode => Self::read(bytes, source),
        };
        parsed.map_err(|error| {
            log::failure(&error);
            result::PARSER
        })
    }

    fn read(bytes: &[u8], source: Source) -> dxil2spirv::error::Result<Self> {
        let owned = OwnedShader::parse(bytes)?;
        let container = owned.shader().input().container.as_ref();
        if (source == Source::Container) != container.is_some() {
            let message = match source {
                Source::Container => "expected a container, found bitcode",
                _ => "expected bitcode, found a container",
            };
            return Err(Error::malformed(message));
        }
        let subobjects = match container {
            // Libraries alone have them, and damage in them must not cost the shader. They show the caller's own bytes.
            Some(container) if container.part(FourCc::RDAT).is_some() => {
                let input = ShaderInput::detect(bytes)?;
                let listed = input.container.as_ref().map(rdat::subobjects).transpose();
                listed.map(Option::unwrap_or_default).unwrap_or_else(|error| {
                    log::warn(&error.to_string());
                    Vec::new()
                })
            }
            _ => Vec::new(),
        };
        let program = owned.shader().program();
        let entries = program.entry_points.iter().zip(&program.code);
        let entries = entries.map(|(entry, code)| EntryNames {
            mangled: c_string(mangled(owned.shader(), entry, code)),
            plain: c_string(&entry.name),
        });
        Ok(Self {
            entries: entries.collect(),
            nodes: program.entry_points.iter().map(Node::new).collect(),
            owned,
            subobjects,
            text: OnceLock::new(),
        })
    }

    fn reflection(bytes: &[u8]) -> Result<dxil2spirv::error::Result<Self>, c_int> {
        let found = ShaderInput::detect(bytes).and_then(|input| match &input.container {
            Some(container) => container.reflection_program(),
            None => Err(Error::malformed("expected a container, found bitcode")),
        });
        match found {
            Ok(Some(program)) => Ok(Self::read(program.bitcode, Source::Bitcode)),
            Ok(None) => Err(result::NO_DATA),
            Err(error) => Ok(Err(error)),
        }
    }

    /// The entry point called `name`, mangled or not.
    pub fn entry_index(&self, name: &str) -> Option<usize> {
        let named = |text: &CString| text.as_bytes() == name.as_bytes();
        self.entries
            .iter()
            .position(|entry| named(&entry.plain) || named(&entry.mangled))
    }

    /// The entry point at `index`.
    pub fn entry(&self, index: usize) -> Option<&EntryPoint> {
        self.owned.shader().program().entry_points.get(index)
    }

    /// The stage of the module, or of its entry point called `name`.
    pub fn stage(&self, name: Option<&str>) -> c_int {
        match name {
            Some(name) => {
                let entry = self.entry_index(name).and_then(|index| self.entry(index));
                entry.map_or(0, |entry| stage::number(entry.stage))
            }
            None => stage::number(self.owned.shader().program().stage),
        }
    }

    /// The module as text: the translator's own, since there is no need for LLVM's.
    ///
    /// # Errors
    /// When the shader cannot be imported.
    pub fn text(&self) -> dxil2spirv::error::Result<&CString> {
        if let Some(text) = self.text.get() {
            return Ok(text);
        }
        let name = self.entry(0).map(|entry| entry.name.as_str());
        let request = dxil2spirv::pipeline::Request::new().entry(name);
        let shader = self.owned.shader();
        let module = shader.to_ir(request, dxil2spirv::pipeline::IrStage::Imported)?;
        let text = ir::print::print_module(&module, ir::print::PrintOptions::default());
        Ok(self.text.get_or_init(|| c_string(&text)))
    }
}

/// The name of an entry point's function, which libraries mangle.
fn mangled<'s>(
    shader: &'s dxil2spirv::pipeline::Shader<'_>,
    entry: &'s EntryPoint,
    code: &EntryCode,
) -> &'s str {
    let function = code.function.and_then(|id| shader.module().functions.get(id));
    function.map_or(&entry.name, |function| shader.module().text(function.name))
}
