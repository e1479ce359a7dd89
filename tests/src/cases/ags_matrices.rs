//! Matrices of waves by AMD's shader extensions. What is expected comes from numbers of rows and columns alone, and from
//! where AMD's hardware has them in the lanes, as the shaders see it.

use super::extensions::{amd, byte_float};
use crate::case::{Case, List, Need, Want, any, bfloat16_matrices, compute, cooperative_matrices};
use dxil2spirv::options::CooperativeMatrices;
use dxil2spirv::reflection::Reflection;
use half::{bf16, f16};
use std::collections::BTreeMap;

const OUT: &str = "u0,space1";

/// What an element is; with the number of its bits.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Format {
    Int(usize),
    Uint(usize),
    F16,
    Bf16,
    F32,
    /// 5 bits of exponent.
    Bf8,
    /// 4 bits of exponent.
    Fp8,
}

use Format::{Bf8, Bf16, F16, F32, Fp8, Int, Uint};

/// What a matrix is in a product.
#[derive(Clone, Copy, PartialEq)]
enum Role {
    A,
    B,
    Sums,
}

use Role::{A, B, Sums};

impl Format {
    fn bits(self) -> usize {
        match self {
            Int(bits) | Uint(bits) => bits,
            F16 | Bf16 => 16,
            F32 => 32,
            Bf8 | Fp8 => 8,
        }
    }
    fn is_float(self) -> bool {
        !matches!(self, Int(_) | Uint(_))
    }
    fn number(self, bits: u32) -> f64 {
        match self {
            Int(size) => f64::from((bits << (32 - size)) as i32 >> (32 - size)),
            Uint(_) => f64::from(bits),
            F16 => f16::from_bits(bits as u16).to_f64(),
            Bf16 => bf16::from_bits(bits as u16).to_f64(),
            F32 => f64::from(f32::from_bits(bits)),
            Bf8 => byte_float(bits, 2),
            Fp8 => byte_float(bits, 3),
        }
    }
    /// The largest float and what comes of those beyond.
    fn end(self) -> (f64, f64) {
        match self {
            F16 => (65504.0, f64::INFINITY),
            Bf16 => (f64::from(f32::from_bits(0x7f7f_0000)), f64::INFINITY),
            Bf8 => (57344.0, f64::INFINITY),
            Fp8 => (448.0, f64::NAN),
            _ => (f64::from(f32::MAX), f64::INFINITY),
        }
    }
    /// The bits of a number: the nearest, ties to even; a NaN has several.
    fn bits_of(self, number: f64, saturates: bool) -> Option<u32> {
        let mask = u32::MAX >> (32 - self.bits());
        if !self.is_float() {
            // The lowest bits of what is before the point.
            return Some(number.trunc() as i64 as u32 & mask);
        }
        if number.is_nan() {
            return None;
        }
        let (most, _) = self.end();
        let number = if saturates {
            number.clamp(-most, most)
        } else {
            number
        };
        let bits = match self {
            F16 => u32::from(f16::from_f64(number).to_bits()),
            Bf16 => u32::from(bf16::from_f64(number).to_bits()),
            F32 => (number as f32).to_bits(),
            _ => {
                let sign = if number.is_sign_negative() { 0x80 } else { 0 };
                let top = if self == Fp8 { 0x7f } else { 0x7c };
                // The one behind the largest stands for all beyond.
                let of = |bits: u32| match (bits == top, self) {
                    (true, Fp8) => 480.0,
                    (true, _) => 65536.0,
                    _ => self.number(bits),
                };
                // Far enough beyond the largest, and near enough to tell distances apart.
                let magnitude = number.abs().min(1e6);
                let nearest = (0..=top).min_by(|&a, &b| {
                    let distance = |bits: u32| (of(bits) - magnitude).abs();
                    let order = distance(a).total_cmp(&distance(b));
                    order.then((a & 1).cmp(&(b & 1)))
                })?;
                if nearest == top && self == Fp8 {
                    return None;
                }
                sign | nearest
            }
        };
        Some(bits)
    }
}

/// Numbers of a sequence.
struct Numbers(u32);

impl Numbers {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        self.0 >> 8
    }
    /// An element; a float is a small multiple of a half, which all formats have.
    fn element(&mut self, format: Format) -> u32 {
        let next = self.next();
        match format.is_float() {
            true => {
                let number = f64::from((next % 9) as i32 - 4) / 2.0;
                format.bits_of(number, false).expect("a number")
            }
            false => (next ^ next << 11) & (u32::MAX >> (32 - format.bits())),
        }
    }
}

/// A matrix in memory.
#[derive(Clone, Copy)]
struct Place {
    /// Bytes before it.
    offset: usize,
    /// Bytes from a line to the next.
    stride: usize,
    by_columns: bool,
    format: Format,
}

