//! Matrices that phis choose stay in one variable where nothing else wants what was in it.
//!
//! In: the imported function, in which a phi of matrices is a block parameter that is stored in a variable, and an edge to it
//! has what was loaded from another. Out: that variable is written before the edge, where the edge is all that its block leads
//! to; and not at all where what comes along the edge is in it already, as in a loop whose turns change a matrix in place.
//!
//! ```text
//! bb1:                                     bb1:
//!   %4 = load @a                             %4 = load @a
//!   br bb2(%4)                               store @p, %4
//! bb2(%5):                           =>      br bb2
//!   store @p, %5                           bb2:
//!   ... changes @p                           ... changes @p
//!   %6 = load @p                             condbr %7, bb3, bb2
//!   condbr %7, bb3, bb2(%6)
//! ```

use super::Importer;
use super::function::successors;
use super::matrices::uses;
use crate::bitcode::module as bc;
use crate::entity::EntityId;
use crate::error::Result;
use crate::ir::{Block, Flags, Inst, Op, StorageClass, Terminator, Type, TypeData, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// An edge: where it comes from, whether it is the only one from there, and what it hands on.
type Into = (Block, bool, Vec<Value>);

/// A parameter that a variable takes over.
struct Taken {
    /// Its place among the block's parameters.
    column: usize,
    /// The store of it.
    store: Inst,
    variable: Value,
    /// The blocks that have to store what they hand on, and that.
    stores: Vec<(Block, Value)>,
    /// Those that have it in the variable, and what they loaded.
    kept: Vec<(Block, Inst)>,
}

impl Importer<'_> {
    /// Leaves out the copies that phis of matrices are not in need of.
    #[cold]
    pub fn keep_matrices_in_place(&mut self) {
        let mut edges: FxHashMap<Block, Vec<Into>> = FxHashMap::default();
        // By instruction.
        let mut wanted = vec![0; self.func.insts.len()];
        for &from in &self.func.layout {
            let terminator = &self.func.blocks[from].terminator;
            let alone = matches!(terminator, Terminator::Branch(_));
            terminator.for_each_edge(|edge| {
                let args = edge.args.of(&self.func.pool).to_vec();
                for arg in args.iter().filter_map(|arg| arg.as_inst()) {
                    wanted[arg.index()] += 1;
                }
                edges.entry(edge.block).or_default().push((from, alone, args));
            });
            for &inst in &self.func.blocks[from].insts {
                for arg in self.func.args(inst).iter().filter_map(|arg| arg.as_inst()) {
                    wanted[arg.index()] += 1;
                }
            }
        }
        for position in 0..self.func.layout.len() {
            let block = self.func.layout[position];
            let into = edges.get(&block).map_or(&[][..], Vec::as_slice);
            let mut taken = Vec::new();
            for (column, &param) in self.func.blocks[block].params.iter().enumerate() {
                let ty = self.func.insts[param].ty;
                let is_matrix = matches!(self.module.types.get(ty), TypeData::Struct(_));
                if is_matrix && wanted.get(param.index()) == Some(&1) {
                    taken.extend(self.taken(block, (column, param), into));
                }
            }
            if !taken.is_empty() {
                self.take(block, &taken, into, &wanted);
            }
        }
    }

    /// What has to be done for a variable to take over a parameter; none if it cannot.
    fn taken(&self, block: Block, (column, param): (usize, Inst), into: &[Into]) -> Option<Taken> {
        let (store, variable) = self.func.blocks[block].insts.iter().find_map(|&inst| {
            match (self.func.insts[inst].op, self.func.args(inst)) {
                (Op::Store, &[variable, value]) if value == param.into() => Some((inst, variable)),
                _ => None,
            }
        })?;
        let class = self.module.types.pointee(self.value_ty(variable))?.0;
        if class != StorageClass::Function || variable.as_inst().is_some() {
            return None;
        }
        let (mut stores, mut kept) = (Vec::new(), Vec::new());
        for (from, alone, args) in into {
            let arg = *args.get(column)?;
            if self.module.is_undef(arg) {
                continue;
            }
            if let Some(load) = self.load_at_end(*from, variable, arg) {
                kept.push((*from, load));
                continue;
            }
            if !alone {
                return None;
            }
            stores.push((*from, arg));
        }
        Some(Taken {
            column,
            store,
            variable,
            stores,
            kept,
        })
    }

    /// The load of `variable` that `arg` is, if it is the last that a block does but for other loads: so that nothing is written
    /// behind it.
    fn load_at_end(&self, block: Block, variable: Value, arg: Value) -> Option<Inst> {
        let insts = self.func.blocks[block].insts.iter().rev().copied();
        insts
            .take_while(|&inst| self.func.insts[inst].op == Op::Load)
            .find(|&inst| Value::from(inst) == arg && self.func.args(inst) == [variable])
    }

    /// Has variables take over parameters of a block.
    fn take(&mut self, block: Block, taken: &[Taken], into: &[Into], wanted: &[u32]) {
        for of in taken {
            for &(from, value) in &of.stores {
                self.cursor.block = from;
                self.emit(Op::Store, Flags::NONE, Type::VOID, &[of.variable, value]);
            }
        }
        // A load that only the edge wanted.
        for &(from, load) in taken.iter().flat_map(|of| &of.kept) {
            if wanted.get(load.index()) == Some(&1) {
                self.func.blocks[from].insts.retain(|&inst| inst != load);
            }
        }
        let data = &mut self.func.blocks[block];
        let mut stays = vec![true; data.params.len()];
        for of in taken {
            if let Some(stays) = stays.get_mut(of.column) {
                *stays = false;
            }
        }
        data.insts.retain(|inst| taken.iter().all(|of| of.store != *inst));
        self.leave_out_params(block, into.iter().map(|&(from, ..)| from), &stays);
    }

    /// Leaves out all parameters of a block but those that stay. Edges to it come from these blocks.
    pub fn leave_out_params(&mut self, block: Block, into: impl Iterator<Item = Block>, stays: &[bool]) {
        let mut stay = stays.iter();
        self.func.blocks[block]
            .params
            .retain(|_| stay.next() == Some(&true));
        let mut done = FxHashSet::default();
        for from in into.filter(|from| done.insert(*from)) {
            self.change_args((from, block), |args| {
                let mut stay = stays.iter();
                args.retain(|_| stay.next() == Some(&true));
            });
        }
    }

    /// Changes what the edges from a block to another hand on.
    pub fn change_args(&mut self, (from, to): (Block, Block), change: impl Fn(&mut Vec<Value>)) {
        let unset = Terminator::Unreachable;
        let mut terminator = std::mem::replace(&mut self.func.blocks[from].terminator, unset);
        terminator.for_each_edge_mut(|edge| {
            if edge.block == to {
                let mut args = self.func.edge_args(edge).to_vec();
                change(&mut args);
                *edge = self.func.edge(to, &args);
            }
        });
        self.func.blocks[from].terminator = terminator;
    }

    /// Whether nothing wants the value of `id` after `inst`, until it is made again.
    pub fn is_last_use(&mut self, id: bc::ValueId, inst: &bc::Inst) -> Result<bool> {
        let Some(frame) = self.frames.last() else {
            return Ok(false);
        };
        let body = frame.body;
        let Some(&own) = frame.order.get(frame.cursor) else {
            return Ok(false);
        };
        // All of the function may be gone through.
        self.charge(body.insts.len() >> 4)?;
        let range = |block: u32| body.blocks.get(block as usize).cloned().unwrap_or(0..0);
        let insts = |block: u32| body.block(block as usize).iter();
        let Ok(bc::ValueKind::Inst(made)) = self.llvm_value(id).map(|value| &value.kind) else {
            return Ok(false);
        };
        let Some(home) = (0..body.blocks.len() as u32).find(|&block| range(block).contains(made)) else {
            return Ok(false);
        };
        // A struct that it is a member of goes on with it.
        let is_member =
            |other: &bc::Inst| matches!(other.kind, bc::InstKind::InsertValue { value, .. } if value == id);
        let behind = insts(own).skip_while(|other| !std::ptr::eq(*other, inst)).skip(1);
        if body.insts.iter().any(is_member) || behind.clone().any(|other| uses(body, other, id)) {
            return Ok(false);
        }
        let mut seen = vec![false; body.blocks.len()];
        let mut open = vec![own];
        while let Some(block) = open.pop() {
            let mut wanted = false;
            let mut next = Vec::new();
            successors(body, block, |to| {
                // What a phi takes along this edge.
                let phis = insts(to).map_while(|other| match other.kind {
                    bc::InstKind::Phi { values, blocks } => {
                        Some(values.of(&body.operands).iter().zip(blocks.of(&body.words)))
                    }
                    _ => None,
                });
                let from = u64::from(block);
                wanted |= phis
                    .flatten()
                    .any(|(&value, &other)| value == id && other == from);
                next.push(to);
            });
            for to in next {
                let Some(seen) = seen.get_mut(to as usize).filter(|seen| !**seen && to != home) else {
                    continue;
                };
                *seen = true;
                wanted |= insts(to)
                    .any(|other| !matches!(other.kind, bc::InstKind::Phi { .. }) && uses(body, other, id));
                open.push(to);
            }
            if wanted {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
