//! Structured control flow: any graph of branches becomes nested selections and loops that SPIR-V accepts.
//!
//! In: a function with branches between any blocks. Out: the same function with the same effects in the same order,
//! in which headers name their merge blocks ([`BlockData::merge`](crate::ir::BlockData)) and the layout has every
//! block after those that dominate it, each construct in one piece. SPIR-V 1.6, sections 2.11 and 2.16.
//!
//! No instruction is copied (but for addresses, see `repair`), so none is executed in more or other places than the
//! input says: wave operations, derivatives and barriers keep the threads that meet at their block. Stages, each in
//! a file that states what holds before and after it:
//!
//! ```text
//! 0  simplify     fewer blocks
//!    edges        parallel edges are equal
//! 1  reducible    every cycle has one entry                           (with funnel)
//! 2  exits        which code on the way out of a loop belongs to it
//! 3  loops        one entry, one back edge, one exit target each      (with funnel)
//!    edges        again, for the edges that were sent elsewhere
//! 4a rounds       loops of one round, to leave selections from deep within (with funnel, edges)
//! 4  selections   selections and the order of blocks                  (with funnel, forward, edges)
//!    nesting      not too deep
//! 5  repair       definitions dominate uses again                     (where several targets go through one funnel)
//! 6  params       no needless parameters
//! 7  latches      loops tested at the bottom have the test at their back edge
//! 8  simplify     straight lines joined
//!    check        the rules hold (debug builds)
//! ```
//! `switches` comes before all that, where wave operations ask for it.
//!
//! A stage knows of the others only what must hold on entry. What several use is a file of its own: `edges`, `forward`,
//! `funnel`, `tree` and `values`, of which no other file sees a field.
//!
//! Every stage is near-linear in blocks, edges and their arguments, and none recurses.
//!
//! What is added is bounded too, with P for the parameters of the block with most:
//! - each selection: one merge block that passes on, a branch, a selector and P parameters at most;
//! - each round: a header, the branch that was there, a continue target and a merge block, which tests where there are several
//!   targets; a selection heads one round at most;
//! - each group of joins: one test, three instructions and P parameters at most; one more where it forwards;
//! - each loop: header, preheader, continue target and merge block, of which each is a branch and P parameters, the
//!   last a test too; each tangle of cycles with several entries: a loop, a selector for it, and a test;
//! - each edge of a switch out of its selection, or to a place with arguments of its own: one branch;
//! - each value that no longer dominates its uses: three parameters, or twice as many as blocks use it, or a variable,
//!   a store, and a load in each of these blocks.
//!
//! So a function grows in proportion to its instructions and edges. How much for each depends on how much its blocks
//! do: one of nothing but choices (`bb1: condbr %c, bb2, bb3; bb2: condbr %c, bb1, bb3`) has not the instructions to
//! stay below twice as many. With a condition computed for each choice, and a store here and there, as the generated
//! functions have it, all do.
//!
//! The package `oracle` runs generated functions before and after; its `tests/constructs.rs` shows what each construct
//! becomes. `dxil2spirv --emit dot` draws both.

pub mod check;
mod edges;
mod exits;
mod forward;
mod funnel;
mod latches;
mod loops;
mod nesting;
mod params;
mod reducible;
mod repair;
mod rounds;
mod selections;
mod simplify;
pub mod switches;
#[cfg(test)]
mod tests;
mod tree;
mod values;

pub use check::check;

use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::{Dominators, Graph};
use crate::analysis::loops::Loops;
use crate::entity::EntityId;
use crate::error::Error;
use crate::ir::{Func, Function, Merge, Module, Terminator};
use values::Places;

/// The stages in order, as tests name them.
#[cfg(test)]
pub(crate) const STAGES: [&str; 11] = [
    "simplify",
    "edges",
    "reducible",
    "exits",
    "loops",
    "parallel",
    "nesting",
    "repair",
    "params",
    "latches",
    "join",
];

/// Structures the control flow of one function.
pub fn run(module: &mut Module, func: Func) -> Result<(), Error> {
    run_with(module, func, None)
}

/// Likewise; `graph` is that of the function, if it is known.
pub fn run_with(module: &mut Module, func: Func, graph: Option<Graph>) -> Result<(), Error> {
    within(module, func, graph, &mut |_, _, _| {})
}

