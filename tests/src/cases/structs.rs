//! Struct results of operations through a phi, a select, a loop and an insertion: modules that DXC does not write,
//! assembled by `src/import/tests/structs.rs`, which draws their shape.

use crate::case::{Case, Element, List, Want, any, compute};
use ash::vk::Format;
use half::f16;

/// Registers the cases.
pub fn register(list: &mut List) {
    list.each("structs/add_carry", &[], |name| {
        through(name, |_| {
            |x| {
                let (sum, carry) = x.wrapping_mul(0x0900_0000).overflowing_add(0x8000_0001);
                vec![sum, u32::from(carry)]
            }
        })
    });
    list.each("structs/subtract_borrow", &[], |name| {
        through(name, |_| {
            |x| {
                let (difference, borrow) = x.wrapping_mul(9).overflowing_sub(100);
                vec![difference, u32::from(borrow)]
            }
        })
    });
    list.each("structs/multiply", &[], |name| {
        through(name, |_| {
            |x| {
                let product = u64::from(x.wrapping_mul(0x0123_4567)) * 0x89ab_cdef;
                vec![(product >> 32) as u32, product as u32]
            }
        })
    });
    list.each("structs/divide", &[], |name| {
        through(name, |_| {
            |x| {
                let (a, b) = (x * 1001, x & 3);
                // Division by zero gives all ones.
                vec![
                    a.checked_div(b).unwrap_or(u32::MAX),
                    a.checked_rem(b).unwrap_or(u32::MAX),
                ]
            }
        })
    });
    list.each("structs/unpack", &[], |name| {
        through(name, |_| {
            |x| {
                let bytes = x.wrapping_mul(0x00f3_5791).to_le_bytes();
                bytes.iter().map(|&byte| i32::from(byte as i8) as u32).collect()
            }
        })
    });
    list.each("structs/split_double", &[], |name| {
        through(name, |_| |x| words(f64::from(x) * 1.1))
    });
    list.each("structs/cbuffer", &[], |name| {
        through(name, |_| |x| numbers(x & 15)).cbuffer("b0,space2", all(16))
    });
    list.each("structs/cbuffer_double", &[], |name| {
        let doubles: Vec<f64> = (0..32).map(|n| f64::from(n) * 0.3).collect();
        let case = inserting(name, words(77.0), |_| {
            |x| {
                let first = (x & 15) * 2;
                let doubles = [first, first + 1].map(|n| words(f64::from(n) * 0.3));
                doubles.concat()
            }
        });
        case.cbuffer("b0,space2", doubles)
    });
    list.each("structs/typed_buffer", &[], |name| {
        through(name, |_| numbers).typed("t0", Format::R32G32B32A32_UINT, all(64))
    });
    list.each("structs/raw_buffer", &[], |name| {
        // The status last: every access is mapped.
        let loaded = |x| [numbers(x), vec![1]].concat();
        through(name, move |_| loaded).raw("t0", all(64))
    });
    list.each("structs/vectors_of_one", &[], vectors_of_one);
    list.each("structs/long_vectors", &[], long_vectors);
    list.each("structs/pointer_walk", &[], pointer_walk);
    list.each("structs/pointer_atomics", &[], pointer_atomics);
    list.each("structs/pointer_exchange", &[], |name| {
        let wanted = (0..32).map(|t: u32| {
            let by = (t + 27) & 31;
            [(t + 5) & 31, if by & 1 == 0 { 100 + by } else { t }]
        });
        compute(name).output("u0,space1", wanted.collect::<Vec<_>>())
    });
    list.each("structs/pointer_types", &[], pointer_types);
    list.each("structs/integers", &[], integers);
    list.each("structs/nothing", &[], |name| {
        let wanted: Vec<[u32; 4]> = (0..32).map(|t| [t, t * 3, t * 4, 3]).collect();
        compute(name).output("u0,space1", wanted)
    });
    list.each("structs/bitcasts", &[], bitcasts);
    list.each("structs/legacy_doubles", &[], legacy_doubles);
    list.each("structs/cbuffer_scalars", &[], cbuffer_scalars);
    list.each("structs/exchange", &[], |name| {
        through(name, |_| {
            let mut word = 5;
            move |x| {
                let old = word;
                if old == x {
                    word = x + 1;
                }
                vec![old, u32::from(old == x)]
            }
        })
    });
}

