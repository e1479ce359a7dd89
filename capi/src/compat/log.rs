//! The log callback, which the interface makes a thread's own.

use super::types::{LogCallback, log_level};
use crate::pointers::c_string;
use dxil2spirv::Error;
use std::cell::Cell;
use std::ffi::{c_int, c_void};

thread_local! {
    static CALLBACK: Cell<Option<(LogCallback, *mut c_void)>> = const { Cell::new(None) };
}

/// Sets or takes away the callback of this thread.
pub fn set(callback: Option<LogCallback>, userdata: *mut c_void) {
    CALLBACK.set(callback.map(|callback| (callback, userdata)));
}

fn send(level: c_int, message: &str) {
    let Some((callback, userdata)) = CALLBACK.get() else {
        return;
    };
    // Layers print messages as they are.
    let text = c_string(&format!("{message}\n"));
    // SAFETY: the caller of `dxil_spv_set_thread_log_callback` vouches that the callback can be called with that
    // userdata on this thread; the string lives until after the call.
    unsafe { callback(userdata, level, text.as_ptr()) };
}

/// Logs an error.
pub fn error(message: &str) {
    send(log_level::ERROR, message);
}

/// Logs what helps debugging.
pub fn debug(message: &str) {
    send(log_level::DEBUG, message);
}

/// Logs a warning.
pub fn warn(message: &str) {
    send(log_level::WARN, message);
}

/// Logs an error of the library with its code and location.
pub fn failure(failure: &Error) {
    error(&format!("{}: {failure}", failure.kind().code()));
}
