//! Outputs that transform feedback takes: D3D12's stream output, of the last stage before rasterization.
//!
//! In: the plan's captures. Out: their variables, accessed or not, with buffer, stride and offset. What holds: clip or
//! cull distances, which several elements share a variable of, are taken whole or not at all.
//!
//! Facts: Vulkan's chapter "Transform Feedback"; the SPIR-V specification on `XfbBuffer`, `XfbStride`, `Offset`.

use super::{Lower, Slot};
use crate::error::{Error, Result};
use crate::shader::SignatureKind;
use crate::vulkan::Capture;
use ::spirv::{Decoration, ExecutionMode};

impl Lower<'_> {
    /// Declares the outputs that are captured.
    pub(super) fn capture_outputs(&mut self) -> Result<()> {
        let plan = self.plan;
        for (capture, id) in plan.captures.iter().zip(0..) {
            if let Some(capture) = capture {
                self.capture_output(id, *capture)?;
            }
        }
        Ok(())
    }

    fn capture_output(&mut self, id: u32, capture: Capture) -> Result<()> {
        let element = self.signature_element(SignatureKind::Output, id)?;
        let (name, count) = (element.name.clone(), element.rows * element.cols);
        let variable = match self.slot(SignatureKind::Output, id)? {
            Slot::Location { variable, .. } | Slot::BuiltIn { variable, .. } => variable,
            Slot::Part { variable, .. } => {
                let ty = self.module.globals[variable].ty;
                let alone = self.module.types.element(ty, count).is_none();
                if !alone {
                    return Err(Error::unsupported(format!(
                        "transform feedback of a part of {name}"
                    )));
                }
                variable
            }
            Slot::Rows { .. } => return Err(Error::internal("an output in rows")),
        };
        let Capture {
            buffer,
            stride,
            offset,
        } = capture;
        self.module.decorate(variable, Decoration::XfbBuffer, &[buffer]);
        self.module.decorate(variable, Decoration::XfbStride, &[stride]);
        self.module.decorate(variable, Decoration::Offset, &[offset]);
        self.execution_mode(ExecutionMode::Xfb);
        Ok(())
    }
}
