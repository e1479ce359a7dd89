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

use crate::entity::{EntityId, ListRef};
use crate::entity_id;
use crate::ir::{Block, Edge, Flags, Function, Inst, Module, Op, Terminator, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

entity_id! {
    /// A funnel of [`Funnels`].
    pub struct Funnel = "funnel"
}

/// What is known of one funnel.
struct FunnelData {
    block: Block,
    /// Targets that it branches to itself, in order of testing.
    locals: Vec<Block>,
    /// Where everything else goes on.
    next: Option<Funnel>,
    /// Targets that are meant through it.
    targets: Vec<Block>,
    selector: Option<Inst>,
    /// Parameters by type.
    params: Vec<(Type, Vec<Inst>)>,
}

/// An edge that goes into a funnel: edge number `slot` of `from`.
struct Entry {
    from: Block,
    slot: u32,
    funnel: Funnel,
    target: Block,
}

/// Funnels in the making.
#[derive(Default)]
pub struct Funnels {
    funnels: Vec<FunnelData>,
    entries: Vec<Entry>,
    locals: FxHashSet<(Funnel, Block)>,
}

impl Funnels {
    /// A new funnel with a new block, not in the layout's order yet.
    pub fn add(&mut self, function: &mut Function) -> Funnel {
        let block = function.add_block();
        self.funnels.push(FunnelData {
            block,
            locals: Vec::new(),
            next: None,
            targets: Vec::new(),
            selector: None,
            params: Vec::new(),
        });
        Funnel::from_index(self.funnels.len() - 1)
    }
    /// The block of `funnel`.
    pub fn block(&self, funnel: Funnel) -> Block {
        self.funnels[funnel.index()].block
    }
    /// `funnel` branches to `target` itself.
    pub fn add_local(&mut self, funnel: Funnel, target: Block) {
        if self.locals.insert((funnel, target)) {
            self.funnels[funnel.index()].locals.push(target);
        }
    }
    /// What `funnel` does not branch to itself goes on to `next`.
    pub fn set_next(&mut self, funnel: Funnel, next: Funnel) {
        self.funnels[funnel.index()].next = Some(next);
    }
    /// Edge number `slot` of `from`, which has the arguments for `target`, goes into `funnel`. The same edge may
    /// not go into two.
    pub fn enter(&mut self, from: Block, slot: u32, funnel: Funnel, target: Block) {
        self.entries.push(Entry {
            from,
            slot,
            funnel,
            target,
        });
    }

    /// Makes the parameters, selectors and branches.
    pub fn finish(mut self, module: &mut Module, function: &mut Function) {
        self.find_targets();
        for funnel in &mut self.funnels {
            add_params(function, funnel);
        }
        for index in 0..self.funnels.len() {
            let terminator = self.terminator(module, function, index);
            function.blocks[self.funnels[index].block].terminator = terminator;
        }
        self.redirect(module, function);
    }

    /// Follows each entry through the funnels to its target. Each step is taken once per funnel and target, and
    /// is one argument of the result at least.
    fn find_targets(&mut self) {
        let mut seen: FxHashSet<(Funnel, Block)> = FxHashSet::default();
        for entry in &self.entries {
            let mut at = Some(entry.funnel);
            while let Some(funnel) = at {
                if !seen.insert((funnel, entry.target)) {
                    break;
                }
                let data = &mut self.funnels[funnel.index()];
                data.targets.push(entry.target);
                at = data
                    .next
                    .filter(|_| !self.locals.contains(&(funnel, entry.target)));
            }
        }
    }

    /// The branches out of a funnel.
    fn terminator(&self, module: &mut Module, function: &mut Function, index: usize) -> Terminator {
        let funnel = &self.funnels[index];
        let id = Funnel::from_index(index);
        let meant: FxHashSet<Block> = funnel.targets.iter().copied().collect();
        let mut edges: Vec<(Block, Edge)> = Vec::new();
        for &target in funnel.locals.iter().filter(|target| meant.contains(target)) {
            let args = take_params(funnel, function, target);
            edges.push((target, function.edge(target, &args)));
        }
        let beyond = (funnel.targets.iter()).find(|target| !self.locals.contains(&(id, **target)));
        if let (Some(&target), Some(next)) = (beyond, funnel.next) {
            let next = &self.funnels[next.index()];
            let mut args = Vec::new();
            if next.selector.is_some() {
                // Without a selector here, one target only is meant.
                args.push(funnel.selector.map_or_else(|| module.i32(target.0), Value::from));
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
            let condition = function.append(funnel.block, Op::IEq, Flags::NONE, Type::BOOL, &args, 0);
            return Terminator::CondBranch {
                condition: condition.into(),
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
                    let funnel = &self.funnels[entry.funnel.index()];
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

/// Gives a funnel its parameters.
fn add_params(function: &mut Function, funnel: &mut FunnelData) {
    if funnel.targets.len() > 1 {
        funnel.selector = Some(function.add_param(funnel.block, Type::I32));
    }
    let mut counts: Vec<(Type, usize)> = Vec::new();
    for &target in &funnel.targets {
        counts.iter_mut().for_each(|(_, count)| *count = 0);
        for index in 0..function.blocks[target].params.len() {
            let ty = function.insts[function.blocks[target].params[index]].ty;
            let place = counts
                .iter()
                .position(|(known, _)| *known == ty)
                .unwrap_or_else(|| {
                    counts.push((ty, 0));
                    funnel.params.push((ty, Vec::new()));
                    counts.len() - 1
                });
            counts[place].1 += 1;
            if counts[place].1 > funnel.params[place].1.len() {
                // In order of type below.
                funnel.params[place].1.push(Inst(u32::MAX));
            }
        }
    }
    for (ty, params) in &mut funnel.params {
        for param in params {
            *param = function.add_param(funnel.block, *ty);
        }
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
