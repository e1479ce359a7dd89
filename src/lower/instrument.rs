//! Instrumentation: sites where values or assumptions are looked at, and what they report.
//! [`Instrumentation`] documents the buffers, version 2 of those that vkd3d-proton has.
//!
//! In: a function as `import` leaves it. Out: the same, with a call behind each float or before each access that is looked at;
//! or each float with 0 in the place of NaN. What holds: nothing else changes, and an invocation reports once.
//!
//! ```text
//! %4: f32 = fdiv %2, %3    ->    %4: f32 = fdiv %2, %3
//!                                %8: i32 = bitcast %4
//!                                %9: i32 = and %8, i32 0x7fffffff
//!                                %10: i1 = uge %9, i32 0x7f800000
//!                                call instrument_report(%10, %8, i32 1)
//! ```

mod races;

use super::writer::Writer;
use crate::binding::Plan;
use crate::ir::{
    Block, Builder, Cursor, Edge, Flags, Func, Function, Global, Inst, InstData, Module, Op, StorageClass,
    Terminator, Type, TypeData, Value, ValueRef,
};
use crate::shader::{ResourceId, ResourceKind, SystemValue};
use crate::vulkan::{Assumption, DescriptorType, Instrumentation, InstrumentationKind, ResourceBinding};
use ::spirv::Decoration;
use smallvec::SmallVec;

/// SPIR-V's Device scope, and acquire and release of uniform and buffer memory.
const SCOPE_DEVICE: u32 = 1;
const ACQUIRE_RELEASE_BUFFERS: u32 = 0x48;

/// Rows of the largest constant buffer.
const MOST_ROWS: u32 = 4096;

/// What is left of a float of 32 bits without its sign, and what infinity has of it.
const MAGNITUDE: u32 = 0x7fff_ffff;
const INFINITY: u32 = 0x7f80_0000;

/// Instruments `func`, a function of `module` that has been taken out of it.
#[cold]
pub fn apply(module: &mut Module, func: &mut Function, plan: &Plan, what: &Instrumentation) {
    let mut pass = Pass {
        what,
        plan,
        buffers: None,
        report: None,
        assume: None,
        races: None,
        sites: 0,
        quad: None,
        module,
        func,
        cursor: Cursor::at_end(Block(0)),
    };
    for position in 0..pass.func.layout.len() {
        let block = pass.func.layout[position];
        let insts = std::mem::take(&mut pass.func.blocks[block].insts);
        pass.cursor = Cursor::at_end(block);
        for inst in insts {
            pass.cursor.source = pass.func.insts[inst].source;
            match what.kind {
                InstrumentationKind::NonFinite => {
                    pass.cursor.put(pass.func, inst);
                    pass.value(inst.into());
                }
                InstrumentationKind::NonFiniteWrites => {
                    pass.written(inst);
                    pass.cursor.put(pass.func, inst);
                }
                InstrumentationKind::FlushNan => pass.flush(inst),
                InstrumentationKind::Assumptions => {
                    pass.assumptions(inst);
                    pass.cursor.put(pass.func, inst);
                    pass.inside_heap(inst);
                }
                InstrumentationKind::Synchronization => {
                    pass.access(inst);
                    pass.cursor.put(pass.func, inst);
                }
            }
        }
    }
    pass.number_invocation();
}

/// The variables of the buffers, and the one that says whether the invocation may report.
#[derive(Clone, Copy, Debug)]
struct Buffers {
    control: Global,
    payload: Global,
    may_report: Global,
}

/// What a shader has whose accesses to buffers are looked at.
#[derive(Clone, Copy, Debug)]
struct Races {
    /// The number of the invocation.
    invocation: Global,
    /// The function that looks at an access.
    check: Func,
}

struct Pass<'m> {
    what: &'m Instrumentation,
    plan: &'m Plan,
    buffers: Option<Buffers>,
    /// The functions, once asked for.
    report: Option<Func>,
    assume: Option<Func>,
    races: Option<Races>,
    /// Sites so far.
    sites: u32,
    /// The block whose quads have been looked at last.
    quad: Option<Block>,
    module: &'m mut Module,
    func: &'m mut Function,
    /// The end of the current block so far.
    cursor: Cursor,
}

