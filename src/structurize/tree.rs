//! The dominator tree as selections are made of it.
//!
//! In: a function with its loops in form. Out: [`Tree`]. A block's children are *arms*, entered from nowhere else, and
//! *joins*, entered from several arms; [`selections`](super::selections) says what becomes of them.

use super::switches;
use crate::analysis::cfg::{Cfg, UNREACHABLE};
use crate::analysis::dominators::{Dominators, Graph};
use crate::entity::EntityId;
use crate::ir::{Block, Function, Merge};
use std::cell::OnceCell;
use std::ops::Range;

/// The dominator tree with arms before joins, and how far edges out of each subtree go.
pub struct Tree {
    cfg: Cfg,
    dominators: Dominators,
    /// Children of all blocks, arms first.
    children: Vec<Block>,
    child_range: Vec<(u32, u32)>,
    arm_count: Vec<u32>,
    is_arm: Vec<bool>,
    /// Whether the block is the merge block or continue target of a loop.
    is_direct: Vec<bool>,
    /// Number in a preorder walk, in which every edge but the back edges goes up.
    place: Vec<u32>,
    /// The greatest place of a target of an edge in the subtree; merge blocks and continue targets of loops do
    /// not count.
    reach: Vec<u32>,
    /// The blocks by their places.
    walk: Vec<Block>,
    /// Once that has been asked.
    has_wave_operations: OnceCell<bool>,
}

impl Tree {
    pub fn new(function: &Function, follows: &[(Block, Block)], graph: Option<Graph>) -> Self {
        debug_assert!(
            graph
                .as_ref()
                .is_none_or(|graph| graph.cfg.is_alike(&Cfg::structural_with(function, follows)))
        );
        let graph = graph.unwrap_or_else(|| Cfg::structural_with(function, follows).into());
        let (cfg, dominators) = graph.into_parts();
        let count = cfg.block_count();
        let mut tree = Self {
            cfg: Cfg::default(),
            dominators,
            children: Vec::with_capacity(count),
            child_range: vec![(0, 0); count],
            arm_count: vec![0; count],
            is_arm: vec![false; count],
            is_direct: vec![false; count],
            place: vec![UNREACHABLE; count],
            reach: vec![0; count],
            walk: Vec::new(),
            has_wave_operations: OnceCell::new(),
        };
        for &block in cfg.order() {
            if let Some(Merge::Loop {
                merge,
                continue_target,
            }) = function.blocks[block].merge
            {
                tree.is_direct[merge.index()] = true;
                tree.is_direct[continue_target.index()] = true;
            }
        }
        for &block in cfg.order() {
            let start = tree.children.len() as u32;
            let is_arm = |child: &Block| cfg.preds(*child).len() == 1;
            let children = tree.dominators.children(block);
            tree.children.extend(children.iter().copied().filter(is_arm));
            tree.arm_count[block.index()] = tree.children.len() as u32 - start;
            tree.children
                .extend(children.iter().copied().filter(|child| !is_arm(child)));
            tree.child_range[block.index()] = (start, tree.children.len() as u32);
            for &child in children {
                tree.is_arm[child.index()] = is_arm(&child);
            }
        }
        let mut walk = Vec::with_capacity(cfg.order().len());
        let mut stack = vec![Block(0)];
        while let Some(block) = stack.pop() {
            tree.place[block.index()] = walk.len() as u32;
            walk.push(block);
            stack.extend(tree.children(block).iter().rev());
        }
        tree.cfg = cfg;
        for &block in walk.iter().rev() {
            let mut reach = 0;
            function.blocks[block].terminator.for_each_edge(|edge| {
                if !tree.is_direct(edge.block) {
                    reach = reach.max(tree.place(edge.block));
                }
            });
            for child in tree.children(block) {
                reach = reach.max(tree.reach[child.index()]);
            }
            tree.reach[block.index()] = reach;
        }
        tree.walk = walk;
        tree
    }
    /// The structural graph and its dominators.
    pub fn into_graph(self) -> Graph {
        Graph::from((self.cfg, self.dominators))
    }
    pub fn preds(&self, block: Block) -> &[Block] {
        self.cfg.preds(block)
    }
    /// The child of `parent` that dominates `block`.
    pub fn child_towards(&self, parent: Block, block: Block) -> Option<Block> {
        self.dominators.child_towards(parent, block)
    }
    /// How many blocks `block` dominates, itself included: those at the places from its own on.
    pub fn size(&self, block: Block) -> u32 {
        self.dominators.subtree_size(block)
    }
    /// How many blocks dominate `block`.
    pub fn depth(&self, block: Block) -> u32 {
        self.dominators.depth(block)
    }
    pub fn walk(&self) -> &[Block] {
        &self.walk
    }
    pub fn children(&self, block: Block) -> &[Block] {
        let (start, end) = self.child_range[block.index()];
        &self.children[start as usize..end as usize]
    }
    pub fn joins(&self, block: Block) -> &[Block] {
        &self.children(block)[self.arm_count(block)..]
    }
    /// Counts some joins of `block` as arms, behind the others.
    pub fn make_arms(&mut self, block: Block, made: &[Block]) {
        made.iter().for_each(|join| self.is_arm[join.index()] = true);
        let (start, end) = self.child_range[block.index()];
        // Stable: false comes first.
        self.children[start as usize..end as usize].sort_by_key(|child| !self.is_arm[child.index()]);
        self.arm_count[block.index()] += made.len() as u32;
    }
    pub fn arm_count(&self, block: Block) -> usize {
        self.arm_count[block.index()] as usize
    }
    pub fn is_child(&self, parent: Block, block: Block) -> bool {
        self.dominators.idom(block) == Some(parent)
    }
    pub fn is_arm(&self, block: Block) -> bool {
        self.is_arm[block.index()]
    }
    pub fn is_direct(&self, block: Block) -> bool {
        self.is_direct[block.index()]
    }
    pub fn place(&self, block: Block) -> u32 {
        self.place[block.index()]
    }
    pub fn reach(&self, block: Block) -> u32 {
        self.reach[block.index()]
    }
    /// Whether an edge leaves the subtree of `block`, other than to merge block or continue target of a loop.
    pub fn leaves(&self, block: Block) -> bool {
        self.reach(block) >= self.place(block) + self.size(block)
    }

