//! Vectors (SM 6.9) as DXC makes them seldom or never.
//!
//! Those of one element, which SPIR-V has not, are the element. Per thread `t` of 32, `x = t + 1.5` comes out in four ways: `testdata/shaders/structs/vectors_of_one.dxil`.

use super::assembler::{Assembler, V};

pub fn assemble() -> Vec<u8> {
    let mut asm = Assembler::new(9);
    let (i8, i32, f32, h, void) = (asm.i8, asm.i32, asm.f32, asm.handle, asm.void);
    let one = asm.ty(12, &[1, f32]);
    let mask_ty = asm.ty(12, &[1, i32]);
    let array = asm.ty(11, &[32, one]);
    let zero = asm.i32(0);
    let float_zero = asm.constant_bits(f32, 0);
    let offset = asm.constant_bits(f32, 1.5f32.to_bits().into());
    let offset = asm.aggregate(one, &[offset]);
    let (undef, mask) = (asm.undef(one), asm.aggregate(mask_ty, &[zero]));
    let shared = asm.shared("values", array);
    let out = asm.resource(1, 11, 0, 1);
    let thread = asm.op("dx.op.threadId.i32", i32, &[i32], 93, &[zero]);
    let x = asm.cast(6, thread, f32);
    let v = asm.record(7, &[undef, x, zero], &[], true);
    let v = asm.binary(0, v, offset);
    // By an index that is known, and by one that is not.
    let first = asm.record(6, &[v, zero], &[], true);
    let index = asm.binary(10, thread, zero);
    let second = asm.record(6, &[v, index], &[], true);
    let shuffled = asm.record(8, &[undef, v, mask], &[], true);
    let shuffled = asm.record(7, &[shuffled, first, index], &[], true);
    let third = asm.record(6, &[shuffled, zero], &[], true);
    // Stored as an element, loaded as a vector.
    let element = asm.address(array, shared, &[zero, thread, zero]);
    asm.record(44, &[element, first], &[3, 0], false);
    let element = asm.address(array, shared, &[zero, thread]);
    let fourth = asm.record(20, &[element], &[one, 3, 0], true);
    let fourth = asm.record(6, &[fourth, zero], &[], true);
    let fourth = asm.binary(0, fourth, float_zero);
    let sixteen = asm.i32(16);
    let base = asm.binary(2, thread, sixteen);
    let mut words: Vec<V> = Vec::new();
    for value in [first, second, third, fourth] {
        words.push(asm.cast(11, value, i32));
    }
    let (undef, mask) = (asm.undef(i32), asm.int(i8, 15));
    let args = [out, base, undef, words[0], words[1], words[2], words[3], mask];
    asm.op(
        "dx.op.bufferStore.i32",
        void,
        &[h, i32, i32, i32, i32, i32, i32, i8],
        69,
        &args,
    );
    asm.ret();
    asm.container()
}

