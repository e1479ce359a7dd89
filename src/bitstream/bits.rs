//! Bits of the stream: fixed-width and variable-width integers, alignment, and absolute positions.
//!
//! A 64-bit window is refilled by one load of eight bytes, of which as many count as there is room for; everything smaller
//! is shifted out of the window.

use crate::error::{Error, Result};

/// Widest fixed or VBR field: LLVM's `MaxChunkSize`.
pub(super) const MAX_WIDTH: u32 = 32;

/// A position in the bits of a stream.
#[derive(Clone)]
pub(super) struct Bits<'a> {
    bytes: &'a [u8],
    /// The bytes of which no bit counts as available.
    rest: &'a [u8],
    /// The next bits, lowest first. Bits from `available` on are those of the stream, or zero.
    window: u64,
    available: u32,
}

impl<'a> Bits<'a> {
    /// The bits of `bytes` from its start.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            rest: bytes,
            window: 0,
            available: 0,
        }
    }

    /// Bits from the start of the stream to here.
    #[inline]
    pub fn position(&self) -> u64 {
        self.len() - self.remaining()
    }

    /// Bits in the stream.
    #[inline]
    pub fn len(&self) -> u64 {
        self.bytes.len() as u64 * 8
    }

    /// Bits from here to the end.
    #[inline]
    pub fn remaining(&self) -> u64 {
        self.rest.len() as u64 * 8 + u64::from(self.available)
    }

    /// Makes at least 32 bits available, or all that are left.
    #[inline(always)]
    fn fill(&mut self) {
        if self.available < 32 {
            self.refill();
        }
    }

    /// Makes at least 56 bits available, or all that are left.
    #[inline]
    fn refill(&mut self) {
        if !self.refill_by_word() {
            self.refill_at_end();
        }
    }

    /// Makes at least 56 bits available, if there are eight bytes more.
    #[inline(always)]
    fn refill_by_word(&mut self) -> bool {
        let Some(word) = self.rest.first_chunk::<8>() else {
            return false;
        };
        self.window |= u64::from_le_bytes(*word) << self.available;
        // What is above these is there already, and the next time it is the same.
        let bytes = ((63 - self.available) / 8) & 7;
        self.rest = self.rest.get(bytes as usize..).unwrap_or(&[]);
        self.available |= 56;
        true
    }

    #[cold]
    fn refill_at_end(&mut self) {
        while self.available <= 56
            && let Some((&byte, rest)) = self.rest.split_first()
        {
            self.window |= u64::from(byte) << self.available;
            self.rest = rest;
            self.available += 8;
        }
    }

    #[cold]
    fn ended(&self, wanted: u32) -> Error {
        Error::malformed(format!(
            "expected {wanted} more bits, found the end of the bitcode"
        ))
        .at_bit(self.position())
    }

    /// An integer of `width` bits, at most [`MAX_WIDTH`]; 0 bits read as 0.
    #[inline]
    pub fn fixed(&mut self, width: u32) -> Result<u64> {
        debug_assert!(width <= MAX_WIDTH);
        self.fill();
        if width > self.available {
            return Err(self.ended(width));
        }
        let value = self.window & ((1u64 << width) - 1);
        self.window >>= width;
        self.available -= width;
        Ok(value)
    }

    /// The same of a copy that stays in registers: nothing takes a reference to it. Behind it at least 24 bits are available,
    /// unless the end is near.
    #[inline(always)]
    pub fn fixed_copied(&mut self, width: u32) -> Result<u64> {
        // Whether there are enough is as good as random, so that nothing branches on it.
        if self.refill_by_word() {
            let value = self.window & ((1u64 << width) - 1);
            self.take(width);
            return Ok(value);
        }
        let (value, behind) = self.clone().fixed_rare(width)?;
        self.go_on_from(&behind);
        Ok(value)
    }

    /// One near the end, and where that is.
    #[cold]
    fn fixed_rare(mut self, width: u32) -> Result<(u64, Self)> {
        let value = self.fixed(width)?;
        Ok((value, self))
    }

    /// An integer in chunks of `width` bits (2 to [`MAX_WIDTH`]), whose highest bit says that more follow.
    #[inline(always)]
    pub fn vbr(&mut self, width: u32) -> Result<u64> {
        debug_assert!((2..=MAX_WIDTH).contains(&width));
        self.fill();
        let more = 1u64 << (width - 1);
        let chunk = self.window & ((more << 1) - 1);
        if chunk & more == 0 && width <= self.available {
            self.window >>= width;
            self.available -= width;
            return Ok(chunk);
        }
        self.vbr_of_several(width)
    }

    /// An integer in at most two chunks of `width` bits, of which `mask` has each and `more` says that another follows, if it
    /// is one and not near the end. 0 bits, whose mask is 0, read as 0.
    #[inline(always)]
    pub fn chunk(&mut self, width: u32, mask: u32, more: u32) -> Option<u64> {
        /// Two larger chunks than these are more than is available as a rule.
        const MOST: u32 = 1 << (MAX_WIDTH / 2 - 1);
        if !self.refill_by_word() {
            return None;
        }
        let (value, bits) = one_or_two_of(self.window, width, mask, more)?;
        if more > MOST && bits > width {
            return None;
        }
        self.take(bits);
        Some(value)
    }

    /// [`vbr`](Self::vbr) of two chunks or more.
    fn vbr_of_several(&mut self, width: u32) -> Result<u64> {
        let more = 1u64 << (width - 1);
        let chunk = self.window & ((more << 1) - 1);
        // Two chunks are common, and they are available unless the end is near.
        if width <= 16 && 2 * width <= self.available {
            let second = self.window >> width & ((more << 1) - 1);
            if second & more == 0 {
                self.window >>= 2 * width;
                self.available -= 2 * width;
                return Ok(chunk & (more - 1) | second << (width - 1));
            }
        }
        self.long_vbr(width)
    }

    /// [`vbr`](Self::vbr) of chunks of 6 bits, as records without abbreviation have them.
    #[inline(always)]
    pub fn vbr6(&mut self) -> Result<u64> {
        self.fill();
        if self.window & 0x20 == 0 && self.available >= 6 {
            let value = self.window & 0x1f;
            self.take(6);
            return Ok(value);
        }
        // Characters take two.
        if self.window & 0x800 == 0 && self.available >= 12 {
            let value = pair(self.window);
            self.take(12);
            return Ok(value);
        }
        match self.vbr6_of_nine() {
            Some(value) => Ok(value),
            None => self.long_vbr(6),
        }
    }

    /// One of at most nine chunks of 6 bits that are available, or become so by eight bytes more.
    fn vbr6_of_nine(&mut self) -> Option<u64> {
        /// The highest bit of each chunk.
        const MORE: u64 = 0x20_8208_2082_0820;
        self.refill_by_word();
        let bits = (!self.window & MORE).trailing_zeros() + 1;
        if bits > self.available.min(54) {
            return None;
        }
        let mut chunks = self.window & ((1 << bits) - 1);
        self.take(bits);
        let (mut value, mut shift) = (0, 0);
        while chunks != 0 {
            value |= (chunks & 0x1f) << shift;
            chunks >>= 6;
            shift += 5;
        }
        Some(value)
    }

    /// One of at most five chunks of 6 bits that are available, or become so by eight bytes more.
    #[inline(always)]
    fn vbr6_of_five(&mut self) -> Option<u64> {
        /// The highest bit of each of five chunks.
        const MORE: u64 = 0x2082_0820;
        if self.available < 30 {
            self.refill_by_word();
        }
        let bits = (!self.window & MORE).trailing_zeros() + 1;
        if bits > self.available.min(30) {
            return None;
        }
        let chunks = self.window & ((1 << bits) - 1);
        self.take(bits);
        Some(
            chunks & 0x1f
                | chunks >> 1 & 0x3e0
                | chunks >> 2 & 0x7c00
                | chunks >> 3 & 0xf_8000
                | chunks >> 4 & 0x1f0_0000,
        )
    }

    /// Two integers in chunks of 6 bits, of a copy that stays in registers, as [`vbr6_all`](Self::vbr6_all) reads them.
    #[inline(always)]
    pub fn vbr6_pair(&mut self) -> Result<(u64, u64)> {
        if self.available >= 24
            && let Some((first, bits)) = one_or_two(self.window)
            && let Some((second, more)) = one_or_two(self.window >> bits)
        {
            self.take(bits + more);
            return Ok((first, second));
        }
        let (first, behind) = self.clone().vbr6_rare()?;
        let (second, behind) = behind.vbr6_rare()?;
        self.go_on_from(&behind);
        Ok((first, second))
    }

    /// One of them.
    #[inline(always)]
    pub fn vbr6_copied(&mut self) -> Result<u64> {
        if (self.available >= 12 || self.refill_by_word())
            && let Some((value, bits)) = one_or_two(self.window)
        {
            self.take(bits);
            return Ok(value);
        }
        self.vbr6_longer()
    }

    /// One of more chunks than two, or near the end, and where that is.
    #[inline(never)]
    fn vbr6_rare(mut self) -> Result<(u64, Self)> {
        let value = self.vbr6()?;
        Ok((value, self))
    }

    /// Fills `out` with values in chunks of 6 bits; the result is where they end.
    ///
    /// Whether a value has one chunk or two is as good as random, so that nothing branches on it.
    #[inline(always)]
    pub fn vbr6_all(mut self, mut out: &mut [u64]) -> Result<Self> {
        /// The highest bit of each chunk, of four values of two chunks, and those of them that are set.
        const ENDS: u64 = 0x8208_2082_0820;
        const FIRST: u64 = 0x0200_2002_0020;
        while let Some((four, _)) = out.split_first_chunk_mut::<4>()
            && self.refill_by_word()
        {
            let mut window = self.window;
            // Characters, of which texts have several.
            if window & ENDS == FIRST {
                *four = [
                    pair(window),
                    pair(window >> 12),
                    pair(window >> 24),
                    pair(window >> 36),
                ];
                self.take(48);
                out = std::mem::take(&mut out).get_mut(4..).unwrap_or_default();
                continue;
            }
            let mut count = 0;
            for slot in four {
                let Some((value, bits)) = one_or_two(window) else {
                    break;
                };
                *slot = value;
                window >>= bits;
                self.available -= bits;
                count += 1;
            }
            self.window = window;
            out = std::mem::take(&mut out).get_mut(count..).unwrap_or_default();
            if count < 4 {
                let Some((slot, rest)) = std::mem::take(&mut out).split_first_mut() else {
                    break;
                };
                out = rest;
                *slot = self.vbr6_longer()?;
            }
        }
        for slot in out {
            *slot = self.vbr6_copied()?;
        }
        Ok(self)
    }

    /// One of more than two chunks, or near the end.
    #[inline(always)]
    fn vbr6_longer(&mut self) -> Result<u64> {
        // Distances to values that are far away.
        if let Some(value) = self.vbr6_of_five() {
            return Ok(value);
        }
        let (value, behind) = self.clone().vbr6_rare()?;
        self.go_on_from(&behind);
        Ok(value)
    }

    /// Fills `out` with what `of` makes of integers of `width` bits, 1 to [`MAX_WIDTH`].
    pub fn fixed_all<T>(&mut self, width: u32, mut out: &mut [T], of: impl Fn(u64) -> T) -> Result<()> {
        /// As many as are available after a refill, of [`NARROW`] bits at most.
        const AT_ONCE: usize = 8;
        const NARROW: u32 = 7;
        let mask = (1u64 << width) - 1;
        let mut here = self.clone();
        // Characters as a rule.
        if width <= NARROW {
            while let Some((several, _)) = out.split_first_chunk_mut::<AT_ONCE>()
                && here.refill_by_word()
            {
                let mut window = here.window;
                for slot in several {
                    *slot = of(window & mask);
                    window >>= width;
                }
                here.window = window;
                here.available -= AT_ONCE as u32 * width;
                out = std::mem::take(&mut out).get_mut(AT_ONCE..).unwrap_or_default();
            }
        }
        for slot in out {
            if here.available < width && !here.refill_by_word() {
                *self = here;
                *slot = of(self.fixed(width)?);
                here = self.clone();
                continue;
            }
            *slot = of(here.window & mask);
            here.take(width);
        }
        *self = here;
        Ok(())
    }

    /// Fills `out` with integers of 8 bits.
    pub fn bytes(&mut self, mut out: &mut [u8]) -> Result<()> {
        /// As many as are available after a refill.
        const AT_ONCE: usize = 7;
        while out.len() >= AT_ONCE && self.refill_by_word() {
            let Some((several, rest)) = std::mem::take(&mut out).split_first_chunk_mut::<AT_ONCE>() else {
                break;
            };
            let [first, second, third, fourth, fifth, sixth, seventh, _] = self.window.to_le_bytes();
            *several = [first, second, third, fourth, fifth, sixth, seventh];
            self.take(8 * AT_ONCE as u32);
            out = rest;
        }
        for slot in out {
            *slot = self.fixed(8)? as u8;
        }
        Ok(())
    }

    /// [`vbr`](Self::vbr) of several chunks.
    fn long_vbr(&mut self, width: u32) -> Result<u64> {
        let start = self.position();
        let more = 1u64 << (width - 1);
        let mut value = 0u64;
        let mut shift = 0;
        loop {
            self.fill();
            if width > self.available {
                return Err(self.ended(width));
            }
            let chunk = self.window & ((more << 1) - 1);
            self.window >>= width;
            self.available -= width;
            let payload = chunk & (more - 1);
            // The last chunk of a 64-bit value has bits to spare, which must be zero.
            let placed = payload << shift;
            if placed >> shift != payload {
                return Err(
                    Error::malformed("expected a variable-width integer of at most 64 bits").at_bit(start),
                );
            }
            value |= placed;
            if chunk & more == 0 {
                return Ok(value);
            }
            shift += width - 1;
            if shift >= 64 {
                return Err(
                    Error::malformed("expected a variable-width integer of at most 64 bits").at_bit(start),
                );
            }
        }
    }

    /// The next bits without taking them, lowest first, if there are at least `count`, up to 32.
    #[inline]
    pub fn peek(&mut self, count: u32) -> Option<u64> {
        debug_assert!(count <= 32);
        self.fill();
        (self.available >= count).then_some(self.window)
    }

    /// Takes `count` bits that [`peek`](Self::peek) has shown.
    #[inline]
    pub fn take(&mut self, count: u32) {
        debug_assert!(count <= self.available);
        self.window >>= count;
        self.available -= count;
    }

    /// Goes to where a copy is.
    #[inline]
    pub fn go_on_from(&mut self, copy: &Self) {
        (self.rest, self.window, self.available) = (copy.rest, copy.window, copy.available);
    }

    /// Skips to the next multiple of 32 bits.
    pub fn align32(&mut self) -> Result<()> {
        let padding = (32 - self.position() % 32) % 32;
        self.fixed(padding as u32).map(drop)
    }

    /// Goes to `byte`, a multiple of four.
    pub fn seek(&mut self, byte: u64) -> Result<()> {
        debug_assert!(byte.is_multiple_of(4));
        let rest = usize::try_from(byte).ok().and_then(|byte| self.bytes.get(byte..));
        let Some(rest) = rest else {
            return Err(Error::malformed(format!(
                "expected a position in the bitcode, found byte {byte:#x}"
            )));
        };
        (self.rest, self.window, self.available) = (rest, 0, 0);
        Ok(())
    }

    /// The bytes from `start` to `end`, if there are so many.
    pub fn bytes_between(&self, start: u64, end: u64) -> Option<&'a [u8]> {
        let (start, end) = (usize::try_from(start).ok()?, usize::try_from(end).ok()?);
        self.bytes.get(start..end)
    }

    /// `len` bytes from here, which is a byte boundary, and the padding after them.
    pub fn blob(&mut self, len: u64) -> Result<&'a [u8]> {
        let start = self.position() / 8;
        let blob = usize::try_from(start)
            .ok()
            .zip(usize::try_from(start.saturating_add(len)).ok())
            .and_then(|(start, end)| self.bytes.get(start..end))
            .ok_or_else(|| Error::malformed(format!("expected {len} bytes of data")).at_bit(start * 8))?;
        self.seek((start + len).next_multiple_of(4))?;
        Ok(blob)
    }
}

/// The value of two chunks of 6 bits.
#[inline(always)]
fn pair(chunks: u64) -> u64 {
    chunks & 0x1f | chunks >> 1 & 0x3e0
}

/// The value of one or two chunks of 6 bits and the bits that they take, unless there are more chunks of it.
#[inline(always)]
fn one_or_two(chunks: u64) -> Option<(u64, u32)> {
    one_or_two_of(chunks, 6, 0x3f, 0x20)
}

/// The same of chunks of `width` bits, of which `mask` has each and `more` says that another follows. Whether one does is as good
/// as random, so that nothing branches on it.
#[inline(always)]
fn one_or_two_of(chunks: u64, width: u32, mask: u32, more: u32) -> Option<(u64, u32)> {
    let (mask, more) = (u64::from(mask), u64::from(more));
    let (first, second) = (chunks & mask, chunks >> width & mask);
    let follows = u64::from(first & more != 0).wrapping_neg();
    if second & more & follows != 0 {
        return None;
    }
    let second = second << (width.wrapping_sub(1) & 63) & follows;
    Some((first & !more | second, width + (width & follows as u32)))
}
