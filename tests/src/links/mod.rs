//! Stages compiled apart and linked: signatures that a seed decides, the HLSL of stages that have them, and the pixels that
//! a chain of such stages gives.
//!
//! `cargo run -p dxil2spirv-tests --bin links` writes the shaders, `testdata/shaders/links`. Every stage hands on what it
//! gets, changed by a number of its own, so that each pixel tells which value came to it and by which stages. A column of
//! the target shows one row of an element. Two kinds of links are made:
//!
//! - *free*: each stage declares a part of all elements, in an order, arrays, widths and interpolation modes of its own;
//!   linked by semantic. What the stage before does not give reads 0.
//! - *by register*: stages that declare the same elements, or the first of them, or arrays as single elements, and use
//!   any part of them; linked as D3D12 links.
//!
//! | file | concern |
//! |---|---|
//! | [`signature`] | what elements there are, and the signatures of the stages |
//! | [`hlsl`] | the text of a stage |
//! | [`model`] | what comes out of a chain |

mod hlsl;
mod model;
mod signature;

pub use hlsl::{indexes, text};
pub use model::{COLUMNS, pixel};
pub use signature::{Class, Element, Level, Precision, Stage, Variant, variants};

/// The stages of a combination, by name, and whether they are linked by semantic.
pub type Chain = (Vec<String>, bool);

/// The combinations that are drawn.
pub fn chains() -> Vec<Chain> {
    let mut chains = Vec::new();
    let free = |kind: Level, number: usize| {
        let count = kind.count();
        format!("{}{}", kind.letter(), number % count)
    };
    use Level::{Domain, Geometry, Hull, Pixel, Vertex};
    for number in 0..20 {
        // Neighbours differ in each stage, and no pair comes twice.
        let (turn, next) = (number / 4, number / 3);
        let vertex = free(Vertex, number);
        let pixel = free(Pixel, number * 3 + turn);
        let geometry = free(Geometry, number + turn);
        let hull = free(Hull, number * 5 + next);
        let domain = free(Domain, number + next);
        for middle in [
            vec![],
            vec![&geometry],
            vec![&hull, &domain],
            vec![&hull, &domain, &geometry],
        ] {
            let stages = std::iter::once(&vertex).chain(middle).chain([&pixel]);
            chains.push((stages.cloned().collect(), true));
        }
    }
    for family in 0..signature::FAMILIES {
        let name = |stage: &str| format!("r{family}{stage}");
        for pixel in ["p", "q"] {
            for middle in [&[][..], &["g"], &["h", "d"], &["h", "d", "g"]] {
                let stages = std::iter::once(&"v").chain(middle).chain([&pixel]);
                chains.push((stages.map(|stage| name(stage)).collect(), false));
            }
        }
    }
    chains
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shaders;

    #[test]
    fn committed_sources_are_those_of_the_generator() {
        for variant in variants() {
            let path = shaders::folder().join(format!("links/{}.hlsl", variant.name));
            let committed = std::fs::read_to_string(&path).unwrap_or_default();
            assert_eq!(committed, text(&variant), "{}", variant.name);
        }
    }

    #[test]
    fn there_are_enough_chains_and_each_once() {
        let mut chains = chains();
        assert!(chains.len() >= 100);
        let names: Vec<_> = variants().iter().map(|variant| variant.name.clone()).collect();
        for (stages, _) in &chains {
            assert!(stages.iter().all(|stage| names.contains(stage)), "{stages:?}");
        }
        chains.sort();
        chains.dedup();
        assert!(chains.len() >= 100, "{} are left", chains.len());
    }
}
