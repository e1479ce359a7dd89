//! C and C++ programs against the headers and libraries, as users build them; under valgrind where it is installed.

#[cfg(target_os = "linux")]
mod consumers;
mod headers;
#[cfg(target_os = "linux")]
mod shared_library;

use std::path::{Path, PathBuf};
use std::process::Command;

fn here() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Where the libraries were built: beside this program.
fn libraries() -> PathBuf {
    let program = std::env::current_exe().unwrap();
    program.parent().unwrap().to_owned()
}

fn scratch() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

/// Runs a command that must succeed; what it writes.
fn run(command: &mut Command) -> String {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().unwrap_or_else(|error| {
        panic!("{program}: {error}; `cargo xtask setup` installs what the tests need\n{command:?}")
    });
    let written = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{written}{errors}");
    written
}

/// The C compiler, or the C++ compiler.
fn compiler(cpp: bool) -> Command {
    let (compiler, variable) = if cpp { ("c++", "CXX") } else { ("cc", "CC") };
    Command::new(std::env::var(variable).unwrap_or_else(|_| compiler.to_owned()))
}

/// Compiles `source` of `tests/c` strictly, as C89 or C++98, and links it with one of the libraries.
fn build(source: &str, name: &str, cpp: bool, shared: bool) -> PathBuf {
    let out = scratch().join(name);
    let mut command = compiler(cpp);
    if cpp {
        command.args(["-x", "c++", "-std=c++98"]);
    } else {
        command.args(["-std=c89", "-pedantic"]);
    }
    command
        .args(["-Wall", "-Wextra", "-Werror", "-g", "-D_POSIX_C_SOURCE=200112L"])
        .arg("-I")
        .arg(here().join("include"))
        .arg(here().join("tests/c").join(source))
        .args(["-x", "none", "-o"])
        .arg(&out);
    if shared {
        // The library has the name that it is installed by; this one only links with it.
        let folder = scratch().join(format!("{name}.lib"));
        std::fs::create_dir_all(&folder).unwrap();
        let built = libraries().join("libdxil2spirv_capi.so");
        for file in ["libdxil2spirv.so", "libdxil2spirv.so.0"] {
            std::fs::copy(&built, folder.join(file)).unwrap();
        }
        command.arg("-L").arg(&folder).arg("-ldxil2spirv");
        command.arg(format!("-Wl,-rpath,{}", folder.display()));
    } else {
        command.arg(libraries().join("libdxil2spirv_capi.a"));
        command.args(["-lm", "-ldl", "-lrt"]);
    }
    run(command.arg("-lpthread"));
    out
}

fn shaders() -> Vec<PathBuf> {
    let folder = here().join("../testdata/shaders");
    let names = [
        "binding/sample_vs.dxil",
        "buffers/append_consume.dxil",
        "big/particles.dxil",
        "big/pbr_lights.dxil",
    ];
    names
        .iter()
        .map(|name| folder.join(name))
        .filter(|path| path.exists())
        .collect()
}

fn valgrind() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok()
}

/// Runs the program, under valgrind with two small shaders where that is installed.
fn threads(program: &Path) {
    let files = shaders();
    assert!(files.len() > 2, "{files:?}");
    if !valgrind() {
        run(Command::new(program).args(files));
        return;
    }
    run(Command::new("valgrind")
        .args([
            "--quiet",
            "--leak-check=full",
            "--show-leak-kinds=definite,indirect,possible",
        ])
        .args(["--errors-for-leak-kinds=definite,indirect", "--error-exitcode=9"])
        .arg(program)
        .args(["-r", "1"])
        .args(&files[..2]));
}

/// What builds by profiles are trained with, which nothing else runs.
#[test]
fn the_trainer_translates_all_that_is_listed() {
    let program = build("../../packaging/train.c", "train", false, true);
    let (list, files) = (scratch().join("train.list"), shaders());
    let lines: Vec<String> = files.iter().map(|path| format!("{}\n", path.display())).collect();
    std::fs::write(&list, lines.concat()).unwrap();
    for ways in ["layer", "both"] {
        let said = run(Command::new(&program).arg(ways).arg(&list));
        assert_eq!(
            said,
            format!("{0} of {0} shaders translated\n", files.len()),
            "{ways}"
        );
    }
    let refused = Command::new(&program).arg("neither").arg(&list).output().unwrap();
    assert!(!refused.status.success());
    if cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        // What is no shader takes few steps.
        std::fs::write(&list, format!("{0}\n{0}\n", list.display())).unwrap();
        let said = run(Command::new(&program).arg("steps").arg(&list));
        let mut lines = said.lines();
        assert_eq!(lines.next(), Some("0 of 2 shaders translated"));
        let counts: Vec<&str> = lines.filter_map(|line| Some(line.split_once(' ')?.1)).collect();
        let of = |shaders: &str| counts.iter().filter(|&&count| count == shaders).count();
        assert!(of("2") > 10 && of("1") + of("2") == counts.len(), "{said}");
    }
}

#[test]
fn layout_is_as_documented() {
    run(&mut Command::new(build("layout.c", "layout_c", false, false)));
    run(&mut Command::new(build("layout.c", "layout_cpp", true, true)));
}

#[test]
fn threads_get_the_same_from_the_shared_library() {
    threads(&build("threads.c", "threads_shared", false, true));
}

#[test]
fn threads_get_the_same_from_the_static_library() {
    run(Command::new(build("threads.c", "threads_static", false, false)).args(shaders()));
}

/// The program in `docs/for-c.md`, compiled as users compile theirs.
#[test]
fn the_document_has_a_program_that_works() {
    let text = std::fs::read_to_string(here().join("../docs/for-c.md")).unwrap();
    let (_, rest) = text.split_once("```c\n").unwrap();
    let (source, _) = rest.split_once("\n```").unwrap();
    let file = scratch().join("for_c.c");
    std::fs::write(&file, format!("{source}\n")).unwrap();
    let program = build(&file.to_string_lossy(), "for_c", false, false);
    let written = run(Command::new(&program).arg(&shaders()[0]));
    assert!(written.contains(" words of SPIR-V") && written.contains("dxil2spirv-reflection/"));
    let refused = Command::new(&program).arg(&file).output().unwrap();
    assert_eq!(refused.status.code(), Some(4));
    assert!(String::from_utf8_lossy(&refused.stderr).contains(": "));
}
