//! What of a translation is kept as a snapshot: the disassembly, or for long ones a digest of it.

use std::collections::BTreeMap;
use std::fmt::Write;

/// Disassembly up to this length is kept whole.
pub const WHOLE_BYTES: usize = 12_000;

/// The text to keep for a module with this disassembly.
pub fn text(words: &[u32], disassembly: String) -> String {
    if disassembly.len() <= WHOLE_BYTES {
        return disassembly;
    }
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for line in disassembly.lines() {
        let code = line.split_once(" = ").map_or(line, |(_, code)| code).trim_start();
        if let Some(opcode) = code
            .split_whitespace()
            .next()
            .filter(|word| word.starts_with("Op"))
        {
            *counts.entry(opcode).or_default() += 1;
        }
    }
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let hash = dxil2spirv::container::fnv1_64(&bytes);
    let mut text = format!(
        "; too long to keep whole\n; words {}\n; hash {hash:016x}\n",
        words.len()
    );
    for (opcode, count) in counts {
        let _ = writeln!(text, "{count:6} {opcode}");
    }
    text
}
