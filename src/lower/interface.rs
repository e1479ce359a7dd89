//! Inputs, outputs and system values.

use super::Lower;
use crate::error::{Error, Result};
use crate::ir::Inst;
use crate::reflection::IoElement;

/// The interface variables made so far.
#[derive(Debug, Default)]
pub struct Interface {}

impl Lower<'_> {
    /// Before the first instruction.
    pub fn start_interface(&mut self) -> Result<()> {
        Ok(())
    }

    /// After the last instruction.
    pub fn finish_interface(&mut self) -> Result<()> {
        Ok(())
    }

    /// Inputs and outputs for the reflection.
    pub fn io_reflection(&self) -> (Vec<IoElement>, Vec<IoElement>) {
        (Vec::new(), Vec::new())
    }

    /// Lowers an operation on the interface.
    pub fn interface_operation(&mut self, inst: Inst) -> Result<()> {
        Err(Error::unsupported(format!("{}", self.func.insts[inst].op)))
    }
}
