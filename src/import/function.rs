//! Walks the blocks of a function and inlines the functions that it calls.
//!
//! Blocks are visited in reverse post-order, so that every operand but those of phis has been imported when
//! it is used. Phis become block parameters; edges and terminators are made when the whole function is
//! imported and all values are known.

use super::Importer;
use crate::bitcode::module as bc;
use crate::entity::ListRef;
use crate::error::{Error, Result};
use crate::ir::{Block, Edge, Flags, Hint, Inst, Op, Terminator, Type, Value, ValueRef};
use crate::limits;
use rustc_hash::{FxHashMap, FxHashSet};

/// A function being inlined.
pub struct Frame<'a> {
    pub body: &'a bc::Body,
    /// IR values by `id - first_value`.
    pub values: Vec<Option<Value>>,
    /// Members used of each value (by local value number) that is a struct: bit `i` for member `i`.
    pub used_members: Vec<u8>,
    /// Reachable blocks in reverse post-order.
    order: Vec<u32>,
    /// Position in `order`.
    cursor: usize,
    /// Next instruction of the current block; `None` before the block is entered.
    next: Option<u32>,
    /// Where each reachable block starts.
    starts: Vec<Option<Block>>,
    /// Where each reachable block ends: inlined calls and discards split blocks.
    ends: Vec<Option<Block>>,
    /// Where to go on in the caller; `None` for the entry point.
    continuation: Option<Continuation>,
}

#[derive(Clone, Copy)]
struct Continuation {
    block: Block,
    /// Parameter of `block` that receives the return value.
    result: Option<Inst>,
}

impl<'a> Importer<'a> {
    /// Imports `body` as the entry point, with everything that it calls.
    pub fn run(&mut self, body: &'a bc::Body) -> Result<()> {
        let entry = self.func.add_block();
        self.block = entry;
        self.push_frame(body, entry, Vec::new(), None)?;
        while let Some(frame) = self.frames.last_mut() {
            let Some(&block) = frame.order.get(frame.cursor) else {
                self.finish_frame()?;
                continue;
            };
            let range = frame.body.blocks.get(block as usize).cloned().unwrap_or(0..0);
            let index = match frame.next {
                Some(index) => index,
                None => {
                    frame.next = Some(range.start);
                    if let Some(start) = frame.starts[block as usize] {
                        self.block = start;
                    }
                    range.start
                }
            };
            let body = frame.body;
            // The terminator is the last instruction; it is made when the frame finishes.
            if index + 1 >= range.end {
                frame.ends[block as usize] = Some(self.block);
                frame.cursor += 1;
                frame.next = None;
                continue;
            }
            frame.next = Some(index + 1);
            let Some(inst) = body.insts.get(index as usize) else {
                continue;
            };
            self.budget = self.budget.checked_sub(1).ok_or_else(|| {
                Error::limit(format!(
                    "more than {} instructions after inlining",
                    limits::MAX_INSTRUCTIONS
                ))
            })?;
            self.source = self.source.wrapping_add(1);
            self.instruction(body, index, inst)
                .map_err(|e| self.locate(e, body, block, index, inst))?;
        }
        Ok(())
    }

    #[cold]
    fn locate(&self, error: Error, body: &bc::Body, block: u32, index: u32, inst: &bc::Inst) -> Error {
        let function = self
            .llvm
            .functions
            .get(body.function)
            .map_or("", |f| f.name.as_str());
        error
            .in_part("DXIL")
            .at_bit(u64::from(inst.bit_offset))
            .in_function(function)
            .in_block(block)
            .at_instruction(self.describe(inst, index))
    }

    #[cold]
    fn describe(&self, inst: &bc::Inst, index: u32) -> String {
        match inst.kind {
            bc::InstKind::Call { callee, .. } => {
                let name = self.llvm.functions.get(callee).map_or("?", |f| f.name.as_str());
                format!("call {name} #{index}")
            }
            kind => {
                let text = format!("{kind:?}");
                let end = text.find([' ', '{', '(']).unwrap_or(text.len());
                format!("{} #{index}", text.get(..end).unwrap_or_default().to_lowercase())
            }
        }
    }

