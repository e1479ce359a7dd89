//! Checks what must hold in a [`Module`]; each rule has a name, an [`Invariant`].
//!
//! A module in, a list of violations out. It runs after every pass in debug builds and in tests, so it takes
//! about linear time. A violation is a bug of the pass before, not of the input. Any module whose tables are
//! reachable at all is safe to check: ids out of range are violations, not panics.

mod operands;
#[cfg(test)]
mod tests;

use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::entity::{EntityId, IdVec};
use crate::ir::constant::{Const, ConstData};
use crate::ir::function::{Block, BlockData, Edge, Func, Function, Inst, Merge, Terminator, Value, ValueRef};
use crate::ir::module::Module;
use crate::ir::op::Op;
use crate::ir::print::{PrintOptions, Printer, print_type};
use crate::ir::types::{StorageClass, Type, TypeData};
use std::fmt;

/// How far a module has come: which invariants must hold. Each level includes those before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Invariants {
    /// After `import`.
    Imported,
    /// After `lower`: nothing of D3D12 is left.
    Lowered,
    /// After `structurize`: control flow obeys SPIR-V's structure rules.
    Structured,
}

/// A rule of the IR.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Invariant {
    /// Every id names something that exists: types, constants, globals, values, blocks, functions,
    /// resources; every list lies in its pool.
    IdsInRange,
    /// Vectors have 2 or more scalars, arrays an element or more; nothing but a function's result is void;
    /// a sampled image is one of an image.
    Types,
    /// A scalar constant has a scalar type, a composite has a constant of the right type for each part.
    Constants,
    /// A global's address is a pointer to its type in its class; its initial value has its type; those of
    /// class `Function`, and no others, are locals of one function.
    Globals,
    /// The layout starts with block 0 and has each reachable block once.
    Layout,
    /// An instruction is in one place only; parameters are parameters, instructions are not.
    InstOnce,
    /// The entry block is the target of no edge.
    EntryNotTarget,
    /// An edge passes one argument of the right type for each parameter of its target.
    EdgeArguments,
    /// What an instruction uses has a value, and is defined on every path to it.
    Dominance,
    /// Operands, result and immediate are those of the operation.
    OperandTypes,
    /// A condition is `i1`; a selector is an integer and the cases are distinct and fit it; what is returned
    /// has the function's type.
    Terminators,
    /// No D3D12 operation and no handle (from [`Invariants::Lowered`]).
    NoD3d12,
    /// A block comes after its immediate dominator in the layout (from [`Invariants::Structured`]).
    LayoutOrder,
    /// Headers name their merge blocks and constructs nest (from [`Invariants::Structured`]).
    Structure,
}

impl Invariant {
    /// From which level on it holds.
    pub fn since(self) -> Invariants {
        match self {
            Self::NoD3d12 => Invariants::Lowered,
            Self::LayoutOrder | Self::Structure => Invariants::Structured,
            _ => Invariants::Imported,
        }
    }
}

/// A rule that a module breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The rule.
    pub invariant: Invariant,
    /// The function.
    pub function: Option<Func>,
    /// The block.
    pub block: Option<Block>,
    /// The instruction, if it is one.
    pub inst: Option<Inst>,
    /// What is wrong.
    pub message: String,
    /// The instruction, terminator or declaration as text, may be empty.
    pub text: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.invariant)?;
        if let Some(function) = self.function {
            write!(f, " in {function}")?;
        }
        if let Some(block) = self.block {
            write!(f, " {block}")?;
        }
        write!(f, ": {}", self.message)?;
        if !self.text.is_empty() {
            write!(f, ": `{}`", self.text)?;
        }
        Ok(())
    }
}

/// More are not collected: a broken pass breaks the same rule everywhere.
const MAX_VIOLATIONS: usize = 64;

/// Checks `module` against the invariants of `stage`.
pub fn verify(module: &Module, stage: Invariants) -> Result<(), Vec<Violation>> {
    let mut verifier = Verifier {
        module,
        stage,
        violations: Vec::new(),
    };
    verifier.tables();
    // Everything after this relies on the tables.
    if verifier.violations.is_empty() {
        for (id, function) in module.functions.iter() {
            verifier.function(id, function);
        }
    }
    if verifier.violations.is_empty() {
        Ok(())
    } else {
        Err(verifier.violations)
    }
}

