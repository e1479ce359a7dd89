//! What a debugger would show: shaders compiled with their source run on the processor, and the values that the debug
//! information gives the variables of the source are compared with those that HLSL gives them, worked out here.
//!
//! At -Od every variable has its value on each line that is asked for. At -O3 a variable may be unknown for a while, but a
//! value that is told is one that the source gives it, the one on the last line is right, and a variable is told of if the DXIL
//! tells of it.

use dxil2spirv::options::{Options, SourceInformation};
use dxil2spirv::pipeline::{Request, Shader};
use dxil2spirv_tests::debugger::{Inputs, Stop, Texels, run};
use dxil2spirv_tests::shaders;
use std::collections::BTreeSet;

/// Where the resources are by default: set = space, binding = 6 * register and the class.
const T0: (u32, u32) = (0, 1);
const U0_SPACE1: (u32, u32) = (1, 2);
const U1_SPACE1: (u32, u32) = (1, 8);
const U2_SPACE1: (u32, u32) = (1, 14);
const B0: (u32, u32) = (0, 0);
const B0_SPACE2: (u32, u32) = (2, 0);

/// A number of a variable as bits.
trait Number {
    const IS_FLOAT: bool = false;
    fn bits(self) -> u64;
}
impl Number for u32 {
    fn bits(self) -> u64 {
        u64::from(self)
    }
}
impl Number for i32 {
    fn bits(self) -> u64 {
        u64::from(self as u32)
    }
}
impl Number for u64 {
    fn bits(self) -> u64 {
        self
    }
}
impl Number for f32 {
    const IS_FLOAT: bool = true;
    fn bits(self) -> u64 {
        u64::from(self.to_bits())
    }
}

/// That a variable has certain numbers when a line begins.
struct Want {
    /// 0 where no line is asked for.
    line: u32,
    /// How often the line began before.
    time: usize,
    name: &'static str,
    /// None for those that the DXIL says nothing of.
    numbers: Vec<Option<u64>>,
    is_float: bool,
}

impl Want {
    /// Whether a number of an optimized shader is the one that is wanted; floats are computed in another order there.
    fn is(&self, index: usize, told: u64) -> bool {
        let Some(&Some(number)) = self.numbers.get(index) else {
            return false;
        };
        let [a, b] = [told, number].map(|bits| f32::from_bits(bits as u32));
        told == number || self.is_float && (a - b).abs() <= 1e-4 * b.abs().max(1.0)
    }
}

/// What a thread should find.
#[derive(Default)]
struct Wants {
    inputs: Inputs,
    all: Vec<Want>,
}

impl Wants {
    fn new(thread: [u32; 3]) -> Self {
        Self {
            inputs: Inputs {
                thread,
                ..Inputs::default()
            },
            ..Self::default()
        }
    }

    fn buffer(mut self, place: (u32, u32), words: &[u32]) -> Self {
        let bytes = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.inputs.buffers.insert(place, bytes);
        self
    }

    /// An image or a texel buffer: texels in a row, and the first ones.
    fn texels(mut self, place: (u32, u32), width: usize, texels: Vec<[u64; 4]>) -> Self {
        self.inputs.texels.insert(place, Texels { width, texels });
        self
    }

    /// What comes from the stage before at a location.
    fn location<N: Number + Copy>(mut self, location: u32, numbers: &[N]) -> Self {
        let numbers = numbers.iter().map(|number| number.bits()).collect();
        self.inputs.locations.insert(location, numbers);
        self
    }

    /// When `line` begins for the first time.
    fn at<N: Number + Copy>(&mut self, line: u32, name: &'static str, numbers: &[N]) {
        self.again(line, 0, name, numbers);
    }

    /// When `line` begins for the first time, as far as the DXIL says: of the numbers these.
    fn part(&mut self, line: u32, name: &'static str, numbers: &[u64], told: &[usize]) {
        self.at(line, name, numbers);
        if let Some(want) = self.all.last_mut() {
            for (index, number) in want.numbers.iter_mut().enumerate() {
                *number = number.filter(|_| told.contains(&index));
            }
        }
    }

    /// At some time between the lines that are asked for.
    fn between<N: Number + Copy>(&mut self, name: &'static str, numbers: &[N]) {
        self.again(0, 0, name, numbers);
    }

