//! Types, on first use. One IR type gives one SPIR-V type; integers are unsigned.
//!
//! SPIR-V ties the sign of an image's texels to the type of the values read from it, so images of signed
//! texels bring signed types along ([`SignedType`]); [`image`](super::image) converts at their border.
//!
//! 8- and 16-bit types need one capability for arithmetic and others for each storage class. Pointer types
//! ask for the latter; operations ask for the former ([`Emitter::computes`]).

use super::emitter::Emitter;
use super::facts::{NARROW_F16, NARROW_I8, NARROW_I16, SignedType, TypeFacts};
use crate::entity::EntityId;
use crate::error::Error;
use crate::ir::{ImageType, Object, StorageClass, StructType, Type, TypeData};
use crate::options::InvocationReorder;
use ::spirv::{Capability, Decoration, Op};

/// What computing with narrow types takes.
const NARROW: [(u8, Capability); 3] = [
    (NARROW_I8, Capability::Int8),
    (NARROW_I16, Capability::Int16),
    (NARROW_F16, Capability::Float16),
];

impl Emitter<'_> {
    /// The id of a type.
    #[inline]
    pub fn ty(&mut self, ty: Type) -> u32 {
        match self.type_ids[ty.index()] {
            0 => self.new_type(ty),
            id => id,
        }
    }

    /// The scalar type of a scalar or vector, `ty` itself otherwise.
    #[inline]
    pub fn scalar(&self, ty: Type) -> Type {
        self.type_facts[ty.index()].scalar
    }

    #[cold]
    fn new_type(&mut self, ty: Type) -> u32 {
        let module = self.module;
        let id = match module.types.get(ty) {
            TypeData::Void => self.declare(Op::TypeVoid, &[]),
            TypeData::Bool => self.declare(Op::TypeBool, &[]),
            TypeData::Int(bits) => {
                if *bits == 64 {
                    self.requirements.need(Capability::Int64);
                }
                self.declare(Op::TypeInt, &[u32::from(*bits), 0])
            }
            TypeData::Float(bits) => {
                if *bits == 64 {
                    self.requirements.need(Capability::Float64);
                }
                self.declare(Op::TypeFloat, &[u32::from(*bits)])
            }
            TypeData::SignedInt => self.signed_type(SignedType::Vector(32, 1)),
            TypeData::Vector {
                element: Type::S32,
                len,
            } => self.signed_type(SignedType::Vector(32, *len)),
            TypeData::Vector { element, len } => {
                if !(2..=4).contains(len) {
                    self.fail(Error::unsupported(format!("vectors of {len} components")));
                }
                let element = self.ty(*element);
                self.declare(Op::TypeVector, &[element, *len])
            }
            TypeData::Matrix { column, columns } => {
                let column = self.ty(*column);
                self.declare(Op::TypeMatrix, &[column, *columns])
            }
            TypeData::Cooperative(matrix) => self.cooperative_type(matrix),
            TypeData::CooperativeVector { component, len } => {
                self.requirements.need(Capability::CooperativeVectorNV);
                self.computes(*component);
                let (component, len) = (self.ty(*component), self.u32_constant(*len));
                self.declare(Op::TypeCooperativeVectorNV, &[component, len])
            }
            TypeData::Array { element, len, stride } => {
                let element = self.ty(*element);
                let len = self.u32_constant(*len);
                let id = self.declare(Op::TypeArray, &[element, len]);
                self.array_stride(id, *stride);
                id
            }
            TypeData::RuntimeArray { element, stride } => {
                if self.is_descriptor(*element) {
                    self.requirements.need(Capability::RuntimeDescriptorArray);
                }
                let element = self.ty(*element);
                let id = self.declare(Op::TypeRuntimeArray, &[element]);
                self.array_stride(id, *stride);
                id
            }
            TypeData::Struct(data) => self.struct_type(data),
            TypeData::Pointer { class, pointee } => {
                if *class == StorageClass::PhysicalStorageBuffer {
                    self.physical = true;
                }
                self.stores(*class, *pointee);
                let pointee = self.ty(*pointee);
                self.declare(Op::TypePointer, &[self.storage_class(*class), pointee])
            }
            TypeData::Handle => {
                self.fail(Error::internal("a resource handle is left after lowering"));
                1
            }
            TypeData::Image(image) => self.image_type(image),
            TypeData::Sampler => self.declare(Op::TypeSampler, &[]),
            TypeData::Object(object) => self.object_type(*object),
            TypeData::SampledImage(image) => {
                let image = self.ty(*image);
                self.declare(Op::TypeSampledImage, &[image])
            }
        };
        self.type_ids[ty.index()] = id;
        id
    }

    /// The number of a storage class: that of hit attributes for hit objects is one of two.
    pub fn storage_class(&self, class: StorageClass) -> u32 {
        match (class, self.options.invocation_reorder) {
            (StorageClass::HitObjectAttributeNV, InvocationReorder::Ext) => {
                StorageClass::HitObjectAttributeEXT as u32
            }
            _ => class as u32,
        }
    }

    /// What hit objects and changes of places need.
    pub fn reordering(&mut self) {
        self.requirements.need(match self.options.invocation_reorder {
            InvocationReorder::Ext => Capability::ShaderInvocationReorderEXT,
            _ => Capability::ShaderInvocationReorderNV,
        });
    }

    fn object_type(&mut self, object: Object) -> u32 {
        match object {
            Object::RayQuery => {
                self.requirements.need(Capability::RayQueryKHR);
                self.declare(Op::TypeRayQueryKHR, &[])
            }
            Object::AccelerationStructure => {
                // Ray queries and ray tracing both bring it; those who use it ask for theirs.
                self.declare(Op::TypeAccelerationStructureKHR, &[])
            }
            Object::HitObject => {
                self.reordering();
                match self.options.invocation_reorder {
                    InvocationReorder::Ext => self.declare(Op::TypeHitObjectEXT, &[]),
                    _ => self.declare(Op::TypeHitObjectNV, &[]),
                }
            }
        }
    }

    pub(super) fn declare(&mut self, op: Op, operands: &[u32]) -> u32 {
        let id = self.new_id();
        let mark = self.types.begin(op);
        self.types.push(id);
        self.types.extend(operands);
        self.types.end(mark);
        id
    }

    fn array_stride(&mut self, id: u32, stride: u32) {
        if stride != 0 {
            self.decorate(id, Decoration::ArrayStride, &[stride]);
        }
    }

    fn struct_type(&mut self, data: &StructType) -> u32 {
        for member in &data.members {
            self.ty(member.ty);
        }
        let id = self.new_id();
        let mark = self.types.begin(Op::TypeStruct);
        self.types.push(id);
        for member in &data.members {
            let ty = self.ty(member.ty);
            self.types.push(ty);
        }
        self.types.end(mark);
        self.name(id, &data.name);
        if data.block {
            self.decorate(id, Decoration::Block, &[]);
        }
        for (index, member) in data.members.iter().enumerate() {
            let index = index as u32;
            if let Some(offset) = member.offset {
                self.annotations.inst(
                    Op::MemberDecorate,
                    &[id, index, Decoration::Offset as u32, offset],
                );
            }
            if let Some((decoration, _)) = data.access.decoration()
                && !self.is_said_by_accesses(decoration)
            {
                self.annotations
                    .inst(Op::MemberDecorate, &[id, index, decoration as u32]);
            }
            if self.names && !member.name.is_empty() {
                let mark = self.debug.begin(Op::MemberName);
                self.debug.extend(&[id, index]);
                self.debug.string(&member.name);
                self.debug.end(mark);
            }
        }
        id
    }

    fn image_type(&mut self, image: &ImageType) -> u32 {
        self.requirements.image(
            image.dim,
            image.arrayed,
            image.multisampled,
            image.storage,
            image.format,
        );
        if image.sampled.scalar_bits() == 64 {
            self.requirements.need(Capability::Int64ImageEXT);
        }
        let sampled = if image.signed {
            self.signed_type(SignedType::Vector(image.sampled.scalar_bits(), 1))
        } else {
            self.ty(image.sampled)
        };
        // Depth 2: the type does not say whether it is compared against; the instruction does.
        self.declare(
            Op::TypeImage,
            &[
                sampled,
                image.dim as u32,
                2,
                u32::from(image.arrayed),
                u32::from(image.multisampled),
                if image.storage { 2 } else { 1 },
                image.format as u32,
            ],
        )
    }

    /// The id of the function type of a result and parameters.
    pub fn function_type(&mut self, ret: u32, params: &[u32]) -> u32 {
        let mut key = Vec::with_capacity(params.len() + 1);
        key.push(ret);
        key.extend_from_slice(params);
        if let Some(&id) = self.function_types.get(&key) {
            return id;
        }
        let id = self.declare(Op::TypeFunction, &key);
        self.function_types.insert(key, id);
        id
    }

    /// The id of a vector of `len` booleans, whether or not the IR has that type.
    pub fn bool_vector(&mut self, len: u32) -> u32 {
        if let Some(ty) = self.module.types.find_vector(Type::BOOL, len) {
            return self.ty(ty);
        }
        if let Some(&id) = self.bool_vectors.get(&len) {
            return id;
        }
        let element = self.ty(Type::BOOL);
        let id = self.declare(Op::TypeVector, &[element, len]);
        self.bool_vectors.insert(len, id);
        id
    }

    /// The id of a type of signed integers.
    pub fn signed_type(&mut self, ty: SignedType) -> u32 {
        if let Some(&id) = self.signed_types.get(&ty) {
            return id;
        }
        let id = match ty {
            SignedType::Vector(bits, 1) => {
                if bits == 64 {
                    self.requirements.need(Capability::Int64);
                }
                self.declare(Op::TypeInt, &[bits, 1])
            }
            SignedType::Vector(bits, len) => {
                let element = self.signed_type(SignedType::Vector(bits, 1));
                self.declare(Op::TypeVector, &[element, len])
            }
            SignedType::Sparse(bits, len) => {
                let code = self.ty(Type::I32);
                let texel = self.signed_type(SignedType::Vector(bits, len));
                self.declare(Op::TypeStruct, &[code, texel])
            }
            SignedType::TexelPointer(bits) => {
                let texel = self.signed_type(SignedType::Vector(bits, 1));
                self.declare(Op::TypePointer, &[StorageClass::Image as u32, texel])
            }
        };
        self.signed_types.insert(ty, id);
        id
    }

    /// Whether an array of `ty` is an array of descriptors.
    pub fn is_descriptor(&self, ty: Type) -> bool {
        match self.module.types.get(ty) {
            TypeData::Image(_)
            | TypeData::Sampler
            | TypeData::SampledImage(_)
            | TypeData::Object(Object::AccelerationStructure) => true,
            TypeData::Struct(data) => data.block,
            _ => false,
        }
    }

    /// Notes that values of `ty` come out of a phi or selection: for pointers that takes a capability.
    pub fn varies(&mut self, ty: Type) {
        match self.module.types.pointee(ty) {
            Some((StorageClass::StorageBuffer, _)) => {
                self.requirements.need(Capability::VariablePointersStorageBuffer)
            }
            Some((StorageClass::Workgroup, _)) => self.requirements.need(Capability::VariablePointers),
            _ => {}
        }
    }

    /// Notes that an operation other than a load, a store or a change of width works on values of `ty`.
    #[inline]
    pub fn computes(&mut self, ty: Type) {
        self.computes_with(self.facts(ty));
    }

    /// Likewise, on values of a type of which these are the facts.
    #[inline]
    pub fn computes_with(&mut self, facts: TypeFacts) {
        if facts.narrow != 0 {
            self.computes_narrow(facts.narrow);
        }
    }

    /// What is known of `ty`.
    #[inline]
    pub fn facts(&self, ty: Type) -> TypeFacts {
        self.type_facts[ty.index()]
    }

    #[cold]
    fn computes_narrow(&mut self, narrow: u8) {
        for (bit, capability) in NARROW {
            if narrow & bit != 0 {
                self.requirements.need(capability);
            }
        }
    }

    /// Whether something computes with all of these narrow types.
    pub fn has_narrow(&self, narrow: u8) -> bool {
        let has = |(bit, capability)| narrow & bit == 0 || self.requirements.has(capability);
        NARROW.into_iter().all(has)
    }

    /// Narrow types that values are only converted to and from: memory of that width or arithmetic has asked
    /// for a capability that declares the type, else the type takes its own. Call it last.
    pub fn declared_narrow(&mut self) {
        use Capability as C;
        let bits8 = [
            C::StorageBuffer8BitAccess,
            C::UniformAndStorageBuffer8BitAccess,
            C::StoragePushConstant8,
            C::WorkgroupMemoryExplicitLayout8BitAccessKHR,
        ];
        let bits16 = [
            C::StorageBuffer16BitAccess,
            C::UniformAndStorageBuffer16BitAccess,
            C::StoragePushConstant16,
            C::StorageInputOutput16,
            C::WorkgroupMemoryExplicitLayout16BitAccessKHR,
        ];
        for (ty, capability, storage) in [
            (Type::I8, C::Int8, &bits8[..]),
            (Type::I16, C::Int16, &bits16[..]),
            (Type::F16, C::Float16, &bits16[..]),
        ] {
            let declared = self.type_ids[ty.index()] != 0;
            if declared && !storage.iter().any(|&c| self.requirements.has(c)) {
                self.requirements.need(capability);
            }
        }
    }

    /// Notes that values of `ty` are stored in memory of `class`.
    fn stores(&mut self, class: StorageClass, ty: Type) {
        let narrow = self.type_facts[ty.index()].narrow;
        let in_workgroup_block = class == StorageClass::Workgroup && self.workgroup_blocks;
        if in_workgroup_block {
            self.requirements
                .need(Capability::WorkgroupMemoryExplicitLayoutKHR);
        }
        if narrow == 0 {
            return;
        }
        let (bits8, bits16) = match class {
            StorageClass::StorageBuffer | StorageClass::PhysicalStorageBuffer => (
                Capability::StorageBuffer8BitAccess,
                Capability::StorageBuffer16BitAccess,
            ),
            StorageClass::Uniform => (
                Capability::UniformAndStorageBuffer8BitAccess,
                Capability::UniformAndStorageBuffer16BitAccess,
            ),
            StorageClass::PushConstant => (
                Capability::StoragePushConstant8,
                Capability::StoragePushConstant16,
            ),
            StorageClass::Input | StorageClass::Output => {
                (Capability::Int8, Capability::StorageInputOutput16)
            }
            _ if in_workgroup_block => (
                Capability::WorkgroupMemoryExplicitLayout8BitAccessKHR,
                Capability::WorkgroupMemoryExplicitLayout16BitAccessKHR,
            ),
            _ => return self.computes_narrow(narrow),
        };
        if narrow & NARROW_I8 != 0 {
            self.requirements.need(bits8);
        }
        if narrow & (NARROW_I16 | NARROW_F16) != 0 {
            self.requirements.need(bits16);
        }
    }
}
