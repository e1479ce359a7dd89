//! Stage 4: selections, and the order of blocks.
//!
//! On entry: loops are in the form of stage 3; edges between two blocks have equal arguments. On exit: every
//! conditional branch and switch names its merge block; edges leave a selection only to its merge block, or to the
//! merge block or continue target of the innermost loop; the layout lists each construct in one piece, headers
//! before what they dominate, merge blocks last.
//!
//! Without back edges, and with each loop's merge block hanging off its header, the graph is a dominator tree
//! whose cross edges go forward. A block's children in the tree are *arms* (its own successors, entered from
//! nowhere else), which nest inside its selection, and *joins* (entered from several arms), which follow it one
//! after the other. What is in a subtree can leave it only to joins of blocks further up.
//!
//! A selection's edges out all go to its merge block. That is the join itself when nothing else is meant by them;
//! otherwise a funnel that tests for the first join and, past it, meets the edges out of that join, and so on.
//! Joins of which none leads to another are behind one test. A funnel that goes nowhere but on has no test
//! ([`forward`]).
//!
//! ```text
//!  bb0: condbr bb1, bb3           bb0: selection_merge bb9; condbr bb1, bb9(3)
//!  bb1: condbr bb2, bb4           bb1: selection_merge bb8; condbr bb2, bb8(4)
//!  bb2: br bb3                    bb2: br bb8(3)
//!  bb3: br bb4               ==>  bb8(%t): br bb9(%t)
//!  bb4: ret                       bb9(%s): selection_merge bb4; condbr %s == 3, bb3, bb4
//!                                 bb3: br bb4
//!                                 bb4: ret
//! ```
//! A case of a switch that only falls through to one other, which nothing else leads to, does so in SPIR-V too.
//!
//! When one arm goes on and everything else returns, breaks or continues, that arm is the merge block: a row of
//! early exits does not nest.
//!
//! Dominance between blocks that were there before is kept: every subtree stays in one piece behind its root.

use super::funnel::{Funnel, Funnels, Numbers};
use super::tree::Tree;
use super::values::selectable;
use super::{edges, forward};
use crate::analysis::dominators::Graph;
use crate::entity::EntityId;
use crate::ir::{Block, Edge, Function, Merge, Module, Terminator};
use rustc_hash::{FxHashMap, FxHashSet};

/// Where edges out of a subtree go.
#[derive(Clone, Copy, Debug)]
enum Exit {
    /// There are none.
    None,
    /// All to this join.
    To(Block),
    /// Into this funnel.
    Through(Funnel),
}

/// Steps still to be taken, last first.
enum Step {
    /// Structure the subtree of a block.
    Visit(Block, Exit),
    /// Put a block next in the layout.
    Place(Block),
}

struct Selections<'a> {
    function: &'a mut Function,
    tree: Tree,
    funnels: Funnels,
    layout: Vec<Block>,
    steps: Vec<Step>,
    /// The funnel that tests for each join, if there is one; joins without are where the last funnel leads.
    tester_of: Vec<Option<Funnel>>,
    /// The case that each case falls into that does.
    falls: FxHashMap<Block, Block>,
    fallen_into: FxHashSet<Block>,
}

/// What is known once selections are structured.
pub struct Selected {
    /// Whether edges to several targets go through one block now.
    pub chooses: bool,
    /// The function's graph, its edges alone, if that is known.
    pub graph: Option<Graph>,
}

