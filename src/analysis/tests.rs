use super::cfg::Cfg;
use super::dominators::Dominators;
use super::loops::Loops;
use crate::ir::{Block, Const, Edge, Function, Terminator, Type, Value};

/// A function with these successors for each block: none returns, two branch, more switch.
fn graph(succs: &[&[u32]]) -> Function {
    let mut function = Function::new("", Type::VOID);
    let value = Value::from(Const(0));
    for list in succs {
        let block = function.add_block();
        let to = |index: usize| Edge::to(Block(list[index]));
        function.blocks[block].terminator = match list.len() {
            0 => Terminator::Return(None),
            1 => Terminator::Branch(to(0)),
            2 => Terminator::CondBranch {
                condition: value,
                if_true: to(0),
                if_false: to(1),
            },
            len => Terminator::Switch {
                value,
                default: to(0),
                cases: (1..len).map(|index| (index as u64, to(index))).collect(),
            },
        };
    }
    function
}

/// Whether `to` is reached from the entry without `without`.
fn reaches(cfg: &Cfg, to: Block, without: Option<Block>) -> bool {
    let mut seen = vec![false; cfg.block_count()];
    let mut stack = vec![Block(0)];
    while let Some(block) = stack.pop() {
        if Some(block) == without || std::mem::replace(&mut seen[block.0 as usize], true) {
            continue;
        }
        stack.extend(cfg.succs(block));
    }
    seen[to.0 as usize]
}

#[test]
fn order_preds_and_parallel_edges() {
    let function = graph(&[&[1, 2], &[3], &[3, 3, 3], &[], &[3]]);
    let cfg = Cfg::new(&function);
    assert_eq!(cfg.order(), [Block(0), Block(1), Block(2), Block(3)]);
    assert_eq!(cfg.succs(Block(2)), [Block(3)]);
    assert_eq!(
        cfg.preds(Block(3)),
        [Block(1), Block(2)],
        "block 4 is out of reach"
    );
    assert!(!cfg.is_reachable(Block(4)));
}

#[test]
fn nested_loops() {
    // 0 -> 1{ 2{ 3 } 4 } 5, where 3 also leaves both loops.
    let function = graph(&[&[1], &[2], &[3], &[2, 4, 5], &[1, 5], &[]]);
    let cfg = Cfg::new(&function);
    let dominators = Dominators::new(&cfg);
    let loops = Loops::new(&cfg, &dominators);
    assert!(loops.irreducible.is_none());
    assert_eq!(loops.loops.len(), 2);
    let of = |block: u32| loops.innermost[block as usize].map(|l| l.0);
    assert_eq!(
        [of(0), of(1), of(2), of(3), of(4), of(5)],
        [None, Some(0), Some(1), Some(1), Some(0), None]
    );
    assert!(loops.contains(crate::analysis::loops::Loop(0), Block(3)));
}

#[test]
fn irreducible() {
    let function = graph(&[&[1, 2], &[2], &[1, 3], &[]]);
    let cfg = Cfg::new(&function);
    assert!(Loops::new(&cfg, &Dominators::new(&cfg)).irreducible.is_some());
}

#[test]
fn random_graphs_against_definitions() {
    let mut state = 7u64;
    let mut random = |bound: u64| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) % bound
    };
    for _ in 0..300 {
        let count = 2 + random(24);
        let lists: Vec<Vec<u32>> = (0..count)
            .map(|_| (0..random(4)).map(|_| 1 + random(count - 1) as u32).collect())
            .collect();
        let function = graph(&lists.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let cfg = Cfg::new(&function);
        let dominators = Dominators::new(&cfg);
        for b in function.blocks.ids() {
            assert_eq!(cfg.is_reachable(b), reaches(&cfg, b, None));
            for a in function.blocks.ids() {
                let expected =
                    cfg.is_reachable(a) && cfg.is_reachable(b) && (a == b || !reaches(&cfg, b, Some(a)));
                assert_eq!(dominators.dominates(a, b), expected, "{a} {b} in {lists:?}");
            }
            if let Some(idom) = dominators.idom(b) {
                assert!(dominators.children(idom).contains(&b));
                assert_eq!(dominators.depth(b), dominators.depth(idom) + 1);
            }
        }
        let loops = Loops::new(&cfg, &dominators);
        // A block is in the loop of header h when h dominates it and it reaches a source of a back edge to h
        // within what h dominates.
        for (id, data) in loops.loops.iter() {
            let mut inside = vec![false; count as usize];
            let mut stack: Vec<Block> = cfg
                .preds(data.header)
                .iter()
                .copied()
                .filter(|&p| dominators.dominates(data.header, p))
                .collect();
            while let Some(block) = stack.pop() {
                if !dominators.dominates(data.header, block)
                    || std::mem::replace(&mut inside[block.0 as usize], true)
                {
                    continue;
                }
                if block != data.header {
                    stack.extend(cfg.preds(block));
                }
            }
            inside[data.header.0 as usize] = true;
            for b in function.blocks.ids() {
                assert_eq!(
                    loops.contains(id, b),
                    inside[b.0 as usize],
                    "{id} {b} in {lists:?}"
                );
            }
        }
    }
}
