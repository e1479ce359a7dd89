//! The functions beside the entry point of a node: where a record lies, and the counters that all nodes share.
//!
//! The counters are words: bytes of records, allocations, then the records of each node by its number, then a list of two
//! words for each allocation: node and count, and byte offset.

use crate::ir::{
    Builder, Edge, Function, Global, Module, Op, StorageClass, Terminator, Type, TypeData, Value,
};
use crate::lower::writer::Writer;

/// SPIR-V's scopes.
const SCOPE_DEVICE: u32 = 1;
const SCOPE_WORKGROUP: u32 = 2;

/// Memory semantics: acquire and release of groupshared memory, and of that behind addresses as well.
const GROUP_MEMORY: u32 = 0x108;
const ALL_MEMORY: u32 = 0x148;

/// Bytes that an allocation begins at a multiple of.
const ALLOCATION_ALIGNMENT: u32 = 16;

/// Who takes room for records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taker {
    /// The group, all threads the same.
    Group,
    /// Threads, of one node.
    Threads,
    /// Threads, each of a node of its own.
    ThreadsOfSeveral,
}

/// What lies at an address.
pub fn read(build: &mut Builder<'_>, address: Value, ty: Type) -> Value {
    let pointer = pointer(build, address, ty);
    build.emit_imm(Op::Load, ty, &[pointer], ty.scalar_bits() / 8)
}

/// A pointer to a scalar at an address.
fn pointer(build: &mut Builder<'_>, address: Value, ty: Type) -> Value {
    let block = build.module.types.block("Record", "", ty);
    let class = StorageClass::PhysicalStorageBuffer;
    let pointer = build.module.types.pointer(class, block);
    let pointer = build.emit(Op::AddressToPointer, pointer, &[address]);
    let zero = build.i32(0);
    build.part(class, pointer, &[zero], ty)
}

/// A pointer to the counters at an address.
fn counters(w: &mut Writer<'_>, address: Value) -> Value {
    let array = TypeData::RuntimeArray {
        element: Type::I32,
        stride: 4,
    };
    let array = w.module.types.intern(array);
    let members = [
        ("bytes", 0, Type::I32),
        ("allocations", 4, Type::I32),
        ("nodes", 8, array),
    ];
    let block = w.module.types.structure("NodeCounters", members, true);
    let pointer = w.module.types.pointer(StorageClass::PhysicalStorageBuffer, block);
    w.emit(Op::AddressToPointer, pointer, &[address], 0)
}

/// A pointer to one of the counters.
fn counter(w: &mut Writer<'_>, counters: Value, member: u32, index: Option<Value>) -> Value {
    let member = w.module.i32(member);
    let path = [Some(member), index];
    let path: smallvec::SmallVec<[Value; 2]> = path.into_iter().flatten().collect();
    w.build()
        .part(StorageClass::PhysicalStorageBuffer, counters, &path, Type::I32)
}

fn add(w: &mut Writer<'_>, pointer: Value, value: Value) -> Value {
    w.emit(Op::AtomicIAdd, Type::I32, &[pointer, value], SCOPE_DEVICE)
}

fn barrier(w: &mut Writer<'_>, scope: u32, semantics: u32) {
    let args = [SCOPE_WORKGROUP, scope, semantics].map(|value| w.module.i32(value));
    w.emit(Op::ControlBarrier, Type::VOID, &args, 0);
}

fn is_zero(w: &mut Writer<'_>, value: Value) -> Value {
    let zero = w.module.i32(0);
    w.test(Op::IEq, &[value, zero])
}

fn nothing(w: &mut Writer<'_>) {
    w.func.blocks[w.cursor.block].terminator = Terminator::Return(None);
}

