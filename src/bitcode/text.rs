//! The texts of a module, which lie one behind the other in one pool.

use crate::entity::ListRef;
use crate::error::{Error, Result};

/// A text of a module: [`Module::text`](super::module::Module::text) has its characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Text(ListRef);

impl Text {
    /// Whether it has no characters.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.len == 0
    }

    /// Bytes of it.
    #[inline]
    pub fn len(self) -> usize {
        self.0.len as usize
    }
}

/// A pool of texts.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    all: String,
    /// The same while texts are added: UTF-8, which is shown once for all of them.
    fresh: Vec<u8>,
}

impl Texts {
    /// Makes room for so many bytes more.
    pub(super) fn reserve(&mut self, bytes: usize) {
        self.fresh.reserve(bytes);
    }

    /// Takes all texts away, keeping the memory.
    pub(super) fn clear(&mut self) {
        self.begin();
        self.fresh.clear();
    }

    /// Where a text begins that is to be added.
    fn begin(&mut self) -> usize {
        if !self.all.is_empty() {
            self.fresh = std::mem::take(&mut self.all).into_bytes();
        }
        self.fresh.len()
    }

    /// No texts are added for now.
    pub(super) fn finish(&mut self) {
        match String::from_utf8(std::mem::take(&mut self.fresh)) {
            Ok(all) => self.all = all,
            Err(other) => self.all = String::from_utf8_lossy(other.as_bytes()).into_owned(),
        }
    }

    /// The characters of a text of this pool.
    #[inline]
    pub fn get(&self, text: Text) -> &str {
        match self.all.get(text.0.range()) {
            Some(text) => text,
            None => self.get_fresh(text),
        }
    }

    #[cold]
    fn get_fresh(&self, text: Text) -> &str {
        let bytes = self.fresh.get(text.0.range()).unwrap_or(&[]);
        str::from_utf8(bytes).unwrap_or("")
    }

    /// Adds a text.
    ///
    /// # Errors
    /// `LimitExceeded` beyond 4 GiB of text.
    pub fn push(&mut self, text: &str) -> Result<Text> {
        let start = self.begin();
        self.fresh.extend_from_slice(text.as_bytes());
        self.end(start)
    }

    /// Adds the rest of a record: `ops`, a byte of a character each, then `text`. What is not UTF-8 is replaced.
    pub(super) fn push_rest(&mut self, ops: &[u64], text: &[u8]) -> Result<Text> {
        let start = self.begin();
        self.fresh.extend(ops.iter().map(|&op| op as u8));
        self.fresh.extend_from_slice(text);
        if !self.fresh.get(start..).unwrap_or(&[]).is_ascii() {
            self.replace_damage(start);
        }
        self.end(start)
    }

    /// Adds the operands of a record, a byte of a character each. What is not UTF-8 is replaced.
    pub(super) fn push_operands(&mut self, ops: &[u64]) -> Result<Text> {
        self.push_rest(ops, &[])
    }

    /// Makes UTF-8 of what goes from `start` to the end of the pool.
    #[cold]
    fn replace_damage(&mut self, start: usize) {
        let text = self.fresh.split_off(start);
        self.fresh
            .extend_from_slice(String::from_utf8_lossy(&text).as_bytes());
    }

    /// The text that goes from `start` to the end of the pool.
    fn end(&self, start: usize) -> Result<Text> {
        let end = self.fresh.len();
        match (u32::try_from(start), u32::try_from(end)) {
            (Ok(start), Ok(end)) => Ok(Text(ListRef {
                start,
                len: end - start,
            })),
            _ => Err(Error::limit(format!("{end} bytes of text")).beyond(u32::MAX)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_are_bytes_of_characters() {
        let mut texts = Texts::default();
        let ops = |text: &[u8]| text.iter().map(|&byte| u64::from(byte)).collect::<Vec<_>>();
        let long = format!("{}\u{e9}{}", "a".repeat(63), "b".repeat(70));
        let short = texts.push_operands(&ops(b"main")).unwrap();
        let across = texts.push_operands(&ops(long.as_bytes())).unwrap();
        let broken = texts.push_operands(&ops(b"x\xffy")).unwrap();
        let none = texts.push_operands(&[]).unwrap();
        let read = texts.push_rest(&[], b"main").unwrap();
        let mixed = texts.push_rest(&ops(b"ma\xc3"), b"\xa9in").unwrap();
        let broken_text = texts.push_rest(&[], b"x\xffy").unwrap();
        assert_eq!(texts.get(mixed), "ma\u{e9}in");
        texts.finish();
        assert_eq!(texts.get(read), "main");
        assert_eq!(texts.get(mixed), "ma\u{e9}in");
        assert_eq!(texts.get(broken_text), "x\u{fffd}y");
        assert_eq!(texts.get(short), "main");
        assert_eq!(texts.get(across), long);
        assert_eq!(texts.get(broken), "x\u{fffd}y");
        assert_eq!(
            (texts.get(none), none.is_empty(), short.is_empty()),
            ("", true, false)
        );
    }
}
