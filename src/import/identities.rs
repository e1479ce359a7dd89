//! What shaders count on that a compiler makes of functions which are not `precise`, as DXC leaves it to drivers.
//!
//! - `exp2(log2(x))` and `log2(exp2(x))` are `x`: `pow(x, 1)` of a number below 0 is that number, and no NaN.
//! - `sqrt(c - c * v.x * rsqrt(dot(v, v)))` is 0 where the product is rounded to more than the constant `c`, which the
//!   component of a vector of length 1 cannot be.

use super::Importer;
use super::folds::number;
use crate::ir::{Flags, Function, Inst, Module, Op, Type, Value};

/// Factors of a product that are looked at, and squares of a sum.
const MOST_STEPS: u32 = 8;

/// The instruction that makes `value`, if it is an `op`.
fn made_by(func: &Function, value: Value, op: Op) -> Option<Inst> {
    value.as_inst().filter(|&inst| func.insts[inst].op == op)
}

/// Likewise, if it is not precise.
fn loosely_made_by(func: &Function, value: Value, op: Op) -> Option<Inst> {
    made_by(func, value, op).filter(|&inst| !func.insts[inst].flags.has(Flags::PRECISE))
}

/// A product of constants, and what else is multiplied: up to two values.
struct Product {
    constant: f64,
    others: [Option<Value>; 2],
}

impl Product {
    /// Of `value` and what that multiplies; none where more than two values are not constant.
    fn of(module: &Module, func: &Function, value: Value) -> Option<Self> {
        let mut product = Self {
            constant: 1.0,
            others: [None; 2],
        };
        let mut work = smallvec::SmallVec::<[Value; 8]>::from_slice(&[value]);
        let mut steps = 0;
        while let Some(value) = work.pop() {
            steps += 1;
            if steps > MOST_STEPS {
                return None;
            }
            if let Some(bits) = module.const_bits(value) {
                product.constant *= number(Type::F32, bits)?;
            } else if let Some(inst) = made_by(func, value, Op::FMul) {
                work.extend_from_slice(func.args(inst));
            } else {
                let free = product.others.iter_mut().find(|other| other.is_none())?;
                *free = Some(value);
            }
        }
        Some(product)
    }
}

/// Whether `sum` is that of the squares of some values, `one` among them.
fn is_square_length(func: &Function, mut sum: Value, one: Value) -> bool {
    let square_of = |value: Value| {
        let &[a, b] = func.args(made_by(func, value, Op::FMul)?) else {
            return None;
        };
        (a == b).then_some(a)
    };
    let mut found = false;
    for _ in 0..MOST_STEPS {
        if let Some(last) = square_of(sum) {
            return found || last == one;
        }
        let (square, rest) = match made_by(func, sum, Op::Fma).map(|inst| func.args(inst)) {
            Some(&[a, b, rest]) if a == b => (a, rest),
            Some(_) => return false,
            None => {
                let add = made_by(func, sum, Op::FAdd).map(|inst| func.args(inst));
                let Some(&[a, b]) = add else { return false };
                match (square_of(a), square_of(b)) {
                    (_, Some(square)) => (square, a),
                    (Some(square), None) => (square, b),
                    (None, None) => return false,
                }
            }
        };
        found |= square == one;
        sum = rest;
    }
    false
}

/// Whether `value` is a constant less that constant times a component of a vector of length 1, which may be precise: DXC says `fast`
/// of no vector that it makes of length 1 (shader model 6.9).
fn is_never_negative(module: &Module, func: &Function, value: Value) -> bool {
    let found = || {
        let &[constant, product] = func.args(loosely_made_by(func, value, Op::FSub)?) else {
            return None;
        };
        let constant = number(Type::F32, module.const_bits(constant)?)?;
        let product = Product::of(module, func, product)?;
        let [Some(a), Some(b)] = product.others else {
            return None;
        };
        let lies_within = |component: Value, length: Value| {
            made_by(func, length, Op::InverseSqrt)
                .and_then(|inst| func.args(inst).first().copied())
                .is_some_and(|sum| is_square_length(func, sum, component))
        };
        let bounded = lies_within(a, b) || lies_within(b, a);
        Some(bounded && constant > 0.0 && product.constant == constant)
    };
    found() == Some(true)
}

impl Importer<'_> {
    /// What `value`, an exponential of which `inverse` is the logarithm or the other way round, comes from.
    pub fn undone(&self, value: Value, inverse: Op) -> Option<Value> {
        let inst = loosely_made_by(&self.func, value, inverse)?;
        self.func.args(inst).first().copied()
    }

    /// `value`, of which a square root is taken, or 0 where rounding alone makes that less.
    pub fn under_root(&mut self, value: Value) -> Value {
        if self.value_ty(value) != Type::F32 || !is_never_negative(&self.module, &self.func, value) {
            return value;
        }
        let zero = self.module.float(Type::F32, 0.0);
        let below = self.emit(Op::FOLt, Flags::NONE, Type::BOOL, &[value, zero]);
        self.emit(Op::Select, Flags::NONE, Type::F32, &[below, zero, value])
    }
}
