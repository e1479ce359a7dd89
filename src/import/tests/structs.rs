//! Each kind of struct that operations return, through a phi, a select, a loop and an insertion.
//!
//! The shaders are committed as `testdata/shaders/structs/*.dxil` and run there like any other: this test says that
//! they are what is assembled here (`D2S_ASSEMBLE=1` writes them). All have one shape, per thread `t` of 32:
//!
//! ```text
//! s0 = op(3)
//! s  = t & 1 ? op(t) : op(t + 7)              a phi
//! q  = t & 2 ? s : s0                         a select
//! l  = q, i = 0
//! do { n = op(i + t); i = i + 1; if (i < (t & 3)) l = n; } while (i < (t & 3))     a phi of a loop
//! z  = l with first member 77                 an insertion
//! output: the members of l, then those of z, as words
//! ```

use super::assembler::{Assembler, T, V};
use std::path::Path;

/// A kind of struct result.
struct Kind {
    name: &'static str,
    shader_model: u64,
    /// Makes what the operation needs, in the entry block.
    prepare: fn(&mut Assembler) -> Vec<V>,
    /// The operation on a number: `(thread, prepared, number)`.
    op: fn(&mut Assembler, V, &[V], V) -> V,
    ty: fn(&mut Assembler) -> T,
    /// Words a member: `i` as it is, `b` an `i1`, `f` a float, `s` a status to be asked about.
    members: &'static str,
}

fn nothing(_: &mut Assembler) -> Vec<V> {
    Vec::new()
}

fn two(asm: &mut Assembler) -> T {
    let i32 = asm.i32;
    asm.structure("dx.types.twoi32", &[i32, i32])
}

fn four(asm: &mut Assembler) -> T {
    let i32 = asm.i32;
    asm.structure("dx.types.fouri32", &[i32; 4])
}

fn carry(asm: &mut Assembler) -> T {
    let (i32, i1) = (asm.i32, asm.i1);
    asm.structure("dx.types.i32c", &[i32, i1])
}

fn split(asm: &mut Assembler) -> T {
    let i32 = asm.i32;
    asm.structure("dx.types.splitdouble", &[i32, i32])
}

fn loaded(asm: &mut Assembler) -> T {
    let i32 = asm.i32;
    asm.structure("dx.types.ResRet.i32", &[i32; 5])
}

fn row(asm: &mut Assembler) -> T {
    let i32 = asm.i32;
    asm.structure("dx.types.CBufRet.i32", &[i32; 4])
}

fn doubles(asm: &mut Assembler) -> T {
    let f64 = asm.f64;
    asm.structure("dx.types.CBufRet.f64", &[f64, f64])
}

fn dimensions(asm: &mut Assembler) -> T {
    let i32 = asm.i32;
    asm.structure("dx.types.Dimensions", &[i32; 4])
}

fn position(asm: &mut Assembler) -> T {
    let f32 = asm.f32;
    asm.structure("dx.types.SamplePos", &[f32, f32])
}

fn exchanged(asm: &mut Assembler) -> T {
    let (i32, i1) = (asm.i32, asm.i1);
    asm.ty(18, &[0, i32, i1])
}

/// Operations on two numbers: `number * factor` and another.
fn on_two(asm: &mut Assembler, name: &str, ret: T, opcode: i64, x: V, factor: i64, y: V) -> V {
    let i32 = asm.i32;
    let factor = asm.i32(factor);
    let x = asm.binary(2, x, factor);
    asm.op(name, ret, &[i32, i32], opcode, &[x, y])
}

fn texture_load(asm: &mut Assembler, handle: V, x: V) -> V {
    let (i32, h, ty) = (asm.i32, asm.handle, loaded(asm));
    let (zero, undef) = (asm.i32(0), asm.undef(i32));
    let args = [handle, zero, x, zero, undef, undef, undef, undef];
    let params = [h, i32, i32, i32, i32, i32, i32, i32];
    asm.op("dx.op.textureLoad.i32", ty, &params, 66, &args)
}