impl Place {
    /// The bit that an element begins with.
    fn bit(self, row: usize, column: usize) -> usize {
        let (line, along) = if self.by_columns {
            (column, row)
        } else {
            (row, column)
        };
        (self.offset + line * self.stride) * 8 + along * self.format.bits()
    }
    fn get(self, bytes: &[u8], row: usize, column: usize) -> u32 {
        let (start, bits) = (self.bit(row, column), self.format.bits());
        (0..bits).fold(0, |word, bit| {
            let at = start + bit;
            word | u32::from(bytes[at / 8] >> (at % 8) & 1) << bit
        })
    }
    fn put(self, bytes: &mut [u8], row: usize, column: usize, value: u32) {
        let start = self.bit(row, column);
        for bit in 0..self.format.bits() {
            let at = start + bit;
            let mask = 1 << (at % 8);
            match value >> bit & 1 {
                0 => bytes[at / 8] &= !mask,
                _ => bytes[at / 8] |= mask,
            }
        }
    }
    /// Puts numbers everywhere, in whole tiles that are so many bytes apart.
    fn fill(self, bytes: &mut [u8], size: [usize; 2], numbers: &mut Numbers, tiles: usize, apart: usize) {
        for tile in 0..tiles {
            for (row, column) in all(size) {
                let value = numbers.element(self.format);
                self.tile(tile, apart).put(bytes, row, column, value);
            }
        }
    }
    fn tile(self, tile: usize, apart: usize) -> Self {
        Self {
            offset: self.offset + tile * apart,
            ..self
        }
    }
}

/// Rows and columns of a matrix.
fn all([rows, columns]: [usize; 2]) -> impl Iterator<Item = (usize, usize)> {
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
}

/// Row and column of element `i` of a lane that has `len`.
fn in_lane(role: Role, lane: usize, len: usize, i: usize) -> (usize, usize) {
    let (across, along) = (lane % 16, lane / 16 * len + i);
    match role {
        A => (across, along),
        B | Sums => (along, across),
    }
}

/// Words of bytes.
fn words(bytes: &[u8]) -> Vec<u32> {
    let words = bytes.chunks_exact(4);
    words
        .map(|word| u32::from_le_bytes(word.try_into().expect("four bytes")))
        .collect()
}

/// Registers the cases.
pub fn register(list: &mut List) {
    products(list);
    sums(list);
    forms(list);
    elements(list);
    copies(list);
    for (variant, format, line) in [
        ("", F16, 8),
        (".fp8", Fp8, 4),
        (".fp8_od", Fp8, 4),
        (".i4", Int(4), 2),
    ] {
        let name = format!("extensions/ags_shared{variant}");
        list.add(&name.clone(), move || amd(shared(&name, format, line)));
    }
    for (variant, format) in [("", F16), (".od", F16), (".fp8", Fp8), (".i32", Int(32))] {
        let name = format!("extensions/ags_memory{variant}");
        list.add(&name.clone(), move || amd(at_addresses(&name, format)));
    }
    for name in ["extensions/ags_words", "extensions/ags_words.od"] {
        list.add(name, move || amd(by_words(name)));
    }
    locals(list);
    for (variant, text) in [
        ("format", "no matrix is described by 0xb"),
        ("sparse", "sparse matrices"),
        ("index", "sparse matrices"),
        ("kind", "a product of kind 0x14"),
        ("missing", "a matrix of which words are missing"),
        ("early", "words of a matrix that no call has made"),
        ("inside", "a call inside another"),
        ("parted", "a call that control flow parts"),
        ("parted_od", "a call that control flow parts"),
        ("looped", "a call that control flow parts"),
        ("overwritten", "a matrix in memory that no access names"),
        ("overwritten_od", "a matrix in memory that no access names"),
        ("before_od", "a matrix in memory that no access names"),
        ("unnamed", "a matrix in memory that no access names"),
        (
            "unfinished",
            "a call of a vendor's shader extension that begins and does not end",
        ),
        ("computed", "a description of a matrix that is no constant"),
        ("size", "a matrix converted to one of another size"),
        ("arithmetic", "arithmetic of kind 6"),
        ("structured", "a matrix in what is no raw buffer"),
        ("part", "operation 0x31, part 1"),
        ("words", "no word of a matrix is 0x4"),
        ("threads", "matrices of waves in groups of 48 threads"),
        ("lanes", "matrices of waves of 64 lanes"),
        (
            "groupshared",
            "65536 bytes of groupshared memory for matrices, more than 32768",
        ),
    ] {
        let name = format!("extensions/ags_refused.{variant}");
        list.add(&name.clone(), move || amd(compute(&name)).refused(text));
    }
}

