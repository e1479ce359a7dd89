//! What `cargo xtask dist` makes is whole, works, and is the same each time.

use std::path::{Path, PathBuf};
use std::process::Command;

fn output(command: &mut Command) -> String {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {error}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn dist(folder: &Path) {
    // What the tests of the workspace have built anyway.
    output(
        Command::new(env!("CARGO_BIN_EXE_xtask"))
            .args(["dist", "--profile", "dev"])
            .arg(folder),
    );
}

fn file(folder: &Path, end: &str) -> PathBuf {
    let mut files = std::fs::read_dir(folder)
        .unwrap()
        .flatten()
        .map(|entry| entry.path());
    files
        .find(|path| path.to_string_lossy().ends_with(end))
        .unwrap_or_else(|| panic!("no {end} in {}", folder.display()))
}

#[test]
fn archive_and_package() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let shader = root.join("testdata/shaders/alu-int/binary.dxil");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("dist.{}", std::process::id()));
    let (first, second) = (folder.join("a"), folder.join("b"));
    dist(&first);
    dist(&second);
    let archive = file(&first, ".tar.gz");
    assert_eq!(
        std::fs::read(&archive).unwrap(),
        std::fs::read(file(&second, ".tar.gz")).unwrap(),
        "the same archive twice"
    );

    // As someone who has only the archive.
    let unpacked = folder.join("unpacked");
    std::fs::create_dir_all(&unpacked).unwrap();
    output(
        Command::new("tar")
            .arg("-xzf")
            .arg(&archive)
            .arg("-C")
            .arg(&unpacked),
    );
    let tree = file(&unpacked, "");
    let program = tree.join("bin/dxil2spirv");
    assert!(output(Command::new(&program).arg("--version")).starts_with("dxil2spirv "));
    assert!(output(Command::new(&program).arg(&shader)).contains("OpEntryPoint"));
    for name in [
        "man/man1/dxil2spirv.1",
        "man/man1/dxil2spirv-view.1",
        "completions/dxil2spirv.bash",
        "completions/_dxil2spirv",
        "completions/dxil2spirv.fish",
        "README.md",
        "docs/binding.md",
    ] {
        assert!(tree.join(name).is_file(), "{name}");
    }

    if Command::new("dpkg-deb").arg("--version").output().is_ok() {
        let package = file(&first, ".deb");
        assert_eq!(
            std::fs::read(&package).unwrap(),
            std::fs::read(file(&second, ".deb")).unwrap(),
            "the same package twice"
        );
        let version = output(
            Command::new("dpkg-deb")
                .arg("--field")
                .arg(&package)
                .arg("Version"),
        );
        assert_eq!(version.trim(), env!("CARGO_PKG_VERSION"));
        let installed = folder.join("installed");
        output(
            Command::new("dpkg-deb")
                .arg("--extract")
                .arg(&package)
                .arg(&installed),
        );
        let program = installed.join("usr/bin/dxil2spirv");
        assert!(output(Command::new(&program).arg(&shader)).contains("OpEntryPoint"));
        for name in [
            "usr/share/man/man1/dxil2spirv.1.gz",
            "usr/share/bash-completion/completions/dxil2spirv",
            "usr/share/zsh/vendor-completions/_dxil2spirv",
            "usr/share/fish/vendor_completions.d/dxil2spirv.fish",
            "usr/share/doc/dxil2spirv/README.md",
        ] {
            assert!(installed.join(name).is_file(), "{name}");
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// What goes to a registry is what a build there needs: no tests' data, and each dependency in the workspace by a version.
#[test]
fn crates() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (name, needed) in [
        ("dxil2spirv", &["src/lib.rs", "README.md", "docs/binding.md"][..]),
        (
            "dxil2spirv-view",
            &["src/lib.rs", "assets/page.js", "assets/page.css"],
        ),
        ("dxil2spirv-cli", &["src/main.rs", "examples/generate.rs"]),
    ] {
        let list = output(Command::new(env!("CARGO")).current_dir(&root).args([
            "package",
            "--list",
            "--allow-dirty",
            "--package",
            name,
        ]));
        let files: Vec<&str> = list.lines().collect();
        for file in needed {
            assert!(files.contains(file), "{name}: {file}");
        }
        for file in &files {
            let belongs = !["testdata/", "tests/", "target/", "fuzz/", "capi/"]
                .iter()
                .any(|folder| file.starts_with(folder));
            assert!(belongs, "{name}: {file}");
        }
    }
    let metadata = output(Command::new(env!("CARGO")).current_dir(&root).args([
        "metadata",
        "--no-deps",
        "--format-version",
        "1",
        "--offline",
    ]));
    // A dependency in the workspace without a version has `*`, which a registry takes none with.
    for (name, needs) in [
        ("dxil2spirv-view", "dxil2spirv"),
        ("dxil2spirv-cli", "dxil2spirv-view"),
    ] {
        let (_, package) = metadata
            .split_once(&format!("\"name\":\"{name}\",\"version\""))
            .unwrap();
        let (_, dependency) = package.split_once(&format!("{{\"name\":\"{needs}\",")).unwrap();
        let (dependency, _) = dependency.split_once('}').unwrap();
        let version = env!("CARGO_PKG_VERSION");
        assert!(
            dependency.contains(&format!("\"req\":\"^{version}\"")),
            "{name}: {dependency}"
        );
    }
}
