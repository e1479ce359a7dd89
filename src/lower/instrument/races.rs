//! Accesses to buffers that nothing orders: a Bloom filter of what was accessed at which address.
//!
//! The filter lies in the control buffer, in front of the last two words: `2^n` entries of two words. An access belongs to a
//! block of 16 bytes, and a block to 16 entries by as many hashes; what all of them have is what the block has.
//!
//! | bits of the first word | which bytes of the block must not be |
//! |---|---|
//! | 0 to 15 | read |
//! | 16 to 31 | written |
//!
//! | bits of the second | which words must not be |
//! |---|---|
//! | 0 to 3 | changed by atomics |
//! | 4 to 7 | read as arguments of indirect work |
//! | 8 to 31 | (who may nevertheless: three bits by the number of the invocation) |
//!
//! An invocation that comes first to its bytes enters its bits into half the entries; one whose bits are there is taken for
//! that one. Facts: vkd3d-proton's `docs/syncval.md`, whose buffers and codes these are. Numbers that hashes and bits are made with
//! are those of the layer's own translator, which makes the shaders of shader model 5 beside ours: all share one filter.

use super::{MOST_ROWS, Pass, Races, SCOPE_DEVICE};
use crate::ir::{
    Block, ConstData, Cursor, Edge, Flags, Func, Function, Global, Inst, Module, Op, StorageClass,
    Terminator, Type, Value,
};
use crate::lower::writer::Writer;
use crate::shader::{ResourceId, ResourceKind};
use crate::vulkan::ResourceBinding;
use smallvec::SmallVec;

/// What an access does, as the filter counts it.
const LOAD: u32 = 0;
const STORE: u32 = 1;
const ATOMIC: u32 = 2;

/// Entries that a block belongs to, and those of them that have bits of the invocation.
const ENTRIES: u32 = 16;
const LOCKS: u32 = 8;

/// What the hash of each entry multiplies by.
const FACTORS: [u32; ENTRIES as usize] = [
    1_103_515_245,
    1_103_518_333,
    1_103_539_331,
    1_103_633_207,
    10_006_121,
    4_004_951,
    5_005_159,
    6_004_811,
    383,
    821,
    661,
    1_091,
    1_117,
    3_947,
    4_253,
    7_691,
];

/// The bit of the invocation's number that its nine bits in an entry start at.
const LOCK_BITS: [u32; LOCKS as usize] = [0, 9, 18, 23, 1, 9, 17, 22];

/// From one invocation's number to the next.
const STEP: u32 = 1_103_633_207;

/// Where an access leads.
struct Place {
    offset: Value,
    bytes: Value,
    inside: Value,
}

