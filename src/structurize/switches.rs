//! Switches of functions with wave operations become tests, one after the other.
//!
//! Expects any valid function; guarantees that one whose operations look at other lanes has no switch. It runs before
//! the structurizer, which then sees branches only, and on what its stages make: blocks that tell several targets apart.
//!
//! Lanes that part at an `OpSwitch` do not meet again at its merge block on NVIDIA's driver (580.159, H100), not even
//! where the module asks for maximal reconvergence: sums over a wave behind it were those of half or a third of the lanes.
//! Behind conditional branches they meet. Measured with the generated programs of `oracle/`.
//!
//! ```text
//! bb0:                                          bb0:
//!   switch %0, bb9 [1: bb1, 2: bb1, 3: bb2]       %1 = ieq %0, 1; %2 = ieq %0, 2; %3 = or %1, %2
//!                                          =>     condbr %3, bb1, bb10
//!                                               bb10:
//!                                                 %4 = ieq %0, 3
//!                                                 condbr %4, bb2, bb9
//! ```

use super::funnel::Made;
use crate::effects::Memory;
use crate::entity::IdVec;
use crate::ir::{Block, Cursor, Edge, Flags, Func, Function, Module, Op, Terminator, Type, Value};
use rustc_hash::FxHashMap;

/// Runs the pass on a function; returns whether it changed anything.
pub fn separate(module: &mut Module, func: Func) -> bool {
    let Some(slot) = module.functions.get_mut(func) else {
        return false;
    };
    if !looks_at_lanes(slot) {
        return false;
    }
    let mut function = std::mem::take(slot);
    let changed = run(module, &mut function);
    module.functions[func] = function;
    changed
}

fn looks_at_lanes(function: &Function) -> bool {
    let is_switch = |block: &Block| matches!(function.blocks[*block].terminator, Terminator::Switch { .. });
    function.layout.iter().any(is_switch) && has_wave_operations(function)
}

/// Whether an operation looks at other lanes.
pub(super) fn has_wave_operations(function: &Function) -> bool {
    // Accesses of memory read all classes, as far as the operation alone says.
    let looks = |op: Op| {
        let effects = op.effects();
        effects.convergent && effects.reads.meets(Memory::LANES)
    };
    function.insts.values().any(|data| looks(data.op))
}

/// Makes tests of the switches that funnels have become, where they must not stay.
pub(super) fn separate_made(module: &mut Module, function: &mut Function, made: &mut Made) {
    if made.switches.is_empty() || !has_wave_operations(function) {
        return;
    }
    for block in std::mem::take(&mut made.switches) {
        separate_one(module, function, block);
        // What the last edge of one block was for is now spread over several.
        made.numbers.remove(&block);
    }
}

fn run(module: &mut Module, function: &mut Function) -> bool {
    let mut changed = false;
    for position in 0..function.layout.len() {
        let block = function.layout[position];
        changed |= separate_one(module, function, block);
    }
    changed
}

/// Makes tests of the switch at the end of `block`, if there is one.
fn separate_one(module: &mut Module, function: &mut Function, block: Block) -> bool {
    let data = &mut function.blocks[block];
    match std::mem::replace(&mut data.terminator, Terminator::Unreachable) {
        Terminator::Switch {
            value,
            default,
            cases,
        } => {
            tests(module, function, block, value, default, &cases);
            true
        }
        other => {
            data.terminator = other;
            false
        }
    }
}

/// Ends `block` by tests of `value`, one for all cases that go the same way.
fn tests(
    module: &mut Module,
    function: &mut Function,
    mut block: Block,
    value: Value,
    default: Edge,
    cases: &[(u64, Edge)],
) {
    let ty = module.value_type(function, value);
    let (source, hint) = (function.blocks[block].source, function.blocks[block].hint);
    // The ways in the order of their first case; edges are the same where block and arguments are.
    let mut ways: IdVec<Way, (Edge, Vec<u64>)> = IdVec::new();
    let mut known: FxHashMap<(Block, Vec<Value>), Option<Way>> = FxHashMap::default();
    let key = |function: &Function, edge: &Edge| (edge.block, function.edge_args(edge).to_vec());
    known.insert(key(function, &default), None);
    for (number, edge) in cases {
        let way = known
            .entry(key(function, edge))
            .or_insert_with(|| Some(ways.push((*edge, Vec::new()))));
        if let Some(way) = way {
            ways[*way].1.push(*number);
        }
    }
    let last = ways.len();
    for (index, (edge, numbers)) in ways.values().enumerate() {
        let mut cursor = Cursor::at_end(block).with_source(source);
        let mut condition = None;
        for &number in numbers {
            let number = module.scalar(ty, number);
            let one = cursor.emit(function, Op::IEq, Flags::NONE, Type::BOOL, &[value, number], 0);
            condition = Some(match condition {
                None => one,
                Some(others) => cursor.emit(function, Op::Or, Flags::NONE, Type::BOOL, &[others, one], 0),
            });
        }
        // Every way has a case.
        let Some(condition) = condition else { continue };
        let if_false = if index + 1 == last {
            default
        } else {
            let next = function.add_block();
            function.blocks[next].source = source;
            function.blocks[next].hint = hint;
            Edge::to(next)
        };
        function.blocks[block].terminator = Terminator::CondBranch {
            condition,
            if_true: *edge,
            if_false,
        };
        block = if_false.block;
    }
    if last == 0 {
        function.blocks[block].terminator = Terminator::Branch(default);
    }
}

crate::entity_id! {
    /// Cases that go the same way.
    struct Way = "way"
}