    /// Starts inlining `callee`; instructions go on in its entry block.
    pub fn call(&mut self, callee: bc::FuncId, args: &[bc::ValueId], inst: &bc::Inst) -> Result<()> {
        let llvm = self.llvm;
        let name = llvm.functions.get(callee).map_or("", |f| f.name.as_str());
        let body = llvm
            .functions
            .get(callee)
            .and_then(|f| llvm.bodies.get(f.body? as usize))
            .ok_or_else(|| Error::unsupported(format!("call of external function {name}")))?;
        if self.frames.len() >= limits::MAX_CALL_NESTING
            || self.frames.iter().any(|frame| frame.body.function == callee)
        {
            return Err(Error::limit(format!(
                "recursive or too deeply nested call of {name}"
            )));
        }
        if body.arguments as usize != args.len() {
            return Err(Error::malformed(format!(
                "call of {name} with a wrong number of arguments"
            )));
        }
        let mut values = Vec::with_capacity(args.len());
        for &arg in args {
            values.push(self.value_or_pointer(arg)?);
        }
        let entry = self.func.add_block();
        let after = self.func.add_block();
        self.func.blocks[self.block].terminator = Terminator::Branch(Edge::to(entry));
        let ty = self.ty(inst.ty)?;
        let result = (ty != Type::VOID).then(|| self.func.add_param(after, ty));
        if let Some(param) = result {
            self.define(inst, param.into());
        }
        self.push_frame(body, entry, values, Some(Continuation { block: after, result }))
    }

    fn push_frame(
        &mut self,
        body: &'a bc::Body,
        entry: Block,
        args: Vec<Value>,
        continuation: Option<Continuation>,
    ) -> Result<()> {
        let order = reverse_post_order(body);
        let mut starts = vec![None; body.blocks.len()];
        let mut values = vec![None; body.values.len()];
        for (slot, arg) in values.iter_mut().zip(args) {
            *slot = Some(arg);
        }
        for (position, &block) in order.iter().enumerate() {
            // A block that is branched to may not be the entry block of an IR function: it has no edges.
            let start = if position == 0 {
                entry
            } else {
                self.func.add_block()
            };
            starts[block as usize] = Some(start);
        }
        let has_edges_to_entry = order.iter().any(|&b| {
            let mut found = false;
            successors(body, b, |s| found |= s == 0);
            found
        });
        if has_edges_to_entry {
            return Err(Error::malformed("a branch to the entry block"));
        }
        for &block in &order {
            let Some(start) = starts[block as usize] else {
                continue;
            };
            for inst in body.block(block as usize) {
                let bc::InstKind::Phi { .. } = inst.kind else {
                    break;
                };
                let ty = self.ty(inst.ty)?;
                let param = self.func.add_param(start, ty);
                if let Some(slot) = inst
                    .result
                    .and_then(|r| values.get_mut(r.0.checked_sub(body.first_value)? as usize))
                {
                    *slot = Some(param.into());
                }
            }
        }
        let mut used_members = vec![0; body.values.len()];
        for inst in &body.insts {
            if let bc::InstKind::ExtractValue { aggregate, indices } = inst.kind
                && let Some(&index) = indices.of(&body.words).first()
                && let Some(local) = aggregate.0.checked_sub(body.first_value)
                && let Some(used) = used_members.get_mut(local as usize)
            {
                *used |= 1 << index.min(7);
            }
        }
        let ends = vec![None; body.blocks.len()];
        self.frames.push(Frame {
            body,
            values,
            used_members,
            order,
            cursor: 0,
            next: None,
            starts,
            ends,
            continuation,
        });
        Ok(())
    }

