//! What repeats itself in a block: the same instructions for one component after the other.
//!
//! ```text
//! %1 = access_chain @0, i32 4     slot 0: count from 4 by 1
//! %2 = load %1                    slot 1: of slot 0
//! %3 = fadd %9, %2                slot 2: what was before, at first %9; of slot 1
//! %4 = access_chain @0, i32 5     slot 0, the second time
//! ```

use crate::entity::EntityId;
use crate::ir::{Block, Flags, Function, Inst, Module, Op, Type, TypeData, User, Uses, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::Cell;

/// How often at least something is done to be a loop.
const FEWEST_TIMES: usize = 64;

/// Instructions for a component that are looked for.
const MOST_SLOTS: usize = 1024;

/// Instructions in a row that are compared before any others.
const FEW: usize = 8;

/// Places behind an instruction that are tried, where as many in a row look alike.
const MOST_TRIED: usize = 16;

/// Instructions that are compared, for each that there is: what repeats itself in part, over and over, is not worth more.
const MOST_FOR_EACH: usize = 256;

/// Instructions that repeat themselves.
pub struct Run {
    pub block: Block,
    /// Where in the block they begin.
    pub start: usize,
    pub times: usize,
    pub slots: Vec<Slot>,
}

/// An instruction that is done each time.
pub struct Slot {
    /// The first of them.
    pub inst: Inst,
    pub args: SmallVec<[Arg; 4]>,
    /// Whether others want its results than the run itself, or what comes behind the last time.
    pub is_kept: bool,
}

/// What an operand is, each time.
#[derive(Clone, Copy)]
pub enum Arg {
    /// Always that.
    Same(Value),
    /// A constant of an integer type that goes on by a step.
    Count { ty: Type, first: u64, step: u64 },
    /// The result of a slot, this time.
    Now(usize),
    /// The result of a slot, the last time; the first time that.
    Before { slot: usize, first: Value },
    /// The result of a slot of another run: which time of it at first, and how many of its times further each time.
    Other { place: Place, step: i64 },
}

/// A result that a run makes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub run: usize,
    pub slot: usize,
    pub time: usize,
}

/// What runs make, and who makes it.
pub struct Runs {
    pub runs: Vec<Run>,
    places: Vec<Option<Place>>,
}

impl Runs {
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }
    /// Which result of a run `value` is.
    pub fn place(&self, value: Value) -> Option<Place> {
        self.places.get(value.slot()).copied().flatten()
    }
    /// Whether a result is that of the last time, which is there behind the loop.
    pub fn is_last(&self, place: Place) -> bool {
        place.time + 1 == self.runs[place.run].times
    }
}

/// Finds the runs of `blocks`.
pub fn find(module: &Module, function: &Function, blocks: &[Block]) -> Runs {
    let insts = blocks.iter().map(|&block| function.blocks[block].insts.len());
    let mut finder = Finder {
        module,
        function,
        left: Cell::new(insts.sum::<usize>().saturating_mul(MOST_FOR_EACH)),
        uses: Uses::new(function),
        insts: &[],
        shapes: Vec::new(),
        changes: vec![None; MOST_SLOTS + 1],
        positions: vec![NOWHERE; function.insts.len()],
        found: Runs {
            runs: Vec::new(),
            places: vec![None; function.insts.len()],
        },
    };
    for &block in blocks {
        finder.look_through(block);
    }
    finder.found.keep(function);
    finder.found
}

const NOWHERE: usize = usize::MAX;

struct Finder<'a> {
    module: &'a Module,
    function: &'a Function,
    /// Instructions that may yet be compared.
    left: Cell<usize>,
    uses: Uses,
    /// Instructions of a block.
    insts: &'a [Inst],
    /// For each of them a number for what there is to it but its operands.
    shapes: Vec<u32>,
    /// By a number of slots: the first position, from the one on that was last asked for, that looks other than what is so many
    /// behind it.
    changes: Vec<Option<usize>>,
    /// Where they stand in it, by instruction.
    positions: Vec<usize>,
    found: Runs,
}

impl<'a> Finder<'a> {
    fn look_through(&mut self, block: Block) {
        self.insts = &self.function.blocks[block].insts;
        for (position, &inst) in self.insts.iter().enumerate() {
            self.positions[inst.index()] = position;
        }
        self.number_shapes();
        self.changes.fill(None);
        let next = self.next_alike();
        let mut start = 0;
        while start < self.insts.len() {
            let alike = std::iter::successors(next.get(start).copied(), |&at| next.get(at).copied());
            let counts = alike
                .map(|at| at - start)
                .take_while(|&count| count <= MOST_SLOTS);
            let run = counts.take(MOST_TRIED).find_map(|count| {
                self.looks_alike(start, count)
                    .then(|| self.run(block, start, count))?
            });
            match run {
                Some(run) => {
                    start += run.times * run.slots.len();
                    self.note(run);
                }
                None => start += 1,
            }
        }
        for &inst in self.insts {
            self.positions[inst.index()] = NOWHERE;
        }
    }

