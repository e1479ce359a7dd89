//! Access facts: what a shader may do with each of its resources.
//!
//! In: a module at the D3D12 level, as `import` leaves it. Out: [`Accesses`], plain data by resource id.
//!
//! What holds: the facts over-approximate the code that can be reached from the entry point. What they deny does
//! not happen; what they admit may never happen. A handle that is selected, passed to a block, or passed to or
//! returned from a function counts for all handles that it may be; one of unknown origin (read from memory) counts
//! for every resource of the module. A null or undefined handle names none.
//!
//! Accesses through a handle instruction, which is nearly all of them, are noted in one pass. The others
//! are carried back along the edges that handles take, each of which is taken at most once per kind of
//! access: linear in the size of the module.

use crate::entity::{EntityId, IdVec};
use crate::ir::{AtomicOp, Block, Flags, Func, Function, Inst, Module, Op, Terminator, Type, Value};
use crate::shader::{Resource, ResourceId, ResourceKind};
use rustc_hash::FxHashMap;

/// What is done to a resource, as a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
struct Kinds(u32);

impl Kinds {
    const READ: Self = Self(1);
    const WRITE: Self = Self(2);
    const ATOMIC: Self = Self(4);
    const COUNTER: Self = Self(8);
    const STATUS: Self = Self(16);
    const SAMPLED: Self = Self(32);
    const FETCHED: Self = Self(64);
    const RAW: Self = Self(128);
    const QUERY: Self = Self(256);
    const FEEDBACK: Self = Self(512);
    const MIN_LOD: Self = Self(1024);
    /// An atomic whose order matters: its result is used, or it does not commute with itself.
    const ORDERED: Self = Self(2048);
    const ALL: Self = Self(4095);
    /// Bits above these: the operations of the atomics whose order does not matter, by [`AtomicOp`] number, first
    /// those of 32 bits, then those of 64.
    const UNORDERED_SHIFT: u32 = 12;
    const UNORDERED_WIDE: u32 = 8;

    const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// What the shader may do with a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Access {
    kinds: Kinds,
    /// `globallycoherent` or `reordercoherent`, and accessed.
    pub coherent: bool,
    /// A register or heap index that is no constant.
    pub dynamic_index: bool,
    /// A dynamic index that may differ between the lanes of a wave.
    pub non_uniform_index: bool,
    /// Reached through the SM 6.6 heap.
    pub heap_index: bool,
    /// First and last constant index: registers, or descriptors of the heap.
    range: Option<(u32, u32)>,
}

