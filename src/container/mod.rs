//! The container layer: a file's bytes to its parts, and each part to plain data.
//!
//! In: the bytes of a file. Out: [`Container`] and its part directory, a type per part, and [`ShaderInput`],
//! which finds the bitcode whatever it is wrapped in. What holds: nothing here looks into bitcode; payloads are
//! borrowed; reading never panics, indexes unchecked or allocates more than the input justifies; errors name
//! part, byte offset and what was expected.
//!
//! | file | part |
//! |---|---|
//! | `dxbc`, `fourcc`, `digest`, `writer` | the container itself: directory, names, checksum, writing |
//! | `input`, `bitcode_wrapper` | front door: container, bare or wrapped bitcode |
//! | `check` | reads all parts for their errors |
//! | `program` | DXIL, ILDB, STAT: program header in front of bitcode |
//! | `signature` | ISG1, OSG1, PSG1 |
//! | `psv` | PSV0: pipeline state validation |
//! | `features` | SFI0 |
//! | `hash`, `debug_name`, `version` | HASH, ILDN, VERS |
//! | `pdb`, `source_info` | program databases, and SRCI in them: source files |
//! | `rdat` | RDAT: runtime data of libraries |
//! | `root_signature` | RTS0 |
//! | `kinds` | sets of values that several parts use |
//! | `reader`, `names`, `fnv` | bounds-checked reading, open sets of values, the hash that names shaders |
//!
//! Spec: DXC's `DxilContainer.h`, `DxilPipelineStateValidation.h`, `DxilRuntimeReflection.h` and
//! `RDAT_*.inl`; D3D12 "Serialized Root Signatures".

mod bitcode_wrapper;
mod check;
mod debug_name;
mod digest;
mod dxbc;
mod features;
mod fnv;
mod fourcc;
mod hash;
mod input;
pub mod kinds;
pub(crate) mod names;
mod pdb;
mod program;
pub mod psv;
pub mod rdat;
mod reader;
pub mod root_signature;
pub mod signature;
mod source_info;
mod version;
mod writer;

#[cfg(test)]
mod tests;

pub use bitcode_wrapper::unwrap_bitcode;
pub use debug_name::parse_debug_name;
pub use digest::{DigestStatus, digest};
pub use dxbc::{Container, Part};
pub use features::FeatureFlags;
pub use fnv::fnv1_64;
pub use fourcc::FourCc;
pub use hash::ShaderHash;
pub use input::{InputFormat, ShaderInput};
pub use pdb::{container_in_pdb, is_pdb};
pub use program::{Program, ProgramHeader, ShaderKind};
pub use psv::PipelineStateValidation;
pub use rdat::RuntimeData;
pub use reader::Reader;
pub use root_signature::RootSignature;
pub use signature::{SignatureElement, parse_signature};
pub use source_info::SourceFile;
pub use version::CompilerVersion;
pub use writer::ContainerWriter;
