//! Removes instructions and block parameters that nothing uses.
//!
//! Expects any valid function. Guarantees that every remaining instruction has an effect or a use that
//! leads to one; keeps the control flow.
//!
//! ```text
//! bb1(%1: i32, %2: i32):          bb1(%1: i32):
//!   %3 = iadd %1, %2         =>     store @0, %1
//!   store @0, %1                    br bb1(%1)
//!   br bb1(%1, %3)
//! ```

use crate::analysis::params::Params;
use crate::entity::{EntityId, ListRef};
use crate::ir::{Edge, Function, Inst, Op, Terminator, Value, op_table};

/// What is known of an instruction while the blocks are walked through from behind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// It comes yet, and nothing that was walked over uses it.
    Ahead,
    /// Nothing that was walked over before it uses it.
    Unused,
    /// A parameter that nothing uses.
    UnusedParam,
    Live,
}

/// Runs the pass; returns whether it removed anything.
pub fn dce(function: &mut Function) -> bool {
    let live = live(function);
    live.dead && sweep(function, &live.states)
}

struct Live {
    states: Vec<State>,
    /// Whether something in a block is not live.
    dead: bool,
}

/// Finds what is used: one walk from behind, in which most uses come before what they use. What is found to be used only
/// after it was walked over, by loops or the order of blocks, goes on a list.
fn live(function: &Function) -> Live {
    let mut walk = Walk {
        states: vec![State::Ahead; function.insts.len() + 1],
        work: Vec::new(),
    };
    let mut unused = 0usize;
    let params = Params::of(function, |param| {
        walk.states[param.index()] = State::UnusedParam;
        unused += 1;
    });
    // The entry's parameters are the function's arguments.
    if let Some(&entry) = function.layout.first() {
        for &param in &function.blocks[entry].params {
            walk.states[param.index()] = State::Live;
        }
    }
    for &block in function.layout.iter().rev() {
        let data = &function.blocks[block];
        if let Some(value) = data.terminator.operand() {
            walk.mark(value);
        }
        for &inst in data.insts.iter().rev() {
            let state = &mut walk.states[inst.index()];
            let data = &function.insts[inst];
            if *state == State::Ahead && is_removable(data.op) {
                *state = State::Unused;
                unused += 1;
                continue;
            }
            *state = State::Live;
            for &value in data.args.of(&function.pool) {
                walk.mark(value);
            }
        }
    }
    while let Some(inst) = walk.work.pop() {
        unused = unused.saturating_sub(1);
        let data = &function.insts[inst];
        if data.op != Op::Param {
            for &value in data.args.of(&function.pool) {
                walk.mark(value);
            }
            continue;
        }
        if let Some((block, position)) = params.place(inst) {
            for list in params.lists(block) {
                if let Some(&value) = list.of(&function.pool).get(position) {
                    walk.mark(value);
                }
            }
        }
    }
    Live {
        states: walk.states,
        dead: unused != 0,
    }
}

#[inline]
fn is_removable(op: Op) -> bool {
    op_table!(|op| op.effects().removable())[op as usize]
}

struct Walk {
    /// Of each instruction, and one for all that is none.
    states: Vec<State>,
    /// What is live and was passed by.
    work: Vec<Inst>,
}

impl Walk {
    /// Something that is live uses `value`.
    #[inline]
    fn mark(&mut self, value: Value) {
        let count = self.states.len() - 1;
        let state = &mut self.states[value.slot_or_behind(count)];
        if matches!(*state, State::Unused | State::UnusedParam) {
            self.work.extend(value.as_inst());
        }
        *state = State::Live;
    }
}

fn sweep(function: &mut Function, states: &[State]) -> bool {
    let live = |inst: Inst| states[inst.index()] == State::Live;
    let mut changed = false;
    // Positions of the live parameters of blocks that lose some.
    let mut kept: Vec<Option<Vec<u32>>> = vec![None; function.blocks.len()];
    let layout = std::mem::take(&mut function.layout);
    for &block in &layout {
        let data = &mut function.blocks[block];
        // Most blocks lose nothing.
        if let Some(first) = data.insts.iter().position(|&inst| !live(inst)) {
            changed = true;
            let mut kept = first;
            for at in first + 1..data.insts.len() {
                let inst = data.insts[at];
                data.insts[kept] = inst;
                kept += usize::from(live(inst));
            }
            data.insts.truncate(kept);
        }
        if data.params.iter().all(|&param| live(param)) {
            continue;
        }
        changed = true;
        let positions = (0..data.params.len() as u32)
            .filter(|&i| data.params.get(i as usize).is_some_and(|&param| live(param)))
            .collect();
        data.params.retain(|&param| live(param));
        kept[block.index()] = Some(positions);
    }
    if kept.iter().any(Option::is_some) {
        let mut args: Vec<Value> = Vec::new();
        for &block in &layout {
            let mut terminator =
                std::mem::replace(&mut function.blocks[block].terminator, Terminator::Unreachable);
            terminator.for_each_edge_mut(|edge: &mut Edge| {
                let Some(positions) = &kept[edge.block.index()] else {
                    return;
                };
                args.clear();
                let old = edge.args.of(&function.pool);
                args.extend(positions.iter().filter_map(|&p| old.get(p as usize).copied()));
                edge.args = ListRef::append(&mut function.pool, args.iter().copied());
            });
            function.blocks[block].terminator = terminator;
        }
    }
    function.layout = layout;
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Flags, Module, Type};

    /// A loop that carries two values, of which only one leads to a store.
    #[test]
    fn dead_loop_values_go_with_their_edges() {
        let mut module = Module::default();
        let out = module.add_global("out", ::spirv::StorageClass::Private, Type::I32);
        let one = module.i32(1);
        let mut f = Function::new("f", Type::VOID);
        let (entry, head, exit) = (f.add_block(), f.add_block(), f.add_block());
        let kept = f.add_param(head, Type::I32);
        let dead = f.add_param(head, Type::I32);
        let first = f.edge(head, &[one, one]);
        f.blocks[entry].terminator = Terminator::Branch(first);
        let sum = f.append(
            head,
            Op::IAdd,
            Flags::NONE,
            Type::I32,
            &[dead.into(), kept.into()],
            0,
        );
        let next = f.append(head, Op::IAdd, Flags::NONE, Type::I32, &[kept.into(), one], 0);
        f.append(
            head,
            Op::Store,
            Flags::NONE,
            Type::VOID,
            &[out.into(), kept.into()],
            0,
        );
        let test = f.append(head, Op::ULt, Flags::NONE, Type::BOOL, &[next.into(), one], 0);
        let back = f.edge(head, &[next.into(), sum.into()]);
        f.blocks[head].terminator = Terminator::CondBranch {
            condition: test.into(),
            if_true: back,
            if_false: Edge::to(exit),
        };
        f.blocks[exit].terminator = Terminator::Return(None);

        assert!(dce(&mut f));
        assert_eq!(f.blocks[head].params, [kept]);
        assert!(!f.blocks[head].insts.contains(&sum));
        let mut lists = Vec::new();
        for block in [entry, head] {
            f.blocks[block]
                .terminator
                .for_each_edge(|edge| lists.push(f.edge_args(edge).to_vec()));
        }
        assert_eq!(lists, [vec![one], vec![next.into()], vec![]]);
        assert!(!dce(&mut f));
    }
}
