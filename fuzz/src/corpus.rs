//! The seeds of the bodies: what lies under `testdata`, by name, in order.

use dxil2spirv::container::ShaderInput;
use std::path::{Path, PathBuf};

/// Names and contents of files under a folder of `testdata` with an extension.
fn files(folder: &str, extension: &str) -> Vec<(String, Vec<u8>)> {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata");
    below(&testdata.join(folder), extension)
}

/// Names and contents of files under any folder with an extension, in order.
pub fn below(root: &Path, extension: &str) -> Vec<(String, Vec<u8>)> {
    let mut paths: Vec<PathBuf> = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                paths.push(path);
            }
        }
    }
    paths.sort();
    paths
        .iter()
        .filter_map(|path| {
            let name = path.strip_prefix(root).unwrap_or(path).display().to_string();
            Some((name, std::fs::read(path).ok()?))
        })
        .collect()
}

/// The committed shaders, those for devices with extensions and those of the metadata's tests behind the others.
pub fn shaders() -> Vec<(String, Vec<u8>)> {
    let folders = ["shaders", "extensions", "metadata"];
    folders
        .into_iter()
        .flat_map(|folder| files(folder, "dxil"))
        .collect()
}

/// IR texts; never none.
pub fn ir_texts() -> Vec<(String, Vec<u8>)> {
    let mut texts = files("ir", "ir");
    texts.push(("nothing".to_owned(), b"; nothing\n".to_vec()));
    texts
}

/// The root signatures embedded in the shaders, as raw bytes, each once.
pub fn root_signatures() -> Vec<(String, Vec<u8>)> {
    let mut all: Vec<(String, Vec<u8>)> = Vec::new();
    for (name, bytes) in shaders() {
        let Ok(input) = ShaderInput::detect(&bytes) else {
            continue;
        };
        let signature = input
            .container
            .and_then(|container| container.root_signature().ok().flatten());
        if let Some(raw) = signature.map(|signature| signature.to_raw())
            && all.iter().all(|(_, other)| *other != raw)
        {
            all.push((name, raw));
        }
    }
    all
}

/// The seeds of the body `name`.
pub fn of(name: &str) -> Vec<(String, Vec<u8>)> {
    match name {
        "ir" => ir_texts(),
        "root-signature" => root_signatures(),
        _ => shaders(),
    }
}
