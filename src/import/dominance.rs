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

/// An error if a definition does not dominate a use.
pub fn check(function: &Function) -> Result<()> {
    // One block, one order.
    if function.layout.len() < 2 {
        return Ok(());
    }
    let cfg = Cfg::new(function);
    let dominators = Dominators::new(&cfg);
    // What dominates a block comes before it in the order.
    let mut defined_in = vec![NOWHERE; function.insts.len()];
    for &block in cfg.order() {
        let data = &function.blocks[block];
        for &inst in data.params.iter().chain(&data.insts) {
            defined_in[inst.index()] = block;
        }
        let available = |value: Value| {
            value.as_inst().is_none_or(|inst| {
                let home = defined_in.get(inst.index()).copied().unwrap_or(NOWHERE);
                home == block || home != NOWHERE && dominators.dominates(home, block)
            })
        };
        let fits = data
            .insts
            .iter()
            .all(|&inst| function.args(inst).iter().all(|&value| available(value)))
            && data.terminator.operand().is_none_or(available);
        let mut edges_fit = true;
        data.terminator.for_each_edge(|edge| {
            edges_fit &= function.edge_args(edge).iter().all(|&value| available(value));
        });
        if !fits || !edges_fit {
            return Err(
                Error::malformed("a value is used where it is not defined on all ways")
                    .in_function(&function.name),
            );
        }
    }
    Ok(())
}
