//! From D3D12 operations to Vulkan's: the binding plan and the stage interface applied.
//!
//! In: a module as `import` leaves it, and its binding plan. Out: the same module without any D3D12
//! operation or handle: variables with sets and bindings, push constants, physical pointers, image
//! operations, inputs and outputs at locations.
//!
//! [`run`] visits the blocks in reverse post-order, so that a handle is lowered before its uses. A D3D12
//! instruction is overwritten by the last instruction of its lowering, so its value keeps its id.
//!
//! | file | concern |
//! |---|---|
//! | `arrays` | indices into local arrays, groupshared memory and constants held within them; arrays of vectors |
//! | `offsets` | numbers of vectors from offsets |
//! | `state`, `steps` | what several files share: facts, handles, shapes of memory; what a single one keeps |
//! | `handles` | handles: descriptor indices, addresses, places among the root constants |
//! | `root` | root parameters: push constants, inline uniform block |
//! | `variables` | variables of descriptors, pointers into them and at addresses |
//! | `heap`, `qa` | indices into heaps held within their size, or checked by descriptor QA |
//! | `cbv`, `buffers` | constant, raw and structured buffers, counters |
//! | `textures` | textures, samplers, typed buffers, their queries and atomics |
//! | `views` | windows into descriptors, for buffer views that start where no descriptor can |
//! | `interface` | inputs, outputs, system values |
//! | `quads` | quads of thread groups, derivatives in them |
//! | `waves` | waves of pixel shaders, without helper lanes |
//! | `instrument` | what is looked for while the shader runs |
//! | `workarounds` | what is done for shaders and devices that do not keep to the rules |
//! | `partitions` | waves in parts: lanes with the same value, prefixes over masks |
//! | `writer` | functions beside the entry point |
//! | `barriers` | barriers and their scopes |
//! | `ordering` | rasterizer-ordered views |
//! | `rays` | acceleration structures |
//! | `calls` | what shaders of a ray tracing pipeline call each other with |
//! | `nodes` | nodes of work graphs: dispatches, records, counters |
//! | `payload` | the payload of amplification shaders, and their end |

mod arrays;
mod barriers;
mod buffers;
mod calls;
mod cbv;
mod handles;
mod heap;
mod instrument;
pub mod interface;
mod nodes;
mod offsets;
mod ordering;
mod partitions;
mod payload;
mod qa;
mod quads;
mod rays;
mod root;
mod state;
mod steps;
mod textures;
mod variables;
mod view_names;
mod views;
mod waves;
mod workarounds;
mod writer;

use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Graph;
use crate::analysis::usage;
use crate::binding::{Plan, ResourcePlan};
use crate::error::{Error, ErrorKind, Result, Warning};
use crate::ir::{
    Block, Builder, Cursor, Flags, Function, Inst, Module, Op, Replacements, Type, TypeData, Value, op_table,
};
use crate::options::{Options, TargetEnv, UniformWord, Workarounds, WorkgroupLayout};
use crate::shader::{ResourceId, Stage};
use crate::vulkan::{BufferForm, IoElement, SpecConstant};
use interface::state::Interface;
use state::Found;
use steps::{
    Counters, Feedback, Handles, Heap, Ordered, Partitions, Qa, Quads, Root, Rows, SamplePositions,
    Variables, Vectors, Waves,
};

/// What lowering found out, for the reflection.
#[derive(Debug, Default)]
pub struct Lowered {
    /// Inputs of the stage.
    pub inputs: Vec<IoElement>,
    /// Outputs of the stage.
    pub outputs: Vec<IoElement>,
    /// Specialization constants that are used, by id.
    pub spec_constants: Vec<SpecConstant>,
    /// What is worth telling the user.
    pub warnings: Vec<Warning>,
    /// Uniform buffers that tell of views: the view of a draw, the mask.
    pub views: [Option<UniformWord>; 2],
    /// By resource, the alignment in bytes that accesses assume of where it starts; 0 where none but that of words.
    pub alignments: Vec<u32>,
    /// What raw and structured buffers are arrays of, by resource.
    pub forms: Vec<(ResourceId, BufferForm)>,
    /// Likewise of the data of the shader record.
    pub record_alignment: u32,
    /// The graph of the entry point, if it is known.
    pub(crate) graph: Option<Graph>,
}

