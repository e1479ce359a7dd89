//! Arrays of scalars that are arrays of vectors: DXIL has flattened them, as `groupshared float4 a[64]` to 256 floats.
//!
//! In: a function as `import` leaves it. Out: the same, where groupshared and local arrays of 16 or 32-bit scalars are
//! arrays of vectors of 4 or 2, if of every index it is known which component it leads to ([`Multiples`]), and nothing else
//! is done with their elements than loads and stores. These get the flag [`WIDE`](Flags::WIDE). Arrays whose accesses lead into
//! the middle of vectors more often than together into one stay scalars, as of `float3` whose elements are known to be even and
//! odd in turns; so do local arrays of more than a few vectors.
//!
//! ```text
//! global @0 Workgroup [256 x f32]             global @0 Workgroup [64 x <4 x f32>]
//! %4 = imul %3, i32 4                     =>  %9 = lshr %4, i32 2
//! %5 = iadd %4, i32 1
//! %6 = access_chain @0, %5                    %6 = access_chain @0, %9, i32 1
//! ```

use super::indices::{Index, Vector, leaders};
use crate::analysis::cfg::Cfg;
use crate::analysis::multiples::Multiples;
use crate::entity::{EntityId, IdVec, ListRef};
use crate::ir::{
    Builder, Cursor, Flags, Function, Global, Inst, InstData, Module, Op, StorageClass, TypeData, Value,
    ValueRef, op_table,
};
use crate::lower::offsets::vector_number;
use rustc_hash::{FxHashMap, FxHashSet};

/// The most vectors of a local array.
const MOST_LOCAL: u32 = 4;
/// As many vectors are looked at at once.
const MOST_OPEN: usize = 64;

/// For each instruction the first of those that compute the same.
type Leaders = Vec<Option<Inst>>;

/// What is known of a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// It is no array that may be one of vectors.
    Unfit,
    /// Components of vectors so long, 4 or 2, that indices are known to be; and whether some index is computed.
    Array { width: u32, computed: bool },
}

impl Known {
    /// Vectors of `width` whose index is computed.
    const fn of(width: u32) -> Self {
        Self::Array {
            width,
            computed: true,
        }
    }

    /// The width of the vectors, if some index is computed.
    const fn width(self) -> Option<u32> {
        match self {
            Self::Array {
                width,
                computed: true,
            } => Some(width),
            _ => None,
        }
    }
}

/// An access chain from a variable to one of its elements.
struct Chain {
    inst: Inst,
    global: Global,
    index: Value,
}

