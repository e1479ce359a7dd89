//! The shaders that benches measure: the committed ones, or those of the folder in the environment variable `SHADERS`.

use dxil2spirv::container::ShaderInput;
use std::path::{Path, PathBuf};

/// All of them, in order of their paths.
pub fn shaders() -> Vec<PathBuf> {
    let root = match std::env::var_os("SHADERS") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/shaders"),
    };
    let mut found = Vec::new();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)
            .expect("testdata is readable")
            .flatten()
        {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "dxil") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The bitcode of a shader.
pub fn bitcode(bytes: &[u8]) -> &[u8] {
    ShaderInput::detect(bytes)
        .and_then(|input| input.bitcode())
        .expect("a container with a shader")
}
