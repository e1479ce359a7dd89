//! Matrices in memory that are accessed as one vector.
//!
//! DXC keeps the matrices of payloads, attributes and records as arrays of vectors in a structure of their own, and loads
//! and stores all of their components at once: `<6 x float>` of `{ [2 x <3 x float>] }`. Here that becomes an access of each
//! vector. The long vector itself is put together of its components, and what is taken out of it again are these: SPIR-V has
//! no such vectors.

use super::Importer;
use crate::error::Result;
use crate::ir::{ConstData, Flags, Op, Type, TypeData, Value, ValueRef};

/// Memory that holds the components of a vector in rows.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// Structures around the array of rows.
    structs: u32,
    /// Type of a row: a vector or a scalar.
    row: Type,
    /// Rows.
    count: u32,
    /// Components of a row.
    columns: u32,
}

impl Importer<'_> {
    /// How memory of type `memory` holds a vector `ty` in rows, if it does.
    pub fn rows_of(&self, memory: Type, ty: Type) -> Option<Rows> {
        let types = &self.module.types;
        let &TypeData::Vector { element, len } = types.get(ty) else {
            return None;
        };
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
                    return (fits && columns != 0).then_some(Rows {
                        structs,
                        row,
                        count,
                        columns,
                    });
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

    /// `value` with the bits of type `ty`, a scalar.
    fn as_scalar(&mut self, value: Value, ty: Type) -> Value {
        if self.value_ty(value) == ty {
            return value;
        }
        self.emit(Op::Bitcast, Flags::NONE, ty, &[value])
    }

    /// Loads a vector `ty` row by row.
    pub fn load_rows(&mut self, pointer: Value, rows: Rows, ty: Type, flags: Flags) -> Result<Value> {
        let scalar = self.module.types.scalar(ty);
        let stored = self.module.types.scalar(rows.row);
        self.charge((rows.count * rows.columns) as usize)?;
        let mut parts = Vec::with_capacity((rows.count * rows.columns) as usize);
        for number in 0..rows.count {
            let Some(pointer) = self.row_pointer(pointer, rows, number) else {
                continue;
            };
            let row = self.emit(Op::Load, flags, rows.row, &[pointer]);
            for column in 0..rows.columns {
                let part = match rows.columns {
                    1 => row,
                    _ => self.emit_imm(Op::Extract, Flags::NONE, stored, &[row], column),
                };
                parts.push(self.as_scalar(part, scalar));
            }
        }
        Ok(self.emit(Op::Construct, Flags::NONE, ty, &parts))
    }

    /// Stores a vector row by row.
    pub fn store_rows(&mut self, pointer: Value, rows: Rows, value: Value, flags: Flags) -> Result<()> {
        let stored = self.module.types.scalar(rows.row);
        self.charge((rows.count * rows.columns) as usize)?;
        for number in 0..rows.count {
            let Some(pointer) = self.row_pointer(pointer, rows, number) else {
                continue;
            };
            let mut parts = Vec::with_capacity(rows.columns as usize);
            for column in 0..rows.columns {
                let part = self.known_component(value, number * rows.columns + column);
                parts.push(self.as_scalar(part, stored));
            }
            let row = match parts.as_slice() {
                &[part] => part,
                parts => self.emit(Op::Construct, Flags::NONE, rows.row, parts),
            };
            self.emit(Op::Store, flags, Type::VOID, &[pointer, row]);
        }
        Ok(())
    }

    /// Component `index` of a vector: what was put there, where that is known.
    fn known_component(&mut self, vector: Value, index: u32) -> Value {
        let scalar = self.module.types.scalar(self.value_ty(vector));
        let mut at = vector;
        // Operands are made before their uses, so this ends; a long chain is not looked through to its end.
        for _ in 0..64 {
            match at.get() {
                ValueRef::Const(constant) => {
                    match self.module.consts.get(constant) {
                        ConstData::Composite(parts) => {
                            if let Some(&part) = parts.get(index as usize) {
                                return part.into();
                            }
                        }
                        ConstData::Null => return self.module.null(scalar),
                        ConstData::Undef => return self.module.undef(scalar),
                        _ => {}
                    }
                    break;
                }
                ValueRef::Inst(inst) => {
                    let data = self.func.insts[inst];
                    match (data.op, self.func.args(inst)) {
                        (Op::Insert, &[_, value]) if data.imm == index => return value,
                        (Op::Insert, &[before, _]) => at = before,
                        (Op::Construct, parts)
                            if parts.len() == self.module.types.components(data.ty) as usize =>
                        {
                            match parts.get(index as usize) {
                                Some(&part) => return part,
                                None => break,
                            }
                        }
                        _ => break,
                    }
                }
                ValueRef::Global(_) => break,
            }
        }
        self.emit_imm(Op::Extract, Flags::NONE, scalar, &[at], index)
    }
}
