//! Memory of records: nodes of work graphs get and send them by address.
//!
//! A pointer into a record (address space 6) is an address, `i64`, in phis and selections as well. A
//! `getelementptr` adds to it by LLVM's layout: a scalar is aligned to its size, a struct to its largest member. An access
//! makes a pointer to what it reads or writes, which knows nothing of the record around it.

use super::Importer;
use crate::bitcode::module as bc;
use crate::error::{Error, Result};
use crate::ir::{Flags, Op, StorageClass, Type, Value};
use smallvec::SmallVec;

/// Elements of an array that are loaded or stored at once.
const MAX_ELEMENTS: u32 = 256;

/// Size and alignment of memory, in bytes.
#[derive(Clone, Copy)]
struct Layout {
    size: u64,
    alignment: u64,
}

impl Layout {
    /// Behind `end` bytes, at the next place where it may be.
    fn behind(self, end: u64) -> u64 {
        end.next_multiple_of(self.alignment)
    }
}

impl<'a> Importer<'a> {
    /// Whether a pointer is an address in a record.
    pub fn is_record(&self, pointer: Value) -> bool {
        self.value_ty(pointer) == Type::I64
    }

    /// Size and alignment of memory of an LLVM type. Recursion follows the nesting of types, which the reader bounds.
    fn layout(&mut self, ty: bc::TypeId) -> Result<Layout> {
        Ok(match *self.llvm_type(ty)? {
            bc::Type::Array { element, len } => self.repeated(element, len)?,
            bc::Type::Vector { element, len } => self.repeated(element, u64::from(len))?,
            bc::Type::Struct { members, .. } => {
                let llvm = self.llvm;
                let mut all = Layout {
                    size: 0,
                    alignment: 1,
                };
                for &member in llvm.type_list(members) {
                    let member = self.layout(member)?;
                    all.size = member.behind(all.size) + member.size;
                    all.alignment = all.alignment.max(member.alignment);
                    check_size(all.size)?;
                }
                all.size = all.size.next_multiple_of(all.alignment);
                all
            }
            _ => {
                let memory = self.memory_ty(ty)?;
                match u64::from(memory.scalar_bits() / 8) {
                    0 => return Err(Error::unsupported("a record of what is no number")),
                    size => Layout {
                        size,
                        alignment: size,
                    },
                }
            }
        })
    }

    /// An array or vector. (A vector's elements lie behind each other, whatever LLVM thinks of its alignment.)
    fn repeated(&mut self, element: bc::TypeId, len: u64) -> Result<Layout> {
        let element = self.layout(element)?;
        let size = element.size.saturating_mul(len);
        check_size(size)?;
        Ok(Layout { size, ..element })
    }

    /// `address + index * stride`, all `i64` but the index.
    pub fn moved(&mut self, address: Value, index: Value, stride: Value) -> Value {
        let bytes = match (self.module.const_bits(index), self.module.const_bits(stride)) {
            (Some(0), _) => return address,
            (Some(index), Some(stride)) => {
                let bytes = i64::from(index as i32).wrapping_mul(stride as i64);
                self.module.scalar(Type::I64, bytes as u64)
            }
            _ => {
                let index = self.emit(Op::SExt, Flags::NONE, Type::I64, &[index]);
                self.emit(Op::IMul, Flags::NONE, Type::I64, &[index, stride])
            }
        };
        self.emit(Op::IAdd, Flags::NONE, Type::I64, &[address, bytes])
    }

    fn address_behind(&mut self, address: Value, bytes: u64) -> Value {
        if bytes == 0 {
            return address;
        }
        let bytes = self.module.scalar(Type::I64, bytes);
        self.emit(Op::IAdd, Flags::NONE, Type::I64, &[address, bytes])
    }

