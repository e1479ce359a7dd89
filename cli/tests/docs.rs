//! What the documents tell people to type works: each line of their `sh` blocks, in a folder with the files that they name.

use snapbox::cmd::cargo_bin;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The blocks of a language.
fn blocks<'d>(text: &'d str, language: &str) -> Vec<&'d str> {
    let fence = format!("```{language}\n");
    let starts = text.split(fence.as_str()).skip(1);
    starts
        .map(|rest| rest.split("\n```").next().unwrap_or_default())
        .collect()
}

/// A root signature for the shaders of the documents.
const ROOT: &str = "RootConstants(b0, num32BitConstants = 4), CBV(b1), DescriptorTable(CBV(b2)), \
    DescriptorTable(SRV(t40, numDescriptors = unbounded)), DescriptorTable(Sampler(s30))";

#[test]
fn commands() {
    let program = cargo_bin!("dxil2spirv");
    let path = std::env::join_paths(std::iter::once(program.parent().unwrap().to_owned()).chain(
        std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()),
    ))
    .unwrap();
    let mut pages: Vec<PathBuf> = std::fs::read_dir(root().join("docs"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.file_name().unwrap().to_string_lossy().starts_with("for-"))
        .collect();
    pages.sort();
    assert!(pages.len() >= 5, "{pages:?}");
    let mut count = 0;
    for page in pages {
        let name = page.file_stem().unwrap().to_string_lossy().into_owned();
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("docs-{name}.{}", std::process::id()));
        std::fs::create_dir_all(folder.join("out")).unwrap();
        let shaders = root().join("testdata/shaders/binding");
        for (file, from) in [
            ("shader.dxil", "sample.dxil"),
            ("pixel.dxil", "sample.dxil"),
            ("vertex.dxil", "sample_vs.dxil"),
        ] {
            std::fs::copy(shaders.join(from), folder.join(file)).unwrap();
        }
        std::fs::write(folder.join("root.txt"), ROOT).unwrap();
        let text = std::fs::read_to_string(&page).unwrap();
        for block in blocks(&text, "sh") {
            let output = Command::new("sh")
                .args(["-e", "-c", block])
                .current_dir(&folder)
                .env("PATH", &path)
                .output()
                .unwrap();
            let error = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{name}: {block}\n{error}");
            count += block.lines().count();
        }
        // Links lead to files.
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().unwrap_or_default();
            assert!(root().join("docs").join(file).exists(), "{name}: {link}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
    assert!(count > 15, "{count} lines");
}