impl Pass<'_> {
    fn builder(&mut self) -> Builder<'_> {
        Builder {
            module: self.module,
            function: self.func,
            cursor: &mut self.cursor,
        }
    }

    /// The bits of a scalar float as one of 32 bits and whether it is not finite, for one of 64 bits by its high word.
    fn bits(&mut self, value: Value, ty: Type) -> Option<(Value, Value)> {
        let mut b = self.builder();
        let (bits, high, infinity) = match ty {
            Type::F32 => {
                let bits = b.emit(Op::Bitcast, Type::I32, &[value]);
                (bits, bits, INFINITY)
            }
            Type::F16 => {
                let wide = b.emit(Op::FConvert, Type::F32, &[value]);
                let bits = b.emit(Op::Bitcast, Type::I32, &[wide]);
                (bits, bits, INFINITY)
            }
            Type::F64 => {
                let narrow = b.emit(Op::FConvert, Type::F32, &[value]);
                let bits = b.emit(Op::Bitcast, Type::I32, &[narrow]);
                let pair = b.module.types.vector(Type::I32, 2);
                let pair = b.emit(Op::Bitcast, pair, &[value]);
                let high = b.emit_imm(Op::Extract, Type::I32, &[pair], 1);
                (bits, high, 0x7ff0_0000)
            }
            _ => return None,
        };
        let magnitude = b.i32(MAGNITUDE);
        let magnitude = b.emit(Op::And, Type::I32, &[high, magnitude]);
        let infinity = b.i32(infinity);
        let bad = b.emit(Op::UGe, Type::BOOL, &[magnitude, infinity]);
        Some((bits, bad))
    }

    /// Reports a value that is no finite float, if it is a float.
    fn value(&mut self, value: Value) {
        let ty = self.module.value_type(self.func, value);
        if let Some((bits, bad)) = self.bits(value, ty) {
            let report = self.report_function();
            self.sites += 1;
            let site = self.sites;
            let mut b = self.builder();
            let site = b.i32(site);
            b.emit_imm(Op::Call, Type::VOID, &[bad, bits, site], report.0);
        }
    }

    /// Looks at what an instruction writes where others see it. Constants are meant.
    #[cold]
    fn written(&mut self, inst: Inst) {
        let first = match self.func.insts[inst].op {
            Op::BufferStore => 2,
            Op::RawStore => 3,
            Op::TextureStore => 4,
            Op::StoreOutput | Op::StorePrimitive | Op::StorePatchConstant => 1,
            _ => return,
        };
        let values = self.func.args(inst).iter().skip(first).take(match first {
            1 => 1,
            _ => 4,
        });
        let values: SmallVec<[Value; 4]> = values.copied().collect();
        for mut value in values {
            // Floats that are stored as words, those of 64 bits as two.
            while let Some(cast) = value.as_inst()
                && (self.func.insts[cast].op == Op::Bitcast || self.is_high_word(cast))
                && let Some(&from) = self.func.args(cast).first()
            {
                value = from;
            }
            if value.as_inst().is_some() {
                self.value(value);
            }
        }
    }

    /// Whether an instruction takes the high word of two.
    fn is_high_word(&self, inst: Inst) -> bool {
        let data = self.func.insts[inst];
        let Some(&of) = self.func.args(inst).first() else {
            return false;
        };
        data.op == Op::Extract
            && data.imm == 1
            && self
                .module
                .types
                .components(self.module.value_type(self.func, of))
                == 2
    }

    /// Makes 0 of a NaN.
    #[cold]
    fn flush(&mut self, inst: Inst) {
        let data = self.func.insts[inst];
        let float = matches!(data.ty, Type::F16 | Type::F32 | Type::F64);
        if !float {
            return self.cursor.put(self.func, inst);
        }
        let made: Value = self.cursor.copy(self.func, inst).into();
        let mut b = self.builder();
        let is_nan = match data.ty {
            Type::F64 => b.emit(Op::IsNan, Type::BOOL, &[made]),
            ty => {
                let value = match ty {
                    Type::F16 => b.emit(Op::FConvert, Type::F32, &[made]),
                    _ => made,
                };
                // By its bits: devices may take for granted that there are none.
                let bits = b.emit(Op::Bitcast, Type::I32, &[value]);
                let magnitude = b.i32(MAGNITUDE);
                let magnitude = b.emit(Op::And, Type::I32, &[bits, magnitude]);
                let infinity = b.i32(INFINITY);
                b.emit(Op::UGt, Type::BOOL, &[magnitude, infinity])
            }
        };
        let zero = self.module.null(data.ty);
        let args = [is_nan, zero, made];
        self.cursor
            .replace(self.func, inst, Op::Select, Flags::NONE, &args, 0);
    }

    /// Looks at what holds before an instruction.
    #[cold]
    fn assumptions(&mut self, inst: Inst) {
        let data = self.func.insts[inst];
        match data.op {
            Op::AccessChain => self.indices(inst),
            Op::Handle | Op::HeapHandle => self.uniform(inst, data),
            Op::CbvLoadRow => self.row(inst),
            Op::RawLoad | Op::RawStore | Op::ResourceAtomic | Op::ResourceCmpXchg => self.far(inst),
            Op::SetMeshOutputs => {
                let [vertices, primitives, ..] = self.module.info.properties.mesh.unwrap_or_default();
                let counts: SmallVec<[Value; 2]> = self.func.args(inst).into();
                let rules = [Assumption::MeshVertices, Assumption::MeshPrimitives];
                for ((count, most), rule) in counts.into_iter().zip([vertices, primitives]).zip(rules) {
                    let mut b = self.builder();
                    let most = b.i32(most);
                    let holds = b.emit(Op::ULe, Type::BOOL, &[count, most]);
                    self.assume(holds, rule);
                }
            }
            // What calls other shaders may do anything there, but no stage of these has quads.
            op if op.takes_derivatives() && !self.module.info.stage.is_traced() || op.reads_quad() => {
                self.whole_quad();
            }
            _ => {}
        }
    }

    fn assume(&mut self, holds: Value, rule: Assumption) {
        let assume = self.assume_function();
        self.sites += 1;
        let site = self.sites;
        let mut b = self.builder();
        let [site, rule] = [site, rule as u32].map(|number| b.i32(number));
        b.emit_imm(Op::Call, Type::VOID, &[holds, site, rule], assume.0);
    }

    /// Indices into arrays of the shader's own are inside.
    fn indices(&mut self, inst: Inst) {
        let args: SmallVec<[Value; 6]> = self.func.args(inst).into();
        let Some((&base, indices)) = args.split_first() else {
            return;
        };
        let pointer = self.module.value_type(self.func, base);
        let Some((class, mut ty)) = self.module.types.pointee(pointer) else {
            return;
        };
        let constant = match base.get() {
            ValueRef::Global(global) => self.module.globals[global].init.is_some(),
            _ => false,
        };
        let rule = match class {
            StorageClass::Workgroup => Assumption::GroupsharedIndex,
            _ if constant => Assumption::ConstantIndex,
            _ => Assumption::LocalIndex,
        };
        for &index in indices {
            let fixed = self.module.const_bits(index);
            let part = match self.module.types.get(ty) {
                TypeData::Array { element, len, .. } => {
                    let (element, len) = (*element, *len);
                    if fixed.is_none() && self.module.value_type(self.func, index) == Type::I32 {
                        let mut b = self.builder();
                        let len = b.i32(len);
                        let holds = b.emit(Op::ULt, Type::BOOL, &[index, len]);
                        self.assume(holds, rule);
                    }
                    Some(element)
                }
                TypeData::Struct(data) => fixed
                    .and_then(|at| data.members.get(at as usize))
                    .map(|member| member.ty),
                _ => None,
            };
            match part {
                Some(part) => ty = part,
                None => return,
            }
        }
    }

    /// The index of a resource is the same in the wave, where the shader does not say otherwise.
    fn uniform(&mut self, inst: Inst, data: InstData) {
        let array = data.op == Op::HeapHandle
            || self
                .module
                .resources
                .get(ResourceId(data.imm))
                .is_some_and(|resource| resource.count != Some(1));
        let Some(&index) = self.func.args(inst).first() else {
            return;
        };
        if array && !data.flags.has(Flags::NON_UNIFORM) && index.as_inst().is_some() {
            let holds = self.builder().emit(Op::WaveAllEqual, Type::BOOL, &[index]);
            self.assume(holds, Assumption::UniformIndex);
        }
    }

    /// The index of a resource or sampler, where the shader computes it, is one that its heap has.
    #[cold]
    fn inside_heap(&mut self, inst: Inst) {
        let data = self.func.insts[inst];
        if !matches!(data.op, Op::Handle | Op::HeapHandle) || self.plan.layout.heap_size.is_none() {
            return;
        }
        let plan = self.plan.resources.get(data.imm as usize);
        let Some(ResourceBinding::Heap { descriptor_type, .. }) = plan.map(|plan| &plan.binding) else {
            return;
        };
        let (sampler, rule) = match descriptor_type {
            DescriptorType::Sampler => (1, Assumption::SamplerInHeap),
            _ => (0, Assumption::ResourceInHeap),
        };
        if self
            .func
            .args(inst)
            .first()
            .is_none_or(|index| index.as_inst().is_none())
        {
            return;
        }
        let mut b = self.builder();
        let index = b.emit(Op::HeapIndex, Type::I32, &[inst.into()]);
        let size = b.emit_imm(Op::HeapSize, Type::I32, &[], sampler);
        let holds = b.emit(Op::ULt, Type::BOOL, &[index, size]);
        self.assume(holds, rule);
    }

    /// The row of a root constant buffer is one that it can have.
    fn row(&mut self, inst: Inst) {
        let &[handle, row] = self.func.args(inst) else {
            return;
        };
        let Some(handle) = handle.as_inst().map(|handle| self.func.insts[handle]) else {
            return;
        };
        let plan = self.plan.resources.get(handle.imm as usize);
        let address = plan.is_some_and(|plan| matches!(plan.binding, ResourceBinding::Address { .. }));
        if handle.op == Op::Handle && address && row.as_inst().is_some() {
            let mut b = self.builder();
            let rows = b.i32(MOST_ROWS);
            let holds = b.emit(Op::ULt, Type::BOOL, &[row, rows]);
            self.assume(holds, Assumption::RootRow);
        }
    }

    /// What is accessed of a raw or structured buffer is in the first 4 GiB behind its start: devices differ in where byte offsets
    /// beyond lead.
    fn far(&mut self, inst: Inst) {
        let args: SmallVec<[Value; 8]> = self.func.args(inst).into();
        let &[handle, first, ..] = &args[..] else { return };
        let Some(named) = handle.as_inst().map(|handle| self.func.insts[handle]) else {
            return;
        };
        if !matches!(named.op, Op::Handle | Op::HeapHandle) || first.as_inst().is_none() {
            return;
        }
        let Some(resource) = self.module.resources.get(ResourceId(named.imm)) else {
            return;
        };
        let (last, rule) = match resource.kind {
            ResourceKind::RawBuffer => {
                let bytes = self.bytes_of(inst, &args).max(1);
                (0u32.wrapping_sub(bytes), Assumption::RawOffset)
            }
            // The last element that ends there.
            ResourceKind::StructuredBuffer => match (1u64 << 32).checked_div(resource.stride.into()) {
                Some(count) => ((count - 1) as u32, Assumption::StructuredOffset),
                None => return,
            },
            _ => return,
        };
        let mut b = self.builder();
        let last = b.i32(last);
        let holds = b.emit(Op::ULe, Type::BOOL, &[first, last]);
        self.assume(holds, rule);
    }

    /// All four lanes of the quad are there: once a block.
    fn whole_quad(&mut self) {
        if self.quad == Some(self.cursor.block) {
            return;
        }
        self.quad = Some(self.cursor.block);
        let mut b = self.builder();
        let lane = b.emit_imm(Op::SystemValue, Type::I32, &[], SystemValue::WaveLaneIndex as u32);
        let on = b.module.scalar(Type::BOOL, 1);
        let four = b.module.types.vector(Type::I32, 4);
        let ballot = b.emit(Op::WaveBallot, four, &[on]);
        let [five, first, all] = [5, 28, 15].map(|number| b.i32(number));
        let word = b.emit(Op::LShr, Type::I32, &[lane, five]);
        let word = b.emit(Op::ExtractDynamic, Type::I32, &[ballot, word]);
        let first = b.emit(Op::And, Type::I32, &[lane, first]);
        let lanes = b.emit(Op::LShr, Type::I32, &[word, first]);
        let lanes = b.emit(Op::And, Type::I32, &[lanes, all]);
        let holds = b.emit(Op::IEq, Type::BOOL, &[lanes, all]);
        self.assume(holds, Assumption::WholeQuad);
    }

    fn buffers(&mut self) -> Buffers {
        if let Some(buffers) = self.buffers {
            return buffers;
        }
        let entry = self.module.types.vector(Type::I32, 4);
        let control = (self.what.control_set, self.what.control_binding);
        let payload = (self.what.payload_set, self.what.payload_binding);
        let one = self.module.i32(1);
        let may_report = self
            .module
            .add_global("may_report", StorageClass::Private, Type::I32);
        self.module.globals[may_report].init = one.as_const();
        let buffers = Buffers {
            control: buffer(self.module, "instrumentation_control", Type::I32, 4, control),
            payload: buffer(self.module, "instrumentation_payload", entry, 16, payload),
            may_report,
        };
        self.buffers = Some(buffers);
        buffers
    }

    fn report_function(&mut self) -> Func {
        if let Some(report) = self.report {
            return report;
        }
        let buffers = self.buffers();
        let function = report_function(self.module, buffers, self.what.shader_hash);
        let report = self.module.functions.push(function);
        self.report = Some(report);
        report
    }

    fn assume_function(&mut self) -> Func {
        if let Some(assume) = self.assume {
            return assume;
        }
        let buffers = self.buffers();
        let function = match self.what.kind {
            InstrumentationKind::Synchronization => order_function,
            _ => assume_function,
        }(self.module, buffers, self.what.shader_hash);
        let assume = self.module.functions.push(function);
        self.assume = Some(assume);
        assume
    }
}

