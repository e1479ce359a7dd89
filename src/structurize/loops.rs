//! Stage 3: loops in SPIR-V's form.
//!
//! On entry: a reducible graph of reachable blocks, and the loop that each block is to belong to. On exit: each
//! loop has
//! - a header that holds its parameters, ends in a plain branch and names merge block and continue target;
//! - one edge into it from outside, from a block that ends in a plain branch;
//! - one edge back to it, from its continue target: a block of its own, or the block that all ways round end in, where
//!   some ways to that skip code that others have (`continue` from deep within);
//! - one target for all edges out of it, its merge block, entered from nowhere else. Edges that leave several
//!   loops at once go from merge block to merge block, edges with different targets tell them apart by selector.
//!
//! ```text
//! bb1: condbr %a, bb2, bb4        bb1: loop_merge bb8, bb9; br bb7
//! bb2: condbr %b, bb1, bb5   ==>  bb7: condbr %a, bb2, bb8(4)
//!                                 bb2: condbr %b, bb9, bb8(5)
//!                                 bb9: br bb1            (continue target)
//!                                 bb8(%s): condbr %s == 4, bb4, bb5
//! ```
//! Values defined in a loop and used after it may no longer dominate their uses: left to `repair`.

use super::funnel::{Funnel, Funnels, Made};
use super::switches;
use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::analysis::loops::{Loop, Loops};
use crate::entity::{EntityId, IdVec};
use crate::ir::{Block, Function, Hint, Inst, Merge, Module, Terminator, Value};

/// The blocks made for one loop.
struct Parts {
    merge: Funnel,
    continue_target: Block,
    preheader: Option<Block>,
}

/// Brings all loops into form. `member` says which loop each block belongs to. Returns what is known of the funnels that are
/// their merge blocks.
pub fn run(
    module: &mut Module,
    function: &mut Function,
    cfg: &Cfg,
    dominators: &Dominators,
    loops: &Loops,
    mut member: Vec<Option<Loop>>,
) -> Made {
    if loops.loops.is_empty() {
        return Made::default();
    }
    let has_preheader = find_preheaders(function, cfg, loops, &member);
    // Where the terminator of each block is now.
    let mut end: Vec<Block> = (0..cfg.block_count() as u32).map(Block).collect();
    let mut funnels = Funnels::default();
    let mut parts: IdVec<Loop, Parts> = IdVec::with_capacity(loops.loops.len());
    for (id, data) in loops.loops.iter() {
        end[data.header.index()] = split_header(function, data.header);
        move_hint(function, cfg, loops, &member, id);
        let merge = funnels.add(function);
        if let Some(parent) = data.parent {
            let outer = parts[parent].merge;
            funnels.set_next(merge, outer);
        }
        let last = last_of_round(function, cfg, dominators, loops, &member, id);
        let continue_target = last.unwrap_or_else(|| forward_block(function, data.header));
        let preheader = (!has_preheader[id.index()]).then(|| forward_block(function, data.header));
        function.blocks[data.header].merge = Some(Merge::Loop {
            merge: funnels.block(merge),
            continue_target,
        });
        parts.push(Parts {
            merge,
            continue_target,
            preheader,
        });
    }
    member.truncate(cfg.block_count());
    for &block in cfg.order() {
        let from = end[block.index()];
        let mut terminator =
            std::mem::replace(&mut function.blocks[from].terminator, Terminator::Unreachable);
        let mut slot = 0;
        terminator.for_each_edge_mut(|edge| {
            let inner = member[block.index()];
            let target = match final_target(loops, &parts, inner, edge.block) {
                // It goes back itself.
                target if target == block => edge.block,
                target => target,
            };
            let exited = exits(loops, inner, member[edge.block.index()]);
            edge.block = target;
            if let Some((first, last)) = exited {
                funnels.add_local(parts[last].merge, target);
                funnels.enter(from, slot, parts[first].merge, Some(parts[last].merge), target);
            }
            slot += 1;
        });
        function.blocks[from].terminator = terminator;
    }
    let mut made = funnels.finish(module, function);
    switches::separate_made(module, function, &mut made);
    made
}

/// For each loop, whether it is entered by one edge, a plain branch from a block that is in the parent loop.
fn find_preheaders(function: &Function, cfg: &Cfg, loops: &Loops, member: &[Option<Loop>]) -> Vec<bool> {
    let mut result = Vec::with_capacity(loops.loops.len());
    for (id, data) in loops.loops.iter() {
        let mut outside = (cfg.preds(data.header).iter())
            .filter(|pred| !loops.encloses(id, member[pred.index()]))
            .copied();
        let only = outside.next().filter(|_| outside.next().is_none());
        result.push(only.is_some_and(|pred| {
            member[pred.index()] == data.parent
                && matches!(function.blocks[pred].terminator, Terminator::Branch(_))
        }));
    }
    result
}

