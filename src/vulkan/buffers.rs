//! What raw and structured buffers are arrays of.

use std::fmt::{Display, Formatter, Result};

/// What a raw or structured buffer of a translated shader is an array of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BufferForm {
    /// Vectors of so many words.
    Vectors(u32),
    /// Words, or what the shader accesses that is smaller.
    Words(WhyWords),
}

/// Why a buffer is no array of vectors. `docs/vectorizer.md` has the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WhyWords {
    /// It has atomics.
    Atomics,
    /// It is a raw view that starts and ends anywhere in its descriptor.
    View,
    /// It is a texel buffer.
    Texels,
    /// It is a raw buffer, the device is not known to check the bounds of each component, and nothing else heeds them.
    Bounds,
    /// Its start is not known to be a multiple of a vector.
    Alignment,
    /// Its elements are no multiple of a vector.
    Stride,
    /// Of some access it is not known where in a vector it is.
    Offsets,
    /// Halves of its words are stored by themselves.
    Halves,
    /// No access, and no two, are to several words of one vector.
    Single,
}

impl Display for WhyWords {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            Self::Atomics => "it has atomics",
            Self::View => "its view may start and end within a vector",
            Self::Texels => "it is a texel buffer",
            Self::Bounds => {
                "bounds of a raw buffer are those of its words (per_component_robustness, raw_access_chains and \
                 end_tests heed that, the last not where vectors are long)"
            }
            Self::Alignment => "its start is not known to be a multiple of 8 bytes",
            Self::Stride => "its stride is no multiple of 8 bytes",
            Self::Offsets => "of an access it is not known where in a vector it is",
            Self::Halves => "halves of its words are stored by themselves",
            Self::Single => "no accesses are to several words of one vector, or to all of one where they are not put together",
        })
    }
}

impl Display for BufferForm {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Vectors(words) => write!(f, "vectors of {words} words"),
            Self::Words(why) => write!(f, "words: {why}"),
        }
    }
}
