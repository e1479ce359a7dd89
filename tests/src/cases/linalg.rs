//! Matrices of linear algebra (SM 6.10), of threads, waves and groups.
//!
//! The operations, sizes and some of the inputs (those of `linalg/numbers` in 8 bits) are those of DXC's own execution tests;
//! what comes out is worked out here, by components that are numbers and know nothing of how the translation keeps them.

use super::linalg_numbers::{
    Kind, Number, bytes_of, edges, laid_out, padded, pattern, product, put, small, sum,
};
use crate::case::{
    Case, List, Need, Want, bfloat16_matrices, compute, cooperative_matrices, cooperative_vectors, draw,
    float8_matrices, group_matrices, untouched,
};
use ash::vk::Format;

/// Registers the cases.
pub fn register(list: &mut List) {
    register_matrices(list);
    list.each("linalg/flow", &["od", "group"], flow);
    for (variant, of) in [
        (
            "",
            Product::new(Kind::F16, 16, 16, (Kind::F16, 16), (Kind::F16, 16)),
        ),
        (
            ".f32",
            Product::new(Kind::F32, 4, 8, (Kind::F32, 8), (Kind::F32, 4)),
        ),
        (
            ".rows",
            Product::new(Kind::F16, 4, 8, (Kind::F16, 8), (Kind::F16, 4)),
        ),
        (
            ".columns",
            Product::new(Kind::F16, 4, 8, (Kind::F16, 8), (Kind::F16, 4)).layout(1),
        ),
        (
            ".optimal",
            Product::new(Kind::F16, 4, 8, (Kind::F16, 8), (Kind::F32, 4)).layout(2),
        ),
        (
            ".optimal_t",
            Product::new(Kind::F16, 4, 8, (Kind::F16, 8), (Kind::F32, 4)).layout(3),
        ),
        (".i8", Product::new(Kind::I8, 4, 8, (Kind::I8, 8), (Kind::I32, 4))),
        (".u8", Product::new(Kind::U8, 4, 8, (Kind::U8, 8), (Kind::U32, 4))),
        (
            ".u8_i32",
            Product::new(Kind::U8, 4, 8, (Kind::U8, 8), (Kind::I32, 4)),
        ),
        (
            ".u32",
            Product::new(Kind::U32, 4, 8, (Kind::U32, 8), (Kind::U32, 4)),
        ),
        (
            ".u32_i32",
            Product::new(Kind::U32, 4, 8, (Kind::U32, 8), (Kind::I32, 4)),
        ),
        (
            ".e4m3",
            Product::new(Kind::E4M3, 8, 12, (Kind::E4M3, 12), (Kind::F16, 8)),
        ),
        (
            ".e5m2",
            Product::new(Kind::E5M2, 8, 8, (Kind::E5M2, 8), (Kind::F32, 8)),
        ),
        (
            ".i16",
            Product::new(Kind::I16, 8, 8, (Kind::F16, 8), (Kind::I32, 8)).seen_as(Kind::I16),
        ),
    ] {
        let name = format!("linalg/vector{variant}");
        if let "" | ".rows" | ".columns" | ".i8" | ".u8" | ".u8_i32" = variant {
            for (what, bound) in [
                ("", None),
                (", tables", Some(true)),
                (", root descriptors", Some(false)),
            ] {
                let shader = name.clone();
                list.add(&format!("{name} (cooperative{what})"), move || {
                    let case = with_vectors(compute_products(compute(&shader), of));
                    match bound {
                        None => case,
                        Some(true) => case.tables(),
                        Some(false) => case.root_descriptors(),
                    }
                });
            }
        }
        list.add(&name.clone(), move || compute_products(compute(&name), of));
    }
    // The second matrix is there in part, the first is whole.
    let of = Product::new(Kind::F16, 16, 16, (Kind::F16, 16), (Kind::F16, 16)).short(64 + 4096 + 9 * 32 + 8);
    list.add("linalg/vector (short)", move || {
        compute_products(compute("linalg/vector"), of)
    });
    list.add("linalg/vector (cooperative, short)", move || {
        with_vectors(compute_products(compute("linalg/vector"), of))
    });
    for (variant, of, known) in [
        (
            ".rows",
            Product::new(Kind::F16, 4, 8, (Kind::F16, 8), (Kind::F16, 4)),
            &KNOWN_HALVES,
        ),
        (
            ".columns",
            Product::new(Kind::F16, 4, 8, (Kind::F16, 8), (Kind::F16, 4)).layout(1),
            &KNOWN_HALVES,
        ),
        (
            ".i8",
            Product::new(Kind::I8, 4, 8, (Kind::I8, 8), (Kind::I32, 4)),
            &KNOWN_SIGNED,
        ),
        (
            ".u8",
            Product::new(Kind::U8, 4, 8, (Kind::U8, 8), (Kind::U32, 4)),
            &KNOWN_UNSIGNED,
        ),
        (
            ".u32",
            Product::new(Kind::U32, 4, 8, (Kind::U32, 8), (Kind::U32, 4)),
            &KNOWN_LARGE,
        ),
    ] {
        let name = format!("linalg/vector{variant}");
        list.add(&format!("{name} (DXC's numbers)"), move || {
            compute_products(compute(&name), of.known(known))
        });
    }
    register_known(list);
    list.add("linalg/vector.pixel", || {
        let of = Product::new(Kind::F16, 4, 8, (Kind::F16, 8), (Kind::F32, 4));
        let case = draw("vertex/fullscreen_triangle", "linalg/vector.pixel");
        compute_products(case.target(Format::R32G32B32A32_SFLOAT).size(40, 1), of)
    });
    for (variant, of, to, m, n, chosen) in [
        ("", Kind::F16, Kind::F16, 16, 8, false),
        (".f32", Kind::F32, Kind::F32, 4, 6, false),
        (".f16_f32", Kind::F16, Kind::F32, 4, 6, false),
        (".i32", Kind::I32, Kind::I32, 4, 4, false),
        (".chosen", Kind::F32, Kind::F32, 4, 6, true),
    ] {
        let name = format!("linalg/outer{variant}");
        list.add(&name.clone(), move || outer(&name, of, to, (m, n), chosen));
    }
    for (variant, from, to) in [
        ("", Kind::F16, Kind::E4M3),
        (".e5m2", Kind::F16, Kind::E5M2),
        (".from_e4m3", Kind::E4M3, Kind::F16),
        (".from_e5m2", Kind::E5M2, Kind::F16),
        (".i16_i32", Kind::I16, Kind::I32),
        (".f32_i16", Kind::F32, Kind::I16),
        (".f32_i8", Kind::F32, Kind::I8),
        (".u8_f32", Kind::U8, Kind::F32),
        (".bf16", Kind::F32, Kind::Bf16),
    ] {
        let name = format!("linalg/numbers{variant}");
        list.add(&name.clone(), move || numbers(&name, from, to));
    }
}

