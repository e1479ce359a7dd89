//! Nodes of work graphs: what starts their groups, and where their records lie.
//!
//! In: a node's function, with its operations on records. Out: one for a dispatch that a scheduler makes, which goes by
//! a block of push constants, [`vulkan::NodeDispatch`](crate::vulkan::NodeDispatch), and by specialization constants: they
//! find the record that the group works on and the number that D3D12 gives the group. `docs/work-graphs.md` has the
//! layout of all that for those who write schedulers.
//!
//! ```text
//!                      bb0:  %record = number of the group (or thread), that record's address
//!                            br bb2(first group)
//!                      bb2(%i):
//! bb0: ...                   condbr (%i < groups of the record's grid), bb1, bb4
//!      ret         ->  bb1:  ...                                    the shader, once for each group of the grid
//!                            br bb3
//!                      bb3:  dx.barrier #9; br bb2(%i + z)          all threads are done with groupshared memory
//!                      bb4:  ret
//! ```
//! A mesh node's groups are those of the dispatch, since each has one set of outputs: the body runs where the group is one of the
//! grid's. A thread node's body runs under the condition that there is a record for the thread; a coalescing node's, once. Room
//! for records is taken from counters that all nodes share, by functions beside the entry point: for a group by its
//! first thread, for threads by the first lane of those that want records of one node.
//!
//! Facts: the D3D12 Work Graphs specification; what dispatches give is what vkd3d-proton's `workgraphs.c` writes.

mod functions;

use crate::error::{Error, Result};
use crate::ir::{
    Block, Builder, ConstData, Cursor, Edge, Flags, Func, Function, Global, Inst, MemberAccess, Module, Op,
    Replacements, StorageClass, StructType, Terminator, Type, TypeData, Value,
};
use crate::shader::{NodeLaunch, NodeProperties, SystemValue};
use crate::vulkan::{
    NODE_GROUP_SIZE_SPEC_ID, NodeDispatch, SpecConstant, SpecConstantKind, node_spec_ids as spec,
};
use functions::{Taker, read};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// `GroupMemoryBarrierWithGroupSync`, as a DXIL barrier mode.
const GROUP_BARRIER: u32 = 9;

/// Groups of a dispatch in x, before the next row of y begins.
const ROW: u32 = 32 * 1024;

/// Makes `func`, a function of `module` that has been taken out of it, one for dispatches of a scheduler, and lowers
/// its operations on nodes. The result are the specialization constants that it uses.
///
/// # Errors
/// `Malformed` for a node without its properties.
#[cold]
pub fn dispatch(module: &mut Module, func: &mut Function) -> Result<Vec<SpecConstant>> {
    let node = module.info.properties.node.clone();
    let node = node.ok_or_else(|| Error::malformed("a node without its properties"))?;
    let launch = node.launch_kind();
    let launch = launch.ok_or_else(|| Error::unsupported(format!("node launch {}", node.launch)))?;
    let block = registers(module);
    let registers = module.add_global("node", StorageClass::PushConstant, block);
    let mut pass = Pass {
        name: module.info.name.clone(),
        coherent: is_coherent(func, &node),
        node,
        launch,
        module,
        func,
        registers,
        cursor: Cursor::at_end(Block(0)),
        spec_constants: Vec::new(),
        functions: Functions::default(),
        record: None,
        shared: None,
        count: None,
        group: None,
    };
    pass.run()?;
    let mut constants = pass.spec_constants;
    constants.dedup();
    Ok(constants)
}

/// Whether what the shader writes to records must be seen by other threads before the dispatch ends.
fn is_coherent(func: &Function, node: &NodeProperties) -> bool {
    let fence = |inst: &crate::ir::InstData| inst.op == Op::DxBarrier && inst.imm & 0x30 != 0;
    let mut ios = node.inputs.iter().chain(&node.outputs);
    ios.any(|io| io.is_globally_coherent()) || func.insts.values().any(fence)
}

