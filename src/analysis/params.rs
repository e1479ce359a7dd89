//! What edges give to the parameters of blocks.
//!
//! In: a function. Out: [`Params`]: for each parameter its block and position, and the argument lists of the edges to
//! each block. Nothing is made where no block but the first, whose parameters are the function's arguments, has any. Or
//! [`Incoming`]: these lists alone, where there is a graph, of the edges in it.

use super::cfg::Cfg;
use crate::entity::{EntityId, ListRef};
use crate::ir::{Block, Edge, Function, Inst};

/// The parameters of the blocks of a function but the first, and the arguments of edges.
#[derive(Clone, Debug, Default)]
pub struct Params {
    /// By instruction: block and position; empty where there are no parameters.
    places: Vec<(Block, u32)>,
    /// The argument lists of edges, in the order of the blocks that they lead to.
    lists: Vec<(Block, ListRef)>,
}

impl Params {
    /// Those of `function`, of blocks in its layout. `each` is called with each parameter.
    pub fn of(function: &Function, mut each: impl FnMut(Inst)) -> Self {
        let mut found = Self::default();
        for &block in function.layout.iter().skip(1) {
            for (position, &param) in (0..).zip(&function.blocks[block].params) {
                if found.places.is_empty() {
                    found.places = vec![(Block(u32::MAX), 0); function.insts.len()];
                }
                found.places[param.index()] = (block, position);
                each(param);
            }
        }
        if found.places.is_empty() {
            return found;
        }
        for &block in &function.layout {
            function.blocks[block].terminator.for_each_edge(|edge| {
                if edge.args.len != 0 {
                    found.lists.push((edge.block, edge.args));
                }
            });
        }
        found
            .lists
            .sort_unstable_by_key(|(block, list)| (*block, list.start));
        found
    }

    /// The block and position of a parameter.
    #[inline]
    pub fn place(&self, param: Inst) -> Option<(Block, usize)> {
        let &(block, position) = self.places.get(param.index())?;
        (block.0 != u32::MAX).then_some((block, position as usize))
    }

    /// What the edges to `block` give its parameters, in no particular order.
    pub fn lists(&self, block: Block) -> impl Iterator<Item = ListRef> {
        let start = self.lists.partition_point(|(to, _)| *to < block);
        let from = self.lists.get(start..).unwrap_or(&[]);
        from.iter()
            .take_while(move |(to, _)| *to == block)
            .map(|(_, list)| *list)
    }
}

/// The argument lists of the edges to each block that has parameters.
pub struct Incoming {
    starts: Vec<u32>,
    lists: Vec<ListRef>,
}

impl Incoming {
    /// Of the edges of reachable blocks.
    pub fn of(function: &Function, cfg: &Cfg) -> Self {
        let mut starts = vec![0u32; cfg.block_count() + 2];
        let mut edges: Vec<Edge> = Vec::new();
        for &block in cfg.order() {
            function.blocks[block].terminator.for_each_edge(|edge| {
                if edge.args.len != 0 {
                    starts[edge.block.index() + 2] += 1;
                    edges.push(*edge);
                }
            });
        }
        for index in 2..starts.len() {
            starts[index] += starts[index - 1];
        }
        let mut lists = vec![ListRef::EMPTY; edges.len()];
        for edge in edges {
            let slot = &mut starts[edge.block.index() + 1];
            lists[*slot as usize] = edge.args;
            *slot += 1;
        }
        Self { starts, lists }
    }

    /// Those to `block`, in the order of the blocks that they are from.
    pub fn of_block(&self, block: Block) -> &[ListRef] {
        let (start, end) = (self.starts[block.index()], self.starts[block.index() + 1]);
        &self.lists[start as usize..end as usize]
    }
}
