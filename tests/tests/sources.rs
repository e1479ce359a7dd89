//! What a module says of its source: for shaders compiled with `-Zi -Qembed_debug`, at -O3 and at -Od. The modules are valid
//! for each target, the code is what it is without, every line that the shader has code for has instructions in the
//! module and the reverse, and variables hold what the source says.

use dxil2spirv::bitcode::module::InstKind;
use dxil2spirv::options::{Options, SourceInformation, TargetEnv};
use dxil2spirv::pipeline::{Request, Shader, Translation};
use dxil2spirv_tests::{shaders, validate};
use std::collections::{BTreeMap, BTreeSet};

/// Opcodes.
const EXT_INST: u32 = 12;
const IMPORT: u32 = 11;
const STRING: u32 = 7;
const CONSTANT: u32 = 43;
const LINE: u32 = 8;
const NO_LINE: u32 = 317;
const NOP: u32 = 0;
const LABEL: u32 = 248;

/// Instructions of NonSemantic.Shader.DebugInfo.100.
mod debug {
    pub const FUNCTION: u32 = 20;
    pub const SCOPE: u32 = 23;
    pub const NO_SCOPE: u32 = 24;
    pub const LOCAL_VARIABLE: u32 = 26;
    pub const DECLARE: u32 = 28;
    pub const VALUE: u32 = 29;
    pub const SOURCE: u32 = 35;
    pub const SOURCE_CONTINUED: u32 = 102;
    pub const LINE: u32 = 103;
    pub const DEFINITION: u32 = 101;
    pub const NO_LINE: u32 = 104;
}

/// The committed shaders that hold their source.
fn with_source() -> Vec<(String, Vec<u8>)> {
    let names = shaders::all().into_iter();
    let names = names.filter(|name| {
        name.starts_with("debug/") || name.starts_with("misc/debug_") || name.ends_with(".debug")
    });
    // Its source is in a file beside it.
    let names = names.filter(|name| !name.ends_with(".slim") && !name.ends_with(".apart"));
    let read = names.map(|name| {
        let bytes = shaders::read(&name).unwrap();
        (name, bytes)
    });
    read.collect()
}

fn options(level: SourceInformation) -> Options {
    let mut options = Options::default();
    options.source_information = level;
    // Those of the debug part differ from those of the other.
    options.names = false;
    options
}

fn translate(bytes: &[u8], options: &Options) -> Translation {
    let shader = Shader::parse_with_debug_info(bytes).unwrap();
    shader.translate(Request::new().options(options)).unwrap()
}

fn instructions(words: &[u32]) -> impl Iterator<Item = (u32, &[u32])> {
    let mut rest = words.get(5..).unwrap_or(&[]);
    std::iter::from_fn(move || {
        let first = *rest.first()?;
        let (inst, after) = rest.split_at((first >> 16) as usize);
        rest = after;
        Some((first & 0xffff, &inst[1..]))
    })
}

fn text(words: &[u32]) -> String {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    let bytes: Vec<u8> = bytes.take_while(|byte| *byte != 0).collect();
    String::from_utf8(bytes).unwrap()
}

/// A module read back.
#[derive(Default)]
struct Read {
    strings: BTreeMap<u32, String>,
    numbers: BTreeMap<u32, u32>,
    /// Debug instructions by id: number and operands.
    debug: BTreeMap<u32, (u32, Vec<u32>)>,
    /// Debug instructions in functions, in order.
    code: Vec<(u32, Vec<u32>)>,
    /// Operations but those of debug information.
    operations: Vec<u32>,
    /// Lines that an instruction stands behind, by `OpLine` and by `DebugLine`. What is of debug information itself is
    /// none.
    lines: BTreeSet<u32>,
    full_lines: BTreeSet<u32>,
}

fn read(words: &[u32]) -> Read {
    let mut read = Read::default();
    let mut set = 0;
    let mut in_code = false;
    let (mut line, mut full_line) = (None, None);
    for (op, operands) in instructions(words) {
        in_code |= op == LABEL;
        match op {
            IMPORT if text(&operands[1..]).starts_with("NonSemantic") => set = operands[0],
            STRING => drop(read.strings.insert(operands[0], text(&operands[1..]))),
            LINE => line = Some(operands[1]),
            NO_LINE => line = None,
            NOP => {
                // The line of what is gone.
                read.lines.extend(line);
                read.full_lines.extend(full_line);
            }
            EXT_INST if operands[2] == set => {
                let inst = (operands[3], operands[4..].to_vec());
                match inst.0 {
                    debug::LINE => full_line = Some(read.numbers[&inst.1[1]]),
                    debug::NO_LINE => full_line = None,
                    _ => {}
                }
                if in_code {
                    read.code.push(inst);
                } else {
                    read.debug.insert(operands[1], inst);
                }
            }
            _ => {
                if op == CONSTANT && operands.len() == 3 {
                    read.numbers.insert(operands[1], operands[2]);
                }
                // Constants that only debug information needs come before.
                if in_code {
                    read.operations.push(op);
                    read.lines.extend(line);
                    read.full_lines.extend(full_line);
                }
                if op == LABEL {
                    (line, full_line) = (None, None);
                }
            }
        }
    }
    read
}

