//! Reading files and the standard input (`-`).

use crate::failure::Failure;
use dxil2spirv::container::fnv1_64;
use dxil2spirv::limits::MAX_INPUT_BYTES;
use serde::de::DeserializeOwned;
use std::io::{IsTerminal, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// How messages call a path.
pub fn name_of(path: &Path) -> String {
    if is_stream(path) {
        "the standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

/// Whether a path means a standard stream.
pub fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// What was read, and what messages say of it.
pub struct Input {
    /// How messages call it.
    pub name: String,
    /// Its contents.
    pub bytes: Vec<u8>,
    /// Their hash.
    hash: u64,
}

impl Input {
    /// Reads a file or the standard input.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let bytes = read(path).map_err(|failure| match path.is_dir() {
            true => failure.with_help("`dxil2spirv batch` takes folders of shaders"),
            false => failure,
        })?;
        let (name, hash) = (name_of(path), fnv1_64(&bytes));
        Ok(Self { name, bytes, hash })
    }

    /// A failure that this input has.
    pub fn about(&self, failure: impl Into<Failure>) -> Failure {
        failure.into().about(&self.name, self.hash)
    }
}

/// Why JSON of another form is refused: an array would be read as fields without names.
const NO_OBJECT: &str = "this is no JSON object, which begins with `{`";

/// Whether JSON is an object, by how it begins.
pub fn is_object(json: &[u8]) -> bool {
    json.trim_ascii_start().starts_with(b"{")
}

/// Reads a JSON object.
pub fn parse_object<T: DeserializeOwned>(json: &[u8]) -> Result<T, String> {
    match is_object(json) {
        true => serde_json::from_slice(json).map_err(|error| error.to_string()),
        false => Err(NO_OBJECT.to_owned()),
    }
}

/// Whether the standard input was read: there is nothing behind it.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// All bytes of a file or of the standard input. One byte more than the library accepts is enough to make
/// it refuse the rest.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let name = name_of(path);
    let mut bytes = Vec::new();
    let bound = MAX_INPUT_BYTES as u64 + 1;
    let result = if is_stream(path) {
        let stdin = std::io::stdin();
        if stdin.is_terminal() {
            return Err(
                Failure::usage("the standard input is a terminal, a shader is expected there")
                    .with_help("name a file, or redirect one: `dxil2spirv - < shader.dxil`"),
            );
        }
        if TAKEN.swap(true, Ordering::Relaxed) {
            return Err(Failure::usage("the standard input is named twice")
                .with_help("`-` can be one file alone: name the others"));
        }
        stdin.lock().take(bound).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(path).and_then(|file| file.take(bound).read_to_end(&mut bytes))
    };
    match result {
        Ok(_) => Ok(bytes),
        Err(error) => {
            let mut failure = Failure::io(&name, "read", &error);
            // Whichever shader it was to be read for.
            failure.input = Some(name);
            Err(failure)
        }
    }
}
