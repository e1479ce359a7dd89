//! What the page in `web/page/` calls, built for `wasm32-unknown-unknown`.
//!
//! A call goes so: [`room`] gives memory for the parts of the input, one behind the other; the page writes them there and
//! calls [`look`], which says what the file has to choose from, or [`make`], which makes the page that shows the
//! translation; [`result`] and [`result_len`] say where the answer is. One file at a time: the module has one thread.
// Names of functions that are exported are what counts as unsafe here; no code is.
#![deny(unsafe_code)]

use dxil2spirv::pipeline::{RootSignatureSource, Shader};
use dxil2spirv::{Error, ErrorKind, Options, RootSignature};
use dxil2spirv_view::{Subject, page};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// What people choose, as JSON.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Choices {
    /// The entry point; none: the first.
    entry: Option<String>,
    /// Bind by registers alone, whatever root signature the shader has.
    by_registers: bool,
    /// As the library takes them.
    options: Options,
}

/// What there is to choose from, as JSON.
#[derive(Debug, Serialize)]
struct Found<'s> {
    /// Names of the entry points, with the stage of each.
    entries: Vec<(&'s str, String)>,
    /// The shader's own root signature as HLSL has it.
    root_signature: Option<String>,
}

/// Memory for so many bytes of input.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(bytes, 0);
        input.as_mut_ptr()
    })
}

/// Says what the file that is all of the input has to choose from: JSON. 0 if the result is a message that says what is wrong
/// with the file.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn look() -> u32 {
    let input = INPUT.take();
    answer(found(&input))
}

/// Makes the page of the input: the first `name` bytes of it are the file's name, the next `file` the file, then `pdb` of a
/// program database and `signature` of a root signature, none for neither; what is left is what was chosen. 1 if the result
/// is the page, 0 if it is a message that says why there is none.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn make(name: usize, file: usize, pdb: usize, signature: usize) -> u32 {
    let input = INPUT.take();
    let mut rest = input.as_slice();
    let mut part = |length: usize| {
        let (part, behind) = rest.split_at(length.min(rest.len()));
        rest = behind;
        part
    };
    let [name, file, pdb, signature] = [name, file, pdb, signature].map(&mut part);
    let choices = part(usize::MAX);
    answer(made(
        &String::from_utf8_lossy(name),
        file,
        pdb,
        signature,
        choices,
    ))
}

fn answer(result: Result<String, Error>) -> u32 {
    let is_good = result.is_ok();
    OUTPUT.set(result.unwrap_or_else(|error| error.to_string()));
    u32::from(is_good)
}

fn json(error: &serde_json::Error) -> Error {
    Error::new(ErrorKind::InvalidOptions, format!("choices: {error}"))
}

fn found(file: &[u8]) -> Result<String, Error> {
    let shader = Shader::parse(file)?;
    let stages = shader.program().entry_points.iter();
    let stages = stages.map(|entry| format!("{:?}", entry.stage).to_lowercase());
    let found = Found {
        entries: shader.entry_names().into_iter().zip(stages).collect(),
        root_signature: shader.root_signature().map(RootSignature::to_hlsl),
    };
    serde_json::to_string(&found).map_err(|error| json(&error))
}

fn made(name: &str, file: &[u8], pdb: &[u8], signature: &[u8], choices: &[u8]) -> Result<String, Error> {
    let choices: Choices = match choices {
        [] => Choices::default(),
        text => serde_json::from_slice(text).map_err(|error| json(&error))?,
    };
    let shader = match pdb {
        [] => Shader::parse_with_debug_info(file)?,
        _ => Shader::parse_with_pdb(file, pdb)?,
    };
    let names = shader.entry_names();
    let first = names.first().copied().filter(|_| names.len() > 1);
    let entry = choices.entry.as_deref().or(first);
    shader.entry_point(entry)?;
    let given = match signature {
        [] => None,
        bytes => Some(RootSignature::from_any(bytes)?),
    };
    let root_signature = match &given {
        _ if choices.by_registers => RootSignatureSource::None,
        Some(given) => RootSignatureSource::Given(given),
        None => RootSignatureSource::Embedded,
    };
    let subject = Subject {
        entry,
        root_signature,
        ..Subject::new(name, &shader, &choices.options)
    };
    Ok(page(&subject).html)
}

/// Where the result is: UTF-8, until the next call of [`make`].
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn result() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// How long the result is, in bytes.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn result_len() -> usize {
    OUTPUT.with_borrow(String::len)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(file: &[u8], signature: &str, choices: &str) -> (u32, String) {
        let parts = [b"a.dxil", file, signature.as_bytes(), choices.as_bytes()];
        INPUT.set(parts.concat());
        let is_page = make(6, file.len(), 0, signature.len());
        (is_page, OUTPUT.take())
    }

    #[test]
    fn pages_and_messages() {
        let (is_page, message) = call(b"no shader", "", "");
        assert!(is_page == 0 && !message.is_empty());
        let shader = include_bytes!("../../testdata/shaders/alu-int/binary.dxil");
        let (is_page, html) = call(shader, "", "");
        assert!(is_page == 1 && html.contains("<title>a.dxil"), "{html:.200}");
        // Lengths that are not the input's.
        INPUT.set(b"ab".to_vec());
        assert_eq!(make(usize::MAX, usize::MAX, usize::MAX, usize::MAX), 0);
    }

    #[test]
    fn choices_count() {
        let shader = include_bytes!("../../testdata/shaders/alu-int/binary.dxil");
        INPUT.set(shader.to_vec());
        assert_eq!(look(), 1);
        let found: serde_json::Value = serde_json::from_str(&OUTPUT.take()).unwrap();
        assert_eq!(found["entries"], serde_json::json!([["main", "compute"]]));
        let signature = "SRV(t0), UAV(u0, space = 1)";
        let by_registers = call(shader, signature, r#"{"by_registers": true}"#).1;
        // Root descriptors are addresses.
        let by_address = |page: &str| page.contains("PhysicalStorageBuffer");
        assert!(!by_address(&by_registers) && by_registers.contains("OpEntryPoint"));
        let (is_page, bound) = call(shader, signature, r#"{"options": {"target_env": "vulkan1.1"}}"#);
        assert!(is_page == 1 && by_address(&bound) && bound.contains("Version: 1.3"));
        let (is_page, message) = call(shader, "DescriptorTable(", "");
        assert!(is_page == 0 && !message.is_empty(), "{message}");
        for wrong in ["{", r#"{"entry": "nobody"}"#, r#"{"options": {"no_such": 1}}"#] {
            let (is_page, message) = call(shader, "", wrong);
            assert!(is_page == 0 && !message.is_empty(), "{wrong}: {message}");
        }
        let library = include_bytes!("../../testdata/shaders/tracing/calls.dxil");
        INPUT.set(library.to_vec());
        assert_eq!(look(), 1);
        let found: serde_json::Value = serde_json::from_str(&OUTPUT.take()).unwrap();
        let entries = found["entries"].as_array().unwrap();
        assert!(entries.len() > 1);
        let last = entries.last().unwrap()[0].as_str().unwrap();
        let (is_page, html) = call(library, "", &serde_json::json!({"entry": last}).to_string());
        assert!(is_page == 1 && html.contains(last));
    }
}
