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
    for (ty, data) in types.iter() {
        let plain = TypeFacts {
            scalar: ty,
            narrow: 0,
            float: 0,
        };
        let of = |part: Type| all.get(part.index()).copied().unwrap_or(plain);
        let narrow = |narrow| TypeFacts { narrow, ..plain };
        let facts = match data {
            TypeData::Int(8) => narrow(NARROW_I8),
            TypeData::Int(16) => narrow(NARROW_I16),
            TypeData::Float(bits) => TypeFacts {
                narrow: if *bits == 16 { NARROW_F16 } else { 0 },
                float: *bits,
                ..plain
            },
            TypeData::Vector { element, .. } => of(*element),
            TypeData::Array { element, .. } | TypeData::RuntimeArray { element, .. } => {
                narrow(of(*element).narrow)
            }
            TypeData::Cooperative(matrix) => narrow(of(matrix.component).narrow),
            TypeData::CooperativeVector { component, .. } => narrow(of(*component).narrow),
            TypeData::Struct(data) => {
                let members = data.members.iter();
                narrow(members.fold(0, |bits, member| bits | of(member.ty).narrow))
            }
            _ => plain,
        };
        all.push(facts);
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