/// A case whose products with vectors are the device's.
fn with_vectors(case: Case) -> Case {
    case.options(|options| options.cooperative_vectors = Some(cooperative_vectors()))
        .needs(Need::CooperativeVectors)
}

/// Registers those whose inputs and results are known from DXC's tests.
fn register_known(list: &mut List) {
    for (variant, place, short) in [
        (
            "",
            ViewPlace {
                m: 16,
                n: 16,
                offset: 0,
            },
            [264, 260],
        ),
        (
            ".padded",
            ViewPlace {
                m: 4,
                n: 8,
                offset: 128,
            },
            [172, 172],
        ),
    ] {
        let name = format!("linalg/views{variant}");
        let whole = place.offset + (place.m - 1) * ViewPlace::LINE + place.n * 2;
        for (what, sizes) in [
            ("", [whole, whole]),
            (" (short source)", [short[0], whole]),
            (" (short target)", [whole, short[1]]),
        ] {
            let shader = name.clone();
            list.add(&format!("{name}{what}"), move || views(&shader, place, sizes));
        }
    }
    list.add("linalg/known", || known("linalg/known", Kind::F16));
    list.add("linalg/known.f32", || known("linalg/known.f32", Kind::F32));
    let (columns, rows) = ([0, 4, 1], [4, 12, 0]);
    let (dense, lines) = ([0, 8, 0], [4, 6, 1]);
    for (variant, kind, from, to, add) in [
        ("", Kind::F16, columns, rows, false),
        (".back", Kind::F16, rows, columns, false),
        (".f32", Kind::F32, dense, lines, false),
        (".f32_back", Kind::F32, lines, dense, false),
        (".group", Kind::F16, dense, lines, false),
        (".group_back", Kind::F16, lines, dense, false),
        (".add", Kind::F16, columns, rows, true),
    ] {
        let name = format!("linalg/transfer{variant}");
        list.add(&name.clone(), move || transfer(&name, kind, from, to, add));
    }
}

/// A case whose products of such components are the device's.
fn on_device(case: Case, of: Kind) -> Case {
    let (device, need) = match of {
        Kind::Bf16 => (bfloat16_matrices(), Need::BFloat16Matrices),
        Kind::E4M3 | Kind::E5M2 => (float8_matrices(), Need::Float8Matrices),
        _ => (cooperative_matrices(), Need::CooperativeMatrices),
    };
    case.options(|options| options.cooperative_matrices = Some(device))
        .needs(need)
}

/// A case whose products of a group are the device's.
fn of_groups(case: Case) -> Case {
    case.options(|options| options.cooperative_matrices = Some(group_matrices()))
        .needs(Need::GroupMatrices)
}

