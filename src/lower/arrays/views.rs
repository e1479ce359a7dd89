//! Groupshared arrays that are accessed as scalars and as vectors: some indices are known to lead to components of vectors,
//! others are not, or lead to atomics. With an explicit layout of groupshared memory they may have two forms at once.
//!
//! In: a function behind [`vectors`](super::vectors), which leaves these arrays as they are. Out: the same, where accesses that
//! neighbours of theirs can be put together with go to a variable of their own, an array of vectors of 4 or 2, with the flag
//! [`WIDE`](Flags::WIDE). [`blocks`](super::blocks) must then lay both out at one place.
//!
//! ```text
//! global @0 Workgroup [256 x i32]                       global @0 Workgroup [256 x i32]
//!                                                       global @1 Workgroup [64 x <4 x i32>]
//! %3 = access_chain @0, %2; atomic_iadd %3, i32 1       %3 = access_chain @0, %2; atomic_iadd %3, i32 1
//! %5 = imul %4, i32 4                               =>  %9 = lshr %5, i32 2
//! %6 = access_chain @0, %5; load %6                     %6 = access_chain @1, %9, i32 0; load.wide %6
//! %7 = iadd %5, i32 1
//! %8 = access_chain @0, %7; load %8                     %8 = access_chain @1, %9, i32 1; load.wide %8
//! ```
//!
//! Whether accesses can be put together is a guess, by what the passes behind it do: those of one block with nothing in
//! between that orders them, to vectors that are the same by the arithmetic of their indices. A wrong one costs speed alone.

use super::indices::{Index, Vector, leaders};
use super::vectors::{lead_into, mark};
use crate::analysis::cfg::Cfg;
use crate::analysis::multiples::Multiples;
use crate::effects::Memory;
use crate::entity::{EntityId, IdVec};
use crate::ir::{
    Block, Cursor, Flags, Function, Global, Inst, Module, Op, StorageClass, Type, TypeData, Value, ValueRef,
    effects_of,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Access chains by instruction, where they lead to an element of a variable: which, and the index.
type Chains = [Option<(Global, Value)>];

/// A second form of a variable.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// The variable.
    pub of: Global,
    /// The one that is the same memory.
    pub view: Global,
}

/// Gives arrays of `func`, a function of `module` that has been taken out of it, views as vectors.
pub fn split(module: &mut Module, func: &mut Function) -> Vec<View> {
    let fit: IdVec<Global, bool> = module.globals.values().map(|data| is_fit(module, data)).collect();
    if !fit.values().any(|&fit| fit) {
        return Vec::new();
    }
    let chains = chains(module, func, &fit);
    if chains.iter().all(Option::is_none) {
        return Vec::new();
    }
    let cfg = Cfg::new(func);
    let indices = chains.iter().flatten().map(|&(_, index)| index);
    let multiples = Multiples::new(module, func, &cfg, indices);
    let mut search = Search {
        leaders: leaders(func, &cfg),
        multiples: &multiples,
        chains: &chains,
        widths: vec![0; func.insts.len()],
    };
    for width in [4, 2] {
        for &block in cfg.order() {
            search.block(module, func, block, width);
        }
    }
    let widths = search.widths;
    if widths.iter().all(|&width| width == 0) {
        return Vec::new();
    }
    let views = declare(module, &chains, &widths);
    for position in 0..func.layout.len() {
        let block = func.layout[position];
        let insts = &func.blocks[block].insts;
        if !insts.iter().any(|&inst| of(&widths, inst) != 0) {
            continue;
        }
        rewrite(module, func, block, &multiples, (&chains, &widths), &views);
    }
    mark(func, |chain| of(&widths, chain) != 0);
    let mut all: Vec<View> = views
        .into_iter()
        .map(|((of, _), view)| View { of, view })
        .collect();
    all.sort_unstable_by_key(|view| view.view.index());
    all
}

/// What is known of an instruction, the default for those made since.
fn of<T: Copy + Default>(list: &[T], inst: Inst) -> T {
    list.get(inst.index()).copied().unwrap_or_default()
}

/// Whether a variable may have a view.
fn is_fit(module: &Module, data: &crate::ir::GlobalData) -> bool {
    match *module.types.get(data.ty) {
        TypeData::Array {
            element,
            len,
            stride: 0,
        } => {
            data.class == StorageClass::Workgroup
                && data.init.is_none()
                && (element.is_int_scalar() || element.is_float_scalar())
                && element.scalar_bits() >= 16
                && len % 2 == 0
        }
        _ => false,
    }
}

/// The access chains to elements of these variables that loads and stores alone use, by instruction: the variable, and the
/// index.
fn chains(module: &Module, func: &Function, fit: &IdVec<Global, bool>) -> Vec<Option<(Global, Value)>> {
    let mut chains: Vec<Option<(Global, Value)>> = vec![None; func.insts.len()];
    for (inst, data) in func.insts.iter() {
        if data.op == Op::AccessChain
            && let &[base, index] = func.args(inst)
            && let ValueRef::Global(global) = base.get()
            && fit.get(global) == Some(&true)
            && module.value_type(func, index) == Type::I32
        {
            chains[inst.index()] = Some((global, index));
        }
    }
    for (_, data) in func.insts.iter() {
        for (position, arg) in data.args.of(&func.pool).iter().enumerate() {
            let access =
                position == 0 && matches!(data.op, Op::Load | Op::Store) && !data.flags.has(Flags::VOLATILE);
            if let Some(chain) = arg.as_inst().and_then(|inst| chains.get_mut(inst.index()))
                && !access
            {
                *chain = None;
            }
        }
    }
    chains
}