/// Structures all selections and orders the layout. `tree` is the function's, and `plain` says whether that is of its edges
/// alone. `numbers` are those of [`loops`](super::loops) and [`rounds`](super::rounds).
pub fn run(
    module: &mut Module,
    function: &mut Function,
    numbers: &Numbers,
    tree: Tree,
    plain: bool,
) -> Selected {
    let function_blocks = function.blocks.len();
    let mut selections = Selections {
        layout: Vec::with_capacity(function.layout.len() * 2),
        function,
        tree,
        funnels: Funnels::default(),
        steps: vec![Step::Visit(Block(0), Exit::None)],
        tester_of: vec![None; function_blocks],
        falls: FxHashMap::default(),
        fallen_into: FxHashSet::default(),
    };
    while let Some(step) = selections.steps.pop() {
        match step {
            Step::Visit(block, exit) => selections.visit(module, block, exit),
            Step::Place(block) => selections.layout.push(block),
        }
    }
    let Selections {
        funnels,
        layout,
        tree,
        falls,
        ..
    } = selections;
    function.layout = layout;
    let made = funnels.finish(module, function);
    let mut changed = forward::run(module, function, numbers);
    // Both edges of a conditional branch may lead to one funnel now.
    let placed = function.layout.len();
    changed |= edges::run(module, function);
    place_new(function, placed);
    // Cases that fall are put in another order, and all else that is sent another way goes through new blocks.
    changed |= !falls.is_empty() || function.blocks.len() != function_blocks;
    Selected {
        chooses: made.chooses,
        graph: (plain && !changed).then(|| tree.into_graph()),
    }
}

/// Moves blocks added to the end of the layout behind their only predecessor.
fn place_new(function: &mut Function, placed: usize) {
    if function.layout.len() == placed {
        return;
    }
    let added = function.layout.split_off(placed);
    let mut is_new = vec![false; function.blocks.len()];
    added.iter().for_each(|block| is_new[block.index()] = true);
    let old = std::mem::take(&mut function.layout);
    for block in old {
        function.layout.push(block);
        function.blocks[block].terminator.for_each_edge(|edge| {
            if std::mem::take(&mut is_new[edge.block.index()]) {
                function.layout.push(edge.block);
            }
        });
    }
}

