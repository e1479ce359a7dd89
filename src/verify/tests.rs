//! Each invariant catches what breaks it, and nothing breaks the verifier.

use super::*;
use crate::entity::ListRef;
use crate::ir::parse::parse_module;
use crate::ir::tests::{damaged_texts, files, random_module};
use crate::ir::{Flags, Global, Op, Terminator, Type};

/// The invariants that `text` breaks at `stage`.
fn broken(text: &str, stage: Invariants) -> Vec<Invariant> {
    let module = parse_module(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let mut broken: Vec<_> = match verify(&module, stage) {
        Ok(()) => Vec::new(),
        Err(violations) => violations.iter().map(|v| v.invariant).collect(),
    };
    broken.dedup();
    broken
}

/// The invariants that a function `main` of these lines breaks after import.
fn broken_body(lines: &str) -> Vec<Invariant> {
    let globals = "struct $0 { i32, [* x f32] }\n\
                   global @0 Private i32\n\
                   global @1 StorageBuffer $0\n\
                   global @2 UniformConstant image<f32, Dim2D>\n";
    broken(
        &format!("{globals}function func0 void {{\n{lines}\n}}\n"),
        Invariants::Imported,
    )
}

#[test]
fn files_hold_at_their_stage() {
    for (name, text) in files() {
        let module = parse_module(&text).unwrap();
        let stage = match name.as_str() {
            "compute.ir" => Invariants::Imported,
            "lowered.ir" => Invariants::Structured,
            _ => continue,
        };
        if let Err(violations) = verify(&module, stage) {
            panic!("{name}: {violations:#?}");
        }
    }
}

/// Long vectors, objects, and pointers that are no variable's address.
#[test]
fn what_later_stages_bring_has_a_type() {
    let text = "global @0 Private ray_query\n\
                global @1 Private [4 x hit_object]\n\
                global @2 UniformConstant acceleration_structure\n\
                function func0 void {\n\
                bb0(%0: ptr Private <1024 x f32>):\n\
                \x20 %1: acceleration_structure = load @2\n\
                \x20 %2: ptr Private f32 = access_chain %0, i32 1023\n\
                \x20 %3: <1024 x f32> = load %0\n\
                \x20 store %0, %3\n\
                \x20 ret\n}\n";
    let module = parse_module(text).unwrap();
    assert_eq!(module.to_string(), text);
    assert_eq!(broken(text, Invariants::Imported), []);
    for (from, to, invariant) in [
        ("= load @2", "= load @0", Invariant::OperandTypes),
        (
            "%1: acceleration_structure = load @2",
            "%1: ray_query = load @0",
            Invariant::Types,
        ),
        ("<1024 x f32>", "<1025 x f32>", Invariant::Types),
    ] {
        let broken = broken(&text.replace(from, to), Invariants::Imported);
        assert!(broken.contains(&invariant), "{to}: {broken:?}");
    }
}

#[test]
fn ids_in_range() {
    assert_eq!(
        broken("entry func3\n", Invariants::Imported),
        [Invariant::IdsInRange]
    );
    let good = "global @0 Private i32\nfunction func0 void {\nbb0:\n %0: i32 = iadd i32 1, i32 2\n ret\n}\n";
    let damage: [fn(&mut Module); 6] = [
        |m| m.functions[Func(0)].insts[Inst(0)].ty = Type(9999),
        |m| m.functions[Func(0)].insts[Inst(0)].args = ListRef { start: 7, len: 9 },
        |m| m.functions[Func(0)].pool[0] = Inst(77).into(),
        |m| m.functions[Func(0)].pool[0] = Global(7).into(),
        |m| m.functions[Func(0)].layout.push(Block(9)),
        |m| m.functions[Func(0)].locals.push(Global(9)),
    ];
    for damage in damage {
        let mut module = parse_module(good).unwrap();
        assert_eq!(verify(&module, Invariants::Structured), Ok(()));
        damage(&mut module);
        let violations = verify(&module, Invariants::Imported).unwrap_err();
        assert_eq!(
            violations[0].invariant,
            Invariant::IdsInRange,
            "{}",
            violations[0]
        );
        assert!(check(&module, Invariants::Imported, "a test").is_err());
    }
}

#[test]
fn types_constants_and_globals() {
    let main = "function func0 void {\nbb0:\n ret\n}\n";
    for (line, invariant) in [
        ("global @0 Private [0 x i32]", Invariant::Types),
        ("global @0 Private <2 x <2 x i32>>", Invariant::Types),
        ("global @0 Private {void}", Invariant::Types),
        ("global @0 Private sampled i32", Invariant::Types),
        ("global @0 Private i32 = <2 x i32> {1}", Invariant::Constants),
        (
            "global @0 Private i32 = {i32, f32} {1, (i32 2)}",
            Invariant::Constants,
        ),
        ("global @0 Private i32 = f32 1.0", Invariant::Globals),
        ("global @0 Function i32", Invariant::Globals),
    ] {
        assert_eq!(
            broken(&format!("{line}\n{main}"), Invariants::Imported),
            [invariant],
            "{line}"
        );
    }
    let mut module = parse_module(&format!("global @0 Private i32\n{main}")).unwrap();
    module.globals[Global(0)].pointer = Type::I32;
    let violations = verify(&module, Invariants::Imported).unwrap_err();
    assert_eq!(violations[0].invariant, Invariant::Globals);
}

#[test]
fn layout_and_places() {
    let text = "function func0 void {\nbb0:\n br bb1\nbb1:\n %0: i32 = iadd i32 1, i32 2\n ret\n}\n";
    type Damage = fn(&mut Function);
    let damage: [(Damage, Invariant); 5] = [
        (|f| f.layout.truncate(1), Invariant::Layout),
        (|f| f.layout.push(Block(1)), Invariant::Layout),
        (|f| f.layout.reverse(), Invariant::Layout),
        (|f| f.blocks[Block(0)].insts.push(Inst(0)), Invariant::InstOnce),
        (|f| f.blocks[Block(0)].params.push(Inst(0)), Invariant::InstOnce),
    ];
    for (damage, invariant) in damage {
        let mut module = parse_module(text).unwrap();
        damage(&mut module.functions[Func(0)]);
        let violations = verify(&module, Invariants::Imported).unwrap_err();
        assert_eq!(violations[0].invariant, invariant, "{}", violations[0]);
    }
}

#[test]
fn edges() {
    assert_eq!(broken_body("bb0:\n br bb0"), [Invariant::EntryNotTarget]);
    assert_eq!(
        broken_body("bb0:\n br bb1\nbb1(%0: i32):\n ret"),
        [Invariant::EdgeArguments]
    );
    assert_eq!(
        broken_body("bb0:\n br bb1(f32 1.0)\nbb1(%0: i32):\n ret"),
        [Invariant::EdgeArguments]
    );
}

#[test]
fn dominance() {
    for body in [
        "bb0:\n %1: i32 = iadd %2, i32 1\n %2: i32 = iadd i32 1, i32 1\n ret",
        "bb0:\n %1: i32 = iadd %1, i32 1\n ret",
        "bb0:\n condbr i1 true, bb1, bb2\nbb1:\n %1: i32 = iadd i32 1, i32 1\n br bb2\nbb2:\n store @0, %1\n ret",
        "bb0:\n condbr i1 true, bb1, bb2(%1)\nbb1:\n %1: i32 = iadd i32 1, i32 1\n br bb2(%1)\nbb2(%2: i32):\n ret",
        "bb0:\n store @0, %1\n ret\nbb1:\n %1: i32 = iadd i32 1, i32 1\n ret",
    ] {
        assert_eq!(broken_body(body), [Invariant::Dominance], "{body}");
    }
    // A loop's parameter is defined before its body, a use in dead code is free.
    let fine = "bb0:\n br bb1(i32 0)\nbb1(%1: i32):\n %2: i32 = iadd %1, i32 1\n condbr i1 true, bb1(%2), bb2\n\
                bb2:\n store @0, %2\n ret\nbb3:\n store @0, %4\n br bb2\nbb4:\n %4: i32 = iadd %2, i32 1\n ret";
    assert_eq!(broken_body(fine), []);
}

#[test]
fn operand_types() {
    for line in [
        "%0: i32 = iadd i32 1",
        "%0: i32 = iadd i32 1, f32 2.0",
        "%0: f32 = iadd f32 1.0, f32 2.0",
        "%0: i32 = iadd i32 1, i32 2 #1",
        "%0: f32 = fadd i32 1, i32 2",
        "%0: f64 = sin f64 1.0",
        "%0: i32 = ult i32 1, i32 2",
        "%0: i1 = ult <2 x i32> null, <2 x i32> null",
        "%0: f32 = select i32 1, f32 1.0, f32 2.0",
        "%0: f32 = select i1 true, f32 1.0, i32 2",
        "%0: i16 = zext i32 1",
        "%0: i32 = itrunc i16 1",
        "%0: f32 = fconvert f32 1.0",
        "%0: f32 = bitcast f64 1.0",
        "%0: <2 x f32> = construct f32 1.0",
        "%0: {i32, f32} = construct f32 1.0, i32 1",
        "%0: f32 = extract <2 x f32> null #2",
        "%0: <2 x f32> = insert <2 x f32> null, i32 1",
        "%0: f32 = load @0",
        "store @0, f32 1.0",
        "%0: ptr Private i32 = access_chain @0",
        "%0: ptr StorageBuffer f32 = access_chain @1, i32 0",
        "%0: ptr StorageBuffer f32 = access_chain @1, i32 2, i32 0",
        "%0: i32 = array_length @1",
        "%0: f32 = load ptr PhysicalStorageBuffer f32 undef",
        "%0: f32 = load ptr PhysicalStorageBuffer f32 undef #3",
        "%0: i32 = atomic.iadd @0, f32 1.0 #1",
        "%0: i32 = atomic.cmpxchg @0, i32 1 #1",
        "%0: <4 x f32> = image.fetch @2, <2 x i32> null",
        "%0: <4 x f32> = image.fetch image<f32, Dim2D> undef, i32 1",
        "%0: <4 x f32> = image.fetch image<f32, Dim2D> undef, <2 x i32> null #2",
        "%0: <4 x i32> = image.fetch image<f32, Dim2D> undef, <2 x i32> null, i32 0 #2",
        "%0: <4 x f32> = image.sample_explicit sampled image<f32, Dim2D> undef, <2 x f32> null",
        "%0: <4 x f32> = image.sample_implicit sampled image<f32, Dim2D> undef, <2 x f32> null, f32 0.0 #2",
        "%0: <4 x f32> = image.sample_implicit.sparse sampled image<f32, Dim2D> undef, <2 x f32> null",
        "%0: i32 = image.query_size image<f32, Dim2D> undef",
        "control_barrier i32 2, i32 2",
        "%0: i1 = wave.any i32 1",
        "%0: i32 = wave.iadd i32 1 #3",
        "%0: i32 = call #9",
        "%0: i32 = call",
        "%0: i32 = call i32 1",
        "%0: handle = handle i32 0",
        "%0: i32 = system_value #999",
        "%0: f32 = input.load i32 0 #256",
        "%0: <4 x f32> = sample handle undef, handle undef",
        "dx.barrier #64",
        "demote i32 1",
    ] {
        assert_eq!(
            broken_body(&format!("bb0:\n {line}\n ret")),
            [Invariant::OperandTypes],
            "{line}"
        );
    }
    for line in [
        "%0: i1 = ieq i1 true, i1 false",
        "%0: <2 x i1> = folt <2 x f16> null, <2 x f16> null",
        "%0: {i32, i32} = umul_extended i32 1, i32 2",
        "%0: <4 x f32> = construct <2 x f32> null, f32 1.0, f32 2.0",
        "%0: ptr StorageBuffer f32 = access_chain @1, i32 1, i32 5",
        "%0: i32 = array_length @1 #1",
        "%0: f32 = load ptr PhysicalStorageBuffer f32 undef #4",
        "%0: i32 = atomic.cmpxchg @0, i32 1, i32 2 #1",
        "%0: {i32, <4 x f32>} = image.fetch.sparse image<f32, Dim2D> undef, <2 x i32> null, i32 0 #2",
        "%0: <4 x f32> = image.sample_explicit sampled image<f32, DimCube> undef, <3 x f32> null, \
         <3 x f32> null, <3 x f32> null #4",
        "%0: f32 = image.sample_dref_explicit sampled image<f32, Dim2D> undef, <2 x f32> null, f32 1.0, f32 0.0 #2",
        "%0: <3 x i32> = image.query_size_lod image<f32, Dim2D, arrayed> undef, i32 0",
        "%0: <2 x i32> = bitcast ptr PhysicalStorageBuffer f32 undef",
        "control_barrier i32 2, i32 2, i32 264",
        "dx.barrier #9",
        "call",
    ] {
        assert_eq!(broken_body(&format!("bb0:\n {line}\n ret")), [], "{line}");
    }
}

#[test]
fn terminators() {
    for body in [
        "bb0:\n condbr i32 1, bb1, bb1\nbb1:\n ret",
        "bb0:\n switch i1 true, bb1 []\nbb1:\n ret",
        "bb0:\n switch i32 1, bb1 [3: bb1, 3: bb1]\nbb1:\n ret",
        "bb0:\n switch i16 1, bb1 [65536: bb1]\nbb1:\n ret",
        "bb0:\n ret i32 1",
    ] {
        assert_eq!(broken_body(body), [Invariant::Terminators], "{body}");
    }
}

#[test]
fn stages() {
    let text = "resource res0 Srv RawBuffer \"\"\nfunction func0 void {\nbb0:\n %0: handle = handle i32 0\n ret\n}\n";
    assert_eq!(broken(text, Invariants::Imported), []);
    assert_eq!(broken(text, Invariants::Lowered), [Invariant::NoD3d12]);

    let text = "function func0 void {\nbb0:\n br bb1\nbb2:\n ret\nbb1:\n br bb2\n}\n";
    assert_eq!(broken(text, Invariants::Lowered), []);
    assert_eq!(broken(text, Invariants::Structured), [Invariant::LayoutOrder]);

    for body in [
        "bb0:\n switch i32 1, bb1 []\nbb1:\n ret",
        "bb0:\n br bb1\nbb1:\n condbr i1 true, bb1, bb2\nbb2:\n ret",
        "bb0:\n selection_merge bb0\n condbr i1 true, bb1, bb2\nbb1:\n br bb2\nbb2:\n ret",
    ] {
        let text = format!("function func0 void {{\n{body}\n}}\n");
        assert_eq!(broken(&text, Invariants::Lowered), [], "{body}");
        assert_eq!(
            broken(&text, Invariants::Structured),
            [Invariant::Structure],
            "{body}"
        );
    }
}

/// Drivers take what one variable's decorations say for all of its block type.
#[test]
fn block_types() {
    let module = |first: &str, second: &str, ty: &str| {
        let block = "block { [* x i32 stride 4] offset 0 }";
        format!(
            "struct $0 \"a\" {block}\nstruct $1 \"b\" {block}\n\
             global @0 StorageBuffer $0 {first}\nglobal @1 StorageBuffer [2 x {ty}] {second}\n\
             function func0 void {{\nbb0:\n ret\n}}\n"
        )
    };
    let [free, read_only, coherent] = ["", "decorate NonWritable", "decorate Coherent"];
    for (first, second) in [(read_only, free), (free, coherent), (read_only, coherent)] {
        let shared = module(first, second, "$0");
        assert_eq!(broken(&shared, Invariants::Imported), []);
        assert_eq!(broken(&shared, Invariants::Lowered), [Invariant::BlockTypes]);
        assert_eq!(broken(&module(first, second, "$1"), Invariants::Lowered), []);
    }
    for same in [free, read_only, coherent] {
        assert_eq!(broken(&module(same, same, "$0"), Invariants::Lowered), []);
    }
    let address = "function func0 void {\nbb0:\n %0: ptr PhysicalStorageBuffer $0 = address_to_pointer i64 8\n ret\n}\n";
    let text = module(free, free, "$0")
        .split("function")
        .next()
        .unwrap_or("")
        .to_owned()
        + address;
    assert_eq!(broken(&text, Invariants::Lowered), [Invariant::BlockTypes; 1]);
}

#[test]
fn violations_say_where() {
    let text = "function func0 void {\nbb0:\n br bb1\nbb1:\n %7: i32 = iadd i32 1, f32 2.0\n ret\n}\n";
    let violations = verify(&parse_module(text).unwrap(), Invariants::Imported).unwrap_err();
    assert_eq!(
        violations[0].to_string(),
        "OperandTypes in func0 bb1: operand 1 is `f32`, the result `i32`: `%7: i32 = iadd i32 1, f32 2.0`"
    );
    assert_eq!(violations[0].inst, Some(Inst(7)));
}

#[test]
fn any_module_is_safe_to_verify() {
    for seed in 0..300 {
        let mut module = random_module(seed);
        let _ = verify(&module, Invariants::Structured);
        // Then with a little damage that no text can express.
        for function in module.functions.values_mut() {
            for (index, data) in function.insts.values_mut().enumerate() {
                match (seed as usize + index) % 23 {
                    0 => data.args.len += 1000,
                    1 => data.ty = Type(5000),
                    2 => data.op = Op::Param,
                    3 => data.flags = Flags(u16::MAX),
                    _ => {}
                }
            }
            for (index, value) in function.pool.iter_mut().enumerate() {
                if (seed as usize + index).is_multiple_of(31) {
                    *value = Inst(1 << 29).into();
                }
            }
            for data in function.blocks.values_mut() {
                if seed.is_multiple_of(5) {
                    data.terminator = Terminator::Unreachable;
                }
            }
        }
        let _ = verify(&module, Invariants::Structured);
        let _ = module.to_string();
    }
    for text in damaged_texts(1000) {
        if let Ok(module) = parse_module(&text) {
            let _ = verify(&module, Invariants::Structured);
        }
    }
}

#[test]
fn large_functions_take_linear_time() {
    let mut text = String::from("global @0 Private i32\nfunction func0 void {\n");
    let blocks = 20_000;
    for block in 0..blocks {
        text.push_str(&format!(
            "bb{block}:\n %{block}: i32 = load @0\n store @0, %0\n br bb{}\n",
            block + 1
        ));
    }
    text.push_str(&format!("bb{blocks}:\n ret\n}}\n"));
    let module = parse_module(&text).unwrap();
    let start = std::time::Instant::now();
    assert_eq!(verify(&module, Invariants::Structured), Ok(()));
    assert!(start.elapsed().as_secs() < 5);
}