    /// Gives what looks alike a number.
    fn number_shapes(&mut self) {
        let mut numbers = FxHashMap::default();
        let shapes = self.insts.iter().map(|&inst| self.shape(inst));
        self.shapes = shapes
            .map(|shape| {
                let next = numbers.len() as u32;
                *numbers.entry(shape).or_insert(next)
            })
            .collect();
    }

    /// For each position the next one where the first few instructions look as they do there; `NOWHERE` where none does.
    fn next_alike(&self) -> Vec<usize> {
        let mut last = FxHashMap::default();
        let mut next = vec![NOWHERE; self.insts.len()];
        for (position, row) in self.shapes.windows(FEW).enumerate().rev() {
            if let Some(after) = last.insert(row, position) {
                next[position] = after;
            }
        }
        next
    }

    /// Whether from `start` on it looks the same again each `count` instructions, as often as a run takes at least. Starts rise.
    fn looks_alike(&mut self, start: usize, count: usize) -> bool {
        let end = start + count * (FEWEST_TIMES - 1);
        if end + count > self.shapes.len() {
            return false;
        }
        let Some(change) = self.changes.get_mut(count) else {
            return false;
        };
        let known = change.filter(|&at| at >= start);
        let change = *change.insert(known.unwrap_or_else(|| {
            let ahead = self.shapes[start..].iter().zip(&self.shapes[start + count..]);
            start + ahead.take_while(|(a, b)| a == b).count()
        }));
        change >= end
    }

    /// The run of `count` slots that begins at `start`, where it looks the same again that often.
    fn run(&self, block: Block, start: usize, count: usize) -> Option<Run> {
        let mut slots = Vec::with_capacity(count);
        for at in start..start + count {
            if !self.is_like(at, at + count) {
                return None;
            }
            let (a, b) = (self.insts[at], self.insts[at + count]);
            let (first, second) = (self.function.args(a), self.function.args(b));
            let args = first.iter().zip(second).enumerate();
            let arg =
                |(number, (&first, &second))| self.arg((start, count, at - start), number, first, second);
            slots.push(Slot {
                inst: a,
                args: args.map(arg).collect::<Option<_>>()?,
                is_kept: false,
            });
        }
        let times = (2..(self.insts.len() - start) / count)
            .find(|&time| !self.goes_on(&slots, start, time))
            .unwrap_or((self.insts.len() - start) / count);
        let run = Run {
            block,
            start,
            times,
            slots,
        };
        (times >= FEWEST_TIMES && self.is_whole(&run)).then_some(run)
    }

    /// Whether the instructions at two positions differ in their operands at most. No two do once enough was compared.
    fn is_like(&self, a: usize, b: usize) -> bool {
        let Some(left) = self.left.get().checked_sub(1) else {
            return false;
        };
        self.left.set(left);
        self.shapes[a] == self.shapes[b]
    }

    /// What there is to an instruction but its operands.
    fn shape(&self, inst: Inst) -> (Op, Flags, Type, u32, u32) {
        let data = &self.function.insts[inst];
        (data.op, data.flags, data.ty, data.imm, data.args.len)
    }

    /// What the operand `at` of a slot is, by the first time and the second.
    fn arg(
        &self,
        (start, count, slot): (usize, usize, usize),
        at: usize,
        first: Value,
        second: Value,
    ) -> Option<Arg> {
        let run = start..start + count;
        let position = |value: Value| self.positions.get(value.slot()).copied().unwrap_or(NOWHERE);
        let is_value = |value: Value| is_storable(self.module, self.module.value_type(self.function, value));
        if run.contains(&position(first)) {
            let is_now = position(first) < start + slot && position(second) == position(first) + count;
            return is_now.then(|| Arg::Now(position(first) - start));
        }
        if run.contains(&position(second)) {
            // Extracts tell nothing of what they take apart.
            let ty = |value: Value| self.module.value_type(self.function, value);
            let slot = position(second) - start;
            return (is_value(first) && ty(first) == ty(second)).then_some(Arg::Before { slot, first });
        }
        if first == second {
            return Some(Arg::Same(first));
        }
        if let (Some(a), Some(b)) = (self.module.const_bits(first), self.module.const_bits(second)) {
            let ty = self.module.value_type(self.function, first);
            let counts = ty == self.module.value_type(self.function, second)
                && self.may_count(self.insts[start + slot], at);
            let step = b.wrapping_sub(a) & mask(ty)?;
            return counts.then_some(Arg::Count { ty, first: a, step });
        }
        let (place, next) = (self.found.place(first)?, self.found.place(second)?);
        let step = i64::try_from(next.time).ok()? - i64::try_from(place.time).ok()?;
        ((place.run, place.slot) == (next.run, next.slot)).then_some(Arg::Other { place, step })
    }

