//! dxil2spirv translates DXIL, the shader bytecode of Direct3D 12, to SPIR-V for Vulkan.
//!
//! A D3D12 shader does not say how its resources are reached: the root signature does, so the translator follows one.
//! A [`Shader`] is parsed once; [`Shader::translate`] then takes a [`Request`], which names entry point, root signature
//! and options, and gives a [`Translation`]: words of SPIR-V, and a [`Reflection`] of all that a caller needs to know to
//! use them.
//!
//! ```
//! use dxil2spirv::{Options, Request, RootSignatureSource, Shader, TargetEnv};
//!
//! # fn main() -> dxil2spirv::Result<()> {
//! # let bytes = include_bytes!("../testdata/shaders/binding/sample.dxil");
//! // `bytes` is a DXBC container, as DXC writes it, or bare bitcode.
//! let shader = Shader::parse(bytes)?;
//! let mut options = Options::default();
//! options.target_env = TargetEnv::Vulkan1_2;
//! // The root signature in the container is the default; this is another, or `RootSignatureSource::Given`.
//! let request = Request::new().root_signature(RootSignatureSource::None).options(&options);
//! let made = shader.translate(request)?;
//! assert_eq!(made.words[0], 0x0723_0203); // SPIR-V's magic number
//! for resource in &made.reflection.resources {
//!     println!("{}: {}", resource.name, resource.vulkan);
//! }
//! for warning in &made.warnings {
//!     eprintln!("{warning}");
//! }
//! # Ok(())
//! # }
//! ```
//!
//! What is not handled, or damaged, is an [`Error`] with a kind to match on and a place in the input:
//!
//! ```
//! use dxil2spirv::{ErrorKind, Shader};
//!
//! let error = Shader::parse(b"no shader").unwrap_err();
//! assert_eq!(error.kind(), ErrorKind::Malformed);
//! ```
//!
//! # Where to look
//!
//! - [`pipeline`]: the front door, whose items are at the root too
//! - [`options`]: what can be chosen; [`binding`]: how resources are reached, and how embedders decide it themselves
//! - [`reflection`] and [`states`]: what a result needs of its device, layouts, pipelines and barriers
//! - [`container`]: files, their parts, root signatures in all their forms; [`shader`]: what a shader says of itself
//! - [`vulkan`]: the words for Vulkan's side that these share
//!
//! The other modules are the layers of the translator, public for its tools and tests (`ARCHITECTURE.md` says what each
//! does). They change without notice.
//!
//! # Features
//!
//! | feature | default | gives |
//! |---|---|---|
//! | `disassembler` | yes | [`spirv::disassemble`]: SPIR-V as text |
//! | `serde` | yes | reflection, plans, options and root signatures as JSON, and in any other form that serde has |
//! | `schema` | no | JSON Schemas of the reflection and of the binding map |
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod analysis;
pub mod binding;
pub mod bitcode;
pub mod bitstream;
pub mod container;
pub mod dxil;
pub mod effects;
pub mod entity;
pub mod error;
mod import;
pub mod ir;
#[cfg(feature = "serde")]
mod json;
pub mod limits;
mod lower;
pub mod opt;
pub mod options;
pub mod pipeline;
pub mod reflection;
#[cfg(feature = "schema")]
pub mod schema;
pub mod shader;
pub mod spirv;
pub mod states;
pub mod structurize;
pub mod verify;
pub mod vulkan;

pub use binding::Binder;
pub use container::RootSignature;
pub use error::{Error, ErrorKind, Result, Warning, WarningKind};
pub use options::{Options, TargetEnv};
pub use pipeline::{Context, Request, RootSignatureSource, Shader, Translation, translate};
pub use reflection::{CODEGEN_REVISION, Reflection};

#[cfg(test)]
mod filetests;

/// The Rust examples of the documents, as tests.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../docs/binding.md")]
    struct Binding;
    #[doc = include_str!("../docs/for-rust.md")]
    struct ForRust;
    #[doc = include_str!("../docs/for-layers.md")]
    struct ForLayers;
}
