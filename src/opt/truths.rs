//! Numbers that are only compared with one constant become whether they are equal to it.
//!
//! Expects any valid function, with constructs or without, and leaves its blocks as they are. A block parameter becomes a truth that is
//! only compared with one constant, where every edge gives it a constant, or one of two by a selection.
//!
//! ```text
//! bb1: br bb3(i32 4)                          bb1: br bb3(true)
//! bb2:                                        bb2: br bb3(%0)
//!   %1 = select %0, i32 4, i32 7              bb3(%2):
//!   br bb3(%1)                          =>      condbr %2, bb4, bb5
//! bb3(%2):
//!   %3 = ieq %2, i32 4
//!   condbr %3, bb4, bb5
//! ```
//!
//! The structurizer makes such numbers, selectors of two targets. From shader model 6.9 on DXC leaves more for it to do: it goes past
//! tests whose result it knows, where it would have made selections before.

use crate::analysis::params::Params;
use crate::entity::{EntityId, ListRef};
use crate::ir::{
    Block, Edge, Flags, Func, Function, Inst, Module, Op, Replacements, Terminator, Type, TypeData, User,
    Uses, Value, ValueRef,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Runs the pass on a function of the module; returns whether it changed anything.
pub fn truths(module: &mut Module, func: Func) -> bool {
    let function = &module.functions[func];
    let numbers = function.layout.iter().skip(1).flat_map(|&block| {
        let params = function.blocks[block].params.iter().enumerate();
        params.map(move |(position, &param)| (block, position, param))
    });
    let mut all: Vec<(Block, usize, Inst)> = numbers
        .filter(|(.., param)| matches!(module.types.get(function.insts[*param].ty), TypeData::Int(_)))
        .collect();
    if all.is_empty() {
        return false;
    }
    let params = Params::of(function, |_| {});
    all.retain(|&(block, position, _)| {
        let mut lists = params.lists(block);
        lists.all(|list| is_choice(module, function, list, position))
    });
    if all.is_empty() {
        return false;
    }
    let uses = Uses::new(function);
    // What variables of the source are said to be stays what it is.
    let told: FxHashSet<Value> = function
        .debug_values
        .iter()
        .filter_map(|debug| debug.value)
        .collect();
    // A selection is for nothing else.
    let is_free = |list: ListRef, position: usize| {
        let Some(&value) = list.of(&function.pool).get(position) else {
            return false;
        };
        let of_one = |inst: Inst| uses.of(inst).len() == 1 && !told.contains(&value);
        value.as_inst().is_none_or(of_one)
    };
    let mut found: FxHashMap<(Block, usize), u64> = FxHashMap::default();
    for (block, position, param) in all {
        if let Some(number) = compared(module, function, &uses, param)
            && params.lists(block).all(|list| is_free(list, position))
            && !told.contains(&param.into())
        {
            found.insert((block, position), number);
        }
    }
    if found.is_empty() {
        return false;
    }
    let mut function = std::mem::take(&mut module.functions[func]);
    change(module, &mut function, &uses, &found);
    module.functions[func] = function;
    true
}

/// The constant that `param` is compared with, if nothing else is done with it.
fn compared(module: &Module, function: &Function, uses: &Uses, param: Inst) -> Option<u64> {
    let mut found = None;
    for user in uses.of(param) {
        let User::Inst(inst) = *user else {
            return None;
        };
        let number = match *function.args(inst) {
            [value, number] if function.insts[inst].op == Op::IEq && value == param.into() => {
                module.const_bits(number)?
            }
            _ => return None,
        };
        if found.is_some_and(|known| known != number) {
            return None;
        }
        found = Some(number);
    }
    found
}

/// Whether what an edge gives at this position is a constant, or a selection of two.
fn is_choice(module: &Module, function: &Function, list: ListRef, position: usize) -> bool {
    let Some(&value) = list.of(&function.pool).get(position) else {
        return false;
    };
    match value.get() {
        ValueRef::Const(_) => module.const_bits(value).is_some() || module.is_undef(value),
        ValueRef::Inst(inst) => {
            let is_number = |value: &Value| module.const_bits(*value).is_some();
            let args = function.args(inst);
            function.insts[inst].op == Op::Select && args.len() == 3 && args[1..].iter().all(is_number)
        }
        ValueRef::Global(_) => false,
    }
}

fn change(module: &mut Module, function: &mut Function, uses: &Uses, found: &FxHashMap<(Block, usize), u64>) {
    let mut replacements = Replacements::new();
    let mut gone = vec![false; function.insts.len()];
    for block in function.layout.clone() {
        for position in 0..function.blocks[block].params.len() {
            if !found.contains_key(&(block, position)) {
                continue;
            }
            let param = function.blocks[block].params[position];
            function.insts[param].ty = Type::BOOL;
            for user in uses.of(param) {
                if let User::Inst(inst) = *user {
                    replacements.insert(inst, param.into());
                    gone[inst.index()] = true;
                }
            }
        }
        let mut terminator =
            std::mem::replace(&mut function.blocks[block].terminator, Terminator::Unreachable);
        terminator.for_each_edge_mut(|edge: &mut Edge| {
            let mut args = edge.args.of(&function.pool).to_vec();
            let mut changed = false;
            for (position, value) in args.iter_mut().enumerate() {
                if let Some(&number) = found.get(&(edge.block, position)) {
                    *value = truth(module, function, &mut gone, *value, number);
                    changed = true;
                }
            }
            if changed {
                edge.args = ListRef::append(&mut function.pool, args);
            }
        });
        function.blocks[block].terminator = terminator;
    }
    for data in function.blocks.values_mut() {
        data.insts.retain(|inst| !gone[inst.index()]);
    }
    replacements.apply(function);
}

/// Whether `value`, a constant or a selection of two, is `number`.
fn truth(
    module: &mut Module,
    function: &mut Function,
    gone: &mut [bool],
    value: Value,
    number: u64,
) -> Value {
    let Some(inst) = value.as_inst() else {
        return match module.const_bits(value) {
            Some(bits) => module.scalar(Type::BOOL, u64::from(bits == number)),
            None => module.undef(Type::BOOL),
        };
    };
    let &[condition, a, b] = function.args(inst) else {
        return value;
    };
    let [a, b] = [a, b].map(|value| module.const_bits(value) == Some(number));
    match (a, b) {
        (false, true) => {
            let args = ListRef::append(&mut function.pool, [condition]);
            let data = &mut function.insts[inst];
            (data.op, data.ty, data.args, data.flags) = (Op::Not, Type::BOOL, args, Flags::NONE);
            return value;
        }
        _ => gone[inst.index()] = true,
    }
    match a == b {
        true => module.scalar(Type::BOOL, u64::from(a)),
        false => condition,
    }
}
