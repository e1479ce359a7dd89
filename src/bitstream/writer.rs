//! Writes bitstreams for tests: blocks, abbreviations and records.

/// A bitstream under construction.
pub(crate) struct Writer {
    bytes: Vec<u8>,
    /// Bits not yet in `bytes`.
    window: u64,
    pending: u32,
    /// Position of each open block's length word, and the abbreviation width around it.
    open: Vec<(usize, u32)>,
    width: u32,
}

impl Writer {
    /// A stream with the magic of bitcode.
    pub fn new() -> Self {
        Self {
            bytes: b"BC\xc0\xde".to_vec(),
            window: 0,
            pending: 0,
            open: Vec::new(),
            width: 2,
        }
    }
    /// `width` bits of `value`.
    pub fn fixed(&mut self, value: u64, width: u32) {
        for bit in 0..width {
            self.window |= (value >> bit & 1) << self.pending;
            self.pending += 1;
            if self.pending == 8 {
                self.bytes.push(self.window as u8);
                (self.window, self.pending) = (0, 0);
            }
        }
    }
    /// `value` in chunks of `width` bits.
    pub fn vbr(&mut self, mut value: u64, width: u32) {
        let more = 1u64 << (width - 1);
        while value >= more {
            self.fixed(value & (more - 1) | more, width);
            value >>= width - 1;
        }
        self.fixed(value, width);
    }
    /// Zeros up to a multiple of 32 bits.
    pub fn align(&mut self) {
        while self.pending != 0 || !self.bytes.len().is_multiple_of(4) {
            self.fixed(0, 1);
        }
    }
    /// The abbreviation id `id` in the current block's width.
    pub fn abbreviation_id(&mut self, id: u64) {
        self.fixed(id, self.width);
    }
    /// Opens a block with abbreviation ids of `width` bits.
    pub fn enter(&mut self, block: u64, width: u32) {
        self.abbreviation_id(1);
        self.vbr(block, 8);
        self.vbr(u64::from(width), 4);
        self.align();
        self.open.push((self.bytes.len(), self.width));
        self.fixed(0, 32);
        self.width = width;
    }
    /// Closes the current block.
    pub fn exit(&mut self) {
        self.abbreviation_id(0);
        self.align();
        let (at, width) = self.open.pop().expect("an open block");
        let words = (self.bytes.len() - at - 4) / 4;
        self.bytes[at..at + 4].copy_from_slice(&(words as u32).to_le_bytes());
        self.width = width;
    }
    /// An unabbreviated record.
    pub fn record(&mut self, code: u32, ops: &[u64]) {
        self.abbreviation_id(3);
        self.vbr(u64::from(code), 6);
        self.vbr(ops.len() as u64, 6);
        for &op in ops {
            self.vbr(op, 6);
        }
    }
    /// A record whose operands are `ops`, then the bytes of `text`.
    pub fn text(&mut self, code: u32, ops: &[u64], text: &str) {
        let all: Vec<u64> = ops.iter().copied().chain(text.bytes().map(u64::from)).collect();
        self.record(code, &all);
    }
    /// Starts an abbreviation of `fields` fields; the fields follow.
    pub fn define(&mut self, fields: u64) {
        self.abbreviation_id(2);
        self.vbr(fields, 5);
    }
    /// A literal field of an abbreviation.
    pub fn literal(&mut self, value: u64) {
        self.fixed(1, 1);
        self.vbr(value, 8);
    }
    /// A field of `encoding` (1 fixed, 2 VBR, 3 array, 4 char6, 5 blob), with its width if it has one.
    pub fn encoding(&mut self, encoding: u64, width: Option<u64>) {
        self.fixed(0, 1);
        self.fixed(encoding, 3);
        if let Some(width) = width {
            self.vbr(width, 5);
        }
    }
    /// The stream.
    pub fn finish(mut self) -> Vec<u8> {
        while !self.open.is_empty() {
            self.exit();
        }
        self.align();
        self.bytes
    }
}
