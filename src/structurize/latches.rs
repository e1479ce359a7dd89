//! Stage 7: loops tested at the bottom.
//!
//! On entry: structured control flow. On exit: the same, where the only branch to a continue target was also the
//! only choice between going on and leaving, the continue target makes that choice.
//!
//! ```text
//! bb2: ..; condbr %c, bb3, bb4        bb2: ..; br bb3
//! bb3: br bb1                    ==>  bb3: condbr %c, bb1, bb4
//! ```
//! This is the form that compilers of high-level languages give such loops, and it leaves no conditional branch
//! without a merge block outside of continue constructs.

use crate::analysis::cfg::Cfg;
use crate::ir::{Edge, Function, Hint, Merge, Terminator};

/// Moves such branches to the continue target; returns whether there were any. `cfg` is the graph of the function.
pub fn run(function: &mut Function, cfg: &Cfg) -> bool {
    let mut changed = false;
    for &header in cfg.order() {
        let Some(Merge::Loop {
            merge,
            continue_target,
        }) = function.blocks[header].merge
        else {
            continue;
        };
        let &[latch] = cfg.preds(continue_target) else {
            continue;
        };
        let target = &function.blocks[continue_target];
        let (Terminator::Branch(back), true) = (
            &target.terminator,
            target.insts.is_empty() && target.params.is_empty(),
        ) else {
            continue;
        };
        let back = *back;
        let data = &function.blocks[latch];
        let &Terminator::CondBranch {
            condition,
            if_true,
            if_false,
        } = &data.terminator
        else {
            continue;
        };
        let (true, None, Hint::None | Hint::Unroll | Hint::DontUnroll) =
            (latch != header, data.merge, data.hint)
        else {
            continue;
        };
        let moved = |edge: Edge| if edge.block == continue_target { back } else { edge };
        debug_assert!([if_true.block, if_false.block].contains(&merge));
        let source = data.source;
        let data = &mut function.blocks[continue_target];
        data.terminator = Terminator::CondBranch {
            condition,
            if_true: moved(if_true),
            if_false: moved(if_false),
        };
        data.source = source;
        function.blocks[latch].terminator = Terminator::Branch(Edge::to(continue_target));
        changed = true;
    }
    changed
}
