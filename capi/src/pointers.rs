//! Pointers from C: the few things done with them, each null-safe.

use std::ffi::{CStr, CString, c_char, c_void};

/// The bytes at `data`; `None` for a null pointer that should have some.
///
/// # Safety
/// `data` is null, or `size` bytes can be read there for as long as the result lives.
pub unsafe fn bytes<'a>(data: *const c_void, size: usize) -> Option<&'a [u8]> {
    if size == 0 {
        return Some(&[]);
    }
    if data.is_null() || size > isize::MAX as usize {
        return None;
    }
    // SAFETY: not null, and the caller vouches for `size` bytes.
    Some(unsafe { std::slice::from_raw_parts(data.cast(), size) })
}

/// The string at `text` as far as it is UTF-8 (what is not becomes U+FFFD); `None` for null.
///
/// # Safety
/// `text` is null, or a string that ends with a zero byte.
pub unsafe fn string(text: *const c_char) -> Option<String> {
    if text.is_null() {
        return None;
    }
    // SAFETY: not null, and the caller vouches for the zero byte.
    let text = unsafe { CStr::from_ptr(text) };
    Some(text.to_string_lossy().into_owned())
}

/// Writes `value` to `out`, unless that is null. Says whether it did.
///
/// # Safety
/// `out` is null, or a `T` can be written there.
pub unsafe fn write<T>(out: *mut T, value: T) -> bool {
    if out.is_null() {
        return false;
    }
    // SAFETY: not null, and the caller vouches for the place.
    unsafe { out.write(value) };
    true
}

/// `text` for C: up to its first zero byte.
pub fn c_string(text: &str) -> CString {
    CString::new(text).unwrap_or_else(|error| {
        let length = error.nul_position();
        let mut bytes = error.into_vec();
        bytes.truncate(length);
        CString::new(bytes).unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn strings_end_at_their_first_zero_byte() {
        assert_eq!(super::c_string("a text"), c"a text".to_owned());
        assert_eq!(super::c_string("a\0text\0"), c"a".to_owned());
        assert_eq!(super::c_string("\0"), c"".to_owned());
    }
}
