//! Branches whose arms only compute become selections.
//!
//! Expects any valid function without constructs, and leaves one. What moves in front of a branch has no effect, costs
//! little, and is defined whichever way the branch goes. Branches that are said to stay do.
//!
//! ```text
//! bb0: condbr %1, bb1, bb2(i32 7)
//! bb1:                                   bb0:
//!   %2 = iadd %0, i32 1            =>      %2 = iadd %0, i32 1
//!   br bb2(%2)                             %4 = select %1, %2, i32 7
//! bb2(%3):                                 store @0, %4
//!   store @0, %3
//! ```
//!
//! Of a value that is chosen by what a number is, nothing is selected again: `select (%0 == 3), %7, (select (%0 < 3), %8, %7)`
//! is what stands behind it. Two tests in a row that lead to one block become one (`fold`).
//!
//! DXC does that to scalars by itself, and not to vectors: so it is of use from shader model 6.9 on. A branch is taken
//! behind those that it leads to, so that a row of tests, each in the arm of the one before, goes from its end.
//!
//! | file | concern |
//! |---|---|
//! | this one | the walk; branches whose arms become selections |
//! | `fold` | two tests that become one |
//! | `state` | what the walk keeps; what may be done without need; what a value is where something is known |
//! | `sets` | the numbers for which a condition holds |

mod fold;
mod sets;
mod state;

use crate::analysis::dominators::Graph;
use crate::entity::EntityId;
use crate::ir::{Block, Cursor, Edge, Flags, Func, Hint, Module, Op, Replacements, Terminator, Value};
use rustc_hash::FxHashMap;
use sets::Conditions;
use smallvec::SmallVec;
use state::{Branch, Pass, Way};
use std::cell::OnceCell;

/// Runs the pass on a function of the module; returns whether it changed anything. `graph` is that of the function, if it
/// is known, and then too.
pub fn selects(module: &mut Module, func: Func, graph: &mut Option<Graph>) -> bool {
    if module.functions[func].layout.len() < 2 {
        return false;
    }
    let mut function = std::mem::take(&mut module.functions[func]);
    debug_assert!(graph.as_ref().is_none_or(|graph| graph.is_of(&function)));
    let known = graph.take().unwrap_or_else(|| Graph::new(&function));
    let cfg = &known.cfg;
    let blocks = function.blocks.len();
    let mut entries = vec![0u32; blocks];
    for &block in &function.layout {
        function.blocks[block]
            .terminator
            .for_each_edge(|edge| entries[edge.block.index()] += 1);
    }
    let mut pass = Pass {
        module,
        function: &mut function,
        cfg,
        entries,
        replacements: Replacements::new(),
        gone: Vec::new(),
        joined: vec![None; blocks],
        conditions: Conditions::default(),
        followed: FxHashMap::default(),
        loops: OnceCell::new(),
    };
    for &block in cfg.order().iter().rev() {
        loop {
            if pass.select(block) {
                while pass.join(block) {}
            } else if !pass.fold(block) {
                break;
            }
        }
    }
    let Pass {
        mut replacements,
        gone,
        mut joined,
        ..
    } = pass;
    let changed = !gone.is_empty() || !replacements.is_empty();
    replacements.apply(&mut function);
    if !gone.is_empty() {
        let mut out = vec![false; function.blocks.len()];
        for &block in &gone {
            out[block.index()] = true;
        }
        function.layout.retain(|block| !out[block.index()]);
        for &block in cfg.order() {
            let into = joined[block.index()];
            joined[block.index()] = into.map(|into| joined[into.index()].unwrap_or(into));
        }
        for debug in &mut function.debug_values {
            debug.block = joined[debug.block.index()].unwrap_or(debug.block);
        }
    }
    module.functions[func] = function;
    *graph = (!changed).then_some(known);
    changed
}

impl Pass<'_> {
    /// Makes selections of the branch at the end of `block`, if it may be.
    fn select(&mut self, block: Block) -> bool {
        let Some(branch) = self.branch(block) else {
            return false;
        };
        let Branch {
            condition,
            if_true,
            if_false,
        } = branch;
        let Some(ways @ [a, b]) = self.ways(block, branch) else {
            return false;
        };
        let Some(params) = self.chosen(ways) else {
            return false;
        };
        for (edge, way) in [(if_true, a), (if_false, b)] {
            if let Some(arm) = way.arm {
                self.take(block, edge, arm);
            }
        }
        let [holds, fails] = [true, false].map(|holds| self.where_is(block, condition, holds));
        let mut cursor = Cursor::behind(self.function, block);
        let mut values: SmallVec<[Value; 8]> = SmallVec::new();
        for (position, param) in params.into_iter().enumerate() {
            let both = ways.map(|way| self.given(way, position));
            let value = self.either(both, [&holds, &fails]).unwrap_or_else(|| {
                let ty = self.function.insts[param].ty;
                let args = [condition, both[0], both[1]];
                cursor.emit(self.function, Op::Select, Flags::NONE, ty, &args, 0)
            });
            values.push(value);
        }
        let join = a.end.block;
        let edge = self.function.edge(join, &values);
        let data = &mut self.function.blocks[block];
        data.terminator = Terminator::Branch(edge);
        data.hint = Hint::None;
        self.entries[join.index()] -= 1;
        true
    }

    /// The ways that a branch goes, where both meet at once and what is between may be done in front of it.
    fn ways(&self, block: Block, branch: Branch) -> Option<[Way; 2]> {
        let Branch {
            if_true, if_false, ..
        } = branch;
        let direct = |edge: Edge| Way { arm: None, end: edge };
        let (a, b) = (self.through(block, if_true), self.through(block, if_false));
        let meet = |a: Way, b: Way| (a.end.block == b.end.block).then_some([a, b]);
        let found = None
            .or_else(|| meet(direct(if_true), direct(if_false)))
            .or_else(|| meet(a?, b?))
            .or_else(|| meet(a?, direct(if_false)))
            .or_else(|| meet(direct(if_true), b?))?;
        // A loop of one block, and one around an arm.
        if found[0].end.block == block || found.iter().any(|way| way.arm == Some(found[0].end.block)) {
            return None;
        }
        self.is_cheap(found.iter().filter_map(|way| way.arm))
            .then_some(found)
    }

    /// Joins the block that alone follows `block`, and nothing else, to it.
    fn join(&mut self, block: Block) -> bool {
        let Terminator::Branch(edge) = self.function.blocks[block].terminator else {
            return false;
        };
        let next = edge.block;
        if next == block
            || self.entries[next.index()] != 1
            || !self.replacements.join(self.function, block, edge)
        {
            return false;
        }
        self.joined[next.index()] = Some(block);
        self.gone.push(next);
        true
    }
}
