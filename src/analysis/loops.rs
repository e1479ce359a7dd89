//! The natural-loop forest, and whether the graph is reducible.
//!
//! In: a [`Cfg`] and its [`Dominators`]. Out: [`Loops`]. A loop is a header with all blocks that reach one of
//! its back edges without passing the header; a back edge goes to a block that dominates its source. The graph
//! is reducible when every edge that goes against reverse post-order is a back edge.

use super::cfg::Cfg;
use super::dominators::Dominators;
use crate::entity::{EntityId, IdVec};
use crate::entity_id;
use crate::ir::Block;

entity_id! {
    /// A natural loop of a function.
    pub struct Loop = "loop"
}

/// A natural loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopData {
    /// Its only entry.
    pub header: Block,
    /// The smallest loop around it.
    pub parent: Option<Loop>,
    /// How many loops are around it.
    pub depth: u32,
}

/// The loops of a function. A loop's id is greater than its parent's.
#[derive(Clone, Debug, Default)]
pub struct Loops {
    /// The loops, outer ones before inner ones.
    pub loops: IdVec<Loop, LoopData>,
    /// The innermost loop of each block, by block number.
    pub innermost: Vec<Option<Loop>>,
    /// An edge that enters a cycle against reverse post-order without being a back edge, if there is one.
    pub irreducible: Option<(Block, Block)>,
    /// Numbers of each loop and of those within, as a range.
    intervals: IdVec<Loop, (u32, u32)>,
    /// For each loop one further out, some way up: ancestors are found in logarithmic time.
    jumps: IdVec<Loop, Loop>,
}

impl Loops {
    /// Finds the loops of `cfg`.
    pub fn new(cfg: &Cfg, dominators: &Dominators) -> Self {
        let mut irreducible = None;
        let mut loops: Vec<LoopData> = Vec::new();
        let mut innermost: Vec<Option<u32>> = vec![None; cfg.block_count()];
        // Per loop, a loop around it (path-compressed on look-up); itself while none is known.
        let mut outer: Vec<u32> = Vec::new();
        let mut work: Vec<Block> = Vec::new();
        // Inner headers come after outer ones, so backwards each loop finds the loops inside it complete.
        for &header in cfg.order().iter().rev() {
            for &pred in cfg.preds(header) {
                if cfg.position(pred) >= cfg.position(header) {
                    if dominators.dominates(header, pred) {
                        work.push(pred);
                    } else {
                        irreducible = Some((pred, header));
                    }
                }
            }
            if work.is_empty() {
                continue;
            }
            let id = loops.len() as u32;
            loops.push(LoopData {
                header,
                parent: None,
                depth: 0,
            });
            outer.push(id);
            while let Some(block) = work.pop() {
                let entry = match innermost[block.index()] {
                    None => {
                        innermost[block.index()] = Some(id);
                        block
                    }
                    Some(inner) => {
                        let inner = outermost(&mut outer, inner);
                        if inner == id {
                            continue;
                        }
                        outer[inner as usize] = id;
                        loops[inner as usize].parent = Some(Loop(id));
                        loops[inner as usize].header
                    }
                };
                if entry != header {
                    // Blocks that the header does not dominate exist in irreducible graphs only.
                    work.extend(
                        cfg.preds(entry)
                            .iter()
                            .filter(|&&pred| dominators.dominates(header, pred)),
                    );
                }
            }
            // The header belongs to its own loop even when only blocks of an inner loop branch back.
            innermost[header.index()].get_or_insert(id);
        }
        // Ids were given from the inside out: turn them around.
        let last = loops.len() as u32;
        let renumber = |id: u32| Loop(last - 1 - id);
        loops.reverse();
        let mut result: IdVec<Loop, LoopData> = IdVec::with_capacity(loops.len());
        for mut data in loops {
            if let Some(parent) = data.parent.map(|parent| renumber(parent.0)) {
                data.parent = Some(parent);
                data.depth = result[parent].depth + 1;
            }
            result.push(data);
        }
        Self {
            intervals: intervals(&result),
            jumps: jumps(&result),
            loops: result,
            innermost: innermost.into_iter().map(|id| id.map(renumber)).collect(),
            irreducible,
        }
    }

    /// Whether `block` lies in `id`, directly or in a loop within.
    pub fn contains(&self, id: Loop, block: Block) -> bool {
        self.encloses(id, self.innermost[block.index()])
    }

    /// Whether `inner` is `id` or lies within.
    pub fn encloses(&self, id: Loop, inner: Option<Loop>) -> bool {
        let (start, end) = self.intervals[id];
        inner.is_some_and(|inner| (start..end).contains(&self.intervals[inner].0))
    }

    /// The outermost of the loops around `from`, itself included, that do not enclose `to`; `None` when `from` does.
    pub fn outermost_without(&self, from: Loop, to: Option<Loop>) -> Option<Loop> {
        if self.encloses(from, to) {
            return None;
        }
        let mut at = from;
        while let Some(parent) = self.loops[at].parent.filter(|&parent| !self.encloses(parent, to)) {
            let jump = self.jumps[at];
            at = if self.encloses(jump, to) { parent } else { jump };
        }
        Some(at)
    }
}

/// Numbers in a preorder walk of the forest, and one past the last within.
fn intervals(loops: &IdVec<Loop, LoopData>) -> IdVec<Loop, (u32, u32)> {
    let mut sizes: IdVec<Loop, u32> = IdVec::filled(1, loops.len());
    for (id, data) in loops.iter().rev() {
        if let Some(parent) = data.parent {
            sizes[parent] += sizes[id];
        }
    }
    let mut result: IdVec<Loop, (u32, u32)> = IdVec::with_capacity(loops.len());
    // The number that the next loop within each, and the next outermost loop, gets.
    let mut next: IdVec<Loop, u32> = IdVec::filled(0, loops.len());
    let mut next_outermost = 0;
    for (id, data) in loops.iter() {
        let number = match data.parent {
            Some(parent) => &mut next[parent],
            None => &mut next_outermost,
        };
        let start = *number;
        *number += sizes[id];
        next[id] = start + 1;
        result.push((start, start + sizes[id]));
    }
    result
}

/// Jumps in the lengths of a skew-binary number system; outermost loops have themselves.
fn jumps(loops: &IdVec<Loop, LoopData>) -> IdVec<Loop, Loop> {
    let mut result: IdVec<Loop, Loop> = IdVec::with_capacity(loops.len());
    for (id, data) in loops.iter() {
        let jump = data.parent.map_or(id, |parent| {
            let next = result[parent];
            let beyond = result[next];
            let depth = |id: Loop| loops[id].depth;
            let equal = depth(parent) - depth(next) == depth(next) - depth(beyond);
            if equal { beyond } else { parent }
        });
        result.push(jump);
    }
    result
}

/// The outermost loop found so far around `id`.
fn outermost(outer: &mut [u32], id: u32) -> u32 {
    let mut root = id;
    while outer[root as usize] != root {
        root = outer[root as usize];
    }
    let mut at = id;
    while outer[at as usize] != root {
        at = std::mem::replace(&mut outer[at as usize], root);
    }
    root
}
