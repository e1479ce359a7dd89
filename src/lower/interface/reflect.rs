//! What the reflection says of the stage's inputs and outputs: the elements that the shader accesses.

use super::{Lower, Slot};
use crate::ir::{Global, StorageClass};
use crate::shader::{SignatureElement, SignatureKind};
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

    fn is_per_primitive(&self, variable: Option<Global>) -> bool {
        let decorations = variable.map(|variable| &self.module.globals[variable].decorations);
        decorations.is_some_and(|all| all.iter().any(|one| one.kind == Decoration::PerPrimitiveEXT))
    }

    fn accessed(&self, signature: SignatureKind) -> Vec<IoElement> {
        let elements = self.module.info.signature(signature);
        let slots = &self.interface.slots[signature as usize];
        let mut listed = Vec::new();
        let pieces = &self.interface.pieces;
        for (element, slot) in elements.iter().zip(slots) {
            let of_element = pieces.iter().filter(|piece| piece.element == element.id);
            match *slot {
                None => {}
                Some(Slot::Location { variable, .. })
                    if pieces.iter().any(|piece| piece.whole == variable) =>
                {
                    for piece in of_element {
                        let io = self.listed(signature, element, piece.slot);
                        listed.extend(io.map(|io| IoElement {
                            index: element.indices.get(piece.row as usize).copied().unwrap_or(0),
                            rows: 1,
                            cols: piece.count,
                            capture: piece.capture,
                            ..io
                        }));
                    }
                }
                Some(Slot::Apart { first, count, .. }) => {
                    for part in self.interface.parts_of([first, count]) {
                        let io = self.listed(signature, element, part.slot);
                        listed.extend(io.map(|io| IoElement {
                            index: element.indices.get(part.row as usize).copied().unwrap_or(0),
                            rows: 1,
                            cols: part.count,
                            ..io
                        }));
                    }
                }
                Some(slot) => listed.extend(self.listed(signature, element, slot)),
            }
        }
        listed
    }

    /// An element, or a row of one.
    fn listed(&self, signature: SignatureKind, element: &SignatureElement, slot: Slot) -> Option<IoElement> {
        let captures = match signature {
            SignatureKind::Output => self.plan.captures.as_slice(),
            _ => &[],
        };
        let (location, component, builtin) = match slot {
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
            Slot::BuiltIn { facts, variable, .. } => {
                let mut copies = self.interface.copies.iter();
                let (location, component) = match copies.find(|(original, _)| *original == variable) {
                    Some(&(
                        _,
                        Slot::Location {
                            location, component, ..
                        },
                    )) => (Some(location), component),
                    _ => (None, 0),
                };
                (location, component, Some(facts.built_in))
            }
            Slot::Apart { .. } => return None,
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
            per_primitive: self.is_per_primitive(slot.variable()),
            unrasterized: signature == SignatureKind::Output
                && self.module.info.several_streams()
                && element.stream != self.module.info.rasterized_stream(),
            capture: captures.get(element.id as usize).copied().flatten(),
        })
    }
}
