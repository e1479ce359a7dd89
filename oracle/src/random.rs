//! Random numbers: the same on every machine, from a seed or from a fuzzer's bytes.

/// A deterministic generator: bytes that were given, then PCG (upper half of a 64-bit congruential state).
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
    given: Vec<u8>,
    used: usize,
}

impl Random {
    /// Numbers that follow from `seed`.
    pub fn new(seed: u64) -> Self {
        Self {
            state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ seed,
            given: Vec::new(),
            used: 0,
        }
    }
    /// Numbers that follow from `bytes`, one after the other while they last.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self {
            given: bytes.to_vec(),
            ..Self::new(bytes.len() as u64)
        }
    }
    /// A number below `bound`, 0 when that is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound.max(1);
        let take = if bound <= 256 { 1 } else { 2 };
        if let Some(bytes) = self.given.get(self.used..self.used + take) {
            self.used += take;
            return bytes.iter().fold(0, |sum, &byte| sum << 8 | usize::from(byte)) % bound;
        }
        self.state = (self.state)
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.state >> 33) as usize) % bound
    }
    /// True in `percent` of all cases.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}