/// Like [`verify`], with the violations as one internal error that says what `after` had just run.
pub fn check(module: &Module, stage: Invariants, after: &str) -> crate::error::Result<()> {
    verify(module, stage).map_err(|violations| {
        let mut message = format!("the IR is broken after {after}");
        for violation in violations.iter().take(8) {
            message.push_str(&format!("\n  {violation}"));
        }
        if violations.len() > 8 {
            message.push_str(&format!("\n  and {} more", violations.len() - 8));
        }
        crate::error::Error::internal(message)
    })
}

struct Verifier<'m> {
    module: &'m Module,
    stage: Invariants,
    violations: Vec<Violation>,
}

/// Where a violation lies in a function.
#[derive(Clone, Copy)]
struct Place<'f> {
    id: Func,
    function: &'f Function,
    block: Option<Block>,
    item: Item<'f>,
}

/// What of a block is looked at.
#[derive(Clone, Copy)]
enum Item<'f> {
    Nothing,
    Inst(Inst),
    Terminator(&'f Terminator),
}

impl<'f> Place<'f> {
    fn with(self, item: Item<'f>) -> Self {
        Self { item, ..self }
    }
}

impl<'m> Verifier<'m> {
    #[cold]
    fn module_violation(&mut self, invariant: Invariant, message: String) {
        self.push(Violation {
            invariant,
            function: None,
            block: None,
            inst: None,
            message,
            text: String::new(),
        });
    }

    #[cold]
    fn violation(&mut self, place: Place<'_>, invariant: Invariant, message: impl Into<String>) {
        // Printing is not cheap: none for those that are dropped.
        if self.violations.len() >= MAX_VIOLATIONS {
            return;
        }
        let printer = Printer::new(self.module, PrintOptions::default());
        let text = match place.item {
            Item::Nothing => String::new(),
            Item::Inst(inst) => printer.inst(place.function, inst).to_string(),
            Item::Terminator(terminator) => printer.terminator(place.function, terminator).to_string(),
        };
        self.push(Violation {
            invariant,
            function: Some(place.id),
            block: place.block,
            inst: match place.item {
                Item::Inst(inst) => Some(inst),
                _ => None,
            },
            message: message.into(),
            text,
        });
    }

    fn push(&mut self, violation: Violation) {
        if self.violations.len() < MAX_VIOLATIONS {
            self.violations.push(violation);
        }
    }

    // ----- Tables of the module -----

    fn tables(&mut self) {
        let module = self.module;
        if module.entry.index() >= module.functions.len() {
            self.module_violation(
                Invariant::IdsInRange,
                format!("the entry point is {}, which does not exist", module.entry),
            );
        }
        for (ty, data) in module.types.iter() {
            if let Some(message) = self.type_problem(ty, data) {
                self.module_violation(
                    Invariant::Types,
                    format!("`{}`: {message}", print_type(module, ty)),
                );
            }
        }
        for (id, ty, data) in module.consts.iter() {
            if let Some((invariant, message)) = self.constant_problem(id, ty, data) {
                self.module_violation(invariant, format!("constant {id}: {message}"));
            }
        }
        if !self.violations.is_empty() {
            return;
        }
        let mut owners: IdVec<crate::ir::Global, u32> = IdVec::filled(0, module.globals.len());
        for (id, function) in module.functions.iter() {
            for &local in &function.locals {
                match owners.get_mut(local) {
                    Some(owners) => *owners += 1,
                    None => self.module_violation(
                        Invariant::IdsInRange,
                        format!("{id} lists the local {local}, which does not exist"),
                    ),
                }
            }
        }
        for (id, global) in module.globals.iter() {
            let message = if global.ty.index() >= module.types.len() {
                Some("its type does not exist")
            } else if global.pointer.index() >= module.types.len()
                || module.types.pointee(global.pointer) != Some((global.class, global.ty))
            {
                Some("its address is no pointer to its type in its class")
            } else if global
                .init
                .is_some_and(|init| init.index() >= module.consts.len())
            {
                Some("its initial value does not exist")
            } else if global
                .init
                .is_some_and(|init| module.consts.ty(init) != global.ty)
            {
                Some("its initial value has another type")
            } else if (global.class == StorageClass::Function) != (owners[id] == 1) || owners[id] > 1 {
                Some("it is to be a local of one function if and only if its class is `Function`")
            } else if self.stage >= Invariants::Lowered && module.types.get(global.ty) == &TypeData::Handle {
                Some("it is a handle")
            } else {
                None
            };
            if let Some(message) = message {
                self.module_violation(Invariant::Globals, format!("global {id}: {message}"));
            }
        }
    }