const KINDS: &[Kind] = &[
    Kind {
        name: "split_double",
        shader_model: 0,
        prepare: nothing,
        op: |asm, _, _, x| {
            let (f64, ty) = (asm.f64, split(asm));
            let x = asm.cast(6, x, f64);
            let factor = asm.float64(1.1);
            let x = asm.binary(2, x, factor);
            asm.op("dx.op.splitDouble.f64", ty, &[f64], 102, &[x])
        },
        ty: split,
        members: "ii",
    },
    Kind {
        name: "add_carry",
        shader_model: 0,
        prepare: nothing,
        op: |asm, _, _, x| {
            let (ty, y) = (carry(asm), asm.i32(0x8000_0001u32 as i32 as i64));
            on_two(
                asm,
                "dx.op.binaryWithCarryOrBorrow.i32",
                ty,
                44,
                x,
                0x0900_0000,
                y,
            )
        },
        ty: carry,
        members: "ib",
    },
    Kind {
        name: "subtract_borrow",
        shader_model: 0,
        prepare: nothing,
        op: |asm, _, _, x| {
            let (ty, y) = (carry(asm), asm.i32(100));
            on_two(asm, "dx.op.binaryWithCarryOrBorrow.i32", ty, 45, x, 9, y)
        },
        ty: carry,
        members: "ib",
    },
    Kind {
        name: "multiply",
        shader_model: 0,
        prepare: nothing,
        op: |asm, _, _, x| {
            let (ty, y) = (two(asm), asm.i32(0x89ab_cdefu32 as i32 as i64));
            on_two(asm, "dx.op.binaryWithTwoOuts.i32", ty, 42, x, 0x0123_4567, y)
        },
        ty: two,
        members: "ii",
    },
    Kind {
        name: "divide",
        shader_model: 0,
        prepare: nothing,
        op: |asm, _, _, x| {
            let (ty, three) = (two(asm), asm.i32(3));
            let y = asm.binary(10, x, three);
            on_two(asm, "dx.op.binaryWithTwoOuts.i32", ty, 43, x, 1001, y)
        },
        ty: two,
        members: "ii",
    },
    Kind {
        name: "unpack",
        shader_model: 6,
        prepare: nothing,
        op: |asm, _, _, x| {
            let (i8, i32, ty, factor) = (asm.i8, asm.i32, four(asm), asm.i32(0x00f3_5791));
            let x = asm.binary(2, x, factor);
            let signed = asm.int(i8, 1);
            asm.op("dx.op.unpack4x8.i32", ty, &[i8, i32], 219, &[signed, x])
        },
        ty: four,
        members: "iiii",
    },
    Kind {
        name: "ballot",
        shader_model: 0,
        prepare: nothing,
        op: |asm, _, _, x| {
            let (i1, ty, ten) = (asm.i1, four(asm), asm.i32(10));
            let x = asm.compare(36, x, ten);
            asm.op("dx.op.waveActiveBallot", ty, &[i1], 116, &[x])
        },
        ty: four,
        members: "iiii",
    },
    Kind {
        name: "cbuffer",
        shader_model: 0,
        prepare: |asm| vec![asm.resource(2, 256, 0, 2)],
        op: |asm, _, handles, x| {
            let (i32, h, ty, mask) = (asm.i32, asm.handle, row(asm), asm.i32(15));
            let x = asm.binary(10, x, mask);
            asm.op("dx.op.cbufferLoadLegacy.i32", ty, &[h, i32], 59, &[handles[0], x])
        },
        ty: row,
        members: "iiii",
    },
    Kind {
        name: "cbuffer_double",
        shader_model: 0,
        prepare: |asm| vec![asm.resource(2, 256, 0, 2)],
        op: |asm, _, handles, x| {
            let (i32, h, ty, mask) = (asm.i32, asm.handle, doubles(asm), asm.i32(15));
            let x = asm.binary(10, x, mask);
            asm.op("dx.op.cbufferLoadLegacy.f64", ty, &[h, i32], 59, &[handles[0], x])
        },
        ty: doubles,
        members: "dd",
    },
    Kind {
        name: "typed_buffer",
        shader_model: 0,
        prepare: |asm| vec![asm.resource(0, 10, 5, 0)],
        op: |asm, _, handles, x| {
            let (i32, h, ty) = (asm.i32, asm.handle, loaded(asm));
            let undef = asm.undef(i32);
            asm.op(
                "dx.op.bufferLoad.i32",
                ty,
                &[h, i32, i32],
                68,
                &[handles[0], x, undef],
            )
        },
        ty: loaded,
        members: "iiii",
    },
    Kind {
        name: "raw_buffer",
        shader_model: 2,
        prepare: |asm| vec![asm.resource(0, 11, 0, 0)],
        op: |asm, _, handles, x| {
            let (i8, i32, h, ty) = (asm.i8, asm.i32, asm.handle, loaded(asm));
            let (sixteen, undef) = (asm.i32(16), asm.undef(i32));
            let x = asm.binary(2, x, sixteen);
            let (mask, alignment) = (asm.int(i8, 15), asm.i32(4));
            let args = [handles[0], x, undef, mask, alignment];
            asm.op("dx.op.rawBufferLoad.i32", ty, &[h, i32, i32, i8, i32], 139, &args)
        },
        ty: loaded,
        members: "iiiis",
    },
    Kind {
        name: "texture",
        shader_model: 0,
        prepare: |asm| vec![asm.resource(0, 2, 5, 0)],
        op: |asm, _, handles, x| texture_load(asm, handles[0], x),
        ty: loaded,
        // The second component and the status only.
        members: "-i--s",
    },
    Kind {
        name: "texture_status",
        shader_model: 0,
        prepare: |asm| vec![asm.resource(0, 2, 5, 0)],
        op: |asm, _, handles, x| texture_load(asm, handles[0], x),
        ty: loaded,
        members: "----s",
    },
    Kind {
        name: "dimensions",
        shader_model: 0,
        prepare: |asm| vec![asm.resource(0, 2, 5, 0)],
        op: |asm, _, handles, x| {
            let (i32, h, ty) = (asm.i32, asm.handle, dimensions(asm));
            asm.op("dx.op.getDimensions", ty, &[h, i32], 72, &[handles[0], x])
        },
        ty: dimensions,
        members: "ii-i",
    },
    Kind {
        name: "sample_position",
        shader_model: 0,
        prepare: |asm| vec![asm.resource(0, 3, 9, 0)],
        op: |asm, _, handles, x| {
            let (i32, h, ty) = (asm.i32, asm.handle, position(asm));
            let name = "dx.op.texture2DMSGetSamplePosition";
            asm.op(name, ty, &[h, i32], 75, &[handles[0], x])
        },
        ty: position,
        members: "ff",
    },
    Kind {
        name: "exchange",
        shader_model: 0,
        prepare: |asm| {
            let i32 = asm.i32;
            let array = asm.ty(11, &[32, i32]);
            vec![asm.shared("words", array)]
        },
        op: |asm, thread, globals, x| {
            let i32 = asm.i32;
            let array = asm.ty(11, &[32, i32]);
            let (zero, one) = (asm.i32(0), asm.i32(1));
            let new = asm.binary(0, x, one);
            let element = asm.address(array, globals[0], &[zero, thread]);
            // Volatile no, sequentially consistent, cross-thread, the same on failure, strong.
            asm.record(46, &[element, x, new], &[0, 6, 1, 6, 0], true)
        },
        ty: exchanged,
        members: "ib",
    },
];

