//! Control flow: what the shaders of `control-flow` compute, written again in Rust.

use super::inputs;
use crate::case::{Case, List, Want, compute, one_of};

/// What untouched words of an output hold.
const UNTOUCHED: u32 = 0xdead_beef;

/// Registers the cases.
pub fn register(list: &mut List) {
    let od = &["od"];
    list.each("control-flow/attributes", od, attributes);
    list.each("control-flow/barrier_in_loop", od, barrier_in_loop);
    list.each("control-flow/break_outer", od, break_outer);
    list.each("control-flow/continues", od, continues);
    list.each("control-flow/deep_nesting", od, deep_nesting);
    list.each("control-flow/do_while", od, do_while);
    list.each("control-flow/early_return", od, early_return);
    list.each("control-flow/if_ladder", od, if_ladder);
    list.each("control-flow/infinite_with_return", od, infinite_with_return);
    list.each("control-flow/live_out", od, live_out);
    list.each("control-flow/local_sort", od, local_sort);
    list.each("control-flow/mandelbrot", od, mandelbrot);
    list.each("control-flow/middle_entry", od, middle_entry);
    list.each("control-flow/multi_exit", od, multi_exit);
    list.each("control-flow/nested_loops", od, nested_loops);
    list.each("control-flow/no_end", od, no_end);
    list.each("control-flow/noinline_calls", od, noinline_calls);
    list.each("control-flow/phi_swap", od, phi_swap);
    list.each("control-flow/return_in_loop", od, return_in_loop);
    list.each("control-flow/short_circuit", &["hv2021", "od"], short_circuit);
    list.each("control-flow/state_machine", od, state_machine);
    list.each("control-flow/switch_basic", od, switch_basic);
    list.each("control-flow/switch_exits", od, switch_exits);
    list.each("control-flow/switch_fallthrough", od, switch_fallthrough);
    list.each("control-flow/switch_in_loop", od, switch_in_loop);
    list.each("control-flow/switch_lookup", od, switch_lookup);
    list.each("control-flow/switch_nested", od, switch_nested);
    list.each("control-flow/undef_merge", od, undef_merge);
    list.each("control-flow/vector_select", &["hv2021"], vector_select);
}

/// The shader of `name` over rows of `N` words, 64 of them, one output row for each.
fn rows<const N: usize, const M: usize>(
    name: &str,
    input: Vec<[u32; N]>,
    run: impl Fn(&[u32], [u32; N]) -> [u32; M],
) -> Case {
    let words = input.concat();
    let expected: Vec<[u32; M]> = input.iter().map(|&row| run(&words, row)).collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

/// `In.Load` of an aligned address; past the end it is 0.
fn load(words: &[u32], address: u32) -> u32 {
    words.get(address as usize / 4).copied().unwrap_or(0)
}

fn attributes(name: &str) -> Case {
    rows(name, inputs::below::<2>(64, 9), |words, [x, y]| {
        let weighted: u32 = (0..5).map(|k| load(words, k * 8) * k).sum();
        let r: u32 = (0..4).take_while(|&n| n != x).map(|n| load(words, n * 8)).sum();
        let s = if x == 3 { x.abs_diff(y) } else { x.abs_diff(y) ^ 1 };
        let s = s + if y & 1 != 0 { 1000 } else { 0 };
        [weighted, weighted, r, s]
    })
}

fn barrier_in_loop(name: &str) -> Case {
    let input = inputs::integers::<1>(256).concat();
    let expected: Vec<u32> = input
        .chunks(64)
        .flat_map(|group| {
            group.iter().scan(0u32, |sum, &x| {
                *sum = sum.wrapping_add(x);
                Some(*sum)
            })
        })
        .collect();
    compute(name)
        .raw("t0", input)
        .output("u0,space1", expected)
        .groups(4, 1, 1)
}

fn break_outer(name: &str) -> Case {
    rows(name, inputs::below::<1>(64, 60), |_, [target]| {
        for a in 1..=6 {
            for b in 1..=6 {
                for c in 1..=6 {
                    if a * b + c == target {
                        return [a, b, c];
                    }
                }
            }
        }
        [0; 3]
    })
}

fn continues(name: &str) -> Case {
    let input = inputs::integers::<2>(64)
        .iter()
        .map(|v| [v[0], v[1] % 20])
        .collect();
    rows(name, input, |words, [x, n]| {
        let mut a = x;
        let mut k = 0;
        while k < n {
            'body: {
                if a & 2 != 0 {
                    a = a.wrapping_mul(5).wrapping_add(1);
                    break 'body;
                }
                a ^= k << 3;
                if a & 4 != 0 {
                    if a & 16 != 0 {
                        a = a.wrapping_add(9);
                        break 'body;
                    }
                    a = a.wrapping_mul(3);
                } else if a & 32 != 0 {
                    a = a.rotate_right(1);
                    break 'body;
                }
                a = a.wrapping_add(load(words, (a & 63) * 8));
            }
            k += 1 + (a & 1);
        }
        let (mut b, mut w) = (x, 0);
        while w < n {
            w += 1;
            if b & 1 != 0 {
                b = b.wrapping_mul(7).wrapping_add(w);
                if b & 2 != 0 {
                    continue;
                }
                if w > 15 {
                    break;
                }
            }
            match b & 12 {
                0 => {
                    b = b.wrapping_add(3);
                    continue;
                }
                4 => b ^= 0x55,
                8 => {
                    b = b.wrapping_add(w);
                    if b & 64 != 0 {
                        continue;
                    }
                }
                _ => {}
            }
            b = b.wrapping_mul(11).wrapping_add(1);
        }
        let (mut c, mut d) = (x, n);
        loop {
            c = c.wrapping_mul(13).wrapping_add(d);
            if c & 1 == 0 {
                c ^= 0x77;
                let skips = c & 2 != 0 && {
                    c = c.wrapping_add(5);
                    let skips = c & 8 != 0;
                    c = c.wrapping_add(if skips { 0 } else { 11 });
                    skips
                };
                if !skips {
                    if c & 0xf0 == 0x30 {
                        break;
                    }
                    c = c.wrapping_add(load(words, (c & 63) * 8));
                }
            }
            if d == 0 {
                break;
            }
            d -= 1;
        }
        [a, b, c]
    })
}

