//! Vectors in memory, as the passes find them.

use crate::ir::{Function, Module, StorageClass, Type, TypeData, Value};

/// A vector that a path of an access chain leads to, base first.
#[derive(Clone, Copy, Debug)]
pub struct Vector {
    /// Its type.
    pub ty: Type,
    /// Number of components.
    pub len: u32,
    /// A pointer to it.
    pub pointer: Type,
    /// What an access to all of it says of its alignment, where one to a component says 4.
    pub alignment: u32,
}

impl Vector {
    /// Where `path` leads, if that is to a vector.
    pub fn at(module: &mut Module, function: &Function, path: &[Value]) -> Option<Self> {
        let (&base, steps) = path.split_first()?;
        let (class, mut ty) = module.types.pointee(module.value_type(function, base))?;
        for &step in steps {
            ty = match module.types.get(ty) {
                TypeData::Array { element, .. } | TypeData::RuntimeArray { element, .. } => *element,
                TypeData::Struct(data) => data.members.get(module.const_bits(step)? as usize)?.ty,
                _ => return None,
            };
        }
        let TypeData::Vector { element, len } = *module.types.get(ty) else {
            return None;
        };
        // Behind an address, vectors whose size is a power of two lie at multiples of it: else they would be none.
        let bytes = element.scalar_bits() / 8 * len;
        let physical = class == StorageClass::PhysicalStorageBuffer;
        let alignment = match (physical, bytes.is_power_of_two()) {
            (false, _) => 0,
            (true, true) => bytes,
            (true, false) => element.scalar_bits() / 8,
        };
        Some(Self {
            ty,
            len,
            pointer: module.types.pointer(class, ty),
            alignment,
        })
    }
}