/// Lowers the entry point of `module` by `plan`, whose resources are those of the module in their order.
///
/// # Errors
/// `Unsupported` for an operation that has no equivalent, `Malformed` for one whose operands make no sense.
pub fn run(module: &mut Module, plan: &Plan, options: &Options) -> Result<Lowered> {
    run_listing(module, plan, options, true)
}

/// Likewise; `lists` says whether inputs and outputs are to be listed.
///
/// # Errors
/// As [`run`].
pub fn run_listing(module: &mut Module, plan: &Plan, options: &Options, lists: bool) -> Result<Lowered> {
    let entry = module.entry;
    // Counts what the shader does by itself, so before anything is added.
    let qa = plan.layout.descriptor_qa.as_ref();
    let looks = plan
        .layout
        .instrumentation
        .as_ref()
        .is_some_and(|what| what.kind.reports());
    let qa_usage = (qa.is_some() || looks).then(|| usage::analyze(module));
    let mut func = std::mem::take(&mut module.functions[entry]);
    // What workarounds hide is found.
    if let Some(what) = &plan.layout.instrumentation {
        instrument::apply(module, &mut func, plan, what);
    }
    if options.workarounds != Workarounds::default() {
        workarounds::apply(module, &mut func, &options.workarounds);
    }
    let bounds = arrays::bounds(module.info.stage, options);
    if options.optimizations.common_subexpressions {
        arrays::rows::read(module, &mut func, bounds);
    }
    if options.optimizations.array_vectors {
        arrays::vectors::pack(module, &mut func, options.optimizations.local_vectors);
    }
    // What few shaders are in need of is asked for here: another function's code is elsewhere.
    let shared_views = match options.workgroup_layout {
        WorkgroupLayout::Implicit => Vec::new(),
        layout => shared_views(module, &mut func, layout, options),
    };
    arrays::hold(module, &mut func, bounds);
    if module.info.stage == Stage::Amplification {
        payload::launch(module, &mut func)?;
    }
    let node_constants = match module.info.is_node() {
        true => nodes::dispatch(module, &mut func)?,
        false => Vec::new(),
    };
    if module.info.stage.is_traced() {
        calls::pass(module, &mut func, options.target_env)?;
    }
    let native16 = module.native_16bit();
    let mut lower = Lower {
        stage: module.info.stage,
        module,
        func,
        plan,
        options,
        native16,
        resources: &plan.resources,
        found: Found::default(),
        cursor: Cursor::at_end(Block(0)),
        prologue: Cursor::at_start(Block(0)),
        forwarded: Replacements::new(),
        made: Lowered {
            spec_constants: node_constants,
            ..Lowered::default()
        },
        handles: Handles::default(),
        rows: Rows::default(),
        variables: Variables::default(),
        root: Root::default(),
        counters: Counters::default(),
        interface: Interface::default(),
        sample_positions: SamplePositions::default(),
        heap: Heap::default(),
        qa: Qa::default(),
        partitions: Partitions::default(),
        feedback: Feedback::default(),
        quads: Quads::default(),
        waves: Waves::default(),
        vectors: Vectors::default(),
        ordered: Ordered::default(),
    };
    lower.scan();
    lower.check_groupshared();
    if let Some(usage) = &qa_usage {
        if qa.is_some() {
            lower.prepare_qa(usage);
        }
        if looks {
            lower.keep_tests_early(usage);
        }
    }
    lower.start_interface()?;
    lower.start_quads();
    lower.start_ordering();
    let cfg = Cfg::new(&lower.func);
    lower.start_waves(&cfg);
    lower.choose_vectors(&cfg);
    let mut insts: Vec<Inst> = Vec::new();
    for &block in cfg.order() {
        lower.block(block, &mut insts)?;
    }
    if lower.stage == Stage::Pixel && plan.linked.is_some() {
        lower.check_interpolation()?;
    }
    lower.declare_outputs();
    lower.declare_sample()?;
    if !lower.interface.pieces.is_empty() {
        lower.finish_pieces()?;
    }
    if !lower.ordered.accesses.is_empty() {
        lower.order_rasterization(&cfg);
    }
    lower.finish_qa();
    if let Some(word) = options.view_mask {
        lower.mask_views(word)?;
    }
    lower.forwarded.apply(&mut lower.func);
    let (inputs, outputs) = match lists {
        true => lower.io_reflection(),
        false => Default::default(),
    };
    let forms = lower.take_forms();
    let (alignments, record_alignment) = (lower.alignments(), lower.record_alignment());
    let mut lowered = lower.made;
    lowered.inputs = inputs;
    lowered.outputs = outputs;
    lowered.alignments = alignments;
    lowered.forms = forms;
    lowered.record_alignment = record_alignment;
    // Whatever changes a terminator adds a block.
    lowered.graph = (cfg.block_count() == lower.func.blocks.len()).then(|| cfg.into());
    let spec_constants = &mut lowered.spec_constants;
    spec_constants.sort_unstable_by_key(|constant| constant.id);
    if let Some(pair) = spec_constants.windows(2).find(|pair| pair[0].id == pair[1].id) {
        let message = format!("two specialization constants have the number {}", pair[0].id);
        return Err(Error::new(ErrorKind::InvalidOptions, message));
    }
    lower.module.functions[entry] = lower.func;
    if !shared_views.is_empty() {
        arrays::blocks::lay_out(lower.module, &shared_views)?;
    }
    Ok(lowered)
}