fn products(list: &mut List) {
    let [i4, u4, i8, u8, i32] = [Int(4), Uint(4), Int(8), Uint(8), Int(32)];
    for (variant, formats, layouts) in [
        ("", [F16, F16, F32], [false, true, true]),
        (".od", [F16, F16, F32], [false, true, true]),
        (".rows", [F16, F16, F32], [false; 3]),
        (".v69", [F16, F16, F32], [false, true, true]),
        (".f16", [F16; 3], [true; 3]),
        (".bf16", [Bf16; 3], [false, false, true]),
        (".bf16_f32", [Bf16, Bf16, F32], [false, true, false]),
        (".bf8", [Bf8, Bf8, F32], [false, true, true]),
        (".bf8_fp8", [Bf8, Fp8, F32], [true; 3]),
        (".fp8_bf8", [Fp8, Bf8, F32], [false, false, true]),
        (".fp8", [Fp8, Fp8, F32], [false, true, true]),
        (".i8", [i8, i8, i32], [false, true, true]),
        (".u8", [u8, u8, i32], [true; 3]),
        (".i8_u8", [i8, u8, i32], [false, false, true]),
        (".u8_i8", [u8, i8, i32], [false, true, false]),
        (".i4", [i4, i4, i32], [false, true, true]),
        (".u4", [u4, u4, i32], [true; 3]),
        (".i4_u4", [i4, u4, i32], [false, false, true]),
        (".u4_i4", [u4, i4, i32], [false, true, true]),
        (".deep_i4", [i4, i4, i32], [false, true, true]),
        (".deep_u4", [u4, u4, i32], [true, false, true]),
        (".deep_i4_u4", [i4, u4, i32], [false, true, true]),
        (".deep_u4_i4", [u4, i4, i32], [false, true, true]),
        (".waves", [Fp8, Fp8, F32], [false, true, true]),
        (".waves_od", [Fp8, Fp8, F32], [false, true, true]),
    ] {
        let name = format!("extensions/ags_product{variant}");
        let inner = if variant.starts_with(".deep") { 32 } else { 16 };
        let made = move |name: &str| amd(multiplied(name, formats, layouts, inner));
        if let "" | ".od" | ".rows" | ".v69" | ".f16" | ".fp8" | ".waves" = variant {
            let name = name.clone();
            list.add(&format!("{name} (cooperative)"), move || {
                made(&name)
                    .options(|options| options.cooperative_matrices = Some(cooperative_matrices()))
                    .needs(Need::CooperativeMatrices)
            });
        }
        if let ".bf16_f32" = variant {
            let name = name.clone();
            list.add(&format!("{name} (cooperative)"), move || {
                made(&name)
                    .options(|options| options.cooperative_matrices = Some(bfloat16_matrices()))
                    .needs(Need::BFloat16Matrices)
            });
        }
        list.add(&name.clone(), move || match variant {
            // Its waves have 32 lanes.
            ".waves" | ".waves_od" => made(&name)
                .needs(Need::CooperativeMatrices)
                .reflected(of_32_lanes),
            _ => made(&name),
        });
    }
}

/// Sums that go from product to product.
fn sums(list: &mut List) {
    for (variant, waves) in [("", 1), (".od", 1), (".waves", 2)] {
        let name = format!("extensions/ags_sums{variant}");
        for (label, robust, cut) in [
            ("cooperative", false, false),
            ("cooperative, cut", false, true),
            ("robust", true, false),
            ("robust, cut", true, true),
        ] {
            let made = name.clone();
            let device = CooperativeMatrices {
                robust,
                ..cooperative_matrices()
            };
            // What is there needs no more.
            let need = match robust && cut {
                true => Need::RobustMatrices,
                false => Need::CooperativeMatrices,
            };
            list.add(&format!("{name} ({label})"), move || {
                amd(summed(&made, waves, cut))
                    .options(|options| options.cooperative_matrices = Some(device))
                    .needs(need)
            });
        }
        // By loops: on devices without such matrices it takes minutes to compile.
        list.add(&name.clone(), move || {
            amd(summed(&name, waves, false)).needs(Need::CooperativeMatrices)
        });
    }
}

/// A matrix of sums.
type Tile = [[f32; 16]; 16];

/// Matrices of small integers.
fn small_tiles(numbers: &mut Numbers, count: usize) -> Vec<Tile> {
    let mut small = || f32::from((numbers.next() % 5) as i8 - 2);
    (0..count)
        .map(|_| [(); 16].map(|()| [(); 16].map(|()| small())))
        .collect()
}

/// `a * b + sums`
fn product_of(a: &Tile, b: &Tile, sums: &Tile) -> Tile {
    let mut made = *sums;
    for (row, column) in all([16, 16]) {
        made[row][column] += (0..16).map(|k| a[row][k] * b[k][column]).sum::<f32>();
    }
    made
}

/// Matrices in memory, as halves.
fn halves(of: &[Tile], by_columns: bool) -> Vec<u32> {
    let mut bytes = vec![0; of.len() * 512];
    for (at, tile) in of.iter().enumerate() {
        let place = Place {
            offset: at * 512,
            stride: 32,
            by_columns,
            format: F16,
        };
        for (row, column) in all([16, 16]) {
            let bits = f16::from_f32(tile[row][column]).to_bits();
            place.put(&mut bytes, row, column, bits.into());
        }
    }
    words(&bytes)
}

