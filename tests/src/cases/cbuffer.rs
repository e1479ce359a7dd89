//! Constant buffers: packing rules, dynamic indexes, widths.

use super::inputs;
use crate::case::{Case, Element, List, Want, compute, within};
use ash::vk::Format;
use half::f16;

/// Registers the cases.
pub fn register(list: &mut List) {
    list.each("cbuffer/arrays_of_cbuffers", &[], arrays);
    list.each("cbuffer/components", &[], components);
    list.each("cbuffer/dynamic_index", &["od"], dynamic_index);
    list.each("cbuffer/half_dynamic", &[], half_dynamic);
    list.each("cbuffer/half_rows", &[], half_rows);
    list.each("cbuffer/matrices", &[], matrices);
    list.each("cbuffer/matrix_dynamic", &[], matrix_dynamic);
    list.each("cbuffer/min_precision", &[], min_precision);
    list.each("cbuffer/nested_structs", &["od"], nested_structs);
    list.each("cbuffer/out_of_bounds", &[], out_of_bounds);
    list.each("cbuffer/packing", &[], packing);
    list.each("cbuffer/scalars", &[], scalars);
    list.each("cbuffer/spaces", &[], spaces);
    list.each("cbuffer/tbuffer", &[], tbuffer);
    list.each("cbuffer/wide", &[], wide);
}

/// Floats that count up from 0.
fn counting(words: u32) -> Vec<f32> {
    (0..words).map(|k| k as f32).collect()
}

fn arrays(name: &str) -> Case {
    let input = inputs::below::<1>(64, 1000).concat();
    let scale = |n: u32| 2.0 + n as f32;
    let expected: Vec<u32> = input
        .iter()
        .map(|&k| (k as f32 * scale(k & 3)) as u32 + (k & 3) * 10_000)
        .collect();
    let mut case = compute(name).raw("t0", input).output("u0,space1", expected);
    for n in 0..4 {
        let row = [0, scale(n).to_bits(), 0, 0, n * 10_000, 0, 0, 0];
        case = case.cbuffer(&format!("b{n},space2"), row);
    }
    case
}

fn dynamic_index(name: &str) -> Case {
    let input = inputs::integers::<1>(64).concat();
    let expected: Vec<[f32; 5]> = input
        .iter()
        .map(|&k| {
            let (v, w) = ((k & 15) as f32 * 4.0, 64.0 + (k >> 4 & 15) as f32 * 4.0);
            [v, v + 1.0, v + 2.0, v + 3.0, w]
        })
        .collect();
    compute(name)
        .cbuffer("b0,space2", counting(128))
        .raw("t0", input)
        .output("u0,space1", expected)
}

fn half_dynamic(name: &str) -> Case {
    let rows: Vec<[f16; 8]> = (0..8)
        .map(|row| std::array::from_fn(|k| f16::from_f32((row * 8 + k) as f32 * 0.5)))
        .collect();
    let input = inputs::integers::<1>(64).concat();
    let expected: Vec<f32> = input
        .iter()
        .map(|&k| {
            let row = rows[(k & 7) as usize];
            row[0].to_f32() + row[3].to_f32()
        })
        .collect();
    compute(name)
        .cbuffer("b0,space2", rows.concat())
        .raw("t0", input)
        .output("u0,space1", expected)
}

