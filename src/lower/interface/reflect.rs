//! What the reflection says of the stage's inputs and outputs: the elements that the shader accesses.

use super::{Lower, Slot};
use crate::ir::StorageClass;
use crate::shader::SignatureKind;
use crate::vulkan::IoElement;
use ::spirv::Decoration;

impl Lower<'_> {
    /// Inputs and outputs for the reflection, each in the order of the signature.
    pub fn io_reflection(&self) -> (Vec<IoElement>, Vec<IoElement>) {
        let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
        for kind in SignatureKind::ALL {
            let list = if kind.is_input(self.stage) {
                &mut inputs
            } else {
                &mut outputs
            };
            list.extend(self.accessed(kind));
        }
        (inputs, outputs)
    }

    fn is_per_primitive(&self, slot: Option<Slot>) -> bool {
        let decorations = slot.map(|slot| &self.module.globals[slot.variable()].decorations);
        decorations.is_some_and(|all| all.iter().any(|one| one.kind == Decoration::PerPrimitiveEXT))
    }

    fn accessed(&self, signature: SignatureKind) -> Vec<IoElement> {
        let elements = self.module.info.signature(signature);
        let slots = &self.interface.slots[signature as usize];
        let captures = match signature {
            SignatureKind::Output => self.plan.captures.as_slice(),
            _ => &[],
        };
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
                    Slot::Part { facts, base, .. } => (None, base, Some(facts.built_in)),
                    Slot::BuiltIn { facts, .. } => (None, 0, Some(facts.built_in)),
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
                    patch: signature == SignatureKind::PatchConstant,
                    per_primitive: self.is_per_primitive(*slot),
                    capture: captures.get(element.id as usize).copied().flatten(),
                })
            })
            .collect()
    }
}