/// Products of small integers whose sums are exact. The last tile of A and the last sums lie half beyond their buffers' ends, if
/// these are `cut`.
fn summed(name: &str, waves: usize, cut: bool) -> Case {
    const TILES: usize = 4;
    const TURNS: [usize; 2] = [4, 2];
    // What a wave stores.
    const STORED: usize = 16 * 1024;
    let mut numbers = Numbers(11);
    let mut tiles = || small_tiles(&mut numbers, TILES);
    let (mut left, right) = (tiles(), tiles());
    let begun = tiles()[0];
    let zero = [[0.0; 16]; 16];
    if cut {
        left[TILES - 1][8..].fill([0.0; 16]);
    }
    let mut bytes = vec![0xa5; STORED * waves];
    let untouched = words(&bytes);
    for wave in 0..waves {
        let mut store = |at: usize, tile: &Tile| {
            for (row, column) in all([16, 16]) {
                let start = wave * STORED + at * 1024 + row * 64 + column * 4;
                bytes[start..start + 4].copy_from_slice(&tile[row][column].to_le_bytes());
            }
        };
        let a = &left[wave];
        let mut chain = product_of(a, &right[0], &zero);
        chain = product_of(a, &right[1], &chain);
        chain = product_of(&left[2], &right[0], &chain);
        store(0, &chain);
        let (mut x, mut y, mut z) = (begun, chain, zero);
        for i in 0..TURNS[0] {
            for j in 0..if i == 1 { 0 } else { TURNS[1] } {
                x = product_of(&left[i], &right[j], &x);
                y = product_of(&left[j], &right[i], &y);
            }
            z = product_of(a, &right[i], &z);
            y[0][0] = -y[0][0];
            if i % 2 == 1 {
                store(1, &x);
            }
        }
        store(2, &x);
        store(3, &y);
        store(4, &z);
        for left in &left {
            (x, y) = (y, product_of(left, &right[wave], &x));
        }
        store(5, &x);
        store(6, &y);
        for turn in 0..TURNS[0] {
            z = product_of(&left[turn], &right[0], &z);
            if turn % 2 == 0 {
                z = product_of(a, &right[turn], &z);
                store(7, &z);
            }
        }
        store(8, &z);
        let mut mixed = z;
        mixed[..8].copy_from_slice(&x[..8]);
        store(9, &product_of(a, &right[0], &mixed));
        let chosen = product_of(a, &right[0], &y);
        store(10, &product_of(&left[1], &right[0], &chosen));
    }
    let mut a = halves(&left, false);
    let mut untouched = untouched;
    if cut {
        a.truncate(a.len() - 64);
        bytes.truncate(STORED * (waves - 1) + 10 * 1024 + 512);
        untouched.truncate(bytes.len() / 4);
    }
    let turns = TURNS.map(|turns| turns as u32).into_iter().chain([0; 2]);
    let begun = begun.iter().flatten().map(|number| number.to_bits());
    compute(name)
        .raw("t0", a)
        .raw("t1", halves(&right, true))
        .raw("t2", turns.chain(begun).collect::<Vec<u32>>())
        .raw(OUT, untouched)
        .expect(OUT, words(&bytes))
}

/// Matrices that the device keeps, in part.
fn forms(list: &mut List) {
    for variant in ["", ".od"] {
        let name = format!("extensions/ags_forms{variant}");
        for (label, robust) in [("cooperative", false), ("robust", true)] {
            let name = name.clone();
            let device = CooperativeMatrices {
                robust,
                ..cooperative_matrices()
            };
            list.add(&format!("{name} ({label})"), move || {
                amd(in_forms(&name))
                    .options(|options| options.cooperative_matrices = Some(device))
                    .needs(Need::CooperativeMatrices)
            });
        }
        // As above.
        list.add(&name.clone(), move || {
            amd(in_forms(&name)).needs(Need::CooperativeMatrices)
        });
    }
}

