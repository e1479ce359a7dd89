//! Instructions that are one of their operands, or a constant. Of floats only what changes no bit.

use super::bounds::signed;
use super::combine::{Combined, combined, low_zeros};
use super::floats;
use super::state::Pass;
use crate::ir::{Const, ConstData, Inst, InstData, Module, Op, Type, TypeData, Value, op_table};

/// How often an instruction may become another one.
const MAX_STEPS: u32 = 4;

/// What there is to ask of an operation.
#[inline]
pub fn rules(op: Op) -> Rules {
    RULES[op as usize]
}

/// Whether there may be a rule for an operation with `rules` on the operands `args`, here or in [`combine`](super::combine):
/// those on two integers ask for a constant, or for one value twice. `pool` has the operands of `insts`, `ty` is the type of the
/// result.
#[inline]
pub fn may_have_rule(
    module: &Module,
    (insts, pool): (&[InstData], &[Value]),
    rules: Rules,
    (ty, args): (Type, &[Value]),
) -> bool {
    let made_by = |value: Value| insts.get(value.slot());
    match (rules, args) {
        (Rules::Some, _) => true,
        (Rules::Extract, &[whole]) => made_by(whole).is_none_or(|data| data.op == Op::Construct),
        (Rules::Construct, &[first, ..]) => made_by(first).is_some_and(|data| data.op == Op::Extract),
        (Rules::Bitcast, &[a]) => made_by(a).is_none_or(|data| data.op == Op::Bitcast || data.ty == ty),
        (Rules::Select, &[condition, a, b]) => {
            a == b || ty == Type::BOOL || made_by(condition).is_none_or(|data| data.op == Op::Not)
        }
        (Rules::Constant, &[a, b]) => a == b || a.as_const().is_some() || b.as_const().is_some(),
        (Rules::Made(op), &[a, b]) if [a, b].into_iter().filter_map(made_by).any(|data| data.op == op) => {
            true
        }
        (Rules::Constants | Rules::Made(_), &[a, b]) => match (a.as_const(), b.as_const()) {
            (None, None) => a == b,
            (Some(_), Some(_)) => true,
            (None, Some(constant)) => meets(module, (insts, pool), a, constant),
            (Some(constant), None) => meets(module, (insts, pool), b, constant),
        },
        _ => false,
    }
}

/// Whether `constant` is the neutral or the absorbing one, or `value` comes from an operation with another constant.
#[inline]
fn meets(module: &Module, (insts, pool): (&[InstData], &[Value]), value: Value, constant: Const) -> bool {
    if module.consts.scalar_bits(constant).is_none_or(|bits| bits <= 1) {
        return true;
    }
    // Beyond the end for what is no instruction.
    let source = insts.get(value.slot()).map(|data| data.args.of(pool));
    matches!(source, Some(&[_, second]) if second.as_const().is_some())
}

/// When there are rules for an operation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rules {
    /// It does more than compute its result from its operands: other questions are asked of it.
    Effects,
    None,
    Some,
    /// For members of what is put together of them, or of no instruction.
    Extract,
    /// For members of something.
    Construct,
    /// For casts of casts, of no instruction, and those that change nothing.
    Bitcast,
    /// For truths, equal choices, and conditions that are opposites or no instructions.
    Select,
    /// For two integers of which one is a constant, or that are the same.
    Constant,
    /// Likewise, but constants only if they are 0 or 1, or meet another one.
    Constants,
    /// Likewise, and where an operand is made by this operation.
    Made(Op),
}

