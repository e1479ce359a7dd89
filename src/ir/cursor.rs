//! Making instructions: where they go and what they carry ([`Cursor`]), and the arithmetic that passes need, folded
//! where it can be ([`Builder`]).
//!
//! ```text
//! cursor at the end of bb1, source 7      bb1:
//! builder.add(%1, i32 2)            =>      %9: i32 = iadd %1, i32 2 !7
//! builder.mul(i32 3, 4)             =>      (i32 12: nothing is made)
//! ```

use super::debug::NO_SOURCE;
use super::function::{Block, Function, Inst, Value};
use super::module::Module;
use super::op::{Flags, Op};
use super::types::{StorageClass, Type};
use crate::entity::ListRef;

/// Where new instructions go, and what they carry. A plain value: it borrows nothing, and making an instruction
/// allocates nothing of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// The block.
    pub block: Block,
    /// Position in the block of the next instruction; `None`: its end.
    at: Option<u32>,
    /// What new instructions come from: [`InstData::source`](super::InstData::source).
    pub source: u32,
    /// Flags of new instructions beside those that they are made with.
    pub flags: Flags,
}

impl Cursor {
    /// At the end of `block`, however it grows.
    pub fn at_end(block: Block) -> Self {
        Self {
            block,
            at: None,
            source: NO_SOURCE,
            flags: Flags::NONE,
        }
    }
    /// At the start of `block`: what is made stands before everything there, in the order in which it was made.
    pub fn at_start(block: Block) -> Self {
        Self {
            at: Some(0),
            ..Self::at_end(block)
        }
    }
    /// Here, with this source for what is made.
    #[must_use]
    pub fn with_source(self, source: u32) -> Self {
        Self { source, ..self }
    }
    /// How many instructions of the block stand before it; `None` at the end.
    pub fn position(&self) -> Option<usize> {
        self.at.map(|at| at as usize)
    }
    /// At the end of `block` of `function`, with the source of its terminator.
    pub fn behind(function: &Function, block: Block) -> Self {
        Self::at_end(block).with_source(function.blocks[block].source)
    }
    /// Makes an instruction here.
    #[inline]
    pub fn emit(
        &mut self,
        function: &mut Function,
        op: Op,
        flags: Flags,
        ty: Type,
        args: &[Value],
        imm: u32,
    ) -> Value {
        let inst = function.make_inst_from(op, flags.with(self.flags), ty, args, imm, self.source);
        self.put(function, inst);
        inst.into()
    }
    /// Puts an instruction here that exists and is in no block.
    #[inline]
    pub fn put(&mut self, function: &mut Function, inst: Inst) {
        let insts = &mut function.blocks[self.block].insts;
        match &mut self.at {
            None => insts.push(inst),
            Some(at) => {
                insts.insert((*at as usize).min(insts.len()), inst);
                *at += 1;
            }
        }
    }
    /// Makes another instruction of `inst`, which is in no block, and puts it here: its uses stay, and so does its
    /// type.
    pub fn replace(
        &mut self,
        function: &mut Function,
        inst: Inst,
        op: Op,
        flags: Flags,
        args: &[Value],
        imm: u32,
    ) {
        let list = ListRef::append(&mut function.pool, args.iter().copied());
        let data = &mut function.insts[inst];
        data.op = op;
        data.flags = flags.with(self.flags);
        data.args = list;
        data.imm = imm;
        self.put(function, inst);
    }
    /// Puts a copy of `inst` here, with its operands, flags and source.
    pub fn copy(&mut self, function: &mut Function, inst: Inst) -> Inst {
        let mut data = function.insts[inst];
        let range = data.args.range();
        data.args = ListRef::append(&mut function.pool, std::iter::empty());
        function.pool.extend_from_within(range.clone());
        data.args.len = range.len() as u32;
        let copy = function.insts.push(data);
        self.put(function, copy);
        copy
    }
}

/// Makes instructions of `function` at `cursor`, with the constants and types of `module`.
#[derive(Debug)]
pub struct Builder<'a> {
    /// Constants and types.
    pub module: &'a mut Module,
    /// The function.
    pub function: &'a mut Function,
    /// Where in it.
    pub cursor: &'a mut Cursor,
}