impl Pass<'_> {
    /// Looks at an access to a buffer whose address is known.
    #[cold]
    pub(super) fn access(&mut self, inst: Inst) {
        let data = self.func.insts[inst];
        let kind = match data.op {
            Op::RawLoad | Op::BufferLoad | Op::CbvLoadRow | Op::CbvLoad => LOAD,
            Op::RawStore | Op::BufferStore => STORE,
            Op::ResourceAtomic | Op::ResourceCmpXchg => ATOMIC,
            _ => return,
        };
        let args: SmallVec<[Value; 8]> = self.func.args(inst).into();
        let Some(&handle) = args.first() else { return };
        let Some(named) = handle.as_inst().map(|handle| self.func.insts[handle]) else {
            return;
        };
        let id = ResourceId(named.imm);
        let plan = self.plan.resources.get(named.imm as usize);
        let in_heap = match plan.map(|plan| &plan.binding) {
            Some(ResourceBinding::Address { .. }) => false,
            Some(ResourceBinding::Heap { .. }) => true,
            _ => return,
        };
        if !matches!(named.op, Op::Handle | Op::HeapHandle) || in_heap && self.what.addresses.is_none() {
            return;
        }
        let Some(resource) = self.module.resources.get(id) else {
            return;
        };
        let (resource_kind, stride) = (resource.kind, resource.stride);
        let races = self.races();
        let pair = self.module.types.vector(Type::I32, 2);
        let address = self.builder().emit(Op::ResourceAddress, pair, &[handle]);
        let Some(place) = self.place(inst, &args, (resource_kind, stride), in_heap.then_some(address)) else {
            return;
        };
        self.sites += 1;
        let site = self.sites;
        let mut b = self.builder();
        let (kind, site) = (b.i32(kind), b.i32(site));
        let args = [address, place.offset, place.bytes, kind, place.inside, site];
        b.emit_imm(Op::Call, Type::VOID, &args, races.check.0);
    }

    /// Where the access is, in a resource of this kind and stride; of one in a heap `entry` is what is known of its address.
    fn place(
        &mut self,
        inst: Inst,
        args: &[Value],
        (kind, stride): (ResourceKind, u32),
        entry: Option<Value>,
    ) -> Option<Place> {
        let data = self.func.insts[inst];
        let (&handle, &first, second) = (args.first()?, args.get(1)?, args.get(2).copied());
        let moved = second
            .filter(|&second| !self.module.is_undef(second) && self.module.const_bits(second) != Some(0));
        let bytes = self.bytes_of(inst, args);
        let mut b = self.builder();
        let always = b.module.scalar(Type::BOOL, 1);
        // A constant buffer in a heap has no size that a shader could ask for, but none is larger than this.
        let before = |b: &mut crate::ir::Builder<'_>, at: Value, end: u32| match entry {
            Some(_) => {
                let end = b.i32(end);
                b.emit(Op::ULt, Type::BOOL, &[at, end])
            }
            None => always,
        };
        let size = |b: &mut crate::ir::Builder<'_>| {
            let four = b.module.types.vector(Type::I32, 4);
            let level = b.module.undef(Type::I32);
            let sizes = b.emit_imm(Op::GetDimensions, four, &[handle, level], 1);
            b.emit_imm(Op::Extract, Type::I32, &[sizes], 0)
        };
        Some(match (data.op, kind) {
            (Op::CbvLoadRow, _) => {
                let offset = b.mul(first, 16);
                Place {
                    offset,
                    bytes: b.i32(16),
                    inside: before(&mut b, first, MOST_ROWS),
                }
            }
            (Op::CbvLoad, _) => Place {
                offset: first,
                bytes: b.i32(bytes),
                inside: before(&mut b, first, 16 * MOST_ROWS),
            },
            (_, ResourceKind::RawBuffer) => {
                let offset = match moved.filter(|_| matches!(data.op, Op::RawLoad | Op::RawStore)) {
                    Some(moved) => b.add(first, moved),
                    None => first,
                };
                let inside = match entry {
                    Some(_) => {
                        let size = size(&mut b);
                        b.emit(Op::ULt, Type::BOOL, &[offset, size])
                    }
                    None => always,
                };
                Place {
                    offset,
                    bytes: b.i32(bytes),
                    inside,
                }
            }
            (_, ResourceKind::StructuredBuffer) => {
                let inside = match entry {
                    Some(_) => {
                        let size = size(&mut b);
                        b.emit(Op::ULt, Type::BOOL, &[first, size])
                    }
                    None => always,
                };
                let start = b.mul(first, stride);
                let offset = match moved {
                    Some(moved) => b.add(start, moved),
                    None => start,
                };
                Place {
                    offset,
                    bytes: b.i32(bytes),
                    inside,
                }
            }
            (_, ResourceKind::TypedBuffer | ResourceKind::TBuffer) => {
                let high = b.emit_imm(Op::Extract, Type::I32, &[entry?], 1);
                let element = b.shr(high, 16);
                let offset = b.emit(Op::IMul, Type::I32, &[first, element]);
                let size = size(&mut b);
                let inside = b.emit(Op::ULt, Type::BOOL, &[first, size]);
                Place {
                    offset,
                    bytes: element,
                    inside,
                }
            }
            _ => return None,
        })
    }

    /// Bytes from the first that an access reaches to behind the last.
    pub(super) fn bytes_of(&self, inst: Inst, args: &[Value]) -> u32 {
        let data = self.func.insts[inst];
        let (ty, count) = match data.op {
            Op::RawStore => {
                let ty = args
                    .get(3)
                    .map_or(Type::I32, |&value| self.module.value_type(self.func, value));
                (ty, u32::BITS - (data.imm & 0xf).leading_zeros())
            }
            Op::RawLoad => {
                let whole = match data.flags.has(Flags::SPARSE) {
                    true => self.module.types.element(data.ty, 0).unwrap_or(data.ty),
                    false => data.ty,
                };
                (
                    self.module.types.scalar(whole),
                    self.module.types.components(whole),
                )
            }
            _ => (data.ty, 1),
        };
        let bits = match ty.scalar_bits() {
            64 => 64,
            16 if self.module.native_16bit() => 16,
            _ => 32,
        };
        count * bits / 8
    }

    /// What the shader has for these checks.
    fn races(&mut self) -> Races {
        if let Some(races) = self.races {
            return races;
        }
        let buffers = self.buffers();
        let invocation = self
            .module
            .add_global("invocation", StorageClass::Private, Type::I32);
        let hash = hash_function(self.module);
        let hash = self.module.functions.push(hash);
        let assume = self.assume_function();
        let check = check_function(self.module, buffers.control, invocation, hash, assume);
        let check = self.module.functions.push(check);
        *self.races.insert(Races { invocation, check })
    }

    /// Numbers the invocation where the shader starts, if it has such checks.
    #[cold]
    pub(super) fn number_invocation(&mut self) {
        let (Some(races), Some(buffers)) = (self.races, self.buffers) else {
            return;
        };
        let Some(&entry) = self.func.layout.first() else {
            return;
        };
        let number = number_function(self.module, buffers.control);
        let number = self.module.functions.push(number);
        self.cursor = Cursor::at_start(entry);
        let mut b = self.builder();
        let number = b.emit_imm(Op::Call, Type::I32, &[], number.0);
        b.emit(Op::Store, Type::VOID, &[races.invocation.into(), number]);
    }
}

