//! Abbreviations: how the records of one shape are packed ("Defining Abbreviations").

use super::bits::{Bits, MAX_WIDTH};
use crate::entity::ListRef;
use crate::error::{Error, Result};
use crate::limits;

/// How one value is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    /// The value stands in the abbreviation. Fields of width 0 are this too, as in LLVM.
    Literal(u64),
    /// A fixed number of bits.
    Fixed(u8),
    /// Chunks.
    Vbr(u8),
    /// One of 64 characters.
    Char6,
}

impl Field {
    /// Fills `values` with values packed like this.
    pub fn read_array(self, bits: &mut Bits, values: &mut [u64]) -> Result<()> {
        // A loop for each kind: strings are most of what modules with debug information hold.
        match self {
            Self::Literal(value) => values.fill(value),
            Self::Fixed(width) => bits.fixed_all(u32::from(width), values, |value| value)?,
            Self::Vbr(6) => *bits = bits.clone().vbr6_all(values)?,
            Self::Vbr(width) => {
                // A copy, whose window stays in registers.
                let mut window = bits.clone();
                for slot in values {
                    *slot = window.vbr(u32::from(width))?;
                }
                *bits = window;
            }
            Self::Char6 => {
                bits.fixed_all(6, values, |code| u64::from(char6(code)))?;
            }
        }
        Ok(())
    }

    /// Fills `out` with characters packed like this, of 8 bits at most.
    pub fn read_text(self, bits: &mut Bits, out: &mut [u8]) -> Result<()> {
        match self {
            Self::Fixed(8) => bits.bytes(out),
            Self::Fixed(width) => bits.fixed_all(u32::from(width), out, |value| value as u8),
            Self::Char6 => bits.fixed_all(6, out, char6),
            Self::Literal(_) | Self::Vbr(_) => {
                Err(Error::internal("a text of something else than characters"))
            }
        }
    }

    /// The fewest bits that a value packed like this takes.
    pub fn min_bits(self) -> u64 {
        match self {
            Self::Literal(_) => 0,
            Self::Fixed(width) | Self::Vbr(width) => u64::from(width),
            Self::Char6 => 6,
        }
    }
}

/// A [`Field`] in the form in which scalars are read: what most are differs in numbers alone, not in what is done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scalar {
    /// The value, but for the bits that are read.
    literal: u64,
    /// The bits of a chunk.
    mask: u32,
    /// The bit of a chunk that says that more follow; 0 where none do, [`CHAR6`](Self::CHAR6) of characters.
    more: u32,
    /// Bits of a chunk.
    width: u32,
}

impl Scalar {
    /// Of characters but the first, which is the literal, it says that they are read with what is rare.
    const CHAR6: u32 = u32::MAX;

    fn of(field: Field) -> Self {
        let chunks = |width: u8, more: u32| Self {
            literal: 0,
            mask: ((1u64 << width) - 1) as u32,
            more,
            width: u32::from(width),
        };
        match field {
            Field::Literal(literal) => Self {
                literal,
                ..chunks(0, 0)
            },
            Field::Fixed(width) => chunks(width, 0),
            Field::Vbr(width) => chunks(width, 1 << (width - 1)),
            Field::Char6 => Self {
                literal: u64::from(char6(0)),
                ..chunks(6, Self::CHAR6)
            },
        }
    }

    /// Reads a value from a copy that stays in registers: nothing takes a reference to it.
    #[inline(always)]
    pub fn read(&self, bits: &mut Bits<'_>) -> Result<u64> {
        if let Some(chunk) = bits.chunk(self.width, self.mask, self.more) {
            return Ok(self.literal | chunk);
        }
        let (value, behind) = self.read_rare(bits.clone())?;
        bits.go_on_from(&behind);
        Ok(value)
    }

    /// Reads a value of more than two chunks, a character, or one near the end; also returns where that is.
    #[inline(never)]
    fn read_rare<'a>(&self, mut bits: Bits<'a>) -> Result<(u64, Bits<'a>)> {
        let value = match (self.more, self.width) {
            (Self::CHAR6, _) => u64::from(char6(bits.fixed(6)?)),
            (0, width) => self.literal | bits.fixed(width)?,
            (_, 6) => bits.vbr6()?,
            (_, width) => bits.vbr(width)?,
        };
        Ok((value, bits))
    }
}

/// The character of a `char6` code (0 to 63).
#[inline]
fn char6(code: u64) -> u8 {
    const CHARACTERS: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
    CHARACTERS[(code & 63) as usize]
}

/// What follows the scalar fields.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tail {
    /// Nothing.
    None,
    /// A counted array of such values, also in the form in which scalars are read.
    Array(Field, Scalar),
    /// Counted bytes.
    Blob,
}

