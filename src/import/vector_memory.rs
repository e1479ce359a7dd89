//! Loads and stores of vectors.
//!
//! Memory of a vector that SPIR-V has is one; of a longer one it is an array of its components, of which arrays around it
//! are part (see [`memory`](super::memory)). An access is made of the whole, of the rows below, or of each component.
//!
//! DXC keeps the matrices of payloads, attributes and records as arrays of vectors in a structure of their own, and loads
//! and stores all of their components at once: `<6 x float>` of `{ [2 x <3 x float>] }`. Here that becomes an access of each
//! vector: its rows.

use super::Importer;
use super::lanes::Lanes;
use super::standins::Roaming;
use crate::bitcode::module as bc;
use crate::error::Result;
use crate::ir::{Flags, Op, Type, TypeData, Value};

/// Memory that holds the components of a vector in rows.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// Structures around the array of rows.
    structs: u32,
    /// Type of a row: a vector or a scalar.
    row: Type,
    /// Rows.
    count: u32,
}

impl Importer<'_> {
    /// How memory of type `memory` holds `len` components of `element`'s size in rows, if it does.
    fn rows_of(&self, memory: Type, element: Type, len: u32) -> Option<Rows> {
        let types = &self.module.types;
        let (mut at, mut structs) = (memory, 0);
        loop {
            match types.get(at) {
                TypeData::Struct(data) if data.members.len() == 1 => {
                    at = data.members.first()?.ty;
                    structs += 1;
                }
                &TypeData::Array {
                    element: row,
                    len: count,
                    ..
                } => {
                    let columns = types.components(row);
                    let fits = columns.checked_mul(count) == Some(len)
                        && types.scalar(row).scalar_bits() == element.scalar_bits();
                    return (fits && columns != 0).then_some(Rows { structs, row, count });
                }
                _ => return None,
            }
        }
    }

    /// A pointer to row `number`.
    fn row_pointer(&mut self, pointer: Value, rows: Rows, number: u32) -> Option<Value> {
        let (class, _) = self.module.types.pointee(self.value_ty(pointer))?;
        let zero = self.module.i32(0);
        let mut path = vec![pointer];
        path.extend((0..rows.structs).map(|_| zero));
        path.push(self.module.i32(number));
        let ty = self.module.types.pointer(class, rows.row);
        Some(self.emit(Op::AccessChain, Flags::NONE, ty, &path))
    }

    /// A component as memory has it: `value` with the bits of type `stored`, a boolean as a word.
    fn memory_form(&mut self, value: Value, stored: Type) -> Value {
        match self.value_ty(value) {
            Type::BOOL => self.bool_to_int(value, stored, 1),
            ty if ty == stored => value,
            _ => match (value.as_const(), self.module.const_bits(value)) {
                (Some(_), Some(bits)) => self.module.scalar(stored, bits),
                _ => self.emit(Op::Bitcast, Flags::NONE, stored, &[value]),
            },
        }
    }

    /// A component of memory as a value of type `wanted`.
    fn value_form(&mut self, value: Value, wanted: Type) -> Value {
        match self.value_ty(value) {
            ty if ty == wanted => value,
            ty if wanted == Type::BOOL => {
                let zero = self.module.null(ty);
                self.emit(Op::INe, Flags::NONE, Type::BOOL, &[value, zero])
            }
            _ => self.emit(Op::Bitcast, Flags::NONE, wanted, &[value]),
        }
    }

    /// Adds the components of the vector of `len` at `pointer`.
    fn load_whole(&mut self, pointer: Value, stored: Type, scalar: Type, flags: Flags, lanes: &mut Lanes) {
        let value = self.emit(Op::Load, flags, stored, &[pointer]);
        let element = self.module.types.scalar(stored);
        for index in 0..self.module.types.components(stored) {
            let lane = match stored == element {
                true => value,
                false => self.emit_imm(Op::Extract, Flags::NONE, element, &[value], index),
            };
            lanes.push(self.value_form(lane, scalar));
        }
    }

    /// Stores components, as many as memory of type `stored` has, at `pointer`.
    fn store_whole(&mut self, pointer: Value, stored: Type, lanes: &[Value], flags: Flags) {
        let element = self.module.types.scalar(stored);
        let lanes: Lanes = lanes
            .iter()
            .map(|&lane| self.memory_form(lane, element))
            .collect();
        let value = self.construct(stored, &lanes);
        self.emit(Op::Store, flags, Type::VOID, &[pointer, value]);
    }

    /// The pointers at which a vector lies in memory, and what is behind each; none where it lies in no such parts.
    fn parts_of(&mut self, pointer: Value, llvm_ty: bc::TypeId) -> Result<Option<Vec<(Value, Type)>>> {
        let Some((element, len)) = self.vector(llvm_ty) else {
            return Ok(None);
        };
        if self.roaming(pointer).is_some() {
            return Ok(None);
        }
        let memory = self.memory_ty(llvm_ty)?;
        let element_memory = self.memory_ty(element)?;
        let pointee = self.pointee(pointer)?;
        if let Some(rows) = self.rows_of(pointee, element_memory, len) {
            self.charge(rows.count as usize)?;
            let pointers = (0..rows.count).filter_map(|number| self.row_pointer(pointer, rows, number));
            return Ok(Some(pointers.map(|pointer| (pointer, rows.row)).collect()));
        }
        if let TypeData::Vector { .. } = self.module.types.get(memory) {
            return Ok(self.narrowed(pointer, memory)?.map(|place| vec![place]));
        }
        self.charge(len as usize)?;
        self.element_pointers(pointer, element, len)
    }

    /// A load of a vector: its components.
    pub fn load_vector(&mut self, pointer: Value, llvm_ty: bc::TypeId, flags: Flags) -> Result<Value> {
        let Some(parts) = self.parts_of(pointer, llvm_ty)? else {
            let pointer = self.roaming_of(pointer)?;
            return self.load_roaming_vector(&pointer, llvm_ty, flags);
        };
        let ty = self.ty(llvm_ty)?;
        let scalar = self.module.types.scalar(ty);
        let mut lanes = Lanes::new();
        for (pointer, stored) in parts {
            self.load_whole(pointer, stored, scalar, flags, &mut lanes);
        }
        self.charge(lanes.len())?;
        Ok(self.vector_of(ty, &lanes))
    }

    /// A store of a vector.
    pub fn store_vector(
        &mut self,
        pointer: Value,
        value: Value,
        llvm_ty: bc::TypeId,
        flags: Flags,
    ) -> Result<()> {
        let Some(parts) = self.parts_of(pointer, llvm_ty)? else {
            let pointer = self.roaming_of(pointer)?;
            return self.store_roaming_vector(&pointer, value, llvm_ty, flags);
        };
        let lanes = self.lanes(value);
        self.charge(lanes.len())?;
        let mut rest = lanes.as_slice();
        for (pointer, stored) in parts {
            let count = self.module.types.components(stored) as usize;
            let Some((part, after)) = rest.split_at_checked(count) else {
                break;
            };
            self.store_whole(pointer, stored, part, flags);
            rest = after;
        }
        Ok(())
    }

    /// A load through a pointer that may lead to several places: of the whole vector, or of each component where memory
    /// has no vector there.
    pub fn load_roaming_vector(
        &mut self,
        pointer: &Roaming,
        llvm_ty: bc::TypeId,
        flags: Flags,
    ) -> Result<Value> {
        let Some((element, len)) = self.vector(llvm_ty) else {
            return self.roaming_load(pointer, llvm_ty, flags.has(Flags::VOLATILE));
        };
        let ty = self.ty(llvm_ty)?;
        if !self.is_scattered(pointer, llvm_ty)? {
            let value = self.roaming_access(pointer, llvm_ty, ty, |this, pointer| {
                let value = this.load_vector(pointer, llvm_ty, flags)?;
                this.placed(value)
            })?;
            let value = value.unwrap_or_else(|| self.module.undef(ty));
            return Ok(self.taken_apart(value));
        }
        self.charge(len as usize)?;
        let mut lanes = Lanes::new();
        let mut at = pointer.clone();
        for _ in 0..len {
            lanes.push(self.roaming_load(&at, element, flags.has(Flags::VOLATILE))?);
            at = self.behind(&at, &[element])?;
        }
        Ok(self.vector_of(ty, &lanes))
    }

    /// A store through a pointer that may lead to several places.
    pub fn store_roaming_vector(
        &mut self,
        pointer: &Roaming,
        value: Value,
        llvm_ty: bc::TypeId,
        flags: Flags,
    ) -> Result<()> {
        let Some((element, len)) = self.vector(llvm_ty) else {
            return self.roaming_store(pointer, value, llvm_ty, flags.has(Flags::VOLATILE));
        };
        if !self.is_scattered(pointer, llvm_ty)? {
            self.roaming_access(pointer, llvm_ty, Type::VOID, |this, pointer| {
                this.store_vector(pointer, value, llvm_ty, flags)?;
                Ok(value)
            })?;
            return Ok(());
        }
        self.charge(len as usize)?;
        let mut at = pointer.clone();
        for lane in self.lanes(value) {
            self.roaming_store(&at, lane, element, flags.has(Flags::VOLATILE))?;
            at = self.behind(&at, &[element])?;
        }
        Ok(())
    }
}