#[test]
fn modules_are_valid_for_every_target() {
    for (name, bytes) in with_source() {
        for target in TargetEnv::ALL {
            if name.starts_with("mesh/") && target != TargetEnv::Vulkan1_3 {
                continue;
            }
            for level in [SourceInformation::Lines, SourceInformation::Full] {
                let mut options = options(level);
                options.target_env = target;
                let made = translate(&bytes, &options);
                validate::translation(&made.words, target)
                    .unwrap_or_else(|error| panic!("{name} {target:?} {level:?}: {error}"));
                assert!(made.warnings.is_empty(), "{name}: {:?}", made.warnings);
            }
        }
    }
}

#[test]
fn the_code_is_the_same() {
    for (name, bytes) in with_source() {
        let plain = read(&translate(&bytes, &options(SourceInformation::None)).words);
        for level in [SourceInformation::Lines, SourceInformation::Full] {
            let told = read(&translate(&bytes, &options(level)).words);
            assert_eq!(told.operations, plain.operations, "{name} {level:?}");
        }
    }
}

#[test]
fn lines_with_code_have_instructions() {
    for (name, bytes) in with_source() {
        let expected = lines_of_dxil(&bytes);
        assert!(expected.len() > 3, "{name}");
        let lines = read(&translate(&bytes, &options(SourceInformation::Lines)).words);
        assert_eq!(lines.lines, expected, "{name}");
        let full = read(&translate(&bytes, &options(SourceInformation::Full)).words);
        assert_eq!(full.full_lines, expected, "{name}");
    }
}

/// Shaders compiled again with their source, at -O3 and at -Od: `testdata/sources`.
fn compiled_again() -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for topic in std::fs::read_dir(shaders::testdata().join("sources")).unwrap() {
        for file in std::fs::read_dir(topic.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            found.push((path.display().to_string(), std::fs::read(&path).unwrap()));
        }
    }
    found.sort();
    found
}

/// The lines that the DXIL itself has instructions of. What says something of the source alone is none.
fn lines_of_dxil(bytes: &[u8]) -> BTreeSet<u32> {
    let shader = Shader::parse_with_debug_info(bytes).unwrap();
    let module = shader.module();
    let mut lines = BTreeSet::new();
    for body in &module.bodies {
        for location in &body.debug_locations {
            let says = |kind: &InstKind| match kind {
                InstKind::Call { callee, .. } => {
                    let name = module.functions.get(*callee).map_or("", |f| module.text(f.name));
                    name.starts_with("llvm.dbg.")
                }
                _ => false,
            };
            if !body
                .insts
                .get(location.inst as usize)
                .is_none_or(|inst| says(&inst.kind))
            {
                lines.insert(location.line);
            }
        }
    }
    lines.remove(&0);
    lines
}

