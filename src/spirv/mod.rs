//! Emission: a lowered, structurized IR module becomes SPIR-V words; and words become text.
//!
//! In: an [`ir::Module`](crate::ir::Module) after `lower` and `structurize`. Out: the words of a SPIR-V
//! module with one entry point. Specification: "SPIR-V Specification, unified1", sections "Logical Layout of a
//! Module" and "Instructions", and the Vulkan appendix "Vulkan Environment for SPIR-V".
//!
//! What holds:
//! - Every section is one vector of words; they are joined once, at the end (`words`).
//! - Types, constants and variables appear on first use and once (`types`, `constants`, `globals`);
//!   what nothing refers to is not emitted. Ids are dense, in order of first mention.
//! - Integers are unsigned everywhere except inside images of signed texels (`image`).
//! - Capabilities and extensions follow from what is emitted (`capabilities`).
//! - The first error is kept while emission goes on (`emitter`), so that the common path carries none.
//!
//! The work is linear in the size of the module; an instruction costs no allocation.

mod arithmetic;
mod capabilities;
mod constants;
mod debug;
#[cfg(feature = "disassembler")]
mod disassemble;
mod emitter;
mod facts;
mod form;
mod function;
mod globals;
mod hits;
mod image;
mod instruction;
mod matrices;
mod memory;
pub mod names;
pub mod newer;
mod products;
mod rays;
mod signature;
mod sources;
mod told;
mod types;
mod wave;
mod words;

#[cfg(all(test, feature = "disassembler"))]
mod tests;

use crate::error::Error;
use crate::ir::Module;
use crate::options::Options;

#[cfg(feature = "disassembler")]
pub use disassemble::disassemble;
pub use emitter::{Emitted, Memory};
pub use told::{RootParameterUse, RootSignatureUse};

/// Emits `module` for the target of `options`.
///
/// # Errors
/// `Internal` when the module is not lowered and structurized, `LimitExceeded` when an instruction would be
/// longer than SPIR-V can express.
pub fn emit(module: &Module, options: &Options) -> Result<Emitted, Error> {
    emit_in(
        module,
        options,
        &RootSignatureUse::default(),
        &mut Memory::default(),
    )
}

/// [`emit`], telling tools of a root signature, in the memory of emissions that have been.
///
/// # Errors
/// As for [`emit`].
pub fn emit_in(
    module: &Module,
    options: &Options,
    signature: &RootSignatureUse,
    memory: &mut Memory,
) -> Result<Emitted, Error> {
    emitter::Emitter::new(module, options, memory).run(signature)
}
