//! The crates as a registry gets them, and the program installed from these, as `cargo install dxil2spirv-cli` does.

use crate::dist::fresh;
use crate::{cargo, run};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The crates that are published, those that others need first.
const CRATES: [&str; 4] = [
    "dxil2spirv",
    "dxil2spirv-view",
    "dxil2spirv-cli",
    "dxil2spirv-capi",
];

/// What each crate has beside its code.
const FILES: [&str; 5] = [
    "Cargo.toml",
    "Cargo.lock",
    "README.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
];

/// `package [DIR]`: DIR/crates has the crates, unpacked, DIR/bin the program.
pub fn package(args: &[String]) -> Result<(), String> {
    let root = crate::root();
    let out = root.join(crate::folder("package", args, "target/crates")?);
    fresh(&out)?;
    let named = CRATES.iter().flat_map(|name| ["--package", name]);
    // What they are made of is built below.
    run(cargo()
        .args(["package", "--no-verify", "--allow-dirty", "--target-dir"])
        .arg(out.join("made"))
        .args(named))?;
    let unpacked = out.join("crates");
    fresh(&unpacked)?;
    let folder = |name: &str| unpacked.join(format!("{name}-{}", env!("CARGO_PKG_VERSION")));
    for name in CRATES {
        let folder = folder(name);
        let file = out.join("made/package").join(format!(
            "{}.crate",
            folder.file_name().unwrap_or_default().to_string_lossy()
        ));
        run(Command::new("tar")
            .arg("-xzf")
            .arg(&file)
            .arg("-C")
            .arg(&unpacked))?;
        whole(&folder)?;
    }
    // The registry may not have them.
    let mut workspace = "[workspace]\nresolver = \"3\"\nmembers = [\"*\"]\n\n[patch.crates-io]\n".to_owned();
    for name in ["dxil2spirv", "dxil2spirv-view"] {
        workspace += &format!("{name} = {{ path = {:?} }}\n", folder(name));
    }
    // As the repository's own: what both need is built once.
    workspace += "\n[profile.dev.package.\"*\"]\nopt-level = 2\ndebug = false\n";
    let manifest = unpacked.join("Cargo.toml");
    std::fs::write(&manifest, workspace).map_err(|error| format!("{}: {error}", manifest.display()))?;
    let program = folder("dxil2spirv-cli");
    let lock = "Cargo.lock";
    std::fs::copy(program.join(lock), unpacked.join(lock)).map_err(|error| format!("{lock}: {error}"))?;
    let mut install = cargo();
    install
        .args(["install", "--debug", "--path"])
        .arg(&program)
        .arg("--root")
        .arg(&out);
    run(&mut install)?;
    let program = out.join(format!("bin/dxil2spirv{}", std::env::consts::EXE_SUFFIX));
    run(Command::new(&program).arg("--version"))?;
    println!("==> wrote {}", out.display());
    Ok(())
}

/// Whether an unpacked crate has all that it is to have, and depends on nothing that is only beside it in the repository.
fn whole(folder: &Path) -> Result<(), String> {
    for name in FILES {
        let file: PathBuf = folder.join(name);
        let size = std::fs::metadata(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        if size.len() == 0 {
            return Err(format!("{} is empty", file.display()));
        }
    }
    let manifest = folder.join("Cargo.toml");
    let text =
        std::fs::read_to_string(&manifest).map_err(|error| format!("{}: {error}", manifest.display()))?;
    for section in text
        .split("\n[")
        .filter(|section| section.starts_with("dependencies."))
    {
        let has = |key: &str| section.lines().any(|line| line.starts_with(key));
        if has("path") || !has("version") {
            return Err(format!("{}: [{}", manifest.display(), section.trim_end()));
        }
    }
    Ok(())
}
