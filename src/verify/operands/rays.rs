//! Operations on rays: acceleration structures and ray queries.

use super::row::{Check, Row};
use crate::ir::{HitObjectValue, Object, RayQueryValue, Type, TypeData};

impl Row<'_> {
    fn is_object(&self, ty: Type, object: Object) -> bool {
        matches!(self.module.types.get(ty), TypeData::Object(found) if *found == object)
    }

    fn gives_acceleration_structure(&self) -> Check {
        self.want(
            self.is_object(self.ty, Object::AccelerationStructure),
            "the result is an acceleration structure",
        )
    }

    /// `(handle)`
    pub(super) fn acceleration_structure(&self) -> Check {
        self.operands("h")?;
        self.gives_acceleration_structure()
    }

    /// `(address)`
    pub(super) fn address_to_acceleration_structure(&self) -> Check {
        self.count(1)?;
        self.address(0)?;
        self.gives_acceleration_structure()
    }

    /// A pointer to a ray query, and operands by letter: `A` acceleration structure, `V` `<3 x f32>`, others as in
    /// [`Rule::Takes`](super::table::Rule::Takes).
    pub(super) fn ray_query(&self, letters: &str, result: Type) -> Check {
        self.points_to(Object::RayQuery, letters, result)
    }

    /// A pointer to a hit object, and operands by letter likewise; `.` anything.
    pub(super) fn hit_object(&self, letters: &str, result: Type) -> Check {
        self.points_to(Object::HitObject, letters, result)
    }

    /// A hit by offset and stride of its shaders, or by their index.
    pub(super) fn hit_object_hit(&self) -> Check {
        let letters = if self.imm == 0 {
            "AiiiiiiVfVf."
        } else {
            "AiiiiiVfVf."
        };
        self.hit_object(letters, Type::VOID)
    }

    /// What a hit object knows.
    pub(super) fn hit_object_get(&self) -> Check {
        let Some(value) = HitObjectValue::from_number(self.imm) else {
            return self.want(false, "the immediate names what a hit object knows");
        };
        self.hit_object("", self.ty)?;
        self.shaped(value.shape())
    }

    /// By a hint, or by a hit object and a hint.
    pub(super) fn reorder_thread(&self) -> Check {
        match self.imm {
            0 => {
                self.operands("ii")?;
                self.result(Type::VOID)
            }
            _ => self.hit_object("ii", Type::VOID),
        }
    }

    fn points_to(&self, object: Object, letters: &str, result: Type) -> Check {
        self.count(1 + letters.len())?;
        let (_, pointee) = self.pointer(0)?;
        self.want(
            self.is_object(pointee, object),
            "the first operand points to a ray query or hit object",
        )?;
        for (index, letter) in letters.bytes().enumerate() {
            let index = index + 1;
            let ty = self.arg(index);
            match letter {
                b'A' => self.want(
                    self.is_object(ty, Object::AccelerationStructure),
                    "the second operand is an acceleration structure",
                )?,
                b'.' => {}
                b'V' => self.vector(ty, Type::F32, 3, "the operand")?,
                b'i' => self.equal(ty, Type::I32, "operand and `i32`")?,
                _ => self.equal(ty, Type::F32, "operand and `f32`")?,
            }
        }
        self.result(result)
    }

    /// What a ray query knows.
    pub(super) fn ray_query_get(&self) -> Check {
        let Some((value, _)) = RayQueryValue::from_imm(self.imm) else {
            return self.want(false, "the immediate names what a ray query knows");
        };
        self.ray_query("", self.ty)?;
        self.shaped(value.shape())
    }

    /// The result is so many columns of so many of a scalar.
    fn shaped(&self, shape: (Type, u32, u32)) -> Check {
        match shape {
            (scalar, 1, _) => self.result(scalar),
            (scalar, rows, 1) => self.vector(self.ty, scalar, rows, "the result"),
            (scalar, rows, columns) => match *self.module.types.get(self.ty) {
                TypeData::Matrix {
                    column,
                    columns: found,
                }
                | TypeData::Array {
                    element: column,
                    len: found,
                    stride: 0,
                } if found == columns => self.vector(column, scalar, rows, "a column of the result"),
                _ => self.want(false, "the result is a matrix or an array"),
            },
        }
    }
}