/// `record_address(records: i64, stride or address of offsets: i64, number: i32) -> i64`.
///
/// Where records follow each other (`entry`), number times stride behind their start; both of them may lie at addresses
/// (`indirect`). Else by their offsets. The two are words of the pipeline, false where 0.
pub fn record_address(module: &mut Module, entry: Value, indirect: Value) -> Function {
    let params = [
        ("records", Type::I64),
        ("stride", Type::I64),
        ("number", Type::I32),
    ];
    let (mut w, [records, stride, number]) = Writer::new(module, "record_address", Type::I64, params);
    let [(linear, []), (there, []), (listed, [])] = [w.block([]), w.block([]), w.block([])];
    let (known, [base, step]) = w.block([Type::I64; 2]);
    let (done, [address]) = w.block([Type::I64]);
    let wide = |w: &mut Writer<'_>, value| w.emit(Op::ZExt, Type::I64, &[value], 0);
    let not = is_zero(&mut w, entry);
    w.branch(not, Edge::to(listed), Edge::to(linear));

    w.cursor.block = linear;
    let not = is_zero(&mut w, indirect);
    let given = w.func.edge(known, &[records, stride]);
    w.branch(not, given, Edge::to(there));
    w.cursor.block = there;
    let base_there = read(&mut w.build(), records, Type::I64);
    let stride_there = read(&mut w.build(), stride, Type::I32);
    let stride_there = wide(&mut w, stride_there);
    w.go(known, &[base_there, stride_there]);
    w.cursor.block = known;
    // Of a stride that is given itself, the upper word means nothing.
    let step = w.word(Op::ITrunc, &[step]);
    let factors = [wide(&mut w, step), wide(&mut w, number)];
    let offset = w.emit(Op::IMul, Type::I64, &factors, 0);
    let found = w.emit(Op::IAdd, Type::I64, &[base, offset], 0);
    w.go(done, &[found]);

    w.cursor.block = listed;
    let four = w.module.scalar(Type::I64, 4);
    let index = wide(&mut w, number);
    let index = w.emit(Op::IMul, Type::I64, &[index, four], 0);
    let place = w.emit(Op::IAdd, Type::I64, &[stride, index], 0);
    let offset = read(&mut w.build(), place, Type::I32);
    let offset = wide(&mut w, offset);
    let found = w.emit(Op::IAdd, Type::I64, &[records, offset], 0);
    w.go(done, &[found]);

    w.cursor.block = done;
    w.give(address);
    w.func
}

/// Takes room for `count` records of `stride` bytes and lists the allocation: the byte offset.
fn reserve(w: &mut Writer<'_>, address: Value, [node, count, stride, list]: [Value; 4]) -> Value {
    let counters = counters(w, address);
    let (one, two) = (w.module.i32(1), w.module.i32(2));
    let bytes = w.word(Op::IMul, &[count, stride]);
    let round = w.module.i32(ALLOCATION_ALIGNMENT - 1);
    let mask = w.module.i32(!(ALLOCATION_ALIGNMENT - 1));
    let bytes = w.word(Op::IAdd, &[bytes, round]);
    let bytes = w.word(Op::And, &[bytes, mask]);
    let place = counter(w, counters, 0, None);
    let offset = add(w, place, bytes);
    let place = counter(w, counters, 2, Some(node));
    add(w, place, count);
    let place = counter(w, counters, 1, None);
    let number = add(w, place, one);
    let entry = w.word(Op::IMul, &[number, two]);
    let entry = w.word(Op::IAdd, &[list, entry]);
    let second = w.word(Op::IAdd, &[entry, one]);
    let eight = w.module.i32(8);
    let node = w.word(Op::Shl, &[node, eight]);
    let last = w.word(Op::ISub, &[count, one]);
    let described = w.word(Op::Or, &[node, last]);
    for (index, value) in [(entry, described), (second, offset)] {
        let place = counter(w, counters, 2, Some(index));
        w.emit(Op::Store, Type::VOID, &[place, value], 4);
    }
    offset
}

