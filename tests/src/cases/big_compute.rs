//! Compute shaders the size of real ones, against the same computed here: exactly where they are of integers, in doubles
//! where they are of floats.

use super::inputs;
use crate::case::{Case, Element, List, Sampler, Texture, Want, compute, near_abs, one_of};
use ash::vk::Format;
use std::array::from_fn;

/// Registers the cases.
pub fn register(list: &mut List) {
    let od = &["od"];
    list.each("big/sha256", &[], sha256);
    list.each("big/aes128", od, aes128);
    list.each("big/bitonic_sort", od, bitonic_sort);
    list.each("big/radix_sort", od, radix_sort);
    list.each("big/fft", &[], fft);
    list.each("big/dct", &[], dct);
    list.each("big/bc1_encode", &[], bc1_encode);
    list.each("big/scale_1k", &[], |name| scale(name, 48));
    // Not `big/scale_50k`: lavapipe takes minutes to compile it. It is the same code.
    list.each("big/light_culling", od, light_culling);
    for variant in ["", ".od"] {
        let name = format!("big/gpu_culling{variant}");
        for pass in 0..2 {
            let name = name.clone();
            list.add(&format!("{name} (pass {pass})"), move || gpu_culling(&name, pass));
        }
    }
}

// ----- SHA-256 -----

/// The first 32 bits behind the point of the `root`-th root (2 or 3) of a prime.
fn root_bits(prime: u32, root: u32) -> u32 {
    let target = u128::from(prime) << (32 * root);
    let (mut low, mut high) = (0u128, 1 << 36);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if middle.pow(root) <= target {
            low = middle;
        } else {
            high = middle;
        }
    }
    low as u32
}

fn sha256(name: &str) -> Case {
    let primes: Vec<u32> = (2u32..)
        .filter(|&n| (2..n).all(|d| n % d != 0))
        .take(64)
        .collect();
    let constants: Vec<u32> = primes.iter().map(|&p| root_bits(p, 3)).collect();
    let block = |h: [u32; 8], message: [u32; 16]| {
        let mut w = message.to_vec();
        for k in 16..64 {
            let (a, b) = (w[k - 15], w[k - 2]);
            let a = a.rotate_right(7) ^ a.rotate_right(18) ^ a >> 3;
            let b = b.rotate_right(17) ^ b.rotate_right(19) ^ b >> 10;
            w.push(w[k - 16].wrapping_add(a).wrapping_add(w[k - 7]).wrapping_add(b));
        }
        let mut v = h;
        for (&w, &constant) in w.iter().zip(&constants) {
            let [a, b, c, d, e, f, g, last] = v;
            let one = [6, 11, 25].iter().fold(0, |x, &n| x ^ e.rotate_right(n));
            let zero = [2, 13, 22].iter().fold(0, |x, &n| x ^ a.rotate_right(n));
            let first = [one, e & f ^ !e & g, constant, w]
                .iter()
                .fold(last, |x, &y| x.wrapping_add(y));
            let second = zero.wrapping_add(a & b ^ a & c ^ b & c);
            v = [
                first.wrapping_add(second),
                a,
                b,
                c,
                d.wrapping_add(first),
                e,
                f,
                g,
            ];
        }
        from_fn(|k| h[k].wrapping_add(v[k]))
    };
    let messages = inputs::integers::<16>(64);
    let start = from_fn(|k| root_bits(primes[k], 2));
    let mut padding = [0u32; 16];
    padding[0] = 0x8000_0000;
    padding[15] = 512;
    let digests: Vec<[u32; 8]> = messages
        .iter()
        .map(|message| block(block(start, message.map(u32::swap_bytes)), padding))
        .collect();
    compute(name).raw("t0", messages).output("u0,space1", digests)
}

// ----- AES -----

fn gf_multiply(mut a: u8, mut b: u8) -> u8 {
    let mut product = 0;
    while b != 0 {
        if b & 1 != 0 {
            product ^= a;
        }
        a = a << 1 ^ if a & 0x80 != 0 { 0x1b } else { 0 };
        b >>= 1;
    }
    product
}

