//! What [`Workarounds`] ask for, in terms of D3D12's operations.
//!
//! In: a function as `import` leaves it. Out: the same, changed where a workaround says so; without one nothing is looked
//! at. What holds: each instruction keeps its value's number, since the last of those in its place is made of it.
//!
//! ```text
//! %4: i32 = system_value #lane_count    ->    %9: i32 = system_value #lane_count
//!                                             %4: i32 = umin %9, i32 32
//! ```

mod gradients;
mod waits;

use crate::analysis::cfg::Cfg;
use crate::ir::{
    Block, Builder, Component, Cursor, Edge, Flags, Function, Inst, InstData, Module, Op, Replacements,
    Terminator, Type, Value,
};
use crate::options::{GradientsAsBias, UavBarriers, Workarounds};
use crate::shader::{ResourceId, ResourceKind, SemanticKind, SignatureKind, Stage, SystemValue};
use smallvec::SmallVec;

/// DXIL barrier mode bits.
const SYNC_THREAD_GROUP: u32 = 1;
const UAV_FENCES: u32 = 2 | 4;
const UAV_FENCE_GROUP: u32 = 4;

/// Lanes of the waves that groups of so many threads are told of.
const GROUP_OF_ONE_WAVE: u32 = 32;

/// Applies `workarounds` to `func`, a function of `module` that has been taken out of it.
#[cold]
pub fn apply(module: &mut Module, func: &mut Function, workarounds: &Workarounds) {
    if workarounds.defined_loop_values {
        define_loop_values(module, func);
    }
    let stage = module.info.stage;
    if workarounds.gradients_as_bias != GradientsAsBias::Never && stage == Stage::Pixel {
        gradients::to_bias(module, func, workarounds.gradients_as_bias);
    }
    let groups = matches!(
        stage,
        Stage::Compute | Stage::Mesh | Stage::Amplification | Stage::Node
    );
    if workarounds.groupshared_waits && groups {
        waits::insert(module, func);
    }
    if workarounds.checked_mesh_outputs && stage == Stage::Mesh {
        check_mesh_outputs(module, func);
    }
    let uav_barriers = match workarounds.uav_barriers {
        UavBarriers::AsWritten => false,
        UavBarriers::WhereOneIs => {
            let mut insts = func.insts.values();
            insts.any(|data| data.op == Op::DxBarrier && data.imm & UAV_FENCES != 0)
        }
        UavBarriers::Always => true,
    };
    let threads = module.info.properties.num_threads.unwrap_or([1; 3]);
    let threads = threads.into_iter().fold(1, u32::saturating_mul);
    let mut pass = Pass {
        workarounds,
        uav_barriers,
        few_lanes: workarounds.lane_count_at_most_group_of_32 && groups && threads == GROUP_OF_ONE_WAVE,
        quads: workarounds.inactive_quad_lanes_read_0 && stage == Stage::Compute,
        module,
        func,
        cursor: Cursor::at_end(Block(0)),
        replaced: Replacements::new(),
    };
    for position in 0..pass.func.layout.len() {
        let block = pass.func.layout[position];
        let insts = std::mem::take(&mut pass.func.blocks[block].insts);
        pass.func.blocks[block].insts.reserve(insts.len());
        pass.cursor = Cursor::at_end(block);
        for inst in insts {
            pass.cursor.source = pass.func.insts[inst].source;
            pass.instruction(inst);
        }
    }
    pass.replaced.apply(pass.func);
}

/// Makes 0 of what is undefined where a loop is entered.
#[cold]
fn define_loop_values(module: &mut Module, func: &mut Function) {
    let cfg = Cfg::new(func);
    for &block in cfg.order() {
        let here = cfg.position(block);
        let mut edges: SmallVec<[Edge; 4]> = SmallVec::new();
        func.blocks[block]
            .terminator
            .for_each_edge(|edge| edges.push(*edge));
        for edge in edges {
            let target = cfg.position(edge.block);
            let enters_loop = here < target
                && cfg
                    .preds(edge.block)
                    .iter()
                    .any(|&pred| cfg.is_reachable(pred) && cfg.position(pred) >= target);
            if !enters_loop {
                continue;
            }
            for place in edge.args.range() {
                let value = func.pool[place];
                if module.is_undef(value) {
                    let ty = module.value_type(func, value);
                    func.pool[place] = module.null(ty);
                }
            }
        }
    }
}

