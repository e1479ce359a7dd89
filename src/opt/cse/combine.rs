//! Instructions that become cheaper ones, together with what their operands are made by: constants that meet, masks and
//! shifts that undo each other, negations of conditions.
//!
//! ```text
//! %2 = shl %1, i32 2                  %5 = and %1, i32 63
//! %3 = and %2, i32 252         =>
//! %5 = lshr %3, i32 2
//! ```
//!
//! Of the addresses of words that lie together, what they have in common is computed once:
//! ```text
//! %2 = shl %1, i32 6                  %9 = shl %1, i32 4
//! %3 = or %2, i32 8            =>
//! %4 = lshr %3, i32 2                 %4 = or %9, i32 2
//! ```

use super::bounds::MOST_SIGNED;
use super::state::Pass;
use crate::entity::ListRef;
use crate::ir::{Flags, Inst, Op, Type, Value};

/// What has come of an instruction.
pub enum Combined {
    /// Nothing.
    No,
    /// It is another one now.
    Changed,
    /// It is this value.
    Is(Value),
}

/// Makes `inst`, whose operands are known, cheaper by what these are made of.
pub fn combined(pass: &mut Pass<'_>, inst: Inst) -> Combined {
    let data = pass.function.insts[inst];
    match *pass.function.args(inst) {
        [a, b] if data.ty == Type::BOOL => truth(pass, inst, data.op, a, b),
        [a, b] if data.ty.is_int_scalar() => match (pass.module.const_bits(a), pass.module.const_bits(b)) {
            (None, Some(by)) if (data.op, data.ty) == (Op::SDiv, Type::I32) => positive(pass, inst, a, by),
            (None, Some(bits)) => integer(pass, inst, data.op, data.ty, a, bits),
            (Some(bits), None) if matches!(data.op, Op::IAdd | Op::IMul | Op::And | Op::Or | Op::Xor) => {
                integer(pass, inst, data.op, data.ty, b, bits)
            }
            (None, None) if data.op == Op::ISub => without_mask(pass, inst, data.ty, a, b),
            (None, None) if data.op == Op::IMul => match (one_bit(pass, a), one_bit(pass, b)) {
                (Some(bit), _) => times_bit(pass, inst, data.ty, b, bit),
                (_, Some(bit)) => times_bit(pass, inst, data.ty, a, bit),
                _ => Combined::No,
            },
            (None, None) if data.op == Op::Or => match (lone_half(pass, a), lone_half(pass, b)) {
                (Some(low), _) => both_halves(pass, inst, low, b),
                (_, Some(low)) => both_halves(pass, inst, low, a),
                _ => Combined::No,
            },
            _ => Combined::No,
        },
        [a] if data.op == Op::Not && data.ty == Type::BOOL => negation(pass, inst, a),
        [a] if matches!(data.op, Op::ITrunc | Op::ZExt | Op::SExt) => width(pass, data.op, data.ty, a),
        [condition, a, b] if data.op == Op::Select => selection(pass, inst, data.ty, condition, a, b),
        _ => Combined::No,
    }
}

/// The quotient of what is known not to be below 0: devices divide such numbers in fewer instructions.
fn positive(pass: &mut Pass<'_>, inst: Inst, a: Value, by: u64) -> Combined {
    let most = u64::from(MOST_SIGNED);
    if !(1..=most).contains(&by) || pass.largest(a) > most {
        return Combined::No;
    }
    let by = pass.module.i32(by as u32);
    becomes(pass, inst, Op::UDiv, Flags::NONE, &[a, by])
}

/// `inst` is to do `op` with `args` from now on.
fn becomes(pass: &mut Pass<'_>, inst: Inst, op: Op, flags: Flags, args: &[Value]) -> Combined {
    let args = ListRef::append(&mut pass.function.pool, args.iter().copied());
    let data = &mut pass.function.insts[inst];
    (data.op, data.flags, data.args) = (op, flags, args);
    Combined::Changed
}

