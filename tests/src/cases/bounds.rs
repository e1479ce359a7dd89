//! Accesses out of bounds, null descriptors, and the sizes that shaders ask for, of every kind of resource.

use super::inputs;
use crate::case::{Case, Element, List, Sampler, Texel, Texture, Want, any, compute, one_of, within};
use crate::gpu::device::device;
use ash::vk::Format;
use dxil2spirv::options::{FarComponents, FarElements, UntypedBufferPolicy};
use half::f16;

const RGBA32F: Format = Format::R32G32B32A32_SFLOAT;
const OUT: &str = "u0,space1";

/// Registers the cases.
pub fn register(list: &mut List) {
    list.each("buffers/raw_bounds", &[], |name| raw(name, None));
    list.each("buffers/raw_store_bounds", &[], |name| raw_stores(name, None));
    list.each("buffers/structured_bounds", &[], structured);
    list.each("buffers/structured_store_bounds", &[], structured_stores);
    list.each("buffers/structured_far", &[], |name| {
        far_elements(name, Far::Beyond)
    });
    list.each("buffers/typed_bounds", &[], typed);
    list.each("cbuffer/row_bounds", &[], rows);
    list.each("textures/load_bounds", &[], texture_loads);
    list.add("textures/load_bounds (guarded levels)", || {
        texture_loads("textures/load_bounds").options(|options| options.guard_mip_levels = true)
    });
    list.each("textures/rw_bounds", &[], storage_images);
    for mip in [0, 1, 2, 4, 5, 0x8000_0000, u32::MAX] {
        let name = format!("textures/dimensions_mips {mip:#x}");
        list.add(&name, move || dimensions(mip));
    }
    list.add("textures/dimensions_kinds UAVs of mips", mip_dimensions);
    list.add("textures/rw_kinds mips", storage_mips);
    list.each("textures/rw_formats", &[], formats);
    list.each("buffers/status_raw", &[], raw_status);
    list.each("buffers/status_paths", &["od"], status_paths);
    list.add("buffers/byte_address null", null_raw);
    list.add("buffers/structured_strides null", null_structured);
    list.add("buffers/typed_formats null", null_typed);
    list.add("buffers/typed_store null", null_typed_store);
    list.add("buffers/dimensions null", null_dimensions);
    list.add("cbuffer/dynamic_index null", null_cbuffer);
    list.add("textures/load null", null_texture);
    list.add("textures/sample_level null", null_sampled);
    list.add("textures/rw_kinds null", null_storage_image);
    list.add("textures/dimensions_kinds null", null_texture_dimensions);
}

/// Registers those of components that start behind 2^32 bytes. Drivers compute byte offsets in 32 bits, all that the tests run
/// on.
pub fn register_far(list: &mut List) {
    for (how, far, wrap) in [
        ("beyond", FarComponents::Beyond, false),
        ("wrapped", FarComponents::Wrapped, true),
        ("device", FarComponents::Device, true),
    ] {
        list.add(&format!("buffers/raw_bounds (far: {how})"), move || {
            raw("buffers/raw_bounds", Some(wrap)).options(|options| options.far_components = far)
        });
        list.add(&format!("buffers/raw_store_bounds (far: {how})"), move || {
            raw_stores("buffers/raw_store_bounds", Some(wrap)).options(|options| options.far_components = far)
        });
        list.add(&format!("buffers/raw_around (far: {how})"), move || {
            raw_around(wrap).options(|options| options.far_components = far)
        });
    }
    list.add("buffers/structured_far (device)", || {
        far_elements_of_device(false)
    });
    list.add("buffers/raw_bounds (far: wrapped, vectors)", || {
        raw("buffers/raw_bounds", Some(true)).options(|options| {
            options.far_components = FarComponents::Wrapped;
            options.per_component_robustness = true;
        })
    });
    list.add("buffers/raw_bounds (far: wrapped, texels)", || {
        raw("buffers/raw_bounds", Some(true)).options(|options| {
            options.far_components = FarComponents::Wrapped;
            options.binding.srv_buffers = UntypedBufferPolicy::TexelBuffer;
            options.binding.uav_buffers = UntypedBufferPolicy::TexelBuffer;
        })
    });
}

/// Vectors of which the first starts two words before the start of a buffer that ends in its first vector.
fn raw_around(wrap: bool) -> Case {
    let words = [101u32, 102, 103];
    let mut written = [7u32; 3];
    let mut expected = vec![[0u32; 4]; 64];
    for i in 0..64u32 {
        for k in 0..4u32 {
            let start = (16 * i).wrapping_sub(8);
            let offset = match wrap {
                true => u64::from(start.wrapping_add(4 * k)),
                false => u64::from(start) + u64::from(4 * k),
            };
            expected[i as usize][k as usize] = word_at(&words, offset);
            if let Some(word) = written.get_mut(offset as usize / 4) {
                *word = 10 * i + k;
            }
        }
    }
    compute("buffers/raw_around")
        .raw("t0", words)
        .raw(OUT, [7u32; 256])
        .raw("u1,space1", [7u32; 3])
        .expect(OUT, expected)
        .expect("u1,space1", written)
}

