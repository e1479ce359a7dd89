//! Functions: declaration, blocks in layout order, block parameters as phis, terminators with merges.
//!
//! Result ids are handed out on first mention, so that a phi may name a value that comes later in the layout.

use super::emitter::{Emitter, zeros};
use super::products::Products;
use super::sources::{Placed, Told, in_order, lost_lines, placed};
use super::words::Section;
use crate::entity::{EntityId, ListRef};
use crate::error::Error;
use crate::ir::{
    Block, BlockData, Edge, Func, Function, Global, Hint, Inst, Merge, StorageClass, Terminator, Type,
    TypeData, Value, ValueRef,
};
use crate::options::SourceInformation;
use ::spirv::{Decoration, FunctionControl, LoopControl, Op, SelectionControl};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// State of the emission of a function.
pub(super) struct FunctionEmitter<'e, 'm> {
    /// The module's emission.
    pub cx: &'e mut Emitter<'m>,
    /// What is emitted.
    pub function: &'m Function,
    /// The module's functions section, lent for the time.
    pub body: Section,
    /// The function's id.
    pub id: u32,
    /// The block being emitted.
    pub block: Block,
    /// Where its code comes from, as far as it was said.
    pub told: Told,
    /// Where a sampled image was last made: SPIR-V wants it in the block that uses it.
    pub sampled_images: FxHashMap<Inst, (Block, u32)>,
    /// What variables of the source hold, and lines without instructions, in the order of the blocks.
    values: Vec<Placed>,
    /// Where values of narrow types are told of, and which types.
    pub narrow_values: Vec<(Range<usize>, u8)>,
    /// Which precise products need no decoration, from the first one on.
    pub products: Option<Products>,
    /// Ids by [`Inst`] and [`Block`], 0 for what was not mentioned yet.
    inst_ids: Vec<u32>,
    block_ids: Vec<u32>,
    /// Variables of the function, which go to the head of its entry block.
    locals: Section,
    declared_locals: Vec<Global>,
    /// Instructions whose id belongs to another value.
    aliases: Vec<Inst>,
}

/// An incoming edge of a block: predecessor and arguments.
#[derive(Clone, Copy, Default)]
struct Incoming {
    block: u32,
    args: ListRef,
}

/// Incoming edges of all blocks with parameters, in layout order of the predecessors, each predecessor once.
#[derive(Default)]
struct IncomingEdges {
    /// Start and end in `edges`, by block.
    ranges: Vec<(u32, u32)>,
    edges: Vec<Incoming>,
}

impl Emitter<'_> {
    /// Emits a function.
    pub fn function(&mut self, func: Func) {
        let module = self.module;
        let function = &module.functions[func];
        let id = self.function_id(func);
        let mut emitter = FunctionEmitter {
            function,
            body: std::mem::take(&mut self.functions),
            id,
            block: Block(0),
            told: Told::default(),
            sampled_images: FxHashMap::default(),
            values: Vec::new(),
            narrow_values: Vec::new(),
            products: None,
            inst_ids: zeros(&mut self.memory.inst_ids, function.insts.len()),
            block_ids: zeros(&mut self.memory.block_ids, function.blocks.len()),
            locals: self.memory.locals.begin_again(0),
            declared_locals: Vec::new(),
            aliases: Vec::new(),
            cx: self,
        };
        emitter.emit(func, id);
        let FunctionEmitter {
            body,
            inst_ids,
            block_ids,
            locals,
            ..
        } = emitter;
        self.functions = body;
        self.memory.inst_ids = inst_ids;
        self.memory.block_ids = block_ids;
        self.memory.locals = locals;
    }
}

