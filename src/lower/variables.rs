//! Variables of descriptors, pointers into them, and pointers at addresses.
//!
//! Ranges of one heap share their variables; a buffer that is accessed in several widths has one for each.
//!
//! Variables that differ in what may be done with them ([`Qualifiers`]) never share a block type, and what is reached
//! by its address has types of its own. One that is shared makes drivers wrong: NVIDIA's (580.159) takes the loads of
//! a writable buffer for those of a read-only one whose block type is the same, and gives a thread old values for what
//! it has just written. The verifier keeps the rule (`Invariant::BlockTypes`).

use super::handles::{Access, Handle};
pub use super::state::{MAX_ROWS, Qualifiers, Shape};
pub use super::steps::Descriptors;
use super::steps::VariableKey;
use super::view_names;
use super::{Lower, numbered};
use crate::error::{Error, ErrorKind, Result};
use crate::ir::{Flags, Global, Member, Op, StorageClass, StructType, Type, TypeData, Value};
use crate::shader::{Resource, ResourceClass, ResourceId};
use crate::vulkan::{CounterBinding, DescriptorType, ResourceBinding};
use ::spirv::Decoration;
use rustc_hash::FxHashSet;

impl Lower<'_> {
    /// Puts a variable at a set and binding.
    pub fn place(&mut self, global: Global, set: u32, binding: u32) {
        self.module.decorate(global, Decoration::DescriptorSet, &[set]);
        self.module.decorate(global, Decoration::Binding, &[binding]);
    }

    /// The type that `shape` has where `qualifiers` hold.
    fn shaped(&mut self, shape: Shape, qualifiers: Qualifiers) -> Result<Type> {
        if let Shape::Object(ty) = shape {
            return Ok(ty);
        }
        if let Some(&block) = self.variables.blocks.get(&(shape, qualifiers)) {
            return Ok(block);
        }
        let (name, element) = match shape {
            Shape::Integers(bits) => {
                let element = Type::int(bits).ok_or_else(|| Error::internal("buffer element width"))?;
                let stride = bits / 8;
                (
                    numbered("Buffer", bits),
                    TypeData::RuntimeArray { element, stride },
                )
            }
            Shape::Vectors(words) => {
                let element = self.module.types.vector(Type::I32, words);
                let stride = words * 4;
                (
                    numbered("Vectors", words),
                    TypeData::RuntimeArray { element, stride },
                )
            }
            Shape::Rows { bounded, .. } => {
                let (element, stride) = (self.module.types.vector(Type::F32, 4), 16);
                match bounded {
                    true => (
                        "ConstantBuffer".to_owned(),
                        TypeData::Array {
                            element,
                            len: MAX_ROWS + 1,
                            stride,
                        },
                    ),
                    false => (
                        "ConstantRows".to_owned(),
                        TypeData::RuntimeArray { element, stride },
                    ),
                }
            }
            Shape::Object(ty) => return Ok(ty),
        };
        let member = Member {
            ty: self.module.types.intern(element),
            offset: Some(0),
            name: String::new(),
        };
        let block = self.module.types.intern(TypeData::Struct(StructType {
            name: name + &qualifiers.suffix(),
            members: vec![member],
            block: true,
            access: qualifiers.member_access(),
        }));
        self.variables.blocks.insert((shape, qualifiers), block);
        Ok(block)
    }

    /// The variable of a resource as an array (or not) of `shape`.
    pub fn resource_variable(&mut self, id: ResourceId, shape: Shape) -> Result<Descriptors> {
        let plan = self.resources.get(id.0 as usize);
        let plan = plan.ok_or_else(|| Error::internal(format!("{id} has no plan")))?;
        let (set, binding) = match plan.binding {
            ResourceBinding::Descriptor { set, binding, .. }
            | ResourceBinding::Heap { set, binding, .. }
            | ResourceBinding::InputAttachment { set, binding, .. }
            | ResourceBinding::StaticSampler { set, binding, .. } => (set, binding),
            ResourceBinding::Address { .. }
            | ResourceBinding::AddressHeap { .. }
            | ResourceBinding::RootConstants { .. } => {
                return Err(Error::internal(format!("{id} has no descriptor")));
            }
        };
        let unread = self
            .found
            .facts
            .get(&id)
            .is_some_and(|facts| !facts.read && (facts.widths & 1 == 0 || !self.is_texels(id)));
        self.descriptor_variable(id, (set, binding), shape, unread)
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
                || self.found.barrier_on_uavs)
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
                Some(r) => format!("UAV {} has no binding for its counter", r.described()),
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
        shape: Shape,
    ) -> Result<Descriptors> {
        self.descriptor_variable(id, (set, binding), shape, false)
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
        let ty = self.module.types.block("SideBuffer", "", array);
        if let Some(&global) = self.variables.side.get(&(set, binding, ty)) {
            return global;
        }
        let global = self.module.add_global(name, StorageClass::StorageBuffer, ty);
        self.place(global, set, binding);
        self.module.decorate(global, Decoration::NonWritable, &[]);
        self.variables.side.insert((set, binding, ty), global);
        global
    }

    /// A uniform block of one member beside the resources.
    pub fn side_uniform(&mut self, name: &str, set: u32, binding: u32, member: Type) -> Global {
        let ty = self.module.types.block("SideBlock", "", member);
        if let Some(&global) = self.variables.side.get(&(set, binding, ty)) {
            return global;
        }
        let global = self.module.add_global(name, StorageClass::Uniform, ty);
        self.place(global, set, binding);
        self.variables.side.insert((set, binding, ty), global);
        global
    }

    /// What may be done with the memory of a resource's variable of `shape` at a set and binding.
    fn qualifiers(
        &mut self,
        id: ResourceId,
        (set, binding): (u32, u32),
        shape: Shape,
        unread: bool,
    ) -> Result<Qualifiers> {
        let buffer = shape.class() == StorageClass::StorageBuffer;
        let image = match shape {
            Shape::Object(ty) => matches!(self.module.types.get(ty), TypeData::Image(image) if image.storage),
            _ => false,
        };
        if !buffer && (!image || self.is_input_attachment(id)) {
            return Ok(Qualifiers::default());
        }
        let resource = self.module.resources.get(id);
        let resource = resource.ok_or_else(|| Error::internal(format!("{id} does not exist")))?;
        let uav = resource.class == ResourceClass::Uav;
        let float = resource.component.is_float();
        let facts = self.found.facts.get(&id).copied().unwrap_or_default();
        let heap = self
            .resources
            .get(id.0 as usize)
            .is_some_and(|plan| matches!(plan.binding, ResourceBinding::Heap { .. }));
        // Views of several widths of one buffer are variables of their own, as are floats seen as words.
        let several = buffer && facts.widths.count_ones() > 1
            || facts.compared_as_words && float
            || image && facts.atomic_bits != 0 && self.has_several(id);
        Ok(Qualifiers {
            read_only: !self.may_be_written(id, resource, buffer),
            write_only: uav && facts.written && unread,
            coherent: self.is_coherent(resource),
            aliased: heap
                || several
                || self.vectors.uavs_differ && self.is_uav(id)
                || self.is_shared(set, binding),
            address: false,
        })
    }

    /// Whether a resource may be written: a UAV, by itself or as another that is a view of the same resource: buffers and textures that share
    /// memory are not in use together (`D3D12_RESOURCE_ALIASING_BARRIER`). Drivers take what is written for constant where images of
    /// one type are for both (NVIDIA's, 580.159): of images, all or none are constant. Others may write it too where it says that it
    /// is coherent, or the shader calls some.
    fn may_be_written(&self, id: ResourceId, resource: &Resource, buffer: bool) -> bool {
        if resource.class != ResourceClass::Uav {
            return false;
        }
        if self.found.calls || resource.globally_coherent || resource.reorder_coherent {
            return true;
        }
        let written = self.found.facts.get(&id).is_some_and(|facts| facts.written);
        let distinct =
            self.options.distinct_uavs && !written && !resource.heap && !self.is_coherent(resource);
        match buffer {
            true if distinct => self.found.writes_heap_buffers,
            true => self.found.writes_buffers,
            false => self.found.writes_uavs,
        }
    }

    fn descriptor_variable(
        &mut self,
        id: ResourceId,
        (set, binding): (u32, u32),
        shape: Shape,
        unread: bool,
    ) -> Result<Descriptors> {
        let asked = (id, set, binding, shape);
        if let Some(&known) = self.variables.known.get(&asked) {
            return Ok(known);
        }
        let qualifiers = self.qualifiers(id, (set, binding), shape, unread)?;
        let element = self.shaped(shape, qualifiers)?;
        let plan = self.resources.get(id.0 as usize);
        let plan = plan.ok_or_else(|| Error::internal(format!("{id} has no plan")))?;
        let heap = matches!(plan.binding, ResourceBinding::Heap { .. });
        let ty = match plan.count {
            Some(0 | 1) if !heap => element,
            Some(n) if !heap => self.module.types.array(element, n),
            _ => self
                .module
                .types
                .intern(TypeData::RuntimeArray { element, stride: 0 }),
        };
        let resource = self.module.resources.get(id);
        let resource = resource.ok_or_else(|| Error::internal(format!("{id} does not exist")))?;
        // Counters are no views.
        let named = heap
            && self.options.tool_information.root_signature
            && !matches!(&plan.counter, Some(CounterBinding::Descriptor { set: s, binding: b, .. }) if (*s, *b) == (set, binding));
        let key = VariableKey {
            set,
            binding,
            ty,
            class: resource.class,
            qualifiers,
            view: named.then(|| view_names::view(resource)),
        };
        if let Some(&global) = self.variables.resources.get(&key) {
            self.variables.known.insert(asked, (global, element));
            return Ok((global, element));
        }
        let name = match (heap, named) {
            (true, true) => view_names::name(resource, shape),
            (true, false) => String::new(),
            (false, _) => resource.name.clone(),
        };
        let global = self.module.add_global(name, shape.class(), ty);
        self.place(global, set, binding);
        if let ResourceBinding::InputAttachment {
            index: Some(index), ..
        } = plan.binding
        {
            let decoration = Decoration::InputAttachmentIndex;
            self.module.decorate(global, decoration, &[index]);
        }
        for decoration in qualifiers.decorations() {
            self.module.decorate(global, decoration, &[]);
        }
        self.variables.resources.insert(key, global);
        self.variables.known.insert(asked, (global, element));
        Ok((global, element))
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
        args.extend(path.iter().copied());
        let flags = Flags(handle.flags.0 & Flags::NON_UNIFORM.0);
        self.emit(Op::AccessChain, flags, ty, &args)
    }

    /// A physical pointer to `shape` at a root descriptor's address.
    pub fn root_pointer(&mut self, handle: &Handle, address: Value, shape: Shape) -> Result<Value> {
        let resource = self.resource(handle)?;
        let qualifiers = Qualifiers {
            read_only: !self.may_be_written(handle.resource, resource, true),
            coherent: self.is_coherent(resource),
            address: true,
            ..Qualifiers::default()
        };
        let block = self.shaped(shape, qualifiers)?;
        Ok(self.address_pointer(address, block))
    }

    /// A physical pointer to `pointee` at an address.
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