/// Registers the cases of matrices of waves and groups.
fn register_matrices(list: &mut List) {
    use Kind::{Bf16, E4M3, E5M2, F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64};
    for (variant, kind, m, n, layouts) in [
        ("", F16, 4, 8, [0, 1]),
        (".f32", F32, 4, 8, [1, 0]),
        (".f64", F64, 5, 4, [0, 1]),
        (".i16", I16, 16, 16, [0, 0]),
        (".u64", U64, 4, 4, [1, 1]),
        (".i8", I8, 8, 12, [0, 1]),
        (".u8", U8, 7, 5, [1, 0]),
        (".e4m3", E4M3, 16, 16, [0, 1]),
        (".e5m2", E5M2, 16, 16, [1, 0]),
        (".bf16", Bf16, 8, 8, [0, 0]),
        (".group", F16, 20, 12, [0, 1]),
        (".group_i32", I32, 9, 11, [1, 0]),
    ] {
        let name = format!("linalg/copy{variant}");
        list.add(&name.clone(), move || copy(&name, kind, (m, n), layouts));
    }
    for (variant, kind, m, n) in [
        ("", F16, 16, 16),
        (".od", F16, 16, 16),
        (".f32", F32, 4, 8),
        (".i32", I32, 5, 7),
        (".u16", U16, 8, 8),
        (".f64", F64, 8, 4),
        (".group", F32, 24, 10),
    ] {
        let name = format!("linalg/elements{variant}");
        list.add(&name.clone(), move || elements(&name, kind, (m, n)));
    }
    for (variant, from, to, m, n, transpose) in [
        ("", F16, F32, 4, 8, false),
        (".f32_f16_t", F32, F16, 4, 8, true),
        (".f16_t", F16, F16, 16, 16, true),
        (".f32_i8", F32, I8, 6, 8, false),
        (".f32_u32", F32, U32, 6, 8, false),
        (".f32_i32", F32, I32, 6, 8, false),
        (".f64_i64", F64, I64, 6, 8, false),
        (".f64_bf16_t", F64, Bf16, 6, 8, true),
        (".f32_e4m3", F32, E4M3, 6, 8, false),
        (".f32_e5m2", F32, E5M2, 6, 8, false),
        (".e4m3_f16", E4M3, F16, 16, 16, false),
        (".e5m2_f32", E5M2, F32, 16, 16, false),
        (".i32_i16", I32, I16, 6, 8, false),
        (".i32_u8", I32, U8, 6, 8, false),
        (".u32_i32", U32, I32, 6, 8, false),
        (".i64_u32", I64, U32, 6, 8, false),
        (".u8_i64", U8, I64, 6, 8, false),
        (".i16_f16", I16, F16, 6, 8, false),
        (".u32_f32", U32, F32, 6, 8, false),
        (".group", F32, F16, 12, 20, true),
    ] {
        let name = format!("linalg/convert{variant}");
        list.add(&name.clone(), move || convert(&name, from, to, (m, n), transpose));
    }
    for (variant, kinds, m, k, n) in [
        ("", [F16, F16, F16], 16, 16, 16),
        (".f16_f32", [F16, F16, F32], 8, 32, 16),
        (".od", [F16, F16, F32], 8, 32, 16),
        (".i8_i32", [I8, U8, I32], 16, 32, 16),
        (".u8_u32", [U8, U8, U32], 5, 6, 7),
        (".u8_i32", [U8, U8, I32], 5, 6, 7),
        (".i32", [I32, I32, I32], 8, 8, 8),
        (".f64", [F64, F64, F64], 4, 6, 5),
        (".e4m3_f32", [E4M3, E5M2, F32], 8, 8, 8),
        (".bf16_f32", [Bf16, Bf16, F32], 8, 8, 8),
        (".whole", [F16, F16, F32], 16, 32, 16),
        (".whole_f16", [F16, F16, F16], 24, 16, 20),
        (".whole_i8", [I8, I8, I32], 16, 64, 32),
        (".whole_u8", [U8, U8, U32], 9, 32, 16),
        (".group_whole", [F16, F16, F32], 16, 32, 16),
        (".group_whole_f16", [F16, F16, F16], 24, 16, 20),
        (".group_whole_i8", [I8, I8, I32], 16, 64, 32),
        (".whole_bf16", [Bf16, Bf16, F32], 16, 32, 16),
        (".whole_8bit", [E4M3, E5M2, F32], 16, 64, 16),
        (".group", [F16, F16, F16], 8, 16, 8),
        (".group_f32", [F16, F16, F32], 8, 16, 8),
        (".group_i32", [I32, I32, I32], 24, 9, 20),
    ] {
        let name = format!("linalg/multiply{variant}");
        if variant.starts_with(".group_whole") {
            let name = name.clone();
            list.add(&format!("{name} (cooperative)"), move || {
                of_groups(multiply(&name, kinds, (m, k, n)))
            });
        }
        if variant.starts_with(".whole") {
            let name = name.clone();
            // The others have groups whose last wave is not whole.
            list.add(&format!("{name} (cooperative)"), move || {
                on_device(multiply(&name, kinds, (m, k, n)), kinds[0])
            });
        }
        list.add(&name.clone(), move || multiply(&name, kinds, (m, k, n)));
    }
    for (variant, kinds, size) in [
        ("", [F16, F32], (32, 32, 32)),
        (".od", [F16, F32], (32, 32, 32)),
        (".beyond", [F16, F32], (24, 16, 20)),
        (".i8", [I8, I32], (16, 32, 32)),
        (".bf16", [Bf16, F32], (32, 32, 32)),
        // Not all of the matrices have room in groupshared memory.
        (".waves", [F16, F32], (32, 32, 32)),
        (".group", [F16, F32], (32, 32, 32)),
    ] {
        let name = format!("linalg/stay{variant}");
        list.add(&name.clone(), {
            let name = name.clone();
            move || stay(&name, kinds, size)
        });
        list.add(&format!("{name} (cooperative)"), move || {
            let case = stay(&name, kinds, size);
            match variant {
                ".group" => of_groups(case),
                _ => on_device(case, kinds[0]),
            }
        });
    }
    register_reach(list);
    for (variant, kind, m, n) in [
        ("", F16, 16, 16),
        (".f32", F32, 8, 8),
        (".i32", I32, 8, 8),
        (".u16", U16, 8, 8),
        (".i8", I8, 8, 16),
        (".i64", I64, 8, 4),
        (".f64", F64, 8, 4),
        (".bf16", Bf16, 8, 8),
        (".group", F32, 10, 20),
    ] {
        let name = format!("linalg/accumulate{variant}");
        list.add(&name.clone(), move || accumulate(&name, kind, (m, n)));
    }
    for (variant, kind, m, n, times) in [
        ("", F16, 16, 16, 6),
        (".f32", F32, 4, 8, 6),
        (".f32_vector", F32, 4, 8, 6),
        (".f32_long", F32, 4, 8, 6),
        (".f16_words", F16, 16, 16, 6),
        (".i8_words", I8, 16, 16, 6),
        (".e4m3_words", E4M3, 16, 16, 6),
        (".f64_words", F64, 4, 8, 6),
        (".i32", I32, 8, 8, 6),
        (".u16", U16, 8, 8, 6),
        (".group", F16, 8, 24, 2),
        (".group_f32", F32, 8, 24, 2),
    ] {
        let name = format!("linalg/shared{variant}");
        list.add(&name.clone(), move || shared(&name, kind, (m, n), times));
    }
}

/// Registers products of matrices that lie anywhere in buffers and groupshared memory.
fn register_reach(list: &mut List) {
    use Kind::{F16, F32, I8, I32};
    let halves = [F16, F32];
    for (variant, kinds, size, layout) in [
        ("", halves, (32, 32, 16), 0),
        (".columns", halves, (32, 32, 16), 1),
        (".i8", [I8, I32], (16, 64, 32), 0),
        (".beyond", halves, (24, 32, 20), 0),
        (".group", halves, (32, 32, 16), 0),
        (".coherent", halves, (32, 32, 16), 0),
        (".shared", halves, (32, 32, 16), 0),
        (".shared_columns", halves, (32, 32, 16), 1),
        (".shared_words", halves, (32, 32, 16), 0),
        (".shared_vectors", halves, (32, 32, 16), 0),
        (".shared_i8", [I8, I32], (16, 64, 32), 0),
        (".shared_group", halves, (32, 32, 16), 0),
    ] {
        let shared = variant.starts_with(".shared");
        let of = Reach {
            kinds,
            size,
            layout,
            shared,
            gaps: [16, 32, 48],
            starts: [64, 32, 128],
            lengths: [4096; 3],
        };
        let end = |which: usize, lines: usize| of.starts[which] + lines * of.line(which) + 8;
        for (what, of) in [
            ("", of),
            (
                ", unaligned",
                Reach {
                    starts: [8, 4, 12],
                    ..of
                },
            ),
            (
                ", lines",
                Reach {
                    gaps: [8, 4, 12],
                    ..of
                },
            ),
            (
                ", short",
                Reach {
                    lengths: [end(0, 9), end(1, 14), end(2, 11)],
                    ..of
                },
            ),
            (
                ", far",
                Reach {
                    gaps: [0x0400_0000, 0x0200_0000, 0x0200_0000],
                    ..of
                },
            ),
            (
                ", overlapping",
                Reach {
                    gaps: [-32, -16, 16],
                    ..of
                },
            ),
        ] {
            // What is beyond a groupshared array is undefined.
            if shared && matches!(what, ", short" | ", far") {
                continue;
            }
            let name = format!("linalg/reach{variant}");
            let [device, loops] = ["cooperative", "loops"].map(|way| format!("{name} ({way}{what})"));
            list.add(&device, {
                let name = name.clone();
                move || {
                    let case = reach(&name, of);
                    match variant.ends_with("group") {
                        true => of_groups(case),
                        false => on_device(case, kinds[0]),
                    }
                }
            });
            list.add(&loops, move || reach(&name, of));
        }
    }
}

