//! Local arrays that are copies of a constant buffer's numbers are read where these are: of a vector or a matrix that it indexes,
//! DXC makes a copy.
//!
//! In: a function as `import` leaves it. Out: the same, where loads from a local array of 32-bit scalars are loads from the
//! constant buffer. Elements are stored in one block, and are numbers of one constant buffer that lie equally far apart wherever
//! one is loaded, in that block or behind it. An index beyond the array is held within it, as it would have been in the array.
//!
//! ```text
//! %1 = cbv.load_row %0, i32 3                    %9 = and.held %5, i32 3
//! %2 = extract %1, 0                             %10 = shl %9, i32 2
//! %3 = access_chain @0, i32 0                    %11 = iadd %10, i32 48
//! store %3, %2                            =>     %7 = cbv.load %0, %11
//! [elements 1 to 3]
//! %6 = access_chain @0, %5
//! %7 = load %6
//! ```
//!
//! Most devices have no memory of a thread's own that is as fast. Of two elements, one is chosen faster than it is loaded.

use super::Pass;
use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::entity::ListRef;
use crate::ir::{
    Block, Flags, Function, Global, Inst, Module, Op, StorageClass, Type, TypeData, Value, ValueRef,
};
use crate::lower::state::MAX_ROWS;
use crate::options::{ArrayBounds, OutOfBounds};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::RangeInclusive;

/// Elements that an array has at least, and at most: each load looks at all of them.
const ELEMENTS: RangeInclusive<u32> = 3..=64;

/// A number of a constant buffer.
#[derive(Clone, Copy)]
struct Number {
    handle: Value,
    /// In bytes.
    offset: u32,
    flags: Flags,
}

/// A local array, as far as all that is done with it has been seen.
struct Array {
    /// What elements hold, of those that numbers of constant buffers were stored to.
    elements: Vec<Option<Number>>,
    /// The block that stores them.
    stored: Option<Block>,
    /// Loads that read elsewhere, and the indices they are of.
    read: Vec<(Inst, Copied, Value)>,
    /// Loads in other blocks, of what is stored last.
    later: Vec<(Inst, Block, Value)>,
    /// Whether any of the indices is computed.
    computed: bool,
}

/// An array that is read elsewhere: where the number of index 0 is, and how far apart they are, in bytes.
#[derive(Clone, Copy)]
struct Copied {
    first: Number,
    stride: u32,
    len: u32,
}

/// Reads arrays of `func`, a function of `module` that has been taken out of it, where their numbers are.
pub fn read(module: &mut Module, func: &mut Function, bounds: ArrayBounds) {
    // Most shaders have none.
    if bounds.local != OutOfBounds::Zero && func.locals.iter().any(|&local| len_of(module, local).is_some()) {
        read_some(module, func, bounds);
    }
}

#[inline(never)]
fn read_some(module: &mut Module, func: &mut Function, bounds: ArrayBounds) {
    let mut arrays = arrays(module, func);
    arrays.retain(|_, array| array.computed);
    if arrays.is_empty() {
        return;
    }
    let dominators = Dominators::new(&Cfg::new(func));
    let mut loads: FxHashMap<Inst, (Copied, Value)> = FxHashMap::default();
    let mut gone: FxHashSet<Global> = FxHashSet::default();
    for (&global, array) in &arrays {
        if let Some(read) = array.loads(&dominators) {
            loads.extend(read);
            gone.insert(global);
        }
    }
    if gone.is_empty() {
        return;
    }
    // They stay in the list, and nothing is emitted for what nothing uses.
    func.debug_values
        .retain(|debug| match debug.value.map(Value::get) {
            Some(ValueRef::Global(global)) => !gone.contains(&global),
            _ => true,
        });
    let mut pass = Pass::new(module, func, bounds);
    for position in 0..pass.func.layout.len() {
        let block = pass.func.layout[position];
        let insts = std::mem::take(&mut pass.func.blocks[block].insts);
        pass.out = Vec::with_capacity(insts.len());
        for inst in insts {
            if let Some(&(copied, index)) = loads.get(&inst) {
                pass.source = pass.func.insts[inst].source;
                pass.read_at(inst, copied, index);
            }
            let is_store = pass.func.insts[inst].op == Op::Store;
            let into = pass
                .func
                .args(inst)
                .first()
                .and_then(|&pointer| pass.func.variable_of(pointer));
            if !(is_store && into.is_some_and(|global| gone.contains(&global))) {
                pass.out.push(inst);
            }
        }
        pass.func.blocks[block].insts = std::mem::take(&mut pass.out);
    }
}

/// How many elements a local array of 32-bit scalars has.
fn len_of(module: &Module, global: Global) -> Option<u32> {
    let data = &module.globals[global];
    match *module.types.get(data.ty) {
        TypeData::Array {
            element: Type::I32 | Type::F32,
            len,
            ..
        } if data.class == StorageClass::Function && data.init.is_none() && ELEMENTS.contains(&len) => {
            Some(len)
        }
        _ => None,
    }
}

