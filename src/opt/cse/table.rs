//! Instructions by what they compute: a hash table of instruction numbers, open addressing.

use crate::entity::EntityId;
use crate::ir::{Function, Inst, Op};

/// The last instruction of each kind.
pub struct Table {
    /// Instruction number plus one; 0 is free. A power of two of them.
    slots: Vec<u32>,
    used: usize,
}

/// As in rustc's hash: odd, with bits everywhere.
const MULTIPLIER: u64 = 0x517c_c1b7_2722_0a95;

impl Table {
    /// For a function of about so many instructions.
    pub fn with_capacity(count: usize) -> Self {
        Self {
            slots: vec![0; (count + count / 2).next_power_of_two().max(64)],
            used: 0,
        }
    }

    /// An instruction that gives the same as `inst` and `dominates` its place. Where there is none, `inst` is what later
    /// ones are compared with.
    pub fn leader(
        &mut self,
        function: &Function,
        inst: Inst,
        dominates: impl Fn(Inst) -> bool,
    ) -> Option<Inst> {
        if self.used * 4 >= self.slots.len() * 3 {
            self.grow(function);
        }
        let mask = self.slots.len() - 1;
        let mut at = hash(function, inst) as usize & mask;
        loop {
            let slot = self.slots.get_mut(at)?;
            let Some(number) = slot.checked_sub(1) else {
                *slot = inst.index() as u32 + 1;
                self.used += 1;
                return None;
            };
            let other = Inst::from_index(number as usize);
            if same(function, other, inst) {
                if other != inst && dominates(other) {
                    return Some(other);
                }
                *slot = inst.index() as u32 + 1;
                return None;
            }
            at = (at + 1) & mask;
        }
    }

    fn grow(&mut self, function: &Function) {
        let slots = vec![0; self.slots.len() * 2];
        let mask = slots.len() - 1;
        let old = std::mem::replace(&mut self.slots, slots);
        for number in old.into_iter().filter(|&number| number != 0) {
            let inst = Inst::from_index(number as usize - 1);
            let mut at = hash(function, inst) as usize & mask;
            while self.slots[at] != 0 {
                at = (at + 1) & mask;
            }
            self.slots[at] = number;
        }
    }
}

/// The operands of an operation on two, in an order of their own where either order gives the same.
fn operands(function: &Function, inst: Inst) -> (&[crate::ir::Value], bool) {
    let args = function.args(inst);
    let swapped = args.len() == 2 && commutes(function.insts[inst].op) && args[1] < args[0];
    (args, swapped)
}

fn hash(function: &Function, inst: Inst) -> u64 {
    let data = &function.insts[inst];
    let mut state = (data.op as u64) << 32 | data.ty.index() as u64;
    let mut add = |bits: u64| state = (state.rotate_left(5) ^ bits).wrapping_mul(MULTIPLIER);
    add(u64::from(data.imm) << 16 | u64::from(data.flags.0));
    let (args, swapped) = operands(function, inst);
    match args {
        &[a, b] if swapped => {
            add(u64::from(b.bits()));
            add(u64::from(a.bits()));
        }
        args => args.iter().for_each(|value| add(u64::from(value.bits()))),
    }
    // The low bits choose the slot.
    state ^ state >> 32
}

fn same(function: &Function, a: Inst, b: Inst) -> bool {
    let (x, y) = (&function.insts[a], &function.insts[b]);
    if x.op != y.op || x.ty != y.ty || x.imm != y.imm || x.flags != y.flags {
        return false;
    }
    match (operands(function, a), operands(function, b)) {
        ((x, xs), (y, ys)) if xs == ys => x == y,
        ((&[a, b], _), (&[c, d], _)) => a == d && b == c,
        _ => false,
    }
}

/// Whether the operands of an operation on two may change places, to the last bit of what it gives.
fn commutes(op: Op) -> bool {
    matches!(
        op,
        Op::IAdd
            | Op::IMul
            | Op::And
            | Op::Or
            | Op::Xor
            | Op::SMin
            | Op::SMax
            | Op::UMin
            | Op::UMax
            | Op::UMulExtended
            | Op::SMulExtended
            | Op::IAddCarry
            | Op::IEq
            | Op::INe
    )
}
