//! Test support of dxil2spirv: what the three gates (validator, snapshots, execution) share.
//!
//! - [`blocks`]: what a module says of the memory behind its block types
//! - [`case`]: an execution case as plain data, and the builder that makes one a few lines long
//! - [`cases`]: the cases themselves, a file per topic
//! - [`debugger`]: one thread of a shader on the processor, with what is told of the variables of its source
//! - [`gpu`]: runs a case on a Vulkan device, laying everything out from the library's reflection
//! - [`links`]: chains of stages with generated signatures, their HLSL and their pixels
//! - [`opcodes`]: the table of operations that `docs/opcodes.md` has
//! - [`rays`]: a ray tracer for what ray tracing should find
//! - [`patterns`]: generated patterns of loads and stores, and what they find
//! - [`validate`]: the SPIR-V validator and assembler
//! - [`shaders`]: the committed shaders and their sidecars
//! - [`snapshot`]: what of a translation is kept as a snapshot
//! - [`spread`]: work on one number after the other, spread over threads

pub mod blocks;
pub mod case;
pub mod cases;
pub mod debugger;
pub mod gpu;
pub mod links;
pub mod opcodes;
pub mod patterns;
pub mod rays;
pub mod shaders;
pub mod snapshot;
pub mod spread;
pub mod validate;