    /// When it begins again.
    fn again<N: Number + Copy>(&mut self, line: u32, time: usize, name: &'static str, numbers: &[N]) {
        self.all.push(Want {
            line,
            time,
            name,
            numbers: numbers.iter().map(|number| Some(number.bits())).collect(),
            is_float: N::IS_FLOAT,
        });
    }
}

fn stops(path: &str, inputs: &Inputs) -> Vec<Stop> {
    let bytes = std::fs::read(shaders::testdata().join(path)).unwrap();
    let shader = Shader::parse_with_debug_info(&bytes).unwrap();
    let mut options = Options::default();
    options.source_information = SourceInformation::Full;
    // What runs the module knows of one function.
    options.end_tests = false;
    let made = shader.translate(Request::new().options(&options)).unwrap();
    run(&made.words, inputs)
}

/// The numbers of a variable at a stop; where there are several of one name, the line of its declaration is behind an `@`.
fn shown<'s>(stop: &'s Stop, name: &str) -> Option<&'s Vec<Option<u64>>> {
    let (name, line) = match name.split_once('@') {
        Some((name, line)) => (name, line.parse().ok()),
        None => (name, None),
    };
    let is = |known: &(String, u32)| known.0 == name && line.is_none_or(|line: u32| line == known.1);
    let mut found = stop.variables.iter().filter(|(known, _)| is(known));
    let first = found.next();
    assert!(found.next().is_none(), "two variables {name}");
    first.map(|(_, numbers)| numbers)
}

/// Runs the shader at -Od and at -O3.
fn check(shader: &str, wants: &Wants) {
    let unoptimized = stops(&format!("{shader}.od.dxil"), &wants.inputs);
    for want in wants.all.iter().filter(|want| want.line != 0) {
        let of_line: Vec<&Stop> = unoptimized.iter().filter(|stop| stop.line == want.line).collect();
        let place = format!("{shader}.od line {} time {}: {}", want.line, want.time, want.name);
        let stop = of_line.get(want.time);
        let stop = stop.unwrap_or_else(|| panic!("{place}: began {} times", of_line.len()));
        let told = shown(stop, want.name).unwrap_or_else(|| panic!("{place}: not told of"));
        assert_eq!(told, &want.numbers, "{place}");
    }
    let optimized = stops(&format!("{shader}.dxil"), &wants.inputs);
    let bytes = std::fs::read(shaders::testdata().join(format!("{shader}.dxil"))).unwrap();
    let known = shaders::told_variables(&bytes);
    let last_line = wants.all.iter().map(|want| want.line).max().unwrap();
    let names: BTreeSet<&str> = wants.all.iter().map(|want| want.name).collect();
    for name in names {
        let of: Vec<&Want> = wants.all.iter().filter(|want| want.name == name).collect();
        let mut ever = false;
        for stop in &optimized {
            let Some(told) = shown(stop, name) else { continue };
            for (index, number) in told.iter().enumerate() {
                let Some(number) = number else { continue };
                ever = true;
                let known = of.iter().any(|want| want.is(index, *number));
                assert!(
                    known,
                    "{shader} line {}: {name}[{index}] = {number:#x}",
                    stop.line
                );
            }
            if let Some(want) = of
                .iter()
                .rfind(|want| want.line == last_line && stop.line == last_line)
            {
                let mut known = told
                    .iter()
                    .enumerate()
                    .filter_map(|(index, told)| Some((index, (*told)?)));
                let right = known.all(|(index, told)| want.is(index, told));
                assert!(right, "{shader} line {last_line}: {name} is {told:?}");
            }
        }
        let is_known = known.contains(name.split('@').next().unwrap());
        assert_eq!(ever, is_known, "{shader}: whether {name} is told of");
    }
}