impl Chain {
    /// `inst`, if it is one.
    #[inline]
    fn of(func: &Function, (inst, data): (Inst, &InstData)) -> Option<Self> {
        if data.op != Op::AccessChain {
            return None;
        }
        match *data.args.of(&func.pool) {
            [base, index] => match base.get() {
                ValueRef::Global(global) => Some(Self { inst, global, index }),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Makes arrays of vectors of the arrays of `func`, a function of `module` that has been taken out of it; of all local ones, or of
/// those that most compilers make something of.
pub fn pack(module: &mut Module, func: &mut Function, all_local: bool) {
    let known: IdVec<Global, Known> = module.globals.values().map(|data| start(module, data)).collect();
    // Other functions would know the variables as they were.
    if module.functions.len() > 1 || known.values().all(|known| *known == Known::Unfit) {
        return;
    }
    let chains: Vec<Chain> = func
        .insts
        .iter()
        .filter_map(|inst| Chain::of(func, inst))
        .collect();
    // Without an index that is computed, there is no reason to.
    let is_computed = |chain: &Chain| {
        module.const_bits(chain.index).is_none()
            && known
                .get(chain.global)
                .is_some_and(|known| *known != Known::Unfit)
    };
    if !chains.iter().any(is_computed) {
        return;
    }
    let cfg = Cfg::new(func);
    let multiples = Multiples::new(module, func, &cfg, chains.iter().map(|chain| chain.index));
    let mut known = uses(module, func, &multiples, (&chains, known));
    let mut same = None;
    leave_scattered(module, func, (&cfg, &multiples, &mut same), (&chains, &mut known));
    if !all_local {
        leave_local(module, func, (&cfg, &multiples, &mut same), (&chains, &mut known));
    }
    let chosen = |global: Global| known.get(global).and_then(|known| known.width());
    // The width of the vectors that each of the others leads to, by instruction; 0 for what is none of them.
    let mut widths: Vec<u8> = Vec::new();
    for chain in &chains {
        if let Some(width) = chosen(chain.global) {
            widths.resize(func.insts.len(), 0);
            widths[chain.inst.index()] = width as u8;
        }
    }
    if widths.is_empty() {
        return;
    }
    let width_of = |inst: Inst| widths.get(inst.index()).copied().filter(|&width| width != 0);
    for (global, known) in known.iter() {
        if let Some(width) = known.width() {
            retype(module, global, width);
        }
    }
    for position in 0..func.layout.len() {
        let block = func.layout[position];
        if !func.blocks[block]
            .insts
            .iter()
            .any(|&inst| width_of(inst).is_some())
        {
            continue;
        }
        let insts = std::mem::take(&mut func.blocks[block].insts);
        let mut cursor = Cursor::at_end(block);
        for inst in insts {
            if let Some(width) = width_of(inst)
                && let &[base, index] = func.args(inst)
            {
                let width = u32::from(width);
                lead_into(module, func, &mut cursor, (inst, base, index), &multiples, width);
            }
            cursor.put(func, inst);
        }
    }
    mark(func, |chain| width_of(chain).is_some());
}

/// Makes `chain`, an access chain to element `index` of an array of scalars, one to a component of `base`, an array of vectors
/// of `width`. What it takes goes before it.
pub fn lead_into(
    module: &mut Module,
    func: &mut Function,
    cursor: &mut Cursor,
    (chain, base, index): (Inst, Value, Value),
    multiples: &Multiples,
    width: u32,
) {
    cursor.source = func.insts[chain].source;
    let component = multiples.of(module, index).remainder(width).unwrap_or(0);
    let mut b = Builder {
        module,
        function: func,
        cursor,
    };
    let number = vector_number(&mut b, multiples, |value| value, index, width);
    let component = b.i32(component);
    func.insts[chain].args = ListRef::append(&mut func.pool, [base, number, component]);
}

/// Loads and stores by the chains that `leads` says may be of whole vectors.
pub fn mark(func: &mut Function, leads: impl Fn(Inst) -> bool) {
    for inst in func.insts.ids() {
        if matches!(func.insts[inst].op, Op::Load | Op::Store)
            && let Some(chain) = func.args(inst).first().and_then(|pointer| pointer.as_inst())
            && leads(chain)
        {
            let data = &mut func.insts[inst];
            data.flags = data.flags.with(Flags::WIDE);
        }
    }
}

fn start(module: &Module, data: &crate::ir::GlobalData) -> Known {
    let own = matches!(data.class, StorageClass::Workgroup | StorageClass::Function);
    match *module.types.get(data.ty) {
        TypeData::Array {
            element,
            len,
            stride: 0,
        } if own && data.init.is_none() && matches!(element.scalar_bits(), 16 | 32) && len % 2 == 0 => {
            Known::Array {
                width: if len % 4 == 0 { 4 } else { 2 },
                computed: false,
            }
        }
        _ => Known::Unfit,
    }
}

/// Looks at all uses of the arrays, of which `chains` are the access chains: what is left of them.
fn uses(
    module: &Module,
    func: &Function,
    multiples: &Multiples,
    (chains, mut known): (&[Chain], IdVec<Global, Known>),
) -> IdVec<Global, Known> {
    // The number of the variable that a chain leads into plus one, by instruction.
    let mut leads_into: Vec<u32> = vec![0; func.insts.len()];
    for chain in chains {
        leads_into[chain.inst.index()] = chain.global.0 + 1;
        let low = multiples.of(module, chain.index);
        if let Some(Known::Array { width, computed }) = known.get_mut(chain.global) {
            *computed |= module.const_bits(chain.index).is_none();
            match (low.remainder(4), low.remainder(2)) {
                (Some(_), _) => {}
                (None, Some(_)) => *width = 2,
                _ => known[chain.global] = Known::Unfit,
            }
        }
    }
    for (inst, data) in func.insts.iter() {
        if is_arithmetic(data.op) || data.op == Op::AccessChain && leads_into[inst.index()] != 0 {
            continue;
        }
        for (position, &arg) in data.args.of(&func.pool).iter().enumerate() {
            unfit(&mut known, &leads_into, data.op, position, arg);
        }
    }
    for &block in &func.layout {
        func.for_each_end_value(block, |arg| unfit(&mut known, &leads_into, Op::Call, 0, arg));
    }
    known
}

/// Leaves arrays as they are, or makes pairs of what would be fours, whose accesses lie together too seldom.
fn leave_scattered(
    module: &Module,
    func: &Function,
    (cfg, multiples, same): (&Cfg, &Multiples, &mut Option<Leaders>),
    (chains, known): (&[Chain], &mut IdVec<Global, Known>),
) {
    for (width, narrower) in [(4, Known::of(2)), (2, Known::Unfit)] {
        let index_of = |chain: &Chain| Index::of(module, func, multiples, chain.index, width);
        // What leads into the middle of a vector from an index of its own has a number of its own, which takes a shift,
        // where indices of scalars differ by constants.
        let mut scattered = FxHashMap::<Global, usize>::default();
        for chain in chains {
            if known.get(chain.global) == Some(&Known::of(width))
                && index_of(chain).is_some_and(|index| index.base.is_some() && index.within != 0)
            {
                *scattered.entry(chain.global).or_default() += 1;
            }
        }
        if scattered.is_empty() {
            continue;
        }
        // Against each of those stands an access into a vector that another one of its block leads to.
        let leaders = same.get_or_insert_with(|| leaders(func, cfg));
        for &block in cfg.order() {
            let mut vectors = FxHashSet::default();
            for &inst in &func.blocks[block].insts {
                let Some(chain) = Chain::of(func, (inst, &func.insts[inst])) else {
                    continue;
                };
                if let Some(left) = scattered.get_mut(&chain.global)
                    && let Some(index) = index_of(&chain)
                {
                    let (vector, _) = index.vector(chain.global, leaders, width);
                    let is_first = vectors.insert(vector);
                    *left = left.saturating_sub(usize::from(!is_first));
                }
            }
        }
        for (global, _) in scattered.into_iter().filter(|&(_, left)| left != 0) {
            known[global] = narrower;
        }
    }
}

/// Leaves local arrays as they are of more than [`MOST_LOCAL`] vectors, and those of whose computed accesses fewer than half are to
/// what becomes a whole vector.
///
/// Compilers keep small arrays in registers, and select among them where an index is computed. Arrays of few vectors take
/// fewer selections than arrays of as many components (0.3 to 0.8 of the time of loops over them, NVIDIA H200, 580.159); larger ones
/// take up to 1.5 times as long as the components, which lie in memory then, and so do vectors that are accessed by component.
fn leave_local(
    module: &Module,
    func: &Function,
    (cfg, multiples, same): (&Cfg, &Multiples, &mut Option<Leaders>),
    (chains, known): (&[Chain], &mut IdVec<Global, Known>),
) {
    let is_local = |global: Global| module.globals[global].class == StorageClass::Function;
    let mut left = false;
    for (global, data) in module.globals.iter().filter(|&(global, _)| is_local(global)) {
        let Some(width) = known[global].width() else {
            continue;
        };
        match *module.types.get(data.ty) {
            TypeData::Array { len, .. } if len <= MOST_LOCAL * width => left = true,
            _ => known[global] = Known::Unfit,
        }
    }
    if !left {
        return;
    }
    let leaders = same.get_or_insert_with(|| leaders(func, cfg));
    let mut leads_to = FxHashMap::default();
    for chain in chains.iter().filter(|chain| is_local(chain.global)) {
        if let Some(width) = known.get(chain.global).and_then(|known| known.width())
            && let Some(index) = Index::of(module, func, multiples, chain.index, width)
        {
            leads_to.insert(chain.inst, index.vector(chain.global, leaders, width));
        }
    }
    // Accesses with computed indices, and those of them that lie together.
    let mut counts = FxHashMap::<Global, [u32; 2]>::default();
    for &block in cfg.order() {
        // Components that have been accessed, and whether they have been stored.
        let mut open = FxHashMap::<Vector, (u32, bool)>::default();
        for &inst in &func.blocks[block].insts {
            let stores = match func.insts[inst].op {
                Op::Load => false,
                Op::Store => true,
                _ => continue,
            };
            let pointer = func.args(inst).first().and_then(|pointer| pointer.as_inst());
            let Some(&(vector, component)) = pointer.and_then(|pointer| leads_to.get(&pointer)) else {
                continue;
            };
            // What is stored may be what others load, or store.
            open.retain(|other, &mut (_, stored)| {
                other.global != vector.global || stored == stores && (!stores || *other == vector)
            });
            if vector.base.is_none() {
                continue;
            }
            if open.len() == MOST_OPEN && !open.contains_key(&vector) {
                open.clear();
            }
            let (components, _) = open.entry(vector).or_insert((0, stores));
            if *components & 1 << component == 0 {
                *components |= 1 << component;
                let width = known[vector.global].width().unwrap_or(0);
                let [all, together] = counts.entry(vector.global).or_default();
                *all += 1;
                *together += if components.count_ones() == width {
                    width
                } else {
                    0
                };
            }
        }
    }
    for (global, [all, together]) in counts {
        if together * 2 < all {
            known[global] = Known::Unfit;
        }
    }
}

/// Whether an operation takes numbers alone: most of a function does.
#[inline]
fn is_arithmetic(op: Op) -> bool {
    use Op::*;
    op_table!(|op| matches!(
        op,
        FAdd | FSub
            | FMul
            | Fma
            | FDiv
            | FNeg
            | FAbs
            | IAdd
            | ISub
            | IMul
            | UDiv
            | UMod
            | And
            | Or
            | Xor
            | Shl
            | LShr
            | AShr
            | UToF
            | SToF
            | FToU
            | FToS
            | IEq
            | INe
            | ULt
            | ULe
            | UGt
            | UGe
            | SLt
            | SLe
            | SGt
            | SGe
            | FOEq
            | FUNe
            | FOLt
            | FOLe
            | FOGt
            | FOGe
            | ZExt
            | SExt
            | ITrunc
            | Extract
    ))[op as usize]
}

/// What is done with an array, or an element of it, that is no load and no store.
fn unfit(known: &mut IdVec<Global, Known>, leads_into: &[u32], op: Op, position: usize, arg: Value) {
    let (global, element) = match arg.get() {
        ValueRef::Global(global) => (Some(global), false),
        ValueRef::Inst(inst) => {
            let number = leads_into.get(inst.index()).copied().unwrap_or(0);
            (number.checked_sub(1).map(Global), true)
        }
        ValueRef::Const(_) => return,
    };
    let access = position == 0 && matches!(op, Op::Load | Op::Store);
    if let Some(known) = global.and_then(|global| known.get_mut(global))
        && !(element && access)
    {
        *known = Known::Unfit;
    }
}

fn retype(module: &mut Module, global: Global, width: u32) {
    let TypeData::Array { element, len, stride } = *module.types.get(module.globals[global].ty) else {
        return;
    };
    let element = module.types.vector(element, width);
    let ty = module.types.intern(TypeData::Array {
        element,
        len: len / width,
        stride,
    });
    let pointer = module.types.pointer(module.globals[global].class, ty);
    let data = &mut module.globals[global];
    (data.ty, data.pointer) = (ty, pointer);
}