fn half_rows(name: &str) -> Case {
    let h = |x: f32| f16::from_f32(x).to_bits();
    let mut bytes = Vec::new();
    // Row 0: a, b, c, d, e; row 1: f, g; rows 2 and 3: h.
    [h(1.5), h(2.5), h(3.5), h(4.5), 777, h(5.5), h(6.5), h(7.5)]
        .iter()
        .for_each(|x| x.append(&mut bytes));
    8.25f32.append(&mut bytes);
    [h(9.5), 0, 0, 0, 0, 0].iter().for_each(|x| x.append(&mut bytes));
    [h(10.0), h(11.0), h(12.0), h(13.0), 0, 0, 0, 0]
        .iter()
        .for_each(|x| x.append(&mut bytes));
    [h(14.0), h(15.0), h(16.0), h(17.0), 0, 0, 0, 0]
        .iter()
        .for_each(|x| x.append(&mut bytes));
    let mut expected: Vec<Want> = [1.5f32, 2.5, 3.5, 4.5].map(Element::want).to_vec();
    expected.push(777u32.want());
    expected.extend([5.5f32, 6.5, 7.5, 8.25, 9.5, 10.0, 11.0, 12.0, 13.0, 15.0, 17.0].map(Element::want));
    compute(name)
        .cbuffer("b0,space2", bytes)
        .output("u0,space1", expected)
}

fn matrices(name: &str) -> Case {
    // a: rows 0-3, b: 4-7, c (3 x 2, by columns): 8-9, d (2 x 3, by rows): 10-11, v: 12, e (2 x 2, by columns): 13-14.
    let word = |k: usize| k as f32;
    let v: [f32; 4] = std::array::from_fn(|k| word(48 + k));
    let mut expected: Vec<Want> = Vec::new();
    expected.extend((0..4).map(|r| (0..4).map(|c| word(c * 4 + r) * v[c]).sum::<f32>().want()));
    expected.extend((0..4).map(|r| (0..4).map(|c| word(16 + r * 4 + c) * v[c]).sum::<f32>().want()));
    expected.extend((0..2).map(|c| (0..3).map(|r| word(32 + c * 4 + r) * v[r]).sum::<f32>().want()));
    expected.extend((0..2).map(|r| (0..3).map(|c| word(40 + r * 4 + c) * v[c]).sum::<f32>().want()));
    expected.extend([53u32, 57].map(Element::want));
    let mut bytes: Vec<u32> = counting(52).iter().map(|x| x.to_bits()).collect();
    bytes.extend(52..60);
    compute(name)
        .cbuffer("b0,space2", bytes)
        .output("u0,space1", expected)
}

fn matrix_dynamic(name: &str) -> Case {
    let input = inputs::below::<3>(16, 50);
    let expected: Vec<f32> = input
        .iter()
        .map(|k| ((k[0] & 3) * 12 + k[1] % 3 * 4 + (k[2] & 3)) as f32)
        .collect();
    compute(name)
        .cbuffer("b0,space2", counting(48))
        .raw("t0", input)
        .output("u0,space1", expected)
}

/// As root constants.
pub fn components_in_constants() -> Case {
    components_of("cbuffer/components.constants").constants("b0,space2", components_words())
}

fn components_words() -> Vec<u32> {
    let word = |k: u32| match 3 * k + 1 {
        code if (4..8).contains(&k) => code,
        number => (number as f32).to_bits(),
    };
    (0..28).map(word).collect()
}

fn components(name: &str) -> Case {
    components_of(name).cbuffer("b0,space2", components_words())
}

/// Without the constant buffer.
fn components_of(name: &str) -> Case {
    let input = inputs::below::<2>(64, 4);
    let words = components_words();
    let expected: Vec<[u32; 6]> = input
        .iter()
        .map(|k| {
            let [i, j] = k.map(|k| k as usize);
            let sum: f32 = words[..i].iter().map(|&word| f32::from_bits(word)).sum();
            [
                words[i],
                words[4 + j] + words[4 + 3 - i],
                words[8 + 4 * j + i],
                (sum + 0.0).to_bits(),
                if i == j { 7f32.to_bits() } else { words[j] },
                words[24 + i.min(2)],
            ]
        })
        .collect();
    compute(name).raw("t0", input).output("u0,space1", expected)
}