/// The operation that makes `value`, and its operands, if they are two.
fn made_by(pass: &Pass<'_>, value: Value) -> Option<(Op, Value, Value)> {
    let inst = value.as_inst()?;
    match *pass.function.args(inst) {
        [a, b] => Some((pass.function.insts[inst].op, a, b)),
        _ => None,
    }
}

/// Likewise, where the second is a constant.
fn made_with(pass: &Pass<'_>, value: Value) -> Option<(Op, Value, u64)> {
    let (op, a, b) = made_by(pass, value)?;
    Some((op, a, pass.module.const_bits(b)?))
}

/// An operation on `a` and a constant.
fn integer(pass: &mut Pass<'_>, inst: Inst, op: Op, ty: Type, a: Value, bits: u64) -> Combined {
    let Some((inner, x, constant)) = made_with(pass, a) else {
        return Combined::No;
    };
    let width = u64::from(ty.scalar_bits());
    let ones = if width == 64 { u64::MAX } else { (1 << width) - 1 };
    let shift = |count: u64| count < width;
    let (op, constant) = match (op, inner) {
        (Op::And, Op::And) => (Op::And, bits & constant),
        (Op::Or, Op::Or) => (Op::Or, bits | constant),
        (Op::Xor, Op::Xor) => (Op::Xor, bits ^ constant),
        (Op::IAdd, Op::IAdd) => (Op::IAdd, bits.wrapping_add(constant)),
        (Op::IAdd, Op::ISub) => (Op::IAdd, bits.wrapping_sub(constant)),
        (Op::ISub, Op::IAdd) => (Op::IAdd, constant.wrapping_sub(bits)),
        (Op::IMul, Op::IMul) => (Op::IMul, bits.wrapping_mul(constant)),
        (Op::LShr, Op::IAdd | Op::Or) if ty == Type::I32 && shift(bits) => {
            return shifted_sum(pass, inst, inner, (x, constant as u32), bits as u32);
        }
        // Factors that are part of a factor.
        (Op::LShr, Op::Shl)
            if ty == Type::I32
                && bits < constant
                && shift(constant)
                && pass.largest(x) << constant <= u64::from(u32::MAX) =>
        {
            (Op::Shl, constant - bits)
        }
        (Op::LShr, Op::IMul)
            if ty == Type::I32
                && shift(bits)
                && u64::from(constant.trailing_zeros()) >= bits
                && constant >> bits > 1
                && pass
                    .largest(x)
                    .checked_mul(constant)
                    .is_some_and(|most| most <= u64::from(u32::MAX)) =>
        {
            (Op::IMul, constant >> bits)
        }
        // Masks of bits that a sum leaves as they are.
        (Op::And, Op::IAdd) if bits & bits.wrapping_add(1) == 0 && constant & bits == 0 => (Op::And, bits),
        // Masks of bits that are 0 already.
        (Op::And, Op::Shl) if shift(constant) && ones << constant & ones & !bits == 0 => {
            return Combined::Is(a);
        }
        (Op::And, Op::LShr) if shift(constant) && ones >> constant & !bits == 0 => return Combined::Is(a),
        (Op::Shl, Op::Shl) | (Op::LShr, Op::LShr) if shift(bits) && shift(constant) => {
            if !shift(bits + constant) {
                return Combined::Is(pass.module.scalar(ty, 0));
            }
            (op, bits + constant)
        }
        // Masks of bits that a shift and one back lose.
        (Op::Shl, Op::LShr) if shift(bits) && bits == constant => (Op::And, ones << bits & ones),
        (Op::LShr, Op::Shl) if shift(bits) && bits == constant => (Op::And, ones >> bits),
        (Op::LShr, Op::IMul) if shift(bits) && constant == 1 << bits => (Op::And, ones >> bits),
        // Shifts that lose all there is.
        (Op::LShr, Op::And | Op::UMin) if shift(bits) && constant >> bits == 0 => {
            return Combined::Is(pass.module.scalar(ty, 0));
        }
        // Masks of bits that the shift loses.
        (Op::Shl, Op::And) if shift(bits) && (ones & !constant) << bits & ones == 0 => (Op::Shl, bits),
        (Op::LShr, Op::And) if shift(bits) && (ones & !constant) >> bits == 0 => (Op::LShr, bits),
        (Op::LShr, Op::And) if shift(bits) => match made_with(pass, x) {
            Some((Op::Shl, y, count)) if count == bits => {
                let mask = pass.module.scalar(ty, constant >> bits);
                return becomes(pass, inst, Op::And, Flags::NONE, &[y, mask]);
            }
            _ => return Combined::No,
        },
        _ => return Combined::No,
    };
    let constant = pass.module.scalar(ty, constant & ones);
    becomes(pass, inst, op, Flags::NONE, &[x, constant])
}