#[test]
fn numbers_and_truths() {
    for (a, b) in [(7u32, 0xffff_fff0u32), (5, 5), (0, 9)] {
        let mut input = [0; 16];
        input[6..8].copy_from_slice(&[a, b]);
        let mut wants = Wants::new([3, 0, 0])
            .buffer(T0, &input)
            .buffer(U0_SPACE1, &[0; 64]);
        let (sa, sb) = (a as i32, b as i32);
        let bits = |bits: &[bool]| {
            (0..)
                .zip(bits)
                .map(|(at, bit)| u32::from(*bit) << at)
                .sum::<u32>()
        };
        let first = bits(&[a < b, a <= b, a > b, a >= b]);
        let second = first | bits(&[sa < sb, sa <= sb, sa > sb, sa >= sb]) << 4;
        let all = second | bits(&[a == b, a != b, a != 0 && b != 0, a != 0 || b != 0, a == 0]) << 8;
        wants.at(11, "a", &[a]);
        wants.at(11, "i", &[3]);
        for (name, number) in [("i", 3), ("a", a), ("b", b), ("sa", a), ("sb", b)] {
            wants.at(16, name, &[number]);
        }
        wants.at(14, "r", &[first]);
        wants.at(15, "r", &[second]);
        wants.at(16, "r", &[all]);
        check("sources/alu-int/compare", &wants);
    }
}

#[test]
fn division() {
    let mut wants = Wants::new([1, 0, 0])
        .buffer(T0, &[0, 0, 0xffff_fff9, 3])
        .buffer(U0_SPACE1, &[0; 64]);
    for (name, number) in [
        ("i", 1u32),
        ("a", 0xffff_fff9),
        ("b", 3),
        ("sa", 0xffff_fff9),
        ("sb", 3),
    ] {
        wants.at(14, name, &[number]);
    }
    check("sources/alu-int/divide", &wants);
}

#[test]
fn an_array_in_loops() {
    let mut wants = Wants::new([2, 0, 0])
        .buffer(T0, &[0, 0, 0, 0, 5, 6])
        .buffer(U0_SPACE1, &[0; 64]);
    let mut words = [0u32; 8];
    wants.between("words", &words);
    for k in 0..8u32 {
        wants.again(14, k as usize, "k", &[k]);
        words[k as usize] = 10 * (2 + k);
    }
    wants.between("k", &[8]);
    wants.at(15, "words", &words);
    words[5] = 7777;
    wants.at(16, "words", &words);
    let mut sum = 0;
    for n in 0..8u32 {
        wants.again(18, n as usize, "n", &[n]);
        wants.again(18, n as usize, "sum", &[sum]);
        sum += words[n as usize];
    }
    wants.between("n", &[8]);
    wants.at(19, "words", &words);
    wants.at(19, "sum", &[sum]);
    wants.at(19, "at", &[5, 6]);
    wants.at(19, "i", &[2]);
    check("sources/arrays/local", &wants);
}

#[test]
fn parts_of_a_vector_as_variables() {
    let mut wants = Wants::new([1, 0, 0])
        .buffer(T0, &[0, 0, 2, 7])
        .buffer(U0_SPACE1, &[0; 64]);
    wants.at(18, "at", &[2, 7]);
    wants.at(18, "k", &[2]);
    wants.at(18, "j", &[7]);
    wants.at(18, "i", &[1]);
    check("sources/arrays/tables", &wants);
}

#[test]
fn vectors_in_a_loop() {
    let (x, y) = (29u32, 30u32);
    let mut wants = Wants::new([x, y, 0]).buffer(U0_SPACE1, &[0; 64 * 64]);
    let c = [x as f32 / 32.0 - 1.5, y as f32 / 32.0 - 1.0];
    let mut z = [0f32; 2];
    let mut n = 0u32;
    wants.at(13, "z", &z);
    while n < 100 && z[0] * z[0] + z[1] * z[1] <= 4.0 {
        wants.again(14, n as usize, "z", &z);
        wants.again(14, n as usize, "n", &[n]);
        wants.again(14, n as usize, "c", &c);
        z = [z[0] * z[0] - z[1] * z[1] + c[0], 2.0 * z[0] * z[1] + c[1]];
        wants.again(15, n as usize, "z", &z);
        n += 1;
    }
    assert!(n > 3);
    wants.at(17, "z", &z);
    wants.at(17, "n", &[n]);
    wants.at(17, "c", &c);
    wants.at(17, "p", &[x, y]);
    check("sources/control-flow/mandelbrot", &wants);
}

