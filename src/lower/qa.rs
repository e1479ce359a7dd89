//! Descriptor QA: each access to the resource heap is checked against what the heap holds, and the first fault of
//! all is reported. [`DescriptorQa`] documents the interface, version 2 of the one that vkd3d-proton has.
//!
//! ```text
//! %index = iadd %table, ..              %index = iadd %table, ..
//! access_chain @heap, %index      =>    %passed = call descriptor_qa_check(%index, type, site)
//!                                       access_chain @heap, %passed
//! ```
//! `descriptor_qa_check` gives the index itself or, of a fault, that of the null descriptor behind the heap's last;
//! it has `descriptor_qa_report` count faults and write down the first. Handles move to their uses before, so that
//! nothing is checked that is not accessed. A UAV counter has a check of its own, where it is changed. Samplers, and
//! what is in no heap, have none.
//!
//! The writes of the checks would put off a pixel shader's depth test behind the shader; where nothing else needs
//! that, the tests are made early, as they could be without QA. (Alpha to coverage, of which a shader knows nothing,
//! then comes after depth is written.)

use super::Lower;
use super::handles::{Access, Handle};
use super::writer::Writer;
use crate::analysis::usage;
use crate::entity::IdVec;
use crate::error::{Error, Result};
use crate::ir::{
    Block, ConstData, Cursor, Edge, Flags, Func, Function, Global, Inst, Module, Op, StorageClass,
    Terminator, Type, TypeData, User, Uses, Value,
};
use crate::shader::{ResourceClass, ResourceId, Stage};
use crate::vulkan::{DescriptorQa, DescriptorType};
use ::spirv::{Decoration, ExecutionMode};
use rustc_hash::{FxHashMap, FxHashSet};

/// Bits of a fault.
const BEYOND_HEAP: u32 = 1;
const WRONG_TYPE: u32 = 2;
const DESTROYED: u32 = 4;
const TOO_NEW: u32 = 8;

/// The type bit of addresses, which UAV counters have whatever they are in Vulkan.
const COUNTER_MASK: u32 = 0x100;

/// SPIR-V's Device scope, and acquire and release of uniform and buffer memory.
const SCOPE_DEVICE: u32 = 1;
const ACQUIRE_RELEASE_BUFFERS: u32 = 0x48;

