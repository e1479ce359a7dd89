//! Vectors as values (SM 6.9): every operation on vectors, of every type, of lengths from 1 to 1,024.
//!
//! The operations, and many of the inputs, are those of DXC's own execution tests of long vectors; what comes out is worked
//! out here, component by component.

use super::{inputs, longvec_sets as sets};
use crate::case::{Case, Element, List, Want, compute, one_of};
use half::f16;

/// Registers the cases.
pub fn register(list: &mut List) {
    list.add("longvec/float_ops", || {
        float_ops("longvec/float_ops", Float::Single, 5)
    });
    list.add("longvec/float_ops.two", || {
        float_ops("longvec/float_ops.two", Float::Single, 2)
    });
    list.add("longvec/float_ops.half", || {
        float_ops("longvec/float_ops.half", Float::Half, 5)
    });
    list.add("longvec/float_ops.double", || {
        float_ops("longvec/float_ops.double", Float::Double, 5)
    });
    for (variant, bits, signed, len) in [
        ("", 32, true, 5),
        (".uint", 32, false, 4),
        (".int16", 16, true, 5),
        (".uint16", 16, false, 3),
        (".int64", 64, true, 5),
        (".uint64", 64, false, 3),
    ] {
        let name = format!("longvec/int_ops{variant}");
        for (edges, which) in [(false, "DXC's numbers"), (true, "DXC's bits and shifts")] {
            let shader = name.clone();
            list.add(&format!("{name} ({which})"), move || {
                ints_of_dxc(&shader, Int { bits, signed }, len, edges)
            });
        }
        list.add(&name.clone(), move || int_ops(&name, Int { bits, signed }, len));
    }
    for (variant, float, len) in [
        ("", Float::Single, 5),
        (".half", Float::Half, 5),
        (".double", Float::Double, 5),
    ] {
        for (ranges, which) in [(false, "DXC's numbers"), (true, "DXC's ranges")] {
            let name = format!("longvec/float_ops{variant}");
            list.add(&format!("{name} ({which})"), move || {
                floats_of_dxc(&name, float, len, ranges)
            });
        }
    }
    for (variant, from) in [
        ("", Kind::Float(Float::Single)),
        (".half", Kind::Float(Float::Half)),
        (".double", Kind::Float(Float::Double)),
        (".int", Kind::Int(Int::of(32, true))),
        (".uint", Kind::Int(Int::of(32, false))),
        (".int16", Kind::Int(Int::of(16, true))),
        (".uint64", Kind::Int(Int::of(64, false))),
    ] {
        let name = format!("longvec/casts{variant}");
        list.add(&name.clone(), move || casts(&name, from));
    }
    list.add("longvec/special", || special("longvec/special", Float::Single));
    list.add("longvec/special.half", || {
        special("longvec/special.half", Float::Half)
    });
    list.add("longvec/as_types", as_types);
    list.add("longvec/wave", || {
        wave("longvec/wave", Kind::Int(Int::of(32, false)), 5)
    });
    list.add("longvec/wave.uint64", || {
        wave("longvec/wave.uint64", Kind::Int(Int::of(64, false)), 3)
    });
    list.add("longvec/wave.float", || {
        wave("longvec/wave.float", Kind::Float(Float::Single), 5)
    });
    list.add("longvec/wave.half", || {
        wave("longvec/wave.half", Kind::Float(Float::Half), 5)
    });
    list.add("longvec/wave.double", || {
        wave("longvec/wave.double", Kind::Float(Float::Double), 2)
    });
    list.add("longvec/derivatives", || {
        derivatives("longvec/derivatives", Float::Single)
    });
    list.add("longvec/derivatives.half", || {
        derivatives("longvec/derivatives.half", Float::Half)
    });
    list.each("longvec/memory", &["od"], memory);
    list.add("longvec/longest", longest);
    for (variant, len) in [(".n1", 1), (".n3", 3), (".n100", 100)] {
        let name = format!("longvec/longest{variant}");
        list.add(&name.clone(), move || of_length(&name, len));
    }
    list.add("longvec/in_place", in_place_u64);
    // Several components at a time.
    list.add("longvec/in_place (root descriptors)", || {
        in_place_u64().root_descriptors()
    });
    list.add("longvec/in_place.half", || {
        // Whole numbers below 2^11 are exact.
        let (of, sum) = (
            |x: usize| f16::from_f32((x % 64) as f32),
            |a: f16, b: f16| f16::from_f32(a.to_f32() * 3.0 + b.to_f32()),
        );
        in_place("longvec/in_place.half", of, sum, |d: f16, c: f16| {
            f16::from_f32(d.to_f32() - c.to_f32())
        })
    });
    list.add("longvec/heap_rows", heap_rows);
    list.add("longvec/undefined_folds", undefined_folds);
}

