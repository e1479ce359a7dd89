//! Runs a scalar function and records what can be observed of it.
//!
//! A load gives a number from a hash of how many loads came before, so the trace depends on each branch taken. A
//! store, a load and the end of the function are events. Undef is tracked: whatever depends on it is undef, and a
//! branch on it ends the run.

use crate::ir::{Block, ConstData, Function, Inst, Module, Op, Terminator, Value, ValueRef};

/// Something that can be observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A load was executed.
    Load(Inst),
    /// A store of a value, `None` for undef.
    Store(Inst, Option<u64>),
    /// The function returned.
    Return(Option<u64>),
    /// `unreachable` was reached.
    Unreachable,
    /// A branch depends on undef.
    BranchOnUndef(Block),
}

/// What a run did.
#[derive(Clone, Debug)]
pub struct Run {
    /// In order.
    pub events: Vec<Event>,
    /// Blocks entered.
    pub steps: usize,
    /// Whether it came to an end within the limits.
    pub finished: bool,
}

fn hash(seed: u64, number: u64) -> u64 {
    let mut x = seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Runs `function` until it ends, has entered `max_steps` blocks, or has produced `max_events` events.
pub fn run(module: &Module, function: &Function, seed: u64, max_steps: usize, max_events: usize) -> Run {
    let mut values: Vec<Option<u64>> = vec![None; function.insts.len()];
    let mut events = Vec::new();
    let mut loads = 0;
    let mut steps = 0;
    let mut block = Block(0);
    let read = |values: &[Option<u64>], value: Value| match value.get() {
        ValueRef::Inst(inst) => values[inst.0 as usize],
        ValueRef::Const(constant) => match module.consts.get(constant) {
            ConstData::Scalar(bits) => Some(*bits),
            _ => None,
        },
        ValueRef::Global(global) => Some(u64::from(global.0)),
    };
    loop {
        steps += 1;
        if steps > max_steps || events.len() >= max_events {
            return Run {
                events,
                steps,
                finished: false,
            };
        }
        for &inst in &function.blocks[block].insts {
            let args: Vec<Option<u64>> = function.args(inst).iter().map(|&v| read(&values, v)).collect();
            let all = || args.iter().copied().collect::<Option<Vec<u64>>>();
            let mask = match function.insts[inst].ty.scalar_bits() {
                bits @ 1..64 => (1 << bits) - 1,
                _ => u64::MAX,
            };
            let value = match function.insts[inst].op {
                Op::Load => {
                    events.push(Event::Load(inst));
                    loads += 1;
                    Some(hash(seed, loads))
                }
                Op::Store => {
                    events.push(Event::Store(inst, args[1]));
                    None
                }
                Op::IAdd => all().map(|a| a[0].wrapping_add(a[1])),
                Op::Xor => all().map(|a| a[0] ^ a[1]),
                Op::And => all().map(|a| a[0] & a[1]),
                Op::IEq => all().map(|a| u64::from(a[0] == a[1])),
                Op::Select => match args[0] {
                    Some(0) => args[2],
                    Some(_) => args[1],
                    None => None,
                },
                op => panic!("{op} is not in generated functions"),
            };
            values[inst.0 as usize] = value.map(|value| value & mask);
        }
        let terminator = &function.blocks[block].terminator;
        let operand = terminator.operand().map(|value| read(&values, value));
        let edge = match terminator {
            Terminator::Branch(edge) => *edge,
            Terminator::CondBranch {
                if_true, if_false, ..
            } => match operand.flatten() {
                Some(0) => *if_false,
                Some(_) => *if_true,
                None => {
                    events.push(Event::BranchOnUndef(block));
                    break;
                }
            },
            Terminator::Switch { default, cases, .. } => match operand.flatten() {
                Some(bits) => cases
                    .iter()
                    .find(|(case, _)| *case == bits)
                    .map_or(*default, |(_, edge)| *edge),
                None => {
                    events.push(Event::BranchOnUndef(block));
                    break;
                }
            },
            Terminator::Return(_) => {
                events.push(Event::Return(operand.flatten()));
                break;
            }
            Terminator::Unreachable => {
                events.push(Event::Unreachable);
                break;
            }
        };
        let args: Vec<Option<u64>> = function
            .edge_args(&edge)
            .iter()
            .map(|&v| read(&values, v))
            .collect();
        for (&param, value) in function.blocks[edge.block].params.iter().zip(args) {
            values[param.0 as usize] = value;
        }
        block = edge.block;
    }
    Run {
        events,
        steps,
        finished: true,
    }
}
