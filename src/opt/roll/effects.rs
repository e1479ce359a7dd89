//! What instructions access of the function's memory, and what the functions do that it calls.

use crate::effects::{Effects, Memory};
use crate::ir::{
    Func, Function, Global, Inst, Module, Op, StorageClass, Terminator, TypeData, Value,
    effects_of as effects_alone,
};
use rustc_hash::FxHashMap;

/// The functions that a function calls.
#[derive(Default)]
pub struct Callees {
    effects: FxHashMap<Func, Effects>,
}

impl Callees {
    /// Looks at what `function` calls.
    pub fn new(module: &Module, function: &Function) -> Self {
        let mut callees = Self::default();
        for &block in &function.layout {
            for &inst in &function.blocks[block].insts {
                let data = &function.insts[inst];
                if data.op == Op::Call {
                    let callee = Func(data.imm);
                    let effects = callees.effects.entry(callee);
                    effects.or_insert_with(|| inside(module, callee, effects_alone(module, function, inst)));
                }
            }
        }
        callees
    }

    /// What `inst` of the function does; of a call, what the function does.
    pub fn effects_of(&self, module: &Module, function: &Function, inst: Inst) -> Effects {
        let data = &function.insts[inst];
        let called = match data.op {
            Op::Call => self.effects.get(&Func(data.imm)).copied(),
            _ => None,
        };
        called.unwrap_or_else(|| effects_alone(module, function, inst))
    }
}

/// What a function does beside accessing its own variables; `anything` where that is not easily said.
fn inside(module: &Module, callee: Func, anything: Effects) -> Effects {
    let Some(function) = module.functions.get(callee) else {
        return anything;
    };
    let is_pointer = |&param: &Inst| {
        matches!(
            module.types.get(function.insts[param].ty),
            TypeData::Pointer { .. }
        )
    };
    let params = function
        .layout
        .first()
        .map(|&entry| &function.blocks[entry].params);
    if params.is_none_or(|params| params.iter().any(is_pointer)) {
        return anything;
    }
    let mut effects = Effects::of(Memory::NONE, Memory::NONE);
    for &block in &function.layout {
        for &inst in &function.blocks[block].insts {
            if function.insts[inst].op == Op::Call {
                return anything;
            }
            let is_access = matches!(function.insts[inst].op, Op::Load | Op::Store);
            if !is_access || accessed(module, function, inst).is_none() {
                effects = effects.or(effects_alone(module, function, inst));
            }
        }
        if matches!(function.blocks[block].terminator, Terminator::Unreachable) {
            return anything;
        }
    }
    effects
}

/// The variable of the function's own that a load or store is of.
pub fn accessed(module: &Module, function: &Function, inst: Inst) -> Option<Global> {
    let variable = function.variable_of(*function.args(inst).first()?)?;
    (module.globals[variable].class == StorageClass::Function).then_some(variable)
}

/// The variable of the function's own that a load or store is of, and where in it: the one index, where it is one and constant.
pub fn place(module: &Module, function: &Function, inst: Inst) -> Option<(Global, Option<u64>)> {
    let variable = accessed(module, function, inst)?;
    let pointer = function.args(inst).first()?.as_inst();
    let index = pointer.and_then(|chain| match function.args(chain) {
        &[base, index] if base == Value::from(variable) => module.const_bits(index),
        _ => None,
    });
    Some((variable, index))
}