#[test]
fn the_way_through_a_switch() {
    for (selector, x) in [
        (0u32, 8u32),
        (7, 11),
        (-3i32 as u32, 12),
        (2, 100),
        (5, 3),
        (i32::MIN as u32, 4),
    ] {
        let mut input = [0x1234_5678; 16];
        input[2..4].copy_from_slice(&[selector, x]);
        let mut wants = Wants::new([1, 0, 0])
            .buffer(T0, &input)
            .buffer(U0_SPACE1, &[0; 64]);
        let r = match selector as i32 {
            0 => x + input[(x & 0xfc) as usize / 4],
            7 | -3 | 1_000_000 => x * 3,
            2 => x / 5,
            i32::MIN => !x,
            _ => x ^ 0x55,
        };
        // DXC says that the jump is on the line before.
        wants.at(11, "v", &[selector, x]);
        wants.at(21, "v", &[selector, x]);
        wants.at(21, "r", &[r]);
        wants.at(21, "i", &[1]);
        check("sources/control-flow/switch_basic", &wants);
    }
}

#[test]
fn floats() {
    for x in [-2.75f32, 1.5, 0.0, 3.0e9] {
        let mut wants = Wants::new([1, 0, 0])
            .buffer(T0, &[0, x.to_bits()])
            .buffer(U0_SPACE1, &[0; 64]);
        wants.at(12, "x", &[x]);
        check("sources/convert/float_to_int", &wants);
        let mut wants = Wants::new([1, 0, 0])
            .buffer(T0, &[0, x.to_bits()])
            .buffer(U0_SPACE1, &[0; 64]);
        wants.at(11, "x", &[x]);
        wants.at(13, "x", &[x]);
        wants.at(13, "byHand", &[x - x.floor()]);
        check("sources/math/rounding", &wants);
        let mut wants = Wants::new([1, 0, 0])
            .buffer(T0, &[0, x.to_bits()])
            .buffer(U0_SPACE1, &[0; 64]);
        wants.at(16, "x", &[x]);
        wants.at(16, "zeroOrNan", &[x - x]);
        wants.at(16, "twice", &[x * 2.0]);
        wants.at(16, "r", &[4u32 | 16]);
        check("sources/math/classify", &wants);
    }
}

#[test]
fn selected_components() {
    let (a, b) = ([9u32, 1, 5, u32::MAX], [3u32, 4, 5, 6]);
    let mut input = [0; 16];
    input[8..12].copy_from_slice(&a);
    input[12..].copy_from_slice(&b);
    let mut wants = Wants::new([1, 0, 0])
        .buffer(T0, &input)
        .buffer(U0_SPACE1, &[0; 64]);
    let r: Vec<u32> = a
        .iter()
        .zip(b)
        .map(|(&a, b)| if a > b { a - b } else { b * 2 })
        .collect();
    wants.at(14, "a", &a);
    wants.at(14, "b", &b);
    wants.at(16, "a", &a);
    wants.at(16, "b", &b);
    wants.at(16, "r", &r);
    wants.at(16, "i", &[1]);
    check("sources/control-flow/vector_select", &wants);
}

#[test]
fn constant_buffers() {
    let mut wants = Wants::new([2, 0, 0])
        .buffer(T0, &[0, 0, 0x35])
        .buffer(B0_SPACE2, &[0x3f80_0000; 128])
        .buffer(U0_SPACE1, &[0; 64]);
    wants.at(13, "k", &[0x35]);
    wants.at(14, "k", &[0x35]);
    wants.at(14, "i", &[2]);
    check("sources/cbuffer/dynamic_index", &wants);
    let mut wants = Wants::new([1, 0, 0])
        .buffer(T0, &[0, 0, 0, 2, 1, 3])
        .buffer(B0_SPACE2, &[0x3f80_0000; 64])
        .buffer(U0_SPACE1, &[0; 64]);
    wants.at(12, "k", &[2, 1, 3]);
    wants.at(12, "i", &[1]);
    check("sources/cbuffer/matrix_dynamic", &wants);
}

