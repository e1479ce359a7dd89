//! What is known of numbers in one block alone.

use crate::ir::{Block, Value};
use smallvec::SmallVec;

/// What is known of a number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Known {
    pub least: u32,
    pub most: u32,
    /// The bits that it may have.
    pub bits: u32,
}

impl Known {
    /// A number within bounds.
    pub fn within([least, most]: [u32; 2]) -> Self {
        let bits = u32::MAX.checked_shr(most.leading_zeros()).unwrap_or(0);
        Self { least, most, bits }
    }

    /// What both tell of one number; where they contradict each other, the code is never reached, and the first is as good.
    pub fn and(self, other: Self) -> Self {
        let bits = self.bits & other.bits;
        let both = Self {
            least: self.least.max(other.least),
            most: self.most.min(other.most).min(bits),
            bits,
        };
        if both.least <= both.most { both } else { self }
    }

    pub fn bounds(self) -> [u32; 2] {
        [self.least, self.most]
    }
}

/// What branches tell in one block: the one that was asked for last.
#[derive(Default)]
pub struct Facts {
    pub block: Option<Block>,
    /// What numbers are there.
    pub known: SmallVec<[(Value, Known); 8]>,
}

impl Facts {
    /// `known` of `value`, and what branches tell besides.
    pub fn narrowed(&self, value: Value, known: Known) -> Known {
        let told = self.known.iter().find(|(other, _)| *other == value);
        told.map_or(known, |(_, told)| known.and(*told))
    }

    /// Notes what is known of `value`.
    pub fn note(&mut self, value: Value, known: Known) {
        if value.as_inst().is_none() || known.least > known.most {
            return;
        }
        match self.known.iter_mut().find(|(other, _)| *other == value) {
            Some((_, told)) => *told = told.and(known),
            None => self.known.push((value, known)),
        }
    }
}