/// `allocate(counters: i64, node, count, stride, list, thread) -> i32`: the byte offset of the first of `count` records
/// of `stride` bytes. `list` is where the list of allocations begins, `thread` the number of the thread in its group.
pub fn allocate(module: &mut Module, taker: Taker, shared: Option<Global>) -> Function {
    let params = [
        ("counters", Type::I64),
        ("node", Type::I32),
        ("count", Type::I32),
        ("stride", Type::I32),
        ("list", Type::I32),
        ("thread", Type::I32),
    ];
    let name = match taker {
        Taker::Group => "allocate_for_group",
        Taker::Threads => "allocate_for_threads",
        Taker::ThreadsOfSeveral => "allocate_of_several",
    };
    let (mut w, params) = Writer::new(module, name, Type::I32, params);
    let [address, node, count, stride, list, thread] = params;
    match (taker, shared) {
        (Taker::Group, Some(shared)) => {
            let [(first, []), (take, []), (wait, [])] = [w.block([]), w.block([]), w.block([])];
            let (keep, [offset]) = w.block([Type::I32]);
            let is_first = is_zero(&mut w, thread);
            w.branch(is_first, Edge::to(first), Edge::to(wait));
            w.cursor.block = first;
            let none = is_zero(&mut w, count);
            let zero = w.module.i32(0);
            let nowhere = w.func.edge(keep, &[zero]);
            w.branch(none, nowhere, Edge::to(take));
            w.cursor.block = take;
            let found = reserve(&mut w, address, [node, count, stride, list]);
            w.go(keep, &[found]);
            w.cursor.block = keep;
            w.emit(Op::Store, Type::VOID, &[shared.into(), offset], 0);
            w.go(wait, &[]);
            w.cursor.block = wait;
            barrier(&mut w, SCOPE_WORKGROUP, GROUP_MEMORY);
            let offset = w.word(Op::Load, &[shared.into()]);
            // The next one writes there.
            barrier(&mut w, SCOPE_WORKGROUP, GROUP_MEMORY);
            w.give(offset);
        }
        (Taker::ThreadsOfSeveral, _) => several(&mut w, address, [node, count, stride, list]),
        _ => {
            let offset = among(&mut w, address, [node, count, stride, list]);
            w.give(offset);
        }
    }
    w.func
}

/// Room for the records that all lanes want together of one node: each lane's byte offset.
fn among(w: &mut Writer<'_>, address: Value, [node, count, stride, list]: [Value; 4]) -> Value {
    let (reduce, exclusive) = (0, 2);
    let all = w.emit(Op::WaveIAdd, Type::I32, &[count], reduce);
    let before = w.emit(Op::WaveIAdd, Type::I32, &[count], exclusive);
    let [(some, []), (take, [])] = [w.block([]), w.block([])];
    let (meet, [start]) = w.block([Type::I32]);
    let zero = w.module.i32(0);
    // One lane takes it, if there is anything to take.
    let none = is_zero(w, all);
    let nowhere = w.func.edge(meet, &[zero]);
    w.branch(none, nowhere, Edge::to(some));
    w.cursor.block = some;
    let elected = w.test(Op::WaveElect, &[]);
    let other = w.func.edge(meet, &[zero]);
    w.branch(elected, Edge::to(take), other);
    w.cursor.block = take;
    let found = reserve(w, address, [node, all, stride, list]);
    w.go(meet, &[found]);
    w.cursor.block = meet;
    // The elected lane is the first.
    let start = w.word(Op::WaveBroadcastFirst, &[start]);
    let own = w.word(Op::IMul, &[before, stride]);
    w.word(Op::IAdd, &[start, own])
}

/// Likewise of a node for each lane: node by node, in a loop that all active lanes run together.
fn several(w: &mut Writer<'_>, address: Value, [node, count, stride, list]: [Value; 4]) {
    let four = w.module.types.vector(Type::I32, 4);
    let bools = w.module.types.vector(Type::BOOL, 4);
    let (none, zero) = (w.module.null(four), w.module.i32(0));
    let (round, [todo, result]) = w.block([four, Type::I32]);
    let [(body, []), (done, [])] = [w.block([]), w.block([])];
    let everyone = w.module.scalar(Type::BOOL, 1);
    let all = w.emit(Op::WaveBallot, four, &[everyone], 0);
    w.go(round, &[all, zero]);

    w.cursor.block = round;
    let set = w.emit(Op::INe, bools, &[todo, none], 0);
    let more = w.test(Op::Any, &[set]);
    w.branch(more, Edge::to(body), Edge::to(done));

    w.cursor.block = body;
    let lane = w.word(Op::WaveBallotFindLsb, &[todo]);
    let wanted = w.word(Op::WaveShuffle, &[node, lane]);
    let mine = w.test(Op::IEq, &[node, wanted]);
    let own = w.word(Op::Select, &[mine, count, zero]);
    let offset = among(w, address, [wanted, own, stride, list]);
    let result_now = w.word(Op::Select, &[mine, offset, result]);
    let lanes = w.emit(Op::WaveBallot, four, &[mine], 0);
    let others = w.emit(Op::Not, four, &[lanes], 0);
    let left = w.emit(Op::And, four, &[todo, others], 0);
    w.go(round, &[left, result_now]);

    w.cursor.block = done;
    w.give(result);
}

