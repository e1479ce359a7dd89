//! Instructions by what they compute: a hash table of instruction numbers, open addressing.

use crate::entity::EntityId;
use crate::ir::{Function, Inst, InstData, Op, Value, op_table};

/// The last instruction of each kind.
pub struct Table {
    /// Instruction number plus one, and above it the upper half of its hash; 0 is free. A power of two of them.
    slots: Vec<u64>,
    /// How many more may be used.
    room: usize,
}

/// As in rustc's hash: odd, with bits everywhere.
pub const MULTIPLIER: u64 = 0x517c_c1b7_2722_0a95;

impl Table {
    /// For a function of about so many instructions: with room for most of them, as many have equals.
    pub fn with_capacity(count: usize) -> Self {
        let count = count.next_power_of_two().max(64);
        Self {
            slots: vec![0; count],
            room: count / 4 * 3,
        }
    }

    /// [`leader`](Self::leader) of an instruction of `function`.
    #[inline]
    pub fn leader_in(
        &mut self,
        function: &Function,
        inst: Inst,
        dominates: impl Fn(Inst) -> bool,
    ) -> Option<Inst> {
        let (insts, pool) = (function.insts.as_slice(), function.pool.as_slice());
        let data = insts.get(inst.index())?;
        self.leader((insts, pool), inst, (data, data.args.of(pool)), dominates)
    }

    /// An instruction that gives the same as `inst`, which is `data` with the operands `args`, and `dominates` its place. Where
    /// there is none, `inst` is what later ones are compared with. `pool` has the operands of `insts`, those of the function.
    #[inline]
    pub fn leader(
        &mut self,
        (insts, pool): (&[InstData], &[Value]),
        inst: Inst,
        (data, args): (&InstData, &[Value]),
        dominates: impl Fn(Inst) -> bool,
    ) -> Option<Inst> {
        if self.room == 0 {
            self.grow();
        }
        let hash = hash(data, args);
        let own = hash & UPPER | (inst.index() as u64 + 1);
        let slots = self.slots.as_mut_slice();
        let mask = slots.len() - 1;
        let mut at = place(hash) & mask;
        loop {
            let slot = slots.get_mut(at)?;
            if *slot == 0 {
                *slot = own;
                self.room -= 1;
                return None;
            }
            if (*slot ^ own) & UPPER == 0 {
                let other = Inst::from_index((*slot & !UPPER) as usize - 1);
                let found = insts.get(other.index())?;
                if same(found, found.args.of(pool), data, args) {
                    if other != inst && dominates(other) {
                        return Some(other);
                    }
                    *slot = own;
                    return None;
                }
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let slots = vec![0; self.slots.len() * 2];
        self.room = self.slots.len() / 4 * 3;
        let mask = slots.len() - 1;
        let old = std::mem::replace(&mut self.slots, slots);
        for slot in old.into_iter().filter(|&slot| slot != 0) {
            let mut at = place(slot) & mask;
            while self.slots[at] != 0 {
                at = (at + 1) & mask;
            }
            self.slots[at] = slot;
        }
    }
}

/// The half of a slot that is of the hash.
const UPPER: u64 = !0 << 32;

/// Where a hash has its slot: by its upper half, as slots keep that.
#[inline]
fn place(hash: u64) -> usize {
    (hash >> 32) as usize
}

/// Of the operation, its type and operands; the same where the operands may change places and do.
#[inline]
fn hash(data: &InstData, args: &[Value]) -> u64 {
    let mut state = (data.op as u64) << 32 | data.ty.index() as u64;
    let mut add = |bits: u64| state = (state.rotate_left(5) ^ bits).wrapping_mul(MULTIPLIER);
    add(u64::from(data.imm) << 16 | u64::from(data.flags.0));
    match *args {
        [] => {}
        [a] => add(u64::from(a.bits())),
        [a, b] => {
            let (a, b) = if b < a && commutes(data.op) {
                (b, a)
            } else {
                (a, b)
            };
            add(u64::from(a.bits()) << 32 | u64::from(b.bits()));
        }
        _ => args.iter().for_each(|value| add(u64::from(value.bits()))),
    }
    state
}

#[inline]
fn same(x: &InstData, xs: &[Value], y: &InstData, ys: &[Value]) -> bool {
    if x.op != y.op || x.ty != y.ty || x.imm != y.imm || x.flags != y.flags {
        return false;
    }
    match (xs, ys) {
        (&[a, b], &[c, d]) => a == c && b == d || a == d && b == c && commutes(x.op),
        _ => xs == ys,
    }
}

/// Whether the operands of an operation on two may change places, to the last bit of what it gives.
#[inline]
fn commutes(op: Op) -> bool {
    op_table!(|op| matches!(
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
    ))[op as usize]
}
