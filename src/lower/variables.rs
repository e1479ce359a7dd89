//! Resource variables, descriptor indices, push constants and addresses.
//!
//! A handle becomes an index into the descriptor array of its variable (and for textures and samplers the
//! loaded object), or the address of a root descriptor, or a place in the push constants.

use super::Lower;
use super::views::Window;
use crate::dxil::program::{Resource, ResourceClass, ResourceId, ResourceKind};
use crate::error::{Error, ErrorKind, Result};
use crate::ir::{Flags, Global, Inst, Member, Op, StorageClass, StructType, Type, TypeData, Value};
use crate::reflection::{
    CounterBinding, DescriptorType, PushConstantKind, PushConstantMember, ResourceBinding, RootPlace,
    RootStorage,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// A lowered handle.
#[derive(Clone, Copy, Debug)]
pub struct Handle {
    /// Which resource.
    pub resource: ResourceId,
    /// How it is reached.
    pub access: Access,
    /// `NON_UNIFORM` when the descriptor may differ between invocations.
    pub flags: Flags,
    /// The image or sampler, loaded, where it is one that is used as an object.
    pub object: Option<Value>,
    /// Where the view lies in the descriptor, where it may not be all of it: in bytes for raw and structured
    /// buffers, in elements for typed ones.
    pub window: Option<Window>,
}

/// How a handle's resource is reached.
#[derive(Clone, Copy, Debug)]
pub enum Access {
    /// Element of a descriptor array; `None` for a binding that is no array.
    Descriptor(Option<Value>),
    /// Root descriptor: its address as `<2 x i32>`.
    Address(Value),
    /// Root constants.
    RootConstants(RootWords),
}

/// Words of root constants.
#[derive(Clone, Copy, Debug)]
pub struct RootWords {
    /// The block that they are in.
    pub storage: RootStorage,
    /// Their member of it.
    pub member: u32,
    /// How many there are.
    pub words: u32,
}

/// Identity of a resource variable: ranges of one heap share them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct VariableKey {
    set: u32,
    binding: u32,
    ty: Type,
    class: ResourceClass,
    coherent: bool,
    read_only: bool,
    write_only: bool,
}

/// The variables made so far.
#[derive(Debug, Default)]
pub struct Variables {
    resources: FxHashMap<VariableKey, Global>,
    push: Option<Global>,
    inline_block: Option<Global>,
    /// Buffers beside the heaps, by set, binding and type.
    side: FxHashMap<(u32, u32, Type), Global>,
    /// Sets and bindings that several resources' descriptors are at, found when first asked for.
    shared: Option<FxHashSet<(u32, u32)>>,
    /// Addresses and table offsets loaded at the start of the function, by place.
    loaded: FxHashMap<RootPlace, Value>,
}

impl Variables {
    /// Whether push constants are read.
    pub fn push_used(&self) -> bool {
        self.push.is_some()
    }
}