/// A word of `words` at a byte offset, 0 where there is none.
fn word_at(words: &[u32], offset: u64) -> u32 {
    words.get((offset / 4) as usize).copied().unwrap_or(0)
}

/// `wrap`: whether components behind 2^32 bytes are at the beginning; without it they may be there, or nowhere.
fn raw(name: &str, wrap: Option<bool>) -> Case {
    let words: Vec<u32> = (1..25).map(|k| k * 0x0101_0101 + 0x8000).collect();
    let edges = [
        0u32,
        8,
        4,
        72,
        76,
        80,
        84,
        88,
        92,
        96,
        100,
        104,
        0x1_0000,
        0x7fff_fff8,
        0x8000_0000,
        0x8000_0008,
        0xc000_0000,
        0xffff_ff00,
        0xffff_fff0,
        0xffff_fff4,
        0xffff_fff8,
        0xffff_fffc,
    ];
    let offsets: Vec<u32> = edges.iter().copied().cycle().take(64).collect();
    let expected: Vec<[Want; 16]> = offsets
        .iter()
        .map(|&at| {
            std::array::from_fn(|k| {
                let component = if k < 8 { k % 4 } else { k % 2 };
                // 64-bit values lie at multiples of 8.
                if (8..12).contains(&k) && at % 8 != 0 {
                    return any();
                }
                let offset = u64::from(at) + 4 * component as u64;
                let [wrapped, beyond] = [offset % (1 << 32), offset].map(|offset| word_at(&words, offset));
                match wrap {
                    Some(true) => wrapped.want(),
                    Some(false) => beyond.want(),
                    None => one_of([wrapped, beyond]),
                }
            })
        })
        .collect();
    compute(name)
        .raw("t0", offsets)
        .raw("t1", &words)
        .raw("u1,space1", &words)
        .expect("u1,space1", &words)
        .output(OUT, expected)
}

/// `wrap` as of [`raw`]; without it nothing is stored there.
fn raw_stores(name: &str, wrap: Option<bool>) -> Case {
    // Multiples of 8; the three words of even threads overlap nothing.
    let mut offsets = [
        0u32,
        0x8000_0000,
        16,
        0x1_0000,
        32,
        96,
        88,
        0xffff_fff8,
        104,
        48,
        64,
        0xffff_ff00,
        0x4000_0000,
        56,
        0xffff_fff0,
        0xc000_0008,
    ];
    if wrap.is_some() {
        // The third word of thread 14 is the first of the buffer, and no one else's.
        (offsets[0], offsets[14]) = (112, 0xffff_fff8);
    }
    let old = u32::MAX;
    let mut two = [old; 24];
    let mut small = [old; 24];
    let mut three = [old; 24];
    for (i, &offset) in offsets.iter().enumerate() {
        let v = 256 * (i as u32 + 1);
        let at = offset as usize / 4;
        let put = |words: &mut [u32; 24], k: usize, value: u32| {
            let at = if wrap == Some(true) {
                (at + k) % (1 << 30)
            } else {
                at + k
            };
            if let Some(word) = words.get_mut(at) {
                *word = value;
            }
        };
        put(&mut two, 0, v);
        put(&mut two, 1, v + 1);
        put(&mut small, 0, (v + 1) << 16 | v);
        put(&mut small, 1, (v + 3) << 16 | (v + 2));
        if i % 2 == 0 {
            (0..3).for_each(|k| put(&mut three, k, v + k as u32));
        }
    }
    let before = [old; 24];
    compute(name)
        .raw("t0", offsets)
        .raw("u0,space1", before)
        .raw("u1,space1", before)
        .raw("u2,space1", before)
        .raw("u3,space1", before)
        .expect("u0,space1", two)
        .expect("u1,space1", two)
        .expect("u2,space1", small)
        .expect("u3,space1", three)
}

/// Indexes in and out of a buffer of 8 elements. Those in the second half have byte offsets that wrap in 32 bits for some
/// of the strides 2, 12, 24 and 40.
const INDEXES: [u32; 32] = [
    3,
    0,
    7,
    5,
    1,
    2,
    6,
    4,
    8,
    9,
    100,
    0x1_0000,
    0x7fff_ffff,
    0x4000_0000,
    0xffff_fffe,
    0xffff_ffff,
    // Stride 2.
    0x8000_0000,
    0x8000_0003,
    // Stride 12: the last element below 2^32 and those around multiples of it.
    0x1555_5554,
    0x1555_5555,
    0x1555_5556,
    0x2aaa_aaab,
    0xaaaa_aaab,
    // Stride 24.
    0x0aaa_aaa9,
    0x0aaa_aaaa,
    0x0aaa_aaab,
    0x1555_5557,
    // Stride 40.
    0x0666_6665,
    0x0666_6666,
    0x0666_6667,
    0x0ccc_cccd,
    // Powers of two.
    0x2000_0000,
];

