//! What a release gives to people who build nothing: an archive with the program, its man pages, completions and
//! documents, and a Debian package of the same where `dpkg-deb` is.
//!
//! The same files give the same bytes: times are that of `SOURCE_DATE_EPOCH`, else 0.

use crate::{cargo, generate, output, run};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where each kind of completions goes in the package: name of the file, folder.
const COMPLETIONS: [(&str, &str); 3] = [
    (
        "dxil2spirv.bash",
        "usr/share/bash-completion/completions/dxil2spirv",
    ),
    ("_dxil2spirv", "usr/share/zsh/vendor-completions/_dxil2spirv"),
    (
        "dxil2spirv.fish",
        "usr/share/fish/vendor_completions.d/dxil2spirv.fish",
    ),
];

/// `dist [--profile NAME] [DIR]`
pub fn dist(args: &[String]) -> Result<(), String> {
    let (profile, rest) = match args {
        [flag, profile, rest @ ..] if flag == "--profile" => (profile.as_str(), rest),
        rest => ("release", rest),
    };
    let root = crate::root();
    let out = root.join(crate::folder("dist", rest, "target/dist")?);
    // The tests have built it as a part of the workspace: with what that takes of dependencies, an example's among them.
    let part_of = match profile {
        "dev" => &["--workspace", "--example", "generate"][..],
        _ => &["--package", "dxil2spirv-cli"],
    };
    run(cargo()
        .args(["build", "--profile", profile, "--bin", "dxil2spirv"])
        .args(part_of))?;
    let target = crate::target();
    let built = if profile == "dev" { "debug" } else { profile };
    let program = target
        .join(built)
        .join(format!("dxil2spirv{}", std::env::consts::EXE_SUFFIX));

    let name = format!("dxil2spirv-{}-{}", env!("CARGO_PKG_VERSION"), host()?);
    let tree = out.join(&name);
    fresh(&tree)?;
    let shipped = tree
        .join("bin/dxil2spirv")
        .with_extension(std::env::consts::EXE_EXTENSION);
    copy(&program, &shipped)?;
    // The names of functions stay, for traces; what debuggers want is most of the file.
    let mut strip = Command::new("strip");
    match strip.arg("-S").arg(&shipped).status() {
        Ok(status) if !status.success() => return Err(format!("strip -S {}: {status}", shipped.display())),
        Ok(_) => {}
        Err(_) => println!("==> with debug information: there is no strip here"),
    }
    for (kind, folder) in [("man", "man/man1"), ("completions", "completions")] {
        generate(kind, &[tree.join(folder).to_string_lossy().into_owned()])?;
    }
    for file in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&root.join(file), &tree.join(file))?;
    }
    for file in files(&root.join("docs"))? {
        if let Some(name) = file.file_name() {
            copy(&file, &tree.join("docs").join(name))?;
        }
    }
    let archive = out.join(format!("{name}.tar.gz"));
    run(Command::new("tar")
        .args([
            "--sort=name",
            "--owner=0",
            "--group=0",
            "--numeric-owner",
            "--mode=u=rwX,go=rX",
        ])
        .arg(format!("--mtime=@{}", epoch()))
        .args(["--use-compress-program=gzip -n -9", "-cf"])
        .arg(&archive)
        .arg("-C")
        .arg(&out)
        .arg(&name))?;
    println!("==> wrote {}", archive.display());
    if Command::new("dpkg-deb").arg("--version").output().is_err() {
        println!("==> no Debian package: there is no dpkg-deb here");
        return Ok(());
    }
    package(&out, &tree)
}

/// The Debian package of what is in `tree`.
fn package(out: &Path, tree: &Path) -> Result<(), String> {
    let architecture = output(Command::new("dpkg").arg("--print-architecture"))?;
    let version = env!("CARGO_PKG_VERSION");
    let name = format!("dxil2spirv_{version}_{architecture}");
    let stage = out.join(&name);
    fresh(&stage)?;
    copy(&tree.join("bin/dxil2spirv"), &stage.join("usr/bin/dxil2spirv"))?;
    for (from, to) in COMPLETIONS {
        copy(&tree.join("completions").join(from), &stage.join(to))?;
    }
    let documents = stage.join("usr/share/doc/dxil2spirv");
    for folder in ["", "docs"] {
        for file in files(&tree.join(folder))? {
            if let Some(name) = file.file_name() {
                copy(&file, &documents.join(folder).join(name))?;
            }
        }
    }
    for page in files(&tree.join("man/man1"))? {
        if let Some(name) = page.file_name() {
            let to = stage.join("usr/share/man/man1").join(name);
            copy(&page, &to)?;
            run(Command::new("gzip").args(["-n", "-9", "-f"]).arg(&to))?;
        }
    }
    let maintainer = std::env::var("DEB_MAINTAINER")
        .unwrap_or_else(|_| "dxil2spirv developers <dxil2spirv@localhost>".to_owned());
    let control = format!(
        "Package: dxil2spirv\nVersion: {version}\nArchitecture: {architecture}\nMaintainer: {maintainer}\n\
         Section: devel\nPriority: optional\nDepends: libc6, libgcc-s1\n\
         Description: translator from DXIL to SPIR-V\n \
         Translates shaders of Direct3D 12 in DXIL to SPIR-V for Vulkan, following a root signature.\n"
    );
    let file = stage.join("DEBIAN/control");
    made_folder(&file)?;
    std::fs::write(&file, control).map_err(|error| format!("{}: {error}", file.display()))?;
    let package = out.join(format!("{name}.deb"));
    run(Command::new("dpkg-deb")
        .args(["--root-owner-group", "--build"])
        .env("SOURCE_DATE_EPOCH", epoch())
        .arg(&stage)
        .arg(&package))?;
    std::fs::remove_dir_all(&stage).map_err(|error| format!("{}: {error}", stage.display()))?;
    println!("==> wrote {}", package.display());
    Ok(())
}

fn epoch() -> String {
    std::env::var("SOURCE_DATE_EPOCH").unwrap_or_else(|_| "0".to_owned())
}

/// The target that this cargo builds for.
fn host() -> Result<String, String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let text = output(Command::new(rustc).arg("-vV"))?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned)
        .ok_or_else(|| "rustc -vV names no host".to_owned())
}

/// An empty folder.
pub fn fresh(folder: &Path) -> Result<(), String> {
    if folder.exists() {
        std::fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

fn made_folder(file: &Path) -> Result<(), String> {
    let folder = file.parent().unwrap_or(file);
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

pub fn copy(from: &Path, to: &Path) -> Result<(), String> {
    made_folder(to)?;
    std::fs::copy(from, to)
        .map(|_| ())
        .map_err(|error| format!("{} to {}: {error}", from.display(), to.display()))
}

/// The files of a folder, in order.
fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    Ok(files)
}