/// A type of floats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Float {
    Half,
    Single,
    Double,
}

impl Float {
    pub fn bytes(self) -> u8 {
        match self {
            Self::Half => 2,
            Self::Single => 4,
            Self::Double => 8,
        }
    }
    pub fn append(self, value: f64, bytes: &mut Vec<u8>) {
        match self {
            Self::Half => f16::from_f64(value).append(bytes),
            Self::Single => (value as f32).append(bytes),
            Self::Double => value.append(bytes),
        }
    }
    pub fn rounded(self, value: f64) -> f64 {
        match self {
            Self::Half => f16::from_f64(value).to_f64(),
            Self::Single => f64::from(value as f32),
            Self::Double => value,
        }
    }
    pub fn exactly(self, value: f64) -> Want {
        match self {
            Self::Half => f16::from_f64(value).want(),
            Self::Single => (value as f32).want(),
            Self::Double => value.want(),
        }
    }
    /// Within a few units in the last place, and so many thousandths.
    fn near(self, value: f64, thousandths: f64) -> Want {
        let unit = match self {
            Self::Half => 2e-3,
            Self::Single => 1e-6,
            Self::Double => 1e-14,
        };
        let loose = thousandths * 1e-3;
        Want::Float {
            value,
            bytes: self.bytes(),
            tolerance: crate::case::Tolerance {
                abs: loose + unit,
                rel: loose + unit,
            },
        }
    }
    fn any(self) -> Want {
        Want::Any { bytes: self.bytes() }
    }
}

/// A type of integers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Int {
    pub bits: u32,
    pub signed: bool,
}

