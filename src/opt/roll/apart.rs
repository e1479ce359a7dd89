//! What is cheap to make, for each user.
//!
//! A pointer that several instructions use, a component that is loaded once and used in several places, and what little is
//! computed of these ties together what could be done component by component, or has to be kept in an array until the last user
//! has it. It is made again for each. A load of the function's memory is where nothing on the way may have written what it reads.

use super::super::dce;
use super::effects::{Callees, accessed};
use crate::analysis::cfg::Cfg;
use crate::effects::Memory;
use crate::entity::{EntityId, ListRef};
use crate::ir::{Block, Flags, Function, Global, Inst, Module, Op, Uses, Value, effects_of};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Instructions that are made again for one operand.
const MOST: u32 = 16;

/// Instructions that are made in all, for each that there is.
const MOST_FOR_EACH: usize = 16;

/// Blocks with stores that are looked at in the time that it takes to make an instruction.
const BLOCKS_FOR_ONE: usize = 16;

/// Gives the users in any block of what `blocks` define instructions of their own.
pub fn apart(module: &Module, function: &mut Function, blocks: &[Block], callees: &Callees) {
    let mut apart = Apart::new(module, function, blocks, callees);
    for block in function.layout.clone() {
        let insts = std::mem::take(&mut function.blocks[block].insts);
        let mut made = Vec::with_capacity(insts.len());
        for (position, &inst) in insts.iter().enumerate() {
            apart.operands(function, (block, position), inst, &mut made);
            made.push(inst);
        }
        function.blocks[block].insts = made;
    }
    dce::dce(function);
}

/// Where an instruction stands.
type Place = (Block, usize);

/// An instruction that may be made again.
#[derive(Clone)]
struct Cheap {
    /// Instructions that it takes, itself and its operands.
    cost: u32,
    /// What of the large blocks it is computed from, and is not cheap: that has to be kept for it.
    kept: SmallVec<[Inst; 2]>,
    /// The variables of the function that it reads, each with the place from which on that must not be written.
    reads: SmallVec<[(Global, Place); 2]>,
    /// What it was made with.
    args: ListRef,
}

/// What is known of an instruction.
#[derive(Clone)]
enum Known {
    /// It is not of the large blocks.
    Elsewhere,
    /// It is, and takes much.
    Dear,
    Cheap(Cheap),
}

struct Apart {
    /// By instruction.
    known: Vec<Known>,
    writes: Writes,
    /// Instructions that may yet be made, and places of stores that may yet be looked at.
    left: usize,
}

/// Where memory of the function is written.
#[derive(Default)]
struct Writes {
    /// Blocks with stores, and where in them these stand, rising; by variable.
    stores: FxHashMap<Global, Stores>,
    /// What may write any of it.
    others: Stores,
    /// The blocks that a block leads to, by block; for those that hold loads.
    reached: FxHashMap<Block, Vec<bool>>,
}

type Stores = Vec<(Block, Vec<usize>)>;

fn add(stores: &mut Stores, (block, position): Place) {
    match stores.last_mut() {
        Some((last, positions)) if *last == block => positions.push(position),
        _ => stores.push((block, vec![position])),
    }
}

impl Apart {
    fn new(module: &Module, function: &mut Function, blocks: &[Block], callees: &Callees) -> Self {
        let mut known = vec![Known::Elsewhere; function.insts.len()];
        let uses = Uses::new(function);
        let mut writes = Writes::default();
        let cfg = Cfg::new(function);
        let mut count = 0;
        for block in function.layout.clone() {
            let is_large = blocks.contains(&block);
            for position in 0..function.blocks[block].insts.len() {
                let (inst, place) = (function.blocks[block].insts[position], (block, position));
                let op = function.insts[inst].op;
                if op == Op::Store
                    && let Some(variable) = accessed(module, function, inst)
                {
                    add(writes.stores.entry(variable).or_default(), place);
                } else if !op.effects().writes.is_empty()
                    && callees
                        .effects_of(module, function, inst)
                        .writes
                        .meets(Memory::LOCAL)
                {
                    add(&mut writes.others, place);
                }
                if is_large {
                    let cheap = of(module, function, &known, &uses, inst, place);
                    known[inst.index()] = cheap.map_or(Known::Dear, Known::Cheap);
                }
            }
            count += function.blocks[block].insts.len();
            if is_large {
                writes.reached.insert(block, reached(&cfg, block));
            }
        }
        // Operands are about to change.
        for (inst, known) in function.insts.ids().zip(&mut known) {
            if let Known::Cheap(cheap) = known {
                let args = SmallVec::<[Value; 4]>::from_slice(function.args(inst));
                cheap.args = ListRef::append(&mut function.pool, args);
            }
        }
        let left = count.saturating_mul(MOST_FOR_EACH);
        Self { known, writes, left }
    }

