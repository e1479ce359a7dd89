//! Variables, on first use: declaration, decorations, name, place in the interface.

use super::emitter::Emitter;
use crate::entity::EntityId;
use crate::ir::{Global, StorageClass, Type, TypeData};
use ::spirv::{BuiltIn, Capability, Decoration, ExecutionModel, Op};

impl Emitter<'_> {
    /// The id of a variable at module scope, 0 for one of class `Function` (a function declares its own).
    #[inline]
    pub fn global(&mut self, global: Global) -> u32 {
        match self.global_ids[global.index()] {
            0 if self.module.globals[global].class != StorageClass::Function => self.new_global(global),
            id => id,
        }
    }

    /// Declares outputs with a location that nothing writes: the next stage may have them as inputs.
    pub fn declare_outputs(&mut self) {
        let module = self.module;
        for (global, data) in module.globals.iter() {
            if data.class == StorageClass::Output
                && self.global_ids[global.index()] == 0
                && data.is_decorated(Decoration::Location)
            {
                self.new_global(global);
            }
        }
    }

    /// Declares the sample's number, where there is one, if no variable says yet that the shader runs for each sample.
    pub fn declare_sample(&mut self) {
        if self.model != ExecutionModel::Fragment || self.requirements.has(Capability::SampleRateShading) {
            return;
        }
        let module = self.module;
        for (global, data) in module.globals.iter() {
            if self.global_ids[global.index()] == 0 && data.built_in() == Some(BuiltIn::SampleId as u32) {
                self.new_global(global);
            }
        }
    }

    #[cold]
    fn new_global(&mut self, global: Global) -> u32 {
        let data = &self.module.globals[global];
        let (ty, id, init) = self.variable_operands(global);
        let mark = self.variables.begin(Op::Variable);
        let class = self.storage_class(data.class);
        self.variables.extend(&[ty, id, class]);
        if let Some(init) = init {
            self.variables.push(init);
        }
        self.variables.end(mark);
        if self.in_interface(data.class) {
            self.interface.push(id);
        }
        id
    }

    /// Result type, id and initializer for the declaration of `global`, with its name and decorations emitted.
    pub fn variable_operands(&mut self, global: Global) -> (u32, u32, Option<u32>) {
        let module = self.module;
        let data = &module.globals[global];
        let ty = self.ty(data.pointer);
        let init = data.init.map(|init| self.constant(init));
        let id = self.new_id();
        self.global_ids[global.index()] = id;
        self.name(id, &data.name);
        for decoration in &data.decorations {
            if self.is_said_by_accesses(decoration.kind) {
                continue;
            }
            match (decoration.kind, decoration.literals.first()) {
                (Decoration::BuiltIn, Some(&number)) => {
                    if let Some(built_in) = BuiltIn::from_u32(number) {
                        self.requirements.built_in(built_in, module.info.stage);
                    }
                }
                (kind, _) => self.requirements.decoration(kind),
            }
            self.decorate(id, decoration.kind, &decoration.literals);
        }
        if self.holds_physical_pointer(data.ty)
            && !data.decorations.iter().any(|decoration| {
                matches!(
                    decoration.kind,
                    Decoration::RestrictPointer | Decoration::AliasedPointer
                )
            })
        {
            self.decorate(id, Decoration::AliasedPointer, &[]);
        }
        (ty, id, init)
    }

    /// Whether a variable of `ty` holds a pointer in physical memory: it must say what that may alias.
    fn holds_physical_pointer(&self, mut ty: Type) -> bool {
        loop {
            match self.module.types.get(ty) {
                TypeData::Array { element, .. } => ty = *element,
                TypeData::Pointer { class, .. } => return *class == StorageClass::PhysicalStorageBuffer,
                _ => return false,
            }
        }
    }
}