impl Access {
    /// Whether it is accessed in any way.
    pub fn any(&self) -> bool {
        self.kinds != Kinds::default()
    }
    /// Data may be read, by atomics too; of samplers: used to sample.
    pub fn read(&self) -> bool {
        self.kinds.has(Kinds::READ.with(Kinds::ATOMIC))
    }
    /// Data may be written, by atomics too.
    pub fn write(&self) -> bool {
        self.kinds.has(Kinds::WRITE.with(Kinds::ATOMIC))
    }
    /// Atomics on data.
    pub fn atomic(&self) -> bool {
        self.kinds.has(Kinds::ATOMIC)
    }
    /// All accesses to data are atomics.
    pub fn atomic_only(&self) -> bool {
        self.atomic() && !self.kinds.has(Kinds::READ.with(Kinds::WRITE))
    }
    /// The operation and its width in bits, where all accesses to data are atomics of one operation that commutes
    /// with itself, and no result is used.
    pub fn commutes(&self) -> Option<(AtomicOp, u32)> {
        let operations = self.kinds.0 >> Kinds::UNORDERED_SHIFT;
        if !self.atomic_only() || self.kinds.has(Kinds::ORDERED) || operations.count_ones() != 1 {
            return None;
        }
        let number = operations.trailing_zeros();
        let op = AtomicOp::from_number(number % Kinds::UNORDERED_WIDE)?;
        Some((op, if number < Kinds::UNORDERED_WIDE { 32 } else { 64 }))
    }
    /// Sampler feedback is written.
    pub fn feedback(&self) -> bool {
        self.kinds.has(Kinds::FEEDBACK)
    }
    /// Sampled with the level of detail clamped from below.
    pub fn min_lod(&self) -> bool {
        self.kinds.has(Kinds::MIN_LOD)
    }
    /// The UAV counter is changed.
    pub fn counter(&self) -> bool {
        self.kinds.has(Kinds::COUNTER)
    }
    /// The residency status of a read is used.
    pub fn status(&self) -> bool {
        self.kinds.has(Kinds::STATUS)
    }
    /// Read with a sampler; of samplers: used.
    pub fn sampled(&self) -> bool {
        self.kinds.has(Kinds::SAMPLED)
    }
    /// Texels or typed elements read without a sampler.
    pub fn fetched(&self) -> bool {
        self.kinds.has(Kinds::FETCHED)
    }
    /// Accessed as raw or structured memory.
    pub fn raw(&self) -> bool {
        self.kinds.has(Kinds::RAW)
    }
    /// Dimensions, sample positions or the level of detail are asked for, which touches no data.
    pub fn query(&self) -> bool {
        self.kinds.has(Kinds::QUERY)
    }
    /// First and last index, when all indices are constants: registers, or descriptors of the heap.
    pub fn static_indices(&self) -> Option<(u32, u32)> {
        self.range.filter(|_| !self.dynamic_index)
    }

    fn note(&mut self, resource: &Resource, kinds: Kinds) {
        self.kinds = self.kinds.with(kinds);
        self.coherent |= resource.globally_coherent || resource.reorder_coherent;
        self.heap_index |= resource.heap;
        if resource.kind.is_untyped_buffer() && kinds.has(Kinds::ATOMIC) {
            self.kinds = self.kinds.with(Kinds::RAW);
        }
        let feedback = matches!(
            resource.kind,
            ResourceKind::FeedbackTexture2D | ResourceKind::FeedbackTexture2DArray
        );
        if feedback && kinds.has(Kinds::WRITE.with(Kinds::ATOMIC)) {
            self.kinds = self.kinds.with(Kinds::FEEDBACK);
        }
    }

    fn note_index(&mut self, index: Option<u64>, non_uniform: bool) {
        match index {
            Some(index) => {
                let index = index as u32;
                let (first, last) = self.range.unwrap_or((index, index));
                self.range = Some((first.min(index), last.max(index)));
            }
            None => {
                self.dynamic_index = true;
                self.non_uniform_index |= non_uniform;
            }
        }
    }
}

/// The facts of all resources of a module, in the order of [`Module::resources`].
pub type Accesses = IdVec<ResourceId, Access>;

/// The facts of `module`, which is at the D3D12 level.
pub fn analyze(module: &Module) -> Accesses {
    analyze_in(module, &super::usage::reachable(module))
}

/// The facts of `module`, whose [`reachable`](super::usage::reachable) blocks are known.
pub fn analyze_in(module: &Module, reachable: &[(Func, Vec<Block>)]) -> Accesses {
    let mut analysis = Analysis {
        module,
        accesses: Accesses::filled(Access::default(), module.resources.len()),
        indirect: Vec::new(),
    };
    for (func, blocks) in reachable {
        let function = &module.functions[*func];
        let mut used = None;
        for &block in blocks {
            for &inst in &function.blocks[block].insts {
                analysis.instruction(*func, function, blocks, inst, &mut used);
            }
        }
    }
    if !analysis.indirect.is_empty() {
        analysis.resolve(reachable);
    }
    analysis.accesses
}

struct Analysis<'m> {
    module: &'m Module,
    accesses: Accesses,
    /// Accesses through values that are no handle instruction.
    indirect: Vec<(Func, Value, Kinds)>,
}