fn in_forms(name: &str) -> Case {
    const TURNS: usize = 3;
    let mut numbers = Numbers(5);
    let mut tiles = || small_tiles(&mut numbers, 4);
    let (left, right) = (tiles(), tiles());
    let (a, b, zero) = (&left[0], &right[0], [[0.0; 16]; 16]);
    let mut bytes = vec![0xa5; 12 * 1024];
    let untouched = words(&bytes);
    let mut store = |at: usize, word: u32| bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
    let sums = product_of(a, b, &zero);
    for lane in 0..8 {
        store(512 + lane * 4, halves_of(&a[lane]) ^ sums[1][lane].to_bits());
    }
    for lane in (0..32).filter(|lane| lane % 2 == 1) {
        store(10240 + lane * 4, 7);
    }
    let mut total = [[1.0; 16]; 16];
    for turn in 0..TURNS {
        total = product_of(&left[turn], &right[turn], &total);
    }
    total = product_of(&left[TURNS], b, &total);
    let more = product_of(&left[2], b, &total);
    // Words 0 to 3 of a lane are rows of sums; as A they are columns of a row.
    let mut other = zero;
    for (row, column) in all([16, 16]) {
        let (half, element) = (column / 8, column % 8);
        let bits = sums[half * 8 + element / 2][row].to_bits();
        other[row][column] = f16::from_bits((bits >> (16 * (element % 2))) as u16).to_f32();
    }
    let mut set = *b;
    set[3] = [2.0; 16];
    set[11] = [1.0; 16];
    let mut twice = *b;
    let mut mixed = left[2];
    for row in 0..16 {
        for column in 0..16 {
            twice[row][column] += set[row][column];
        }
        if row % 2 == 1 {
            mixed[row] = left[1][row];
        }
    }
    let stored = [
        sums,
        total,
        more,
        product_of(&other, b, &zero),
        product_of(a, &set, &zero),
        product_of(a, &twice, &zero),
        product_of(a, &sums, &zero),
        product_of(&sums, b, &zero),
        product_of(&mixed, b, &zero),
    ];
    for (number, tile) in (1..).zip(&stored) {
        for (row, column) in all([16, 16]) {
            store(number * 1024 + row * 64 + column * 4, tile[row][column].to_bits());
        }
    }
    let (of_a, of_b) = (halves(&left, false), halves(&right, true));
    for word in 0..128 {
        store(word * 4, of_a[word]);
        store(11264 + word * 4, of_b[word]);
    }
    compute(name)
        .raw("t0", of_a)
        .raw("t1", of_b)
        .raw("t2", vec![TURNS as u32, 1, 0, 0])
        .raw(OUT, untouched)
        .expect(OUT, words(&bytes))
}

/// Two halves at the start of a row, as a word.
fn halves_of(row: &[f32; 16]) -> u32 {
    let [low, high] = [row[0], row[1]].map(|number| u32::from(f16::from_f32(number).to_bits()));
    low | high << 16
}

/// A product of halves, with sums of floats.
pub(super) fn product() -> Case {
    let formats = [Format::F16, Format::F16, Format::F32];
    amd(multiplied(
        "extensions/ags_product",
        formats,
        [false, true, true],
        16,
    ))
}

/// Whether the reflection says that the waves need 32 lanes, which the shader does not.
fn of_32_lanes(reflection: &Reflection) -> Result<(), String> {
    match reflection.wave_size {
        Some(size) if (size.min, size.max) == (32, 32) => Ok(()),
        other => Err(format!("waves of {other:?} lanes")),
    }
}

/// A place whose lines of so many elements begin as badly as the format may.
fn place(format: Format, by_columns: bool, [rows, columns]: [usize; 2]) -> Place {
    let len = if by_columns { rows } else { columns };
    let (offset, gap) = match format.bits() {
        32 => (8, 4),
        16 => (6, 2),
        _ => (5, 3),
    };
    Place {
        offset,
        stride: len * format.bits() / 8 + gap,
        by_columns,
        format,
    }
}

fn multiplied(name: &str, formats: [Format; 3], layouts: [bool; 3], inner: usize) -> Case {
    const TILES: usize = 2;
    let sizes = [[16, inner], [inner, 16], [16, 16]];
    let places: [Place; 3] = std::array::from_fn(|n| place(formats[n], layouts[n], sizes[n]));
    let [a, b, c] = places;
    let mut numbers = Numbers(17 + inner as u32);
    // From a tile to the next, elements and their begin stay what they were.
    let apart = [1040, 1044];
    let mut memory: [Vec<u8>; 3] = std::array::from_fn(|_| vec![0x55; 4096]);
    a.fill(&mut memory[0], sizes[0], &mut numbers, TILES, apart[0]);
    b.fill(&mut memory[1], sizes[1], &mut numbers, TILES, apart[1]);
    c.fill(&mut memory[2], sizes[2], &mut numbers, 1, 0);
    let mut expected = vec![0xa5u8; 2048];
    let input = words(&expected);
    for (row, column) in all([16, 16]) {
        let number =
            |n: usize, place: Place, row, column| place.format.number(place.get(&memory[n], row, column));
        let mut sum = number(2, c, row, column);
        for tile in 0..TILES {
            for k in 0..inner {
                let left = number(0, a.tile(tile, apart[0]), row, k);
                sum += left * number(1, b.tile(tile, apart[1]), k, column);
            }
            // It is kept as the sums are, from a product to the next.
            sum = c.format.number(c.format.bits_of(sum, false).expect("a number"));
        }
        let bits = c.format.bits_of(sum, false).expect("a number");
        c.put(&mut expected, row, column, bits);
    }
    let place = |place: Place| [place.offset as u32, place.stride as u32];
    let said = [place(a), place(b), place(c), place(c)].concat();
    let more = [apart[0] as u32, apart[1] as u32, TILES as u32];
    let said: Vec<u32> = said.into_iter().chain(more).chain([0]).collect();
    compute(name)
        .raw("t0", words(&memory[0]))
        .raw("u1,space1", words(&memory[1]))
        .raw("t1", words(&memory[2]))
        .raw("t2", said)
        .raw(OUT, input)
        .expect(OUT, words(&expected))
}

