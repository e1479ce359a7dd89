//! What the walk keeps: the table of values, what is known of memory, the edges.

use super::bounds::{MOST_SIGNED, plain};
use super::facts::Facts;
use super::range::Ranges;
use super::table::{MULTIPLIER, Table};
use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::analysis::params::Incoming;
use crate::effects::{Effects, Memory};
use crate::entity::EntityId;
use crate::ir::{Block, Function, Inst, Module, Op, Replacements, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The walk over a function.
pub struct Pass<'m> {
    pub module: &'m mut Module,
    pub function: &'m mut Function,
    pub cfg: &'m Cfg,
    pub dominators: Dominators,
    pub replaced: Replacements,
    /// The block of each instruction that has been walked over, [`NOT_YET`] of others.
    pub place: Vec<Block>,
    pub table: Table,
    pub loads: Loads,
    pub ranges: Ranges,
    pub facts: Facts,
    pub incoming: Incoming,
    /// Whether a branch has one way left.
    pub folded: bool,
    /// Whether a branch has its two ways the other way round.
    pub turned: bool,
    /// Whether a store that may be of a whole vector has been walked over.
    pub wide_stores: bool,
}

/// The place of what has not been walked over.
pub const NOT_YET: Block = Block(u32::MAX);

impl Pass<'_> {
    /// The largest number that an `i32` may be.
    pub fn largest(&mut self, value: Value) -> u64 {
        u64::from(self.bounds(value)[1])
    }

    /// The least and the largest number that an `i32` may be.
    pub fn bounds(&mut self, value: Value) -> [u32; 2] {
        plain(self.around(value))
    }

    /// From which number on, and up to which, an `i32` may be ([`Ranges::around`]).
    pub fn around(&mut self, value: Value) -> [u32; 2] {
        self.ranges.ask(self.module, self.function, value);
        self.ranges.around(self.module, value)
    }

    /// The largest number that an `i32` may be for a signed comparison, if that is not below zero.
    pub fn most_signed(&mut self, value: Value) -> Option<u32> {
        let positive = |[_, most]: [u32; 2]| (most <= MOST_SIGNED).then_some(most);
        let own = positive(self.bounds(value));
        if own.is_some() {
            return own;
        }
        let inst = value
            .as_inst()
            .filter(|&inst| self.function.insts[inst].op == Op::SMin)?;
        let &[a, b] = self.function.args(inst) else {
            return None;
        };
        let most = [a, b].map(|value| positive(self.bounds(self.replaced.resolve(value))));
        most.into_iter().flatten().min()
    }

    /// The bounds of an `f32`; none where it may be NaN.
    pub fn span(&mut self, value: Value) -> Option<[f32; 2]> {
        self.ranges.ask(self.module, self.function, value);
        self.ranges.span(self.module, value)
    }
}

/// The state of memory that does not change.
pub const UNCHANGED: u32 = 0;

/// Classes of memory whose state is followed.
const CLASSES: [Memory; 3] = [
    Memory::LOCAL,
    Memory::SHARED,
    Memory::SRV.or(Memory::UAV).or(Memory::COUNTER),
];

/// A number for the state of each class.
pub type States = [u32; CLASSES.len()];

/// A vector in memory of which something has been loaded.
pub struct Vector {
    /// Where.
    pub block: Block,
    /// The load of a component, or of all.
    pub first: Inst,
    /// Which component; none when it is all.
    pub component: Option<u32>,
}

/// A load of a vector that goes before another instruction.
pub struct Prefix {
    pub block: Block,
    pub before: Inst,
    pub made: SmallVec<[Inst; 2]>,
}

/// What is at pointers in states of memory, and in which block that was found: a hash table, open addressing.
#[derive(Default)]
pub struct Contents {
    /// A power of two of them, or none.
    slots: Vec<Content>,
    used: usize,
}

