//! Variables of the source hold vectors again where the code does.
//!
//! DXIL tells of each component by itself. Where all components of a vector come out of one of ours, that one is the
//! variable's value: what takes the components out may have nothing else to do and goes with [`dce`](super::dce), before which
//! this runs. A truth value that the source keeps as a number is the truth value it was made of.
//!
//! Changes what is told of the source alone.
//!
//! ```text
//! %3 = load.wide @0
//! %4 = extract %3, 0        var0 bits 0..32 = %4
//! %5 = extract %3, 1        var0 bits 32..64 = %5    =>    var0 bits 0..64 = %3
//! ```

use crate::ir::debug::{Encoding, TypeKind};
use crate::ir::{DebugValue, Func, Function, Inst, Module, Op, Value};
use smallvec::SmallVec;

/// How far behind the first component the others are looked for.
const WINDOW: usize = 64;

/// Runs the pass.
#[cold]
pub fn told(module: &mut Module, func: Func) {
    let mut values = std::mem::take(&mut module.functions[func].debug_values);
    let function = &module.functions[func];
    for value in &mut values {
        if let Some(condition) = truth(module, function, value) {
            value.value = Some(condition);
        }
    }
    let mut whole: Vec<(usize, DebugValue)> = Vec::new();
    let mut taken = vec![false; values.len()];
    for first in 0..values.len() {
        if let Some((places, value)) = vector(module, function, &values, first) {
            places.iter().for_each(|&place| taken[place] = true);
            // It is told where the last component is known.
            whole.push((places.into_iter().max().unwrap_or(first), value));
        }
    }
    // What told of components stays, as code that is none.
    for (value, _) in values.iter_mut().zip(taken).filter(|(_, taken)| *taken) {
        value.value = None;
    }
    for (place, value) in whole {
        if let Some(slot) = values.get_mut(place) {
            *slot = value;
        }
    }
    module.functions[func].debug_values = values;
}

/// The condition that a variable's `c ? 1 : 0` is made of, if the variable is a truth value.
fn truth(module: &Module, function: &Function, told: &DebugValue) -> Option<Value> {
    let inst = told.value?.as_inst()?;
    let data = function.insts.get(inst)?;
    if data.op != Op::Select || told.is_address || told.part.is_some() {
        return None;
    }
    let ty = module.debug.variables.get(told.variable)?.ty?;
    let is_truth = matches!(
        module.debug.types.get(ty)?.kind,
        TypeKind::Number(Encoding::Boolean)
    );
    let &[condition, one, zero] = function.args(inst) else {
        return None;
    };
    let is = |value: Value, bits: u64| module.const_bits(value) == Some(bits);
    (is_truth && is(one, 1) && is(zero, 0)).then_some(condition)
}

/// The vector that value `first` and those behind it tell of by components, and which they are.
fn vector(
    module: &Module,
    function: &Function,
    values: &[DebugValue],
    first: usize,
) -> Option<(SmallVec<[usize; 4]>, DebugValue)> {
    let told = values.get(first)?;
    let (start, bits) = told.part?;
    let (whole, 0) = component(function, told)? else {
        return None;
    };
    let count = module.types.components(module.value_type(function, whole));
    let size = count.checked_mul(bits)?;
    let ty = module.debug.variables.get(told.variable)?.ty?;
    let (_, part) = module.debug.part(ty, start, size)?;
    // Two numbers side by side may be an array or members of a structure, too.
    match module.debug.types.get(part)?.kind {
        TypeKind::Vector(_, length) if length == count && count > 1 => {}
        _ => return None,
    }
    let mut places = SmallVec::from_slice(&[first]);
    let mut last = *told;
    for number in 1..count {
        let part = (start.checked_add(number.checked_mul(bits)?)?, bits);
        let behind = values.iter().enumerate().skip(first + 1).take(WINDOW);
        let mut same = behind.filter(|(_, other)| {
            other.variable == told.variable && other.block == told.block && other.part == Some(part)
        });
        // The next that is told of that component, whatever it holds.
        let (place, other) = same.next()?;
        if component(function, other)? != (whole, number) {
            return None;
        }
        if other.source >= last.source {
            last = *other;
        }
        places.push(place);
    }
    // Nothing in between tells otherwise of a component that came before.
    let end = places.iter().copied().max()?;
    let between = values.get(first..=end)?.iter().enumerate();
    let overlaps = between
        .filter(|(at, other)| other.variable == told.variable && !places.contains(&(first + at)))
        .any(|(_, other)| {
            other.part.is_none_or(|(from, size)| {
                from < start.saturating_add(size) && start < from.saturating_add(size)
            })
        });
    (!overlaps).then_some((
        places,
        DebugValue {
            part: Some((start, size)),
            value: Some(whole),
            ..last
        },
    ))
}

/// The vector that a value is a component of, and which.
fn component(function: &Function, told: &DebugValue) -> Option<(Value, u32)> {
    let inst: Inst = told.value.filter(|_| !told.is_address)?.as_inst()?;
    let data = function.insts.get(inst)?;
    (data.op == Op::Extract).then_some(())?;
    Some((*function.args(inst).first()?, data.imm))
}
