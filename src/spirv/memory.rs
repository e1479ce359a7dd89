//! Memory: loads, stores, access chains, physical addresses, atomics.
//!
//! The memory model is GLSL450, but in modules with matrices of waves ([`matrices`](super::matrices)): coherence is a decoration of the variable, which `lower` puts there. Physical
//! memory has no variable, so there a coherent access is a volatile one. Descriptors reached through an access
//! chain ask for the capability of their kind of array indexing. Chains that say what bounds are asked of are raw access
//! chains (`SPV_NV_raw_access_chains`), whose loads and stores say their alignment.

use super::facts::SignedType;
use super::function::FunctionEmitter;
use super::matrices::Way;
use crate::ir::{Flags, Inst, InstData, Op, StorageClass, Type, TypeData, Value};
use ::spirv::{Capability, Dim, MemoryAccess, Op as Spv, RawAccessChainOperands};

impl FunctionEmitter<'_, '_> {
    /// Emits an operation on memory other than an atomic.
    pub fn memory(&mut self, inst: Inst, data: &InstData) {
        match data.op {
            Op::Load => {
                let ty = self.cx.ty(data.ty);
                let id = self.result(inst);
                let pointer = self.operand(inst, data, 0);
                let mark = self.body.begin(Spv::Load);
                self.body.extend(&[ty, id, pointer]);
                self.memory_access(data, Way::In);
                self.body.end(mark);
            }
            Op::Store => {
                let pointer = self.operand(inst, data, 0);
                let value = self.operand(inst, data, 1);
                let mark = self.body.begin(Spv::Store);
                self.body.extend(&[pointer, value]);
                self.memory_access(data, Way::Out);
                self.body.end(mark);
            }
            Op::AccessChain => self.access_chain(inst, data),
            Op::AddressToPointer => {
                let ty = self.cx.ty(data.ty);
                let id = self.result(inst);
                let address = self.operand(inst, data, 0);
                let op = match data.args.of(&self.function.pool).first() {
                    Some(&value) if self.type_of(value) == Type::I64 => Spv::ConvertUToPtr,
                    _ => {
                        // Casts with narrow types anywhere in them are operations on these.
                        if let Some((_, pointee)) = self.cx.module.types.pointee(data.ty) {
                            self.cx.computes(pointee);
                        }
                        Spv::Bitcast
                    }
                };
                self.body.inst(op, &[ty, id, address]);
            }
            Op::ArrayLength => {
                let ty = self.cx.ty(data.ty);
                let id = self.result(inst);
                let pointer = self.operand(inst, data, 0);
                self.body.inst(Spv::ArrayLength, &[ty, id, pointer, data.imm]);
            }
            _ => self.fail_at(inst, "not an operation of this family"),
        }
    }

    /// Appends the memory operands of a load or store.
    fn memory_access(&mut self, data: &InstData, way: Way) {
        let Some(&pointer) = data.args.of(&self.function.pool).first() else {
            return;
        };
        let physical = matches!(
            self.type_data(pointer),
            TypeData::Pointer {
                class: StorageClass::PhysicalStorageBuffer,
                ..
            }
        );
        let (mut access, scope) = self.shared_access(data, way);
        let coherent = physical && data.flags.has(Flags::COHERENT) && !self.cx.vulkan_memory;
        if data.flags.has(Flags::VOLATILE) || coherent {
            access |= MemoryAccess::VOLATILE;
        }
        let alignment = if physical {
            Some(data.imm.max(1))
        } else {
            self.raw_alignment(pointer)
        };
        if alignment.is_some() {
            access |= MemoryAccess::ALIGNED;
        }
        if !access.is_empty() {
            self.body.push(access.bits());
            if let Some(alignment) = alignment {
                self.body.push(alignment);
            }
            if let Some(scope) = scope {
                self.body.push(scope);
            }
        }
    }

    /// The alignment of what a raw access chain leads to: vectors of 2 and 4 words lie at multiples of their size.
    fn raw_alignment(&self, pointer: Value) -> Option<u32> {
        let chain = &self.function.insts[pointer.as_inst()?];
        if chain.op != Op::AccessChain || !chain.flags.has(Flags::BY_COMPONENT) {
            return None;
        }
        let (_, pointee) = self.cx.module.types.pointee(chain.ty)?;
        let scalar = self.cx.module.types.scalar(pointee).scalar_bits() / 8;
        let bytes = scalar * self.cx.module.types.components(pointee);
        Some(if bytes.is_power_of_two() { bytes } else { scalar })
    }

    fn access_chain(&mut self, inst: Inst, data: &InstData) {
        let args = data.args.of(&self.function.pool);
        let base = self.operand(inst, data, 0);
        let Some((&base_value, indices)) = args.split_first() else {
            return;
        };
        let Some(&first) = indices.first() else {
            self.alias(inst, base);
            return;
        };
        if data.flags.has(Flags::BY_COMPONENT) {
            self.raw_access_chain(inst, data);
            return;
        }
        self.descriptor_indexing(base_value, first, data.flags);
        let ty = self.cx.ty(data.ty);
        let id = self.result(inst);
        let mark = self.body.begin(Spv::AccessChain);
        self.body.extend(&[ty, id, base]);
        self.operands(data, 1);
        self.body.end(mark);
    }