/// A table of constants.
fn table(module: &mut Module, name: &str, numbers: &[u32]) -> Global {
    let parts = numbers
        .iter()
        .map(|&number| module.consts.scalar(Type::I32, u64::from(number)));
    let parts = ConstData::Composite(parts.collect());
    let ty = module.types.array(Type::I32, numbers.len() as u32);
    let init = module.consts.intern(ty, parts);
    let table = module.add_global(name, StorageClass::Private, ty);
    module.globals[table].init = Some(init);
    table
}

/// The function that gives the invocation its number: the last word of the control buffer counts.
fn number_function(module: &mut Module, control: Global) -> Function {
    let (mut w, []) = Writer::new(module, "instrument_invocation", Type::I32, []);
    let words = w.word(Op::ArrayLength, &[control.into()]);
    let last = w.constant(Op::ISub, words, 1);
    let place = w.element(control, last, Type::I32);
    let step = w.module.i32(STEP);
    let number = w.emit(Op::AtomicIAdd, Type::I32, &[place, step], SCOPE_DEVICE);
    w.give(number);
    w.func
}

/// The function that hashes a block: by its number, the address without its four low bits.
fn hash_function(module: &mut Module) -> Function {
    let params = [("low", Type::I32), ("high", Type::I32), ("prime", Type::I32)];
    let (mut w, [mut low, mut high, prime]) = Writer::new(module, "instrument_hash", Type::I32, params);
    for _ in 0..6 {
        let mut mixed = |a: Value, b: Value| {
            let a = w.constant(Op::LShr, a, 8);
            let both = w.word(Op::Xor, &[a, b]);
            w.word(Op::IMul, &[both, prime])
        };
        (low, high) = (mixed(low, high), mixed(high, low));
    }
    w.give(low);
    w.func
}

