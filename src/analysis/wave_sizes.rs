//! Sizes of waves that a shader seems to be written for, though it does not say so.
//!
//! In: a module at the D3D12 level, which has wave operations. Out: [`WaveSizes`], guesses from what shaders of games do
//! that were only tried on devices with waves of 32 lanes, or that run slowly with others:
//!
//! | what | size |
//! |---|---|
//! | wave operations in a compute shader whose group has at most 32 threads | at most 32 |
//! | a ballot of a compute shader of which only the first word is read | at most 32 |
//! | a lane read at a number that is computed, other than by turning bits of the own one | at most 32 |
//! | such a read at a number that a mask holds below 32, in a group of 32 x 1 x 1 threads without groupshared barriers | at least 32 |
//! | a reduction of what depends on the number of a thread in such a group | at least 32 |

use crate::ir::{Function, Inst, Module, Op, Value};
use crate::shader::{Stage, SystemValue};

/// The size in question.
const SIZE: u32 = 32;

/// What a shader seems to be written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct WaveSizes {
    /// Waves have at least so many lanes.
    pub min: Option<u32>,
    /// Waves have at most so many lanes.
    pub max: Option<u32>,
}

/// What the entry point of `module` seems to be written for.
pub fn find(module: &Module) -> WaveSizes {
    let mut found = WaveSizes::default();
    let Some(function) = module.functions.get(module.entry) else {
        return found;
    };
    let stage = module.info.stage;
    let compute = stage == Stage::Compute;
    let threads = module.info.properties.num_threads.unwrap_or([1; 3]);
    let total = threads.into_iter().fold(1, u32::saturating_mul);
    let mut at_most = compute && total <= SIZE;
    let row = threads == [SIZE, 1, 1] && matches!(stage, Stage::Compute | Stage::Mesh | Stage::Amplification);
    let mut at_least = false;
    let (mut masked, mut waits) = (false, false);
    // Words of ballots: the first, others.
    let mut words = [false; 2];
    let mut depends = vec![false; if row { function.insts.len() } else { 0 }];
    for &block in &function.layout {
        for &inst in &function.blocks[block].insts {
            let data = &function.insts[inst];
            let args = data.args.of(&function.pool);
            if row {
                let on_thread = data.op == Op::SystemValue && is_thread(data.imm);
                let from = args.iter().filter_map(|arg| arg.as_inst());
                let dependent = on_thread || from.into_iter().any(|arg| depends[arg.0 as usize]);
                depends[inst.0 as usize] = dependent;
                let reduction = (Op::WaveIAdd..=Op::WaveFMax).contains(&data.op) && data.imm == 0;
                at_least |= reduction && dependent;
            }
            match (data.op, args) {
                (Op::Extract, &[of, ..]) if is(function, of, Op::WaveBallot) => {
                    words[usize::from(data.imm != 0)] = true;
                }
                (Op::WaveShuffle, &[_, lane]) if !turns_bits(module, function, lane) => {
                    at_most = true;
                    masked |= is_masked(module, function, lane);
                }
                (Op::QuadRead, &[_, lane]) => at_most |= lane.as_const().is_none(),
                (Op::DxBarrier, _) => waits |= data.imm & 8 != 0,
                _ => {}
            }
        }
    }
    at_most |= compute && words == [true, false];
    at_least |= row && masked && !waits;
    found.max = at_most.then_some(SIZE);
    found.min = at_least.then_some(SIZE);
    found
}

/// Whether a system value is the number of a thread in its group.
fn is_thread(value: u32) -> bool {
    [
        SystemValue::ThreadIdInGroupX,
        SystemValue::ThreadIdInGroupY,
        SystemValue::ThreadIdInGroupZ,
        SystemValue::FlattenedThreadIdInGroup,
    ]
    .into_iter()
    .any(|thread| value == thread as u32)
}

fn is(function: &Function, value: Value, op: Op) -> bool {
    value.as_inst().is_some_and(|inst| function.insts[inst].op == op)
}

/// The operands of `inst` if one is a constant: the other one, and the constant.
fn with_constant(module: &Module, function: &Function, inst: Inst) -> Option<(Value, u64)> {
    let &[a, b] = function.args(inst) else {
        return None;
    };
    match (module.const_bits(a), module.const_bits(b)) {
        (_, Some(bits)) => Some((a, bits)),
        (Some(bits), _) => Some((b, bits)),
        _ => None,
    }
}

/// Whether `value` is the number of the own lane.
fn is_own_lane(function: &Function, value: Value) -> bool {
    value.as_inst().is_some_and(|inst| {
        let data = &function.insts[inst];
        data.op == Op::SystemValue && data.imm == SystemValue::WaveLaneIndex as u32
    })
}

/// Which bits of the number of the own lane are turned in `lane`, if it is that.
pub fn turned(module: &Module, function: &Function, lane: Value) -> Option<u64> {
    let inst = lane.as_inst()?;
    let (other, bits) = with_constant(module, function, inst)?;
    (function.insts[inst].op == Op::Xor && is_own_lane(function, other)).then_some(bits)
}

/// Whether `lane` is the own lane with bits turned, or one of its quad: what devices have fast ways for.
fn turns_bits(module: &Module, function: &Function, lane: Value) -> bool {
    let own = |value: Value| is_own_lane(function, value);
    let quad = |value: Value| {
        let first = value
            .as_inst()
            .filter(|&inst| function.insts[inst].op == Op::And)
            .and_then(|inst| with_constant(module, function, inst));
        first.is_some_and(|(value, mask)| own(value) && mask as u32 == !3)
    };
    if quad(lane) {
        return true;
    }
    let Some(inst) = lane.as_inst() else {
        return false;
    };
    let Some((other, bits)) = with_constant(module, function, inst) else {
        return false;
    };
    match function.insts[inst].op {
        Op::Xor => own(other),
        Op::Or => own(other) && bits == 3 || quad(other) && bits < 4,
        Op::IAdd => quad(other) && bits < 4,
        _ => false,
    }
}

/// Whether a mask or a division holds `lane` below the size.
fn is_masked(module: &Module, function: &Function, lane: Value) -> bool {
    let Some(inst) = lane.as_inst() else {
        return false;
    };
    let constant = with_constant(module, function, inst).map(|(_, bits)| bits);
    match function.insts[inst].op {
        Op::And => constant == Some(u64::from(SIZE - 1)),
        Op::UMod => constant == Some(u64::from(SIZE)),
        _ => false,
    }
}
