//! Stage 1: every cycle has one entry.
//!
//! On entry: any graph of reachable blocks. On exit: the graph is reducible. A cycle (strongly connected
//! component) with several entries gets a new block that all edges to these entries go through; a selector says
//! which is meant. Then the cycle without edges to its entry is looked at in the same way.
//!
//! ```text
//!   bb0 ──▶ bb1            bb0 ──▶ bb9 ──▶ bb1
//!    │      ▲ │     ==>            ▲ │ ◀────┘
//!    └▶ bb2 ◀─┘                    │ └▶ bb2
//!        (bb1 ⇄ bb2)               └────┘
//! ```
//! No block is copied. Values whose definition no longer dominates a use are left to `repair`.

use super::funnel::{Funnel, Funnels};
use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::analysis::loops::Loops;
use crate::entity::EntityId;
use crate::ir::{Block, Function, Module};

/// Makes the graph reducible. Returns whether it changed anything.
pub fn run(module: &mut Module, function: &mut Function) -> bool {
    let cfg = Cfg::new(function);
    if Loops::new(&cfg, &Dominators::new(&cfg)).irreducible.is_none() {
        return false;
    }
    let mut funnels = Funnels::default();
    // Blocks whose incoming edges are already part of an outer cycle.
    let mut is_entry = vec![false; cfg.block_count()];
    let mut funnel_of: Vec<Option<Funnel>> = vec![None; cfg.block_count()];
    // Cycles still to be looked into: their blocks, in reverse post-order.
    let mut work = vec![cfg.order().to_vec()];
    let mut components = Components::new(cfg.block_count());
    while let Some(region) = work.pop() {
        for mut cycle in components.find(&cfg, &region, &is_entry) {
            cycle.sort_by_key(|&block| cfg.position(block));
            for &block in &cycle {
                components.mark[block.index()] = cycle[0].0 + 1;
            }
            let mark = &components.mark;
            let entries: Vec<Block> = (cycle.iter().copied())
                .filter(|&block| {
                    let outside = |pred: &Block| mark[pred.index()] != cycle[0].0 + 1;
                    block == Block(0) || cfg.preds(block).iter().any(outside)
                })
                .collect();
            if entries.len() > 1 {
                let funnel = funnels.add(function);
                for &entry in &entries {
                    funnels.add_local(funnel, entry);
                    funnel_of[entry.index()] = Some(funnel);
                }
            }
            for &block in &cycle {
                components.mark[block.index()] = 0;
            }
            for &entry in &entries {
                is_entry[entry.index()] = true;
            }
            work.push(cycle);
        }
    }
    for &block in cfg.order() {
        let mut slot = 0;
        function.blocks[block].terminator.for_each_edge(|edge| {
            if let Some(funnel) = funnel_of[edge.block.index()] {
                funnels.enter(block, slot, funnel, None, edge.block);
            }
            slot += 1;
        });
    }
    funnels.finish(module, function);
    true
}

/// Tarjan's strongly connected components, without recursion, on a part of the graph.
struct Components {
    /// Discovery number in the current search, 0 when not found yet.
    number: Vec<u32>,
    low: Vec<u32>,
    on_stack: Vec<bool>,
    /// Blocks of the current region hold `u32::MAX`; free for the caller between searches, to be left 0.
    mark: Vec<u32>,
}

impl Components {
    fn new(count: usize) -> Self {
        Self {
            number: vec![0; count],
            low: vec![0; count],
            on_stack: vec![false; count],
            mark: vec![0; count],
        }
    }

    /// The components of `region` that are cycles, not counting edges to blocks of `ignored`.
    fn find(&mut self, cfg: &Cfg, region: &[Block], ignored: &[bool]) -> Vec<Vec<Block>> {
        for &block in region {
            self.number[block.index()] = 0;
            self.mark[block.index()] = u32::MAX;
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
                if let Some(&succ) = cfg.succs(block).get(top.1) {
                    top.1 += 1;
                    let to = succ.index();
                    if self.mark[to] != u32::MAX || ignored[to] {
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
                let mut component = Vec::new();
                while let Some(member) = stack.pop() {
                    self.on_stack[member.index()] = false;
                    component.push(member);
                    if member == block {
                        break;
                    }
                }
                let is_cycle = component.len() > 1 || (cfg.succs(block).contains(&block) && !ignored[at]);
                if is_cycle {
                    result.push(component);
                }
            }
        }
        for &block in region {
            self.mark[block.index()] = 0;
        }
        result
    }
}
