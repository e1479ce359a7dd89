//! Root parameters: the push-constant block, the inline uniform block and the shader record.
//!
//! They are laid out as the plan says, whole, whatever the shader uses of them. What stays the same, addresses and table
//! offsets, is loaded once, before all else.

use super::Lower;
use crate::error::{Error, Result};
use crate::ir::{Flags, Global, Member, Op, StorageClass, StructType, Type, TypeData, Value};
use crate::shader::Stage;
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
                    let len = (member.size / 4).max(1);
                    let ty = TypeData::Array {
                        element: Type::I32,
                        len,
                        stride: 4,
                    };
                    (self.module.types.intern(ty), "constants")
                }
            };
            members.push(Member {
                ty,
                offset: Some(member.offset),
                name: format!("{name}{}", member.root_parameter.unwrap_or(index as u32)),
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
        let mut path: smallvec::SmallVec<[Value; 2]> = smallvec::smallvec![self.i32(index)];
        if let Some(word) = word {
            path.push(self.i32(word));
        }
        let value = self.in_prologue(|lower| lower.root_load(place.storage, &path, ty))?;
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
        let (base, class, alignment) = match (storage, self.stage) {
            (RootStorage::ShaderRecord, Stage::Node) => {
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
        args.extend_from_slice(path);
        let pointer = self.emit(Op::AccessChain, Flags::NONE, pointer_ty, &args);
        Ok(self.emit_imm(Op::Load, Flags::NONE, ty, &[pointer], alignment))
    }
}
