//! Handles that depend on control flow, or lie in memory.
//!
//! Through phis, selections, memory and returns, where the type has no place for more, a number goes for a handle, its
//! token: of a handle of the heap the descriptor's index there; of another the resource's number and the index in its range
//! behind a bit that no index has, as heaps hold a million descriptors at most.
//!
//! A handle made of a token is a `heap_handle` at first. Behind the import, those whose token may be another's become that;
//! where several resources are meant, each way to one makes the access:
//!
//! ```text
//! %h = heap_handle %token                         condbr (%token >> 20 == 0x800), bb4, bb5
//! %v = buffer.load %h, %i          ->           bb4: %a = buffer.load (handle srv0), %i ; br bb6(%a)
//!                                               bb5: %b = buffer.load (handle srv1), %i ; br bb6(%b)
//! ```
//!
//! The lanes of a quad may go different ways, and derivatives are of all four: they are taken before the ways part, and the
//! sample in each way is given them. A query of the level of detail has no place for derivatives; all four lanes ask for
//! what each of them means, one after the other, and each keeps its own answer.

use super::Importer;
use super::standins::Tokens;
use crate::bitcode::module as bc;
use crate::entity::{IdVec, ListRef};
use crate::error::{Error, Result};
use crate::ir::{
    Block, BlockData, Cursor, Edge, Flags, Function, Global, Inst, Module, Op, Terminator, Type, Value,
    ValueRef,
};
use crate::shader::{ResourceId, SystemValue};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// What is no heap's index.
const NAMED: u32 = 1 << 31;

/// Bits of the index in a range: more than a heap has descriptors.
const INDEX_BITS: u32 = 20;

/// The resource of a handle that nothing has been said of yet.
pub const UNKNOWN: u32 = u32::MAX;

/// The same of a handle that was made of a token.
const OF_TOKEN: u32 = u32::MAX - 1;

impl Importer<'_> {
    /// Notes that a handle of the heap is made of `index`.
    pub fn note_heap_index(&mut self, index: Value) {
        self.tokens.heap.insert(index);
    }

    /// The handle that a token stands for. It is in no block.
    pub fn handle_of_token(&mut self, token: Value) -> Value {
        // Lanes may differ in which it is, whatever was said of each.
        self.func
            .make_inst(
                Op::HeapHandle,
                Flags::NON_UNIFORM,
                Type::HANDLE,
                &[token],
                OF_TOKEN,
            )
            .into()
    }

    /// What a value of LLVM type `ty` is that came as a token; of most types that is itself.
    pub fn of_token(&mut self, ty: bc::TypeId, value: Value) -> Result<Value> {
        Ok(match self.llvm.types.get(ty) {
            Some(bc::Type::Struct { .. }) if self.is_handle(ty) => self.handle_of_token(value),
            Some(bc::Type::Struct { .. }) if self.matrix_type(ty)?.is_some() => self.matrix_of_value(value),
            _ => value,
        })
    }

    /// The token of a handle, a matrix as one value; other values are themselves.
    pub fn token_of(&mut self, value: Value) -> Result<Value> {
        if self.value_ty(value) != Type::HANDLE {
            return match self.shares.found {
                true => self.matrix_value(value),
                false => Ok(value),
            };
        }
        let data = value.as_inst().map(|inst| (inst, self.func.insts[inst]));
        let (index, resource) = match data {
            Some((inst, data)) if matches!(data.op, Op::Handle | Op::HeapHandle) => {
                let index = self.func.args(inst).first().copied();
                let index = index.ok_or_else(|| Error::internal("a handle without an index"))?;
                if data.op == Op::HeapHandle {
                    return Ok(index);
                }
                (index, ResourceId(data.imm))
            }
            _ => return Err(Error::unsupported("a handle that is made of no resource")),
        };
        let known = self.module.resources.get(resource);
        let (lower, count) = known.map_or((0, None), |known| (known.lower, known.count));
        if resource.0 >= NAMED >> INDEX_BITS {
            return Err(Error::unsupported(
                "a handle that depends on control flow, of one resource among more than 2048",
            ));
        }
        let tag = NAMED | resource.0 << INDEX_BITS;
        let most = (1 << INDEX_BITS) - 1;
        let token = match self.module.const_bits(index) {
            _ if count == Some(1) => self.module.i32(tag),
            Some(bits) => {
                let index = (bits as u32).wrapping_sub(lower).min(most);
                self.module.i32(tag | index)
            }
            None => {
                let back = self.module.i32(lower.wrapping_neg());
                let index = match lower {
                    0 => index,
                    _ => self.emit(Op::IAdd, Flags::NONE, Type::I32, &[index, back]),
                };
                let most = self.module.i32(most);
                let index = self.emit(Op::UMin, Flags::NONE, Type::I32, &[index, most]);
                let tag = self.module.i32(tag);
                self.emit(Op::Or, Flags::NONE, Type::I32, &[index, tag])
            }
        };
        self.tokens.named.insert(token, resource);
        Ok(token)
    }

    /// Makes of handles whose tokens are those of resources with names what they are.
    ///
    /// # Errors
    /// `Unsupported` for one that nothing says the resource of.
    #[cold]
    pub fn select_handles(&mut self) -> Result<()> {
        let tokens = std::mem::take(&mut self.tokens);
        let sources = Sources::new(&self.func);
        let mut pass = Pass {
            module: &mut self.module,
            func: &mut self.func,
            tokens,
            sources,
            choices: FxHashMap::default(),
            decided: FxHashSet::default(),
            common: FxHashSet::default(),
        };
        pass.run()?;
        pass.forget_unused();
        Ok(())
    }
}

