//! Root parameters: the push-constant block, the inline uniform block and the shader record.
//!
//! They are laid out as the plan says, whole, whatever the shader uses of them. What stays the same, addresses and table
//! offsets, is loaded once, before all else.
//!
//! Constants of a shader record are vectors of 4 or 2 words where they lie and end at multiples of that: records start at
//! multiples of 32 bytes in D3D12 (`D3D12_RAYTRACING_SHADER_RECORD_BYTE_ALIGNMENT`), and 32 of them are the identifier.

use super::{Lower, numbered};
use crate::error::{Error, Result};
use crate::ir::{Flags, Global, Member, MemberAccess, Op, StorageClass, StructType, Type, TypeData, Value};
use crate::vulkan::{
    DescriptorType, NodeDispatch, PushConstantKind, PushConstantMember, RootPlace, RootStorage,
};

impl Lower<'_> {
    /// The variable of a block of root parameters.
    fn root_variable(&mut self, storage: RootStorage) -> Result<Global> {
        let known = match storage {
            RootStorage::PushConstants => self.root.push,
            RootStorage::InlineUniformBlock => self.root.inline_block,
            RootStorage::ShaderRecord => self.root.record,
        };
        if let Some(global) = known {
            return Ok(global);
        }
        let ty = self.root_block(storage);
        let (name, class) = match storage {
            RootStorage::PushConstants => ("root", StorageClass::PushConstant),
            RootStorage::InlineUniformBlock => ("root_block", StorageClass::Uniform),
            RootStorage::ShaderRecord => ("record", StorageClass::ShaderRecordBufferKHR),
        };
        let global = self.module.add_global(name, class, ty);
        match storage {
            RootStorage::PushConstants => self.root.push = Some(global),
            RootStorage::ShaderRecord => self.root.record = Some(global),
            RootStorage::InlineUniformBlock => {
                let block = self.plan.layout.inline_uniform_block.as_ref();
                let block = block.ok_or_else(|| Error::internal("no inline uniform block"))?;
                self.place(global, block.set, block.binding);
                self.root.inline_block = Some(global);
            }
        }
        Ok(global)
    }

    /// The type of a block of root parameters.
    fn root_block(&mut self, storage: RootStorage) -> Type {
        let address = self.module.types.vector(Type::I32, 2);
        let described = self.root_members(storage).to_vec();
        let mut members = Vec::with_capacity(described.len());
        for (index, member) in described.iter().enumerate() {
            let (ty, name) = match member.kind {
                PushConstantKind::RootDescriptor => (address, "address"),
                PushConstantKind::TableOffset => (Type::I32, "table"),
                PushConstantKind::RootConstants | PushConstantKind::NodeDispatch => {
                    let width = self.root_vectors(storage, member);
                    if width > 1 {
                        self.root.record_alignment = self.root.record_alignment.max(width * 4);
                    }
                    let ty = TypeData::Array {
                        element: match width {
                            1 => Type::I32,
                            _ => self.module.types.vector(Type::I32, width),
                        },
                        len: (member.size / 4 / width).max(1),
                        stride: 4 * width,
                    };
                    (self.module.types.intern(ty), "constants")
                }
            };
            members.push(Member {
                ty,
                offset: Some(member.offset),
                name: numbered(name, member.root_parameter.unwrap_or(index as u32)),
            });
        }
        let block = StructType {
            name: match storage {
                RootStorage::PushConstants => "RootConstants".to_owned(),
                RootStorage::InlineUniformBlock => "RootBlock".to_owned(),
                RootStorage::ShaderRecord => "ShaderRecord".to_owned(),
            },
            members,
            block: true,
            access: match storage {
                // At an address, in the table that the work graph was begun with.
                RootStorage::ShaderRecord if self.module.info.is_node() => MemberAccess::ReadOnly,
                _ => MemberAccess::Any,
            },
        };
        self.module.types.intern(TypeData::Struct(block))
    }

    /// A pointer to the local root arguments of a work graph's node, which lie where its dispatch says.
    fn node_arguments(&mut self, ty: Type) -> Result<Value> {
        let globals = self.module.globals.iter();
        let mut globals = globals.filter(|(_, data)| data.class == StorageClass::PushConstant);
        let registers = globals.next().map(|(global, _)| global);
        drop(globals);
        let registers = registers.ok_or_else(|| Error::internal("a node without its push constants"))?;
        let pointer = self.module.types.pointer(StorageClass::PushConstant, Type::I64);
        let member = self.i32(NodeDispatch::LocalRootArguments as u32);
        let place = self.emit(Op::AccessChain, Flags::NONE, pointer, &[registers.into(), member]);
        let address = self.emit(Op::Load, Flags::NONE, Type::I64, &[place]);
        Ok(self.address_pointer(address, ty))
    }

    fn root_members(&self, storage: RootStorage) -> &[PushConstantMember] {
        let layout = &self.plan.layout;
        match storage {
            RootStorage::PushConstants => &layout.push_constants.members,
            RootStorage::InlineUniformBlock => match &layout.inline_uniform_block {
                Some(block) => &block.members,
                None => &[],
            },
            RootStorage::ShaderRecord => match &layout.shader_record {
                Some(record) => &record.members,
                None => &[],
            },
        }
    }

    /// Words of the vectors that a member of constants is an array of; 1 where it is one of words.
    fn root_vectors(&self, storage: RootStorage, member: &PushConstantMember) -> u32 {
        let vectors = storage == RootStorage::ShaderRecord
            && !self.module.info.is_node()
            && member.kind == PushConstantKind::RootConstants
            && self.options.optimizations.buffer_vectors;
        let fits = |bytes: &u32| {
            member.size != 0
                && (member.offset | member.size).is_multiple_of(*bytes)
                && self.options.binding.max_alignment >= *bytes
        };
        match [16, 8].into_iter().find(fits) {
            Some(bytes) if vectors => bytes / 4,
            _ => 1,
        }
    }

    /// Words of the vectors that member number `member` of a block is an array of; 1 for other members.
    pub fn root_width(&self, storage: RootStorage, member: u32) -> u32 {
        let member = self.root_members(storage).get(member as usize);
        member.map_or(1, |member| self.root_vectors(storage, member))
    }

    /// Alignment in bytes that accesses assume of where the data of a shader record starts; none but that of what it holds
    /// where that is 0.
    pub fn record_alignment(&self) -> u32 {
        self.root.record_alignment
    }

    /// Loads word `word` of member `member`, constants.
    pub fn root_word(&mut self, storage: RootStorage, member: u32, word: Value) -> Result<Value> {
        let width = self.root_width(storage, member);
        let mut path: smallvec::SmallVec<[Value; 3]> = smallvec::smallvec![self.i32(member)];
        match (width, self.module.const_bits(word)) {
            (1, _) => path.push(word),
            (_, Some(word)) => {
                let word = word as u32;
                path.extend([self.i32(word / width), self.i32(word % width)]);
            }
            (_, None) => {
                let vector = self.shr(word, width.trailing_zeros());
                let last = self.i32(width - 1);
                let component = self.emit(Op::And, Flags::NONE, Type::I32, &[word, last]);
                path.extend([vector, component]);
            }
        }
        self.root_load(storage, &path, Type::I32)
    }

    /// The member at `place` and, where it is an array of words, the word.
    pub fn root_member_index(&self, place: RootPlace) -> Result<(u32, Option<u32>)> {
        let members = self.root_members(place.storage);
        let found = members.iter().zip(0..).find_map(|(member, index)| {
            let within = place.offset.checked_sub(member.offset)?;
            match member.kind {
                PushConstantKind::RootConstants if within < member.size.max(1) && within % 4 == 0 => {
                    Some((index, Some(within / 4)))
                }
                _ if within == 0 => Some((index, None)),
                _ => None,
            }
        });
        found.ok_or_else(|| Error::internal(format!("no root parameter at {place}")))
    }

    /// The member at `place`, loaded once at the start of the function: it stays the same.
    pub fn root_member_once(&mut self, place: RootPlace, ty: Type) -> Result<Value> {
        if let Some(&value) = self.root.loaded.get(&place) {
            return Ok(value);
        }
        let (index, word) = self.root_member_index(place)?;
        let member = self.i32(index);
        let word = word.map(|word| self.i32(word));
        let value = self.in_prologue(|lower| match word {
            Some(word) => lower.root_word(place.storage, index, word),
            None => lower.root_load(place.storage, &[member], ty),
        })?;
        self.root.loaded.insert(place, value);
        Ok(value)
    }

    /// The offset of a table in the heap of a descriptor type, in descriptors.
    pub fn table_offset(&mut self, place: RootPlace, descriptor_type: DescriptorType) -> Result<Value> {
        let word = self.root_member_once(place, Type::I32)?;
        let record = match (place.storage, &self.plan.layout.shader_record) {
            (RootStorage::ShaderRecord, Some(record)) => record,
            _ => return Ok(word),
        };
        let bits = match descriptor_type {
            DescriptorType::Sampler => record.sampler_handle_shift,
            _ => record.resource_handle_shift,
        };
        Ok(match bits {
            0 => word,
            bits => self.shr(word, bits),
        })
    }

    /// Loads from a block of root parameters.
    pub fn root_load(&mut self, storage: RootStorage, path: &[Value], ty: Type) -> Result<Value> {
        let (base, class, alignment) = match (storage, self.module.info.is_node()) {
            (RootStorage::ShaderRecord, true) => {
                let block = self.root_block(storage);
                let base = self.node_arguments(block)?;
                (base, StorageClass::PhysicalStorageBuffer, 4)
            }
            _ => {
                let variable = self.root_variable(storage)?;
                (variable.into(), self.module.globals[variable].class, 0)
            }
        };
        let pointer_ty = self.module.types.pointer(class, ty);
        let mut args: smallvec::SmallVec<[Value; 4]> = smallvec::smallvec![base];
        args.extend(path.iter().copied());
        let pointer = self.emit(Op::AccessChain, Flags::NONE, pointer_ty, &args);
        // A component of a vector of constants, all of which is there.
        let flags = match path {
            [_, _, _] => Flags::WIDE,
            _ => Flags::NONE,
        };
        Ok(self.emit_imm(Op::Load, flags, ty, &[pointer], alignment))
    }
}
