//! Textures, samplers and typed buffers.

use super::Lower;
use crate::error::{Error, Result};
use crate::ir::Inst;

impl Lower<'_> {
    /// Lowers an operation on a texture or typed buffer.
    pub fn image_operation(&mut self, inst: Inst) -> Result<()> {
        Err(Error::unsupported(format!("{}", self.func.insts[inst].op)))
    }

    /// Lowers an atomic on a texture or typed buffer.
    pub fn image_atomic(&mut self, inst: Inst) -> Result<()> {
        Err(Error::unsupported(format!("{}", self.func.insts[inst].op)))
    }
}
