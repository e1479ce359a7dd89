//! The library's own C interface: data in, data out.
//!
//! A shader is parsed once and then only read, by any number of threads. Everything that decides a translation is
//! one value, [`types::Options`]; everything that comes out is one object that lives until it is freed. Errors are
//! objects too: code, message, location. `include/dxil2spirv.h` is the header.

mod object;
#[cfg(test)]
mod tests;
pub mod types;

use crate::guard::guarded;
use crate::owned::OwnedShader;
use crate::pointers::{bytes, string, write};
use dxil2spirv::binding::Plan;
use dxil2spirv::container::RootSignature;
use dxil2spirv::error::{Error, ErrorKind, Result};
use dxil2spirv::options::Options;
use dxil2spirv::pipeline::{self, RootSignatureSource};
use object::{OwnedError, OwnedText, Translation};
use std::ffi::{c_char, c_int, c_uint, c_void};
use types::{ErrorInfo, LogCallback, Output, Text, code, source};

/// `d2s_shader`.
#[derive(Debug)]
pub struct Shader(OwnedShader);

/// Options as this library works with them.
struct Request {
    entry: Option<String>,
    options: Options,
    given: Option<RootSignature>,
    source: c_int,
    log: Log,
}

/// Where errors and warnings of one call go.
#[derive(Clone, Copy)]
struct Log(Option<(LogCallback, *mut c_void)>);

impl Log {
    fn send(self, level: c_int, message: &str) {
        if let Some((callback, userdata)) = self.0 {
            let text = OwnedText::new(message);
            let view = text.view();
            // SAFETY: whoever filled the options vouched for the callback; the text lives until after the call.
            unsafe { callback(userdata, level, view.data, view.size) };
        }
    }
}

fn invalid(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidOptions, message)
}

/// Reads a structure that starts with its size: what the caller's has, the rest zero. `None` for null or no size.
///
/// # Safety
/// `from` is null or points to as many bytes as it says; all bytes zero are a `T`.
unsafe fn read_sized<T: Copy>(from: *const T) -> Option<T> {
    if from.is_null() {
        return None;
    }
    // SAFETY: the size is the first member, and there if the pointer is not null.
    let size = unsafe { from.cast::<usize>().read() };
    if size < size_of::<usize>() {
        return None;
    }
    let mut value = std::mem::MaybeUninit::<T>::zeroed();
    // SAFETY: no more is copied than both have; the caller vouches that the result is a `T`.
    unsafe {
        from.cast::<u8>()
            .copy_to_nonoverlapping(value.as_mut_ptr().cast(), size.min(size_of::<T>()));
        Some(value.assume_init())
    }
}

/// Fills a structure that starts with its size, as far as the caller's reaches; its size stays.
///
/// # Safety
/// `to` is null or points to as many bytes as it says.
unsafe fn write_sized<T: Copy>(to: *mut T, value: &T) -> c_int {
    if to.is_null() {
        return code::INVALID_ARGUMENT;
    }
    // SAFETY: the size is the first member, and there if the pointer is not null.
    let size = unsafe { to.cast::<usize>().read() };
    let skip = size_of::<usize>();
    let Some(count) = size.min(size_of::<T>()).checked_sub(skip) else {
        return code::INVALID_ARGUMENT;
    };
    // SAFETY: no more is copied than both have, behind the size.
    unsafe {
        std::ptr::from_ref(value)
            .cast::<u8>()
            .add(skip)
            .copy_to_nonoverlapping(to.cast::<u8>().add(skip), count);
    }
    code::OK
}

/// What the caller's options mean.
///
/// # Safety
/// `options` is null or points to such a structure, whose pointers point to what it says.
unsafe fn request(options: *const types::Options) -> (Log, Result<Request>) {
    let none = Log(None);
    // SAFETY: the caller vouches for it; zero bytes are null pointers and no callback.
    let given = match unsafe { read_sized(options) } {
        Some(given) => given,
        None if options.is_null() => {
            let request = Request {
                entry: None,
                options: Options::default(),
                given: None,
                source: source::EMBEDDED,
                log: none,
            };
            return (none, Ok(request));
        }
        None => return (none, Err(invalid("d2s_options without struct_size"))),
    };
    let log = Log(given.log.map(|callback| (callback, given.log_userdata)));
    // SAFETY: the caller vouches for strings and bytes.
    let (entry, json, blob) = unsafe {
        (
            string(given.entry_point),
            bytes(given.json.cast(), given.json_size),
            bytes(given.root_signature, given.root_signature_size),
        )
    };
    let parse = || {
        let json = json.ok_or_else(|| invalid("d2s_options with json_size but no json"))?;
        let options = match json {
            [] => Options::default(),
            json => parse_options(json)?,
        };
        let root_signature = match given.root_signature_source {
            source::GIVEN => {
                let blob = blob.filter(|blob| !blob.is_empty());
                let blob = blob.ok_or_else(|| invalid("d2s_options without the root signature given"))?;
                Some(RootSignature::from_any(blob)?)
            }
            source::EMBEDDED | source::NONE => None,
            other => return Err(invalid(format!("d2s_options with root_signature_source {other}"))),
        };
        Ok(Request {
            entry,
            options,
            given: root_signature,
            source: given.root_signature_source,
            log,
        })
    };
    (log, parse())
}