/// The type of the push constants.
#[cold]
fn registers(module: &mut Module) -> Type {
    let ty = |bytes| if bytes == 8 { Type::I64 } else { Type::I32 };
    let members = NodeDispatch::MEMBERS.iter();
    let members = members.map(|&(name, offset, bytes)| (name, offset, ty(bytes)));
    module.types.structure("NodeDispatch", members, true)
}

/// Functions beside the entry point, once they are made.
#[derive(Default)]
struct Functions {
    address: Option<Func>,
    /// By [`Taker`].
    allocate: [Option<Func>; 3],
    /// Of the group, of threads.
    increment: [Option<Func>; 2],
    finished: Option<Func>,
    exists: Option<Func>,
}

/// What a group of a dispatch works on.
struct Started {
    /// Whether the dispatch is the grid of one record.
    fixed: Value,
    /// The grid of the group's record.
    grid: [Value; 3],
    /// How many groups that has; 1 where it is the dispatch.
    all: Value,
    /// The numbers that the dispatch gives the group.
    given: [Value; 3],
}

struct Pass<'m> {
    module: &'m mut Module,
    func: &'m mut Function,
    node: Box<NodeProperties>,
    /// The entry point's name.
    name: String,
    launch: NodeLaunch,
    /// The push constants.
    registers: Global,
    cursor: Cursor,
    spec_constants: Vec<SpecConstant>,
    functions: Functions,
    /// A word that the group shares.
    shared: Option<Global>,
    coherent: bool,
    /// Address of the record, unless there are several.
    record: Option<Value>,
    /// The number of the first record, and how many there are.
    count: Option<(Value, Value)>,
    /// The group's number.
    group: Option<[Value; 3]>,
}

