//! Checks that every value is defined on all ways to its uses.
//!
//! The reader checks everything about a module but this, and SPIR-V's rules rest on it. Expects a function
//! whose instructions were appended after their operands (import's order), so that within a block the order
//! is right already.

use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::entity::EntityId;
use crate::error::{Error, Result};
use crate::ir::{Block, Function, Value};

/// The block of instructions that are in none.
const NOWHERE: Block = Block(u32::MAX);
/// The block that a function begins with.
const ENTRY: Block = Block(0);

/// An error if a definition does not dominate a use.
pub fn check(function: &Function) -> Result<()> {
    // One block, one order.
    if function.layout.len() < 2 {
        return Ok(());
    }
    // One more: what is no instruction is defined everywhere.
    let count = function.insts.len();
    let mut defined_in = vec![NOWHERE; count + 1];
    defined_in[count] = ENTRY;
    for &block in &function.layout {
        let data = &function.blocks[block];
        for &inst in data.params.iter().chain(&data.insts) {
            defined_in[inst.index()] = block;
        }
    }
    // Where values are defined that another block uses, and the block, once each. What the entry block defines, all others may
    // use.
    let mut across = Vec::new();
    let mut latest = vec![NOWHERE; function.blocks.len()];
    for &block in &function.layout {
        let mut uses = |values: &[Value]| {
            for value in values {
                let home = defined_in[value.slot_or_behind(count)];
                if (home == block) | (home == ENTRY) {
                    continue;
                }
                match latest.get_mut(home.index()) {
                    Some(latest) if *latest == block => {}
                    Some(latest) => {
                        *latest = block;
                        across.push((home, block));
                    }
                    None => across.push((home, block)),
                }
            }
        };
        let data = &function.blocks[block];
        for &inst in &data.insts {
            uses(function.args(inst));
        }
        uses(data.terminator.operand().as_slice());
        data.terminator
            .for_each_edge(|edge| uses(function.edge_args(edge)));
    }
    if across.is_empty() {
        return Ok(());
    }
    let cfg = Cfg::new(function);
    let dominators = Dominators::new(&cfg);
    let fits = |home: Block, block: Block| home != NOWHERE && dominators.dominates(home, block);
    if across
        .iter()
        .all(|&(home, block)| !cfg.is_reachable(block) || fits(home, block))
    {
        return Ok(());
    }
    Err(Error::malformed("a value is used where it is not defined on all ways").in_function(&function.name))
}
