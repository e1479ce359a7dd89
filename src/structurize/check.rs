//! SPIR-V's structural rules, checked on our own graph.
//!
//! In: a function with merge information. Out: nothing, or the first rule that is broken and where. Written from
//! the specification (SPIR-V 1.6, sections 2.11 "Structured Control Flow" and 2.16.1), apart from the code that
//! makes structured graphs. What is stricter here than there is said so.
//!
//! ```text
//! bb0: selection_merge bb3; condbr %a, bb1, bb2
//! bb1: br bb3                                         rule 6: bb2 is in the selection of bb0 and goes to bb4, which
//! bb2: condbr %b, bb4, bb3      <== wrong             is not bb3; rule 5: bb2 has no merge block
//! bb3: br bb4
//! bb4: ret
//! ```
//! Checked:
//! 1. The layout starts with the entry, lists every block at most once, and has each reachable block behind the
//!    one that dominates it immediately. Edges have one argument for each parameter; parallel edges are equal.
//! 2. A merge block belongs to one header; it is no continue target, and not the entry.
//! 3. A header strictly dominates its merge block, a loop header its continue target (stricter: strictly). Dominance counts the edges
//!    from headers to merge blocks and continue targets (structural dominance).
//! 4. Every cycle goes through a back edge; a back edge goes to a loop header, each has exactly one, and that
//!    comes from a block that the continue target dominates. Nothing but the back edge's block leaves the
//!    continue construct, which makes it post-dominate the continue target.
//! 5. A switch has a merge block. A conditional branch has one too, unless both of its targets are exits: the
//!    merge block, continue target or, from the back edge's block, header of the innermost loop. (Stricter: SPIR-V
//!    asks for one such target.) A loop header ends in a branch or conditional branch.
//! 6. Edges enter a construct at its header only. They leave a selection to its merge block or to merge block or
//!    continue target of the innermost loop, a loop to its merge block or continue target, a continue construct to
//!    its loop's header or merge block. (Stricter: no branch to the merge block of a switch from a selection
//!    within.)
//! 7. Merge blocks of headers in a construct lie in that construct. The targets of a switch that are not its merge
//!    block are its cases, and what lies between the switch and its merge block is in one case each. A case may branch
//!    to one other, once, which no third branches to and which is next in the list. The default has no
//!    place in the list; a case that falls into it comes before the one that it falls into.

use crate::analysis::cfg::Cfg;
use crate::analysis::constructs::{Constructs, Kind};
use crate::analysis::dominators::Dominators;
use crate::entity::EntityId;
use crate::ir::{Block, Edge, Function, Merge, Module, Terminator};
use rustc_hash::{FxHashMap, FxHashSet};

struct Checker<'a> {
    function: &'a Function,
    cfg: Cfg,
    dominators: Dominators,
    constructs: Constructs,
}

/// Checks the rules. The message names the rule and the blocks.
pub fn check(_module: &Module, function: &Function) -> Result<(), String> {
    if function.blocks.is_empty() {
        return Ok(());
    }
    check_references(function)?;
    let cfg = Cfg::structural(function);
    let dominators = Dominators::new(&cfg);
    let mut checker = Checker {
        function,
        cfg,
        dominators,
        constructs: Constructs::default(),
    };
    checker.check_layout()?;
    checker.check_merges()?;
    checker.check_back_edges()?;
    checker.constructs = Constructs::new(function, &checker.cfg, &checker.dominators);
    for index in 0..checker.cfg.order().len() {
        let block = checker.cfg.order()[index];
        checker.check_header(block)?;
        checker.check_edges(block)?;
    }
    Ok(())
}

