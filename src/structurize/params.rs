//! Stage 6: no block parameter that could be done without.
//!
//! On entry: definitions dominate uses. On exit: the same; parameters that are always the same value (undef aside)
//! have given way to it where it dominates them, those that are always undef to undef, and parameters that nothing
//! depends on are gone.
//!
//! ```text
//! bb1: br bb3(%1, 5)
//! bb2: br bb3(%1, 6)             ==>   bb1: br bb3
//! bb3(%2, %3): use %2                  bb2: br bb3
//!                                      bb3: use %1
//! ```

use super::values::Places;
use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Graph;
use crate::analysis::params::Incoming;
use crate::entity::{EntityId, ListRef};
use crate::ir::{Block, Function, Inst, Module, Replacements, Terminator, Value};

/// Removes parameters that are not needed. `places` says where values are made, if that is known already. Returns the graph,
/// which stays.
pub fn run(module: &mut Module, function: &mut Function, places: Option<Places>) -> Cfg {
    debug_assert!(
        places
            .as_ref()
            .is_none_or(|places| places.cfg.is_alike(&Cfg::new(function)))
    );
    let mut places = places.unwrap_or_else(|| Places::of_graph(Graph::new(function)));
    if function.blocks.values().all(|data| data.params.is_empty()) {
        return places.cfg;
    }
    let incoming = Incoming::of(function, &places.cfg);
    drop_constant(module, function, &mut places, &incoming);
    drop_unused(function, &places.cfg, &incoming);
    places.cfg
}

/// How often parameters are looked at in reverse post-order: values that come round a loop take one round more
/// for each loop around them, and few loops nest deeper.
const MAX_ROUNDS: usize = 4;

/// Replaces parameters that have one value by it. They stay as unused parameters.
fn drop_constant(module: &mut Module, function: &mut Function, places: &mut Places, incoming: &Incoming) {
    let mut replace = Replacements::new();
    let mut only: Vec<(Option<Option<Value>>, bool)> = Vec::new();
    for _ in 0..MAX_ROUNDS {
        let mut changed = false;
        for at in 1..places.cfg.order().len() {
            let block = places.cfg.order()[at];
            let count = function.blocks[block].params.len();
            if count == 0 {
                continue;
            }
            // Per parameter: no value yet, one value, or (outer `None`) several; and whether an edge gives undef.
            only.clear();
            only.resize(count, (Some(None), false));
            for list in incoming.of_block(block) {
                let params = &function.blocks[block].params;
                for ((&arg, (only, undef)), &param) in
                    list.of(&function.pool).iter().zip(&mut only).zip(params)
                {
                    let arg = replace.resolve(arg);
                    if arg == Value::from(param) {
                        continue;
                    }
                    if module.is_undef(arg) {
                        *undef = true;
                        continue;
                    }
                    *only = match *only {
                        Some(None) => Some(Some(arg)),
                        Some(Some(known)) if known == arg => *only,
                        _ => None,
                    };
                }
            }
            for (&param, &(only, undef)) in function.blocks[block].params.iter().zip(&only) {
                let Some(value) = only.filter(|_| !replace.contains(param)) else {
                    continue;
                };
                let value = value.unwrap_or_else(|| module.undef(function.insts[param].ty));
                let mut is_above =
                    || (value.as_inst()).is_none_or(|inst| places.is_above(function, inst, block));
                // What every edge gives, but those on which the parameter stays what it is, has been made on each way here.
                debug_assert!(undef || is_above());
                if !undef || is_above() {
                    replace.insert(param, value);
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    replace.apply(function);
}

/// A parameter, while uses are followed.
struct Param {
    block: Block,
    /// Which one of its block.
    index: u32,
    live: bool,
}

/// Drops parameters that reach no instruction, branch or return.
fn drop_unused(function: &mut Function, cfg: &Cfg, incoming: &Incoming) {
    let mut params: Vec<Param> = Vec::new();
    // By instruction: which of these it is, plus one; 0 for all that are none.
    let mut numbers = vec![0u32; function.insts.len()];
    for &block in cfg.order().iter().skip(1) {
        for (index, &param) in (0..).zip(&function.blocks[block].params) {
            params.push(Param {
                block,
                index,
                live: false,
            });
            numbers[param.index()] = params.len() as u32;
        }
    }
    let number = |value: Value| match numbers.get(value.slot()) {
        Some(&number) => (number as usize).wrapping_sub(1),
        None => usize::MAX,
    };
    let mut work: Vec<(Block, u32)> = Vec::new();
    let mark = |value: Value, params: &mut [Param], work: &mut Vec<(Block, u32)>| {
        if let Some(param) = params.get_mut(number(value))
            && !param.live
        {
            param.live = true;
            work.push((param.block, param.index));
        }
    };
    for &block in cfg.order() {
        for &inst in &function.blocks[block].insts {
            for &value in function.args(inst) {
                mark(value, &mut params, &mut work);
            }
        }
        if let Some(value) = function.blocks[block].terminator.operand() {
            mark(value, &mut params, &mut work);
        }
        // Most are used soon, and all of most functions are.
        if work.len() == params.len() {
            return;
        }
    }
    while let Some((block, index)) = work.pop() {
        for list in incoming.of_block(block) {
            if let Some(&value) = list.of(&function.pool).get(index as usize) {
                mark(value, &mut params, &mut work);
            }
        }
    }
    if params.iter().all(|param| param.live) {
        return;
    }
    let live = |param: Inst| params.get(number(param.into())).is_none_or(|param| param.live);
    for &block in cfg.order() {
        let Function { blocks, pool, .. } = &mut *function;
        let mut terminator = std::mem::replace(&mut blocks[block].terminator, Terminator::Unreachable);
        terminator.for_each_edge_mut(|edge| {
            let params = &blocks[edge.block].params;
            if params.iter().all(|&param| live(param)) {
                return;
            }
            let start = pool.len();
            for (index, &param) in edge.args.range().zip(params) {
                if live(param) {
                    pool.push(pool[index]);
                }
            }
            edge.args = ListRef {
                start: start as u32,
                len: (pool.len() - start) as u32,
            };
        });
        blocks[block].terminator = terminator;
    }
    for &block in cfg.order().iter().skip(1) {
        function.blocks[block].params.retain(|&param| live(param));
    }
}
