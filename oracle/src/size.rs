//! How large a function is, and how deep its constructs nest.
//!
//! Instructions are counted alike before and after: block parameters (phis, as SPIR-V has them), instructions and
//! terminators of all blocks in reach. That is what LLVM counts, and SPIR-V but for labels and merge instructions,
//! which only say where blocks begin and constructs end. Before is the function as the structurizer gets it, with
//! whatever it leaves out at once.

use dxil2spirv::analysis::cfg::Cfg;
use dxil2spirv::analysis::constructs::Constructs;
use dxil2spirv::analysis::dominators::Dominators;
use dxil2spirv::ir::Function;

/// Instructions after, for each before: no function may exceed it.
pub const MOST_GROWTH: f64 = 2.0;

/// How deep constructs may nest in SPIR-V (2.17, "Universal Limits").
pub const MOST_DEPTH: usize = 1023;

/// The instructions of the blocks in reach: parameters, instructions and terminators.
pub fn instructions(function: &Function) -> usize {
    (Cfg::new(function).order().iter())
        .map(|&block| {
            let data = &function.blocks[block];
            data.params.len() + data.insts.len() + 1
        })
        .sum()
}

/// The blocks in reach.
pub fn blocks(function: &Function) -> usize {
    Cfg::new(function).order().len()
}

/// How many constructs of a structured function are around each other at most.
pub fn depth(function: &Function) -> usize {
    let cfg = Cfg::structural(function);
    let constructs = Constructs::new(function, &cfg, &Dominators::new(&cfg));
    (constructs.all.iter())
        .map(|construct| construct.depth as usize + 1)
        .max()
        .unwrap_or(0)
}
