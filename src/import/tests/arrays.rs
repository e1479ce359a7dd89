//! Flat addresses into nested arrays, as optimisers make them and DXC, which flattens such arrays, does not.
//!
//! Groupshared `[4 x [4 x i32]]`, 32 threads, `k` = thread & 15, the grid as 16 words in a row:
//!
//! ```text
//! p = gep [4 x [4 x i32]], grid, 0, 0, k          beyond the first inner array
//! store 3 * k + 1, p                              threads k and k + 16 the same
//! barrier
//! q = gep [4 x [4 x i32]], grid, 0, 1             an inner array
//! load gep [4 x i32], q, 0, 11 - k                behind and before it: word 15 - k
//! load gep i32, p, 15 - 2 * k                     along the whole: word 15 - k
//! load gep [4 x i32], q, (k >> 2) - 1, k & 3      by inner arrays: word k
//! load gep [4 x [4 x i32]], grid, 0, 0, 13        word 13
//! ```
//!
//! `testdata/shaders/arrays/nested.dxil` is this (`D2S_ASSEMBLE=1` writes it).

use super::assembler::Assembler;
use std::path::Path;

fn assemble() -> Vec<u8> {
    const ADD: u64 = 0;
    const SUB: u64 = 1;
    const MUL: u64 = 2;
    const LSHR: u64 = 8;
    const AND: u64 = 10;
    let mut asm = Assembler::new(0);
    let (i8, i32, h, void) = (asm.i8, asm.i32, asm.handle, asm.void);
    let inner = asm.ty(11, &[4, i32]);
    let outer = asm.ty(11, &[4, inner]);
    let [zero, one, two, three] = [0, 1, 2, 3].map(|n| asm.i32(n));
    let [nine, eleven, thirteen, fifteen, sixteen] = [9, 11, 13, 15, 16].map(|n| asm.i32(n));
    let grid = asm.shared("grid", outer);
    let out = asm.resource(1, 11, 0, 1);
    let thread = asm.op("dx.op.threadId.i32", i32, &[i32], 93, &[zero]);
    let k = asm.binary(AND, thread, fifteen);
    let p = asm.address(outer, grid, &[zero, zero, k]);
    let value = asm.binary(MUL, k, three);
    let value = asm.binary(ADD, value, one);
    asm.record(44, &[p, value], &[3, 0], false);
    asm.op("dx.op.barrier", void, &[i32], 80, &[nine]);
    let q = asm.address(outer, grid, &[zero, one]);
    let back = asm.binary(SUB, eleven, k);
    let first = asm.address(inner, q, &[zero, back]);
    let twice = asm.binary(MUL, k, two);
    let along = asm.binary(SUB, fifteen, twice);
    let second = asm.address(i32, p, &[along]);
    let row = asm.binary(LSHR, k, two);
    let row = asm.binary(SUB, row, one);
    let column = asm.binary(AND, k, three);
    let third = asm.address(inner, q, &[row, column]);
    let fourth = asm.address(outer, grid, &[zero, zero, thirteen]);
    let words = [first, second, third, fourth].map(|at| asm.record(20, &[at], &[i32, 3, 0], true));
    let base = asm.binary(MUL, thread, sixteen);
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

#[test]
fn the_committed_shader_is_this() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/shaders/arrays/nested.dxil");
    let bytes = assemble();
    if std::env::var_os("D2S_ASSEMBLE").is_some() {
        std::fs::write(&path, &bytes).unwrap();
    }
    assert!(std::fs::read(&path).is_ok_and(|known| known == bytes));
}
