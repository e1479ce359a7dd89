//! The operands of one record, taken in order, with errors that name the record.

use crate::bitstream::Record;
use crate::error::{Error, Result};

/// A cursor over a record's operands.
#[derive(Clone, Copy)]
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
    #[inline(always)]
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
    #[inline(always)]
    pub fn next_u32(&mut self) -> Result<u32> {
        let value = self.next()?;
        self.in_32_bits(value)
    }

    /// An operand, which must fit in 32 bits.
    #[inline(always)]
    pub fn in_32_bits(&self, value: u64) -> Result<u32> {
        match u32::try_from(value) {
            Ok(value) => Ok(value),
            Err(_) => Err(exceeds_32_bits(self.name, self.at, value)),
        }
    }

    /// The next operand, if there is one.
    #[inline(always)]
    pub fn optional(&mut self) -> Option<u64> {
        let (&first, rest) = self.ops.split_first()?;
        self.ops = rest;
        Some(first)
    }

    /// All operands that are left.
    #[inline(always)]
    pub fn rest(&mut self) -> &'r [u64] {
        std::mem::take(&mut self.ops)
    }

    /// The operands up to a zero, which is taken too.
    #[inline]
    pub fn up_to_zero(&mut self) -> Result<&'r [u64]> {
        let Some(len) = self.ops.iter().position(|&op| op == 0) else {
            return Err(self.malformed("expected more operands"));
        };
        let (found, rest) = self.ops.split_at(len);
        self.ops = rest.get(1..).unwrap_or(&[]);
        Ok(found)
    }

    /// Alignment in bytes from its encoding: log2 plus one, 0 for none.
    #[inline]
    pub fn alignment(&mut self) -> Result<u32> {
        let encoded = self.next()?;
        self.decode_alignment(encoded)
    }

    /// Alignment in bytes from `encoded`: log2 plus one, 0 for none.
    #[inline(always)]
    pub fn decode_alignment(&self, encoded: u64) -> Result<u32> {
        match encoded {
            0 => Ok(0),
            1..=30 => Ok(1 << (encoded - 1)),
            _ => Err(bad_alignment(self.name, self.at, encoded)),
        }
    }

    /// An error about this record.
    #[inline(always)]
    pub fn malformed(&self, message: impl std::fmt::Display) -> Error {
        malformed(self.name, self.at, message)
    }

    /// An error about something in this record that is not handled.
    #[inline(always)]
    pub fn unsupported(&self, message: impl std::fmt::Display) -> Error {
        unsupported(self.name, self.at, message)
    }
}

// Errors take what they say and no reference to the operands, which stay in registers then.

#[cold]
#[inline(never)]
fn malformed(name: &'static str, at: u64, message: impl std::fmt::Display) -> Error {
    Error::malformed(format!("{name}: {message}")).at_bit(at)
}

#[cold]
#[inline(never)]
fn unsupported(name: &'static str, at: u64, message: impl std::fmt::Display) -> Error {
    Error::unsupported(format!("{name}: {message}")).at_bit(at)
}

#[cold]
#[inline(never)]
fn exceeds_32_bits(name: &'static str, at: u64, value: u64) -> Error {
    malformed(name, at, format_args!("operand {value} exceeds 32 bits"))
}

#[cold]
#[inline(never)]
fn bad_alignment(name: &'static str, at: u64, encoded: u64) -> Error {
    malformed(name, at, format_args!("alignment 2^{}", encoded - 1))
}