/// Structures, matrices, arrays, an inlined function, numbers of 16 and 64 bits.
#[test]
fn parts_of_structures() {
    let falloff = [[1.0f32, 2.0, 0.0, 4.0], [3.0, 1.0, 2.0, 0.0]];
    let transform = [
        [1.0f32, 0.0, 2.0, 1.0],
        [0.0, 3.0, 1.0, 0.0],
        [2.0, 0.0, 0.0, 5.0],
    ];
    // By columns.
    let tint = [2.0f32, 8.0, 0.5, 4.0];
    let color = [0.5f32, 0.25, 1.0];
    let floats = |of: &[f32]| of.iter().map(|number| number.to_bits()).collect::<Vec<u32>>();
    let light = [floats(&color), vec![2], floats(falloff.as_flattened())].concat();
    let mut words = [light.clone(), floats(transform.as_flattened()), floats(&tint)].concat();
    let mut item: Vec<u64> = words.iter().map(|word| u64::from(*word)).collect();
    words.extend([5, 7, 4 << 16 | 3, 0]);
    item.extend([7 << 32 | 5, 3, 4]);
    let input = [vec![0; 3 * 32], words].concat();
    let mut wants = Wants::new([3, 0, 0])
        .buffer(T0, &input)
        .buffer(U0_SPACE1, &[0; 8]);
    let mut history = [0.0f32; 4];
    wants.between("history", &history);
    for k in 0..4u32 {
        // The loop is one line.
        match k {
            0 => wants.at(40, "k", &[k]),
            _ => wants.between("k", &[k]),
        }
        history[k as usize] = falloff[(k & 1) as usize][k as usize] * tint[1];
    }
    wants.between("k", &[4]);
    wants.at(41, "history", &history);
    // DXC says nothing of the rest: it goes from the buffer to where it is used.
    wants.part(41, "item", &item, &[12, 13, 14, 15, 25, 28, 30]);
    let weights = [0.25f32, 0.5];
    let mut sum = 0.0f32;
    for (i, by) in falloff.iter().enumerate() {
        wants.again(26, i, "i@25", &[i as u32]);
        wants.again(26, i, "sum", &[sum]);
        let dot = |row: &[f32]| row.iter().zip(by).map(|(a, b)| a * b).sum::<f32>();
        let [x, y, z] = [0, 1, 2].map(|row| dot(&transform[row]));
        let moved = [x, y, z, 1.0];
        wants.again(27, i, "moved", &moved);
        sum += dot(&moved) * weights[i];
    }
    wants.between("i@25", &[2]);
    wants.at(29, "sum", &[sum]);
    // DXC numbers a matrix by columns here, as it lies in memory by default, though the type that it writes has rows.
    let columns: Vec<f32> = (0..12).map(|at| transform[at % 3][at / 3]).collect();
    wants.at(29, "transform", &columns);
    wants.at(31, "loud", &[u32::from(sum > 4.0)]);
    wants.at(44, "left", &[0.0f32]);
    wants.at(45, "wide", &[1.0f64.to_bits()]);
    wants.at(45, "i@37", &[3u32]);
    check("shaders/debug/types", &wants);
}

/// The bits of four floats.
fn texel(numbers: [f32; 4]) -> [u64; 4] {
    numbers.map(Number::bits)
}

#[test]
fn groupshared_arrays() {
    let mut input = [0; 16];
    input[8..12].copy_from_slice(&[5, 2, 5, 9]);
    let mut wants = Wants::new([2, 0, 0])
        .buffer(T0, &input)
        .buffer(U0_SPACE1, &[0; 256]);
    wants.at(14, "at", &[5, 2, 5, 9]);
    for (name, number) in [("i", 2u32), ("added", 7), ("exchanged", 1002), ("read", 0)] {
        wants.at(24, name, &[number]);
    }
    wants.at(24, "at", &[5, 2, 5, 9]);
    check("sources/arrays/shared", &wants);
    let mut wants = Wants::new([3, 0, 0])
        .buffer(T0, &[1; 64])
        .buffer(U0_SPACE1, &[0; 16]);
    for line in [13, 15] {
        wants.at(line, "i", &[3]);
        wants.at(line, "t", &[3]);
    }
    check("sources/groupshared/histogram", &wants);
    let mut wants = Wants::new([3, 2, 0])
        .buffer(T0, &[0; 4096])
        .buffer(U0_SPACE1, &[0; 4096]);
    wants.at(14, "g", &[0, 0]);
    wants.at(14, "t", &[3, 2]);
    wants.at(14, "p", &[3, 2]);
    wants.at(14, "q", &[3, 2]);
    check("sources/groupshared/transpose", &wants);
}