fn deep_nesting(name: &str) -> Case {
    rows(name, inputs::below::<1>(64, 64), |words, [x]| {
        let mut h = 1u32;
        if x & 1 != 0 {
            h = h.wrapping_mul(3).wrapping_add(load(words, 0));
            for a in 0..(x & 3) {
                if x & 4 != 0 {
                    for b in a..4 {
                        if b != 2 {
                            h = h.wrapping_mul(5).wrapping_add(b);
                            if x & 8 != 0 {
                                while h & 6 != 0 {
                                    h = h.wrapping_mul(7).wrapping_add(3);
                                    if h & 0x10 != 0 {
                                        if x & 16 != 0 {
                                            h ^= load(words, (h & 15) * 4);
                                            break;
                                        }
                                        h = h.wrapping_add(2);
                                    } else {
                                        h = h.wrapping_add(9);
                                    }
                                    if h & 0x300 == 0x300 {
                                        break;
                                    }
                                    h >>= 1;
                                }
                            }
                        } else {
                            h = h.wrapping_add(100);
                            if x & 32 != 0 {
                                break;
                            }
                        }
                    }
                }
                h = h.wrapping_add(a);
            }
        } else if x & 2 != 0 {
            h = load(words, 4);
        }
        [h]
    })
}

fn do_while(name: &str) -> Case {
    let input = inputs::below::<1>(64, 1000).iter().map(|v| [v[0] + 1]).collect();
    rows(name, input, |_, [start]| {
        let (mut x, mut steps, mut largest) = (start, 0, start);
        while x != 1 && steps < 300 {
            steps += 1;
            if x & 1 == 0 {
                x >>= 1;
            } else {
                x = x * 3 + 1;
                largest = largest.max(x);
            }
        }
        [steps, largest]
    })
}

fn early_return(name: &str) -> Case {
    rows(
        name,
        inputs::below::<3>(64, 20)
            .iter()
            .map(|v| [v[0] / 3, v[1], v[2] / 3])
            .collect(),
        |_, [x, y, z]| {
            let result = || {
                if x == 0 {
                    return None;
                }
                let mut r = x;
                if y > 10 {
                    if z == 3 {
                        return None;
                    }
                    r += 100;
                    if z != 4 {
                        r *= z;
                    }
                } else {
                    for k in 0..y {
                        if k == z {
                            return None;
                        }
                        r = r.wrapping_mul(3).wrapping_add(k);
                    }
                }
                Some(r)
            };
            [result().unwrap_or(UNTOUCHED)]
        },
    )
}

