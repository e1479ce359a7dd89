//! Pointers that depend on control flow, and memory accessed through other types than its own: DXC resolves most of this
//! before it writes a module, DXIL allows it.
//!
//! The shaders are committed as `testdata/shaders/structs/pointer_*.dxil` and run there like any other: this test says
//! that they are what is assembled here (`D2S_ASSEMBLE=1` writes them). Groups have 32 threads `t`.

use super::assembler::{Assembler, T, V};
use super::structs::check;

/// Stores words for thread `t` from the first on, so many a thread.
fn store(asm: &mut Assembler, out: V, thread: V, words: &[V]) {
    let (i8, i32, h, void) = (asm.i8, asm.i32, asm.handle, asm.void);
    let stride = asm.i32(words.len() as i64 * 4);
    let base = asm.binary(2, thread, stride);
    for (at, &word) in (0..).zip(words) {
        let offset = asm.i32(at * 4);
        let offset = asm.binary(0, base, offset);
        let (undef, mask) = (asm.undef(i32), asm.int(i8, 1));
        let args = [out, offset, undef, word, undef, undef, undef, mask];
        let params = [h, i32, i32, i32, i32, i32, i32, i8];
        asm.op("dx.op.bufferStore.i32", void, &params, 69, &args);
    }
}

/// The output and the thread.
fn begin(asm: &mut Assembler) -> (V, V) {
    let (i32, zero) = (asm.i32, asm.i32(0));
    let out = asm.resource(1, 11, 0, 1);
    (out, asm.op("dx.op.threadId.i32", i32, &[i32], 93, &[zero]))
}

fn load(asm: &mut Assembler, ty: T, pointer: V) -> V {
    asm.record(20, &[pointer], &[ty, 3, 0], true)
}

fn store_at(asm: &mut Assembler, pointer: V, value: V) {
    asm.record(44, &[pointer, value], &[3, 0], false);
}

/// `number + constant` as a float.
fn float(asm: &mut Assembler, number: V, constant: i64) -> V {
    let (f32, constant) = (asm.f32, asm.i32(constant));
    let number = asm.binary(0, number, constant);
    asm.cast(6, number, f32)
}

fn word(asm: &mut Assembler, float: V) -> V {
    let i32 = asm.i32;
    asm.cast(11, float, i32)
}

/// A pointer that walks along an array of one of two variables, by the thread, up to an end that it is compared with:
///
/// ```text
/// a[t][k] = 8 t + k (4)           b[t] = { 100 + t, { 200 + 4 t + k (3) }, 300 + t }
/// p0  = t & 1 ? &a[t][0] : &b[t].1[0], end = p0 + 3
/// sum = 0; p = p0
/// do { sum += *p; *p = sum; p = p + 1 } while (p != end)
/// q = t & 2 ? &b[t].2 : p0        *q, sum, a[t][0..4], b[t] go out
/// ```
fn walk() -> Vec<u8> {
    let asm = &mut Assembler::new(0);
    let (i32, f32) = (asm.i32, asm.f32);
    let (zero, one, two, three) = (asm.i32(0), asm.i32(1), asm.i32(2), asm.i32(3));
    let row = asm.ty(11, &[4, f32]);
    let rows = asm.ty(11, &[32, row]);
    let inner = asm.ty(11, &[3, f32]);
    let part = asm.structure("part", &[f32, inner, f32]);
    let parts = asm.ty(11, &[32, part]);
    let (a, b) = (asm.shared("a", rows), asm.shared("b", parts));
    let pointer = asm.ty(8, &[f32, 3]);
    let (out, t) = begin(asm);
    // Every place of the thread's own.
    let mut places = Vec::new();
    let eight = asm.i32(8);
    let t8 = asm.binary(2, t, eight);
    let t4 = {
        let four = asm.i32(4);
        asm.binary(2, t, four)
    };
    for k in 0..4 {
        let index = asm.i32(k);
        let place = asm.address(rows, a, &[zero, t, index]);
        let value = float(asm, t8, k);
        store_at(asm, place, value);
        places.push(place);
    }
    let place = asm.address(parts, b, &[zero, t, zero]);
    let value = float(asm, t, 100);
    store_at(asm, place, value);
    places.push(place);
    for k in 0..3 {
        let index = asm.i32(k);
        let place = asm.address(parts, b, &[zero, t, one, index]);
        let value = float(asm, t4, 200 + k);
        store_at(asm, place, value);
        places.push(place);
    }
    let last = asm.address(parts, b, &[zero, t, two]);
    let value = float(asm, t, 300);
    store_at(asm, last, value);
    places.push(last);
    let bit = asm.binary(10, t, one);
    let odd = asm.compare(33, bit, zero);
    asm.branch_if(odd, 1, 2);
    asm.branch(3);
    asm.branch(3);
    // Block 3: where it starts and ends.
    let start = asm.phi(pointer, &[(places[0], 1), (places[5], 2)]);
    let end = asm.address(f32, start, &[three]);
    let nothing = asm.constant_bits(f32, 0);
    asm.branch(4);
    // Block 4: the walk. The phis name what comes at its end.
    let (sum_after, place_after) = (asm.next(3), asm.next(4));
    let place = asm.phi(pointer, &[(start, 3), (place_after, 4)]);
    let sum = asm.phi(f32, &[(nothing, 3), (sum_after, 4)]);
    let value = load(asm, f32, place);
    assert_eq!(asm.binary(0, sum, value), sum_after);
    store_at(asm, place, sum_after);
    assert_eq!(asm.address(f32, place, &[one]), place_after);
    let again = asm.compare(33, place_after, end);
    asm.branch_if(again, 4, 5);
    // Block 5: a selection, and what comes out.
    let bit = asm.binary(10, t, two);
    let second = asm.compare(33, bit, zero);
    let chosen = asm.select(second, last, start);
    let value = load(asm, f32, chosen);
    let mut words = vec![word(asm, value), word(asm, sum_after)];
    for place in places {
        let value = load(asm, f32, place);
        words.push(word(asm, value));
    }
    assert_eq!(i32, asm.i32);
    store(asm, out, t, &words);
    asm.ret();
    std::mem::replace(asm, Assembler::new(0)).container()
}