/// Stores the members of `aggregate` as words from `at` on; the next word.
fn store_members(asm: &mut Assembler, kind: &Kind, out: V, base: V, aggregate: V, at: i64) -> i64 {
    let (i8, i32, f64, h, void) = (asm.i8, asm.i32, asm.f64, asm.handle, asm.void);
    let mut at = at;
    for (index, what) in kind.members.bytes().enumerate() {
        if what == b'-' {
            continue;
        }
        let member = asm.extract(aggregate, index as u64);
        let words = match what {
            b'b' => vec![asm.cast(1, member, i32)],
            b'f' => vec![asm.cast(11, member, i32)],
            b'd' => {
                let ty = split(asm);
                let parts = asm.op("dx.op.splitDouble.f64", ty, &[f64], 102, &[member]);
                vec![asm.extract(parts, 0), asm.extract(parts, 1)]
            }
            b's' => {
                let i1 = asm.i1;
                let name = "dx.op.checkAccessFullyMapped.i32";
                let mapped = asm.op(name, i1, &[i32], 71, &[member]);
                vec![asm.cast(1, mapped, i32)]
            }
            _ => vec![member],
        };
        for word in words {
            let offset = asm.i32(at * 4);
            let offset = asm.binary(0, base, offset);
            let (undef, mask) = (asm.undef(i32), asm.int(i8, 1));
            let args = [out, offset, undef, word, undef, undef, undef, mask];
            let params = [h, i32, i32, i32, i32, i32, i32, i8];
            asm.op("dx.op.bufferStore.i32", void, &params, 69, &args);
            at += 1;
        }
    }
    at
}