/// All blocks named exist; arguments fit; parallel edges are equal.
fn check_references(function: &Function) -> Result<(), String> {
    let exists = |block: Block| block.index() < function.blocks.len();
    for (block, data) in function.blocks.iter() {
        let mut error = None;
        let mut seen: FxHashMap<Block, &[_]> = FxHashMap::default();
        data.terminator.for_each_edge(|edge| {
            let args = function.edge_args(edge);
            if !exists(edge.block) || edge.block == Block(0) {
                error = Some(format!("{block} branches to {}", edge.block));
            } else if args.len() != function.blocks[edge.block].params.len() {
                error = Some(format!(
                    "{block} passes {} arguments to {}, which has {} parameters",
                    args.len(),
                    edge.block,
                    function.blocks[edge.block].params.len()
                ));
            } else if *seen.entry(edge.block).or_insert(args) != args {
                error = Some(format!(
                    "{block} has different arguments on edges to {}",
                    edge.block
                ));
            }
        });
        match data.merge {
            Some(Merge::Selection { merge }) if !exists(merge) => {
                error = Some(format!("{block} names {merge}"));
            }
            Some(Merge::Loop {
                merge,
                continue_target,
            }) if !exists(merge) || !exists(continue_target) => {
                error = Some(format!("{block} names {merge} and {continue_target}"));
            }
            _ => {}
        }
        if let Some(error) = error {
            return Err(error);
        }
    }
    Ok(())
}