fn vectors_of_one(name: &str) -> Case {
    let wanted: Vec<[f32; 4]> = (0..32).map(|t| [t as f32 + 1.5; 4]).collect();
    compute(name).output("u0,space1", wanted)
}

/// What `src/import/tests/vectors.rs` says.
fn long_vectors(name: &str) -> Case {
    let wanted: Vec<[u32; 4]> = (0..32u32)
        .map(|t| {
            let v: [u32; 6] = std::array::from_fn(|lane| 7 * t + 11 * lane as u32);
            let w = if t & 1 != 0 { v.map(|x| 2 * x) } else { v };
            let k = t as usize % 6;
            let mut put = w;
            put[k] = 1000;
            let wide = |lane: usize| u64::from(w[2 * lane]) | u64::from(w[2 * lane + 1]) << 32;
            // The low word of the second and the high word of the third.
            let third = ((wide(1) >> 9) as u32).wrapping_add((wide(2) >> 40 >> 32) as u32);
            let shuffled = [w[1], put[2], w[5]];
            let limits = [40, 100, 150];
            let chosen: [u32; 3] = std::array::from_fn(|lane| shuffled[lane].min(limits[lane]));
            let above = (0..3).any(|lane| shuffled[lane] > limits[lane]);
            [
                [3, 1, 4, 1, 5, 9][k] + w[k],
                put.iter().zip(1..).map(|(x, factor)| x * factor).sum(),
                third,
                chosen.iter().fold(u32::from(above), |sum, x| sum * 3 + x),
            ]
        })
        .collect();
    compute(name).output("u0,space1", wanted)
}

/// What `src/import/tests/pointers.rs` draws.
fn pointer_walk(name: &str) -> Case {
    let mut wanted = Vec::new();
    for t in 0..32u32 {
        let mut a: Vec<f32> = (0..4).map(|k| (8 * t + k) as f32).collect();
        let mut b = vec![(100 + t) as f32];
        b.extend((0..3).map(|k| (200 + 4 * t + k) as f32));
        b.push((300 + t) as f32);
        let mut sum = 0.0;
        for k in 0..3 {
            let place = if t & 1 != 0 { &mut a[k] } else { &mut b[1 + k] };
            sum += *place;
            *place = sum;
        }
        let start = if t & 1 != 0 { a[0] } else { b[1] };
        wanted.extend([if t & 2 != 0 { b[4] } else { start }, sum]);
        wanted.extend(a);
        wanted.extend(b);
    }
    compute(name).output("u0,space1", wanted)
}

fn pointer_atomics(name: &str) -> Case {
    let sum = |k: u32, odd: u32| -> u32 { (k..32).step_by(8).filter(|t| t & 1 == odd).map(|t| t + 1).sum() };
    let wanted: Vec<u32> = (0..32).flat_map(|t| [sum(t & 7, 1), sum(t & 7, 0)]).collect();
    compute(name).output("u0,space1", wanted)
}

fn pointer_types(name: &str) -> Case {
    let mut wanted = Vec::new();
    for t in 0..32u32 {
        let scalars: Vec<f32> = (0..11)
            .map(|k| match k {
                3..6 => (t + 1000 * (k - 2)) as f32,
                _ => (10 * t + k) as f32,
            })
            .collect();
        wanted.push((50 + t) as f32);
        wanted.extend(&scalars);
        wanted.push(scalars[t as usize % 11]);
    }
    compute(name).output("u0,space1", wanted)
}

