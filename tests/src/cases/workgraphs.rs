//! Work graphs: nodes of every launch, run by a scheduler that goes by their reflection alone. What they send to each
//! other is followed here, record by record.

use crate::case::{Arrival, Bytes, Case, List, Texture, Want, graph, pipeline, within};
use ash::vk::Format;
use dxil2spirv::reflection::SpecConstantKind;

/// Registers the cases.
pub fn register(list: &mut List) {
    list.each("workgraphs/fan", &["od", "sm9"], |name| {
        fan(name, Arrival::Strided)
    });
    for (arrival, how) in [
        (Arrival::Indirect, "at addresses"),
        (Arrival::Listed, "by offsets"),
        (Arrival::Static, "one grid each"),
    ] {
        list.add(&format!("workgraphs/fan (records {how})"), move || {
            fan("workgraphs/fan", arrival)
        });
    }
    for (group, depth) in [(1, 1), (5, 3), (64, 7)] {
        let name = format!("workgraphs/fan (groups of {group} threads, {depth} deep)");
        list.add(&name, move || {
            fan("workgraphs/fan", Arrival::Strided).schedule(group, depth)
        });
    }
    list.each("workgraphs/share", &["od", "sm9"], share);
    list.add("workgraphs/levels", levels);
    list.add("workgraphs/narrow", narrow);
    list.add("workgraphs/sparse", sparse);
    list.add("structs/mesh_node", || mesh_node(0, 8));
    list.add("structs/mesh_node (from the third group on)", || mesh_node(2, 3));
}

/// Bytes of values one after another.
fn record(parts: &[Bytes]) -> Bytes {
    Bytes(parts.iter().flat_map(|part| part.0.clone()).collect())
}

struct Start {
    first: u32,
    grid: [u32; 3],
    values: [u32; 4],
    odd: bool,
}

#[derive(Clone, Copy)]
struct Item {
    value: u32,
    /// Four times.
    weight: u32,
    wide: u64,
}

/// Groups of so many that take `count` records: how many the largest has.
fn largest(count: usize, most: usize) -> u32 {
    count.min(most) as u32
}

fn fan(name: &str, arrival: Arrival) -> Case {
    let starts: Vec<Start> = [[3, 2, 2], [1, 1, 1], [0, 4, 1], [16, 1, 2], [2, 8, 1]]
        .into_iter()
        .zip(1..)
        .map(|(grid, first)| Start {
            first,
            grid,
            values: [first * 7, 1, first + 2, 4],
            odd: first % 2 == 1,
        })
        .collect();
    let records = starts.iter().map(|start| {
        let words = [
            [start.first].as_slice(),
            &start.grid,
            &start.values,
            &[u32::from(start.odd)],
        ]
        .concat();
        words.into()
    });
    let records: Vec<Bytes> = records.collect();
    let mut sums = [0u32; 16];
    let mut work: [Vec<Item>; 3] = Default::default();
    let mut gather: Vec<Vec<Item>> = vec![Vec::new(); 2];
    let mut ticks = [0u32; 2];
    for start in &starts {
        let [columns, rows, layers] = start.grid;
        for (x, y, z) in numbers([columns, rows, layers]) {
            for (index, (tx, ty)) in (0..3).flat_map(|ty| (0..4).map(move |tx| (tx, ty))).enumerate() {
                sums[0] += 4;
                let thread = [x * 4 + tx, y * 3 + ty, z];
                let which = (thread[0] + thread[1]) % 3;
                for i in 0..index as u32 % 3 {
                    let value = start.first * 1000 + thread[0] * 100 + thread[1] * 10 + thread[2];
                    let value = value + start.values[((i + x) % 4) as usize];
                    work[which as usize].push(Item {
                        value,
                        weight: 66 * 4 + if start.odd { 2 } else { 1 },
                        wide: u64::from(value) << 20,
                    });
                }
            }
            for index in 0..2 {
                gather[0].push(Item {
                    value: x + y * 16 + z * 256,
                    weight: index * 4,
                    wide: 1,
                });
            }
            ticks[0] += 1 + x;
        }
    }
    for item in &work[0] {
        sums[1] = sums[1].wrapping_add(item.value);
        if item.value % 2 == 1 {
            gather[1].push(Item {
                value: item.value.wrapping_mul(3),
                ..*item
            });
            ticks[1] += 2;
        }
    }
    for item in &work[1] {
        sums[2] = sums[2].wrapping_add(item.value ^ (item.wide >> 20) as u32);
        sums[3] += item.weight;
    }
    sums[4] = work[2].len() as u32;
    let all = gather.iter().flatten().chain(&work[2]);
    for item in all {
        sums[5] = sums[5].wrapping_add(item.value);
        sums[6] = sums[6].wrapping_add((item.wide >> 20) as u32 + (item.wide & 1) as u32);
        sums[7] += item.weight;
        sums[8] += 1;
    }
    // There are more than enough for a full group.
    sums[9] = largest(gather[0].len(), 5);
    sums[10] = ticks[0] + ticks[1];
    sums[11] = largest(ticks[0] as usize, 7);
    // Pulse runs twice.
    for (x, y, z) in numbers([2, 3, 2]) {
        for own in 0..3 {
            sums[12] += 2 << (8 * own);
            sums[13] += 2 * (x + y * 100 + z * 10000);
            sums[14] += 2 * (x * 3 + own + y * 100 + z * 10000);
        }
    }
    let nodes = ["Spread", "Work0", "Work1", "Work2", "Gather", "Tick", "Pulse"];
    let empty: Vec<Bytes> = vec![Bytes::default(); 2];
    graph(name, &nodes)
        .records("Spread", arrival, records)
        .records("Pulse", arrival, empty)
        .raw("u0,space1", [0u32; 16])
        .expect("u0,space1", sums.to_vec())
}