impl Pass<'_> {
    fn build(&mut self) -> Builder<'_> {
        Builder {
            module: self.module,
            function: self.func,
            cursor: &mut self.cursor,
        }
    }
    fn emit(&mut self, op: Op, ty: Type, args: &[Value]) -> Value {
        self.build().emit(op, ty, args)
    }
    fn i32(&mut self, value: u32) -> Value {
        self.module.i32(value)
    }
    fn system_value(&mut self, value: SystemValue) -> Value {
        self.build()
            .emit_imm(Op::SystemValue, Type::I32, &[], value as u32)
    }

    /// A member of the push constants.
    fn register(&mut self, member: NodeDispatch) -> Value {
        let ty = match NodeDispatch::MEMBERS[member as usize].2 {
            8 => Type::I64,
            _ => Type::I32,
        };
        let pointer = self.module.types.pointer(StorageClass::PushConstant, ty);
        let args = [self.registers.into(), self.i32(member as u32)];
        let pointer = self.emit(Op::AccessChain, pointer, &args);
        self.emit(Op::Load, ty, &[pointer])
    }

    /// A specialization constant.
    fn constant(&mut self, id: u32, kind: SpecConstantKind, default: u32) -> Value {
        let constant = SpecConstant { id, kind, default };
        if !self.spec_constants.contains(&constant) {
            self.spec_constants.push(constant);
        }
        let data = ConstData::Specialization { id, default };
        self.module.consts.intern(Type::I32, data).into()
    }
    fn flag(&mut self, id: u32, kind: SpecConstantKind, default: bool) -> Value {
        let constant = self.constant(id, kind, u32::from(default));
        let zero = self.i32(0);
        self.emit(Op::INe, Type::BOOL, &[constant, zero])
    }

    /// What lies at an address.
    fn read(&mut self, address: Value, ty: Type) -> Value {
        read(&mut self.build(), address, ty)
    }

    fn branch(&mut self, condition: Value, if_true: Edge, if_false: Edge) {
        self.func.blocks[self.cursor.block].terminator = Terminator::CondBranch {
            condition,
            if_true,
            if_false,
        };
    }
    fn go(&mut self, target: Block, args: &[Value]) {
        let edge = self.func.edge(target, args);
        self.func.blocks[self.cursor.block].terminator = Terminator::Branch(edge);
    }
    fn block<const N: usize>(&mut self, params: [Type; N]) -> (Block, [Value; N]) {
        let block = self.func.add_block();
        (
            block,
            params.map(|ty| Value::from(self.func.add_param(block, ty))),
        )
    }

    #[cold]
    fn run(&mut self) -> Result<()> {
        let body: SmallVec<[Block; 16]> = self.func.layout.iter().copied().collect();
        let (start, []) = self.block([]);
        self.func.blocks[start] = std::mem::take(&mut self.func.blocks[Block(0)]);
        for &block in &body {
            let terminator = &mut self.func.blocks[block].terminator;
            terminator.for_each_edge_mut(|edge| {
                if edge.block == Block(0) {
                    edge.block = start;
                }
            });
        }
        let body: SmallVec<[Block; 16]> = std::iter::once(start)
            .chain(body.into_iter().filter(|&block| block != Block(0)))
            .collect();
        let (end, []) = self.block([]);
        self.func.blocks[end].terminator = Terminator::Return(None);
        self.cursor = Cursor::at_end(Block(0));
        let after = match self.launch {
            NodeLaunch::Broadcasting => self.broadcasting(start, end)?,
            NodeLaunch::Coalescing => {
                self.coalescing();
                self.go(start, &[]);
                end
            }
            NodeLaunch::Thread => {
                self.thread(start, end);
                end
            }
            NodeLaunch::Mesh => {
                self.mesh(start, end);
                end
            }
        };
        self.reset(start);
        let mut replacements = Replacements::new();
        for &block in &body {
            let insts = std::mem::take(&mut self.func.blocks[block].insts);
            self.cursor = Cursor::at_end(block);
            for inst in insts {
                self.cursor.source = self.func.insts[inst].source;
                self.instruction(inst, &mut replacements)?;
            }
            let terminator = &mut self.func.blocks[block].terminator;
            if matches!(terminator, Terminator::Return(_)) {
                *terminator = Terminator::Branch(Edge::to(after));
            }
        }
        replacements.apply(self.func);
        if self.launch == NodeLaunch::Broadcasting {
            self.wait_between_groups(after);
        }
        Ok(())
    }

    /// The number of the first record that a group, or of the record that a thread, works on.
    fn first_record(&mut self) -> Value {
        let [x, y] = [SystemValue::GroupIdX, SystemValue::GroupIdY].map(|value| self.system_value(value));
        let row = self.build().mul(y, ROW);
        let mut number = self.build().add(row, x);
        match self.launch {
            NodeLaunch::Broadcasting | NodeLaunch::Mesh => {}
            NodeLaunch::Coalescing => {
                let records = self.node.max_input_records();
                number = self.build().mul(number, records);
            }
            NodeLaunch::Thread => {
                let size = self.constant(NODE_GROUP_SIZE_SPEC_ID, SpecConstantKind::NodeGroupSize, 1);
                // Which the emission makes the size of the group.
                let one = self.module.consts.scalar(Type::I32, 1);
                let parts = [size.as_const(), Some(one), Some(one)]
                    .into_iter()
                    .flatten()
                    .collect();
                let ty = self.module.types.vector(Type::I32, 3);
                self.module.consts.intern(ty, ConstData::Composite(parts));
                let first = self.emit(Op::IMul, Type::I32, &[number, size]);
                let thread = self.system_value(SystemValue::FlattenedThreadIdInGroup);
                number = self.build().add(first, thread);
            }
        }
        number
    }

    /// The end of the records, as a number.
    fn end_of_records(&mut self) -> Value {
        let address = self.register(NodeDispatch::End);
        self.read(address, Type::I32)
    }

    fn offset_of_records(&mut self) -> Value {
        let address = self.register(NodeDispatch::First);
        self.read(address, Type::I32)
    }

    /// The address of record `number`.
    fn address(&mut self, number: Value) -> Value {
        let function = match self.functions.address {
            Some(function) => function,
            None => {
                let entry = self.node.program_entry;
                let entry = self.constant(spec::IS_ENTRY, SpecConstantKind::NodeIsEntry, u32::from(entry));
                let indirect = self.constant(spec::INDIRECT, SpecConstantKind::NodeIndirectRecords, 0);
                let function = functions::record_address(self.module, entry, indirect);
                self.made(function, |made| &mut made.address)
            }
        };
        let args = [
            self.register(NodeDispatch::Records),
            self.register(NodeDispatch::StrideOrOffsets),
            number,
        ];
        self.build().emit_imm(Op::Call, Type::I64, &args, function.0)
    }

    /// Keeps a function that has been made.
    fn made(&mut self, function: Function, place: impl FnOnce(&mut Functions) -> &mut Option<Func>) -> Func {
        let func = self.module.functions.push(function);
        *place(&mut self.functions) = Some(func);
        func
    }

    /// The word that the group shares.
    fn shared(&mut self) -> Global {
        match self.shared {
            Some(shared) => shared,
            None => {
                let shared = self
                    .module
                    .add_global("node_shared", StorageClass::Workgroup, Type::I32);
                *self.shared.insert(shared)
            }
        }
    }

    fn has_records(&self) -> bool {
        self.node.input_records().is_some()
    }

    /// The record of a group: whether the dispatch is that record's grid, its grid, and how many groups that has, 1 where it
    /// is the dispatch.
    fn record_and_grid(&mut self) -> Started {
        let fixed = self.flag(spec::STATIC, SpecConstantKind::NodeStaticRecord, false);
        let number = self.first_record();
        let offset = self.offset_of_records();
        let moved = self.build().add(number, offset);
        let number = self.emit(Op::Select, Type::I32, &[fixed, offset, moved]);
        if self.has_records() {
            let record = self.address(number);
            self.record = Some(record);
        }
        let grid = self.grid(fixed);
        let xy = self.emit(Op::IMul, Type::I32, &[grid[0], grid[1]]);
        let all = self.emit(Op::IMul, Type::I32, &[xy, grid[2]]);
        let given = [
            SystemValue::GroupIdX,
            SystemValue::GroupIdY,
            SystemValue::GroupIdZ,
        ]
        .map(|value| self.system_value(value));
        let one = self.i32(1);
        let all = self.emit(Op::Select, Type::I32, &[fixed, one, all]);
        Started {
            fixed,
            grid,
            all,
            given,
        }
    }

    /// Which group of its grid number `index` is.
    fn number_group(&mut self, started: &Started, index: Value) {
        let grid = started.grid;
        // The grid has no zero where there is a group.
        let column = self.emit(Op::UMod, Type::I32, &[index, grid[0]]);
        let rest = self.emit(Op::UDiv, Type::I32, &[index, grid[0]]);
        let row = self.emit(Op::UMod, Type::I32, &[rest, grid[1]]);
        let layer = self.emit(Op::UDiv, Type::I32, &[rest, grid[1]]);
        let counted = [column, row, layer];
        let own = [0, 1, 2].map(|axis| {
            let args = [started.fixed, started.given[axis], counted[axis]];
            self.emit(Op::Select, Type::I32, &args)
        });
        self.group = Some(own);
    }

    /// Groups of a grid, one after another. The result is where the shader goes on when it is done with one.
    fn broadcasting(&mut self, start: Block, end: Block) -> Result<Block> {
        let started = self.record_and_grid();
        let zero = self.i32(0);
        let step = self.system_value(SystemValue::GroupCountZ);
        let first = self.emit(Op::Select, Type::I32, &[started.fixed, zero, started.given[2]]);
        let (header, [index]) = self.block([Type::I32]);
        let (group, []) = self.block([]);
        let (after, []) = self.block([]);
        self.go(header, &[first]);
        self.cursor = Cursor::at_end(header);
        let inside = self.emit(Op::ULt, Type::BOOL, &[index, started.all]);
        self.branch(inside, Edge::to(group), Edge::to(end));
        self.cursor = Cursor::at_end(group);
        self.number_group(&started, index);
        self.go(start, &[]);
        self.cursor = Cursor::at_end(after);
        let next = self.emit(Op::IAdd, Type::I32, &[index, step]);
        self.go(header, &[next]);
        Ok(after)
    }

    /// A group of a mesh node's grid, if there is one of that number; others emit nothing.
    fn mesh(&mut self, start: Block, end: Block) {
        let started = self.record_and_grid();
        let first = self.register(NodeDispatch::List);
        let counted = self.emit(Op::IAdd, Type::I32, &[first, started.given[2]]);
        let zero = self.i32(0);
        let index = self.emit(Op::Select, Type::I32, &[started.fixed, zero, counted]);
        let inside = self.emit(Op::ULt, Type::BOOL, &[index, started.all]);
        let (group, []) = self.block([]);
        self.branch(inside, Edge::to(group), Edge::to(end));
        self.cursor = Cursor::at_end(group);
        self.number_group(&started, index);
        self.go(start, &[]);
    }

    /// The grid that the record asks for, or all have. Of a dispatch whose groups are the grid's, nothing.
    fn grid(&mut self, fixed: Value) -> [Value; 3] {
        let declared = self.node.max_dispatch_grid.or(self.node.dispatch_grid);
        let upper = self.node.max_dispatch_grid.is_some();
        let declared = declared.unwrap_or([1; 3]);
        let kinds = [
            SpecConstantKind::NodeGridX,
            SpecConstantKind::NodeGridY,
            SpecConstantKind::NodeGridZ,
        ];
        let ids = [spec::GRID_X, spec::GRID_X + 1, spec::GRID_X + 2];
        let mut most = [self.i32(1); 3];
        for (axis, place) in most.iter_mut().enumerate() {
            *place = self.constant(ids[axis], kinds[axis], declared[axis]);
        }
        // Divided by, so never 0: a grid without groups has none to number.
        let described = self.node.inputs.first().and_then(|input| input.dispatch_grid);
        let (Some([offset, component, count]), Some(record)) = (described, self.record) else {
            return most;
        };
        let asks = self.flag(
            spec::IS_UPPER_BOUND,
            SpecConstantKind::NodeGridIsUpperBound,
            upper,
        );
        let moves = self.emit(Op::Not, Type::BOOL, &[fixed]);
        let asks = self.emit(Op::And, Type::BOOL, &[asks, moves]);
        let (there, []) = self.block([]);
        let (join, grid) = self.block([Type::I32; 3]);
        let given = self.func.edge(join, &most);
        self.branch(asks, Edge::to(there), given);
        self.cursor.block = there;
        let mut asked = [self.i32(1); 3];
        for (axis, place) in (0..count.min(3)).zip(&mut asked) {
            *place = match component {
                3 => self.half_of_record(record, offset + axis * 2),
                _ => self.word_of_record(record, offset + axis * 4),
            };
        }
        self.go(join, &asked);
        self.cursor.block = join;
        grid
    }

    fn address_in_record(&mut self, record: Value, offset: u32) -> Value {
        let offset = self.module.scalar(Type::I64, u64::from(offset));
        self.emit(Op::IAdd, Type::I64, &[record, offset])
    }

    fn word_of_record(&mut self, record: Value, offset: u32) -> Value {
        let address = self.address_in_record(record, offset);
        self.read(address, Type::I32)
    }

    /// 16 bits of a record, out of the word that they lie in: a device need not have 16-bit storage, nor a client look for
    /// it, because of a grid.
    fn half_of_record(&mut self, record: Value, offset: u32) -> Value {
        let input = self.node.inputs.first();
        let aligned =
            input.is_some_and(|input| input.record_alignment != 0 && input.record_alignment % 4 == 0);
        let (word, shift) = if aligned {
            let word = self.word_of_record(record, offset & !3);
            (word, self.i32((offset & 2) * 8))
        } else {
            let address = self.address_in_record(record, offset);
            let whole = self.module.scalar(Type::I64, !3);
            let within = self.emit(Op::And, Type::I64, &[address, whole]);
            let word = self.read(within, Type::I32);
            let low = self.emit(Op::ITrunc, Type::I32, &[address]);
            let [two, three] = [2, 3].map(|constant| self.i32(constant));
            let odd = self.emit(Op::And, Type::I32, &[low, two]);
            (word, self.emit(Op::Shl, Type::I32, &[odd, three]))
        };
        let value = self.emit(Op::LShr, Type::I32, &[word, shift]);
        let mask = self.i32(0xffff);
        self.emit(Op::And, Type::I32, &[value, mask])
    }

    /// A thread for each record.
    fn thread(&mut self, start: Block, end: Block) {
        let number = self.first_record();
        let offset = self.offset_of_records();
        let number = self.build().add(number, offset);
        let last = self.end_of_records();
        let inside = self.emit(Op::ULt, Type::BOOL, &[number, last]);
        let (own, []) = self.block([]);
        self.branch(inside, Edge::to(own), Edge::to(end));
        self.cursor = Cursor::at_end(own);
        if self.has_records() {
            let record = self.address(number);
            self.record = Some(record);
        }
        self.go(start, &[]);
    }

    /// A group for several records.
    fn coalescing(&mut self) {
        let number = self.first_record();
        let offset = self.offset_of_records();
        let number = self.build().add(number, offset);
        let last = self.end_of_records();
        let left = self.emit(Op::ISub, Type::I32, &[last, number]);
        let most = self.i32(self.node.max_input_records());
        let count = self.emit(Op::UMin, Type::I32, &[left, most]);
        self.count = Some((number, count));
    }

    /// Gives the shader's own variables back what they hold in the beginning, where it is not the first group of the
    /// grid that writes them.
    fn reset(&mut self, start: Block) {
        if self.launch != NodeLaunch::Broadcasting {
            return;
        }
        let mut written: FxHashSet<Global> = FxHashSet::default();
        for data in self.func.insts.values().filter(|data| data.op == Op::Store) {
            let pointer = data.args.of(&self.func.pool).first();
            written.extend(pointer.and_then(|&pointer| self.func.variable_of(pointer)));
        }
        let mut cursor = Cursor::at_start(start);
        for (global, data) in self.module.globals.iter() {
            if let (StorageClass::Private, Some(init), true) =
                (data.class, data.init, written.contains(&global))
            {
                let args = [global.into(), init.into()];
                cursor.emit(self.func, Op::Store, Flags::NONE, Type::VOID, &args, 0);
            }
        }
    }

    /// The next group begins when all threads are done with what the group shares.
    fn wait_between_groups(&mut self, after: Block) {
        let mut globals = self.module.globals.values();
        if globals.any(|data| data.class == StorageClass::Workgroup) {
            let mut cursor = Cursor::at_start(after);
            cursor.emit(
                self.func,
                Op::DxBarrier,
                Flags::NONE,
                Type::VOID,
                &[],
                GROUP_BARRIER,
            );
        }
    }

    fn finish(&mut self, inst: Inst, op: Op, args: &[Value], imm: u32) {
        self.cursor.replace(self.func, inst, op, Flags::NONE, args, imm);
    }

    fn arg(&self, inst: Inst, index: usize) -> Result<Value> {
        let arg = self.func.args(inst).get(index).copied();
        arg.ok_or_else(|| Error::internal("an operation on a node without its operands"))
    }

    /// An instruction of the shader.
    fn instruction(&mut self, inst: Inst, replacements: &mut Replacements) -> Result<()> {
        let data = self.func.insts[inst];
        match data.op {
            Op::SystemValue => match self.numbered(data.imm) {
                Some(value) => replacements.insert(inst, value),
                None => self.cursor.put(self.func, inst),
            },
            Op::Load | Op::Store if self.coherent => {
                let pointer = self.arg(inst, 0)?;
                let ty = self.module.value_type(self.func, pointer);
                if let Some((StorageClass::PhysicalStorageBuffer, _)) = self.module.types.pointee(ty) {
                    self.func.insts[inst].flags = data.flags.with(Flags::COHERENT);
                }
                self.cursor.put(self.func, inst);
            }
            Op::AddressToPointer if self.coherent => {
                if let Some((class, block)) = self.module.types.pointee(data.ty)
                    && let TypeData::Struct(block) = self.module.types.get(block)
                {
                    let block = StructType {
                        access: MemberAccess::Coherent,
                        ..block.clone()
                    };
                    let block = self.module.types.intern(TypeData::Struct(block));
                    self.func.insts[inst].ty = self.module.types.pointer(class, block);
                }
                self.cursor.put(self.func, inst);
            }
            Op::NodeRecord => {
                let index = self.arg(inst, 0)?;
                let address = self.input(index)?;
                replacements.insert(inst, address);
            }
            Op::NodeRecordCount => {
                let count = match self.count {
                    Some((_, count)) => count,
                    None => self.i32(1),
                };
                replacements.insert(inst, count);
            }
            Op::NodeRecursion => {
                let levels = self.register(NodeDispatch::RemainingRecursionLevels);
                replacements.insert(inst, levels);
            }
            Op::NodeOutput => {
                let index = self.arg(inst, 0)?;
                let base = self.output(data.imm);
                match self.module.const_bits(index) {
                    Some(0) => replacements.insert(inst, base),
                    _ => self.finish(inst, Op::IAdd, &[base, index], 0),
                }
            }
            Op::NodeIsValid => {
                let valid = self.is_valid(self.arg(inst, 0)?, data.imm)?;
                replacements.insert(inst, valid);
            }
            Op::NodeAllocate => self.allocate(inst, data.imm)?,
            Op::NodeIncrement => {
                let (node, count) = (self.arg(inst, 0)?, self.arg(inst, 1)?);
                let counters = self.register(NodeDispatch::Counters);
                let per_thread = data.imm & 1 != 0;
                let function = match self.functions.increment[usize::from(per_thread)] {
                    Some(function) => function,
                    None => {
                        let function = functions::increment(self.module, per_thread);
                        self.made(function, |made| &mut made.increment[usize::from(per_thread)])
                    }
                };
                let thread = self.system_value(SystemValue::FlattenedThreadIdInGroup);
                self.finish(inst, Op::Call, &[counters, node, count, thread], function.0);
            }
            Op::NodeFinished => {
                let zero = self.i32(0);
                let record = self.input(zero)?;
                let offset = self.node.inputs.first().map_or(0, |input| input.sharing_offset());
                let address = self.address_in_record(record, offset);
                let function = match self.functions.finished {
                    Some(function) => function,
                    None => {
                        let shared = self.shared();
                        let function = functions::finished(self.module, shared);
                        self.made(function, |made| &mut made.finished)
                    }
                };
                let thread = self.system_value(SystemValue::FlattenedThreadIdInGroup);
                self.finish(inst, Op::Call, &[address, thread], function.0);
            }
            _ => self.cursor.put(self.func, inst),
        }
        Ok(())
    }

    /// What D3D12 numbers a group or thread by, where Vulkan has other numbers.
    fn numbered(&mut self, value: u32) -> Option<Value> {
        use SystemValue as S;
        let group = self.group?;
        let value = S::from_number(value)?;
        let threads = self.module.info.properties.num_threads.unwrap_or([1; 3]);
        let (axis, local) = match value {
            S::GroupIdX => return Some(group[0]),
            S::GroupIdY => return Some(group[1]),
            S::GroupIdZ => return Some(group[2]),
            S::ThreadIdX => (0, S::ThreadIdInGroupX),
            S::ThreadIdY => (1, S::ThreadIdInGroupY),
            S::ThreadIdZ => (2, S::ThreadIdInGroupZ),
            _ => return None,
        };
        let local = self.system_value(local);
        let first = self.build().mul(group[axis], threads[axis]);
        Some(self.build().add(first, local))
    }

    /// The address of a record that comes in.
    fn input(&mut self, index: Value) -> Result<Value> {
        if !self.has_records() {
            return Ok(self.module.scalar(Type::I64, 0));
        }
        match (self.record, self.count) {
            (Some(record), _) => Ok(record),
            (None, Some((first, _))) => {
                let number = self.build().add(first, index);
                Ok(self.address(number))
            }
            (None, None) => Err(Error::internal("a node without records")),
        }
    }

    /// The number of the (first) node that an output leads to.
    fn output(&mut self, number: u32) -> Value {
        let id = spec::OUTPUT.saturating_add(number);
        self.constant(id, SpecConstantKind::NodeOutput, 0)
    }

    /// Whether records may be sent to node `node` of an output.
    fn is_valid(&mut self, node: Value, number: u32) -> Result<Value> {
        let output = self.node.outputs.get(number as usize).cloned();
        let output = output.ok_or_else(|| Error::internal("an output that is not there"))?;
        let base = self.output(number);
        let none = self.i32(u32::MAX);
        let mut valid = self.emit(Op::INe, Type::BOOL, &[base, none]);
        let index = self.emit(Op::ISub, Type::I32, &[node, base]);
        if output.array_size != 0 {
            let size = match output.array_size {
                u32::MAX => {
                    let id = spec::OUTPUT_COUNT.saturating_add(number);
                    self.constant(id, SpecConstantKind::NodeOutputCount, u32::MAX)
                }
                size => self.i32(size),
            };
            let inside = self.emit(Op::ULt, Type::BOOL, &[index, size]);
            valid = self.emit(Op::And, Type::BOOL, &[valid, inside]);
        }
        if let Some(own) = self.node.recursion_of(&output, &self.name) {
            let levels = self.register(NodeDispatch::RemainingRecursionLevels);
            let (zero, own) = (self.i32(0), self.i32(own));
            let more = self.emit(Op::INe, Type::BOOL, &[levels, zero]);
            let other = self.emit(Op::INe, Type::BOOL, &[index, own]);
            let possible = self.emit(Op::Or, Type::BOOL, &[more, other]);
            valid = self.emit(Op::And, Type::BOOL, &[valid, possible]);
        }
        if output.sparse {
            let function = match self.functions.exists {
                Some(function) => function,
                None => {
                    let function = functions::exists(self.module);
                    self.made(function, |made| &mut made.exists)
                }
            };
            let args = [self.register(NodeDispatch::Counters), node, valid];
            return Ok(self.build().emit_imm(Op::Call, Type::BOOL, &args, function.0));
        }
        Ok(valid)
    }

    /// Takes room for records.
    fn allocate(&mut self, inst: Inst, imm: u32) -> Result<()> {
        let (node, count) = (self.arg(inst, 0)?, self.arg(inst, 1)?);
        let output = self.node.outputs.get((imm / 2) as usize);
        let output = output.ok_or_else(|| Error::internal("an output that is not there"))?;
        let stride = output.stride();
        let several = output.array_size > 1 && !self.same_everywhere(node);
        let taker = match (imm & 1 != 0, several) {
            (false, _) => Taker::Group,
            (true, false) => Taker::Threads,
            (true, true) => Taker::ThreadsOfSeveral,
        };
        let function = match self.functions.allocate[taker as usize] {
            Some(function) => function,
            None => {
                let shared = match taker {
                    Taker::Group => Some(self.shared()),
                    _ => None,
                };
                let function = functions::allocate(self.module, taker, shared);
                self.made(function, |made| &mut made.allocate[taker as usize])
            }
        };
        let args = [
            self.register(NodeDispatch::Counters),
            node,
            count,
            self.i32(stride),
            self.register(NodeDispatch::List),
            self.system_value(SystemValue::FlattenedThreadIdInGroup),
        ];
        let offset = self.build().emit_imm(Op::Call, Type::I32, &args, function.0);
        let offset = self.emit(Op::ZExt, Type::I64, &[offset]);
        let output = self.register(NodeDispatch::Output);
        self.finish(inst, Op::IAdd, &[output, offset], 0);
        Ok(())
    }

    /// Whether the number of a node is the same for all threads, as far as is plain.
    fn same_everywhere(&self, node: Value) -> bool {
        let Some(inst) = node.as_inst() else {
            return true;
        };
        let constant = |value: &Value| value.as_const().is_some();
        self.func.insts[inst].op == Op::NodeOutput && self.func.args(inst).iter().all(constant)
            || self.func.insts[inst].op == Op::IAdd && self.func.args(inst).iter().all(constant)
    }
}
