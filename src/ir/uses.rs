//! Uses of values, and one value in place of another.

use super::function::{Block, Edge, Function, Hint, Inst, Value};
use crate::entity::{EntityId, IdVec};

/// Values that others stand for: replace-all-uses, once for any number of values.
///
/// What is replaced may be asked for at any time ([`resolve`](Self::resolve)); operands everywhere else are rewritten
/// at the end, in one walk ([`apply`](Self::apply)).
#[derive(Clone, Debug, Default)]
pub struct Replacements {
    /// By instruction; [`Value::NONE`] for those that stay.
    values: IdVec<Inst, Value>,
    any: bool,
    /// How many instructions there are expected to be.
    expected: usize,
}

impl Replacements {
    /// None.
    pub fn new() -> Self {
        Self::default()
    }
    /// None, in a function of about so many instructions.
    pub fn with_capacity(count: usize) -> Self {
        Self {
            expected: count,
            ..Self::default()
        }
    }
    /// Whether nothing is replaced.
    #[inline]
    pub fn is_empty(&self) -> bool {
        !self.any
    }
    /// Whether something stands for `inst`.
    #[inline]
    pub fn contains(&self, inst: Inst) -> bool {
        self.any && self.values.get(inst).is_some_and(|&value| value != Value::NONE)
    }
    /// From now on `value`, which has its type, stands for `inst`. Chains may form, circles may not.
    #[inline]
    pub fn insert(&mut self, inst: Inst, value: Value) {
        debug_assert_ne!(self.resolve(value), Value::from(inst), "a circle of replacements");
        if self.values.len() <= inst.index() {
            self.grow(inst);
        }
        self.values[inst] = value;
        self.any = true;
    }
    /// Makes room for `inst`.
    #[cold]
    fn grow(&mut self, inst: Inst) {
        let count = match inst.index() < self.expected {
            true => self.expected,
            false => (inst.index() + 1).next_power_of_two(),
        };
        self.values.resize(count, Value::NONE);
    }
    /// What stands for `value` at the end of the chain.
    #[inline]
    pub fn resolve(&self, mut value: Value) -> Value {
        while let Some(&next) = self.values.as_slice().get(value.slot())
            && next != Value::NONE
        {
            value = next;
        }
        value
    }
    /// Joins the block that `edge` leads to, the only edge to it, to `block`, which it is the end of: its parameters are what the
    /// edge gives. Not where a merge would be lost, or one of two hints. What remains of the joined block is empty; that it goes
    /// from the layout, and debug values with it, is the caller's.
    pub fn join(&mut self, function: &mut Function, block: Block, edge: Edge) -> bool {
        let (data, next) = (&function.blocks[block], &function.blocks[edge.block]);
        if data.merge.is_some() || (data.hint != Hint::None && next.hint != Hint::None) {
            return false;
        }
        let next = std::mem::take(&mut function.blocks[edge.block]);
        for (&param, &value) in next.params.iter().zip(edge.args.of(&function.pool)) {
            let value = self.resolve(value);
            self.insert(param, value);
        }
        let data = &mut function.blocks[block];
        data.insts.extend(next.insts);
        data.terminator = next.terminator;
        data.source = next.source;
        data.merge = next.merge;
        if next.hint != Hint::None {
            data.hint = next.hint;
        }
        true
    }
    /// Rewrites every operand and argument of `function`, and what debugging information says of values.
    pub fn apply(&mut self, function: &mut Function) {
        if !self.any {
            return;
        }
        // Chains become one step each.
        for inst in self.values.ids() {
            let value = self.values[inst];
            if value != Value::NONE {
                self.values[inst] = self.resolve(value);
            }
        }
        // Nothing branches on whether a value is replaced, either.
        let count = self.values.len();
        self.values.push(Value::NONE);
        let table = self.values.as_slice();
        for value in &mut function.pool {
            // One step is all there is now.
            let next = table[value.slot_or_behind(count)];
            *value = if next == Value::NONE { *value } else { next };
        }
        for data in function.blocks.values_mut() {
            if let Some(value) = data.terminator.operand_mut() {
                *value = self.resolve(*value);
            }
        }
        self.apply_to_debug_values(function);
    }
    /// Rewrites what debugging information says of values: all that is left to do where whoever replaced them has looked at
    /// every operand behind that.
    pub fn apply_to_debug_values(&self, function: &mut Function) {
        for debug in &mut function.debug_values {
            debug.value = debug.value.map(|value| self.resolve(value));
        }
    }
}

