//! Operations for which DXC has instructions of LLVM, or other operations; the converter of D3D11 bytecode makes them.
//!
//! Each shader writes four words per thread `t` of 32: `testdata/shaders/structs/*.dxil`.

use super::assembler::{Assembler, V};

/// Stores the words of a thread.
fn store(asm: &mut Assembler, out: V, thread: V, words: [V; 4]) {
    let (i8, i32, h, void) = (asm.i8, asm.i32, asm.handle, asm.void);
    let sixteen = asm.i32(16);
    let base = asm.binary(2, thread, sixteen);
    let (undef, mask) = (asm.undef(i32), asm.int(i8, 15));
    let args = [out, base, undef, words[0], words[1], words[2], words[3], mask];
    let params = [h, i32, i32, i32, i32, i32, i32, i8];
    asm.op("dx.op.bufferStore.i32", void, &params, 69, &args);
    asm.ret();
}

/// The output, and the thread's number.
fn start(asm: &mut Assembler) -> (V, V) {
    let out = asm.resource(1, 11, 0, 1);
    let (i32, zero) = (asm.i32, asm.i32(0));
    let thread = asm.op("dx.op.threadId.i32", i32, &[i32], 93, &[zero]);
    (out, thread)
}

/// Both halves of a signed product, and bit fields of any width at any offset.
fn integers() -> Vec<u8> {
    let mut asm = Assembler::new(0);
    let (out, thread) = start(&mut asm);
    let i32 = asm.i32;
    let (step, factor, seven) = (
        asm.i32(0x0f12_3456),
        asm.i32(0x89ab_cdef_u32 as i32 as i64),
        asm.i32(7),
    );
    let x = asm.binary(2, thread, step);
    let two = asm.structure("dx.types.twoi32", &[i32, i32]);
    let product = asm.op("dx.op.binaryWithTwoOuts.i32", two, &[i32, i32], 41, &[x, factor]);
    let (high, low) = (asm.extract(product, 0), asm.extract(product, 1));
    let offset = asm.binary(2, thread, seven);
    let params = [i32, i32, i32];
    let signed = asm.op("dx.op.tertiary.i32", i32, &params, 51, &[thread, offset, x]);
    let unsigned = asm.op("dx.op.tertiary.i32", i32, &params, 52, &[thread, offset, x]);
    store(&mut asm, out, thread, [high, low, signed, unsigned]);
    asm.container()
}

/// The preview's operation that does nothing, between others and in front of the end.
fn nothing() -> Vec<u8> {
    const NOP: i64 = 0x8000_0000_u32 as i32 as i64;
    let mut asm = Assembler::new(10);
    let (out, thread) = start(&mut asm);
    let (void, three) = (asm.void, asm.i32(3));
    asm.op("dx.op.nop", void, &[], NOP, &[]);
    let x = asm.binary(2, thread, three);
    asm.op("dx.op.nop", void, &[], NOP, &[]);
    let y = asm.binary(0, x, thread);
    store(&mut asm, out, thread, [thread, x, y, three]);
    asm.container()
}