/// Where the matrices of a product lie.
#[derive(Clone, Copy)]
struct Reach {
    /// Components of the factors, and of the product.
    kinds: [Kind; 2],
    /// M, K and N.
    size: (usize, usize, usize),
    /// 0 rows, 1 columns.
    layout: usize,
    /// Whether they are in groupshared memory.
    shared: bool,
    /// Of A, B and the product: bytes between lines, where they begin, and bytes of the buffer.
    gaps: [i64; 3],
    starts: [usize; 3],
    lengths: [usize; 3],
}

impl Reach {
    fn kind(&self, which: usize) -> Kind {
        self.kinds[which / 2]
    }
    /// Rows and columns.
    fn shape(&self, which: usize) -> [usize; 2] {
        let (m, k, n) = self.size;
        [[m, k], [k, n], [m, n]][which]
    }
    /// Bytes from a line to the next.
    fn line(&self, which: usize) -> usize {
        let length = self.shape(which)[1 - self.layout] * self.kind(which).bytes();
        (length as i64 + self.gaps[which]) as usize
    }
    /// Where a component is.
    fn place(&self, which: usize, row: usize, column: usize) -> usize {
        let (across, along) = match self.layout {
            0 => (row, column),
            _ => (column, row),
        };
        self.starts[which] + across * self.line(which) + along * self.kind(which).bytes()
    }
}

fn reach(name: &str, of: Reach) -> Case {
    let (m, k, n) = of.size;
    let factors = [0, 1].map(|which| {
        let kind = of.kind(which);
        let count = of.lengths[which] / kind.bytes();
        bytes_of(kind, (0..count).map(|at| small(kind, at, which + 1)))
    });
    let component = |which: usize, row: usize, column: usize| {
        let (kind, place) = (of.kind(which), of.place(which, row, column));
        match factors[which].get(place..place + kind.bytes()) {
            Some(bytes) => kind.decode(bytes),
            None => kind.of(0),
        }
    };
    let kind = of.kind(2);
    let whole = |number: Number| match number {
        Number::Float(x) => kind.of(x as i128),
        Number::Int(x) => kind.of(x),
    };
    let mut want = untouched(of.lengths[2]);
    for row in 0..m {
        for column in 0..n {
            let value = (0..k).fold(kind.of(0), |all, at| {
                let (a, b) = (component(0, row, at), component(1, at, column));
                sum(all, product(whole(a), whole(b)))
            });
            let place = of.place(2, row, column);
            if let Some(bytes) = want.get_mut(place..place + kind.bytes()) {
                bytes.copy_from_slice(&kind.encode(value));
            }
        }
    }
    let places = (0..3).flat_map(|which| {
        let unit = if of.shared { of.kind(which).bytes() } else { 1 };
        [of.starts[which] / unit, of.line(which) / unit]
    });
    let places = places.flat_map(|number| (number as u32).to_le_bytes());
    let [x, y] = factors;
    compute(name)
        .raw("t0", x)
        .raw("t1", y)
        .raw("t2", places.collect::<Vec<u8>>())
        .output("u0,space1", want)
}

fn copy(name: &str, kind: Kind, (m, n): (usize, usize), [from, to]: [usize; 2]) -> Case {
    let line = |layout: usize| {
        let length = if layout == 0 { n } else { m } * kind.bytes();
        length.next_multiple_of(16)
    };
    let component = |row, column| pattern(kind, row * n + column);
    let mut input = untouched(8192);
    put(
        &mut input,
        64,
        laid_out(kind, (m, n), from, line(from) + 16, component),
    );
    let mut want = untouched(4096);
    put(
        &mut want,
        128,
        laid_out(kind, (m, n), to, line(to) + 32, component),
    );
    compute(name).raw("t0", input).output("u0,space1", want)
}

fn elements(name: &str, kind: Kind, (m, n): (usize, usize)) -> Case {
    let value = |row: usize, column: usize| ((row * 11 + column * 5 + 3) % 101) as i128;
    let mut input = vec![0; 4096];
    let before = laid_out(kind, (m, n), 0, 80, |row, column| {
        kind.encode(kind.of(value(row, column)))
    });
    put(&mut input, 0, before);
    let mut want = vec![0; 8200];
    for row in 0..m {
        for column in 0..n {
            let seen = (value(row, column) as i32).to_le_bytes().to_vec();
            put(&mut want, (row * n + column) * 4, vec![(0, seen)]);
        }
    }
    let after = laid_out(kind, (m, n), 0, 80, |row, column| {
        let value = value(row, column);
        kind.encode(kind.of(if row == column { value } else { value * 2 + 1 }))
    });
    put(&mut want, 4096, after);
    want[8192..8196].copy_from_slice(&((m * n) as u32).to_le_bytes());
    compute(name)
        .raw("t0", input)
        .raw("u0,space1", vec![0; 8200])
        .expect("u0,space1", want)
}