fn elements(list: &mut List) {
    for (variant, format, role, by_columns, size) in [
        ("", F32, Sums, true, [16, 16]),
        (".f16", F16, A, false, [16, 16]),
        (".f16_od", F16, A, false, [16, 16]),
        (".bf16", Bf16, B, false, [16, 16]),
        (".bf8", Bf8, A, true, [16, 16]),
        (".fp8", Fp8, Sums, true, [16, 16]),
        (".i32", Int(32), Sums, false, [16, 16]),
        (".u32", Uint(32), Sums, true, [16, 16]),
        (".i8", Int(8), B, true, [16, 16]),
        (".u8", Uint(8), A, false, [16, 16]),
        (".i4", Int(4), A, false, [16, 32]),
        (".u4", Uint(4), B, false, [32, 16]),
    ] {
        let name = format!("extensions/ags_elements{variant}");
        list.add(&name.clone(), move || {
            amd(by_element(&name, (format, role), by_columns, size))
        });
    }
}

/// The words that a lane has of a matrix.
fn lane_words(
    role: Role,
    bits: usize,
    lane: usize,
    size: [usize; 2],
    of: impl Fn(usize, usize) -> u32,
) -> [u32; 8] {
    let len = size[0] * size[1] / 32;
    let mut words = [0; 8];
    for i in 0..len {
        let (row, column) = in_lane(role, lane, len, i);
        words[i * bits / 32] |= of(row, column) << (i * bits % 32);
    }
    words
}

fn by_element(name: &str, (format, role): (Format, Role), by_columns: bool, size: [usize; 2]) -> Case {
    let bits = format.bits();
    let mask = u32::MAX >> (32 - bits);
    let mut numbers = Numbers(bits as u32);
    let mut memory = vec![0u8; 4096];
    let first = Place {
        offset: 0,
        stride: 64,
        by_columns,
        format,
    };
    let second = first.tile(1, 2048);
    first.fill(&mut memory, size, &mut numbers, 1, 0);
    second.fill(&mut memory, size, &mut numbers, 1, 0);
    for (row, column) in all(size) {
        // Quotients are by powers of two, or by any integer but 0.
        let value = second.get(&memory, row, column);
        let value = match (format.is_float(), format.number(value)) {
            (true, number) if number == 0.0 || number.abs() == 1.5 => {
                format.bits_of(2.0, false).expect("a number")
            }
            (false, 0.0) => 3,
            _ => value,
        };
        second.put(&mut memory, row, column, value);
    }
    let half = format.bits_of(-1.5, false).expect("a number");
    let filled = if format.is_float() {
        half | 0x1234 << 16 & !mask
    } else {
        0xabcd_ef97
    };
    let value = if bits == 32 { half } else { 0x89ab_cdef };
    let [x, y] =
        [first, second].map(|place| move |memory: &[u8], row, column| place.get(memory, row, column));
    let len = size[0] * size[1] / 32;
    let parts = if bits == 16 { len } else { len * bits / 32 };
    let mut wants: Vec<Want> = Vec::new();
    for lane in 0..32 {
        let of = |f: &dyn Fn(u32, u32) -> u32| {
            lane_words(role, bits, lane, size, |row, column| {
                f(x(&memory, row, column), y(&memory, row, column)) & mask
            })
        };
        let own = of(&|x, _| x);
        let part = |words: &[u32; 8], index: usize| match (index < parts, bits) {
            (false, _) => 0,
            (true, 16) => words[index / 2] >> (index % 2 * 16) & 0xffff,
            (true, _) => words[index],
        };
        let mut row = vec![parts as u32];
        row.extend(own);
        row.extend((0..8).map(|index| part(&own, index)));
        let mut set = own;
        let index = 1 + lane % 2;
        match (index < parts, bits) {
            (false, _) => {}
            (true, 16) => {
                let shift = index % 2 * 16;
                set[index / 2] = set[index / 2] & !(0xffff << shift) | (value & 0xffff) << shift;
            }
            (true, _) => set[index] = value,
        }
        row.extend(set);
        row.extend(of(&|_, _| filled));
        for operation in 1..=5 {
            row.extend(of(&|x, y| {
                let y = if operation == 5 { filled & mask } else { y };
                let (x, y) = (format.number(x), format.number(y));
                let number = match operation {
                    1 => x + y,
                    2 => x - y,
                    4 => x / y,
                    // In doubles, products of 32 bits lose their lowest.
                    _ if !format.is_float() => return (x as i64 as u32).wrapping_mul(y as i64 as u32),
                    _ => x * y,
                };
                format.bits_of(number, false).expect("a number")
            }));
        }
        wants.extend(row.iter().map(|&word| crate::case::Element::want(word)));
    }
    compute(name)
        .raw("t0", words(&memory))
        .raw("t1", [1, value, filled, 0])
        .raw(OUT, vec![7u32; 32 * 73])
        .expect(OUT, wants)
}