/// Atomics through a pointer to one of two arrays, of which one is declared with floats:
///
/// ```text
/// c[t & 7] = 0, d[t & 7] = 0; barrier
/// p = t & 1 ? &c[t & 7] : (int*)&d[t & 7]
/// *p += t + 1; barrier            c[t & 7], d[t & 7] go out
/// ```
fn atomics() -> Vec<u8> {
    let asm = &mut Assembler::new(0);
    let (i32, f32, void) = (asm.i32, asm.f32, asm.void);
    let (zero, one, seven, mode) = (asm.i32(0), asm.i32(1), asm.i32(7), asm.i32(9));
    let (ints, floats) = (asm.ty(11, &[8, i32]), asm.ty(11, &[8, f32]));
    let (c, d) = (asm.shared("c", ints), asm.shared("d", floats));
    let to_int = asm.ty(8, &[i32, 3]);
    let (out, t) = begin(asm);
    let k = asm.binary(10, t, seven);
    let c = asm.address(ints, c, &[zero, k]);
    let d = asm.address(floats, d, &[zero, k]);
    let d = asm.cast(11, d, to_int);
    store_at(asm, c, zero);
    store_at(asm, d, zero);
    asm.op("dx.op.barrier", void, &[i32], 80, &[mode]);
    let bit = asm.binary(10, t, one);
    let odd = asm.compare(33, bit, zero);
    let place = asm.select(odd, c, d);
    let more = asm.binary(0, t, one);
    // Add; volatile no, monotonic, of all threads.
    asm.record(38, &[place, more], &[1, 0, 2, 1], true);
    asm.op("dx.op.barrier", void, &[i32], 80, &[mode]);
    let words = [load(asm, i32, c), load(asm, i32, d)];
    store(asm, out, t, &words);
    asm.ret();
    std::mem::replace(asm, Assembler::new(0)).container()
}