fn structured(name: &str) -> Case {
    let a: Vec<u16> = (0..8).map(|k| 0x8001 + k * 0x101).collect();
    let b: Vec<u32> = (0..24).map(|k| 1000 + k).collect();
    let c: Vec<u64> = (0..24).map(|k| (k << 32) + 2000 + k).collect();
    let f = |k: u32| k as f32 + 0.5;
    let h = |k: u32| f16::from_f32(k as f32 - 3.25);
    let mut d = Vec::new();
    for k in 0..8 {
        5u32.append(&mut d);
        [9.0, f(k)].iter().for_each(|x| x.append(&mut d));
        // 64-bit members lie at multiples of 8.
        0u32.append(&mut d);
        u64::MAX.append(&mut d);
        [h(1), h(2), h(3), h(k)].iter().for_each(|x| x.append(&mut d));
        [0u32, 0].iter().for_each(|x| x.append(&mut d));
    }
    let indexes: Vec<u32> = INDEXES.iter().copied().cycle().take(64).collect();
    let expected: Vec<[u32; 8]> = indexes
        .iter()
        .map(|&k| {
            if k >= 8 {
                return [0; 8];
            }
            let at = k as usize * 3;
            let half = f32::from(h(k)).to_bits();
            let low = |k: usize| c[at + k] as u32;
            [
                u32::from(a[k as usize]),
                b[at + 1],
                b[at + 2],
                low(0),
                low(1),
                low(2),
                f(k).to_bits(),
                half,
            ]
        })
        .collect();
    compute(name)
        .raw("t0", indexes)
        .raw("t1", a)
        .raw("t2", b)
        .raw("t3", c)
        .raw("t4", d)
        .output(OUT, expected)
}

fn structured_stores(name: &str) -> Case {
    let mut written = [u32::MAX; 8];
    for (i, &index) in INDEXES.iter().enumerate() {
        if let Some(element) = written.get_mut(index as usize) {
            *element = i as u32 + 1;
        }
    }
    let a: Vec<u16> = written.iter().map(|&v| v as u16).collect();
    let b: Vec<[u32; 3]> = written.iter().map(|&v| [v; 3]).collect();
    let c: Vec<[u64; 3]> = written.iter().map(|&v| [u64::from(v); 3]).collect();
    let d: Vec<[u32; 3]> = written.iter().map(|&v| [0, 0, v]).collect();
    compute(name)
        .raw("t0", INDEXES)
        .raw("u0,space1", [u16::MAX; 8])
        .raw("u1,space1", [u32::MAX; 24])
        .raw("u2,space1", [u64::MAX; 24])
        .raw("u3,space1", [0u32; 24])
        .expect("u0,space1", a)
        .expect("u1,space1", b)
        .expect("u2,space1", c)
        .expect("u3,space1", d)
}

/// Components of raw buffers behind 2^32 bytes, at the beginning.
pub fn far_components() -> Case {
    raw("buffers/raw_bounds", Some(true)).options(|options| options.far_components = FarComponents::Wrapped)
}

/// Elements behind 2^32 bytes, as devices have them, in views that start where descriptors can or not.
pub fn far_elements_of_device(offset_views: bool) -> Case {
    let far = if offset_views { Far::Held } else { Far::Wrapped };
    far_elements("buffers/structured_far", far).options(|options| options.far_elements = FarElements::Device)
}

/// Where elements are whose byte offsets reach 2^32.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Far {
    /// Nowhere.
    Beyond,
    /// Where the low 32 bits of the offset of each word lead.
    Wrapped,
    /// Where the low 32 bits of the element's offset lead, and what of it lies behind that nowhere.
    Held,
}

fn far_elements(name: &str, far: Far) -> Case {
    let reads = [
        3u32,
        0,
        2,
        40,
        0x3fff_ffff,
        0x4000_0002,
        u32::MAX,
        0x1555_5555,
        0x1555_5556,
        0x1000_0001,
        0x0ccc_cccc,
        0x0ccc_cccd,
        0x0800_0001,
        0x2aaa_aaab,
        0x8000_0001,
        0x0666_6667,
    ];
    // Of each stride, no two that lead to the same words.
    let places = [
        [1u32, 0x4000_0003, 0x3fff_ffff, 39],
        [4, 0x1555_5556, 0x1555_5555, 12],
        [5, 0x0ccc_cccd, 0x0ccc_cccc, 2],
        [0, 0x0800_0003, 0x07ff_ffff, 2],
    ];
    let place = |i: usize, which: usize| places[which].get(i).copied().unwrap_or(u32::MAX);
    // Where a word of an element is.
    let word = |index: u32, stride: u64, k: u64| {
        let start = u64::from(index) * stride;
        match far {
            Far::Beyond => start + 4 * k,
            Far::Wrapped => (start + 4 * k) % (1 << 32),
            Far::Held => start % (1 << 32) + 4 * k,
        }
    };
    let words: Vec<u32> = (0..40).map(|k| 100 + k).collect();
    let strides = [4u64, 12, 16, 20, 32];
    let expected: Vec<u32> = reads
        .iter()
        .flat_map(|&index| {
            let words = &words;
            let elements = strides.iter().flat_map(move |&stride| {
                (0..stride / 4).map(move |k| word_at(words, word(index, stride, k)))
            });
            elements.chain([0; 3]).collect::<Vec<_>>()
        })
        .collect();
    let mut written = [[7u32; 40]; 4];
    for (which, stride) in [4u64, 12, 20, 32].into_iter().enumerate() {
        for i in 0..16 {
            for k in 0..stride / 4 {
                let at = word(place(i, which), stride, k) / 4;
                if let Some(word) = usize::try_from(at).ok().and_then(|at| written[which].get_mut(at)) {
                    *word = i as u32 + 1;
                }
            }
        }
    }
    let mut case = compute(name).raw("t0", reads);
    for slot in 1..6 {
        case = case.raw(&format!("t{slot}"), &words);
    }
    let to: Vec<u32> = (0..16)
        .flat_map(|i| (0..4).map(move |which| place(i, which)))
        .collect();
    case = case.raw("t6", to).output(OUT, expected);
    for (which, words) in written.into_iter().enumerate() {
        let slot = format!("u{},space1", which + 1);
        case = case.raw(&slot, [7u32; 40]).expect(&slot, words);
    }
    case
}