/// The function that looks at an access of `bytes` bytes at `offset` behind `address`, and enters it.
fn check_function(
    module: &mut Module,
    control: Global,
    invocation: Global,
    hash: Func,
    assume: Func,
) -> Function {
    let pair = module.types.vector(Type::I32, 2);
    let tables = [
        table(module, "hash_factors", &FACTORS),
        table(module, "lock_bits", &LOCK_BITS),
    ];
    let params = [
        ("address", pair),
        ("offset", Type::I32),
        ("bytes", Type::I32),
        ("kind", Type::I32),
        ("inside", Type::BOOL),
        ("site", Type::I32),
    ];
    let (mut w, [address, offset, bytes, kind, inside, site]) =
        Writer::new(module, "instrument_access", Type::VOID, params);
    let [work, done] = [(); 2].map(|()| w.func.add_block());
    w.func.blocks[done].terminator = Terminator::Return(None);
    w.branch(inside, Edge::to(work), Edge::to(done));

    w.cursor.block = work;
    let base = w.emit(Op::Extract, Type::I32, &[address], 0);
    let low = w.word(Op::IAdd, &[base, offset]);
    let carry = w.test(Op::ULt, &[low, base]);
    let high = w.emit(Op::Extract, Type::I32, &[address], 1);
    let [zero, one] = [0, 1].map(|number| w.module.i32(number));
    let carry = w.word(Op::Select, &[carry, one, zero]);
    let high = w.word(Op::IAdd, &[high, carry]);
    let (byte_mask, word_mask) = (w.byte_mask(low, bytes), w.word_mask(low, bytes));
    let filter = w.filter((control, hash, tables), low, high);
    // What others must not do from here on, and what this access must not find.
    let is = |w: &mut Writer<'_>, number| {
        let number = w.module.i32(number);
        w.test(Op::IEq, &[kind, number])
    };
    let (loads, changes) = (is(&mut w, LOAD), is(&mut w, ATOMIC));
    let written = w.constant(Op::Shl, byte_mask, 16);
    let all = w.word(Op::Or, &[byte_mask, written]);
    let low_marks = w.word(Op::Select, &[loads, written, all]);
    let arguments = w.constant(Op::Shl, word_mask, 4);
    let every = w.word(Op::Or, &[word_mask, arguments]);
    let high_marks = w.word(Op::Select, &[changes, arguments, every]);
    let high_marks = w.word(Op::Select, &[loads, word_mask, high_marks]);
    let [low_found, high_found] = w.mark(&filter, [low_marks, high_marks]);
    // Every access bars writes: without that, nobody was here.
    let barred = w.word(Op::And, &[low_found, written]);
    let first = w.test(Op::IEq, &[barred, zero]);
    let own = w.locked(&filter, invocation, first);
    let read = w.word(Op::And, &[low_found, byte_mask]);
    let changed = w.word(Op::And, &[high_found, word_mask]);
    let fault = w.word(Op::Select, &[changes, changed, barred]);
    let fault = w.word(Op::Select, &[loads, read, fault]);
    let none = w.test(Op::IEq, &[fault, zero]);
    let holds = w.test(Op::Or, &[none, own]);
    w.emit(Op::Call, Type::VOID, &[holds, site], assume.0);
    w.go(done, &[]);
    w.func
}

/// The filter, and what is looked for in it.
struct Filter {
    control: Global,
    hash: Func,
    /// [`FACTORS`] and [`LOCK_BITS`].
    tables: [Global; 2],
    /// Number of the block, low and high word.
    block: [Value; 2],
    /// Entries of the filter less one, and the pair of words of the buffer that it starts at.
    mask: Value,
    start: Value,
    /// Pairs of words in the buffer.
    pairs: Value,
}