/// Second forms of groupshared arrays, where the device has explicit layouts of groupshared memory.
#[inline(never)]
fn shared_views(
    module: &mut Module,
    func: &mut Function,
    layout: WorkgroupLayout,
    options: &Options,
) -> Vec<arrays::views::View> {
    let narrow = layout == WorkgroupLayout::Narrow;
    let optimizations = &options.optimizations;
    // What is put together is so behind the lowering; the extension is one to SPIR-V 1.4.
    if !optimizations.array_vectors
        || !optimizations.common_subexpressions
        || options.target_env < TargetEnv::Vulkan1_2
        || !arrays::blocks::fit(module, func, narrow)
    {
        return Vec::new();
    }
    arrays::views::split(module, func)
}

/// A name with a number behind it. Shaders have many such, most with one digit, for which formatting does too much.
fn numbered(name: &str, number: u32) -> String {
    let mut text = String::with_capacity(name.len() + 2);
    text.push_str(name);
    match char::from_digit(number, 10) {
        Some(digit) => text.push(digit),
        None => text.push_str(&number.to_string()),
    }
    text
}

/// Whether an operation is Vulkan's, and of the lane alone.
#[inline]
fn is_plain(op: Op) -> bool {
    op_table!(|op| stays(op) && !op.effects().convergent)[op as usize]
}

/// Whether instructions of this operation stay what they are, wherever they stand.
#[inline]
const fn stays(op: Op) -> bool {
    op_table!(|op| !op.is_d3d12()
        && !matches!(
            op,
            Op::Extract
                | Op::DPdxCoarse
                | Op::DPdyCoarse
                | Op::DPdxFine
                | Op::DPdyFine
                | Op::QuadSwap
                | Op::EmitVertex
                | Op::Demote
        ))[op as usize]
}

