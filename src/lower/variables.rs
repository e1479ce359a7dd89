//! Variables of descriptors, pointers into them, and pointers at addresses.
//!
//! Ranges of one heap share their variables; a buffer that is accessed in several widths has one for each.

use super::Lower;
use super::handles::{Access, Handle};
use crate::error::{Error, ErrorKind, Result};
use crate::ir::{Flags, Global, Member, Op, StorageClass, StructType, Type, TypeData, Value};
use crate::shader::{Resource, ResourceClass, ResourceId};
use crate::vulkan::{CounterBinding, DescriptorType, ResourceBinding, RootPlace};
use rustc_hash::{FxHashMap, FxHashSet};

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
    pub push: Option<Global>,
    pub inline_block: Option<Global>,
    /// Buffers beside the heaps, by set, binding and type.
    side: FxHashMap<(u32, u32, Type), Global>,
    /// Sets and bindings that several resources' descriptors are at, found when first asked for.
    shared: Option<FxHashSet<(u32, u32)>>,
    /// Addresses and table offsets loaded at the start of the function, by place.
    pub loaded: FxHashMap<RootPlace, Value>,
}

impl Lower<'_> {
    /// Puts a variable at a set and binding.
    pub fn place(&mut self, global: Global, set: u32, binding: u32) {
        self.module
            .decorate(global, ::spirv::Decoration::DescriptorSet, &[set]);
        self.module
            .decorate(global, ::spirv::Decoration::Binding, &[binding]);
    }

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
            | ResourceBinding::InputAttachment { set, binding, .. }
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

    /// Whether a resource is an input attachment.
    pub fn is_input_attachment(&self, id: ResourceId) -> bool {
        self.resources
            .get(id.0 as usize)
            .is_some_and(|plan| matches!(plan.binding, ResourceBinding::InputAttachment { .. }))
    }

    /// Whether a resource is in texel buffers.
    pub fn is_texels(&self, id: ResourceId) -> bool {
        matches!(
            self.descriptor_type(id),
            Some(DescriptorType::UniformTexelBuffer | DescriptorType::StorageTexelBuffer)
        )
    }

    /// Whether other invocations must see what the shader writes to a resource.
    pub fn is_coherent(&self, resource: &Resource) -> bool {
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
        let float = resource.component.is_float();
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
        let attachment = match self.resources.get(id.0 as usize).map(|plan| &plan.binding) {
            Some(&ResourceBinding::InputAttachment { index, .. }) => Some(index),
            _ => None,
        };
        if let Some(Some(index)) = attachment {
            let decoration = ::spirv::Decoration::InputAttachmentIndex;
            self.module.decorate(global, decoration, &[index]);
        }
        let storage = class == StorageClass::StorageBuffer
            || attachment.is_none()
                && matches!(self.module.types.get(element), TypeData::Image(image) if image.storage);
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
            // Views of several widths of one buffer are variables of their own, as are floats seen as words.
            let several = class == StorageClass::StorageBuffer && facts.widths.count_ones() > 1
                || facts.compared_as_words && float;
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
