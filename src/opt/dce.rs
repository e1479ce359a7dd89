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

use crate::entity::{EntityId, ListRef};
use crate::ir::{Block, Edge, Function, Inst, Op, Terminator, Value};

/// Runs the pass; returns whether it removed anything.
pub fn dce(function: &mut Function) -> bool {
    let mut live = vec![false; function.insts.len()];
    let mut work: Vec<Inst> = Vec::new();
    let mark = |value: Value, live: &mut Vec<bool>, work: &mut Vec<Inst>| {
        if let Some(inst) = value.as_inst()
            && let Some(seen) = live.get_mut(inst.index())
            && !*seen
        {
            *seen = true;
            work.push(inst);
        }
    };
    // For each parameter: its block and position; for each block with parameters, the edges to it.
    let mut places: Vec<(Block, u32)> = Vec::new();
    let mut place_of = vec![u32::MAX; function.insts.len()];
    let mut incoming: Vec<Vec<ListRef>> = vec![Vec::new(); function.blocks.len()];
    for &block in &function.layout {
        let data = &function.blocks[block];
        for (position, &param) in data.params.iter().enumerate() {
            place_of[param.index()] = places.len() as u32;
            places.push((block, position as u32));
        }
        for &inst in &data.insts {
            if !function.insts[inst].op.removable() {
                mark(inst.into(), &mut live, &mut work);
            }
        }
        if let Some(value) = data.terminator.operand() {
            mark(value, &mut live, &mut work);
        }
        data.terminator.for_each_edge(|edge| {
            if edge.args.len != 0 {
                incoming[edge.block.index()].push(edge.args);
            }
        });
    }
    // The entry's parameters are the function's arguments.
    if let Some(&entry) = function.layout.first() {
        for &param in &function.blocks[entry].params {
            live[param.index()] = true;
        }
    }
    while let Some(inst) = work.pop() {
        if function.insts[inst].op == Op::Param {
            if let Some(&(block, position)) = places.get(place_of[inst.index()] as usize) {
                for list in &incoming[block.index()] {
                    if let Some(&value) = list.of(&function.pool).get(position as usize) {
                        mark(value, &mut live, &mut work);
                    }
                }
            }
            continue;
        }
        for &value in function.insts[inst].args.of(&function.pool) {
            mark(value, &mut live, &mut work);
        }
    }
    sweep(function, &live)
}

fn sweep(function: &mut Function, live: &[bool]) -> bool {
    let mut changed = false;
    // Positions of the live parameters of blocks that lose some.
    let mut kept: Vec<Option<Vec<u32>>> = vec![None; function.blocks.len()];
    let layout = std::mem::take(&mut function.layout);
    for &block in &layout {
        let data = &mut function.blocks[block];
        let before = data.insts.len();
        data.insts.retain(|inst| live[inst.index()]);
        changed |= data.insts.len() != before;
        if data.params.iter().all(|param| live[param.index()]) {
            continue;
        }
        changed = true;
        let positions = (0..data.params.len() as u32)
            .filter(|&i| {
                data.params
                    .get(i as usize)
                    .is_some_and(|param| live[param.index()])
            })
            .collect();
        data.params.retain(|param| live[param.index()]);
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
