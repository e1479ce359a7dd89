//! Stage 1: every cycle has one entry.
//!
//! On entry: any graph of reachable blocks. On exit: the graph is reducible. A cycle with several entries gets a new
//! block that all edges to these entries go through; a selector says which is meant. Then the cycle without edges
//! to its entries is looked at in the same way. Entries of a cycle within, if it has several too, go through the same
//! block: a loop of its own would need a selector, parameters and tests of its own, more than such tangles have code.
//! What has one entry within stays a loop of its own, and tangles in it go through a block in it.
//!
//! ```text
//!   bb0 ──▶ bb1            bb0 ──▶ bb9 ──▶ bb1
//!    │      ▲ │     ==>            ▲ │ ◀────┘
//!    └▶ bb2 ◀─┘                    │ └▶ bb2
//!        (bb1 ⇄ bb2)               └────┘
//! ```
//! No block is copied. Values whose definition no longer dominates a use are left to `repair`.
//!
//! The entries of such a cycle are dominated immediately by one block, so they are siblings in the dominator tree. An
//! edge `u -> v` that is not a natural loop's counts as one between siblings: from the sibling of `v` that dominates
//! `u`. What has several entries is then just what is strongly connected among siblings: loops with one entry, around
//! it or within a sibling, do not show. Cycles within cycles are followed a few levels deep; deeper ones (no
//! program has them) are taken apart at once, by a selector for every block that is branched back to. So the time is
//! near-linear, and each block is entered through one selector at most.

use super::funnel::{Funnel, Funnels};
use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::entity::EntityId;
use crate::ir::{Block, Function, Module};

/// How deep cycles with several entries are told apart from those around them.
const MAX_LEVELS: u32 = 6;

/// Makes a graph reducible that is not.
#[inline(never)]
pub fn run(module: &mut Module, function: &mut Function, cfg: &Cfg, dominators: &Dominators) {
    let siblings = Siblings::new(cfg, dominators);
    let mut funnels = Funnels::default();
    // Blocks whose incoming edges are already part of an outer cycle.
    let mut is_entry = vec![false; cfg.block_count()];
    let mut funnel_of: Vec<Option<Funnel>> = vec![None; cfg.block_count()];
    let mut components = Components::new(cfg.block_count());
    // Cycles still to be looked into: their blocks, how many are around them, and the funnel of the one around them.
    let mut work: Vec<(Vec<Block>, u32, Option<Funnel>)> = vec![(cfg.order().to_vec(), 0, None)];
    while let Some((region, level, around)) = work.pop() {
        for mut cycle in components.find(&siblings, &region, &is_entry) {
            cycle.sort_by_key(|&block| cfg.position(block));
            cycle.iter().for_each(|&block| components.mark(block, true));
            let inside = |block: Block| components.is_marked(block);
            let mut entries: Vec<Block> = (cycle.iter().copied())
                .filter(|&block| siblings.is_entered(block, |pred| !inside(pred)))
                .collect();
            if level >= MAX_LEVELS {
                // Of what is left all edges go one way.
                let back =
                    |block: Block, pred: Block| inside(pred) && cfg.position(pred) >= cfg.position(block);
                entries = (cycle.iter().copied())
                    .filter(|&block| siblings.is_entered(block, |pred| !inside(pred) || back(block, pred)))
                    .collect();
            }
            let mut own = None;
            if entries.len() > 1 {
                let funnel = around.unwrap_or_else(|| funnels.add(function));
                for &entry in &entries {
                    funnels.add_local(funnel, entry);
                    funnel_of[entry.index()] = Some(funnel);
                }
                own = Some(funnel);
            }
            cycle.iter().for_each(|&block| components.mark(block, false));
            for &entry in &entries {
                is_entry[entry.index()] = true;
            }
            work.push((cycle, level + 1, own));
        }
    }
    for &block in cfg.order() {
        let mut slot = 0;
        function.blocks[block].terminator.for_each_edge(|edge| {
            if let Some(funnel) =
                funnel_of[edge.block.index()].filter(|_| !dominators.dominates(edge.block, block))
            {
                funnels.enter(block, slot, funnel, None, edge.block);
            }
            slot += 1;
        });
    }
    funnels.finish(module, function);
}

/// Edges between siblings in the dominator tree.
struct Siblings {
    succ_start: Vec<u32>,
    succs: Vec<Block>,
    pred_start: Vec<u32>,
    preds: Vec<Block>,
    /// Whether the immediate dominator branches to the block.
    from_parent: Vec<bool>,
}