/// By operation.
static RULES: [Rules; Op::ALL.len()] = {
    use Op::*;
    let mut table = [Rules::None; Op::ALL.len()];
    let mut at = 0;
    while at < table.len() {
        let op = Op::ALL[at];
        table[at] = match op {
            _ if !is_pure(op) => Rules::Effects,
            IAdd | Xor | Shl | LShr | AShr => Rules::Constants,
            ISub | IMul => Rules::Made(And),
            Or => Rules::Made(PackHalf2x16),
            UDiv | SDiv | UMod | And => Rules::Constant,
            Extract => Rules::Extract,
            Construct => Rules::Construct,
            Bitcast => Rules::Bitcast,
            Select => Rules::Select,
            _ if is_ruled(op) => Rules::Some,
            _ => Rules::None,
        };
        at += 1;
    }
    table
};

/// Whether an operation does nothing but compute its result from its operands.
const fn is_pure(op: Op) -> bool {
    op.effects().reads.is_empty() && op.effects().movable()
}

/// Whether there are rules for an operation whatever its operands are.
const fn is_ruled(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        NClamp
            | NMax
            | NMin
            | FOEq
            | FONe
            | FOLt
            | FOLe
            | FOGt
            | FOGe
            | FUEq
            | FUNe
            | FULt
            | FULe
            | FUGt
            | FUGe
            | Not
            | UMin
            | UMax
            | SMin
            | SMax
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
            | ITrunc
            | ZExt
            | SExt
            | SAbs
    )
}

/// Whether an operation chooses from two floats or compares them.
const fn is_of_floats(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        NMax | NMin | FOEq | FONe | FOLt | FOLe | FOGt | FOGe | FUEq | FUNe | FULt | FULe | FUGt | FUGe
    )
}

/// The value that `inst`, whose operands are known, is in any case. It may become a cheaper instruction.
pub fn simplified(pass: &mut Pass<'_>, inst: Inst) -> Option<Value> {
    for _ in 0..MAX_STEPS {
        let data = &pass.function.insts[inst];
        let (op, ty) = (data.op, data.ty);
        let value = match *data.args.of(&pass.function.pool) {
            [a, b] if op_table!(|op| is_of_floats(op))[op as usize] => return of_floats(pass, op, ty, a, b),
            [a, b] if ty.is_int_scalar() || ty == Type::BOOL => {
                let constants = a.as_const().is_some() || b.as_const().is_some();
                let value = binary(pass, op, ty, a, b);
                if value.is_none() && !constants && !matches!(rules(op), Rules::Made(_)) {
                    return None;
                }
                value
            }
            [x, low, high] if op == Op::NClamp => return clamped(pass, ty, [x, low, high]),
            [a] => unary(pass, inst, op, ty, a),
            [condition, a, b] if op == Op::Select => match pass.module.const_bits(condition) {
                _ if a == b => Some(a),
                Some(0) => Some(b),
                Some(_) => Some(a),
                None => None,
            },
            _ if op == Op::Construct => return put_together(pass, inst),
            _ => return None,
        };
        if value.is_some() {
            return value;
        }
        match combined(pass, inst) {
            Combined::Is(value) => return Some(value),
            Combined::Changed => {}
            Combined::No => return None,
        }
    }
    None
}

/// `x`, where it lies between `low` and `high` anyway.
fn clamped(pass: &mut Pass<'_>, ty: Type, [x, low, high]: [Value; 3]) -> Option<Value> {
    if ty != Type::F32 {
        return None;
    }
    let (span, low, high) = (pass.span(x)?, pass.span(low)?, pass.span(high)?);
    (span[0] >= low[1] && span[1] <= high[0]).then_some(x)
}

/// The value that an operation on two floats is, where their bounds tell.
fn of_floats(pass: &mut Pass<'_>, op: Op, ty: Type, a: Value, b: Value) -> Option<Value> {
    if pass.module.value_type(pass.function, a) != Type::F32 {
        return None;
    }
    let (x, y) = (pass.span(a)?, pass.span(b)?);
    if !matches!(op, Op::NMin | Op::NMax) {
        let truth = floats::compared(op, a == b, x, y)?;
        return (ty == Type::BOOL).then(|| pass.module.scalar(Type::BOOL, u64::from(truth)));
    }
    let least = op == Op::NMin;
    if x[1] <= y[0] {
        Some(if least { a } else { b })
    } else if y[1] <= x[0] {
        Some(if least { b } else { a })
    } else {
        None
    }
}

