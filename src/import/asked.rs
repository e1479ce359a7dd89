//! What ray queries or hit objects have been asked, so that nothing is asked twice where nothing has changed.

use crate::ir::{Block, Value};

/// The answers in one block since the last operation that changes any.
#[derive(Debug, Default)]
pub struct Asked {
    block: Option<Block>,
    /// Who was asked, the immediate of the question, the answer.
    answers: Vec<(Value, u32, Value)>,
}

impl Asked {
    /// What `of` has answered to `imm` in `block`. In another block than the last, nothing is known.
    pub fn answer(&mut self, block: Block, of: Value, imm: u32) -> Option<Value> {
        if self.block != Some(block) {
            self.block = Some(block);
            self.forget();
        }
        let mut answers = self.answers.iter();
        let found = answers.find(|known| (known.0, known.1) == (of, imm));
        found.map(|&(_, _, value)| value)
    }

    /// Keeps an answer.
    pub fn keep(&mut self, of: Value, imm: u32, value: Value) {
        self.answers.push((of, imm, value));
    }

    /// Something has changed.
    pub fn forget(&mut self) {
        self.answers.clear();
    }
}