    fn type_problem(&self, ty: Type, data: &TypeData) -> Option<&'static str> {
        let types = &self.module.types;
        // Types are interned, so that parts come before the whole; this also rules out cycles.
        let exists = |part: Type| part < ty;
        let sized = |part: Type| exists(part) && part != Type::VOID;
        let ok = match data {
            TypeData::Void
            | TypeData::Bool
            | TypeData::Int(_)
            | TypeData::Float(_)
            | TypeData::SignedInt
            | TypeData::Handle
            | TypeData::Sampler => return None,
            TypeData::Vector { element, len } => {
                if *len < 2 || element.scalar_bits() == 0 {
                    return Some("a vector has 2 or more scalars");
                }
                exists(*element)
            }
            TypeData::Array { element, len, .. } => {
                if *len == 0 {
                    return Some("an array has 1 or more elements");
                }
                sized(*element)
            }
            TypeData::RuntimeArray { element, .. } => sized(*element),
            TypeData::Struct(data) => data.members.iter().all(|member| sized(member.ty)),
            TypeData::Pointer { pointee, .. } => sized(*pointee),
            TypeData::Image(image) => exists(image.sampled) && image.sampled.scalar_bits() != 0,
            TypeData::SampledImage(image) => {
                exists(*image) && matches!(types.get(*image), TypeData::Image(_))
            }
        };
        (!ok).then_some("it has a part that cannot be one")
    }

    fn constant_problem(&self, id: Const, ty: Type, data: &ConstData) -> Option<(Invariant, String)> {
        let types = &self.module.types;
        if ty.index() >= types.len() {
            return Some((Invariant::IdsInRange, "its type does not exist".to_owned()));
        }
        let elements = match data {
            ConstData::Scalar(_) if ty.scalar_bits() == 0 => {
                let message = format!("a scalar of type `{}`", print_type(self.module, ty));
                return Some((Invariant::Constants, message));
            }
            ConstData::Null | ConstData::Undef if ty == Type::VOID => {
                return Some((Invariant::Constants, "a constant of type void".to_owned()));
            }
            ConstData::Specialization { .. } if ty != Type::I32 => {
                return Some((
                    Invariant::Constants,
                    "a specialization constant that is no i32".to_owned(),
                ));
            }
            ConstData::Scalar(_) | ConstData::Null | ConstData::Undef | ConstData::Specialization { .. } => {
                return None;
            }
            ConstData::Composite(elements) => elements,
        };
        let count = match types.get(ty) {
            TypeData::Vector { len, .. } | TypeData::Array { len, .. } => *len as usize,
            TypeData::Struct(data) => data.members.len(),
            _ => {
                let message = format!("a composite of type `{}`", print_type(self.module, ty));
                return Some((Invariant::Constants, message));
            }
        };
        if elements.len() != count {
            let message = format!("{} parts where the type has {count}", elements.len());
            return Some((Invariant::Constants, message));
        }
        for (index, &element) in elements.iter().enumerate() {
            // Parts come before the whole, which also rules out cycles.
            if element >= id {
                return Some((Invariant::IdsInRange, format!("part {index} does not exist")));
            }
            if types.element(ty, index as u32) != Some(self.module.consts.ty(element)) {
                return Some((
                    Invariant::Constants,
                    format!("part {index} has another type than it should"),
                ));
            }
        }
        None
    }

    // ----- Functions -----

    fn function(&mut self, id: Func, function: &'m Function) {
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

    /// Everything that names something by number.
    fn function_ids(&mut self, place: Place<'m>) {
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

    fn value_id(&mut self, place: Place<'_>, value: Value, insts: usize) {
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

    /// The position of each block in the layout, `u32::MAX` for those that are not in it.
    fn layout(&mut self, place: Place<'_>, entry: Block) -> IdVec<Block, u32> {
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
    fn definitions(&mut self, place: Place<'_>) -> IdVec<Inst, Option<(Block, u32)>> {
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

    fn inst(&mut self, place: Place<'_>, inst: Inst) {
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

    fn terminator(&mut self, place: Place<'_>, terminator: &Terminator, entry: Block) {
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

    fn edge(&mut self, place: Place<'_>, edge: &Edge) {
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

    /// Every use in `data` has a definition that dominates it.
    fn uses(
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
    fn structure(
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
