//! The dominator tree.
//!
//! In: a [`Cfg`], plain or structural. Out: [`Dominators`]: immediate dominators, a constant-time test, depths and
//! children. Semi-NCA (Georgiadis): semidominators with path compression, then each immediate dominator is the
//! nearest ancestor that is not above the semidominator. Near-linear, no recursion.

use super::cfg::{Cfg, UNREACHABLE};
use crate::entity::EntityId;
use crate::ir::Block;

/// The dominator tree of the reachable blocks.
#[derive(Clone, Debug)]
pub struct Dominators {
    /// Immediate dominator as block number, [`UNREACHABLE`] for the entry and for blocks out of reach.
    idom: Vec<u32>,
    /// Number in a preorder walk of the tree and one past the last number in the block's subtree; `(0, 0)` for
    /// blocks out of reach.
    interval: Vec<(u32, u32)>,
    depth: Vec<u32>,
    child_start: Vec<u32>,
    children: Vec<Block>,
}

impl Dominators {
    /// Computes the tree of `cfg`.
    pub fn new(cfg: &Cfg) -> Self {
        if let ([entry], count) = (cfg.order(), cfg.block_count()) {
            let mut interval = vec![(0, 0); count];
            interval[entry.index()] = (0, 1);
            return Self {
                idom: vec![UNREACHABLE; count],
                interval,
                depth: vec![0; count],
                child_start: vec![0; count + 1],
                children: Vec::new(),
            };
        }
        let idom = immediate_dominators(cfg);
        let count = cfg.block_count();
        // Children in reverse post-order, and subtree sizes: parents come before children in that order.
        let mut child_start = vec![0u32; count + 2];
        let mut size = vec![0u32; count];
        let mut depth = vec![0u32; count];
        for &block in cfg.order() {
            let parent = idom[block.index()];
            if parent != UNREACHABLE {
                child_start[parent as usize + 2] += 1;
                depth[block.index()] = depth[parent as usize] + 1;
            }
        }
        for &block in cfg.order().iter().rev() {
            size[block.index()] += 1;
            let parent = idom[block.index()];
            if parent != UNREACHABLE {
                size[parent as usize] += size[block.index()];
            }
        }
        for index in 2..child_start.len() {
            child_start[index] += child_start[index - 1];
        }
        let mut children = vec![Block(0); child_start[count + 1] as usize];
        let mut interval = vec![(0, 0); count];
        // next[b]: the number that the next child of b gets.
        let mut next = vec![0u32; count];
        for &block in cfg.order() {
            let parent = idom[block.index()];
            let start = if parent == UNREACHABLE {
                0
            } else {
                let slot = &mut child_start[parent as usize + 1];
                children[*slot as usize] = block;
                *slot += 1;
                let start = next[parent as usize];
                next[parent as usize] += size[block.index()];
                start
            };
            interval[block.index()] = (start, start + size[block.index()]);
            next[block.index()] = start + 1;
        }
        child_start.pop();
        Self {
            idom,
            interval,
            depth,
            child_start,
            children,
        }
    }

    /// The immediate dominator; `None` for the entry and for blocks out of reach.
    #[inline]
    pub fn idom(&self, block: Block) -> Option<Block> {
        let idom = self.idom[block.index()];
        (idom != UNREACHABLE).then_some(Block(idom))
    }
    /// Whether every path to `b` goes through `a`; a block dominates itself. False when either is out of reach.
    #[inline]
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        let (start, end) = self.interval[a.index()];
        let (at, at_end) = self.interval[b.index()];
        start <= at && at < end && at < at_end
    }
    /// The number of strict dominators of `block`.
    #[inline]
    pub fn depth(&self, block: Block) -> u32 {
        self.depth[block.index()]
    }
    /// The blocks that `block` dominates immediately, in reverse post-order.
    #[inline]
    pub fn children(&self, block: Block) -> &[Block] {
        &self.children[self.child_start[block.index()] as usize..self.child_start[block.index() + 1] as usize]
    }
    /// The child of `parent` that dominates `block`; `None` when `parent` does not strictly dominate it.
    pub fn child_towards(&self, parent: Block, block: Block) -> Option<Block> {
        let at = self.interval[block.index()].0;
        let children = self.children(parent);
        let past = children.partition_point(|child| self.interval[child.index()].0 <= at);
        let child = *children.get(past.checked_sub(1)?)?;
        self.dominates(child, block).then_some(child)
    }
    /// The number of blocks that `block` dominates, itself included.
    #[inline]
    pub fn subtree_size(&self, block: Block) -> u32 {
        let (start, end) = self.interval[block.index()];
        end - start
    }
}

/// Immediate dominators as block numbers.
fn immediate_dominators(cfg: &Cfg) -> Vec<u32> {
    let count = cfg.block_count();
    let mut result = vec![UNREACHABLE; count];
    if cfg.order().is_empty() {
        return result;
    }
    // Depth-first preorder; everything below is in these numbers.
    let mut number = vec![UNREACHABLE; count];
    let mut vertex: Vec<Block> = Vec::with_capacity(cfg.order().len());
    let mut parent: Vec<u32> = Vec::with_capacity(cfg.order().len());
    let mut stack = vec![(Block(0), 0u32)];
    while let Some((block, from)) = stack.pop() {
        if number[block.index()] != UNREACHABLE {
            continue;
        }
        let index = vertex.len() as u32;
        number[block.index()] = index;
        vertex.push(block);
        parent.push(from);
        for &succ in cfg.succs(block).iter().rev() {
            if number[succ.index()] == UNREACHABLE {
                stack.push((succ, index));
            }
        }
    }
    let reached = vertex.len();
    let mut semi: Vec<u32> = (0..reached as u32).collect();
    let mut label = semi.clone();
    let mut ancestor = parent.clone();
    let mut path = Vec::new();
    for w in (1..reached as u32).rev() {
        let mut best = w;
        for &pred in cfg.preds(vertex[w as usize]) {
            let v = number[pred.index()];
            // Vertices above w are not linked yet: they stand for themselves.
            let u = if v <= w {
                v
            } else {
                compress(v, w, &mut ancestor, &mut label, &semi, &mut path)
            };
            best = best.min(semi[u as usize]);
        }
        semi[w as usize] = best;
        label[w as usize] = w;
    }
    let mut idom = parent;
    for w in 1..reached {
        let mut candidate = idom[w];
        while candidate > semi[w] {
            candidate = idom[candidate as usize];
        }
        idom[w] = candidate;
        result[vertex[w].index()] = vertex[candidate as usize].0;
    }
    result
}

/// The vertex with the least semidominator on the linked part (numbers above `limit`) of the path from `v` to
/// the root; shortens that path.
fn compress(
    v: u32,
    limit: u32,
    ancestor: &mut [u32],
    label: &mut [u32],
    semi: &[u32],
    path: &mut Vec<u32>,
) -> u32 {
    let mut at = v;
    while ancestor[at as usize] > limit {
        path.push(at);
        at = ancestor[at as usize];
    }
    // `at` hangs directly below the linked part's end. Now from the top down.
    while let Some(below) = path.pop() {
        let above = ancestor[below as usize];
        if semi[label[above as usize] as usize] < semi[label[below as usize] as usize] {
            label[below as usize] = label[above as usize];
        }
        ancestor[below as usize] = ancestor[above as usize];
    }
    label[v as usize]
}
