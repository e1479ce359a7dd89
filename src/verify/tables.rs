//! The tables of a module: types, constants, globals. Everything else relies on them.

use super::{Invariant, Invariants, Verifier};
use crate::entity::{EntityId, IdVec};
use crate::ir::print::print_type;
use crate::ir::{Const, ConstData, Global, MAX_VECTOR, StorageClass, Type, TypeData};

impl Verifier<'_> {
    pub(super) fn tables(&mut self) {
        let module = self.module;
        if module.entry.index() >= module.functions.len() {
            self.module_violation(
                Invariant::IdsInRange,
                format!("the entry point is {}, which does not exist", module.entry),
            );
        }
        for (ty, data) in module.types.iter() {
            if let Some(message) = self.type_problem(ty, data) {
                self.module_violation(
                    Invariant::Types,
                    format!("`{}`: {message}", print_type(module, ty)),
                );
            }
        }
        for (id, ty, data) in module.consts.iter() {
            if let Some((invariant, message)) = self.constant_problem(id, ty, data) {
                self.module_violation(invariant, format!("constant {id}: {message}"));
            }
        }
        if !self.violations.is_empty() {
            return;
        }
        let mut owners: IdVec<Global, u32> = IdVec::filled(0, module.globals.len());
        for (id, function) in module.functions.iter() {
            for &local in &function.locals {
                match owners.get_mut(local) {
                    Some(owners) => *owners += 1,
                    None => self.module_violation(
                        Invariant::IdsInRange,
                        format!("{id} lists the local {local}, which does not exist"),
                    ),
                }
            }
        }
        for (id, global) in module.globals.iter() {
            let message = if global.ty.index() >= module.types.len() {
                Some("its type does not exist")
            } else if global.pointer.index() >= module.types.len()
                || module.types.pointee(global.pointer) != Some((global.class, global.ty))
            {
                Some("its address is no pointer to its type in its class")
            } else if global
                .init
                .is_some_and(|init| init.index() >= module.consts.len())
            {
                Some("its initial value does not exist")
            } else if global
                .init
                .is_some_and(|init| module.consts.ty(init) != global.ty)
            {
                Some("its initial value has another type")
            } else if (global.class == StorageClass::Function) != (owners[id] == 1) || owners[id] > 1 {
                Some("it is to be a local of one function if and only if its class is `Function`")
            } else if self.stage >= Invariants::Lowered && module.types.get(global.ty) == &TypeData::Handle {
                Some("it is a handle")
            } else {
                None
            };
            if let Some(message) = message {
                self.module_violation(Invariant::Globals, format!("global {id}: {message}"));
            }
        }
    }

    pub(super) fn type_problem(&self, ty: Type, data: &TypeData) -> Option<&'static str> {
        let types = &self.module.types;
        // Types are interned, so that parts come before the whole; this also rules out cycles.
        let exists = |part: Type| part < ty;
        let sized = |part: Type| exists(part) && part != Type::VOID;
        let ok = match data {
            TypeData::Void
            | TypeData::Bool
            | TypeData::Int(_)
            | TypeData::Float(_)
            | TypeData::SignedInt
            | TypeData::Handle
            | TypeData::Object(_)
            | TypeData::Sampler => return None,
            TypeData::Vector { element, len } => {
                if !(2..=MAX_VECTOR).contains(len) || element.scalar_bits() == 0 {
                    return Some("a vector has 2 to 1,024 scalars");
                }
                exists(*element)
            }
            TypeData::Matrix { column, columns } => {
                let floats = matches!(types.get(*column), TypeData::Vector { element, len } if element.is_float_scalar() && *len <= 4);
                if !exists(*column) || !floats || !(2..=4).contains(columns) {
                    return Some("a matrix has 2 to 4 columns of 2 to 4 floats");
                }
                true
            }
            TypeData::CooperativeVector { component, len } => {
                let known = matches!(*component, Type::F16 | Type::F32 | Type::I32 | Type::S32);
                if !known || !(1..=MAX_VECTOR).contains(len) {
                    return Some("a cooperative vector has 1 to 1,024 components of 16 or 32 bits");
                }
                exists(*component)
            }
            TypeData::Cooperative(matrix) => {
                let (component, size) = (matrix.component, 1..=MAX_VECTOR);
                let fits = size.contains(&matrix.rows) && size.contains(&matrix.columns);
                if !fits || !(component.is_float_scalar() || component.is_int_scalar()) {
                    return Some("a matrix of a wave has 1 to 1,024 rows and columns of numbers");
                }
                if matrix.numbers.kept_in().is_some_and(|kept| kept != component) {
                    return Some("components of a matrix of a wave are kept in an integer of their size");
                }
                exists(component)
            }
            TypeData::Array { element, len, .. } => {
                if *len == 0 {
                    return Some("an array has 1 or more elements");
                }
                sized(*element)
            }
            TypeData::RuntimeArray { element, .. } => sized(*element),
            TypeData::Struct(data) => data.members.iter().all(|member| sized(member.ty)),
            TypeData::Pointer { pointee, .. } => sized(*pointee),
            TypeData::Image(image) => exists(image.sampled) && image.sampled.scalar_bits() != 0,
            TypeData::SampledImage(image) => {
                exists(*image) && matches!(types.get(*image), TypeData::Image(_))
            }
        };
        (!ok).then_some("it has a part that cannot be one")
    }

    pub(super) fn constant_problem(
        &self,
        id: Const,
        ty: Type,
        data: &ConstData,
    ) -> Option<(Invariant, String)> {
        let types = &self.module.types;
        if ty.index() >= types.len() {
            return Some((Invariant::IdsInRange, "its type does not exist".to_owned()));
        }
        let elements = match data {
            ConstData::Scalar(_) if ty.scalar_bits() == 0 => {
                let message = format!("a scalar of type `{}`", print_type(self.module, ty));
                return Some((Invariant::Constants, message));
            }
            ConstData::Null | ConstData::Undef if matches!(types.get(ty), TypeData::Object(_)) => {
                return Some((Invariant::Constants, "a constant that is an object".to_owned()));
            }
            ConstData::Null | ConstData::Undef if ty == Type::VOID => {
                return Some((Invariant::Constants, "a constant of type void".to_owned()));
            }
            ConstData::Specialization { .. } if ty != Type::I32 => {
                return Some((
                    Invariant::Constants,
                    "a specialization constant that is no i32".to_owned(),
                ));
            }
            ConstData::Scalar(_) | ConstData::Null | ConstData::Undef | ConstData::Specialization { .. } => {
                return None;
            }
            ConstData::Composite(elements) => elements,
        };
        let count = match types.get(ty) {
            TypeData::Vector { len, .. } | TypeData::Array { len, .. } => *len as usize,
            TypeData::Struct(data) => data.members.len(),
            _ => {
                let message = format!("a composite of type `{}`", print_type(self.module, ty));
                return Some((Invariant::Constants, message));
            }
        };
        if elements.len() != count {
            let message = format!("{} parts where the type has {count}", elements.len());
            return Some((Invariant::Constants, message));
        }
        for (index, &element) in elements.iter().enumerate() {
            // Parts come before the whole, which also rules out cycles.
            if element >= id {
                return Some((Invariant::IdsInRange, format!("part {index} does not exist")));
            }
            if types.element(ty, index as u32) != Some(self.module.consts.ty(element)) {
                return Some((
                    Invariant::Constants,
                    format!("part {index} has another type than it should"),
                ));
            }
        }
        None
    }
}
