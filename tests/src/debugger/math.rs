//! What instructions compute, number by number.

use spirv::{GlslStd450Op as Gl, Op};

fn signed(value: u64, bits: u32) -> i64 {
    let up = 64 - bits;
    (value << up) as i64 >> up
}

fn float(value: u64, bits: u32) -> f64 {
    match bits {
        32 => f64::from(f32::from_bits(value as u32)),
        64 => f64::from_bits(value),
        other => panic!("floats of {other} bits"),
    }
}

/// The bits of `value` rounded to a float of `bits`. What two floats of 32 bits give in 64 and then rounded is what they give
/// in 32, for the four kinds of arithmetic.
fn of_float(value: f64, bits: u32) -> u64 {
    match bits {
        32 => u64::from((value as f32).to_bits()),
        64 => value.to_bits(),
        other => panic!("floats of {other} bits"),
    }
}

fn masked(value: u64, bits: u32) -> u64 {
    match bits {
        64 => value,
        bits => value & ((1 << bits) - 1),
    }
}

/// The result, of `to` bits, of an operation on numbers of `from` bits.
pub fn compute(op: Op, from: u32, to: u32, args: &[u64]) -> u64 {
    let arg = |index: usize| args[index];
    let int = |index: usize| signed(args[index], from);
    let number = |index: usize| float(args[index], from);
    let ordered = || args.iter().all(|value| !float(*value, from).is_nan());
    let truth = u64::from;
    let shift = |index: usize| args[index] as u32 & (to - 1);
    let result = match op {
        Op::IAdd => arg(0).wrapping_add(arg(1)),
        Op::ISub => arg(0).wrapping_sub(arg(1)),
        Op::IMul => arg(0).wrapping_mul(arg(1)),
        Op::UDiv => arg(0).checked_div(arg(1)).unwrap_or(u64::MAX),
        Op::UMod => arg(0).checked_rem(arg(1)).unwrap_or(u64::MAX),
        Op::SDiv => int(0).checked_div(int(1)).unwrap_or(-1) as u64,
        Op::SRem => int(0).checked_rem(int(1)).unwrap_or(-1) as u64,
        Op::SNegate => int(0).wrapping_neg() as u64,
        Op::ShiftLeftLogical => arg(0) << shift(1),
        Op::ShiftRightLogical => arg(0) >> shift(1),
        Op::ShiftRightArithmetic => (int(0) >> shift(1)) as u64,
        Op::BitwiseAnd | Op::LogicalAnd => arg(0) & arg(1),
        Op::BitwiseOr | Op::LogicalOr => arg(0) | arg(1),
        Op::BitwiseXor | Op::LogicalNotEqual => arg(0) ^ arg(1),
        Op::Not | Op::LogicalNot => !arg(0),
        Op::LogicalEqual | Op::IEqual => truth(arg(0) == arg(1)),
        Op::INotEqual => truth(arg(0) != arg(1)),
        Op::ULessThan => truth(arg(0) < arg(1)),
        Op::ULessThanEqual => truth(arg(0) <= arg(1)),
        Op::UGreaterThan => truth(arg(0) > arg(1)),
        Op::UGreaterThanEqual => truth(arg(0) >= arg(1)),
        Op::SLessThan => truth(int(0) < int(1)),
        Op::SLessThanEqual => truth(int(0) <= int(1)),
        Op::SGreaterThan => truth(int(0) > int(1)),
        Op::SGreaterThanEqual => truth(int(0) >= int(1)),
        Op::FOrdEqual => truth(number(0) == number(1)),
        Op::FUnordNotEqual => truth(number(0) != number(1)),
        Op::FOrdNotEqual => truth(ordered() && number(0) != number(1)),
        Op::FOrdLessThan => truth(number(0) < number(1)),
        Op::FOrdLessThanEqual => truth(number(0) <= number(1)),
        Op::FOrdGreaterThan => truth(number(0) > number(1)),
        Op::FOrdGreaterThanEqual => truth(number(0) >= number(1)),
        Op::FUnordLessThan => truth(!ordered() || number(0) < number(1)),
        Op::FUnordLessThanEqual => truth(!ordered() || number(0) <= number(1)),
        Op::FUnordGreaterThan => truth(!ordered() || number(0) > number(1)),
        Op::FUnordGreaterThanEqual => truth(!ordered() || number(0) >= number(1)),
        Op::IsNan => truth(number(0).is_nan()),
        Op::IsInf => truth(number(0).is_infinite()),
        Op::FAdd => of_float(number(0) + number(1), to),
        Op::FSub => of_float(number(0) - number(1), to),
        Op::FMul => of_float(number(0) * number(1), to),
        Op::FDiv => of_float(number(0) / number(1), to),
        Op::FNegate => arg(0) ^ 1 << (to - 1),
        Op::ConvertFToU => number(0) as u64,
        Op::ConvertFToS => number(0) as i64 as u64,
        Op::ConvertUToF => of_float(arg(0) as f64, to),
        Op::ConvertSToF => of_float(int(0) as f64, to),
        Op::FConvert => of_float(number(0), to),
        Op::UConvert | Op::CopyObject => arg(0),
        Op::SConvert => int(0) as u64,
        Op::BitCount => u64::from(arg(0).count_ones()),
        Op::Select => arg(if arg(0) != 0 { 1 } else { 2 }),
        other => panic!("{other:?} is not known here"),
    };
    masked(result, to)
}

/// The result of an instruction of GLSL.std.450 on numbers of `bits`.
pub fn extended(op: u32, bits: u32, args: &[u64]) -> u64 {
    let number = |index: usize| float(args[index], bits);
    let int = |index: usize| signed(args[index], bits);
    let op = Gl::from_u32(op).expect("an instruction of GLSL.std.450");
    let result = match op {
        Gl::UMin => args[0].min(args[1]),
        Gl::UMax => args[0].max(args[1]),
        Gl::SMin => int(0).min(int(1)) as u64,
        Gl::SMax => int(0).max(int(1)) as u64,
        Gl::RoundEven => of_float(number(0).round_ties_even(), bits),
        Gl::Floor => of_float(number(0).floor(), bits),
        Gl::Ceil => of_float(number(0).ceil(), bits),
        Gl::Trunc => of_float(number(0).trunc(), bits),
        Gl::Fract => of_float(number(0) - number(0).floor(), bits),
        Gl::Log2 => of_float(number(0).log2(), bits),
        Gl::Exp2 => of_float(number(0).exp2(), bits),
        Gl::FAbs => of_float(number(0).abs(), bits),
        Gl::NMin | Gl::FMin => of_float(number(0).min(number(1)), bits),
        Gl::NMax | Gl::FMax => of_float(number(0).max(number(1)), bits),
        Gl::NClamp | Gl::FClamp => of_float(number(0).max(number(1)).min(number(2)), bits),
        Gl::Fma => of_float(
            f64::from((number(0) as f32).mul_add(number(1) as f32, number(2) as f32)),
            bits,
        ),
        other => panic!("{other:?} is not known here"),
    };
    masked(result, bits)
}