#[test]
fn atomics() {
    let (x, sum) = (2.5f32, 1.5f32);
    let mut wants = Wants::new([1, 0, 0])
        .buffer(T0, &[0, x.to_bits()])
        .buffer(U0_SPACE1, &[sum.to_bits()]);
    // The loop begins with the line, too.
    wants.between("seen", &[0]);
    wants.again(15, 1, "x", &[x]);
    wants.again(15, 1, "expected", &[sum.to_bits()]);
    wants.again(15, 1, "seen", &[sum.to_bits()]);
    wants.again(15, 1, "i", &[1]);
    check("sources/atomics/float_by_cas", &wants);
    let mut wants = Wants::new([1, 0, 0])
        .buffer(U0_SPACE1, &[5])
        .buffer(U1_SPACE1, &[0; 64]);
    wants.at(12, "ticket", &[5]);
    check("sources/atomics/old_values", &wants);
}

#[test]
fn buffers() {
    let mut wants = Wants::new([1, 0, 0])
        .buffer(T0, &[7; 16])
        .buffer(U0_SPACE1, &[0; 64]);
    wants.at(10, "i", &[1]);
    check("sources/buffers/copy_unaligned", &wants);
    let mut wants = Wants::new([2, 0, 0]).buffer(U0_SPACE1, &[0; 112]);
    for line in 11..=13 {
        wants.at(line, "i", &[2]);
    }
    check("sources/buffers/structured_write_members", &wants);
    let mut wants = Wants::new([1, 0, 0])
        .texels(U0_SPACE1, 64, vec![texel([2.0; 4]); 4])
        .texels(U1_SPACE1, 64, vec![[0; 4], [1, 2, 3, 4]])
        .texels(U2_SPACE1, 64, vec![[9; 4]; 4]);
    wants.at(12, "i", &[1]);
    // The others are not used.
    wants.part(13, "v", &[1, 2, 3, 4], &[0, 1]);
    wants.part(15, "v", &[1, 2, 3, 4], &[0, 1]);
    check("sources/buffers/typed_read_write", &wants);
    let mut wants = Wants::new([1, 0, 0])
        .texels(T0, 32, vec![[0, 0x3ff0_0000, 0, 0]; 4])
        .texels(U0_SPACE1, 32, vec![[0; 4]; 4]);
    wants.at(10, "i", &[1]);
    check("sources/buffers/typed_wide", &wants);
}

#[test]
fn halves_and_powers() {
    let mut wants = Wants::new([1, 0, 0])
        .buffer(T0, &[0, 0x3f80_3c00])
        .buffer(U0_SPACE1, &[0; 64]);
    wants.at(11, "x", &[0x3f80_3c00u32]);
    wants.at(12, "x", &[0x3f80_3c00u32]);
    wants.at(12, "h", &[0x3c00u64]);
    wants.at(12, "i", &[1]);
    check("sources/convert/bitcasts", &wants);
    let c = [0.25f32, -0.5, 2.0];
    let mut wants = Wants::new([1, 0, 0])
        .buffer(
            T0,
            &[[0.0; 3], c]
                .concat()
                .into_iter()
                .map(f32::to_bits)
                .collect::<Vec<u32>>(),
        )
        .buffer(U0_SPACE1, &[0; 64]);
    for line in 22..=24 {
        wants.at(line, "c@21", &c);
    }
    wants.at(9, "c@8", &c);
    wants.at(12, "c@11", &c);
    wants.at(15, "c@14", &c);
    let power = |x: f32| {
        let scaled = f64::from((f64::from(x.abs()).log2() as f32) * 0.159_301_76);
        scaled.exp2() as f32
    };
    wants.at(16, "p", &c.map(power));
    check("sources/math/colour_curves", &wants);
}

