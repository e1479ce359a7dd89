//! A function: its layout, where its instructions stand, what its terminators and edges pass on.

use super::{Invariant, Invariants, Item, Place, Verifier, operands};
use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::entity::IdVec;
use crate::ir::print::print_type;
use crate::ir::{Block, Edge, Func, Function, Inst, Op, Terminator, Type, TypeData, Value};

impl<'m> Verifier<'m> {
    pub(super) fn function(&mut self, id: Func, function: &'m Function) {
        let before = self.violations.len();
        let place = Place {
            id,
            function,
            block: None,
            item: Item::Nothing,
        };
        self.function_ids(place);
        // What follows indexes freely.
        if self.violations.len() != before {
            return;
        }
        let Some(entry) = function.blocks.ids().next() else {
            self.violation(place, Invariant::Layout, "a function has an entry block");
            return;
        };
        let positions = self.layout(place, entry);
        let definitions = self.definitions(place);
        let cfg = Cfg::new(function);
        let dominators = Dominators::new(&cfg);
        for block in function.blocks.ids() {
            if cfg.is_reachable(block) && positions[block] == u32::MAX {
                self.violation(
                    Place {
                        block: Some(block),
                        ..place
                    },
                    Invariant::Layout,
                    "a reachable block is not in the layout",
                );
            }
        }
        for &block in &function.layout {
            let place = Place {
                block: Some(block),
                ..place
            };
            let data = &function.blocks[block];
            for &inst in data.params.iter().chain(&data.insts) {
                self.inst(place.with(Item::Inst(inst)), inst);
            }
            self.terminator(
                place.with(Item::Terminator(&data.terminator)),
                &data.terminator,
                entry,
            );
            if cfg.is_reachable(block) {
                self.uses(place, data, &definitions, &dominators);
            }
            if self.stage >= Invariants::Structured {
                self.structure(place, data, &positions, &dominators);
            }
        }
    }

    /// The position of each block in the layout, `u32::MAX` for those that are not in it.
    pub(super) fn layout(&mut self, place: Place<'_>, entry: Block) -> IdVec<Block, u32> {
        let function = place.function;
        let mut positions = IdVec::filled(u32::MAX, function.blocks.len());
        if function.layout.first() != Some(&entry) {
            self.violation(
                place,
                Invariant::Layout,
                format!("the layout does not start with {entry}"),
            );
        }
        for (index, &block) in function.layout.iter().enumerate() {
            if positions[block] != u32::MAX {
                self.violation(
                    place,
                    Invariant::Layout,
                    format!("{block} is in the layout more than once"),
                );
            }
            positions[block] = index as u32;
        }
        positions
    }

    /// Block and position in it of each instruction; parameters are at position 0.
    pub(super) fn definitions(&mut self, place: Place<'_>) -> IdVec<Inst, Option<(Block, u32)>> {
        let function = place.function;
        let mut definitions: IdVec<Inst, Option<(Block, u32)>> = IdVec::filled(None, function.insts.len());
        for &block in &function.layout {
            let place = Place {
                block: Some(block),
                ..place
            };
            let data = &function.blocks[block];
            let params = data.params.iter().map(|&inst| (inst, 0, true));
            let insts = data.insts.iter().zip(1..).map(|(&inst, n)| (inst, n, false));
            for (inst, position, is_param) in params.chain(insts) {
                let place = place.with(Item::Inst(inst));
                if definitions[inst].is_some() {
                    self.violation(
                        place,
                        Invariant::InstOnce,
                        format!("{inst} is in more than one place"),
                    );
                }
                definitions[inst] = Some((block, position));
                if let TypeData::Object(object) = self.module.types.get(function.insts[inst].ty)
                    && !object.is_value()
                {
                    self.violation(place, Invariant::Types, "an object outside of memory");
                }
                if is_param != (function.insts[inst].op == Op::Param) {
                    self.violation(
                        place,
                        Invariant::InstOnce,
                        "parameters are in parameter lists, instructions are not",
                    );
                }
            }
        }
        definitions
    }

    pub(super) fn inst(&mut self, place: Place<'_>, inst: Inst) {
        let function = place.function;
        let data = &function.insts[inst];
        if let Err(message) = operands::check(self.module, function, data) {
            self.violation(place, Invariant::OperandTypes, message);
        }
        if self.stage >= Invariants::Lowered && (data.op.is_d3d12() || data.ty == Type::HANDLE) {
            self.violation(
                place,
                Invariant::NoD3d12,
                "nothing of D3D12 is left after `lower`",
            );
        }
    }

    pub(super) fn terminator(&mut self, place: Place<'_>, terminator: &Terminator, entry: Block) {
        let function = place.function;
        let module = self.module;
        terminator.for_each_edge(|edge| {
            if edge.block == entry {
                self.violation(
                    place,
                    Invariant::EntryNotTarget,
                    "the entry block is the target of no edge",
                );
            }
            self.edge(place, edge);
        });
        let ty = |value: Value| module.value_type(function, value);
        match terminator {
            Terminator::CondBranch { condition, .. } if ty(*condition) != Type::BOOL => {
                self.violation(place, Invariant::Terminators, "the condition is not `i1`");
            }
            Terminator::Switch { value, cases, .. } => {
                let selector = ty(*value);
                if !selector.is_int_scalar() {
                    self.violation(place, Invariant::Terminators, "the selector is not an integer");
                    return;
                }
                let width = selector.scalar_bits();
                let mut values: Vec<u64> = cases.iter().map(|(value, _)| *value).collect();
                values.sort_unstable();
                if values.windows(2).any(|pair| matches!(pair, [a, b] if a == b)) {
                    self.violation(place, Invariant::Terminators, "two cases have one value");
                }
                if values
                    .last()
                    .is_some_and(|&last| width < 64 && last >> width != 0)
                {
                    self.violation(place, Invariant::Terminators, "a case does not fit the selector");
                }
            }
            Terminator::Return(value) if value.map_or(Type::VOID, ty) != function.ret => {
                self.violation(
                    place,
                    Invariant::Terminators,
                    format!("the function returns `{}`", print_type(module, function.ret)),
                );
            }
            _ => {}
        }
    }

    pub(super) fn edge(&mut self, place: Place<'_>, edge: &Edge) {
        let function = place.function;
        let args = edge.args.of(&function.pool);
        let Some(target) = function.blocks.get(edge.block) else {
            return;
        };
        if args.len() != target.params.len() {
            self.violation(
                place,
                Invariant::EdgeArguments,
                format!(
                    "{} arguments for the {} parameters of {}",
                    args.len(),
                    target.params.len(),
                    edge.block
                ),
            );
            return;
        }
        for (&arg, &param) in args.iter().zip(&target.params) {
            let Some(expected) = function.insts.get(param).map(|data| data.ty) else {
                continue;
            };
            let found = self.module.value_type(function, arg);
            if found != expected {
                self.violation(
                    place,
                    Invariant::EdgeArguments,
                    format!(
                        "`{}` for the parameter {param} of type `{}`",
                        print_type(self.module, found),
                        print_type(self.module, expected)
                    ),
                );
            }
        }
    }
}