fn copies(list: &mut List) {
    for (variant, from, to, saturates) in [
        ("", (F32, false), (Fp8, true), true),
        (".od", (F32, false), (Fp8, true), true),
        (".f32_fp8", (F32, false), (Fp8, true), false),
        (".f32_bf8", (F32, true), (Bf8, false), false),
        (".f32_bf8_most", (F32, true), (Bf8, false), true),
        (".f32_f16", (F32, true), (F16, false), false),
        (".f32_f16_most", (F32, true), (F16, false), true),
        (".f32_bf16", (F32, false), (Bf16, false), false),
        (".f16_f32", (F16, false), (F32, false), false),
        (".fp8_f16", (Fp8, false), (F16, true), false),
        (".fp8_a", (Fp8, false), (Fp8, false), false),
        (".i32_i8", (Int(32), true), (Int(8), true), false),
        (".i8_i32", (Int(8), true), (Int(32), false), false),
        (".u8_f32", (Uint(8), true), (F32, true), false),
        (".f32_i32", (F32, false), (Int(32), true), false),
        (".i32_u4", (Int(32), false), (Uint(4), false), false),
        (".i4_i32", (Int(4), true), (Int(32), false), false),
    ] {
        let name = format!("extensions/ags_copy{variant}");
        list.add(&name.clone(), move || amd(copied(&name, from, to, saturates)));
    }
}

/// Floats that are near the ends of formats, between two numbers of them, or too small.
const EDGES: [f32; 40] = [
    0.0,
    -0.0,
    448.0,
    463.9,
    464.0,
    464.1,
    -480.0,
    57344.0,
    61439.0,
    61440.0,
    -61441.0,
    -65536.0,
    1e-3,
    -1e-4,
    3e-8,
    65519.0,
    65520.0,
    65521.0,
    -65505.0,
    0.1,
    -0.3,
    1.0,
    17.0,
    17.5,
    -18.0,
    -19.0,
    -1e6,
    240.1,
    2049.0,
    -2051.0,
    0.002,
    1e-9,
    -3.7,
    2.5,
    1e30,
    -3.4e38,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
    3.396e38,
];

fn copied(name: &str, (from, by_columns): (Format, bool), to: (Format, bool), saturates: bool) -> Case {
    let source = Place {
        offset: 0,
        stride: 64,
        by_columns,
        format: from,
    };
    let (format, by_columns) = to;
    let target = Place {
        offset: match format.bits() {
            32 => 4,
            16 => 2,
            _ => 3,
        },
        stride: 68,
        by_columns,
        format,
    };
    let mut memory = vec![0u8; 1024];
    let mut numbers = Numbers(5);
    for (at, (row, column)) in all([16, 16]).enumerate() {
        let next = numbers.next();
        let bits = match (from, EDGES.get(at)) {
            // Integers have no place for what is not finite or too large.
            (F32, Some(&edge)) if format.is_float() || edge.abs() < 1e9 => edge.to_bits(),
            (F32, _) => ((f64::from(next % 4_000_001) / 2000.0 - 1000.0) as f32).to_bits(),
            (F16, _) => next & 0x7fff,
            (Fp8, _) => at as u32,
            _ => (next ^ next << 13) & (u32::MAX >> (32 - from.bits())),
        };
        source.put(&mut memory, row, column, bits);
    }
    let mut bytes = vec![0xa5u8; 1104];
    let input = words(&bytes);
    // Words of which some bits are those of a NaN may be others.
    let mut open = BTreeMap::new();
    for (row, column) in all([16, 16]) {
        let bits = source.get(&memory, row, column);
        let made = match from == format {
            true => Some(bits),
            false => format.bits_of(from.number(bits), saturates),
        };
        match made {
            Some(bits) => target.put(&mut bytes, row, column, bits),
            None => {
                let at = target.bit(row, column);
                open.entry(at / 32).or_insert_with(Vec::new).push(at);
            }
        }
    }
    let wants: Vec<Want> = (words(&bytes).into_iter().enumerate())
        .map(|(at, word)| match open.contains_key(&at) {
            true => any(),
            false => crate::case::Element::want(word),
        })
        .collect();
    compute(name)
        .raw("t0", words(&memory))
        .raw("t1", [target.offset as u32])
        .raw(OUT, input)
        .expect(OUT, wants)
}

