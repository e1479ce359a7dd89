//! Vectors as values (SM 6.9) at many lengths: each operation, type and set of inputs of DXC's own execution tests of long
//! vectors, and the lengths that these have.
//!
//! What comes out is worked out here, component by component, and may be off by what those tests allow. Where the SPIR-V
//! instruction promises less than they ask, it may be off by that.

use super::longvec::{Float, Int};
use super::longvec_sets as sets;
use crate::case::{Case, List, Tolerance, Want, compute};

/// Which lengths a shader, `testdata/lengths/<its name>.hlsl`, is compiled with. All are lengths of DXC's tests.
struct Shader {
    name: &'static str,
    /// Of every type.
    every: &'static [usize],
    /// And of some.
    some: &'static [(usize, &'static [&'static str])],
}

const SHADERS: [Shader; 4] = [
    Shader {
        name: "ops",
        every: &[3, 5, 17],
        some: &[
            (16, &["i32", "u16", "f32", "f64"]),
            (35, &["i64", "f16", "f32"]),
            (100, &["bool", "u32"]),
            (256, &["bool", "i16", "i32", "i64", "f32", "f64"]),
            (512, &["m16f"]),
            (
                1024,
                &[
                    "bool", "i16", "u16", "i32", "u32", "i64", "u64", "f16", "f32", "f64",
                ],
            ),
        ],
    },
    Shader {
        name: "casts",
        every: &[3, 5, 17],
        some: &[
            (16, &["f32"]),
            (35, &["i16", "u64", "f32"]),
            (100, &["i32", "f16"]),
            (256, &["i16", "f32"]),
            (
                1024,
                &[
                    "bool", "i16", "u16", "i32", "u32", "i64", "u64", "f16", "f32", "f64",
                ],
            ),
        ],
    },
    Shader {
        name: "wave",
        every: &[3, 5],
        some: &[
            (16, &["u32"]),
            (17, &["f16"]),
            (35, &["bool"]),
            (256, &["u32", "f16"]),
            (1024, &["bool", "u32", "i64", "f16", "f32"]),
        ],
    },
    Shader {
        name: "memory",
        every: &[3, 17, 100],
        // Elements of structured buffers have 2,048 bytes at most.
        some: &[
            (256, &["i64", "u64", "f64"]),
            (512, &["i32", "f32"]),
            (1024, &["i16", "f16", "u32"]),
        ],
    },
];

impl Shader {
    /// Lengths that there are of a type.
    fn lengths(&self, of: Type) -> Vec<usize> {
        let some = self.some.iter().filter(|(_, types)| types.contains(&of.name));
        self.every
            .iter()
            .copied()
            .chain(some.map(|(len, _)| *len))
            .collect()
    }
}

/// Registers the cases.
pub fn register(list: &mut List) {
    for shader in SHADERS {
        for of in TYPES {
            for len in shader.lengths(of) {
                let name = format!("lengths/{}.{}_{len}", shader.name, of.name);
                let case = name.clone();
                match shader.name {
                    "ops" => list.add(&case, move || operations(of, len, &name)),
                    "casts" => list.add(&case, move || casts(of, len, &name)),
                    "wave" => list.add(&case, move || wave(of, len, &name)),
                    _ => register_memory(list, of, len, name),
                }
            }
        }
    }
}

/// By tables, root descriptors and the heap; those that take long, by the heap alone.
fn register_memory(list: &mut List, of: Type, len: usize, name: String) {
    let from_heap = format!("{name}_heap");
    list.add(&from_heap.clone(), move || memory(of, len, &from_heap, ",heap"));
    if len > 100 {
        return;
    }
    let shader = name.clone();
    list.add(&format!("{name} (tables)"), move || {
        memory(of, len, &shader, "").tables()
    });
    list.add(&format!("{name} (root descriptors)"), move || {
        memory(of, len, &name, "").root_descriptors()
    });
}

/// A type of components.
#[derive(Clone, Copy, Debug)]
struct Type {
    /// As the shaders' variants have it.
    name: &'static str,
    kind: Kind,
    /// Whether it is of minimum precision: 32 bits in memory, and as few as 16 when computed with.
    minimum: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Truth,
    Int(Int),
    Float(Float),
}

const TYPES: [Type; 13] = {
    const fn of(name: &'static str, kind: Kind, minimum: bool) -> Type {
        Type { name, kind, minimum }
    }
    [
        of("bool", Kind::Truth, false),
        of("i16", Kind::Int(Int::of(16, true)), false),
        of("u16", Kind::Int(Int::of(16, false)), false),
        of("i32", Kind::Int(Int::of(32, true)), false),
        of("u32", Kind::Int(Int::of(32, false)), false),
        of("i64", Kind::Int(Int::of(64, true)), false),
        of("u64", Kind::Int(Int::of(64, false)), false),
        of("f16", Kind::Float(Float::Half), false),
        of("f32", Kind::Float(Float::Single), false),
        of("f64", Kind::Float(Float::Double), false),
        of("m16f", Kind::Float(Float::Single), true),
        of("m16i", Kind::Int(Int::of(32, true)), true),
        of("m16u", Kind::Int(Int::of(32, false)), true),
    ]
};

impl Type {
    /// Size in memory.
    fn bytes(self) -> usize {
        match self.kind {
            Kind::Truth => 4,
            Kind::Int(int) => int.bits as usize / 8,
            Kind::Float(float) => float.bytes().into(),
        }
    }
    fn append(self, number: Number, bytes: &mut Vec<u8>) {
        match (self.kind, number) {
            (Kind::Truth, Number::Int(x)) => bytes.extend_from_slice(&(x as u32).to_le_bytes()),
            (Kind::Int(int), Number::Int(x)) => int.append(x, bytes),
            (Kind::Float(float), Number::Float(x)) => float.append(x, bytes),
            _ => panic!("{number:?} is no {}", self.name),
        }
    }
    fn exactly(self, number: Number) -> Want {
        match (self.kind, number) {
            (Kind::Truth, Number::Int(x)) => word(x),
            (Kind::Int(int), Number::Int(x)) => int.want(x),
            (Kind::Float(float), Number::Float(x)) => float.exactly(x),
            _ => panic!("{number:?} is no {}", self.name),
        }
    }
    /// The float that is computed with.
    fn precision(self, float: Float) -> Float {
        if self.minimum { Float::Half } else { float }
    }
    /// So many numbers of a set, from the first on again where there are fewer.
    fn set(self, set: sets::Set, len: usize) -> Vec<Number> {
        let numbers: Vec<Number> = match self.kind {
            Kind::Truth => sets::truths(set).iter().map(|&x| Number::Int(x.into())).collect(),
            Kind::Int(int) => {
                let of = match self.minimum {
                    true => sets::ints_of_minimum_precision(set, int.signed),
                    false => sets::ints_of(set, int.bits, int.signed),
                };
                of.iter().map(|&x| Number::Int(x)).collect()
            }
            Kind::Float(float) => {
                let of = match (self.minimum, float) {
                    (true, _) => sets::floats_of_minimum_precision(set),
                    (_, float) => sets::floats_of(set, float.bytes()),
                };
                of.iter().map(|&x| Number::Float(float.rounded(x))).collect()
            }
        };
        numbers.iter().copied().cycle().take(len).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Number {
    Int(i128),
    Float(f64),
}

impl Number {
    fn int(self) -> i128 {
        match self {
            Self::Int(x) => x,
            Self::Float(x) => x as i128,
        }
    }
    fn float(self) -> f64 {
        match self {
            Self::Int(x) => x as f64,
            Self::Float(x) => x,
        }
    }
    fn is_zero(self) -> bool {
        self == Self::Int(0) || self == Self::Float(0.0)
    }
    fn is_below(self, other: Self) -> bool {
        match (self, other) {
            (Self::Int(a), Self::Int(b)) => a < b,
            _ => self.float() < other.float(),
        }
    }
}

fn word(x: i128) -> Want {
    Want::Bits {
        bits: u64::from(x as u32),
        bytes: 4,
    }
}

fn truth(flag: bool) -> Want {
    word(flag.into())
}

/// What lies between the numbers of a float at `value`.
fn unit(float: Float, value: f64) -> f64 {
    let (digits, least) = match float {
        Float::Half => (10, -14),
        Float::Single => (23, -126),
        Float::Double => (52, -1022),
    };
    let exponent = if value == 0.0 {
        least
    } else {
        value.abs().log2().floor() as i32
    };
    f64::from(exponent.max(least) - digits).exp2()
}

/// A result that may be so many units in the last place off.
fn units(of: Type, value: f64, units: f64) -> Want {
    let Kind::Float(float) = of.kind else {
        panic!("units of {}", of.name);
    };
    let precision = of.precision(float);
    let value = precision.rounded(value);
    off(
        of,
        value,
        if value.is_finite() {
            units * unit(precision, value)
        } else {
            0.0
        },
    )
}

/// A result that may be so far off.
fn off(of: Type, value: f64, abs: f64) -> Want {
    Want::Float {
        value,
        bytes: of.bytes() as u8,
        // No zero: the sign of zero is not asked for.
        tolerance: Tolerance {
            abs: abs.max(f64::MIN_POSITIVE),
            rel: 0.0,
        },
    }
}

/// What comes out, by buffer.
#[derive(Default)]
struct Out {
    same: Vec<Want>,
    words: Vec<Want>,
}

/// Fills up to a whole word.
fn whole(mut wants: Vec<Want>) -> Vec<Want> {
    let size: usize = wants.iter().map(Want::size).sum();
    if !size.is_multiple_of(4) {
        wants.push(Want::Bits {
            bits: 0xdead,
            bytes: 2,
        });
    }
    wants
}

/// Vectors as bytes, up to a whole word.
fn bytes_of(of: Type, vectors: &[&[Number]]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for vector in vectors {
        vector.iter().for_each(|&number| of.append(number, &mut bytes));
    }
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    bytes
}

fn operations(of: Type, len: usize, name: &str) -> Case {
    use sets::Set;
    let [a, b, c, zero, condition] = [
        Set::Default1,
        Set::Default2,
        Set::Default3,
        Set::Zero,
        Set::SelectCond,
    ]
    .map(|set| of.set(set, len));
    let others = match of.kind {
        Kind::Truth => vec![Set::NoZero],
        Kind::Int(_) if of.minimum => vec![Set::NoZero, Set::BitShiftRhs],
        Kind::Int(_) => vec![Set::NoZero, Set::BitShiftRhs, Set::Bitwise],
        Kind::Float(Float::Double) => vec![Set::SplitDouble],
        Kind::Float(_) if of.minimum => vec![Set::RangeOne, Set::RangeHalfPi],
        Kind::Float(_) => vec![Set::RangeOne, Set::RangeHalfPi, Set::FloatSpecial],
    };
    let others: Vec<Vec<Number>> = others.into_iter().map(|set| of.set(set, len)).collect();
    let mut out = Out::default();
    out.same.extend(a.iter().map(|&x| of.exactly(x)));
    let nothing = match of.kind {
        Kind::Float(_) => Number::Float(0.0),
        _ => Number::Int(0),
    };
    let mut some = vec![nothing; len];
    for place in [0, len - 1, 1, len - 2, len / 2, len / 2 + 1]
        .into_iter()
        .take(len)
    {
        some[place] = a[place];
    }
    for _ in 0..2 {
        out.same.extend(some.iter().map(|&x| of.exactly(x)));
    }
    out.same.extend((0..len).map(|_| of.exactly(a[0])));
    let chosen = |lane: usize| {
        if condition[lane].is_zero() {
            c[lane]
        } else {
            b[lane]
        }
    };
    out.same.extend((0..len).map(|lane| of.exactly(chosen(lane))));
    match of.kind {
        Kind::Truth => {
            for each in [|a, b| a | b, |a, b| a ^ b, |a, b| a & b, |a, b| a | b] {
                let all = a.iter().zip(&b);
                out.same.extend(all.map(|(a, b)| word(each(a.int(), b.int()))));
            }
        }
        Kind::Int(int) => int_arithmetic(int, of, [&a, &b, &c], &mut out),
        Kind::Float(_) => float_arithmetic(of, [&a, &b, &c], &mut out),
    }
    if !matches!(of.kind, Kind::Float(_)) {
        let sets = [&a, &zero, &others[0]];
        for set in sets {
            let any = set.iter().any(|x| !x.is_zero());
            out.words.extend((0..len).map(|_| truth(any)));
        }
        for set in sets {
            let all = set.iter().all(|x| !x.is_zero());
            out.words.extend((0..len).map(|_| truth(all)));
        }
    }
    match of.kind {
        Kind::Truth => {}
        Kind::Int(int) => bit_operations(int, of, [&a, &b], &others, &mut out),
        Kind::Float(Float::Double) => doubles(of, [&a, &b, &c], &others[0], &mut out),
        Kind::Float(float) => functions(float, of, [&a, &b], &others, &mut out),
    }
    reinterpreted(of, [&a, &b], &mut out);
    let mut input = vec![a.as_slice(), &b, &c, &zero, &condition];
    input.extend(others.iter().map(Vec::as_slice));
    let case = compute(name).raw("t0", bytes_of(of, &input));
    case.output("u0,space1", whole(out.same))
        .output("u1,space1", whole(out.words))
}

fn signs_and_comparisons([a, b]: [&[Number]; 2], out: &mut Out) {
    let zero = |x: &Number| Number::Int(0).is_below(*x) as i128 - x.is_below(Number::Int(0)) as i128;
    out.words.extend(a.iter().map(|x| word(zero(x))));
    type Test = fn(Number, Number) -> bool;
    let tests: [Test; 6] = [
        |a, b| a.is_below(b),
        |a, b| !b.is_below(a),
        |a, b| b.is_below(a),
        |a, b| !a.is_below(b),
        |a, b| a == b,
        |a, b| a != b,
    ];
    for test in tests {
        out.words
            .extend(a.iter().zip(b).map(|(&a, &b)| truth(test(a, b))));
    }
}

/// What all numbers do, in the shader's order.
macro_rules! of_numbers {
    ($each:ident) => {
        $each(&|a, b, _| a + b);
        $each(&|a, b, _| a - b);
        $each(&|a, b, _| a * b);
        $each(&|a, b, _| a.min(b));
        $each(&|a, b, _| a.max(b));
        $each(&|a, b, c| a * b + c);
        $each(&|a, _, _| a.abs());
    };
}

fn int_arithmetic(int: Int, of: Type, [a, b, c]: [&[Number]; 3], out: &mut Out) {
    let mut each = |result: &dyn Fn(i128, i128, i128) -> i128| {
        let all = a.iter().zip(b).zip(c);
        out.same
            .extend(all.map(|((a, b), c)| int.want(result(a.int(), b.int(), c.int()))));
    };
    of_numbers!(each);
    // HLSL has no division of signed integers of minimum precision.
    if !(of.minimum && int.signed) {
        each(&|a, b, _| a / b);
    }
    signs_and_comparisons([a, b], out);
}

fn bit_operations(int: Int, of: Type, [a, b]: [&[Number]; 2], others: &[Vec<Number>], out: &mut Out) {
    let shifts = &others[1];
    let mut each = |b: &[Number], result: &dyn Fn(i128, i128) -> i128| {
        let all = a.iter().zip(b);
        out.same
            .extend(all.map(|(a, b)| int.want(result(a.int(), b.int()))));
    };
    let count = |b: i128| b & i128::from(int.bits - 1);
    if !(of.minimum && int.signed) {
        each(b, &|a, b| a % b);
    }
    each(b, &|a, b| a & b);
    each(b, &|a, b| a | b);
    each(b, &|a, b| a ^ b);
    each(shifts, &|a, b| a << count(b));
    each(shifts, &|a, b| a >> count(b));
    let Some(bits) = others.get(2) else { return };
    each(b, &|a, _| {
        i128::from(int.wrapped(a).reverse_bits() >> (64 - int.bits))
    });
    let mut each = |result: &dyn Fn(i128) -> i128| {
        out.words.extend(bits.iter().map(|x| word(result(x.int()))));
    };
    each(&|x| int.wrapped(x).count_ones().into());
    each(&|x| {
        let x = if x < 0 { !x } else { x };
        127 - i128::from(x.leading_zeros())
    });
    each(&|x| match int.wrapped(x) {
        0 => -1,
        bits => bits.trailing_zeros().into(),
    });
}

fn float_arithmetic(of: Type, [a, b, c]: [&[Number]; 3], out: &mut Out) {
    let mut each = |result: &dyn Fn(f64, f64, f64) -> f64| {
        let all = a.iter().zip(b).zip(c);
        out.same
            .extend(all.map(|((a, b), c)| units(of, result(a.float(), b.float(), c.float()), 1.0)));
    };
    of_numbers!(each);
    each(&|a, b, _| a / b);
    signs_and_comparisons([a, b], out);
}

fn doubles(of: Type, [a, b, c]: [&[Number]; 3], split: &[Number], out: &mut Out) {
    out.same
        .extend(a.iter().map(|a| units(of, a.float().clamp(0.0, 1.0), 1.0)));
    let all = a.iter().zip(b).zip(c);
    out.same
        .extend(all.map(|((a, b), c)| units(of, a.float().mul_add(b.float(), c.float()), 1.0)));
    for half in [0, 32] {
        let bits = |x: &Number| i128::from(x.float().to_bits() >> half);
        out.words.extend(split.iter().map(|x| word(bits(x))));
    }
}

fn functions(float: Float, of: Type, [a, b]: [&[Number]; 2], others: &[Vec<Number>], out: &mut Out) {
    let precision = of.precision(float);
    let (one, half_pi) = (&others[0], &others[1]);
    let mut each = |of_set: &[Number], want: &dyn Fn(f64, f64) -> Want| {
        let all = of_set.iter().zip(b);
        out.same.extend(all.map(|(a, b)| want(a.float(), b.float())));
    };
    // Those without a range of their own are off by units where they are of 16 bits.
    let (angle, two) = match precision {
        Float::Half => (3e-3, true),
        _ => (8e-4, false),
    };
    let near = |x: f64| off(of, precision.rounded(x), angle);
    let wide = |x: f64| if two { units(of, x, 2.0) } else { near(x) };
    let last = |x: f64| units(of, x, 1.0);
    each(a, &|a, _| last(a.clamp(0.0, 1.0)));
    // By way of a quotient that may come out just below a whole number.
    each(a, &|a, b| match (a % b).abs() {
        0.0 => Want::OneOf(vec![off(of, 0.0, 0.0), off(of, a, unit(precision, a))]),
        _ => last(a % b),
    });
    each(a, &|a, b| last(a * b.exp2()));
    each(one, &|x, _| near(x.acos()));
    each(half_pi, &|x, _| near(x.asin()));
    each(half_pi, &|x, _| near(x.atan()));
    each(a, &|a, _| near(a.cos()));
    each(a, &|a, _| wide(a.cosh()));
    each(a, &|a, _| near(a.sin()));
    each(a, &|a, _| wide(a.sinh()));
    each(a, &|a, _| wide(a.tan()));
    each(a, &|a, _| near(a.tanh()));
    each(a, &|a, _| last(a.ceil()));
    each(a, &|a, _| last(a.exp()));
    each(a, &|a, _| last(a.floor()));
    each(a, &|a, _| last(a - a.floor()));
    each(a, &|a, _| last(a.ln()));
    each(a, &|a, _| last(1.0 / a));
    each(a, &|a, _| last(a.round_ties_even()));
    each(a, &|a, _| last(1.0 / a.sqrt()));
    each(a, &|a, _| last(a.sqrt()));
    each(a, &|a, _| last(a.trunc()));
    each(a, &|a, _| last(a.exp2()));
    each(a, &|a, _| last(a.log10()));
    each(a, &|a, _| last(a.log2()));
    let (dot, error) = dot_product(precision, a, b);
    each(a, &|_, _| off(of, precision.rounded(dot), error));
    if let Some(special) = others.get(2) {
        for test in [f64::is_finite, f64::is_infinite, f64::is_nan] {
            out.words.extend(special.iter().map(|x| truth(test(x.float()))));
        }
        let mut each = |result: &dyn Fn(f64) -> f64| {
            out.same.extend(a.iter().map(|a| last(result(a.float()))));
        };
        each(&|a| a - a.trunc());
        each(&f64::trunc);
    }
}

/// A sum of products, and what it may be off by if it is added in the worst order, half a unit each time.
fn dot_product(float: Float, a: &[Number], b: &[Number]) -> (f64, f64) {
    let products: Vec<f64> = a.iter().zip(b).map(|(a, b)| a.float() * b.float()).collect();
    let mut error: f64 = products.iter().map(|&x| unit(float, x) / 2.0).sum();
    let mut sums = [0.0; 2];
    for (sum, below) in sums.iter_mut().zip([false, true]) {
        let mut ordered: Vec<f64> = products.iter().copied().filter(|x| (*x < 0.0) == below).collect();
        ordered.sort_by(|a, b| b.abs().total_cmp(&a.abs()));
        for (place, x) in ordered.iter().enumerate() {
            *sum += x;
            if place > 0 {
                error += unit(float, *sum) / 2.0;
            }
        }
    }
    let dot = sums[0] + sums[1];
    (dot, error + unit(float, dot) / 2.0)
}

/// What has other types over the same bits.
fn reinterpreted(of: Type, [a, b]: [&[Number]; 2], out: &mut Out) {
    if of.minimum {
        return;
    }
    let times = match of.kind {
        Kind::Truth | Kind::Float(Float::Double) => return,
        Kind::Int(int) if int.bits == 64 => return,
        _ => 3,
    };
    let exact: Vec<Want> = a
        .iter()
        .map(|&x| {
            let mut bytes = Vec::new();
            of.append(x, &mut bytes);
            let bits = bytes
                .iter()
                .rev()
                .fold(0, |all, &byte| all << 8 | u64::from(byte));
            Want::Bits {
                bits,
                bytes: bytes.len() as u8,
            }
        })
        .collect();
    (0..times).for_each(|_| out.same.extend_from_slice(&exact));
    match of.kind {
        Kind::Float(Float::Single) => {
            // The sign is left out.
            let exponent = |x: f64| x.abs().log2().floor() + 1.0;
            out.same.extend(
                a.iter()
                    .map(|x| units(of, x.float().abs() / exponent(x.float()).exp2(), 1.0)),
            );
            out.same
                .extend(a.iter().map(|x| units(of, exponent(x.float()), 1.0)));
        }
        Kind::Int(Int {
            bits: 32,
            signed: false,
        }) => {
            let pairs = a.iter().zip(b);
            out.words.extend(pairs.map(|(low, high)| Want::Bits {
                bits: low.int() as u64 | (high.int() as u64) << 32,
                bytes: 8,
            }));
        }
        _ => {}
    }
}

fn casts(of: Type, len: usize, name: &str) -> Case {
    let a = of.set(sets::Set::Default1, len);
    let positive = match of.kind {
        Kind::Float(_) => of.set(sets::Set::Positive, len),
        _ => a.clone(),
    };
    let mut wants: Vec<Want> = Vec::new();
    let mut put = |numbers: &[Number], want: &dyn Fn(Number) -> Want| {
        wants.extend(numbers.iter().map(|&x| want(x)));
        let size: usize = wants.iter().map(Want::size).sum();
        // What is left out stays as it was.
        for at in (size..size.next_multiple_of(8)).step_by(2) {
            wants.push(Want::Bits {
                bits: if at % 4 == 0 { 0xbeef } else { 0xdead },
                bytes: 2,
            });
        }
    };
    let to_int = |int: Int| move |x: Number| int.want(x.int());
    put(&a, &|x| truth(!x.is_zero()));
    put(&a, &to_int(Int::of(32, true)));
    put(&positive, &to_int(Int::of(32, false)));
    put(&a, &to_int(Int::of(64, true)));
    put(&positive, &to_int(Int::of(64, false)));
    put(&a, &|x| off_sign(Float::Single, x.float()));
    if !of.minimum {
        put(&a, &|x| off_sign(Float::Double, x.float()));
        put(&a, &to_int(Int::of(16, true)));
        put(&positive, &to_int(Int::of(16, false)));
        put(&a, &|x| off_sign(Float::Half, x.float()));
    }
    let case = compute(name).raw("t0", bytes_of(of, &[&a, &positive]));
    case.output("u0,space1", whole(wants))
}

/// A number as a float, whose zero may have any sign.
fn off_sign(float: Float, value: f64) -> Want {
    Want::Float {
        value: float.rounded(value),
        bytes: float.bytes(),
        tolerance: Tolerance {
            abs: f64::MIN_POSITIVE,
            rel: 0.0,
        },
    }
}

fn wave(of: Type, len: usize, name: &str) -> Case {
    use sets::Set;
    let a = of.set(Set::Default1, len);
    let ones = match of.kind {
        Kind::Truth => a.clone(),
        _ => of.set(Set::AllOnes, len),
    };
    let bits = match of.kind {
        Kind::Int(_) => of.set(Set::WaveMultiPrefixBitwise, len),
        _ => a.clone(),
    };
    let slopes = of.set(Set::Default2, len);
    let (mid, last) = ((len / 2).min(2), (len - 1).min(3));
    let mut same: Vec<Want> = Vec::new();
    let mut equal: Vec<Want> = Vec::new();
    let mut matches: Vec<[Want; 4]> = Vec::new();
    let all: u32 = (0..4)
        .filter(|lane| ![0, mid, last].contains(lane))
        .map(|lane| 1 << lane)
        .sum();
    for lane in 0..4 {
        let row = Row {
            of,
            lane,
            a: &a,
            bits: &bits,
        };
        row.reads(&mut same);
        equal.extend((0..len).map(|place| truth(place + 1 < len)));
        let mask = if [0, mid, last].contains(&lane) {
            1 << lane
        } else {
            all
        };
        matches.push([mask, 0, 0, 0].map(|mask: u32| word(mask.into())));
        match of.kind {
            Kind::Truth => {}
            Kind::Int(int) => row.ints(int, &mut same),
            Kind::Float(float) => row.floats(float, &mut same),
        }
    }
    let case = compute(name).raw("t0", bytes_of(of, &[&a, &ones, &bits, &slopes]));
    let case = case
        .output("u0,space1", whole(same))
        .output("u1,space1", whole(equal));
    case.output("u2,space1", whole(matches.concat()))
}

/// What one of four lanes writes.
struct Row<'a> {
    of: Type,
    lane: usize,
    a: &'a [Number],
    bits: &'a [Number],
}

impl Row<'_> {
    fn reads(&self, same: &mut Vec<Want>) {
        let (of, len) = (self.of, self.a.len());
        (0..2).for_each(|_| same.extend((0..len).map(|_| of.exactly(self.a[0]))));
        // Lane 2, the other of the row, of the column, the one across; which of these has the third component everywhere.
        for (from, special) in [(2, 2), (self.lane ^ 1, 2), (self.lane ^ 2, 1), (self.lane ^ 3, 0)] {
            let read = |place: usize| if from == special { self.a[2] } else { self.a[place] };
            same.extend((0..len).map(|place| of.exactly(read(place))));
        }
    }
    fn ints(&self, int: Int, same: &mut Vec<Want>) {
        let (lane, len) = (self.lane, self.a.len());
        let mut each = |result: &dyn Fn(i128, i128, usize) -> i128| {
            let all = self.a.iter().zip(self.bits).enumerate();
            same.extend(all.map(|(place, (a, bits))| int.want(result(a.int(), bits.int(), place))));
        };
        each(&|a, _, _| a * 4);
        each(&|a, _, _| a);
        each(&|a, _, _| a + 3);
        each(&|_, _, _| 3);
        each(&|a, _, _| a * lane as i128);
        each(&|a, _, _| a.pow(lane as u32));
        // Of the lanes 1 to 3, those before.
        let before = lane.saturating_sub(1);
        each(&|a, _, _| a * before as i128);
        each(&|a, _, _| a.pow(before as u32));
        if self.of.minimum && before == 0 {
            // All ones, of at least 16 bits.
            let minus_one = [-1, 0xffff].map(|x| int.want(x));
            (0..len).for_each(|_| same.push(Want::OneOf(minus_one.to_vec())));
        } else {
            let mut each = |result: &dyn Fn(i128) -> i128| {
                same.extend(self.bits.iter().map(|x| int.want(result(x.int()))));
            };
            each(&|x| if before == 0 { -1 } else { x & 6 });
        }
        let mut each = |result: &dyn Fn(i128, usize) -> i128| {
            let all = self.bits.iter().enumerate();
            same.extend(all.map(|(place, x)| int.want(result(x.int(), place))));
        };
        each(&|x, _| if before == 0 { 0 } else { x & !2 });
        let lower = |place: usize| place < len / 2 || place + 1 == len;
        each(&|x, place| match before {
            0 => 0,
            1 => x,
            _ if lower(place) => x,
            _ => 0,
        });
        if !int.signed && int.bits >= 32 && !self.of.minimum {
            let mut each = |result: &dyn Fn(i128) -> i128| {
                same.extend(self.a.iter().map(|x| int.want(result(x.int()))));
            };
            each(&|a| a & !1);
            each(&|a| a | 1);
            each(&|_| 1);
        }
    }
    fn floats(&self, float: Float, same: &mut Vec<Want>) {
        let (of, lane) = (self.of, self.lane);
        let mut each = |result: &dyn Fn(f64) -> f64, off: f64| {
            same.extend(self.a.iter().map(|a| units(of, result(a.float()), off)));
        };
        each(&|a| a * 4.0, 2.0);
        each(&|a| a, 1.0);
        each(&|a| a + 3.0, 1.0);
        each(&|_| 3.0, 1.0);
        each(&|a| a * lane as f64, 2.0);
        each(&|a| a.powi(lane as i32), 2.0);
        let before = lane.saturating_sub(1);
        each(&|a| a * before as f64, 1.0);
        each(&|a| a.powi(before as i32), 1.0);
        if float != Float::Double {
            // Twice the number of the lane is added to what all have.
            for slope in [2.0, 4.0, 2.0, 4.0] {
                each(&|_| slope, 1.0);
            }
        }
    }
}

/// Copies: through views or root descriptors, or the heap.
fn memory(of: Type, len: usize, shader: &str, heap: &str) -> Case {
    let a = of.set(sets::Set::Default1, len);
    let bytes = bytes_of(of, &[&a]);
    let wants: Vec<Want> = a.iter().map(|&x| of.exactly(x)).collect();
    let size = of.bytes() * len;
    let mut raw = wants.clone();
    for at in (size..size.next_multiple_of(8)).step_by(2) {
        raw.push(Want::Bits {
            bits: if at % 4 == 0 { 0xbeef } else { 0xdead },
            bytes: 2,
        });
    }
    raw.extend_from_slice(&wants);
    let place = |outside: &str, number: u32| match heap {
        "" => outside.to_owned(),
        _ => format!("{}{number}{heap}", &outside[..1]),
    };
    let case = compute(shader)
        .raw(&place("t0", 0), bytes.clone())
        .raw(&place("u0", 1), bytes.clone())
        .output(&place("u2", 2), whole(raw));
    if size > 2048 {
        return case;
    }
    let rows = whole([wants.clone(), wants].concat());
    case.raw(&place("t1", 3), bytes.clone())
        .raw(&place("u1", 4), bytes)
        .output(&place("u3", 5), rows)
}
