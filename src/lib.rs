//! dxil2spirv translates DXIL, the shader bytecode of Direct3D 12, to SPIR-V for Vulkan.
#![forbid(unsafe_code)]

pub mod analysis;
pub mod binding;
pub mod bitcode;
pub mod bitstream;
pub mod container;
pub mod dxil;
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
pub mod spirv;
pub mod states;
pub mod structurize;

pub use error::{Error, ErrorKind};