/// `src/import/tests/operations.rs` has this shader and the next three.
fn integers(name: &str) -> Case {
    let wanted: Vec<[u32; 4]> = (0..32u32)
        .map(|t| {
            let x = t.wrapping_mul(0x0f12_3456);
            let product = i64::from(x as i32) * i64::from(0x89ab_cdefu32 as i32);
            let (width, offset) = (t & 31, (t * 7) & 31);
            let field = |signed: bool| match (width, signed) {
                (0, _) => 0,
                // What goes beyond the last bit ends there.
                (_, true) if width + offset >= 32 => ((x as i32) >> offset) as u32,
                (_, false) if width + offset >= 32 => x >> offset,
                (_, true) => ((x << (32 - width - offset)) as i32 >> (32 - width)) as u32,
                (_, false) => x << (32 - width - offset) >> (32 - width),
            };
            [(product >> 32) as u32, product as u32, field(true), field(false)]
        })
        .collect();
    compute(name).output("u0,space1", wanted)
}

fn bitcasts(name: &str) -> Case {
    let wanted: Vec<[Want; 4]> = (0..32u32)
        .map(|t| {
            let single = f32::from_bits(0x3f80_0000 + (t << 18));
            let half = f16::from_bits((t * 1037 + 0x123) as u16);
            let double = f64::from_bits(u64::from(0x3ff0_0000 + (t << 15)) << 32);
            // Which NaN a conversion gives is the device's.
            let converted = match half.is_nan() {
                true => any(),
                false => half.to_f32().to_bits().want(),
            };
            [
                (single + single).to_bits().want(),
                converted,
                u32::from(f16::from_f32(t as f32).to_bits()).want(),
                (((double + double).to_bits() >> 32) as u32).want(),
            ]
        })
        .collect();
    compute(name).output("u0,space1", wanted)
}

fn legacy_doubles(name: &str) -> Case {
    let wanted: Vec<[u32; 4]> = (0..32)
        .map(|t| {
            let x = f64::from(t - 16);
            let (small, large) = (x * 1.5, x * 268_435_456.5);
            [
                (small as f32).to_bits(),
                large as i32 as u32,
                large as u32,
                small as i32 as u32,
            ]
        })
        .collect();
    compute(name).output("u0,space1", wanted)
}

fn cbuffer_scalars(name: &str) -> Case {
    let constants: Vec<u32> = (0..64u32).map(|n| (n as f32 * 1.25 - 7.0).to_bits()).collect();
    let wanted: Vec<[u32; 4]> = (0..32usize)
        .map(|t| {
            let pair = (t & 15) * 2;
            [
                constants[t],
                constants[63 - t],
                constants[pair],
                constants[pair + 1],
            ]
        })
        .collect();
    compute(name)
        .cbuffer("b0,space2", constants)
        .output("u0,space1", wanted)
}

/// Four numbers that name `x`.
fn numbers(x: u32) -> Vec<u32> {
    (0..4).map(|k| 100 + x * 4 + k).collect()
}

/// Those of 0 to `count`.
fn all(count: u32) -> Vec<u32> {
    (0..count).flat_map(numbers).collect()
}

fn words(value: f64) -> Vec<u32> {
    let bits = value.to_bits();
    vec![bits as u32, (bits >> 32) as u32]
}

/// A shader whose operation on thread `t` is `op(t)`, a function from numbers to words; the insertion puts 77 first.
fn through<F: FnMut(u32) -> Vec<u32>>(name: &str, op: impl Fn(u32) -> F) -> Case {
    inserting(name, vec![77], op)
}

/// The same, where the member that is put first has these words.
fn inserting<F: FnMut(u32) -> Vec<u32>>(name: &str, first: Vec<u32>, op: impl Fn(u32) -> F) -> Case {
    let mut wanted = Vec::new();
    for t in 0..32 {
        let mut op = op(t);
        let s0 = op(3);
        let s = if t & 1 != 0 { op(t) } else { op(t + 7) };
        let mut l = if t & 2 != 0 { s } else { s0 };
        let mut i = 0;
        loop {
            let n = op(i + t);
            i += 1;
            if i >= t & 3 {
                break;
            }
            l = n;
        }
        let mut z = l.clone();
        z.splice(..first.len(), first.iter().copied());
        wanted.extend(l);
        wanted.extend(z);
    }
    compute(name).output("u0,space1", wanted)
}