    /// Gives `inst`, which stands at `place`, its own operands, which go to `made`.
    fn operands(&mut self, function: &mut Function, place: Place, inst: Inst, made: &mut Vec<Inst>) {
        let count = function.args(inst).len();
        let mut again: SmallVec<[(Inst, Inst); 4]> = SmallVec::new();
        for at in 0..count {
            let Some(operand) = function.args(inst).get(at).and_then(|value| value.as_inst()) else {
                continue;
            };
            if !self.may_repeat(operand, place) {
                continue;
            }
            let copy = match again.iter().find(|(known, _)| *known == operand) {
                Some(&(_, copy)) => copy,
                None => {
                    let copy = self.repeated(function, operand, made);
                    again.push((operand, copy));
                    copy
                }
            };
            if let Some(value) = function.args_mut(inst).get_mut(at) {
                *value = copy.into();
            }
        }
    }

    /// Whether `operand` gives at `place` what it gave where it stands, and is cheap.
    fn may_repeat(&mut self, operand: Inst, place: Place) -> bool {
        let Some(Known::Cheap(cheap)) = self.known.get(operand.index()) else {
            return false;
        };
        let blocks: usize = cheap
            .reads
            .iter()
            .map(|&(variable, _)| self.writes.blocks(variable))
            .sum();
        self.left = self.left.saturating_sub(blocks / BLOCKS_FOR_ONE);
        let mut reads = cheap.reads.iter();
        cheap.cost as usize <= self.left
            && reads.all(|&(variable, from)| !self.writes.between(variable, from, place))
    }

    /// A copy of `operand`, with copies of its operands.
    fn repeated(&mut self, function: &mut Function, operand: Inst, made: &mut Vec<Inst>) -> Inst {
        let Some(Known::Cheap(cheap)) = self.known.get(operand.index()) else {
            return operand;
        };
        // No deeper than what it costs.
        let mut args: SmallVec<[Value; 4]> = SmallVec::from_slice(cheap.args.of(&function.pool));
        for value in &mut args {
            if let Some(inst) = value.as_inst() {
                *value = self.repeated(function, inst, made).into();
            }
        }
        let mut data = function.insts[operand];
        data.args = ListRef::append(&mut function.pool, args);
        let copy = function.insts.push(data);
        made.push(copy);
        self.left = self.left.saturating_sub(1);
        copy
    }
}

/// What it takes to make `inst` again, where that is little.
fn of(
    module: &Module,
    function: &Function,
    known: &[Known],
    uses: &Uses,
    inst: Inst,
    place: Place,
) -> Option<Cheap> {
    let data = &function.insts[inst];
    let mut cheap = Cheap {
        cost: 1,
        kept: SmallVec::new(),
        reads: SmallVec::new(),
        args: ListRef::EMPTY,
    };
    let is_load = data.op == Op::Load && !data.flags.has(Flags::VOLATILE);
    match is_load.then(|| accessed(module, function, inst)).flatten() {
        Some(variable) => cheap.reads.push((variable, place)),
        None if !is_simple(data.op) || !effects_of(module, function, inst).movable() => return None,
        None => {}
    }
    for operand in function.args(inst).iter().filter_map(|value| value.as_inst()) {
        match known.get(operand.index()) {
            Some(Known::Cheap(operand)) => {
                cheap.cost += operand.cost;
                cheap.kept.extend(operand.kept.iter().copied());
                cheap.reads.extend(operand.reads.iter().copied());
            }
            Some(Known::Dear) => cheap.kept.push(operand),
            // It is there for all.
            Some(Known::Elsewhere) | None => {}
        }
    }
    cheap.kept.sort_unstable();
    cheap.kept.dedup();
    (cheap.cost <= MOST && is_worth_it(module, function, inst, &cheap.kept, uses)).then_some(cheap)
}

