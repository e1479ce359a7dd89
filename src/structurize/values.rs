//! What the stages ask about values.
//!
//! No stage of its own: nothing here knows of control flow.

use crate::ir::{Module, StorageClass, Type, TypeData};

/// Whether `select` may choose between values of `ty` on every target.
pub fn selectable(module: &Module, ty: Type) -> bool {
    module.types.components(ty) != 0
}

/// Whether a value of `ty` may be a block parameter of the emitted module: resources and pointers to logical
/// memory may not.
pub fn is_phi_type(module: &Module, ty: Type) -> bool {
    match module.types.get(ty) {
        TypeData::Pointer { class, .. } => *class == StorageClass::PhysicalStorageBuffer,
        TypeData::Handle | TypeData::Image(_) | TypeData::Sampler | TypeData::SampledImage(_) => false,
        _ => true,
    }
}