fn typed(name: &str) -> Case {
    let floats = inputs::range::<4>(8, -9.0, 9.0);
    let uints = inputs::integers::<1>(8).concat();
    let pairs = inputs::range::<2>(8, -9.0, 9.0);
    let before: Vec<u32> = (0..8).map(|k| 70 + k).collect();
    let fours = inputs::integers::<4>(8);
    let mut after = before.clone();
    let mut fours_after = fours.clone();
    let mut expected: Vec<Want> = Vec::new();
    for (i, &index) in INDEXES.iter().enumerate() {
        let k = index as usize;
        let inside = k < 8;
        let value = |x: u32| if inside { x } else { 0 }.want();
        let float = |x: Option<&f32>| x.copied().unwrap_or(0.0).want();
        let floats = floats.get(k);
        expected.extend((0..4).map(|c| float(floats.and_then(|v| v.get(c)))));
        let at = k.min(7);
        expected.extend([value(uints[at]), 0u32.want(), value(before[at]), 0u32.want()]);
        let pair = pairs.get(k);
        expected.extend((0..2).map(|c| float(pair.and_then(|v| v.get(c)))));
        expected.extend([0.0f32, 1.0].map(Element::want));
        expected.extend(fours[at].map(value));
        if inside {
            after[k] = (i as u32 + 1) | 1 << 20;
            fours_after[k] = [i as u32 + 1; 4];
        }
    }
    compute(name)
        .raw("t0", INDEXES)
        .typed("t1", RGBA32F, floats)
        .typed("t2", Format::R32_UINT, uints)
        .typed("t3", Format::R32G32_SFLOAT, pairs)
        .typed("u1,space1", Format::R32_UINT, before)
        .expect("u1,space1", after)
        .typed("u2,space1", Format::R32G32B32A32_UINT, fours)
        .expect("u2,space1", fours_after)
        .output(OUT, expected)
}

fn rows(name: &str) -> Case {
    let edges = [
        0u32,
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        8,
        9,
        10,
        11,
        63,
        64,
        4095,
        4096,
        4103,
        0x1000_0000,
        0x1000_0003,
        0x2000_0001,
        0x7fff_ffff,
        0x8000_0002,
        0xf000_0004,
        0xffff_fffd,
        0xffff_ffff,
    ];
    let v = inputs::range::<4>(8, 1.0, 9.0);
    let w = inputs::wide_integers::<2>(8);
    let h: Vec<[f16; 8]> = inputs::range::<8>(8, 1.0, 9.0)
        .iter()
        .map(|row| row.map(f16::from_f32))
        .collect();
    let indexes: Vec<u32> = edges.iter().copied().cycle().take(64).collect();
    let expected: Vec<[u32; 4]> = indexes
        .iter()
        .map(|&k| {
            let at = k as usize;
            let before = k.wrapping_sub(3) as usize;
            [
                v.get(at).map_or(0, |row| row[1].to_bits()),
                w.get(at).map_or(0, |row| (row[1] >> 32) as u32),
                h.get(at).map_or(0, |row| row[3].to_f32().to_bits()),
                v.get(before).map_or(0, |row| row[0].to_bits()),
            ]
        })
        .collect();
    compute(name)
        .raw("t0", indexes)
        .cbuffer("b0,space2", v)
        .cbuffer("b1,space2", w)
        .cbuffer("b2,space2", h)
        .output(OUT, expected)
}

/// A texel that tells its place; never 0.
fn number(t: Texel) -> f32 {
    (1 + t.x + 16 * t.y + 256 * t.z + 4096 * t.layer + 16_384 * t.mip + 65_536 * t.sample) as f32
}

fn texel(t: Texel) -> [f32; 4] {
    [number(t), -number(t), 0.5, 7.0]
}

/// The texel at signed coordinates, zeroes where there is none.
fn lookup(texture: &Texture, [x, y, z]: [i32; 3], layer: i32, mip: i32, sample: u32) -> [f32; 4] {
    if !(0..texture.mips as i32).contains(&mip) || !(0..texture.layers as i32).contains(&layer) {
        return [0.0; 4];
    }
    let size = texture.mip_size(mip as u32).map(|s| s as i32);
    if [x, y, z].iter().zip(size).any(|(&c, s)| !(0..s).contains(&c)) {
        return [0.0; 4];
    }
    let [x, y, z, layer, mip] = [x, y, z, layer, mip].map(|v| v as u32);
    texel(Texel {
        x,
        y,
        z,
        mip,
        layer,
        sample,
    })
}

