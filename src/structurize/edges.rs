//! Parallel edges: no block has two edges to one target with different arguments.
//!
//! A SPIR-V phi lists each predecessor once, so such edges cannot be emitted; and the later stages take a block's
//! distinct targets for the ways out of it. On entry: any graph. On exit: all edges between two blocks have equal
//! arguments; conditional branches have two targets.
//!
//! ```text
//! bb0: condbr %c, bb1(%1), bb1(%2)   ==>   bb0: %3 = select %c, %1, %2
//!                                               br bb1(%3)
//! ```
//! Cases of a switch, and values of types that `select` cannot choose, get a block of their own on the edge.

use super::values::selectable;
use crate::entity::ListRef;
use crate::ir::{Block, Cursor, Edge, Flags, Function, Hint, Module, Op, Terminator, Value};
use rustc_hash::FxHashMap;

/// Makes parallel edges of every block equal; returns whether it changed anything.
pub fn run(module: &mut Module, function: &mut Function) -> bool {
    let mut changed = false;
    let mut first: FxHashMap<Block, ListRef> = FxHashMap::default();
    for index in 0..function.layout.len() {
        let block = function.layout[index];
        match &function.blocks[block].terminator {
            &Terminator::CondBranch {
                condition,
                if_true,
                if_false,
            } if if_true.block == if_false.block => {
                unify_pair(module, function, block, condition, if_true, if_false);
                changed = true;
            }
            Terminator::Switch { .. } => {
                let mut terminator =
                    std::mem::replace(&mut function.blocks[block].terminator, Terminator::Unreachable);
                first.clear();
                terminator.for_each_edge_mut(|edge| {
                    let args = *first.entry(edge.block).or_insert(edge.args);
                    if args != edge.args && function.edge_args(edge) != args.of(&function.pool) {
                        *edge = on_edge(function, block, *edge);
                        changed = true;
                    }
                });
                function.blocks[block].terminator = terminator;
            }
            _ => {}
        }
    }
    changed
}

/// A new block that branches along `edge`, which is one of `from`, and the edge to it.
pub fn on_edge(function: &mut Function, from: Block, edge: Edge) -> Edge {
    let source = function.blocks[from].source;
    let block = function.add_block();
    let data = &mut function.blocks[block];
    data.terminator = Terminator::Branch(edge);
    data.source = source;
    Edge::to(block)
}

/// Makes one branch of a conditional branch whose edges have the same target.
fn unify_pair(
    module: &Module,
    function: &mut Function,
    block: Block,
    condition: Value,
    if_true: Edge,
    if_false: Edge,
) {
    let pairs: Vec<(Value, Value)> = (function.edge_args(&if_true).iter().copied())
        .zip(function.edge_args(&if_false).iter().copied())
        .collect();
    let simple = |&(a, b): &(Value, Value)| {
        a == b
            || module.is_undef(a)
            || module.is_undef(b)
            || selectable(module, module.value_type(function, a))
    };
    if !pairs.iter().all(simple) {
        let edge = on_edge(function, block, if_false);
        if let Terminator::CondBranch { if_false, .. } = &mut function.blocks[block].terminator {
            *if_false = edge;
        }
        return;
    }
    let args: Vec<Value> = pairs
        .into_iter()
        .map(|(a, b)| {
            if a == b || module.is_undef(b) {
                a
            } else if module.is_undef(a) {
                b
            } else {
                let ty = module.value_type(function, a);
                let mut cursor = Cursor::behind(function, block);
                cursor.emit(function, Op::Select, Flags::NONE, ty, &[condition, a, b], 0)
            }
        })
        .collect();
    let edge = function.edge(if_true.block, &args);
    let data = &mut function.blocks[block];
    data.terminator = Terminator::Branch(edge);
    data.merge = None;
    if matches!(data.hint, Hint::Flatten | Hint::DontFlatten) {
        data.hint = Hint::None;
    }
}
