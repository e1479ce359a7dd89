//! The cheap level: one walk over a module that is about to be emitted, in the order of its layout.
//!
//! It finds what emission would turn into an invalid module without noticing: ids that name nothing or are used before
//! their definition, edges whose arguments are not what the target takes, operands that are too few or of another type
//! than the operation's. The tables of types and constants, the graph and the rules that look into types are left to the
//! full level. In the layout of a structured function a definition comes before its uses, so that one mark for each
//! instruction is enough.

use super::operands::{self, Quick};
use crate::entity::{EntityId, ListRef};
use crate::error::{Error, Result};
use crate::ir::{Block, Edge, Function, Inst, Merge, Module, Terminator, Type, Value, ValueRef};

/// Checks `module`, which is structured.
///
/// # Errors
/// `Internal`, with the first violation.
pub fn check(module: &Module, after: &str) -> Result<()> {
    let mut defined: Vec<Type> = Vec::new();
    if module.entry.index() >= module.functions.len() {
        return Err(broken(after, "the entry point does not exist"));
    }
    for function in module.functions.values() {
        defined.clear();
        defined.resize(function.insts.len(), NOT_YET);
        let mut walk = Walk {
            module,
            function,
            rows: operands::quick_rows(),
            defined: &mut defined,
        };
        if let Err((block, inst, message)) = walk.function() {
            let error = broken(after, message).in_function(function.name.clone());
            return Err(
                match inst.and_then(|inst| Some((inst, function.insts.get(inst)?))) {
                    Some((inst, data)) => error
                        .in_block(block.0)
                        .at_instruction(format!("{inst} = {}", data.op)),
                    None => error.in_block(block.0),
                },
            );
        }
    }
    Ok(())
}

#[cold]
fn broken(after: &str, message: &str) -> Error {
    Error::internal(format!("the IR is broken after {after}: {message}"))
}

struct Walk<'a> {
    module: &'a Module,
    function: &'a Function,
    rows: &'static [Quick],
    /// The types of the instructions and parameters met so far; of others [`NOT_YET`].
    defined: &'a mut [Type],
}

/// No type that a module has.
const NOT_YET: Type = Type(u32::MAX);