impl Lower<'_> {
    /// Before anything is lowered and after the scan: handles move to their uses, since a check in a block above
    /// them could find a fault on a path that makes no access.
    #[cold]
    pub fn prepare_qa(&mut self, usage: &usage::Usage) {
        let late = usage.discard || usage.depth || usage.stencil || usage.coverage;
        let writes = self.found.facts.values().any(|facts| facts.written);
        self.qa.early_tests = self.stage == Stage::Pixel && !late && !writes;
        sink_handles(&mut self.func);
    }

    /// The writes of reports would put off a pixel shader's depth test behind the shader: where nothing else needs that, the
    /// tests are made early, as without them.
    pub fn keep_tests_early(&mut self, usage: &usage::Usage) {
        let late = usage.discard || usage.depth || usage.stencil || usage.coverage;
        let writes = self.found.facts.values().any(|facts| facts.written);
        let properties = &self.module.info.properties;
        if self.stage == Stage::Pixel && !late && !writes && !properties.early_depth_stencil() {
            self.execution_mode(ExecutionMode::EarlyFragmentTests);
        }
    }

    /// After everything is lowered.
    pub fn finish_qa(&mut self) {
        if self.qa.check.is_some() && self.qa.early_tests {
            self.execution_mode(ExecutionMode::EarlyFragmentTests);
        }
    }

    /// `index` into the resource heap, which the handle `inst` asks for, as the check lets it pass.
    pub fn checked_index(
        &mut self,
        inst: Inst,
        descriptor_type: DescriptorType,
        index: Value,
    ) -> Result<Value> {
        let mask = match descriptor_type {
            DescriptorType::SampledImage => 0x1,
            DescriptorType::StorageImage => 0x2,
            DescriptorType::UniformBuffer => 0x4,
            DescriptorType::StorageBuffer => 0x8,
            DescriptorType::UniformTexelBuffer => 0x10,
            DescriptorType::StorageTexelBuffer => 0x20,
            DescriptorType::AccelerationStructure => 0x40,
            DescriptorType::Sampler
            | DescriptorType::InlineUniformBlock
            | DescriptorType::Mutable
            | DescriptorType::InputAttachment => {
                return Err(Error::internal(format!("a heap access as {descriptor_type:?}")));
            }
        };
        let resource = self.module.resources.get(ResourceId(self.func.insts[inst].imm));
        if resource.is_some_and(|resource| resource.class == ResourceClass::Uav) {
            self.qa.asked.insert(inst, index);
        }
        self.check_index(index, mask)
    }

    /// The handle that operand 0 of `inst` names, for its UAV counter: at the index that the counter's own check
    /// lets pass, where there is one.
    pub fn counter_handle(&mut self, inst: Inst) -> Result<Handle> {
        let mut handle = self.handle_of(inst)?;
        let asked = self.arg(inst, 0)?.as_inst();
        if let Some(&index) = asked.and_then(|inst| self.qa.asked.get(&inst)) {
            handle.access = Access::Descriptor(Some(self.check_index(index, COUNTER_MASK)?));
        }
        Ok(handle)
    }

    fn check_index(&mut self, index: Value, mask: u32) -> Result<Value> {
        let check = match self.qa.check {
            Some(check) => check,
            None => {
                let plan = self.plan;
                let qa = plan.layout.descriptor_qa.as_ref();
                let qa = qa.ok_or_else(|| Error::internal("a check without buffers for it"))?;
                let buffers = self.qa_buffers(qa);
                let report = report_function(self.module, &buffers, qa.shader_hash);
                let report = self.module.functions.push(report);
                let check = check_function(self.module, &buffers, report);
                let check = self.module.functions.push(check);
                self.qa.check = Some(check);
                check
            }
        };
        self.qa.sites += 1;
        let (mask, site) = (self.i32(mask), self.i32(self.qa.sites));
        let args = [index, mask, site];
        Ok(self.emit_imm(Op::Call, Flags::NONE, Type::I32, &args, check.0))
    }

    /// The variables of the two buffers.
    fn qa_buffers(&mut self, qa: &DescriptorQa) -> Buffers {
        let word = |name: &'static str, offset| (name, offset, Type::I32);
        let parts = [word("cookie", 0), word("timestamp", 4), word("types", 8)];
        let entry = self.module.types.structure("QaEntry", parts, false);
        let entries = self.module.types.intern(TypeData::RuntimeArray {
            element: entry,
            stride: 12,
        });
        let heap = [word("count", 0), word("heap", 4), ("entries", 8, entries)];
        let heap = self.module.types.structure("QaHeap", heap, true);
        let table = self.module.types.intern(TypeData::RuntimeArray {
            element: Type::I32,
            stride: 4,
        });
        let hash = self.module.types.vector(Type::I32, 2);
        let report = [
            ("shader_hash", 0, hash),
            word("index", 8),
            word("heap", 12),
            word("cookie", 16),
            word("faults", 20),
            word("site", 24),
            word("wanted_types", 28),
            word("actual_types", 32),
            word("fault", 36),
            word("timestamp", 40),
            ("alive", 44, table),
        ];
        let report = self.module.types.structure("QaReport", report, true);
        let mut variable = |name, ty, set, binding, decoration| {
            let global = self.module.add_global(name, StorageClass::StorageBuffer, ty);
            self.place(global, set, binding);
            self.module.decorate(global, decoration, &[]);
            global
        };
        let heap = variable(
            "qa_heap",
            heap,
            qa.heap_set,
            qa.heap_binding,
            Decoration::NonWritable,
        );
        // Coherent: the report should be in memory even when the device is lost soon after.
        let report = variable(
            "qa_report",
            report,
            qa.report_set,
            qa.report_binding,
            Decoration::Coherent,
        );
        Buffers { heap, report }
    }
}

