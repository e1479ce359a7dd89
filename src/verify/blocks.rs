//! Block types: variables that differ in what may be done with them do not share one, nor does memory at addresses
//! with any variable (drivers take what the decorations of one say for the other too).

use super::{Invariant, Verifier};
use crate::ir::{GlobalData, StorageClass, Type, TypeData};
use rustc_hash::FxHashMap;

/// What one variable says of the memory behind its block.
type Terms = (StorageClass, Vec<::spirv::Decoration>);

impl Verifier<'_> {
    /// Checks [`Invariant::BlockTypes`].
    pub(super) fn block_types(&mut self) {
        let module = self.module;
        let mut known: FxHashMap<Type, Terms> = FxHashMap::default();
        for (_, data) in module.types.iter() {
            if let TypeData::Pointer { class, pointee } = *data
                && class == StorageClass::PhysicalStorageBuffer
                && self.block_in(pointee) == Some(pointee)
            {
                known.insert(pointee, (class, Vec::new()));
            }
        }
        for (id, global) in module.globals.iter() {
            let Some(block) = self.block_in(global.ty) else {
                continue;
            };
            let terms = terms_of(global);
            match known.get(&block) {
                Some(others) if *others != terms => self.module_violation(
                    Invariant::BlockTypes,
                    format!("global {id}: its block type {block} is one of memory with other decorations or of another class"),
                ),
                Some(_) => {}
                None => {
                    known.insert(block, terms);
                }
            }
        }
    }

    /// The block that a variable of type `ty` is, or is an array of.
    fn block_in(&self, mut ty: Type) -> Option<Type> {
        // A type's parts have smaller ids, so this ends.
        loop {
            match self.module.types.get(ty) {
                TypeData::Array { element, .. } | TypeData::RuntimeArray { element, .. } => ty = *element,
                TypeData::Struct(data) => return data.block.then_some(ty),
                _ => return None,
            }
        }
    }
}

fn terms_of(global: &GlobalData) -> Terms {
    use ::spirv::Decoration as D;
    let access = [
        D::NonWritable,
        D::NonReadable,
        D::Coherent,
        D::Volatile,
        D::Restrict,
        D::Aliased,
    ];
    let has = |kind: &D| {
        global
            .decorations
            .iter()
            .any(|decoration| decoration.kind == *kind)
    };
    (global.class, access.into_iter().filter(has).collect())
}
