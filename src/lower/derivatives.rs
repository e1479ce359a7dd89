//! Derivatives of compute shaders (SM 6.6): which invocations make a quad.
//!
//! Four consecutive threads of a group of one dimension, 2x2 threads of one of two. Shaders without derivatives
//! need no mode.
//!
//! Facts: "HLSL Shader Model 6.6", "Derivatives"; SPV_KHR_compute_shader_derivatives.

use super::Lower;
use crate::error::{Error, Result};
use crate::shader::Stage;
use ::spirv::ExecutionMode;

impl Lower<'_> {
    /// Gives a compute shader that has derivatives, implicit ones included, the mode for them.
    ///
    /// # Errors
    /// `Unsupported` for a group whose threads make no quads.
    pub fn compute_derivatives(&mut self) -> Result<()> {
        let mut insts = self.func.insts.values();
        if self.stage != Stage::Compute || !insts.any(|data| data.op.takes_derivatives()) {
            return Ok(());
        }
        let threads = self.module.info.properties.num_threads.unwrap_or([1, 1, 1]);
        let mode = match threads {
            [x, 1, 1] if x % 4 == 0 => ExecutionMode::DerivativeGroupLinearKHR,
            [x, y, _] if x % 2 == 0 && y % 2 == 0 => ExecutionMode::DerivativeGroupQuadsKHR,
            [x, y, z] => {
                return Err(Error::unsupported(format!(
                    "derivatives in groups of {x} x {y} x {z} threads, which make no quads"
                )));
            }
        };
        self.execution_mode(mode);
        Ok(())
    }
}
