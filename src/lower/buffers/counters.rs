//! UAV counters: words that atomics change. Incrementing returns the old value, decrementing the new one.
//!
//! A counter is the first word of a storage buffer or storage texel buffer of its own, in an array that is parallel
//! to the resources', or at an address that a side buffer holds, which may be at an address itself. There is no descriptor there that could be null: an
//! address of 0 is a view without a counter, and left alone; the result is 0 then.
//!
//! ```text
//! function "uav_counter" i32(%0: <2 x i32> address, %1: i32 step, %2: i32 bias):
//!   if address != 0 { atomic.iadd(address, step) + bias } else { 0 }
//! ```

use super::SCOPE_DEVICE;
use crate::error::Result;
use crate::ir::{
    Cursor, Edge, Flags, Func, Function, Inst, Op, StorageClass, Terminator, Type, TypeData, Value,
};
use crate::lower::Lower;
use crate::lower::handles::Handle;
use crate::lower::variables::Shape;
use crate::vulkan::{CounterBinding, DescriptorType};

impl Lower<'_> {
    /// Lowers a counter update.
    #[inline(never)]
    pub fn counter_update(&mut self, inst: Inst) -> Result<()> {
        let handle = self.counter_handle(inst)?;
        let delta = self.func.insts[inst].imm;
        let step = self.i32(delta);
        let bias = if delta == 1 { 0 } else { delta };
        let pointer = match self.counter_of(handle.resource)? {
            CounterBinding::Descriptor {
                set,
                binding,
                descriptor_type,
            } => self.counter_pointer(&handle, set, binding, descriptor_type)?,
            CounterBinding::Address {
                set,
                binding,
                stride,
                offset,
                through_uniform,
            } => {
                let element = self.element_of(&handle)?;
                let address = match through_uniform {
                    false => self.side_pair("counters", (set, binding), offset, stride, element),
                    true => self.pair_at_address("counters", (set, binding), offset, stride, element),
                };
                let function = self.counter_function();
                let args = [address, step, self.i32(bias)];
                self.finish(inst, Op::Call, Flags::NONE, &args, function.0);
                return Ok(());
            }
        };
        if bias == 0 {
            self.finish(inst, Op::AtomicIAdd, Flags::NONE, &[pointer, step], SCOPE_DEVICE);
        } else {
            let old = self.emit_imm(
                Op::AtomicIAdd,
                Flags::NONE,
                Type::I32,
                &[pointer, step],
                SCOPE_DEVICE,
            );
            self.finish(inst, Op::IAdd, Flags::NONE, &[old, step], 0);
        }
        Ok(())
    }

    /// A pointer to a counter in a descriptor.
    fn counter_pointer(
        &mut self,
        handle: &Handle,
        set: u32,
        binding: u32,
        descriptor_type: DescriptorType,
    ) -> Result<Value> {
        let zero = self.i32(0);
        let id = handle.resource;
        if descriptor_type == DescriptorType::StorageTexelBuffer {
            let ty = self.module.types.intern(TypeData::Image(Self::word_image(true)));
            let (variable, _) = self.counter_variable(id, set, binding, Shape::Object(ty))?;
            let pointer = self.resource_pointer(variable, handle, &[], ty);
            return Ok(self.texel_of(handle, pointer, zero));
        }
        let (variable, _) = self.counter_variable(id, set, binding, Shape::Integers(32))?;
        Ok(self.resource_pointer(variable, handle, &[zero, zero], Type::I32))
    }

    /// The function that updates a counter at an address, made when first asked for.
    fn counter_function(&mut self) -> Func {
        if let Some(func) = self.counters.function {
            return func;
        }
        let address_ty = self.module.types.vector(Type::I32, 2);
        let mut function = Function::new("uav_counter", Type::I32);
        let (entry, update, done) = (function.add_block(), function.add_block(), function.add_block());
        let address: Value = function.add_param(entry, address_ty).into();
        let step: Value = function.add_param(entry, Type::I32).into();
        let bias: Value = function.add_param(entry, Type::I32).into();
        let result: Value = function.add_param(done, Type::I32).into();

        let caller = std::mem::replace(&mut self.func, function);
        let here = std::mem::replace(&mut self.cursor, Cursor::at_end(entry));
        let zero = self.i32(0);
        let words = [0, 1].map(|i| self.emit_imm(Op::Extract, Flags::NONE, Type::I32, &[address], i));
        let any = self.emit(Op::Or, Flags::NONE, Type::I32, &words);
        let exists = self.emit(Op::INe, Flags::NONE, Type::BOOL, &[any, zero]);
        self.cursor.block = update;
        let counter = self.module.types.block("Counter", "", Type::I32);
        let base = self.address_pointer(address, counter);
        let ty = self
            .module
            .types
            .pointer(StorageClass::PhysicalStorageBuffer, Type::I32);
        let pointer = self.emit(Op::AccessChain, Flags::NONE, ty, &[base, zero]);
        let old = self.emit_imm(
            Op::AtomicIAdd,
            Flags::NONE,
            Type::I32,
            &[pointer, step],
            SCOPE_DEVICE,
        );
        let new = self.emit(Op::IAdd, Flags::NONE, Type::I32, &[old, bias]);
        self.cursor = here;
        let mut function = std::mem::replace(&mut self.func, caller);

        let (without, with) = (function.edge(done, &[zero]), function.edge(done, &[new]));
        let data = &mut function.blocks[entry];
        data.terminator = Terminator::CondBranch {
            condition: exists,
            if_true: Edge::to(update),
            if_false: without,
        };
        function.blocks[update].terminator = Terminator::Branch(with);
        function.blocks[done].terminator = Terminator::Return(Some(result));
        let func = self.module.functions.push(function);
        self.counters.function = Some(func);
        func
    }
}
