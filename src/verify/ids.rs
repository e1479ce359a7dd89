//! Everything in a function that names something by number. What follows indexes freely.

use super::{Invariant, Item, Place, Verifier};
use crate::entity::EntityId;
use crate::ir::{Merge, Value, ValueRef};

impl<'m> Verifier<'m> {
    /// Everything that names something by number.
    pub(super) fn function_ids(&mut self, place: Place<'m>) {
        let function = place.function;
        let (insts, blocks) = (function.insts.len(), function.blocks.len());
        if function.ret.index() >= self.module.types.len() {
            self.violation(place, Invariant::IdsInRange, "the return type does not exist");
        }
        if let Some(block) = function.layout.iter().find(|block| block.index() >= blocks) {
            self.violation(
                place,
                Invariant::IdsInRange,
                format!("the layout has {block}, which does not exist"),
            );
        }
        // The analyses walk blocks outside the layout too.
        for (block, data) in function.blocks.iter() {
            data.terminator.for_each_edge(|edge| {
                if edge.block.index() >= blocks {
                    let place = Place {
                        block: Some(block),
                        ..place.with(Item::Terminator(&data.terminator))
                    };
                    self.violation(
                        place,
                        Invariant::IdsInRange,
                        format!("the target {} does not exist", edge.block),
                    );
                }
            });
        }
        let list_exists = |list: crate::entity::ListRef| list.range().end <= function.pool.len();
        for &block in &function.layout {
            let place = Place {
                block: Some(block),
                ..place
            };
            let Some(data) = function.blocks.get(block) else {
                continue;
            };
            for &inst in data.params.iter().chain(&data.insts) {
                let place = place.with(Item::Inst(inst));
                match function.insts.get(inst) {
                    None => self.violation(
                        place,
                        Invariant::IdsInRange,
                        format!("instruction {inst} does not exist"),
                    ),
                    Some(data) if data.ty.index() >= self.module.types.len() => {
                        self.violation(place, Invariant::IdsInRange, "the result type does not exist");
                    }
                    Some(data) if !list_exists(data.args) => {
                        self.violation(place, Invariant::IdsInRange, "the operand list does not exist");
                    }
                    Some(data) => {
                        for &value in data.args.of(&function.pool) {
                            self.value_id(place, value, insts);
                        }
                    }
                }
            }
            let place = place.with(Item::Terminator(&data.terminator));
            data.terminator.for_each_edge(|edge| {
                if !list_exists(edge.args) {
                    self.violation(place, Invariant::IdsInRange, "the argument list does not exist");
                }
                for &value in edge.args.of(&function.pool) {
                    self.value_id(place, value, insts);
                }
            });
            if let Some(value) = data.terminator.operand() {
                self.value_id(place, value, insts);
            }
            let merges = match data.merge {
                Some(Merge::Selection { merge }) => [merge; 2],
                Some(Merge::Loop {
                    merge,
                    continue_target,
                }) => [merge, continue_target],
                None => continue,
            };
            if merges.iter().any(|block| block.index() >= blocks) {
                self.violation(
                    place,
                    Invariant::IdsInRange,
                    "the merge or continue block does not exist",
                );
            }
        }
    }

    pub(super) fn value_id(&mut self, place: Place<'_>, value: Value, insts: usize) {
        let exists = match value.get() {
            ValueRef::Inst(inst) => inst.index() < insts,
            ValueRef::Const(constant) => constant.index() < self.module.consts.len(),
            ValueRef::Global(global) => global.index() < self.module.globals.len(),
        };
        if !exists {
            self.violation(
                place,
                Invariant::IdsInRange,
                format!("operand {value:?} does not exist"),
            );
        }
    }
}
