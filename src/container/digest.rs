//! The checksum in a container's header.
//!
//! It is MD5 with another padding: the length in bits stands in front of the last bytes instead of behind
//! them, and the last word of the last block is a function of that length. It covers everything behind the
//! digest field, up to the size that the header gives. Checked on request, never required: plenty of shaders
//! in the wild are unsigned.

use md5::block_api::compress;

/// What comparing the stored digest with the computed one gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum DigestStatus {
    /// The stored digest is right.
    Valid,
    /// The stored digest is not that of the contents.
    Invalid,
    /// All zero: not signed.
    Unsigned,
    /// All ones (bytes of 1): the runtime is asked to accept it without a digest, in developer mode.
    Bypass,
    /// All twos (bytes of 2): like [`Bypass`](Self::Bypass), for preview shader models.
    PreviewBypass,
}

impl DigestStatus {
    /// Compares `stored` with the digest of `body`, the container's bytes from offset 20 on.
    pub fn check(stored: [u8; 16], body: &[u8]) -> Self {
        if stored == [0; 16] {
            Self::Unsigned
        } else if stored == [1; 16] {
            Self::Bypass
        } else if stored == [2; 16] {
            Self::PreviewBypass
        } else if stored == digest(body) {
            Self::Valid
        } else {
            Self::Invalid
        }
    }
}

/// The digest of `body`, the container's bytes from offset 20 on.
pub fn digest(body: &[u8]) -> [u8; 16] {
    let mut state = [0x6745_2301u32, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
    let (blocks, tail) = body.as_chunks::<64>();
    compress(&mut state, blocks);

    // The length is taken modulo 2^32 bits, as sizes in a container are 32-bit.
    let bits = (body.len() as u32).wrapping_mul(8);
    let first = bits.to_le_bytes();
    let last = ((bits >> 2) | 1).to_le_bytes();
    // A tail of up to 55 bytes fits between the two words with its end mark.
    let fits = tail.len() < 56;
    let lead: &[u8] = if fits { &first } else { &[] };
    let mut block = [0u8; 64];
    let source = lead.iter().chain(tail).chain(&[0x80]);
    for (to, from) in block.iter_mut().zip(source) {
        *to = *from;
    }
    if !fits {
        compress(&mut state, &[block]);
        block = [0; 64];
        if let Some(head) = block.first_chunk_mut::<4>() {
            *head = first;
        }
    }
    if let Some(end) = block.last_chunk_mut::<4>() {
        *end = last;
    }
    compress(&mut state, &[block]);

    let mut out = [0; 16];
    for (to, word) in out.chunks_exact_mut(4).zip(state) {
        to.copy_from_slice(&word.to_le_bytes());
    }
    out
}