/// The numbers of a grid's groups.
fn numbers([x, y, z]: [u32; 3]) -> impl Iterator<Item = (u32, u32, u32)> {
    (0..z).flat_map(move |z| (0..y).flat_map(move |y| (0..x).map(move |x| (x, y, z))))
}

/// One texel from thread to thread, and four.
fn levels() -> Case {
    let steps = [1.0f32, 4.0].map(|texels| texels / 16.0);
    let records = (0u32..).zip(steps).map(|(number, step)| {
        let step: Bytes = [step, step].into();
        record(&[[number].into(), step])
    });
    let level = |level: f32| -> Vec<Want> { vec![within(level, 0.0, 0.05); 32] };
    graph("workgraphs/levels", &["Levels"])
        .records("Levels", Arrival::Strided, records.collect())
        .root_signature_text(
            "DescriptorTable(SRV(t0)), UAV(u0, space=1), \
             StaticSampler(s0, space=3, filter=FILTER_MIN_MAG_MIP_POINT)",
        )
        .texture(
            "t0",
            Texture::d2(Format::R32_SFLOAT, 16, 16)
                .mips(5)
                .fill(|texel| [texel.mip as f32]),
        )
        .output("u0,space1", [level(0.0), level(2.0)].concat())
}

/// Grids of 16 bits in records that end in the middle of a word.
fn narrow() -> Case {
    let starts: [([u16; 3], u16); 5] = [
        ([3, 2, 1], 7),
        ([1, 4, 2], 1000),
        ([5, 1, 3], 60_000),
        ([1, 1, 1], 0),
        ([2, 3, 3], 40),
    ];
    let (mut records, mut sums) = (Vec::new(), Vec::new());
    for (number, (grid, value)) in (0u16..).zip(starts) {
        let halves: Bytes = [number, grid[0], grid[1], grid[2], value].into();
        records.push(halves);
        let all = numbers(grid.map(u32::from)).map(|(x, y, z)| u32::from(value) + x + y * 10 + z * 100);
        sums.extend(all.fold([0, 0], |[sum, count], one| [sum + one, count + 1]));
    }
    graph("workgraphs/narrow", &["Narrow"])
        .records("Narrow", Arrival::Strided, records)
        .root_signature_text("UAV(u0, space=1)")
        .raw("u0,space1", [0u32; 10])
        .expect("u0,space1", sums)
}

fn sparse() -> Case {
    // The second goes on behind all bits.
    let spans: [[u32; 2]; 2] = [[0, 40], [u32::MAX - 3, 3]];
    let mut sums = [0u32; 16];
    for [first, end] in spans {
        let mut i = first;
        while i != end {
            if let Some(place) = [1, 4].iter().position(|&there| there == i) {
                sums[0] |= 1 << i;
                sums[4 + place] = sums[4 + place].wrapping_add(first.wrapping_mul(100).wrapping_add(i));
            }
            i = i.wrapping_add(1);
        }
        sums[3] += 1;
        sums[6] = sums[6].wrapping_add(first.wrapping_mul(100).wrapping_add(7));
    }
    graph("workgraphs/sparse", &["Ask", "Many1", "Many4", "Tail"])
        .records("Ask", Arrival::Strided, spans.map(Bytes::from).to_vec())
        .root_signature_text("UAV(u0, space=1)")
        .raw("u0,space1", [0u32; 16])
        .expect("u0,space1", sums.to_vec())
}

