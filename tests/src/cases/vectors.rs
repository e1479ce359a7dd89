//! Accesses to whole vectors: kernels whose loads and stores become vectors, at the ends of their buffers too, and the cases
//! of buffers and groupshared memory once more with what makes more vectors, and with none. Those of arithmetic once more with
//! what a device lets it do to floats.

use super::{
    alu, arrays, big_compute, bits, bounds, buffers, inputs, linalg, math, mesh, policies, root, shared,
    wide, workgraphs,
};
use crate::case::{Case, List, Need, Resource, Want, compute, within};
use dxil2spirv::options::{Optimizations, WorkgroupLayout};
use dxil2spirv::reflection::Reflection;
use half::f16;

const OUT: &str = "u0,space1";

/// Words that are left out at the end of a buffer, so that it ends in the middle of a vector.
const CUTS: [usize; 5] = [0, 1, 2, 3, 5];

/// Cases of shaders with groupshared memory.
const SHARED: &[&str] = &[
    "arrays/shared",
    "barriers/",
    "big/bitonic_sort",
    "big/dct",
    "big/fft",
    "big/light_culling",
    "big/radix_sort",
    "groupshared/",
    "linalg/shared",
    "mesh/dispatch_flow",
    "mesh/payload",
    "mesh/shared",
    "vector/shared",
    "workgraphs/fan",
];

/// Those of them with indices beyond the end.
const BEYOND: &[&str] = &["groupshared/views_beyond"];

/// Registers the cases.
pub fn register(list: &mut List) {
    own(list);
    type Change = fn(Case) -> Case;
    let changes: [(&str, Change); 8] = [
        ("more vectors", |case| {
            case.options(|options| {
                options.per_component_robustness = true;
                options.scalar_block_layout = true;
            })
        }),
        ("no vectors", |case| {
            case.options(|options| options.optimizations = Optimizations::none())
        }),
        ("raw access chains", |case| {
            case.options(|options| options.raw_access_chains = true)
                .needs(Need::RawAccessChains)
        }),
        ("float controls 2", |case| {
            case.options(|options| options.float_controls_2 = true)
                .needs(Need::FloatControls2)
        }),
        ("fast floats", |case| {
            case.options(|options| options.fast_floats = true)
                .needs(Need::FastFloats)
        }),
        ("explicit layout", |case| {
            case.options(|options| options.workgroup_layout = WorkgroupLayout::Narrow)
                .needs(Need::WorkgroupLayout)
        }),
        // Of shaders whose indices stay inside, so that any device may run them.
        ("bounds of the device", |case| {
            case.options(|options| options.groupshared_checked = true)
        }),
        ("offset views", policies::in_offset_views),
    ];
    for (how, change) in changes {
        let topics: &[fn(&mut List)] = match how {
            // The others are among the policies.
            "offset views" => &[own],
            "raw access chains" => &[
                own,
                buffers::register,
                bounds::register,
                wide::register,
                bits::register,
                root::register,
            ],
            "float controls 2" | "fast floats" => {
                &[alu::register, math::register, bits::register, wide::register]
            }
            "bounds of the device" => &[shared::register, big_compute::register, linalg::register],
            "explicit layout" => &[
                shared::register,
                arrays::register,
                big_compute::register,
                linalg::register,
                mesh::register,
                workgraphs::register,
                own,
            ],
            _ => &[
                buffers::register,
                bounds::register,
                wide::register,
                bits::register,
                root::register,
                shared::register,
            ],
        };
        for register in topics {
            let mut topic = List::default();
            register(&mut topic);
            let bounds_of_device = how == "bounds of the device";
            if bounds_of_device || how == "explicit layout" {
                topic = topic.beginning_with(SHARED);
            }
            let beyond = if bounds_of_device { BEYOND } else { &[] };
            list.again(topic, how, beyond, change);
        }
    }
    at_addresses(list);
    list.add("vector/particle (raw access chains, offset views)", || {
        policies::in_offset_views(particles(63))
            .options(|options| options.raw_access_chains = true)
            .needs(Need::RawAccessChains)
    });
}