/// `value`, if it is the lowest bit of something.
fn one_bit(pass: &Pass<'_>, value: Value) -> Option<Value> {
    let (op, _, mask) = made_with(pass, value)?;
    (op == Op::And && mask == 1).then_some(value)
}

/// `a * bit` of 64 bits: a choice, where a product takes several instructions.
fn times_bit(pass: &mut Pass<'_>, inst: Inst, ty: Type, a: Value, bit: Value) -> Combined {
    if ty != Type::I64 {
        return Combined::No;
    }
    let zero = pass.module.scalar(ty, 0);
    let is_set = pass.before(inst, Op::INe, Type::BOOL, &[bit, zero]);
    becomes(pass, inst, Op::Select, Flags::NONE, &[is_set, a, zero])
}

/// The float whose half a word has in its low bits, and nothing above, and how it is rounded.
fn lone_half(pass: &Pass<'_>, word: Value) -> Option<(Value, u32)> {
    let word = word.as_inst()?;
    let data = &pass.function.insts[word];
    match *pass.function.args(word) {
        [pair] if data.op == Op::PackHalf2x16 => {
            Some((pass.module.beside_zero(pass.function, pair)?, data.imm))
        }
        _ => None,
    }
}

/// `low | high << 16` of two halves that are packed by themselves: they are packed together.
fn both_halves(pass: &mut Pass<'_>, inst: Inst, (low, rounding): (Value, u32), other: Value) -> Combined {
    let Some((Op::Shl, high, 16)) = made_with(pass, other) else {
        return Combined::No;
    };
    let high = match lone_half(pass, high) {
        Some((high, as_high)) if as_high == rounding => high,
        _ => return Combined::No,
    };
    let pair = pass.module.types.vector(Type::F32, 2);
    let pair = pass.before(inst, Op::Construct, pair, &[low, high]);
    pass.function.insts[inst].imm = rounding;
    becomes(pass, inst, Op::PackHalf2x16, Flags::NONE, &[pair])
}

/// `a - (a & mask)`, which is what the mask takes out: a number without its part above, or below, a power of two.
fn without_mask(pass: &mut Pass<'_>, inst: Inst, ty: Type, a: Value, b: Value) -> Combined {
    match made_with(pass, b) {
        Some((Op::And, x, mask)) if x == a => {
            let width = ty.scalar_bits();
            let ones = u64::MAX >> (64 - width.clamp(1, 64));
            let mask = pass.module.scalar(ty, !mask & ones);
            becomes(pass, inst, Op::And, Flags::NONE, &[a, mask])
        }
        _ => Combined::No,
    }
}