#[test]
fn images() {
    let mut wants = Wants::new([3, 2, 0])
        .texels(U0_SPACE1, 8, vec![texel([1.0, 2.0, 3.0, 4.0]); 64])
        .texels(U1_SPACE1, 8, vec![[0x12_3456, 0, 0, 1]; 64]);
    wants.at(12, "x", &[0x12_3456]);
    wants.at(13, "p", &[3, 2]);
    check("sources/textures/rw_read_modify", &wants);
    let colour = [0.5f32, 2.0, 3.0, 1.0];
    for which in [1u32, 5] {
        let mut wants = Wants::new([0; 3])
            .texels(T0, 1, vec![texel(colour)])
            .buffer(B0_SPACE2, &[which])
            .location(0, &[0.25f32, 0.75]);
        wants.at(9, "uv", &[0.25f32, 0.75]);
        // A line begins with the constants.
        wants.again(10, 1, "c", &colour);
        wants.at(
            11,
            "c",
            &if which > 4 {
                colour.map(|part| part * part)
            } else {
                colour
            },
        );
        check("sources/textures/select_handles", &wants);
    }
    let mut wants = Wants::new([0; 3]);
    wants.inputs.index = 2;
    // It begins with the line of constants.
    wants.again(7, 1, "index", &[2]);
    check("sources/textures/sample_position", &wants);
}

#[test]
fn a_pixel_in_a_loop() {
    let uv = [0.5f32, 0.25, 0.75, 1.0];
    let mut scene = [0; 36];
    for k in 0..8 {
        scene[4 * k] = (k as f32 + 1.0).to_bits();
    }
    scene[32] = 3;
    let mut wants = Wants::new([0; 3]).buffer(B0, &scene).location(0, &uv);
    wants.at(8, "uv", &uv);
    for k in 0..3u32 {
        let d = (k as f32 + 1.0) * uv[0];
        // A round of the loop begins with the line, too.
        wants.again(11, 2 * k as usize + 1, "d", &[d]);
        for name in ["k", "hits"] {
            wants.again(17, k as usize, name, &[k]);
        }
    }
    wants.between("k", &[3]);
    wants.between("hits", &[3]);
    wants.at(21, "hits", &[3]);
    check("sources/control-flow/pixel_discard_loop", &wants);
}

#[test]
fn vertices() {
    let p = [1.0f32, 2.0, 3.0, 4.0];
    let mut wants = Wants::new([0; 3]).location(0, &p).location(1, &[0.5f32, 0.25]);
    wants.at(8, "p", &p);
    wants.at(8, "uv", &[0.5f32, 0.25]);
    wants.at(10, "o", &[1.0f32, 2.0, 3.0, 4.0, 0.5, 0.25]);
    check("sources/vertex/centroid", &wants);
    let mut wants = Wants::new([0; 3]).location(0, &p).location(1, &[0.5f32]);
    wants.at(8, "p", &p);
    wants.at(8, "push", &[0.5f32]);
    wants.at(10, "o", &[1.0f32, 2.0, 3.0, 4.0, 0.5]);
    check("sources/vertex/push", &wants);
    let mut wants = Wants::new([0; 3]).location(0, &p);
    wants.inputs.index = 1;
    wants.at(5, "p", &p);
    wants.at(5, "id", &[1]);
    wants.at(6, "all", &[1]);
    check("sources/wave/vertex_sum", &wants);
}

/// A wave of one lane.
#[test]
fn operations_of_waves() {
    for (x, written) in [(7u32, 4u32), (8, 4)] {
        let mut out = [0; 64];
        out[0] = written;
        let mut wants = Wants::new([1, 0, 0]).buffer(T0, &[0, x]).buffer(U0_SPACE1, &out);
        wants.at(11, "x", &[x]);
        wants.at(12, "keep", &[x & 1]);
        wants.at(16, "count", &[x & 1]);
        wants.at(16, "slot", &[0]);
        wants.between("base", &[0]);
        wants.at(16, "base", &[written]);
        check("sources/wave/compact", &wants);
    }
}

/// None of the shaders that were compiled again for this is left out.
#[test]
fn all_sources_are_run() {
    let own = include_str!("debugger.rs");
    let mut count = 0;
    for topic in std::fs::read_dir(shaders::testdata().join("sources")).unwrap() {
        let topic = topic.unwrap();
        for file in std::fs::read_dir(topic.path()).unwrap() {
            let file = file.unwrap().file_name().into_string().unwrap();
            let (stem, _) = file.split_once('.').unwrap();
            let name = format!("\"sources/{}/{stem}\"", topic.file_name().display());
            assert!(own.contains(&name), "{name}");
            count += 1;
        }
    }
    assert!(count >= 60, "{count}");
}
