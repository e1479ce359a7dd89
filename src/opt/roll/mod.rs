//! What is done alike to many components of vectors in turn becomes loops.
//!
//! A long vector comes as its components, and what a shader does with it as one instruction for each: of 1,024 components that
//! is code that drivers take long to compile (NVIDIA's, 580.159, up to 37 s for a few operations), and all of them are
//! alive at once. Expects a lowered function without constructs and without values that debugging information names. In blocks
//! of many instructions each user gets pointers and what it loads from the function's memory itself (`apart`), pure instructions
//! go to where they are used first (`order`), so that all that belongs to a component stands together, and what then repeats
//! itself (`runs`) is done in a loop (`build`). Values that are wanted outside go through an array in the function's memory.
//!
//! ```text
//! %1 = access_chain @0, i32 0                     br bb1(i32 0)
//! %2 = load %1                                  bb1(%20: i32):
//! %3 = fadd %2, %9                                %1 = access_chain @0, %20
//! %4 = access_chain @1, i32 0                     %2 = load %1
//! store %4, %3                            =>      %3 = fadd %2, %9
//! %5 = access_chain @0, i32 1                     %4 = access_chain @1, %20
//! ...                                             store %4, %3
//! store %1023, %1022                              %21 = iadd %20, i32 1
//!                                                 %22 = ieq %21, i32 1024
//!                                                 condbr %22, bb2, bb1(%21)
//!                                               bb2:
//! ```

mod apart;
mod build;
mod carried;
mod effects;
mod order;
mod runs;
mod share;
#[cfg(test)]
mod tests;

use crate::ir::{Block, Func, Function, LONG_VECTOR, Module, Op, TypeData};

/// Instructions of a block that is worth looking at.
const MANY: usize = 256;

/// Blocks times large ones, at most: of each pair is known whether one leads to the other.
const MOST_PAIRS: usize = 1 << 22;

/// Components of a vector from which on it is long.
const LONG: u32 = 256;

/// Likewise in a function with much to do, whose code for each component is longer than what is kept of it near the processors.
const LONG_IN_MUCH: u32 = LONG_VECTOR;

/// Instructions of a function with much to do.
const MUCH: usize = 1 << 14;

/// Components from which on the vectors of a function are long.
fn long(function: &Function) -> u32 {
    match size(function) {
        0..MUCH => LONG,
        _ => LONG_IN_MUCH,
    }
}

/// Whether there may be something to do in a function for [`roll`]: a vector that is long there was taken apart.
pub fn has_long_vectors(module: &Module, func: Func) -> bool {
    let longest = module.types.iter().filter_map(|(_, ty)| match ty {
        TypeData::Vector { len, .. } => Some(*len),
        _ => None,
    });
    let longest = longest.max().unwrap_or(0);
    longest >= LONG_IN_MUCH && longest >= long(&module.functions[func])
}

/// Runs the pass on a function of the module; returns whether it changed anything.
pub fn roll(module: &mut Module, func: Func) -> bool {
    let function = &module.functions[func];
    // Parameters that become loads make blocks large, so this is of blocks of either kind.
    let count = function.blocks.len();
    let most = function.insts.len() / MANY + 1;
    if large_blocks(function).is_empty()
        || !function.debug_values.is_empty()
        || count.saturating_mul(most.min(count)) > MOST_PAIRS
    {
        return false;
    }
    let variables = module.globals.len();
    let rolled = rolled(module, function.clone());
    // What each user has of its own is more where little became a loop.
    match rolled.filter(|rolled| size(rolled) < size(&module.functions[func])) {
        Some(function) => {
            keep_apart(module, &function);
            module.functions[func] = function;
            true
        }
        None => {
            module.globals.truncate(variables);
            false
        }
    }
}

/// The function with loops, if there are any.
fn rolled(module: &mut Module, mut function: Function) -> Option<Function> {
    let long = long(&function);
    carried::carried(module, &mut function, long);
    let blocks = large_blocks(&function);
    let callees = effects::Callees::new(module, &function);
    apart::apart(module, &mut function, &blocks, &callees);
    order::order(module, &mut function, &blocks, &callees);
    let runs = runs::find(module, &function, &blocks);
    if runs.is_empty() {
        return None;
    }
    build::build(module, &mut function, &runs);
    super::dce::dce(&mut function);
    share::share(module, &mut function);
    Some(function)
}

/// Functions with blocks of their own that are called stay functions: NVIDIA's driver (580.159, H100) made no pipeline of a
/// shader with loops of 1,024 rounds in one of which it had inlined the loop of WaveMatch, and does with that apart.
fn keep_apart(module: &mut Module, function: &Function) {
    for &block in &function.layout {
        for &inst in &function.blocks[block].insts {
            let data = &function.insts[inst];
            if data.op == Op::Call
                && let Some(callee) = module.functions.get_mut(Func(data.imm))
            {
                callee.apart |= callee.layout.len() > 1;
            }
        }
    }
}

fn size(function: &Function) -> usize {
    let blocks = function.layout.iter();
    blocks.map(|&block| function.blocks[block].insts.len()).sum()
}

fn large_blocks(function: &Function) -> Vec<Block> {
    let is_large = |block: &Block| function.blocks[*block].insts.len() >= MANY;
    function.layout.iter().copied().filter(is_large).collect()
}
