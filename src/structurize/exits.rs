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
//! what comes after the loop stays after it. Where the block that goes back leaves the loop, too, that is it: such a loop keeps the
//! form by which compilers know it.
//!
//! Much code stays outside, at the price of a selector: threads that leave in different iterations run it together
//! there, and one after the other in the loop. So do wave operations, derivatives and barriers, whatever the size:
//! DXC keeps those that the source has before a `break` in the natural loop (by a branch on `dx.break.cond`, which
//! nobody can see through), so what it has outside belongs outside.

use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::analysis::loops::{Loop, Loops};
use crate::entity::{EntityId, IdVec};
use crate::ir::{Block, Edge, Function, Terminator, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most blocks and instructions that are taken into a loop at one exit.
const MAX_BLOCKS: u32 = 8;
const MAX_INSTS: usize = 24;
/// The most exit targets of a loop that are looked at: the last ones.
const MAX_TARGETS: usize = 12;
/// The most loops around an exit, from the inside out, in which its use is looked for.
const MAX_LEVELS: usize = 16;

/// Gives edges that leave a loop for an empty block that ends the function such a block of their own, unless that
/// is where all edges out of the loop go. Returns whether it changed anything.
pub fn own_returns(function: &mut Function, cfg: &Cfg, loops: &Loops) -> bool {
    if loops.loops.is_empty() {
        return false;
    }
    let targets = exit_targets(cfg, loops, |_| true);
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
                let source = function.blocks[target].source;
                let data = &mut function.blocks[own];
                data.terminator = end;
                data.source = source;
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

/// For each loop the last blocks outside that blocks within branch to, at most [`MAX_TARGETS`] of those that count,
/// in reverse post-order.
fn exit_targets(cfg: &Cfg, loops: &Loops, counts: impl Fn(Block) -> bool) -> IdVec<Loop, Vec<Block>> {
    let mut targets: IdVec<Loop, Vec<Block>> = IdVec::filled(Vec::new(), loops.loops.len());
    // For each loop the nearest around it, itself included, whose list is not full.
    let mut open: IdVec<Loop, Option<Loop>> = loops.loops.ids().map(Some).collect();
    for &target in cfg.order().iter().rev().filter(|&&target| counts(target)) {
        for &pred in cfg.preds(target) {
            let mut at = loops.innermost[pred.index()].and_then(|id| nearest(&mut open, id));
            // Where the target is known, it is known further out.
            while let Some(id) =
                at.filter(|&id| !loops.contains(id, target) && targets[id].last() != Some(&target))
            {
                targets[id].push(target);
                let parent = loops.loops[id].parent;
                if targets[id].len() == MAX_TARGETS {
                    open[id] = parent;
                }
                at = parent.and_then(|parent| nearest(&mut open, parent));
            }
        }
    }
    targets.values_mut().for_each(|list| list.reverse());
    targets
}

/// The nearest of `id` and the loops around it that is open, with shorter ways for all on the way there.
fn nearest(open: &mut IdVec<Loop, Option<Loop>>, id: Loop) -> Option<Loop> {
    let mut end = Some(id);
    while let Some(at) = end.filter(|&at| open[at] != Some(at)) {
        end = open[at];
    }
    let mut at = id;
    while let Some(next) = open[at].filter(|&next| next != at) {
        open[at] = end;
        at = next;
    }
    end
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
    let mut tails: Vec<Option<Tail>> = vec![None; cfg.block_count()];
    let mut all: Vec<Block> = Vec::new();
    for &block in cfg.order() {
        let left = |&pred: &Block| loops.innermost[pred.index()].is_some_and(|id| !loops.contains(id, block));
        if cfg.preds(block).iter().any(left) {
            all.push(block);
            tails[block.index()] = tail(function, cfg, dominators, loops, block);
        }
    }
    // Code that ends the function is the main exit of a loop only where that has no other.
    let ends = |target: Block| tails[target.index()].is_some_and(|tail| tail.to.is_none());
    let targets = exit_targets(cfg, loops, |target| !ends(target));
    let ending = exit_targets(cfg, loops, ends);
    let main: IdVec<Loop, Option<Block>> = (targets.iter().zip(ending.values()))
        .map(|((id, targets), ending)| {
            let targets = if targets.is_empty() { ending } else { targets };
            exit_at_bottom(function, cfg, loops, id).or_else(|| main_exit(dominators, &tails, targets))
        })
        .collect();
    let mut main_of: FxHashMap<Block, Vec<Loop>> = FxHashMap::default();
    for (id, main) in main.iter() {
        if let Some(main) = *main {
            main_of.entry(main).or_default().push(id);
        }
    }
    for &target in &all {
        let Some(tail) = tails[target.index()] else {
            continue;
        };
        let outer = loops.innermost[target.index()];
        // The loops that it would be taken into are those around `home` that are not around it.
        let within = |id: Loop| loops.encloses(id, Some(tail.home)) && !loops.encloses(id, outer);
        let allowed = (main_of.get(&target)).is_none_or(|of| !of.iter().any(|&id| within(id)));
        let useful = tail.to.is_none_or(|to| {
            let around = std::iter::successors(Some(tail.home), |&id| loops.loops[id].parent);
            around.take(MAX_LEVELS).take_while(|&id| within(id)).any(|id| {
                let place = |&block: &Block| cfg.position(block);
                main[id] == Some(to) || targets[id].binary_search_by_key(&place(&to), place).is_ok()
            })
        });
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
        // The innermost that has this edge too.
        if let Some(without) = home.and_then(|id| loops.outermost_without(id, loops.innermost[pred.index()]))
        {
            home = loops.loops[without].parent;
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
            fits &= !block_insts
                .iter()
                .any(|&inst| function.insts[inst].op.effects().convergent);
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

/// Where the block that goes back leaves the loop for: compilers know the loops of high-level languages by that.
fn exit_at_bottom(function: &Function, cfg: &Cfg, loops: &Loops, id: Loop) -> Option<Block> {
    let header = loops.loops[id].header;
    let mut back = (cfg.preds(header).iter()).filter(|pred| loops.contains(id, **pred));
    let last = *back.next().filter(|_| back.next().is_none())?;
    let Terminator::CondBranch {
        if_true, if_false, ..
    } = &function.blocks[last].terminator
    else {
        return None;
    };
    let out = if if_true.block == header {
        if_false
    } else {
        if_true
    };
    (!loops.contains(id, out.block)).then_some(out.block)
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