fn texture_loads(name: &str) -> Case {
    let t1 = Texture::d1(RGBA32F, 8).mips(3);
    let t1a = t1.clone().layers(3);
    let t2 = Texture::d2(RGBA32F, 8, 8).mips(3);
    let t2a = t2.clone().layers(3);
    let t3 = Texture::d3(RGBA32F, 8, 8, 8).mips(3);
    let tm = Texture::d2(RGBA32F, 8, 8).samples(4);
    let tma = tm.clone().layers(3);
    let mut input: Vec<[i32; 4]> = vec![
        [0, 0, 0, 0],
        [7, 7, 2, 0],
        [3, 3, 1, 1],
        [1, 1, 1, 2],
        [7, 0, 0, 1],
        [8, 0, 0, 0],
        [0, 8, 0, 0],
        [0, 0, 8, 0],
        [0, 0, 3, 0],
        [-1, 0, 0, 0],
        [0, -1, 0, 0],
        [0, 0, -1, 0],
        [0, 0, 0, 3],
        [0, 0, 0, -1],
        [0, 0, 0, i32::MIN],
        [i32::MIN, 0, 0, 0],
        [i32::MAX, 0, 0, 0],
        [0, i32::MIN, 0, 0],
        [0, 0, i32::MIN, 0],
        [0, 0, i32::MAX, 1],
        [4, 2, -5, 0],
        [-3, 3, 0, 0],
        [3, -5, 0, 0],
        [10, 2, 2, 0],
        [2, 1, 0, 2],
        [1, 2, 0, 2],
    ];
    input.extend((input.len()..64).map(|i| {
        let i = i as i32;
        [i % 9, i % 7, i % 5 - 1, i % 3]
    }));
    let expected: Vec<Vec<[f32; 4]>> = input
        .iter()
        .map(|&[x, y, z, mip]| {
            let moved = [x.wrapping_add(1), y.wrapping_sub(2), z.wrapping_add(7)];
            vec![
                lookup(&t1, [x, 0, 0], 0, mip, 0),
                lookup(&t1a, [x, 0, 0], z, mip, 0),
                lookup(&t2, [x, y, 0], 0, mip, 0),
                lookup(&t2a, [x, y, 0], z, mip, 0),
                lookup(&t3, [x, y, z], 0, mip, 0),
                lookup(&tm, [x, y, 0], 0, 0, mip as u32 & 3),
                lookup(&tma, [x, y, 0], z, 0, 1),
                lookup(&t2, [x.wrapping_sub(3), y.wrapping_add(5), 0], 0, mip, 0),
                lookup(&t3, moved, 0, mip, 0),
            ]
        })
        .collect();
    compute(name)
        .texture("t0", t1.fill(texel))
        .texture("t1", t1a.fill(texel))
        .texture("t2", t2.fill(texel))
        .texture("t3", t2a.fill(texel))
        .texture("t4", t3.fill(texel))
        .texture("t5", tm.fill(texel))
        .texture("t6", tma.fill(texel))
        .raw("t7", input)
        .output(OUT, expected.concat())
}

fn storage_images(name: &str) -> Case {
    let format = Format::R32_UINT;
    let textures = [
        Texture::d1(format, 4),
        Texture::d1(format, 4).layers(3),
        Texture::d2(format, 4, 4),
        Texture::d2(format, 4, 4).layers(3),
        Texture::d3(format, 4, 4, 3),
    ];
    // What of (x, y, z) is z and the layer of each.
    let place = |image: usize, [x, y, z]: [u32; 3]| match image {
        0 => [x, 0, 0, 0],
        1 => [x, 0, 0, y],
        2 => [x, y, 0, 0],
        3 => [x, y, 0, z],
        _ => [x, y, z, 0],
    };
    let index = |texture: &Texture, [x, y, z, layer]: [u32; 4]| {
        let [width, height, depth] = texture.size;
        let inside = x < width && y < height && z < depth && layer < texture.layers;
        inside.then(|| (x + width * (y + height * (z + depth * layer))) as usize)
    };
    let before = |image: usize, at: usize| (image * 1000 + at + 1) as u32;
    // NVIDIA's driver (580) looks at the lower half of a layer's number alone.
    let far = if device().is_ok_and(|device| device.is_lavapipe()) {
        [0x8000_0000, 0x4000_0000, 0x1000_0000]
    } else {
        [0x8000, 0x4000, 0x1000]
    };
    let odd = [4, 5, u32::MAX, far[0], far[1], far[2]];
    let mut input: Vec<[u32; 3]> = Vec::new();
    for k in 0..4 {
        input.extend([[k, 0, 0], [3 - k, k, 1], [k, 2, 2], [k, 3, 0]]);
    }
    for v in odd {
        input.extend([[v, 0, 0], [0, v, 0], [1, 2, v], [v, v, v]]);
    }
    input.extend([[0, 0, 3], [1, 1, 3], [3, 3, 2], [3, 4, 1]]);
    input.extend((input.len() as u32..64).map(|i| [i * 4, i * 8, i * 16]));
    let mut contents: Vec<Vec<u32>> = textures
        .iter()
        .enumerate()
        .map(|(image, texture)| (0..texture.texels()).map(|at| before(image, at)).collect())
        .collect();
    let expected: Vec<[u32; 5]> = input
        .iter()
        .map(|&p| {
            std::array::from_fn(|image| {
                index(&textures[image], place(image, p)).map_or(0, |at| before(image, at))
            })
        })
        .collect();
    for (i, &p) in input.iter().enumerate() {
        for (image, texture) in textures.iter().enumerate() {
            let writes = match image {
                0 => p[1] == 0 && p[2] == 0,
                1 | 2 => p[2] == 0,
                _ => true,
            };
            if let Some(at) = index(texture, place(image, p)).filter(|_| writes) {
                contents[image][at] = i as u32 + 1;
            }
        }
    }
    let mut case = compute(name).raw("t0", input).output(OUT, expected);
    for (image, (texture, after)) in textures.into_iter().zip(contents).enumerate() {
        let register = format!("u{},space1", image + 1);
        let data: Vec<u32> = (0..texture.texels()).map(|at| before(image, at)).collect();
        case = case
            .texture(&register, texture.data(data))
            .expect(&register, after);
    }
    case
}

