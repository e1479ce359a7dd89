//! What the stages ask about values, and how one is put in place of another.
//!
//! No stage of its own: nothing here knows of control flow.

use crate::entity::IdVec;
use crate::ir::{Function, Inst, Module, StorageClass, Type, TypeData, Value};

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

/// What stands for `value`, where `replace` leads to the end in one step.
pub fn resolve(replace: &IdVec<Inst, Option<Value>>, value: Value) -> Value {
    let known = value
        .as_inst()
        .and_then(|inst| replace.get(inst).copied().flatten());
    known.unwrap_or(value)
}

/// Puts in place of each value what `replace` has for it, everywhere in `function`.
pub fn substitute(function: &mut Function, replace: &IdVec<Inst, Option<Value>>) {
    for value in &mut function.pool {
        *value = resolve(replace, *value);
    }
    for data in function.blocks.values_mut() {
        if let Some(value) = data.terminator.operand_mut() {
            *value = resolve(replace, *value);
        }
    }
    for debug in &mut function.debug_values {
        debug.value = debug.value.map(|value| resolve(replace, value));
    }
}
