//! `dump`, `assemble`, `diff` and `bisect`: to look at a translation, change it, and find what changes it.

use snapbox::cmd::cargo_bin;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn program() -> Command {
    let mut command = Command::new(cargo_bin!("dxil2spirv"));
    command.env_remove("NO_COLOR");
    command
}

fn shader(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../testdata/shaders/{name}.dxil"));
    path.to_str().unwrap().to_owned()
}

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("stages-{name}.{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn run(folder: &Path, args: &[&str]) -> Output {
    program().args(args).current_dir(folder).output().unwrap()
}

fn good(output: Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Each step prints, and goes on to the module that the translation makes.
#[test]
fn every_step_goes_on_to_the_same_module() {
    let here = folder("steps");
    for name in [
        "alu-int/binary",
        "buffers/append_consume",
        "control-flow/attributes",
        "textures/array_of_rw",
        "vertex/fullscreen_triangle",
    ] {
        let path = shader(name);
        good(run(&here, &["dump", &path, "-o", "stages"]));
        good(run(&here, &[&path, "-o", "whole.spv"]));
        let whole = std::fs::read(here.join("whole.spv")).unwrap();
        let mut files: Vec<String> = std::fs::read_dir(here.join("stages"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        files.sort();
        let steps = [
            "import",
            "lower",
            "locals",
            "selects",
            "cse",
            "stores",
            "dce",
            "roll",
            "ends",
            "aligned",
            "divide",
            "structurize",
        ];
        let expected = steps
            .iter()
            .enumerate()
            .map(|(index, step)| format!("{:02}-{step}.ir", index + 1));
        let irs: Vec<&String> = files.iter().filter(|file| file.ends_with(".ir")).collect();
        assert!(irs.into_iter().eq(&expected.collect::<Vec<_>>()), "{files:?}");
        // Before them the DXIL, behind them SPIR-V and the reflection.
        assert_eq!((files[0].as_str(), files.len()), ("00-dxil.ll", steps.len() + 3));
        for file in files.iter().filter(|file| file.ends_with(".ir")) {
            good(run(
                &here,
                &["assemble", &format!("stages/{file}"), "-o", "again.spv"],
            ));
            assert!(
                std::fs::read(here.join("again.spv")).unwrap() == whole,
                "{name} {file}"
            );
        }
    }
    std::fs::remove_dir_all(here).unwrap();
}

/// What is changed in a step is in the module, and `diff` tells it.
#[test]
fn a_changed_step_changes_the_module() {
    let here = folder("change");
    let path = shader("alu-int/binary");
    let text = good(run(&here, &["dump", &path, "--stage", "import"]));
    assert!(text.starts_with("; after: import\n"), "{text}");
    let from = text.find(" = iadd ").unwrap_or_else(|| panic!("{text}"));
    let changed = format!("{} = isub {}", &text[..from], &text[from + " = iadd ".len()..]);
    std::fs::write(here.join("changed.ir"), changed).unwrap();
    good(run(&here, &["assemble", "changed.ir", "-o", "changed.spv"]));
    let told = run(
        &here,
        &["diff", &path, "changed.spv", "--exit-code", "--context", "0"],
    );
    assert_eq!(told.status.code(), Some(1), "{told:?}");
    let told = String::from_utf8(told.stdout).unwrap();
    assert!(
        told.lines()
            .any(|line| line.starts_with("- ") && line.contains("OpIAdd")),
        "{told}"
    );
    assert!(
        told.lines()
            .any(|line| line.starts_with("+ ") && line.contains("OpISub")),
        "{told}"
    );
    let same = good(run(&here, &["diff", &path, "--exit-code"]));
    assert_eq!(same, "no difference\n");
    // A step that is not one, and text that is no IR.
    let wrong = run(&here, &["assemble", "changed.ir", "--after", "nothing"]);
    assert_eq!(wrong.status.code(), Some(2), "{wrong:?}");
    // What does not hold after the step that it is said to come from is no bug of a pass.
    let wrong = run(&here, &["assemble", "changed.ir", "--after", "lower"]);
    assert_eq!(wrong.status.code(), Some(4), "{wrong:?}");
    let told = String::from_utf8(wrong.stderr).unwrap();
    assert!(
        told.contains("error[E0004]: the IR breaks rules\n  ") && !told.contains("a bug"),
        "{told}"
    );
    std::fs::write(here.join("bad.ir"), "; after: lower\nnonsense\n").unwrap();
    let wrong = run(&here, &["assemble", "bad.ir"]);
    assert_eq!(wrong.status.code(), Some(4), "{wrong:?}");
    std::fs::remove_dir_all(here).unwrap();
}

#[test]
fn options_are_compared() {
    let here = folder("options");
    let path = shader("big/pbr_lights");
    let option = r#"{"optimizations": {"common_subexpressions": false}}"#;
    let told = run(&here, &["diff", &path, "--b-options", option, "--exit-code"]);
    assert_eq!(told.status.code(), Some(1), "{told:?}");
    let told = String::from_utf8(told.stdout).unwrap();
    assert!(told.contains("only in B"), "{told}");
    let wrong = run(&here, &["diff", &path, "--b-options", r#"{"no_such": 1}"#]);
    assert_eq!(wrong.status.code(), Some(2), "{wrong:?}");
    std::fs::remove_dir_all(here).unwrap();
}

/// A module is bad here when it is small: what makes it small at last is found.
#[cfg(unix)]
#[test]
fn what_makes_the_difference_is_found() {
    let here = folder("bisect");
    let path = shader("big/pbr_lights");
    good(run(&here, &[&path, "-o", "whole.spv"]));
    let size = std::fs::metadata(here.join("whole.spv")).unwrap().len();
    let command = format!("test $(wc -c < {{}}) -gt {size}");
    let said = good(run(
        &here,
        &["bisect", &path, "-o", "found", "--", "sh", "-c", &command],
    ));
    let first = "the option optimizations.common_subexpressions = true makes the difference, together with what comes \
                 before it\n";
    assert!(said.starts_with(first), "{said}");
    let size_of = |name: &str| std::fs::metadata(here.join("found").join(name)).unwrap().len();
    assert!(size_of("good.spv") > size && size_of("bad.spv") == size);
    // Without the dead code of the lowering, a module is smaller whatever else is done.
    let none = r#"{"optimizations": {"common_subexpressions": false, "buffer_vectors": false, "array_vectors": false}}"#;
    std::fs::write(here.join("none.json"), none).unwrap();
    good(run(&here, &[&path, "--options", "none.json", "-o", "plain.spv"]));
    let size = std::fs::metadata(here.join("plain.spv")).unwrap().len();
    let command = format!("test $(wc -c < {{}}) -gt {size}");
    let said = good(run(
        &here,
        &[
            "bisect",
            &path,
            "--options",
            "none.json",
            "--",
            "sh",
            "-c",
            &command,
        ],
    ));
    assert!(
        said.starts_with("the pass dce makes the difference, also by itself\n"),
        "{said}"
    );
    // A command that says the same of both has nothing to be found.
    let wrong = run(&here, &["bisect", &path, "--", "true", "{}"]);
    assert_eq!(wrong.status.code(), Some(2), "{wrong:?}");
    let told = String::from_utf8(wrong.stderr).unwrap();
    assert!(
        told.contains("it calls the first good, the second good"),
        "{told}"
    );
    std::fs::remove_dir_all(here).unwrap();
}

/// A message names the line of the text that `dump` prints.
#[test]
fn errors_name_lines_of_the_dxil() {
    let here = folder("lines");
    let path = shader(ATOMICS);
    let output = run(&here, &[&path, "--uav-buffers", "texel"]);
    assert_eq!(output.status.code(), Some(5), "{output:?}");
    let err = String::from_utf8(output.stderr).unwrap();
    let (before, _) = err
        .split_once(" of `dxil2spirv dump --stage dxil`")
        .unwrap_or_else(|| panic!("{err}"));
    let line: usize = before.rsplit(' ').next().unwrap().parse().unwrap();
    let text = good_or_refused(run(
        &here,
        &[
            "dump",
            &path,
            "--stage",
            "dxil",
            "--numbers",
            "--uav-buffers",
            "texel",
        ],
    ));
    let named = text.lines().nth(line - 1).unwrap();
    assert!(named.trim_start().starts_with(&format!("{line}  ")), "{named}");
    assert!(
        named.contains("call") && named.contains("tomic"),
        "{named}\n{err}"
    );
    std::fs::remove_dir_all(here).unwrap();
}

/// What the stages before the one that fails are is written all the same.
fn good_or_refused(output: Output) -> String {
    assert_eq!(output.status.code(), Some(5), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// A shader with atomics of 64 bits, which texel buffers have not.
const ATOMICS: &str = "atomics/int64_all";

/// A local root signature says where what records hold is; behind the lowering, no root signature has anything to say.
#[test]
fn root_signatures_go_on_too() {
    const LOCAL: &str = "CBV(b0), CBV(b1), SRV(t1), SRV(t2), UAV(u3), DescriptorTable(SRV(t8, numDescriptors = 4)), \
        DescriptorTable(SRV(t3)), DescriptorTable(UAV(u4)), DescriptorTable(CBV(b5)), DescriptorTable(Sampler(s1)), \
        StaticSampler(s2)";
    const GLOBAL: &str =
        "DescriptorTable(SRV(t0, space = 9)), DescriptorTable(UAV(u0, space = 9)), CBV(b0, space = 9)";
    let here = folder("signatures");
    let path = shader("tracing/local");
    let signatures = ["--root-signature", GLOBAL, "--local-root-signature", LOCAL];
    let with = |args: &[&str], signatures: &[&str]| run(&here, &[args, signatures].concat());
    good(with(&[&path, "--entry", "Miss", "-o", "whole.spv"], &signatures));
    good(with(
        &["dump", &path, "--entry", "Miss", "-o", "stages"],
        &signatures,
    ));
    good(with(
        &["assemble", "stages/01-import.ir", "-o", "again.spv"],
        &signatures,
    ));
    let [whole, again] = ["whole.spv", "again.spv"].map(|file| std::fs::read(here.join(file)).unwrap());
    assert!(whole == again);
    let global = with(&["assemble", "stages/01-import.ir"], &signatures[..2]);
    assert_eq!(global.status.code(), Some(6), "{global:?}");
    let said = String::from_utf8_lossy(&global.stderr);
    assert!(
        said.contains("is not covered") && !said.contains("--no-root-signature"),
        "{said}"
    );
    let late = with(&["assemble", "stages/02-lower.ir"], &signatures[..2]);
    assert_eq!(late.status.code(), Some(2), "{late:?}");
    assert!(
        String::from_utf8_lossy(&late.stderr).contains("no effect"),
        "{late:?}"
    );
    // The text is of one entry point, and has no root signature of its own.
    for none in [&["--entry", "Miss"][..], &["--no-root-signature"]] {
        let refused = with(&["assemble", "stages/01-import.ir"], none);
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    }
    std::fs::remove_dir_all(here).unwrap();
}

/// The text of DXIL with debug information, as pages have it, says what calls of `llvm.dbg.*` say of the source's variables.
#[test]
fn the_text_names_variables_of_the_source() {
    let here = folder("variables");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/view/long.dxil");
    let html = good(run(&here, &["view", path.to_str().unwrap(), "-o", "-"]));
    let lines: Vec<&str> = html
        .split("\\n")
        .filter(|line| line.contains("call void @llvm.dbg.value("))
        .collect();
    assert!(lines.len() > 1000, "{}", lines.len());
    let told = |words: &[&str]| {
        lines
            .iter()
            .any(|line| words.iter().all(|word| line.contains(word)))
    };
    assert!(told(&["(i64 0) ; square = float %"]), "{:?}", &lines[..20]);
    assert!(told(&["; normal bits 32..64 = float %"]), "{:?}", &lines[..20]);
    assert!(lines.iter().all(|line| line.contains(" ; ")));
    std::fs::remove_dir_all(here).unwrap();
}
