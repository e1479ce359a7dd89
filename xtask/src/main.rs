//! Project tasks, run as `cargo xtask TASK`. No dependencies: it has to build in a moment.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod apt_sources;
mod dist;
mod layout;
mod order;
mod package;
mod pgo;
mod setup;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const USAGE: &str = "\
usage: cargo xtask TASK

tasks:
  test [ARGS...]      install what the tests need, then `cargo test --workspace ARGS...`
  setup               install what the tests need: a Vulkan driver (lavapipe), a C++ compiler, build tools
  man [DIR]           write the command line's man pages to DIR (target/man)
  completions [DIR]   write shell completions to DIR (target/completions)
  dist [--profile NAME] [DIR]
                      build what a release has into DIR (target/dist): an archive, and a Debian package
  package [DIR]       make the crates as they are published in DIR (target/crates), and install the program from them
  pgo [DIR]           build the C libraries, optimized by what the test shaders do, into DIR (target/pgo)
  order [DIR]         find the functions that most test shaders go through, and write capi/functions.ld; builds in DIR
                      (target/order)
  ahead [DIR]         find what of these functions most test shaders run, and write it to capi/functions.ld; builds in DIR
                      (target/order)
  web [DIR]           build the page that translates in a browser into DIR (target/web): serve it as it is
  schema [DIR]        write the JSON Schemas of the reflection and of the binding map to DIR (docs)
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (task, rest) = match args.split_first() {
        Some((task, rest)) => (task.as_str(), rest),
        None => ("--help", &[][..]),
    };
    let done = match task {
        "test" => test(rest),
        "setup" => setup::setup(),
        "man" | "completions" => generate(task, rest),
        "schema" => schema(rest),
        "dist" => dist::dist(rest),
        "package" => package::package(rest),
        "pgo" => pgo::pgo(rest),
        "order" => order::order(rest),
        "ahead" => order::ahead(rest),
        "web" => web(rest),
        "--help" | "-h" | "help" => {
            print!("{USAGE}");
            Ok(())
        }
        _ => {
            eprint!("error: unknown task `{task}`\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The workspace of this file.
fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own)
}

/// Where cargo, which runs in the workspace, leaves what it builds.
fn target() -> PathBuf {
    root().join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// The cargo that runs this, on the workspace.
fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Says what runs, runs it, and fails with it.
fn run(command: &mut Command) -> Result<(), String> {
    let words: Vec<_> = std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let line = words.join(" ");
    println!("==> {line}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{line}` failed: {status}")),
        Err(error) => Err(format!("`{line}` did not start: {error}")),
    }
}

/// What a command that succeeds prints.
fn output(command: &mut Command) -> Result<String, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    match command.output() {
        Ok(output) if output.status.success() => {
            Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
        }
        Ok(output) => Err(format!("`{program}` failed: {}", output.status)),
        Err(error) => Err(format!("`{program}` did not start: {error}")),
    }
}

/// All tests of the workspace. Snapshots are compared and never rewritten.
fn test(args: &[String]) -> Result<(), String> {
    setup::setup()?;
    run(cargo()
        .args(["test", "--workspace", "--no-fail-fast"])
        .args(args)
        .env(
            "INSTA_UPDATE",
            std::env::var_os("INSTA_UPDATE").unwrap_or_else(|| "no".into()),
        )
        .env("CARGO_TERM_PROGRESS_WHEN", "never"))
}

/// The folder to write to: `default` of the workspace, or the one that the user names.
fn folder(task: &str, args: &[String], default: &str) -> Result<String, String> {
    match args {
        [] => Ok(default.to_owned()),
        // Relative to where the user is, not to the workspace.
        [folder] => Ok(std::path::absolute(folder)
            .map_err(|e| format!("{folder}: {e}"))?
            .to_string_lossy()
            .into_owned()),
        _ => Err(format!("`cargo xtask {task}` takes at most one folder")),
    }
}

/// The JSON Schemas, by the library's own types.
fn schema(args: &[String]) -> Result<(), String> {
    let folder = folder("schema", args, "docs")?;
    run(cargo()
        .args([
            "run",
            "--quiet",
            "--package",
            "dxil2spirv",
            "--features",
            "schema",
        ])
        .args(["--example", "schema", "--", &folder]))
}

/// The page of `web/page`, and the translator for WebAssembly beside it.
fn web(args: &[String]) -> Result<(), String> {
    const TARGET: &str = setup::WASM;
    let folder = folder("web", args, "target/web")?;
    let root = root();
    run(cargo().args([
        "build",
        "--package",
        "dxil2spirv-web",
        "--profile",
        "web",
        "--target",
        TARGET,
    ]))
    .map_err(|error| format!("{error}; `rustup target add {TARGET}` installs what is missing"))?;
    let folder = root.join(folder);
    let write = || -> std::io::Result<()> {
        std::fs::create_dir_all(&folder)?;
        for entry in std::fs::read_dir(root.join("web/page"))? {
            let entry = entry?;
            std::fs::copy(entry.path(), folder.join(entry.file_name()))?;
        }
        let built = target().join(TARGET).join("web/dxil2spirv_web.wasm");
        std::fs::copy(built, folder.join("dxil2spirv.wasm"))?;
        Ok(())
    };
    write().map_err(|error| format!("{}: {error}", folder.display()))?;
    println!("==> wrote {}", folder.display());
    Ok(())
}

/// Man pages or completions, by the command line's own generator.
fn generate(kind: &str, args: &[String]) -> Result<(), String> {
    let folder = folder(kind, args, &format!("target/{kind}"))?;
    // As a part of the workspace, whose tests have built most of it.
    run(cargo().args(["build", "--quiet", "--workspace", "--example", "generate"]))?;
    let generate = format!("debug/examples/generate{}", std::env::consts::EXE_SUFFIX);
    run(Command::new(target().join(generate))
        .args([kind, &*folder])
        .current_dir(root()))
}