/// What DXC makes of vectors seldom or never: components by computed indices, in constants too, what is shuffled out of two
/// vectors with components that are left open, bits that change their grouping, phis.
///
/// Per thread `t` of 32, with `v` = 7 t + (0, 11, 22, 33, 44, 55): `testdata/shaders/structs/long_vectors.dxil`.
pub fn long() -> Vec<u8> {
    const ADD: u64 = 0;
    const MUL: u64 = 2;
    const UREM: u64 = 5;
    const LSHR: u64 = 8;
    const AND: u64 = 10;
    let mut asm = Assembler::new(9);
    let (i1, i8, i32, h, void) = (asm.i1, asm.i8, asm.i32, asm.handle, asm.void);
    let i64 = asm.ty(7, &[64]);
    let [six, four, three_wide] = [(6, i32), (4, i32), (3, i64)].map(|(len, of)| asm.ty(12, &[len, of]));
    let flags = asm.ty(12, &[4, i1]);
    let table = [3, 1, 4, 1, 5, 9].map(|n| asm.i32(n));
    let table = asm.aggregate(six, &table);
    let steps = [0, 11, 22, 33, 44, 55].map(|n| asm.i32(n));
    let bits = [7, 9, 40].map(|n| asm.int(i64, n));
    let bits = asm.aggregate(three_wide, &bits);
    let numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16].map(|n| asm.i32(n));
    let open = asm.undef(i32);
    let mask = asm.aggregate(four, &[numbers[1], open, numbers[8], numbers[5]]);
    let defined = [numbers[0], numbers[0], numbers[2], numbers[3]];
    let defined = asm.aggregate(four, &defined);
    let limits = [40, 50, 100, 150].map(|n| asm.i32(n));
    let limits = asm.aggregate(four, &limits);
    let thousand = asm.i32(1000);
    let nothing = asm.undef(six);
    let out = asm.resource(1, 11, 0, 1);
    let thread = asm.op("dx.op.threadId.i32", i32, &[i32], 93, &[numbers[0]]);
    let start = asm.binary(MUL, thread, numbers[7]);
    let mut v = nothing;
    for (lane, step) in steps.into_iter().enumerate() {
        let x = asm.binary(ADD, start, step);
        v = asm.record(7, &[v, x, numbers[lane]], &[], true);
    }
    let k = asm.binary(UREM, thread, numbers[6]);
    // Block 1, for odd threads, is where all is doubled.
    let odd = asm.binary(AND, thread, numbers[1]);
    let is_odd = asm.compare(33, odd, numbers[0]);
    asm.branch_if(is_odd, 1, 2);
    let doubled = asm.binary(ADD, v, v);
    asm.branch(2);
    let w = asm.phi(six, &[(v, 0), (doubled, 1)]);
    let from_table = asm.record(6, &[table, k], &[], true);
    let from_vector = asm.record(6, &[w, k], &[], true);
    let first = asm.binary(ADD, from_table, from_vector);
    let put = asm.record(7, &[w, thousand, k], &[], true);
    let mut second = numbers[0];
    for (lane, factor) in (1..7).enumerate() {
        let x = asm.record(6, &[put, numbers[lane]], &[], true);
        let x = asm.binary(MUL, x, numbers[factor]);
        second = asm.binary(ADD, second, x);
    }
    let wide = asm.cast(11, w, three_wide);
    let wide = asm.binary(LSHR, wide, bits);
    let narrow = asm.cast(11, wide, six);
    let [a, b] = [2, 5].map(|lane| asm.record(6, &[narrow, numbers[lane]], &[], true));
    let third = asm.binary(ADD, a, b);
    let shuffled = asm.record(8, &[w, put, mask], &[], true);
    let above = asm.compare(34, shuffled, limits);
    let chosen = asm.select(above, limits, shuffled);
    let above = asm.record(8, &[above, above, defined], &[], true);
    let any = asm.op("dx.op.vectorReduce.v4i1", i1, &[flags], 310, &[above]);
    let mut fourth = asm.cast(1, any, i32);
    for lane in [0, 2, 3] {
        let x = asm.record(6, &[chosen, numbers[lane]], &[], true);
        fourth = asm.binary(MUL, fourth, numbers[3]);
        fourth = asm.binary(ADD, fourth, x);
    }
    let base = asm.binary(MUL, thread, numbers[10]);
    let (undef, mask) = (asm.undef(i32), asm.int(i8, 15));
    let args = [out, base, undef, first, second, third, fourth, mask];
    let params = [h, i32, i32, i32, i32, i32, i32, i8];
    asm.op("dx.op.bufferStore.i32", void, &params, 69, &args);
    asm.ret();
    asm.container()
}

/// A shader that stores the word that `make` makes.
fn shader(make: impl FnOnce(&mut Assembler, V) -> V) -> Vec<u8> {
    let mut asm = Assembler::new(9);
    let (i8, i32, h, void) = (asm.i8, asm.i32, asm.handle, asm.void);
    let zero = asm.i32(0);
    let out = asm.resource(1, 11, 0, 1);
    let thread = asm.op("dx.op.threadId.i32", i32, &[i32], 93, &[zero]);
    let word = make(&mut asm, thread);
    let (undef, mask) = (asm.undef(i32), asm.int(i8, 1));
    let args = [out, zero, undef, word, undef, undef, undef, mask];
    let params = [h, i32, i32, i32, i32, i32, i32, i8];
    asm.op("dx.op.bufferStore.i32", void, &params, 69, &args);
    asm.ret();
    asm.container()
}

fn translated(bytes: &[u8]) -> crate::error::Result<usize> {
    let words = crate::pipeline::translate(bytes, crate::pipeline::Request::new())?.words;
    Ok(words.len())
}

/// The first component of an undefined vector.
fn of_type(len: u64, element: impl Fn(&mut Assembler) -> u64) -> Vec<u8> {
    shader(|asm, thread| {
        let element = element(asm);
        let ty = asm.ty(12, &[len, element]);
        let (zero, vector) = (asm.i32(0), asm.undef(ty));
        let vector = asm.record(7, &[vector, thread, zero], &[], true);
        asm.record(6, &[vector, zero], &[], true)
    })
}