impl Int {
    pub const fn of(bits: u32, signed: bool) -> Self {
        Self { bits, signed }
    }
    fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits)
    }
    /// The number that the low bits are.
    fn number(self, bits: u64) -> i128 {
        let bits = bits & self.mask();
        match self.signed && bits >> (self.bits - 1) != 0 {
            true => i128::from(bits) - (1 << self.bits),
            false => i128::from(bits),
        }
    }
    pub fn wrapped(self, value: i128) -> u64 {
        value as u64 & self.mask()
    }
    fn smallest(self) -> i128 {
        if self.signed { -(1 << (self.bits - 1)) } else { 0 }
    }
    fn largest(self) -> i128 {
        if self.signed {
            (1 << (self.bits - 1)) - 1
        } else {
            (1 << self.bits) - 1
        }
    }
    pub fn append(self, value: i128, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&value.to_le_bytes()[..self.bits as usize / 8]);
    }
    pub fn want(self, value: i128) -> Want {
        Want::Bits {
            bits: self.wrapped(value),
            bytes: (self.bits / 8) as u8,
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Int(Int),
    Float(Float),
}

impl Kind {
    fn append(self, value: f64, bytes: &mut Vec<u8>) {
        match self {
            Self::Int(int) => int.append(value as i128, bytes),
            Self::Float(float) => float.append(value, bytes),
        }
    }
    fn want(self, value: f64) -> Want {
        match self {
            Self::Int(int) => int.want(value as i128),
            Self::Float(float) => float.near(value, 0.0),
        }
    }
}

/// What stands at `row` and `lane` of a table that is the same wherever it is made.
fn scrambled(row: usize, lane: usize, which: usize) -> u32 {
    let mut x = (row * 131 + lane * 17 + which * 71 + 5) as u32;
    for _ in 0..3 {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
    }
    x
}

/// A number of each row and component.
type Numbers<'a, T> = &'a dyn Fn(usize, usize) -> T;

/// The numbers of a set, one after another.
fn of_set<T: Copy>(set: &[T], len: usize) -> impl Fn(usize, usize) -> T {
    move |row, lane| set[(row * len + lane) % set.len()]
}

/// With the inputs that DXC's tests of such operations have.
fn floats_of_dxc(name: &str, float: Float, len: usize, ranges: bool) -> Case {
    let sets = match float {
        Float::Half => sets::HALVES,
        Float::Single => sets::SINGLES,
        Float::Double => sets::DOUBLES,
    };
    let [a, b, c] = match ranges {
        false => sets.defaults,
        true => [sets.half_pi, sets.positive, sets.one],
    }
    .map(|set| set.map(|number| float.rounded(number)));
    let (a, b, c) = (of_set(&a, len), of_set(&b, len), of_set(&c, len));
    float_ops_of(name, float, len, [&a, &b, &c])
}

/// Likewise of integers.
fn ints_of_dxc(name: &str, int: Int, len: usize, edges: bool) -> Case {
    let sets = sets::ints(int.bits, int.signed);
    let [first, second, third] = sets.defaults;
    let [a, b, c] = match edges {
        false => [first, second, third],
        true => [sets.bitwise, sets.shifts, third],
    };
    let (a, b, c) = (of_set(&a, len), of_set(&b, len), of_set(&c, len));
    int_ops_of(name, int, len, [&a, &b, &c])
}

fn float_ops(name: &str, float: Float, len: usize) -> Case {
    // None of these is half-way between integers, and no quotient is a multiple but where it is meant to be one.
    let a = |row, lane| f64::from((scrambled(row, lane, 0) % 64) as i32 * 2 - 63) / 16.0;
    let b = |row: usize, lane: usize| match (row + lane) % 4 {
        0 => a(row, lane),
        _ => f64::from((scrambled(row, lane, 1) % 48) as i32 * 2 - 47) / 16.0,
    };
    let c = |row, lane| f64::from((scrambled(row, lane, 2) % 30) as i32 * 2 - 29) / 32.0;
    float_ops_of(name, float, len, [&a, &b, &c])
}

fn float_ops_of(name: &str, float: Float, len: usize, [a, b, c]: [Numbers<'_, f64>; 3]) -> Case {
    let mut input = Vec::new();
    let mut wants = Vec::new();
    let truth = |flag: bool| float.exactly(if flag { 1.0 } else { 0.0 });
    for row in 0..4 {
        for of in [a, b, c] {
            (0..len).for_each(|lane| float.append(of(row, lane), &mut input));
        }
        let mut each = |want: &dyn Fn(f64, f64, f64) -> Want| {
            wants.extend((0..len).map(|lane| want(a(row, lane), b(row, lane), c(row, lane))));
        };
        let exact = |x: f64| float.near(float.rounded(x), 0.0);
        each(&|a, b, _| exact(a + b));
        each(&|a, b, _| exact(a - b));
        each(&|a, b, _| exact(a * b));
        each(&|a, b, _| exact(a / b));
        each(&|a, _, _| float.exactly(-a));
        each(&|a, b, _| float.exactly(a.min(b)));
        each(&|a, b, _| float.exactly(a.max(b)));
        each(&|a, _, _| float.exactly(a.abs()));
        each(&|a, _, _| exact(a.clamp(0.0, 1.0)));
        each(&|a, b, _| truth(a < b));
        each(&|a, b, _| truth(a <= b));
        each(&|a, b, _| truth(a > b));
        each(&|a, b, _| truth(a >= b));
        each(&|a, b, _| truth(a == b));
        each(&|a, b, _| truth(a != b));
        each(&|a, b, c| float.exactly(if a < c { b } else { c }));
        each(&|a, b, _| exact(a * 2.0 + b));
        each(&|a, b, c| exact(a * b + c));
        if float == Float::Double {
            continue;
        }
        each(&|a, b, _| {
            let quotient = a / b;
            if quotient.abs() < 0.5 || (quotient - quotient.round()).abs() > 1e-3 {
                return float.near(a - b * quotient.trunc(), 0.01);
            }
            // The quotient may have come out just below.
            let close = [0.0, b, -b].map(|rest| float.near(rest, 1.0));
            Want::OneOf(close.to_vec())
        });
        each(&|a, _, _| exact(a.ceil()));
        each(&|a, _, _| exact(a.floor()));
        each(&|a, _, _| exact(a.round()));
        each(&|a, _, _| exact(a.trunc()));
        each(&|a, _, _| exact(a - a.floor()));
        each(&|a, _, _| exact(a.abs().sqrt()));
        each(&|a, _, _| exact(1.0 / a.abs().sqrt()));
        each(&|a, _, _| float.near(a.exp2(), 0.01));
        each(&|a, _, _| float.near(a.abs().log2(), 0.01));
        each(&|a, _, _| float.near(a.sin(), 1.0));
        each(&|a, _, _| float.near(a.cos(), 1.0));
        each(&|_, _, c| float.near(c.tan(), 3.0));
        each(&|_, _, c| float.near(c.asin(), 3.0));
        each(&|_, _, c| float.near(c.acos(), 3.0));
        each(&|a, _, _| float.near(a.atan(), 3.0));
        each(&|_, _, c| float.near(c.sinh(), 1.0));
        each(&|_, _, c| float.near(c.cosh(), 1.0));
        each(&|a, _, _| float.near(a.tanh(), 3.0));
        each(&|a, _, _| float.exactly(a.signum()));
        each(&|_, b, _| exact(1.0 / b));
        each(&|a, b, c| exact(a + c * (b - a)));
        each(&|a, b, _| truth(b >= a));
        each(&|a, _, c| exact(a * (c * 3.0).round().exp2()));
        let dot: f64 = (0..len).map(|lane| a(row, lane) * b(row, lane)).sum();
        each(&|_, _, _| float.near(dot, if float == Float::Half { 20.0 } else { 0.02 }));
    }
    compute(name).raw("t0", input).output("u0,space1", wants)
}

/// Numbers at the edges of a type, and others.
fn edge(int: Int, row: usize, lane: usize, which: usize) -> i128 {
    let draw = scrambled(row, lane, which);
    let wide = u64::from(draw) | u64::from(scrambled(row, lane, which + 9)) << 32;
    let edges = [
        0,
        1,
        2,
        7,
        31,
        32,
        33,
        63,
        64,
        int.wrapped(-1),
        int.mask() >> 1,
        (int.mask() >> 1) + 1,
    ];
    int.number(match draw % 3 {
        0 => wide >> 5,
        _ => edges[(draw / 3) as usize % edges.len()],
    })
}

fn int_ops(name: &str, int: Int, len: usize) -> Case {
    let a = |row, lane| edge(int, row, lane, 0);
    let b = |row: usize, lane: usize| match (row + lane) % 5 {
        0 => a(row, lane),
        _ => edge(int, row, lane, 1),
    };
    let c = |row, lane| edge(int, row, lane, 2);
    int_ops_of(name, int, len, [&a, &b, &c])
}

fn int_ops_of(name: &str, int: Int, len: usize, [a, b, c]: [Numbers<'_, i128>; 3]) -> Case {
    let mut input = Vec::new();
    let mut wants = Vec::new();
    let anything = Want::Any {
        bytes: (int.bits / 8) as u8,
    };
    let truth = |flag: bool| int.want(i128::from(flag));
    let lowest = |x: u64| int.want(i128::from(if x == 0 { u32::MAX } else { x.trailing_zeros() }));
    let highest = |x: i128| {
        let x = if x < 0 { !x } else { x };
        let place = 127 - (x as u128).leading_zeros() as i32;
        int.want(i128::from(place as u32))
    };
    for row in 0..4 {
        for of in [a, b, c] {
            (0..len).for_each(|lane| int.append(of(row, lane), &mut input));
        }
        let mut each = |want: &dyn Fn(i128, i128, i128) -> Want| {
            wants.extend((0..len).map(|lane| want(a(row, lane), b(row, lane), c(row, lane))));
        };
        let divided = |a: i128, b: i128, result: &dyn Fn() -> i128| match (b, int.signed) {
            (0, true) => anything.clone(),
            (0, false) => int.want(-1),
            (-1, _) if a == int.smallest() => anything.clone(),
            _ => int.want(result()),
        };
        let count = |b: i128| (b as u64 & u64::from(int.bits - 1)) as u32;
        each(&|a, b, _| int.want(a + b));
        each(&|a, b, _| int.want(a - b));
        each(&|a, b, _| int.want(a.wrapping_mul(b)));
        each(&|a, b, _| divided(a, b, &|| a / b));
        each(&|a, b, _| divided(a, b, &|| a % b));
        each(&|a, b, _| int.want(a & b));
        each(&|a, b, _| int.want(a | b));
        each(&|a, b, _| int.want(a ^ b));
        each(&|a, _, _| int.want(!a));
        each(&|a, _, _| int.want(-a));
        each(&|a, b, _| int.want(a << count(b)));
        each(&|a, b, _| int.want(a >> count(b)));
        each(&|a, b, _| int.want(a.min(b)));
        each(&|a, b, _| int.want(a.max(b)));
        each(&|a, _, _| int.want(a.clamp(2, 90)));
        each(&|a, b, c| int.want(a.wrapping_mul(b).wrapping_add(c)));
        each(&|a, b, _| int.want(a * 3 + b));
        each(&|a, _, _| int.want(i128::from(int.wrapped(a).count_ones())));
        each(&|a, _, _| int.want(i128::from(int.wrapped(a).reverse_bits() >> (64 - int.bits))));
        each(&|a, _, _| highest(a));
        each(&|a, _, _| lowest(int.wrapped(a)));
        each(&|a, b, _| truth(a < b));
        each(&|a, b, _| truth(a <= b));
        each(&|a, b, _| truth(a > b));
        each(&|a, b, _| truth(a >= b));
        each(&|a, b, _| truth(a == b));
        each(&|a, b, _| truth(a != b));
        each(&|a, b, _| truth(a != 0 && b > 5));
        each(&|a, b, _| truth(a != 0 || b > 5));
        each(&|a, b, c| int.want(if a < c { b } else { c }));
        each(&|a, _, _| int.want(if int.signed { a.abs() } else { a }));
        each(&|a, _, _| int.want(a.signum()));
        let (any, all) = (
            (0..len).any(|lane| a(row, lane) != 0),
            (0..len).all(|lane| a(row, lane) != 0),
        );
        each(&|_, _, _| int.want(i128::from(any) + 2 * i128::from(all)));
    }
    compute(name).raw("t0", input).output("u0,space1", wants)
}

fn casts(name: &str, from: Kind) -> Case {
    let float = matches!(from, Kind::Float(_));
    let mut input = Vec::new();
    let mut wants: Vec<Want> = Vec::new();
    let numbers = [
        0.0, 1.0, -1.0, 2.5, -2.75, 100.0, 2047.0, -2000.0, 32767.0, 40000.0, -40000.0, 65472.0, 1e6, -1e6,
        3e9, -3e9, 1e19, 5.0, 0.25, 7.0,
    ];
    let value = |row: usize, lane: usize| -> f64 {
        let number: f64 = numbers[row * 5 + lane];
        match from {
            Kind::Float(Float::Half) => f16::from_f64(number.clamp(-65472.0, 65472.0)).to_f64(),
            Kind::Float(kind) => kind.rounded(number),
            Kind::Int(int) => {
                let number = number.trunc() as i128;
                number.clamp(int.smallest(), int.largest().min(1 << 53)) as f64
            }
        }
    };
    for row in 0..4 {
        (0..5).for_each(|lane| from.append(value(row, lane), &mut input));
        let row: Vec<f64> = (0..5).map(|lane| value(row, lane)).collect();
        // Floats are held to the range, integers lose their upper bits.
        let to_int = |int: Int| {
            move |x: &f64| match float {
                true => int.want((x.trunc() as i128).clamp(int.smallest(), int.largest())),
                false => int.want(*x as i128),
            }
        };
        for (bits, signed) in [(32, true), (32, false), (64, true), (64, false)] {
            wants.extend(row.iter().map(to_int(Int { bits, signed })));
        }
        wants.extend(row.iter().map(|&x| x.want()));
        wants.extend(row.iter().map(|&x| Float::Single.near(x, 0.0)));
        wants.extend(row.iter().map(|&x| u32::from(x != 0.0).want()));
        wants.extend(row.iter().map(to_int(Int::of(16, true))));
        wants.extend(row.iter().map(to_int(Int::of(16, false))));
        wants.extend(row.iter().map(|&x| match x.abs() < 65504.0 {
            true => Float::Half.near(x, 0.0),
            // Beyond the range, as it is rounded.
            false => one_of([f16::INFINITY, f16::MAX].map(|h| if x < 0.0 { -h } else { h })),
        }));
        wants.push(0xbeefu16.want());
    }
    // The two bytes that stay are those of 0xdeadbeef that lie there.
    for (at, want) in (1u32..).zip(wants.iter_mut().skip(50).step_by(51)) {
        let stays = if (at * 232 - 2) % 4 == 0 {
            0xbeefu16
        } else {
            0xdead
        };
        *want = stays.want();
    }
    compute(name).raw("t0", input).output("u0,space1", wants)
}

/// As `misc/undefined_folds`: of the numbers that there may be, the translator takes 17.
fn undefined_folds() -> Case {
    let number = 17i32;
    let mut expected = [3, -3, 5].map(|divisor| number / divisor).to_vec();
    expected.extend([number % 5; 3]);
    expected.extend([3, 300, 3].map(|other| if number > other { number } else { -number }));
    expected.extend([(number as f32).to_bits() as i32; 3]);
    expected.extend([1, 2, 3].map(|count| number >> count));
    compute("longvec/undefined_folds").output("u0,space1", expected)
}

fn special(name: &str, float: Float) -> Case {
    let (largest, smallest) = match float {
        Float::Half => (65504.0, f64::from(2.0f32.powi(-14))),
        _ => (f64::from(f32::MAX), f64::from(f32::MIN_POSITIVE)),
    };
    let numbers = [
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        -f64::NAN,
        0.0,
        -0.0,
        smallest,
        largest,
        -smallest,
        -largest,
        1.0 / 3.0,
        0.5,
    ];
    let a = |row: usize, lane: usize| numbers[(row * 6 + lane) % 12];
    let b = |row: usize, lane: usize| numbers[(row * 6 + lane * 5 + 7 + row / 2) % 12];
    let mut input = Vec::new();
    let mut wants = Vec::new();
    for row in 0..4 {
        (0..6).for_each(|lane| float.append(a(row, lane), &mut input));
        (0..6).for_each(|lane| float.append(b(row, lane), &mut input));
        let mut each = |want: &dyn Fn(f64, f64) -> Want| {
            wants.extend((0..6).map(|lane| want(a(row, lane), b(row, lane))));
        };
        let truth = |flag: bool| float.exactly(if flag { 1.0 } else { 0.0 });
        // Where both are zero, either.
        let chosen = |a: f64, b: f64, x: f64| match a == 0.0 && b == 0.0 {
            true => float.near(0.0, 0.0),
            false => float.exactly(x),
        };
        each(&|a, _| truth(a.is_nan()));
        each(&|a, _| truth(a.is_infinite()));
        each(&|a, _| truth(a.is_finite()));
        each(&|a, b| chosen(a, b, a.min(b)));
        each(&|a, b| chosen(a, b, a.max(b)));
        each(&|a, _| match a.is_nan() {
            true => float.near(0.0, 0.0),
            false => float.near(a.clamp(0.0, 1.0), 0.0),
        });
        // DXC may have taken the comparison for one of numbers.
        each(&|a, b| match a.is_nan() || b.is_nan() {
            true => float.any(),
            false => truth(a >= b),
        });
        each(&|a, _| match (a.is_nan(), float) {
            (true, _) => float.any(),
            (_, Float::Half) => f16::from_f64(a).to_bits().want(),
            _ => (a as f32).to_bits().want(),
        });
    }
    compute(name).raw("t0", input).output("u0,space1", wants)
}

fn as_types() -> Case {
    let words = |row: usize, lane: usize| 0x3f80_0000 + (scrambled(row, lane, 0) & 0x80ff_ffff);
    let doubles = |row: usize, lane: usize| f64::from(scrambled(row, lane, 1) as i32 >> 8) / 64.0 + 0.125;
    let mut input = Vec::new();
    for row in 0..4 {
        (0..6).for_each(|lane| words(row, lane).append(&mut input));
    }
    for row in 0..4 {
        (0..6).for_each(|lane| doubles(row, lane).append(&mut input));
    }
    let mut wants: Vec<Want> = Vec::new();
    for row in 0..4 {
        let mut each = |want: &dyn Fn(u32, f64) -> Want| {
            wants.extend((0..6).map(|lane| want(words(row, lane), doubles(row, lane))));
        };
        each(&|w, _| f32::from_bits(w).want());
        each(&|w, _| (w as i32 >> 3).want());
        each(&|w, _| f64::from_bits(u64::from(w) | u64::from(w.wrapping_add(3)) << 32).want());
        each(&|_, d| (d.to_bits() as u32).want());
        each(&|_, d| ((d.to_bits() >> 32) as u32).want());
        // A fraction of 0.5 to 1 (DXC leaves its sign out) and a power of two.
        let power = |d: f64| (d.abs() as f32).log2().floor() as i32 + 1;
        each(&|_, d| Float::Single.near(d.abs() / f64::from(power(d)).exp2(), 0.0));
        each(&|_, d| (power(d) as f32).want());
        each(&|_, d| Float::Single.near(d - d.trunc(), 0.0));
        each(&|_, d| Float::Single.near(d.trunc(), 0.0));
    }
    compute("longvec/as_types")
        .raw("t0", input)
        .output("u0,space1", wants)
}

fn wave(name: &str, kind: Kind, len: usize) -> Case {
    // Lane 2 has what lane 0 has, lane 3 all but the last component of lane 1; the first component is the same in all.
    let value = |row: usize, lane: usize| -> f64 {
        let like = if row == 3 && lane + 1 == len { 7 } else { row % 2 };
        match lane {
            0 if len > 2 => 3.0,
            _ => f64::from(scrambled(like, lane, 0) % 3 + 1),
        }
    };
    let integers = matches!(kind, Kind::Int(_));
    let mut input = Vec::new();
    let mut wants = Vec::new();
    let mut matches: Vec<[u32; 4]> = Vec::new();
    for row in 0..4 {
        (0..len).for_each(|lane| kind.append(value(row, lane), &mut input));
        let same = |other: usize| (0..len).all(|lane| value(row, lane) == value(other, lane));
        let mask = (0..4).filter(|&other| same(other)).map(|other| 1 << other).sum();
        matches.push([mask, 0, 0, 0]);
        let mut each = |want: &dyn Fn([f64; 4]) -> f64| {
            for lane in 0..len {
                let all = std::array::from_fn(|row| value(row, lane));
                wants.push(kind.want(want(all)));
            }
        };
        let before = |like: bool| (0..row).filter(move |other| !like || other % 2 == row % 2);
        each(&|all| all.iter().sum());
        each(&|all| all.iter().product());
        each(&|all| all.into_iter().fold(f64::MAX, f64::min));
        each(&|all| all.into_iter().fold(f64::MIN, f64::max));
        each(&|all| f64::from(u8::from(all.iter().all(|x| *x == all[0]))));
        each(&|all| all[2]);
        each(&|all| all[(row + 1) & 3]);
        each(&|all| all[0]);
        each(&|all| before(false).map(|other| all[other]).sum());
        each(&|all| before(false).map(|other| all[other]).product());
        each(&|all| before(true).map(|other| all[other]).sum());
        each(&|all| before(true).map(|other| all[other]).product());
        each(&|all| all[1]);
        each(&|all| all[row ^ 1] + 2.0 * all[row ^ 2] + 4.0 * all[row ^ 3]);
        if !integers {
            continue;
        }
        let fold = |values: &mut dyn Iterator<Item = f64>, start: u64, with: fn(u64, u64) -> u64| {
            values.fold(start, |all, x| with(all, x as u64)) as f64
        };
        each(&|all| fold(&mut all.into_iter(), u64::from(u32::MAX), |a, b| a & b));
        each(&|all| fold(&mut all.into_iter(), 0, |a, b| a | b));
        each(&|all| fold(&mut all.into_iter(), 0, |a, b| a ^ b));
        each(&|all| fold(&mut before(true).map(|other| all[other]), 0, |a, b| a | b));
        each(&|all| fold(&mut before(true).map(|other| all[other]), 0, |a, b| a ^ b));
    }
    compute(name)
        .raw("t0", input)
        .output("u0,space1", wants)
        .output("u1,space1", matches)
}

fn derivatives(name: &str, float: Float) -> Case {
    // The same slope in both rows and in both columns.
    let slope = |lane: usize| [lane as f64 + 1.0, 0.5 - lane as f64];
    let mut input = Vec::new();
    let mut wants = Vec::new();
    for row in 0..4usize {
        for lane in 0..5 {
            let [x, y] = slope(lane);
            float.append(3.0 + x * (row % 2) as f64 + y * (row / 2) as f64, &mut input);
        }
        for direction in [0, 1, 0, 1] {
            wants.extend((0..5).map(|lane| float.near(slope(lane)[direction], 0.0)));
        }
    }
    compute(name).raw("t0", input).output("u0,space1", wants)
}

fn memory(name: &str) -> Case {
    struct Row {
        v: [f32; 7],
        k: u32,
        w: [i32; 6],
        flag: bool,
    }
    let rows: Vec<Row> = (0..8)
        .map(|row| Row {
            v: std::array::from_fn(|lane| (scrambled(row, lane, 0) % 16) as f32 / 2.0),
            k: scrambled(row, 0, 1) % 9,
            w: std::array::from_fn(|lane| (scrambled(row, lane, 2) % 21) as i32 - 10),
            flag: row % 3 == 0,
        })
        .collect();
    let mut input: Vec<u8> = Vec::new();
    for row in &rows {
        row.v.iter().for_each(|x| x.append(&mut input));
        row.k.append(&mut input);
        row.w.iter().for_each(|x| x.append(&mut input));
        // Any word that is not zero is true.
        (if row.flag { 0x100u32 } else { 0 }).append(&mut input);
    }
    const TABLE: [f32; 6] = [2.0, 3.0, 5.0, 7.0, 11.0, 13.0];
    let mut wants: Vec<Want> = Vec::new();
    for (i, x) in rows.iter().enumerate() {
        let k = x.k as usize;
        let own = x.v[k % 7];
        wants.extend(rows[(i + 3) & 7].v.map(|y| (y * 2.0 + own).want()));
        let mut local = [x.v, x.v.map(|y| y + 1.0), x.v.map(|y| y * y)];
        wants.push((local[i % 3][k % 7] + TABLE[k % 6]).want());
        local[i % 3][(k + 1) % 7] = 100.0;
        let all: [f32; 7] = std::array::from_fn(|lane| local[0][lane] + local[1][lane] + local[2][lane]);
        wants.push(all[(k + 1) % 7].want());
        let mut w = x.w;
        for round in 0..x.k as i32 {
            w = std::array::from_fn(|lane| w[lane] + x.w[lane] * round);
            if w[0] > 40 {
                w = w.map(|y| y - 17);
            }
        }
        wants.extend(w.map(Element::want));
        let mut turned: [i32; 5] = std::array::from_fn(|lane| x.w[lane + 1] * 2);
        turned[k % 5] = -1;
        wants.extend(turned.map(Element::want));
        let theirs = &rows[7 - i];
        let mut flags = (0..5)
            .map(|lane| u32::from(theirs.v[lane] > theirs.k as f32) << lane)
            .sum::<u32>();
        flags |= u32::from(x.flag) << 5;
        wants.push(flags.want());
        wants.extend([x.w[0] as f32, x.v[6], all[0]].map(Element::want));
    }
    compute(name).raw("t0", input).output("u0,space1", wants)
}

fn longest() -> Case {
    let (start, b) = (2.5f32, 8.25f32);
    let sum = |lane: u32| {
        let a = start + (lane % 32) as f32;
        if a > b { a * 2.0 + b } else { b - a }
    };
    // Exact in any order: sixteenths, below 2^20.
    let dot: f32 = (0..1024).map(|lane| sum(lane) * b).sum();
    compute("longvec/longest")
        .raw("t0", [start, b])
        .output("u0,space1", [dot, sum(1023)])
}

fn of_length(name: &str, len: usize) -> Case {
    let a = |lane: usize| (scrambled(1, lane, 0) % 64) as f32 / 4.0;
    let b = |lane: usize| (scrambled(1, lane, 1) % 64) as f32 / 4.0;
    let sum = |lane: usize| {
        let (a, b) = (a(lane), b(lane));
        if a > b { a * 2.0 + b } else { b - a }
    };
    let index = len * 5 / 7;
    let mut input: Vec<u8> = Vec::new();
    (0..len).for_each(|lane| a(lane).append(&mut input));
    (0..len).for_each(|lane| b(lane).append(&mut input));
    (index as u32).append(&mut input);
    let mut wants: Vec<Want> = (0..len).map(|lane| sum(lane).want()).collect();
    // Exact in any order: sixteenths, far below 2^24.
    let dot: f32 = (0..len).map(|lane| a(lane) * b(lane)).sum();
    wants.extend([dot.want(), sum(index).want()]);
    compute(name).raw("t0", input).output("u0,space1", wants)
}

fn in_place_u64() -> Case {
    let of = |x: usize| (x as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    // Both wrap around.
    let sum = |a: u64, b: u64| a.wrapping_mul(3).wrapping_add(b);
    in_place("longvec/in_place", of, sum, |d: u64, c| d.wrapping_sub(c))
}

fn in_place<T: Element + Copy>(
    name: &str,
    of: impl Fn(usize) -> T,
    sum: impl Fn(T, T) -> T,
    difference: impl Fn(T, T) -> T,
) -> Case {
    const N: usize = 1024;
    let input: Vec<T> = (0..2 * N + 2)
        .map(|at| of(scrambled(at, 0, 3) as usize))
        .collect();
    let mut memory = input.clone();
    let sums: Vec<T> = (0..N).map(|lane| sum(input[lane], input[N + lane])).collect();
    memory[1..=N].copy_from_slice(&sums);
    let differences: Vec<T> = (0..N)
        .map(|lane| difference(memory[N + 2 + lane], memory[2 + lane]))
        .collect();
    memory[N + 1..=2 * N].copy_from_slice(&differences);
    compute(name).raw("u0", input).expect("u0", memory)
}

fn heap_rows() -> Case {
    let rows = inputs::whole::<9>(8);
    let before = |row: usize| rows[(row + 7) & 7].map(|x| x * 3.0);
    let tripled: Vec<[f32; 9]> = (0..8).map(before).collect();
    let sums: Vec<[f32; 9]> = (0..8)
        .map(|row| std::array::from_fn(|lane| before(row)[lane] + rows[row][lane]))
        .collect();
    compute("longvec/heap_rows")
        .raw("t0,heap", rows)
        .output("u1,heap", tripled)
        .output("u2,heap", sums)
}
