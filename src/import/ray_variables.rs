//! Ray queries get their variables, once a function is imported.
//!
//! In: operations of ray queries whose operand 0 is a handle: the number of an allocation, or a value that may be one of
//! several. Out: the same operations on pointers. What holds:
//!
//! - An allocation whose handle is known wherever it is used has a variable of its own. Those that meet in a phi, a
//!   selection or memory are elements of one array, which the handle indexes.
//! - Flags of the allocation and of the call are one set.
//! - `Proceed` and `Abort` do nothing once `Proceed` has returned false, where the shader may call them then: Vulkan has
//!   no word for that. A word beside the query says whether it goes on.
//! - The distance of the committed hit is the ray's largest as long as nothing is committed, likewise.
//! - What else is known of a committed hit is asked for where there is one alone ([`ray_hits`]); elsewhere it is 0.
//!
//! ```text
//!                                           store @active, i32 1
//!                                           %a: i32 = load @active
//!                                           condbr (%a != 0), bb5, bb6(false)
//! %4: i1 = ray_query.proceed i32 0    =>  bb5:
//!                                           %9: i1 = ray_query.proceed @query
//!                                           store @active, (%9 ? 1 : 0)
//!                                           br bb6(%9)
//!                                         bb6(%4: i1):
//! ```

use super::Importer;
use super::ray_hits::{self, Needs, Places, asks_of_hit, passed_on};
use crate::analysis::cfg::Cfg;
use crate::entity::ListRef;
use crate::error::{Error, Result};
use crate::ir::{
    Block, Cursor, Edge, Flags, Function, Global, Hint, Inst, Object, Op, RayQueryValue, StorageClass,
    Terminator, Type, Value, ValueRef,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Calls of `Proceed` up to which each is looked at for whether it may come after the end; of more, all may.
const MOST_PROCEEDS: usize = 64;

/// Which ray query a handle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Which {
    /// That of an allocation.
    One(u32),
    /// One of several, by its value.
    Of(Value),
}

/// What handles are and may be.
#[derive(Debug, Default)]
struct Handles {
    known: FxHashMap<Value, Which>,
    /// Allocations that may be behind a handle that is one of several.
    members: FxHashMap<Value, Vec<u32>>,
    /// First and last allocation of the array.
    array: Option<(u32, u32)>,
}

impl Handles {
    /// Whether a query is in the array.
    fn is_element(&self, which: Which) -> bool {
        match which {
            Which::One(number) => self
                .array
                .is_some_and(|(first, last)| (first..=last).contains(&number)),
            Which::Of(_) => true,
        }
    }
    /// Whether two may be the same query.
    fn may_be(&self, a: Which, b: Which) -> bool {
        match (a, b) {
            (Which::One(a), Which::One(b)) => a == b,
            _ => self.is_element(a) && self.is_element(b),
        }
    }
}

/// The blocks in which a handle goes to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stored {
    Nowhere,
    In(Block),
    /// In several.
    Around,
}

impl Stored {
    fn and(self, block: Block) -> Self {
        match self {
            Self::Nowhere => Self::In(block),
            Self::In(known) if known == block => self,
            Self::In(_) | Self::Around => Self::Around,
        }
    }
}

/// Where values that may be handles come from.
pub struct Sources {
    /// Arguments of block parameters, with the block whose edge has them and the parameter's own.
    params: FxHashMap<Inst, Vec<(Value, Block, Block)>>,
    /// What is stored in a variable, and where.
    stores: FxHashMap<Global, Vec<(Value, Block)>>,
}

impl Sources {
    /// Those of a function.
    pub fn of(function: &Function) -> Self {
        let (mut params, mut stores) = (FxHashMap::default(), FxHashMap::default());
        for &block in &function.layout {
            let data = &function.blocks[block];
            data.terminator.for_each_edge(|edge| {
                let to = &function.blocks[edge.block].params;
                for (&param, &value) in to.iter().zip(function.edge_args(edge)) {
                    let list: &mut Vec<_> = params.entry(param).or_default();
                    list.push((value, block, edge.block));
                }
            });
            for &inst in &data.insts {
                if let (Op::Store, &[pointer, value]) = (function.insts[inst].op, function.args(inst))
                    && let Some(variable) = variable_of(function, pointer)
                {
                    let list: &mut Vec<_> = stores.entry(variable).or_default();
                    list.push((value, block));
                }
            }
        }
        Self { params, stores }
    }
}