/// Called after each stage with its name and what it left; the function is not in its module then.
pub(crate) type Trace<'a> = &'a mut dyn FnMut(&'static str, &Module, &Function);

/// Likewise, with a look after each stage.
#[cfg(test)]
pub(crate) fn traced(module: &mut Module, func: Func, after: Trace<'_>) -> Result<(), Error> {
    within(module, func, None, after)
}

fn within(module: &mut Module, func: Func, graph: Option<Graph>, after: Trace<'_>) -> Result<(), Error> {
    let Some(slot) = module.functions.get_mut(func) else {
        return Err(Error::internal(format!("no {func} to structurize")));
    };
    // Most small shaders have one block.
    if slot.blocks.len() == 1 && is_end(slot) {
        slot.blocks.values_mut().for_each(|data| data.merge = None);
        return Ok(());
    }
    let mut function = std::mem::take(slot);
    let result = structurize(module, &mut function, graph, after);
    module.functions[func] = function;
    result
}

fn structurize(
    module: &mut Module,
    function: &mut Function,
    graph: Option<Graph>,
    after: Trace<'_>,
) -> Result<(), Error> {
    if function.blocks.is_empty() {
        return Ok(());
    }
    // Passes make small functions as they are to be, and say so.
    if graph.is_none() && has_all_merges(function) {
        return checked(module, function);
    }
    for data in function.blocks.values_mut() {
        data.merge = None;
    }
    debug_assert!(graph.as_ref().is_none_or(|graph| graph.is_of(function)));
    let graph = simplify::run(module, function, graph);
    after("simplify", module, function);
    let changed = edges::run(module, function);
    after("edges", module, function);
    if function.layout.len() == 1 && is_end(function) {
        return Ok(());
    }
    let graph = graph.filter(|_| !changed);
    let (mut cfg, mut dominators) = graph.unwrap_or_else(|| Graph::new(function)).into_parts();
    let mut forest = Loops::new(&cfg, &dominators);
    let mut chooses = forest.irreducible.is_some();
    if chooses {
        reducible::run(module, function, &cfg, &dominators);
        cfg = Cfg::new(function);
        dominators = Dominators::new(&cfg);
        forest = Loops::new(&cfg, &dominators);
    }
    after("reducible", module, function);

    if exits::own_returns(function, &cfg, &forest) {
        cfg = Cfg::new(function);
        dominators = Dominators::new(&cfg);
        forest = Loops::new(&cfg, &dominators);
    }
    after("exits", module, function);
    if let Some((from, to)) = forest.irreducible {
        return Err(Error::internal(format!("a cycle is still entered at {to}")).in_block(from.0));
    }
    let member = exits::membership(function, &cfg, &dominators, &forest);
    let mut made = loops::run(module, function, &cfg, &dominators, &forest, member);
    chooses |= made.chooses;
    after("loops", module, function);
    // Without loops nothing is left to change the graph, and it is the structural one, too.
    let changed = edges::run(module, function);
    let graph = (forest.loops.is_empty() && !changed).then(|| Graph::from((cfg, dominators)));
    after("parallel", module, function);
    let selected = nesting::run(module, function, &mut made.numbers, graph);
    chooses |= selected.chooses;
    after("nesting", module, function);

    // Blocks that only pass on keep what dominates what.
    let places = match chooses {
        true => repair::run(module, function)?,
        false => selected.graph.map(Places::of_graph),
    };
    after("repair", module, function);
    let cfg = params::run(module, function, places);
    after("params", module, function);
    let changed = !forest.loops.is_empty() && latches::run(function, &cfg);
    after("latches", module, function);
    simplify::join(function, (!changed).then_some(cfg));
    after("join", module, function);
    checked(module, function)
}

/// In debug builds, asks whether the rules hold.
fn checked(module: &Module, function: &Function) -> Result<(), Error> {
    if cfg!(debug_assertions) {
        check(module, function).map_err(|message| {
            Error::internal(format!("structured control flow breaks a rule: {message}"))
                .in_function(function.name.clone())
        })?;
    }
    Ok(())
}

/// Whether every branch of a function names its merge block, and edges lead to blocks further down alone.
fn has_all_merges(function: &Function) -> bool {
    let mut choices = 0;
    let named = function.blocks.values().all(|data| match &data.terminator {
        Terminator::CondBranch { .. } | Terminator::Switch { .. } => {
            choices += 1;
            matches!(data.merge, Some(Merge::Selection { .. }))
        }
        _ => data.merge.is_none(),
    });
    if !named || choices == 0 {
        return false;
    }
    let mut positions = vec![0; function.blocks.len()];
    for (position, &block) in (1..).zip(&function.layout) {
        positions[block.index()] = position;
    }
    let mut leads_down = true;
    for &block in &function.layout {
        let position = positions[block.index()];
        let terminator = &function.blocks[block].terminator;
        terminator.for_each_edge(|edge| leads_down &= positions[edge.block.index()] > position);
    }
    leads_down
}

/// Whether nothing follows the first block.
fn is_end(function: &Function) -> bool {
    let mut leads_on = false;
    let entry = function.blocks.values().next();
    entry.is_some_and(|data| {
        data.terminator.for_each_edge(|_| leads_on = true);
        !leads_on
    })
}