/// Compare-exchange in the form that is older than LLVM 3.5, and Mesa's in DXIL, whose result is the value before:
///
/// ```text
/// a[t] = t; barrier
/// old = cmpxchg(&a[(t + 5) & 31], (t + 5 + (t & 1)) & 31, 100 + t); barrier      where t is even it takes place
/// old, a[t] go out
/// ```
fn bare_exchange() -> Vec<u8> {
    let asm = &mut Assembler::new(0);
    let (i32, void) = (asm.i32, asm.void);
    let (zero, one, five, last) = (asm.i32(0), asm.i32(1), asm.i32(5), asm.i32(31));
    let (hundred, mode) = (asm.i32(100), asm.i32(9));
    let words = asm.ty(11, &[32, i32]);
    let a = asm.shared("a", words);
    let (out, t) = begin(asm);
    let own = asm.address(words, a, &[zero, t]);
    store_at(asm, own, t);
    asm.op("dx.op.barrier", void, &[i32], 80, &[mode]);
    let sum = asm.binary(0, t, five);
    let odd = asm.binary(10, t, one);
    let other = asm.binary(0, sum, odd);
    let (at, expected) = (asm.binary(10, sum, last), asm.binary(10, other, last));
    let place = asm.address(words, a, &[zero, at]);
    let new = asm.binary(0, t, hundred);
    // Volatile no, monotonic, of all threads; neither an order for when it fails nor whether it may fail.
    let old = asm.record(37, &[place, expected, new], &[0, 2, 1], true);
    asm.op("dx.op.barrier", void, &[i32], 80, &[mode]);
    let left = load(asm, i32, own);
    store(asm, out, t, &[old, left]);
    asm.ret();
    std::mem::replace(asm, Assembler::new(0)).container()
}

/// Memory through other types, per thread:
///
/// ```text
/// m[t] = { 50 + t, { 3 rows of <3 x float> }, { 2 floats } }
/// *(<3 x float>*)&m[t].1.0[1] = ...           the middle row
/// *(float*)&m[t].1 + k = 10 t + k             for k of 0..11, but 3 to 5: past the rows into the array
/// out: m[t].0, the rows by their elements, the array, and the float at (float*)&m[t].1 + t % 11
/// ```
fn other_types() -> Vec<u8> {
    let asm = &mut Assembler::new(0);
    let (i32, f32) = (asm.i32, asm.f32);
    let (zero, one, two) = (asm.i32(0), asm.i32(1), asm.i32(2));
    let row = asm.ty(12, &[3, f32]);
    let rows = asm.ty(11, &[3, row]);
    let matrix = asm.structure("matrix", &[rows]);
    let pair = asm.ty(11, &[2, f32]);
    let record = asm.structure("record", &[f32, matrix, pair]);
    let records = asm.ty(11, &[32, record]);
    let m = asm.shared("m", records);
    let to_float = asm.ty(8, &[f32, 3]);
    let (out, t) = begin(asm);
    let first = asm.address(records, m, &[zero, t, zero]);
    let value = float(asm, t, 50);
    store_at(asm, first, value);
    let middle = asm.address(records, m, &[zero, t, one, zero, one]);
    let mut vector = asm.undef(row);
    for k in 0..3 {
        let index = asm.i32(k);
        let value = float(asm, t, 1000 * (k + 1));
        vector = asm.record(7, &[vector, value, index], &[], true);
    }
    store_at(asm, middle, vector);
    let inside = asm.address(records, m, &[zero, t, one]);
    let scalars = asm.cast(11, inside, to_float);
    let ten = asm.i32(10);
    let t10 = asm.binary(2, t, ten);
    for k in (0..3).chain(6..11) {
        let index = asm.i32(k);
        let place = asm.address(f32, scalars, &[index]);
        let value = float(asm, t10, k);
        store_at(asm, place, value);
    }
    let mut words = Vec::new();
    let value = load(asm, f32, first);
    words.push(word(asm, value));
    for k in 0..9 {
        let (i, j) = (asm.i32(k / 3), asm.i32(k % 3));
        let place = asm.address(records, m, &[zero, t, one, zero, i, j]);
        let value = load(asm, f32, place);
        words.push(word(asm, value));
    }
    for k in 0..2 {
        let index = asm.i32(k);
        let place = asm.address(records, m, &[zero, t, two, index]);
        let value = load(asm, f32, place);
        words.push(word(asm, value));
    }
    let eleven = asm.i32(11);
    let index = asm.binary(5, t, eleven);
    let place = asm.address(f32, scalars, &[index]);
    let value = load(asm, f32, place);
    words.push(word(asm, value));
    assert_eq!(i32, asm.i32);
    store(asm, out, t, &words);
    asm.ret();
    std::mem::replace(asm, Assembler::new(0)).container()
}

#[test]
fn the_committed_shaders_are_these() {
    check("pointer_walk", &walk());
    check("pointer_atomics", &atomics());
    check("pointer_exchange", &bare_exchange());
    check("pointer_types", &other_types());
}
