//! What is loaded from an array of constants lies between the least and the largest of them.

use super::bounds::from_signed;
use crate::ir::{Const, ConstData, Function, Global, Inst, Module, Op, StorageClass, Type, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Numbers of a table that are looked at: what more of them tell is not worth the time.
const MOST_NUMBERS: usize = 4096;

/// The tables of a module, once a load asks for one.
#[derive(Default)]
pub struct Tables {
    /// Where nothing writes to a variable: the type of all its numbers, and the bounds of these, of floats their bits.
    found: Option<FxHashMap<Global, (Type, [u32; 2])>>,
}

/// The table that `inst` loads from, or might.
fn table_of(module: &Module, function: &Function, inst: Inst) -> Option<Global> {
    let data = &function.insts[inst];
    if data.op != Op::Load || !matches!(data.ty, Type::I32 | Type::F32) {
        return None;
    }
    let variable = function.variable_of(*function.args(inst).first()?)?;
    is_table(module, variable).then_some(variable)
}

fn is_table(module: &Module, variable: Global) -> bool {
    let data = &module.globals[variable];
    data.class == StorageClass::Private && data.init.is_some()
}

impl Tables {
    /// Finds the tables that there are, where `load` is from one.
    #[inline]
    pub fn look(&mut self, module: &Module, function: &Function, load: Inst) {
        if self.found.is_none() && table_of(module, function, load).is_some() {
            self.found = Some(find(module, function));
        }
    }

    /// The bounds of what `inst` loads, an `i32` or, as bits, an `f32`, if it is from a table.
    pub fn of(&self, module: &Module, function: &Function, inst: Inst) -> Option<[u32; 2]> {
        let &(ty, bounds) = self.found.as_ref()?.get(&table_of(module, function, inst)?)?;
        (ty == function.insts[inst].ty).then_some(bounds)
    }
}

#[inline(never)]
fn find(module: &Module, function: &Function) -> FxHashMap<Global, (Type, [u32; 2])> {
    let mut found = FxHashMap::default();
    for (global, data) in module.globals.iter() {
        if let Some(init) = data.init
            && is_table(module, global)
            && let Some(bounds) = numbers(module, init)
        {
            found.insert(global, bounds);
        }
    }
    // That of the pass is not in its place.
    for function in module.functions.values().chain([function]) {
        remove_written(&mut found, function);
    }
    found
}

/// Leaves those that `function` does nothing with but load.
fn remove_written(tables: &mut FxHashMap<Global, (Type, [u32; 2])>, function: &Function) {
    let mut used = |value: Value| {
        if let Some(variable) = function.variable_of(value) {
            tables.remove(&variable);
        }
    };
    for data in function.insts.values() {
        let args = data.args.of(&function.pool);
        let others = match data.op {
            Op::Load | Op::AccessChain => args.get(1..).unwrap_or(&[]),
            _ => args,
        };
        others.iter().for_each(|&value| used(value));
    }
    for block in function.blocks.ids() {
        function.for_each_end_value(block, &mut used);
    }
}

/// The type and the bounds of all numbers of `constant`, if they have one type.
fn numbers(module: &Module, constant: Const) -> Option<(Type, [u32; 2])> {
    let mut work = SmallVec::<[Const; 32]>::from_slice(&[constant]);
    let (mut ty, mut count) = (None, 0);
    let (mut words, mut floats) = ([i64::MAX, i64::MIN], [f32::INFINITY, f32::NEG_INFINITY]);
    while let Some(constant) = work.pop() {
        count += 1;
        if count > MOST_NUMBERS {
            return None;
        }
        let bits = match module.consts.get(constant) {
            ConstData::Composite(parts) => {
                work.extend_from_slice(parts);
                continue;
            }
            ConstData::Scalar(bits) => *bits as u32,
            ConstData::Null => 0,
            _ => return None,
        };
        let own = module.consts.ty(constant);
        if *ty.get_or_insert(own) != own {
            return None;
        }
        let (word, float) = (i64::from(bits as i32), f32::from_bits(bits));
        words = [words[0].min(word), words[1].max(word)];
        if float.is_nan() && own == Type::F32 {
            return None;
        }
        floats = [floats[0].min(float), floats[1].max(float)];
    }
    match ty? {
        Type::I32 => Some((Type::I32, from_signed(words)?)),
        Type::F32 => Some((Type::F32, floats.map(f32::to_bits))),
        _ => None,
    }
}
