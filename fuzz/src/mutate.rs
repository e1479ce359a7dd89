//! Deterministic damage to files: the same seed and inputs give the same bytes on every machine.
//!
//! In: test files. Out: the n-th damaged file. Containers are sometimes repaired after the damage (sizes in the
//! header, the part directory and the program header), so that it reaches the layers below.

/// A small generator of pseudo-random numbers (SplitMix64).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator of a seed and a case of it.
    pub fn new(seed: u64, case: u64) -> Self {
        let mut random = Self(seed ^ case.wrapping_mul(0xd134_2543_de82_ef95));
        random.next();
        random
    }
    /// The next number.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// The `case`-th damaged file of `seed`, made from `inputs`; also says which input it came from.
pub fn damaged(inputs: &[Vec<u8>], seed: u64, case: u64) -> (usize, Vec<u8>) {
    let mut random = Random::new(seed, case);
    let chosen = random.below(inputs.len());
    let mut bytes = inputs.get(chosen).cloned().unwrap_or_default();
    // Half of the shaders are damaged in their records, so that the stream itself is sound.
    if random.one_in(2)
        && let Some(damaged) = crate::records::damage(&bytes, &mut random)
    {
        return (chosen, damaged);
    }
    let rounds = 1 + random.below(3);
    for _ in 0..rounds {
        damage(&mut bytes, inputs, &mut random);
    }
    if random.below(4) != 0 {
        repair(&mut bytes);
    }
    (chosen, bytes)
}

/// Words that readers trip on.
pub(crate) const AWKWARD: [u32; 8] = [0, 1, u32::MAX, i32::MAX as u32, 1 << 31, 0xffff, 0x10000, 0x100];

fn damage(bytes: &mut Vec<u8>, inputs: &[Vec<u8>], random: &mut Random) {
    if bytes.is_empty() {
        return;
    }
    // Mostly in the second half of the file, where DXC puts the bitcode that is translated.
    let start = if random.one_in(3) { 0 } else { bytes.len() / 2 };
    let length = bytes.len() - start;
    match random.below(16) {
        0..=6 => {
            for _ in 0..1 + random.below(8) {
                let at = start + random.below(length);
                bytes[at] ^= 1 << random.below(8);
            }
        }
        7..=9 => {
            for _ in 0..1 + random.below(4) {
                let at = (start + random.below(length)) & !3;
                let word = match random.below(3) {
                    0 => AWKWARD[random.below(AWKWARD.len())].to_le_bytes(),
                    1 => (random.next() as u32).to_le_bytes(),
                    _ => {
                        let from = random.below(bytes.len()) & !3;
                        bytes
                            .get(from..from + 4)
                            .and_then(|w| w.try_into().ok())
                            .unwrap_or_default()
                    }
                };
                if let Some(target) = bytes.get_mut(at..at + 4) {
                    target.copy_from_slice(&word);
                }
            }
        }
        10 => bytes.truncate(start + random.below(length)),
        11 => {
            // A chunk moved to another place.
            let size = 1 + random.below(256.min(bytes.len()));
            let from = random.below(bytes.len() - size + 1);
            let chunk: Vec<u8> = bytes.drain(from..from + size).collect();
            let to = random.below(bytes.len() + 1);
            bytes.splice(to..to, chunk);
        }
        12 => {
            // A chunk written over another.
            let size = 1 + random.below(256.min(bytes.len()));
            let from = random.below(bytes.len() - size + 1);
            let to = random.below(bytes.len() - size + 1);
            bytes.copy_within(from..from + size, to);
        }
        13 => {
            let at = start + random.below(length);
            let end = (at + 1 + random.below(16)).min(bytes.len());
            bytes.drain(at..end);
        }
        14 => {
            let at = start + random.below(length);
            let new: Vec<u8> = (0..1 + random.below(16)).map(|_| random.next() as u8).collect();
            bytes.splice(at..at, new);
        }
        _ => {
            // A chunk of another file.
            let other = &inputs[random.below(inputs.len())];
            if !other.is_empty() {
                let size = (1 + random.below(1024)).min(other.len()).min(bytes.len());
                let from = random.below(other.len() - size + 1);
                let to = random.below(bytes.len() - size + 1);
                bytes[to..to + size].copy_from_slice(&other[from..from + size]);
            }
        }
    }
}

/// Makes a container's sizes agree with its length again.
pub fn repair(bytes: &mut [u8]) {
    let word = |bytes: &[u8], at: usize| {
        Some(u32::from_le_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?) as usize)
    };
    let set = |bytes: &mut [u8], at: usize, value: usize| {
        if let Some(target) = bytes.get_mut(at..at + 4) {
            target.copy_from_slice(&(value as u32).to_le_bytes());
        }
    };
    if !bytes.starts_with(b"DXBC") {
        return;
    }
    let length = bytes.len();
    set(bytes, 24, length);
    for part in 0..word(bytes, 28).unwrap_or(0).min(64) {
        let Some(offset) = word(bytes, 32 + 4 * part).filter(|&offset| offset + 8 <= length) else {
            continue;
        };
        let end = offset + 8;
        if word(bytes, offset + 4).is_some_and(|size| size > length - end) {
            set(bytes, offset + 4, length - end);
        }
        let size = word(bytes, offset + 4).unwrap_or(0);
        if matches!(bytes.get(offset..offset + 4), Some(b"DXIL" | b"ILDB" | b"STAT")) && size >= 24 {
            set(bytes, end + 4, size / 4);
            set(bytes, end + 20, size - 24);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_damage() {
        let inputs = vec![vec![7u8; 100], (0..200).collect()];
        for case in 0..100 {
            assert_eq!(damaged(&inputs, 1, case), damaged(&inputs, 1, case));
        }
        assert!((0..20).any(|case| damaged(&inputs, 1, case) != damaged(&inputs, 2, case)));
    }

    #[test]
    fn repair_bounds_sizes() {
        let mut bytes = b"DXBC".to_vec();
        bytes.resize(28, 0);
        bytes.extend_from_slice(&1u32.to_le_bytes());
        bytes.extend_from_slice(&36u32.to_le_bytes());
        bytes.extend_from_slice(b"HASH");
        bytes.extend_from_slice(&u32::MAX.to_le_bytes());
        bytes.extend_from_slice(&[1, 2, 3, 4]);
        repair(&mut bytes);
        assert_eq!(bytes[24], 48);
        assert_eq!(bytes[40], 4);
    }
}