fn dimensions(mip: u32) -> Case {
    let format = Format::R32_SFLOAT;
    let size = |texture: &Texture| {
        let exists = mip < texture.mips;
        texture.size.map(|s| if exists { (s >> mip).max(1) } else { 0 })
    };
    let layers = |texture: &Texture, per: u32| {
        if mip < texture.mips {
            texture.layers / per
        } else {
            0
        }
    };
    let t1 = Texture::d1(format, 21).mips(5);
    let t1a = Texture::d1(format, 9).layers(5).mips(4);
    let t2a = Texture::d2(format, 20, 9).layers(3).mips(5);
    let t3 = Texture::d3(format, 16, 9, 5).mips(5);
    let tc = Texture::cube(format, 16).mips(5);
    let tca = Texture::cube(format, 8).layers(12).mips(3);
    let mut expected = vec![size(&t1)[0], 5];
    expected.extend([size(&t1a)[0], layers(&t1a, 1), 4]);
    let [w, h, _] = size(&t2a);
    let array = [w, h, layers(&t2a, 1), 5];
    expected.extend(array);
    let [w, h, d] = size(&t3);
    expected.extend([w, h, d, 5]);
    let [w, h, _] = size(&tc);
    expected.extend([w, h, 5]);
    let [w, h, _] = size(&tca);
    expected.extend([w, h, layers(&tca, 6), 3]);
    expected.extend(array.map(|x| (x as f32).to_bits()));
    compute("textures/dimensions_mips")
        .texture("t0", t1)
        .texture("t1", t1a)
        .texture("t2", t2a)
        .texture("t3", t3)
        .texture("t4", tc)
        .texture("t5", tca)
        .cbuffer("b0,space2", [mip, 0, 0, 0])
        .output(OUT, expected)
}

/// The sizes of UAVs are those of the mip level that they show.
fn mip_dimensions() -> Case {
    let format = Format::R32_SFLOAT;
    let one = Texture::d2(format, 1, 1);
    let mut expected = vec![1u32, 1];
    expected.extend([1, 1, 1]);
    expected.extend([1, 1, 1, 1]);
    expected.extend([1, 1, 1, 1]);
    expected.extend([1, 1, 1]);
    expected.extend([1, 1, 1, 1]);
    expected.extend([1, 1, 4]);
    expected.extend([1, 1, 1, 4]);
    expected.push(5);
    expected.extend([3, 4]);
    expected.extend([6.0f32, 2.0].map(f32::to_bits));
    expected.extend([2, 1, 3]);
    expected.extend([8, 4, 2]);
    compute("textures/dimensions_kinds")
        .texture("t0", Texture::d1(format, 1))
        .texture("t1", Texture::d1(format, 1))
        .texture("t2", one.clone())
        .texture("t3", Texture::d3(format, 1, 1, 1))
        .texture("t4", Texture::cube(format, 1))
        .texture("t5", Texture::cube(format, 1))
        .texture("t6", one.clone().samples(4))
        .texture("t7", one.samples(4))
        .texture("u1,space1", Texture::d1(format, 11).mips(4).view_mip(1))
        .texture("u2,space1", Texture::d1(format, 12).layers(4).mips(3).view_mip(2))
        .texture("u3,space1", Texture::d2(format, 13, 5).mips(2).view_mip(1))
        .texture(
            "u4,space1",
            Texture::d2(format, 16, 4).layers(3).mips(5).view_mip(3),
        )
        .texture("u5,space1", Texture::d3(format, 16, 8, 4).mips(2).view_mip(1))
        .output(OUT, expected)
}

