//! Stage 2: which blocks belong to which loop.
//!
//! On entry: a reducible graph. On exit: the same graph, except that loops with other exits have returns of their
//! own; and for each block the innermost loop whose construct it will be part of. That is its natural loop, or a
//! loop deeper within, for code that runs on the way out.
//!
//! ```text
//! loop { ..; if (hit) { x; break; } .. } z        x does not reach the back edge, so it is not in the natural
//!                                                 loop; left outside, the loop has two exit targets, x and z
//! ```
//! A little code on the way out stays in the loop when that saves an exit target: code that ends the function, and
//! code that only leads to another exit target of the loop. Each loop keeps a *main* exit, which is never taken in:
//! what comes after the loop stays after it.
//!
//! Much code stays outside, at the price of a selector: threads that leave in different iterations run it together
//! there, and one after the other in the loop. So do wave operations, derivatives and barriers, whatever the size:
//! DXC keeps those that the source has before a `break` in the natural loop (by a branch on `dx.break.cond`, which
//! nobody can see through), so what it has outside belongs outside.

use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::analysis::loops::{Loop, Loops};
use crate::entity::{EntityId, IdVec};
use crate::ir::{Block, Edge, Effect, Function, Terminator, Value};
use rustc_hash::FxHashSet;

/// The most blocks and instructions that are taken into a loop at one exit.
const MAX_BLOCKS: u32 = 8;
const MAX_INSTS: usize = 24;

/// Gives edges that leave a loop for an empty block that ends the function such a block of their own, unless that
/// is where all edges out of the loop go. Returns whether it changed anything.
pub fn own_returns(function: &mut Function, cfg: &Cfg, loops: &Loops) -> bool {
    if loops.loops.is_empty() {
        return false;
    }
    let Some(targets) = exit_targets(cfg, loops) else {
        return false;
    };
    let mut changed = false;
    for &block in cfg.order() {
        let Some(inner) = loops.innermost[block.index()] else {
            continue;
        };
        if targets[inner].len() < 2 {
            continue;
        }
        let mut terminator =
            std::mem::replace(&mut function.blocks[block].terminator, Terminator::Unreachable);
        terminator.for_each_edge_mut(|edge| {
            let target = edge.block;
            if loops.contains(inner, target) || cfg.preds(target).len() < 2 {
                return;
            }
            if let Some(end) = empty_end(function, edge) {
                let own = function.add_block();
                function.blocks[own].terminator = end;
                *edge = Edge::to(own);
                changed = true;
            }
        });
        function.blocks[block].terminator = terminator;
    }
    changed
}

/// The terminator of the target of `edge`, as seen from its source, when that is all the target has and it ends
/// the function.
fn empty_end(function: &Function, edge: &Edge) -> Option<Terminator> {
    let data = &function.blocks[edge.block];
    if !data.insts.is_empty() {
        return None;
    }
    match data.terminator {
        Terminator::Return(value) => {
            let number = |value: Value| data.params.iter().position(|&param| value == Value::from(param));
            let value = value.map(|value| {
                let argument = number(value).and_then(|number| function.edge_args(edge).get(number));
                argument.copied().unwrap_or(value)
            });
            Some(Terminator::Return(value))
        }
        Terminator::Unreachable => Some(Terminator::Unreachable),
        _ => None,
    }
}

/// For each loop the blocks outside that blocks within branch to, in reverse post-order. `None` for loops nested
/// so deep, with so many edges out of all of them, that the lists would be much longer than the graph.
fn exit_targets(cfg: &Cfg, loops: &Loops) -> Option<IdVec<Loop, Vec<Block>>> {
    let mut targets: IdVec<Loop, Vec<Block>> = IdVec::filled(Vec::new(), loops.loops.len());
    let mut left = 1000 + 8 * cfg.block_count();
    for &block in cfg.order() {
        for &succ in cfg.succs(block) {
            let mut at = loops.innermost[block.index()];
            while let Some(id) = at.filter(|&id| !loops.contains(id, succ)) {
                left = left.checked_sub(1)?;
                targets[id].push(succ);
                at = loops.loops[id].parent;
            }
        }
    }
    for list in targets.values_mut() {
        list.sort_by_key(|&block| cfg.position(block));
        list.dedup();
    }
    Some(targets)
}

/// Code behind an exit, as far as that dominates it.
#[derive(Clone, Copy)]
struct Tail {
    /// The innermost loop that all edges to it come from.
    home: Loop,
    /// Where it leads to; `None` when it ends the function.
    to: Option<Block>,
}

