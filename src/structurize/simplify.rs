//! Stage 0: fewer blocks. Its second half, [`join`], is stage 8 too, on what the other stages left in pieces.
//!
//! On entry: any graph. On exit: every block of the layout is reachable; no branch has a constant condition or
//! only one target with one set of arguments; no block only branches on, unless it is a loop header or passes on the
//! fall from one case of a switch to the next; no block whose only predecessor ends in a plain branch to it is left,
//! unless one of the two has a role (merge block, continue target, loop header) that joining would lose.
//!
//! ```text
//! bb0: condbr true, bb1, bb2        bb0: (insts of bb0, bb1, bb3)
//! bb1: br bb3(%1)            ==>         ret
//! bb2: br bb3(%2)
//! bb3(%3): ret
//! ```

use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Graph;
use crate::entity::EntityId;
use crate::ir::{Block, BlockData, Edge, Function, Hint, Merge, Module, Replacements, Terminator};
use rustc_hash::FxHashSet;

/// Folds branches, skips empty blocks, drops unreachable ones and joins straight lines. `graph` is that of the function, if it
/// is known; so is what it returns.
pub fn run(module: &Module, function: &mut Function, graph: Option<Graph>) -> Option<Graph> {
    let folded = fold_branches(module, function);
    let mut graph = graph.filter(|_| !folded).unwrap_or_else(|| Graph::new(function));
    if skip_empty(function, &graph.cfg) {
        fold_branches(module, function);
        graph = Graph::new(function);
    }
    drop_unreachable(function, &graph.cfg);
    (!join_lines(function, &graph.cfg)).then_some(graph)
}

/// Joins straight lines only: for structured graphs, whose headers keep their branches. `cfg` is the function's graph, if it is
/// known.
pub fn join(function: &mut Function, cfg: Option<Cfg>) {
    debug_assert!(cfg.as_ref().is_none_or(|cfg| cfg.is_alike(&Cfg::new(function))));
    let cfg = cfg.unwrap_or_else(|| Cfg::new(function));
    join_lines(function, &cfg);
}

/// Turns conditional branches and switches that go one way only into branches; returns whether it changed anything.
fn fold_branches(module: &Module, function: &mut Function) -> bool {
    let mut changed = false;
    let Function { blocks, pool, .. } = function;
    let same = |a: &Edge, b: &Edge| a.block == b.block && a.args.of(pool) == b.args.of(pool);
    for data in blocks.values_mut() {
        let only = match &mut data.terminator {
            Terminator::CondBranch {
                condition,
                if_true,
                if_false,
            } => match module.const_bits(*condition) {
                // Undef is never branched on by a program that means something.
                None if module.is_undef(*condition) => Some(*if_false),
                Some(0) => Some(*if_false),
                Some(_) => Some(*if_true),
                None => same(if_true, if_false).then_some(*if_true),
            },
            Terminator::Switch {
                value,
                default,
                cases,
            } => {
                if let Some(bits) = module.const_bits(*value) {
                    let case = cases.iter().find(|(case, _)| *case == bits);
                    Some(case.map_or(*default, |(_, edge)| *edge))
                } else if module.is_undef(*value) {
                    Some(*default)
                } else {
                    let before = cases.len();
                    cases.retain(|(_, edge)| !same(edge, default));
                    changed |= cases.len() != before;
                    cases.is_empty().then_some(*default)
                }
            }
            _ => None,
        };
        if let Some(edge) = only {
            data.terminator = Terminator::Branch(edge);
            changed = true;
            // A hint on the loop of which this is the header stays.
            if matches!(data.hint, Hint::Flatten | Hint::DontFlatten) {
                data.hint = Hint::None;
            }
        }
    }
    changed
}