fn convert(name: &str, from: Kind, to: Kind, (m, n): (usize, usize), transpose: bool) -> Case {
    let mut numbers = edges(from, m * n);
    if from == Kind::F64 && rounds_halves_of_doubles_to_zero() {
        for number in &mut numbers {
            if let Number::Float(value) = number
                && value.fract().abs() == 0.5
            {
                *value += value.signum() * 0.25;
            }
        }
    }
    let input = bytes_of(from, numbers.iter().copied());
    let component = |at: usize| to.want(to.converted(numbers[at]));
    let wants: Vec<Want> = (0..m * n)
        .map(|at| match transpose {
            false => component(at),
            true => component(at % m * n + at / m),
        })
        .collect();
    compute(name).raw("t0", padded(input)).output("u0,space1", wants)
}

/// Whether the device is lavapipe (25.0.7) on a processor that does not round eight doubles at once: its `RoundEven` takes 1.5 to 1
/// there, and to 2 with vectors of four (`LP_NATIVE_VECTOR_WIDTH=128`).
fn rounds_halves_of_doubles_to_zero() -> bool {
    #[cfg(target_arch = "x86_64")]
    let wide = std::arch::is_x86_feature_detected!("avx512f");
    #[cfg(not(target_arch = "x86_64"))]
    let wide = false;
    !wide && std::env::var_os(crate::gpu::device::DEVICE_VARIABLE).is_none()
}

fn multiply(name: &str, [a, b, c]: [Kind; 3], (m, k, n): (usize, usize, usize)) -> Case {
    let first = |row: usize, column: usize| small(a, row * k + column, 1);
    let second = |row: usize, column: usize| small(b, row * n + column, 2);
    let third = |row: usize, column: usize| small(c, row * n + column, 3);
    let mut inputs = [(); 3].map(|()| vec![0; 16384]);
    put(
        &mut inputs[0],
        0,
        laid_out(a, (m, k), 0, k * a.bytes(), |row, column| {
            a.encode(first(row, column))
        }),
    );
    put(
        &mut inputs[1],
        0,
        laid_out(b, (k, n), 1, k * b.bytes(), |row, column| {
            b.encode(second(row, column))
        }),
    );
    put(
        &mut inputs[2],
        0,
        laid_out(c, (m, n), 0, n * c.bytes(), |row, column| {
            c.encode(third(row, column))
        }),
    );
    // All are whole, and small enough for each of the types.
    let of = |row: usize, column: usize| {
        (0..k).fold(c.of(0), |all, at| {
            let whole = |number| match number {
                Number::Float(x) => c.of(x as i128),
                Number::Int(x) => c.of(x),
            };
            sum(all, product(whole(first(row, at)), whole(second(at, column))))
        })
    };
    let mut want = untouched(12288);
    let line = n * c.bytes();
    let part = |times: i128, with: bool| {
        laid_out(c, (m, n), 0, line, move |row, column| {
            let before = if with { third(row, column) } else { c.of(0) };
            c.encode(sum(before, product(of(row, column), c.of(times))))
        })
    };
    put(&mut want, 0, part(1, false));
    put(&mut want, 4096, part(1, true));
    // In the loop once, then with twice as much.
    put(&mut want, 8192, part(4, true));
    let [x, y, z] = inputs;
    compute(name)
        .raw("t0", x)
        .raw("t1", y)
        .raw("t2", z)
        .output("u0,space1", want)
}

/// Products in a loop and after one another: components of types `a` and `c`.
fn stay(name: &str, [a, c]: [Kind; 2], (m, k, n): (usize, usize, usize)) -> Case {
    let turns = 3;
    let whole = |number: Number| match number {
        Number::Float(x) => c.of(x as i128),
        Number::Int(x) => c.of(x),
    };
    let first = |row: usize, column: usize| small(a, row * turns * k + column, 1);
    let second = |row: usize, column: usize| small(a, row * n + column, 2);
    let third = |row: usize, column: usize| small(c, row * n + column, 3);
    let fourth = |row: usize, column: usize| small(a, row * n + column, 4);
    let dense = |kind: Kind, (rows, columns): (usize, usize), of: &dyn Fn(usize, usize) -> Number| {
        let mut bytes = vec![0; 8192];
        let line = columns * kind.bytes();
        let part = laid_out(kind, (rows, columns), 0, line, |row, column| {
            kind.encode(of(row, column))
        });
        put(&mut bytes, 0, part);
        bytes
    };
    let dot = |depth: usize, left: &dyn Fn(usize) -> Number, right: &dyn Fn(usize) -> Number| {
        (0..depth).fold(c.of(0), |all, at| {
            sum(all, product(whole(left(at)), whole(right(at))))
        })
    };
    let of =
        |depth: usize, row: usize, column: usize| dot(depth, &|at| first(row, at), &|at| second(at, column));
    let all = |row: usize, column: usize| sum(third(row, column), of(turns * k, row, column));
    let changed = |row: usize, column: usize| sum(product(all(row, column), c.of(2)), c.of(1));
    let one = |row: usize, column: usize| of(k, row, column);
    let cast = |row: usize, column: usize| a.converted(one(row, column));
    let results: [&dyn Fn(usize, usize) -> Number; 6] = [
        &all,
        &|row, column| sum(of(turns * k, row, column), c.of(1)),
        &changed,
        &|row, column| sum(changed(row, column), one(row, column)),
        &|row, column| {
            let next = dot(n, &|at| cast(row, at), &|at| fourth(at, column));
            sum(next, third(row, column))
        },
        &one,
    ];
    let mut want = untouched(6 * 4096);
    for (place, result) in results.into_iter().enumerate() {
        let part = laid_out(c, (m, n), 0, n * c.bytes(), |row, column| {
            c.encode(result(row, column))
        });
        put(&mut want, place * 4096, part);
    }
    compute(name)
        .raw("t0", dense(a, (m, turns * k), &first))
        .raw("t1", dense(a, (turns * k, n), &second))
        .raw("t2", dense(c, (m, n), &third))
        .raw("t3", dense(a, (n, n), &fourth))
        .output("u0,space1", want)
}