impl Siblings {
    fn new(cfg: &Cfg, dominators: &Dominators) -> Self {
        let count = cfg.block_count();
        let mut from_parent = vec![false; count];
        let mut edges: Vec<(Block, Block)> = Vec::new();
        for &block in cfg.order() {
            for &succ in cfg.succs(block) {
                match dominators.idom(succ) {
                    Some(parent) if parent == block => from_parent[succ.index()] = true,
                    Some(parent) => {
                        let sibling = dominators.child_towards(parent, block);
                        edges.extend(sibling.filter(|&s| s != succ).map(|sibling| (sibling, succ)));
                    }
                    None => {}
                }
            }
        }
        let (succ_start, succs) = grouped(count, edges.iter().copied());
        let (pred_start, preds) = grouped(count, edges.iter().map(|&(from, to)| (to, from)));
        Self {
            succ_start,
            succs,
            pred_start,
            preds,
            from_parent,
        }
    }
    fn succs(&self, block: Block) -> &[Block] {
        let index = block.index();
        &self.succs[self.succ_start[index] as usize..self.succ_start[index + 1] as usize]
    }
    /// Whether an edge to `block` comes from a block that `counts`, or from its immediate dominator.
    fn is_entered(&self, block: Block, counts: impl Fn(Block) -> bool) -> bool {
        let index = block.index();
        let preds = &self.preds[self.pred_start[index] as usize..self.pred_start[index + 1] as usize];
        self.from_parent[index] || preds.iter().any(|&pred| counts(pred))
    }
}

/// The second of each pair, grouped by the first: where each group starts, and all groups.
fn grouped(count: usize, pairs: impl Iterator<Item = (Block, Block)> + Clone) -> (Vec<u32>, Vec<Block>) {
    let mut start = vec![0u32; count + 2];
    for (key, _) in pairs.clone() {
        start[key.index() + 2] += 1;
    }
    for index in 2..start.len() {
        start[index] += start[index - 1];
    }
    let mut items = vec![Block(0); start[count + 1] as usize];
    for (key, item) in pairs {
        let slot = &mut start[key.index() + 1];
        items[*slot as usize] = item;
        *slot += 1;
    }
    start.pop();
    (start, items)
}

/// Tarjan's strongly connected components, without recursion, on a part of the graph.
struct Components {
    /// Discovery number in the current search, 0 when not found yet.
    number: Vec<u32>,
    low: Vec<u32>,
    on_stack: Vec<bool>,
    /// Blocks of the current region; between searches, for the caller.
    marks: Vec<bool>,
}

impl Components {
    fn new(count: usize) -> Self {
        Self {
            number: vec![0; count],
            low: vec![0; count],
            on_stack: vec![false; count],
            marks: vec![false; count],
        }
    }
    fn mark(&mut self, block: Block, marked: bool) {
        self.marks[block.index()] = marked;
    }
    fn is_marked(&self, block: Block) -> bool {
        self.marks[block.index()]
    }

    /// The components of `region` that have several blocks, not counting edges to blocks of `ignored`.
    fn find(&mut self, graph: &Siblings, region: &[Block], ignored: &[bool]) -> Vec<Vec<Block>> {
        for &block in region {
            self.number[block.index()] = 0;
            self.mark(block, true);
        }
        let mut result = Vec::new();
        let mut next_number = 0;
        let mut stack: Vec<Block> = Vec::new();
        // (block, how many of its successors have been followed)
        let mut path: Vec<(Block, usize)> = Vec::new();
        for &root in region {
            if self.number[root.index()] != 0 {
                continue;
            }
            path.push((root, 0));
            while let Some(top) = path.last_mut() {
                let block = top.0;
                let at = block.index();
                if top.1 == 0 {
                    next_number += 1;
                    self.number[at] = next_number;
                    self.low[at] = next_number;
                    self.on_stack[at] = true;
                    stack.push(block);
                }
                if let Some(&succ) = graph.succs(block).get(top.1) {
                    top.1 += 1;
                    let to = succ.index();
                    if !self.marks[to] || ignored[to] {
                        // Not in this search.
                    } else if self.number[to] == 0 {
                        path.push((succ, 0));
                    } else if self.on_stack[to] {
                        self.low[at] = self.low[at].min(self.number[to]);
                    }
                    continue;
                }
                path.pop();
                if let Some(&(parent, _)) = path.last() {
                    self.low[parent.index()] = self.low[parent.index()].min(self.low[at]);
                }
                if self.low[at] != self.number[at] {
                    continue;
                }
                let first = (stack.iter().rposition(|&member| member == block)).unwrap_or(0);
                for member in &stack[first..] {
                    self.on_stack[member.index()] = false;
                }
                if stack.len() - first > 1 {
                    result.push(stack.split_off(first));
                } else {
                    stack.truncate(first);
                }
            }
        }
        for &block in region {
            self.mark(block, false);
        }
        result
    }
}