/// A case of a shader that is named, and one of a shader of its own.
type Named = fn(&str) -> Case;
type Plain = fn() -> Case;

/// Buffers as root descriptors: raw ones where D3D12 lets them start, and where the translation is told that they are at
/// multiples of 16 or are, structured ones at multiples of their strides' lowest bit.
fn at_addresses(list: &mut List) {
    for (how, told, alignment) in [
        ("addresses", 4, 4),
        ("addresses at multiples of 16", 16, 16),
        ("addresses at multiples of 16, not told", 4, 16),
    ] {
        let raw: [(&str, Named); 2] = [
            ("raw_copy", |_| raw_copy(0)),
            ("overlapping", |name| overlapping(name)),
        ];
        for (name, case) in raw {
            list.add(&format!("vector/{name} ({how})"), move || {
                let mut case = case(&format!("vector/{name}"))
                    .root_descriptors()
                    .at_offset(OUT, alignment * 3)
                    .options(|options| options.binding.raw_address_alignment = told);
                if name == "raw_copy" {
                    case = case.at_offset("t0", alignment);
                }
                case.reflected(match told {
                    4 => |reflection| assumed(reflection, 4),
                    _ => |reflection| assumed(reflection, 16),
                })
            });
        }
    }
    // Less than their strides let expect, which the option says.
    let eight: [(&str, Plain); 4] = [
        ("float4_copy", || float4(64)),
        ("struct32", || struct32(64)),
        ("halves", || halves(64)),
        ("raw_copy", || raw_copy(0)),
    ];
    for (name, case) in eight {
        list.add(&format!("vector/{name} (8-byte aligned)"), move || {
            let case = case().root_descriptors().at_offset("t0", 8).at_offset(OUT, 24);
            case.options(|options| {
                options.binding.max_alignment = 8;
                options.binding.raw_address_alignment = 16;
            })
            .reflected(|reflection| assumed(reflection, 8))
        });
    }
    // As D3D12 has raw buffers at root addresses, multiples of a word: some are multiples of the vectors, which the module asks.
    for (from, to) in [(0, 4), (4, 0), (8, 8), (12, 20), (16, 32)] {
        list.add(
            &format!("vector/raw_copy (addresses, {from} and {to} on)"),
            move || {
                let case = raw_copy(0).root_descriptors();
                case.at_offset("t0", from)
                    .at_offset(OUT, to)
                    .reflected(|reflection| assumed(reflection, 4))
            },
        );
    }
    let structured: [(&str, u32, Named); 5] = [
        ("float4_copy", 16, |_| float4(64)),
        ("float3_copy", 4, |_| float3(64)),
        ("struct32", 16, |_| struct32(64)),
        ("halves", 16, |_| halves(64)),
        ("blocks", 16, blocks),
    ];
    for (name, alignment, case) in structured {
        list.add(&format!("vector/{name} (addresses)"), move || {
            let case = case(&format!("vector/{name}")).root_descriptors();
            let case = case.at_offset("t0", alignment).at_offset(OUT, alignment * 3);
            case.reflected(match (name, alignment) {
                // What other threads are to see is accessed by words.
                ("blocks", _) => |_| Ok(()),
                (_, 4) => |reflection| assumed(reflection, 4),
                _ => |reflection| assumed(reflection, 16),
            })
        });
    }
}

/// Whether the reflection says that this alignment is assumed of all buffers.
fn assumed(reflection: &Reflection, alignment: u32) -> Result<(), String> {
    let resources = reflection.resources.iter();
    let wrong = resources
        .map(|resource| resource.alignment_assumed)
        .find(|&assumed| assumed != Some(alignment));
    wrong.map_or(Ok(()), |wrong| {
        Err(format!("an alignment of {wrong:?} is assumed"))
    })
}