/// What a report says besides where it is from.
#[derive(Clone, Copy)]
enum Told {
    /// What was looked at.
    Value(Value),
    /// The rule that was broken.
    Rule(Value),
    /// The number of the work.
    Work,
}

/// A storage buffer of elements, at a set and binding.
fn buffer(module: &mut Module, name: &str, element: Type, stride: u32, (set, binding): (u32, u32)) -> Global {
    let array = module.types.intern(TypeData::RuntimeArray { element, stride });
    let block = module.types.block(name, "", array);
    let global = module.add_global(name, StorageClass::StorageBuffer, block);
    for (kind, literals) in [
        (Decoration::DescriptorSet, &[set][..]),
        (Decoration::Binding, &[binding]),
        // A report should be in memory even when the device is lost soon after.
        (Decoration::Coherent, &[]),
    ] {
        module.decorate(global, kind, literals);
    }
    global
}

/// The function that reports a value where `bad`.
fn report_function(module: &mut Module, buffers: Buffers, hash: u64) -> Function {
    let params = [("bad", Type::BOOL), ("value", Type::I32), ("site", Type::I32)];
    let (mut w, [bad, value, site]) = Writer::new(module, "instrument_report", Type::VOID, params);
    w.report(buffers, hash, bad, Told::Value(value), site);
    w.func
}