/// Ends a mesh shader where it asks for more than it has declared: it gives nothing.
#[cold]
fn check_mesh_outputs(module: &mut Module, func: &mut Function) {
    let [vertices, primitives, ..] = module.info.properties.mesh.unwrap_or_default();
    let mut end = None;
    for block in func.layout.clone() {
        let is_count = |&inst: &Inst| func.insts[inst].op == Op::SetMeshOutputs;
        let Some(at) = func.blocks[block].insts.iter().position(is_count) else {
            continue;
        };
        let count = func.blocks[block].insts[at];
        let &[wanted_vertices, wanted_primitives] = func.args(count) else {
            continue;
        };
        let end = *end.get_or_insert_with(|| {
            let end = func.add_block();
            func.blocks[end].terminator = Terminator::Return(None);
            end
        });
        // The rest has the terminator: edges leave from there.
        let rest = func.blocks.push(func.blocks[block].clone());
        let place = func.layout.iter().position(|&listed| listed == block);
        func.layout
            .insert(place.map_or(func.layout.len(), |place| place + 1), rest);
        func.blocks[rest].params = Default::default();
        func.blocks[rest].insts.drain(..at);
        let data = &mut func.blocks[block];
        data.insts.truncate(at);
        data.hint = Default::default();
        let source = func.insts[count].source;
        let mut cursor = Cursor::at_end(block).with_source(source);
        let mut b = Builder {
            module,
            function: func,
            cursor: &mut cursor,
        };
        let (most_vertices, most_primitives) = (b.i32(vertices), b.i32(primitives));
        let vertices = b.emit(Op::ULe, Type::BOOL, &[wanted_vertices, most_vertices]);
        let primitives = b.emit(Op::ULe, Type::BOOL, &[wanted_primitives, most_primitives]);
        let condition = b.emit(Op::And, Type::BOOL, &[vertices, primitives]);
        func.blocks[block].terminator = Terminator::CondBranch {
            condition,
            if_true: Edge::to(rest),
            if_false: Edge::to(end),
        };
        func.blocks[block].source = source;
    }
}

struct Pass<'m> {
    workarounds: &'m Workarounds,
    /// Whether barriers that wait order accesses to UAVs too.
    uav_barriers: bool,
    /// Whether the group's threads are told of one wave of few lanes.
    few_lanes: bool,
    /// Whether inactive lanes of quads have 0.
    quads: bool,
    module: &'m mut Module,
    func: &'m mut Function,
    /// The end of the current block so far.
    cursor: Cursor,
    replaced: Replacements,
}

