//! The rules that rows of the table share, and the words in which they are broken.

use super::row::{Check, Row, fail};
use super::table::{Gives, Imm, Width};
use crate::ir::Class;
use crate::ir::{AtomicOp, Component, Flags, Type, TypeData};
use crate::shader::{SignatureKind, SystemValue};

impl Row<'_> {
    /// What the immediate is.
    pub(super) fn immediate(&self, rule: Imm) -> Check {
        match rule {
            Imm::Free => Ok(()),
            Imm::None => self.want(self.imm == 0, "the operation has no immediate"),
            Imm::Below(bound) => self.want(self.imm < bound, "the immediate is in its range"),
            Imm::Step => self.want(
                matches!(self.imm, 1 | u32::MAX),
                "the immediate is 1 or 0xffffffff",
            ),
            Imm::Mask => self.mask(self.imm),
            Imm::MaskAndAlignment => {
                self.mask(self.imm & 0xff)?;
                self.alignment(self.imm >> 8)
            }
            Imm::CountAndAlignment => self.alignment(self.imm >> 8),
            Imm::Resource => self.want(
                (self.imm as usize) < self.module.resources.len(),
                "the immediate names a resource",
            ),
            Imm::Component(signature) => self.signature_component(signature),
            Imm::Atomic => self.want(
                AtomicOp::from_number(self.imm).is_some(),
                "the immediate names an atomic",
            ),
            Imm::SystemValue => self.want(
                SystemValue::from_number(self.imm).is_some(),
                "the immediate names a system value",
            ),
        }
    }

    /// What the result is.
    pub(super) fn gives(&self, rule: Gives) -> Check {
        match rule {
            Gives::Anything => Ok(()),
            Gives::Type(ty) => self.result(ty),
            Gives::Vector(element, len) => self.vector(self.ty, element, len, "the result"),
            Gives::Scalar => self.want(self.is_scalar(self.ty), "the result is a scalar"),
            Gives::Number => self.scalar_number_result(),
            Gives::NumberOf(operand) => {
                self.result(self.arg(operand))?;
                self.scalar_number_result()
            }
            Gives::Loaded => self.loaded(4),
            Gives::LoadedCount => self.loaded(self.imm & 0xff),
        }
    }

    /// The operands by letter (see [`Rule::Takes`](super::table::Rule::Takes)).
    pub(super) fn operands(&self, letters: &str) -> Check {
        let (letters, optional) = match letters.split_once('?') {
            Some((fixed, rest)) if self.args.len() != fixed.len() => (fixed, rest),
            Some((fixed, _)) => (fixed, ""),
            None => (letters, ""),
        };
        self.count(letters.len() + optional.len())?;
        let letters = letters.bytes().chain(optional.bytes());
        for (index, (letter, &ty)) in letters.zip(&self.types).enumerate() {
            let expected = match letter {
                b'h' => Type::HANDLE,
                b'i' => Type::I32,
                b'f' => Type::F32,
                b'b' => Type::BOOL,
                b'n' => {
                    self.int_scalars(index..index + 1)?;
                    continue;
                }
                b's' => {
                    self.want(self.is_scalar(ty), "the operand is a scalar")?;
                    continue;
                }
                b'F' => {
                    self.vector(ty, Type::F32, 2, "the operand")?;
                    continue;
                }
                b'V' => {
                    self.vector(ty, Type::F32, 3, "the operand")?;
                    continue;
                }
                b'Q' => {
                    self.vector(ty, Type::I32, 4, "the operand")?;
                    continue;
                }
                _ => continue,
            };
            if ty != expected {
                return fail(format!(
                    "operand {index} is `{}`, not `{}`",
                    self.name(ty),
                    self.name(expected)
                ));
            }
        }
        Ok(())
    }

    pub(super) fn want(&self, condition: bool, rule: &str) -> Check {
        if condition {
            Ok(())
        } else {
            fail(format!("it does not hold that {rule}"))
        }
    }

    pub(super) fn count(&self, expected: usize) -> Check {
        if self.args.len() == expected {
            Ok(())
        } else {
            fail(format!(
                "{} operands where the operation has {expected}",
                self.args.len()
            ))
        }
    }

    pub(super) fn equal(&self, a: Type, b: Type, what: &str) -> Check {
        if a == b {
            Ok(())
        } else {
            fail(format!(
                "{what} differ: `{}` and `{}`",
                self.name(a),
                self.name(b)
            ))
        }
    }

    pub(super) fn result(&self, expected: Type) -> Check {
        if self.ty == expected {
            Ok(())
        } else {
            fail(format!(
                "the result is `{}`, not `{}`",
                self.name(self.ty),
                self.name(expected)
            ))
        }
    }

    pub(super) fn class(&self, ty: Type, class: Class, what: &str) -> Check {
        let scalar = self.scalar(ty);
        let (int, float) = (scalar.is_int_scalar(), scalar.is_float_scalar());
        let ok = match class {
            Class::Any => int || float || scalar == Type::BOOL,
            Class::Int => int,
            Class::IntOrBool => int || scalar == Type::BOOL,
            Class::I32 => scalar == Type::I32,
            Class::Number => int || float,
            Class::Float => float,
            Class::ShortFloat => float && scalar != Type::F64,
            Class::F32 => scalar == Type::F32,
            Class::Bool => scalar == Type::BOOL,
        };
        if ok {
            Ok(())
        } else {
            fail(format!("{what} is `{}`, not of class {class:?}", self.name(ty)))
        }
    }

    /// `count` operands of the result's type, which is in `class`.
    pub(super) fn same(&self, count: usize, class: Class) -> Check {
        self.count(count)?;
        self.class(self.ty, class, "the result")?;
        for (index, &ty) in self.types.iter().enumerate() {
            if ty != self.ty {
                return fail(format!(
                    "operand {index} is `{}`, the result `{}`",
                    self.name(ty),
                    self.name(self.ty)
                ));
            }
        }
        Ok(())
    }

    pub(super) fn same_components(&self, a: Type, b: Type) -> Check {
        let (a, b) = (self.components(a), self.components(b));
        self.want(a == b && a != 0, "the numbers of components are equal")
    }

    /// Two operands of one type, and an `i1` for each component.
    pub(super) fn compare(&self, class: Class) -> Check {
        self.count(2)?;
        self.class(self.arg(0), class, "the first operand")?;
        self.equal(self.arg(0), self.arg(1), "the operands")?;
        self.bool_result(self.arg(0))
    }

    pub(super) fn bool_result(&self, of: Type) -> Check {
        self.class(self.ty, Class::Bool, "the result")?;
        self.same_components(self.ty, of)
    }

    pub(super) fn convert(&self, from: Class, to: Class, width: Width) -> Check {
        self.count(1)?;
        self.class(self.arg(0), from, "the operand")?;
        self.class(self.ty, to, "the result")?;
        self.same_components(self.arg(0), self.ty)?;
        let bits = |ty| self.scalar(ty).scalar_bits();
        let (from, to) = (bits(self.arg(0)), bits(self.ty));
        let suits = match width {
            Width::Any => true,
            Width::More => from < to,
            Width::Less => from > to,
            Width::Other => from != to,
        };
        self.want(suits, "the widths suit the conversion")
    }

    pub(super) fn int_scalars(&self, range: std::ops::Range<usize>) -> Check {
        for index in range {
            if !self.arg(index).is_int_scalar() {
                return fail(format!("operand {index} is not an integer"));
            }
        }
        Ok(())
    }

    pub(super) fn constants(&self) -> Check {
        self.want(
            self.args
                .iter()
                .all(|value| self.module.const_bits(*value).is_some()),
            "the operands are constants",
        )
    }

    pub(super) fn vector(&self, ty: Type, element: Type, len: u32, what: &str) -> Check {
        if self.scalar(ty) == element && self.components(ty) == len {
            Ok(())
        } else {
            fail(format!(
                "{what} is `{}`, not `<{len} x {}>`",
                self.name(ty),
                self.name(element)
            ))
        }
    }

    pub(super) fn scalar_number_result(&self) -> Check {
        self.class(self.ty, Class::Number, "the result")?;
        self.want(self.is_scalar(self.ty), "the result is a scalar")
    }

    /// The member types of a result that is a struct of two.
    pub(super) fn pair(&self) -> Option<[Type; 2]> {
        match self.module.types.get(self.ty) {
            TypeData::Struct(data) => match &data.members[..] {
                [a, b] => Some([a.ty, b.ty]),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn tuple_result(&self, expected: [Type; 2]) -> Check {
        self.want(
            self.pair() == Some(expected),
            "the result is a struct of two values of the operands' type",
        )
    }

    fn mask(&self, mask: u32) -> Check {
        self.want((1..16).contains(&mask), "the mask has 4 bits, one of them set")
    }

    pub(super) fn alignment(&self, bytes: u32) -> Check {
        self.want(
            bytes == 0 || bytes.is_power_of_two(),
            "the alignment is a power of two",
        )
    }

    /// The result of a D3D12 load: a vector, with a status when it is sparse.
    fn loaded(&self, len: u32) -> Check {
        let value = if self.flags.has(Flags::SPARSE) {
            match self.pair() {
                Some([value, Type::I32]) => value,
                _ => return fail("a sparse result is a struct of a value and an `i32` status"),
            }
        } else {
            self.ty
        };
        self.class(value, Class::Any, "what is loaded")?;
        if self.components(value) == len {
            Ok(())
        } else {
            fail(format!("`{}` is loaded, not {len} components", self.name(value)))
        }
    }

    /// The components of a D3D12 store, from operand `first` on.
    pub(super) fn stored(&self, first: usize) -> Check {
        self.result(Type::VOID)?;
        let ty = self.arg(first);
        self.want(self.is_scalar(ty), "the components are scalars")?;
        self.want(
            (first..first + 4).all(|index| self.arg(index) == ty),
            "the components have one type",
        )
    }

    fn signature_component(&self, signature: SignatureKind) -> Check {
        let component = Component::from_imm(signature, self.imm);
        let element = component.element_of(&self.module.info);
        self.want(
            element.is_some_and(|element| component.column < element.cols),
            "the immediate names a column of a signature element",
        )
    }
}