/// Where values come from that no instruction makes.
#[derive(Default)]
struct Sources {
    /// What edges give to block parameters.
    params: FxHashMap<Inst, Vec<Value>>,
    /// What is stored in variables.
    stored: FxHashMap<Global, Vec<Value>>,
}

/// The variable that a pointer leads into.
fn root(func: &Function, mut pointer: Value) -> Option<Global> {
    loop {
        match pointer.get() {
            ValueRef::Global(global) => return Some(global),
            ValueRef::Inst(inst) if func.insts[inst].op == Op::AccessChain => {
                pointer = *func.args(inst).first()?;
            }
            _ => return None,
        }
    }
}

impl Sources {
    fn new(func: &Function) -> Self {
        let mut sources = Self::default();
        for &block in &func.layout {
            let data = &func.blocks[block];
            data.terminator.for_each_edge(|edge| {
                let params = &func.blocks[edge.block].params;
                for (&param, &value) in params.iter().zip(func.edge_args(edge)) {
                    if func.insts[param].ty == Type::I32 {
                        sources.params.entry(param).or_default().push(value);
                    }
                }
            });
            for &inst in &data.insts {
                if let (Op::Store, &[pointer, value, ..]) = (func.insts[inst].op, func.args(inst))
                    && let Some(global) = root(func, pointer)
                {
                    sources.stored.entry(global).or_default().push(value);
                }
            }
        }
        sources
    }
}

/// What a token may stand for.
#[derive(Clone, Debug, Default)]
struct Choice {
    named: Vec<ResourceId>,
    heap: bool,
}

struct Pass<'m> {
    module: &'m mut Module,
    func: &'m mut Function,
    tokens: Tokens,
    sources: Sources,
    /// Of tokens that were asked about.
    choices: FxHashMap<Value, Choice>,
    /// Handles of the heap that nothing else can be meant by.
    decided: FxHashSet<Inst>,
    /// Handles that mean the same in all lanes of a quad.
    common: FxHashSet<Inst>,
}

