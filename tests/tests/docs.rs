//! What the documentation shows is what the translator makes.

use dxil2spirv_tests::shaders::testdata;

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