impl Writer<'_> {
    /// `number` low bits, at most 31 of them.
    fn low_bits(&mut self, number: Value) -> Value {
        let one = self.module.i32(1);
        let bit = self.word(Op::Shl, &[one, number]);
        self.constant(Op::ISub, bit, 1)
    }

    /// Which bytes of its block an access covers. What reaches beyond is not looked at.
    fn byte_mask(&mut self, low: Value, bytes: Value) -> Value {
        let bytes = self.constant(Op::UMin, bytes, 16);
        let bits = self.low_bits(bytes);
        let at = self.constant(Op::And, low, 15);
        let mask = self.word(Op::Shl, &[bits, at]);
        self.constant(Op::And, mask, 0xffff)
    }

    /// Likewise which words.
    fn word_mask(&mut self, low: Value, bytes: Value) -> Value {
        let within = self.constant(Op::And, low, 3);
        let end = self.word(Op::IAdd, &[within, bytes]);
        let end = self.constant(Op::IAdd, end, 3);
        let words = self.constant(Op::LShr, end, 2);
        let words = self.constant(Op::UMin, words, 4);
        let bits = self.low_bits(words);
        let at = self.constant(Op::LShr, low, 2);
        let at = self.constant(Op::And, at, 3);
        let mask = self.word(Op::Shl, &[bits, at]);
        self.constant(Op::And, mask, 15)
    }

    /// The filter, for the block of an address.
    fn filter(
        &mut self,
        (control, hash, tables): (Global, Func, [Global; 2]),
        low: Value,
        high: Value,
    ) -> Filter {
        let words = self.word(Op::ArrayLength, &[control.into()]);
        let pairs = self.constant(Op::LShr, words, 1);
        // As many as the largest power of two, before the last pair.
        let bits = self.word(Op::FindUMsb, &[pairs]);
        let bits = self.constant(Op::And, bits, 31);
        let mask = self.low_bits(bits);
        let start = self.word(Op::And, &[pairs, mask]);
        let start = self.constant(Op::ISub, start, 1);
        let low = self.constant(Op::LShr, low, 4);
        let high = self.constant(Op::And, high, 0xffff);
        Filter {
            control,
            hash,
            tables,
            block: [low, high],
            mask,
            start,
            pairs,
        }
    }

    /// The word of the control buffer that an entry of the block begins with.
    fn entry(&mut self, filter: &Filter, at: Value) -> Value {
        let [factors, _] = filter.tables;
        let prime = self.looked_up(factors, at);
        let [low, high] = filter.block;
        let number = self.emit(Op::Call, Type::I32, &[low, high, prime], filter.hash.0);
        let number = self.word(Op::And, &[number, filter.mask]);
        let number = self.word(Op::IAdd, &[number, filter.start]);
        self.constant(Op::Shl, number, 1)
    }

    /// Element `at` of a table.
    fn looked_up(&mut self, table: Global, at: Value) -> Value {
        let place = self
            .build()
            .part(StorageClass::Private, table.into(), &[at], Type::I32);
        self.word(Op::Load, &[place])
    }

    fn or_into(&mut self, filter: &Filter, entry: Value, word: u32, bits: Value) -> Value {
        let at = self.constant(Op::IAdd, entry, word);
        let place = self.element(filter.control, at, Type::I32);
        self.emit(Op::AtomicOr, Type::I32, &[place, bits], SCOPE_DEVICE)
    }

    /// Goes on with a loop `count` times, which began at `head` with the number `at`, or behind it: with what the loop hands
    /// on. Compilers do not know how often, since each time has atomics: unrolled, all accesses would take them minutes.
    fn again<const N: usize>(
        &mut self,
        filter: &Filter,
        (head, at, count): (Block, Value, u32),
        state: [Value; N],
        ty: Type,
    ) -> [Value; N] {
        let next = self.constant(Op::IAdd, at, 1);
        let end = self.constant(Op::UMin, filter.pairs, count);
        let more = self.test(Op::ULt, &[next, end]);
        let args: SmallVec<[Value; 4]> = std::iter::once(next).chain(state).collect();
        let (done, found) = self.block([ty; N]);
        let (back, on) = (self.func.edge(head, &args), self.func.edge(done, &state));
        self.branch(more, back, on);
        self.cursor.block = done;
        found
    }

    /// Sets bits in both words of all entries; gives what all of them had.
    fn mark(&mut self, filter: &Filter, bits: [Value; 2]) -> [Value; 2] {
        let (head, [at, low, high]) = self.block([Type::I32; 3]);
        let [zero, all] = [0, u32::MAX].map(|number| self.module.i32(number));
        self.go(head, &[zero, all, all]);
        self.cursor.block = head;
        let entry = self.entry(filter, at);
        let mut found = [low, high];
        for (word, (found, bits)) in (0..).zip(found.iter_mut().zip(bits)) {
            let had = self.or_into(filter, entry, word, bits);
            *found = self.word(Op::And, &[*found, had]);
        }
        self.again(filter, (head, at, ENTRIES), found, Type::I32)
    }

    /// Whether the invocation's bits are in the entries; where it is `first`, they are from now on.
    fn locked(&mut self, filter: &Filter, invocation: Global, first: Value) -> Value {
        let number = self.word(Op::Load, &[invocation.into()]);
        let [zero, one] = [0, 1].map(|number| self.module.i32(number));
        let always = self.module.scalar(Type::BOOL, 1);
        let head = self.func.add_block();
        let at = Value::from(self.func.add_param(head, Type::I32));
        let own = Value::from(self.func.add_param(head, Type::BOOL));
        self.go(head, &[zero, always]);
        self.cursor.block = head;
        let entry = self.entry(filter, at);
        let [_, lock_bits] = filter.tables;
        let from = self.looked_up(lock_bits, at);
        let mut number = self.word(Op::LShr, &[number, from]);
        let mut bits = zero;
        for part in 0..3 {
            let three = self.constant(Op::And, number, 7);
            let place = self.constant(Op::IAdd, three, 8 + 8 * part);
            let bit = self.word(Op::Shl, &[one, place]);
            bits = self.word(Op::Or, &[bits, bit]);
            number = self.constant(Op::LShr, number, 3);
        }
        let entered = self.word(Op::Select, &[first, bits, zero]);
        let had = self.or_into(filter, entry, 1, entered);
        let had = self.word(Op::And, &[had, bits]);
        let has = self.test(Op::IEq, &[had, bits]);
        let own = self.test(Op::And, &[own, has]);
        let [own] = self.again(filter, (head, at, LOCKS), [own], Type::BOOL);
        own
    }
}
