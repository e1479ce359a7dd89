//! Pages that show what became of a shader: HLSL, DXIL, the IR after each step and SPIR-V side by side, control flow as
//! pictures, and what the reflection says of bindings and resources.
//!
//! In: a parsed shader and what is asked of its translation. Out: one HTML file that needs nothing else, no network
//! either. The same input gives the same bytes.
//!
//! | file | does |
//! |---|---|
//! | `steps` | translates, and keeps the module of each step |
//! | `code` | the texts, and which of their lines belong together |
//! | `folds` | what of a text can be folded |
//! | `spirv_lines` | which instruction of the IR each line of the SPIR-V comes from |
//! | `picture` | control flow as SVG |
//! | `tables` | bindings, resources, sizes |
//! | `accesses` | what became of each access to a buffer |
//! | `html` | escapes; puts the page together |
//!
//! Lines belong together by the number that DXIL's instructions have in the IR
//! ([`Module::origins`](dxil2spirv::ir::Module::origins)): a line of DXIL has a number for each time that its function
//! is inlined, a line of HLSL those of all that it was compiled to.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod accesses;
mod code;
mod folds;
mod html;
mod picture;
mod spirv_lines;
mod steps;
mod tables;

use dxil2spirv::pipeline::{Request, RootSignatureSource, Shader};
use dxil2spirv::{Error, Options, RootSignature, Warning};

/// What a page is made of.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// What the page calls the shader: its file.
    pub name: &'a str,
    /// The shader. What it knows of its source is on the page if it was parsed with debug information.
    pub shader: &'a Shader<'a>,
    /// The entry point; none: the only one.
    pub entry: Option<&'a str>,
    /// The root signature to bind by.
    pub root_signature: RootSignatureSource<'a>,
    /// That of the shader record.
    pub local_root_signature: Option<&'a RootSignature>,
    /// The options of the translation.
    pub options: &'a Options,
}

impl<'a> Subject<'a> {
    /// The only entry point of `shader`, by its own root signature.
    pub fn new(name: &'a str, shader: &'a Shader<'a>, options: &'a Options) -> Self {
        Self {
            name,
            shader,
            entry: None,
            root_signature: RootSignatureSource::Embedded,
            local_root_signature: None,
            options,
        }
    }

    fn request(&self) -> Request<'a> {
        Request::new()
            .entry(self.entry)
            .root_signature(self.root_signature)
            .local_root_signature(self.local_root_signature)
            .options(self.options)
    }
}

/// A page, and how the translation that it shows went.
#[derive(Clone, Debug)]
pub struct Page {
    /// The page: HTML in UTF-8.
    pub html: String,
    /// Why there is no SPIR-V. The page shows the steps before.
    pub error: Option<Error>,
    /// What the translation warns of.
    pub warnings: Vec<Warning>,
}

/// Translates a shader and makes a page of it. A translation that fails gives a page that says why, with the steps up
/// to there.
pub fn page(subject: &Subject<'_>) -> Page {
    let made = steps::Made::of(subject);
    let html = html::page(subject, &made);
    let (error, warnings) = match made.translation {
        Ok(translation) => (None, translation.warnings),
        Err(error) => (Some(error), Vec::new()),
    };
    Page {
        html,
        error,
        warnings,
    }
}