/// The variable that a pointer is into.
pub fn variable_of(function: &Function, mut pointer: Value) -> Option<Global> {
    // Operands are older than what they are operands of, so this ends.
    loop {
        match pointer.get() {
            ValueRef::Global(global) => return Some(global),
            ValueRef::Inst(inst) if function.insts[inst].op == Op::AccessChain => {
                let base = *function.args(inst).first()?;
                if base.as_inst().is_some_and(|base| base >= inst) {
                    return None;
                }
                pointer = base;
            }
            _ => return None,
        }
    }
}

/// The variables of ray queries: of one, or arrays of as many as the array has.
struct Variables {
    handles: Handles,
    /// The queries by allocation, and the array.
    queries: FxHashMap<Option<u32>, Global>,
    /// The words that say whether they go on.
    active: FxHashMap<Option<u32>, Global>,
    /// The largest distances of their rays.
    t_max: FxHashMap<Option<u32>, Global>,
    /// Whether a query that ended may be gone on with.
    guarded: FxHashSet<Option<u32>>,
    /// Whether the committed distance is asked for.
    timed: FxHashSet<Option<u32>>,
    /// Questions about a committed hit that is not known to be there, by the first of those that are asked together.
    doubtful: FxHashMap<Inst, Vec<Inst>>,
}

/// What a variable holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Query,
    Active,
    TMax,
}

impl Variables {
    /// The variable that a query is in: `None` for the array.
    fn key(&self, which: Which) -> Option<u32> {
        match which {
            Which::One(number) if !self.handles.is_element(which) => Some(number),
            _ => None,
        }
    }
}