/// Moves each handle that has no use in its own block into the blocks that use it, before its first use there.
/// Its index dominates it and thus those blocks. One without uses disappears.
fn sink_handles(func: &mut Function) {
    let is_handle = |func: &Function, inst: Inst| matches!(func.insts[inst].op, Op::Handle | Op::HeapHandle);
    // Those with a use in their own block. Handles that go through block parameters are refused where they are used.
    let uses = Uses::new(func);
    let mut home: IdVec<Inst, Option<Block>> = IdVec::filled(None, func.insts.len());
    for &block in &func.layout {
        for &inst in &func.blocks[block].insts {
            home[inst] = Some(block);
        }
    }
    let stays_home = |inst: Inst| {
        uses.of(inst).iter().any(|user| match user {
            User::Inst(user) => home[*user] == home[inst],
            User::Terminator(_) => true,
        })
    };
    let stays: FxHashSet<Inst> = func
        .insts
        .ids()
        .filter(|&inst| is_handle(func, inst) && stays_home(inst))
        .collect();
    let mut copies: FxHashMap<Inst, Inst> = FxHashMap::default();
    for position in 0..func.layout.len() {
        let block = func.layout[position];
        copies.clear();
        let insts = std::mem::take(&mut func.blocks[block].insts);
        let mut cursor = Cursor::at_end(block);
        for inst in insts {
            if is_handle(func, inst) {
                if stays.contains(&inst) {
                    cursor.put(func, inst);
                }
                continue;
            }
            for index in 0..func.args(inst).len() {
                let Some(handle) = func.args(inst)[index].as_inst() else {
                    continue;
                };
                if !is_handle(func, handle) || stays.contains(&handle) {
                    continue;
                }
                let copy = match copies.get(&handle) {
                    Some(&copy) => copy,
                    None => {
                        let copy = cursor.copy(func, handle);
                        copies.insert(handle, copy);
                        copy
                    }
                };
                func.args_mut(inst)[index] = copy.into();
            }
            cursor.put(func, inst);
        }
    }
}

/// The variables of the QA heap and of the report.
#[derive(Clone, Copy, Debug)]
struct Buffers {
    heap: Global,
    report: Global,
}

/// Members of the QA heap and of the report, by number.
mod member {
    pub const COUNT: u32 = 0;
    pub const HEAP: u32 = 1;
    pub const ENTRIES: u32 = 2;

    pub const SHADER_HASH: u32 = 0;
    pub const INDEX: u32 = 1;
    pub const REPORTED_HEAP: u32 = 2;
    pub const COOKIE: u32 = 3;
    pub const FAULTS: u32 = 4;
    pub const SITE: u32 = 5;
    pub const WANTED: u32 = 6;
    pub const ACTUAL: u32 = 7;
    pub const FAULT: u32 = 8;
    pub const TIMESTAMP: u32 = 9;
    pub const ALIVE: u32 = 10;
}

/// Access to the buffers.
impl Writer<'_> {
    fn pointer(&mut self, buffer: Global, path: &[Value], ty: Type) -> Value {
        self.build()
            .part(StorageClass::StorageBuffer, buffer.into(), path, ty)
    }

    fn load(&mut self, buffer: Global, path: &[Value]) -> Value {
        let pointer = self.pointer(buffer, path, Type::I32);
        self.word(Op::Load, &[pointer])
    }

    fn load_member(&mut self, buffer: Global, member: u32) -> Value {
        let member = self.module.i32(member);
        self.load(buffer, &[member])
    }

    fn store_member(&mut self, buffer: Global, member: u32, value: Value) {
        let ty = self.module.value_type(&self.func, value);
        let member = self.module.i32(member);
        let pointer = self.pointer(buffer, &[member], ty);
        self.emit(Op::Store, Type::VOID, &[pointer, value], 0);
    }

    /// `bit` where `condition`, else 0.
    fn bit_where(&mut self, condition: Value, bit: u32) -> Value {
        let (bit, none) = (self.module.i32(bit), self.module.i32(0));
        self.word(Op::Select, &[condition, bit, none])
    }
}