/// The block that all ways round the loop end in, if it can be the continue target, and ways to it skip code that others
/// have: another join beside it says so. What several threads do together stays out of continue constructs.
fn last_of_round(
    function: &Function,
    cfg: &Cfg,
    dominators: &Dominators,
    loops: &Loops,
    member: &[Option<Loop>],
    id: Loop,
) -> Option<Block> {
    let header = loops.loops[id].header;
    let within = |block: &Block| loops.encloses(id, member[block.index()]);
    let mut back = cfg.preds(header).iter().filter(|pred| within(pred));
    let last = *back.next().filter(|_| back.next().is_none())?;
    let data = &function.blocks[last];
    let is_join = |block: &Block| {
        let forward = |pred: &&Block| !dominators.dominates(*block, **pred);
        cfg.preds(*block).iter().filter(forward).count() > 1
    };
    let leads_on = match &data.terminator {
        Terminator::Branch(_) => true,
        Terminator::CondBranch {
            if_true, if_false, ..
        } => [if_true, if_false]
            .iter()
            .all(|edge| edge.block == header || !within(&edge.block)),
        _ => false,
    };
    if last == header || !leads_on || !is_join(&last) || member[last.index()] != Some(id) {
        return None;
    }
    let beside = dominators.children(dominators.idom(last)?);
    let skips = beside
        .iter()
        .any(|block| *block != last && is_join(block) && within(block));
    let convergent = |&inst: &Inst| function.insts[inst].op.effects().convergent;
    (skips && !data.insts.iter().any(convergent)).then_some(last)
}

/// A loop's hint may stand at the branch back: moves it to the header, which has kept no other hint.
fn move_hint(function: &mut Function, cfg: &Cfg, loops: &Loops, member: &[Option<Loop>], id: Loop) {
    let header = loops.loops[id].header;
    let is_loop_hint = |hint| matches!(hint, Hint::Unroll | Hint::DontUnroll);
    for &pred in cfg.preds(header) {
        let hint = function.blocks[pred].hint;
        if pred != header && loops.encloses(id, member[pred.index()]) && is_loop_hint(hint) {
            // A header among the sources of back edges keeps its own hint.
            let own = member[pred.index()].is_some_and(|inner| loops.loops[inner].header == pred);
            if !own {
                function.blocks[pred].hint = Hint::None;
                if function.blocks[header].hint == Hint::None {
                    function.blocks[header].hint = hint;
                }
            }
        }
    }
}

/// Leaves the header only its parameters and a plain branch. Returns the block that has its terminator now.
fn split_header(function: &mut Function, header: Block) -> Block {
    if matches!(function.blocks[header].terminator, Terminator::Branch(_)) {
        return header;
    }
    let body = function.add_block();
    let data = &mut function.blocks[header];
    let insts = std::mem::take(&mut data.insts);
    let terminator = std::mem::replace(
        &mut data.terminator,
        Terminator::Branch(crate::ir::Edge::to(body)),
    );
    let (hint, source) = (data.hint, data.source);
    if matches!(hint, Hint::Flatten | Hint::DontFlatten) {
        data.hint = Hint::None;
    }
    let rest = &mut function.blocks[body];
    rest.insts = insts;
    rest.terminator = terminator;
    rest.source = source;
    if matches!(hint, Hint::Flatten | Hint::DontFlatten) {
        rest.hint = hint;
    }
    let moved = (function.debug_values.iter_mut()).filter(|debug| debug.block == header);
    moved.for_each(|debug| debug.block = body);
    body
}

/// A new block with the parameters of `target`, that branches to it with these.
fn forward_block(function: &mut Function, target: Block) -> Block {
    let block = function.add_block();
    let args: Vec<Value> = (0..function.blocks[target].params.len())
        .map(|index| {
            let ty = function.insts[function.blocks[target].params[index]].ty;
            function.add_param(block, ty).into()
        })
        .collect();
    let edge = function.edge(target, &args);
    let source = function.blocks[target].source;
    let data = &mut function.blocks[block];
    data.terminator = Terminator::Branch(edge);
    data.source = source;
    block
}

/// Where an edge from a block of loop `from` to `target` really has to go, loops that it leaves aside.
fn final_target(loops: &Loops, parts: &IdVec<Loop, Parts>, from: Option<Loop>, target: Block) -> Block {
    let Some(id) = loops.innermost[target.index()].filter(|&id| loops.loops[id].header == target) else {
        return target;
    };
    if loops.encloses(id, from) {
        parts[id].continue_target
    } else {
        parts[id].preheader.unwrap_or(target)
    }
}

/// The innermost and the outermost of the loops that an edge from a block of `from` to one of `to` leaves.
fn exits(loops: &Loops, from: Option<Loop>, to: Option<Loop>) -> Option<(Loop, Loop)> {
    let from = from?;
    Some((from, loops.outermost_without(from, to)?))
}