impl Lower<'_> {
    /// The handle that operand 0 of `inst` names.
    pub fn handle_of(&self, inst: Inst) -> Result<Handle> {
        self.handle_operand(inst, 0)
    }

    /// The handle that operand `index` of `inst` names.
    pub fn handle_operand(&self, inst: Inst, index: usize) -> Result<Handle> {
        let value = self.arg(inst, index)?;
        value
            .as_inst()
            .and_then(|i| self.handles.get(&i))
            .copied()
            .ok_or_else(|| Error::unsupported("resource handle that depends on control flow or selection"))
    }

    /// The resource that a handle names.
    pub fn resource(&self, handle: &Handle) -> Result<&Resource> {
        self.module
            .resources
            .get(handle.resource)
            .ok_or_else(|| Error::internal(format!("{} does not exist", handle.resource)))
    }

    /// Whether operand 0 of `inst` is a raw or structured buffer.
    pub fn is_raw(&self, inst: Inst) -> Result<bool> {
        let handle = self.handle_of(inst)?;
        let kind = self.resource(&handle)?.kind;
        Ok(matches!(
            kind,
            ResourceKind::RawBuffer | ResourceKind::StructuredBuffer
        ))
    }

    /// Lowers a handle.
    pub fn handle(&mut self, inst: Inst) -> Result<()> {
        let data = self.func.insts[inst];
        let id = ResourceId(data.imm);
        // A heap handle without annotation has no uses.
        let Some(resource) = self.module.resources.get(id) else {
            return Ok(());
        };
        let lower = resource.lower;
        let coherent = self.is_coherent(resource);
        let mut flags = Flags(data.flags.0 & Flags::NON_UNIFORM.0);
        let binding = self
            .resources
            .get(id.0 as usize)
            .map(|plan| plan.binding.clone())
            .ok_or_else(|| Error::internal(format!("{id} has no plan")))?;
        let register = self.arg(inst, 0)?;
        if self.module.const_bits(register).is_some() {
            flags = flags.without(Flags::NON_UNIFORM);
        }
        let access = match binding {
            ResourceBinding::Descriptor { element, .. } => {
                let single = self
                    .resources
                    .get(id.0 as usize)
                    .is_some_and(|p| p.count == Some(1));
                if single {
                    Access::Descriptor(None)
                } else {
                    Access::Descriptor(Some(self.displaced(register, element.wrapping_sub(lower))))
                }
            }
            ResourceBinding::Heap {
                table,
                offset,
                descriptor_type,
                ..
            } => {
                let heap = data.op == Op::HeapHandle;
                let delta = if heap { 0 } else { offset.wrapping_sub(lower) };
                let mut index = self.displaced(register, delta);
                if let Some(place) = table {
                    let table = self.root_member_once(place, Type::I32)?;
                    index = self.add(table, index);
                }
                let dynamic = heap || self.module.const_bits(register).is_none();
                let index = self.guarded_index(inst, descriptor_type, index, dynamic)?;
                Access::Descriptor(Some(index))
            }
            ResourceBinding::Address { place, .. } => {
                let ty = self.module.types.vector(Type::I32, 2);
                Access::Address(self.root_member_once(place, ty)?)
            }
            ResourceBinding::RootConstants { place, size } => Access::RootConstants(RootWords {
                storage: place.storage,
                member: self.root_member_index(place)?,
                words: size / 4,
            }),
            ResourceBinding::StaticSampler { .. } => Access::Descriptor(None),
        };
        if matches!(access, Access::Descriptor(None)) {
            flags = Flags::NONE;
        }
        // Memory behind an address has no variable that says so.
        if coherent && matches!(access, Access::Address(_)) {
            flags = flags.with(Flags::COHERENT);
        }
        // Drivers may take variables of different types for different memory whatever their decorations say.
        let facts = self.facts.get(&id).copied().unwrap_or_default();
        let several = facts.read && facts.written && facts.widths.count_ones() > 1;
        if several && matches!(access, Access::Descriptor(_)) && !self.is_texels(id) {
            flags = flags.with(Flags::VOLATILE);
        }
        let mut handle = Handle {
            resource: id,
            access,
            flags,
            object: None,
            window: None,
        };
        handle.object = self.load_object(&handle)?;
        handle.window = self.load_window(&handle, register)?;
        self.handles.insert(inst, handle);
        Ok(())
    }

    /// `index + delta`. Indices come with their range's lower bound added, which `delta` mostly takes away again.
    fn displaced(&mut self, index: Value, delta: u32) -> Value {
        let mut base = (index, delta);
        if let Some(inst) = index.as_inst()
            && self.func.insts[inst].op == Op::IAdd
            && let &[a, b] = self.func.args(inst)
        {
            let (a, b) = (self.resolved(a), self.resolved(b));
            if let Some(bits) = self.module.const_bits(b) {
                base = (a, delta.wrapping_add(bits as u32));
            } else if let Some(bits) = self.module.const_bits(a) {
                base = (b, delta.wrapping_add(bits as u32));
            }
        }
        let delta = self.i32(base.1);
        self.add(base.0, delta)
    }

    // ----- Root parameters -----

    /// The variable of a block of root parameters.
    fn root_variable(&mut self, storage: RootStorage) -> Result<Global> {
        let known = match storage {
            RootStorage::PushConstants => self.variables.push,
            RootStorage::InlineUniformBlock => self.variables.inline_block,
        };
        if let Some(global) = known {
            return Ok(global);
        }
        let plan = self.plan;
        let address = self.module.types.vector(Type::I32, 2);
        let described = self.root_members(storage).to_vec();
        let mut members = Vec::with_capacity(described.len());
        for (index, member) in described.iter().enumerate() {
            let (ty, name) = match member.kind {
                PushConstantKind::RootDescriptor => (address, "address"),
                PushConstantKind::TableOffset => (Type::I32, "table"),
                PushConstantKind::RootConstants => {
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
        let (name, class) = match storage {
            RootStorage::PushConstants => ("root", StorageClass::PushConstant),
            RootStorage::InlineUniformBlock => ("root_block", StorageClass::Uniform),
        };
        let block = StructType {
            name: match storage {
                RootStorage::PushConstants => "RootConstants".to_owned(),
                RootStorage::InlineUniformBlock => "RootBlock".to_owned(),
            },
            members,
            block: true,
        };
        let ty = self.module.types.intern(TypeData::Struct(block));
        let global = self.module.add_global(name, class, ty);
        match storage {
            RootStorage::PushConstants => self.variables.push = Some(global),
            RootStorage::InlineUniformBlock => {
                let block = plan.layout.inline_uniform_block.as_ref();
                let block = block.ok_or_else(|| Error::internal("no inline uniform block"))?;
                self.place(global, block.set, block.binding);
                self.variables.inline_block = Some(global);
            }
        }
        Ok(global)
    }

    /// Puts a variable at a set and binding.
    pub fn place(&mut self, global: Global, set: u32, binding: u32) {
        self.module
            .decorate(global, ::spirv::Decoration::DescriptorSet, &[set]);
        self.module
            .decorate(global, ::spirv::Decoration::Binding, &[binding]);
    }

    fn root_members(&self, storage: RootStorage) -> &[PushConstantMember] {
        let layout = &self.plan.layout;
        match storage {
            RootStorage::PushConstants => &layout.push_constants.members,
            RootStorage::InlineUniformBlock => match &layout.inline_uniform_block {
                Some(block) => &block.members,
                None => &[],
            },
        }
    }

    fn root_member_index(&self, place: RootPlace) -> Result<u32> {
        let members = self.root_members(place.storage);
        let found = members.iter().position(|m| m.offset == place.offset);
        found
            .map(|index| index as u32)
            .ok_or_else(|| Error::internal(format!("no root parameter at {place}")))
    }

    /// The member at `place`, loaded once at the start of the function: it is the same everywhere.
    fn root_member_once(&mut self, place: RootPlace, ty: Type) -> Result<Value> {
        if let Some(&value) = self.variables.loaded.get(&place) {
            return Ok(value);
        }
        let index = self.root_member_index(place)?;
        let member = self.i32(index);
        let here = std::mem::replace(&mut self.out, std::mem::take(&mut self.prologue));
        let value = self.root_load(place.storage, &[member], ty);
        self.prologue = std::mem::replace(&mut self.out, here);
        let value = value?;
        self.variables.loaded.insert(place, value);
        Ok(value)
    }

    /// Loads from a block of root parameters.
    pub fn root_load(&mut self, storage: RootStorage, path: &[Value], ty: Type) -> Result<Value> {
        let variable = self.root_variable(storage)?;
        let class = self.module.globals[variable].class;
        let pointer_ty = self.module.types.pointer(class, ty);
        let mut args: smallvec::SmallVec<[Value; 4]> = smallvec::smallvec![Value::from(variable)];
        args.extend_from_slice(path);
        let pointer = self.emit(Op::AccessChain, Flags::NONE, pointer_ty, &args);
        Ok(self.emit(Op::Load, Flags::NONE, ty, &[pointer]))
    }

    // ----- Resource variables -----

    /// A block that holds a runtime array of integers of `bits` bits.
    pub fn buffer_block(&mut self, bits: u32) -> Result<Type> {
        let element = Type::int(bits).ok_or_else(|| Error::internal("buffer element width"))?;
        let array = self.module.types.intern(TypeData::RuntimeArray {
            element,
            stride: bits / 8,
        });
        Ok(self.module.types.intern(TypeData::Struct(StructType {
            name: format!("Buffer{bits}"),
            members: vec![Member {
                ty: array,
                offset: Some(0),
                name: String::new(),
            }],
            block: true,
        })))
    }

    /// The variable of a resource as an array (or not) of `element` in `class`.
    pub fn resource_variable(
        &mut self,
        id: ResourceId,
        element: Type,
        class: StorageClass,
    ) -> Result<Global> {
        let plan = self.resources.get(id.0 as usize);
        let plan = plan.ok_or_else(|| Error::internal(format!("{id} has no plan")))?;
        let (set, binding) = match plan.binding {
            ResourceBinding::Descriptor { set, binding, .. }
            | ResourceBinding::Heap { set, binding, .. }
            | ResourceBinding::StaticSampler { set, binding, .. } => (set, binding),
            ResourceBinding::Address { .. } | ResourceBinding::RootConstants { .. } => {
                return Err(Error::internal(format!("{id} has no descriptor")));
            }
        };
        let heap = matches!(plan.binding, ResourceBinding::Heap { .. });
        let count = plan.count;
        let unread = self
            .facts
            .get(&id)
            .is_some_and(|facts| !facts.read && (facts.widths & 1 == 0 || !self.is_texels(id)));
        self.descriptor_variable(id, set, binding, heap, count, element, class, unread)
    }

    /// The descriptor type of a resource that has descriptors.
    pub fn descriptor_type(&self, id: ResourceId) -> Option<DescriptorType> {
        match self.resources.get(id.0 as usize)?.binding {
            ResourceBinding::Descriptor { descriptor_type, .. }
            | ResourceBinding::Heap { descriptor_type, .. } => Some(descriptor_type),
            _ => None,
        }
    }

    /// Whether a resource is in texel buffers.
    pub fn is_texels(&self, id: ResourceId) -> bool {
        matches!(
            self.descriptor_type(id),
            Some(DescriptorType::UniformTexelBuffer | DescriptorType::StorageTexelBuffer)
        )
    }

    /// Whether other invocations must see what the shader writes to a resource.
    fn is_coherent(&self, resource: &Resource) -> bool {
        resource.class == ResourceClass::Uav
            && (resource.globally_coherent
                || resource.reorder_coherent
                || resource.rasterizer_ordered
                || self.barrier_on_uavs)
    }

    /// The alignment in bytes that is known of what lies at an address.
    pub fn address_alignment(&self, handle: &Handle) -> u32 {
        match self.resources.get(handle.resource.0 as usize) {
            Some(plan) => match plan.binding {
                ResourceBinding::Address { alignment, .. } => alignment,
                _ => 1,
            },
            None => 1,
        }
    }

    /// Where a resource's UAV counter is.
    ///
    /// # Errors
    /// `RootSignature` where it has none.
    pub fn counter_of(&self, id: ResourceId) -> Result<CounterBinding> {
        let plan = self.resources.get(id.0 as usize);
        let plan = plan.ok_or_else(|| Error::internal(format!("{id} has no plan")))?;
        plan.counter.clone().ok_or_else(|| {
            let message = match self.module.resources.get(id) {
                Some(r) => format!(
                    "UAV {} (register u{}, space {}) has no binding for its counter",
                    r.name, r.lower, r.space
                ),
                None => "UAV without a binding for its counter".to_owned(),
            };
            Error::new(ErrorKind::RootSignature, message)
        })
    }

    /// The variable of a resource's UAV counter, where that is a descriptor.
    pub fn counter_variable(
        &mut self,
        id: ResourceId,
        set: u32,
        binding: u32,
        element: Type,
        class: StorageClass,
    ) -> Result<Global> {
        let plan = self.resources.get(id.0 as usize);
        let plan = plan.ok_or_else(|| Error::internal(format!("{id} has no plan")))?;
        let heap = matches!(plan.binding, ResourceBinding::Heap { .. });
        let count = plan.count;
        self.descriptor_variable(id, set, binding, heap, count, element, class, false)
    }

    /// Whether the descriptors of several resources are at one set and binding.
    fn is_shared(&mut self, set: u32, binding: u32) -> bool {
        let resources = self.resources;
        let shared = self.variables.shared.get_or_insert_with(|| {
            let mut seen = FxHashSet::default();
            let places = resources.iter().filter_map(|plan| match plan.binding {
                ResourceBinding::Descriptor { set, binding, .. }
                | ResourceBinding::Heap { set, binding, .. } => Some((set, binding)),
                _ => None,
            });
            places.filter(|&place| !seen.insert(place)).collect()
        });
        shared.contains(&(set, binding))
    }

    /// A storage buffer beside the heaps that is only read, as an array of `element`.
    pub fn side_buffer(&mut self, name: &str, set: u32, binding: u32, element: Type) -> Global {
        let stride = self.module.types.components(element) * 4;
        let array = self
            .module
            .types
            .intern(TypeData::RuntimeArray { element, stride });
        let ty = self.module.types.intern(TypeData::Struct(StructType {
            name: String::new(),
            members: vec![Member {
                ty: array,
                offset: Some(0),
                name: String::new(),
            }],
            block: true,
        }));
        if let Some(&global) = self.variables.side.get(&(set, binding, ty)) {
            return global;
        }
        let global = self.module.add_global(name, StorageClass::StorageBuffer, ty);
        self.place(global, set, binding);
        self.module
            .decorate(global, ::spirv::Decoration::NonWritable, &[]);
        self.variables.side.insert((set, binding, ty), global);
        global
    }

    #[allow(clippy::too_many_arguments)]
    fn descriptor_variable(
        &mut self,
        id: ResourceId,
        set: u32,
        binding: u32,
        heap: bool,
        count: Option<u32>,
        element: Type,
        class: StorageClass,
        unread: bool,
    ) -> Result<Global> {
        let ty = match count {
            _ if heap => self
                .module
                .types
                .intern(TypeData::RuntimeArray { element, stride: 0 }),
            None => self
                .module
                .types
                .intern(TypeData::RuntimeArray { element, stride: 0 }),
            Some(0 | 1) => element,
            Some(n) => self.module.types.array(element, n),
        };
        let resource = self.module.resources.get(id);
        let resource = resource.ok_or_else(|| Error::internal(format!("{id} does not exist")))?;
        let uav = resource.class == ResourceClass::Uav;
        let coherent = self.is_coherent(resource);
        let facts = self.facts.get(&id).copied().unwrap_or_default();
        let key = VariableKey {
            set,
            binding,
            ty,
            class: resource.class,
            coherent,
            read_only: !uav || !facts.written,
            write_only: uav && facts.written && unread,
        };
        if let Some(&global) = self.variables.resources.get(&key) {
            return Ok(global);
        }
        let name = if heap {
            String::new()
        } else {
            resource.name.clone()
        };
        let global = self.module.add_global(name, class, ty);
        self.place(global, set, binding);
        let storage = class == StorageClass::StorageBuffer
            || matches!(self.module.types.get(element), TypeData::Image(image) if image.storage);
        if storage {
            if key.read_only {
                self.module
                    .decorate(global, ::spirv::Decoration::NonWritable, &[]);
            } else if key.write_only {
                self.module
                    .decorate(global, ::spirv::Decoration::NonReadable, &[]);
            }
            if coherent {
                self.module.decorate(global, ::spirv::Decoration::Coherent, &[]);
            }
            // Views of several widths of one buffer are variables of their own.
            let several = class == StorageClass::StorageBuffer && facts.widths.count_ones() > 1;
            if heap || several || self.is_shared(set, binding) {
                self.module.decorate(global, ::spirv::Decoration::Aliased, &[]);
            }
        }
        self.variables.resources.insert(key, global);
        Ok(global)
    }

    /// A pointer into a resource variable: `path` behind the descriptor index.
    pub fn resource_pointer(
        &mut self,
        variable: Global,
        handle: &Handle,
        path: &[Value],
        pointee: Type,
    ) -> Value {
        let class = self.module.globals[variable].class;
        let index = match handle.access {
            Access::Descriptor(index) => index,
            _ => None,
        };
        if index.is_none() && path.is_empty() {
            return variable.into();
        }
        let ty = self.module.types.pointer(class, pointee);
        let mut args: smallvec::SmallVec<[Value; 6]> = smallvec::smallvec![Value::from(variable)];
        args.extend(index);
        args.extend_from_slice(path);
        let flags = Flags(handle.flags.0 & Flags::NON_UNIFORM.0);
        self.emit(Op::AccessChain, flags, ty, &args)
    }

    /// A physical pointer to `pointee` at a root descriptor's address.
    pub fn address_pointer(&mut self, address: Value, pointee: Type) -> Value {
        let ty = self
            .module
            .types
            .pointer(StorageClass::PhysicalStorageBuffer, pointee);
        // Casts from two words to a pointer came with SPIR-V 1.5.
        let address = if self.options.target_env.spirv_version() < 0x0001_0500 {
            self.bitcast(address, Type::I64)
        } else {
            address
        };
        self.emit(Op::AddressToPointer, Flags::NONE, ty, &[address])
    }
}