/// Bits of integers as floats of the same width and back.
fn bitcasts() -> Vec<u8> {
    let mut asm = Assembler::new(0);
    let (out, thread) = start(&mut asm);
    let (i32, f32, f64) = (asm.i32, asm.f32, asm.f64);
    let (i16, i64, f16) = (asm.ty(7, &[16]), asm.ty(7, &[64]), asm.ty(10, &[]));
    // Twice the float with these bits.
    let (step, one) = (asm.i32(1 << 18), asm.i32(0x3f80_0000));
    let x = asm.binary(2, thread, step);
    let x = asm.binary(0, x, one);
    let x = asm.op("dx.op.bitcastI32toF32", f32, &[i32], 126, &[x]);
    let x = asm.binary(0, x, x);
    let single = asm.op("dx.op.bitcastF32toI32", i32, &[f32], 127, &[x]);
    // The half with these bits, as a float.
    let (step, one) = (asm.i32(1037), asm.i32(0x0123));
    let x = asm.binary(2, thread, step);
    let x = asm.binary(0, x, one);
    let x = asm.cast(0, x, i16);
    let x = asm.op("dx.op.bitcastI16toF16", f16, &[i16], 124, &[x]);
    let x = asm.cast(8, x, f32);
    let half = asm.cast(11, x, i32);
    // The bits of a half.
    let x = asm.cast(6, thread, f16);
    let x = asm.op("dx.op.bitcastF16toI16", i16, &[f16], 125, &[x]);
    let half_bits = asm.cast(1, x, i32);
    // The upper word of twice the double with these bits.
    let (step, one) = (asm.i32(1 << 15), asm.i32(0x3ff0_0000));
    let width = asm.int(i64, 32);
    let x = asm.binary(2, thread, step);
    let x = asm.binary(0, x, one);
    let x = asm.cast(1, x, i64);
    let x = asm.binary(7, x, width);
    let x = asm.op("dx.op.bitcastI64toF64", f64, &[i64], 128, &[x]);
    let x = asm.binary(0, x, x);
    let x = asm.op("dx.op.bitcastF64toI64", i64, &[f64], 129, &[x]);
    let x = asm.binary(8, x, width);
    let double = asm.cast(0, x, i32);
    store(&mut asm, out, thread, [single, half, half_bits, double]);
    asm.container()
}

/// Doubles as floats and integers, out of range too.
fn doubles() -> Vec<u8> {
    let mut asm = Assembler::new(0);
    let (out, thread) = start(&mut asm);
    let (i32, f32, f64) = (asm.i32, asm.f32, asm.f64);
    let (minus, small, large) = (asm.i32(-16), asm.float64(1.5), asm.float64(268_435_456.5));
    let x = asm.binary(0, thread, minus);
    let x = asm.cast(6, x, f64);
    let (small, large) = (asm.binary(2, x, small), asm.binary(2, x, large));
    let single = asm.op("dx.op.legacyDoubleToFloat", f32, &[f64], 132, &[small]);
    let single = asm.cast(11, single, i32);
    let signed = asm.op("dx.op.legacyDoubleToSInt32", i32, &[f64], 133, &[large]);
    let unsigned = asm.op("dx.op.legacyDoubleToUInt32", i32, &[f64], 134, &[large]);
    let near = asm.op("dx.op.legacyDoubleToSInt32", i32, &[f64], 133, &[small]);
    store(&mut asm, out, thread, [single, signed, unsigned, near]);
    asm.container()
}

/// Scalars of a constant buffer by their place in bytes.
fn constants() -> Vec<u8> {
    let mut asm = Assembler::new(0);
    let cbuffer = asm.resource(2, 256, 0, 2);
    let (out, thread) = start(&mut asm);
    let (i32, f32, f64, h) = (asm.i32, asm.f32, asm.f64, asm.handle);
    let (four, eight, last, fifteen) = (asm.i32(4), asm.i32(8), asm.i32(252), asm.i32(15));
    let params = [h, i32, i32];
    let place = asm.binary(2, thread, four);
    let word = asm.op("dx.op.cbufferLoad.i32", i32, &params, 58, &[cbuffer, place, four]);
    let place = asm.binary(1, last, place);
    let float = asm.op("dx.op.cbufferLoad.f32", f32, &params, 58, &[cbuffer, place, four]);
    let float = asm.cast(11, float, i32);
    let place = asm.binary(10, thread, fifteen);
    let place = asm.binary(2, place, eight);
    let double = asm.op(
        "dx.op.cbufferLoad.f64",
        f64,
        &params,
        58,
        &[cbuffer, place, eight],
    );
    let ty = asm.structure("dx.types.splitdouble", &[i32, i32]);
    let halves = asm.op("dx.op.splitDouble.f64", ty, &[f64], 102, &[double]);
    let (low, high) = (asm.extract(halves, 0), asm.extract(halves, 1));
    store(&mut asm, out, thread, [word, float, low, high]);
    asm.container()
}

/// The modules by name.
pub fn assemble() -> [(&'static str, Vec<u8>); 5] {
    [
        ("integers", integers()),
        ("nothing", nothing()),
        ("bitcasts", bitcasts()),
        ("legacy_doubles", doubles()),
        ("cbuffer_scalars", constants()),
    ]
}