/// Those that are about vectors alone.
fn own(list: &mut List) {
    for cut in CUTS {
        for checked in [false, true] {
            let how = if checked {
                "components checked"
            } else {
                "vectors checked"
            };
            let name = format!("vector/raw_copy cut by {cut}, {how}");
            list.add(&name, move || {
                let case = raw_copy(cut).options(|options| options.per_component_robustness = checked);
                match checked && cut != 0 {
                    true => case.needs(Need::ComponentBounds),
                    false => case,
                }
            });
        }
    }
    list.add("vector/raw_copy null", || {
        compute("vector/raw_copy")
            .options(|options| options.per_component_robustness = true)
            .null("t0")
            .raw(OUT, [7u32; 256])
            .expect(OUT, [0u32; 256])
    });
    for (name, case) in [
        ("float4_copy", (|| float4(64)) as Plain),
        ("struct32", || struct32(64)),
        ("halves", || halves(64)),
    ] {
        list.add(&format!("vector/{name} null"), move || without_input(case()));
    }
    list.each("vector/divergent", &[], divergent);
    for elements in [64, 63, 1] {
        list.add(&format!("vector/float4_copy {elements} elements"), move || {
            float4(elements)
        });
        list.add(&format!("vector/struct32 {elements} elements"), move || {
            struct32(elements)
        });
        for scalar in [false, true] {
            let layout = if scalar { "scalar layout" } else { "std430" };
            list.add(
                &format!("vector/float3_copy {elements} elements, {layout}"),
                move || float3(elements).options(|options| options.scalar_block_layout = scalar),
            );
        }
        list.add(&format!("vector/particle {elements} elements"), move || {
            particles(elements)
        });
        list.add(&format!("vector/halves {elements} elements"), move || {
            halves(elements)
        });
    }
    for elements in 0..5 {
        for scalar in [false, true] {
            let layout = if scalar { "scalar layout" } else { "std430" };
            list.add(
                &format!("vector/one_element of {elements}, {layout}"),
                move || one_element(elements).options(|options| options.scalar_block_layout = scalar),
            );
            list.add(
                &format!("vector/whole_element of {elements}, {layout}"),
                move || whole_element(elements).options(|options| options.scalar_block_layout = scalar),
            );
        }
    }
    list.each("vector/matrices", &[], matrices);
    list.each("vector/shared_sum", &[], shared_sum);
    list.each("vector/shared_rows", &[], shared_rows);
    list.each("vector/arithmetic", &[], arithmetic);
    list.each("vector/local_array", &[], local_array);
    list.each("vector/cbuffer_matrices", &[], cbuffer_matrices);
    list.each("vector/gather", &[], gather);
    list.each("vector/overlapping", &[], overlapping);
    list.each("vector/blocks", &[], blocks);
    list.each("vector/two_views", &[], two_views);
    // At one binding of a heap.
    list.add("vector/two_views (tables)", || {
        two_views("vector/two_views").tables()
    });
}

/// The case with a null descriptor in place of what is read, which is all 0 then.
fn without_input(mut case: Case) -> Case {
    let name = case.sources.first().map(|source| format!("{source:?}"));
    let size = |case: &Case| match case.resources.get(&OUT.into()) {
        Some(Resource::Buffer(buffer)) => buffer.bytes.len(),
        other => panic!("{name:?}: {other:?} is written"),
    };
    let words = size(&case) / 4;
    case.resources.remove(&"t0".into());
    case.expectations.clear();
    let expected: Vec<u32> = match name.as_deref() {
        // It adds 1 to the first vector, and the sum to twice the second, and the number of the element to the last word.
        Some(name) if name.contains("struct32") => (0..words as u32)
            .map(|word| if word % 8 == 7 { word / 8 } else { 1f32.to_bits() })
            .collect(),
        _ => vec![0; words],
    };
    case.null("t0").expect(OUT, expected)
}