/// `(x + constant) >> count`, or with `|`: where nothing is carried, what is shifted is `x` alone, which other sums share.
fn shifted_sum(pass: &mut Pass<'_>, inst: Inst, op: Op, (x, constant): (Value, u32), count: u32) -> Combined {
    // What `x` may be at most is asked last: that goes over all that it is computed from.
    if constant != 0 && constant.trailing_zeros() >= count && pass.largest(x) >> count == 0 {
        // All of `x` is lost.
        return Combined::Is(pass.module.i32(constant >> count));
    }
    if count == 0
        || low_zeros(pass, x) < count
        || op == Op::IAdd && pass.largest(x) + u64::from(constant) > u64::from(u32::MAX)
    {
        return Combined::No;
    }
    let more = pass.module.i32(constant >> count);
    if constant >> count == 0 {
        let by = pass.module.i32(count);
        return becomes(pass, inst, Op::LShr, Flags::NONE, &[x, by]);
    }
    let shifted = match made_with(pass, x) {
        Some((Op::Shl, y, by)) if by >= u64::from(count) && pass.largest(y) << by <= u64::from(u32::MAX) => {
            (Op::Shl, y, by as u32 - count)
        }
        Some((Op::IMul, y, by))
            if by.trailing_zeros() >= count
                && pass
                    .largest(y)
                    .checked_mul(by)
                    .is_some_and(|most| most <= u64::from(u32::MAX)) =>
        {
            (Op::IMul, y, by as u32 >> count)
        }
        _ => (Op::LShr, x, count),
    };
    let shifted = match shifted {
        (Op::Shl, y, 0) | (Op::IMul, y, 1) => y,
        (op, y, by) => {
            let by = pass.module.i32(by);
            pass.before(inst, op, Type::I32, &[y, by])
        }
    };
    becomes(pass, inst, op, Flags::NONE, &[shifted, more])
}

/// Instructions that are looked through for bits that are 0.
const MAX_DEPTH: u32 = 4;

/// Low bits of an `i32` that are known to be 0.
pub fn low_zeros(pass: &Pass<'_>, value: Value) -> u32 {
    zeros(pass, value, MAX_DEPTH)
}

fn zeros(pass: &Pass<'_>, value: Value, depth: u32) -> u32 {
    if let Some(bits) = pass.module.const_bits(value) {
        return (bits as u32).trailing_zeros();
    }
    if depth == 0 {
        return 0;
    }
    let Some((op, a, b)) = made_by(pass, value) else {
        return 0;
    };
    let of = |value| zeros(pass, value, depth - 1);
    match op {
        Op::Shl => match pass.module.const_bits(b) {
            Some(count @ 0..32) => (of(a) + count as u32).min(32),
            _ => 0,
        },
        Op::IMul => (of(a) + of(b)).min(32),
        Op::And => of(a).max(of(b)),
        Op::IAdd | Op::ISub | Op::Or | Op::Xor => of(a).min(of(b)),
        _ => 0,
    }
}

/// An operation on two values that gives an `i1`.
fn truth(pass: &mut Pass<'_>, inst: Inst, op: Op, a: Value, b: Value) -> Combined {
    let is_truth = pass.module.value_type(pass.function, a) == Type::BOOL;
    let (a, bits) = match (pass.module.const_bits(a), pass.module.const_bits(b)) {
        (None, Some(bits)) => (a, bits),
        (Some(bits), None) if matches!(op, Op::IEq | Op::INe | Op::Xor) => (b, bits),
        _ => return Combined::No,
    };
    match op {
        Op::Xor | Op::INe | Op::IEq if is_truth => match (op == Op::IEq) == (bits != 0) {
            true => Combined::Is(a),
            false => becomes(pass, inst, Op::Not, Flags::NONE, &[a]),
        },
        Op::IEq | Op::INe => {
            let Some(select) = a.as_inst().filter(|&s| pass.function.insts[s].op == Op::Select) else {
                return Combined::No;
            };
            let &[condition, x, y] = pass.function.args(select) else {
                return Combined::No;
            };
            let (Some(x), Some(y)) = (pass.module.const_bits(x), pass.module.const_bits(y)) else {
                return Combined::No;
            };
            match ((x == bits) == (op == Op::IEq), (y == bits) == (op == Op::IEq)) {
                (true, false) => Combined::Is(condition),
                (false, true) => becomes(pass, inst, Op::Not, Flags::NONE, &[condition]),
                (both, _) => Combined::Is(pass.module.scalar(Type::BOOL, u64::from(both))),
            }
        }
        _ => Combined::No,
    }
}