/// Stores to a mip level leave the others alone, and end at its borders.
fn storage_mips() -> Case {
    let image = Texture::d2(RGBA32F, 8, 4).mips(3).view_mip(1);
    // More than one slice: lavapipe (25.0) takes any z for the only slice of a mip level.
    let volume = Texture::d3(Format::R32G32_SFLOAT, 4, 8, 6).mips(2).view_mip(1);
    let array = Texture::d2(Format::R32_UINT, 16, 8).layers(2).mips(4).view_mip(2);
    let (mut in_image, mut in_volume, mut in_array) = (Vec::new(), Vec::new(), Vec::new());
    let f = |v: u32| v as f32;
    image.for_each(|t| {
        let new = [f(t.x), f(t.y), f(t.x + t.y), 1.0];
        in_image.push(if t.mip == 1 { new } else { [9.0; 4] });
    });
    volume.for_each(|t| {
        in_volume.push(if t.mip == 1 {
            [f(t.x + t.y), f(t.z)]
        } else {
            [9.0; 2]
        })
    });
    array.for_each(|t| {
        let new = t.x + 4 * t.y + 16 * t.layer;
        in_array.push(if t.mip == 2 { new } else { 9 });
    });
    compute("textures/rw_kinds")
        .texture("u0,space1", Texture::d1(Format::R32_SFLOAT, 4))
        .texture("u1,space1", Texture::d1(Format::R32_SFLOAT, 4).layers(4))
        .texture("u2,space1", image.fill(|_| [9.0f32; 4]))
        .texture("u3,space1", array.fill(|_| [9u32]))
        .texture("u4,space1", volume.fill(|_| [9.0f32; 2]))
        .expect("u2,space1", in_image)
        .expect("u3,space1", in_array)
        .expect("u4,space1", in_volume)
}

fn formats(name: &str) -> Case {
    let values = inputs::range::<4>(64, -0.25, 1.25);
    let bytes: Vec<[u8; 4]> = inputs::integers::<4>(64)
        .iter()
        .map(|v| v.map(|x| x as u8))
        .collect();
    let halves: Vec<[f16; 2]> = inputs::range::<2>(64, -9.0, 9.0)
        .iter()
        .map(|v| v.map(f16::from_f32))
        .collect();
    let packed = inputs::integers::<1>(64).concat();
    let shorts: Vec<[i16; 2]> = inputs::integers::<2>(64)
        .iter()
        .map(|v| v.map(|x| x as i16))
        .collect();
    let unorm = |x: u8| within(f32::from(x) / 255.0, 1e-6, 0.0);
    let snorm = |x: u8| within((f32::from(x as i8) / 127.0).max(-1.0), 1e-6, 0.0);
    let zero = || 0u32.want();
    let mut before: Vec<Want> = Vec::new();
    let mut after: [Vec<Want>; 6] = Default::default();
    for (i, v) in values.iter().enumerate() {
        before.extend(bytes[i].map(unorm));
        before.extend(bytes[i].map(snorm));
        before.extend(halves[i].map(|x| x.to_f32().want()));
        before.extend([zero(), 1.0f32.want()]);
        let word = packed[i];
        before.extend([word & 1023, word >> 10 & 1023, word >> 20 & 1023, word >> 30].map(Element::want));
        before.extend(shorts[i].map(|x| i32::from(x).want()));
        before.extend([zero(), 1u32.want()]);
        before.extend([unorm(bytes[i][0]), zero(), zero(), 1.0f32.want()]);
        // Conversions may be off by 0.6 of a step.
        let steps = |x: f32| {
            one_of(
                [
                    (x - 0.1).round() as i32,
                    x.round() as i32,
                    (x + 0.1).round() as i32,
                ]
                .map(|x| x as u8),
            )
        };
        let to_unorm = |x: f32| steps(x.clamp(0.0, 1.0) * 255.0);
        after[0].extend(v.map(to_unorm));
        after[1].extend(v.map(|x| steps((x * 2.0 - 1.0).clamp(-1.0, 1.0) * 127.0)));
        let half = |x: f32| {
            let near = f16::from_f32(x * 8.0).to_bits();
            one_of([near - 1, near, near + 1])
        };
        after[2].extend([half(v[0]), half(v[1])]);
        let scaled = v.map(|x| (x * 1000.0) as u32 & 1023);
        let word = scaled[0] | scaled[1] << 10 | scaled[2] << 20 | (scaled[3] & 3) << 30;
        // Casts of negative floats to unsigned integers are not defined.
        after[3].push(if v.iter().any(|&x| x < 0.0) {
            any()
        } else {
            word.want()
        });
        after[4].extend([v[0], v[1]].map(|x| (-((x * 1000.0) as i32) as i16).want()));
        after[5].push(to_unorm(v[0]));
    }
    let first: Vec<u8> = bytes.iter().map(|v| v[0]).collect();
    let contents = [
        Texture::d2(Format::R8G8B8A8_UNORM, 8, 8).data(bytes.concat()),
        Texture::d2(Format::R8G8B8A8_SNORM, 8, 8).data(bytes.concat()),
        Texture::d2(Format::R16G16_SFLOAT, 8, 8).data(halves.concat()),
        Texture::d2(Format::A2B10G10R10_UINT_PACK32, 8, 8).data(packed),
        Texture::d2(Format::R16G16_SINT, 8, 8).data(shorts.concat()),
        Texture::d2(Format::R8_UNORM, 8, 8).data(first),
    ];
    let mut case = compute(name).raw("t0", values).output("u6,space1", before);
    for (k, (texture, after)) in contents.into_iter().zip(after).enumerate() {
        let register = format!("u{k},space1");
        case = case.texture(&register, texture).expect(&register, after);
    }
    case
}

