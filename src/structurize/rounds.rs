//! Stage 4a: selections that are left past what follows them.
//!
//! On entry: as stage 4 wants it. On exit: the same graph, with loops of one round around some selections and the join
//! that follows.
//!
//! ```text
//! bb0: condbr %a, bb1, bb2            bb0: br bb5
//! bb1: condbr %b, bb3, bb2            bb5: loop_merge bb8, bb7; br bb6
//! bb2: ..; br bb3            ==>      bb6: condbr %a, bb1, bb2
//! bb3: ret                            bb1: condbr %b, bb8, bb2       (leaves the loop)
//!                                     bb2: ..; br bb8                (likewise)
//!                                     bb7: br bb5                    (never executed)
//!                                     bb8: br bb3
//! ```
//! All edges out of a selection lead to its merge block, so one that skips what follows needs a number that says so, and
//! a test. SPIR-V's other way out is that of loops, from any depth. Where a round has several targets they are told
//! apart behind it.
//!
//! Edges out of a loop around would leave two loops at once, so nothing that has such is put into a round.

use super::funnel::{Funnels, Numbers};
use super::tree::Tree;
use super::{edges, switches};
use crate::analysis::cfg::UNREACHABLE;
use crate::entity::EntityId;
use crate::ir::{Block, Edge, Function, Merge, Module, Terminator};

/// How many rounds are made around each other at most.
const MAX_LEVELS: usize = 8;

/// A selection and the join that follows it.
struct Round {
    header: Block,
    /// The blocks of it by their places.
    places: std::ops::Range<u32>,
}

/// Makes the rounds, the outer ones first. Returns the tree of what there is then, and whether there are several targets behind
/// one of them.
pub fn run(
    module: &mut Module,
    function: &mut Function,
    numbers: &mut Numbers,
    mut tree: Tree,
) -> (Tree, bool) {
    let mut chooses = false;
    for _ in 0..MAX_LEVELS {
        let rounds = find(function, &tree);
        if rounds.is_empty() {
            break;
        }
        let mut funnels = Funnels::default();
        for round in &rounds {
            make(function, &tree, round, &mut funnels);
        }
        let mut made = funnels.finish(module, function);
        switches::separate_made(module, function, &mut made);
        chooses |= made.chooses;
        numbers.extend(made.numbers);
        edges::run(module, function);
        tree = Tree::new(function, &[], None);
    }
    (tree, chooses)
}

/// The outermost selections that a round is made of.
fn find(function: &Function, tree: &Tree) -> Vec<Round> {
    let mut rounds = Vec::new();
    let mut left: Option<Left> = None;
    let mut end = 0;
    for &header in tree.walk() {
        let joins = tree.joins(header);
        if joins.is_empty() || tree.place(header) < end {
            continue;
        }
        if !matches!(function.blocks[header].terminator, Terminator::CondBranch { .. }) {
            continue;
        }
        let reach = tree.reach_past_arms(function, header);
        let group = tree.groups(function, header, joins, reach).into_iter().next();
        let Some([join]) = group.and_then(|group| joins.get(group)) else {
            continue;
        };
        let join_place = tree.place(*join);
        if reach <= join_place {
            continue;
        }
        let places = tree.place(header)..join_place + tree.size(*join);
        let left = left.get_or_insert_with(|| Left::new(function, tree));
        let mut children = tree.children(header).iter();
        if left.by_block[header.index()] >= places.start
            && children.all(|&child| {
                tree.place(child) > join_place || left.by_subtree[child.index()] >= places.start
            })
        {
            end = places.end;
            rounds.push(Round { header, places });
        }
    }
    rounds
}

/// The loops that edges leave or go on in.
struct Left {
    /// For each block the least place of a header of a loop to whose merge block or continue target it branches.
    by_block: Vec<u32>,
    /// Likewise of all that it dominates.
    by_subtree: Vec<u32>,
}

impl Left {
    fn new(function: &Function, tree: &Tree) -> Self {
        let count = function.blocks.len();
        let mut header_of = vec![UNREACHABLE; count];
        for &block in tree.walk() {
            if let Some(Merge::Loop {
                merge,
                continue_target,
            }) = function.blocks[block].merge
            {
                header_of[merge.index()] = tree.place(block);
                header_of[continue_target.index()] = tree.place(block);
            }
        }
        let mut by_block = vec![UNREACHABLE; count];
        let mut by_subtree = vec![UNREACHABLE; count];
        for &block in tree.walk().iter().rev() {
            let mut least = UNREACHABLE;
            (function.blocks[block].terminator)
                .for_each_edge(|edge| least = least.min(header_of[edge.block.index()]));
            by_block[block.index()] = least;
            for child in tree.children(block) {
                least = least.min(by_subtree[child.index()]);
            }
            by_subtree[block.index()] = least;
        }
        Self { by_block, by_subtree }
    }
}

/// Puts a loop around a round, whose edges out go through a funnel, the loop's merge block.
fn make(function: &mut Function, tree: &Tree, round: &Round, funnels: &mut Funnels) {
    let merge = funnels.add(function);
    let mut targets: Vec<Block> = Vec::new();
    let blocks = &tree.walk()[round.places.start as usize..round.places.end as usize];
    // The header's terminator goes on in the body.
    let [looped, body, continue_target] = [(); 3].map(|()| function.add_block());
    for &block in blocks {
        let from = if block == round.header { body } else { block };
        let mut slot = 0;
        function.blocks[block].terminator.for_each_edge(|edge| {
            let target = edge.block;
            if !tree.is_direct(target) && !round.places.contains(&tree.place(target)) {
                funnels.enter(from, slot, merge, None, target);
                targets.push(target);
            }
            slot += 1;
        });
    }
    targets.sort_unstable_by_key(|&target| tree.place(target));
    targets.dedup();
    targets
        .iter()
        .for_each(|&target| funnels.add_local(merge, target));

    let source = function.blocks[round.header].source;
    let mut put = |block: Block, to: Block| {
        let data = &mut function.blocks[block];
        data.source = source;
        std::mem::replace(&mut data.terminator, Terminator::Branch(Edge::to(to)))
    };
    let choice = put(round.header, looped);
    put(looped, body);
    put(continue_target, looped);
    let hint = std::mem::take(&mut function.blocks[round.header].hint);
    let data = &mut function.blocks[body];
    data.terminator = choice;
    data.hint = hint;
    data.source = source;
    function.blocks[looped].merge = Some(Merge::Loop {
        merge: funnels.block(merge),
        continue_target,
    });
}
