//! The operands of one record, taken in order, with errors that name the record.

use crate::bitstream::Record;
use crate::error::{Error, Result};

/// A cursor over a record's operands.
pub(super) struct Operands<'r> {
    ops: &'r [u64],
    at: u64,
    name: &'static str,
}

impl<'r> Operands<'r> {
    /// The operands of `record`; errors call it `name`.
    #[inline]
    pub fn new(record: &'r Record<'_>, name: &'static str) -> Self {
        Self {
            ops: &record.ops,
            at: record.bit_offset,
            name,
        }
    }

    /// Where the record starts.
    #[inline]
    pub fn at(&self) -> u64 {
        self.at
    }

    /// How many operands are left.
    #[inline]
    pub fn left(&self) -> usize {
        self.ops.len()
    }

    /// The next operand.
    #[inline]
    pub fn next(&mut self) -> Result<u64> {
        match self.ops.split_first() {
            Some((&first, rest)) => {
                self.ops = rest;
                Ok(first)
            }
            None => Err(self.malformed("expected more operands")),
        }
    }

    /// The next operand, which must fit in 32 bits.
    #[inline]
    pub fn next_u32(&mut self) -> Result<u32> {
        let value = self.next()?;
        u32::try_from(value).map_err(|_| self.exceeds_32_bits(value))
    }

    #[cold]
    fn exceeds_32_bits(&self, value: u64) -> Error {
        self.malformed(format!("operand {value} exceeds 32 bits"))
    }

    /// The next operand, if there is one.
    #[inline]
    pub fn optional(&mut self) -> Option<u64> {
        let (&first, rest) = self.ops.split_first()?;
        self.ops = rest;
        Some(first)
    }

    /// All operands that are left.
    #[inline]
    pub fn rest(&mut self) -> &'r [u64] {
        std::mem::take(&mut self.ops)
    }

    /// The operands up to a zero, which is taken too.
    pub fn up_to_zero(&mut self) -> Result<&'r [u64]> {
        let Some(len) = self.ops.iter().position(|&op| op == 0) else {
            return Err(self.malformed("expected more operands"));
        };
        let (found, rest) = self.ops.split_at(len);
        self.ops = rest.get(1..).unwrap_or(&[]);
        Ok(found)
    }

    /// Alignment in bytes from its encoding: log2 plus one, 0 for none.
    pub fn alignment(&mut self) -> Result<u32> {
        let encoded = self.next()?;
        self.decode_alignment(encoded)
    }

    /// Alignment in bytes from `encoded`: log2 plus one, 0 for none.
    pub fn decode_alignment(&self, encoded: u64) -> Result<u32> {
        match encoded {
            0 => Ok(0),
            1..=30 => Ok(1 << (encoded - 1)),
            _ => Err(self.malformed(format!("alignment 2^{}", encoded - 1))),
        }
    }

    /// An error about this record.
    #[cold]
    pub fn malformed(&self, message: impl std::fmt::Display) -> Error {
        Error::malformed(format!("{}: {message}", self.name)).at_bit(self.at)
    }

    /// An error about something in this record that is not handled.
    #[cold]
    pub fn unsupported(&self, message: impl std::fmt::Display) -> Error {
        Error::unsupported(format!("{}: {message}", self.name)).at_bit(self.at)
    }
}
