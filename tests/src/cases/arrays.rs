//! The shader's own arrays: tables of constants, local and groupshared memory, beyond their ends above all.

use super::inputs;
use crate::case::{Case, Element, List, Want, any, compute};
use dxil2spirv::options::{ArrayBounds, OutOfBounds};

const OUT: &str = "u0,space1";

/// Registers the cases.
pub fn register(list: &mut List) {
    let od = &["od"];
    list.each("arrays/tables", od, tables);
    list.each("arrays/local", od, |name| local(name, false, &beyond(8)));
    list.each("arrays/shared", &[], |name| shared(name, false));
    for name in ["arrays/local", "arrays/local.od"] {
        list.add(&format!("{name} (0 beyond)"), move || {
            bounds(local(name, true, &beyond(8)), OutOfBounds::Zero)
        });
    }
    list.add("arrays/shared (0 beyond)", || {
        bounds(shared("arrays/shared", true), OutOfBounds::Zero)
    });
    list.each("arrays/local_rows", &[], local_rows);
    list.add("arrays/local_rows (all)", || {
        local_rows("arrays/local_rows").options(|options| options.optimizations.local_vectors = true)
    });
    list.each("arrays/nested", &[], nested);
    list.each("arrays/list", od, taken_of_lists);
    list.each("arrays/signed", od, signed);
    // Without any index beyond the end, which no device has to survive then.
    list.add("arrays/local (unchecked)", || {
        let inside = [0, 3, 7, 1, 2, 6, 4, 5, 7, 0];
        bounds(local("arrays/local", true, &inside), OutOfBounds::Unchecked)
    });
}

fn bounds(case: Case, all: OutOfBounds) -> Case {
    case.options(|options| {
        options.array_bounds = ArrayBounds {
            groupshared: all,
            local: all,
            constants: all,
        }
    })
}

/// Indices at, behind and far behind the end of `len` elements, and negative ones.
fn beyond(len: u32) -> [u32; 10] {
    [
        len,
        len + 1,
        len + 63,
        1000,
        0x00ff_ffff,
        0x7fff_ffff,
        0x8000_0000,
        0xffff_fff0,
        0xffff_fffe,
        0xffff_ffff,
    ]
}

fn taken_of_lists(name: &str) -> Case {
    const NODES: usize = 512;
    const MOST: usize = 12;
    let mut nodes = vec![[0u32, u32::MAX]; NODES];
    let (mut firsts, mut expected) = (Vec::new(), Vec::new());
    let mut used = 0;
    for thread in 0..64 {
        let length = [0, 1, 2, MOST - 1, MOST, MOST + 1, 14][thread % 7];
        // Neighbours of a list lie far apart.
        let places: Vec<usize> = (used..used + length)
            .map(|count| (count * 37 + 11) % NODES)
            .collect();
        used += length;
        for (number, &place) in places.iter().enumerate() {
            let next = places.get(number + 1).map_or(u32::MAX, |&next| next as u32);
            nodes[place] = [(place as u32).wrapping_mul(0x9e37_79b9) >> 8, next];
        }
        firsts.push(places.first().map_or(u32::MAX, |&first| first as u32));
        let mut keys: Vec<u32> = places.iter().take(MOST).map(|&place| nodes[place][0]).collect();
        keys.sort_unstable();
        let count = keys.len() as u32;
        let hash = (1..).zip(&keys).fold(0u32, |hash, (behind, &key)| {
            let hash = hash.wrapping_mul(31).wrapping_add(key);
            if behind < count { hash ^ behind } else { hash }
        });
        keys.resize(MOST, 0);
        expected.extend([count, hash]);
        expected.extend(keys);
    }
    assert!(used <= NODES, "nodes lack");
    let input = [nodes.concat(), firsts].concat();
    compute(name).raw("t0", input).output(OUT, expected)
}