#[derive(Clone, Copy)]
struct Content {
    /// The pointer, and above it the state; [`FREE`] for nothing.
    key: u64,
    value: Value,
    block: Block,
}

/// No value has these bits.
const FREE: u64 = u64::MAX;

impl Contents {
    /// What is at `pointer` in `state`.
    #[inline]
    pub fn get(&self, pointer: Value, state: u32) -> Option<(Value, Block)> {
        let found = self.slots.get(self.find(Self::key(pointer, state))?)?;
        (found.key != FREE).then_some((found.value, found.block))
    }

    /// Notes what is at `pointer` in `state`.
    #[inline]
    pub fn insert(&mut self, pointer: Value, state: u32, (value, block): (Value, Block)) {
        if self.used * 4 >= self.slots.len() * 3 {
            self.grow();
        }
        let key = Self::key(pointer, state);
        if let Some(at) = self.find(key)
            && let Some(slot) = self.slots.get_mut(at)
        {
            self.used += usize::from(slot.key == FREE);
            *slot = Content { key, value, block };
        }
    }

    #[inline]
    fn key(pointer: Value, state: u32) -> u64 {
        u64::from(state) << 32 | u64::from(pointer.bits())
    }

    /// Where `key` is or would go; none without slots.
    #[inline]
    fn find(&self, key: u64) -> Option<usize> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut at = (key.wrapping_mul(MULTIPLIER) >> 32) as usize & mask;
        loop {
            let found = self.slots.get(at)?.key;
            if found == key || found == FREE {
                return Some(at);
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let free = Content {
            key: FREE,
            value: Inst(0).into(),
            block: Block(0),
        };
        let slots = vec![free; (self.slots.len() * 2).max(64)];
        for old in std::mem::replace(&mut self.slots, slots) {
            if old.key != FREE
                && let Some(at) = self.find(old.key)
                && let Some(slot) = self.slots.get_mut(at)
            {
                *slot = old;
            }
        }
    }
}

/// What is known of memory.
pub struct Loads {
    pub last: u32,
    pub now: States,
    /// At the end of each block that has been walked over.
    pub ends: Vec<States>,
    /// What is at a pointer in a state.
    pub known: Contents,
    /// By the operands of the pointer to it, and the state.
    pub vectors: FxHashMap<(SmallVec<[Value; 6]>, u32), Vector>,
    pub prefixes: Vec<Prefix>,
}

impl Loads {
    /// For a function of so many blocks.
    pub fn new(blocks: usize) -> Self {
        Self {
            last: UNCHANGED,
            now: States::default(),
            ends: vec![States::default(); blocks],
            known: Contents::default(),
            vectors: FxHashMap::default(),
            prefixes: Vec::new(),
        }
    }

    /// At the start of `block`.
    pub fn enter(&mut self, cfg: &Cfg, block: Block) {
        match cfg.preds(block) {
            &[pred] if cfg.position(pred) < cfg.position(block) => self.now = self.ends[pred.index()],
            _ => {
                self.last += 1;
                self.now = [self.last; CLASSES.len()];
            }
        }
    }

    /// At the end of `block`.
    pub fn leave(&mut self, block: Block) {
        self.ends[block.index()] = self.now;
    }

    /// Behind an instruction that does this.
    pub fn changed(&mut self, effects: Effects) {
        for (now, class) in self.now.iter_mut().zip(CLASSES) {
            if effects.writes.meets(class) {
                self.last += 1;
                *now = self.last;
            }
        }
    }

    /// The state of what a load reads; none where that is not followed.
    pub fn state(&self, reads: Memory) -> Option<u32> {
        let class = CLASSES
            .iter()
            .position(|&class| reads.within(class.or(Memory::FIXED)))?;
        Some(self.now[class])
    }

    /// The loads that are still to be put into the blocks.
    pub fn take_prefixes(&mut self) -> Vec<Prefix> {
        std::mem::take(&mut self.prefixes)
    }
}