    /// An access chain from a buffer to a vector of its array, or to a component of one, as byte offsets.
    #[inline(never)]
    fn raw_access_chain(&mut self, inst: Inst, data: &InstData) {
        let args = data.args.of(&self.function.pool);
        let types = &self.cx.module.types;
        let block = args.first().and_then(|&base| types.pointee(self.type_of(base)));
        let array = match block.map(|(_, block)| types.get(block)) {
            Some(TypeData::Struct(block)) => block.members.first().map(|member| types.get(member.ty)),
            _ => None,
        };
        let Some(&TypeData::RuntimeArray { stride, .. }) = array else {
            self.fail_at(inst, "bounds are asked of what is no array");
            return;
        };
        let component = args
            .get(3)
            .map_or(Some(0), |&value| self.cx.module.const_bits(value));
        let (Some(component), Some(_)) = (component, args.get(2)) else {
            self.fail_at(inst, "a component that is not known");
            return;
        };
        self.cx.requirements.need(Capability::RawAccessChainsNV);
        let base = self.operand(inst, data, 0);
        let vector = self.operand(inst, data, 2);
        let ty = self.cx.ty(data.ty);
        let id = self.result(inst);
        let stride = self.cx.u32_constant(stride);
        let offset = self.cx.u32_constant(component as u32 * 4);
        let bounds = RawAccessChainOperands::ROBUSTNESS_PER_COMPONENT_NV;
        let operands = [ty, id, base, stride, vector, offset, bounds.bits()];
        self.body.inst(Spv::RawAccessChainNV, &operands);
    }

    /// What indexing an array of descriptors takes; nothing where `base` points to something else.
    fn descriptor_indexing(&mut self, base: Value, index: Value, flags: Flags) {
        let types = &self.cx.module.types;
        let Some((class, pointee)) = types.pointee(self.type_of(base)) else {
            return;
        };
        if !matches!(
            class,
            StorageClass::UniformConstant | StorageClass::Uniform | StorageClass::StorageBuffer
        ) {
            return;
        }
        let element = match types.get(pointee) {
            TypeData::Array { element, .. } | TypeData::RuntimeArray { element, .. } => *element,
            _ => return,
        };
        if !self.cx.is_descriptor(element) {
            return;
        }
        let (dynamic, non_uniform) = match (class, types.get(element)) {
            (StorageClass::Uniform, _) => (
                Capability::UniformBufferArrayDynamicIndexing,
                Capability::UniformBufferArrayNonUniformIndexing,
            ),
            (StorageClass::StorageBuffer, _) => (
                Capability::StorageBufferArrayDynamicIndexing,
                Capability::StorageBufferArrayNonUniformIndexing,
            ),
            (_, TypeData::Image(image)) if image.dim == Dim::DimBuffer && image.storage => (
                Capability::StorageTexelBufferArrayDynamicIndexing,
                Capability::StorageTexelBufferArrayNonUniformIndexing,
            ),
            (_, TypeData::Image(image)) if image.dim == Dim::DimBuffer => (
                Capability::UniformTexelBufferArrayDynamicIndexing,
                Capability::UniformTexelBufferArrayNonUniformIndexing,
            ),
            (_, TypeData::Image(image)) if image.storage => (
                Capability::StorageImageArrayDynamicIndexing,
                Capability::StorageImageArrayNonUniformIndexing,
            ),
            _ => (
                Capability::SampledImageArrayDynamicIndexing,
                Capability::SampledImageArrayNonUniformIndexing,
            ),
        };
        if flags.has(Flags::NON_UNIFORM) {
            self.cx.requirements.need(non_uniform);
        } else if index.as_const().is_none() {
            self.cx.requirements.need(dynamic);
        }
    }

    /// Emits an atomic, relaxed.
    #[inline(never)]
    pub fn atomic(&mut self, op: Spv, inst: Inst, data: &InstData) {
        if data.ty == Type::I64 {
            self.cx.requirements.need(Capability::Int64Atomics);
        }
        if op == Spv::AtomicFAddEXT {
            self.cx.requirements.need(Capability::AtomicFloat32AddEXT);
        }
        let pointer = self.operand(inst, data, 0);
        let scope = self.cx.u32_constant(data.imm);
        let relaxed = self.cx.u32_constant(0);
        let signed = match data.args.of(&self.function.pool).first() {
            Some(&pointer) => self.is_signed_texel(pointer),
            None => false,
        };
        let id = self.result(inst);
        let exchange = op == Spv::AtomicCompareExchange;
        let mut value = self.operand(inst, data, if exchange { 2 } else { 1 });
        let mut compare = if exchange { self.operand(inst, data, 1) } else { 0 };
        let unsigned_ty = self.cx.ty(data.ty);
        let (mut ty, mut result) = (unsigned_ty, id);
        if signed {
            ty = self.cx.signed_type(SignedType::Vector(data.ty.scalar_bits(), 1));
            value = self.cast(ty, value);
            if exchange {
                compare = self.cast(ty, compare);
            }
            result = self.cx.new_id();
        }
        if exchange {
            self.body.inst(
                op,
                &[ty, result, pointer, scope, relaxed, relaxed, value, compare],
            );
        } else {
            self.body.inst(op, &[ty, result, pointer, scope, relaxed, value]);
        }
        if signed {
            self.body.inst(Spv::Bitcast, &[unsigned_ty, id, result]);
        }
    }

    /// A bit cast of `value` to the type `ty`.
    pub fn cast(&mut self, ty: u32, value: u32) -> u32 {
        self.step(Spv::Bitcast, ty, &[value])
    }

    /// Whether `pointer` points to a texel of an image of signed integers.
    fn is_signed_texel(&self, pointer: Value) -> bool {
        let Some(inst) = pointer.as_inst() else {
            return false;
        };
        if self.function.insts[inst].op != Op::ImageTexelPointer {
            return false;
        }
        match self.function.args(inst).first() {
            Some(&image) => self.image_behind(image).is_some_and(|image| image.signed),
            None => false,
        }
    }
}
