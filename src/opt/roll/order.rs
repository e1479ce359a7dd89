//! Pure instructions of a block go to where they are used first.
//!
//! What does something that others see stays in its order. Everything else is put before what uses it first; loads also before
//! what may write what they read, and what lanes do together before what changes which of them go on. Where loads have to be
//! before a write, so is what is computed of them alone and takes no more memory than they do, and is what has to be kept. Of
//! the operands of an instruction the one that takes more to compute comes first, so that sums are made from their start.
//!
//! ```text
//! %1 = load @0 ...                   %1 = load @0 ...
//! %2 = load @1 ...                   %2 = load @1 ...
//! %3 = load @0 ...                   %5 = fadd %1, %2
//! %4 = load @1 ...              =>   %3 = load @0 ...
//! %5 = fadd %1, %2                   %4 = load @1 ...
//! store @2 ..., %5                   %6 = fadd %3, %4
//! %6 = fadd %3, %4                   store @2 ..., %5
//! store @2 ..., %6                   store @2 ..., %6
//! ```

use super::effects::{Callees, place};
use super::runs::is_storable;
use crate::effects::{Effects, Memory};
use crate::entity::EntityId;
use crate::ir::{Block, Flags, Function, Global, Inst, Module, Op, Type, User, Uses, Value, packed_size};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Puts the instructions of each of `blocks` in order.
pub fn order(module: &Module, function: &mut Function, blocks: &[Block], callees: &Callees) {
    let uses = Uses::new(function);
    for &block in blocks {
        let insts = std::mem::take(&mut function.blocks[block].insts);
        let ordered = ordered(module, function, &insts, callees, &uses);
        debug_assert_eq!(ordered.len(), insts.len(), "an instruction is lost");
        function.blocks[block].insts = ordered;
    }
}

const NOWHERE: u32 = u32::MAX;

fn ordered(
    module: &Module,
    function: &Function,
    insts: &[Inst],
    callees: &Callees,
    uses: &Uses,
) -> Vec<Inst> {
    let mut positions = vec![NOWHERE; function.insts.len()];
    for (position, &inst) in insts.iter().enumerate() {
        positions[inst.index()] = position as u32;
    }
    let before = |position: usize, value: Value| {
        let at = positions.get(value.slot()).copied()?;
        ((at as usize) < position).then_some(at as usize)
    };
    let effects: Vec<Effects> = insts
        .iter()
        .map(|&inst| callees.effects_of(module, function, inst))
        .collect();
    let mut kept = Kept {
        module,
        function,
        uses,
        insts,
        earliest: earliest(function, insts, &effects, before),
        positions: &positions,
        sizes: FxHashMap::default(),
    };
    let mut waiting = Waiting::default();
    // What each instruction is put before, and what has to come before an instruction beside its operands.
    let mut target = vec![NOWHERE; insts.len()];
    let mut held: FxHashMap<usize, Vec<u32>> = FxHashMap::default();
    let mut stays = vec![false; insts.len()];
    for (position, &inst) in insts.iter().enumerate() {
        for &value in function.args(inst) {
            if let Some(at) = before(position, value) {
                target[at] = target[at].min(position as u32);
            }
        }
        let taken = waiting.before(module, function, inst, effects[position]);
        if !taken.is_empty() {
            let taken = kept.in_place_of(taken, position as u32);
            for &at in &taken {
                // What uses it before may go behind that.
                target[at as usize] = target[at as usize].min(position as u32);
            }
            held.insert(position, taken);
        }
        stays[position] = !waiting.take(module, function, (position, inst), effects[position]);
    }
    // What is computed for each, itself included.
    let mut sizes = vec![1u32; insts.len()];
    for position in 0..insts.len() {
        if let Some(size) = sizes.get(target[position] as usize).copied() {
            sizes[target[position] as usize] = size.saturating_add(sizes[position]);
        }
    }
    let mut out = Vec::with_capacity(insts.len());
    let mut done = vec![false; insts.len()];
    // What is wanted, and whether what it needs has been asked for.
    let mut work: Vec<(usize, bool)> = Vec::new();
    let ask = |mut needs: SmallVec<[usize; 8]>, work: &mut Vec<(usize, bool)>| {
        needs.sort_by_key(|&at| (sizes[at], Reverse(at)));
        work.extend(needs.into_iter().map(|at| (at, false)));
    };
    let ends = (0..insts.len()).filter(|&position| !stays[position] && target[position] == NOWHERE);
    for root in (0..insts.len()).filter(|&position| stays[position]).chain(ends) {
        work.push((root, false));
        while let Some((position, ready)) = work.pop() {
            if ready {
                if !std::mem::replace(&mut done[position], true) {
                    out.push(insts[position]);
                }
                continue;
            }
            if done[position] {
                continue;
            }
            work.push((position, true));
            let operands = function.args(insts[position]).iter();
            let operands = operands.filter_map(|&value| before(position, value));
            let held = held.get(&position).into_iter().flatten().map(|&at| at as usize);
            // The last on the list is the first to be done: first what is held, in one go.
            ask(operands.collect(), &mut work);
            ask(held.collect(), &mut work);
        }
    }
    out
}