/// What is true where a comparison is not, NaN included.
pub fn opposite(op: Op) -> Option<Op> {
    Some(match op {
        Op::IEq => Op::INe,
        Op::INe => Op::IEq,
        Op::ULt => Op::UGe,
        Op::UGe => Op::ULt,
        Op::ULe => Op::UGt,
        Op::UGt => Op::ULe,
        Op::SLt => Op::SGe,
        Op::SGe => Op::SLt,
        Op::SLe => Op::SGt,
        Op::SGt => Op::SLe,
        Op::FOEq => Op::FUNe,
        Op::FUNe => Op::FOEq,
        Op::FONe => Op::FUEq,
        Op::FUEq => Op::FONe,
        Op::FOLt => Op::FUGe,
        Op::FUGe => Op::FOLt,
        Op::FOLe => Op::FUGt,
        Op::FUGt => Op::FOLe,
        Op::FOGt => Op::FULe,
        Op::FULe => Op::FOGt,
        Op::FOGe => Op::FULt,
        Op::FULt => Op::FOGe,
        _ => return None,
    })
}

/// Not `a`.
fn negation(pass: &mut Pass<'_>, inst: Inst, a: Value) -> Combined {
    if let Some(bits) = pass.module.const_bits(a) {
        return Combined::Is(pass.module.scalar(Type::BOOL, u64::from(bits == 0)));
    }
    let Some(source) = a.as_inst() else {
        return Combined::No;
    };
    let data = pass.function.insts[source];
    match (pass.function.args(source), opposite(data.op)) {
        (&[inner], _) if data.op == Op::Not => Combined::Is(inner),
        (&[x, y], Some(op)) => becomes(pass, inst, op, data.flags, &[x, y]),
        _ => Combined::No,
    }
}

/// A change of width of what is made by one.
fn width(pass: &mut Pass<'_>, op: Op, ty: Type, a: Value) -> Combined {
    if let (Op::ITrunc, Some(bits)) = (op, pass.module.const_bits(a)) {
        let ones = u64::MAX >> (64 - ty.scalar_bits());
        return Combined::Is(pass.module.scalar(ty, bits & ones));
    }
    let Some(source) = a.as_inst() else {
        return Combined::No;
    };
    match (op, pass.function.insts[source].op, pass.function.args(source)) {
        (Op::ITrunc, Op::ZExt | Op::SExt, &[x]) if pass.module.value_type(pass.function, x) == ty => {
            Combined::Is(x)
        }
        _ => Combined::No,
    }
}

/// `condition ? a : b`
fn selection(pass: &mut Pass<'_>, inst: Inst, ty: Type, condition: Value, a: Value, b: Value) -> Combined {
    if pass.module.value_type(pass.function, condition) != Type::BOOL {
        return Combined::No;
    }
    if ty == Type::BOOL {
        match (pass.module.const_bits(a), pass.module.const_bits(b)) {
            (Some(1), Some(0)) => return Combined::Is(condition),
            (Some(0), Some(1)) => return becomes(pass, inst, Op::Not, Flags::NONE, &[condition]),
            _ => {}
        }
    }
    let negated = condition
        .as_inst()
        .filter(|&source| pass.function.insts[source].op == Op::Not);
    match negated.map(|source| pass.function.args(source)) {
        Some(&[inner]) => {
            let flags = pass.function.insts[inst].flags;
            becomes(pass, inst, Op::Select, flags, &[inner, b, a])
        }
        _ => Combined::No,
    }
}