impl Analysis<'_> {
    /// Notes what `inst` does, one of the reachable `blocks` of `function`. `used` keeps [`used_values`].
    fn instruction(
        &mut self,
        func: Func,
        function: &Function,
        blocks: &[Block],
        inst: Inst,
        used: &mut Option<Vec<bool>>,
    ) {
        let data = &function.insts[inst];
        if !data.op.is_d3d12() {
            return;
        }
        let (resource, sampler) = operation(data.op);
        if resource == Kinds::default() {
            return;
        }
        let args = data.args.of(&function.pool);
        let mut more = Kinds::default();
        if data.flags.has(Flags::SPARSE) {
            more = more.with(Kinds::STATUS);
        }
        if let Some(&clamp) = min_lod_operand(data.op).and_then(|at| args.get(at))
            && !self.module.is_undef(clamp)
            && self.module.const_bits(clamp) != Some(0)
        {
            more = more.with(Kinds::MIN_LOD);
        }
        if resource.has(Kinds::ATOMIC) {
            let used = used.get_or_insert_with(|| used_values(function, blocks));
            let used = used.get(inst.index()).is_none_or(|used| *used);
            more = more.with(order(data.op, data.imm, data.ty, used));
        }
        if let Some(&handle) = args.first() {
            self.access(func, function, handle, resource.with(more));
        }
        if data.op.writes_feedback() {
            // The texture tells its sizes and the level of detail, which takes the sampler too.
            for (at, kinds) in [(1, Kinds::QUERY), (2, Kinds::READ.with(Kinds::SAMPLED))] {
                if let Some(&handle) = args.get(at) {
                    self.access(func, function, handle, kinds);
                }
            }
        }
        if sampler && let Some(&handle) = args.get(1) {
            self.access(func, function, handle, Kinds::READ.with(Kinds::SAMPLED));
        }
    }

    /// An access through `handle`, if it is a handle instruction; otherwise it is kept for later.
    fn access(&mut self, func: Func, function: &Function, handle: Value, kinds: Kinds) {
        if !self.direct(function, handle, kinds) {
            self.indirect.push((func, handle, kinds));
        }
    }

    fn direct(&mut self, function: &Function, handle: Value, kinds: Kinds) -> bool {
        let Some(inst) = handle.as_inst() else {
            return false;
        };
        let data = &function.insts[inst];
        if !matches!(data.op, Op::Handle | Op::HeapHandle) {
            return false;
        }
        let id = ResourceId(data.imm);
        let (Some(resource), Some(access)) = (self.module.resources.get(id), self.accesses.get_mut(id))
        else {
            // A heap handle without annotation: nothing is known of it.
            return false;
        };
        access.note(resource, kinds);
        access.heap_index |= data.op == Op::HeapHandle;
        let index = data.args.of(&function.pool).first();
        let index = index.and_then(|&index| self.module.const_bits(index));
        access.note_index(index, data.flags.has(Flags::NON_UNIFORM));
        true
    }

    /// An access to any resource, at any index.
    fn unknown(&mut self, kinds: Kinds) {
        for (resource, access) in self.module.resources.values().zip(self.accesses.values_mut()) {
            access.note(resource, kinds);
            access.note_index(None, true);
        }
    }

    /// Carries the indirect accesses back to the handles.
    fn resolve(&mut self, reachable: &[(Func, Vec<Block>)]) {
        let module = self.module;
        let sources = sources(module, reachable);
        let mut seen: FxHashMap<(Func, Inst), Kinds> = FxHashMap::default();
        let mut returned: FxHashMap<Func, Kinds> = FxHashMap::default();
        let mut work = std::mem::take(&mut self.indirect);
        while let Some((func, value, kinds)) = work.pop() {
            let Some(inst) = value.as_inst() else {
                if value.as_const().is_none() {
                    self.unknown(kinds);
                }
                continue;
            };
            let known = seen.entry((func, inst)).or_default();
            if known.with(kinds) == *known {
                continue;
            }
            *known = known.with(kinds);
            let function = &module.functions[func];
            if self.direct(function, value, kinds) {
                continue;
            }
            match function.insts[inst].op {
                Op::Select => {
                    let options = function.args(inst).iter().skip(1);
                    work.extend(options.map(|&option| (func, option, kinds)));
                }
                Op::Param => match sources.params.get(&(func, inst)) {
                    Some(sources) => work.extend(sources.iter().map(|&(func, value)| (func, value, kinds))),
                    None => self.unknown(kinds),
                },
                Op::Call => {
                    // All calls of a function have the same sources, which are visited once.
                    let callee = Func(function.insts[inst].imm);
                    let known = returned.entry(callee).or_default();
                    if known.with(kinds) != *known {
                        *known = known.with(kinds);
                        let values = sources.returned.get(&callee).into_iter().flatten();
                        work.extend(values.map(|&value| (callee, value, kinds)));
                    }
                }
                _ => self.unknown(kinds),
            }
        }
    }
}

