//! Floats in matrices of AMD's shader extensions, converted four at a time.
//!
//! A conversion takes a dozen instructions or more, and a lane has eight elements or sixteen of each matrix. As vectors of four `f32`
//! these are a quarter of the instructions; what a device does is the same.

use super::Importer;
use super::ags_types::{Format, Fragment, Words};
use super::calls_of_vendors::FRAGMENT_WORDS;
use super::lanes::Lanes;
use crate::ir::{Flags, Op, Type, Value};

/// Elements of a vector.
const FOUR: usize = 4;

impl Importer<'_> {
    /// The elements in words of a lane, four to a vector of `f32`. Only of floats.
    pub fn floats(&mut self, words: &Words, of: Fragment) -> Lanes {
        let each = (of.format.bits() / 8) as usize;
        let words = words.get(..of.words() as usize).unwrap_or(words);
        (words.chunks_exact(each))
            .map(|words| self.four_floats(words, of.format))
            .collect()
    }

    /// The floats of a format in as many words as four have.
    fn four_floats(&mut self, words: &[Value], format: Format) -> Value {
        let bits = match *words {
            [low, high] if format == Format::F16 => return self.floats_of_halves([low, high]),
            [word] => self.parts_of_words(&[word; FOUR], [0, 8, 16, 24], 0xff),
            [low, high] => self.parts_of_words(&[low, low, high, high], [0, 16, 0, 16], 0xffff),
            _ => {
                let four = self.module.types.vector(Type::I32, FOUR as u32);
                self.construct(four, words)
            }
        };
        self.decoded(bits, format.component())
    }

    /// Bits of words from `shifts` on, one of each.
    fn parts_of_words(&mut self, words: &[Value], shifts: [u32; FOUR], mask: u32) -> Value {
        let (four, shifts) = self.four(shifts);
        let words = self.construct(four, words);
        let moved = self.emit(Op::LShr, Flags::NONE, four, &[words, shifts]);
        self.each_word(Op::And, moved, mask)
    }

    /// Four words as a constant, and their type.
    fn four(&mut self, words: [u32; FOUR]) -> (Type, Value) {
        let ty = self.module.types.vector(Type::I32, FOUR as u32);
        let words = words.map(|word| self.module.i32(word));
        (ty, self.construct(ty, &words))
    }

    /// The words of a lane that has these elements, four to a vector. Only of floats.
    pub fn words_of_floats(&mut self, floats: &[Value], of: Fragment) -> Words {
        let mut made = Lanes::new();
        for &four in floats {
            if of.format == Format::F16 {
                let halves = self.lanes(four);
                made.extend(self.words_of_halves(&halves));
                continue;
            }
            let bits = self.encoded(four, of.format.component());
            made.extend(match of.format.bits() {
                32 => self.lanes(bits),
                16 => self.words_of_parts(bits, [0, 16, 0, 16], 2),
                _ => self.words_of_parts(bits, [0, 8, 16, 24], 4),
            });
        }
        let mut words = [self.module.i32(0); FRAGMENT_WORDS];
        for (word, &made) in words.iter_mut().zip(&made) {
            *word = made;
        }
        words
    }

    /// Words that are made of so many parts each, which are moved up by `shifts`.
    fn words_of_parts(&mut self, parts: Value, shifts: [u32; FOUR], each: usize) -> Lanes {
        let (four, shifts) = self.four(shifts);
        let moved = self.emit(Op::Shl, Flags::NONE, four, &[parts, shifts]);
        let moved = self.lanes(moved);
        let mut joined = |parts: &[Value]| {
            let parts = parts.iter().copied();
            parts.reduce(|word, part| self.word_op(Op::Or, &[word, part]))
        };
        moved.chunks_exact(each).filter_map(&mut joined).collect()
    }

    /// Floats in words of a lane as those of another format, too large ones as [`float_as`](Self::float_as) has them.
    pub fn words_as_floats(&mut self, words: &Words, [from, to]: [Fragment; 2], saturates: bool) -> Words {
        let mut floats = self.floats(words, from);
        // Halves have all floats of 8 bits.
        let stay = !saturates && to.format == Format::F16 && from.format.bits() == 8;
        if !stay {
            for four in &mut floats {
                *four = self.float_as(*four, to.format, saturates);
            }
        }
        self.words_of_floats(&floats, to)
    }
}