impl Builder<'_> {
    /// Makes an instruction without flags and immediate.
    #[inline]
    pub fn emit(&mut self, op: Op, ty: Type, args: &[Value]) -> Value {
        self.emit_imm(op, ty, args, 0)
    }
    /// Makes an instruction with an immediate.
    #[inline]
    pub fn emit_imm(&mut self, op: Op, ty: Type, args: &[Value], imm: u32) -> Value {
        self.cursor.emit(self.function, op, Flags::NONE, ty, args, imm)
    }
    /// The type of a value.
    #[inline]
    pub fn ty(&self, value: Value) -> Type {
        self.module.value_type(self.function, value)
    }
    /// An `i32` constant.
    #[inline]
    pub fn i32(&mut self, value: u32) -> Value {
        self.module.i32(value)
    }
    /// `a + b` of `i32`, folded where constant.
    pub fn add(&mut self, a: Value, b: Value) -> Value {
        match (self.module.const_bits(a), self.module.const_bits(b)) {
            (Some(a), Some(b)) => self.i32((a as u32).wrapping_add(b as u32)),
            (Some(0), _) => b,
            (_, Some(0)) => a,
            _ => self.emit(Op::IAdd, Type::I32, &[a, b]),
        }
    }
    /// `a * b` of `i32`, folded where constant.
    pub fn mul(&mut self, a: Value, b: u32) -> Value {
        match self.module.const_bits(a) {
            Some(a) => self.i32((a as u32).wrapping_mul(b)),
            None if b == 1 => a,
            None if b.is_power_of_two() => {
                let count = self.i32(b.trailing_zeros());
                self.emit(Op::Shl, Type::I32, &[a, count])
            }
            None => {
                let b = self.i32(b);
                self.emit(Op::IMul, Type::I32, &[a, b])
            }
        }
    }
    /// `a >> bits` of `i32`, folded where constant.
    pub fn shr(&mut self, a: Value, bits: u32) -> Value {
        match self.module.const_bits(a) {
            Some(a) => self.i32((a as u32).checked_shr(bits).unwrap_or(0)),
            None if bits == 0 => a,
            None => {
                let count = self.i32(bits);
                self.emit(Op::LShr, Type::I32, &[a, count])
            }
        }
    }
    /// The same bits as type `ty`; nothing is made when it has that type.
    pub fn bitcast(&mut self, value: Value, ty: Type) -> Value {
        if self.ty(value) == ty {
            value
        } else {
            self.emit(Op::Bitcast, ty, &[value])
        }
    }
    /// `value` of a memory type as type `ty` of the same components, or back: minimum-precision values are
    /// 32-bit in memory whatever they are in registers; otherwise the bits stay.
    pub fn converted(&mut self, value: Value, ty: Type) -> Value {
        let from = self.ty(value);
        if from == ty {
            return value;
        }
        let (from_scalar, to_scalar) = (self.module.types.scalar(from), self.module.types.scalar(ty));
        let op = match (from_scalar.scalar_bits(), to_scalar.scalar_bits()) {
            (a, b) if a == b => Op::Bitcast,
            _ if to_scalar.is_float_scalar() => Op::FConvert,
            (a, b) if a < b => Op::ZExt,
            _ => Op::ITrunc,
        };
        self.emit(op, ty, &[value])
    }
    /// A pointer of class `class` to the part of type `ty` that `path` leads to from `base`.
    pub fn part(&mut self, class: StorageClass, base: Value, path: &[Value], ty: Type) -> Value {
        let ty = self.module.types.pointer(class, ty);
        let mut args = smallvec::SmallVec::<[Value; 8]>::new();
        args.push(base);
        args.extend(path.iter().copied());
        self.emit(Op::AccessChain, ty, &args)
    }
}

#[cfg(test)]
mod tests {
    use super::{Builder, Cursor};
    use crate::ir::{Flags, Function, Module, Op, Type, Value};

    #[test]
    fn instructions_go_where_the_cursor_is_and_carry_its_source() {
        let mut module = Module::default();
        let mut function = Function::new("f", Type::VOID);
        let block = function.add_block();
        let a: Value = function.add_param(block, Type::I32).into();
        let mut end = Cursor {
            source: 7,
            flags: Flags::RELAXED,
            ..Cursor::at_end(block)
        };
        let mut start = Cursor::at_start(block);
        let mut b = Builder {
            module: &mut module,
            function: &mut function,
            cursor: &mut end,
        };
        let two = b.i32(2);
        let last = b.add(a, two);
        let zero = b.i32(0);
        assert_eq!((b.add(a, zero), b.mul(a, 1), b.shr(a, 0)), (a, a, a));
        let three = b.i32(3);
        let folded = (b.add(two, three), b.mul(three, 4), b.shr(three, 40));
        assert_eq!(folded, (b.i32(5), b.i32(12), zero));
        assert_eq!(b.bitcast(a, Type::I32), a);
        let first = start.emit(&mut function, Op::INeg, Flags::NONE, Type::I32, &[a], 0);
        let second = start.emit(&mut function, Op::Not, Flags::NONE, Type::I32, &[a], 0);
        let copy = end.copy(&mut function, second.as_inst().unwrap());
        let order: Vec<Value> = function.blocks[block]
            .insts
            .iter()
            .map(|&inst| inst.into())
            .collect();
        assert_eq!(order, [first, second, last, copy.into()]);
        assert_eq!(function.args(copy), [a]);
        let data = function.insts[last.as_inst().unwrap()];
        assert_eq!((data.source, data.flags), (7, Flags::RELAXED));
        assert_eq!(function.insts[copy].source, u32::MAX);
        assert_eq!(Cursor::behind(&function, block).source, u32::MAX);
    }
}