fn tables(name: &str) -> Case {
    let words = [11u32, 22, 33, 44, 55];
    let at = |table: &[u32], index: u32| table.get(index as usize).copied().unwrap_or(0);
    // Four words of a vector: their numbers are not to wrap around.
    let far = beyond(5).into_iter().filter(|k| k.checked_mul(4).is_some());
    let indexes: Vec<[u32; 2]> = (0..5)
        .chain(far)
        .chain([0x7fff_ffff, 0xffff_ffff, 0xffff_fff0])
        .cycle()
        .zip(0..)
        .take(64)
        .map(<[u32; 2]>::from)
        .collect();
    let vectors: Vec<u32> = [3.0f32, 7.0, 11.0].map(f32::to_bits).to_vec();
    let nested: Vec<u32> = (100..112).collect();
    let expected: Vec<[u32; 4]> = indexes
        .iter()
        .map(|&[k, j]| {
            let flag = at(&[0, 1, 0, 1], k) + 1;
            let whole = (3 * (j & 3)).wrapping_add(k);
            [at(&words, k), at(&vectors, k), at(&nested, whole), flag]
        })
        .collect();
    compute(name).raw("t0", indexes).output(OUT, expected)
}

fn signed(name: &str) -> Case {
    let tile: Vec<i32> = (0..72).map(|i| i * i * 37 - 4000).collect();
    let at = |index: i32| tile[index as usize];
    let sum = |factor: i32, indices: &mut dyn Iterator<Item = i32>| {
        indices.fold(0i32, |sum, index| {
            sum.wrapping_mul(factor).wrapping_add(at(index))
        })
    };
    let expected: Vec<[i32; 4]> = (0..64)
        .map(|index| {
            let apart: i32 = index - 32;
            let halves = at(apart.div_euclid(2) + 16) * 11 + at(apart / 2 + 16) * 13;
            [
                sum(3, &mut [-4, -1, 0, 2, 4].iter().map(|offset| index + 4 + offset)),
                sum(5, &mut (-4..=4).map(|r| index + 4 + r)),
                sum(
                    7,
                    &mut [-3, -1, 1, 3].iter().map(|s| (index + s * 2).clamp(-6, 65) + 6),
                ),
                halves + at(apart.min(-1) + 32) + at(apart.abs()),
            ]
        })
        .collect();
    compute(name).raw("t0", tile).output(OUT, expected)
}

fn local(name: &str, zero: bool, far: &[u32; 10]) -> Case {
    let indexes: Vec<[u32; 2]> = (0..64)
        .map(|i| match i % 4 {
            0 => [i / 4 % 8, i % 8],
            1 => [i / 4 % 8, far[i as usize % 10]],
            2 => [far[i as usize % 10], i / 4 % 8],
            _ => [far[i as usize % 10], far[(i as usize + 3) % 10]],
        })
        .collect();
    let expected: Vec<[Want; 2]> = (0..64u32)
        .zip(&indexes)
        .map(|(i, &[w, r])| {
            let mut words: Vec<u32> = (0..8).map(|k| 10 * (i + k)).collect();
            let written = words.get_mut(w as usize).map(|word| *word = 7777).is_some();
            let read = words.get(r as usize).copied();
            let sum: u32 = words.iter().sum();
            match (zero, written) {
                // What was written beyond the end may be anywhere.
                (false, false) => [any(), any()],
                (false, true) => [read.map_or_else(any, |x| x.want()), sum.want()],
                (true, _) => [read.unwrap_or(0).want(), sum.want()],
            }
        })
        .collect();
    compute(name).raw("t0", indexes).output(OUT, expected)
}

/// Rows of what `of` makes of the numbers of their elements.
fn rows<T, const ROWS: usize, const COLUMNS: usize>(of: impl Fn(u32) -> T) -> [[T; COLUMNS]; ROWS] {
    std::array::from_fn(|row| std::array::from_fn(|column| of((COLUMNS * row + column) as u32)))
}

