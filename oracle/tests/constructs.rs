//! One graph for each construct, with the structure that it must get.
//!
//! A graph is the successors of each block. Every block stores its number, so none is empty. The result is written
//! block by block in layout order: `3 sel 5: 4 5` is a selection header with merge block 5, `1 loop 7 8: 2` a loop
//! header with merge block 7 and continue target 8, `x` stands for unreachable and nothing for a return. Blocks that
//! the structurizer made have letters.

use dxil2spirv::entity::EntityId;
use dxil2spirv::ir::{Block, Flags, Hint, Merge, Module, Op, Terminator, Type};
use dxil2spirv::structurize::{check, run};
use dxil2spirv::verify::{self, Invariants};
use dxil2spirv_oracle::compare::Effort;
use dxil2spirv_oracle::graph::function_of;
use dxil2spirv_oracle::interpret::{DRAW, TRACE};
use dxil2spirv_oracle::program::{Filling, fill, shell};
use dxil2spirv_oracle::{Graph, Random, compare};

/// A module with a function of this graph.
fn module_of(graph: &Graph) -> Module {
    let mut module = shell();
    let mut function = function_of(graph);
    for (block, succs) in (0..).map(Block).zip(graph) {
        let number = module.i32(block.0);
        function.append(
            block,
            Op::Store,
            Flags::NONE,
            Type::VOID,
            &[TRACE.into(), number],
            0,
        );
        if succs.len() > 1 {
            let drawn = function.append(block, Op::Load, Flags::NONE, Type::I32, &[DRAW.into()], 0);
            let value = if succs.len() == 2 {
                let args = [drawn.into(), number];
                function.append(block, Op::IEq, Flags::NONE, Type::BOOL, &args, 0)
            } else {
                drawn
            };
            if let Some(operand) = function.blocks[block].terminator.operand_mut() {
                *operand = value.into();
            }
        }
    }
    module.entry = module.functions.push(function);
    module
}

/// The structure of the function, in the notation above.
fn shape(module: &Module, old_blocks: usize) -> String {
    let function = &module.functions[module.entry];
    let mut letters: Vec<Block> = Vec::new();
    for &block in &function.layout {
        if block.index() >= old_blocks {
            letters.push(block);
        }
    }
    let name = |block: Block| match letters.iter().position(|&b| b == block) {
        Some(place) => char::from(b'a' + place as u8).to_string(),
        None => block.0.to_string(),
    };
    let mut lines = Vec::new();
    for &block in &function.layout {
        let data = &function.blocks[block];
        let mut line = name(block);
        match data.merge {
            Some(Merge::Selection { merge }) => line += &format!(" sel {}", name(merge)),
            Some(Merge::Loop {
                merge,
                continue_target,
            }) => {
                line += &format!(" loop {} {}", name(merge), name(continue_target));
            }
            None => {}
        }
        line += ":";
        if data.terminator == Terminator::Unreachable {
            line += " x";
        }
        data.terminator
            .for_each_edge(|edge| line += &format!(" {}", name(edge.block)));
        lines.push(line);
    }
    lines.join("\n")
}

fn structured(graph: &Graph) -> String {
    let mut module = module_of(graph);
    let entry = module.entry;
    run(&mut module, entry).expect("no graph is refused");
    check(&module, &module.functions[entry]).expect("the structure is right");
    verify::check(&module, Invariants::Structured, "structurize").expect("definitions dominate uses");
    shape(&module, graph.len())
}