#[test]
fn damaged_vectors_are_refused() {
    assert!(translated(&of_type(1024, |asm| asm.i32)).is_ok());
    for len in [0, 1025, 1 << 20, u64::from(u32::MAX), u64::MAX] {
        assert!(translated(&of_type(len, |asm| asm.i32)).is_err(), "{len}");
    }
    assert!(translated(&of_type(4, |asm| asm.void)).is_err());
    assert!(translated(&of_type(4, |asm| asm.handle)).is_err());
    assert!(
        translated(&of_type(4, |asm| {
            let inner = asm.i32;
            asm.ty(12, &[4, inner])
        }))
        .is_err()
    );
}

/// The word that a shuffle of two vectors of 4 gives first.
fn shuffle(lanes: &[i64], other: u64) -> Vec<u8> {
    shader(|asm, _| {
        let i32 = asm.i32;
        let (a, b) = (asm.ty(12, &[4, i32]), asm.ty(12, &[other, i32]));
        let mask = asm.ty(12, &[lanes.len() as u64, i32]);
        let lanes: Vec<V> = lanes.iter().map(|&lane| asm.i32(lane)).collect();
        let (a, b, mask, zero) = (
            asm.undef(a),
            asm.undef(b),
            asm.aggregate(mask, &lanes),
            asm.i32(0),
        );
        let made = asm.record(8, &[a, b, mask], &[], true);
        asm.record(6, &[made, zero], &[], true)
    })
}

#[test]
fn mismatched_shuffles_are_refused() {
    assert!(translated(&shuffle(&[0, 7, 3], 4)).is_ok());
    assert!(translated(&shuffle(&[0, 8], 4)).is_err());
    assert!(translated(&shuffle(&[-1, 0], 4)).is_err());
    assert!(translated(&shuffle(&[0, 1], 3)).is_err());
}

/// A call whose result is of a vector of `len` of the type that `result` gives, 1 for none.
fn call(name: &str, opcode: i64, len: u64, result: impl Fn(&mut Assembler) -> u64) -> Vec<u8> {
    shader(|asm, thread| {
        let f32 = asm.f32;
        let four = asm.ty(12, &[4, f32]);
        let (zero, vector) = (asm.i32(0), asm.undef(four));
        let x = asm.cast(6, thread, f32);
        let vector = asm.record(7, &[vector, x, zero], &[], true);
        let element = result(asm);
        let ty = if len == 1 {
            element
        } else {
            asm.ty(12, &[len, element])
        };
        let params: &[u64] = if opcode == 311 { &[four, four] } else { &[four] };
        let args = if opcode == 311 {
            vec![vector, vector]
        } else {
            vec![vector]
        };
        asm.op(name, ty, params, opcode, &args);
        thread
    })
}

#[test]
fn operations_whose_vectors_do_not_fit_are_refused() {
    let test = "dx.op.isSpecialFloat.v4f32";
    assert!(translated(&call(test, 8, 4, |asm| asm.i1)).is_ok());
    assert!(translated(&call(test, 8, 3, |asm| asm.i1)).is_err());
    assert!(translated(&call(test, 8, 1, |asm| asm.i1)).is_err());
    assert!(translated(&call(test, 8, 4, |asm| asm.i32)).is_err());
    let dot = "dx.op.dot.v4f32";
    assert!(translated(&call(dot, 311, 1, |asm| asm.f32)).is_ok());
    assert!(translated(&call(dot, 311, 1, |asm| asm.i32)).is_err());
    assert!(translated(&call(dot, 311, 4, |asm| asm.f32)).is_err());
    // No integers among its overloads, and no floats among the reductions'.
    assert!(translated(&call("dx.op.vectorReduce.v4f32", 309, 1, |asm| asm.f32)).is_err());
    // A sine of each component.
    assert!(translated(&call("dx.op.unary.v4f32", 13, 4, |asm| asm.f32)).is_ok());
    assert!(translated(&call("dx.op.unary.v4f32", 13, 1, |asm| asm.f32)).is_err());
}

/// Insertions, each of which something looks at, into the longest vector: the work is bounded.
#[test]
fn insertions_into_long_vectors_are_bounded() {
    let many = |count: i64| {
        shader(|asm, thread| {
            let i32 = asm.i32;
            let ty = asm.ty(12, &[1024, i32]);
            let numbers: Vec<V> = (0..1024).map(|n| asm.i32(n)).collect();
            let mut vector = asm.undef(ty);
            for n in 0..count {
                vector = asm.record(7, &[vector, thread, numbers[n as usize % 1024]], &[], true);
                vector = asm.binary(0, vector, vector);
            }
            asm.record(6, &[vector, numbers[5]], &[], true)
        })
    };
    assert!(translated(&many(20)).is_ok());
    let error = translated(&many(2000)).unwrap_err();
    assert_eq!(error.kind(), crate::error::ErrorKind::LimitExceeded);
}
