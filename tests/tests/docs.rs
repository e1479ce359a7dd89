//! What the documentation shows is what the translator makes.

use dxil2spirv::dxil::ops::{DxOp, TABLE};
use dxil2spirv_tests::opcodes::{self, Ran};
use dxil2spirv_tests::shaders::testdata;
use std::collections::BTreeMap;

/// The code block of a language in a document.
fn block<'d>(document: &'d str, language: &str) -> &'d str {
    let fence = format!("```{language}\n");
    let start = document.find(&fence).unwrap_or_else(|| panic!("no {language}")) + fence.len();
    let rest = &document[start..];
    rest[..rest.find("\n```").unwrap()].trim_end()
}

#[test]
fn the_walk_through_shows_the_snapshot() {
    let read = |path: &str| std::fs::read_to_string(testdata().join(path)).unwrap();
    let document = read("../docs/binding.md");
    let snapshot = read("snapshots/binding/sample.snap");
    let function = snapshot.find("%main = OpFunction").unwrap();
    let start = snapshot[..function].rfind('\n').unwrap() + 1;
    assert_eq!(block(&document, "spirv"), snapshot[start..].trim_end());
    let hlsl = read("shaders/binding/sample.hlsl");
    let code: Vec<&str> = hlsl.lines().filter(|line| !line.starts_with("//")).collect();
    assert_eq!(block(&document, "hlsl"), code.join("\n"));
}

/// Each row of `docs/opcodes.md` is the library's own; the case that it names exists and runs the operation, and its
/// translation has a word of what the operation is said to become. `BLESS=1` writes the document.
#[test]
fn opcodes() {
    let path = testdata().join("../docs/opcodes.md");
    let cases = opcodes::ran().unwrap();
    let made = opcodes::document(&cases);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let cases: BTreeMap<String, Ran> = (cases.into_iter())
        .map(|case| (case.name.clone(), case))
        .collect();
    let rows = |text: &str| -> Vec<Vec<String>> {
        let rows = text
            .lines()
            .filter(|line| line.starts_with("| ") && !line.starts_with("| |"));
        rows.map(|line| {
            line.split(" | ")
                .map(|cell| cell.trim_matches(['|', ' ']).to_owned())
                .collect()
        })
        .collect()
    };
    let (made, kept) = (rows(&made), rows(&kept));
    let mut wrong = Vec::new();
    if kept.len() != TABLE.len() {
        wrong.push(format!("{} rows for {} operations", kept.len(), TABLE.len()));
    }
    for (made, kept) in made.iter().zip(&kept) {
        if made[..4] != kept[..4] {
            wrong.push(format!("{} is {}", kept.join(" | "), made[..4].join(" | ")));
        } else if let Err(message) = check_case(made, kept, &cases) {
            wrong.push(format!("{}: {message}", kept[1]));
        }
    }
    let how = "BLESS=1 cargo test -p dxil2spirv-tests --test docs opcodes";
    assert!(
        wrong.is_empty(),
        "{}\n`{how}` writes docs/opcodes.md",
        wrong.join("\n")
    );
}

/// The last cell of a row.
fn check_case(made: &[String], kept: &[String], cases: &BTreeMap<String, Ran>) -> Result<(), String> {
    let number = match made[0].strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => made[0].parse(),
    };
    let op = (number.ok().and_then(DxOp::from_number)).ok_or("it has no number")?;
    if opcodes::refused(op).is_some() {
        return match kept[4].as_str() {
            "–" => Ok(()),
            case => Err(format!("it is refused, but {case} runs it")),
        };
    }
    if let Some(reason) = kept[4].strip_prefix("none: ") {
        return match opcodes::without_case(op) {
            Some(known) if known == reason => Ok(()),
            _ => Err("it says that no case can run it".to_owned()),
        };
    }
    let name = kept[4].trim_matches('`');
    let case = match cases.get(name) {
        Some(case) => case,
        None => return Err(format!("no case `{name}`")),
    };
    if !case.operations.contains(&op) {
        return Err(format!("{name} does not have it"));
    }
    match case.shows(op) {
        true => Ok(()),
        false => Err(format!("nothing in {name} becomes {}", kept[3])),
    }
}