fn unary(pass: &mut Pass<'_>, inst: Inst, op: Op, ty: Type, a: Value) -> Option<Value> {
    match op {
        Op::Bitcast => {
            let mut from = a;
            if let Some(source) = a.as_inst()
                && pass.function.insts[source].op == Op::Bitcast
            {
                from = *pass.function.args(source).first()?;
                if is_number(pass, from) {
                    *pass.function.args_mut(inst).first_mut()? = from;
                } else {
                    from = a;
                }
            }
            let from_ty = pass.module.value_type(pass.function, from);
            if from_ty == ty {
                return Some(from);
            }
            let bits = pass.module.const_bits(from)?;
            let same = ty.scalar_bits() != 0 && ty.scalar_bits() == from_ty.scalar_bits();
            same.then(|| pass.module.scalar(ty, bits))
        }
        Op::Extract => extracted(pass, inst, ty, a),
        Op::SAbs if ty == Type::I32 => (pass.bounds(a)[1] <= i32::MAX as u32).then_some(a),
        _ => None,
    }
}

/// Whether `value` is a scalar or vector, no pointer or address.
fn is_number(pass: &Pass<'_>, value: Value) -> bool {
    let ty = pass.module.value_type(pass.function, value);
    pass.module.types.scalar(ty).scalar_bits() != 0
}

/// A member of what has just been put together, or of a constant.
fn extracted(pass: &mut Pass<'_>, inst: Inst, ty: Type, a: Value) -> Option<Value> {
    let index = pass.function.insts[inst].imm as usize;
    if let Some(constant) = a.as_const() {
        return match pass.module.consts.get(constant) {
            ConstData::Null => Some(pass.module.null(ty)),
            ConstData::Undef => Some(pass.module.undef(ty)),
            ConstData::Composite(parts) => parts.get(index).map(|&part| part.into()),
            _ => None,
        };
    }
    let source = a.as_inst()?;
    let data = &pass.function.insts[source];
    if data.op != Op::Construct {
        return None;
    }
    let parts = pass.function.args(source);
    let members = match pass.module.types.get(data.ty) {
        TypeData::Vector { len, .. } => *len as usize,
        TypeData::Struct(_) => parts.len(),
        _ => return None,
    };
    // Vectors may be made of shorter vectors.
    parts.get(index).copied().filter(|_| parts.len() == members)
}

/// All members of a vector, in order: the vector.
fn put_together(pass: &Pass<'_>, inst: Inst) -> Option<Value> {
    let mut whole = None;
    for (index, part) in (0..).zip(pass.function.args(inst)) {
        let part = &pass.function.insts[part.as_inst()?];
        let source = *part.args.of(&pass.function.pool).first()?;
        if part.op != Op::Extract || part.imm != index || whole.is_some_and(|whole| whole != source) {
            return None;
        }
        whole = Some(source);
    }
    whole.filter(|&whole| pass.module.value_type(pass.function, whole) == pass.function.insts[inst].ty)
}

/// An operation on two integers or truths.
fn binary(pass: &mut Pass<'_>, op: Op, ty: Type, a: Value, b: Value) -> Option<Value> {
    match (pass.module.const_bits(a), pass.module.const_bits(b)) {
        (Some(x), Some(y)) => constant(pass, op, ty, a, x, y),
        (None, Some(bits)) => with_constant(pass, op, ty, [a, b], bits),
        (Some(bits), None) => of_constant(pass, op, ty, [a, b], bits),
        (None, None) if a == b => of_same(pass, op, ty, a),
        (None, None) => of_bounds(pass, op, ty, a, b),
    }
}

/// The bits that are all ones.
fn ones(ty: Type) -> u64 {
    match ty.scalar_bits() {
        0 => 1,
        64 => u64::MAX,
        bits => (1 << bits) - 1,
    }
}

