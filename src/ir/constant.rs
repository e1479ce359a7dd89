//! Interned constants. Two equal constants of one type have the same [`Const`] id.

use super::types::Type;
use crate::entity::IdVec;
use crate::entity_id;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;

entity_id! {
    /// An interned constant.
    pub struct Const = "c"
}

/// What a constant is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ConstData {
    /// Scalar bits, zero-extended to 64 (`i1`: 0 or 1; floats: their IEEE bits).
    Scalar(u64),
    /// All zero, of any type.
    Null,
    /// Any value.
    Undef,
    /// Vector, array or struct.
    Composite(Vec<Const>),
    /// An `i32` that the pipeline may set: a specialization constant.
    Specialization {
        /// Its `SpecId`.
        id: u32,
        /// Its value where the pipeline sets none.
        default: u32,
    },
}

/// The constant table of a module.
#[derive(Clone, Debug)]
pub struct Consts {
    data: IdVec<Const, (Type, ConstData)>,
    /// Those that are no scalars by the hash of what they are; one whose place is taken by another has the next.
    map: FxHashMap<u64, Const>,
    scalars: FxHashMap<(Type, u64), Const>,
    /// The scalar that was asked for last of those that share a place here: most are asked for again and again.
    /// Beside the table, which moves with the module; none of them while there is no scalar.
    recent: Vec<Option<(Type, u64, Const)>>,
}

/// Places of scalars that were asked for last.
const RECENT: usize = 32;

impl Default for Consts {
    fn default() -> Self {
        Self {
            // What small shaders have.
            data: IdVec::with_capacity(32),
            map: FxHashMap::default(),
            scalars: FxHashMap::with_capacity_and_hasher(28, Default::default()),
            recent: Vec::new(),
        }
    }
}

impl Consts {
    /// The constant `data` of type `ty`.
    pub fn intern(&mut self, ty: Type, data: ConstData) -> Const {
        // A zero scalar has one form only.
        let data = match data {
            ConstData::Null if ty.scalar_bits() != 0 => ConstData::Scalar(0),
            data => data,
        };
        if let ConstData::Scalar(bits) = data {
            return self.scalar(ty, bits);
        }
        let constant = (ty, data);
        let mut place = FxBuildHasher.hash_one(&constant);
        while let Some(&id) = self.map.get(&place) {
            if self.data[id] == constant {
                return id;
            }
            place = place.wrapping_add(1);
        }
        let id = self.data.push(constant);
        self.map.insert(place, id);
        id
    }
    /// Takes all constants away, keeping the memory.
    pub(crate) fn clear(&mut self) {
        self.data.clear();
        self.map.clear();
        self.scalars.clear();
        self.recent.clear();
    }
    /// A scalar from its bits; bits above the type's width are dropped.
    pub fn scalar(&mut self, ty: Type, bits: u64) -> Const {
        let width = ty.scalar_bits();
        debug_assert!(width != 0, "scalar constant of type {ty}");
        let bits = if width < 64 {
            bits & ((1 << width) - 1)
        } else {
            bits
        };
        // Small integers and the upper halves of floats differ here.
        let place = (bits ^ bits >> 20 ^ u64::from(ty.0) << 3) as usize % RECENT;
        if let Some(&Some((known, same, id))) = self.recent.get(place)
            && (known, same) == (ty, bits)
        {
            return id;
        }
        self.recent.resize(RECENT, None);
        let data = &mut self.data;
        let id = *self
            .scalars
            .entry((ty, bits))
            .or_insert_with(|| data.push((ty, ConstData::Scalar(bits))));
        self.recent[place] = Some((ty, bits, id));
        id
    }
    /// Its type.
    #[inline]
    pub fn ty(&self, id: Const) -> Type {
        self.data[id].0
    }
    /// What it is.
    #[inline]
    pub fn get(&self, id: Const) -> &ConstData {
        &self.data[id].1
    }
    /// The bits of a scalar constant.
    #[inline]
    pub fn scalar_bits(&self, id: Const) -> Option<u64> {
        match self.data[id].1 {
            ConstData::Scalar(bits) => Some(bits),
            _ => None,
        }
    }
    /// All constants in id order: a composite's elements always have smaller ids.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Const, Type, &ConstData)> {
        self.data.iter().map(|(id, (ty, data))| (id, *ty, data))
    }
    /// How many there are.
    pub fn len(&self) -> usize {
        self.data.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }
}
