//! Writing files, whole or not at all, and the standard output.

use crate::failure::Failure;
use crate::input;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes to the standard output.
pub fn write_stdout(bytes: &[u8]) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    stdout
        .write_all(bytes)
        .and_then(|()| stdout.flush())
        .map_err(|error| Failure::io("the standard output", "write", &error))
}

/// Writes to `path`, or to the standard output where that is `-` or not given.
pub fn write(path: Option<&Path>, bytes: &[u8]) -> Result<(), Failure> {
    match path.filter(|path| !input::is_stream(path)) {
        Some(path) => write_file(path, bytes),
        None => write_stdout(bytes),
    }
}

/// `value` as JSON for people to read; `what` names it where that fails.
pub fn json(value: &impl serde::Serialize, what: &str) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(value)
        .map_err(|error| dxil2spirv::Error::internal(format!("{what} as JSON: {error}")))?;
    Ok(text + "\n")
}

/// Writes a file under a temporary name beside it and then renames it, so that nobody sees half of it. What
/// is no regular file (a device, a pipe) is written in place.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    refuse_folder(path)?;
    let failure = |error| {
        let failure = Failure::io(&path.display().to_string(), "write", &error);
        match path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty() && !folder.exists())
        {
            Some(folder) => {
                failure.with_help(format!("there is no folder {}: make it first", folder.display()))
            }
            None => failure,
        }
    };
    // Through a symbolic link, to what it names.
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match std::fs::metadata(&target) {
        Ok(metadata) if !metadata.is_file() => return std::fs::write(&target, bytes).map_err(failure),
        _ => {}
    }
    replace(&target, bytes).map_err(failure)
}

/// Refuses a path that names a folder, where a file is to be written.
pub fn refuse_folder(path: &Path) -> Result<(), Failure> {
    let ends = path.to_string_lossy().ends_with(std::path::is_separator);
    match ends || path.is_dir() {
        true => {
            Err(Failure::usage(format!("{} is a directory", path.display())).with_help("name a file with -o"))
        }
        false => Ok(()),
    }
}

/// Makes a folder for results, where there is none.
pub fn make_folder(path: &Path) -> Result<(), Failure> {
    if input::is_stream(path) {
        return Err(
            Failure::usage("results are several files: the standard output is none of them")
                .with_help("name a folder with -o"),
        );
    }
    if path.is_file() {
        let message = format!("{} is a file", path.display());
        return Err(Failure::usage(message).with_help("name a folder with -o"));
    }
    std::fs::create_dir_all(path).map_err(|error| Failure::io(&path.display().to_string(), "make", &error))
}

/// Makes a file of what is at `path`, a file or nothing: by a temporary one beside it, so that it is there whole or not at all.
pub fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let temporary = temporary_name(path);
    let written = std::fs::File::create_new(&temporary)
        .and_then(|mut file| file.write_all(bytes))
        .and_then(|()| std::fs::rename(&temporary, path));
    if written.is_err() {
        // Best effort: the error that is reported is the first.
        let _ = std::fs::remove_file(&temporary);
    }
    written
}

fn temporary_name(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    path.with_file_name(name)
}

/// A module as its file has it.
pub fn module_bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}