/// An operation on a value and a constant, `b`.
fn with_constant(pass: &mut Pass<'_>, op: Op, ty: Type, [a, b]: [Value; 2], bits: u64) -> Option<Value> {
    match op {
        Op::IAdd | Op::ISub | Op::Or | Op::Xor | Op::Shl | Op::AShr => (bits == 0).then_some(a),
        Op::LShr if bits == 0 => Some(a),
        Op::IMul => match bits {
            0 => Some(b),
            1 => Some(a),
            _ => None,
        },
        Op::SDiv => (bits == 1).then_some(a),
        Op::UDiv if bits == 1 => Some(a),
        Op::UDiv if ty == Type::I32 => (pass.largest(a) < bits).then(|| pass.module.scalar(ty, 0)),
        Op::UMod if ty == Type::I32 => (pass.largest(a) < bits).then_some(a),
        Op::And if bits == 0 => Some(b),
        Op::And => masked(pass, ty, a, bits),
        Op::UMin if bits == 0 => Some(b),
        Op::UMax if bits == 0 => Some(a),
        _ => of_bounds(pass, op, ty, a, b),
    }
}

/// An operation on a constant, `a`, and a value.
fn of_constant(pass: &mut Pass<'_>, op: Op, ty: Type, [a, b]: [Value; 2], bits: u64) -> Option<Value> {
    match op {
        Op::IAdd | Op::Or | Op::Xor => (bits == 0).then_some(b),
        Op::IMul => match bits {
            0 => Some(a),
            1 => Some(b),
            _ => None,
        },
        Op::And if bits == 0 => Some(a),
        Op::And => masked(pass, ty, b, bits),
        Op::UMin if bits == 0 => Some(a),
        Op::UMax if bits == 0 => Some(b),
        Op::ISub | Op::Shl | Op::LShr | Op::AShr | Op::UDiv | Op::SDiv | Op::UMod => None,
        _ => of_bounds(pass, op, ty, a, b),
    }
}

/// `a & bits`, where the number never has others, or none of these.
fn masked(pass: &mut Pass<'_>, ty: Type, a: Value, bits: u64) -> Option<Value> {
    if bits == ones(ty) {
        return Some(a);
    }
    if ty != Type::I32 {
        return None;
    }
    let mask = bits as u32;
    let is_low = |bits: u32| bits & bits.wrapping_add(1) == 0;
    if is_low(mask) {
        if pass.largest(a) <= bits {
            return Some(a);
        }
        return (low_zeros(pass, a) >= mask.trailing_ones()).then(|| pass.module.i32(0));
    }
    (is_low(!mask) && low_zeros(pass, a) >= mask.trailing_zeros()).then_some(a)
}

/// An operation on a value and itself.
fn of_same(pass: &mut Pass<'_>, op: Op, ty: Type, a: Value) -> Option<Value> {
    match op {
        Op::And | Op::Or | Op::UMin | Op::UMax | Op::SMin | Op::SMax => Some(a),
        Op::ISub | Op::Xor => Some(pass.module.scalar(ty, 0)),
        Op::IEq | Op::ULe | Op::UGe | Op::SLe | Op::SGe => Some(pass.module.scalar(Type::BOOL, 1)),
        Op::INe | Op::ULt | Op::UGt | Op::SLt | Op::SGt => Some(pass.module.scalar(Type::BOOL, 0)),
        _ => None,
    }
}

/// An operation of which the least and largest numbers that its operands may be can tell.
fn of_bounds(pass: &mut Pass<'_>, op: Op, ty: Type, a: Value, b: Value) -> Option<Value> {
    match op {
        Op::UMin | Op::UMax | Op::SMin | Op::SMax if ty == Type::I32 => chosen(pass, op, a, b),
        Op::IEq | Op::INe | Op::ULt | Op::ULe | Op::UGt | Op::UGe | Op::SLt | Op::SLe | Op::SGt | Op::SGe
            if pass.module.value_type(pass.function, a) == Type::I32 =>
        {
            let truth = compared(op, numbers(pass, op, a), numbers(pass, op, b))?;
            Some(pass.module.scalar(Type::BOOL, u64::from(truth)))
        }
        _ => None,
    }
}