    /// Pointer arithmetic on an address, `source` being the LLVM type that `indices` count in.
    pub fn record_chain(
        &mut self,
        base: Value,
        source: bc::TypeId,
        indices: &[bc::ValueId],
    ) -> Result<Value> {
        let (mut address, mut constant) = (base, 0u64);
        let mut ty = source;
        for (number, &id) in indices.iter().enumerate() {
            if number != 0 {
                match *self.llvm_type(ty)? {
                    bc::Type::Array { element, .. } | bc::Type::Vector { element, .. } => ty = element,
                    bc::Type::Struct { members, .. } => {
                        let wrong = || Error::malformed("struct member index out of range or not constant");
                        let index = self.const_int(id).and_then(|index| usize::try_from(index).ok());
                        let llvm = self.llvm;
                        let members = llvm.type_list(members);
                        let index = index.ok_or_else(wrong)?;
                        let member = *members.get(index).ok_or_else(wrong)?;
                        let mut offset = 0u64;
                        for (at, &member) in members.iter().enumerate().take(index + 1) {
                            let layout = self.layout(member)?;
                            offset = layout.behind(offset);
                            if at != index {
                                offset = offset.wrapping_add(layout.size);
                            }
                        }
                        constant = constant.wrapping_add(offset);
                        ty = member;
                        continue;
                    }
                    _ => return Err(Error::malformed("getelementptr into a scalar")),
                }
            }
            let layout = self.layout(ty)?;
            let stride = layout.size.next_multiple_of(layout.alignment);
            match self.const_int(id) {
                Some(index) => constant = constant.wrapping_add((index as u64).wrapping_mul(stride)),
                None => {
                    let index = self.index(id)?;
                    let stride = self.module.scalar(Type::I64, stride);
                    address = self.moved(address, index, stride);
                }
            }
        }
        Ok(self.address_behind(address, constant))
    }

    /// A pointer to a scalar or vector at an address.
    pub fn record_pointer(&mut self, address: Value, ty: Type) -> Value {
        let class = StorageClass::PhysicalStorageBuffer;
        let block = self.module.types.block("Record", "", ty);
        let pointer = self.module.types.pointer(class, block);
        let pointer = self.emit(Op::AddressToPointer, Flags::NONE, pointer, &[address]);
        let ty = self.module.types.pointer(class, ty);
        let zero = self.module.i32(0);
        self.emit(Op::AccessChain, Flags::NONE, ty, &[pointer, zero])
    }

    /// `load` from a record; none when it is of a struct, whose members are defined.
    pub fn record_load(&mut self, address: Value, inst: &bc::Inst, volatile: bool) -> Result<Option<Value>> {
        let Some(types) = self.struct_members(inst.ty)? else {
            return self.load_record(address, inst.ty, volatile).map(Some);
        };
        let offsets = self.offsets(types)?;
        let members = self.each_member(inst, types, |this, index, ty| {
            let address = this.address_behind(address, offsets.get(index).copied().unwrap_or(0));
            this.load_record(address, ty, volatile)
        })?;
        self.define_members(inst, &members);
        Ok(None)
    }

    /// `store` to a record.
    pub fn record_store(&mut self, address: Value, value: bc::ValueId, volatile: bool) -> Result<()> {
        let ty = self.llvm_value_ty(value)?;
        let Some(types) = self.struct_members(ty)? else {
            let value = self.value(value)?;
            return self.store_record(address, value, ty, volatile);
        };
        let offsets = self.offsets(types)?;
        let members = self.members(value)?;
        for ((member, &ty), offset) in members.into_iter().zip(types).zip(offsets) {
            if let Some(member) = member {
                let address = self.address_behind(address, offset);
                self.store_record(address, member, ty, volatile)?;
            }
        }
        Ok(())
    }

    /// Where the members of a struct lie in it.
    fn offsets(&mut self, types: &[bc::TypeId]) -> Result<SmallVec<[u64; 8]>> {
        let mut end = 0;
        types
            .iter()
            .map(|&ty| {
                let layout = self.layout(ty)?;
                let offset = layout.behind(end);
                end = offset.wrapping_add(layout.size);
                Ok(offset)
            })
            .collect()
    }

    /// The element type of an array that is a value, with its count and bytes from one to the next.
    fn array_value(&mut self, ty: bc::TypeId) -> Result<Option<(bc::TypeId, u32, u64)>> {
        let bc::Type::Array { element, len } = *self.llvm_type(ty)? else {
            return Ok(None);
        };
        let len = u32::try_from(len).ok().filter(|&len| len <= MAX_ELEMENTS);
        let len = len.ok_or_else(|| {
            Error::limit("elements of an array of a record as a value").beyond(MAX_ELEMENTS)
        })?;
        self.charge(len as usize)?;
        Ok(Some((element, len, self.layout(element)?.size)))
    }

    fn scalar_bytes(&self, ty: Type) -> u32 {
        self.module.types.scalar(ty).scalar_bits() / 8
    }