fn min_precision(name: &str) -> Case {
    let f = f32::to_bits;
    // Members of minimum and of full precision share no row.
    let bytes = [
        f(1.5),
        (-7i32) as u32,
        9,
        0,
        f(3.25),
        0,
        0,
        0,
        f(10.0),
        f(11.0),
        f(12.0),
        f(13.0),
    ];
    let mut expected = vec![
        within(3.0, 1e-3, 0.0),
        (-7i32).want(),
        9u32.want(),
        3.25f32.want(),
    ];
    expected.extend([10.0f32, 11.0, 12.0, 13.0].map(|x| within(x, 1e-3, 0.0)));
    compute(name)
        .cbuffer("b0,space2", bytes)
        .output("u0,space1", expected)
}

fn nested_structs(name: &str) -> Case {
    let input = inputs::below::<1>(16, 100).concat();
    let expected: Vec<[f32; 4]> = input
        .iter()
        .map(|&k| {
            let light = (k & 3) as f32 * 12.0;
            [light + 5.0, light + 7.0, light + 9.0, light + 2.0]
        })
        .collect();
    compute(name)
        .cbuffer("b0,space2", counting(48))
        .raw("t0", input)
        .output("u0,space1", expected)
}

fn out_of_bounds(name: &str) -> Case {
    let expected: Vec<f32> = (0..256)
        .map(|k| if k < 32 { k as f32 + 1.0 } else { 0.0 })
        .collect();
    let bound: Vec<f32> = expected[..32].to_vec();
    compute(name)
        .cbuffer("b0,space2", bound)
        .output("u0,space1", expected)
}

fn packing(name: &str) -> Case {
    let words = [0, 1, 2, 3, 4, 5, 8, 9, 10, 12, 16, 17, 20, 21, 22, 30u32];
    let expected: Vec<f32> = words.iter().map(|&k| k as f32).collect();
    compute(name)
        .cbuffer("b0,space2", counting(32))
        .output("u0,space1", expected)
}

fn scalars(name: &str) -> Case {
    let f = f32::to_bits;
    let bytes = [
        5,
        (-6i32) as u32,
        f(7.5),
        8,
        f(9.5),
        f(10.5),
        11,
        12,
        f(13.5),
        f(14.5),
        f(15.5),
        0x100,
    ];
    let mut expected = bytes;
    expected[11] = 1;
    compute(name)
        .cbuffer("b0,space2", bytes)
        .output("u0,space1", expected)
}

fn spaces(name: &str) -> Case {
    compute(name)
        .cbuffer("b0,space2", [11u32, 0, 0, 0])
        .cbuffer("b1,space2", [22u32, 0, 0, 0])
        .cbuffer("b0,space5", [33u32, 0, 0, 0])
        .cbuffer("b7,space7", [0u32, 0, 0, 44])
        .output("u0,space1", [11u32, 22, 33, 44])
}

fn tbuffer(name: &str) -> Case {
    let f = f32::to_bits;
    compute(name)
        .typed(
            "t0",
            Format::R32G32B32A32_UINT,
            [f(1.0), f(2.0), f(3.0), f(4.5), 77, f(5.5), f(6.5), 0],
        )
        .output("u0,space1", [f(4.5), 77, f(6.5)])
}

fn wide(name: &str) -> Case {
    let a = 0xffff_ffffu64;
    let d = 0x1_0000_0000u64;
    let mut bytes = Vec::new();
    a.append(&mut bytes);
    2.75f64.append(&mut bytes);
    [9u32, 0].iter().for_each(|x| x.append(&mut bytes));
    d.append(&mut bytes);
    [0.1f64, 0.2, 3.5, 0.0, 4.5, 0.0]
        .iter()
        .for_each(|x| x.append(&mut bytes));
    let expected = [
        a + 1,
        (5.5f64).to_bits(),
        9,
        d - 1,
        (0.1f64 + 0.2).to_bits(),
        3.5f64.to_bits(),
        4.5f64.to_bits(),
    ];
    compute(name)
        .cbuffer("b0,space2", bytes)
        .output("u0,space1", expected)
}