/// Lets edges to blocks that only branch on go where these do. Loop headers stay. So do blocks with several ways in
/// where a switch has another edge to their target: that would be left with parallel edges, one of which would get
/// a block of its own, and what passed through this block as a fall from case to case would not any more. Returns
/// whether it changed anything.
fn skip_empty(function: &mut Function, cfg: &Cfg) -> bool {
    let mut beyond: Vec<Option<Edge>> = vec![None; function.blocks.len()];
    let mut any = false;
    // The targets with parameters that each switch has, as far as blocks have been looked at.
    let mut targets: FxHashSet<(Block, Block)> = FxHashSet::default();
    // Only edges back go against the order, and headers stay: so what a block leads to is known before it is.
    for &block in cfg.order().iter().skip(1).rev() {
        let data = &function.blocks[block];
        let preds = cfg.preds(block);
        let is_header = (preds.iter()).any(|&pred| cfg.position(pred) >= cfg.position(block));
        let mut end = None;
        if let Terminator::Branch(edge) = data.terminator
            && data.insts.is_empty()
            && data.params.is_empty()
            && data.hint == Hint::None
            && !is_header
        {
            end = beyond[edge.block.index()].or(Some(edge));
        }
        let target = end.map_or(block, |edge| edge.block);
        if !function.blocks[target].params.is_empty() {
            for &pred in preds {
                let is_switch = matches!(function.blocks[pred].terminator, Terminator::Switch { .. });
                if is_switch && !targets.insert((pred, target)) && preds.len() > 1 {
                    end = None;
                }
            }
        }
        beyond[block.index()] = end;
        any |= end.is_some();
    }
    if any {
        for data in function.blocks.values_mut() {
            data.terminator.for_each_edge_mut(|edge| {
                *edge = beyond[edge.block.index()].unwrap_or(*edge);
            });
        }
    }
    any
}

/// Empties the blocks that the entry does not reach and takes them out of the layout, except those that are
/// merge blocks or continue targets.
pub fn drop_unreachable(function: &mut Function, cfg: &Cfg) {
    if cfg.order().len() == function.blocks.len() {
        return;
    }
    let roles = roles(function, cfg);
    let keep = |block: Block| cfg.is_reachable(block) || roles[block.index()];
    function.layout.retain(|&block| keep(block));
    for (block, data) in (0..).map(Block).zip(function.blocks.values_mut()) {
        if !keep(block) {
            *data = BlockData::default();
        }
    }
}

/// Which blocks reachable headers name as merge block or continue target.
fn roles(function: &Function, cfg: &Cfg) -> Vec<bool> {
    let mut roles = vec![false; function.blocks.len()];
    for (block, data) in function.blocks.iter() {
        if !cfg.is_reachable(block) {
            continue;
        }
        match data.merge {
            Some(Merge::Selection { merge }) => roles[merge.index()] = true,
            Some(Merge::Loop {
                merge,
                continue_target,
            }) => {
                roles[merge.index()] = true;
                roles[continue_target.index()] = true;
            }
            None => {}
        }
    }
    roles
}

/// Joins each block to its predecessor where that is its only one and goes nowhere else; returns whether there was one.
fn join_lines(function: &mut Function, cfg: &Cfg) -> bool {
    let may_join = |&block: &Block| match function.blocks[block].terminator {
        Terminator::Branch(edge) => cfg.preds(edge.block).len() == 1,
        _ => false,
    };
    if !cfg.order().iter().any(may_join) {
        return false;
    }
    let roles = roles(function, cfg);
    let mut any = false;
    let mut replace = Replacements::new();
    // The block that each was joined to.
    let mut joined: Vec<Option<Block>> = vec![None; function.blocks.len()];
    for &block in cfg.order() {
        if joined[block.index()].is_some() {
            continue;
        }
        while let Terminator::Branch(edge) = function.blocks[block].terminator {
            let next = edge.block;
            // A block of a cycle with itself has itself as its only predecessor only out of reach; nor is one that goes back
            // to a round's header ever executed.
            let is_loop = matches!(function.blocks[next].merge, Some(Merge::Loop { .. }));
            if next == block || cfg.preds(next).len() != 1 || roles[next.index()] || is_loop {
                break;
            }
            if !replace.join(function, block, edge) {
                break;
            }
            joined[next.index()] = Some(block);
            any = true;
        }
    }
    if !any {
        return false;
    }
    function.layout.retain(|block| joined[block.index()].is_none());
    for debug in &mut function.debug_values {
        // A block is joined to one that is not joined itself, as the order has it before.
        debug.block = joined[debug.block.index()].unwrap_or(debug.block);
    }
    replace.apply(function);
    true
}