/// Thirty shaders at -O3 and at -Od: each line that the DXIL has code of has instructions in the module, and the reverse; each
/// variable that the DXIL tells values of is told of by name.
#[test]
fn lines_and_variables_of_the_dxil_are_those_of_the_module() {
    let all = compiled_again();
    let optimized = all.iter().filter(|(name, _)| !name.ends_with(".od.dxil")).count();
    assert!(
        optimized >= 30 && all.len() == 2 * optimized,
        "{optimized} of {}",
        all.len()
    );
    let mut missing = Vec::new();
    for (name, bytes) in all {
        let expected = lines_of_dxil(&bytes);
        let made = translate(&bytes, &options(SourceInformation::Full));
        validate::translation(&made.words, TargetEnv::default())
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let full = read(&made.words);
        let told = &full.full_lines;
        let more: Vec<&u32> = told.difference(&expected).collect();
        assert!(more.is_empty(), "{name}: lines {more:?} have no code in the DXIL");
        let less: Vec<&u32> = expected.difference(told).collect();
        if !less.is_empty() {
            missing.push(format!("{name}: lines {less:?}"));
        }
        let known = shaders::told_variables(&bytes);
        let values = full
            .code
            .iter()
            .filter(|(op, _)| matches!(*op, debug::VALUE | debug::DECLARE));
        let named: BTreeSet<&str> = values
            .map(|(_, operands)| full.strings[&full.debug[&operands[0]].1[0]].as_str())
            .collect();
        let lost: Vec<&String> = known
            .iter()
            .filter(|name| !named.contains(name.as_str()))
            .collect();
        if !lost.is_empty() {
            missing.push(format!("{name}: variables {lost:?}"));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn values_stand_in_the_scopes_of_their_variables() {
    for (name, bytes) in with_source() {
        let full = read(&translate(&bytes, &options(SourceInformation::Full)).words);
        assert_eq!(
            full.code
                .iter()
                .filter(|(op, _)| *op == debug::DEFINITION)
                .count(),
            1,
            "{name}"
        );
        let mut scope = None;
        let mut seen = 0;
        for (op, operands) in &full.code {
            match *op {
                debug::SCOPE => scope = Some(operands[0]),
                debug::NO_SCOPE => scope = None,
                debug::VALUE | debug::DECLARE => {
                    seen += 1;
                    assert!(scope.is_some(), "{name}: a value without a scope");
                    let (kind, _) = &full.debug[&operands[0]];
                    assert_eq!(*kind, debug::LOCAL_VARIABLE, "{name}");
                    assert!(operands[3..].iter().all(|index| full.numbers.contains_key(index)));
                }
                debug::LINE | debug::NO_LINE | debug::DEFINITION => {}
                other => panic!("{name}: instruction {other} in a function"),
            }
        }
        assert!(seen > 2, "{name}: {seen}");
    }
}

#[test]
fn variables_and_functions_have_their_names() {
    let bytes = shaders::read("debug/types").unwrap();
    let unoptimized = shaders::read("debug/types.od").unwrap();
    for bytes in [bytes, unoptimized] {
        let full = read(&translate(&bytes, &options(SourceInformation::Full)).words);
        let named = |kind: u32| -> BTreeSet<&str> {
            let of_kind = full.debug.values().filter(|(op, _)| *op == kind);
            of_kind
                .map(|(_, operands)| full.strings[&operands[0]].as_str())
                .collect()
        };
        assert_eq!(named(debug::FUNCTION), BTreeSet::from(["main", "Brightness"]));
        let told = full
            .code
            .iter()
            .filter(|(op, _)| matches!(*op, debug::VALUE | debug::DECLARE));
        let told: BTreeSet<&str> = told
            .map(|(_, operands)| full.strings[&full.debug[&operands[0]].1[0]].as_str())
            .collect();
        for name in ["i", "k", "item", "history", "sum", "moved", "left", "wide"] {
            assert!(told.contains(name), "{name}: {told:?}");
        }
        // The text of the source, once.
        let texts = full
            .debug
            .values()
            .filter(|(op, operands)| *op == debug::SOURCE && operands.len() == 2);
        let texts: Vec<&str> = texts
            .map(|(_, operands)| full.strings[&operands[1]].as_str())
            .collect();
        assert_eq!(texts.len(), 1);
        assert!(texts[0].contains("float Brightness(Light light, float3x4 transform) {"));
        assert!(!full.debug.values().any(|(op, _)| *op == debug::SOURCE_CONTINUED));
    }
}

#[test]
fn a_shader_that_says_nothing_is_warned_of() {
    let bytes = shaders::read("big/pbr_lights").unwrap();
    for level in [SourceInformation::Lines, SourceInformation::Full] {
        let made = translate(&bytes, &options(level));
        let kinds: Vec<_> = made
            .warnings
            .iter()
            .map(|warning| warning.kind().name())
            .collect();
        assert_eq!(kinds, ["no_source"]);
        assert_eq!(
            made.words,
            translate(&bytes, &options(SourceInformation::None)).words
        );
    }
}

#[test]
fn a_program_database_says_what_the_shader_does_not() {
    let bytes = shaders::read("debug/types.apart").unwrap();
    let pdb = std::fs::read(shaders::testdata().join("shaders/debug/types.apart.pdb")).unwrap();
    let options = options(SourceInformation::Full);
    let shader = Shader::parse_with_pdb(&bytes, &pdb).unwrap();
    let apart = shader.translate(Request::new().options(&options)).unwrap();
    validate::translation(&apart.words, options.target_env).unwrap();
    let [apart, embedded] = [
        read(&apart.words),
        read(&translate(&shaders::read("debug/types").unwrap(), &options).words),
    ];
    assert_eq!(apart.operations, embedded.operations);
    let told = |read: &Read| -> Vec<u32> { read.code.iter().map(|(op, _)| *op).collect() };
    assert!(told(&apart) == told(&embedded));
    let names: BTreeSet<&String> = apart
        .strings
        .values()
        .filter(|text| !text.contains('\n'))
        .collect();
    assert_eq!(
        names,
        embedded
            .strings
            .values()
            .filter(|text| !text.contains('\n'))
            .collect()
    );
    assert!(
        apart
            .strings
            .values()
            .any(|text| text.contains("groupshared float Shared[8];"))
    );
    // Another shader's is refused.
    let other = shaders::read("big/pbr_lights").unwrap();
    let error = Shader::parse_with_pdb(&other, &pdb).unwrap_err();
    assert!(error.message().contains("another shader"), "{error}");
    assert!(Shader::parse_with_pdb(&bytes, &bytes).is_err());
}
