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
}

/// A pool of texts.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    all: String,
}

impl Texts {
    /// Makes room for so many bytes more.
    pub(super) fn reserve(&mut self, bytes: usize) {
        self.all.reserve(bytes);
    }

    /// Takes all texts away, keeping the memory.
    pub(super) fn clear(&mut self) {
        self.all.clear();
    }

    /// The characters of a text of this pool.
    #[inline]
    pub fn get(&self, text: Text) -> &str {
        self.all.get(text.0.range()).unwrap_or("")
    }

    /// Adds a text.
    ///
    /// # Errors
    /// `LimitExceeded` beyond 4 GiB of text.
    pub fn push(&mut self, text: &str) -> Result<Text> {
        let start = self.all.len();
        self.all.push_str(text);
        self.end(start)
    }

    /// Adds the rest of a record: `ops`, a byte of a character each, then `text`. What is not UTF-8 is replaced.
    pub(super) fn push_rest(&mut self, ops: &[u64], text: &[u8]) -> Result<Text> {
        if text.is_empty() {
            return self.push_operands(ops);
        }
        match str::from_utf8(text) {
            Ok(text) if ops.is_empty() => self.push(text),
            _ => self.push_mixed(ops, text),
        }
    }

    #[cold]
    fn push_mixed(&mut self, ops: &[u64], text: &[u8]) -> Result<Text> {
        let bytes = ops.iter().map(|&op| op as u8).chain(text.iter().copied());
        let bytes: Vec<u8> = bytes.collect();
        self.push(&String::from_utf8_lossy(&bytes))
    }

    /// Adds the operands of a record, a byte of a character each. What is not UTF-8 is replaced.
    pub(super) fn push_operands(&mut self, ops: &[u64]) -> Result<Text> {
        /// Names mostly are shorter.
        const PART: usize = 64;
        let start = self.all.len();
        for part in ops.chunks(PART) {
            let mut bytes = [0; PART];
            for (byte, &op) in bytes.iter_mut().zip(part) {
                *byte = op as u8;
            }
            let Some(Ok(text)) = bytes.get(..part.len()).map(str::from_utf8) else {
                // A character may begin in one part and end in the next.
                self.all.truncate(start);
                let bytes: Vec<u8> = ops.iter().map(|&op| op as u8).collect();
                self.all.push_str(&String::from_utf8_lossy(&bytes));
                break;
            };
            self.all.push_str(text);
        }
        self.end(start)
    }

    /// The text that goes from `start` to the end of the pool.
    fn end(&self, start: usize) -> Result<Text> {
        let len = self.all.len() - start;
        match (u32::try_from(start), u32::try_from(self.all.len())) {
            (Ok(start), Ok(_)) => Ok(Text(ListRef {
                start,
                len: len as u32,
            })),
            _ => Err(Error::limit(format!("{} bytes of text", self.all.len())).beyond(u32::MAX)),
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
        // Two bytes, of which the second lies in another part.
        let long = format!("{}\u{e9}{}", "a".repeat(63), "b".repeat(70));
        let short = texts.push_operands(&ops(b"main")).unwrap();
        let across = texts.push_operands(&ops(long.as_bytes())).unwrap();
        let broken = texts.push_operands(&ops(b"x\xffy")).unwrap();
        let none = texts.push_operands(&[]).unwrap();
        let read = texts.push_rest(&[], b"main").unwrap();
        let mixed = texts.push_rest(&ops(b"ma\xc3"), b"\xa9in").unwrap();
        let broken_text = texts.push_rest(&[], b"x\xffy").unwrap();
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
