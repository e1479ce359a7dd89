//! What the page in `web/page/` calls, built for `wasm32-unknown-unknown`.
//!
//! A call goes so: [`room`] gives memory for the file's name, the file and a program database, one behind the other; the
//! page writes them there; [`make`] makes the page that shows the translation; [`result`] and [`result_len`] say where its
//! text is. One file at a time: the module has one thread.
// Names of functions that are exported are what counts as unsafe here; no code is.
#![deny(unsafe_code)]

use dxil2spirv::pipeline::Shader;
use dxil2spirv::{Error, Options};
use dxil2spirv_view::{Subject, page};
use std::cell::RefCell;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<String> = const { RefCell::new(String::new()) };
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

/// Makes the page of the input: the first `name` bytes of it are the file's name, the next `file` the file, what is left, if
/// anything is, a program database. 1 if the result is the page, 0 if it is a message that says why there is none.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn make(name: usize, file: usize) -> u32 {
    let input = INPUT.take();
    let (name, rest) = input.split_at(name.min(input.len()));
    let (file, pdb) = rest.split_at(file.min(rest.len()));
    let made = made(&String::from_utf8_lossy(name), file, pdb);
    let is_page = made.is_ok();
    OUTPUT.set(made.unwrap_or_else(|error| error.to_string()));
    u32::from(is_page)
}

fn made(name: &str, file: &[u8], pdb: &[u8]) -> Result<String, Error> {
    let shader = match pdb {
        [] => Shader::parse_with_debug_info(file)?,
        _ => Shader::parse_with_pdb(file, pdb)?,
    };
    // Of a library, the first entry point.
    let entries = &shader.program().entry_points;
    let entry = match entries.as_slice() {
        [first, _, ..] => Some(first.name.as_str()),
        _ => None,
    };
    shader.entry_point(entry)?;
    let options = Options::default();
    let subject = Subject {
        entry,
        ..Subject::new(name, &shader, &options)
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

    #[test]
    fn pages_and_messages() {
        let call = |file: &[u8]| {
            INPUT.set([b"a.dxil", file].concat());
            let is_page = make(6, file.len());
            (is_page, OUTPUT.take())
        };
        let (is_page, message) = call(b"no shader");
        assert!(is_page == 0 && !message.is_empty());
        let shader = include_bytes!("../../testdata/shaders/alu-int/binary.dxil");
        let (is_page, html) = call(shader);
        assert!(is_page == 1 && html.contains("<title>a.dxil"), "{html:.200}");
        // Lengths that are not the input's.
        INPUT.set(b"ab".to_vec());
        assert_eq!(make(usize::MAX, usize::MAX), 0);
    }
}