/// `increment(counters: i64, node, count, thread)`: so many more records of a node; those of a group once.
pub fn increment(module: &mut Module, per_thread: bool) -> Function {
    let params = [
        ("counters", Type::I64),
        ("node", Type::I32),
        ("count", Type::I32),
        ("thread", Type::I32),
    ];
    let name = match per_thread {
        true => "increment_for_thread",
        false => "increment_for_group",
    };
    let (mut w, [address, node, count, thread]) = Writer::new(module, name, Type::VOID, params);
    let [(counting, []), (done, [])] = [w.block([]), w.block([])];
    let left_out = match per_thread {
        true => is_zero(&mut w, count),
        false => {
            let first = is_zero(&mut w, thread);
            w.test(Op::Not, &[first])
        }
    };
    w.branch(left_out, Edge::to(done), Edge::to(counting));
    w.cursor.block = counting;
    let counters = counters(&mut w, address);
    let place = counter(&mut w, counters, 2, Some(node));
    add(&mut w, place, count);
    w.go(done, &[]);
    w.cursor.block = done;
    nothing(&mut w);
    w.func
}

/// `finished(address of the groups left: i64, thread) -> i1`: whether this group is the last that works on a record.
pub fn finished(module: &mut Module, shared: Global) -> Function {
    let params = [("groups", Type::I64), ("thread", Type::I32)];
    let (mut w, [address, thread]) = Writer::new(module, "finished", Type::BOOL, params);
    let [(counting, []), (wait, [])] = [w.block([]), w.block([])];
    let first = is_zero(&mut w, thread);
    w.branch(first, Edge::to(counting), Edge::to(wait));
    w.cursor.block = counting;
    let place = pointer(&mut w.build(), address, Type::I32);
    let less = w.module.i32(u32::MAX);
    let before = add(&mut w, place, less);
    w.emit(Op::Store, Type::VOID, &[shared.into(), before], 0);
    w.go(wait, &[]);
    w.cursor.block = wait;
    // What the other groups have written to the record is seen by all threads of the last one.
    barrier(&mut w, SCOPE_DEVICE, ALL_MEMORY);
    let before = w.word(Op::Load, &[shared.into()]);
    barrier(&mut w, SCOPE_WORKGROUP, GROUP_MEMORY);
    let one = w.module.i32(1);
    let last = w.test(Op::IEq, &[before, one]);
    w.give(last);
    w.func
}

/// `node_exists(counters: i64, node, possible: i1) -> i1`: whether the highest bit of the node's count is clear, where it
/// is possible at all.
pub fn exists(module: &mut Module) -> Function {
    let params = [
        ("counters", Type::I64),
        ("node", Type::I32),
        ("possible", Type::BOOL),
    ];
    let (mut w, [address, node, possible]) = Writer::new(module, "node_exists", Type::BOOL, params);
    let (check, []) = w.block([]);
    let (done, [result]) = w.block([Type::BOOL]);
    let no = w.func.edge(done, &[possible]);
    w.branch(possible, Edge::to(check), no);
    w.cursor.block = check;
    let counters = counters(&mut w, address);
    let place = counter(&mut w, counters, 2, Some(node));
    let count = w.emit(Op::Load, Type::I32, &[place], 4);
    let zero = w.module.i32(0);
    let exists = w.test(Op::SGe, &[count, zero]);
    w.go(done, &[exists]);
    w.cursor.block = done;
    w.give(result);
    w.func
}