/// Where handles come from.
#[derive(Default)]
struct Sources {
    /// What each block parameter may be.
    params: FxHashMap<(Func, Inst), Vec<(Func, Value)>>,
    /// What each function may return.
    returned: FxHashMap<Func, Vec<Value>>,
}

fn sources(module: &Module, reachable: &[(Func, Vec<Block>)]) -> Sources {
    let mut sources = Sources::default();
    for (func, blocks) in reachable {
        let function = &module.functions[*func];
        for &block in blocks {
            let data = &function.blocks[block];
            if let Terminator::Return(Some(value)) = data.terminator
                && function.ret == Type::HANDLE
            {
                sources.returned.entry(*func).or_default().push(value);
            }
            data.terminator.for_each_edge(|edge| {
                sources.pass(module, *func, function.edge_args(edge), *func, edge.block);
            });
            for &inst in &data.insts {
                let data = &function.insts[inst];
                let callee = Func(data.imm);
                if data.op == Op::Call
                    && let Some(target) = module.functions.get(callee)
                    && let Some(&entry) = target.layout.first()
                {
                    sources.pass(module, *func, function.args(inst), callee, entry);
                }
            }
        }
    }
    sources
}

impl Sources {
    /// Notes the handles among `args`, values of function `from`, that `block` of function `to` is given.
    fn pass(&mut self, module: &Module, from: Func, args: &[Value], to: Func, block: Block) {
        let target = &module.functions[to];
        for (&param, &value) in target.blocks[block].params.iter().zip(args) {
            if target.insts[param].ty == Type::HANDLE {
                self.params.entry((to, param)).or_default().push((from, value));
            }
        }
    }
}

/// Whether and how the order of an atomic matters.
fn order(op: Op, imm: u32, ty: Type, used: bool) -> Kinds {
    if op.writes_feedback() {
        return Kinds(1 << (Kinds::UNORDERED_SHIFT + Kinds::UNORDERED_WIDE + AtomicOp::Or as u32));
    }
    if used || op != Op::ResourceAtomic || imm >= AtomicOp::Exchange as u32 {
        return Kinds::ORDERED;
    }
    let wide = if ty == Type::I64 { Kinds::UNORDERED_WIDE } else { 0 };
    Kinds(1 << (Kinds::UNORDERED_SHIFT + wide + imm))
}

/// By instruction: whether an instruction or terminator of `blocks` has its result as an operand.
fn used_values(function: &Function, blocks: &[Block]) -> Vec<bool> {
    let mut used = vec![false; function.insts.len()];
    let mut mark = |value: Value| {
        if let Some(used) = value.as_inst().and_then(|inst| used.get_mut(inst.index())) {
            *used = true;
        }
    };
    for &block in blocks {
        let data = &function.blocks[block];
        for &inst in &data.insts {
            function.args(inst).iter().copied().for_each(&mut mark);
        }
        function.for_each_end_value(block, &mut mark);
    }
    used
}