/// Each lane reads another buffer; those are of different sizes.
fn divergent(name: &str) -> Case {
    let sizes = [16, 11, 16, 3];
    let floats = inputs::whole::<4>(64);
    let words = inputs::integers::<4>(64);
    let element = |k: usize, e: usize| -> [u32; 8] {
        let (f, w) = (floats[(k * 16 + e) % 64], words[(k * 16 + e) % 64]);
        std::array::from_fn(|n| if n < 4 { f[n].to_bits() } else { w[n - 4] })
    };
    let raw: [Vec<u32>; 4] = std::array::from_fn(|k| {
        let all = words.concat();
        (0..64 - k).map(|n| all[(n * 5 + k * 31) % 256]).collect()
    });
    let mut case = compute(name);
    for k in 0..4 {
        let elements: Vec<[u32; 8]> = (0..sizes[k]).map(|e| element(k, e)).collect();
        case = case
            .raw(&format!("t{k}"), elements)
            .raw(&format!("t{}", 4 + k), raw[k].clone());
    }
    let expected: Vec<[u32; 8]> = (0..64)
        .map(|i| {
            let (k, e) = ((i * 7) & 3, i >> 2);
            let s = if e < sizes[k] { element(k, e) } else { [0; 8] };
            let r = |n: usize| raw[k ^ 1].get(e * 4 + n).copied().unwrap_or(0);
            std::array::from_fn(|n| match n {
                0..4 => (f32::from_bits(s[n]) + 1.0).to_bits(),
                7 => s[7] ^ r(3),
                _ => s[n].wrapping_add(r(n - 4)),
            })
        })
        .collect();
    case.raw(OUT, vec![[7u32; 8]; 64]).expect(OUT, expected)
}

/// Four words a thread; what lies behind the end of either buffer is 0, or not written.
fn raw_copy(cut: usize) -> Case {
    let words = inputs::integers::<1>(256).concat();
    let input = words[..256 - cut].to_vec();
    let end = 256 - cut / 2;
    let expected: Vec<u32> = (0..end).map(|k| input.get(k).copied().unwrap_or(0)).collect();
    compute("vector/raw_copy")
        .raw("t0", input)
        .raw(OUT, vec![7u32; end])
        .expect(OUT, expected)
}

fn float4(elements: usize) -> Case {
    let input = inputs::whole::<4>(elements);
    let expected: Vec<[f32; 4]> = input.iter().map(|v| v.map(|x| x * 2.0)).collect();
    compute("vector/float4_copy")
        .raw("t0", input)
        .raw(OUT, vec![[7f32; 4]; elements])
        .expect(OUT, expected)
}

fn float3(elements: usize) -> Case {
    let input = inputs::whole::<3>(elements);
    let expected: Vec<[f32; 3]> = input.iter().map(|v| v.map(|x| x * 2.0)).collect();
    compute("vector/float3_copy")
        .raw("t0", input)
        .raw(OUT, vec![[7f32; 3]; elements])
        .expect(OUT, expected)
}

/// Elements of `float before[2]; float4 at8; float4 at24; uint at40`.
fn one_element(elements: usize) -> Case {
    let mut input = inputs::whole::<11>(elements);
    for (number, element) in input.iter_mut().enumerate() {
        element[10] = f32::from_bits(number as u32 * 3 + 1);
    }
    let of = |element: usize, word: usize| input.get(element).map_or(0.0, |element| element[word]);
    let expected: Vec<[u32; 8]> = (0..64)
        .map(|i| {
            let sum = |k: usize| of(2, 2 + k) * (i + 1) as f32 + of(2, [0, 1, 6, 7][k]);
            let [x, y, z, w] = [0, 1, 2, 3].map(|k| sum(k).to_bits());
            let words = [of(0, 10), of(0, 9), of(i, 3)].map(f32::to_bits);
            [x, y, z, w, words[0], words[1], words[2], elements as u32]
        })
        .collect();
    let case = compute("vector/one_element").raw(OUT, vec![[7u32; 8]; 64]);
    let case = match elements {
        0 => case.null("t0"),
        _ => case.raw("t0", input),
    };
    case.expect(OUT, expected)
}

