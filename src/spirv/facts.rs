//! What is asked of types again and again, found once.

use crate::entity::EntityId;
use crate::ir::types::Types;
use crate::ir::{Type, TypeData};

/// What is asked of types again and again.
#[derive(Clone, Copy, Debug)]
pub(super) struct TypeFacts {
    /// The scalar type of a scalar or vector, the type itself otherwise.
    pub scalar: Type,
    /// Narrow types that values of the type are made of: bits [`NARROW_I8`] to [`NARROW_F16`].
    pub(super) narrow: u8,
    /// Bits of a float or of the components of a vector of floats, else 0.
    pub(super) float: u8,
}

pub(super) const NARROW_I8: u8 = 1;

pub(super) const NARROW_I16: u8 = 2;

pub(super) const NARROW_F16: u8 = 4;

/// Facts of all types, by type, in the memory of a list.
pub(super) fn facts(types: &Types, mut all: Vec<TypeFacts>) -> Vec<TypeFacts> {
    all.clear();
    all.reserve(types.len());
    // A type's parts come before it.
    let narrow_of = |all: &[TypeFacts], ty: Type| all.get(ty.index()).map_or(0, |facts| facts.narrow);
    for (ty, data) in types.iter() {
        let narrow = match data {
            TypeData::Int(8) => NARROW_I8,
            TypeData::Int(16) => NARROW_I16,
            TypeData::Float(16) => NARROW_F16,
            TypeData::Vector { element, .. }
            | TypeData::Array { element, .. }
            | TypeData::RuntimeArray { element, .. } => narrow_of(&all, *element),
            TypeData::Cooperative(matrix) => narrow_of(&all, matrix.component),
            TypeData::CooperativeVector { component, .. } => narrow_of(&all, *component),
            TypeData::Struct(data) => data
                .members
                .iter()
                .fold(0, |bits, member| bits | narrow_of(&all, member.ty)),
            _ => 0,
        };
        let scalar = match data {
            TypeData::Vector { element, .. } => *element,
            _ => ty,
        };
        let float = match scalar.is_float_scalar() {
            true => scalar.scalar_bits() as u8,
            false => 0,
        };
        all.push(TypeFacts {
            scalar,
            narrow,
            float,
        });
    }
    all
}

/// A type of signed integers, of which the IR has none. The number is the width in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum SignedType {
    /// A scalar, or a vector of some components.
    Vector(u32, u32),
    /// `{i32 residency code, vector}`.
    Sparse(u32, u32),
    /// A pointer to a scalar texel.
    TexelPointer(u32),
}