    /// Makes the edges and terminators of the innermost function, and returns to its caller.
    fn finish_frame(&mut self) -> Result<()> {
        let Some(frame) = self.frames.last_mut() else {
            return Ok(());
        };
        let body = frame.body;
        let order = std::mem::take(&mut frame.order);
        let starts = std::mem::take(&mut frame.starts);
        let ends = std::mem::take(&mut frame.ends);
        let continuation = frame.continuation;
        let arguments = self.edge_arguments(body, &order)?;
        let edge = |from: u32, to: u32| -> Result<Edge> {
            let block = starts
                .get(to as usize)
                .copied()
                .flatten()
                .ok_or_else(|| Error::internal("edge to an unreachable block"))?;
            let args = arguments.get(&(from, to)).copied().unwrap_or(ListRef::EMPTY);
            let params = self.func.blocks[block].params.len();
            if args.len as usize != params {
                return Err(Error::malformed(format!(
                    "block {to}: a phi lacks a value for block {from}"
                )));
            }
            Ok(Edge { block, args })
        };
        let mut terminators = Vec::with_capacity(order.len());
        for &block in &order {
            let Some(inst) = body.block(block as usize).last() else {
                continue;
            };
            terminators.push((
                block,
                inst,
                match inst.kind {
                    bc::InstKind::Br { target } => Some(Terminator::Branch(edge(block, target)?)),
                    bc::InstKind::CondBr {
                        if_true, if_false, ..
                    } => Some(Terminator::CondBranch {
                        condition: Value::from(Inst(0)),
                        if_true: edge(block, if_true)?,
                        if_false: edge(block, if_false)?,
                    }),
                    bc::InstKind::Switch { default, cases, .. } => {
                        let words = cases.of(&body.words);
                        let mut list = Vec::with_capacity(words.len() / 2);
                        for pair in words.chunks_exact(2) {
                            if let &[value, target] = pair {
                                list.push((value, edge(block, target as u32)?));
                            }
                        }
                        Some(Terminator::Switch {
                            value: Value::from(Inst(0)),
                            default: edge(block, default)?,
                            cases: list,
                        })
                    }
                    bc::InstKind::Ret { .. } | bc::InstKind::Unreachable => None,
                    other => return Err(Error::malformed(format!("block {block} ends in {other:?}"))),
                },
            ));
        }
        for (block, inst, terminator) in terminators {
            let Some(end) = ends.get(block as usize).copied().flatten() else {
                continue;
            };
            self.block = end;
            let terminator = match (inst.kind, terminator) {
                (
                    bc::InstKind::CondBr { condition, .. },
                    Some(Terminator::CondBranch {
                        if_true, if_false, ..
                    }),
                ) => {
                    let condition = self.value(condition)?;
                    if self.value_ty(condition) != Type::BOOL {
                        return Err(Error::malformed("branch on a value that is no i1"));
                    }
                    Terminator::CondBranch {
                        condition,
                        if_true,
                        if_false,
                    }
                }
                (bc::InstKind::Switch { value, .. }, Some(Terminator::Switch { default, cases, .. })) => {
                    let bits = self.int_bits(self.llvm_value_ty(value)?);
                    let mut value = self.value(value)?;
                    let mut mask = u64::MAX;
                    match bits {
                        Some(1) => value = self.bool_to_int(value, Type::I32, 1),
                        Some(16) if !self.keep_half => {
                            value = self.zext16(value);
                            mask = 0xffff;
                        }
                        _ => {}
                    }
                    let mut seen = FxHashSet::default();
                    let mut cases = cases;
                    cases.iter_mut().for_each(|(bits, _)| *bits &= mask);
                    cases.retain(|(bits, _)| seen.insert(*bits));
                    Terminator::Switch {
                        value,
                        default,
                        cases,
                    }
                }
                (_, Some(terminator)) => terminator,
                (bc::InstKind::Ret { value }, None) => match continuation {
                    None => Terminator::Return(None),
                    Some(Continuation { block, result: None }) => Terminator::Branch(Edge::to(block)),
                    Some(Continuation {
                        block,
                        result: Some(_),
                    }) => {
                        let value = value.ok_or_else(|| Error::malformed("return without a value"))?;
                        let value = self.value(value)?;
                        Terminator::Branch(self.func.edge(block, &[value]))
                    }
                },
                _ => Terminator::Unreachable,
            };
            self.hints(body, block, &terminator, end);
            self.func.blocks[self.block].terminator = terminator;
        }
        self.keep_names();
        self.frames.pop();
        if let Some(continuation) = continuation {
            self.block = continuation.block;
        }
        Ok(())
    }

    /// Names the innermost function's values as its symbol table does.
    fn keep_names(&mut self) {
        let Some(frame) = self.frames.last().filter(|_| self.names) else {
            return;
        };
        let body = frame.body;
        for (id, name) in &body.value_names {
            let local = id.0.checked_sub(body.first_value);
            let value = local.and_then(|local| frame.values.get(local as usize).copied().flatten());
            match value.map(Value::get) {
                Some(ValueRef::Inst(inst)) => {
                    self.func.names.entry(inst).or_insert_with(|| name.clone());
                }
                Some(ValueRef::Global(global)) => {
                    let global = &mut self.module.globals[global];
                    if global.name.is_empty() {
                        global.name.clone_from(name);
                    }
                }
                _ => {}
            }
        }
    }