/// Elements of `float4x4 transform; float4 add; uint scale`, of which t0 has one and t1 has `elements` and one.
fn whole_element(elements: usize) -> Case {
    let mut all = inputs::whole::<21>(elements + 1);
    for element in &mut all {
        element[20] = f32::from_bits(3);
    }
    let one = all[0];
    let expected: Vec<[f32; 4]> = (0..64)
        .map(|i| {
            let v = [i as f32, i as f32 + 1.0, i as f32 + 2.0, 1.0];
            std::array::from_fn(|k| {
                // Columns, as HLSL has matrices in memory.
                let product: f32 = (0..4).map(|column| one[column * 4 + k] * v[column]).sum();
                (product + one[16 + k]) * 3.0 + all.get(4).map_or(0.0, |element| element[16 + k])
            })
        })
        .collect();
    compute("vector/whole_element")
        .raw("t0", vec![one])
        .raw("t1", all)
        .raw(OUT, vec![[7f32; 4]; 64])
        .expect(OUT, close(expected.concat()))
}

/// The words of an element: `float4 a; float3 n; uint k`.
fn struct32(elements: usize) -> Case {
    let floats = inputs::whole::<7>(elements);
    let input: Vec<[u32; 8]> = (0..)
        .zip(&floats)
        .map(|(i, v)| {
            let mut words = [i * 0x0101_0101; 8];
            for (word, x) in words.iter_mut().zip(v) {
                *word = x.to_bits();
            }
            words
        })
        .collect();
    let expected: Vec<[u32; 8]> = (0u32..)
        .zip(&floats)
        .map(|(i, v)| {
            let mut words = [i.wrapping_mul(0x0101_0101).wrapping_add(i); 8];
            for k in 0..4 {
                words[k] = (v[k] + 1.0).to_bits();
            }
            for k in 0..3 {
                words[4 + k] = (v[4 + k] * 2.0 + (v[k] + 1.0)).to_bits();
            }
            words
        })
        .collect();
    compute("vector/struct32")
        .raw("t0", input)
        .raw(OUT, vec![[7u32; 8]; elements])
        .expect(OUT, expected)
}

/// `float3 position; float age; float3 velocity; float mass; float4 color; uint kind; uint3 data`.
fn particles(elements: usize) -> Case {
    let floats = inputs::whole::<12>(elements);
    let whole = inputs::integers::<4>(elements);
    let words = |f: &[f32; 12], u: &[u32; 4]| -> [u32; 16] {
        std::array::from_fn(|k| if k < 12 { f[k].to_bits() } else { u[k - 12] })
    };
    let pairs = || floats.iter().zip(&whole);
    let input: Vec<[u32; 16]> = pairs().map(|(f, u)| words(f, u)).collect();
    let expected: Vec<[u32; 16]> = pairs()
        .map(|(f, u)| {
            let (mut g, mut v) = (*f, *u);
            for k in 0..3 {
                g[k] = f[k] + f[4 + k] * 0.5;
            }
            g[3] = f[3] + 0.5;
            g[5] = f[5] - f[7];
            g[11] = g[3] * 0.25;
            v[1] = u[1].wrapping_add(u[0]);
            v[3] = u[3] ^ u[2];
            words(&g, &v)
        })
        .collect();
    compute("vector/particle").raw(OUT, input).expect(OUT, expected)
}

