//! Arrays of scalars that are arrays of vectors: DXIL has flattened them, as `groupshared float4 a[64]` to 256 floats.
//!
//! In: a function as `import` leaves it. Out: the same, where groupshared and local arrays of 16 or 32-bit scalars are
//! arrays of vectors of 4 or 2, if of every index it is known which component it leads to ([`Multiples`]), and nothing else
//! is done with their elements than loads and stores. These get the flag [`WIDE`](Flags::WIDE).
//!
//! ```text
//! global @0 Workgroup [256 x f32]             global @0 Workgroup [64 x <4 x f32>]
//! %4 = imul %3, i32 4                     =>  %9 = lshr %4, i32 2
//! %5 = iadd %4, i32 1
//! %6 = access_chain @0, %5                    %6 = access_chain @0, %9, i32 1
//! ```

use crate::analysis::cfg::Cfg;
use crate::analysis::multiples::Multiples;
use crate::entity::{EntityId, IdVec, ListRef};
use crate::ir::{
    Builder, Cursor, Flags, Function, Global, Inst, InstData, Module, Op, StorageClass, TypeData, Value,
    ValueRef, op_table,
};
use crate::lower::offsets::vector_number;

/// What is known of a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// It is no array that may be one of vectors.
    Unfit,
    /// Components of vectors so long, 4 or 2, that indices are known to be; and whether some index is computed.
    Array { width: u32, computed: bool },
}

/// Makes arrays of vectors of the arrays of `func`, a function of `module` that has been taken out of it.
pub fn pack(module: &mut Module, func: &mut Function) {
    let known: IdVec<Global, Known> = module.globals.values().map(|data| start(module, data)).collect();
    // Other functions would know the variables as they were.
    if module.functions.len() > 1 || known.values().all(|known| *known == Known::Unfit) {
        return;
    }
    // Without an index that is computed, there is no reason to.
    let is_computed = |data: &InstData| {
        data.op == Op::AccessChain
            && matches!(data.args.of(&func.pool), &[base, index]
                if module.const_bits(index).is_none()
                    && matches!(base.get(), ValueRef::Global(global)
                        if known.get(global).is_some_and(|known| *known != Known::Unfit)))
    };
    if !func.insts.values().any(is_computed) {
        return;
    }
    let cfg = Cfg::new(func);
    let roots = func
        .insts
        .values()
        .filter_map(|data| match *data.args.of(&func.pool) {
            [base, index] if data.op == Op::AccessChain && matches!(base.get(), ValueRef::Global(_)) => {
                Some(index)
            }
            _ => None,
        });
    let multiples = Multiples::new(module, func, &cfg, roots);
    let (known, chains) = uses(module, func, &multiples, known);
    if chains.iter().all(Option::is_none) {
        return;
    }
    for (global, known) in known.iter() {
        if let Known::Array {
            width,
            computed: true,
        } = *known
        {
            retype(module, global, width);
        }
    }
    let chosen = |global: Global| match known.get(global) {
        Some(&Known::Array {
            width,
            computed: true,
        }) => Some(width),
        _ => None,
    };
    for position in 0..func.layout.len() {
        let block = func.layout[position];
        let rewritten = |&inst: &Inst| chains[inst.index()].is_some_and(|global| chosen(global).is_some());
        if !func.blocks[block].insts.iter().any(rewritten) {
            continue;
        }
        let insts = std::mem::take(&mut func.blocks[block].insts);
        let mut cursor = Cursor::at_end(block);
        for inst in insts {
            if let Some(width) = chains[inst.index()].and_then(chosen)
                && let &[base, index] = func.args(inst)
            {
                lead_into(module, func, &mut cursor, (inst, base, index), &multiples, width);
            }
            cursor.put(func, inst);
        }
    }
    mark(func, |chain| {
        let global = chains.get(chain.index()).copied().flatten();
        global.and_then(chosen).is_some()
    });
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

/// Looks at all uses of the arrays: what is left of them, and the access chains by instruction.
fn uses(
    module: &Module,
    func: &Function,
    multiples: &Multiples,
    mut known: IdVec<Global, Known>,
) -> (IdVec<Global, Known>, Vec<Option<Global>>) {
    let mut chains: Vec<Option<Global>> = vec![None; func.insts.len()];
    for (inst, data) in func.insts.iter() {
        let args = func.args(inst);
        if data.op == Op::AccessChain
            && let &[base, index] = args
            && let ValueRef::Global(global) = base.get()
        {
            chains[inst.index()] = Some(global);
            let low = multiples.of(module, index);
            if let Some(Known::Array { width, computed }) = known.get_mut(global) {
                *computed |= module.const_bits(index).is_none();
                match (low.remainder(4), low.remainder(2)) {
                    (Some(_), _) => {}
                    (None, Some(_)) => *width = 2,
                    _ => known[global] = Known::Unfit,
                }
            }
            continue;
        }
        if is_arithmetic(data.op) {
            continue;
        }
        for (position, &arg) in args.iter().enumerate() {
            unfit(&mut known, &chains, data.op, position, arg);
        }
    }
    for &block in &func.layout {
        let terminator = &func.blocks[block].terminator;
        let mut seen = |arg| unfit(&mut known, &chains, Op::Call, 0, arg);
        terminator.operand().map(&mut seen);
        terminator.for_each_edge(|edge| func.edge_args(edge).iter().for_each(|&arg| seen(arg)));
    }
    (known, chains)
}

/// Whether an operation takes numbers alone: most of a function does.
#[inline]
fn is_arithmetic(op: Op) -> bool {
    use Op::*;
    op_table!(|op| matches!(
        op,
        FAdd | FSub
            | FMul
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
    ))[op as usize]
}

/// What is done with an array, or an element of it, that is no load and no store.
fn unfit(known: &mut IdVec<Global, Known>, chains: &[Option<Global>], op: Op, position: usize, arg: Value) {
    let (global, element) = match arg.get() {
        ValueRef::Global(global) => (Some(global), false),
        ValueRef::Inst(inst) => (chains.get(inst.index()).copied().flatten(), true),
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