impl Selections<'_> {
    /// Structures the subtree of `block`, whose edges out go to `exit`.
    fn visit(&mut self, module: &Module, block: Block, exit: Exit) {
        self.layout.push(block);
        if let Some(Merge::Loop {
            merge,
            continue_target,
        }) = self.function.blocks[block].merge
        {
            self.steps.push(Step::Visit(merge, exit));
            self.steps.push(Step::Place(continue_target));
            let body = (self.tree.children(block).iter().copied())
                .find(|&child| child != merge && child != continue_target);
            self.steps.extend(body.map(|body| Step::Visit(body, Exit::None)));
            return;
        }
        match self.function.blocks[block].terminator {
            Terminator::Branch(edge) => {
                if self.tree.is_child(block, edge.block) {
                    self.steps.push(Step::Visit(edge.block, exit));
                } else if !self.tree.is_direct(edge.block) {
                    self.leave(block, 0, edge.block, exit);
                }
            }
            Terminator::CondBranch { .. } | Terminator::Switch { .. } => self.select(module, block, exit),
            Terminator::Return(_) | Terminator::Unreachable => {}
        }
    }

    /// Sends edge number `slot` of `block` on its way to `target`.
    fn leave(&mut self, block: Block, slot: u32, target: Block, exit: Exit) {
        match exit {
            Exit::Through(funnel) => {
                let home = self.tester_of[target.index()];
                self.funnels.enter(block, slot, funnel, home, target);
            }
            Exit::To(join) => debug_assert_eq!(join, target, "an edge of {block} means another block"),
            Exit::None => debug_assert!(false, "{block} was said not to leave for {target}"),
        }
    }

    /// Structures the selection at `block`.
    fn select(&mut self, module: &Module, block: Block, exit: Exit) {
        if let Terminator::Switch { .. } = self.function.blocks[block].terminator {
            self.find_falls(block);
        }
        let children = self.tree.children(block);
        let arm_count = self.tree.arm_count(block);
        let arms: Vec<Block> = children[..arm_count].to_vec();
        let joins: Vec<Block> = children[arm_count..].to_vec();
        let mut targets: Vec<Block> = Vec::new();
        self.function.blocks[block]
            .terminator
            .for_each_edge(|edge| targets.push(edge.block));
        let is_arm = |tree: &Tree, target: Block| tree.is_child(block, target) && tree.is_arm(target);
        // The furthest target of edges out of the arms, and of those past them.
        let mut reach = 0;
        let mut leaves_directly = false;
        for &target in &targets {
            if !is_arm(&self.tree, target) && !self.tree.is_direct(target) {
                reach = reach.max(self.tree.place(target));
                leaves_directly = true;
            }
        }
        let stays = |arm: &Block| !self.falls.contains_key(arm);
        let going_on: Vec<Block> = (arms.iter().copied())
            .filter(|arm| stays(arm) && self.tree.leaves(*arm))
            .collect();
        for &arm in &going_on {
            reach = reach.max(self.tree.reach(arm));
        }

        if joins.is_empty() {
            if let ([next], false) = (&going_on[..], leaves_directly) {
                self.set_merge(block, *next);
                self.steps.push(Step::Visit(*next, exit));
                self.push_arms(&arms, Some(*next), Exit::None);
                self.route(block, &targets, *next, Exit::None);
                return;
            }
            if going_on.is_empty() && !leaves_directly {
                self.select_final(block, &arms, &targets);
                return;
            }
            if arms.is_empty() && self.can_select_target(module, block, &targets) {
                // Edges to two joins further up: no selection, one branch that selects its arguments.
                self.leave(block, 0, targets[0], exit);
                self.leave(block, 1, targets[1], exit);
                return;
            }
            let merge = self.forward(exit);
            let end = self.funnels.block(merge);
            self.set_merge(block, end);
            self.steps.push(Step::Place(end));
            self.push_arms(&arms, None, Exit::Through(merge));
            self.route(block, &targets, end, Exit::Through(merge));
            return;
        }

        // How each group of joins, and what leaves the last, is entered.
        let groups = self.tree.groups(self.function, block, &joins, reach);
        let mut entries: Vec<Exit> = Vec::with_capacity(groups.len() + 1);
        for group in &groups {
            match joins[group.clone()] {
                [join] if reach <= self.tree.place(join) => entries.push(Exit::To(join)),
                ref group => {
                    let funnel = self.funnels.add(self.function);
                    for &join in group {
                        self.funnels.add_local(funnel, join);
                        self.tester_of[join.index()] = Some(funnel);
                    }
                    entries.push(Exit::Through(funnel));
                }
            }
            for &join in &joins[group.clone()] {
                reach = reach.max(self.tree.reach(join));
            }
        }
        // A join that is entered without a test is dominated by nothing else of this selection, so it is last.
        debug_assert!(
            entries[..groups.len() - 1]
                .iter()
                .all(|entry| matches!(entry, Exit::Through(_)))
        );
        if let Some(Exit::Through(_)) = entries.last() {
            entries.push(Exit::Through(self.forward(exit)));
        }
        let mut steps = Vec::new();
        for (index, group) in groups.iter().enumerate() {
            let mut after = exit;
            if let Exit::Through(funnel) = entries[index] {
                let tester = self.funnels.block(funnel);
                after = entries[index + 1];
                match after {
                    Exit::Through(next) => self.funnels.set_next(funnel, next),
                    Exit::To(last) => self.funnels.add_local(funnel, last),
                    Exit::None => {}
                }
                let merge = self.entry_block(after).unwrap_or(tester);
                self.set_merge(tester, merge);
                steps.push(Step::Place(tester));
            }
            steps.extend(joins[group.clone()].iter().map(|&join| Step::Visit(join, after)));
        }
        if let Some(&Exit::Through(last)) = entries.get(groups.len()) {
            steps.push(Step::Place(self.funnels.block(last)));
        }
        self.steps.extend(steps.into_iter().rev());
        let first = entries[0];
        let merge = self.entry_block(first).unwrap_or(block);
        self.set_merge(block, merge);
        self.push_arms(&arms, None, first);
        self.route(block, &targets, merge, first);
    }

    /// Whether `block` is a conditional branch to two joins further up that selects can take the place of.
    fn can_select_target(&self, module: &Module, block: Block, targets: &[Block]) -> bool {
        let function = &*self.function;
        matches!(function.blocks[block].terminator, Terminator::CondBranch { .. })
            && targets.iter().all(|&target| {
                let mut types = function.blocks[target]
                    .params
                    .iter()
                    .map(|&param| function.insts[param].ty);
                !self.tree.is_direct(target) && types.all(|ty| selectable(module, ty))
            })
    }

    /// A selection that nothing comes out of: all its paths return, break or continue. The arm with most behind it
    /// is the merge block, the last of several.
    #[inline(never)]
    fn select_final(&mut self, block: Block, arms: &[Block], targets: &[Block]) {
        let is_switch = matches!(self.function.blocks[block].terminator, Terminator::Switch { .. });
        let largest = arms
            .iter()
            .copied()
            .filter(|arm| !self.falls.contains_key(arm))
            .max_by_key(|&arm| self.tree.size(arm));
        let merge = match largest {
            Some(arm) => {
                self.steps.push(Step::Visit(arm, Exit::None));
                arm
            }
            // Break or continue: SPIR-V wants no merge block for a branch whose targets are both exits.
            None if !is_switch => return,
            None => {
                // Where nothing arrives: the branch that needs it is what it comes from.
                let merge = self.function.add_block();
                self.function.blocks[merge].source = self.function.blocks[block].source;
                self.steps.push(Step::Place(merge));
                merge
            }
        };
        self.set_merge(block, merge);
        self.push_arms(arms, largest, Exit::None);
        self.route(block, targets, merge, Exit::None);
    }

    fn push_arms(&mut self, arms: &[Block], except: Option<Block>, exit: Exit) {
        let arms = arms.iter().rev().filter(|arm| Some(**arm) != except);
        let exit_of = |arm| self.falls.get(arm).map_or(exit, |&next| Exit::To(next));
        self.steps.extend(arms.map(|arm| Step::Visit(*arm, exit_of(arm))));
    }

    /// Finds the cases of the switch at `block` that fall through to the next: SPIR-V lets a case branch to one other
    /// that follows it in the list of cases and that no third case branches to. The case fallen into becomes an arm,
    /// and the cases are put in order. The default has no place in it.
    #[inline(never)]
    fn find_falls(&mut self, block: Block) {
        let joins = self.tree.joins(block);
        let Terminator::Switch { default, cases, .. } = &self.function.blocks[block].terminator else {
            return;
        };
        if joins.is_empty() {
            return;
        }
        let default_target = default.block;
        let targets: FxHashSet<Block> = cases.iter().map(|(_, edge)| edge.block).collect();
        // Where each child leads, and by which children each join is entered beside the switch; `None` for several.
        let mut leads: FxHashMap<Block, Option<Block>> = FxHashMap::default();
        let mut entered: FxHashMap<Block, Option<Block>> = FxHashMap::default();
        for &join in joins {
            for &pred in self.tree.preds(join) {
                if let Some(child) = self.tree.child_towards(block, pred) {
                    let to = leads.entry(child).or_insert(Some(join));
                    *to = to.filter(|&to| to == join);
                    let by = entered.entry(join).or_insert(Some(child));
                    *by = by.filter(|&by| by == child);
                }
            }
        }
        let mut made: Vec<Block> = Vec::new();
        let is_case = |target: Block| target == default_target || targets.contains(&target);
        for &join in joins {
            let Some(&Some(from)) = entered.get(&join) else {
                continue;
            };
            let falls = leads.get(&from) == Some(&Some(join))
                && self.tree.reach(from) == self.tree.place(join)
                && !self.tree.is_direct(join)
                && (self.tree.is_arm(from) || self.fallen_into.contains(&from))
                && is_case(from)
                && is_case(join);
            if falls {
                self.falls.insert(from, join);
                made.push(join);
                self.fallen_into.insert(join);
            }
        }
        if made.is_empty() {
            return;
        }
        self.tree.make_arms(block, &made);
        if let Terminator::Switch { cases, .. } = &mut self.function.blocks[block].terminator {
            // Each case that nothing falls into, with those behind it.
            let mut rank: FxHashMap<Block, u32> = FxHashMap::default();
            let targets = cases.iter().map(|(_, edge)| edge.block);
            for target in targets.chain([default_target]) {
                let mut at = Some(target).filter(|target| !self.fallen_into.contains(target));
                while let Some(target) = at.filter(|target| !rank.contains_key(target)) {
                    rank.insert(target, rank.len() as u32);
                    at = self.falls.get(&target).copied();
                }
            }
            cases.sort_by_key(|(_, edge)| rank.get(&edge.block).copied());
        }
    }

    /// A funnel, to be the end of a selection, from which everything goes to `exit`.
    fn forward(&mut self, exit: Exit) -> Funnel {
        let funnel = self.funnels.add(self.function);
        match exit {
            Exit::Through(next) => self.funnels.set_next(funnel, next),
            Exit::To(join) => self.funnels.add_local(funnel, join),
            Exit::None => debug_assert!(false, "a selection leaves a region that is not left"),
        }
        funnel
    }

    fn entry_block(&self, exit: Exit) -> Option<Block> {
        match exit {
            Exit::Through(funnel) => Some(self.funnels.block(funnel)),
            Exit::To(block) => Some(block),
            Exit::None => None,
        }
    }

    fn set_merge(&mut self, block: Block, merge: Block) {
        self.function.blocks[block].merge = Some(Merge::Selection { merge });
    }

    /// Sends the edges of the header `block` that do not go to its arms to its merge block `merge`, entered as
    /// `exit`. A switch may branch to its arms and its merge block only, once with each set of arguments; other
    /// edges get a block.
    fn route(&mut self, block: Block, targets: &[Block], merge: Block, exit: Exit) {
        let is_switch = matches!(self.function.blocks[block].terminator, Terminator::Switch { .. });
        if !is_switch {
            for (slot, &target) in targets.iter().enumerate() {
                if target != merge && !self.tree.is_direct(target) && !self.is_own_arm(block, target) {
                    self.leave(block, slot as u32, target, exit);
                }
            }
            return;
        }
        let mut terminator = std::mem::replace(
            &mut self.function.blocks[block].terminator,
            Terminator::Unreachable,
        );
        // The target that goes to the merge block without a block of its own.
        let mut plain = None;
        let mut made: FxHashMap<Block, Block> = FxHashMap::default();
        let mut slot = 0;
        terminator.for_each_edge_mut(|edge| {
            let target = edge.block;
            if target == merge || self.is_own_arm(block, target) {
                // Stays.
            } else if !self.tree.is_direct(target) && *plain.get_or_insert(target) == target {
                self.leave(block, slot, target, exit);
            } else {
                let direct = self.tree.is_direct(target);
                let on_edge = *made.entry(target).or_insert_with(|| {
                    let Edge { block: on_edge, .. } = edges::on_edge(self.function, block, *edge);
                    self.layout.push(on_edge);
                    if !direct {
                        self.leave(on_edge, 0, target, exit);
                    }
                    on_edge
                });
                *edge = Edge::to(on_edge);
            }
            slot += 1;
        });
        self.function.blocks[block].terminator = terminator;
    }

    fn is_own_arm(&self, block: Block, target: Block) -> bool {
        self.tree.is_child(block, target) && self.tree.is_arm(target)
    }
}
