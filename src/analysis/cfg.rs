//! The control-flow graph of a function in dense form: successors, predecessors, reverse post-order.
//!
//! In: a function. Out: [`Cfg`]. Parallel edges count once. The graph may be taken plain, or *structural*: with
//! an edge from each header to its merge block and continue target, as SPIR-V's structural dominance wants it.

use crate::entity::EntityId;
use crate::ir::{Block, Function, Merge, Terminator};

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

/// The parts of the list of a [`Cfg`] while that is made.
struct Parts<'a> {
    /// Where successors start.
    starts: &'a mut [Block],
    /// Where predecessors start in the end.
    ends: &'a mut [Block],
    positions: &'a mut [Block],
    order: &'a mut [Block],
    /// Successors and predecessors.
    lists: &'a mut [Block],
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
            data: Vec::with_capacity(Self::head(count) + 2 * edges),
            count,
            reachable: 0,
        };
        cfg.data.resize(Self::head(count), Block(UNREACHABLE));
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
    ///
    /// The way back needs no stack: until a block is finished, its position is the block that it was found from, and the
    /// place of its predecessors is where those of its successors end that are still to be tried.
    fn number(&mut self) {
        let count = self.count;
        if count == 0 {
            return;
        }
        let Parts {
            starts,
            ends,
            positions,
            order,
            lists,
        } = Self::parts(&mut self.data, count);
        let head = Self::head(count);
        let entry = Block(0);
        positions[0] = entry;
        ends[0] = starts[1];
        // The last place of the order that is not taken yet, plus one.
        let mut free = count;
        let mut block = entry;
        loop {
            let end = ends[block.index()];
            if end == starts[block.index()] {
                free -= 1;
                order[free] = block;
                if block == entry {
                    break;
                }
                block = positions[block.index()];
                continue;
            }
            ends[block.index()] = Block(end.0 - 1);
            let next = lists[end.index() - 1 - head];
            let position = &mut positions[next.index()];
            if position.0 == UNREACHABLE {
                *position = block;
                ends[next.index()] = starts[next.index() + 1];
                block = next;
            }
        }
        self.reachable = count - free;
        for (position, block) in (0..).zip(&order[free..]) {
            positions[block.index()] = Block(position);
        }
    }

    /// Predecessor lists of reachable predecessors, in reverse post-order of these.
    fn find_preds(&mut self) {
        let count = self.count;
        let mut end = self.data.len();
        self.data.resize(end + self.edges(), Block(0));
        let Parts {
            starts: succs,
            ends: starts,
            order,
            lists,
            ..
        } = Self::parts(&mut self.data, count);
        let order = &order[count - self.reachable..];
        let head = Self::head(count);
        starts.fill(Block(0));
        for block in order {
            let (first, last) = (succs[block.index()].index(), succs[block.index() + 1].index());
            for succ in &lists[first - head..last - head] {
                starts[succ.index()].0 += 1;
            }
        }
        // First where each list ends, then, as they are filled from behind, where it starts.
        for slot in starts.iter_mut() {
            end += slot.index();
            *slot = Block(end as u32);
        }
        for &block in order.iter().rev() {
            let (first, last) = (succs[block.index()].index(), succs[block.index() + 1].index());
            for at in first - head..last - head {
                let slot = &mut starts[lists[at].index()];
                slot.0 -= 1;
                lists[slot.index() - head] = block;
            }
        }
        self.data.truncate(end);
    }

    /// How many edges there are, those of blocks out of reach included.
    fn edges(&self) -> usize {
        self.data[self.count].index() - Self::head(self.count)
    }

    /// Where successors and predecessors start, in a graph of `count` blocks.
    fn head(count: usize) -> usize {
        4 * count + 2
    }

    fn parts(data: &mut [Block], count: usize) -> Parts<'_> {
        let (starts, rest) = data.split_at_mut(count + 1);
        let (ends, rest) = rest.split_at_mut(count + 1);
        let (positions, rest) = rest.split_at_mut(count);
        let (order, lists) = rest.split_at_mut(count);
        Parts {
            starts,
            ends,
            positions,
            order,
            lists,
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
    /// Whether both are the same in what the entry reaches.
    pub fn is_alike(&self, other: &Self) -> bool {
        let alike = |&block: &Block| {
            self.succs(block) == other.succs(block) && self.preds(block) == other.preds(block)
        };
        self.order() == other.order() && self.order().iter().all(alike)
    }
    /// Whether the entry reaches `block`.
    #[inline]
    pub fn is_reachable(&self, block: Block) -> bool {
        self.position(block) != UNREACHABLE
    }
}
