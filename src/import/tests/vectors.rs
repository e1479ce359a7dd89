//! Vectors of one element (SM 6.9), which SPIR-V has not: they are the element.
//!
//! Per thread `t` of 32, `x = t + 1.5` comes out in four ways: `testdata/shaders/structs/vectors_of_one.dxil`.

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
