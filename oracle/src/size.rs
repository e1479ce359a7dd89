//! How large a function is.

use dxil2spirv::analysis::cfg::Cfg;
use dxil2spirv::ir::Function;

/// The instructions of the blocks in reach: parameters (phis, as SPIR-V has them), instructions and terminators.
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