/// The operand of a sample that clamps the level of detail from below.
fn min_lod_operand(op: Op) -> Option<usize> {
    Some(match op {
        Op::Sample => 9,
        Op::SampleBias | Op::SampleCmp => 10,
        Op::SampleCmpBias => 11,
        Op::SampleGrad => 15,
        Op::SampleCmpGrad => 16,
        _ => return None,
    })
}

/// What an operation does to the resource of operand 0, and whether operand 1 is a sampler.
fn operation(op: Op) -> (Kinds, bool) {
    let kinds = match op {
        // Make handles, or have none.
        Op::Handle
        | Op::HeapHandle
        | Op::RenderTargetSamplePosition
        | Op::RenderTargetSampleCount
        | Op::ResourceAddress
        | Op::HeapIndex
        | Op::HeapSize
        | Op::LoadInput
        | Op::StoreOutput
        | Op::LoadOutput
        | Op::LoadPatchConstant
        | Op::StorePatchConstant
        | Op::WaitControlPoints
        | Op::StorePrimitive
        | Op::EmitIndices
        | Op::DispatchMesh
        | Op::EvalSnapped
        | Op::EvalSampleIndex
        | Op::EvalCentroid
        | Op::AttributeAtVertex
        | Op::SystemValue
        | Op::WaveLeftOut
        | Op::WaveReadFirst
        | Op::WaveIsFirst
        | Op::WaveMatch
        | Op::WaveMultiPrefix
        | Op::QuadRead
        | Op::QuadVote
        | Op::TraceRay
        | Op::CallShader
        | Op::ReportHit
        | Op::NodeRecord
        | Op::NodeRecordCount
        | Op::NodeOutput
        | Op::NodeAllocate
        | Op::NodeIncrement
        | Op::NodeIsValid
        | Op::NodeFinished
        | Op::NodeRecursion
        | Op::DxBarrier => Kinds::default(),
        Op::CbvLoadRow | Op::CbvLoad => Kinds::READ,
        Op::BufferLoad | Op::TextureLoad => Kinds::READ.with(Kinds::FETCHED),
        Op::BufferStore | Op::TextureStore => Kinds::WRITE,
        Op::RawLoad => Kinds::READ.with(Kinds::RAW),
        Op::RawStore => Kinds::WRITE.with(Kinds::RAW),
        Op::ResourceAtomic
        | Op::ResourceCmpXchg
        | Op::ResourceFAdd
        | Op::WriteFeedback
        | Op::WriteFeedbackBias
        | Op::WriteFeedbackLevel
        | Op::WriteFeedbackGrad => Kinds::ATOMIC,
        Op::CounterUpdate => Kinds::COUNTER,
        Op::AccelerationStructure => Kinds::READ,
        Op::MultiplyVector | Op::LoadBufferMatrix => Kinds::READ.with(Kinds::RAW),
        Op::StoreBufferMatrix => Kinds::WRITE.with(Kinds::RAW),
        Op::GetDimensions | Op::MatrixIsThere | Op::SamplePosition => Kinds::QUERY,
        Op::CalculateLod => return (Kinds::QUERY, true),
        Op::Sample
        | Op::SampleBias
        | Op::SampleLevel
        | Op::SampleGrad
        | Op::SampleCmp
        | Op::SampleCmpLevelZero
        | Op::SampleCmpLevel
        | Op::SampleCmpGrad
        | Op::SampleCmpBias
        | Op::Gather
        | Op::GatherCmp
        | Op::GatherRaw => return (Kinds::READ.with(Kinds::SAMPLED), true),
        _ => Kinds::ALL,
    };
    (kinds, false)
}

#[cfg(test)]
#[path = "access_tests.rs"]
mod tests;
