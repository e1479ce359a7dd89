//! The dominator tree.
//!
//! In: a [`Cfg`], plain or structural. Out: [`Dominators`]: immediate dominators, a constant-time test, depths and
//! children. Semi-NCA (Georgiadis): semidominators with path compression, then each immediate dominator is the
//! nearest ancestor that is not above the semidominator. Near-linear, no recursion.

use super::cfg::{Cfg, UNREACHABLE};
use crate::entity::EntityId;
use crate::ir::{Block, Function};
use smallvec::SmallVec;

/// The graph of a function and, once somebody has asked for it, its dominator tree: what stages hand on as long as none of
/// them changes a terminator.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The graph.
    pub cfg: Cfg,
    dominators: Option<Dominators>,
}

impl Graph {
    /// That of the function's terminators.
    pub fn new(function: &Function) -> Self {
        Cfg::new(function).into()
    }

    /// The graph and the tree.
    pub fn into_parts(self) -> (Cfg, Dominators) {
        let dominators = self.dominators.unwrap_or_else(|| Dominators::new(&self.cfg));
        (self.cfg, dominators)
    }

    /// The graph, and the tree if it is known.
    pub fn take_parts(self) -> (Cfg, Option<Dominators>) {
        (self.cfg, self.dominators)
    }

    /// Whether it is the graph of `function`.
    pub fn is_of(&self, function: &Function) -> bool {
        self.cfg == Cfg::new(function)
    }
}

impl From<Cfg> for Graph {
    fn from(cfg: Cfg) -> Self {
        Self {
            cfg,
            dominators: None,
        }
    }
}

impl From<(Cfg, Dominators)> for Graph {
    fn from((cfg, dominators): (Cfg, Dominators)) -> Self {
        Self {
            cfg,
            dominators: Some(dominators),
        }
    }
}

/// The dominator tree of the reachable blocks.
#[derive(Clone, Debug)]
pub struct Dominators {
    /// By block; one more at the end.
    nodes: Vec<Node>,
    children: Vec<Block>,
}

/// A block in the tree.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Immediate dominator as block number, [`UNREACHABLE`] for the entry and for blocks out of reach.
    idom: u32,
    /// Number in a preorder walk of the tree; with `end` 0 for blocks out of reach.
    start: u32,
    /// One past the last number in the block's subtree.
    end: u32,
    depth: u32,
    /// Where its children start; those of the next block follow.
    children: u32,
}

impl Dominators {
    /// Computes the tree of `cfg`.
    pub fn new(cfg: &Cfg) -> Self {
        let out_of_reach = Node {
            idom: UNREACHABLE,
            start: 0,
            end: 0,
            depth: 0,
            children: 0,
        };
        let mut nodes = vec![out_of_reach; cfg.block_count() + 1];
        if let [entry] = cfg.order() {
            nodes[entry.index()].end = 1;
            let children = Vec::new();
            return Self { nodes, children };
        }
        if cfg.order().len() > FEW || !dominators_of_few(cfg, &mut nodes) {
            immediate_dominators(cfg, &mut nodes);
        }
        // How many children, depths and, for now in `end`, sizes of subtrees: parents come before children in the order.
        for &block in cfg.order() {
            let parent = nodes[block.index()].idom;
            if parent != UNREACHABLE {
                nodes[parent as usize].children += 1;
                nodes[block.index()].depth = nodes[parent as usize].depth + 1;
            }
        }
        for &block in cfg.order().iter().rev() {
            let node = &mut nodes[block.index()];
            node.end += 1;
            let (parent, size) = (node.idom, node.end);
            if parent != UNREACHABLE {
                nodes[parent as usize].end += size;
            }
        }
        // First where each list of children ends, then, as they are filled from behind, where it starts.
        let mut end = 0;
        for node in &mut nodes {
            end += node.children;
            node.children = end;
        }
        let mut children = vec![Block(0); end as usize];
        for &block in cfg.order().iter().rev() {
            let parent = nodes[block.index()].idom;
            if parent != UNREACHABLE {
                let slot = &mut nodes[parent as usize].children;
                *slot -= 1;
                children[*slot as usize] = block;
            }
        }
        for &block in cfg.order() {
            let Node {
                start,
                end: size,
                children: first,
                ..
            } = nodes[block.index()];
            let last = nodes[block.index() + 1].children;
            let mut next = start + 1;
            for &child in &children[first as usize..last as usize] {
                let child = &mut nodes[child.index()];
                child.start = next;
                next += child.end;
            }
            nodes[block.index()].end = start + size;
        }
        Self { nodes, children }
    }

    /// The immediate dominator; `None` for the entry and for blocks out of reach.
    #[inline]
    pub fn idom(&self, block: Block) -> Option<Block> {
        let idom = self.nodes[block.index()].idom;
        (idom != UNREACHABLE).then_some(Block(idom))
    }
    /// Whether every path to `b` goes through `a`; a block dominates itself. False when either is out of reach.
    #[inline]
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        let (a, b) = (self.nodes[a.index()], self.nodes[b.index()]);
        a.start <= b.start && b.start < a.end && b.start < b.end
    }
    /// The number of strict dominators of `block`.
    #[inline]
    pub fn depth(&self, block: Block) -> u32 {
        self.nodes[block.index()].depth
    }
    /// The blocks that `block` dominates immediately, in reverse post-order.
    #[inline]
    pub fn children(&self, block: Block) -> &[Block] {
        let (first, last) = (self.nodes[block.index()], self.nodes[block.index() + 1]);
        &self.children[first.children as usize..last.children as usize]
    }
    /// The child of `parent` that dominates `block`; `None` when `parent` does not strictly dominate it.
    pub fn child_towards(&self, parent: Block, block: Block) -> Option<Block> {
        let at = self.nodes[block.index()].start;
        let children = self.children(parent);
        let past = children.partition_point(|child| self.nodes[child.index()].start <= at);
        let child = *children.get(past.checked_sub(1)?)?;
        self.dominates(child, block).then_some(child)
    }
    /// The number of blocks that `block` dominates, itself included.
    #[inline]
    pub fn subtree_size(&self, block: Block) -> u32 {
        let node = self.nodes[block.index()];
        node.end - node.start
    }
}