impl Pass<'_> {
    fn builder(&mut self) -> Builder<'_> {
        Builder {
            module: self.module,
            function: self.func,
            cursor: &mut self.cursor,
        }
    }

    /// Puts `inst` behind what has been made, or what takes its place.
    #[cold]
    fn instruction(&mut self, inst: Inst) {
        let data = self.func.insts[inst];
        match data.op {
            Op::DxBarrier if self.uav_barriers && data.imm & SYNC_THREAD_GROUP != 0 => {
                self.func.insts[inst].imm |= UAV_FENCE_GROUP;
            }
            Op::SystemValue if self.few_lanes && data.imm == SystemValue::WaveLaneCount as u32 => {
                let count = self.cursor.copy(self.func, inst);
                let most = self.module.i32(GROUP_OF_ONE_WAVE);
                return self.replace(inst, Op::UMin, &[count.into(), most]);
            }
            Op::InverseSqrt if self.workarounds.finite_reciprocal_roots && data.ty == Type::F32 => {
                let root = self.cursor.copy(self.func, inst);
                return self.at_most_finite(inst, root.into());
            }
            Op::FDiv if self.workarounds.finite_reciprocal_roots && self.by_root(inst, data) => return,
            Op::SampleLevel if self.workarounds.cube_levels_from_8x8 => self.hold_level(inst),
            Op::StorePatchConstant => self.hold_factor(inst, data),
            _ if self.workarounds.ignored_shading_rate && self.is_shading_rate(data) => {
                if data.ty != Type::VOID {
                    let zero = self.module.null(data.ty);
                    self.replaced.insert(inst, zero);
                }
                return;
            }
            Op::QuadRead | Op::QuadSwap | Op::DPdxCoarse | Op::DPdyCoarse | Op::DPdxFine | Op::DPdyFine
                if self.quads =>
            {
                return self.of_active_lanes(inst, data);
            }
            _ => {}
        }
        self.cursor.put(self.func, inst);
    }

    fn replace(&mut self, inst: Inst, op: Op, args: &[Value]) {
        let flags = self.func.insts[inst].flags.without(Flags::NON_UNIFORM);
        self.cursor.replace(self.func, inst, op, flags, args, 0);
    }

    /// `inst` becomes `value`, or the largest finite number.
    fn at_most_finite(&mut self, inst: Inst, value: Value) {
        let largest = self.module.float(Type::F32, f64::from(f32::MAX));
        self.replace(inst, Op::NMin, &[value, largest]);
    }

    /// Whether `inst` was a quotient by a square root, and now is a product.
    fn by_root(&mut self, inst: Inst, data: InstData) -> bool {
        let &[dividend, divisor] = data.args.of(&self.func.pool) else {
            return false;
        };
        let Some(root) = divisor.as_inst().map(|root| self.func.insts[root]) else {
            return false;
        };
        if root.op != Op::Sqrt
            || data.ty != Type::F32
            || data.flags.has(Flags::PRECISE)
            || root.flags.has(Flags::PRECISE)
        {
            return false;
        }
        let Some(&of) = root.args.of(&self.func.pool).first() else {
            return false;
        };
        let largest = self.module.float(Type::F32, f64::from(f32::MAX));
        let mut b = self.builder();
        let inverse = b.emit(Op::InverseSqrt, Type::F32, &[of]);
        let inverse = b.emit(Op::NMin, Type::F32, &[inverse, largest]);
        self.replace(inst, Op::FMul, &[dividend, inverse]);
        true
    }

    /// Holds the level of a sample of a cube where 8 x 8 texels are.
    fn hold_level(&mut self, inst: Inst) {
        const LEVEL: usize = 9;
        let args = self.func.args(inst);
        let (Some(&texture), Some(&level)) = (args.first(), args.get(LEVEL)) else {
            return;
        };
        let Some(handle) = texture.as_inst().map(|handle| self.func.insts[handle]) else {
            return;
        };
        let resource = self.module.resources.get(ResourceId(handle.imm));
        let cube = resource.is_some_and(|resource| {
            matches!(
                resource.kind,
                ResourceKind::TextureCube | ResourceKind::TextureCubeArray
            )
        });
        if !cube || !matches!(handle.op, Op::Handle | Op::HeapHandle) {
            return;
        }
        let mut b = self.builder();
        let four = b.module.types.vector(Type::I32, 4);
        let first = b.i32(0);
        let sizes = b.emit_imm(Op::GetDimensions, four, &[texture, first], 1 << 3);
        let levels = b.emit_imm(Op::Extract, Type::I32, &[sizes], 3);
        // One texel is the last level, and three levels before it are 8 x 8.
        let last = b.i32(4u32.wrapping_neg());
        let last = b.add(levels, last);
        let last = b.emit(Op::SToF, Type::F32, &[last]);
        let held = b.emit(Op::NMin, Type::F32, &[level, last]);
        self.func.args_mut(inst)[LEVEL] = held;
    }

    /// Holds a tessellation factor that is stored.
    fn hold_factor(&mut self, inst: Inst, data: InstData) {
        let Some(largest) = self.workarounds.largest_tessellation_factor else {
            return;
        };
        let named = Component::from_imm(SignatureKind::PatchConstant, data.imm);
        let factor = named.element_of(&self.module.info).is_some_and(|element| {
            matches!(
                element.kind,
                SemanticKind::TessFactor | SemanticKind::InsideTessFactor
            )
        });
        let Some(&value) = self.func.args(inst).get(1).filter(|_| factor) else {
            return;
        };
        let ty = self.module.value_type(self.func, value);
        if !matches!(ty, Type::F16 | Type::F32) {
            return;
        }
        let largest = self.module.float(ty, f64::from(largest));
        let held = self.builder().emit(Op::NMin, ty, &[value, largest]);
        self.func.args_mut(inst)[1] = held;
    }

    /// Whether an access to an input or output is one to the shading rate.
    fn is_shading_rate(&self, data: InstData) -> bool {
        matches!(data.op, Op::LoadInput | Op::StoreOutput | Op::StorePrimitive)
            && Component::named(data.op, data.imm)
                .and_then(|named| named.element_of(&self.module.info))
                .is_some_and(|element| element.kind == SemanticKind::ShadingRate)
    }

    /// What `inst` takes from other lanes of the quad is 0 where these are inactive.
    fn of_active_lanes(&mut self, inst: Inst, data: InstData) {
        let read = self.cursor.copy(self.func, inst);
        let lanes = match (data.op, self.func.args(inst)) {
            (Op::QuadRead, &[_, lane]) => Some(lane),
            _ => None,
        };
        let nothing = self.module.null(data.ty);
        let mut b = self.builder();
        let own = b.emit_imm(Op::SystemValue, Type::I32, &[], SystemValue::WaveLaneIndex as u32);
        let on = b.module.scalar(Type::BOOL, 1);
        let four = b.module.types.vector(Type::I32, 4);
        let ballot = b.emit(Op::WaveBallot, four, &[on]);
        // The lane of the wave that a bit mask and bits to turn lead to from the own one.
        let other = |b: &mut Builder<'_>, keep: u32, turn: u32| {
            let keep = b.i32(keep);
            let kept = b.emit(Op::And, Type::I32, &[own, keep]);
            let turn = b.i32(turn);
            b.emit(Op::Xor, Type::I32, &[kept, turn])
        };
        let (first, second) = match (data.op, lanes) {
            (Op::QuadRead, Some(lane)) => {
                let (quad, three) = (other(&mut b, !3, 0), b.i32(3));
                let lane = b.emit(Op::And, Type::I32, &[lane, three]);
                (b.emit(Op::Or, Type::I32, &[quad, lane]), None)
            }
            // Across, down, and both.
            (Op::QuadSwap, _) => (other(&mut b, !0, data.imm.min(2) + 1), None),
            (Op::DPdxCoarse, _) => (other(&mut b, !3, 0), Some(other(&mut b, !3, 1))),
            (Op::DPdyCoarse, _) => (other(&mut b, !3, 0), Some(other(&mut b, !3, 2))),
            (Op::DPdxFine, _) => (other(&mut b, !1, 0), Some(other(&mut b, !1, 1))),
            _ => (other(&mut b, !2, 0), Some(other(&mut b, !2, 2))),
        };
        let active = |b: &mut Builder<'_>, lane: Value| {
            let (word, bit) = (b.i32(5), b.i32(31));
            let word = b.emit(Op::LShr, Type::I32, &[lane, word]);
            let word = b.emit(Op::ExtractDynamic, Type::I32, &[ballot, word]);
            let bit = b.emit(Op::And, Type::I32, &[lane, bit]);
            let word = b.emit(Op::LShr, Type::I32, &[word, bit]);
            let one = b.i32(1);
            let bit = b.emit(Op::And, Type::I32, &[word, one]);
            b.emit(Op::IEq, Type::BOOL, &[bit, one])
        };
        let mut both = active(&mut b, first);
        if let Some(second) = second {
            let second = active(&mut b, second);
            both = b.emit(Op::And, Type::BOOL, &[both, second]);
        }
        self.replace(inst, Op::Select, &[both, read.into(), nothing]);
    }
}