fn parse_options(json: &[u8]) -> Result<Options> {
    serde_json::from_slice(json).map_err(|error| invalid(format!("options: {error}")))
}

impl Request {
    fn signature(&self) -> RootSignatureSource<'_> {
        match (&self.given, self.source) {
            (Some(given), _) => RootSignatureSource::Given(given),
            (None, source::NONE) => RootSignatureSource::None,
            _ => RootSignatureSource::Embedded,
        }
    }
}

/// Hands out an object, or the error instead.
///
/// # Safety
/// `out` and `error` are null or places for pointers.
unsafe fn deliver<T>(result: Result<T>, log: Log, out: *mut *mut T, error: *mut *mut OwnedError) -> c_int {
    match result {
        Ok(object) => {
            // SAFETY: the caller vouches for the places; `out` was checked before.
            unsafe {
                write(error, std::ptr::null_mut());
                write(out, Box::into_raw(Box::new(object)));
            }
            code::OK
        }
        Err(failure) => {
            log.send(0, &format!("{}: {failure}", failure.kind().code()));
            let code = types::code_of(failure.kind());
            if !error.is_null() {
                let failure = Box::into_raw(Box::new(OwnedError::new(&failure)));
                // SAFETY: not null, and the caller vouches for the place.
                unsafe { write(error, failure) };
            }
            code
        }
    }
}

/// Clears what a function hands out, before all else.
///
/// # Safety
/// `out` and `error` are null or places for pointers.
unsafe fn clear<T>(out: *mut *mut T, error: *mut *mut OwnedError) -> bool {
    // SAFETY: the caller vouches for the places.
    unsafe {
        write(error, std::ptr::null_mut());
        write(out, std::ptr::null_mut())
    }
}

/// Frees an object; null is nothing.
///
/// # Safety
/// `object` is null or came from [`deliver`] and was not freed.
unsafe fn free<T>(object: *mut T) {
    if !object.is_null() {
        // SAFETY: it came from a box, and the caller vouches that it was not freed.
        guarded((), || drop(unsafe { Box::from_raw(object) }));
    }
}

/// The version of this interface: major in the upper 16 bits, minor in the lower.
#[unsafe(no_mangle)]
pub extern "C" fn d2s_version() -> c_uint {
    1
}

/// Changes whenever the same input may give another module: part of the key of a cache.
#[unsafe(no_mangle)]
pub extern "C" fn d2s_codegen_revision() -> c_uint {
    dxil2spirv::CODEGEN_REVISION
}

/// Parses a container or bitcode, of which a copy is kept.
///
/// # Safety
/// `data` has `size` bytes; `shader` and `error` are places for pointers, `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn d2s_parse(
    data: *const c_void,
    size: usize,
    shader: *mut *mut Shader,
    error: *mut *mut OwnedError,
) -> c_int {
    guarded(code::INTERNAL, || {
        // SAFETY: the caller vouches for bytes and places.
        unsafe {
            if !clear(shader, error) {
                return code::INVALID_ARGUMENT;
            }
            let Some(data) = bytes(data, size) else {
                return code::INVALID_ARGUMENT;
            };
            deliver(OwnedShader::parse(data).map(Shader), Log(None), shader, error)
        }
    })
}

/// Frees a shader; null is nothing.
///
/// # Safety
/// It came from [`d2s_parse`], was not freed, and no other thread uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn d2s_shader_free(shader: *mut Shader) {
    // SAFETY: the caller vouches for it.
    unsafe { free(shader) }
}

/// What of a shader can be known without translating it, as JSON: entry points, stages, resources, root signature.
///
/// # Safety
/// The shader is live; `text` and `error` are places for pointers, `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn d2s_describe(
    shader: *const Shader,
    text: *mut *mut OwnedText,
    error: *mut *mut OwnedError,
) -> c_int {
    guarded(code::INTERNAL, || {
        // SAFETY: the caller vouches for handle and places.
        unsafe {
            let (true, Some(shader)) = (clear(text, error), shader.as_ref()) else {
                return code::INVALID_ARGUMENT;
            };
            deliver(
                OwnedText::json(&object::describe(shader.0.shader())),
                Log(None),
                text,
                error,
            )
        }
    })
}

/// The binding plan of an entry point as JSON, without translating it.
///
/// # Safety
/// As [`d2s_describe`]; `options` is null or filled as the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn d2s_plan(
    shader: *const Shader,
    options: *const types::Options,
    text: *mut *mut OwnedText,
    error: *mut *mut OwnedError,
) -> c_int {
    guarded(code::INTERNAL, || {
        // SAFETY: the caller vouches for handle, options and places.
        unsafe {
            let (true, Some(shader)) = (clear(text, error), shader.as_ref()) else {
                return code::INVALID_ARGUMENT;
            };
            let (log, request) = request(options);
            let plan = request.and_then(|request| {
                let shader = shader.0.shader();
                let entry = shader.entry_point(request.entry.as_deref())?;
                let signature = match request.signature() {
                    RootSignatureSource::Given(given) => Some(given),
                    RootSignatureSource::None => None,
                    RootSignatureSource::Embedded => shader.root_signature(),
                };
                OwnedText::json(&Plan::new(signature, entry, &request.options.binding)?)
            });
            deliver(plan, log, text, error)
        }
    })
}

