//! Makes a failing function small: ready to be a test as IR text.
//!
//! In: a module and a predicate that says whether a module still fails. Out: a module that fails, from which no
//! branch, instruction or parameter can be left out, with its blocks and values numbered anew. Where there are wave
//! operations, it stays certain which lanes meet at them.

use crate::program::waves_are_certain;
use dxil2spirv::analysis::cfg::Cfg;
use dxil2spirv::entity::EntityId;
use dxil2spirv::ir::{Block, Edge, Function, Inst, Module, Terminator, Type, Value};
use std::collections::HashMap;

/// Shrinks `module` as long as `fails` holds; it holds for `module`.
pub fn shrink(module: &Module, fails: &dyn Fn(&Module) -> bool) -> Module {
    let mut best = compact(module);
    if !fails(&best) {
        return module.clone();
    }
    loop {
        let before = cost(&best);
        // Coarse to fine: many at once first.
        for pass in [branches, skips, instructions, params, operands] {
            best = minimize(best, pass, fails);
        }
        if cost(&best) >= before {
            return best;
        }
    }
}

fn function(module: &Module) -> &Function {
    &module.functions[module.entry]
}

fn cost(module: &Module) -> usize {
    let function = function(module);
    let operands: usize = (function.blocks.values())
        .flat_map(|data| &data.insts)
        .flat_map(|&inst| function.args(inst))
        .filter(|value| value.as_inst().is_some())
        .count();
    let mut edges = 0;
    for data in function.blocks.values() {
        data.terminator.for_each_edge(|_| edges += 1);
    }
    crate::size::instructions(function) + function.blocks.len() + edges + operands
}

/// Something that can be left out, numbered: the edit applied to those of `chosen`, or `None` past the last.
type Pass = fn(&Module, std::ops::Range<usize>) -> Option<Module>;

/// Applies the edits of `pass` in runs, from long to single, keeping those after which it still fails.
fn minimize(mut best: Module, pass: Pass, fails: &dyn Fn(&Module) -> bool) -> Module {
    let mut length = function(&best)
        .blocks
        .len()
        .max(function(&best).insts.len())
        .max(1);
    loop {
        let mut start = 0;
        while let Some(smaller) = pass(&best, start..start + length) {
            let smaller = compact(&smaller);
            if cost(&smaller) < cost(&best) && waves_are_certain(&smaller) && fails(&smaller) {
                // What came after the run has moved into its place.
                best = smaller;
            } else {
                start += length;
            }
        }
        if length == 1 {
            return best;
        }
        length /= 2;
    }
}

/// Branches with several edges get one less.
fn branches(module: &Module, chosen: std::ops::Range<usize>) -> Option<Module> {
    let mut result = module.clone();
    let entry = result.entry;
    let mut number = 0;
    for data in result.functions[entry].blocks.values_mut() {
        let mut edges: Vec<Edge> = Vec::new();
        data.terminator.for_each_edge(|edge| edges.push(*edge));
        if edges.is_empty() {
            continue;
        }
        let mut kept = edges.clone();
        for &edge in edges.iter().rev() {
            if chosen.contains(&number) {
                let at = kept.iter().rposition(|&known| known == edge);
                at.map(|at| kept.remove(at));
            }
            number += 1;
        }
        if kept.len() == edges.len() {
            continue;
        }
        data.terminator = match (&kept[..], &data.terminator) {
            ([], _) => Terminator::Return(None),
            ([edge], _) => Terminator::Branch(*edge),
            ([default, rest @ ..], Terminator::Switch { value, .. }) => Terminator::Switch {
                value: *value,
                default: *default,
                cases: (rest.iter().enumerate())
                    .map(|(index, &edge)| (index as u64, edge))
                    .collect(),
            },
            (_, terminator) => terminator.clone(),
        };
    }
    (chosen.start < number).then_some(result)
}

/// Edges to blocks that only branch on go where these do.
fn skips(module: &Module, chosen: std::ops::Range<usize>) -> Option<Module> {
    let mut result = module.clone();
    let entry = result.entry;
    let function = &mut result.functions[entry];
    let mut beyond: HashMap<Block, Edge> = HashMap::new();
    let mut number = 0;
    for (block, data) in function.blocks.iter() {
        if let Terminator::Branch(edge) = data.terminator
            && data.params.is_empty()
            && data.insts.is_empty()
            && edge.block != block
            && block != Block(0)
        {
            if chosen.contains(&number) {
                beyond.insert(block, edge);
            }
            number += 1;
        }
    }
    for data in function.blocks.values_mut() {
        data.terminator.for_each_edge_mut(|edge| {
            for _ in 0..beyond.len() {
                match beyond.get(&edge.block) {
                    Some(next) => *edge = *next,
                    None => break,
                }
            }
        });
    }
    (chosen.start < number).then_some(result)
}

/// Instructions go, what uses them uses zero.
fn instructions(module: &Module, chosen: std::ops::Range<usize>) -> Option<Module> {
    let mut result = module.clone();
    let entry = result.entry;
    let mut gone: HashMap<Inst, Type> = HashMap::new();
    let function = &mut result.functions[entry];
    let mut number = 0;
    for data in function.blocks.values_mut() {
        data.insts.retain(|&inst| {
            let goes = chosen.contains(&number);
            number += 1;
            if goes {
                gone.insert(inst, function.insts[inst].ty);
            }
            !goes
        });
    }
    zero(&mut result, &gone);
    (chosen.start < number).then_some(result)
}