    /// The arguments of every edge to a block with phis, by (predecessor, block).
    fn edge_arguments(
        &mut self,
        body: &'a bc::Body,
        order: &[u32],
    ) -> Result<FxHashMap<(u32, u32), ListRef>> {
        let mut arguments = FxHashMap::default();
        let mut reachable = vec![false; body.blocks.len()];
        order.iter().for_each(|&b| reachable[b as usize] = true);
        // Start of the argument list of the edge from each predecessor to the current block.
        let mut lists: FxHashMap<u32, ListRef> = FxHashMap::default();
        for &block in order {
            let insts = body.block(block as usize);
            let count = insts
                .iter()
                .take_while(|i| matches!(i.kind, bc::InstKind::Phi { .. }))
                .count();
            if count == 0 {
                continue;
            }
            lists.clear();
            for (k, inst) in insts.iter().take(count).enumerate() {
                let bc::InstKind::Phi { values, blocks } = inst.kind else {
                    continue;
                };
                let mut filled = 0;
                for (&id, &from) in values.of(&body.operands).iter().zip(blocks.of(&body.words)) {
                    let from = from as u32;
                    if !reachable.get(from as usize).copied().unwrap_or(false) {
                        continue;
                    }
                    let value = self.value(id)?;
                    let value = self.handle_as_index(value)?;
                    let list = match lists.get(&from) {
                        Some(&list) => list,
                        None if k == 0 => {
                            let start = self.func.pool.len() as u32;
                            self.func.pool.resize(start as usize + count, value);
                            let list = ListRef {
                                start,
                                len: count as u32,
                            };
                            lists.insert(from, list);
                            arguments.insert((from, block), list);
                            list
                        }
                        None => return Err(Error::malformed("phis of a block differ in their predecessors")),
                    };
                    self.func.pool[list.start as usize + k] = value;
                    filled += 1;
                }
                if filled < lists.len() {
                    return Err(Error::malformed("phis of a block differ in their predecessors"));
                }
            }
        }
        Ok(arguments)
    }

    /// Carries branch and loop hints over to the blocks that they speak of.
    fn hints(&mut self, body: &bc::Body, block: u32, terminator: &Terminator, end: Block) {
        if body.attachments.is_empty() {
            return;
        }
        let index = body
            .blocks
            .get(block as usize)
            .map_or(0, |range| range.end.saturating_sub(1));
        let start = body.attachments.partition_point(|a| a.0 < index);
        for &(at, kind, node) in body.attachments.get(start..).unwrap_or(&[]) {
            if at != index {
                break;
            }
            match self.llvm.metadata_kind(kind) {
                Some("dx.controlflow.hints") => {
                    if let Some(hint) = self.branch_hint(node) {
                        self.func.blocks[end].hint = hint;
                    }
                }
                Some("llvm.loop") => {
                    let hint = self.loop_hint(node);
                    if hint != Hint::None {
                        terminator.for_each_edge(|edge| {
                            // The back edge goes to a block that was laid out before.
                            if edge.block <= end {
                                self.func.blocks[edge.block].hint = hint;
                            }
                        });
                    }
                }
                _ => {}
            }
        }
    }

    fn node(&self, node: bc::MetadataId) -> &[Option<bc::MetadataId>] {
        match self.llvm.metadata.get(node) {
            Some(bc::Metadata::Node { operands, .. }) => self.llvm.metadata_list(*operands),
            _ => &[],
        }
    }

    fn branch_hint(&self, node: bc::MetadataId) -> Option<Hint> {
        // !{!"dx.controlflow.hints", i32 kind, ...}: 1 branch, 2 flatten (DXC's ControlFlowHint).
        for operand in self.node(node).iter().flatten() {
            if let Some(bc::Metadata::Value(value)) = self.llvm.metadata.get(*operand)
                && let Some(bc::Value {
                    kind: bc::ValueKind::Constant(bc::Constant::Int(kind)),
                    ..
                }) = self.llvm.values.get(*value)
            {
                match kind {
                    1 => return Some(Hint::DontFlatten),
                    2 => return Some(Hint::Flatten),
                    _ => {}
                }
            }
        }
        None
    }

