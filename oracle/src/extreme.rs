//! Graphs that are hard in one respect: as deep, as wide or as tangled as a number of blocks allows.

use crate::graph::Graph;
use crate::random::Random;

/// A graph of about so many blocks.
pub type Maker = fn(usize) -> Graph;

/// All of them by name.
pub const ALL: [(&str, Maker); 16] = [
    ("nested selections", nested_selections),
    ("nested loops", nested_loops),
    ("nested loops left at once", nested_loops_left_at_once),
    ("nested loops that end alike", nested_loops_end),
    ("chain of loops with several exits", exits),
    ("switch", switch),
    ("switch with fallthrough", fallthrough),
    ("nested switches", nested_switches),
    ("short circuits", short_circuits),
    ("ladder", ladder),
    ("early returns", early_returns),
    ("cycles with two entries", cycles),
    ("nested cycles with two entries", nested_cycles),
    ("dense irreducible", dense_irreducible),
    ("sparse irreducible", sparse_irreducible),
    ("grid", grid),
];

/// Those with a loop in a loop for every few blocks. SPIR-V has no more than 1,023 constructs around each other,
/// whatever is done to them: larger ones are to be made [in pieces](in_pieces).
pub const LOOPS_IN_LOOPS: [&str; 4] = [
    "nested loops",
    "nested loops left at once",
    "nested loops that end alike",
    "nested cycles with two entries",
];

/// Several graphs of one kind, of about so many blocks in all and at most `most` each, one after the other.
pub fn in_pieces(maker: Maker, count: usize, most: usize) -> Graph {
    let pieces = count.div_ceil(most);
    let mut graph: Graph = Vec::new();
    for piece in 1..=pieces {
        let start = graph.len() as u32;
        graph.extend(maker(count / pieces));
        let next = graph.len() as u32;
        for succs in &mut graph[start as usize..] {
            succs.iter_mut().for_each(|succ| *succ += start);
            if succs.is_empty() && piece < pieces {
                succs.push(next);
            }
        }
    }
    graph
}

/// if (a) { if (b) { .. } }
fn nested_selections(count: usize) -> Graph {
    let depth = count / 2;
    let last = 2 * depth as u32;
    // Blocks 0.. open, blocks ..last close.
    (0..=last)
        .map(|block| {
            if block < depth as u32 {
                vec![block + 1, last - block]
            } else if block < last {
                vec![block + 1]
            } else {
                vec![]
            }
        })
        .collect()
}

/// while (a) { while (b) { .. } }
fn nested_loops(count: usize) -> Graph {
    let depth = (count / 2).max(1) as u32;
    // 1..=depth are headers, depth + 1.. are what follows each loop, from the inside out.
    let mut graph = vec![vec![1]];
    for level in 1..=depth {
        let after = 2 * depth + 1 - level;
        let inner = if level == depth { level } else { level + 1 };
        graph.push(vec![inner, after]);
    }
    for level in (1..=depth).rev() {
        // After the loop of this level: back to the header around it.
        graph.push(if level == 1 { vec![] } else { vec![level - 1] });
    }
    graph
}

/// The same with a way out of all from the innermost.
fn nested_loops_left_at_once(count: usize) -> Graph {
    let mut graph = nested_loops(count);
    let depth = graph.len() / 2;
    let last = graph.len() as u32 - 1;
    graph[depth].push(last);
    graph
}

/// The same, where every loop may end the function with values of its own.
fn nested_loops_end(count: usize) -> Graph {
    let mut graph = nested_loops(count * 2 / 3);
    let depth = graph.len() / 2;
    for level in 1..=depth {
        let end = graph.len() as u32;
        graph[level].push(end);
        graph.push(vec![]);
    }
    graph
}

/// Loops one after the other, each with three exits that go on differently.
fn exits(count: usize) -> Graph {
    let mut graph: Graph = Vec::new();
    for number in 0..count.div_ceil(8) as u32 {
        let at = number * 8;
        let next = at + 8;
        graph.extend([
            vec![at + 1],
            vec![at + 2, at + 5],
            vec![at + 3, at + 6],
            vec![at + 4, at + 7],
            vec![at + 1],
            vec![at + 6, next],
            vec![at + 7, next],
            vec![next],
        ]);
    }
    graph.push(vec![]);
    graph
}

fn switch(count: usize) -> Graph {
    let end = count as u32 - 1;
    let mut graph = vec![(1..end).chain([end]).collect::<Vec<u32>>()];
    graph.extend((1..end).map(|_| vec![end]));
    graph.push(vec![]);
    graph
}