/// Where a value is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum User {
    /// As an operand of an instruction.
    Inst(Inst),
    /// As the operand of a block's terminator, or an argument of one of its edges.
    Terminator(Block),
}

/// The uses of each value of a function, in the order of its layout: a user once for each operand that is the value.
/// Valid until the function changes.
#[derive(Clone, Debug)]
pub struct Uses {
    /// Where the users of each value start in `users`; one more at the end.
    starts: Vec<u32>,
    users: Vec<User>,
}

impl Uses {
    /// Those of `function`, in blocks of its layout.
    pub fn new(function: &Function) -> Self {
        let mut starts = vec![0u32; function.insts.len() + 1];
        for_each_use(function, |value, _| {
            if let Some(count) = starts.get_mut(value.index()) {
                *count += 1;
            }
        });
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut users = vec![User::Terminator(Block(0)); sum as usize];
        // From behind, so that each value's users end up in order and its start at the first.
        let mut all = Vec::with_capacity(users.len());
        for_each_use(function, |value, user| all.push((value, user)));
        for &(value, user) in all.iter().rev() {
            if let Some(start) = starts.get_mut(value.index()) {
                *start -= 1;
                if let Some(slot) = users.get_mut(*start as usize) {
                    *slot = user;
                }
            }
        }
        Self { starts, users }
    }
    /// The users of `inst`.
    pub fn of(&self, inst: Inst) -> &[User] {
        let bound = |index: usize| {
            self.starts
                .get(index)
                .map_or(self.users.len(), |&start| start as usize)
        };
        self.users
            .get(bound(inst.index())..bound(inst.index() + 1))
            .unwrap_or(&[])
    }
}

/// Calls `f` with each use of an instruction's value in the blocks of the layout, in their order.
pub fn for_each_use(function: &Function, mut f: impl FnMut(Inst, User)) {
    for &block in &function.layout {
        let data = &function.blocks[block];
        for &inst in &data.insts {
            for used in function.args(inst).iter().filter_map(|value| value.as_inst()) {
                f(used, User::Inst(inst));
            }
        }
        function.for_each_end_value(block, |value| {
            if let Some(used) = value.as_inst() {
                f(used, User::Terminator(block));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{Replacements, User, Uses};
    use crate::ir::parse::parse_module;
    use crate::ir::{Block, Inst};

    const TEXT: &str = "global @0 Private i32\nfunction func0 void {\nbb0:\n\
        %0: i32 = load @0\n\
        %1: i32 = iadd %0, %0\n\
        %2: i1 = ieq %1, %0\n\
        condbr %2, bb1(%0), bb2\n\
        bb1(%3: i32):\n\
        store @0, %3\n\
        br bb2\n\
        bb2:\n\
        ret\n}\n";

    #[test]
    fn uses_in_order() {
        let module = parse_module(TEXT).unwrap();
        let uses = Uses::new(&module.functions[module.entry]);
        let (add, compare) = (User::Inst(Inst(1)), User::Inst(Inst(2)));
        assert_eq!(uses.of(Inst(0)), [add, add, compare, User::Terminator(Block(0))]);
        assert_eq!(uses.of(Inst(1)), [compare]);
        assert_eq!(uses.of(Inst(2)), [User::Terminator(Block(0))]);
        assert_eq!(uses.of(Inst(3)).len(), 1);
        assert_eq!(uses.of(Inst(77)), []);
    }

    #[test]
    fn replacements_follow_chains_everywhere() {
        let mut module = parse_module(TEXT).unwrap();
        let five = module.i32(5);
        let yes = module.scalar(crate::ir::Type::BOOL, 1);
        let function = &mut module.functions[crate::ir::Func(0)];
        let mut replace = Replacements::new();
        assert!(replace.is_empty() && replace.resolve(Inst(0).into()) == Inst(0).into());
        replace.insert(Inst(1), Inst(0).into());
        replace.insert(Inst(3), Inst(1).into());
        replace.insert(Inst(2), yes);
        replace.insert(Inst(0), five);
        assert!(replace.contains(Inst(0)) && !replace.contains(Inst(4)) && !replace.contains(Inst(90)));
        assert_eq!(replace.resolve(Inst(3).into()), five);
        replace.apply(function);
        let uses = Uses::new(function);
        assert!((0..4).all(|inst| uses.of(Inst(inst)).is_empty()));
        let text = module.to_string();
        assert!(text.contains("condbr i1 true, bb1(i32 5), bb2"), "{text}");
    }
}