fn if_ladder(name: &str) -> Case {
    let mut input = inputs::below::<1>(64, 70);
    input[1] = [60];
    input[2] = [0xffff_0000];
    rows(name, input, |words, [x]| {
        [match x {
            0..10 => load(words, (x & 7) * 4),
            15 => load(words, 60),
            10..20 => x * 2,
            20..30 => 0,
            // The address of the odd ones is rounded down to a word.
            30..40 => (if x & 1 != 0 { load(words, x & !3) } else { x ^ 3 }).wrapping_add(1),
            50 | 52 | 61 | 62 => 5,
            _ => !x,
        }]
    })
}

fn infinite_with_return(name: &str) -> Case {
    rows(name, inputs::integers::<1>(64), |_, [mut x]| {
        loop {
            x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if x >> 24 == 0xab {
                return [x];
            }
        }
    })
}

fn live_out(name: &str) -> Case {
    rows(name, inputs::below::<8>(64, 115), |_, row| {
        let first = row.iter().position(|&x| x > 100).unwrap_or(8);
        let found = row.get(first).copied().unwrap_or(0);
        let odd = row[first..].iter().filter(|&&x| x & 1 != 0).count();
        [first as u32, found, row[..first].iter().sum(), odd as u32]
    })
}

fn local_sort(name: &str) -> Case {
    rows(name, inputs::integers::<8>(16), |_, mut row| {
        row.sort_unstable();
        row
    })
}

fn mandelbrot(name: &str) -> Case {
    let expected: Vec<Want> = (0..64 * 64)
        .map(|p: u32| {
            let (cx, cy) = ((p % 64) as f32 / 32.0 - 1.5, (p / 64) as f32 / 32.0 - 1.0);
            // The number at which the point leaves may differ where a rounding decides: compare several radii.
            let count = |limit: f32| {
                let (mut x, mut y, mut n) = (0.0f32, 0.0f32, 0u32);
                while n < 100 && x * x + y * y <= limit {
                    (x, y) = (x * x - y * y + cx, 2.0 * x * y + cy);
                    n += 1;
                }
                n
            };
            let n = count(4.0);
            let (near, far) = (count(4.0 * 0.9999), count(4.0 * 1.0001));
            // Chaotic orbits that leave late are anything.
            if n > 20 && n < 100 {
                Want::Any { bytes: 4 }
            } else {
                one_of([n, near, far])
            }
        })
        .collect();
    compute(name).output("u0,space1", expected).groups(8, 8, 1)
}

fn middle_entry(name: &str) -> Case {
    let input = inputs::integers::<3>(64)
        .iter()
        .map(|v| [v[0] % 3, v[1], v[2] % 12])
        .collect();
    rows(name, input, |words, [mut skip, mut h, mut left]| {
        let mut parts = 0u32;
        loop {
            if skip == 0 {
                h = h.wrapping_mul(31).wrapping_add(load(words, (h & 15) * 4));
                parts += 1;
                if h % 11 == 3 {
                    break;
                }
            }
            if skip <= 1 {
                h ^= h >> 7;
                parts += 100;
                if left == 0 {
                    break;
                }
                left -= 1;
            }
            h = h.wrapping_add(0x9e37_79b9);
            parts += 10000;
            skip = u32::from(h & 8 != 0);
        }
        [h, parts]
    })
}

fn multi_exit(name: &str) -> Case {
    let mut input = inputs::below::<8>(64, 190);
    for (k, row) in input.iter_mut().enumerate() {
        // Small values without the bit, so that all exits are taken by some.
        row.iter_mut()
            .for_each(|x| *x &= if k % 3 == 0 { 0xbf } else { 0x3f });
        if k % 3 == 1 {
            row.iter_mut().for_each(|x| *x |= 1);
        }
    }
    input[1][3] = 0x40;
    rows(name, input, |_, row| {
        let mut sum = 0;
        for (k, &x) in row.iter().enumerate() {
            if x == 0 {
                return [2, k as u32 * 1000];
            }
            sum += x;
            if sum > 500 {
                return [3, sum - 500];
            }
            if x & 0x40 != 0 {
                return [4, x ^ sum];
            }
        }
        [1, sum]
    })
}