/// Translates an entry point.
///
/// # Safety
/// As [`d2s_plan`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn d2s_translate(
    shader: *const Shader,
    options: *const types::Options,
    translation: *mut *mut Translation,
    error: *mut *mut OwnedError,
) -> c_int {
    guarded(code::INTERNAL, || {
        // SAFETY: the caller vouches for handle, options and places.
        unsafe {
            let (true, Some(shader)) = (clear(translation, error), shader.as_ref()) else {
                return code::INVALID_ARGUMENT;
            };
            let (log, request) = request(options);
            let translated = request.and_then(|request| {
                let shader = &shader.0;
                let asked = pipeline::Request::new()
                    .entry(request.entry.as_deref())
                    .root_signature(request.signature())
                    .options(&request.options);
                let made = shader.translate(asked)?;
                for warning in &made.warnings {
                    request.log.send(1, warning.message());
                }
                Ok(Translation::new(made, shader.shader().hash()))
            });
            deliver(translated, log, translation, error)
        }
    })
}

/// What a translation made. It lives as long as the translation.
///
/// # Safety
/// The translation is live; `output` has as many bytes as its `struct_size` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn d2s_translation_get(translation: *const Translation, output: *mut Output) -> c_int {
    guarded(code::INTERNAL, || {
        // SAFETY: the caller vouches for handle and place.
        unsafe {
            let (Some(translation), false) = (translation.as_ref(), output.is_null()) else {
                return code::INVALID_ARGUMENT;
            };
            // Its size is the first member.
            match translation.view(output.cast::<usize>().read()) {
                Ok(view) => write_sized(output, &view),
                Err(_) => code::INTERNAL,
            }
        }
    })
}

/// Frees a translation; null is nothing.
///
/// # Safety
/// It came from [`d2s_translate`], was not freed, and no other thread uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn d2s_translation_free(translation: *mut Translation) {
    // SAFETY: the caller vouches for it.
    unsafe { free(translation) }
}

/// The default options as JSON: all there are, with their values.
///
/// # Safety
/// `text` and `error` are places for pointers, `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn d2s_default_options(
    text: *mut *mut OwnedText,
    error: *mut *mut OwnedError,
) -> c_int {
    guarded(code::INTERNAL, || {
        // SAFETY: the caller vouches for the places.
        unsafe {
            if !clear(text, error) {
                return code::INVALID_ARGUMENT;
            }
            deliver(OwnedText::json(&Options::default()), Log(None), text, error)
        }
    })
}

/// The bytes of a text. They live as long as the text.
///
/// # Safety
/// The text is live or null, which is empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn d2s_text_get(text: *const OwnedText) -> Text {
    // SAFETY: the caller vouches for the handle.
    match unsafe { text.as_ref() } {
        Some(text) => text.view(),
        None => OwnedText::EMPTY,
    }
}

/// Frees a text; null is nothing.
///
/// # Safety
/// It came from this library, was not freed, and no other thread uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn d2s_text_free(text: *mut OwnedText) {
    // SAFETY: the caller vouches for it.
    unsafe { free(text) }
}

/// What went wrong, and where. The texts live as long as the error.
///
/// # Safety
/// The error is live; `info` has as many bytes as its `struct_size` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn d2s_error_get(error: *const OwnedError, info: *mut ErrorInfo) -> c_int {
    guarded(code::INTERNAL, || {
        // SAFETY: the caller vouches for handle and place.
        unsafe {
            match error.as_ref() {
                Some(error) => write_sized(info, &error.view()),
                None => code::INVALID_ARGUMENT,
            }
        }
    })
}

/// Frees an error; null is nothing.
///
/// # Safety
/// It came from this library, was not freed, and no other thread uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn d2s_error_free(error: *mut OwnedError) {
    // SAFETY: the caller vouches for it.
    unsafe { free(error) }
}

/// The name of a code, for messages: `E0004`, or `OK`. It lives forever.
#[unsafe(no_mangle)]
pub extern "C" fn d2s_code_name(code: c_int) -> *const c_char {
    let name = match code {
        code::OK => c"OK",
        code::REJECTED => c"E0001",
        code::INVALID_OPTIONS => c"E0002",
        code::MALFORMED => c"E0004",
        code::UNSUPPORTED => c"E0005",
        code::ROOT_SIGNATURE => c"E0006",
        code::LIMIT_EXCEEDED => c"E0008",
        code::INTERNAL => c"E0070",
        code::INVALID_ARGUMENT => c"invalid argument",
        _ => c"unknown code",
    };
    name.as_ptr()
}
