//! Structures and values of the interface.
//!
//! A structure that can grow starts with its size as the caller knows it. Reading takes what both know, the rest
//! being zero; writing fills what both know.

use dxil2spirv::ErrorKind;
use std::ffi::{c_char, c_int, c_uint, c_ulonglong, c_void};

/// `d2s_code`: the outcome of a function. Kinds of errors have the number of their code, as in messages.
pub mod code {
    use std::ffi::c_int;
    /// It worked.
    pub const OK: c_int = 0;
    /// The shader breaks a rule (E0001).
    pub const REJECTED: c_int = 1;
    /// The options contradict each other or the input (E0002).
    pub const INVALID_OPTIONS: c_int = 2;
    /// The input is damaged (E0004).
    pub const MALFORMED: c_int = 4;
    /// The shader uses what is not handled (E0005).
    pub const UNSUPPORTED: c_int = 5;
    /// The root signature does not cover the shader (E0006).
    pub const ROOT_SIGNATURE: c_int = 6;
    /// The input exceeds a bound (E0008).
    pub const LIMIT_EXCEEDED: c_int = 8;
    /// A bug of the translator (E0070).
    pub const INTERNAL: c_int = 70;
    /// A null pointer, or a structure without its size.
    pub const INVALID_ARGUMENT: c_int = 100;
}

/// The code of a kind of errors.
pub fn code_of(kind: ErrorKind) -> c_int {
    match kind {
        ErrorKind::Rejected => code::REJECTED,
        ErrorKind::InvalidOptions => code::INVALID_OPTIONS,
        ErrorKind::Malformed => code::MALFORMED,
        ErrorKind::Unsupported => code::UNSUPPORTED,
        ErrorKind::RootSignature => code::ROOT_SIGNATURE,
        ErrorKind::LimitExceeded => code::LIMIT_EXCEEDED,
        _ => code::INTERNAL,
    }
}

/// `d2s_log_callback`: userdata, 0 for an error and 1 for a warning, message and its length.
pub type LogCallback = unsafe extern "C" fn(*mut c_void, c_int, *const c_char, usize);

/// `D2S_ROOT_SIGNATURE_*`.
pub mod source {
    use std::ffi::c_int;
    /// The one in the container, if there is one.
    pub const EMBEDDED: c_int = 0;
    /// None: by registers alone, set = space.
    pub const NONE: c_int = 1;
    /// The one that is given.
    pub const GIVEN: c_int = 2;
}

macro_rules! c_struct {
    ($(#[$meta:meta])* $name:ident, $size:literal { $($(#[$field_meta:meta])* $offset:literal $field:ident: $ty:ty),* $(,)? }) => {
        $(#[$meta])*
        #[repr(C)]
        #[derive(Clone, Copy, Debug)]
        pub struct $name { $($(#[$field_meta])* pub $field: $ty),* }
        #[cfg(target_pointer_width = "64")]
        const _: () = {
            assert!(size_of::<$name>() == $size);
            $(assert!(std::mem::offset_of!($name, $field) == $offset);)*
        };
    };
}

c_struct!(
    /// `d2s_text`: bytes, with a zero byte behind them that `size` does not count.
    Text, 16 {
        /// The bytes.
        0 data: *const c_char,
        /// How many.
        8 size: usize,
    }
);

c_struct!(
    /// `d2s_options`: what and how to translate.
    Options, 72 {
        /// Size of the structure.
        0 struct_size: usize,
        /// Entry point; null for the only one.
        8 entry_point: *const c_char,
        /// Options as JSON; null for the defaults.
        16 json: *const c_char,
        /// Bytes of it.
        24 json_size: usize,
        /// `D2S_ROOT_SIGNATURE_*`.
        32 root_signature_source: c_int,
        /// The root signature: container, payload of RTS0, JSON or HLSL's string.
        40 root_signature: *const c_void,
        /// Bytes of it.
        48 root_signature_size: usize,
        /// Told of errors and warnings, if not null.
        56 log: Option<LogCallback>,
        /// For `log`.
        64 log_userdata: *mut c_void,
    }
);

c_struct!(
    /// `d2s_output`: what a translation made.
    Output, 64 {
        /// Size of the structure.
        0 struct_size: usize,
        /// The module.
        8 words: *const c_uint,
        /// Words of it.
        16 word_count: usize,
        /// The reflection as JSON.
        24 reflection: Text,
        /// Warnings as a JSON array of strings.
        40 warnings: Text,
        /// FNV-1 64-bit hash of the input, as dumps are named.
        56 shader_hash: c_ulonglong,
    }
);

c_struct!(
    /// `d2s_error_info`: what went wrong, and where.
    ErrorInfo, 96 {
        /// Size of the structure.
        0 struct_size: usize,
        /// `d2s_code`.
        8 code: c_int,
        /// 1 when `bit_offset` says something.
        12 has_bit_offset: c_int,
        /// What went wrong.
        16 message: Text,
        /// Part of the container, or empty.
        32 part: Text,
        /// Function, or empty.
        48 function: Text,
        /// Instruction, or empty.
        64 instruction: Text,
        /// Bits from the start of the part.
        80 bit_offset: c_ulonglong,
        /// Block in the function, `UINT_MAX` for none.
        88 block: c_uint,
    }
);