fn halves(elements: usize) -> Case {
    let input: Vec<[f16; 8]> = inputs::whole::<8>(elements)
        .iter()
        .map(|v| v.map(|x| f16::from_f32(x % 32.0)))
        .collect();
    let expected: Vec<[f16; 8]> = input
        .iter()
        .map(|v| {
            std::array::from_fn(|k| {
                let (a, b) = (v[k % 4].to_f32(), v[k % 4 + 4].to_f32());
                f16::from_f32(if k < 4 { a + b } else { a * b })
            })
        })
        .collect();
    let bits = |v: &[f16; 8]| v.map(f16::to_bits);
    compute("vector/halves")
        .raw("t0", input.iter().map(bits).collect::<Vec<_>>())
        .raw(OUT, vec![[7u16; 8]; elements])
        .expect(OUT, expected.iter().map(bits).collect::<Vec<_>>())
}

/// `matrix * vector`, row by row.
fn product(matrix: &[f32], vector: &[f32]) -> [f32; 4] {
    std::array::from_fn(|row| (0..4).map(|k| matrix[row * 4 + k] * vector[k]).sum())
}

/// Matrices lie in memory by columns unless they are declared otherwise.
fn transposed(matrix: &[f32; 16]) -> [f32; 16] {
    std::array::from_fn(|k| matrix[k % 4 * 4 + k / 4])
}

fn close(values: impl IntoIterator<Item = f32>) -> Vec<Want> {
    values.into_iter().map(|x| within(x, 1e-5, 1e-3)).collect()
}

fn matrices(name: &str) -> Case {
    let matrices = inputs::range::<16>(64, -8.0, 8.0);
    let vectors = inputs::range::<4>(64, -8.0, 8.0);
    let expected = matrices
        .iter()
        .zip(&vectors)
        .flat_map(|(m, v)| product(&transposed(m), v));
    compute(name)
        .raw("t0", matrices.clone())
        .raw("t1", vectors.clone())
        .raw(OUT, vec![[7f32; 4]; 64])
        .expect(OUT, close(expected))
}

fn shared_sum(name: &str) -> Case {
    let input = inputs::whole::<4>(64);
    let sums: [f32; 4] = std::array::from_fn(|k| input.iter().map(|v| v[k]).sum());
    compute(name)
        .raw("t0", input)
        .raw(OUT, vec![[7f32; 4]; 1])
        .expect(OUT, close(sums))
}

fn shared_rows(name: &str) -> Case {
    let input = inputs::whole::<4>(64);
    let expected: Vec<[f32; 4]> = (0..64)
        .map(|l| {
            let rows = std::iter::once(63 - l).chain((1..8).map(|k| (l + k * 5) & 63));
            rows.fold([0.0; 4], |sum, row| {
                std::array::from_fn(|k| sum[k] + input[row][k])
            })
        })
        .collect();
    compute(name)
        .raw("t0", input)
        .raw(OUT, vec![[7f32; 4]; 64])
        .expect(OUT, close(expected.concat()))
}

fn arithmetic(name: &str) -> Case {
    let input = inputs::range::<4>(64, -4.0, 4.0);
    let expected = input.iter().flat_map(|v| {
        let mut v = *v;
        for _ in 0..64 {
            v = std::array::from_fn(|k| v[[1, 2, 3, 0][k]] * 0.5 + v[k] * 0.25 + 1.0);
        }
        v
    });
    compute(name)
        .raw("t0", input.clone())
        .raw(OUT, vec![[7f32; 4]; 64])
        .expect(OUT, close(expected))
}

fn local_array(name: &str) -> Case {
    let input = inputs::whole::<4>(64);
    let expected = input.iter().enumerate().flat_map(|(i, v)| {
        let of = |element: usize| -> [f32; 4] {
            let more = if element == i & 7 { 1.0 } else { 0.0 };
            std::array::from_fn(|k| v[k] * (element + 1) as f32 + v[3 - k] + more)
        };
        let (a, b) = (of((i >> 3) & 7), of((i + 3) & 7));
        std::array::from_fn::<f32, 4, _>(|k| a[k] + b[k])
    });
    compute(name)
        .raw("t0", input.clone())
        .raw(OUT, vec![[7f32; 4]; 64])
        .expect(OUT, close(expected))
}

