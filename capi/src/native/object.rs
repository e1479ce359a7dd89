//! Objects that are handed out: texts, errors, translations.

use super::types::{ErrorInfo, Output, Text, code_of};
use dxil2spirv::container::RootSignature;
use dxil2spirv::error::{Error, Result};
use dxil2spirv::pipeline::Shader;
use dxil2spirv::shader::{ResourceClass, ResourceKind, ShaderModel, Stage};
use serde::Serialize;
use std::ffi::{c_int, c_uint};
use std::mem::offset_of;
use std::sync::OnceLock;

/// `d2s_text`'s owner.
#[derive(Debug)]
pub struct OwnedText(Vec<u8>);

impl OwnedText {
    /// A copy of `text`, with a zero byte behind it.
    pub fn new(text: &str) -> Self {
        let mut bytes = Vec::with_capacity(text.len() + 1);
        bytes.extend_from_slice(text.as_bytes());
        bytes.push(0);
        Self(bytes)
    }

    /// `value` as JSON.
    ///
    /// # Errors
    /// `Internal` for what cannot be written as JSON.
    pub fn json(value: &impl Serialize) -> Result<Self> {
        Self::json_of_about(value, 128)
    }

    fn json_of_about(value: &impl Serialize, size: usize) -> Result<Self> {
        let mut bytes = Vec::with_capacity(size);
        let written = serde_json::to_writer(&mut bytes, value);
        written.map_err(|error| Error::internal(format!("JSON: {error}")))?;
        bytes.push(0);
        Ok(Self(bytes))
    }

    /// No text.
    pub const EMPTY: Text = Text {
        data: c"".as_ptr(),
        size: 0,
    };

    /// For C.
    pub fn view(&self) -> Text {
        Text {
            data: self.0.as_ptr().cast(),
            size: self.0.len().saturating_sub(1),
        }
    }
}

/// `d2s_error`.
#[derive(Debug)]
pub struct OwnedError {
    code: c_int,
    message: OwnedText,
    part: OwnedText,
    function: OwnedText,
    instruction: OwnedText,
    bit_offset: Option<u64>,
    block: Option<u32>,
}

impl OwnedError {
    /// From an error of the library.
    pub fn new(error: &Error) -> Self {
        let location = error.location();
        let text = |text: &Option<String>| OwnedText::new(text.as_deref().unwrap_or_default());
        Self {
            code: code_of(error.kind()),
            message: OwnedText::new(error.message()),
            part: text(&location.part),
            function: text(&location.function),
            instruction: text(&location.instruction),
            bit_offset: location.bit_offset,
            block: location.block,
        }
    }

    /// For C.
    pub fn view(&self) -> ErrorInfo {
        ErrorInfo {
            struct_size: size_of::<ErrorInfo>(),
            code: self.code,
            has_bit_offset: c_int::from(self.bit_offset.is_some()),
            message: self.message.view(),
            part: self.part.view(),
            function: self.function.view(),
            instruction: self.instruction.view(),
            bit_offset: self.bit_offset.unwrap_or(0),
            block: self.block.unwrap_or(c_uint::MAX),
        }
    }
}

/// `d2s_translation`.
#[derive(Debug)]
pub struct Translation {
    made: dxil2spirv::pipeline::Translation,
    shader_hash: u64,
    /// The reflection and the warnings as JSON, once asked for: writing them takes some percent of the translation.
    texts: OnceLock<[OwnedText; 2]>,
}

impl Translation {
    /// Of a shader with this hash.
    pub fn new(made: dxil2spirv::pipeline::Translation, shader_hash: u64) -> Self {
        Self {
            made,
            shader_hash,
            texts: OnceLock::new(),
        }
    }

    fn texts(&self) -> Result<&[OwnedText; 2]> {
        if let Some(texts) = self.texts.get() {
            return Ok(texts);
        }
        let warnings = self.made.warnings.iter().map(|warning| warning.message());
        let texts = [
            OwnedText::json_of_about(&self.made.reflection, 4096)?,
            OwnedText::json(&warnings.collect::<Vec<_>>())?,
        ];
        // Of two threads that ask at once, one's are kept.
        Ok(self.texts.get_or_init(|| texts))
    }

    /// For C, as far as a structure of `size` bytes reaches.
    ///
    /// # Errors
    /// `Internal` for what cannot be written as JSON.
    pub fn view(&self, size: usize) -> Result<Output> {
        let [reflection, warnings] = if size > offset_of!(Output, reflection) {
            self.texts()?.each_ref().map(OwnedText::view)
        } else {
            [OwnedText::EMPTY; 2]
        };
        Ok(Output {
            struct_size: size_of::<Output>(),
            words: self.made.words.as_ptr(),
            word_count: self.made.words.len(),
            reflection,
            warnings,
            shader_hash: self.shader_hash,
        })
    }
}

/// What is known of a shader without translating it.
#[derive(Debug, Serialize)]
pub struct Description<'s> {
    hash: String,
    shader_model: ShaderModel,
    stage: Stage,
    entry_points: Vec<DescribedEntry<'s>>,
    root_signature: Option<&'s RootSignature>,
}

#[derive(Debug, Serialize)]
struct DescribedEntry<'s> {
    name: &'s str,
    stage: Stage,
    workgroup_size: Option<[u32; 3]>,
    resources: Vec<DescribedResource<'s>>,
}

#[derive(Debug, Serialize)]
struct DescribedResource<'s> {
    class: ResourceClass,
    kind: ResourceKind,
    name: &'s str,
    space: u32,
    register: u32,
    count: Option<u32>,
    stride: u32,
    counter: bool,
}

/// Describes a shader.
pub fn describe<'s>(shader: &'s Shader<'_>) -> Description<'s> {
    let program = shader.program();
    let entries = program.entry_points.iter().map(|entry| {
        let resources = entry.resources.iter().map(|resource| DescribedResource {
            class: resource.class,
            kind: resource.kind,
            name: &resource.name,
            space: resource.space,
            register: resource.lower,
            count: resource.count,
            stride: resource.stride,
            counter: resource.has_counter,
        });
        DescribedEntry {
            name: &entry.name,
            stage: entry.stage,
            workgroup_size: entry.properties.num_threads,
            resources: resources.collect(),
        }
    });
    Description {
        hash: format!("{:016x}", shader.hash()),
        shader_model: program.shader_model,
        stage: program.stage,
        entry_points: entries.collect(),
        root_signature: shader.root_signature(),
    }
}
