//! Programs: graphs filled with values, block parameters, draws and stores at random.
//!
//! In: a graph. Out: a module as `lower` leaves it, a compute shader. What a program draws decides the branches; what
//! it stores is its trace. Values are `i32`, `i64` and `i1`, and are used far from where they are defined.

use crate::graph::{Graph, function_of};
use crate::interpret::{DRAW, TRACE};
use crate::random::Random;
use dxil2spirv::analysis::cfg::Cfg;
use dxil2spirv::analysis::dominators::Dominators;
use dxil2spirv::analysis::loops::{Loop, Loops};
use dxil2spirv::entity::EntityId;
use dxil2spirv::ir::{Block, Flags, Function, Module, Op, StorageClass, Terminator, Type, Value};
use dxil2spirv::shader::Stage;

/// How blocks are filled.
#[derive(Clone, Copy, Debug)]
pub struct Filling {
    /// Values of types other than `i32` too.
    pub types: bool,
    /// Paths may end in `unreachable`.
    pub unreachable: bool,
    /// Percentage of blocks with a wave operation, where `waves` allows it.
    pub wave_percent: usize,
}

impl Default for Filling {
    fn default() -> Self {
        Self {
            types: true,
            unreachable: true,
            wave_percent: 0,
        }
    }
}

/// A module with a compute shader that has nothing in it.
pub fn shell() -> Module {
    let mut module = Module::default();
    module.info.stage = Stage::Compute;
    module.info.name = "main".to_owned();
    module.info.properties.num_threads = Some([8, 1, 1]);
    let draw = module.add_global("draw", StorageClass::Private, Type::I32);
    let trace = module.add_global("trace", StorageClass::Private, Type::I32);
    debug_assert_eq!((draw, trace), (DRAW, TRACE));
    module
}

/// Fills `graph`.
pub fn fill(random: &mut Random, graph: &Graph, filling: Filling) -> Module {
    fill_with(random, graph, filling, &[])
}

/// Fills the graph of a structured program, its blocks in the order of the source, with wave operations where it is
/// [certain](certain_waves) which lanes meet.
pub fn fill_source(random: &mut Random, graph: &Graph, filling: Filling) -> Module {
    let allowed = certain_waves(&function_of(graph));
    fill_with(random, graph, filling, &allowed)
}

/// In which blocks it is certain which lanes meet: those that do not lie between the blocks of a loop, in the
/// layout, without being in it. (Code on the way out of a loop does: whether it belongs to the loop cannot be told
/// from the graph.)
pub fn certain_waves(function: &Function) -> Vec<bool> {
    let cfg = Cfg::new(function);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    let mut certain = vec![loops.irreducible.is_none(); function.blocks.len()];
    let mut last = vec![0; loops.loops.len()];
    for (place, &block) in function.layout.iter().enumerate() {
        let mut at = loops.innermost[block.index()];
        while let Some(id) = at {
            last[id.index()] = place;
            at = loops.loops[id].parent;
        }
    }
    // The loops that have begun and go on.
    let mut open: Vec<Loop> = Vec::new();
    for (place, &block) in function.layout.iter().enumerate() {
        open.retain(|id| place <= last[id.index()]);
        if let Some(id) = loops.innermost[block.index()]
            && loops.loops[id].header == block
        {
            open.push(id);
        }
        certain[block.index()] &= open.iter().all(|&id| loops.contains(id, block));
    }
    certain
}

/// Whether all wave operations are where it is certain which lanes meet.
pub fn waves_are_certain(module: &Module) -> bool {
    let function = &module.functions[module.entry];
    let certain = certain_waves(function);
    (function.layout.iter()).all(|&block| {
        certain[block.index()]
            || !(function.blocks[block].insts.iter())
                .map(|&inst| function.insts[inst].op.effects())
                .any(|effects| effects.convergent && !effects.barrier)
    })
}

struct Filler<'a> {
    random: &'a mut Random,
    module: Module,
    dominators: Dominators,
    /// Values of each block.
    values: Vec<Vec<(Type, Value)>>,
    types: bool,
}

impl Filler<'_> {
    fn ty(&mut self) -> Type {
        match self.random.below(8) {
            0 if self.types => Type::I64,
            1 if self.types => Type::BOOL,
            _ => Type::I32,
        }
    }

    /// A value of that type that is defined in `block` or above it.
    fn any(&mut self, ty: Type, block: Block) -> Value {
        let mut at = block;
        for _ in 0..self.random.below(6) {
            at = self.dominators.idom(at).unwrap_or(at);
        }
        let fitting: Vec<Value> = (self.values[at.index()].iter())
            .filter(|(known, _)| *known == ty)
            .map(|(_, value)| *value)
            .collect();
        if fitting.is_empty() {
            let bits = self.random.below(100) as u64;
            return self.module.scalar(ty, bits);
        }
        fitting[self.random.below(fitting.len())]
    }
}