/// For each instruction the last one that has to come before it: itself where it may not move forward.
fn earliest(
    function: &Function,
    insts: &[Inst],
    effects: &[Effects],
    before: impl Fn(usize, Value) -> Option<usize>,
) -> Vec<u32> {
    let mut earliest: Vec<u32> = Vec::with_capacity(insts.len());
    for (position, (&inst, effects)) in insts.iter().zip(effects).enumerate() {
        let operands = function
            .args(inst)
            .iter()
            .filter_map(|&value| before(position, value));
        earliest.push(match effects.movable() {
            true => operands.map(|at| earliest[at]).max().unwrap_or(0),
            false => position as u32,
        });
    }
    earliest
}

/// What is kept from before an instruction until behind it.
struct Kept<'a> {
    module: &'a Module,
    function: &'a Function,
    uses: &'a Uses,
    insts: &'a [Inst],
    earliest: Vec<u32>,
    /// Where they stand, by instruction.
    positions: &'a [u32],
    /// Bytes of types.
    sizes: FxHashMap<Type, u64>,
}

impl Kept<'_> {
    /// What is computed of `taken`, which has to come before `position`, where that takes no more memory.
    fn in_place_of(&mut self, taken: Vec<u32>, position: u32) -> Vec<u32> {
        let mut kept: FxHashSet<u32> = FxHashSet::default();
        let mut users: BinaryHeap<Reverse<u32>> = BinaryHeap::new();
        // Vectors in place of which their components are kept.
        let mut vectors: Vec<(u32, SmallVec<[u32; 4]>)> = Vec::new();
        let mut any = false;
        for &at in &taken {
            self.keep(at, position, &mut kept, &mut users, &mut vectors);
        }
        let mut last = NOWHERE;
        while let Some(Reverse(user)) = users.pop() {
            if user == std::mem::replace(&mut last, user) || !self.may_move(user, position) {
                continue;
            }
            let inst = self.insts[user as usize];
            let freed = self.freed(inst, &kept);
            let bytes = freed.iter().map(|&at| self.bytes(at)).sum::<u64>();
            if freed.is_empty() || self.bytes(user) > bytes {
                continue;
            }
            for at in freed {
                kept.remove(&at);
            }
            any = true;
            self.keep(user, position, &mut kept, &mut users, &mut vectors);
        }
        if !any {
            return taken;
        }
        for (vector, components) in vectors.into_iter().rev() {
            if components.iter().all(|at| kept.contains(at)) {
                components.iter().for_each(|at| {
                    kept.remove(at);
                });
                kept.insert(vector);
            }
        }
        let mut kept: Vec<u32> = kept.into_iter().collect();
        kept.sort_unstable();
        kept
    }

    /// Keeps what is at `at`, or its components, where nothing else is asked of it.
    fn keep(
        &mut self,
        at: u32,
        position: u32,
        kept: &mut FxHashSet<u32>,
        users: &mut BinaryHeap<Reverse<u32>>,
        vectors: &mut Vec<(u32, SmallVec<[u32; 4]>)>,
    ) {
        let mut components: SmallVec<[u32; 4]> = SmallVec::new();
        let mut bytes = 0;
        for user in self.uses.of(self.insts[at as usize]) {
            let component = match *user {
                User::Inst(inst) if self.function.insts[inst].op == Op::Extract => self.position(inst),
                _ => NOWHERE,
            };
            if component == NOWHERE || !self.may_move(component, position) {
                components.clear();
                break;
            }
            bytes += self.bytes(component);
            components.push(component);
        }
        if components.is_empty() || bytes > self.bytes(at) {
            kept.insert(at);
            self.add_users(at, users);
            return;
        }
        for &component in &components {
            kept.insert(component);
            self.add_users(component, users);
        }
        vectors.push((at, components));
    }

    /// Whether what is at `user` may come before `position`, and be kept.
    fn may_move(&self, user: u32, position: u32) -> bool {
        let ty = self.function.insts[self.insts[user as usize]].ty;
        // None that may move forward has itself for the earliest.
        self.earliest[user as usize] < position.min(user) && is_storable(self.module, ty)
    }

    fn position(&self, inst: Inst) -> u32 {
        self.positions.get(inst.index()).copied().unwrap_or(NOWHERE)
    }

    fn add_users(&self, at: u32, users: &mut BinaryHeap<Reverse<u32>>) {
        let of = self.uses.of(self.insts[at as usize]).iter();
        let positions = of.map(|user| match *user {
            User::Inst(inst) => self.position(inst),
            User::Terminator(_) => NOWHERE,
        });
        users.extend(positions.filter(|&user| user != NOWHERE).map(Reverse));
    }

    /// Which operands of `inst` that are kept nothing else uses.
    fn freed(&self, inst: Inst, kept: &FxHashSet<u32>) -> SmallVec<[u32; 4]> {
        let mut freed: SmallVec<[u32; 4]> = SmallVec::new();
        for operand in self
            .function
            .args(inst)
            .iter()
            .filter_map(|value| value.as_inst())
        {
            let at = self.position(operand);
            let is_last = || self.uses.of(operand).iter().all(|&user| user == User::Inst(inst));
            if kept.contains(&at) && !freed.contains(&at) && is_last() {
                freed.push(at);
            }
        }
        freed
    }

    fn bytes(&mut self, at: u32) -> u64 {
        let inst = self.insts[at as usize];
        // Drivers keep a truth as a number.
        packed_size(&self.module.types, self.function.insts[inst].ty, &mut self.sizes).max(4)
    }
}

