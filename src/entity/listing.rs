//! Texts in which something stands on lines that are known.

use std::fmt;

/// A text that is being written, and which of its lines are what.
#[derive(Clone, Debug)]
pub struct Listing<P> {
    /// The text.
    pub text: String,
    /// Lines, from 1, and what begins on them, in the order of the text.
    pub places: Vec<(u32, P)>,
    /// Line breaks so far.
    lines: u32,
}

impl<P> Default for Listing<P> {
    fn default() -> Self {
        Self {
            text: String::new(),
            places: Vec::new(),
            lines: 0,
        }
    }
}

impl<P> Listing<P> {
    /// `place` begins here.
    pub fn begin(&mut self, place: P) {
        self.places.push((self.lines + 1, place));
    }
}

impl<P> fmt::Write for Listing<P> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.lines += text.bytes().filter(|&byte| byte == b'\n').count() as u32;
        self.text.push_str(text);
        Ok(())
    }
}
