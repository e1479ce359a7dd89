//! Constant buffers: root constants, root CBVs and descriptors.
//!
//! What lies beyond the largest constant buffer, 64 KiB, and beyond the words of root constants is 0. Less than that is
//! the business of whoever has the size: the descriptor of a buffer; nobody for an address. A buffer that a descriptor gives
//! ends by that alone, which D3D12 makes no larger: rows behind the largest are the one behind it, which is never there, so that
//! nothing has to be chosen (choosing took 1.15 of the time on an H100). Where rows behind 2^32 bytes are left to the device
//! ([`far_elements`](crate::options::Options::far_elements)), the index is as it is: were each held for itself, no two rows would lie
//! a known distance apart.

use super::Lower;
use super::handles::{Access, Handle, RootWords};
use super::steps::Row;
use super::variables::{MAX_ROWS, Shape};
use crate::error::{Error, Result};
use crate::ir::{Flags, Inst, Op, StorageClass, Type, Value};
use crate::vulkan::DescriptorType;

/// The last row whose byte address has 32 bits: beyond the end of any storage buffer.
const LAST_ROW: u32 = u32::MAX / 16;

impl Lower<'_> {
    /// Whether a constant buffer is a storage buffer.
    fn in_storage(&self, handle: &Handle) -> bool {
        self.descriptor_type(handle.resource) == Some(DescriptorType::StorageBuffer)
    }

    /// A pointer to row `row`, and behind it to component `component` where given.
    fn row_pointer(&mut self, handle: &Handle, row: Value, component: Option<Value>) -> Result<(Value, u32)> {
        let storage = self.in_storage(handle);
        let shape = Shape::Rows {
            bounded: !storage && !self.is_boundless(handle),
            storage,
        };
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
                let base = self.root_pointer(handle, address, shape)?;
                let ty = self
                    .module
                    .types
                    .pointer(StorageClass::PhysicalStorageBuffer, pointee);
                path.insert(0, base);
                let pointer = self.emit(Op::AccessChain, Flags::NONE, ty, &path);
                let size = if component.is_some() { 4 } else { 16 };
                let alignment = size.min(self.address_alignment(handle));
                self.assumes(handle, alignment);
                Ok((pointer, alignment))
            }
            Access::Descriptor(_) => {
                let (variable, _) = self.resource_variable(handle.resource, shape)?;
                Ok((self.resource_pointer(variable, handle, &path, pointee), 0))
            }
            Access::RootConstants(..) => Err(Error::internal("root constants have no rows")),
        }
    }

    /// Whether nothing says where a constant buffer ends: it is a root descriptor, and the option that holds those to
    /// the largest size is off.
    fn is_boundless(&self, handle: &Handle) -> bool {
        matches!(handle.access, Access::Address(_)) && !self.options.binding.bounded_root_constant_buffers
    }

    /// A row that may be loaded for `row`, and whether it is `row`: `None` where nothing has to be asked. A constant row
    /// beyond the end gives no row at all.
    fn held_row(&mut self, handle: &Handle, row: Value) -> Option<(Value, Option<Value>)> {
        let constant = self.module.const_bits(row);
        if self.is_boundless(handle) {
            return Some((row, None));
        }
        let left = self.leaves_far_elements(handle);
        if self.in_storage(handle) {
            // The descriptor's bounds decide.
            let row = match constant {
                Some(row) => self.i32((row as u32).min(LAST_ROW)),
                None if left => row,
                None => {
                    let last = self.i32(LAST_ROW);
                    self.emit(Op::UMin, Flags::NONE, Type::I32, &[row, last])
                }
            };
            return Some((row, None));
        }
        if let Some(index) = constant {
            return (index < u64::from(MAX_ROWS)).then_some((row, None));
        }
        if let Access::Address(_) = handle.access {
            // What memory there is, nobody knows: the first row is there if any is.
            let (end, first) = (self.i32(MAX_ROWS), self.i32(0));
            let inside = self.emit(Op::ULt, Flags::NONE, Type::BOOL, &[row, end]);
            let held = self.emit(Op::Select, Flags::NONE, Type::I32, &[inside, row, first]);
            return Some((held, Some(inside)));
        }
        if left {
            return Some((row, None));
        }
        // The row behind the last is there for the type alone, and 0 by the bounds of the descriptor.
        let end = self.i32(MAX_ROWS);
        Some((self.emit(Op::UMin, Flags::NONE, Type::I32, &[row, end]), None))
    }

    /// `value` where it is `inside`, else 0.
    fn or_zero(&mut self, inside: Option<Value>, value: Value) -> Value {
        let Some(inside) = inside else { return value };
        let ty = self.value_ty(value);
        let zero = self.module.null(ty);
        self.emit(Op::Select, Flags::NONE, ty, &[inside, value, zero])
    }

    /// A row as four words; 0 beyond the largest buffer (the bound size is the descriptor's business).
    fn load_row(&mut self, handle: &Handle, row: Value) -> Result<Value> {
        let ty = self.module.types.vector(Type::F32, 4);
        let Some((row, inside)) = self.held_row(handle, row) else {
            return Ok(self.module.null(ty));
        };
        let (pointer, align) = self.row_pointer(handle, row, None)?;
        let value = self.emit_imm(Op::Load, handle.flags, ty, &[pointer], align);
        Ok(self.or_zero(inside, value))
    }

    /// Lowers the load of a row.
    pub fn cbv_load_row(&mut self, inst: Inst) -> Result<()> {
        let handle = self.handle_of(inst)?;
        let row = self.arg(inst, 1)?;
        let data = self.func.insts[inst];
        let scalar = self.module.types.scalar(data.ty);
        let members = self.module.types.components(data.ty);
        if let Access::RootConstants(..) = handle.access {
            // Words are numbered in 32 bits: no row may wrap around into the constants.
            let row = match self.module.const_bits(row) {
                Some(row) => self.i32((row as u32).min(MAX_ROWS)),
                None => {
                    let end = self.i32(MAX_ROWS);
                    self.emit(Op::UMin, Flags::NONE, Type::I32, &[row, end])
                }
            };
            self.rows.pending.insert(inst, Row::RootConstants(handle, row));
            return Ok(());
        }
        let value = self.load_row(&handle, row)?;
        if members == 8 {
            let words_ty = self.module.types.vector(Type::I32, 4);
            let words = self.bitcast(value, words_ty);
            self.rows.pending.insert(inst, Row::Halves(words));
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
    #[inline(never)]
    pub fn extract_row_member(&mut self, inst: Inst) -> Result<bool> {
        if self.rows.pending.is_empty() {
            return Ok(false);
        }
        let Some(source) = self.func.args(inst).first().and_then(|v| v.as_inst()) else {
            return Ok(false);
        };
        let Some(&row) = self.rows.pending.get(&source) else {
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
                let word = |this: &mut Self, at: u32| {
                    if this.has_whole_rows(words) {
                        return this.root_constant_of_row(words, row, at);
                    }
                    let first = this.mul(row, 4);
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

    /// Word `index` of root constants, 0 beyond them.
    fn root_constant_word(&mut self, place: RootWords, index: Value) -> Result<Value> {
        let RootWords {
            storage,
            member,
            first,
            words,
        } = place;
        let (held, inside) = match self.module.const_bits(index) {
            Some(i) if i >= u64::from(words) => return Ok(self.i32(0)),
            Some(_) => (index, None),
            None => {
                let last = self.i32(words.saturating_sub(1));
                let held = self.emit(Op::UMin, Flags::NONE, Type::I32, &[index, last]);
                let inside = self.emit(Op::IEq, Flags::NONE, Type::BOOL, &[index, held]);
                (held, Some(inside))
            }
        };
        let first = self.i32(first);
        let index = self.add(held, first);
        let word = self.root_word(storage, member, index)?;
        Ok(self.or_zero(inside, word))
    }

    /// Whether root constants are rows, each there as a whole, in a block that holds them as vectors.
    fn has_whole_rows(&self, place: RootWords) -> bool {
        (place.first | place.words).is_multiple_of(4) && self.root_width(place.storage, place.member) == 4
    }

    /// Word `word` of row `row` of root constants that are [whole rows](Self::has_whole_rows), 0 beyond them.
    fn root_constant_of_row(&mut self, place: RootWords, row: Value, word: u32) -> Result<Value> {
        let rows = place.words / 4;
        let (held, inside) = match self.module.const_bits(row) {
            Some(row) if row >= u64::from(rows) => return Ok(self.i32(0)),
            Some(_) => (row, None),
            None => {
                let last = self.i32(rows.saturating_sub(1));
                let held = self.emit(Op::UMin, Flags::NONE, Type::I32, &[row, last]);
                let inside = self.emit(Op::IEq, Flags::NONE, Type::BOOL, &[row, held]);
                (held, Some(inside))
            }
        };
        let first = self.i32(place.first / 4);
        let vector = self.add(held, first);
        let path = [self.i32(place.member), vector, self.i32(word)];
        let word = self.root_load(place.storage, &path, Type::I32)?;
        Ok(self.or_zero(inside, word))
    }

    /// Lowers the load of a scalar at a byte offset.
    #[inline(never)]
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
            let Some((row, inside)) = this.held_row(&handle, row) else {
                return Ok(this.i32(0));
            };
            let (pointer, align) = this.row_pointer(&handle, row, Some(component))?;
            let value = this.emit_imm(Op::Load, handle.flags, Type::F32, &[pointer], align);
            let value = this.or_zero(inside, value);
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