    fn load_record(&mut self, address: Value, llvm_ty: bc::TypeId, volatile: bool) -> Result<Value> {
        let wanted = self.ty(llvm_ty)?;
        if let Some((element, len, stride)) = self.array_value(llvm_ty)? {
            let mut parts = Vec::new();
            for index in 0..u64::from(len) {
                let address = self.address_behind(address, index * stride);
                parts.push(self.load_record(address, element, volatile)?);
            }
            return Ok(self.emit(Op::Construct, Flags::NONE, wanted, &parts));
        }
        let memory = self.memory_ty(llvm_ty)?;
        let alignment = self.scalar_bytes(memory);
        if alignment == 0 {
            return Err(Error::unsupported("a struct in an array of a record as a value"));
        }
        let flags = self.relaxed(llvm_ty).with(volatility(volatile));
        if alignment > 4 && self.records_of_words() {
            return Ok(self.load_words(address, memory, flags));
        }
        let pointer = self.record_pointer(address, memory);
        let value = self.emit_imm(Op::Load, flags, memory, &[pointer], alignment);
        Ok(if self.module.types.scalar(wanted) == Type::BOOL {
            let zero = self.module.null(memory);
            self.emit(Op::INe, Flags::NONE, wanted, &[value, zero])
        } else {
            value
        })
    }

    /// Whether records may begin at multiples of four bytes alone: with the word behind each that counts groups, their length is no
    /// multiple of what is in them.
    fn records_of_words(&self) -> bool {
        let Some(node) = self.entry.properties.node.as_deref() else {
            return false;
        };
        let mut all = node.inputs.iter().chain(&node.outputs);
        all.any(|io| io.tracks_sharing() && !io.stride().is_multiple_of(8))
    }

    /// Loads 64-bit numbers as words.
    fn load_words(&mut self, address: Value, ty: Type, flags: Flags) -> Value {
        let pair = self.module.types.vector(Type::I32, 2);
        let (scalar, count) = (self.module.types.scalar(ty), self.module.types.components(ty));
        let mut parts = SmallVec::<[Value; 4]>::new();
        for index in 0..u64::from(count) {
            let address = self.address_behind(address, index * 8);
            let pointer = self.record_pointer(address, pair);
            let words = self.emit_imm(Op::Load, flags, pair, &[pointer], 4);
            parts.push(self.emit(Op::Bitcast, Flags::NONE, scalar, &[words]));
        }
        match parts[..] {
            [one] if ty == scalar => one,
            _ => self.emit(Op::Construct, Flags::NONE, ty, &parts),
        }
    }

    /// Stores 64-bit numbers, `value` of type `ty`, as words.
    fn store_words(&mut self, address: Value, value: Value, ty: Type, flags: Flags) {
        let pair = self.module.types.vector(Type::I32, 2);
        let (scalar, count) = (self.module.types.scalar(ty), self.module.types.components(ty));
        for index in 0..count {
            let part = match ty == scalar {
                true => value,
                false => self.emit_imm(Op::Extract, Flags::NONE, scalar, &[value], index),
            };
            let words = self.emit(Op::Bitcast, Flags::NONE, pair, &[part]);
            let address = self.address_behind(address, u64::from(index) * 8);
            let pointer = self.record_pointer(address, pair);
            self.emit_imm(Op::Store, flags, Type::VOID, &[pointer, words], 4);
        }
    }

    fn store_record(&mut self, address: Value, value: Value, ty: bc::TypeId, volatile: bool) -> Result<()> {
        if let Some((element, len, stride)) = self.array_value(ty)? {
            let part = self.ty(element)?;
            for index in 0..len {
                let value = self.emit_imm(Op::Extract, Flags::NONE, part, &[value], index);
                let address = self.address_behind(address, u64::from(index) * stride);
                self.store_record(address, value, element, volatile)?;
            }
            return Ok(());
        }
        let memory = self.memory_ty(ty)?;
        let alignment = self.scalar_bytes(memory);
        if alignment == 0 {
            return Err(Error::unsupported("a struct in an array of a record as a value"));
        }
        if alignment > 4 && self.records_of_words() {
            self.store_words(address, value, memory, volatility(volatile));
            return Ok(());
        }
        let pointer = self.record_pointer(address, memory);
        let value = match self.module.types.scalar(self.value_ty(value)) == Type::BOOL {
            true => self.bool_to_int(value, memory, 1),
            false => value,
        };
        self.emit_imm(
            Op::Store,
            volatility(volatile),
            Type::VOID,
            &[pointer, value],
            alignment,
        );
        Ok(())
    }
}

/// Fails beyond what offsets in records have room for.
fn check_size(size: u64) -> Result<()> {
    match size <= u64::from(u32::MAX) {
        true => Ok(()),
        false => Err(Error::limit(format!("a record of {size} bytes")).beyond(u32::MAX)),
    }
}

fn volatility(volatile: bool) -> Flags {
    match volatile {
        true => Flags::VOLATILE,
        false => Flags::NONE,
    }
}
