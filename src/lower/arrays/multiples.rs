//! Indices of the parts of elements.
//!
//! To DXIL, an array of vectors or structures is one of all their parts, with an index for each that an element has. What is
//! held within the array is the index of the element's first part, once for all, and what drivers add to an address stays a
//! constant:
//!
//! ```text
//! %4: i32 = imul %3, i32 3               %4: i32 = imul %3, i32 3
//! %5: i32 = iadd %4, i32 2        ->     %9: i32 = umin %4, i32 189
//!                                        %5: i32 = iadd %9, i32 2
//! ```
//!
//! An index within the array is the same then: where the number of parts in the array is a multiple of those of an element, one of
//! them is inside where the first is, and the last element begins where another one would be the end. What may have wrapped around
//! is a multiple no more, unless of a power of two.

use crate::ir::{Function, Module, Op, Type, Value};

/// An index, `base + more + behind`.
pub struct Multiple {
    /// A multiple of `by`, if it has not wrapped around, and so is `more`.
    pub base: Value,
    pub more: u32,
    /// Less than `by`.
    pub behind: u32,
    /// How many parts an element has.
    pub by: u32,
}

/// Takes an index into `len` parts apart, if it is that of a part of an element.
pub fn of(module: &Module, func: &Function, index: Value, len: u32) -> Option<Multiple> {
    if module.value_type(func, index) != Type::I32 {
        return None;
    }
    let (base, constant, is_sum) = sum(module, func, index);
    let by = factor(module, func, base)?;
    if by < 2 || by >= len || !len.is_multiple_of(by) {
        return None;
    }
    // A sum of bits that are 0 in the other.
    if !is_sum && constant >= 1 << by.trailing_zeros() {
        return None;
    }
    let behind = constant % by;
    Some(Multiple {
        base,
        more: constant - behind,
        behind,
        by,
    })
}

/// What `index` is a constant more than, the constant, and whether it is their sum, not the bits of both.
fn sum(module: &Module, func: &Function, index: Value) -> (Value, u32, bool) {
    let found = || {
        let inst = index.as_inst()?;
        let op = func.insts[inst].op;
        let &[a, b] = func.args(inst) else { return None };
        if !matches!(op, Op::IAdd | Op::Or) {
            return None;
        }
        let (base, constant) = match (module.const_bits(a), module.const_bits(b)) {
            (None, Some(constant)) => (a, constant),
            (Some(constant), None) => (b, constant),
            _ => return None,
        };
        Some((base, constant as u32, op == Op::IAdd))
    };
    found().unwrap_or((index, 0, true))
}

/// What constant `value` is multiplied by.
fn factor(module: &Module, func: &Function, value: Value) -> Option<u32> {
    let inst = value.as_inst()?;
    let &[a, b] = func.args(inst) else { return None };
    let constants = [a, b].map(|value| module.const_bits(value));
    match (func.insts[inst].op, constants) {
        (Op::IMul, [None, Some(factor)] | [Some(factor), None]) => Some(factor as u32),
        (Op::Shl, [None, Some(count @ 1..32)]) => Some(1 << count),
        _ => None,
    }
}
