//! dxil2spirv translates DXIL, the shader bytecode of Direct3D 12, to SPIR-V for Vulkan.
#![forbid(unsafe_code)]

pub mod analysis;
pub mod binding;
pub mod bitcode;
pub mod bitstream;
pub mod container;
pub mod dxil;
pub mod effects;
pub mod entity;
pub mod error;
pub mod import;
pub mod ir;
pub mod limits;
pub mod lower;
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

pub use error::{Error, ErrorKind};

/// Revision of the translation: a change of what it makes of an input raises this number, so that caches of results
/// that hold it in their keys drop what an older translator made.
pub const CODEGEN_REVISION: u32 = 1;

/// The Rust examples of the documents, as tests.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../docs/binding.md")]
    struct Binding;
}
