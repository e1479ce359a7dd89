//! Functions that lowering adds beside the entry point, written block by block.

use crate::ir::{Block, Builder, Cursor, Edge, Function, Module, Op, Terminator, Type, Value};

/// A function being written: instructions go to the end of the cursor's block.
pub struct Writer<'a> {
    pub module: &'a mut Module,
    pub func: Function,
    pub cursor: Cursor,
}

impl<'a> Writer<'a> {
    /// A function with these parameters, at its first block.
    pub fn new<const N: usize>(
        module: &'a mut Module,
        name: &str,
        ret: Type,
        params: [(&str, Type); N],
    ) -> (Self, [Value; N]) {
        let mut func = Function::new(name, ret);
        let block = func.add_block();
        let params = params.map(|(name, ty)| {
            let param = func.add_param(block, ty);
            func.names.insert(param, name.to_owned());
            Value::from(param)
        });
        let cursor = Cursor::at_end(block);
        (Self { module, func, cursor }, params)
    }

    /// Makes instructions here.
    pub fn build(&mut self) -> Builder<'_> {
        Builder {
            module: self.module,
            function: &mut self.func,
            cursor: &mut self.cursor,
        }
    }

    /// Makes an instruction.
    pub fn emit(&mut self, op: Op, ty: Type, args: &[Value], imm: u32) -> Value {
        self.build().emit_imm(op, ty, args, imm)
    }

    /// Makes an instruction that gives an `i32`.
    pub fn word(&mut self, op: Op, args: &[Value]) -> Value {
        self.emit(op, Type::I32, args, 0)
    }

    /// Makes an instruction that gives an `i1`.
    pub fn test(&mut self, op: Op, args: &[Value]) -> Value {
        self.emit(op, Type::BOOL, args, 0)
    }

    /// A block with parameters of these types.
    pub fn block<const N: usize>(&mut self, params: [Type; N]) -> (Block, [Value; N]) {
        let block = self.func.add_block();
        let params = params.map(|ty| Value::from(self.func.add_param(block, ty)));
        (block, params)
    }

    /// Ends the block with a branch on `condition`.
    pub fn branch(&mut self, condition: Value, if_true: Edge, if_false: Edge) {
        self.func.blocks[self.cursor.block].terminator = Terminator::CondBranch {
            condition,
            if_true,
            if_false,
        };
    }

    /// Ends the block with a branch to `target`.
    pub fn go(&mut self, target: Block, args: &[Value]) {
        let edge = self.func.edge(target, args);
        self.func.blocks[self.cursor.block].terminator = Terminator::Branch(edge);
    }

    /// Ends the block and the function.
    pub fn give(&mut self, value: Value) {
        self.func.blocks[self.cursor.block].terminator = Terminator::Return(Some(value));
    }
}