macro_rules! cases {
    ($($(#[doc = $doc:literal])* $name:ident: [$([$($succ:literal),*]),*] => $expected:literal;)*) => {
        $(
            $(#[doc = $doc])*
            #[test]
            fn $name() {
                let graph: Graph = vec![$(vec![$($succ),*]),*];
                for seed in 0..10 {
                    let module = fill(&mut Random::new(seed), &graph, Filling::default());
                    compare(&module, Effort::default(), seed as u32).expect("same effects");
                }
                let expected: Vec<&str> = $expected.trim().lines().map(str::trim).collect();
                assert_eq!(structured(&graph), expected.join("\n"));
            }
        )*
    };
}

cases! {
    straight_line: [[1], [2], []] => "
        0:
    ";
    if_then: [[1, 2], [2], []] => "
        0 sel 2: 1 2
        1: 2
        2:
    ";
    if_then_else: [[1, 2], [3], [3], []] => "
        0 sel 3: 1 2
        1: 3
        2: 3
        3:
    ";
    /// Both arms return: no merge block is made for nothing.
    both_return: [[1, 2], [], []] => "
        0 sel 2: 1 2
        1:
        2:
    ";
    /// A row of early returns does not nest.
    early_returns: [[1, 2], [], [3, 4], [], [5, 6], [], []] => "
        0 sel 2: 1 2
        1:
        2 sel 4: 3 4
        3:
        4 sel 6: 5 6
        5:
        6:
    ";
    /// a || b
    short_circuit_or: [[2, 1], [2, 3], [4], [4], []] => "
        0: a
        a loop e d: b
        b sel 2: 2 1
        1 sel c: c 3
        3: e
        c: 2
        2: e
        d: a
        e:
    ";
    /// a && b, without else.
    short_circuit_and: [[1, 3], [2, 3], [3], []] => "
        0 sel 3: 1 3
        1 sel a: 2 a
        2: a
        a: 3
        3:
    ";
    /// Two arms that share code and then part again.
    shared_code: [[1, 2], [3, 4], [3, 4], [5], [5], []] => "
        0 sel a: 1 2
        1: a
        2: a
        a sel 5: 3 4
        3: 5
        4: 5
        5:
    ";
    while_loop: [[1], [2, 3], [1], []] => "
        0: 1
        1 loop c b: a
        a sel 2: 2 c
        2: b
        b: 1
        c:
    ";
    do_while: [[1], [2], [1, 3], []] => "
        0: 1
        1 loop c b: a
        a: b
        b: 1 c
        c:
    ";
    self_loop: [[1], [1, 2], []] => "
        0: 1
        1 loop c b: a
        a: b
        b: 1 c
        c:
    ";
    infinite_loop: [[1], [2], [1]] => "
        0: 1
        1 loop b a: a
        a: 1
        b: x
    ";
    infinite_self_loop: [[1], [1]] => "
        0: 1
        1 loop b a: a
        a: 1
        b: x
    ";
    /// continue from two places.
    two_latches: [[1], [2, 5], [1, 3], [4], [1], []] => "
        0: 1
        1 loop c b: a
        a sel 2: 2 c
        2 sel 3: b 3
        3: b
        b: 1
        c:
    ";
    /// Code before a break stays in the loop.
    break_with_code: [[1], [2, 5], [3, 4], [5], [1], []] => "
        0: 1
        1 loop c b: a
        a sel 2: 2 c
        2 sel 4: 3 4
        3: c
        4: b
        b: 1
        c:
    ";
    return_in_loop: [[1], [2, 5], [3, 4], [], [1], []] => "
        0: 1
        1 loop c b: a
        a sel 2: 2 c
        2 sel 4: 3 4
        3:
        4: b
        b: 1
        c:
    ";
    /// What follows a selection is skipped from two depths within, for two places: one round, told apart behind it.
    round_to_two_places: [[1, 4], [2, 5], [3, 6], [4], [5], [6, 7], [7], []] => "
        0: a
        a loop d c: b
        b sel 4: 1 4
        1 sel 2: 2 d
        2 sel 3: 3 d
        3: 4
        4: d
        c: a
        d: e
        e loop i h: f
        f sel 6: 5 6
        5 sel g: g i
        g: 6
        6: i
        h: e
        i:
    ";
    /// In a loop that is left from there: two loops cannot be left at once, so there is no round.
    no_round_around_a_break: [[1], [2, 4], [3, 5], [6, 4], [5], [7, 8], [], [8], [1, 6]] => "
        0: 1
        1 loop f e: a
        a sel d: 2 d
        2 sel c: 3 c
        3 sel b: f b
        b: c
        c: d
        d sel 5: 4 5
        4: 5
        5 sel 8: 7 8
        7: 8
        8: e
        e: 1 f
        f:
    ";
    /// `continue` past code that others have: to the block that goes back.
    continue_past_a_join: [[1], [2, 3], [5, 3], [4], [5], [1, 6], []] => "
        0: 1
        1 loop c 5: a
        a sel 3: 2 3
        2 sel b: 5 b
        b: 3
        3: 5
        5: 1 c
        c:
    ";
    /// The same where a loop is left from there, too.
    continue_or_break_past_a_join: [[1], [2, 4], [5, 3], [6, 4], [5], [1, 6], []] => "
        0: 1
        1 loop c 5: a
        a sel 4: 2 4
        2 sel 3: 5 3
        3 sel b: c b
        b: 4
        4: 5
        5: 1 c
        c:
    ";
    /// Exits to different places that both go on: a selector. Of what follows, one place is skipped from both.
    two_exits: [[1], [2, 5], [3, 6], [1], [], [7, 8], [7, 8], [], []] => "
        0: 1
        1 loop c b: a
        a sel 2: 2 c
        2 sel 3: 3 c
        3: b
        b: 1
        c: d
        d loop i h: e
        e sel 7: 5 6
        5 sel f: f i
        f: 7
        6 sel g: g i
        g: 7
        7:
        h: d
        i:
    ";
    /// The loop and what is around it are left for the same two places: one selector all the way, not asked on it.
    two_exits_of_arm: [[1, 3, 4], [2, 3], [1, 4], [5], [5], []] => "
        0 sel f: b f a
        a: f
        b: 1
        1 loop e d: c
        c sel 2: 2 e
        2: d
        d: 1 e
        e: f
        f sel 5: 3 4
        3: 5
        4: 5
        5:
    ";
    nested_loops: [[1], [2, 6], [3, 5], [4], [2], [1], []] => "
        0: 1
        1 loop g f: a
        a sel b: b g
        b: 2
        2 loop e d: c
        c sel 3: 3 e
        3: d
        d: 2
        e: f
        f: 1
        g:
    ";
    break_both_loops: [[1], [2, 6], [3, 5], [4, 7], [2], [1], [7], []] => "
        0: 1
        1 loop g f: a
        a sel b: b 6
        6: g
        b: 2
        2 loop e d: c
        c sel 3: 3 e
        3 sel 4: 4 e
        4: d
        d: 2
        e sel 5: 5 g
        5: f
        f: 1
        g:
    ";
    continue_outer: [[1], [2, 6], [3, 5], [4, 1], [2], [1], []] => "
        0: 1
        1 loop g f: a
        a sel b: b g
        b: 2
        2 loop e d: c
        c sel 3: 3 5
        5: e
        3 sel 4: 4 e
        4: d
        d: 2
        e: f
        f: 1
        g:
    ";
    switch_cases: [[1, 2, 3, 4], [4], [4], [4], []] => "
        0 sel 4: 1 2 3 4
        1: 4
        2: 4
        3: 4
        4:
    ";
    /// Two case values share a block, the default is the end.
    switch_shared: [[4, 1, 1, 2], [4], [4], [], []] => "
        0 sel 4: 4 1 1 2
        1: 4
        2: 4
        4:
    ";
    /// Cases fall through to the next in the list, which is put in order.
    switch_fallthrough: [[5, 3, 2, 1, 4], [2], [3], [5], [5], []] => "
        0 sel 5: 5 1 2 3 4
        1: 2
        4: 5
        2: 3
        3: 5
        5:
    ";
    /// Only sometimes: a selector says whether.
    switch_fallthrough_under_condition: [[4, 1, 2, 3], [2, 4], [4], [4], []] => "
        0 sel b: b 1 a 3
        a: b
        1: b
        3: b
        b sel 4: 2 4
        2: 4
        4:
    ";
    /// From the default, which has no place in the list, to the second case.
    switch_fallthrough_from_default: [[1, 2, 3, 4], [3], [4], [4], []] => "
        0 sel 4: 1 2 4 3
        1: 3
        2: 4
        3: 4
        4:
    ";
    /// Through the default: the case before it comes before the one behind it.
    switch_fallthrough_through_default: [[1, 3, 4, 2, 5], [2], [5], [1], [5], []] => "
        0 sel 5: 1 3 2 4 5
        3: 1
        4: 5
        1: 2
        2: 5
        5:
    ";
    /// Cases of a switch in a loop that continue and break it.
    switch_in_loop: [[1], [2, 6], [3, 4, 1, 6], [5], [5], [1], []] => "
        0: 1
        1 loop e d: a
        a sel 2: 2 e
        2 sel 5: 3 4 b c
        b: d
        c: e
        3: 5
        4: 5
        5: d
        d: 1
        e:
    ";
    switch_all_return: [[1, 2, 3], [], [], []] => "
        0 sel 3: 1 2 3
        1:
        2:
        3:
    ";
    /// A cycle with two entries.
    irreducible: [[1, 2], [2, 3], [1, 3], []] => "
        0: a
        a loop d c: b
        b sel 1: 2 1
        2: c d
        1: c d
        c: a
        d:
    ";
    unreachable_blocks: [[2], [2], [], [1]] => "
        0:
    ";
}

/// Loop hints stay at loop headers, wherever they stood; those of selections at the branch.
#[test]
fn hints() {
    let graph: Graph = vec![vec![1], vec![2, 4], vec![3, 3], vec![1], vec![]];
    let mut module = module_of(&graph);
    let entry = module.entry;
    let function = &mut module.functions[entry];
    function.blocks[Block(1)].hint = Hint::DontFlatten;
    function.blocks[Block(3)].hint = Hint::DontUnroll;
    run(&mut module, entry).expect("no graph is refused");
    let function = &module.functions[entry];
    let header = &function.blocks[Block(1)];
    assert!(matches!(header.merge, Some(Merge::Loop { .. })));
    assert_eq!(header.hint, Hint::DontUnroll);
    let flat: Vec<Block> = (function.layout.iter().copied())
        .filter(|&block| function.blocks[block].hint == Hint::DontFlatten)
        .collect();
    assert_eq!(flat.len(), 1);
    assert!(matches!(
        function.blocks[flat[0]].merge,
        Some(Merge::Selection { .. })
    ));
}

/// Two case values share an empty block that passes one of them on; another block passes its own. The hint, which
/// belongs to no loop, keeps the shared block from being skipped.
#[test]
fn switch_shared_passes_number() {
    let graph: Graph = vec![vec![3, 1, 1, 2], vec![4], vec![4], vec![4], vec![]];
    let mut module = shell();
    let mut function = function_of(&graph);
    let drawn = function.append(Block(0), Op::Load, Flags::NONE, Type::I32, &[DRAW.into()], 0);
    let args = [drawn.into(), module.i32(3)];
    let value = function.append(Block(0), Op::And, Flags::NONE, Type::I32, &args, 0);
    if let Some(operand) = function.blocks[Block(0)].terminator.operand_mut() {
        *operand = value.into();
    }
    let passed = function.add_param(Block(4), Type::I32);
    for (block, number) in [(1, 0), (2, 2), (3, 9)] {
        let number = module.i32(number);
        let edge = function.edge(Block(4), &[number]);
        function.blocks[Block(block)].terminator = Terminator::Branch(edge);
    }
    function.blocks[Block(1)].hint = Hint::DontUnroll;
    let args = [TRACE.into(), passed.into()];
    function.append(Block(4), Op::Store, Flags::NONE, Type::VOID, &args, 0);
    module.entry = module.functions.push(function);
    for seed in 0..10 {
        compare(&module, Effort::default(), seed).expect("same effects");
    }
}
