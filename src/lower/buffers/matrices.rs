//! Matrices in raw buffers that the device multiplies with vectors (`SPV_NV_cooperative_vector`), loads or stores
//! (`SPV_KHR_cooperative_matrix`).
//!
//! The device accesses them in an array of words in a storage buffer or at an address, and says nothing of what lies beyond a
//! buffer's end. So the shader asks before, with the alignment that Vulkan wants of where a matrix begins; what
//! is not there is left to the shader's own loops, and so are buffers that are no such arrays.

use crate::error::{Error, Result};
use crate::ir::{Flags, Inst, MATRIX_ROBUST, Op, StorageClass, Type, TypeData, Value};
use crate::lower::Lower;
use crate::lower::handles::{Access, Handle};
use crate::lower::variables::Shape;

impl Lower<'_> {
    /// Whether a buffer is an array of words that the device reads matrices from.
    fn holds_matrices(&self, handle: &Handle) -> bool {
        !self.is_texels(handle.resource) && !matches!(handle.access, Access::RootConstants(..))
    }

    /// Whether a number is a multiple of a power of two.
    fn is_aligned(&mut self, value: Value, to: u32) -> Value {
        let (mask, zero) = (self.i32(to.saturating_sub(1)), self.i32(0));
        let low = self.emit(Op::And, Flags::NONE, Type::I32, &[value, mask]);
        self.emit(Op::IEq, Flags::NONE, Type::BOOL, &[low, zero])
    }

    /// Lowers the question whether a matrix is there.
    #[cold]
    pub fn matrix_is_there(&mut self, inst: Inst) -> Result<()> {
        let handle = self.handle_of(inst)?;
        let (offset, bytes) = (self.arg(inst, 1)?, self.arg(inst, 2)?);
        if !self.holds_matrices(&handle) {
            let no = self.module.scalar(Type::BOOL, 0);
            self.forward(inst, no);
            return Ok(());
        }
        let (start, size) = match (handle.access, handle.window) {
            // Root descriptors have no size.
            (Access::Address(address), _) => {
                let low = self.emit_imm(Op::Extract, Flags::NONE, Type::I32, &[address], 0);
                (Some(low), None)
            }
            (_, Some(window)) => (Some(window.start), Some(window.size)),
            _ => {
                let (variable, block) = self.resource_variable(handle.resource, Shape::Integers(32))?;
                let pointer = self.resource_pointer(variable, &handle, &[], block);
                let words = self.emit(Op::ArrayLength, handle.flags, Type::I32, &[pointer]);
                (None, Some(self.mul(words, 4)))
            }
        };
        let first = match start {
            Some(start) => self.add(start, offset),
            None => offset,
        };
        let imm = self.func.insts[inst].imm;
        let mut there = self.is_aligned(first, imm & !MATRIX_ROBUST);
        // The device knows the end of a descriptor, not of a window in one.
        let held = imm & MATRIX_ROBUST != 0 && handle.window.is_none();
        if let Some(size) = size.filter(|_| !held) {
            let none = Flags::NONE;
            let fits = self.emit(Op::UGe, none, Type::BOOL, &[size, bytes]);
            let last = self.emit(Op::ISub, none, Type::I32, &[size, bytes]);
            let before = self.emit(Op::ULe, none, Type::BOOL, &[offset, last]);
            for condition in [fits, before] {
                there = self.emit(Op::And, none, Type::BOOL, &[there, condition]);
            }
        }
        self.forward(inst, there);
        Ok(())
    }

    /// Lowers the product of a matrix that is there with a vector.
    #[cold]
    pub fn multiply_vector(&mut self, inst: Inst) -> Result<()> {
        let handle = self.handle_of(inst)?;
        if !self.holds_matrices(&handle) {
            let ty = self.func.insts[inst].ty;
            let none = self.module.undef(ty);
            self.forward(inst, none);
            return Ok(());
        }
        let mut args: Vec<Value> = Vec::new();
        for index in 0..self.func.args(inst).len() {
            args.push(match index {
                0 => self.matrices_of(&handle)?,
                _ => self.arg(inst, index)?,
            });
        }
        if let (Some(window), Some(offset)) = (handle.window, args.get(1).copied()) {
            let moved = self.add(window.start, offset);
            if let Some(offset) = args.get_mut(1) {
                *offset = moved;
            }
        }
        self.finish(inst, Op::VectorMultiply, Flags::NONE, &args, 0);
        Ok(())
    }

    /// Lowers a load or store of a matrix that is there.
    #[cold]
    pub fn access_matrix(&mut self, inst: Inst) -> Result<()> {
        let handle = self.handle_of(inst)?;
        let data = self.func.insts[inst];
        let loads = data.op == Op::LoadBufferMatrix;
        if !self.holds_matrices(&handle) {
            if loads {
                let none = self.module.undef(data.ty);
                self.forward(inst, none);
            }
            return Ok(());
        }
        let (mut offset, stride) = (self.arg(inst, 1)?, self.arg(inst, 2)?);
        if let Some(window) = handle.window {
            offset = self.add(window.start, offset);
        }
        let [word, line] = [offset, stride].map(|bytes| self.shr(bytes, 2));
        let pointer = self.word_pointer(&handle, word)?;
        let (op, args) = match loads {
            true => (Op::MatrixLoad, vec![pointer, line]),
            false => (Op::MatrixStore, vec![pointer, self.arg(inst, 3)?, line]),
        };
        self.finish(inst, op, Flags::NONE, &args, data.imm);
        Ok(())
    }

    /// A pointer to a word of a buffer.
    fn word_pointer(&mut self, handle: &Handle, word: Value) -> Result<Value> {
        let zero = self.i32(0);
        match handle.access {
            Access::Address(address) => {
                let base = self.root_pointer(handle, address, Shape::Integers(32))?;
                let class = StorageClass::PhysicalStorageBuffer;
                let ty = self.module.types.pointer(class, Type::I32);
                Ok(self.emit(Op::AccessChain, Flags::NONE, ty, &[base, zero, word]))
            }
            Access::Descriptor(_) => {
                let (variable, _) = self.resource_variable(handle.resource, Shape::Integers(32))?;
                Ok(self.resource_pointer(variable, handle, &[zero, word], Type::I32))
            }
            Access::RootConstants(..) => Err(Error::internal("a matrix in root constants")),
        }
    }

    /// A pointer to a buffer's array of words.
    fn matrices_of(&mut self, handle: &Handle) -> Result<Value> {
        let zero = self.i32(0);
        let array = TypeData::RuntimeArray {
            element: Type::I32,
            stride: 4,
        };
        let array = self.module.types.intern(array);
        match handle.access {
            Access::Address(address) => {
                let base = self.root_pointer(handle, address, Shape::Integers(32))?;
                let class = StorageClass::PhysicalStorageBuffer;
                let ty = self.module.types.pointer(class, array);
                Ok(self.emit(Op::AccessChain, Flags::NONE, ty, &[base, zero]))
            }
            Access::Descriptor(_) => {
                let (variable, _) = self.resource_variable(handle.resource, Shape::Integers(32))?;
                Ok(self.resource_pointer(variable, handle, &[zero], array))
            }
            Access::RootConstants(..) => Err(Error::internal("a matrix in root constants")),
        }
    }
}