impl<'m> FunctionEmitter<'_, 'm> {
    fn emit(&mut self, func: Func, id: u32) {
        let function = self.function;
        let Some((&entry, rest)) = function.layout.split_first() else {
            self.fail("a function without blocks");
            return;
        };
        let entry_data = &function.blocks[entry];
        self.declare(id, entry_data);
        let label = self.label(entry);
        self.body.inst(Op::Label, &[label]);
        let head = self.body.words().len();

        let incoming = self.incoming_edges();
        if self.cx.sources.level != SourceInformation::None {
            self.place_sources(func == self.cx.module.entry);
        }
        self.block(entry, entry_data);
        for &block in rest {
            let label = self.label(block);
            self.body.inst(Op::Label, &[label]);
            self.phis(block, &incoming);
            self.block(block, &function.blocks[block]);
        }
        self.body.inst(Op::FunctionEnd, &[]);
        self.leave_out_narrow_values();

        // Which variables there are is known only now.
        self.body.insert(head, &self.locals);
        for global in std::mem::take(&mut self.declared_locals) {
            // Another function that lists the same variable declares its own.
            self.cx.global_ids[global.index()] = 0;
        }
        if self.cx.names && !self.function.names.is_empty() {
            self.value_names();
        }
    }

    /// Finds the places of what is told of the source.
    #[cold]
    fn place_sources(&mut self, is_entry: bool) {
        let function = self.function;
        self.values = placed(function, |inst| {
            // A sampled image is made where it is used.
            let data = &function.insts[inst];
            data.op != crate::ir::Op::SampledImage && data.ty != Type::VOID
        });
        // Other functions are ours, not the source's.
        let lines = match is_entry {
            true => lost_lines(function, &self.cx.module.debug, &self.values),
            false => Vec::new(),
        };
        if self.cx.sources.level != SourceInformation::Full {
            self.values.clear();
        }
        self.values.extend(lines);
        in_order(&mut self.values);
    }

    /// `OpFunction` and its parameters.
    fn declare(&mut self, id: u32, entry: &BlockData) {
        let function = self.function;
        let ret = self.cx.ty(function.ret);
        self.cx.computes(function.ret);
        let params: Vec<u32> = entry
            .params
            .iter()
            .map(|&param| self.cx.ty(function.insts[param].ty))
            .collect();
        let ty = self.cx.function_type(ret, &params);
        self.cx.name(id, &function.name);
        let control = match function.apart {
            true => FunctionControl::DONT_INLINE,
            false => FunctionControl::NONE,
        };
        self.body.inst(Op::Function, &[ret, id, control.bits(), ty]);
        for (&param, &ty) in entry.params.iter().zip(&params) {
            let data = &function.insts[param];
            let id = self.result(param);
            self.cx.computes(data.ty);
            self.body.inst(Op::FunctionParameter, &[ty, id]);
            let physical = self.cx.module.types.pointee(data.ty);
            if physical.is_some_and(|(class, _)| class == StorageClass::PhysicalStorageBuffer) {
                self.cx.decorate(id, Decoration::Aliased, &[]);
            }
            self.decorations(id, param, data);
        }
    }

    /// The incoming edges of every block that has parameters.
    fn incoming_edges(&mut self) -> IncomingEdges {
        let function = self.function;
        let has_params = |block: Block| !function.blocks[block].params.is_empty();
        if !function.layout.iter().skip(1).any(|&block| has_params(block)) {
            // Nobody asks then.
            return IncomingEdges::default();
        }
        let mut ranges = vec![(0, 0); function.blocks.len()];
        // Count, an upper bound where a predecessor has several edges to one block; then place.
        for &block in &function.layout {
            function.blocks[block].terminator.for_each_edge(|edge| {
                if has_params(edge.block) {
                    ranges[edge.block.index()].1 += 1;
                }
            });
        }
        let mut start = 0;
        for range in &mut ranges {
            let count = range.1;
            *range = (start, start);
            start += count;
        }
        let mut edges = vec![Incoming::default(); start as usize];
        let mut conflict = None;
        for &block in &function.layout {
            function.blocks[block].terminator.for_each_edge(|edge| {
                if !has_params(edge.block) {
                    return;
                }
                let (start, end) = &mut ranges[edge.block.index()];
                // All edges of one predecessor come one after the other.
                let last = edges[*start as usize..*end as usize].last();
                match last.filter(|last| last.block == block.0) {
                    Some(last) => {
                        if last.args.of(&function.pool) != function.edge_args(edge) {
                            conflict = Some((block, edge.block));
                        }
                    }
                    None => {
                        edges[*end as usize] = Incoming {
                            block: block.0,
                            args: edge.args,
                        };
                        *end += 1;
                    }
                }
            });
        }
        if let Some((from, to)) = conflict {
            self.fail(&format!(
                "edges from {from} to {to} with different arguments: one predecessor gives a phi one value"
            ));
        }
        IncomingEdges { ranges, edges }
    }

    /// The parameters of `block` as phis.
    fn phis(&mut self, block: Block, incoming: &IncomingEdges) {
        let function = self.function;
        if function.blocks[block].params.is_empty() {
            return;
        }
        let (start, end) = incoming.ranges[block.index()];
        let edges = &incoming.edges[start as usize..end as usize];
        for (index, &param) in function.blocks[block].params.iter().enumerate() {
            let data = &function.insts[param];
            let ty = self.cx.ty(data.ty);
            self.cx.computes(data.ty);
            self.cx.varies(data.ty);
            let id = self.result(param);
            self.decorations(id, param, data);
            if edges.is_empty() {
                // Nothing leads here; a phi without parents would be invalid.
                self.body.inst(Op::Undef, &[ty, id]);
                continue;
            }
            let mark = self.body.begin(Op::Phi);
            self.body.extend(&[ty, id]);
            for edge in edges {
                let Some(&value) = edge.args.of(&function.pool).get(index) else {
                    self.fail(&format!("an edge to {block} lacks an argument"));
                    continue;
                };
                let value = self.value(value);
                let parent = self.label(Block(edge.block));
                self.body.extend(&[value, parent]);
            }
            self.body.end(mark);
        }
    }

    fn block(&mut self, block: Block, data: &'m BlockData) {
        self.block = block;
        if self.cx.sources.level == SourceInformation::None {
            for &inst in &data.insts {
                self.instruction(inst);
            }
        } else {
            let values = std::mem::take(&mut self.values);
            self.block_with_sources(block, data, &values);
            self.values = values;
        }
        self.terminator(data);
    }

    fn terminator(&mut self, data: &BlockData) {
        // From SPIR-V 1.6 the targets of a conditional branch differ.
        let single_target = match &data.terminator {
            Terminator::Branch(edge) => Some(edge.block),
            Terminator::CondBranch {
                if_true, if_false, ..
            } if if_true.block == if_false.block => Some(if_true.block),
            _ => None,
        };
        // The operand's id first: a merge instruction stands right before the branch.
        let operand = match single_target {
            Some(_) => None,
            None => data.terminator.operand().map(|value| self.value(value)),
        };
        match data.merge {
            // A selection without alternatives is none.
            Some(Merge::Selection { merge }) if single_target.is_none() => {
                let merge = self.label(merge);
                let hints = self.cx.options.branch_hints;
                let control = match (data.hint, hints.flatten) {
                    (Hint::Flatten, _) if hints.from_shader => SelectionControl::FLATTEN,
                    (Hint::DontFlatten, _) if hints.from_shader => SelectionControl::DONT_FLATTEN,
                    (_, Some(true)) => SelectionControl::FLATTEN,
                    (_, Some(false)) => SelectionControl::DONT_FLATTEN,
                    (_, None) => SelectionControl::NONE,
                };
                self.body.inst(Op::SelectionMerge, &[merge, control.bits()]);
            }
            Some(Merge::Loop {
                merge,
                continue_target,
            }) => {
                let merge = self.label(merge);
                let continue_target = self.label(continue_target);
                let hints = self.cx.options.branch_hints;
                let control = match (data.hint, hints.unroll) {
                    (Hint::Unroll, _) if hints.from_shader => LoopControl::UNROLL,
                    (Hint::DontUnroll, _) if hints.from_shader => LoopControl::DONT_UNROLL,
                    (_, Some(true)) => LoopControl::UNROLL,
                    (_, Some(false)) => LoopControl::DONT_UNROLL,
                    (_, None) => LoopControl::NONE,
                };
                self.body
                    .inst(Op::LoopMerge, &[merge, continue_target, control.bits()]);
            }
            _ => {}
        }
        if let Some(target) = single_target {
            let target = self.label(target);
            self.body.inst(Op::Branch, &[target]);
            return;
        }
        match (&data.terminator, operand) {
            (
                Terminator::CondBranch {
                    if_true, if_false, ..
                },
                Some(condition),
            ) => {
                let if_true = self.label(if_true.block);
                let if_false = self.label(if_false.block);
                self.body
                    .inst(Op::BranchConditional, &[condition, if_true, if_false]);
            }
            (
                Terminator::Switch {
                    value,
                    default,
                    cases,
                },
                Some(selector),
            ) => {
                self.switch(selector, *value, default, cases);
            }
            (Terminator::Return(_), Some(value)) => self.body.inst(Op::ReturnValue, &[value]),
            // It has ended the block.
            (Terminator::Return(_), None) if self.launches(data) => {}
            (Terminator::Return(_), None) => self.body.inst(Op::Return, &[]),
            _ => self.body.inst(Op::Unreachable, &[]),
        }
    }

    /// Whether the last instruction of a block is a terminator of SPIR-V.
    pub(super) fn launches(&self, data: &BlockData) -> bool {
        let last = data.insts.last();
        last.is_some_and(|&inst| self.function.insts[inst].op.ends_block())
    }

    fn switch(&mut self, selector: u32, value: Value, default: &Edge, cases: &[(u64, Edge)]) {
        let ty = self.cx.module.value_type(self.function, value);
        self.cx.computes(ty);
        let wide = ty == Type::I64;
        let default = self.label(default.block);
        let mark = self.body.begin(Op::Switch);
        self.body.extend(&[selector, default]);
        for (literal, edge) in cases {
            self.body.push(*literal as u32);
            if wide {
                self.body.push((*literal >> 32) as u32);
            }
            let target = self.label(edge.block);
            self.body.push(target);
        }
        self.body.end(mark);
    }

    /// Names of values, in the order of the values.
    #[cold]
    fn value_names(&mut self) {
        let mut names: Vec<_> = self.function.names.iter().collect();
        names.sort_unstable_by_key(|(inst, _)| **inst);
        self.aliases.sort_unstable();
        for (inst, name) in names {
            if self.aliases.binary_search(inst).is_ok() {
                continue;
            }
            match self.inst_ids.get(inst.index()) {
                Some(&id) if id != 0 => {
                    // A name is a use that narrow values may only have where something computes with them.
                    let ty = self.function.insts[*inst].ty;
                    if self.cx.has_narrow(self.cx.facts(ty).narrow) {
                        self.cx.name(id, name);
                    }
                }
                _ => {}
            }
        }
    }

    /// The id of a value; a constant or variable is declared by that.
    #[inline]
    pub fn value(&mut self, value: Value) -> u32 {
        if let Some(&id) = self.inst_ids.get(value.slot())
            && id != 0
        {
            return id;
        }
        match value.get() {
            ValueRef::Inst(inst) => self.result(inst),
            ValueRef::Const(constant) => self.cx.constant(constant),
            ValueRef::Global(global) => match self.cx.global(global) {
                0 => self.local(global),
                id => id,
            },
        }
    }

    /// The id of an instruction's result.
    #[inline]
    pub fn result(&mut self, inst: Inst) -> u32 {
        let id = &mut self.inst_ids[inst.index()];
        if *id == 0 {
            *id = self.cx.new_id();
        }
        *id
    }

    /// Emits an instruction on the way to a result.
    pub fn step(&mut self, op: Op, ty: u32, args: &[u32]) -> u32 {
        let id = self.cx.new_id();
        let mark = self.body.begin(op);
        self.body.extend(&[ty, id]);
        self.body.extend(args);
        self.body.end(mark);
        id
    }

    /// Makes `inst` another name of the value `id`.
    pub fn alias(&mut self, inst: Inst, id: u32) {
        let slot = &mut self.inst_ids[inst.index()];
        if *slot == 0 {
            *slot = id;
            self.aliases.push(inst);
            return;
        }
        // Its own id is in use already, by a phi.
        let own = *slot;
        let ty = self.function.insts[inst].ty;
        let ty = self.cx.ty(ty);
        self.body.inst(Op::CopyObject, &[ty, own, id]);
    }

    /// The id of a block's label.
    #[inline]
    pub fn label(&mut self, block: Block) -> u32 {
        let id = &mut self.block_ids[block.index()];
        if *id == 0 {
            *id = self.cx.new_id();
        }
        *id
    }

    /// The id of a variable of this function.
    #[cold]
    fn local(&mut self, global: Global) -> u32 {
        let (ty, id, init) = self.cx.variable_operands(global);
        let mark = self.locals.begin(Op::Variable);
        self.locals.extend(&[ty, id, StorageClass::Function as u32]);
        if let Some(init) = init {
            self.locals.push(init);
        }
        self.locals.end(mark);
        self.declared_locals.push(global);
        id
    }

    /// Keeps an error of ours about this function.
    #[cold]
    pub fn fail(&mut self, message: &str) {
        let error = Error::internal(message)
            .in_function(&self.function.name)
            .in_block(self.block.0);
        self.cx.fail(error);
    }

    /// Keeps an error of ours about an instruction.
    #[cold]
    pub fn fail_at(&mut self, inst: Inst, message: &str) {
        let op = self.function.insts[inst].op;
        let error = Error::internal(message)
            .in_function(&self.function.name)
            .in_block(self.block.0)
            .at_instruction(format!("{inst} = {op}"));
        self.cx.fail(error);
    }

    /// The type of a value.
    #[inline]
    pub fn type_of(&self, value: Value) -> Type {
        self.cx.module.value_type(self.function, value)
    }

    /// What the type of a value is.
    #[inline]
    pub fn type_data(&self, value: Value) -> &'m TypeData {
        self.cx.module.types.get(self.type_of(value))
    }
}
