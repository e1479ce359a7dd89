//! Indices beyond arrays, as text before and after.

use super::{bounds, hold};
use crate::ir::parse::parse_module;
use crate::ir::{Function, Module};
use crate::options::{ArrayBounds, Options, OutOfBounds};
use crate::shader::Stage;
use crate::verify::{self, Invariants};

/// A compute shader of 64 threads of these lines, after the pass with `all` for every kind of memory.
fn held(lines: &[&str], all: OutOfBounds) -> String {
    let text = format!(
        "shader \"main\" Compute 6.0\nnum_threads 64, 1, 1\n\
         global @0 \"shared\" Workgroup [64 x i32]\n\
         global @1 \"table\" Private [3 x i32] = [3 x i32] {{7, 8, 9}}\n\
         global @2 \"local\" Function [8 x i32]\n\
         global @3 \"written\" Private [2 x i32] = [2 x i32] {{1, 2}}\n\
         global @4 \"threes\" Workgroup [192 x i32]\n\
         function func0 \"main\" void {{\nlocals @2\nbb0:\n{}\n  ret\n}}\n",
        lines.join("\n")
    );
    let bounds = ArrayBounds {
        groupshared: all,
        local: all,
        constants: all,
    };
    behind("hold", &text, |module, func| hold(module, func, bounds))
}

