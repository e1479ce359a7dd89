//! The checker names each rule that a graph breaks.

use crate::ir::{Block, Edge, Function, Merge, Module, Terminator, Type};
use crate::structurize::check;

/// A block: successors, merge block, continue target.
type Spec<'a> = (&'a [u32], Option<u32>, Option<u32>);

fn checked(blocks: &[Spec]) -> Result<(), String> {
    let mut module = Module::default();
    let condition = module.scalar(Type::BOOL, 1);
    let value = module.i32(0);
    let mut function = Function::new("", Type::VOID);
    for &(succs, merge, continue_target) in blocks {
        let block = function.add_block();
        let to = |index: usize| Edge::to(Block(succs[index]));
        function.blocks[block].terminator = match succs.len() {
            0 => Terminator::Return(None),
            1 => Terminator::Branch(to(0)),
            2 => Terminator::CondBranch {
                condition,
                if_true: to(0),
                if_false: to(1),
            },
            count => Terminator::Switch {
                value,
                default: to(0),
                cases: (1..count).map(|index| (index as u64, to(index))).collect(),
            },
        };
        function.blocks[block].merge = merge.map(|merge| match continue_target {
            Some(target) => Merge::Loop {
                merge: Block(merge),
                continue_target: Block(target),
            },
            None => Merge::Selection { merge: Block(merge) },
        });
    }
    check(&module, &function)
}

const NONE: Option<u32> = None;

#[test]
fn accepted() {
    // A loop with a break in a selection, tested at its back edge.
    let blocks: &[Spec] = &[
        (&[1], NONE, NONE),
        (&[2], Some(6), Some(5)),
        (&[3, 6], Some(4), NONE),
        (&[4], NONE, NONE),
        (&[5], NONE, NONE),
        (&[1, 6], NONE, NONE),
        (&[], NONE, NONE),
    ];
    assert_eq!(checked(blocks), Ok(()));
    let switch: &[Spec] = &[
        (&[1, 2, 3], Some(3), NONE),
        (&[3], NONE, NONE),
        (&[], NONE, NONE),
        (&[], NONE, NONE),
    ];
    assert_eq!(checked(switch), Ok(()));
    let fallthrough: &[Spec] = &[
        (&[4, 1, 2, 3], Some(4), NONE),
        (&[2], NONE, NONE),
        (&[3], NONE, NONE),
        (&[4], NONE, NONE),
        (&[], NONE, NONE),
    ];
    assert_eq!(checked(fallthrough), Ok(()));
}

#[test]
fn refused() {
    let cases: &[(&[Spec], &str)] = &[
        (
            &[(&[1, 2], NONE, NONE), (&[2], NONE, NONE), (&[], NONE, NONE)],
            "has no merge block",
        ),
        (
            &[
                (&[1, 2, 3], NONE, NONE),
                (&[3], NONE, NONE),
                (&[3], NONE, NONE),
                (&[], NONE, NONE),
            ],
            "switch of bb0 has no merge block",
        ),
        // One merge block for two headers.
        (
            &[
                (&[1, 3], Some(3), NONE),
                (&[2, 3], Some(3), NONE),
                (&[3], NONE, NONE),
                (&[], NONE, NONE),
            ],
            "is the merge block of bb0 and bb1",
        ),
        // A branch out of an inner selection to the outer merge block.
        (
            &[
                (&[1, 4], Some(4), NONE),
                (&[2, 4], Some(3), NONE),
                (&[3], NONE, NONE),
                (&[4], NONE, NONE),
                (&[], NONE, NONE),
            ],
            "leaves the construct of bb1 for bb4",
        ),
        // A merge block that its header does not dominate.
        (
            &[
                (&[1, 2], Some(3), NONE),
                (&[2, 3], Some(2), NONE),
                (&[3], NONE, NONE),
                (&[], NONE, NONE),
            ],
            "bb1 does not strictly dominate its merge block bb2",
        ),
        // A loop without merge information.
        (
            &[(&[1], NONE, NONE), (&[2], NONE, NONE), (&[1], NONE, NONE)],
            "which is no loop header",
        ),
        // Two back edges.
        (
            &[
                (&[1], NONE, NONE),
                (&[2], Some(4), Some(3)),
                (&[1, 3], Some(5), NONE),
                (&[1], NONE, NONE),
                (&[], NONE, NONE),
                (&[], NONE, NONE),
            ],
            "from outside its continue construct",
        ),
        // A cycle with two entries.
        (
            &[
                (&[1, 2], Some(3), NONE),
                (&[2], NONE, NONE),
                (&[1], NONE, NONE),
                (&[], NONE, NONE),
            ],
            "beside its header",
        ),
        // Out of an inner loop to the outer one's merge block.
        (
            &[
                (&[1], NONE, NONE),
                (&[2], Some(7), Some(6)),
                (&[3], Some(5), Some(4)),
                (&[4, 7], Some(8), NONE),
                (&[2], NONE, NONE),
                (&[6], NONE, NONE),
                (&[1], NONE, NONE),
                (&[], NONE, NONE),
                (&[4], NONE, NONE),
            ],
            "leaves the construct of bb3 for bb7",
        ),
        // Fallthrough to a case that does not come next.
        (
            &[
                (&[3, 2, 1], Some(3), NONE),
                (&[2], NONE, NONE),
                (&[3], NONE, NONE),
                (&[], NONE, NONE),
            ],
            "does not come next",
        ),
        // Two cases fall into one.
        (
            &[
                (&[4, 1, 2, 3], Some(4), NONE),
                (&[3], NONE, NONE),
                (&[3], NONE, NONE),
                (&[4], NONE, NONE),
                (&[], NONE, NONE),
            ],
            "not only its case",
        ),
        // Two cases meet before the merge block.
        (
            &[
                (&[1, 2, 4], Some(4), NONE),
                (&[3], NONE, NONE),
                (&[3], NONE, NONE),
                (&[4], NONE, NONE),
                (&[], NONE, NONE),
            ],
            "several cases of the switch of bb0 lead to bb3",
        ),
        // A return on the way back.
        (
            &[
                (&[1], NONE, NONE),
                (&[2], Some(6), Some(2)),
                (&[3, 4], Some(4), NONE),
                (&[], NONE, NONE),
                (&[1, 6], NONE, NONE),
                (&[], NONE, NONE),
                (&[], NONE, NONE),
            ],
            "out of reach",
        ),
        (
            &[
                (&[1], NONE, NONE),
                (&[2], Some(5), Some(2)),
                (&[3, 4], Some(4), NONE),
                (&[], NONE, NONE),
                (&[1, 5], NONE, NONE),
                (&[], NONE, NONE),
            ],
            "ends the function from a continue construct",
        ),
    ];
    for (blocks, expected) in cases {
        let message = checked(blocks).expect_err(expected);
        assert!(
            message.contains(expected),
            "`{message}` should contain `{expected}`"
        );
    }
}
