//! The constructs of a structured function, nested: selections, loops and continue constructs.
//!
//! In: a function with merge information, its structural [`Cfg`] and the [`Dominators`] of that. Out:
//! [`Constructs`]: each construct with the one around it, and the innermost one of each block. SPIR-V 1.6, section
//! 2.11: a construct is what its header dominates without what its merge block dominates; a loop's is also without
//! what its continue target dominates.

use super::cfg::Cfg;
use super::dominators::Dominators;
use crate::entity::EntityId;
use crate::ir::{Block, Function, Merge};

/// What kind of construct, and the targets that edges may leave it to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A selection.
    Selection {
        /// Its merge block.
        merge: Block,
    },
    /// A loop, without its continue construct.
    Loop {
        /// Its merge block.
        merge: Block,
        /// Its continue target.
        continue_target: Block,
    },
    /// A continue construct.
    Continue {
        /// The loop's merge block.
        merge: Block,
        /// The loop's header.
        header: Block,
    },
}

/// A construct and the one around it.
#[derive(Clone, Copy, Debug)]
pub struct Construct {
    /// What it is.
    pub kind: Kind,
    /// The only block that edges enter it at.
    pub entry: Block,
    /// The smallest construct around it, by index.
    pub parent: Option<u32>,
    /// How many are around it.
    pub depth: u32,
}

/// The constructs of a function, those around others first.
#[derive(Clone, Debug, Default)]
pub struct Constructs {
    /// All of them.
    pub all: Vec<Construct>,
    /// The innermost construct of each block, by block number.
    pub inside: Vec<Option<u32>>,
}

impl Constructs {
    /// Finds them, from the top of the dominator tree: a block is in the innermost construct of its immediate
    /// dominator, unless it is the merge block or continue target of that.
    pub fn new(function: &Function, cfg: &Cfg, dominators: &Dominators) -> Self {
        let mut result = Self {
            all: Vec::new(),
            inside: vec![None; cfg.block_count()],
        };
        // Of each header, the construct around it.
        let mut around: Vec<Option<u32>> = vec![None; cfg.block_count()];
        for &block in cfg.order() {
            let mut inside = None;
            if let Some(idom) = dominators.idom(block) {
                inside = result.inside[idom.index()];
                match function.blocks[idom].merge {
                    Some(Merge::Selection { merge } | Merge::Loop { merge, .. }) if merge == block => {
                        inside = around[idom.index()];
                    }
                    Some(Merge::Loop {
                        merge,
                        continue_target,
                    }) if continue_target == block => {
                        let kind = Kind::Continue { merge, header: idom };
                        inside = Some(result.add(kind, block, around[idom.index()]));
                    }
                    _ => {}
                }
            }
            around[block.index()] = inside;
            let kind = function.blocks[block].merge.map(|merge| match merge {
                Merge::Selection { merge } => Kind::Selection { merge },
                Merge::Loop {
                    merge,
                    continue_target,
                } => Kind::Loop {
                    merge,
                    continue_target,
                },
            });
            result.inside[block.index()] = match kind {
                Some(kind) => Some(result.add(kind, block, inside)),
                None => inside,
            };
        }
        result
    }

    fn add(&mut self, kind: Kind, entry: Block, parent: Option<u32>) -> u32 {
        let depth = parent.map_or(0, |parent| self.all[parent as usize].depth + 1);
        self.all.push(Construct {
            kind,
            entry,
            parent,
            depth,
        });
        self.all.len() as u32 - 1
    }
}
