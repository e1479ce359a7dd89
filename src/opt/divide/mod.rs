//! Divisions and remainders of 64-bit integers, by multiplications or by calls of a function.
//!
//! Expects that nothing is merged or removed any more, which calls would keep from both. Devices have no such division, and what
//! their compilers make of it is slow, or wrong: NVIDIA's (580.159, H100) gave several of them in a row each other's quotients
//! (256 of 3,600 modules of shaders that divide by constants, 12 of 6,000 of others), and took three times as long by constants,
//! 4 to 4.6 times where the divisor or both numbers have 32 bits, as long where neither has.
//!
//! By a constant it is a product with the reciprocal, made of the halves of the number, and a shift. Else the function divides
//! numbers of 32 bits at once, others digit by digit of 32 bits, and these of 16 bits. A quotient and a remainder of the
//! same numbers in one block are one division; signed numbers are divided by their magnitudes. Division by zero stays undefined.
//!
//! ```text
//! %3 = udiv %1, %2              %3 = call func1, %1, %2
//! %4 = umod %1, %2      =>      %5 = imul %3, %2
//!                               %4 = isub %1, %5
//! %6 = udiv %1, i64 10          %6 = lshr (the upper 64 of the 128 bits of %1 * 0xcccccccccccccccd), i64 3
//! ```
//!
//! D. Knuth, *The Art of Computer Programming*, volume 2, section 4.3.1, algorithm D.

mod reciprocal;

use crate::ir::{
    Block, Builder, Cursor, Edge, Func, Function, InstData, Module, Op, Replacements, Terminator, Type, Value,
};
use reciprocal::Reciprocal;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Runs the pass.
pub fn divide(module: &mut Module) {
    let functions = module.functions.iter();
    let dividing = functions.filter(|(_, function)| function.insts.values().any(divides));
    let dividing: SmallVec<[Func; 4]> = dividing.map(|(func, _)| func).collect();
    let mut divider = None;
    for func in dividing {
        let mut function = std::mem::take(&mut module.functions[func]);
        let mut replaced = Replacements::new();
        for position in 0..function.layout.len() {
            let block = function.layout[position];
            divide_in(module, &mut function, block, &mut divider, &mut replaced);
        }
        replaced.apply(&mut function);
        module.functions[func] = function;
    }
}

fn divides(data: &InstData) -> bool {
    data.ty == Type::I64 && matches!(data.op, Op::UDiv | Op::SDiv | Op::UMod | Op::SRem)
}

#[cold]
fn divide_in(
    module: &mut Module,
    function: &mut Function,
    block: Block,
    divider: &mut Option<Func>,
    replaced: &mut Replacements,
) {
    // Quotients of this block.
    let mut known: FxHashMap<(Value, Value, bool), Value> = FxHashMap::default();
    for inst in std::mem::take(&mut function.blocks[block].insts) {
        let data = function.insts[inst];
        let (true, &[a, b]) = (divides(&data), function.args(inst)) else {
            function.blocks[block].insts.push(inst);
            continue;
        };
        let (a, b) = (replaced.resolve(a), replaced.resolve(b));
        let by = match module.const_bits(b) {
            Some(divisor) if divisor != 0 => By::Constant(divisor),
            _ => By::Value(b, *divider.get_or_insert_with(|| divider_of(module))),
        };
        let mut cursor = Cursor::at_end(block).with_source(data.source);
        let mut maker = Maker(Builder {
            module,
            function,
            cursor: &mut cursor,
        });
        let value = match (data.op, by) {
            // A power of two leaves the low bits.
            (Op::UMod, By::Constant(divisor)) if divisor.is_power_of_two() => {
                maker.long_with(Op::And, a, divisor - 1)
            }
            (op, _) => {
                let signed = matches!(op, Op::SDiv | Op::SRem);
                let quotient = *known.entry((a, b, signed)).or_insert_with(|| match signed {
                    true => maker.signed_quotient(a, by),
                    false => maker.quotient(a, by),
                });
                match op {
                    Op::UDiv | Op::SDiv => quotient,
                    _ => maker.rest(a, b, quotient),
                }
            }
        };
        replaced.insert(inst, value);
    }
}