/// Whether what has to be kept to make `inst` again takes no more memory than its result would. Pointers cannot be kept.
fn is_worth_it(module: &Module, function: &Function, inst: Inst, kept: &[Inst], uses: &Uses) -> bool {
    let bits = |inst: Inst| {
        let ty = function.insts[inst].ty;
        module.types.components(ty) * module.types.scalar(ty).scalar_bits()
    };
    bits(inst) == 0
        || match *kept {
            [] => true,
            // What nobody else wants, as the sum so far, is not kept instead of the sum. What stays where it is, as what is
            // loaded of memory that others may write, may have to be kept anyway.
            [alone] => {
                uses.of(alone).len() > 1
                    || bits(alone) < bits(inst)
                    || !effects_of(module, function, alone).movable()
            }
            _ => kept.iter().map(|&inst| bits(inst)).sum::<u32>() <= bits(inst),
        }
}

/// Whether an operation is one or two of a processor.
fn is_simple(op: Op) -> bool {
    // Sums and products of floats may come out differently where they are made twice: drivers contract them.
    op.is_comparison()
        || matches!(
            op,
            Op::AccessChain
                | Op::Load
                | Op::Bitcast
                | Op::Construct
                | Op::Extract
                | Op::IAdd
                | Op::ISub
                | Op::INeg
                | Op::SAbs
                | Op::SMin
                | Op::SMax
                | Op::UMin
                | Op::UMax
                | Op::And
                | Op::Or
                | Op::Xor
                | Op::Not
                | Op::Shl
                | Op::LShr
                | Op::AShr
                | Op::ZExt
                | Op::SExt
                | Op::ITrunc
                | Op::FNeg
                | Op::FAbs
                | Op::NMin
                | Op::NMax
                | Op::NClamp
                | Op::Floor
                | Op::Ceil
                | Op::Trunc
                | Op::RoundEven
                | Op::Select
        )
}

/// Blocks that `from` leads to, itself only by a loop.
fn reached(cfg: &Cfg, from: Block) -> Vec<bool> {
    let mut reached = vec![false; cfg.block_count()];
    let mut work = cfg.succs(from).to_vec();
    while let Some(block) = work.pop() {
        if !std::mem::replace(&mut reached[block.index()], true) {
            work.extend_from_slice(cfg.succs(block));
        }
    }
    reached
}

impl Writes {
    /// Blocks in which a variable may be written.
    fn blocks(&self, variable: Global) -> usize {
        self.stores.get(&variable).map_or(0, Vec::len) + self.others.len()
    }
    /// Whether the variable may be written on some way from a load to a place that it dominates.
    fn between(&self, variable: Global, from: Place, to: Place) -> bool {
        let stores = self.stores.get(&variable).map_or(&[][..], Vec::as_slice);
        is_between(stores, self.reached.get(&from.0), from, to)
            || is_between(&self.others, self.reached.get(&from.0), from, to)
    }
}

fn is_between(stores: &[(Block, Vec<usize>)], reached: Option<&Vec<bool>>, from: Place, to: Place) -> bool {
    let is_straight = from.0 == to.0 && from.1 < to.1;
    stores.iter().any(|(block, positions)| {
        let end = if is_straight { to.1 } else { usize::MAX };
        let behind = || {
            let next = positions.partition_point(|&at| at <= from.1);
            positions.get(next).is_some_and(|&at| at < end)
        };
        let is_reached = || {
            reached
                .and_then(|blocks| blocks.get(block.index()))
                .is_none_or(|&is| is)
        };
        (*block == from.0 && behind()) || (!is_straight && is_reached())
    })
}
