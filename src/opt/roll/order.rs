//! Pure instructions of a block go to where they are used first.
//!
//! What accesses memory that may change, or does something that others see, stays in its order. Everything else is put before
//! what uses it first; loads of the function's memory also before what may write what they read, and what lanes do together
//! before what changes which of them go on. Of the operands of an instruction the one that takes more to compute comes first, so
//! that sums are made from their start.

use super::effects::{Callees, place};
use crate::effects::{Effects, Memory};
use crate::entity::EntityId;
use crate::ir::{Block, Flags, Function, Global, Inst, Module, Op, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Puts the instructions of `block` in order.
pub fn order(module: &Module, function: &mut Function, block: Block, callees: &Callees) {
    let insts = std::mem::take(&mut function.blocks[block].insts);
    let ordered = ordered(module, function, &insts, callees);
    debug_assert_eq!(ordered.len(), insts.len(), "an instruction is lost");
    function.blocks[block].insts = ordered;
}

const NOWHERE: u32 = u32::MAX;

fn ordered(module: &Module, function: &Function, insts: &[Inst], callees: &Callees) -> Vec<Inst> {
    let mut positions = vec![NOWHERE; function.insts.len()];
    for (position, &inst) in insts.iter().enumerate() {
        positions[inst.index()] = position as u32;
    }
    let before = |position: usize, value: Value| {
        let at = positions.get(value.slot()).copied()?;
        ((at as usize) < position).then_some(at as usize)
    };
    let mut waiting = Waiting::default();
    // What each instruction is put before, and what has to come before an instruction beside its operands.
    let mut target = vec![NOWHERE; insts.len()];
    let mut held: FxHashMap<usize, SmallVec<[u32; 2]>> = FxHashMap::default();
    let mut stays = vec![false; insts.len()];
    for (position, &inst) in insts.iter().enumerate() {
        for &value in function.args(inst) {
            if let Some(at) = before(position, value) {
                target[at] = target[at].min(position as u32);
            }
        }
        let effects = callees.effects_of(module, function, inst);
        for at in waiting.before(module, function, inst, effects) {
            // What uses it before may go behind that.
            target[at as usize] = target[at as usize].min(position as u32);
            held.entry(position).or_default().push(at);
        }
        stays[position] = !waiting.take(module, function, (position, inst), effects);
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
            let mut needs: SmallVec<[usize; 8]> =
                operands.filter_map(|&value| before(position, value)).collect();
            needs.extend(held.get(&position).into_iter().flatten().map(|&at| at as usize));
            needs.retain(|at| !done[*at]);
            // The last on the list is the first to be done.
            needs.sort_by_key(|&at| (sizes[at], std::cmp::Reverse(at)));
            work.extend(needs.into_iter().map(|at| (at, false)));
        }
    }
    out
}

/// Instructions that may still move on.
#[derive(Default)]
struct Waiting {
    /// Loads of the function's memory, by variable.
    loads: FxHashMap<Global, Loads>,
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
}