/// The function that checks an index and gives the one to use.
fn check_function(module: &mut Module, buffers: &Buffers, report: Func) -> Function {
    let params = ["index", "wanted", "site"].map(|name| (name, Type::I32));
    let (mut w, [index, wanted, site]) = Writer::new(module, "descriptor_qa_check", Type::I32, params);
    let inside = w.func.add_block();
    let judged = w.func.add_block();
    let faulty = w.func.add_block();
    let done = w.func.add_block();
    let [fault, cookie, actual] = [(); 3].map(|()| w.func.add_param(judged, Type::I32));
    let result = w.func.add_param(done, Type::I32);
    let zero = w.module.i32(0);

    let count = w.load_member(buffers.heap, member::COUNT);
    let is_inside = w.emit(Op::ULt, Type::BOOL, &[index, count], 0);
    let beyond = w.module.i32(BEYOND_HEAP);
    let outside = w.func.edge(judged, &[beyond, zero, zero]);
    w.branch(is_inside, Edge::to(inside), outside);

    w.cursor.block = inside;
    let entries = w.module.i32(member::ENTRIES);
    let [found, timestamp, types] = [0, 1, 2].map(|part| {
        let part = w.module.i32(part);
        w.load(buffers.heap, &[entries, index, part])
    });
    let common = w.word(Op::And, &[types, wanted]);
    let mistyped = w.emit(Op::INe, Type::BOOL, &[common, wanted], 0);
    let mistyped = w.bit_where(mistyped, WRONG_TYPE);
    let (five, low, one) = (w.module.i32(5), w.module.i32(31), w.module.i32(1));
    let word = w.word(Op::LShr, &[found, five]);
    let alive = w.module.i32(member::ALIVE);
    let word = w.load(buffers.report, &[alive, word]);
    let bit = w.word(Op::And, &[found, low]);
    let bit = w.word(Op::LShr, &[word, bit]);
    let bit = w.word(Op::And, &[bit, one]);
    let dead = w.emit(Op::IEq, Type::BOOL, &[bit, zero], 0);
    let dead = w.bit_where(dead, DESTROYED);
    let now = w.load_member(buffers.report, member::TIMESTAMP);
    let late = w.emit(Op::ULt, Type::BOOL, &[now, timestamp], 0);
    let late = w.bit_where(late, TOO_NEW);
    let sum = w.word(Op::Or, &[mistyped, dead]);
    let sum = w.word(Op::Or, &[sum, late]);
    w.go(judged, &[sum, found, types]);

    w.cursor.block = judged;
    let healthy = w.emit(Op::IEq, Type::BOOL, &[fault.into(), zero], 0);
    let pass = w.func.edge(done, &[index]);
    w.branch(healthy, pass, Edge::to(faulty));

    w.cursor.block = faulty;
    let heap = w.load_member(buffers.heap, member::HEAP);
    let args = [
        fault.into(),
        index,
        cookie.into(),
        heap,
        wanted,
        actual.into(),
        site,
    ];
    w.emit(Op::Call, Type::VOID, &args, report.0);
    w.go(done, &[count]);

    w.func.blocks[done].terminator = Terminator::Return(Some(result.into()));
    w.func
}

/// The function that counts a fault and reports the first.
fn report_function(module: &mut Module, buffers: &Buffers, shader_hash: u64) -> Function {
    let params = ["fault", "index", "cookie", "heap", "wanted", "actual", "site"];
    let params = params.map(|name| (name, Type::I32));
    let (mut w, params) = Writer::new(module, "descriptor_qa_report", Type::VOID, params);
    let [fault, index, cookie, heap, wanted, actual, site] = params;
    let first = w.func.add_block();
    let done = w.func.add_block();
    let (zero, one) = (w.module.i32(0), w.module.i32(1));
    let halves = [shader_hash as u32, (shader_hash >> 32) as u32];
    let halves = halves.map(|half| w.module.consts.scalar(Type::I32, u64::from(half)));
    let hash_ty = w.module.types.vector(Type::I32, 2);
    let hash = ConstData::Composite(halves.to_vec());
    let hash = w.module.consts.intern(hash_ty, hash).into();

    let faults = w.module.i32(member::FAULTS);
    let faults = w.pointer(buffers.report, &[faults], Type::I32);
    let before = w.emit(Op::AtomicIAdd, Type::I32, &[faults, one], SCOPE_DEVICE);
    let is_first = w.emit(Op::IEq, Type::BOOL, &[before, zero], 0);
    w.branch(is_first, Edge::to(first), Edge::to(done));

    w.cursor.block = first;
    for (member, value) in [
        (member::COOKIE, cookie),
        (member::INDEX, index),
        (member::REPORTED_HEAP, heap),
        (member::WANTED, wanted),
        (member::ACTUAL, actual),
        (member::SITE, site),
        (member::SHADER_HASH, hash),
    ] {
        w.store_member(buffers.report, member, value);
    }
    // Whoever sees the fault sees all of the report.
    let scope = w.module.i32(SCOPE_DEVICE);
    let semantics = w.module.i32(ACQUIRE_RELEASE_BUFFERS);
    w.emit(Op::MemoryBarrier, Type::VOID, &[scope, semantics], 0);
    w.store_member(buffers.report, member::FAULT, fault);
    w.go(done, &[]);

    w.func.blocks[done].terminator = Terminator::Return(None);
    w.func
}

#[cfg(test)]
mod tests;
