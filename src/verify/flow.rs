//! What follows from control flow: definitions dominate uses, headers name their merge blocks.

use super::{Invariant, Item, Place, Verifier};
use crate::analysis::dominators::Dominators;
use crate::entity::IdVec;
use crate::ir::{Block, BlockData, Inst, Merge, Terminator, Type, Value};

impl<'m> Verifier<'m> {
    /// Every use in `data` has a definition that dominates it.
    pub(super) fn uses(
        &mut self,
        place: Place<'m>,
        data: &'m BlockData,
        definitions: &IdVec<Inst, Option<(Block, u32)>>,
        dominators: &Dominators,
    ) {
        let function = place.function;
        let Some(block) = place.block else { return };
        let mut check = |place: Place<'_>, value: Value, position: u32| {
            let Some(used) = value.as_inst() else { return };
            if function.insts[used].ty == Type::VOID {
                self.violation(place, Invariant::Dominance, format!("{used} has no value"));
                return;
            }
            let dominates = match definitions[used] {
                None => false,
                Some((home, at)) if home == block => at < position,
                Some((home, _)) => dominators.dominates(home, block),
            };
            if !dominates {
                self.violation(
                    place,
                    Invariant::Dominance,
                    format!("{used} is not defined on every path to here"),
                );
            }
        };
        for (&inst, position) in data.insts.iter().zip(1..) {
            for &value in function.args(inst) {
                check(place.with(Item::Inst(inst)), value, position);
            }
        }
        let place = place.with(Item::Terminator(&data.terminator));
        data.terminator.for_each_edge(|edge| {
            for &value in function.edge_args(edge) {
                check(place, value, u32::MAX);
            }
        });
        if let Some(value) = data.terminator.operand() {
            check(place, value, u32::MAX);
        }
    }

    /// The rules that need no more than a look at each header; the nesting is the structurizer's checker's.
    pub(super) fn structure(
        &mut self,
        place: Place<'m>,
        data: &'m BlockData,
        positions: &IdVec<Block, u32>,
        dominators: &Dominators,
    ) {
        let Some(block) = place.block else { return };
        if let Some(idom) = dominators.idom(block)
            && positions[idom] > positions[block]
        {
            self.violation(
                place,
                Invariant::LayoutOrder,
                format!("its immediate dominator {idom} comes after it"),
            );
        }
        let place = place.with(Item::Terminator(&data.terminator));
        if matches!(data.terminator, Terminator::Switch { .. }) && data.merge.is_none() {
            self.violation(place, Invariant::Structure, "a switch without merge block");
        }
        let merges = match data.merge {
            Some(Merge::Selection { merge }) => [merge; 2],
            Some(Merge::Loop {
                merge,
                continue_target,
            }) => [merge, continue_target],
            None => [block; 2],
        };
        if data.merge.is_some() && merges[0] == block {
            self.violation(place, Invariant::Structure, "a header is its own merge block");
        }
        if merges.iter().any(|&merge| positions[merge] == u32::MAX) {
            self.violation(
                place,
                Invariant::Structure,
                "the merge or continue block is not in the layout",
            );
        }
        data.terminator.for_each_edge(|edge| {
            let back = dominators.dominates(edge.block, block);
            let header = place.function.blocks.get(edge.block).and_then(|data| data.merge);
            if back && !matches!(header, Some(Merge::Loop { .. })) {
                self.violation(
                    place,
                    Invariant::Structure,
                    format!("a back edge to {}, which is no loop header", edge.block),
                );
            }
        });
    }
}