    fn loop_hint(&self, node: bc::MetadataId) -> Hint {
        for operand in self.node(node).iter().flatten() {
            let Some(Some(name)) = self.node(*operand).first() else {
                continue;
            };
            match self.llvm.metadata.get(*name) {
                Some(bc::Metadata::String(s)) if s == "llvm.loop.unroll.disable" => return Hint::DontUnroll,
                Some(bc::Metadata::String(s))
                    if s == "llvm.loop.unroll.full" || s == "llvm.loop.unroll.enable" =>
                {
                    return Hint::Unroll;
                }
                _ => {}
            }
        }
        Hint::None
    }

    /// Records the value of an instruction's result.
    #[inline]
    pub fn define(&mut self, inst: &bc::Inst, value: Value) {
        if let Some(frame) = self.frames.last_mut()
            && let Some(result) = inst.result
            && let Some(slot) = result
                .0
                .checked_sub(frame.body.first_value)
                .and_then(|local| frame.values.get_mut(local as usize))
        {
            *slot = Some(value);
        }
    }

    /// The members used of an instruction's result, by bit.
    pub fn used_members(&self, inst: &bc::Inst) -> u8 {
        let Some(frame) = self.frames.last() else { return 0 };
        inst.result
            .and_then(|r| {
                frame
                    .used_members
                    .get(r.0.checked_sub(frame.body.first_value)? as usize)
            })
            .copied()
            .unwrap_or(0)
    }

    /// Whether instruction `index` carries metadata `name`.
    pub fn has_attachment(&self, body: &bc::Body, index: u32, name: &str) -> bool {
        if body.attachments.is_empty() {
            return false;
        }
        let start = body.attachments.partition_point(|a| a.0 < index);
        body.attachments
            .get(start..)
            .unwrap_or(&[])
            .iter()
            .take_while(|a| a.0 == index)
            .any(|a| self.llvm.metadata_kind(a.1) == Some(name))
    }

    /// Ends the current block with a conditional jump around `then`, which `fill` fills.
    pub fn conditional(&mut self, condition: Value, fill: impl FnOnce(&mut Self)) {
        let then = self.func.add_block();
        let after = self.func.add_block();
        self.func.blocks[self.block].terminator = Terminator::CondBranch {
            condition,
            if_true: Edge::to(then),
            if_false: Edge::to(after),
        };
        self.block = then;
        fill(self);
        self.func.blocks[self.block].terminator = Terminator::Branch(Edge::to(after));
        self.block = after;
    }

    /// `condition ? bits : 0` of an integer type.
    pub fn bool_to_int(&mut self, condition: Value, ty: Type, bits: u64) -> Value {
        let scalar = self.module.types.scalar(ty);
        let one = self.module.scalar(scalar, bits);
        let (one, zero) = (self.splat(one, ty), self.module.null(ty));
        self.emit(Op::Select, Flags::NONE, ty, &[condition, one, zero])
    }
}

/// Calls `f` with each successor of a block.
fn successors(body: &bc::Body, block: u32, mut f: impl FnMut(u32)) {
    match body.block(block as usize).last().map(|i| i.kind) {
        Some(bc::InstKind::Br { target }) => f(target),
        Some(bc::InstKind::CondBr {
            if_true, if_false, ..
        }) => {
            f(if_true);
            f(if_false);
        }
        Some(bc::InstKind::Switch { default, cases, .. }) => {
            f(default);
            for pair in cases.of(&body.words).chunks_exact(2) {
                f(pair[1] as u32);
            }
        }
        _ => {}
    }
}

/// The blocks that the entry reaches, in reverse post-order.
fn reverse_post_order(body: &bc::Body) -> Vec<u32> {
    let mut visited = vec![false; body.blocks.len()];
    let mut order = Vec::with_capacity(body.blocks.len());
    // A block is pushed twice: to be entered, and to be left after its successors.
    let mut stack = vec![(0u32, false)];
    while let Some((block, leave)) = stack.pop() {
        if leave {
            order.push(block);
            continue;
        }
        match visited.get_mut(block as usize) {
            Some(seen) if !*seen => *seen = true,
            _ => continue,
        }
        stack.push((block, true));
        successors(body, block, |s| stack.push((s, false)));
    }
    order.reverse();
    order
}
