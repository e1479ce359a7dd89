//! Indices into heaps: held within the heap's size, or checked by [descriptor QA](super::qa).
//!
//! With the heap's size known, an index becomes `min(index, size)`: what lies beyond the heap leads to the descriptor
//! behind its last one, which the caller makes a null descriptor. So it is with what a descriptor table has, too: one may
//! begin beyond the heap, or end there.

use super::Lower;
use super::handles::Access;
use crate::error::{Error, Result};
use crate::ir::{ConstData, Flags, Inst, Op, StorageClass, Type, TypeData, Value};
use crate::vulkan::{
    DescriptorType, HeapSize, RESOURCE_HEAP_SIZE_SPEC_ID, SAMPLER_HEAP_SIZE_SPEC_ID, SpecConstant,
    SpecConstantKind,
};

/// Descriptors of the largest heaps that D3D12 has on every device (resource binding tiers 1 and 2).
const LARGEST_RESOURCE_HEAP: u32 = 1_000_000;
const LARGEST_SAMPLER_HEAP: u32 = 2048;

impl Lower<'_> {
    /// `index` into the heap of `descriptor_type`, as the handle `inst` asks for it, guarded as the plan wants it.
    pub fn guarded_index(
        &mut self,
        inst: Inst,
        descriptor_type: DescriptorType,
        index: Value,
    ) -> Result<Value> {
        let layout = &self.plan.layout;
        if layout.descriptor_qa.is_none() && layout.heap_size.is_none() {
            return Ok(index);
        }
        let sampler = descriptor_type == DescriptorType::Sampler;
        if layout.descriptor_qa.is_some() && !sampler {
            return self.checked_index(inst, descriptor_type, index);
        }
        let Some(size) = self.heap_size(sampler) else {
            return Ok(index);
        };
        match (self.module.const_bits(index), self.module.const_bits(size)) {
            (Some(index), Some(size)) => Ok(self.i32(index.min(size) as u32)),
            _ => Ok(self.emit(Op::UMin, Flags::NONE, Type::I32, &[index, size])),
        }
    }

    /// Lowers the address of a buffer.
    pub fn resource_address(&mut self, inst: Inst) -> Result<()> {
        let handle = self.handle_of(inst)?;
        let buffer = self.plan.layout.instrumentation.as_ref();
        let address = match (handle.access, buffer.and_then(|what| what.addresses.as_ref())) {
            (Access::Address(address), _) => address,
            (Access::Descriptor(Some(index)), Some(buffer)) => {
                let (place, stride) = ((buffer.set, buffer.binding), buffer.stride);
                self.side_pair("addresses", place, buffer.offset, stride, index)
            }
            _ => return Err(Error::internal("the address of a buffer that has none")),
        };
        self.forward(inst, address);
        Ok(())
    }

    /// Lowers the index of a resource in its heap.
    pub fn heap_index_of(&mut self, inst: Inst) -> Result<()> {
        let handle = self.handle_of(inst)?;
        let index = self.element_of(&handle)?;
        self.forward(inst, index);
        Ok(())
    }

    /// Lowers the size of a heap.
    pub fn heap_size_of(&mut self, inst: Inst) -> Result<()> {
        let samplers = self.func.insts[inst].imm != 0;
        let size = self.heap_size(samplers);
        let size = size.ok_or_else(|| Error::internal("a heap whose size is not known"))?;
        self.forward(inst, size);
        Ok(())
    }

    /// The number of descriptors in the sampler heap or the resource heap.
    fn heap_size(&mut self, sampler: bool) -> Option<Value> {
        if let Some(size) = self.heap.sizes[usize::from(sampler)] {
            return Some(size);
        }
        let size = match *self.plan.layout.heap_size.as_ref()? {
            HeapSize::Constant { resources, samplers } => {
                self.i32(if sampler { samplers } else { resources })
            }
            HeapSize::SpecConstant => self.spec_constant(if sampler {
                SpecConstant {
                    id: SAMPLER_HEAP_SIZE_SPEC_ID,
                    kind: SpecConstantKind::SamplerHeapSize,
                    default: LARGEST_SAMPLER_HEAP,
                }
            } else {
                SpecConstant {
                    id: RESOURCE_HEAP_SIZE_SPEC_ID,
                    kind: SpecConstantKind::ResourceHeapSize,
                    default: LARGEST_RESOURCE_HEAP,
                }
            }),
            HeapSize::Buffer { set, binding } => self.heap_size_word(set, binding, sampler),
            HeapSize::UniformBuffer { .. } | HeapSize::HeapView { .. } if sampler => {
                self.i32(LARGEST_SAMPLER_HEAP - 1)
            }
            HeapSize::UniformBuffer { set, binding } => self.heap_size_uniform(set, binding),
            HeapSize::HeapView { set, binding, stride } => self.heap_view_length(set, binding, stride),
        };
        self.heap.sizes[usize::from(sampler)] = Some(size);
        Some(size)
    }

    /// A word of the buffer of heap sizes, loaded once at the start of the function.
    fn heap_size_word(&mut self, set: u32, binding: u32, sampler: bool) -> Value {
        let variable = match self.heap.buffer {
            Some(variable) => variable,
            None => {
                let members = [("resources", 0, Type::I32), ("samplers", 4, Type::I32)];
                let block = self.module.types.structure("HeapSizes", members, true);
                let variable = self
                    .module
                    .add_global("heap_sizes", StorageClass::StorageBuffer, block);
                self.place(variable, set, binding);
                self.module
                    .decorate(variable, ::spirv::Decoration::NonWritable, &[]);
                self.heap.buffer = Some(variable);
                variable
            }
        };
        let member = self.i32(u32::from(sampler));
        let ty = self.module.types.pointer(StorageClass::StorageBuffer, Type::I32);
        self.in_prologue(|lower| {
            let pointer = lower.emit(Op::AccessChain, Flags::NONE, ty, &[variable.into(), member]);
            lower.emit(Op::Load, Flags::NONE, Type::I32, &[pointer])
        })
    }

    /// The word of a uniform buffer, loaded once at the start of the function.
    fn heap_size_uniform(&mut self, set: u32, binding: u32) -> Value {
        let variable = self.heap_size_block(Type::I32, StorageClass::Uniform, set, binding);
        let zero = self.i32(0);
        let ty = self.module.types.pointer(StorageClass::Uniform, Type::I32);
        self.in_prologue(|lower| {
            let pointer = lower.emit(Op::AccessChain, Flags::NONE, ty, &[variable, zero]);
            lower.emit(Op::Load, Flags::NONE, Type::I32, &[pointer])
        })
    }

    /// The number of descriptors in a view of the heap's memory, likewise.
    fn heap_view_length(&mut self, set: u32, binding: u32, stride: u32) -> Value {
        let descriptors = self.module.types.intern(TypeData::RuntimeArray {
            element: Type::I32,
            stride,
        });
        let variable = self.heap_size_block(descriptors, StorageClass::StorageBuffer, set, binding);
        self.in_prologue(|lower| lower.emit(Op::ArrayLength, Flags::NONE, Type::I32, &[variable]))
    }

    /// A block of one member beside the resources.
    fn heap_size_block(&mut self, member: Type, class: StorageClass, set: u32, binding: u32) -> Value {
        let block = self.module.types.block("HeapSize", "resources", member);
        let variable = self.module.add_global("heap_size", class, block);
        self.place(variable, set, binding);
        if class == StorageClass::StorageBuffer {
            self.module
                .decorate(variable, ::spirv::Decoration::NonWritable, &[]);
        }
        variable.into()
    }

    /// A specialization constant, which the reflection then lists.
    pub fn spec_constant(&mut self, constant: SpecConstant) -> Value {
        let SpecConstant { id, default, .. } = constant;
        if !self.made.spec_constants.contains(&constant) {
            self.made.spec_constants.push(constant);
        }
        let data = ConstData::Specialization { id, default };
        self.module.consts.intern(Type::I32, data).into()
    }
}

#[cfg(test)]
pub mod tests;