fn assemble(kind: &Kind) -> Vec<u8> {
    let asm = &mut Assembler::new(kind.shader_model);
    let (i32, f32, f64) = (asm.i32, asm.f32, asm.f64);
    let (zero, one, two, three, seven) = (asm.i32(0), asm.i32(1), asm.i32(2), asm.i32(3), asm.i32(7));
    let ty = (kind.ty)(asm);
    // Block 0: the entry.
    let prepared = (kind.prepare)(asm);
    let out = asm.resource(1, 11, 0, 1);
    let thread = asm.op("dx.op.threadId.i32", i32, &[i32], 93, &[zero]);
    if kind.name == "exchange" {
        let array = asm.ty(11, &[32, i32]);
        let element = asm.address(array, prepared[0], &[zero, thread]);
        let five = asm.i32(5);
        asm.record(44, &[element, five], &[3, 0], false);
    }
    let s0 = (kind.op)(asm, thread, &prepared, three);
    let bit = asm.binary(10, thread, one);
    let odd = asm.compare(33, bit, zero);
    asm.branch_if(odd, 1, 2);
    // Blocks 1 and 2: one operation each.
    let s1 = (kind.op)(asm, thread, &prepared, thread);
    asm.branch(3);
    let number = asm.binary(0, thread, seven);
    let s2 = (kind.op)(asm, thread, &prepared, number);
    asm.branch(3);
    // Block 3: phi and select.
    let s = asm.phi(ty, &[(s1, 1), (s2, 2)]);
    let bit = asm.binary(10, thread, two);
    let second = asm.compare(33, bit, zero);
    let q = asm.select(second, s, s0);
    let count = asm.binary(10, thread, three);
    asm.branch(4);
    // Block 4: the loop. The phis name what comes at its end.
    let (l, i) = (asm.next(0), asm.next(1));
    let before = asm.results();
    let results_of_op = {
        // How many results the operation makes, to name the last of them before it is there.
        let mut probe = Assembler::new(kind.shader_model);
        let prepared = (kind.prepare)(&mut probe);
        let x = probe.i32(0);
        let from = probe.results();
        (kind.op)(&mut probe, x, &prepared, x);
        probe.results() - from
    };
    let n = V::Result(before + 2 + results_of_op);
    let after = V::Result(before + 2 + results_of_op + 1);
    asm.phi(ty, &[(q, 3), (n, 4)]);
    asm.phi(i32, &[(zero, 3), (after, 4)]);
    let number = asm.binary(0, i, thread);
    assert_eq!((kind.op)(asm, thread, &prepared, number), n);
    assert_eq!(asm.binary(0, i, one), after);
    let again = asm.compare(36, after, count);
    asm.branch_if(again, 4, 5);
    // Block 5: the insertion, and what comes out.
    let first = match kind.members.as_bytes()[0] {
        b'f' => asm.constant_bits(f32, 77f32.to_bits().into()),
        b'd' => asm.constant_bits(f64, 77f64.to_bits()),
        _ => asm.i32(77),
    };
    let z = asm.insert(l, first, 0);
    let words: i64 = kind
        .members
        .bytes()
        .map(|what| match what {
            b'-' => 0,
            b'd' => 2,
            _ => 1,
        })
        .sum();
    let stride = asm.i32(words * 8);
    let base = asm.binary(2, thread, stride);
    let at = store_members(asm, kind, out, base, l, 0);
    store_members(asm, kind, out, base, z, at);
    asm.ret();
    std::mem::replace(asm, Assembler::new(0)).container()
}

#[test]
fn the_committed_shaders_are_these() {
    let vectors = ("vectors_of_one", super::vectors::assemble());
    for (name, bytes) in KINDS
        .iter()
        .map(|kind| (kind.name, assemble(kind)))
        .chain([vectors, ("long_vectors", super::vectors::long())])
        .chain(super::operations::assemble())
    {
        check(name, &bytes);
    }
}

/// Compares a shader with the committed one, or writes it.
pub fn check(name: &str, bytes: &[u8]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/shaders/structs");
    let path = folder.join(format!("{name}.dxil"));
    if std::env::var_os("D2S_ASSEMBLE").is_some() {
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(&path, bytes).unwrap();
    }
    assert!(std::fs::read(&path).is_ok_and(|known| known == bytes), "{name}");
}

/// Every kind that the table of operations knows is here.
#[test]
fn every_kind_of_struct_is_there() {
    use crate::dxil::ops::{Family, OperandType as R, TABLE};
    for row in TABLE {
        let name = match row.result {
            R::ResRet => "texture",
            R::CBufRet => "cbuffer",
            R::Dimensions => "dimensions",
            R::SamplePos => "sample_position",
            R::TwoI32 => "multiply",
            R::FourI32 => "ballot",
            R::I32Carry => "add_carry",
            R::SplitDouble => "split_double",
            R::Vec4 => "unpack",
            _ => continue,
        };
        if !matches!(row.op.family(), Family::NotYet(_)) {
            assert!(KINDS.iter().any(|kind| kind.name == name), "{}", row.name);
        }
    }
}