/// A module behind a pass over its one function.
fn behind(name: &str, text: &str, pass: impl FnOnce(&mut Module, &mut Function)) -> String {
    let mut module = parse_module(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let entry = module.entry;
    let mut func = std::mem::take(&mut module.functions[entry]);
    pass(&mut module, &mut func);
    module.functions[entry] = func;
    let text = module.to_string();
    verify::check(&module, Invariants::Imported, name).unwrap_or_else(|e| panic!("{e}\n{text}"));
    text
}

const INDEX: &str = "  %0: i32 = system_value #0";
const GROUP_INDEX: &str = "  %0: i32 = system_value #9";

/// Types of the local variables of these lines behind the pass that makes arrays of vectors.
fn packed(locals: &str, lines: &[&str], all: bool) -> String {
    let text = format!(
        "shader \"main\" Compute 6.0\nnum_threads 64, 1, 1\n{locals}\n\
         function func0 \"main\" void {{\nlocals @0\nbb0:\n{}\n  ret\n}}\n",
        lines.join("\n")
    );
    let text = behind("pack", &text, |module, func| {
        super::vectors::pack(module, func, all);
    });
    let locals = text.lines().filter(|line| line.starts_with("global"));
    locals.collect::<Vec<_>>().join("\n")
}

#[test]
fn local_arrays_are_vectors_where_there_are_few_that_are_accessed_whole() {
    // Both components at `index * 2`, loaded or stored.
    let index = [
        INDEX,
        "  %1: i32 = imul %0, i32 2",
        "  %2: ptr Function i32 = access_chain @0, %1",
        "  %3: i32 = or %1, i32 1",
        "  %4: ptr Function i32 = access_chain @0, %3",
    ];
    let loads = ["  %5: i32 = load %2", "  %6: i32 = load %4"];
    let stores = ["  store %2, %0", "  store %4, %0"];
    let of = |len: u32, parts: &[&[&str]], all: bool| {
        let lines: Vec<&str> = index.iter().copied().chain(parts.concat()).collect();
        packed(
            &format!("global @0 \"local\" Function [{len} x i32]"),
            &lines,
            all,
        )
    };
    for parts in [&[&loads[..]][..], &[&stores[..]], &[&loads[..], &stores[..]]] {
        assert!(of(6, parts, false).contains("[3 x <2 x i32>]"), "{parts:?}");
    }
    // More than are kept in registers. What is stored between two loads keeps them apart, and one component alone is no vector.
    let apart = ["  %5: i32 = load %2", "  store %2, %0", "  %6: i32 = load %4"];
    for (len, part) in [(12, &loads[..]), (6, &apart[..]), (6, &loads[..1])] {
        assert!(of(len, &[part], false).contains(&format!("[{len} x i32]")));
        assert!(of(len, &[part], true).contains(&format!("[{} x <2 x i32>]", len / 2)));
    }
}

/// Whether something is done to an index.
fn is_held(text: &str) -> bool {
    text.contains("umin") || text.contains("and.held")
}

#[track_caller]
fn expect(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        let at = rest
            .find(part)
            .unwrap_or_else(|| panic!("no `{part}` at its place in\n{text}"));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn an_index_that_is_inside_stays() {
    for lines in [
        &[GROUP_INDEX, "  %1: ptr Workgroup i32 = access_chain @0, %0"][..],
        &[
            INDEX,
            "  %1: i32 = and %0, i32 63",
            "  %2: ptr Workgroup i32 = access_chain @0, %1",
        ],
        &[
            GROUP_INDEX,
            "  %1: i32 = lshr %0, i32 3",
            "  %2: ptr Function i32 = access_chain @2, %1",
        ],
    ] {
        let text = held(lines, OutOfBounds::Zero);
        assert!(!is_held(&text), "{text}");
    }
}

#[test]
fn a_sum_that_may_wrap_around_is_held() {
    let lines = [
        INDEX,
        "  %1: i32 = iadd %0, i32 1",
        "  %2: ptr Workgroup i32 = access_chain @0, %1",
        "  %3: i32 = load %2",
    ];
    let text = held(&lines, OutOfBounds::Clamped);
    expect(&text, &["and.held %1, i32 63", "access_chain @0,"]);
    assert!(!text.contains("select"), "{text}");
    let text = held(&lines, OutOfBounds::Unchecked);
    assert!(!is_held(&text), "{text}");
}

/// What is held is where an element begins.
#[test]
fn parts_of_an_element_are_behind_its_beginning() {
    let parts = [
        INDEX,
        "  %1: i32 = shl %0, i32 2",
        "  %2: i32 = or %1, i32 3",
        "  %3: ptr Workgroup i32 = access_chain @0, %2",
        "  %4: i32 = iadd %1, i32 6",
        "  %5: ptr Workgroup i32 = access_chain @0, %4",
    ];
    let found = [
        "%6: i32 = and.held %1, i32 63",
        "%7: i32 = iadd %6, i32 3",
        "access_chain @0, %7",
        "%8: i32 = iadd %1, i32 4",
        "%9: i32 = and.held %8, i32 63",
        "%10: i32 = iadd %9, i32 2",
        "access_chain @0, %10",
    ];
    expect(&held(&parts, OutOfBounds::Clamped), &found);
    let threes = |index| {
        [
            index,
            "  %1: i32 = iadd %0, i32 1",
            "  %2: i32 = imul i32 3, %1",
            "  %3: i32 = iadd %2, i32 2",
            "  %4: ptr Workgroup i32 = access_chain @4, %3",
        ]
    };
    let found = ["%5: i32 = umin %2, i32 189", "%6: i32 = iadd %5, i32 2"];
    expect(&held(&threes(GROUP_INDEX), OutOfBounds::Clamped), &found);
    // Three times any number is no multiple of three, where it wraps around.
    let found = ["%5: i32 = umin %3, i32 191"];
    expect(&held(&threes(INDEX), OutOfBounds::Clamped), &found);
    // Bits of both are no sum, and 64 elements are not so many threes.
    for lines in [
        [INDEX, "  %1: i32 = shl %0, i32 1", "  %2: i32 = or %1, i32 3"],
        [
            GROUP_INDEX,
            "  %1: i32 = imul %0, i32 3",
            "  %2: i32 = iadd %1, i32 1",
        ],
    ] {
        let [index, base, sum] = lines;
        let chain = "  %3: ptr Workgroup i32 = access_chain @0, %2";
        let text = held(&[index, base, sum, chain], OutOfBounds::Clamped);
        expect(&text, &["%4: i32 = and.held %2, i32 63"]);
    }
}

#[test]
fn loads_are_selected_and_stores_branched_around() {
    let lines = [
        INDEX,
        "  %1: ptr Workgroup i32 = access_chain @0, %0",
        "  %2: i32 = load %1",
        "  store %1, %2",
        "  %3: i32 = atomic.iadd %1, i32 5 #2",
        "  store %1, %3",
    ];
    let text = held(&lines, OutOfBounds::Zero);
    let parts = [
        "ult %0, i32 64",
        "and.held %0, i32 63",
        "load",
        "select",
        "condbr",
        "store",
        "condbr",
        "atomic.iadd",
        "condbr",
        "store",
        "ret",
    ];
    expect(&text, &parts);
    // The result of the atomic is 0 where it is not done.
    assert!(text.contains("(i32 0)"), "{text}");
}

#[test]
fn tables_end_with_zero() {
    let lines = [
        INDEX,
        "  %1: ptr Private i32 = access_chain @1, %0",
        "  %2: i32 = load %1",
        "  %3: ptr Private i32 = access_chain @1, i32 2",
        "  %4: ptr Private i32 = access_chain @1, i32 7",
    ];
    let text = held(&lines, OutOfBounds::Zero);
    let parts = [
        "[4 x i32] {7, 8, 9, 0}",
        "umin %0, i32 3",
        "access_chain @1, i32 2",
        "access_chain @1, i32 3",
    ];
    expect(&text, &parts);
    assert!(!text.contains("select"), "{text}");
}

/// What is written is no table, whatever it starts with.
#[test]
fn a_variable_with_an_initial_value_is_no_table() {
    let lines = [
        INDEX,
        "  %1: ptr Private i32 = access_chain @3, %0",
        "  store %1, i32 5",
    ];
    let text = held(&lines, OutOfBounds::Zero);
    expect(
        &text,
        &["[2 x i32] {1, 2}", "and.held %0, i32 1", "condbr", "store"],
    );
}

/// SPIR-V has no module for a constant index beyond the end, whatever the option says.
#[test]
fn constant_indices_are_held_always() {
    let lines = [
        "  %0: ptr Function i32 = access_chain @2, i32 9",
        "  %1: i32 = load %0",
        "  store %0, %1",
    ];
    for all in [OutOfBounds::Unchecked, OutOfBounds::Clamped, OutOfBounds::Zero] {
        let text = held(&lines, all);
        expect(
            &text,
            &["access_chain @2, i32 7", "select i1 false", "condbr i1 false"],
        );
    }
}

#[test]
fn a_device_that_checks_is_left_what_would_be_held_in_compute_shaders() {
    let groupshared = |stage, checked, asked| {
        let mut options = Options {
            groupshared_checked: checked,
            ..Options::default()
        };
        options.array_bounds.groupshared = asked;
        let bounds = bounds(stage, &options);
        assert_eq!(
            (bounds.local, bounds.constants),
            (OutOfBounds::Clamped, OutOfBounds::Zero)
        );
        bounds.groupshared
    };
    let (clamped, zero) = (OutOfBounds::Clamped, OutOfBounds::Zero);
    assert_eq!(groupshared(Stage::Compute, true, clamped), OutOfBounds::Unchecked);
    assert_eq!(groupshared(Stage::Compute, false, clamped), clamped);
    assert_eq!(groupshared(Stage::Compute, true, zero), zero);
    assert_eq!(groupshared(Stage::Mesh, true, clamped), clamped);
}
