//! The loops of runs.

use super::runs::{Arg, Place, Run, Runs, Slot};
use crate::entity::ListRef;
use crate::ir::{
    Block, Cursor, Edge, Flags, Function, Global, Hint, Inst, Module, Op, StorageClass, Terminator, Type,
    Value,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Makes loops of `runs`.
pub fn build(module: &mut Module, function: &mut Function, runs: &Runs) {
    let mut arrays = FxHashMap::default();
    for (number, run) in runs.runs.iter().enumerate() {
        for (slot, data) in run.slots.iter().enumerate().filter(|(_, data)| data.is_kept) {
            let ty = module.types.array(function.insts[data.inst].ty, run.times as u32);
            let array = module.add_global("", StorageClass::Function, ty);
            function.locals.push(array);
            arrays.insert((number, slot), array);
        }
    }
    let mut maker = Maker {
        module,
        function,
        runs,
        arrays,
        block: Block(0),
    };
    let layout = std::mem::take(&mut maker.function.layout);
    // Runs come in the order of their blocks.
    let mut next = 0;
    for block in layout {
        maker.remake(block, &mut next);
    }
}

struct Maker<'a> {
    module: &'a mut Module,
    function: &'a mut Function,
    runs: &'a Runs,
    /// What keeps the results of slots, by run and slot.
    arrays: FxHashMap<(usize, usize), Global>,
    /// Where what comes goes.
    block: Block,
}