fn accumulate(name: &str, kind: Kind, (m, n): (usize, usize)) -> Case {
    let matrix = |row: usize, column: usize| small(kind, row * n + column, 4);
    let before = |row: usize, column: usize| match kind {
        // So that the lower word overflows, both ways.
        Kind::I64 => Number::Int((1 << 32) * (row as i128 - 2) + column as i128 - 1),
        _ => small(kind, row * n + column, 5),
    };
    let mut input = vec![0; 4096];
    put(
        &mut input,
        0,
        laid_out(kind, (m, n), 0, n * kind.bytes(), |row, column| {
            kind.encode(matrix(row, column))
        }),
    );
    let mut start = untouched(4096);
    let parts = laid_out(kind, (m, n), 1, m * kind.bytes(), |row, column| {
        kind.encode(before(row, column))
    });
    put(&mut start, 0, parts);
    let mut want = start.clone();
    let parts = laid_out(kind, (m, n), 1, m * kind.bytes(), |row, column| {
        let added = product(matrix(row, column), kind.of(5));
        kind.encode(sum(sum(before(row, column), added), kind.of(4)))
    });
    put(&mut want, 0, parts);
    compute(name)
        .raw("t0", input)
        .raw("u0,space1", start)
        .expect("u0,space1", want)
        .groups(5, 1, 1)
}

fn shared(name: &str, kind: Kind, (m, n): (usize, usize), times: i128) -> Case {
    // Sums of up to six of them are exact in each of the types.
    let matrix = |at: usize| match kind {
        Kind::E4M3 => kind.of(at as i128 % 3 - 1),
        _ => small(kind, at, 6),
    };
    let input = bytes_of(kind, (0..m * n).map(matrix));
    let want = bytes_of(kind, (0..m * n).map(|at| product(matrix(at), kind.of(times))));
    compute(name).raw("t0", padded(input)).output("u0,space1", want)
}

/// A product of matrices with vectors.
#[derive(Clone, Copy)]
struct Product {
    matrix: Kind,
    m: usize,
    k: usize,
    layout: usize,
    input: Kind,
    seen_as: Kind,
    output: Kind,
    known: Option<&'static Known>,
    /// Bytes of the buffer of matrices.
    bytes: usize,
}

/// A matrix of 4 x 8, by rows, a vector and a bias that DXC's tests have.
#[derive(Clone, Copy)]
struct Known {
    matrix: [i64; 32],
    vector: [i64; 8],
    bias: [i64; 4],
}

const KNOWN_HALVES: Known = Known {
    matrix: [
        1, 0, -1, 2, -2, 3, -3, 1, 0, 1, 2, -1, 3, -2, 1, -3, -1, 2, 0, 1, -2, 1, 3, -1, 2, -1, 1, 0, 1, -3,
        -2, 3,
    ],
    vector: [1, -2, 3, -1, 2, -3, 1, 2],
    bias: [-5, 7, 3, -9],
};
const KNOWN_SIGNED: Known = Known {
    matrix: [
        1, -2, 3, -4, 5, -6, 7, -8, -1, 2, -3, 4, -5, 6, -7, 8, 1, 1, 1, 1, 1, 1, 1, 1, -8, -7, -6, -5, -4,
        -3, -2, -1,
    ],
    vector: [1, -1, 2, -2, 3, -3, 4, -4],
    bias: [-5, 7, 3, -9],
};
const KNOWN_UNSIGNED: Known = Known {
    matrix: [
        255, 1, 2, 3, 4, 5, 6, 7, 128, 127, 1, 1, 1, 1, 1, 1, 200, 0, 200, 0, 200, 0, 200, 0, 0, 200, 0, 200,
        0, 200, 0, 200,
    ],
    vector: [1, 255, 2, 254, 3, 253, 4, 252],
    bias: [5, 7, 3, 9],
};
const KNOWN_LARGE: Known = Known {
    matrix: [
        1 << 31,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        8,
        100,
        0,
        100,
        0,
        100,
        0,
        100,
        0,
        0,
        200,
        0,
        200,
        0,
        200,
        0,
        200,
    ],
    vector: [1; 8],
    bias: [5, 7, 3, 9],
};

impl Product {
    fn new(matrix: Kind, m: usize, k: usize, input: (Kind, usize), output: (Kind, usize)) -> Self {
        assert_eq!((input.1, output.1), (k, m));
        Self {
            matrix,
            m,
            k,
            layout: 0,
            input: input.0,
            seen_as: input.0,
            output: output.0,
            known: None,
            bytes: 8192,
        }
    }
    fn short(self, bytes: usize) -> Self {
        Self { bytes, ..self }
    }
    fn layout(self, layout: usize) -> Self {
        Self { layout, ..self }
    }
    fn known(self, known: &'static Known) -> Self {
        Self {
            known: Some(known),
            ..self
        }
    }
    fn seen_as(self, seen_as: Kind) -> Self {
        Self { seen_as, ..self }
    }
}

