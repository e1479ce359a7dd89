//! What the shared library says of itself: its SONAME, and the functions that it exports.

use crate::{here, libraries, run};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn library() -> PathBuf {
    libraries().join("libdxil2spirv_capi.so")
}

/// The SONAME that the version of the header asks for.
pub fn soname() -> String {
    format!(
        "libdxil2spirv.so.{}",
        dxil2spirv_capi::native::d2s_version() >> 16
    )
}

/// What the dynamic section of a file says of `kind`: `SONAME`, `NEEDED`.
pub fn dynamic(file: &Path, kind: &str) -> Vec<String> {
    let text = run(Command::new("readelf")
        .args(["--dynamic", "--wide"])
        .arg(file)
        .env("LC_ALL", "C"));
    let lines = text.lines().filter(|line| line.contains(&format!("({kind})")));
    lines
        .filter_map(|line| Some(line.split_once('[')?.1.trim_end_matches(']').to_owned()))
        .collect()
}

#[test]
fn soname_is_the_major_version() {
    assert_eq!(dynamic(&library(), "SONAME"), [soname()]);
    let documentation = std::fs::read_to_string(here().join("../docs/c-abi.md")).unwrap();
    assert!(documentation.contains(&format!("The SONAME is `{}`.", soname())));
    let header = std::fs::read_to_string(here().join("include/dxil2spirv.h")).unwrap();
    let version = dxil2spirv_capi::native::d2s_version();
    assert!(header.contains(&format!("#define D2S_VERSION {version}u")));
}

/// The functions that a header declares: the name behind the macro and the type.
fn declared(header: &str, macro_name: &str) -> BTreeSet<String> {
    let text = std::fs::read_to_string(here().join("include").join(header)).unwrap();
    let start = format!("\n{macro_name} ");
    text.split(&start)
        .skip(1)
        .map(|rest| {
            let before = rest.split('(').next().unwrap_or_default();
            before.rsplit([' ', '*']).next().unwrap_or_default().to_owned()
        })
        .collect()
}

#[test]
fn exports_are_what_the_headers_declare() {
    let listed = run(Command::new("nm")
        .args(["--dynamic", "--defined-only", "--format=posix"])
        .arg(library()));
    let names = listed.lines().filter_map(|line| line.split(' ').next());
    let exported: BTreeSet<String> = names.map(str::to_owned).collect();
    let mut expected = declared("dxil2spirv.h", "D2S_API");
    assert!(expected.len() > 10, "{expected:?}");
    expected.extend(declared("dxil_spirv_c.h", "DXIL_SPV_PUBLIC_API"));
    let difference: Vec<_> = exported.symmetric_difference(&expected).collect();
    assert!(difference.is_empty(), "in one of both only: {difference:?}");
}

/// `functions.ld` lays out functions by their names, which are other ones once the code is.
#[test]
fn functions_that_lie_together_are_the_librarys() {
    const HASH: &str = "17h*";
    let listed = run(Command::new("nm")
        .args(["--defined-only", "--format=posix"])
        .arg(library()));
    let names = listed.lines().filter_map(|line| line.split(' ').next());
    let names: BTreeSet<&str> = names.collect();
    let script = std::fs::read_to_string(here().join("functions.ld")).unwrap();
    let paths = script.lines().filter_map(|line| {
        let name = line.trim().strip_prefix("*(.text.")?.split(' ').next()?;
        // The compiler of another version may name what is not ours in another way.
        name.strip_suffix(HASH)
            .filter(|path| path.starts_with("_ZN10dxil2spirv"))
    });
    let is_there = |path: &&str| {
        names
            .range(*path..)
            .next()
            .is_some_and(|name| name.starts_with(path))
    };
    let (there, gone): (Vec<&str>, Vec<&str>) = paths.partition(is_there);
    // Some are part of their callers in this build.
    assert!(
        there.len() > 100 && there.len() >= 4 * gone.len(),
        "{} of {} functions are gone, as {:?}: `cargo xtask order` finds those that there are now",
        gone.len(),
        there.len() + gone.len(),
        &gone[..gone.len().min(5)]
    );
}

/// `functions.ld` lists stretches of a function by its size, in pieces of 16 bytes.
#[test]
fn what_is_asked_for_ahead_lies_within_its_function() {
    let script = std::fs::read_to_string(here().join("functions.ld")).unwrap();
    let places = script
        .lines()
        .filter(|line| line.trim().starts_with("*("))
        .count();
    let (mut stretches, mut before) = (0, (0, 0));
    for line in script.lines().filter(|line| line.contains("LONG(")) {
        let number = |before: &str| {
            let (_, behind) = line.split_once(before).unwrap();
            let digits = behind.split(|c: char| !c.is_ascii_hexdigit());
            digits.into_iter().next().unwrap()
        };
        let decimal = |before: &str| number(before).parse::<usize>().unwrap();
        let place = decimal("? (dxil2spirv_place_");
        let (next, size) = (decimal("LONG(dxil2spirv_place_"), decimal("== "));
        let stretch = usize::from_str_radix(number("+ 0x"), 16).unwrap();
        let (start, length) = (stretch >> 8, stretch & 0xff);
        assert!(next == place + 1 && place < places, "{line}");
        assert!(length > 0 && (start + length) * 16 <= size, "{line}");
        assert!(before <= (place, start), "{line}");
        before = (place, start + length);
        stretches += 1;
    }
    assert!(stretches > 500, "{stretches}: `cargo xtask ahead` finds them");
}
