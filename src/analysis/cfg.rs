//! The control-flow graph of a function in dense form: successors, predecessors, reverse post-order.
//!
//! In: a function. Out: [`Cfg`]. Parallel edges count once. The graph may be taken plain, or *structural*: with
//! an edge from each header to its merge block and continue target, as SPIR-V's structural dominance wants it.

use crate::entity::EntityId;
use crate::ir::{Block, Function, Merge, Terminator};
use smallvec::SmallVec;

/// The position that blocks out of reach have in [`Cfg::position`].
pub const UNREACHABLE: u32 = u32::MAX;

/// Successors and predecessors of each block, and the reachable blocks in reverse post-order.
///
/// All of it lies in one list, since many functions are small. With `n` blocks: where the successors of each block start,
/// and where the last ones end (`n + 1`); likewise for predecessors; the position of each block (`n`); at the end of room
/// for `n`, the reachable blocks in their order; successors; predecessors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cfg {
    data: Vec<Block>,
    count: usize,
    reachable: usize,
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
            data: [6, 6, 6, 6, 0, 0].map(Block).to_vec(),
            count: 1,
            reachable: 1,
        })
    }

    /// `more` is sorted.
    fn build(function: &Function, structural: bool, more: &[(Block, Block)]) -> Self {
        if let Some(one) = Self::of_one(function) {
            return one;
        }
        let mut more = more.iter().peekable();
        let count = function.blocks.len();
        let mut edges = more.len();
        for block in function.blocks.values() {
            edges += match &block.terminator {
                Terminator::Branch(_) => 1,
                Terminator::CondBranch { .. } => 2,
                Terminator::Switch { cases, .. } => cases.len() + 1,
                Terminator::Return(_) | Terminator::Unreachable => 0,
            };
            edges += if structural { 2 } else { 0 };
        }
        let mut cfg = Self {
            data: Vec::with_capacity(4 * count + 2 + 2 * edges),
            count,
            reachable: 0,
        };
        cfg.data.resize(4 * count + 2, Block(UNREACHABLE));
        let seen = cfg.positions();
        for (block, terminated) in function.blocks.iter() {
            let data = &mut cfg.data;
            data[block.index()] = Block(data.len() as u32);
            // The place of a block's position keeps the last block that it was entered as a successor of.
            let mut add = |target: Block| {
                if std::mem::replace(&mut data[seen + target.index()], block) != block {
                    data.push(target);
                }
            };
            terminated.terminator.for_each_edge(|edge| add(edge.block));
            if structural {
                match terminated.merge {
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
        cfg.data[count] = Block(cfg.data.len() as u32);
        cfg.data[seen..seen + count].fill(Block(UNREACHABLE));
        cfg.number();
        cfg.find_preds();
        cfg
    }

    /// Where the positions start.
    #[inline]
    fn positions(&self) -> usize {
        2 * self.count + 2
    }

    /// Depth-first search from the entry; the order is the reverse of that in which blocks are finished.
    /// Successors are tried last first, so that in reverse post-order the first comes first.
    fn number(&mut self) {
        let count = self.count;
        if count == 0 {
            return;
        }
        let entry = Block(0);
        let positions = self.positions();
        // (block, where those of its successors end that are still to be tried)
        let mut stack: SmallVec<[(Block, usize); 16]> = SmallVec::new();
        stack.push((entry, self.data[1].index()));
        self.data[positions] = entry;
        // The last place of the order that is not taken yet, plus one.
        let mut free = positions + 2 * count;
        while let Some(top) = stack.last_mut() {
            let block = top.0;
            if top.1 == self.data[block.index()].index() {
                free -= 1;
                self.data[free] = block;
                stack.pop();
                continue;
            }
            top.1 -= 1;
            let next = self.data[top.1];
            let position = &mut self.data[positions + next.index()];
            if position.0 == UNREACHABLE {
                *position = entry;
                stack.push((next, self.data[next.index() + 1].index()));
            }
        }
        self.reachable = positions + 2 * count - free;
        for position in 0..self.reachable {
            let block = self.data[free + position];
            self.data[positions + block.index()] = Block(position as u32);
        }
    }

    /// Predecessor lists of reachable predecessors, in reverse post-order of these.
    fn find_preds(&mut self) {
        let count = self.count;
        let starts = count + 1;
        self.data[starts..=starts + count].fill(Block(0));
        let order = self.positions() + 2 * count - self.reachable..self.positions() + 2 * count;
        for at in order.clone() {
            let block = self.data[at];
            for succ in self.data[block.index()].index()..self.data[block.index() + 1].index() {
                let succ = self.data[succ];
                self.data[starts + succ.index()].0 += 1;
            }
        }
        // First where each list ends, then, as they are filled from behind, where it starts.
        let mut end = self.data.len() as u32;
        for slot in &mut self.data[starts..=starts + count] {
            end += slot.0;
            *slot = Block(end);
        }
        self.data.resize(end as usize, Block(0));
        for at in order.rev() {
            let block = self.data[at];
            for succ in self.data[block.index()].index()..self.data[block.index() + 1].index() {
                let succ = self.data[succ];
                let slot = &mut self.data[starts + succ.index()];
                slot.0 -= 1;
                let slot = slot.index();
                self.data[slot] = block;
            }
        }
    }

    #[inline]
    fn list(&self, start: usize) -> &[Block] {
        &self.data[self.data[start].index()..self.data[start + 1].index()]
    }

    /// Number of blocks, those out of reach included.
    pub fn block_count(&self) -> usize {
        self.count
    }
    /// The distinct successors of `block`, in the order of its terminator.
    #[inline]
    pub fn succs(&self, block: Block) -> &[Block] {
        self.list(block.index())
    }
    /// The distinct reachable predecessors of `block`, in reverse post-order.
    #[inline]
    pub fn preds(&self, block: Block) -> &[Block] {
        self.list(self.count + 1 + block.index())
    }
    /// The reachable blocks in reverse post-order; the entry is first.
    #[inline]
    pub fn order(&self) -> &[Block] {
        let end = self.positions() + 2 * self.count;
        self.data.get(end - self.reachable..end).unwrap_or(&[])
    }
    /// The place of `block` in [`order`](Self::order), [`UNREACHABLE`] for blocks out of reach.
    #[inline]
    pub fn position(&self, block: Block) -> u32 {
        self.data[self.positions() + block.index()].0
    }
    /// Whether the entry reaches `block`.
    #[inline]
    pub fn is_reachable(&self, block: Block) -> bool {
        self.position(block) != UNREACHABLE
    }
}
