//! The rule that a phi has one entry for each edge into its block, checked in time linear in the edges.

use super::module::{Body, InstKind, ValueId};
use crate::error::{Error, Result};

/// Checks all phis of a body, whose block numbers are known to exist.
pub(super) fn check(body: &Body) -> Result<()> {
    let predecessors = Predecessors::of(body);
    let blocks = body.blocks.len();
    // For the current block: edges from each block. For the current phi: entries of each, and their value.
    let mut edges = vec![0u32; blocks];
    let mut entries = vec![(0u32, ValueId(0)); blocks];
    for block in 0..blocks {
        let from = predecessors.list(block);
        let mut counted = false;
        for inst in body.block(block) {
            let InstKind::Phi { values, blocks } = inst.kind else {
                break;
            };
            if !counted {
                counted = true;
                for &from in from {
                    if let Some(count) = edges.get_mut(from as usize) {
                        *count += 1;
                    }
                }
            }
            let incoming = blocks.of(&body.words);
            let mut good = incoming.len() == from.len();
            for (&from, &value) in incoming.iter().zip(values.of(&body.operands)) {
                let Some((count, first)) = entries.get_mut(from as usize) else {
                    continue;
                };
                if *count == 0 {
                    *first = value;
                }
                *count += 1;
                good &= *first == value && edges.get(from as usize).is_some_and(|edges| *count <= *edges);
            }
            for &from in incoming {
                if let Some(entry) = entries.get_mut(from as usize) {
                    entry.0 = 0;
                }
            }
            if !good {
                let message = "phi: expected one entry for each edge into its block, equal for equal blocks";
                return Err(Error::malformed(message)
                    .at_bit(u64::from(inst.bit_offset))
                    .in_block(block as u32));
            }
        }
        if counted {
            for &from in from {
                if let Some(count) = edges.get_mut(from as usize) {
                    *count = 0;
                }
            }
        }
    }
    Ok(())
}

/// The blocks that each edge into a block comes from.
struct Predecessors {
    /// Where each block's run in `from` ends; it starts where the one before ends.
    ends: Vec<u32>,
    from: Vec<u32>,
}

impl Predecessors {
    fn of(body: &Body) -> Self {
        let mut ends = vec![0u32; body.blocks.len()];
        for block in 0..body.blocks.len() {
            successors(body, block, |to| {
                if let Some(count) = ends.get_mut(to as usize) {
                    *count += 1;
                }
            });
        }
        let mut total = 0;
        for end in &mut ends {
            total += std::mem::replace(end, total);
        }
        // Each entry is now where its run starts, and moves to where it ends.
        let mut from = vec![0u32; total as usize];
        for block in 0..body.blocks.len() {
            successors(body, block, |to| {
                if let Some(next) = ends.get_mut(to as usize) {
                    if let Some(slot) = from.get_mut(*next as usize) {
                        *slot = block as u32;
                    }
                    *next += 1;
                }
            });
        }
        Self { ends, from }
    }

    fn list(&self, block: usize) -> &[u32] {
        let end = |block: usize| self.ends.get(block).map_or(0, |&end| end as usize);
        let start = block.checked_sub(1).map_or(0, end);
        self.from.get(start..end(block)).unwrap_or(&[])
    }
}

/// Calls `visit` for each edge out of `block`.
fn successors(body: &Body, block: usize, mut visit: impl FnMut(u32)) {
    match body.block(block).last().map(|inst| inst.kind) {
        Some(InstKind::Br { target }) => visit(target),
        Some(InstKind::CondBr {
            if_true, if_false, ..
        }) => {
            visit(if_true);
            visit(if_false);
        }
        Some(InstKind::Switch { default, cases, .. }) => {
            visit(default);
            for &block in cases.of(&body.words).iter().skip(1).step_by(2) {
                visit(block as u32);
            }
        }
        _ => {}
    }
}