    /// The joins of `block` in groups, each of which is behind one test: none of a group leads to another of it, and
    /// where lanes must meet again, each is alone. `reach` is how far edges out of the arms go.
    pub fn groups(
        &self,
        function: &Function,
        block: Block,
        joins: &[Block],
        mut reach: u32,
    ) -> Vec<Range<usize>> {
        let apart = || *(self.has_wave_operations).get_or_init(|| switches::has_wave_operations(function));
        let mut groups: Vec<Range<usize>> = Vec::new();
        let mut start = 0;
        for (index, &join) in joins.iter().enumerate() {
            let from = |&pred: &Block| {
                let child = self.child_towards(block, pred)?;
                let place = self.place(child);
                joins.binary_search_by_key(&place, |&join| self.place(join)).ok()
            };
            let last = self.preds(join).iter().filter_map(from).max();
            if last.is_some_and(|last| last >= start) || (index > start && apart()) {
                groups.push(start..index);
                start = index;
            }
            if index + 1 < joins.len() {
                reach = reach.max(self.reach(join));
            }
        }
        // Where nothing goes on beyond, the last join is what follows.
        let last = joins.len() - 1;
        if start < last && reach <= self.place(joins[last]) && !self.leaves(joins[last]) {
            groups.push(start..last);
            start = last;
        }
        groups.push(start..joins.len());
        groups
    }
    /// How far edges go that leave the arms of `block`, or that are its own and lead past them.
    pub fn reach_past_arms(&self, function: &Function, block: Block) -> u32 {
        let mut reach = 0;
        function.blocks[block].terminator.for_each_edge(|edge| {
            let is_arm = self.is_child(block, edge.block) && self.is_arm(edge.block);
            if !is_arm && !self.is_direct(edge.block) {
                reach = reach.max(self.place(edge.block));
            }
        });
        let arms = &self.children(block)[..self.arm_count(block)];
        for &arm in arms.iter().filter(|arm| self.leaves(**arm)) {
            reach = reach.max(self.reach(arm));
        }
        reach
    }
}