/// What is divided by.
#[derive(Clone, Copy)]
enum By {
    Constant(u64),
    /// By the function.
    Value(Value, Func),
}

/// The function that divides.
fn divider_of(module: &mut Module) -> Func {
    let mut function = Function::new("divide", Type::I64);
    let [entry, short, long, done] = std::array::from_fn(|_| function.add_block());
    let a = Value::from(function.add_param(entry, Type::I64));
    let b = Value::from(function.add_param(entry, Type::I64));
    let quotient = Value::from(function.add_param(done, Type::I64));
    let mut cursor = Cursor::at_end(entry);
    let mut maker = Maker(Builder {
        module,
        function: &mut function,
        cursor: &mut cursor,
    });
    let ((a_high, a_low), (b_high, b_low)) = (maker.halves(a), maker.halves(b));
    let either = maker.word(Op::Or, &[a_high, b_high]);
    let is_short = maker.test(Op::IEq, either, 0);
    maker.0.cursor.block = short;
    let of_words = maker.word(Op::UDiv, &[a_low, b_low]);
    let of_words = maker.0.emit(Op::ZExt, Type::I64, &[of_words]);
    maker.0.cursor.block = long;
    let of_longs = maker.of_longs([a, b], [a_high, a_low], [b_high, b_low]);
    function.choose(entry, is_short, [short, long].map(Edge::to), done);
    for (block, value) in [(short, of_words), (long, of_longs)] {
        let edge = function.edge(done, &[value]);
        function.blocks[block].terminator = Terminator::Branch(edge);
    }
    function.blocks[done].terminator = Terminator::Return(Some(quotient));
    module.functions.push(function)
}

struct Maker<'a>(Builder<'a>);