fn aes128(name: &str) -> Case {
    let sbox: Vec<u8> = (0..=255u8)
        .map(|x| {
            let inverse = (1..=255u8).find(|&y| gf_multiply(x, y) == 1).unwrap_or(0);
            (1..5).fold(inverse ^ 0x63, |s, n| s ^ inverse.rotate_left(n))
        })
        .collect();
    let encrypt = |mut key: [u8; 16], block: [u8; 16]| {
        let mut state: [u8; 16] = from_fn(|k| block[k] ^ key[k]);
        let mut constant = 1;
        for round in 1..=10 {
            for k in 0..4 {
                key[k] ^= sbox[usize::from(key[12 + (k + 1) % 4])] ^ if k == 0 { constant } else { 0 };
            }
            for k in 4..16 {
                key[k] ^= key[k - 4];
            }
            constant = gf_multiply(constant, 2);
            // Row r of column c comes from column c + r.
            let shifted: [u8; 16] = from_fn(|k| sbox[usize::from(state[(k + 4 * (k % 4)) % 16])]);
            let mixed: [u8; 16] = from_fn(|k| {
                let at = |r: usize| shifted[k / 4 * 4 + (k + r) % 4];
                gf_multiply(at(0), 2) ^ gf_multiply(at(1), 3) ^ at(2) ^ at(3)
            });
            let last = if round < 10 { mixed } else { shifted };
            state = from_fn(|k| last[k] ^ key[k]);
        }
        state
    };
    let input: Vec<[u8; 32]> = inputs::wide_integers::<4>(64)
        .iter()
        .map(|v| from_fn(|k| v[k / 8].to_le_bytes()[k % 8]))
        .collect();
    let expected: Vec<[u8; 16]> = input
        .iter()
        .map(|both| encrypt(from_fn(|k| both[k]), from_fn(|k| both[16 + k])))
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

// ----- Sorting -----

fn bitonic_sort(name: &str) -> Case {
    // Different keys: multiples of an odd number.
    let input: Vec<[u32; 2]> = (0..2048u32).map(|k| [k.wrapping_mul(0x9e37_79b1), k]).collect();
    let mut sorted = input.clone();
    sorted
        .chunks_mut(1024)
        .for_each(|half| half.sort_unstable_by_key(|pair| pair[0]));
    compute(name)
        .raw("t0", input)
        .output("u0,space1", sorted)
        .groups(2, 1, 1)
}

fn radix_sort(name: &str) -> Case {
    let input = inputs::integers::<1>(1024).concat();
    let mut sorted = input.clone();
    sorted.sort_unstable();
    compute(name).raw("t0", input).output("u0,space1", sorted)
}

// ----- Transforms -----

fn fft(name: &str) -> Case {
    let input = inputs::range::<2>(1024, -1.0, 1.0);
    let turns: Vec<(f64, f64)> = (0..1024)
        .map(|k| (-std::f64::consts::TAU * f64::from(k) / 1024.0).sin_cos())
        .collect();
    let expected: Vec<[Want; 2]> = (0..1024)
        .map(|k| {
            let mut sum = [0.0f64; 2];
            for (n, &[re, im]) in input.iter().enumerate() {
                let (sin, cos) = turns[k * n % 1024];
                let (re, im) = (f64::from(re), f64::from(im));
                sum[0] += re * cos - im * sin;
                sum[1] += re * sin + im * cos;
            }
            sum.map(|x| near_abs(x as f32, 0.02))
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn dct(name: &str) -> Case {
    let input = inputs::range::<1>(64, -10.0, 10.0).concat();
    let basis = |u: usize, x: usize| {
        let angle = (2 * x + 1) as f64 * u as f64 * std::f64::consts::PI / 16.0;
        angle.cos() * if u == 0 { 0.125f64.sqrt() } else { 0.5 }
    };
    let transformed: Vec<Want> = (0..64)
        .map(|at| {
            let sum: f64 = (0..64)
                .map(|i| f64::from(input[i]) * basis(at % 8, i % 8) * basis(at / 8, i / 8))
                .sum();
            near_abs(sum as f32, 1e-3)
        })
        .collect();
    let back: Vec<Want> = input.iter().map(|&x| near_abs(x, 1e-3)).collect();
    compute(name)
        .raw("t0", input)
        .output("u0,space1", transformed)
        .output("u1,space1", back)
}

// ----- Blocks -----

/// Blocks of one colour, and blocks of two colours that the format has: both come out as they are.
fn bc1_encode(name: &str) -> Case {
    let expand = |c: u32| {
        let (r, g, b) = (c >> 11, c >> 5 & 63, c & 31);
        let byte = |v: u32, largest: u32| (v as f32 * 255.0 / largest as f32).round() as u32;
        byte(r, 31) | byte(g, 63) << 8 | byte(b, 31) << 16 | 0xff00_0000
    };
    let random = inputs::integers::<3>(64);
    let mut input: Vec<[u32; 16]> = Vec::new();
    let mut expected: Vec<[u32; 2]> = Vec::new();
    for (i, &[a, b, which]) in random.iter().enumerate() {
        // Colours far from each other, so that all three channels grow from one to the other.
        let dark = (a & 7) << 11 | (a >> 3 & 15) << 5 | a >> 7 & 7;
        let light = (24 + (b & 7)) << 11 | (48 + (b >> 3 & 15)) << 5 | (24 + (b >> 7 & 7));
        if i % 4 == 0 {
            input.push([expand(light); 16]);
            expected.push([light | light << 16, 0]);
            continue;
        }
        // Both are there.
        let which = which & 0xfffe | 2;
        input.push(from_fn(|k| {
            expand(if which >> k & 1 != 0 { dark } else { light })
        }));
        let bits = (0..16).fold(0, |bits, k| bits | (which >> k & 1) << (2 * k));
        expected.push([light | dark << 16, bits]);
    }
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn scale(name: &str, steps: u32) -> Case {
    let input = inputs::integers::<1>(64).concat();
    let expected: Vec<u32> = input
        .iter()
        .map(|&start| {
            (0..steps).fold(start, |h, k| {
                let x = input[(h & 63) as usize];
                let h = h.wrapping_mul(0x9e37_79b1).wrapping_add(k);
                let h = if h & 1 != 0 {
                    h ^ x.wrapping_add(k)
                } else {
                    h.wrapping_add(x >> (k & 31))
                };
                h.rotate_left(5) ^ h.max(x)
            })
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

// ----- Culling -----

type V3 = [f64; 3];

fn dot(a: V3, b: V3) -> f64 {
    (0..3).map(|k| a[k] * b[k]).sum()
}
fn length(a: V3) -> f64 {
    dot(a, a).sqrt()
}
fn normalize(a: V3) -> V3 {
    a.map(|v| v / length(a))
}
fn cross(a: V3, b: V3) -> V3 {
    from_fn(|k| a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3])
}

/// Two tiles of 16 x 16 pixels; view space is mirrored in x, at depth z it reaches from -z to z.
fn light_culling(name: &str) -> Case {
    let size = [32u32, 16];
    let depth = |x: u32, y: u32| {
        if x < 16 {
            0.5 + (x + y) as f32 / 200.0
        } else {
            0.9 + y as f32 / 400.0
        }
    };
    let to_view = |x: f64, y: f64, z: f64| -> V3 {
        let (u, v) = (x / 32.0 * 2.0 - 1.0, 1.0 - y / 16.0 * 2.0);
        let w = 1.0 - 0.9 * z;
        [-u / w, v / w, 1.0 / w]
    };
    let places = inputs::range::<4>(100, -1.0, 1.0);
    let turns = inputs::range::<4>(100, -1.0, 1.0);
    // Position and range, direction and cosine of the angle, kind.
    let lights: Vec<([f32; 4], [f32; 4], u32)> = places
        .iter()
        .zip(turns)
        .enumerate()
        .map(|(i, (p, turn))| {
            let z = 1.0 + 5.0 * (p[2] + 1.0);
            let direction = normalize([turn[2], turn[1], turn[0]].map(f64::from)).map(|v| v as f32);
            let [x, y, z] = [p[0] * z, p[1] * z, z];
            let cosine = 0.5 + 0.4 * turn[3];
            (
                [x, y, z, 0.5 + p[3].abs()],
                [direction[0], direction[1], direction[2], cosine],
                i as u32 % 2,
            )
        })
        .collect();
    let mut lists: Vec<Vec<u32>> = Vec::new();
    for tile in 0..2u32 {
        let pixels: Vec<f64> = (0..256)
            .map(|i| {
                let (x, y) = (tile * 16 + i % 16, i / 16);
                to_view(f64::from(x) + 0.5, f64::from(y) + 0.5, f64::from(depth(x, y)))[2]
            })
            .collect();
        let near = pixels.iter().copied().fold(f64::MAX, f64::min);
        let far = pixels.iter().copied().fold(0.0, f64::max);
        let slice = 32.0 / (far - near).max(1e-4);
        let depths = pixels
            .iter()
            .fold(0u32, |mask, z| mask | 1 << (((z - near) * slice) as u32).min(31));
        let left = f64::from(tile) * 16.0;
        let corners =
            [(0.0, 0.0), (16.0, 0.0), (16.0, 16.0), (0.0, 16.0)].map(|(x, y)| to_view(left + x, y, 1.0));
        let planes: [V3; 4] = from_fn(|k| normalize(cross(corners[k], corners[(k + 1) % 4])));
        let axis = normalize(from_fn(|k| corners[0][k] + corners[2][k]));
        let tile_cos = dot(axis, normalize(corners[0]));
        let tile_sin = (1.0 - tile_cos * tile_cos).sqrt();
        let mut list = Vec::new();
        for (k, (place, direction, kind)) in lights.iter().enumerate() {
            let c: V3 = from_fn(|k| f64::from(place[k]));
            let r = f64::from(place[3]);
            let mut inside = c[2] + r >= near && c[2] - r <= far;
            inside &= planes.iter().all(|&plane| dot(plane, c) >= -r);
            let bin = |z: f64| ((z - near) * slice).clamp(0.0, 31.0) as u32;
            let mask = u32::MAX << bin(c[2] - r) & u32::MAX >> (31 - bin(c[2] + r));
            if !inside || mask & depths == 0 {
                continue;
            }
            if *kind == 1 {
                let toward: V3 = from_fn(|k| f64::from(direction[k]));
                let cosine = f64::from(direction[3]);
                let l = length(c);
                let a = dot(c.map(|v| -v / l), toward);
                let (sin_a, sin) = (
                    (1.0 - a * a).clamp(0.0, 1.0).sqrt(),
                    (1.0 - cosine * cosine).sqrt(),
                );
                if a * cosine + sin_a * sin < tile_cos * 0.5 && l > r {
                    continue;
                }
            }
            let along = dot(c, axis);
            let away = (dot(c, c) - along * along).max(0.0).sqrt();
            if away * tile_cos - along * tile_sin <= r {
                list.push(k as u32);
            }
        }
        lists.push(list);
    }
    let [first, second] = [lists[0].len() as u32, lists[1].len() as u32];
    assert!(
        first > 3 && second > 3 && first + second < 90,
        "{lists:?} show little"
    );
    // Either group may be the first to take its part of the indexes.
    let total = first + second;
    let all: Vec<u32> = lists.concat();
    let mut bytes = Vec::new();
    for (place, direction, kind) in &lights {
        place.iter().chain(direction).for_each(|x| x.append(&mut bytes));
        [*kind, 0, 0, 0].iter().for_each(|x| x.append(&mut bytes));
    }
    // By columns: (-x, y, 1, 1 - 0.9 z); then the identity.
    let mut constants: Vec<u32> = [
        [-1.0f32, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, 0.0, -0.9],
        [0.0, 0.0, 1.0, 1.0],
        [1.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0],
        [0.0, 0.0, 0.0, 1.0],
    ]
    .concat()
    .iter()
    .map(|x| x.to_bits())
    .collect();
    constants.extend([size[0], size[1], lights.len() as u32, 1000]);
    let indexes: Vec<Want> = all.iter().map(|_| one_of(all.clone())).collect();
    compute(name)
        .raw("t0", bytes)
        .texture(
            "t1",
            Texture::d2(Format::R32_SFLOAT, size[0], size[1]).fill(|t| [depth(t.x, t.y)]),
        )
        .cbuffer("b0,space2", constants)
        .typed("u0,space1", Format::R32_UINT, vec![u32::MAX; 256])
        .expect("u0,space1", indexes)
        .texture("u1,space1", Texture::d2(Format::R32G32_UINT, 2, 1))
        .expect(
            "u1,space1",
            vec![
                one_of([0, second]),
                first.want(),
                one_of([0, first]),
                second.want(),
            ],
        )
        .raw("u2,space1", [0u32])
        .expect("u2,space1", [total])
        .groups(2, 1, 1)
}

/// 60 boxes before a camera that looks along z from the origin, 90 degrees wide.
fn gpu_culling(name: &str, pass: u32) -> Case {
    const COUNT: usize = 60;
    let random = inputs::range::<8>(COUNT, -1.0, 1.0);
    let before = [0x9a5c_33f0u32, 0x5a5a_5a5a];
    let pyramid = [64u32, 32];
    // The farthest depth of an area of mip 0: near at the left, far at the right. Coarser mips hold the largest.
    let depth = |x: u32| if x < 24 { 0.75f32 } else { 1.0 };
    let texture = Texture::d2(Format::R32_SFLOAT, pyramid[0], pyramid[1])
        .mips(7)
        .fill(|t| [depth((((t.x + 1) << t.mip) - 1).min(pyramid[0] - 1))]);
    // Depth 0 at z = 1, 1 at infinity: z' = z - 1, w = z.
    let project = |p: V3| [p[0] / p[2], p[1] / p[2], (p[2] - 1.0) / p[2], p[2]];
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let planes: [[f64; 4]; 6] = [
        [half, 0.0, half, 0.0],
        [-half, 0.0, half, 0.0],
        [0.0, half, half, 0.0],
        [0.0, -half, half, 0.0],
        [0.0, 0.0, 1.0, -1.0],
        [0.0, 0.0, -1.0, 100.0],
    ];
    // First level and number of levels; then index count, first index, base vertex, error of each.
    let meshes = [[3u32, 0], [1, 3], [4, 4]];
    let levels: Vec<(u32, u32, i32, f32)> = (0..8u32)
        .map(|k| (300 - 30 * k, 1000 * k, -7 * k as i32, 0.02 * (k + 1) as f32))
        .collect();
    let (lod_scale, near) = (8.0f64, 1.0f64);
    let mut instances = Vec::new();
    let mut draws: Vec<[u32; 5]> = Vec::new();
    let mut visible = before;
    for (i, r) in random.iter().enumerate() {
        let r = r.map(f64::from);
        let z = 6.0 + 5.0 * r[2];
        let scale = 1.0 + 0.5 * r[3];
        // Turned about z, scaled, and moved.
        let (sin, cos) = (3.0 * r[4]).sin_cos();
        let world = [
            [cos * scale, -sin * scale, 0.0, 1.3 * r[0] * z],
            [sin * scale, cos * scale, 0.0, 1.3 * r[1] * z],
            [0.0, 0.0, scale, z],
        ]
        .map(|row| row.map(|v| v as f32));
        let centre = [0.1 * r[5], 0.2, -0.1].map(|v| v as f32);
        let extent = [0.3 + 0.2 * r[6], 0.2, 0.25].map(|v| v as f32);
        let (radius, mesh) = (0.5f32, i % 3);
        let flags = u32::from(i % 7 != 3);
        world
            .iter()
            .flatten()
            .chain(&centre)
            .chain(&[radius])
            .chain(&extent)
            .for_each(|x| x.append(&mut instances));
        [mesh as u32, flags, 0, 0, 0]
            .iter()
            .for_each(|x| x.append(&mut instances));

        let world = world.map(|row| row.map(f64::from));
        let row: [V3; 3] = world.map(|row| [row[0], row[1], row[2]]);
        let (centre, extent) = (centre.map(f64::from), extent.map(f64::from));
        let centre: V3 = from_fn(|k| dot(row[k], centre) + world[k][3]);
        let extent: V3 = from_fn(|k| dot(row[k].map(f64::abs), extent));
        let mut draw = flags != 0
            && planes.iter().all(|p| {
                let n = [p[0], p[1], p[2]];
                dot(n, centre) + p[3] + dot(n.map(f64::abs), extent) >= 0.0
            });
        let (word, bit) = (i / 32, 1u32 << (i % 32));
        let was = before[word] & bit != 0;
        if pass == 0 {
            draw &= was;
        } else if draw {
            let hidden = occluded(centre, extent, near, &project, &|uv, level| {
                let mip = level.round().clamp(0.0, 6.0) as u32;
                let width = pyramid[0] >> mip;
                let x = ((uv * f64::from(width)) as u32).min(width - 1);
                f64::from(depth((((x + 1) << mip) - 1).min(pyramid[0] - 1)))
            });
            visible[word] = if hidden {
                visible[word] & !bit
            } else {
                visible[word] | bit
            };
            draw = !hidden && !was;
        }
        if draw {
            let largest = row.iter().map(|&v| length(v)).fold(0.0, f64::max);
            let reach = (length(centre) - f64::from(radius) * largest).max(near);
            let [count, first] = meshes[mesh];
            let pick = (1..count)
                .take_while(|k| {
                    let error = f64::from(levels[(first + k) as usize].3);
                    error * largest * lod_scale <= reach
                })
                .last()
                .unwrap_or(0);
            let (indexes, start, base, _) = levels[(first + pick) as usize];
            draws.push([indexes, 1, start, base as u32, i as u32]);
        }
    }
    let mesh_words: Vec<[u32; 4]> = meshes.iter().map(|m| [m[0], m[1], 0, 0]).collect();
    let level_words: Vec<[u32; 4]> = levels
        .iter()
        .map(|l| [l.0, l.1, l.2 as u32, l.3.to_bits()])
        .collect();
    // By columns: the projection, then the view, which is not used.
    let mut constants: Vec<f32> = [
        [1.0f32, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 1.0],
        [0.0, 0.0, -1.0, 0.0],
        [0.0; 4],
        [0.0; 4],
        [0.0; 4],
        [0.0; 4],
    ]
    .concat();
    constants.extend(planes.concat().iter().map(|&v| v as f32));
    let mut words: Vec<u32> = constants.iter().map(|x| x.to_bits()).collect();
    words.extend([0, 0, 0, COUNT as u32]);
    words.extend(
        [
            pyramid[0] as f32,
            pyramid[1] as f32,
            lod_scale as f32,
            near as f32,
        ]
        .map(f32::to_bits),
    );
    words.extend([pass, 0, 0, 0]);
    let count = draws.len() as u32;
    assert!((5..COUNT).contains(&draws.len()), "{count} draws show little");
    compute(name)
        .raw("t0", instances)
        .raw("t1", mesh_words)
        .raw("t2", level_words)
        .texture("t3", texture)
        .sampler("s0,space3", Sampler::point())
        .cbuffer("b0,space2", words)
        .raw("u0,space1", vec![0u32; 5 * COUNT])
        .expect("u0,space1", draws)
        .raw("u1,space1", [0u32])
        .expect("u1,space1", [count])
        .raw("u2,space1", before)
        .expect("u2,space1", visible)
}

/// Whether a box lies behind what the depth pyramid shows, of which `far` gives the texel at u and level.
fn occluded(
    centre: V3,
    extent: V3,
    near: f64,
    project: &dyn Fn(V3) -> [f64; 4],
    far: &dyn Fn(f64, f64) -> f64,
) -> bool {
    let (mut lo, mut hi) = ([1.0f64; 3], [0.0f64; 3]);
    for k in 0..8usize {
        let corner = from_fn(|c| centre[c] + if k >> c & 1 != 0 { extent[c] } else { -extent[c] });
        let [x, y, z, w] = project(corner);
        if w < near {
            return false;
        }
        let q = [
            (x * 0.5 + 0.5).clamp(0.0, 1.0),
            (0.5 - y * 0.5).clamp(0.0, 1.0),
            z,
        ];
        lo = from_fn(|c| lo[c].min(q[c]));
        hi = from_fn(|c| hi[c].max(q[c]));
    }
    let size = [64.0, 32.0];
    let extent: [f64; 2] = from_fn(|c| (hi[c] - lo[c]) * size[c]);
    let mut level = extent[0].max(extent[1]).max(1.0).log2().ceil();
    let finer = (level - 1.0).exp2();
    let spans = |c: usize| (hi[c] * size[c] / finer).floor() - (lo[c] * size[c] / finer).floor();
    if spans(0) <= 1.0 && spans(1) <= 1.0 {
        level -= 1.0;
    }
    lo[2] > far(lo[0], level).max(far(hi[0], level))
}