fn compute_products(case: Case, of: Product) -> Case {
    const VECTORS: usize = 40;
    let Product { m, k, .. } = of;
    let (kind, output) = (of.matrix, of.output);
    let number = |i: usize, at: usize| match of.known {
        Some(known) => of.input.of(known.vector[at].into()),
        None => small(of.input, i * k + at, 9),
    };
    let vector = |i: usize, at: usize| match (of.input == of.seen_as, number(i, at)) {
        // What is rounded on the way to the type that it is seen as: ties go to the even number.
        (false, Number::Float(x)) if of.seen_as.is_int() => Number::Float(x + 0.5),
        (_, number) => number,
    };
    let bias = |i: usize, at: usize| match of.known {
        Some(known) => output.of(known.bias[at].into()),
        None => small(output, i * m + at, 10),
    };
    let (dense, layout) = match of.layout {
        0 | 1 => (false, of.layout),
        other => (true, other - 2),
    };
    let length = if layout == 0 { k } else { m } * kind.bytes();
    let line = if dense {
        length
    } else {
        length.next_multiple_of(16)
    };
    // What is not there is 0.
    let end = |which: usize, row: usize, column: usize| {
        let inside = match layout {
            0 => row * line + (column + 1) * kind.bytes(),
            _ => column * line + (row + 1) * kind.bytes(),
        };
        64 + which * 4096 + inside
    };
    let matrix = |which: usize, row: usize, column: usize| match of.known {
        _ if end(which, row, column) > of.bytes => kind.of(0),
        Some(known) => kind.of(known.matrix[row * k + column].into()),
        None => small(kind, row * k + column, 7 + which),
    };
    let mut matrices = untouched(8192);
    for which in 0..2 {
        let parts = laid_out(kind, (m, k), layout, line, |row, column| {
            kind.encode(matrix(which, row, column))
        });
        put(&mut matrices, 64 + which * 4096, parts);
    }
    matrices.truncate(of.bytes);
    let each = |count: usize| (0..VECTORS).flat_map(move |i| (0..count).map(move |at| (i, at)));
    let vectors = bytes_of(of.input, each(k).map(|(i, at)| vector(i, at)));
    let biases = bytes_of(output, each(m).map(|(i, at)| bias(i, at)));
    let whole = |number| match number {
        Number::Float(x) => output.of(x as i128),
        Number::Int(x) => output.of(x),
    };
    let result = |i: usize, row: usize| {
        (0..k).fold(output.of(0), |all, at| {
            let other = of.seen_as.converted(vector(i, at));
            sum(all, product(whole(matrix(i % 2, row, at)), whole(other)))
        })
    };
    let mut want = untouched(8192 * 2);
    for (i, row) in each(m) {
        let at = (i * m + row) * output.bytes();
        let value = result(i, row);
        put(&mut want, at, vec![(0, output.encode(value))]);
        if i % 3 != 0 {
            put(
                &mut want,
                8192 + at,
                vec![(0, output.encode(sum(value, bias(i, row))))],
            );
        }
    }
    case.raw("t0", matrices)
        .raw("t1", padded(vectors))
        .raw("t2", padded(biases))
        .output("u0,space1", want)
}

fn outer(name: &str, kind: Kind, to: Kind, (m, n): (usize, usize), chosen: bool) -> Case {
    const PAIRS: usize = 12;
    let part = |i: usize, at: usize| small(kind, i * (m + n) + at, 11);
    let input = bytes_of(
        kind,
        (0..PAIRS * (m + n)).map(|at| part(at / (m + n), at % (m + n))),
    );
    let whole = |number| match number {
        Number::Float(x) => to.of(x as i128),
        Number::Int(x) => to.of(x),
    };
    let mut start = vec![0; 8192];
    start[..64].fill(0xee);
    let mut want = start.clone();
    let parts = laid_out(to, (m, n), 0, n * to.bytes(), |row, column| {
        let all = (0..PAIRS).fold(to.of(0), |all, i| {
            let times = if chosen && i % 2 == 1 { 2 } else { 1 };
            let one = product(whole(part(i, row)), whole(part(i, m + column)));
            sum(all, product(one, to.of(times)))
        });
        to.encode(all)
    });
    put(&mut want, 64, parts);
    let sums = (0..m).map(|at| (0..PAIRS).fold(kind.of(0), |all, i| sum(all, part(i, at))));
    put(&mut want, 4096, vec![(0, bytes_of(kind, sums))]);
    compute(name)
        .raw("t0", padded(input))
        .raw("u0,space1", start)
        .expect("u0,space1", want)
}

fn numbers(name: &str, from: Kind, to: Kind) -> Case {
    // The first eight are those of DXC's tests, of which the bytes that come out are in them too.
    let dxc = [0.0, 1.0, -1.0, 1.15625, -1.21875, 2.3125, 5.625, -13.25];
    let bytes: Option<[u8; 8]> = match (from, to) {
        (Kind::F16, Kind::E4M3) => Some([0x00, 0x38, 0xb8, 0x39, 0xba, 0x41, 0x4b, 0xd5]),
        (Kind::F16, Kind::E5M2) => Some([0x00, 0x3c, 0xbc, 0x3d, 0xbd, 0x41, 0x46, 0xcb]),
        _ => None,
    };
    let coded: Option<([u8; 8], [f64; 8])> = match from {
        Kind::E4M3 => Some((
            [0x3b, 0xbc, 0x45, 0xc9, 0x52, 0xd6, 0x29, 0xa2],
            [1.375, -1.5, 3.25, -4.5, 10.0, -14.0, 0.281_25, -0.156_25],
        )),
        Kind::E5M2 => Some((
            [0x3e, 0xbf, 0x45, 0xc8, 0x4b, 0xce, 0x32, 0xb5],
            [1.5, -1.75, 5.0, -8.0, 14.0, -24.0, 0.187_5, -0.312_5],
        )),
        _ => None,
    };
    let first: Vec<Number> = match coded {
        Some((bytes, _)) => bytes.iter().map(|&byte| from.decode(&[byte])).collect(),
        None if (from, to) == (Kind::I16, Kind::I32) => {
            let all = [-32768, -12345, -1024, -1, 0, 1, 12345, 32767];
            all.map(Number::Int).to_vec()
        }
        None if (from, to) == (Kind::F32, Kind::I16) => {
            let all = [-40000.0, -32768.5, -2.5, -1.5, 1.5, 2.5, 32767.5, 40000.0];
            let held = [-32768, -32768, -2, -2, 2, 2, 32767, 32767];
            assert_eq!(all.map(|x| to.converted(Number::Float(x))), held.map(Number::Int));
            all.map(Number::Float).to_vec()
        }
        None if from.is_int() => edges(from, 8),
        None => dxc.map(Number::Float).to_vec(),
    };
    let mut all = first;
    let rest = edges(from, 64);
    all.extend(rest.iter().rev().take(24));
    let input = bytes_of(from, all.iter().copied());
    let mut wants: Vec<Want> = all.iter().map(|&number| to.want(to.converted(number))).collect();
    for (want, byte) in wants.iter_mut().zip(bytes.into_iter().flatten()) {
        let known = Want::Bits {
            bits: u64::from(byte),
            bytes: 1,
        };
        assert_eq!(*want, known);
    }
    for (want, value) in wants
        .iter_mut()
        .zip(coded.into_iter().flat_map(|(_, values)| values))
    {
        assert_eq!(*want, to.want(Number::Float(value)));
    }
    // A is 0.
    wants.push(Want::Bits { bits: 0, bytes: 4 });
    compute(name).raw("t0", padded(input)).output("u0,space1", wants)
}

