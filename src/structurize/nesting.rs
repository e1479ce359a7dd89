//! Selections that nest deeper than SPIR-V allows.
//!
//! On entry: as stage 4 wants it. On exit: as stage 4 leaves it, and nested no deeper than SPIR-V's universal limit
//! (2.17), unless the loops alone are.
//!
//! Before stage 4 come its [`rounds`], where nothing is so deep.
//!
//! Where stage 4 nests too deep, it is run again on the graph as it was, told to let some blocks follow a selection
//! around them (within the same loop) instead of nesting: each so many levels further in. What comes after such a block
//! follows too, where it is not the block's own. As this takes tests, it begins as deep as it may.
//!
//! ```text
//! bb0: if a {                       bb0: if a {
//!   bb1: if b {                       bb1: if b { sel = 2 } else { sel = 3 }
//!     bb2: if c { bb4 }             } else { sel = 4 }
//!   }                         ==>   if sel == 2 { bb2: if c { bb4 }; sel = 3 }
//!   bb3                             if sel == 3 { bb3; sel = 4 }
//! }                                 bb5
//! bb5
//! ```
//! Threads still meet at each block where they met before: they come to its test together. No shader that is known
//! nests so deep; conditions in a row (`a && b && ..`) do as SPIR-V has them.

use super::funnel::Numbers;
use super::rounds;
use super::selections::{self, Selected};
use super::tree::Tree;
use crate::analysis::cfg::Cfg;
use crate::analysis::constructs::{Constructs, Kind};
use crate::analysis::dominators::{Dominators, Graph};
use crate::entity::EntityId;
use crate::ir::{Block, Function, Merge, Module, Terminator};

/// How deep constructs may nest.
const MAX_DEPTH: u32 = 1023;
/// How deep the selections are that blocks follow, and how much deeper a block is that does: what is tried.
const TRIES: [(u32, u32); 4] = [(850, 128), (600, 64), (300, 32), (0, 16)];

/// Runs stage 4. `graph` is the function's structural graph, if it is known.
pub fn run(
    module: &mut Module,
    function: &mut Function,
    numbers: &mut Numbers,
    graph: Option<Graph>,
) -> Selected {
    let plain = graph.is_some();
    let tree = Tree::new(function, &[], graph);
    // Each step down the dominator tree enters one construct at most.
    let may_be_deep = function.blocks.len() > MAX_DEPTH as usize
        && (function.layout.iter()).any(|&block| tree.depth(block) >= MAX_DEPTH);
    if !may_be_deep {
        let blocks = function.blocks.len();
        let (tree, chooses) = rounds::run(module, function, numbers, tree);
        let plain = plain && function.blocks.len() == blocks;
        let mut selected = selections::run(module, function, numbers, tree, plain);
        selected.chooses |= chooses;
        return selected;
    }
    let before = function.clone();
    let mut selected = selections::run(module, function, numbers, tree, plain);
    for (from, between) in TRIES {
        let depths = Depths::new(function);
        if depths.most <= MAX_DEPTH || depths.loops >= MAX_DEPTH {
            return selected;
        }
        let follows = follows(&before, &depths, from, between);
        if follows.is_empty() {
            continue;
        }
        *function = before.clone();
        let tree = Tree::new(function, &follows, None);
        selected = selections::run(module, function, numbers, tree, false);
    }
    selected
}

/// How deep the blocks of a structured function are.
struct Depths {
    /// Constructs around each block, and those of them that are selections within its innermost loop; not the one
    /// that it is the header of.
    around: Vec<(u32, u32)>,
    /// The most constructs around each other.
    most: u32,
    /// The most loops around each other.
    loops: u32,
}

impl Depths {
    fn new(function: &Function) -> Self {
        let cfg = Cfg::structural(function);
        let constructs = Constructs::new(function, &cfg, &Dominators::new(&cfg));
        // For each construct, the same with itself; and how many are loops.
        let mut inside: Vec<(u32, u32)> = Vec::with_capacity(constructs.all.len());
        let mut loops_around: Vec<u32> = Vec::with_capacity(constructs.all.len());
        let (mut most, mut most_loops) = (0, 0);
        for construct in &constructs.all {
            let parent = construct.parent.map(|parent| parent as usize);
            let (all, selections) = parent.map_or((0, 0), |parent| inside[parent]);
            let loops = parent.map_or(0, |parent| loops_around[parent]);
            let is_selection = matches!(construct.kind, Kind::Selection { .. });
            inside.push((all + 1, if is_selection { selections + 1 } else { 0 }));
            loops_around.push(loops + u32::from(!is_selection));
            most = most.max(all + 1);
            most_loops = most_loops.max(loops + u32::from(!is_selection));
        }
        let mut around = vec![(0, 0); function.blocks.len()];
        for &block in cfg.order() {
            let mut at = constructs.inside[block.index()];
            while let Some(id) = at.filter(|&id| constructs.all[id as usize].entry == block) {
                at = constructs.all[id as usize].parent;
            }
            around[block.index()] = at.map_or((0, 0), |id| inside[id as usize]);
        }
        Self {
            around,
            most,
            loops: most_loops,
        }
    }
}

/// The blocks that are not to nest, each with the header of the selection that it is to follow: the outermost in the
/// block's loop that has `from` constructs around it.
fn follows(before: &Function, depths: &Depths, from: u32, between: u32) -> Vec<(Block, Block)> {
    let cfg = Cfg::structural(before);
    let dominators = Dominators::new(&cfg);
    let mut result = Vec::new();
    // For each block that header, and how deep in selections it or the last block that follows it is.
    let mut headers: Vec<Option<(Block, u32)>> = vec![None; cfg.block_count()];
    let mut stack = vec![Block(0)];
    while let Some(parent) = stack.pop() {
        let known = headers[parent.index()];
        let (around, selections) = depths.around[parent.index()];
        for &block in dominators.children(parent) {
            stack.push(block);
            let place = block.index();
            if let Some(Merge::Loop {
                merge,
                continue_target,
            }) = before.blocks[parent].merge
            {
                headers[place] = known.filter(|_| block == merge || block == continue_target);
                continue;
            }
            let chooses = !matches!(before.blocks[parent].terminator, Terminator::Branch(_));
            headers[place] = known.or((chooses && around >= from).then_some((parent, selections)));
            let depth = depths.around[place].1;
            if let Some((header, base)) = headers[place]
                && header != parent
                && before.blocks[block].merge.is_none()
                && depth >= base + between
            {
                result.push((header, block));
                headers[place] = Some((header, depth));
            }
        }
    }
    result
}