/// The arrays that are only stored and loaded by elements.
fn arrays(module: &Module, func: &Function) -> FxHashMap<Global, Array> {
    let mut arrays: FxHashMap<Global, Array> = FxHashMap::default();
    for &local in &func.locals {
        if let Some(len) = len_of(module, local) {
            let array = Array {
                elements: vec![None; len as usize],
                stored: None,
                read: Vec::new(),
                later: Vec::new(),
                computed: false,
            };
            arrays.insert(local, array);
        }
    }
    for &block in &func.layout {
        for &inst in &func.blocks[block].insts {
            let data = &func.insts[inst];
            let args = data.args.of(&func.pool);
            if data.op == Op::AccessChain && args.len() == 2 {
                continue;
            }
            for (number, &arg) in args.iter().enumerate() {
                let Some(global) = func.variable_of(arg) else {
                    continue;
                };
                let Some(array) = arrays.get_mut(&global) else {
                    continue;
                };
                let index = arg.as_inst().map(|chain| func.args(chain));
                let is_used = match (data.op, number, index) {
                    (Op::Load, 0, Some(&[_, index])) => {
                        module.value_type(func, index) == Type::I32
                            && matches!(data.ty, Type::I32 | Type::F32)
                            && array.load(module, inst, block, index)
                    }
                    (Op::Store, 0, Some(&[_, index])) => {
                        let number = args.get(1).and_then(|&value| number_of(module, func, value));
                        array.store(module, block, index, number)
                    }
                    _ => false,
                };
                if !is_used {
                    arrays.remove(&global);
                }
            }
        }
        func.for_each_end_value(block, |arg| {
            if let Some(global) = func.variable_of(arg) {
                arrays.remove(&global);
            }
        });
    }
    arrays
}

/// The number of a constant buffer that `value` is.
fn number_of(module: &Module, func: &Function, value: Value) -> Option<Number> {
    let mut inst = value.as_inst()?;
    if func.insts[inst].op == Op::Bitcast && func.insts[inst].ty.scalar_bits() == 32 {
        inst = func.args(inst).first()?.as_inst()?;
    }
    let data = &func.insts[inst];
    if data.op != Op::Extract || data.ty.scalar_bits() != 32 {
        return None;
    }
    let row = func.args(inst).first()?.as_inst()?;
    let &[handle, number] = func.args(row) else {
        return None;
    };
    let number = module.const_bits(number)?;
    let whole = func.insts[row].op == Op::CbvLoadRow && module.types.components(func.insts[row].ty) == 4;
    (whole && number < u64::from(MAX_ROWS)).then(|| Number {
        handle,
        offset: number as u32 * 16 + data.imm * 4,
        flags: func.insts[row].flags,
    })
}

impl Array {
    /// Notes a load in `block`; false where it cannot be read elsewhere.
    fn load(&mut self, module: &Module, load: Inst, block: Block, index: Value) -> bool {
        self.computed |= module.const_bits(index).is_none();
        if self.stored != Some(block) {
            self.later.push((load, block, index));
            return true;
        }
        let copied = self.copied();
        self.read.extend(copied.map(|copied| (load, copied, index)));
        copied.is_some()
    }

    /// Notes a store in `block`; false if there is one in another block, or that to any element.
    fn store(&mut self, module: &Module, block: Block, index: Value, number: Option<Number>) -> bool {
        let index = module
            .const_bits(index)
            .and_then(|index| usize::try_from(index).ok());
        let element = index.and_then(|index| self.elements.get_mut(index));
        let Some(element) = element.filter(|_| *self.stored.get_or_insert(block) == block) else {
            return false;
        };
        *element = number;
        true
    }

    /// Where its elements are copied from, if all of them are equally far apart there.
    fn copied(&self) -> Option<Copied> {
        let (first, second) = ((*self.elements.first()?)?, (*self.elements.get(1)?)?);
        let stride = second.offset.checked_sub(first.offset)?;
        let is_next = |(number, element): (u32, &Option<Number>)| {
            element.is_some_and(|element| {
                let offset = u64::from(first.offset) + u64::from(stride) * u64::from(number);
                element.handle == first.handle && u64::from(element.offset) == offset
            })
        };
        let is_copy = stride != 0 && (0..).zip(&self.elements).all(is_next);
        is_copy.then_some(Copied {
            first,
            stride,
            len: self.elements.len() as u32,
        })
    }

    /// All of its loads, if all of them read elsewhere.
    fn loads(&self, dominators: &Dominators) -> Option<impl Iterator<Item = (Inst, (Copied, Value))>> {
        let stored = self.stored?;
        let copied = self.copied();
        let is_behind =
            |&(_, block, _): &(Inst, Block, Value)| block != stored && dominators.dominates(stored, block);
        if !self.later.iter().all(is_behind) || copied.is_none() && !self.later.is_empty() {
            return None;
        }
        let later = self.later.iter();
        let later = later.filter_map(move |&(load, _, index)| Some((load, (copied?, index))));
        let read = self
            .read
            .iter()
            .map(|&(load, copied, index)| (load, (copied, index)));
        Some(read.chain(later))
    }
}

impl Pass<'_> {
    /// Makes a load of element `index` one from where the array is copied from.
    fn read_at(&mut self, load: Inst, copied: Copied, index: Value) {
        let Copied { first, stride, len } = copied;
        let constant = self.module.const_bits(index);
        let offset = match constant {
            // The last one in place of those behind it.
            Some(index) => {
                let index = index.min(u64::from(len) - 1) as u32;
                self.module.i32(first.offset + index * stride)
            }
            None => {
                let mut index = index;
                if self.bounds.local != OutOfBounds::Unchecked && !self.is_inside(index, len) {
                    index = self.within(index, len);
                }
                let (op, by) = match stride.is_power_of_two() {
                    true => (Op::Shl, stride.trailing_zeros()),
                    false => (Op::IMul, stride),
                };
                let by = self.module.i32(by);
                let behind = self.emit(op, Type::I32, &[index, by]);
                let start = self.module.i32(first.offset);
                self.emit(Op::IAdd, Type::I32, &[behind, start])
            }
        };
        let args = ListRef::append(&mut self.func.pool, [first.handle, offset]);
        let data = &mut self.func.insts[load];
        (data.op, data.flags, data.args, data.imm) = (Op::CbvLoad, first.flags, args, 4);
    }
}