/// Each record of a mesh node draws the cells of its grid; of each grid `count` groups from `first` on are drawn.
fn mesh_node(first: u32, count: u32) -> Case {
    // First cell, grid, and what its rows show by turns.
    let records = [
        (0, [3, 2, 1], [7, 8]),
        (6, [0, 4, 1], [9, 9]),
        (6, [1, 1, 4], [10, 11]),
        (12, [2, 1, 1], [12, 13]),
    ];
    // By cell: what is shown, and where its group is in the grid.
    let mut cells = [None; 16];
    for (cell, [x, y, z], shown) in records {
        for number in (0..x * y * z).filter(|&number| (first..first + count).contains(&number)) {
            let group = [number % x, number / x % y, number / (x * y)];
            cells[(cell + number) as usize] = Some((shown[(group[1] & 1) as usize], group));
        }
    }
    let at = move |x: u32, y: u32| (cells[(x / 4 + y / 4 * 4) as usize], x / 4 + y / 4 * 4);
    let bytes = records.map(|(cell, grid, shown)| -> Vec<u8> {
        let words = [[cell].as_slice(), &grid, &shown].concat();
        words.into_iter().flat_map(u32::to_le_bytes).collect()
    });
    pipeline(&["structs/mesh_node", "mesh/show"])
        .with_draw(|draw| {
            draw.groups = [bytes.len() as u32, 1, count];
            draw.records = Some((bytes.to_vec(), first));
        })
        .spec_constant(SpecConstantKind::NodeIsEntry, 1)
        .spec_constant(SpecConstantKind::NodeGridIsUpperBound, 1)
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(move |x, y| match at(x, y) {
            (Some((shown, [x, y, z])), _) => [shown, x, y, z].map(|value| value as f32),
            (None, _) => [0.0; 4],
        })
        .target(Format::R32G32_UINT)
        .some_pixels(move |x, y| {
            let (Some((_, [group, _, z])), cell) = at(x, y) else {
                return Some([0, 0]);
            };
            // The diagonal belongs to either triangle.
            let diagonal = x % 4 + y % 4;
            let triangle = u32::from(diagonal > 3);
            (diagonal != 3).then(|| [cell, (group * 8 + triangle) * 100 + z * 10 + triangle])
        })
}

fn share(name: &str) -> Case {
    let grids: [[u16; 2]; 5] = [[3, 2], [1, 1], [8, 8], [2, 5], [1, 7]];
    let (scale, offset) = (3u32, 1000u32);
    let mut sums = [0u32; 16];
    let mut records = Vec::new();
    for (number, grid) in (0u16..).zip(grids) {
        let words = [0u32; 5];
        let short: Bytes = [grid[0], grid[1], number, 0xffff].into();
        records.push(record(&[short, words.into()]));
        let (mut sum, mut seen) = (0u32, 0u32);
        for (x, y, _) in numbers([u32::from(grid[0]), u32::from(grid[1]), 1]) {
            sum += (0..5).map(|thread| x * 5 + thread + 1).sum::<u32>();
            seen |= 1u32.checked_shl((x + y * 4) & 31).unwrap_or(0);
        }
        let result = sum.wrapping_add(seen);
        sums[usize::from(number)] = result
            .wrapping_mul(scale)
            .wrapping_add(offset)
            .wrapping_add(u32::from(number) * 3);
    }
    sums[8] = grids.len() as u32;
    // Each of the two records becomes two, three times; all of them ask for nodes 1 and 3 of the array.
    let starts: [[f32; 2]; 2] = [[1.0, 4.0], [8.0, 2.5]];
    let mut now: Vec<[f32; 2]> = starts.to_vec();
    let mut taken = [0u32; 2];
    for levels in (0..=3u32).rev() {
        sums[(9 + levels) as usize] = now.len() as u32;
        let groups = now.len().div_ceil(4) as u32;
        // The first of each group has 100 and its own.
        taken[0] += groups * 100 + now.len() as u32 * levels;
        taken[1] += now.len() as u32 * (levels + 3);
        if levels == 0 {
            for place in &now {
                sums[13] += (place[0] * 16.0) as u32 + (place[1] * 256.0) as u32;
            }
        }
        now = now
            .iter()
            .flat_map(|[x, y]| [0.0, 1.0].map(|i| [x * 0.5 + i, y * 0.5]))
            .collect();
    }
    (sums[14], sums[15]) = (taken[0], taken[1]);
    let starts = starts
        .map(|place| record(&[[9u32].into(), place.into()]))
        .to_vec();
    graph(name, &["Share", "Show", "Again", "Maybe1", "Maybe3"])
        .local_constants(
            "Show",
            "RootConstants(num32BitConstants=2, b0, space=5)",
            &[scale, offset],
        )
        .records("Share", Arrival::Strided, records)
        .records("Again", Arrival::Strided, starts)
        .root_signature_text("UAV(u0, space=1)")
        .raw("u0,space1", [0u32; 16])
        .expect("u0,space1", sums.to_vec())
}