impl Checker<'_> {
    fn check_layout(&self) -> Result<(), String> {
        if self.function.layout.first() != Some(&Block(0)) {
            return Err("the layout does not start with the entry".into());
        }
        let mut place = vec![u32::MAX; self.cfg.block_count()];
        for (at, &block) in self.function.layout.iter().enumerate() {
            let known = place
                .get_mut(block.index())
                .ok_or_else(|| format!("the layout lists {block}, which does not exist"))?;
            if std::mem::replace(known, at as u32) != u32::MAX {
                return Err(format!("the layout lists {block} twice"));
            }
            if !self.cfg.is_reachable(block) {
                return Err(format!("the layout lists {block}, which is out of reach"));
            }
        }
        for &block in self.cfg.order() {
            if place[block.index()] == u32::MAX {
                return Err(format!("the layout lacks {block}"));
            }
            if let Some(idom) = self.dominators.idom(block)
                && place[idom.index()] > place[block.index()]
            {
                return Err(format!("{block} comes before {idom}, which dominates it"));
            }
        }
        Ok(())
    }

    fn check_merges(&self) -> Result<(), String> {
        let mut merge_of: FxHashMap<Block, Block> = FxHashMap::default();
        let mut continue_of: FxHashMap<Block, Block> = FxHashMap::default();
        for &block in self.cfg.order() {
            let (merge, continue_target) = match self.function.blocks[block].merge {
                None => continue,
                Some(Merge::Selection { merge }) => (merge, None),
                Some(Merge::Loop {
                    merge,
                    continue_target,
                }) => (merge, Some(continue_target)),
            };
            if let Some(other) = merge_of.insert(merge, block) {
                return Err(format!("{merge} is the merge block of {other} and {block}"));
            }
            if merge == block || !self.dominators.dominates(block, merge) {
                return Err(format!(
                    "{block} does not strictly dominate its merge block {merge}"
                ));
            }
            if let Some(target) = continue_target {
                if let Some(other) = continue_of.insert(target, block) {
                    return Err(format!("{target} is the continue target of {other} and {block}"));
                }
                if target == block || !self.dominators.dominates(block, target) {
                    return Err(format!(
                        "{block} does not strictly dominate its continue target {target}"
                    ));
                }
            }
        }
        match continue_of
            .iter()
            .filter(|(target, _)| merge_of.contains_key(target))
            .min()
        {
            Some((target, header)) => Err(format!(
                "{target} is the continue target of {header} and the merge block of {}",
                merge_of[target]
            )),
            None => Ok(()),
        }
    }

    fn check_back_edges(&self) -> Result<(), String> {
        let mut back_edges = vec![0u32; self.cfg.block_count()];
        for &block in self.cfg.order() {
            for &succ in self.cfg.succs(block) {
                if self.cfg.position(succ) > self.cfg.position(block) {
                    continue;
                }
                if !self.dominators.dominates(succ, block) {
                    return Err(format!("{block} enters the cycle of {succ} beside its header"));
                }
                let Some(Merge::Loop { continue_target, .. }) = self.function.blocks[succ].merge else {
                    return Err(format!(
                        "{block} branches back to {succ}, which is no loop header"
                    ));
                };
                if !self.dominators.dominates(continue_target, block) {
                    return Err(format!(
                        "{block} branches back to {succ} from outside its continue construct at {continue_target}"
                    ));
                }
                back_edges[succ.index()] += 1;
            }
        }
        for &block in self.cfg.order() {
            if let Some(Merge::Loop { .. }) = self.function.blocks[block].merge
                && back_edges[block.index()] != 1
            {
                return Err(format!(
                    "loop header {block} has {} back edges",
                    back_edges[block.index()]
                ));
            }
        }
        Ok(())
    }

    /// The loop or continue construct that `at` lies in, nearest first.
    fn innermost_loop(&self, mut at: Option<u32>) -> Option<Kind> {
        while let Some(construct) = at.map(|id| self.constructs.all[id as usize]) {
            if !matches!(construct.kind, Kind::Selection { .. }) {
                return Some(construct.kind);
            }
            at = construct.parent;
        }
        None
    }

    fn check_header(&self, block: Block) -> Result<(), String> {
        let data = &self.function.blocks[block];
        let is_exit = |edge: &Edge| match self.innermost_loop(self.constructs.inside[block.index()]) {
            Some(Kind::Loop {
                merge,
                continue_target,
            }) => edge.block == merge || edge.block == continue_target,
            Some(Kind::Continue { merge, header }) => edge.block == merge || edge.block == header,
            _ => false,
        };
        match (&data.terminator, data.merge) {
            (Terminator::Switch { .. }, None) => Err(format!("the switch of {block} has no merge block")),
            (
                Terminator::CondBranch {
                    if_true, if_false, ..
                },
                None,
            ) if !is_exit(if_true) || !is_exit(if_false) => {
                Err(format!("the conditional branch of {block} has no merge block"))
            }
            (
                Terminator::CondBranch {
                    if_true, if_false, ..
                },
                _,
            ) if if_true.block == if_false.block => {
                Err(format!("the conditional branch of {block} has one target"))
            }
            (Terminator::Switch { default, cases, .. }, Some(Merge::Selection { merge })) => {
                self.check_cases(block, merge, default.block, cases)
            }
            (Terminator::CondBranch { .. }, _) | (_, None) => Ok(()),
            (Terminator::Branch(_), Some(Merge::Loop { .. })) => Ok(()),
            (_, Some(_)) => Err(format!(
                "{block} names a merge block but does not end in a fitting branch"
            )),
        }
    }

    /// Everything between a switch and its merge block belongs to one case; cases branch to the next only.
    fn check_cases(
        &self,
        block: Block,
        merge: Block,
        default: Block,
        cases: &[(u64, Edge)],
    ) -> Result<(), String> {
        let mut targets: Vec<Block> = cases.iter().map(|(_, edge)| edge.block).collect();
        targets.dedup();
        let mut places: FxHashMap<Block, usize> = FxHashMap::default();
        let mut scattered: FxHashSet<Block> = FxHashSet::default();
        for (place, &target) in targets.iter().enumerate() {
            if places.insert(target, place).is_some() {
                scattered.insert(target);
            }
        }
        let is_case = |target: Block| target != merge && (target == default || places.contains_key(&target));
        let outside = |child: &&Block| **child != merge && !is_case(**child);
        if let Some(child) = self.dominators.children(block).iter().find(outside) {
            return Err(format!("several cases of the switch of {block} lead to {child}"));
        }
        // The case that each falls into.
        let mut falls: FxHashMap<Block, Block> = FxHashMap::default();
        let mut seen: FxHashSet<Block> = FxHashSet::default();
        for &target in targets.iter().chain([&default]) {
            if target == merge || !seen.insert(target) {
                continue;
            }
            let mut preds = (self.cfg.preds(target).iter().copied()).filter(|&pred| pred != block);
            let Some(pred) = preds.next() else {
                continue;
            };
            let from = self.dominators.child_towards(block, pred);
            let from = from.filter(|&from| is_case(from) && from != target);
            if preds.next().is_some() || from.is_none_or(|from| falls.insert(from, target).is_some()) {
                return Err(format!(
                    "the switch of {block} branches to {target}, which is not its merge block and not only its case"
                ));
            }
        }
        // Past the default, unless that is in the list too.
        let listed = |target: Block| match falls.get(&target) {
            Some(&next) if target == default && !places.contains_key(&default) => next,
            _ => target,
        };
        for (&from, &to) in &falls {
            let to = listed(to);
            let in_order = match (places.get(&from), places.get(&to)) {
                (Some(from), Some(to)) => from + 1 == *to,
                _ => true,
            };
            if !in_order || scattered.contains(&from) || scattered.contains(&to) {
                return Err(format!(
                    "{to} does not come next after {from}, which falls into it, in the list of the switch of {block}"
                ));
            }
        }
        Ok(())
    }

    fn check_edges(&self, block: Block) -> Result<(), String> {
        let data = &self.function.blocks[block];
        if matches!(data.terminator, Terminator::Return(_) | Terminator::Unreachable)
            && self.is_in_continue_construct(block)
        {
            return Err(format!("{block} ends the function from a continue construct"));
        }
        let mut result = Ok(());
        self.function.blocks[block].terminator.for_each_edge(|edge| {
            if result.is_ok() {
                result = self.check_edge(block, edge.block);
            }
        });
        if let Some(Merge::Selection { merge } | Merge::Loop { merge, .. }) =
            self.function.blocks[block].merge
        {
            // In the constructs around the header and in no others, entered as what they are.
            let header = self.constructs.inside[block.index()].map(|id| self.constructs.all[id as usize]);
            let around = header.and_then(|construct| construct.parent);
            if !self.lies_in(merge, around) {
                return Err(format!(
                    "the merge block {merge} of {block} lies outside of a construct around it"
                ));
            }
        }
        result
    }

    fn is_in_continue_construct(&self, block: Block) -> bool {
        let mut at = self.constructs.inside[block.index()];
        while let Some(construct) = at.map(|id| self.constructs.all[id as usize]) {
            if let Kind::Continue { .. } = construct.kind {
                return true;
            }
            at = construct.parent;
        }
        false
    }

    /// Whether `block` is in construct `id`; everything is in `None`.
    fn lies_in(&self, block: Block, id: Option<u32>) -> bool {
        let Some(id) = id else {
            return true;
        };
        let mut at = self.constructs.inside[block.index()];
        while let Some(inner) = at {
            if inner == id {
                return true;
            }
            if self.constructs.all[inner as usize].depth <= self.constructs.all[id as usize].depth {
                return false;
            }
            at = self.constructs.all[inner as usize].parent;
        }
        false
    }

    fn check_edge(&self, from: Block, to: Block) -> Result<(), String> {
        // Leaving, from the inside out.
        let mut at = self.constructs.inside[from.index()];
        let mut first = true;
        while let Some(id) = at.filter(|_| !self.lies_in(to, at)) {
            let construct = self.constructs.all[id as usize];
            let allowed = match construct.kind {
                Kind::Selection { merge } => {
                    (to == merge && first)
                        || match self.innermost_loop(construct.parent) {
                            Some(Kind::Loop {
                                merge,
                                continue_target,
                            }) => to == merge || to == continue_target,
                            Some(Kind::Continue { merge, .. }) => to == merge,
                            _ => false,
                        }
                }
                Kind::Loop {
                    merge,
                    continue_target,
                } => to == merge || to == continue_target,
                Kind::Continue { merge, header } => {
                    to == header || to == merge && self.cfg.succs(from).contains(&header)
                }
            };
            if !allowed {
                return Err(format!(
                    "{from} leaves the construct of {} for {to}, which is not one of its exits",
                    construct.entry
                ));
            }
            // Only the innermost construct may be left by its own merge block.
            first = false;
            at = construct.parent;
        }
        // Entering.
        let mut at = self.constructs.inside[to.index()];
        while let Some(id) = at.filter(|_| !self.lies_in(from, at)) {
            let construct = self.constructs.all[id as usize];
            if construct.entry != to {
                return Err(format!(
                    "{from} enters the construct of {} at {to}",
                    construct.entry
                ));
            }
            if let Kind::Continue { header, .. } = construct.kind
                && !self.lies_in(from, self.constructs.inside[header.index()])
            {
                return Err(format!("{from} continues the loop of {header} from outside"));
            }
            at = construct.parent;
        }
        Ok(())
    }
}