fn shared(name: &str, format: Format, line: usize) -> Case {
    let bits = format.bits();
    let mut numbers = Numbers(23);
    let source = Place {
        offset: 0,
        stride: line * 4,
        by_columns: true,
        format,
    };
    let mut memory = vec![0u8; 16 * line * 4];
    source.fill(&mut memory, [16, 16], &mut numbers, 1, 0);
    let turned = Place {
        stride: 36,
        by_columns: false,
        ..source
    };
    let mut lines = vec![0u8; 16 * 36];
    let mut sums = vec![0u32; 256];
    for (row, column) in all([16, 16]) {
        let value = source.get(&memory, row, column);
        turned.put(&mut lines, row, column, value);
        let to = if bits == 4 { Int(32) } else { F32 };
        sums[column * 16 + row] = to.bits_of(format.number(value), false).expect("a number");
    }
    let lines = words(&lines);
    let mut expected: Vec<u32> = Vec::new();
    for row in lines.chunks(9) {
        expected.extend(&row[..line]);
        expected.push(7);
    }
    expected.extend(sums);
    compute(name)
        .raw("t0", words(&memory))
        .raw(OUT, vec![0u32; expected.len()])
        .expect(OUT, expected)
}

fn at_addresses(name: &str, format: Format) -> Case {
    let bytes = format.bits() / 8;
    let (from, to) = (
        Place {
            offset: 3 * bytes,
            stride: 17 * bytes,
            by_columns: true,
            format,
        },
        Place {
            offset: 5 * bytes,
            stride: 19 * bytes,
            by_columns: false,
            format,
        },
    );
    let mut memory = vec![0u8; 2048];
    from.fill(&mut memory, [16, 16], &mut Numbers(41), 1, 0);
    let before = vec![0x7777_7777u32; 512];
    let mut after: Vec<u8> = before.iter().flat_map(|word| word.to_le_bytes()).collect();
    for (row, column) in all([16, 16]) {
        to.put(&mut after, row, column, from.get(&memory, row, column));
    }
    let mut after = words(&after);
    after[511] = words(&memory)[0];
    let places = [from.offset, from.stride, to.offset, to.stride].map(|bytes| bytes as u32);
    let constants: Vec<u32> = [0; 4].into_iter().chain(places).collect();
    compute(name)
        .constants("b0", constants)
        .address_constant("b0", 0, "t0")
        .address_constant("b0", 8, OUT)
        .raw("t0", words(&memory))
        .raw(OUT, before)
        .expect(OUT, after)
}

fn by_words(name: &str) -> Case {
    let mut numbers = Numbers(3);
    let bytes: [Vec<u8>; 2] = std::array::from_fn(|_| (0..256).map(|_| numbers.next() as u8).collect());
    let [a, b] = &bytes;
    let mut expected = [0u32; 256];
    for (row, column) in all([16, 16]) {
        expected[row * 16 + column] = (0..16).fold(0, |sum, k| {
            let product = i32::from(a[row * 16 + k] as i8) * i32::from(b[column * 16 + k] as i8);
            sum + product
        }) as u32;
    }
    compute(name)
        .raw("t0", words(a))
        .raw("t1", words(b))
        .raw(OUT, [0u32; 256])
        .expect(OUT, expected)
}

fn locals(list: &mut List) {
    for (variant, format, sums) in [
        ("", F16, F32),
        (".od", F16, F32),
        (".i8_od", Int(8), Int(32)),
        (".v69_od", Fp8, F32),
    ] {
        let name = format!("extensions/ags_locals{variant}");
        list.add(&name.clone(), move || amd(in_locals(&name, format, sums)));
    }
}

fn in_locals(name: &str, format: Format, sums: Format) -> Case {
    const TILES: usize = 3;
    let tile = |by_columns| Place {
        offset: 0,
        stride: 32,
        by_columns,
        format,
    };
    let (a, b) = (tile(false), tile(true));
    let mut numbers = Numbers(29);
    let mut memory: [Vec<u8>; 2] = std::array::from_fn(|_| vec![0x33; TILES * 512]);
    for (memory, place) in memory.iter_mut().zip([a, b]) {
        place.fill(memory, [16, 16], &mut numbers, TILES, 512);
    }
    let which = [1, 2, 0];
    let product = |n: usize, row: usize, column: usize| -> f64 {
        let number = |memory: &[u8], place: Place, n, row, column| {
            format.number(place.tile(n, 512).get(memory, row, column))
        };
        (0..16)
            .map(|k| number(&memory[0], a, n, row, k) * number(&memory[1], b, which[n], k, column))
            .sum()
    };
    let first = Place {
        offset: 0,
        stride: 64,
        by_columns: true,
        format: sums,
    };
    let mut expected = vec![0u8; 2048];
    for (row, column) in all([16, 16]) {
        let one = product(0, row, column);
        let others: f64 = (1..TILES).map(|n| product(n, row, column)).sum();
        for (at, number) in [one + others, one - others].into_iter().enumerate() {
            let bits = sums.bits_of(number, false).expect("a number");
            first.tile(at, 1024).put(&mut expected, row, column, bits);
        }
    }
    let said = [TILES, 1, 2, 0, which[0], which[1], which[2]].map(|word| word as u32);
    compute(name)
        .raw("t0", words(&memory[0]))
        .raw("t1", words(&memory[1]))
        .raw("t2", said)
        .raw(OUT, [7u32; 512])
        .expect(OUT, words(&expected))
}