impl Maker<'_> {
    fn long(&mut self, op: Op, args: &[Value]) -> Value {
        self.0.emit(op, Type::I64, args)
    }

    fn word(&mut self, op: Op, args: &[Value]) -> Value {
        self.0.emit(op, Type::I32, args)
    }

    /// `op` of a word and a constant.
    fn with(&mut self, op: Op, a: Value, constant: u32) -> Value {
        let constant = self.0.i32(constant);
        self.word(op, &[a, constant])
    }

    /// A comparison with a constant.
    fn test(&mut self, op: Op, a: Value, constant: u32) -> Value {
        let constant = self.0.i32(constant);
        self.0.emit(op, Type::BOOL, &[a, constant])
    }

    /// `if_true` where `condition` holds, else 0.
    fn where_true(&mut self, condition: Value, if_true: Value) -> Value {
        let zero = self.0.i32(0);
        self.word(Op::Select, &[condition, if_true, zero])
    }

    /// `op` of 64 bits and a constant.
    fn long_with(&mut self, op: Op, a: Value, constant: u64) -> Value {
        let constant = self.0.module.scalar(Type::I64, constant);
        self.long(op, &[a, constant])
    }

    fn halves(&mut self, a: Value) -> (Value, Value) {
        let high = self.long_with(Op::LShr, a, 32);
        (self.word(Op::ITrunc, &[high]), self.word(Op::ITrunc, &[a]))
    }

    fn quotient(&mut self, a: Value, by: By) -> Value {
        match by {
            By::Value(b, func) => self.0.emit_imm(Op::Call, Type::I64, &[a, b], func.0),
            By::Constant(divisor) if divisor.is_power_of_two() => {
                self.long_with(Op::LShr, a, u64::from(divisor.trailing_zeros()))
            }
            By::Constant(divisor) => self.product(a, Reciprocal::of(divisor)),
        }
    }

    /// The quotient of the magnitudes, negative where one of the numbers is.
    fn signed_quotient(&mut self, a: Value, by: By) -> Value {
        let sign = self.long_with(Op::AShr, a, 63);
        let magnitude = self.with_sign(a, sign);
        let (by, sign) = match by {
            By::Constant(divisor) => {
                let by = By::Constant((divisor as i64).unsigned_abs());
                match (divisor as i64) < 0 {
                    true => (by, self.long_with(Op::Xor, sign, u64::MAX)),
                    false => (by, sign),
                }
            }
            By::Value(b, func) => {
                let b_sign = self.long_with(Op::AShr, b, 63);
                let by = By::Value(self.with_sign(b, b_sign), func);
                (by, self.long(Op::Xor, &[sign, b_sign]))
            }
        };
        let quotient = self.quotient(magnitude, by);
        self.with_sign(quotient, sign)
    }

    /// What is left of `a` behind `quotient` times `b`.
    fn rest(&mut self, a: Value, b: Value, quotient: Value) -> Value {
        let product = self.long(Op::IMul, &[quotient, b]);
        self.long(Op::ISub, &[a, product])
    }

    /// The quotient by what `by` is the reciprocal of.
    fn product(&mut self, a: Value, by: Reciprocal) -> Value {
        let mut product = self.upper_product(a, by.factor);
        if by.long {
            // The sum with what the factor lacks, 2^64 times `a`, halved, which has room for it.
            let rest = self.long(Op::ISub, &[a, product]);
            let half = self.long_with(Op::LShr, rest, 1);
            product = self.long(Op::IAdd, &[half, product]);
        }
        self.long_with(Op::LShr, product, u64::from(by.shift))
    }

    /// The upper 64 bits of a product of two unsigned numbers.
    fn upper_product(&mut self, a: Value, factor: u64) -> Value {
        const LOW: u64 = u32::MAX as u64;
        let (low, high) = (self.long_with(Op::And, a, LOW), self.long_with(Op::LShr, a, 32));
        let (factor_low, factor_high) = (factor & LOW, factor >> 32);
        // No sum of these is more than 64 bits.
        let first = self.long_with(Op::IMul, low, factor_low);
        let carry = self.long_with(Op::LShr, first, 32);
        let second = self.long_with(Op::IMul, high, factor_low);
        let second = self.long(Op::IAdd, &[second, carry]);
        let second_low = self.long_with(Op::And, second, LOW);
        let third = self.long_with(Op::IMul, low, factor_high);
        let third = self.long(Op::IAdd, &[third, second_low]);
        let fourth = self.long_with(Op::IMul, high, factor_high);
        let carry = self.long_with(Op::LShr, second, 32);
        let more = self.long_with(Op::LShr, third, 32);
        let sum = self.long(Op::IAdd, &[fourth, carry]);
        self.long(Op::IAdd, &[sum, more])
    }

    /// `a`, or 0 less it where `sign` is -1 in place of 0.
    fn with_sign(&mut self, a: Value, sign: Value) -> Value {
        let turned = self.long(Op::Xor, &[a, sign]);
        self.long(Op::ISub, &[turned, sign])
    }

    /// The quotient of numbers of which one has more than 32 bits.
    fn of_longs(
        &mut self,
        [a, b]: [Value; 2],
        [a_high, a_low]: [Value; 2],
        [b_high, b_low]: [Value; 2],
    ) -> Value {
        let is_wide = self.test(Op::INe, b_high, 0);
        // A divisor of more than 32 bits by its upper 32, the first of which is set, of half of `a`: at most one too many.
        let leading = self.leading_zeros(b_high);
        let long_leading = self.0.emit(Op::ZExt, Type::I64, &[leading]);
        let shifted = self.long(Op::Shl, &[b, long_leading]);
        let (upper, _) = self.halves(shifted);
        let divisor = self.word(Op::Select, &[is_wide, upper, b_low]);
        // The upper digit of the quotient; what is left of it is less than the divisor.
        let by = self.0.i32(1 << 31);
        let by = self.word(Op::Select, &[is_wide, by, b_low]);
        let first = self.word(Op::UDiv, &[a_high, by]);
        let product = self.word(Op::IMul, &[first, b_low]);
        let rest = self.word(Op::ISub, &[a_high, product]);
        let half = self.long_with(Op::LShr, a, 1);
        let (half_high, half_low) = self.halves(half);
        let high = self.word(Op::Select, &[is_wide, half_high, rest]);
        let low = self.word(Op::Select, &[is_wide, half_low, a_low]);
        let digit = self.digit(high, low, divisor);
        let digit = self.0.emit(Op::ZExt, Type::I64, &[digit]);
        // That of a divisor of 32 bits.
        let first = self.0.emit(Op::ZExt, Type::I64, &[first]);
        let first = self.long_with(Op::Shl, first, 32);
        let of_narrow = self.long(Op::Or, &[first, digit]);
        // Of a wider one: one less than is found, and one more where that is too few.
        let found = self.long(Op::Shl, &[digit, long_leading]);
        let found = self.long_with(Op::LShr, found, 31);
        let [zero, one] = [0, 1].map(|number| self.0.module.scalar(Type::I64, number));
        let is_any = self.0.emit(Op::INe, Type::BOOL, &[found, zero]);
        let less = self.long(Op::Select, &[is_any, one, zero]);
        let found = self.long(Op::ISub, &[found, less]);
        let product = self.long(Op::IMul, &[found, b]);
        let rest = self.long(Op::ISub, &[a, product]);
        let is_more = self.0.emit(Op::UGe, Type::BOOL, &[rest, b]);
        let more = self.long(Op::Select, &[is_more, one, zero]);
        let of_wide = self.long(Op::IAdd, &[found, more]);
        self.long(Op::Select, &[is_wide, of_wide, of_narrow])
    }

    /// Zeros above the highest bit of a word, 0 for a word of zero as well.
    fn leading_zeros(&mut self, a: Value) -> Value {
        let highest = self.word(Op::FindUMsb, &[a]);
        let last = self.0.i32(31);
        let count = self.word(Op::ISub, &[last, highest]);
        // Shifts by 32 are undefined.
        self.with(Op::And, count, 31)
    }

    /// The quotient of `high` * 2^32 + `low` by `divisor`, which is more than `high`.
    fn digit(&mut self, high: Value, low: Value, divisor: Value) -> Value {
        let shift = self.leading_zeros(divisor);
        let divisor = self.word(Op::Shl, &[divisor, shift]);
        let (divisor_high, divisor_low) = (
            self.with(Op::LShr, divisor, 16),
            self.with(Op::And, divisor, 0xffff),
        );
        // `low` moves on by as many bits, in two steps as it may be by none.
        let half = self.with(Op::LShr, low, 1);
        let last = self.0.i32(31);
        let left = self.word(Op::ISub, &[last, shift]);
        let carried = self.word(Op::LShr, &[half, left]);
        let high = self.word(Op::Shl, &[high, shift]);
        let high = self.word(Op::Or, &[high, carried]);
        let low = self.word(Op::Shl, &[low, shift]);
        let (next, last) = (self.with(Op::LShr, low, 16), self.with(Op::And, low, 0xffff));
        let first = self.half_digit(high, next, divisor_high, divisor_low);
        let rest = self.with(Op::Shl, high, 16);
        let rest = self.word(Op::IAdd, &[rest, next]);
        let product = self.word(Op::IMul, &[first, divisor]);
        let rest = self.word(Op::ISub, &[rest, product]);
        let second = self.half_digit(rest, last, divisor_high, divisor_low);
        let first = self.with(Op::Shl, first, 16);
        self.word(Op::IAdd, &[first, second])
    }

    /// The quotient, of 16 bits, of `high` * 2^16 + `next` by a word of two halves, of which the first bit is set: by the upper
    /// half alone, at most two too many.
    fn half_digit(&mut self, high: Value, next: Value, divisor_high: Value, divisor_low: Value) -> Value {
        let mut quotient = self.word(Op::UDiv, &[high, divisor_high]);
        let product = self.word(Op::IMul, &[quotient, divisor_high]);
        let mut rest = self.word(Op::ISub, &[high, product]);
        for _ in 0..2 {
            let fits = self.test(Op::ULt, rest, 1 << 16);
            let is_long = self.test(Op::UGe, quotient, 1 << 16);
            let product = self.word(Op::IMul, &[quotient, divisor_low]);
            let left = self.with(Op::Shl, rest, 16);
            let left = self.word(Op::IAdd, &[left, next]);
            let is_more = self.0.emit(Op::UGt, Type::BOOL, &[product, left]);
            let is_more = self.0.emit(Op::Or, Type::BOOL, &[is_long, is_more]);
            let is_more = self.0.emit(Op::And, Type::BOOL, &[fits, is_more]);
            let one = self.0.i32(1);
            let less = self.where_true(is_more, one);
            quotient = self.word(Op::ISub, &[quotient, less]);
            let more = self.where_true(is_more, divisor_high);
            rest = self.word(Op::IAdd, &[rest, more]);
        }
        quotient
    }
}