/// Where a rule is broken, and which.
type Found<T> = std::result::Result<T, (Block, Option<Inst>, &'static str)>;

impl Walk<'_> {
    fn function(&mut self) -> Found<()> {
        for &block in &self.function.layout {
            let Some(data) = self.function.blocks.get(block) else {
                return Err((block, None, "the block does not exist"));
            };
            for &param in &data.params {
                if !self.define(param) {
                    return Err((
                        block,
                        Some(param),
                        "a parameter that does not exist or has two places",
                    ));
                }
            }
            for &inst in &data.insts {
                self.inst(inst).map_err(|message| (block, Some(inst), message))?;
            }
            self.terminator(&data.terminator)
                .map_err(|message| (block, None, message))?;
            let blocks = self.function.blocks.len();
            let exist = match data.merge {
                None => true,
                Some(Merge::Selection { merge }) => merge.index() < blocks,
                Some(Merge::Loop {
                    merge,
                    continue_target,
                }) => merge.index() < blocks && continue_target.index() < blocks,
            };
            if !exist {
                return Err((block, None, "a merge block that does not exist"));
            }
        }
        Ok(())
    }

    /// Marks `inst`; false where it does not exist or is marked already.
    #[inline]
    fn define(&mut self, inst: Inst) -> bool {
        let (Some(data), Some(defined)) = (self.function.insts.get(inst), self.defined.get_mut(inst.index()))
        else {
            return false;
        };
        std::mem::replace(defined, data.ty) == NOT_YET
    }

    #[inline]
    fn inst(&mut self, inst: Inst) -> std::result::Result<(), &'static str> {
        let Some(data) = self.function.insts.get(inst) else {
            return Err("it does not exist");
        };
        if data.op.is_d3d12() || data.ty == Type::HANDLE {
            return Err("something of D3D12 is left");
        }
        let args = self.list(data.args)?;
        match self.rows.get(data.op as usize).copied().unwrap_or(Quick::Any) {
            Quick::Same(count) => {
                let consts = &self.module.consts;
                let is_same = |value: &Value| match self.defined.get(value.slot()) {
                    Some(ty) => *ty == data.ty,
                    None => value
                        .as_const()
                        .is_some_and(|value| value.index() < consts.len() && consts.ty(value) == data.ty),
                };
                let plain = args.len() == count && args.iter().all(is_same);
                if !plain || data.ty == Type::VOID || data.ty == NOT_YET {
                    self.same(args, count, data.ty)?;
                }
            }
            Quick::Alike(count) => {
                if args.len() != count {
                    return Err("a wrong number of operands");
                }
                let mut first = None;
                for &value in args {
                    let ty = self.value(value)?;
                    if *first.get_or_insert(ty) != ty {
                        return Err("operands of different types");
                    }
                }
            }
            Quick::Count(count) => {
                if args.len() != count {
                    return Err("a wrong number of operands");
                }
                self.values(args)?;
            }
            Quick::Any => self.values(args)?,
        }
        let before = self.defined.get_mut(inst.index());
        match before.map(|defined| std::mem::replace(defined, data.ty)) {
            Some(NOT_YET) => Ok(()),
            _ => Err("it has two places"),
        }
    }

    /// What is wrong with operands that are to be of the result's type.
    fn same(&self, args: &[Value], count: usize, ty: Type) -> std::result::Result<(), &'static str> {
        if args.len() != count {
            return Err("a wrong number of operands");
        }
        for &value in args {
            if self.value(value)? != ty {
                return Err("an operand of another type than the result");
            }
        }
        Ok(())
    }

    fn list(&self, list: ListRef) -> std::result::Result<&[Value], &'static str> {
        self.function
            .pool
            .get(list.range())
            .ok_or("an operand list that does not exist")
    }

    fn values(&self, values: &[Value]) -> std::result::Result<(), &'static str> {
        values.iter().try_for_each(|&value| self.value(value).map(|_| ()))
    }

    /// The type of a value, which exists and is defined before.
    #[inline]
    fn value(&self, value: Value) -> std::result::Result<Type, &'static str> {
        match self.defined.get(value.slot()) {
            Some(&NOT_YET) => return Err("a value that is not defined before"),
            Some(&Type::VOID) => return Err("a value that is none"),
            Some(&ty) => return Ok(ty),
            None => {}
        }
        match value.get() {
            ValueRef::Inst(_) => Err("a value that is not defined before"),
            ValueRef::Const(constant) if constant.index() < self.module.consts.len() => {
                Ok(self.module.consts.ty(constant))
            }
            ValueRef::Global(global) => match self.module.globals.get(global) {
                Some(data) => Ok(data.pointer),
                None => Err("a variable that does not exist"),
            },
            ValueRef::Const(_) => Err("a constant that does not exist"),
        }
    }

    fn terminator(&self, terminator: &Terminator) -> std::result::Result<(), &'static str> {
        match terminator {
            Terminator::CondBranch { condition, .. } if self.value(*condition)? != Type::BOOL => {
                return Err("a condition that is no `i1`");
            }
            Terminator::Switch { value, .. } if !self.value(*value)?.is_int_scalar() => {
                return Err("a selector that is no integer");
            }
            Terminator::Return(value) => {
                let ty = value.map_or(Ok(Type::VOID), |value| self.value(value))?;
                if ty != self.function.ret {
                    return Err("it returns another type than its function");
                }
            }
            _ => {}
        }
        let mut result = Ok(());
        terminator.for_each_edge(|edge| result = result.and_then(|()| self.edge(edge)));
        result
    }

    fn edge(&self, edge: &Edge) -> std::result::Result<(), &'static str> {
        let Some(target) = self.function.blocks.get(edge.block) else {
            return Err("an edge to a block that does not exist");
        };
        let args = self.list(edge.args)?;
        if args.len() != target.params.len() {
            return Err("an edge with a wrong number of arguments");
        }
        for (&arg, &param) in args.iter().zip(&target.params) {
            let ty = self.value(arg)?;
            if self.function.insts.get(param).is_none_or(|data| data.ty != ty) {
                return Err("an edge with an argument of another type than the parameter");
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::ErrorKind;
    use crate::entity::ListRef;
    use crate::ir::parse::parse_module;
    use crate::ir::{Block, Const, Func, Global, Inst, Module, Op, Type, Value};

    const TEXT: &str = "global @0 Private i32\n\
        function func0 \"main\" i32 {\n\
        bb0:\n\
        %0: i32 = load @0\n\
        %1: i1 = ieq %0, i32 0\n\
        selection_merge bb2\n\
        condbr %1, bb1, bb2(%0)\n\
        bb1:\n\
        %2: i32 = iadd %0, i32 1\n\
        store @0, %2\n\
        br bb2(%2)\n\
        bb2(%3: i32):\n\
        %4: i32 = select %1, %3, i32 5\n\
        ret %4\n}\n";

    /// Where `damage` goes unseen there is no error.
    fn found(damage: fn(&mut Module)) -> Option<String> {
        let mut module = parse_module(TEXT).unwrap();
        assert!(check(&module, "a test").is_ok());
        damage(&mut module);
        let error = check(&module, "a test").err()?;
        assert_eq!(error.kind(), ErrorKind::Internal);
        Some(error.to_string())
    }

    fn arg(module: &mut Module, inst: u32, index: usize) -> &mut Value {
        &mut module.functions[Func(0)].args_mut(Inst(inst))[index]
    }

    #[test]
    fn what_is_broken_is_found() {
        type Damage = fn(&mut Module);
        let cases: &[(Damage, &str)] = &[
            (|m| *arg(m, 2, 0) = Inst(99).into(), "not defined before"),
            (|m| *arg(m, 2, 0) = Inst(4).into(), "not defined before"),
            (
                |m| *arg(m, 2, 0) = Const(99).into(),
                "a constant that does not exist",
            ),
            (
                |m| *arg(m, 0, 0) = Global(9).into(),
                "a variable that does not exist",
            ),
            (|m| *arg(m, 2, 0) = Inst(1).into(), "another type than the result"),
            (|m| *arg(m, 1, 0) = Inst(1).into(), "not defined before"),
            (
                |m| m.functions[Func(0)].insts[Inst(2)].args.len = 1,
                "wrong number of operands",
            ),
            (
                |m| m.functions[Func(0)].insts[Inst(2)].args = ListRef { start: 90, len: 2 },
                "operand list",
            ),
            (
                |m| m.functions[Func(0)].insts[Inst(0)].op = Op::LoadInput,
                "D3D12",
            ),
            (
                |m| m.functions[Func(0)].insts[Inst(2)].ty = Type::F32,
                "another type than the result",
            ),
            (
                |m| m.functions[Func(0)].insts[Inst(3)].ty = Type::F32,
                "another type than the parameter",
            ),
            (|m| m.functions[Func(0)].ret = Type::VOID, "returns another type"),
            (
                |m| m.functions[Func(0)].blocks[Block(2)].params.clear(),
                "wrong number of arguments",
            ),
            (
                |m| m.functions[Func(0)].blocks[Block(2)].insts.push(Inst(0)),
                "two places",
            ),
            (
                |m| m.functions[Func(0)].blocks[Block(1)].insts.clear(),
                "not defined before",
            ),
            (|m| m.functions[Func(0)].layout.push(Block(7)), "does not exist"),
            (|m| m.functions[Func(0)].layout.swap(0, 1), "not defined before"),
            (|m| m.entry = Func(4), "entry point"),
        ];
        for (damage, message) in cases {
            let found = found(*damage).unwrap_or_else(|| panic!("nothing found: {message}"));
            assert!(found.contains(message), "{found}, not {message}");
        }
    }
}
