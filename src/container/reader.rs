//! A bounds-checked little-endian reader: the only way in which this layer touches input.
//!
//! In: a byte slice and the name of the part that it belongs to. Out: values and subslices, or an
//! [`Error`] that names the part, the byte offset, what was expected there and how much was left.
//! What holds: no method panics, indexes unchecked or allocates.

use crate::error::{Error, Result};
use crate::limits;

/// A cursor over the bytes of one part. Cheap to copy: to read elsewhere, take [`at`](Self::at).
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    part: &'static str,
    data: &'a [u8],
    /// Offset of `data` from the start of the part, so that windows report offsets of the whole part.
    base: usize,
    position: usize,
}

impl<'a> Reader<'a> {
    /// A reader at the start of `data`, which is the payload of `part` (or a whole file).
    pub fn new(part: &'static str, data: &'a [u8]) -> Self {
        Self {
            part,
            data,
            base: 0,
            position: 0,
        }
    }

    /// The offset of the next byte from the start of the part.
    pub fn offset(&self) -> usize {
        self.base.saturating_add(self.position)
    }

    /// Bytes from the start of this reader's window to the next byte.
    pub fn position(&self) -> usize {
        self.position
    }

    /// Bytes left.
    pub fn remaining(&self) -> usize {
        self.data.len().saturating_sub(self.position)
    }

    /// The bytes left.
    pub fn rest(&self) -> &'a [u8] {
        self.data.get(self.position..).unwrap_or_default()
    }

    /// The whole window.
    pub fn data(&self) -> &'a [u8] {
        self.data
    }

    /// A reader of the same window that stands at `position` of it.
    pub fn at(&self, position: u32, what: &str) -> Result<Self> {
        let position = position as usize;
        if position > self.data.len() {
            let message = format!(
                "the offset {position:#x} of {what} lies outside the {:#x} bytes available",
                self.data.len()
            );
            return Err(self.malformed(message));
        }
        Ok(Self { position, ..*self })
    }

    /// Reads an offset and gives a reader that stands there in `window`. An offset that lies outside is
    /// reported where it was read.
    pub fn follow(&mut self, window: &Reader<'a>, what: &str) -> Result<Self> {
        let field = *self;
        let Some(offset) = self.take().map(u32::from_le_bytes) else {
            return Err(self.short(4, &format!("the offset of {what}")));
        };
        window
            .at(offset, what)
            .map_err(|error| field.malformed(error.message()))
    }

    /// An error about the input, at the present position.
    #[cold]
    pub fn malformed(&self, message: impl Into<String>) -> Error {
        Error::malformed(message)
            .in_part(self.part)
            .at_byte(self.offset())
    }

    /// An error about a bound on hostile input, at the present position.
    #[cold]
    pub fn limit(&self, message: impl Into<String>) -> Error {
        Error::limit(message).in_part(self.part).at_byte(self.offset())
    }

    /// An error about something not handled, at the present position.
    #[cold]
    pub fn unsupported(&self, message: impl Into<String>) -> Error {
        Error::unsupported(message)
            .in_part(self.part)
            .at_byte(self.offset())
    }

    #[cold]
    fn short(&self, count: usize, what: &str) -> Error {
        self.malformed(format!(
            "expected {count} bytes of {what}, found {}",
            self.remaining()
        ))
    }

    /// The next `count` bytes.
    pub fn bytes(&mut self, count: usize, what: &str) -> Result<&'a [u8]> {
        match self.rest().get(..count) {
            Some(bytes) => {
                self.position = self.position.saturating_add(count);
                Ok(bytes)
            }
            None => Err(self.short(count, what)),
        }
    }

    /// The next `N` bytes.
    pub fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N]> {
        self.take().ok_or_else(|| self.short(N, what))
    }

    #[inline]
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let bytes = self.rest().first_chunk::<N>()?;
        self.position = self.position.saturating_add(N);
        Some(*bytes)
    }

    /// The next byte.
    pub fn u8(&mut self, what: &str) -> Result<u8> {
        self.array::<1>(what).map(|[byte]| byte)
    }

    /// The next 16-bit value.
    pub fn u16(&mut self, what: &str) -> Result<u16> {
        self.array(what).map(u16::from_le_bytes)
    }

    /// The next 32-bit value.
    pub fn u32(&mut self, what: &str) -> Result<u32> {
        self.array(what).map(u32::from_le_bytes)
    }

    /// The next 64-bit value.
    pub fn u64(&mut self, what: &str) -> Result<u64> {
        self.array(what).map(u64::from_le_bytes)
    }

    /// A reader over just the next `count` bytes, which this one steps over.
    pub fn window(&mut self, count: usize, what: &str) -> Result<Self> {
        let base = self.offset();
        let data = self.bytes(count, what)?;
        Ok(Self {
            part: self.part,
            data,
            base,
            position: 0,
        })
    }

    /// A reader over the next `count` records of `stride` bytes, which this one steps over.
    pub fn records(&mut self, count: u32, stride: u32, what: &str) -> Result<Self> {
        match (count as usize).checked_mul(stride as usize) {
            Some(size) if size <= self.remaining() => self.window(size, what),
            _ => Err(self.malformed(format!(
                "expected {count} {what} of {stride} bytes each, found {} bytes",
                self.remaining()
            ))),
        }
    }

    /// The NUL-terminated UTF-8 string at the present position, at most
    /// [`MAX_NAME_BYTES`](limits::MAX_NAME_BYTES) long.
    pub fn c_str(&mut self, what: &str) -> Result<&'a str> {
        let rest = self.rest();
        let window = rest.get(..limits::MAX_NAME_BYTES).unwrap_or(rest);
        let Some(length) = window.iter().position(|&byte| byte == 0) else {
            return Err(if window.len() < rest.len() {
                self.limit(format!("{what} is longer than {} bytes", limits::MAX_NAME_BYTES))
            } else {
                self.malformed(format!("{what} has no terminating zero"))
            });
        };
        let start = *self;
        let bytes = self.bytes(length, what)?;
        self.position = self.position.saturating_add(1);
        std::str::from_utf8(bytes).map_err(|_| start.malformed(format!("{what} is not UTF-8")))
    }
}