/// Parameters go, what uses them uses zero.
fn params(module: &Module, chosen: std::ops::Range<usize>) -> Option<Module> {
    let mut result = module.clone();
    let entry = result.entry;
    let mut gone: HashMap<Inst, Type> = HashMap::new();
    let function = &mut result.functions[entry];
    let mut number = 0;
    let mut kept: HashMap<Block, Vec<bool>> = HashMap::new();
    for (block, data) in (0..).map(Block).zip(function.blocks.values_mut()) {
        let keep: Vec<bool> = (data.params.iter())
            .map(|_| {
                number += 1;
                !chosen.contains(&(number - 1))
            })
            .collect();
        let mut index = 0;
        data.params.retain(|&param| {
            index += 1;
            if !keep[index - 1] {
                gone.insert(param, function.insts[param].ty);
            }
            keep[index - 1]
        });
        kept.insert(block, keep);
    }
    for index in 0..function.blocks.len() {
        let block = Block(index as u32);
        let mut terminator =
            std::mem::replace(&mut function.blocks[block].terminator, Terminator::Unreachable);
        terminator.for_each_edge_mut(|edge| {
            let args: Vec<Value> = (function.edge_args(edge).iter())
                .zip(&kept[&edge.block])
                .filter_map(|(&value, &keep)| keep.then_some(value))
                .collect();
            *edge = function.edge(edge.block, &args);
        });
        function.blocks[block].terminator = terminator;
    }
    zero(&mut result, &gone);
    (chosen.start < number).then_some(result)
}

/// Operands of instructions become zero.
fn operands(module: &Module, chosen: std::ops::Range<usize>) -> Option<Module> {
    let mut result = module.clone();
    let entry = result.entry;
    let mut number = 0;
    for inst in function(module).insts.ids() {
        let args = function(module).args(inst).to_vec();
        for (index, value) in args.into_iter().enumerate() {
            let Some(defined) = value.as_inst() else {
                continue;
            };
            if chosen.contains(&number) {
                let zero = result.scalar(function(module).insts[defined].ty, 0);
                result.functions[entry].args_mut(inst)[index] = zero;
            }
            number += 1;
        }
    }
    (chosen.start < number).then_some(result)
}

/// Zero in place of values that are gone.
fn zero(module: &mut Module, gone: &HashMap<Inst, Type>) {
    let entry = module.entry;
    let mut function = std::mem::take(&mut module.functions[entry]);
    let mut replace = |value: &mut Value| {
        if let Some(&ty) = value.as_inst().and_then(|inst| gone.get(&inst))
            && ty.scalar_bits() != 0
        {
            *value = module.scalar(ty, 0);
        }
    };
    function.pool.iter_mut().for_each(&mut replace);
    for data in function.blocks.values_mut() {
        if let Some(value) = data.terminator.operand_mut() {
            replace(value);
        }
    }
    module.functions[entry] = function;
}

/// The module with the blocks in reach and their values only, numbered in the order of the layout.
pub fn compact(module: &Module) -> Module {
    let mut result = module.clone();
    let old = function(module);
    let cfg = Cfg::new(old);
    let order: Vec<Block> = (old.layout.iter().copied())
        .filter(|&block| cfg.is_reachable(block))
        .collect();
    let mut new = Function::new(old.name.clone(), old.ret);
    new.locals.clone_from(&old.locals);
    let mut block_of: HashMap<Block, Block> = HashMap::new();
    for &block in &order {
        block_of.insert(block, new.add_block());
    }
    let mut inst_of: HashMap<Inst, Inst> = HashMap::new();
    for &block in &order {
        let data = &old.blocks[block];
        for &inst in data.params.iter().chain(&data.insts) {
            let from = &old.insts[inst];
            let copy = new.make_inst(from.op, from.flags, from.ty, old.args(inst), from.imm);
            inst_of.insert(inst, copy);
        }
        let of = |insts: &[Inst]| insts.iter().map(|inst| inst_of[inst]).collect();
        let target = &mut new.blocks[block_of[&block]];
        target.params = of(&data.params);
        target.insts = of(&data.insts);
        target.hint = data.hint;
    }
    let value_of = |value: Value| match value.as_inst() {
        Some(inst) => inst_of.get(&inst).map_or(value, |&copy| copy.into()),
        None => value,
    };
    new.pool.iter_mut().for_each(|value| *value = value_of(*value));
    for &block in &order {
        let mut terminator = old.blocks[block].terminator.clone();
        if let Some(value) = terminator.operand_mut() {
            *value = value_of(*value);
        }
        terminator.for_each_edge_mut(|edge| {
            let args: Vec<Value> = old.edge_args(edge).iter().map(|&value| value_of(value)).collect();
            *edge = new.edge(block_of[&edge.block], &args);
        });
        new.blocks[block_of[&block]].terminator = terminator;
    }
    debug_assert_eq!(new.blocks.len(), order.len());
    debug_assert!(order.first().is_none_or(|block| block.index() == 0));
    result.functions[module.entry] = new;
    result
}