fn fill_with(random: &mut Random, graph: &Graph, filling: Filling, waves: &[bool]) -> Module {
    let module = shell();
    let mut function = function_of(graph);
    let cfg = Cfg::new(&function);
    let mut filler = Filler {
        random,
        module,
        dominators: Dominators::new(&cfg),
        values: vec![Vec::new(); graph.len()],
        types: filling.types,
    };
    for block in function.blocks.ids().skip(1) {
        if cfg.preds(block).len() > 1 {
            for _ in 0..filler.random.below(3) {
                let ty = filler.ty();
                let param = function.add_param(block, ty);
                filler.values[block.index()].push((ty, param.into()));
            }
        }
    }
    // Dominators first, so that their values are there.
    let unreachable: Vec<Block> = function.blocks.ids().filter(|&b| !cfg.is_reachable(b)).collect();
    let order: Vec<Block> = cfg.order().iter().copied().chain(unreachable).collect();
    for &block in &order {
        let mut append = |op: Op, ty: Type, args: &[Value]| -> Value {
            function.append(block, op, Flags::NONE, ty, args, 0).into()
        };
        for _ in 0..filler.random.below(3) {
            let (ty, value) = if filler.random.percent(30) {
                (Type::I32, append(Op::Load, Type::I32, &[DRAW.into()]))
            } else {
                let ty = filler.ty();
                let args = [0, 1].map(|_| filler.any(ty, block));
                match (ty, filler.random.below(4)) {
                    (Type::BOOL, 0) => (ty, append(Op::And, ty, &args)),
                    (Type::BOOL, _) => {
                        let args = [0, 1].map(|_| filler.any(Type::I32, block));
                        (ty, append(Op::ULt, ty, &args))
                    }
                    (Type::I64, 0) => {
                        let narrow = filler.any(Type::I32, block);
                        (ty, append(Op::ZExt, ty, &[narrow]))
                    }
                    (Type::I64, 1) => (Type::I32, append(Op::ITrunc, Type::I32, &[args[0]])),
                    (_, 2) => {
                        let condition = filler.any(Type::BOOL, block);
                        (ty, append(Op::Select, ty, &[condition, args[0], args[1]]))
                    }
                    (_, 3) => (ty, append(Op::Xor, ty, &args)),
                    _ => (ty, append(Op::IAdd, ty, &args)),
                }
            };
            filler.values[block.index()].push((ty, value));
        }
        if waves.get(block.index()) == Some(&true) && filler.random.percent(filling.wave_percent) {
            let value = filler.any(Type::I32, block);
            let sum = append(Op::WaveIAdd, Type::I32, &[value]);
            filler.values[block.index()].push((Type::I32, sum));
            append(Op::Store, Type::VOID, &[TRACE.into(), sum]);
        }
        if filler.random.percent(80) {
            let value = filler.any(Type::I32, block);
            append(Op::Store, Type::VOID, &[TRACE.into(), value]);
        }
        let ways = graph[block.index()].len();
        if ways > 1 {
            let drawn = append(Op::Load, Type::I32, &[DRAW.into()]);
            let bits = if ways == 2 {
                1
            } else {
                (ways + 1).next_power_of_two() - 1
            };
            let mask = filler.module.i32(bits as u32);
            let mut value = append(Op::And, Type::I32, &[drawn, mask]);
            if ways == 2 {
                let zero = filler.module.i32(0);
                value = append(Op::IEq, Type::BOOL, &[value, zero]);
            }
            if let Some(operand) = function.blocks[block].terminator.operand_mut() {
                *operand = value;
            }
        }
    }
    for block in order {
        let mut terminator =
            std::mem::replace(&mut function.blocks[block].terminator, Terminator::Unreachable);
        terminator.for_each_edge_mut(|edge| {
            let args: Vec<Value> = (0..function.blocks[edge.block].params.len())
                .map(|index| {
                    let param = function.blocks[edge.block].params[index];
                    filler.any(function.insts[param].ty, block)
                })
                .collect();
            *edge = function.edge(edge.block, &args);
        });
        if let Terminator::Return(_) = terminator
            && filling.unreachable
            && filler.random.percent(10)
        {
            terminator = Terminator::Unreachable;
        }
        function.blocks[block].terminator = terminator;
    }
    let mut module = filler.module;
    module.entry = module.functions.push(function);
    module
}