/// The innermost loop of each block, by block number.
pub fn membership(
    function: &Function,
    cfg: &Cfg,
    dominators: &Dominators,
    loops: &Loops,
) -> Vec<Option<Loop>> {
    let mut member = loops.innermost.clone();
    if loops.loops.is_empty() {
        return member;
    }
    let Some(targets) = exit_targets(cfg, loops) else {
        return member;
    };
    let mut tails: Vec<Option<Tail>> = vec![None; cfg.block_count()];
    let mut all: Vec<Block> = targets.values().flatten().copied().collect();
    all.sort_by_key(|&block| cfg.position(block));
    all.dedup();
    for &target in &all {
        tails[target.index()] = tail(function, cfg, dominators, loops, target);
    }
    let main: IdVec<Loop, Option<Block>> = (targets.values())
        .map(|targets| main_exit(dominators, &tails, targets))
        .collect();
    for &target in &all {
        let Some(tail) = tails[target.index()] else {
            continue;
        };
        let outer = loops.innermost[target.index()];
        // The loops that it would be taken into.
        let mut allowed = true;
        let mut useful = false;
        let mut at = Some(tail.home);
        while let Some(id) = at.filter(|_| at != outer) {
            allowed &= main[id] != Some(target);
            useful |= tail.to.is_none_or(|to| {
                main[id] == Some(to)
                    || targets[id]
                        .binary_search_by_key(&cfg.position(to), |&block| cfg.position(block))
                        .is_ok()
            });
            at = loops.loops[id].parent;
        }
        if allowed && useful {
            for_each_dominated(dominators, target, |block| {
                member[block.index()] = Some(tail.home)
            });
        }
    }
    member
}

/// What is known of the code at an exit target, when it may be taken into a loop.
fn tail(
    function: &Function,
    cfg: &Cfg,
    dominators: &Dominators,
    loops: &Loops,
    target: Block,
) -> Option<Tail> {
    if dominators.subtree_size(target) > MAX_BLOCKS {
        return None;
    }
    let outer = loops.innermost[target.index()];
    let mut preds = cfg.preds(target).iter();
    let mut home = loops.innermost[preds.next()?.index()];
    for &pred in preds {
        while let Some(id) = home.filter(|&id| !loops.contains(id, pred)) {
            home = loops.loops[id].parent;
        }
    }
    let home = home.filter(|_| home != outer)?;
    let mut to = None;
    let mut fits = true;
    let mut insts = 0;
    for_each_dominated(dominators, target, |block| {
        // No loops within: those would have to move into another.
        fits &= loops.innermost[block.index()] == outer;
        for &succ in cfg.succs(block) {
            if !dominators.dominates(target, succ) || succ == target {
                fits &= *to.get_or_insert(succ) == succ;
            }
        }
        let block_insts = &function.blocks[block].insts;
        insts += block_insts.len();
        if insts <= MAX_INSTS {
            let converges = |effect| matches!(effect, Effect::Convergent | Effect::Barrier);
            fits &= !block_insts
                .iter()
                .any(|&inst| converges(function.insts[inst].op.effect()));
        }
    });
    (fits && insts <= MAX_INSTS).then_some(Tail { home, to })
}

fn for_each_dominated(dominators: &Dominators, root: Block, mut f: impl FnMut(Block)) {
    let mut stack = vec![root];
    while let Some(block) = stack.pop() {
        f(block);
        stack.extend(dominators.children(block));
    }
}

/// The exit target of a loop after which the code goes on as after the loop.
fn main_exit(dominators: &Dominators, tails: &[Option<Tail>], targets: &[Block]) -> Option<Block> {
    let tail = |target: &Block| tails[target.index()];
    let led_to: FxHashSet<Block> = targets.iter().filter_map(|target| tail(target)?.to).collect();
    if targets.len() < 2 {
        return targets.first().copied();
    }
    // Where other exits lead.
    if let Some(&target) = targets.iter().rfind(|target| led_to.contains(target)) {
        return Some(target);
    }
    // Where all exits lead.
    if let Some(to) = tail(&targets[0]).and_then(|tail| tail.to)
        && targets
            .iter()
            .all(|target| tail(target).is_some_and(|tail| tail.to == Some(to)))
    {
        return Some(to);
    }
    // The exit with most behind it, the last of several.
    targets
        .iter()
        .copied()
        .max_by_key(|&target| dominators.subtree_size(target))
}
