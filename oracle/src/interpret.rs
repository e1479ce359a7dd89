//! Runs a function, in one lane or in several in lockstep, and records what can be observed of each.
//!
//! In: a function of the operations that [`program`](crate::program) makes. A load from the variable
//! [`DRAW`] gives a number from a hash of the lane's seed and of how many loads came before, so what is drawn
//! depends on each branch taken. A store to [`TRACE`], a draw and the end of the function are events. Other
//! variables are memory. Undef is tracked: whatever depends on it is undef, and a branch on it ends the run.
//!
//! Lanes in lockstep: of the blocks that lanes stand at, the first in the function's layout is run next, by all lanes
//! that stand there. Where the layout is that of a structured program (constructs in one piece, a loop's step last
//! in it, what follows after), lanes meet again as soon as the structure lets them: after each selection, at each
//! loop's step and end. Wave operations cover the lanes that execute them together.

use dxil2spirv::entity::EntityId;
use dxil2spirv::ir::{Block, ConstData, Function, Global, Inst, Module, Op, Terminator, Value, ValueRef};

/// The variable that gives random numbers.
pub const DRAW: Global = Global(0);
/// The variable that takes what is observed.
pub const TRACE: Global = Global(1);

/// Something that can be observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A number was drawn.
    Draw(Inst),
    /// A value was stored, `None` for undef.
    Store(Inst, Option<u64>),
    /// The function returned.
    Return,
    /// `unreachable` was reached.
    Unreachable,
    /// A branch depends on undef.
    BranchOnUndef,
}

/// What one lane did.
#[derive(Clone, Debug, Default)]
pub struct Lane {
    /// In order.
    pub events: Vec<Event>,
    /// Blocks entered.
    pub steps: usize,
    /// Whether it came to an end within the limits.
    pub finished: bool,
}

/// How long a lane may run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Blocks that it enters.
    pub steps: usize,
    /// Events that it produces.
    pub events: usize,
}

/// A number that follows from a lane's seed and the number of the draw.
pub fn draw(seed: u32, number: u32) -> u32 {
    // A 32-bit mix that a shader can do too.
    let mut x = seed ^ number.wrapping_mul(0x9e37_79b9);
    x = (x ^ (x >> 16)).wrapping_mul(0x85eb_ca6b);
    x = (x ^ (x >> 13)).wrapping_mul(0xc2b2_ae35);
    x ^ (x >> 16)
}

struct State {
    lane: Lane,
    values: Vec<Option<u64>>,
    memory: Vec<Option<u64>>,
    draws: u32,
    seed: u32,
    /// Where it stands; `None` when it has ended.
    at: Option<Block>,
}

/// Runs `function` in a lane for each seed.
///
/// # Panics
/// On operations that generated programs have not.
pub fn run(module: &Module, function: &Function, seeds: &[u32], limits: Limits) -> Vec<Lane> {
    let mut place = vec![u32::MAX; function.blocks.len()];
    for (at, &block) in function.layout.iter().enumerate() {
        place[block.index()] = at as u32;
    }
    let mut lanes: Vec<State> = (seeds.iter())
        .map(|&seed| State {
            lane: Lane::default(),
            values: vec![None; function.insts.len()],
            memory: vec![None; module.globals.len()],
            draws: 0,
            seed,
            at: Some(Block(0)),
        })
        .collect();
    let mut active: Vec<usize> = Vec::new();
    let mut args: Vec<Option<u64>> = Vec::new();
    while let Some(block) = (lanes.iter())
        .filter_map(|lane| lane.at)
        .min_by_key(|block| place[block.index()])
    {
        active.clear();
        for (index, state) in lanes.iter_mut().enumerate() {
            if state.at != Some(block) {
                continue;
            }
            state.lane.steps += 1;
            if state.lane.steps > limits.steps || state.lane.events.len() >= limits.events {
                state.at = None;
            } else {
                active.push(index);
            }
        }
        for &inst in &function.blocks[block].insts {
            let data = &function.insts[inst];
            if is_wave(data.op) {
                wave(module, function, inst, &mut lanes, &active);
            } else {
                for &index in &active {
                    lanes[index].execute(module, function, inst, &mut args);
                }
            }
        }
        for &index in &active {
            lanes[index].leave(module, function, block, &mut args);
        }
    }
    lanes.into_iter().map(|state| state.lane).collect()
}

fn read(module: &Module, values: &[Option<u64>], value: Value) -> Option<u64> {
    match value.get() {
        ValueRef::Inst(inst) => values[inst.index()],
        ValueRef::Const(constant) => match module.consts.get(constant) {
            ConstData::Scalar(bits) => Some(*bits),
            _ => None,
        },
        ValueRef::Global(_) => None,
    }
}

fn mask(function: &Function, inst: Inst) -> u64 {
    match function.insts[inst].ty.scalar_bits() {
        bits @ 1..64 => (1 << bits) - 1,
        _ => u64::MAX,
    }
}

