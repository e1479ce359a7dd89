//! Constant buffers: root constants, root CBVs and descriptors.

use super::Lower;
use super::handles::{Access, Handle, RootWords};
use crate::error::{Error, Result};
use crate::ir::{Flags, Inst, Member, Op, StorageClass, StructType, Type, TypeData, Value};
use crate::vulkan::DescriptorType;

/// Rows of the largest constant buffer, 64 KiB.
const MAX_ROWS: u32 = 4096;

/// The last row whose byte address has 32 bits: beyond the end of any storage buffer.
const LAST_ROW: u32 = u32::MAX / 16;

/// A row whose members are made where they are extracted.
#[derive(Clone, Copy, Debug)]
pub enum Row {
    /// Four `i32` words; members are eight 16-bit values.
    Halves(Value),
    /// Root constants: the handle and the row index.
    RootConstants(Handle, Value),
}

impl Lower<'_> {
    /// `[4096 x <4 x f32>]` in a block; in storage buffers without a length, which the descriptor then gives.
    fn row_block(&mut self, storage: bool) -> Type {
        let row = self.module.types.vector(Type::F32, 4);
        let rows = if storage {
            TypeData::RuntimeArray {
                element: row,
                stride: 16,
            }
        } else {
            TypeData::Array {
                element: row,
                len: MAX_ROWS,
                stride: 16,
            }
        };
        let rows = self.module.types.intern(rows);
        let name = if storage { "ConstantRows" } else { "ConstantBuffer" };
        self.module.types.intern(TypeData::Struct(StructType {
            name: name.to_owned(),
            members: vec![Member {
                ty: rows,
                offset: Some(0),
                name: String::new(),
            }],
            block: true,
        }))
    }

    /// Whether a constant buffer is a storage buffer.
    fn in_storage(&self, handle: &Handle) -> bool {
        self.descriptor_type(handle.resource) == Some(DescriptorType::StorageBuffer)
    }

    /// A pointer to row `row`, and behind it to component `component` where given.
    fn row_pointer(&mut self, handle: &Handle, row: Value, component: Option<Value>) -> Result<(Value, u32)> {
        let storage = self.in_storage(handle);
        let block = self.row_block(storage);
        let zero = self.i32(0);
        let mut path = vec![zero, row];
        path.extend(component);
        let pointee = if component.is_some() {
            Type::F32
        } else {
            self.module.types.vector(Type::F32, 4)
        };
        match handle.access {
            Access::Address(address) => {
                let base = self.address_pointer(address, block);
                let ty = self
                    .module
                    .types
                    .pointer(StorageClass::PhysicalStorageBuffer, pointee);
                path.insert(0, base);
                let pointer = self.emit(Op::AccessChain, Flags::NONE, ty, &path);
                let size = if component.is_some() { 4 } else { 16 };
                Ok((pointer, size.min(self.address_alignment(handle))))
            }
            Access::Descriptor(_) => {
                let class = if storage {
                    StorageClass::StorageBuffer
                } else {
                    StorageClass::Uniform
                };
                let variable = self.resource_variable(handle.resource, block, class)?;
                Ok((self.resource_pointer(variable, handle, &path, pointee), 0))
            }
            Access::RootConstants(..) => Err(Error::internal("root constants have no rows")),
        }
    }

    /// Whether a constant buffer has no bounds: a root descriptor, unless the largest size counts as its own.
    fn is_boundless(&self, handle: &Handle) -> bool {
        matches!(handle.access, Access::Address(_)) && !self.options.binding.bounded_root_constant_buffers
    }

    /// The lesser of a row and `last`.
    fn clamped_row(&mut self, row: Value, last: u32) -> Value {
        if let Some(row) = self.module.const_bits(row) {
            return self.i32((row as u32).min(last));
        }
        let last = self.i32(last);
        self.emit(Op::UMin, Flags::NONE, Type::I32, &[row, last])
    }

    /// A row as four words; 0 beyond the largest buffer (the bound size is the descriptor's business).
    fn load_row(&mut self, handle: &Handle, row: Value) -> Result<Value> {
        let ty = self.module.types.vector(Type::F32, 4);
        if self.in_storage(handle) {
            // The descriptor's bounds decide.
            let row = self.clamped_row(row, LAST_ROW);
            let (pointer, align) = self.row_pointer(handle, row, None)?;
            return Ok(self.emit_imm(Op::Load, handle.flags, ty, &[pointer], align));
        }
        if let Some(index) = self.module.const_bits(row) {
            if index >= u64::from(MAX_ROWS) {
                return Ok(self.module.null(ty));
            }
            let (pointer, align) = self.row_pointer(handle, row, None)?;
            return Ok(self.emit_imm(Op::Load, handle.flags, ty, &[pointer], align));
        }
        let last = self.i32(MAX_ROWS - 1);
        let clamped = self.emit(Op::UMin, Flags::NONE, Type::I32, &[row, last]);
        let (pointer, align) = self.row_pointer(handle, clamped, None)?;
        let value = self.emit_imm(Op::Load, handle.flags, ty, &[pointer], align);
        if self.is_boundless(handle) {
            return Ok(value);
        }
        let inside = self.emit(Op::IEq, Flags::NONE, Type::BOOL, &[row, clamped]);
        let zero = self.module.null(ty);
        Ok(self.emit(Op::Select, Flags::NONE, ty, &[inside, value, zero]))
    }

    /// Lowers the load of a row.
    pub fn cbv_load_row(&mut self, inst: Inst) -> Result<()> {
        let handle = self.handle_of(inst)?;
        let row = self.arg(inst, 1)?;
        let data = self.func.insts[inst];
        let scalar = self.module.types.scalar(data.ty);
        let members = self.module.types.components(data.ty);
        if let Access::RootConstants(..) = handle.access {
            self.rows.insert(inst, Row::RootConstants(handle, row));
            return Ok(());
        }
        let value = self.load_row(&handle, row)?;
        if members == 8 {
            let words_ty = self.module.types.vector(Type::I32, 4);
            let words = self.bitcast(value, words_ty);
            self.rows.insert(inst, Row::Halves(words));
            return Ok(());
        }
        if scalar == Type::F32 {
            self.forward(inst, value);
            return Ok(());
        }
        let (op, flags) = match scalar.scalar_bits() {
            // Minimum precision as 16-bit in registers.
            16 if scalar == Type::F16 => (Op::FConvert, Flags::NONE),
            16 => {
                let words_ty = self.module.types.vector(Type::I32, 4);
                let words = self.bitcast(value, words_ty);
                self.finish(inst, Op::ITrunc, Flags::NONE, &[words], 0);
                return Ok(());
            }
            _ => (Op::Bitcast, Flags::NONE),
        };
        self.finish(inst, op, flags, &[value], 0);
        Ok(())
    }

    /// Makes the member of a row that `inst` extracts; false when it extracts from something else.
    pub fn extract_row_member(&mut self, inst: Inst) -> Result<bool> {
        if self.rows.is_empty() {
            return Ok(false);
        }
        let Some(source) = self.func.args(inst).first().and_then(|v| v.as_inst()) else {
            return Ok(false);
        };
        let Some(&row) = self.rows.get(&source) else {
            return Ok(false);
        };
        let data = self.func.insts[inst];
        let member = data.imm;
        let bits = data.ty.scalar_bits();
        let in_halves = self.module.types.components(self.func.insts[source].ty) == 8;
        let value = match row {
            Row::Halves(words) => {
                let word = self.emit_imm(Op::Extract, Flags::NONE, Type::I32, &[words], member / 2);
                self.half_of(word, member % 2, data.ty)
            }
            Row::RootConstants(handle, row) => {
                let Access::RootConstants(words) = handle.access else {
                    return Err(Error::internal("row of root constants without them"));
                };
                let first = self.mul(row, 4);
                let word = |this: &mut Self, at: u32| {
                    let at = this.i32(at);
                    let index = this.add(first, at);
                    this.root_constant_word(words, index)
                };
                if in_halves {
                    let word = word(self, member / 2)?;
                    self.half_of(word, member % 2, data.ty)
                } else if bits == 64 {
                    let low = word(self, member * 2)?;
                    let high = word(self, member * 2 + 1)?;
                    let pair_ty = self.module.types.vector(Type::I32, 2);
                    let pair = self.emit(Op::Construct, Flags::NONE, pair_ty, &[low, high]);
                    self.emit(Op::Bitcast, Flags::NONE, data.ty, &[pair])
                } else {
                    let word = word(self, member)?;
                    self.word_as(word, data.ty)
                }
            }
        };
        self.forward(inst, value);
        Ok(true)
    }

    /// A 32-bit word as a 32-bit type, or as a minimum-precision type in 16 bits.
    fn word_as(&mut self, word: Value, ty: Type) -> Value {
        if ty == Type::F16 {
            let wide = self.bitcast(word, Type::F32);
            return self.emit(Op::FConvert, Flags::NONE, ty, &[wide]);
        }
        self.converted(word, ty)
    }

    /// The low or high half of a word.
    fn half_of(&mut self, word: Value, half: u32, ty: Type) -> Value {
        let pair_ty = self.module.types.vector(ty, 2);
        let pair = self.emit(Op::Bitcast, Flags::NONE, pair_ty, &[word]);
        self.emit_imm(Op::Extract, Flags::NONE, ty, &[pair], half)
    }

    /// Word `index` of root constants. There is no bound in D3D12; an index beyond the constants gives 0
    /// where it is constant, the last word where it is not.
    fn root_constant_word(&mut self, place: RootWords, index: Value) -> Result<Value> {
        let RootWords {
            storage,
            member,
            first,
            words,
        } = place;
        let index = match self.module.const_bits(index) {
            Some(i) if i >= u64::from(words) => return Ok(self.i32(0)),
            Some(_) => index,
            None => {
                let last = self.i32(words.saturating_sub(1));
                self.emit(Op::UMin, Flags::NONE, Type::I32, &[index, last])
            }
        };
        let first = self.i32(first);
        let index = self.add(index, first);
        let member = self.i32(member);
        self.root_load(storage, &[member, index], Type::I32)
    }

    /// Lowers the load of a scalar at a byte offset.
    pub fn cbv_load(&mut self, inst: Inst) -> Result<()> {
        let handle = self.handle_of(inst)?;
        let offset = self.arg(inst, 1)?;
        let data = self.func.insts[inst];
        let ty = data.ty;
        let first = self.shr(offset, 2);
        let word = |this: &mut Self, at: u32| -> Result<Value> {
            let at = this.i32(at);
            let index = this.add(first, at);
            if let Access::RootConstants(words) = handle.access {
                return this.root_constant_word(words, index);
            }
            let row = this.shr(index, 2);
            let three = this.i32(3);
            let component = match this.module.const_bits(index) {
                Some(index) => this.i32(index as u32 & 3),
                None => this.emit(Op::And, Flags::NONE, Type::I32, &[index, three]),
            };
            let row = if this.in_storage(&handle) {
                this.clamped_row(row, LAST_ROW)
            } else {
                let last = this.i32(MAX_ROWS - 1);
                this.emit(Op::UMin, Flags::NONE, Type::I32, &[row, last])
            };
            let (pointer, align) = this.row_pointer(&handle, row, Some(component))?;
            let value = this.emit_imm(Op::Load, handle.flags, Type::F32, &[pointer], align);
            Ok(this.bitcast(value, Type::I32))
        };
        let value = match ty.scalar_bits() {
            64 => {
                let (low, high) = (word(self, 0)?, word(self, 1)?);
                let pair_ty = self.module.types.vector(Type::I32, 2);
                let pair = self.emit(Op::Construct, Flags::NONE, pair_ty, &[low, high]);
                self.emit(Op::Bitcast, Flags::NONE, ty, &[pair])
            }
            16 if self.native16 => {
                let word = word(self, 0)?;
                // Bit 1 of the offset selects the half.
                let one = self.i32(1);
                let half = self.shr(offset, 1);
                let half = self.emit(Op::And, Flags::NONE, Type::I32, &[half, one]);
                let pair_ty = self.module.types.vector(ty, 2);
                let pair = self.emit(Op::Bitcast, Flags::NONE, pair_ty, &[word]);
                self.emit(Op::ExtractDynamic, Flags::NONE, ty, &[pair, half])
            }
            16 | 32 => {
                let word = word(self, 0)?;
                self.word_as(word, ty)
            }
            _ => return Err(Error::unsupported("constant buffer load of this type")),
        };
        self.forward(inst, value);
        Ok(())
    }
}