/// The function that reports which rule does not hold.
fn assume_function(module: &mut Module, buffers: Buffers, hash: u64) -> Function {
    let params = [("holds", Type::BOOL), ("site", Type::I32), ("rule", Type::I32)];
    let (mut w, [holds, site, rule]) = Writer::new(module, "instrument_assume", Type::VOID, params);
    let bad = w.test(Op::Not, &[holds]);
    w.report(buffers, hash, bad, Told::Rule(rule), site);
    w.func
}

/// The function that reports the work where an access is not ordered.
fn order_function(module: &mut Module, buffers: Buffers, hash: u64) -> Function {
    let params = [("holds", Type::BOOL), ("site", Type::I32)];
    let (mut w, [holds, site]) = Writer::new(module, "instrument_assume", Type::VOID, params);
    let bad = w.test(Op::Not, &[holds]);
    w.report(buffers, hash, bad, Told::Work, site);
    w.func
}

impl Writer<'_> {
    fn element(&mut self, buffer: Global, index: Value, ty: Type) -> Value {
        let zero = self.module.i32(0);
        let path = [zero, index];
        self.build()
            .part(StorageClass::StorageBuffer, buffer.into(), &path, ty)
    }

    fn constant(&mut self, op: Op, value: Value, number: u32) -> Value {
        let number = self.module.i32(number);
        self.word(op, &[value, number])
    }

    /// Writes the rest of a function that reports what is told where `bad`, if the invocation may; all but values in each
    /// work anew.
    fn report(&mut self, buffers: Buffers, hash: u64, bad: Value, told: Told, site: Value) {
        let [claim, write, done] = [(); 3].map(|()| self.func.add_block());
        self.func.blocks[done].terminator = Terminator::Return(None);
        let zero = self.module.i32(0);
        let may = self.word(Op::Load, &[buffers.may_report.into()]);
        let may = self.test(Op::INe, &[may, zero]);
        let both = self.test(Op::And, &[bad, may]);
        self.branch(both, Edge::to(claim), Edge::to(done));

        self.cursor.block = claim;
        let number = self.constant(Op::IMul, site, 97);
        let mut number = self.constant(Op::Xor, number, hash as u32 ^ (hash >> 32) as u32);
        let value = match told {
            Told::Value(value) => value,
            Told::Rule(_) | Told::Work => {
                let words = self.word(Op::ArrayLength, &[buffers.control.into()]);
                let at = self.constant(Op::ISub, words, 2);
                let work = self.element(buffers.control, at, Type::I32);
                let work = self.word(Op::Load, &[work]);
                let mixed = self.constant(Op::IMul, work, 51329);
                number = self.word(Op::Xor, &[number, mixed]);
                match told {
                    Told::Rule(rule) => rule,
                    _ => work,
                }
            }
        };
        let entries = self.word(Op::ArrayLength, &[buffers.payload.into()]);
        let mask = self.constant(Op::ISub, entries, 1);
        let entry = self.word(Op::And, &[number, mask]);
        let word = self.constant(Op::LShr, entry, 4);
        let control = self.element(buffers.control, word, Type::I32);
        let low = self.constant(Op::And, entry, 15);
        let one = self.module.i32(1);
        let bit = self.word(Op::Shl, &[one, low]);
        let before = self.emit(Op::AtomicOr, Type::I32, &[control, bit], SCOPE_DEVICE);
        self.emit(Op::Store, Type::VOID, &[buffers.may_report.into(), zero], 0);
        let taken = self.word(Op::And, &[before, bit]);
        let free = self.test(Op::IEq, &[taken, zero]);
        self.branch(free, Edge::to(write), Edge::to(done));

        self.cursor.block = write;
        let [low, high] = [hash as u32, (hash >> 32) as u32].map(|half| self.module.i32(half));
        let four = self.module.types.vector(Type::I32, 4);
        let report = self.emit(Op::Construct, four, &[low, high, site, value], 0);
        let place = self.element(buffers.payload, entry, four);
        self.emit(Op::Store, Type::VOID, &[place, report], 0);
        // Whoever sees the bit sees the report.
        let scope = self.module.i32(SCOPE_DEVICE);
        let semantics = self.module.i32(ACQUIRE_RELEASE_BUFFERS);
        self.emit(Op::MemoryBarrier, Type::VOID, &[scope, semantics], 0);
        let written = self.constant(Op::Shl, bit, 16);
        self.emit(Op::AtomicOr, Type::I32, &[control, written], SCOPE_DEVICE);
        self.emit(Op::MemoryBarrier, Type::VOID, &[scope, semantics], 0);
        self.go(done, &[]);
    }
}