/// Accesses to components of vectors, by their chains.
type Accesses = FxHashMap<Vector, SmallVec<[(Inst, u32); 4]>>;

struct Search<'a> {
    leaders: Vec<Option<Inst>>,
    multiples: &'a Multiples,
    chains: &'a Chains,
    /// By access chain, the length of the vectors of the view that it is to lead into; 0 for none.
    widths: Vec<u32>,
}

impl Search<'_> {
    /// Finds accesses of `block` to components of one vector of `width`.
    fn block(&mut self, module: &Module, func: &Function, block: Block, width: u32) {
        // What was found since the last instruction that orders loads, or stores.
        let (mut loads, mut stores) = (Accesses::default(), Accesses::default());
        for &inst in &func.blocks[block].insts {
            let data = &func.insts[inst];
            let static_effects = data.op.effects();
            if static_effects.removable() && static_effects.reads.is_empty() {
                continue;
            }
            let chain = func.args(inst).first().and_then(|pointer| pointer.as_inst());
            let found = match data.op {
                Op::Load | Op::Store => chain.and_then(|chain| {
                    let (vector, component) = self.vector(module, func, chain, width)?;
                    Some((vector, (chain, component)))
                }),
                _ => None,
            };
            let effects = effects_of(module, func, inst);
            if effects.writes.meets(Memory::SHARED) {
                self.take(&mut loads, false, width);
            }
            let orders = effects.reads.meets(Memory::SHARED)
                || effects.writes.meets(Memory::SHARED) && found.is_none();
            if orders {
                self.take(&mut stores, true, width);
            }
            if let Some((vector, access)) = found {
                let list = match data.op {
                    Op::Store => &mut stores,
                    _ => &mut loads,
                };
                list.entry(vector).or_default().push(access);
            }
        }
        self.take(&mut loads, false, width);
        self.take(&mut stores, true, width);
    }

    /// Where `chain` leads: the vector of `width` and the component.
    fn vector(&self, module: &Module, func: &Function, chain: Inst, width: u32) -> Option<(Vector, u32)> {
        let (global, index) = of(self.chains, chain)?;
        let TypeData::Array { element, len, .. } = *module.types.get(module.globals[global].ty) else {
            return None;
        };
        // Vectors of more than 16 bytes are accessed in parts anyway.
        if of(&self.widths, chain) != 0 || len % width != 0 || element.scalar_bits() * width > 128 {
            return None;
        }
        let index = Index::of(module, func, self.multiples, index, width)?;
        Some(index.vector(global, &self.leaders, width))
    }

    /// Chooses those of `found`, loads or stores, that become one access.
    fn take(&mut self, found: &mut Accesses, store: bool, width: u32) {
        for accesses in found.drain().map(|(_, accesses)| accesses) {
            let components = accesses.iter().fold(0u32, |all, access| all | 1 << access.1);
            let together = match (store, width) {
                (true, _) => components == (1 << width) - 1,
                // Halves are vectors of two.
                (false, 4) => components & 0b0011 != 0 && components & 0b1100 != 0,
                (false, _) => components.count_ones() > 1,
            };
            if together {
                for (chain, _) in accesses {
                    if let Some(chosen) = self.widths.get_mut(chain.index()) {
                        *chosen = width;
                    }
                }
            }
        }
    }
}

/// The variables that accesses by `chains` lead into instead, by the array and the length of the vectors.
fn declare(module: &mut Module, chains: &Chains, widths: &[u32]) -> FxHashMap<(Global, u32), Global> {
    let mut views = FxHashMap::default();
    for (chain, &width) in chains.iter().zip(widths) {
        let &Some((global, _)) = chain else { continue };
        let data = &module.globals[global];
        let TypeData::Array { element, len, .. } = *module.types.get(data.ty) else {
            continue;
        };
        if width == 0 || views.contains_key(&(global, width)) {
            continue;
        }
        let name = data.name.clone();
        let vector = module.types.vector(element, width);
        let ty = module.types.array(vector, len / width);
        let view = module.add_global(name, StorageClass::Workgroup, ty);
        views.insert((global, width), view);
    }
    views
}

/// Leads the chains of `block` that `widths` chose into the views.
fn rewrite(
    module: &mut Module,
    func: &mut Function,
    block: Block,
    multiples: &Multiples,
    (chains, widths): (&Chains, &[u32]),
    views: &FxHashMap<(Global, u32), Global>,
) {
    let insts = std::mem::take(&mut func.blocks[block].insts);
    let mut cursor = Cursor::at_end(block);
    for inst in insts {
        let width = of(widths, inst);
        if width != 0
            && let Some((global, index)) = of(chains, inst)
            && let Some(&view) = views.get(&(global, width))
        {
            let chain = (inst, Value::from(view), index);
            lead_into(module, func, &mut cursor, chain, multiples, width);
        }
        cursor.put(func, inst);
    }
}
