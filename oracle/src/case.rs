//! The numbered cases: what the tests run some of and the runner any number.

use crate::compare::Effort;
use crate::extreme;
use crate::graph::{self, Graph};
use crate::program::{Filling, fill, fill_source};
use crate::random::Random;
use crate::statements::{Style, write};
use dxil2spirv::ir::Module;

/// How large the functions are, in blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// 10 to 200.
    Small,
    /// 1,000 to 5,000.
    Large,
}

/// A case.
#[derive(Clone, Debug)]
pub struct Case {
    /// What kind of program it is.
    pub kind: &'static str,
    /// The program.
    pub module: Module,
    /// How it is to be run.
    pub effort: Effort,
    /// The seed of its runs.
    pub seed: u32,
}

/// The case of that number.
pub fn case(number: u64, scale: Scale) -> Case {
    let random = &mut Random::new(number);
    let count = match scale {
        Scale::Small => 10 + random.below(191),
        Scale::Large => 1000 + random.below(4001),
    };
    let mut effort = Effort::default();
    let filling = Filling::default();
    let style = Style {
        budget: count,
        depth: 4 + random.below(8),
        jumps: true,
    };
    let (kind, module) = match number % 8 {
        0 => ("reducible", of_graph(random, |r| graph::random(r, count, true))),
        1 | 2 => (
            "irreducible",
            of_graph(random, |r| graph::random(r, count, false)),
        ),
        3 => ("structured", of_graph(random, |r| write(r, style))),
        4 | 5 => (
            "structured with gotos",
            of_graph(random, |r| {
                let mut graph = write(r, style);
                let most = 2 + graph.len() / 8;
                let extra = 1 + r.below(most);
                graph::sprinkle(r, &mut graph, extra);
                graph
            }),
        ),
        6 => {
            effort.waves = 2;
            let jumps = random.percent(50);
            let source = write(random, Style { jumps, ..style });
            let filling = Filling {
                wave_percent: 40,
                ..filling
            };
            ("structured, divergent", fill_source(random, &source, filling))
        }
        _ => {
            let (name, maker) = extreme::ALL[random.below(extreme::ALL.len())];
            let most = if extreme::LOOPS_IN_LOOPS.contains(&name) {
                1_000
            } else {
                count
            };
            (name, of_graph(random, |_| extreme::in_pieces(maker, count, most)))
        }
    };
    Case {
        kind,
        module,
        effort,
        seed: number as u32,
    }
}

fn of_graph(random: &mut Random, make: impl Fn(&mut Random) -> Graph) -> Module {
    let graph = make(random);
    fill(random, &graph, Filling::default())
}

/// A case that a fuzzer's bytes choose, of at most 64 blocks.
pub fn from_bytes(bytes: &[u8]) -> Case {
    let random = &mut Random::from_bytes(bytes);
    let count = 2 + random.below(63);
    let style = Style {
        budget: count,
        depth: 6,
        jumps: true,
    };
    let graph = match random.below(3) {
        0 => write(random, style),
        1 => {
            let mut graph = write(random, style);
            let extra = random.below(8);
            graph::sprinkle(random, &mut graph, extra);
            graph
        }
        _ => {
            // Any edges at all.
            let mut graph: Graph = vec![Vec::new(); count];
            let edges = random.below(3 * count);
            graph::sprinkle(random, &mut graph, edges);
            graph
        }
    };
    Case {
        kind: "chosen by bytes",
        module: fill(random, &graph, Filling::default()),
        effort: Effort {
            runs: 3,
            waves: 0,
            steps: 500,
        },
        seed: random.below(1000) as u32,
    }
}