/// The least and the largest number that `value` may be to `op`, signed or not.
fn numbers(pass: &mut Pass<'_>, op: Op, value: Value) -> [i64; 2] {
    match op {
        Op::SMin | Op::SMax | Op::SLt | Op::SLe | Op::SGt | Op::SGe => signed(pass.around(value)),
        _ => pass.bounds(value).map(i64::from),
    }
}

/// Of two numbers, which is less or greater, where that is known.
fn chosen(pass: &mut Pass<'_>, op: Op, a: Value, b: Value) -> Option<Value> {
    let [a_least, a_most] = numbers(pass, op, a);
    let [b_least, b_most] = numbers(pass, op, b);
    let greatest = matches!(op, Op::UMax | Op::SMax);
    if a_most <= b_least {
        Some(if greatest { b } else { a })
    } else if b_most <= a_least {
        Some(if greatest { a } else { b })
    } else {
        None
    }
}

/// What a comparison of `i32` gives, where their least and largest numbers tell.
fn compared(op: Op, [a_least, a_most]: [i64; 2], [b_least, b_most]: [i64; 2]) -> Option<bool> {
    let (sure, never) = match op {
        Op::IEq | Op::INe => {
            let apart = a_most < b_least || b_most < a_least;
            return apart.then_some(op == Op::INe);
        }
        Op::ULt | Op::SLt => (a_most < b_least, a_least >= b_most),
        Op::ULe | Op::SLe => (a_most <= b_least, a_least > b_most),
        Op::UGt | Op::SGt => (a_least > b_most, a_most <= b_least),
        Op::UGe | Op::SGe => (a_least >= b_most, a_most < b_least),
        _ => return None,
    };
    (sure || never).then_some(sure)
}

/// What an operation on two constants gives.
fn constant(pass: &mut Pass<'_>, op: Op, ty: Type, a: Value, x: u64, y: u64) -> Option<Value> {
    let from = pass.module.value_type(pass.function, a);
    if from != Type::I32 {
        let truth = match op {
            Op::And if from == Type::BOOL => x & y,
            Op::Or if from == Type::BOOL => x | y,
            Op::IEq => u64::from(x == y),
            Op::INe => u64::from(x != y),
            _ => return None,
        };
        return (ty == Type::BOOL).then(|| pass.module.scalar(Type::BOOL, truth));
    }
    let (x, y) = (x as u32, y as u32);
    let number = match op {
        Op::IAdd => x.wrapping_add(y),
        Op::ISub => x.wrapping_sub(y),
        Op::IMul => x.wrapping_mul(y),
        Op::And => x & y,
        Op::Or => x | y,
        Op::Xor => x ^ y,
        Op::Shl => x.checked_shl(y)?,
        Op::LShr => x.checked_shr(y)?,
        Op::UDiv => x.checked_div(y)?,
        Op::UMod => x.checked_rem(y)?,
        Op::UMin => x.min(y),
        Op::UMax => x.max(y),
        Op::IEq => u32::from(x == y),
        Op::INe => u32::from(x != y),
        Op::ULt => u32::from(x < y),
        Op::ULe => u32::from(x <= y),
        Op::UGt => u32::from(x > y),
        Op::UGe => u32::from(x >= y),
        Op::SLt => u32::from((x as i32) < (y as i32)),
        Op::SLe => u32::from(x as i32 <= y as i32),
        Op::SGt => u32::from(x as i32 > y as i32),
        Op::SGe => u32::from(x as i32 >= y as i32),
        _ => return None,
    };
    Some(pass.module.scalar(ty, u64::from(number)))
}