/// An abbreviation: the record's code, and scalar fields, which lie in a pool.
#[derive(Clone, Copy, Debug)]
pub(super) struct Abbreviation {
    /// The code, where the abbreviation has it; otherwise it is the first of the fields.
    pub code: Option<u32>,
    /// Scalar fields, a code among them that is not [`code`](Self::code).
    pub fields: ListRef,
    pub tail: Tail,
}

impl Abbreviation {
    /// Reads what follows DEFINE_ABBREV, appending the scalar fields to `pool`.
    pub fn read(bits: &mut Bits, pool: &mut Vec<Scalar>) -> Result<Self> {
        let at = bits.position();
        let bad = |message: &str| Error::malformed(format!("abbreviation: {message}")).at_bit(at);
        let count = bits.vbr(5)?;
        if count > limits::MAX_ABBREVIATION_FIELDS as u64 {
            return Err(Error::limit(format!("abbreviation of {count} fields"))
                .beyond(limits::MAX_ABBREVIATION_FIELDS)
                .at_bit(at));
        }
        if pool.len() > limits::MAX_ABBREVIATIONS * limits::MAX_ABBREVIATION_FIELDS {
            return Err(Error::limit("fields of abbreviations")
                .beyond(limits::MAX_ABBREVIATIONS * limits::MAX_ABBREVIATION_FIELDS)
                .at_bit(at));
        }
        let start = pool.len() as u32;
        let mut code = None;
        let mut tail = Tail::None;
        let mut left = count;
        while left > 0 {
            left -= 1;
            match Encoding::read(bits)? {
                Encoding::Scalar(Field::Literal(value))
                    if left + 1 == count && value <= u64::from(u32::MAX) =>
                {
                    code = Some(value as u32);
                }
                Encoding::Scalar(field) => pool.push(Scalar::of(field)),
                Encoding::Array => {
                    let Encoding::Scalar(element) = (if left == 1 {
                        Encoding::read(bits)?
                    } else {
                        Encoding::Blob
                    }) else {
                        return Err(bad("expected an array to be followed by its element only"));
                    };
                    (tail, left) = (Tail::Array(element, Scalar::of(element)), 0);
                }
                Encoding::Blob if left == 0 => tail = Tail::Blob,
                Encoding::Blob => return Err(bad("expected a blob to be the last field")),
            }
        }
        let len = pool.len() as u32 - start;
        if code.is_none() && len == 0 {
            return Err(bad("expected a scalar as the record's code"));
        }
        Ok(Self {
            code,
            fields: ListRef { start, len },
            tail,
        })
    }
}

enum Encoding {
    Scalar(Field),
    Array,
    Blob,
}

impl Encoding {
    #[inline(always)]
    fn read(bits: &mut Bits) -> Result<Self> {
        match Self::usual(bits) {
            Some(field) => Ok(Self::Scalar(field)),
            None => Self::read_any(bits),
        }
    }

    /// What most are: a literal below 128 or a field of less than 16 bits, which take nine bits.
    #[inline(always)]
    fn usual(bits: &mut Bits) -> Option<Field> {
        let next = bits.peek(9)?;
        let (literal, field) = (next >> 1 & 0xff, (next >> 4 & 0x1f) as u8);
        let found = match next & 0xf {
            _ if next & 1 == 1 && literal < 0x80 => Field::Literal(literal),
            2 if (1..0x10).contains(&field) => Field::Fixed(field),
            4 if (2..0x10).contains(&field) => Field::Vbr(field),
            _ => return None,
        };
        bits.take(9);
        Some(found)
    }

    #[inline(never)]
    fn read_any(bits: &mut Bits) -> Result<Self> {
        let at = bits.position();
        if bits.fixed(1)? == 1 {
            return Ok(Self::Scalar(Field::Literal(bits.vbr(8)?)));
        }
        let encoding = bits.fixed(3)?;
        Ok(match encoding {
            1 | 2 => {
                let width = bits.vbr(5)?;
                // A VBR chunk of one bit has no room for a payload.
                if width > u64::from(MAX_WIDTH) || (encoding == 2 && width == 1) {
                    return Err(Error::malformed(format!("abbreviation: field of {width} bits")).at_bit(at));
                }
                Self::Scalar(match (width, encoding) {
                    // The sole `groupshared uint` of a shader makes one: its type numbers need no bits.
                    (0, _) => Field::Literal(0),
                    (width, 1) => Field::Fixed(width as u8),
                    (width, _) => Field::Vbr(width as u8),
                })
            }
            3 => Self::Array,
            4 => Self::Scalar(Field::Char6),
            5 => Self::Blob,
            other => {
                return Err(Error::malformed(format!("abbreviation: unknown encoding {other}")).at_bit(at));
            }
        })
    }
}
