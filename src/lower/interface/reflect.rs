//! What the reflection says of the stage's inputs and outputs: the elements that the shader accesses.

use super::{Lower, Slot};
use crate::ir::StorageClass;
use crate::shader::SignatureElement;
use crate::vulkan::{Capture, IoElement};

impl Lower<'_> {
    /// Inputs and outputs for the reflection, each in the order of the signature.
    pub fn io_reflection(&self) -> (Vec<IoElement>, Vec<IoElement>) {
        let info = &self.module.info;
        (
            self.accessed(&info.inputs, &self.interface.inputs, &[]),
            self.accessed(&info.outputs, &self.interface.outputs, &self.plan.captures),
        )
    }

    fn accessed(
        &self,
        elements: &[SignatureElement],
        slots: &[Option<Slot>],
        captures: &[Option<Capture>],
    ) -> Vec<IoElement> {
        let pairs = elements.iter().zip(slots);
        pairs
            .filter_map(|(element, slot)| {
                let (location, component, builtin) = match (*slot)? {
                    Slot::Location {
                        variable,
                        location,
                        component,
                        ..
                    } => {
                        // Targets that nothing is drawn to.
                        if self.module.globals[variable].class == StorageClass::Private {
                            return None;
                        }
                        (Some(location), component, None)
                    }
                    Slot::Distances { builtin, base, .. } => (None, base, Some(builtin)),
                    Slot::BuiltIn(builtin) => (None, 0, Some(builtin)),
                };
                Some(IoElement {
                    semantic: element.name.clone(),
                    index: element.indices.first().copied().unwrap_or(0),
                    rows: element.rows,
                    cols: element.cols,
                    component_type: element.component,
                    location,
                    component,
                    builtin: builtin.map(|builtin| format!("{builtin:?}")),
                    capture: captures.get(element.id as usize).copied().flatten(),
                })
            })
            .collect()
    }
}
