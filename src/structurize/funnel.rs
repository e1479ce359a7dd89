//! Funnels: blocks through which edges to several targets pass, with a selector that says which target is meant.
//!
//! The stages that force edges through one block (the merge block of a loop or selection, the header of a cycle
//! with several entries) say only: this edge goes into that funnel and means this target; this funnel leads to
//! these targets itself and to that next funnel for all others. [`Funnels::finish`] then gives each funnel the
//! parameters it needs and its branches.
//!
//! On entry: edges still name their final targets, with the arguments of these. On exit: each such edge goes to
//! its funnel, and from there to its target with the same arguments.
//!
//! ```text
//!  bb1: br bb7(%1)      bb1: br bb9(i32 7, %1)
//!  bb2: br bb8(%2)  ==> bb2: br bb9(i32 8, %2)
//!                       bb9(%s, %v): condbr %s == 7, bb7(%v), bb8(%v)
//! ```
//! A selector's value is the number of the target block, so it passes from funnel to funnel as it is. A funnel
//! that only one target is meant through has no selector. Parameters of different targets share the funnel's:
//! only one target is meant at a time. So a funnel has no more parameters than the target with most of them has
//! (of each type).

use crate::entity::{IdVec, ListRef};
use crate::entity_id;
use crate::ir::debug::NO_SOURCE;
use crate::ir::{Block, Cursor, Edge, Flags, Function, Inst, Module, Op, Terminator, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

entity_id! {
    /// A funnel of [`Funnels`].
    pub struct Funnel = "funnel"
}

/// For funnels that branch by selector, what that is where the last edge (the default, or the one for false) is
/// taken, if it is one number.
pub type Numbers = FxHashMap<Block, u32>;

/// What [`Funnels::finish`] has made.
#[derive(Debug, Default)]
pub struct Made {
    pub numbers: Numbers,
    /// The funnels that have become switches.
    pub switches: Vec<Block>,
    /// Whether several targets are meant through one of the funnels. Where that is not so, each only passes on, and what dominated
    /// a block still does.
    pub chooses: bool,
}

/// What is known of one funnel.
struct FunnelData {
    block: Block,
    /// Targets that it branches to itself, in order of testing.
    locals: Vec<Block>,
    /// Where everything else goes on.
    next: Option<Funnel>,
    /// The last funnel on the way on from here, and how far that is.
    root: Funnel,
    distance: u32,
    /// The least and greatest block meant through it; `None` when none is.
    meant: Option<(Block, Block)>,
    /// Whether a target is meant that is not one of its locals.
    goes_on: bool,
    selector: Option<Inst>,
    /// Parameters by type.
    params: Vec<(Type, Vec<Inst>)>,
}

/// An edge that goes into a funnel: edge number `slot` of `from`.
struct Entry {
    from: Block,
    slot: u32,
    funnel: Funnel,
    /// The funnel that branches to the target.
    home: Funnel,
    target: Block,
}

/// Funnels in the making.
#[derive(Default)]
pub struct Funnels {
    funnels: IdVec<Funnel, FunnelData>,
    entries: Vec<Entry>,
    locals: FxHashSet<(Funnel, Block)>,
}

/// Placeholder for [`FunnelData::root`] before it is known.
const UNKNOWN: Funnel = Funnel(u32::MAX);

impl Funnels {
    /// A new funnel with a new block, not in the layout's order yet.
    pub fn add(&mut self, function: &mut Function) -> Funnel {
        self.funnels.push(FunnelData {
            block: function.add_block(),
            locals: Vec::new(),
            next: None,
            root: UNKNOWN,
            distance: 0,
            meant: None,
            goes_on: false,
            selector: None,
            params: Vec::new(),
        })
    }
    /// The block of `funnel`.
    pub fn block(&self, funnel: Funnel) -> Block {
        self.funnels[funnel].block
    }
    /// `funnel` branches to `target` itself.
    pub fn add_local(&mut self, funnel: Funnel, target: Block) {
        if self.locals.insert((funnel, target)) {
            self.funnels[funnel].locals.push(target);
        }
    }
    /// What `funnel` does not branch to itself goes on to `next`.
    pub fn set_next(&mut self, funnel: Funnel, next: Funnel) {
        self.funnels[funnel].next = Some(next);
    }
    /// Edge number `slot` of `from`, which has the arguments for `target`, goes into `funnel` and so to `home`,
    /// which branches to `target`; by default the last funnel on the way. The same edge may not go into two.
    pub fn enter(&mut self, from: Block, slot: u32, funnel: Funnel, home: Option<Funnel>, target: Block) {
        self.entries.push(Entry {
            from,
            slot,
            funnel,
            home: home.unwrap_or(UNKNOWN),
            target,
        });
    }

    /// Makes the parameters, selectors and branches.
    pub fn finish(mut self, module: &mut Module, function: &mut Function) -> Made {
        let order = self.find_roots();
        self.find_meant();
        let reached: FxHashSet<(Funnel, Block)> = self
            .entries
            .iter()
            .map(|entry| (entry.home, entry.target))
            .collect();
        for (id, funnel) in self.funnels.ids().zip(self.funnels.values_mut()) {
            funnel.locals.retain(|&target| reached.contains(&(id, target)));
        }
        for id in order {
            self.add_params(function, id);
        }
        let mut made = Made::default();
        for funnel in self.funnels.values() {
            let terminator = self.terminator(module, function, funnel);
            made.chooses |= funnel.selector.is_some();
            if let Terminator::Switch { .. } = terminator {
                made.switches.push(funnel.block);
            }
            if funnel.selector.is_some()
                && !funnel.goes_on
                && let Some(last) = funnel.locals.last()
            {
                made.numbers.insert(funnel.block, last.0);
            }
            function.blocks[funnel.block].terminator = terminator;
        }
        self.give_sources(function);
        self.redirect(module, function);
        made
    }

    /// What a funnel does comes from where the branches do that it was made for: the first that goes in, or, where
    /// only funnels lead to it, where it leads.
    fn give_sources(&self, function: &mut Function) {
        let mut first: FxHashMap<Funnel, u32> = FxHashMap::default();
        for entry in &self.entries {
            let source = function.blocks[entry.from].source;
            let known = first.entry(entry.funnel).or_insert(source);
            *known = source.min(*known);
        }
        for (id, funnel) in self.funnels.iter() {
            let target = funnel
                .locals
                .first()
                .map(|&target| function.blocks[target].source);
            let source = first.get(&id).copied().or(target).unwrap_or(NO_SOURCE);
            let Function { blocks, insts, .. } = &mut *function;
            let data = &mut blocks[funnel.block];
            data.source = source;
            for &inst in data.params.iter().chain(&data.insts) {
                insts[inst].source = source;
            }
        }
    }

    /// Finds the end of the way on from each funnel. Returns the funnels, each after those on its way.
    fn find_roots(&mut self) -> Vec<Funnel> {
        let mut order = Vec::with_capacity(self.funnels.len());
        let mut way = Vec::new();
        for id in self.funnels.ids() {
            let mut at = id;
            while self.funnels[at].root == UNKNOWN {
                way.push(at);
                match self.funnels[at].next {
                    Some(next) => at = next,
                    None => break,
                }
            }
            while let Some(at) = way.pop() {
                let (root, distance) = match self.funnels[at].next {
                    Some(next) => (self.funnels[next].root, self.funnels[next].distance + 1),
                    None => (at, 0),
                };
                self.funnels[at].root = root;
                self.funnels[at].distance = distance;
                order.push(at);
            }
        }
        for entry in &mut self.entries {
            if entry.home == UNKNOWN {
                entry.home = self.funnels[entry.funnel].root;
            }
            debug_assert!(self.locals.contains(&(entry.home, entry.target)));
        }
        order
    }

    /// Finds which targets are meant through each funnel: the least, the greatest, and whether one is beyond it.
    /// An entry concerns the funnels from its own to its home. In order of the property looked for, the first
    /// entry that concerns a funnel settles it, and settled funnels are skipped: near-linear.
    fn find_meant(&mut self) {
        let mut paint = Paint::new(&self.funnels);
        let mut entries: Vec<u32> = (0..self.entries.len() as u32).collect();
        let Self {
            funnels,
            entries: all,
            ..
        } = self;
        let at = |index: &u32| &all[*index as usize];
        entries.sort_by_key(|index| at(index).target);
        for entry in entries.iter().map(at) {
            paint.way(funnels, entry, |funnel| {
                funnel.meant = Some((entry.target, entry.target))
            });
        }
        paint.reset();
        for entry in entries.iter().rev().map(at) {
            paint.way(funnels, entry, |funnel| {
                if let Some((_, greatest)) = &mut funnel.meant {
                    *greatest = entry.target;
                }
            });
        }
        paint.reset();
        entries.sort_by_key(|index| funnels[at(index).home].distance);
        for entry in entries.iter().map(at) {
            let home = funnels[entry.home].distance;
            paint.way(funnels, entry, |funnel| funnel.goes_on = funnel.distance > home);
        }
    }

    /// Gives a funnel its parameters: those that its locals need and those of the next. What is passed as undef
    /// on all edges goes with the needless parameters.
    fn add_params(&mut self, function: &mut Function, id: Funnel) {
        let funnel = &self.funnels[id];
        let block = funnel.block;
        let mut counts: Vec<(Type, usize)> = Vec::new();
        if let Some(next) = funnel.next.filter(|_| funnel.goes_on) {
            counts.extend(
                self.funnels[next]
                    .params
                    .iter()
                    .map(|(ty, params)| (*ty, params.len())),
            );
        }
        let mut own: Vec<(Type, usize)> = Vec::new();
        for &target in &funnel.locals {
            own.iter_mut().for_each(|(_, count)| *count = 0);
            for &param in &function.blocks[target].params {
                let ty = function.insts[param].ty;
                match own.iter_mut().find(|(known, _)| *known == ty) {
                    Some((_, count)) => *count += 1,
                    None => own.push((ty, 1)),
                }
            }
            for &(ty, count) in &own {
                match counts.iter_mut().find(|(known, _)| *known == ty) {
                    Some((_, most)) => *most = count.max(*most),
                    None => counts.push((ty, count)),
                }
            }
        }
        let selector = (funnel.meant.is_some_and(|(least, greatest)| least != greatest))
            .then(|| function.add_param(block, Type::I32));
        let params = (counts.into_iter())
            .map(|(ty, count)| (ty, (0..count).map(|_| function.add_param(block, ty)).collect()))
            .collect();
        self.funnels[id].selector = selector;
        self.funnels[id].params = params;
    }

    /// The branches out of a funnel.
    fn terminator(&self, module: &mut Module, function: &mut Function, funnel: &FunnelData) -> Terminator {
        let Some((only, _)) = funnel.meant else {
            return Terminator::Unreachable;
        };
        let mut edges: Vec<(Block, Edge)> = Vec::new();
        for &target in &funnel.locals {
            let args = take_params(funnel, function, target);
            edges.push((target, function.edge(target, &args)));
        }
        if let Some(next) = funnel.next.filter(|_| funnel.goes_on) {
            let next = &self.funnels[next];
            let mut args = Vec::new();
            if next.selector.is_some() {
                // Without a selector here, one target only is meant.
                args.push(funnel.selector.map_or_else(|| module.i32(only.0), Value::from));
            }
            for (ty, params) in &next.params {
                let own = funnel.params.iter().find(|(own, _)| own == ty);
                for number in 0..params.len() {
                    let value = own.and_then(|(_, own)| own.get(number));
                    args.push(value.map_or_else(|| module.undef(*ty), |&param| param.into()));
                }
            }
            edges.push((next.block, function.edge(next.block, &args)));
        }
        let Some((_, last)) = edges.pop() else {
            return Terminator::Unreachable;
        };
        let Some(selector) = funnel.selector.filter(|_| !edges.is_empty()) else {
            return Terminator::Branch(last);
        };
        if let [(target, edge)] = edges[..] {
            let number = module.i32(target.0);
            let args = [selector.into(), number];
            let mut cursor = Cursor::behind(function, funnel.block);
            let condition = cursor.emit(function, Op::IEq, Flags::NONE, Type::BOOL, &args, 0);
            return Terminator::CondBranch {
                condition,
                if_true: edge,
                if_false: last,
            };
        }
        Terminator::Switch {
            value: selector.into(),
            default: last,
            cases: (edges
                .into_iter()
                .map(|(target, edge)| (u64::from(target.0), edge)))
            .collect(),
        }
    }

    /// Sends the entries' edges to their funnels.
    fn redirect(&mut self, module: &mut Module, function: &mut Function) {
        self.entries.sort_by_key(|entry| (entry.from, entry.slot));
        // Equal edges of one block get one argument list.
        let mut made: FxHashMap<(Funnel, Block, ListRef), ListRef> = FxHashMap::default();
        for entries in self.entries.chunk_by(|a, b| a.from == b.from) {
            let from = entries[0].from;
            let mut terminator =
                std::mem::replace(&mut function.blocks[from].terminator, Terminator::Unreachable);
            let mut entries = entries.iter().peekable();
            let mut slot = 0;
            made.clear();
            terminator.for_each_edge_mut(|edge| {
                if let Some(entry) = entries.next_if(|entry| entry.slot == slot) {
                    let funnel = &self.funnels[entry.funnel];
                    let args = *made
                        .entry((entry.funnel, entry.target, edge.args))
                        .or_insert_with(|| give_params(funnel, module, function, entry.target, edge));
                    *edge = Edge {
                        block: funnel.block,
                        args,
                    };
                }
                slot += 1;
            });
            function.blocks[from].terminator = terminator;
        }
    }
}

/// Which funnels are settled, with a way past them.
struct Paint {
    /// The nearest funnel on the way, the funnel itself included, that may be unsettled; `None` past the last.
    open: IdVec<Funnel, Option<Funnel>>,
}

impl Paint {
    fn new(funnels: &IdVec<Funnel, FunnelData>) -> Self {
        Self {
            open: funnels.ids().map(Some).collect(),
        }
    }
    fn reset(&mut self) {
        self.open = self.open.ids().map(Some).collect();
    }
    /// Settles the funnels from the entry's own to its home that are unsettled.
    fn way(
        &mut self,
        funnels: &mut IdVec<Funnel, FunnelData>,
        entry: &Entry,
        mut settle: impl FnMut(&mut FunnelData),
    ) {
        let end = funnels[entry.home].distance;
        let mut at = self.find(entry.funnel);
        while let Some(funnel) = at.filter(|&funnel| funnels[funnel].distance >= end) {
            settle(&mut funnels[funnel]);
            self.open[funnel] = funnels[funnel].next;
            at = self.find(funnel);
        }
    }
    /// The nearest unsettled funnel, with shorter ways for all on the way there.
    fn find(&mut self, funnel: Funnel) -> Option<Funnel> {
        let mut end = Some(funnel);
        while let Some(at) = end.filter(|&at| self.open[at] != Some(at)) {
            end = self.open[at];
        }
        let mut at = funnel;
        while let Some(next) = self.open[at].filter(|&next| next != at) {
            self.open[at] = end;
            at = next;
        }
        end
    }
}

/// For each parameter of `target` the parameter of `funnel` that holds it.
fn take_params(funnel: &FunnelData, function: &Function, target: Block) -> Vec<Value> {
    let mut used = vec![0; funnel.params.len()];
    (function.blocks[target].params.iter())
        .filter_map(|&param| {
            let ty = function.insts[param].ty;
            let place = funnel.params.iter().position(|(own, _)| *own == ty)?;
            used[place] += 1;
            Some(funnel.params[place].1[used[place] - 1].into())
        })
        .collect()
}

/// The arguments for `funnel` on an edge that has those for `target`.
fn give_params(
    funnel: &FunnelData,
    module: &mut Module,
    function: &mut Function,
    target: Block,
    edge: &Edge,
) -> ListRef {
    let mut args = Vec::new();
    if funnel.selector.is_some() {
        args.push(module.i32(target.0));
    }
    for (ty, params) in &funnel.params {
        let values = (function.blocks[target]
            .params
            .iter()
            .zip(function.edge_args(edge)))
        .filter(|(param, _)| function.insts[**param].ty == *ty)
        .map(|(_, value)| *value);
        let start = args.len();
        args.extend(values);
        let undef = module.undef(*ty);
        args.resize(start + params.len(), undef);
    }
    ListRef::append(&mut function.pool, args)
}