impl Maker<'_> {
    /// Makes a block again, with those that its runs become, the first of which is `next`.
    fn remake(&mut self, block: Block, next: &mut usize) {
        self.function.layout.push(block);
        self.block = block;
        let data = &mut self.function.blocks[block];
        let insts = std::mem::take(&mut data.insts);
        let mut terminator = std::mem::replace(&mut data.terminator, Terminator::Unreachable);
        let (source, hint) = (data.source, data.hint);
        let runs = self.runs;
        let mut at = 0;
        while let Some(&inst) = insts.get(at) {
            let run = runs.runs.get(*next);
            if let Some(run) = run.filter(|run| run.block == block && run.start == at) {
                self.make_loop(*next, run);
                *next += 1;
                at += run.times * run.slots.len();
                continue;
            }
            let args: SmallVec<[Value; 4]> = SmallVec::from_slice(self.function.args(inst));
            for (position, value) in args.into_iter().enumerate() {
                let value = self.wanted(value);
                self.function.args_mut(inst)[position] = value;
            }
            self.function.blocks[self.block].insts.push(inst);
            at += 1;
        }
        if let Some(value) = terminator.operand_mut() {
            *value = self.wanted(*value);
        }
        let mut lists = Vec::new();
        terminator.for_each_edge(|edge| lists.push(edge.args));
        for list in lists {
            for at in list.range() {
                self.function.pool[at] = self.wanted(self.function.pool[at]);
            }
        }
        if self.block != block {
            // A loop's hint stays with its header, one of a branch goes with it.
            let goes = !matches!(terminator, Terminator::Branch(_))
                && matches!(hint, Hint::Flatten | Hint::DontFlatten);
            if goes {
                self.function.blocks[block].hint = Hint::None;
                self.function.blocks[self.block].hint = hint;
            }
        }
        let data = &mut self.function.blocks[self.block];
        data.terminator = terminator;
        data.source = source;
    }

    fn cursor(&self, source: u32) -> Cursor {
        Cursor::at_end(self.block).with_source(source)
    }

    fn emit(&mut self, source: u32, op: Op, ty: Type, args: &[Value]) -> Value {
        self.cursor(source)
            .emit(self.function, op, Flags::NONE, ty, args, 0)
    }

    /// What stands for `value` here, outside of the run that makes it.
    fn wanted(&mut self, value: Value) -> Value {
        let Some(place) = self.runs.place(value) else {
            return value;
        };
        let slot = &self.runs.runs[place.run].slots[place.slot];
        if self.runs.is_last(place) {
            // The loop ends with it.
            return slot.inst.into();
        }
        let index = self.module.i32(place.time as u32);
        self.kept(place, slot.inst, index).unwrap_or(value)
    }

    /// What a slot made at the time `index`.
    fn kept(&mut self, place: Place, inst: Inst, index: Value) -> Option<Value> {
        let data = self.function.insts[inst];
        let pointer = self.pointer(place.run, place.slot, index, data.source)?;
        Some(self.emit(data.source, Op::Load, data.ty, &[pointer]))
    }

    fn pointer(&mut self, run: usize, slot: usize, index: Value, source: u32) -> Option<Value> {
        let &array = self.arrays.get(&(run, slot))?;
        let element = self.function.insts[self.runs.runs[run].slots[slot].inst].ty;
        let ty = self.module.types.pointer(StorageClass::Function, element);
        Some(self.emit(source, Op::AccessChain, ty, &[array.into(), index]))
    }

    fn make_loop(&mut self, number: usize, run: &Run) {
        let source = self.function.insts[run.slots[0].inst].source;
        // What results were before the first time.
        let mut before: Vec<(usize, Value)> = Vec::new();
        let mut same: FxHashMap<Value, Value> = FxHashMap::default();
        for arg in run.slots.iter().flat_map(|slot| &slot.args) {
            match *arg {
                Arg::Same(value) if self.runs.place(value).is_some() => {
                    let here = self.wanted(value);
                    same.insert(value, here);
                }
                Arg::Before { slot, first } if !before.contains(&(slot, first)) => {
                    before.push((slot, first));
                }
                _ => {}
            }
        }
        let zero = self.module.i32(0);
        let mut starts = vec![zero];
        for &(_, first) in &before {
            starts.push(self.wanted(first));
        }
        let header = self.function.add_block();
        let edge = self.function.edge(header, &starts);
        let data = &mut self.function.blocks[self.block];
        data.terminator = Terminator::Branch(edge);
        data.source = source;
        self.block = header;
        let time = Value::from(self.function.add_param(header, Type::I32));
        let params: Vec<Value> = before
            .iter()
            .map(|&(slot, _)| {
                let ty = self.function.insts[run.slots[slot].inst].ty;
                self.function.add_param(header, ty).into()
            })
            .collect();
        let param = |slot: usize, first: Value| {
            let at = before.iter().position(|known| *known == (slot, first));
            at.and_then(|at| params.get(at).copied()).unwrap_or(first)
        };
        for (at, slot) in run.slots.iter().enumerate() {
            let mut args: SmallVec<[Value; 4]> = SmallVec::new();
            for arg in &slot.args {
                args.push(match *arg {
                    Arg::Same(value) => same.get(&value).copied().unwrap_or(value),
                    Arg::Now(slot) => run.slots[slot].inst.into(),
                    Arg::Before { slot, first } => param(slot, first),
                    Arg::Count { ty, first, step } => self.counted(time, ty, (first, step), source),
                    Arg::Other { place, step } => {
                        let inst = self.runs.runs[place.run].slots[place.slot].inst;
                        let index = (place.time as u64, step as u64 & 0xffff_ffff);
                        let index = self.counted(time, Type::I32, index, source);
                        self.kept(place, inst, index).unwrap_or(time)
                    }
                });
            }
            self.put((number, at), slot, &args, time);
        }
        let exit = self.function.add_block();
        let (one, times) = (self.module.i32(1), self.module.i32(run.times as u32));
        let next = self.emit(source, Op::IAdd, Type::I32, &[time, one]);
        let is_done = self.emit(source, Op::IEq, Type::BOOL, &[next, times]);
        let mut again = vec![next];
        again.extend(before.iter().map(|&(slot, _)| Value::from(run.slots[slot].inst)));
        let again = self.function.edge(header, &again);
        let data = &mut self.function.blocks[header];
        data.terminator = Terminator::CondBranch {
            condition: is_done,
            if_true: Edge::to(exit),
            if_false: again,
        };
        data.source = source;
        data.hint = Hint::DontUnroll;
        self.block = exit;
    }

    /// Puts the instruction of a slot here, with these operands, and keeps its result where that is wanted.
    fn put(&mut self, (run, number): (usize, usize), slot: &Slot, args: &[Value], time: Value) {
        let list = ListRef::append(&mut self.function.pool, args.iter().copied());
        self.function.insts[slot.inst].args = list;
        self.function.blocks[self.block].insts.push(slot.inst);
        let source = self.function.insts[slot.inst].source;
        if let Some(pointer) = self.pointer(run, number, time, source) {
            self.emit(source, Op::Store, Type::VOID, &[pointer, slot.inst.into()]);
        }
    }

    /// `first + step * time` of an integer type.
    fn counted(&mut self, time: Value, ty: Type, (first, step): (u64, u64), source: u32) -> Value {
        let op = if ty == Type::I64 { Op::ZExt } else { Op::ITrunc };
        let time = match ty {
            Type::I32 => time,
            _ => self.emit(source, op, ty, &[time]),
        };
        let [first, step_value] = [first, step].map(|bits| self.module.scalar(ty, bits));
        let time = match step {
            1 => time,
            _ => self.emit(source, Op::IMul, ty, &[time, step_value]),
        };
        match self.module.const_bits(first) {
            Some(0) => time,
            _ => self.emit(source, Op::IAdd, ty, &[time, first]),
        }
    }
}