impl State {
    fn execute(&mut self, module: &Module, function: &Function, inst: Inst, args: &mut Vec<Option<u64>>) {
        let operands = function.args(inst);
        let global = match operands.first().map(|operand| operand.get()) {
            Some(ValueRef::Global(global)) => Some(global),
            _ => None,
        };
        args.clear();
        args.extend(operands.iter().map(|&value| read(module, &self.values, value)));
        let two = || args[0].zip(args[1]);
        let op = function.insts[inst].op;
        let value = match (op, global) {
            (Op::Load, Some(DRAW)) => {
                self.lane.events.push(Event::Draw(inst));
                self.draws += 1;
                Some(u64::from(draw(self.seed, self.draws)))
            }
            (Op::Load, Some(global)) => self.memory[global.index()],
            (Op::Store, Some(TRACE)) => {
                self.lane.events.push(Event::Store(inst, args[1]));
                None
            }
            (Op::Store, Some(global)) => {
                self.memory[global.index()] = args[1];
                None
            }
            (Op::IAdd, _) => two().map(|(a, b)| a.wrapping_add(b)),
            (Op::Xor, _) => two().map(|(a, b)| a ^ b),
            (Op::And, _) => two().map(|(a, b)| a & b),
            (Op::Or, _) => two().map(|(a, b)| a | b),
            (Op::IEq, _) => two().map(|(a, b)| u64::from(a == b)),
            (Op::INe, _) => two().map(|(a, b)| u64::from(a != b)),
            (Op::ULt, _) => two().map(|(a, b)| u64::from(a < b)),
            (Op::ULe, _) => two().map(|(a, b)| u64::from(a <= b)),
            (Op::UGt, _) => two().map(|(a, b)| u64::from(a > b)),
            (Op::UGe, _) => two().map(|(a, b)| u64::from(a >= b)),
            (Op::Not, _) => args[0].map(|a| !a),
            (Op::ZExt | Op::ITrunc, _) => args[0],
            (Op::Select, _) => args[0].and_then(|condition| args[if condition == 0 { 2 } else { 1 }]),
            _ => panic!("{op} is not in generated functions"),
        };
        self.values[inst.index()] = value.map(|value| value & mask(function, inst));
    }

    /// Takes the terminator of `block`.
    fn leave(&mut self, module: &Module, function: &Function, block: Block, args: &mut Vec<Option<u64>>) {
        let terminator = &function.blocks[block].terminator;
        let operand = terminator
            .operand()
            .and_then(|value| read(module, &self.values, value));
        let edge = match (terminator, operand) {
            (Terminator::Branch(edge), _) => Ok(*edge),
            (
                Terminator::CondBranch {
                    if_true, if_false, ..
                },
                Some(bits),
            ) => Ok(if bits == 0 { *if_false } else { *if_true }),
            (Terminator::Switch { default, cases, .. }, Some(bits)) => Ok(cases
                .iter()
                .find(|(case, _)| *case == bits)
                .map_or(*default, |(_, edge)| *edge)),
            (Terminator::Return(_), _) => Err(Event::Return),
            (Terminator::Unreachable, _) => Err(Event::Unreachable),
            (Terminator::CondBranch { .. } | Terminator::Switch { .. }, None) => Err(Event::BranchOnUndef),
        };
        match edge {
            Ok(edge) => {
                args.clear();
                args.extend(
                    (function.edge_args(&edge).iter()).map(|&value| read(module, &self.values, value)),
                );
                for (&param, value) in function.blocks[edge.block].params.iter().zip(&*args) {
                    self.values[param.index()] = *value;
                }
                self.at = Some(edge.block);
            }
            Err(event) => {
                self.lane.events.push(event);
                self.lane.finished = true;
                self.at = None;
            }
        }
    }
}

fn is_wave(op: Op) -> bool {
    matches!(op, Op::WaveIAdd | Op::WaveAny | Op::WaveAll)
}

/// A wave operation of the lanes `active`.
fn wave(module: &Module, function: &Function, inst: Inst, lanes: &mut [State], active: &[usize]) {
    let operand = |lane: usize| {
        let value = function.args(inst).first();
        value.and_then(|&value| read(module, &lanes[lane].values, value))
    };
    let mut inputs = active.iter().map(|&lane| operand(lane));
    let result = match function.insts[inst].op {
        Op::WaveAny => inputs.try_fold(0, |sum, input| Some(sum | input?)),
        Op::WaveAll => inputs.try_fold(1, |sum, input| Some(sum & input?)),
        _ => inputs.try_fold(0u64, |sum, input| Some(sum.wrapping_add(input?))),
    };
    let result = result.map(|value| value & mask(function, inst));
    for &lane in active {
        lanes[lane].values[inst.index()] = result;
    }
}