fn local_rows(name: &str) -> Case {
    let input: Vec<u32> = inputs::integers::<1>(64).concat();
    let expected = input.iter().map(|&n| {
        let times = |x: u32, by: u32| x.wrapping_mul(by);
        let total = |terms: &[u32]| terms.iter().fold(0u32, |sum, &x| sum.wrapping_add(x));
        let mut f: [[u32; 2]; 3] = rows(|k| times(n, k + 1));
        let mut g: [[u32; 2]; 12] = rows(|k| n ^ k);
        let mut h: [[u32; 4]; 6] = rows(|k| n.wrapping_add(k));
        let mut q: [[u16; 2]; 4] = rows(|k| n.wrapping_add(k) as u16);
        let [a, b, d, e] = [n % 3, (n >> 3) % 12, (n >> 5) % 6, n >> 7 & 3].map(|x| x as usize);
        let row = f[a];
        f[(a + 1) % 3] = [row[1], row[0].wrapping_add(1)];
        let lower = g[b][0];
        g[(b + (n & 1) as usize) % 12][1] = lower.wrapping_add(7);
        let upper = g[b][1];
        g[b][0] = times(upper, 3);
        let four = total(&[h[d][0], times(h[d][1], 3), times(h[d][2], 5), times(h[d][3], 7)]);
        h[(d + (n >> 1 & 1) as usize) % 6][2] = four;
        let third = h[d][2];
        let [x, y] = q[e];
        q[3 - e] = [y, x.wrapping_add(5)];
        let weighted = |row: &[u32]| {
            let terms = row.iter().zip([1, 5, 7, 11]);
            terms.fold(0, |sum: u32, (&x, by)| sum.wrapping_add(times(x, by)))
        };
        let q = q.map(|row| row.map(u32::from));
        let all = f.iter().map(|row| &row[..]).chain(g.iter().map(|row| &row[..]));
        let all = all
            .chain(h.iter().map(|row| &row[..]))
            .chain(q.iter().map(|row| &row[..]));
        let sum = all.fold(0, |sum, row| total(&[times(sum, 31), weighted(row)]));
        [
            total(&[row[0], times(row[1], 3), lower, times(upper, 9)]),
            four ^ third,
            u32::from(x) | u32::from(y) << 16,
            sum,
        ]
    });
    let expected: Vec<[u32; 4]> = expected.collect();
    compute(name).raw("t0", input).output(OUT, expected)
}

fn shared(name: &str, zero: bool) -> Case {
    let far = beyond(64);
    let mixed: Vec<[u32; 4]> = (0..64u32)
        .map(|i| {
            let beyond = far[i as usize % 10];
            // Each word is written by one thread at most in each step.
            match i % 4 {
                0 => [beyond, 63 - i, i, 63 - i],
                1 => [i, beyond, 63 - i, i],
                2 => [i, 63 - i, beyond, 63 - i],
                _ => [63 - i, 63 - i, i, beyond],
            }
        })
        .collect();
    let mut words: Vec<u32> = (0..64).map(|k| 3 * k + 1).collect();
    let mut results = vec![[0u32; 4]; 64];
    for (i, at) in (0..64u32).zip(&mixed) {
        if let Some(word) = words.get_mut(at[0] as usize) {
            *word = 1000 + i;
        }
    }
    for (result, at) in results.iter_mut().zip(&mixed) {
        if let Some(word) = words.get_mut(at[1] as usize) {
            result[1] = *word;
            *word += 5000;
        }
    }
    for ((i, at), result) in (0..64u32).zip(&mixed).zip(&mut results) {
        if let Some(word) = words.get_mut(at[2] as usize) {
            result[2] = *word;
            if *word == 3 * at[2] + 1 {
                *word = 9000 + i;
            }
        }
    }
    for ((word, at), result) in words.iter().zip(&mixed).zip(&mut results) {
        result[0] = words.get(at[3] as usize).copied().unwrap_or(0);
        result[3] = *word;
    }
    if zero {
        compute(name).raw("t0", mixed).output(OUT, results)
    } else {
        // All of the memory is undefined once something was written beyond its end; the program goes on.
        let anything: Vec<Want> = (0..256).map(|_| any()).collect();
        compute(name).raw("t0", mixed).output(OUT, anything)
    }
}

/// Words of a grid of 4 rows, reached beyond its rows; `src/import/tests/arrays.rs` has the shader.
fn nested(name: &str) -> Case {
    let word = |k: u32| 3 * k + 1;
    let expected: Vec<[u32; 4]> = (0..32u32)
        .map(|thread| {
            let k = thread & 15;
            [word(15 - k), word(15 - k), word(k), word(13)]
        })
        .collect();
    compute(name).output(OUT, expected)
}
