//! Which values of a body are structs, and which of their members are used: known before the body is imported.

use crate::bitcode::module as bc;
use crate::ir::Value;
use smallvec::SmallVec;

/// Members that a struct value may have; DXIL's own have at most eight.
pub const MAX_MEMBERS: usize = 16;

/// The members of a struct value, those that are used.
pub type Members = SmallVec<[Option<Value>; 8]>;

/// A set of members: bit `n` for member `n`.
pub type Used = u16;

/// Every member.
const ALL: Used = Used::MAX;

/// What is known of a value as a struct.
#[derive(Clone, Copy, Default)]
struct Aggregate {
    /// Where its members start in the pool, once it is defined.
    start: u32,
    /// How many members it has, 0 until it is defined.
    len: u16,
    /// Which of them are used.
    used: Used,
}

/// The struct values of a function, by local value number.
#[derive(Default)]
pub struct Aggregates {
    of: Vec<Aggregate>,
    pool: Vec<Option<Value>>,
}

impl Aggregates {
    /// Finds the members used of each value of `body`, whose caller uses `result_used` of what it returns. In the memory of
    /// others, which are gone.
    pub fn new(llvm: &bc::Module, body: &bc::Body, result_used: Used, memory: Self) -> Self {
        let Self { mut of, mut pool } = memory;
        of.clear();
        of.resize(body.values.len(), Aggregate::default());
        pool.clear();
        let mut uses = Uses {
            body,
            of,
            changed: Vec::new(),
        };
        for inst in &body.insts {
            match inst.kind {
                bc::InstKind::ExtractValue { aggregate, indices } => {
                    let index = indices.of(&body.words).first().copied().unwrap_or(0);
                    uses.mark(aggregate, member_bit(index));
                }
                // A struct that becomes a member of another is needed whole.
                bc::InstKind::InsertValue { value, .. } | bc::InstKind::Store { value, .. } => {
                    uses.mark(value, ALL);
                }
                bc::InstKind::Ret { value: Some(value) } => uses.mark(value, result_used),
                bc::InstKind::Call { callee, args, .. }
                    if llvm.functions.get(callee).is_some_and(|f| f.body.is_some()) =>
                {
                    args.of(&body.operands)
                        .iter()
                        .for_each(|&arg| uses.mark(arg, ALL));
                }
                _ => {}
            }
        }
        uses.propagate();
        Self { of: uses.of, pool }
    }

    fn get(&self, local: u32) -> Aggregate {
        self.of.get(local as usize).copied().unwrap_or_default()
    }

    /// Whether the value is a struct whose members are known.
    pub fn is_defined(&self, local: u32) -> bool {
        self.get(local).len != 0
    }

    /// The members used of a value.
    pub fn used(&self, local: u32) -> Used {
        self.get(local).used
    }

    /// The members of a struct value that is defined.
    pub fn members(&self, local: u32) -> &[Option<Value>] {
        let Aggregate { start, len, .. } = self.get(local);
        let start = start as usize;
        self.pool.get(start..start + usize::from(len)).unwrap_or(&[])
    }

    /// Says what the members of a value are.
    pub fn define(&mut self, local: u32, members: &[Option<Value>]) {
        if let Some(aggregate) = self.of.get_mut(local as usize) {
            aggregate.start = self.pool.len() as u32;
            aggregate.len = members.len() as u16;
            self.pool.extend_from_slice(members);
        }
    }
}

/// The bit of member `index`; those beyond the last that a struct may have share the last one's.
pub fn member_bit(index: u64) -> Used {
    1 << index.min(MAX_MEMBERS as u64 - 1)
}

/// The fixpoint over the uses of a body's structs.
struct Uses<'a> {
    body: &'a bc::Body,
    of: Vec<Aggregate>,
    /// Values of which more members became used.
    changed: Vec<u32>,
}

impl Uses<'_> {
    fn mark(&mut self, id: bc::ValueId, used: Used) {
        let Some(local) = id.0.checked_sub(self.body.first_value) else {
            return;
        };
        if let Some(aggregate) = self.of.get_mut(local as usize)
            && aggregate.used | used != aggregate.used
        {
            aggregate.used |= used;
            self.changed.push(local);
        }
    }

    // Ends: a value comes back only with another bit.
    fn propagate(&mut self) {
        let body = self.body;
        while let Some(local) = self.changed.pop() {
            let used = self.of.get(local as usize).map_or(0, |a| a.used);
            let Some(bc::ValueKind::Inst(index)) = body.values.get(local as usize).map(|v| &v.kind) else {
                continue;
            };
            match body.insts.get(*index as usize).map(|inst| inst.kind) {
                Some(bc::InstKind::Phi { values, .. }) => {
                    values
                        .of(&body.operands)
                        .iter()
                        .for_each(|&id| self.mark(id, used));
                }
                Some(bc::InstKind::Select {
                    if_true, if_false, ..
                }) => {
                    self.mark(if_true, used);
                    self.mark(if_false, used);
                }
                Some(bc::InstKind::InsertValue {
                    aggregate, indices, ..
                }) => {
                    let replaced = match *indices.of(&body.words) {
                        [index] if index < MAX_MEMBERS as u64 => member_bit(index),
                        _ => 0,
                    };
                    self.mark(aggregate, used & !replaced);
                }
                _ => {}
            }
        }
    }
}