/// A list that is on the heap for functions of many blocks only.
type Few<T> = SmallVec<[T; 16]>;

/// A block in a depth-first preorder; everything but the block is in the numbers of that order.
#[derive(Clone, Copy)]
struct Vertex {
    block: Block,
    /// The one that it was reached from, in the end its immediate dominator.
    idom: u32,
    semi: u32,
    label: u32,
    ancestor: u32,
}

/// Up to this many reachable blocks dominators are looked for along the tree.
const FEW: usize = 64;

/// Finds immediate dominators, as block numbers, of a reducible graph: there the edges that go forward in the order settle them,
/// so that each is the nearest common ancestor of those of its predecessors that are known (Cooper, Harvey, Kennedy). Returns
/// whether the graph is one. Quick where trees are low: for small graphs.
fn dominators_of_few(cfg: &Cfg, nodes: &mut [Node]) -> bool {
    // By place in the order.
    let mut idoms = [0u32; FEW];
    let idom = |idoms: &[u32; FEW], place: u32| idoms[place as usize % FEW];
    let common = |idoms: &[u32; FEW], mut a: u32, mut b: u32| {
        while a != b {
            if a > b {
                a = idom(idoms, a);
            } else {
                b = idom(idoms, b);
            }
        }
        a
    };
    let mut back = false;
    for (place, &block) in (0..).zip(cfg.order()).skip(1) {
        let mut found = UNREACHABLE;
        for &pred in cfg.preds(block) {
            let from = cfg.position(pred);
            if from >= place {
                back = true;
            } else if found == UNREACHABLE {
                found = from;
            } else {
                found = common(&idoms, found, from);
            }
        }
        idoms[place as usize % FEW] = found;
    }
    if back {
        for (place, &block) in (0..).zip(cfg.order()).skip(1) {
            let enters = |&pred: &Block| {
                let from = cfg.position(pred);
                from >= place && common(&idoms, place, from) != place
            };
            if cfg.preds(block).iter().any(enters) {
                return false;
            }
        }
    }
    for (place, block) in cfg.order().iter().enumerate().skip(1) {
        nodes[block.index()].idom = cfg.order()[idoms[place % FEW] as usize].0;
    }
    true
}

/// Finds immediate dominators, as block numbers.
fn immediate_dominators(cfg: &Cfg, nodes: &mut [Node]) {
    if cfg.order().is_empty() {
        return;
    }
    let mut number: Few<u32> = Few::from_elem(UNREACHABLE, cfg.block_count());
    let number = number.as_mut_slice();
    let mut vertices: Few<Vertex> = Few::with_capacity(cfg.order().len());
    let mut stack: Few<(Block, u32)> = Few::new();
    stack.push((Block(0), 0));
    while let Some((block, from)) = stack.pop() {
        if number[block.index()] != UNREACHABLE {
            continue;
        }
        let index = vertices.len() as u32;
        number[block.index()] = index;
        vertices.push(Vertex {
            block,
            idom: from,
            semi: index,
            label: index,
            ancestor: from,
        });
        for &succ in cfg.succs(block).iter().rev() {
            if number[succ.index()] == UNREACHABLE {
                stack.push((succ, index));
            }
        }
    }
    let vertices = vertices.as_mut_slice();
    let mut path = Few::new();
    for w in (1..vertices.len() as u32).rev() {
        let mut best = w;
        for &pred in cfg.preds(vertices[w as usize].block) {
            let v = number[pred.index()];
            // Vertices above w are not linked yet: they stand for themselves.
            let u = if v <= w {
                v
            } else {
                compress(v, w, vertices, &mut path)
            };
            best = best.min(vertices[u as usize].semi);
        }
        let vertex = &mut vertices[w as usize];
        (vertex.semi, vertex.label) = (best, w);
    }
    for w in 1..vertices.len() {
        let Vertex {
            block, idom, semi, ..
        } = vertices[w];
        let mut candidate = idom;
        while candidate > semi {
            candidate = vertices[candidate as usize].idom;
        }
        vertices[w].idom = candidate;
        nodes[block.index()].idom = vertices[candidate as usize].block.0;
    }
}

/// The vertex with the least semidominator on the linked part (numbers above `limit`) of the path from `v` to
/// the root; shortens that path.
fn compress(v: u32, limit: u32, vertices: &mut [Vertex], path: &mut Few<u32>) -> u32 {
    let mut at = v;
    while vertices[at as usize].ancestor > limit {
        path.push(at);
        at = vertices[at as usize].ancestor;
    }
    // `at` hangs directly below the linked part's end. Now from the top down.
    while let Some(below) = path.pop() {
        let above = vertices[vertices[below as usize].ancestor as usize];
        let least = vertices[above.label as usize].semi;
        if least < vertices[vertices[below as usize].label as usize].semi {
            vertices[below as usize].label = above.label;
        }
        vertices[below as usize].ancestor = above.ancestor;
    }
    vertices[v as usize].label
}
