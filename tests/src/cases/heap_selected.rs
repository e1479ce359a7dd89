//! Handles that are chosen as the shader runs.

use crate::case::{Case, List, compute};
use dxil2spirv::options::Preset;

/// Registers the cases.
pub fn register(list: &mut List) {
    for preset in [Preset::Bindless, Preset::Mutable] {
        for name in ["heap/selected", "heap/selected.od"] {
            list.add(&format!("{name} ({preset:?})"), move || {
                selected(name).options(|options| options.binding.preset = preset)
            });
        }
    }
}

/// Word `k` of buffer `n`.
fn word(n: u32, k: u32) -> u32 {
    1000 * n + k
}

fn selected(name: &str) -> Case {
    let (a, b, c) = (9, 14, 21);
    let expected: Vec<u32> = (0..64)
        .map(|i| {
            let one = if i > c { b } else { a };
            let several = [3, one, i & 15];
            let mut sum = word(one, i) + word(several[i as usize % 3], 1);
            let mut next = b;
            for k in 0..c % 8 {
                let read = word(next, k);
                sum += read;
                next = (read + i) & 15;
            }
            sum
        })
        .collect();
    let mut case = compute(name).constants("b0", [a, b, c]).output("u0", expected);
    for n in 0..16 {
        let words: Vec<u32> = (0..64).map(|k| word(n, k)).collect();
        case = case.raw(&format!("t{n},heap"), words);
    }
    case
}