/// Where the matrix of `linalg/views` is.
#[derive(Clone, Copy)]
struct ViewPlace {
    m: usize,
    n: usize,
    offset: usize,
}

impl ViewPlace {
    const LINE: usize = 32;
}

/// Views that end within the matrix, or not: what is outside is 0, and is not written.
fn views(name: &str, place: ViewPlace, [from, to]: [usize; 2]) -> Case {
    let ViewPlace { m, n, offset } = place;
    let number = |row: usize, column: usize| ((row * n + column) + 1) as f64;
    let end = |row: usize, column: usize| offset + row * ViewPlace::LINE + (column + 1) * 2;
    let mut input = untouched(from);
    let mut want = untouched(to);
    for row in 0..m {
        for column in 0..n {
            let end = end(row, column);
            let value = Kind::F16.encode(Number::Float(number(row, column)));
            if end <= from {
                input[end - 2..end].copy_from_slice(&value);
            }
            if end <= to {
                let read = if end <= from { value } else { vec![0; 2] };
                want[end - 2..end].copy_from_slice(&read);
            }
        }
    }
    compute(name).raw("t0", input).output("u0,space1", want)
}

/// Numbers that follow each other by steps, and from the last on from the first again.
fn steps([row, column]: [usize; 2], by: [usize; 2], modulus: usize, center: i128) -> i128 {
    ((row * by[0] + column * by[1]) % modulus) as i128 - center
}

fn known(name: &str, kind: Kind) -> Case {
    const PART: usize = 2048;
    let size = kind.bytes();
    let first = |row, column| steps([row, column], [2, 1], 7, 3);
    let second = |row, column| steps([row, column], [1, 3], 5, 2);
    let (vector, before, guards): ([i128; 8], i128, [i128; 2]) = match kind {
        Kind::F16 => ([-3, 2, 5, -1, 4, 1, -2, 6], 10, [123, -321]),
        _ => ([6, -2, 2, 3, -5, 4, 1, -1], 20, [123_456, -654_321]),
    };
    let code = |x: i128| kind.encode(kind.of(x));
    let place = |m: usize, n: usize, of: &dyn Fn(usize, usize) -> i128| {
        laid_out(kind, (m, n), 0, n * size, |row, column| code(of(row, column)))
    };
    let mut input = vec![0; 512 * size];
    put(&mut input, 0, place(8, 32, &first));
    put(&mut input, 256 * size, place(8, 32, &second));
    input.extend(vector.iter().flat_map(|&x| code(x)));
    let mut start = untouched(8 * PART + 64 + 10 * size);
    // What is added to.
    start[4 * PART..4 * PART + 256 * size].fill(0);
    let vector_place = 8 * PART + 64;
    let all = (0..8).map(|at| before + at).chain(guards);
    let guarded: Vec<u8> = all.flat_map(code).collect();
    put(&mut start, vector_place, vec![(0, guarded)]);
    let mut want = start.clone();
    for (part, number) in [42, 2 * 3 * 16, 2 * 3 * 16 + 4, 5, 24].into_iter().enumerate() {
        put(&mut want, part * PART, place(16, 16, &|_, _| number));
    }
    let both = |row, column| first(row, column) + second(row, column);
    put(&mut want, 5 * PART, place(8, 32, &both));
    put(&mut want, 6 * PART, place(8, 32, &first));
    put(
        &mut want,
        7 * PART,
        place(32, 8, &|row, column| first(column, row)),
    );
    let sums = (0..8).zip(vector).flat_map(|(at, x)| code(before + at + x));
    put(&mut want, vector_place, vec![(0, sums.collect())]);
    compute(name)
        .raw("t0", padded(input))
        .raw("u0,space1", start)
        .expect("u0,space1", want)
}

/// From one place of groupshared memory to another: offset, components of a line, layout.
fn transfer(name: &str, kind: Kind, from: [usize; 3], to: [usize; 3], add: bool) -> Case {
    let at = |[offset, line, layout]: [usize; 3], row: usize, column: usize| match layout {
        0 => offset + row * line + column,
        _ => offset + column * line + row,
    };
    let mut source: Vec<i128> = (0..64).map(|at| 91 + at % 7).collect();
    let target: Vec<i128> = (0..64).map(|at| 200 + at % 11).collect();
    let mut want = target.clone();
    for row in 0..4 {
        for column in 0..8 {
            let number = (row * 8 + column + 1) as i128;
            source[at(from, row, column)] = number;
            let place = &mut want[at(to, row, column)];
            *place = if add { *place + number } else { number };
        }
    }
    let bytes = |numbers: Vec<i128>| bytes_of(kind, numbers.into_iter().map(|x| kind.of(x)));
    compute(name)
        .raw("t0", bytes(source))
        .raw("t1", bytes(target))
        .output("u0,space1", bytes(want))
}

fn flow(name: &str) -> Case {
    let part = |which: usize, at: usize| ((which * 30 + at) as f32) * 0.5 - 20.0;
    let input: Vec<f32> = (0..4)
        .flat_map(|which| (0..30).map(move |at| part(which, at)))
        .collect();
    let mut wants = Vec::new();
    for group in 0..3 {
        let each = |of: &dyn Fn(usize) -> f32| (0..30).map(of).collect::<Vec<f32>>();
        wants.extend(each(&|at| (0..group + 2).map(|which| part(which, at)).sum()));
        // Swapped once, twice, three times.
        let (a, b) = if group % 2 == 0 { (1, 0) } else { (0, 1) };
        wants.extend(each(&|at| part(a, at)));
        let by = if group == 1 { 3.0 } else { 1.0 };
        wants.extend(each(&|at| part(b, at) * by + part(2, at)));
        wants.extend(each(&|at| (part(group, at) + 1.0) * 2.0));
    }
    compute(name)
        .raw("t0", input)
        .output("u0,space1", wants)
        .groups(3, 1, 1)
}