/// State of the lowering.
struct Lower<'a> {
    pub module: &'a mut Module,
    pub func: Function,
    pub plan: &'a Plan,
    pub options: &'a Options,
    pub stage: Stage,
    /// Whether 16-bit types are native; else minimum precision, 32-bit in memory.
    pub native16: bool,
    /// By resource id.
    pub resources: &'a [ResourcePlan],
    pub found: Found,
    /// The end of the current block so far; its source is the DXIL instruction being lowered.
    pub cursor: Cursor,
    /// Before all other instructions of the function.
    prologue: Cursor,
    /// Instructions replaced by other values.
    forwarded: Replacements,
    /// What the reflection learns of it.
    made: Lowered,
    /// Of `interface` and its files.
    interface: Interface,
    /// Of `handles` alone.
    handles: Handles,
    /// Of `cbv` alone.
    rows: Rows,
    /// Of `variables` alone.
    variables: Variables,
    /// Of `root` alone.
    root: Root,
    /// Of `buffers/counters` alone.
    counters: Counters,
    /// Of `textures/query` alone.
    sample_positions: SamplePositions,
    /// Of `textures/feedback` alone.
    feedback: Feedback,
    /// Of `heap` alone.
    heap: Heap,
    /// Of `partitions` alone.
    partitions: Partitions,
    /// Of `qa` alone.
    qa: Qa,
    /// Of `quads`, and of `textures/sample` and `textures/feedback`, which ask how derivatives are taken.
    quads: Quads,
    /// Of `waves` alone.
    waves: Waves,
    vectors: Vectors,
    /// Of `ordering` alone.
    ordered: Ordered,
}

