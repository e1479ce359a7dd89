//! The crates as they are published: the program can be installed from them.

use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn the_program_installs_from_the_published_crates() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("package.{}", std::process::id()));
    // What the program needs is built there already, for the most part.
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../target"),
        PathBuf::from,
    );
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("package")
        .arg(&folder)
        .env("CARGO_TARGET_DIR", target)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    // As someone who has nothing else.
    let shader = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/shaders/alu-int/binary.dxil");
    let text = Command::new(folder.join("bin/dxil2spirv"))
        .arg(&shader)
        .current_dir(&folder)
        .env_clear()
        .output()
        .unwrap();
    assert!(text.status.success(), "{text:?}");
    assert!(String::from_utf8_lossy(&text.stdout).contains("OpEntryPoint GLCompute"));
    // No test data, which is large.
    for name in [
        "dxil2spirv",
        "dxil2spirv-view",
        "dxil2spirv-cli",
        "dxil2spirv-capi",
    ] {
        let name = format!("{name}-{}", env!("CARGO_PKG_VERSION"));
        let crate_file = folder.join("made/package").join(format!("{name}.crate"));
        assert!(crate_file.metadata().unwrap().len() < 2_000_000, "{name}");
        assert!(
            !folder.join("crates").join(&name).join("testdata").exists(),
            "{name}"
        );
    }
    std::fs::remove_dir_all(folder).unwrap();
}