    /// Whether the operand `at` of an instruction may be any integer, not a constant alone.
    fn may_count(&self, inst: Inst, at: usize) -> bool {
        let data = &self.function.insts[inst];
        match data.op {
            Op::AccessChain => self.indexes_array(inst, at).unwrap_or(false),
            Op::Store => at == 1,
            Op::IAdd | Op::ISub | Op::IMul | Op::And | Op::Or | Op::Xor | Op::Shl | Op::LShr | Op::AShr => {
                true
            }
            Op::Select | Op::IEq | Op::INe | Op::ULt | Op::SLt => true,
            _ => false,
        }
    }

    /// Whether the operand `at` of an access chain is the index in an array of numbers, which are no descriptors.
    fn indexes_array(&self, chain: Inst, at: usize) -> Option<bool> {
        let types = &self.module.types;
        let (&base, indices) = self.function.args(chain).split_first()?;
        let (_, mut container) = types.pointee(self.module.value_type(self.function, base))?;
        for &index in indices.get(..at.checked_sub(1)?)? {
            let index = self.module.const_bits(index).unwrap_or(0);
            container = types.element(container, index as u32)?;
        }
        Some(match *types.get(container) {
            TypeData::Array { element, .. } | TypeData::RuntimeArray { element, .. } => {
                types.components(element) != 0
            }
            _ => false,
        })
    }

    /// Whether the slots say what is done at some time.
    fn goes_on(&self, slots: &[Slot], start: usize, time: usize) -> bool {
        let at = |time: usize, slot: usize| Value::from(self.insts[start + time * slots.len() + slot]);
        let mut all = slots.iter().enumerate();
        all.all(|(number, slot)| {
            let position = start + time * slots.len() + number;
            let mut args = slot.args.iter().zip(self.function.args(self.insts[position]));
            self.is_like(start + number, position)
                && args.all(|(arg, &value)| match *arg {
                    Arg::Same(same) => value == same,
                    Arg::Count { ty, first, step } => {
                        let bits = first.wrapping_add(step.wrapping_mul(time as u64));
                        self.module.value_type(self.function, value) == ty
                            && self.module.const_bits(value) == mask(ty).map(|mask| bits & mask)
                    }
                    Arg::Now(slot) => value == at(time, slot),
                    Arg::Before { slot, .. } => value == at(time - 1, slot),
                    Arg::Other { place, step } => {
                        let there = self.found.place(value);
                        let goes = |next: Place| next.time as i64 == place.time as i64 + step * time as i64;
                        there.is_some_and(|next| {
                            (next.run, next.slot) == (place.run, place.slot) && goes(next)
                        })
                    }
                })
        })
    }

    /// Whether nobody else wants what cannot be kept: pointers.
    fn is_whole(&self, run: &Run) -> bool {
        let within = run.start..run.start + run.times * run.slots.len();
        let is_own = |user: &User| match *user {
            User::Inst(user) => within.contains(&self.positions[user.index()]),
            User::Terminator(_) => false,
        };
        let mut insts = self.insts[within.clone()].iter();
        insts.all(|&inst| {
            is_storable(self.module, self.function.insts[inst].ty) || self.uses.of(inst).iter().all(is_own)
        })
    }

    fn note(&mut self, run: Run) {
        let insts = &self.insts[run.start..run.start + run.times * run.slots.len()];
        for (number, &inst) in insts.iter().enumerate() {
            self.found.places[inst.index()] = Some(Place {
                run: self.found.runs.len(),
                slot: number % run.slots.len(),
                time: number / run.slots.len(),
            });
        }
        self.found.runs.push(run);
    }
}

impl Runs {
    /// Finds which results others want.
    fn keep(&mut self, function: &Function) {
        let mut wanted: Vec<Place> = Vec::new();
        let mut want = |value: Value| {
            let place = self.place(value);
            wanted.extend(place.filter(|&place| !self.is_last(place)));
        };
        for &block in &function.layout {
            let data = &function.blocks[block];
            let alone = data
                .insts
                .iter()
                .filter(|inst| self.places[inst.index()].is_none());
            alone
                .flat_map(|&inst| function.args(inst))
                .for_each(|&value| want(value));
            function.for_each_end_value(block, &mut want);
        }
        for arg in self
            .runs
            .iter()
            .flat_map(|run| &run.slots)
            .flat_map(|slot| &slot.args)
        {
            match *arg {
                Arg::Same(value) | Arg::Before { first: value, .. } => want(value),
                _ => {}
            }
        }
        for arg in self
            .runs
            .iter()
            .flat_map(|run| &run.slots)
            .flat_map(|slot| &slot.args)
        {
            if let Arg::Other { place, .. } = *arg {
                wanted.push(place);
            }
        }
        for place in wanted {
            self.runs[place.run].slots[place.slot].is_kept = true;
        }
    }
}

/// Whether a variable can hold values of a type.
pub fn is_storable(module: &Module, ty: Type) -> bool {
    ty == Type::VOID || module.types.components(ty) != 0
}

/// The bits of an integer type that loops count in.
fn mask(ty: Type) -> Option<u64> {
    match ty {
        Type::I16 => Some(0xffff),
        Type::I32 => Some(0xffff_ffff),
        Type::I64 => Some(u64::MAX),
        _ => None,
    }
}
