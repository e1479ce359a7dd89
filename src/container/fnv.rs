//! The hash by which users name shaders: FNV-1, 64 bits, over the whole blob.

/// FNV-1 (multiply, then exclusive or; not FNV-1a) of `bytes`. Dump folders of translation layers call a
/// shader `<16 hexadecimal digits of this>.dxil`.
pub fn fnv1_64(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        hash.wrapping_mul(0x0000_0100_0000_01b3) ^ u64::from(byte)
    })
}

#[cfg(test)]
mod tests {
    use super::fnv1_64;

    #[test]
    fn published_values() {
        // From the reference vectors of the FNV authors.
        assert_eq!(fnv1_64(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1_64(b"a"), 0xaf63_bd4c_8601_b7be);
        assert_eq!(fnv1_64(b"foobar"), 0x340d_8765_a4dd_a9c2);
    }
}
