//! Operations on the stage interface: which component of which signature they name.
//!
//! The operation says the signature, its immediate the element and the column, operands the row and, where the signature
//! is [arrayed](crate::shader::Arrayed), the vertex or primitive. This is the one place that knows the immediate's form.

use super::op::Op;
use crate::shader::{EntryPoint, SignatureElement, SignatureKind};

/// A component of a signature's element, in any row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Component {
    /// Signature.
    pub signature: SignatureKind,
    /// Id of the element.
    pub element: u32,
    /// Column in the element.
    pub column: u32,
}

impl Component {
    /// What an operation with immediate `imm` names; `None` for one that is not on the interface.
    #[inline]
    pub fn named(op: Op, imm: u32) -> Option<Self> {
        Some(Self::from_imm(op.signature()?, imm))
    }

    /// What an immediate names in a signature.
    #[inline]
    pub fn from_imm(signature: SignatureKind, imm: u32) -> Self {
        Self {
            signature,
            element: imm >> 8,
            column: imm & 0xff,
        }
    }

    /// The immediate that names it.
    pub fn imm(self) -> u32 {
        self.element << 8 | self.column & 0xff
    }

    /// Its element.
    pub fn element_of(self, shader: &EntryPoint) -> Option<&SignatureElement> {
        shader.element(self.signature, self.element)
    }
}

impl Op {
    /// The signature that an operation accesses.
    #[inline]
    pub fn signature(self) -> Option<SignatureKind> {
        match self {
            Op::LoadInput
            | Op::EvalSnapped
            | Op::EvalSampleIndex
            | Op::EvalCentroid
            | Op::AttributeAtVertex => Some(SignatureKind::Input),
            Op::StoreOutput | Op::LoadOutput => Some(SignatureKind::Output),
            Op::LoadPatchConstant | Op::StorePatchConstant => Some(SignatureKind::PatchConstant),
            Op::StorePrimitive => Some(SignatureKind::Primitive),
            _ => None,
        }
    }

    /// Which operand of an operation on the interface is the vertex or primitive, where the signature is arrayed. The
    /// first operand is the row; behind it is the value that a store takes.
    pub fn vertex_operand(self) -> Option<usize> {
        match self {
            Op::LoadInput | Op::LoadOutput | Op::AttributeAtVertex => Some(1),
            Op::StoreOutput | Op::StorePrimitive => Some(2),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn immediates_name_components() {
        for (element, column) in [(0, 0), (1, 3), (0x1234, 2)] {
            for &op in Op::ALL {
                let Some(signature) = op.signature() else {
                    assert_eq!(Component::named(op, 0x100), None);
                    continue;
                };
                let component = Component {
                    signature,
                    element,
                    column,
                };
                assert_eq!(Component::named(op, component.imm()), Some(component));
            }
        }
    }
}
