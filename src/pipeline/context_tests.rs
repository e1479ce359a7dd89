//! A context leaves nothing of a shader to the next.

use super::{Context, Request, translate};
use std::path::{Path, PathBuf};

/// Some of the committed shaders, small and large, of all stages.
fn shaders() -> Vec<PathBuf> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/shaders")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            let large = path.to_string_lossy().contains("scale_");
            match path.extension() {
                None if path.is_dir() => folders.push(path),
                Some(extension) if extension == "dxil" && !large => found.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    found.into_iter().step_by(9).collect()
}

#[test]
fn nothing_of_a_shader_shows_in_the_next() {
    let mut context = Context::new();
    let mut translated = 0;
    for path in shaders() {
        let bytes = std::fs::read(&path).unwrap();
        // Ones that fail half-way leave as little behind.
        for cut in [bytes.len(), bytes.len() / 2, bytes.len()] {
            let bytes = &bytes[..cut];
            let kept = context.translate(bytes, Request::new());
            let alone = Context::new().translate(bytes, Request::new());
            match (kept, alone) {
                (Ok(kept), Ok(alone)) => {
                    translated += 1;
                    assert!(kept.words == alone.words, "{}", path.display());
                    assert_eq!(kept.reflection, alone.reflection, "{}", path.display());
                    assert_eq!(kept.warnings, alone.warnings, "{}", path.display());
                    assert_eq!(kept.buffers, alone.buffers, "{}", path.display());
                }
                (Err(kept), Err(alone)) => assert_eq!(kept.to_string(), alone.to_string()),
                _ => panic!("{} translates once, and once not", path.display()),
            }
        }
    }
    assert!(translated > 150, "{translated} shaders");
}

#[test]
fn damaged_shaders_leave_nothing_behind() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/shaders/control-flow/nested_loops.dxil");
    let bytes = std::fs::read(path).unwrap();
    let expected = translate(&bytes, Request::new()).unwrap();
    let mut context = Context::new();
    let mut failed = 0;
    for at in (0..bytes.len()).step_by(41) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        let (kept, alone) = (
            context.translate(&damaged, Request::new()),
            Context::new().translate(&damaged, Request::new()),
        );
        failed += usize::from(kept.is_err());
        assert_eq!(
            kept.map(|made| made.words).map_err(|error| error.to_string()),
            alone.map(|made| made.words).map_err(|error| error.to_string())
        );
        let again = context.translate(&bytes, Request::new()).unwrap();
        assert!(again.words == expected.words, "behind damage at {at}");
    }
    assert!(failed > 20, "{failed} failed");
}
