//! Stage 2: which blocks belong to which loop.
//!
//! On entry: a reducible graph. On exit: the same graph; for each block the innermost loop whose construct it
//! will be part of. That is its natural loop, or a loop deeper within, for code that runs on the way out.
//!
//! ```text
//! loop { ..; if (hit) { x; break; } .. } z        x does not reach the back edge, so it is not in the natural
//!                                                 loop; left outside, the loop has two exit targets, x and z
//! ```

use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::analysis::loops::{Loop, Loops};
use crate::ir::Function;

/// The innermost loop of each block, by block number.
pub fn membership(_: &Function, _: &Cfg, _: &Dominators, loops: &Loops) -> Vec<Option<Loop>> {
    loops.innermost.clone()
}
