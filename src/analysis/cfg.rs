//! The control-flow graph of a function in dense form: successors, predecessors, reverse post-order.
//!
//! In: a function. Out: [`Cfg`]. Parallel edges count once. The graph may be taken plain, or *structural*: with
//! an edge from each header to its merge block and continue target, as SPIR-V's structural dominance wants it.

use crate::entity::EntityId;
use crate::ir::{Block, Function, Merge};

/// The position that blocks out of reach have in [`Cfg::position`].
pub const UNREACHABLE: u32 = u32::MAX;

/// Successors and predecessors of each block, and the reachable blocks in reverse post-order.
#[derive(Clone, Debug, Default)]
pub struct Cfg {
    succ_start: Vec<u32>,
    succs: Vec<Block>,
    pred_start: Vec<u32>,
    preds: Vec<Block>,
    order: Vec<Block>,
    position: Vec<u32>,
}

impl Cfg {
    /// The graph of the function's terminators.
    pub fn new(function: &Function) -> Self {
        Self::build(function, false, &[])
    }

    /// The same with an edge from each header to its merge block and its continue target. These come after the
    /// edges of the terminator.
    pub fn structural(function: &Function) -> Self {
        Self::build(function, true, &[])
    }

    /// The same with more edges.
    pub fn structural_with(function: &Function, more: &[(Block, Block)]) -> Self {
        let mut more = more.to_vec();
        more.sort_unstable();
        Self::build(function, true, &more)
    }

    /// Of a function of one block, as most small shaders are; none where it leads to itself.
    fn of_one(function: &Function) -> Option<Self> {
        let mut blocks = function.blocks.values();
        let (Some(data), None) = (blocks.next(), blocks.next()) else {
            return None;
        };
        let mut leads_on = data.merge.is_some();
        data.terminator.for_each_edge(|_| leads_on = true);
        (!leads_on).then(|| Self {
            succ_start: vec![0, 0],
            pred_start: vec![0, 0],
            order: vec![Block(0)],
            position: vec![0],
            ..Self::default()
        })
    }

    /// `more` is sorted.
    fn build(function: &Function, structural: bool, more: &[(Block, Block)]) -> Self {
        if let Some(one) = Self::of_one(function) {
            return one;
        }
        let mut more = more.iter().peekable();
        let count = function.blocks.len();
        let mut succ_start = Vec::with_capacity(count + 1);
        let mut succs = Vec::with_capacity(count * 2);
        // seen[b] is the last block (plus one) that b was entered as a successor of.
        let mut seen = vec![0u32; count];
        for (block, data) in function.blocks.iter() {
            succ_start.push(succs.len() as u32);
            let mut add = |target: Block| {
                if seen[target.index()] != block.0 + 1 {
                    seen[target.index()] = block.0 + 1;
                    succs.push(target);
                }
            };
            data.terminator.for_each_edge(|edge| add(edge.block));
            if structural {
                match data.merge {
                    Some(Merge::Selection { merge }) => add(merge),
                    Some(Merge::Loop {
                        merge,
                        continue_target,
                    }) => {
                        add(continue_target);
                        add(merge);
                    }
                    None => {}
                }
            }
            while let Some(&(_, target)) = more.next_if(|edge| edge.0 == block) {
                add(target);
            }
        }
        succ_start.push(succs.len() as u32);
        let mut cfg = Self {
            succ_start,
            succs,
            pred_start: Vec::new(),
            preds: Vec::new(),
            order: Vec::new(),
            position: vec![UNREACHABLE; count],
        };
        cfg.number(count);
        cfg.find_preds(count);
        cfg
    }

    /// Depth-first search from the entry; `order` is the reverse of the order in which blocks are finished.
    /// Successors are tried last first, so that in reverse post-order the first comes first.
    fn number(&mut self, count: usize) {
        if count == 0 {
            return;
        }
        let entry = Block(0);
        // (block, how many of its successors are still to be tried)
        let mut stack = Vec::with_capacity(count.min(64));
        stack.push((entry, self.succs(entry).len()));
        self.order.reserve(count);
        let mut visited = vec![false; count];
        visited[0] = true;
        while let Some(top) = stack.last_mut() {
            let block = top.0;
            if top.1 == 0 {
                self.order.push(block);
                stack.pop();
                continue;
            }
            top.1 -= 1;
            let next = self.succs[self.succ_start[block.index()] as usize + top.1];
            if !std::mem::replace(&mut visited[next.index()], true) {
                stack.push((next, self.succs(next).len()));
            }
        }
        self.order.reverse();
        for (position, block) in self.order.iter().enumerate() {
            self.position[block.index()] = position as u32;
        }
    }

    /// Predecessor lists of reachable predecessors, in reverse post-order of these.
    fn find_preds(&mut self, count: usize) {
        let mut start = vec![0u32; count + 2];
        for &block in &self.order {
            for &succ in self.succs(block) {
                start[succ.index() + 2] += 1;
            }
        }
        for index in 2..start.len() {
            start[index] += start[index - 1];
        }
        let mut preds = vec![Block(0); start[count + 1] as usize];
        for &block in &self.order {
            for index in self.succ_start[block.index()]..self.succ_start[block.index() + 1] {
                let slot = &mut start[self.succs[index as usize].index() + 1];
                preds[*slot as usize] = block;
                *slot += 1;
            }
        }
        start.pop();
        self.pred_start = start;
        self.preds = preds;
    }

    /// Number of blocks, those out of reach included.
    pub fn block_count(&self) -> usize {
        self.position.len()
    }
    /// The distinct successors of `block`, in the order of its terminator.
    #[inline]
    pub fn succs(&self, block: Block) -> &[Block] {
        &self.succs[self.succ_start[block.index()] as usize..self.succ_start[block.index() + 1] as usize]
    }
    /// The distinct reachable predecessors of `block`, in reverse post-order.
    #[inline]
    pub fn preds(&self, block: Block) -> &[Block] {
        &self.preds[self.pred_start[block.index()] as usize..self.pred_start[block.index() + 1] as usize]
    }
    /// The reachable blocks in reverse post-order; the entry is first.
    #[inline]
    pub fn order(&self) -> &[Block] {
        &self.order
    }
    /// The place of `block` in [`order`](Self::order), [`UNREACHABLE`] for blocks out of reach.
    #[inline]
    pub fn position(&self, block: Block) -> u32 {
        self.position[block.index()]
    }
    /// Whether the entry reaches `block`.
    #[inline]
    pub fn is_reachable(&self, block: Block) -> bool {
        self.position(block) != UNREACHABLE
    }
}