fn nested_loops(name: &str) -> Case {
    rows(name, inputs::below::<3>(64, 20), |_, [outer, inner, stop]| {
        let mut h = 17u32;
        for y in 0..outer {
            for x in 0..inner {
                if (x + y) & 3 == 1 {
                    continue;
                }
                h = h.wrapping_mul(31).wrapping_add(x + y * 7);
                if h % 13 == stop {
                    break;
                }
                h ^= x;
            }
            h = h.wrapping_add(y);
            if h & 0xff == stop {
                break;
            }
        }
        [h]
    })
}

fn no_end(name: &str) -> Case {
    let walk = |words: &[u32], mut x: u32, mut n: u32| {
        'outer: loop {
            x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if x >> 31 != 0 {
                loop {
                    x = x.wrapping_mul(22_695_477).wrapping_add(1);
                    if x >> 24 & 7 == n {
                        return x;
                    }
                    if x >> 28 == 3 {
                        break;
                    }
                    if x >> 30 == 2 {
                        if n == 0 {
                            return !x;
                        }
                        n -= 1;
                    }
                }
            } else if x >> 20 & 15 == 4 {
                break 'outer;
            }
        }
        if x & 0x1000 != 0 {
            x ^ load(words, 0)
        } else {
            x.wrapping_add(load(words, 4))
        }
    };
    let stuck = |mut x: u32| {
        while x >= 100 {
            x = x / 3 + (x & 7);
        }
        x
    };
    let input = inputs::integers::<2>(64)
        .iter()
        .map(|v| [v[0].min(u32::MAX - 1), v[1] % 9])
        .collect();
    rows(name, input, move |words, [x, n]| [walk(words, x, n), stuck(x)])
        .raw("u1,space1", [7u32])
        .expect("u1,space1", [7u32])
}

fn noinline_calls(name: &str) -> Case {
    let mix = |a: u32, b: u32| {
        if a > b {
            return a.wrapping_mul(3).wrapping_sub(b);
        }
        (0..b & 7).fold(a, |r, k| r.wrapping_mul(5).wrapping_add(k))
    };
    rows(name, inputs::integers::<2>(64), move |_, [mut x, mut y]| {
        let mut total = 0u32;
        for _ in 0..4 {
            let t = x.wrapping_add(y);
            total += u32::from(t < x);
            (x, y) = (t, mix(x, y));
        }
        [x ^ y, total.wrapping_add(mix(y, x))]
    })
}

fn phi_swap(name: &str) -> Case {
    let input = inputs::integers::<3>(64)
        .iter()
        .map(|v| [v[0], v[1], v[2] % 40])
        .collect();
    rows(name, input, |_, [a, b, n]| {
        let (mut p, mut q) = (a, b);
        while q != 0 {
            (p, q) = (q, p % q);
        }
        let (mut f, mut g) = (a, b);
        for _ in 0..n {
            (f, g) = (g, f.wrapping_add(g));
        }
        [p, f, [a, b, n][n as usize % 3]]
    })
}