impl Lower<'_> {
    /// Gathers what the shader does with each resource.
    fn scan(&mut self) {
        for (inst, data) in self.func.insts.iter() {
            // Most operations are arithmetic.
            if is_plain(data.op) {
                continue;
            }
            if state::is_offset_taken(data.op) {
                self.vectors.taken.push(inst);
            }
            let found = &mut self.found;
            found.reads_sample_index |= state::is_sample_index(data.op, data.imm);
            found.derivatives |= data.op.takes_derivatives();
            found.quad_reads |= data.op.reads_quad();
            found.quad_votes |= data.op == Op::QuadVote;
            found.helpers_left_out |=
                matches!(data.op, Op::WaveLeftOut | Op::WaveReadFirst | Op::WaveIsFirst);
            found.calls |= calls::calls(data.op);
            if data.op == Op::DxBarrier {
                self.found.barrier_on_uavs |= data.imm & 6 != 0;
                continue;
            }
            if !data.op.is_d3d12() || matches!(data.op, Op::Handle | Op::HeapHandle) {
                continue;
            }
            let args = data.args.of(&self.func.pool);
            let Some(handle) = args.first().and_then(|v| v.as_inst()) else {
                continue;
            };
            let handle = self.func.insts[handle];
            if !matches!(handle.op, Op::Handle | Op::HeapHandle) {
                continue;
            }
            let value_ty = |index: usize| args.get(index).map(|&v| self.module.value_type(&self.func, v));
            let id = ResourceId(handle.imm);
            let named = (id, state::register_of(&self.func, handle));
            let facts = found.facts.entry(id).or_default();
            let width = |ty: Option<Type>, types: &crate::ir::Types, native16: bool| match ty
                .map(|ty| types.scalar(ty).scalar_bits())
            {
                Some(64) => 4,
                Some(16) if native16 => 1,
                _ => 2,
            };
            if matches!(data.op, Op::ResourceAddress | Op::HeapIndex) {
                continue;
            }
            facts.object |= !matches!(
                data.op,
                Op::ResourceAtomic | Op::ResourceCmpXchg | Op::ResourceFAdd
            );
            match data.op {
                Op::ResourceAtomic | Op::ResourceCmpXchg | Op::ResourceFAdd => {
                    let bits = self.module.types.scalar(data.ty).scalar_bits();
                    facts.atomic_bits = facts.atomic_bits.max(bits);
                    let widest = found.atomics.entry(named).or_default();
                    *widest = bits.max(*widest);
                    facts.compared_as_words |= data.op == Op::ResourceCmpXchg;
                    facts.read = true;
                    facts.written = true;
                    facts.widths |= if bits == 64 { 4 } else { 2 };
                }
                op if op.writes_feedback() => {
                    facts.atomic_bits = 64;
                    found.atomics.insert(named, 64);
                    facts.read = true;
                    facts.written = true;
                    facts.widths |= 4;
                    // The texture, whose sizes and level of detail are asked for.
                    let texture = args
                        .get(1)
                        .and_then(|v| v.as_inst())
                        .map(|inst| self.func.insts[inst]);
                    if let Some(texture) =
                        texture.filter(|data| matches!(data.op, Op::Handle | Op::HeapHandle))
                    {
                        let facts = self.found.facts.entry(ResourceId(texture.imm)).or_default();
                        facts.object = true;
                        facts.read = true;
                    }
                }
                Op::BufferStore | Op::TextureStore | Op::CounterUpdate => facts.written = true,
                Op::MultiplyVector | Op::LoadBufferMatrix => {
                    facts.read = true;
                    facts.widths |= 2;
                }
                Op::StoreBufferMatrix => {
                    facts.written = true;
                    facts.widths |= 2;
                }
                Op::RawStore => {
                    facts.written = true;
                    // 64-bit values are stored as two words.
                    facts.widths |= width(value_ty(3), &self.module.types, self.native16).min(2);
                }
                Op::RawLoad => {
                    facts.read = true;
                    let mut ty = data.ty;
                    if data.flags.has(Flags::SPARSE) {
                        ty = self.module.types.element(ty, 0).unwrap_or(ty);
                    }
                    facts.widths |= width(Some(ty), &self.module.types, self.native16).min(2);
                }
                _ => facts.read = true,
            }
        }
        let found = &mut self.found;
        let written = found.facts.iter().filter(|(_, facts)| facts.written);
        for resource in written.filter_map(|(&id, _)| self.module.resources.get(id)) {
            found.writes_uavs = true;
            found.writes_buffers |= resource.kind.is_buffer();
            found.writes_heap_buffers |= resource.kind.is_buffer() && resource.heap;
        }
    }

    /// Lowers the instructions of a block. `insts` is room for them.
    fn block(&mut self, block: Block, insts: &mut Vec<Inst>) -> Result<()> {
        self.waves_in(block);
        // Of the entry block, what stands before everything else has been made already.
        let prologue = &self.prologue;
        let made = prologue.position().filter(|_| block == prologue.block);
        let made = made.unwrap_or(0);
        self.cursor = Cursor::at_end(block);
        let mut list = std::mem::take(&mut self.func.blocks[block].insts);
        let stay = self.staying(list.get(made..).unwrap_or_default());
        insts.clear();
        insts.extend(list.drain((made + stay).min(list.len())..));
        if let Some(&last) = list.last().filter(|_| stay != 0) {
            self.cursor.source = self.func.insts[last].source;
        }
        self.func.blocks[block].insts = list;
        let mut rest = insts.as_slice();
        while let Some((&inst, behind)) = rest.split_first() {
            let source = self.func.insts[inst].source;
            self.cursor.source = source;
            let ordered = self.ordered_start(inst);
            self.instruction(inst).map_err(|e| {
                let op = self.func.insts[inst].op;
                let e = e
                    .in_part("DXIL")
                    .in_function(&self.func.name)
                    .at_instruction(format!("{op} #{source}"));
                match self.module.origin(source) {
                    Some((function, index)) => e.listed_at(function, index),
                    None => e,
                }
            })?;
            if let Some(start) = ordered {
                self.note_ordered(start);
            }
            let stay = self.staying(behind);
            let (run, behind) = behind.split_at(stay);
            if let Some(&last) = run.last() {
                self.cursor.source = self.func.insts[last].source;
                self.func.blocks[self.cursor.block].insts.extend_from_slice(run);
            }
            rest = behind;
        }
        Ok(())
    }

    /// How many of the first of `list` stay what they are.
    fn staying(&self, list: &[Inst]) -> usize {
        let goes = |&inst: &Inst| !stays(self.func.insts[inst].op);
        list.iter().position(goes).unwrap_or(list.len())
    }

    fn instruction(&mut self, inst: Inst) -> Result<()> {
        let op = self.func.insts[inst].op;
        match op {
            Op::Extract if self.extract_row_member(inst)? || self.extract_part(inst)? => Ok(()),
            Op::DPdxCoarse | Op::DPdyCoarse | Op::DPdxFine | Op::DPdyFine => self.derivative(inst),
            Op::QuadSwap => self.quad_swap(inst),
            _ if !op.is_d3d12() => {
                if matches!(op, Op::EmitVertex | Op::EndPrimitive) {
                    let stream = self.func.insts[inst].imm;
                    if op == Op::EmitVertex {
                        self.start_vertex(stream)?;
                        self.copy_pieces(stream)?;
                    }
                    self.func.insts[inst].imm = self.vulkan_stream(stream);
                }
                self.cursor.put(&mut self.func, inst);
                if op == Op::Demote {
                    self.more_helpers();
                }
                Ok(())
            }
            Op::QuadRead => self.quad_read(inst),
            Op::QuadVote => self.quad_vote(inst),
            Op::WaveLeftOut => {
                self.wave_left_out(inst);
                Ok(())
            }
            Op::WaveReadFirst => self.wave_read_first(inst),
            Op::WaveIsFirst => self.wave_is_first(inst),
            Op::WaveMatch => self.wave_match(inst),
            Op::WaveMultiPrefix => self.wave_multi_prefix(inst),
            Op::Handle | Op::HeapHandle => self.handle(inst),
            Op::CbvLoadRow => self.cbv_load_row(inst),
            Op::CbvLoad => self.cbv_load(inst),
            Op::RawLoad => self.raw_load(inst),
            Op::RawStore => self.raw_store(inst),
            Op::CounterUpdate => self.counter_update(inst),
            Op::AccelerationStructure => self.acceleration_structure(inst),
            Op::ResourceAtomic | Op::ResourceCmpXchg => {
                if self.is_raw(inst)? {
                    self.raw_atomic(inst)
                } else {
                    self.image_atomic(inst)
                }
            }
            Op::ResourceFAdd => self.image_atomic(inst),
            Op::ResourceAddress => self.resource_address(inst),
            Op::HeapIndex => self.heap_index_of(inst),
            Op::HeapSize => self.heap_size_of(inst),
            Op::MatrixIsThere => self.matrix_is_there(inst),
            Op::MultiplyVector => self.multiply_vector(inst),
            Op::LoadBufferMatrix | Op::StoreBufferMatrix => self.access_matrix(inst),
            Op::GetDimensions if self.is_raw(inst)? => self.raw_dimensions(inst),
            Op::DxBarrier => {
                self.barrier(self.func.insts[inst].imm);
                Ok(())
            }
            Op::WaitControlPoints => {
                self.wait_control_points();
                Ok(())
            }
            Op::LoadInput
            | Op::StoreOutput
            | Op::LoadOutput
            | Op::LoadPatchConstant
            | Op::StorePatchConstant
            | Op::StorePrimitive
            | Op::EmitIndices
            | Op::EvalSnapped
            | Op::EvalSampleIndex
            | Op::EvalCentroid
            | Op::AttributeAtVertex
            | Op::SystemValue => self.interface_operation(inst),
            _ => self.image_operation(inst),
        }
    }

    /// An extraction from what has just been put together, as results often are: the part itself. False when
    /// it is from something else.
    fn extract_part(&mut self, inst: Inst) -> Result<bool> {
        let Some(source) = self.arg(inst, 0)?.as_inst() else {
            return Ok(false);
        };
        let data = self.func.insts[source];
        if data.op != Op::Construct {
            return Ok(false);
        }
        let parts = self.func.args(source);
        let members = match self.module.types.get(data.ty) {
            TypeData::Vector { len, .. } => *len as usize,
            TypeData::Struct(_) => parts.len(),
            _ => return Ok(false),
        };
        let index = self.func.insts[inst].imm as usize;
        match parts.get(index) {
            // Vectors may be made of shorter vectors.
            Some(&part) if parts.len() == members => {
                self.forward(inst, part);
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    // ----- Building instructions -----

    /// Appends an instruction.
    #[inline]
    pub fn emit(&mut self, op: Op, flags: Flags, ty: Type, args: &[Value]) -> Value {
        self.emit_imm(op, flags, ty, args, 0)
    }

    /// Appends an instruction with an immediate.
    #[inline]
    pub fn emit_imm(&mut self, op: Op, flags: Flags, ty: Type, args: &[Value], imm: u32) -> Value {
        self.cursor.emit(&mut self.func, op, flags, ty, args, imm)
    }

    /// Makes instructions here.
    pub fn build(&mut self) -> Builder<'_> {
        Builder {
            module: self.module,
            function: &mut self.func,
            cursor: &mut self.cursor,
        }
    }

    /// What `make` makes goes before all other instructions of the function.
    pub fn in_prologue<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        self.prologue.source = self.cursor.source;
        std::mem::swap(&mut self.cursor, &mut self.prologue);
        let made = make(self);
        std::mem::swap(&mut self.cursor, &mut self.prologue);
        made
    }

    /// Ends the lowering of `inst`: it becomes this instruction, in place, at the end of the block so far.
    /// Its type stays.
    pub fn finish(&mut self, inst: Inst, op: Op, flags: Flags, args: &[Value], imm: u32) {
        self.cursor.replace(&mut self.func, inst, op, flags, args, imm);
    }

    /// Ends the lowering of `inst`: its uses become uses of `value`, which has its type.
    pub fn forward(&mut self, inst: Inst, value: Value) {
        self.forwarded.insert(inst, value);
    }

    /// Operand `index` of `inst`, replaced already if it was.
    #[inline]
    pub fn arg(&self, inst: Inst, index: usize) -> Result<Value> {
        let value = self.func.args(inst).get(index).copied();
        let value = value.ok_or_else(|| Error::internal(format!("operand {index} is missing")))?;
        Ok(self.forwarded.resolve(value))
    }

    /// The type of a value.
    #[inline]
    pub fn value_ty(&self, value: Value) -> Type {
        self.module.value_type(&self.func, value)
    }

    /// An `i32` constant.
    #[inline]
    pub fn i32(&mut self, value: u32) -> Value {
        self.module.i32(value)
    }

    /// `a + b` of `i32`, folded where constant.
    pub fn add(&mut self, a: Value, b: Value) -> Value {
        self.build().add(a, b)
    }

    /// `a * b` of `i32`, folded where constant.
    pub fn mul(&mut self, a: Value, b: u32) -> Value {
        self.build().mul(a, b)
    }

    /// `a >> bits` of `i32`, folded where constant.
    pub fn shr(&mut self, a: Value, bits: u32) -> Value {
        self.build().shr(a, bits)
    }

    /// The same bits as type `ty`; nothing is emitted when it has that type.
    pub fn bitcast(&mut self, value: Value, ty: Type) -> Value {
        self.build().bitcast(value, ty)
    }

    /// `value` of a memory type as type `ty` of the same components, or back.
    pub fn converted(&mut self, value: Value, ty: Type) -> Value {
        self.build().converted(value, ty)
    }
}