impl Importer<'_> {
    /// Gives the ray queries their variables: handles become pointers.
    ///
    /// # Errors
    /// `Malformed` for a handle that no allocation gave, `Unsupported` for a query that must outlive the turn of the
    /// loop that made it.
    #[cold]
    pub fn finish_ray_queries(&mut self) -> Result<()> {
        let uses = std::mem::take(&mut self.ray_queries.uses);
        let handles = self.ray_query_handles(&uses)?;
        let mut variables = Variables {
            handles,
            queries: FxHashMap::default(),
            active: FxHashMap::default(),
            t_max: FxHashMap::default(),
            guarded: FxHashSet::default(),
            timed: FxHashSet::default(),
            doubtful: FxHashMap::default(),
        };
        let used: FxHashSet<Inst> = uses.iter().copied().collect();
        let places = self.places_of(&used);
        self.find_guarded(&uses, &places, &mut variables);
        self.find_doubtful(&places, &mut variables);
        let committed_t = RayQueryValue::T.imm(true);
        for &inst in &uses {
            let data = self.func.insts[inst];
            if (data.op, data.imm) == (Op::RayQueryGet, committed_t) {
                let key = variables.key(self.which(inst, &variables)?);
                variables.timed.insert(key);
            }
        }
        for (block, _) in places {
            self.rewrite_block(block, &used, |this, inst| {
                this.rewrite_ray_query(inst, &mut variables)
            })?;
        }
        Ok(())
    }

    /// Where the instructions `used` are.
    fn places_of(&self, used: &FxHashSet<Inst>) -> Places {
        let layout = self.func.layout.iter();
        let places = layout.map(|&block| {
            let insts = self.func.blocks[block].insts.iter().copied().enumerate();
            (block, insts.filter(|(_, inst)| used.contains(inst)).collect())
        });
        places
            .filter(|(_, insts): &(_, Vec<_>)| !insts.is_empty())
            .collect()
    }

    fn handle_operand(&self, inst: Inst) -> Result<Value> {
        let handle = self.func.args(inst).first().copied();
        handle.ok_or_else(|| Error::internal("an operation without a ray query"))
    }

    fn which(&self, inst: Inst, variables: &Variables) -> Result<Which> {
        let handle = self.handle_operand(inst)?;
        let known = variables.handles.known.get(&handle).copied();
        known.ok_or_else(|| Error::internal("a ray query that was not looked at"))
    }

    /// Finds out what the handles of `uses` are.
    #[cold]
    fn ray_query_handles(&mut self, uses: &[Inst]) -> Result<Handles> {
        let mut handles = Handles::default();
        let mut sources = None;
        for &inst in uses {
            let handle = self.handle_operand(inst)?;
            if handles.known.contains_key(&handle) {
                continue;
            }
            let count = self.ray_queries.allocations.len() as u64;
            let which = match self.module.const_bits(handle) {
                // One that an `out` parameter leaves undefined: it may be any.
                _ if self.module.is_undef(handle) && count != 0 => Which::One(0),
                Some(number) if number < count => Which::One(number as u32),
                _ => {
                    let sources =
                        sources.get_or_insert_with(|| (Sources::of(&self.func), Cfg::new(&self.func)));
                    let allocations = self.ray_queries.allocations.iter();
                    let made: Vec<_> = allocations.map(|allocation| Some(allocation.block)).collect();
                    let members = self.made_behind(("a ray query", &made), handle, &sources.0, &sources.1)?;
                    match members.as_slice() {
                        [] => return Err(Error::malformed("a ray query that is not allocated")),
                        &[number] => Which::One(number),
                        &[first, .., last] => {
                            let (low, high) = handles.array.unwrap_or((first, last));
                            handles.array = Some((low.min(first), high.max(last)));
                            handles.members.insert(handle, members);
                            Which::Of(handle)
                        }
                    }
                }
            };
            handles.known.insert(handle, which);
        }
        Ok(handles)
    }

    /// The numbers that a handle may be, in order: of things that are called `what`, and that are made in these blocks. One
    /// that is made in a loop is another in each turn, of which the last alone is there.
    pub fn made_behind(
        &mut self,
        (what, made): (&str, &[Option<Block>]),
        handle: Value,
        sources: &Sources,
        cfg: &Cfg,
    ) -> Result<Vec<u32>> {
        let outlives =
            || Error::unsupported(format!("{what} that outlives the turn of the loop which made it"));
        let mut found = FxHashSet::default();
        let mut seen = FxHashSet::default();
        // Values, the loop that they were carried around last, from its last block to its header, and the blocks that store
        // them in memory: one, or several.
        let mut work = vec![(handle, None, Stored::Nowhere)];
        while let Some((value, around, stored)) = work.pop() {
            if !seen.insert((value, around, stored)) {
                continue;
            }
            if let Some(number) = self.module.const_bits(value) {
                let Some(&block) = made.get(number as usize) else {
                    continue;
                };
                if let (Some((from, header)), Some(block)) = (around, block)
                    && (cfg.position(header)..=cfg.position(from)).contains(&cfg.position(block))
                {
                    return Err(outlives());
                }
                // Stored where it is made, memory has that of the last turn.
                if let (Stored::In(_) | Stored::Around, Some(block)) = (stored, block)
                    && stored != Stored::In(block)
                    && self.is_in_loop(block)
                {
                    return Err(outlives());
                }
                found.insert(number as u32);
                continue;
            }
            let Some(inst) = value.as_inst() else { continue };
            match self.func.insts[inst].op {
                Op::Param => {
                    for &(value, from, to) in sources.params.get(&inst).into_iter().flatten() {
                        let back = cfg.position(from) >= cfg.position(to);
                        work.push((value, if back { Some((from, to)) } else { around }, stored));
                    }
                }
                Op::Select => {
                    let operands = self.func.args(inst).iter().skip(1);
                    work.extend(operands.map(|&v| (v, around, stored)));
                }
                Op::Load => {
                    let pointer = self.func.args(inst).first();
                    let variable = pointer.and_then(|&pointer| variable_of(&self.func, pointer));
                    let stores = variable.and_then(|variable| sources.stores.get(&variable));
                    let stores = stores.into_iter().flatten();
                    work.extend(stores.map(|&(v, block)| (v, around, stored.and(block))));
                }
                // Anything else computes a number, which may be any.
                _ => found.extend(0..made.len() as u32),
            }
        }
        self.charge(seen.len())?;
        let mut found: Vec<u32> = found.into_iter().collect();
        found.sort_unstable();
        Ok(found)
    }

    /// Whether a block may come after itself.
    fn is_in_loop(&self, block: Block) -> bool {
        let mut seen = FxHashSet::default();
        let mut work = vec![block];
        while let Some(next) = work.pop() {
            let mut back = false;
            self.func.blocks[next].terminator.for_each_edge(|edge| {
                back |= edge.block == block;
                if seen.insert(edge.block) {
                    work.push(edge.block);
                }
            });
            if back {
                return true;
            }
        }
        false
    }

    /// Finds the queries that may be gone on with after their end.
    #[cold]
    fn find_guarded(&self, uses: &[Inst], places: &Places, variables: &mut Variables) {
        let which = |inst: Inst| {
            let handle = self.func.args(inst).first()?;
            variables.handles.known.get(handle).copied()
        };
        let of = |op: Op| uses.iter().filter(move |&&inst| self.func.insts[inst].op == op);
        let proceeds = of(Op::RayQueryProceed).count();
        // One call, outside of any loop, and nothing to end it.
        if proceeds <= 1 && of(Op::RayQueryTerminate).next().is_none() && self.func.layout.len() == 1 {
            return;
        }
        let mut home = FxHashMap::default();
        // Those of each block that has some, in order.
        let mut calls: FxHashMap<Block, Vec<(usize, Inst)>> = FxHashMap::default();
        for &(block, ref insts) in places {
            for &(at, inst) in insts {
                let op = self.func.insts[inst].op;
                if matches!(
                    op,
                    Op::RayQueryProceed | Op::RayQueryTerminate | Op::RayQueryInitialize
                ) {
                    home.insert(inst, (block, at));
                    calls.entry(block).or_default().push((at, inst));
                }
            }
        }
        let mut guarded = Vec::new();
        for &inst in of(Op::RayQueryProceed) {
            let (Some(query), Some(&(block, at))) = (which(inst), home.get(&inst)) else {
                continue;
            };
            let key = variables.key(query);
            if guarded.contains(&key) {
                continue;
            }
            let goes_on = |next: Inst| match (self.func.insts[next].op, which(next)) {
                (Op::RayQueryProceed | Op::RayQueryTerminate, Some(other)) => {
                    variables.handles.may_be(query, other).then_some(true)
                }
                (Op::RayQueryInitialize, Some(other)) => (other == query).then_some(false),
                _ => None,
            };
            if proceeds > MOST_PROCEEDS || self.ended_query_goes_on(inst, (block, at), &calls, &goes_on) {
                guarded.push(key);
            }
        }
        variables.guarded.extend(guarded);
    }

    /// Finds the questions about a committed hit that may not be there. Those of one query that a block asks while nothing changes
    /// are asked together.
    #[cold]
    fn find_doubtful(&self, places: &Places, variables: &mut Variables) {
        let handle = |inst: Inst| self.func.args(inst).first().copied();
        let which = |inst: Inst| variables.handles.known.get(&handle(inst)?).copied();
        let may_be = |a, b| variables.handles.may_be(a, b);
        let told = ray_hits::told((&self.func, &self.module), places, which, may_be);
        for (_, insts) in places {
            let mut together: FxHashMap<(Value, Needs), Inst> = FxHashMap::default();
            for &(_, inst) in insts {
                if self.func.insts[inst].op != Op::RayQueryGet {
                    together.clear();
                }
                if let (Some(needs), Some(handle)) = (asks_of_hit(&self.func, inst), handle(inst))
                    && !told.contains(&inst)
                {
                    let first = *together.entry((handle, needs)).or_insert(inst);
                    variables.doubtful.entry(first).or_default().push(inst);
                }
            }
        }
    }

    /// Whether, after the `Proceed` `inst` has returned false, an instruction may follow for which `goes_on` is true
    /// before one for which it is false. All for which it says something are among the `calls` of their blocks.
    fn ended_query_goes_on(
        &self,
        inst: Inst,
        (block, at): (Block, usize),
        calls: &FxHashMap<Block, Vec<(usize, Inst)>>,
        goes_on: &impl Fn(Inst) -> Option<bool>,
    ) -> bool {
        let first = |block: Block, from: usize| {
            let calls = calls.get(&block).map_or(&[][..], Vec::as_slice);
            let behind = calls.iter().filter(|&&(at, _)| at >= from);
            behind.into_iter().find_map(|&(_, inst)| goes_on(inst))
        };
        if let Some(answer) = first(block, at + 1) {
            return answer;
        }
        let mut work = Vec::new();
        match &self.func.blocks[block].terminator {
            Terminator::CondBranch {
                condition,
                if_true,
                if_false,
            } => match self.says(*condition, inst) {
                Some(true) => work.push(if_false.block),
                Some(false) => work.push(if_true.block),
                None => work.extend([if_true.block, if_false.block]),
            },
            other => other.for_each_edge(|edge| work.push(edge.block)),
        }
        let mut seen = FxHashSet::default();
        while let Some(block) = work.pop() {
            if !seen.insert(block) {
                continue;
            }
            match first(block, 0) {
                Some(true) => return true,
                Some(false) => {}
                None => self.func.blocks[block]
                    .terminator
                    .for_each_edge(|edge| work.push(edge.block)),
            }
        }
        false
    }

    /// Whether `condition` is the result of `inst` (true), or its opposite (false).
    fn says(&self, condition: Value, inst: Inst) -> Option<bool> {
        let (mut value, mut same) = (condition, true);
        // Each step is to an older value.
        while let Some(at) = value.as_inst() {
            if at == inst {
                return Some(same);
            }
            let (next, flips) = passed_on((&self.func, &self.module), at)?;
            same ^= flips;
            value = next;
        }
        None
    }

    /// Makes the instructions of `block` anew, `rewrite` those that are `used`, which may go on in other blocks.
    #[cold]
    pub fn rewrite_block(
        &mut self,
        block: Block,
        used: &FxHashSet<Inst>,
        mut rewrite: impl FnMut(&mut Self, Inst) -> Result<()>,
    ) -> Result<()> {
        let data = &mut self.func.blocks[block];
        let insts = std::mem::take(&mut data.insts);
        let terminator = std::mem::replace(&mut data.terminator, Terminator::Unreachable);
        let source = data.source;
        self.cursor = Cursor::at_end(block);
        for inst in insts {
            if !used.contains(&inst) {
                self.cursor.put(&mut self.func, inst);
                continue;
            }
            self.cursor.source = self.func.insts[inst].source;
            rewrite(self, inst)?;
        }
        let end = self.cursor.block;
        let data = &mut self.func.blocks[end];
        data.terminator = terminator;
        data.source = source;
        let hint = self.func.blocks[block].hint;
        if end != block && matches!(hint, Hint::Flatten | Hint::DontFlatten) {
            self.func.blocks[end].hint = hint;
            self.func.blocks[block].hint = Hint::None;
        }
        Ok(())
    }

    /// Gives an operation on a ray query its pointer, and what else it needs.
    fn rewrite_ray_query(&mut self, inst: Inst, variables: &mut Variables) -> Result<()> {
        if self.func.insts[inst].op == Op::Param {
            // It was asked with another.
            return Ok(());
        }
        let which = self.which(inst, variables)?;
        let key = variables.key(which);
        let pointer = self.ray_query_place(which, Holds::Query, variables)?;
        if let Some(together) = variables.doubtful.remove(&inst) {
            self.get_if_committed(&together, pointer);
            return Ok(());
        }
        if let Some(first) = self.func.args_mut(inst).first_mut() {
            *first = pointer;
        }
        let guarded = variables.guarded.contains(&key);
        match self.func.insts[inst].op {
            Op::RayQueryInitialize => self.initialize_ray_query(inst, which, variables)?,
            Op::RayQueryProceed if guarded => self.proceed_if_active(inst, which, variables)?,
            Op::RayQueryTerminate if guarded => {
                let active = self.ray_query_place(which, Holds::Active, variables)?;
                let condition = self.is_active(active);
                let before = self.cursor.block;
                let idle = self.module.i32(0);
                self.conditional(condition, |this| {
                    this.cursor.put(&mut this.func, inst);
                    this.emit(Op::Store, Flags::NONE, Type::VOID, &[active, idle]);
                });
                self.move_debug_values(before);
            }
            Op::RayQueryGet if self.func.insts[inst].imm == RayQueryValue::T.imm(true) => {
                self.committed_t(inst, pointer, which, variables)?;
            }
            _ => self.cursor.put(&mut self.func, inst),
        }
        Ok(())
    }

    /// What debugging information says of values behind the instruction being rewritten moves from a block to the one
    /// that its rest is in now.
    pub fn move_debug_values(&mut self, from: Block) {
        let (to, source) = (self.cursor.block, self.cursor.source);
        for debug in &mut self.func.debug_values {
            if debug.block == from && debug.source > source {
                debug.block = to;
            }
        }
    }

    /// A pointer to what a variable holds of a query.
    fn ray_query_place(&mut self, which: Which, holds: Holds, variables: &mut Variables) -> Result<Value> {
        let key = variables.key(which);
        let (name, ty) = match holds {
            Holds::Query => ("ray_query", self.module.types.object(Object::RayQuery)),
            Holds::Active => ("ray_query_active", Type::I32),
            Holds::TMax => ("ray_query_t_max", Type::F32),
        };
        let first = variables.handles.array.unwrap_or_default();
        let known = match holds {
            Holds::Query => &mut variables.queries,
            Holds::Active => &mut variables.active,
            Holds::TMax => &mut variables.t_max,
        };
        let variable = *known.entry(key).or_insert_with(|| {
            let all = match key {
                Some(_) => ty,
                None => self.module.types.array(ty, first.1 - first.0 + 1),
            };
            let global = self.module.add_global(name, StorageClass::Function, all);
            self.func.locals.push(global);
            global
        });
        if key.is_some() {
            return Ok(variable.into());
        }
        let index = match which {
            Which::One(number) => self.module.i32(number - first.0),
            Which::Of(handle) if first.0 == 0 => handle,
            Which::Of(handle) => {
                let first = self.module.i32(first.0);
                self.emit(Op::ISub, Flags::NONE, Type::I32, &[handle, first])
            }
        };
        let pointer = self.module.types.pointer(StorageClass::Function, ty);
        Ok(self.emit(Op::AccessChain, Flags::NONE, pointer, &[variable.into(), index]))
    }

    /// The flags that a query's allocation gave it.
    fn allocated_flags(&mut self, which: Which, variables: &Variables) -> Value {
        let flags = |this: &Self, number: u32| {
            let allocation = this.ray_queries.allocations.get(number as usize);
            allocation.map_or(0, |allocation| allocation.flags)
        };
        let (handle, members) = match which {
            Which::One(number) => {
                let flags = flags(self, number);
                return self.module.i32(flags);
            }
            Which::Of(handle) => (handle, variables.handles.members.get(&handle)),
        };
        let mut chosen: Option<(u32, Value)> = None;
        for &number in members.into_iter().flatten() {
            let flags = flags(self, number);
            let own = self.module.i32(flags);
            chosen = Some(match chosen {
                None => (flags, own),
                Some((last, value)) if last == flags && self.module.const_bits(value).is_some() => {
                    (last, value)
                }
                Some((_, otherwise)) => {
                    let number = self.module.i32(number);
                    let is = self.emit(Op::IEq, Flags::NONE, Type::BOOL, &[handle, number]);
                    let args = [is, own, otherwise];
                    (flags, self.emit(Op::Select, Flags::NONE, Type::I32, &args))
                }
            });
        }
        match chosen {
            Some((_, value)) => value,
            None => self.module.i32(0),
        }
    }

    /// The call that begins a query: with the flags of its allocation, and what is kept beside it.
    fn initialize_ray_query(&mut self, inst: Inst, which: Which, variables: &mut Variables) -> Result<()> {
        let &[_, _, flags, _, _, _, _, t_max] = self.func.args(inst) else {
            return Err(Error::internal("a ray query that begins without a ray"));
        };
        let own = self.allocated_flags(which, variables);
        let all = match (self.module.const_bits(own), self.module.const_bits(flags)) {
            (Some(own), Some(flags)) => self.module.i32((own | flags) as u32),
            (Some(0), _) => flags,
            _ => self.emit(Op::Or, Flags::NONE, Type::I32, &[flags, own]),
        };
        if let Some(slot) = self.func.args_mut(inst).get_mut(2) {
            *slot = all;
        }
        self.func.insts[inst].imm = u32::from(self.heeds_micromaps(which, variables));
        self.cursor.put(&mut self.func, inst);
        let key = variables.key(which);
        if variables.guarded.contains(&key) {
            let active = self.ray_query_place(which, Holds::Active, variables)?;
            let one = self.module.i32(1);
            self.emit(Op::Store, Flags::NONE, Type::VOID, &[active, one]);
        }
        if variables.timed.contains(&key) {
            let place = self.ray_query_place(which, Holds::TMax, variables)?;
            self.emit(Op::Store, Flags::NONE, Type::VOID, &[place, t_max]);
        }
        Ok(())
    }

    /// Whether a query was allocated to heed opacity micromaps.
    fn heeds_micromaps(&self, which: Which, variables: &Variables) -> bool {
        let heeds = |number: &u32| {
            let allocation = self.ray_queries.allocations.get(*number as usize);
            allocation.is_some_and(|allocation| allocation.micromaps)
        };
        match which {
            Which::One(number) => heeds(&number),
            Which::Of(handle) => variables
                .handles
                .members
                .get(&handle)
                .into_iter()
                .flatten()
                .any(heeds),
        }
    }

    fn is_active(&mut self, active: Value) -> Value {
        let active = self.emit(Op::Load, Flags::NONE, Type::I32, &[active]);
        let idle = self.module.i32(0);
        self.emit(Op::INe, Flags::NONE, Type::BOOL, &[active, idle])
    }

    /// `Proceed` of a query that may have ended: what was its result becomes a parameter of the block behind.
    fn proceed_if_active(&mut self, inst: Inst, which: Which, variables: &mut Variables) -> Result<()> {
        let query = self.handle_operand(inst)?;
        let active = self.ray_query_place(which, Holds::Active, variables)?;
        let condition = self.is_active(active);
        let no = self.module.scalar(Type::BOOL, 0);
        self.where_true(&[inst], condition, &[no], |this| {
            let more = this.emit(Op::RayQueryProceed, Flags::NONE, Type::BOOL, &[query]);
            let word = this.bool_to_int(more, Type::I32, 1);
            this.emit(Op::Store, Flags::NONE, Type::VOID, &[active, word]);
            vec![more]
        });
        Ok(())
    }

    /// What is known of the committed hit, if there is one.
    fn get_if_committed(&mut self, together: &[Inst], query: Value) {
        let needs = together.first().and_then(|&inst| asks_of_hit(&self.func, inst));
        let status = RayQueryValue::Kind.imm(true);
        let status = self.emit_imm(Op::RayQueryGet, Flags::NONE, Type::I32, &[query], status);
        let (op, number) = match needs {
            Some(Needs::Triangle) => (Op::IEq, 1),
            _ => (Op::INe, 0),
        };
        let number = self.module.i32(number);
        let condition = self.emit(op, Flags::NONE, Type::BOOL, &[status, number]);
        let questions = together.iter().map(|&inst| &self.func.insts[inst]);
        let questions: Vec<_> = questions.map(|data| (data.ty, data.imm)).collect();
        let nothing: Vec<Value> = questions.iter().map(|&(ty, _)| self.module.null(ty)).collect();
        self.where_true(together, condition, &nothing, |this| {
            let mut asked: FxHashMap<u32, Value> = FxHashMap::default();
            let mut answers = Vec::with_capacity(questions.len());
            for &(ty, imm) in &questions {
                let ask = || this.emit_imm(Op::RayQueryGet, Flags::NONE, ty, &[query], imm);
                answers.push(*asked.entry(imm).or_insert_with(ask));
            }
            answers
        });
    }

    /// Makes `insts` parameters of a new block: what `make` makes where `condition` is true, `otherwise` elsewhere.
    fn where_true(
        &mut self,
        insts: &[Inst],
        condition: Value,
        otherwise: &[Value],
        make: impl FnOnce(&mut Self) -> Vec<Value>,
    ) {
        let before = self.cursor.block;
        let (then, after) = (self.func.add_block(), self.func.add_block());
        let if_false = self.func.edge(after, otherwise);
        self.terminate(Terminator::CondBranch {
            condition,
            if_true: Edge::to(then),
            if_false,
        });
        self.cursor.block = then;
        let made = make(self);
        let edge = self.func.edge(after, &made);
        self.terminate(Terminator::Branch(edge));
        self.cursor.block = after;
        for &inst in insts {
            let data = &mut self.func.insts[inst];
            (data.op, data.args, data.imm) = (Op::Param, ListRef::EMPTY, 0);
            self.func.blocks[after].params.push(inst);
        }
        self.move_debug_values(before);
    }

    /// The distance of the committed hit, or how far the ray goes.
    fn committed_t(
        &mut self,
        inst: Inst,
        query: Value,
        which: Which,
        variables: &mut Variables,
    ) -> Result<()> {
        let kind = RayQueryValue::Kind.imm(true);
        let kind = self.emit_imm(Op::RayQueryGet, Flags::NONE, Type::I32, &[query], kind);
        let t = RayQueryValue::T.imm(true);
        let t = self.emit_imm(Op::RayQueryGet, Flags::NONE, Type::F32, &[query], t);
        let place = self.ray_query_place(which, Holds::TMax, variables)?;
        let t_max = self.emit(Op::Load, Flags::NONE, Type::F32, &[place]);
        let zero = self.module.i32(0);
        let none = self.emit(Op::IEq, Flags::NONE, Type::BOOL, &[kind, zero]);
        let args = [none, t_max, t];
        self.cursor
            .replace(&mut self.func, inst, Op::Select, Flags::NONE, &args, 0);
        Ok(())
    }
}
