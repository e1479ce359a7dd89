//! The text form: files, random modules and damaged text.

use super::op::{Flags, Op};
use super::parse::parse_module;
use super::print::{PrintOptions, print_module};
use super::*;
use crate::entity::EntityId;
use std::path::Path;

/// Text without comment and blank lines.
fn without_comments(text: &str) -> String {
    text.lines()
        .filter(|line| !line.trim_start().starts_with(';') && !line.trim().is_empty())
        .map(|line| format!("{line}\n"))
        .collect()
}

pub(crate) fn files() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/ir");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "ir"))
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

#[test]
pub(crate) fn files_print_as_they_parse() {
    for (name, text) in files() {
        let module = parse_module(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(module.to_string(), without_comments(&text), "{name}");
    }
}

#[test]
fn values_and_blocks_may_be_numbered_at_will() {
    let text = "function func0 void {\nbb70000:\n br bb5(%4000000, %3)\nbb5(%9: i32, %8: i32):\n ret\n\
                bb1:\n %3: i32 = iadd i32 1, i32 2\n %4000000: i32 = iadd %3, %3\n br bb70000\n}";
    let module = parse_module(text).unwrap();
    let printed = module.to_string();
    assert_eq!(
        printed,
        "function func0 void {\nbb0:\n  br bb1(%3, %2)\nbb1(%0: i32, %1: i32):\n  ret\n\
         bb2:\n  %2: i32 = iadd i32 1, i32 2\n  %3: i32 = iadd %2, %2\n  br bb0\n}\n"
    );
    assert_eq!(parse_module(&printed).unwrap().to_string(), printed);
}

#[test]
fn errors_name_line_and_column() {
    for (text, expected) in [
        (
            "shader",
            "line 1, column 7: expected a string, found the end of the text",
        ),
        ("\n  bogus 1", "line 2, column 3: unknown statement `bogus`"),
        (
            "global @1 Private i32",
            "line 1, column 8: globals are numbered in order: expected number 0 here",
        ),
        (
            "global @0 Nowhere i32",
            "line 1, column 11: expected a storage class, found `Nowhere`",
        ),
        (
            "global @0 Private i32 = i32 4294967296",
            "line 1, column 29: expected a number that fits 32 bits, \
          `null`, `undef` or `true`/`false` for `i1`, found `4294967296`",
        ),
        (
            "global @0 Private $0",
            "line 1, column 19: no struct `$0` is declared above",
        ),
        (
            "function func0 void {\nbb0:\n}",
            "line 3, column 1: the last block has no terminator",
        ),
        (
            "function func0 void {\n ret\n}",
            "line 2, column 2: this instruction is in no block",
        ),
        (
            "function func0 void {\nbb0:\n br bb1\n}",
            "line 3, column 5: there is no block `bb1` in this function",
        ),
        (
            "function func0 void {\nbb0:\n ret %1\n}",
            "line 3, column 6: `%1` is not defined in this function",
        ),
        (
            "function func0 void {\nbb0(%1: i32, %1: i32):\n ret\n}",
            "line 2, column 14: `%1` is defined twice",
        ),
        (
            "function func0 void {\nbb0:\n frob %1\n}",
            "line 3, column 2: unknown operation `frob`",
        ),
        (
            "function func0 void {\nbb0:\n iadd @0\n}",
            "line 3, column 7: no global `@0` is declared above",
        ),
        ("shader \"a", "line 1, column 10: this string has no end"),
    ] {
        assert_eq!(parse_module(text).unwrap_err().to_string(), expected);
    }
}

#[test]
fn nesting_is_bounded() {
    for (open, leaf) in [
        ("[2 x ", "i32"),
        ("{", ""),
        ("ptr Private ", "i32"),
        ("<2 x ", "i32"),
    ] {
        let text = format!("global @0 Private {}{leaf}", open.repeat(100_000));
        assert!(parse_module(&text).unwrap_err().message.contains("nest deeper"));
    }
    let text = format!("global @0 Private i32 = i32 {}", "{(i32 ".repeat(100_000));
    assert!(parse_module(&text).unwrap_err().message.contains("nest deeper"));
}

#[test]
fn sources_are_printed_on_request() {
    let text = "function func0 void {\nbb0:\n  demote !17\n  ret\n}\n";
    let module = parse_module(text).unwrap();
    assert_eq!(print_module(&module, PrintOptions { sources: true }), text);
    assert!(!module.to_string().contains("!17"));
}

/// A small xorshift generator: the tests must not depend on anything outside.
pub(crate) struct Random(pub u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

/// A type of any shape, from those that exist.
fn random_type(random: &mut Random, module: &mut Module) -> Type {
    let existing = Type::from_index(random.below(module.types.len()));
    let scalar = Type(1 + random.below(8) as u32);
    let data = match random.below(12) {
        0 => return module.types.vector(scalar, 2 + random.below(3) as u32),
        1 => TypeData::Array {
            element: existing,
            len: random.below(9) as u32,
            stride: [0, 4, 16][random.below(3)],
        },
        2 => TypeData::RuntimeArray {
            element: existing,
            stride: [0, 4, 16][random.below(3)],
        },
        3 | 4 => {
            let members = (0..random.below(4))
                .map(|index| Member {
                    ty: Type::from_index(random.below(module.types.len())),
                    offset: (random.below(2) == 0).then_some(index as u32 * 16),
                    name: ["", "m", "with \"quotes\" \\ and \n"][random.below(3)].to_owned(),
                })
                .collect();
            TypeData::Struct(StructType {
                name: ["", "s"][random.below(2)].to_owned(),
                members,
                block: random.below(4) == 0,
                access: [MemberAccess::Any, MemberAccess::ReadOnly, MemberAccess::Coherent][random.below(3)],
            })
        }
        5 => TypeData::Pointer {
            class: [StorageClass::Function, StorageClass::PhysicalStorageBuffer][random.below(2)],
            pointee: existing,
        },
        6 => TypeData::Sampler,
        7 => TypeData::Image(ImageType {
            sampled: scalar,
            dim: ::spirv::Dim::from_u32(random.below(7) as u32).unwrap(),
            arrayed: random.below(2) == 0,
            multisampled: random.below(2) == 0,
            storage: random.below(2) == 0,
            signed: random.below(2) == 0,
            format: ::spirv::ImageFormat::from_u32(random.below(40) as u32).unwrap(),
        }),
        8 => TypeData::Cooperative(CooperativeMatrix {
            group: random.below(2) == 0,
            component: scalar,
            numbers: match MatrixNumbers::NAMED.get(random.below(5)) {
                Some((numbers, _)) => *numbers,
                None => MatrixNumbers::Plain,
            },
            rows: random.below(64) as u32,
            columns: random.below(64) as u32,
            of: MatrixUse::ALL[random.below(3)].0,
        }),
        _ => return existing,
    };
    module.types.intern(data)
}

/// A constant of any type and shape.
fn random_constant(random: &mut Random, module: &mut Module) -> Const {
    let ty = match random_type(random, module) {
        Type::VOID => Type::F16,
        ty => ty,
    };
    if ty.scalar_bits() != 0 && random.below(4) != 0 {
        let bits = random.next() >> random.below(64);
        return module.consts.scalar(ty, bits);
    }
    let data = match random.below(4) {
        0 => ConstData::Null,
        1 if !module.consts.is_empty() => ConstData::Composite(
            (0..random.below(4))
                .map(|_| Const::from_index(random.below(module.consts.len())))
                // Depth and size stay small: printing spells constants out.
                .filter(|&c| !matches!(module.consts.get(c), ConstData::Composite(_)))
                .collect(),
        ),
        _ => ConstData::Undef,
    };
    module.consts.intern(ty, data)
}

/// A function whose ids are all in range and that otherwise follows no rule.
fn random_function(random: &mut Random, module: &mut Module) -> Function {
    let ret = random_type(random, module);
    let mut function = Function::new(["", "main", "f.g h"][random.below(3)], ret);
    let blocks = 1 + random.below(6);
    for _ in 0..blocks {
        function.add_block();
    }
    // First the instructions without operands, so that every id is known.
    for index in 0..blocks {
        let block = Block::from_index(index);
        for _ in 0..random.below(3) {
            let ty = match random_type(random, module) {
                Type::VOID => Type::I32,
                ty => ty,
            };
            function.add_param(block, ty);
        }
        for _ in 0..random.below(6) {
            let op = Op::ALL[1 + random.below(Op::ALL.len() - 1)];
            let flags = Flags(random.below(64) as u16);
            let imm = [0, 1, u32::MAX][random.below(3)];
            let ty = random_type(random, module);
            let inst = function.append(block, op, flags, ty, &[], imm);
            if ty != Type::VOID && random.below(4) == 0 {
                function.names.insert(inst, "näme".to_owned());
            }
            if random.below(2) == 0 {
                function.insts[inst].source = random.below(1000) as u32;
            }
        }
    }
    let results: Vec<Inst> = function
        .insts
        .iter()
        .filter(|(_, data)| data.ty != Type::VOID)
        .map(|(inst, _)| inst)
        .collect();
    let values = |random: &mut Random, module: &mut Module, most: usize| -> Vec<Value> {
        (0..random.below(most))
            .map(|_| match random.below(4) {
                0 if !module.globals.is_empty() => {
                    Global::from_index(random.below(module.globals.len())).into()
                }
                1 | 2 if !results.is_empty() => results[random.below(results.len())].into(),
                _ => random_constant(random, module).into(),
            })
            .collect()
    };
    for inst in function.insts.ids().collect::<Vec<_>>() {
        if function.insts[inst].op != Op::Param {
            let args = values(random, module, 5);
            function.insts[inst].args = crate::entity::ListRef::append(&mut function.pool, args);
        }
    }
    for index in 0..blocks {
        let edge = |random: &mut Random, module: &mut Module, function: &mut Function| {
            let args = values(random, module, 3);
            function.edge(Block::from_index(random.below(blocks)), &args)
        };
        let value: Value = module.i32(7);
        let terminator = match random.below(6) {
            0 => Terminator::Branch(edge(random, module, &mut function)),
            1 => Terminator::CondBranch {
                condition: value,
                if_true: edge(random, module, &mut function),
                if_false: edge(random, module, &mut function),
            },
            2 => Terminator::Switch {
                value,
                default: edge(random, module, &mut function),
                cases: (0..random.below(4))
                    .map(|_| (random.next(), edge(random, module, &mut function)))
                    .collect(),
            },
            3 => Terminator::Return(Some(value)),
            4 => Terminator::Return(None),
            _ => Terminator::Unreachable,
        };
        let target = Block::from_index(random.below(blocks));
        let data = &mut function.blocks[Block::from_index(index)];
        data.terminator = terminator;
        data.hint = [Hint::None, Hint::Flatten, Hint::DontUnroll][random.below(3)];
        data.merge = match random.below(3) {
            0 => Some(Merge::Selection { merge: target }),
            1 => Some(Merge::Loop {
                merge: target,
                continue_target: Block(0),
            }),
            _ => None,
        };
    }
    if !module.globals.is_empty() {
        function.locals = vec![Global(0)];
    }
    function
}

pub(crate) fn random_module(seed: u64) -> Module {
    let random = &mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut module = Module {
        packed_halves: random.below(8) == 0,
        ..Module::default()
    };
    for _ in 0..random.below(8) {
        random_type(random, &mut module);
    }
    for _ in 0..random.below(4) {
        let ty = random_type(random, &mut module);
        let global = module.add_global("g", StorageClass::Private, ty);
        if random.below(2) == 0 {
            module.globals[global].init = Some(random_constant(random, &mut module));
        }
        module.decorate(global, ::spirv::Decoration::BuiltIn, &[random.below(30) as u32]);
        module.decorate(global, ::spirv::Decoration::Binding, &[3, 4]);
    }
    for _ in 0..random.below(3) {
        let function = random_function(random, &mut module);
        module.functions.push(function);
    }
    module
}

#[test]
pub(crate) fn random_modules_survive_the_round_trip() {
    for seed in 0..500 {
        let module = random_module(seed);
        let text = print_module(&module, PrintOptions { sources: true });
        let again = parse_module(&text).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{text}"));
        let printed = print_module(&again, PrintOptions { sources: true });
        assert_eq!(printed, text, "seed {seed}");
        for (function, other) in module.functions.values().zip(again.functions.values()) {
            assert_eq!(function.layout, other.layout);
            assert_eq!(function.names, other.names);
            for (inst, data) in function.insts.iter().filter(|(_, d)| d.ty != Type::VOID) {
                let found = &other.insts[inst];
                assert_eq!(
                    (data.op, data.flags, data.imm, data.source),
                    (found.op, found.flags, found.imm, found.source)
                );
            }
        }
    }
}

/// Texts that are almost modules: files with parts cut out, doubled, overwritten.
pub(crate) fn damaged_texts(count: usize) -> impl Iterator<Item = String> {
    let files = files();
    let random = &mut Random(0x1234_5678_9abc_def1);
    let mut texts = Vec::new();
    for round in 0..count {
        let mut text = files[round % files.len()].1.clone().into_bytes();
        for _ in 0..1 + random.below(4) {
            let at = random.below(text.len());
            let end = (at + random.below(20)).min(text.len());
            match random.below(5) {
                0 => drop(text.drain(at..end)),
                1 => text[at] = random.next() as u8,
                2 => text.truncate(at),
                3 => {
                    let part = text[at..end].to_vec();
                    let to = random.below(text.len());
                    text.splice(to..to, part);
                }
                _ => drop(
                    text.splice(
                        at..at,
                        ["%", "99999999", "bb1", "{", "\"", "\\", "\n", "é", "null", "@0"][random.below(10)]
                            .bytes(),
                    ),
                ),
            }
            if text.is_empty() {
                break;
            }
        }
        texts.push(String::from_utf8_lossy(&text).into_owned());
    }
    texts.into_iter()
}

#[test]
fn damaged_text_gives_errors_or_modules_that_print() {
    let mut parsed = 0;
    for text in damaged_texts(4000) {
        if let Ok(module) = parse_module(&text) {
            parsed += 1;
            let printed = module.to_string();
            let again = parse_module(&printed).unwrap_or_else(|e| panic!("{e}\n{text}\n{printed}"));
            assert_eq!(again.to_string(), printed);
        }
    }
    assert!(parsed > 50, "{parsed}");
}