fn cbuffer_matrices(name: &str) -> Case {
    let constants = inputs::range::<16>(3, -2.0, 2.0);
    let vectors = inputs::range::<4>(64, -8.0, 8.0);
    let (a, b, d) = (transposed(&constants[0]), transposed(&constants[1]), constants[2]);
    let expected: Vec<f32> = vectors
        .iter()
        .flat_map(|v| {
            let (x, y) = (product(&a, v), product(&b, v));
            let sum: [f32; 4] = std::array::from_fn(|k| x[k] + y[k]);
            let (left, right) = (product(&d, &sum), product(&a, &y));
            std::array::from_fn::<f32, 4, _>(|k| left[k] + right[k])
        })
        .collect();
    compute(name)
        .cbuffer("b0,space2", constants)
        .raw("t0", vectors)
        .raw(OUT, vec![[7f32; 4]; 64])
        .expect(OUT, close(expected))
}

/// `float3 p; float u; float3 n; float v` of three vertices, one of which is behind the last now and then.
fn gather(name: &str) -> Case {
    let vertices = inputs::range::<8>(40, -4.0, 4.0);
    let triangles = inputs::below::<3>(64, 44);
    let at = |index: u32| vertices.get(index as usize).copied().unwrap_or([0.0; 8]);
    let expected = triangles.iter().flat_map(|t| {
        let [a, b, c] = t.map(at);
        std::array::from_fn::<f32, 4, _>(|k| a[k] + b[k] + c[k] + a[4 + k] * b[4 + k] * c[4 + k])
    });
    let expected = close(expected);
    compute(name)
        .raw("t0", triangles.clone())
        .raw("t1", vertices.clone())
        .raw(OUT, vec![[7f32; 4]; 64])
        .expect(OUT, expected)
}

/// What the shader's text says, in its order.
fn overlapping(name: &str) -> Case {
    let expected: Vec<[u32; 8]> = (0..32u32)
        .map(|i| {
            [
                i + 200,
                i + 101,
                i + 300,
                i + 400,
                i + 101,
                i + 101,
                i + 300,
                i + 77,
            ]
        })
        .collect();
    compute(name)
        .options(|options| options.per_component_robustness = true)
        .raw(OUT, [7u32; 256])
        .expect(OUT, expected)
}

/// One buffer as vectors and as words, by turns.
fn two_views(name: &str) -> Case {
    let input = inputs::integers::<4>(32);
    let expected = input.iter().zip(0..).map(|(words, i)| {
        let mut words = words.map(|word| word.wrapping_mul(3).wrapping_add(words[1]));
        let third = words[2];
        words[2 + i % 2] = third.wrapping_add(1);
        let first = words[2] ^ words[3];
        [first, first, third, words[3]]
    });
    let expected: Vec<[u32; 4]> = expected.collect();
    compute(name)
        .raw("u0,space1", input)
        .view_of("u1,space1", "u0,space1")
        .expect("u0,space1", expected)
}

/// Loads in blocks behind one another, with writes and barriers between some of them.
fn blocks(name: &str) -> Case {
    let input = inputs::below::<4>(64, 1000);
    let expected: Vec<[u32; 4]> = (0..64usize)
        .map(|i| {
            let own = input[i];
            let other = input[i ^ 1];
            let first = own[0] + own[1];
            let third = if i % 3 == 0 { own[2] + own[3] } else { own[3] };
            // Written by the neighbour before the barrier.
            let seen = other[0] + other[1] + 1;
            [first + 1, third, seen, own[2]]
        })
        .collect();
    compute(name)
        .raw("t0", input)
        .raw(OUT, vec![[7u32; 4]; 64])
        .expect(OUT, expected)
}