fn fallthrough(count: usize) -> Graph {
    let end = count as u32 - 1;
    let mut graph = vec![(1..end).chain([end]).collect::<Vec<u32>>()];
    graph.extend((1..end).map(|case| vec![case + 1]));
    graph.push(vec![]);
    graph
}

/// Each in the second case of the one before, with a case that leaves all.
fn nested_switches(count: usize) -> Graph {
    let depth = (count / 4).max(1) as u32;
    let mut graph: Graph = Vec::new();
    let end = depth * 3;
    for level in 0..depth {
        let at = level * 3;
        let inner = if level + 1 < depth { at + 3 } else { end };
        graph.extend([vec![at + 1, inner, end, at + 2], vec![at + 2], vec![end]]);
    }
    graph.push(vec![]);
    graph
}

/// (a || b) && (c || d) ..., one condition a block, all with the same two targets.
fn short_circuits(count: usize) -> Graph {
    let (no, yes) = (count as u32, count as u32 + 1);
    let mut graph: Graph = (0..count as u32)
        .map(|block| {
            let next = if block + 1 < no { block + 1 } else { yes };
            vec![next, if block % 3 == 0 { yes } else { no }]
        })
        .collect();
    graph.extend([vec![yes + 1], vec![yes + 1], vec![]]);
    graph
}

/// Two rows of blocks, each with edges to both of the next.
fn ladder(count: usize) -> Graph {
    let rungs = (count / 2).max(1) as u32;
    let mut graph = vec![vec![1, 2]];
    for rung in 1..rungs {
        graph.extend([vec![2 * rung + 1, 2 * rung + 2], vec![2 * rung + 2, 2 * rung + 1]]);
    }
    graph.extend([vec![], vec![]]);
    graph
}

fn early_returns(count: usize) -> Graph {
    (0..count as u32)
        .map(|block| {
            if block % 2 == 0 && block as usize + 2 < count {
                vec![block + 1, block + 2]
            } else {
                vec![]
            }
        })
        .collect()
}

/// Cycles with two entries one after the other.
fn cycles(count: usize) -> Graph {
    let mut graph: Graph = Vec::new();
    for number in 0..count.div_ceil(3) as u32 {
        let at = number * 3;
        graph.extend([vec![at + 1, at + 2], vec![at + 2, at + 3], vec![at + 1, at + 3]]);
    }
    graph.push(vec![]);
    graph
}

/// Each cycle with two entries within the one before: `1 .. n` open, `n + 1 .. 2n` close and go back, and each
/// opening block may be skipped.
fn nested_cycles(count: usize) -> Graph {
    let depth = (count / 2).max(2) as u32;
    let mut graph = vec![vec![1, 2]];
    for level in 1..=depth {
        graph.push(if level + 2 <= depth {
            vec![level + 1, level + 2]
        } else {
            vec![level + 1]
        });
    }
    for level in (1..=depth).rev() {
        let close = 2 * depth + 1 - level;
        graph.push(if level == 1 {
            vec![1, close + 1]
        } else {
            vec![level, close + 1]
        });
    }
    graph.push(vec![]);
    graph
}

/// Every block branches to three others anywhere.
fn dense_irreducible(count: usize) -> Graph {
    let mut random = Random::new(count as u64);
    let mut graph: Graph = (0..count as u32)
        .map(|block| {
            if block as usize + 1 == count {
                return vec![];
            }
            let mut any = || 1 + random.below(count - 1) as u32;
            vec![block + 1, any(), any()]
        })
        .collect();
    graph[0].truncate(2);
    graph
}

/// One block in ten has an edge to anywhere.
fn sparse_irreducible(count: usize) -> Graph {
    let mut random = Random::new(count as u64);
    (0..count as u32)
        .map(|block| {
            if block as usize + 1 == count {
                return vec![];
            }
            let mut succs = vec![block + 1];
            if random.percent(10) {
                succs.push(1 + random.below(count - 1) as u32);
            }
            succs
        })
        .collect()
}

/// A square of blocks with edges to the right and down, and back to the left at each line's end.
fn grid(count: usize) -> Graph {
    let side = (count as f64).sqrt() as u32;
    let side = side.max(2);
    let mut graph: Graph = Vec::new();
    for row in 0..side {
        for column in 0..side {
            let at = row * side + column;
            let mut succs = Vec::new();
            if column + 1 < side {
                succs.push(at + 1);
            } else if row > 0 {
                succs.push(row * side);
            }
            if row + 1 < side {
                succs.push(at + side);
            }
            graph.push(succs);
        }
    }
    graph
}
