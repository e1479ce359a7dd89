//! A section of a SPIR-V module: instructions as words, appended in place.
//!
//! An instruction of known length is pushed whole ([`Section::inst`]); one of variable length reserves its
//! first word and patches the length afterwards ([`Section::begin`], [`Section::end`]).

use ::spirv::Op;
use std::ops::Range;

/// Instructions of one section.
#[derive(Debug, Default)]
pub struct Section {
    words: Vec<u32>,
    overflow: bool,
}

/// Where an instruction begins; hand it to [`Section::end`].
#[must_use]
pub(super) struct Mark(usize);

impl Section {
    /// An empty section with room for `words`.
    pub fn with_capacity(words: usize) -> Self {
        Self {
            words: Vec::with_capacity(words),
            overflow: false,
        }
    }
    /// An empty section with room for `words`, in the memory of this one.
    pub fn begin_again(&mut self, words: usize) -> Self {
        let mut section = std::mem::take(self);
        section.words.clear();
        section.words.reserve(words);
        section.overflow = false;
        section
    }
    /// The words so far.
    pub fn words(&self) -> &[u32] {
        &self.words
    }
    /// The words, all of them.
    pub fn into_words(self) -> Vec<u32> {
        self.words
    }
    /// Whether an instruction did not fit the 16 bits of its word count.
    pub fn overflow(&self) -> bool {
        self.overflow
    }
    /// Appends an instruction with all its operands.
    #[inline]
    pub fn inst(&mut self, op: Op, operands: &[u32]) {
        debug_assert!(operands.len() < 0xffff);
        self.words.push((operands.len() as u32 + 1) << 16 | op as u32);
        self.words.extend_from_slice(operands);
    }
    /// Begins an instruction.
    #[inline]
    pub fn begin(&mut self, op: Op) -> Mark {
        let mark = Mark(self.words.len());
        self.words.push(op as u32);
        mark
    }
    /// Appends an operand.
    #[inline]
    pub fn push(&mut self, word: u32) {
        self.words.push(word);
    }
    /// Appends operands.
    #[inline]
    pub fn extend(&mut self, words: &[u32]) {
        self.words.extend_from_slice(words);
    }
    /// Appends a literal string. It ends at the first NUL, and at [`MAX_STRING`] bytes.
    pub fn string(&mut self, text: &str) {
        let mut end = text.len().min(MAX_STRING);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        self.literal(text.get(..end).unwrap_or_default());
    }
    /// Appends a literal string of any length. It ends at the first NUL.
    pub fn literal(&mut self, text: &str) {
        let bytes = text.as_bytes();
        // Names are short: a search that is made for long texts has hardly begun.
        let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
        let (chunks, rest) = bytes.get(..end).unwrap_or_default().as_chunks();
        self.words
            .extend(chunks.iter().map(|&chunk| u32::from_le_bytes(chunk)));
        // The terminating NUL takes a word of its own where the text fills the last one.
        let mut word = [0; 4];
        for (to, from) in word.iter_mut().zip(rest) {
            *to = *from;
        }
        self.words.push(u32::from_le_bytes(word));
    }
    /// Ends the instruction begun at `mark`.
    #[inline]
    pub fn end(&mut self, mark: Mark) {
        let len = self.words.len() - mark.0;
        if len > 0xffff {
            self.overflow = true;
        } else if let Some(first) = self.words.get_mut(mark.0) {
            *first |= (len as u32) << 16;
        }
    }
    /// Inserts all of `other` before word `at`.
    pub fn insert(&mut self, at: usize, other: &Section) {
        if !other.words.is_empty() {
            self.words.splice(at..at, other.words.iter().copied());
        }
        self.overflow |= other.overflow;
    }
    /// Takes out the words of these ranges, which rise.
    pub fn remove(&mut self, ranges: &[Range<usize>]) {
        let Some(first) = ranges.first() else {
            return;
        };
        let mut end = first.start;
        let next = ranges.iter().skip(1).map(|range| range.start);
        for (range, until) in ranges.iter().zip(next.chain([self.words.len()])) {
            self.words.copy_within(range.end..until, end);
            end += until - range.end;
        }
        self.words.truncate(end);
    }
    /// Appends all of `other`.
    pub fn append(&mut self, other: &Section) {
        self.words.extend_from_slice(&other.words);
        self.overflow |= other.overflow;
    }
}

/// Longest literal string in bytes: names beyond it are of no use to anyone.
const MAX_STRING: usize = 4096;

#[cfg(test)]
mod tests {
    use super::*;

    fn string(text: &str) -> Vec<u32> {
        let mut section = Section::default();
        section.string(text);
        section.words
    }

    #[test]
    fn strings_are_terminated_and_padded() {
        assert_eq!(string(""), [0]);
        assert_eq!(string("abc"), [0x0063_6261]);
        assert_eq!(string("abcd"), [0x6463_6261, 0]);
        assert_eq!(string("a\0b"), [0x61]);
        assert_eq!(string(&"é".repeat(4000)).len(), 1025);
    }

    #[test]
    fn an_overlong_instruction_is_reported() {
        let mut section = Section::default();
        let mark = section.begin(Op::ConstantComposite);
        section.extend(&vec![0; 0xfffe]);
        section.end(mark);
        assert!(!section.overflow());
        assert_eq!(section.words[0] >> 16, 0xffff);
        let mark = section.begin(Op::ConstantComposite);
        section.extend(&vec![0; 0xffff]);
        section.end(mark);
        assert!(section.overflow());
    }
}