/// Instructions that may still move on.
#[derive(Default)]
struct Waiting {
    /// Loads of the function's memory, by variable.
    loads: FxHashMap<Global, Loads>,
    /// Loads of other memory, by what they do.
    others: SmallVec<[(Effects, Vec<u32>); 2]>,
    /// Operations of lanes together.
    convergent: Vec<u32>,
}

#[derive(Default)]
struct Loads {
    by_index: FxHashMap<u64, SmallVec<[u32; 2]>>,
    others: Vec<u32>,
}

impl Loads {
    fn take_all(&mut self, taken: &mut Vec<u32>) {
        taken.extend(self.by_index.drain().flat_map(|(_, loads)| loads));
        taken.append(&mut self.others);
    }
}

impl Waiting {
    /// Takes what has to stand before `inst`.
    fn before(&mut self, module: &Module, function: &Function, inst: Inst, effects: Effects) -> Vec<u32> {
        let mut taken = Vec::new();
        if effects.writes.meets(Memory::LOCAL) || effects.barrier {
            let stored = (function.insts[inst].op == Op::Store)
                .then(|| place(module, function, inst))
                .flatten();
            match stored {
                Some((variable, index)) => {
                    if let Some(loads) = self.loads.get_mut(&variable) {
                        match index {
                            Some(index) => {
                                taken.extend(loads.by_index.remove(&index).into_iter().flatten());
                                taken.append(&mut loads.others);
                            }
                            None => loads.take_all(&mut taken),
                        }
                    }
                }
                None => self
                    .loads
                    .drain()
                    .for_each(|(_, mut loads)| loads.take_all(&mut taken)),
            }
        }
        for (others, loads) in &mut self.others {
            if !others.may_swap(effects) {
                taken.append(loads);
            }
        }
        if effects.barrier || effects.demotes || effects.ends || effects.writes.meets(Memory::LANES) {
            taken.append(&mut self.convergent);
        }
        taken.sort_unstable();
        taken
    }

    /// Whether `inst` may move on; it is kept in mind where something may keep it from doing so.
    fn take(
        &mut self,
        module: &Module,
        function: &Function,
        (position, inst): (usize, Inst),
        effects: Effects,
    ) -> bool {
        if effects.movable() {
            return true;
        }
        if !effects.removable() {
            return false;
        }
        let data = &function.insts[inst];
        if data.op == Op::Load && !data.flags.has(Flags::VOLATILE) {
            if !effects.reads.meets(Memory::LOCAL) && !effects.convergent {
                self.add_other(effects, position as u32);
                return true;
            }
            let Some((variable, index)) = place(module, function, inst) else {
                return false;
            };
            let loads = self.loads.entry(variable).or_default();
            match index {
                Some(index) => loads.by_index.entry(index).or_default().push(position as u32),
                None => loads.others.push(position as u32),
            }
            return true;
        }
        if effects.convergent && effects.reads.within(Memory::FIXED.or(Memory::LANES)) {
            self.convergent.push(position as u32);
            return true;
        }
        false
    }

    fn add_other(&mut self, effects: Effects, position: u32) {
        match self.others.iter_mut().find(|(others, _)| *others == effects) {
            Some((_, loads)) => loads.push(position),
            None => self.others.push((effects, vec![position])),
        }
    }
}