fn return_in_loop(name: &str) -> Case {
    let mut input = inputs::below::<1>(64, 200).concat();
    input.sort_unstable();
    let expected: Vec<[u32; 2]> = (0..64)
        .map(|i| {
            let wanted = i * 3;
            let (mut lo, mut hi, mut steps) = (0i32, 63i32, 0);
            while lo <= hi {
                let mid = (lo + hi) >> 1;
                let x = input[mid as usize];
                steps += 1;
                if x == wanted {
                    let mut back = mid;
                    while back > 0 && input[back as usize - 1] == wanted {
                        back -= 1;
                    }
                    return [back as u32, steps];
                }
                if x < wanted { lo = mid + 1 } else { hi = mid - 1 }
            }
            [u32::MAX, steps]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn short_circuit(name: &str) -> Case {
    let input = inputs::below::<2>(64, 10)
        .iter()
        .map(|v| [v[0] / 4, v[1]])
        .collect::<Vec<_>>();
    let needed = input.iter().filter(|v| v[0] != 0).count() as u32;
    let counts = if name.contains(".") {
        [needed, 64 - needed]
    } else {
        [64, 64]
    };
    rows(name, input, |_, [x, y]| {
        [u32::from(x != 0 && y > 5) | u32::from(x != 0 || y > 5) << 1]
    })
    .raw("u1,space1", [0u32; 2])
    .expect("u1,space1", counts)
}

fn state_machine(name: &str) -> Case {
    let texts = [
        "  42abc",
        "-17",
        "x",
        "",
        "   -0099 ",
        "1234567890123456",
        "-",
        "    ",
        " 7",
        "--3",
        "900000000 1",
    ];
    let bytes: Vec<u8> = (0..64)
        .flat_map(|i| {
            let mut text = texts[i % texts.len()].as_bytes().to_vec();
            text.resize(16, 0);
            text
        })
        .collect();
    let expected: Vec<[u32; 2]> = bytes
        .chunks(16)
        .map(|text| {
            let mut at = text.iter().take_while(|&&c| c == b' ').count();
            let negative = text.get(at) == Some(&b'-');
            at += usize::from(negative);
            let digits = text[at..].iter().take_while(|c| c.is_ascii_digit()).count();
            let value = text[at..at + digits]
                .iter()
                .fold(0u32, |v, c| v.wrapping_mul(10).wrapping_add(u32::from(c - b'0')));
            let value = if negative { value.wrapping_neg() } else { value };
            [
                value,
                if digits == 0 {
                    u32::MAX
                } else {
                    (at + digits) as u32
                },
            ]
        })
        .collect();
    compute(name).raw("t0", bytes).output("u0,space1", expected)
}

fn switch_basic(name: &str) -> Case {
    let selectors = [0, 7, (-3i32) as u32, 1_000_000, 5, 2, 0x8000_0000, 1, u32::MAX, 8];
    let input = inputs::below::<2>(64, 500)
        .iter()
        .enumerate()
        .map(|(k, v)| [selectors[k % 10], v[1]])
        .collect();
    rows(name, input, |words, [selector, x]| {
        [match selector as i32 {
            0 => x.wrapping_add(load(words, x & 0xfc)),
            7 | -3 | 1_000_000 => x * 3,
            2 => x / 5,
            i32::MIN => !x,
            _ => x ^ 0x55,
        }]
    })
}

fn switch_exits(name: &str) -> Case {
    let shared = |words: &[u32], s: u32, x: u32| {
        let mut r = x;
        match s {
            2 => {
                for k in 0..9 {
                    if r >> k & 5 == 5 {
                        return r.wrapping_add(k);
                    }
                    r = r.wrapping_mul(5).wrapping_add(1);
                }
            }
            3 if x & 1 != 0 => return 77,
            3 => r = r.wrapping_add(8) ^ 0xff,
            5 => r ^= 0xff,
            6 => return load(words, (x & 7) * 8),
            _ => r = r.wrapping_mul(3).wrapping_add(load(words, (x & 15) * 4)),
        }
        r.wrapping_add(1000)
    };
    let missing = |words: &[u32], s: u32, x: u32| {
        let mut r = x;
        match s {
            0 | 8 => {
                r = load(words, (r & 31) * 4);
                if r & 1 == 0 {
                    r = r.wrapping_add(3);
                }
            }
            3 => {
                r = r.wrapping_mul(7);
                if x & 2 != 0 {
                    return r;
                }
            }
            9 if x & 2 != 0 => return r,
            _ => {}
        }
        !r
    };
    let every = |words: &[u32], s: u32, mut x: u32| match s & 3 {
        0 => x.wrapping_mul(2).wrapping_add(load(words, 0)),
        1 if x & 4 != 0 => x ^ load(words, 8),
        1 => 5,
        2 => loop {
            x = x.wrapping_mul(9).wrapping_add(1);
            if x & 0x18 == 8 {
                return x;
            }
        },
        _ => s,
    };
    let input = inputs::integers::<2>(64)
        .iter()
        .enumerate()
        .map(|(k, v)| [k as u32 % 12, v[1]])
        .collect();
    rows(name, input, move |words, [s, x]| {
        [shared(words, s, x), missing(words, s, x), every(words, s, x)]
    })
}

fn switch_fallthrough(name: &str) -> Case {
    let input = inputs::integers::<1>(64)
        .iter()
        .enumerate()
        .map(|(k, v)| [k as u32 & 7, v[0]])
        .collect();
    rows(name, input, |words, [selector, x]| {
        let mut h = x;
        let step = |h: u32, by: u32, add: u32| h.wrapping_mul(by).wrapping_add(add);
        if selector <= 2 {
            if selector == 0 {
                h = step(h, 31, load(words, 0));
            }
            if selector <= 1 {
                h = step(h, 33, load(words, 8));
            }
            return [step(h, 37, load(words, 16))];
        }
        if selector == 3 {
            h ^= load(words, 24);
        }
        if selector != 5 && selector != 6 {
            h = h.wrapping_add(load(words, 32));
        }
        if selector != 6 {
            h = step(h, 41, 5);
            if h & 1 != 0 {
                return [h];
            }
            h = h.wrapping_mul(43);
        }
        [h.wrapping_add(6)]
    })
}

fn switch_in_loop(name: &str) -> Case {
    let bytes: Vec<u8> = inputs::below::<16>(64, 8)
        .iter()
        .enumerate()
        .flat_map(|(k, row)| {
            // Few stops, or few programs would run far.
            row.map(|op| {
                if op == 0 && k % 4 != 0 {
                    1 + (k % 7) as u8
                } else {
                    op as u8
                }
            })
        })
        .collect();
    let expected: Vec<[u32; 2]> = bytes
        .chunks(16)
        .map(|program| {
            let (mut acc, mut pc) = (1u32, 0u32);
            for step in 0..40 {
                let op = u32::from(program[(pc & 15) as usize]) & 7;
                pc += 1;
                match op {
                    0 => return [acc, step],
                    1 => acc = acc.wrapping_mul(3).wrapping_add(1),
                    2 => {
                        acc ^= pc;
                        continue;
                    }
                    3 => {
                        if acc & 1 != 0 {
                            continue;
                        }
                        acc >>= 1;
                    }
                    4 => pc += acc & 3,
                    5 => acc = acc.wrapping_add(op + 100),
                    6 => acc = acc.wrapping_add(100),
                    _ => {
                        if acc > 100_000 {
                            return [acc, step + 1000];
                        }
                        acc += 7;
                        continue;
                    }
                }
                acc = acc.wrapping_mul(5).wrapping_add(op);
                if pc >= 16 {
                    pc -= 16;
                }
            }
            [acc, 40]
        })
        .collect();
    compute(name).raw("t0", bytes).output("u0,space1", expected)
}

fn switch_lookup(name: &str) -> Case {
    let mut input = inputs::below::<1>(64, 11);
    input[0] = [u32::MAX];
    rows(name, input, |_, [s]| {
        let weight = [11, 23, 35, 2, 59, 6, 7, 100]
            .get(s as usize)
            .copied()
            .unwrap_or(1);
        [weight, if s < 4 { 5 + 3 * s } else { 0 }]
    })
}

fn switch_nested(name: &str) -> Case {
    rows(name, inputs::below::<3>(64, 16), |words, [a, b, c]| {
        let mut r = 1u32;
        match a & 3 {
            0 => {
                match b & 3 {
                    0 => r = load(words, 4),
                    1 => r = load(words, 8).wrapping_mul(2).wrapping_add(5),
                    2 => r += 5,
                    _ => {}
                }
                r = r.wrapping_mul(3);
            }
            1 if c & 1 == 0 => r = 77,
            1 => match b {
                3 => r = 9,
                5 => r = load(words, 16),
                _ => {}
            },
            2 => {
                for k in 0..c & 7 {
                    match k & b {
                        0 => r = r.wrapping_add(k),
                        1 => {
                            r = r.wrapping_mul(2);
                            continue;
                        }
                        _ => r ^= 0xf0,
                    }
                    r = r.rotate_left(1);
                }
            }
            _ => {}
        }
        [r]
    })
}

fn undef_merge(name: &str) -> Case {
    let input = inputs::integers::<1>(64)
        .iter()
        .enumerate()
        .map(|(k, v)| [k as u32 & 1, v[0]])
        .collect();
    rows(name, input, |_, [flag, x]| {
        [if flag != 0 { x.wrapping_mul(2) } else { 7 }]
    })
}

fn vector_select(name: &str) -> Case {
    rows(name, inputs::integers::<8>(64), |_, row| -> [u32; 4] {
        std::array::from_fn(|k| {
            let (a, b) = (row[k], row[k + 4]);
            if a > b { a - b } else { b.wrapping_mul(2) }
        })
    })
}