fn raw_status(name: &str) -> Case {
    let a = inputs::integers::<1>(64).concat();
    let b = inputs::integers::<4>(64);
    let d = inputs::integers::<2>(64);
    let expected: Vec<[u32; 2]> = (0..64)
        .map(|i| {
            let sum = a[i].wrapping_mul(2).wrapping_add(b[i][3]).wrapping_add(d[i][1]);
            [sum, 15]
        })
        .collect();
    compute(name)
        .raw("t0", &a)
        .raw("t1", b)
        .raw("u0,space1", &a)
        .raw("u1,space1", d)
        .output("u2,space1", expected)
}

// ----- Null descriptors: loads give 0, stores are dropped, sizes are 0 -----

fn null_raw() -> Case {
    compute("buffers/byte_address")
        .null("t0")
        .output(OUT, [0u32; 640])
}

fn null_structured() -> Case {
    let mut case = compute("buffers/structured_strides");
    for buffer in 0..6 {
        case = case.null(&format!("t{buffer}"));
    }
    case.raw("t6", (0..16).collect::<Vec<u32>>())
        .output(OUT, [0u32; 128])
}

fn null_typed() -> Case {
    let mut case = compute("buffers/typed_formats");
    for buffer in 0..5 {
        case = case.null(&format!("t{buffer}"));
    }
    // A fourth component may be the 1 that formats without it have.
    let texel: [Want; 12] = std::array::from_fn(|k| match k {
        3 | 10 => one_of([0.0f32, 1.0]),
        _ => 0u32.want(),
    });
    case.raw("t5", (0..64).collect::<Vec<u32>>())
        .output(OUT, vec![texel; 64])
}

fn null_typed_store() -> Case {
    let input = inputs::range::<4>(64, -0.5, 1.5);
    compute("buffers/typed_store")
        .raw("t0", input.clone())
        .typed_output("u0,space1", RGBA32F, input)
        .null("u1,space1")
        .null("u2,space1")
        .null("u3,space1")
}

fn null_dimensions() -> Case {
    // The strides are the shader's own.
    compute("buffers/dimensions")
        .null("t0")
        .null("t1")
        .null("t2")
        .null("u1,space1")
        .null("u2,space1")
        .output(OUT, [0u32, 0, 12, 0, 32, 0, 24, 0])
}

fn null_cbuffer() -> Case {
    compute("cbuffer/dynamic_index")
        .null("b0,space2")
        .raw("t0", (0..64).collect::<Vec<u32>>())
        .output(OUT, [0u32; 320])
}

/// A texel of a null texture.
fn nothing() -> [Want; 4] {
    [0.0f32.want(), 0.0f32.want(), 0.0f32.want(), one_of([0.0f32, 1.0])]
}

fn null_texture() -> Case {
    let input: Vec<[i32; 3]> = (0..64).map(|i| [i % 4, i / 4 % 4, i % 3]).collect();
    compute("textures/load")
        .null("t0")
        .raw("t1", input)
        .output(OUT, vec![nothing(); 128])
}

fn null_sampled() -> Case {
    compute("textures/sample_level")
        .null("t0")
        .sampler("s0,space3", Sampler::linear())
        .raw("t1", inputs::range::<3>(64, 0.0, 1.0))
        .output(OUT, vec![nothing(); 64])
}

fn null_storage_image() -> Case {
    let u1 = Texture::d1(Format::R32_SFLOAT, 4);
    compute("textures/rw_kinds")
        .texture("u0,space1", u1)
        .expect("u0,space1", [0.0f32, 1.0, 2.0, 3.0])
        .null("u1,space1")
        .null("u2,space1")
        .null("u3,space1")
        .null("u4,space1")
}

fn null_texture_dimensions() -> Case {
    let mut case = compute("textures/dimensions_kinds");
    for texture in 0..8 {
        case = case.null(&format!("t{texture}"));
    }
    for image in 1..6 {
        case = case.null(&format!("u{image},space1"));
    }
    case.output(OUT, [0u32; 38])
}

/// All loads are of buffers in memory, whichever way their status goes.
fn status_paths(name: &str) -> Case {
    let a = inputs::integers::<1>(64).concat();
    let b = inputs::integers::<2>(64);
    let c = inputs::integers::<1>(64).concat();
    let expected: Vec<[u32; 2]> = (0..64)
        .map(|i| {
            let value = match i & 3 {
                0 => a[i],
                1 => b[i][1],
                2 => c[i],
                _ => a[..=i].iter().fold(0, |sum: u32, &x| sum.wrapping_add(x)),
            };
            [value, 1]
        })
        .collect();
    compute(name)
        .raw("t0", &a)
        .raw("t1", b)
        .raw("u0,space1", &c)
        .output("u1,space1", expected)
}