impl Pass<'_> {
    #[cold]
    fn run(&mut self) -> Result<()> {
        let mut position = 0;
        // What a split makes stands behind the block that it splits.
        while let Some(&block) = self.func.layout.get(position) {
            let mut index = 0;
            while let Some(&inst) = self.func.blocks[block].insts.get(index) {
                match self.undecided(inst) {
                    None => index += 1,
                    Some((operand, token, handle)) => {
                        let choice = self.choice(token);
                        if choice.named.is_empty() {
                            if self.func.insts[handle].imm == OF_TOKEN {
                                return Err(Error::unsupported(
                                    "a handle that depends on control flow, and nothing says the resource of",
                                ));
                            }
                            self.decided.insert(handle);
                            continue;
                        }
                        self.decide(block, index, operand, token, handle, &choice)?;
                    }
                }
            }
            position += 1;
        }
        Ok(())
    }

    /// The operand of `inst` that is a handle made of a token of which it is not known what it stands for: its position, the
    /// token, and the handle.
    fn undecided(&self, inst: Inst) -> Option<(usize, Value, Inst)> {
        if matches!(self.func.insts[inst].op, Op::Handle | Op::HeapHandle) {
            return None;
        }
        for (position, arg) in self.func.args(inst).iter().enumerate() {
            let Some(handle) = arg.as_inst() else { continue };
            let data = self.func.insts[handle];
            if data.op != Op::HeapHandle || self.decided.contains(&handle) {
                continue;
            }
            if let Some(&token) = self.func.args(handle).first() {
                return Some((position, token, handle));
            }
        }
        None
    }

    /// What a token may stand for.
    fn choice(&mut self, token: Value) -> Choice {
        if let Some(known) = self.choices.get(&token) {
            return known.clone();
        }
        let mut choice = Choice::default();
        let mut seen = FxHashSet::default();
        let mut rest = vec![token];
        while let Some(value) = rest.pop() {
            if !seen.insert(value) {
                continue;
            }
            if let Some(&resource) = self.tokens.named.get(&value) {
                choice.named.push(resource);
                continue;
            }
            if self.tokens.heap.contains(&value) {
                choice.heap = true;
                continue;
            }
            let Some(inst) = value.as_inst() else { continue };
            let args = self.func.args(inst);
            match self.func.insts[inst].op {
                Op::Param => rest.extend(self.sources.params.get(&inst).into_iter().flatten()),
                Op::Select => rest.extend(args.get(1..).unwrap_or(&[])),
                Op::Load => {
                    let global = args.first().and_then(|&pointer| root(self.func, pointer));
                    let stored = global.and_then(|global| self.sources.stored.get(&global));
                    rest.extend(stored.into_iter().flatten());
                }
                _ => {}
            }
        }
        choice.named.sort_unstable();
        choice.named.dedup();
        self.choices.insert(token, choice.clone());
        choice
    }

    /// Makes the access at position `index` of `block` by what its operand may stand for.
    fn decide(
        &mut self,
        block: Block,
        index: usize,
        operand: usize,
        token: Value,
        handle: Inst,
        choice: &Choice,
    ) -> Result<()> {
        let inst = self.func.blocks[block].insts[index];
        let of_heap = self.func.insts[handle];
        let annotated = of_heap.imm < OF_TOKEN;
        if choice.heap && !annotated {
            return Err(Error::malformed("a handle of the heap that nothing is said of"));
        }
        // Memory may hold handles of other resources than this one's kind.
        let said = annotated
            .then(|| self.module.resources.get(ResourceId(of_heap.imm)).cloned())
            .flatten();
        let fits = |resource: &&ResourceId| match (&said, self.module.resources.get(**resource)) {
            (Some(said), Some(named)) => (said.class, said.kind) == (named.class, named.kind),
            _ => true,
        };
        let named: Vec<ResourceId> = choice.named.iter().filter(fits).copied().collect();
        let mut ways: Vec<Option<ResourceId>> = named.into_iter().map(Some).collect();
        if choice.heap || ways.is_empty() {
            ways.push(None);
        }
        if let [way] = *ways {
            let behind = self.func.blocks[block].insts.split_off(index);
            let mut cursor = Cursor::at_end(block).with_source(self.func.insts[inst].source);
            let handle = self.handle(&mut cursor, token, handle, way);
            if let Some(arg) = self.func.args_mut(inst).get_mut(operand) {
                *arg = handle;
            }
            self.func.blocks[block].insts.extend(behind);
            return Ok(());
        }
        if self.func.insts[inst].op == Op::CalculateLod && !self.common.contains(&handle) {
            self.ask_by_lane(block, index, operand, (token, handle), choice);
            return Ok(());
        }
        if self.func.insts[inst].op == Op::AccelerationStructure {
            return self.split_ray(block, index, (token, handle), &ways);
        }
        self.split(block, (index, operand), (token, handle), &ways, None);
        Ok(())
    }

    /// Makes four queries of the one at position `index` of `block`, of what each lane of the quad means. All lanes take part
    /// in each.
    fn ask_by_lane(
        &mut self,
        block: Block,
        index: usize,
        operand: usize,
        (token, handle): (Value, Inst),
        choice: &Choice,
    ) {
        let behind = self.func.blocks[block].insts.split_off(index);
        let Some((&inst, behind)) = behind.split_first() else {
            return;
        };
        let (data, meant) = (self.func.insts[inst], self.func.insts[handle]);
        let mut cursor = Cursor::at_end(block).with_source(data.source);
        let number = SystemValue::WaveLaneIndex as u32;
        let lane = cursor.emit(self.func, Op::SystemValue, Flags::NONE, Type::I32, &[], number);
        let there = self.lanes_of_quad(&mut cursor, lane);
        let three = self.module.i32(3);
        let lane = cursor.emit(self.func, Op::And, Flags::NONE, Type::I32, &[lane, three], 0);
        let mut answer = self.module.null(data.ty);
        for at in 0..4 {
            let number = self.module.i32(at);
            let args = [token, number];
            let asked = cursor.emit(self.func, Op::QuadRead, Flags::NONE, Type::I32, &args, 0);
            // What a lane that is not there means is anything; nobody wants to know, but it must be something.
            let bit = self.module.i32(1 << at);
            let bit = cursor.emit(self.func, Op::And, Flags::NONE, Type::I32, &[there, bit], 0);
            let none = self.module.i32(0);
            let is_there = cursor.emit(self.func, Op::INe, Flags::NONE, Type::BOOL, &[bit, none], 0);
            let args = [is_there, asked, token];
            let asked = cursor.emit(self.func, Op::Select, Flags::NONE, Type::I32, &args, 0);
            self.choices.insert(asked, choice.clone());
            let handle = self
                .func
                .make_inst(meant.op, meant.flags, meant.ty, &[asked], meant.imm);
            self.common.insert(handle);
            let query = self.copied(inst, operand, handle.into());
            self.func.blocks[block].insts.push(query);
            let own = cursor.emit(self.func, Op::IEq, Flags::NONE, Type::BOOL, &[lane, number], 0);
            let args = [own, query.into(), answer];
            if number == three {
                cursor.replace(self.func, inst, Op::Select, Flags::NONE, &args, 0);
            } else {
                answer = cursor.emit(self.func, Op::Select, Flags::NONE, data.ty, &args, 0);
            }
        }
        self.func.blocks[block].insts.extend_from_slice(behind);
    }

    /// Makes the ray through the acceleration structure at position `index` of `block`: in each way its own, since devices
    /// take no structure that control flow chose.
    fn split_ray(
        &mut self,
        block: Block,
        index: usize,
        chosen: (Value, Inst),
        ways: &[Option<ResourceId>],
    ) -> Result<()> {
        let structure = self.func.blocks[block].insts.remove(index);
        let value = Value::from(structure);
        let mut behind = self.func.blocks[block].insts.iter().enumerate().skip(index);
        let ray = behind.find_map(|(at, &inst)| {
            let operand = self.func.args(inst).iter().position(|&arg| arg == value)?;
            Some((at, operand))
        });
        match ray {
            Some(place) => self.split(block, place, chosen, ways, Some(structure)),
            None => {
                return Err(Error::unsupported(
                    "an acceleration structure that depends on control flow, and a ray elsewhere",
                ));
            }
        }
        Ok(())
    }

    /// Which lanes of the quad are there, in the low four bits.
    fn lanes_of_quad(&mut self, cursor: &mut Cursor, lane: Value) -> Value {
        let mut emit = |func: &mut Function, op: Op, args: [Value; 2]| {
            cursor.emit(func, op, Flags::NONE, Type::I32, &args, 0)
        };
        let (five, first) = (self.module.i32(5), self.module.i32(28));
        let word = emit(self.func, Op::LShr, [lane, five]);
        let first = emit(self.func, Op::And, [lane, first]);
        let four = self.module.types.vector(Type::I32, 4);
        let yes = self.module.scalar(Type::BOOL, 1);
        let lanes = cursor.emit(self.func, Op::WaveBallot, Flags::NONE, four, &[yes], 0);
        let args = [lanes, word];
        let lanes = cursor.emit(self.func, Op::ExtractDynamic, Flags::NONE, Type::I32, &args, 0);
        cursor.emit(self.func, Op::LShr, Flags::NONE, Type::I32, &[lanes, first], 0)
    }

    /// The same operation with derivatives that are taken here, of one that takes them by itself.
    fn with_derivatives(&mut self, cursor: &mut Cursor, inst: Inst) -> Option<Inst> {
        const COORDINATES: usize = 4;
        let data = self.func.insts[inst];
        // What it becomes, where its coordinates and what follows their offsets begin, and whether that is a bias.
        let (op, coordinates, extra, biased) = match data.op {
            Op::Sample => (Op::SampleGrad, 2, 9, false),
            Op::SampleBias => (Op::SampleGrad, 2, 9, true),
            Op::SampleCmp => (Op::SampleCmpGrad, 2, 10, false),
            Op::SampleCmpBias => (Op::SampleCmpGrad, 2, 10, true),
            Op::WriteFeedback => (Op::WriteFeedbackGrad, 3, 7, false),
            Op::WriteFeedbackBias => (Op::WriteFeedbackGrad, 3, 7, true),
            _ => return None,
        };
        let given: SmallVec<[Value; 12]> = self.func.args(inst).into();
        let places = given.get(coordinates..coordinates + COORDINATES)?;
        let mut args: SmallVec<[Value; 18]> = given.get(..extra)?.into();
        let bias = match biased {
            true => given.get(extra).filter(|&&bias| !self.module.is_undef(bias)),
            false => None,
        };
        let scale = bias.map(|&bias| cursor.emit(self.func, Op::Exp2, Flags::NONE, Type::F32, &[bias], 0));
        for op in [Op::DPdxCoarse, Op::DPdyCoarse] {
            for &place in places.iter().take(3) {
                if self.module.is_undef(place) {
                    args.push(place);
                    continue;
                }
                let change = cursor.emit(self.func, op, Flags::NONE, Type::F32, &[place], 0);
                args.push(match scale {
                    // As if pixels were further apart.
                    Some(scale) => {
                        cursor.emit(self.func, Op::FMul, Flags::NONE, Type::F32, &[change, scale], 0)
                    }
                    None => change,
                });
            }
        }
        args.push(*given.get(extra + usize::from(biased))?);
        let made = self.func.make_inst(op, data.flags, data.ty, &args, data.imm);
        self.func.insts[made].source = data.source;
        Some(made)
    }

    /// The handle of a resource, or of the heap, at the end of the cursor's block.
    fn handle(&mut self, cursor: &mut Cursor, token: Value, of_heap: Inst, way: Option<ResourceId>) -> Value {
        let Some(resource) = way else {
            let imm = self.func.insts[of_heap].imm;
            let flags = Flags::NON_UNIFORM;
            let handle = cursor.emit(self.func, Op::HeapHandle, flags, Type::HANDLE, &[token], imm);
            self.decided.extend(handle.as_inst());
            return handle;
        };
        let known = self.module.resources.get(resource);
        let (lower, count) = known.map_or((0, None), |known| (known.lower, known.count));
        let index = match self.module.const_bits(token) {
            _ if count == Some(1) => self.module.i32(lower),
            Some(bits) => {
                let index = bits as u32 & ((1 << INDEX_BITS) - 1);
                self.module.i32(index.wrapping_add(lower))
            }
            None => {
                let mask = self.module.i32((1 << INDEX_BITS) - 1);
                let index = cursor.emit(self.func, Op::And, Flags::NONE, Type::I32, &[token, mask], 0);
                let start = self.module.i32(lower);
                match lower {
                    0 => index,
                    _ => cursor.emit(self.func, Op::IAdd, Flags::NONE, Type::I32, &[index, start], 0),
                }
            }
        };
        let flags = Flags::NON_UNIFORM;
        cursor.emit(self.func, Op::Handle, flags, Type::HANDLE, &[index], resource.0)
    }

    /// Splits `block` at position `index`, whose instruction each way makes for itself.
    fn split(
        &mut self,
        block: Block,
        (index, operand): (usize, usize),
        (token, of_heap): (Value, Inst),
        ways: &[Option<ResourceId>],
        structure: Option<Inst>,
    ) {
        let mut behind = self.func.blocks[block].insts.split_off(index);
        let inst = behind.remove(0);
        let data = self.func.insts[inst];
        let rest = self.func.add_block();
        let whole = std::mem::take(&mut self.func.blocks[block]);
        let BlockData {
            params,
            insts,
            terminator,
            source,
            merge,
            hint,
        } = whole;
        self.func.blocks[rest] = BlockData {
            params: Vec::new(),
            insts: behind,
            terminator,
            source,
            merge,
            hint,
        };
        (self.func.blocks[block].params, self.func.blocks[block].insts) = (params, insts);
        let mut cursor = Cursor::at_end(block).with_source(data.source);
        let access = self.with_derivatives(&mut cursor, inst).unwrap_or(inst);
        let shift = self.module.i32(INDEX_BITS);
        let tag = cursor.emit(self.func, Op::LShr, Flags::NONE, Type::I32, &[token, shift], 0);
        let mut made = Vec::with_capacity(ways.len());
        for (number, &way) in ways.iter().enumerate() {
            let last = number + 1 == ways.len();
            let here = self.func.add_block();
            let (target, next) = match (last, way) {
                (false, Some(resource)) => {
                    let wanted = self.module.i32((NAMED >> INDEX_BITS) | resource.0);
                    let condition =
                        cursor.emit(self.func, Op::IEq, Flags::NONE, Type::BOOL, &[tag, wanted], 0);
                    let next = self.func.add_block();
                    let branch = Terminator::CondBranch {
                        condition,
                        if_true: Edge::to(here),
                        if_false: Edge::to(next),
                    };
                    (branch, next)
                }
                _ => (Terminator::Branch(Edge::to(here)), rest),
            };
            let ended = &mut self.func.blocks[cursor.block];
            (ended.terminator, ended.source) = (target, data.source);
            cursor.block = here;
            let mut value = self.handle(&mut cursor, token, of_heap, way);
            if let Some(structure) = structure {
                let own = self.copied(structure, 0, value);
                self.func.blocks[here].insts.push(own);
                value = own.into();
            }
            let copy = self.copied(access, operand, value);
            self.func.blocks[here].insts.push(copy);
            made.push((here, copy));
            cursor.block = next;
        }
        let result = data.ty != Type::VOID;
        for (here, copy) in made {
            let edge = match result {
                true => self.func.edge(rest, &[copy.into()]),
                false => Edge::to(rest),
            };
            let ended = &mut self.func.blocks[here];
            (ended.terminator, ended.source) = (Terminator::Branch(edge), data.source);
        }
        if result {
            // The result keeps its number, so that its uses need not be looked for.
            let param = &mut self.func.insts[inst];
            (param.op, param.flags, param.args, param.imm) = (Op::Param, Flags::NONE, ListRef::EMPTY, 0);
            self.func.blocks[rest].params.push(inst);
        }
    }

    /// A copy of `inst`, in no block, with another operand.
    fn copied(&mut self, inst: Inst, operand: usize, value: Value) -> Inst {
        let mut args: SmallVec<[Value; 18]> = self.func.args(inst).into();
        if let Some(arg) = args.get_mut(operand) {
            *arg = value;
        }
        let data = self.func.insts[inst];
        let copy = self.func.make_inst(data.op, data.flags, data.ty, &args, data.imm);
        self.func.insts[copy].source = data.source;
        copy
    }

    /// Takes the resources of the heap away that were taken for what a token meant, where it never meant the heap's.
    #[cold]
    fn forget_unused(&mut self) {
        let mut used = FxHashSet::default();
        let mut handles = Vec::new();
        for &block in &self.func.layout {
            for &inst in &self.func.blocks[block].insts {
                match self.func.insts[inst].op {
                    Op::Handle | Op::HeapHandle => handles.push(inst),
                    _ => used.extend(self.func.args(inst).iter().filter_map(|arg| arg.as_inst())),
                }
            }
        }
        let kept = |inst: &Inst| used.contains(inst);
        let of_heap = handles
            .iter()
            .filter(|inst| self.func.insts[**inst].op == Op::HeapHandle);
        let heaps: FxHashSet<u32> = of_heap
            .filter(|inst| kept(inst))
            .map(|&inst| self.func.insts[inst].imm)
            .collect();
        let mut numbers = FxHashMap::default();
        let mut resources: IdVec<ResourceId, _> = IdVec::new();
        for (id, resource) in self.module.resources.iter() {
            if !resource.heap || heaps.contains(&id.0) {
                numbers.insert(id.0, resources.push(resource.clone()).0);
            }
        }
        self.module.resources = resources;
        let func = &mut *self.func;
        for inst in handles {
            let imm = &mut func.insts[inst].imm;
            *imm = numbers.get(imm).copied().unwrap_or(UNKNOWN);
        }
        // Nothing uses those that are left without a resource.
        for &block in &func.layout {
            let insts = &func.insts;
            func.blocks[block]
                .insts
                .retain(|&inst| insts[inst].op != Op::HeapHandle || insts[inst].imm != UNKNOWN);
        }
    }
}
